//! Rivers of one size: the distance to their courses, and the depth that they carve.

use orogen_noise::each::each;
use orogen_noise::hash::combine;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::octaves::visible;
use orogen_noise::placed::SampleLocation;

use super::super::Context;
use super::super::borders::{Territory, territory};
use super::super::lattices::{Lattice, Lattices, above, finer, flatness, step};

/// The least and the greatest number of octaves of displacement that bend a course. The longest octave is as long as the
/// distance between courses. The shortest is as long as the bends of rivers, about eleven times the width of the bed (Leopold
/// and Wolman, 1960).
const TURNS: [usize; 2] = [4, 7];
const BENDS: f64 = 11.0;

/// The most sizes of rivers, and the most octaves of displacement for them.
pub(super) const MAX_SIZES: usize = 6;
pub(super) const MAX_OCTAVES: usize = MAX_SIZES + TURNS[1] - 1;

/// Statistics of the borders on a ground.
#[derive(Clone, Copy, Debug)]
struct Measured {
    /// Length of the borders in a cell of the lattice, in units of the cell's width.
    length: f64,
    /// How much the strips along borders overlap where borders meet. The measured share of the ground that is nearer to a
    /// border than `x` is `length·2x·(1 − meeting·length·2x)`.
    meeting: f64,
    /// Approximate share of the ground that has rivers of the next size, see [`NEAR`].
    near: f64,
}

/// The borders on a plane.
const PLANE: Measured = Measured { length: 1.99, meeting: 0.18, near: 0.96 };

/// The borders on a surface through space, which cuts them at all angles.
const SURFACE: Measured = Measured { length: 2.3, meeting: 0.42, near: 0.82 };

impl Measured {
    /// The share of the ground that is nearer to a border than `breadth`, if cells are `cell` wide.
    fn covered(&self, cell: f64, breadth: f64) -> f64 {
        let along = 2.0 * self.length * breadth / cell;
        along * (1.0 - self.meeting * along)
    }
}

/// Share of their width that courses lose on the way up to their springs.
const TAPER: f64 = 0.75;

/// The width of the valley's flat floor on one side of the bed, as a share of the distance between the bed's bank and the
/// valley's edge.
const FLOOR: f64 = 0.2;
/// The corner between floor and side is rounded over this share of the narrower of the two.
const FOOT: f64 = 0.8;

/// Valleys of main rivers lead down to the sea, however high the ground is. Other valleys are cut no deeper than this share of
/// their side's width, because brooks do not cut gorges.
const GORGE: f64 = 0.25;
const BOTTOMLESS: f64 = 1e9;

/// Rivers of a size exist only where a river of the next larger size is nearer than the second distance. They thin out from the
/// first distance on. Both are in spacings of the larger size.
const NEAR: [f64; 2] = [0.1, 0.7];

/// Height over the sea of the lowest part of a valley's floor, in units of the water's depth there, so that floors stay dry.
const FREEBOARD: f64 = 0.75;

/// The radius of the rounded crease where the ground falls below the carved level, in units of the water's depth.
const ROUNDING: f64 = 0.5;

/// How sharply courses part where they meet, see [`territory`].
const SHARP: u32 = 2;

/// The least slope with which distances to borders are corrected, see [`flatness`]. In the middle between two borders the slope
/// is zero.
const MIN_SLOPE: f64 = 0.01;

/// The same slopes for borders in space, which may be nearly parallel to the ground: far from the bed, and near it.
const MIN_CUT: [f64; 2] = [0.35, 0.04];

/// From this distance on, distances to a course are not corrected. It is in units of the width of half the bed with its bank. In
/// space, half of the correction remains at this distance.
const STRAIGHT: f64 = 3.0;

/// The dimensions of main rivers, in metres.
pub(super) struct Main {
    pub(super) width: f64,
    pub(super) banks: f64,
    pub(super) valley: f64,
    pub(super) depth: f64,
    pub(super) spacing: f64,
}

/// Rivers of one size. Lengths are metres from the middle of the course.
#[derive(Debug)]
pub(super) struct Course<const D: usize> {
    lattice: Lattice<D>,
    measured: Measured,
    /// Number of octaves of displacement.
    turns: usize,
    /// The outer edge of the bed, and the outer edge of its bank.
    bed: [f64; 2],
    /// Where finer courses that flow into this one end: up to the first distance, they carve nothing; from the second on, they
    /// are complete.
    mouth: [f64; 2],
    /// The share of the ground that is left to finer courses.
    dry: f64,
    /// Distances are fully corrected up to the first of these, and not at all from the second on.
    straight: [f64; 2],
    /// The outer edge of the valley's floor, and the outer edge of its side.
    valley: [f64; 2],
    /// How deep the valley is at most.
    gorge: f64,
    /// Share of the valley's depth that is carved. It is less than 1 if samples cannot show the valley as narrow as it is.
    shallow: f64,
    /// Where the next size begins to thin out, and where it ends.
    near: [f64; 2],
    /// Depth of the water below the level of the sea.
    depth: f64,
    /// Share of the bed's depth that is carved. It is less than 1 if samples cannot show the bed as narrow as it is.
    share: f64,
    /// Height over the sea of the lowest floors.
    freeboard: f64,
    rounding: f64,
    /// Share of this size that the samples can show.
    weight: f64,
}

impl Main {
    /// Number of octaves that bend a course.
    pub(super) fn turns(&self) -> usize {
        (libm::log2(self.spacing / (BENDS * self.width)).ceil() as usize).clamp(TURNS[0], TURNS[1])
    }

    /// The rivers of a size. Main rivers have size 0.
    pub(super) fn size<const D: usize>(
        &self,
        size: usize,
        lattices: &mut Lattices<D>,
        context: &Context<'_>,
    ) -> Course<D> {
        let smaller = 0.5_f64.powi(size as i32);
        let samples = context.ground.spacing;
        let lattice = lattices.scattered(self.spacing * smaller, combine(context.seed, size as u64));
        let [half, bank] = [0.5 * self.width * smaller, self.banks * smaller];
        let measured = if D == 2 { PLANE } else { SURFACE };
        // The bed, and both banks together, are made at least two samples wide. The carved volume stays the same.
        let most = 0.2 * lattice.cell;
        let [wide, slope] = [half.max(samples.min(most)), bank.max(samples.min(most))];
        let depth = self.depth * smaller;
        let shoulder = 0.5 * self.valley * smaller;
        let floor = (half + bank) + FLOOR * (shoulder - half - bank);
        let side = (shoulder - floor).max(1e-3 * floor);
        let [broad, gentle] = [floor.max((0.5 * samples).min(most)), side.max((1.5 * samples).min(most))];
        // The share of the depth with which the wider shape carves the same volume. It is at most 1, because wider shapes may
        // cover no more ground where courses are crowded.
        let covered = |breadth: f64| measured.covered(lattice.cell, breadth);
        let share = |breadth: f64, shown: f64| (covered(breadth) / covered(shown)).min(1.0);
        Course {
            turns: self.turns(),
            bed: [wide, wide + slope],
            mouth: [half, (half + 2.0 * bank).max(samples.min(most))],
            dry: 1.0 - covered(half + bank),
            straight: [half + bank, STRAIGHT * (half + bank)],
            valley: [broad, broad + gentle],
            gorge: if size == 0 { BOTTOMLESS } else { GORGE * side },
            shallow: share(breadth([floor, floor + side]), breadth([broad, broad + gentle])),
            near: NEAR.map(|share| share * lattice.cell),
            depth,
            share: share(half + 0.5 * bank, wide + 0.5 * slope),
            freeboard: FREEBOARD * depth,
            rounding: (ROUNDING * depth).max(1e-3),
            weight: visible(0.5 * lattice.cell, samples),
            measured,
            lattice,
        }
    }
}

/// A course at a sample.
struct Section<F, const D: usize> {
    /// The distance to the course in metres, where its full width is 1 times that at the sea.
    away: Jet<F, D>,
    /// 1 where a finer course ends in this one.
    mouth: Jet<F, D>,
    /// 1 on the valley's floor.
    valley: Jet<F, D>,
    /// 1 in the bed.
    bed: Jet<F, D>,
}

impl<const D: usize> Course<D> {
    /// The distance to the nearest course in metres, and the word of the territory between courses that contains the place.
    /// `None` if samples cannot show any course. Places with different words `among` have different courses. `bends` displace the
    /// courses, in units. On a planet, derivatives of `up` are per unit.
    #[inline(always)]
    pub(super) fn away<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, D>,
        unit: f64,
        bends: &[[Jet<L::F, D>; D]],
        up: Option<&[Jet<L::F, D>; D]>,
        wider: &Jet<L::F, D>,
        among: Option<L::U>,
    ) -> Option<(Jet<L::F, D>, L::U)> {
        if self.weight <= 0.0 {
            return None;
        }
        let mut shift = bends[0];
        for octave in 1..self.turns {
            shift = each!(axis => shift[axis].plus(bends[octave][axis]));
        }
        let cells = unit / self.lattice.cell;
        let site = self.lattice.site(l, place);
        let site = site.moved(l, each!(axis => l.lit(cells) * shift[axis].v));
        let Territory { border, word } = territory::<L, D, SHARP>(l, &site, &self.lattice.key, among);
        // The distance in units, with derivatives with respect to the undisplaced ground.
        let border = finer(l, border, cells).times(l.lit(1.0 / cells)).displaced(l, &shift);
        let away = match up {
            // The ground cuts borders in space at all angles, so everywhere the distance along the ground is longer than the
            // distance in space. The correction has the weight `s²/(s² + x²)` at the distance `x`, where `s` is the second
            // distance of `straight`. So it is nearly full near the bed, and even if the full correction is nine times `x`, the
            // result grows with `x`.
            Some(_) => {
                let far = border.product(flatness(l, &border, up, MIN_CUT[0]));
                let straight = border.product(flatness(l, &border, up, MIN_CUT[1])).minus(far);
                let square = (self.straight[1] / unit) * (self.straight[1] / unit);
                let near = far.product(far).shifted(l.lit(square)).recip(l).times(l.lit(square));
                far.plus(straight.product(near))
            }
            // Near the bed the distance is corrected by its slope. Far from the bed, the local slope says nothing about the
            // distance.
            None => {
                let straight = flatness(l, &border, None, MIN_SLOPE).shifted(l.lit(-1.0));
                let ends = self.straight.map(|end| end / unit);
                border.plus(border.product(straight).product(within(l, ends, border)))
            }
        };
        // Where courses are wider, the distance to them is shorter.
        let away = away.product(wider.recip(l));
        Some((self.on_ground(l, place, unit, &away.times(l.lit(unit))), word))
    }

    /// Converts a jet with derivatives per unit into one of the terrain, with derivatives per metre.
    #[inline(always)]
    pub(super) fn on_ground<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, D>,
        unit: f64,
        jet: &Jet<L::F, D>,
    ) -> Jet<L::F, D> {
        self.lattice.on_ground(l, place, &finer(l, *jet, self.lattice.cell / unit))
    }

    /// Returns two things: how much is carved from ground at an altitude, and where the next size exists. The course is `away`
    /// metres away, and springs are at the altitude 1/`spring`. The argument `near` says where this size exists: one number for
    /// the part that samples show, and one for its mean.
    #[inline(always)]
    pub(super) fn carve<L: Lanes>(
        &self,
        l: L,
        altitude: Jet<L::F, D>,
        spring: Jet<L::F, D>,
        away: Option<Jet<L::F, D>>,
        near: [Jet<L::F, D>; 2],
    ) -> (Jet<L::F, D>, [Jet<L::F, D>; 2]) {
        let zero = l.lit(0.0);
        let up = altitude.product(spring);
        let fade = within(l, [0.0, 1.0], up);
        // Widths go from 1 at the sea to 1 − TAPER at the springs.
        let taper = fade.times(l.lit(TAPER)).shifted(l.lit(1.0 - TAPER));
        let mut section = None;
        // `Option::map` would take the operations on lanes out of the kernel.
        if let Some(away) = away {
            let mouth = within(l, self.mouth, away);
            let away = away.product(taper.recip(l));
            section = Some(Section { away, mouth, valley: self.sloping(l, away), bed: within(l, self.bed, away) });
        }
        let valley = section.as_ref().map(|section| &section.valley);
        let valley = self.averaged(l, valley, breadth(self.valley), &taper, &near);
        let valley = valley.product(fade).times(l.lit(self.shallow));
        let (rounding, freeboard) = (l.lit(self.rounding), l.lit(self.freeboard));
        // `y·G/(y + G)` for the height `y` above the floor and `G = gorge`: nearly `y` if `y` is small, and always less than `G`.
        let [y, d, _] = above(l, altitude.v - freeboard, rounding);
        let share = l.lit(self.gorge) / (y + l.lit(self.gorge));
        let floor = valley.product(altitude.chain(y * share, d * (share * share), zero));
        let left = altitude.minus(floor);
        let bed = section.as_ref().map(|section| &section.bed);
        let bed = self
            .averaged(l, bed, 0.5 * (self.bed[0] + self.bed[1]), &taper, &near)
            .product(fade)
            .times(l.lit(self.share));
        // This rises from 0, where the ground is as low as the bed, to the bed's depth below the floor.
        let [low, lows, _] = above(l, left.v + l.lit(self.depth), rounding);
        let [high, highs, _] = above(l, left.v - freeboard, rounding);
        let drop = floor.plus(bed.product(left.chain(l.max(low - high, zero), lows - highs, zero)));
        let mean = near[1].times(l.lit(self.measured.near));
        let Some(Section { away, mouth, .. }) = section else {
            let left = mean.times(l.lit(self.dry));
            return (drop, [left, left]);
        };
        // Courses that flow into a bed end there, at the bed's width at the sea. This width must not depend on the altitude of
        // the ground; otherwise a finer course might end below lower ground.
        let shown = near[0].product(within(l, self.near, away));
        let dry = mouth.times(l.lit(-1.0)).shifted(l.lit(1.0));
        (drop, [shown.product(dry), mixed(l, self.weight, shown, mean).times(l.lit(self.dry))])
    }

    /// Mixes `shown`, which is 1 in the middle of the course and 0 beyond, with its mean. The weight of `shown` is the share of
    /// this size that samples can show. The mean is the share of the ground that is nearer than `breadth`. Both apply only where
    /// the course exists.
    #[inline(always)]
    fn averaged<L: Lanes>(
        &self,
        l: L,
        shown: Option<&Jet<L::F, D>>,
        breadth: f64,
        taper: &Jet<L::F, D>,
        near: &[Jet<L::F, D>; 2],
    ) -> Jet<L::F, D> {
        let mean = taper.product(near[1]).times(l.lit(self.measured.covered(self.lattice.cell, breadth)));
        match shown {
            Some(&shown) => mixed(l, self.weight, shown.product(near[0]), mean),
            None => mean,
        }
    }

    /// A valley: 1 on its floor, 0 from its shoulder on. Its side, `(1 − t)²`, is steepest at the foot, and the foot is
    /// rounded.
    #[inline(always)]
    fn sloping<L: Lanes>(&self, l: L, away: Jet<L::F, D>) -> Jet<L::F, D> {
        let [floor, shoulder] = self.valley;
        let [v, d, _] = above(l, away.v - l.lit(floor), l.lit(foot(self.valley)));
        let inverse = l.lit(1.0 / (shoulder - floor));
        let left = l.max(l.lit(1.0) - v * inverse, l.lit(0.0));
        away.chain(left * left, l.lit(-2.0) * left * (d * inverse), l.lit(0.0))
    }

    /// Ground below this altitude is not carved by this size or finer ones.
    pub(super) fn deepest(&self) -> f64 {
        -(self.depth + self.rounding)
    }

    /// The lowest altitude of ground after carving, if it was at least `low` before. Carving towards a level leaves the ground no
    /// lower than the lower of the level and the ground before. But the result of [`above`] exceeds the positive part by up to a
    /// sixth of the rounding, and it is applied twice.
    pub(super) fn lowest(&self, low: f64) -> f64 {
        low.min(-self.depth) - self.rounding / 3.0
    }
}

/// The length over which the corner between a valley's floor and its side is rounded, to either side of the corner.
fn foot([floor, shoulder]: [f64; 2]) -> f64 {
    FOOT * floor.min(shoulder - floor)
}

/// Half the width of a valley with upright sides and the same volume: `floor + side/3`, minus the part that the rounding fills.
/// That part is `foot²/12` along the ground times the slope `2/side`.
fn breadth(valley: [f64; 2]) -> f64 {
    let (side, foot) = (valley[1] - valley[0], foot(valley));
    valley[0] + side / 3.0 - foot * foot / (6.0 * side)
}

/// The weighted mean of two jets, with `weight` for the first.
#[inline(always)]
fn mixed<L: Lanes, const D: usize>(l: L, weight: f64, one: Jet<L::F, D>, rest: Jet<L::F, D>) -> Jet<L::F, D> {
    one.times(l.lit(weight)).plus(rest.times(l.lit(1.0 - weight)))
}

/// A smooth step down: 1 where `away` is at most `ends[0]`, 0 where it is at least `ends[1]`.
#[inline(always)]
fn within<L: Lanes, const D: usize>(l: L, ends: [f64; 2], away: Jet<L::F, D>) -> Jet<L::F, D> {
    let [q, q1, _] = step(l, away.v, ends);
    away.chain(l.lit(1.0) - q, -q1, l.lit(0.0))
}
