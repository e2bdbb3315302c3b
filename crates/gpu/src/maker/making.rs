//! A tile that is being made.

use std::collections::VecDeque;
use std::sync::Arc;

use orogen::generate::maker::Job;
use orogen::generate::tile::{Planes, Request};

use super::Ready;
use crate::pieces::{Piece, pieces};

pub(super) struct Making {
    pub(super) job: Job,
    pub(super) terrain: Arc<Ready>,
    pub(super) planes: Planes,
    /// Pieces that are not begun.
    pub(super) to_begin: VecDeque<Piece>,
    /// Pieces under way.
    pub(super) under_way: usize,
    /// Whether there was no memory for it before.
    pub(super) is_again: bool,
}

impl Making {
    pub(super) fn new(job: Job, terrain: Arc<Ready>) -> Self {
        let Request { grid, slopes } = *job.request();
        let room = |wanted| vec![0.0; if wanted { grid.len() } else { 0 }];
        let planes = Planes { height: room(true), dx: room(slopes), dy: room(slopes) };
        let to_begin = VecDeque::new();
        let mut making = Self { job, terrain, planes, to_begin, under_way: 0, is_again: false };
        making.restart();
        making
    }

    /// Has all pieces to begin, whatever has become of those that were begun.
    pub(super) fn restart(&mut self) {
        let grid = &self.job.request().grid;
        self.to_begin = pieces([grid.columns, grid.rows], self.terrain.loaded.weight).collect();
        self.under_way = 0;
    }

    /// Puts a piece where it belongs.
    pub(super) fn take(&mut self, piece: &Piece, planes: &[f32]) {
        let Planes { height, dx, dy } = &mut self.planes;
        let samples = planes.chunks_exact(piece.size[0] * piece.size[1]);
        for (samples, whole) in samples.zip([height, dx, dy]) {
            // Of heights alone, slopes are not kept.
            if !whole.is_empty() {
                piece.place(samples, whole, self.job.request().grid.columns);
            }
        }
        self.under_way -= 1;
    }

    pub(super) fn is_done(&self) -> bool {
        self.to_begin.is_empty() && self.under_way == 0
    }
}
