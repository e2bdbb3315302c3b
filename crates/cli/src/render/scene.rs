//! What the pictures of a run have in common, and the cameras of their frames.

use orogen_view::{Camera, MAX_SIDE, Shot, Sun};

use super::ground::Ground;
use super::wish::{Aim, DEGREES, Orbit};
use super::{Args, flyover, of_view};
use crate::failure::Failure;

/// What the pictures of a run have in common, and the cameras of their frames: at least one.
pub(super) struct Scene {
    /// The first of them.
    pub(super) shot: Shot,
    pub(super) cameras: Vec<Camera>,
}

/// Reads `--size`.
pub(super) fn size(text: &str) -> Result<[u32; 2], String> {
    let sides =
        text.split_once(['x', '×']).map(|(columns, rows)| [columns, rows].map(|side| side.trim().parse()));
    match sides {
        Some([Ok(columns), Ok(rows)]) if [columns, rows].iter().all(|side| (1..=MAX_SIDE).contains(side)) => {
            Ok([columns, rows])
        }
        _ => Err(format!("give columns and rows, 1 to {MAX_SIDE} each: 1920x1080")),
    }
}

impl Scene {
    /// Settles what the command line says, and refuses cameras that cannot be: all this before any work.
    pub(super) fn new(args: &Args, ground: &Ground<'_>) -> Result<Self, Failure> {
        let aim = if args.map { Some(&Aim::Map) } else { args.camera.as_ref() };
        let usual = if aim == Some(&Aim::Map) { [1024, 1024] } else { [960, 540] };
        let size = args.size.unwrap_or(usual);
        let cameras = cameras(args, aim, ground, size)?;
        for (frame, camera) in cameras.iter().enumerate() {
            ground.refuse_inside(camera, args.bounds()).map_err(|error| {
                match (of_view(error), cameras.len()) {
                    (Failure::Use { message, help }, 2..) => {
                        Failure::of_use(format!("frame {frame}: {message}"), help)
                    }
                    (failure, _) => failure,
                }
            })?;
        }
        let by_day = args.time.map(|hour| Sun::at(hour, args.latitude, 0.0));
        let shot = Shot {
            sun: args.sun.or(by_day).unwrap_or_else(|| ground.scout().sun(&cameras[0])),
            size,
            style: args.style(),
            surface: args.surface()?,
            bounds: args.bounds(),
            samples: args.samples as u32,
            ..Shot::new(cameras[0])
        };
        Ok(Self { shot, cameras })
    }
}

fn cameras(
    args: &Args,
    aim: Option<&Aim>,
    ground: &Ground<'_>,
    size: [u32; 2],
) -> Result<Vec<Camera>, Failure> {
    let refused = |error: orogen_view::CameraError| of_view(error.into());
    if let Some(path) = &args.flyover {
        let flight = flyover::read(path, ground)?;
        return flight.times().map(|time| flight.flight.camera(time).map_err(refused)).collect();
    }
    let circled = |orbit: &Orbit, turn: f64| {
        let Orbit { azimuth, elevation, distance } = *orbit;
        ground.scout().orbit(azimuth + turn, elevation, distance, size, DEGREES).map_err(refused)
    };
    match (args.turntable, &args.orbit, aim) {
        (Some(frames), orbit, _) => {
            let orbit = orbit.unwrap_or_default();
            (0..frames).map(|frame| circled(&orbit, 360.0 * frame as f64 / frames as f64)).collect()
        }
        (None, Some(orbit), _) => Ok(vec![circled(orbit, 0.0)?]),
        (None, None, Some(aim)) => Ok(vec![aim.camera(ground, size).map_err(refused)?]),
        (None, None, None) => Ok(vec![ground.scout().landscape(size, DEGREES).map_err(refused)?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(size("1920x1080"), Ok([1920, 1080]));
        assert_eq!(size("64 × 36"), Ok([64, 36]));
        for wrong in ["", "64", "0x10", "10x-1", "axb", "1.5x2", "32769x2", "99999999999x1", "1x2x3"] {
            assert!(size(wrong).unwrap_err().contains("1 to 32768"), "{wrong}");
        }
    }
}
