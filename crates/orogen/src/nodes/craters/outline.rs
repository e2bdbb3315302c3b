//! A crater where samples lie: how far they are from its centre in terms of its outline.

use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Float, Lanes};

use super::Craters;
use super::gather::Impact;
use super::profile::Section;

/// A crater ready to be applied.
pub(super) struct Ready {
    pub(super) cell: [u32; 2],
    pub(super) centre: [f64; 2],
    pub(super) first: usize,
    pub(super) last: usize,
    /// Squared cells to squared radii.
    scale: f64,
    /// Cells a metre.
    per_metre: f64,
    /// The farthest it reaches, in cells.
    pub(super) reach: f64,
    lobes: Option<[[f64; 2]; 3]>,
    pub(super) class: usize,
    pub(super) section: Section,
}

impl Craters {
    /// An impact made ready.
    pub(super) fn ready(&self, impact: &Impact) -> Ready {
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

impl Ready {
    /// The squared distance from the centre in radii, `x² = s·r²·(1 + stress·m(θ))`, as a jet per metre; `p` is the
    /// way from the centre in cells. As `∂θ/∂p = (−y, x)/r²`, its gradient is `s·(2p·(1 + m) + m′·(−y, x))`.
    #[inline(always)]
    pub(super) fn square<L: Lanes>(&self, l: L, p: &[L::F; 2], lobe: &[L::F; 2], stress: f64) -> Jet<L::F, 2> {
        let (scale, slope) = (l.lit(self.scale), l.lit(self.scale * self.per_metre));
        let [bend, turn] = lobe.map(|lobe| l.lit(stress) * lobe);
        let round = l.lit(1.0) + bend;
        let mut square = Jet::constant(l, scale * ((p[0] * p[0] + p[1] * p[1]) * round));
        square.g[0] = slope * ((p[0] + p[0]) * round) - slope * (turn * p[1]);
        square.g[1] = slope * ((p[1] + p[1]) * round) + slope * (turn * p[0]);
        square
    }

    /// `m(θ)` as a jet per metre: `∂θ/∂p = (−y, x)/r²`.
    #[inline(always)]
    pub(super) fn bend<L: Lanes>(&self, l: L, p: &[L::F; 2], lobe: &[L::F; 2]) -> Jet<L::F, 2> {
        let round = l.lit(self.per_metre) / l.max(p[0] * p[0] + p[1] * p[1], l.lit(1e-30));
        let mut bend = Jet::constant(l, lobe[0]);
        bend.g[0] = -(lobe[1] * (p[1] * round));
        bend.g[1] = lobe[1] * (p[0] * round);
        bend
    }

    /// `m(θ) = Σ a·cos kθ + b·sin kθ` over two, three and five lobes, and its derivative.
    #[inline(always)]
    pub(super) fn lobe<L: Lanes>(&self, l: L, p: &[L::F; 2]) -> [L::F; 2] {
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
fn turned<F: Float>([c, s]: [F; 2], [d, t]: [F; 2]) -> [F; 2] {
    [c * d - s * t, s * d + c * t]
}

