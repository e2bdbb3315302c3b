//! Nodes that are functions of the place, other than noise: ramps, falloffs, pictures.

use std::fmt::Debug;

use orogen_noise::basis::Basis;
use orogen_noise::hash::Key;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Order;
use orogen_noise::lattice::{Columns, Map, Row};
use orogen_noise::level::{Element, Level};
use orogen_noise::octaves::Octave;
use orogen_noise::placed::{PlacedRow, place_row};
use orogen_noise::rows::{Rows, STRIP};

/// Evaluation of a placed node over rows of `S`.
pub trait Kernel<S: Element, const D: usize> {
    /// The columns' share of a strip's positions.
    fn columns(&self, positions: &[[f64; D]]) -> Columns<S, D>;

    /// Computes a row of jets; see [`PlacedRow`] for the shift.
    fn row(
        &self,
        level: Level,
        order: Order,
        columns: &Columns<S, D>,
        row: &[f64; D],
        len: usize,
        shift: Option<&Rows<S>>,
        out: &mut Rows<S>,
    );
}

/// A function of the place.
pub trait PlacedNode<const D: usize>: Kernel<f32, D> + Kernel<f64, D> + Debug + Send + Sync {
    /// The interval its values lie in.
    fn interval(&self) -> Interval;
}

/// Smallest cells, in metres, of a shape that does not repeat. Cells are counted in 32 bits, and a place may be
/// 3·10⁹ m away from the shape: smaller cells would come round to where they were.
pub(super) const LEAST_CELL: f64 = 2.0;

/// A shape laid out on a lattice of its own: an affine map takes metres to its cells.
#[derive(Debug)]
pub struct Laid<B, const D: usize> {
    shape: B,
    octave: Octave<D>,
}

impl<B, const D: usize> Laid<B, D> {
    /// Lays `shape` out by `map`; `wrap` is the number of cells after which it repeats.
    pub fn new(shape: B, map: Map<D>, wrap: Option<[u32; D]>) -> Self {
        let octave = Octave { key: Key::new(0), map, wavelength: 1.0, gain: 1.0, weight: 1.0, wrap };
        Self { shape, octave }
    }
}

impl<B: Basis<D> + Debug + 'static, const D: usize> PlacedNode<D> for Laid<B, D> {
    fn interval(&self) -> Interval {
        self.shape.facts().interval
    }
}

impl<S: Element, B: Basis<D>, const D: usize> Kernel<S, D> for Laid<B, D> {
    fn columns(&self, positions: &[[f64; D]]) -> Columns<S, D> {
        Columns::new(&self.octave.map, positions, STRIP)
    }

    fn row(
        &self,
        level: Level,
        order: Order,
        columns: &Columns<S, D>,
        row: &[f64; D],
        len: usize,
        shift: Option<&Rows<S>>,
        out: &mut Rows<S>,
    ) {
        let row = Row::new(&self.octave.map, row);
        let placed = PlacedRow { octave: &self.octave, columns, row, len, shift };
        place_row(level, order, &self.shape, placed, out);
    }
}
