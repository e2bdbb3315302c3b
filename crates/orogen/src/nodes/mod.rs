//! The kinds of field a recipe can be built from: one node, one file.
//!
//! A node's file holds what it says about itself (its [`spec::NodeSpec`], from which the parser, `orogen nodes` and
//! the manual come) and how it is built from checked parameters. To add one, write its file and name it in the
//! list below.

pub mod inputs;
pub mod placed;
pub mod pointwise;
pub mod spec;

mod borders;
mod globe;
mod lattices;
mod octaves;
mod plane;
mod single;

use std::cell::RefCell;
use std::sync::Arc;

use orogen_noise::basis::AnyBasis;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Order;
use orogen_noise::noise::{Dimension, Noise};

use crate::image::Images;
use crate::planet::Sphere;
use crate::recipe::{Args, RecipeError, Registry};
use placed::PlacedNode;
use pointwise::PointwiseNode;
use spec::NodeSpec;

/// A field ready to be evaluated in `D` dimensions.
#[derive(Clone, Debug)]
pub enum Node<const D: usize> {
    /// The same number everywhere.
    Constant(f64),
    /// A basis or a fractal.
    Noise(Noise<D>),
    /// A function of the values of other fields at the same place.
    Pointwise(Arc<dyn PointwiseNode>),
    /// Another function of the place, and perhaps of fields there.
    Placed(Arc<dyn PlacedNode<D>>),
}

/// What a node is built from.
pub(crate) struct Context<'a> {
    /// Its parameters.
    pub args: &'a Args,
    /// A seed of its own: made from the recipe's, the field's and, in a displacement, the axis.
    pub seed: u64,
    /// The intervals its inputs lie in.
    pub inputs: &'a [Interval],
    /// The ground.
    pub ground: Ground,
    /// Whether the ground is displaced under it.
    pub displaced: bool,
    /// Where pictures come from.
    pub images: &'a dyn Images,
    /// Takes what is doubtful in the parameters, though no reason to refuse them.
    pub warnings: &'a RefCell<Vec<RecipeError>>,
}

/// What nodes are told of the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Metres along a side of the domain; on a planet, around it.
    pub size: f64,
    /// Whether the terrain repeats at the domain's edge.
    pub tile: bool,
    /// The sphere that the samples lie on, if this is a planet.
    pub sphere: Option<Sphere>,
    /// Metres between the samples that will be taken: how fine `octaves = "auto"` goes.
    pub spacing: f64,
    /// Metres between the finest samples that the same kernels are to serve, if they are not made for one spacing alone.
    pub finest: Option<f64>,
}

/// The nodes whose fields have slopes but no curvature, for people.
macro_rules! without_curvature {
    () => {
        "swiss, jordan, damped, craters, dunes, gullies, island, mesa, rivers and steepness"
    };
}
pub(crate) use without_curvature;

type Built<const D: usize> = Result<Node<D>, RecipeError>;

/// Lists the nodes: declares their modules, the registry, and the way from a spec to its builder.
macro_rules! nodes {
    ($($module:ident)*) => {
        $(mod $module;)*

        static REGISTRY: Registry = Registry::new(&[$(&$module::SPEC),*]);

        /// Builds the node that `context.args` are the parameters of.
        pub(crate) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
        where
            AnyBasis: Dimension<D>,
        {
            let spec: &NodeSpec = context.args.spec();
            $(if spec.name == $module::SPEC.name {
                return $module::build::<D>(context);
            })*
            unreachable!("`{}` is in the registry, so it is in the list above", spec.name)
        }
    };
}

nodes! {
    perlin improved_perlin simplex value value_cubic cellular white
    fbm billow ridged ridges damped swiss jordan ridged_multifractal hybrid_multifractal
    craters dunes gullies
    constant ramp radial image
    island mesa rivers strata volcano continents
    latitude temperature spot
    steepness scale offset invert abs clamp contrast exponent curve terrace smoothstep
    add multiply min max smooth_min smooth_max mix
}

/// Every node, in the order of the manual.
pub fn registry() -> &'static Registry {
    &REGISTRY
}

impl<const D: usize> Node<D>
where
    AnyBasis: Dimension<D>,
{
    /// The interval its values lie in, for inputs in the given ones.
    pub fn interval(&self, inputs: &[Interval]) -> Interval {
        match self {
            Node::Constant(value) => Interval::point(*value),
            Node::Noise(noise) => noise.interval(),
            Node::Pointwise(node) => node.interval(inputs),
            Node::Placed(node) => node.interval(inputs),
        }
    }

    /// The highest order of derivatives it has, whatever its inputs have.
    pub fn max_order(&self) -> Order {
        match self {
            Node::Noise(noise) => noise.max_order(),
            Node::Placed(node) => node.max_order(),
            Node::Constant(_) | Node::Pointwise(_) => Order::Hessian,
        }
    }

    /// Whether it needs an input with derivatives of one order more than it is asked for.
    pub fn reads_slopes(&self, input: usize) -> bool {
        matches!(self, Node::Placed(node) if node.reads_slopes(input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_declared_soundly() {
        assert_eq!(registry().faults(), Vec::<String>::new());
    }
}
