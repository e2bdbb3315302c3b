//! The craters that may reach a row of samples, oldest first.
//!
//! Gathering decides only which craters are tried; whether one reaches a sample is decided there, by the sample's own
//! place alone, so the bits of a sample do not depend on the others of its row.

use orogen_noise::interval::Interval;
use orogen_noise::lanes::Scalar;
use orogen_noise::rows::STRIP;

use super::Craters;
use super::population::{Crater, Octave};

/// Where the samples of a row lie in the lattice of an octave.
pub(super) struct Sites<S: Scalar> {
    pub(super) cells: [[u32; STRIP]; 2],
    pub(super) fractions: [[S; STRIP]; 2],
}

/// A crater that may reach some samples of a row: those from `first` to before `last`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Impact {
    birth: u32,
    pub(super) octave: usize,
    pub(super) crater: Crater,
    pub(super) first: usize,
    pub(super) last: usize,
}

impl Impact {
    /// Oldest first. Ties are broken by the octave and the place; cells are compared as signed numbers, so that in a
    /// domain that repeats two copies of one crater have the same order at either edge.
    fn order(&self) -> (u32, usize, [i32; 2], u32) {
        (self.birth, self.octave, self.crater.cell.map(|cell| cell as i32), self.crater.index)
    }
}

/// Neighbouring samples in one cell.
struct Run {
    cell: [u32; 2],
    first: usize,
    last: usize,
}

impl Craters {
    /// The craters that may reach a sample of the row, oldest first.
    ///
    /// A sample is reached from its own cell and those around it only. Each such cell is taken once for every stretch
    /// of samples that have it among theirs; stretches of one cell never overlap, so no sample meets a crater twice.
    pub(super) fn impacts<S: Scalar>(&self, sites: &[Sites<S>], len: usize) -> Vec<Impact> {
        let mut impacts = Vec::new();
        for (index, (octave, sites)) in self.octaves.iter().zip(sites).enumerate() {
            let (runs, bounds) = (sites.runs(len), sites.bounds(len));
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
                    let near = octave.craters(cell).filter(|crater| bounds.reached(octave, crater));
                    impacts.extend(near.map(|crater| Impact {
                        birth: crater.birth(),
                        octave: index,
                        crater,
                        first: run.first,
                        last,
                    }));
                }
            }
        }
        impacts.sort_unstable_by_key(Impact::order);
        impacts
    }
}

/// Whether two cells are the same or touch.
fn beside(one: &[u32; 2], other: &[u32; 2]) -> bool {
    (0..2).all(|axis| one[axis].wrapping_sub(other[axis]).wrapping_add(1) < 3)
}

impl<S: Scalar> Sites<S> {
    fn runs(&self, len: usize) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for sample in 0..len {
            let cell = std::array::from_fn(|axis| self.cells[axis][sample]);
            match runs.last_mut() {
                Some(run) if run.cell == cell => run.last = sample + 1,
                _ => runs.push(Run { cell, first: sample, last: sample + 1 }),
            }
        }
        runs
    }

    fn bounds(&self, len: usize) -> Bounds {
        let origin = std::array::from_fn(|axis| self.cells[axis][0]);
        let mut bounds = Bounds { origin, sides: [Interval::new(f64::INFINITY, f64::NEG_INFINITY); 2] };
        for axis in 0..2 {
            for sample in 0..len {
                let place = bounds.place(axis, self.cells[axis][sample], self.fractions[axis][sample].to_f64());
                bounds.sides[axis] = bounds.sides[axis].hull(place);
            }
        }
        bounds
    }
}

/// What the samples of a row lie in, in cells from the first sample's.
struct Bounds {
    origin: [u32; 2],
    sides: [Interval; 2],
}

impl Bounds {
    fn place(&self, axis: usize, cell: u32, fraction: f64) -> f64 {
        f64::from(cell.wrapping_sub(self.origin[axis]) as i32) + fraction
    }

    /// Whether a crater may reach any sample: all that do are among those for which this is true.
    fn reached(&self, octave: &Octave, crater: &Crater) -> bool {
        let mut square = 0.0;
        for axis in 0..2 {
            let (place, side) = (self.place(axis, crater.cell[axis], crater.centre[axis]), self.sides[axis]);
            // Cells are counted round and round: samples so far apart may lie on any side of the crater.
            if side.length() > 1e9 {
                continue;
            }
            let away = (side.min - place).max(place - side.max).max(0.0);
            square += away * away;
        }
        let reach = 1.001 * octave.reach(crater);
        square <= reach * reach
    }
}
