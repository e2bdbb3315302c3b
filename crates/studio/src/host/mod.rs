//! The interface between the studio and the program that runs it: presets, pictures, exports, folders and refinement steps. So a program
//! without files or threads can run the same studio. The command `orogen` implements this interface; its exports are
//! `orogen generate` and `orogen render` with the same arguments, in the same process.

mod order;
mod refinement_step;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use orogen_engine::generate::SharedImages;

pub use order::{
    ExportOrder, FLIGHT_FILE, FLIGHT_HEADER, FRAME_RATE, FileSettings, Flight, Product, Scene, Viewpoint,
};

pub use refinement_step::RefinementStep;

/// What the studio needs from the program that runs it.
pub trait Host: Send + Sync + 'static {
    /// The presets of the start page.
    fn presets(&self) -> Vec<Preset>;

    /// A new reader, with an empty cache, of the images that recipes refer to.
    fn images(&self) -> SharedImages;

    /// Images of an earlier recipe, to be used for the one that is open now. Hosts that watch the progress of solutions return images that
    /// report it for this recipe.
    fn watched(&self, images: SharedImages) -> SharedImages {
        images
    }

    /// The programs to export for.
    fn targets(&self) -> Vec<TargetChoice>;

    /// The numbers of samples along a side that a target program accepts, in increasing order, for a terrain that is cut into `tiles`
    /// by `tiles` tiles. `None`: any number.
    ///
    /// # Errors
    /// The program does not import such tiles.
    fn accepted_sizes(&self, _target: &str, _tiles: usize) -> Result<Option<Vec<usize>>, ExportError> {
        Ok(None)
    }

    /// The file formats to export without a target program.
    fn formats(&self) -> Vec<FormatChoice>;

    /// A folder for persistent state. `None` if nothing shall persist.
    fn state_folder(&self) -> Option<PathBuf> {
        None
    }

    /// Shows a folder in the system's file manager. The studio calls this function on a separate thread.
    ///
    /// # Errors
    /// Why the folder cannot be shown.
    fn open_folder(&self, _folder: &Path) -> Result<(), String> {
        Err("This program cannot show folders".to_owned())
    }

    /// The refinement steps of pictures on a CPU driver or on a graphics card. Never empty. Tests have fewer and coarser steps.
    fn refinement_steps(&self, is_software: bool) -> &'static [RefinementStep] {
        RefinementStep::usual(is_software)
    }

    /// Exports a terrain. The studio calls this function on a separate thread. The function should poll `monitor` often.
    ///
    /// # Errors
    /// [`ExportError`]: why nothing was written.
    fn export(&self, order: &ExportOrder, monitor: &ExportMonitor) -> Result<Exported, ExportError>;
}

/// A built-in recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name, such as `alps`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Preset {
    /// A short description: the comment in the first line.
    pub fn description(&self) -> &'static str {
        self.text.lines().next().and_then(|line| line.strip_prefix('#')).unwrap_or_default().trim()
    }
}

/// A program to export for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetChoice {
    /// Its name on the command line, such as `unity`.
    pub name: String,
    /// The files that the program gets.
    pub help: String,
}

/// A file format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatChoice {
    /// Its name on the command line, such as `png16`.
    pub name: String,
    /// What a file of this format contains.
    pub help: String,
    /// Whether it is exported by default.
    pub is_default: bool,
}

/// The progress of an export, and whether it is cancelled. The export and the window share a monitor.
#[derive(Debug, Default)]
pub struct ExportMonitor {
    progress: Arc<[AtomicU64; 2]>,
    cancelled: Arc<AtomicBool>,
}

impl ExportMonitor {
    /// A callback that sets the progress. The export calls it with (samples done, samples in all).
    pub fn progress_callback(&self) -> Box<dyn Fn(u64, u64) + Send + Sync> {
        let progress = Arc::clone(&self.progress);
        Box::new(move |done, all| {
            progress[0].store(done, Ordering::Relaxed);
            progress[1].store(all, Ordering::Relaxed);
        })
    }

    /// Progress, 0 to 1.
    pub fn progress(&self) -> f32 {
        let [done, all] = [0, 1].map(|at: usize| self.progress[at].load(Ordering::Relaxed));
        if all == 0 { 0.0 } else { (done as f64 / all as f64) as f32 }
    }

    /// Cancels the export.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// The flag that [`cancel`](Self::cancel) sets.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancelled)
    }
}

/// A finished export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Names of the files that were written to the folder.
    pub files: Vec<String>,
    /// Pairs of a label in the target program and the value to enter there.
    pub import_settings: Vec<(String, String)>,
    /// Further remarks, each on one line.
    pub remarks: Vec<String>,
}

/// Why an export failed. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ExportError {
    /// What is wrong.
    pub message: String,
    /// How to fix it, or "".
    pub help: String,
    /// Whether the user cancelled the export.
    pub cancelled: bool,
}
