//! Pictures of planets.

use std::io::{self, Write};
use std::process;
use std::sync::Arc;
use std::time::Instant;

use orogen::planet::LatLon;
use orogen::recipe::{Recipe, length_of_text};
use orogen_view::{GlobeGround, GlobePainter, GlobeShot, Sun, Surface};
use serde_json::json;

use super::files::{self, Format};
use super::frames::show;
use super::looks::FogWish;
use super::said::exact;
use super::scene::rounded;
use super::wish::{DEGREES, angle};
use super::{Args, BoundsName, Style, memory, of_view, open};
use crate::failure::{self, Failure};
use crate::images::PictureFiles;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

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
    let option = match (args.from, args.look) {
        (Some(FromWish::Above(..)), _) => "--from latitude,longitude,altitude",
        (_, Some(_)) => "--look",
        _ => return Ok(()),
    };
    let help = "the recipe is flat: say from where with --camera or --orbit";
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
    let refused = [
        (args.camera.is_some(), "--camera", by_place),
        (args.map, "--map", "`orogen generate` makes maps of planets"),
        (args.orbit.is_some(), "--orbit", by_place),
        (args.turntable.is_some(), "--turntable", "paint frame by frame, with --from"),
        (args.flyover.is_some(), "--flyover", "paint frame by frame, with --from"),
        (
            args.to.is_some() || matches!(args.from, Some(FromWish::Frame(_))),
            "--from and --to of frames",
            by_place,
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

/// What is to be painted: all that can be said before any work. And how many metres the eye is above what covers the ground.
fn shot(args: &Args, recipe: &Recipe, ground: &GlobeGround) -> Result<(GlobeShot, f64), Failure> {
    let size = args.size.unwrap_or([960, 540]);
    let degrees = args.look.and_then(|look| look.degrees).unwrap_or(DEGREES);
    let (base, over) = match args.from {
        Some(FromWish::Above(at, over)) => {
            (GlobeShot::above(ground.sphere(), at, ground.covered(at) + over, over), over)
        }
        _ => {
            let whole = GlobeShot::whole(ground.sphere(), size, degrees);
            // Whole metres are easily said.
            let over = whole.altitude.round().max(1.0);
            (GlobeShot { altitude: ground.covered(whole.at) + over, ..whole }, over)
        }
    };
    let by_day = args.time.map(|hour| rounded(Sun::at(hour, base.at.latitude(), 0.0)));
    let sun = args.sun.or(by_day).unwrap_or(base.sun);
    let (azimuth, elevation) =
        args.look.map_or((base.azimuth, base.elevation), |look| (look.azimuth, look.elevation));
    let shot = GlobeShot { azimuth, elevation, degrees, sun, size, samples: args.samples as u32, ..base };
    Ok((GlobeShot { style: args.style(), ..shot.with_looks(&args.looks(recipe)?) }, over))
}

pub(super) fn run(args: &Args, recipe: Arc<Recipe>, pictures: Arc<PictureFiles>) -> Result<(), Failure> {
    let start = Instant::now();
    refuse_on_planet(args, &recipe)?;
    let ground = GlobeGround::new(&recipe, &*pictures).map_err(of_view)?;
    if !args.quiet {
        failure::warn(ground.warnings());
    }
    let (shot, over) = shot(args, &recipe, &ground)?;
    ground.refuse_inside(shot.at, shot.altitude).map_err(of_view)?;
    memory::refuse_too_large(shot.size)?;
    let format = Format::of(&args.output)?;
    files::prepare(std::slice::from_ref(&args.output), args.force)?;
    let gpu = open(&args.device)?;
    let device = gpu.name().to_owned();
    if !args.quiet {
        let how = if gpu.is_software() { ", which computes on the processor" } else { "" };
        eprintln!("painted by {device}{how}");
    }
    let mut painter = GlobePainter::new(gpu, recipe, pictures).map_err(of_view)?;
    let (interrupt, bar) = (Interrupt::watch()?, Progress::of_steps(!args.quiet));
    let stop = || {
        let failure = Failure::of_job("stopped: nothing was written", "");
        failure.tell();
        process::exit(failure.status().into())
    };
    let picture = painter
        .paint(&shot, &mut |step| {
            if interrupt.is_asked() {
                stop();
            }
            show(&bar, "", step, 0, 1);
        })
        .map_err(of_view)?;
    if interrupt.is_asked() {
        stop();
    }
    format.write(&args.output, &picture, args.stops as f32)?;
    tell(args, &shot, over, (&device, picture.exposure, start.elapsed().as_secs_f64()))
}

/// Tells on stdout what was painted, and how to paint it again.
fn tell(
    args: &Args,
    shot: &GlobeShot,
    over: f64,
    (device, exposure, seconds): (&str, f32, f64),
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let ([columns, rows], at, file) = (shot.size, shot.at, args.output.display().to_string());
    if args.json {
        let facts = json!({
            "files": [file],
            "columns": columns,
            "rows": rows,
            "samples": shot.samples,
            "from": { "latitude": at.latitude(), "longitude": at.longitude(), "altitude": over },
            "look": { "azimuth": shot.azimuth, "elevation": shot.elevation, "degrees": shot.degrees },
            "sun": { "elevation": shot.sun.elevation, "azimuth": shot.sun.azimuth },
            "exposure": exposure,
            "device": device,
            "seconds": seconds,
        });
        writeln!(out, "{facts:#}")?;
    } else if !args.quiet {
        let list =
            |numbers: &[f64]| numbers.iter().map(|&number| exact(number)).collect::<Vec<_>>().join(",");
        let from = list(&[at.latitude(), at.longitude(), over]);
        let look = list(&[shot.azimuth, shot.elevation, shot.degrees]);
        let sun = list(&[shot.sun.elevation, shot.sun.azimuth]);
        writeln!(out, "{file}: {columns} × {rows} pixels in {seconds:.1} s")?;
        writeln!(out, "--from {from} --look {look} --sun {sun}")?;
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
