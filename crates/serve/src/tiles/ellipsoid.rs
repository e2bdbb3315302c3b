//! Positions on an ellipsoid of revolution, in metres from its centre: x to longitude 0, z to the north pole.

use glam::DVec3;
use orogen_files::wgs84::{FLATTENING, SEMI_MAJOR_AXIS};

use super::ground::Surface;

/// An ellipsoid by its semi-axes in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ellipsoid {
    pub(crate) equatorial: f64,
    pub(crate) polar: f64,
}

/// The Earth.
const WGS_84: Ellipsoid =
    Ellipsoid { equatorial: SEMI_MAJOR_AXIS, polar: SEMI_MAJOR_AXIS * (1.0 - FLATTENING) };

impl Ellipsoid {
    /// The ellipsoid that heights of a surface are measured from: WGS 84, or a planet's sphere.
    pub(crate) fn of(surface: Surface) -> Self {
        match surface {
            Surface::Earth(_) => WGS_84,
            Surface::Planet(sphere) => Self { equatorial: sphere.radius(), polar: sphere.radius() },
        }
    }

    /// The directions to the east, to the north and up at a place, in degrees.
    pub(crate) fn axes([longitude, latitude]: [f64; 2]) -> [DVec3; 3] {
        let ((sin_lon, cos_lon), (sin_lat, cos_lat)) =
            (libm::sincos(longitude.to_radians()), libm::sincos(latitude.to_radians()));
        [
            DVec3::new(-sin_lon, cos_lon, 0.0),
            DVec3::new(-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat),
            DVec3::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat),
        ]
    }

    /// The point at a height above a place.
    ///
    /// With the unit normal *n* = (x, y, z) there, the point of the ellipsoid is (a²x, a²y, b²z)/√(a²x² + a²y² + b²z²): the gradient
    /// of its equation is parallel to *n* there, and it solves the equation.
    pub(crate) fn point(&self, place: [f64; 2], height: f64) -> DVec3 {
        let [_, _, up] = Self::axes(place);
        let squares = self.radii() * self.radii();
        let foot = squares * up / (squares * up).dot(up).sqrt();
        foot + height * up
    }

    /// A point in coordinates in which the ellipsoid is the unit sphere.
    pub(crate) fn scaled(&self, point: DVec3) -> DVec3 {
        point / self.radii()
    }

    fn radii(&self) -> DVec3 {
        DVec3::new(self.equatorial, self.equatorial, self.polar)
    }

    /// A point from which nothing of `points` is hidden behind the ellipsoid if that point is not, in [scaled](Self::scaled)
    /// coordinates. It lies in the direction of `towards`. Where `points` go so far around the ellipsoid that there is none, it is so
    /// far away that it is never hidden.
    ///
    /// The horizon of a point at the distance *m* ≥ 1 is at the angle β with cos β = 1/*m*. If a point is at an angle α from the
    /// direction, an eye at the horizon sees it over the point at the distance 1/cos(α + β) in that direction (P. Cozzi and K. Ring,
    /// "3D Engine Design for Virtual Globes", 2011, and the description of the format). Points below the ellipsoid count as on it.
    pub(crate) fn horizon_occlusion_point(&self, towards: DVec3, points: &[DVec3]) -> DVec3 {
        let direction = self.scaled(towards).normalize();
        let distance = |&point: &DVec3| {
            let scaled = self.scaled(point);
            let magnitude = scaled.length();
            let (cos_alpha, sin_alpha) =
                (scaled.dot(direction) / magnitude, scaled.cross(direction).length() / magnitude);
            let cos_beta = 1.0 / magnitude.max(1.0);
            let sin_beta = (1.0 - cos_beta * cos_beta).sqrt();
            let cos = cos_alpha * cos_beta - sin_alpha * sin_beta;
            if cos > 1.0 / NEVER_HIDDEN { 1.0 / cos } else { NEVER_HIDDEN }
        };
        direction * points.iter().map(distance).fold(1.0, f64::max)
    }
}

/// The distance of a point that is never hidden, in radii.
const NEVER_HIDDEN: f64 = 1e6;

/// A sphere around points: its centre is that of their bounding box.
pub(crate) fn bounding_sphere(points: &[DVec3]) -> (DVec3, f64) {
    let (least, most) =
        points.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(least, most), &point| {
            (least.min(point), most.max(point))
        });
    let centre = 0.5 * (least + most);
    (centre, points.iter().map(|point| point.distance(centre)).fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against PROJ 9: `cs2cs EPSG:4979 EPSG:4978`.
    #[test]
    fn points_on_wgs_84() {
        for (place, height, expected) in [
            ([0.0, 0.0], 0.0, [6_378_137.0, 0.0, 0.0]),
            ([90.0, 0.0], 100.0, [0.0, 6_378_237.0, 0.0]),
            ([8.0, 90.0], 10.0, [0.0, 0.0, 6_356_762.314_245]),
            ([0.0, 45.0], 0.0, [4_517_590.878_849, 0.0, 4_487_348.408_866]),
        ] {
            let error = WGS_84.point(place, height).distance(DVec3::from(expected));
            assert!(error < 1e-5, "{place:?}: {error} m");
        }
    }

    /// The test of a viewer (K. Ring, "Horizon culling", 2013) hides the point only where every vertex is behind the ellipsoid.
    #[test]
    fn what_is_hidden_is_behind_the_horizon() {
        let is_hidden = |eye: DVec3, point: DVec3| {
            let to_point = point - eye;
            let (horizon, along) = (eye.length_squared() - 1.0, -to_point.dot(eye));
            along > horizon && along * along > horizon * to_point.length_squared()
        };
        let places = |from: [f64; 2], degrees: f64| {
            (0..=8).flat_map(move |i| {
                (0..=8).map(move |j| {
                    [from[0] + f64::from(i) * degrees / 8.0, from[1] + f64::from(j) * degrees / 8.0]
                })
            })
        };
        let mut hidden = 0;
        for (from, degrees, height) in
            [([5.0, 40.0], 2.0, 3000.0), ([-20.0, -30.0], 20.0, 9000.0), ([0.0, 0.0], 80.0, 0.0)]
        {
            let points: Vec<_> = places(from, degrees).map(|place| WGS_84.point(place, height)).collect();
            let (centre, _) = bounding_sphere(&points);
            let point = WGS_84.horizon_occlusion_point(centre, &points);
            for eye in places([-180.0, -90.0], 170.0).chain(places([0.0, -90.0], 170.0)) {
                let eye = WGS_84.scaled(WGS_84.point(eye, 20_000.0));
                if is_hidden(eye, point) {
                    hidden += 1;
                    assert!(points.iter().all(|&vertex| is_hidden(eye, WGS_84.scaled(vertex))), "{from:?}");
                }
            }
        }
        assert!(hidden > 100, "{hidden}");
    }
}
