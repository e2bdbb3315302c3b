//! The air that a recipe asks for.

use orogen_engine::recipe::Air;

use crate::Atmosphere;

/// The air of a recipe. `haze` is the amount of haze, as a multiple of the haze on the clearest day.
///
/// ```
/// use orogen_engine::recipe::Air;
/// use orogen_view::{Atmosphere, atmosphere};
///
/// assert_eq!(atmosphere(Air::None, 0.0).rayleigh, [0.0; 3]);
/// assert_eq!(atmosphere(Air::Earth, 1.0), Atmosphere::EARTH);
/// ```
pub fn atmosphere(air: Air, haze: f64) -> Atmosphere {
    let clear = match air {
        Air::Earth => Atmosphere::EARTH,
        Air::Mars => Atmosphere::MARS,
        Air::None => Atmosphere::NONE,
    };
    Atmosphere { haze: haze as f32, ..clear }
}
