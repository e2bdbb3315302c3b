//! `gullies`: what running water cuts into slopes, point by point.
//!
//! Gullies are stripes that run downhill. A stripe needs a phase that grows along the contours of the land, and such
//! a phase cannot be had over the whole plane at once; so each octave is laid out in jittered cells, each with plain
//! waves across the slope at the place that is asked for, and neighbouring cells are blended ([`stripes`]). Each
//! octave is added to the height and, turned into a slope, to what steers the next one ([`filter`]). Filters of this
//! kind were first shown by Clay John (2020); Fewes and Rune Skovbo Johansen made them fade at peaks and valleys.

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
    summary: "what running water cuts into slopes: gullies that join downhill, and spurs between them",
    help: "Adds stripes that run down the slope of `along`, several octaves, each steered by the slope of the land \
           with the coarser ones. They grow with the slope and fade where it is level: into summits above `level`, \
           into valley floors below. Also raises steep ground below `level`, which narrows valleys, lowers passes \
           against their surroundings, and so lets the land drain. Heights are those of the fields times `scale`. \
           It brings detail of its own, so the field wants to be broad: an fbm of two or three octaves and a small \
           gain. The field `along` must have curvature, which swiss, jordan, damped and most landforms \
           have not; they can be `input` where a broad field of much the same shape is `along`. The gullies' places are not displaced, \
           only the fields are.",
    source: "the idea: Clay John, 2020; Fewes; Rune Skovbo Johansen",
    inputs: &[
        InputSpec::new("input", "the field that is carved"),
        InputSpec::new("along", "the field whose slope they run down; the input itself if left out").or("input"),
    ],
    params: &[
        ParamSpec::number("scale", 1.0, 1e-9..=1e9, Unit::Metres, "height of the fields where they are 1"),
        ParamSpec::number(
            "feature",
            1000.0,
            1e-3..=1e6,
            Unit::Metres,
            "from one of the largest gullies to the next",
        ),
        OCTAVES,
        LACUNARITY,
        ParamSpec::number("gain", 0.5, 0.0..=1.0, Unit::None, "depth of each octave over that of the one before"),
        ParamSpec::number(
            "strength",
            0.6,
            0.0..=4.0,
            Unit::None,
            "how steep the sides of the largest gullies are: the tangent",
        ),
        ParamSpec::number(
            "onset",
            0.4,
            0.01..=10.0,
            Unit::None,
            "the slope, as a tangent, on which they have half their depth",
        ),
        ParamSpec::number(
            "branching",
            0.6,
            0.0..=1.0,
            Unit::None,
            "how far gullies steer the finer ones into themselves; 0: all run straight down the slope of `along`",
        ),
        ParamSpec::number(
            "rounding",
            0.3,
            0.02..=10.0,
            Unit::None,
            "their beds: sharp near 0, as round as the spurs from 1 on",
        ),
        ParamSpec::optional_number(
            "incision",
            0.0..=1e6,
            Unit::Metres,
            "how far steep ground is raised below `level`: by this times the squared sine of its slope; 0.8 of \
             `feature` if left out",
        ),
        ParamSpec::optional_number(
            "level",
            -1e9..=1e9,
            Unit::Metres,
            "height of `along` above which level ground is a summit, below which it is a valley; at 0.6 of what \
             `along` can reach if left out",
        ),
    ],
};

/// Share of the range of `along` over which valleys turn into summits, each side of `level`.
const MARGIN: f64 = 0.125;

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    plane::landform(context, on_a_plane)
}

fn on_a_plane(context: &Context<'_>) -> Built<2> {
    let args = context.args;
    let layout = layout(context);
    check_period(context, &layout)?;
    check_endless(args, &layout)?;
    check_finest(args, &layout)?;
    let octaves = Octaves::<2>::new(&layout);
    let scale = args.number("scale");
    // A wave of this amplitude and wavelength is as steep as `strength` where it is steepest.
    let amplitude = args.number("strength") * layout.feature / std::f64::consts::TAU;
    let list = octaves.list.iter().zip(&octaves.amplitudes);
    let list = list.map(|(octave, share)| Octave::new(octave, amplitude * share)).collect();
    let along = context.inputs[1].times(scale);
    let gullies = Gullies {
        octaves: list,
        rest: amplitude * octaves.rest,
        total: amplitude * octaves.total,
        scale,
        onset: args.number("onset"),
        branching: args.number("branching"),
        profile: filter::Profile::new(args.number("rounding")),
        incision: args.optional_number("incision").unwrap_or(0.8 * layout.feature),
        level: args.optional_number("level").unwrap_or(along.min + 0.6 * along.length()),
        margin: (MARGIN * along.length()).max(1e-3),
    };
    let lattices = octaves.list.iter().map(|octave| octave.map).collect();
    Ok(Node::Placed(Arc::new(Laid::new(gullies, lattices).repeating(octaves.tile))))
}

/// A lattice an octave, one cell a gully wide.
fn layout(context: &Context<'_>) -> Layout {
    let (args, ground) = (context.args, context.ground);
    Layout {
        seed: context.seed,
        feature: args.number("feature"),
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
