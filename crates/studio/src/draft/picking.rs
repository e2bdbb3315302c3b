//! Conversion between positions in a picture and on the ground.

use orogen_engine::planet::LatLon;
use orogen_view::Camera;

use super::globe::{axes, sphere};
use super::march::march;
use super::ray;
use super::vector::{dot, lat_lon, of, times};
use crate::eye::{Eye, GlobeEye};
use crate::height_field::HeightField;

/// Where a ray of a picture meets the ground of a plane: x and y in metres. `across` and `along` are tangents of the angles of
/// the ray to the right of the viewing direction and above it. `None` if the ray does not meet the ground.
pub fn pick(height_field: &HeightField, camera: &Camera, across: f64, along: f64) -> Option<[f64; 2]> {
    let ray = ray(camera, across, along);
    let eye = camera.eye();
    let distance = march(height_field, &|x, y| height_field.height(x, y), eye, ray)?;
    Some([eye[0] + distance * ray[0], eye[1] + distance * ray[1]])
}

/// Where a ray of a picture meets a planet: latitude and longitude in degrees. The ground is approximated by a sphere, first
/// half-way between the lowest and the highest ground, then through the ground at the point found. `None` if the ray does not
/// meet the first sphere.
pub fn pick_globe(height_field: &HeightField, eye: &GlobeEye, across: f64, along: f64) -> Option<[f64; 2]> {
    let camera = Eye::Globe(*eye).camera().ok()?;
    let axes = axes(eye)?;
    let (from, ray) = (times(axes[2], eye.radius + eye.altitude), of(axes, ray(&camera, across, along)));
    let range = height_field.range.map(f64::from);
    let below = eye.altitude - 1.0;
    let mut place = sphere(from, ray, eye.radius + (0.5 * (range[0] + range[1])).min(below))?;
    for _ in 0..4 {
        let [latitude, longitude] = lat_lon(place);
        let height = height_field.covered(height_field.height_at(latitude, longitude));
        let Some(nearer) = sphere(from, ray, eye.radius + height.min(below)) else { break };
        place = nearer;
    }
    Some(lat_lon(place))
}

/// Position of a ground point in a picture: to the right and up from the centre of the picture, as tangents like those of
/// [`pick`]. `None` if the point is behind the camera, beyond the horizon of a planet, or outside of a plane's ground. A point
/// behind a hill still has a position.
pub fn project(height_field: &HeightField, eye: &Eye, place: [f64; 2]) -> Option<[f64; 2]> {
    let camera = eye.camera().ok()?;
    let offset = match eye {
        Eye::Plane(_) => {
            let height = height_field.covered(height_field.height(place[0], place[1])?);
            let from = camera.eye();
            [place[0] - from[0], place[1] - from[1], height - from[2]]
        }
        Eye::Globe(eye) => {
            let axes = axes(eye)?;
            let height = height_field.covered(height_field.height_at(place[0], place[1]));
            let over = times(LatLon::new(place[0], place[1]).ok()?.direction().vector(), eye.radius + height);
            let from = times(axes[2], eye.radius + eye.altitude);
            let offset: [f64; 3] = std::array::from_fn(|k| over[k] - from[k]);
            // Points beyond the horizon are not visible.
            if dot(over, offset) > 0.0 {
                return None;
            }
            axes.map(|axis| dot(offset, axis))
        }
    };
    let depth = dot(offset, camera.forward());
    (depth > 0.0).then(|| [dot(offset, camera.right()) / depth, dot(offset, camera.up()) / depth])
}

/// `count` points on a circle on the ground, with a radius in metres.
pub fn circle(height_field: &HeightField, middle: [f64; 2], radius: f64, count: usize) -> Vec<[f64; 2]> {
    let angle = |at: usize| at as f64 / count as f64 * std::f64::consts::TAU;
    let around = |at: usize| {
        let (sin, cos) = libm::sincos(angle(at));
        let Some(sphere) = height_field.sphere else {
            return [middle[0] + radius * cos, middle[1] + radius * sin];
        };
        let Ok(at) = LatLon::new(middle[0], middle[1]) else { return middle };
        let [east, south] = at.east_south();
        let share = radius / sphere.radius();
        let up = at.direction().vector();
        lat_lon(std::array::from_fn(|k| up[k] + share * (cos * east[k] + sin * south[k])))
    };
    (0..count).map(around).collect()
}
