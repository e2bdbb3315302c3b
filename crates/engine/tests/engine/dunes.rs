//! Dunes: against a plain second implementation, and with properties that a field geologist would check.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::Terrain;
use orogen_noise::basis::{Basis, Perlin};
use orogen_noise::hash::{Key, combine, split_mix};
use orogen_noise::jet::Order;
use orogen_noise::lanes::{Lanes, Scalar64};
use orogen_noise::lattice::Site;

use crate::field::{Field, head, parse, points};

/// One size of dunes, as the manual describes it.
#[derive(Clone, Copy)]
struct Size {
    spacing: f64,
    height: f64,
    wind: f64,
    repose: f64,
    stoss: f64,
    supply: f64,
    sinuosity: f64,
    patches: f64,
    bend: f64,
    seed: u64,
}

type Word = <Scalar64 as Lanes>::U;

fn word(cell: i64) -> Word {
    Scalar64.word(cell as u32)
}

/// A number in [0, 1) from the upper 24 bits of a word.
fn unit(word: Word) -> f64 {
    f64::from(Scalar64.word_lane(word, 0) >> 8) / 16_777_216.0
}

fn fade(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    6.0 * t.powi(5) - 15.0 * t.powi(4) + 10.0 * t.powi(3)
}

impl Size {
    fn key(&self, salt: u64) -> Key {
        Key::new(combine(self.seed, salt))
    }

    /// A coordinate of lattice `k`: metres along a direction over the size of a feature, and the lattice's offset.
    fn coordinate(&self, p: [f64; 2], k: u64, axis: u64, across: bool, feature: f64) -> f64 {
        let (sin, cos) = self.wind.to_radians().sin_cos();
        let metres = if across { cos * p[1] - sin * p[0] } else { cos * p[0] + sin * p[1] };
        let word = split_mix(self.seed ^ (2 * k + axis + 9));
        metres / (feature * self.spacing) + (word >> 11) as f64 / 2_f64.powi(53)
    }

    fn perlin(&self, p: [f64; 2], k: u64, feature: f64) -> f64 {
        let at = [self.coordinate(p, k, 0, false, feature), self.coordinate(p, k, 1, true, feature)];
        let site = Site::<Scalar64, 2> {
            cell: at.map(|x| word(x.floor() as i64)),
            frac: at.map(|x| x - x.floor()),
            wrap: None,
        };
        Perlin.jet(Scalar64, &site, &self.key(k)).v
    }

    /// Noise along a row.
    fn line(&self, salt: u64, row: i64, x: f64) -> f64 {
        let (key, l) = (self.key(salt), Scalar64);
        let slope = |cell: f64| {
            let axes = [key.axis(l, 0, word(row)), key.axis(l, 1, word(cell as i64))];
            2.0 * unit(key.again(l, key.point::<Scalar64, 2>(l, axes))) - 1.0
        };
        let (cell, t) = (x.floor(), x - x.floor());
        let (near, far) = (slope(cell) * t, slope(cell + 1.0) * (t - 1.0));
        2.0 * (near + (far - near) * fade(t))
    }

    /// The coordinate along the wind, bent.
    fn bent(&self, p: [f64; 2]) -> f64 {
        let bows = 0.6 * self.perlin(p, 1, 5.0) + 0.3 * self.perlin(p, 2, 1.9);
        self.coordinate(p, 0, 0, false, 1.0) + self.sinuosity * bows
    }

    /// Four numbers that shift a row.
    fn shifts(&self, row: i64) -> [f64; 4] {
        let (key, l) = (self.key(7), Scalar64);
        let mut at = key.point::<Scalar64, 2>(l, [key.axis(l, 0, word(row)), key.axis(l, 1, word(0))]);
        let mut all = [0.0; 4];
        for shift in &mut all {
            *shift = unit(at);
            at = key.again(l, at);
        }
        all
    }

    fn cell_feature(&self) -> f64 {
        0.95 + 0.75 * self.supply
    }

    fn cell_coordinate(&self, p: [f64; 2], row: i64) -> f64 {
        self.coordinate(p, 5, 1, true, self.cell_feature()) + self.shifts(row)[3]
    }

    /// The size of a dune, and its distances from its row and from the middle of its cell.
    fn drawn(&self, row: i64, cell: i64) -> [f64; 3] {
        let (key, l) = (self.key(8), Scalar64);
        let first = key.point::<Scalar64, 2>(l, [key.axis(l, 0, word(row)), key.axis(l, 1, word(cell))]);
        let second = key.again(l, first);
        let size = 1.0 - (0.65 - 0.5 * self.supply) * unit(key.again(l, second));
        [size, (0.9 - 0.7 * self.supply) * (unit(second) - 0.5), 0.5 * (unit(first) - 0.5)]
    }

    fn across(&self, p: [f64; 2], row: i64, cell: i64) -> f64 {
        let [size, _, aside] = self.drawn(row, cell);
        let way = self.cell_coordinate(p, row) - (cell as f64 + 0.5 + aside);
        way / ((0.45 + 0.75 * self.supply) * size)
    }

    /// The distance to the foot line of a dune, in spacings.
    fn way(&self, p: [f64; 2], row: i64, cell: i64) -> f64 {
        let [size, off, _] = self.drawn(row, cell);
        let [a, b, ..] = self.shifts(row);
        let straight = self.sinuosity * (0.4 + 0.6 * self.supply);
        let long = 0.5 * self.line(4, row, self.coordinate(p, 4, 0, true, 2.3) + a);
        let short = 0.18 * self.line(5, row, self.coordinate(p, 4, 1, true, 0.8) + b);
        let horns = (0.3 - 0.04 * self.supply) * size * self.across(p, row, cell).powi(2);
        row as f64 + straight * (long + short) + off + horns - self.bent(p)
    }

    /// Height of the land with `finer` on the windward slopes and `ground` between; crests are moved by `below`.
    fn land(&self, p: [f64; 2], finer: f64, ground: f64, below: f64) -> f64 {
        let moved = self.bend * below / self.spacing;
        let middle = (self.bent(p) + moved).floor() as i64;
        let mut all = vec![ground, 0.0];
        for row in middle - 6..=middle + 8 {
            let place = self.cell_coordinate(p, row).floor() as i64;
            for cell in place - 3..=place + 3 {
                all.push(self.dune(p, row, cell, moved, finer));
            }
        }
        all.sort_by(f64::total_cmp);
        let [second, highest] = all[all.len() - 2..] else { unreachable!() };
        let near = (1.0 - 5.0 * (1.0 - second / highest)).max(0.0);
        if highest > 0.0 { highest * (1.0 + near.powi(3) / 30.0) } else { 0.0 }
    }

    fn dune(&self, p: [f64; 2], row: i64, cell: i64, moved: f64, finer: f64) -> f64 {
        let q = self.across(p, row, cell);
        let way = self.way(p, row, cell) - moved;
        if q.abs() >= 1.0 || way <= 0.0 {
            return 0.0;
        }
        let (height, rare) = (self.height / self.spacing, 1.0 - self.supply);
        let at_row = self.line(6, row, self.coordinate(p, 5, 0, true, 1.6) + self.shifts(row)[2]);
        let body = self.supply * (1.0 + 0.6 * at_row) + 1.3 * rare * self.drawn(row, cell)[0];
        let ends = (1.0 - q * q).powi(2) * (1.0 + 2.0 * q * q);
        let tall = ends * body * (1.0 + self.patches * self.perlin(p, 3, 3.3));
        let tallest = (1.6 * self.supply + 1.3 * rare) * (1.0 + self.patches);
        let stretch = (16.0 / 9.0 * 1.12 * height / self.stoss.to_radians().tan()).min(2.0 / tallest);
        let t = 1.0 - way / (stretch * tall);
        if t <= 0.0 {
            return 0.0;
        }
        let stoss = 1.12 * height * tall * (6.0 * t.powi(2) - 8.0 * t.powi(3) + 3.0 * t.powi(4));
        let mask = fade(4.0 * t) * (1.5 * tall).min(1.0);
        let step = 1e-5 * self.spacing;
        let difference = |x: f64, y: f64| {
            self.way([p[0] + x, p[1] + y], row, cell) - self.way([p[0] - x, p[1] - y], row, cell)
        };
        let steep = difference(step, 0.0).hypot(difference(0.0, step)) / (2.0 * step);
        let slip = self.repose.to_radians().tan() * way / (steep * self.spacing).max(0.2);
        (self.spacing * stoss + mask * finer).min(self.spacing * slip)
    }
}

const FULL: &str = "[fields.x]\ntype = 'dunes'\nseed = 9\nwavelength = 210\nheight = 17\nwind = -40\nrepose = 34\n\
    stoss = 9\nsupply = 0.6\nsinuosity = 1.1\nlevels = 2\nsuperposed = 1.5\nripples = 2.5\n";

/// The dunes of `FULL`, as the manual describes them.
fn full() -> [Size; 3] {
    let seed = |k: u64| combine(combine(5, 9), k);
    let large = Size {
        spacing: 210.0,
        height: 17.0,
        wind: -40.0,
        repose: 34.0,
        stoss: 9.0,
        supply: 0.6,
        sinuosity: 1.1,
        patches: 0.35,
        bend: 0.0,
        seed: seed(0),
    };
    let small = Size {
        spacing: 30.0,
        height: 17.0 / 7.0 * (0.2 + 0.3 * 0.6) * 1.5,
        wind: -31.0,
        stoss: 11.7,
        supply: 0.76,
        patches: 0.7,
        seed: seed(1),
        ..large
    };
    let ripples = Size {
        spacing: 2.5,
        height: 2.5 / 16.0,
        repose: 26.0,
        stoss: 8.0,
        supply: 1.0,
        sinuosity: 0.8,
        patches: 0.5,
        bend: 1.0,
        seed: seed(2),
        ..large
    };
    [large, small, ripples]
}

#[test]
fn heights_are_those_of_a_plain_second_implementation() {
    let field = Field::<2>::at_spacing("x", FULL, 0.1).unwrap();
    let [large, small, ripples] = full();
    let places = points::<2>(600);
    let mut seen = 0;
    for (&place, value) in places.iter().zip(field.values::<f64>(&places)) {
        let bare = large.land(place, 0.0, 0.0, 0.0);
        let ripple = ripples.land(place, 0.0, 0.0, bare);
        let expected = large.land(place, small.land(place, ripple, ripple, 0.0), ripple, 0.0);
        assert!((value - expected).abs() < 1e-6, "{value} at {place:?} against {expected}");
        seen += usize::from(expected > bare + 0.05);
    }
    assert!(seen > 60, "superposed dunes and ripples were seen at {seen} places only");
}

/// Slopes of a terrain with these parameters, from the exact gradient: along the wind, and in total.
fn slopes(parameters: &str, wind: f64) -> Vec<(f64, f64)> {
    let field =
        Field::<2>::at_spacing("x", &format!("[fields.x]\ntype = 'dunes'\n{parameters}"), 0.01).unwrap();
    let (sin, cos) = wind.to_radians().sin_cos();
    // The domain is small, so these places spread over a wider area.
    let places: Vec<_> = points::<2>(40_000).iter().map(|p| p.map(|x| 17.3 * x)).collect();
    let jets = field.planes::<f32>(Level::best(), Order::Gradient, &places);
    jets.iter().map(|jet| (cos * jet[1] + sin * jet[2], jet[1].hypot(jet[2]))).collect()
}

#[test]
fn slip_faces_stand_at_the_angle_of_repose() {
    for (parameters, repose) in [
        ("ripples = 0", 33.0_f64),
        ("supply = 1\nripples = 0\nrepose = 30", 30.0),
        ("supply = 0.4\nripples = 0", 33.0),
        ("supply = 0.1\nripples = 0\nlevels = 1", 33.0),
    ] {
        let slopes = slopes(parameters, 30.0);
        let degrees: Vec<_> = slopes.iter().map(|slope| slope.1.atan().to_degrees()).collect();
        let share =
            |least: f64| degrees.iter().filter(|&&slope| slope > least).count() as f64 / degrees.len() as f64;
        // Steep ground is a slip face: half of it is within half a degree of the angle of repose, nine tenths within two.
        let mut steep: Vec<_> = degrees.iter().copied().filter(|&slope| slope > repose - 6.0).collect();
        steep.sort_by(f64::total_cmp);
        let quantile = |part: f64| steep[(part * steep.len() as f64) as usize];
        assert!(steep.len() > 300, "{parameters}: {} steep samples", steep.len());
        assert!((quantile(0.5) - repose).abs() < 0.7, "{parameters}: half are above {}", quantile(0.5));
        assert!(
            (quantile(0.95) - repose).abs() < 2.0,
            "{parameters}: a twentieth is above {}",
            quantile(0.95)
        );
        assert!(share(repose + 3.0) < 0.003, "{parameters}: {} is too steep", share(repose + 3.0));
    }
}

#[test]
fn the_lee_is_steeper_than_the_stoss() {
    for supply in [0.1, 0.5, 1.0] {
        let slopes = slopes(&format!("supply = {supply}\nripples = 0\nwind = 70"), 70.0);
        let mean = |part: &dyn Fn(f64) -> bool| {
            let part: Vec<_> = slopes.iter().map(|slope| slope.0).filter(|&slope| part(slope)).collect();
            (part.iter().sum::<f64>() / part.len() as f64, part.len())
        };
        let ((stoss, long), (lee, short)) = (mean(&|slope| slope > 0.02), mean(&|slope| slope < -0.02));
        assert!(-lee > 2.0 * stoss, "supply {supply}: {stoss} up, {lee} down");
        assert!(long as f64 > 1.8 * short as f64, "supply {supply}: {long} samples up, {short} down");
    }
}

#[test]
fn the_wind_turns_everything() {
    let fields = |wind: f64| {
        let text = format!("[fields.x]\ntype = 'dunes'\nripples = 3\nwind = {wind}\n");
        Field::<2>::at_spacing("x", &text, 0.1).unwrap()
    };
    let (sin, cos) = 50_f64.to_radians().sin_cos();
    let places = points::<2>(400);
    let turned: Vec<_> = places.iter().map(|[x, y]| [cos * x - sin * y, sin * x + cos * y]).collect();
    let (before, after) = (fields(10.0).values::<f64>(&places), fields(60.0).values::<f64>(&turned));
    for (before, after) in before.iter().zip(&after) {
        assert!((before - after).abs() < 1e-7, "{before} against {after}");
    }
}

#[test]
fn bits_are_the_same_at_every_level_and_on_displaced_ground() {
    let displaced = format!(
        "{FULL}displace = {{ by = 'a', strength = 40 }}\n[fields.a]\ntype = 'fbm'\nwavelength = 300\noctaves = 2\n"
    );
    for text in [FULL, &displaced] {
        let field = Field::<2>::at_spacing("x", text, 0.1).unwrap();
        let places = points::<2>(777);
        for order in [Order::Value, Order::Gradient] {
            let expected = field.planes::<f32>(Level::Scalar, order, &places);
            for (name, level) in Level::all() {
                assert!(field.planes::<f32>(level, order, &places) == expected, "{order:?} at {name}");
            }
        }
    }
}

#[test]
fn single_precision_is_near_double() {
    let field = Field::<2>::at_spacing("x", FULL, 0.1).unwrap();
    let places: Vec<_> = points::<2>(2000).iter().map(|p| [p[0] + 1e6, p[1] - 3e6]).collect();
    let (single, double) = (field.values::<f32>(&places), field.values::<f64>(&places));
    for ((single, double), place) in single.iter().zip(double).zip(&places) {
        assert!((single - double).abs() < 2e-3, "{single} against {double} at {place:?}");
    }
}

#[test]
fn a_domain_that_repeats_has_no_seam() {
    for wind in [0, 90, 180, -90] {
        let text = head("plane", "x").replace("size =", "tile = true, size =")
            + &format!("[fields.x]\ntype = 'dunes'\nwavelength = 240\nripples = 3\nwind = {wind}\n");
        let n = 400;
        let terrain = Terrain::new(&parse(&text).unwrap(), &NoImages, 0.1).unwrap();
        let grid = Grid { columns: n + 1, rows: n + 1, ..Grid::over(1000.0, n, true) };
        let mut band = Band::default();
        terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
        for plane in [&band.height, &band.dx, &band.dy] {
            let rows: Vec<_> = plane.chunks(n + 1).collect();
            assert!(rows[0] == rows[n], "wind {wind}: rows");
            assert!(rows.iter().all(|row| row[0] == row[n]), "wind {wind}: columns");
        }
        // The land continues over the edge, without a step between the last column and the first.
        let step = |row: &[f32], i: usize| (row[i + 1] - row[i]).abs();
        let steepest = band.height.chunks(n + 1).map(|row| step(row, n - 1)).fold(0.0, f32::max);
        assert!(steepest < 2.5, "wind {wind}: a step of {steepest} m over 2.5 m");
    }
}

#[test]
fn what_is_too_fine_leaves_its_mean() {
    // Spacings at which ripples, small dunes and all dunes are gone.
    let mean = |spacing: f64| {
        let text =
            "[fields.x]\ntype = 'dunes'\nwavelength = 140\nsuperposed = 2\nripples = 1.5\nlevels = 2\n";
        let field = Field::<2>::at_spacing("x", text, spacing).unwrap();
        let places: Vec<_> = points::<2>(60_000).iter().map(|p| p.map(|x| 21.7 * x)).collect();
        field.values::<f32>(&places).iter().sum::<f64>() / 60_000.0
    };
    let full = mean(0.01);
    for spacing in [0.2, 0.5, 2.5, 5.0, 15.0, 17.0, 50.0] {
        let faded = mean(spacing);
        assert!((faded - full).abs() < 0.04 * full, "at {spacing} m: {faded} against {full}");
    }
}

#[test]
fn in_space_dunes_do_not_change_upwards() {
    let (plane, space) = (Field::<2>::new("x", FULL), Field::<3>::new("x", FULL));
    let places = points::<2>(100);
    let lifted: Vec<_> = places.iter().enumerate().map(|(i, p)| [p[0], p[1], i as f64]).collect();
    assert!(plane.values::<f32>(&places) == space.values::<f32>(&lifted));
}

/// Where two dunes of a row meet, the slope changes gradually. Along the row there are no creases except those of brinks and
/// slip faces, which are steep.
#[test]
fn windward_slopes_join_without_creases() {
    let field = Field::<2>::new("x", "[fields.x]\ntype = 'dunes'\nlevels = 1\nripples = 0\nwind = 0\n");
    const STEP: f64 = 0.5;
    let (mut gentle, mut creased) = (0, 0);
    for line in 0..40 {
        let places: Vec<_> = (0..6000).map(|k| [137.0 * f64::from(line), STEP * f64::from(k)]).collect();
        let jets = field.planes::<f64>(Level::best(), Order::Gradient, &places);
        for pair in
            jets.windows(2).filter(|pair| pair.iter().all(|jet| (0.0..0.3).contains(&jet[1]) && jet[0] > 2.0))
        {
            gentle += 1;
            creased += usize::from((pair[1][2] - pair[0][2]).abs() > 0.08);
        }
    }
    assert!(gentle > 60_000 && creased * 8000 < gentle, "{creased} creases at {gentle} places");
}

/// Dunes check this when they are laid out.
#[test]
fn no_more_rows_reach_a_sample_than_there_is_room_for() {
    for supply in [0.0, 0.3, 0.5, 0.7, 1.0] {
        for sinuosity in [0.0, 1.0, 1.5] {
            for height in [1e-6, 20.0, 1e6] {
                Field::<2>::new(
                    "sand",
                    &format!(
                        "[fields.sand]\ntype = 'dunes'\nwavelength = 300\nheight = {height:?}\nstoss = 0.5\n\
                         supply = {supply:?}\nsinuosity = {sinuosity:?}\n"
                    ),
                );
            }
        }
    }
}
