//! Reads JPEGs, grey and coloured.

use orogen_engine::image::SampleUnit;
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::png::grey;
use super::read_error::{ReadError, check_size};
use super::{Heightmap, MAX_SAMPLES, MAX_SIDE, Source, starts_with};

/// The marker at the start, and the first byte of the next one.
pub(super) const SIGNATURE: &[u8] = b"\xff\xd8\xff";

/// The marker at the end. The decoder does not notice that scans are missing before it.
const END: [u8; 2] = *b"\xff\xd9";

/// The marker before the data of a scan.
const SCAN: [u8; 2] = *b"\xff\xda";

/// The most bytes of a file: as many as the samples of the largest picture take without compression, in three channels.
const LONGEST: u64 = 3 * MAX_SAMPLES as u64;

/// The largest number of pixels in a byte. A block of 8 × 8 pixels takes at least a bit: the shortest Huffman code, for its mean
/// value. A progressive JPEG needs no further codes for a block.
const EXPANSION: u64 = 8 * 64;

impl From<DecodeErrors> for ReadError {
    fn from(error: DecodeErrors) -> Self {
        match error {
            DecodeErrors::ExhaustedData | DecodeErrors::IoErrors(_) => Self::Truncated,
            DecodeErrors::Unsupported(why) => Self::unsupported(
                format!("this kind of JPEG is not supported: {why:?}"),
                "save it as a PNG, or as a baseline JPEG",
            ),
            error => Self::Damaged(error.to_string()),
        }
    }
}

/// Decodes a JPEG. Values are divided by 255 unless they are metres. Colours become their luma, as in PNGs.
///
/// Processor-specific instructions are off: the portable code gives the same bits on every machine.
pub(super) fn decode(source: &mut dyn Source, unit: SampleUnit) -> Result<Heightmap, ReadError> {
    let length = source.length()?;
    if !starts_with(source, SIGNATURE)? {
        return Err(ReadError::WrongFormat);
    }
    if length > LONGEST {
        return Err(ReadError::Damaged("it is longer than any picture of this size".to_owned()));
    }
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes)?;
    // A thumbnail before the last scan ends with the same marker.
    let scan = bytes.windows(SCAN.len()).rposition(|pair| pair == SCAN).unwrap_or(0);
    if !bytes[scan..].windows(END.len()).any(|pair| pair == END) {
        return Err(ReadError::Truncated);
    }
    let options = DecoderOptions::default()
        .set_use_unsafe(false)
        .set_strict_mode(true)
        .set_max_width(MAX_SIDE)
        .set_max_height(MAX_SIDE);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(&bytes), options);
    decoder.decode_headers()?;
    let (width, height) = decoder.dimensions().ok_or(ReadError::Truncated)?;
    // The last blocks of rows and columns may be outside of the picture.
    let blocks = |side: usize| side.div_ceil(8) as u64;
    let pixels = 64 * blocks(width) * blocks(height);
    check_size(width as u64, height as u64, pixels, length.saturating_mul(EXPANSION))?;
    let (colors, channels) = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => (ColorSpace::Luma, 1),
        Some(ColorSpace::YCbCr | ColorSpace::RGB) => (ColorSpace::RGB, 3),
        other => {
            let message =
                format!("its colours are {}", other.map_or("unknown".to_owned(), |it| format!("{it:?}")));
            return Err(ReadError::unsupported(message, "save it in grey or RGB"));
        }
    };
    decoder.set_options(options.jpeg_set_out_colorspace(colors));
    let pixels = decoder.decode()?;
    let one = if unit == SampleUnit::Metres { 1 } else { 255 };
    let value = |pixel: &[u8]| grey(channels, |channel| pixel[channel].into(), one);
    let samples: Vec<f32> = pixels.chunks_exact(channels).map(value).collect();
    if samples.len() != width * height {
        return Err(ReadError::Damaged(format!("it has {} of {width} × {height} pixels", samples.len())));
    }
    Ok(Heightmap { width, height, samples })
}
