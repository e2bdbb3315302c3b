//! The thread that has the device make tiles.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvError, SendError, Sender, TryRecvError};
use std::time::Duration;

use orogen::generate::maker::{Job, Preparation, Refusal};

use super::compiling::{Order, Subject, Task, Unready};
use super::making::{Making, Part};
use super::{Errand, Ready, key, refusal};
use crate::recent::{Held, Recent};
use crate::ring::Ring;
use crate::shares::{SHARE_BYTES, ShareCache, TerrainKey};
use crate::{Gpu, GpuError};

/// Bytes of terrains that are kept ready, each for one spacing of one recipe. They have 64 KiB of numbers and the pixels
/// of their pictures, which those of one recipe have in common.
const TERRAIN_BYTES: u64 = 256 << 20;
/// How long the device is waited for before the next look at what else there is to do.
const WAIT: Duration = Duration::from_millis(1);

pub(super) struct Worker {
    gpu: Gpu,
    errands: Receiver<Errand>,
    compiler: Sender<Order>,
    terrains: Recent<TerrainKey, Stage>,
    ring: Ring<Part>,
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

impl Held for Stage {
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
    pub(super) fn new(gpu: Gpu, errands: Receiver<Errand>, compiler: Sender<Order>) -> Self {
        Self {
            errands,
            compiler,
            terrains: Recent::new(TERRAIN_BYTES),
            ring: Ring::new(gpu.clone()),
            shares: ShareCache::new(gpu.clone(), SHARE_BYTES),
            gpu,
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
                Ok(Errand::Loaded(task, loaded)) => self.loaded(task, loaded),
                Ok(Errand::End) | Err(TryRecvError::Disconnected) => return,
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
            None => drop(self.load(Subject::Recipe(preparation), false)),
        }
    }

    /// Has a terrain made ready. The task comes back if the compiler has ended.
    fn load(&self, subject: Subject, is_again: bool) -> Result<(), Task> {
        self.compiler.send(Order::Load(Task { subject, is_again })).or_else(|SendError(order)| match order {
            Order::Load(task) => Err(task),
            Order::Forget => Ok(()),
        })
    }

    fn make(&mut self, job: Job) {
        if let Some(error) = &self.lost {
            return job.finish(Err(refusal(error)));
        }
        let (revision, spacing) = (job.revision(), job.spacing());
        let key = key(revision, spacing);
        let stage = match self.terrains.take(&key) {
            Some(stage) => stage,
            None => match self.load(Subject::Spacing(Arc::clone(revision), spacing), false) {
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
                self.making.extend(Making::new(job, Arc::clone(&ready)));
                Stage::Ready(ready)
            }
            Stage::Refused(why) => {
                job.finish(Err(why.clone()));
                Stage::Refused(why)
            }
        };
        self.terrains.keep(key, stage);
    }

    /// Takes a terrain that has been made ready, or cannot be, and begins with the tiles that waited for it. Where there
    /// was no memory for it, it is tried once more with all that can be had; after that it may be asked for again, when
    /// there may be more.
    fn loaded(&mut self, task: Task, loaded: Result<Arc<Ready>, Unready>) {
        if matches!(loaded, Err(Unready::NoMemory)) && !task.is_again && self.lost.is_none() {
            self.free();
            if let Err(task) = self.load(task.subject, true) {
                self.loaded(task, loaded);
            }
            return;
        }
        let (revision, spacing) = task.subject.terrain();
        let key = key(revision, spacing);
        let waiting = match self.terrains.take(&key) {
            Some(Stage::Loading(waiting)) => waiting,
            _ => Vec::new(),
        };
        let outcome = match loaded {
            Ok(ready) => {
                self.terrains.keep(key, Stage::Ready(ready));
                Ok(())
            }
            Err(Unready::Refused(why)) => {
                self.terrains.keep(key, Stage::Refused(why.clone()));
                Err(why)
            }
            Err(Unready::NoMemory) => Err(refusal(&GpuError::OutOfMemory)),
        };
        for job in waiting {
            match &outcome {
                Ok(()) => self.make(job),
                Err(why) => job.finish(Err(why.clone())),
            }
        }
        if let Subject::Recipe(preparation) = task.subject {
            preparation.finish(outcome);
        }
    }

    /// Gives the device more to do, and takes what it has done. An error comes with the number of the tile that it befell.
    fn advance(&mut self) -> Result<(), (usize, GpuError)> {
        for at in 0..self.making.len() {
            self.begin(at).map_err(|error| (at, error))?;
        }
        let oldest = self.making.iter().position(|making| making.under_way > 0).unwrap_or_default();
        let making = self.making.get_mut(oldest);
        let taken = self.ring.take(Some(WAIT), |part, planes| {
            making.into_iter().for_each(|making| making.take(&part, planes));
        });
        taken.map_err(|error| (oldest, error))?;
        self.finish();
        Ok(())
    }

    /// Begins as many parts of a tile as can be under way.
    fn begin(&mut self, at: usize) -> Result<(), GpuError> {
        let making = &mut self.making[at];
        while !self.ring.is_full() && making.begin(&self.gpu, &mut self.shares, &mut self.ring)? {}
        Ok(())
    }

    /// Hands over the tiles that are done.
    fn finish(&mut self) {
        while self.making.front().is_some_and(Making::is_done)
            && let Some(making) = self.making.pop_front()
        {
            match making.job.is_cancelled() {
                true => drop(making),
                false => making.finish(),
            }
        }
    }

    /// What becomes of an error. A tile that there is no memory for is tried once more with all that can be had, and then
    /// handed back; whatever else goes wrong, the device is lost.
    fn failed(&mut self, at: usize, error: &GpuError) {
        if *error != GpuError::OutOfMemory {
            return self.lose(error);
        }
        match self.making.get_mut(at) {
            Some(making) if !making.is_again => making.is_again = true,
            _ => {
                let given_up = self.making.remove(at);
                given_up.into_iter().for_each(|making| making.job.finish(Err(refusal(error))));
            }
        }
        self.free();
    }

    /// Gives back all memory that is not needed for the tiles that are being made, which begin anew.
    fn free(&mut self) {
        self.ring = Ring::new(self.gpu.clone());
        self.making.iter_mut().for_each(Making::restart);
        self.shares.clear();
        self.terrains.clear();
        // A compiler that has ended keeps nothing.
        drop(self.compiler.send(Order::Forget));
        if let Err(error) = self.gpu.settle() {
            self.lose(&error);
        }
    }

    /// Hands back all that is in hand: the device is lost.
    fn lose(&mut self, error: &GpuError) {
        let why = Refusal::Lost(error.to_string());
        let waiting = self.terrains.drain().flat_map(|stage| match stage {
            Stage::Loading(waiting) => waiting,
            Stage::Ready(_) | Stage::Refused(_) => Vec::new(),
        });
        let making = self.making.drain(..).map(|making| making.job);
        making.chain(waiting).for_each(|job| job.finish(Err(why.clone())));
        self.lost = Some(GpuError::Lost(error.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use orogen::generate::revision::Revision;
    use orogen::generate::tile::Version;
    use orogen::image::NoImages;
    use orogen::recipe::{Recipe, Source};

    use super::*;
    use crate::compiler::Compiler;
    use crate::numbers::NUMBERS_BYTES;

    /// Of as many levels of detail as there may be, those are kept that are in use and that were made ready last.
    #[test]
    fn terrains_are_kept_while_they_fit() {
        let text = "orogen = 1\ndomain.size = 800.0\nheight = { field = 'hills', scale = 90.0 }\n\
            [fields.hills]\ntype = 'fbm'\nfeature = 200.0\noctaves = 2\n";
        let recipe = Recipe::parse(Source::new("hills", text), orogen::nodes::registry()).unwrap();
        let revision = Arc::new(Revision::new(Version(0), Arc::new(recipe), Arc::new(NoImages)));
        let gpu = Gpu::any();
        let ((_errands, inbox), (orders, _to_compile)) = (channel(), channel());
        let mut worker = Worker::new(gpu.clone(), inbox, orders);
        // A little more than three, whose tables they have in common.
        worker.terrains = Recent::new(3 * NUMBERS_BYTES + NUMBERS_BYTES / 2);
        let (mut compiler, mut used) = (Compiler::new(gpu), None);
        for number in 1..=6 {
            let spacing = f64::from(number);
            let terrain = revision.level(spacing).unwrap();
            let loaded = compiler.load(&terrain).unwrap();
            let ready = Arc::new(Ready { key: key(&revision, spacing), terrain, loaded });
            used = used.or_else(|| Some(Arc::clone(&ready)));
            let subject = Subject::Spacing(Arc::clone(&revision), spacing);
            worker.loaded(Task { subject, is_again: false }, Ok(ready));
        }
        let mut kept = |number| worker.terrains.take(&key(&revision, f64::from(number))).is_some();
        assert_eq!([1, 2, 3, 4, 5, 6].map(&mut kept), [true, false, false, false, true, true]);
    }
}
