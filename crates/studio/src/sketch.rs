//! Drafts: a small raster of the ground drawn by the processor, for the moments until the picture is painted.
//!
//! Rays march over the raster in steps that grow with their height above it, and are refined by halving; the light is that of
//! the sun on a plain slope. It is what the painter will show, with neither shadows nor detail.

use std::sync::LazyLock;

use orogen::planet::LatLon;
use orogen::recipe::{Air, Recipe};
use orogen_view::{Bounds, Camera, Sun};
use rayon::prelude::*;

use crate::eye::{Eye, GlobeEye};
use crate::relief::Relief;

/// A picture of sRGB bytes, four a pixel, with full alpha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rgba {
    /// Columns and rows.
    pub size: [usize; 2],
    /// Row by row from the top.
    pub bytes: Vec<u8>,
}

/// Colours of a draft, in linear light: lowlands, heights, tops, and steep ground.
type Ramp = [[f32; 3]; 4];

/// How the ground of a draft is coloured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tint {
    ramp: Ramp,
    sky: [[f32; 3]; 2],
}

impl Tint {
    /// About the colours of a recipe.
    pub fn of(recipe: &Recipe) -> Self {
        let ramp = match recipe.view.palette {
            "desert" => [[0.52, 0.34, 0.19], [0.58, 0.39, 0.22], [0.62, 0.44, 0.27], [0.48, 0.30, 0.17]],
            "canyon" => [[0.42, 0.22, 0.12], [0.50, 0.27, 0.15], [0.55, 0.36, 0.23], [0.36, 0.17, 0.09]],
            "temperate" => [[0.10, 0.15, 0.06], [0.16, 0.20, 0.09], [0.24, 0.23, 0.17], [0.20, 0.18, 0.15]],
            "island" => [[0.36, 0.32, 0.20], [0.10, 0.17, 0.06], [0.17, 0.18, 0.10], [0.19, 0.17, 0.13]],
            "moon" | "grey" => {
                [[0.20, 0.20, 0.20], [0.26, 0.26, 0.26], [0.32, 0.32, 0.31], [0.24, 0.24, 0.24]]
            }
            _ => [[0.11, 0.15, 0.06], [0.17, 0.19, 0.10], [0.70, 0.72, 0.75], [0.21, 0.19, 0.17]],
        };
        let sky = match recipe.view.air {
            Air::Earth => [[0.50, 0.60, 0.70], [0.14, 0.28, 0.55]],
            Air::Mars => [[0.60, 0.42, 0.28], [0.35, 0.24, 0.17]],
            Air::None => [[0.004; 3]; 2],
        };
        Self { ramp, sky }
    }

    /// Clay under the same sky.
    pub fn clay(self) -> Self {
        Self { ramp: [[0.42, 0.40, 0.38]; 4], ..self }
    }
}

/// Draws what an eye sees of the ground, in so many columns and rows; of a plane, as far as `bounds` say.
pub fn draw(
    relief: &Relief,
    tint: &Tint,
    eye: &Eye,
    sun: Sun,
    bounds: Bounds,
    size: [usize; 2],
) -> Option<Rgba> {
    let camera = eye.camera().ok()?;
    let [columns, rows] = size;
    let half = libm::tan(super::eye::DEGREES.to_radians() / 2.0);
    let is_cut = bounds == Bounds::Domain;
    let scene = Scene { relief, tint, sun: sun.direction(), eye: camera.eye(), is_cut };
    let pixel = |at: usize| {
        let (column, row) = ((at % columns) as f64 + 0.5, (at / columns) as f64 + 0.5);
        let across = half * (2.0 * column - columns as f64) / rows as f64;
        let along = half * (1.0 - 2.0 * row / rows as f64);
        let ray = ray(&camera, across, along);
        let light = match eye {
            Eye::Plane(_) => scene.plane(ray),
            Eye::Globe(eye) => scene.globe(eye, ray),
        };
        let [red, green, blue] = light.map(encode);
        [red, green, blue, 255]
    };
    let bytes: Vec<[u8; 4]> = (0..columns * rows).into_par_iter().map(pixel).collect();
    Some(Rgba { size, bytes: bytes.into_flattened() })
}

/// The heights of a relief as a picture: dark is low, and light comes from the upper left.
pub fn map(relief: &Relief) -> Rgba {
    const SIDE: usize = 384;
    let rows = if relief.sphere.is_some() { SIDE / 2 } else { SIDE };
    let [low, high] = relief.range.map(f64::from);
    let span = (high - low).max(1e-9);
    let metres = (relief.size / SIDE as f64).max(1e-9);
    from_above(relief, [SIDE, rows], &|here, rise| {
        if relief.sea.is_some_and(|sea| here < sea.into()) {
            return [38, 62, 84, 255];
        }
        let light = 0.25 * (0.5 * rise / metres).clamp(-1.0, 1.0);
        grey(0.2 + 0.7 * (here - low) / span + light)
    })
}

/// A relief seen from above, all of it. `colour` is given the height of a place, and how much higher it is a pixel to the right
/// and one down.
pub(crate) fn from_above(relief: &Relief, size: [usize; 2], colour: &dyn Fn(f64, f64) -> [u8; 4]) -> Rgba {
    let at = |i: f64, j: f64| match relief.sphere {
        Some(_) => relief.height_at(90.0 - 180.0 * j, -180.0 + 360.0 * i),
        None => relief.height(i * relief.size, j * relief.size).unwrap_or(relief.range[0].into()),
    };
    let step = 1.0 / size[0] as f64;
    let pixel = |k: usize| {
        let (i, j) = ((k % size[0]) as f64 * step, (k / size[0]) as f64 / size[1] as f64);
        let here = at(i, j);
        colour(here, at(i + step, j + step) - here)
    };
    Rgba { size, bytes: (0..size[0] * size[1]).flat_map(pixel).collect() }
}

/// A grey of a brightness from 0 to 1.
pub(crate) fn grey(bright: f64) -> [u8; 4] {
    let grey = (255.0 * bright.clamp(0.0, 1.0)) as u8;
    [grey, grey, grey, 255]
}

/// Where a ray of a picture meets the ground of a plane: x and y, if it does.
pub fn hit(relief: &Relief, camera: &Camera, across: f64, along: f64) -> Option<[f64; 2]> {
    let ray = ray(camera, across, along);
    let eye = camera.eye();
    let way = march(relief, &|x, y| relief.height(x, y), eye, ray)?;
    Some([eye[0] + way * ray[0], eye[1] + way * ray[1]])
}

/// Where a ray of a picture meets a planet: latitude and longitude in degrees, if it does.
pub fn hit_globe(relief: &Relief, eye: &GlobeEye, across: f64, along: f64) -> Option<[f64; 2]> {
    let camera = Eye::Globe(*eye).camera().ok()?;
    let axes = axes(eye)?;
    let (from, way) = (times(axes[2], eye.radius + eye.altitude), of(axes, ray(&camera, across, along)));
    let place = sphere(from, way, eye.radius + relief.range.map(f64::from).iter().sum::<f64>() / 2.0)?;
    Some(lat_lon(place))
}

/// Where a place of the ground is in a picture: across and up from its middle, in the units of [`hit`], if it is before the eye.
pub fn spot(relief: &Relief, eye: &Eye, place: [f64; 2]) -> Option<[f64; 2]> {
    let camera = eye.camera().ok()?;
    let way = match eye {
        Eye::Plane(_) => {
            let height = relief.covered(relief.height(place[0], place[1])?);
            let from = camera.eye();
            [place[0] - from[0], place[1] - from[1], height - from[2]]
        }
        Eye::Globe(eye) => {
            let axes = axes(eye)?;
            let height = relief.covered(relief.height_at(place[0], place[1]));
            let over = times(LatLon::new(place[0], place[1]).ok()?.direction().vector(), eye.radius + height);
            let from = times(axes[2], eye.radius + eye.altitude);
            let way: [f64; 3] = std::array::from_fn(|k| over[k] - from[k]);
            // What lies beyond the horizon is not seen.
            if dot(over, way) > 0.0 {
                return None;
            }
            axes.map(|axis| dot(way, axis))
        }
    };
    let depth = dot(way, camera.forward());
    (depth > 0.0).then(|| [dot(way, camera.right()) / depth, dot(way, camera.up()) / depth])
}

/// Places around another on the ground, so many metres from it.
pub fn circle(relief: &Relief, middle: [f64; 2], radius: f64, count: usize) -> Vec<[f64; 2]> {
    let angle = |at: usize| at as f64 / count as f64 * std::f64::consts::TAU;
    let around = |at: usize| {
        let (sin, cos) = libm::sincos(angle(at));
        let Some(sphere) = relief.sphere else { return [middle[0] + radius * cos, middle[1] + radius * sin] };
        let Ok(at) = LatLon::new(middle[0], middle[1]) else { return middle };
        let [east, south] = at.east_south();
        let share = radius / sphere.radius();
        let up = at.direction().vector();
        lat_lon(std::array::from_fn(|k| up[k] + share * (cos * east[k] + sin * south[k])))
    };
    (0..count).map(around).collect()
}

/// A ray of length 1 through the picture.
fn ray(camera: &Camera, across: f64, along: f64) -> [f64; 3] {
    let (right, up, forward) = (camera.right(), camera.up(), camera.forward());
    let way: [f64; 3] = std::array::from_fn(|k| forward[k] + across * right[k] + along * up[k]);
    times(way, 1.0 / dot(way, way).sqrt())
}

struct Scene<'a> {
    relief: &'a Relief,
    tint: &'a Tint,
    sun: [f64; 3],
    eye: [f64; 3],
    /// Whether the ground ends where the domain does.
    is_cut: bool,
}

impl Scene<'_> {
    fn plane(&self, ray: [f64; 3]) -> [f32; 3] {
        let ground = |x, y| self.relief.mirrored(x, y);
        let domain = 0.0..=self.relief.size;
        let known = |x, y| (!self.is_cut || domain.contains(&x) && domain.contains(&y)).then(|| ground(x, y));
        let Some(way) = march(self.relief, &known, self.eye, ray) else {
            return self.sky(ray[2]).map(|light| light * self.day());
        };
        let [x, y] = [self.eye[0] + way * ray[0], self.eye[1] + way * ray[1]];
        let height = ground(x, y);
        let step = self.relief.detail().max(0.001 * way);
        let slope = |dx: f64, dy: f64| {
            let [one, other] = [-1.0, 1.0].map(|side| ground(x + side * dx, y + side * dy));
            (other - one) / (2.0 * step)
        };
        let [dx, dy] = [slope(step, 0.0), slope(0.0, step)];
        let light = self.lit(height, [-dx, -dy, 1.0]);
        // As far away as the domain is wide, the air takes a ninth.
        let clear = libm::exp(-0.12 * way / self.relief.size) as f32;
        let air = self.sky(0.0);
        std::array::from_fn(|k| self.day() * (air[k] + clear * (light[k] - air[k])))
    }

    fn globe(&self, eye: &GlobeEye, ray: [f64; 3]) -> [f32; 3] {
        let Some(axes) = axes(eye) else { return [0.0; 3] };
        let (from, way) = (times(axes[2], eye.radius + eye.altitude), of(axes, ray));
        let Some(place) = sphere(from, way, eye.radius) else {
            let thin = (-eye.altitude / (0.002 * eye.radius)).exp() as f32;
            return self.sky(ray[2].max(0.0)).map(|light| light * thin);
        };
        let [latitude, longitude] = lat_lon(place);
        let height = self.relief.height_at(latitude, longitude);
        let step = self.relief.detail().to_degrees() / eye.radius;
        let ahead =
            |north: f64, east: f64| self.relief.height_at(latitude + north * step, longitude + east * step);
        let run = 2.0 * self.relief.detail();
        // Slopes are shown three times as steep: from far away there would be none.
        let [dx, dy] = [ahead(0.0, 1.0) - ahead(0.0, -1.0), ahead(-1.0, 0.0) - ahead(1.0, 0.0)]
            .map(|rise| 3.0 * rise / run);
        let up = times(place, 1.0 / dot(place, place).sqrt());
        let seen = [dot(up, axes[0]), dot(up, axes[1]), dot(up, axes[2])];
        let day = (4.0 * dot(seen, self.sun) + 0.2).clamp(0.0, 1.0) as f32;
        self.lit(height, [seen[0] - dx, seen[1] - dy, seen[2]]).map(|light| light * day)
    }

    /// How much light there is on a plane: all from ten degrees of the sun on, next to none six below the horizon.
    fn day(&self) -> f32 {
        ((self.sun[2] + 0.1) / 0.27).clamp(0.02, 1.0) as f32
    }

    /// Ground or water under the sun and the sky.
    fn lit(&self, height: f64, normal: [f64; 3]) -> [f32; 3] {
        if self.relief.sea.is_some_and(|sea| height < sea.into()) {
            return [0.03, 0.08, 0.13];
        }
        let length = dot(normal, normal).sqrt();
        let (sun, flat) =
            ((dot(normal, self.sun) / length).max(0.0) as f32, (normal[2] / length).max(0.0) as f32);
        let light = 0.22 + 0.10 * flat + 1.05 * sun;
        self.ground(height, flat).map(|colour| colour * light)
    }

    fn ground(&self, height: f64, flat: f32) -> [f32; 3] {
        let [low, high] = self.relief.range;
        let low = self.relief.sea.map_or(low, |sea| low.max(sea));
        let at = ((height as f32 - low) / (high - low).max(1e-6)).clamp(0.0, 1.0) * 2.0;
        let [valley, slope, top, steep] = self.tint.ramp;
        let (one, other, share) = if at < 1.0 { (valley, slope, at) } else { (slope, top, at - 1.0) };
        let rock = ((0.85 - flat) * 6.0).clamp(0.0, 1.0);
        std::array::from_fn(|k| {
            let colour = one[k] + share * (other[k] - one[k]);
            colour + rock * (steep[k] - colour)
        })
    }

    fn sky(&self, up: f64) -> [f32; 3] {
        let [level, above] = self.tint.sky;
        let share = libm::pow(up.clamp(0.0, 1.0), 0.5) as f32;
        std::array::from_fn(|k| level[k] + share * (above[k] - level[k]))
    }
}

/// How far a ray goes until it meets ground or water, if it does; `ground` has heights where it is known.
fn march(
    relief: &Relief,
    ground: &dyn Fn(f64, f64) -> Option<f64>,
    eye: [f64; 3],
    ray: [f64; 3],
) -> Option<f64> {
    let top = relief.covered(relief.range[1].into());
    let reach = 6.0 * relief.size + 3.0 * (eye[2] - top).max(0.0);
    // Nothing is above the highest ground.
    let mut way = if eye[2] > top && ray[2] < 0.0 { (eye[2] - top) / -ray[2] } else { 0.0 };
    let mut before = way;
    let place = |way: f64| -> [f64; 3] { std::array::from_fn(|k| eye[k] + way * ray[k]) };
    let clearance = |way: f64| {
        let [x, y, z] = place(way);
        Some(z - relief.covered(ground(x, y)?))
    };
    let [enter, leave] = relief.along(eye, ray);
    while way <= reach && (ray[2] < 0.0 || eye[2] + way * ray[2] <= top) {
        let mut end = way;
        // Blocks of the raster that lie below are passed at once.
        if (enter..leave).contains(&way) {
            let (top, out) = relief.block(place(way), ray);
            end += out;
            if (eye[2] + way * ray[2]).min(eye[2] + end * ray[2]) > top {
                (before, way) = (end, end);
                continue;
            }
        }
        while way <= end {
            match clearance(way) {
                Some(above) if above <= 0.0 => return Some(refined(&clearance, before, way)),
                above => {
                    before = way;
                    way += (0.4 * above.unwrap_or(0.0)).max(0.5 * relief.detail()).max(0.001 * way);
                }
            }
        }
    }
    None
}

/// The place between two where the ground is met, by halving.
fn refined(clearance: &dyn Fn(f64) -> Option<f64>, mut before: f64, mut after: f64) -> f64 {
    for _ in 0..8 {
        let middle = 0.5 * (before + after);
        if clearance(middle).is_some_and(|above| above <= 0.0) { after = middle } else { before = middle }
    }
    after
}

/// East, south and up at the place below an eye, along the planet's axes.
fn axes(eye: &GlobeEye) -> Option<[[f64; 3]; 3]> {
    let at = eye.at().ok()?;
    let [east, south] = at.east_south();
    Some([east, south, at.direction().vector()])
}

/// The first place of a ray on a sphere around the origin.
fn sphere(from: [f64; 3], way: [f64; 3], radius: f64) -> Option<[f64; 3]> {
    let (along, beyond) = (dot(from, way), dot(from, from) - radius * radius);
    let root = along * along - beyond;
    let distance = -along - root.max(0.0).sqrt();
    (root >= 0.0 && distance > 0.0).then(|| std::array::from_fn(|k| from[k] + distance * way[k]))
}

fn lat_lon(place: [f64; 3]) -> [f64; 2] {
    let [x, y, z] = place;
    [libm::atan2(z, x.hypot(y)).to_degrees(), libm::atan2(y, x).to_degrees()]
}

fn of(axes: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| axes[0][k] * vector[0] + axes[1][k] * vector[1] + axes[2][k] * vector[2])
}

fn dot(one: [f64; 3], other: [f64; 3]) -> f64 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

fn times(vector: [f64; 3], by: f64) -> [f64; 3] {
    vector.map(|along| along * by)
}

/// From light to a byte of sRGB, IEC 61966-2-1, by a table that is finer than bytes where these are finest.
fn encode(light: f32) -> u8 {
    const LAST: f32 = 4095.0;
    static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let shown = |light: f32| {
            if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::powf(light, 1.0 / 2.4) - 0.055 }
        };
        (0..4096_u16).map(|at| (255.0 * shown(f32::from(at) / LAST) + 0.5) as u8).collect()
    });
    TABLE[(light.clamp(0.0, 1.0) * LAST + 0.5) as usize]
}

#[cfg(test)]
mod tests {
    use orogen::image::NoImages;
    use orogen::nodes;
    use orogen::recipe::Source;
    use proptest::prelude::*;

    use super::*;

    fn relief() -> &'static Relief {
        static RELIEF: std::sync::OnceLock<Relief> = std::sync::OnceLock::new();
        RELIEF.get_or_init(|| {
            let text = "orogen = 1\ndomain.size = 1000.0\nsea.level = -250.0\nheight = { field = \"hills\", scale = 400.0 }\n\
                        [fields.hills]\ntype = \"fbm\"\nfeature = 700.0\noctaves = 3\n";
            let recipe = Recipe::parse(Source::new("test", text), nodes::registry()).unwrap();
            Relief::new(&recipe, &NoImages, 101).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

        /// Small steps along a ray, which know of no blocks, find no ground above it before the place where it is said to meet
        /// the ground, but for what lies between two samples; and there they find it.
        #[test]
        fn rays_go_as_far_as_the_ground(
            x in -490.0..1490.0_f64, y in -490.0..1490.0_f64, under in 0.0..1.0_f64,
            azimuth in 0.0..std::f64::consts::TAU, down in -0.2..0.9_f64,
        ) {
            let relief = relief();
            // From nearly the ground to above all of it.
            let ground = relief.covered(relief.height(x, y).unwrap());
            let eye = [x, y, ground + 1.0 + under * (f64::from(relief.range[1]) + 60.0 - ground)];
            let ray = [libm::cos(azimuth) * libm::cos(down), libm::sin(azimuth) * libm::cos(down), -libm::sin(down)];
            let step = 0.05 * relief.detail();
            let above = |way: f64| {
                let [x, y, z]: [f64; 3] = std::array::from_fn(|k| eye[k] + way * ray[k]);
                relief.height(x, y).map(|height| z - relief.covered(height))
            };
            let met = march(relief, &|x, y| relief.height(x, y), eye, ray);
            let deepest = (0..80_000)
                .map(|at| f64::from(at) * step)
                .take_while(|way| met.is_none_or(|met| *way < met - step))
                .filter_map(above)
                .fold(f64::INFINITY, f64::min);
            // Steps are half a sample long, and the ground rises by up to twice as much.
            prop_assert!(deepest > -0.75 * relief.detail(), "{deepest} m deep, met at {met:?}");
            if let Some(met) = met {
                let there = above(met).unwrap();
                prop_assert!(there.abs() < 0.1 * relief.detail(), "{there} m above the ground");
            }
        }
    }

    /// Below the horizon there is ground everywhere, also far outside of the raster.
    #[test]
    fn drafts_go_on_to_the_horizon() {
        let text = include_str!("../../../recipes/hills.toml");
        let recipe = Recipe::parse(Source::new("hills", text), nodes::registry()).unwrap();
        let relief = Relief::new(&recipe, &NoImages, 97).unwrap();
        let ground = |x: f64, y: f64| Some(relief.mirrored(x, y));
        let (size, top) = (relief.size, f64::from(relief.range[1]));
        for turn in 0..8 {
            let (sin, cos) = libm::sincos(f64::from(turn) * 0.8);
            let ray = times([sin, cos, -0.2], 1.0 / 1.04_f64.sqrt());
            let way = march(&relief, &ground, [0.5 * size, 0.5 * size, top + 0.6 * size], ray);
            assert!(way.is_some_and(|way| way > size), "{way:?}");
        }
        let [x, y] = [0.3 * size, 0.7 * size];
        assert_eq!(Some(relief.mirrored(x, y)), relief.height(x, y), "inside it is the raster");
    }
}
