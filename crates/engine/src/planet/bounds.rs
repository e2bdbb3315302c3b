//! Bounding volumes of a tile, and its visibility. The directions of a tile form a convex figure between four great circles
//! (`quad`). Spheres, boxes, distances and horizons are exact for these directions and a range of heights, then widened by the
//! rounding error.

use super::quad::Quad;
use super::vector::{Vector, cross, difference, dot, length, scaled, sum, unit};
use super::{Direction, PlanetError, Sphere, TileAddress};
use crate::patch::Patch;

/// A sphere and a box around the ground of a tile. Both contain every point of the tile between the two heights that
/// [`TileBounds::new`] takes, every triangle between such points, and the rounding of positions to [`Patch`]'s units.
///
/// # Example
/// ```
/// use orogen_engine::planet::{TileBounds, Sphere};
///
/// let (earth, tile) = (Sphere::new(6_371_000.0)?, "pz/8/3/200".parse()?);
/// let bounds = TileBounds::new(earth, tile, [-50.0, 1200.0])?;
///
/// // It is visible from above, and hidden from the other side of the planet.
/// let above = bounds.middle().vector().map(|x| x * 6_400_000.0);
/// assert!(!bounds.is_beyond_horizon(above, -500.0) && bounds.is_beyond_horizon(above.map(|x| -x), -500.0));
/// assert!((bounds.distance(above) - (29_000.0 - 1200.0)).abs() < 1e-3);
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileBounds {
    quad: Quad,
    sphere: Sphere,
    middle: Direction,
    angle: f64,
    /// The least and the greatest distance from the centre.
    radii: [f64; 2],
    bounding_sphere: BoundingSphere,
    oriented_box: OrientedBox,
}

/// A sphere that contains a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingSphere {
    /// In metres from the planet's centre.
    pub centre: [f64; 3],
    /// Metres.
    pub radius: f64,
}

/// An oriented box that contains a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// In metres from the planet's centre.
    pub centre: [f64; 3],
    /// Unit vectors at right angles: along the tile's `u` in its middle, nearly along its `v`, and up.
    pub axes: [[f64; 3]; 3],
    /// The distance from the centre to the faces along each axis, in metres.
    pub half: [f64; 3],
}

/// A generous bound on the relative error of the results of this module: 16 roundings of 2⁻⁵².
const ROUNDING: f64 = 16.0 * f64::EPSILON;

impl TileBounds {
    /// The bounds of a tile with a least and a greatest height in metres.
    ///
    /// # Errors
    /// The heights are not finite, the first is above the second, or the ground reaches the planet's centre.
    pub fn new(sphere: Sphere, tile: TileAddress, heights: [f64; 2]) -> Result<Self, PlanetError> {
        let (radius, radii) = (sphere.radius(), heights.map(|height| sphere.radius() + height));
        if !(radii[0] > 0.0 && heights[0] <= heights[1] && radii[1].is_finite()) {
            return Err(PlanetError::Heights { heights, radius });
        }
        let (quad, middle) = (Quad::of(tile), tile.middle());
        let [along_u, _] = middle.derivatives();
        let middle = middle.direction();
        let slack = slack(radii[1]);
        let chord = quad.corners.map(|corner| length(difference(corner, middle.vector())));
        let chord = chord.into_iter().fold(0.0, f64::max) + ROUNDING;
        let bounding_sphere = bounding_sphere(middle.vector(), chord, radii);
        let oriented_box = oriented_box(&quad, middle.vector(), along_u, radii);
        // The chord is 2·sin(angle/2). The slack covers sideways errors of rounding.
        let angle = 2.0 * libm::asin(chord / 2.0) + slack / radii[0];
        Ok(Self { quad, sphere, middle, angle, radii, bounding_sphere, oriented_box })
    }

    /// The direction of the tile's centre.
    pub fn middle(&self) -> Direction {
        self.middle
    }

    /// The half angle in radians of the cone from the planet's centre around [`middle`](Self::middle) that contains the tile.
    pub fn angle(&self) -> f64 {
        self.angle
    }

    /// The smallest bounding sphere whose centre is above or below the tile's centre.
    pub fn bounding_sphere(&self) -> BoundingSphere {
        self.bounding_sphere
    }

    /// A bounding box aligned with the tile's centre.
    pub fn oriented_box(&self) -> OrientedBox {
        self.oriented_box
    }

    /// The least distance of the tile from a camera at `eye`, in metres; 0 if the camera may be inside. `eye` is finite, in
    /// metres from the planet's centre.
    ///
    /// Except for rounding, this is the exact distance to the volume that the tile's directions and heights
    /// bound. The nearest point of that volume is in the tile's direction closest to the direction of `eye`.
    pub fn distance(&self, eye: [f64; 3]) -> f64 {
        let far = length(eye);
        let Ok(direction) = Direction::new(eye) else {
            return (self.radii[0] - slack(self.radii[0])).max(0.0);
        };
        let apart = difference(self.quad.nearest(direction.vector()), direction.vector());
        let square = dot(apart, apart);
        // This uses cos γ = 1 − chord²/2, and a form of the law of cosines that subtracts no nearly equal numbers except
        // distances from the centre.
        let radius = (far * (1.0 - square / 2.0)).clamp(self.radii[0], self.radii[1]);
        let away = far - radius;
        ((away * away + far * radius * square).sqrt() - slack(self.radii[1].max(far))).max(0.0)
    }

    /// Whether the planet hides the tile from a camera at `eye`. `true` is certain, `false` is not. `eye` is in metres from the
    /// planet's centre. No drawn ground may be lower than the height `lowest`, in metres, so the sphere at that height hides
    /// everything behind it. (Triangles sag between their corners: an edge of length *s* sags by *s*²/8*R*.)
    ///
    /// A ray from a distance *D* that grazes the sphere of radius *r* touches it at the angle acos(*r*/*D*) from the direction
    /// of `eye`. The ray reaches the distance ρ from the centre at the angle acos(*r*/ρ) further on. Points beyond the sum of
    /// the two angles are hidden. Of a tile, the highest and nearest point becomes visible first.
    pub fn is_beyond_horizon(&self, eye: [f64; 3], lowest: f64) -> bool {
        let (ground, far) = (self.sphere.radius() + lowest, length(eye));
        let Ok(direction) = Direction::new(eye) else { return false };
        let Ok(nearest) = Direction::new(self.quad.nearest(direction.vector())) else { return false };
        if !(ground > 0.0 && far > ground) {
            return false;
        }
        // acos(r/ρ), in a form that is accurate for small angles.
        let beyond = |radius: f64| {
            let tangent = ((radius - ground) * (radius + ground)).max(0.0).sqrt();
            libm::atan2(tangent, ground)
        };
        let slack = slack(self.radii[1]);
        direction.angle(nearest) > beyond(far) + beyond(self.radii[1] + slack) + slack / ground + ROUNDING
    }
}

/// The largest error in metres of positions at this distance from the centre. One unit is for the rounding of positions, which
/// along three axes is less than 0.9 units. The rest is for rounding in computations.
fn slack(radius: f64) -> f64 {
    Patch::UNIT + radius * ROUNDING
}

/// The smallest sphere that contains all points at distances *a* to *b* in directions within a chord *k* of the middle, if its
/// centre is at a distance *q* along the middle.
///
/// The square of the distance from the sphere's centre to a point at distance ρ is at most (ρ − *q*)² + ρ·*q*·*k*². This is a
/// parabola in ρ, so it is greatest at *a* or *b*. Let *c* = 1 − *k*²/2. The value at *b* is least for *q* = *b*·*c*. Up to *q* =
/// (*a* + *b*)/2*c*, the value at *b* is no less than the value at *a*. Beyond, the value at *a* is the greater one, and it
/// grows. So the smaller of these two *q* is the best, and points at *b* are then the farthest.
fn bounding_sphere(middle: Vector, chord: f64, [a, b]: [f64; 2]) -> BoundingSphere {
    let (square, cos) = (chord * chord, 1.0 - chord * chord / 2.0);
    let q = (b * cos).min((a + b) / (2.0 * cos));
    let reach = ((b - q) * (b - q) + b * q * square).sqrt();
    BoundingSphere { centre: scaled(middle, q), radius: reach + slack(b) }
}

/// The smallest box aligned with the middle and with the tile's `u` there. The tile's edges give the sideways extent of the box.
/// Upwards, the box reaches from the lowest corner to the greatest height.
fn oriented_box(quad: &Quad, up: Vector, along_u: Vector, [a, b]: [f64; 2]) -> OrientedBox {
    let first = unit(along_u);
    let axes = [first, cross(first, up), up];
    let lowest = quad.corners.iter().fold(1.0_f64, |least, &corner| least.min(dot(corner, up)));
    let [first, second] = [axes[0], axes[1]].map(|axis| {
        let [least, most] = quad.extent(axis);
        [(a * least).min(b * least), (a * most).max(b * most)]
    });
    let ranges = [first, second, [a * lowest, b]];
    let middle = ranges.map(|[least, most]| (least + most) / 2.0);
    let centre = (0..3).fold([0.0; 3], |at, k| sum(at, scaled(axes[k], middle[k])));
    OrientedBox { centre, axes, half: ranges.map(|[least, most]| (most - least) / 2.0 + slack(b)) }
}
