//! The limits of planets, tiles and maps, which errors name.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// The smallest radius of a planet in metres: positions are rounded to about a millionth of this radius.
pub const MIN_RADIUS: f64 = 1.0;

/// The largest radius of a planet in metres: coordinates of positions are below 2³⁰ m. The sun's radius is 7·10⁸ m.
pub const MAX_RADIUS: f64 = 1e9;

/// The most times that the edges of a tile are halved. This gives 4097 samples along a side.
pub const MAX_DOUBLINGS: u8 = 12;

/// The finest level of tiles.
pub(super) const MAX_LEVEL: u8 = 28;

/// The longest side of a region on a sphere, in metres: half its diagonal is a quarter turn.
pub(super) fn longest_region(radius: f64) -> f64 {
    PI * FRAC_1_SQRT_2 * radius
}
