//! Scores a camera pose by about a thousand rays.

use super::coarse::CoarseHeights;
use super::rays::{COLUMNS, GroundPoint, RayGround, STEPS, distances};

/// Number of rays in a column.
const ROWS: usize = 28;

/// Ground within this distance is foreground, in units of the domain's size.
const NEAR: f64 = 0.07;

/// Good shares of sky.
const SKY: [f64; 2] = [0.22, 0.45];

/// A candidate camera pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    /// Position, in metres.
    pub(super) eye: [f64; 3],
    /// Viewing direction in radians clockwise from the top of the map.
    pub(super) azimuth: f64,
    /// Viewing direction in radians above the horizon.
    pub(super) pitch: f64,
    /// Tangents of half the angles of view, horizontal and vertical.
    pub(super) half: [f64; 2],
}

/// The parts of a view's score. They are shares from 0 to 1, or numbers of the order of 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ViewScore {
    /// Share of sky.
    sky: f64,
    /// Vertical spread of the skyline, in units of the picture's height.
    skyline: f64,
    /// Contrast of light and shade under each of two suns.
    contrast: [f64; 2],
    /// Share of ground that is too near for a landscape.
    foreground: f64,
    /// Ratio of the spread of visible heights to the spread of heights in the domain.
    relief: f64,
    /// Spread of distances.
    depth: f64,
    /// Visible share of the domain's ground within the picture's sides.
    seen: f64,
    /// Share of water.
    water: f64,
    /// How well a summit of the skyline composes the picture: its height above the mean skyline, in units of the picture's height,
    /// if it is at a third of the picture's width. Less if it is elsewhere.
    summit: f64,
    /// 1 if the domain's centre is visible.
    middle: f64,
}

impl Pose {
    /// The horizontal viewing direction, of length 1.
    pub(super) fn forward(&self) -> [f64; 2] {
        let (sin, cos) = libm::sincos(self.azimuth);
        [sin, -cos]
    }

    /// Vertical picture coordinate of a point at a depth along the ground and a height. It is 0 at the lower edge and 1 at
    /// the upper edge.
    fn rows(&self) -> impl Fn(f64, f64) -> f64 {
        let (sin, cos) = libm::sincos(self.pitch);
        let ([.., eye], [_, half]) = (self.eye, self.half);
        move |s, height| {
            let rise = height - eye;
            let depth = s * cos + rise * sin;
            if depth <= 0.0 {
                return if rise < 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
            }
            0.5 + 0.5 * (rise * cos - s * sin) / (depth * half)
        }
    }
}

/// Sums over visible ground, for means and deviations.
#[derive(Default)]
struct Sums {
    pixels: f64,
    light: [[f64; 2]; 2],
    height: [f64; 2],
    distance: [f64; 2],
    near: f64,
    water: f64,
    skyline: [f64; 2],
    tops: Vec<f64>,
    seen: f64,
    area: f64,
}

fn add(sum: &mut [f64; 2], weight: f64, value: f64) {
    sum[0] += weight * value;
    sum[1] += weight * value * value;
}

/// Standard deviation from a sum and a sum of squares.
fn deviation([sum, squares]: [f64; 2], weight: f64) -> f64 {
    let mean = sum / weight.max(1e-9);
    (squares / weight.max(1e-9) - mean * mean).max(0.0).sqrt()
}

impl ViewScore {
    /// Evaluates the view from a pose over the ground under its rays.
    pub(super) fn new(coarse: &CoarseHeights, pose: &Pose, ground: &RayGround) -> Self {
        let mut sums = Sums::default();
        let (distances, row) = (distances(coarse), pose.rows());
        for column in ground.points.chunks_exact(STEPS) {
            let mut top = 0.0;
            for (&distance, point) in distances.iter().zip(column) {
                let at = row(distance, point.height).clamp(0.0, 1.0);
                let is_seen = at > top;
                if point.is_inside {
                    // The area of the ground between two steps grows with the square of the distance.
                    let area = distance * distance;
                    sums.area += area;
                    sums.seen += if is_seen { area } else { 0.0 };
                }
                if is_seen {
                    let covered = (at * ROWS as f64).round() - (top * ROWS as f64).round();
                    if covered > 0.0 {
                        sums.take(coarse, covered, distance, point);
                    }
                    top = at;
                }
            }
            add(&mut sums.skyline, 1.0, top);
            sums.tops.push(top);
        }
        sums.score(coarse, pose)
    }

    /// The scores of the view under each of the two suns; higher is better. The weights are tuned with the presets' pictures.
    pub(super) fn scores(&self) -> [f64; 2] {
        let excess = |value: f64, limit: f64| (value - limit).max(0.0);
        let outside = excess(self.sky, SKY[1]) + excess(SKY[0], self.sky);
        self.contrast.map(|contrast| {
            1.5 * self.middle
                + 0.6 * self.seen
                + 3.0 * contrast
                + 1.0 * self.relief.min(1.2)
                + 0.5 * self.depth.min(1.2)
                + 5.0 * self.skyline.min(0.09)
                + 6.0 * self.summit.min(0.2)
                - 14.0 * outside * outside
                - 7.0 * excess(self.foreground, 0.1)
                - 2.5 * excess(self.water, 0.4)
        })
    }

    /// The better of the two scores.
    pub(super) fn best(&self) -> f64 {
        let [one, other] = self.scores();
        one.max(other)
    }
}

impl Sums {
    fn take(&mut self, coarse: &CoarseHeights, covered: f64, distance: f64, point: &GroundPoint) {
        self.pixels += covered;
        for (sum, light) in self.light.iter_mut().zip(point.light) {
            add(sum, covered, light);
        }
        add(&mut self.height, covered, point.height);
        add(&mut self.distance, covered, libm::log(distance / coarse.size));
        self.near += if distance < NEAR * coarse.size { covered } else { 0.0 };
        self.water += if point.is_water { covered } else { 0.0 };
    }

    fn score(&self, coarse: &CoarseHeights, pose: &Pose) -> ViewScore {
        let all = (COLUMNS * ROWS) as f64;
        ViewScore {
            sky: 1.0 - self.pixels / all,
            skyline: deviation(self.skyline, COLUMNS as f64),
            contrast: self.light.map(|light| deviation(light, self.pixels)),
            foreground: self.near / all,
            relief: deviation(self.height, self.pixels) / (0.3 * coarse.relief()).max(1e-6 * coarse.size),
            depth: deviation(self.distance, self.pixels),
            seen: self.seen / self.area.max(1e-9),
            water: self.water / all,
            summit: summit(&self.tops),
            middle: if middle_is_seen(coarse, pose) { 1.0 } else { 0.0 },
        }
    }
}

/// The summit of a skyline, as in [`ViewScore`].
fn summit(tops: &[f64]) -> f64 {
    let count = tops.len() as f64;
    let mean = tops.iter().sum::<f64>() / count;
    let composed = |(column, top): (usize, &f64)| {
        let across = (column as f64 + 0.5) / count;
        // 1 at a third, and 0 in the middle and near the sides.
        let third = 1.0 - 6.0 * (0.5 - (across - 0.5).abs() - 1.0 / 3.0).abs();
        // A summit beyond the upper edge is cut off.
        if *top < 0.97 { (top - mean) * third.max(0.0) } else { 0.0 }
    };
    tops.iter().enumerate().map(composed).fold(0.0, f64::max)
}

/// Whether the domain's centre is in the picture, well inside its edges, and not hidden by a hill.
fn middle_is_seen(coarse: &CoarseHeights, pose: &Pose) -> bool {
    let ([x, y, z], [fx, fy], middle) = (pose.eye, pose.forward(), coarse.middle());
    let (to_x, to_y) = (middle[0] - x, middle[1] - y);
    let (s, across) = (to_x * fx + to_y * fy, to_y * fx - to_x * fy);
    let height = coarse.height(middle) + 0.02 * coarse.relief();
    let row = pose.rows()(s, height);
    let in_picture = s > 0.0 && across.abs() < 0.8 * s * pose.half[0] && (0.12..0.9).contains(&row);
    in_picture
        && (1..40).all(|step| {
            let t = f64::from(step) / 40.0;
            coarse.height([x + t * to_x, y + t * to_y]) < z + t * (height - z)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A summit is best at a third of the width. In the middle and at the sides it counts for nothing.
    #[test]
    fn a_summit_belongs_at_a_third() {
        let peak = |at: usize| {
            let mut tops = vec![0.5; 60];
            tops[at] = 0.8;
            summit(&tops)
        };
        assert!(peak(20) > 0.28 && (peak(20) - peak(39)).abs() < 1e-9, "{} {}", peak(20), peak(39));
        assert!(peak(26) < 0.5 * peak(20) && peak(13) < 0.5 * peak(20), "{} {}", peak(26), peak(13));
        assert!(peak(30) < 0.02 && peak(2) < 0.02 && summit(&[0.5; 60]) < 1e-9, "{}", peak(30));
    }
}
