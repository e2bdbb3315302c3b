//! `craters`: ground with the impacts of a long time.
//!
//! Craters are never summed. Each impact replaces the ground below it by its own shape, oldest first. So the floor of a young
//! crater shows none of the older ones that it struck, while small craters on the wall of a large one follow the wall. For this,
//! the ground at the scale of an impact is stored separately from finer detail.
//!
//! The height is `input + Σⱼ dⱼ`. The *detail* `dⱼ` is the height that craters of size class `j` (two classes per octave)
//! contribute, and `sⱼ` is the same with blurred edges. At the distance `x` from its centre, in radii, an impact of class `k`
//! changes
//!
//! ```text
//! dₖ ← (1 − q(x))·dₖ + profile(x)       sₖ ← (1 − q(x))·sₖ + blurred profile(x)
//! dⱼ ← (1 − b(x))·dⱼ                     likewise sⱼ, for all finer classes j > k
//! sₖ₋₁ ← (1 − b(x)/2)·sₖ₋₁               since some craters of class k − 1 are smaller than the blur of this one
//! dⱼ ← (1 − b(x))·dⱼ + b(x)·sⱼ           for the next three larger classes j < k, and with b(x)/2 for the fourth
//! ```
//!
//! `q` is 1 within the rim, and decreases outside like the ejecta. `b` is the share of the ground that the ejecta bury: 1 within
//! the rim and 0 from 1.8 radii on. In effect, the height `h` becomes `mix(h, base + profile, w)` with some weight `w`. The base
//! consists of the input and all larger craters: roughly the ground blurred to the width of the impact. But nothing is blurred to
//! compute it, so the height of a sample depends only on the impacts that reach the sample. All steps are linear in the details,
//! so slopes are exact. By induction, each detail stays between the deepest floor `−F` and the highest rim `H` of its class, for
//! any number of impacts: `−F·q ≤ profile ≤ H·q` (see `profile`), so `(1 − q)·d + profile` is in `[−F, H]` if `d` is. The same
//! holds for the other steps, which shrink or mix details.
//!
//! Floors in floors could still add up to many times the depth of the deepest crater, although this hardly ever happens. So depth
//! beyond that of the deepest crater counts less and less, and adds at most half the deepest crater's depth (`rows::limited`),
//! because such deep holes slump. Heights above the highest rim are limited in the same way. This keeps the interval close to the
//! heights that occur.
//!
//! `population` has the positions and sizes of craters, `profile` the shape of a crater from its centre outwards, and `outline`
//! the distance of a sample from the centre, relative to the crater's outline. `gather` finds the craters that may reach a row of
//! samples, and `rows` applies them. All of this is the same on a plane and on a sphere: a `surface` (`plane` or `sphere`)
//! defines the positions of centres, and the distances and slopes of samples relative to them. Lanes cannot record how craters
//! are gathered, because gathering reads single samples. GPUs use `.wgsl` files of the same names instead, with numbers from
//! `shader`.

pub mod gather;
pub mod outline;
pub mod plane;
pub mod population;
pub mod profile;
mod rows;
pub mod shader;
mod sphere;
pub mod surface;

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::lattice::Map;
use orogen_noise::octaves::MAX_OCTAVES;

use super::{Built, Context, Node};
use crate::planet::Sphere;
use crate::recipe::spec::{Group, InputSpec, NodeSpec, Octaves, ParamSpec, Unit};
use plane::Plane;
use population::{Ball, Octave, Population};
use profile::{Measures, SIZES, Size};
use shader::ShaderData;

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "craters",
    group: Group::Landform,
    summary: "impact craters of all sizes and ages, in metres",
    help: "Adds craters to the ground `input`, few large and many small ones, oldest first. A younger \
           crater erases older ones of its size or smaller where it hits them, buries small ones around it, \
           and follows the shape of larger ones; craters are never summed. Heights are in metres, including \
           those of `input`.\n\
           Every octave of size covers the same share of the ground, `coverage`. So the number of craters \
           larger than D falls as D⁻², as on surfaces that have been hit for so long that small craters \
           vanish as fast as they form. Below a twentieth the ground looks young, like a lunar mare; from \
           a fifth on it is crowded like the highlands.\n\
           A fresh simple crater is a bowl: its depth from rim to floor is a fifth of its diameter. Its rim \
           is a twenty-fifth of the diameter high, and its blanket of ejecta thins out with the cube of the \
           distance and ends at three radii. From the diameter `simple-to-complex` on, craters are \
           shallower, with a level floor, terraced walls and a central peak. That diameter is 15 km on the \
           Moon and 3 km on the Earth: it is inversely proportional to gravity. Older craters are shallower \
           and softer, more so with a larger `degradation`. Craters inside craters reach at most one and a \
           half times the depth of the deepest of them.\n\
           Craters that the samples cannot show are left out; the smallest fade out between four and two \
           samples across. Displacement makes craters as irregular as you like; each also has its own \
           outline, set by `irregularity`.\n\
           On a planet they are spread evenly over the sphere, without poles or edges, and may be as wide \
           as 1.1 radii: `largest` is the width straight through the ground.",
    source: "Pike, 1977 (shapes); McGetchin, Settle and Head, 1973 (ejecta); Gault, 1970 (equilibrium of sizes)",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the ground, in metres; 0 for level ground")],
    params: &[
        ParamSpec::number("largest", 1000.0, 1e-3..=1e7, Unit::Metres, "diameter of the largest craters"),
        ParamSpec::octaves(
            "octaves",
            Octaves::Auto,
            "number of halvings of the diameter; sizes that the samples cannot show are left out; \"auto\": \
             all sizes that they can show",
        ),
        ParamSpec::number(
            "coverage",
            0.1,
            0.0..=0.5,
            Unit::None,
            "share of the ground that the craters of each octave of size cover, overlaps included",
        ),
        ParamSpec::number("depth", 1.0, 0.05..=4.0, Unit::None, "factor of the natural depth"),
        ParamSpec::number(
            "rim",
            1.0,
            0.0..=4.0,
            Unit::None,
            "factor of the natural height of the rim; at most half the depth is used",
        ),
        ParamSpec::number(
            "ejecta",
            0.6,
            0.0..=1.0,
            Unit::None,
            "share of the rim's height that is ejecta and spreads far; the rest is uplift and stays near",
        ),
        ParamSpec::number(
            "peak",
            1.0,
            0.0..=2.0,
            Unit::None,
            "factor of the natural height of the central peaks of complex craters; 0 for none",
        ),
        ParamSpec::number(
            "degradation",
            0.8,
            0.0..=1.0,
            Unit::None,
            "how worn the oldest craters are: 0 fresh, 1 nearly gone",
        )
        .formerly(&["softness"]),
        ParamSpec::number(
            "irregularity",
            0.5,
            0.0..=1.0,
            Unit::None,
            "how far outlines depart from circles; with 1, the radius departs by at most 15 %",
        ),
        ParamSpec::number(
            "simple-to-complex",
            15_000.0,
            1e-3..=1e9,
            Unit::Metres,
            "diameter from which craters have terraces, level floors and central peaks",
        ),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    match context.ground.sphere {
        None => in_space(context, on_a_plane(context)?),
        Some(sphere) => in_space(context, on_a_globe(context, sphere)?),
    }
}

/// A node of a surface in `E` dimensions as a node in `D` dimensions, if the two numbers are equal.
fn in_space<const E: usize, const D: usize>(context: &Context<'_>, node: Node<E>) -> Built<D> {
    super::plane::of_dimension(node).ok_or_else(|| {
        let message = "`craters` needs a plane or a planet, and this domain is a space";
        let help = "set `kind = \"plane\"` in [domain], or `kind = \"planet\"` with a radius";
        context.args.error("largest", message, help)
    })
}

fn on_a_plane(context: &Context<'_>) -> Built<2> {
    let (args, side) = (context.args, context.ground.size);
    let population = population(context, None);
    let largest = args.number("largest");
    if population.tile.is_some_and(|side| side < population.reach(largest)) {
        let message = format!("craters of {largest} m do not fit into a domain that repeats every {side} m");
        let most = side / population.reach(1.0);
        let help = format!("make them at most {most:.0} m, or set `tile = false` in [domain]");
        return Err(args.error("largest", message, help));
    }
    let (octaves, extremes) = octaves(context, &population);
    let lattices = octaves.iter().map(Octave::map).collect();
    Ok(Node::Placed(Arc::new(Craters::new(context, Plane, population, octaves, lattices, extremes))))
}

/// Craters reach at most this many radii of the sphere, measured straight through it. Two radii lead to the opposite point,
/// where the outline has no direction.
const FARTHEST: f64 = 1.9;

fn on_a_globe(context: &Context<'_>, sphere: Sphere) -> Built<3> {
    let (args, radius) = (context.args, sphere.radius());
    let ball = Ball { radius };
    let population = population(context, Some(ball));
    let largest = args.number("largest");
    let most = FARTHEST * radius / population.reach(1.0);
    if largest > most {
        let message = format!("craters of {largest} m reach around a planet with a radius of {radius} m");
        // Rounded down to two digits, so that it is easy to type.
        let digit = libm::pow(10.0, libm::floor(libm::log10(most)) - 1.0);
        let help = format!("make them at most {} m", libm::floor(most / digit) * digit);
        return Err(args.error("largest", message, help));
    }
    let (octaves, extremes) = octaves(context, &population);
    let normals = super::globe::Globe::map(sphere);
    let lattices = std::iter::once(normals).chain(octaves.iter().map(Octave::map)).collect();
    Ok(Node::Placed(Arc::new(Craters::new(context, ball, population, octaves, lattices, extremes))))
}

fn population(context: &Context<'_>, ball: Option<Ball>) -> Population {
    Population {
        seed: context.seed,
        coverage: context.args.number("coverage"),
        bend: context.args.number("irregularity"),
        tile: context.ground.tile.then_some(context.ground.size),
        ball,
    }
}

/// The octaves that the finest samples can show, and the interval from the deepest floor of all to the highest rim.
fn octaves(context: &Context<'_>, population: &Population) -> (Vec<Octave>, Interval) {
    let args = context.args;
    let measures = Measures {
        depth: args.number("depth"),
        rim: args.number("rim"),
        peak: args.number("peak"),
        transition: args.number("simple-to-complex"),
        spacing: context.ground.spacing,
    };
    let most = match args.octaves("octaves") {
        Octaves::Auto => MAX_OCTAVES,
        Octaves::Count(count) => count,
    };
    let largest = args.number("largest");
    let classes = (0..most).map(|octave| measures.sizes(octave, largest));
    let extremes = classes
        .clone()
        .flatten()
        .fold(Interval::point(0.0), |range, size| range.hull(-size.depth).hull(size.rim));
    let finest = context.ground.finest.unwrap_or(measures.spacing);
    let shows = |sizes: &[Size; SIZES]| profile::visible(2.0 * sizes[0].radius, finest) > 0.0;
    let octaves = classes.take_while(shows).enumerate();
    let octaves = octaves.map_while(|(number, sizes)| Octave::new(population, number, sizes));
    (octaves.collect(), extremes)
}

/// Craters on the ground, ready to be evaluated.
#[derive(Debug)]
pub struct Craters<G, const D: usize> {
    /// The surface that the craters are on.
    pub surface: G,
    /// The octaves that the finest samples can show, largest first.
    pub octaves: Vec<Octave>,
    /// Number of octaves that samples with this terrain's spacing can show.
    pub visible: usize,
    /// The lattices of the surface and of the octaves.
    pub lattices: Vec<Map<D>>,
    /// Inputs of the shader for craters.
    pub shader_data: ShaderData,
    /// Share of the rim's height that is ejecta.
    pub ejecta: f64,
    pub softness: f64,
    pub bend: f64,
    /// The side of the domain, if the domain repeats.
    pub tile: Option<f64>,
    /// The interval from the deepest floor of a single crater to the highest rim.
    pub extremes: Interval,
}

impl<G, const D: usize> Craters<G, D> {
    fn new(
        context: &Context<'_>,
        surface: G,
        population: Population,
        octaves: Vec<Octave>,
        lattices: Vec<Map<D>>,
        extremes: Interval,
    ) -> Self {
        let visible = octaves.iter().take_while(|octave| octave.is_visible()).count();
        let [ejecta, softness] = ["ejecta", "degradation"].map(|name| context.args.number(name));
        Self {
            surface,
            visible,
            lattices,
            shader_data: ShaderData::new(&population, &octaves, visible, softness, ejecta),
            octaves,
            ejecta,
            softness,
            bend: population.bend,
            tile: population.tile,
            extremes,
        }
    }
}
