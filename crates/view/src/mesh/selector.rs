//! Selects the tiles of a picture.
//!
//! A level is used from the distance at which its cells are a few pixels wide. A tile that is entirely beyond its level's
//! distance is drawn; other tiles are split in four. Towards the distance of the next coarser level, vertices morph onto the
//! mesh of that level (F. Strugar, "Continuous distance-dependent level of detail for rendering heightmaps", 2009). So where
//! tiles of two levels meet, their vertices are equal to the bit.
//!
//! The distance combines the horizontal distance with the eye's height above the highest ground. So for a given eye it
//! depends only on a vertex's horizontal position, and it never exceeds the true distance.

use glam::{DVec2, DVec3};

use super::address::{Address, CELLS};
use crate::camera::Camera;

/// The distance at which morphs begin, as a share of the distance of the next level.
pub(crate) const MORPH_BEGIN: f64 = 0.8;

/// The distance at which morphs end, as a share of the distance of the next level. It is just below 1, so that rounding cannot
/// separate two levels at their border.
pub(crate) const MORPH_END: f64 = 0.998;

/// Smallest distance r at which a level is used, in units of the width of the level's cells. Where a tile meets finer tiles, the
/// tile's morph must not have begun. Finer tiles extend beyond r by at most a tile's diagonal, 64·√2 cells. The tile's morph
/// begins at 0.8 of the next level's distance, which is 2·r. So (2·0.8 − 1)·r ≥ 64·√2.
const MIN_CELLS: f64 = 160.0;

/// Greatest distance at which a level is used, in units of the width of the level's cells, and greatest difference between the
/// coarsest and the finest level. With both limits, vertices are less than 2²⁴ cells from the tiles' origin, so single precision
/// is exact. (The origin is at most half of a coarsest cell away from the eye.)
const MAX_CELLS: f64 = 4_194_304.0;
const MAX_LEVELS: i32 = 23;

/// Selects tiles by distance and visibility.
#[derive(Clone, Debug)]
pub(crate) struct TileSelector {
    eye: DVec3,
    /// Height of the eye above the highest ground in metres, at least 0.
    clearance: f64,
    /// Distance in metres from which cells of 1 m are used.
    range: f64,
    /// The only level of a picture with parallel rays.
    only: Option<i32>,
    /// Side planes of the frustum: inward normals, and distances from the eye.
    sides: [(DVec3, f64); 4],
    forward: DVec3,
    /// Levels of the finest and coarsest tiles.
    levels: [i32; 2],
    reach: f64,
}

/// Bounds of a tile's heights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Heights {
    pub(crate) min: f32,
    pub(crate) max: f32,
}

/// The action for a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TileStatus {
    Culled,
    Drawn,
    Split,
}

impl TileSelector {
    /// Creates the selector for a picture of this size. Cells measure at most `pixels` pixels. The ground is at most `top`
    /// high, its finest level is `finest`, and it reaches `reach` metres.
    pub(crate) fn new(
        camera: &Camera,
        size: [u32; 2],
        pixels: f64,
        top: f64,
        finest: i32,
        reach: f64,
    ) -> Self {
        let eye = DVec3::from(camera.eye());
        let (forward, sides) = (DVec3::from(camera.forward()), camera.sides(size));
        let pixel = camera.pixel(size[1], 1.0) * pixels;
        let only = camera.is_parallel().then(|| (libm::log2(pixel).floor() as i32).max(finest));
        let range = (1.0 / pixel).clamp(MIN_CELLS, MAX_CELLS);
        // The coarsest tiles are at least a quarter as wide as the whole ground.
        let coarsest = libm::log2(reach / (2.0 * CELLS as f64)).ceil() as i32;
        let finest = only.unwrap_or(finest).max(coarsest - MAX_LEVELS);
        let levels = [finest, coarsest.max(finest)];
        Self { eye, clearance: (eye.z - top).max(0.0), range, only, sides, forward, levels, reach }
    }

    /// The tiles at which traversals begin.
    pub(crate) fn roots(&self) -> Vec<Address> {
        let corner = |sign: f64| [self.eye.x + sign * self.reach, self.eye.y + sign * self.reach];
        let (first, last) =
            (Address::at(self.levels[1], corner(-1.0)), Address::at(self.levels[1], corner(1.0)));
        let row = |y| (first.x..=last.x).map(move |x| Address { x, y, ..first });
        (first.y..=last.y).flat_map(row).collect()
    }

    /// The status of a tile with these bounds of heights.
    pub(crate) fn status(&self, tile: &Address, heights: Heights) -> TileStatus {
        let nearest = self.nearest(tile);
        if nearest > self.reach || !self.is_in_frustum(tile, heights) {
            TileStatus::Culled
        } else if tile.level > self.finest() && self.needs_split(tile.level, nearest) {
            TileStatus::Split
        } else {
            TileStatus::Drawn
        }
    }

    fn finest(&self) -> i32 {
        self.levels[0]
    }

    fn needs_split(&self, level: i32, nearest: f64) -> bool {
        match self.only {
            Some(only) => level > only,
            None => nearest.hypot(self.clearance) < self.min_distance(level),
        }
    }

    /// The distance from which a level's tiles are used.
    fn min_distance(&self, level: i32) -> f64 {
        self.range * Address::spacing_of(level)
    }

    /// The distances at which morphs of a level begin and end. `None` if there is no coarser level.
    pub(crate) fn morph(&self, level: i32) -> Option<[f64; 2]> {
        let next = self.min_distance(level + 1);
        (self.only.is_none() && level < self.levels[1]).then_some([MORPH_BEGIN * next, MORPH_END * next])
    }

    /// Height of the eye above the highest ground, in metres.
    pub(crate) fn clearance(&self) -> f64 {
        self.clearance
    }

    /// Metres between the finest samples.
    pub(crate) fn finest_spacing(&self) -> f64 {
        Address::spacing_of(self.finest())
    }

    /// Metres between the coarsest samples.
    pub(crate) fn coarsest_spacing(&self) -> f64 {
        Address::spacing_of(self.levels[1])
    }

    /// Horizontal distance in metres to the nearest point of a tile.
    fn nearest(&self, tile: &Address) -> f64 {
        let [x, y] = tile.bounds();
        let off = |[from, to]: [f64; 2], at: f64| (from - at).max(at - to).max(0.0);
        DVec2::new(off(x, self.eye.x), off(y, self.eye.y)).length()
    }

    /// Whether a tile's box may be inside the frustum.
    fn is_in_frustum(&self, tile: &Address, heights: Heights) -> bool {
        let [x, y] = tile.bounds();
        let z = [f64::from(heights.min), f64::from(heights.max)];
        // The corner of the box that is farthest along a direction, relative to the eye.
        let furthest = |normal: DVec3| {
            let pick = |along: f64, [from, to]: [f64; 2]| if along > 0.0 { to } else { from };
            DVec3::new(pick(normal.x, x), pick(normal.y, y), pick(normal.z, z)) - self.eye
        };
        let beyond = |&(normal, offset): &(DVec3, f64)| normal.dot(furthest(normal)) >= offset;
        self.sides.iter().all(beyond) && self.forward.dot(furthest(self.forward)) > 0.0
    }
}
