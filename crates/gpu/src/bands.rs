//! Bands of rows, made by a device ahead of those who take them.

use orogen::curvature;
use orogen::raster::{Band, Grid};
use orogen::terrain::Terrain;

use crate::compiler::{Compiler, Loaded, deeply};
use crate::pieces::{Piece, pieces};
use crate::ring::{Places, Ring};
use crate::shares::{SHARE_BYTES, ShareCache, TerrainKey, Uploaded};
use crate::{Gpu, GpuError};

/// Makes the rows of a grid on a device. While one band is in the hands of whoever asked for it, the device computes
/// those that follow.
///
/// # Example
/// ```
/// use orogen::image::NoImages;
/// use orogen::raster::{Band, Grid};
/// use orogen::recipe::{Recipe, Source};
/// use orogen::terrain::Terrain;
/// use orogen_gpu::{Bands, Choice, Chosen};
///
/// let text = r#"
/// orogen = 1
/// domain.size = 1000.0
/// height = { field = "hills", scale = 50.0 }
/// [fields.hills]
/// type = "fbm"
/// feature = 200.0
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let terrain = Terrain::new(&recipe, &NoImages, 10.0)?;
/// if let Chosen::Gpu(gpu) = Choice::Gpu.open()? {
///     let mut bands = Bands::new(gpu, &terrain, Grid::square(101, 10.0), false)?;
///     let mut band = Band::default();
///     bands.make(0, 64, &mut band)?;
///     assert_eq!((band.rows(), band.dx.len()), (64, 64 * 101));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Bands<'a> {
    gpu: Gpu,
    terrain: &'a Terrain,
    loaded: Loaded,
    /// With one sample more on every side if there is to be curvature.
    grid: Grid,
    /// Bands as they are made, where curvature is to be made of them.
    around: Option<Band>,
    /// Rows that are made around a band.
    margin: usize,
    ring: Ring<Tag>,
    next: Ahead,
    shares: ShareCache,
}

/// There are no others to tell the terrain from.
const ONE: TerrainKey = [0; 2];

/// A first row, and how many.
type Rows = [usize; 2];

/// What a piece under way is of.
#[derive(Debug)]
struct Tag {
    pass: u64,
    piece: Piece,
    /// Held until it is done.
    _shares: [Uploaded; 2],
}

/// What is begun next.
#[derive(Debug, Default)]
struct Ahead {
    /// Counts how often the bands did not follow each other: pieces that were begun before are of no use.
    pass: u64,
    /// The band that is begun; it is the last if there is none.
    band: Option<Rows>,
    /// Those of its pieces that are not begun, in reverse.
    pieces: Vec<Piece>,
    /// The band that follows on the one that was taken last.
    expected: Option<Rows>,
}

impl<'a> Bands<'a> {
    /// Makes a terrain ready, with curvature or without. Driver and device take their time for the first terrain of
    /// its kind.
    ///
    /// # Errors
    /// The terrain is for the processor only, or too large; the device fails.
    pub fn new(gpu: Gpu, terrain: &'a Terrain, grid: Grid, curvature: bool) -> Result<Self, GpuError> {
        let loaded = deeply(|| Compiler::new(gpu.clone()).load(terrain))?;
        let ring = Ring::new(gpu.clone());
        let grid = if curvature { grid.widened() } else { grid };
        let (around, margin) = if curvature { (Some(Band::default()), 2) } else { (None, 0) };
        let next = Ahead::default();
        let shares = ShareCache::new(gpu.clone(), SHARE_BYTES);
        Ok(Self { gpu, terrain, loaded, grid, around, margin, ring, next, shares })
    }

    /// What the device is called.
    pub fn name(&self) -> &str {
        self.gpu.name()
    }

    /// Makes rows `first..first + rows` of the grid into `band`, whose memory is used again: heights, slopes, and what
    /// else the terrain has. The bands below, of as many rows, are begun.
    ///
    /// # Errors
    /// The device is lost or out of memory.
    pub fn make(&mut self, first: usize, rows: usize, band: &mut Band) -> Result<(), GpuError> {
        let Some(mut around) = self.around.take() else { return self.make_all([first, rows], band) };
        let made = self.make_all([first, rows], &mut around);
        if made.is_ok() {
            curvature::inside(&around, self.grid.spacing, first, band);
        }
        self.around = Some(around);
        made
    }

    /// Makes a band, with the rows around it if there are to be such.
    fn make_all(&mut self, rows: Rows, band: &mut Band) -> Result<(), GpuError> {
        let made = self.make_next(rows, band);
        if made.is_err() {
            // Whatever was begun is of no use any more.
            self.next = Ahead { pass: self.next.pass + 1, ..Ahead::default() };
        }
        made
    }

    fn make_next(&mut self, rows: Rows, band: &mut Band) -> Result<(), GpuError> {
        if self.next.expected != Some(rows) {
            self.next.pass += 1;
            self.next.band = Some(rows);
            self.next.pieces = self.pieces(rows);
        }
        self.next.expected = self.following(rows);
        self.shape(rows, band);
        let (pass, columns) = (self.next.pass, self.grid.columns);
        let mut left = self.pieces(rows).len();
        while left > 0 {
            self.fill()?;
            let taken = self.ring.take(None, |tag, planes| {
                if tag.pass != pass {
                    return 0;
                }
                let planes = planes.chunks_exact(tag.piece.size[0] * tag.piece.size[1]);
                for (samples, whole) in planes.zip(planes_of(band)) {
                    tag.piece.place(samples, whole, columns);
                }
                1
            })?;
            left -= taken.ok_or_else(|| GpuError::Failed("it did not end".to_owned()))?;
        }
        // So that the device has something to do while the band is looked at.
        self.fill()
    }

    /// The pieces of a band, in reverse.
    fn pieces(&self, [_, rows]: Rows) -> Vec<Piece> {
        let mut all: Vec<_> = pieces([self.grid.columns, rows + self.margin], self.loaded.weight).collect();
        all.reverse();
        all
    }

    /// The band below another, if there is one.
    fn following(&self, [first, rows]: Rows) -> Option<Rows> {
        let (first, last) = (first + rows, self.grid.rows - self.margin);
        (first < last).then(|| [first, rows.min(last - first)])
    }

    /// Gives a band the memory for its samples.
    fn shape(&self, [first, rows]: Rows, band: &mut Band) {
        band.first_row = first;
        band.columns = self.grid.columns;
        band.curvature.clear();
        band.others.resize_with(self.loaded.weight.planes - 3, Vec::new);
        planes_of(band).for_each(|plane| plane.resize((rows + self.margin) * self.grid.columns, 0.0));
    }

    /// Begins as many pieces as can be under way.
    fn fill(&mut self) -> Result<(), GpuError> {
        while !self.ring.is_full() {
            if self.next.pieces.is_empty() {
                self.next.band = self.next.band.and_then(|band| self.following(band));
                self.next.pieces = self.next.band.map_or_else(Vec::new, |band| self.pieces(band));
            }
            let (Some([band, _]), Some(piece)) = (self.next.band, self.next.pieces.pop()) else { break };
            self.begin(band, piece)?;
        }
        Ok(())
    }

    /// Begins a piece of the band with this first row.
    fn begin(&mut self, band: usize, piece: Piece) -> Result<(), GpuError> {
        let grid = piece.grid(&self.grid.band(band, 0));
        let shares = self.shares.get(ONE, self.terrain, &grid)?;
        let places = Places::Grid { columns: &shares[0], rows: &shares[1], size: piece.size };
        let tag = Tag { pass: self.next.pass, piece, _shares: shares.clone() };
        self.ring.begin(&self.loaded, &places, tag)
    }
}

/// The planes that a device computes, in its order.
fn planes_of(band: &mut Band) -> impl Iterator<Item = &mut Vec<f32>> {
    [&mut band.height, &mut band.dx, &mut band.dy].into_iter().chain(&mut band.others)
}
