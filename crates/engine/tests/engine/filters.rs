//! Fields that are filtered on a raster, against formulas and against sums over all cells.

use std::f64::consts::TAU;

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::recipe::RecipeError;
use orogen_engine::terrain::Terrain;

use crate::field::parse;

/// A recipe over 1000 m with the field `x` and two waves: `along` in x with a wavelength of 400 m, `down` in y with 250 m.
fn terrain(domain: &str, x: &str) -> Result<Terrain, RecipeError> {
    let text = format!(
        "orogen = 1\nseed = 4\ndomain = {{ size = 1000.0, samples = 101{domain} }}\nheight.field = 'x'\n[fields.x]\n{x}\n"
    );
    Terrain::new(&parse(&text).unwrap(), &NoImages, 1.0)
}

const WAVES: &str = "[fields.east]\ntype = 'ramp'\nx = -5000.0\nlength = 10000.0\n\
    [fields.south]\ntype = 'ramp'\nangle = 90.0\ny = -5000.0\nlength = 10000.0\n\
    [fields.along]\ntype = 'sin'\ninput = '157.07963267948966 * east'\n\
    [fields.down]\ntype = 'sin'\ninput = '251.32741228718345 * south'\n";

/// The waves and their derivatives in x and y.
fn waves([x, y]: [f64; 2]) -> [[f64; 3]; 2] {
    let wave = |place: f64, length: f64| {
        let k = TAU / length;
        let (sin, cos) = (k * (place + 5000.0)).sin_cos();
        [sin, k * cos, -k * k * sin]
    };
    [wave(x, 400.0), wave(y, 250.0)]
}

fn heights(terrain: &Terrain, points: &[[f64; 2]]) -> Vec<f64> {
    let points: Vec<_> = points.iter().map(|&[x, y]| [x, y, 0.0]).collect();
    terrain.sample::<f64>(Level::best(), &points).into_iter().map(|sample| sample.height).collect()
}

fn scattered() -> Vec<[f64; 2]> {
    (0..400).map(|k| [f64::from(k % 20) * 52.0 + 3.0, f64::from(k / 20) * 52.0 + 7.0]).collect()
}

/// A Gaussian with the standard deviation σ multiplies a wave with the wave number k by exp(−k²σ²/2).
#[test]
fn a_blur_weakens_waves_as_a_gaussian_does() {
    for (more, tolerance) in [("", 2e-3), ("detail = 10.0", 1e-3), ("detail = 20.0", 3e-3)] {
        let terrain =
            terrain("", &format!("type = 'blur'\ninput = 'along + down'\nradius = 60.0\n{more}\n{WAVES}"))
                .unwrap();
        let points = scattered();
        for (place, height) in points.iter().zip(heights(&terrain, &points)) {
            let weaker = |length: f64| (-0.5 * (TAU / length * 60.0).powi(2)).exp();
            let [along, down] = waves(*place);
            let expected = weaker(400.0) * along[0] + weaker(250.0) * down[0];
            assert!((height - expected).abs() < tolerance, "{more}: {height} at {place:?}, not {expected}");
        }
    }
}

/// In a domain that repeats, a blur is a sum over all cells, and it repeats.
#[test]
fn a_blur_repeats_with_the_domain() {
    let fields = "[fields.hills]\ntype = 'fbm'\nwavelength = 250.0\noctaves = 3\n";
    let tile = ", tile = true";
    let hills = terrain(tile, &format!("type = 'scale'\ninput = 'hills'\nfactor = 1.0\n{fields}")).unwrap();
    let blur =
        terrain(tile, &format!("type = 'blur'\ninput = 'hills'\nradius = 90.0\ndetail = 15.625\n{fields}"))
            .unwrap();
    let cells: Vec<_> = (0..4096).map(|k| [f64::from(k % 64) * 15.625, f64::from(k / 64) * 15.625]).collect();
    let numbers = heights(&hills, &cells);
    for place in [[0.0, 0.0], [500.0, 15.625], [984.375, 312.5]] {
        let mut sums = [0.0; 2];
        for (cell, number) in cells.iter().zip(&numbers) {
            let weight = |axis: usize| {
                (-1..=1)
                    .map(|k| {
                        (-0.5 * ((cell[axis] - place[axis] + 1000.0 * f64::from(k)) / 90.0).powi(2)).exp()
                    })
                    .sum::<f64>()
            };
            let weight = weight(0) * weight(1);
            sums = [sums[0] + weight, sums[1] + weight * number];
        }
        let expected = sums[1] / sums[0];
        let found = heights(&blur, &[place, [place[0] + 1000.0, place[1] - 1000.0]]);
        assert!((found[0] - expected).abs() < 3e-4, "{} at {place:?}, not {expected}", found[0]);
        assert!((found[0] - found[1]).abs() < 1e-6, "{found:?}");
    }
}

#[test]
fn distances_to_a_disk() {
    // A radial falls from 1 in the middle to 0 at 400 m; it is 0.5 at 200 m.
    let disk = "[fields.disk]\ntype = 'radial'\nradius = 400.0\nx = 480.0\ny = 510.0\n";
    let of = |more: &str| {
        terrain("", &format!("type = 'distance'\ninput = 'disk'\nlevel = 0.5\ndetail = 5.0\n{more}\n{disk}"))
            .unwrap()
    };
    let points = scattered();
    let [signed, unsigned] = ["", "signed = false"].map(|more| heights(&of(more), &points));
    for ((place, signed), unsigned) in points.iter().zip(signed).zip(unsigned) {
        let expected = (place[0] - 480.0).hypot(place[1] - 510.0) - 200.0;
        assert!((signed - expected).abs() < 4.0, "{signed} at {place:?}, not {expected}");
        assert!((unsigned - expected.max(0.0)).abs() < 4.0, "{unsigned} at {place:?}, not {expected}");
    }
}

/// Distances may be longer than the side; without any place at the level, they are the side.
#[test]
fn distances_far_away_and_to_nowhere() {
    let dot = "[fields.dot]\ntype = 'radial'\nradius = 80.0\nx = 0.0\ny = 0.0\n";
    let far =
        terrain("", &format!("type = 'distance'\ninput = 'dot'\nlevel = 0.5\ndetail = 5.0\n{dot}")).unwrap();
    let found = heights(&far, &[[1000.0, 1000.0]])[0];
    assert!((found - (1e6_f64.sqrt() * 2.0_f64.sqrt() - 40.0)).abs() < 5.0, "{found}");
    for (level, expected) in [(1.0, 1000.0), (-1.0, -1000.0)] {
        let x = format!("type = 'distance'\ninput = 0\nlevel = {level:?}\ndetail = 30.0");
        for domain in ["", ", tile = true"] {
            let found = heights(&terrain(domain, &x).unwrap(), &[[10.0, 20.0], [500.0, 900.0]]);
            assert!(found.iter().all(|found| (found - expected).abs() < 1e-3), "{found:?}, not {expected}");
        }
    }
}

/// The nearest place may be across the edge.
#[test]
fn distances_repeat_with_the_domain() {
    let fields = "[fields.hills]\ntype = 'fbm'\nwavelength = 500.0\noctaves = 1\n";
    let tile = ", tile = true";
    let hills = terrain(tile, &format!("type = 'scale'\ninput = 'hills'\nfactor = 1.0\n{fields}")).unwrap();
    let x = format!("type = 'distance'\ninput = 'hills'\nlevel = 0.3\ndetail = 15.625\n{fields}");
    let cells: Vec<_> = (0..4096).map(|k| [f64::from(k % 64) * 15.625, f64::from(k / 64) * 15.625]).collect();
    let is_inside: Vec<bool> = heights(&hills, &cells).into_iter().map(|height| height >= 0.3).collect();
    let near = |place: [f64; 2], inside: bool| {
        let away = |axis: usize, cell: [f64; 2]| {
            let away = (cell[axis] - place[axis]).rem_euclid(1000.0);
            away.min(1000.0 - away)
        };
        let places = cells.iter().zip(&is_inside).filter(|&(_, &is)| is == inside);
        places.map(|(&cell, _)| away(0, cell).hypot(away(1, cell))).fold(f64::INFINITY, f64::min)
    };
    let exact = |place: [f64; 2]| {
        let [to_inside, to_outside] = [true, false].map(|inside| (near(place, inside) - 7.8125).max(0.0));
        to_inside - to_outside
    };
    let points: Vec<_> = cells.iter().copied().step_by(37).collect();
    for (place, found) in points.iter().zip(heights(&terrain(tile, &x).unwrap(), &points)) {
        let weights = [1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0];
        let beside = |k: usize, axis: usize| place[axis] + (k as f64 - 1.0) * 15.625;
        let expected: f64 = (0..9)
            .map(|k| weights[k % 3] * weights[k / 3] * exact([beside(k % 3, 0), beside(k / 3, 1)]))
            .sum();
        assert!((found - expected).abs() < 1e-3, "{found} at {place:?}, not {expected}");
    }
}

/// A curvature from the derivatives p, q, r, s, t of a height.
type Formula = fn([f64; 5]) -> f64;

#[test]
fn curvatures_of_crossing_waves() {
    let formulas: [(&str, Formula); 3] = [
        ("mean", |[p, q, r, s, t]| {
            ((1.0 + q * q) * r - 2.0 * p * q * s + (1.0 + p * p) * t)
                / (2.0 * (1.0 + p * p + q * q).powf(1.5))
        }),
        // Along the fall line: the second derivative of the height over the length of the slope.
        ("profile", |[p, q, r, s, t]| {
            let [x, y] = [p, q].map(|slope| slope / p.hypot(q));
            (x * x * r + 2.0 * x * y * s + y * y * t) / (1.0 + p * p + q * q).powf(1.5)
        }),
        ("tangential", |[p, q, r, s, t]| {
            let [x, y] = [-q, p].map(|slope| slope / p.hypot(q));
            (x * x * r + 2.0 * x * y * s + y * y * t) / (1.0 + p * p + q * q).sqrt()
        }),
    ];
    for (kind, formula) in formulas {
        let x = format!(
            "type = 'curvature'\nkind = '{kind}'\ninput = 'along * down'\nscale = 30.0\ndetail = 5.0\n{WAVES}"
        );
        // At the centres of cells, the surface passes through their curvature.
        let points: Vec<_> =
            (0..400).map(|k| [f64::from(k % 20) * 50.0 + 5.0, f64::from(k / 20) * 50.0 + 10.0]).collect();
        for (place, found) in points.iter().zip(heights(&terrain("", &x).unwrap(), &points)) {
            let [along, down] = waves(*place);
            let [p, q] = [30.0 * along[1] * down[0], 30.0 * along[0] * down[1]];
            // At summits and in pits the fall line turns within a cell.
            if p.hypot(q) < 0.12 {
                continue;
            }
            let second = [along[2] * down[0], along[1] * down[1], along[0] * down[2]];
            let [r, s, t] = second.map(|number| 30.0 * number);
            let expected = 1000.0 * formula([p, q, r, s, t]);
            assert!((found - expected).abs() < 0.1, "{kind}: {found} at {place:?}, not {expected}");
        }
    }
}

#[test]
fn mistakes_are_explained() {
    let cases = [
        (
            "",
            "type = 'blur'\ninput = 0\nradius = 5.0\ndetail = 10.0",
            "a radius of 5 m is less than the detail of 10.000 m",
        ),
        (
            "",
            "type = 'blur'\ninput = 0\nradius = 900.0\ndetail = 1.0",
            "a radius of 900 m is 900 cells of the detail",
        ),
        ("", "type = 'distance'\ninput = 0\ndetail = 0.1", "cells along a side, which is too many"),
        ("", "type = 'curvature'\ninput = 0\ndetail = 500.0", "fewer than 4 cells along a side"),
    ];
    for (domain, x, message) in cases {
        let error = terrain(domain, x).unwrap_err().to_string();
        assert!(error.contains(message), "{error}\nfor {x}");
    }
}
