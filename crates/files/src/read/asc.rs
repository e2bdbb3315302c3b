//! Reads ESRI's ASCII grids: a header of names and numbers, then heights in metres as text, row by row from the top.

use std::io::Read;
use std::path::Path;

use orogen_engine::image::SampleUnit;

use super::read_error::{ReadError, check_size};
use super::{Heights, Location, Source, read_at_most};
use crate::FileError;

/// The first name of every file, in upper or lower case.
const FIRST_NAME: &[u8] = b"ncols";

/// The bytes that some editors put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// The longest name or number.
const LONGEST: usize = 64;

pub(super) fn is_asc(source: &mut dyn Source) -> Result<bool, ReadError> {
    let start = source.fill_buf()?;
    let start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start).get(..FIRST_NAME.len());
    Ok(start.is_some_and(|start| start.eq_ignore_ascii_case(FIRST_NAME)))
}

/// The values of the header.
#[derive(Default)]
struct Header {
    columns: Option<u64>,
    rows: Option<u64>,
    /// The lower left corner of the grid, or the centre of its lower left sample, along x and y.
    corner: [Option<f64>; 2],
    centre: [Option<f64>; 2],
    /// Units between neighbouring samples.
    cell: Option<f64>,
    nodata: Option<f32>,
}

/// The coordinates of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coordinates {
    Metres,
    /// Longitude and latitude.
    Degrees,
}

/// The longest description of a projection.
const MAX_PROJECTION_BYTES: u64 = 1 << 16;

/// The coordinates that the file `.prj` beside a grid describes, in well-known text or in ESRI's older form. `None` if there is
/// no such file.
pub(super) fn coordinates(path: &Path) -> Result<Option<Coordinates>, FileError> {
    let beside = ["prj", "PRJ"].map(|extension| path.with_extension(extension));
    let Some(path) = beside.iter().find(|path| path.is_file()) else { return Ok(None) };
    let text = read_at_most(path, MAX_PROJECTION_BYTES, "choose another file")?;
    let text = String::from_utf8_lossy(&text).to_ascii_uppercase();
    let word = |word: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|other| other == word);
    // A projected system contains the geographic one that it is based on.
    let projected = ["PROJCS", "PROJCRS", "PROJECTEDCRS"].into_iter().any(word);
    let geographic = ["GEOGCS", "GEOGCRS", "GEOGRAPHICCRS", "GEOGRAPHIC"].into_iter().any(word);
    let coordinates = if geographic && !projected { Coordinates::Degrees } else { Coordinates::Metres };
    Ok(Some(coordinates))
}

/// A minute of arc in degrees. Models of less detail are maps of the world, or of large parts of it.
const MINUTE: f64 = 1.0 / 60.0;

/// The least width of a grid in degrees whose cells are larger than a minute.
const WORLD: f64 = 180.0;

/// Decodes a grid.
///
/// A grid does not say whether its coordinates are degrees of longitude and latitude, so `given` does. Without it, they count as
/// degrees if all samples are within the range of longitudes and latitudes, the corner is not 0, 0, and the cells are either
/// at most a minute of arc (1/60), or smaller than a degree in a grid at least 180 wide. So the coordinates of a survey with
/// samples every few centimetres are metres wherever it lies.
pub(super) fn decode(source: &mut dyn Source, given: Option<Coordinates>) -> Result<Heights, ReadError> {
    let length = source.length()?;
    if source.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
        source.consume(BYTE_ORDER_MARK.len());
    }
    let mut words = Words { source, word: String::new() };
    let mut header = Header::default();
    let first = loop {
        let name = words.next()?.ok_or(ReadError::Truncated)?.to_ascii_lowercase();
        if let Ok(number) = name.parse::<f32>() {
            break number;
        }
        let value = words.next()?.ok_or(ReadError::Truncated)?;
        header.set(&name, value)?;
    };
    let missing = |name: &str| ReadError::Damaged(format!("its header has no `{name}`"));
    let width = header.columns.ok_or_else(|| missing("ncols"))?;
    let height = header.rows.ok_or_else(|| missing("nrows"))?;
    let cell = header.cell.ok_or_else(|| missing("cellsize"))?;
    // Each sample takes a digit and a space at least.
    check_size(width, height, width.saturating_mul(height).saturating_mul(2), length)?;
    let count = (width * height) as usize;
    let mut samples = Vec::with_capacity(count);
    samples.push(first);
    while samples.len() < count {
        let at = samples.len();
        let count_error = || ReadError::Damaged(format!("it has {at} of {width} × {height} numbers"));
        let word = words.next()?.ok_or_else(count_error)?;
        let (column, row) = (at as u64 % width, at as u64 / width);
        let wrong = |_| ReadError::Damaged(format!("`{word}` at column {column}, row {row} is not a number"));
        samples.push(word.parse::<f32>().map_err(wrong)?);
    }
    if words.next()?.is_some() {
        return Err(ReadError::Damaged(format!("it has more than {width} × {height} numbers")));
    }
    if let Some(nodata) = header.nodata {
        samples.iter_mut().filter(|sample| **sample == nodata).for_each(|sample| *sample = f32::NAN);
    }
    let origin = header.origin(cell, height);
    let looks_like_degrees = origin.is_some_and(|[west, north]| {
        let [east, south] = [west + (width - 1) as f64 * cell, north - (height - 1) as f64 * cell];
        // A grid whose corner is 0, 0 has local coordinates.
        let is_local = header.corner == [Some(0.0); 2];
        let is_fine = cell <= MINUTE || cell < 1.0 && east - west + cell >= WORLD;
        is_fine && !is_local && west >= -360.0 && east <= 360.0 && south >= -90.0 && north <= 90.0
    });
    let is_in_degrees = given.map_or(looks_like_degrees, |given| given == Coordinates::Degrees);
    let location =
        origin.map(|origin| Location { crs: None, origin, degrees: is_in_degrees.then_some([cell; 2]) });
    let spacing = if is_in_degrees { None } else { Some([cell; 2]) };
    let (width, height) = (width as usize, height as usize);
    Ok(Heights { width, height, samples, unit: SampleUnit::Metres, spacing, variation: 0.0, location })
}

impl Header {
    fn set(&mut self, name: &str, value: &str) -> Result<(), ReadError> {
        let wrong = || ReadError::Damaged(format!("`{name}` in its header is `{value}`"));
        let number = || value.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(wrong);
        let count = || value.parse().ok().filter(|&count: &u64| count > 0).ok_or_else(wrong);
        match name {
            "ncols" => self.columns = Some(count()?),
            "nrows" => self.rows = Some(count()?),
            "xllcorner" => self.corner[0] = Some(number()?),
            "yllcorner" => self.corner[1] = Some(number()?),
            "xllcenter" => self.centre[0] = Some(number()?),
            "yllcenter" => self.centre[1] = Some(number()?),
            "cellsize" | "dx" | "dy" => {
                let cell = number().ok().filter(|cell| *cell > 0.0).ok_or_else(wrong)?;
                if self.cell.is_some_and(|other| other != cell) {
                    return Err(ReadError::unsupported(
                        "its cells are not square",
                        "resample it to square cells",
                    ));
                }
                self.cell = Some(cell);
            }
            "nodata_value" => self.nodata = Some(value.parse().map_err(|_| wrong())?),
            _ => return Err(ReadError::Damaged(format!("its header has an unknown name `{name}`"))),
        }
        Ok(())
    }

    /// The centre of the first sample, which is the upper left one.
    fn origin(&self, cell: f64, rows: u64) -> Option<[f64; 2]> {
        let centre = |axis: usize| self.centre[axis].or_else(|| Some(self.corner[axis]? + 0.5 * cell));
        Some([centre(0)?, centre(1)? + (rows - 1) as f64 * cell])
    }
}

/// The words of a text, one at a time.
struct Words<'a> {
    source: &'a mut dyn Source,
    word: String,
}

impl Words<'_> {
    fn next(&mut self) -> Result<Option<&str>, ReadError> {
        self.word.clear();
        for byte in (&mut *self.source).bytes() {
            let byte = byte?;
            if !byte.is_ascii_whitespace() {
                if !byte.is_ascii_graphic() || self.word.len() == LONGEST {
                    return Err(ReadError::Damaged("it is not a text of names and numbers".to_owned()));
                }
                self.word.push(char::from(byte));
            } else if !self.word.is_empty() {
                break;
            }
        }
        Ok((!self.word.is_empty()).then_some(&self.word))
    }
}
