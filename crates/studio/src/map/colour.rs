//! Colours of maps.

use std::sync::LazyLock;

use orogen_engine::srgb;
use orogen_view::{map_tint, map_water_tint};

use super::MapMode;

/// Heights, in the tints of the style `map`.
static HEIGHTS: LazyLock<[[f64; 3]; 25]> =
    LazyLock::new(|| std::array::from_fn(|at| displayed(map_tint(at as f32 / 24.0))));

/// Slopes from 0° to 90°: dark blue, violet, red, orange, light yellow.
const SLOPES: [[f64; 3]; 5] = [
    [24.0, 26.0, 58.0],
    [96.0, 38.0, 110.0],
    [188.0, 62.0, 84.0],
    [244.0, 136.0, 70.0],
    [252.0, 234.0, 170.0],
];

/// Deep water, in the tint of the style `map`.
static WATER: LazyLock<[f64; 3]> = LazyLock::new(|| displayed(map_water_tint(1.0)));

/// A tint of the style `map`, which is the square root of linear light, in sRGB.
fn displayed(tint: [f32; 3]) -> [f64; 3] {
    tint.map(|part| 255.0 * f64::from(srgb::encode(part * part)))
}

/// The colour of a position in the legend, 0 to 1.
pub fn ramp(mode: MapMode, share: f64) -> [u8; 3] {
    let colour = match mode {
        MapMode::Values => mixed(&*HEIGHTS, share),
        MapMode::Slope => mixed(&SLOPES, share),
        MapMode::Mask => [255.0 * share.clamp(0.0, 1.0); 3],
    };
    colour.map(|channel| channel.round() as u8)
}

/// Linear interpolation in a list of colours.
fn mixed(colours: &[[f64; 3]], share: f64) -> [f64; 3] {
    let along = share.clamp(0.0, 1.0) * (colours.len() - 1) as f64;
    let first = (along as usize).min(colours.len() - 2);
    let part = along - first as f64;
    std::array::from_fn(|k| colours[first][k] + part * (colours[first + 1][k] - colours[first][k]))
}

/// The interval of contour lines for a range of values: with 8 to 20 lines.
pub fn contour_interval([low, high]: [f64; 2]) -> f64 {
    round_step((high - low).max(1e-9) / 20.0)
}

/// The smallest number that is not less than `least` and is 1, 2 or 5 times a power of ten.
pub(crate) fn round_step(least: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(least)));
    [1.0, 2.0, 5.0].map(|step| step * power).into_iter().find(|step| *step >= least).unwrap_or(10.0 * power)
}

/// How samples become colours.
#[derive(Clone, Copy, Debug)]
pub struct Shade {
    /// How values are shown.
    pub mode: MapMode,
    /// The lowest and the highest value of the ramp.
    pub range: [f64; 2],
    /// The distance between contour lines. `None`: there are no lines.
    pub interval: Option<f64>,
    /// Metres per pixel.
    pub spacing: f64,
    /// The level of the water.
    pub sea: Option<f64>,
}

impl Shade {
    /// The colour of a sample: its value, and its slopes to the right and down per metre.
    pub fn colour(&self, value: f64, [dx, dy]: [f64; 2]) -> [u8; 4] {
        let gradient = dx.hypot(dy);
        let is_water = self.mode == MapMode::Values && self.sea.is_some_and(|sea| value < sea);
        let mut colour = match self.mode {
            MapMode::Values if is_water => *WATER,
            MapMode::Values => self.lit(ramp(self.mode, self.share(value)).map(f64::from), [dx, dy]),
            MapMode::Slope => ramp(self.mode, libm::atan(gradient).to_degrees() / 90.0).map(f64::from),
            MapMode::Mask if value < -1e-6 => [70.0, 110.0, 200.0],
            MapMode::Mask if value > 1.0 + 1e-6 => [200.0, 70.0, 70.0],
            MapMode::Mask => ramp(self.mode, value).map(f64::from),
        };
        let line = self.line(value, gradient);
        let ink = if self.mode == MapMode::Values { [40.0, 28.0, 18.0] } else { [235.0, 160.0, 90.0] };
        for (channel, ink) in colour.iter_mut().zip(ink) {
            *channel += 0.75 * line * (ink - *channel);
        }
        let [red, green, blue] = colour.map(|channel| channel.round().clamp(0.0, 255.0) as u8);
        [red, green, blue, 255]
    }

    fn share(&self, value: f64) -> f64 {
        let [low, high] = self.range;
        (value - low) / (high - low).max(1e-9)
    }

    /// Lambert's law under a sun in the upper left, 45° high. Slopes are scaled so that the range spans a quarter of its own
    /// width over 100 pixels, which shows shapes at every scale.
    fn lit(&self, colour: [f64; 3], slope: [f64; 2]) -> [f64; 3] {
        let relief = 25.0 * self.spacing / (self.range[1] - self.range[0]).max(1e-9);
        let [dx, dy] = slope.map(|slope| slope * relief.clamp(0.02, 4.0));
        let light = (1.0 + 0.7 * (dx + dy)) / (1.0 + dx * dx + dy * dy).sqrt();
        let light = 0.45 + 0.55 * light.clamp(0.0, 1.8);
        colour.map(|channel| channel * light)
    }

    /// How much of a pixel a contour line covers, 0 to 1. The line is one and a half pixels wide: the distance to it is the
    /// difference of values divided by the slope.
    fn line(&self, value: f64, gradient: f64) -> f64 {
        let Some(interval) = self.interval else { return 0.0 };
        let steps = value / interval;
        let off = (steps - steps.round()).abs() * interval;
        let per_pixel = gradient * self.spacing;
        if per_pixel < 1e-12 || per_pixel > 0.5 * interval {
            return 0.0;
        }
        (1.25 - off / per_pixel).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_round_and_give_8_to_20_lines() {
        for (range, interval) in [([0.0, 3000.0], 200.0), ([-1.0, 1.0], 0.1), ([10.0, 12.5], 0.2)] {
            let found = contour_interval(range);
            assert!((found - interval).abs() < 1e-9 * interval, "{range:?}: {found}");
        }
        for span in [0.37, 1.0, 77.0, 4e5] {
            let lines = span / contour_interval([5.0, 5.0 + span]);
            assert!((7.9..=20.1).contains(&lines), "{span}: {lines}");
        }
    }

    #[test]
    fn contour_lines_are_where_values_are_multiples() {
        let shade = Shade {
            mode: MapMode::Values,
            range: [0.0, 1000.0],
            interval: Some(100.0),
            spacing: 10.0,
            sea: None,
        };
        // 0.5 m per metre: 5 m per pixel.
        assert_eq!(shade.line(300.0, 0.5), 1.0);
        assert!(shade.line(306.0, 0.5) < 0.1 && shade.line(350.0, 0.5) == 0.0);
        assert_eq!(shade.line(300.0, 0.0), 0.0, "level ground is not a line");
        assert_ne!(shade.colour(300.0, [0.5, 0.0]), shade.colour(350.0, [0.5, 0.0]));
    }

    #[test]
    fn modes_show_what_they_say() {
        let shade =
            |mode| Shade { mode, range: [0.0, 1000.0], interval: None, spacing: 10.0, sea: Some(10.0) };
        let red_of = |mode, value, slope: f64| shade(mode).colour(value, [slope, 0.0]);
        assert_eq!(red_of(MapMode::Mask, 0.5, 3.0), [128, 128, 128, 255]);
        assert_ne!(red_of(MapMode::Mask, 1.5, 0.0), red_of(MapMode::Mask, 1.0, 0.0));
        assert_ne!(red_of(MapMode::Mask, -0.5, 0.0), red_of(MapMode::Mask, 0.0, 0.0));
        assert_eq!(red_of(MapMode::Slope, 7.0, 1.0), red_of(MapMode::Slope, 900.0, -1.0));
        assert_ne!(red_of(MapMode::Slope, 7.0, 1.0), red_of(MapMode::Slope, 7.0, 0.1));
        assert_eq!(red_of(MapMode::Values, 5.0, 0.3)[..3], WATER.map(|channel| channel.round() as u8));
        // Ground that falls towards the lower right turns away from the sun.
        let [lit, dark] = [1.0, -1.0].map(|slope| shade(MapMode::Values).colour(500.0, [slope, slope])[0]);
        assert!(lit > dark, "{lit} {dark}");
    }
}
