//! `shapes`: lines and polygons from a file as fields.
//!
//! The terrain solves the field before it builds its graph, like `erosion`.

pub(super) use super::surface::build;

use super::detail;
use crate::recipe::spec::{Group, NodeSpec, OutputSpec, ParamSpec, Unit};
use crate::recipe::{Args, RecipeError};
use crate::shapes::{Coordinates, MapPlace, ShapeReading};

/// The result for the side of a line.
pub(crate) const SIDE: &str = "side";
/// The result for the height along a line.
pub(crate) const HEIGHT: &str = "height";
/// The result for the distance along a line.
pub(crate) const ALONG: &str = "along";
/// The result for the insides of polygons.
pub(crate) const INSIDE: &str = "inside";

pub(crate) static SPEC: NodeSpec = NodeSpec {
    name: "shapes",
    group: Group::Source,
    summary: "the distance to lines and polygons from a file: roads, rivers, walls, plots",
    help: "Metres to the nearest line or outline in the file; negative inside polygons. With its further results, roads \
           and rivers are carved with a falloff: `mix(road.height, land, smoothstep(6, 20, road))`.\n\
           Files are GeoPackages, the default of QGIS; GeoJSON; or CSV with a header: the columns `x`, `y`, and if \
           wanted `z` and `id`, whose rows with equal `id` form one line; or a column `wkt` with geometries. Others must \
           be converted first: `ogr2ogr road.gpkg road.shp`. Heights are the third numbers of positions, or else the \
           numeric property or column `height` of the feature. Polygons may have holes, and may cross themselves: inside \
           is where a ray crosses the outlines of one polygon an odd number of times. Where polygons overlap, their union \
           counts. Points are refused.\n\
           Positions are metres of the domain (`coordinates = \"local\"`, usual for CSV), eastings and northings \
           (`\"map\"`), or longitudes and latitudes (`\"degrees\"`). The place of the domain on the map is that of the \
           first georeferenced picture in the recipe, or `east`, `north` and `crs`. Without a place, (0, 0) of the map is \
           the top left corner, as in the GeoTIFFs and `water.geojson` that `orogen generate` writes.\n\
           The shapes are evaluated once, on a grid of cells `detail` metres wide, with a smooth surface through it. \
           So everything is smooth within about one `detail` of lines, of their ends, and of places halfway between two \
           lines; a line narrower than that needs a finer `detail`. Elsewhere distances are exact to a hundredth of the \
           `detail`. It works on planes only. If the domain repeats, the shapes repeat with it; otherwise values at the \
           border continue some way beyond the domain.",
    source: "Bærentzen and Aanæs, 2005",
    outputs: &[
        OutputSpec {
            name: SIDE,
            help: "metres to the nearest line: positive on its right, negative on its left, in its direction; outlines of \
                   polygons: negative inside",
        },
        OutputSpec { name: HEIGHT, help: "the height of the nearest point of the lines, in metres; the file must have heights" },
        OutputSpec { name: ALONG, help: "metres along the nearest line, from its first point to the nearest one" },
        OutputSpec { name: INSIDE, help: "the share of polygons, 0 to 1: 1 inside" },
    ],
    inputs: &[],
    params: &[
        ParamSpec::file("file", "the shapes, relative to the recipe: .gpkg, .geojson, .json or .csv"),
        ParamSpec::text("layer", "the layer of a GeoPackage; required if it has several"),
        detail::PARAM,
        ParamSpec::choice(
            "coordinates",
            "auto",
            &[
                ("auto", "as the file says: local for CSV, otherwise map or degrees"),
                ("local", "metres of the domain, y grows down"),
                ("map", "eastings and northings in metres, y grows up"),
                ("degrees", "longitudes and latitudes on WGS 84"),
            ],
            "meaning of the file's positions",
        ),
        ParamSpec::optional_number(
            "east",
            -1e8..=1e8,
            Unit::Metres,
            "easting of the domain's left edge; default: from a picture in the recipe, or 0",
        ),
        ParamSpec::optional_number(
            "north",
            -1e8..=1e8,
            Unit::Metres,
            "northing of the domain's top edge; default: from a picture in the recipe, or 0",
        ),
        ParamSpec::optional_number(
            "crs",
            1024.0..=999_999.0,
            Unit::None,
            "EPSG code of the map: 32632 is UTM zone 32 north; default: from a picture in the recipe",
        ),
    ],
};

/// Whether fields of a node are shapes.
pub(crate) fn is_shapes(spec: &NodeSpec) -> bool {
    spec.name == SPEC.name
}

/// Whether the place of the domain matters that the recipe's pictures give.
pub(crate) fn needs_place(args: &Args) -> bool {
    let is_given = ["east", "north", "crs"].iter().all(|name| args.given(name));
    args.choice("coordinates") != "local" && !is_given
}

/// How the file of a field is to be read. `place` is the place of the domain, as far as the recipe's pictures say.
///
/// # Errors
/// Parameters do not fit together.
pub(crate) fn reading(args: &Args, place: MapPlace) -> Result<ShapeReading, RecipeError> {
    let coordinates = match args.choice("coordinates") {
        "local" => Coordinates::Local,
        "map" => Coordinates::Map,
        "degrees" => Coordinates::Degrees,
        _ => Coordinates::Auto,
    };
    let crs = args.optional_number("crs");
    if let Some(crs) = crs.filter(|crs| crs.fract() != 0.0) {
        return Err(args.error("crs", format!("{crs} is not an EPSG code"), "use a whole number, such as 32632"));
    }
    let origin = match ["east", "north"].map(|name| args.optional_number(name)) {
        [Some(east), Some(north)] => Some([east, north]),
        [None, None] => place.origin,
        [east, _] => {
            let [given, other] = if east.is_some() { ["east", "north"] } else { ["north", "east"] };
            let message = format!("`{given}` without `{other}` gives no place");
            return Err(args.error(given, message, format!("add `{other}`")));
        }
    };
    let crs = crs.map(|crs| crs as u32).or(place.crs);
    let layer = args.text("layer").map(str::to_owned);
    Ok(ShapeReading { layer, coordinates, place: MapPlace { crs, origin } })
}
