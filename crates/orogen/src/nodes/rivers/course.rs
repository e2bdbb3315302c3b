//! Rivers of one size: how far their courses are, and what they carve.

use orogen_noise::each::each;
use orogen_noise::hash::combine;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::octaves::visible;
use orogen_noise::placed::Place;

use super::super::Context;
use super::super::borders::territory;
use super::super::lattices::{Lattice, Lattices, above, finer, flatness, step};

/// Octaves of displacement that bend a course.
pub(super) const OCTAVES: usize = 4;

/// Sizes of rivers there may be, and octaves of displacement for them.
pub(super) const MOST_SIZES: usize = 6;
pub(super) const MOST_OCTAVES: usize = MOST_SIZES + OCTAVES - 1;

/// What is known of the borders on a ground.
#[derive(Clone, Copy, Debug)]
struct Measured {
    /// Length of the borders in a cell of the lattice, in cells, and how much of what lies along them is lost where
    /// they meet: the share of the ground nearer than `x` is `length·2x·(1 − meeting·length·2x)`, measured.
    length: f64,
    meeting: f64,
    /// Share of the ground where the next size lives, about, see [`NEAR`].
    near: f64,
}

/// On a plane.
const PLANE: Measured = Measured { length: 1.99, meeting: 0.18, near: 0.96 };

/// On a surface through space, where borders are cut at all angles.
const SURFACE: Measured = Measured { length: 2.3, meeting: 0.42, near: 0.82 };

/// Share of their width that courses lose on the way up to their springs.
const TAPER: f64 = 0.75;

/// Half the valley's width that its flat floor takes, of what the bed leaves of it.
const FLOOR: f64 = 0.3;

/// A size lives where the one before is nearer than this, in the spacings of that; it thins out from the first.
const NEAR: [f64; 2] = [0.1, 0.7];

/// Height of the valley's floor over the sea where that is nearest, in depths of the water there: floors stay dry.
const FREEBOARD: f64 = 0.75;

/// The crease where the ground dips under the level that is carved, in depths of the water.
const ROUNDING: f64 = 0.5;

/// How sharply courses part where they meet, see [`territory`].
const SHARP: u32 = 2;

/// The slope of the way to a border below which it is not straightened out, see [`flatness`]: in the middle between
/// two borders there is none.
const LEAST_SLOPE: f64 = 0.01;

/// The same for borders in space, which may lie nearly along the ground: courses there are no wider than three times what
/// is asked for.
const LEAST_CUT: f64 = 0.35;

/// What main rivers measure, in metres.
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
    /// Where the bed ends, and where its bank does.
    bed: [f64; 2],
    /// Up to where ways are straightened out, and from where they are not.
    straight: [f64; 2],
    /// Where the valley's floor ends, and where its side does.
    valley: [f64; 2],
    /// Where the next size begins to thin out, and where it ends.
    near: [f64; 2],
    /// Of the water, under the sea.
    depth: f64,
    /// Share of the depth that is carved, less than 1 where samples cannot show the bed as narrow as it is.
    share: f64,
    /// Height over the sea of the lowest floors.
    freeboard: f64,
    rounding: f64,
    /// Share that the samples can show.
    weight: f64,
}

impl Main {
    /// The rivers of a size, the main ones being size 0.
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
        // At least two samples of bed, and of bank; as much is taken away as before.
        let most = 0.2 * lattice.cell;
        let [wide, slope] = [half.max(samples.min(most)), bank.max(samples.min(most))];
        let depth = self.depth * smaller;
        let shoulder = 0.5 * self.valley * smaller;
        let floor = (half + bank) + FLOOR * (shoulder - half - bank);
        Course {
            bed: [wide, wide + slope],
            straight: [half + bank, 3.0 * (half + bank)],
            valley: [floor, shoulder.max(floor * 1.001)],
            near: NEAR.map(|share| share * lattice.cell),
            depth,
            share: (half + 0.5 * bank) / (wide + 0.5 * slope),
            freeboard: FREEBOARD * depth,
            rounding: (ROUNDING * depth).max(1e-3),
            weight: visible(0.5 * lattice.cell, samples),
            measured: if D == 2 { PLANE } else { SURFACE },
            lattice,
        }
    }
}

impl<const D: usize> Course<D> {
    /// How far the nearest course is, in metres; `None` where samples cannot show any. `bends` displace it, in units;
    /// derivatives of `up`, on a planet, are per unit.
    #[inline(always)]
    pub(super) fn away<L: Lanes>(
        &self,
        l: L,
        place: &Place<'_, L, D>,
        unit: f64,
        bends: &[[Jet<L::F, D>; D]],
        up: Option<&[Jet<L::F, D>; D]>,
        wider: &Jet<L::F, D>,
    ) -> Option<Jet<L::F, D>> {
        if self.weight <= 0.0 {
            return None;
        }
        let mut shift = bends[0];
        for octave in 1..OCTAVES {
            shift = each!(axis => shift[axis].plus(bends[octave][axis]));
        }
        let cells = unit / self.lattice.cell;
        let site = self.lattice.site(l, place);
        let site = site.moved(l, each!(axis => l.lit(cells) * shift[axis].v));
        let border = territory::<L, D, SHARP>(l, &site, &self.lattice.key).border;
        // In units, and as the undisplaced ground has it.
        let border = finer(l, border, cells).times(l.lit(1.0 / cells)).displaced(l, &shift);
        let away = match up {
            // Borders in space are cut at all angles: the way along the ground is longer than that in space throughout.
            Some(_) => border.product(flatness(l, &border, up, LEAST_CUT)),
            // Near the bed the way is straightened out; far from it, what its slope is here says nothing of it.
            None => {
                let straight = flatness(l, &border, None, LEAST_SLOPE).shifted(l.lit(-1.0));
                let ends = self.straight.map(|end| end / unit);
                border.plus(border.product(straight).product(within(l, ends, border)))
            }
        };
        // Where courses are wider, the way to them is shorter.
        let away = away.product(wider.recip(l));
        Some(self.on_ground(l, place, unit, &away.times(l.lit(unit))))
    }

    /// A jet with derivatives per unit as one of the terrain.
    #[inline(always)]
    pub(super) fn on_ground<L: Lanes>(
        &self,
        l: L,
        place: &Place<'_, L, D>,
        unit: f64,
        jet: &Jet<L::F, D>,
    ) -> Jet<L::F, D> {
        self.lattice.on_ground(l, place, &finer(l, *jet, self.lattice.cell / unit))
    }

    /// How much is carved from ground at an altitude where the course is so far `away`, in metres, and springs are at
    /// the altitude 1/`spring`; and where the next size lives.
    #[inline(always)]
    pub(super) fn carve<L: Lanes>(
        &self,
        l: L,
        altitude: Jet<L::F, D>,
        spring: Jet<L::F, D>,
        away: Option<Jet<L::F, D>>,
        near: Jet<L::F, D>,
    ) -> [Jet<L::F, D>; 2] {
        let zero = l.lit(0.0);
        let up = altitude.product(spring);
        let fade = within(l, [0.0, 1.0], up);
        // Widths go from 1 at the sea to 1 − TAPER at the springs.
        let taper = fade.times(l.lit(TAPER)).shifted(l.lit(1.0 - TAPER));
        let away = away.map(|away| away.product(taper.recip(l)));
        let strength = fade.product(near);
        let valley = self.window(l, self.valley, away, &taper).product(strength);
        let (rounding, freeboard) = (l.lit(self.rounding), l.lit(self.freeboard));
        let [v, d, _] = above(l, altitude.v - freeboard, rounding);
        let floor = valley.product(altitude.chain(v, d, zero));
        let left = altitude.minus(floor);
        let bed = self.window(l, self.bed, away, &taper).product(strength).times(l.lit(self.share));
        // From 0 where the ground is as low as the bed up to the bed's depth under the floor.
        let [low, lows, _] = above(l, left.v + l.lit(self.depth), rounding);
        let [high, highs, _] = above(l, left.v - freeboard, rounding);
        let drop = floor.plus(bed.product(left.chain(l.max(low - high, zero), lows - highs, zero)));
        let next = match away {
            Some(away) => mixed(l, self.weight, within(l, self.near, away), Jet::constant(l, l.lit(self.measured.near))),
            None => Jet::constant(l, l.lit(self.measured.near)),
        };
        [drop, near.product(next)]
    }

    /// 1 in the middle of the course, 0 beyond: as far as samples can show it, the rest as its mean, the share of the
    /// ground that the courses cover.
    #[inline(always)]
    fn window<L: Lanes>(
        &self,
        l: L,
        ends: [f64; 2],
        away: Option<Jet<L::F, D>>,
        taper: &Jet<L::F, D>,
    ) -> Jet<L::F, D> {
        let along = self.measured.length * (ends[0] + ends[1]) / self.lattice.cell;
        let mean = taper.times(l.lit(along * (1.0 - self.measured.meeting * along)));
        match away {
            Some(away) => mixed(l, self.weight, within(l, ends, away), mean),
            None => mean,
        }
    }

    /// The altitude up to which nothing is carved by this size, nor by finer ones.
    pub(super) fn deepest(&self) -> f64 {
        -(self.depth + self.rounding)
    }

    /// The lowest altitude left of one of at least `low`: carving towards a level leaves the ground no lower than the
    /// lower of the two, less what [`above`] exceeds its number by, a sixth of the rounding; and it is done twice.
    pub(super) fn lowest(&self, low: f64) -> f64 {
        low.min(-self.depth) - self.rounding / 3.0
    }
}

/// A share of one and the rest of another.
#[inline(always)]
fn mixed<L: Lanes, const D: usize>(l: L, weight: f64, one: Jet<L::F, D>, rest: Jet<L::F, D>) -> Jet<L::F, D> {
    one.times(l.lit(weight)).plus(rest.times(l.lit(1.0 - weight)))
}

/// 1 up to the first end, 0 from the second on.
#[inline(always)]
fn within<L: Lanes, const D: usize>(l: L, ends: [f64; 2], away: Jet<L::F, D>) -> Jet<L::F, D> {
    let [q, q1, _] = step(l, away.v, ends);
    away.chain(l.lit(1.0) - q, -q1, l.lit(0.0))
}
