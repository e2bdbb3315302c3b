//! From encoded samples to the bytes of a file: as they are, or as a PNG stream.

use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use fdeflate::Compressor;
use fearless_simd::Simd;
use orogen::raster::Grid;

use crate::FileError;
use crate::pending::Destination;
use crate::png_rows::Rows;

/// Takes the samples of a raster in order and gives back the whole file, not yet committed.
pub(crate) trait Encoder: Send {
    type Destination: Destination;

    fn put(&mut self, samples: &[u8]) -> io::Result<()>;

    fn finish(self) -> io::Result<Self::Destination>;
}

/// The samples alone, no header.
pub(crate) struct Raw<D>(pub(crate) D);

impl<D: Destination> Encoder for Raw<D> {
    type Destination = D;

    fn put(&mut self, samples: &[u8]) -> io::Result<()> {
        self.0.write_all(samples)
    }

    fn finish(mut self) -> io::Result<D> {
        self.0.flush()?;
        Ok(self.0)
    }
}

/// What the samples of a PNG are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PngKind {
    /// 16-bit grey, big-endian.
    Grey16,
    /// 8-bit grey, numbers rather than light.
    Grey8,
    /// 8-bit RGB with alpha, four numbers.
    Rgba8,
    /// 8-bit RGB, numbers rather than colours: no colour space is declared.
    Rgb8,
    /// 8-bit RGB, colours in sRGB.
    Srgb8,
}

/// Bytes per IDAT chunk: few enough to stay in the cache, many enough to make the chunk's overhead vanish.
const CHUNK: usize = 1 << 18;

/// A PNG whose rows are filtered and compressed as they come.
///
/// The coder is the one that the `png` crate has for speed, called without that crate's stream so that the filter runs
/// on vectors. Measured on the normals of twelve octaves (ns and bytes per sample, filter included): this 3.5 and 2.56;
/// `miniz_oxide`, runs and Huffman codes, 13 and 2.23; `zlib-rs`, Huffman codes alone, 15 and 2.21, its level 1 25 and
/// 3.15, its level 2 49 and 2.22.
pub(crate) struct Png<D: Destination> {
    rows: Rows,
    stream: Compressor<BufWriter<Chunks<D>>>,
    valve: Valve<D>,
}

impl<D: Destination> Png<D> {
    pub(crate) fn new(destination: D, grid: &Grid, kind: PngKind) -> Result<Self, FileError> {
        let path = destination.path().to_owned();
        let valve = Valve::new(destination);
        let (width, height) = (side(&path, grid.columns)?, side(&path, grid.rows)?);
        let (color, depth) = kind.sample();
        let mut encoder = png::Encoder::new(valve.clone(), width, height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if kind == PngKind::Srgb8 {
            encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        }
        let stream = encoder
            .write_header()
            .map_err(io::Error::from)
            .and_then(|writer| Compressor::new(BufWriter::with_capacity(CHUNK, Chunks(writer))))
            .map_err(|error| FileError::from_io(&path, &valve.why(error)))?;
        let rows = Rows::new(grid.columns, color.samples() * usize::from(depth as u8 / 8));
        Ok(Self { rows, stream, valve })
    }
}

impl PngKind {
    fn sample(self) -> (png::ColorType, png::BitDepth) {
        match self {
            Self::Grey16 => (png::ColorType::Grayscale, png::BitDepth::Sixteen),
            Self::Grey8 => (png::ColorType::Grayscale, png::BitDepth::Eight),
            Self::Rgba8 => (png::ColorType::Rgba, png::BitDepth::Eight),
            Self::Rgb8 | Self::Srgb8 => (png::ColorType::Rgb, png::BitDepth::Eight),
        }
    }
}

/// Everything written is an IDAT chunk.
struct Chunks<D: Destination>(png::Writer<Valve<D>>);

impl<D: Destination> Write for Chunks<D> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_chunk(png::chunk::IDAT, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A PNG side is at most 2^31 − 1.
fn side(path: &Path, samples: usize) -> Result<u32, FileError> {
    let fits = i32::try_from(samples).ok().and_then(|side| u32::try_from(side).ok()).filter(|&side| side > 0);
    fits.ok_or_else(|| {
        FileError::new(path, format!("a PNG cannot be {samples} samples wide or high"), "choose another size")
    })
}

impl<D: Destination> Encoder for Png<D> {
    type Destination = D;

    fn put(&mut self, mut samples: &[u8]) -> io::Result<()> {
        while !samples.is_empty() {
            samples = self.rows.take(samples);
            if let Some(row) = self.rows.filtered() {
                let written = self.stream.write_data(row);
                self.valve.check()?;
                written?;
            }
        }
        Ok(())
    }

    fn finish(self) -> io::Result<D> {
        let Self { stream, valve, .. } = self;
        let chunks = stream.finish().and_then(|last| last.into_inner().map_err(IntoInnerError::into_error));
        let finished = chunks.and_then(|chunks| Ok(chunks.0.finish()?));
        let destination = valve.close()?;
        finished.map(|()| destination)
    }
}

/// A shared handle to a destination that shuts at the first error and keeps it.
///
/// The compressor panics when its writer fails at certain places. Behind a valve it never sees an error; whoever feeds
/// the stream asks the valve.
struct Valve<D>(Arc<Mutex<Flow<D>>>);

struct Flow<D> {
    destination: Option<D>,
    error: Option<io::Error>,
}

impl<D: Destination> Valve<D> {
    fn new(destination: D) -> Self {
        Self(Arc::new(Mutex::new(Flow { destination: Some(destination), error: None })))
    }

    fn with<T>(&self, action: impl FnOnce(&mut Flow<D>) -> T) -> T {
        action(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The first error of the destination, once.
    fn check(&self) -> io::Result<()> {
        self.with(|flow| flow.error.take().map_or(Ok(()), Err))
    }

    /// The destination's own error if it has one, else the encoder's.
    fn why(&self, encoders: io::Error) -> io::Error {
        self.check().err().unwrap_or(encoders)
    }

    /// The destination, if all bytes reached it.
    fn close(self) -> io::Result<D> {
        self.check()?;
        self.with(|flow| flow.destination.take()).ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl<D> Clone for Valve<D> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<D: Destination> Write for Valve<D> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|flow| {
            if let Some(destination) = &mut flow.destination
                && let Err(error) = destination.write_all(bytes)
            {
                flow.error = Some(error);
                flow.destination = None;
            }
        });
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs `body` with the widest vectors of this machine. Whatever it calls has to be `#[inline(always)]` for that.
#[inline(always)]
pub(crate) fn vectorized<R>(body: impl FnOnce() -> R) -> R {
    fearless_simd::dispatch!(fearless_simd::Level::new(), simd => simd.vectorize(body))
}
