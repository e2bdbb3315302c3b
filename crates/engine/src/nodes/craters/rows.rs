//! Applies craters to a row of samples, oldest first, each to the samples it reaches.

use std::ops::Range;

use orogen_noise::each::{each, for_each};
use orogen_noise::interval::Interval;
use orogen_noise::jet::{Jet, Order};
use orogen_noise::lanes::{Lanes, Scalar};
use orogen_noise::lattice::Map;
use orogen_noise::level::{Element, Level, Task};
use orogen_noise::placed::PlacedRow;
use orogen_noise::rows::{Rows, STRIP, shift_planes};

use super::Craters;
use super::gather::Impact;
use super::outline::Ready;
use super::population::Octave;
use super::profile::{Effect, REACH};
use super::surface::{Sites, Surface, To};
use crate::nodes::placed::{Kernel, PlacedNode, Samples};

impl<G: Surface<D>, const D: usize> PlacedNode<D> for Craters<G, D> {
    fn lattices(&self) -> &[Map<D>] {
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

impl<S: Element, G: Surface<D>, const D: usize> Kernel<S, D> for Craters<G, D> {
    fn row(&self, level: Level, order: Order, samples: &Samples<'_, S, D>, out: &mut Rows<S>) {
        out.reserve(order.max(Order::Gradient).planes(D));
        let row = PlacedRow::new(&self.lattices, samples.columns, samples.rows, samples.shift);
        S::run(level, Evaluate { craters: self, order, row: &row, samples, out });
    }
}

struct Evaluate<'a, S: Element, G, const D: usize> {
    craters: &'a Craters<G, D>,
    order: Order,
    row: &'a PlacedRow<'a, S, D>,
    samples: &'a Samples<'a, S, D>,
    out: &'a mut Rows<S>,
}

impl<S: Element, G: Surface<D>, const D: usize> Task<S> for Evaluate<'_, S, G, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        match self.order {
            Order::Value if const { L::MIN_ORDER == 0 } => evaluate::<L, G, D, 0>(l, self),
            Order::Value | Order::Gradient => evaluate::<L, G, D, 1>(l, self),
            Order::Hessian => unreachable!("craters have no Hessian"),
        }
    }
}

fn evaluate<L: Lanes, G: Surface<D>, const D: usize, const ORDER: usize>(
    l: L,
    task: Evaluate<'_, L::Scalar, G, D>,
) where
    L::Scalar: Element,
{
    let Evaluate { craters, row, samples, out, .. } = task;
    l.vectorize(
        #[inline(always)]
        || {
            let (surface, classes) = (&craters.surface, 2 * craters.visible);
            let position = surface.position(l, row, samples);
            // Lanes that record operations record them for a single sample.
            let by_shader = surface.by_shader(l, &craters.shader_data, samples, &position);
            let mut details = Rows::default();
            if by_shader.is_none() {
                details.reserve(plane::<ORDER>(2 * classes));
                strike::<L, G, D, ORDER>(l, craters, row, &position, samples.len, &mut details);
            }
            for at in (0..samples.len).step_by(L::LANES) {
                let sum = match by_shader {
                    Some(sum) => sum,
                    None => surface.lifted(l, &position, at, details_sum::<L, ORDER>(l, &details, classes, at)),
                };
                let sum = limited(l, sum, craters.extremes.max);
                let mut sum = limited(l, sum.times(l.lit(-1.0)), -craters.extremes.min).times(l.lit(-1.0));
                if let Some(shift) = samples.shift {
                    let shift = each!(i => shift.load::<L, D, ORDER>(l, i * shift_planes(D), at));
                    sum = surface.displaced(l, &position, at, sum, &shift);
                }
                let ground = samples.inputs.field(0).load::<L, D, ORDER>(l, 0, at);
                out.store::<L, D, ORDER>(l, 0, at, &ground.plus(sum));
            }
        },
    );
}

/// Applies the craters to the details of a row, which must all be zero.
#[inline(always)]
fn strike<L: Lanes, G: Surface<D>, const D: usize, const ORDER: usize>(
    l: L,
    craters: &Craters<G, D>,
    row: &PlacedRow<'_, L::Scalar, D>,
    position: &G::RowPosition<L::Scalar>,
    len: usize,
    details: &mut Rows<L::Scalar>,
) {
    let octaves = &craters.octaves[..craters.visible];
    let mut sites = Vec::with_capacity(octaves.len());
    // `map` would take the operations on lanes out of the kernel.
    for octave in octaves {
        sites.push(sites_in(l, &craters.surface, row, position, octave, len));
    }
    let lanes: [L::Scalar; STRIP] = std::array::from_fn(|lane| L::Scalar::from_f64(lane as f64));
    for impact in craters.impacts(&sites, position, len) {
        let Impact { octave, crater, spot, first, last, .. } = impact;
        let to = To { cell: crater.cell, centre: crater.centre, spot, sites: &sites[octave], position };
        let strike = Strike { surface: &craters.surface, impact: &craters.ready(&impact), to: &to };
        strike.apply::<L, ORDER>(l, first..last, &lanes, details, 2 * craters.visible);
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

/// The largest excess of a sum of details over the extreme of a single detail, as a share of that extreme.
const BEYOND: f64 = 0.5;

/// `x` up to `most`, then `most + y/(1 + y/b)` for the excess `y`, with `b = BEYOND·most`. The slope begins at 1, and the
/// result stays below `most + b`.
#[inline(always)]
fn limited<L: Lanes, const D: usize>(l: L, x: Jet<L::F, D>, most: f64) -> Jet<L::F, D> {
    let (zero, one, end) = (l.lit(0.0), l.lit(1.0), l.lit(most));
    let excess = l.max(x.v - end, zero);
    // If no crater has a rim, `most` is 0 and nothing exceeds it.
    let share = one / (one + excess * l.lit(1.0 / (BEYOND * most.max(1e-9))));
    x.chain(l.min(x.v, end) + excess * share, share * share, zero)
}

#[inline(always)]
fn sites_in<L: Lanes, G: Surface<D>, const D: usize>(
    l: L,
    surface: &G,
    row: &PlacedRow<'_, L::Scalar, D>,
    position: &G::RowPosition<L::Scalar>,
    octave: &Octave,
    len: usize,
) -> Sites<L::Scalar, D> {
    let mut sites = Sites { cells: [[0; STRIP]; D], fractions: [[L::Scalar::default(); STRIP]; D] };
    for at in (0..len).step_by(L::LANES) {
        let site = surface.site(l, row, position, octave, at);
        for_each!(axis < D => {
            l.store(site.frac[axis], &mut sites.fractions[axis][at..]);
            l.store_words(site.cell[axis], &mut sites.cells[axis][at..]);
        });
    }
    sites
}

/// The outline of a central peak is this many times as irregular as that of its crater, so the peak has spurs.
const SPURS: f64 = 3.0;

/// An impact on the samples of a row.
struct Strike<'a, S: Scalar, G: Surface<D>, const D: usize> {
    surface: &'a G,
    impact: &'a Ready,
    to: &'a To<'a, G, S, D>,
}

impl<S: Scalar, G: Surface<D>, const D: usize> Strike<'_, S, G, D> {
    /// Applies the impact to the details.
    #[inline(always)]
    fn apply<L: Lanes<Scalar = S>, const ORDER: usize>(
        &self,
        l: L,
        samples: Range<usize>,
        lanes: &[S; STRIP],
        details: &mut Rows<S>,
        classes: usize,
    ) {
        let Self { surface, impact, to } = self;
        let (first, last) = (l.lit(samples.start as f64), l.lit(samples.end as f64));
        // The square of a little more than the farthest distance that the crater reaches in any direction. The test only skips
        // samples quickly; it does not change the result.
        let reach = l.lit(1.001 * impact.reach * impact.reach);
        for at in (samples.start / L::LANES * L::LANES..samples.end).step_by(L::LANES) {
            let lane = l.load(&lanes[at..]);
            let way = surface.way(l, to, at);
            if !l.any(l.lt(way.0, reach)) {
                continue;
            }
            let to_centre = surface.to_centre(l, to, at, &way);
            let lobe = impact.lobe(l, to_centre.direction);
            let square = impact.square(l, &to_centre, &lobe, 1.0);
            let inside = l.le(first, lane) & l.lt(lane, last) & l.lt(square.v, l.lit(REACH * REACH));
            if !l.any(inside) {
                continue;
            }
            let mut effect = impact.section.effect(l, &square, &impact.bend(l, &to_centre, &lobe));
            if impact.section.peak > 0.0 {
                let spurs = impact.square(l, &to_centre, &lobe, SPURS);
                effect.left = effect.left.plus(impact.section.mountain(l, &spurs));
            }
            change_all::<L, ORDER>(l, details, at, inside, &effect, [impact.class, classes]);
        }
    }
}

/// Applies the effect of an impact of one class to the details of all classes.
#[inline(always)]
fn change_all<L: Lanes, const ORDER: usize>(
    l: L,
    details: &mut Rows<L::Scalar>,
    at: usize,
    inside: L::M,
    effect: &Effect<L::F>,
    [own, classes]: [usize; 2],
) {
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

/// How much an impact blurs the details of the larger classes, the nearest one first. Walls much larger than the crater keep
/// their edges, because a blur would move them by more than the crater's depth.
const BLURS: [f64; 4] = [1.0, 1.0, 1.0, 0.5];

/// The slot of a class's detail.
const fn sharp(class: usize) -> usize {
    2 * class
}

/// The slot of a class's detail with blurred edges.
const fn blurred(class: usize) -> usize {
    2 * class + 1
}

/// The first plane of a slot.
const fn plane<const ORDER: usize>(slot: usize) -> usize {
    slot * (1 + ORDER * 2)
}

/// `detail ← (1 − share)·detail + new` where samples are inside; the other samples keep their bits.
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
