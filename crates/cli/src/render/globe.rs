//! Renders pictures of planets.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use orogen_engine::planet::LatLon;
use orogen_engine::recipe::{Clouds, Recipe, View, length_of_text};
use orogen_view::{GlobeGround, GlobeRenderer, GlobeShot, Sun, Surface};
use serde_json::json;

use super::camera_args::{FOV, angle};
use super::camera_option::short;
use super::frames::{Frames, Watch};
use super::looks::{CloudsArg, FogArg};
use super::report::{RunInfo, clouds_json, common_json};
use super::scene::rounded;
use super::{Args, BoundsName, Style, globe_flight, in_frame, memory, of_view};
use crate::failure::{self, Failure};
use crate::json;
use orogen::Files;

/// The value of `--from`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FromArg {
    /// The number of a frame.
    Frame(i64),
    /// A position above a planet, and metres above the ground or water there.
    Above(LatLon, f64),
}

/// The value of `--look`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LookArg {
    azimuth: f64,
    elevation: f64,
    degrees: Option<f64>,
}

/// Parses `--from`.
pub(super) fn from(text: &str) -> Result<FromArg, String> {
    const FORM: &str = "give the number of a frame, 0 to 100000, or a position above a planet, \
                        latitude,longitude,altitude: 46.5,8,400 km";
    if let Ok(frame) = text.trim().parse() {
        return if (0..=100_000).contains(&frame) { Ok(FromArg::Frame(frame)) } else { Err(FORM.to_owned()) };
    }
    let parts: Vec<_> = text.split(',').collect();
    let [latitude, longitude, altitude] = parts[..] else { return Err(FORM.to_owned()) };
    let degrees = |text: &str| text.trim().parse::<f64>().map_err(|_| FORM.to_owned());
    let at = LatLon::new(degrees(latitude)?, degrees(longitude)?).map_err(|error| error.to_string())?;
    let altitude = length_of_text(altitude).ok_or_else(|| FORM.to_owned())?;
    if altitude > 0.0 {
        Ok(FromArg::Above(at, altitude))
    } else {
        Err(format!("{altitude} m is not above the ground: give an altitude above 0, such as 2"))
    }
}

impl Args {
    /// The camera position of `--from`, and metres above the ground or water there.
    fn position(&self) -> Option<(LatLon, f64)> {
        self.from.iter().find_map(|arg| match *arg {
            FromArg::Above(at, over) => Some((at, over)),
            FromArg::Frame(_) => None,
        })
    }

    /// The first frame of `--from`.
    pub(super) fn first_frame(&self) -> Option<usize> {
        self.from.iter().find_map(|arg| match *arg {
            FromArg::Frame(number) => Some(number as usize),
            FromArg::Above(..) => None,
        })
    }
}

/// Refuses `--from` with two positions or two frames.
pub(super) fn refuse_twice(args: &Args) -> Result<(), Failure> {
    let positions = args.from.iter().filter(|arg| matches!(arg, FromArg::Above(..))).count();
    if positions > 1 || args.from.len() - positions > 1 {
        let help =
            "give `--from` once; only the turntable of a planet takes two: a position and a first frame";
        return Err(Failure::usage("`--from` is given twice", help));
    }
    Ok(())
}

/// Parses `--look`.
pub(super) fn look(text: &str) -> Result<LookArg, String> {
    let parts: Vec<_> = text.split(',').collect();
    let (azimuth, elevation, degrees) = match parts[..] {
        [azimuth, elevation] => (azimuth, elevation, None),
        [azimuth, elevation, degrees] => (azimuth, elevation, Some(angle("fov", &[degrees], 0.01..=170.0)?)),
        _ => {
            return Err(
                "give azimuth,elevation in degrees and, optionally, the angle of view: 250,-10,60".to_owned()
            );
        }
    };
    let azimuth = angle("azimuth", &[azimuth], -360.0..=360.0)?;
    Ok(LookArg { azimuth, elevation: angle("elevation", &[elevation], -90.0..=90.0)?, degrees })
}

/// Refuses options for planets on a plane.
pub(super) fn refuse_on_flat(args: &Args) -> Result<(), Failure> {
    let by_camera = "the recipe is not a planet: use --camera or --orbit";
    let (option, help) = match (args.position(), args.look) {
        (Some(_), _) => ("--from latitude,longitude,altitude", by_camera),
        (_, Some(_)) => ("--look", by_camera),
        _ => return Ok(()),
    };
    Err(Failure::usage(format!("`{option}` is for planets"), help))
}

/// Refuses options for planes on a planet.
fn refuse_on_planet(args: &Args, recipe: &Recipe) -> Result<(), Failure> {
    let fog = match args.fog {
        Some(FogArg::Clear) => false,
        Some(FogArg::Dense { .. }) => true,
        None => recipe.view.fog.is_some(),
    };
    if args.flyover.is_some() && (args.look.is_some() || args.position().is_some()) {
        let message = "`--flyover` cannot be combined with --look or a position in --from";
        return Err(Failure::usage(
            message,
            "leave them out: the keys of the flight set the position and the direction",
        ));
    }
    if let Some(CloudsArg::Cover { thickness: Some(_), .. }) = args.clouds {
        let message = "clouds of planets have no thickness";
        return Err(Failure::usage(message, "give only cover and height: --clouds 0.4,6 km"));
    }
    let by_position = "use --from latitude,longitude,altitude";
    let by_camera = "use --from latitude,longitude,altitude for the position, and --look azimuth,elevation,fov for the \
                     direction and the angle of view";
    let refused = [
        (args.camera.is_some(), "--camera", by_camera),
        (args.map, "--map", "`orogen generate` writes maps of planets"),
        (args.orbit.is_some(), "--orbit", by_position),
        (args.latitude.is_some(), "--latitude", "leave it out: --from sets the latitude"),
        (matches!(args.style, Style::Desert), "--style desert", "use `realistic` or `clay`"),
        (matches!(args.style, Style::Map), "--style map", "use `realistic` or `clay`"),
        (args.surface()? == Surface::March, "ray marching", "leave out --surface and --style raymarch"),
        (args.bounds == BoundsName::Domain, "--bounds domain", "leave it out"),
        (fog, "fog", "leave it out, or use --fog none"),
    ];
    match refused.into_iter().find(|(is_given, ..)| *is_given) {
        Some((_, what, help)) => Err(Failure::usage(format!("{what} is not available on planets"), help)),
        None => Ok(()),
    }
}

/// The picture to render, or the first frame of a sequence, and the camera's height above ground or water in metres.
fn shot(args: &Args, view: &View, ground: &GlobeGround) -> (GlobeShot, f64) {
    let size = args.size.unwrap_or([960, 540]);
    let degrees = args.look.and_then(|look| look.degrees).unwrap_or(FOV);
    let (base, over) = match args.position() {
        Some((at, over)) => (GlobeShot::above(ground.sphere(), at, ground.covered(at) + over, over), over),
        None => {
            let whole = GlobeShot::whole(ground.sphere(), size, degrees);
            // Round to whole metres, which are short to print.
            let covered = ground.covered(whole.at);
            let over = whole.altitude.round().min((GlobeShot::MAX_ALTITUDE - covered).floor()).max(1.0);
            (GlobeShot { altitude: covered + over, ..whole }, over)
        }
    };
    let by_day = args.time.map(|hour| rounded(Sun::at(hour, base.at.latitude(), 0.0)));
    let (azimuth, elevation) =
        args.look.map_or((base.azimuth, base.elevation), |look| (look.azimuth, look.elevation));
    // Keep the sun at the same angle to the viewing direction.
    let beside = Sun { azimuth: (base.sun.azimuth + azimuth).rem_euclid(360.0), ..base.sun };
    let sun = args.sun.or(by_day).unwrap_or(beside);
    let shot = GlobeShot { azimuth, elevation, degrees, sun, size, samples: args.samples as u32, ..base };
    (GlobeShot { style: args.style(), ..shot.with_looks(view) }, over)
}

/// The frames of a run, at least one. They are checked before any work.
fn shots(args: &Args, first: GlobeShot, ground: &GlobeGround) -> Result<Vec<GlobeShot>, Failure> {
    let shots = match (&args.flyover, args.turntable) {
        (Some(path), _) => globe_flight::read(path, ground, &first)?,
        (None, Some(frames)) => globe_flight::around(&first, frames as u32),
        (None, None) => vec![first],
    };
    for (frame, shot) in shots.iter().enumerate() {
        ground.check(shot).map_err(|error| in_frame(error, frame, shots.len()))?;
    }
    Ok(shots)
}

pub(super) fn run(
    args: &Args,
    recipe: &Arc<Recipe>,
    pictures: Arc<Files>,
    watch: Watch<'_>,
) -> Result<Vec<PathBuf>, Failure> {
    let start = Instant::now();
    refuse_twice(args)?;
    refuse_on_planet(args, recipe)?;
    let view = args.looks(recipe)?;
    let ground = GlobeGround::new(Arc::clone(recipe), pictures).map_err(of_view)?;
    if !args.report.quiet {
        failure::warn(ground.warnings());
    }
    let (first, over) = shot(args, &view, &ground);
    let shots = shots(args, first, &ground)?;
    memory::refuse_too_large(shots[0].size, memory::TILES)?;
    let frames = Frames::new(args, recipe, shots.len(), watch)?;
    let shot = &shots[frames.first];
    let over = if shots.len() == 1 { over } else { shot.altitude - ground.covered(shot.at) };
    let (mut renderer, device) = frames.renderer(args, |gpu| GlobeRenderer::new(gpu, ground))?;
    let exposure = frames.render(args, &mut |number, quality, progress| {
        let shot = shots[number].clone();
        let (size, samples) = quality.of(shot.size, shot.samples);
        renderer.render(&GlobeShot { size, samples, ..shot }, progress)
    })?;
    report(args, &frames, (shot, over), &view, &RunInfo { device, exposure, time: start.elapsed() })?;
    Ok(frames.paths)
}

/// Prints what was rendered, and the options that render it again.
fn report(
    args: &Args,
    frames: &Frames,
    (shot, over): (&GlobeShot, f64),
    view: &View,
    run: &RunInfo,
) -> Result<(), Failure> {
    let ([columns, rows], at, seconds) = (shot.size, shot.at, run.time.as_secs_f64());
    if args.report.json {
        let mut report = common_json(args, shot.size, shot.sun, view, frames, run);
        report["from"] = json!({ "latitude": at.latitude(), "longitude": at.longitude(), "altitude": over });
        report["look"] =
            json!({ "azimuth": shot.azimuth, "elevation": shot.elevation, "degrees": shot.degrees });
        report["clouds"] = clouds_json(view.clouds, &Clouds::PLANET_NUMBERS);
        return json::print(&report);
    }
    let mut out = io::stdout().lock();
    if !args.report.quiet {
        // Round the interpolated frames of a sequence; print the camera of a single picture exactly.
        let ([degree, metre], least) =
            if frames.is_sequence { ([Some(1e6), Some(100.0)], 0.01) } else { ([None; 2], 0.0) };
        let angles =
            |numbers: &[f64]| numbers.iter().map(|&angle| short(angle, degree)).collect::<Vec<_>>().join(",");
        let (position, over) = (angles(&[at.latitude(), at.longitude()]), short(over.max(least), metre));
        let look = angles(&[shot.azimuth, shot.elevation, shot.degrees]);
        let sun = angles(&[shot.sun.elevation, shot.sun.azimuth]);
        writeln!(out, "{}: {columns} × {rows} pixels in {seconds:.1} s", frames.name())?;
        writeln!(out, "--from {position},{over} --look {look} --sun {sun}")?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_above_planets_are_parsed() {
        let above =
            |latitude, longitude, over| Ok(FromArg::Above(LatLon::new(latitude, longitude).unwrap(), over));
        assert_eq!(from("46.5, 8,400 km"), above(46.5, 8.0, 400_000.0));
        assert_eq!(from("-90,190,2"), above(-90.0, -170.0, 2.0));
        assert_eq!(from("120"), Ok(FromArg::Frame(120)));
        for (wrong, phrase) in [
            ("", "latitude,longitude,altitude"),
            ("1,2", "latitude,longitude,altitude"),
            ("-3", "0 to 100000"),
            ("100,0,2", "latitude 100 is out of range"),
            ("10,inf,2", "longitude"),
            ("10,20,-5", "is not above the ground"),
            ("10,20,0", "is not above the ground"),
            ("10,20,high", "latitude,longitude,altitude"),
        ] {
            let error = from(wrong).unwrap_err();
            assert!(error.contains(phrase), "{wrong}: {error}");
        }
    }

    #[test]
    fn looks_are_parsed() {
        assert_eq!(look("250,-10"), Ok(LookArg { azimuth: 250.0, elevation: -10.0, degrees: None }));
        assert_eq!(look("0,0,60").unwrap().degrees, Some(60.0));
        for wrong in ["", "1", "1,91", "1,2,0", "1,2,3,4", "nan,0"] {
            assert!(look(wrong).is_err(), "{wrong}");
        }
    }
}
