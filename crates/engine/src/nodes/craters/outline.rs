//! The distance of samples from the centre of a crater, relative to its outline.

use orogen_noise::each::{each, filled, for_each};
use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Float, Lanes};

use super::Craters;
use super::gather::Impact;
use super::profile::Section;
use super::surface::SquaredDistance;

/// A crater ready to be applied.
pub struct Ready {
    /// The factor from squared cells to squared radii.
    scale: f64,
    /// Cells per metre.
    per_metre: f64,
    /// The farthest distance that the crater reaches, in cells.
    pub reach: f64,
    lobes: Option<[[f64; 2]; 3]>,
    pub class: usize,
    pub section: Section,
}

impl<G, const D: usize> Craters<G, D> {
    /// Prepares an impact.
    pub fn ready<P>(&self, impact: &Impact<P>) -> Ready {
        let octave = &self.octaves[impact.octave];
        let size = &octave.sizes[impact.crater.size];
        let lobes = impact.crater.lobes(self.bend);
        Ready {
            scale: (octave.cell / size.radius) * (octave.cell / size.radius),
            per_metre: 1.0 / octave.cell,
            reach: octave.reach(&impact.crater),
            lobes: (self.bend > 0.0).then_some(lobes),
            class: size.class,
            section: Section::new(size, impact.crater.worn(self.softness), self.ejecta),
        }
    }
}

impl Ready {
    /// The squared distance from the centre in radii, `x² = s·r²·(1 + stress·m(θ))`, with its gradient per metre. Here, `r` is
    /// the distance in cells, `s` is `scale`, and `m(θ)` is the result of [`lobe`](Self::lobe). The gradient is
    /// `s·(∇r²·(1 + stress·m) + stress·m′·r²∇θ)`.
    #[inline(always)]
    pub fn square<L: Lanes>(
        &self,
        l: L,
        to_centre: &SquaredDistance<L::F>,
        lobe: &[L::F; 2],
        stress: f64,
    ) -> Jet<L::F, 2> {
        let (scale, slope) = (l.lit(self.scale), l.lit(self.scale * self.per_metre));
        let [bend, turn] = lobe.map(|lobe| l.lit(stress) * lobe);
        let round = l.lit(1.0) + bend;
        let mut square = Jet::constant(l, scale * (to_centre.square * round));
        square.g = each!(k => {
            slope * ((to_centre.rise[k] + to_centre.rise[k]) * round) + slope * (turn * to_centre.turn[k])
        });
        square
    }

    /// The departure `m(θ)` of the outline from a circle, see [`lobe`](Self::lobe), with its gradient per metre.
    #[inline(always)]
    pub fn bend<L: Lanes>(&self, l: L, to_centre: &SquaredDistance<L::F>, lobe: &[L::F; 2]) -> Jet<L::F, 2> {
        let round = l.lit(self.per_metre) / l.max(to_centre.square, l.lit(1e-30));
        let mut bend = Jet::constant(l, lobe[0]);
        bend.g = each!(k => lobe[1] * (to_centre.turn[k] * round));
        bend
    }

    /// The departure of the outline from a circle, `m(θ) = Σ (aₖ·cos kθ + bₖ·sin kθ)` with `k` = 2, 3 and 5 lobes, and its
    /// derivative.
    #[inline(always)]
    pub fn lobe<L: Lanes>(&self, l: L, one: [L::F; 2]) -> [L::F; 2] {
        let Some(lobes) = &self.lobes else { return filled(l.lit(0.0)) };
        let two = turned(one, one);
        let three = turned(two, one);
        let five = turned(three, two);
        let mut sums = filled(l.lit(0.0));
        let waves = [two, three, five];
        for_each!(k < 3 => {
            let ([cosine, sine], [a, b]) = (waves[k], lobes[k]);
            let (a, b, times) = (l.lit(a), l.lit(b), l.lit([2.0, 3.0, 5.0][k]));
            sums[0] = sums[0] + (a * cosine + b * sine);
            sums[1] = sums[1] + times * (b * cosine - a * sine);
        });
        sums
    }
}

/// Cosine and sine of the sum of two angles.
#[inline(always)]
fn turned<F: Float>([c, s]: [F; 2], [d, t]: [F; 2]) -> [F; 2] {
    [c * d - s * t, s * d + c * t]
}

