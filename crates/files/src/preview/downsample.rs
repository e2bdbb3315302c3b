//! The raster behind a preview: averaged down while its rows arrive.

use orogen_engine::raster::Grid;

use crate::simd::vectorized;

/// Heights and slopes at the size of the preview.
pub(crate) struct Raster {
    pub(crate) width: usize,
    /// Metres between neighbouring samples of the preview.
    pub(crate) spacing: f32,
    /// Metres.
    pub(crate) height: Vec<f32>,
    /// Metres per metre, to the right.
    pub(crate) dx: Vec<f32>,
    /// Metres per metre, down the picture.
    pub(crate) dy: Vec<f32>,
    /// Red, green and blue of the ground as linear light. With `None`, the ground has the colours of the palette.
    pub(crate) colours: Option<[Vec<f32>; 3]>,
    /// The share of rivers and lakes, 0 to 1, if there are any.
    pub(crate) wet: Option<Vec<f32>>,
}

/// Box average of a raster that arrives row by row.
///
/// Along a side, sample `i` of `n` falls into box `⌊i·m/n⌋` of `m`, so a box has ⌊n/m⌋ or ⌈n/m⌉ samples along a side. With
/// any size of the grid, such as 2^k + 1, the longer side of the preview has its full size. The slope of an average is the
/// average of the slopes.
pub(crate) struct Downsampler {
    grid: Grid,
    preview: Grid,
    /// Sums over the rows of the current row of boxes: one plane each for height, dx and dy, and the further planes.
    sums: Vec<Vec<f32>>,
    rows_in_sum: usize,
    next_row: usize,
    planes: Vec<Vec<f32>>,
    further: Further,
}

/// Planes of a raster besides heights and slopes, in this order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Further {
    /// Red, green and blue.
    pub(crate) colours: bool,
    /// A plane that is 1 where a sample is under water, else 0.
    pub(crate) wet: bool,
}

impl Further {
    /// The number of planes, including those of height and slopes.
    fn planes(self) -> usize {
        3 + 3 * usize::from(self.colours) + usize::from(self.wet)
    }
}

impl Downsampler {
    /// A downsampler for heights, slopes and `further` planes.
    pub(crate) fn new(grid: &Grid, max_side: usize, further: Further) -> Self {
        let longer = grid.columns.max(grid.rows).max(1);
        let side = |samples: usize| match longer > max_side {
            true => (samples * max_side).div_ceil(longer),
            false => samples,
        };
        let (columns, rows) = (side(grid.columns), side(grid.rows));
        let spacing = grid.spacing * longer as f64 / longer.min(max_side) as f64;
        let preview = Grid { columns, rows, spacing, ..*grid };
        Self {
            grid: *grid,
            preview,
            sums: vec![vec![0.0; grid.columns]; further.planes()],
            rows_in_sum: 0,
            next_row: 0,
            planes: (0..further.planes()).map(|_| Vec::with_capacity(preview.len())).collect(),
            further,
        }
    }

    /// The grid of the preview.
    pub(crate) fn preview(&self) -> Grid {
        self.preview
    }

    /// Adds the next row of each plane.
    pub(crate) fn add(&mut self, row: &[&[f32]]) {
        vectorized(
            #[inline(always)]
            || {
                for (sum, row) in self.sums.iter_mut().zip(row) {
                    sum.iter_mut().zip(*row).for_each(|(sum, value)| *sum += value);
                }
            },
        );
        self.rows_in_sum += 1;
        self.next_row += 1;
        let box_row = |row: usize| row * self.preview.rows / self.grid.rows;
        if box_row(self.next_row) > box_row(self.next_row - 1) {
            self.close_box_row();
        }
    }

    fn close_box_row(&mut self) {
        let (columns, width) = (self.grid.columns, self.preview.columns);
        for (sum, plane) in self.sums.iter_mut().zip(&mut self.planes) {
            plane.extend((0..width).map(|i| {
                // The columns in box i of m, for n columns: ⌈i·n/m⌉ to ⌈(i+1)·n/m⌉ − 1.
                let of_box = &sum[(i * columns).div_ceil(width)..((i + 1) * columns).div_ceil(width)];
                of_box.iter().sum::<f32>() / (of_box.len() * self.rows_in_sum) as f32
            }));
            sum.fill(0.0);
        }
        self.rows_in_sum = 0;
    }

    pub(crate) fn finish(self) -> Raster {
        let Grid { columns, spacing, .. } = self.preview;
        let mut planes = self.planes.into_iter();
        let mut next = || planes.next().unwrap_or_default();
        let [height, dx, dy] = [(); 3].map(|()| next());
        let colours = self.further.colours.then(|| [(); 3].map(|()| next()));
        let wet = self.further.wet.then(next);
        Raster { width: columns, spacing: spacing as f32, height, dx, dy, colours, wet }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every box by definition, for n samples in m boxes along a side: the mean of the samples (i, j) with ⌊i·m/n⌋ = column
    /// and ⌊j·m/n⌋ = row.
    fn averaged(grid: &Grid, preview: &Grid, plane: &[f32]) -> Vec<f32> {
        let mut boxes = vec![(0.0_f64, 0); preview.len()];
        for (at, &value) in plane.iter().enumerate() {
            let (i, j) = (at % grid.columns, at / grid.columns);
            let (column, row) = (i * preview.columns / grid.columns, j * preview.rows / grid.rows);
            let of_box = &mut boxes[row * preview.columns + column];
            *of_box = (of_box.0 + f64::from(value), of_box.1 + 1);
        }
        boxes.into_iter().map(|(sum, count)| (sum / f64::from(count)) as f32).collect()
    }

    #[test]
    fn each_sample_of_the_preview_is_the_mean_of_its_box() {
        for (columns, rows, expected) in
            [(33, 33, (16, 16)), (50, 20, (16, 7)), (5, 90, (1, 16)), (9, 4, (9, 4))]
        {
            let grid = Grid { columns, rows, ..Grid::square(0, 3.0) };
            let plane = |k: f32| (0..grid.len()).map(|i| (i as f32 * k).sin()).collect::<Vec<f32>>();
            let (height, dx, dy) = (plane(0.7), plane(1.3), plane(0.2));
            let mut downsampler = Downsampler::new(&grid, 16, Further::default());
            let preview = downsampler.preview();
            assert_eq!((preview.columns, preview.rows), expected);
            for row in 0..rows {
                downsampler.add(&[&height, &dx, &dy].map(|plane| &plane[row * columns..(row + 1) * columns]));
            }
            let raster = downsampler.finish();
            for (k, got) in [(0.7, &raster.height), (1.3, &raster.dx), (0.2, &raster.dy)] {
                let wanted = averaged(&grid, &preview, &plane(k));
                assert_eq!(got.len(), wanted.len());
                assert!(got.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-5), "{columns} × {rows}");
            }
            let longer = columns.max(rows) as f32;
            assert!((raster.spacing * longer.min(16.0) - 3.0 * longer).abs() < 1e-3);
        }
    }
}
