//! `rivers`: a network of courses carved into any ground.
//!
//! Courses are the borders of the Voronoi cells of scattered points, on ground displaced by a fractal (like the fake rivers
//! of Ysaneya's planets, 2008, which were the sea seen through cell noise). Here, the courses are carved into the ground. The
//! distance to a course is in metres of the terrain, corrected for the displacement, so a course keeps its width. On a planet the
//! points are scattered through space, and distances are along the sphere.
//!
//! The carving depends only on the altitude `a` above the sea and on the distance to the course. Let `g` be a quintic step from
//! 0 at the sea to 1 at the altitude of the springs, and let `s` be the positive part of a number, with a rounded crease.
//! Ground is lowered towards a level `−z` by
//!
//! ```text
//! (1 − g(a))·s(a + z),   so that   a ← a − (1 − g)·s(a + z)
//! ```
//!
//! in the middle of the course. `s` is never negative, so nothing is raised. The altitude after carving rises with the altitude
//! before, since its derivative `1 − (1 − g)·s′ + g′·s` is not negative for `0 ≤ s′ ≤ 1`: where the ground falls along a course,
//! so does the course's bed. First the valley is carved, down to a floor just above the sea. Then the bed is carved into it in
//! the same way, except that `s` grows no further where the bed is as deep below the floor as it is at the sea. Finer courses are
//! carved next, in the same way. For the valleys of all but main rivers, `s` is not the positive part `y` but `y·G/(y + G)` with
//! the greatest depth `G`. This is nearly `y` in low ground, and never more than `G`.
//!
//! Finer courses differ in every cell of the coarser ones: they lead from one side into a river, and do not cross it.
//! Everything that differs between the two sides changes in the middle of beds, where finer courses carve nothing.

mod course;

use orogen_noise::basis::{Basis, Perlin};
use orogen_noise::each::each;
use orogen_noise::hash::combine;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::placed::SampleLocation;

use super::globe::Globe;
use super::lattices::{Fbm, Lattices, finer};
use super::placed::Shape;
use super::{Built, Context, plane};
use crate::planet::Sphere;
use crate::recipe::RecipeError;
use crate::recipe::spec::{Group, InputSpec, NodeSpec, Octaves, ParamSpec, Unit};
use course::{Course, MAX_SIZES};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "rivers",
    group: Group::Landform,
    summary: "rivers carved into the ground, down to the sea, in metres",
    help: "Carves a network of rivers into the ground `input`, whose heights are metres. Main rivers are \
           about `spacing` apart. Each further size is half as wide, half as deep and twice as dense. Its \
           rivers exist only near rivers of the size before, and end in them; those on the two sides of a \
           larger river are independent.\n\
           A river has a flat bed `width` wide with smooth `banks`. Its valley is `valley` wide from \
           shoulder to shoulder; the sides are steepest at the foot, above a flat floor. With banks wider \
           than the bed, the water narrows where the bed rises to the sea's level. In low ground the bed \
           lies `depth` below `sea`, so a recipe with a `[sea]` at that level shows water in it; the floor \
           lies a little above. Further up, bed and floor rise with the ground, and valleys become \
           narrower and shallower, up to the altitude `source` above the sea. Above that nothing is \
           carved. Valleys of smaller rivers are cut no deeper than a quarter of their side's width, so \
           courses do not cross ridges higher than that. Nothing is ever raised, and the bed falls where \
           the ground does. But rivers do not follow the ground's slopes: where the ground rises and falls \
           along a course, so does the bed, to a lesser degree.\n\
           Courses follow the borders of cells on ground displaced by noise, as strongly as `meander` \
           says. The noise has four octaves or, where rivers are narrow, up to seven, the finest about \
           eleven widths long. The widths of bed and banks are measured on the terrain, and match the \
           parameters except for a natural `variation`. A bed narrower than two samples is made that wide \
           and shallower in proportion. Courses denser than the samples can show fade into their mean, so \
           the land has the same mean height from orbit as from the ground.\n\
           On a planet rivers cover all of it; a `spacing` of some hundred kilometres and six `octaves` go \
           from streams down to brooks. They cost nothing in the deep sea and above `source`.",
    source: "cell noise on displaced ground by Ysaneya (Infinity), 2008; Worley, 1996",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the ground, in metres")],
    params: &[
        ParamSpec::number("sea", 0.0, -1e6..=1e6, Unit::Metres, "height of the sea, to which rivers fall"),
        ParamSpec::number("source", 500.0, 1e-2..=1e6, Unit::Metres, "altitude above the sea of the highest springs"),
        ParamSpec::optional_number(
            "spacing",
            1.0..=1e7,
            Unit::Metres,
            "approximate distance between main rivers; default: 3 km, or a third of the domain's side if \
             that is less",
        ),
        ParamSpec::octaves(
            "octaves",
            Octaves::Count(2),
            "number of sizes of rivers: main ones, tributaries, their brooks and so on, at most 6; \
             \"auto\": 6",
        ),
        ParamSpec::optional_number(
            "width",
            1e-2..=1e6,
            Unit::Metres,
            "width of the bed of main rivers at the sea; default: a 75th of the spacing",
        ),
        ParamSpec::optional_number(
            "depth",
            0.0..=1e5,
            Unit::Metres,
            "depth of the bed of main rivers below the sea; default: a fifth of the width",
        ),
        ParamSpec::optional_number(
            "banks",
            1e-2..=1e6,
            Unit::Metres,
            "width of either bank; default: 0.75 of the bed's",
        ),
        ParamSpec::optional_number(
            "valley",
            1e-2..=1e7,
            Unit::Metres,
            "width of main valleys at the sea; default: 0.4 of `spacing`",
        ),
        ParamSpec::number("meander", 0.8, 0.0..=1.0, Unit::None, "how strongly courses bend from side to side"),
        ParamSpec::number("variation", 0.3, 0.0..=0.8, Unit::None, "how much widths vary along a course; also how far below `source` springs may be"),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let Some(sphere) = context.ground.sphere else { return plane::landform(context, of_dimension::<2>) };
    let node = plane::of_dimension(on_a_planet(context, sphere)?);
    Ok(node.unwrap_or_else(|| unreachable!("planets have three dimensions")))
}

fn of_dimension<const D: usize>(context: &Context<'_>) -> Built<D>
where
    Perlin: Basis<D>,
{
    lay(context, Lattices::new(&context.ground), None)
}

/// Rivers in space, which are evaluated only on the sphere.
fn on_a_planet(context: &Context<'_>, sphere: Sphere) -> Built<3> {
    let mut lattices = Lattices::new(&context.ground);
    let globe = lattices.globe(sphere);
    lay(context, lattices, Some((globe, sphere.radius())))
}

fn lay<const D: usize>(
    context: &Context<'_>,
    mut lattices: Lattices<D>,
    globe: Option<(Globe, f64)>,
) -> Built<D>
where
    Perlin: Basis<D>,
{
    let args = context.args;
    let rivers = measures(context)?;
    let sizes = match args.octaves("octaves") {
        Octaves::Auto => MAX_SIZES,
        Octaves::Count(count) => count as usize,
    };
    if sizes > MAX_SIZES {
        return Err(args.error("octaves", format!("rivers cannot have {sizes} sizes"), format!("use at most {MAX_SIZES}")));
    }
    let courses = (0..sizes).map(|size| rivers.size::<D>(size, &mut lattices, context)).collect();
    let bends = (0..sizes + rivers.turns() - 1).map(|octave| {
        let wavelength = rivers.spacing * 0.5_f64.powi(octave as i32);
        let seed = |axis: usize| combine(context.seed, 100 + (D * octave + axis) as u64);
        std::array::from_fn(|axis| lattices.fbm(wavelength, 1, 1.0, seed(axis)))
    });
    let bends = bends.collect();
    let dry = lattices.fbm(1.6 * rivers.spacing, 2, 0.5, combine(context.seed, 98));
    let variation = lattices.fbm(0.4 * rivers.spacing, 3, 0.6, combine(context.seed, 99));
    Ok(lattices.lay(Rivers {
        sea: args.number("sea"),
        source: args.number("source"),
        variation: (args.number("variation"), variation),
        dry,
        meander: MEANDER * args.number("meander"),
        unit: rivers.spacing,
        globe,
        courses,
        bends,
    }))
}

/// Strength of each octave's displacement, in its wavelengths. Its gradient is then about as large as it can be without folding
/// the ground over.
const MEANDER: f64 = 0.24;

/// With the variation `v`, the lowest springs are at most `1 + 2·SPRINGS·v` times lower than the highest.
const SPRINGS: f64 = 3.0;

/// The dimensions of main rivers. Each part is narrower than the part that contains it.
fn measures(context: &Context<'_>) -> Result<course::Main, RecipeError> {
    let args = context.args;
    let given = |key: &str, default: f64| args.optional_number(key).unwrap_or(default);
    let spacing = given("spacing", SPACING.min(context.ground.size / 3.0));
    let width = given("width", spacing / 75.0);
    let (banks, valley, depth) =
        (given("banks", 0.75 * width), given("valley", 0.4 * spacing), given("depth", 0.2 * width));
    if width + 2.0 * banks > valley {
        let message = format!("a bed of {width} m with banks of {banks} m does not fit into a valley of {valley} m");
        return Err(args.error("valley", message, format!("make the valley at least {} m wide", width + 2.0 * banks)));
    }
    if valley > MAX_VALLEY * spacing {
        let message = format!("valleys of {valley} m do not fit at a spacing of {spacing} m");
        let help = format!("make the valley at most {} m wide, or the spacing larger", MAX_VALLEY * spacing);
        return Err(args.error("valley", message, help));
    }
    if context.ground.tile && spacing > context.ground.size {
        let side = context.ground.size;
        let message = format!("rivers {spacing} m apart do not fit into a domain that repeats every {side} m");
        return Err(args.error("spacing", message, format!("use at most {side}, or set `tile = false` in [domain]")));
    }
    Ok(course::Main { width, banks, valley, spacing, depth })
}

/// The default spacing of main rivers, in metres.
const SPACING: f64 = 3000.0;

/// Widest valley, in spacings, so that ridges remain between valleys.
const MAX_VALLEY: f64 = 0.6;

/// Rivers on the ground, ready to be evaluated.
#[derive(Debug)]
struct Rivers<const D: usize> {
    sea: f64,
    source: f64,
    variation: (f64, Fbm<D>),
    /// Noise that is high where springs are low.
    dry: Fbm<D>,
    meander: f64,
    /// The unit of internal computations, in metres.
    unit: f64,
    /// The planet that the rivers are on, and its radius in metres.
    globe: Option<(Globe, f64)>,
    courses: Vec<Course<D>>,
    /// The octaves of the displacement, each with a component along every axis.
    bends: Vec<[Fbm<D>; D]>,
}

impl<const D: usize> Rivers<D>
where
    Perlin: Basis<D>,
{
    /// How much is carved from ground at an altitude.
    #[inline(always)]
    fn carved<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, altitude: Jet<L::F, D>) -> Jet<L::F, D> {
        let nothing = Jet::constant(l, l.lit(0.0));
        let mut bends = [[nothing; D]; course::MAX_OCTAVES];
        for (octave, axes) in self.bends.iter().enumerate() {
            let far = l.lit(self.meander * 0.5_f64.powi(octave as i32));
            bends[octave] = each!(axis => axes[axis].jet(l, place, self.unit).times(far));
        }
        let (share, wander) = &self.variation;
        let wider = wander.jet(l, place, self.unit).times(l.lit(*share)).shifted(l.lit(1.0));
        // The altitude of springs varies below their highest altitude.
        let lower = self.dry.jet(l, place, self.unit).shifted(l.lit(1.0)).times(l.lit(SPRINGS * share));
        let main = &self.courses[0];
        let spring = main.on_ground(l, place, self.unit, &lower).shifted(l.lit(1.0)).times(l.lit(1.0 / self.source));
        let mut up = [nothing; D];
        if let Some((globe, radius)) = &self.globe {
            up = globe.up(l, place);
            up = each!(axis => finer(l, up[axis], self.unit / radius));
        }
        let up = self.globe.map(|_| &up);
        let mut carved = nothing;
        let mut near = [Jet::constant(l, l.lit(1.0)); 2];
        let mut among = None;
        for (size, course) in self.courses.iter().enumerate() {
            let nearest = course.away(l, place, self.unit, &bends[size..], up, &wider, among);
            among = nearest.map(|(_, word)| word);
            let away = nearest.map(|(away, _)| away);
            let (drop, next) = course.carve(l, altitude.minus(carved), spring, away, near);
            carved = carved.plus(drop);
            near = next;
        }
        carved
    }
}

impl<const D: usize> Shape<D, 1> for Rivers<D>
where
    Perlin: Basis<D>,
{
    const CURVED: bool = false;

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, [input]: [Jet<L::F, D>; 1]) -> Jet<L::F, D> {
        let altitude = input.shifted(l.lit(-self.sea));
        if D == 2 {
            return input.minus(self.carved(l, place, altitude));
        }
        // Most of a planet is deep sea or too high, and borders in space are expensive to compute.
        let lowest = l.lit(self.courses[0].deepest());
        let reached = l.lt(lowest, altitude.v) & l.lt(altitude.v, l.lit(self.source));
        let mut carved = Jet::constant(l, l.lit(0.0));
        l.when(
            reached,
            &mut carved,
            #[inline(always)]
            |carved| *carved = self.carved(l, place, altitude),
        );
        input.minus(carved)
    }

    /// No ground is raised, and ground above the springs stays as it is.
    fn interval(&self, [input]: [Interval; 1]) -> Interval {
        let low = self.courses.iter().fold(input.min - self.sea, |low, course| {
            if low < self.source { course.lowest(low) } else { low }
        });
        Interval::new((low + self.sea).min(input.min), input.max)
    }
}
