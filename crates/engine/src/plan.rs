//! Turns the steps of a graph into steps over a small set of row buffers, which a backend runs.
//!
//! A node may read slopes of some inputs. Those inputs, and no others, are computed with derivatives of one order more
//! ([`Need`]).

use std::sync::Arc;

use orogen_noise::basis::AnyBasis;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Order;
use orogen_noise::lattice::Map;
use orogen_noise::noise::Dimension;
use orogen_noise::units::Anchor;

use crate::frame::Frame;
pub use crate::graph::GroundChange;
use crate::graph::{self, Graph};
use crate::nodes::Node;
use crate::owner::Owner;
use crate::patch::Patch;

/// One step to compute for every row. A buffer holds one jet, and a ground one jet per axis.
#[derive(Clone, Debug)]
pub enum Step<const D: usize> {
    /// `buffer ← node(inputs)`.
    Field {
        /// The node that is evaluated.
        node: Node<D>,
        /// The buffers of the node's inputs.
        inputs: Vec<usize>,
        /// The displaced ground on which the field is evaluated, if there is one.
        ground: Option<usize>,
        /// The frame in which the field is evaluated.
        frame: Arc<Frame<D>>,
        /// The buffer that gets the result.
        buffer: usize,
        /// How many derivatives of the result are needed.
        need: Need,
        /// The part of the recipe that the step comes from.
        owner: Owner,
    },
    /// `ground ← change`.
    Ground {
        /// The displaced ground that gets the result.
        ground: usize,
        /// How the ground follows from buffers and other grounds.
        change: GroundChange<D>,
        /// How many derivatives of the result are needed.
        need: Need,
        /// The part of the recipe that the step comes from.
        owner: Owner,
    },
}

impl<const D: usize> Step<D> {
    /// The part of the recipe that the step comes from.
    pub fn owner(&self) -> &Owner {
        let (Self::Field { owner, .. } | Self::Ground { owner, .. }) = self;
        owner
    }
}

/// How many derivatives of a step's result are needed. This depends on the order that is requested of the terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// The number of orders that are needed in addition to the order that is requested of the terrain; `None` if the terrain does
    /// not depend on the step.
    pub above: Option<u8>,
    /// The least order that is needed, whatever order is requested of the terrain.
    pub least: Order,
}

impl Need {
    const NOTHING: Self = Self { above: None, least: Order::Value };

    /// The order to compute if the order `asked` is requested of the terrain.
    pub fn order(self, asked: Order) -> Order {
        self.above.map_or(self.least, |above| raised(asked, above).max(self.least))
    }

    /// The need that covers both.
    fn and(self, other: Self) -> Self {
        Self { above: self.above.max(other.above), least: self.least.max(other.least) }
    }

    /// The need of the inputs of a step that has this need and reads their slopes.
    fn for_slopes(self) -> Self {
        Self { above: self.above.map(|above| above + 1), least: self.least.raised() }
    }
}

fn raised(order: Order, by: u8) -> Order {
    (0..by).fold(order, |order, _| order.raised())
}

/// The steps that a backend runs for every row. A plan is plain data, which can be printed.
#[derive(Clone, Debug)]
pub struct Plan<const D: usize> {
    /// The steps in the order in which they run.
    pub steps: Vec<Step<D>>,
    /// Number of buffers.
    pub buffers: usize,
    /// Number of displaced grounds.
    pub grounds: usize,
    /// The buffer that contains the terrain after the last step.
    pub output: usize,
    /// The buffers that contain the other requested fields after the last step. Only the values of these fields are used.
    pub others: Vec<usize>,
    /// The intervals of the values of the other fields.
    pub other_intervals: Vec<Interval>,
    /// Metres per unit of the output.
    pub scale: f64,
    /// The height in metres where the output is 0.
    pub offset: f64,
    /// An interval that contains all heights that can occur, in metres.
    pub interval: Interval,
    /// The highest order of derivatives that the terrain has.
    pub max_order: Order,
}

impl<const D: usize> Plan<D>
where
    AnyBasis: Dimension<D>,
{
    /// The maps from positions to all lattices in which samples are looked up, in the order of the steps.
    pub fn lattices(&self) -> impl Iterator<Item = Map<D>> {
        self.steps.iter().flat_map(|step| -> Vec<Map<D>> {
            let Step::Field { node, frame, .. } = step else { return Vec::new() };
            match node {
                Node::Noise(noise) => noise.lattices().map(|map| frame.before(&map)).collect(),
                Node::Placed(node) => node.lattices().iter().map(|map| frame.before(map)).collect(),
                Node::Constant(_) | Node::Pointwise(_) => Vec::new(),
            }
        })
    }

    /// The centre of a patch in each of the [lattices](Self::lattices).
    pub(crate) fn anchors(&self, patch: &Patch) -> Vec<Anchor<D>> {
        let centre = patch.centre();
        let centre = std::array::from_fn(|axis| centre[axis]);
        self.lattices().map(|map| Anchor::new(&map, &centre)).collect()
    }

    /// Gives every step of a graph a place for its result. Buffers that no later step reads are used again.
    pub fn new(graph: Graph<D>, scale: f64, offset: f64) -> Self {
        let (max_order, interval) = (graph.max_order, graph.interval().times(scale).shifted(offset));
        let other_intervals = graph.others.iter().map(|&other| graph.interval_of(other)).collect();
        let (last_reads, needs) = (last_reads(&graph), needs(&graph));
        let mut places = Places { of: vec![0; graph.steps.len()], ..Places::default() };
        let mut steps = Vec::with_capacity(graph.steps.len());
        for (index, step) in graph.steps.into_iter().enumerate() {
            let mut reads = step.reads();
            // A step may read a field twice, but the field's buffer becomes free only once.
            reads.sort_unstable();
            reads.dedup();
            // The result takes its buffer before the inputs' buffers become free, so that no step writes a buffer that it
            // reads.
            steps.push(places.settle(index, step, needs[index]));
            for read in reads {
                if last_reads[read] == index {
                    places.free(read);
                }
            }
        }
        Self {
            steps,
            buffers: places.buffers,
            grounds: places.grounds,
            output: places.of[graph.terrain],
            others: graph.others.iter().map(|&other| places.of[other]).collect(),
            other_intervals,
            scale,
            offset,
            interval,
            max_order,
        }
    }
}

/// For each step, the last step that reads it; `usize::MAX` for results, which are kept to the end.
fn last_reads<const D: usize>(graph: &Graph<D>) -> Vec<usize> {
    let mut last = vec![usize::MAX; graph.steps.len()];
    for (index, step) in graph.steps.iter().enumerate() {
        for read in step.reads() {
            last[read] = index;
        }
    }
    for &result in graph.others.iter().chain([&graph.terrain]) {
        last[result] = usize::MAX;
    }
    last
}

/// How many derivatives of each step are needed: as many as the steps that read it need, and one more for steps that read
/// slopes.
fn needs<const D: usize>(graph: &Graph<D>) -> Vec<Need>
where
    AnyBasis: Dimension<D>,
{
    let mut needs = vec![Need::NOTHING; graph.steps.len()];
    needs[graph.terrain].above = Some(0);
    for (index, step) in graph.steps.iter().enumerate().rev() {
        // The position of a folded ground is read without derivatives, which its steps do not have.
        let is_folded = matches!(step, graph::Step::Ground { change: GroundChange::Folded { .. }, .. });
        let own = if is_folded { Need::NOTHING } else { needs[index] };
        for read in step.reads() {
            needs[read] = needs[read].and(own);
        }
        let graph::Step::Field { node, inputs, .. } = step else { continue };
        for (number, &input) in inputs.iter().enumerate() {
            if node.reads_slopes(number) {
                needs[input] = needs[input].and(own.for_slopes());
            }
        }
    }
    needs
}

/// The buffers and grounds that hold the results of steps.
#[derive(Default)]
struct Places {
    of: Vec<usize>,
    buffers: usize,
    grounds: usize,
    free: Vec<usize>,
    is_ground: Vec<usize>,
}

impl Places {
    fn settle<const D: usize>(&mut self, index: usize, step: graph::Step<D>, need: Need) -> Step<D> {
        match step {
            graph::Step::Field { node, inputs, ground, frame, owner, .. } => {
                let inputs = inputs.iter().map(|&input| self.of[input]).collect();
                let ground = ground.map(|ground| self.of[ground]);
                let buffer = self.free.pop().unwrap_or_else(|| {
                    self.buffers += 1;
                    self.buffers - 1
                });
                self.of[index] = buffer;
                Step::Field { node, inputs, ground, frame, buffer, need, owner }
            }
            graph::Step::Ground { change, owner } => {
                let ground = self.grounds;
                self.grounds += 1;
                self.is_ground.push(index);
                self.of[index] = ground;
                let change = change.with(|step| self.of[step]);
                Step::Ground { ground, change, need, owner }
            }
        }
    }

    /// Frees the buffer of a step. Grounds are never freed; there are few.
    fn free(&mut self, step: usize) {
        if !self.is_ground.contains(&step) {
            self.free.push(self.of[step]);
        }
    }
}
