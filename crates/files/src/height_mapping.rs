//! The mapping between heights in metres and 16-bit values.

/// Steps between the ends of a mapping: the largest 16-bit value.
const STEPS: f64 = 65_535.0;

/// The linear mapping from heights in metres to 16 bits: `min` becomes 0 and `max` becomes 65535.
///
/// Heights outside the range are clamped. If the range is empty, as for a flat terrain, every height maps to 0, and 0 maps back
/// to the height of the terrain.
///
/// ```
/// use orogen_files::HeightMapping;
///
/// let mapping = HeightMapping::new(-500.0, 3_000.0).unwrap();
/// assert_eq!(mapping.to_u16(-500.0), 0);
/// assert_eq!(mapping.to_u16(1_250.0), 32_768);
/// assert!((mapping.to_metres(32_768) - 1_250.0).abs() <= 0.5 * mapping.metres_per_step());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightMapping {
    min: f64,
    max: f64,
}

impl HeightMapping {
    /// The mapping of `min..=max` metres. `None` unless `min <= max` and both numbers and their difference are finite.
    pub fn new(min: f64, max: f64) -> Option<Self> {
        (min <= max && (max - min).is_finite()).then_some(Self { min, max })
    }

    /// The mapping of `min..=max` metres. If both numbers are the same, the range is one metre, because an empty range has no
    /// step. `None` in the same cases as for [`new`](Self::new).
    pub fn spanning(min: f64, max: f64) -> Option<Self> {
        Self::new(min, if min == max { min + 1.0 } else { max })
    }

    /// Metres at 0.
    pub fn min(&self) -> f64 {
        self.min
    }

    /// Metres at 65535.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// Metres between neighbouring 16-bit values.
    pub fn metres_per_step(&self) -> f64 {
        (self.max - self.min) / STEPS
    }

    /// The nearest 16-bit value; a tie goes to the even value. Heights outside the range are clamped, NaN becomes 0.
    ///
    /// The computation is in `f64`, because rounding errors of `f32` could change the value.
    #[inline]
    pub fn to_u16(&self, metres: f32) -> u16 {
        self.quantize(self.steps_per_metre(), metres)
    }

    /// The height in metres of a 16-bit value.
    #[inline]
    pub fn to_metres(&self, value: u16) -> f64 {
        self.min + (self.max - self.min) * (f64::from(value) / STEPS)
    }

    pub(crate) fn steps_per_metre(&self) -> f64 {
        let range = self.max - self.min;
        if range > 0.0 { (STEPS / range).min(f64::MAX) } else { 0.0 }
    }

    /// The 16-bit value of a height. Adding 2⁵² rounds away the fraction and leaves the integer in the lowest bits. Every
    /// SIMD instruction set can do this; few have a saturating cast.
    #[inline(always)]
    pub(crate) fn quantize(&self, steps_per_metre: f64, metres: f32) -> u16 {
        const TWO_52: f64 = 4_503_599_627_370_496.0;
        let steps = (f64::from(metres) - self.min) * steps_per_metre;
        (steps.clamp(0.0, STEPS) + TWO_52).to_bits() as u16
    }
}
