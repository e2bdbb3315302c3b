//! Sequences of planets: flights through keys, and once around.

use std::path::Path;

use orogen::planet::LatLon;
use orogen::recipe::spec::Unit;
use orogen::recipe::{RecipeError, Value};
use orogen_view::{GlobeFlight, GlobeGround, GlobeKey, GlobeShot};

use super::flyover::{angles, keys};
use super::wish::DEGREES;
use crate::failure::Failure;

/// The frames of a flight whose keys are in a file; the sun stands where that of `like` stands as seen from below the first key.
pub(super) fn read(path: &Path, ground: &GlobeGround, like: &GlobeShot) -> Result<Vec<GlobeShot>, Failure> {
    let built = |keys: Vec<GlobeKey>| {
        let flight = GlobeFlight::new(ground, &keys)?;
        Ok((flight.begin(), flight.seconds(), (flight, keys[0].at)))
    };
    let ((flight, first), times) =
        keys(path, "from = [latitude, longitude, altitude]", &|value| key(value, ground), &built)?;
    let like = GlobeShot { at: first, ..like.clone() };
    Ok(times.iter().map(|&time| flight.shot(time, &like)).collect())
}

/// So many frames once around the planet, eastwards; the sun stands still.
pub(super) fn around(first: &GlobeShot, frames: u32) -> Vec<GlobeShot> {
    let frame = |frame: u32| {
        let longitude = first.at.longitude() + 360.0 * f64::from(frame) / f64::from(frames);
        let at = LatLon::new(first.at.latitude(), longitude).unwrap_or(first.at);
        GlobeShot { at, sun: first.sun.seen_from(first.at, at), ..first.clone() }
    };
    (0..frames).map(frame).collect()
}

/// From where the angles of a direction are counted.
const FROM_NORTH: &str = "clockwise from north, and above level: -90 is straight down";

fn key(value: &Value<'_>, ground: &GlobeGround) -> Result<GlobeKey, RecipeError> {
    let table = value.table("a table", "write it as `[[key]]`")?;
    table.refuse_unknown(&["time", "from", "look", "fov"])?;
    let time = table.require("time", "say at which second it is")?.number(0.0..=1e6, Unit::None)?;
    let from_mend =
        "say where the eye is: from = [latitude, longitude, \"400 km\"], degrees and metres above the ground";
    let from = table.require("from", from_mend)?;
    let parts = from.array("a place", from_mend)?;
    let [latitude, longitude, over] = &parts[..] else {
        return Err(from.error("a place above a planet has three numbers").help(from_mend));
    };
    let latitude = latitude.number(-90.0..=90.0, Unit::Degrees)?;
    let longitude = longitude.number(-3600.0..=3600.0, Unit::Degrees)?;
    let over = over.number(0.01..=GlobeShot::FURTHEST, Unit::Metres)?;
    let at =
        LatLon::new(latitude, longitude).map_err(|error| from.error(error.to_string()).help(from_mend))?;
    let usual = GlobeShot::above(ground.sphere(), at, ground.covered(at) + over, over);
    let look = table.get("look").map(|look| angles(&look, 90.0, FROM_NORTH)).transpose()?;
    let [azimuth, elevation] = look.unwrap_or([usual.azimuth, usual.elevation]);
    let degrees = table.get("fov").map(|fov| fov.number(0.01..=170.0, Unit::Degrees)).transpose()?;
    Ok(GlobeKey { time, at, over, azimuth, elevation, degrees: degrees.unwrap_or(DEGREES) })
}
