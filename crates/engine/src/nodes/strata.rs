//! `strata`: beds of hard and soft rock.

use std::sync::Arc;

use orogen_noise::basis::quintic;
use orogen_noise::hash::{Key, combine};
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Map;
use orogen_noise::octaves::visible;
use orogen_noise::placed::SampleLocation;

use super::placed::{Laid, Shape};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, Octaves, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "strata",
    group: Group::Landform,
    summary: "layers of hard and soft rock: cliffs in hard layers, benches in soft ones",
    help: "Steepens and flattens the ground, in metres, where it passes through beds of rock. Each bed, on \
           average `thickness` high, has one hard layer. There the ground is steep; in the soft rock above \
           and below it is gentle. Every layer has its own thickness, position and hardness, and the beds \
           continue without end above and below. `octaves` of beds within beds make finer ledges.\n\
           Higher ground stays higher, the mean height is kept, and slopes are continuous. `fold` bends \
           the layers, in metres of height: use a field of a few times the thickness so that ledges do not \
           follow contour lines, or 0 for none. `dip` tilts the layers down towards `direction`, so level \
           ground shows as cuestas.",
    source: "",
    outputs: &[],
    inputs: &[
        InputSpec::new("input", "the ground, in metres"),
        InputSpec::new("fold", "how far the layers are lifted, in metres; 0 for level layers"),
    ],
    params: &[
        ParamSpec::number("thickness", 60.0, 1e-2..=1e6, Unit::Metres, "mean thickness of a bed"),
        ParamSpec::octaves(
            "octaves",
            Octaves::Count(2),
            "number of beds within beds, each a third as thick as the one before, at most 4; \"auto\": 4",
        ),
        ParamSpec::number("strength", 0.8, 0.0..=1.0, Unit::None, "contrast between hard and soft rock"),
        ParamSpec::number("hard", 0.2, 0.05..=0.5, Unit::None, "mean share of a bed that is hard; a smaller share is steeper"),
        ParamSpec::number("dip", 0.0, 0.0..=60.0, Unit::Degrees, "angle by which layers are tilted"),
        ParamSpec::number("direction", 0.0, -360.0..=360.0, Unit::Degrees, "direction in which they tilt down: 0 along x, 90 along y"),
    ],
};

/// The most octaves of beds.
const MAX_OCTAVES: u32 = 4;

/// Ratio of the thickness of a bed to the thickness of the beds within it.
const FINER: f64 = 3.0;

/// The share of a bed at either end in which the slope passes to that of the next bed.
const EDGE: f64 = 0.08;

/// The largest strength with which soft rock is levelled. Heights must still rise through soft rock: `1 − MOST/(1 − EDGE) > 0`.
const MOST: f64 = 0.9;

/// Boundaries stray from their even places by at most half of this, in beds.
const STRAYING: f64 = 0.7;

/// A common slope of ground. On the map, a bed is as wide as its thickness divided by this slope.
const SLOPE: f64 = 0.5;

/// The most beds. They are counted in single precision, which must have enough digits left for positions in a bed.
const MAX_BEDS: f64 = 1e5;

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let args = context.args;
    let octaves = match args.octaves("octaves") {
        Octaves::Auto => MAX_OCTAVES,
        Octaves::Count(count) => count,
    };
    if octaves > MAX_OCTAVES {
        let message = format!("strata cannot have {octaves} octaves of beds");
        return Err(args.error("octaves", message, format!("use at most {MAX_OCTAVES}")));
    }
    let (thickness, dip) = (args.number("thickness"), args.number("dip"));
    if context.ground.tile && dip > 0.0 {
        let message = "tilted layers do not repeat at the domain's edge";
        return Err(args.error("dip", message, "remove `dip`, or set `tile = false` in [domain]"));
    }
    let finest = thickness / libm::pow(FINER, f64::from(octaves - 1));
    let range = context.inputs[0].plus(context.inputs[1].times(-1.0));
    if range.abs().max > MAX_BEDS * finest {
        let message = format!("beds of {finest:.1e} m are too thin: there would be more than {MAX_BEDS} above or below 0");
        return Err(args.error("thickness", message, "use thicker beds or fewer octaves"));
    }
    let (sin, cos) = libm::sincos(args.number("direction").to_radians());
    let rise = libm::tan(dip.to_radians());
    let beds: Vec<_> = (0..octaves as i32)
        .map(|k| {
            let thickness = thickness / libm::pow(FINER, f64::from(k));
            let seen = visible(thickness / SLOPE, context.ground.spacing);
            let most = MOST * args.number("strength") / f64::from(k + 1);
            let (key, hard) = (Key::new(combine(context.seed, k as u64)), args.number("hard"));
            Bed { key, thickness, most, strength: most * seen, hard }
        })
        .collect();
    // If beds dip, their number rises along the direction of the dip, so each thickness needs its own lattice.
    let map = |bed: &Bed| {
        let mut map = Map::<D>::identity();
        map.matrix[0] = std::array::from_fn(|axis| [cos, sin].get(axis).map_or(0.0, |c| c * rise / bed.thickness));
        map
    };
    let lattices = if dip > 0.0 { beds.iter().map(map).collect() } else { Vec::new() };
    Ok(Node::Placed(Arc::new(Laid::new(Strata { beds, leans: dip > 0.0 }, lattices))))
}

/// Beds within beds.
#[derive(Debug)]
struct Strata {
    beds: Vec<Bed>,
    leans: bool,
}

/// Beds of one thickness.
#[derive(Clone, Copy, Debug)]
struct Bed {
    key: Key,
    thickness: f64,
    /// How strongly the ground is moved, as a share of a bed's thickness.
    most: f64,
    /// The part of `most` that the samples can show.
    strength: f64,
    hard: f64,
}

impl Bed {
    /// The random word of the bed or boundary with the number `number`.
    #[inline(always)]
    fn word<L: Lanes>(&self, l: L, number: L::U) -> L::U {
        let axes = [self.key.axis(l, 0, number)];
        self.key.point::<L, 1>(l, axes)
    }

    /// How far the boundary under bed `number` is from its even position, in beds.
    #[inline(always)]
    fn boundary<L: Lanes>(&self, l: L, number: L::U) -> L::F {
        l.lit(0.5 * STRAYING) * l.signed_unit(self.word(l, number))
    }

    /// The distance by which heights are moved, in beds, with first and second derivatives. The position above 0 is also in
    /// beds, given as a whole number and a rest in [0, 1].
    ///
    /// With `u` from 0 to 1 between the boundaries of the bed, the distance is `s·(I(u) − J(u))` times the bed's thickness. Here,
    /// `s` is the strength, `I` is a quintic step over the hard layer, and `J` is a straight rise, rounded at both ends so that
    /// its slope begins and ends with 0. Both rise from 0 to 1; the slope of `u + s·(I − J)` is at least `1 − s/(1 − EDGE) > 0`.
    /// The mean of `I − J` over a bed is `½ − c`, where `c` is the middle of the hard layer. Hard layers are as often high in
    /// their bed as low, so the mean over all beds is 0.
    #[inline(always)]
    fn moved<L: Lanes>(&self, l: L, whole: L::U, rest: L::F) -> [L::F; 3] {
        let one = l.lit(1.0);
        let under = l.lt(rest, self.boundary(l, whole));
        let over = l.le(one + self.boundary(l, whole + l.word(1)), rest);
        let number = l.select_words(under, whole - l.word(1), l.select_words(over, whole + l.word(1), whole));
        let rest = l.select(under, rest + one, l.select(over, rest - one, rest));
        let from = self.boundary(l, number);
        let inverse = one / (one + self.boundary(l, number + l.word(1)) - from);
        let u = (rest - from) * inverse;
        let word = self.key.again(l, self.word(l, number));
        let next = self.key.again(l, word);
        // The hard layer is from half to one and a half times as thick as the mean. The thinner it is, the harder.
        let lot = l.unit(word);
        let share = l.lit(self.hard) * (l.lit(0.5) + lot);
        let strength = l.lit(self.strength) * (one - l.lit(0.6) * lot * lot);
        let low = l.lit(0.5 * EDGE) + l.unit(next) * (l.lit(1.0 - EDGE) - share);
        let steep = one / share;
        let [i, i1, i2] = quintic(l, l.max(l.min((u - low) * steep, one), l.lit(0.0)));
        let [j, j1, j2] = straight(l, u);
        let bed = one / inverse;
        [
            strength * bed * (i - j),
            strength * (i1 * steep - j1),
            strength * inverse * (i2 * steep * steep - j2),
        ]
    }
}

/// A rise from 0 to 1 whose slope goes smoothly from 0 to `c = 1/(1 − EDGE)` and back, with first and second
/// derivative. For `x = u/EDGE` up to 1, the slope is `c·(3x² − 2x³)`, so the rise is `c·EDGE·(x³ − x⁴/2)`. From there to the
/// middle, the rise is `c·(u − EDGE/2)`. The upper half is the mirror image of the lower one.
#[inline(always)]
fn straight<L: Lanes>(l: L, u: L::F) -> [L::F; 3] {
    let (zero, one) = (l.lit(0.0), l.lit(1.0));
    let upper = l.lt(l.lit(0.5), u);
    let way = l.max(l.select(upper, one - u, u), zero);
    let c = 1.0 / (1.0 - EDGE);
    let x = l.min(way * l.lit(1.0 / EDGE), one);
    let curved = l.lit(c * EDGE) * (x * x * x) * (one - l.lit(0.5) * x);
    let rise = curved + l.lit(c) * l.max(way - l.lit(EDGE), zero);
    let slope = l.lit(c) * (x * x) * (l.lit(3.0) - (x + x));
    let bend = l.lit(6.0 * c / EDGE) * x * (one - x);
    [l.select(upper, one - rise, rise), slope, l.select(upper, -bend, bend)]
}

impl<const D: usize> Shape<D, 2> for Strata {
    #[inline(always)]
    fn jet<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, D>,
        [input, fold]: [Jet<L::F, D>; 2],
    ) -> Jet<L::F, D> {
        let mut height = input;
        for (k, bed) in self.beds.iter().enumerate() {
            // The height above 0 in beds, less the fold and plus the lean. Its whole part is an integer.
            let inverse = l.lit(1.0 / bed.thickness);
            let level = height.minus(fold).times(inverse);
            let (mut whole, floor) = l.floor(level.v);
            let mut rest = level.v - floor;
            let mut level = level;
            if self.leans {
                let site = place.site(l, k);
                let lean = place.coordinate(l, k, &site, 0);
                let sum = rest + lean.v;
                let (carry, carried) = l.floor(sum);
                (whole, rest) = (whole + site.cell[0] + carry, sum - carried);
                level = level.plus(lean);
            }
            let [v, d, dd] = bed.moved(l, whole, rest);
            height = height.plus(level.chain(v, d, dd).times(l.lit(bed.thickness)));
        }
        height
    }

    /// `|I − J| < 1`, and a bed is at most `1 + STRAYING` thick.
    fn interval(&self, [input, _]: [Interval; 2]) -> Interval {
        let most = |bed: &Bed| bed.most * (1.0 + STRAYING) * bed.thickness;
        let reach = self.beds.iter().map(most).sum::<f64>();
        Interval::new(input.min - reach, input.max + reach)
    }
}
