//! Heights in metres encoded as colours: Terrarium and Mapbox terrain-RGB.

use std::ops::Range;
use std::path::Path;

use orogen_engine::interval::Interval;
use orogen_engine::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Png, PngKind};
use crate::pending::PendingFile;
use crate::product::{Product, RowCount, SampleFile, SampleFormat};

/// An encoding of heights as red, green and blue, which form the 24-bit number `v = R·65536 + G·256 + B`. All steps of this
/// number are the same difference in height.
///
/// | | height in metres | step | from | to |
/// |---|---|---|---|---|
/// | Terrarium | `R·256 + G + B/256 − 32768` | 1/256 m | −32768 | 32767.996 |
/// | Mapbox | `−10000 + v·0.1` | 0.1 m | −10000 | 1667721.5 |
///
/// ```
/// use orogen_files::web::Encoding;
///
/// assert_eq!(Encoding::Terrarium.encode(0.0), Some([128, 0, 0]));
/// assert_eq!(Encoding::Mapbox.encode(0.0), Some([1, 134, 160]));
/// assert_eq!(Encoding::Mapbox.decode([1, 134, 161]), 0.1);
/// assert_eq!(Encoding::Mapbox.encode(-10_001.0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Mapzen's encoding with 256 steps per metre.
    Terrarium,
    /// Mapbox's terrain-RGB with ten steps per metre.
    Mapbox,
}

/// The largest 24-bit number.
const LAST: u32 = (1 << 24) - 1;

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 2] = [Self::Terrarium, Self::Mapbox];

    /// The name of the encoding in TileJSON and in MapLibre styles.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Terrarium => "terrarium",
            Self::Mapbox => "mapbox",
        }
    }

    /// The encoding with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name)
    }

    const fn steps_per_metre(self) -> f64 {
        match self {
            Self::Terrarium => 256.0,
            Self::Mapbox => 10.0,
        }
    }

    /// Metres between neighbouring values. A height in the [range](Self::range) is off by at most half a quantum.
    pub const fn quantum(self) -> f64 {
        1.0 / self.steps_per_metre()
    }

    /// The heights in metres that can be encoded.
    pub const fn range(self) -> Interval {
        let min = match self {
            Self::Terrarium => -32_768.0,
            Self::Mapbox => -10_000.0,
        };
        Interval::new(min, min + LAST as f64 / self.steps_per_metre())
    }

    /// The nearest colour; a tie goes to the even number. `None` for a height out of range or NaN.
    pub fn encode(self, metres: f64) -> Option<[u8; 3]> {
        let Interval { min, max } = self.range();
        (metres >= min && metres <= max).then(|| self.colour(metres))
    }

    /// The height in metres of a colour.
    pub const fn decode(self, [red, green, blue]: [u8; 3]) -> f64 {
        let steps = u32::from_be_bytes([0, red, green, blue]) as f64;
        // The dividend is an integer, so the quotient is rounded once, as literals are.
        (steps + self.range().min * self.steps_per_metre()) / self.steps_per_metre()
    }

    /// The colour of a height in range. Adding 2⁵² rounds away the fraction and leaves the integer in the lowest bits.
    #[inline(always)]
    pub(crate) fn colour(self, metres: f64) -> [u8; 3] {
        const TWO_52: f64 = 4_503_599_627_370_496.0;
        let steps = (metres - self.range().min) * self.steps_per_metre();
        let [_, red, green, blue] = ((steps + TWO_52).to_bits() as u32).to_be_bytes();
        [red, green, blue]
    }

    /// Returns an error if the terrain may have heights out of range. Call it before the work.
    pub(crate) fn check_interval(self, path: &Path, heights: Interval) -> Result<(), FileError> {
        let fits = |encoding: Self| {
            let Interval { min, max } = encoding.range();
            heights.min >= min && heights.max <= max
        };
        if fits(self) {
            return Ok(());
        }
        let range = self.range();
        let message = format!(
            "heights from {:.1} to {:.1} m do not fit in {} colours, which can store only {} to {:.1} m",
            heights.min,
            heights.max,
            self.name(),
            range.min,
            range.max,
        );
        let help = match Self::ALL.into_iter().find(|&other| fits(other)) {
            Some(other) => format!("choose the {} encoding, or lower the heights", other.name()),
            None => "lower the scale of the recipe's heights".to_owned(),
        };
        Err(FileError::new(path, message, help))
    }

    /// Returns an error for a height out of range among these samples of a band. The caller has checked that the samples
    /// are finite and that the rows of the band are complete.
    pub(crate) fn check_band(
        self,
        rows: &RowCount,
        band: &Band,
        samples: Range<usize>,
    ) -> Result<(), FileError> {
        let Interval { min, max } = self.range();
        let outside = |&height: &f32| f64::from(height) < min || f64::from(height) > max;
        let Some(at) = band.height[samples.clone()].iter().position(outside) else { return Ok(()) };
        let at = samples.start + at;
        let message = format!(
            "height is {} at column {}, row {}, but {} colours can store only {min} to {max:.1} m",
            band.height[at],
            at % band.columns,
            band.first_row + at / band.columns,
            self.name(),
        );
        Err(FileError::new(&rows.path, message, "lower the scale of the recipe's heights"))
    }
}

/// Writes a raster as one picture: 8-bit RGB without alpha and without a declared colour space. `heights` are the possible
/// heights of the terrain.
///
/// # Errors
/// The possible heights exceed the range of the encoding; the folder is missing or cannot be written; the grid is empty.
///
/// ```
/// use orogen_engine::interval::Interval;
/// use orogen_engine::raster::Grid;
/// use orogen_files::web::{self, Encoding};
///
/// let deep = Interval::new(-10_500.0, 8_000.0);
/// let error = web::png("deep.png".as_ref(), &Grid::square(8, 1.0), Encoding::Mapbox, deep).err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "deep.png: heights from -10500.0 to 8000.0 m do not fit in mapbox colours, which can store only -10000 to \
///      1667721.5 m; choose the terrarium encoding, or lower the heights",
/// );
/// ```
pub fn png(
    path: &Path,
    grid: &Grid,
    encoding: Encoding,
    heights: Interval,
) -> Result<Box<dyn Product>, FileError> {
    encoding.check_interval(path, heights)?;
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Rgb8)?;
    Ok(Box::new(SampleFile::new(path.to_owned(), grid, encoding, encoder)))
}

impl SampleFormat for Encoding {
    const BYTES: usize = 3;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("height", &band.height)]
    }

    fn check(&self, rows: &RowCount, band: &Band, samples: Range<usize>) -> Result<(), FileError> {
        self.check_band(rows, band, samples)
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        for (bytes, &metres) in out.as_chunks_mut::<3>().0.iter_mut().zip(&band.height[samples]) {
            *bytes = self.colour(f64::from(metres));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formulas_of_the_formats() {
        for [red, green, blue] in [[0, 0, 0], [128, 0, 0], [1, 2, 3], [200, 17, 90], [255, 255, 255]] {
            let [r, g, b] = [red, green, blue].map(f64::from);
            let colour = [red, green, blue];
            assert_eq!(Encoding::Terrarium.decode(colour), r * 256.0 + g + b / 256.0 - 32_768.0);
            let mapbox = -10_000.0 + (r * 65_536.0 + g * 256.0 + b) * 0.1;
            assert!((Encoding::Mapbox.decode(colour) - mapbox).abs() < 1e-9);
        }
    }

    #[test]
    fn every_colour_comes_back() {
        for encoding in Encoding::ALL {
            for value in (0..=LAST).step_by(97).chain([LAST]) {
                let [_, red, green, blue] = value.to_be_bytes();
                let colour = [red, green, blue];
                assert_eq!(encoding.encode(encoding.decode(colour)), Some(colour), "{encoding:?}");
            }
            let Interval { min, max } = encoding.range();
            for outside in [min - 1e-6, max + 1e-6, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                assert_eq!(encoding.encode(outside), None);
            }
        }
    }
}
