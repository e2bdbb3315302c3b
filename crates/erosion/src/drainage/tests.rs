//! Measures land whose properties are known.

use super::{Drainage, Unmeasured};

fn raster(side: usize, height: impl Fn(f32, f32) -> f32) -> Vec<f32> {
    (0..side * side).map(|cell| height((cell % side) as f32, (cell / side) as f32)).collect()
}

/// A plane drains completely. Its rivers are parallel, so their areas grow with their lengths.
#[test]
fn a_plane_drains() {
    let plane = raster(1024, |_, y| 5000.0 - 3.0 * y);
    let drainage = Drainage::of(&plane, 1024, 60.0).unwrap();
    assert_eq!((drainage.undrained, drainage.curvature_skew), (0.0, None));
    assert_eq!((drainage.in_valleys, drainage.on_ridges), (Some(0.0), Some(0.0)));
    let (hack, concavity) = (drainage.hack.unwrap(), drainage.concavity.unwrap());
    assert!((hack.exponent - 1.0).abs() < 0.02, "{hack:?}");
    assert!(concavity.exponent.abs() < 1e-9, "{concavity:?}");
    let [first, .., last] = drainage.profiles[0][..] else { panic!("a river") };
    assert!((last[0] - 60.0 * 1022.0).abs() < 60.1 && (first[1] - last[1] - 3.0 * 1022.0).abs() < 3.1);
}

/// Bowls of a known area in a plane. Their rims are level.
#[test]
fn bowls_do_not_drain() {
    let (side, radius) = (256, 20.0_f32);
    let bowls = raster(side, |x, y| {
        let from_middle = |place: f32| (place.rem_euclid(64.0) - 32.0) / radius;
        let square = from_middle(x) * from_middle(x) + from_middle(y) * from_middle(y);
        500.0 + 40.0 * (square - 1.0).min(0.0)
    });
    let drainage = Drainage::of(&bowls, side, 30.0).unwrap();
    let share = 16.0 * std::f64::consts::PI * f64::from(radius * radius) / (side * side) as f64;
    assert!((drainage.undrained - share).abs() < 0.003, "{} {share}", drainage.undrained);
}

/// Level ground of any size is not a depression.
#[test]
fn level_ground_drains() {
    let step = raster(512, |x, _| if x < 400.0 { 100.0 } else { 50.0 });
    assert_eq!(Drainage::of(&step, 512, 30.0).unwrap().undrained, 0.0);
}

/// Land whose slopes follow area^−θ everywhere. Its receivers, areas and heights are computed repeatedly, in the simplest
/// way, until they agree.
fn graded(side: usize, spacing: f32, theta: f32) -> Vec<f32> {
    let is_border = |cell: usize| [cell % side, cell / side].iter().any(|&i| i == 0 || i == side - 1);
    let mut height: Vec<f32> = (0..side * side)
        .map(|cell| {
            let inside = [cell % side, cell / side].map(|i| i.min(side - 1 - i)).into_iter().min().unwrap();
            inside as f32 + 3.0 * ((cell * 7919 + cell / side * 104_729) % 1009) as f32 / 1009.0
        })
        .collect();
    for _ in 0..200 {
        let mut order: Vec<usize> = (0..side * side).collect();
        order.sort_by(|&a, &b| height[a].total_cmp(&height[b]));
        let receiver = |cell: usize| -> (usize, f32) {
            let mut best = (cell, 1.0, 0.0);
            for (x, y) in [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
                let there = (cell as isize + y * side as isize + x) as usize;
                let length = f32::hypot(x as f32, y as f32);
                let slope = (height[cell] - height[there]) / length;
                if slope > best.2 {
                    best = (there, length, slope);
                }
            }
            (best.0, best.1)
        };
        let below: Vec<(usize, f32)> =
            (0..side * side).map(|cell| if is_border(cell) { (cell, 1.0) } else { receiver(cell) }).collect();
        let mut area = vec![1.0_f32; side * side];
        for &cell in order.iter().rev().filter(|&&cell| below[cell].0 != cell) {
            area[below[cell].0] += area[cell];
        }
        for &cell in &order {
            let (there, length) = below[cell];
            height[cell] = match there == cell {
                true if is_border(cell) => 0.0,
                // A pit. It is raised, and drains after some rounds.
                true => height[cell] + 5.0,
                false => height[there] + 0.8 * spacing * length * area[cell].powf(-theta),
            };
        }
    }
    height
}

#[test]
fn the_concavity_of_graded_rivers_is_found() {
    for theta in [0.3, 0.5] {
        let height = graded(256, 30.0, theta);
        let drainage = Drainage::of(&height, 256, 30.0).unwrap();
        let law = drainage.concavity.unwrap();
        assert!((law.exponent - f64::from(theta)).abs() < 0.03 && law.r2 > 0.98, "{theta}: {law:?}");
        let hack = drainage.hack.unwrap();
        assert!((0.45..0.75).contains(&hack.exponent), "{hack:?}");
        assert!(drainage.undrained < 0.01 && drainage.in_valleys.unwrap() > 0.9, "{drainage:?}");
        assert!(drainage.on_ridges.unwrap() < 0.02 && drainage.curvature_skew.unwrap() < 0.0);
        // Downstream, distances grow and heights fall.
        assert_eq!(drainage.profiles.len(), 4);
        for profile in &drainage.profiles {
            assert!(profile.windows(2).all(|pair| pair[1][0] > pair[0][0] && pair[1][1] < pair[0][1]));
        }
    }
}

#[test]
fn rasters_without_a_measure() {
    assert_eq!(Drainage::of(&[0.0; 100], 10, 1.0), Err(Unmeasured::TooSmall));
    let (side, large) = (Drainage::SMALLEST, Drainage::LARGEST + 1);
    assert_eq!(Drainage::of(&vec![f32::NAN; side * side], side, 1.0), Err(Unmeasured::NoHeight));
    assert_eq!(Drainage::of(&vec![0.0; large * large], large, 1.0), Err(Unmeasured::TooLarge));
    let flat = Drainage::of(&vec![7.0; side * side], side, 1.0).unwrap();
    assert_eq!((flat.undrained, flat.concavity, flat.curvature_skew), (0.0, None, None));
}

/// Water leaves at gaps. Gaps do not count as area.
#[test]
fn gaps_are_outlets() {
    let bowl = |gap: f32, mark: f32| {
        raster(128, |x, y| {
            let square = (x - 64.0).powi(2) + (y - 64.0).powi(2);
            if square < gap { mark } else { square.min(3000.0) }
        })
    };
    let drainage = |gap: f32, mark: f32| Drainage::of(&bowl(gap, mark), 128, 30.0).unwrap();
    assert!(drainage(0.0, f32::NAN).undrained > 0.5);
    assert_eq!(drainage(4.0, f32::NAN).undrained, 0.0);
    // Many rasters mark gaps by the largest number.
    for mark in [f32::MAX, f32::MIN, f32::INFINITY, -32e6] {
        assert_eq!(drainage(4.0, mark).undrained, 0.0, "{mark}");
    }
}
