//! The definition of a noise (basis, octaves and fractal), and the positions of its samples: a lattice coordinate is the sum
//! of a column's share and a row's share.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::basis::{AnyBasis, Dimension};
use crate::fractal::AnyFractal;
use crate::interval::Interval;
use crate::jet::Order;
use crate::lanes::Scalar;
use crate::lattice::{Columns, Map, Row};
use crate::octaves::{Layout, Octave, Octaves};
use crate::rows::STRIP;

/// A noise in `D` dimensions, ready to be evaluated.
///
/// The builders at the crate's root, such as [`Fbm`](crate::Fbm), contain a `Noise<2>` and a `Noise<3>`.
#[derive(Clone, Debug, PartialEq)]
pub struct Noise<const D: usize> {
    /// The shape of one octave.
    pub basis: AnyBasis,
    /// The way octaves are summed.
    pub fractal: AnyFractal,
    /// The octaves.
    pub octaves: Octaves<D>,
}

/// For each octave and each column of a strip, the column's share of the lattice coordinates. A lattice coordinate of a sample
/// is the sum of the share of its column and the share of its row, see [`Line`]. A strip is computed once for all rows.
#[derive(Clone, Debug)]
pub struct Strip<S: Scalar, const D: usize> {
    /// A number that identifies the strip. Only clones have the same number, so data that rows share is never used for another
    /// strip.
    pub(crate) id: u64,
    pub(crate) columns: Vec<Columns<S, D>>,
    pub(crate) len: usize,
    /// Whether rows of the strip can share the edges of cells, see [`EdgeTask`](crate::kernels::EdgeTask).
    pub(crate) edged: bool,
}

impl<S: Scalar, const D: usize> Strip<S, D> {
    /// The columns' share of the coordinates in the lattice of each octave.
    pub fn columns(&self) -> &[Columns<S, D>] {
        &self.columns
    }
}

impl<S: Scalar, const D: usize> Line<S, D> {
    /// The row's share of the coordinates in the lattice of each octave.
    pub fn rows(&self) -> &[Row<S, D>] {
        &self.octaves
    }
}

/// The share that a row adds to the lattice coordinates of every octave, see [`Strip`]. A line is computed once for all strips.
#[derive(Clone, Debug)]
pub struct Line<S: Scalar, const D: usize> {
    pub(crate) octaves: Vec<Row<S, D>>,
    /// Where the row crosses the cells of each octave, for a noise whose rows may share edges.
    pub(crate) crossings: Vec<Crossing<S>>,
}

/// Where a row crosses the cells of a lattice parallel to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing<S> {
    /// The row's place in its cells along y, in [0, 1).
    pub y: S,
    /// The fade at `y`, with its derivatives.
    pub fade: [S; 3],
}

/// Why a noise cannot be built or evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoiseError {
    /// The fractal has no Hessian.
    NoHessian,
    /// The fractal feeds slopes back, but the Hessian of the basis is not continuous, see
    /// [`Facts::smooth`](crate::basis::Facts::smooth).
    SlopesJump,
    /// The length of a slice is not the number of samples.
    Length {
        /// The number of samples.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
}

impl std::fmt::Display for NoiseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoHessian => f.write_str(
                "fractals that feed slopes back have no Hessian: it would need third derivatives of the basis",
            ),
            Self::SlopesJump => {
                f.write_str("fractals that feed slopes back need a basis with a continuous Hessian")
            }
            Self::Length { expected, found } => {
                write!(f, "the slice has {found} elements, but there are {expected} samples")
            }
        }
    }
}

impl std::error::Error for NoiseError {}

impl<const D: usize> Noise<D>
where
    AnyBasis: Dimension<D>,
{
    /// Builds a noise.
    ///
    /// # Errors
    /// [`NoiseError::SlopesJump`] if the fractal cannot use the basis.
    ///
    /// ```
    /// use orogen_noise::basis::{AnyBasis, White};
    /// use orogen_noise::fractal::{AnyFractal, Fbm, Swiss};
    /// use orogen_noise::noise::{Noise, NoiseError};
    /// use orogen_noise::octaves::Layout;
    ///
    /// let white = |fractal| Noise::<2>::new(AnyBasis::White(White), fractal, &Layout::single(7, 500.0));
    /// assert!(white(AnyFractal::Fbm(Fbm)).is_ok());
    /// assert_eq!(white(AnyFractal::Swiss(Swiss::default())), Err(NoiseError::SlopesJump));
    /// ```
    pub fn new(basis: AnyBasis, fractal: AnyFractal, layout: &Layout) -> Result<Self, NoiseError> {
        let mut octaves = Octaves::new(layout);
        fractal.arrange(&mut octaves);
        let noise = Self { basis, fractal, octaves };
        noise.check_slopes().map(|()| noise)
    }

    /// Refuses a fractal that feeds slopes back over a basis without a continuous Hessian. No kernels are compiled for such a
    /// combination.
    pub(crate) fn check_slopes(&self) -> Result<(), NoiseError> {
        let jump = self.fractal.slopes() && !self.basis.facts::<D>().smooth;
        if jump { Err(NoiseError::SlopesJump) } else { Ok(()) }
    }

    /// Bounds of the values.
    pub fn interval(&self) -> Interval {
        self.fractal.interval(&self.octaves, self.basis.facts::<D>().interval)
    }

    /// The highest available order of derivatives.
    pub fn max_order(&self) -> Order {
        if self.fractal.slopes() { Order::Gradient } else { Order::Hessian }
    }

    /// Maps a strip of at most [`STRIP`] columns into the lattices of the octaves.
    ///
    /// # Panics
    /// If there are more than [`STRIP`] columns.
    pub fn strip<S: Scalar>(&self, positions: &[[f64; D]]) -> Strip<S, D> {
        assert!(positions.len() <= STRIP, "a strip has at most {STRIP} columns");
        let positions: Vec<_> = positions.iter().map(|position| self.octaves.within_tile(position)).collect();
        let columns = self.lattices().map(|lattice| Columns::new(&lattice, &positions));
        self.strip_of(columns.collect(), positions.len())
    }

    /// Makes a strip of `len` columns that are already mapped into each of the [`lattices`](Self::lattices). If the noise
    /// repeats, the positions of the columns must be inside its tile.
    pub fn strip_of<S: Scalar>(&self, columns: Vec<Columns<S, D>>, len: usize) -> Strip<S, D> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let along = |columns: &Columns<S, D>| columns.are_zero(1);
        let edged = !columns.is_empty() && self.may_have_edges() && columns.iter().all(along);
        Strip { id, columns, len, edged }
    }

    /// The lattices of the octaves. They are skewed if the lattice of the basis is skewed.
    pub fn lattices(&self) -> impl Iterator<Item = Map<D>> {
        self.octaves.list.iter().map(|octave| self.lattice(octave))
    }

    /// Maps a row's share of the positions into the lattices of the octaves.
    pub fn line<S: Scalar>(&self, position: &[f64; D]) -> Line<S, D> {
        let position = self.octaves.within_tile(position);
        let octaves: Vec<_> = self.lattices().map(|lattice| Row::new(&lattice, &position)).collect();
        let crossing = |row: &Row<S, D>| {
            let y = row.place(1);
            self.basis.edge_fade(y).map(|fade| Crossing { y, fade })
        };
        let crossings =
            if self.may_have_edges() { octaves.iter().filter_map(crossing).collect() } else { Vec::new() };
        Line { octaves, crossings }
    }

    /// Whether rows of a strip can share the edges of cells, provided that the columns of the strip have no share along y.
    fn may_have_edges(&self) -> bool {
        let turned = |octave: &Octave<D>| octave.map.is_turned();
        D == 2 && self.basis.has_edges() && !self.fractal.warps() && !self.octaves.list.iter().any(turned)
    }

    /// The lattice of an octave. It is skewed if the lattice of the basis is skewed.
    pub(crate) fn lattice(&self, octave: &Octave<D>) -> Map<D> {
        match self.basis.skew() {
            Some(skew) => octave.map.then(&skew),
            None => octave.map,
        }
    }
}
