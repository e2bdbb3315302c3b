//! Smooth and sharpen, compared with the integral in double precision.

use orogen_engine::level::Level;
use orogen_engine::raster::Grid;
use orogen_strokes::brush::{Brush, Tool};

use crate::scene::{HILLS, Random, alps, prepared_strokes, stroke, terrain};

const RADIUS: f64 = 120.0;
const MIDDLE: [f64; 2] = [6400.0, 6400.0];

/// The blurred ground at a position, as an integral over five standard deviations in steps of 4 m; and the steepest slope in
/// this area.
fn blurred(terrain: &orogen_engine::terrain::Terrain, [x, y]: [f64; 2]) -> [f64; 2] {
    let (deviation, step) = (RADIUS / 2.0, 4.0);
    let reach = (5.0 * deviation / step) as i32;
    let (mut sum, mut weights, mut steepest) = (0.0, 0.0, 0.0_f64);
    for j in -reach..=reach {
        let row: Vec<_> =
            (-reach..=reach).map(|i| [x + f64::from(i) * step, y + f64::from(j) * step, 0.0]).collect();
        for (i, sample) in (-reach..=reach).zip(terrain.sample::<f64>(Level::best(), &row)) {
            let away = f64::from(i * i + j * j) * step * step / (2.0 * deviation * deviation);
            sum += (-away).exp() * sample.height;
            weights += (-away).exp();
            steepest = steepest.max(sample.gradient[0].hypot(sample.gradient[1]));
        }
    }
    [sum / weights, steepest]
}

/// The stated bound, at spacings up to half the radius, and the actual error on this ground.
#[test]
fn smooth_and_sharpen_keep_their_tolerance_at_any_spacing() {
    let terrain = alps(4.0);
    let mut random = Random(8);
    for (spacing, usual) in [(60.0, 2.0), (30.0, 0.2), (15.0, 0.1)] {
        let [smooth, sharpen] =
            [Tool::Smooth { radius: RADIUS }, Tool::Sharpen { radius: RADIUS }].map(|tool| {
                let brush = Brush { inner: 0.9, ..Brush::new(tool, 500.0) };
                prepared_strokes(&terrain, 4.0, &[stroke(brush, &[[MIDDLE[0], MIDDLE[1], 1.0]])])
            });
        let (mut most, mut bound) = (0.0_f64, f64::INFINITY);
        for _ in 0..12 {
            let index = MIDDLE.map(|x| ((x + random.between(-280.0, 280.0)) / spacing).round() as i64);
            let grid = Grid { first_column: index[0], first_row: index[1], columns: 1, rows: 1, spacing };
            let place = [grid.x(0), grid.y(0)];
            let [expected, steepest] = blurred(&terrain, place);
            let here = terrain.sample::<f64>(Level::best(), &[[place[0], place[1], 0.0]])[0].height;
            let off = (f64::from(smooth.rows(grid).unwrap().height[0]) - expected).abs();
            let sharp = (f64::from(sharpen.rows(grid).unwrap().height[0]) - (2.0 * here - expected)).abs();
            bound = bound.min(steepest * (0.4 * spacing + 0.001 * RADIUS));
            assert!(off <= steepest * (0.4 * spacing + 0.001 * RADIUS), "{off} m at {place:?}, {spacing} m");
            most = most.max(off).max(sharp);
        }
        println!("spacing {spacing} m: off by {most:.3} m at most, {bound:.1} m allowed");
        assert!(most < usual, "{spacing}: {most}");
    }
}

/// Single samples, on the lattice of a raster and off it.
#[test]
fn single_samples_have_the_bits_of_rasters() {
    const SPACING: f64 = 15.0;
    let strokes: Vec<_> = (0..6)
        .map(|i| {
            let tool = match i % 3 {
                0 => Tool::Smooth { radius: 90.0 * f64::from(1 + i) },
                1 => Tool::Sharpen { radius: 120.0 },
                _ => Tool::Raise { metres: 30.0 },
            };
            let place = [MIDDLE[0] + 80.0 * f64::from(i), MIDDLE[1] - 60.0 * f64::from(i)];
            stroke(Brush::new(tool, 400.0), &[[place[0], place[1], 1.0]])
        })
        .collect();
    let ground = prepared_strokes(&alps(SPACING), SPACING, &strokes);
    let grid = Grid { first_column: 410, first_row: 400, columns: 30, rows: 20, spacing: SPACING };
    let band = ground.rows(grid).unwrap();
    let places: Vec<_> = (0..grid.len()).map(|i| [grid.x(i % 30), grid.y(i / 30)]).collect();
    let samples = ground.sample(&places).unwrap();
    for (i, sample) in samples.iter().enumerate() {
        let found = [sample.height, sample.gradient[0], sample.gradient[1]].map(|x| (x as f32).to_bits());
        assert_eq!(found, [band.height[i], band.dx[i], band.dy[i]].map(f32::to_bits), "{:?}", places[i]);
    }
    // Between them, the slopes are those of the heights.
    for place in places.iter().step_by(37) {
        let [x, y, h] = [place[0] + 4.0, place[1] + 7.0, 0.25];
        let around = [[x - h, y], [x + h, y], [x, y - h], [x, y + h], [x, y]];
        let [west, east, north, south, here] = ground.sample_exactly(&around).unwrap()[..] else {
            unreachable!()
        };
        let differences = [east.height - west.height, south.height - north.height].map(|d| d / (2.0 * h));
        let off = [0, 1].map(|axis| (here.gradient[axis] - differences[axis]).abs());
        assert!(off[0] < 0.02 && off[1] < 0.02, "{place:?}: {off:?}");
    }
}

/// Samples are closer together than a blur's resolution. The blur is the same as for other spacings, the same in tiles, and
/// the same at spacings that differ by powers of two.
#[test]
fn blurs_do_not_depend_on_close_samples() {
    let terrain = terrain(HILLS, 1.0);
    let brush = Brush { inner: 0.5, ..Brush::new(Tool::Smooth { radius: 400.0 }, 900.0) };
    let ground =
        prepared_strokes(&terrain, 1.0, &[stroke(brush, &[[2000.0, 2000.0, 1.0], [2400.0, 2300.0, 1.0]])]);
    let grid = |spacing: f64, columns: usize| {
        let first = (1900.0 / spacing) as i64;
        Grid { first_column: first, first_row: first, columns, rows: columns, spacing }
    };
    let (coarse, fine) = (ground.rows(grid(20.0, 16)).unwrap(), ground.rows(grid(1.25, 241)).unwrap());
    let direct = prepared_strokes(&terrain, 20.0, &[]).rows(grid(20.0, 16)).unwrap();
    let (mut most, mut changed) = (0.0_f32, 0.0_f32);
    for i in 0..256 {
        let same = i / 16 * 16 * 241 + i % 16 * 16;
        most = most.max((coarse.height[i] - fine.height[same]).abs());
        most = most.max(50.0 * (coarse.dx[i] - fine.dx[same]).abs());
        changed = changed.max((coarse.height[i] - direct.height[i]).abs());
    }
    assert!(most < 1e-3 && changed > 10.0, "{most} m apart, {changed} m smoothed");
    // Slopes match the heights.
    for j in 1..240 {
        for i in 1..240 {
            let k = j * 241 + i;
            let across = (fine.height[k + 1] - fine.height[k - 1]) / 2.5;
            assert!((fine.dx[k] - across).abs() < 2e-3, "{i} {j}");
        }
    }
    let part = Grid { first_column: 1530, first_row: 1601, columns: 33, rows: 9, spacing: 1.25 };
    let alone = ground.rows(part).unwrap();
    for i in 0..part.len() {
        let same = (81 + i / 33) * 241 + 10 + i % 33;
        assert_eq!(alone.height[i].to_bits(), fine.height[same].to_bits());
    }
}

/// Tests the combined weight of dabs: two overlapping dabs of a stroke act one after the other.
#[test]
fn all_dabs_of_a_stroke_count() {
    let terrain = alps(30.0);
    let grid = Grid { first_column: 200, first_row: 200, columns: 30, rows: 30, spacing: 30.0 };
    let brush =
        |strength, inner| Brush { strength, inner, ..Brush::new(Tool::Smooth { radius: RADIUS }, 500.0) };
    let [whole, strong] = [(1.0, 0.9), (0.5, 0.9)].map(|(strength, inner)| {
        // The two dabs are 50 m apart, so the same ground is within the inner radius of both.
        let brush = Brush { spacing: 0.1, ..brush(strength, inner) };
        let points = [[MIDDLE[0], MIDDLE[1], 1.0], [MIDDLE[0] + 50.0, MIDDLE[1], 1.0]];
        prepared_strokes(&terrain, 30.0, &[stroke(brush, &points)]).rows(grid).unwrap()
    });
    let base = prepared_strokes(&terrain, 30.0, &[]).rows(grid).unwrap();
    for j in 8..20 {
        for i in 8..20 {
            let k = j * 30 + i;
            let (base, whole, strong) = (base.height[k], whole.height[k], strong.height[k]);
            assert!((strong - (whole + 0.25 * (base - whole))).abs() < 2e-3, "{base} {whole} {strong}");
        }
    }
}

/// Compares the slopes of smoothed ground with differences of its heights on the same grid. They agree to second order in the
/// spacing.
#[test]
fn slopes_match_smoothed_heights() {
    let terrain = terrain(HILLS, 4.0);
    let brush = Brush::new(Tool::Smooth { radius: RADIUS }, 400.0);
    let ground = prepared_strokes(
        &terrain,
        4.0,
        &[stroke(brush, &[[MIDDLE[0], MIDDLE[1], 1.0], [6700.0, 6600.0, 0.7]])],
    );
    let grid = Grid { first_column: 1560, first_row: 1560, columns: 120, rows: 120, spacing: 4.0 };
    let band = ground.rows(grid).unwrap();
    for j in 1..119 {
        for i in 1..119 {
            let k = j * 120 + i;
            let across = (band.height[k + 1] - band.height[k - 1]) / 8.0;
            let down = (band.height[k + 120] - band.height[k - 120]) / 8.0;
            let off = [band.dx[k] - across, band.dy[k] - down].map(f32::abs);
            assert!(off[0] < 2e-3 && off[1] < 2e-3, "{i} {j}: {off:?}");
        }
    }
}
