//! `painted`: a mask painted with brushes.
//!
//! The terrain solves the field before it builds its graph, like `shapes`.

pub(super) use super::surface::build;

use super::detail;
use crate::recipe::spec::{Group, NodeSpec, ParamSpec};

/// The parameter with the file of strokes.
pub(crate) const STROKES: &str = "strokes";

pub(crate) static SPEC: NodeSpec = NodeSpec {
    name: "painted",
    group: Group::Source,
    summary: "a mask painted with brushes",
    help: "The strokes in a file, applied to level ground at 0, and limited to the range from 0 to 1. `orogen studio` paints \
           them. The file has the same form as that of `[sculpt]`: `level` with `to = 1` paints, `level` with `to = 0` and \
           `erase` remove, `raise` with `metres = 0.2` adds 0.2 with each dab, and `smooth` softens edges. Metres of height \
           are values of the mask here.\n\
           A mask says where something is: it is the weight of a material, the third input of `mix`, or the hardness that \
           `erosion` reads. `mix(hills, mountains, painted)` has mountains where the mask is 1.\n\
           The strokes are evaluated once, on a grid of cells `detail` metres wide, with a smooth surface through it. Edges \
           that are sharper than a cell need a finer `detail`. Beyond the domain, values at the border continue. It works on \
           planes only, and not in domains that repeat.",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[
        ParamSpec::optional_file(
            STROKES,
            "the file of strokes, relative to the recipe; without it, the mask is 0 everywhere",
        ),
        detail::PARAM,
    ],
};
