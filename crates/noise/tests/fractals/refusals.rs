//! Impossible combinations are errors, never panics.

use crate::cases::{PERLIN, fractals, layout};
use orogen_noise::basis::{AnyBasis, Cellular, Fade, Metric, Output, Simplex, Value, White};
use orogen_noise::fractal::AnyFractal;
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise, NoiseError, Scratch};
use orogen_noise::rows::Rows;

/// Bases without a continuous Hessian.
fn rough() -> [AnyBasis; 3] {
    [
        AnyBasis::Cellular(Cellular { output: Output::F1, metric: Metric::Euclidean, jitter: 1.0 }),
        AnyBasis::Value(Value { fade: Fade::Cubic }),
        AnyBasis::White(White),
    ]
}

fn follows_slopes(fractal: &AnyFractal) -> bool {
    matches!(fractal, AnyFractal::Damped(_) | AnyFractal::Jordan(_) | AnyFractal::Swiss(_))
}

/// A row of a noise at the best level.
fn evaluate<const D: usize>(noise: &Noise<D>, order: Order) -> Result<(), NoiseError>
where
    AnyBasis: Dimension<D>,
{
    let strip = noise.strip::<f32>(&[[0.3; D]]);
    let (mut scratch, mut out) = (Scratch::default(), Rows::default());
    noise.row(Level::best(), order, &strip, &noise.line(&[7.0; D]), None, &mut scratch, &mut out)
}

fn check<const D: usize>()
where
    AnyBasis: Dimension<D>,
{
    for fractal in fractals() {
        let follows = follows_slopes(&fractal);
        for basis in rough() {
            let made = Noise::<D>::new(basis, fractal, &layout(3));
            assert_eq!(made.is_err(), follows, "{fractal:?} over {basis:?}");
            // If the noise is built from other parts and then changed, it is refused at evaluation.
            let mut noise = Noise::<D>::new(PERLIN, fractal, &layout(3)).unwrap();
            noise.basis = basis;
            let expected = if follows { Err(NoiseError::SlopesJump) } else { Ok(()) };
            assert_eq!(evaluate(&noise, Order::Gradient), expected, "{fractal:?} over {basis:?}");
        }
        for basis in [PERLIN, AnyBasis::Simplex(Simplex), AnyBasis::Value(Value { fade: Fade::Quintic })] {
            let noise = Noise::<D>::new(basis, fractal, &layout(3)).unwrap();
            let expected = if follows { Err(NoiseError::NoHessian) } else { Ok(()) };
            assert_eq!(evaluate(&noise, Order::Hessian), expected, "{fractal:?} over {basis:?}");
        }
    }
}

#[test]
fn slopes_that_jump_are_refused() {
    check::<2>();
    check::<3>();
}
