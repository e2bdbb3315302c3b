//! The intervals that fractals declare contain all values, and are tight.
//!
//! The tests call the fractals directly, with noise and slopes of any size that a basis might have.

use crate::cases::fractals;
use orogen_noise::fractal::{
    AnyFractal, Billow, Damped, Ending, Fbm, Fractal, HybridMultifractal, Jordan, Ridged, RidgedMultifractal,
    Ridges, Sample, Step, Swiss,
};
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Scalar64;
use orogen_noise::octaves::{Count, Layout, Octaves, Roughness};
use proptest::prelude::*;

/// Noise and slope of one octave.
type Octave = (f64, [f64; 2]);

fn drive<T: Fractal<2>>(fractal: &T, octaves: &Octaves<2>, means: [f64; 3], noise: &[Octave]) -> f64 {
    let l = Scalar64;
    let [mean_abs, mean_square, mean] = means;
    let mut state = fractal.start(l);
    for (index, (octave, &(n, slopes))) in octaves.list.iter().zip(noise).enumerate() {
        let step = Step {
            index,
            amplitude: octaves.amplitudes[index],
            gain: octave.gain,
            weight: octave.weight,
            seen: octaves.amplitudes[index] * octave.weight,
            mean_abs,
            mean,
            mean_square,
        };
        let sample =
            Sample { noise: Jet::constant(l, n), slopes: slopes.map(|slope| Jet::constant(l, slope)) };
        state = fractal.step(l, &step, sample, state);
    }
    let faded = octaves.list.iter().zip(&octaves.amplitudes).map(|(octave, a)| a * (1.0 - octave.weight));
    let ending = Ending {
        scale: 1.0 / octaves.total,
        rest: octaves.rest,
        unseen: octaves.rest + faded.sum::<f64>(),
        tail: octaves.tail,
        mean_abs,
        mean,
        mean_square,
    };
    fractal.finish(l, &state, &ending).v
}

fn value(fractal: &AnyFractal, octaves: &Octaves<2>, means: [f64; 3], noise: &[Octave]) -> f64 {
    match fractal {
        AnyFractal::Billow(f) => drive(f, octaves, means, noise),
        AnyFractal::Damped(f) => drive(f, octaves, means, noise),
        AnyFractal::Fbm(f) => drive(f, octaves, means, noise),
        AnyFractal::HybridMultifractal(f) => drive(f, octaves, means, noise),
        AnyFractal::Jordan(f) => drive(f, octaves, means, noise),
        AnyFractal::Ridged(f) => drive(f, octaves, means, noise),
        AnyFractal::RidgedMultifractal(f) => drive(f, octaves, means, noise),
        AnyFractal::Ridges(f) => drive(f, octaves, means, noise),
        AnyFractal::Swiss(f) => drive(f, octaves, means, noise),
    }
}

fn any_fractal() -> impl Strategy<Value = AnyFractal> {
    prop_oneof![
        Just(AnyFractal::Billow(Billow)),
        Just(AnyFractal::Fbm(Fbm)),
        Just(AnyFractal::Ridged(Ridged)),
        Just(AnyFractal::Ridges(Ridges)),
        (0.0..5.0).prop_map(|damping| AnyFractal::Damped(Damped { damping })),
        (-1.0..1.0).prop_map(|warp| AnyFractal::Swiss(Swiss { warp })),
        (-0.5..2.5).prop_map(|offset| AnyFractal::HybridMultifractal(HybridMultifractal { offset })),
        (-0.5..2.5, 0.0..5.0).prop_map(|(offset, sharpness)| {
            AnyFractal::RidgedMultifractal(RidgedMultifractal { offset, sharpness })
        }),
        (0.0..1.5, 0.0..2.0, 0.0..2.0, -0.5..2.0).prop_map(|(gain1, damp0, damp, damp_scale)| {
            AnyFractal::Jordan(Jordan { gain1, damp0, damp, damp_scale, ..Jordan::default() })
        }),
    ]
}

fn roughness() -> impl Strategy<Value = Roughness> {
    prop_oneof![
        (0.0..0.95).prop_map(Roughness::Gain),
        (0.1..1.5).prop_map(Roughness::Hurst),
        (0.0..0.95, 0.0..0.95).prop_map(|(coarse, fine)| Roughness::Pair { coarse, fine }),
    ]
}

fn count() -> impl Strategy<Value = (Count, f64)> {
    prop_oneof![
        (1..9_u32).prop_map(|count| (Count::Exactly(count), 0.0)),
        (-1.0..9.0).prop_map(|finer: f64| (Count::Auto, 100.0 * (-finer).exp2())),
    ]
}

/// A share of an interval, often its ends or middle.
fn share() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), Just(0.5), Just(1.0), 0.0..=1.0_f64]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn hold(
        fractal in any_fractal(),
        roughness in roughness(),
        (count, spacing) in count(),
        basis in prop_oneof![
            Just((-1.0, 1.0)),
            Just((0.0, 2.0)),
            (-1.5..0.0, 0.0..2.0),
        ],
        spread in share(),
        noise in prop::collection::vec((share(), prop::array::uniform2(-4.0..4.0_f64)), 32),
    ) {
        let layout = Layout { roughness, count, spacing, ..Layout::single(0, 100.0) };
        let mut octaves = Octaves::<2>::new(&layout);
        fractal.arrange(&mut octaves);
        let basis = Interval::new(basis.0, basis.1);
        // Means of a noise that is possible in this interval: at a share `spread` of the samples, its values are the ends of
        // the interval, and at all other samples it is zero.
        let (a, b) = (-basis.min, basis.max);
        let means = if a == 0.0 { [spread * b, spread * b * b, spread * b] } else if b == 0.0 { [0.0; 3] } else {
            [spread * 2.0 * a * b / (a + b), spread * a * b, 0.0]
        };
        let noise: Vec<_> = noise
            .iter()
            .map(|&(t, slopes)| (basis.min + t * basis.length(), slopes))
            .collect();
        let (value, interval) = (value(&fractal, &octaves, means, &noise), fractal.interval(&octaves, basis));
        let slack = 1e-12 * (1.0 + interval.abs().max);
        prop_assert!(
            interval.min - slack <= value && value <= interval.max + slack,
            "{value} outside {interval:?} with {:?}", octaves
        );
    }
}

/// Noise of extreme values comes close to both ends.
#[test]
fn are_tight() {
    for fractal in fractals() {
        let layout = Layout { count: Count::Exactly(5), ..Layout::single(0, 100.0) };
        let mut octaves = Octaves::<2>::new(&layout);
        fractal.arrange(&mut octaves);
        let interval = fractal.interval(&octaves, Interval::new(-1.0, 1.0));
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for choice in 0..3_usize.pow(5) * 2 {
            let slope = if choice % 2 == 0 { 0.0 } else { 100.0 };
            let digit = |k: u32| (choice / 2 / 3_usize.pow(k)) % 3;
            let noise: Vec<_> = (0..5).map(|k| (digit(k) as f64 - 1.0, [slope; 2])).collect();
            let value = value(&fractal, &octaves, [0.5, 0.5, 0.0], &noise);
            (least, most) = (least.min(value), most.max(value));
        }
        let reached = (most - least) / interval.length();
        assert!(reached > 0.85, "{fractal:?}: {least} to {most} of {interval:?}");
    }
}

/// The interval does not depend on the level of detail.
#[test]
fn are_the_same_at_every_spacing() {
    for fractal in fractals() {
        let at = |spacing| {
            let layout = Layout { count: Count::Auto, spacing, ..Layout::single(0, 100.0) };
            let mut octaves = Octaves::<2>::new(&layout);
            fractal.arrange(&mut octaves);
            fractal.interval(&octaves, Interval::new(-1.0, 1.0))
        };
        assert_eq!(at(0.0), at(3.0), "{fractal:?}");
        assert_eq!(at(0.0), at(1000.0), "{fractal:?}");
    }
}
