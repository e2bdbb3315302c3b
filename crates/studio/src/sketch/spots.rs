//! Where places of the ground are in a picture, and what of the ground is at a place of that.

use orogen::planet::LatLon;
use orogen_view::Camera;

use super::globe::{axes, sphere};
use super::march::march;
use super::ray;
use super::vector::{dot, lat_lon, of, times};
use crate::eye::{Eye, GlobeEye};
use crate::relief::Relief;

/// Where a ray of a picture meets the ground of a plane: x and y, if it does.
pub fn hit(relief: &Relief, camera: &Camera, across: f64, along: f64) -> Option<[f64; 2]> {
    let ray = ray(camera, across, along);
    let eye = camera.eye();
    let way = march(relief, &|x, y| relief.height(x, y), eye, ray)?;
    Some([eye[0] + way * ray[0], eye[1] + way * ray[1]])
}

/// Where a ray of a picture meets a planet: latitude and longitude in degrees, if it does.
pub fn hit_globe(relief: &Relief, eye: &GlobeEye, across: f64, along: f64) -> Option<[f64; 2]> {
    let camera = Eye::Globe(*eye).camera().ok()?;
    let axes = axes(eye)?;
    let (from, way) = (times(axes[2], eye.radius + eye.altitude), of(axes, ray(&camera, across, along)));
    let place = sphere(from, way, eye.radius + relief.range.map(f64::from).iter().sum::<f64>() / 2.0)?;
    Some(lat_lon(place))
}

/// Where a place of the ground is in a picture: across and up from its middle, in the units of [`hit`], if it is before the eye.
pub fn spot(relief: &Relief, eye: &Eye, place: [f64; 2]) -> Option<[f64; 2]> {
    let camera = eye.camera().ok()?;
    let way = match eye {
        Eye::Plane(_) => {
            let height = relief.covered(relief.height(place[0], place[1])?);
            let from = camera.eye();
            [place[0] - from[0], place[1] - from[1], height - from[2]]
        }
        Eye::Globe(eye) => {
            let axes = axes(eye)?;
            let height = relief.covered(relief.height_at(place[0], place[1]));
            let over = times(LatLon::new(place[0], place[1]).ok()?.direction().vector(), eye.radius + height);
            let from = times(axes[2], eye.radius + eye.altitude);
            let way: [f64; 3] = std::array::from_fn(|k| over[k] - from[k]);
            // What lies beyond the horizon is not seen.
            if dot(over, way) > 0.0 {
                return None;
            }
            axes.map(|axis| dot(way, axis))
        }
    };
    let depth = dot(way, camera.forward());
    (depth > 0.0).then(|| [dot(way, camera.right()) / depth, dot(way, camera.up()) / depth])
}

/// Places around another on the ground, so many metres from it.
pub fn circle(relief: &Relief, middle: [f64; 2], radius: f64, count: usize) -> Vec<[f64; 2]> {
    let angle = |at: usize| at as f64 / count as f64 * std::f64::consts::TAU;
    let around = |at: usize| {
        let (sin, cos) = libm::sincos(angle(at));
        let Some(sphere) = relief.sphere else { return [middle[0] + radius * cos, middle[1] + radius * sin] };
        let Ok(at) = LatLon::new(middle[0], middle[1]) else { return middle };
        let [east, south] = at.east_south();
        let share = radius / sphere.radius();
        let up = at.direction().vector();
        lat_lon(std::array::from_fn(|k| up[k] + share * (cos * east[k] + sin * south[k])))
    };
    (0..count).map(around).collect()
}
