//! Sequences on planets: flights through keys, and turntables.

use std::path::Path;

use orogen_engine::planet::LatLon;
use orogen_engine::recipe::spec::Unit;
use orogen_engine::recipe::{RecipeError, Value};
use orogen_view::{GlobeFlight, GlobeGround, GlobeKeyframe, GlobeShot};

use super::camera_args::FOV;
use super::flyover::{angles, keys};
use crate::failure::Failure;

/// The frames of a flight with keys from a file. The sun is that of `like`, as seen from the first key.
pub(super) fn read(path: &Path, ground: &GlobeGround, like: &GlobeShot) -> Result<Vec<GlobeShot>, Failure> {
    let build = |keys: Vec<GlobeKeyframe>| {
        let flight = GlobeFlight::new(ground, &keys)?;
        Ok((flight.begin(), flight.seconds(), (flight, keys[0].at)))
    };
    let ((flight, first), times) =
        keys(path, "from = [latitude, longitude, altitude]", &|value| key(value, ground), &build)?;
    let like = GlobeShot { at: first, ..like.clone() };
    Ok(times.iter().map(|&time| flight.shot(time, &like)).collect())
}

/// A turntable: frames once around the planet, eastwards, with a fixed sun.
pub(super) fn around(first: &GlobeShot, frames: u32) -> Vec<GlobeShot> {
    let frame = |frame: u32| {
        let longitude = first.at.longitude() + 360.0 * f64::from(frame) / f64::from(frames);
        let at = LatLon::new(first.at.latitude(), longitude).unwrap_or(first.at);
        GlobeShot { at, sun: first.sun.seen_from(first.at, at), ..first.clone() }
    };
    (0..frames).map(frame).collect()
}

/// The meaning of the angles of a direction.
const FROM_NORTH: &str = "clockwise from north, and above level: -90 is straight down";

fn key(value: &Value<'_>, ground: &GlobeGround) -> Result<GlobeKeyframe, RecipeError> {
    let table = value.table("a table", "write it as `[[key]]`")?;
    table.refuse_unknown(&["time", "from", "look", "fov"])?;
    let time = table.require("time", "add the time in seconds")?.number(0.0..=1e6, Unit::None)?;
    let from_help = "add the position of the camera, in degrees and metres above the ground: from = [46.5, 8.0, \"400 km\"]";
    let from = table.require("from", from_help)?;
    let parts = from.array("a position", from_help)?;
    let [latitude, longitude, over] = &parts[..] else {
        return Err(from.error("a position above a planet has three numbers").help(from_help));
    };
    let latitude = latitude.number(-90.0..=90.0, Unit::Degrees)?;
    let longitude = longitude.number(-3600.0..=3600.0, Unit::Degrees)?;
    let over = over.number(0.01..=GlobeShot::MAX_ALTITUDE, Unit::Metres)?;
    let at =
        LatLon::new(latitude, longitude).map_err(|error| from.error(error.to_string()).help(from_help))?;
    let default = GlobeShot::above(ground.sphere(), at, ground.covered(at) + over, over);
    let look = table.get("look").map(|look| angles(&look, 90.0, FROM_NORTH)).transpose()?;
    let [azimuth, elevation] = look.unwrap_or([default.azimuth, default.elevation]);
    let degrees = table.get("fov").map(|fov| fov.number(0.01..=170.0, Unit::Degrees)).transpose()?;
    Ok(GlobeKeyframe { time, at, over, azimuth, elevation, degrees: degrees.unwrap_or(FOV) })
}
