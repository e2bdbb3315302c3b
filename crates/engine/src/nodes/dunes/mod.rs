//! `dunes`: a sea of sand under one wind.
//!
//! A *train* is one size of dunes: rows across the wind, one spacing apart. Each row is cut into dunes whose positions, sizes
//! and curves are hashed. A dune is the lower of two surfaces, and the ground is the highest of all dunes:
//!
//! ```text
//! stoss = height · A · q(t)                the windward slope: soft at its toe (t = 0), rounded at the top
//! slip  = tan(repose) · F/|∇F|             the slip face: F is the distance to the foot line, along the wind
//! land  = max over dunes of min(stoss + mask · finer dunes, slip)     the crease between the highest two rounded
//! ```
//!
//! `F = foot(v) − u` in coordinates `u` along and `v` across the wind, both bent. `F/|∇F|` is the distance to the foot line
//! to first order, so slip faces have the angle of repose in whatever direction the foot line runs. The brink is where the two
//! surfaces meet, and it is sharp. The foot line of a dune is a parabola, open downwind, so the parts far from its middle are low
//! and farther downwind: they are the horns. Narrow dunes far apart form separate barchans. Wide dunes overlap and form ridges,
//! whose crests end behind one another.
//!
//! The next train, finer by `layout::FINER`, is on the windward slopes of this one, and so on; slip faces have no finer dunes.
//! Ripples are the last train, and the dunes that they cross bend them.
//!
//! On a planet, there are three such seas of dunes, on planes perpendicular to the three axes. Each sea is visible where the
//! ground faces its plane (`planet`).
//!
//! `layout` defines positions and parameters, `train` evaluates one train, `wander` is the noise along a row, `grade` a value
//! with its gradient, and `rows` combines the trains.

mod grade;
mod layout;
mod planet;
mod rows;
mod train;
mod wander;

use std::sync::Arc;

use orogen_noise::hash::combine;
use orogen_noise::interval::Interval;
use orogen_noise::lattice::Map;

use super::{Built, Context, Node, plane};
use crate::digits::rounded;
use crate::recipe::RecipeError;
use crate::recipe::spec::{Group, NodeSpec, Octaves, ParamSpec, Unit};
use layout::{FINER, JOIN, Kind, Train};
use planet::OnPlanet;

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "dunes",
    group: Group::Landform,
    summary: "sand dunes under one wind, with slip faces and ripples, in metres",
    help: "Dunes formed by one wind: gentle windward slopes, sharp and winding brinks, and behind them \
           slip faces at the angle of repose. Heights are in metres above the level ground between \
           dunes.\n\
           `supply` is the amount of sand. With plenty, dunes join into long ridges across the wind; with \
           less, into chains of crescents; with little, they stand alone as barchans, horns downwind.\n\
           Smaller dunes ride on the windward slopes of larger ones, never on slip faces: each of the \
           `levels` has a seventh of the spacing of the one before. Ripples cover all sand that does not \
           slide, and bend where they cross dunes. What the samples cannot show fades out between twelve \
           and six samples per crest, and its mean height stays.\n\
           Where winds change, dunes of several winds share the same ground: the `max` of two or three \
           such fields with very different directions makes star dunes. In a domain with `tile = true` the \
           wind blows along an axis. Slope angles hold for ground that is not displaced.\n\
           On a planet each of six sides, as of a cube, has its own dunes, projected along the axis through \
           that side, and sides blend into one another. Dunes on opposite sides are mirror images. Around \
           the equator a wind of 0 blows along it, to the east on one side of the planet and to the west on \
           the other; near the poles 0 points to longitude 0 and 90 to longitude 90 E. Where the ground \
           slants away from its axis dunes are wider apart, by up to 1.4 times (1.7 where three sides meet), \
           and less steep by the same factor.",
    source: "Bagnold, 1941 (slip faces); Wilson, 1972 (sizes upon sizes)",
    outputs: &[],
    inputs: &[],
    params: &[
        ParamSpec::number("wavelength", 300.0, 0.1..=1e7, Unit::Metres, "distance from crest to crest")
            .formerly(&["feature"]),
        ParamSpec::optional_number(
            "height",
            1e-6..=1e6,
            Unit::Metres,
            "height of common dunes; large ones are twice as high. Default: from a fifteenth of `wavelength`, \
             for ridges, to a twentieth, for barchans",
        ),
        ParamSpec::optional_number(
            "wind",
            -360.0..=360.0,
            Unit::Degrees,
            "direction towards which the wind blows: 0 along x, 90 along y. Default: 30, or 0 in a domain \
             with `tile = true`",
        ),
        ParamSpec::number("repose", 33.0, 10.0..=45.0, Unit::Degrees, "angle of slip faces"),
        ParamSpec::optional_number(
            "stoss",
            0.5..=30.0,
            Unit::Degrees,
            "steepest angle of windward slopes; they are steeper where dunes are too high for their spacing. \
             Default: from 7 for ridges to 12 for barchans",
        ),
        ParamSpec::number(
            "supply",
            0.85,
            0.0..=1.0,
            Unit::None,
            "amount of sand: 0 makes barchans far apart, 0.4 makes chains of crescents, 1 makes long ridges",
        ),
        ParamSpec::number("sinuosity", 1.0, 0.0..=1.5, Unit::None, "how strongly crests bend from side to side"),
        ParamSpec::octaves(
            "levels",
            Octaves::Auto,
            "number of sizes of dunes, the smaller ones on the larger, at most 4; \"auto\": down to a \
             spacing of 12 m, the smallest that wind makes",
        ),
        ParamSpec::number("superposed", 1.0, 0.0..=2.0, Unit::None, "factor of the height of the smaller dunes"),
        ParamSpec::number(
            "ripples",
            0.15,
            0.0..=1e6,
            Unit::Metres,
            "distance between ripples, which are a sixteenth as high; 0 for none",
        ),
    ],
};

/// The smallest dunes that wind makes on Earth have about this spacing, in metres.
const SMALLEST: f64 = 12.0;

/// The most sizes of dunes on one another.
const MAX_LEVELS: u32 = 4;

/// The direction of the wind for each size of dunes, in degrees relative to the wind for the largest: small dunes follow the wind
/// of the season.
const TURNS: [f64; MAX_LEVELS as usize] = [0.0, 9.0, -7.0, 4.0];

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let kinds = kinds(context)?;
    warn_of_rounding(context, kinds[0].spacing);
    let Some(sphere) = context.ground.sphere else {
        return Ok(Node::Placed(Arc::new(Dunes::<D>::new(&kinds, [0, 1], context.seed))));
    };
    let node = plane::of_dimension(Node::Placed(Arc::new(OnPlanet::new(&kinds, context.seed, sphere))));
    Ok(node.unwrap_or_else(|| unreachable!("planets have three dimensions")))
}

/// Dunes on the ground, ready to be evaluated.
#[derive(Clone, Debug)]
struct Dunes<const D: usize> {
    /// The trains that the samples can show, largest first.
    trains: Vec<Train<D>>,
    /// The two axes of the ground that span the plane of the dunes.
    frame: [usize; 2],
    /// The lattice in metres, then the lattices of each train.
    lattices: Vec<Map<D>>,
    /// The side of the domain, if it repeats.
    tile: Option<f64>,
    /// Mean height of the land that is made of all dunes finer than the finest train. It takes their place.
    finer: f64,
    /// Mean height of the ripples between dunes, if the ripples are too fine to show.
    ground: f64,
    interval: Interval,
}

impl<const D: usize> Dunes<D> {
    /// Lays out dunes of some kinds on the plane of two axes.
    fn new(kinds: &[Kind], frame: [usize; 2], seed: u64) -> Self {
        // Each kind is on top of the next larger one, and where two dunes join, they are higher by a share of up to `JOIN / 6`.
        let highest = kinds.iter().rev().fold(0.0, |finer, kind| (1.0 + JOIN / 6.0) * (kind.most_height() + finer));
        let mut dunes = Self {
            trains: Vec::new(),
            frame,
            lattices: vec![Map::identity()],
            tile: kinds[0].tile,
            finer: 0.0,
            ground: 0.0,
            interval: Interval::new(0.0, highest),
        };
        let trains = kinds.iter().enumerate().map(|(k, kind)| Train::new(kind, frame, combine(seed, k as u64)));
        let (mut seen, unseen): (Vec<_>, Vec<_>) = trains.partition(|train: &Train<D>| train.weight > 0.0);
        // Finest first: each kind fades to a mean that includes the means of all finer kinds. If the samples cannot show a kind,
        // they cannot show any finer kind.
        for train in unseen.iter().rev() {
            dunes.finer = dunes.mean(train);
            dunes.ground = if train.is_ripples { dunes.finer } else { dunes.ground };
        }
        for train in seen.iter_mut().filter(|train| train.weight < 1.0) {
            train.mean = dunes.mean(train);
        }
        seen.into_iter().for_each(|train| dunes.push(train));
        dunes
    }

    fn push(&mut self, mut train: Train<D>) {
        train.first = self.lattices.len();
        self.lattices.extend(train.lattices);
        self.trains.push(train);
    }
}

/// The sizes of dunes that the parameters ask for, largest first, ripples last.
fn kinds(context: &Context<'_>) -> Result<Vec<Kind>, RecipeError> {
    let args = context.args;
    let wavelength = args.number("wavelength");
    let (ripples, levels) = (args.number("ripples"), levels(context)?);
    let most = 0.1 * wavelength / FINER.powi(levels as i32 - 1);
    if ripples > most {
        let message = format!("ripples of {ripples} m are too large for dunes {:.3} m apart", 10.0 * most);
        let help = format!("use at most {most:.3} m, or fewer levels of dunes");
        return Err(args.error("ripples", message, help));
    }
    let tile = context.ground.tile.then_some(context.ground.size);
    let wind = wind(context)?;
    if tile.is_some_and(|side| wavelength > side) {
        let side = context.ground.size;
        let message = format!("dunes {wavelength} m apart do not fit into a domain that repeats every {side} m");
        return Err(args.error("wavelength", message, format!("use at most {side}, or set `tile = false` in [domain]")));
    }
    let supply = args.number("supply");
    let coarsest = Kind {
        spacing: wavelength,
        height: args.optional_number("height").unwrap_or(wavelength / (20.0 - 5.0 * supply)),
        wind,
        repose: args.number("repose"),
        stoss: args.optional_number("stoss").unwrap_or(12.0 - 5.0 * supply),
        supply,
        sinuosity: args.number("sinuosity"),
        patches: 0.35,
        is_ripples: false,
        bend: 0.0,
        tile,
        samples: context.ground.spacing,
    };
    let mut kinds: Vec<_> = (0..levels).map(|level| superposed(&coarsest, level, args.number("superposed"))).collect();
    if ripples > 0.0 {
        kinds.push(rippled(&coarsest, ripples));
    }
    Ok(kinds.into_iter().map(Kind::rounded).collect())
}

/// Dunes on dunes: they have a seventh of the spacing of the dunes below, and are flatter. They are lowest on barchans.
fn superposed(coarsest: &Kind, level: u32, factor: f64) -> Kind {
    let finer = FINER.powi(level as i32);
    let straight = coarsest.tile.is_some();
    Kind {
        spacing: coarsest.spacing / finer,
        height: coarsest.height / finer * if level == 0 { 1.0 } else { (0.2 + 0.3 * coarsest.supply) * factor },
        wind: coarsest.wind + if straight { 0.0 } else { TURNS[level as usize] },
        stoss: if level == 0 { coarsest.stoss } else { 1.3 * coarsest.stoss },
        supply: if level == 0 { coarsest.supply } else { 0.4 + 0.6 * coarsest.supply },
        patches: if level == 0 { coarsest.patches } else { 0.7 },
        ..*coarsest
    }
}

/// Ripples: of the same kind as dunes, less steep, and turned where they cross a slope. The height of the dunes moves the phase
/// of the ripples by at most 4096 crests, so that single precision can still distinguish crests.
fn rippled(coarsest: &Kind, spacing: f64) -> Kind {
    Kind {
        spacing,
        height: spacing / 16.0,
        repose: coarsest.repose.min(26.0),
        stoss: 8.0,
        supply: 1.0,
        sinuosity: 0.8,
        patches: 0.5,
        is_ripples: true,
        bend: (4096.0 * spacing / coarsest.most_height()).min(1.0),
        ..*coarsest
    }
}

fn levels(context: &Context<'_>) -> Result<u32, RecipeError> {
    let args = context.args;
    match args.octaves("levels") {
        Octaves::Count(count) if count > MAX_LEVELS => {
            let message = format!("dunes cannot have {count} levels");
            Err(args.error("levels", message, format!("use at most {MAX_LEVELS}")))
        }
        Octaves::Count(count) => Ok(count),
        Octaves::Auto => {
            let fits = |level: &u32| args.number("wavelength") / FINER.powi(*level as i32) >= SMALLEST;
            Ok(1 + (1..MAX_LEVELS).take_while(fits).count() as u32)
        }
    }
}

/// The direction of the wind in degrees. A train repeats in a square only if its rows run along a side.
fn wind(context: &Context<'_>) -> Result<f64, RecipeError> {
    let tile = context.ground.tile;
    let wind = context.args.optional_number("wind").unwrap_or(if tile { 0.0 } else { 30.0 });
    if tile && wind % 90.0 != 0.0 {
        let message = format!("dunes under a wind of {wind}° do not repeat at the domain's edge");
        return Err(context.args.error("wind", message, "use 0, 90, 180 or 270, or set `tile = false` in [domain]"));
    }
    Ok(wind)
}

/// In a domain that repeats, the wavelength may change by this share without a warning.
const MAX_ROUNDED: f64 = 0.01;

fn warn_of_rounding(context: &Context<'_>, used: f64) {
    let asked = context.args.number("wavelength");
    if (used - asked).abs() > MAX_ROUNDED * asked {
        let message = format!("the wavelength is changed from {asked} m to {} m so that the terrain repeats", rounded(used));
        let help = format!("use the domain's {} m divided by a whole number", context.ground.size);
        context.warnings.borrow_mut().push(context.args.error("wavelength", message, help));
    }
}
