//! A tile that is being made.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use orogen::generate::maker::{Job, Refusal};
use orogen::generate::tile::{Place, Planes, Request};
use orogen::planet::TileSamples;
use orogen::raster::Grid;

use super::{Ready, refusal};
use crate::patches::PatchPieces;
use crate::pieces::{Piece, pieces};
use crate::ring::{Places, Ring};
use crate::shares::{ShareCache, Uploaded};
use crate::{Gpu, GpuError};

pub(super) struct Making {
    pub(super) job: Job,
    terrain: Arc<Ready>,
    planes: Planes,
    to_begin: ToBegin,
    /// Parts under way.
    pub(super) under_way: usize,
    /// Whether there was no memory for it before.
    pub(super) is_again: bool,
}

/// What is not begun.
enum ToBegin {
    Grid(Grid, VecDeque<Piece>),
    Patch(PatchPieces),
}

/// A part of a tile that is under way.
pub(super) enum Part {
    /// It holds the shares that it reads.
    Grid(Piece, #[expect(dead_code, reason = "held while it is read")] [Uploaded; 2]),
    Patch(Range<usize>),
}

impl Making {
    /// Nothing, if there cannot be such a tile: then its job is finished.
    pub(super) fn new(job: Job, terrain: Arc<Ready>) -> Option<Self> {
        let Request { place, slopes } = *job.request();
        let room = |wanted| vec![0.0; if wanted { place.samples() } else { 0 }];
        let in_space = slopes && matches!(place, Place::Tile(_));
        let planes = Planes { height: room(true), dx: room(slopes), dy: room(slopes), dz: room(in_space) };
        let to_begin = match place {
            Place::Grid(grid) => Ok(ToBegin::Grid(grid, VecDeque::new())),
            Place::Tile(samples) => patch_of(samples, &terrain).map(ToBegin::Patch),
        };
        match to_begin {
            Ok(to_begin) => {
                let mut making = Self { job, terrain, planes, to_begin, under_way: 0, is_again: false };
                making.restart();
                Some(making)
            }
            Err(why) => {
                job.finish(Err(why));
                None
            }
        }
    }

    /// Has all parts to begin, whatever has become of those that were begun.
    pub(super) fn restart(&mut self) {
        match &mut self.to_begin {
            ToBegin::Grid(grid, left) => {
                *left = pieces([grid.columns, grid.rows], self.terrain.loaded.weight).collect();
            }
            ToBegin::Patch(left) => left.restart(),
        }
        self.under_way = 0;
    }

    /// Begins another part, if there is one that is wanted.
    pub(super) fn begin(
        &mut self,
        gpu: &Gpu,
        shares: &mut ShareCache,
        ring: &mut Ring<Part>,
    ) -> Result<bool, GpuError> {
        let Ready { key, terrain, loaded } = &*self.terrain;
        match &mut self.to_begin {
            ToBegin::Grid(_, left) if self.job.is_cancelled() => left.clear(),
            ToBegin::Patch(left) if self.job.is_cancelled() => left.give_up(),
            ToBegin::Grid(grid, left) => {
                let Some(piece) = left.pop_front() else { return Ok(false) };
                let shares = shares.get(*key, terrain, &piece.grid(grid))?;
                let [columns, rows] = &shares;
                let places = Places::Grid { columns, rows, size: piece.size };
                ring.begin(loaded, &places, Part::Grid(piece, shares.clone()))?;
                self.under_way += 1;
                return Ok(true);
            }
            ToBegin::Patch(left) => {
                let Some(samples) = left.next(loaded.weight) else { return Ok(false) };
                left.begin(gpu, ring, loaded, &samples, Part::Patch(samples.clone()))?;
                self.under_way += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts a part where it belongs.
    pub(super) fn take(&mut self, part: &Part, planes: &[f32]) {
        let Planes { height, dx, dy, dz } = &mut self.planes;
        let samples = match part {
            Part::Grid(piece, _) => piece.size[0] * piece.size[1],
            Part::Patch(samples) => samples.len(),
        };
        // Of heights alone, slopes are not kept.
        let wholes = [height, dx, dy, dz].into_iter();
        for (own, whole) in planes.chunks_exact(samples).zip(wholes).filter(|(_, whole)| !whole.is_empty()) {
            match (part, &self.to_begin) {
                (Part::Grid(piece, _), ToBegin::Grid(grid, _)) => piece.place(own, whole, grid.columns),
                (Part::Patch(samples), _) => whole[samples.clone()].copy_from_slice(own),
                (Part::Grid(..), ToBegin::Patch(_)) => unreachable!("parts come back to their tile"),
            }
        }
        self.under_way -= 1;
    }

    pub(super) fn is_done(&self) -> bool {
        let is_begun = match &self.to_begin {
            ToBegin::Grid(_, left) => left.is_empty(),
            ToBegin::Patch(left) => left.is_begun(),
        };
        is_begun && self.under_way == 0
    }

    /// Hands the tile over.
    pub(super) fn finish(self) {
        self.job.finish(Ok(self.planes));
    }
}

/// The samples of a planet's tile.
fn patch_of(samples: TileSamples, Ready { terrain, .. }: &Ready) -> Result<PatchPieces, Refusal> {
    let declined = |why: String| Refusal::Declined(why);
    let sphere = terrain.sphere().ok_or_else(|| declined("the terrain is no planet".to_owned()))?;
    let patch = samples.patch(sphere).map_err(|error| declined(error.to_string()))?;
    PatchPieces::new(terrain, patch).map_err(|error| refusal(&error))
}
