//! The octaves of a fractal: where each one's lattice lies, how loud it is, and when it fades out.

use crate::hash::{Key, combine, split_mix};
use crate::lattice::Map;

/// More octaves than this are never evaluated: 2^32 times finer than the first.
pub const MAX_OCTAVES: u32 = 32;

/// How amplitudes fall from one octave to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Roughness {
    /// Every octave is `gain` times as loud as the one before.
    Gain(f64),
    /// Fractional Brownian motion of this Hurst exponent: gain = lacunarity^−hurst.
    Hurst(f64),
    /// The gain runs from `coarse` after the first octave to `fine` after the eighth and stays there, so that
    /// large and small features have a roughness each, and the same at any level of detail.
    Pair {
        /// Gain between the coarsest octaves.
        coarse: f64,
        /// Gain from the eighth octave on.
        fine: f64,
    },
}

impl Roughness {
    /// Amplitude of octave `index + 1` over that of octave `index`.
    pub fn gain(&self, index: u32, lacunarity: f64) -> f64 {
        match *self {
            Self::Gain(gain) => gain,
            Self::Hurst(hurst) => libm::pow(lacunarity, -hurst),
            Self::Pair { coarse, fine } => coarse + (fine - coarse) * (f64::from(index) / 7.0).min(1.0),
        }
    }
}

/// How many octaves are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// That many, however finely they are sampled.
    Exactly(u32),
    /// As many as the sample spacing can show. An octave is whole while its wavelength is at least four samples
    /// and gone below two, so that nothing aliases and levels of detail agree.
    Auto,
}

/// What a fractal's octaves are made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Seed of the whole fractal; each octave derives its own.
    pub seed: u64,
    /// Wavelength of the first octave: the size of its lattice cells, in metres.
    pub feature: f64,
    /// How many octaves.
    pub count: Count,
    /// Wavelength of an octave over that of the next.
    pub lacunarity: f64,
    /// How amplitudes fall.
    pub roughness: Roughness,
    /// Degrees by which each octave's lattice is turned against the one before.
    pub rotation: f64,
    /// Whether each octave's lattice starts at a place of its own. Without it the octaves' lattice points, where
    /// gradient noise is zero, fall on one another.
    pub scatter: bool,
    /// Side in metres of the square (cube) after which the noise repeats.
    pub tile: Option<f64>,
    /// Distance in metres between the samples that will be taken; only `Count::Auto` looks at it.
    pub spacing: f64,
}

impl Layout {
    /// One octave of cells measuring `feature` metres, at the origin, unturned.
    pub fn single(seed: u64, feature: f64) -> Self {
        Self {
            seed,
            feature,
            count: Count::Exactly(1),
            lacunarity: 2.0,
            roughness: Roughness::Gain(0.5),
            rotation: 0.0,
            scatter: false,
            tile: None,
            spacing: 0.0,
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
    /// Metres a cell.
    pub wavelength: f64,
    /// Amplitude by the roughness alone; the first octave has 1.
    pub amplitude: f64,
    /// Amplitude of the next octave over this one's.
    pub gain: f64,
    /// Share of the octave that the sample spacing can show, in (0, 1].
    pub weight: f64,
    /// Cells after which the lattice repeats along each axis.
    pub wrap: Option<[u32; D]>,
}

/// The octaves of a fractal, with what those left out would have added.
#[derive(Clone, Debug, PartialEq)]
pub struct Octaves<const D: usize> {
    /// Those to evaluate, coarsest first.
    pub list: Vec<Octave<D>>,
    /// Sum of the amplitudes of all octaves, also of those that are too fine for the spacing: what the fractal is
    /// normalised by, the same at every level of detail.
    pub total: f64,
    /// Sum of the amplitudes of the octaves left out.
    pub rest: f64,
    /// The same over the amplitude of the first of them; zero if none is left out.
    pub tail: f64,
}

impl<const D: usize> Octaves<D> {
    /// Lays out the octaves.
    pub fn new(layout: &Layout) -> Self {
        let nominal = match layout.count {
            Count::Exactly(count) => count.min(MAX_OCTAVES),
            Count::Auto => MAX_OCTAVES,
        };
        let mut octaves = Self {
            list: Vec::new(),
            total: 0.0,
            rest: 0.0,
            tail: 0.0,
        };
        let (mut wavelength, mut amplitude) = (layout.feature, 1.0);
        let mut first_unseen = None;
        let turn = rotation::<D>(layout.rotation);
        let mut turned = Map::<D>::identity().matrix;
        for index in 0..nominal {
            let gain = layout.roughness.gain(index, layout.lacunarity);
            let weight = match layout.count {
                Count::Exactly(_) => 1.0,
                Count::Auto => visible(wavelength, layout.spacing),
            };
            octaves.total += amplitude;
            if weight > 0.0 {
                octaves.list.push(octave(
                    layout, index, wavelength, amplitude, gain, weight, &turned,
                ));
            } else {
                octaves.rest += amplitude;
                first_unseen.get_or_insert(amplitude);
            }
            wavelength /= layout.lacunarity;
            amplitude *= gain;
            turned = Map {
                matrix: turned,
                offset: [0.0; D],
            }
            .then(&turn)
            .matrix;
        }
        octaves.tail = first_unseen.map_or(0.0, |first| octaves.rest / first);
        octaves
    }
}

fn octave<const D: usize>(
    layout: &Layout,
    index: u32,
    wavelength: f64,
    amplitude: f64,
    gain: f64,
    weight: f64,
    turned: &[[f64; D]; D],
) -> Octave<D> {
    let seed = combine(layout.seed, u64::from(index));
    // A repeating lattice has a whole number of cells to the tile's side.
    let cells = layout
        .tile
        .map(|side| (side / wavelength).round().clamp(1.0, 4_294_967_295.0));
    let frequency = match (cells, layout.tile) {
        (Some(cells), Some(side)) => cells / side,
        _ => 1.0 / wavelength,
    };
    let offset = |axis: usize| {
        if layout.scatter {
            (split_mix(seed ^ (axis as u64 + 1)) >> 11) as f64 / 9_007_199_254_740_992.0
        } else {
            0.0
        }
    };
    Octave {
        key: Key::new(seed),
        map: Map {
            matrix: turned.map(|row| row.map(|m| m * frequency)),
            offset: std::array::from_fn(offset),
        },
        wavelength: 1.0 / frequency,
        amplitude,
        gain,
        weight,
        wrap: cells.map(|cells| [cells as u32; D]),
    }
}

/// Share of an octave that samples `spacing` apart can show: 1 from four samples a wavelength, 0 below two, and a
/// smooth step between.
fn visible(wavelength: f64, spacing: f64) -> f64 {
    if spacing <= 0.0 {
        return 1.0;
    }
    let t = ((wavelength / spacing - 2.0) / 2.0).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Rotation by `degrees`: of the plane, or of space around the axis (1, 1, 1) by Rodrigues' formula.
fn rotation<const D: usize>(degrees: f64) -> [[f64; D]; D] {
    let (sin, cos) = libm::sincos(degrees.to_radians());
    // R = cos·I + sin·K + (1 − cos)·k·kᵀ with k = (1, 1, 1)/√3 and K its cross product; in the plane without k·kᵀ.
    let (skew, project) = if D == 2 {
        (sin, 0.0)
    } else {
        (sin / 3.0_f64.sqrt(), (1.0 - cos) / 3.0)
    };
    std::array::from_fn(|i| {
        std::array::from_fn(|j| match (j + D - i) % D {
            0 => cos + project,
            1 if D == 3 || i == 0 => project - skew,
            _ => project + skew,
        })
    })
}
