//! What a generator needs of whoever makes the tiles.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::revision::Revision;
use super::tile::{Place, Planes, Request};
use crate::recipe::RecipeError;
use crate::terrain::Terrain;

/// Makes tiles, several at once, on threads or a device of its own.
///
/// Its calls come from the generator's own thread, one at a time. They hand the work over and return; one that takes
/// its time holds up other tiles, never those who ask for them.
///
/// A generator has a list of makers, the preferred one first. What one declines goes to the next, and if one is lost,
/// so does all that it has in hand: the job is finished, if not as fast.
///
/// A maker that is dropped ends its threads; the jobs in its hands are cancelled by then.
pub trait Maker: Send {
    /// What it is, for status lines and [`Tile::made_by`](super::tile::Tile::made_by): "cpu", or the name of a device.
    fn name(&self) -> &str;

    /// How many jobs it wants to have in hand at once: as many as it works on in parallel, or has in flight. The rest
    /// stays queued, where it can still be cancelled or overtaken.
    fn capacity(&self) -> usize;

    /// Makes whatever a new recipe needs before its tiles can be made without delay: plans, pipelines. Tiles of the
    /// recipe before it are asked for meanwhile.
    fn prepare(&mut self, preparation: Preparation);

    /// Makes a tile. The first job of a recipe may come without preparation: if a maker before this one was lost.
    fn make(&mut self, job: Job);
}

/// Why a maker did not do what it was asked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The recipe is unsound: no maker can do better.
    Recipe(RecipeError),
    /// It went wrong, and would with other makers: a message for whoever asked. Of a recipe that is prepared: the
    /// one before it runs on.
    Failed(String),
    /// This maker cannot, the next may: why.
    Declined(String),
    /// This maker is lost for good, with all that it has in hand: why.
    Lost(String),
}

impl From<RecipeError> for Refusal {
    fn from(error: RecipeError) -> Self {
        Refusal::Recipe(error)
    }
}

/// A tile to make. Whatever becomes of it is reported once: a job that is dropped unfinished, by a thread that
/// panicked for instance, counts as declined.
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

    /// What is wanted. There can be such a tile: that has been checked.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Metres between samples for which the recipe has to be ready, see [`Place::spacing`](super::tile::Place::spacing).
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// The recipe to make it of. It has such places.
    pub fn revision(&self) -> &Arc<Revision> {
        &self.revision
    }

    /// The recipe, ready for samples of the tile's spacing.
    ///
    /// # Errors
    /// As [`Terrain::new`]; a [`Refusal`] can be made of it.
    pub fn terrain(&self) -> Result<Arc<Terrain>, RecipeError> {
        self.revision.terrain(self.spacing)
    }

    /// Whether nobody wants the tile any more. A maker that looks now and then saves work; the outcome of a cancelled
    /// job is of no meaning.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Tells on any thread whether it is still wanted.
    pub(crate) fn watch(&self) -> impl Fn() -> bool + Sync {
        let cancelled = &*self.cancelled;
        || !cancelled.load(Ordering::Relaxed)
    }

    /// Hands the tile over, or says why there is none.
    ///
    /// # Panics
    /// If a plane does not have as many samples as it has to: what the request says, none for slopes not asked for, and
    /// none along `z` on a plane.
    pub fn finish(self, outcome: Result<Planes, Refusal>) {
        if let Ok(planes) = &outcome {
            let samples = self.request.place.samples();
            let sloped = if self.request.slopes { samples } else { 0 };
            let in_space = if matches!(self.request.place, Place::Tile(_)) { sloped } else { 0 };
            let Planes { height, dx, dy, dz } = planes;
            assert_eq!(height.len(), samples, "heights of a tile");
            assert_eq!([dx.len(), dy.len(), dz.len()], [sloped, sloped, in_space], "slopes of a tile");
        }
        self.report.send(outcome);
    }
}

/// A recipe to make ready. Dropped unfinished, it counts as declined.
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

    /// Metres between the samples of the tile that was asked for last, or of the recipe's own raster.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// Says that tiles can be made now, or why not.
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
