//! The kinds of field that recipes consist of: each node has one file.
//!
//! The file of a node has its [`NodeSpec`], which the parser, `orogen nodes` and the studio's forms use, and the function that
//! builds the node from checked parameters. To add a node, write its file and add it to the list below.

#[doc(hidden)]
pub mod inputs;
#[doc(hidden)]
pub mod placed;
#[doc(hidden)]
pub mod pointwise;

mod borders;
mod cubic;
pub(crate) mod detail;
mod fractal;
mod globe;
mod lattices;
mod node;
mod octaves;
mod plane;
mod reading;
mod single;
mod surface;

use orogen_noise::basis::AnyBasis;
use orogen_noise::noise::Dimension;

use crate::recipe::spec::NodeSpec;
use crate::recipe::{Domain, Field, Registry};

use node::Built;
pub(crate) use node::Context;
pub use node::{Node, NodeDomain};
pub(crate) use reading::{Folding, Reading, ReadingMap, reading};

/// The nodes whose fields have slopes but no curvature, as text for people.
macro_rules! without_curvature {
    () => {
        "swiss, jordan, damped, craters, dunes, gullies, island, mesa, rivers and steepness"
    };
}
pub(crate) use without_curvature;

/// Declares the modules of all nodes, their registry, and the function that calls the builder of a node's spec.
macro_rules! nodes {
    ($($module:ident)*) => {
        $(#[doc(hidden)] pub mod $module;)*

        static REGISTRY: Registry = Registry::new(&[$(&$module::SPEC),*]).with_parts(crate::parts::PARTS);

        /// Builds the node whose parameters are `context.args`.
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
    hermite perlin improved_perlin simplex value value_cubic cellular white
    fbm billow ridged ridges damped swiss jordan ridged_multifractal hybrid_multifractal
    craters dunes erosion gullies
    constant ramp radial image shapes painted
    island mesa rivers strata volcano continents
    latitude temperature spot
    transform repeat steepness scale offset invert abs sqrt power sin cos clamp contrast exponent curve terrace smoothstep
    blur distance curvature
    add subtract multiply divide min max smooth_min smooth_max mix
}

/// The nodes whose fields are solved for the whole domain.
pub(crate) static SOLVED: [&NodeSpec; 6] =
    [&erosion::SPEC, &shapes::SPEC, &painted::SPEC, &blur::SPEC, &distance::SPEC, &curvature::SPEC];

/// Whether fields of a node are solved for the whole domain before they are evaluated.
///
/// # Example
/// ```
/// use orogen_engine::nodes::{is_solved, registry};
///
/// assert!(registry().get("erosion").is_some_and(is_solved));
/// assert!(!registry().get("fbm").is_some_and(is_solved));
/// ```
pub fn is_solved(spec: &NodeSpec) -> bool {
    SOLVED.iter().any(|solved| solved.name == spec.name)
}

/// Whether this is the node `erosion`.
pub fn is_erosion(spec: &NodeSpec) -> bool {
    spec.name == erosion::SPEC.name
}

/// Whether this is the node `painted`, whose file has brush strokes.
///
/// # Example
/// ```
/// use orogen_engine::nodes::{is_painted, registry};
///
/// assert!(registry().get("painted").is_some_and(is_painted));
/// ```
pub fn is_painted(spec: &NodeSpec) -> bool {
    spec.name == painted::SPEC.name
}

/// Metres between the cells of the grid on which a field is eroded. `None` if the field's node is not `erosion`, or if
/// the field cannot be eroded on this domain.
pub fn erosion_spacing(field: &Field, domain: &Domain) -> Option<f64> {
    is_erosion(field.spec).then(|| erosion::grid(&field.args, domain).ok()).flatten().map(|grid| grid.spacing)
}

/// Every node, in the order of the manual.
pub fn registry() -> &'static Registry {
    &REGISTRY
}
