//! Reads TIFFs with one band of integers or floats.

use orogen_engine::image::SampleUnit;
use tiff::decoder::{ChunkType, Decoder, DecodingResult, Limits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use super::geotiff::GeoTags;
use super::read_error::{ReadError, check_size};
use super::{Heights, ReadOptions, Source, tiff_header};

/// The first bytes of a TIFF: little-endian and big-endian, classic TIFF and then BigTIFF.
const SIGNATURES: [&[u8]; 4] = [b"II\x2a\0", b"MM\0\x2a", b"II\x2b\0", b"MM\0\x2b"];

pub(super) fn is_tiff(source: &mut dyn Source) -> Result<bool, ReadError> {
    let start = source.fill_buf()?;
    Ok(SIGNATURES.iter().any(|signature| start.starts_with(signature)))
}

/// The largest factor by which a compression expands data: a 12-bit code of LZW expands to at most 3838 bytes. The other
/// compressions expand less.
const EXPANSION: u64 = 2560;

impl From<TiffError> for ReadError {
    fn from(error: TiffError) -> Self {
        match error {
            TiffError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Self::Truncated,
            TiffError::UnsupportedError(why) => Self::unsupported(
                format!("the TIFF is not supported: {why}"),
                "save it as one band with no compression, LZW or DEFLATE",
            ),
            error => Self::Damaged(error.to_string()),
        }
    }
}

pub(super) fn decode(source: &mut dyn Source, options: &ReadOptions) -> Result<Heights, ReadError> {
    let bytes = source.length()?;
    if !is_tiff(source)? {
        return Err(ReadError::WrongFormat);
    }
    tiff_header::check(source, bytes)?;
    let mut decoder = Decoder::new(source)?;
    let (width, height) = decoder.dimensions()?;
    let bits = match decoder.colortype()? {
        ColorType::Gray(bits @ (8 | 16 | 32 | 64)) => bits,
        ColorType::Gray(bits) => {
            let message = format!("its numbers have {bits} bits");
            return Err(ReadError::unsupported(message, "save it with 16-bit integers or 32-bit floats"));
        }
        other => {
            let message =
                format!("it is a picture with {} bands, not a band of heights", other.num_samples());
            return Err(ReadError::unsupported(message, "save only the band with the heights"));
        }
    };
    let raw = u64::from(width) * u64::from(height) * u64::from(bits / 8);
    check_size(width.into(), height.into(), raw, bytes.saturating_mul(EXPANSION))?;
    check_chunks(&mut decoder, bytes)?;
    let tags = GeoTags::of(&mut decoder);
    let mut limits = Limits::default();
    limits.decoding_buffer_size = usize::try_from(raw).unwrap_or(usize::MAX);
    decoder = decoder.with_limits(limits);
    let mut raster = Raster::new(width as usize, height as usize, &tags, options);
    let (across, down) = decoder.chunk_dimensions();
    let columns = width.div_ceil(across);
    for chunk in 0..columns * height.div_ceil(down) {
        let corner = (chunk % columns * across, chunk / columns * down);
        let chunk_columns = decoder.chunk_data_dimensions(chunk).0 as usize;
        raster.put(decoder.read_chunk(chunk)?, corner, chunk_columns)?;
    }
    let unit = raster.unit;
    Ok(Heights {
        width: width as usize,
        height: height as usize,
        samples: raster.samples,
        unit,
        spacing: tags.spacing,
        location: tags.location,
    })
}

/// Checks that all chunks are within the file. The decoder stops at the last sample of a chunk and does not notice missing
/// bytes after it.
fn check_chunks(decoder: &mut Decoder<&mut dyn Source>, bytes: u64) -> Result<(), ReadError> {
    let (offsets, lengths) = match decoder.get_chunk_type() {
        ChunkType::Strip => (Tag::StripOffsets, Tag::StripByteCounts),
        ChunkType::Tile => (Tag::TileOffsets, Tag::TileByteCounts),
    };
    let (offsets, lengths) = (decoder.get_tag_u64_vec(offsets)?, decoder.get_tag_u64_vec(lengths)?);
    let fits = offsets.iter().zip(&lengths).all(|(&offset, &length)| offset.saturating_add(length) <= bytes);
    if fits { Ok(()) } else { Err(ReadError::Truncated) }
}

/// The raster, assembled from chunks.
struct Raster<'a> {
    width: usize,
    samples: Vec<f32>,
    tags: &'a GeoTags,
    /// The unit that the caller wants.
    wanted: Option<SampleUnit>,
    unit: SampleUnit,
}

impl<'a> Raster<'a> {
    fn new(width: usize, height: usize, tags: &'a GeoTags, options: &ReadOptions) -> Self {
        let samples = vec![0.0; width * height];
        Self { width, samples, tags, wanted: options.unit, unit: SampleUnit::Metres }
    }

    fn put(&mut self, chunk: DecodingResult, corner: (u32, u32), across: usize) -> Result<(), ReadError> {
        match chunk {
            DecodingResult::U8(values) => self.unsigned(&values, u8::MAX.into(), corner, across),
            DecodingResult::U16(values) => self.unsigned(&values, u16::MAX.into(), corner, across),
            DecodingResult::U32(values) => self.unsigned(&values, u32::MAX.into(), corner, across),
            DecodingResult::I8(values) => self.signed(&values, i8::MAX.into(), corner, across),
            DecodingResult::I16(values) => self.signed(&values, i16::MAX.into(), corner, across),
            DecodingResult::I32(values) => self.signed(&values, i32::MAX.into(), corner, across),
            DecodingResult::F32(values) => self.copy(&values, 1.0, corner, across),
            DecodingResult::F64(values) => self.copy(&values, 1.0, corner, across),
            DecodingResult::F16(values) => {
                let values: Vec<f32> = values.into_iter().map(f32::from).collect();
                self.copy(&values, 1.0, corner, across)
            }
            DecodingResult::U64(_) | DecodingResult::I64(_) => {
                let message = "its integers have 64 bits";
                Err(ReadError::unsupported(message, "save it with 16-bit integers or 32-bit floats"))
            }
        }
    }

    fn unsigned<T: Copy + Into<f64>>(
        &mut self,
        values: &[T],
        largest: f64,
        corner: (u32, u32),
        across: usize,
    ) -> Result<(), ReadError> {
        let own = if self.tags.georeferenced { SampleUnit::Metres } else { SampleUnit::Fraction };
        self.integers(values, own, largest, corner, across)
    }

    fn signed<T: Copy + Into<f64>>(
        &mut self,
        values: &[T],
        largest: f64,
        corner: (u32, u32),
        across: usize,
    ) -> Result<(), ReadError> {
        self.integers(values, SampleUnit::Metres, largest, corner, across)
    }

    fn integers<T: Copy + Into<f64>>(
        &mut self,
        values: &[T],
        own: SampleUnit,
        largest: f64,
        corner: (u32, u32),
        across: usize,
    ) -> Result<(), ReadError> {
        self.unit = self.wanted.unwrap_or(own);
        let one = if self.unit == SampleUnit::Metres { 1.0 } else { largest };
        self.copy(values, one, corner, across)
    }

    /// Copies a chunk of `across` columns to its position. Values are divided by `one`, and then scaled and shifted as the
    /// tags say. A missing height becomes NaN.
    fn copy<T: Copy + Into<f64>>(
        &mut self,
        values: &[T],
        one: f64,
        (x, y): (u32, u32),
        across: usize,
    ) -> Result<(), ReadError> {
        // Compare as f32: GDAL writes its nodata value with fewer digits than an f64 has.
        let nodata = self.tags.nodata.map(|number| number as f32);
        let (scale, offset) = (self.tags.scale, self.tags.offset);
        for (row, values) in values.chunks_exact(across).enumerate() {
            let start = (y as usize + row) * self.width + x as usize;
            let target = self.samples.get_mut(start..start + across);
            let target =
                target.ok_or_else(|| ReadError::Damaged("a chunk lies outside the raster".to_owned()))?;
            for (sample, &value) in target.iter_mut().zip(values) {
                let value: f64 = value.into();
                let missing = nodata == Some(value as f32);
                *sample = if missing { f32::NAN } else { (value / one * scale + offset) as f32 };
            }
        }
        Ok(())
    }
}
