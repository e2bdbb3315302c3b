//! TIFF and GeoTIFF heightmaps in metres: `height.tif`, 32-bit floats for a GIS, Blender or Gaea.
//!
//! The files are cloud-optimised GeoTIFFs: first all directories, then the tiles from the smallest overview to the full
//! raster, row by row. Tiles have 512 × 512 samples, DEFLATE compression and the floating-point predictor. Each overview
//! has half the sides of the level before, with averages of the heights in metres; the last overview fits into one tile. A
//! file of more than 4 GiB is a BigTIFF.
//!
//! Row 0 is north. Samples are points: the origin of a [`Georeference`] is the position of the top left sample.
//! [`Registration`] only changes how the file encodes this position; readers find every sample at the same position.
//!
//! # Why this module assembles the bytes
//! The `tiff` crate reads these files, but cannot write them: its encoder has no tiles, no predictor 3, and cannot put
//! directories before their data. The crates that write GeoTIFFs keep the raster, or an uncompressed copy of it, until the
//! end. A TIFF directory is a list of numbers, so `directory` writes it; `flate2` does the compression.
//!
//! Tiles are compressed as the rows arrive and wait in an unnamed file on the same disk. Memory holds 512 rows of the
//! raster and 512 rows of each overview, about 4 kB per column. Only at the end are the sizes of all tiles known, and with
//! them whether the file must be a BigTIFF. While the file is assembled, the disk holds the tiles twice.
//!
//! ```
//! use orogen_engine::raster::{Band, Grid};
//! use orogen_files::geotiff::{self, Crs, Georeference, Registration};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("height.tif");
//! let grid = Grid::square(3, 10.0);
//! // Swiss coordinates (LV95) of the top left sample.
//! let georeference = Georeference {
//!     crs: Crs::Epsg(2056),
//!     origin: [2_600_000.0, 1_200_000.0],
//!     spacing: grid.spacing,
//!     registration: Registration::Point,
//! };
//! let mut product = geotiff::geotiff(&path, &grid, &georeference)?;
//! product.write(&Band { columns: 3, height: vec![450.5; 9], ..Band::default() })?;
//! product.finish()?;
//! let heights = orogen_files::read_heights(&path, &Default::default())?;
//! assert_eq!((heights.samples[8], heights.spacing), (450.5, Some([10.0, 10.0])));
//! # Ok(())
//! # }
//! ```

mod directory;
mod keys;
mod pyramid;
pub(crate) mod tags;
mod tile;

use std::path::Path;

use orogen_engine::raster::{Band, Grid};

use crate::FileError;
use crate::pending::{PendingFile, PendingOutput};
use crate::product::{Product, RowCount};
use pyramid::Pyramid;

pub(crate) use keys::write_georeference;

/// The position of a raster in the world.
///
/// ```
/// use orogen_engine::raster::Grid;
/// use orogen_files::geotiff::{Crs, Georeference};
///
/// let georeference = Georeference::local(&Grid::square(3, 10.0));
/// assert_eq!((georeference.crs, georeference.origin, georeference.spacing), (Crs::Local, [0.0, 0.0], 10.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Georeference {
    /// The coordinate reference system of the origin and the spacing.
    pub crs: Crs,
    /// Easting and northing, or longitude and latitude, of the top left sample.
    pub origin: [f64; 2],
    /// Distance between neighbouring samples in the unit of the coordinates: metres or degrees.
    pub spacing: f64,
    /// How the file encodes positions.
    pub registration: Registration,
}

impl Georeference {
    /// The position of a grid in metres, if `self` is the position of the terrain's origin.
    pub(crate) fn of(&self, grid: &Grid) -> Self {
        let [east, north] = self.origin;
        Self { origin: [east + grid.x(0), north - grid.y(0)], ..*self }
    }

    /// The georeference of a raster without a real position: eastings are the grid's `x`, northings its `−y`, in metres.
    pub fn local(grid: &Grid) -> Self {
        Self {
            crs: Crs::Local,
            origin: [grid.x(0), -grid.y(0)],
            spacing: grid.spacing,
            registration: Registration::Point,
        }
    }
}

/// A coordinate reference system.
///
/// ```
/// use orogen_files::geotiff::{Crs, is_projected};
///
/// let crs = Crs::Epsg(32632);
/// assert!(matches!(crs, Crs::Epsg(code) if is_projected(code)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crs {
    /// A projected system by its EPSG code, such as 2056 or 32632. Its axes must be in metres.
    Epsg(u16),
    /// Metres on a plane without a position on Earth.
    Local,
    /// Longitude and latitude in degrees on a sphere of this radius in metres: a planet.
    Sphere {
        /// Radius in metres.
        radius: f64,
    },
    /// Metres east and north of a point on a sphere, azimuthal equidistant: a region of a planet.
    Azimuthal {
        /// Radius in metres.
        radius: f64,
        /// Latitude of the point, in degrees north.
        latitude: f64,
        /// Longitude of the point, in degrees east.
        longitude: f64,
    },
}

/// Whether an EPSG code can be that of a projected system. Codes are 1024 to 32766; 4000 to 4999 are geographic and
/// geocentric systems.
pub fn is_projected(epsg: u16) -> bool {
    (1024..=32_766).contains(&epsg) && !(4000..=4999).contains(&epsg)
}

/// How the file declares its samples: as points or as areas.
///
/// ```
/// use orogen_files::geotiff::Registration;
///
/// assert_eq!(Registration::default(), Registration::Point);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    /// `PixelIsPoint`: samples are points, and the origin is the first of them. This is the right choice for heights.
    #[default]
    Point,
    /// `PixelIsArea`: for programs that do not support points. Each sample is the centre of a square, so the origin in the file
    /// is half a spacing to the left of and above the first sample.
    Area,
}

/// Writes a TIFF without a position.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty or too large for the format.
pub fn tiff(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    product(path, grid, Vec::new())
}

/// Writes a GeoTIFF.
///
/// # Errors
/// The same as those of [`tiff()`]. Also: the code is not one of a projected system; a number is not finite; a radius or spacing
/// is not above 0; the raster or the centre of the projection is beyond a pole.
pub fn geotiff(path: &Path, grid: &Grid, georeference: &Georeference) -> Result<Box<dyn Product>, FileError> {
    check_georeference(path, grid, georeference)?;
    product(path, grid, keys::fields(georeference))
}

fn product(
    path: &Path,
    grid: &Grid,
    georeference: Vec<directory::Field>,
) -> Result<Box<dyn Product>, FileError> {
    // GDAL stores sides in 31 bits.
    const LARGEST: usize = i32::MAX as usize;
    if grid.is_empty() || grid.columns.max(grid.rows) > LARGEST {
        let message = format!("a TIFF cannot be {} × {} samples", grid.columns, grid.rows);
        return Err(FileError::new(path, message, format!("choose sides from 1 to {LARGEST}")));
    }
    let file = PendingFile::create(path)?;
    let pyramid = Pyramid::new(path, grid.columns, grid.rows)?;
    Ok(Box::new(TiffFile { rows: RowCount::new(path.to_owned(), grid), file, pyramid, georeference }))
}

fn check_georeference(path: &Path, grid: &Grid, georeference: &Georeference) -> Result<(), FileError> {
    let error = |message: String, help: &str| Err(FileError::new(path, message, help));
    let [x, y] = georeference.origin;
    if !(x.is_finite() && y.is_finite() && georeference.spacing.is_finite() && georeference.spacing > 0.0) {
        let message = format!("its origin would be {x}, {y} and its spacing {}", georeference.spacing);
        return error(message, "give finite numbers and a spacing above 0");
    }
    match georeference.crs {
        Crs::Epsg(code) if !is_projected(code) => {
            let help = "give the code of a projected system in metres, such as a UTM zone (32601 to 32760)";
            error(format!("EPSG:{code} is not a projected coordinate system"), help)
        }
        Crs::Sphere { radius } | Crs::Azimuthal { radius, .. } if !(radius.is_finite() && radius > 0.0) => {
            error(format!("a sphere cannot have a radius of {radius} m"), "give one above 0")
        }
        Crs::Sphere { .. } => {
            let bottom = y - (grid.rows.saturating_sub(1)) as f64 * georeference.spacing;
            if y <= 90.0 + 1e-9 && bottom >= -90.0 - 1e-9 {
                return Ok(());
            }
            let message = format!("its rows would lie from latitude {y}° to {bottom}°");
            error(message, "give the latitude of the top row and a spacing in degrees")
        }
        Crs::Azimuthal { latitude, longitude, .. }
            if !((-90.0..=90.0).contains(&latitude) && longitude.is_finite()) =>
        {
            let message = format!("its centre would be latitude {latitude}°, longitude {longitude}°");
            error(message, "give a latitude from -90 to 90, and a longitude that is a number")
        }
        Crs::Epsg(_) | Crs::Local | Crs::Azimuthal { .. } => Ok(()),
    }
}

struct TiffFile {
    rows: RowCount,
    file: PendingFile,
    pyramid: Pyramid,
    georeference: Vec<directory::Field>,
}

impl Product for TiffFile {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.rows.check(band, &[("height", &band.height)])?;
        let mut rows = band.height.chunks_exact(band.columns.max(1));
        let written = rows.try_for_each(|row| self.pyramid.push(row));
        written.map_err(|error| FileError::from_io(&self.rows.path, &error))?;
        self.rows.advance(band);
        Ok(())
    }

    fn complete(mut self: Box<Self>) -> Result<PendingOutput, FileError> {
        let path = self.rows.complete()?;
        let written = self.pyramid.write(&self.georeference, &mut self.file);
        written
            .and_then(|()| PendingOutput::new(self.file))
            .map_err(|error| FileError::from_io(&path, &error))
    }
}
