//! The CPU backend: runs a plan over rows of samples.
//!
//! Rows are computed in strips of [`STRIP`] columns. The value of a jet and each of its derivatives have separate planes. The
//! backend runs step by step over a few rows at a time, so that the data stays in the caches of the first two levels. A lattice
//! position is the sum of a column's share and a row's share. Each share is computed once: a column's for all rows
//! ([`PlanStrip`]), a row's for all strips ([`PlanLine`]).

use orogen_noise::basis::AnyBasis;
use orogen_noise::each::{each, for_each};
use orogen_noise::jet::{Jet, Order};
use orogen_noise::lanes::{Lanes, Scalar};
use orogen_noise::lattice::{Columns, Row};
use orogen_noise::level::{Element, Level, Task};
use orogen_noise::noise::{Dimension, Line, Scratch, Strip};
use orogen_noise::rows::{Rows, STRIP, shift_planes};
use orogen_noise::units::{Anchor, Around};

use crate::frame::FrameMap;
use crate::nodes::inputs::Inputs;
use crate::nodes::placed::{PlacedNode, Samples};
use crate::nodes::pointwise::PointwiseNode;
use crate::nodes::{Node, placed, pointwise};
use crate::plan::{GroundChange, Plan, Step};
use crate::raster::Grid;

/// The type of number in which a plan runs: `f32`, or `f64` as the reference.
pub trait Number: Element {
    /// The kernel of a pointwise node for this number.
    fn pointwise(node: &dyn PointwiseNode) -> &dyn pointwise::Kernel<Self>;
    /// The kernel of a placed node for this number.
    fn placed<const D: usize>(node: &dyn PlacedNode<D>) -> &dyn placed::Kernel<Self, D>;
    /// `scale·value + offset`: converts the value of a field to a height in metres.
    fn scaled(value: Self, scale: Self, offset: Self) -> Self;
}

macro_rules! number {
    ($($scalar:ident)*) => {$(
        impl Number for $scalar {
            fn pointwise(node: &dyn PointwiseNode) -> &dyn pointwise::Kernel<Self> {
                node
            }
            fn placed<const D: usize>(node: &dyn PlacedNode<D>) -> &dyn placed::Kernel<Self, D> {
                node
            }
            fn scaled(value: Self, scale: Self, offset: Self) -> Self {
                scale * value + offset
            }
        }
    )*};
}
number!(f32 f64);

/// The share that each of at most [`STRIP`] columns adds to positions in every lattice of a plan. A strip is made once and used
/// for every row.
#[derive(Debug)]
pub struct PlanStrip<S: Number, const D: usize> {
    steps: Vec<StepStrip<S, D>>,
    len: usize,
}

/// The share that columns or a row add to the lattice positions of a step: the share of a noise, one share per lattice of a
/// placed node, or nothing.
#[derive(Debug)]
enum Share<N, L> {
    Noise(N),
    Placed(Vec<L>),
    Nothing,
}

impl<N, L> Share<N, L> {
    /// The share in each lattice.
    fn lattices<'a>(&'a self, of_noise: impl Fn(&'a N) -> &'a [L]) -> &'a [L] {
        match self {
            Self::Noise(noise) => of_noise(noise),
            Self::Placed(lattices) => lattices,
            Self::Nothing => &[],
        }
    }
}

type StepStrip<S, const D: usize> = Share<Strip<S, D>, Columns<S, D>>;
type StepLine<S, const D: usize> = Share<Line<S, D>, Row<S, D>>;

impl<S: Number, const D: usize> PlanStrip<S, D>
where
    AnyBasis: Dimension<D>,
{
    /// Computes the shares of a strip of columns.
    pub fn new(plan: &Plan<D>, positions: &[[f64; D]]) -> Self {
        assert!(positions.len() <= STRIP, "a strip has at most {STRIP} columns");
        let steps = plan.steps.iter().map(|step| {
            let Step::Field { node, frame, .. } = step else { return StepStrip::Nothing };
            let seen = || frame.columns(positions);
            match node {
                Node::Noise(noise) => StepStrip::Noise(noise.strip(&seen())),
                Node::Placed(node) => StepStrip::Placed(placed::columns(node.as_ref(), &seen())),
                Node::Constant(_) | Node::Pointwise(_) => StepStrip::Nothing,
            }
        });
        Self { steps: steps.collect(), len: positions.len() }
    }

    /// Computes the shares of strip number `strip` of a grid's columns.
    pub fn of_grid(plan: &Plan<D>, grid: &Grid, strip: usize) -> Self {
        let columns = strip * STRIP..grid.columns.min((strip + 1) * STRIP);
        let position = |i| std::array::from_fn(|axis| if axis == 0 { grid.x(i) } else { 0.0 });
        Self::new(plan, &columns.map(position).collect::<Vec<_>>())
    }
}

impl<S: Number, const D: usize> PlanStrip<S, D> {
    /// The share of the columns in every lattice, in the order in which [`named`](PlanStrip::named) numbers the lattices.
    pub fn columns(&self) -> impl Iterator<Item = &Columns<S, D>> {
        self.steps.iter().flat_map(|step| step.lattices(Strip::columns))
    }
}

impl<S: Number, const D: usize> PlanStrip<S, D>
where
    AnyBasis: Dimension<D>,
{
    /// Computes the shares of positions around a centre. `anchors` has the position of this centre in each of the plan's
    /// [lattices](Plan::lattices). Run the strip with the [`PlanLine`] of the origin.
    pub fn around(plan: &Plan<D>, level: Level, anchors: &[Anchor<D>], around: &Around<'_, D>) -> Self {
        Self::of_lattices(plan, around.low[0].len(), |lattice| {
            Columns::around(level, &anchors[lattice], around)
        })
    }

    /// A strip of a single column, to trace a plan. Instead of positions, it has the indices of the lattices' axes, counted
    /// through all lattices.
    pub fn named(plan: &Plan<D>) -> Self {
        Self::of_lattices(plan, 1, |lattice| Columns::named((lattice * D) as u32))
    }

    /// A strip from the columns of each lattice.
    fn of_lattices(plan: &Plan<D>, len: usize, columns: impl Fn(usize) -> Columns<S, D>) -> Self {
        let mut next = 0;
        let mut take = |lattices: usize| -> Vec<_> {
            next += lattices;
            (next - lattices..next).map(&columns).collect()
        };
        let steps = plan.steps.iter().map(|step| match step {
            Step::Field { node: Node::Noise(noise), .. } => {
                StepStrip::Noise(noise.strip_of(take(noise.octaves.list.len()), len))
            }
            Step::Field { node: Node::Placed(node), .. } => StepStrip::Placed(take(node.lattices().len())),
            _ => StepStrip::Nothing,
        });
        Self { steps: steps.collect(), len }
    }
}

/// The share that a row adds to positions in every lattice of a plan. A line is made once and used for every strip.
#[derive(Debug)]
pub struct PlanLine<S: Number, const D: usize> {
    steps: Vec<StepLine<S, D>>,
}

impl<S: Number, const D: usize> PlanLine<S, D>
where
    AnyBasis: Dimension<D>,
{
    /// Computes the share of a row.
    pub fn new(plan: &Plan<D>, position: [f64; D]) -> Self {
        let steps = plan.steps.iter().map(|step| {
            let Step::Field { node, frame, .. } = step else { return StepLine::Nothing };
            let seen = frame.row(position);
            match node {
                Node::Noise(noise) => StepLine::Noise(noise.line(&seen)),
                Node::Placed(node) => StepLine::Placed(placed::rows(node.as_ref(), &seen)),
                Node::Constant(_) | Node::Pointwise(_) => StepLine::Nothing,
            }
        });
        Self { steps: steps.collect() }
    }

    /// Computes the share of a row of a grid. In a space, `z` is the third coordinate of the row.
    pub fn of_grid(plan: &Plan<D>, grid: &Grid, row: usize, z: f64) -> Self {
        Self::new(plan, std::array::from_fn(|axis| [0.0, grid.y(row), z][axis]))
    }
}

impl<S: Number, const D: usize> PlanLine<S, D> {
    /// The share of the row in every lattice, in the order in which [`PlanStrip::named`] numbers the lattices.
    pub fn rows(&self) -> impl Iterator<Item = &Row<S, D>> {
        self.steps.iter().flat_map(|step| step.lattices(Line::rows))
    }
}

/// The buffers in which a plan runs. Keep one `Worker` per thread and use it again.
#[derive(Debug)]
pub struct Worker<S: Number> {
    rows: Vec<Buffers<S>>,
    /// One for each step. Here a noise keeps numbers of one row that it can use again in the next row.
    scratch: Vec<Scratch<S>>,
}

/// The fields and grounds of one row.
#[derive(Debug)]
struct Buffers<S: Number> {
    fields: Vec<Rows<S>>,
    grounds: Vec<Rows<S>>,
}

impl<S: Number> Worker<S> {
    /// Buffers for a plan.
    pub fn new<const D: usize>(plan: &Plan<D>) -> Self {
        Self { rows: Vec::new(), scratch: vec![Scratch::default(); plan.steps.len()] }
    }

    /// Runs a plan over some rows of a strip: the position of sample `i` of a row is the strip's position `i` plus the line's
    /// position. Every step runs over all rows before the next step does, so the numbers that a noise keeps for the rows stay
    /// in the first-level cache.
    ///
    /// # Panics
    /// If `order` is higher than the plan's highest order.
    pub fn run<const D: usize>(
        &mut self,
        plan: &Plan<D>,
        level: Level,
        order: Order,
        strip: &PlanStrip<S, D>,
        lines: &[PlanLine<S, D>],
    ) where
        AnyBasis: Dimension<D>,
    {
        for step in 0..plan.steps.len() {
            self.run_step(plan, step, level, order, strip, lines);
        }
    }

    /// Runs one step, given by its number in the plan, over some rows of a strip. The steps that it reads must have run over
    /// the same rows before.
    ///
    /// # Panics
    /// If `order` is beyond the plan's.
    pub(crate) fn run_step<const D: usize>(
        &mut self,
        plan: &Plan<D>,
        step: usize,
        level: Level,
        order: Order,
        strip: &PlanStrip<S, D>,
        lines: &[PlanLine<S, D>],
    ) where
        AnyBasis: Dimension<D>,
    {
        assert!(order <= plan.max_order, "this terrain has no derivatives of that order");
        while self.rows.len() < lines.len() {
            self.rows.push(Buffers {
                // Room for all derivatives: kernels of `f64` also compute gradients and Hessians that were not requested. For
                // this they read the gradients and Hessians of their inputs, requested or not. Nothing uses the results.
                fields: vec![Rows::new(Order::Hessian.planes(D)); plan.buffers],
                grounds: vec![Rows::default(); plan.grounds],
            });
        }
        for (line, buffers) in lines.iter().zip(&mut self.rows) {
            let (line, len) = (&line.steps[step], strip.len);
            let place = StepContext { level, order, strip: &strip.steps[step], line, len };
            buffers.step(&plan.steps[step], &place, &mut self.scratch[step]);
        }
    }

    /// The jet of the terrain, before scale and offset, in one of the rows that were run last.
    pub fn terrain<const D: usize>(&self, plan: &Plan<D>, row: usize) -> &Rows<S> {
        &self.rows[row].fields[plan.output]
    }

    /// The values of one of the plan's other fields in one of the rows that were run last.
    pub fn other<const D: usize>(&self, plan: &Plan<D>, row: usize, index: usize) -> &[S] {
        self.rows[row].fields[plan.others[index]].plane(0)
    }
}

/// Where and how a step runs.
struct StepContext<'a, S: Number, const D: usize> {
    level: Level,
    order: Order,
    strip: &'a StepStrip<S, D>,
    line: &'a StepLine<S, D>,
    len: usize,
}

impl<S: Number> Buffers<S> {
    fn step<const D: usize>(
        &mut self,
        step: &Step<D>,
        place: &StepContext<'_, S, D>,
        scratch: &mut Scratch<S>,
    ) where
        AnyBasis: Dimension<D>,
    {
        match step {
            Step::Field { node, inputs, ground, buffer, need, .. } => {
                let mut out = std::mem::take(&mut self.fields[*buffer]);
                let place = StepContext { order: need.order(place.order), ..*place };
                let shift = ground.map(|ground| &self.grounds[ground]);
                self.field(node, inputs, shift, &place, scratch, &mut out);
                self.fields[*buffer] = out;
            }
            Step::Ground { ground, change, need, .. } => {
                let mut out = std::mem::take(&mut self.grounds[*ground]);
                out.reserve(D * shift_planes(D));
                self.ground(change, &StepContext { order: need.order(place.order), ..*place }, &mut out);
                self.grounds[*ground] = out;
            }
        }
    }

    fn ground<const D: usize>(
        &self,
        change: &GroundChange<D>,
        place: &StepContext<'_, S, D>,
        out: &mut Rows<S>,
    ) {
        let (len, order) = (place.len, place.order);
        match change {
            GroundChange::Displaced { from, axes, strength } => {
                let axes = axes.map(|axis| &self.fields[axis]);
                let from = from.map(|from| &self.grounds[from]);
                let planes = order.planes(D);
                S::run(place.level, Displace { axes, from, strength: *strength, planes, len, out });
            }
            GroundChange::Mapped { from, map } => {
                S::run(place.level, MapGround { from: &self.grounds[*from], map, order, len, out });
            }
            GroundChange::Folded { from, axes } => {
                let from = from.map(|from| &self.grounds[from]);
                let shifts: [Option<&[S; STRIP]>; D] = each!(axis => match axes[axis] {
                    Some(field) => Some(self.fields[field].plane(0)),
                    None => from.map(|from| from.plane(axis * shift_planes(D))),
                });
                S::run(place.level, Fold { shifts, len, out });
            }
        }
    }

    fn field<const D: usize>(
        &self,
        node: &Node<D>,
        inputs: &[usize],
        shift: Option<&Rows<S>>,
        place: &StepContext<'_, S, D>,
        scratch: &mut Scratch<S>,
        out: &mut Rows<S>,
    ) where
        AnyBasis: Dimension<D>,
    {
        let StepContext { level, order, strip, line, len } = *place;
        let inputs = Inputs::new(&self.fields, inputs);
        match (node, strip, line) {
            (Node::Constant(value), ..) => {
                let planes = order.planes(D);
                out.reserve(planes);
                S::run(level, Constant { value: *value, planes, len, out });
            }
            (Node::Noise(noise), StepStrip::Noise(strip), StepLine::Noise(line)) => {
                let done = noise.row(level, order, strip, line, shift, scratch, out);
                debug_assert!(done.is_ok(), "the order was checked against the plan");
            }
            (Node::Placed(node), StepStrip::Placed(columns), StepLine::Placed(rows)) => {
                let samples = Samples { columns, rows, len, shift, inputs };
                S::placed(node.as_ref()).row(level, order, &samples, out);
            }
            (Node::Pointwise(node), ..) => {
                S::pointwise(node.as_ref()).row(level, order, D, len, inputs, out);
            }
            (Node::Noise(_) | Node::Placed(_), ..) => {
                unreachable!("strips and lines are made from the plan they are used with")
            }
        }
    }
}

/// Fills the planes of a constant: the value, and derivatives of 0.
struct Constant<'a, S: Scalar> {
    value: f64,
    planes: usize,
    len: usize,
    out: &'a mut Rows<S>,
}

impl<S: Scalar> Task<S> for Constant<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        for plane in 0..self.planes {
            let value = l.lit(if plane == 0 { self.value } else { 0.0 });
            for at in (0..self.len).step_by(L::LANES) {
                l.store(value, &mut self.out.plane_mut(plane)[at..]);
            }
        }
    }
}

/// `out ← from + strength·axes`, plane by plane.
struct Displace<'a, S: Scalar, const D: usize> {
    axes: [&'a Rows<S>; D],
    from: Option<&'a Rows<S>>,
    strength: f64,
    planes: usize,
    len: usize,
    out: &'a mut Rows<S>,
}

impl<S: Scalar, const D: usize> Task<S> for Displace<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        let strength = l.lit(self.strength);
        for_each!(axis < D => {
            for plane in 0..self.planes {
                for at in (0..self.len).step_by(L::LANES) {
                    let own = strength * l.load(&self.axes[axis].plane(plane)[at..]);
                    let place = axis * shift_planes(D) + plane;
                    let sum = match self.from {
                        Some(from) => l.load(&from.plane(place)[at..]) + own,
                        None => own,
                    };
                    l.store(sum, &mut self.out.plane_mut(place)[at..]);
                }
            }
        });
    }
}

/// A displaced ground as a mapped frame sees it. A displacement `u(p)` of the position becomes `L·u(p)`, with `L` the linear part
/// of the map, and its derivatives are with respect to the mapped position `q`. Since `p = L⁻¹·q` plus a constant, they follow by
/// the chain rule with `L⁻¹`.
struct MapGround<'a, S: Scalar, const D: usize> {
    from: &'a Rows<S>,
    map: &'a FrameMap<D>,
    order: Order,
    len: usize,
    out: &'a mut Rows<S>,
}

impl<S: Scalar, const D: usize> Task<S> for MapGround<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        match self.order {
            Order::Value => map_ground::<L, D, 0>(l, self),
            Order::Gradient => map_ground::<L, D, 1>(l, self),
            Order::Hessian => map_ground::<L, D, 2>(l, self),
        }
    }
}

fn map_ground<L: Lanes, const D: usize, const ORDER: usize>(l: L, task: MapGround<'_, L::Scalar, D>) {
    let MapGround { from, map, len, out, .. } = task;
    l.vectorize(
        #[inline(always)]
        || {
            let linear: [[L::F; D]; D] = each!(i => each!(j => l.lit(map.linear[i][j])));
            let inverse: [[L::F; D]; D] = each!(i => each!(j => l.lit(map.inverse[i][j])));
            for at in (0..len).step_by(L::LANES) {
                let shift: [Jet<L::F, D>; D] = each!(axis => {
                    from.load::<L, D, ORDER>(l, axis * shift_planes(D), at).through_matrix(&inverse)
                });
                for_each!(i < D => {
                    let mut mapped = shift[0].times(linear[i][0]);
                    for_each!(j < D => {
                        if j > 0 {
                            mapped = mapped.plus(shift[j].times(linear[i][j]));
                        }
                    });
                    out.store::<L, D, ORDER>(l, i * shift_planes(D), at, &mapped);
                });
            }
        },
    );
}

/// The ground of a folded frame: its position is the displacement itself. So the derivatives of the displacement are zero, and
/// those of fields on this ground are with respect to the folded position.
struct Fold<'a, S: Scalar, const D: usize> {
    shifts: [Option<&'a [S; STRIP]>; D],
    len: usize,
    out: &'a mut Rows<S>,
}

impl<S: Scalar, const D: usize> Task<S> for Fold<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        for_each!(axis < D => {
            for at in (0..self.len).step_by(L::LANES) {
                let shift = self.shifts[axis].map_or(l.lit(0.0), |shift| l.load(&shift[at..]));
                let jet = Jet::<L::F, D>::constant(l, shift);
                self.out.store::<L, D, 2>(l, axis * shift_planes(D), at, &jet);
            }
        });
    }
}
