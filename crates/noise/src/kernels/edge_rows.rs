//! Rows of a grid parallel to the lattices. Data that rows share is computed once.
//!
//! Where the lattice is not rotated and the samples are not displaced, the samples of a column have the same
//! place along x in every row. Rows that cross the same cells have the same coefficients `a`, `b`, `r`, `s` of
//! `a + b·y + v·(r + s·y)` (see [`Edged`]). So the work is divided:
//! - places along x, their fades and the hashes of columns of lattice points are computed once per strip,
//! - hashes, gradients and the blend along x are computed once per row of lattice points,
//! - a sample takes three products and three sums per octave, plus the step of the fractal.
//!
//! The fractal runs over all octaves of a few samples at a time, with its state in registers.

use super::steps::{ending, slopes, step};
use crate::basis::edge::{Between, Edge, Edged};
use crate::basis::with_edged;
use crate::definition::{Line, Noise, Strip};
use crate::each::{each, for_each};
use crate::fractal::{Ending, Fractal, Sample, State, Step};
use crate::lanes::{Lanes, Scalar};
use crate::lattice::{Columns, Row, Site};
use crate::octaves::Octave;
use crate::rows::{Plane, Rows};

/// Number of vectors computed at a time. The numbers of an octave are read once for all of them.
const VECTORS: usize = 2;

/// Data that the rows of a strip share.
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeRows<S: Scalar> {
    /// The id of the strip, the order of the coefficients and the number of lanes. If one of them changes, everything is
    /// recomputed.
    made_for: Option<(u64, usize, usize)>,
    octaves: Vec<OctaveEdges<S>>,
    ending: Ending<f64>,
}

/// Data that the rows of a strip share in one octave.
#[derive(Clone, Debug)]
struct OctaveEdges<S: Scalar> {
    step: Step<S>,
    wavelength: S,
    /// Cells per metre along the axes.
    per_metre: [S; 2],
    /// The row's share of the x coordinate (cell and fraction) that `columns` and `places` were computed with.
    shift: Option<(u32, S::Fraction)>,
    /// The row of cells that `between` was computed for.
    cell: Option<u32>,
    /// Hashes of the columns of lattice points before and after each sample.
    columns: [Plane<u32>; 2],
    /// Places along x, and the fade with its derivatives.
    places: Rows<S>,
    /// The edges at the far side (y = 1) of the cells.
    top: Rows<S>,
    /// See [`Between`].
    between: Rows<S>,
}

impl<S: Scalar> EdgeRows<S> {
    /// Evaluates one row.
    pub(super) fn row<L: Lanes<Scalar = S>, T: Fractal<2>, const ORDER: usize>(
        &mut self,
        l: L,
        fractal: &T,
        noise: &Noise<2>,
        strip: &Strip<S, 2>,
        line: &Line<S, 2>,
        out: &mut Rows<S>,
    ) {
        if const { T::WARPS || (T::SLOPES && ORDER == 2) } {
            unreachable!("such a row shares no edges, see `RowTask::edged`");
        }
        let order = const { if T::SLOPES { ORDER + 1 } else { ORDER } };
        self.update(l, noise, strip, line, order);
        sum::<L, T, ORDER>(l, fractal, self, line, strip.len, out);
    }

    /// Recomputes the edges if the row crosses other cells than the row before.
    fn update<L: Lanes<Scalar = S>>(
        &mut self,
        l: L,
        noise: &Noise<2>,
        strip: &Strip<S, 2>,
        line: &Line<S, 2>,
        order: usize,
    ) {
        let wanted = Some((strip.id, order, L::LANES));
        if self.made_for != wanted {
            self.made_for = wanted;
            self.ending = ending(noise);
            let octaves = noise.octaves.seen().iter().enumerate();
            self.octaves.resize_with(octaves.len(), OctaveEdges::default);
            octaves.zip(&mut self.octaves).for_each(|((index, octave), edges)| {
                edges.begin(&step(noise, index), octave);
            });
        }
        let octaves = noise.octaves.seen().iter().zip(&strip.columns).zip(&line.octaves);
        for (((octave, columns), row), edges) in octaves.zip(&mut self.octaves) {
            if edges.shift == Some(row.along(0)) && edges.cell == Some(row.along(1).0) {
                continue;
            }
            with_edged!(&noise.basis, basis => match order {
                0 => edges.advance::<L, _, 0>(l, basis, octave, columns, row, strip.len),
                1 => edges.advance::<L, _, 1>(l, basis, octave, columns, row, strip.len),
                _ => edges.advance::<L, _, 2>(l, basis, octave, columns, row, strip.len),
            });
        }
    }
}

impl<S: Scalar> Default for OctaveEdges<S> {
    fn default() -> Self {
        Self {
            step: Step::default(),
            wavelength: S::default(),
            per_metre: [S::default(); 2],
            shift: None,
            cell: None,
            columns: Default::default(),
            places: Rows::default(),
            top: Rows::default(),
            between: Rows::default(),
        }
    }
}

impl<S: Scalar> OctaveEdges<S> {
    fn begin(&mut self, step: &Step<f64>, octave: &Octave<2>) {
        self.step = step.stored();
        self.wavelength = S::from_f64(octave.wavelength);
        self.per_metre = each!(i => S::from_f64(octave.map.matrix[i][i]));
        (self.shift, self.cell) = (None, None);
    }

    /// Advances to the row of cells that `row` crosses.
    fn advance<L: Lanes<Scalar = S>, B: Edged, const ORDER: usize>(
        &mut self,
        l: L,
        basis: &B,
        octave: &Octave<2>,
        columns: &Columns<S, 2>,
        row: &Row<S, 2>,
        len: usize,
    ) {
        let numbers = const { ORDER + 1 };
        self.places.reserve(numbers + 1);
        self.top.reserve(2 * numbers);
        self.between.reserve(4 * numbers);
        let key = &octave.key;
        if self.shift != Some(row.along(0)) {
            (self.shift, self.cell) = (Some(row.along(0)), None);
            self.place::<L, B, ORDER>(l, basis, octave, columns, row, len);
        }
        let cell = row.along(1).0;
        let next = self.cell.is_some_and(|before| before.wrapping_add(1) == cell);
        self.cell = Some(cell);
        let Self { columns, places, top, between, .. } = self;
        l.vectorize(
            #[inline(always)]
            || {
                let at_cell = Site { cell: [l.word(cell); 2], frac: [l.lit(0.0); 2], wrap: None };
                let rows = basis.rows(l, &at_cell.within(l, octave.wrap), key);
                for at in (0..len).step_by(L::LANES) {
                    let columns: [_; 2] = each!(i => l.load_words(&columns[i].0[at..]));
                    let x = l.load(&places.plane(0)[at..]);
                    let [u] = load_parts(l, places, 1, at, ORDER);
                    let before = if next {
                        let [a, b] = load_parts(l, top, 0, at, ORDER);
                        Edge { a, b }
                    } else {
                        basis.edge(
                            l,
                            each!(i => basis.corner(l, basis.word(l, key, columns[i], rows[0]))),
                            x,
                            u,
                        )
                    };
                    let corners = each!(i => basis.corner(l, basis.word(l, key, columns[i], rows[1])));
                    let after = basis.edge(l, corners, x, u);
                    store_parts(l, top, 0, at, ORDER, [after.a, after.b]);
                    let Between { a, b, r, s } = Between::new(&before, &after);
                    store_parts(l, between, 0, at, ORDER, [a, b, r, s]);
                }
            },
        );
    }

    /// The coefficients of samples `at..at + LANES`, with derivatives up to `ORDER`, or up to one order higher if `MORE`.
    #[inline(always)]
    fn between<L: Lanes<Scalar = S>, const ORDER: usize, const MORE: bool>(
        &self,
        l: L,
        at: usize,
    ) -> Between<L::F> {
        let order = const { if MORE { ORDER + 1 } else { ORDER } };
        let [a, b, r, s] = load_parts(l, &self.between, 0, at, order);
        Between { a, b, r, s }
    }

    /// Computes the places and hashes of the columns.
    fn place<L: Lanes<Scalar = S>, B: Edged, const ORDER: usize>(
        &mut self,
        l: L,
        basis: &B,
        octave: &Octave<2>,
        columns: &Columns<S, 2>,
        row: &Row<S, 2>,
        len: usize,
    ) {
        l.vectorize(
            #[inline(always)]
            || {
                for at in (0..len).step_by(L::LANES) {
                    let site = Site::new(l, columns, row, at).within(l, octave.wrap);
                    let ends = basis.columns(l, &site, &octave.key);
                    for_each!(i < 2 => {
                        l.store_words(ends[i], &mut self.columns[i].0[at..]);
                    });
                    l.store(site.frac[0], &mut self.places.plane_mut(0)[at..]);
                    store_parts(l, &mut self.places, 1, at, ORDER, [basis.fade(l, site.frac[0])]);
                }
            },
        );
    }
}

/// Loads coefficients with their derivatives up to the order. Their planes begin at `first`.
#[inline(always)]
fn load_parts<L: Lanes, const N: usize>(
    l: L,
    rows: &Rows<L::Scalar>,
    first: usize,
    at: usize,
    order: usize,
) -> [[L::F; 3]; N] {
    each!(part => each!(k => {
        if k <= order { l.load(&rows.plane(first + part * (order + 1) + k)[at..]) } else { l.lit(0.0) }
    }))
}

/// Stores coefficients with their derivatives up to the order. Their planes begin at `first`.
#[inline(always)]
fn store_parts<L: Lanes, const N: usize>(
    l: L,
    rows: &mut Rows<L::Scalar>,
    first: usize,
    at: usize,
    order: usize,
    parts: [[L::F; 3]; N],
) {
    for_each!(part < N => {
        for k in 0..=order {
            l.store(parts[part][k], &mut rows.plane_mut(first + part * (order + 1) + k)[at..]);
        }
    });
}

/// Sums the octaves of a row whose edges are up to date.
fn sum<L: Lanes, T: Fractal<2>, const ORDER: usize>(
    l: L,
    fractal: &T,
    edges: &EdgeRows<L::Scalar>,
    line: &Line<L::Scalar, 2>,
    len: usize,
    out: &mut Rows<L::Scalar>,
) {
    l.vectorize(
        #[inline(always)]
        || {
            let ending = edges.ending.lanes(l);
            for at in (0..len).step_by(VECTORS * L::LANES) {
                let mut states: [_; VECTORS] = each!(_i => fractal.start(l));
                for (octave, crossing) in edges.octaves.iter().zip(&line.crossings) {
                    let step = octave.step.splat(l);
                    let per_metre = each!(i => l.splat(octave.per_metre[i]));
                    let wavelength = l.splat(octave.wavelength);
                    let (y, v) = (l.splat(crossing.y), each!(k => l.splat(crossing.fade[k])));
                    states = each!(i => {
                        let at = at + i * L::LANES;
                        let between = if T::SLOPES {
                            octave.between::<L, ORDER, true>(l, at)
                        } else {
                            octave.between::<L, ORDER, false>(l, at)
                        };
                        let noise = between.at(y, v).through_scale(&per_metre);
                        let slopes = slopes(l, &noise, wavelength);
                        let next = fractal.step(l, &step, Sample { noise, slopes }, states[i]);
                        next.kept::<ORDER>(l)
                    });
                }
                for_each!(i < VECTORS => {
                    let result = fractal.finish(l, &states[i], &ending);
                    out.store::<L, 2, ORDER>(l, 0, at + i * L::LANES, &result);
                });
            }
        },
    );
}
