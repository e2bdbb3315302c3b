//! The parameters of a picture.

use orogen_engine::recipe::{Air, Clouds, Fog, View};

use crate::{Atmosphere, Camera, Sand, Sun, ViewError, atmosphere};

/// Largest width or height of a picture, in pixels.
pub const MAX_SIDE: u32 = 32_768;

/// Maximum number of samples per pixel.
pub const MAX_SAMPLES: u32 = 4096;

/// How the ground is shaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Style {
    /// The materials of the recipe or its palette: rock, meadow, snow, sand.
    #[default]
    Realistic,
    /// Sand as in the game Journey.
    Desert,
    /// Plain clay, which shows the shape.
    Clay,
    /// A map: tints by height and contour lines.
    Map,
}

impl Style {
    /// Whether pictures are [metered](crate::metered). The colours of a map are those of its legend.
    pub fn is_metered(self) -> bool {
        self != Self::Map
    }
}

/// How the ground is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surface {
    /// Meshes of tiles with levels of detail.
    #[default]
    Mesh,
    /// Ray marching through the recipe's height function.
    March,
}

/// How far the ground extends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroundExtent {
    /// To the horizon: recipes continue beyond their domain.
    #[default]
    Endless,
    /// Only the domain, as a cutaway block.
    Domain,
}

/// The parameters of a picture.
///
/// ```
/// use orogen_view::{Camera, Lens, Shot, Style, Sun};
///
/// let lens = Lens::Perspective { degrees: 40.0 };
/// let camera = Camera::new([0.0, 4000.0, 900.0], [4000.0, 4000.0, 0.0], lens)?;
/// let sun = Sun { elevation: 12.0, azimuth: 250.0 };
/// let shot = Shot { sun, style: Style::Clay, samples: 32, ..Shot::new(camera) };
/// assert_eq!(shot.size, [960, 540]);
/// # Ok::<(), orogen_view::CameraError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// The camera.
    pub camera: Camera,
    /// The sun.
    pub sun: Sun,
    /// The air.
    pub air: Atmosphere,
    /// The fog, if any. [`Style::Map`] ignores it.
    pub fog: Option<Fog>,
    /// The clouds, if any. [`Style::Clay`], [`Style::Map`] and [`GroundExtent::Domain`] ignore them. They are also drawn where
    /// there is no air, which recipes refuse.
    pub clouds: Option<Clouds>,
    /// Columns and rows, 1 to [`MAX_SIDE`].
    pub size: [u32; 2],
    /// How the ground is shaded.
    pub style: Style,
    /// How the ground is drawn.
    pub surface: Surface,
    /// How far the ground extends.
    pub bounds: GroundExtent,
    /// The sand of [`Style::Desert`].
    pub sand: Sand,
    /// The lowest and the highest height, in metres, that the colours of a palette and of [`Style::Map`] span. `None`: those of the
    /// ground in the domain.
    pub colour_range: Option<[f32; 2]>,
    /// Samples per pixel, 1 to [`MAX_SAMPLES`]. More samples give a smoother picture and take longer.
    pub samples: u32,
}

impl Shot {
    /// A shot with defaults for everything except the camera: 960 × 540 pixels with 8 samples, and the air and sand of a recipe
    /// without `[view]`. [`with_looks`](Self::with_looks) sets the air, fog, clouds and sand of a recipe.
    pub fn new(camera: Camera) -> Self {
        Self {
            camera,
            sun: Sun::default(),
            air: atmosphere(Air::Earth, Air::Earth.haze()),
            fog: None,
            clouds: None,
            size: [960, 540],
            style: Style::default(),
            surface: Surface::default(),
            bounds: GroundExtent::default(),
            sand: Sand::default(),
            colour_range: None,
            samples: 8,
        }
    }

    /// This shot with the air, fog, clouds and sand of a recipe. The renderer reads the palette from the recipe.
    ///
    /// ```
    /// use orogen_engine::recipe::{Air, View};
    /// use orogen_view::{Camera, Lens, Shot};
    ///
    /// let camera = Camera::new([0.0, 0.0, 9.0], [9.0, 9.0, 0.0], Lens::Perspective { degrees: 40.0 })?;
    /// let view = View { air: Air::Mars, haze: 0.5, ..View::default() };
    /// let shot = Shot::new(camera).with_looks(&view);
    /// assert_eq!((shot.air.radius, shot.air.haze), (3_389_500.0, 0.5));
    /// # Ok::<(), orogen_view::CameraError>(())
    /// ```
    pub fn with_looks(self, view: &View) -> Self {
        let air = atmosphere(view.air, view.haze);
        Self { air, fog: view.fog, clouds: view.clouds, sand: view.sand, ..self }
    }

    /// The clouds that the picture shows.
    pub fn visible_clouds(&self) -> Option<Clouds> {
        let has_sky =
            matches!(self.style, Style::Realistic | Style::Desert) && self.bounds == GroundExtent::Endless;
        self.clouds.filter(|clouds| has_sky && clouds.cover > 0.0)
    }

    pub(crate) fn check(&self) -> Result<(), ViewError> {
        let fault = fault(self.size, self.samples, self.sun)
            .or_else(|| self.sand.fault())
            .or_else(|| self.fog.and_then(|fog| fog.fault()))
            .or_else(|| self.clouds.and_then(|clouds| clouds.fault()));
        fault.map_or(Ok(()), |fault| Err(ViewError::Shot(fault)))
    }
}

/// Checks the numbers that all shots have. Returns a description of the first error.
pub(crate) fn fault(size: [u32; 2], samples: u32, sun: Sun) -> Option<String> {
    let ([columns, rows], Sun { elevation, azimuth }) = (size, sun);
    if !size.iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        return Some(format!(
            "the picture is {columns} × {rows} pixels: each side must be from 1 to {MAX_SIDE}"
        ));
    }
    if !(1..=MAX_SAMPLES).contains(&samples) {
        return Some(format!(
            "the picture has {samples} samples per pixel: the number must be from 1 to {MAX_SAMPLES}"
        ));
    }
    let is_sun = (-90.0..=90.0).contains(&elevation) && azimuth.is_finite();
    (!is_sun).then(|| {
        format!("the sun is at elevation {elevation} and azimuth {azimuth}: the elevation must be from -90 to 90 degrees")
    })
}
