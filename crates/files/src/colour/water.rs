//! The colours of water.

use super::palette::{FOAM, PLANET_WATER, WATER};
use super::{Linear, Ramp, linear, mix};

/// Colours of the sea by depth, from 0 at the shore to 1 at the deepest point.
pub(crate) struct Water {
    depths: Ramp,
    foam: Linear,
}

impl Water {
    /// The sea of a terrain.
    pub(crate) fn new() -> Self {
        Self { depths: Ramp::new(&WATER), foam: linear(FOAM) }
    }

    /// The sea of a planet. Its shelves take up about 1/100 of the depth range, and its waves are too small to see.
    pub(crate) fn of_planet() -> Self {
        let depths = Ramp::new(&PLANET_WATER);
        Self { foam: depths.at(0.0), depths }
    }

    /// The colour at a depth; `surf` is 1 where waves break and 0 away from the shore.
    pub(crate) fn colour(&self, depth: f32, surf: f32) -> Linear {
        mix(self.depths.at(depth), self.foam, 0.35 * surf)
    }
}
