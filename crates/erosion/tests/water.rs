//! Checks that rivers and lakes follow the rules of flowing water.

use orogen_erosion::{Land, River, RiverEnd, RiverPoint, Settings, Solution, solve};
use proptest::prelude::*;

/// Broad hills with bumps around a hollow, so that there are long valleys.
fn hills(side: usize, spacing: f64, height: f32, phase: f32, sea: Option<f32>) -> Land {
    let turn = std::f32::consts::TAU;
    let heights = (0..side * side).map(|cell| {
        let [x, y] = [cell % side, cell / side].map(|i| i as f32 / side as f32 * turn);
        let broad = (x + phase).sin() * (y - phase).cos();
        let bumps = (4.0 * x - y + 3.0 * phase).sin() * (4.0 * y + x).cos();
        height * (0.5 + 0.4 * broad + 0.1 * bumps)
    });
    Land { sea, ..Land::new(side, spacing, heights.collect()) }
}

fn solved(land: &Land, settings: &Settings) -> Solution {
    solve(land, settings, &|_| true).unwrap()
}

fn cell_at(land: &Land, position: [f32; 2]) -> usize {
    // On land that repeats, lines may cross an edge and continue beyond it.
    let [column, row] =
        position.map(|metres| (metres / land.spacing as f32).floor().rem_euclid(land.side as f32) as usize);
    row.min(land.side - 1) * land.side + column.min(land.side - 1)
}

fn check_rivers(land: &Land, solution: &Solution) {
    let water = &solution.water;
    for river in &water.rivers {
        assert!(river.points.len() >= 2);
        for pair in river.points.windows(2) {
            assert!(pair[1].surface < pair[0].surface, "{pair:?} rises");
            assert!(pair[1].area >= pair[0].area && pair[1].width >= pair[0].width, "{pair:?} shrinks");
            let [dx, dy] = [0, 1].map(|axis| pair[1].position[axis] - pair[0].position[axis]);
            assert!(dx.hypot(dy) < 3.0 * land.spacing as f32, "{pair:?} jumps");
        }
        let last = river.points.last().unwrap();
        let cell = cell_at(land, last.position);
        match river.end {
            RiverEnd::Outlet => {
                let (x, y, end) = (cell % land.side, cell / land.side, land.side - 1);
                let is_border = x == 0 || y == 0 || x == end || y == end;
                assert!(land.repeats || is_border, "{last:?} lies inside the grid");
            }
            RiverEnd::Sea => assert!(land.height[cell] < land.sea.unwrap()),
            RiverEnd::Lake(lake) => assert_eq!(last.surface, water.lakes[lake].level),
            RiverEnd::River(other) => {
                let extent = land.side as f32 * land.spacing as f32;
                let is_there = |point: &&RiverPoint| {
                    let apart = [0, 1].map(|axis| (point.position[axis] - last.position[axis]) / extent);
                    apart.iter().all(|apart| (apart - apart.round()).abs() < 1e-4)
                };
                let other = water.rivers[other].points.iter().filter(is_there);
                assert!(
                    other.into_iter().any(|point| point.surface == last.surface),
                    "{last:?} ends on no river"
                );
            }
        }
    }
}

/// Every cell under water is in a lake, at the lake's level, or in the channel of a river.
fn check_surface(land: &Land, solution: &Solution) {
    let water = &solution.water;
    let mut allowed = vec![f32::NEG_INFINITY; land.side * land.side];
    let reach = |width: f32| (width.max(2.0 * land.spacing as f32) / land.spacing as f32).ceil() as isize;
    for point in water.rivers.iter().flat_map(|river| &river.points) {
        let cell = cell_at(land, point.position);
        let (x, y, side) = ((cell % land.side) as isize, (cell / land.side) as isize, land.side as isize);
        for row in y - reach(point.width)..=y + reach(point.width) {
            for column in x - reach(point.width)..=x + reach(point.width) {
                let allowed = &mut allowed[(row.rem_euclid(side) * side + column.rem_euclid(side)) as usize];
                *allowed = allowed.max(point.surface);
            }
        }
    }
    let lakes: Vec<f32> = water.lakes.iter().map(|lake| lake.level).collect();
    for (cell, (surface, ground)) in water.surface.iter().zip(&solution.height).enumerate() {
        assert!(surface.is_finite());
        if surface > ground {
            assert!(
                lakes.contains(surface) || *surface <= allowed[cell],
                "cell {cell} is wet without a cause"
            );
        }
    }
}

fn check_lakes(land: &Land, solution: &Solution) {
    for (index, lake) in solution.water.lakes.iter().enumerate() {
        let bed = solution.height[cell_at(land, lake.position)];
        assert_eq!(lake.level - bed, lake.depth);
        assert_eq!(solution.water.surface[cell_at(land, lake.position)], lake.level);
        let wet = solution
            .water
            .surface
            .iter()
            .zip(&solution.height)
            .filter(|(surface, ground)| **surface == lake.level && surface > ground);
        let area = wet.count() as f64 * land.spacing * land.spacing;
        // Where a river ends in a lake or begins in one, its channel has the lake's level, too.
        let mouth = |width: f32| f64::from(width).max(2.0 * land.spacing).powi(2);
        let mouths = solution.water.rivers.iter().flat_map(|river| {
            let [first, last] = [river.points[0], river.points[river.points.len() - 1]];
            let ends = (river.end == RiverEnd::Lake(index)).then(|| mouth(last.width));
            ends.into_iter().chain((first.surface == lake.level).then(|| mouth(first.width)))
        });
        let (lake_area, mouths) = (f64::from(lake.area), mouths.sum::<f64>());
        assert!(
            area >= 0.98 * lake_area && area <= 1.02 * lake_area + mouths,
            "{area} m², {mouths} m² of it mouths, for {lake:?}"
        );
    }
}

fn check(land: &Land, settings: &Settings) {
    let solution = solved(land, settings);
    assert!(!solution.water.rivers.is_empty());
    check_rivers(land, &solution);
    check_surface(land, &solution);
    check_lakes(land, &solution);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Checks water on any land.
    #[test]
    fn water_is_right_on_any_land(
        seed: u64,
        phase in 0.0_f32..6.0,
        side in prop_oneof![Just(64_usize), Just(200), Just(256)],
        spacing in 1.0_f64..200.0,
        height in 5.0_f32..4000.0,
        lakes in prop_oneof![Just(0.0), Just(0.4), Just(1.0)],
        river_width in prop_oneof![Just(1.0), Just(8.0)],
        terraces in prop_oneof![Just(0.0), 1.0_f64..100.0],
        has_sea: bool,
        repeats: bool,
    ) {
        let land = Land { repeats, ..hills(side, spacing, height, phase, has_sea.then_some(0.3 * height)) };
        // Small land has rivers, too.
        let river_area = (side * side) as f64 * spacing * spacing / 300.0;
        let settings = Settings { seed, lakes, river_area, river_width, terraces, ..Settings::default() };
        check(&land, &settings);
    }
}

/// Checks the wide rivers of coarse land, with as many lakes as the land has room for.
fn check_coarse_land(seed: u64, side: usize, spacing: f64, height: f32, phase: f32) {
    let river_area = (side * side) as f64 * spacing * spacing / 300.0;
    let settings = Settings { seed, lakes: 1.0, river_area, river_width: 8.0, ..Settings::default() };
    check(&hills(side, spacing, height, phase, None), &settings);
}

/// Mouths of wide rivers in the lakes of coarse land.
#[test]
fn mouths_have_the_level_of_their_lakes() {
    check_coarse_land(308_902_361_666_217, 200, 172.267_447_608_017_3, 3913.7117, 5.332_266);
}

/// A lake on level land, whose water falls less than a millimetre from cell to cell on its way out.
#[test]
fn rivers_fall_on_level_land() {
    check_coarse_land(6_620_588_222_867_680_925, 256, 195.460_834_429_228_73, 533.3938, 1.951_997_6);
}

/// A wide river is wet all along.
#[test]
fn rivers_have_no_gaps() {
    let land = hills(256, 30.0, 1500.0, 1.0, None);
    let settings = Settings { river_width: 4.0, ..Settings::default() };
    let solution = solved(&land, &settings);
    let points =
        || solution.water.rivers.iter().flat_map(|river| &river.points).filter(|point| point.width > 16.0);
    let is_dry = |cell: usize| solution.water.surface[cell] <= solution.height[cell];
    let (all, dry) =
        (points().count(), points().filter(|point| is_dry(cell_at(&land, point.position))).count());
    assert!(all > 100, "{all} points");
    assert!(dry * 50 < all, "{dry} of {all} points of rivers are dry");
}

/// The coefficients of the cubic B-spline that has the given numbers in the middles of cells, by Jacobi's iteration.
fn through(land: &Land, numbers: &[f32]) -> Vec<f32> {
    let side = land.side;
    // A spline has these weights in the middle of a cell, along each axis.
    let along = |numbers: &[f32], index: &dyn Fn(usize, usize) -> usize| -> Vec<f32> {
        let within = |i: isize| i.clamp(0, side as isize - 1) as usize;
        let mut sums = vec![0.0; numbers.len()];
        for line in 0..side {
            for i in 0..side {
                let [before, here, after] =
                    [-1, 0, 1].map(|step| numbers[index(line, within(i as isize + step))]);
                sums[index(line, i)] = (before + 4.0 * here + after) / 6.0;
            }
        }
        sums
    };
    let mut coefficients = numbers.to_vec();
    for _ in 0..24 {
        let rows = along(&coefficients, &|row, i| row * side + i);
        let values = along(&rows, &|column, i| i * side + column);
        for (coefficient, (number, value)) in coefficients.iter_mut().zip(numbers.iter().zip(values)) {
            *coefficient += 1.5 * (number - value);
        }
    }
    coefficients
}

/// The value of a cubic B-spline over the cells.
fn spline(land: &Land, cells: &[f32], position: [f32; 2]) -> f64 {
    let along = |metres: f32| {
        let place = f64::from(metres) / land.spacing - 0.5;
        let t = place - place.floor();
        let weights = [
            (1.0 - t).powi(3),
            3.0 * t.powi(3) - 6.0 * t * t + 4.0,
            -3.0 * t.powi(3) + 3.0 * t * t + 3.0 * t + 1.0,
            t.powi(3),
        ];
        [-1, 0, 1, 2].map(|step| {
            let cell = (place.floor() as isize + step).clamp(0, land.side as isize - 1);
            (cell as usize, weights[(step + 1) as usize] / 6.0)
        })
    };
    let (columns, rows) = (along(position[0]), along(position[1]));
    let row = |(row, share): (usize, f64)| {
        share
            * columns
                .map(|(column, share)| share * f64::from(cells[row * land.side + column]))
                .iter()
                .sum::<f64>()
    };
    rows.map(row).iter().sum()
}

/// Lakes do not pull down the surface of the rivers that fall into them.
#[test]
fn rivers_reach_their_lakes() {
    let (mut points, mut dry) = (0, 0);
    for phase in [0.0, 1.0, 2.0, 3.0, 4.0, 5.0] {
        let land = hills(256, 40.0, 2000.0, phase, None);
        let settings = Settings { river_width: 4.0, lakes: 1.0, ..Settings::default() };
        let solution = solved(&land, &settings);
        let ground = through(&land, &solution.height);
        let into_lakes = |river: &&River| matches!(river.end, RiverEnd::Lake(_));
        for river in solution.water.rivers.iter().filter(into_lakes) {
            let last =
                river.points.iter().rev().take(8).filter(|point| point.width > 0.5 * land.spacing as f32);
            for point in last {
                let [surface, ground] =
                    [&solution.water.surface, &ground].map(|cells| spline(&land, cells, point.position));
                points += 1;
                dry += usize::from(surface <= ground);
            }
        }
    }
    assert!(points > 50, "{points} points");
    assert_eq!(dry, 0, "of {points} points");
}

/// There are lakes if the settings request them, and none otherwise.
#[test]
fn lakes_are_made_on_demand() {
    let land = hills(256, 30.0, 1500.0, 2.0, None);
    let lakes = |lakes| solved(&land, &Settings { lakes, ..Settings::default() }).water.lakes.len();
    assert_eq!(lakes(0.0), 0);
    assert!(lakes(1.0) > lakes(0.15), "{} and {} lakes", lakes(1.0), lakes(0.15));
}

/// There are no rivers if the settings do not request them.
#[test]
fn rivers_can_be_left_out() {
    let land = hills(64, 30.0, 500.0, 0.0, None);
    let solution = solved(&land, &Settings { river_area: 0.0, ..Settings::default() });
    assert!(solution.water.rivers.is_empty());
    assert!(solution.water.surface.iter().zip(&solution.height).all(|(surface, ground)| surface < ground));
}
