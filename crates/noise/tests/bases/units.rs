//! Compares places of positions in integer units with their definition, computed in integers of 128 bits and without a centre.

use orogen_noise::lattice::{Columns, Map};
use orogen_noise::level::Level;
use orogen_noise::units::{Anchor, Around, FARTHEST, LOW_BITS, UNIT};
use proptest::prelude::*;

/// Metres per cell: from cells too small for any position to cells that contain all positions.
fn scale() -> impl Strategy<Value = f64> {
    (-60..70).prop_map(|power: i32| 2.0_f64.powi(power))
}

fn row() -> impl Strategy<Value = [f64; 3]> {
    let rate = prop_oneof![4 => -1.0..1.0, 1 => Just(0.0), 1 => Just(1.0), 1 => -1e-6..1e-6];
    ([rate.clone(), rate.clone(), rate], scale()).prop_map(|(row, scale)| row.map(|rate: f64| rate / scale))
}

fn position() -> impl Strategy<Value = [i64; 3]> {
    [(); 3].map(|()| {
        prop_oneof![1 - FARTHEST..FARTHEST, -100_000_i64..100_000, Just(FARTHEST - 1), Just(1 - FARTHEST)]
    })
}

/// Offsets from a centre, in any direction.
fn offset() -> impl Strategy<Value = [i64; 3]> {
    let edge = 1_i64 << 31;
    [(); 3].map(|()| prop_oneof![-edge..edge, -5_000_i64..5_000, Just(-edge), Just(edge - 1)])
}

fn near(centre: &[i64; 3], offset: &[i64; 3]) -> [i64; 3] {
    std::array::from_fn(|k| (centre[k] + offset[k]).clamp(1 - FARTHEST, FARTHEST - 1))
}

/// The largest integer rates of at most 29 bits, with their exponent.
fn rates(row: &[f64; 3]) -> ([i128; 3], u32) {
    let most = row.iter().fold(0.0_f64, |most, rate| most.max(rate.abs())) * UNIT;
    let mut exponent = 94;
    while most * 2.0_f64.powi(exponent) >= 536_870_912.0 {
        exponent -= 1;
    }
    let whole = |rate: &f64| (rate * UNIT * 2.0_f64.powi(exponent)).round() as i128;
    (std::array::from_fn(|k| whole(&row[k])), exponent.max(32) as u32)
}

/// The place in 2^−64 of a cell, modulo 2^96.
fn place(row: &[f64; 3], position: &[i64; 3]) -> (u32, u64) {
    let (rates, exponent) = rates(row);
    let sum: i128 = (0..3).map(|k| rates[k] * i128::from(position[k])).sum();
    let scale = 1_i128 << exponent;
    let (cell, part) = (sum.div_euclid(scale), sum.rem_euclid(scale));
    // The fraction is computed bit by bit, because only doubling is certain not to overflow.
    let (mut fraction, mut part) = (0_u64, part);
    for _ in 0..64 {
        part *= 2;
        fraction = 2 * fraction + u64::from(part >= scale);
        part %= scale;
    }
    (cell as u32, fraction)
}

/// The place of one position in a patch, for `f32` and for `f64`.
fn by_patch(
    level: Level,
    map: &Map<3>,
    centre: &[i64; 3],
    position: &[i64; 3],
    large: bool,
) -> [(u32, u64); 2] {
    let offsets: [i64; 3] = std::array::from_fn(|k| position[k] - centre[k]);
    let planes =
        |part: &dyn Fn(i64) -> i64| offsets.map(|offset| vec![i32::try_from(part(offset)).unwrap(); 5]);
    let mask = (1 << LOW_BITS) - 1;
    let (low, high) = match large {
        true => (planes(&|offset| offset & mask), Some(planes(&|offset| offset >> LOW_BITS))),
        false => (planes(&|offset| offset), None),
    };
    let high = high.as_ref().map(|high| high.each_ref().map(Vec::as_slice));
    let around = Around { low: low.each_ref().map(Vec::as_slice), high };
    let anchor = Anchor::new(map, centre);
    let single = Columns::<f32, 3>::around(level, &anchor, &around);
    let double = Columns::<f64, 3>::around(level, &anchor, &around);
    let ((cell, fraction), double) = (single.share(0, 4), double.share(0, 4));
    [(cell, u64::from(fraction)), double]
}

/// The expected places for `f32` and for `f64`. `f32` has the first 32 bits of the fraction.
fn expected(row: &[f64; 3], position: &[i64; 3]) -> [(u32, u64); 2] {
    let (cell, fraction) = place(row, position);
    [(cell, fraction >> 32), (cell, fraction)]
}

fn map(row: [f64; 3]) -> Map<3> {
    Map { matrix: [row; 3], offset: [0.3; 3] }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn places_near_a_centre_follow_the_definition(row in row(), centre in position(), offset in offset()) {
        let position = near(&centre, &offset);
        for (name, level) in Level::all() {
            prop_assert_eq!(by_patch(level, &map(row), &centre, &position, false), expected(&row, &position), "{}", name);
        }
    }

    #[test]
    fn places_follow_the_definition_for_any_centre(row in row(), centre in position(), position in position()) {
        for (name, level) in Level::all() {
            prop_assert_eq!(by_patch(level, &map(row), &centre, &position, true), expected(&row, &position), "{}", name);
        }
    }
}

/// Rates are those of the map, to 29 bits of the largest rate. The exception is cells that are too small for positions.
#[test]
fn lattices_follow_their_maps() {
    for power in -45..25 {
        let row = [0.6, -0.48, 0.64].map(|rate| rate * 2.0_f64.powi(power));
        let axis = Anchor::new(&map(row), &[0; 3]).axes[0];
        let cells = axis.rates.map(|rate| f64::from(rate) * 2.0_f64.powi(20 - axis.exponent as i32));
        let scale = if power > 17 { 2.0_f64.powi(17 - power) } else { 1.0 };
        for k in 0..3 {
            let away = (cells[k] / scale - row[k]).abs() / row[2];
            assert!(away < 2.0_f64.powi(-28), "{cells:?} for {row:?}");
        }
    }
}
