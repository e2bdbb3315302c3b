//! `orogen render`: renders pictures of a terrain.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use orogen_engine::query::{HeightQuery, QueryError};
use orogen_engine::recipe::{Air, Recipe, View};
use orogen_files::Problem;
use orogen_gpu::{Choice, GpuError};
use orogen_view::{
    GroundExtent, MAX_SAMPLES, MAX_SIDE, Renderer, Shot, Sun, Surface, ViewError, ground_detail,
};

use crate::device::INSTALL_DRIVER;
use crate::failure::{self, Failure};
use crate::follow::{self, WatchOption};
use crate::interrupt::Interrupt;
use crate::solving;
use crate::{json, numbers, picture_files, recipe};
use camera_args::{CameraArg, Orbit};
use ground::CameraGround;
use looks::{CloudsArg, FogArg};
use scene::Scene;

mod camera_args;
mod camera_option;
mod exposures;
mod files;
mod flyover;
mod frames;
mod globe;
mod globe_flight;
mod ground;
mod looks;
mod memory;
mod report;
mod scene;

/// Render pictures of a terrain, from the best view or from any camera, under any sun.
///
/// A graphics card renders fast. Without a card, install a driver that computes on the processor (Mesa's lavapipe).
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file or preset name; `-` reads the recipe from standard input.
    recipe: PathBuf,
    /// The picture, .png (8 bits, sRGB) or .exr (linear light); for a sequence, the folder of its frames.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    follow: WatchOption,
    /// The camera: `eye=x,y,height,target=x,y,height,fov=degrees`, or `map` [default: the best view].
    ///
    /// Positions are in metres or lengths such as `2 km`: x to the right on the map, y down. A height with a plus, as in
    /// `eye=2000,3000,+2`, is above the ground or the water. Without a height, the eye is 2 m above the ground and the
    /// target is on the ground. Without a target, the camera looks at the centre of the domain.
    #[arg(long, value_name = "EYE,TARGET", allow_hyphen_values = true, value_parser = camera_args::camera)]
    camera: Option<CameraArg>,
    /// Show the whole domain from above, with the top of the map up; the same as `--camera map`.
    #[arg(long, conflicts_with = "camera")]
    map: bool,
    /// A camera that looks at the centre of the domain: degrees clockwise from the top of the map, degrees above the
    /// horizon, and distance in metres [default distance: shows the whole domain].
    #[arg(long, value_name = "AZIMUTH,ELEVATION,DISTANCE", allow_hyphen_values = true,
          conflicts_with_all = ["camera", "map"], value_parser = camera_args::orbit)]
    orbit: Option<Orbit>,
    /// The sun: degrees above the horizon, and degrees clockwise from the top of the map (on a planet, from north) [default: to
    /// the left or right of the view, higher for steeper ground; on maps to the upper left; on planets to the left and behind].
    #[arg(long, value_name = "ELEVATION,AZIMUTH", allow_hyphen_values = true, value_parser = camera_args::sun)]
    sun: Option<Sun>,
    /// The hour of a day at an equinox, 0 to 24, instead of --sun.
    #[arg(long, value_name = "HOUR", allow_negative_numbers = true, conflicts_with = "sun",
          value_parser = within(0.0, 24.0))]
    time: Option<f64>,
    /// Degrees north of the equator, for --time [default: 45; on a planet, the latitude of --from].
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true, requires = "time",
          value_parser = within(-90.0, 90.0))]
    latitude: Option<f64>,
    /// The atmosphere [default: the recipe's, or earth].
    #[arg(long, value_parser = looks::air())]
    air: Option<Air>,
    /// Haze relative to the clearest day, 0 to 100 [default: the recipe's; 3 for earth, 1 for mars].
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = within(View::HAZE.least, View::HAZE.most))]
    haze: Option<f64>,
    /// Fog: visibility, height of its top, and the distance above its top in which it thins to 1/e, in metres or as lengths.
    /// The last two are optional. `none` removes the fog [default: the recipe's].
    #[arg(long, value_name = "VISIBILITY,LEVEL,FALLOFF", allow_hyphen_values = true, value_parser = looks::fog)]
    fog: Option<FogArg>,
    /// Clouds: cover, 0 to 1; height of their bases; and thickness, up to the highest tops. Lengths are optional, in metres or as
    /// `2 km`. Clouds of planets have no thickness. `none` removes the clouds [default: the recipe's; none for maps].
    #[arg(long, value_name = "COVER,HEIGHT,THICKNESS", allow_hyphen_values = true, value_parser = looks::clouds)]
    clouds: Option<CloudsArg>,
    /// The style of the ground; `raymarch` is `clay` with `--surface march`.
    #[arg(long, value_enum, default_value = "realistic")]
    style: Style,
    /// How the surface is found: as a mesh of tiles in levels of detail, or by marching along each ray through the recipe's
    /// function [default: mesh].
    #[arg(long, value_enum)]
    surface: Option<SurfaceName>,
    /// Whether the ground continues beyond the domain or ends at its edges.
    #[arg(long, value_enum, default_value = "endless")]
    bounds: BoundsName,
    /// Columns and rows [default: 960x540; for maps 1024x1024].
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = picture_files::size(MAX_SIDE))]
    size: Option<[u32; 2]>,
    /// Samples per pixel; more samples give a smoother picture but take longer.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "8",
          value_parser = numbers::whole(1..=MAX_SAMPLES as i64))]
    samples: i64,
    /// Brightness in stops relative to the automatic exposure; 1 doubles the light. This option does not affect EXR files.
    #[arg(long, value_name = "STOPS", allow_negative_numbers = true, default_value = "0",
          value_parser = within(-20.0, 20.0))]
    stops: f64,
    /// Render N frames once around, starting at the azimuth of --orbit, into the folder -o: `frame_00000.png` and so on.
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["camera", "map", "flyover"],
          value_parser = numbers::whole(2..=100_000))]
    turntable: Option<i64>,
    /// Render a flight along keys in a TOML file into the folder -o; docs/render.md explains the file.
    #[arg(long, value_name = "FILE.toml", conflicts_with_all = ["camera", "map", "orbit"])]
    flyover: Option<PathBuf>,
    /// Planets: the camera's position in degrees north, degrees east, and metres (or `400 km`) above the ground or water
    /// [default: shows the whole planet]. Sequences: the first frame to render, counted from 0. A planet's turntable takes
    /// both.
    #[arg(long, value_name = "LATITUDE,LONGITUDE,ALTITUDE|K", allow_hyphen_values = true, value_parser = globe::from)]
    from: Vec<globe::FromArg>,
    /// Planets: the camera's direction in degrees clockwise from north and degrees above level (-90 is straight down), and
    /// the vertical angle of view [default: north, downwards from afar and more level near the ground; 40].
    #[arg(long, value_name = "AZIMUTH,ELEVATION,FOV", allow_hyphen_values = true, value_parser = globe::look)]
    look: Option<globe::LookArg>,
    /// The last frame to render [default: the last of the sequence].
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = numbers::whole(0..=100_000))]
    to: Option<i64>,
    /// Render on the best graphics device (gpu) or the one with NAME in its name; `orogen devices` lists them.
    #[arg(long, value_name = "gpu|NAME", default_value = "gpu")]
    device: Choice,
    #[command(flatten)]
    choices: recipe::Choices,
    /// Overwrite files that orogen did not render.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    report: json::Reporting,
}

const EXAMPLES: &str = "\
Examples:
  orogen render alps -o alps.png
  orogen render alps -o peak.png --camera \"eye=2 km,14 km,+300,target=8 km,8 km\" --sun 20,250 --size 1920x1080
  orogen render islands -o map.png --map --style map
  orogen render dunes -o dusk.png --style desert --time 17.5 --latitude 30
  orogen render canyon -o mars.png --air mars --haze 0.5
  orogen render alps -o fog.png --fog 1km,900,150 --sun 8,250
  orogen render mesas -o frames --turntable 90 --bounds domain
  orogen render canyon -o flight --flyover path.toml --from 120
  orogen render planet.toml -o alps.png --from 46,8,12km --look 20,-8 --sun 25,120 --clouds 0.4";

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Style {
    Realistic,
    Desert,
    Clay,
    Map,
    Raymarch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SurfaceName {
    Mesh,
    March,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum BoundsName {
    Endless,
    Domain,
}

impl Args {
    fn surface(&self) -> Result<Surface, Failure> {
        match (self.style, self.surface) {
            (Style::Raymarch, Some(SurfaceName::Mesh)) => Err(Failure::usage(
                "`--style raymarch` has no mesh",
                "leave out --surface, or use `--style clay`",
            )),
            (Style::Raymarch, _) | (_, Some(SurfaceName::March)) => Ok(Surface::March),
            _ => Ok(Surface::Mesh),
        }
    }

    fn style(&self) -> orogen_view::Style {
        match self.style {
            Style::Realistic => orogen_view::Style::Realistic,
            Style::Desert => orogen_view::Style::Desert,
            Style::Clay | Style::Raymarch => orogen_view::Style::Clay,
            Style::Map => orogen_view::Style::Map,
        }
    }

    fn bounds(&self) -> GroundExtent {
        match self.bounds {
            BoundsName::Endless => GroundExtent::Endless,
            BoundsName::Domain => GroundExtent::Domain,
        }
    }
}

/// Parses a number in a range.
fn within(least: f64, most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("give a number from {least} to {most}"))
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    follow::run(args.follow, &args.recipe, &args.choices, |recipe| {
        render(args, recipe, &Interrupt::watch).map(drop)
    })
}

/// Renders the pictures of a recipe. `args.recipe` only names it. `watch` is called once the request is known to be valid.
/// Returns the paths of the pictures.
pub(crate) fn render(
    args: &Args,
    recipe: Recipe,
    watch: &dyn Fn() -> Result<Interrupt, Failure>,
) -> Result<Vec<PathBuf>, Failure> {
    let start = Instant::now();
    let recipe = Arc::new(recipe);
    let pictures = Arc::new(solving::files(!args.report.quiet));
    if recipe.domain.sphere().is_some() {
        return globe::run(args, &recipe, pictures, watch);
    }
    globe::refuse_twice(args)?;
    globe::refuse_on_flat(args)?;
    let ground = |detail: f64| HeightQuery::new(&recipe, &*pictures, detail).map_err(of_query);
    let (query, coarse) = (ground(ground_detail(&recipe))?, ground(recipe.domain.spacing())?);
    if !args.report.quiet {
        failure::warn(query.terrain().warnings());
    }
    let scene = Scene::new(args, &CameraGround::new(&recipe, &query, &coarse))?;
    memory::refuse_too_large(scene.shot.size, 0)?;
    let frames = frames::Frames::new(args, &recipe, scene.cameras.len(), watch)?;
    let (mut renderer, device) =
        frames.renderer(args, |gpu| Renderer::new(gpu, Arc::clone(&recipe), pictures))?;
    let exposure = frames.render(args, &mut |number, quality, progress| {
        let shot = Shot { camera: scene.cameras[number].camera, ..scene.shot.clone() };
        let (size, samples) = quality.of(shot.size, shot.samples);
        renderer.render(&Shot { size, samples, ..shot }, progress)
    })?;
    report::print(args, &scene, &frames, &report::RunInfo { device, exposure, time: start.elapsed() })?;
    Ok(frames.paths)
}

/// Opens the graphics device, and prints its name to stderr. `auto` means the best device, since the processor cannot
/// render.
fn open(args: &Args) -> Result<orogen_gpu::Gpu, Failure> {
    let choice = if args.device == Choice::Auto { &Choice::Gpu } else { &args.device };
    if *choice == Choice::Cpu {
        let help = "leave out --device: without a graphics card, orogen uses a driver that computes on the processor \
                    (Debian: mesa-vulkan-drivers)";
        return Err(Failure::usage(
            "`render` needs a graphics device and does not support --device cpu",
            help,
        ));
    }
    let gpu = orogen_view::open(choice).map_err(|error| {
        let help = match error {
            GpuError::NoDevice => INSTALL_DRIVER,
            _ => "`orogen devices` lists the devices",
        };
        Failure::job(error.to_string(), help)
    })?;
    if !args.report.quiet {
        let how = if gpu.is_software() { ", which computes on the processor" } else { "" };
        eprintln!("rendering on {}{how}", gpu.name());
    }
    Ok(gpu)
}

fn of_query(error: QueryError) -> Failure {
    match error {
        QueryError::Recipe(error) => error.into(),
        QueryError::Detail(_) | QueryError::Planet | QueryError::NotAPlanet => {
            Failure::job(error.to_string(), "")
        }
    }
}

/// The failure of a frame. In a sequence, usage errors name the frame.
fn in_frame(error: ViewError, frame: usize, frames: usize) -> Failure {
    match (of_view(error), frames) {
        (Failure::Usage(Problem { message, help }), 2..) => {
            Failure::usage(format!("frame {frame}: {message}"), help)
        }
        (failure, _) => failure,
    }
}

/// The failure of a picture, with its fix.
fn of_view(error: ViewError) -> Failure {
    match error {
        ViewError::Camera(_) => Failure::usage(
            error.to_string(),
            "change --camera or --orbit; `orogen render --help` has examples",
        ),
        ViewError::Underground { .. } | ViewError::Underwater { .. } => Failure::usage(
            error.to_string(),
            "give a height above the ground, such as `eye=0,0,+2`; altitudes in --from are always above the ground",
        ),
        ViewError::Shot(_) => Failure::usage(error.to_string(), ""),
        ViewError::Recipe(error) => error.into(),
        ViewError::Query(error) => of_query(error),
        ViewError::Generate(_) | ViewError::Threads(_) | ViewError::Stopped => {
            Failure::job(error.to_string(), "")
        }
        ViewError::Function(_) => {
            Failure::job(error.to_string(), "leave out --surface march and --style raymarch")
        }
        ViewError::Gpu(_) => Failure::job(
            error.to_string(),
            "choose a smaller --size or another --device; `orogen devices` lists them",
        ),
    }
}
