//! `gullies`: gullies that running water cuts into slopes, computed point by point.
//!
//! Gullies are stripes that run downhill. A stripe needs a phase that grows along the contours of the land, and no such phase
//! exists for the whole plane. So each octave is laid out in jittered cells. Each cell has plain waves across the slope at the
//! sample, and neighbouring cells are blended (`stripes`). Each octave is added to the height, and its slope is added to the
//! slope that steers the next octave (`filter`). Filters of this kind were first shown by Clay John (2020); Fewes and Rune
//! Skovbo Johansen made them fade at peaks and valleys.

mod filter;
mod stripes;

use std::sync::Arc;

use orogen_noise::octaves::{Count, Layout, Octaves, Roughness};

use self::filter::{Gullies, Octave};
use super::octaves::{LACUNARITY, OCTAVES, check_endless, check_finest, check_period};
use super::placed::Laid;
use super::{Built, Context, Node, plane};
use crate::recipe::spec::{self, Group, InputSpec, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "gullies",
    group: Group::Landform,
    summary: "gullies that running water cuts into slopes, joining downhill, with spurs between them",
    help: "Adds stripes that run down the slope of `along`, in several octaves, each steered by the slope \
           of the land that includes the coarser octaves. They grow with the slope and fade on level ground: \
           into summits above `level`, into valley floors below. Also raises steep ground below `level`, \
           which narrows valleys and lowers passes relative to their surroundings, so the land drains. \
           Heights in metres are the values of the fields times `scale`. The gullies bring their own detail, \
           so use a broad field: an fbm of two or three octaves with a small gain. The field `along` must \
           have curvature. swiss, jordan, damped and most landforms have no curvature: use them as `input`, \
           with a broad field of about the same shape as `along`. Displacement moves the fields, but not the \
           gullies.",
    source: "the idea: Clay John, 2020; Fewes; Rune Skovbo Johansen",
    outputs: &[],
    inputs: &[
        InputSpec::new("input", "the field to carve"),
        InputSpec::new("along", "the field whose slope the gullies follow; default: the input").or("input"),
    ],
    params: &[
        ParamSpec::number("scale", 1.0, 1e-9..=1e9, Unit::Metres, "height of the fields where they are 1"),
        ParamSpec::number(
            "wavelength",
            1000.0,
            1e-3..=1e6,
            Unit::Metres,
            "wavelength of the coarsest octave: the distance between the largest gullies",
        )
        .formerly(&["feature"]),
        OCTAVES,
        LACUNARITY,
        ParamSpec::number("gain", 0.5, 0.0..=1.0, Unit::None, "depth of each octave divided by that of the one before"),
        ParamSpec::number(
            "strength",
            0.6,
            0.0..=4.0,
            Unit::None,
            "slope of the sides of the largest gullies, as a tangent",
        ),
        ParamSpec::number(
            "threshold",
            0.4,
            0.01..=10.0,
            Unit::None,
            "threshold slope, as a tangent: there gullies have half their depth",
        )
        .formerly(&["onset"]),
        ParamSpec::number(
            "branching",
            0.6,
            0.0..=1.0,
            Unit::None,
            "how strongly gullies steer finer ones into themselves; 0: all run straight down the slope of \
             `along`",
        ),
        ParamSpec::number(
            "smoothing",
            0.3,
            0.02..=10.0,
            Unit::None,
            "smoothing of the beds of gullies: they are sharp near 0, and as round as the spurs from 1 on",
        )
        .formerly(&["rounding"]),
        ParamSpec::optional_number(
            "incision",
            0.0..=1e6,
            Unit::Metres,
            "how far steep ground below `level` is raised: by this length times the squared sine of the \
             slope. Default: 0.8 of `wavelength`",
        ),
        ParamSpec::optional_number(
            "level",
            -1e9..=1e9,
            Unit::Metres,
            "height of `along` above which level ground is a summit, and below which it is a valley. \
             Default: 0.6 of the way up the range of `along`",
        ),
    ],
};

/// Share of the range of `along`, on each side of `level`, over which valleys turn into summits.
const MARGIN: f64 = 0.125;

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    plane::landform(context, on_a_plane)
}

fn on_a_plane(context: &Context<'_>) -> Built<2> {
    let args = context.args;
    if context.folded && context.displaced {
        let help = "displace the field that `along` names instead, or remove the displacement or the `repeat`";
        return Err(args.error_at_name("displaced gullies cannot be repeated", help));
    }
    let layout = layout(context);
    check_period(context, &layout)?;
    check_endless(args, &layout)?;
    check_finest(args, &layout)?;
    let octaves = Octaves::<2>::new(&layout);
    let scale = args.number("scale");
    // A wave of this amplitude and wavelength is as steep as `strength` where it is steepest.
    let amplitude = args.number("strength") * layout.wavelength / std::f64::consts::TAU;
    let list = octaves.list.iter().zip(&octaves.amplitudes);
    let list = list.map(|(octave, share)| Octave::new(octave, amplitude * share)).collect();
    let along = context.inputs[1].times(scale);
    let gullies = Gullies {
        octaves: list,
        folded: context.folded,
        rest: amplitude * octaves.rest,
        total: amplitude * octaves.total,
        scale,
        threshold: args.number("threshold"),
        branching: args.number("branching"),
        profile: filter::Profile::new(args.number("smoothing")),
        incision: args.optional_number("incision").unwrap_or(0.8 * layout.wavelength),
        level: args.optional_number("level").unwrap_or(along.min + 0.6 * along.length()),
        margin: (MARGIN * along.length()).max(1e-3),
    };
    let lattices = octaves.list.iter().map(|octave| octave.map).collect();
    Ok(Node::Placed(Arc::new(Laid::new(gullies, lattices).repeating(octaves.tile))))
}

/// One lattice per octave, with cells as wide as a gully.
fn layout(context: &Context<'_>) -> Layout {
    let (args, ground) = (context.args, context.ground);
    Layout {
        seed: context.seed,
        wavelength: args.number("wavelength"),
        count: match args.octaves("octaves") {
            spec::Octaves::Auto => Count::Auto,
            spec::Octaves::Count(count) => Count::Exactly(count),
        },
        lacunarity: args.number("lacunarity"),
        roughness: Roughness::Gain(args.number("gain")),
        rotation: super::octaves::GOLDEN_TURN,
        scatter: true,
        tile: ground.tile.then_some(ground.size),
        spacing: ground.spacing.max(super::octaves::FINEST),
        finest: ground.finest.map(|finest| finest.max(super::octaves::FINEST)),
    }
}
