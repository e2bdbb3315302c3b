//! How a recipe says its pictures look.

use orogen::recipe::{Air, View};

use crate::{Atmosphere, Shot};

/// The air of a recipe, with so many times the haze of the clearest day.
///
/// ```
/// use orogen::recipe::Air;
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

impl Shot {
    /// The same shot through the air and the fog and of the sand that a recipe wants. (Its palette is the painter's, who has the whole
    /// recipe.)
    ///
    /// ```
    /// use orogen::recipe::{Air, View};
    /// use orogen_view::{Camera, Lens, Shot};
    ///
    /// let camera = Camera::new([0.0, 0.0, 9.0], [9.0, 9.0, 0.0], Lens::Perspective { degrees: 40.0 })?;
    /// let view = View { air: Air::Mars, haze: 0.5, ..View::default() };
    /// let shot = Shot::new(camera).with_looks(&view);
    /// assert_eq!((shot.air.radius, shot.air.haze), (3_389_500.0, 0.5));
    /// # Ok::<(), orogen_view::CameraError>(())
    /// ```
    pub fn with_looks(self, view: &View) -> Self {
        Self { air: atmosphere(view.air, view.haze), fog: view.fog, sand: view.sand, ..self }
    }
}
