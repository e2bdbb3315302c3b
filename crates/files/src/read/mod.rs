//! Rasters of heights, read in: whatever other programs write.

mod exr;
mod flaw;
mod geotiff;
mod png;
mod raw;
mod tiff;
mod tiff_header;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use orogen::image::SampleUnit;

use crate::FileError;
use flaw::Flaw;

pub use png::{read_heightmap, read_png_bytes};
pub use raw::{RawNumber, RawShape};

/// Longest side of a picture that is read, in samples.
pub const MAX_SIDE: usize = 32_768;

/// Most samples of a picture that is read.
pub const MAX_SAMPLES: usize = 1 << 28;

/// A raster of values in 0…1, row by row from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Heightmap {
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width × height` values in 0…1.
    pub samples: Vec<f32>,
}

/// A raster of heights with what its file says of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Heights {
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width × height` values, row by row from the top; finite unless gaps were filled with NaN.
    pub samples: Vec<f32>,
    /// Whether they are metres.
    pub unit: SampleUnit,
    /// Metres between neighbouring samples along a row and along a column, if the file says so.
    pub spacing: Option<[f64; 2]>,
    /// Where they lie, if the file says so.
    pub location: Option<Location>,
}

/// Where a file says that its samples lie in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// EPSG's code of the coordinates, if the file gives one.
    pub crs: Option<u16>,
    /// Easting and northing of the middle of the first sample, or its longitude and latitude.
    pub origin: [f64; 2],
    /// Degrees between neighbouring samples along a row and along a column, where the coordinates are longitude and
    /// latitude.
    pub degrees: Option<[f64; 2]>,
}

/// What the caller knows of a file that the file may not say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReadOptions {
    /// What integers are: metres as they stand, or fractions of the largest one of their kind. Left out, signed ones and
    /// those of a georeferenced file are metres, others fractions. Floats are always as they stand.
    pub unit: Option<SampleUnit>,
    /// What stands where the file has no height (its `nodata` value, NaN, infinities); NaN keeps such places as NaN. Left
    /// out, the first of them is an error.
    pub fill: Option<f32>,
    /// The number, as it would stand among the samples, that means the same as the file's own `nodata`.
    pub nodata: Option<f32>,
    /// That the file has no header, and what it holds.
    pub raw: Option<RawShape>,
}

/// Reads heights from a file of any known format: PNG, TIFF and GeoTIFF, OpenEXR, SRTM's `.hgt`, and headerless numbers.
///
/// The first bytes tell the format, for headerless files the ending of the name.
///
/// | format | understood |
/// |---|---|
/// | PNG | as [`read_heightmap`] |
/// | TIFF, GeoTIFF, BigTIFF | one band of integers of 8 to 32 bits or floats of 16 to 64; strips or tiles; no compression, LZW, DEFLATE or PackBits, all predictors; `nodata`, scale and offset as GDAL stores them |
/// | OpenEXR | all compressions of the `exr` crate; of several channels the first there is of `Y`, `height`, `Z`, `V`, `R` |
/// | `.hgt` | 16-bit metres of a square tile, −32768 where nothing is known |
/// | `.r16`, `.raw`, `.r32`, `.f32` | [`ReadOptions::raw`], or little-endian numbers of a square if left out: 16-bit unsigned for the first two, else singles |
///
/// ```
/// use orogen_files::{ReadOptions, read_heights};
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("N46E008.hgt");
/// // A tile of two by two samples, one of them unknown.
/// std::fs::write(&path, [1000_i16, 1010, 1020, -32_768].map(i16::to_be_bytes).concat()).unwrap();
/// let error = read_heights(&path, &ReadOptions::default()).unwrap_err();
/// assert_eq!(error.what, "it has no height at column 1, row 1");
/// let heights = read_heights(&path, &ReadOptions { fill: Some(0.0), ..ReadOptions::default() }).unwrap();
/// assert_eq!(heights.samples, [1000.0, 1010.0, 1020.0, 0.0]);
/// ```
///
/// # Errors
/// There is no such file, its format is unknown, it is broken or cut short, it has more than [`MAX_SIDE`] samples on a
/// side or [`MAX_SAMPLES`] in all, it holds no single band of numbers, or it lacks a height and `fill` is left out.
/// Memory is taken only for samples that the file can hold.
pub fn read_heights(path: &Path, options: &ReadOptions) -> Result<Heights, FileError> {
    read(BufReader::with_capacity(1 << 16, open(path)?), path, options)
}

/// Opens what is a file and has an end: opening a pipe would wait for its other end, and a device may never be read
/// to its own.
pub(crate) fn open(path: &Path) -> Result<File, FileError> {
    let refused = |error| FileError::from_io(path, &error);
    let facts = fs::metadata(path).map_err(refused)?;
    if facts.is_dir() {
        return Err(refused(io::ErrorKind::IsADirectory.into()));
    }
    if !facts.is_file() {
        return Err(FileError::endless(path));
    }
    File::open(path).map_err(refused)
}

/// All bytes of a file that has at most so many.
pub(crate) fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| FileError::from_io(path, &error))?;
    if bytes.len() as u64 > most {
        return Err(FileError::new(path, format!("it has more than {most} bytes"), "name another file"));
    }
    Ok(bytes)
}

/// Reads heights that lie in memory; headerless ones by [`ReadOptions::raw`] only. Any bytes whatever give heights or an
/// error.
///
/// # Errors
/// As [`read_heights`]; the path of the error is empty.
pub fn read_heights_bytes(bytes: &[u8], options: &ReadOptions) -> Result<Heights, FileError> {
    read(Cursor::new(bytes), Path::new(""), options)
}

fn read(mut source: impl Source, path: &Path, options: &ReadOptions) -> Result<Heights, FileError> {
    let format = Format::of(&mut source, path, options).map_err(|flaw| flaw.of(path, "file"))?;
    let heights = match format {
        Format::Png => {
            let unit = options.unit.unwrap_or(SampleUnit::Fraction);
            png::decode(source, unit).map(|Heightmap { width, height, samples }| Heights {
                width,
                height,
                samples,
                unit,
                spacing: None,
                location: None,
            })
        }
        Format::Tiff => tiff::decode(source, options),
        Format::Exr => exr::decode(source),
        Format::Raw(shape) => raw::decode(source, shape, options),
        Format::Square(number) => raw::decode_square(source, number, options),
    };
    let mut heights = heights.map_err(|flaw| flaw.of(path, format.name()))?;
    settle(&mut heights, options).map_err(|flaw| flaw.of(path, format.name()))?;
    Ok(heights)
}

/// What a file is taken for.
#[derive(Clone, Copy)]
enum Format {
    Png,
    Tiff,
    Exr,
    Raw(RawShape),
    Square(RawNumber),
}

impl Format {
    fn of(source: &mut impl Source, path: &Path, options: &ReadOptions) -> Result<Self, Flaw> {
        if let Some(shape) = options.raw {
            return Ok(Self::Raw(shape));
        }
        if starts_with(source, png::SIGNATURE)? {
            return Ok(Self::Png);
        }
        if tiff::is_tiff(source)? {
            return Ok(Self::Tiff);
        }
        if starts_with(source, exr::SIGNATURE)? {
            return Ok(Self::Exr);
        }
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        Self::of_ending(&ending.to_ascii_lowercase()).ok_or_else(|| {
            let mend = "save it as PNG, TIFF or EXR; or, if it holds numbers without a header, say which and how many: \
                        numbers = \"u16\", columns = 1024";
            Flaw::unread("it is of no known format", mend)
        })
    }

    /// What the name of a file claims; the decoder sees whether it is true.
    fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "png" => Some(Self::Png),
            "tif" | "tiff" => Some(Self::Tiff),
            "exr" => Some(Self::Exr),
            _ => RawNumber::of_ending(ending).map(Self::Square),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Tiff => "TIFF",
            Self::Exr => "EXR",
            Self::Raw(_) | Self::Square(_) => "raw file",
        }
    }
}

/// Fills the places without a height, or finds the first of them.
fn settle(heights: &mut Heights, options: &ReadOptions) -> Result<(), Flaw> {
    if let Some(nodata) = options.nodata {
        let unknown = heights.samples.iter_mut().filter(|sample| **sample == nodata);
        unknown.for_each(|sample| *sample = f32::NAN);
    }
    if let Some(fill) = options.fill {
        let unknown = heights.samples.iter_mut().filter(|sample| !sample.is_finite());
        unknown.for_each(|sample| *sample = fill);
        return Ok(());
    }
    let Some(at) = heights.samples.iter().position(|sample| !sample.is_finite()) else {
        return Ok(());
    };
    let what = format!("it has no height at column {}, row {}", at % heights.width, at / heights.width);
    Err(Flaw::unread(what, "fill the gaps in a GIS, or say what height is to stand there: fill = 0.0"))
}

/// Where the bytes of a file come from.
trait Source: BufRead + Seek {
    /// Bytes in all; the place is then the first.
    fn length(&mut self) -> Result<u64, Flaw> {
        let length = self.seek(SeekFrom::End(0))?;
        self.rewind()?;
        Ok(length)
    }
}

impl<S: BufRead + Seek> Source for S {}

/// Whether a source that stands at its beginning begins so.
fn starts_with(source: &mut impl Source, signature: &[u8]) -> Result<bool, Flaw> {
    Ok(source.fill_buf()?.starts_with(signature))
}
