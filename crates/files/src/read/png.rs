//! PNGs, grey and coloured.

use std::io::{self, BufReader, Cursor};
use std::path::Path;

use orogen::image::SampleUnit;

use super::flaw::{Flaw, refuse_size};
use super::{Heightmap, Source, open, starts_with};
use crate::FileError;

/// Reads a heightmap from a PNG file.
///
/// All PNGs are understood: grey and colour, with and without palette and alpha, 1 to 16 bits, interlaced or
/// not. A grey value `v` of `b` bits becomes `v / (2^b − 1)`, rounded once. Colours become their luma by the
/// weights of Rec. 709 (0.2126 R + 0.7152 G + 0.0722 B of the values as stored, without decoding of sRGB), so
/// that a grey picture stored as RGB reads like the grey one. Alpha is ignored.
///
/// # Errors
/// There is no such file, it is not a PNG, it is broken or cut short, or it has more than
/// [`MAX_SIDE`](crate::MAX_SIDE) samples on a side or [`MAX_SAMPLES`](crate::MAX_SAMPLES) in all. Memory is taken only
/// for samples that the file can hold.
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
    decode(BufReader::with_capacity(1 << 16, file), SampleUnit::Fraction).map_err(|flaw| flaw.of(path, "PNG"))
}

/// Decodes a PNG that lies in memory. Any bytes whatever give a heightmap or an error.
///
/// # Errors
/// As [`read_heightmap`]; the path of the error is empty.
pub fn read_png_bytes(bytes: &[u8]) -> Result<Heightmap, FileError> {
    decode(Cursor::new(bytes), SampleUnit::Fraction).map_err(|flaw| flaw.of(Path::new(""), "PNG"))
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

pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Integers are divided by their largest value unless they are metres; values of fewer than 8 bits are first widened to
/// 8 either way.
pub(super) fn decode(mut source: impl Source, unit: SampleUnit) -> Result<Heightmap, Flaw> {
    let bytes = source.length()?;
    if !starts_with(&mut source, SIGNATURE)? {
        return Err(Flaw::Foreign);
    }
    let mut decoder = png::Decoder::new(source);
    decoder.set_transformations(png::Transformations::EXPAND);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let info = decoder.read_header_info()?;
    // Rows of less than eight bits a pixel end on a whole byte; interlaced ones have no fewer bytes in all.
    let raw = info.raw_row_length() as u64 * u64::from(info.height);
    refuse_size(info.width.into(), info.height.into(), raw, bytes.saturating_mul(EXPANSION))?;
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

/// Deflate makes at most 1032 bytes of one, so a short file cannot hold a large picture, whatever it claims.
const EXPANSION: u64 = 1032;

fn row_by_row<R: Source>(reader: &mut png::Reader<R>, unit: SampleUnit) -> Result<Vec<f32>, Flaw> {
    let layout = reader.output_color_type();
    let mut samples = Vec::new();
    while let Some(row) = reader.next_row()? {
        append(layout, unit, row.data(), &mut samples);
    }
    Ok(samples)
}

/// The passes of an interlaced picture are spread over it, so the whole of it must be there.
fn all_at_once<R: Source>(reader: &mut png::Reader<R>, unit: SampleUnit) -> Result<Vec<f32>, Flaw> {
    let layout = reader.output_color_type();
    let size = reader.output_buffer_size().ok_or_else(|| Flaw::Broken("its size overflows".to_owned()))?;
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

/// Value of a pixel as a multiple of `one`.
///
/// The luma is an exact integer, and one division follows. Rounding its quotient to f64 and then to f32 equals
/// rounding at once: a quotient with a divisor below 2^16 (10⁴ cancels from a grey one) is either midway
/// between two f32, or off midway by a 2^-41st part of itself at least, far more than f64 rounds by.
fn grey(channels: usize, channel: impl Fn(usize) -> u32, one: u32) -> f32 {
    if channels < 3 {
        return (f64::from(channel(0)) / f64::from(one)) as f32;
    }
    let luma = 2126 * channel(0) + 7152 * channel(1) + 722 * channel(2);
    (f64::from(luma) / f64::from(10_000 * one)) as f32
}
