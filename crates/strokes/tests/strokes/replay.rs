//! Tests the same strokes at other resolutions, in tiles, and undone.

use orogen_engine::raster::{Band, Grid};
use orogen_strokes::bounds::Bounds;
use orogen_strokes::brush::Tool;
use orogen_strokes::journal::Journal;
use orogen_strokes::stroke::Surface;
use rayon::ThreadPoolBuilder;

use crate::scene::{Random, SIDE, alps, any, pointwise, prepared_strokes, strokes};

const SPACING: f64 = 64.0;

fn bits(band: &Band) -> [Vec<u32>; 3] {
    [&band.height, &band.dx, &band.dy].map(|plane| plane.iter().map(|x| x.to_bits()).collect())
}

/// The samples of a band in a part of its grid.
fn cut(band: &Band, grid: &Grid, part: &Grid) -> Band {
    let left = (part.first_column - grid.first_column) as usize;
    let top = (part.first_row - grid.first_row) as usize;
    let plane = |plane: &Vec<f32>| {
        (top..top + part.rows)
            .flat_map(|row| plane[row * grid.columns + left..][..part.columns].iter().copied())
            .collect()
    };
    let (height, dx, dy) = (plane(&band.height), plane(&band.dx), plane(&band.dy));
    Band { columns: part.columns, height, dx, dy, ..Band::default() }
}

#[test]
fn two_hundred_strokes_have_the_same_bits_on_a_finer_grid() {
    let list = strokes(1, 200, pointwise);
    let ground = prepared_strokes(&alps(SPACING), SPACING, &list);
    let coarse = Grid { first_column: 30, first_row: 40, columns: 120, rows: 100, spacing: SPACING };
    let fine = Grid { first_column: 120, first_row: 160, columns: 477, rows: 397, spacing: SPACING / 4.0 };
    let (one, other) = (ground.rows(coarse).unwrap(), ground.rows(fine).unwrap());
    let sampled = |plane: &Vec<f32>| -> Vec<f32> {
        (0..coarse.len()).map(|i| plane[i / 120 * 4 * fine.columns + i % 120 * 4]).collect()
    };
    let other = Band {
        height: sampled(&other.height),
        dx: sampled(&other.dx),
        dy: sampled(&other.dy),
        ..one.clone()
    };
    assert!(bits(&one) == bits(&other));
    let base = prepared_strokes(&alps(SPACING), SPACING, &[]).rows(coarse).unwrap();
    let changed = one.height.iter().zip(&base.height).filter(|(one, base)| one != base).count();
    assert!(changed > 6000, "{changed} samples were changed");
    // Single samples have the same bits, too.
    let places: Vec<_> = (0..coarse.len()).map(|i| [coarse.x(i % 120), coarse.y(i / 120)]).collect();
    let samples = ground.sample(&places).unwrap();
    assert!(
        samples
            .iter()
            .zip(&one.height)
            .all(|(sample, height)| (sample.height as f32).to_bits() == height.to_bits())
    );
}

/// The strokes include smooth and sharpen. All strokes together stay within the stated tolerance of a single blur.
#[test]
fn two_hundred_strokes_with_blurs_are_within_their_tolerance_on_a_finer_grid() {
    let terrain = alps(SPACING);
    let blurs = |random: &mut Random| match random.below(12) {
        0 => Tool::Smooth { radius: random.between(2.0 * SPACING, 6.0 * SPACING) },
        1 => Tool::Sharpen { radius: random.between(2.0 * SPACING, 6.0 * SPACING) },
        // Steep risers amplify differences.
        _ => match pointwise(random) {
            Tool::Ledge { step, .. } => Tool::Ledge { step, riser: 1.0 },
            tool => tool,
        },
    };
    let ground = prepared_strokes(&terrain, SPACING, &strokes(12, 200, blurs));
    let coarse = Grid { first_column: 30, first_row: 40, columns: 120, rows: 100, spacing: SPACING };
    let fine = Grid { first_column: 120, first_row: 160, columns: 477, rows: 397, spacing: SPACING / 4.0 };
    let (one, other) = (ground.rows(coarse).unwrap(), ground.rows(fine).unwrap());
    let (mut most, mut exact) = (0.0_f32, 0);
    for i in 0..coarse.len() {
        let off = (one.height[i] - other.height[i / 120 * 4 * fine.columns + i % 120 * 4]).abs();
        exact += usize::from(off == 0.0);
        most = most.max(off);
    }
    let steepest = other.dx.iter().zip(&other.dy).map(|(dx, dy)| dx.hypot(*dy)).fold(0.0, f32::max);
    let tolerance = steepest * 0.4 * SPACING as f32;
    println!(
        "off by {most} m at most where {tolerance} m are allowed, {exact} of {} samples exact",
        coarse.len()
    );
    assert!(most < tolerance.min(1.0) && exact < coarse.len(), "{most} m of {tolerance} m, {exact} exact");
}

#[test]
fn tiles_have_the_bits_of_the_full_grid() {
    let ground = prepared_strokes(&alps(SPACING), SPACING, &strokes(2, 200, any));
    let whole = Grid::square(257, SPACING);
    let all = ground.rows(whole).unwrap();
    let mut random = Random(3);
    for _ in 0..24 {
        let (column, row) = (random.below(250), random.below(250));
        let part = whole
            .band(row, 1 + random.below(257 - row).min(70))
            .strip(column, 1 + random.below(257 - column).min(70));
        assert!(bits(&ground.rows(part).unwrap()) == bits(&cut(&all, &whole, &part)), "{part:?}");
    }
    for threads in [1, 3] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(bits(&pool.install(|| ground.rows(whole).unwrap())) == bits(&all), "{threads} threads");
    }
}

#[test]
fn undone_to_the_beginning_the_ground_is_the_recipes() {
    let terrain = alps(SPACING);
    let grid = Grid::over(SIDE, 129, false);
    let base = prepared_strokes(&terrain, SPACING, &[]).rows(grid).unwrap();
    let list = strokes(4, 60, any);
    let mut ground = prepared_strokes(&terrain, SPACING, &list[..30]);
    let half = ground.rows(grid).unwrap();
    for stroke in &list[30..] {
        ground.push(stroke, &crate::scene::Pictures).unwrap();
    }
    let whole = ground.rows(grid).unwrap();
    for _ in 30..60 {
        ground.pop();
    }
    assert!(bits(&ground.rows(grid).unwrap()) == bits(&half) && bits(&half) != bits(&whole));
    while ground.pop().is_some() {}
    assert!(bits(&ground.rows(grid).unwrap()) == bits(&base) && bits(&base) != bits(&half));
    let mut direct = Band::default();
    terrain.rows(orogen_engine::level::Level::best(), grid).unwrap().make(0, grid.rows, true, &mut direct);
    assert!(bits(&direct) == bits(&base));
}

/// The ground at a position depends only on the strokes that a journal reports near it.
#[test]
fn strokes_near_a_position_are_enough() {
    let terrain = alps(SPACING);
    let list = strokes(6, 200, any);
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(folder.path().join("alps.strokes"), "alps", Surface::Plane).unwrap();
    list.iter().for_each(|stroke| assert!(journal.push(stroke).is_ok()));
    let all = prepared_strokes(&terrain, SPACING, &list);
    let mut fewest = list.len();
    for (column, row) in [(20, 30), (100, 90), (200, 60), (220, 210)] {
        let grid = Grid { first_column: column, first_row: row, columns: 30, rows: 20, spacing: SPACING };
        let near = journal.near(&Bounds::of_plane([grid.x(0), grid.y(0), grid.x(29), grid.y(19)]));
        let kept: Vec<_> = near.iter().map(|&index| (*journal.stroke(index).unwrap()).clone()).collect();
        fewest = fewest.min(kept.len());
        assert!(
            bits(&prepared_strokes(&terrain, SPACING, &kept).rows(grid).unwrap())
                == bits(&all.rows(grid).unwrap())
        );
    }
    assert!(fewest < 60, "{fewest} strokes near a position");
}
