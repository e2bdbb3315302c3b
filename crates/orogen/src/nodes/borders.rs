//! Territories of scattered points (Voronoi, 1908) and the way to their borders: where rivers run, how mesas part.

use orogen_noise::each::each;
use orogen_noise::hash::Key;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
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
pub(super) struct Territory<L: Lanes> {
    /// How far the nearest border is, in cells.
    pub(super) border: Jet<L::F, 2>,
    /// A random word of the territory's own.
    pub(super) word: L::U,
}

/// The territory that a site lies in.
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
pub(super) fn territory<L: Lanes, const SHARP: u32>(l: L, site: &Site<L, 2>, key: &Key) -> Territory<L> {
    l.vectorize(
        #[inline(always)]
        || {
            let points = Points::around(l, site, key);
            Territory { border: points.border::<SHARP>(l), word: points.word }
        },
    )
}

/// The points of the cells around a site.
struct Points<L: Lanes> {
    /// The ways to them.
    ways: [[[L::F; 2]; 5]; 5],
    /// The way to the nearest.
    own: [L::F; 2],
    /// And its word.
    word: L::U,
}

impl<L: Lanes> Points<L> {
    #[inline(always)]
    fn around(l: L, site: &Site<L, 2>, key: &Key) -> Self {
        let zero = l.lit(0.0);
        let words: [[L::U; 5]; 2] =
            each!(axis => each!(i => key.axis(l, axis, site.step(l, axis, (i as u32).wrapping_sub(2)))));
        let mut points = Self { ways: [[[zero; 2]; 5]; 5], own: [zero; 2], word: l.word(0) };
        let mut nearest = l.lit(1e9);
        for j in 0..5 {
            for i in 0..5 {
                l.part(
                    #[inline(always)]
                    || {
                        let word = key.point::<L, 2>(l, [words[0][i], words[1][j]]);
                        let next = key.again(l, word);
                        let steps = [i, j];
                        let straying = [l.signed_unit(word), l.signed_unit(next)];
                        let way: [L::F; 2] = each!(axis => {
                            l.lit(steps[axis] as f64 - 1.5) - site.frac[axis] + l.lit(SPREAD) * straying[axis]
                        });
                        let far = way[0] * way[0] + way[1] * way[1];
                        let nearer = l.lt(far, nearest);
                        nearest = l.select(nearer, far, nearest);
                        points.own = each!(axis => l.select(nearer, way[axis], points.own[axis]));
                        points.word = l.select_words(nearer, key.again(l, next), points.word);
                        points.ways[j][i] = way;
                    },
                );
            }
        }
        points
    }

    #[inline(always)]
    fn border<const SHARP: u32>(&self, l: L) -> Jet<L::F, 2> {
        let (zero, one) = (l.lit(0.0), l.lit(1.0));
        let (mut sum, mut a, mut b) = (zero, [zero; 2], [[zero; 2]; 2]);
        for j in 0..5 {
            for i in 0..5 {
                l.part(
                    #[inline(always)]
                    || {
                        let way = self.ways[j][i];
                        let between: [L::F; 2] = each!(axis => way[axis] - self.own[axis]);
                        let square = between[0] * between[0] + between[1] * between[1];
                        let other = l.lt(l.lit(1e-9), square);
                        let inverse = one / l.sqrt(l.max(square, l.lit(1e-9)));
                        let sides = (way[0] + self.own[0]) * between[0] + (way[1] + self.own[1]) * between[1];
                        let d = l.max(l.lit(0.5) * sides * inverse, l.lit(least(SHARP)));
                        let t = l.select(other, one / d, zero);
                        let n: [L::F; 2] = each!(axis => -(between[axis] * inverse));
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
        }
        let mut root = sum;
        let mut k = 0;
        while k < SHARP {
            root = l.sqrt(root);
            k += 1;
        }
        let e = one / root;
        let inverse = one / sum;
        let a: [L::F; 2] = each!(i => a[i] * inverse);
        let bend = l.lit(f64::from((1_u32 << SHARP) + 1)) * e;
        Jet {
            v: e,
            g: each!(i => e * a[i]),
            h: each!(i => each!(j => bend * (a[i] * a[j] - b[i][j] * inverse))),
        }
    }
}
