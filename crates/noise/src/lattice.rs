//! Converts positions in metres to lattice cells and fractions, exactly.
//!
//! A basis receives a position as an integer cell and a fraction in the cell. These are the two parts of a fixed-point
//! number: cells wrap at 2^32, fractions have 32 bits (64 in `f64`). A position is the sum of two shares, one from its column
//! and one from its row. The affine map of an octave is applied in `f64` to each share separately. Each result is converted
//! to fixed point, and the two are added without rounding. So noise does not degrade far from the origin, and the bits of a
//! sample depend only on its own position, not on its tile. For positions without columns and rows, see
//! [`units`](crate::units).
//!
//! ```
//! use orogen_noise::lanes::{Lanes, Scalar64};
//! use orogen_noise::lattice::{Columns, Map, Row, Site};
//!
//! // Cells of 10 metres.
//! let map = Map { matrix: [[0.1, 0.0], [0.0, 0.1]], offset: [0.0; 2] };
//! let columns = Columns::<f64, 2>::new(&map, &[[25.0, 0.0]]);
//! let row = Row::new(&map, &[0.0, -5.0]);
//! let site = Site::<Scalar64, 2>::new(Scalar64, &columns, &row, 0);
//! assert_eq!(site.frac, [0.5, 0.5]);
//! assert_eq!(site.cell.map(|cell| Scalar64.word_lane(cell, 0)), [2, u32::MAX]);
//! ```

use crate::each::{each, for_each};
use crate::hash::Key;
use crate::lanes::{Lanes, Scalar};
use crate::rows::STRIP;

/// The affine map from positions to lattice coordinates: `matrix · position + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Map<const D: usize> {
    /// Cells per metre. The matrix includes the rotation of the lattice. For a basis on a skewed lattice, it may include the
    /// skew.
    pub matrix: [[f64; D]; D],
    /// Offset in cells.
    pub offset: [f64; D],
}

impl<const D: usize> Map<D> {
    /// The map whose lattice coordinates equal the positions.
    pub fn identity() -> Self {
        let matrix = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
        Self { matrix, offset: [0.0; D] }
    }

    /// This map followed by a linear one.
    pub fn then(&self, linear: &[[f64; D]; D]) -> Self {
        let row = |i: usize, column: &dyn Fn(usize) -> f64| (0..D).map(|k| linear[i][k] * column(k)).sum();
        Self {
            matrix: std::array::from_fn(|i| std::array::from_fn(|j| row(i, &|k| self.matrix[k][j]))),
            offset: std::array::from_fn(|i| row(i, &|k| self.offset[k])),
        }
    }

    /// Whether the axes of the lattice are not parallel to those of the domain.
    #[inline(always)]
    pub(crate) fn is_turned(&self) -> bool {
        is_turned(&self.matrix)
    }

    /// The linear part of the map, applied to `position`.
    pub fn linear_part(&self, position: &[f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| self.linear(axis, position))
    }

    /// The linear part of the map, applied to `position`, along one axis.
    fn linear(&self, axis: usize, position: &[f64; D]) -> f64 {
        (0..D).map(|j| self.matrix[axis][j] * position[j]).sum()
    }
}

/// Whether a matrix has numbers off its diagonal.
#[inline(always)]
pub(crate) fn is_turned<const D: usize>(matrix: &[[f64; D]; D]) -> bool {
    (0..D).any(|i| (0..D).any(|j| i != j && matrix[i][j] != 0.0))
}

/// One value for each corner of a cell. The corner (i, j, k) has index `i + 2j + 4k`. In the plane, only the first four are
/// used.
pub(crate) type Corners<T> = [T; 8];

/// `position` reduced to a domain that repeats after `tile` metres. Without a tile, the position does not change. The remainder
/// of a coordinate that is not negative is exact, so there the domain repeats to the bit.
pub fn within_tile<const D: usize>(tile: Option<f64>, position: &[f64; D]) -> [f64; D] {
    tile.map_or(*position, |side| position.map(|x| x.rem_euclid(side)))
}

/// Splits a lattice coordinate into its cell, modulo 2^32, and the fraction in it.
fn split<S: Scalar>(coordinate: f64) -> (u32, S::Fraction) {
    let cell = coordinate.floor();
    // Converting to a narrower integer wraps. A coordinate beyond 2^63 would saturate, so its remainder is computed instead,
    // which is exact but slow.
    let wrapped =
        if cell.abs() < 9.0e18 { cell as i64 as u32 } else { cell.rem_euclid(4_294_967_296.0) as u32 };
    (wrapped, S::fraction(coordinate - cell))
}

/// The share that columns add to lattice coordinates along each axis. It is aligned in memory like the planes of
/// [`Rows`](crate::rows::Rows).
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Columns<S: Scalar, const D: usize> {
    cells: [[u32; STRIP]; D],
    fractions: [[S::Fraction; STRIP]; D],
}

/// The share that a row adds to lattice coordinates along each axis.
#[derive(Clone, Copy, Debug)]
pub struct Row<S: Scalar, const D: usize> {
    cells: [u32; D],
    fractions: [S::Fraction; D],
}

impl<S: Scalar, const D: usize> Columns<S, D> {
    /// Maps the columns' shares of the positions, of which there are at most [`STRIP`].
    ///
    /// # Panics
    /// If there are more than [`STRIP`] positions.
    pub fn new(map: &Map<D>, positions: &[[f64; D]]) -> Self {
        assert!(positions.len() <= STRIP, "a strip has at most {STRIP} columns");
        let mut columns = Self::zero();
        for axis in 0..D {
            for (i, position) in positions.iter().enumerate() {
                let (cell, fraction) = split::<S>(map.linear(axis, position));
                columns.cells[axis][i] = cell;
                columns.fractions[axis][i] = fraction;
            }
        }
        columns
    }

    /// A single column for [`Traced`](crate::lanes::Traced) lanes. Its cells are the indices of the lattice's axes, from
    /// `first` on.
    pub fn named(first: u32) -> Self {
        let mut columns = Self::zero();
        for (axis, cells) in columns.cells.iter_mut().enumerate() {
            cells[0] = first + axis as u32;
        }
        columns
    }

    /// Columns whose share is zero.
    pub(crate) fn zero() -> Self {
        Self { cells: [[0; STRIP]; D], fractions: [[S::Fraction::default(); STRIP]; D] }
    }

    /// Cells and fractions along an axis, mutable.
    pub(crate) fn axis_mut(&mut self, axis: usize) -> (&mut [u32; STRIP], &mut [S::Fraction; STRIP]) {
        (&mut self.cells[axis], &mut self.fractions[axis])
    }

    /// The share of column `i` along an axis: cell and fraction.
    pub fn share(&self, axis: usize, i: usize) -> (u32, S::Fraction) {
        (self.cells[axis][i], self.fractions[axis][i])
    }

    /// Whether the share of all columns along an axis is zero: only rows contribute.
    pub(crate) fn are_zero(&self, axis: usize) -> bool {
        self.cells[axis].iter().all(|&cell| cell == 0)
            && self.fractions[axis].iter().all(|&fraction| fraction == S::Fraction::default())
    }
}

impl<S: Scalar, const D: usize> Row<S, D> {
    /// Maps the row's share of the positions, and adds the map's offset.
    pub fn new(map: &Map<D>, position: &[f64; D]) -> Self {
        let parts: [_; D] =
            std::array::from_fn(|axis| split::<S>(map.linear(axis, position) + map.offset[axis]));
        Self { cells: parts.map(|p| p.0), fractions: parts.map(|p| p.1) }
    }

    /// The place in the cell along an axis, where the share of the columns is zero.
    pub(crate) fn place(&self, axis: usize) -> S {
        let (cell, fraction) = self.along(axis);
        let l = S::Single::default();
        l.place(&[0], &[S::Fraction::default()], cell, fraction).1
    }

    /// The share along an axis: cell and fraction.
    pub fn along(&self, axis: usize) -> (u32, S::Fraction) {
        (self.cells[axis], self.fractions[axis])
    }
}

/// Positions in a lattice, one per lane: a cell and the place in it.
#[derive(Clone, Copy, Debug)]
pub struct Site<L: Lanes, const D: usize> {
    /// Integer cell, modulo 2^32, or modulo the number of cells after which the lattice repeats.
    pub cell: [L::U; D],
    /// Place in the cell, in `[0, 1]`.
    pub frac: [L::F; D],
    /// Number of cells after which the lattice repeats, if it repeats before 2^32. `cell` is then below this number, see
    /// [`within`](Self::within).
    pub wrap: Option<[u32; D]>,
}

impl<L: Lanes, const D: usize> Site<L, D> {
    /// The sites of samples `at..at + LANES` of a row, in a lattice that does not repeat.
    #[inline(always)]
    pub fn new(l: L, columns: &Columns<L::Scalar, D>, row: &Row<L::Scalar, D>, at: usize) -> Self {
        let placed: [_; D] = each!(axis => {
            l.place(
                &columns.cells[axis][at..],
                &columns.fractions[axis][at..],
                row.cells[axis],
                row.fractions[axis],
            )
        });
        Self { cell: each!(axis => placed[axis].0), frac: each!(axis => placed[axis].1), wrap: None }
    }

    /// The site moved by `shift` cells.
    ///
    /// Shifts are clamped to 2^30 cells. Larger shifts have no fraction in `f32`, and the clamp keeps the conversion to
    /// integers in range on every machine. Whole cells are added as integers, so the place in the cell stays precise after a
    /// long shift.
    #[inline(always)]
    pub fn moved(mut self, l: L, shift: [L::F; D]) -> Self {
        let (zero, one, most) = (l.lit(0.0), l.lit(1.0), l.lit(1_073_741_824.0));
        for axis in 0..D {
            let shift = l.max(l.min(shift[axis], most), -most);
            let (cells, whole) = l.floor(shift);
            let place = self.frac[axis] + (shift - whole);
            let over = l.le(one, place);
            self.frac[axis] = place - l.select(over, one, zero);
            self.cell[axis] = self.cell[axis] + cells + l.select_words(over, l.word(1), l.word(0));
        }
        self
    }

    /// The same position in a lattice that repeats after `wrap` cells, or that does not repeat if `wrap` is `None`.
    #[inline(always)]
    pub fn within(mut self, l: L, wrap: Option<[u32; D]>) -> Self {
        if let Some(periods) = wrap {
            for_each!(axis < D => {
                self.cell[axis] = remainder(l, self.cell[axis], periods[axis]);
            });
        }
        Self { wrap, ..self }
    }

    /// The scrambled coordinates of the cell and of the next cell along an axis.
    #[inline(always)]
    pub fn ends(&self, l: L, key: &Key, axis: usize) -> [L::U; 2] {
        let last = self.wrap.map(|periods| periods[axis] - 1);
        key.neighbours(l, axis, self.cell[axis], last)
    }

    /// The cell that is `steps` cells away along an axis, wrapped if the lattice repeats. `steps` is a two's complement integer,
    /// so it may be negative.
    #[inline(always)]
    pub fn step(&self, l: L, axis: usize, steps: u32) -> L::U {
        let cell = self.cell[axis] + l.word(steps);
        match self.wrap {
            None => cell,
            Some(periods) => remainder(l, cell, periods[axis]),
        }
    }
}

impl<L: Lanes> Site<L, 3> {
    /// The words of the corners of the cell.
    #[inline(always)]
    pub(crate) fn corners(&self, l: L, key: &Key) -> Corners<L::U> {
        let ends: [[L::U; 2]; 3] = each!(axis => self.ends(l, key, axis));
        each!(corner => key.point::<L, 3>(l, each!(axis => ends[axis][corner >> axis & 1])))
    }
}

/// `cell mod period` for a signed cell below 2^24 in magnitude. The quotient is estimated in floating point and may be too
/// large or too small by one. So the remainder is computed in integers and corrected. For a larger cell, the result is a
/// smaller cell with the same remainder.
#[inline(always)]
pub fn remainder<L: Lanes>(l: L, cell: L::U, period: u32) -> L::U {
    let (quotient, _) = l.floor(l.signed(cell) * l.lit(1.0 / f64::from(period)));
    let period = l.word(period);
    let rest = cell - quotient * period;
    let rest = l.select_words(l.bit(rest, 31), rest + period, rest);
    l.select_words(l.bit(rest - period, 31), rest, rest - period)
}
