//! Reads TIFFs with one band of integers or floats.

use orogen_engine::image::SampleUnit;
use tiff::decoder::{ChunkType, Decoder, DecodingResult, Limits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use super::geotiff::GeoTags;
use super::read_error::{ReadError, check_size};
use super::zstd::Unpacked;
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
                "save it as one band with no compression, LZW, DEFLATE or ZSTD",
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
    let compression = tiff_header::check(source, bytes)?;
    let mut decoder = Decoder::new(Unpacked::new(source, &compression))?;
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
    check_size(width.into(), height.into(), 0, 0)?;
    let chunks = chunks(&mut decoder, bytes, usize::from(bits / 8))?;
    let stored: u64 =
        chunks.iter().filter(|chunk| chunk.stored.is_some()).map(|chunk| chunk.needed as u64).sum();
    let expansion = decoder.inner().expansion().unwrap_or(EXPANSION);
    check_size(width.into(), height.into(), stored, bytes.saturating_mul(expansion))?;
    let tags = GeoTags::of(&mut decoder);
    let mut limits = Limits::default();
    limits.decoding_buffer_size = chunks.iter().map(|chunk| chunk.needed).max().unwrap_or(0);
    decoder = decoder.with_limits(limits);
    let mut raster = Raster::new(width as usize, height as usize, &tags, options);
    for (chunk, index) in chunks.iter().zip(0..) {
        match chunk.stored {
            Some((at, length)) => {
                decoder.inner().unpack(at, length, chunk.needed)?;
                raster.put(decoder.read_chunk(index)?, chunk.corner, chunk.size.0)?;
            }
            None => raster.put_missing(chunk.corner, chunk.size),
        }
    }
    let unit = raster.unit;
    Ok(Heights {
        width: width as usize,
        height: height as usize,
        samples: raster.samples,
        unit,
        spacing: tags.spacing,
        variation: tags.variation,
        location: tags.location,
    })
}

/// A strip or a tile.
struct Chunk {
    /// Column and row of its first sample.
    corner: (u32, u32),
    /// Columns and rows within the raster.
    size: (usize, usize),
    /// Offset and length in the file. Sparse files leave out chunks.
    stored: Option<(u64, u64)>,
    /// The bytes that the decoder needs: complete rows, also beyond the raster's right edge.
    needed: usize,
}

/// The chunks of a raster whose samples have `width` bytes.
///
/// # Errors
/// A chunk is not within the file. The decoder stops at the last sample of a chunk and does not notice missing bytes after it.
fn chunks(decoder: &mut Decoder<Unpacked<'_>>, bytes: u64, width: usize) -> Result<Vec<Chunk>, ReadError> {
    let (offsets, lengths) = match decoder.get_chunk_type() {
        ChunkType::Strip => (Tag::StripOffsets, Tag::StripByteCounts),
        ChunkType::Tile => (Tag::TileOffsets, Tag::TileByteCounts),
    };
    let (offsets, lengths) = (decoder.get_tag_u64_vec(offsets)?, decoder.get_tag_u64_vec(lengths)?);
    let (raster, (across, down)) = (decoder.dimensions()?, decoder.chunk_dimensions());
    let (columns, rows) = (raster.0.div_ceil(across), raster.1.div_ceil(down));
    let count = u64::from(columns) * u64::from(rows);
    let planar = decoder.find_tag_unsigned(Tag::PlanarConfiguration)? == Some(2_u16);
    let samples = if planar { 1 } else { decoder.find_tag_unsigned(Tag::SamplesPerPixel)?.unwrap_or(1_u16) };
    let row = across as usize * width * usize::from(samples);
    if count > offsets.len().min(lengths.len()) as u64 {
        return Err(ReadError::Damaged(format!("it has {} of {count} strips or tiles", offsets.len())));
    }
    let chunk = |index: u32| {
        let (offset, length) = (offsets[index as usize], lengths[index as usize]);
        if offset.saturating_add(length) > bytes {
            return Err(ReadError::Truncated);
        }
        let (x, y) = (index % columns * across, index / columns * down);
        let size = (across.min(raster.0 - x) as usize, down.min(raster.1 - y) as usize);
        let stored = (length > 0).then_some((offset, length));
        Ok(Chunk { corner: (x, y), size, stored, needed: row.saturating_mul(size.1) })
    };
    (0..count as u32).map(chunk).collect()
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

    /// Fills a chunk that the file leaves out. As GDAL does, its samples have the `nodata` value, or are 0 if there is none.
    fn put_missing(&mut self, (x, y): (u32, u32), (across, down): (usize, usize)) {
        let missing = if self.tags.nodata.is_some() { f32::NAN } else { self.tags.offset as f32 };
        for row in y as usize..y as usize + down {
            let start = row * self.width + x as usize;
            self.samples[start..start + across].fill(missing);
        }
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
