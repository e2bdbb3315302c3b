//! Craters over a row of samples: each is applied to the samples it reaches, oldest first.

use orogen_noise::each;
use orogen_noise::interval::Interval;
use orogen_noise::jet::{Jet, Order};
use orogen_noise::lanes::{Lanes, Scalar};
use orogen_noise::lattice::Map;
use orogen_noise::level::{Element, Level, Task};
use orogen_noise::placed::{Place, PlacedRow};
use orogen_noise::rows::{Rows, STRIP, shift_planes};

use super::Craters;
use super::gather::Sites;
use super::outline::Ready;
use super::profile::REACH;
use crate::nodes::placed::{Kernel, PlacedNode, Samples};

impl PlacedNode<2> for Craters {
    fn lattices(&self) -> &[Map<2>] {
        &self.lattices
    }

    fn tile(&self) -> Option<f64> {
        self.tile
    }

    fn interval(&self, inputs: &[Interval]) -> Interval {
        inputs[0].plus(self.extremes.times(1.0 + BEYOND))
    }

    fn max_order(&self) -> Order {
        Order::Gradient
    }
}

impl<S: Element> Kernel<S, 2> for Craters {
    fn row(&self, level: Level, order: Order, samples: &Samples<'_, S, 2>, out: &mut Rows<S>) {
        out.reserve(order.planes(2));
        let row = PlacedRow::new(&self.lattices, samples.columns, samples.rows, samples.shift);
        S::run(level, Evaluate { craters: self, order, row: &row, samples, out });
    }
}

struct Evaluate<'a, S: Element> {
    craters: &'a Craters,
    order: Order,
    row: &'a PlacedRow<'a, S, 2>,
    samples: &'a Samples<'a, S, 2>,
    out: &'a mut Rows<S>,
}

impl<S: Element> Task<S> for Evaluate<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        match self.order {
            Order::Value => evaluate::<L, 0>(l, self),
            Order::Gradient => evaluate::<L, 1>(l, self),
            Order::Hessian => unreachable!("craters have no Hessian"),
        }
    }
}

fn evaluate<L: Lanes, const ORDER: usize>(l: L, task: Evaluate<'_, L::Scalar>)
where
    L::Scalar: Element,
{
    let Evaluate { craters, order, row, samples, out } = task;
    let planes = order.planes(2);
    l.vectorize(
        #[inline(always)]
        || {
            // Who writes operations down does so for a single sample.
            let elsewhere = craters.elsewhere(l, samples);
            let classes = 2 * craters.visible;
            let mut details = Rows::default();
            if elsewhere.is_none() {
                details.reserve(2 * classes * planes);
                strike::<L, ORDER>(l, craters, row, samples.len, &mut details);
            }
            for at in (0..samples.len).step_by(L::LANES) {
                let sum = match elsewhere {
                    Some(sum) => sum,
                    None => details_sum::<L, ORDER>(l, &details, classes, at),
                };
                let sum = limited(l, sum, craters.extremes.max);
                let mut sum = limited(l, sum.times(l.lit(-1.0)), -craters.extremes.min).times(l.lit(-1.0));
                if let Some(shift) = samples.shift {
                    let shift = each!(i => shift.load::<L, 2, ORDER>(l, i * shift_planes(2), at));
                    sum = sum.displaced(l, &shift);
                }
                let ground = samples.inputs.field(0).load::<L, 2, ORDER>(l, 0, at);
                out.store::<L, 2, ORDER>(l, 0, at, &ground.plus(sum));
            }
        },
    );
}

/// Lets the craters do their work on the details of a row, all of them zero before.
#[inline(always)]
fn strike<L: Lanes, const ORDER: usize>(
    l: L,
    craters: &Craters,
    row: &PlacedRow<'_, L::Scalar, 2>,
    len: usize,
    details: &mut Rows<L::Scalar>,
) {
    let sites = sites(l, row, craters.visible, len);
    let lanes: [L::Scalar; STRIP] = std::array::from_fn(|lane| L::Scalar::from_f64(lane as f64));
    for impact in craters.impacts(&sites, len) {
        let sites = &sites[impact.octave];
        apply::<L, ORDER>(l, &craters.ready(&impact), sites, &lanes, details, 2 * craters.visible);
    }
}

#[inline(always)]
fn details_sum<L: Lanes, const ORDER: usize>(
    l: L,
    details: &Rows<L::Scalar>,
    classes: usize,
    at: usize,
) -> Jet<L::F, 2> {
    let mut sum = Jet::constant(l, l.lit(0.0));
    for class in 0..classes {
        sum = sum.plus(details.load::<L, 2, ORDER>(l, plane::<ORDER>(sharp(class)), at));
    }
    sum
}

/// What is left of the excess of a sum of details over a single one's extreme, at most, as a share of that.
const BEYOND: f64 = 0.5;

/// `x` up to `most`, and `most + y/(1 + y/b)` for the excess `y` beyond, `b = BEYOND·most`: with slope 1 at first, never
/// `most + b` or more.
#[inline(always)]
fn limited<L: Lanes>(l: L, x: Jet<L::F, 2>, most: f64) -> Jet<L::F, 2> {
    let (zero, one, end) = (l.lit(0.0), l.lit(1.0), l.lit(most));
    let excess = l.max(x.v - end, zero);
    // Where there are no rims at all nothing is in excess.
    let share = one / (one + excess * l.lit(1.0 / (BEYOND * most.max(1e-9))));
    x.chain(l.min(x.v, end) + excess * share, share * share, zero)
}

#[inline(always)]
fn sites<L: Lanes>(
    l: L,
    row: &PlacedRow<'_, L::Scalar, 2>,
    octaves: usize,
    len: usize,
) -> Vec<Sites<L::Scalar>> {
    let mut all = Vec::with_capacity(octaves);
    for octave in 0..octaves {
        let mut sites =
            Sites { cells: [[0; STRIP]; 2], fractions: [[L::Scalar::default(); STRIP]; 2] };
        for at in (0..len).step_by(L::LANES) {
            let site = Place::new::<0>(l, row, at).site(l, octave);
            for axis in 0..2 {
                l.store(site.frac[axis], &mut sites.fractions[axis][at..]);
                for lane in 0..L::LANES {
                    sites.cells[axis][at + lane] = l.word_lane(site.cell[axis], lane);
                }
            }
        }
        all.push(sites);
    }
    all
}

/// Central peaks follow the outline so many times as closely: they have spurs.
const SPURS: f64 = 3.0;

/// Lets an impact do its work on the details.
#[inline(always)]
fn apply<L: Lanes, const ORDER: usize>(
    l: L,
    impact: &Ready,
    sites: &Sites<L::Scalar>,
    lanes: &[L::Scalar; STRIP],
    details: &mut Rows<L::Scalar>,
    classes: usize,
) {
    let (first, last) = (l.lit(impact.first as f64), l.lit(impact.last as f64));
    // A little more than the farthest it reaches in any direction: to pass over samples quickly, not to decide.
    let reach = l.lit(1.001 * impact.reach * impact.reach);
    for at in (impact.first / L::LANES * L::LANES..impact.last).step_by(L::LANES) {
        let lane = l.load(&lanes[at..]);
        let p: [L::F; 2] = each!(axis => {
            let cells = l.signed(l.load_words(&sites.cells[axis][at..]) - l.word(impact.cell[axis]));
            cells + (l.load(&sites.fractions[axis][at..]) - l.lit(impact.centre[axis]))
        });
        let square = p[0] * p[0] + p[1] * p[1];
        if !l.any(l.lt(square, reach)) {
            continue;
        }
        let lobe = impact.lobe(l, &p);
        let square = impact.square(l, &p, &lobe, 1.0);
        let inside = l.le(first, lane) & l.lt(lane, last) & l.lt(square.v, l.lit(REACH * REACH));
        if !l.any(inside) {
            continue;
        }
        let mut effect = impact.section.effect(l, &square, &impact.bend(l, &p, &lobe));
        if impact.section.peak > 0.0 {
            let spurs = impact.square(l, &p, &lobe, SPURS);
            effect.left = effect.left.plus(impact.section.mountain(l, &spurs));
        }
        let own = impact.class;
        change::<L, ORDER>(l, details, sharp(own), at, inside, &effect.replaced, &effect.left);
        change::<L, ORDER>(l, details, blurred(own), at, inside, &effect.replaced, &effect.blurred);
        let nothing = Jet::constant(l, l.lit(0.0));
        for slot in sharp(own + 1)..sharp(classes) {
            change::<L, ORDER>(l, details, slot, at, inside, &effect.buried, &nothing);
        }
        if own > 0 {
            let half = effect.buried.times(l.lit(0.5));
            change::<L, ORDER>(l, details, blurred(own - 1), at, inside, &half, &nothing);
        }
        for (larger, share) in (0..own).rev().zip(BLURS) {
            let share = effect.buried.times(l.lit(share));
            let blur = details.load::<L, 2, ORDER>(l, plane::<ORDER>(blurred(larger)), at);
            change::<L, ORDER>(l, details, sharp(larger), at, inside, &share, &share.product(blur));
        }
    }
}

/// How far an impact blurs the details of the classes above its own, the next one first. Walls much larger than the
/// crater keep their edges: blurred, they would be moved by more than its depth.
const BLURS: [f64; 4] = [1.0, 1.0, 1.0, 0.5];

/// The slot of a class's detail.
const fn sharp(class: usize) -> usize {
    2 * class
}

/// The slot of what the detail would be if no crater had sharp edges.
const fn blurred(class: usize) -> usize {
    2 * class + 1
}

/// The first plane of a slot.
const fn plane<const ORDER: usize>(slot: usize) -> usize {
    slot * (1 + ORDER * 2)
}

/// `detail ← (1 − share)·detail + new` where the samples are inside; the others keep their bits.
#[inline(always)]
fn change<L: Lanes, const ORDER: usize>(
    l: L,
    details: &mut Rows<L::Scalar>,
    slot: usize,
    at: usize,
    inside: L::M,
    share: &Jet<L::F, 2>,
    new: &Jet<L::F, 2>,
) {
    let plane = plane::<ORDER>(slot);
    let before = details.load::<L, 2, ORDER>(l, plane, at);
    let after = before.minus(share.product(before)).plus(*new);
    details.store::<L, 2, ORDER>(l, plane, at, &Jet::select(l, inside, after, before));
}
