//! `--for`: plans a job for the program that imports its files.

use std::path::Path;
use std::str::FromStr;

use clap::ValueEnum;
use orogen_engine::recipe::{Domain, Material, Recipe};
use orogen_files::PlanetInfo;
#[cfg(feature = "studio")]
use orogen_files::Problem;
use orogen_files::delivery::{Delivery, MAX_FILES};
use orogen_files::geotiff::{Crs, Georeference, is_projected};
use orogen_files::materials::channels;
use orogen_files::targets::{
    AcceptedSizes, Blender, Gis, Godot, Hterrain, Request, Target, Unity, Unreal, Web, Worldpainter,
    file_name, nearest,
};
use orogen_files::web::{Encoding, GeoAnchor, Layout, Tileset};

use super::Args;
use super::extent::{Extent, Rectangle, Region};
use super::planet;
use super::products::{self, FormatName, Tiles};
use crate::failure::Failure;
use crate::numbers::{self, plain};
use crate::recipe;
use orogen::Files;

/// The program, and options for some of the programs.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TargetOptions {
    /// Write the files that the given program imports, in its sizes and with its names, and print the settings to enter there.
    #[arg(long = "for", value_enum, value_name = "PROGRAM", conflicts_with_all =
          ["byte_order", "row_order", "green", "masks", "occlusion_radius", "no_normal", "no_preview", "print_width", "print_base", "exaggeration"])]
    program: Option<Program>,
    /// Position of the domain's centre on a web map, in degrees [default: 0,0].
    #[arg(long, value_name = "LAT,LON", allow_hyphen_values = true, requires = "program")]
    at: Option<Pair>,
    /// Write one PMTiles file for a web map instead of a folder.
    #[arg(long, requires = "program")]
    pmtiles: bool,
    /// Projected coordinate system of a GeoTIFF for a GIS [default: local coordinates].
    #[arg(long, value_name = "EPSG:N", requires = "origin")]
    crs: Option<Epsg>,
    /// Easting and northing, in metres, of the domain's top left corner for a GIS [default: 0,0].
    #[arg(long, value_name = "E,N", allow_hyphen_values = true, requires = "program", value_parser = easting_northing)]
    origin: Option<Pair>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Program {
    /// NAME.raw, 2^n+1 samples
    Unity,
    /// NAME.png or NAME.r16, 505, 1009, 2017 … samples
    Unreal,
    /// NAME.exr for Terrain3D, whole regions
    Godot,
    #[value(help = "NAME.exr for HTerrain in Godot, 2^n+1 samples")]
    Hterrain,
    /// NAME.exr and NAME.glb
    Blender,
    /// NAME.png, one value per block
    Worldpainter,
    /// web/{z}/{x}/{y}.png, web/tiles.json and index.html
    Web,
    /// NAME.tif, a GeoTIFF with overviews
    Gis,
}

/// The names of the programs and the files they get.
#[cfg(feature = "studio")]
pub(crate) fn programs() -> Vec<(String, String)> {
    let values = Program::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    values
        .map(|value| {
            (value.get_name().to_owned(), value.get_help().map_or_else(String::new, ToString::to_string))
        })
        .collect()
}

/// The numbers of samples along a side that a program accepts for a terrain that is cut into `tiles` by `tiles` tiles, in
/// increasing order. `None`: any number.
#[cfg(feature = "studio")]
pub(crate) fn accepted_sizes(program: &str, tiles: usize) -> Result<Option<Vec<usize>>, Problem> {
    let Ok(program) = <Program as ValueEnum>::from_str(program, false) else { return Ok(None) };
    let options = TargetOptions { program: None, at: None, pmtiles: false, crs: None, origin: None };
    let target = options.simple(program, &[], None, &[]);
    Ok(match target.accepted_sizes(Some([tiles; 2]))? {
        AcceptedSizes::Any => None,
        AcceptedSizes::Corners(sides) | AcceptedSizes::Samples(sides) => Some(sides),
    })
}

/// Two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair([f64; 2]);

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        numbers::pair(text).map(Self)
    }
}

/// Parses projected coordinates.
fn easting_northing(text: &str) -> Result<Pair, String> {
    text.parse().map_err(|_| "give easting and northing in metres: 400000,5150000".to_owned())
}

/// An EPSG code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Epsg(u16);

impl FromStr for Epsg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let code = text.strip_prefix("EPSG:").or_else(|| text.strip_prefix("epsg:")).unwrap_or(text);
        code.parse().ok().filter(|&code| is_projected(code)).map(Self).ok_or_else(|| {
            "give the code of a projected coordinate system in metres, such as a UTM zone: EPSG:32632"
                .to_owned()
        })
    }
}

/// The plan of a job: its samples and files.
pub(super) struct Plan {
    pub(super) extent: Extent,
    pub(super) delivery: Delivery,
    pub(super) target: Option<Box<dyn Target>>,
    /// The map, for planets.
    pub(super) planet: Option<PlanetInfo>,
}

/// The samples and files of a job.
pub(super) fn plan(args: &Args, recipe: &Recipe) -> Result<Plan, Failure> {
    args.files.lod.refuse_unused(&args.files.format)?;
    let mut plan = unchecked(args, recipe)?;
    plan.delivery.add_fields(&args.files.fields(recipe)).map_err(Failure::Usage)?;
    match plan.delivery.count() {
        ..=MAX_FILES => Ok(plan),
        count => {
            let message = format!("{count} files exceed the limit of {MAX_FILES} per folder");
            Err(Failure::usage(
                message,
                "choose fewer --tiles or formats, or generate one --region at a time",
            ))
        }
    }
}

fn unchecked(args: &Args, recipe: &Recipe) -> Result<Plan, Failure> {
    if let Some(sphere) = recipe.domain.sphere() {
        return planet::plan(args, recipe, sphere);
    }
    args.planet.refuse_on_others(&recipe.domain)?;
    let region = args.region.map(Region::on_plane).transpose()?;
    on_plane(args, recipe, &recipe.domain, region, None)
}

/// The samples and files of a job on a plane, or on a region of a planet, which has a georeference.
pub(super) fn on_plane(
    args: &Args,
    recipe: &Recipe,
    domain: &Domain,
    region: Option<Rectangle>,
    georeference: Option<Georeference>,
) -> Result<Plan, Failure> {
    let Some(program) = args.target.program else {
        let extent = Extent::new(domain, args.size, args.spacing, region)?;
        let delivery = args.files.delivery(&extent, recipe)?;
        return Ok(Plan { extent, delivery, target: None, planet: None });
    };
    if georeference.is_some() {
        args.target.refuse_other_positions(program)?;
    }
    args.target.refuse_unused(program)?;
    args.target.refuse_bad_origin()?;
    refuse_formats(program, &args.files.format)?;
    let (extent, target) = match program {
        Program::Web => web(args, recipe, region)?,
        _ => {
            let target = args.target.simple(program, &args.files.format, georeference, &recipe.materials);
            (extent(args, domain, region, &*target)?, target)
        }
    };
    let tiles = args.files.tiles.filter(|tiles| *tiles != Tiles([1, 1]));
    let tiling = tiles.map(|tiles| products::tiling(&extent, tiles)).transpose()?;
    target.check(&extent.grid)?;
    let name = name_of(&args.recipe);
    let request = Request {
        name: &name,
        grid: &extent.grid,
        tiling,
        materials: &recipe.materials,
        has_water: recipe.water.is_some(),
        has_scatter: !recipe.scatter.is_empty(),
    };
    let delivery = target.delivery(&request)?;
    Ok(Plan { extent, delivery, target: Some(target), planet: None })
}

/// The base name of the files: the name of the recipe file or preset.
fn name_of(recipe: &Path) -> String {
    file_name(&recipe::stem(recipe))
}

impl TargetOptions {
    /// Refuses programs for a planet without `--region`: they import only planes.
    pub(super) fn refuse_without_region(&self) -> Result<(), Failure> {
        let Some(program) = self.program else { return Ok(()) };
        self.refuse_other_positions(program)?;
        let name = program.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        let message = format!("--for {name} needs flat terrain, but this recipe is a planet");
        Err(Failure::usage(message, "generate a part of it: --region LAT,LON,SIZE"))
    }

    /// Refuses options that move a region of a planet to another position.
    fn refuse_other_positions(&self, program: Program) -> Result<(), Failure> {
        if program == Program::Web {
            let help = "leave out --for web; --for gis writes a GeoTIFF with its position on the planet";
            return Err(Failure::usage("web maps show the Earth, not other planets", help));
        }
        let given = [(self.origin.is_some(), "--origin"), (self.crs.is_some(), "--crs")];
        given.iter().find(|(given, _)| *given).map_or(Ok(()), |(_, name)| {
            let message =
                format!("{name} conflicts with --region, which already sets the position on the planet");
            Err(Failure::usage(message, format!("leave out {name}")))
        })
    }

    /// Refuses options that the program does not use.
    fn refuse_unused(&self, program: Program) -> Result<(), Failure> {
        let of_web = [(self.at.is_some(), "--at"), (self.pmtiles, "--pmtiles")];
        let of_gis = [(self.origin.is_some(), "--origin"), (self.crs.is_some(), "--crs")];
        let unused = |options: &[(bool, &'static str)], home: Program| {
            options.iter().find(|(given, _)| *given && program != home).map(|(_, name)| *name)
        };
        let (name, home) = match (unused(&of_web, Program::Web), unused(&of_gis, Program::Gis)) {
            (Some(name), _) => (name, "web"),
            (None, Some(name)) => (name, "gis"),
            (None, None) => return Ok(()),
        };
        Err(Failure::usage(format!("{name} requires --for {home}"), format!("leave out {name}")))
    }

    /// Refuses an origin outside the Earth's range in the coordinate system.
    fn refuse_bad_origin(&self) -> Result<(), Failure> {
        let Some(Pair([east, north])) = self.origin else { return Ok(()) };
        let (easts, norths) = match self.crs {
            // UTM: a zone extends 3° to both sides of its meridian at 500 000 m, and the equator is at 0 or 10 000 000 m.
            Some(Epsg(32_601..=32_660 | 32_701..=32_760)) => ([0.0, 1e6], [-1e6, 1.1e7]),
            // The limits of the square that web maps show.
            Some(Epsg(3857)) => ([-20_037_509.0, 20_037_509.0], [-20_037_509.0, 20_037_509.0]),
            // Some systems write the number of the zone before the easting: 32 500 000 m.
            _ => ([-1e8, 1e8], [-1e8, 1e8]),
        };
        if (easts[0]..=easts[1]).contains(&east) && (norths[0]..=norths[1]).contains(&north) {
            return Ok(());
        }
        let system =
            self.crs.map_or_else(|| "local coordinates".to_owned(), |Epsg(code)| format!("EPSG:{code}"));
        let message = format!("--origin {},{} is outside of {system}", plain(east), plain(north));
        let help = format!(
            "eastings must be from {} to {} m, and northings from {} to {} m",
            easts[0], easts[1], norths[0], norths[1]
        );
        Err(Failure::usage(message, help))
    }

    /// A hint to use the georeference of the elevation model that the recipe reads, if it has one. A model in Web Mercator gives
    /// none: the terrain has its metres on the ground, not those of the map.
    pub(super) fn hint(&self, recipe: &Recipe, pictures: &Files) -> Option<String> {
        if self.program != Some(Program::Gis) || self.origin.is_some() {
            return None;
        }
        let images = recipe.fields.values().filter(|field| field.spec.name == "image");
        images.into_iter().find_map(|field| {
            let path = field.args.file("file");
            let location = pictures.location(path).filter(|location| location.degrees.is_none())?;
            let system = format!("EPSG:{}", location.crs.filter(|&code| code != 3857)?);
            system.parse::<Epsg>().ok()?;
            let [east, north] = location.origin;
            let origin = [east - field.args.number("x"), north + field.args.number("y")];
            let name = path.file_name().unwrap_or_default().display();
            Some(format!(
                "{name} is in {system}; to georeference the terrain, add --crs {system} --origin {},{}",
                origin[0], origin[1]
            ))
        })
    }

    /// A target that takes a grid over the domain.
    fn simple(
        &self,
        program: Program,
        formats: &[FormatName],
        georeference: Option<Georeference>,
        materials: &[Material],
    ) -> Box<dyn Target> {
        match program {
            Program::Unity => Box::new(Unity),
            Program::Unreal => Box::new(Unreal { raw: formats.contains(&FormatName::R16) }),
            Program::Godot => Box::new(Godot),
            Program::Hterrain => Box::new(Hterrain { textures: channels(materials) }),
            Program::Blender => Box::new(Blender),
            Program::Worldpainter => Box::new(Worldpainter),
            Program::Web | Program::Gis => Box::new(match georeference {
                Some(Georeference { crs, origin, .. }) => Gis { crs, origin },
                None => Gis {
                    crs: self.crs.map_or(Crs::Local, |Epsg(code)| Crs::Epsg(code)),
                    origin: self.origin.map_or([0.0, 0.0], |Pair(origin)| origin),
                },
            }),
        }
    }
}

/// Refuses formats that the program does not import.
fn refuse_formats(program: Program, given: &[FormatName]) -> Result<(), Failure> {
    let choice: &[FormatName] = match program {
        Program::Unreal => &[FormatName::Png16, FormatName::R16],
        Program::Web => &[FormatName::Terrarium, FormatName::Mapbox],
        _ => &[],
    };
    if given.is_empty() || given.len() == 1 && choice.contains(&given[0]) {
        return Ok(());
    }
    let help = match program {
        Program::Unreal => "choose --format png16 or --format r16, or leave it out",
        Program::Web => "choose --format terrarium or --format mapbox, or leave it out",
        _ => "leave out --format; for other files, run generate again without --for into another folder",
    };
    Err(Failure::usage("--for chooses the formats", help))
}

/// The samples that a target accepts.
fn extent(
    args: &Args,
    domain: &Domain,
    region: Option<Rectangle>,
    target: &dyn Target,
) -> Result<Extent, Failure> {
    let tiles = args.files.tiles.map(|Tiles(tiles)| tiles);
    let (sides, repeats) = match target.accepted_sizes(tiles)? {
        AcceptedSizes::Any => return Extent::new(domain, args.size, args.spacing, region),
        AcceptedSizes::Corners(sides) => (sides, false),
        AcceptedSizes::Samples(sides) => (sides, true),
    };
    if region.is_some() {
        let message = format!("--for {} always exports the whole domain", target.name());
        return Err(Failure::usage(message, "leave out --region, or use a recipe with a smaller domain"));
    }
    let domain = Domain { tile: repeats, ..domain.clone() };
    let size = match (args.size, args.spacing) {
        (None, None) => nearest(&sides, domain.samples).map(|side| side as i64),
        (size, _) => size,
    };
    let extent = Extent::new(&domain, size, args.spacing, None)?;
    let side = extent.grid.columns;
    if sides.contains(&side) {
        return Ok(extent);
    }
    let below = sides.iter().rev().find(|known| **known < side);
    let above = sides.iter().find(|known| **known > side);
    let near: Vec<_> = below.into_iter().chain(above).map(|side| format!("--size {side}")).collect();
    let message = format!("{} does not accept {side} samples along a side", target.name());
    let instead = if args.spacing.is_some() { " instead of --spacing" } else { "" };
    let help = format!("it accepts {}: choose {}{instead}", listed(&sides), near.join(" or "));
    Err(Failure::usage(message, help))
}

/// The most sizes that a message lists.
const MAX_SIZES: usize = 10;

fn listed(sides: &[usize]) -> String {
    let texts: Vec<_> = sides.iter().map(usize::to_string).collect();
    match texts.as_slice() {
        [first @ .., last] if texts.len() > MAX_SIZES => format!("{}, … {last}", first[..3].join(", ")),
        _ => texts.join(", "),
    }
}

/// The samples of a web map's tiles, which extend beyond the domain.
fn web(
    args: &Args,
    recipe: &Recipe,
    region: Option<Rectangle>,
) -> Result<(Extent, Box<dyn Target>), Failure> {
    let domain = &recipe.domain;
    let grid = Extent::new(domain, args.size, args.spacing, region)?.grid;
    let Pair([latitude, longitude]) = args.target.at.unwrap_or(Pair([0.0, 0.0]));
    let place = GeoAnchor { latitude, longitude, point: [0.5 * domain.size; 2] };
    let region = [grid.x(0), grid.y(0), grid.x(grid.columns - 1), grid.y(grid.rows - 1)];
    let layout = Layout::new(place, region, grid.spacing, TILE)?;
    let mapbox = args.files.format.contains(&FormatName::Mapbox);
    let encoding = if mapbox { Encoding::Mapbox } else { Encoding::Terrarium };
    let extent = Extent::of(layout.grid());
    let tileset = Tileset { name: recipe.name.clone(), encoding, layout };
    let target = Web { tileset, archive: args.target.pmtiles };
    let tiles = args.files.tiles.map(|Tiles(tiles)| tiles);
    target.accepted_sizes(tiles)?;
    Ok((extent, Box::new(target)))
}

/// Samples along a side of a web map's tile.
const TILE: u32 = 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_coordinate_systems_are_parsed() {
        assert_eq!("46.5, -8.1".parse(), Ok(Pair([46.5, -8.1])));
        for wrong in ["", "1", "1,2,3", "a,b", "1,nan", "inf,0"] {
            assert!(wrong.parse::<Pair>().is_err(), "{wrong}");
        }
        for right in ["EPSG:32632", "epsg:32632", "32632"] {
            assert_eq!(right.parse(), Ok(Epsg(32_632)));
        }
        for wrong in ["EPSG:4326", "EPSG:", "UTM32", "99999"] {
            assert!(wrong.parse::<Epsg>().is_err(), "{wrong}");
        }
    }
}
