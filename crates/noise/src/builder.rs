//! Builders of fractal noises: the main interface of the crate.

use std::marker::PhantomData;

use crate::basis::{AnyBasis, Dimension, PerDimension, SmoothBasis};
use crate::definition::{Noise, NoiseError};
use crate::fill::Grid;
use crate::fractal::{self, AnyFractal};
use crate::jet::{Jet, Order};
use crate::octaves::{Count, Layout, Octaves, Roughness};

/// Fractal noise in two and three dimensions: a basis, octaves, and a fractal `F` that sums them.
///
/// Create one by the name of its fractal: [`Fbm`], [`Billow`], [`Ridged`], [`Ridges`], [`Damped`], [`Swiss`], [`Jordan`],
/// [`RidgedMultifractal`] or [`HybridMultifractal`]. The methods that take and return `self` set parameters. The other
/// methods evaluate the noise; the length of a position's array gives the dimension.
///
/// Positions and wavelengths have the same unit, for example metres or pixels. Derivatives are per unit.
///
/// ```
/// use orogen_noise::{Fbm, Perlin};
///
/// let noise = Fbm::new(Perlin).octaves(8).seed(7).wavelength(200.0);
/// let height = noise.at([120.0, 80.0]);
/// let (value, gradient) = noise.at_with_gradient([120.0, 80.0, 40.0]);
/// assert!(height.abs() <= 1.0 && value.abs() <= 1.0 && gradient.len() == 3);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FractalNoise<F> {
    layout: Layout,
    plane: Noise<2>,
    space: Noise<3>,
    fractal: PhantomData<F>,
}

/// A reference to the noise in each dimension.
struct Reference<'a>(PhantomData<&'a ()>);

impl<'a> PerDimension for Reference<'a> {
    type In<const D: usize> = &'a Noise<D>;
}

impl<F: Into<AnyFractal> + Default> FractalNoise<F> {
    /// The noise with 8 octaves, of which the first has a wavelength of 100. The fractal must be able to use the basis.
    fn over(basis: AnyBasis) -> Self {
        let layout = Layout { count: Count::Exactly(8), scatter: true, ..Layout::single(0, 100.0) };
        let fractal = F::default().into();
        Self {
            layout,
            plane: Noise { basis, fractal, octaves: arranged(&fractal, &layout) },
            space: Noise { basis, fractal, octaves: arranged(&fractal, &layout) },
            fractal: PhantomData,
        }
    }
}

/// Parameters.
impl<F: Into<AnyFractal>> FractalNoise<F> {
    /// The seed of the random numbers. The default is 0.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        self.with_layout(|layout| layout.seed = seed)
    }

    /// The wavelength of the first octave: the size of the largest features. It must be positive. The default is 100.
    #[must_use]
    pub fn wavelength(self, wavelength: f64) -> Self {
        self.with_layout(|layout| layout.wavelength = wavelength)
    }

    /// The number of octaves. The default is 8. The number is clamped to the range from 1 to
    /// [`MAX_OCTAVES`](crate::octaves::MAX_OCTAVES).
    #[must_use]
    pub fn octaves(self, octaves: u32) -> Self {
        self.with_layout(|layout| layout.count = Count::Exactly(octaves))
    }

    /// Evaluates as many octaves as samples of this spacing can show, see [`Count::Auto`]. So octaves that are too fine for the
    /// samples cannot alias, and coarse and fine grids have the same large features.
    #[must_use]
    pub fn octaves_for_spacing(self, spacing: f64) -> Self {
        self.with_layout(|layout| (layout.count, layout.spacing) = (Count::Auto, spacing))
    }

    /// The ratio of an octave's wavelength to that of the next octave. It must be above 1 and at most 8. The default is 2.
    #[must_use]
    pub fn lacunarity(self, lacunarity: f64) -> Self {
        self.with_layout(|layout| layout.lacunarity = lacunarity)
    }

    /// The ratio of an octave's amplitude to that of the octave before. It must not be negative. The default is 0.5.
    #[must_use]
    pub fn gain(self, gain: f64) -> Self {
        self.roughness(Roughness::Gain(gain))
    }

    /// How amplitudes fall from octave to octave, for example by a Hurst exponent.
    #[must_use]
    pub fn roughness(self, roughness: Roughness) -> Self {
        self.with_layout(|layout| layout.roughness = roughness)
    }

    /// The rotation of each octave against the octave before, in degrees. Rotation hides the pattern of the lattices, whose
    /// axes are otherwise parallel. The default is 0. Plain sums of [`Hermite`](crate::Hermite) noise in the plane
    /// need no rotation: their heights and slopes are as strong in all directions. On grids in the plane, Hermite noise and that of [`Perlin`](crate::Perlin),
    /// [`ImprovedPerlin`](crate::ImprovedPerlin) and [`Value`](crate::Value) is several times as fast without rotation, unless
    /// the fractal displaces its octaves. Noise that repeats has no rotation, see [`tile`](Self::tile).
    #[must_use]
    pub fn rotation(self, degrees: f64) -> Self {
        self.with_layout(|layout| layout.rotation = degrees)
    }

    /// Makes the noise repeat along every axis after the distance `side`, which must be positive. Simplex noise does not
    /// repeat.
    #[must_use]
    pub fn tile(self, side: f64) -> Self {
        self.with_layout(|layout| layout.tile = Some(side))
    }

    /// Sets all parameters of the octaves at once.
    #[must_use]
    pub fn layout(self, layout: Layout) -> Self {
        self.with_layout(|old| *old = layout)
    }

    /// The fractal's own parameters.
    ///
    /// ```
    /// use orogen_noise::{Perlin, Swiss, fractal};
    ///
    /// let noise = Swiss::new(Perlin).parameters(fractal::Swiss { warp: 0.3 });
    /// assert_ne!(noise.at([7.0, 8.0]), Swiss::new(Perlin).at([7.0, 8.0]));
    /// ```
    #[must_use]
    pub fn parameters(mut self, fractal: F) -> Self {
        let fractal = fractal.into();
        (self.plane.fractal, self.space.fractal) = (fractal, fractal);
        self.with_layout(|_| {})
    }

    fn with_layout(mut self, change: impl FnOnce(&mut Layout)) -> Self {
        change(&mut self.layout);
        self.plane.octaves = arranged(&self.plane.fractal, &self.layout);
        self.space.octaves = arranged(&self.space.fractal, &self.layout);
        self
    }
}

/// Evaluation.
impl<F> FractalNoise<F> {
    /// The noise at one point, in `f64`.
    ///
    /// A call takes two to three microseconds, most of it for buffers. For many points, [`fill`](Self::fill) and
    /// [`fill_points`](Self::fill_points) are much faster.
    pub fn at<const D: usize>(&self, point: [f64; D]) -> f64
    where
        AnyBasis: Dimension<D>,
    {
        self.noise().at_order(point, Order::Value).v
    }

    /// The noise at one point with its gradient, in `f64`.
    ///
    /// ```
    /// use orogen_noise::{Perlin, Ridged};
    ///
    /// let noise = Ridged::new(Perlin).wavelength(500.0);
    /// let (height, [east, north]) = noise.at_with_gradient([120.0, 80.0]);
    /// let further = noise.at([120.001, 80.0]);
    /// assert!(((further - height) / 0.001 - east).abs() < 1e-4);
    /// # assert!(north.is_finite());
    /// ```
    pub fn at_with_gradient<const D: usize>(&self, point: [f64; D]) -> (f64, [f64; D])
    where
        AnyBasis: Dimension<D>,
    {
        let Jet { v, g, .. } = self.noise().at_order(point, Order::Gradient);
        (v, g)
    }

    /// Evaluates a grid in `f32`, on one thread at the best SIMD level.
    ///
    /// # Errors
    /// [`NoiseError::Length`] if `values` has another length than the grid has samples.
    ///
    /// ```
    /// use orogen_noise::{Fbm, Grid, Perlin};
    ///
    /// let grid = Grid { origin: [0.0, 0.0], spacing: 1.0, columns: 256, rows: 256 };
    /// let mut heights = vec![0.0; grid.samples()];
    /// Fbm::new(Perlin).wavelength(64.0).fill(&mut heights, grid)?;
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    pub fn fill<const D: usize>(&self, values: &mut [f32], grid: Grid<D>) -> Result<(), NoiseError>
    where
        AnyBasis: Dimension<D>,
    {
        self.noise().fill(values, grid)
    }

    /// Evaluates a grid in `f32` with gradients. `values` receives the values. Each slice of `gradient` receives the derivatives
    /// along one axis.
    ///
    /// # Errors
    /// [`NoiseError::Length`] if a slice has another length than the grid has samples.
    ///
    /// ```
    /// use orogen_noise::{Grid, Perlin, Swiss};
    ///
    /// let grid = Grid { origin: [0.0, 0.0], spacing: 1.0, columns: 64, rows: 64 };
    /// let [mut heights, mut east, mut north] = [(); 3].map(|()| vec![0.0; grid.samples()]);
    /// Swiss::new(Perlin).fill_with_gradient(&mut heights, [&mut east, &mut north], grid)?;
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    pub fn fill_with_gradient<const D: usize>(
        &self,
        values: &mut [f32],
        gradient: [&mut [f32]; D],
        grid: Grid<D>,
    ) -> Result<(), NoiseError>
    where
        AnyBasis: Dimension<D>,
    {
        self.noise().fill_with_gradient(values, gradient, grid)
    }

    /// Evaluates a list of points in `f32`, on one thread at the best SIMD level.
    ///
    /// # Errors
    /// [`NoiseError::Length`] if `values` and `points` differ in length.
    ///
    /// ```
    /// use orogen_noise::{Cellular, Fbm};
    ///
    /// let points = [[0.5, 0.0, 0.0], [0.0, 7.5, 0.0], [3.0, 1.0, 9.0]];
    /// let mut values = [0.0; 3];
    /// Fbm::new(Cellular::default()).fill_points(&mut values, &points)?;
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    pub fn fill_points<const D: usize>(
        &self,
        values: &mut [f32],
        points: &[[f64; D]],
    ) -> Result<(), NoiseError>
    where
        AnyBasis: Dimension<D>,
    {
        self.noise().fill_points(values, points)
    }

    /// Evaluates a list of points in `f32` with gradients. `values` receives the values. Each slice of `gradient` receives the
    /// derivatives along one axis.
    ///
    /// # Errors
    /// [`NoiseError::Length`] if a slice and `points` differ in length.
    pub fn fill_points_with_gradient<const D: usize>(
        &self,
        values: &mut [f32],
        gradient: [&mut [f32]; D],
        points: &[[f64; D]],
    ) -> Result<(), NoiseError>
    where
        AnyBasis: Dimension<D>,
    {
        self.noise().fill_points_with_gradient(values, gradient, points)
    }

    /// The noise in `D` dimensions, for its bounds and for evaluation row by row.
    ///
    /// ```
    /// use orogen_noise::{Billow, Interval, Perlin};
    ///
    /// assert_eq!(Billow::new(Perlin).noise::<2>().interval(), Interval::new(0.0, 1.0));
    /// ```
    pub fn noise<const D: usize>(&self) -> &Noise<D>
    where
        AnyBasis: Dimension<D>,
    {
        AnyBasis::pick::<Reference<'_>>(&self.plane, &self.space)
    }
}

/// The octaves of a layout, with the amplitudes of a fractal.
fn arranged<const D: usize>(fractal: &AnyFractal, layout: &Layout) -> Octaves<D> {
    let mut octaves = Octaves::new(layout);
    fractal.arrange(&mut octaves);
    octaves
}

/// Fractals over any basis.
macro_rules! over_any_basis {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        pub type $name = FractalNoise<fractal::$name>;

        impl FractalNoise<fractal::$name> {
            /// The noise over a basis, with 8 octaves, of which the first has a wavelength of 100.
            pub fn new(basis: impl Into<AnyBasis>) -> Self {
                Self::over(basis.into())
            }

            /// The noise at one point with its gradient and Hessian, in `f64`.
            pub fn at_with_hessian<const D: usize>(&self, point: [f64; D]) -> Jet<f64, D>
            where
                AnyBasis: Dimension<D>,
            {
                self.noise().at_order(point, Order::Hessian)
            }
        }
    )*};
}

over_any_basis! {
    /// Fractional Brownian motion: the plain sum of octaves, with values in the range of the basis. See [`fractal::Fbm`].
    ///
    /// ```
    /// use orogen_noise::{Fbm, Simplex};
    ///
    /// let clouds = Fbm::new(Simplex).wavelength(300.0).gain(0.6);
    /// assert!(clouds.at([10.0, 20.0, 30.0]).abs() <= 1.0);
    /// ```
    Fbm;
    /// Rounded hills between sharp valleys, with values in [0, 1] over Perlin noise. See [`fractal::Billow`].
    ///
    /// ```
    /// use orogen_noise::{Billow, Perlin};
    ///
    /// assert!((0.0..=1.0).contains(&Billow::new(Perlin).at([10.0, 20.0])));
    /// ```
    Billow;
    /// Sharp ridges between rounded valleys, with values in [0, 1] over Perlin noise. See [`fractal::Ridged`].
    ///
    /// ```
    /// use orogen_noise::{Perlin, Ridged};
    ///
    /// assert!((0.0..=1.0).contains(&Ridged::new(Perlin).at([10.0, 20.0])));
    /// ```
    Ridged;
    /// Crests along the zero lines of fractional Brownian motion, with values in [0, 1] over Perlin noise. See
    /// [`fractal::Ridges`].
    ///
    /// ```
    /// use orogen_noise::{Perlin, Ridges};
    ///
    /// assert!((0.0..=1.0).contains(&Ridges::new(Perlin).at([10.0, 20.0])));
    /// ```
    Ridges;
    /// Ridges with more detail near the ridges than in the valleys. See [`fractal::RidgedMultifractal`].
    ///
    /// ```
    /// use orogen_noise::{Perlin, RidgedMultifractal};
    ///
    /// assert!((0.0..=1.0).contains(&RidgedMultifractal::new(Perlin).at([10.0, 20.0])));
    /// ```
    RidgedMultifractal;
    /// Smooth plains and rough mountains. See [`fractal::HybridMultifractal`].
    ///
    /// ```
    /// use orogen_noise::{HybridMultifractal, Perlin};
    ///
    /// assert!(HybridMultifractal::new(Perlin).at([10.0, 20.0]).abs() <= 1.0);
    /// ```
    HybridMultifractal;
}

/// Fractals that feed slopes back. They need a basis with a continuous Hessian, and they have no Hessian themselves.
macro_rules! over_smooth_basis {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        pub type $name = FractalNoise<fractal::$name>;

        impl FractalNoise<fractal::$name> {
            /// The noise over a basis, with 8 octaves, of which the first has a wavelength of 100.
            pub fn new(basis: impl SmoothBasis) -> Self {
                Self::over(basis.into())
            }

            /// The noise over any basis, for example one that is smooth only for some of its parameters.
            ///
            /// # Errors
            /// [`NoiseError::SlopesJump`] if the Hessian of the basis is not continuous.
            pub fn try_new(basis: impl Into<AnyBasis>) -> Result<Self, NoiseError> {
                let noise = Self::over(basis.into());
                noise.plane.check_slopes()?;
                noise.space.check_slopes()?;
                Ok(noise)
            }
        }
    )*};
}

over_smooth_basis! {
    /// Smooth slopes and detailed level ground, with values in the range of the basis. See [`fractal::Damped`].
    ///
    /// ```
    /// use orogen_noise::{Damped, Perlin};
    ///
    /// assert!(Damped::new(Perlin).at([10.0, 20.0]).abs() <= 1.0);
    /// ```
    Damped;
    /// Ridges with gullies and smooth valleys, as if shaped by glaciers, with values in [0, 1] over Perlin noise. See
    /// [`fractal::Swiss`].
    ///
    /// ```
    /// use orogen_noise::{NoiseError, Swiss, Value, White};
    ///
    /// let mountains = Swiss::try_new(Value::default())?;
    /// assert!((0.0..=1.0).contains(&mountains.at([10.0, 20.0])));
    /// assert_eq!(Swiss::try_new(White), Err(NoiseError::SlopesJump));
    /// # Ok::<(), NoiseError>(())
    /// ```
    Swiss;
    /// Worn mountains with gullies, with values in [0, 1] over Perlin noise. See [`fractal::Jordan`].
    ///
    /// ```
    /// use orogen_noise::{Jordan, Perlin};
    ///
    /// assert!((0.0..=1.0).contains(&Jordan::new(Perlin).at([10.0, 20.0])));
    /// ```
    Jordan;
}
