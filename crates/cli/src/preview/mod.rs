//! `orogen preview`: a quick picture from above, without a graphics card.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use orogen_engine::covering::Covering;
use orogen_engine::level::Level;
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Terrain;
use orogen_engine::water::WaterSurface;
use orogen_files::preview::{self, Sun};
use serde_json::json;

use crate::failure::{self, Failure};
use crate::follow::{self, WatchOption};
use crate::generate::{self, Region};
use crate::numbers::plain;
use crate::{inputs, json, picture_files, printable, recipe, solving};
use colours::Colours;
use samples::Samples;

mod colours;
mod samples;

/// The largest side of a picture, in pixels.
const MAX_SIDE: u32 = 4096;

/// Draw a quick picture of a terrain from above: a hillshade with the recipe's materials and water. Needs no graphics card.
///
/// Every pixel is a sample of the terrain. `orogen generate` writes the same picture as preview.png, averaged from all
/// samples.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file or preset name; `-` reads the recipe from standard input.
    recipe: PathBuf,
    /// The picture, a PNG.
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,
    #[command(flatten)]
    follow: WatchOption,
    /// Columns and rows. If their ratio differs from that of the terrain, the picture shows the middle of the terrain [default:
    /// 960 along the longer side, the complete terrain].
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = picture_files::size(MAX_SIDE))]
    size: Option<[u32; 2]>,
    /// Show only this rectangle of the domain, in metres; if it is thin, the picture also shows the ground beside it. On a planet,
    /// it is the square with this side length around a latitude and longitude in degrees: 46.5,8.0,20km.
    #[arg(long, value_name = "X0,Y0,X1,Y1|LAT,LON,SIZE", allow_hyphen_values = true)]
    region: Option<Region>,
    /// The sun: degrees above the horizon, 1 to 90, and degrees clockwise from the top of the picture [default: 36,315].
    #[arg(long, value_name = "ELEVATION,AZIMUTH", allow_hyphen_values = true, value_parser = sun)]
    sun: Option<Sun>,
    /// Show the values of this field of the recipe, or of a further result of a field (alps.flow), instead of the shaded
    /// ground. The colours span the values in the picture; their range is printed.
    #[arg(long, value_name = "NAME", conflicts_with = "sun")]
    field: Option<String>,
    /// The colours of --field, from the lowest to the highest value.
    #[arg(long, value_enum, default_value = "viridis", requires = "field")]
    colours: Colours,
    #[command(flatten)]
    choices: recipe::Choices,
    /// Overwrite a file that orogen did not draw.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    report: json::Reporting,
}

const EXAMPLES: &str = "\
Examples:
  orogen preview alps -o alps.png
  orogen preview mine.toml -o mine.png --size 960x540 --watch
  orogen preview alps -o evening.png --sun 10,250 --region 0,0,8000,8000
  orogen preview alps -o flow.png --field alps.flow
  orogen preview terra -o terra.png
  orogen preview terra -o coast.png --region 46.5,-44.5,400km";

/// Parses `--sun`.
fn sun(text: &str) -> Result<Sun, String> {
    let form = || "give elevation, 1 to 90, and azimuth, -360 to 360, in degrees: 35,120".to_owned();
    let (elevation, azimuth) = text.split_once(',').ok_or_else(form)?;
    let within = |text: &str, least: f64, most: f64| {
        text.trim().parse().ok().filter(|degrees| (least..=most).contains(degrees)).ok_or_else(form)
    };
    Ok(Sun::new(within(elevation, 1.0, 90.0)?, within(azimuth, -360.0, 360.0)?))
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    follow::run(args.follow, &args.recipe, &args.choices, |recipe| once(args, recipe))
}

fn once(args: &Args, recipe: Recipe) -> Result<(), Failure> {
    let start = Instant::now();
    refuse_other_formats(args)?;
    let exported = recipe.exporting(args.field.as_slice());
    let recipe = exported.map_err(|(message, help)| Failure::usage(message, help))?;
    let samples = Samples::new(&recipe, args.size, args.region)?;
    inputs::refuse(&args.recipe, &recipe, std::slice::from_ref(&args.output))?;
    let _created = picture_files::prepare(std::slice::from_ref(&args.output), args.force)?;
    let files = solving::files(!args.report.quiet);
    let terrain = Terrain::with_materials(&recipe, &files, samples.grid.spacing)?;
    if !args.report.quiet {
        failure::warn(terrain.warnings());
    }
    let drawn = draw(args, &recipe, &terrain, &samples)?;
    print(args, &samples, &drawn, start.elapsed())
}

fn refuse_other_formats(args: &Args) -> Result<(), Failure> {
    let ending = args.output.extension().unwrap_or_default();
    if ending.eq_ignore_ascii_case("png") {
        return Ok(());
    }
    let message = format!("{} is not the name of a PNG", printable::path(&args.output));
    Err(Failure::usage(message, "use the extension .png: -o picture.png"))
}

/// The lowest and the highest height or value in a picture.
struct Drawn {
    heights: [f32; 2],
    values: Option<[f32; 2]>,
}

fn draw(args: &Args, recipe: &Recipe, terrain: &Terrain, samples: &Samples) -> Result<Drawn, Failure> {
    let covering = Covering::new(&recipe.materials);
    let is_shaded = args.field.is_none();
    let band = samples.band(terrain, Level::best(), is_shaded && covering.needs_curvature());
    let (path, grid) = (&args.output, &samples.grid);
    let heights = range(&band.height);
    // The exported field is the last of the further fields.
    if let Some(values) = band.others.last().filter(|_| !is_shaded) {
        colours::picture(path, grid, values, args.colours)?.commit()?;
        return Ok(Drawn { heights, values: Some(range(values)) });
    }
    let style = generate::style(terrain, recipe, WaterSurface::of(recipe));
    let shown = Some(&covering).filter(|covering| !covering.materials().is_empty());
    preview::picture(path, grid, &band, style, shown, args.sun.unwrap_or_default())?.commit()?;
    Ok(Drawn { heights, values: None })
}

fn range(values: &[f32]) -> [f32; 2] {
    let hull = |[least, most]: [f32; 2], &value: &f32| [least.min(value), most.max(value)];
    values.iter().fold([f32::INFINITY, f32::NEG_INFINITY], hull)
}

fn print(args: &Args, samples: &Samples, drawn: &Drawn, time: Duration) -> Result<(), Failure> {
    let Samples { grid, .. } = samples;
    if args.report.json {
        return json::print(&json!({
            "file": args.output.display().to_string(),
            "columns": grid.columns,
            "rows": grid.rows,
            "metres_per_pixel": grid.spacing,
            "min_height": drawn.heights[0],
            "max_height": drawn.heights[1],
            "field": args.field,
            "values": drawn.values,
            "seconds": time.as_secs_f64(),
        }));
    }
    let mut out = io::stdout().lock();
    if !args.report.quiet {
        let text = |[least, most]: [f32; 2]| format!("{} to {}", plain(least.into()), plain(most.into()));
        let range = match (&args.field, drawn.values) {
            (Some(name), Some(values)) => format!("{} from {}", printable::printable(name), text(values)),
            _ => format!("heights from {} m", text(drawn.heights)),
        };
        writeln!(
            out,
            "{}: {} × {} pixels, {} m apart, {range}; {:.2} s",
            printable::path(&args.output),
            grid.columns,
            grid.rows,
            plain(grid.spacing),
            time.as_secs_f64()
        )?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suns_are_parsed() {
        assert_eq!(sun("30, -90"), Ok(Sun::new(30.0, -90.0)));
        for wrong in ["", "30", "0,90", "91,0", "30,361", "a,b", "30,1,2"] {
            assert!(sun(wrong).is_err(), "{wrong}");
        }
    }
}
