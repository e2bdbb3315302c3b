//! Reads a flight from a TOML file of keys.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use orogen_engine::recipe::spec::Unit;
use orogen_engine::recipe::{MAX_BYTES, RecipeError, Source, Value, length_of_text, read_table};
use orogen_view::{Flight, FlightError, Keyframe};

use super::camera_args::{FOV, Height, Position};
use super::ground::CameraGround;
use crate::failure::Failure;

/// Default frames per second.
const DEFAULT_RATE: f64 = 25.0;

/// The most frames of a flight.
const MAX_FRAMES: f64 = 100_000.0;

/// A flight, and the time of each of its frames.
pub(super) struct Flyover {
    pub(super) flight: Flight,
    pub(super) times: Vec<f64>,
}

/// Reads a flight over flat ground.
pub(super) fn read(path: &Path, ground: &CameraGround<'_>) -> Result<Flyover, Failure> {
    let build =
        |keys: Vec<Keyframe>| Flight::new(&keys).map(|flight| (flight.begin(), flight.seconds(), flight));
    let (flight, times) = keys(path, "eye = […]`, `target = […]", &|value| key(value, ground), &build)?;
    Ok(Flyover { flight, times })
}

/// Reads keys with `key` and builds a flight from them. Returns the flight and the time of each frame, in constant steps.
/// `build` returns the start and the length of the flight in seconds, then the flight.
pub(super) fn keys<K, F>(
    path: &Path,
    form: &str,
    key: &dyn Fn(&Value<'_>) -> Result<K, RecipeError>,
    build: &dyn Fn(Vec<K>) -> Result<(f64, f64, F), FlightError>,
) -> Result<(F, Vec<f64>), Failure> {
    let source = text(path)?;
    Ok(read_table(&source, "the flight", |table| {
        table.refuse_unknown(&["rate", "key"])?;
        let rate = table.get("rate").map(|rate| rate.number(0.01..=1000.0, Unit::None)).transpose()?;
        let rate = rate.unwrap_or(DEFAULT_RATE);
        let help = format!("write each as `[[key]]`, and below it `time = 0.0`, `{form}`");
        let keys = table.require("key", &help)?;
        let elements = keys.array("a list of keys", &help)?;
        let read = elements.iter().map(key).collect::<Result<_, _>>()?;
        let (begin, seconds, flight) = build(read).map_err(|error| {
            let at = match error {
                FlightError::TooFew(_) => None,
                FlightError::Time { keyframe, .. }
                | FlightError::Camera { keyframe, .. }
                | FlightError::Planet { keyframe, .. } => elements.get(keyframe),
            };
            at.unwrap_or(&keys).error(error.to_string()).help(help_for(&error))
        })?;
        if seconds * rate > MAX_FRAMES {
            let message = format!("{seconds} s at {rate} frames per second are too many frames");
            return Err(keys.error(message).help(format!("the limit is {MAX_FRAMES} frames")));
        }
        // Include a last frame that rounding moves slightly past the end.
        let steps = (seconds * rate + 1e-6).floor() as u32;
        Ok((flight, (0..=steps).map(|frame| begin + f64::from(frame) / rate).collect()))
    })?)
}

/// Reads the file of a flight.
fn text(path: &Path) -> Result<Arc<Source>, Failure> {
    let name = path.display().to_string();
    let unread = |why: &dyn std::fmt::Display| {
        Failure::usage(format!("cannot read {name}: {why}"), "give a TOML file with the keys of a flight")
    };
    let facts = fs::metadata(path).map_err(|error| unread(&error))?;
    if !facts.is_file() || facts.len() > MAX_BYTES as u64 {
        return Err(unread(&"it is not a regular file of at most 1 MiB"));
    }
    let text = fs::read_to_string(path).map_err(|error| unread(&error))?;
    Ok(Arc::new(Source::new(&*name, text)))
}

fn help_for(error: &FlightError) -> &'static str {
    match error {
        FlightError::TooFew(_) => "add another `[[key]]`, with a later time",
        FlightError::Time { .. } => "write the keys in the order of their times, in seconds",
        FlightError::Camera { .. } => "move the eye or the target, or change the fov",
        FlightError::Planet { .. } => "move the eye, or add a key in between",
    }
}

fn key(value: &Value<'_>, ground: &CameraGround<'_>) -> Result<Keyframe, RecipeError> {
    let table = value.table("a table", "write it as `[[key]]`")?;
    table.refuse_unknown(&["time", "eye", "target", "look", "fov"])?;
    let time = table.require("time", "add the time in seconds")?.number(0.0..=1e6, Unit::None)?;
    let eye_help = "add the position of the camera: eye = [x, y, height]";
    let eye = position(&table.require("eye", eye_help)?)?.on(ground, 0.0);
    let degrees = table.get("fov").map(|fov| fov.number(0.01..=170.0, Unit::Degrees)).transpose()?;
    let target = match (table.get("target"), table.get("look")) {
        (Some(target), None) => position(&target)?.on(ground, 0.0),
        (None, Some(look)) => ahead(eye, angles(&look, 89.9, FROM_MAP)?, 0.5 * ground.recipe.domain.size),
        (Some(_), Some(look)) => {
            return Err(look.error("a key has `target` or `look`, not both").help("remove one of them"));
        }
        (None, None) => {
            let help = "add `target = [x, y, height]`, or `look = [azimuth, elevation]` in degrees";
            return Err(value.error("the key lacks `target` or `look`").help(help));
        }
    };
    Ok(Keyframe { time, eye, target, degrees: degrees.unwrap_or(FOV) })
}

/// The meaning of the angles of a direction.
const FROM_MAP: &str = "clockwise from the top of the map, and above the horizon";

/// The point at a distance in metres from the eye, along an azimuth and an elevation.
fn ahead(eye: [f64; 3], [azimuth, elevation]: [f64; 2], metres: f64) -> [f64; 3] {
    let direction = orogen_view::Sun { elevation, azimuth }.direction();
    std::array::from_fn(|axis| eye[axis] + metres * direction[axis])
}

/// A position: `[x, y, height]`, each a number of metres or a length with a unit. A height such as `"+50 m"` is above the
/// ground.
fn position(value: &Value<'_>) -> Result<Position, RecipeError> {
    const HELP: &str =
        "write [x, y, height]: metres, or lengths such as \"2 km\"; \"+50 m\" is a height above the ground";
    let parts = value.array("a position", HELP)?;
    let [x, y, height] = &parts[..] else {
        return Err(value.error("a position has three numbers").help(HELP));
    };
    let far = -1e9..=1e9;
    // A number is not a string, and is read below.
    let text = height.text("a height", HELP).ok();
    let above = text.and_then(|text| text.trim().strip_prefix('+')).and_then(length_of_text);
    let height = match above {
        Some(above) => Height::Above(above),
        None => Height::At(height.number(far.clone(), Unit::Metres)?),
    };
    let [x, y] = [x.number(far.clone(), Unit::Metres)?, y.number(far, Unit::Metres)?];
    Ok(Position { x, y, height: Some(height) })
}

/// Azimuth and elevation in degrees, with the elevation from `-steepest` to `steepest`. `meaning` explains the angles in
/// error messages.
pub(super) fn angles(value: &Value<'_>, steepest: f64, meaning: &str) -> Result<[f64; 2], RecipeError> {
    let help = format!("write [azimuth, elevation] in degrees: {meaning}");
    let parts = value.array("a direction", &help)?;
    let [azimuth, elevation] = &parts[..] else {
        return Err(value.error("a direction has two angles").help(help));
    };
    Ok([
        azimuth.number(-3600.0..=3600.0, Unit::Degrees)?,
        elevation.number(-steepest..=steepest, Unit::Degrees)?,
    ])
}
