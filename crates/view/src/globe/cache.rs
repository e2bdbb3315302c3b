//! The cache of a planet's tiles, and the generation of missing ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen_engine::bounds::Bounds;
use orogen_engine::generate::SharedImages;
use orogen_engine::generate::tile::TileLocation;
use orogen_engine::level::Level;
use orogen_engine::lod::samples_of;
use orogen_engine::patch::PatchSamples;
use orogen_engine::planet::{Face, Sphere, TileAddress};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Terrain;
use rayon::prelude::*;

use super::ground::{CELLS, GlobeGround, spacing};
use super::selector::{TileSelector, TileStatus};
use crate::mesh::height_margin;
use crate::{Progress, ProgressCallback, ViewError};

/// Number of tiles that stay in the cache. Each has at least 70 kB. A picture may need more tiles.
const CAPACITY: usize = 4000;

/// Tiles that are generated between two progress reports.
const BATCH: usize = 64;

/// A tile in the cache.
#[derive(Debug)]
pub(super) struct CachedTile {
    /// The samples of the tile, with the fields that materials read.
    pub(super) relief: PatchSamples<f32>,
    /// Bounds of the heights in this tile and its descendants.
    pub(super) heights: [f64; 2],
    /// Number of the last picture that used the tile.
    used: u64,
}

/// The tiles in memory.
pub(super) struct TileCache {
    recipe: Arc<Recipe>,
    images: SharedImages,
    sphere: Sphere,
    /// Bounds of all heights of the recipe.
    height_bounds: [f64; 2],
    terrains: BTreeMap<u8, Terrain>,
    cached: BTreeMap<TileAddress, CachedTile>,
    /// Number of the current picture.
    picture: u64,
}

/// The result of one traversal of the quadtrees.
#[derive(Default)]
struct Traversal {
    drawn: Vec<TileAddress>,
    missing: Vec<TileAddress>,
}

impl TileCache {
    pub(super) fn new(ground: &GlobeGround) -> Self {
        let (recipe, images) = (Arc::clone(&ground.recipe), Arc::clone(&ground.images));
        let (sphere, height_bounds) = (ground.sphere(), ground.interval());
        Self {
            recipe,
            images,
            sphere,
            height_bounds,
            terrains: BTreeMap::new(),
            cached: BTreeMap::new(),
            picture: 0,
        }
    }

    /// Replaces the ground by the same ground with other strokes in a box. Drops the tiles in the box.
    pub(super) fn sculpt(&mut self, ground: &GlobeGround, changed: &Bounds) {
        let sphere = ground.sphere();
        self.cached
            .retain(|&tile, _| !TileLocation::from(samples_of(tile)).bounds(Some(sphere)).meets(changed));
        let (cached, picture) = (std::mem::take(&mut self.cached), self.picture);
        *self = Self { cached, picture, ..Self::new(ground) };
    }

    pub(super) fn get(&self, tile: TileAddress) -> Option<&CachedTile> {
        self.cached.get(&tile)
    }

    /// The tiles that the selector draws, in traversal order. Missing tiles are generated. `progress` reports the number of
    /// tiles loaded and the number known so far.
    pub(super) fn load(
        &mut self,
        selector: &TileSelector,
        progress: &mut ProgressCallback<'_>,
    ) -> Result<Vec<TileAddress>, ViewError> {
        self.begin_picture();
        // A cancelled picture is not counted.
        self.load_missing(selector, progress).inspect_err(|_| self.picture -= 1)
    }

    fn load_missing(
        &mut self,
        selector: &TileSelector,
        progress: &mut ProgressCallback<'_>,
    ) -> Result<Vec<TileAddress>, ViewError> {
        loop {
            let mut traversal = Traversal::default();
            for face in Face::ALL {
                self.visit(selector, TileAddress::root(face), None, &mut traversal);
            }
            if traversal.missing.is_empty() {
                return Ok(traversal.drawn);
            }
            let (drawn, known) = (traversal.drawn.len(), traversal.drawn.len() + traversal.missing.len());
            for (done, batch) in traversal.missing.chunks(BATCH).enumerate() {
                Progress::Tiles { done: drawn + done * BATCH, known }.report(progress)?;
                self.generate(batch)?;
            }
        }
    }

    /// Begins another picture. A full cache drops tiles that the last picture did not use.
    fn begin_picture(&mut self) {
        self.picture += 1;
        if self.cached.len() > CAPACITY {
            let last = self.picture - 1;
            self.cached.retain(|tile, cached| tile.level() == 0 || cached.used >= last);
        }
    }

    /// Visits a tile and its descendants. `parent` has the bounds of the parent's heights.
    fn visit(
        &mut self,
        selector: &TileSelector,
        tile: TileAddress,
        parent: Option<[f64; 2]>,
        traversal: &mut Traversal,
    ) {
        if parent.is_some_and(|heights| selector.status(tile, heights) == TileStatus::Culled) {
            return;
        }
        let picture = self.picture;
        let Some(cached) = self.cached.get_mut(&tile) else {
            traversal.missing.push(tile);
            return;
        };
        cached.used = picture;
        let heights = cached.heights;
        match selector.status(tile, heights) {
            TileStatus::Culled => {}
            TileStatus::Drawn => traversal.drawn.push(tile),
            TileStatus::Split => {
                for child in tile.children().into_iter().flatten() {
                    self.visit(selector, child, Some(heights), traversal);
                }
            }
        }
    }

    fn generate(&mut self, tiles: &[TileAddress]) -> Result<(), ViewError> {
        for level in tiles.iter().map(|tile| tile.level()) {
            if let std::collections::btree_map::Entry::Vacant(entry) = self.terrains.entry(level) {
                let spacing = spacing(self.sphere, level);
                entry.insert(Terrain::with_materials(&self.recipe, &*self.images, spacing)?);
            }
        }
        let (terrains, sphere, picture, height_bounds) =
            (&self.terrains, self.sphere, self.picture, self.height_bounds);
        let generated = tiles.par_iter().map(|&tile| {
            let patch = samples_of(tile)
                .patch(sphere)
                .unwrap_or_else(|_| unreachable!("levels are limited by the unit of positions"));
            let terrain = &terrains[&tile.level()];
            let relief = terrain.patch(Level::best(), &patch);
            let relief = relief.unwrap_or_else(|_| unreachable!("planets are not periodic"));
            let heights = heights(&relief, spacing(sphere, tile.level()), height_bounds);
            (tile, CachedTile { relief, heights, used: picture })
        });
        self.cached.par_extend(generated);
        Ok(())
    }
}

/// Bounds of the heights in a tile and its descendants: its samples with a margin, within the recipe's bounds `height_bounds`. If
/// the recipe's bounds are less than half a tile's width apart, they are the result, since a coarse level may lack all fine
/// detail.
fn heights(relief: &PatchSamples<f32>, spacing: f64, height_bounds: [f64; 2]) -> [f64; 2] {
    // Heights in single precision may exceed the exact bounds a little.
    let slack = 1e-6 * height_bounds[0].abs().max(height_bounds[1].abs()) + 1e-3;
    let height_bounds = [height_bounds[0] - slack, height_bounds[1] + slack];
    if height_bounds[1] - height_bounds[0] <= 0.5 * CELLS as f64 * spacing {
        return height_bounds;
    }
    let (mut least, mut most, mut steepest) = (f32::INFINITY, f32::NEG_INFINITY, 0.0_f32);
    let [dx, dy, dz] = &relief.slopes;
    for (k, &height) in relief.height.iter().enumerate() {
        (least, most) = (least.min(height), most.max(height));
        steepest = steepest.max(dx[k] * dx[k] + dy[k] * dy[k] + dz[k] * dz[k]);
    }
    let height_margin = height_margin(f64::from(steepest).sqrt(), spacing);
    let [least, most] = [least, most].map(f64::from);
    [
        (least - height_margin).max(height_bounds[0]).min(least),
        (most + height_margin).min(height_bounds[1]).max(most),
    ]
}
