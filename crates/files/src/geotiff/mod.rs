//! TIFF and GeoTIFF heightmaps in metres: `height.tif`, 32-bit floats that a GIS, Blender or Gaea opens.
//!
//! The files are laid out as cloud-optimised GeoTIFFs: all directories come first, then the tiles from the smallest
//! overview to the full raster, row by row. Tiles have 512 × 512 samples, DEFLATE and the floating-point predictor;
//! overviews halve the raster by averages of metres until one tile holds it. A file of more than 4 GiB is a BigTIFF.
//!
//! Row 0 is north. Samples are points: the origin of a [`Georeference`] is the place of the top left sample itself, and
//! [`Registration`] says only how the file puts that into numbers; a reader finds every sample at the same place.
//!
//! # Why the bytes are put together here
//! The `tiff` crate reads these files back, but cannot write them: it has neither tiles, nor predictor 3, nor
//! directories before their data (it puts a directory behind all that it points to). The crates that write GeoTIFFs keep
//! the raster, or an uncompressed copy of it, until the end. A TIFF directory is a list of numbers, so `directory`
//! writes it; DEFLATE is `flate2`'s.
//!
//! Tiles are compressed as the rows come and wait in a nameless file on the same disk; memory holds 512 rows of the raster
//! and as many of each overview, about 4 kB a column. At the end their sizes are known, and with them whether the file
//! must be a BigTIFF, before its first byte is written. Until then the disk holds them twice.
//!
//! ```
//! use orogen::raster::{Band, Grid};
//! use orogen_files::geotiff::{self, Crs, Georeference, Registration};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("height.tif");
//! let grid = Grid::square(3, 10.0);
//! // Swiss coordinates (LV95) of the top left sample.
//! let place = Georeference {
//!     crs: Crs::Epsg(2056),
//!     origin: [2_600_000.0, 1_200_000.0],
//!     spacing: grid.spacing,
//!     registration: Registration::Point,
//! };
//! let mut product = geotiff::geotiff(&path, &grid, &place)?;
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
mod tile;

use std::path::Path;

use orogen::raster::{Band, Grid};

use crate::FileError;
use crate::pending::{PendingFile, Whole};
use crate::product::{Product, RowCount};
use pyramid::Pyramid;

/// Where the samples of a raster lie in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Georeference {
    /// The coordinates that the numbers below belong to.
    pub crs: Crs,
    /// Easting and northing, or longitude and latitude, of the top left sample.
    pub origin: [f64; 2],
    /// Distance of neighbouring samples in the units of the coordinates: metres, or degrees.
    pub spacing: f64,
    /// How the file states the places.
    pub registration: Registration,
}

impl Georeference {
    /// The place of a grid, where `self` is that of the terrain's own origin, in metres.
    pub(crate) fn of(&self, grid: &Grid) -> Self {
        let [east, north] = self.origin;
        Self { origin: [east + grid.x(0), north - grid.y(0)], ..*self }
    }

    /// A raster of no real place: eastings are the grid's `x`, northings its `−y`, in metres.
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crs {
    /// A projected one by its EPSG code, such as 2056 or 32632. Its axes must be in metres.
    Epsg(u16),
    /// Metres on a plane that is nowhere on Earth.
    Local,
    /// Longitude and latitude in degrees on a sphere of this radius in metres: a planet.
    Sphere {
        /// Radius in metres.
        radius: f64,
    },
    /// Metres east and north of a place on a sphere, azimuthal and equidistant: a region of a planet.
    Azimuthal {
        /// Radius in metres.
        radius: f64,
        /// Of the place, in degrees north.
        latitude: f64,
        /// Of the place, in degrees east.
        longitude: f64,
    },
}

/// Whether a code of EPSG's tables can be that of a projected system: they are 1024 to 32766, and geographic and
/// geocentric systems have those from 4000 on.
pub fn is_projected(epsg: u16) -> bool {
    (1024..=32_766).contains(&epsg) && !(4000..=4999).contains(&epsg)
}

/// Whether the file calls its samples points or areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    /// `PixelIsPoint`: samples are points, and the origin is the first of them. The right one for heights.
    #[default]
    Point,
    /// `PixelIsArea`: for programs that know nothing else. Each sample is the middle of a square, so the file's origin
    /// is half a sample left of and above the first.
    Area,
}

/// A TIFF without a place.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty or too large for the format.
pub fn tiff(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    product(path, grid, Vec::new())
}

/// A TIFF that says where it lies.
///
/// # Errors
/// As [`tiff()`]; the code is not one of a projected system; a number is not finite, a radius or spacing not above 0; the
/// raster reaches beyond a pole.
pub fn geotiff(path: &Path, grid: &Grid, place: &Georeference) -> Result<Box<dyn Product>, FileError> {
    refuse_place(path, grid, place)?;
    product(path, grid, keys::fields(place))
}

fn product(path: &Path, grid: &Grid, place: Vec<directory::Field>) -> Result<Box<dyn Product>, FileError> {
    // GDAL counts sides in 31 bits.
    const LARGEST: usize = i32::MAX as usize;
    if grid.is_empty() || grid.columns.max(grid.rows) > LARGEST {
        let what = format!("a TIFF cannot be {} × {} samples", grid.columns, grid.rows);
        return Err(FileError::new(path, what, format!("choose sides from 1 to {LARGEST}")));
    }
    let file = PendingFile::create(path)?;
    let pyramid = Pyramid::new(path, grid.columns, grid.rows)?;
    Ok(Box::new(TiffFile { rows: RowCount::new(path.to_owned(), grid), file, pyramid, place }))
}

fn refuse_place(path: &Path, grid: &Grid, place: &Georeference) -> Result<(), FileError> {
    let refuse = |what: String, mend: &str| Err(FileError::new(path, what, mend));
    let [x, y] = place.origin;
    if !(x.is_finite() && y.is_finite() && place.spacing.is_finite() && place.spacing > 0.0) {
        let what = format!("its origin would be {x}, {y} and its spacing {}", place.spacing);
        return refuse(what, "give finite numbers and a spacing above 0");
    }
    match place.crs {
        Crs::Epsg(code) if !is_projected(code) => {
            let mend = "give the code of a projected system in metres, such as a UTM zone (32601 to 32760)";
            refuse(format!("EPSG:{code} is not a projected coordinate system"), mend)
        }
        Crs::Sphere { radius } | Crs::Azimuthal { radius, .. } if !(radius.is_finite() && radius > 0.0) => {
            refuse(format!("a sphere cannot have a radius of {radius} m"), "give one above 0")
        }
        Crs::Sphere { .. } => {
            let bottom = y - (grid.rows.saturating_sub(1)) as f64 * place.spacing;
            if y <= 90.0 + 1e-9 && bottom >= -90.0 - 1e-9 {
                return Ok(());
            }
            let what = format!("its rows would lie from latitude {y}° to {bottom}°");
            refuse(what, "give the latitude of the top row and a spacing in degrees")
        }
        Crs::Azimuthal { latitude, longitude, .. }
            if !((-90.0..=90.0).contains(&latitude) && longitude.is_finite()) =>
        {
            let what = format!("its middle would be latitude {latitude}°, longitude {longitude}°");
            refuse(what, "give a latitude from -90 to 90, and a longitude that is a number")
        }
        Crs::Epsg(_) | Crs::Local | Crs::Azimuthal { .. } => Ok(()),
    }
}

struct TiffFile {
    rows: RowCount,
    file: PendingFile,
    pyramid: Pyramid,
    place: Vec<directory::Field>,
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

    fn complete(mut self: Box<Self>) -> Result<Whole, FileError> {
        let path = self.rows.complete()?;
        let written = self.pyramid.write(&self.place, &mut self.file);
        written.and_then(|()| Whole::new(self.file)).map_err(|error| FileError::from_io(&path, &error))
    }
}
