//! A basis, its octaves and the way they are summed: what a recipe's noise field is, and its evaluation in rows.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::basis::{AnyBasis, Facts};
use crate::edge_rows::EdgeRows;
use crate::fractal::AnyFractal;
use crate::interval::Interval;
use crate::jet::{Jet, Order};
use crate::lanes::{Lanes, Scalar64};
use crate::lattice::{Columns, Map, Row};
use crate::level::{Element, Level};
use crate::octave_row::{OctaveCall, is_turned};
use crate::octaves::{Layout, Octave, Octaves};
use crate::rows::{Rows, STRIP};
use crate::sites::Sites;
use crate::sum::RowTask;

/// A noise in `D` dimensions, ready to be evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Noise<const D: usize> {
    /// One octave's shape.
    pub basis: AnyBasis,
    /// How octaves are summed.
    pub fractal: AnyFractal,
    /// The octaves.
    pub octaves: Octaves<D>,
}

/// The columns' share of the positions in every octave's lattice, for a strip of columns: made once, used for every
/// row.
#[derive(Clone, Debug)]
pub struct Strip<S: Element, const D: usize> {
    /// No other strip has it, but for clones: by it, what rows share is known again.
    pub(crate) id: u64,
    pub(crate) columns: Vec<Columns<S, D>>,
    pub(crate) len: usize,
    /// Whether rows of it share edges, see [`edge_rows`](crate::edge_rows).
    pub(crate) edged: bool,
}

impl<S: Element, const D: usize> Strip<S, D> {
    /// The columns' share in the octaves' lattices.
    pub fn columns(&self) -> &[Columns<S, D>] {
        &self.columns
    }
}

impl<S: Element, const D: usize> Line<S, D> {
    /// The row's share in the octaves' lattices.
    pub fn rows(&self) -> &[Row<S, D>] {
        &self.octaves
    }
}

/// The row's share of the positions in every octave's lattice: made once, used for every strip.
#[derive(Clone, Debug)]
pub struct Line<S: Element, const D: usize> {
    pub(crate) octaves: Vec<Row<S, D>>,
    /// Where it crosses the cells of the octaves; only for a noise that may have edges.
    pub(crate) crossings: Vec<Crossing<S>>,
}

/// Where a row crosses the cells of a lattice that lies along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing<S> {
    /// Place along y.
    pub y: S,
    /// The fade there, with its derivatives.
    pub fade: [S; 3],
}

/// Rows that an evaluation works in, and what it knows from the row before. One evaluates fastest that serves one
/// noise and goes down a strip row by row.
#[derive(Clone, Debug, Default)]
pub struct Scratch<S: Element> {
    pub(crate) octave: Rows<S>,
    pub(crate) state: Rows<S>,
    pub(crate) shift: Rows<S>,
    pub(crate) sites: Sites<S>,
    pub(crate) edges: EdgeRows<S>,
}

/// Why a noise cannot be made, or not be evaluated as asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoiseError {
    /// A Hessian asked of a fractal that has none.
    NoHessian,
    /// A fractal that feeds slopes back over a basis whose slopes jump, see [`Facts::smooth`].
    SlopesJump,
}

impl std::fmt::Display for NoiseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoHessian => {
                "fractals that feed slopes back have no Hessian: it would need third derivatives of the basis"
            }
            Self::SlopesJump => "fractals that feed slopes back need a basis with a continuous Hessian",
        })
    }
}

impl std::error::Error for NoiseError {}

impl<const D: usize> Noise<D>
where
    AnyBasis: Dimension<D>,
{
    /// A noise of these parts.
    ///
    /// # Errors
    /// [`NoiseError::SlopesJump`].
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

    /// Refuses to follow slopes that jump: kernels for that are not even compiled.
    fn check_slopes(&self) -> Result<(), NoiseError> {
        let jump = self.fractal.slopes() && !self.basis.facts::<D>().smooth;
        if jump { Err(NoiseError::SlopesJump) } else { Ok(()) }
    }

    /// The noise at one point in `f64`, with gradient and, where there is one, Hessian (else zeros). For many
    /// points, [`Noise::row`] is much faster.
    pub fn at(&self, point: [f64; D]) -> Jet<f64, D> {
        let (strip, line) = (self.strip::<f64>(&[point]), self.line(&[0.0; D]));
        let (order, mut out) = (self.max_order(), Rows::default());
        let done = self.row(Level::best(), order, &strip, &line, None, &mut Scratch::default(), &mut out);
        debug_assert!(done.is_ok(), "the order is one the noise has");
        if order == Order::Hessian {
            out.load::<_, D, 2>(Scalar64, 0, 0)
        } else {
            out.load::<_, D, 1>(Scalar64, 0, 0)
        }
    }

    /// The interval all values lie in.
    pub fn interval(&self) -> Interval {
        self.fractal.interval(&self.octaves, self.basis.facts::<D>().interval)
    }

    /// The highest order of derivatives there is.
    pub fn max_order(&self) -> Order {
        if self.fractal.slopes() { Order::Gradient } else { Order::Hessian }
    }

    /// Maps a strip of at most [`STRIP`] columns into the octaves' lattices.
    pub fn strip<S: Element>(&self, positions: &[[f64; D]]) -> Strip<S, D> {
        assert!(positions.len() <= STRIP, "a strip has at most {STRIP} columns");
        let positions: Vec<_> = positions.iter().map(|position| self.octaves.within_tile(position)).collect();
        let columns = self.lattices().map(|lattice| Columns::new(&lattice, &positions));
        self.strip_of(columns.collect(), positions.len())
    }

    /// The strip of `len` columns that are mapped already, into each of the [`lattices`](Self::lattices). If it repeats
    /// they have to lie within its tile.
    pub fn strip_of<S: Element>(&self, columns: Vec<Columns<S, D>>, len: usize) -> Strip<S, D> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let along = |columns: &Columns<S, D>| columns.are_zero(1);
        let edged = !columns.is_empty() && self.may_have_edges() && columns.iter().all(along);
        Strip { id, columns, len, edged }
    }

    /// The octaves' lattices, skewed if the basis's are.
    pub fn lattices(&self) -> impl Iterator<Item = Map<D>> {
        self.octaves.list.iter().map(|octave| self.lattice(octave))
    }

    /// Maps a row's share of positions into the octaves' lattices.
    pub fn line<S: Element>(&self, position: &[f64; D]) -> Line<S, D> {
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

    /// Whether rows of a strip whose columns lie on one line share edges, as far as it is the noise's to say.
    fn may_have_edges(&self) -> bool {
        let turned = |octave: &Octave<D>| is_turned(&octave.map.matrix);
        D == 2 && self.basis.has_edges() && !self.fractal.warps() && !self.octaves.list.iter().any(turned)
    }

    pub(crate) fn lattice(&self, octave: &Octave<D>) -> Map<D> {
        match self.basis.skew() {
            Some(skew) => octave.map.then(&skew),
            None => octave.map,
        }
    }

    /// Evaluates one row: sample `i` lies at the strip's position `i` plus the line's, displaced by `shift` if given
    /// (`D` jets of at least that order, [`shift_planes`](crate::rows::shift_planes) apart: metres along each axis). Writes the planes of one jet,
    /// derivatives per metre.
    ///
    /// # Errors
    /// [`NoiseError::NoHessian`]; and [`NoiseError::SlopesJump`] of a noise whose parts were exchanged for ones that
    /// [`Noise::new`] refuses.
    pub fn row<S: Element>(
        &self,
        level: Level,
        order: Order,
        strip: &Strip<S, D>,
        line: &Line<S, D>,
        shift: Option<&Rows<S>>,
        scratch: &mut Scratch<S>,
        out: &mut Rows<S>,
    ) -> Result<(), NoiseError> {
        if order > self.max_order() {
            return Err(NoiseError::NoHessian);
        }
        self.check_slopes()?;
        out.reserve(order.planes(D));
        S::row(level, RowTask { noise: self, order, strip, line, shift, scratch, out });
        Ok(())
    }
}

/// Bases exist in this dimension.
pub trait Dimension<const D: usize> {
    /// See [`Basis::facts`](crate::basis::Basis::facts).
    fn facts(&self) -> Facts;
    /// The basis's skew, see [`Basis::skew`](crate::basis::Basis::skew).
    fn skew(&self) -> Option<[[f64; D]; D]>;
    /// Evaluates a row of `f32`. Not generic, so that kernels are compiled once, with this crate and as it is
    /// optimised, rather than with every crate that uses them.
    #[doc(hidden)]
    fn row_f32(level: Level, task: RowTask<'_, f32, D>);
    /// Evaluates a row of `f64`.
    #[doc(hidden)]
    fn row_f64(level: Level, task: RowTask<'_, f64, D>);
    /// Evaluates one octave over a row.
    #[doc(hidden)]
    fn octave_row<L: Lanes, const ORDER: usize>(&self, l: L, call: OctaveCall<'_, L::Scalar, D>)
    where
        L::Scalar: Element;
}
