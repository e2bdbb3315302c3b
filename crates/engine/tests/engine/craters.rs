//! Craters against a plain second implementation, which scans all craters nearby and sorts them.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::Terrain;
use orogen_noise::hash::{Key, combine};
use orogen_noise::lanes::{Lanes, Scalar32};

use crate::field::{Field, head, parse, points};

/// The parameters of a field of craters. The seed of the field is 7, and that of its recipe is 5.
#[derive(Clone, Copy)]
pub(crate) struct Params {
    pub(crate) largest: f64,
    pub(crate) octaves: u32,
    pub(crate) coverage: f64,
    pub(crate) ejecta: f64,
    pub(crate) softness: f64,
    pub(crate) irregularity: f64,
    pub(crate) transition: f64,
    pub(crate) spacing: f64,
}

pub(crate) const PARAMS: Params = Params {
    largest: 400.0,
    octaves: 4,
    coverage: 0.2,
    ejecta: 0.6,
    softness: 0.8,
    irregularity: 0.5,
    transition: 15_000.0,
    spacing: 1.0,
};

impl Params {
    pub(crate) fn text(&self) -> String {
        format!(
            "[fields.x]\ntype = 'craters'\ninput = 0\nseed = 7\nlargest = {:?}\noctaves = {}\ncoverage = {:?}\n\
             ejecta = {:?}\ndegradation = {:?}\nirregularity = {:?}\nsimple-to-complex = {:?}\n",
            self.largest,
            self.octaves,
            self.coverage,
            self.ejecta,
            self.softness,
            self.irregularity,
            self.transition
        )
    }

    fn field(&self) -> Field<2> {
        Field::at_spacing("x", &self.text(), self.spacing).unwrap()
    }

    /// The largest departure of the squared radius from that of a circle.
    pub(crate) fn most_bend(&self) -> f64 {
        self.irregularity * 2.0_f64.sqrt() * (0.08 + 0.06 + 0.035)
    }

    /// The diameters of an octave.
    fn sizes(&self, octave: u32) -> Vec<f64> {
        let largest = self.largest * 0.5_f64.powi(octave as i32);
        (0..64).map(|i| largest / (1.0 + 3.0 * (f64::from(i) + 0.5) / 64.0).sqrt()).collect()
    }

    /// Craters of an octave per square metre.
    pub(crate) fn density(&self, octave: u32) -> f64 {
        let areas = self.sizes(octave).into_iter().map(|d| std::f64::consts::FRAC_PI_4 * d * d);
        self.coverage * 64.0 / areas.sum::<f64>()
    }

    /// A crater in a cell of a sheet, from its words.
    pub(crate) fn crater<C>(
        &self,
        words: Words,
        octave: u32,
        [sheet, i, j]: [i32; 3],
        centre: C,
    ) -> Crater<C> {
        let (largest, word) = (self.largest * 0.5_f64.powi(octave as i32), |n: u32| words.word(n));
        let signed = |n: u32| f64::from(word(n) as i32) / 2_147_483_648.0;
        let amount = [0.08, 0.06, 0.035].map(|most| self.irregularity * most);
        let diameter = self.sizes(octave)[(word(4) >> 26) as usize];
        Crater {
            order: (word(5), octave, [sheet, i, j], words.number),
            diameter,
            centre,
            class: 2 * octave + u32::from(diameter < largest / 2.0_f64.sqrt()),
            worn: self.softness * (1.0 - f64::from(word(5)) / 4_294_967_296.0).sqrt(),
            lobes: std::array::from_fn(|k| [0, 1].map(|part| amount[k] * signed(6 + 2 * k as u32 + part))),
        }
    }

    /// Every crater with its centre between −2000 and 3000 m along both axes, oldest first. These are all craters that reach the
    /// rectangle that `points` fills.
    fn population(&self) -> Vec<Crater> {
        let mut all = Vec::new();
        for octave in 0..self.octaves {
            let largest = self.largest * 0.5_f64.powi(octave as i32);
            let widest = largest / (1.0 + 1.5 / 64.0_f64).sqrt();
            let cell = 1.5 * widest / (1.0 - self.most_bend()).sqrt();
            let expected = self.density(octave) * cell * cell;
            let key = Key::new(combine(combine(5, 7), u64::from(octave)));
            let cells = (-2000.0 / cell) as i32..=(3000.0 / cell) as i32;
            for [i, j] in cells.clone().flat_map(|j| cells.clone().map(move |i| [i, j])) {
                let l = Scalar32;
                let axes = [key.axis(l, 0, l.word(i as u32)), key.axis(l, 1, l.word(j as u32))];
                let point = l.word_lane(key.point(l, axes), 0);
                for number in 0..poisson(expected, mixed(point)) {
                    let words = Words { point, number };
                    let centre =
                        [cell * (f64::from(i) + words.unit(0)), cell * (f64::from(j) + words.unit(1))];
                    all.push(self.crater(words, octave, [0, i, j], centre));
                }
            }
        }
        all.sort_by_key(|crater| crater.order);
        all
    }

    /// The height at a point, from craters in order. With each crater comes the way from its centre to the point.
    pub(crate) fn height<'a, C: 'a>(&self, seen: impl Iterator<Item = (&'a Crater<C>, Way)>) -> f64 {
        let classes = 2 * self.octaves as usize;
        let (mut details, mut blurs) = (vec![0.0; classes], vec![0.0; classes]);
        for (crater, way) in seen {
            let [replaced, buried, left, blurred] = crater.effect(self, way);
            let class = crater.class as usize;
            details[class] = (1.0 - replaced) * details[class] + left;
            blurs[class] = (1.0 - replaced) * blurs[class] + blurred;
            for finer in class + 1..classes {
                details[finer] *= 1.0 - buried;
                blurs[finer] *= 1.0 - buried;
            }
            if class > 0 {
                blurs[class - 1] *= 1.0 - 0.5 * buried;
            }
            for above in 1..=class.min(4) {
                let share = if above == 4 { 0.5 * buried } else { buried };
                let larger = class - above;
                details[larger] += share * (blurs[larger] - details[larger]);
            }
        }
        let (deepest, highest) = self.extremes();
        let limit =
            |x: f64, most: f64| if x > most { most + 1.0 / (1.0 / (x - most) + 2.0 / most) } else { x };
        -limit(-limit(details.iter().sum(), highest), deepest)
    }

    /// The greatest depth below a rim and the highest rim of all craters, if all parameters are natural.
    pub(crate) fn extremes(&self) -> (f64, f64) {
        let sizes = (0..64 * self.octaves).map(|i| {
            let largest = self.largest * 0.5_f64.powi(i as i32 / 64);
            let ratio = largest / (1.0 + 3.0 * (f64::from(i % 64) + 0.5) / 64.0).sqrt() / self.transition;
            let depth = 0.205 * self.transition * ratio.min(ratio.powf(0.3));
            (depth, (0.042 * self.transition * ratio.min(ratio.powf(0.4))).min(0.5 * depth))
        });
        sizes.fold((0.0, 0.0), |most: (f64, f64), size| (most.0.max(size.0), most.1.max(size.1)))
    }
}

/// How many craters Poisson's law gives for a random word.
pub(crate) fn poisson(expected: f64, word: u32) -> u32 {
    let (mut count, mut term) = (0, (-expected).exp());
    let mut sum = term;
    while f64::from(word) >= (sum * 4_294_967_296.0).round() {
        count += 1;
        term *= expected / f64::from(count);
        sum += term;
    }
    count
}

pub(crate) fn mixed(mut word: u32) -> u32 {
    for (shift, factor) in [(16, 0x7FEB_352D), (15, 0x846C_A68B)] {
        word = (word ^ (word >> shift)).wrapping_mul(factor);
    }
    word ^ (word >> 16)
}

/// The random words of a crater, from its cell's word and its number in the cell.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    pub(crate) point: u32,
    pub(crate) number: u32,
}

impl Words {
    fn word(self, n: u32) -> u32 {
        mixed(self.point.wrapping_add((16 * self.number + 1 + n).wrapping_mul(0x9E37_79B9)))
    }

    /// On a planet, this decides whether the crater is one of the surplus.
    pub(crate) fn lot(self) -> f64 {
        f64::from(self.word(2) >> 18) / 16_384.0
    }

    pub(crate) fn unit(self, n: u32) -> f64 {
        f64::from(self.word(n) >> 8) / 16_777_216.0
    }
}

/// The distance from a crater's centre, and the angle there.
pub(crate) type Way = [f64; 2];

#[derive(Clone, Copy, Debug)]
pub(crate) struct Crater<C = [f64; 2]> {
    pub(crate) order: (u32, u32, [i32; 3], u32),
    pub(crate) diameter: f64,
    pub(crate) centre: C,
    pub(crate) class: u32,
    worn: f64,
    lobes: [[f64; 2]; 3],
}

/// A cubic step from 0 at `from` to 1 at `to`.
fn step(x: f64, from: f64, to: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    (3.0 - 2.0 * t) * t * t
}

fn smooth_min(a: f64, b: f64, radius: f64) -> f64 {
    let h = (1.0 - (a - b).abs() / radius).max(0.0);
    a.min(b) - radius * h.powi(3) / 6.0
}

impl Crater {
    fn way(&self, point: [f64; 2]) -> Way {
        let [x, y] = [0, 1].map(|axis| point[axis] - self.centre[axis]);
        [x.hypot(y), y.atan2(x)]
    }
}

impl<C> Crater<C> {
    /// The outline's departure from a circle in a direction.
    fn bend(&self, angle: f64) -> f64 {
        let wave = |k: usize, lobes: f64| {
            self.lobes[k][0] * (lobes * angle).cos() + self.lobes[k][1] * (lobes * angle).sin()
        };
        wave(0, 2.0) + wave(1, 3.0) + wave(2, 5.0)
    }

    /// Distance in radii, with the outline's waves multiplied by `stress`.
    pub(crate) fn distance(&self, [r, angle]: Way, stress: f64) -> f64 {
        2.0 * r / self.diameter * (1.0 + stress * self.bend(angle)).sqrt()
    }

    /// The dimensions of a fresh crater: depth below the rim, rim, share of the radius that is floor, peak, terraces; lengths
    /// are in metres.
    fn measures(&self, params: &Params) -> [f64; 5] {
        let (d, ratio) = (self.diameter, self.diameter / params.transition);
        let shallower = |power: f64| ratio.max(1.0).powf(power - 1.0);
        let complex = step(ratio.log2(), -0.495, 1.005);
        let depth = 0.205 * d * shallower(0.3);
        let rim = (0.042 * d * shallower(0.4)).min(0.5 * depth);
        let floor = complex * (0.37 * ratio.max(1.0).powf(0.25)).min(0.65);
        let peak = complex * (0.0083 * params.transition * ratio.powf(1.97)).min(0.5 * depth);
        [depth, rim, floor, peak, complex]
    }

    fn effect(&self, params: &Params, way: Way) -> [f64; 4] {
        // An outline departs from the circle by at most a quarter of the radius.
        let x = if way[0] > 2.0 * self.diameter { 3.0 } else { self.distance(way, 1.0) };
        if x >= 3.0 {
            return [0.0; 4];
        }
        let [depth, rim, floor, peak, terraces] = self.measures(params);
        let depth = (1.0 - 0.75 * self.worn) * depth;
        let rim = ((1.0 - 0.65 * self.worn) * rim).min(0.5 * depth);
        let outer = -smooth_min(-x, -1.0, 0.08);
        let replaced = outer.powi(-3) * (1.0 - step(x, 1.5, 3.0));
        let outside = rim * replaced * (params.ejecta + (1.0 - params.ejecta) * outer.powi(-6));
        let mut bowl = rim - depth * (1.0 - x * x) / (1.0 - floor * floor);
        if floor > 0.0 {
            let (t, bend) = (((bowl - rim) / depth + 1.0).clamp(0.0, 1.0), self.bend(way[1]));
            let wave = (std::f64::consts::TAU * (3.0 * t + 6.0 * bend)).sin() / (3.0 * std::f64::consts::TAU);
            let deep = (1.0 - self.worn) * terraces * 0.5 * (1.0 + 4.0 * bend);
            bowl -= depth * deep * 4.0 * t * (1.0 - t) * wave;
            bowl = -smooth_min(-bowl, depth - rim, 0.12 * depth);
        }
        let foot = (1.0 - (self.distance(way, 3.0) / 0.27).powi(2)).max(0.0);
        let mountain = (1.0 - 0.75 * self.worn) * peak * foot.powi(3);
        let left = smooth_min(bowl, outside, (0.08 + 0.8 * self.worn) * depth) + mountain;
        let blurred = smooth_min(bowl, outside, 0.88 * depth);
        let weight = step(self.diameter / params.spacing, 2.0, 4.0);
        [replaced, 1.0 - step(x, 1.0, 1.8), left, blurred].map(|part| weight * part)
    }
}

#[test]
fn heights_are_those_of_a_plain_scan() {
    let cases = [
        PARAMS,
        Params { coverage: 0.45, octaves: 5, irregularity: 1.0, ejecta: 1.0, ..PARAMS },
        Params { softness: 0.0, irregularity: 0.0, ejecta: 0.0, ..PARAMS },
        // All craters are complex or nearly so.
        Params { transition: 150.0, softness: 0.5, ..PARAMS },
        Params { transition: 20.0, irregularity: 1.0, ..PARAMS },
        // The smallest craters fade out.
        Params { spacing: 16.0, octaves: 3, ..PARAMS },
        Params { softness: 1.0, largest: 90.0, octaves: 2, ..PARAMS },
        // Floors within floors that are nearly as deep.
        Params { softness: 0.0, coverage: 0.5, transition: 20.0, ..PARAMS },
    ];
    let mut deep = 0;
    let points = points::<2>(if std::env::var_os("OROGEN_SWEEP").is_some() { 1400 } else { 500 });
    for params in cases {
        let field = params.field();
        let population = params.population();
        let (exact, single) = (field.values::<f64>(&points), field.values::<f32>(&points));
        for ((point, exact), single) in points.iter().zip(exact).zip(single) {
            let seen = population.iter().map(|crater| (crater, crater.way(*point)));
            let expected = params.height(seen);
            deep += usize::from(expected < -params.extremes().0);
            let text = params.text();
            assert!(
                (exact - expected).abs() < 1e-9 * params.largest,
                "{exact} against {expected} at {point:?}\n{text}"
            );
            assert!(
                (single - expected).abs() < 3e-6 * params.largest,
                "f32: {single} against {expected}\n{text}"
            );
        }
    }
    assert!(deep > 5, "only {deep} places are deeper than the deepest crater");
}

/// The heights on a circle around a crater, in radii of its outline, averaged.
fn ring(field: &Field<2>, crater: &Crater, radius: f64) -> f64 {
    let points: Vec<_> = (0..64)
        .map(|k| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / 64.0).sin_cos();
            let at = |r: f64| [crater.centre[0] + r * cos, crater.centre[1] + r * sin];
            let unit = crater.distance(crater.way(at(1.0)), 1.0);
            at(radius / unit)
        })
        .collect();
    field.values::<f64>(&points).iter().sum::<f64>() / 64.0
}

/// The craters of a sparse field that have no other crater within reach.
fn alone(params: &Params) -> Vec<Crater> {
    let population = params.population();
    let apart = |one: &Crater, other: &Crater| {
        let [x, y] = [0, 1].map(|axis| one.centre[axis] - other.centre[axis]);
        x.hypot(y) > 2.0 * (one.diameter + other.diameter)
    };
    // Craters near the edge of the population may have neighbours beyond it.
    let inner = |one: &&Crater| one.centre.iter().all(|c| (-1500.0..2500.0).contains(c));
    let lonely = population
        .iter()
        .filter(inner)
        .filter(|one| population.iter().all(|other| other.order == one.order || apart(one, other)));
    lonely.copied().collect()
}

#[test]
fn simple_craters_are_a_fifth_as_deep_as_wide() {
    let params = Params { coverage: 0.01, largest: 120.0, octaves: 1, softness: 0.0, ejecta: 1.0, ..PARAMS };
    let (field, alone) = (params.field(), alone(&params));
    assert!(alone.len() > 10, "only {} craters stand alone", alone.len());
    for crater in &alone {
        let section: Vec<_> = (0..=300).map(|i| ring(&field, crater, f64::from(i) / 100.0)).collect();
        let (floor, d) = (section[0], crater.diameter);
        let crest = section.iter().copied().fold(f64::MIN, f64::max);
        let at = section.iter().position(|&h| h == crest).unwrap();
        assert!(((crest - floor) / d - 0.2).abs() < 0.03, "depth {} of {d}", crest - floor);
        assert!((crest / d - 0.04).abs() < 0.006, "rim {crest} of {d}");
        assert!((at as f64 / 100.0 - 1.0).abs() < 0.06, "the crest is at {at} %");
        // The ejecta fall with the cube of the distance, except where they fade to nothing.
        let slope = (section[150] / section[115]).ln() / (1.5_f64 / 1.15).ln();
        assert!((slope + 3.0).abs() < 0.02, "ejecta fall with the power {slope}");
        assert_eq!(section[300], 0.0);
    }
}

#[test]
fn complex_craters_are_shallower_with_a_peak_and_a_level_floor() {
    // A transition of 6 m: ratios from 10 to 20.
    let params =
        Params { coverage: 0.01, largest: 120.0, octaves: 1, softness: 0.0, transition: 6.0, ..PARAMS };
    let (field, alone) = (params.field(), alone(&params));
    assert!(!alone.is_empty());
    for crater in &alone {
        let heights = [0.0, 0.45, 0.5, 1.0].map(|x| ring(&field, crater, x));
        let depth = (heights[3] - heights[2]) / crater.diameter;
        let ratio = crater.diameter / params.transition;
        assert!((depth / (0.2 * ratio.powf(-0.7)) - 1.0).abs() < 0.15, "depth {depth} of a diameter");
        assert!(heights[0] - heights[2] > 0.2 * depth * crater.diameter, "a peak: {heights:?}");
        assert!((heights[1] - heights[2]).abs() < 0.03 * depth * crater.diameter, "a floor: {heights:?}");
    }
}

/// Where no younger impact has struck, a crater's floor is as smooth as that of a crater that stands alone.
#[test]
fn floors_do_not_show_older_small_craters() {
    let params = Params { coverage: 0.15, octaves: 3, ..PARAMS };
    let (field, population) = (params.field(), params.population());
    let (mut floors, mut wiped) = (0, 0);
    for crater in &population {
        // Near its edge the population is incomplete.
        if !crater.centre.iter().all(|c| (-1000.0..2000.0).contains(c)) {
            continue;
        }
        let near = |other: &&Crater| {
            let [x, y] = [0, 1].map(|axis| crater.centre[axis] - other.centre[axis]);
            other.order != crater.order && x.hypot(y) < 0.5 * crater.diameter + 1.7 * other.diameter
        };
        let near: Vec<_> = population.iter().filter(near).collect();
        let bare = |point: [f64; 2]| {
            let mut reaching = near.iter().filter(|other| other.distance(other.way(point), 1.0) < 3.0);
            reaching.all(|other| other.order < crater.order && other.class >= crater.class)
        };
        let spot = |k: usize| {
            let (r, angle) = (0.45 * crater.diameter * (k as f64 / 200.0).sqrt(), 2.4 * k as f64);
            [crater.centre[0] + r * angle.cos(), crater.centre[1] + r * angle.sin()]
        };
        let points: Vec<_> = (0..400)
            .map(spot)
            .filter(|&point| crater.distance(crater.way(point), 1.0) < 0.9 && bare(point))
            .collect();
        if points.is_empty() {
            continue;
        }
        floors += 1;
        wiped += near
            .iter()
            .filter(|old| {
                old.class > crater.class
                    && points.iter().any(|&point| old.distance(old.way(point), 1.0) < 1.0)
            })
            .count();
        for (point, height) in points.iter().zip(field.values::<f64>(&points)) {
            let [_, _, own, _] = crater.effect(&params, crater.way(*point));
            assert!((height - own).abs() < 1e-9, "{height} against {own} at {point:?} of {crater:?}");
        }
    }
    assert!(floors > 20 && wiped > 20, "{floors} floors, {wiped} older craters under them");
}

/// A displaced ground, complex craters, a struck input; in a domain that repeats.
const TILED: &str = "[fields.x]\ntype = 'craters'\ninput = 'hills'\nlargest = 500.0\ncoverage = 0.4\n\
    simple-to-complex = 200.0\ndisplace = { by = 'drift', strength = 160.0 }\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = 500.0\n[fields.drift]\ntype = 'fbm'\nwavelength = 330.0\noctaves = 3\n";

#[test]
fn craters_repeat_where_the_domain_does() {
    let head = head("plane", "x").replace("size =", "tile = true, size =");
    let n = 96;
    for text in [TILED.to_owned(), TILED.replace("500.0\ncoverage", "510.0\ncoverage")] {
        let terrain =
            Terrain::new(&parse(&(head.clone() + &text)).unwrap(), &NoImages, 1000.0 / n as f64).unwrap();
        let grid = Grid { columns: n + 1, rows: n + 1, ..Grid::over(1000.0, n, true) };
        let mut band = Band::default();
        terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
        for plane in [&band.height, &band.dx, &band.dy] {
            let rows: Vec<Vec<_>> =
                plane.chunks(n + 1).map(|row| row.iter().map(|v| v.to_bits()).collect()).collect();
            assert!(rows[0] == rows[n] && rows.iter().all(|row| row[0] == row[n]));
        }
        // There is no step where the last column meets the first: just before the seam, the height is nearly that at the seam.
        let samples = |x: f64| {
            let points: Vec<_> = (0..200).map(|i| [x, 5.0 * f64::from(i), 0.0]).collect();
            terrain.sample::<f64>(Level::best(), &points)
        };
        for (before, after) in samples(1000.0 - 1e-6).iter().zip(samples(0.0)) {
            assert!((before.height - after.height).abs() < 1e-4, "{before:?} against {after:?}");
        }
    }
}
