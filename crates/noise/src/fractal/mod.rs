//! Fractals: ways to sum the octaves of a basis.
//!
//! Each type here contains the parameters of a fractal. The builder of the same name at the crate's root, such as
//! [`orogen_noise::Fbm`](crate::Fbm), evaluates the fractal.
//!
//! ```
//! use orogen_noise::basis::{AnyBasis, Perlin};
//! use orogen_noise::fractal::{AnyFractal, Swiss};
//! use orogen_noise::noise::Noise;
//! use orogen_noise::octaves::{Count, Layout};
//!
//! let layout = Layout { count: Count::Exactly(6), ..Layout::single(7, 500.0) };
//! let mountains = Noise::<2>::new(AnyBasis::Perlin(Perlin), AnyFractal::Swiss(Swiss::default()), &layout)?;
//! let [west, here, east] = [119.999, 120.0, 120.001].map(|x| mountains.at([x, 80.0]));
//! let slope = (east.v - west.v) / 0.002;
//! assert!((slope - here.g[0]).abs() < 1e-4 * slope.abs());
//! assert!(mountains.interval().contains(here.v));
//! # Ok::<(), orogen_noise::noise::NoiseError>(())
//! ```

mod billow;
mod damped;
mod fbm;
mod hybrid_multifractal;
mod jordan;
mod ridged;
mod ridged_multifractal;
mod ridges;
mod state;
mod swiss;

pub use billow::Billow;
pub use damped::Damped;
pub use fbm::Fbm;
pub use hybrid_multifractal::HybridMultifractal;
pub use jordan::Jordan;
pub use ridged::Ridged;
pub use ridged_multifractal::RidgedMultifractal;
pub use ridges::Ridges;
pub use state::State;
pub use swiss::Swiss;

use crate::each::filled;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::{Float, Lanes, Scalar};
use crate::octaves::Octaves;

/// The numbers of one octave.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step<F> {
    /// Index of the octave. The coarsest is 0.
    pub index: usize,
    /// Amplitude, see [`Octaves::amplitudes`].
    pub amplitude: F,
    /// Ratio of the next octave's amplitude to that of this octave, as the roughness sets it.
    pub gain: F,
    /// Share of the octave that the samples can show, in (0, 1].
    pub weight: F,
    /// Amplitude times [`weight`](Self::weight).
    pub seen: F,
    /// Mean of |n|, with `n` the noise of the basis. It replaces |n| in octaves that the samples cannot show.
    pub mean_abs: F,
    /// Mean of n.
    pub mean: F,
    /// Mean of n².
    pub mean_square: F,
}

impl<F: Float> Step<F> {
    /// The visible share of the octave times `shape`, plus the remaining share times the `mean` of `shape`. So the mean height
    /// stays the same where fine octaves fade out.
    #[inline(always)]
    pub fn faded<L: Lanes<F = F>, const D: usize>(&self, l: L, shape: Jet<F, D>, mean: F) -> Jet<F, D> {
        shape.times(self.weight).shifted((l.lit(1.0) - self.weight) * mean)
    }
}

/// One octave of noise at a sample.
#[derive(Clone, Copy, Debug)]
pub struct Sample<F, const D: usize> {
    /// The noise.
    pub noise: Jet<F, D>,
    /// The slopes along the axes, with the derivatives of the slopes. Slopes are per wavelength of the octave, not per metre.
    /// Valid only for fractals that feed slopes back, see [`Fractal::SLOPES`].
    pub slopes: [Jet<F, D>; D],
}

impl Step<f64> {
    /// The step in the precision of rows.
    pub(crate) fn stored<S: Scalar>(&self) -> Step<S> {
        Step {
            index: self.index,
            amplitude: S::from_f64(self.amplitude),
            gain: S::from_f64(self.gain),
            weight: S::from_f64(self.weight),
            seen: S::from_f64(self.seen),
            mean_abs: S::from_f64(self.mean_abs),
            mean: S::from_f64(self.mean),
            mean_square: S::from_f64(self.mean_square),
        }
    }
}

impl<S: Scalar> Step<S> {
    /// The step in lanes.
    #[inline(always)]
    pub(crate) fn splat<L: Lanes<Scalar = S>>(&self, l: L) -> Step<L::F> {
        Step {
            index: self.index,
            amplitude: l.splat(self.amplitude),
            gain: l.splat(self.gain),
            weight: l.splat(self.weight),
            seen: l.splat(self.seen),
            mean_abs: l.splat(self.mean_abs),
            mean: l.splat(self.mean),
            mean_square: l.splat(self.mean_square),
        }
    }
}

impl Ending<f64> {
    /// The ending in lanes.
    pub(crate) fn lanes<L: Lanes>(&self, l: L) -> Ending<L::F> {
        Ending {
            scale: l.lit(self.scale),
            rest: l.lit(self.rest),
            unseen: l.lit(self.unseen),
            tail: l.lit(self.tail),
            mean_abs: l.lit(self.mean_abs),
            mean: l.lit(self.mean),
            mean_square: l.lit(self.mean_square),
        }
    }
}

/// A way to sum octaves. The state between octaves consists of jets, so derivatives account for slopes and displacements that
/// are fed back.
pub trait Fractal<const D: usize>: Copy + Send + Sync {
    /// Sets the numbers that depend on the fractal: the normalisation, and amplitudes that differ from those of the
    /// roughness.
    fn arrange(&self, octaves: &mut Octaves<D>) {
        let _ = octaves;
    }
    /// Bounds of the values, over a basis with values in `basis`. They are the same at every sample spacing, so that all
    /// levels of detail scale their values in the same way.
    fn interval(&self, octaves: &Octaves<D>, basis: Interval) -> Interval;
    /// Whether the fractal feeds slopes back. If it does, it needs one more order of derivatives of the basis.
    const SLOPES: bool = false;
    /// Whether [`Fractal::warp`] displaces finer octaves.
    const WARPS: bool = false;
    /// The state between octaves.
    type State<L: Lanes>: State<L, D>;

    /// The state before the first octave.
    fn start<L: Lanes>(&self, l: L) -> Self::State<L>;
    /// Adds an octave.
    fn step<L: Lanes>(
        &self,
        l: L,
        step: &Step<L::F>,
        sample: Sample<L::F, D>,
        state: Self::State<L>,
    ) -> Self::State<L>;
    /// Displacement of the next octave, in wavelengths of the first octave. `next` is the ratio of the next octave's
    /// wavelength to that of the first.
    fn warp<L: Lanes>(&self, l: L, state: &Self::State<L>, next: L::F) -> [Jet<L::F, D>; D] {
        let _ = (state, next);
        filled(Jet::constant(l, l.lit(0.0)))
    }
    /// The result, from the state after the last octave.
    fn finish<L: Lanes>(&self, l: L, state: &Self::State<L>, ending: &Ending<L::F>) -> Jet<L::F, D>;
}

/// The numbers that [`Fractal::finish`] needs in addition to the state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ending<F> {
    /// Reciprocal of [`Octaves::total`].
    pub scale: F,
    /// Sum of the amplitudes of the octaves too fine for the samples.
    pub rest: F,
    /// Sum of the invisible shares of amplitudes: `rest`, and the missing shares of octaves that fade out.
    pub unseen: F,
    /// See [`Octaves::tail`].
    pub tail: F,
    /// Mean of |n|, with `n` the noise of the basis. It replaces |n| in octaves that the samples cannot show.
    pub mean_abs: F,
    /// Mean of n.
    pub mean: F,
    /// Mean of n².
    pub mean_square: F,
}

/// Any of the fractals.
///
/// ```
/// use orogen_noise::fractal::{AnyFractal, Fbm, Swiss};
///
/// let fractals: [AnyFractal; 2] = [Fbm.into(), Swiss { warp: 0.2 }.into()];
/// assert_eq!(fractals.map(|fractal| fractal.slopes()), [false, true]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyFractal {
    /// See [`Billow`].
    Billow(Billow),
    /// See [`Damped`].
    Damped(Damped),
    /// See [`Fbm`].
    Fbm(Fbm),
    /// See [`HybridMultifractal`].
    HybridMultifractal(HybridMultifractal),
    /// See [`Jordan`].
    Jordan(Jordan),
    /// See [`Ridged`].
    Ridged(Ridged),
    /// See [`RidgedMultifractal`].
    RidgedMultifractal(RidgedMultifractal),
    /// See [`Ridges`].
    Ridges(Ridges),
    /// See [`Swiss`].
    Swiss(Swiss),
}

macro_rules! into_any {
    ($($fractal:ident)*) => {$(
        impl From<$fractal> for AnyFractal {
            fn from(fractal: $fractal) -> Self {
                Self::$fractal(fractal)
            }
        }
    )*};
}
into_any!(Billow Damped Fbm HybridMultifractal Jordan Ridged RidgedMultifractal Ridges Swiss);

/// Runs an expression with the fractal in an [`AnyFractal`].
macro_rules! with_fractal {
    ($any:expr, $fractal:ident => $body:expr) => {
        match $any {
            $crate::fractal::AnyFractal::Billow($fractal) => $body,
            $crate::fractal::AnyFractal::Damped($fractal) => $body,
            $crate::fractal::AnyFractal::Fbm($fractal) => $body,
            $crate::fractal::AnyFractal::HybridMultifractal($fractal) => $body,
            $crate::fractal::AnyFractal::Jordan($fractal) => $body,
            $crate::fractal::AnyFractal::Ridged($fractal) => $body,
            $crate::fractal::AnyFractal::RidgedMultifractal($fractal) => $body,
            $crate::fractal::AnyFractal::Ridges($fractal) => $body,
            $crate::fractal::AnyFractal::Swiss($fractal) => $body,
        }
    };
}
pub(crate) use with_fractal;

impl AnyFractal {
    /// See [`Fractal::interval`].
    pub fn interval<const D: usize>(&self, octaves: &Octaves<D>, basis: Interval) -> Interval {
        with_fractal!(self, fractal => fractal.interval(octaves, basis))
    }

    /// See [`Fractal::arrange`].
    pub fn arrange<const D: usize>(&self, octaves: &mut Octaves<D>) {
        with_fractal!(self, fractal => fractal.arrange(octaves));
    }

    /// Whether finer octaves are displaced, see [`Fractal::WARPS`].
    pub(crate) fn warps(&self) -> bool {
        fn of<T: Fractal<2>>(_: &T) -> bool {
            T::WARPS
        }
        with_fractal!(self, fractal => of(fractal))
    }

    /// Whether the fractal feeds slopes back, see [`Fractal::SLOPES`]. Its gradient then contains the Hessian of the basis.
    /// So the gradient is continuous only if that Hessian is continuous ([`Facts::smooth`](crate::basis::Facts)).
    pub fn slopes(&self) -> bool {
        fn of<T: Fractal<2>>(_: &T) -> bool {
            T::SLOPES
        }
        with_fractal!(self, fractal => of(fractal))
    }
}
