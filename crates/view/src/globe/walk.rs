//! Which tiles a picture of a planet is made of.
//!
//! As on flat ground (`mesh/walk.rs`): a level serves from the distance on at which its cells look as large as a few pixels
//! may be, and on its way to the distance of the next level a vertex moves onto that level's mesh.

use glam::DVec3;
use orogen::planet::{Bounds, TileAddress};
use orogen::query::DEEPEST_GROUND;

use super::ground::{finest, spacing};
use super::shot::Eye;
pub(super) use crate::mesh::Fate;
use crate::mesh::{ARRIVED, MORPH};

/// Least distance at which a cell serves, in cells. A tile that moves onto the next level's mesh must be out of it before the
/// next but one: with a diagonal of 64·√2 cells of the next level, and vertices that move from 0.8 of the way on,
/// (2·0.8 − 1)·r ≥ 64·√2·√(1 + slope²). This does for slopes of 1.8.
const LEAST: f64 = 320.0;

/// How a picture chooses its tiles.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    eye: Eye,
    /// Inward normals of the planes through the eye that bound the picture, as the planet has them.
    sides: [DVec3; 4],
    /// Distance from which a cell of one metre serves.
    range: f64,
    finest: u8,
    /// Nothing that is seen is lower.
    lowest: f64,
}

impl Walk {
    /// For a picture of so many columns and rows, whose cells measure so many pixels at most and `resolved` metres at least, from
    /// an eye so high above what covers the ground there; all that is lower than `lowest` is hidden.
    pub(super) fn new(
        eye: Eye,
        size: [u32; 2],
        pixels: f64,
        resolved: f64,
        clearance: f64,
        lowest: f64,
    ) -> Self {
        let camera = &eye.camera;
        let sides = camera.sides(size).map(|(normal, _)| eye.axes.on_planet(normal.to_array()));
        let pixel = camera.pixel(size[1], 1.0) * pixels;
        // What is below the eye may be steep, and nearer than the ground right below.
        let fine = (0.5 * pixel * clearance.max(0.05)).max(resolved);
        let deepest = finest(eye.sphere);
        let finest = (0..deepest).find(|&level| spacing(eye.sphere, level) <= fine).unwrap_or(deepest);
        Self { eye, sides, range: (1.0 / pixel).max(LEAST), finest, lowest }
    }

    /// What becomes of a tile that has such heights.
    pub(super) fn fate(&self, tile: TileAddress, heights: [f64; 2]) -> Fate {
        // Ground at the planet's centre is none; guesses that lead there are wrong.
        let [least, most] = heights;
        let least = least.max(-DEEPEST_GROUND * self.eye.sphere.radius());
        let Ok(bounds) = Bounds::new(self.eye.sphere, tile, [least, most.max(least)]) else {
            return Fate::Hidden;
        };
        let eye = self.eye.place.to_array();
        if bounds.is_beyond_horizon(eye, self.lowest) || !self.is_in_picture(&bounds) {
            Fate::Hidden
        } else if tile.level() < self.finest && bounds.distance(eye) < self.serves(tile.level()) {
            Fate::Cut
        } else {
            Fate::Drawn
        }
    }

    /// Distance from which a level serves.
    fn serves(&self, level: u8) -> f64 {
        self.range * spacing(self.eye.sphere, level)
    }

    /// Between which distances the vertices of a level move onto the next coarser level's mesh; the coarsest do not.
    pub(super) fn morph(&self, level: u8) -> Option<[f64; 2]> {
        let next = self.serves(level.checked_sub(1)?);
        Some([MORPH * next, ARRIVED * next])
    }

    fn is_in_picture(&self, bounds: &Bounds) -> bool {
        let sphere = bounds.bounding_sphere();
        let from_eye = DVec3::from(sphere.centre) - self.eye.place;
        self.sides.iter().all(|side| side.dot(from_eye) >= -sphere.radius)
    }
}
