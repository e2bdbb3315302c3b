//! One crater: its dimensions by size and age, and its radial profile.

use orogen_noise::each;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::math::sine_cosine;

/// The distance in radii at which a crater's influence ends.
pub const REACH: f64 = 3.0;

/// The number of different diameters of the craters of an octave.
pub const SIZES: usize = 64;

/// The parameters that decide all other dimensions of a crater with a given diameter.
#[derive(Clone, Copy, Debug)]
pub struct Measures {
    pub depth: f64,
    pub rim: f64,
    pub peak: f64,
    /// The diameter from which craters are complex.
    pub transition: f64,
    pub spacing: f64,
}

/// The dimensions of a fresh crater of one size. Heights are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub radius: f64,
    /// The height of the rim's crest above the floor.
    pub depth: f64,
    /// Height of the rim over the ground.
    pub rim: f64,
    /// Radius of the level floor, in units of the crater's radius.
    pub floor: f64,
    /// Height of the central peak over the floor.
    pub peak: f64,
    /// How strongly the wall is terraced: 0 for no terraces, 1 for nearly level steps.
    pub terraces: f64,
    /// The size class. Each octave has two.
    pub class: usize,
    /// How much of the crater the samples can show, from 0 to 1.
    pub weight: f64,
}

impl Measures {
    /// The sizes of an octave, all of them equally frequent, largest first.
    ///
    /// The diameters of an octave are between `L/2` and `L`. If the number of craters larger than `D` is proportional to `D⁻²`,
    /// the share `u` of the octave's craters that are larger than `D` is `((L/D)² − 1)/3`, so `D = L/√(1 + 3u)`.
    pub fn sizes(&self, octave: u32, largest: f64) -> [Size; SIZES] {
        let largest = largest * 0.5_f64.powi(octave as i32);
        std::array::from_fn(|index| {
            let share = (index as f64 + 0.5) / SIZES as f64;
            let shrink = 1.0 / (1.0 + 3.0 * share).sqrt();
            let class = 2 * octave as usize + usize::from(shrink < std::f64::consts::FRAC_1_SQRT_2);
            self.size(largest * shrink, class)
        })
    }

    /// Pike (1977) measured lunar craters: depth 0.196·D^1.01 and rim 0.036·D^1.01 for simple ones; and for complex ones, above
    /// 15 km, depth 1.04·D^0.30, rim 0.24·D^0.40, floor diameter 0.19·D^1.25 and peak 0.0006·D^1.97 (all in km). Here the complex
    /// measures are taken relative to the transition, so that they fit other worlds.
    fn size(&self, diameter: f64, class: usize) -> Size {
        let beyond = diameter / self.transition;
        let above = |power: f64| if beyond > 1.0 { libm::pow(beyond, power - 1.0) } else { 1.0 };
        // Craters become complex gradually, from 0.7 times the transition to twice the transition.
        let complex = smooth(libm::log2(beyond) / 1.5 + 0.33);
        let depth = 0.205 * self.depth * diameter * above(0.30);
        let rim = 0.042 * self.rim * diameter * above(0.40);
        let peak = 0.0083 * self.peak * self.transition * libm::pow(beyond.min(1e3), 1.97);
        Size {
            radius: 0.5 * diameter,
            depth,
            rim: rim.min(0.5 * depth),
            floor: complex * (0.37 * libm::pow(beyond.max(1.0), 0.25)).min(0.65),
            peak: complex * peak.min(0.5 * depth),
            terraces: complex,
            class,
            weight: visible(diameter, self.spacing),
        }
    }
}

/// How much of a crater is visible in samples with this spacing, from 0 to 1.
pub fn visible(diameter: f64, spacing: f64) -> f64 {
    if spacing > 0.0 { smooth((diameter / spacing - 2.0) / 2.0) } else { 1.0 }
}

/// The cubic step from 0 at 0 to 1 at 1.
fn smooth(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// A crater's section at its present age. Heights are in metres, relative to the ground before the impact.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    rim: f64,
    floor: f64,
    /// The bowl is `rim − wall·(1 − x²)`.
    wall: f64,
    /// Half the height of the band in which the bowl and the outer slope are blended at the crest.
    crest: f64,
    /// Whether it has any feature of a complex crater.
    complex: bool,
    terraces: f64,
    ejecta: f64,
    /// Height of the central peak.
    pub peak: f64,
    /// How much of the crater the samples can show, from 0 to 1.
    weight: f64,
}

/// The effect of an impact at a distance: the share of its own class that the impact replaces, the share of the other classes
/// that it buries, the profile that it adds, and this profile without sharp edges.
#[derive(Clone, Copy, Debug)]
pub struct Effect<F> {
    pub replaced: Jet<F, 2>,
    pub buried: Jet<F, 2>,
    pub left: Jet<F, 2>,
    pub blurred: Jet<F, 2>,
}

/// The outer slope is rounded within this distance of the crest, in radii.
const SHOULDER: f64 = 0.08;
/// Ejecta thin out with the cube of the distance up to here, and fade to nothing from here to `REACH`; in radii.
const TAPER: f64 = 1.5;
/// From the crest to here, finer detail gradually emerges from the ejecta; in radii.
const BURIED: f64 = 1.8;
/// Radius of the foot of a central peak, in radii.
const FOOT: f64 = 0.27;
/// The width of the crest's blend in a section without sharp edges, as a share of the depth. The crests of the most worn craters
/// are blended over this width.
const BLUR: f64 = 0.88;
/// Number of terraces from floor to rim.
const STEPS: f64 = 3.0;

impl Section {
    /// The section of a crater of a size and age. `worn` is 0 for a fresh crater, and 1 for one that is nearly gone.
    pub fn new(size: &Size, worn: f64, ejecta: f64) -> Self {
        let keeps = 1.0 - 0.75 * worn;
        let (depth, rim) = (keeps * size.depth, (1.0 - 0.65 * worn) * size.rim);
        let rim = rim.min(0.5 * depth);
        Self {
            rim,
            floor: rim - depth,
            wall: depth / (1.0 - size.floor * size.floor),
            crest: (0.08 + 0.8 * worn) * depth,
            complex: size.floor > 0.0,
            terraces: (1.0 - worn) * size.terraces,
            ejecta,
            peak: keeps * size.peak,
            weight: size.weight,
        }
    }

    /// The effect of the impact at a point whose squared distance from the centre, in radii, is `square`. `bend` is the
    /// outline's departure from a circle in the direction of the point.
    ///
    /// The bowl is a paraboloid through the rim; in complex craters it is terraced and cut off by a floor. Outside, uplift
    /// falls as `x⁻⁹` and ejecta as `x⁻³`. The section is the lower of the bowl and the outer slope, blended at the crest. The
    /// section is at most `rim·q`, where `q` is the share `replaced`. The section is also at least `−depth·q`: `q` is below 1
    /// only beyond `1 − SHOULDER`, where the section without the blend is above the floor. The blend lowers the section by at
    /// most a sixth of `crest`, which is less than `0.15·depth`, and only up to `x² = 1.9`, where `q` is still above a third.
    #[inline(always)]
    pub fn effect<L: Lanes>(
        &self,
        l: L,
        square: &Jet<L::F, 2>,
        bend: &Jet<L::F, 2>,
    ) -> Effect<L::F> {
        let (one, half) = (l.lit(1.0), l.lit(0.5));
        let along = Jet::<L::F, 1> { v: square.v, g: [one], h: [[l.lit(0.0)]] };
        let x = l.sqrt(square.v);
        // dx/d(x²). The bound matters only near the centre, where nothing below depends on x.
        let rate = half / l.max(x, half);
        let x = Jet { v: x, g: [rate], h: along.h };
        let taper = falling(l, x, TAPER, REACH);
        let inverse = shoulder(l, x).recip(l);
        let cube = inverse.product(inverse).product(inverse);
        let replaced = cube.product(taper);
        let uplift = cube.product(cube).times(l.lit(1.0 - self.ejecta)).shifted(l.lit(self.ejecta));
        let outside = replaced.product(uplift).times(l.lit(self.rim));
        let bowl = along.times(l.lit(self.wall)).shifted(l.lit(self.rim - self.wall));
        let blur = BLUR * (self.rim - self.floor);
        let (left, blurred) = if self.complex {
            let bowl = self.modified(l, place(l, square, bowl), bend);
            let outside = place(l, square, outside);
            (lower(l, bowl, outside, self.crest), lower(l, bowl, outside, blur))
        } else {
            let sections = (lower(l, bowl, outside, self.crest), lower(l, bowl, outside, blur));
            (place(l, square, sections.0), place(l, square, sections.1))
        };
        let weight = l.lit(self.weight);
        let buried = falling(l, x, 1.0, BURIED);
        Effect {
            replaced: place(l, square, replaced.times(weight)),
            buried: place(l, square, buried.times(weight)),
            left: left.times(weight),
            blurred: blurred.times(weight),
        }
    }

    /// The central peak, `peak·(1 − x²/foot²)³` within its foot.
    #[inline(always)]
    pub fn mountain<L: Lanes>(&self, l: L, square: &Jet<L::F, 2>) -> Jet<L::F, 2> {
        let zero = l.lit(0.0);
        let t = l.max(l.lit(1.0) - square.v * l.lit(1.0 / (FOOT * FOOT)), zero);
        let height = l.lit(self.peak * self.weight);
        square.chain(height * (t * t * t), l.lit(-3.0 / (FOOT * FOOT)) * (height * (t * t)), zero)
    }

    /// The bowl of a complex crater, with a wall that has slumped down in terraces, and a level floor.
    ///
    /// With `t` from 0 at the floor to 1 at the rim, and `n` the number of terraces, the wave `sin 2π(nt + 6m)` times the
    /// envelope `4t(1 − t)` makes steps in the wall. The phase of the wave changes several times as much as the outline's bends
    /// `m`, and the steps are deeper in some directions than in others. So the steps run into one another as slumped blocks do,
    /// and are not rings.
    #[inline(always)]
    fn modified<L: Lanes>(
        &self,
        l: L,
        bowl: Jet<L::F, 2>,
        bend: &Jet<L::F, 2>,
    ) -> Jet<L::F, 2> {
        let depth = self.rim - self.floor;
        let t = bowl.shifted(l.lit(-self.floor)).times(l.lit(1.0 / depth)).saturate(l);
        let hull = t.minus(t.product(t)).times(l.lit(4.0));
        let turns = t.times(l.lit(STEPS)).plus(bend.times(l.lit(6.0)));
        let (sine, cosine) = sine_cosine(l, turns.v);
        let wave = turns.chain(sine, l.lit(std::f64::consts::TAU) * cosine, l.lit(0.0));
        let deep = self.terraces * depth / (STEPS * std::f64::consts::TAU);
        let deep = bend.times(l.lit(2.0 * deep)).shifted(l.lit(0.5 * deep));
        let wall = bowl.minus(hull.product(wave).product(deep)).times(l.lit(-1.0));
        let floor = Jet::constant(l, l.lit(-self.floor));
        lower(l, wall, floor, 0.12 * depth).times(l.lit(-1.0))
    }
}

/// Converts a function of the squared distance into one of the position.
#[inline(always)]
fn place<L: Lanes>(l: L, square: &Jet<L::F, 2>, f: Jet<L::F, 1>) -> Jet<L::F, 2> {
    square.chain(f.v, f.g[0], l.lit(0.0))
}

/// A cubic step down: 1 where `x` is at most `from`, 0 where it is at least `to`.
#[inline(always)]
fn falling<L: Lanes>(l: L, x: Jet<L::F, 1>, from: f64, to: f64) -> Jet<L::F, 1> {
    let (zero, one) = (l.lit(0.0), l.lit(1.0));
    let scale = l.lit(1.0 / (to - from));
    let t = l.max(l.min((x.v - l.lit(from)) * scale, one), zero);
    // 6·t·(1 − t) is zero at both ends.
    x.chain(one - t * t * (l.lit(3.0) - (t + t)), l.lit(-6.0) * scale * (t * (one - t)), zero)
}

/// `max(x, 1)`, blended within `SHOULDER` of 1.
#[inline(always)]
fn shoulder<L: Lanes>(l: L, x: Jet<L::F, 1>) -> Jet<L::F, 1> {
    let (zero, one, half) = (l.lit(0.0), l.lit(1.0), l.lit(0.5));
    let h = l.max(one - l.abs(x.v - one) * l.lit(1.0 / SHOULDER), zero);
    let share = half * (h * h);
    let slope = l.select(l.lt(one, x.v), one - share, share);
    x.chain(l.max(x.v, one) + l.lit(SHOULDER / 6.0) * (h * h * h), slope, zero)
}

/// The lower of two values, blended where they differ by less than `radius`: `min(a, b) − radius·h³/6` with
/// `h = max(0, 1 − |a − b|/radius)`.
#[inline(always)]
fn lower<L: Lanes, const N: usize>(l: L, a: Jet<L::F, N>, b: Jet<L::F, N>, radius: f64) -> Jet<L::F, N> {
    let (zero, one) = (l.lit(0.0), l.lit(1.0));
    let second = l.lt(b.v, a.v);
    let h = l.max(one - l.abs(a.v - b.v) * l.lit(1.0 / radius), zero);
    let greater = l.lit(0.5) * (h * h);
    let of_a = l.select(second, greater, one - greater);
    let v = l.select(second, b.v, a.v) - l.lit(radius / 6.0) * (h * h * h);
    Jet { v, g: each!(i => of_a * a.g[i] + (one - of_a) * b.g[i]), h: a.h }
}
