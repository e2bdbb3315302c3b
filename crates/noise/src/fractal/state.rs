//! The state of fractals between octaves, stored in rows.

use crate::each::{each, for_each};
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::rows::{Rows, planes};

/// State that rows can store between octaves.
pub trait State<L: Lanes, const D: usize>: Copy {
    /// Number of jets.
    const JETS: usize;
    /// Loads the state.
    fn load<const ORDER: usize>(l: L, rows: &Rows<L::Scalar>, jet: usize, at: usize) -> Self;
    /// The state, with zeros for the derivatives beyond the order. So the compiler removes the computation of these
    /// derivatives.
    fn kept<const ORDER: usize>(self, l: L) -> Self;
    /// Stores the state.
    fn store<const ORDER: usize>(&self, l: L, rows: &mut Rows<L::Scalar>, jet: usize, at: usize);
}

impl<L: Lanes, const D: usize> State<L, D> for Jet<L::F, D> {
    const JETS: usize = 1;

    #[inline(always)]
    fn load<const ORDER: usize>(l: L, rows: &Rows<L::Scalar>, jet: usize, at: usize) -> Self {
        rows.load::<L, D, ORDER>(l, jet * planes::<D, ORDER>(), at)
    }

    #[inline(always)]
    fn kept<const ORDER: usize>(self, l: L) -> Self {
        let nothing = Self::constant(l, self.v);
        Self {
            v: self.v,
            g: if ORDER >= 1 { self.g } else { nothing.g },
            h: if ORDER >= 2 { self.h } else { nothing.h },
        }
    }

    #[inline(always)]
    fn store<const ORDER: usize>(&self, l: L, rows: &mut Rows<L::Scalar>, jet: usize, at: usize) {
        rows.store::<L, D, ORDER>(l, jet * planes::<D, ORDER>(), at, self);
    }
}

impl<L: Lanes, T: State<L, D>, const D: usize, const N: usize> State<L, D> for [T; N] {
    const JETS: usize = N * T::JETS;

    #[inline(always)]
    fn load<const ORDER: usize>(l: L, rows: &Rows<L::Scalar>, jet: usize, at: usize) -> Self {
        each!(i => T::load::<ORDER>(l, rows, jet + i * T::JETS, at))
    }

    #[inline(always)]
    fn kept<const ORDER: usize>(self, l: L) -> Self {
        each!(i => self[i].kept::<ORDER>(l))
    }

    #[inline(always)]
    fn store<const ORDER: usize>(&self, l: L, rows: &mut Rows<L::Scalar>, jet: usize, at: usize) {
        for_each!(i < N => {
            self[i].store::<ORDER>(l, rows, jet + i * T::JETS, at);
        });
    }
}

impl<L: Lanes, A: State<L, D>, B: State<L, D>, const D: usize> State<L, D> for (A, B) {
    const JETS: usize = A::JETS + B::JETS;

    #[inline(always)]
    fn load<const ORDER: usize>(l: L, rows: &Rows<L::Scalar>, jet: usize, at: usize) -> Self {
        (A::load::<ORDER>(l, rows, jet, at), B::load::<ORDER>(l, rows, jet + A::JETS, at))
    }

    #[inline(always)]
    fn kept<const ORDER: usize>(self, l: L) -> Self {
        (self.0.kept::<ORDER>(l), self.1.kept::<ORDER>(l))
    }

    #[inline(always)]
    fn store<const ORDER: usize>(&self, l: L, rows: &mut Rows<L::Scalar>, jet: usize, at: usize) {
        self.0.store::<ORDER>(l, rows, jet, at);
        self.1.store::<ORDER>(l, rows, jet + A::JETS, at);
    }
}
