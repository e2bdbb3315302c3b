//! The file of a flight: keys in time, written in TOML.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use orogen::recipe::spec::Unit;
use orogen::recipe::{MAX_BYTES, RecipeError, Source, Value, length_of_text, read_table};
use orogen_view::{Flight, FlightError, Key};

use super::ground::Ground;
use super::wish::{DEGREES, Height, Place};
use crate::failure::Failure;

/// Frames a second, when nothing is said.
const RATE: f64 = 25.0;

/// Most frames of a flight.
const MOST_FRAMES: f64 = 100_000.0;

/// A flight, and the time of each of its frames.
pub(super) struct Flyover {
    pub(super) flight: Flight,
    pub(super) times: Vec<f64>,
}

/// Reads a flight over a ground.
pub(super) fn read(path: &Path, ground: &Ground<'_>) -> Result<Flyover, Failure> {
    let build = |keys: Vec<Key>| Flight::new(&keys).map(|flight| (flight.begin(), flight.seconds(), flight));
    let (flight, times) = keys(path, "eye = […]`, `target = […]", &|value| key(value, ground), &build)?;
    Ok(Flyover { flight, times })
}

/// Reads the file of a flight that is built of keys: it, and the time of each frame, constant steps from its beginning as far as its
/// end. Of what is `built`, the first numbers are its beginning and its length in seconds.
pub(super) fn keys<K, F>(
    path: &Path,
    form: &str,
    key: &dyn Fn(&Value<'_>) -> Result<K, RecipeError>,
    built: &dyn Fn(Vec<K>) -> Result<(f64, f64, F), FlightError>,
) -> Result<(F, Vec<f64>), Failure> {
    let source = text(path)?;
    Ok(read_table(&source, "the flight", |table| {
        table.refuse_unknown(&["rate", "key"])?;
        let rate = table.get("rate").map(|rate| rate.number(0.01..=1000.0, Unit::None)).transpose()?;
        let rate = rate.unwrap_or(RATE);
        let mend = format!("write each as `[[key]]`, and below it `time = 0.0`, `{form}`");
        let keys = table.require("key", &mend)?;
        let elements = keys.array("a list of keys", &mend)?;
        let read = elements.iter().map(key).collect::<Result<_, _>>()?;
        let (begin, seconds, flight) = built(read).map_err(|error| {
            let at = match error {
                FlightError::TooFew(_) => None,
                FlightError::Time { key, .. }
                | FlightError::Camera { key, .. }
                | FlightError::Planet { key, .. } => elements.get(key),
            };
            at.unwrap_or(&keys).error(error.to_string()).help(mend_of(&error))
        })?;
        if seconds * rate > MOST_FRAMES {
            let message = format!("{seconds} s with {rate} frames a second are too many frames");
            return Err(keys.error(message).help(format!("a flight has at most {MOST_FRAMES}")));
        }
        // A last frame that rounding puts a little after the end is one still.
        let steps = (seconds * rate + 1e-6).floor() as u32;
        Ok((flight, (0..=steps).map(|frame| begin + f64::from(frame) / rate).collect()))
    })?)
}

/// The text of a flight's file.
fn text(path: &Path) -> Result<Arc<Source>, Failure> {
    let name = path.display().to_string();
    let unread = |why: &dyn std::fmt::Display| {
        Failure::of_use(
            format!("{name} cannot be read: {why}"),
            "name a file of TOML that has the keys of a flight",
        )
    };
    let facts = fs::metadata(path).map_err(|error| unread(&error))?;
    if !facts.is_file() || facts.len() > MAX_BYTES as u64 {
        return Err(unread(&"it is no file of at most 1 MiB"));
    }
    let text = fs::read_to_string(path).map_err(|error| unread(&error))?;
    Ok(Arc::new(Source::new(&*name, text)))
}

fn mend_of(error: &FlightError) -> &'static str {
    match error {
        FlightError::TooFew(_) => "add another `[[key]]`, with a later time",
        FlightError::Time { .. } => "write the keys in the order of their times, in seconds",
        FlightError::Camera { .. } => "move its eye or its target, or change its fov",
        FlightError::Planet { .. } => "move the eye, or put a key in between",
    }
}

fn key(value: &Value<'_>, ground: &Ground<'_>) -> Result<Key, RecipeError> {
    let table = value.table("a table", "write it as `[[key]]`")?;
    table.refuse_unknown(&["time", "eye", "target", "look", "fov"])?;
    let time = table.require("time", "say at which second it is")?.number(0.0..=1e6, Unit::None)?;
    let eye_mend = "say where the camera is: eye = [x, y, height]";
    let eye = place(&table.require("eye", eye_mend)?)?.on(ground, 0.0);
    let degrees = table.get("fov").map(|fov| fov.number(0.01..=170.0, Unit::Degrees)).transpose()?;
    let target = match (table.get("target"), table.get("look")) {
        (Some(target), None) => place(&target)?.on(ground, 0.0),
        (None, Some(look)) => ahead(eye, angles(&look, 89.9, FROM_MAP)?, 0.5 * ground.recipe.domain.size),
        (Some(_), Some(look)) => {
            return Err(look
                .error("a key has a target or a direction to look in, not both")
                .help("keep one of the two"));
        }
        (None, None) => {
            let mend = "add what it looks at, `target = [x, y, height]`, or `look = [azimuth, elevation]` in degrees";
            return Err(value.error("the key lacks `target` or `look`").help(mend));
        }
    };
    Ok(Key { time, eye, target, degrees: degrees.unwrap_or(DEGREES) })
}

/// From where the angles of a direction are counted.
const FROM_MAP: &str = "clockwise from the top of the map, and above the horizon";

/// The place so many metres ahead of an eye that looks along an azimuth and an elevation.
fn ahead(eye: [f64; 3], [azimuth, elevation]: [f64; 2], metres: f64) -> [f64; 3] {
    let way = orogen_view::Sun { elevation, azimuth }.direction();
    std::array::from_fn(|axis| eye[axis] + metres * way[axis])
}

/// A place: `[x, y, height]`, each a number of metres or a length with a unit, the height also as `"+50 m"`, above the
/// ground.
fn place(value: &Value<'_>) -> Result<Place, RecipeError> {
    const MEND: &str =
        "write [x, y, height]: metres, or lengths such as \"2 km\"; \"+50 m\" is a height above the ground";
    let parts = value.array("a place", MEND)?;
    let [x, y, height] = &parts[..] else {
        return Err(value.error("a place has three numbers").help(MEND));
    };
    let far = -1e9..=1e9;
    // A number is no text, and is read below.
    let text = height.text("a height", MEND).ok();
    let above = text.and_then(|text| text.trim().strip_prefix('+')).and_then(length_of_text);
    let height = match above {
        Some(above) => Height::Above(above),
        None => Height::At(height.number(far.clone(), Unit::Metres)?),
    };
    let [x, y] = [x.number(far.clone(), Unit::Metres)?, y.number(far, Unit::Metres)?];
    Ok(Place { x, y, height: Some(height) })
}

/// Azimuth and elevation in degrees, the latter up or down to the steepest. `meaning` says from where they are counted.
pub(super) fn angles(value: &Value<'_>, steepest: f64, meaning: &str) -> Result<[f64; 2], RecipeError> {
    let mend = format!("write [azimuth, elevation] in degrees: {meaning}");
    let parts = value.array("a direction", &mend)?;
    let [azimuth, elevation] = &parts[..] else {
        return Err(value.error("a direction has two angles").help(mend));
    };
    Ok([
        azimuth.number(-3600.0..=3600.0, Unit::Degrees)?,
        elevation.number(-steepest..=steepest, Unit::Degrees)?,
    ])
}
