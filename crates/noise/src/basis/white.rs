//! White noise: one independent number per cell.

use super::{Basis, Facts};
use crate::each::each;
use crate::hash::Key;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::lattice::Site;

/// One number per cell, uniform in [−1, 1) and independent of all other cells. All derivatives are zero, also on the
/// borders of cells, where the value jumps.
///
/// ```
/// use orogen_noise::{Fbm, White};
///
/// let noise = Fbm::new(White).octaves(1);
/// assert_eq!(noise.at_with_gradient([3.0, 4.0]).1, [0.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct White;

impl<const D: usize> Basis<D> for White {
    const FOLLOWED: bool = false;

    fn facts(&self) -> Facts {
        // Moments of the uniform distribution.
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.5, mean_square: 1.0 / 3.0, smooth: false }
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, D>, key: &Key) -> Jet<L::F, D> {
        let axes: [L::U; D] = each!(axis => key.axis(l, axis, site.cell[axis]));
        Jet::constant(l, l.signed_unit(key.point(l, axes)))
    }
}
