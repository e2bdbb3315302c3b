//! Progress reports of a renderer, and the way to stop it.

use std::ops::ControlFlow;

use crate::ViewError;

/// The current work of a renderer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// Generates the surroundings: the rasters that cast shadows.
    Surroundings,
    /// Loads tiles.
    Tiles {
        /// Number of tiles that are loaded.
        done: usize,
        /// Number of tiles known to be needed. It may grow.
        known: usize,
    },
    /// Draws samples.
    Samples {
        /// Number of samples that are drawn.
        done: u32,
        /// Total number of samples, over all regions of the picture.
        of: u32,
    },
}

/// A callback for progress. It decides whether the renderer continues. On `Break`, the renderer stops and returns
/// [`ViewError::Stopped`]; it can then render again. After the last sample, the renderer returns the picture in any case.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use orogen_view::{Progress, ProgressCallback};
///
/// // Stops after a hundred tiles.
/// let callback: &mut ProgressCallback<'_> = &mut |step| match step {
///     Progress::Tiles { done: 100.., .. } => ControlFlow::Break(()),
///     _ => ControlFlow::Continue(()),
/// };
/// assert!(callback(Progress::Surroundings).is_continue());
/// ```
pub type ProgressCallback<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

impl Progress {
    /// A [`ProgressCallback`] that ignores progress.
    pub fn ignore(self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Calls a callback.
    pub(crate) fn report(self, callback: &mut ProgressCallback<'_>) -> Result<(), ViewError> {
        match callback(self) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ViewError::Stopped),
        }
    }
}
