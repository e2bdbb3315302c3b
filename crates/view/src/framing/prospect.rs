//! What is seen from a place: a few hundred rays, enough to tell a good view from a bad one.

use super::outline::Outline;

/// Rays across and up.
pub(super) const COLUMNS: usize = 40;
const ROWS: usize = 28;

/// How much further each step along a ray is than the one before, and how many there are.
const GROWTH: f64 = 1.04;
pub(super) const STEPS: usize = 150;

/// A place to look from, and where to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stand {
    /// Metres.
    pub(super) eye: [f64; 3],
    /// Radians clockwise from the top of the map.
    pub(super) azimuth: f64,
    /// Radians upwards.
    pub(super) pitch: f64,
    /// Tangents of half the angles of view, across and up.
    pub(super) half: [f64; 2],
}

/// What a view is worth, and what that follows from. All are shares from 0 to 1, or of the order of 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prospect {
    /// Sky in the picture.
    sky: f64,
    /// How far the skyline goes up and down, in heights of the picture.
    skyline: f64,
    /// How much light and shade differ.
    contrast: f64,
    /// Ground in the picture that is too near to be landscape.
    foreground: f64,
    /// How much of the relief is in the picture.
    relief: f64,
    /// How much far and near differ.
    depth: f64,
    /// How much of the domain's ground between the sides of the picture is seen.
    seen: f64,
    /// Water in the picture.
    water: f64,
    /// Whether the domain's middle is seen.
    middle: f64,
}

impl Stand {
    /// Across the ground, of length 1.
    pub(super) fn forward(&self) -> [f64; 2] {
        let (sin, cos) = libm::sincos(self.azimuth);
        [sin, -cos]
    }

    /// The places on the ground at which rays are looked at: step by step for each column.
    ///
    /// A column of rays lies, but for the pitch, in an upright plane: at a depth `s` along the ground it is over
    /// `eye + s (forward + t right)`.
    pub(super) fn places(&self, outline: &Outline) -> impl Iterator<Item = [f64; 2]> {
        let ([fx, fy], [x, y, _], [half, _]) = (self.forward(), self.eye, self.half);
        let first = first_step(outline);
        (0..COLUMNS * STEPS).map(move |at| {
            let (column, step) = (at / STEPS, at % STEPS);
            let t = half * (2.0 * (column as f64 + 0.5) / COLUMNS as f64 - 1.0);
            let s = first * libm::pow(GROWTH, step as f64);
            [x + s * (fx - t * fy), y + s * (fy + t * fx)]
        })
    }

    /// Where a point at a depth along the ground and a height appears, from 0 at the lower edge of the picture to 1 at
    /// the upper one.
    pub(super) fn row(&self, s: f64, height: f64) -> f64 {
        let (sin, cos) = libm::sincos(self.pitch);
        let rise = height - self.eye[2];
        let depth = s * cos + rise * sin;
        if depth <= 0.0 {
            return if rise < 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
        }
        0.5 + 0.5 * (rise * cos - s * sin) / (depth * self.half[1])
    }
}

/// Metres to the first place of each ray.
fn first_step(outline: &Outline) -> f64 {
    0.006 * outline.size
}

/// Sums over what is seen, to be made means.
#[derive(Default)]
struct Sums {
    pixels: f64,
    light: [f64; 2],
    height: [f64; 2],
    distance: [f64; 2],
    near: f64,
    water: f64,
    skyline: [f64; 2],
    seen: f64,
    area: f64,
}

fn add(sum: &mut [f64; 2], weight: f64, value: f64) {
    sum[0] += weight * value;
    sum[1] += weight * value * value;
}

/// The deviation of values whose sum and sum of squares are known.
fn deviation([sum, squares]: [f64; 2], weight: f64) -> f64 {
    let mean = sum / weight.max(1e-9);
    (squares / weight.max(1e-9) - mean * mean).max(0.0).sqrt()
}

impl Prospect {
    /// What is seen from a stand, in the light of a sun; `heights` are those at its places.
    pub(super) fn new(
        outline: &Outline,
        stand: &Stand,
        sun: [f64; 3],
        heights: impl Iterator<Item = f64>,
    ) -> Self {
        let mut sums = Sums::default();
        let size = outline.size;
        let inside = |place: [f64; 2]| place.iter().all(|along| (0.0..=size).contains(along));
        let mut distance = 0.0;
        let mut top = 0.0;
        for ((at, place), height) in stand.places(outline).enumerate().zip(heights) {
            let step = at % STEPS;
            if step == 0 {
                (distance, top) = (first_step(outline), 0.0);
            }
            let row = stand.row(distance, height).clamp(0.0, 1.0);
            let is_seen = row > top;
            let covered = ((row * ROWS as f64).round() - (top * ROWS as f64).round()).max(0.0);
            if inside(place) {
                // The ground between two steps grows with the square of the distance.
                let area = distance * distance;
                sums.area += area;
                sums.seen += if is_seen { area } else { 0.0 };
            }
            if covered > 0.0 {
                sums.take(outline, covered, distance, place, height, sun);
            }
            top = top.max(row);
            distance *= GROWTH;
            if step == STEPS - 1 {
                add(&mut sums.skyline, 1.0, top);
            }
        }
        sums.prospect(outline, stand)
    }

    /// What it is worth: more is better. The weights are such that pictures of the presets come out well.
    pub(super) fn worth(&self) -> f64 {
        let excess = |value: f64, limit: f64| (value - limit).max(0.0);
        1.5 * self.middle
            + 1.2 * self.seen
            + 3.0 * self.contrast
            + 1.0 * self.relief.min(1.2)
            + 0.5 * self.depth.min(1.2)
            + 5.0 * self.skyline.min(0.09)
            - 14.0 * (self.sky - 0.3) * (self.sky - 0.3)
            - 4.0 * excess(self.foreground, 0.25)
            - 2.5 * excess(self.water, 0.4)
    }
}

impl Sums {
    fn take(
        &mut self,
        outline: &Outline,
        covered: f64,
        distance: f64,
        place: [f64; 2],
        height: f64,
        sun: [f64; 3],
    ) {
        let [dx, dy] = outline.slopes(place);
        let light = (sun[2] - dx * sun[0] - dy * sun[1]).max(0.0) / (1.0 + dx * dx + dy * dy).sqrt();
        let is_water = outline.sea.is_some_and(|level| height <= level);
        self.pixels += covered;
        add(&mut self.light, covered, light);
        add(&mut self.height, covered, height);
        add(&mut self.distance, covered, libm::log(distance / outline.size));
        self.near += if distance < 0.07 * outline.size { covered } else { 0.0 };
        self.water += if is_water { covered } else { 0.0 };
    }

    fn prospect(&self, outline: &Outline, stand: &Stand) -> Prospect {
        let all = (COLUMNS * ROWS) as f64;
        Prospect {
            sky: 1.0 - self.pixels / all,
            skyline: deviation(self.skyline, COLUMNS as f64),
            contrast: deviation(self.light, self.pixels),
            foreground: self.near / all,
            relief: deviation(self.height, self.pixels) / (0.3 * outline.relief()).max(1e-6 * outline.size),
            depth: deviation(self.distance, self.pixels),
            seen: self.seen / self.area.max(1e-9),
            water: self.water / all,
            middle: if middle_is_seen(outline, stand) { 1.0 } else { 0.0 },
        }
    }
}

/// Whether the domain's middle is in the picture, well off its edges, and no hill before it.
fn middle_is_seen(outline: &Outline, stand: &Stand) -> bool {
    let ([x, y, z], [fx, fy], middle) = (stand.eye, stand.forward(), outline.middle());
    let (to_x, to_y) = (middle[0] - x, middle[1] - y);
    let (s, across) = (to_x * fx + to_y * fy, to_y * fx - to_x * fy);
    let height = outline.height(middle) + 0.02 * outline.relief();
    let row = stand.row(s, height);
    let in_picture = s > 0.0 && across.abs() < 0.8 * s * stand.half[0] && (0.12..0.9).contains(&row);
    in_picture
        && (1..40).all(|step| {
            let t = f64::from(step) / 40.0;
            outline.height([x + t * to_x, y + t * to_y]) < z + t * (height - z)
        })
}
