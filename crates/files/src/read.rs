//! Heightmaps and pictures of heights, read in.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use crate::FileError;

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

/// Reads a heightmap from a PNG file.
///
/// All PNGs are understood: grey and colour, with and without palette and alpha, 1 to 16 bits, interlaced or
/// not. A grey value `v` of `b` bits becomes `v / (2^b − 1)`, rounded once. Colours become their luma by the
/// weights of Rec. 709 (0.2126 R + 0.7152 G + 0.0722 B of the values as stored, without decoding of sRGB), so
/// that a grey picture stored as RGB reads like the grey one. Alpha is ignored.
///
/// # Errors
/// There is no such file, it is not a PNG, it is broken or cut short, or it has more than [`MAX_SIDE`] samples
/// on a side or [`MAX_SAMPLES`] in all. Memory is taken only for samples that the file can hold.
pub fn read_heightmap(path: &Path) -> Result<Heightmap, FileError> {
    let file = open(path)?;
    let extension = path.extension().unwrap_or_default();
    if !extension.eq_ignore_ascii_case("png") {
        let what = match extension.is_empty() {
            true => "its name has no extension".to_owned(),
            false => format!("`.{}` files cannot be read as heights", extension.display()),
        };
        return Err(FileError::new(path, what, "save it as a PNG with the ending .png"));
    }
    decode_png(BufReader::with_capacity(1 << 16, file)).map_err(|flaw| flaw.of(path))
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

/// Decodes a PNG that lies in memory. Any bytes whatever give a heightmap or an error.
///
/// # Errors
/// As [`read_heightmap`]; the path of the error is empty.
pub fn read_png_bytes(bytes: &[u8]) -> Result<Heightmap, FileError> {
    decode_png(Cursor::new(bytes)).map_err(|flaw| flaw.of(Path::new("")))
}

/// Why a PNG is refused.
enum Flaw {
    NotPng,
    TooLarge(usize, usize),
    CutShort,
    Broken(String),
    Unreadable(io::Error),
}

impl Flaw {
    fn of(self, path: &Path) -> FileError {
        match self {
            Self::NotPng => {
                FileError::new(path, "it is not a PNG, whatever its name says", "save it as a PNG")
            }
            Self::TooLarge(width, height) => FileError::new(
                path,
                format!("{width} × {height} samples are too many"),
                format!("at most {MAX_SIDE} a side and {MAX_SAMPLES} in all can be read: scale it down"),
            ),
            Self::CutShort => FileError::new(path, "the PNG is cut short", "copy or export it again"),
            Self::Broken(why) => {
                FileError::new(path, format!("the PNG is broken: {why}"), "copy or export it again")
            }
            Self::Unreadable(error) => FileError::from_io(path, &error),
        }
    }
}

impl From<png::DecodingError> for Flaw {
    fn from(error: png::DecodingError) -> Self {
        match error {
            png::DecodingError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Self::CutShort
            }
            png::DecodingError::IoError(error) => Self::Unreadable(error),
            error => Self::Broken(error.to_string()),
        }
    }
}

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

fn decode_png(mut source: impl BufRead + Seek) -> Result<Heightmap, Flaw> {
    let bytes = source.seek(SeekFrom::End(0)).and_then(|end| source.rewind().map(|()| end));
    let bytes = bytes.map_err(Flaw::Unreadable)?;
    if !source.fill_buf().map_err(Flaw::Unreadable)?.starts_with(SIGNATURE) {
        return Err(Flaw::NotPng);
    }
    let mut decoder = png::Decoder::new(source);
    decoder.set_transformations(png::Transformations::EXPAND);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    refuse_size(decoder.read_header_info()?, bytes)?;
    let mut reader = decoder.read_info()?;
    let samples = if reader.info().interlaced { all_at_once(&mut reader)? } else { row_by_row(&mut reader)? };
    reader.finish()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    Ok(Heightmap { width, height, samples })
}

/// Deflate makes at most 1032 bytes of one, so a short file cannot hold a large picture, whatever it claims.
fn refuse_size(info: &png::Info<'_>, bytes: u64) -> Result<(), Flaw> {
    const EXPANSION: u64 = 1032;
    let (width, height) = (info.width as usize, info.height as usize);
    if width.max(height) > MAX_SIDE || width * height > MAX_SAMPLES {
        return Err(Flaw::TooLarge(width, height));
    }
    // Rows of less than eight bits a pixel end on a whole byte; interlaced ones have no fewer bytes in all.
    let raw = info.raw_row_length() as u64 * u64::from(info.height);
    if raw > bytes.saturating_mul(EXPANSION) { Err(Flaw::CutShort) } else { Ok(()) }
}

fn row_by_row<R: BufRead + Seek>(reader: &mut png::Reader<R>) -> Result<Vec<f32>, Flaw> {
    let layout = reader.output_color_type();
    let mut samples = Vec::new();
    while let Some(row) = reader.next_row()? {
        append(layout, row.data(), &mut samples);
    }
    Ok(samples)
}

/// The passes of an interlaced picture are spread over it, so the whole of it must be there.
fn all_at_once<R: BufRead + Seek>(reader: &mut png::Reader<R>) -> Result<Vec<f32>, Flaw> {
    let layout = reader.output_color_type();
    let size = reader.output_buffer_size().ok_or_else(|| Flaw::Broken("its size overflows".to_owned()))?;
    let mut bytes = vec![0; size];
    reader.next_frame(&mut bytes)?;
    let mut samples = Vec::new();
    append(layout, &bytes, &mut samples);
    Ok(samples)
}

fn append((color, depth): (png::ColorType, png::BitDepth), bytes: &[u8], samples: &mut Vec<f32>) {
    let channels = color.samples();
    if depth == png::BitDepth::Sixteen {
        let value = |pixel: &[u8], c: usize| u16::from_be_bytes([pixel[2 * c], pixel[2 * c + 1]]).into();
        samples.extend(
            bytes.chunks_exact(2 * channels).map(|pixel| grey(channels, |c| value(pixel, c), 65_535)),
        );
    } else {
        let value = |pixel: &[u8], c: usize| pixel[c].into();
        samples.extend(bytes.chunks_exact(channels).map(|pixel| grey(channels, |c| value(pixel, c), 255)));
    }
}

/// Value 0…1 of a pixel.
///
/// The luma is an exact integer, and one division follows. Rounding its quotient to f64 and then to f32 equals
/// rounding at once: a quotient with a divisor below 2^16 (10⁴ cancels from a grey one) is either midway
/// between two f32, or off midway by a 2^-41st part of itself at least, far more than f64 rounds by.
fn grey(channels: usize, channel: impl Fn(usize) -> u32, max: u32) -> f32 {
    if channels < 3 {
        return (f64::from(channel(0)) / f64::from(max)) as f32;
    }
    let luma = 2126 * channel(0) + 7152 * channel(1) + 722 * channel(2);
    (f64::from(luma) / f64::from(10_000 * max)) as f32
}
