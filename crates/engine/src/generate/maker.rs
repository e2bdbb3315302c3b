//! The interface between a generator and the makers of its tiles.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::revision::Revision;
use super::tile::{Planes, Request, TileLocation};
use crate::recipe::RecipeError;
use crate::terrain::Terrain;

/// Makes tiles, several at once, on threads or a device of its own.
///
/// Its methods are called from the generator's own thread, one at a time. They hand the work over and return: a slow method
/// delays other tiles, never the callers of the generator.
///
/// A generator has a list of makers, the preferred one first. A job that one maker declines goes to the next. If a maker is
/// lost, all its jobs go to the next too.
///
/// Dropping a maker ends its threads. Its jobs are cancelled by then.
pub trait Maker: Send {
    /// Its name, for status lines and [`Tile::made_by`](super::tile::Tile::made_by): "cpu", or the name of a device.
    fn name(&self) -> &str;

    /// How many jobs it takes at once: as many as it works on in parallel, or has in flight. The others stay queued, where they
    /// can still be cancelled or overtaken.
    fn capacity(&self) -> usize;

    /// Prepares a new recipe, so that its tiles can be made without delay: plans, pipelines. Jobs of the old recipe keep coming
    /// meanwhile.
    fn prepare(&mut self, preparation: Preparation);

    /// Makes a tile. If a maker before this one is lost, the first job of a recipe comes without preparation.
    fn make(&mut self, job: Job);
}

/// Why a maker did not do a job or a preparation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The recipe has an error: no maker can make its tiles.
    Recipe(RecipeError),
    /// It failed, as it would with any maker. The message is for the caller. If a preparation fails, the old recipe stays.
    Failed(String),
    /// This maker cannot do it, and why. The next one may.
    Declined(String),
    /// This maker is lost with all its jobs, and why.
    Lost(String),
}

impl From<RecipeError> for Refusal {
    fn from(error: RecipeError) -> Self {
        Refusal::Recipe(error)
    }
}

/// A tile to make. Its outcome is reported once. A job that is dropped unfinished, by a panic for instance, counts as declined.
#[derive(Debug)]
pub struct Job {
    request: Request,
    spacing: f64,
    revision: Arc<Revision>,
    cancelled: Arc<AtomicBool>,
    report: Reporter<Planes>,
}

impl Job {
    pub(crate) fn new(
        request: Request,
        spacing: f64,
        revision: Arc<Revision>,
        cancelled: Arc<AtomicBool>,
        report: impl FnOnce(Result<Planes, Refusal>) + Send + 'static,
    ) -> Self {
        Self { request, spacing, revision, cancelled, report: Reporter::new(report) }
    }

    /// The request, which has been checked.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The sample spacing in metres that the recipe has to be prepared for, see [`TileLocation::spacing`](super::tile::TileLocation::spacing).
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// The recipe to make it of. It has this kind of place.
    pub fn revision(&self) -> &Arc<Revision> {
        &self.revision
    }

    /// The terrain of the recipe at the tile's spacing.
    ///
    /// # Errors
    /// As [`Terrain::new`]. The error converts into a [`Refusal`].
    pub fn terrain(&self) -> Result<Arc<Terrain>, RecipeError> {
        self.revision.terrain(self.spacing)
    }

    /// Whether the request is cancelled. A maker that checks now and then saves work; the outcome of a cancelled job is ignored.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// A function that returns false once the request is cancelled, for any thread.
    pub(crate) fn watch(&self) -> impl Fn() -> bool + Sync {
        let cancelled = &*self.cancelled;
        || !cancelled.load(Ordering::Relaxed)
    }

    /// Reports the tile, or why there is none.
    ///
    /// # Panics
    /// If a plane has a wrong number of samples. It must have as many as the request, but none for slopes that are not
    /// requested, and none along `z` on a plane.
    pub fn finish(self, outcome: Result<Planes, Refusal>) {
        if let Ok(planes) = &outcome {
            let samples = self.request.place.samples();
            let sloped = if self.request.slopes { samples } else { 0 };
            let in_space = if matches!(self.request.place, TileLocation::Tile(_)) { sloped } else { 0 };
            let Planes { height, dx, dy, dz } = planes;
            assert_eq!(height.len(), samples, "heights of a tile");
            assert_eq!([dx.len(), dy.len(), dz.len()], [sloped, sloped, in_space], "slopes of a tile");
        }
        self.report.send(outcome);
    }
}

/// A recipe to prepare. Dropped unfinished, it counts as declined.
#[derive(Debug)]
pub struct Preparation {
    revision: Arc<Revision>,
    spacing: f64,
    report: Reporter<()>,
}

impl Preparation {
    pub(crate) fn new(
        revision: Arc<Revision>,
        spacing: f64,
        report: impl FnOnce(Result<(), Refusal>) + Send + 'static,
    ) -> Self {
        Self { revision, spacing, report: Reporter::new(report) }
    }

    /// The recipe.
    pub fn revision(&self) -> &Arc<Revision> {
        &self.revision
    }

    /// The sample spacing in metres of the last requested tile, or of the recipe's own raster.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// Reports that tiles can be made now, or why not.
    pub fn finish(self, outcome: Result<(), Refusal>) {
        self.report.send(outcome);
    }
}

type Report<T> = Box<dyn FnOnce(Result<T, Refusal>) + Send>;

/// Reports once, whatever happens.
struct Reporter<T>(Option<Report<T>>);

impl<T> Reporter<T> {
    fn new(report: impl FnOnce(Result<T, Refusal>) + Send + 'static) -> Self {
        Self(Some(Box::new(report)))
    }

    fn send(mut self, outcome: Result<T, Refusal>) {
        if let Some(report) = self.0.take() {
            report(outcome);
        }
    }
}

impl<T> Drop for Reporter<T> {
    fn drop(&mut self) {
        if let Some(report) = self.0.take() {
            report(Err(Refusal::Declined("the work ended without an answer".to_owned())));
        }
    }
}

impl<T> fmt::Debug for Reporter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reporter")
    }
}
