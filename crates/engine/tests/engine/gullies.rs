//! Gullies against the formulas of their module, written out plainly; also the land that they follow, and the parameters that
//! they refuse.

use std::f64::consts::TAU;

use orogen_engine::graph::Graph;
use orogen_engine::level::Level;
use orogen_noise::hash::combine;
use orogen_noise::jet::Order;
use orogen_noise::lanes::{Lanes, Scalar64};
use orogen_noise::octaves::{Count, Layout, Octave, Octaves, Roughness};

use crate::field::{Field, Pictures, head, parse, points};

const FIELDS: &str = "[fields.a]\ntype = 'fbm'\nbasis = 'perlin'\nwavelength = 420.0\noctaves = 2\n\
    [fields.b]\ntype = 'swiss'\nwavelength = 600.0\noctaves = 2\n\
    [fields.soft]\ntype = 'fbm'\nwavelength = 500.0\noctaves = 1\n";

const SCALE: f64 = 150.0;

/// A field of gullies. `octaves` is `4`, which every sample shows, or `'auto'` for samples 10 m apart.
fn carved(octaves: &str) -> String {
    format!(
        "{FIELDS}[fields.x]\ntype = 'gullies'\ninput = 'b'\nalong = 'a'\nscale = {SCALE}\nwavelength = 100.0\n\
         octaves = {octaves}\ngain = 0.6\nstrength = 0.7\nthreshold = 0.4\nbranching = 0.5\nsmoothing = 0.2\n\
         incision = 60.0\nlevel = 20.0\nseed = 9\n"
    )
}

/// The wave of the cells around a place: its cosine and sine, divided by the magnitude.
fn wave(octave: &Octave<2>, place: [f64; 2], across: [f64; 2]) -> [f64; 2] {
    let l = Scalar64;
    let cells = |axis: usize| {
        let row = octave.map.matrix[axis];
        row[0] * place[0] + row[1] * place[1] + octave.map.offset[axis]
    };
    let at = [cells(0), cells(1)];
    let turned = [0, 1].map(|axis| {
        let row = octave.map.matrix[axis];
        octave.wavelength * (row[0] * across[0] + row[1] * across[1])
    });
    let (mut cosine, mut sine) = (0.0, 0.0);
    // Two rings of cells; the node evaluates only one.
    for y in -2..=2 {
        for x in -2..=2 {
            let cell = [at[0].floor() as i64 + x, at[1].floor() as i64 + y];
            let words = [0, 1].map(|axis| octave.key.axis(l, axis, l.word(cell[axis] as u32)));
            let word = octave.key.point::<_, 2>(l, words);
            let stray = [l.signed_unit(word), l.signed_unit(octave.key.again(l, word))];
            let away = [0, 1].map(|axis| at[axis] - (cell[axis] as f64 + 0.5 + 0.25 * stray[axis]));
            let window = (1.0 - (away[0].powi(2) + away[1].powi(2)) / 1.25_f64.powi(2)).max(0.0).powi(3);
            let phase = TAU * (away[0] * turned[0] + away[1] * turned[1]);
            cosine += window * phase.cos();
            sine += window * phase.sin();
        }
    }
    let magnitude = (cosine * cosine + sine * sine + 0.01).sqrt();
    [cosine / magnitude, sine / magnitude]
}

/// The profile of a bed rounded by 0.2, at a phase given by its cosine, and the rise with the cosine.
fn profile(cosine: f64) -> [f64; 2] {
    let height = 1.04_f64.sqrt() - 0.2;
    let root = ((1.0 + cosine) / 2.0 + 0.04).sqrt();
    [2.0 * (root - 0.2) / height - 1.0, 0.5 / (root * height)]
}

/// Metres added to a place, where `along` has this height and slope in metres.
fn added(octaves: &Octaves<2>, place: [f64; 2], height: f64, slope: [f64; 2], margin: f64) -> f64 {
    let amplitude = |share: f64| 0.7 * 100.0 / TAU * share;
    let mean = (0..1000).map(|k| profile((TAU * f64::from(k) / 1000.0).cos())[0]).sum::<f64>() / 1000.0;
    let square = slope[0].powi(2) + slope[1].powi(2);
    let reach = ((height - 20.0) / margin).clamp(-1.0, 1.0);
    let mut v = 1.5 * reach - 0.5 * reach.powi(3);
    let mut sum = 60.0 * (0.5 - 0.5 * v) * square / (1.0 + square);
    let full = square / (square + 0.16);
    let (mut free, mut slope) = (full, slope);
    for (octave, &share) in octaves.list.iter().zip(&octaves.amplitudes) {
        let length = (slope[0].powi(2) + slope[1].powi(2) + 1e-4).sqrt();
        let across = [-slope[1] / length, slope[0] / length];
        let [cosine, sine] = wave(octave, place, across);
        let [shape, rise] = profile(cosine);
        let seen = octave.weight * shape + (1.0 - octave.weight) * mean;
        v = free * seen + (1.0 - free) * v;
        sum += amplitude(share) * v;
        let steer = -0.5 * amplitude(share) * octave.weight * free * rise * sine * TAU / octave.wavelength;
        slope = [slope[0] + steer * across[0], slope[1] + steer * across[1]];
        free = full * (1.0 - v * v);
    }
    sum + amplitude(octaves.rest) * (free * mean + (1.0 - free) * v)
}

#[test]
fn gullies_are_those_of_the_formulas() {
    for (text, count) in [("4", Count::Exactly(4)), ("'auto'", Count::Auto)] {
        let layout = Layout {
            seed: combine(5, 9),
            wavelength: 100.0,
            count,
            lacunarity: 2.0,
            roughness: Roughness::Gain(0.6),
            rotation: 34.376_941_012_509_46,
            scatter: true,
            tile: None,
            spacing: 10.0,
            finest: None,
        };
        let octaves = Octaves::<2>::new(&layout);
        let points = points::<2>(3000);
        let field = |name: &str| Field::<2>::at_spacing(name, &carved(text), 10.0).unwrap();
        let (input, along) = (field("b"), field("a"));
        let heights = input.values::<f64>(&points);
        let slopes = along.planes::<f64>(Level::Scalar, Order::Gradient, &points);
        let margin = 0.125 * SCALE * along.interval().length();
        let values = field("x").values::<f64>(&points);
        for (at, &point) in points.iter().enumerate() {
            let [height, dx, dy] = [0, 1, 2].map(|plane| SCALE * slopes[at][plane]);
            let expected = heights[at] + added(&octaves, point, height, [dx, dy], margin) / SCALE;
            assert!((values[at] - expected).abs() < 1e-9, "{} against {expected} at {point:?}", values[at]);
        }
        let single = field("x").values::<f32>(&points);
        let worst = single.iter().zip(&values).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        assert!(worst < 2e-4, "single precision is {worst} off");
    }
}

/// On an even slope all gullies run straight down. Along them the land falls as the slope does, except where they end or fork.
/// Across them it goes up and down.
#[test]
fn gullies_run_downhill() {
    let text = "[fields.way]\ntype = 'ramp'\nangle = 30.0\nlength = 100000.0\nx = -50000.0\ny = -50000.0\n\
        [fields.x]\ntype = 'gullies'\ninput = 'way'\nscale = 50000.0\nwavelength = 60.0\noctaves = 1\n";
    let points = points::<2>(4000);
    let jets = Field::<2>::new("x", text).planes::<f64>(Level::Scalar, Order::Gradient, &points);
    let (sin, cos) = 30.0_f64.to_radians().sin_cos();
    let mut squares = [0.0; 2];
    for jet in &jets {
        let [dx, dy] = [50000.0 * jet[1], 50000.0 * jet[2]];
        squares[0] += (dx * cos + dy * sin - 0.5).powi(2);
        squares[1] += (dy * cos - dx * sin).powi(2);
    }
    assert!(squares[1] > 5.0 * squares[0], "along and across: {squares:?}");
}

/// Octaves that samples cannot show are replaced by their mean, to a few hundredths of their depth.
#[test]
fn levels_of_detail_agree() {
    let points = points::<2>(20000);
    let mean = |spacing: f64| {
        let field = Field::<2>::at_spacing("x", &carved("'auto'"), spacing).unwrap();
        field.values::<f64>(&points).iter().sum::<f64>() * SCALE / points.len() as f64
    };
    let fine = mean(1.0);
    // Metres of depth of all octaves, and of those that are left out at spacings of 15, 30 and 500 m.
    let depth = 0.7 * 100.0 / TAU / (1.0 - 0.6);
    for (spacing, share) in [(15.0, 0.3), (30.0, 0.5), (500.0, 1.0)] {
        let apart = (mean(spacing) - fine).abs();
        assert!(apart < 0.08 * share * depth, "at {spacing} m the mean is {apart} m off");
    }
}

fn refusal(kind: &str, more: &str) -> String {
    let text = head(kind, "x") + FIELDS + "[fields.x]\ntype = 'gullies'\n" + more;
    let text = if kind == "plane" { text.replace("size =", "tile = true, size =") } else { text };
    let recipe = parse(&text).unwrap();
    let error = match kind {
        "space" => Graph::<3>::new(&recipe, &Pictures, 1.0).unwrap_err(),
        _ => Graph::<2>::new(&recipe, &Pictures, 1.0).unwrap_err(),
    };
    error.to_string()
}

#[test]
fn refusals_say_what_to_do() {
    let flat = refusal("space", "input = 'a'");
    assert!(flat.contains("`gullies` needs a plane") && flat.contains("kind = \"plane\""), "{flat}");
    let uncurved = refusal("plane", "input = 'b'");
    assert!(uncurved.contains("`x` follows the slopes of its"), "{uncurved}");
    let wide = refusal("plane", "input = 'a'\nwavelength = '2 km'");
    assert!(wide.contains("does not fit into a domain that repeats"), "{wide}");
    let endless = refusal("plane", "input = 'a'\nwavelength = 100\ngain = 0.97");
    assert!(endless.contains("needs a gain of at most 0.95"), "{endless}");
}
