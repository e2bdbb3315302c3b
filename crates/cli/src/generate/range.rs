//! The ranges of heights and fields.

use rayon::prelude::*;

/// The lowest and the highest height, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) min: f32,
    pub(crate) max: f32,
}

/// The ranges of heights and of further fields, in the order of their planes.
#[derive(Clone, Debug)]
pub(crate) struct Ranges {
    pub(crate) heights: Range,
    pub(crate) fields: Vec<Range>,
}

impl Default for Ranges {
    fn default() -> Self {
        Self { heights: Range::NONE, fields: Vec::new() }
    }
}

impl Ranges {
    /// The smallest ranges that contain both.
    pub(crate) fn hull(mut self, other: Self) -> Self {
        self.heights = self.heights.hull(other.heights);
        self.fields.resize(self.fields.len().max(other.fields.len()), Range::NONE);
        self.fields.iter_mut().zip(other.fields).for_each(|(range, other)| *range = range.hull(other));
        self
    }
}

/// Heights per task of the thread pool.
const TASK: usize = 1 << 16;

impl Range {
    /// The range of no heights: empty, with `min > max`.
    pub(crate) const NONE: Self = Self { min: f32::INFINITY, max: f32::NEG_INFINITY };

    /// The range of heights, computed on the current thread pool.
    pub(crate) fn of(heights: &[f32]) -> Self {
        heights.par_chunks(TASK).map(Self::of_run).reduce(|| Self::NONE, Self::hull)
    }

    fn of_run(heights: &[f32]) -> Self {
        heights.iter().fold(Self::NONE, |range, &height| range.hull(Self { min: height, max: height }))
    }

    /// The smallest range that contains both. Of zeros with different signs, the first one stays, so that the result does
    /// not depend on how the threads shared the work.
    pub(crate) fn hull(self, other: Self) -> Self {
        Self {
            min: if other.min < self.min { other.min } else { self.min },
            max: if other.max > self.max { other.max } else { self.max },
        }
    }
}
