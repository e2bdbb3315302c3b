//! Maps of planets: the map of a job, and the files it may have.

use std::fmt;
use std::str::FromStr;

use orogen_engine::planet::{CubeLayout, Face, LatLon, Sphere, TileAddress};
use orogen_engine::raster::{Grid, MAX_SIDE};
use orogen_engine::recipe::{Domain, DomainKind, Recipe, length_of_text};
use orogen_files::delivery::{Delivery, Format};
use orogen_files::geotiff::{Crs, Georeference, Registration};
use orogen_files::{PlanetInfo, PlanetMap};

use super::Args;
use super::extent::{Extent, Region};
use super::products::Tiles;
use super::target::{self, Plan};
use crate::failure::Failure;
use crate::numbers::{self, plain};

/// The map of a planet to generate.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlanetOptions {
    /// Planets: map the whole planet by longitude and latitude, with N columns and N/2 rows [default: from the recipe].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::whole(2..=MAX_SIDE as i64),
          conflicts_with_all = ["cube", "face", "tile", "region"])]
    equirect: Option<i64>,
    /// Planets: write a cube map, the six faces px, nx, py, ny, pz and nz with N samples per side.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::whole(1..=MAX_SIDE as i64),
          conflicts_with_all = ["face", "tile", "region"])]
    cube: Option<i64>,
    /// Planets: name and turn the faces of --cube as the given program looks them up, with longitude 0 ahead and the north
    /// pole up [default: named after the planet's axes, all seen from outside].
    #[arg(long, value_name = "opengl|vulkan|godot|unity|unreal", requires = "cube")]
    cube_layout: Option<CubeLayout>,
    /// Planets: write one face of the tiled cube, with all samples of a --level.
    #[arg(long, value_name = "px|nx|py|ny|pz|nz", conflicts_with_all = ["tile", "region"])]
    face: Option<Face>,
    /// The level of --face, with 64·2^level + 1 samples per side [default: 3].
    #[arg(long, value_name = "0-11", allow_negative_numbers = true, requires = "face",
          value_parser = numbers::whole(0..=MAX_LEVEL))]
    level: Option<i64>,
    /// Planets: write the tile at this address, with 65 samples per side or the number that --size gives.
    #[arg(long, value_name = "FACE/LEVEL/X/Y", conflicts_with = "region")]
    tile: Option<TileAddress>,
}

/// The finest level of a whole face.
const MAX_LEVEL: i64 = 11;

/// The default level of a face.
const DEFAULT_LEVEL: i64 = 3;

/// The default number of samples along a side of a region.
const REGION_SAMPLES: usize = 1024;

/// A region of a planet: a square around a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlanetRegion {
    pub(crate) centre: LatLon,
    /// Metres along a side.
    pub(crate) size: f64,
}

impl FromStr for PlanetRegion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "give latitude, longitude and side length: 46.5,8.0,20km".to_owned();
        let parts: Vec<_> = text.split(',').collect();
        let &[latitude, longitude, size] = parts.as_slice() else { return Err(form()) };
        let degrees = |number: &str| number.trim().parse::<f64>().map_err(|_| form());
        let (latitude, longitude) = (degrees(latitude)?, degrees(longitude)?);
        let size = length_of_text(size).ok_or_else(form)?;
        let centre = LatLon::new(latitude, longitude).map_err(|error| error.to_string())?;
        if !(size.is_finite() && size > 0.0) {
            return Err(format!("a region of {size} m is empty: give a side length greater than 0"));
        }
        Ok(Self { centre, size })
    }
}

impl fmt::Display for PlanetRegion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { centre, size } = self;
        write!(f, "{},{},{}", plain(centre.latitude()), plain(centre.longitude()), plain(*size))
    }
}

impl PlanetOptions {
    /// Refuses options for planets on other domains.
    pub(super) fn refuse_on_others(&self, domain: &Domain) -> Result<(), Failure> {
        let given = [
            (self.equirect.is_some(), "--equirect"),
            (self.cube.is_some(), "--cube"),
            (self.face.is_some(), "--face"),
            (self.tile.is_some(), "--tile"),
        ];
        let Some((_, name)) = given.iter().find(|(given, _)| *given) else { return Ok(()) };
        let message = format!("{name} is for planets, but this recipe's domain is a {}", domain.kind.name());
        Err(Failure::usage(message, format!("leave out {name}, or set kind = \"planet\" in [domain]")))
    }

    /// The map with its columns and rows. Not for regions: these are generated as planes.
    fn map(&self, domain: &Domain, size: Option<i64>) -> Result<(PlanetMap, [usize; 2]), Failure> {
        if let Some(address) = self.tile {
            let side = size.unwrap_or(65) as usize;
            if side < 2 || !(side - 1).is_power_of_two() {
                let message = format!("a tile cannot have {side} samples per side");
                return Err(Failure::usage(message, "choose a power of two plus one: --size 65, 129, 257 …"));
            }
            return Ok((PlanetMap::Tile { address: address.to_string() }, [side; 2]));
        }
        if size.is_some() {
            let help = "use --equirect N or --cube N for the whole planet, --level for a face, or --region LAT,LON,SIZE with \
                        --size for a part";
            return Err(Failure::usage("--size is for regions and tiles of planets", help));
        }
        if let Some(side) = self.cube {
            let layout = self.cube_layout.map(|layout| layout.name().to_owned());
            return Ok((PlanetMap::Cube { layout }, [side as usize; 2]));
        }
        if let Some(face) = self.face {
            let level = self.level.unwrap_or(DEFAULT_LEVEL) as u8;
            let map = PlanetMap::Face { face: face.name().to_owned(), level };
            return Ok((map, [PlanetMap::face_side(level); 2]));
        }
        let columns = self.equirect.map_or(domain.samples, |columns| columns as usize);
        Ok((PlanetMap::Equirectangular, [columns, columns / 2]))
    }
}

/// The samples and files of a job on a planet.
pub(super) fn plan(args: &Args, recipe: &Recipe, sphere: Sphere) -> Result<Plan, Failure> {
    match args.region {
        Some(Region::Planet(square)) => region(args, recipe, sphere, square),
        Some(Region::Rectangle(_)) => {
            let help = "give latitude, longitude and side length: --region 46.5,8.0,20km";
            Err(Failure::usage("a region of a planet is a square around a position", help))
        }
        None => whole(args, recipe, sphere),
    }
}

/// Plans a region. It is a plane onto which the sphere is projected, so that all options of planes apply.
fn region(args: &Args, recipe: &Recipe, sphere: Sphere, square: PlanetRegion) -> Result<Plan, Failure> {
    let PlanetRegion { centre, size } = square;
    // If the spacing does not divide the size, the region is a little smaller.
    let size = args.spacing.map_or(size, |spacing| (size / spacing + 1e-6).floor() * spacing);
    if size == 0.0 {
        let message = format!("the spacing is wider than the region {square}");
        return Err(Failure::usage(message, "choose a smaller --spacing, or a larger --region"));
    }
    let domain = Domain { kind: DomainKind::Plane, size, samples: REGION_SAMPLES, ..recipe.domain.clone() };
    let (latitude, longitude) = (centre.latitude(), centre.longitude());
    let georeference = Georeference {
        crs: Crs::Azimuthal { radius: sphere.radius(), latitude, longitude },
        origin: [-0.5 * size, 0.5 * size],
        spacing: 1.0,
        registration: Registration::Point,
    };
    let mut plan = target::on_plane(args, recipe, &domain, None, Some(georeference))?;
    let grid = &plan.extent.grid;
    let planet = PlanetInfo::new(sphere.radius(), PlanetMap::Region { latitude, longitude, size });
    planet.grid([grid.columns, grid.rows], None).map_err(|error| refused(&error))?;
    set_georeference(&mut plan.delivery, Georeference { spacing: grid.spacing, ..georeference });
    Ok(Plan { planet: Some(planet), ..plan })
}

/// Plans a map of the whole planet, of a face, or of a tile.
fn whole(args: &Args, recipe: &Recipe, sphere: Sphere) -> Result<Plan, Failure> {
    args.target.refuse_without_region()?;
    if args.spacing.is_some() {
        let help =
            "choose the number of columns with --equirect N, or generate a part: --region LAT,LON,SIZE";
        return Err(Failure::usage(
            "--spacing does not apply to maps of planets: their spacing varies",
            help,
        ));
    }
    let (map, [columns, rows]) = args.planet.map(&recipe.domain, args.size)?;
    let planet = PlanetInfo::new(sphere.radius(), map);
    let directions = planet.grid([columns, rows], None).map_err(|error| refused(&error))?;
    let spacing = planet.metres_per_sample(&directions);
    let extent = Extent::of(Grid { first_column: 0, first_row: 0, columns, rows, spacing });
    refuse_tiles(args.files.tiles, &planet.map, columns)?;
    let mut delivery = args.files.delivery(&extent, recipe)?;
    refuse_formats(&delivery, &planet.map)?;
    let step = 360.0 / columns as f64;
    set_georeference(
        &mut delivery,
        Georeference {
            crs: Crs::Sphere { radius: sphere.radius() },
            origin: [-180.0 + 0.5 * step, 90.0 - 0.5 * step],
            spacing: step,
            // Samples are the centres of areas that cover the sphere.
            registration: Registration::Area,
        },
    );
    Ok(Plan { extent, delivery, target: None, planet: Some(planet) })
}

/// Refuses tiles for maps without samples on the edges, which tiles share.
fn refuse_tiles(tiles: Option<Tiles>, map: &PlanetMap, columns: usize) -> Result<(), Failure> {
    let Some(Tiles(tiles)) = tiles.filter(|tiles| *tiles != Tiles([1, 1])) else { return Ok(()) };
    match map {
        PlanetMap::Equirectangular | PlanetMap::Cube { .. } => Err(Failure::usage(
            "tiles share their border samples, but this map has none: its samples are pixel centres",
            "leave out --tiles, or split a --face or a --region: these have samples on their edges",
        )),
        _ if tiles.iter().all(|count| (columns - 1).is_multiple_of(*count)) => Ok(()),
        _ => Err(Failure::usage(
            format!(
                "{columns} samples per side cannot be split into {} × {} tiles that share their borders",
                tiles[0], tiles[1]
            ),
            "choose a power of two: --tiles 2, 4, 8 …",
        )),
    }
}

/// Refuses formats that cannot store a curved map.
fn refuse_formats(delivery: &Delivery, map: &PlanetMap) -> Result<(), Failure> {
    for output in &delivery.outputs {
        match output.format {
            Format::Glb | Format::Lod(_) | Format::Obj | Format::Stl(_) => {
                let message =
                    format!("a mesh ({}) of this map would be flat, but the planet is not", output.extension);
                return Err(Failure::usage(
                    message,
                    "generate a mesh of a part that is nearly flat: --region LAT,LON,SIZE",
                ));
            }
            Format::Tiff(Some(_)) if *map != PlanetMap::Equirectangular => {
                let help = "use --format tiff, or a GeoTIFF with --equirect N or --region";
                return Err(Failure::usage("GeoTIFF has no coordinate system for cube faces", help));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Sets the georeference of the GeoTIFFs.
fn set_georeference(delivery: &mut Delivery, to: Georeference) {
    for output in &mut delivery.outputs {
        if let Format::Tiff(Some(place)) = &mut output.format {
            *place = to;
        }
    }
}

/// The failure of a map.
pub(crate) fn refused(error: &orogen_engine::planet::PlanetError) -> Failure {
    let text = error.to_string();
    // The texts state the error, then after a colon the fix.
    match text.split_once(": ") {
        Some((message, help)) => Failure::usage(message, help),
        None => Failure::usage(text, ""),
    }
}
