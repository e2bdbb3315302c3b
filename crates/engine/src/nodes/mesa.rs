//! `mesa`: table mountains with cliffs and slopes of scree.

use orogen_noise::each::each;
use orogen_noise::hash::combine;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::placed::SampleLocation;

use super::borders::territory;
use super::lattices::{Centred, Lattice, Lattices, Fbm, above, flatness, step};
use super::placed::Shape;
use super::{Built, Context, plane, single};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "mesa",
    group: Group::Landform,
    summary: "tablelands: flat tops, cliffs and scree slopes, scattered or single, in metres",
    help: "Flat-topped mountains, `height` metres above the plain, which is at 0: the remains of a \
           plateau. A cliff falls to the share `scree` of the height, and from there a scree slope at the \
           angle of repose falls to the plain. Mesas are about `spacing` apart, and the share `coverage` \
           of the positions has one. Their sizes vary from broad tables to buttes and, where little is \
           left, mere heaps of scree. Noise shapes the outlines, more with a larger `irregularity`. With `x` \
           and `y` there is a single mesa at that position, with a top `size` across.\n\
           Distances to the edge are measured on the terrain, so scree has its angle on straight edges, \
           and about that angle on crooked ones.",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[
        ParamSpec::number("height", 120.0, 0.0..=1e5, Unit::Metres, "height of the tops above the plain"),
        ParamSpec::number("spacing", 900.0, 1.0..=1e7, Unit::Metres, "approximate distance between neighbours"),
        ParamSpec::number("coverage", 0.6, 0.0..=1.0, Unit::None, "share of the positions that have a mesa"),
        ParamSpec::number("irregularity", 0.5, 0.0..=1.0, Unit::None, "how irregular outlines are").formerly(&["outline"]),
        ParamSpec::number("scree", 0.5, 0.05..=0.95, Unit::None, "share of the height that is covered in scree"),
        ParamSpec::number("repose", 34.0, 5.0..=60.0, Unit::Degrees, "angle of the scree"),
        ParamSpec::number("cliff", 78.0, 45.0..=88.0, Unit::Degrees, "mean angle of the cliffs"),
        ParamSpec::optional_number("x", -1e9..=1e9, Unit::Metres, "x of the centre of a single mesa"),
        ParamSpec::optional_number("y", -1e9..=1e9, Unit::Metres, "y of the centre of a single mesa"),
        ParamSpec::number("size", 400.0, 1.0..=1e7, Unit::Metres, "width of the top of a single mesa"),
    ],
};

/// The least and the largest distance of the scree's foot from the border half-way to the next mesa, in spacings.
const MARGIN: [f64; 2] = [0.03, 0.24];

/// Strength of the displacement of outlines, and of the alcoves that are cut into them, in spacings.
const BEND: f64 = 0.5;
const ALCOVES: f64 = 0.5;

/// How far inside the outline alcoves end, in spacings, so that tops have no holes.
const DEEPEST: f64 = 0.3;

/// Alcoves are cut only where their noise is below this value.
const UNCUT: f64 = 0.25;

/// How sharp the corners of outlines are, see [`territory`].
const SHARP: u32 = 3;

/// The least slope with which distances are corrected, see [`flatness`].
const MIN_SLOPE: f64 = 0.3;

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    plane::landform(context, on_a_plane)
}

fn on_a_plane(context: &Context<'_>) -> Built<2> {
    let args = context.args;
    let profile = Profile::new(args.number("height"), args.number("scree"), args.number("repose"), args.number("cliff"));
    let alone = ["x", "y"].iter().any(|axis| args.given(axis));
    let size = args.number("size");
    let unit = if alone { size } else { args.number("spacing") };
    let irregularity = args.number("irregularity");
    if alone {
        single::check_tile(context, 0.5 * size + profile.foot() + BEND * irregularity * size, "size")?;
    } else {
        check_room(context, &profile)?;
    }
    let mut lattices = Lattices::new(&context.ground);
    let layout = if alone {
        Layout::Alone(lattices.centred(unit, single::centre(context)?, context.seed))
    } else {
        Layout::Scattered { lattice: lattices.scattered(unit, context.seed), coverage: args.number("coverage") }
    };
    let bend = [1, 2].map(|axis| lattices.fbm(1.1 * unit, 4, 0.42, combine(context.seed, axis)));
    let alcoves = lattices.fbm(0.45 * unit, 4, 0.38, combine(context.seed, 3));
    Ok(lattices.lay(Mesa { layout, bend, alcoves, irregularity, profile }))
}

fn check_room(context: &Context<'_>, profile: &Profile) -> Result<(), crate::recipe::RecipeError> {
    let (args, side) = (context.args, context.ground.size);
    let [spacing, height] = ["spacing", "height"].map(|key| args.number(key));
    let least = profile.foot() * 2.5;
    if spacing < least {
        let message = format!("mesas {height} m high have no room for tops at a spacing of {spacing} m");
        return Err(args.error("spacing", message, format!("use a spacing of at least {least:.0} m, or a smaller height")));
    }
    if context.ground.tile && spacing > side {
        let message = format!("mesas {spacing} m apart do not fit into a domain that repeats every {side} m");
        return Err(args.error("spacing", message, format!("use at most {side}, or set `tile = false` in [domain]")));
    }
    Ok(())
}

/// Mesas, ready to be evaluated.
#[derive(Debug)]
struct Mesa {
    layout: Layout,
    bend: [Fbm<2>; 2],
    alcoves: Fbm<2>,
    irregularity: f64,
    profile: Profile,
}

#[derive(Clone, Copy, Debug)]
enum Layout {
    /// A single mesa. The unit is the width of its top.
    Alone(Centred<2>),
    Scattered { lattice: Lattice<2>, coverage: f64 },
}

/// The section from the foot inwards; lengths in metres.
#[derive(Clone, Copy, Debug)]
struct Profile {
    /// Slope of the scree.
    tangent: f64,
    /// Height of the scree.
    scree: f64,
    /// How far inside the foot the cliff begins, and how wide it is.
    edge: f64,
    cliff: f64,
    /// Height of the cliff.
    wall: f64,
    /// The lengths over which the foot is rounded, along the ground, and the shoulder, in height.
    rounding: f64,
    shoulder: f64,
}

impl Profile {
    fn new(height: f64, share: f64, repose: f64, cliff: f64) -> Self {
        let tangent = libm::tan(repose.to_radians());
        let scree = share * height;
        let wall = height - scree;
        // Lengths are at least half a metre, so that nothing divides by zero.
        let rounding = (0.2 * scree / tangent).max(0.5);
        let edge = scree / tangent + rounding;
        let cliff = (wall / libm::tan(cliff.to_radians())).max(0.5);
        Self { tangent, scree, edge, cliff, wall, rounding, shoulder: (0.2 * scree).max(1e-6) }
    }

    /// Horizontal distance between the edge of the top and the foot.
    fn foot(&self) -> f64 {
        self.edge + self.cliff
    }

    /// Height and slope at `y` metres inside the foot: the scree, which is straight except for a rounded foot and shoulder, and
    /// on it the cliff, a quintic step.
    #[inline(always)]
    fn height<L: Lanes>(&self, l: L, y: L::F) -> [L::F; 2] {
        let (zero, one) = (l.lit(0.0), l.lit(1.0));
        let rounding = l.lit(self.rounding);
        let [rise, rises, _] = above(l, y - rounding, rounding);
        let tangent = l.lit(self.tangent);
        // min(x, scree) = x − above(x − scree); far inside, rounding changes the difference of large numbers, so it is clamped.
        let (line, scree) = (tangent * rise, l.lit(self.scree));
        let [over, overs, _] = above(l, line - scree, l.lit(self.shoulder));
        let [up, steep, _] = step(l, y, [self.edge, self.edge + self.cliff]);
        let wall = l.lit(self.wall);
        [l.min(l.max(line - over, zero), scree) + wall * up, tangent * rises * (one - overs) + wall * steep]
    }
}

impl Mesa {
    /// The unit of internal computations, in metres.
    fn unit(&self) -> f64 {
        match &self.layout {
            Layout::Alone(around) => around.unit,
            Layout::Scattered { lattice, .. } => lattice.cell,
        }
    }

    /// Metres inside the foot of the scree.
    #[inline(always)]
    fn inside<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 2>) -> Jet<L::F, 2> {
        let unit = self.unit();
        let bend: [Jet<L::F, 2>; 2] = each!(axis => {
            self.bend[axis].jet(l, place, unit).times(l.lit(BEND * self.irregularity))
        });
        let inside = match &self.layout {
            Layout::Alone(around) => {
                let way = around.way(l, place);
                let way: [Jet<L::F, 2>; 2] = each!(axis => way[axis].plus(bend[axis]));
                let square = way[0].product(way[0]).plus(way[1].product(way[1]));
                let foot = 0.5 + self.profile.foot() / unit;
                square.sqrt(l, l.lit(1e-12)).times(l.lit(-1.0)).shifted(l.lit(foot))
            }
            Layout::Scattered { lattice, coverage } => {
                let site = lattice.site(l, place).moved(l, each!(axis => bend[axis].v));
                let territory = territory::<L, 2, SHARP>(l, &site, &lattice.key, None);
                let border = territory.border.displaced(l, &bend);
                // One random number decides whether there is a mesa, and how wide its margin is.
                let lot = l.unit(territory.word);
                let absent = l.le(l.lit(*coverage), lot);
                let share = lot * l.lit(1.0 / coverage.max(1e-6));
                let margin = l.lit(MARGIN[0]) + l.lit(MARGIN[1] - MARGIN[0]) * share;
                Jet::select(l, absent, Jet::constant(l, l.lit(-1.0)), border.shifted(-margin))
            }
        };
        // Alcoves only remove ground, because nothing of this mesa may reach the border, where the next territory begins.
        let noise = self.alcoves.jet(l, place, unit).shifted(l.lit(-UNCUT));
        let [v, d, dd] = above(l, noise.v, l.lit(0.5 * UNCUT));
        let cut = noise.minus(noise.chain(v, d, dd)).times(l.lit(ALCOVES * self.irregularity));
        let [q, q1, q2] = step(l, inside.v, [0.0, DEEPEST]);
        let edge = inside.chain(l.lit(1.0) - q, -q1, -q2);
        let cut = cut.product(edge);
        let inside = inside.plus(cut);
        inside.product(flatness(l, &inside, None, MIN_SLOPE)).times(l.lit(unit))
    }
}

impl Shape<2> for Mesa {
    const CURVED: bool = false;

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 2>, _inputs: [Jet<L::F, 2>; 0]) -> Jet<L::F, 2> {
        let inside = self.inside(l, place);
        let [v, d] = self.profile.height(l, inside.v);
        let height = inside.chain(v, d, l.lit(0.0));
        match &self.layout {
            Layout::Alone(around) => around.on_ground(l, place, &height),
            Layout::Scattered { lattice, .. } => lattice.on_ground(l, place, &height),
        }
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        Interval::new(0.0, self.profile.scree + self.profile.wall)
    }
}
