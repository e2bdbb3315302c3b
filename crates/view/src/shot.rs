//! What a picture is to be.

use orogen::recipe::{Air, Fog, View};

use crate::{Atmosphere, Camera, Sand, Sun, ViewError, atmosphere};

/// Most columns or rows of a picture.
pub const MAX_SIDE: u32 = 32_768;

/// Most samples of a pixel.
pub const MAX_SAMPLES: u32 = 4096;

/// How the ground looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Style {
    /// The recipe's materials, or its palette's, as rock, meadow, snow, sand.
    #[default]
    Realistic,
    /// Sand after Journey.
    Desert,
    /// The shape alone.
    Clay,
    /// Tints by height, and contour lines.
    Map,
}

/// How the ground is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surface {
    /// By tiles, in levels of detail.
    #[default]
    Mesh,
    /// By marching along each ray of the picture through the recipe's function itself.
    March,
}

/// How far the ground goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bounds {
    /// To the horizon: recipes go on beyond their domain.
    #[default]
    Endless,
    /// The domain only, cut out like a cake.
    Domain,
}

/// What a picture is to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// From where.
    pub camera: Camera,
    /// In which light.
    pub sun: Sun,
    /// Through which air.
    pub air: Atmosphere,
    /// And through which fog; [`Style::Map`] has none.
    pub fog: Option<Fog>,
    /// Columns and rows, 1 to [`MAX_SIDE`].
    pub size: [u32; 2],
    /// How the ground looks.
    pub style: Style,
    /// How it is found.
    pub surface: Surface,
    /// How far it goes.
    pub bounds: Bounds,
    /// The sand of [`Style::Desert`].
    pub sand: Sand,
    /// Samples of a pixel, 1 to [`MAX_SAMPLES`]: more are smoother and take longer.
    pub samples: u32,
}

impl Shot {
    /// A shot with what is usual for all but the camera: 960 × 540 pixels of 8 samples, air and sand as of a recipe that
    /// says nothing of them; [`with_looks`](Self::with_looks) has those of a recipe.
    pub fn new(camera: Camera) -> Self {
        Self {
            camera,
            sun: Sun::default(),
            air: atmosphere(Air::Earth, Air::Earth.haze()),
            fog: None,
            size: [960, 540],
            style: Style::default(),
            surface: Surface::default(),
            bounds: Bounds::default(),
            sand: Sand::default(),
            samples: 8,
        }
    }

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

    pub(crate) fn check(&self) -> Result<(), ViewError> {
        let fault = fault(self.size, self.samples, self.sun)
            .or_else(|| self.sand.fault())
            .or_else(|| self.fog.and_then(|fog| fog.fault()));
        fault.map_or(Ok(()), |fault| Err(ViewError::Shot(fault)))
    }
}

/// What is wrong with the numbers that shots of all grounds have, if anything is.
pub(crate) fn fault(size: [u32; 2], samples: u32, sun: Sun) -> Option<String> {
    let ([columns, rows], Sun { elevation, azimuth }) = (size, sun);
    if !size.iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        return Some(format!(
            "a picture of {columns} × {rows} pixels cannot be: ask for 1 to {MAX_SIDE} along a side"
        ));
    }
    if !(1..=MAX_SAMPLES).contains(&samples) {
        return Some(format!("{samples} samples of a pixel cannot be: ask for 1 to {MAX_SAMPLES}"));
    }
    let is_sun = (-90.0..=90.0).contains(&elevation) && azimuth.is_finite();
    (!is_sun).then(|| {
        format!("the sun cannot stand {elevation} degrees high at {azimuth} degrees: its elevation is from -90 to 90")
    })
}
