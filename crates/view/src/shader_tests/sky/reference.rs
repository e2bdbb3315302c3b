//! A CPU reference of the sky in double precision and Cartesian coordinates, without tables. The origin is
//! the planet's centre, and the eye is on the positive z axis.

use crate::sky::Atmosphere;

pub(super) type Vector = [f64; 3];

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn along(origin: Vector, direction: Vector, metres: f64) -> Vector {
    [0, 1, 2].map(|i| origin[i] + metres * direction[i])
}

fn scaled(v: Vector, factor: f64) -> Vector {
    v.map(|x| x * factor)
}

/// One colour of an atmosphere.
#[derive(Clone, Copy)]
pub(super) struct Air {
    pub(super) air: Atmosphere,
    pub(super) colour: usize,
}

/// Nodes and weights of the five-point Gauss–Legendre quadrature on -1 to 1.
const NODES: [(f64, f64); 5] = [
    (-0.906_179_845_938_664, 0.236_926_885_056_189),
    (-0.538_469_310_105_683, 0.478_628_670_499_366),
    (0.0, 0.568_888_888_888_889),
    (0.538_469_310_105_683, 0.478_628_670_499_366),
    (0.906_179_845_938_664, 0.236_926_885_056_189),
];

/// The integral of a function from 0 to `end`, in pieces.
fn integral(end: f64, pieces: usize, f: impl Fn(f64) -> f64) -> f64 {
    let half = 0.5 * end / pieces as f64;
    let piece = |i: usize| {
        let middle = (2 * i + 1) as f64 * half;
        NODES.iter().map(|(node, weight)| weight * half * f(middle + node * half)).sum::<f64>()
    };
    (0..pieces).map(piece).sum()
}

impl Air {
    fn radius(&self) -> f64 {
        self.air.radius.into()
    }

    pub(super) fn eye(&self, height: f64) -> Vector {
        [0.0, 0.0, self.radius() + height]
    }

    fn height(&self, p: Vector) -> f64 {
        dot(p, p).sqrt() - self.radius()
    }

    /// Scattering by molecules and haze, and extinction, per metre.
    fn matter(&self, p: Vector) -> [f64; 3] {
        let (air, c, h) = (&self.air, self.colour, self.height(p));
        let thin = |scale: f32| (-h / f64::from(scale)).exp();
        let rayleigh = f64::from(air.rayleigh[c]) * thin(air.rayleigh_height);
        let haze = f64::from(air.haze) * thin(air.mie_height);
        let mie = f64::from(air.mie[c]) * haze;
        let off = (h - f64::from(air.ozone_height)).abs() / f64::from(air.ozone_width);
        let ozone = f64::from(air.ozone[c]) * (1.0 - off).max(0.0);
        [rayleigh, mie, rayleigh + mie + f64::from(air.mie_absorption[c]) * haze + ozone]
    }

    /// Distance to a sphere from inside it, or from outside if the ray hits it.
    fn sphere(&self, p: Vector, d: Vector, height: f64) -> Option<f64> {
        let r = self.radius() + height;
        let (b, c) = (dot(p, d), dot(p, p) - r * r);
        let root = (b * b - c).max(0.0).sqrt();
        let far = if c > 0.0 { -b - root } else { -b + root };
        (b * b >= c && far >= 0.0).then_some(far)
    }

    fn ground(&self, p: Vector, d: Vector) -> Option<f64> {
        self.sphere(p, d, 0.0)
    }

    /// Distance to the ground; infinite if the ray misses it.
    pub(super) fn ground_within(&self, p: Vector, d: Vector) -> f64 {
        self.ground(p, d).unwrap_or(f64::INFINITY)
    }

    /// Where a ray enters and leaves the air, and whether it ends on the ground.
    fn way(&self, p: Vector, d: Vector) -> Option<(f64, f64, bool)> {
        let top = self.air.top.into();
        let begin = if self.height(p) > top { self.sphere(p, d, top)? } else { 0.0 };
        let ground = self.ground(p, d);
        let out = || begin + self.sphere(along(p, d, begin + 1e-3), d, top - 1e-6).unwrap_or(0.0);
        Some((begin, ground.unwrap_or_else(out), ground.is_some()))
    }

    /// Optical depth of a part of a ray.
    pub(super) fn depth(&self, p: Vector, d: Vector, metres: f64, pieces: usize) -> f64 {
        integral(metres, pieces, |t| self.matter(along(p, d, t))[2])
    }

    /// Transmittance from outside the air to a point; 0 through the ground.
    pub(super) fn transmittance(&self, p: Vector, d: Vector, pieces: usize) -> f64 {
        match self.way(p, d) {
            None => 1.0,
            Some((.., true)) => 0.0,
            // With square roots, points are denser near the start of the ray.
            Some((begin, end, false)) => {
                let p = along(p, d, begin);
                let root = (end - begin).sqrt();
                (-integral(root, pieces, |u| 2.0 * u * self.matter(along(p, d, u * u))[2])).exp()
            }
        }
    }

    /// Phase functions of molecules and of haze.
    fn phases(&self, cosine: f64) -> [f64; 2] {
        let g = f64::from(self.air.asymmetry[self.colour]);
        let shape = (1.0 + cosine * cosine) / (1.0 + g * g - 2.0 * g * cosine).powf(1.5);
        let pi = std::f64::consts::PI;
        let mie = 3.0 / (8.0 * pi) * (1.0 - g * g) / (2.0 + g * g) * shape;
        [3.0 / (16.0 * pi) * (1.0 + cosine * cosine), mie]
    }

    /// Radiance of single scattering with a point sun, in the first `metres` of the ray.
    pub(super) fn once(&self, p: Vector, d: Vector, sun: Vector, metres: f64) -> f64 {
        let Some((begin, end, _)) = self.way(p, d) else { return 0.0 };
        let (p, length) = (along(p, d, begin), end.min(metres) - begin);
        let low = (-dot(p, d)).clamp(0.0, length.max(0.0));
        let phases = self.phases(dot(d, sun));
        let (steps, mut depth, mut light, mut start) = (1500, 0.0_f64, 0.0, 0.0);
        for step in 1..=steps {
            // Steps are small where the air is dense.
            let even =
                -low.sqrt() + (low.sqrt() + (length - low).sqrt()) * f64::from(step) / f64::from(steps);
            let stop = (low + even * even.abs()).clamp(start, length);
            let position = along(p, d, 0.5 * (start + stop));
            let [rayleigh, mie, extinction] = self.matter(position);
            let half = 0.5 * extinction * (stop - start);
            let scattered = rayleigh * phases[0] + mie * phases[1];
            let lit = self.transmittance(position, sun, 12);
            light += f64::exp(-(depth + half)) * scattered * lit * (stop - start);
            depth += 2.0 * half;
            start = stop;
        }
        light
    }

    /// Radiance of all light, scattered or reflected any number of times: the mean over paths from the eye
    /// towards the sun (delta tracking, next-event estimation).
    pub(super) fn paths(&self, p: Vector, d: Vector, sun: Vector, count: u32) -> f64 {
        let mut random = Random(0x1234_5678_9abc_def1);
        (0..count).map(|_| self.path(p, d, sun, &mut random)).sum::<f64>() / f64::from(count)
    }

    fn path(&self, mut p: Vector, mut d: Vector, sun: Vector, random: &mut Random) -> f64 {
        // The ozone layer has less extinction than the air at the ground.
        let most = self.matter(self.eye(0.0))[2];
        let (mut light, mut weight) = (0.0, 1.0);
        for _ in 0..200 {
            let Some((begin, end, ground)) = self.way(p, d) else { return light };
            let mut position = begin;
            let matter = loop {
                position -= (1.0 - random.next()).ln() / most;
                if position >= end {
                    break None;
                }
                let matter = self.matter(along(p, d, position));
                if random.next() * most < matter[2] {
                    break Some(matter);
                }
            };
            let next = if let Some([rayleigh, mie, extinction]) = matter {
                p = along(p, d, position);
                let phases = self.phases(dot(d, sun));
                weight *= (rayleigh + mie) / extinction;
                let share = mie / (rayleigh + mie);
                let phase = phases[0] * (1.0 - share) + phases[1] * share;
                light += weight * phase * self.transmittance(p, sun, 4);
                self.turned(d, random.next() < share, random, &mut weight)
            } else if ground {
                p = scaled(along(p, d, end), 1.0 + 1e-9);
                let up = scaled(p, 1.0 / dot(p, p).sqrt());
                weight *= f64::from(self.air.ground[self.colour]);
                light +=
                    weight * dot(up, sun).max(0.0) / std::f64::consts::PI * self.transmittance(p, sun, 4);
                around(up, random.next().sqrt(), random.next())
            } else {
                return light;
            };
            d = next;
        }
        light
    }

    /// A direction after scattering, by haze or by molecules.
    fn turned(&self, d: Vector, by_haze: bool, random: &mut Random, weight: &mut f64) -> Vector {
        let g = if by_haze { f64::from(self.air.asymmetry[self.colour]) } else { 0.0 };
        let even = 2.0 * random.next() - 1.0;
        // Importance sampling by the phase function of L. Henyey and J. Greenstein.
        let cosine = if g.abs() < 1e-3 {
            even
        } else {
            (1.0 + g * g - ((1.0 - g * g) / (1.0 + g * even)).powi(2)) / (2.0 * g)
        };
        let chosen =
            (1.0 - g * g) / (1.0 + g * g - 2.0 * g * cosine).powf(1.5) / (4.0 * std::f64::consts::PI);
        *weight *= self.phases(cosine)[usize::from(by_haze)] / chosen;
        around(d, cosine, random.next())
    }
}

/// The direction at an angle with this cosine to an axis, turned about it by a share of a full turn.
pub(super) fn around(axis: Vector, cosine: f64, turn: f64) -> Vector {
    let other = if axis[2].abs() < 0.9 { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] };
    let cross = |a: Vector, b: Vector| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let side = cross(axis, other);
    let side = scaled(side, 1.0 / dot(side, side).sqrt());
    let up = cross(side, axis);
    let (sin, cos) = (turn * std::f64::consts::TAU).sin_cos();
    let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
    [0, 1, 2].map(|i| axis[i] * cosine + sine * (side[i] * cos + up[i] * sin))
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}
