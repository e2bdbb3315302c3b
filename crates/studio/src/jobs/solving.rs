//! The progress of fields that are solved for the whole domain, such as erosion, and a way to cancel them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use orogen_engine::generate::SharedImages;
use orogen_engine::image::{Image, Reading};
use orogen_engine::overlay::Layer;
use orogen_engine::shapes::{MapPlace, ShapeReading, Shapes};
use orogen_engine::terrain::Images;

use super::Waker;
use crate::host::{
    ExportError, ExportMonitor, ExportOrder, Exported, FormatChoice, Host, Preset, RefinementStep,
    TargetChoice,
};

/// A solution that has not reported for this time was abandoned.
const PATIENCE: Duration = Duration::from_secs(2);

/// The least progress that is worth a frame.
const STEP: f32 = 0.01;

/// Watches the solutions of all workers.
#[derive(Debug)]
pub struct SolvingMonitor {
    state: Mutex<State>,
    waker: Waker,
}

#[derive(Debug, Default)]
struct State {
    /// The solution that reported last: its field, its progress and the time of the report.
    current: Option<(String, f32, Instant)>,
    is_cancelled: bool,
    /// The number of recipes that were opened before the present one.
    session: u64,
}

impl SolvingMonitor {
    /// A monitor that wakes the window when there is progress.
    pub fn new(waker: Waker) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), waker })
    }

    /// The field that is being solved, and the progress from 0 to 1.
    pub fn current(&self) -> Option<(String, f32)> {
        let state = self.lock();
        let recent = state.current.as_ref().filter(|(.., at)| at.elapsed() < PATIENCE);
        recent.map(|(field, done, _)| (field.clone(), *done))
    }

    /// Begins with another recipe: solutions of earlier ones are not shown.
    pub fn begin_session(&self) {
        let mut state = self.lock();
        (state.current, state.session) = (None, state.session + 1);
    }

    fn session(&self) -> u64 {
        self.lock().session
    }

    /// Cancels all solutions until [`allow`](Self::allow): they end soon, with an error.
    pub fn cancel(&self) {
        let mut state = self.lock();
        (state.current, state.is_cancelled) = (None, true);
    }

    /// Allows solutions again.
    pub fn allow(&self) {
        self.lock().is_cancelled = false;
    }

    /// Whether solutions are cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.lock().is_cancelled
    }

    /// Records a report of a session. Returns whether the solution is still wanted.
    fn report(&self, session: u64, field: &str, done: f32) -> bool {
        let mut state = self.lock();
        if state.is_cancelled {
            return false;
        }
        if session != state.session {
            // Another worker may need the solution.
            return true;
        }
        let known = state.current.as_ref().filter(|(name, _, at)| name == field && at.elapsed() < PATIENCE);
        let before = known.map(|(_, done, _)| *done);
        // Workers that wait for a solution of another worker report 0.
        let now = done.max(before.filter(|_| done == 0.0).unwrap_or(0.0));
        state.current = (now < 1.0).then(|| (field.to_owned(), now, Instant::now()));
        drop(state);
        if before.is_none_or(|before| (now - before).abs() >= STEP) || now >= 1.0 {
            self.waker.wake();
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A host whose images report solutions to a monitor.
pub struct MonitoredHost {
    /// The host.
    pub host: Arc<dyn Host>,
    /// The monitor.
    pub monitor: Arc<SolvingMonitor>,
}

impl Host for MonitoredHost {
    fn presets(&self) -> Vec<Preset> {
        self.host.presets()
    }

    fn images(&self) -> SharedImages {
        self.host.images()
    }

    fn watched(&self, images: SharedImages) -> SharedImages {
        let (monitor, session) = (Arc::clone(&self.monitor), self.monitor.session());
        Arc::new(MonitoredImages { images, monitor, session })
    }

    fn targets(&self) -> Vec<TargetChoice> {
        self.host.targets()
    }

    fn accepted_sizes(&self, target: &str, tiles: usize) -> Result<Option<Vec<usize>>, ExportError> {
        self.host.accepted_sizes(target, tiles)
    }

    fn open_folder(&self, folder: &Path) -> Result<(), String> {
        self.host.open_folder(folder)
    }

    fn formats(&self) -> Vec<FormatChoice> {
        self.host.formats()
    }

    fn state_folder(&self) -> Option<PathBuf> {
        self.host.state_folder()
    }

    fn refinement_steps(&self, is_software: bool) -> &'static [RefinementStep] {
        self.host.refinement_steps(is_software)
    }

    fn export(&self, order: &ExportOrder, monitor: &ExportMonitor) -> Result<Exported, ExportError> {
        self.host.export(order, monitor)
    }
}

struct MonitoredImages {
    images: SharedImages,
    monitor: Arc<SolvingMonitor>,
    /// The session in which they were made.
    session: u64,
}

impl Images for MonitoredImages {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
        self.images.load(path, reading)
    }

    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, (String, String)> {
        self.images.strokes(path)
    }

    fn shapes(&self, path: &Path, reading: &ShapeReading) -> Result<Arc<Shapes>, (String, String)> {
        self.images.shapes(path, reading)
    }

    fn map_place(&self, path: &Path) -> Option<MapPlace> {
        self.images.map_place(path)
    }

    fn draft(&self) -> u32 {
        self.images.draft()
    }

    fn recall(&self, key: &str) -> Option<Vec<f32>> {
        self.images.recall(key)
    }

    fn keep(&self, key: &str, numbers: &[f32]) -> Result<(), (String, String)> {
        self.images.keep(key, numbers)
    }

    fn solving(&self, field: &str, done: f32) -> bool {
        self.monitor.report(self.session, field, done) && self.images.solving(field, done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_shown_until_the_end_and_a_cancelled_solution_is_not_wanted() {
        let monitor = SolvingMonitor::new(Waker::new(|| {}));
        let report = |field: &str, done| monitor.report(0, field, done);
        assert_eq!(monitor.current(), None);
        assert!(report("land", 0.25));
        assert!(report("land", 0.0), "another worker waits for the same solution");
        assert_eq!(monitor.current(), Some(("land".to_owned(), 0.25)));
        assert!(report("hills", 0.1));
        assert_eq!(monitor.current(), Some(("hills".to_owned(), 0.1)));
        assert!(report("hills", 1.0));
        assert_eq!(monitor.current(), None);
        report("land", 0.5);
        monitor.cancel();
        assert_eq!(monitor.current(), None);
        assert!(!report("land", 0.6) && monitor.is_cancelled());
        monitor.allow();
        assert!(report("land", 0.7));
    }

    #[test]
    fn solutions_of_a_recipe_that_was_open_before_are_not_shown() {
        let monitor = SolvingMonitor::new(Waker::new(|| {}));
        assert!(monitor.report(0, "land", 0.25));
        monitor.begin_session();
        assert_eq!(monitor.current(), None);
        assert!(monitor.report(0, "land", 0.5), "it may still be needed");
        assert_eq!(monitor.current(), None);
        assert!(monitor.report(1, "hills", 0.1));
        assert_eq!(monitor.current(), Some(("hills".to_owned(), 0.1)));
    }
}
