//! Which tiles a picture is made of.
//!
//! A level serves from the distance on at which its cells look as large as a few pixels may be; a tile all of which is
//! further away is drawn, and one that is not is cut in four. On its way to the distance from which the next level
//! serves, a vertex moves onto that level's mesh (F. Strugar, "Continuous distance-dependent level of detail for
//! rendering heightmaps", 2009): where tiles of two levels meet, both have the same vertices, to the bit.
//!
//! The distance is that along the ground, joined with the eye's height above the highest ground, so that it depends on
//! nothing but a vertex's place; it is never more than the true one.

use glam::{DVec2, DVec3};

use super::address::{Address, CELLS};
use crate::camera::Camera;

/// From which share of the distance to the next level on vertices move.
pub(crate) const MORPH: f64 = 0.8;

/// Where they have arrived: a hair before, lest rounding lets two levels differ at their border.
pub(crate) const ARRIVED: f64 = 0.998;

/// Least distance at which a cell serves, in cells. A tile that moves onto the next level's mesh must be out of it
/// before the next but one: with a tile's diagonal of 64·√2 cells of the next level, and vertices that move from
/// 0.8 of the way on, (2·0.8 − 1)·r ≥ 64·√2.
const LEAST: f64 = 160.0;

/// Greatest distance at which a cell serves, in cells, and by how many levels tiles differ at most: so vertices are less than
/// 2²⁴ cells from where tiles are counted from, half of one of the coarsest cells away at most, and single precision says
/// exactly where.
const MOST: f64 = 4_194_304.0;
const FINER: i32 = 23;

/// How a picture chooses its tiles.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    eye: DVec3,
    /// Metres of the eye above the highest ground, at least 0.
    clearance: f64,
    /// Distance from which a cell of one metre serves.
    range: f64,
    /// The one level of a picture with parallel rays.
    only: Option<i32>,
    /// Inward normals of the planes through the eye that bound the picture, and how far from the eye they pass.
    sides: [(DVec3, f64); 4],
    forward: DVec3,
    /// Levels of the finest and coarsest tiles.
    levels: [i32; 2],
    reach: f64,
}

/// Heights that a tile may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Heights {
    pub(crate) min: f32,
    pub(crate) max: f32,
}

/// What becomes of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Hidden,
    Drawn,
    Cut,
}

impl Walk {
    /// For a picture of so many columns and rows, whose cells measure so many pixels at most, of ground no higher than
    /// `top` and no finer than level `finest`, up to `reach` metres away.
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
        let range = (1.0 / pixel).clamp(LEAST, MOST);
        // The coarsest tiles are as large as a quarter of the whole.
        let coarsest = libm::log2(reach / (2.0 * CELLS as f64)).ceil() as i32;
        let finest = only.unwrap_or(finest).max(coarsest - FINER);
        let levels = [finest, coarsest.max(finest)];
        Self { eye, clearance: (eye.z - top).max(0.0), range, only, sides, forward, levels, reach }
    }

    /// The tiles that a walk begins with.
    pub(crate) fn roots(&self) -> Vec<Address> {
        let corner = |sign: f64| [self.eye.x + sign * self.reach, self.eye.y + sign * self.reach];
        let (first, last) =
            (Address::at(self.levels[1], corner(-1.0)), Address::at(self.levels[1], corner(1.0)));
        let row = |y| (first.x..=last.x).map(move |x| Address { x, y, ..first });
        (first.y..=last.y).flat_map(row).collect()
    }

    /// What becomes of a tile that has such heights.
    pub(crate) fn fate(&self, tile: &Address, heights: Heights) -> Fate {
        let nearest = self.nearest(tile);
        if nearest > self.reach || !self.may_be_seen(tile, heights) {
            Fate::Hidden
        } else if tile.level > self.finest() && self.wants_finer(tile.level, nearest) {
            Fate::Cut
        } else {
            Fate::Drawn
        }
    }

    fn finest(&self) -> i32 {
        self.levels[0]
    }

    fn wants_finer(&self, level: i32, nearest: f64) -> bool {
        match self.only {
            Some(only) => level > only,
            None => nearest.hypot(self.clearance) < self.served_from(level),
        }
    }

    /// The distance from which on a level's tiles serve.
    fn served_from(&self, level: i32) -> f64 {
        self.range * Address::spacing_of(level)
    }

    /// At which distances vertices of a level begin to move, and arrive; none where there is nowhere to go.
    pub(crate) fn morph(&self, level: i32) -> Option<[f64; 2]> {
        let next = self.served_from(level + 1);
        (self.only.is_none() && level < self.levels[1]).then_some([MORPH * next, ARRIVED * next])
    }

    /// Metres of the eye above the highest ground.
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

    /// Metres along the ground to the nearest point of a tile.
    fn nearest(&self, tile: &Address) -> f64 {
        let [x, y] = tile.bounds();
        let off = |[from, to]: [f64; 2], at: f64| (from - at).max(at - to).max(0.0);
        DVec2::new(off(x, self.eye.x), off(y, self.eye.y)).length()
    }

    /// Whether a tile's box is not on the far side of one of the picture's bounds.
    fn may_be_seen(&self, tile: &Address, heights: Heights) -> bool {
        let [x, y] = tile.bounds();
        let z = [f64::from(heights.min), f64::from(heights.max)];
        // The corner that is furthest along a direction, from the eye.
        let furthest = |normal: DVec3| {
            let pick = |along: f64, [from, to]: [f64; 2]| if along > 0.0 { to } else { from };
            DVec3::new(pick(normal.x, x), pick(normal.y, y), pick(normal.z, z)) - self.eye
        };
        let beyond = |&(normal, offset): &(DVec3, f64)| normal.dot(furthest(normal)) >= offset;
        self.sides.iter().all(beyond) && self.forward.dot(furthest(self.forward)) > 0.0
    }
}
