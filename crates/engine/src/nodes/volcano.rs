//! `volcano`: a single cone with a crater.

use orogen_noise::each::each;
use orogen_noise::hash::{Key, combine};
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Site;
use orogen_noise::math::exp2;
use orogen_noise::octaves::visible;
use orogen_noise::placed::SampleLocation;

use super::lattices::{Centred, Lattices, Fbm, above, composed, perlin, step};
use super::placed::Shape;
use super::{Built, Context, plane, single};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "volcano",
    group: Group::Landform,
    summary: "a cone with a crater, gullied flanks and a wide foot, in metres",
    help: "A volcano around (x, y), 0 metres high from `radius` on. Its flanks are concave and steepest at \
           the rim, as ash and lava settle. The rim is `height` metres high, around a crater that is \
           `crater` wide from rim to rim and `depth` deep, with a level floor; from a fifth of the radius \
           on it is a caldera. Rain has cut valleys into the flanks, deeper with larger `gullies`; they \
           begin below the rim, and there are more further down. `asymmetry` makes crater, rim and foot \
           irregular, with lobes of old lava flows.\n\
           Add it to a plain or a sea floor, or combine it with other ground by `max` or `smooth-max`.",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[
        single::X,
        single::Y,
        ParamSpec::optional_number("radius", 10.0..=1e7, Unit::Metres, "radius of the foot; default: 0.42 of the domain's side"),
        ParamSpec::optional_number("height", 0.0..=1e5, Unit::Metres, "height of the rim; default: a fifth of the radius"),
        ParamSpec::optional_number("crater", 1.0..=1e7, Unit::Metres, "width of the crater from rim to rim; default: 0.15 of the radius"),
        ParamSpec::optional_number("depth", 0.0..=1e5, Unit::Metres, "depth of the crater; default: 0.18 of its width"),
        ParamSpec::number(
            "concavity",
            2.0,
            0.2..=6.0,
            Unit::None,
            "how concave the flanks are: larger values are steeper at the rim and flatter at the foot",
        ),
        ParamSpec::number("gullies", 0.5, 0.0..=1.0, Unit::None, "depth of the gullies: 1 is a tenth of the height"),
        ParamSpec::number("asymmetry", 0.5, 0.0..=1.0, Unit::None, "how irregular the shape is"),
    ],
};

/// The strongest displacement of the whole volcano, and the additional displacement of its foot, in radii.
const BEND: f64 = 0.25;
const LOBES: f64 = 0.4;

/// Strongest change of the rim's height, as a share.
const RIM: f64 = 0.2;

/// The greatest depth of the gullies, as a share of the volcano's height.
const GULLIES: f64 = 0.1;

/// The value of the noise at which half of a valley's depth is left. Along the middle of the valley the noise is 0.
const VALLEY: f64 = 0.17;

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    plane::landform(context, on_a_plane)
}

fn on_a_plane(context: &Context<'_>) -> Built<2> {
    let args = context.args;
    let radius = args.optional_number("radius").unwrap_or(0.42 * context.ground.size);
    let height = args.optional_number("height").unwrap_or(0.2 * radius);
    let crater = args.optional_number("crater").unwrap_or(0.15 * radius);
    let depth = args.optional_number("depth").unwrap_or(0.18 * crater);
    let asymmetry = args.number("asymmetry");
    if crater > 1.6 * radius {
        let message = format!("a crater of {crater} m does not fit on a volcano of radius {radius} m");
        return Err(args.error("crater", message, format!("make it at most {} m wide", 1.6 * radius)));
    }
    single::check_tile(context, radius * (1.0 + 1.5 * (BEND + LOBES) * asymmetry), "radius")?;
    let mut lattices = Lattices::new(&context.ground);
    let around = lattices.centred(radius, single::centre(context)?, context.seed);
    let seed = |salt| combine(context.seed, salt);
    let bend = [1, 2].map(|axis| lattices.fbm(0.8 * radius, 4, 0.45, seed(axis)));
    let lobes = lattices.fbm(0.4 * radius, 5, 0.5, seed(3));
    let rim = 0.5 * crater / radius;
    let crease = (0.25 * depth).max(1e-6 * radius);
    Ok(lattices.lay(Volcano {
        around,
        bend,
        lobes,
        gullies: (0..3).map(|k| Gully::new(k, seed(10 + k), radius, context.ground.spacing)).collect(),
        cut: GULLIES * args.number("gullies") * height,
        asymmetry,
        height,
        depth,
        rim,
        crease,
        concavity: args.number("concavity"),
    }))
}

/// Valleys of one octave on the flanks.
#[derive(Clone, Copy, Debug)]
struct Gully {
    key: Key,
    /// Their number around the cone divided by 2π. This is the radius of the circle in the noise that the flanks are mapped to.
    circle: f64,
    /// Where they begin and where they are full, from 0 at the rim to 1 at the foot.
    begin: [f64; 2],
    /// Their depth relative to that of the first valleys, times the share that samples can show.
    share: f64,
}

impl Gully {
    fn new(octave: u64, seed: u64, radius: f64, spacing: f64) -> Self {
        let finer = f64::from(1 << octave);
        let circle = 2.6 * finer;
        let begin = [0.01, 0.14, 0.3][octave as usize];
        // The width half-way down the flank.
        let width = 0.5 * radius / circle;
        Self {
            key: Key::new(seed),
            circle,
            begin: [begin, begin + 0.3],
            share: visible(width, spacing) / (1.0 + octave as f64),
        }
    }
}

/// A volcano, ready to be evaluated. Internally, lengths along the ground are in radii, heights in metres.
#[derive(Debug)]
struct Volcano {
    around: Centred<2>,
    bend: [Fbm<2>; 2],
    lobes: Fbm<2>,
    gullies: Vec<Gully>,
    /// Depth of the deepest gullies.
    cut: f64,
    asymmetry: f64,
    height: f64,
    depth: f64,
    /// Radius of the rim.
    rim: f64,
    /// How far the rim's crest is rounded, in metres.
    crease: f64,
    concavity: f64,
}

impl Volcano {
    /// The height of the flank, with first and second derivatives. It falls from 1 at the rim (`s = 0`) to 0 at the foot
    /// (`s = 1`), and flattens: an exponential minus its tangent at the foot,
    /// `(e^(−ks) − e^(−k)·(1 + k·(1 − s)))/(1 − e^(−k)·(1 + k))` with the concavity `k`. Within the rim, it goes on rising.
    #[inline(always)]
    fn flank<L: Lanes>(&self, l: L, s: L::F) -> [L::F; 3] {
        let (one, k) = (l.lit(1.0), self.concavity);
        let end = libm::exp(-k);
        let scale = l.lit(1.0 / (1.0 - end * (1.0 + k)));
        let inside = l.lt(s, one);
        let s = l.min(s, one);
        let e = exp2(l, l.lit(-k * std::f64::consts::LOG2_E) * s);
        let bend = l.select(inside, e, l.lit(0.0));
        let value = e - l.lit(end) * (one + l.lit(k) * (one - s));
        [scale * l.max(value, l.lit(0.0)), scale * l.lit(-k) * (e - l.lit(end)), scale * l.lit(k * k) * bend]
    }

    /// The crater's height at the distance `r` from the centre, in radii of the rim, with first and second derivatives. It is
    /// −depth on the floor and 0 at the rim, and rises further beyond the rim.
    #[inline(always)]
    fn bowl<L: Lanes>(&self, l: L, r: L::F) -> [L::F; 3] {
        const FLOOR: f64 = 0.35;
        let depth = l.lit(self.depth);
        let scale = l.lit(1.0 / (1.0 - FLOOR));
        let t = l.max(r - l.lit(FLOOR), l.lit(0.0)) * scale;
        let bend = l.select(l.lt(l.lit(FLOOR), r), l.lit(2.0), l.lit(0.0));
        [depth * (t * t - l.lit(1.0)), depth * scale * (t + t), depth * scale * scale * bend]
    }

    /// How deep the gullies are, from 0 to slightly more than 1, for the direction `way/r` and the position `s` on the flank.
    #[inline(always)]
    fn gullied<L: Lanes>(
        &self,
        l: L,
        way: &[Jet<L::F, 2>; 2],
        r: Jet<L::F, 2>,
        s: Jet<L::F, 2>,
    ) -> Jet<L::F, 2> {
        let mut sum = Jet::constant(l, l.lit(0.0));
        let inverse = r.recip(l);
        let direction: [Jet<L::F, 2>; 2] = each!(axis => way[axis].product(inverse));
        for gully in &self.gullies {
            // Outwards the circle widens a little, so that valleys bend and join.
            let circle = s.times(l.lit(0.35 * gully.circle)).shifted(l.lit(gully.circle));
            let at: [Jet<L::F, 2>; 2] = each!(axis => direction[axis].product(circle));
            let floors = [l.floor(at[0].v), l.floor(at[1].v)];
            let cell = [floors[0].0, floors[1].0];
            let frac = [at[0].v - floors[0].1, at[1].v - floors[1].1];
            let noise = perlin(l, &Site { cell, frac, wrap: None }, &gully.key);
            let noise = composed(l, &noise, &at).times(l.lit(1.0 / VALLEY));
            // 1/(1 + n²): a valley with rounded floor along the line where the noise is 0.
            let valley = noise.product(noise).shifted(l.lit(1.0)).recip(l);
            let begun = stepped(l, s, gully.begin);
            sum = sum.plus(valley.product(begun).times(l.lit(gully.share)));
        }
        // Towards the foot valleys are filled up.
        sum.product(stepped(l, s, [1.0, 0.35]))
    }

    #[inline(always)]
    fn height_at<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 2>) -> Jet<L::F, 2> {
        let one = l.lit(1.0);
        let unit = self.around.unit;
        let strength = l.lit(BEND * self.asymmetry);
        let way = self.around.way(l, place);
        let bend: [Jet<L::F, 2>; 2] = each!(axis => self.bend[axis].jet(l, place, unit));
        let bent: [Jet<L::F, 2>; 2] = each!(axis => way[axis].plus(bend[axis].times(strength)));
        let r = radius(l, &bent);
        let s = r.shifted(l.lit(-self.rim)).times(l.lit(1.0 / (1.0 - self.rim)));
        // Lobes grow on the way down.
        let down = stepped(l, s, [0.1, 1.0]);
        let lobes = self.lobes.jet(l, place, unit).times(l.lit(LOBES * self.asymmetry));
        let s = s.plus(lobes.product(down));
        let [v, d, dd] = self.flank(l, s.v);
        let rim = bend[0].plus(bend[1]).times(l.lit(0.5 * RIM * self.asymmetry)).shifted(one);
        let flank = s.chain(v, d, dd).times(l.lit(self.height)).product(rim);
        let flank = flank.minus(self.gullied(l, &bent, r, s).times(l.lit(self.cut)));
        let top = rim.times(l.lit(self.height));
        let rims = r.times(l.lit(1.0 / self.rim));
        let [v, d, dd] = self.bowl(l, rims.v);
        let bowl = rims.chain(v, d, dd).plus(top);
        // The lower of flank and bowl, with a rounded crease. The last line restores the height of the rim.
        let [v, d, dd] = above(l, flank.minus(bowl).v, l.lit(self.crease));
        let lower = flank.minus(flank.minus(bowl).chain(v, d, dd));
        lower.plus(stepped(l, s, [0.5, 0.0]).times(l.lit(self.crease / 6.0)))
    }
}

/// The length of a vector. Near the middle, where the length has no slope, the result is about a millionth.
#[inline(always)]
fn radius<L: Lanes>(l: L, way: &[Jet<L::F, 2>; 2]) -> Jet<L::F, 2> {
    way[0].product(way[0]).plus(way[1].product(way[1])).sqrt(l, l.lit(1e-12))
}

/// A quintic step of the position on the flank.
#[inline(always)]
fn stepped<L: Lanes>(l: L, s: Jet<L::F, 2>, ends: [f64; 2]) -> Jet<L::F, 2> {
    let [v, d, dd] = step(l, s.v, ends);
    s.chain(v, d, dd)
}

impl Shape<2> for Volcano {
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 2>, _inputs: [Jet<L::F, 2>; 0]) -> Jet<L::F, 2> {
        let height = self.height_at(l, place);
        self.around.on_ground(l, place, &height)
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        let top = self.height * (1.0 + RIM * self.asymmetry);
        let floor = self.height * (1.0 - RIM * self.asymmetry) - self.depth;
        let cut = self.cut * self.gullies.iter().enumerate().map(|(k, _)| 1.0 / (1.0 + k as f64)).sum::<f64>();
        Interval::new(floor.min(-cut) - self.crease, top + self.crease)
    }
}
