//! Voronoi cells of scattered points (Voronoi, 1908) and the distance to their borders: courses of rivers, edges of mesas.

use orogen_noise::each::{each, for_each};
use orogen_noise::hash::Key;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Float, Lanes};
use orogen_noise::lattice::Site;

/// How far points stray from the middles of their cells along each axis. A point three cells away is then more than
/// two cells away, and none of its borders near: with the nearest point at `r₁`, the border towards one at `r` is at
/// least `(r − r₁)/2` away.
const SPREAD: f64 = 0.375;

/// Borders are no nearer than this, in cells: the power of order `p + 2`, for `p` up to 8, stays in the range of single
/// precision.
const fn least(sharp: u32) -> f64 {
    if sharp <= 2 { 1e-5 } else { 3e-4 }
}

/// What is known of a place among territories.
pub(super) struct Territory<L: Lanes, const D: usize> {
    /// How far the nearest border is, in cells.
    pub(super) border: Jet<L::F, D>,
    /// A random word of the territory's own.
    pub(super) word: L::U,
}

/// The territory that a site lies in. Where `among` is a word of a larger territory's own, points in each of these are
/// different ones.
///
/// The border towards the point `p` is half-way between it and the nearest one, `o`; for ways `p` and `o` from the
/// site it is `d = (|p|² − |o|²)/(2|p − o|)` away, the true distance, with the gradient `−(p − o)/|p − o|`.
///
/// Of all the borders the soft minimum is taken, `e = (Σ d⁻ᵖ)^(−1/p)` with `p = 2^SHARP`: close to one border it is that
/// distance, where two meet the corner is rounded, the less the larger `p`, and it is smooth all over a territory. From
/// one territory to the next it goes through zero. With `A = Σ d⁻⁽ᵖ⁺¹⁾n/Σ d⁻ᵖ` and `B = Σ d⁻⁽ᵖ⁺²⁾nnᵀ/Σ d⁻ᵖ`:
/// `∇e = e·A` and `H = (p + 1)·e·(AAᵀ − B)`.
///
/// A function of its own rather than part of each kernel, for it is the same in every order of derivatives.
pub(super) fn territory<L: Lanes, const D: usize, const SHARP: u32>(
    l: L,
    site: &Site<L, D>,
    key: &Key,
    among: Option<L::U>,
) -> Territory<L, D> {
    l.vectorize(
        #[inline(always)]
        || {
            if D == 2 {
                Points::<L, D, PLANE>::around(l, site, key, among).territory::<SHARP>(l)
            } else {
                Points::<L, D, SPACE>::around(l, site, key, among).territory::<SHARP>(l)
            }
        },
    )
}

/// Cells to either side of a site's own along an axis, its own included.
const SIDE: usize = 5;

/// Cells around a site on a plane, and in space.
const PLANE: usize = SIDE * SIDE;
const SPACE: usize = SIDE * SIDE * SIDE;

/// The points of the cells around a site.
struct Points<'a, L: Lanes, const D: usize, const CELLS: usize> {
    site: &'a Site<L, D>,
    key: &'a Key,
    among: Option<L::U>,
    /// The scrambled coordinates of the cells.
    words: [[L::U; SIDE]; D],
    /// The ways to them.
    ways: [[L::F; D]; CELLS],
    /// The way to the nearest.
    own: [L::F; D],
    /// And its word.
    word: L::U,
}

impl<'a, L: Lanes, const D: usize, const CELLS: usize> Points<'a, L, D, CELLS> {
    #[inline(always)]
    fn territory<const SHARP: u32>(&self, l: L) -> Territory<L, D> {
        Territory { border: self.border::<SHARP>(l), word: self.word }
    }

    #[inline(always)]
    fn around(l: L, site: &'a Site<L, D>, key: &'a Key, among: Option<L::U>) -> Self {
        let (zero, mut nearest) = (l.lit(0.0), l.lit(1e9));
        let words: [[L::U; SIDE]; D] = each!(axis => each!(step => scrambled(l, site, key, axis, step)));
        let (ways, own) = ([[zero; D]; CELLS], [zero; D]);
        let mut points = Self { site, key, among, words, ways, own, word: l.word(0) };
        for cell in 0..CELLS {
            l.part(
                #[inline(always)]
                || {
                    let (way, word) = points.point(l, cell);
                    let far = dot(&way, &way);
                    let nearer = l.lt(far, nearest);
                    nearest = l.select(nearer, far, nearest);
                    points.own = each!(axis => l.select(nearer, way[axis], points.own[axis]));
                    points.word = l.select_words(nearer, word, points.word);
                    points.ways[cell] = way;
                },
            );
        }
        points
    }

    /// The way to the point of a cell, and a word of its own.
    #[inline(always)]
    fn point(&self, l: L, cell: usize) -> ([L::F; D], L::U) {
        let steps: [usize; D] = each!(axis => cell / [1, SIDE, SIDE * SIDE][axis] % SIDE);
        let coordinate = |axis: usize| match L::KEEPS {
            true => self.words[axis][steps[axis]],
            false => scrambled(l, self.site, self.key, axis, steps[axis]),
        };
        let mut word = self.key.point::<L, D>(l, each!(axis => coordinate(axis)));
        if let Some(among) = self.among {
            word = self.key.again(l, word ^ among);
        }
        let mut way = [l.lit(0.0); D];
        for_each!(axis < D => {
            way[axis] =
                l.lit(steps[axis] as f64 - 1.5) - self.site.frac[axis] + l.lit(SPREAD) * l.signed_unit(word);
            word = self.key.again(l, word);
        });
        (way, word)
    }

    #[inline(always)]
    fn border<const SHARP: u32>(&self, l: L) -> Jet<L::F, D> {
        let (zero, one) = (l.lit(0.0), l.lit(1.0));
        let (mut sum, mut a, mut b) = (zero, [zero; D], [[zero; D]; D]);
        for cell in 0..CELLS {
            l.part(
                #[inline(always)]
                || {
                    let way = if L::KEEPS { self.ways[cell] } else { self.point(l, cell).0 };
                    let between: [L::F; D] = each!(axis => way[axis] - self.own[axis]);
                    let square = dot(&between, &between);
                    let other = l.lt(l.lit(1e-9), square);
                    let inverse = one / l.sqrt(l.max(square, l.lit(1e-9)));
                    let both: [L::F; D] = each!(axis => way[axis] + self.own[axis]);
                    let d = l.max(l.lit(0.5) * dot(&both, &between) * inverse, l.lit(least(SHARP)));
                    let t = l.select(other, one / d, zero);
                    let n: [L::F; D] = each!(axis => -(between[axis] * inverse));
                    let mut power = t;
                    let mut k = 0;
                    while k < SHARP {
                        power = power * power;
                        k += 1;
                    }
                    sum = sum + power;
                    a = each!(i => a[i] + (power * t) * n[i]);
                    b = each!(i => each!(j => b[i][j] + (power * t * t) * (n[i] * n[j])));
                },
            );
        }
        let mut root = sum;
        let mut k = 0;
        while k < SHARP {
            root = l.sqrt(root);
            k += 1;
        }
        let e = one / root;
        let inverse = one / sum;
        let a: [L::F; D] = each!(i => a[i] * inverse);
        let bend = l.lit(f64::from((1_u32 << SHARP) + 1)) * e;
        Jet {
            v: e,
            g: each!(i => e * a[i]),
            h: each!(i => each!(j => bend * (a[i] * a[j] - b[i][j] * inverse))),
        }
    }
}

/// A coordinate of the cells around a site, scrambled.
#[inline(always)]
fn scrambled<L: Lanes, const D: usize>(l: L, site: &Site<L, D>, key: &Key, axis: usize, step: usize) -> L::U {
    key.axis(l, axis, site.step(l, axis, (step as u32).wrapping_sub(2)))
}

/// The sum of products, first to last.
#[inline(always)]
fn dot<F: Float, const D: usize>(a: &[F; D], b: &[F; D]) -> F {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum = sum + a[axis] * b[axis];
    }
    sum
}
