//! Rows of jets in memory, one plane a number.

use crate::each::{each, for_each, symmetric};
use crate::jet::{Jet, Order};
use crate::lanes::{Lanes, Scalar};

/// Samples are worked on in strips of at most this many columns, so that a kernel's rows stay in the first-level
/// cache. A multiple of every vector length.
pub const STRIP: usize = 128;

/// A number of each sample of a row. Vectors of 64 bytes do not straddle lines of the cache: every load and store that
/// did would take two.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Plane<T>(pub [T; STRIP]);

impl<T: Copy + Default> Default for Plane<T> {
    fn default() -> Self {
        Self([T::default(); STRIP])
    }
}

/// One row of samples, at most [`STRIP`] long, with any number of planes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows<S: Scalar> {
    planes: Vec<Plane<S>>,
}

impl<S: Scalar> Rows<S> {
    /// `planes` planes of zeros.
    pub fn new(planes: usize) -> Self {
        Self { planes: vec![Plane::default(); planes] }
    }

    /// Makes sure that there are at least `planes` planes.
    pub fn reserve(&mut self, planes: usize) {
        if self.planes.len() < planes {
            self.planes.resize(planes, Plane::default());
        }
    }

    /// All planes.
    pub(crate) fn planes(&self) -> impl Iterator<Item = &[S]> {
        self.planes.iter().map(|plane| plane.0.as_slice())
    }

    /// One plane.
    #[inline(always)]
    pub fn plane(&self, plane: usize) -> &[S; STRIP] {
        &self.planes[plane].0
    }

    /// One plane, to write to.
    #[inline(always)]
    pub fn plane_mut(&mut self, plane: usize) -> &mut [S; STRIP] {
        &mut self.planes[plane].0
    }

    /// Loads the jet of samples `at..at + LANES` whose planes begin at `first`; derivatives beyond the order are
    /// zero.
    #[inline(always)]
    pub fn load<L: Lanes<Scalar = S>, const D: usize, const ORDER: usize>(
        &self,
        l: L,
        first: usize,
        at: usize,
    ) -> Jet<L::F, D> {
        let zero = l.lit(0.0);
        Jet {
            v: l.load(&self.planes[first].0[at..]),
            g: each!(i => if ORDER >= 1 { l.load(&self.planes[first + 1 + i].0[at..]) } else { zero }),
            h: symmetric!(i, j => {
                if ORDER >= 2 {
                    l.load(&self.planes[first + hessian_plane::<D>(i, j)].0[at..])
                } else {
                    zero
                }
            }),
        }
    }

    /// Stores the planes that the order asks for.
    #[inline(always)]
    pub fn store<L: Lanes<Scalar = S>, const D: usize, const ORDER: usize>(
        &mut self,
        l: L,
        first: usize,
        at: usize,
        jet: &Jet<L::F, D>,
    ) {
        l.store(jet.v, &mut self.planes[first].0[at..]);
        if ORDER >= 1 {
            for_each!(i < D => {
                l.store(jet.g[i], &mut self.planes[first + 1 + i].0[at..]);
            });
        }
        if ORDER >= 2 {
            for_each!(i < D => {
                for_each!(j < D => {
                    if i <= j {
                        l.store(jet.h[i][j], &mut self.planes[first + hessian_plane::<D>(i, j)].0[at..]);
                    }
                });
            });
        }
    }
}

/// Plane of `∂²/∂xᵢ∂xⱼ`, `i ≤ j`, in a jet's planes.
#[inline(always)]
const fn hessian_plane<const D: usize>(i: usize, j: usize) -> usize {
    1 + D + i * D - i * (i + 1) / 2 + j
}

/// Planes between the jets of two axes in rows that displace a ground, whatever the order they hold: fields of
/// different orders may read the same ground.
pub const fn shift_planes(dimensions: usize) -> usize {
    Order::Hessian.planes(dimensions)
}

/// Planes of a jet.
pub(crate) const fn planes<const D: usize, const ORDER: usize>() -> usize {
    match ORDER {
        0 => Order::Value.planes(D),
        1 => Order::Gradient.planes(D),
        _ => Order::Hessian.planes(D),
    }
}
