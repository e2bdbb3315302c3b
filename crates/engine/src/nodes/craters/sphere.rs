//! Craters on a sphere.
//!
//! # Positions
//! The lattice of an octave consists of cubes in space, so positions of samples in it are as exact as in any other. The sphere
//! has six parts, one for each axis of space and direction: a *sixth* consists of the points whose largest coordinate is along
//! that axis. Each sixth has a *sheet*. A sheet's cells are those of the other two axes, `u` and `v`. The coordinates of centres
//! along these axes are distributed evenly by Poisson's law. On the sphere, at the height `w = √(R² − u² − v²)` above the sheet,
//! this density falls with the cosine `γ = w/R` of the slope: an area `dA` of the sphere covers `γ·dA` of the sheet. So each
//! sheet has `√3` times as many centres as its middle needs, and a share `1/(√3·γ) ≤ 1` of them is kept. The density is then even
//! everywhere, and the same on all six sheets: neither poles nor edges are visible. A centre belongs only to the sheet where `w`
//! is its largest coordinate. A sample queries only the sheets whose sixth is within reach, usually one.
//!
//! # Distances
//! Distances are chords `r`, straight through the ground. A cap of the sphere has the area `πr²`, like a disc, so all shares
//! of the ground are the same as on a plane (this is Lambert's equal-area projection around each centre). From a centre `c`
//! to a sample `p` the vector is `(e_u, e_v, e_w)`. The first two components are differences of positions in cells, and are as
//! exact as these positions. As `p_w² − c_w² = (c_u² + c_v²) − (p_u² + p_v²)`,
//!
//! ```text
//! e_w = p_w − c_w = −(e_u·(p_u + c_u) + e_v·(p_v + c_v)) / (p_w + c_w)
//! ```
//!
//! This is a quotient of products of short vectors and directions, in which nothing cancels. So a crater a metre wide is as sharp
//! on a planet of the Earth's size as on a plane.
//!
//! # Directions
//! With the normal `n = c/R` and the axis `û` of the sheet, the vectors `û − n·n_u` and `n × û`, normalised, are two tangential
//! directions at the centre. `n_u` is at most `1/√2`, so neither vector vanishes. `a` and `b` are the components of the vector
//! from the centre to the sample along these directions: the angle of the outline is that of `(a, b)`, and
//! `a² + b² = r²·(1 − r²/4R²)`.
//!
//! Heights depend only on the direction from the sphere's centre, so gradients are tangential. Slopes are computed along two
//! tangential directions at the sample, which differ from sample to sample (Duff et al., 2017), and are converted to space at the
//! end.

use orogen_noise::each::{each, for_each};
use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Float, Lanes, Scalar};
use orogen_noise::lattice::Site;
use orogen_noise::level::Element;
use orogen_noise::placed::{SampleLocation, PlacedRow};
use orogen_noise::rows::{STRIP, shift_planes};
use orogen_noise::trace::Foreign;

use super::population::{Ball, Crater, LOWEST, Octave, Sheet};
use super::shader::{ShaderData, details};
use super::surface::{SquaredDistance, Surface, To};
use crate::nodes::placed::Samples;

/// The shader function for the sum of the details at a sample. The displacement of the sample over the tangential plane is given
/// in metres along the sample's frame. The other inputs are [`ShaderData`].
pub(super) static DETAILS: Foreign = details!("sphere.wgsl");

/// The index of the lattice that normals are read from. Its cells are as wide as the radius, and it comes before the lattices
/// of the octaves.
pub(super) const NORMALS: usize = 0;

/// The position of a crater's centre, with the two axes of its sheet and the axis across the sheet.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    axes: [usize; 3],
    normal: [f64; 3],
    /// The radius in cells.
    radius: f64,
    /// The reciprocal of the length of the first axis after projection onto the tangential plane.
    inverse: f64,
}

/// One number for each sample.
type Numbers<S> = [S; STRIP];

/// The normals and slope directions of samples at their displaced positions.
pub struct RowPosition<S> {
    normal: [Numbers<S>; 3],
    /// The directions of slopes.
    frame: [[Numbers<S>; 3]; 2],
    pub moved: Option<Box<Moved<S>>>,
}

/// The displacement of the samples.
pub struct Moved<S> {
    /// The displacement over the tangential plane at the original positions, in metres along the samples'
    /// frames.
    pub over: [Numbers<S>; 2],
    /// The vector in space from the original to the displaced positions, in metres.
    metres: [Numbers<S>; 3],
    /// How much slopes are stretched at the displaced positions.
    stretch: Numbers<S>,
}

/// A displaced point of the sphere: the projection of a point of the tangential plane at the original point.
struct Landing<F> {
    normal: [F; 3],
    metres: [F; 3],
    /// The cosine of the angle between both points.
    cosine: F,
}

/// The sheets in pairs along x, y and z, upper side first.
const fn sheet(number: u32) -> Sheet {
    let axis = number as usize / 2;
    Sheet { number, axes: [(axis + 1) % 3, (axis + 2) % 3], is_alone: false }
}

impl Sheet {
    /// Its two axes and the axis across, in the cyclic order of x, y and z.
    fn all_axes(self) -> [usize; 3] {
        [self.axes[0], self.axes[1], self.number as usize / 2]
    }

    /// 1 for a sheet of the upper side, −1 for one of the lower side.
    fn side(self) -> f64 {
        if self.number.is_multiple_of(2) { 1.0 } else { -1.0 }
    }
}

impl Surface<3> for Ball {
    const SHEETS: &'static [Sheet] = &[sheet(0), sheet(1), sheet(2), sheet(3), sheet(4), sheet(5)];

    type Spot = Spot;
    type RowPosition<S: Scalar> = RowPosition<S>;

    #[inline(always)]
    fn position<L: Lanes>(
        &self,
        l: L,
        row: &PlacedRow<'_, L::Scalar, 3>,
        samples: &Samples<'_, L::Scalar, 3>,
    ) -> RowPosition<L::Scalar>
    where
        L::Scalar: Element,
    {
        let mut position = RowPosition::new(samples.shift.is_some());
        for at in (0..samples.len).step_by(L::LANES) {
            let site = SampleLocation::new::<0>(l, row, at).unmoved().site(l, NORMALS);
            let normal = each!(axis => l.signed(site.cell[axis]) + site.frac[axis]);
            let frame = frame(l, &normal);
            match samples.shift {
                None => position.store(l, at, &normal, &frame),
                Some(shift) => {
                    let shift = each!(axis => shift.load::<L, 3, 0>(l, axis * shift_planes(3), at).v);
                    let fall = self.fall(l, &normal, &shift);
                    let over = each!(k => dot(&shift, &frame[k]) / fall);
                    let landing = self.landing(l, &normal, &frame, &over);
                    position.store_moved(l, at, &over, &landing, landing.cosine / fall);
                    position.store(l, at, &landing.normal, &self::frame(l, &landing.normal));
                }
            }
        }
        position
    }

    #[inline(always)]
    fn site<L: Lanes>(
        &self,
        l: L,
        row: &PlacedRow<'_, L::Scalar, 3>,
        position: &RowPosition<L::Scalar>,
        octave: &Octave,
        at: usize,
    ) -> Site<L, 3> {
        let site = SampleLocation::new::<0>(l, row, at).unmoved().site(l, NORMALS + 1 + octave.number);
        let Some(moved) = &position.moved else { return site };
        let per_metre = l.lit(1.0 / octave.cell);
        site.moved(l, each!(axis => per_metre * l.load(&moved.metres[axis][at..])))
    }

    /// The least distance from the samples to each sheet's sixth of the sphere: the larger of the distance along the sixth's
    /// axis, and the distance from the planes, inclined by 45°, that separate the sixth from its four neighbours.
    fn distances<S: Scalar>(&self, position: &RowPosition<S>, len: usize) -> Vec<f64> {
        let distance = |sheet: &Sheet| {
            let [u, v, w] = sheet.all_axes();
            let of = |sample: usize| {
                let along = |axis: usize| position.normal[axis][sample].to_f64();
                let height = sheet.side() * along(w);
                let beside = along(u).abs().max(along(v).abs());
                (LOWEST - height).max((beside - height) * std::f64::consts::FRAC_1_SQRT_2)
            };
            // The margin is for the rounding of normals.
            self.radius * ((0..len).map(of).fold(f64::INFINITY, f64::min) - 1e-6)
        };
        Self::SHEETS.iter().map(distance).collect()
    }

    fn spot(&self, octave: &Octave, crater: &Crater) -> Option<Spot> {
        let radius = self.radius / octave.cell;
        if !is_kept(&octave.steps(self), crater) {
            return None;
        }
        let [u, v] = [0, 1].map(|k| (f64::from(crater.cell[k] as i32) + crater.centre[k]) / radius);
        Some(Spot {
            axes: crater.sheet.all_axes(),
            normal: [u, v, crater.sheet.side() * (1.0 - u * u - v * v).sqrt()],
            radius,
            inverse: 1.0 / (1.0 - u * u).sqrt(),
        })
    }

    fn centre(&self, _: &Octave, crater: &Crater, spot: &Spot, from: &[u32; 3]) -> [f64; 3] {
        let [u, v, w] = spot.axes;
        let mut centre = [0.0; 3];
        centre[u] = crater.along(0, from[u]);
        centre[v] = crater.along(1, from[v]);
        centre[w] = spot.radius * spot.normal[2] - f64::from(from[w] as i32);
        centre
    }

    #[inline(always)]
    fn way<L: Lanes>(&self, l: L, to: &To<'_, Self, L::Scalar, 3>, at: usize) -> (L::F, [L::F; 3]) {
        let (zero, spot) = (l.lit(0.0), &to.spot);
        let [x, y] = [to.along(l, 0, spot.axes[0], at), to.along(l, 1, spot.axes[1], at)];
        let [p_u, p_v, p_w]: [L::F; 3] = each!(k => l.load(&to.position.normal[spot.axes[k]][at..]));
        let [c_u, c_v, c_w]: [L::F; 3] = each!(k => l.lit(spot.normal[k]));
        let near = -((x * (p_u + c_u) + y * (p_v + c_v)) / (p_w + c_w));
        // If the sample is on the other half of the sphere, the difference `p_w − c_w` loses no digits.
        let z = l.select(l.lt(zero, p_w * c_w), near, l.lit(spot.radius) * (p_w - c_w));
        (x * x + y * y + z * z, [x, y, z])
    }

    #[inline(always)]
    fn to_centre<L: Lanes>(
        &self,
        l: L,
        to: &To<'_, Self, L::Scalar, 3>,
        at: usize,
        &(square, way): &(L::F, [L::F; 3]),
    ) -> SquaredDistance<L::F> {
        let (one, spot) = (l.lit(1.0), &to.spot);
        let [c_u, c_v, c_w]: [L::F; 3] = each!(k => l.lit(spot.normal[k]));
        let inverse = l.lit(spot.inverse);
        // The component of the way along the normal at the centre is −r²/2R.
        let a = (way[0] + c_u * (l.lit(0.5 / spot.radius) * square)) * inverse;
        let b = (c_w * way[1] - c_v * way[2]) * inverse;
        let level = one / l.sqrt(l.max(a * a + b * b, l.lit(1e-30)));
        // Beyond the reach of any crater, the slopes of the angle have no bound.
        let bent = one - l.lit(0.25 / (spot.radius * spot.radius)) * square;
        let bent = one / l.max(bent, l.lit(0.01));
        let mut to_centre = SquaredDistance {
            square,
            rise: [l.lit(0.0); 2],
            direction: [a * level, b * level],
            turn: [l.lit(0.0); 2],
        };
        for_each!(k < 2 => {
            let [f_u, f_v, f_w]: [L::F; 3] = each!(i => l.load(&to.position.frame[k][spot.axes[i]][at..]));
            let first = (f_u - c_u * (c_u * f_u + c_v * f_v + c_w * f_w)) * inverse;
            let second = (c_w * f_v - c_v * f_w) * inverse;
            to_centre.rise[k] = way[0] * f_u + way[1] * f_v + way[2] * f_w;
            to_centre.turn[k] = (a * second - b * first) * bent;
        });
        to_centre
    }

    #[inline(always)]
    fn by_shader<L: Lanes>(
        &self,
        l: L,
        shader_data: &ShaderData,
        samples: &Samples<'_, L::Scalar, 3>,
        position: &RowPosition<L::Scalar>,
    ) -> Option<Jet<L::F, 3>>
    where
        L::Scalar: Element,
    {
        let (axis, _) = samples.columns.first()?.share(0, 0);
        let zero = l.lit(0.0);
        let over = match &position.moved {
            Some(moved) => [0, 1].map(|k| l.load(&moved.over[k])),
            None => [zero; 2],
        };
        let [v, x, y, z] = l.foreign(&DETAILS, &shader_data.table, &shader_data.words, &[axis], over)?;
        Some(Jet { v, g: [x, y, z], h: [[zero; 3]; 3] })
    }

    #[inline(always)]
    fn lifted<L: Lanes>(
        &self,
        l: L,
        position: &RowPosition<L::Scalar>,
        at: usize,
        jet: Jet<L::F, 2>,
    ) -> Jet<L::F, 3> {
        let mut lifted = Jet::constant(l, jet.v);
        for_each!(axis < 3 => {
            let [one, other]: [L::F; 2] = each!(k => l.load(&position.frame[k][axis][at..]));
            lifted.g[axis] = jet.g[0] * one + jet.g[1] * other;
        });
        lifted
    }

    #[inline(always)]
    fn displaced<L: Lanes>(
        &self,
        l: L,
        position: &RowPosition<L::Scalar>,
        at: usize,
        mut jet: Jet<L::F, 3>,
        shift: &[Jet<L::F, 3>; 3],
    ) -> Jet<L::F, 3> {
        let Some(moved) = &position.moved else { return jet };
        let stretch = l.load(&moved.stretch[at..]);
        jet.g = each!(axis => stretch * jet.g[axis]);
        jet.displaced(l, shift)
    }
}

/// A lattice in whole steps, with 2ⁿ steps to a cell. The decision which centres are kept is computed in whole numbers, so that
/// no two machines differ.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// `n`, up to 24: the radius is below 2²⁹ steps.
    pub bits: u32,
    /// The squared radius in steps, rounded down.
    pub square: u64,
}

impl Octave {
    /// The lattice in whole steps on which this octave's centres are chosen on a sphere.
    pub fn steps(&self, ball: &Ball) -> Steps {
        let radius = ball.radius / self.cell;
        let bits = (28 - libm::ilogb(radius)).clamp(0, 24);
        let steps = libm::ldexp(radius, bits);
        Steps { bits: bits as u32, square: (steps * steps) as u64 }
    }
}

/// Whether a centre belongs to its sheet and is not one of the surplus. It belongs to the sheet if `w² = R² − u² − v²` is at
/// least `u²` and `v²`. A crater's lot `l` in [0, 1) is below `1/(√3·γ)` if `3·l²·w² < R²`. The cells that samples query reach
/// two cells beyond the sphere, so steps are below `3·2²⁹` and all sums below 2⁶³. Lots have 14 bits, so the product of 3, the
/// square of a lot and the upper 32 bits of `w²` has 62 bits. Farther from the sphere, sums saturate, and no centre is kept.
fn is_kept(steps: &Steps, crater: &Crater) -> bool {
    let square = |k: usize| {
        let fraction = (crater.centre[k] * 16_777_216.0) as i64 >> (24 - steps.bits);
        let step = (i64::from(crater.cell[k] as i32) << steps.bits) + fraction;
        step.unsigned_abs().saturating_mul(step.unsigned_abs())
    };
    let (u, v) = (square(0), square(1));
    if u.saturating_add(v).saturating_add(u.max(v)) > steps.square {
        return false;
    }
    let height = (steps.square - u - v) >> 26;
    let lot = u64::from(crater.lot());
    3 * lot * lot * height < (steps.square >> 26) << 28
}

impl Ball {
    /// How far a displaced point is from the sphere's centre, measured along the normal of the point before displacement, as a
    /// share of the radius. It is at least 0.01, even for displacements that lead below the centre.
    #[inline(always)]
    fn fall<L: Lanes>(&self, l: L, normal: &[L::F; 3], shift: &[L::F; 3]) -> L::F {
        l.max(l.lit(1.0) + l.lit(1.0 / self.radius) * dot(normal, shift), l.lit(0.01))
    }

    /// Projects a point of a tangential plane back onto the sphere. The vector from the original point, which has the normal `n`,
    /// to the point of the plane is `t` in space, with the components `over` along the frame, in metres. With `u = t²/R²`, the
    /// projection is at `R·(n + t/R)/√(1 + u)`. The vector from the original point to the projection is
    /// `t/√(1 + u) − n·R·(1 − 1/√(1 + u))`, where the bracket equals `u/(1 + u + √(1 + u))`.
    #[inline(always)]
    fn landing<L: Lanes>(
        &self,
        l: L,
        normal: &[L::F; 3],
        frame: &[[L::F; 3]; 2],
        over: &[L::F; 2],
    ) -> Landing<L::F> {
        let (one, curvature) = (l.lit(1.0), l.lit(1.0 / self.radius));
        let down = curvature * (over[0] * over[0] + over[1] * over[1]);
        let stretched = one + curvature * down;
        let root = l.sqrt(stretched);
        let (cosine, down) = (one / root, down / (stretched + root));
        let way: [L::F; 3] = each!(axis => over[0] * frame[0][axis] + over[1] * frame[1][axis]);
        Landing {
            normal: each!(axis => (normal[axis] + curvature * way[axis]) * cosine),
            metres: each!(axis => way[axis] * cosine - normal[axis] * down),
            cosine,
        }
    }
}

impl<S: Scalar> RowPosition<S> {
    fn new(is_moved: bool) -> Self {
        let zeros = [S::default(); STRIP];
        let moved = || Box::new(Moved { over: [zeros; 2], metres: [zeros; 3], stretch: zeros });
        Self { normal: [zeros; 3], frame: [[zeros; 3]; 2], moved: is_moved.then(moved) }
    }

    #[inline(always)]
    fn store<L: Lanes<Scalar = S>>(
        &mut self,
        l: L,
        at: usize,
        normal: &[L::F; 3],
        frame: &[[L::F; 3]; 2],
    ) {
        for_each!(axis < 3 => {
            l.store(normal[axis], &mut self.normal[axis][at..]);
            for_each!(k < 2 => {
                l.store(frame[k][axis], &mut self.frame[k][axis][at..]);
            });
        });
    }

    #[inline(always)]
    fn store_moved<L: Lanes<Scalar = S>>(
        &mut self,
        l: L,
        at: usize,
        over: &[L::F; 2],
        landing: &Landing<L::F>,
        stretch: L::F,
    ) {
        let Some(moved) = &mut self.moved else { return };
        l.store(stretch, &mut moved.stretch[at..]);
        for_each!(axis < 3 => {
            l.store(landing.metres[axis], &mut moved.metres[axis][at..]);
        });
        for_each!(k < 2 => {
            l.store(over[k], &mut moved.over[k][at..]);
        });
    }
}

/// Two directions at right angles to a normal and to each other (Duff et al., 2017: Building an orthonormal basis,
/// revisited).
#[inline(always)]
fn frame<L: Lanes>(l: L, &[x, y, z]: &[L::F; 3]) -> [[L::F; 3]; 2] {
    let one = l.lit(1.0);
    let sign = l.select(l.lt(z, l.lit(0.0)), -one, one);
    let a = -(one / (sign + z));
    let b = x * y * a;
    [[one + sign * (x * x * a), sign * b, -(sign * x)], [b, sign + y * y * a, -y]]
}

#[inline(always)]
fn dot<F: Float>(a: &[F; 3], b: &[F; 3]) -> F {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
