//! Voronoi cells of scattered points (Voronoi, 1908) and the distance to their borders: courses of rivers, edges of mesas.

use orogen_noise::each::{each, for_each};
use orogen_noise::hash::Key;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Float, Lanes};
use orogen_noise::lattice::Site;

/// The largest distance of a point from the middle of its cell along each axis, in cells. The point of a cell three cells away is
/// then more than two cells away. The search leaves it out, because the border towards it is not near: if the nearest point is at
/// the distance `r₁`, the border towards a point at the distance `r` is at least `(r − r₁)/2` away.
const SPREAD: f64 = 0.375;

/// Nearer borders count as this far away, in cells. So the largest power, `d⁻⁽ᵖ⁺²⁾` for `p` up to 8, stays in the range of single
/// precision.
const fn least(sharp: u32) -> f64 {
    if sharp <= 2 { 1e-5 } else { 3e-4 }
}

/// A site's distance to the border of its territory, and the territory's word.
pub(super) struct Territory<L: Lanes, const D: usize> {
    /// The distance to the nearest border, in cells.
    pub(super) border: Jet<L::F, D>,
    /// The random word of the territory.
    pub(super) word: L::U,
}

/// The territory that contains a site. If `among` is the word of a larger territory, the positions of the points depend on that
/// word, so each larger territory has different points.
///
/// Let `o` be the vector from the site to the nearest point, and `p` the vector to another point. The border between these two
/// points is half-way between them. Its exact distance from the site is `d = (|p|² − |o|²)/(2|p − o|)`, and the gradient of `d`
/// is `n = −(p − o)/|p − o|`.
///
/// The result is the soft minimum over all borders, `e = (Σ d⁻ᵖ)^(−1/p)` with the power `p = 2^SHARP`. Close to one border, `e`
/// is the distance to that border. Where two borders meet, the corner is rounded, less for a larger power. `e` is smooth
/// everywhere in a territory, and nearly zero on borders. With `A = Σ d⁻⁽ᵖ⁺¹⁾n/Σ d⁻ᵖ` and `B = Σ d⁻⁽ᵖ⁺²⁾nnᵀ/Σ d⁻ᵖ`, the gradient
/// of `e` is `e·A`, and its Hessian is `(p + 1)·e·(AAᵀ − B)`.
///
/// This function is compiled separately, not as a part of each kernel, because it is the same for every order of derivatives.
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

/// Number of cells that are searched along each axis: the site's own cell and two on either side.
const SIDE: usize = 5;

/// Number of cells that are searched around a site, on a plane and in space.
const PLANE: usize = SIDE * SIDE;
const SPACE: usize = SIDE * SIDE * SIDE;

/// The points of the cells around a site.
struct Points<'a, L: Lanes, const D: usize, const CELLS: usize> {
    site: &'a Site<L, D>,
    key: &'a Key,
    among: Option<L::U>,
    /// The scrambled coordinates of the cells.
    words: [[L::U; SIDE]; D],
    /// The vectors from the site to the points.
    ways: [[L::F; D]; CELLS],
    /// The vector from the site to the nearest point.
    own: [L::F; D],
    /// The word of the nearest point.
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

    /// The vector from the site to the point of a cell, and the random word of the point.
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

/// The dot product, summed from the first axis to the last.
#[inline(always)]
fn dot<F: Float, const D: usize>(a: &[F; D], b: &[F; D]) -> F {
    let mut sum = a[0] * b[0];
    for_each!(axis in 1..D => {
        sum = sum + a[axis] * b[axis];
    });
    sum
}
