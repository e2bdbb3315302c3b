//! Dunes on a planet: three seas of dunes, on planes perpendicular to the three axes.
//!
//! Seen along an axis, the ground that faces this axis is projected onto a plane. There, lengths are shortened by the cosine of
//! the ground's slant, which is 0.7 half-way between two axes and 0.58 between three. A position in that plane is linear in the
//! position in space: no other map of a sphere has lattices that are exact down to the ripples. Slip faces do not get steeper,
//! because slopes along the ground are components of those in space.
//!
//! With `n` the unit vector up, sea `i` has the weight `q(tᵢ)/Σⱼ q(tⱼ)`, where `tᵢ = nᵢ³²/Σⱼ nⱼ³²`, and `q` is the quintic step
//! from 0.1 to 0.9. On most of the ground, one sea has all the weight. In bands of 4° along the edges of a cube, neighbouring
//! seas share the weight.

use orogen_noise::each::each;
use orogen_noise::interval::Interval;
use orogen_noise::jet::{Jet, Order};
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Map;
use orogen_noise::level::{Element, Level, Task};
use orogen_noise::placed::{SampleLocation, PlacedRow};
use orogen_noise::rows::Rows;

use super::Dunes;
use super::layout::Kind;
use crate::nodes::globe::Globe;
use crate::nodes::lattices::step;
use crate::nodes::placed::{Kernel, PlacedNode, Samples};
use crate::planet::Sphere;
use orogen_noise::hash::combine;

/// Dunes on a planet, ready to be evaluated.
#[derive(Clone, Debug)]
pub(super) struct OnPlanet {
    /// The dunes on the plane perpendicular to each axis.
    sides: [Dunes<3>; 3],
    /// The lattice in metres, the globe, then the lattices of the sides.
    lattices: Vec<Map<3>>,
    globe: Globe,
}

impl OnPlanet {
    pub(super) fn new(kinds: &[Kind], seed: u64, sphere: Sphere) -> Self {
        let mut lattices = vec![Map::identity(), Globe::map(sphere)];
        let frames = [[1, 2], [0, 2], [0, 1]];
        let sides = [0, 1, 2].map(|axis| {
            let mut side = Dunes::<3>::new(kinds, frames[axis], combine(seed, 30 + axis as u64));
            // All sides share the first lattice, which is in metres.
            side.trains.iter_mut().for_each(|train| train.first += lattices.len() - 1);
            lattices.extend_from_slice(&side.lattices[1..]);
            side
        });
        Self { sides, lattices, globe: Globe { lattice: 1 } }
    }

    /// The weight of each sea of dunes, with derivatives per metre.
    #[inline(always)]
    fn shares<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 3>) -> [Jet<L::F, 3>; 3] {
        let up = self.globe.up(l, place);
        let powers: [Jet<L::F, 3>; 3] = each!(axis => {
            let mut power = up[axis];
            let mut k = 0;
            while k < 5 {
                power = power.product(power);
                k += 1;
            }
            power
        });
        let inverse = powers[0].plus(powers[1]).plus(powers[2]).recip(l);
        let seen: [Jet<L::F, 3>; 3] = each!(axis => {
            let share = powers[axis].product(inverse);
            let [v, d, dd] = step(l, share.v, [0.1, 0.9]);
            share.chain(v, d, dd)
        });
        let inverse = seen[0].plus(seen[1]).plus(seen[2]).recip(l);
        each!(axis => place.per_metre(l, self.globe.lattice, &seen[axis].product(inverse)))
    }

    #[inline(always)]
    fn land<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, 3>) -> Jet<L::F, 3> {
        let shares = self.shares(l, place);
        let mut land = Jet::constant(l, l.lit(0.0));
        for (side, share) in self.sides.iter().zip(&shares) {
            l.when(
                l.lt(l.lit(0.0), share.v),
                &mut land,
                #[inline(always)]
                |land| *land = land.plus(side.jet(l, place).product(*share)),
            );
        }
        land
    }
}

impl PlacedNode<3> for OnPlanet {
    fn lattices(&self) -> &[Map<3>] {
        &self.lattices
    }

    fn tile(&self) -> Option<f64> {
        None
    }

    fn interval(&self, inputs: &[Interval]) -> Interval {
        self.sides[0].interval(inputs)
    }

    fn max_order(&self) -> Order {
        Order::Gradient
    }
}

impl<S: Element> Kernel<S, 3> for OnPlanet {
    fn row(&self, level: Level, order: Order, samples: &Samples<'_, S, 3>, out: &mut Rows<S>) {
        out.reserve(order.planes(3));
        let row = PlacedRow::new(&self.lattices, samples.columns, samples.rows, samples.shift);
        // As for dunes in space, kernels are not compiled for long vectors.
        S::run(level.narrowest(), Evaluate { dunes: self, order, row: &row, len: samples.len, out });
    }
}

struct Evaluate<'a, S: Element> {
    dunes: &'a OnPlanet,
    order: Order,
    row: &'a PlacedRow<'a, S, 3>,
    len: usize,
    out: &'a mut Rows<S>,
}

impl<S: Element> Task<S> for Evaluate<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        if const { L::LANES <= 4 } {
            evaluate(l, self);
        } else {
            unreachable!("dunes in space have kernels for four lanes at most");
        }
    }
}

fn evaluate<L: Lanes>(l: L, task: Evaluate<'_, L::Scalar>)
where
    L::Scalar: Element,
{
    let Evaluate { dunes, order, row, len, out } = task;
    for at in (0..len).step_by(L::LANES) {
        // If only the value is requested, the slopes of a displacement are not read.
        let place = SampleLocation::new::<1>(l, row, at);
        let land = dunes.land(l, &place);
        if order == Order::Value {
            out.store::<L, 3, 0>(l, 0, at, &land);
        } else {
            out.store::<L, 3, 1>(l, 0, at, &land);
        }
    }
}
