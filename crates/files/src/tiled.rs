//! Any product, cut into tiles with one file each.

use std::ops::Range;
use std::path::{Path, PathBuf};

use orogen_engine::raster::{Band, Grid};

use crate::FileError;
use crate::pending::PendingOutput;
use crate::product::{Product, RowCount};

/// A raster cut into `across × down` tiles of equal size. Neighbours share a row or column of samples, so that meshes built
/// from them have no gap.
///
/// ```
/// use orogen_engine::raster::Grid;
/// use orogen_files::Tiling;
///
/// // 9 samples are two tiles of 5, which share the middle one.
/// let tiling = Tiling::new(&Grid::square(9, 10.0), 2, 2).unwrap();
/// assert_eq!(tiling.size(), [5, 5]);
/// assert_eq!(tiling.tile([1, 0]), Grid { first_column: 4, ..Grid::square(5, 10.0) });
/// assert!(Tiling::new(&Grid::square(8, 10.0), 2, 2).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiling {
    whole: Grid,
    counts: [usize; 2],
}

impl Tiling {
    /// Cuts a raster; `None` if the tiles would have different sizes, or only one sample along a side.
    pub fn new(whole: &Grid, across: usize, down: usize) -> Option<Self> {
        let cut = |samples: usize, tiles: usize| {
            tiles > 0 && samples > tiles && (samples - 1).is_multiple_of(tiles)
        };
        (cut(whole.columns, across) && cut(whole.rows, down))
            .then_some(Self { whole: *whole, counts: [across, down] })
    }

    /// The number of samples along a side that can be cut into `tiles` tiles and is nearest to `samples`.
    pub fn nearest(samples: usize, tiles: usize) -> usize {
        let steps = (samples.saturating_sub(1) as f64 / tiles as f64).round().max(1.0);
        steps as usize * tiles + 1
    }

    /// The number of samples along a side of a square that can be cut into `across` tiles across and `down` tiles down. Of all
    /// such numbers up to `most`, the result is the one nearest to `samples`. `None` if there is no such number.
    ///
    /// ```
    /// use orogen_files::Tiling;
    ///
    /// // Steps that both 2 and 3 divide.
    /// assert_eq!(Tiling::nearest_square(1024, [2, 3], 4096), Some(1027));
    /// assert_eq!(Tiling::nearest_square(4096, [2, 3], 4096), Some(4093));
    /// assert_eq!(Tiling::nearest_square(100, [1024, 1023], 4096), None);
    /// ```
    pub fn nearest_square(samples: usize, [across, down]: [usize; 2], most: usize) -> Option<usize> {
        let divides = |tiles: &usize| tiles.is_multiple_of(across) && tiles.is_multiple_of(down);
        let both = (across.max(down)..most).find(divides)?;
        let nearest = Self::nearest(samples, both);
        Some(if nearest > most { (most - 1) / both * both + 1 } else { nearest })
    }

    /// The grid of the complete raster.
    pub fn whole(&self) -> Grid {
        self.whole
    }

    /// Tiles across and down.
    pub fn counts(&self) -> [usize; 2] {
        self.counts
    }

    /// Samples per tile, across and down.
    pub fn size(&self) -> [usize; 2] {
        let [across, down] = self.counts;
        [(self.whole.columns - 1) / across + 1, (self.whole.rows - 1) / down + 1]
    }

    /// The grid of a tile, by its column and its row from the top.
    pub fn tile(&self, [column, row]: [usize; 2]) -> Grid {
        let [columns, rows] = self.size();
        Grid {
            first_column: self.whole.first_column + (column * (columns - 1)) as i64,
            first_row: self.whole.first_row + (row * (rows - 1)) as i64,
            columns,
            rows,
            spacing: self.whole.spacing,
        }
    }

    /// Column and row of every tile, row by row from the top.
    pub fn all(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let [across, down] = self.counts;
        (0..down).flat_map(move |row| (0..across).map(move |column| [column, row]))
    }
}

/// Opens the product of a tile. The arguments are the tile's column and its row from the top, and the tile's grid.
pub type OpenTile = Box<dyn FnMut([usize; 2], &Grid) -> Result<Box<dyn Product>, FileError> + Send>;

/// A product that passes each tile of a raster to a separate product. One row of tiles is open at a time.
///
/// ```
/// use orogen_engine::raster::{Band, Grid};
/// use orogen_files::{Tiling, height32, tiled};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().to_owned();
/// let tiling = Tiling::new(&Grid::square(3, 10.0), 2, 2).ok_or("unequal tiles")?;
/// let to = folder.clone();
/// let open = move |[column, row]: [usize; 2], grid: &Grid| {
///     height32::f32(&to.join(format!("height_x{column}_y{row}.f32")), grid)
/// };
/// let mut product = tiled(&folder, tiling, Box::new(open))?;
/// product.write(&Band { columns: 3, height: vec![0.0; 9], ..Band::default() })?;
/// product.finish()?;
/// assert!(folder.join("height_x1_y1.f32").exists());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The first row of tiles cannot be opened. Later rows of tiles are opened when their samples arrive, and errors are reported
/// then.
pub fn tiled(folder: &Path, tiling: Tiling, open: OpenTile) -> Result<Box<dyn Product>, FileError> {
    let rows = RowCount::new(folder.to_owned(), &tiling.whole);
    let mut tiled = Tiled { rows, tiling, open, current: Vec::new(), next: 0, outputs: Vec::new() };
    tiled.open_row()?;
    Ok(Box::new(tiled))
}

struct Tiled {
    rows: RowCount,
    tiling: Tiling,
    open: OpenTile,
    /// The row of tiles that is being written.
    current: Vec<Box<dyn Product>>,
    /// The next row of tiles.
    next: usize,
    outputs: Vec<PendingOutput>,
}

impl Tiled {
    fn open_row(&mut self) -> Result<(), FileError> {
        let row = self.next;
        let tiles = (0..self.tiling.counts[0]).map(|column| {
            let tile = [column, row];
            (self.open)(tile, &self.tiling.tile(tile))
        });
        self.current = tiles.collect::<Result<_, _>>()?;
        self.next += 1;
        Ok(())
    }

    fn close_row(&mut self) -> Result<(), FileError> {
        for product in self.current.drain(..) {
            self.outputs.push(product.complete()?);
        }
        Ok(())
    }

    /// Feeds the current row of tiles with rows of the band.
    fn feed(&mut self, band: &Band, rows: Range<usize>) -> Result<(), FileError> {
        let ([columns, height], row) = (self.tiling.size(), self.next - 1);
        for (column, product) in self.current.iter_mut().enumerate() {
            let first = column * (columns - 1);
            let mut part = cut(band, rows.clone(), first..first + columns);
            part.first_row = band.first_row + rows.start - row * (height - 1);
            product.write(&part)?;
        }
        Ok(())
    }
}

impl Product for Tiled {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.rows.check(band, &[("height", &band.height)])?;
        let [_, down] = self.tiling.counts;
        let steps = self.tiling.size()[1] - 1;
        let mut at = 0;
        while at < band.rows() {
            // The last row of these tiles is the first of the next ones.
            let last = self.next * steps;
            let end = band.rows().min(last + 1 - band.first_row);
            self.feed(band, at..end)?;
            at = end;
            if band.first_row + end == last + 1 {
                self.close_row()?;
                if self.next < down {
                    self.open_row()?;
                    at -= 1;
                }
            }
        }
        self.rows.advance(band);
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        let folder: PathBuf = self.rows.complete()?;
        Ok(PendingOutput::of_files(folder, self.outputs))
    }
}

/// Copies these rows and columns of a band.
fn cut(band: &Band, rows: Range<usize>, columns: Range<usize>) -> Band {
    let plane = |plane: &[f32]| {
        let row = |row: usize| &plane[row * band.columns..][columns.clone()];
        if plane.is_empty() { Vec::new() } else { rows.clone().flat_map(row).copied().collect() }
    };
    Band {
        first_row: band.first_row + rows.start,
        columns: columns.len(),
        height: plane(&band.height),
        dx: plane(&band.dx),
        dy: plane(&band.dy),
        curvature: plane(&band.curvature),
        sky: plane(&band.sky),
        others: band.others.iter().map(|other| plane(other)).collect(),
    }
}
