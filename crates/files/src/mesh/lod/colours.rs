//! Keeps the colours of a terrain on the disk until its tiles are written.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use orogen_engine::covering::Covering;
use orogen_engine::raster::Band;

use super::hierarchy::Point;
use crate::materials::{Colours, Sea};
use crate::product::SampleFormat;

/// Bytes of a colour.
const BYTES: usize = 3;

/// The colours of the materials at each sample, row by row, in a temporary file.
pub(super) struct ColourRaster {
    format: Colours,
    file: File,
    columns: usize,
}

impl ColourRaster {
    pub(super) fn new(file: File, columns: usize, covering: Covering, sea: Option<Sea>) -> Self {
        Self { format: Colours { covering, sea }, file, columns }
    }

    /// The planes of a band that [`write`](Self::write) reads.
    pub(super) fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        self.format.planes(band)
    }

    /// Appends the rows of a band.
    pub(super) fn write(&mut self, band: &Band) -> io::Result<()> {
        let mut bytes = vec![0; BYTES * self.columns];
        for row in 0..band.rows() {
            self.format.encode(band, row * self.columns..(row + 1) * self.columns, &mut bytes);
            self.file.write_all(&bytes)?;
        }
        Ok(())
    }

    /// The part of this many samples from `first` on, as a PNG.
    pub(super) fn png(&mut self, first: Point, samples: [usize; 2]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let [width, height] = samples.map(|side| side as u32);
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        let mut row = vec![0; BYTES * samples[0]];
        for y in first[1]..first[1] + samples[1] {
            self.file.seek(SeekFrom::Start((BYTES * (y * self.columns + first[0])) as u64))?;
            self.file.read_exact(&mut row)?;
            stream.write_all(&row)?;
        }
        stream.finish()?;
        writer.finish()?;
        Ok(bytes)
    }
}
