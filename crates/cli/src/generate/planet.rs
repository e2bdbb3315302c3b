//! Maps of planets: which one a job makes, and the files that it may have.

use std::fmt;
use std::str::FromStr;

use orogen::planet::{Face, LatLon, Sphere, TileAddress};
use orogen::raster::{Grid, MAX_SIDE};
use orogen::recipe::{Domain, DomainKind, Recipe, length_of_text};
use orogen_files::delivery::{Delivery, Format};
use orogen_files::geotiff::{Crs, Georeference, Registration};
use orogen_files::{PlanetInfo, PlanetMap};

use super::Args;
use super::extent::{Extent, Region};
use super::products::Tiles;
use super::target::{self, Order};
use crate::failure::Failure;
use crate::numbers::{self, plain};

/// Which map of a planet is made.
#[derive(clap::Args)]
pub(crate) struct PlanetOptions {
    /// Of a planet: a map of all of it by longitude and latitude, with so many columns and half as many rows [default: what
    /// the recipe says].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::whole(2..=MAX_SIDE as i64),
          conflicts_with_all = ["cube", "face", "tile", "region"])]
    equirect: Option<i64>,
    /// Of a planet: a cube map, six files px, nx, py, ny, pz and nz with so many samples a side.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::whole(1..=MAX_SIDE as i64),
          conflicts_with_all = ["face", "tile", "region"])]
    cube: Option<i64>,
    /// Of a planet: a face of the cube whose tiles viewers draw, with all their samples on a --level.
    #[arg(long, value_name = "px|nx|py|ny|pz|nz", conflicts_with_all = ["tile", "region"])]
    face: Option<Face>,
    /// The level of --face: it has 64·2^level + 1 samples a side [default: 3].
    #[arg(long, value_name = "0-11", allow_negative_numbers = true, requires = "face",
          value_parser = numbers::whole(0..=MOST_LEVEL))]
    level: Option<i64>,
    /// Of a planet: a tile by its address, with 65 samples a side, or as many as --size says.
    #[arg(long, value_name = "FACE/LEVEL/X/Y", conflicts_with = "region")]
    tile: Option<TileAddress>,
}

/// The finest level of which a whole face is made.
const MOST_LEVEL: i64 = 11;

/// The level of a face when nobody asks for another.
const USUAL_LEVEL: i64 = 3;

/// Samples along a side of a region when nobody asks for another number.
const REGION_SAMPLES: usize = 1024;

/// A region of a planet: a square around a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Around {
    pub(crate) middle: LatLon,
    /// Metres along a side.
    pub(crate) size: f64,
}

impl FromStr for Around {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "give latitude, longitude and a length along a side: 46.5,8.0,20km".to_owned();
        let parts: Vec<_> = text.split(',').collect();
        let &[latitude, longitude, size] = parts.as_slice() else { return Err(form()) };
        let degrees = |number: &str| number.trim().parse::<f64>().map_err(|_| form());
        let (latitude, longitude) = (degrees(latitude)?, degrees(longitude)?);
        let size = length_of_text(size).ok_or_else(form)?;
        let middle = LatLon::new(latitude, longitude).map_err(|error| error.to_string())?;
        if !(size.is_finite() && size > 0.0) {
            return Err(format!("a region of {size} m is none: give a length along a side, more than 0"));
        }
        Ok(Self { middle, size })
    }
}

impl fmt::Display for Around {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { middle, size } = self;
        write!(f, "{},{},{}", plain(middle.latitude()), plain(middle.longitude()), plain(*size))
    }
}

impl PlanetOptions {
    /// Refuses what only planets have.
    pub(super) fn refuse_on_others(&self, domain: &Domain) -> Result<(), Failure> {
        let given = [
            (self.equirect.is_some(), "--equirect"),
            (self.cube.is_some(), "--cube"),
            (self.face.is_some(), "--face"),
            (self.tile.is_some(), "--tile"),
        ];
        let Some((_, name)) = given.iter().find(|(given, _)| *given) else { return Ok(()) };
        let message = format!("{name} is for planets, and this recipe's domain is a {}", domain.kind.name());
        Err(Failure::of_use(message, format!("leave out {name}, or write kind = \"planet\" in [domain]")))
    }

    /// The map, how many columns and rows it has, but of regions, which are made as planes are.
    fn map(&self, domain: &Domain, size: Option<i64>) -> Result<(PlanetMap, [usize; 2]), Failure> {
        if let Some(address) = self.tile {
            let side = size.unwrap_or(65) as usize;
            if side < 2 || !(side - 1).is_power_of_two() {
                let message = format!("a tile cannot have {side} samples a side");
                return Err(Failure::of_use(message, "choose a power of two and one: --size 65, 129, 257 …"));
            }
            return Ok((PlanetMap::Tile { address: address.to_string() }, [side; 2]));
        }
        if size.is_some() {
            let help = "of a whole planet choose --equirect N or --cube N, of a face a --level, and of a part \
                        --region LAT,LON,SIZE with --size";
            return Err(Failure::of_use("--size is for regions and tiles of planets", help));
        }
        if let Some(side) = self.cube {
            return Ok((PlanetMap::Cube, [side as usize; 2]));
        }
        if let Some(face) = self.face {
            let level = self.level.unwrap_or(USUAL_LEVEL) as u8;
            let map = PlanetMap::Face { face: face.name().to_owned(), level };
            return Ok((map, [PlanetMap::face_side(level); 2]));
        }
        let columns = self.equirect.map_or(domain.samples, |columns| columns as usize);
        Ok((PlanetMap::Equirectangular, [columns, columns / 2]))
    }
}

/// The samples and the files of a job on a planet.
pub(super) fn order(args: &Args, recipe: &Recipe, sphere: Sphere) -> Result<Order, Failure> {
    match args.region {
        Some(Region::Around(around)) => region(args, recipe, sphere, around),
        Some(Region::Rectangle(_)) => {
            let help = "give latitude, longitude and a length along a side: --region 46.5,8.0,20km";
            Err(Failure::of_use("a region of a planet lies around a place", help))
        }
        None => whole(args, recipe, sphere),
    }
}

/// A region: a plane that the sphere is spread out on, with all that planes have.
fn region(args: &Args, recipe: &Recipe, sphere: Sphere, around: Around) -> Result<Order, Failure> {
    let Around { middle, size } = around;
    // Where the spacing does not divide it, the region is a little smaller.
    let size = args.spacing.map_or(size, |spacing| (size / spacing + 1e-6).floor() * spacing);
    if size == 0.0 {
        let message = format!("samples are farther apart than the region {around} is long");
        return Err(Failure::of_use(message, "choose a smaller --spacing, or a larger --region"));
    }
    let domain = Domain { kind: DomainKind::Plane, size, samples: REGION_SAMPLES, ..recipe.domain.clone() };
    let (latitude, longitude) = (middle.latitude(), middle.longitude());
    let place = Georeference {
        crs: Crs::Azimuthal { radius: sphere.radius(), latitude, longitude },
        origin: [-0.5 * size, 0.5 * size],
        spacing: 1.0,
        registration: Registration::Point,
    };
    let mut order = target::on_plane(args, recipe, &domain, None, Some(place))?;
    let grid = &order.extent.grid;
    let planet = PlanetInfo::new(sphere.radius(), PlanetMap::Region { latitude, longitude, size });
    planet.grid([grid.columns, grid.rows], None).map_err(|error| refused(&error))?;
    put(&mut order.delivery, Georeference { spacing: grid.spacing, ..place });
    Ok(Order { planet: Some(planet), ..order })
}

/// A map of the whole planet, of a face, or of a tile.
fn whole(args: &Args, recipe: &Recipe, sphere: Sphere) -> Result<Order, Failure> {
    args.target.refuse_without_region()?;
    if args.spacing.is_some() {
        let help = "choose how many there are, --equirect N, or make a part: --region LAT,LON,SIZE";
        return Err(Failure::of_use("samples of a planet's map are nowhere the same distance apart", help));
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
    put(
        &mut delivery,
        Georeference {
            crs: Crs::Sphere { radius: sphere.radius() },
            origin: [-180.0 + 0.5 * step, 90.0 - 0.5 * step],
            spacing: step,
            // Samples are the middles of areas which cover the sphere.
            registration: Registration::Area,
        },
    );
    Ok(Order { extent, delivery, target: None, planet: Some(planet) })
}

/// Only where samples lie on edges, tiles can share them.
fn refuse_tiles(tiles: Option<Tiles>, map: &PlanetMap, columns: usize) -> Result<(), Failure> {
    let Some(Tiles(tiles)) = tiles.filter(|tiles| *tiles != Tiles([1, 1])) else { return Ok(()) };
    match map {
        PlanetMap::Equirectangular | PlanetMap::Cube => Err(Failure::of_use(
            "samples of this map are the middles of pixels, and tiles of it would share none",
            "leave out --tiles, or cut a --face or a --region: these have samples on their edges",
        )),
        _ if tiles.iter().all(|count| (columns - 1).is_multiple_of(*count)) => Ok(()),
        _ => Err(Failure::of_use(
            format!(
                "{columns} samples a side cannot be cut into {} × {} tiles that share their borders",
                tiles[0], tiles[1]
            ),
            "choose a power of two: --tiles 2, 4, 8 …",
        )),
    }
}

/// What a map that is bent cannot be.
fn refuse_formats(delivery: &Delivery, map: &PlanetMap) -> Result<(), Failure> {
    for output in &delivery.outputs {
        match output.format {
            Format::Glb | Format::Obj | Format::Stl(_) => {
                let message =
                    format!("a mesh ({}) of this map would be flat, and the planet is not", output.extension);
                return Err(Failure::of_use(
                    message,
                    "make one of a part, which is as good as flat: --region LAT,LON,SIZE",
                ));
            }
            Format::Tiff(Some(_)) if *map != PlanetMap::Equirectangular => {
                let help = "choose --format tiff, or make the GeoTIFF of --equirect N or of a --region";
                return Err(Failure::of_use(
                    "no system of coordinates of GeoTIFF is that of a cube's faces",
                    help,
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Puts the place into the GeoTIFFs.
fn put(delivery: &mut Delivery, to: Georeference) {
    for output in &mut delivery.outputs {
        if let Format::Tiff(Some(place)) = &mut output.format {
            *place = to;
        }
    }
}

fn refused(error: &orogen::planet::PlanetError) -> Failure {
    let text = error.to_string();
    // Its texts say what is wrong, and after a colon what there is instead.
    match text.split_once(": ") {
        Some((what, mend)) => Failure::of_use(what, mend),
        None => Failure::of_use(text, ""),
    }
}
