//! The tangent map between the faces of a cube and the sphere. Its tangents come from `libm`, for the same bits on every
//! machine.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};

use super::vector::{Vector, difference, scaled};
use super::{Direction, Face, PlanetError};

/// A point on a face: `u` to the right and `v` down, −1 to 1 each. The tangent map takes it to the sphere.
///
/// With *s* = tan(π/4·*u*) and *t* = tan(π/4·*v*), the direction is that of *axis* + *s*·*right* + *t*·*down*, see
/// [`Face`]. So `u` is an angle, in eighths of a turn, on the face's middle line, and lines of equal `u` or `v` are great
/// circles. Areas differ by a factor of √2 at most: a square of (*u*, *v*) covers
/// (π/4)²·(1+*s*²)(1+*t*²)/(1+*s*²+*t*²)^(3/2), most in the middle of a face and least in the middle of its edges. Without
/// the tangent the factor would be 5.2.
///
/// # Example
/// ```
/// use orogen_engine::planet::{Face, FacePoint, LatLon};
///
/// // The map goes right at u = 1, by 45° on the equator.
/// let place = FacePoint::new(Face::Px, 1.0, 0.0)?;
/// assert!((LatLon::of(place.direction()).longitude() - 45.0).abs() < 1e-12);
/// assert!(FacePoint::new(Face::Px, 1.5, 0.0).is_err());
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacePoint {
    face: Face,
    u: f64,
    v: f64,
}

impl FacePoint {
    /// A point on a face.
    ///
    /// # Errors
    /// `u` or `v` is not −1 to 1.
    pub fn new(face: Face, u: f64, v: f64) -> Result<Self, PlanetError> {
        let is_on = [u, v].iter().all(|x| (-1.0..=1.0).contains(x));
        if is_on { Ok(Self { face, u, v }) } else { Err(PlanetError::OffFace([u, v])) }
    }

    /// A point that is known to be on its face.
    pub(super) fn on(face: Face, [u, v]: [f64; 2]) -> Self {
        Self { face, u, v }
    }

    /// The point of the cube in a direction. On an edge or in a corner, the face is that of the first of the axes x, y and z.
    pub fn of(direction: Direction) -> Self {
        let (face, plane) = Face::facing(direction);
        Self::on(face, plane.map(from_plane))
    }

    /// The face.
    pub fn face(self) -> Face {
        self.face
    }

    /// The coordinate to the right, −1 to 1.
    pub fn u(self) -> f64 {
        self.u
    }

    /// The downward coordinate, −1 to 1.
    pub fn v(self) -> f64 {
        self.v
    }

    /// The direction from the planet's centre.
    pub fn direction(self) -> Direction {
        Direction::along(self.on_cube())
    }

    /// The derivatives of the direction with respect to `u` and to `v`: tangents of the unit sphere. They are at right angles
    /// only on the middle lines. Their lengths are π/4 times 1/√2 to 1.
    ///
    /// With *p* = *axis* + *s*·*right* + *t*·*down*, *d* = *p*/|*p*| and d*s*/d*u* = π/4·(1+*s*²):
    /// ∂*d*/∂*u* = π/4·(1+*s*²)·(*right*/|*p*| − *s*·*p*/|*p*|³), and likewise for `v`.
    pub fn derivatives(self) -> [[f64; 3]; 2] {
        let (p, [_, right, down]) = (self.on_cube(), self.face.axes());
        let square = p.iter().map(|x| x * x).sum::<f64>();
        [(self.u, right), (self.v, down)].map(|(u, axis)| {
            let s = to_plane(u);
            let along = difference(axis, scaled(p, s / square));
            scaled(along, FRAC_PI_4 * (1.0 + s * s) / square.sqrt())
        })
    }

    /// The vector to the cube's surface.
    fn on_cube(self) -> Vector {
        self.face.place([1.0, to_plane(self.u), to_plane(self.v)])
    }
}

/// The coordinate of `u` (−1 to 1) in a face's plane at distance 1 from the centre: tan(π/4·u). The function is odd to the bit,
/// and exactly 1 at 1, so a point on an edge of one face is also on the edge of the other.
pub(super) fn to_plane(u: f64) -> f64 {
    let far = u.abs();
    // π/4 as a number of 64 bits is slightly too small, and its tangent would be one bit below 1.
    let tangent = if far < 1.0 { libm::tan(FRAC_PI_4 * far) } else { 1.0 };
    tangent.copysign(u)
}

/// The inverse: `u` or `v` from the coordinate in the plane.
pub(super) fn from_plane(tangent: f64) -> f64 {
    (libm::atan(tangent) / FRAC_PI_4).clamp(-1.0, 1.0)
}

/// The least and the greatest length of ∂*d*/∂*u* over a range of `u` and one of `v`, in radians per unit of `u`.
///
/// The length is π/4·(1+*s*²)·√(1+*t*²)/(1+*s*²+*t*²). It grows with |*s*|: the derivative of its logarithm with respect to *s*²
/// is 1/(1+*s*²) − 1/(1+*s*²+*t*²) ≥ 0. It falls with |*t*|: the derivative of its logarithm with respect to *t*² is ½/(1+*t*²) −
/// 1/(1+*s*²+*t*²), which has the sign of *s*² − 1 − *t*² ≤ 0. So the least and the greatest length are at ends of the ranges of
/// |*s*| and |*t*|.
pub(super) fn stretch(u: [f64; 2], v: [f64; 2]) -> [f64; 2] {
    let squares = |range: [f64; 2]| {
        let ends = range.map(|x| to_plane(x) * to_plane(x));
        let crosses = range[0] < 0.0 && range[1] > 0.0;
        [if crosses { 0.0 } else { ends[0].min(ends[1]) }, ends[0].max(ends[1])]
    };
    let length = |s: f64, t: f64| FRAC_PI_4 * (1.0 + s) * (1.0 + t).sqrt() / (1.0 + s + t);
    let ([least_s, most_s], [least_t, most_t]) = (squares(u), squares(v));
    [length(least_s, most_t), length(most_s, least_t)]
}

/// The least value of [`stretch`] on a face. It occurs in the middle of the edges along which lengths are measured.
pub(super) const MIN_STRETCH: f64 = FRAC_PI_4 * FRAC_1_SQRT_2;
