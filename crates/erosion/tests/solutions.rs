//! Compares solutions with the predictions of the model.

use orogen_erosion::{Amount, Grains, Ice, Land, Settings, Solution, Strata, Wind, solve};
use proptest::prelude::*;

/// A dome with bumps.
fn dome(side: usize, spacing: f64, height: f32, bumps: f32) -> Land {
    let heights = (0..side * side).map(|cell| {
        let [x, y] = [cell % side, cell / side].map(|i| i as f32 / (side - 1) as f32 * 2.0 - 1.0);
        let bump = ((cell * 7919 + cell / side * 104_729) % 1009) as f32 / 1009.0;
        height * (1.0 - 0.5 * (x * x + y * y)) + bumps * bump
    });
    Land::new(side, spacing, heights.collect())
}

fn solved(land: &Land, settings: &Settings) -> Solution {
    solve(land, settings, &|_| true).unwrap()
}

fn around(side: usize, cell: usize) -> [usize; 8] {
    [
        cell - side - 1,
        cell - side,
        cell - side + 1,
        cell - 1,
        cell + 1,
        cell + side - 1,
        cell + side,
        cell + side + 1,
    ]
}

fn inside(side: usize) -> impl Iterator<Item = usize> {
    (1..side - 1).flat_map(move |row| (1..side - 1).map(move |column| row * side + column))
}

/// Every dry cell has a lower neighbour, of ground or water.
fn assert_drained(solution: &Solution, side: usize) {
    let Solution { height, water, .. } = solution;
    for cell in inside(side).filter(|&cell| water.surface[cell] <= height[cell]) {
        let lower = |&neighbour: &usize| height[neighbour].max(water.surface[neighbour]) < height[cell];
        assert!(around(side, cell).iter().any(lower), "cell {cell} is a pit");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any land drains, and all numbers are finite.
    #[test]
    fn any_land_drains(
        seed: u64,
        side in prop_oneof![Just(8_usize), Just(31), Just(64), Just(256)],
        spacing in 0.1_f64..500.0,
        height in -5000.0_f32..9000.0,
        bumps in 0.0_f32..2000.0,
        duration in prop_oneof![Just(1e3), Just(5e6), Just(1e9)],
        repose in prop_oneof![Just(1.0_f32), Just(44.0), Just(89.0)],
        amount in prop_oneof![Just(0.0), Just(40.0)],
        terraces in prop_oneof![Just(0.0), 0.01_f64..1000.0],
        strata in prop_oneof![Just(None), (0.01_f32..500.0, 1.0_f32..100.0, -500.0_f32..500.0).prop_map(Some)],
    ) {
        let strata = strata.map(|(thickness, contrast, shift)| {
            Strata { thickness, contrast, shift: Amount::Number(shift) }
        });
        let land = Land { repose: Amount::Number(repose), strata, ..dome(side, spacing, height, bumps) };
        let sediment = Settings::default().sediment.map(|grains| Grains { amount, ..grains });
        let solution = solved(&land, &Settings { seed, duration, sediment, terraces, ..Settings::default() });
        let Solution { height, area, sediment, rock, .. } = &solution;
        prop_assert!(height.iter().chain(area).all(|number| number.is_finite()));
        prop_assert!(sediment.iter().all(|&metres| metres >= 0.0 && metres.is_finite()));
        prop_assert!(rock.iter().all(|share| (0.0..=1.0).contains(share)));
        assert_drained(&solution, side);
    }
}

/// FNV-1a of the bits.
fn hash(solution: &Solution) -> u64 {
    let Solution { height, area, sediment, rock, water } = solution;
    let lines = water.to_numbers();
    let numbers = [height, area, sediment, rock, &water.surface, &lines].into_iter().flatten();
    numbers.flat_map(|number| number.to_le_bytes()).fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// The bits are the same for any number of threads, and stay the same within a version. If you change them on purpose, also
/// change `orogen_erosion::VERSION`.
#[test]
fn bits_are_the_same_for_all_numbers_of_threads() {
    let land = dome(384, 40.0, 1200.0, 50.0);
    let sediment = Settings::default().sediment.map(|grains| Grains { amount: 9.0, ..grains });
    let settings = Settings { sediment, lakes: 1.0, terraces: 12.0, ..Settings::default() };
    for threads in [1, 2, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let hash = pool.install(|| hash(&solved(&land, &settings)));
        assert_eq!(
            (orogen_erosion::VERSION, format!("{hash:016x}")),
            (7, "ef921715d364d96d".to_owned()),
            "{threads} threads"
        );
    }
}

/// In a steady state, rivers cut as fast as the land rises: `U = K·Aᵐ·S`. So the slope falls with the power `m` of the
/// drainage area. The test has no slides, deposits, floors or random rock, so this law holds everywhere.
#[test]
fn rivers_have_the_concavity_of_the_model() {
    for concavity in [0.35, 0.5] {
        let settings = Settings {
            concavity,
            duration: 5e7,
            deposition: 0.0,
            floor: 0.0,
            wetness: 0.0,
            creep: 0.0,
            variation: 0.0,
            downcutting: if concavity > 0.4 { 0.1 } else { 1.0 },
            ..Settings::default()
        };
        let side = 160;
        let mut land = Land { repose: Amount::Number(80.0), ..dome(side, 100.0, 1000.0, 20.0) };
        // The uplift is the same everywhere.
        land.uplift = Amount::Raster(uplift_correction(&land));
        let solution = solved(&land, &settings);
        let mut sums = [0.0_f64; 5];
        for cell in inside(side).filter(|&cell| (2e5..2e7).contains(&solution.area[cell])) {
            let drop = |neighbour: usize| {
                let length = if neighbour.abs_diff(cell) == 1 || neighbour.abs_diff(cell) == side {
                    1.0
                } else {
                    f32::sqrt(2.0)
                };
                (solution.height[cell] - solution.height[neighbour]) / (length * 100.0)
            };
            let slope = around(side, cell).into_iter().map(drop).fold(0.0, f32::max);
            let (x, y) = (f64::from(solution.area[cell]).ln(), f64::from(slope).ln());
            for (sum, term) in sums.iter_mut().zip([1.0, x, y, x * x, x * y]) {
                *sum += term;
            }
        }
        let [n, x, y, xx, xy] = sums;
        let fitted = -(n * xy - x * y) / (n * xx - x * x);
        assert!((fitted - concavity).abs() < 0.06, "{fitted} instead of {concavity}, of {n} cells");
    }
}

/// The approximate reciprocal of the uplift that follows from a dome's heights. That uplift grows from the edge to the
/// middle.
fn uplift_correction(land: &Land) -> Vec<f32> {
    let (low, high) =
        land.height.iter().fold((f32::MAX, f32::MIN), |(low, high), &h| (low.min(h), high.max(h)));
    land.height.iter().map(|height| 1.0 / (0.12 + ((height - low) / (high - low)).powf(1.3))).collect()
}

#[test]
fn no_slope_is_steeper_than_it_holds() {
    let side = 128;
    let land = Land { repose: Amount::Number(30.0), ..dome(side, 20.0, 900.0, 100.0) };
    let settings = Settings { variation: 0.0, wetness: 0.0, ..Settings::default() };
    let solution = solved(&land, &settings);
    // Away from the border, which keeps its heights.
    let inner = |cell: &usize| [cell % side, cell / side].iter().all(|i| (10..side - 10).contains(i));
    let steepest = inside(side).filter(inner).map(|cell| {
        let [_, north, _, west, east, _, south, _] =
            around(side, cell).map(|neighbour| solution.height[neighbour]);
        f32::hypot(east - west, south - north) / 40.0
    });
    let steepest = steepest.fold(0.0, f32::max).atan().to_degrees();
    assert!((28.0..33.0).contains(&steepest), "{steepest}°");
}

#[test]
fn ground_under_the_sea_stays() {
    let side = 96;
    let land = Land { sea: Some(700.0), ..dome(side, 50.0, 1000.0, 5.0) };
    let solution = solved(&land, &Settings::default());
    let mut below = 0;
    for (before, after) in land.height.iter().zip(&solution.height) {
        if *before < 700.0 {
            below += 1;
            assert!((before - after).abs() < 0.001, "{before} m became {after} m");
        } else {
            assert!(*after > 650.0);
        }
    }
    assert!(below > 1000);
}

#[test]
fn harder_rock_stands_higher() {
    let side = 128;
    let mut land = dome(side, 50.0, 1000.0, 20.0);
    let settings = Settings { variation: 0.0, ..Settings::default() };
    let plain = solved(&land, &settings);
    land.hardness =
        Amount::Raster((0..side * side).map(|cell| if cell % side < side / 2 { 3.0 } else { 1.0 }).collect());
    let hard = solved(&land, &settings);
    let mean = |solution: &Solution, left: bool| {
        let cells = inside(side).filter(|cell| (cell % side < side / 2) == left);
        cells.map(|cell| f64::from(solution.height[cell])).sum::<f64>()
    };
    let ratio = |solution: &Solution| mean(solution, true) / mean(solution, false);
    assert!(ratio(&hard) > 1.1 * ratio(&plain), "{} and {}", ratio(&hard), ratio(&plain));
}

/// The mean slope of the ground in each band of heights, 5 m high.
fn slopes_by_height(solution: &Solution, side: usize, spacing: f32) -> Vec<f32> {
    let mut sums = vec![[0.0, 0.0]; 200];
    // Away from the border, which keeps its heights.
    let inner = |cell: &usize| [cell % side, cell / side].iter().all(|i| (16..side - 16).contains(i));
    for cell in inside(side).filter(inner) {
        let [_, north, _, west, east, _, south, _] =
            around(side, cell).map(|neighbour| solution.height[neighbour]);
        let band = &mut sums[(solution.height[cell] / 5.0) as usize];
        *band = [band[0] + f32::hypot(east - west, south - north) / (2.0 * spacing), band[1] + 1.0];
    }
    sums.into_iter().map(|[sum, count]| sum / f32::max(count, 1.0)).collect()
}

/// Hard layers form cliffs and soft layers form benches, at the same heights everywhere. If layers are lifted, cliffs and
/// benches are lifted, too.
#[test]
fn cliffs_and_benches_follow_layers() {
    let side = 192;
    let settings = Settings { variation: 0.0, wetness: 0.0, ..Settings::default() };
    let of = |contrast: f32, shift: f32| {
        let strata = Some(Strata { thickness: 60.0, contrast, shift: Amount::Number(shift) });
        let land = Land { strata, ..dome(side, 10.0, 900.0, 20.0) };
        slopes_by_height(&solved(&land, &settings), side, 10.0)
    };
    let bands = 40..100;
    // The mean ratio of the greatest to the least slope of the bands at most 40 m away.
    let variety = |slopes: &[f32]| {
        let of_band = |band: usize| {
            let near = &slopes[band - 8..=band + 8];
            near.iter().copied().fold(0.0, f32::max) / near.iter().copied().fold(f32::MAX, f32::min)
        };
        bands.clone().map(of_band).sum::<f32>() / bands.len() as f32
    };
    let (plain, level, lifted) = (of(1.0, 0.0), of(16.0, 0.0), of(16.0, 25.0));
    assert!(variety(&level) > 1.8 && variety(&plain) < 1.4, "{} and {}", variety(&level), variety(&plain));
    let apart =
        |rise: usize| bands.clone().map(|band| (lifted[band + rise] - level[band]).abs()).sum::<f32>();
    let rise = (0..12).min_by(|&a, &b| apart(a).total_cmp(&apart(b)));
    assert_eq!(rise, Some(5), "25 m are 5 bands");
}

/// Glaciers widen valleys. If there is no snow, they change nothing.
#[test]
fn ice_widens_valleys() {
    let side = 160;
    let land = dome(side, 60.0, 1800.0, 40.0);
    let of = |snow_line: f64| {
        let ice = Some(Ice { snow_line, width: 300.0 });
        solved(&land, &Settings { ice, ..Settings::default() })
    };
    let plain = solved(&land, &Settings::default());
    assert_eq!(of(1e5), plain);
    // The share of gentle ground away from the border. This is the ground of valley floors.
    let gentle = |solution: &Solution| {
        let inner = |cell: &usize| [cell % side, cell / side].iter().all(|i| (30..side - 30).contains(i));
        let is_gentle = |&cell: &usize| {
            let [_, north, _, west, east, _, south, _] =
                around(side, cell).map(|neighbour| solution.height[neighbour]);
            f32::hypot(east - west, south - north) / 120.0 < 0.36
        };
        inside(side).filter(inner).filter(is_gentle).count()
    };
    let (before, after) = (gentle(&plain), gentle(&of(700.0)));
    assert!(after > before * 3 / 2, "{before} and {after} cells");
}

/// Rivers on the wet side are stronger, so a crest moves in the direction of the wind.
#[test]
fn crests_move_with_the_wind() {
    let side = 128;
    let mut land = dome(side, 150.0, 0.0, 20.0);
    for (cell, height) in land.height.iter_mut().enumerate() {
        *height += 1500.0 * (1.0 - ((cell % side) as f32 - 63.5).abs() / 63.5);
    }
    let crest = |direction: f64| {
        let wind = Wind { direction, strength: 1.0 };
        let solution = solved(&land, &Settings { wind, variation: 0.0, ..Settings::default() });
        let highest = |row: usize| {
            let row = &solution.height[row * side..][..side];
            (0..side).max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap()
        };
        (20..side - 20).map(highest).sum::<usize>() as f64 / (side - 40) as f64
    };
    let (east, west) = (crest(0.0), crest(180.0));
    assert!(east > west + 1.5, "{east} and {west}");
}

/// The solver can be stopped in each step, and while sediment moves at the end.
#[test]
fn it_stops_when_told_to() {
    use std::cell::Cell;
    let sediment = Settings::default().sediment.map(|grains| Grains { amount: 9.0, ..grains });
    let settings = Settings { sediment, ..Settings::default() };
    for calls in [7, 60] {
        let (left, last) = (Cell::new(calls), Cell::new(0.0));
        let watch = |done: f32| {
            assert!(done > last.get() && done <= 1.0);
            last.set(done);
            left.set(left.get() - 1);
            left.get() > 0
        };
        assert!(solve(&dome(64, 50.0, 500.0, 9.0), &settings, &watch).is_err());
        assert_eq!(left.get(), 0);
    }
}
