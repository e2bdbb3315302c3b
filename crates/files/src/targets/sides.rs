//! Samples along a side.

use super::Refusal;

/// The samples along a side of a terrain that a target takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Whatever is asked for.
    Any,
    /// One of these, in growing order, as corners of the steps between them: of a terrain that repeats, the far edge
    /// is among them.
    Corners(Vec<usize>),
    /// One of these, in growing order, as samples like any others.
    Samples(Vec<usize>),
}

impl Sides {
    /// Squares of tiles, each with one of these numbers of samples along a side; neighbours share their borders.
    pub(super) fn of_tiles(
        program: &str,
        sizes: impl IntoIterator<Item = usize>,
        tiles: Option<[usize; 2]>,
    ) -> Result<Self, Refusal> {
        let [across, down] = tiles.unwrap_or([1, 1]);
        if across != down {
            let what = format!("the tiles for {program} are squares, and so is the terrain");
            return Err(Refusal::new(what, format!("choose --tiles {across} or --tiles {down}")));
        }
        Ok(Self::Corners(sizes.into_iter().map(|size| across * (size - 1) + 1).collect()))
    }
}

/// No tiles.
pub(super) fn whole_only(program: &str, tiles: Option<[usize; 2]>) -> Result<(), Refusal> {
    match tiles {
        None | Some([1, 1]) => Ok(()),
        Some(_) => {
            let what = format!("{program} takes the terrain in one piece");
            Err(Refusal::new(what, "leave out --tiles"))
        }
    }
}

/// The one of `sides` whose ratio to `wanted` is nearest to 1, if there is any.
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
