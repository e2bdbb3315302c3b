//! The octaves of a fractal: where each one's lattice lies, how loud it is, and when it fades out.

use crate::hash::{Key, combine, split_mix, unit};
use crate::lattice::Map;
use crate::placed::within_tile;

/// More octaves than this are never evaluated: 2^32 times finer than the first.
pub const MAX_OCTAVES: u32 = 32;

/// A repeating lattice has at most this many cells to the tile's side, so that two sides and any displacement that
/// makes sense stay within a signed word.
const MAX_CELLS: f64 = 536_870_912.0;

/// How amplitudes fall from one octave to the next. Gains are not negative.
///
/// With [`Count::Auto`] a gain should stay below 0.95: the sum is normalised by all [`MAX_OCTAVES`] octaves, and
/// from there on most of it would lie in octaves too fine to be seen.
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
    /// That many, at least one, however finely they are sampled.
    Exactly(u32),
    /// As many as the sample spacing can show. An octave is whole while its wavelength is at least four samples
    /// and gone below two, so that nothing aliases and levels of detail agree. At spacing 0 that is all
    /// [`MAX_OCTAVES`].
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
    /// Wavelength of an octave over that of the next; above 1, and at most 8 lest the finest wavelengths leave the
    /// range of `f32`.
    pub lacunarity: f64,
    /// How amplitudes fall.
    pub roughness: Roughness,
    /// Degrees by which each octave's lattice is turned against the one before. A turned lattice does not fit a
    /// square tile: with [`tile`](Self::tile) it is left out.
    pub rotation: f64,
    /// Whether each octave's lattice starts at a place of its own. Without it the octaves' lattice points, where
    /// gradient noise is zero, fall on one another.
    pub scatter: bool,
    /// Side in metres of the square (cube) after which the noise repeats: each octave's wavelength is rounded to a
    /// whole part of it. Bases on skewed lattices do not repeat.
    pub tile: Option<f64>,
    /// Distance in metres between the samples that will be taken; only `Count::Auto` looks at it.
    pub spacing: f64,
    /// Distance in metres between the finest samples that the same kernel is to serve, if it is not made for one
    /// spacing alone: octaves that only they show are in the list, though they are not evaluated.
    pub finest: Option<f64>,
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
    /// Metres a cell.
    pub wavelength: f64,
    /// Amplitude of the next octave over this one's, by the roughness alone.
    pub gain: f64,
    /// Share of the octave that the sample spacing can show. Zero: only finer samples can, see [`Layout::finest`].
    pub weight: f64,
    /// Cells after which the lattice repeats along each axis.
    pub wrap: Option<[u32; D]>,
}

/// The octaves of a fractal, with what those left out would have added.
#[derive(Clone, Debug, PartialEq)]
pub struct Octaves<const D: usize> {
    /// Those to evaluate, coarsest first; and if the layout says so those that only finer samples show.
    pub list: Vec<Octave<D>>,
    /// Whether the list goes on to what only finer samples show, see [`Layout::finest`].
    pub leveled: bool,
    /// Amplitudes of all octaves, also of those that are too fine for the spacing. By the roughness alone the first
    /// is 1; a fractal may weigh them otherwise, see [`Fractal::arrange`](crate::fractal::Fractal::arrange).
    pub amplitudes: Vec<f64>,
    /// What the fractal is normalised by, the same at every level of detail: the sum of all amplitudes, if the
    /// fractal knows nothing better.
    pub total: f64,
    /// Sum of the amplitudes of the octaves left out.
    pub rest: f64,
    /// What the octaves left out add up to for a fractal that carries an amplitude of its own, over that amplitude:
    /// `rest` over the amplitude of the first of them, unless the fractal counts otherwise. Zero if none is left out.
    pub tail: f64,
    /// Side in metres after which everything repeats.
    pub tile: Option<f64>,
}

impl<const D: usize> Octaves<D> {
    /// Lays out the octaves.
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
        let (mut wavelength, mut amplitude) = (layout.feature, 1.0);
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

    /// Sets the sums from the amplitudes.
    pub fn measure(&mut self) {
        let unseen = self.unseen();
        let (rest, first) = (unseen.iter().sum(), unseen.first().copied());
        self.total = self.amplitudes.iter().sum();
        self.rest = rest;
        self.tail = first.filter(|&first| first > 0.0).map_or(0.0, |first| rest / first);
    }

    /// `position` within the tile, if there is one.
    pub(crate) fn within_tile(&self, position: &[f64; D]) -> [f64; D] {
        within_tile(self.tile, position)
    }

    /// The octaves that the samples can show.
    pub fn seen(&self) -> &[Octave<D>] {
        // Octaves get finer, so those that are too fine are the last ones.
        &self.list[..self.list.partition_point(|octave| octave.weight > 0.0)]
    }

    /// Amplitudes of the octaves left out.
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
    // A repeating lattice has a whole number of cells to the tile's side.
    let cells = layout.tile.map(|side| (side / wavelength).round().clamp(1.0, MAX_CELLS));
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

/// Share of an octave that samples `spacing` metres apart can show: 1 from four samples a wavelength, 0 below two, and a
/// smooth step between.
pub fn visible(wavelength: f64, spacing: f64) -> f64 {
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
    let (skew, project) = if D == 2 { (sin, 0.0) } else { (sin / 3.0_f64.sqrt(), (1.0 - cos) / 3.0) };
    std::array::from_fn(|i| {
        std::array::from_fn(|j| match (j + D - i) % D {
            0 => cos + project,
            1 if D == 3 || i == 0 => project - skew,
            _ => project + skew,
        })
    })
}
