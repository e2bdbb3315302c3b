//! From the steps of a graph to steps over a small set of row buffers: what a backend runs.

use orogen_noise::basis::AnyBasis;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Order;
use orogen_noise::noise::Dimension;

use crate::graph::{self, Graph};
use crate::nodes::Node;

/// One thing to compute for every row. Buffers hold one jet, grounds one jet an axis.
#[derive(Clone, Debug)]
pub enum Step<const D: usize> {
    /// `buffer ← node(inputs)`.
    Field {
        /// What is evaluated.
        node: Node<D>,
        /// Buffers of its inputs.
        inputs: Vec<usize>,
        /// The displaced ground it is evaluated on, if any.
        ground: Option<usize>,
        /// Where the result goes.
        buffer: usize,
    },
    /// `ground ← from + strength·axes`.
    Ground {
        /// Where the result goes.
        ground: usize,
        /// The ground that is displaced, if that is itself a displaced one.
        from: Option<usize>,
        /// Buffers of the displacements.
        axes: [usize; D],
        /// Metres a unit.
        strength: f64,
    },
}

/// What a backend runs for every row. Data only: it can be printed and compared.
#[derive(Clone, Debug)]
pub struct Plan<const D: usize> {
    /// In order.
    pub steps: Vec<Step<D>>,
    /// Number of buffers.
    pub buffers: usize,
    /// Number of displaced grounds.
    pub grounds: usize,
    /// The buffer that holds the terrain in the end.
    pub output: usize,
    /// Metres a unit of the output.
    pub scale: f64,
    /// Metres where the output is 0.
    pub offset: f64,
    /// The heights in metres that can occur.
    pub interval: Interval,
    /// The highest order of derivatives there is.
    pub max_order: Order,
}

impl<const D: usize> Plan<D>
where
    AnyBasis: Dimension<D>,
{
    /// Gives every step of a graph a place for its result. Buffers that nobody reads any more are used again.
    pub fn new(graph: Graph<D>, scale: f64, offset: f64) -> Self {
        let (max_order, interval) = (graph.max_order(), graph.interval().times(scale).shifted(offset));
        let last_reads = last_reads(&graph);
        let mut places = Places { of: vec![0; graph.steps.len()], ..Places::default() };
        let mut steps = Vec::with_capacity(graph.steps.len());
        for (index, step) in graph.steps.into_iter().enumerate() {
            let mut reads = step.reads();
            // A field may be read twice at once, but its place is free once.
            reads.sort_unstable();
            reads.dedup();
            // The result's place is taken before those of its inputs are free: none is read and written at once.
            steps.push(places.settle(index, step));
            for read in reads {
                if last_reads[read] == index {
                    places.free(read);
                }
            }
        }
        let output = places.of[steps.len() - 1];
        Self {
            steps,
            buffers: places.buffers,
            grounds: places.grounds,
            output,
            scale,
            offset,
            interval,
            max_order,
        }
    }
}

/// For each step, the last one that reads it.
fn last_reads<const D: usize>(graph: &Graph<D>) -> Vec<usize> {
    let mut last = vec![usize::MAX; graph.steps.len()];
    for (index, step) in graph.steps.iter().enumerate() {
        for read in step.reads() {
            last[read] = index;
        }
    }
    last
}

/// Where the results of steps are.
#[derive(Default)]
struct Places {
    of: Vec<usize>,
    buffers: usize,
    grounds: usize,
    free: Vec<usize>,
    is_ground: Vec<usize>,
}

impl Places {
    fn settle<const D: usize>(&mut self, index: usize, step: graph::Step<D>) -> Step<D> {
        match step {
            graph::Step::Field { node, inputs, ground, .. } => {
                let inputs = inputs.iter().map(|&input| self.of[input]).collect();
                let ground = ground.map(|ground| self.of[ground]);
                let buffer = self.free.pop().unwrap_or_else(|| {
                    self.buffers += 1;
                    self.buffers - 1
                });
                self.of[index] = buffer;
                Step::Field { node, inputs, ground, buffer }
            }
            graph::Step::Ground { from, axes, strength } => {
                let ground = self.grounds;
                self.grounds += 1;
                self.is_ground.push(index);
                self.of[index] = ground;
                let from = from.map(|from| self.of[from]);
                Step::Ground { ground, from, axes: axes.map(|axis| self.of[axis]), strength }
            }
        }
    }

    /// Grounds keep their place; there are few.
    fn free(&mut self, step: usize) {
        if !self.is_ground.contains(&step) {
            self.free.push(self.of[step]);
        }
    }
}
