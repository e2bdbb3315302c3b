//! Nodes that are functions of the position, other than noise: ramps, falloffs, pictures, landforms.
//!
//! Such a node is a [`Shape`]. A shape has one function that computes its jet at a position, for all kinds of lanes. [`Laid`]
//! makes a node of a shape and its lattices. A shape owns the data it needs: parameters, keys made from the node's seed, a
//! picture, the sample spacing (to fade finer detail). It may read other fields at the same position, and states for each of
//! these inputs whether it reads the input's slopes. Inputs whose slopes it reads come with derivatives of one order more.
//!
//! Landforms that are scattered over the ground (craters, dunes) are applied in a fixed order. So a sample has the same bits
//! whichever tile it is computed in, and the cost grows with the area that the landforms cover.

use std::fmt::Debug;

use orogen_noise::each::for_each;
use orogen_noise::interval::Interval;
use orogen_noise::jet::{Jet, Order};
use orogen_noise::lanes::{Lanes, Scalar};
use orogen_noise::lattice::{Columns, Map, Row};
use orogen_noise::level::{Element, Level, Task};
use orogen_noise::placed::{PlacedRow, SampleLocation, within_tile};
use orogen_noise::rows::Rows;

use super::inputs::Inputs;

/// A function of the place and of `N` fields at this place.
///
/// A shape gets its position in a lattice from [`SampleLocation::site`], computes with derivatives per cell of that lattice,
/// and converts them into derivatives per metre with [`SampleLocation::per_metre`]. Its inputs come with derivatives per metre,
/// so they are combined with the result after that step:
///
/// ```
/// use orogen_engine::interval::Interval;
/// use orogen_engine::nodes::placed::Shape;
/// use orogen_noise::jet::Jet;
/// use orogen_noise::lanes::Lanes;
/// use orogen_noise::placed::SampleLocation;
///
/// /// A field, fainter from cell to cell along the first axis: `input · 2^−|cell|`, with no slope of its own.
/// #[derive(Debug)]
/// struct Steps;
///
/// impl<const D: usize> Shape<D, 1> for Steps {
///     #[inline(always)]
///     fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, [input]: [Jet<L::F, D>; 1]) -> Jet<L::F, D> {
///         let site = place.site(l, 0);
///         let away = l.min(l.abs(l.signed(site.cell[0])), l.lit(60.0));
///         let share = Jet::constant(l, l.power_of_two(-away));
///         place.per_metre(l, 0, &share).product(input)
///     }
///
///     fn interval(&self, [input]: [Interval; 1]) -> Interval {
///         input.hull(0.0)
///     }
/// }
/// ```
pub trait Shape<const D: usize, const N: usize = 0>: Debug + Send + Sync + 'static {
    /// Value and derivatives per metre, with respect to the position before any displacement. Implementations and the functions
    /// that they call are `#[inline(always)]`. They pass no lanes to closures that are not `#[inline(always)]`, and none to
    /// functions that take closures, such as `Option::map`: these are compiled without the kernel's instructions, and each
    /// operation in them becomes a call.
    fn jet<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, D>,
        inputs: [Jet<L::F, D>; N],
    ) -> Jet<L::F, D>;

    /// An interval that contains the value, for inputs in the given intervals. It is the same at every sample spacing.
    fn interval(&self, inputs: [Interval; N]) -> Interval;

    /// The inputs whose slopes the shape reads. These inputs come with derivatives of one order more than are requested of the
    /// shape, so the shape has derivatives of one order less than these inputs.
    const READS_SLOPES: [bool; N] = [false; N];

    /// Whether the shape has a Hessian if it reads no slopes. Shapes that measure distances by their own slopes have no Hessian.
    const CURVED: bool = true;

    /// Whether the shape has a Hessian.
    #[doc(hidden)]
    const HAS_HESSIAN: bool = Self::CURVED && !any(Self::READS_SLOPES);
}

/// A row of samples that a placed node is evaluated over.
#[derive(Clone, Copy, Debug)]
pub struct Samples<'a, S: Element, const D: usize> {
    /// The columns' share of the positions in each of the node's lattices.
    pub columns: &'a [Columns<S, D>],
    /// The row's share of the positions in each of the node's lattices.
    pub rows: &'a [Row<S, D>],
    /// Number of samples, at most [`STRIP`](orogen_noise::rows::STRIP).
    pub len: usize,
    /// Displacement in metres: `D` jets, [`shift_planes`](orogen_noise::rows::shift_planes) apart.
    pub shift: Option<&'a Rows<S>>,
    /// The jets of the fields that the node reads.
    pub inputs: Inputs<'a, S>,
}

/// Evaluation of a placed node over rows of `S`.
pub trait Kernel<S: Element, const D: usize> {
    /// Computes a row of jets.
    fn row(&self, level: Level, order: Order, samples: &Samples<'_, S, D>, out: &mut Rows<S>);
}

/// A placed node with any shape.
pub trait PlacedNode<const D: usize>: Kernel<f32, D> + Kernel<f64, D> + Debug + Send + Sync {
    /// The maps from metres to the cells of the node's lattices.
    fn lattices(&self) -> &[Map<D>];

    /// Side in metres of the square (or cube) after which the node repeats, if it repeats. The node is evaluated only at
    /// positions within that square, so that it repeats to the bit.
    fn tile(&self) -> Option<f64>;

    /// See [`Shape::interval`].
    fn interval(&self, inputs: &[Interval]) -> Interval;

    /// Whether the node reads the slopes of an input, see [`Shape::READS_SLOPES`].
    fn reads_slopes(&self, _input: usize) -> bool {
        false
    }

    /// The highest order of derivatives that the node has, whatever its inputs have.
    fn max_order(&self) -> Order {
        Order::Hessian
    }
}

/// The share of a strip's columns in each of a node's lattices.
pub fn columns<S: Element, const D: usize>(
    node: &dyn PlacedNode<D>,
    positions: &[[f64; D]],
) -> Vec<Columns<S, D>> {
    let positions: Vec<_> = positions.iter().map(|position| within_tile(node.tile(), position)).collect();
    node.lattices().iter().map(|map| Columns::new(map, &positions)).collect()
}

/// The share of a row in each of a node's lattices.
pub fn rows<S: Element, const D: usize>(node: &dyn PlacedNode<D>, position: &[f64; D]) -> Vec<Row<S, D>> {
    let position = within_tile(node.tile(), position);
    node.lattices().iter().map(|map| Row::new(map, &position)).collect()
}

/// Smallest cells, in metres, of a shape that does not repeat. Cells are counted in 32 bits, and a place may be 3·10⁹ m away
/// from the shape: the numbers of smaller cells would wrap around.
pub(super) const MIN_CELL: f64 = 2.0;

/// A shape with its own lattices, which are given by affine maps from metres to cells.
#[derive(Debug)]
pub struct Laid<T, const D: usize, const N: usize> {
    shape: T,
    lattices: Vec<Map<D>>,
    tile: Option<f64>,
}

impl<T: Shape<D, N>, const D: usize, const N: usize> Laid<T, D, N> {
    /// A node from a shape. The shape refers to its lattices by their index in `lattices`.
    pub fn new(shape: T, lattices: Vec<Map<D>>) -> Self {
        Self { shape, lattices, tile: None }
    }

    /// The same node in a domain that repeats after `tile` metres, if `tile` is given. The shape is evaluated only at positions
    /// within the domain, so that it repeats to the bit.
    pub fn repeating(self, tile: Option<f64>) -> Self {
        Self { tile, ..self }
    }
}

impl<T: Shape<D, N>, const D: usize, const N: usize> PlacedNode<D> for Laid<T, D, N> {
    fn lattices(&self) -> &[Map<D>] {
        &self.lattices
    }

    fn tile(&self) -> Option<f64> {
        self.tile
    }

    fn interval(&self, inputs: &[Interval]) -> Interval {
        self.shape.interval(std::array::from_fn(|k| inputs[k]))
    }

    fn reads_slopes(&self, input: usize) -> bool {
        T::READS_SLOPES[input]
    }

    fn max_order(&self) -> Order {
        if T::HAS_HESSIAN { Order::Hessian } else { Order::Gradient }
    }
}

impl<S: Element, T: Shape<D, N>, const D: usize, const N: usize> Kernel<S, D> for Laid<T, D, N> {
    fn row(&self, level: Level, order: Order, samples: &Samples<'_, S, D>, out: &mut Rows<S>) {
        // Some kernels write more derivatives than asked for, see `Lanes::MIN_ORDER`.
        out.reserve(Order::Hessian.planes(D));
        let row = PlacedRow::new(&self.lattices, samples.columns, samples.rows, samples.shift);
        let inputs: [&Rows<S>; N] = std::array::from_fn(|k| samples.inputs.field(k));
        // Hessians are rare, because few nodes read the slopes of placed nodes. Their kernels for long vectors would be a quarter
        // of the code.
        let level = if order == Order::Hessian { level.narrowest() } else { level };
        S::run(level, Evaluate { shape: &self.shape, order, row: &row, len: samples.len, inputs, out });
    }
}

/// Whether any of the flags is set.
const fn any<const N: usize>(flags: [bool; N]) -> bool {
    let mut k = 0;
    while k < N {
        if flags[k] {
            return true;
        }
        k += 1;
    }
    false
}

struct Evaluate<'a, S: Scalar, T, const D: usize, const N: usize> {
    shape: &'a T,
    order: Order,
    row: &'a PlacedRow<'a, S, D>,
    len: usize,
    inputs: [&'a Rows<S>; N],
    out: &'a mut Rows<S>,
}

impl<S: Scalar, T: Shape<D, N>, const D: usize, const N: usize> Task<S> for Evaluate<'_, S, T, D, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        match self.order {
            Order::Value if const { L::MIN_ORDER == 0 } => evaluate::<L, T, D, N, 0>(l, self),
            Order::Value | Order::Gradient if const { L::MIN_ORDER <= 1 || !T::HAS_HESSIAN } => {
                evaluate::<L, T, D, N, 1>(l, self);
            }
            _ => {
                if const { T::HAS_HESSIAN && L::LANES <= 4 } {
                    evaluate::<L, T, D, N, 2>(l, self);
                } else {
                    unreachable!("Hessians run at the narrowest level, of shapes that have them");
                }
            }
        }
    }
}

fn evaluate<L: Lanes, T: Shape<D, N>, const D: usize, const N: usize, const ORDER: usize>(
    l: L,
    task: Evaluate<'_, L::Scalar, T, D, N>,
) {
    let Evaluate { shape, row, len, inputs, out, .. } = task;
    l.vectorize(
        #[inline(always)]
        || {
            for at in (0..len).step_by(L::LANES) {
                let place = SampleLocation::new::<ORDER>(l, row, at);
                let mut read = [Jet::constant(l, l.lit(0.0)); N];
                for_each!(k < N => {
                    read[k] = match (T::READS_SLOPES[k], ORDER) {
                        (false, _) => inputs[k].load::<L, D, ORDER>(l, 0, at),
                        (true, 0) => inputs[k].load::<L, D, 1>(l, 0, at),
                        (true, _) => inputs[k].load::<L, D, 2>(l, 0, at),
                    };
                });
                let jet = shape.jet(l, &place, read);
                out.store::<L, D, ORDER>(l, 0, at, &jet);
            }
        },
    );
}
