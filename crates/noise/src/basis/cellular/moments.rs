use super::{Metric, Output};
pub(super) fn moments<const D: usize>(_output: Output, _metric: Metric, _jitter: f64) -> (f64, f64) {
    (0.5, 0.5)
}
