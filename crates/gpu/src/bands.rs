//! Bands of rows, computed on a device ahead of their use.

use orogen_engine::curvature;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::Terrain;

use crate::compiler::{Compiler, Loaded, with_deep_stack};
use crate::pieces::{Piece, pieces};
use crate::ring::{Positions, Ring};
use crate::shares::{SHARE_BYTES, ShareCache, SharesBuffer, TerrainKey};
use crate::{Gpu, GpuError};

/// Computes the rows of a grid on a device. While the caller processes one band, the device computes the next ones.
///
/// # Example
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::raster::{Band, Grid};
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::Terrain;
/// use orogen_gpu::{Bands, Choice, ChosenDevice};
///
/// let text = r#"
/// orogen = 1
/// domain.size = 1000.0
/// height = { field = "hills", scale = 50.0 }
/// [fields.hills]
/// type = "fbm"
/// wavelength = 200.0
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let terrain = Terrain::new(&recipe, &NoImages, 10.0)?;
/// if let ChosenDevice::Gpu(gpu) = Choice::Gpu.open()? {
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
    /// The grid to compute. For curvature, it has one more sample on each side.
    grid: Grid,
    /// With curvature: the requested band, widened by one sample on each side. `None` without curvature.
    around: Option<Band>,
    /// Number of rows that a widened band has in addition: 2 with curvature, otherwise 0.
    margin: usize,
    ring: Ring<PieceTag>,
    next: Prefetch,
    shares: ShareCache,
}

/// The key of the terrain. There is only one terrain, so the key is constant.
const TERRAIN: TerrainKey = [0; 2];

/// The first row of a band, and its number of rows.
type Rows = [usize; 2];

/// Identifies a piece in flight.
#[derive(Debug)]
struct PieceTag {
    pass: u64,
    piece: Piece,
    /// Kept alive until the piece is finished.
    _shares: [SharesBuffer; 2],
}

/// The work to begin next.
#[derive(Debug, Default)]
struct Prefetch {
    /// Incremented if a request does not follow the request before it. Pieces of earlier passes are then useless.
    pass: u64,
    /// The band whose pieces begin now; `None` after the last band.
    band: Option<Rows>,
    /// The pieces of that band that have not begun, in reverse order.
    pieces: Vec<Piece>,
    /// The band that follows the band taken last.
    expected: Option<Rows>,
}

impl<'a> Bands<'a> {
    /// Compiles a terrain, with or without curvature. The driver needs some time to compile a new shader.
    ///
    /// # Errors
    /// Fails if the terrain can only be computed on the processor, if it is too large, or if the device fails.
    pub fn new(gpu: Gpu, terrain: &'a Terrain, grid: Grid, curvature: bool) -> Result<Self, GpuError> {
        let loaded = with_deep_stack(|| Compiler::new(gpu.clone()).load(terrain))?;
        let ring = Ring::new(gpu.clone());
        let grid = if curvature { grid.widened() } else { grid };
        let (around, margin) = if curvature { (Some(Band::default()), 2) } else { (None, 0) };
        let next = Prefetch::default();
        let shares = ShareCache::new(gpu.clone(), SHARE_BYTES);
        Ok(Self { gpu, terrain, loaded, grid, around, margin, ring, next, shares })
    }

    /// The name of the device.
    pub fn name(&self) -> &str {
        self.gpu.name()
    }

    /// Computes rows `first..first + rows` of the grid into `band`, reusing its memory: heights, slopes, and the terrain's other
    /// fields. Then begins to compute the bands that follow, each with the same number of rows; the last band of the grid may
    /// have fewer.
    ///
    /// # Errors
    /// The device is lost, is out of memory, or fails.
    pub fn make(&mut self, first: usize, rows: usize, band: &mut Band) -> Result<(), GpuError> {
        let Some(mut around) = self.around.take() else { return self.make_all([first, rows], band) };
        let made = self.make_all([first, rows], &mut around);
        if made.is_ok() {
            curvature::inside(&around, self.grid.spacing, first, band);
        }
        self.around = Some(around);
        made
    }

    /// Computes a band, with the rows around it for curvature.
    fn make_all(&mut self, rows: Rows, band: &mut Band) -> Result<(), GpuError> {
        let made = self.make_next(rows, band);
        if made.is_err() {
            // Pieces in flight are useless now.
            self.next = Prefetch { pass: self.next.pass + 1, ..Prefetch::default() };
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
                    tag.piece.copy_into(samples, whole, columns);
                }
                1
            })?;
            left -= taken
                .ok_or_else(|| GpuError::Failed("the work was submitted but never finished".to_owned()))?;
        }
        // Keeps the device busy while the caller processes the band.
        self.fill()
    }

    /// The pieces of a band, in reverse order.
    fn pieces(&self, [_, rows]: Rows) -> Vec<Piece> {
        let mut all: Vec<_> = pieces([self.grid.columns, rows + self.margin], self.loaded.weight).collect();
        all.reverse();
        all
    }

    /// The band after this one, if there is one.
    fn following(&self, [first, rows]: Rows) -> Option<Rows> {
        let (first, last) = (first + rows, self.grid.rows - self.margin);
        (first < last).then(|| [first, rows.min(last - first)])
    }

    /// Allocates a band's planes.
    fn shape(&self, [first, rows]: Rows, band: &mut Band) {
        band.first_row = first;
        band.columns = self.grid.columns;
        band.curvature.clear();
        band.others.resize_with(self.loaded.weight.planes - 3, Vec::new);
        planes_of(band).for_each(|plane| plane.resize((rows + self.margin) * self.grid.columns, 0.0));
    }

    /// Begins pieces until the ring is full.
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

    /// Begins a piece of the band whose first row is `band`.
    fn begin(&mut self, band: usize, piece: Piece) -> Result<(), GpuError> {
        let grid = piece.grid(&self.grid.band(band, 0));
        let shares = self.shares.get(TERRAIN, self.terrain, &grid)?;
        let positions = Positions::Grid { columns: &shares[0], rows: &shares[1], size: piece.size };
        let tag = PieceTag { pass: self.next.pass, piece, _shares: shares.clone() };
        self.ring.begin(&self.loaded, &positions, tag)
    }
}

/// The planes that a device computes, in order.
fn planes_of(band: &mut Band) -> impl Iterator<Item = &mut Vec<f32>> {
    [&mut band.height, &mut band.dx, &mut band.dy].into_iter().chain(&mut band.others)
}
