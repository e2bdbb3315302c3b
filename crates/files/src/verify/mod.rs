//! Verifies that the files of a terrain match its recipe.
//!
//! A [`Check`] reads a file that was written earlier and takes newly generated bands of its [grid](Check::grid), as a
//! [`Product`](crate::Product) does. Each sample must be exactly the one that the format would store. The largest error in
//! metres is measured too. In every format a sample is compared as a code of at most 32 bits: a number, or the channels of
//! a pixel.
//!
//! | file | read | what is compared |
//! |---|---|---|
//! | PNG, headerless numbers, web tiles | row by row | every sample; every pixel of a preview |
//! | EXR, TIFF, STL | into memory, at most [`MAX_SAMPLES`](crate::MAX_SAMPLES) | every height |
//! | GLB, OBJ | into memory | every height, and every normal against the exact slopes |
//!
//! A component of a normal is off by at most half a step: 1/65,534 in a GLB, 0.00005 in an OBJ. The normals of an STL follow
//! from its corners. The rest of a file (overviews of a TIFF, copies of a channel, texture coordinates) is checked only by
//! its hash, and so are meshes with levels of detail: [`changes`] compares hash and length of a file or folder. [`Borders`] compares the samples that neighbouring
//! tiles share. [`series`] groups the tiles of a file.
//!
//! Samples that a graphics device [computed](TerrainInfo::made_by) are compared with those of the processor, with a
//! tolerance for the rounding of devices: heights two millionths of their range, colours 2 steps, masks 64 steps of 65,535.
//! One sample in 500 may be off by more, because single precision does not locate cliffs and creases exactly. The height of
//! such a sample may be off by at most a hundred times the tolerance.
//!
//! ```
//! use orogen_engine::interval::Interval;
//! use orogen_engine::raster::{Band, Grid};
//! use orogen_files::delivery::FormatContext;
//! use orogen_files::{FileInfo, HeightMapping, TerrainInfo, height32, verify};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! # let description = serde_json::json!({
//! #     "format": orogen_files::FORMAT, "orogen_version": "0.1.0", "recipe": "", "recipe_hash": "00", "seed": 0,
//! #     "domain": "plane", "width": 2, "height": 2, "metres_per_sample": 1.0, "origin": [0.0, 0.0],
//! #     "rows": orogen_files::ROWS, "min_height": 1.0, "max_height": 4.0, "tileable": false, "files": [],
//! # });
//! # let info: TerrainInfo = serde_json::from_value(description)?;
//! # let covering = orogen_engine::covering::Covering::new(&[]);
//! # let style = orogen_files::preview::Style { palette: Default::default(), sea_level: None, water: None, is_planet: false };
//! # let mapping = HeightMapping::new(0.0, 5.0).ok_or("an empty range")?;
//! let context = FormatContext { mapping, interval: Interval::new(0.0, 5.0), style, covering, water: Default::default(), scatter: None, surroundings: None, fields: vec![] };
//! let band = |last| Band { columns: 2, height: vec![1.0, 2.0, 3.0, last], ..Band::default() };
//! let mut product = height32::f32(&folder.join("height.f32"), &Grid::square(2, 1.0))?;
//! product.write(&band(4.25))?;
//! product.finish()?;
//!
//! let file = FileInfo::height_f32("height.f32");
//! let mut check = verify::open(folder, &info, &file, &context)?.ok_or("an unknown kind")?;
//! check.write(&band(4.0))?;
//! let findings = check.complete()?;
//! assert_eq!((findings.largest, findings.allowed, findings.wrong), (0.25, 0.0, 1));
//! assert_eq!(findings.first, Some([1, 1]));
//! # Ok(())
//! # }
//! ```

mod borders;
mod digest;
mod field;
mod findings;
mod measure;
mod mesh;
mod open;
mod picture;
mod preview;
mod pyramid;
mod raster;
mod rows;
mod series;

use findings::OUTLIER_FACTOR;
use measure::HEIGHT_TOLERANCE;
use orogen_engine::raster::{Band, Grid};

pub use borders::{Borders, Edges};
pub use digest::changes;
pub use findings::{Findings, Unit};
pub use open::open;
pub use series::{Series, series};

use crate::{FileError, TerrainInfo};

/// Tolerance in metres of the lowest and the highest height of a terrain whose heights span `range` metres. The tolerance is 0
/// unless a graphics device computed samples.
pub fn tolerance_of_extremes(info: &TerrainInfo, range: f64) -> f64 {
    if info.is_of_device() { OUTLIER_FACTOR * HEIGHT_TOLERANCE * range } else { 0.0 }
}

/// The kinds of values that the bands of a check must have.
///
/// Each variant includes the ones before it.
///
/// ```
/// use orogen_files::verify::Needs;
///
/// let needs_slopes = |needs: Needs| needs != Needs::Heights;
/// assert!(needs_slopes(Needs::Curvature));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Heights.
    Heights,
    /// Also slopes, and the fields that the materials use.
    Slopes,
    /// Also curvature.
    Curvature,
}

/// A file that is being compared. It takes the bands of its grid from the top row down. See the [example](self).
pub trait Check {
    /// The grid of the samples in the file.
    fn grid(&self) -> Grid;

    /// The kinds of values that the bands must have.
    fn needs(&self) -> Needs;

    /// Compares the next rows.
    ///
    /// # Errors
    /// The file is damaged or truncated at these rows, or the band does not follow the one before.
    fn write(&mut self, band: &Band) -> Result<(), FileError>;

    /// Returns the findings.
    ///
    /// # Errors
    /// The end of the file is damaged, or rows are missing.
    fn complete(self: Box<Self>) -> Result<Findings, FileError>;
}
