//! Progress reports of a painter, and the way to stop it.

use std::ops::ControlFlow;

use crate::ViewError;

/// What a painter is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// The ground around is made.
    Surroundings,
    /// Tiles are made: so many of those known to be needed are there.
    Tiles {
        /// Those that are there.
        done: usize,
        /// Those known to be needed.
        known: usize,
    },
    /// Samples are drawn: so many of so many, over all parts of the picture.
    Samples {
        /// Those that are drawn.
        done: u32,
        /// All.
        of: u32,
    },
}

/// Is told what a painter is doing, and says whether it is to go on: a painter that is not gives up with
/// [`ViewError::Stopped`], and can paint again. A picture whose last sample is drawn is not given up.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use orogen_view::{Progress, Watch};
///
/// // Whoever has enough of it after a hundred tiles:
/// let watch: &mut Watch<'_> = &mut |step| match step {
///     Progress::Tiles { done: 100.., .. } => ControlFlow::Break(()),
///     _ => ControlFlow::Continue(()),
/// };
/// assert!(watch(Progress::Surroundings).is_continue());
/// ```
pub type Watch<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

impl Progress {
    /// A [`Watch`] that does not look.
    pub fn unwatched(self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Tells somebody.
    pub(crate) fn tell(self, watch: &mut Watch<'_>) -> Result<(), ViewError> {
        match watch(self) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ViewError::Stopped),
        }
    }
}
