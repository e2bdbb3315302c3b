//! Selects the tiles of a planet for a picture.
//!
//! As on flat ground (`mesh/selector.rs`), a level is used from the distance at which its cells are a few pixels wide.
//! Towards the distance of the next coarser level, vertices morph onto the mesh of that level.

use glam::DVec3;
use orogen_engine::planet::{TileAddress, TileBounds};
use orogen_engine::query::DEEPEST_GROUND;

use super::ground::{finest_level, spacing};
use super::shot::Eye;
pub(super) use crate::mesh::TileStatus;
use crate::mesh::{MORPH_BEGIN, MORPH_END};

/// Smallest distance r at which a level is used, in units of the width of the level's cells. Where a tile meets finer tiles, the
/// tile's morph must not have begun. Finer tiles extend beyond r by at most a tile's diagonal, which is 64·√2 cells on level
/// ground. The tile's morph begins at 0.8 of the next level's distance, which is 2·r. So (2·0.8 − 1)·r ≥ 64·√2·√(1 + slope²). The
/// value suffices for slopes up to 1.8.
const MIN_CELLS: f64 = 320.0;

/// Selects tiles by distance and visibility.
#[derive(Clone, Debug)]
pub(super) struct TileSelector {
    eye: Eye,
    /// Side planes of the frustum: inward normals along the planet's axes.
    sides: [DVec3; 4],
    /// Distance in metres from which cells of 1 m are used.
    range: f64,
    finest: u8,
    /// Height below which nothing is visible.
    lowest: f64,
}

impl TileSelector {
    /// Creates the selector for a picture of this size. Cells measure at most `pixels` pixels and at least `finest_spacing`
    /// metres. `clearance` is the height of the eye above ground or water. Everything below `lowest` is hidden.
    pub(super) fn new(
        eye: Eye,
        size: [u32; 2],
        pixels: f64,
        finest_spacing: f64,
        clearance: f64,
        lowest: f64,
    ) -> Self {
        let camera = &eye.camera;
        let sides = camera.sides(size).map(|(normal, _)| eye.axes.to_planet(normal.to_array()));
        let pixel = camera.pixel(size[1], 1.0) * pixels;
        // Steep ground may be nearer to the eye than its nadir.
        let fine = (0.5 * pixel * clearance.max(0.05)).max(finest_spacing);
        let deepest = finest_level(eye.sphere);
        let finest = (0..deepest).find(|&level| spacing(eye.sphere, level) <= fine).unwrap_or(deepest);
        Self { eye, sides, range: (1.0 / pixel).max(MIN_CELLS), finest, lowest }
    }

    /// The status of a tile with these bounds of heights.
    pub(super) fn status(&self, tile: TileAddress, heights: [f64; 2]) -> TileStatus {
        // There is no ground near the planet's centre. Bounds that reach that far are not exact.
        let [least, most] = heights;
        let least = least.max(-DEEPEST_GROUND * self.eye.sphere.radius());
        let Ok(bounds) = TileBounds::new(self.eye.sphere, tile, [least, most.max(least)]) else {
            return TileStatus::Culled;
        };
        let eye = self.eye.position.to_array();
        if bounds.is_beyond_horizon(eye, self.lowest) || !self.is_in_frustum(&bounds) {
            TileStatus::Culled
        } else if tile.level() < self.finest && bounds.distance(eye) < self.min_distance(tile.level()) {
            TileStatus::Split
        } else {
            TileStatus::Drawn
        }
    }

    /// Distance from which a level is used.
    fn min_distance(&self, level: u8) -> f64 {
        self.range * spacing(self.eye.sphere, level)
    }

    /// Distances between which vertices of a level morph onto the next coarser mesh. `None` for the coarsest level.
    pub(super) fn morph(&self, level: u8) -> Option<[f64; 2]> {
        let next = self.min_distance(level.checked_sub(1)?);
        Some([MORPH_BEGIN * next, MORPH_END * next])
    }

    fn is_in_frustum(&self, bounds: &TileBounds) -> bool {
        let sphere = bounds.bounding_sphere();
        let from_eye = DVec3::from(sphere.centre) - self.eye.position;
        self.sides.iter().all(|side| side.dot(from_eye) >= -sphere.radius)
    }
}
