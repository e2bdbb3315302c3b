//! The tiles that are at hand, and how those that lack are made.

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen::bounds::Bounds;
use orogen::generate::SharedImages;
use orogen::generate::tile::Place;
use orogen::level::Level;
use orogen::lod::samples_of;
use orogen::patch::Relief;
use orogen::planet::{Face, Sphere, TileAddress};
use orogen::recipe::Recipe;
use orogen::terrain::Terrain;
use rayon::prelude::*;

use super::ground::{CELLS, GlobeGround, spacing};
use super::walk::{Fate, Walk};
use crate::mesh::margin;
use crate::{Progress, ViewError, Watch};

/// Tiles that are kept, 70 kB each and more, while a picture needs no more.
const KEPT: usize = 4000;

/// Tiles that are made before progress is told.
const AT_ONCE: usize = 64;

/// A tile at hand.
#[derive(Debug)]
pub(super) struct Held {
    /// With the fields that materials look at.
    pub(super) relief: Relief<f32>,
    /// What its quarters may have.
    pub(super) heights: [f64; 2],
    /// The picture that it was needed in last.
    used: u64,
}

/// The tiles that are at hand.
pub(super) struct Tiles {
    recipe: Arc<Recipe>,
    images: SharedImages,
    sphere: Sphere,
    /// The lowest and the highest that the recipe can have.
    ends: [f64; 2],
    terrains: BTreeMap<u8, Terrain>,
    held: BTreeMap<TileAddress, Held>,
    /// Number of the picture.
    picture: u64,
}

/// What a walk comes to.
#[derive(Default)]
struct Found {
    drawn: Vec<TileAddress>,
    lacking: Vec<TileAddress>,
}

impl Tiles {
    pub(super) fn new(ground: &GlobeGround) -> Self {
        let (recipe, images) = (Arc::clone(&ground.recipe), Arc::clone(&ground.images));
        let (sphere, ends) = (ground.sphere(), ground.interval());
        Self { recipe, images, sphere, ends, terrains: BTreeMap::new(), held: BTreeMap::new(), picture: 0 }
    }

    /// Takes the same ground with other strokes within a box: tiles elsewhere stay.
    pub(super) fn sculpt(&mut self, ground: &GlobeGround, changed: &Bounds) {
        let sphere = ground.sphere();
        self.held.retain(|&tile, _| !Place::from(samples_of(tile)).bounds(Some(sphere)).meets(changed));
        let (held, picture) = (std::mem::take(&mut self.held), self.picture);
        *self = Self { held, picture, ..Self::new(ground) };
    }

    pub(super) fn get(&self, tile: TileAddress) -> Option<&Held> {
        self.held.get(&tile)
    }

    /// The tiles that a walk finds, in their order; those that lack are made. `progress` is told how many are there, and how
    /// many are known to be needed.
    pub(super) fn gather(
        &mut self,
        walk: &Walk,
        progress: &mut Watch<'_>,
    ) -> Result<Vec<TileAddress>, ViewError> {
        self.begin();
        // A picture that is given up is none: the one before it is the last again.
        self.found(walk, progress).inspect_err(|_| self.picture -= 1)
    }

    fn found(&mut self, walk: &Walk, progress: &mut Watch<'_>) -> Result<Vec<TileAddress>, ViewError> {
        loop {
            let mut found = Found::default();
            for face in Face::ALL {
                self.visit(walk, TileAddress::root(face), None, &mut found);
            }
            if found.lacking.is_empty() {
                return Ok(found.drawn);
            }
            let (drawn, known) = (found.drawn.len(), found.drawn.len() + found.lacking.len());
            for (done, some) in found.lacking.chunks(AT_ONCE).enumerate() {
                Progress::Tiles { done: drawn + done * AT_ONCE, known }.tell(progress)?;
                self.make(some)?;
            }
        }
    }

    /// Begins another picture: of what those before needed, the rest may go.
    fn begin(&mut self) {
        self.picture += 1;
        if self.held.len() > KEPT {
            let last = self.picture - 1;
            self.held.retain(|tile, held| tile.level() == 0 || held.used >= last);
        }
    }

    /// Goes down from a tile whose heights are known by its parent's at most.
    fn visit(&mut self, walk: &Walk, tile: TileAddress, parent: Option<[f64; 2]>, found: &mut Found) {
        if parent.is_some_and(|heights| walk.fate(tile, heights) == Fate::Hidden) {
            return;
        }
        let picture = self.picture;
        let Some(held) = self.held.get_mut(&tile) else {
            found.lacking.push(tile);
            return;
        };
        held.used = picture;
        let heights = held.heights;
        match walk.fate(tile, heights) {
            Fate::Hidden => {}
            Fate::Drawn => found.drawn.push(tile),
            Fate::Cut => {
                for child in tile.children().into_iter().flatten() {
                    self.visit(walk, child, Some(heights), found);
                }
            }
        }
    }

    fn make(&mut self, tiles: &[TileAddress]) -> Result<(), ViewError> {
        for level in tiles.iter().map(|tile| tile.level()) {
            if let std::collections::btree_map::Entry::Vacant(room) = self.terrains.entry(level) {
                let spacing = spacing(self.sphere, level);
                room.insert(Terrain::with_materials(&self.recipe, &*self.images, spacing)?);
            }
        }
        let (terrains, sphere, picture, ends) = (&self.terrains, self.sphere, self.picture, self.ends);
        let made = tiles.par_iter().map(|&tile| {
            let patch = samples_of(tile)
                .patch(sphere)
                .unwrap_or_else(|_| unreachable!("levels end before units are too coarse"));
            let terrain = &terrains[&tile.level()];
            let relief = terrain.patch(Level::best(), &patch);
            let relief = relief.unwrap_or_else(|_| unreachable!("planets do not repeat"));
            let heights = heights(&relief, spacing(sphere, tile.level()), ends);
            (tile, Held { relief, heights, used: picture })
        });
        self.held.par_extend(made);
        Ok(())
    }
}

/// The heights that a tile's quarters may have: its own, and what lies between its samples, within the recipe's own `ends`. Where
/// half of a tile is as wide as these are apart, just these: what is too fine for so coarse a level may be all there is.
fn heights(relief: &Relief<f32>, spacing: f64, ends: [f64; 2]) -> [f64; 2] {
    // Single precision is not held to the bounds of exact numbers.
    let slack = 1e-6 * ends[0].abs().max(ends[1].abs()) + 1e-3;
    let ends = [ends[0] - slack, ends[1] + slack];
    if ends[1] - ends[0] <= 0.5 * CELLS as f64 * spacing {
        return ends;
    }
    let (mut least, mut most, mut steepest) = (f32::INFINITY, f32::NEG_INFINITY, 0.0_f32);
    let [dx, dy, dz] = &relief.slopes;
    for (k, &height) in relief.height.iter().enumerate() {
        (least, most) = (least.min(height), most.max(height));
        steepest = steepest.max(dx[k] * dx[k] + dy[k] * dy[k] + dz[k] * dz[k]);
    }
    let margin = margin(f64::from(steepest).sqrt(), spacing);
    let [least, most] = [least, most].map(f64::from);
    [(least - margin).max(ends[0]).min(least), (most + margin).min(ends[1]).max(most)]
}
