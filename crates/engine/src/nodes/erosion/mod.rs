//! `erosion`: land that rivers cut, solved once for the whole domain.
//!
//! The terrain solves the field before it builds its graph ([`solved`](crate::solved)), with the settings that this file makes
//! from the parameters. The node is a smooth surface through that solution, and is evaluated like any other node.

mod grid;

use orogen_erosion::{Grains, Ice, Settings, Wind};

pub(crate) use grid::grid;
pub(super) use super::surface::build;

use crate::recipe::Args;
use crate::recipe::spec::{Group, InputSpec, NodeSpec, OutputSpec, ParamSpec, Unit};
use crate::solved::{Derivation, Edge, Solution, SolutionGrid};

/// The result for the amount of water that flows.
pub(crate) const FLOW: &str = "flow";
/// The result for the material that was worn off.
pub(crate) const WEAR: &str = "wear";
/// The result for the surface of rivers and lakes.
pub(crate) const WATER: &str = "water";
/// The result for the distance to water.
const DISTANCE: &str = "distance";

/// Results that are computed from the stored results.
pub(crate) const DERIVED: [(&str, Derivation); 1] = [(DISTANCE, distance)];

pub(crate) static SPEC: NodeSpec = NodeSpec {
    name: "erosion",
    group: Group::Landform,
    summary: "mountains that drain: rivers cut valleys into rising land, and slopes slide",
    help: "Erodes the input over millions of years. Land rises where the input is high; rivers cut into it, deeper \
           where they carry more water; slopes slide where they are steeper than their angle of repose; sediment \
           settles; valleys widen with their rivers. Every place drains to the border of the domain or to the sea. \
           The broad shape and the height of the input stay, but its details are lost: use an input without fine \
           detail, or `keep` for a measured terrain. The whole domain is solved once, on a grid of cells `detail` \
           metres wide; finer shapes come from nodes that read this one, such as `gullies`. It works on planes only. \
           If the domain repeats, rivers cross its edges. Heights in metres are the values of the fields times \
           `scale`.",
    source: "Braun and Willett, 2013; Barnes, Lehman and Mulla, 2014; Yuan et al., 2019; Montgomery and Dietrich, 1994",
    outputs: &[
        OutputSpec { name: FLOW, help: "how much water flows: the decimal logarithm of the drained area in km²" },
        OutputSpec { name: WEAR, help: "metres worn off the input; below 0 where the land is higher now" },
        OutputSpec {
            name: WATER,
            help: "the height of the surface of rivers and lakes, on the scale of the field; lower than the field on dry land",
        },
        OutputSpec {
            name: DISTANCE,
            help: "metres to the nearest river or lake that is wide enough for the detail of the solution",
        },
        OutputSpec { name: SEDIMENT, help: "thickness of sediment in metres" },
        OutputSpec { name: ROCK, help: "share of bare rock, 0 to 1: steep ground without sediment" },
    ],
    inputs: &[
        InputSpec::new("input", "the land before erosion"),
        InputSpec::new("uplift", "factor of the uplift: at least 0").or_number(1.0, 0.0..=1e3),
        InputSpec::new("hardness", "resistance of the rock to rivers, as a factor: at least 0.01").or_number(1.0, 0.01..=1e4),
        InputSpec::new("rain", "factor of the rain: at least 0.01").or_number(1.0, 0.01..=1e4),
        InputSpec::new("repose", "angle of repose in degrees: the steepest slope of dry ground").or_number(44.0, 1.0..=89.0),
        InputSpec::new("fold", "how far layers of rock are lifted, in metres: their folds and their dip").or_number(0.0, -1e6..=1e6),
    ],
    params: &[
        ParamSpec::number("scale", 1.0, 1e-9..=1e9, Unit::Metres, "height of the input where it is 1"),
        ParamSpec::optional_number(
            "detail",
            1e-2..=1e6,
            Unit::Metres,
            "distance between the cells of the solution; default: the distance between the domain's samples",
        ),
        ParamSpec::number("duration", 5.0, 1e-3..=1000.0, Unit::None, "simulated time in millions of years"),
        ParamSpec::number(
            "downcutting",
            1.0,
            1e-3..=1e3,
            Unit::None,
            "strength of rivers, as a factor: stronger rivers cut straighter valleys, farther apart",
        ),
        ParamSpec::number(
            "concavity",
            0.42,
            0.2..=0.7,
            Unit::None,
            "how much flatter rivers are downstream: the exponent of their drainage area",
        ),
        ParamSpec::number("deposition", 0.5, 0.0..=5.0, Unit::None, "share of the sediment that settles on its way"),
        ParamSpec::number(
            "floor",
            60.0,
            0.0..=1e4,
            Unit::Metres,
            "half the width of the floor of a valley that drains 1 km²; the floors of larger rivers are wider",
        ),
        ParamSpec::number(
            "terraces",
            0.0,
            0.0..=1e3,
            Unit::Metres,
            "height of the steps between terraces along rivers, where valleys have room for them; 0 for none",
        ),
        ParamSpec::number(
            "wetness",
            0.4,
            0.0..=0.9,
            Unit::None,
            "share of the angle of repose that is lost where water gathers: makes gullies and hollows on slopes",
        ),
        ParamSpec::number(
            "creep",
            0.0,
            0.0..=1.0,
            Unit::None,
            "how fast soil creeps, as a diffusivity in square metres per year: 0.005 rounds hills, 0 keeps crests sharp",
        ),
        ParamSpec::number("variation", 1.0, 0.0..=3.0, Unit::None, "variation of rock and rain from place to place"),
        ParamSpec::number(
            "river_area",
            1.0,
            0.0..=1e6,
            Unit::None,
            "least drained area of a river in km²; 0 for no rivers",
        ),
        ParamSpec::number(
            "river_width",
            1.0,
            0.01..=100.0,
            Unit::None,
            "width of rivers, as a factor of the usual one: 4 m where 1 km² drains, 25 m where 100 km² do",
        ),
        ParamSpec::number("lakes", 0.0, 0.0..=1.0, Unit::None, "share of the valleys with room for a lake that have one"),
        ParamSpec::number(
            "wind",
            0.0,
            -360.0..=360.0,
            Unit::Degrees,
            "direction that the wind blows to: 0 is along x and 90 along y; the wind brings the rain",
        ),
        ParamSpec::number(
            "shadow",
            0.0,
            0.0..=1.0,
            Unit::None,
            "how much more rain falls on windward slopes than behind mountains: 0 makes no difference, 1 is as in real mountains",
        ),
        ParamSpec::optional_number(
            "ice",
            -1e9..=1e9,
            Unit::Metres,
            "height of the snow line in the ice ages, on the scale of the input: snow gathers above it, and \
             glaciers flow down from there and carve troughs; default: no ice",
        ),
        ParamSpec::number(
            "ice_width",
            200.0,
            0.0..=1e4,
            Unit::Metres,
            "half the width of the trough of a glacier that 1 km² of snow feeds; the troughs of larger glaciers are wider",
        ),
        ParamSpec::number(
            "coarse",
            0.0,
            0.0..=1000.0,
            Unit::Metres,
            "thickness of the rock that cliffs shed as scree, which settles at their feet",
        ),
        ParamSpec::number("coarse_angle", 34.0, 20.0..=45.0, Unit::Degrees, "slope at which scree settles"),
        ParamSpec::number(
            "medium",
            0.0,
            0.0..=1000.0,
            Unit::Metres,
            "thickness of the rock that slopes shed as gravel, which settles in fans where valleys widen",
        ),
        ParamSpec::number(
            "medium_angle",
            12.0,
            2.0..=30.0,
            Unit::Degrees,
            "slope at which gravel settles; water carries it over gentler ones",
        ),
        ParamSpec::number(
            "fine",
            0.0,
            0.0..=1000.0,
            Unit::Metres,
            "thickness of the rock that slopes shed as silt, which levels the floors of valleys and plains",
        ),
        ParamSpec::number("fine_angle", 2.0, 0.1..=10.0, Unit::Degrees, "slope at which silt settles"),
        ParamSpec::optional_number(
            "strata",
            1e-2..=1e6,
            Unit::Metres,
            "mean thickness of layers of rock, alternately hard and soft: cliffs and benches; default: no layers",
        ),
        ParamSpec::number(
            "contrast",
            10.0,
            1.0..=100.0,
            Unit::None,
            "how much harder hard layers are than soft ones, as a factor; slopes in hard layers are also steeper",
        ),
        ParamSpec::optional_number(
            "keep",
            1e-2..=1e6,
            Unit::Metres,
            "keeps the averages of the input over squares of this side and only adds finer shapes: use the spacing of a \
             measured terrain, such as `keep = 30.0` for a height every 30 m; `detail` becomes the nearest half, quarter, \
             … of `keep`",
        ),
        ParamSpec::optional_number(
            "sea",
            -1e9..=1e9,
            Unit::Metres,
            "height of the sea, on the scale of the input: rivers end there",
        ),
    ],
};

/// Metres to the nearest river or lake.
fn distance(solution: &Solution) -> Vec<f32> {
    let (ground, surface) = (solution.numbers(None), solution.numbers(Some(WATER)));
    let SolutionGrid { side, spacing, edge, .. } = solution.grid();
    let is_wet: Vec<bool> = surface.iter().zip(ground).map(|(surface, ground)| surface > ground).collect();
    let most = (side as f64 * spacing) as f32;
    let metres = |cells: f32| (cells * spacing as f32).min(most);
    orogen_erosion::distances(&is_wet, side, edge == Edge::Repeats).into_iter().map(metres).collect()
}

/// The result for sediment.
pub(crate) const SEDIMENT: &str = "sediment";
/// The result for bare rock.
pub(crate) const ROCK: &str = "rock";

/// The greatest absolute height before erosion, in metres. Water is routed over heights in whole units of 2⁻¹⁰ m.
pub(crate) const MAX_HEIGHT: f32 = 1e6;

/// The model's settings for the parameters of a field.
pub(crate) fn settings(args: &Args, seed: u64) -> Settings {
    let number = |name| args.number(name);
    Settings {
        seed,
        duration: number("duration") * 1e6,
        downcutting: number("downcutting"),
        concavity: number("concavity"),
        deposition: number("deposition"),
        floor: number("floor"),
        terraces: number("terraces"),
        wetness: number("wetness"),
        creep: number("creep"),
        sediment: [("coarse", "coarse_angle"), ("medium", "medium_angle"), ("fine", "fine_angle")]
            .map(|(amount, angle)| Grains { amount: number(amount), angle: number(angle) }),
        wind: Wind { direction: number("wind"), strength: number("shadow") },
        ice: args.optional_number("ice").map(|snow_line| Ice { snow_line, width: number("ice_width") }),
        variation: number("variation"),
        river_area: number("river_area") * 1e6,
        river_width: number("river_width"),
        lakes: number("lakes"),
        keep: args.optional_number("keep"),
    }
}
