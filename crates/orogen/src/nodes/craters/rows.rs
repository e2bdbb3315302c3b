//! Craters over a row of samples: each is applied to the samples it reaches, oldest first.

use orogen_noise::each;
use orogen_noise::interval::Interval;
use orogen_noise::jet::{Jet, Order};
use orogen_noise::lanes::{Lanes, Scalar};
use orogen_noise::lattice::Columns;
use orogen_noise::level::{Element, Level, Task};
use orogen_noise::placed::{Place, PlacedRow};
use orogen_noise::rows::{Rows, STRIP, shift_planes};

use super::Craters;
use super::gather::{Impact, Sites};
use super::population::Octave;
use super::profile::{REACH, Section};
use crate::nodes::placed::{Kernel, PlacedNode, Samples};

impl<const D: usize> PlacedNode<D> for Craters<D> {
    fn interval(&self, inputs: &[Interval]) -> Interval {
        inputs[0].plus(self.interval)
    }

    fn max_order(&self) -> Order {
        Order::Gradient
    }
}

impl<S: Element, const D: usize> Kernel<S, D> for Craters<D> {
    fn columns(&self, positions: &[[f64; D]]) -> Vec<Columns<S, D>> {
        let columns = |octave: &Octave<D>| {
            let positions: Vec<_> = positions.iter().map(|position| octave.within_tile(position)).collect();
            Columns::new(&octave.map, &positions, STRIP)
        };
        self.octaves.iter().map(columns).collect()
    }

    fn row(&self, level: Level, order: Order, samples: &Samples<'_, S, D>, out: &mut Rows<S>) {
        out.reserve(order.planes(D));
        let maps: Vec<_> = self.octaves.iter().map(|octave| octave.map).collect();
        let start = self.octaves.first().map_or(*samples.row, |octave| octave.within_tile(samples.row));
        let row = PlacedRow::new(&maps, samples.columns, &start, samples.shift);
        S::run(level, Evaluate { craters: self, order, row: &row, samples, out });
    }
}

struct Evaluate<'a, S: Element, const D: usize> {
    craters: &'a Craters<D>,
    order: Order,
    row: &'a PlacedRow<'a, S, D>,
    samples: &'a Samples<'a, S, D>,
    out: &'a mut Rows<S>,
}

impl<S: Element, const D: usize> Task<S> for Evaluate<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        match self.order {
            Order::Value => evaluate::<L, D, 0>(l, self),
            Order::Gradient => evaluate::<L, D, 1>(l, self),
            Order::Hessian => unreachable!("craters have no Hessian"),
        }
    }
}

fn evaluate<L: Lanes, const D: usize, const ORDER: usize>(l: L, task: Evaluate<'_, L::Scalar, D>)
where
    L::Scalar: Element,
{
    let Evaluate { craters, order, row, samples, out } = task;
    let planes = order.planes(D);
    l.vectorize(
        #[inline(always)]
        || {
            let sites = sites::<L, D>(l, row, craters.octaves.len(), samples.len);
            let lanes: [L::Scalar; STRIP] = std::array::from_fn(|lane| L::Scalar::from_f64(lane as f64));
            let classes = 2 * craters.octaves.len();
            let mut details = Rows::new(2 * classes * planes);
            for impact in craters.impacts(&sites, samples.len) {
                let sites = &sites[impact.octave];
                apply::<L, D, ORDER>(l, &craters.ready(&impact), sites, &lanes, &mut details, classes);
            }
            for at in (0..samples.len).step_by(L::LANES) {
                let mut sum = details_sum::<L, D, ORDER>(l, &details, classes, at);
                if let Some(shift) = samples.shift {
                    let shift = each!(i => shift.load::<L, D, ORDER>(l, i * shift_planes(D), at));
                    sum = sum.displaced(l, &shift);
                }
                let ground = samples.inputs[0].load::<L, D, ORDER>(l, 0, at);
                out.store::<L, D, ORDER>(l, 0, at, &ground.plus(sum));
            }
        },
    );
}

#[inline(always)]
fn details_sum<L: Lanes, const D: usize, const ORDER: usize>(
    l: L,
    details: &Rows<L::Scalar>,
    classes: usize,
    at: usize,
) -> Jet<L::F, D> {
    let mut sum = Jet::constant(l, l.lit(0.0));
    for class in 0..classes {
        sum = sum.plus(details.load::<L, D, ORDER>(l, plane::<D, ORDER>(sharp(class)), at));
    }
    sum
}

#[inline(always)]
fn sites<L: Lanes, const D: usize>(
    l: L,
    row: &PlacedRow<'_, L::Scalar, D>,
    octaves: usize,
    len: usize,
) -> Vec<Sites<L::Scalar, D>> {
    let mut all = Vec::with_capacity(octaves);
    for octave in 0..octaves {
        let mut sites =
            Sites { cells: [[0; STRIP]; D], fractions: [[L::Scalar::default(); STRIP]; D] };
        for at in (0..len).step_by(L::LANES) {
            let site = Place::new::<0>(l, row, at).site(l, octave);
            for axis in 0..D {
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

impl<const D: usize> Craters<D> {
    fn ready(&self, impact: &Impact<D>) -> Ready<D> {
        let octave = &self.octaves[impact.octave];
        let size = &octave.sizes[impact.crater.size];
        let lobes = impact.crater.lobes(self.bend);
        Ready {
            cell: impact.crater.cell,
            centre: impact.crater.centre,
            first: impact.first,
            last: impact.last,
            scale: (octave.cell / size.radius) * (octave.cell / size.radius),
            per_metre: 1.0 / octave.cell,
            reach: octave.reach(&impact.crater),
            lobes: (self.bend > 0.0).then_some(lobes),
            class: size.class,
            section: Section::new(size, impact.crater.worn(self.softness), self.ejecta),
        }
    }
}

/// A crater ready to be applied.
struct Ready<const D: usize> {
    cell: [u32; D],
    centre: [f64; D],
    first: usize,
    last: usize,
    /// Squared cells to squared radii.
    scale: f64,
    /// Cells a metre.
    per_metre: f64,
    /// The farthest it reaches, in cells.
    reach: f64,
    lobes: Option<[[f64; 2]; 3]>,
    class: usize,
    section: Section,
}

impl<const D: usize> Ready<D> {
    /// The squared distance from the centre in radii, `x² = s·r²·(1 + stress·m(θ))`, as a jet per metre; `p` is the
    /// way from the centre in cells. As `∂θ/∂p = (−y, x)/r²`, its gradient is `s·(2p·(1 + m) + m′·(−y, x))`.
    #[inline(always)]
    fn square<L: Lanes>(&self, l: L, p: &[L::F; D], lobe: &[L::F; 2], stress: f64) -> Jet<L::F, D> {
        let (scale, slope) = (l.lit(self.scale), l.lit(self.scale * self.per_metre));
        let [bend, turn] = lobe.map(|lobe| l.lit(stress) * lobe);
        let round = l.lit(1.0) + bend;
        let mut square = Jet::constant(l, (p[0] * p[0] + p[1] * p[1]) * round);
        for axis in 0..D {
            let factor = if axis < 2 { round } else { l.lit(1.0) };
            square.g[axis] = slope * ((p[axis] + p[axis]) * factor);
            if axis >= 2 {
                square.v = square.v + p[axis] * p[axis];
            }
        }
        square.g[0] = square.g[0] - slope * (turn * p[1]);
        square.g[1] = square.g[1] + slope * (turn * p[0]);
        square.v = scale * square.v;
        square
    }

    /// `m(θ)` as a jet per metre: `∂θ/∂p = (−y, x)/r²`.
    #[inline(always)]
    fn bend<L: Lanes>(&self, l: L, p: &[L::F; D], lobe: &[L::F; 2]) -> Jet<L::F, D> {
        let round = l.lit(self.per_metre) / l.max(p[0] * p[0] + p[1] * p[1], l.lit(1e-30));
        let mut bend = Jet::constant(l, lobe[0]);
        bend.g[0] = -(lobe[1] * (p[1] * round));
        bend.g[1] = lobe[1] * (p[0] * round);
        bend
    }

    /// `m(θ) = Σ a·cos kθ + b·sin kθ` over two, three and five lobes, and its derivative.
    #[inline(always)]
    fn lobe<L: Lanes>(&self, l: L, p: &[L::F; D]) -> [L::F; 2] {
        let Some(lobes) = &self.lobes else { return [l.lit(0.0); 2] };
        // The direction has no limit at the centre, where nothing depends on it.
        let inverse = l.lit(1.0) / l.sqrt(l.max(p[0] * p[0] + p[1] * p[1], l.lit(1e-30)));
        let one = [p[0] * inverse, p[1] * inverse];
        let two = turned(one, one);
        let three = turned(two, one);
        let five = turned(three, two);
        let mut sums = [l.lit(0.0); 2];
        let waves = [two, three, five];
        for k in 0..3 {
            let ([cosine, sine], [a, b]) = (waves[k], lobes[k]);
            let (a, b, times) = (l.lit(a), l.lit(b), l.lit([2.0, 3.0, 5.0][k]));
            sums[0] = sums[0] + (a * cosine + b * sine);
            sums[1] = sums[1] + times * (b * cosine - a * sine);
        }
        sums
    }
}

/// Cosine and sine of the sum of two angles.
#[inline(always)]
fn turned<F: orogen_noise::lanes::Float>([c, s]: [F; 2], [d, t]: [F; 2]) -> [F; 2] {
    [c * d - s * t, s * d + c * t]
}

/// Central peaks follow the outline so many times as closely: they have spurs.
const SPURS: f64 = 3.0;

/// Lets an impact do its work on the details.
#[inline(always)]
fn apply<L: Lanes, const D: usize, const ORDER: usize>(
    l: L,
    impact: &Ready<D>,
    sites: &Sites<L::Scalar, D>,
    lanes: &[L::Scalar; STRIP],
    details: &mut Rows<L::Scalar>,
    classes: usize,
) {
    let (first, last) = (l.lit(impact.first as f64), l.lit(impact.last as f64));
    // A little more than the farthest it reaches in any direction: to pass over samples quickly, not to decide.
    let reach = l.lit(1.001 * impact.reach * impact.reach);
    for at in (impact.first / L::LANES * L::LANES..impact.last).step_by(L::LANES) {
        let lane = l.load(&lanes[at..]);
        let p: [L::F; D] = each!(axis => {
            let cells = l.signed(l.load_words(&sites.cells[axis][at..]) - l.word(impact.cell[axis]));
            cells + (l.load(&sites.fractions[axis][at..]) - l.lit(impact.centre[axis]))
        });
        let mut square = p[0] * p[0];
        for axis in 1..D {
            square = square + p[axis] * p[axis];
        }
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
        change::<L, D, ORDER>(l, details, sharp(own), at, inside, &effect.replaced, &effect.left);
        change::<L, D, ORDER>(l, details, blurred(own), at, inside, &effect.replaced, &effect.blurred);
        let nothing = Jet::constant(l, l.lit(0.0));
        for slot in sharp(own + 1)..sharp(classes) {
            change::<L, D, ORDER>(l, details, slot, at, inside, &effect.buried, &nothing);
        }
        if own > 0 {
            let half = effect.buried.times(l.lit(0.5));
            change::<L, D, ORDER>(l, details, blurred(own - 1), at, inside, &half, &nothing);
        }
        for (larger, share) in (0..own).rev().zip(BLURS) {
            let share = effect.buried.times(l.lit(share));
            let blur = details.load::<L, D, ORDER>(l, plane::<D, ORDER>(blurred(larger)), at);
            change::<L, D, ORDER>(l, details, sharp(larger), at, inside, &share, &share.product(blur));
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
const fn plane<const D: usize, const ORDER: usize>(slot: usize) -> usize {
    slot * (1 + ORDER * D)
}

/// `detail ← (1 − share)·detail + new` where the samples are inside; the others keep their bits.
#[inline(always)]
fn change<L: Lanes, const D: usize, const ORDER: usize>(
    l: L,
    details: &mut Rows<L::Scalar>,
    slot: usize,
    at: usize,
    inside: L::M,
    share: &Jet<L::F, D>,
    new: &Jet<L::F, D>,
) {
    let plane = plane::<D, ORDER>(slot);
    let before = details.load::<L, D, ORDER>(l, plane, at);
    let after = before.minus(share.product(before)).plus(*new);
    details.store::<L, D, ORDER>(l, plane, at, &Jet::select(l, inside, after, before));
}
