//! The CPU backend: runs a plan over rows of samples.

use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::lanes::{Lanes, Scalar};
use orogen_noise::lattice::Columns;
use orogen_noise::level::{Element, Level, Task};
use orogen_noise::noise::{Dimension, Scratch, Strip};
use orogen_noise::rows::{Rows, STRIP, shift_planes};

use crate::nodes::placed::{PlacedNode, Samples};
use crate::nodes::pointwise::PointwiseNode;
use crate::nodes::{Node, placed, pointwise};
use crate::plan::{Plan, Step};

/// A number that plans can be run in: `f32`, or `f64` as the reference.
pub trait Number: Element {
    /// The kernel of a pointwise node for this number.
    fn pointwise(node: &dyn PointwiseNode) -> &dyn pointwise::Kernel<Self>;
    /// The kernel of a placed node for this number.
    fn placed<const D: usize>(node: &dyn PlacedNode<D>) -> &dyn placed::Kernel<Self, D>;
    /// `scale·value + offset`: from a field to metres.
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

/// The columns' share of the positions of at most [`STRIP`] columns, in every lattice of a plan. Made once, used
/// for every row.
#[derive(Debug)]
pub struct PlanStrip<S: Number, const D: usize> {
    steps: Vec<StepStrip<S, D>>,
    len: usize,
}

#[derive(Debug)]
enum StepStrip<S: Number, const D: usize> {
    Noise(Strip<S, D>),
    Placed(Vec<Columns<S, D>>),
    Nothing,
}

impl<S: Number, const D: usize> PlanStrip<S, D>
where
    AnyBasis: Dimension<D>,
{
    /// Maps a strip of columns.
    pub fn new(plan: &Plan<D>, positions: &[[f64; D]]) -> Self {
        assert!(positions.len() <= STRIP, "a strip has at most {STRIP} columns");
        let steps = plan.steps.iter().map(|step| match step {
            Step::Field { node: Node::Noise(noise), .. } => StepStrip::Noise(noise.strip(positions)),
            Step::Field { node: Node::Placed(node), .. } => {
                StepStrip::Placed(S::placed(node.as_ref()).columns(positions))
            }
            _ => StepStrip::Nothing,
        });
        Self { steps: steps.collect(), len: positions.len() }
    }
}

/// The buffers a plan is run in. Keep one per thread and use it again.
#[derive(Debug)]
pub struct Worker<S: Number> {
    buffers: Vec<Rows<S>>,
    grounds: Vec<Rows<S>>,
    scratch: Scratch<S>,
}

impl<S: Number> Worker<S> {
    /// Buffers for a plan.
    pub fn new<const D: usize>(plan: &Plan<D>) -> Self {
        Self {
            buffers: vec![Rows::default(); plan.buffers],
            grounds: vec![Rows::default(); plan.grounds],
            scratch: Scratch::default(),
        }
    }

    /// Runs a plan over one row: sample `i` lies at the strip's position `i` plus `row`. The result is the jet of
    /// the terrain before scale and offset.
    ///
    /// # Panics
    /// If `order` is beyond the plan's.
    pub fn run<const D: usize>(
        &mut self,
        plan: &Plan<D>,
        level: Level,
        order: Order,
        strip: &PlanStrip<S, D>,
        row: &[f64; D],
    ) -> &Rows<S>
    where
        AnyBasis: Dimension<D>,
    {
        assert!(order <= plan.max_order, "this terrain has no derivatives of that order");
        for (step, prepared) in plan.steps.iter().zip(&strip.steps) {
            match step {
                Step::Field { node, inputs, ground, buffer, need } => {
                    let mut out = std::mem::take(&mut self.buffers[*buffer]);
                    let place =
                        Place { level, order: need.order(order), row, len: strip.len, ground: *ground };
                    self.field(node, inputs, prepared, &place, &mut out);
                    self.buffers[*buffer] = out;
                }
                Step::Ground { ground, from, axes, strength, need } => {
                    let mut out = std::mem::take(&mut self.grounds[*ground]);
                    let planes = need.order(order).planes(D);
                    out.reserve(D * shift_planes(D));
                    let axes = axes.map(|axis| &self.buffers[axis]);
                    let from = from.map(|from| &self.grounds[from]);
                    S::run(
                        level,
                        Displace { axes, from, strength: *strength, planes, len: strip.len, out: &mut out },
                    );
                    self.grounds[*ground] = out;
                }
            }
        }
        &self.buffers[plan.output]
    }

    /// The values of one of the plan's other fields in the row that was run last.
    pub fn other<const D: usize>(&self, plan: &Plan<D>, index: usize) -> &[S] {
        self.buffers[plan.others[index]].plane(0)
    }

    fn field<const D: usize>(
        &mut self,
        node: &Node<D>,
        inputs: &[usize],
        prepared: &StepStrip<S, D>,
        place: &Place<'_, D>,
        out: &mut Rows<S>,
    ) where
        AnyBasis: Dimension<D>,
    {
        let Place { level, order, row, len, ground } = *place;
        let shift = ground.map(|ground| &self.grounds[ground]);
        let inputs: Vec<_> = inputs.iter().map(|&input| &self.buffers[input]).collect();
        match (node, prepared) {
            (Node::Constant(value), _) => {
                out.reserve(order.planes(D));
                out.plane_mut(0).fill(S::from_f64(*value));
                (1..order.planes(D)).for_each(|plane| out.plane_mut(plane).fill(S::default()));
            }
            (Node::Noise(noise), StepStrip::Noise(strip)) => {
                let done = noise.row(level, order, strip, row, shift, &mut self.scratch, out);
                debug_assert!(done.is_ok(), "the order was checked against the plan");
            }
            (Node::Placed(node), StepStrip::Placed(columns)) => {
                let samples = Samples { columns, row, len, shift, inputs: &inputs };
                S::placed(node.as_ref()).row(level, order, &samples, out);
            }
            (Node::Pointwise(node), _) => {
                S::pointwise(node.as_ref()).row(level, order, D, len, &inputs, out);
            }
            (Node::Noise(_) | Node::Placed(_), _) => {
                unreachable!("a strip is made from the plan it is used with")
            }
        }
    }
}

/// Where and how a field is evaluated.
struct Place<'a, const D: usize> {
    level: Level,
    order: Order,
    row: &'a [f64; D],
    len: usize,
    ground: Option<usize>,
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
        for axis in 0..D {
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
        }
    }
}
