//! The lowest and the highest of heights.

use rayon::prelude::*;

/// The lowest and the highest height, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) min: f32,
    pub(crate) max: f32,
}

/// Heights that one task of the thread pool looks at.
const TASK: usize = 1 << 16;

impl Range {
    /// Of no heights at all.
    pub(crate) const NONE: Self = Self { min: f32::INFINITY, max: f32::NEG_INFINITY };

    /// Of many, on the threads of the current pool.
    pub(crate) fn of(heights: &[f32]) -> Self {
        heights.par_chunks(TASK).map(Self::of_run).reduce(|| Self::NONE, Self::hull)
    }

    fn of_run(heights: &[f32]) -> Self {
        heights.iter().fold(Self::NONE, |range, &height| range.hull(Self { min: height, max: height }))
    }

    /// The range of both. Of zeros with different signs the first one stays, so that the result does not depend on
    /// how the threads shared the work.
    pub(crate) fn hull(self, other: Self) -> Self {
        Self {
            min: if other.min < self.min { other.min } else { self.min },
            max: if other.max > self.max { other.max } else { self.max },
        }
    }
}
