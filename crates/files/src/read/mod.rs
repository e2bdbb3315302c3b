//! Reads rasters of heights that other programs wrote.

mod asc;
mod exr;
mod geotiff;
mod jpeg;
mod png;
mod raw;
mod read_error;
mod tiff;
mod tiff_header;
mod web_mercator;
mod zstd;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use orogen_engine::image::SampleUnit;

use crate::FileError;
use read_error::ReadError;

pub use png::{read_heightmap, read_png_bytes};
pub use raw::{RawNumber, RawShape};

/// Longest side of a raster that can be read, in samples.
pub const MAX_SIDE: usize = 32_768;

/// Maximum number of samples of a raster that can be read.
pub const MAX_SAMPLES: usize = 1 << 28;

/// A raster of values in 0…1, row by row from the top. [`read_heightmap`] returns one.
///
/// ```
/// use orogen_files::Heightmap;
///
/// let map = Heightmap { width: 2, height: 1, samples: vec![0.0, 1.0] };
/// assert_eq!(map.samples.len(), map.width * map.height);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Heightmap {
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width × height` values in 0…1.
    pub samples: Vec<f32>,
}

/// A raster of heights with the metadata of its file. [`read_heights`] returns one.
///
/// ```
/// use orogen_engine::image::SampleUnit;
/// use orogen_files::raw::RawLayout;
/// use orogen_files::{RawNumber, RawShape, ReadOptions, read_heights_bytes};
///
/// let raw = Some(RawShape { width: 1, height: 1, number: RawNumber::F32, layout: RawLayout::default() });
/// let heights = read_heights_bytes(&450.5_f32.to_le_bytes(), &ReadOptions { raw, ..ReadOptions::default() })?;
/// assert_eq!((heights.samples[0], heights.unit), (450.5, SampleUnit::Metres));
/// # Ok::<(), orogen_files::FileError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Heights {
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width × height` values, row by row from the top; finite if [`ReadOptions::fill`] is finite or `None`.
    pub samples: Vec<f32>,
    /// The unit of the values.
    pub unit: SampleUnit,
    /// Metres on the ground between neighbouring samples along a row and along a column, if the file gives these distances.
    pub spacing: Option<[f64; 2]>,
    /// The largest relative difference of the spacing from `spacing`, anywhere in the raster. It is 0 except in Web Mercator
    /// (EPSG:3857), where `spacing` is that of the raster's middle, because lengths depend on the latitude.
    pub variation: f64,
    /// Where the raster is, if the file says so.
    pub location: Option<Location>,
}

/// The georeference of a file: where its samples are in the world.
///
/// ```
/// use orogen_files::Location;
///
/// // Swiss coordinates (LV95) in metres.
/// let here = Location { crs: Some(2056), origin: [2_600_000.0, 1_200_000.0], degrees: None };
/// assert!(here.degrees.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// EPSG code of the coordinate system, if the file has one.
    pub crs: Option<u16>,
    /// Easting and northing of the centre of the first sample, or its longitude and latitude.
    pub origin: [f64; 2],
    /// Degrees between neighbouring samples along a row and along a column, if the coordinates are longitude and latitude.
    pub degrees: Option<[f64; 2]>,
}

/// Facts about a file that the caller knows but the file may not contain.
///
/// ```
/// use orogen_files::ReadOptions;
///
/// // Missing heights become 0.
/// let options = ReadOptions { fill: Some(0.0), ..ReadOptions::default() };
/// assert!(options.raw.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReadOptions {
    /// The meaning of integers: metres, or fractions of the largest value of their type. By default, signed integers and
    /// those of a georeferenced file are metres, and all others are fractions. Floats are always used as they are.
    pub unit: Option<SampleUnit>,
    /// The height that replaces missing heights: the file's `nodata` value, NaN and infinities. A `fill` of NaN keeps them as
    /// NaN. By default, a missing height is an error.
    pub fill: Option<f32>,
    /// A sample value that means "no height", besides the file's own `nodata`.
    pub nodata: Option<f32>,
    /// The shape of a file without a header. If it is given, the file is read in this way, whatever its name.
    pub raw: Option<RawShape>,
}

/// Reads heights from a file of any known format: PNG, JPEG, TIFF and GeoTIFF, OpenEXR, SRTM's `.hgt`, ESRI's `.asc`, and
/// headerless numbers.
///
/// The first bytes determine the format; for headerless files the extension does.
///
/// | format | supported |
/// |---|---|
/// | PNG | as [`read_heightmap`] |
/// | JPEG | baseline and progressive, 8 bits, grey and colour as in PNG; JPEG is lossy, so heights have steps and noise |
/// | TIFF, GeoTIFF, BigTIFF | one band of integers of 8 to 32 bits or floats of 16 to 64; strips or tiles; no compression, LZW, DEFLATE, ZSTD or PackBits, all predictors; `nodata`, scale and offset as GDAL stores them; chunks that a sparse file leaves out have no height if the file has a `nodata` value, and are 0 otherwise |
/// | OpenEXR | all compressions of the `exr` crate; of several channels the first found of `Y`, `height`, `Z`, `V`, `R` |
/// | `.asc` | an ESRI ASCII grid of metres, with square cells; in degrees if a `.prj` file beside it says so, or if there is no such file and all coordinates may be degrees |
/// | `.hgt` | 16-bit metres of a square tile; −32768 means "no height" |
/// | `.r16`, `.raw`, `.r32`, `.f32` | as [`ReadOptions::raw`] says; by default a square of little-endian numbers: 16-bit unsigned for the first two, else 32-bit floats |
///
/// ```
/// use orogen_files::{ReadOptions, read_heights};
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("N46E008.hgt");
/// // A tile of two by two samples, one of them missing.
/// std::fs::write(&path, [1000_i16, 1010, 1020, -32_768].map(i16::to_be_bytes).concat()).unwrap();
/// let error = read_heights(&path, &ReadOptions::default()).unwrap_err();
/// assert_eq!(error.message, "it has no height at column 1, row 1");
/// let heights = read_heights(&path, &ReadOptions { fill: Some(0.0), ..ReadOptions::default() }).unwrap();
/// assert_eq!(heights.samples, [1000.0, 1010.0, 1020.0, 0.0]);
/// ```
///
/// # Errors
/// The file does not exist, its format is unknown, it is damaged or truncated, it has more than [`MAX_SIDE`] samples on a side or
/// [`MAX_SAMPLES`] in all, no band of heights can be identified in it, or a height is missing and `fill` is `None`. Memory is
/// allocated only for samples that a file of this length can contain, and for those that a sparse TIFF leaves out.
pub fn read_heights(path: &Path, options: &ReadOptions) -> Result<Heights, FileError> {
    let file = open(path)?;
    // Files in /proc report a length of 0 but may be endless.
    if file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
        return read(&mut Cursor::new([]), path, options);
    }
    read(&mut BufReader::with_capacity(1 << 16, file), path, options)
}

/// Opens a file. Pipes and devices are errors: opening a pipe waits for its other end, and a device may have no end.
pub(crate) fn open(path: &Path) -> Result<File, FileError> {
    let file_error = |error| FileError::from_io(path, &error);
    let metadata = fs::metadata(path).map_err(file_error)?;
    if metadata.is_dir() {
        return Err(file_error(io::ErrorKind::IsADirectory.into()));
    }
    if !metadata.is_file() {
        return Err(FileError::not_a_file(path));
    }
    File::open(path).map_err(file_error)
}

/// Reads a file of at most `most` bytes. `help` is the fix for longer files.
pub(crate) fn read_at_most(path: &Path, most: u64, help: &str) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| FileError::from_io(path, &error))?;
    if bytes.len() as u64 > most {
        return Err(FileError::new(path, format!("it has more than {most} bytes"), help));
    }
    Ok(bytes)
}

/// Reads heights from bytes in memory. Bytes without a header need [`ReadOptions::raw`]. Never panics, whatever the bytes.
///
/// # Errors
/// The same as those of [`read_heights`]; the path of the error is empty.
pub fn read_heights_bytes(bytes: &[u8], options: &ReadOptions) -> Result<Heights, FileError> {
    read(&mut Cursor::new(bytes), Path::new(""), options)
}

fn read(source: &mut dyn Source, path: &Path, options: &ReadOptions) -> Result<Heights, FileError> {
    let format = Format::of(source, path, options).map_err(|error| error.into_file_error(path, "file"))?;
    let heights = match format {
        Format::Png => picture(png::decode, source, options),
        Format::Jpeg => picture(jpeg::decode, source, options),
        Format::Tiff => tiff::decode(source, options),
        Format::Exr => exr::decode(source),
        Format::Asc => asc::decode(source, asc::coordinates(path)?),
        Format::Raw(shape) => raw::decode(source, shape, options),
        Format::Square(number) => raw::decode_square(source, number, options),
    };
    let mut heights = heights.map_err(|error| error.into_file_error(path, format.name()))?;
    fill_missing(&mut heights, options).map_err(|error| error.into_file_error(path, format.name()))?;
    Ok(heights)
}

/// Decodes a format that says nothing about the meaning of its numbers.
fn picture(
    decode: impl Fn(&mut dyn Source, SampleUnit) -> Result<Heightmap, ReadError>,
    source: &mut dyn Source,
    options: &ReadOptions,
) -> Result<Heights, ReadError> {
    let unit = options.unit.unwrap_or(SampleUnit::Fraction);
    let Heightmap { width, height, samples } = decode(source, unit)?;
    Ok(Heights { width, height, samples, unit, spacing: None, variation: 0.0, location: None })
}

/// The format of a file.
#[derive(Clone, Copy)]
enum Format {
    Png,
    Jpeg,
    Tiff,
    Exr,
    Asc,
    Raw(RawShape),
    Square(RawNumber),
}

impl Format {
    fn of(source: &mut dyn Source, path: &Path, options: &ReadOptions) -> Result<Self, ReadError> {
        if let Some(shape) = options.raw {
            return Ok(Self::Raw(shape));
        }
        if starts_with(source, png::SIGNATURE)? {
            return Ok(Self::Png);
        }
        if starts_with(source, jpeg::SIGNATURE)? {
            return Ok(Self::Jpeg);
        }
        if tiff::is_tiff(source)? {
            return Ok(Self::Tiff);
        }
        if starts_with(source, exr::SIGNATURE)? {
            return Ok(Self::Exr);
        }
        if asc::is_asc(source)? {
            return Ok(Self::Asc);
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        Self::of_extension(&extension.to_ascii_lowercase()).ok_or_else(|| {
            let help = "save it as PNG, TIFF or EXR; for numbers without a header, give their type and the columns: data_type \
                        = \"u16\", columns = 1024";
            ReadError::unsupported("its format is unknown", help)
        })
    }

    /// The format that the extension suggests; the decoder checks it.
    fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "png" => Some(Self::Png),
            "jpg" | "jpeg" => Some(Self::Jpeg),
            "tif" | "tiff" => Some(Self::Tiff),
            "exr" => Some(Self::Exr),
            "asc" => Some(Self::Asc),
            _ => RawNumber::of_ending(extension).map(Self::Square),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Tiff => "TIFF",
            Self::Exr => "EXR",
            Self::Asc => "ASCII grid",
            Self::Raw(_) | Self::Square(_) => "raw file",
        }
    }
}

/// Replaces missing heights, or returns an error for the first one.
fn fill_missing(heights: &mut Heights, options: &ReadOptions) -> Result<(), ReadError> {
    if let Some(nodata) = options.nodata {
        let missing = heights.samples.iter_mut().filter(|sample| **sample == nodata);
        missing.for_each(|sample| *sample = f32::NAN);
    }
    if let Some(fill) = options.fill {
        let missing = heights.samples.iter_mut().filter(|sample| !sample.is_finite());
        missing.for_each(|sample| *sample = fill);
        return Ok(());
    }
    let Some(at) = heights.samples.iter().position(|sample| !sample.is_finite()) else {
        return Ok(());
    };
    let message = format!("it has no height at column {}, row {}", at % heights.width, at / heights.width);
    Err(ReadError::unsupported(message, "fill the gaps in a GIS, or set a height for them: fill = 0.0"))
}

/// The bytes of a file. Decoders take a `dyn Source`, so that these large functions are compiled only once.
trait Source: BufRead + Seek {
    /// The length in bytes. Rewinds to the start.
    fn length(&mut self) -> Result<u64, ReadError> {
        let length = self.seek(SeekFrom::End(0))?;
        self.rewind()?;
        Ok(length)
    }
}

impl<S: BufRead + Seek> Source for S {}

/// Whether a source at its start begins with these bytes.
fn starts_with(source: &mut dyn Source, signature: &[u8]) -> Result<bool, ReadError> {
    Ok(source.fill_buf()?.starts_with(signature))
}
