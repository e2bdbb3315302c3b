//! Zooming to a point of the ground, which keeps its place in the picture.

use orogen_engine::planet::LatLon;
use orogen_view::{Camera, GlobeShot};

use super::globe::MIN_CLEARANCE;
use super::{Eye, GlobeEye, PlaneEye};
use crate::height_field::HeightField;

/// The nearest a zoom goes, in metres.
const NEAREST: f64 = 1.0;

/// Corrections of a viewpoint over a planet. Each leaves about a tenth of the error.
const CORRECTIONS: usize = 12;

/// A point of the ground, and where it shall be in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The point: x and y in metres or, on a planet, latitude and longitude in degrees.
    pub place: [f64; 2],
    /// To the right and up from the centre of the picture, as tangents of the angles of the ray.
    pub at: [f64; 2],
}

impl PlaneEye {
    /// Moves towards an anchor by a factor. The direction of view stays, and the target moves to the distance of the anchor, so
    /// that the view orbits around it.
    pub(super) fn zoom_to(&mut self, factor: f64, anchor: Anchor, height_field: Option<&HeightField>) {
        let (Ok(camera), [x, y]) = (self.camera(), anchor.place) else { return };
        let Some(height) = height_field.and_then(|ground| Some(ground.covered(ground.height(x, y)?))) else {
            return;
        };
        let (place, from) = ([x, y, height], self.position());
        let depth = dot(camera.forward(), std::array::from_fn(|k| place[k] - from[k]));
        if depth <= 0.0 {
            return;
        }
        self.distance = (depth / factor).clamp(NEAREST, (20.0 * self.size).max(NEAREST));
        let ray = ray(&camera, anchor.at);
        self.move_to(std::array::from_fn(|k| place[k] - self.distance * ray[k]));
    }
}

impl GlobeEye {
    /// Moves towards an anchor by a factor. A view that the user has rotated keeps its direction. Otherwise the elevation follows
    /// the altitude, and the viewpoint moves aside.
    pub(super) fn zoom_to(&mut self, factor: f64, anchor: Anchor, height_field: Option<&HeightField>) {
        let [latitude, longitude] = anchor.place;
        let (Ok(at), Some(ground)) = (LatLon::new(latitude, longitude), height_field) else { return };
        let radius = self.radius + ground.covered(ground.height_at(latitude, longitude));
        let place = at.direction().vector().map(|along| radius * along);
        let from = self.position();
        self.move_to(std::array::from_fn(|k| place[k] + (from[k] - place[k]) / factor));
        let clear = self.over(height_field).max(MIN_CLEARANCE);
        self.rise(clear, height_field);
        let slides = if self.free { 0 } else { CORRECTIONS };
        for _ in 0..slides {
            if self.slide_to(place, anchor.at).is_none() {
                break;
            }
        }
        let clear = self.over(height_field).max(MIN_CLEARANCE);
        self.rise(clear, height_field);
        // Exact, also where the horizon is in the way of a move aside. A point that is out of reach stays where it is.
        _ = self.turn_to(place, anchor.at);
    }

    /// Moves to a position relative to the planet's centre.
    fn move_to(&mut self, place: [f64; 3]) {
        let length = dot(place, place).sqrt();
        let [latitude, longitude] = lat_lon(place);
        (self.latitude, self.longitude) = (latitude.clamp(-89.5, 89.5), longitude);
        self.altitude = (length - self.radius).min(GlobeShot::MAX_ALTITUDE);
    }

    /// The axes east, south and up at the point below.
    fn axes(&self) -> Option<[[f64; 3]; 3]> {
        let at = self.at().ok()?;
        let [east, south] = at.east_south();
        Some([east, south, at.direction().vector()])
    }

    /// Turns so that a position appears at a point of the picture.
    ///
    /// Let the ray through this point be *a* to the right, *u* up and 1 forward, and *n* its length. At the elevation *E* of the
    /// view it rises by (sin *E* + *u* cos *E*)/*n*, which is √(1 + *u*²) sin(*E* + atan *u*)/*n*. This must be the rise of the
    /// direction to the position. Then the ray leads to the right of the view by the angle whose tangent is *a*/(cos *E* − *u* sin
    /// *E*).
    fn turn_to(&mut self, place: [f64; 3], [across, up]: [f64; 2]) -> Option<()> {
        let (axes, from) = (self.axes()?, self.position());
        let offset: [f64; 3] = std::array::from_fn(|k| place[k] - from[k]);
        let [east, south, rise] = axes.map(|axis| dot(axis, offset) / dot(offset, offset).sqrt());
        let sine = (1.0 + across * across + up * up).sqrt() * rise / up.hypot(1.0);
        if !(-1.0..=1.0).contains(&sine) {
            return None;
        }
        let elevation = libm::asin(sine) - libm::atan(up);
        let (sin, cos) = libm::sincos(elevation);
        let azimuth = libm::atan2(east, -south) - libm::atan2(across, cos - up * sin);
        self.azimuth = azimuth.to_degrees().rem_euclid(360.0);
        self.elevation = elevation.to_degrees().clamp(-90.0, 60.0);
        Some(())
    }

    /// Moves around the planet so that a position appears at a point of the picture.
    fn slide_to(&mut self, place: [f64; 3], at: [f64; 2]) -> Option<()> {
        let (camera, axes, from) = (self.camera().ok()?, self.axes()?, self.position());
        let local = ray(&camera, at);
        let ray: [f64; 3] =
            std::array::from_fn(|k| (0..3).map(|axis| axes[axis][k] * local[axis]).sum::<f64>());
        // The first point of the ray on the sphere through the position.
        let (square, along) = (dot(ray, ray), dot(from, ray));
        let root = along * along - square * (dot(from, from) - dot(place, place));
        let distance = (-along - root.max(0.0).sqrt()) / square;
        if root < 0.0 || distance <= 0.0 {
            return None;
        }
        let seen = lat_lon(std::array::from_fn(|k| from[k] + distance * ray[k]));
        let wanted = lat_lon(place);
        self.latitude = (self.latitude + wanted[0] - seen[0]).clamp(-89.5, 89.5);
        self.longitude = (self.longitude + wanted[1] - seen[1] + 180.0).rem_euclid(360.0) - 180.0;
        Some(())
    }
}

impl Eye {
    /// The viewpoint that looks at a point of the ground from a third of the distance.
    pub fn approach(&self, place: [f64; 2], height_field: &HeightField) -> Self {
        let mut eye = *self;
        let anchor = Anchor { place, at: [0.0; 2] };
        match &mut eye {
            Self::Plane(eye) => eye.zoom_to(3.0, anchor, Some(height_field)),
            Self::Globe(eye) => eye.zoom_to(3.0, anchor, Some(height_field)),
        }
        eye
    }
}

/// A ray of the picture, of length 1 along the direction of view.
fn ray(camera: &Camera, [across, up]: [f64; 2]) -> [f64; 3] {
    std::array::from_fn(|k| camera.forward()[k] + across * camera.right()[k] + up * camera.up()[k])
}

fn dot(one: [f64; 3], other: [f64; 3]) -> f64 {
    (0..3).map(|k| one[k] * other[k]).sum()
}

/// Latitude and longitude of a position, in degrees.
fn lat_lon([x, y, z]: [f64; 3]) -> [f64; 2] {
    [libm::atan2(z, x.hypot(y)).to_degrees(), libm::atan2(y, x).to_degrees()]
}
