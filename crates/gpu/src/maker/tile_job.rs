//! A tile in progress.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use orogen_engine::generate::maker::{Job, Refusal};
use orogen_engine::generate::tile::{Planes, Request, TileLocation};
use orogen_engine::planet::TileSamples;
use orogen_engine::raster::Grid;

use super::{ReadyTerrain, refusal};
use crate::patches::PatchPieces;
use crate::pieces::{Piece, pieces};
use crate::ring::{Positions, Ring};
use crate::shares::{ShareCache, SharesBuffer};
use crate::{Gpu, GpuError};

pub(super) struct TileJob {
    pub(super) job: Job,
    terrain: Arc<ReadyTerrain>,
    planes: Planes,
    remaining: Remaining,
    /// Number of parts on the device.
    pub(super) in_flight: usize,
    /// Whether memory had run out at the first attempt.
    pub(super) is_retry: bool,
}

/// Parts that have not begun.
enum Remaining {
    Grid(Grid, VecDeque<Piece>),
    Patch(PatchPieces),
}

/// A part of a tile on the device.
pub(super) enum Part {
    /// A piece of a grid, with the shares that it reads.
    Grid(Piece, #[expect(dead_code, reason = "held while it is read")] [SharesBuffer; 2]),
    Patch(Range<usize>),
}

impl TileJob {
    /// Begins a tile. If the terrain cannot have this tile, finishes the job with the reason and returns `None`.
    pub(super) fn new(job: Job, terrain: Arc<ReadyTerrain>) -> Option<Self> {
        let Request { place, slopes } = *job.request();
        let room = |wanted| vec![0.0; if wanted { place.samples() } else { 0 }];
        let in_space = slopes && matches!(place, TileLocation::Tile(_));
        let planes = Planes { height: room(true), dx: room(slopes), dy: room(slopes), dz: room(in_space) };
        let remaining = match place {
            TileLocation::Grid(grid) => Ok(Remaining::Grid(grid, VecDeque::new())),
            TileLocation::Tile(samples) => patch_of(samples, &terrain).map(Remaining::Patch),
        };
        match remaining {
            Ok(remaining) => {
                let mut tile = Self { job, terrain, planes, remaining, in_flight: 0, is_retry: false };
                tile.restart();
                Some(tile)
            }
            Err(why) => {
                job.finish(Err(why));
                None
            }
        }
    }

    /// Starts over: no part has begun.
    pub(super) fn restart(&mut self) {
        match &mut self.remaining {
            Remaining::Grid(grid, left) => {
                *left = pieces([grid.columns, grid.rows], self.terrain.loaded.weight).collect();
            }
            Remaining::Patch(left) => left.restart(),
        }
        self.in_flight = 0;
    }

    /// Begins the next part, if there is one and the tile is still wanted.
    pub(super) fn begin(
        &mut self,
        gpu: &Gpu,
        shares: &mut ShareCache,
        ring: &mut Ring<Part>,
    ) -> Result<bool, GpuError> {
        let ReadyTerrain { key, terrain, loaded } = &*self.terrain;
        match &mut self.remaining {
            Remaining::Grid(_, left) if self.job.is_cancelled() => left.clear(),
            Remaining::Patch(left) if self.job.is_cancelled() => left.cancel(),
            Remaining::Grid(grid, left) => {
                let Some(piece) = left.pop_front() else { return Ok(false) };
                let shares = shares.get(*key, terrain, &piece.grid(grid))?;
                let [columns, rows] = &shares;
                let positions = Positions::Grid { columns, rows, size: piece.size };
                ring.begin(loaded, &positions, Part::Grid(piece, shares.clone()))?;
                self.in_flight += 1;
                return Ok(true);
            }
            Remaining::Patch(left) => {
                let Some(samples) = left.next(loaded.weight) else { return Ok(false) };
                left.begin(gpu, ring, loaded, &samples, Part::Patch(samples.clone()))?;
                self.in_flight += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Copies the result of a part into the tile.
    pub(super) fn take(&mut self, part: &Part, planes: &[f32]) {
        let Planes { height, dx, dy, dz } = &mut self.planes;
        let samples = match part {
            Part::Grid(piece, _) => piece.size[0] * piece.size[1],
            Part::Patch(samples) => samples.len(),
        };
        // A tile without slopes has no planes for them.
        let wholes = [height, dx, dy, dz].into_iter();
        for (own, whole) in planes.chunks_exact(samples).zip(wholes).filter(|(_, whole)| !whole.is_empty()) {
            match (part, &self.remaining) {
                (Part::Grid(piece, _), Remaining::Grid(grid, _)) => piece.copy_into(own, whole, grid.columns),
                (Part::Patch(samples), _) => whole[samples.clone()].copy_from_slice(own),
                (Part::Grid(..), Remaining::Patch(_)) => unreachable!("a part belongs to its tile"),
            }
        }
        self.in_flight -= 1;
    }

    pub(super) fn is_done(&self) -> bool {
        let is_begun = match &self.remaining {
            Remaining::Grid(_, left) => left.is_empty(),
            Remaining::Patch(left) => left.is_begun(),
        };
        is_begun && self.in_flight == 0
    }

    /// Hands over the finished tile.
    pub(super) fn finish(self) {
        self.job.finish(Ok(self.planes));
    }
}

/// The samples of a planet's tile.
fn patch_of(
    samples: TileSamples,
    ReadyTerrain { terrain, .. }: &ReadyTerrain,
) -> Result<PatchPieces, Refusal> {
    let declined = |why: String| Refusal::Declined(why);
    let sphere = terrain.sphere().ok_or_else(|| declined("the terrain is not a planet".to_owned()))?;
    let patch = samples.patch(sphere).map_err(|error| declined(error.to_string()))?;
    PatchPieces::new(terrain, patch).map_err(|error| refusal(&error))
}
