//! The octaves of a fractal: the lattice, amplitude and visibility of each octave.

use crate::hash::{Key, combine, split_mix, unit};
use crate::lattice::{Map, within_tile};

/// The most octaves that are evaluated. At lacunarity 2, the last is 2^31 times finer than the first.
pub const MAX_OCTAVES: u32 = 32;

/// The most cells per side of a tile in a repeating lattice. A coordinate of two sides plus any sensible displacement then
/// fits in a signed word.
const MAX_CELLS: f64 = 536_870_912.0;

/// How amplitudes fall from one octave to the next. Gains must not be negative.
///
/// With [`Count::Auto`] the gain should stay below 0.95: the sum is normalised by all [`MAX_OCTAVES`] octaves, and with a
/// higher gain most of the sum would be in octaves that the samples cannot show.
///
/// ```
/// use orogen_noise::{Fbm, Perlin, Roughness};
///
/// let rolling = Fbm::new(Perlin).roughness(Roughness::Hurst(1.0));
/// assert_eq!(rolling.at([3.0, 4.0]), Fbm::new(Perlin).gain(0.5).at([3.0, 4.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Roughness {
    /// The ratio of every octave's amplitude to that of the octave before.
    Gain(f64),
    /// Fractional Brownian motion of this Hurst exponent: gain = lacunarity^−hurst.
    Hurst(f64),
    /// The gain changes linearly from `coarse` after the first octave to `fine` after the eighth, and then stays at `fine`.
    /// So large and small features have separate roughnesses, which are the same at every level of detail.
    Pair {
        /// Gain from the first octave to the second.
        coarse: f64,
        /// Gain from the eighth octave on.
        fine: f64,
    },
}

impl Roughness {
    /// Ratio of the amplitude of octave `index + 1` to that of octave `index`.
    pub fn gain(&self, index: u32, lacunarity: f64) -> f64 {
        match *self {
            Self::Gain(gain) => gain,
            Self::Hurst(hurst) => libm::pow(lacunarity, -hurst),
            Self::Pair { coarse, fine } => coarse + (fine - coarse) * (f64::from(index) / 7.0).min(1.0),
        }
    }
}

/// The number of octaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// This number of octaves for every sample spacing. It is clamped to the range from 1 to [`MAX_OCTAVES`].
    Exactly(u32),
    /// As many octaves as the sample spacing can show. An octave is complete if its wavelength is at least four times the
    /// spacing, and absent if its wavelength is at most twice the spacing. So octaves that are too fine for the samples cannot
    /// alias, and all levels of detail have the same large features. A spacing of 0 shows all [`MAX_OCTAVES`].
    Auto,
}

/// The parameters of a fractal's octaves.
///
/// ```
/// use orogen_noise::octaves::{Count, Layout, Octaves};
///
/// let layout = Layout { count: Count::Exactly(3), ..Layout::single(7, 400.0) };
/// let octaves = Octaves::<2>::new(&layout);
/// let wavelengths: Vec<f64> = octaves.list.iter().map(|octave| octave.wavelength).collect();
/// assert_eq!(wavelengths, [400.0, 200.0, 100.0]);
/// assert_eq!(octaves.amplitudes, [1.0, 0.5, 0.25]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Seed of the fractal. Each octave derives its own seed from it.
    pub seed: u64,
    /// Wavelength of the first octave in metres: the size of its lattice cells.
    pub wavelength: f64,
    /// Number of octaves.
    pub count: Count,
    /// Ratio of an octave's wavelength to that of the next octave. It must be above 1 and at most 8: with more, the finest
    /// wavelengths leave the range of `f32`.
    pub lacunarity: f64,
    /// How amplitudes fall.
    pub roughness: Roughness,
    /// Rotation of each octave's lattice against that of the octave before, in degrees. In space, the axis of rotation is
    /// (1, 1, 1). A rotated lattice does not fit a square tile, so there is no rotation if [`tile`](Self::tile) is set.
    pub rotation: f64,
    /// Whether each octave's lattice has its own random offset. Without offsets, lattice points of several octaves coincide, for
    /// example at the origin, and gradient noise is zero there.
    pub scatter: bool,
    /// Side in metres of the square, or in space of the cube, after which the noise repeats. The wavelength of each octave is
    /// rounded so that the side is a whole number of wavelengths. Bases on skewed lattices, such as simplex noise, do not repeat.
    pub tile: Option<f64>,
    /// Distance between samples in metres. Only [`Count::Auto`] uses it.
    pub spacing: f64,
    /// The smallest sample spacing in metres, if one kernel serves several spacings. The list of octaves then also contains
    /// those that `spacing` is too coarse to show. They have weight 0 and are not evaluated.
    pub finest: Option<f64>,
}

impl Layout {
    /// One octave with cells of `wavelength` metres. Its lattice starts at the origin and is not rotated.
    pub fn single(seed: u64, wavelength: f64) -> Self {
        Self {
            seed,
            wavelength,
            count: Count::Exactly(1),
            lacunarity: 2.0,
            roughness: Roughness::Gain(0.5),
            rotation: 0.0,
            scatter: false,
            tile: None,
            spacing: 0.0,
            finest: None,
        }
    }
}

/// One octave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Octave<const D: usize> {
    /// Hash keys.
    pub key: Key,
    /// The unskewed lattice.
    pub map: Map<D>,
    /// Metres per cell.
    pub wavelength: f64,
    /// Ratio of the next octave's amplitude to that of this octave, as the roughness sets it.
    pub gain: f64,
    /// Share of the octave that the sample spacing can show. Zero if only finer samples can show the octave, see
    /// [`Layout::finest`].
    pub weight: f64,
    /// Number of cells after which the lattice repeats along each axis. `None` if it does not repeat.
    pub wrap: Option<[u32; D]>,
}

/// The octaves of a fractal, with sums over the octaves that the samples cannot show.
#[derive(Clone, Debug, PartialEq)]
pub struct Octaves<const D: usize> {
    /// The octaves to evaluate, coarsest first. With [`Layout::finest`], also the octaves that only finer samples can show.
    pub list: Vec<Octave<D>>,
    /// Whether the list includes octaves that only finer samples show, see [`Layout::finest`].
    pub leveled: bool,
    /// Amplitudes of all octaves, including those too fine for the spacing. The roughness sets them, with 1 for the first. A
    /// fractal may change them, see [`Fractal::arrange`](crate::fractal::Fractal::arrange).
    pub amplitudes: Vec<f64>,
    /// The divisor that normalises the fractal, the same at every level of detail. It is the sum of all amplitudes, unless
    /// the fractal sets another divisor.
    pub total: f64,
    /// Sum of the amplitudes of the omitted octaves.
    pub rest: f64,
    /// `rest` divided by the amplitude of the first omitted octave, for fractals with an amplitude in their state. Zero if no
    /// octave is omitted, or if this amplitude is zero. A fractal may set another number, see
    /// [`Fractal::arrange`](crate::fractal::Fractal::arrange).
    pub tail: f64,
    /// Side in metres after which the noise repeats. `None` if it does not repeat.
    pub tile: Option<f64>,
}

impl<const D: usize> Octaves<D> {
    /// Computes the octaves of a layout.
    pub fn new(layout: &Layout) -> Self {
        let nominal = match layout.count {
            Count::Exactly(count) => count.clamp(1, MAX_OCTAVES),
            Count::Auto => MAX_OCTAVES,
        };
        let mut octaves = Self {
            list: Vec::new(),
            leveled: layout.count == Count::Auto && layout.finest.is_some(),
            amplitudes: Vec::new(),
            total: 0.0,
            rest: 0.0,
            tail: 0.0,
            tile: layout.tile,
        };
        let (mut wavelength, mut amplitude) = (layout.wavelength, 1.0);
        let degrees = if layout.tile.is_some() { 0.0 } else { layout.rotation };
        let turn = rotation::<D>(degrees);
        let mut turned = Map::identity();
        for index in 0..nominal {
            let gain = layout.roughness.gain(index, layout.lacunarity);
            let weight = |spacing: f64| match layout.count {
                Count::Exactly(_) => 1.0,
                Count::Auto => visible(wavelength, spacing),
            };
            octaves.amplitudes.push(amplitude);
            let (weight, finest) = (weight(layout.spacing), weight(layout.finest.unwrap_or(layout.spacing)));
            if weight > 0.0 || finest > 0.0 {
                let matrix = &turned.matrix;
                let octave = octave(layout, index, wavelength, gain, weight, matrix);
                octaves.list.push(octave);
            }
            wavelength /= layout.lacunarity;
            amplitude *= gain;
            turned = turned.then(&turn);
        }
        octaves.measure();
        octaves
    }

    /// Computes the sums from the amplitudes.
    pub fn measure(&mut self) {
        let unseen = self.unseen();
        let (rest, first) = (unseen.iter().sum(), unseen.first().copied());
        self.total = self.amplitudes.iter().sum();
        self.rest = rest;
        self.tail = first.filter(|&first| first > 0.0).map_or(0.0, |first| rest / first);
    }

    /// `position`, reduced to the tile if the noise repeats.
    pub(crate) fn within_tile(&self, position: &[f64; D]) -> [f64; D] {
        within_tile(self.tile, position)
    }

    /// The octaves that the samples can show.
    pub fn seen(&self) -> &[Octave<D>] {
        // Octaves are ordered from coarse to fine, so those too fine for the samples are at the end.
        &self.list[..self.list.partition_point(|octave| octave.weight > 0.0)]
    }

    /// Amplitudes of the omitted octaves.
    pub fn unseen(&self) -> &[f64] {
        &self.amplitudes[self.seen().len()..]
    }
}

fn octave<const D: usize>(
    layout: &Layout,
    index: u32,
    wavelength: f64,
    gain: f64,
    weight: f64,
    turned: &[[f64; D]; D],
) -> Octave<D> {
    let seed = combine(layout.seed, u64::from(index));
    // A repeating lattice has a whole number of cells per side of the tile.
    let cells = layout.tile.map(|side| cells_per_tile(side, wavelength));
    let frequency = match (cells, layout.tile) {
        (Some(cells), Some(side)) => cells / side,
        _ => 1.0 / wavelength,
    };
    let offset = |axis: usize| {
        if layout.scatter { unit(split_mix(seed ^ (axis as u64 + 1))) } else { 0.0 }
    };
    Octave {
        key: Key::new(seed),
        map: Map {
            matrix: turned.map(|row| row.map(|m| m * frequency)),
            offset: std::array::from_fn(offset),
        },
        wavelength: 1.0 / frequency,
        gain,
        weight,
        wrap: cells.map(|cells| [cells as u32; D]),
    }
}

/// Number of lattice cells per side of a tile: at least one, even if an argument is not finite.
fn cells_per_tile(side: f64, wavelength: f64) -> f64 {
    let cells = (side / wavelength).round();
    if cells >= 1.0 { cells.min(MAX_CELLS) } else { 1.0 }
}

/// Share of an octave that samples `spacing` metres apart can show: 1 for at least four samples per wavelength, 0 for at most
/// two, and a smooth step between. A spacing of 0 or less shows all of the octave.
pub fn visible(wavelength: f64, spacing: f64) -> f64 {
    if spacing <= 0.0 {
        return 1.0;
    }
    let t = ((wavelength / spacing - 2.0) / 2.0).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Rotation by `degrees`, of the plane, or of space around the axis (1, 1, 1) by Rodrigues' formula.
fn rotation<const D: usize>(degrees: f64) -> [[f64; D]; D] {
    let (sin, cos) = libm::sincos(degrees.to_radians());
    // R = cos·I + sin·K + (1 − cos)·k·kᵀ with k = (1, 1, 1)/√3 and K the matrix of the cross product with k; in the plane
    // without k·kᵀ.
    let (skew, project) = if D == 2 { (sin, 0.0) } else { (sin / 3.0_f64.sqrt(), (1.0 - cos) / 3.0) };
    std::array::from_fn(|i| {
        std::array::from_fn(|j| match (j + D - i) % D {
            0 => cos + project,
            1 if D == 3 || i == 0 => project - skew,
            _ => project + skew,
        })
    })
}
