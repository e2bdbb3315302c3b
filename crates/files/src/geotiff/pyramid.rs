//! A raster and its overviews, cut into tiles as its rows arrive.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use rayon::prelude::*;

use super::directory::{Field, Form};
use super::tags::GDAL_METADATA;
use super::tile::{SIDE, encode};
use crate::FileError;
use crate::pending::scratch_beside;

/// The levels of a file, the full raster first, and the finished tiles, compressed.
pub(super) struct Pyramid {
    levels: Vec<Level>,
    tiles: File,
    end: u64,
}

struct Level {
    columns: usize,
    rows: usize,
    /// Rows received.
    seen: usize,
    /// Rows not yet in tiles.
    window: Vec<f32>,
    /// Offset of each finished tile in the file of tiles, and its length in bytes.
    tiles: Vec<(u64, u32)>,
}

impl Pyramid {
    pub(super) fn new(path: &Path, columns: usize, rows: usize) -> Result<Self, FileError> {
        let mut levels = vec![Level::new(columns, rows)];
        let (mut columns, mut rows) = (columns, rows);
        while columns.max(rows) > SIDE {
            (columns, rows) = (columns.div_ceil(2), rows.div_ceil(2));
            levels.push(Level::new(columns, rows));
        }
        Ok(Self { levels, tiles: scratch_beside(path)?, end: 0 })
    }

    /// Takes the next row of the raster.
    pub(super) fn push(&mut self, row: &[f32]) -> io::Result<()> {
        self.push_at(0, row)
    }

    fn push_at(&mut self, at: usize, row: &[f32]) -> io::Result<()> {
        let level = &mut self.levels[at];
        level.window.extend_from_slice(row);
        level.seen += 1;
        let (columns, last) = (level.columns, level.seen == level.rows);
        // The first row of a pair waits for the second. The last row of a level may have no second row.
        let halved = (level.seen.is_multiple_of(2) || last).then(|| {
            let upper = if level.seen.is_multiple_of(2) { 2 * columns } else { columns };
            halve(&level.window[level.window.len() - upper..], columns)
        });
        if last || level.window.len() == SIDE * columns {
            self.cut(at)?;
        }
        match halved {
            Some(row) if at + 1 < self.levels.len() => self.push_at(at + 1, &row),
            _ => Ok(()),
        }
    }

    /// Cuts the window of a level into tiles.
    fn cut(&mut self, at: usize) -> io::Result<()> {
        let level = &mut self.levels[at];
        let columns: Vec<usize> = (0..level.columns).step_by(SIDE).collect();
        let encode = |&column: &usize| encode(&level.window, level.columns, column);
        for tile in columns.par_iter().map(encode).collect::<io::Result<Vec<_>>>()? {
            self.tiles.write_all(&tile)?;
            level.tiles.push((self.end, tile.len() as u32));
            self.end += tile.len() as u64;
        }
        level.window.clear();
        Ok(())
    }

    /// Writes the complete file; `geo_fields` are the georeferencing fields of the first directory.
    pub(super) fn write(&mut self, geo_fields: &[Field], file: impl Write) -> io::Result<()> {
        self.write_as(self.form(geo_fields), geo_fields, file)
    }

    /// The form of the file: BigTIFF if the file is too large for the 32-bit offsets of the classic form.
    fn form(&self, geo_fields: &[Field]) -> Form {
        if self.length(geo_fields, Form::Classic) <= u64::from(u32::MAX) { Form::Classic } else { Form::Big }
    }

    fn write_as(&mut self, form: Form, geo_fields: &[Field], file: impl Write) -> io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 18, file);
        file.write_all(&self.directories(geo_fields, form))?;
        for level in self.levels.iter().rev() {
            for &(offset, bytes) in &level.tiles {
                self.tiles.seek(SeekFrom::Start(offset))?;
                io::copy(&mut (&self.tiles).take(bytes.into()), &mut file)?;
            }
        }
        file.flush()
    }

    fn length(&self, geo_fields: &[Field], form: Form) -> u64 {
        self.head_length(geo_fields, form) + self.end
    }

    /// Bytes before the first tile; they do not depend on the values of the offsets.
    fn head_length(&self, geo_fields: &[Field], form: Form) -> u64 {
        let directories = (0..self.levels.len()).map(|at| form.length(&self.fields(at, 0, geo_fields, form)));
        form.header().len() as u64 + directories.sum::<u64>()
    }

    fn directories(&self, geo_fields: &[Field], form: Form) -> Vec<u8> {
        let mut bytes = form.header();
        let mut tiles = self.head_length(geo_fields, form) + self.end;
        for at in 0..self.levels.len() {
            tiles -= self.levels[at].bytes();
            let (start, followed) = (bytes.len() as u64, at + 1 < self.levels.len());
            bytes.extend(form.directory(&self.fields(at, tiles, geo_fields, form), start, followed));
        }
        bytes
    }

    /// The fields of a level whose tiles begin at `offset`, sorted by tag.
    fn fields(&self, at: usize, offset: u64, geo_fields: &[Field], form: Form) -> Vec<Field> {
        let level = &self.levels[at];
        let long = |tag, value: usize| Field::long(tag, [value as u32].into_iter());
        let mut next = offset;
        let offsets = level.tiles.iter().map(|&(_, bytes)| {
            next += u64::from(bytes);
            next - u64::from(bytes)
        });
        let mut fields = vec![
            long(254, usize::from(at > 0)),     // NewSubfileType: reduced
            long(256, level.columns),           // ImageWidth
            long(257, level.rows),              // ImageLength
            Field::short(258, &[32]),           // BitsPerSample
            Field::short(259, &[8]),            // Compression: DEFLATE
            Field::short(262, &[1]),            // black is zero
            Field::short(277, &[1]),            // SamplesPerPixel
            Field::short(284, &[1]),            // PlanarConfiguration
            Field::short(317, &[3]),            // Predictor: floating point
            long(322, SIDE),                    // TileWidth
            long(323, SIDE),                    // TileLength
            Field::offsets(324, form, offsets), // TileOffsets
            Field::long(325, level.tiles.iter().map(|&(_, bytes)| bytes)), // TileByteCounts
            Field::short(339, &[3]),            // SampleFormat: IEEE float
        ];
        if at == 0 {
            fields.extend_from_slice(geo_fields);
            fields.push(Field::ascii(GDAL_METADATA, METRES));
        }
        fields
    }
}

/// GDAL's metadata for the unit of the band.
const METRES: &str = "<GDALMetadata>\n  <Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">m</Item>\n\
                      </GDALMetadata>\n";

impl Level {
    fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows, seen: 0, window: Vec::new(), tiles: Vec::new() }
    }

    fn bytes(&self) -> u64 {
        self.tiles.iter().map(|&(_, bytes)| u64::from(bytes)).sum()
    }
}

/// Averages over 2 × 2 samples of one or two rows of `columns` samples. At the end of a side of odd length, the last column
/// or row counts twice, which gives the mean of the samples that exist.
fn halve(rows: &[f32], columns: usize) -> Vec<f32> {
    let (upper, lower) = (&rows[..columns], &rows[rows.len() - columns..]);
    let mean = |at: usize| {
        let right = (at + 1).min(columns - 1);
        let pair = |row: &[f32]| f64::from(row[at]) + f64::from(row[right]);
        (0.25 * (pair(upper) + pair(lower))) as f32
    };
    (0..columns).step_by(2).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of a raster of 700 × 520 samples.
    fn rows() -> impl Iterator<Item = Vec<f32>> {
        (0..520).map(|j| (0..700).map(|i| (i * 3 + j * 5) as f32 * 0.25).collect())
    }

    #[test]
    fn both_forms_hold_the_same_samples() {
        let folder = tempfile::tempdir().unwrap();
        let files = [Form::Classic, Form::Big].map(|form| {
            let mut pyramid = Pyramid::new(&folder.path().join("a.tif"), 700, 520).unwrap();
            rows().for_each(|row| pyramid.push(&row).unwrap());
            let mut bytes = Vec::new();
            pyramid.write_as(form, &[], &mut bytes).unwrap();
            assert_eq!(bytes.len() as u64, pyramid.length(&[], form));
            bytes
        });
        assert_eq!((files[0][2], files[1][2]), (42, 43));
        for bytes in files {
            let heights = crate::read_heights_bytes(&bytes, &crate::ReadOptions::default()).unwrap();
            assert!(heights.samples.into_iter().eq(rows().flatten()));
            let mut decoder = tiff::decoder::Decoder::new(io::Cursor::new(&bytes)).unwrap();
            decoder.next_image().unwrap();
            assert_eq!(decoder.dimensions().unwrap(), (350, 260));
            assert!(!decoder.more_images());
        }
    }

    #[test]
    fn more_than_four_gibibytes_need_bigtiff() {
        let folder = tempfile::tempdir().unwrap();
        let mut pyramid = Pyramid::new(&folder.path().join("a.tif"), 700, 520).unwrap();
        rows().for_each(|row| pyramid.push(&row).unwrap());
        let room = u64::from(u32::MAX) - pyramid.length(&[], Form::Classic);
        pyramid.end += room;
        assert_eq!(pyramid.form(&[]), Form::Classic);
        pyramid.end += 1;
        assert_eq!(pyramid.form(&[]), Form::Big);
    }
}
