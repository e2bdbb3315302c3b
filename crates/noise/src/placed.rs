//! Positions of samples in lattices, for functions of position that are not noise: shapes, images, landforms.
//!
//! Such a function is defined on one or several lattices. Each lattice is an affine map from metres to cells. A
//! [`SampleLocation`] gives the position of its samples in each lattice, as exactly as for a basis, and converts derivatives
//! with respect to lattice coordinates to derivatives per metre.
//!
//! ```
//! use orogen_noise::lanes::Scalar64;
//! use orogen_noise::lattice::{Columns, Map, Row};
//! use orogen_noise::placed::{SampleLocation, PlacedRow};
//!
//! // Cells of 10 metres.
//! let maps = [Map { matrix: [[0.1, 0.0], [0.0, 0.1]], offset: [0.0; 2] }];
//! let columns = [Columns::<f64, 2>::new(&maps[0], &[[25.0, 0.0]])];
//! let rows = [Row::new(&maps[0], &[0.0, 0.0])];
//! let row = PlacedRow::new(&maps, &columns, &rows, None);
//! let place = SampleLocation::<Scalar64, 2>::new::<1>(Scalar64, &row, 0);
//! let x = place.coordinate(Scalar64, 0, &place.site(Scalar64, 0), 0);
//! assert_eq!((x.v, x.g), (0.5, [0.1, 0.0]));
//! ```

use crate::each::each;
use crate::jet::{Jet, sum};
use crate::lanes::{Lanes, Scalar};
use crate::lattice::{Columns, Map, Row, Site};
use crate::rows::{Rows, shift_planes};

pub use crate::lattice::within_tile;

/// A row of samples in several lattices.
#[derive(Debug)]
pub struct PlacedRow<'a, S: Scalar, const D: usize> {
    maps: &'a [Map<D>],
    columns: &'a [Columns<S, D>],
    rows: &'a [Row<S, D>],
    shift: Option<&'a Rows<S>>,
}

impl<'a, S: Scalar, const D: usize> PlacedRow<'a, S, D> {
    /// A row in the lattices `maps`, with the columns' and the row's share of the coordinates in each lattice. `shift`, if
    /// given, displaces the samples: for each axis it contains the displacement in metres, as a jet. The jet of axis `i` begins
    /// at plane `i` times [`shift_planes`].
    pub fn new(
        maps: &'a [Map<D>],
        columns: &'a [Columns<S, D>],
        rows: &'a [Row<S, D>],
        shift: Option<&'a Rows<S>>,
    ) -> Self {
        Self { maps, columns, rows, shift }
    }
}

/// The positions of neighbouring samples of a row, one per lane.
#[derive(Clone, Copy, Debug)]
pub struct SampleLocation<'a, L: Lanes, const D: usize> {
    row: &'a PlacedRow<'a, L::Scalar, D>,
    shift: Option<[Jet<L::F, D>; D]>,
    at: usize,
}

impl<'a, L: Lanes, const D: usize> SampleLocation<'a, L, D> {
    /// The positions of samples `at..at + LANES`, with derivatives up to `ORDER`.
    #[inline(always)]
    pub fn new<const ORDER: usize>(l: L, row: &'a PlacedRow<'a, L::Scalar, D>, at: usize) -> Self {
        let Some(rows) = row.shift else { return Self { row, shift: None, at } };
        let shift = each!(i => rows.load::<L, D, ORDER>(l, i * shift_planes(D), at));
        Self { row, shift: Some(shift), at }
    }

    /// The same positions without displacement.
    #[inline(always)]
    pub fn unmoved(self) -> Self {
        Self { shift: None, ..self }
    }

    /// The cell of a lattice and the place in it, displacement included. Cells are modulo 2^32; the lattice does not
    /// repeat before that.
    #[inline(always)]
    pub fn site(&self, l: L, lattice: usize) -> Site<L, D> {
        let (columns, row) = (&self.row.columns[lattice], &self.row.rows[lattice]);
        let site = Site::new(l, columns, row, self.at);
        let Some(metres) = &self.shift else { return site };
        let matrix = &self.row.maps[lattice].matrix;
        site.moved(l, each!(i => sum::<_, D>(each!(j => l.lit(matrix[i][j]) * metres[j].v))))
    }

    /// The place in the cell along an axis of a lattice, as a jet with derivatives per metre (see
    /// [`per_metre`](Self::per_metre)), for shapes that combine places with other fields.
    #[inline(always)]
    pub fn coordinate(&self, l: L, lattice: usize, site: &Site<L, D>, axis: usize) -> Jet<L::F, D> {
        let mut jet = Jet::constant(l, site.frac[axis]);
        jet.g[axis] = l.lit(1.0);
        self.per_metre(l, lattice, &jet)
    }

    /// Converts derivatives with respect to the coordinates of a lattice to derivatives per metre, with respect to the
    /// position before displacement. Fields have such derivatives.
    #[inline(always)]
    pub fn per_metre(&self, l: L, lattice: usize, jet: &Jet<L::F, D>) -> Jet<L::F, D> {
        let map = &self.row.maps[lattice];
        let cells: [[L::F; D]; D] = each!(i => each!(j => l.lit(map.matrix[i][j])));
        let axes = each!(i => cells[i][i]);
        let jet = if map.is_turned() { jet.through_matrix(&cells) } else { jet.through_scale(&axes) };
        match &self.shift {
            Some(shift) => jet.displaced(l, shift),
            None => jet,
        }
    }
}
