//! Reads PNGs, grey and coloured.

use std::io::{self, BufReader, Cursor};
use std::path::Path;

use orogen_engine::image::SampleUnit;

use super::read_error::{ReadError, check_size};
use super::{Heightmap, Source, open, starts_with};
use crate::FileError;

/// Reads a heightmap from a PNG file.
///
/// All PNGs are supported: grey and colour, with and without palette and alpha, 1 to 16 bits, interlaced or not. A grey value `v`
/// of `b` bits becomes `v / (2^b − 1)`, rounded once. Colours become their luma by the weights of Rec. 709, 0.2126 R + 0.7152 G +
/// 0.0722 B. The stored values are used without decoding sRGB, so that a grey picture stored as RGB gives the same values. Alpha
/// is ignored.
///
/// # Errors
/// The file does not exist, its extension is not `.png`, it is not a PNG, it is damaged or truncated, or it has more than
/// [`MAX_SIDE`](crate::MAX_SIDE) samples on a side or [`MAX_SAMPLES`](crate::MAX_SAMPLES) in all. Memory is allocated only for
/// samples that a file of its length can contain.
pub fn read_heightmap(path: &Path) -> Result<Heightmap, FileError> {
    let file = open(path)?;
    let extension = path.extension().unwrap_or_default();
    if !extension.eq_ignore_ascii_case("png") {
        let message = match extension.is_empty() {
            true => "its name has no extension".to_owned(),
            false => format!("`.{}` files cannot be read as heights", extension.display()),
        };
        return Err(FileError::new(path, message, "save it as a PNG with the extension .png"));
    }
    decode(&mut BufReader::with_capacity(1 << 16, file), SampleUnit::Fraction)
        .map_err(|error| error.into_file_error(path, "PNG"))
}

/// Decodes a PNG in memory. Never panics, whatever the bytes.
///
/// # Errors
/// The same as those of [`read_heightmap`]; the path of the error is empty.
pub fn read_png_bytes(bytes: &[u8]) -> Result<Heightmap, FileError> {
    decode(&mut Cursor::new(bytes), SampleUnit::Fraction)
        .map_err(|error| error.into_file_error(Path::new(""), "PNG"))
}

impl From<png::DecodingError> for ReadError {
    fn from(error: png::DecodingError) -> Self {
        match error {
            png::DecodingError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Self::Truncated
            }
            png::DecodingError::IoError(error) => Self::Io(error),
            error => Self::Damaged(error.to_string()),
        }
    }
}

pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Decodes a PNG. Integers are divided by their largest value unless they are metres. Values of fewer than 8 bits are
/// first widened to 8.
pub(super) fn decode(source: &mut dyn Source, unit: SampleUnit) -> Result<Heightmap, ReadError> {
    let bytes = source.length()?;
    if !starts_with(source, SIGNATURE)? {
        return Err(ReadError::WrongFormat);
    }
    let mut decoder = png::Decoder::new(source);
    decoder.set_transformations(png::Transformations::EXPAND);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let info = decoder.read_header_info()?;
    // Rows of less than eight bits per pixel are padded to whole bytes; interlaced pictures have at least as many bytes.
    let raw = info.raw_row_length() as u64 * u64::from(info.height);
    check_size(info.width.into(), info.height.into(), raw, bytes.saturating_mul(EXPANSION))?;
    let mut reader = decoder.read_info()?;
    let samples = if reader.info().interlaced {
        all_at_once(&mut reader, unit)?
    } else {
        row_by_row(&mut reader, unit)?
    };
    reader.finish()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    Ok(Heightmap { width, height, samples })
}

/// Deflate expands a byte to at most 1032 bytes, so a short file cannot contain a large picture.
const EXPANSION: u64 = 1032;

fn row_by_row(reader: &mut png::Reader<&mut dyn Source>, unit: SampleUnit) -> Result<Vec<f32>, ReadError> {
    let layout = reader.output_color_type();
    let mut samples = Vec::new();
    while let Some(row) = reader.next_row()? {
        append(layout, unit, row.data(), &mut samples);
    }
    Ok(samples)
}

/// Each pass of an interlaced picture covers the whole picture, so the picture must be decoded at once.
fn all_at_once(reader: &mut png::Reader<&mut dyn Source>, unit: SampleUnit) -> Result<Vec<f32>, ReadError> {
    let layout = reader.output_color_type();
    let size =
        reader.output_buffer_size().ok_or_else(|| ReadError::Damaged("its size overflows".to_owned()))?;
    let mut bytes = vec![0; size];
    reader.next_frame(&mut bytes)?;
    let mut samples = Vec::new();
    append(layout, unit, &bytes, &mut samples);
    Ok(samples)
}

fn append(
    (color, depth): (png::ColorType, png::BitDepth),
    unit: SampleUnit,
    bytes: &[u8],
    samples: &mut Vec<f32>,
) {
    let channels = color.samples();
    let one = |max| if unit == SampleUnit::Metres { 1 } else { max };
    if depth == png::BitDepth::Sixteen {
        let value = |pixel: &[u8], c: usize| u16::from_be_bytes([pixel[2 * c], pixel[2 * c + 1]]).into();
        let pixels = bytes.chunks_exact(2 * channels);
        samples.extend(pixels.map(|pixel| grey(channels, |c| value(pixel, c), one(65_535))));
    } else {
        let value = |pixel: &[u8], c: usize| pixel[c].into();
        let pixels = bytes.chunks_exact(channels);
        samples.extend(pixels.map(|pixel| grey(channels, |c| value(pixel, c), one(255))));
    }
}

/// The value of a pixel as a multiple of `one`.
///
/// The luma is an exact integer, and one division follows. For grey pixels, rounding the quotient to f64 and then to f32
/// equals rounding once: 10⁴ cancels, so the divisor is below 2^16. Such a quotient is either midway between two f32, or it
/// differs from midway by at least 2^-41 of its value, far more than the rounding of f64.
pub(super) fn grey(channels: usize, channel: impl Fn(usize) -> u32, one: u32) -> f32 {
    if channels < 3 {
        return (f64::from(channel(0)) / f64::from(one)) as f32;
    }
    let luma = 2126 * channel(0) + 7152 * channel(1) + 722 * channel(2);
    (f64::from(luma) / f64::from(10_000 * one)) as f32
}
