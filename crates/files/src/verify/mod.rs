//! Whether the files of a terrain hold what its recipe says.
//!
//! A [`Check`] reads a file that was written earlier and takes the bands of its [grid](Check::grid), freshly made, as a
//! [`Product`](crate::Product) does. Each sample must be the very one that the format would have been given; besides
//! that, the largest error in metres is measured. Whatever the format, a sample is compared as a code of 32 bits at
//! most: a number, or the channels of a pixel.
//!
//! | file | read | what is compared |
//! |---|---|---|
//! | PNG, headerless numbers, web tiles | row by row | every sample; of a preview every pixel |
//! | EXR, TIFF, STL | as a whole, [`MAX_SAMPLES`](crate::MAX_SAMPLES) at most | every height |
//! | GLB, OBJ | the same | every height, and every normal with the exact slopes |
//!
//! A component of a normal is off by half a step at most: by 1/65,534 in a GLB, by 0.00005 in an OBJ. Those of an STL
//! follow from its corners. What lies in a file besides that (overviews of a TIFF, copies of a channel, texture
//! coordinates) is known by the hash alone: [`changes`] compares that and the length, of a folder too. [`Borders`]
//! compares what neighbouring tiles share, [`series`] says which files belong together.
//!
//! What a graphics device [made](TerrainInfo::made_by) is compared with what the processor gives, and may be off by the
//! rounding of such devices: heights by two millionths of their range, colours by 2 steps and masks by 64 of 65,535; and
//! one sample in 500 by more, as on a cliff or where two slopes meet the place itself is not known better in single
//! precision, but its height by a hundred times as much at most.
//!
//! ```
//! use orogen::interval::Interval;
//! use orogen::raster::{Band, Grid};
//! use orogen_files::delivery::Subject;
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
//! # let covering = orogen::covering::Covering::new(&[]);
//! # let style = orogen_files::preview::Style { palette: Default::default(), sea_level: None };
//! # let mapping = HeightMapping::new(0.0, 5.0).ok_or("an empty range")?;
//! let subject = Subject { mapping, interval: Interval::new(0.0, 5.0), style, covering, is_planet: false };
//! let band = |last| Band { columns: 2, height: vec![1.0, 2.0, 3.0, last], ..Band::default() };
//! let mut product = height32::f32(&folder.join("height.f32"), &Grid::square(2, 1.0))?;
//! product.write(&band(4.25))?;
//! product.finish()?;
//!
//! let file = FileInfo::height_f32("height.f32");
//! let mut check = verify::open(folder, &info, &file, &subject)?.ok_or("not of heights")?;
//! check.write(&band(4.0))?;
//! let findings = check.complete()?;
//! assert_eq!((findings.largest, findings.allowed, findings.wrong), (0.25, 0.0, 1));
//! assert_eq!(findings.first, Some([1, 1]));
//! # Ok(())
//! # }
//! ```

mod borders;
mod digest;
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

use findings::FARTHEST;
use measure::HEIGHT_LEEWAY;
use orogen::raster::{Band, Grid};

pub use borders::{Borders, Edges};
pub use digest::changes;
pub use findings::{Findings, Unit};
pub use open::open;
pub use series::{Series, series};

use crate::{FileError, TerrainInfo};

/// How many metres off the lowest and the highest height of a terrain may be, of heights with this range: nothing,
/// unless a device made it.
pub fn leeway_of_extremes(info: &TerrainInfo, range: f64) -> f64 {
    if info.is_of_device() { FARTHEST * HEIGHT_LEEWAY * range } else { 0.0 }
}

/// What the bands of a check must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Heights.
    Heights,
    /// Slopes too, and the other fields that materials look at.
    Slopes,
    /// Curvature besides.
    Curvature,
}

/// A file that is being compared, fed with the bands of its grid from the top row down.
pub trait Check {
    /// The samples that the file holds.
    fn grid(&self) -> Grid;

    /// What its bands must have.
    fn needs(&self) -> Needs;

    /// Compares the next rows.
    ///
    /// # Errors
    /// The file is broken or cut short there; a band that does not follow on the one before.
    fn write(&mut self, band: &Band) -> Result<(), FileError>;

    /// What was found.
    ///
    /// # Errors
    /// The file's end is broken, or rows are missing.
    fn complete(self: Box<Self>) -> Result<Findings, FileError>;
}
