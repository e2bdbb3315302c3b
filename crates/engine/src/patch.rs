//! Samples anywhere in space, on a sphere for example, and the terrain at them.

use std::fmt;

use orogen_noise::units::{Around, FARTHEST, LOW_BITS, UNIT};

/// Samples at positions in space, in any order. A position is three whole numbers, in units of [`UNIT`](Self::UNIT).
///
/// The height of a terrain at a position depends only on these numbers. Patches that share positions have the same bits there, so
/// tiles of a sphere that share a corner meet without a seam. Patches that extend at most 4 km along each axis are the fastest.
///
/// # Example
/// ```
/// use orogen_engine::patch::Patch;
///
/// // A point on the surface of the Earth, and one a metre further.
/// let patch = Patch::new(&[[6_371_000.0, 0.0, 0.1], [6_371_000.0, 1.0, 0.1]])?;
/// assert_eq!(patch.len(), 2);
/// assert_eq!(patch.units(1), [6_371_000 << 20, 1 << 20, 104_858]);
/// assert!((patch.position(1)[2] - 0.1).abs() <= Patch::UNIT / 2.0);
/// assert!(Patch::new(&[[0.0, f64::NAN, 0.0]]).is_err());
/// # Ok::<(), orogen_engine::patch::PatchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    centre: [i64; 3],
    /// Offsets from the centre along each axis, or their lower bits.
    low: [Vec<i32>; 3],
    /// The higher bits of the offsets, if any offset is too long for one word.
    high: Option<[Vec<i32>; 3]>,
}

/// A position that is out of range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatchError {
    /// The index of the position.
    pub index: usize,
    /// The coordinates of the position in metres.
    pub position: [f64; 3],
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, position: [x, y, z] } = self;
        let most = FARTHEST as f64 * UNIT;
        write!(
            f,
            "position {index} of the patch is ({x}, {y}, {z}): coordinates must be finite and less than {most} m \
             from the origin"
        )
    }
}

impl std::error::Error for PatchError {}

/// A terrain that repeats has no patches. Patches stretch the lattices slightly, so the ground would not meet at the edges of
/// the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats;

impl fmt::Display for Repeats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a terrain that repeats has no patches: leave out `tile = true`, or ask for grids")
    }
}

impl std::error::Error for Repeats {}

impl Patch {
    /// 2⁻²⁰ m, the unit that positions are rounded to.
    pub const UNIT: f64 = UNIT;

    /// A patch of positions in metres. Every coordinate must be more than −2³⁰ m and less than 2³⁰ m, and is rounded to the
    /// nearest unit. A plane ignores the third coordinate, but it must be a number.
    ///
    /// # Errors
    /// A coordinate is not a number, or too far away.
    pub fn new(positions: &[[f64; 3]]) -> Result<Self, PatchError> {
        // Coordinates beyond the integers saturate, and `NaN` becomes the largest: both are too far away.
        let units = |x: f64| if x.is_nan() { i64::MAX } else { (x / UNIT).round() as i64 };
        let all: Vec<_> = positions.iter().map(|position| position.map(units)).collect();
        Self::of_units(&all).map_err(|error| PatchError { position: positions[error.index], ..error })
    }

    /// A patch of positions in units. Every coordinate must be more than −2⁵⁰ and less than 2⁵⁰.
    ///
    /// # Errors
    /// A coordinate is too far away.
    pub fn of_units(positions: &[[i64; 3]]) -> Result<Self, PatchError> {
        let is_far =
            |position: &[i64; 3]| position.iter().any(|x| x.unsigned_abs() >= FARTHEST.unsigned_abs());
        match positions.iter().position(is_far) {
            Some(index) => Err(PatchError { index, position: positions[index].map(|x| x as f64 * UNIT) }),
            None => Ok(Self::around_middle(positions)),
        }
    }

    /// A patch around the centre of the bounding box, where offsets are shortest.
    fn around_middle(positions: &[[i64; 3]]) -> Self {
        let along = |axis: usize| positions.iter().map(move |position| position[axis]);
        let middle = |axis: usize| {
            let ends = along(axis).min().zip(along(axis).max());
            ends.map_or(0, |(least, most)| least + (most - least) / 2)
        };
        let centre = [0, 1, 2].map(middle);
        let offsets = |axis: usize| along(axis).map(move |x| x - centre[axis]);
        let is_near = |axis: usize| offsets(axis).all(|offset| i32::try_from(offset).is_ok());
        let part = |of: &dyn Fn(i64) -> i64| {
            [0, 1, 2].map(|axis| offsets(axis).map(|offset| of(offset) as i32).collect())
        };
        match (0..3).all(is_near) {
            true => Self { centre, low: part(&|offset| offset), high: None },
            // Offsets are shorter than 2^51, twice the range of positions, so both parts fit into words.
            false => Self {
                centre,
                low: part(&|offset| offset & ((1 << LOW_BITS) - 1)),
                high: Some(part(&|offset| offset >> LOW_BITS)),
            },
        }
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.low[0].len()
    }

    /// Whether the patch has no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position of a sample in units.
    ///
    /// # Panics
    /// The index is out of range.
    pub fn units(&self, sample: usize) -> [i64; 3] {
        std::array::from_fn(|axis| {
            let high = self.high.as_ref().map_or(0, |high| i64::from(high[axis][sample]));
            self.centre[axis] + (high << LOW_BITS) + i64::from(self.low[axis][sample])
        })
    }

    /// The position of a sample in metres, exactly.
    ///
    /// # Panics
    /// The index is out of range.
    pub fn position(&self, sample: usize) -> [f64; 3] {
        self.units(sample).map(|x| x as f64 * UNIT)
    }

    /// The centre of the bounding box of all samples, in units.
    pub fn centre(&self) -> [i64; 3] {
        self.centre
    }

    /// The offsets of all samples from the centre, in units. If the offsets of a patch do not fit into 32 bits, the second
    /// part has their higher bits, as multiples of 2²⁰ units, and the first part has the rest, from 0 to less than 2²⁰ units.
    pub fn offsets(&self) -> (&[Vec<i32>; 3], Option<&[Vec<i32>; 3]>) {
        (&self.low, self.high.as_ref())
    }

    /// The offsets of the samples from `first` to before `end`.
    pub(crate) fn around<const D: usize>(&self, first: usize, end: usize) -> Around<'_, D> {
        Around {
            low: std::array::from_fn(|axis| &self.low[axis][first..end]),
            high: self.high.as_ref().map(|high| std::array::from_fn(|axis| &high[axis][first..end])),
        }
    }
}

/// The terrain at the samples of a patch, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatchSamples<S> {
    /// Heights in metres.
    pub height: Vec<S>,
    /// ∂height/∂x, ∂height/∂y and ∂height/∂z, in metres per metre. On a plane, the third is zero.
    pub slopes: [Vec<S>; 3],
    /// The values of the other fields of a terrain [with materials](crate::terrain::Terrain::with_materials).
    pub others: Vec<Vec<S>>,
}
