//! `island`: a single island in the sea.

use orogen_noise::each::each;
use orogen_noise::hash::combine;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::placed::SampleLocation;

use super::lattices::{Centred, Lattices, Fbm, flatness, step};
use super::placed::Shape;
use super::{Built, Context, plane, single};
use crate::recipe::spec::{Group, NodeSpec, OutputSpec, ParamSpec, Unit};

/// The result for the mask of the land.
const INSIDE: &str = "inside";

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "island",
    group: Group::Landform,
    summary: "an island with bays, beaches and a shelf, in metres above the sea, or as a mask",
    help: "Low land around (x, y) with a mean radius of `radius`, whose coast has bays, capes and islets. \
           As `height` it is metres above the sea: the coast is at 0, a beach rises to the land, and the \
           land reaches `height` at `inland` metres from the sea; under water the shelf falls to `depth`. \
           The result `inside` is a mask of the same coast: 1 inland, 0 at the coast and in the sea. Multiply mountains \
           by it and add them: `shore + 900 * peaks * shore.inside`. With `mask` as its `output`, the field itself is that mask.\n\
           Distances from the coast are measured along the slope of the field that defines it, so beaches \
           are about as wide in bays as on capes.",
    source: "",
    outputs: &[OutputSpec { name: INSIDE, help: "a mask: 1 inland, 0 from the coast outwards" }],
    inputs: &[],
    params: &[
        single::X,
        single::Y,
        ParamSpec::optional_number(
            "radius",
            10.0..=1e7,
            Unit::Metres,
            "mean radius of the island; default: 0.3 of the domain's side",
        ),
        ParamSpec::number("irregularity", 0.5, 0.0..=1.0, Unit::None, "how irregular the coast is: 1 moves it by a radius at most").formerly(&["coast"]),
        ParamSpec::optional_number(
            "inland",
            1.0..=1e7,
            Unit::Metres,
            "distance from the coast to level land; default: half the radius",
        ),
        ParamSpec::number("height", 60.0, 0.0..=1e5, Unit::Metres, "height of the land inland"),
        ParamSpec::number("beach", 60.0, 1e-2..=1e6, Unit::Metres, "width of the beach, which rises by a twentieth of its width"),
        ParamSpec::optional_number(
            "shelf",
            1.0..=1e7,
            Unit::Metres,
            "distance from the coast to the deep sea; default: 0.4 of the radius",
        ),
        ParamSpec::number("depth", 120.0, 0.0..=1e5, Unit::Metres, "depth of the sea beyond the shelf"),
        ParamSpec::choice(
            "output",
            "height",
            &[("height", "metres above the sea"), ("mask", "1 inland, 0 from the coast outwards")],
            "values of the field",
        ),
    ],
};

/// The bounds of the coast's displacement by coarse octaves and by fine ones, in radii. Noise stays far below its bounds.
const BAYS: f64 = 1.2;
const CAPES: f64 = 0.5;

/// Displacement of the whole island, in radii.
const BEND: f64 = 0.4;

/// Slope of beaches.
const BEACH: f64 = 0.05;

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    plane::landform(context, on_a_plane)
}

fn on_a_plane(context: &Context<'_>) -> Built<2> {
    let args = context.args;
    let radius = args.optional_number("radius").unwrap_or(0.3 * context.ground.size);
    let shelf = args.optional_number("shelf").unwrap_or(0.4 * radius);
    let irregularity = args.number("irregularity");
    single::check_tile(context, radius * (1.0 + (BAYS + CAPES + BEND) * irregularity) + 2.0 * shelf, "radius")?;
    let mut lattices = Lattices::new(&context.ground);
    let around = lattices.centred(radius, single::centre(context)?, context.seed);
    let bend = [1, 2].map(|axis| lattices.fbm(0.9 * radius, 2, 0.5, combine(context.seed, axis)));
    let bays = lattices.fbm(0.7 * radius, 2, 0.5, combine(context.seed, 3));
    let capes = lattices.fbm(0.7 * 0.25 * radius, 9, 0.5, combine(context.seed, 4));
    Ok(lattices.lay(Island {
        around,
        bend,
        bays,
        capes,
        irregularity,
        mask: args.choice("output") == "mask" || context.output == Some(INSIDE),
        inland: args.optional_number("inland").unwrap_or(0.5 * radius),
        height: args.number("height"),
        beach: args.number("beach"),
        shelf,
        depth: args.number("depth"),
    }))
}

/// An island, ready to be evaluated.
#[derive(Debug)]
struct Island {
    /// The lattice around the centre, in units of the radius.
    around: Centred<2>,
    bend: [Fbm<2>; 2],
    /// The coarse octaves of the coast, and the fine ones.
    bays: Fbm<2>,
    capes: Fbm<2>,
    irregularity: f64,
    mask: bool,
    inland: f64,
    height: f64,
    beach: f64,
    shelf: f64,
    depth: f64,
}

impl Island {
    /// Metres inland from the coast.
    #[inline(always)]
    fn inland<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 2>) -> Jet<L::F, 2> {
        let unit = self.around.unit;
        let bend = l.lit(BEND * self.irregularity);
        let way = self.around.way(l, place);
        let way: [Jet<L::F, 2>; 2] = each!(axis => way[axis].plus(self.bend[axis].jet(l, place, unit).times(bend)));
        let square = way[0].product(way[0]).plus(way[1].product(way[1]));
        let r = square.sqrt(l, l.lit(1e-12));
        let bays = self.bays.jet(l, place, unit).times(l.lit(BAYS * self.irregularity));
        let capes = self.capes.jet(l, place, unit).times(l.lit(CAPES * self.irregularity));
        let field = bays.minus(r).shifted(l.lit(1.0));
        // The slope of `field` corrects the distance. It leaves out the fine octaves, which are steep but average out over the
        // distances that matter.
        field.plus(capes).product(flatness(l, &field, None, 0.5)).times(l.lit(unit))
    }

    /// The height and its slope at the distance `d` inland: `s·d/√(1 + (d/b)²)` for a beach with the slope `s` and the width `b`,
    /// plus quintic steps to the land and to the shelf. The beach adds at most `s·b` to the height of the land or the depth of
    /// the shelf.
    #[inline(always)]
    fn profile<L: Lanes>(&self, l: L, d: L::F) -> [L::F; 2] {
        let one = l.lit(1.0);
        let t = d * l.lit(1.0 / self.beach);
        let root = one / l.sqrt(one + t * t);
        let slope = l.lit(BEACH) * (root * root * root);
        let beach = l.lit(BEACH) * (d * root);
        let [land, up, _] = step(l, d, [0.0, self.inland]);
        let [sea, down, _] = step(l, -d, [0.0, self.shelf]);
        let (height, depth) = (l.lit(self.height), l.lit(self.depth));
        [beach + height * land - depth * sea, slope + height * up + depth * down]
    }
}

impl Shape<2> for Island {
    const CURVED: bool = false;

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 2>, _inputs: [Jet<L::F, 2>; 0]) -> Jet<L::F, 2> {
        let inland = self.inland(l, place);
        let [v, d] = if self.mask {
            let [v, d, _] = step(l, inland.v, [0.0, self.inland]);
            [v, d]
        } else {
            self.profile(l, inland.v)
        };
        self.around.on_ground(l, place, &inland.chain(v, d, l.lit(0.0)))
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        let beach = BEACH * self.beach;
        if self.mask { Interval::new(0.0, 1.0) } else { Interval::new(-self.depth - beach, self.height + beach) }
    }
}
