//! Fields that are filtered on a raster, against formulas and against sums over all cells.

use std::f64::consts::TAU;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use orogen_engine::image::{Image, NoImages, Reading};
use orogen_engine::level::Level;
use orogen_engine::overlay::Complaint;
use orogen_engine::recipe::RecipeError;
use orogen_engine::terrain::{Images, Terrain};

use crate::field::parse;

/// A terrain over 1000 m with the field `x` and two waves: `along` in x with a wavelength of 400 m, `down` in y with 250 m.
fn recipe(domain: &str, x: &str) -> String {
    format!(
        "orogen = 1\nseed = 4\ndomain = {{ size = 1000.0, samples = 101{domain} }}\nheight.field = 'x'\n[fields.x]\n{x}\n"
    )
}

fn terrain(domain: &str, x: &str) -> Result<Terrain, RecipeError> {
    Terrain::new(&parse(&recipe(domain, x)).unwrap(), &NoImages, 1.0)
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

/// The field `x` as a blur of both waves, with details `detail` metres wide.
fn blur(radius: f64, detail: f64) -> String {
    format!("type = 'blur'\ninput = 'along + down'\nradius = {radius:?}\ndetail = {detail:?}\n{WAVES}")
}

/// The solution of a radius of many cells has fewer cells than its input, and is the same surface.
#[test]
fn a_blur_of_many_cells_is_as_exact_as_one_of_few() {
    let points = scattered();
    for detail in [4.0, 1.0, 0.5] {
        let wide = terrain("", &blur(60.0, detail)).unwrap();
        for (place, height) in points.iter().zip(heights(&wide, &points)) {
            let weaker = |length: f64| (-0.5 * (TAU / length * 60.0).powi(2)).exp();
            let [along, down] = waves(*place);
            let expected = weaker(400.0) * along[0] + weaker(250.0) * down[0];
            assert!((height - expected).abs() < 1e-3, "{detail}: {height} at {place:?}, not {expected}");
        }
    }
}

/// What each message about the radius and the detail proposes is accepted.
#[test]
fn proposals_for_blurs_are_accepted() {
    let x = |radius: f64, detail: &str| format!("type = 'blur'\ninput = 0\nradius = {radius:?}\n{detail}");
    // The grid is known before the solution begins.
    let message = |domain: &str, x: &str| {
        let host = Host { most: 0.0, reached: Mutex::default() };
        let error = Terrain::new(&parse(&recipe(domain, x)).unwrap(), &host, 1.0).unwrap_err();
        format!("{} {}", error.message, error.help)
    };
    for domain in ["", ", tile = true"] {
        for wrong in [x(1e-2, ""), x(1e6, ""), x(1e3, "detail = 0.01"), x(40.0, "detail = 1e5")] {
            let text = message(domain, &wrong);
            let numbers: Vec<f64> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
            let proposed = match numbers[..] {
                [_, _, radius] => vec![x(radius, "")],
                [radius, _, least, most] => {
                    vec![x(radius, &format!("detail = {least:?}")), x(radius, &format!("detail = {most:?}"))]
                }
                _ => panic!("{text}"),
            };
            for proposed in proposed {
                assert!(message(domain, &proposed).contains("was stopped"), "{text}: {proposed}");
            }
        }
    }
}

/// Stops a solution once the share `most` is done, and keeps the largest share that was reported.
struct Host {
    most: f32,
    reached: Mutex<f32>,
}

impl Images for Host {
    fn load(&self, _: &Path, _: Reading) -> Result<Arc<Image>, Complaint> {
        unreachable!("no pictures")
    }

    fn solving(&self, field: &str, done: f32) -> bool {
        assert!(field == "x" && (0.0..=1.0).contains(&done));
        let mut reached = self.reached.lock().unwrap();
        *reached = reached.max(done);
        done < self.most
    }
}

/// A blur can be stopped while its input is read, along rows and along columns.
#[test]
fn a_blur_can_be_stopped_while_it_runs() {
    let text = recipe("", &blur(61.0, 1.0));
    for most in [0.0, 0.6, 0.95] {
        let host = Host { most, reached: Mutex::default() };
        let stopped = Terrain::new(&parse(&text).unwrap(), &host, 1.0).unwrap_err();
        assert_eq!(stopped.message, "the solution of `x` was stopped");
        let reached = *host.reached.lock().unwrap();
        assert!((most..most + 0.05).contains(&reached), "{reached}, not {most}");
    }
}

/// Asks a function whether a solution is still needed.
struct Asked<F>(F);

impl<F: Fn() -> bool + Sync> Images for Asked<F> {
    fn load(&self, _: &Path, _: Reading) -> Result<Arc<Image>, Complaint> {
        unreachable!("no pictures")
    }

    fn solving(&self, _: &str, _: f32) -> bool {
        self.0()
    }
}

/// A thread that waits for the solution of another asks whether the solution is still needed. Whoever answers may solve other
/// fields meanwhile.
#[test]
fn a_host_that_waits_may_solve_other_fields() {
    fn is_solved(radius: f64, host: &dyn Images) -> bool {
        let recipe = recipe("", &blur(radius, 10.0));
        Terrain::new(&parse(&recipe).unwrap(), host, 1.0).is_ok()
    }
    static OTHER: AtomicBool = AtomicBool::new(false);
    let (send_start, start) = sync_channel(1);
    let (send_answers, answers) = channel();
    let first = send_answers.clone();
    std::thread::spawn(move || {
        let patient = Asked(|| {
            send_start.try_send(()).ok();
            while !OTHER.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            true
        });
        first.send(is_solved(62.0, &patient))
    });
    start.recv().unwrap();
    std::thread::spawn(move || {
        let busy = Asked(|| {
            OTHER.store(is_solved(63.0, &NoImages), Ordering::Relaxed);
            false
        });
        send_answers.send(is_solved(62.0, &busy))
    });
    let answer = |()| answers.recv_timeout(Duration::from_secs(60)).expect("no thread is stuck");
    let mut answers = [(); 2].map(answer);
    answers.sort_unstable();
    assert_eq!(answers, [false, true]);
}

/// In a domain that repeats, a blur is a sum over all cells, and it repeats.
#[test]
fn a_blur_repeats_with_the_domain() {
    let fields = "[fields.hills]\ntype = 'fbm'\nwavelength = 250.0\noctaves = 3\n";
    let tile = ", tile = true";
    let hills = terrain(tile, &format!("type = 'scale'\ninput = 'hills'\nfactor = 1.0\n{fields}")).unwrap();
    for side in [64, 256] {
        let detail = 1000.0 / f64::from(side);
        let blur = format!("type = 'blur'\ninput = 'hills'\nradius = 90.0\ndetail = {detail:?}\n{fields}");
        is_sum_over_all_cells(&hills, &terrain(tile, &blur).unwrap(), side);
    }
}

fn is_sum_over_all_cells(hills: &Terrain, blur: &Terrain, side: u32) {
    let detail = 1000.0 / f64::from(side);
    let cell = |k| [k % side, k / side].map(|cell| f64::from(cell) * detail);
    let cells: Vec<_> = (0..side * side).map(cell).collect();
    let numbers = heights(hills, &cells);
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
        let found = heights(blur, &[place, [place[0] + 1000.0, place[1] - 1000.0]]);
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
            "a radius of 5 m on 1000 m needs a detail from 0.135 m to 5 m",
        ),
        (
            "",
            "type = 'blur'\ninput = 0\nradius = 900.0\ndetail = 1.0",
            "a radius of 900 m on 1000 m needs a detail from 3.516 m to 250 m",
        ),
        ("", "type = 'blur'\ninput = 0\nradius = 0.1", "write radius = 0.13 or more"),
        ("", "type = 'blur'\ninput = 0\nradius = 1e5", "write radius = 64000 or less"),
        ("", "type = 'distance'\ninput = 0\ndetail = 0.1", "cells along a side, which is too many"),
        ("", "type = 'curvature'\ninput = 0\ndetail = 500.0", "fewer than 4 cells along a side"),
    ];
    for (domain, x, message) in cases {
        let error = terrain(domain, x).unwrap_err().to_string();
        assert!(error.contains(message), "{error}\nfor {x}");
    }
}
