//! Gathers the craters that may reach a row of samples, oldest first.
//!
//! Gathering decides only which craters are tried. Whether a crater reaches a sample depends only on the position of that sample,
//! so its bits do not depend on the other samples of the row.

use orogen_noise::each::for_each;
use orogen_noise::interval::Interval;
use orogen_noise::lanes::Scalar;

use super::Craters;
use super::population::{Crater, Sheet};
use super::surface::{Sites, Surface};

/// A crater, and the samples `first..last` of a row, which it may reach.
#[derive(Clone, Copy, Debug)]
pub struct Impact<P> {
    birth: u32,
    pub octave: usize,
    pub crater: Crater,
    pub spot: P,
    pub first: usize,
    pub last: usize,
}

impl<P> Impact<P> {
    /// The key by which impacts are sorted, oldest first. Octave and place break ties. Cells are compared as signed numbers, so
    /// that in a domain that repeats, copies of craters have the same order at both edges.
    fn order(&self) -> (u32, usize, u32, [i32; 2], u32) {
        let Crater { sheet, cell, index, .. } = &self.crater;
        (self.birth, self.octave, sheet.number, cell.map(|cell| cell as i32), *index)
    }
}

/// Neighbouring samples in one cell.
struct Run {
    cell: [u32; 2],
    first: usize,
    last: usize,
}

impl<G: Surface<D>, const D: usize> Craters<G, D> {
    /// The craters that may reach a sample of the row, oldest first.
    ///
    /// In each sheet that is near enough, only craters in a sample's own cell and in the eight cells around it reach the sample.
    /// The craters of a cell are gathered once for every stretch of consecutive samples that are in the cell or in one next to
    /// it. Stretches of one cell never overlap, so no crater is applied to a sample twice.
    pub fn impacts<S: Scalar>(
        &self,
        sites: &[Sites<S, D>],
        position: &G::RowPosition<S>,
        len: usize,
    ) -> Vec<Impact<G::Spot>> {
        let mut impacts = Vec::new();
        let distances = self.surface.distances(position, len);
        for (index, sites) in sites.iter().enumerate() {
            let bounds = sites.bounds(len);
            for (sheet, distance) in G::SHEETS.iter().zip(&distances) {
                if *distance <= self.octaves[index].cell {
                    self.add_impacts(index, *sheet, &sites.runs(sheet, len), &bounds, &mut impacts);
                }
            }
        }
        impacts.sort_unstable_by_key(Impact::order);
        impacts
    }

    /// Adds the impacts of one sheet of an octave.
    fn add_impacts(
        &self,
        index: usize,
        sheet: Sheet,
        runs: &[Run],
        bounds: &RowBounds<D>,
        impacts: &mut Vec<Impact<G::Spot>>,
    ) {
        let octave = &self.octaves[index];
        let spot = |crater: Crater| {
            let spot = self.surface.spot(octave, &crater)?;
            let centre = self.surface.centre(octave, &crater, &spot, &bounds.origin);
            bounds.reached(&centre, octave.reach(&crater)).then_some((crater, spot))
        };
        for (at, run) in runs.iter().enumerate() {
            let around = (0..9).map(|n| {
                let [x, y] = run.cell;
                [x.wrapping_add(n % 3).wrapping_sub(1), y.wrapping_add(n / 3).wrapping_sub(1)]
            });
            for cell in around {
                if at > 0 && beside(&runs[at - 1].cell, &cell) {
                    continue;
                }
                let stretch = runs[at..].iter().take_while(|run| beside(&run.cell, &cell));
                let last = stretch.last().map_or(run.last, |run| run.last);
                let near = octave.craters(sheet, cell).filter_map(spot);
                impacts.extend(near.map(|(crater, spot)| Impact {
                    birth: crater.birth(),
                    octave: index,
                    crater,
                    spot,
                    first: run.first,
                    last,
                }));
            }
        }
    }
}

/// Whether two cells are the same or touch.
fn beside(one: &[u32; 2], other: &[u32; 2]) -> bool {
    (0..2).all(|axis| one[axis].wrapping_sub(other[axis]).wrapping_add(1) < 3)
}

impl<S: Scalar, const D: usize> Sites<S, D> {
    fn runs(&self, sheet: &Sheet, len: usize) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for sample in 0..len {
            let cell = sheet.axes.map(|axis| self.cells[axis][sample]);
            match runs.last_mut() {
                Some(run) if run.cell == cell => run.last = sample + 1,
                _ => runs.push(Run { cell, first: sample, last: sample + 1 }),
            }
        }
        runs
    }

    fn bounds(&self, len: usize) -> RowBounds<D> {
        let origin = std::array::from_fn(|axis| self.cells[axis][0]);
        let mut bounds = RowBounds { origin, sides: [Interval::new(f64::INFINITY, f64::NEG_INFINITY); D] };
        for_each!(axis < D => {
            for sample in 0..len {
                let place = bounds.place(axis, self.cells[axis][sample], self.fractions[axis][sample].to_f64());
                bounds.sides[axis] = bounds.sides[axis].hull(place);
            }
        });
        bounds
    }
}

/// The bounds of a row's samples, in cells relative to the first sample's cell.
struct RowBounds<const D: usize> {
    origin: [u32; D],
    sides: [Interval; D],
}

impl<const D: usize> RowBounds<D> {
    fn place(&self, axis: usize, cell: u32, fraction: f64) -> f64 {
        f64::from(cell.wrapping_sub(self.origin[axis]) as i32) + fraction
    }

    /// Whether a crater at this centre with this reach may reach any sample. The result is true for all craters that reach one,
    /// and for some that reach none.
    fn reached(&self, centre: &[f64; D], reach: f64) -> bool {
        let mut square = 0.0;
        for (place, side) in centre.iter().zip(&self.sides) {
            // The coordinates of cells wrap around, so along an axis where samples are so far apart, the crater may be near any
            // of them.
            if side.length() > 1e9 {
                continue;
            }
            let away = (side.min - place).max(place - side.max).max(0.0);
            square += away * away;
        }
        let reach = 1.001 * reach;
        square <= reach * reach
    }
}
