//! Progress reports of a painter, and the way to stop it.

use std::ops::ControlFlow;

use crate::ViewError;

/// What a painter is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// Generates the surroundings: the rasters that cast shadows.
    Surroundings,
    /// Loads tiles.
    Tiles {
        /// Tiles that are loaded.
        done: usize,
        /// Tiles known to be needed. The number may grow.
        known: usize,
    },
    /// Draws samples.
    Samples {
        /// Samples that are drawn.
        done: u32,
        /// Samples in all, over all regions of the picture.
        of: u32,
    },
}

/// A callback for progress, which decides whether to go on. On `Break`, a painter returns
/// [`ViewError::Stopped`] and can paint again. After the last sample, the picture is returned anyway.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use orogen_view::{Progress, Watch};
///
/// // Stops after a hundred tiles.
/// let watch: &mut Watch<'_> = &mut |step| match step {
///     Progress::Tiles { done: 100.., .. } => ControlFlow::Break(()),
///     _ => ControlFlow::Continue(()),
/// };
/// assert!(watch(Progress::Surroundings).is_continue());
/// ```
pub type Watch<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

impl Progress {
    /// A [`Watch`] that ignores progress.
    pub fn unwatched(self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Calls a watch.
    pub(crate) fn report(self, watch: &mut Watch<'_>) -> Result<(), ViewError> {
        match watch(self) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ViewError::Stopped),
        }
    }
}
