//! OpenEXR pictures of heights in metres: `height.exr`, 32-bit floats, scan lines, lossless ZIP compression.
//!
//! Blender reads the one-channel form (as non-colour data, with a mid-level of 0). Godot's Terrain3D needs the same height
//! in R, G and B, without alpha. No standard attribute is for the spacing of the samples (the densities of the format are
//! pixels per inch of paper), so the file stores the spacing in the `double` attribute [`SPACING`].
//!
//! The writer of the `exr` crate requests all blocks at once, which a product that takes bands cannot provide. The parts of
//! that writer are public, so the crate still encodes the header and the chunks, and this module writes the file: the
//! header, space for the offset table, and the chunks as they arrive. Last, this module goes back and fills in the table.

use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use ::exr::block::{BlockIndex, UncompressedBlock};
use ::exr::compression::Compression;
use ::exr::error::{Error, Result as ExrResult};
use ::exr::math::Vec2;
use ::exr::meta::attribute::{AttributeValue, ChannelDescription, LineOrder, SampleType, Text};
use ::exr::meta::header::{Header, LayerAttributes};
use ::exr::meta::{BlockDescription, MetaData, magic_number};
use orogen_engine::raster::{Band, Grid};
use rayon::prelude::*;

use crate::FileError;
use crate::pending::{PendingFile, PendingOutput};
use crate::product::{Product, RowCount};

/// The name of the `double` attribute with the metres between neighbouring samples.
pub const SPACING: &str = "metresPerSample";

/// Rows that are compressed together: fixed by the format for this kind of compression.
const BLOCK_ROWS: usize = 16;

/// Blocks that are compressed in parallel.
const BATCH: usize = 8;

/// Writes one channel `Y`.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty or too large for the format.
pub fn grey(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    product(path, grid, &["Y"], "heights in metres, top row first")
}

/// Writes the same height in the channels `R`, `G` and `B`, without alpha.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty or too large for the format.
pub fn rgb(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    product(path, grid, &["B", "G", "R"], "heights in metres, top row first")
}

/// Writes one channel `R` of floats whose bits are numbers. `comment` describes the numbers.
pub(crate) fn bits(path: &Path, grid: &Grid, comment: &str) -> Result<Box<dyn Product>, FileError> {
    product(path, grid, &["R"], comment)
}

fn product(
    path: &Path,
    grid: &Grid,
    channels: &[&str],
    comment: &str,
) -> Result<Box<dyn Product>, FileError> {
    check_size(path, grid, channels.len())?;
    let file = BufWriter::with_capacity(1 << 18, PendingFile::create(path)?);
    // Only one attribute here: the crate writes several attributes in the order of a hash map.
    let spacing = Some((Text::from(SPACING), AttributeValue::F64(grid.spacing)));
    let own = attributes(comment, spacing);
    let header = header(grid, "height", channels, own).map_err(|error| file_error(path, error))?;
    let file = ExrFile::start(path, grid, file, header).map_err(|error| file_error(path, error))?;
    Ok(Box::new(file))
}

/// Writes one channel `Y` of numbers other than heights, row by row, for shaders. `comment` describes the numbers.
///
/// # Errors
/// The folder is missing or cannot be written, or the picture is empty or too large for the format.
pub fn texture(
    path: &Path,
    columns: usize,
    numbers: &[f32],
    comment: &str,
) -> Result<PendingOutput, FileError> {
    let rows = numbers.len().checked_div(columns).unwrap_or_default();
    let grid = Grid { columns, rows, ..Grid::square(1, 1.0) };
    check_size(path, &grid, 1)?;
    let file = BufWriter::with_capacity(1 << 18, PendingFile::create(path)?);
    let write = |file| {
        let header = header(&grid, "texture", &["Y"], attributes(comment, None))?;
        let mut file = ExrFile::start(path, &grid, file, header)?;
        file.pending.extend_from_slice(numbers);
        Ok(PendingOutput::new(file.close()?)?)
    };
    write(file).map_err(|error| file_error(path, error))
}

/// Checks the size: the sides, and the number of bytes of a block, must fit into 31 bits.
fn check_size(path: &Path, grid: &Grid, channels: usize) -> Result<(), FileError> {
    const LARGEST: usize = i32::MAX as usize;
    let columns = LARGEST / (BLOCK_ROWS * 4 * channels);
    if !grid.is_empty() && grid.columns <= columns && grid.rows <= LARGEST {
        return Ok(());
    }
    let message = format!("an EXR cannot be {} × {} samples", grid.columns, grid.rows);
    Err(FileError::new(path, message, format!("choose a size from 1 × 1 to {columns} × {LARGEST}")))
}

/// `channels` must be in alphabetical order, as the format requires.
fn header(grid: &Grid, layer: &str, channels: &[&str], own: LayerAttributes) -> ExrResult<Header> {
    let channel = |name: &&str| ChannelDescription::named(*name, SampleType::F32);
    let header =
        Header::new(Text::from(layer), (grid.columns, grid.rows), channels.iter().map(channel).collect())
            .with_encoding(Compression::ZIP16, BlockDescription::ScanLines, LineOrder::Increasing)
            .with_attributes(own);
    MetaData::validate(std::slice::from_ref(&header), true)?;
    Ok(header)
}

fn attributes(comment: &str, other: Option<(Text, AttributeValue)>) -> LayerAttributes {
    LayerAttributes {
        comments: Text::new_or_none(comment),
        software_name: Some(Text::from("orogen")),
        other: other.into_iter().collect(),
        ..LayerAttributes::default()
    }
}

struct ExrFile {
    rows: RowCount,
    file: BufWriter<PendingFile>,
    header: Header,
    /// Position of the offset table.
    table: u64,
    /// The offsets known so far.
    offsets: Vec<u64>,
    /// Number of bytes written.
    end: u64,
    /// Rows not yet compressed, fewer than a batch.
    pending: Vec<f32>,
}

impl ExrFile {
    fn start(path: &Path, grid: &Grid, mut file: BufWriter<PendingFile>, header: Header) -> ExrResult<Self> {
        let headers = std::slice::from_ref(&header);
        let mut bytes = Vec::new();
        magic_number::write(&mut bytes)?;
        MetaData::validate(headers, true)?.write(&mut bytes)?;
        Header::write_all(headers, &mut bytes, false)?;
        let table = bytes.len() as u64;
        bytes.resize(bytes.len() + 8 * header.chunk_count, 0);
        file.write_all(&bytes)?;
        let end = bytes.len() as u64;
        let rows = RowCount::new(path.to_owned(), grid);
        Ok(Self { rows, file, header, table, offsets: Vec::new(), end, pending: Vec::new() })
    }

    /// Compresses and writes the pending rows.
    fn flush(&mut self) -> ExrResult<()> {
        let columns = self.header.layer_size.width();
        let first = self.offsets.len();
        let chunk = |(at, rows)| chunk(&self.header, first + at, rows);
        let blocks = self.pending.par_chunks(BLOCK_ROWS * columns).enumerate().map(chunk);
        let blocks: Vec<Vec<u8>> = blocks.collect::<ExrResult<_>>()?;
        for block in blocks {
            self.file.write_all(&block)?;
            self.offsets.push(self.end);
            self.end += block.len() as u64;
        }
        self.pending.clear();
        Ok(())
    }

    fn close(mut self) -> ExrResult<PendingFile> {
        self.flush()?;
        self.file.seek(SeekFrom::Start(self.table))?;
        let table: Vec<u8> = self.offsets.iter().flat_map(|offset| offset.to_le_bytes()).collect();
        self.file.write_all(&table)?;
        Ok(self.file.into_inner().map_err(std::io::IntoInnerError::into_error)?)
    }
}

/// The bytes of block `index`: each of its rows once per channel.
fn chunk(header: &Header, index: usize, rows: &[f32]) -> ExrResult<Vec<u8>> {
    let (columns, channels) = (header.layer_size.width(), header.channels.list.len());
    let mut data = Vec::with_capacity(4 * rows.len() * channels);
    for row in rows.chunks_exact(columns) {
        let start = data.len();
        data.extend(row.iter().flat_map(|metres| metres.to_ne_bytes()));
        let end = data.len();
        (1..channels).for_each(|_| data.extend_from_within(start..end));
    }
    let index = BlockIndex {
        layer: 0,
        pixel_position: Vec2(0, index * BLOCK_ROWS),
        pixel_size: Vec2(columns, rows.len() / columns),
        level: Vec2(0, 0),
    };
    let mut bytes = Vec::new();
    UncompressedBlock { index, data }
        .compress_to_chunk(std::slice::from_ref(header))?
        .write(&mut bytes, 1)?;
    Ok(bytes)
}

impl Product for ExrFile {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.rows.check(band, &[("height", &band.height)])?;
        let batch = BATCH * BLOCK_ROWS * band.columns;
        let mut left = band.height.as_slice();
        while !left.is_empty() {
            let (now, later) = left.split_at(left.len().min(batch - self.pending.len()));
            self.pending.extend_from_slice(now);
            left = later;
            if self.pending.len() == batch {
                self.flush().map_err(|error| file_error(&self.rows.path, error))?;
            }
        }
        self.rows.advance(band);
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        let path = self.rows.complete()?;
        self.close().and_then(|file| Ok(PendingOutput::new(file)?)).map_err(|error| file_error(&path, error))
    }
}

fn file_error(path: &Path, error: Error) -> FileError {
    match error {
        Error::Io(error) => FileError::from_io(path, &error),
        error => {
            FileError::new(path, format!("it cannot be written as EXR: {error}"), "choose another format")
        }
    }
}
