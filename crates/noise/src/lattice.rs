//! From positions in metres to lattice cells and fractions, exactly.
//!
//! A position reaches a basis as an integer cell and a fraction in it, both taken from a fixed-point number: cells
//! wrap at 2^32, fractions have 32 bits (64 in the `f64` path). The affine map of an octave is applied in `f64`
//! to the column's and to the row's share of a position separately, each share becomes fixed-point, and the two are
//! added without rounding. So nothing degrades far from the origin, and a sample's bits depend on its own position
//! only, not on the tile around it. Positions that have no columns and rows are mapped as whole, see
//! [`units`](crate::units).

use crate::basis::corners::Corners;
use crate::each::each;
use crate::hash::Key;
use crate::lanes::{Lanes, Scalar};
use crate::rows::STRIP;

/// Where an octave's lattice lies: lattice coordinates are `matrix · position + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Map<const D: usize> {
    /// Cells per metre, with rotation (and the skew of a basis on a skewed lattice).
    pub matrix: [[f64; D]; D],
    /// Cells.
    pub offset: [f64; D],
}

impl<const D: usize> Map<D> {
    /// The lattice whose cells measure one unit, at the origin.
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

    /// The linear part applied to `position`, along one axis.
    fn linear(&self, axis: usize, position: &[f64; D]) -> f64 {
        (0..D).map(|j| self.matrix[axis][j] * position[j]).sum()
    }
}

/// Splits a lattice coordinate into its cell, modulo 2^32, and the fraction in it.
fn split<S: Scalar>(coordinate: f64) -> (u32, S::Fraction) {
    let cell = coordinate.floor();
    // An integer wraps; a coordinate beyond 2^63 would saturate, and has its exact but slow remainder taken instead.
    let wrapped =
        if cell.abs() < 9.0e18 { cell as i64 as u32 } else { cell.rem_euclid(4_294_967_296.0) as u32 };
    (wrapped, S::fraction(coordinate - cell))
}

/// The columns' share of lattice coordinates along each axis. Aligned as the planes of [`Rows`](crate::rows::Rows) are.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Columns<S: Scalar, const D: usize> {
    cells: [[u32; STRIP]; D],
    fractions: [[S::Fraction; STRIP]; D],
}

/// The row's share of lattice coordinates along each axis.
#[derive(Clone, Copy, Debug)]
pub struct Row<S: Scalar, const D: usize> {
    cells: [u32; D],
    fractions: [S::Fraction; D],
}

impl<S: Scalar, const D: usize> Columns<S, D> {
    /// Maps the columns' share of at most [`STRIP`] positions.
    ///
    /// # Panics
    /// If there are more.
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

    /// A single column whose cells are not places but numbers of the lattice's axes, from `first` on: what
    /// [`Traced`](crate::lanes::Traced) lanes make of it.
    pub fn named(first: u32) -> Self {
        let mut columns = Self::zero();
        for (axis, cells) in columns.cells.iter_mut().enumerate() {
            cells[0] = first + axis as u32;
        }
        columns
    }

    /// Columns that add nothing.
    pub(crate) fn zero() -> Self {
        Self { cells: [[0; STRIP]; D], fractions: [[S::Fraction::default(); STRIP]; D] }
    }

    /// Cells and fractions along an axis, to write to.
    pub(crate) fn axis_mut(&mut self, axis: usize) -> (&mut [u32; STRIP], &mut [S::Fraction; STRIP]) {
        (&mut self.cells[axis], &mut self.fractions[axis])
    }

    /// The share of column `i` along an axis: cell and fraction.
    pub fn share(&self, axis: usize, i: usize) -> (u32, S::Fraction) {
        (self.cells[axis][i], self.fractions[axis][i])
    }

    /// Whether all of them have the same place along an axis, to which only rows add.
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

    /// The place in the cell along an axis to which columns add nothing.
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

/// Positions in a lattice: a cell and the place in it, with what is needed to step to neighbouring cells.
#[derive(Clone, Copy, Debug)]
pub struct Site<L: Lanes, const D: usize> {
    /// Integer cell, modulo 2^32, or modulo the cells after which the lattice repeats.
    pub cell: [L::U; D],
    /// Place in the cell, in `[0, 1]`.
    pub frac: [L::F; D],
    /// Cells after which the lattice repeats, if it is to repeat before 2^32; `cell` is below it, see
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
    /// A shift beyond 2^30 cells is cut there: such shifts have no fraction in `f32`, and cutting keeps every
    /// machine's integer conversion in range. Whole cells are added as such, so that the place loses nothing to a long
    /// shift.
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

    /// The same place in a lattice that repeats after `wrap` cells, if given.
    #[inline(always)]
    pub fn within(mut self, l: L, wrap: Option<[u32; D]>) -> Self {
        if let Some(periods) = wrap {
            for axis in 0..D {
                self.cell[axis] = remainder(l, self.cell[axis], periods[axis]);
            }
        }
        Self { wrap, ..self }
    }

    /// The hashed coordinates of the cell and of the next along an axis.
    #[inline(always)]
    pub fn ends(&self, l: L, key: &Key, axis: usize) -> [L::U; 2] {
        let last = self.wrap.map_or(u32::MAX, |periods| periods[axis] - 1);
        key.neighbours(l, axis, self.cell[axis], last)
    }

    /// The cell `steps` (two's complement) further along an axis, wrapped if the lattice repeats.
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

/// `cell mod period` for a signed cell of less than 2^24. The quotient is estimated in floating point, which may be off
/// by one either way; the remainder is computed in integers and set right. Of a cell beyond, the result is a smaller one
/// that leaves the same remainder.
#[inline(always)]
pub fn remainder<L: Lanes>(l: L, cell: L::U, period: u32) -> L::U {
    let (quotient, _) = l.floor(l.signed(cell) * l.lit(1.0 / f64::from(period)));
    let period = l.word(period);
    let rest = cell - quotient * period;
    let rest = l.select_words(l.bit(rest, 31), rest + period, rest);
    l.select_words(l.bit(rest - period, 31), rest, rest - period)
}
