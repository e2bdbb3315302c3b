//! `orogen bake`: writes map tiles to files.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use orogen_serve::{Bake, BakeOptions, Destination, Layer};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::{numbers, output, printable, recipe, serve};

/// Write map tiles of a terrain to files, for web servers that only serve files.
///
/// The files have the addresses and the contents of `orogen serve`: LAYER/Z/X/Y.png and so on, LAYER.json (TileJSON),
/// terrain/layer.json and gltf/tileset.json. See docs/serve.md.
///
/// The layers get their names when all of them are complete. A run replaces the layers that it writes and leaves other files as
/// they are. Unfinished files of a killed run are removed by the next run.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file or preset name; `-` reads the recipe from standard input.
    recipe: PathBuf,
    /// The folder to write to. It is created if it is missing.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// The layers, separated by commas: terrarium, mapbox, raw, geotiff, shade, colour, vector, terrain, gltf.
    #[arg(long, value_name = "LAYERS", value_delimiter = ',', default_value = "terrarium", value_parser = layer)]
    layers: Vec<Layer>,
    /// The first and the last zoom level. Meshes (terrain, gltf) always begin at level 0 [default: from 0 to the level whose
    /// samples are as close as those of the recipe].
    #[arg(long, value_name = "FIRST..LAST", value_parser = numbers::zooms)]
    zoom: Option<RangeInclusive<u8>>,
    /// The region in degrees. All tiles that touch it are written [default: the domain of a plane, the whole of a planet].
    #[arg(long, value_name = "W,S,E,N", allow_hyphen_values = true, value_parser = numbers::bounds)]
    bounds: Option<[f64; 4]>,
    /// Position of the domain's centre on the map, in degrees [default: 0,0]. Planets have positions of their own.
    #[arg(long, value_name = "LAT,LON", allow_hyphen_values = true, value_parser = numbers::pair)]
    at: Option<[f64; 2]>,
    /// Write one PMTiles archive for each layer instead of a folder. Meshes have no archives and stay folders.
    #[arg(long)]
    pmtiles: bool,
    /// Pixels along a side of square tiles, 256 or 512. The names of layers with 512 end in @2x.
    #[arg(long, value_name = "PIXELS", default_value = "256", value_parser = ["256", "512"])]
    tile_size: String,
    /// The address at which the folder will be served, such as `https://example.org/tiles`. TileJSON then has absolute addresses,
    /// which MapLibre needs.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Write more than a million tiles, and replace files in place of the layers that orogen did not write.
    #[arg(long)]
    force: bool,
    /// Print only errors.
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    choices: recipe::Choices,
}

const EXAMPLES: &str = "\
Examples:
  orogen bake alps -o tiles --at 46.5,8.1 --url https://example.org/tiles
  orogen bake alps -o tiles --layers terrarium,colour,vector --zoom 0..12 --pmtiles
  orogen bake terra -o tiles --layers terrain --zoom 0..5";

/// The most tiles without `--force`.
const MAX_TILES: u64 = 1_000_000;

fn layer(name: &str) -> Result<Layer, String> {
    Layer::from_name(name).map_err(|refusal| refusal.to_string())
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let recipe = recipe::load(&args.recipe, &args.choices)?;
    let tiles = serve::tiles(recipe, args.at, !args.quiet)?;
    let options = BakeOptions {
        layers: args.layers.clone(),
        zooms: args.zoom.clone(),
        bounds: args.bounds,
        double: args.tile_size == "512",
    };
    let bake = Bake::new(&tiles, &options)?;
    let count = bake.count();
    if count > MAX_TILES && !args.force {
        let help = "choose fewer levels with --zoom, a smaller region with --bounds, fewer --layers, or write them with --force";
        return Err(Failure::usage(format!("these are {count} tiles, more than {MAX_TILES}"), help));
    }
    let interrupt = Interrupt::watch()?;
    let folder = output::claim(&args.output, args.quiet)?;
    if !args.quiet {
        writeln!(io::stdout(), "writing {}", tiles_in_words(count, &args.output))?;
    }
    let progress = Progress::of_share("tiles", !args.quiet);
    progress.set(0, count);
    let on_tile = || {
        progress.advance(1);
        !interrupt.is_requested()
    };
    let destination = Destination { url: args.url.clone(), archives: args.pmtiles, force: args.force };
    bake.write(&folder, &destination, on_tile).map_err(Failure::Job)
}

fn tiles_in_words(count: u64, folder: &Path) -> String {
    let tiles = if count == 1 { "tile" } else { "tiles" };
    format!("{count} {tiles} to {}", printable::path(folder))
}
