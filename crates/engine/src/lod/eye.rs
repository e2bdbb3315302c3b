//! The camera, and the settings of a tree.

use std::fmt;

use crate::planet::TileAddress;

/// The camera at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// Metres from the planet's centre.
    pub position: [f64; 3],
    /// The view direction: a vector of any length. Tiles in view are requested first; tiles all around are drawn.
    pub direction: [f64; 3],
    /// Half the opening angle, in radians, of the cone around `direction` that contains the picture. With π, all tiles are in
    /// view.
    pub cone: f64,
    /// Pixels per radian in the centre of the picture: half the picture's height in pixels divided by the tangent of half its
    /// vertical angle of view. A value that is negative or not finite counts as 0. With 0, as for a minimised window, the
    /// coarsest tiles suffice.
    pub pixels_per_radian: f64,
}

impl Eye {
    /// The eye for a picture. `degrees` is the vertical angle of view, above 0 and below 180. `width` and `height` are in pixels,
    /// at least 1. `position` and `direction` are those of [`Eye`].
    ///
    /// ```
    /// use orogen_engine::lod::Eye;
    ///
    /// let eye = Eye::looking([0.0, 0.0, 3e6], [0.0, 0.0, -1.0], 90.0, [1000, 1000]);
    /// assert!((eye.pixels_per_radian - 500.0).abs() < 1e-9);
    /// // The corners of the picture are √2 as far from its centre as its edges.
    /// assert!((eye.cone - 2_f64.sqrt().atan()).abs() < 1e-9);
    /// ```
    pub fn looking(position: [f64; 3], direction: [f64; 3], degrees: f64, [width, height]: [u32; 2]) -> Self {
        let [width, height] = [f64::from(width), f64::from(height)];
        let half = libm::tan(degrees.to_radians() / 2.0);
        let corner = half * libm::hypot(width, height) / height;
        Self { position, direction, cone: libm::atan(corner), pixels_per_radian: height / 2.0 / half }
    }

    /// The same camera with a valid [`pixels_per_radian`](Self::pixels_per_radian).
    pub(super) fn sound(self) -> Self {
        let is_sound = self.pixels_per_radian.is_finite() && self.pixels_per_radian > 0.0;
        Self { pixels_per_radian: if is_sound { self.pixels_per_radian } else { 0.0 }, ..self }
    }
}

/// The settings of a [`Quadtree`](super::Quadtree).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The largest error in pixels: a tile with a larger error is split. The threshold must be greater than 0.
    pub threshold: f64,
    /// The finest level of tiles. The planet's radius may limit the level further.
    pub finest: u8,
    /// Bytes of memory for tiles, at least [`Settings::MIN_BYTES`]. If this does not suffice, the threshold rises until it
    /// does.
    pub bytes: usize,
    /// The largest number of requests in flight, at least 1. With more requests, more makers are busy. With fewer, the requests
    /// follow the camera sooner.
    pub in_flight: usize,
    /// The least time in seconds in which a tile moves from its parent's shape to its own. With 0, the shape changes at once;
    /// this is for pictures that are drawn only when all tiles have arrived.
    pub fade: f64,
}

impl Settings {
    /// The least [`bytes`](Self::bytes): 32 MiB. The tiles that are always kept take a quarter of this.
    pub const MIN_BYTES: usize = 32 << 20;

    /// Checks the range of every setting.
    pub(super) fn check(&self) -> Result<(), SettingError> {
        let finest = f64::from(TileAddress::MAX_LEVEL);
        let bounds = [
            ("threshold", self.threshold, [f64::MIN_POSITIVE, f64::MAX]),
            ("finest", f64::from(self.finest), [0.0, finest]),
            ("bytes", self.bytes as f64, [Self::MIN_BYTES as f64, f64::MAX]),
            ("in_flight", self.in_flight as f64, [1.0, f64::MAX]),
            ("fade", self.fade, [0.0, f64::MAX]),
        ];
        let wrong = bounds.into_iter().find(|(_, value, [least, most])| !(least..=most).contains(&value));
        match wrong {
            Some((name, value, bounds)) => Err(SettingError { name, value, bounds }),
            None => Ok(()),
        }
    }
}

/// A setting of a [`Quadtree`](super::Quadtree) that is out of range.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingError {
    /// The name of the setting.
    pub name: &'static str,
    /// The value that the setting has.
    pub value: f64,
    /// The least and the greatest value that the setting may have.
    pub bounds: [f64; 2],
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, bounds: [least, most] } = self;
        write!(f, "`{name}` of the levels of detail is {value}: give a number from {least:e} to {most:e}")
    }
}

impl std::error::Error for SettingError {}

impl Default for Settings {
    /// A threshold of one pixel, all levels, 512 MiB, 24 requests in flight, and a fade of a quarter of a second.
    fn default() -> Self {
        Self { threshold: 1.0, finest: TileAddress::MAX_LEVEL, bytes: 512 << 20, in_flight: 24, fade: 0.25 }
    }
}
