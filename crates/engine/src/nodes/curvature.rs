//! `curvature`: how a field bends, solved once for the whole domain.

pub(super) use super::surface::build;

use super::detail;
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};
use crate::recipe::{Args, Domain, RecipeError};
use crate::solved::SolverGrid;

/// The cells around a cell that its curvature depends on.
const REACH: f64 = 1.0;

pub(crate) static SPEC: NodeSpec = NodeSpec {
    name: "curvature",
    group: Group::Modifier,
    summary: "how a field bends: positive in hollows, negative on ridges",
    help: "The curvature of the field in 1/km, if it is a height of `scale` metres per unit. `mean` is the mean curvature of the \
           surface; `profile` is that along the fall line, positive where slopes become gentler downhill; `tangential` \
           is that across the fall line, positive where slopes run together. On level ground all three are the mean curvature.\n\
           It is computed from differences between the cells of a grid `detail` metres wide, so it says how the field bends \
           over two or three cells: finer shapes do not count, and a larger `detail` finds larger hollows. A smooth surface \
           lies through the cells. It works on planes only. If the domain repeats, so does the curvature.",
    source: "Zevenbergen and Thorne, 1987 (differences); Mitášová and Hofierka, 1993 (formulas)",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field")],
    params: &[
        ParamSpec::choice(
            "kind",
            "mean",
            &[("mean", "of the surface"), ("profile", "along the fall line"), ("tangential", "across the fall line")],
            "which curvature",
        ),
        ParamSpec::number("scale", 1.0, -1e9..=1e9, Unit::Metres, "height of the field where it is 1"),
        detail::PARAM,
    ],
};

/// The grid for the parameters of a field.
///
/// # Errors
/// The domain cannot be solved.
pub(crate) fn grid(args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
    let spacing = detail::spacing(args, domain);
    detail::grid(args, domain, spacing, REACH * spacing)
}
