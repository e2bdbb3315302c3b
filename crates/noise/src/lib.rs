//! Fractal noise with exact derivatives, and the same bits on every machine.
//!
//! ```
//! use orogen_noise::{Fbm, Grid, Perlin};
//!
//! let noise = Fbm::new(Perlin).octaves(8).seed(7).wavelength(200.0);
//!
//! let height = noise.at([120.0, 80.0]);
//! let (value, gradient) = noise.at_with_gradient([120.0, 80.0, 40.0]); // three coordinates: noise in space
//!
//! let grid = Grid { origin: [0.0, 0.0], spacing: 1.0, columns: 512, rows: 512 };
//! let mut heights = vec![0.0; grid.samples()];
//! noise.fill(&mut heights, grid)?;
//! # assert!(height.abs() <= 1.0 && value.abs() <= 1.0 && gradient.len() == 3);
//! # Ok::<(), orogen_noise::NoiseError>(())
//! ```
//!
//! A noise has a *basis*, the shape of one octave: [`Hermite`], [`Perlin`], [`Simplex`], [`Value`], [`Cellular`], [`White`], or
//! [`ImprovedPerlin`] as Ken Perlin published it. A *fractal* sums octaves of the basis, each finer than the octave before.
//! The fractals are [`Fbm`], [`Billow`], [`Ridged`], [`Ridges`], [`RidgedMultifractal`], [`HybridMultifractal`], [`Damped`],
//! [`Swiss`] and [`Jordan`]. [`FractalNoise`] lists the methods that all fractals share.
//!
//! # Ideas
//!
//! **Exact derivatives.** Every basis has its gradient and Hessian in closed form. Fractals compute with
//! [`Jet`]s: values together with their derivatives. So the gradient of Swiss turbulence, for example,
//! includes the derivatives of its displacements and weights. Normals, slopes and curvatures need no finite
//! differences and no extra samples.
//!
//! **The same bits on every machine.** Kernels use only operations that IEEE 754 defines to the last bit: no fused
//! multiply-add, no approximate reciprocals, no platform math library. The machine's best SIMD level is
//! chosen at run time; all levels give the same bits.
//!
//! **Exact positions.** A lattice coordinate is a fixed-point number: 32 bits for the cell and 32 for the
//! fraction. Ten million wavelengths from the origin, noise is as precise as at the origin. The bits of a
//! sample do not depend on the grid or tile around it.
//!
//! **Speed on grids.** [`fill`](FractalNoise::fill) works in strips of 128 columns that fit the cache. Without
//! [`rotation`](FractalNoise::rotation), lattices are parallel to the grid. In the plane, rows of [`Hermite`], [`Perlin`],
//! [`ImprovedPerlin`] and [`Value`] noise then share hashes, gradients and the blend along x, unless the fractal displaces its
//! octaves ([`Swiss`], [`Jordan`]). A sample then takes three products and three sums per octave. Of these bases, only
//! [`Hermite`] hardly shows such a lattice. To use several threads, give each thread its own grid.
//!
//! # Comparison with other libraries
//!
//! | | `orogen-noise` | `noise` | `fastnoise-lite` | FastNoise2 (C++) |
//! |---|---|---|---|---|
//! | build | `let n = Fbm::new(Perlin)` `.octaves(8).seed(7)` `.wavelength(200.0)` | `let n = Fbm::<Perlin>::new(7)` `.set_octaves(8)` `.set_frequency(0.005)` | `let mut n = FastNoiseLite::with_seed(7)`, then a call of `n.set_…` for type, fractal, octaves and frequency | `New<Perlin>()` with `SetScale(200)` as source of `New<FractalFBm>()` with `SetOctaveCount(8)` |
//! | one point | `n.at([x, y])` | `n.get([x, y])` | `n.get_noise_2d(x, y)` | `n->GenSingle2D(x, y, 7)` |
//! | gradient | `n.at_with_gradient([x, y])` | three or more samples | three or more samples | three or more samples |
//! | a grid | `n.fill(&mut out, grid)` | a loop | a loop | `n->GenUniformGrid2D(out, …)` |
//! | positions | fixed point from `f64` | `f64` | `f32` | `f32` |
//! | the same bits on all machines | yes | not promised | not promised | not promised |
//! | ns per sample[^time] | 1.9 | more than 80 | more than 80 | 4.3 |
//!
//! [^time]: Perlin fBm with 8 octaves on a grid of 2048² samples, wavelength 64 samples, one thread of an AMD Zen 5
//!     processor with AVX-512.
//!
//! # Lower-level API
//!
//! [`Noise`] evaluates row by row, in `f32` or `f64`, with displaced positions and reused buffers. To write
//! new kernels on the same lattices, use the modules [`lanes`], [`lattice`] and [`placed`]. [`units`]
//! computes exact lattice coordinates for samples that are not on a grid, for example on a sphere. [`trace`]
//! records kernels for other backends.

#[doc(hidden)]
pub mod each;

pub mod basis;
mod builder;
mod definition;
mod evaluation;
mod fill;
pub mod fractal;
pub mod hash;
pub mod interval;
pub mod jet;
mod kernels;
pub mod lanes;
pub mod lattice;
pub mod level;
pub mod math;
pub mod octaves;
mod picture;
pub mod placed;
pub mod rows;
mod sites;
pub mod trace;
pub mod units;

/// A noise of any basis and fractal, and its evaluation row by row.
pub mod noise {
    pub use crate::basis::Dimension;
    pub use crate::definition::{Line, Noise, NoiseError, Strip};
    pub use crate::kernels::Scratch;
}

pub use basis::{
    AnyBasis, Cellular, Fade, Hermite, ImprovedPerlin, Metric, Output, Perlin, Simplex, SmoothBasis, Value,
    White,
};
pub use builder::{
    Billow, Damped, Fbm, FractalNoise, HybridMultifractal, Jordan, Ridged, RidgedMultifractal, Ridges, Swiss,
};
pub use definition::{Noise, NoiseError};
pub use fill::Grid;
pub use interval::Interval;
pub use jet::{Jet, Order};
pub use level::Level;
pub use octaves::{Count, Layout, Roughness};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
