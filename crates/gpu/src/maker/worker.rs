//! The thread that has the device make tiles.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvError, Sender, TryRecvError};
use std::time::Duration;

use orogen::generate::maker::{Job, Preparation, Refusal};
use orogen::generate::tile::{Planes, Request};

use super::compiling::Task;
use super::{Errand, Ready, key, refusal};
use crate::pieces::{Piece, pieces};
use crate::ring::{Places, Ring};
use crate::shares::{ShareCache, TerrainKey};
use crate::{Gpu, GpuError};

/// Terrains that are kept ready, each for one spacing of one recipe.
const KEPT: usize = 64;
/// Runs of columns and of rows whose shares are kept: those of the tiles in view, and some around.
const SHARES: usize = 128;
/// How long the device is waited for before the next look at what else there is to do.
const WAIT: Duration = Duration::from_millis(1);

pub(super) struct Worker {
    errands: Receiver<Errand>,
    compiler: Sender<Task>,
    /// By what they are of, the last used last.
    terrains: Vec<(TerrainKey, Stage)>,
    ring: Ring<Piece>,
    shares: ShareCache,
    /// Tiles that are being made. Their pieces are begun, and so end, in this order.
    making: VecDeque<Making>,
    /// Why the device is of no use any more.
    lost: Option<GpuError>,
}

/// How far a terrain has come.
enum Stage {
    /// It is being made ready, and these tiles wait for that.
    Loading(Vec<Job>),
    Ready(Arc<Ready>),
    /// It cannot be made ready.
    Refused(Refusal),
}

/// A tile that is being made.
struct Making {
    job: Job,
    terrain: Arc<Ready>,
    planes: Planes,
    /// Pieces that are not begun.
    to_begin: VecDeque<Piece>,
    /// Pieces under way.
    under_way: usize,
}

impl Worker {
    pub(super) fn new(gpu: Gpu, errands: Receiver<Errand>, compiler: Sender<Task>) -> Self {
        Self {
            errands,
            compiler,
            terrains: Vec::new(),
            ring: Ring::new(gpu.clone()),
            shares: ShareCache::new(gpu, SHARES),
            making: VecDeque::new(),
            lost: None,
        }
    }

    /// Works until told to end. What is unfinished then reports itself when it is dropped.
    pub(super) fn run(mut self) {
        loop {
            let errand = match self.making.is_empty() {
                true => self.errands.recv().map_err(|RecvError| TryRecvError::Disconnected),
                false => self.errands.try_recv(),
            };
            match errand {
                Ok(Errand::Prepare(preparation)) => self.prepare(preparation),
                Ok(Errand::Make(job)) => self.make(job),
                Ok(Errand::Loaded(key, ready)) => self.loaded(key, ready),
                Ok(Errand::End) | Err(TryRecvError::Disconnected) => return,
                Err(TryRecvError::Empty) => {
                    if let Err(error) = self.advance() {
                        self.lose(&error);
                    }
                }
            }
        }
    }

    fn prepare(&self, preparation: Preparation) {
        match &self.lost {
            Some(error) => preparation.finish(Err(refusal(error))),
            None => drop(self.compiler.send(Task::Recipe(preparation))),
        }
    }

    fn make(&mut self, job: Job) {
        if let Some(error) = &self.lost {
            return job.finish(Err(refusal(error)));
        }
        let (revision, spacing) = (job.revision(), job.request().grid.spacing);
        let key = key(revision, spacing);
        let stage = match self.terrains.iter().position(|&(of, _)| of == key) {
            Some(at) => self.terrains.remove(at).1,
            None => match self.compiler.send(Task::Spacing(Arc::clone(revision), spacing)) {
                Ok(()) => Stage::Loading(Vec::new()),
                Err(_) => Stage::Refused(Refusal::Declined("its compiler has ended".to_owned())),
            },
        };
        let stage = match stage {
            Stage::Loading(mut waiting) => {
                waiting.push(job);
                Stage::Loading(waiting)
            }
            Stage::Ready(ready) => {
                self.making.push_back(Making::new(job, Arc::clone(&ready)));
                Stage::Ready(ready)
            }
            Stage::Refused(why) => {
                job.finish(Err(why.clone()));
                Stage::Refused(why)
            }
        };
        self.keep(key, stage);
    }

    /// Keeps a terrain as the one used last, and drops the one that was not used for longest; but none that tiles wait
    /// for.
    fn keep(&mut self, key: TerrainKey, stage: Stage) {
        self.terrains.push((key, stage));
        if self.terrains.len() > KEPT {
            let oldest = self.terrains.iter().position(|(_, stage)| !matches!(stage, Stage::Loading(_)));
            oldest.map(|at| self.terrains.remove(at));
        }
    }

    /// Takes a terrain that has been made ready, or cannot be, and begins with the tiles that waited for it.
    fn loaded(&mut self, key: TerrainKey, ready: Result<Arc<Ready>, Refusal>) {
        let before = self.terrains.iter().position(|&(of, _)| of == key);
        let before = before.map(|at| self.terrains.remove(at).1);
        let stage = match ready {
            Ok(ready) => Stage::Ready(ready),
            Err(why) => Stage::Refused(why),
        };
        self.keep(key, stage);
        if let Some(Stage::Loading(waiting)) = before {
            waiting.into_iter().for_each(|job| self.make(job));
        }
    }

    /// Gives the device more to do, and takes what it has done.
    fn advance(&mut self) -> Result<(), GpuError> {
        self.begin()?;
        let Self { ring, making, .. } = self;
        ring.take(Some(WAIT), |piece, planes| {
            if let Some(oldest) = making.iter_mut().find(|making| making.under_way > 0) {
                oldest.take(&piece, planes);
            }
        })?;
        self.finish();
        Ok(())
    }

    /// Begins as many pieces as can be under way.
    fn begin(&mut self) -> Result<(), GpuError> {
        for making in &mut self.making {
            if making.job.is_cancelled() {
                making.to_begin.clear();
            }
            let Ready { key, terrain, loaded } = &*making.terrain;
            while !self.ring.is_full()
                && let Some(piece) = making.to_begin.pop_front()
            {
                let grid = piece.grid(&making.job.request().grid);
                let columns = &self.shares.columns(*key, terrain, &grid)?;
                let rows = &self.shares.rows(*key, terrain, &grid)?;
                self.ring.begin(loaded, &Places { columns, rows, size: piece.size }, piece)?;
                making.under_way += 1;
            }
        }
        Ok(())
    }

    /// Hands over the tiles that are done.
    fn finish(&mut self) {
        while self.making.front().is_some_and(Making::is_done)
            && let Some(making) = self.making.pop_front()
        {
            match making.job.is_cancelled() {
                true => drop(making),
                false => making.job.finish(Ok(making.planes)),
            }
        }
    }

    /// Hands back all that is in hand: the device is lost.
    fn lose(&mut self, error: &GpuError) {
        let why = Refusal::Lost(error.to_string());
        let waiting = self.terrains.drain(..).flat_map(|(_, stage)| match stage {
            Stage::Loading(waiting) => waiting,
            Stage::Ready(_) | Stage::Refused(_) => Vec::new(),
        });
        let making = self.making.drain(..).map(|making| making.job);
        making.chain(waiting).for_each(|job| job.finish(Err(why.clone())));
        self.lost = Some(GpuError::Lost(error.to_string()));
    }
}

impl Making {
    fn new(job: Job, terrain: Arc<Ready>) -> Self {
        let Request { grid, slopes } = *job.request();
        let room = |wanted| vec![0.0; if wanted { grid.len() } else { 0 }];
        let planes = Planes { height: room(true), dx: room(slopes), dy: room(slopes) };
        let to_begin = pieces([grid.columns, grid.rows], terrain.loaded.weight).collect();
        Self { job, terrain, planes, to_begin, under_way: 0 }
    }

    /// Puts a piece where it belongs.
    fn take(&mut self, piece: &Piece, planes: &[f32]) {
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

    fn is_done(&self) -> bool {
        self.to_begin.is_empty() && self.under_way == 0
    }
}
