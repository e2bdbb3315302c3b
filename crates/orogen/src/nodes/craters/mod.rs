//! `craters`: ground that has been struck from the sky for a long time.
//!
//! Craters are never summed. Each impact takes what lies under it and puts itself in its place, oldest first, so a
//! young crater's floor shows none of the older ones it struck, while small ones on the wall of a large one follow
//! the wall. What the ground was like on the scale of an impact is kept apart from what was finer:
//!
//! The height is `input + Σⱼ dⱼ`, where the *detail* `dⱼ` is what craters of size class `j` (two classes an octave)
//! have left, and `sⱼ` is the same with their edges blurred. At the distance `x` from its centre, in radii, an impact
//! of class `k` does
//!
//! ```text
//! dₖ ← (1 − q(x))·dₖ + profile(x)       sₖ ← (1 − q(x))·sₖ + blurred profile(x)
//! dⱼ ← (1 − b(x))·dⱼ                     and so sⱼ, for all finer classes j > k
//! sₖ₋₁ ← (1 − b(x)/2)·sₖ₋₁               since some of that class are smaller than the blur of this one
//! dⱼ ← (1 − b(x))·dⱼ + b(x)·sⱼ           for the next larger three classes j < k, and for a fourth by half
//! ```
//!
//! `q` is 1 within the rim and falls as the ejecta do; `b` is 1 within the rim and 0 at 1.8 radii: what the ejecta
//! bury. This is `h ← mix(h, base + profile, w)` with about the base that blurring the ground as widely as the impact
//! would give, all larger craters and the input, but without a blur: a sample depends on nothing but the impacts that
//! reach it. It is linear in the details, so slopes come out exactly, and by induction each detail stays between its
//! class's deepest floor and its highest rim, whatever the number of impacts.
//!
//! `population` says which craters there are, `profile` what one looks like; `gather` finds those that may reach a row
//! of samples, and `rows` applies them.

mod gather;
mod population;
mod profile;
mod rows;

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::octaves::MAX_OCTAVES;

use super::spec::{Group, InputSpec, NodeSpec, Octaves, ParamSpec, Unit};
use super::{Built, Context, Node};
use population::{Octave, Place};
use profile::{Build, SIZES};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "craters",
    group: Group::Landform,
    summary: "ground struck by impacts: craters of all sizes and ages, in metres",
    help: "Lays craters on the ground `input`, few large and many small ones, oldest first. A younger crater wipes \
           out the older ones of its size and below that it hits, buries small ones around it, and follows larger \
           ones: they are never summed. Heights are in metres, also those of `input`.\n\
           Every octave of size covers the same share of the ground, `coverage`: the number of craters larger than \
           D falls as D⁻², as on surfaces that have been struck for so long that small craters vanish as fast as \
           they form. Below a twentieth the ground looks young, like a lunar mare; from a fifth on it is crowded \
           like the highlands.\n\
           A fresh simple crater is a bowl a fifth as deep as wide, from rim to floor, with a rim a twenty-fifth of \
           its diameter high and a blanket of ejecta that thins out with the cube of the distance and ends at three \
           radii. From the diameter `simple-to-complex` on (15 km on the Moon, 3 km on the Earth: it goes with one \
           over gravity) craters are shallower, with a level floor, terraced walls and a central peak. Older craters \
           are shallower and softer, by `softness`.\n\
           Craters that the samples cannot show are left out, the smallest fading out between four and two samples \
           across. Displaced ground makes them as irregular as wished; each also has an outline of its own, by \
           `irregularity`.",
    source: "Pike, 1977 (shapes); McGetchin, Settle and Head, 1973 (ejecta); Gault, 1970 (equilibrium of sizes)",
    inputs: &[InputSpec::new("input", "the ground that is struck, in metres; 0 for a level one")],
    params: &[
        ParamSpec::number("largest", 1000.0, 1e-3..=1e7, Unit::Metres, "diameter of the largest craters"),
        ParamSpec::octaves(
            "octaves",
            Octaves::Auto,
            "how many halvings of the diameter there are, as far as the samples can show them; \"auto\": all of these",
        ),
        ParamSpec::number(
            "coverage",
            0.1,
            0.0..=0.5,
            Unit::None,
            "share of the ground that the craters of each octave of size cover, counted with overlaps",
        ),
        ParamSpec::number("depth", 1.0, 0.05..=4.0, Unit::None, "times the natural depth"),
        ParamSpec::number(
            "rim",
            1.0,
            0.0..=4.0,
            Unit::None,
            "times the natural height of the rim; at most half the depth is used",
        ),
        ParamSpec::number(
            "ejecta",
            0.6,
            0.0..=1.0,
            Unit::None,
            "share of the rim's height that is thrown out and lies far around; the rest is uplift and stays near",
        ),
        ParamSpec::number(
            "peak",
            1.0,
            0.0..=2.0,
            Unit::None,
            "times the natural height of the central peaks of complex craters; 0 for none",
        ),
        ParamSpec::number(
            "softness",
            0.8,
            0.0..=1.0,
            Unit::None,
            "how worn the oldest craters are: 0 like new, 1 nearly gone",
        ),
        ParamSpec::number(
            "irregularity",
            0.5,
            0.0..=1.0,
            Unit::None,
            "how far outlines stray from circles: 1 is a quarter of the radius at most",
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
    let args = context.args;
    if D != 2 {
        let help = "set `kind = \"plane\"` in [domain]";
        return Err(args.error("largest", "craters lie on a plane, and this domain is a space", help));
    }
    let largest = args.number("largest");
    let build = Build {
        depth: args.number("depth"),
        rim: args.number("rim"),
        peak: args.number("peak"),
        transition: args.number("simple-to-complex"),
        spacing: context.ground.spacing,
    };
    let place = Place {
        seed: context.seed,
        coverage: args.number("coverage"),
        bend: args.number("irregularity"),
        tile: context.ground.tile.then_some(context.ground.size),
    };
    if place.tile.is_some_and(|side| side < place.reach(largest)) {
        let message = format!("craters of {largest} m do not fit into a domain that repeats every {} m", context.ground.size);
        let help = format!("make them at most {:.0} m, or set `tile = false` in [domain]", context.ground.size / place.reach(1.0));
        return Err(args.error("largest", message, help));
    }
    let most = match args.octaves("octaves") {
        Octaves::Auto => MAX_OCTAVES,
        Octaves::Count(count) => count,
    };
    let classes = (0..most).map(|octave| build.sizes(octave, largest));
    let interval = classes.clone().flat_map(|sizes| extremes(&sizes)).fold(Interval::point(0.0), Interval::plus);
    let octaves = classes.enumerate().map_while(|(index, sizes)| Octave::new(&place, index, sizes)).collect();
    Ok(Node::Placed(Arc::new(Craters::<D> {
        octaves,
        ejecta: args.number("ejecta"),
        softness: args.number("softness"),
        bend: place.bend,
        interval,
    })))
}

/// What the details of an octave's two classes lie in: between the deepest floor, seen from the rim, and the rim.
///
/// With `F` the greatest depth of a class and `H` its greatest rim, `−F·q ≤ profile ≤ H·q` (see `profile`), so
/// `(1 − q)·d + profile` is in `[−F, H]` if `d` is, blurred or not; and so is what shrinks or mixes such.
fn extremes(sizes: &[profile::Size; SIZES]) -> [Interval; 2] {
    let mut classes = [Interval::point(0.0); 2];
    for size in sizes {
        let class = &mut classes[size.class % 2];
        *class = class.hull(-size.depth).hull(size.rim);
    }
    classes
}

/// Craters on the ground, ready to be evaluated.
#[derive(Debug)]
struct Craters<const D: usize> {
    /// Those the samples can show, largest first.
    octaves: Vec<Octave<D>>,
    /// Share of the rim that is ejecta.
    ejecta: f64,
    softness: f64,
    bend: f64,
    /// What the craters add to the ground.
    interval: Interval,
}
