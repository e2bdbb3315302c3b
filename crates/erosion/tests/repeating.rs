//! Land that repeats: water and shapes continue across the edges.

use orogen_erosion::{Land, Settings, solve};

const SIDE: usize = 256;

/// Hills and basins from waves whose wavelengths fit the side, shifted by some cells. Their steepest part is at the edges.
fn waves(shift: [usize; 2]) -> Land {
    let height = |cell: usize| {
        let [x, y] = [cell % SIDE + shift[0], cell / SIDE + shift[1]]
            .map(|i| i as f32 / SIDE as f32 * std::f32::consts::TAU);
        300.0
            + 180.0 * (x.sin() + (y + 1.0).sin())
            + 60.0 * (3.0 * x + 2.0 * y).sin()
            + 40.0 * (5.0 * y - x).cos()
    };
    Land { repeats: true, ..Land::new(SIDE, 30.0, (0..SIDE * SIDE).map(height).collect()) }
}

fn around(cell: usize) -> [usize; 8] {
    let (x, y) = (cell % SIDE, cell / SIDE);
    let at = |dx: usize, dy: usize| (y + dy + SIDE - 1) % SIDE * SIDE + (x + dx + SIDE - 1) % SIDE;
    [at(0, 0), at(1, 0), at(2, 0), at(0, 1), at(2, 1), at(0, 2), at(1, 2), at(2, 2)]
}

/// Cells without a lower neighbour.
fn pits(height: &[f32]) -> Vec<usize> {
    (0..height.len())
        .filter(|&cell| around(cell).iter().all(|&other| height[other] >= height[cell]))
        .collect()
}

/// The mean magnitude of the second differences across a column.
fn curvature(height: &[f32], column: usize) -> f32 {
    let at = |row: usize, column: usize| height[row * SIDE + column % SIDE];
    let difference = |row: usize| at(row, column + SIDE - 1) + at(row, column + 1) - 2.0 * at(row, column);
    (0..SIDE).map(|row| difference(row).abs()).sum::<f32>() / SIDE as f32
}

fn transposed(height: &[f32]) -> Vec<f32> {
    (0..height.len()).map(|cell| height[cell % SIDE * SIDE + cell / SIDE]).collect()
}

/// The columns at the edges are as smooth as all other columns.
fn assert_no_seam(height: &[f32]) {
    for height in [height.to_vec(), transposed(height)] {
        let inside: Vec<f32> = (8..SIDE - 8).map(|column| curvature(&height, column)).collect();
        let most = inside.iter().copied().fold(0.0, f32::max);
        for column in [SIDE - 1, 0] {
            let seam = curvature(&height, column);
            assert!(seam <= 1.1 * most, "{seam} m at the seam, {most} m at most inside");
        }
    }
}

#[test]
fn water_crosses_the_edges_and_leaves_at_the_lowest_places() {
    for shift in [[0, 0], [64, 0], [37, 101], [128, 200]] {
        let land = waves(shift);
        let solution = solve(&land, &Settings::default(), &|_| true).unwrap();
        let pits = pits(&solution.height);
        let mut sorted = solution.height.clone();
        sorted.sort_unstable_by(f32::total_cmp);
        // All pits are in basins. They are few, and the lowest ground.
        assert!(!pits.is_empty() && pits.len() < SIDE * SIDE / 100, "{} pits", pits.len());
        let low = sorted[SIDE * SIDE / 20];
        assert!(pits.iter().all(|&pit| solution.height[pit] <= low), "a pit above {low} m");
        // Most of the land drains to one place.
        let largest = solution.area.iter().copied().fold(0.0, f32::max);
        assert!(largest > 0.03 * (SIDE * SIDE) as f32 * 900.0, "{largest} m²");
        assert_no_seam(&solution.height);
    }
}

#[test]
fn a_sea_is_the_outlet() {
    let land = Land { sea: Some(150.0), ..waves([192, 0]) };
    let solution = solve(&land, &Settings::default(), &|_| true).unwrap();
    let is_wet = |cell: usize| land.height[cell] < 150.0;
    assert!((0..SIDE * SIDE).any(|cell| is_wet(cell) && cell % SIDE == 0), "the sea crosses an edge");
    assert!(pits(&solution.height).into_iter().all(is_wet));
    assert_no_seam(&solution.height);
}

#[test]
fn kept_land_repeats() {
    let land = waves([20, 70]);
    let solution = solve(&land, &Settings { keep: Some(120.0), ..Settings::default() }, &|_| true).unwrap();
    assert_no_seam(&solution.height);
    let mean = |height: &[f32]| height.iter().map(|&h| f64::from(h)).sum::<f64>() / height.len() as f64;
    assert!((mean(&solution.height) - mean(&land.height)).abs() < 15.0);
}
