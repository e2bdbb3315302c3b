//! Dunes over a row of samples: each train on top of a larger one.

use orogen_noise::interval::Interval;
use orogen_noise::jet::{Jet, Order};
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Map;
use orogen_noise::level::{Element, Level, Task};
use orogen_noise::placed::{SampleLocation, PlacedRow};
use orogen_noise::rows::{Rows, STRIP};

use super::Dunes;
use super::grade::Grade;
use super::layout::Train;
use super::train::Near;
use crate::nodes::inputs::Inputs;
use crate::nodes::placed::{Kernel, PlacedNode, Samples, columns, rows};

impl<const D: usize> PlacedNode<D> for Dunes<D> {
    fn lattices(&self) -> &[Map<D>] {
        &self.lattices
    }

    fn tile(&self) -> Option<f64> {
        self.tile
    }

    fn interval(&self, _inputs: &[Interval]) -> Interval {
        self.interval
    }

    fn max_order(&self) -> Order {
        Order::Gradient
    }
}

impl<S: Element, const D: usize> Kernel<S, D> for Dunes<D> {
    fn row(&self, level: Level, order: Order, samples: &Samples<'_, S, D>, out: &mut Rows<S>) {
        out.reserve(order.planes(D));
        let row = PlacedRow::new(&self.lattices, samples.columns, samples.rows, samples.shift);
        // Kernels are large and dunes in space are rare, so kernels for space are not compiled for long vectors.
        let level = if D == 2 { level } else { level.narrowest() };
        S::run(level, Evaluate { dunes: self, order, row: &row, len: samples.len, out });
    }
}

impl<const D: usize> Dunes<D> {
    /// Mean height of the land if a train is added to these dunes, from points spread evenly over 64 by 64 of its spacings
    /// (Roberts, 2018).
    pub(super) fn mean(&self, train: &Train<D>) -> f64 {
        const STEPS: [f64; 2] = [0.754_877_666_246_692_8, 0.569_840_290_998_053_3];
        const ROWS: usize = 24;
        let mut dunes = self.clone();
        dunes.push(Train { weight: 1.0, ..train.clone() });
        let side = 64.0 * train.spacing;
        let place = |k: usize| {
            let mut place = [0.0; D];
            (0..2).for_each(|axis| place[self.frame[axis]] = side * (k as f64 * STEPS[axis]).fract());
            place
        };
        let (mut sum, mut out) = (0.0, Rows::<f64>::default());
        let rows = rows(&dunes, &[0.0; D]);
        for row in 0..ROWS {
            let places: Vec<_> = (0..STRIP).map(|i| place(row * STRIP + i)).collect();
            let (columns, inputs) = (columns(&dunes, &places), Inputs::none());
            let samples = Samples { columns: &columns, rows: &rows, len: STRIP, shift: None, inputs };
            Kernel::<f64, D>::row(&dunes, Level::best(), Order::Value, &samples, &mut out);
            sum += out.plane(0).iter().sum::<f64>();
        }
        sum / (ROWS * STRIP) as f64
    }

    /// The land at some samples. The largest dunes are computed first, because they bend the ripples, and are added last. The
    /// kernel of a train is large: it is called from one place only, and so compiled once.
    #[inline(always)]
    fn land<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>) -> Grade<L::F> {
        let nothing = Grade::constant(l, 0.0);
        let (mut finer, mut ground) = (Grade::constant(l, self.finer), Grade::constant(l, self.ground));
        let (mut coarsest, mut others, mut bare) = (Near::new(), Near::new(), nothing);
        let trains = self.trains.len();
        for turn in 0..trains {
            let train = &self.trains[(trains - turn) % trains];
            // The dunes are written where they are read, since they are many numbers to move.
            let near = if turn == 0 { &mut coarsest } else { &mut others };
            train.find(l, place, bare, near);
            if turn == 0 {
                bare = near.land(l, nothing, nothing);
            } else {
                finer = faded(l, train, near, finer, ground);
            }
            if train.is_ripples {
                ground = finer;
            }
        }
        match self.trains.first() {
            Some(train) => faded(l, train, &coarsest, finer, ground),
            None => finer,
        }
    }

    /// The land with derivatives per metre along all axes.
    #[inline(always)]
    pub(super) fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>) -> Jet<L::F, D> {
        let land = self.land(l, place);
        let mut jet = Jet::constant(l, land.v);
        jet.g[self.frame[0]] = land.g[0];
        jet.g[self.frame[1]] = land.g[1];
        // The first lattice is in metres, so only the displacement remains to be applied.
        place.per_metre(l, 0, &jet)
    }
}

/// The land of a train. The share that the samples cannot show is replaced by the mean height.
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
        if const { L::LANES <= 4 || D == 2 } {
            evaluate::<L, D>(l, self);
        } else {
            unreachable!("dunes in space have kernels for four lanes at most");
        }
    }
}

fn evaluate<L: Lanes, const D: usize>(l: L, task: Evaluate<'_, L::Scalar, D>)
where
    L::Scalar: Element,
{
    let Evaluate { dunes, order, row, len, out } = task;
    l.vectorize(
        #[inline(always)]
        || {
            for at in (0..len).step_by(L::LANES) {
                // If only the value is requested, the slopes of a displacement are not read.
                let place = SampleLocation::new::<1>(l, row, at);
                let jet = dunes.jet(l, &place);
                if order == Order::Value {
                    out.store::<L, D, 0>(l, 0, at, &jet);
                } else {
                    out.store::<L, D, 1>(l, 0, at, &jet);
                }
            }
        },
    );
}
