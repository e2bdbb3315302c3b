//! A node ready for evaluation, and the context it is built in.

use std::cell::RefCell;
use std::sync::Arc;

use orogen_noise::basis::AnyBasis;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Order;
use orogen_noise::noise::{Dimension, Noise};

use super::placed::PlacedNode;
use super::pointwise::PointwiseNode;
use crate::image::Pictures;
use crate::planet::Sphere;
use crate::recipe::{Args, RecipeError};
use crate::solved::Solution;

/// A field ready to be evaluated in `D` dimensions.
#[derive(Clone, Debug)]
pub enum Node<const D: usize> {
    /// The same number everywhere.
    Constant(f64),
    /// A basis or a fractal.
    Noise(Noise<D>),
    /// A function of the values of other fields at the same place.
    Pointwise(Arc<dyn PointwiseNode>),
    /// Any other function of the place, which may also read fields at the same place.
    Placed(Arc<dyn PlacedNode<D>>),
}

/// The data that a node is built from.
pub(crate) struct Context<'a> {
    /// The node's parameters.
    pub args: &'a Args,
    /// The node's own seed. It follows from the seed of the recipe, the seed of the field and, in a displacement, the axis.
    pub seed: u64,
    /// The intervals of the values of the node's inputs.
    pub inputs: &'a [Interval],
    /// The ground.
    pub ground: NodeDomain,
    /// Whether the node's positions are displaced.
    pub displaced: bool,
    /// Whether the node is below a `repeat`: then all positions are displaced from the middle of a box.
    pub folded: bool,
    /// The field's solution, if the field is solved before the graph is built.
    pub solved: Option<&'a Solution>,
    /// The further result that is requested, if not the field itself.
    pub output: Option<&'a str>,
    /// Reads pictures.
    pub pictures: &'a dyn Pictures,
    /// Receives warnings about the parameters.
    pub warnings: &'a RefCell<Vec<RecipeError>>,
}

/// The ground that a node is built for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeDomain {
    /// Metres along a side of the domain; on a planet, around it.
    pub size: f64,
    /// Whether the terrain repeats at the domain's edge.
    pub tile: bool,
    /// The sphere that the samples are on, if this is a planet.
    pub sphere: Option<Sphere>,
    /// Metres between the samples that will be taken. This spacing decides how fine the octaves of `octaves = "auto"` are.
    pub spacing: f64,
    /// Metres between the finest samples that the same kernels serve, if they serve several spacings.
    pub finest: Option<f64>,
}

/// The node that a builder returns.
pub(super) type Built<const D: usize> = Result<Node<D>, RecipeError>;

impl<const D: usize> Node<D>
where
    AnyBasis: Dimension<D>,
{
    /// An interval that contains the node's values, for inputs in the given intervals.
    pub fn interval(&self, inputs: &[Interval]) -> Interval {
        match self {
            Node::Constant(value) => Interval::point(*value),
            Node::Noise(noise) => noise.interval(),
            Node::Pointwise(node) => node.interval(inputs),
            Node::Placed(node) => node.interval(inputs),
        }
    }

    /// The highest order of derivatives that the node has, whatever its inputs have.
    pub fn max_order(&self) -> Order {
        match self {
            Node::Noise(noise) => noise.max_order(),
            Node::Placed(node) => node.max_order(),
            Node::Constant(_) | Node::Pointwise(_) => Order::Hessian,
        }
    }

    /// Whether the node needs derivatives of this input of one order more than are requested of the node.
    pub fn reads_slopes(&self, input: usize) -> bool {
        matches!(self, Node::Placed(node) if node.reads_slopes(input))
    }
}
