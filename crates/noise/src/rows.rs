//! Rows of jets in memory: one plane per number.

use crate::each::{each, for_each, symmetric};
use crate::jet::{Jet, Order};
use crate::lanes::{GuardedState, Lanes, Scalar};

/// The most columns of a strip. Kernels work strip by strip, so that their rows stay in the first-level cache. This number is a
/// multiple of every vector length.
pub const STRIP: usize = 128;

/// One number per sample of a row. Aligned, so that vectors of 64 bytes do not cross cache lines: a load or store that
/// crosses one takes two accesses.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Plane<T>(pub [T; STRIP]);

impl<T: Copy + Default> Default for Plane<T> {
    fn default() -> Self {
        Self([T::default(); STRIP])
    }
}

/// One row of at most [`STRIP`] samples, with any number of planes.
///
/// ```
/// use orogen_noise::rows::{Rows, STRIP};
///
/// let mut rows = Rows::<f32>::new(2);
/// rows.plane_mut(1)[5] = 0.5;
/// assert_eq!((rows.plane(0)[5], rows.plane(1)[5], STRIP), (0.0, 0.5, 128));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows<S: Scalar> {
    planes: Vec<Plane<S>>,
}

impl<S: Scalar> Rows<S> {
    /// `planes` planes of zeros.
    pub fn new(planes: usize) -> Self {
        Self { planes: vec![Plane::default(); planes] }
    }

    /// Adds planes of zeros until there are at least `planes`.
    pub fn reserve(&mut self, planes: usize) {
        if self.planes.len() < planes {
            self.planes.resize(planes, Plane::default());
        }
    }

    /// One plane.
    #[inline(always)]
    pub fn plane(&self, plane: usize) -> &[S; STRIP] {
        &self.planes[plane].0
    }

    /// One plane, mutable.
    #[inline(always)]
    pub fn plane_mut(&mut self, plane: usize) -> &mut [S; STRIP] {
        &mut self.planes[plane].0
    }

    /// Loads the jet of samples `at..at + LANES`. Its planes begin at `first`. Derivatives beyond the order are zero.
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

    /// Stores the planes of the jet up to `ORDER`.
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

impl<L: Lanes> GuardedState<L> for Rows<L::Scalar> {
    fn numbers(&self, l: L) -> Vec<Vec<L::F>> {
        vec![self.planes.iter().map(|plane| l.load(&plane.0)).collect()]
    }
}

/// Index of the plane of `∂²/∂xᵢ∂xⱼ`, `i ≤ j`, among the planes of a jet.
#[inline(always)]
const fn hessian_plane<const D: usize>(i: usize, j: usize) -> usize {
    1 + D + i * D - i * (i + 1) / 2 + j
}

/// Number of planes from the jet of one axis to the jet of the next axis, in the [`Rows`] of a displacement, which have one jet
/// per axis. This number is the same for every order, so that fields of different orders can read the same displacement.
pub const fn shift_planes(dimensions: usize) -> usize {
    Order::Hessian.planes(dimensions)
}

/// Number of planes of a jet.
pub(crate) const fn planes<const D: usize, const ORDER: usize>() -> usize {
    match ORDER {
        0 => Order::Value.planes(D),
        1 => Order::Gradient.planes(D),
        _ => Order::Hessian.planes(D),
    }
}
