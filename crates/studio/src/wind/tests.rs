//! Properties of the sound that can be measured.

use super::*;

const RATE: u32 = 48_000;

/// The air at rest near the ground.
const CALM: Air = Air { height: 2.0, speed: 0.0 };
/// The air around a fast flight.
const STORM: Air = Air { height: 5000.0, speed: 4000.0 };

/// Samples of the left channel over this many seconds, after three seconds to settle.
fn samples_of(air: Air, seconds: u32) -> Vec<f32> {
    let mut wind = Wind::new(3, RATE);
    wind.set_air(air);
    let samples: Vec<_> = (0..(seconds + 3) * RATE).map(|_| wind.frame()[0]).collect();
    samples[3 * RATE as usize..].to_vec()
}

fn energy(samples: &[f32]) -> f64 {
    samples.iter().map(|sample| f64::from(*sample).powi(2)).sum::<f64>() / samples.len() as f64
}

/// Spectral centroid (RMS) in Hz without a transform. For a spectrum S, ∫f²S/∫S is the mean square of the derivative, divided
/// by the mean square of the signal and by (2π)².
fn middle(samples: &[f32]) -> f64 {
    let steps: Vec<_> = samples.windows(2).map(|pair| pair[1] - pair[0]).collect();
    (energy(&steps) / energy(samples)).sqrt() * f64::from(RATE) / std::f64::consts::TAU
}

#[test]
fn speed_and_height_make_it_louder_and_brighter() {
    let by_speed = [0.0, 10.0, 60.0, 600.0].map(|speed| Air { height: 50.0, speed });
    let by_height = [2.0, 100.0, 1000.0, 20_000.0].map(|height| Air { height, speed: 20.0 });
    for airs in [by_speed, by_height] {
        let of = airs.map(|air| samples_of(air, 12)).map(|samples| [energy(&samples), middle(&samples)]);
        for pair in of.windows(2) {
            assert!(pair[1][0] > 1.1 * pair[0][0] && pair[1][1] > 1.03 * pair[0][1], "{of:?}");
        }
    }
}

#[test]
fn the_strongest_wind_has_the_stated_loudness_and_headroom() {
    let samples = samples_of(STORM, 30);
    let loudness = energy(&samples).sqrt();
    assert!((0.6..1.1).contains(&(loudness / f64::from(MAX_RMS))), "{loudness}");
    let most = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    assert!(most < 0.9, "{most}");
    assert!(energy(&samples_of(CALM, 5)).sqrt() < 0.1 * loudness);
}

#[test]
fn there_is_no_dc_offset() {
    for air in [CALM, STORM] {
        let samples = samples_of(air, 10);
        let mean = samples.iter().map(|sample| f64::from(*sample)).sum::<f64>() / samples.len() as f64;
        assert!(mean.abs() < 0.002 * energy(&samples).sqrt(), "{mean}");
    }
}

/// A click is a larger step between samples than any step of the wind itself. While the air changes abruptly, no step exceeds
/// the largest step of the stronger wind.
#[test]
fn abrupt_changes_make_no_click() {
    let longest = |samples: &[f32]| {
        samples.windows(2).fold(0.0_f32, |longest, pair| longest.max((pair[1] - pair[0]).abs()))
    };
    let bound = 1.1 * longest(&samples_of(STORM, 20));
    let mut wind = Wind::new(3, RATE);
    let mut samples = Vec::new();
    for turn in 0..40 {
        wind.set_air(if turn % 2 == 0 { STORM } else { CALM });
        samples.extend((0..RATE / 2 + 37 * turn).map(|_| wind.frame()[0]));
    }
    assert!(longest(&samples) < bound, "{} {bound}", longest(&samples));
    // The wind starts from silence.
    assert!(samples[0].abs() < 0.01, "{}", samples[0]);
}

#[test]
fn the_strength_never_steps() {
    let mut wind = Wind::new(1, RATE);
    let mut last = 0.0;
    for at in 0..4 * RATE {
        wind.set_air(if (at / 5000) % 2 == 0 { STORM } else { CALM });
        let strength = wind.strength();
        assert!((0.0..=1.0).contains(&strength) && (strength - last).abs() < 1e-4, "{last} {strength}");
        last = strength;
    }
}

/// There is little energy near half the sample rate, where aliased sound would be.
#[test]
fn there_is_no_aliasing() {
    let samples = samples_of(STORM, 5);
    // A second difference keeps the amplitude at half the sample rate, and suppresses low frequencies.
    let top: Vec<_> = samples.windows(3).map(|three| (three[2] - 2.0 * three[1] + three[0]) / 4.0).collect();
    assert!(energy(&top) < 0.01 * energy(&samples), "{}", energy(&top) / energy(&samples));
}

#[test]
fn samples_are_reproducible_and_channels_differ() {
    let mut winds = [5, 5, 6].map(|seed| Wind::new(seed, 44_100));
    winds.iter_mut().for_each(|wind| wind.set_air(STORM));
    let [one, same, other] = winds.map(|mut wind| (0..5000).map(|_| wind.frame()).collect::<Vec<_>>());
    assert!(one == same && one != other);
    let product: f32 = one.iter().map(|[left, right]| left * right).sum();
    let square: f32 = one.iter().map(|[left, _]| left * left).sum();
    assert!(product.abs() < 0.3 * square);
}

#[test]
fn any_air_gives_a_valid_strength() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -5.0, f32::MAX] {
        let strength = Air { height: value, speed: value }.strength();
        assert!((0.0..=1.0).contains(&strength), "{value} {strength}");
    }
}
