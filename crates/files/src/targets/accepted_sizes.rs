//! Accepted numbers of samples along a side.

use crate::Problem;

/// The numbers of samples along a side of a terrain that a target accepts.
///
/// ```
/// use orogen_files::targets::{Blender, AcceptedSizes, Target};
///
/// assert_eq!(Blender.accepted_sizes(None)?, AcceptedSizes::Any);
/// # Ok::<(), orogen_files::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptedSizes {
    /// Any number.
    Any,
    /// One of these numbers, in increasing order. They count the samples on both edges. If the terrain repeats, the far
    /// edge is included too, although it equals the near edge.
    Corners(Vec<usize>),
    /// One of these numbers, in increasing order. Each sample stands for the ground up to the next one, so the far edge of the
    /// domain is not included.
    Samples(Vec<usize>),
}

impl AcceptedSizes {
    /// Sides of a square of tiles, each with one of these numbers of samples along a side. Neighbours share their borders.
    pub(super) fn of_tiles(
        program: &str,
        sizes: impl IntoIterator<Item = usize>,
        tiles: Option<[usize; 2]>,
    ) -> Result<Self, Problem> {
        let [across, down] = tiles.unwrap_or([1, 1]);
        if across != down {
            let message = format!("{program} needs a square terrain with as many tiles across as down");
            return Err(Problem::new(message, format!("choose --tiles {across} or --tiles {down}")));
        }
        Ok(Self::Corners(sizes.into_iter().map(|size| across * (size - 1) + 1).collect()))
    }
}

/// Returns an error for more than one tile. `subject` begins the message.
pub(super) fn no_tiles(subject: &str, tiles: Option<[usize; 2]>) -> Result<(), Problem> {
    match tiles {
        None | Some([1, 1]) => Ok(()),
        Some(_) => {
            let message = format!("{subject} does not import tiles");
            Err(Problem::new(message, "leave out --tiles"))
        }
    }
}

/// The number in `sides` whose ratio to `wanted` is nearest to 1; `None` if `sides` is empty.
///
/// ```
/// use orogen_files::targets::nearest;
///
/// assert_eq!(nearest(&[129, 257, 513], 512), Some(513));
/// assert_eq!(nearest(&[], 512), None);
/// ```
pub fn nearest(sides: &[usize], wanted: usize) -> Option<usize> {
    let ratio = |side: usize| (side as f64 / wanted as f64).max(wanted as f64 / side as f64);
    sides.iter().copied().min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)))
}
