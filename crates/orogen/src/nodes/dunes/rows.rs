//! Dunes over a row of samples: trains upon trains.

use orogen_noise::interval::Interval;
use orogen_noise::jet::{Jet, Order};
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Columns;
use orogen_noise::level::{Element, Level, Task};
use orogen_noise::placed::{Place, PlacedRow};
use orogen_noise::rows::{Rows, STRIP};

use super::Dunes;
use super::layout::Train;
use super::train::{Grade, Near};
use crate::nodes::placed::{Kernel, PlacedNode, Samples};

impl<const D: usize> PlacedNode<D> for Dunes<D> {
    fn interval(&self, _inputs: &[Interval]) -> Interval {
        self.interval
    }

    fn max_order(&self) -> Order {
        Order::Gradient
    }
}

impl<S: Element, const D: usize> Kernel<S, D> for Dunes<D> {
    fn columns(&self, positions: &[[f64; D]]) -> Vec<Columns<S, D>> {
        let positions: Vec<_> = positions.iter().map(|position| self.within_tile(position)).collect();
        self.lattices.iter().map(|map| Columns::new(map, &positions, STRIP)).collect()
    }

    fn row(&self, level: Level, order: Order, samples: &Samples<'_, S, D>, out: &mut Rows<S>) {
        out.reserve(order.planes(D));
        let start = self.within_tile(samples.row);
        let row = PlacedRow::new(&self.lattices, samples.columns, &start, samples.shift);
        S::run(level, Evaluate { dunes: self, order, row: &row, len: samples.len, out });
    }
}

impl<const D: usize> Dunes<D> {
    /// `f64` remainders are exact, so what repeats does so to the bit.
    fn within_tile(&self, position: &[f64; D]) -> [f64; D] {
        self.tile.map_or(*position, |side| position.map(|x| x.rem_euclid(side)))
    }

    /// Mean height, from points spread evenly over 64 by 64 spacings of the largest dunes (Roberts, 2018).
    pub(super) fn mean(&self) -> f64 {
        const STEPS: [f64; 2] = [0.754_877_666_246_692_8, 0.569_840_290_998_053_3];
        const ROWS: usize = 24;
        let side = 64.0 * self.trains.first().map_or(1.0, |train| train.spacing);
        let place = |k: usize| {
            let mut place = [0.0; D];
            (0..2).for_each(|axis| place[axis] = side * (k as f64 * STEPS[axis]).fract());
            place
        };
        let (mut sum, mut out) = (0.0, Rows::<f64>::default());
        for row in 0..ROWS {
            let places: Vec<_> = (0..STRIP).map(|i| place(row * STRIP + i)).collect();
            let columns = Kernel::<f64, D>::columns(self, &places);
            let samples = Samples { columns: &columns, row: &[0.0; D], len: STRIP, shift: None, inputs: &[] };
            Kernel::<f64, D>::row(self, Level::Scalar, Order::Value, &samples, &mut out);
            sum += out.plane(0).iter().sum::<f64>();
        }
        sum / (ROWS * STRIP) as f64
    }

    /// The land at some samples.
    #[inline(always)]
    fn land<L: Lanes>(&self, l: L, place: &Place<'_, L, D>) -> Grade<L::F> {
        let constant = |v: f64| Grade::constant(l, v);
        let (mut finer, mut ground) = (constant(self.finer), constant(self.ground));
        let Some((coarsest, rest)) = self.trains.split_first() else { return finer };
        let below = coarsest.near(l, place, constant(0.0));
        for train in rest.iter().rev() {
            if train.is_ripples {
                let bare = below.land(l, constant(0.0), constant(0.0));
                ground = faded(l, train, &train.near(l, place, bare), finer, ground);
                finer = ground;
            } else {
                finer = faded(l, train, &train.near(l, place, constant(0.0)), finer, ground);
            }
        }
        faded(l, coarsest, &below, finer, ground)
    }
}

/// The land of a train, as much of it as the samples can show.
#[inline(always)]
fn faded<L: Lanes, const D: usize>(
    l: L,
    train: &Train<D>,
    near: &Near<L::F>,
    finer: Grade<L::F>,
    ground: Grade<L::F>,
) -> Grade<L::F> {
    let land = near.land(l, finer, ground).times(l.lit(train.weight));
    Grade { v: land.v + l.lit((1.0 - train.weight) * train.mean), g: land.g }
}

struct Evaluate<'a, S: Element, const D: usize> {
    dunes: &'a Dunes<D>,
    order: Order,
    row: &'a PlacedRow<'a, S, D>,
    len: usize,
    out: &'a mut Rows<S>,
}

impl<S: Element, const D: usize> Task<S> for Evaluate<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        match self.order {
            Order::Value => evaluate::<L, D, 0>(l, self),
            Order::Gradient => evaluate::<L, D, 1>(l, self),
            Order::Hessian => unreachable!("dunes have no Hessian"),
        }
    }
}

fn evaluate<L: Lanes, const D: usize, const ORDER: usize>(l: L, task: Evaluate<'_, L::Scalar, D>)
where
    L::Scalar: Element,
{
    let Evaluate { dunes, row, len, out, .. } = task;
    l.vectorize(
        #[inline(always)]
        || {
            for at in (0..len).step_by(L::LANES) {
                let place = Place::new::<ORDER>(l, row, at);
                let land = dunes.land(l, &place);
                let mut jet = Jet::constant(l, land.v);
                jet.g[0] = land.g[0];
                jet.g[1] = land.g[1];
                // The first lattice is in metres: what is left to do is the displacement.
                out.store::<L, D, ORDER>(l, 0, at, &place.per_metre(l, 0, &jet));
            }
        },
    );
}
