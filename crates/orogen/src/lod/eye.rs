//! Who looks, and how much is to be drawn.

use std::fmt;

use crate::planet::TileAddress;

/// Where somebody looks from at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// Metres from the planet's centre.
    pub position: [f64; 3],
    /// Where it looks: a vector of any length. Tiles there are asked for first, and all around are drawn.
    pub direction: [f64; 3],
    /// Half the angle in radians of the cone around that direction that holds the picture; π looks everywhere.
    pub cone: f64,
    /// Pixels per radian in the middle of the picture: half its height in pixels by the tangent of half its angle. What is
    /// not finite or below 0 counts as 0: in a picture without pixels, as that of a window that is folded up, the coarsest
    /// tiles will do.
    pub pixels_per_radian: f64,
}

impl Eye {
    /// The same with a number of pixels.
    pub(super) fn sound(self) -> Self {
        let is_sound = self.pixels_per_radian.is_finite() && self.pixels_per_radian > 0.0;
        Self { pixels_per_radian: if is_sound { self.pixels_per_radian } else { 0.0 }, ..self }
    }
}

/// What a [`Quadtree`](super::Quadtree) is held to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Pixels by which the ground drawn may be off: a tile beyond it is split. More than 0.
    pub threshold: f64,
    /// No tile is of a finer level than this, nor of one that the radius is too small for.
    pub finest: u8,
    /// Bytes of memory that tiles may take, at least [`Settings::LEAST_BYTES`]. Where that is not enough, the threshold
    /// rises until it is.
    pub bytes: usize,
    /// Tiles asked for at once, at least 1. More keep more makers busy, fewer follow the eye sooner.
    pub in_flight: usize,
    /// Seconds that a tile takes at least between its parent's shape and its own. 0 lets it jump: for a picture that is
    /// drawn when all tiles are there.
    pub fade: f64,
}

impl Settings {
    /// The least of [`bytes`](Self::bytes): 32 MiB, of which the tiles that are always kept take a quarter.
    pub const LEAST_BYTES: usize = 32 << 20;

    /// Whether there can be such settings.
    pub(super) fn check(&self) -> Result<(), SettingError> {
        let finest = f64::from(TileAddress::MAX_LEVEL);
        let bounds = [
            ("threshold", self.threshold, [f64::MIN_POSITIVE, f64::MAX]),
            ("finest", f64::from(self.finest), [0.0, finest]),
            ("bytes", self.bytes as f64, [Self::LEAST_BYTES as f64, f64::MAX]),
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
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// The least and the greatest value it can have.
    pub bounds: [f64; 2],
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, bounds: [least, most] } = self;
        write!(f, "`{name}` of the levels of detail is {value}: give {least:e} to {most:e}")
    }
}

impl std::error::Error for SettingError {}

impl Default for Settings {
    /// A pixel, 512 MiB, 24 tiles at once, a quarter of a second.
    fn default() -> Self {
        Self { threshold: 1.0, finest: TileAddress::MAX_LEVEL, bytes: 512 << 20, in_flight: 24, fade: 0.25 }
    }
}
