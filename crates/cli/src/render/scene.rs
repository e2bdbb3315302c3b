//! What the pictures of a run have in common, and the cameras of their frames.

use orogen::recipe::View;
use orogen_view::{CameraError, MAX_SIDE, Shot, Sun};

use super::ground::Ground;
use super::said::Said;
use super::wish::{Aim, DEGREES, Orbit};
use super::{Args, flyover, of_view};
use crate::failure::Failure;

/// Degrees north of the equator, for the sun of an hour, when nothing is said.
const LATITUDE: f64 = 45.0;

/// What the pictures of a run have in common, and the cameras of their frames: at least one.
pub(super) struct Scene {
    /// The first of them.
    pub(super) shot: Shot,
    /// How it looks.
    pub(super) looks: View,
    pub(super) cameras: Vec<Said>,
    /// Metres along a side of the domain.
    pub(super) size: f64,
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
        for (frame, Said { camera, .. }) in cameras.iter().enumerate() {
            ground.refuse_inside(camera, args.bounds()).map_err(|error| {
                match (of_view(error), cameras.len()) {
                    (Failure::Use { message, help }, 2..) => {
                        Failure::of_use(format!("frame {frame}: {message}"), help)
                    }
                    (failure, _) => failure,
                }
            })?;
        }
        let looks = args.looks(ground.recipe)?;
        let latitude = args.latitude.unwrap_or(LATITUDE);
        let by_day = args.time.map(|hour| rounded(Sun::at(hour, latitude, 0.0)));
        let shot = Shot {
            sun: args.sun.or(by_day).unwrap_or_else(|| ground.scout().sun(&cameras[0].camera)),
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
    aim: Option<&Aim>,
    ground: &Ground<'_>,
    size: [u32; 2],
) -> Result<Vec<Said>, Failure> {
    let refused = |error: orogen_view::CameraError| of_view(error.into());
    if let Some(path) = &args.flyover {
        let flight = flyover::read(path, ground)?;
        let at = |time| flight.flight.camera(time).and_then(|camera| Said::near(&camera));
        return flight.times.iter().map(|&time| at(time).map_err(refused)).collect();
    }
    match (args.turntable, args.orbit, aim) {
        (Some(frames), orbit, _) => {
            let orbit = orbit.unwrap_or_default();
            let turn = |frame: i64| 360.0 * frame as f64 / frames as f64;
            (0..frames)
                .map(|frame| circled(args, ground, orbit, turn(frame), size).map_err(refused))
                .collect()
        }
        (None, Some(orbit), _) => Ok(vec![circled(args, ground, orbit, 0.0, size).map_err(refused)?]),
        (None, None, aim) => {
            let aim = aim.unwrap_or(&Aim::Look { eye: None, target: None, degrees: DEGREES });
            Ok(vec![aim.camera(ground, size).map_err(refused)?])
        }
    }
}

/// The camera of an orbit, so many degrees on its way round.
fn circled(
    args: &Args,
    ground: &Ground<'_>,
    Orbit { azimuth, elevation, distance }: Orbit,
    turn: f64,
    size: [u32; 2],
) -> Result<Said, CameraError> {
    let (scout, bounds, azimuth) = (ground.scout(), args.bounds(), azimuth + turn);
    let camera = match (distance, args.turntable) {
        (Some(distance), _) => scout.orbit(azimuth, elevation, distance, DEGREES),
        (None, Some(_)) => scout.turntable(azimuth, elevation, bounds, size, DEGREES),
        (None, None) => scout.whole(azimuth, elevation, bounds, size, DEGREES),
    };
    Said::round(&camera?, distance.unwrap_or(ground.recipe.domain.size))
}

/// The sun to a ten-thousandth of a degree: more is not seen, and is long to say.
pub(super) fn rounded(Sun { elevation, azimuth }: Sun) -> Sun {
    let round = |degrees: f64| (degrees * 1e4).round() / 1e4;
    Sun { elevation: round(elevation), azimuth: round(azimuth) }
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
