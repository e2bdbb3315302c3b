//! The dunes of one train that reach a sample.

use orogen_noise::basis::{Basis, Perlin, quintic};
use orogen_noise::each;
use orogen_noise::hash::Key;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Float, Lanes};
use orogen_noise::lattice::Site;
use orogen_noise::placed::SampleLocation;

use super::grade::Grade;
use super::layout::{BARCHAN, CREST, JOIN, PHASE, RELIEF, MAX_ROWS, ROW, Train, WANDER};
use super::wander::{Curve, wander};

/// A dune at a sample, in metres. All values are zero if the dune does not reach the sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dune<F> {
    /// The windward slope.
    stoss: Grade<F>,
    /// The slip face.
    slip: Grade<F>,
    /// The share of the height of finer dunes that is added to the stoss: 0 at the toe, so that the dune has no edge there.
    mask: Grade<F>,
}

/// The most dunes that reach a sample: 3 in each of [`MAX_ROWS`] rows.
const MAX_DUNES: usize = 3 * MAX_ROWS;

/// The dunes of a train that may reach some samples.
#[derive(Debug)]
pub(super) struct Near<F> {
    /// The first `count` are dunes. A place without a dune is `None`, since a dune of zeros would take time to write.
    dunes: [Option<Dune<F>>; MAX_DUNES],
    count: usize,
}

impl<F: Float> Near<F> {
    /// No dunes yet.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { dunes: [None; MAX_DUNES], count: 0 }
    }

    /// The land: the highest of `ground` and the dunes, which have `finer` on their windward slopes.
    #[inline(always)]
    pub(super) fn land<L: Lanes<F = F>>(&self, l: L, finer: Grade<F>, ground: Grade<F>) -> Grade<F> {
        let (mut highest, mut second) = (ground, Grade::constant(l, 0.0));
        for dune in self.dunes[..self.count].iter().flatten() {
            let height = dune.stoss.plus(dune.mask.product(finer)).min(l, dune.slip);
            second = highest.min(l, height).max(l, second);
            highest = highest.max(l, height);
        }
        joined(l, highest, second)
    }
}

/// The higher of two heights `a ≥ b ≥ 0`, with the crease rounded where they are nearly equal: `a + k·a·h³/6` with
/// `h = max(0, 1 − (a − b)/(k·a))` and `k = JOIN`. The rounding is proportional to the heights, and bare ground stays as it is.
#[inline(always)]
fn joined<L: Lanes>(l: L, a: Grade<L::F>, b: Grade<L::F>) -> Grade<L::F> {
    let (one, half, sixth) = (l.lit(1.0), l.lit(0.5), l.lit(JOIN / 6.0));
    let ratio = b.v / l.max(a.v, l.lit(1e-30));
    let h = l.max((ratio - l.lit(1.0 - JOIN)) * l.lit(1.0 / JOIN), l.lit(0.0));
    let (square, more) = (h * h, one + sixth * (h * h * h));
    let (by_a, by_b) = (more - half * square * ratio, half * square);
    Grade { v: a.v * more, g: each!(i => by_a * a.g[i] + by_b * b.g[i]) }
}

/// The numbers that all dunes of a row share.
struct RowOf<L: Lanes, const D: usize> {
    word: L::U,
    /// How far the row's position is downwind of the sample.
    ahead: L::F,
    /// How far the row's foot line is from that position. Derivatives are per spacing along the row.
    foot: Curve<L::F>,
    /// Height of its ridge relative to the common height.
    tall: Curve<L::F>,
    cells: Site<L, D>,
}

impl<const D: usize> Train<D> {
    /// Finds the dunes around some samples; `below` is the land that bends them. They replace those in `near`.
    #[inline(always)]
    pub(super) fn find<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, D>,
        below: Grade<L::F>,
        near: &mut Near<L::F>,
    ) {
        near.count = 0;
        let phase = self.site(l, place, PHASE);
        // What all rows share: bows, bends and relief.
        let zero = l.lit(0.0);
        let flat = Jet { v: phase.frac[0], g: [l.lit(1.0), zero], h: [[zero; 2]; 2] };
        let (mut bent, mut relief) = (flat, flat);
        for (warp, key) in self.keys.warp.iter().enumerate() {
            let noise = self.warp(l, place, 1 + warp, key).times(l.lit(self.warps[warp]));
            if 1 + warp == RELIEF {
                relief = noise;
            } else {
                bent = bent.plus(noise);
            }
        }
        let relief = Grade { v: l.lit(1.0) + relief.v, g: relief.g };
        let moved = self.turned(l, below.times(l.lit(self.bend * self.spacing)));
        let (rows, whole) = l.floor(bent.v + moved.v * l.lit(1.0 / self.spacing));
        let within = bent.v + moved.v * l.lit(1.0 / self.spacing) - whole;
        let wind = Wind { bent, relief, moved: moved.g };
        for step in self.rows[0]..=self.rows[1] {
            let mut site = phase;
            site.cell[0] = site.cell[0] + rows;
            let word = site.step(l, 0, step as u32);
            let row = l.part(
                #[inline(always)]
                || self.row(l, place, word, l.lit(f64::from(step)) - within),
            );
            for cell in -1..=1 {
                let dune = l.part(
                    #[inline(always)]
                    || self.dune(l, &wind, &row, cell),
                );
                if dune.is_some() {
                    near.dunes[near.count] = dune;
                    near.count += 1;
                }
            }
        }
    }

    /// The position of the row that a word identifies.
    #[inline(always)]
    fn row<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, word: L::U, ahead: L::F) -> RowOf<L, D> {
        let keys = &self.keys;
        // Rows are shifted against one another, so that the zeros of their noises are not side by side.
        let first = keys.shift.point::<L, 2>(l, [keys.shift.axis(l, 0, word), keys.shift.axis(l, 1, l.word(0))]);
        let second = keys.shift.again(l, first);
        let third = keys.shift.again(l, second);
        let fourth = keys.shift.again(l, third);
        let zero = l.lit(0.0);
        let [a, b, c, d] = [l.unit(first), l.unit(second), l.unit(third), l.unit(fourth)];
        let across = self.site(l, place, WANDER).moved(l, each!(i => if i == 0 { a } else if i == 1 { b } else { zero }));
        let cells = self.site(l, place, ROW).moved(l, each!(i => if i == 0 { c } else if i == 1 { d } else { zero }));
        let mut curves = [[zero; 3]; 3];
        for (k, (key, curve)) in keys.along.iter().zip(&mut curves).enumerate() {
            let site = if k == 2 { &cells } else { &across };
            let per = self.cells[if k == 2 { ROW } else { WANDER }][k % 2];
            *curve = scaled(l, wander(l, key, word, site, k % 2), self.wander[k], per);
        }
        let [long, short, mut tall] = curves;
        let foot = added(long, short);
        tall[0] = tall[0] + l.lit(1.0);
        RowOf { word, ahead, foot, tall, cells }
    }

    /// The dune in a cell of a row; `None` if it reaches none of the samples.
    #[inline(always)]
    fn dune<L: Lanes>(&self, l: L, wind: &Wind<L::F>, row: &RowOf<L, D>, cell: i32) -> Option<Dune<L::F>> {
        let (zero, half, one, two) = (l.lit(0.0), l.lit(0.5), l.lit(1.0), l.lit(2.0));
        let key = &self.keys.dune;
        let word = row.cells.step(l, 1, cell as u32);
        let word = key.point::<L, 2>(l, [key.axis(l, 0, row.word), key.axis(l, 1, word)]);
        let (second, third) = (key.again(l, word), key.again(l, key.again(l, word)));
        let size = one - l.lit(self.unevenness) * l.unit(third);
        // The coordinate `q` along the row: 0 in the middle of the dune, −1 and 1 at its ends.
        let middle = l.lit(f64::from(cell) + 0.5) + half * (l.unit(word) - half);
        let per_cell = one / (l.lit(self.breadth) * size);
        let q = (row.cells.frac[1] - middle) * per_cell;
        let q1 = l.lit(self.cells[ROW][1]) * per_cell;
        // The distance to the foot line, along the wind.
        let horns = l.lit(self.horns) * size;
        let off = l.lit(self.stray) * (l.unit(second) - half);
        let bent = &wind.bent;
        let own = Jet {
            v: row.ahead + row.foot[0] + off + horns * (q * q),
            g: [-bent.g[0], row.foot[1] + two * horns * (q * q1) - bent.g[1]],
            h: [[-bent.h[0][0], -bent.h[0][1]], [-bent.h[0][1], row.foot[2] + two * horns * (q1 * q1) - bent.h[1][1]]],
        };
        let way = Grade { v: own.v, g: each!(i => own.g[i] - wind.moved[i]) };
        // The dune's height falls to 0 at both ends with a smooth step.
        let a = l.max(one - q * q, zero);
        let barchan = l.lit((1.0 - self.supply) * BARCHAN) * size;
        let body = Grade {
            v: l.lit(self.supply) * row.tall[0] + barchan,
            g: [zero, l.lit(self.supply) * row.tall[1]],
        };
        let ends = Grade {
            v: a * a * (l.lit(3.0) - two * a),
            g: [zero, l.lit(-12.0) * (a * (one - a)) * (q * q1)],
        };
        let tall = ends.product(body).product(wind.relief);
        let longest = l.lit(self.stretch) * tall.v;
        let reached = l.lt(l.lit(1e-6), tall.v) & l.lt(zero, way.v) & l.lt(way.v, longest);
        if !l.any(reached) {
            return None;
        }
        let (stoss, mask) = self.stoss(l, way, tall);
        let metres = l.lit(self.spacing);
        let stoss = self.within(l, reached, stoss);
        let slip = self.within(l, reached, self.slip(l, &own, way));
        let mask = self.within(l, reached, mask);
        Some(Dune {
            stoss: Grade { v: metres * stoss.v, g: stoss.g },
            slip: Grade { v: metres * slip.v, g: slip.g },
            mask: Grade { v: mask.v, g: each!(i => mask.g[i] * l.lit(1.0 / self.spacing)) },
        })
    }

    /// A grade along the axes of the ground where the dune reaches a sample, and zero elsewhere.
    #[inline(always)]
    fn within<L: Lanes>(&self, l: L, reached: L::M, grade: Grade<L::F>) -> Grade<L::F> {
        Grade::select(l, reached, self.unturned(l, grade), Grade::constant(l, 0.0))
    }

    /// `height·A·q(t)` with `t = 1 − F/(stretch·A)`, and the mask.
    #[inline(always)]
    fn stoss<L: Lanes>(&self, l: L, way: Grade<L::F>, tall: Grade<L::F>) -> (Grade<L::F>, Grade<L::F>) {
        let one = l.lit(1.0);
        let least = l.max(tall.v, l.lit(1e-6));
        let inverse = one / (l.lit(self.stretch) * least);
        let share = way.v * inverse;
        let t = Grade { v: one - share, g: each!(i => share * (tall.g[i] / least) - inverse * way.g[i]) };
        // q′ = 12·t·(1 − t)²: soft at the toe, steepest a third of the way up, level at the top.
        let down = one - t.v;
        let rise = t.chain(
            t.v * t.v * (l.lit(6.0) + t.v * (l.lit(3.0) * t.v - l.lit(8.0))),
            l.lit(12.0) * (t.v * (down * down)),
        );
        let stoss = tall.product(rise).times(l.lit(CREST * self.height));
        // The mask rises from the toe to a quarter of the way up, and is small on low dunes.
        let up = l.max(l.min(l.lit(4.0) * t.v, one), l.lit(0.0));
        let [q, q1, _] = quintic(l, up);
        let high = Grade::constant(l, 1.0).min(l, tall.times(l.lit(1.5)));
        (stoss, t.chain(q, l.lit(4.0) * q1).product(high))
    }

    /// `tan(repose)·F/|∇F|`. Its gradient needs the gradient of `n = |∇F|`, which is `H∇F/n` with `H` the Hessian of `F`. Where
    /// the bends would fold the land, `n` is kept above 0.2; slip faces are less steep there.
    #[inline(always)]
    fn slip<L: Lanes>(&self, l: L, own: &Jet<L::F, 2>, way: Grade<L::F>) -> Grade<L::F> {
        let square = own.g[0] * own.g[0] + own.g[1] * own.g[1];
        let least = l.lit(0.04);
        let n = l.sqrt(l.max(square, least));
        let kept = l.select(l.lt(least, square), l.lit(1.0), l.lit(0.0)) / n;
        let repose = l.lit(self.repose) / n;
        let share = way.v / n;
        Grade {
            v: repose * way.v,
            g: each!(i => {
                let steeper = kept * (own.h[i][0] * own.g[0] + own.h[i][1] * own.g[1]);
                repose * (way.g[i] - share * steeper)
            }),
        }
    }

    /// The position in one of the train's lattices.
    #[inline(always)]
    fn site<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, lattice: usize) -> Site<L, D> {
        place.site(l, self.first + lattice).within(l, self.wraps[lattice])
    }

    /// Noise over the land, with derivatives per spacing along and across the wind.
    #[inline(always)]
    fn warp<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, lattice: usize, key: &Key) -> Jet<L::F, 2> {
        let site = self.site(l, place, lattice);
        let wrap = site.wrap.map(|cells| [cells[0], cells[1]]);
        let site = Site { cell: [site.cell[0], site.cell[1]], frac: [site.frac[0], site.frac[1]], wrap };
        let jet = Perlin.jet(l, &site, key);
        let cells = self.cells[lattice];
        let per = |i: usize| l.lit(cells[i]);
        Jet {
            v: jet.v,
            g: [per(0) * jet.g[0], per(1) * jet.g[1]],
            h: each!(i => each!(j => per(i) * (per(j) * jet.h[i][j]))),
        }
    }

    /// Converts slopes along x and y to slopes along and across the wind.
    #[inline(always)]
    fn turned<L: Lanes>(&self, l: L, grade: Grade<L::F>) -> Grade<L::F> {
        let [cos, sin] = [l.lit(self.along[0]), l.lit(self.along[1])];
        let [x, y] = grade.g;
        Grade { v: grade.v, g: [cos * x + sin * y, cos * y - sin * x] }
    }

    /// Converts slopes along and across the wind to slopes along x and y.
    #[inline(always)]
    fn unturned<L: Lanes>(&self, l: L, grade: Grade<L::F>) -> Grade<L::F> {
        let [cos, sin] = [l.lit(self.along[0]), l.lit(self.along[1])];
        let [u, v] = grade.g;
        Grade { v: grade.v, g: [cos * u - sin * v, sin * u + cos * v] }
    }
}

/// What all dunes at a sample have in common. Derivatives are per spacing along and across the wind.
struct Wind<F> {
    /// The coordinate along the wind, bent.
    bent: Jet<F, 2>,
    /// The factor of the height of dunes here.
    relief: Grade<F>,
    /// The slope of the distance by which the land below moves crests.
    moved: [F; 2],
}

/// `amplitude·curve` with derivatives per spacing in place of derivatives per cell.
#[inline(always)]
fn scaled<L: Lanes>(l: L, curve: Curve<L::F>, amplitude: f64, cells: f64) -> Curve<L::F> {
    [
        l.lit(amplitude) * curve[0],
        l.lit(amplitude * cells) * curve[1],
        l.lit(amplitude * cells * cells) * curve[2],
    ]
}

#[inline(always)]
fn added<F: Float>(one: Curve<F>, other: Curve<F>) -> Curve<F> {
    each!(i => one[i] + other[i])
}
