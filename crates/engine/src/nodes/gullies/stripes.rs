//! Stripes across a given direction: plain waves in jittered cells, blended.
//!
//! Each cell has a centre `c`, and around it the wave `exp(2πi·(p − c)·r)` times the window `(1 − |p − c|²/R²)³`. Here, `r` is
//! the direction of the waves at the sample's position `p`, in waves per cell. The windows overlap, and the sum of all waves is
//! divided by its magnitude. The quotient has the phase that the waves agree on. Where the waves do not agree, a stripe ends or
//! forks, as gullies do.

use orogen_noise::each::{each, for_each};
use orogen_noise::hash::Key;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Float, Lanes};
use orogen_noise::lattice::Site;
use orogen_noise::math::sine_cosine;

/// The largest distance of a cell's centre from the middle of the cell along each axis, in cells.
const STRAY: f64 = 0.25;

/// Radius of the window, in cells. The centres of cells that are not next to the sample's cell are at least 1½ cells less
/// [`STRAY`] away, so the windows of these cells do not reach the sample.
const RADIUS: f64 = 1.5 - STRAY;

/// Added to the squared magnitude of the waves' sum, so that the phase does not jump where the sum vanishes. At a centre the
/// window is 1, and everywhere some window is above a tenth.
const SOFT: f64 = 0.01;

/// The cosine and the sine of the stripes' phase, to first order.
pub(super) struct Wave<F> {
    pub(super) cosine: Jet<F, 2>,
    pub(super) sine: Jet<F, 2>,
}

/// Sums over all cells of the window `w` times the cosine and the sine of the wave.
struct Sums<F> {
    /// `Σ w·cos`, `Σ w·sin`.
    wave: [F; 2],
    /// `Σ ∂w/∂pᵢ·cos`, and so on.
    fall: [[F; 2]; 2],
    /// `Σ w·dᵢ·cos` for the vector `d` from the centre to the sample, and so on.
    moment: [[F; 2]; 2],
}

/// The stripes at a site whose coordinates, in cells, are the jets `at`; `way` is the direction of the waves along
/// the lattice's axes.
///
/// The sum of waves `Z = Σ w·exp(2πi·d·r)` depends on the position `p` through `d`, and on the direction `r`:
/// `dZ = Σ (∇w·dp + 2πi·w·(r·dp + d·dr))·exp(2πi·d·r)`.
#[inline(always)]
pub(super) fn wave<L: Lanes>(
    l: L,
    key: &Key,
    site: &Site<L, 2>,
    at: &[Jet<L::F, 2>; 2],
    way: &[Jet<L::F, 2>; 2],
) -> Wave<L::F> {
    let sums = sums(l, key, site, [way[0].v, way[1].v]);
    let turn = l.lit(std::f64::consts::TAU);
    let [cosine, sine] = sums.wave;
    let mut real = Jet::constant(l, cosine);
    let mut imaginary = Jet::constant(l, sine);
    for_each!(i < 2 => {
        let along = turn * way[i].v;
        for_each!(j < 2 => {
            let (step, bend) = (at[i].g[j], turn * way[i].g[j]);
            real.g[j] = real.g[j] + (sums.fall[i][0] - along * sine) * step - sums.moment[i][1] * bend;
            imaginary.g[j] =
                imaginary.g[j] + (sums.fall[i][1] + along * cosine) * step + sums.moment[i][0] * bend;
        });
    });
    let square = real.product(real).plus(imaginary.product(imaginary)).shifted(l.lit(SOFT));
    let per_magnitude = inverse_root(l, square);
    Wave { cosine: real.product(per_magnitude), sine: imaginary.product(per_magnitude) }
}

/// `1/√jet`, to first order. The value of the jet must be positive.
#[inline(always)]
pub(super) fn inverse_root<L: Lanes>(l: L, jet: Jet<L::F, 2>) -> Jet<L::F, 2> {
    let root = l.lit(1.0) / l.sqrt(jet.v);
    jet.chain(root, l.lit(-0.5) * root / jet.v, l.lit(0.0))
}

#[inline(always)]
fn sums<L: Lanes>(l: L, key: &Key, site: &Site<L, 2>, way: [L::F; 2]) -> Sums<L::F> {
    let zero = [l.lit(0.0); 2];
    let mut sums = Sums { wave: zero, fall: [zero; 2], moment: [zero; 2] };
    let columns: [L::U; 3] = each!(x => key.axis(l, 0, site.step(l, 0, (x as u32).wrapping_sub(1))));
    for y in 0..3 {
        let row = key.axis(l, 1, site.step(l, 1, (y as u32).wrapping_sub(1)));
        for x in 0..3 {
            l.part(
                #[inline(always)]
                || {
                    let word = key.point::<L, 2>(l, [columns[x], row]);
                    let stray = [l.signed_unit(word), l.signed_unit(key.again(l, word))];
                    let middle = [l.lit(x as f64 - 0.5), l.lit(y as f64 - 0.5)];
                    let d = each!(i => site.frac[i] - (middle[i] + l.lit(STRAY) * stray[i]));
                    add(l, &mut sums, d, way);
                },
            );
        }
    }
    sums
}

/// Adds the wave of a cell; `d` is the vector from its centre to the sample.
#[inline(always)]
fn add<L: Lanes>(l: L, sums: &mut Sums<L::F>, d: [L::F; 2], way: [L::F; 2]) {
    let inside = l.max(l.lit(1.0) - (d[0] * d[0] + d[1] * d[1]) * l.lit(1.0 / (RADIUS * RADIUS)), l.lit(0.0));
    let square = inside * inside;
    let window = square * inside;
    let steep = l.lit(-6.0 / (RADIUS * RADIUS)) * square;
    let (sine, cosine) = sine_cosine(l, d[0] * way[0] + d[1] * way[1]);
    let waves = [cosine, sine];
    for_each!(part < 2 => {
        accumulate(&mut sums.wave[part], window, waves[part]);
        for_each!(i < 2 => {
            accumulate(&mut sums.fall[i][part], steep * d[i], waves[part]);
            accumulate(&mut sums.moment[i][part], window * d[i], waves[part]);
        });
    });
}

#[inline(always)]
fn accumulate<F: Float>(sum: &mut F, weight: F, wave: F) {
    *sum = *sum + weight * wave;
}
