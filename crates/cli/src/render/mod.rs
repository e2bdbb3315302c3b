//! `orogen render`: pictures of a terrain.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use orogen::query::{HeightQuery, QueryError};
use orogen::recipe::{Air, View};
use orogen_gpu::{Choice, GpuError};
use orogen_view::{Bounds, MAX_SAMPLES, Painter, Shot, Sun, Surface, ViewError, ground_detail};

use crate::failure::{self, Failure};
use crate::images::PictureFiles;
use crate::{numbers, recipe};
use ground::Ground;
use looks::{CloudsWish, FogWish};
use scene::Scene;
use wish::{Aim, Orbit};

mod files;
mod flyover;
mod frames;
mod globe;
mod globe_flight;
mod ground;
mod looks;
mod memory;
mod said;
mod scene;
mod told;
mod wish;

/// Paint pictures of a terrain: from where it looks best, or from anywhere, under any sun.
///
/// A graphics card paints fast; without one, a driver that computes on the processor does (Mesa's lavapipe).
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file, or the name of a preset.
    recipe: PathBuf,
    /// The picture: .png has 8 bits in sRGB, .exr the light itself. Of a sequence, the folder of its frames.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// From where: `eye=x,y,height,target=x,y,height,fov=degrees`, or `map` [default: where it looks best].
    ///
    /// Metres, or lengths such as `2 km`: x to the right of the map, y down the map. A height with a plus, as in
    /// `eye=2000,3000,+2`, is above the ground or the water; an eye without a height stands, a target without one lies
    /// on the ground. Without a target it looks at the domain's middle.
    #[arg(long, value_name = "EYE,TARGET", allow_hyphen_values = true, value_parser = wish::camera)]
    camera: Option<Aim>,
    /// The whole domain from above, the top of the map up: as `--camera map`.
    #[arg(long, conflicts_with = "camera")]
    map: bool,
    /// From round the domain's middle: degrees clockwise from the top of the map, degrees over the horizon, and metres
    /// [default of the last: as far as shows the whole domain].
    #[arg(long, value_name = "AZIMUTH,ELEVATION,DISTANCE", allow_hyphen_values = true,
          conflicts_with_all = ["camera", "map"], value_parser = wish::orbit)]
    orbit: Option<Orbit>,
    /// Where the sun stands: degrees over the horizon, and degrees clockwise from the top of the map
    /// [default: to the side, as high as the ground is steep].
    #[arg(long, value_name = "ELEVATION,AZIMUTH", allow_hyphen_values = true, value_parser = wish::sun)]
    sun: Option<Sun>,
    /// The hour of a day in spring or autumn, instead of --sun: 0 to 24.
    #[arg(long, value_name = "HOUR", allow_negative_numbers = true, conflicts_with = "sun",
          value_parser = within(0.0, 24.0))]
    time: Option<f64>,
    /// Degrees north of the equator, for --time [default: 45; of a planet that of the place].
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true, requires = "time",
          value_parser = within(-90.0, 90.0))]
    latitude: Option<f64>,
    /// Through which air, instead of the recipe's [default: the recipe's, or earth].
    #[arg(long, value_parser = looks::air())]
    air: Option<Air>,
    /// How many times as much haze as on the clearest day, 0 to 100 [default: the recipe's; 3 of earth, 1 of mars].
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = within(View::HAZE.least, View::HAZE.most))]
    haze: Option<f64>,
    /// Fog: how far one sees in it, up to which height, and above that in what height it thins to 1/e, in metres or
    /// lengths; or the first of them; or `none` [default: the recipe's].
    #[arg(long, value_name = "VISIBILITY,LEVEL,FALLOFF", allow_hyphen_values = true, value_parser = looks::fog)]
    fog: Option<FogWish>,
    /// Clouds of a planet: how much of it they cover, 0 to 1, and how high they are, in metres or as a length; or the first of
    /// them; or `none` [default: the recipe's].
    #[arg(long, value_name = "COVER,HEIGHT", allow_hyphen_values = true, value_parser = looks::clouds)]
    clouds: Option<CloudsWish>,
    /// How the ground looks; `raymarch` is clay whose surface is the recipe's function itself.
    #[arg(long, value_enum, default_value = "realistic")]
    style: Style,
    /// How the ground is found: by tiles in levels of detail, or by marching through the recipe's function along each
    /// ray [default: mesh].
    #[arg(long, value_enum)]
    surface: Option<SurfaceName>,
    /// How far the ground goes: on beyond the domain, or cut out at its edges.
    #[arg(long, value_enum, default_value = "endless")]
    bounds: BoundsName,
    /// Columns and rows [default: 960x540; of a map 1024x1024].
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = scene::size)]
    size: Option<[u32; 2]>,
    /// Samples of each pixel: more are smoother and take longer.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "8",
          value_parser = numbers::whole(1..=MAX_SAMPLES as i64))]
    samples: i64,
    /// How much brighter than exposed, in stops: 1 doubles the light. An EXR keeps it as it is.
    #[arg(long, value_name = "STOPS", allow_negative_numbers = true, default_value = "0",
          value_parser = within(-20.0, 20.0))]
    stops: f64,
    /// As many frames once around, from the azimuth of --orbit on, into the folder -o: `frame_00000.png` and so on.
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["camera", "map", "flyover"],
          value_parser = numbers::whole(2..=100_000))]
    turntable: Option<i64>,
    /// The frames of a flight along keys in a file of TOML, into the folder -o; docs/render.md has its form.
    #[arg(long, value_name = "FILE.toml", conflicts_with_all = ["camera", "map", "orbit"])]
    flyover: Option<PathBuf>,
    /// Of a planet, from where: degrees north, degrees east, and metres (or `400 km`) above the ground or the water
    /// there [default: so far away that all of it is seen]. Of a sequence, the first frame that is painted, counted from 0. A
    /// planet's turntable may have both.
    #[arg(long, value_name = "LATITUDE,LONGITUDE,ALTITUDE|K", allow_hyphen_values = true, value_parser = globe::from)]
    from: Vec<globe::FromWish>,
    /// Of a planet, where it looks: degrees clockwise from north, degrees over level (-90 is straight down), and the angle
    /// of view from bottom to top [default: north, down from far away and more and more level near the ground; 40].
    #[arg(long, value_name = "AZIMUTH,ELEVATION,FOV", allow_hyphen_values = true, value_parser = globe::look)]
    look: Option<globe::Look>,
    /// The last frame that is painted [default: the last there is].
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = numbers::whole(0..=100_000))]
    to: Option<i64>,
    /// What paints: gpu, the best graphics device there is, or part of the name of one. `orogen devices` lists them.
    #[arg(long, value_name = "gpu|NAME", default_value = "gpu")]
    device: Choice,
    /// Another seed than the recipe's: decimal, or as 0x9e37.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: Option<u64>,
    /// Replace files that orogen did not paint.
    #[arg(long)]
    force: bool,
    /// Say nothing but errors.
    #[arg(long)]
    quiet: bool,
    /// Print machine-readable facts; what goes wrong before there are any is told on stderr, in words.
    #[arg(long)]
    json: bool,
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
            (Style::Raymarch, Some(SurfaceName::Mesh)) => Err(Failure::of_use(
                "`--style raymarch` has no mesh",
                "leave --surface out, or take `--style clay`",
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

    fn bounds(&self) -> Bounds {
        match self.bounds {
            BoundsName::Endless => Bounds::Endless,
            BoundsName::Domain => Bounds::Domain,
        }
    }
}

/// Reads a number in a range.
fn within(least: f64, most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("give a number from {least} to {most}"))
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let start = Instant::now();
    let recipe = Arc::new(recipe::load(&args.recipe, args.seed)?);
    let pictures = Arc::new(PictureFiles::default());
    if recipe.domain.sphere().is_some() {
        return globe::run(args, recipe, pictures);
    }
    globe::refuse_twice(args)?;
    globe::refuse_on_flat(args)?;
    let ground = |detail: f64| HeightQuery::new(&recipe, &*pictures, detail).map_err(of_query);
    let (query, broad) = (ground(ground_detail(&recipe))?, ground(recipe.domain.spacing())?);
    if !args.quiet {
        failure::warn(query.terrain().warnings());
    }
    let scene = Scene::new(args, &Ground::new(&recipe, &query, &broad))?;
    memory::refuse_too_large(scene.shot.size, 0)?;
    let frames = frames::Frames::new(args, scene.cameras.len())?;
    let (mut painter, device) =
        frames.painter(args, |gpu| Painter::new(gpu, Arc::clone(&recipe), pictures))?;
    let exposure = frames.paint(args, &mut |number, watch| {
        let shot = Shot { camera: scene.cameras[number].camera, ..scene.shot.clone() };
        painter.paint(&shot, watch)
    })?;
    told::tell(args, &scene, &frames, &told::Work { device, exposure, time: start.elapsed() })
}

/// Opens what paints, and says on stderr what that is. There is none but graphics devices, so that `auto` means the best of them.
fn open(args: &Args) -> Result<orogen_gpu::Gpu, Failure> {
    let choice = if args.device == Choice::Auto { &Choice::Gpu } else { &args.device };
    if *choice == Choice::Cpu {
        let help = "leave --device out: where there is no graphics card, a driver that computes on the processor is \
                    taken (Debian: mesa-vulkan-drivers)";
        return Err(Failure::of_use(
            "pictures are painted by graphics devices, not by the processor itself",
            help,
        ));
    }
    let gpu = orogen_view::open(choice).map_err(|error| {
        let help = match error {
            GpuError::NoDevice => {
                "install the driver of the graphics card, or for one that computes on the processor Mesa's lavapipe \
                 (Debian: mesa-vulkan-drivers)"
            }
            _ => "`orogen devices` lists what there is",
        };
        Failure::of_job(error.to_string(), help)
    })?;
    if !args.quiet {
        let how = if gpu.is_software() { ", which computes on the processor" } else { "" };
        eprintln!("painted by {}{how}", gpu.name());
    }
    Ok(gpu)
}

fn of_query(error: QueryError) -> Failure {
    match error {
        QueryError::Recipe(error) => error.into(),
        QueryError::Detail(_) | QueryError::Planet | QueryError::NotAPlanet => {
            Failure::of_job(error.to_string(), "")
        }
    }
}

/// Why there is no picture, and the mend.
fn of_view(error: ViewError) -> Failure {
    match error {
        ViewError::Camera(_) => Failure::of_use(
            error.to_string(),
            "change --camera or --orbit; `orogen render --help` has examples",
        ),
        ViewError::Underground { .. } | ViewError::Underwater { .. } => Failure::of_use(
            error.to_string(),
            "a height with a plus, such as `eye=0,0,+2`, is above the ground; above a planet each height of --from is",
        ),
        ViewError::Shot(_) => Failure::of_use(error.to_string(), ""),
        ViewError::Recipe(error) => error.into(),
        ViewError::Query(error) => of_query(error),
        ViewError::Generate(_) | ViewError::Threads(_) | ViewError::Stopped => {
            Failure::of_job(error.to_string(), "")
        }
        ViewError::Function(_) => Failure::of_job(
            error.to_string(),
            "without --surface march and --style raymarch it can be painted",
        ),
        ViewError::Gpu(_) => Failure::of_job(
            error.to_string(),
            "choose a smaller --size or another --device; `orogen devices` lists them",
        ),
    }
}
