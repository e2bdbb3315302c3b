//! The scene of a run, and the cameras of its frames.

use orogen_engine::recipe::View;
use orogen_view::{CameraError, Shot, Sun};

use super::camera_args::{CameraArg, FOV, Orbit};
use super::camera_option::CameraOption;
use super::ground::CameraGround;
use super::{Args, flyover, in_frame, of_view};
use crate::failure::Failure;

/// Default latitude of `--time`, in degrees.
const LATITUDE: f64 = 45.0;

/// The scene of a run, and the cameras of its frames: at least one.
pub(super) struct Scene {
    /// The first frame.
    pub(super) shot: Shot,
    /// The look of the pictures.
    pub(super) looks: View,
    pub(super) cameras: Vec<CameraOption>,
    /// Metres along a side of the domain.
    pub(super) size: f64,
}

impl Scene {
    /// Builds the scene from the options, and refuses invalid cameras before any work.
    pub(super) fn new(args: &Args, ground: &CameraGround<'_>) -> Result<Self, Failure> {
        let camera = if args.map { Some(&CameraArg::Map) } else { args.camera.as_ref() };
        let default = if camera == Some(&CameraArg::Map) { [1024, 1024] } else { [960, 540] };
        let size = args.size.unwrap_or(default);
        let cameras = cameras(args, camera, ground, size)?;
        for (frame, CameraOption { camera, .. }) in cameras.iter().enumerate() {
            let inside = ground.refuse_inside(camera, args.bounds());
            inside.map_err(|error| in_frame(error, frame, cameras.len()))?;
        }
        let mut looks = args.looks(ground.recipe)?;
        if camera == Some(&CameraArg::Map) && args.clouds.is_none() {
            // Clouds would hide a part of the map.
            looks.clouds = None;
        }
        let latitude = args.latitude.unwrap_or(LATITUDE);
        let by_day = args.time.map(|hour| rounded(Sun::at(hour, latitude, 0.0)));
        let shot = Shot {
            sun: args.sun.or(by_day).unwrap_or_else(|| ground.view_finder().sun(&cameras[0].camera)),
            size,
            style: args.style(),
            surface: args.surface()?,
            bounds: args.bounds(),
            samples: args.samples as u32,
            ..Shot::new(cameras[0].camera).with_looks(&looks)
        };
        Ok(Self { shot, looks, cameras, size: ground.recipe.domain.size })
    }
}

fn cameras(
    args: &Args,
    camera: Option<&CameraArg>,
    ground: &CameraGround<'_>,
    size: [u32; 2],
) -> Result<Vec<CameraOption>, Failure> {
    let refused = |error: orogen_view::CameraError| of_view(error.into());
    if let Some(path) = &args.flyover {
        let flight = flyover::read(path, ground)?;
        let at = |time| flight.flight.camera(time).and_then(|camera| CameraOption::exact(&camera));
        return flight.times.iter().map(|&time| at(time).map_err(refused)).collect();
    }
    match (args.turntable, args.orbit, camera) {
        (Some(frames), orbit, _) => {
            let orbit = orbit.unwrap_or_default();
            let turn = |frame: i64| 360.0 * frame as f64 / frames as f64;
            (0..frames)
                .map(|frame| orbiting(args, ground, orbit, turn(frame), size).map_err(refused))
                .collect()
        }
        (None, Some(orbit), _) => Ok(vec![orbiting(args, ground, orbit, 0.0, size).map_err(refused)?]),
        (None, None, camera) => {
            let camera = camera.unwrap_or(&CameraArg::Look { eye: None, target: None, degrees: FOV });
            Ok(vec![camera.camera(ground, size).map_err(refused)?])
        }
    }
}

/// The camera of an orbit, turned by `turn` degrees.
fn orbiting(
    args: &Args,
    ground: &CameraGround<'_>,
    Orbit { azimuth, elevation, distance }: Orbit,
    turn: f64,
    size: [u32; 2],
) -> Result<CameraOption, CameraError> {
    let (view_finder, bounds, azimuth) = (ground.view_finder(), args.bounds(), azimuth + turn);
    let camera = match (distance, args.turntable) {
        (Some(distance), _) => view_finder.orbit(azimuth, elevation, distance, FOV),
        (None, Some(_)) => view_finder.turntable(azimuth, elevation, bounds, size, FOV),
        (None, None) => view_finder.whole(azimuth, elevation, bounds, size, FOV),
    };
    CameraOption::rounded(&camera?, distance.unwrap_or(ground.recipe.domain.size))
}

/// The sun rounded to a ten-thousandth of a degree, which is not visible and short to print.
pub(super) fn rounded(Sun { elevation, azimuth }: Sun) -> Sun {
    let round = |degrees: f64| (degrees * 1e4).round() / 1e4;
    Sun { elevation: round(elevation), azimuth: round(azimuth) }
}
