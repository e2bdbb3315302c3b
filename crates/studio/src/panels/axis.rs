//! Marks on the axes of plots: multiples of 1, 2 or 5 times a power of ten, as many as have room for their numbers.

use egui_plot::{GridInput, GridMark, Plot};
use orogen_engine::recipe::spec::Unit;

use crate::map::round_step;

/// The least distance of lines that a plot asks for, in points.
const LINES: f32 = 8.0;

/// The least distances of numbers, in points, on the horizontal and on the vertical axis. With the plot's own marks, which are powers
/// of ten, a short axis may have no number at all.
const NUMBERS: [f64; 2] = [80.0, 24.0];

/// A plot whose axes have round numbers.
pub(super) fn with_round_marks(plot: Plot<'_>) -> Plot<'_> {
    plot.grid_spacing(LINES..=300.0)
        .x_grid_spacer(|input| marks(&input, NUMBERS[0]))
        .y_grid_spacer(|input| marks(&input, NUMBERS[1]))
}

/// Marks that are at least this many points apart.
fn marks(input: &GridInput, points: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let step_size = round_step(input.base_step_size * points / f64::from(LINES));
    let [first, last] = [(low / step_size).ceil(), (high / step_size).floor()];
    if !(step_size.is_finite() && last - first < 1000.0) {
        return Vec::new();
    }
    (first as i64..=last as i64)
        .map(|multiple| GridMark { value: multiple as f64 * step_size, step_size })
        .collect()
}

/// The number at a mark, with as many digits as tell it from the next mark.
pub(super) fn number_of(mark: GridMark, unit: Unit) -> String {
    let digits = (-libm::floor(libm::log10(mark.step_size) + 1e-9)).clamp(0.0, 12.0) as usize;
    let unit = match unit {
        Unit::Metres => " m",
        Unit::Degrees => "°",
        Unit::None => "",
    };
    format!("{:.digits$}{unit}", mark.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_marks_differ() {
        let shown = |value, step_size| number_of(GridMark { value, step_size }, Unit::Metres);
        assert_eq!(
            [1000.0, 1000.2, 1000.4].map(|value| shown(value, 0.2)),
            ["1000.0 m", "1000.2 m", "1000.4 m"]
        );
        assert_eq!(shown(1500.0, 500.0), "1500 m");
        assert_eq!(number_of(GridMark { value: 0.01, step_size: 0.01 }, Unit::None), "0.01");
    }

    #[test]
    fn marks_are_round_and_have_room() {
        // 400 points for 1478 m: 3.7 m per point.
        let input = GridInput { bounds: (412.0, 1890.0), base_step_size: 8.0 * 3.695 };
        let values: Vec<_> = marks(&input, 110.0).iter().map(|mark| mark.value).collect();
        assert_eq!(values, [500.0, 1000.0, 1500.0]);
        let flat = GridInput { bounds: (3.0, 3.0), base_step_size: 0.0 };
        assert!(marks(&flat, 110.0).len() < 2);
    }
}
