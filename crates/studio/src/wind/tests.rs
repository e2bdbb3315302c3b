//! What can be said of a sound without hearing it.

use super::*;

const RATE: u32 = 48_000;

/// Air at rest near the ground, and around a fast flight.
const STILL: Air = Air { height: 2.0, speed: 0.0 };
const STORM: Air = Air { height: 5000.0, speed: 4000.0 };

/// The left ear's samples of so many seconds, of wind that has blown for a while.
fn heard(air: Air, seconds: u32) -> Vec<f32> {
    let mut wind = Wind::new(3, RATE);
    wind.blow(air);
    let samples: Vec<_> = (0..(seconds + 3) * RATE).map(|_| wind.frame()[0]).collect();
    samples[3 * RATE as usize..].to_vec()
}

fn energy(samples: &[f32]) -> f64 {
    samples.iter().map(|sample| f64::from(*sample).powi(2)).sum::<f64>() / samples.len() as f64
}

/// Hertz in the middle of the energy, without a transform: for a spectrum S, ∫f²S/∫S is the mean square of the derivative over that of
/// the signal, over (2π)².
fn middle(samples: &[f32]) -> f64 {
    let steps: Vec<_> = samples.windows(2).map(|pair| pair[1] - pair[0]).collect();
    (energy(&steps) / energy(samples)).sqrt() * f64::from(RATE) / std::f64::consts::TAU
}

#[test]
fn speed_and_height_make_it_louder_and_brighter() {
    let by_speed = [0.0, 10.0, 60.0, 600.0].map(|speed| Air { height: 50.0, speed });
    let by_height = [2.0, 100.0, 1000.0, 20_000.0].map(|height| Air { height, speed: 20.0 });
    for airs in [by_speed, by_height] {
        let of = airs.map(|air| heard(air, 12)).map(|samples| [energy(&samples), middle(&samples)]);
        for pair in of.windows(2) {
            assert!(pair[1][0] > 1.1 * pair[0][0] && pair[1][1] > 1.03 * pair[0][1], "{of:?}");
        }
    }
}

#[test]
fn the_strongest_is_as_loud_as_it_says_and_far_from_full_scale() {
    let samples = heard(STORM, 30);
    let loudness = energy(&samples).sqrt();
    assert!((0.6..1.1).contains(&(loudness / f64::from(LOUDEST))), "{loudness}");
    let most = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    assert!(most < 0.9, "{most}");
    assert!(energy(&heard(STILL, 5)).sqrt() < 0.1 * loudness);
}

#[test]
fn there_is_no_constant_in_it() {
    for air in [STILL, STORM] {
        let samples = heard(air, 10);
        let mean = samples.iter().map(|sample| f64::from(*sample)).sum::<f64>() / samples.len() as f64;
        assert!(mean.abs() < 0.002 * energy(&samples).sqrt(), "{mean}");
    }
}

/// A click is a step between samples that the wind does not have by itself. While the air changes all at once, no step is longer
/// than those of the stronger wind.
#[test]
fn air_that_jumps_makes_no_click() {
    let longest = |samples: &[f32]| {
        samples.windows(2).fold(0.0_f32, |longest, pair| longest.max((pair[1] - pair[0]).abs()))
    };
    let bound = 1.1 * longest(&heard(STORM, 20));
    let mut wind = Wind::new(3, RATE);
    let mut samples = Vec::new();
    for turn in 0..40 {
        wind.blow(if turn % 2 == 0 { STORM } else { STILL });
        samples.extend((0..RATE / 2 + 37 * turn).map(|_| wind.frame()[0]));
    }
    assert!(longest(&samples) < bound, "{} {bound}", longest(&samples));
    // Its first sample is a beginning from silence, too.
    assert!(samples[0].abs() < 0.01, "{}", samples[0]);
}

#[test]
fn the_strength_never_steps() {
    let mut wind = Wind::new(1, RATE);
    let mut last = 0.0;
    for at in 0..4 * RATE {
        wind.blow(if (at / 5000) % 2 == 0 { STORM } else { STILL });
        let strength = wind.strength();
        assert!((0.0..=1.0).contains(&strength) && (strength - last).abs() < 1e-4, "{last} {strength}");
        last = strength;
    }
}

/// Little is left of it near half the rate, where sounds that were folded back would lie.
#[test]
fn nothing_folds_back() {
    let samples = heard(STORM, 5);
    // A difference of neighbours taken twice keeps half the rate as it is, and less the lower it is.
    let top: Vec<_> = samples.windows(3).map(|three| (three[2] - 2.0 * three[1] + three[0]) / 4.0).collect();
    assert!(energy(&top) < 0.01 * energy(&samples), "{}", energy(&top) / energy(&samples));
}

#[test]
fn the_same_seed_has_the_same_samples_and_the_ears_differ() {
    let mut winds = [5, 5, 6].map(|seed| Wind::new(seed, 44_100));
    winds.iter_mut().for_each(|wind| wind.blow(STORM));
    let [one, same, other] = winds.map(|mut wind| (0..5000).map(|_| wind.frame()).collect::<Vec<_>>());
    assert!(one == same && one != other);
    let product: f32 = one.iter().map(|[left, right]| left * right).sum();
    let square: f32 = one.iter().map(|[left, _]| left * left).sum();
    assert!(product.abs() < 0.3 * square);
}

#[test]
fn air_that_cannot_be_is_wind_all_the_same() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -5.0, f32::MAX] {
        let strength = Air { height: value, speed: value }.strength();
        assert!((0.0..=1.0).contains(&strength), "{value} {strength}");
    }
}
