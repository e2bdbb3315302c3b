//! Refined measured land keeps its averages, and drains.

use orogen_erosion::{Land, Settings, Solution, solve};

const SIDE: usize = 64;
const FACTOR: usize = 8;

/// Heights every 32 m, like those of a measured terrain: the averages of land that rivers have shaped, with the noise of a
/// measurement.
fn measured() -> Vec<f32> {
    let fine = SIDE * 4;
    let heights = (0..fine * fine).map(|cell| {
        let [x, y] = [cell % fine, cell / fine].map(|i| i as f32 / (fine - 1) as f32 * 2.0 - 1.0);
        300.0 * (1.0 - 0.5 * (x * x + y * y)) + ((cell * 7919 + cell / fine * 104_729) % 1009) as f32 * 0.05
    });
    let land = Land::new(fine, 8.0, heights.collect());
    let land = Land { height: solve(&land, &Settings::default(), &|_| true).unwrap().height, ..land };
    let noise = |cell: usize| ((cell * 7919 + cell / SIDE * 104_729) % 1024) as f32 / 1024.0 - 0.5;
    land.halved()
        .halved()
        .height
        .iter()
        .enumerate()
        .map(|(cell, height)| height + 6.0 * noise(cell))
        .collect()
}

/// Interpolation by Catmull and Rom's cubics, as in the node `image`.
fn interpolated(heights: &[f32]) -> Vec<f32> {
    let fine = SIDE * FACTOR;
    let weights = |i: usize| {
        let x = (i as f32 + 0.5) / FACTOR as f32 - 0.5;
        let (t, u) = (x - x.floor(), 1.0 - (x - x.floor()));
        let of = |k: isize| (x.floor() as isize + k - 1).clamp(0, SIDE as isize - 1) as usize;
        [
            (of(0), -0.5 * t * u * u),
            (of(1), 1.0 + t * t * (1.5 * t - 2.5)),
            (of(2), 1.0 + u * u * (1.5 * u - 2.5)),
            (of(3), -0.5 * u * t * t),
        ]
    };
    let height = |cell: usize| {
        let (across, down) = (weights(cell % fine), weights(cell / fine));
        let row = |row: usize| {
            across.iter().map(|&(column, weight)| weight * heights[row * SIDE + column]).sum::<f32>()
        };
        down.iter().map(|&(index, weight)| weight * row(index)).sum()
    };
    (0..fine * fine).map(height).collect()
}

/// The mean of each square.
fn averages(heights: &[f32]) -> Vec<f32> {
    let fine = SIDE * FACTOR;
    let mut sums = vec![0.0; SIDE * SIDE];
    for (cell, height) in heights.iter().enumerate() {
        sums[cell / fine / FACTOR * SIDE + cell % fine / FACTOR] += height / (FACTOR * FACTOR) as f32;
    }
    sums
}

/// Root of the mean square of the differences away from the border.
fn rms(one: &[f32], other: &[f32]) -> f64 {
    let inside = |cell: &usize| [cell % SIDE, cell / SIDE].iter().all(|i| (3..SIDE - 3).contains(i));
    let squares: Vec<_> =
        (0..one.len()).filter(inside).map(|cell| f64::from(one[cell] - other[cell]).powi(2)).collect();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

/// The height of the ground, or of the water's surface where there is water.
fn standing(solution: &Solution) -> Vec<f32> {
    solution.height.iter().zip(&solution.water.surface).map(|(ground, water)| ground.max(*water)).collect()
}

fn pits(heights: &[f32], side: usize) -> usize {
    let is_pit = |cell: usize| {
        let rows = [cell - side, cell, cell + side];
        rows.iter().flat_map(|row| row - 1..=row + 1).all(|other| heights[other] >= heights[cell])
    };
    (1..side - 1)
        .flat_map(|row| (1..side - 1).map(move |column| row * side + column))
        .filter(|&cell| is_pit(cell))
        .count()
}

#[test]
fn measured_land_keeps_its_averages_and_drains() {
    let heights = measured();
    let smooth = interpolated(&heights);
    let fine = SIDE * FACTOR;
    assert!(pits(&heights, SIDE) > 5 && pits(&smooth, fine) > 5);
    let land = Land::new(fine, 32.0 / FACTOR as f64, smooth.clone());
    let settings = Settings { keep: Some(30.0), ..Settings::default() };
    let kept = solve(&land, &settings, &|_| true).unwrap();
    let apart = rms(&averages(&kept.height), &heights);
    assert!(apart < 0.5, "{apart} m");
    assert_eq!(pits(&standing(&kept), fine), 0);
    assert!(kept.water.lakes.is_empty());
    // The land is no longer smooth between the measured heights, and has the detail of eroded land.
    let details =
        kept.height.iter().zip(&smooth).map(|(one, other)| f64::from(one - other).powi(2)).sum::<f64>();
    let details = (details / (fine * fine) as f64).sqrt();
    assert!((0.5..8.0).contains(&details), "{details} m");
    let older = solve(&land, &Settings { duration: 2e7, ..settings }, &|_| true).unwrap();
    assert_ne!(older.height, kept.height);
    assert!(rms(&averages(&older.height), &heights) < 1.0);
}

/// The squares are as small as the cells. So the land drains, and nothing else changes.
#[test]
fn land_that_keeps_its_cells_only_drains() {
    let heights = measured();
    let land = Land::new(SIDE, 32.0, heights.clone());
    let kept = solve(&land, &Settings { keep: Some(32.0), ..Settings::default() }, &|_| true).unwrap();
    assert_eq!(pits(&standing(&kept), SIDE), 0);
    let apart = rms(&kept.height, &heights);
    assert!((0.01..1.0).contains(&apart), "{apart} m");
}

/// Land that is not interpolated keeps its own averages.
#[test]
fn rough_land_keeps_its_averages() {
    let side = 4 * SIDE;
    let heights = (0..side * side).map(|cell| {
        let [x, y] = [cell % side, cell / side].map(|i| i as f32 / (side - 1) as f32 * 2.0 - 1.0);
        300.0 * (1.0 - 0.5 * (x * x + y * y)) + ((cell * 7919 + cell / side * 104_729) % 1009) as f32 * 0.02
    });
    let land = Land::new(side, 8.0, heights.collect());
    let kept = solve(&land, &Settings { keep: Some(32.0), ..Settings::default() }, &|_| true).unwrap();
    let after = Land { height: kept.height, ..land.clone() };
    let apart = rms(&after.halved().halved().height, &land.halved().halved().height);
    assert!(apart < 0.5, "{apart} m");
}
