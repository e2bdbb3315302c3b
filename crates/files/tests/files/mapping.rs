//! The 16-bit mapping of heights.

use orogen_files::HeightMapping;
use proptest::prelude::*;

#[test]
fn a_flat_terrain_maps_to_zero_and_back() {
    let flat = HeightMapping::new(12.5, 12.5).unwrap();
    assert_eq!([flat.to_u16(0.0), flat.to_u16(12.5), flat.to_u16(99.0)], [0; 3]);
    assert_eq!((flat.to_metres(0), flat.metres_per_step()), (12.5, 0.0));
}

#[test]
fn only_an_ordered_range_is_a_mapping() {
    for (min, max) in
        [(1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::NAN), (0.0, f64::INFINITY), (f64::MIN, f64::MAX)]
    {
        assert_eq!(HeightMapping::new(min, max), None, "{min}..{max}");
    }
}

#[test]
fn nan_maps_to_zero() {
    let mapping = HeightMapping::new(-1.0, 1.0).unwrap();
    assert_eq!([f32::NAN, -f32::NAN, f32::NEG_INFINITY].map(|metres| mapping.to_u16(metres)), [0; 3]);
    assert_eq!(mapping.to_u16(f32::INFINITY), 65_535);
}

fn ranges() -> impl Strategy<Value = HeightMapping> {
    (-12_000.0..12_000.0_f64, 0.0..1.0_f64)
        .prop_map(|(min, t)| HeightMapping::new(min, min + 20_000.0 * t * t * t).unwrap())
}

proptest! {
    #[test]
    fn rounding_is_off_by_at_most_half_a_step(mapping in ranges(), t in 0.0..=1.0_f64) {
        let height = (mapping.min() + t * (mapping.max() - mapping.min())) as f32;
        let height = height.clamp(mapping.min() as f32, mapping.max() as f32);
        let back = mapping.to_metres(mapping.to_u16(height));
        // The f32 nearest to an end of the range may be just outside it.
        let outside = (mapping.min() - f64::from(height)).max(f64::from(height) - mapping.max()).max(0.0);
        let bound = 0.5 * mapping.metres_per_step() + outside + 1e-11;
        prop_assert!((back - f64::from(height)).abs() <= bound);
    }

    #[test]
    fn higher_is_never_lower(mapping in ranges(), a in -15_000.0..35_000.0_f32, b in -15_000.0..35_000.0_f32) {
        let (low, high) = (a.min(b), a.max(b));
        prop_assert!(mapping.to_u16(low) <= mapping.to_u16(high));
    }

    #[test]
    fn values_survive_a_round_trip_through_metres(value in any::<u16>(), min in -2_000.0..0.0_f64) {
        let mapping = HeightMapping::new(min, min + 6_000.0).unwrap();
        prop_assert_eq!(mapping.to_u16(mapping.to_metres(value) as f32), value);
    }

    #[test]
    fn heights_outside_are_clamped(mapping in ranges(), by in 0.0..1e30_f32) {
        prop_assume!(mapping.max() > mapping.min());
        prop_assert_eq!(mapping.to_u16(mapping.min() as f32 - 1.0 - by), 0);
        prop_assert_eq!(mapping.to_u16(mapping.max() as f32 + 1.0 + by), 65_535);
    }
}
