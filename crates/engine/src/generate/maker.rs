//! The interface between a generator and the makers of its tiles.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::revision::Revision;
use super::tile::{Planes, Request, TileLocation};
use crate::recipe::RecipeError;
use crate::terrain::Terrain;

/// Makes tiles, several at once, on its own threads or on a device.
///
/// The generator calls the methods from its own thread, one at a time. A method passes the work on and returns. A slow method
/// delays other tiles, but never the callers of the generator.
///
/// A generator has a list of makers, the preferred one first. A job that one maker declines goes to the next. If a maker is
/// lost, all its jobs go to the next too.
///
/// Dropping a maker ends its threads. Before that, the generator cancels the jobs of the maker.
pub trait Maker: Send {
    /// The name of the maker, for status lines and [`Tile::made_by`](super::tile::Tile::made_by): "cpu", or the name of a device.
    fn name(&self) -> &str;

    /// The number of jobs that the maker accepts at once: the jobs that it works on, and any that wait inside it. All other
    /// jobs stay in the generator's queue, where they can still be cancelled, and more urgent jobs can overtake them.
    fn capacity(&self) -> usize;

    /// Prepares a new recipe, so that its tiles can be made without delay. For example, this makes plans and pipelines. Jobs of
    /// the old recipe may arrive before the preparation is finished.
    fn prepare(&mut self, preparation: Preparation);

    /// Makes a tile. The recipe of the job may be one that this maker has not prepared: a preferred maker that prepared it may
    /// be lost, or may have declined the job.
    fn make(&mut self, job: Job);
}

/// Why a maker did not do a job or a preparation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The recipe has an error: no maker can make its tiles.
    Recipe(RecipeError),
    /// The work failed, and it would fail with any maker. The message is for the caller. If a preparation fails, the old recipe
    /// stays.
    Failed(String),
    /// This maker cannot do the work. The text is the reason. The next maker may be able to do it.
    Declined(String),
    /// This maker is lost, and all its jobs with it. The text is the reason.
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

    /// The sample spacing in metres that the recipe has to be prepared for, see [`TileLocation::spacing`].
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// The recipe that the tile is made of. The place of the request exists in this recipe: a planet has tiles, and other
    /// recipes have grids.
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

    /// A function that any thread can call. It returns false once the request is cancelled.
    pub(crate) fn watch(&self) -> impl Fn() -> bool + Sync {
        let cancelled = &*self.cancelled;
        || !cancelled.load(Ordering::Relaxed)
    }

    /// Reports the tile, or why it was not made.
    ///
    /// # Panics
    /// If an array of [`Planes`] has a wrong length. Each array must have one number per sample of the request. If slopes are
    /// not requested, `dx`, `dy` and `dz` must be empty; for a grid, `dz` must always be empty.
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

/// A recipe to prepare. A preparation that is dropped unfinished counts as declined.
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

    /// The sample spacing in metres to prepare for: the spacing of the last requested tile. If no tile was requested, or the
    /// recipe has no such tile, it is the spacing of the recipe's own raster.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// Reports that tiles can be made now, or why not.
    pub fn finish(self, outcome: Result<(), Refusal>) {
        self.report.send(outcome);
    }
}

type Report<T> = Box<dyn FnOnce(Result<T, Refusal>) + Send>;

/// Reports an outcome exactly once. If the reporter is dropped before, it reports that the work was declined.
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
            report(Err(Refusal::Declined("the maker dropped the work without an answer".to_owned())));
        }
    }
}

impl<T> fmt::Debug for Reporter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reporter")
    }
}
