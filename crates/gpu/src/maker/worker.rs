//! The thread that computes tiles on the device.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvError, SendError, Sender, TryRecvError};
use std::time::Duration;

use orogen_engine::generate::maker::{Job, Preparation, Refusal};

use super::compile_thread::{CompileJob, CompileMessage, CompileTarget, LoadError};
use super::tile_job::{Part, TileJob};
use super::{Message, ReadyTerrain, key, refusal};
use crate::lru_cache::{CacheEntry, LruCache};
use crate::ring::Ring;
use crate::shares::{SHARE_BYTES, ShareCache, TerrainKey};
use crate::{Gpu, GpuError};

/// Size of the cache of compiled terrains, in bytes. Each terrain is for one spacing of one recipe. It takes 64 KiB for
/// numbers, and memory for the pixels of its pictures, which all terrains of a recipe share.
const TERRAIN_BYTES: u64 = 256 << 20;
/// How long to wait for the device before the worker looks for messages again.
const WAIT: Duration = Duration::from_millis(1);

pub(super) struct Worker {
    gpu: Gpu,
    messages: Receiver<Message>,
    compiler: Sender<CompileMessage>,
    terrains: LruCache<TerrainKey, TerrainState>,
    ring: Ring<Part>,
    shares: ShareCache,
    /// Tiles in progress. Their pieces begin and finish in this order.
    tiles: VecDeque<TileJob>,
    /// If the device is lost, the reason.
    lost: Option<GpuError>,
}

/// The state of a terrain.
enum TerrainState {
    /// The terrain is being compiled. These tiles wait for it.
    Loading(Vec<Job>),
    Ready(Arc<ReadyTerrain>),
    /// The terrain cannot be compiled.
    Refused(Refusal),
}

impl CacheEntry for TerrainState {
    fn buffers(&self) -> Vec<&wgpu::Buffer> {
        let Self::Ready(ready) = self else { return Vec::new() };
        let numbers = &ready.loaded.numbers;
        vec![&numbers.near, &numbers.far, &numbers.tables]
    }

    fn is_in_use(&self) -> bool {
        match self {
            Self::Loading(_) => true,
            Self::Ready(ready) => Arc::strong_count(ready) > 1,
            Self::Refused(_) => false,
        }
    }
}

impl Worker {
    pub(super) fn new(gpu: Gpu, messages: Receiver<Message>, compiler: Sender<CompileMessage>) -> Self {
        Self {
            messages,
            compiler,
            terrains: LruCache::new(TERRAIN_BYTES),
            ring: Ring::new(gpu.clone()),
            shares: ShareCache::new(gpu.clone(), SHARE_BYTES),
            gpu,
            tiles: VecDeque::new(),
            lost: None,
        }
    }

    /// Runs until the end message. Unfinished jobs are then dropped, and a dropped job is reported as declined.
    pub(super) fn run(mut self) {
        loop {
            let message = match self.tiles.is_empty() {
                true => self.messages.recv().map_err(|RecvError| TryRecvError::Disconnected),
                false => self.messages.try_recv(),
            };
            match message {
                Ok(Message::Prepare(preparation)) => self.prepare(preparation),
                Ok(Message::Make(job)) => self.make(job),
                Ok(Message::Loaded(job, loaded)) => self.loaded(job, loaded),
                Ok(Message::End) | Err(TryRecvError::Disconnected) => return,
                Err(TryRecvError::Empty) => {
                    if let Err((at, error)) = self.advance() {
                        self.failed(at, &error);
                    }
                }
            }
        }
    }

    fn prepare(&self, preparation: Preparation) {
        match &self.lost {
            Some(error) => preparation.finish(Err(refusal(error))),
            None => drop(self.load(CompileTarget::Recipe(preparation), false)),
        }
    }

    /// Requests the compilation of a terrain. Returns the job if the compiler has ended.
    fn load(&self, target: CompileTarget, is_retry: bool) -> Result<(), CompileJob> {
        self.compiler.send(CompileMessage::Load(CompileJob { target, is_retry })).or_else(
            |SendError(order)| match order {
                CompileMessage::Load(job) => Err(job),
                CompileMessage::Clear => Ok(()),
            },
        )
    }

    fn make(&mut self, job: Job) {
        if let Some(error) = &self.lost {
            return job.finish(Err(refusal(error)));
        }
        let (revision, spacing) = (job.revision(), job.spacing());
        let key = key(revision, spacing);
        let state = match self.terrains.take(&key) {
            Some(state) => state,
            None => match self.load(CompileTarget::Spacing(Arc::clone(revision), spacing), false) {
                Ok(()) => TerrainState::Loading(Vec::new()),
                Err(_) => TerrainState::Refused(Refusal::Declined("the compiler has ended".to_owned())),
            },
        };
        let state = match state {
            TerrainState::Loading(mut waiting) => {
                waiting.push(job);
                TerrainState::Loading(waiting)
            }
            TerrainState::Ready(ready) => {
                self.tiles.extend(TileJob::new(job, Arc::clone(&ready)));
                TerrainState::Ready(ready)
            }
            TerrainState::Refused(why) => {
                job.finish(Err(why.clone()));
                TerrainState::Refused(why)
            }
        };
        self.terrains.insert(key, state);
    }

    /// Receives a compiled terrain, or its error, and starts the tiles that waited for it. If memory had run out, frees as
    /// much as possible and tries once more. If that fails, a later request may try again.
    fn loaded(&mut self, job: CompileJob, loaded: Result<Arc<ReadyTerrain>, LoadError>) {
        if matches!(loaded, Err(LoadError::OutOfMemory)) && !job.is_retry && self.lost.is_none() {
            self.free();
            if let Err(job) = self.load(job.target, true) {
                self.loaded(job, loaded);
            }
            return;
        }
        let (revision, spacing) = job.target.terrain();
        let key = key(revision, spacing);
        let waiting = match self.terrains.take(&key) {
            Some(TerrainState::Loading(waiting)) => waiting,
            _ => Vec::new(),
        };
        let outcome = match loaded {
            Ok(ready) => {
                self.terrains.insert(key, TerrainState::Ready(ready));
                Ok(())
            }
            Err(LoadError::Refused(why)) => {
                self.terrains.insert(key, TerrainState::Refused(why.clone()));
                Err(why)
            }
            Err(LoadError::OutOfMemory) => Err(refusal(&GpuError::OutOfMemory)),
        };
        for job in waiting {
            match &outcome {
                Ok(()) => self.make(job),
                Err(why) => job.finish(Err(why.clone())),
            }
        }
        if let CompileTarget::Recipe(preparation) = job.target {
            preparation.finish(outcome);
        }
    }

    /// Submits more work and reads back finished work. An error comes with the index of its tile.
    fn advance(&mut self) -> Result<(), (usize, GpuError)> {
        for at in 0..self.tiles.len() {
            self.begin(at).map_err(|error| (at, error))?;
        }
        let oldest = self.tiles.iter().position(|tile| tile.in_flight > 0).unwrap_or_default();
        let tile = self.tiles.get_mut(oldest);
        let taken = self.ring.take(Some(WAIT), |part, planes| {
            tile.into_iter().for_each(|tile| tile.take(&part, planes));
        });
        taken.map_err(|error| (oldest, error))?;
        self.finish();
        Ok(())
    }

    /// Begins parts of a tile until the ring is full.
    fn begin(&mut self, at: usize) -> Result<(), GpuError> {
        let tile = &mut self.tiles[at];
        while !self.ring.is_full() && tile.begin(&self.gpu, &mut self.shares, &mut self.ring)? {}
        Ok(())
    }

    /// Hands over finished tiles.
    fn finish(&mut self) {
        while self.tiles.front().is_some_and(TileJob::is_done)
            && let Some(tile) = self.tiles.pop_front()
        {
            match tile.job.is_cancelled() {
                true => drop(tile),
                false => tile.finish(),
            }
        }
    }

    /// Handles an error. If memory ran out, the tile is tried once more with all memory freed, and then declined. Any
    /// other error means that the device is lost.
    fn failed(&mut self, at: usize, error: &GpuError) {
        if *error != GpuError::OutOfMemory {
            return self.lose(error);
        }
        match self.tiles.get_mut(at) {
            Some(tile) if !tile.is_retry => tile.is_retry = true,
            _ => {
                let given_up = self.tiles.remove(at);
                given_up.into_iter().for_each(|tile| tile.job.finish(Err(refusal(error))));
            }
        }
        self.free();
    }

    /// Frees all memory that the tiles in progress do not need. These tiles start over.
    fn free(&mut self) {
        self.ring = Ring::new(self.gpu.clone());
        self.tiles.iter_mut().for_each(TileJob::restart);
        self.shares.clear();
        self.terrains.clear();
        // A compiler that has ended has no caches.
        drop(self.compiler.send(CompileMessage::Clear));
        if let Err(error) = self.gpu.wait_idle() {
            self.lose(&error);
        }
    }

    /// Returns all jobs: the device is lost.
    fn lose(&mut self, error: &GpuError) {
        let why = Refusal::Lost(error.to_string());
        let waiting = self.terrains.drain().flat_map(|state| match state {
            TerrainState::Loading(waiting) => waiting,
            TerrainState::Ready(_) | TerrainState::Refused(_) => Vec::new(),
        });
        let tile = self.tiles.drain(..).map(|tile| tile.job);
        tile.chain(waiting).for_each(|job| job.finish(Err(why.clone())));
        self.lost = Some(GpuError::Lost(error.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use orogen_engine::generate::revision::Revision;
    use orogen_engine::generate::tile::Version;
    use orogen_engine::image::NoImages;
    use orogen_engine::recipe::{Recipe, Source};

    use super::*;
    use crate::compiler::Compiler;
    use crate::numbers::NUMBERS_BYTES;

    /// With many levels of detail, the cache keeps those in use and those compiled last.
    #[test]
    fn terrains_are_kept_while_they_fit() {
        let text = "orogen = 1\ndomain.size = 800.0\nheight = { field = 'hills', scale = 90.0 }\n\
            [fields.hills]\ntype = 'fbm'\nwavelength = 200.0\noctaves = 2\n";
        let recipe = Recipe::parse(Source::new("hills", text), orogen_engine::nodes::registry()).unwrap();
        let revision = Arc::new(Revision::new(Version(0), Arc::new(recipe), Arc::new(NoImages)));
        let gpu = Gpu::any();
        let ((_errands, inbox), (compile_messages, _to_compile)) = (channel(), channel());
        let mut worker = Worker::new(gpu.clone(), inbox, compile_messages);
        // Room for a little more than three terrains, which share their tables.
        worker.terrains = LruCache::new(3 * NUMBERS_BYTES + NUMBERS_BYTES / 2);
        let (mut compiler, mut used) = (Compiler::new(gpu), None);
        for number in 1..=6 {
            let spacing = f64::from(number);
            let terrain = revision.level(spacing).unwrap();
            let loaded = compiler.load(&terrain).unwrap();
            let ready = Arc::new(ReadyTerrain { key: key(&revision, spacing), terrain, loaded });
            used = used.or_else(|| Some(Arc::clone(&ready)));
            let target = CompileTarget::Spacing(Arc::clone(&revision), spacing);
            worker.loaded(CompileJob { target, is_retry: false }, Ok(ready));
        }
        let mut is_cached = |number| worker.terrains.take(&key(&revision, f64::from(number))).is_some();
        assert_eq!([1, 2, 3, 4, 5, 6].map(&mut is_cached), [true, false, false, false, true, true]);
    }
}
