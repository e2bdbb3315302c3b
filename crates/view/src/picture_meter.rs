//! Metering of a picture: an exposure that suits its own light.
//!
//! The [incident exposure](crate::exposure) suits level ground. Slopes that face a low sun are brighter, by up to one over the sine
//! of its elevation, so they would lose their detail. Ground in the shadow of mountains is darker.

use crate::Picture;

/// Display brightness before the film curve that only few pixels exceed. The curve shows it as a little less than white.
const BRIGHT: f32 = 2.0;

/// The share of such pixels. A visible sun covers less.
const BRIGHT_SHARE: f32 = 0.01;

/// A picture whose median is darker than this becomes brighter, as far as its bright pixels allow.
const MIDDLE: f32 = 0.08;

/// The least and the greatest change of the incident exposure: as factors. Evening does not become noon.
const CHANGE: [f32; 2] = [0.2, 1.8];

/// Display brightness of what is black: space and night. It is not metered.
const BLACK: f32 = 1e-3;

/// The exposure for light whose incident exposure is known.
///
/// ```
/// // A third of the picture is a bright slope.
/// let light = [vec![[0.1; 3]; 200], vec![[4.0; 3]; 100]].concat();
/// assert!(orogen_view::metered(&light, 1.0) < 0.6);
/// assert_eq!(orogen_view::metered(&light[..200], 1.0), 1.0);
/// ```
pub fn metered(light: &[[f32; 3]], incident: f32) -> f32 {
    let shown = light.iter().map(|light| incident * luminance(*light));
    let mut lit: Vec<f32> = shown.filter(|shown| *shown > BLACK).collect();
    if lit.is_empty() {
        return incident;
    }
    let last = lit.len() - 1;
    let mut ranked = |rank: f32| *lit.select_nth_unstable_by((rank * last as f32) as usize, f32::total_cmp).1;
    let (bright, middle) = (ranked(1.0 - BRIGHT_SHARE), ranked(0.5));
    let change = (MIDDLE / middle).max(1.0).min(BRIGHT / bright);
    incident * change.clamp(CHANGE[0], CHANGE[1])
}

/// Luminance of the primaries (ITU-R BT.709).
pub(crate) fn luminance([red, green, blue]: [f32; 3]) -> f32 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

impl Picture {
    /// This picture with the exposure that suits its light.
    pub(crate) fn metered(self) -> Self {
        Self { exposure: metered(&self.light, self.exposure), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GREY: [f32; 3] = [0.3; 3];

    #[test]
    fn few_pixels_are_brighter_than_white() {
        for share in [0.02, 0.2, 0.7] {
            let bright = (10_000.0 * share) as usize;
            let light = [vec![[5.0; 3]; bright], vec![GREY; 10_000 - bright]].concat();
            assert_eq!(metered(&light, 1.0), BRIGHT / 5.0, "{share}");
        }
        let sun = [vec![[9000.0; 3]; 50], vec![GREY; 10_000]].concat();
        assert_eq!(metered(&sun, 1.0), 1.0, "a sun does not darken the picture");
    }

    #[test]
    fn shadows_are_brighter_unless_something_bright_is_there() {
        let dark = [0.05; 3];
        assert_eq!(metered(&[dark; 9], 1.0), MIDDLE / luminance(dark));
        let light = [vec![dark; 900], vec![[BRIGHT; 3]; 100]].concat();
        assert_eq!(metered(&light, 1.0), 1.0);
        assert_eq!(metered(&[[0.01; 3]; 9], 1.0), CHANGE[1], "an evening is dark");
    }

    /// Space around a planet does not matter.
    #[test]
    fn black_is_not_metered() {
        let planet = vec![[4.0; 3]; 100];
        let alone = metered(&planet, 1.0);
        assert_eq!(metered(&[planet, vec![[0.0; 3]; 90_000]].concat(), 1.0), alone);
        assert_eq!(metered(&[[0.0; 3]; 9], 3.0), 3.0);
        assert_eq!(metered(&[], 3.0), 3.0);
    }
}
