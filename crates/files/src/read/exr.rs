//! Reads one channel of one layer of an OpenEXR at full resolution.

use std::collections::BTreeSet;

use ::exr::block::UncompressedBlock;
use ::exr::block::reader::ChunksReader;
use ::exr::error::Error;
use ::exr::math::Vec2;
use ::exr::meta::BlockDescription;
use ::exr::meta::attribute::{AttributeValue, ChannelDescription, SampleType, Text};
use ::exr::meta::header::Header;
use ::exr::prelude::f16;
use orogen_engine::image::SampleUnit;

use super::read_error::{ReadError, check_size};
use super::{Heights, MAX_SIDE, Source, starts_with};

pub(super) const SIGNATURE: &[u8] = b"\x76\x2f\x31\x01";

/// The largest factor by which a compression of the format can expand data: that of Deflate.
const EXPANSION: u64 = 1032;

/// Names of the channel with heights, the most likely first.
const NAMES: [&str; 5] = ["y", "height", "z", "v", "r"];

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => Self::from(error),
            Error::Invalid(why) if why == "reference to missing bytes" => Self::Truncated,
            Error::NotSupported(why) => Self::unsupported(
                format!("the EXR is not supported: {why}"),
                "save it as scan lines with ZIP",
            ),
            error => Self::Damaged(error.to_string()),
        }
    }
}

pub(super) fn decode(source: &mut dyn Source) -> Result<Heights, ReadError> {
    let bytes = source.length()?;
    if !starts_with(source, SIGNATURE)? {
        return Err(ReadError::WrongFormat);
    }
    let reader = ::exr::block::read(source, false)?;
    for header in reader.headers() {
        check_header(header, bytes)?;
    }
    let (layer, channel) = choose(reader.headers())?;
    let header = reader.headers()[layer].clone();
    let (width, height) = (header.layer_size.width(), header.layer_size.height());
    let mut samples = vec![0.0; width * height];
    let wanted = |_: &_, tile: ::exr::block::chunk::TileCoordinates, block: ::exr::block::BlockIndex| {
        block.layer == layer && tile.level_index == Vec2(0, 0)
    };
    let mut blocks = reader.filter_chunks(false, wanted)?.sequential_decompressor(false);
    let mut seen = BTreeSet::new();
    while let Some(block) = blocks.decompress_next_block() {
        let block = block?;
        let Vec2(x, y) = block.index.pixel_position;
        if !seen.insert((x, y)) {
            return Err(ReadError::Damaged("a block occurs twice".to_owned()));
        }
        copy(&block, &header, channel, &mut samples)?;
    }
    let spacing = match header.own_attributes.other.get(&Text::from(crate::exr::SPACING)) {
        Some(&AttributeValue::F64(metres)) if metres.is_finite() && metres > 0.0 => Some([metres; 2]),
        _ => None,
    };
    Ok(Heights { width, height, samples, unit: SampleUnit::Metres, spacing, variation: 0.0, location: None })
}

/// Checks that the raster does not take more memory than the file can contain.
fn check_header(header: &Header, bytes: u64) -> Result<(), ReadError> {
    let Vec2(width, height) = header.layer_size;
    check_size(width as u64, height as u64, 0, 0)?;
    if header.deep {
        return Err(ReadError::unsupported("it has deep pixels", "flatten it"));
    }
    let pixels = width as u64 * height as u64 * header.channels.bytes_per_pixel as u64;
    check_size(width as u64, height as u64, pixels, bytes.saturating_mul(EXPANSION))?;
    let tiles_fit = match header.blocks {
        BlockDescription::ScanLines => true,
        BlockDescription::Tiles(tiles) => tiles.tile_size.0.max(tiles.tile_size.1) <= MAX_SIDE,
    };
    if !tiles_fit || header.chunk_count as u64 > bytes {
        return Err(ReadError::Damaged("its tiles do not fit into the picture".to_owned()));
    }
    Ok(())
}

/// The layer and channel with the most likely name; if there is only one channel, that one.
fn choose(headers: &[Header]) -> Result<(usize, usize), ReadError> {
    let channels: Vec<_> = headers
        .iter()
        .enumerate()
        .flat_map(|(layer, header)| {
            header.channels.list.iter().enumerate().map(move |(at, it)| (layer, at, it))
        })
        .filter(|(_, _, it)| it.sampling == Vec2(1, 1))
        .collect();
    if let [(layer, at, _)] = channels[..] {
        return Ok((layer, at));
    }
    let named = NAMES.iter().find_map(|name| channels.iter().find(|(_, _, it)| base_name(it) == *name));
    if let Some(&(layer, at, _)) = named {
        return Ok((layer, at));
    }
    let names: Vec<String> = channels.iter().map(|(_, _, it)| it.name.to_string()).collect();
    let message = format!("none of its channels ({}) has the name of a height", names.join(", "));
    Err(ReadError::unsupported(message, "name the channel `Y`, or save only that channel"))
}

/// The name without the layer, in lower case: `Layer.Y` is `y`.
fn base_name(channel: &ChannelDescription) -> String {
    let name = channel.name.to_string().to_ascii_lowercase();
    name.rsplit('.').next().unwrap_or_default().to_owned()
}

/// Copies the channel of a block to its position.
fn copy(
    block: &UncompressedBlock,
    header: &Header,
    channel: usize,
    samples: &mut [f32],
) -> Result<(), ReadError> {
    let width = header.layer_size.width();
    let kind = header.channels.list[channel].sample_type;
    for line in block.lines(&header.channels).filter(|line| line.location.channel == channel) {
        let Vec2(x, y) = line.location.position;
        let row = y * width + x..y * width + x + line.location.sample_count;
        let row = samples
            .get_mut(row)
            .ok_or_else(|| ReadError::Damaged("a block lies outside the picture".to_owned()))?;
        match kind {
            SampleType::F32 => fill(row, line.read_samples::<f32>(), |value| value)?,
            SampleType::F16 => fill(row, line.read_samples::<f16>(), f16::to_f32)?,
            SampleType::U32 => fill(row, line.read_samples::<u32>(), |value| value as f32)?,
        }
    }
    Ok(())
}

fn fill<T>(
    row: &mut [f32],
    values: impl Iterator<Item = ::exr::error::Result<T>>,
    metres: impl Fn(T) -> f32,
) -> Result<(), ReadError> {
    for (sample, value) in row.iter_mut().zip(values) {
        *sample = metres(value?);
    }
    Ok(())
}
