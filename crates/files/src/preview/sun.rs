//! The direction of the sun.

/// The position of the sun over a preview.
///
/// ```
/// use orogen_files::preview::Sun;
///
/// // Low in the east.
/// let morning = Sun::new(12.0, 90.0);
/// assert_ne!(morning, Sun::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sun {
    /// Tangent of its elevation.
    tangent: f32,
    /// Cosine and sine of the angle clockwise from the north-west.
    turn: [f32; 2],
}

/// Tangent of the default elevation: 36°.
pub(super) const ALTITUDE: f32 = 0.73;

/// The highest elevation in degrees: a sun at the zenith would have no finite tangent.
const HIGHEST: f64 = 89.9;

/// The sun in the north-west, 36° above the horizon: the convention of shaded maps.
impl Default for Sun {
    fn default() -> Self {
        Self { tangent: ALTITUDE, turn: [1.0, 0.0] }
    }
}

impl Sun {
    /// A sun at these angles in degrees. `elevation` is measured from the horizon and clamped to 1 to 89.9. `azimuth` is measured
    /// clockwise from the top of the picture.
    pub fn new(elevation: f64, azimuth: f64) -> Self {
        let (sin, cos) = libm::sincos((azimuth - 315.0).to_radians());
        let tangent = libm::tan(elevation.clamp(1.0, HIGHEST).to_radians()) as f32;
        Self { tangent, turn: [cos as f32, sin as f32] }
    }

    /// Tangent of its elevation.
    pub(super) fn tangent(self) -> f32 {
        self.tangent
    }

    /// The horizontal direction towards the sun: right and down.
    pub(super) fn towards(self) -> [f32; 2] {
        self.turned([-std::f32::consts::FRAC_1_SQRT_2; 2])
    }

    /// A direction (right, down) for a sun in the north-west, turned along with the sun.
    pub(super) fn turned(self, [right, down]: [f32; 2]) -> [f32; 2] {
        let [cos, sin] = self.turn;
        [right * cos - down * sin, right * sin + down * cos]
    }
}
