//! TIFF: one band of integers or floats.

use orogen::image::SampleUnit;
use tiff::decoder::{ChunkType, Decoder, DecodingResult, Limits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use super::flaw::{Flaw, refuse_size};
use super::geotiff::World;
use super::{Heights, ReadOptions, Source, tiff_header};

/// Little- and big-endian, classic and big.
const SIGNATURES: [&[u8]; 4] = [b"II\x2a\0", b"MM\0\x2a", b"II\x2b\0", b"MM\0\x2b"];

pub(super) fn is_tiff(source: &mut impl Source) -> Result<bool, Flaw> {
    let start = source.fill_buf()?;
    Ok(SIGNATURES.iter().any(|signature| start.starts_with(signature)))
}

/// An LZW code, at most 12 bits, stands for at most 3838 bytes; the other compressions unfold less.
const EXPANSION: u64 = 2560;

impl From<TiffError> for Flaw {
    fn from(error: TiffError) -> Self {
        match error {
            TiffError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Self::CutShort,
            TiffError::UnsupportedError(why) => Self::unread(
                format!("the TIFF holds what is not read: {why}"),
                "save it as one band with no compression, LZW or DEFLATE",
            ),
            error => Self::Broken(error.to_string()),
        }
    }
}

pub(super) fn decode(mut source: impl Source, options: &ReadOptions) -> Result<Heights, Flaw> {
    let bytes = source.length()?;
    if !is_tiff(&mut source)? {
        return Err(Flaw::Foreign);
    }
    tiff_header::refuse(&mut source, bytes)?;
    let mut decoder = Decoder::new(source)?;
    let (width, height) = decoder.dimensions()?;
    let bits = match decoder.colortype()? {
        ColorType::Gray(bits @ (8 | 16 | 32 | 64)) => bits,
        ColorType::Gray(bits) => {
            let what = format!("its numbers have {bits} bits");
            return Err(Flaw::unread(what, "save it with 16-bit integers or 32-bit floats"));
        }
        other => {
            let what = format!("it is a picture of {} bands, not of heights", other.num_samples());
            return Err(Flaw::unread(what, "save the band with the heights alone"));
        }
    };
    let raw = u64::from(width) * u64::from(height) * u64::from(bits / 8);
    refuse_size(width.into(), height.into(), raw, bytes.saturating_mul(EXPANSION))?;
    refuse_chunks(&mut decoder, bytes)?;
    let world = World::of(&mut decoder);
    let mut limits = Limits::default();
    limits.decoding_buffer_size = usize::try_from(raw).unwrap_or(usize::MAX);
    decoder = decoder.with_limits(limits);
    let mut canvas = Canvas::new(width as usize, height as usize, &world, options);
    let (across, down) = decoder.chunk_dimensions();
    let columns = width.div_ceil(across);
    for chunk in 0..columns * height.div_ceil(down) {
        let place = (chunk % columns * across, chunk / columns * down);
        let rows = decoder.chunk_data_dimensions(chunk).0 as usize;
        canvas.put(decoder.read_chunk(chunk)?, place, rows)?;
    }
    let unit = canvas.unit;
    Ok(Heights {
        width: width as usize,
        height: height as usize,
        samples: canvas.samples,
        unit,
        spacing: world.spacing,
        location: world.location,
    })
}

/// The decoder stops at the last sample of a chunk and would not miss what comes after.
fn refuse_chunks<R: Source>(decoder: &mut Decoder<R>, bytes: u64) -> Result<(), Flaw> {
    let (offsets, lengths) = match decoder.get_chunk_type() {
        ChunkType::Strip => (Tag::StripOffsets, Tag::StripByteCounts),
        ChunkType::Tile => (Tag::TileOffsets, Tag::TileByteCounts),
    };
    let (offsets, lengths) = (decoder.get_tag_u64_vec(offsets)?, decoder.get_tag_u64_vec(lengths)?);
    let fits = offsets.iter().zip(&lengths).all(|(&offset, &length)| offset.saturating_add(length) <= bytes);
    if fits { Ok(()) } else { Err(Flaw::CutShort) }
}

/// The raster that the chunks are put into.
struct Canvas<'a> {
    width: usize,
    samples: Vec<f32>,
    world: &'a World,
    wanted: Option<SampleUnit>,
    unit: SampleUnit,
}

impl<'a> Canvas<'a> {
    fn new(width: usize, height: usize, world: &'a World, options: &ReadOptions) -> Self {
        let samples = vec![0.0; width * height];
        Self { width, samples, world, wanted: options.unit, unit: SampleUnit::Metres }
    }

    fn put(&mut self, chunk: DecodingResult, place: (u32, u32), across: usize) -> Result<(), Flaw> {
        match chunk {
            DecodingResult::U8(values) => self.unsigned(&values, u8::MAX.into(), place, across),
            DecodingResult::U16(values) => self.unsigned(&values, u16::MAX.into(), place, across),
            DecodingResult::U32(values) => self.unsigned(&values, u32::MAX.into(), place, across),
            DecodingResult::I8(values) => self.signed(&values, i8::MAX.into(), place, across),
            DecodingResult::I16(values) => self.signed(&values, i16::MAX.into(), place, across),
            DecodingResult::I32(values) => self.signed(&values, i32::MAX.into(), place, across),
            DecodingResult::F32(values) => self.place(&values, 1.0, place, across),
            DecodingResult::F64(values) => self.place(&values, 1.0, place, across),
            DecodingResult::F16(values) => {
                let values: Vec<f32> = values.into_iter().map(f32::from).collect();
                self.place(&values, 1.0, place, across)
            }
            DecodingResult::U64(_) | DecodingResult::I64(_) => {
                let what = "its integers have 64 bits, more than a height has";
                Err(Flaw::unread(what, "save it with 16-bit integers or 32-bit floats"))
            }
        }
    }

    fn unsigned<T: Copy + Into<f64>>(
        &mut self,
        values: &[T],
        largest: f64,
        place: (u32, u32),
        across: usize,
    ) -> Result<(), Flaw> {
        let own = if self.world.placed { SampleUnit::Metres } else { SampleUnit::Fraction };
        self.integers(values, own, largest, place, across)
    }

    fn signed<T: Copy + Into<f64>>(
        &mut self,
        values: &[T],
        largest: f64,
        place: (u32, u32),
        across: usize,
    ) -> Result<(), Flaw> {
        self.integers(values, SampleUnit::Metres, largest, place, across)
    }

    fn integers<T: Copy + Into<f64>>(
        &mut self,
        values: &[T],
        own: SampleUnit,
        largest: f64,
        place: (u32, u32),
        across: usize,
    ) -> Result<(), Flaw> {
        self.unit = self.wanted.unwrap_or(own);
        let one = if self.unit == SampleUnit::Metres { 1.0 } else { largest };
        self.place(values, one, place, across)
    }

    /// Puts a chunk of `across` columns at its place, numbers as multiples of `one`; NaN where no height is known.
    fn place<T: Copy + Into<f64>>(
        &mut self,
        values: &[T],
        one: f64,
        (x, y): (u32, u32),
        across: usize,
    ) -> Result<(), Flaw> {
        // A single is compared as such: GDAL writes its nodata value with fewer digits than a double has.
        let nodata = self.world.nodata.map(|number| number as f32);
        let (scale, offset) = (self.world.scale, self.world.offset);
        for (row, values) in values.chunks_exact(across).enumerate() {
            let start = (y as usize + row) * self.width + x as usize;
            let room = self.samples.get_mut(start..start + across);
            let room = room.ok_or_else(|| Flaw::Broken("a part of it lies outside".to_owned()))?;
            for (sample, &value) in room.iter_mut().zip(values) {
                let value: f64 = value.into();
                let unknown = nodata == Some(value as f32);
                *sample = if unknown { f32::NAN } else { (value / one * scale + offset) as f32 };
            }
        }
        Ok(())
    }
}
