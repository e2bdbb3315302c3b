//! The maker that every machine has: it runs on the processor.

use std::fmt::Display;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::maker::{Job, Maker, Preparation, Refusal};
use super::tile::{Planes, TileLocation};
use crate::level::Level;
use crate::patch::PatchSamples;
use crate::planet::TileSamples;
use crate::raster::{Band, Grid};

/// Makes tiles on threads of the processor, one tile per thread. Tiles of grids have the same bits as
/// [`Terrain::rows`](crate::terrain::Terrain::rows). Tiles of planets have the same bits as
/// [`Terrain::patch`](crate::terrain::Terrain::patch).
pub struct CpuMaker {
    /// The threads take their tasks from the receiver of this channel. They end when this sender is dropped.
    tasks: Option<Sender<Task>>,
    /// One pool per thread, because a tile must stay on one thread. In a larger pool, all threads would make rows of a tile,
    /// and a thread that waits for the rows of the others could begin another tile meanwhile.
    pools: Vec<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

enum Task {
    Prepare(Preparation),
    Make(Job),
}

/// Number of rows that are made between two checks for cancellation.
const ROWS_A_CHECK: usize = 64;

impl CpuMaker {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn new(threads: NonZeroUsize) -> io::Result<Self> {
        let (tasks, work) = channel();
        let work = Arc::new(Mutex::new(work));
        let mut maker = Self { tasks: Some(tasks), pools: Vec::new(), threads: Vec::new() };
        for number in 0..threads.get() {
            let spawn = |thread: rayon::ThreadBuilder| {
                let name = format!("tile maker {number}");
                maker.threads.push(std::thread::Builder::new().name(name).spawn(|| thread.run())?);
                Ok(())
            };
            let pool = ThreadPoolBuilder::new().num_threads(1).spawn_handler(spawn).build();
            let pool = pool.map_err(io::Error::other)?;
            let work = Arc::clone(&work);
            pool.spawn(move || run(&work));
            maker.pools.push(pool);
        }
        Ok(maker)
    }

    /// The number of threads that the machine runs at once, minus one for the caller; at least one.
    pub fn spare_threads() -> NonZeroUsize {
        let all = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        NonZeroUsize::new(all - 1).unwrap_or(NonZeroUsize::MIN)
    }

    fn send(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            // A task that no thread receives is dropped, and reports itself as declined.
            drop(tasks.send(task));
        }
    }
}

impl Maker for CpuMaker {
    fn name(&self) -> &str {
        "cpu"
    }

    fn capacity(&self) -> usize {
        self.threads.len()
    }

    fn prepare(&mut self, preparation: Preparation) {
        self.send(Task::Prepare(preparation));
    }

    fn make(&mut self, job: Job) {
        self.send(Task::Make(job));
    }
}

impl Drop for CpuMaker {
    fn drop(&mut self) {
        self.tasks = None;
        self.pools.clear();
        // A thread that panicked has printed its message to standard error.
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
    }
}

/// The loop of a thread.
fn run(work: &Mutex<Receiver<Task>>) {
    loop {
        // The thread with the lock waits for the next task. The other threads wait for the lock.
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = next else { return };
        // A task that panics is dropped, and reports itself as declined. The thread goes on with the next task.
        let _ = catch_unwind(AssertUnwindSafe(|| match task {
            Task::Prepare(preparation) => {
                // Plans for other spacings are made when tiles need them.
                let plan = preparation.revision().terrain(preparation.spacing());
                preparation.finish(plan.map(drop).map_err(Refusal::Recipe));
            }
            Task::Make(job) => {
                let outcome = made(&job);
                job.finish(outcome);
            }
        }));
    }
}

fn made(job: &Job) -> Result<Planes, Refusal> {
    match job.request().place {
        TileLocation::Grid(grid) => on_plane(job, grid),
        TileLocation::Tile(samples) => on_planet(job, samples),
    }
}

fn on_plane(job: &Job, grid: Grid) -> Result<Planes, Refusal> {
    let (terrain, slopes) = (job.terrain()?, job.request().slopes);
    let rows = terrain.rows(Level::best(), grid).map_err(|error| Refusal::Declined(error.to_string()))?;
    let with_room = |wanted| Vec::with_capacity(if wanted { grid.len() } else { 0 });
    let mut planes =
        Planes { height: with_room(true), dx: with_room(slopes), dy: with_room(slopes), dz: Vec::new() };
    let mut band = Band::default();
    for first in (0..grid.rows).step_by(ROWS_A_CHECK) {
        if job.is_cancelled() {
            return Err(cancelled());
        }
        if !rows.make_while(first, ROWS_A_CHECK.min(grid.rows - first), slopes, &mut band, &job.watch()) {
            return Err(cancelled());
        }
        planes.height.extend_from_slice(&band.height);
        planes.dx.extend_from_slice(&band.dx);
        planes.dy.extend_from_slice(&band.dy);
    }
    Ok(planes)
}

fn on_planet(job: &Job, samples: TileSamples) -> Result<Planes, Refusal> {
    let terrain = job.terrain()?;
    let declined = |error: &dyn Display| Refusal::Declined(error.to_string());
    let sphere = terrain.sphere().ok_or_else(|| declined(&"the terrain is not a planet"))?;
    let patch = samples.patch(sphere).map_err(|error| declined(&error))?;
    let relief = terrain.patch_while(Level::best(), &patch, job.watch());
    let PatchSamples { height, slopes, .. } =
        relief.map_err(|error| declined(&error))?.ok_or_else(cancelled)?;
    let [dx, dy, dz] = if job.request().slopes { slopes } else { Default::default() };
    Ok(Planes { height, dx, dy, dz })
}

fn cancelled() -> Refusal {
    Refusal::Declined("the request was cancelled".to_owned())
}
