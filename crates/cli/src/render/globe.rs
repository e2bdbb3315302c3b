//! Pictures of planets.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use orogen::planet::LatLon;
use orogen::recipe::{Recipe, View, length_of_text};
use orogen_view::{GlobeGround, GlobePainter, GlobeShot, Sun, Surface};
use serde_json::json;

use super::frames::Frames;
use super::looks::{CloudsWish, FogWish};
use super::said::short;
use super::scene::rounded;
use super::told::Work;
use super::wish::{DEGREES, angle};
use super::{Args, BoundsName, Style, globe_flight, memory, of_view};
use crate::failure::{self, Failure};
use crate::images::PictureFiles;

/// What `--from` says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FromWish {
    /// The number of a frame.
    Frame(i64),
    /// A place above a planet, and metres above what covers the ground there.
    Above(LatLon, f64),
}

/// Where a planet's picture looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    azimuth: f64,
    elevation: f64,
    degrees: Option<f64>,
}

/// Reads `--from`.
pub(super) fn from(text: &str) -> Result<FromWish, String> {
    const FORM: &str = "give the number of a frame, 0 to 100000, or, above a planet, latitude,longitude,altitude: \
                        46.5,8,400 km";
    if let Ok(frame) = text.trim().parse() {
        return if (0..=100_000).contains(&frame) {
            Ok(FromWish::Frame(frame))
        } else {
            Err(FORM.to_owned())
        };
    }
    let parts: Vec<_> = text.split(',').collect();
    let [latitude, longitude, altitude] = parts[..] else { return Err(FORM.to_owned()) };
    let degrees = |text: &str| text.trim().parse::<f64>().map_err(|_| FORM.to_owned());
    let at = LatLon::new(degrees(latitude)?, degrees(longitude)?).map_err(|error| error.to_string())?;
    let altitude = length_of_text(altitude).ok_or_else(|| FORM.to_owned())?;
    if altitude > 0.0 {
        Ok(FromWish::Above(at, altitude))
    } else {
        Err(format!("an eye {altitude} m above the ground is in it: give an altitude above 0, such as 2"))
    }
}

impl Args {
    /// The place above a planet that `--from` says, and metres above what covers the ground there.
    fn place(&self) -> Option<(LatLon, f64)> {
        self.from.iter().find_map(|wish| match *wish {
            FromWish::Above(at, over) => Some((at, over)),
            FromWish::Frame(_) => None,
        })
    }

    /// The frame that it says.
    pub(super) fn first_frame(&self) -> Option<usize> {
        self.from.iter().find_map(|wish| match *wish {
            FromWish::Frame(number) => Some(number as usize),
            FromWish::Above(..) => None,
        })
    }
}

/// Refuses two places, or two frames, to begin from.
pub(super) fn refuse_twice(args: &Args) -> Result<(), Failure> {
    let places = args.from.iter().filter(|wish| matches!(wish, FromWish::Above(..))).count();
    if places > 1 || args.from.len() - places > 1 {
        let help =
            "say it once; the place and the frame that a planet's turntable begins with are said by one each";
        return Err(Failure::of_use("`--from` is given twice", help));
    }
    Ok(())
}

/// Reads `--look`.
pub(super) fn look(text: &str) -> Result<Look, String> {
    let parts: Vec<_> = text.split(',').collect();
    let (azimuth, elevation, degrees) = match parts[..] {
        [azimuth, elevation] => (azimuth, elevation, None),
        [azimuth, elevation, degrees] => (azimuth, elevation, Some(angle("fov", &[degrees], 0.01..=170.0)?)),
        _ => {
            return Err(
                "give azimuth,elevation in degrees, and the angle of view if you like: 250,-10,60".to_owned()
            );
        }
    };
    let azimuth = angle("azimuth", &[azimuth], -360.0..=360.0)?;
    Ok(Look { azimuth, elevation: angle("elevation", &[elevation], -90.0..=90.0)?, degrees })
}

/// Refuses what makes no sense on flat ground.
pub(super) fn refuse_on_flat(args: &Args) -> Result<(), Failure> {
    let by_camera = "the recipe is flat: say from where with --camera or --orbit";
    let (option, help) = match (args.place(), args.look, args.clouds) {
        (Some(_), ..) => ("--from latitude,longitude,altitude", by_camera),
        (_, Some(_), _) => ("--look", by_camera),
        (.., Some(CloudsWish::Cover { .. })) => ("--clouds", "the recipe is flat: lay --fog on it"),
        _ => return Ok(()),
    };
    Err(Failure::of_use(format!("`{option}` is for planets"), help))
}

/// Refuses what makes no sense on a planet.
fn refuse_on_planet(args: &Args, recipe: &Recipe) -> Result<(), Failure> {
    let fog = match args.fog {
        Some(FogWish::Clear) => false,
        Some(FogWish::Dense { .. }) => true,
        None => recipe.view.fog.is_some(),
    };
    let by_place = "say from where with --from latitude,longitude,altitude";
    let by_camera = "say from where with --from latitude,longitude,altitude, and where it looks and its angle of view with \
                     --look azimuth,elevation,fov";
    let refused = [
        (args.camera.is_some(), "--camera", by_camera),
        (args.map, "--map", "`orogen generate` makes maps of planets"),
        (args.orbit.is_some(), "--orbit", by_place),
        (
            args.flyover.is_some() && (args.look.is_some() || args.place().is_some()),
            "--from of a place or --look beside --flyover",
            "its keys say from where and where to",
        ),
        (args.latitude.is_some(), "--latitude", "the place of --from has one"),
        (matches!(args.style, Style::Desert), "--style desert", "take `realistic` or `clay`"),
        (matches!(args.style, Style::Map), "--style map", "take `realistic` or `clay`"),
        (args.surface()? == Surface::March, "marching", "leave --surface and --style raymarch out"),
        (args.bounds == BoundsName::Domain, "--bounds domain", "leave it out"),
        (fog, "fog", "leave it out, or give --fog none"),
    ];
    match refused.into_iter().find(|(is_asked, ..)| *is_asked) {
        Some((_, what, help)) => Err(Failure::of_use(format!("there is no {what} on a planet"), help)),
        None => Ok(()),
    }
}

/// What is to be painted, of a sequence its first frame; and how many metres the eye is above what covers the ground.
fn shot(args: &Args, view: &View, ground: &GlobeGround) -> (GlobeShot, f64) {
    let size = args.size.unwrap_or([960, 540]);
    let degrees = args.look.and_then(|look| look.degrees).unwrap_or(DEGREES);
    let (base, over) = match args.place() {
        Some((at, over)) => (GlobeShot::above(ground.sphere(), at, ground.covered(at) + over, over), over),
        None => {
            let whole = GlobeShot::whole(ground.sphere(), size, degrees);
            // Whole metres over the ground are easily said.
            let covered = ground.covered(whole.at);
            let over = whole.altitude.round().min((GlobeShot::FURTHEST - covered).floor()).max(1.0);
            (GlobeShot { altitude: covered + over, ..whole }, over)
        }
    };
    let by_day = args.time.map(|hour| rounded(Sun::at(hour, base.at.latitude(), 0.0)));
    let (azimuth, elevation) =
        args.look.map_or((base.azimuth, base.elevation), |look| (look.azimuth, look.elevation));
    // Beside where it looks, whatever that is.
    let beside = Sun { azimuth: (base.sun.azimuth + azimuth).rem_euclid(360.0), ..base.sun };
    let sun = args.sun.or(by_day).unwrap_or(beside);
    let shot = GlobeShot { azimuth, elevation, degrees, sun, size, samples: args.samples as u32, ..base };
    (GlobeShot { style: args.style(), ..shot.with_looks(view) }, over)
}

/// The frames of a run, at least one: all that can be said, and refused, before any work.
fn shots(args: &Args, first: GlobeShot, ground: &GlobeGround) -> Result<Vec<GlobeShot>, Failure> {
    let shots = match (&args.flyover, args.turntable) {
        (Some(path), _) => globe_flight::read(path, ground, &first)?,
        (None, Some(frames)) => globe_flight::around(&first, frames as u32),
        (None, None) => vec![first],
    };
    for (frame, shot) in shots.iter().enumerate() {
        ground.check(shot).map_err(|error| match (of_view(error), shots.len()) {
            (Failure::Use { message, help }, 2..) => {
                Failure::of_use(format!("frame {frame}: {message}"), help)
            }
            (failure, _) => failure,
        })?;
    }
    Ok(shots)
}

pub(super) fn run(args: &Args, recipe: Arc<Recipe>, pictures: Arc<PictureFiles>) -> Result<(), Failure> {
    let start = Instant::now();
    refuse_twice(args)?;
    refuse_on_planet(args, &recipe)?;
    let view = args.looks(&recipe)?;
    let ground = GlobeGround::new(recipe, pictures).map_err(of_view)?;
    if !args.quiet {
        failure::warn(ground.warnings());
    }
    let (first, over) = shot(args, &view, &ground);
    let shots = shots(args, first, &ground)?;
    memory::refuse_too_large(shots[0].size, memory::TILES)?;
    let frames = Frames::new(args, shots.len())?;
    let shot = &shots[frames.first];
    let over = if shots.len() == 1 { over } else { shot.altitude - ground.covered(shot.at) };
    let (mut painter, device) = frames.painter(args, |gpu| GlobePainter::new(gpu, ground))?;
    let exposure = frames.paint(args, &mut |number, watch| painter.paint(&shots[number], watch))?;
    tell(args, &frames, (shot, over), &view, &Work { device, exposure, time: start.elapsed() })
}

/// Tells on stdout what was painted, and how to paint it again.
fn tell(
    args: &Args,
    frames: &Frames,
    (shot, over): (&GlobeShot, f64),
    view: &View,
    work: &Work,
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let ([columns, rows], at, seconds) = (shot.size, shot.at, work.time.as_secs_f64());
    if args.json {
        let files: Vec<_> = frames.paths.iter().map(|path| path.display().to_string()).collect();
        let facts = json!({
            "files": files,
            "columns": columns,
            "rows": rows,
            "samples": shot.samples,
            "from": { "latitude": at.latitude(), "longitude": at.longitude(), "altitude": over },
            "look": { "azimuth": shot.azimuth, "elevation": shot.elevation, "degrees": shot.degrees },
            "air": view.air.name(),
            "haze": view.haze,
            "clouds": view.clouds.map(|clouds| json!({ "cover": clouds.cover, "height": clouds.height })),
            "sun": { "elevation": shot.sun.elevation, "azimuth": shot.sun.azimuth },
            "exposure": work.exposure,
            "device": work.device,
            "seconds": seconds,
        });
        writeln!(out, "{facts:#}")?;
    } else if !args.quiet {
        // A frame is somewhere between others; one picture is where somebody said, to the last digit.
        let ([degree, metre], least) =
            if frames.is_sequence { ([Some(1e6), Some(100.0)], 0.01) } else { ([None; 2], 0.0) };
        let angles =
            |numbers: &[f64]| numbers.iter().map(|&angle| short(angle, degree)).collect::<Vec<_>>().join(",");
        let (place, over) = (angles(&[at.latitude(), at.longitude()]), short(over.max(least), metre));
        let look = angles(&[shot.azimuth, shot.elevation, shot.degrees]);
        let sun = angles(&[shot.sun.elevation, shot.sun.azimuth]);
        writeln!(out, "{}: {columns} × {rows} pixels in {seconds:.1} s", frames.name())?;
        writeln!(out, "--from {place},{over} --look {look} --sun {sun}")?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_above_planets_are_read() {
        let above =
            |latitude, longitude, over| Ok(FromWish::Above(LatLon::new(latitude, longitude).unwrap(), over));
        assert_eq!(from("46.5, 8,400 km"), above(46.5, 8.0, 400_000.0));
        assert_eq!(from("-90,190,2"), above(-90.0, -170.0, 2.0));
        assert_eq!(from("120"), Ok(FromWish::Frame(120)));
        for (wrong, phrase) in [
            ("", "latitude,longitude,altitude"),
            ("1,2", "latitude,longitude,altitude"),
            ("-3", "0 to 100000"),
            ("100,0,2", "latitude 100: a latitude is"),
            ("10,inf,2", "longitude"),
            ("10,20,-5", "is in it"),
            ("10,20,0", "is in it"),
            ("10,20,high", "latitude,longitude,altitude"),
        ] {
            let error = from(wrong).unwrap_err();
            assert!(error.contains(phrase), "{wrong}: {error}");
        }
    }

    #[test]
    fn looks_are_read() {
        assert_eq!(look("250,-10"), Ok(Look { azimuth: 250.0, elevation: -10.0, degrees: None }));
        assert_eq!(look("0,0,60").unwrap().degrees, Some(60.0));
        for wrong in ["", "1", "1,91", "1,2,0", "1,2,3,4", "nan,0"] {
            assert!(look(wrong).is_err(), "{wrong}");
        }
    }
}
