//! The place of samples in lattices, for functions of the place that are not noise: shapes, pictures, landforms.
//!
//! Such a function is laid out on one lattice or on several, each an affine map from metres to cells. It learns from
//! a [`Place`] where its samples lie in each of them, as exactly as a basis does, and has its derivatives per cell
//! made derivatives per metre there.

use crate::each::each;
use crate::jet::{Jet, sum};
use crate::lanes::{Lanes, Scalar};
use crate::lattice::{Columns, Map, Row, Site};
use crate::octave_row::{is_turned, unscale, unturn};
use crate::rows::{Rows, shift_planes};

/// `position` in a domain that repeats after `tile` metres, if it does. Remainders of `f64` are exact, so what repeats
/// does so to the bit.
pub fn within_tile<const D: usize>(tile: Option<f64>, position: &[f64; D]) -> [f64; D] {
    tile.map_or(*position, |side| position.map(|x| x.rem_euclid(side)))
}

/// A row of samples in some lattices.
#[derive(Debug)]
pub struct PlacedRow<'a, S: Scalar, const D: usize> {
    maps: &'a [Map<D>],
    columns: &'a [Columns<S, D>],
    rows: &'a [Row<S, D>],
    shift: Option<&'a Rows<S>>,
}

impl<'a, S: Scalar, const D: usize> PlacedRow<'a, S, D> {
    /// A row in the lattices `maps`, for each of which there are the columns' and the row's share of the positions.
    /// `shift` displaces the samples: `D` jets in metres, [`shift_planes`] apart.
    pub fn new(
        maps: &'a [Map<D>],
        columns: &'a [Columns<S, D>],
        rows: &'a [Row<S, D>],
        shift: Option<&'a Rows<S>>,
    ) -> Self {
        Self { maps, columns, rows, shift }
    }
}

/// Where some neighbouring samples of a row lie.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a, L: Lanes, const D: usize> {
    row: &'a PlacedRow<'a, L::Scalar, D>,
    shift: Option<[Jet<L::F, D>; D]>,
    at: usize,
}

impl<'a, L: Lanes, const D: usize> Place<'a, L, D> {
    /// The place of samples `at..at + LANES`, for derivatives up to `ORDER`.
    #[inline(always)]
    pub fn new<const ORDER: usize>(l: L, row: &'a PlacedRow<'a, L::Scalar, D>, at: usize) -> Self {
        let Some(rows) = row.shift else { return Self { row, shift: None, at } };
        let shift = each!(i => rows.load::<L, D, ORDER>(l, i * shift_planes(D), at));
        Self { row, shift: Some(shift), at }
    }

    /// The same place, but not displaced.
    #[inline(always)]
    pub fn unmoved(self) -> Self {
        Self { shift: None, ..self }
    }

    /// The cell of a lattice and the place in it, displacement included. Cells are counted modulo 2^32; the lattice
    /// does not repeat before that.
    #[inline(always)]
    pub fn site(&self, l: L, lattice: usize) -> Site<L, D> {
        let (columns, row) = (&self.row.columns[lattice], &self.row.rows[lattice]);
        let site = Site::new(l, columns, row, self.at);
        let Some(metres) = &self.shift else { return site };
        let matrix = &self.row.maps[lattice].matrix;
        site.moved(l, each!(i => sum::<_, D>(each!(j => l.lit(matrix[i][j]) * metres[j].v))))
    }

    /// The place in the cell along an axis of a lattice as a jet with derivatives per metre, see
    /// [`per_metre`](Self::per_metre): what shapes are computed from that mix places with other fields.
    #[inline(always)]
    pub fn coordinate(&self, l: L, lattice: usize, site: &Site<L, D>, axis: usize) -> Jet<L::F, D> {
        let mut jet = Jet::constant(l, site.frac[axis]);
        jet.g[axis] = l.lit(1.0);
        self.per_metre(l, lattice, &jet)
    }

    /// A jet with derivatives per cell of a lattice as one with derivatives per metre, with respect to the position
    /// before it is displaced: what fields are told in.
    #[inline(always)]
    pub fn per_metre(&self, l: L, lattice: usize, jet: &Jet<L::F, D>) -> Jet<L::F, D> {
        let matrix = &self.row.maps[lattice].matrix;
        let cells: [[L::F; D]; D] = each!(i => each!(j => l.lit(matrix[i][j])));
        let axes = each!(i => cells[i][i]);
        let jet = if is_turned(matrix) { unturn(&cells, jet) } else { unscale(&axes, jet) };
        match &self.shift {
            Some(shift) => jet.displaced(l, shift),
            None => jet,
        }
    }
}
