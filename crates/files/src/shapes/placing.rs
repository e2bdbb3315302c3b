//! From the coordinates of a file to metres of the domain.

use orogen_engine::shapes::{Coordinates, MapPlace, Polyline, Shape, ShapeReading, Shapes};

use super::mercator::{Zone, web};
use super::{Feature, Features, Position};
use crate::Problem;

/// The largest coordinates and heights in metres.
const MAX_METRES: f64 = 1e9;

/// The coordinate system of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crs {
    /// Metres of the domain.
    Domain,
    /// Eastings and northings in metres, in a system that is not known.
    Metres,
    /// Longitude and latitude on WGS 84.
    Degrees,
    /// Eastings and northings, with their EPSG code.
    Code(u32),
}

impl Crs {
    /// The system with a name as in GeoJSON: `urn:ogc:def:crs:EPSG::32632`, `EPSG:32632` or `urn:ogc:def:crs:OGC:1.3:CRS84`.
    pub(super) fn named(name: &str) -> Option<Self> {
        let last = name.rsplit(':').next()?;
        if last.eq_ignore_ascii_case("CRS84") {
            return Some(Self::Degrees);
        }
        name.to_ascii_uppercase().contains("EPSG").then_some(())?;
        last.parse().ok().map(Self::of_code)
    }

    /// The system with an EPSG code. WGS 84, ETRS89 and NAD83 differ by a metre or two at most.
    pub(super) fn of_code(code: u32) -> Self {
        if [4326, 4258, 4269, 4979].contains(&code) { Self::Degrees } else { Self::Code(code) }
    }
}

/// The shapes of a file in the domain.
pub(super) fn placed(features: Features, reading: &ShapeReading) -> Result<Shapes, Problem> {
    if features.shapes.is_empty() {
        let help = "check that the layer that you saved has lines or polygons";
        return Err(Problem::new("it has no lines and no polygons", help));
    }
    features.shapes.iter().try_for_each(check)?;
    let placing = Placing::new(&features, reading)?;
    let shapes = features.shapes.into_iter().map(|feature| placing.shape(feature));
    Ok(Shapes { shapes: shapes.collect::<Result<_, _>>()? })
}

/// Refuses numbers that are not finite, and lines and rings with too few points.
fn check(feature: &Feature) -> Result<(), Problem> {
    let Feature { place, is_polygon, lines, height } = feature;
    if lines.is_empty() {
        return Err(Problem::new(format!("{place} is empty"), "remove it, or draw it again"));
    }
    for line in lines {
        let wrong = |number: &f64| !number.is_finite() || number.abs() > MAX_METRES;
        let numbers = |at: &Position| at.at.into_iter().chain(at.height).chain(*height).find(wrong);
        if let Some((index, number)) =
            line.iter().enumerate().find_map(|(index, at)| Some((index, numbers(at)?)))
        {
            let message = format!("{place}: point {} has the number {number}", index + 1);
            return Err(Problem::new(
                message,
                format!("numbers must be from -{MAX_METRES:e} to {MAX_METRES:e}"),
            ));
        }
        let (what, least) = if *is_polygon { ("an outline", 3) } else { ("a line", 2) };
        let mut different: Vec<[f64; 2]> = Vec::new();
        for point in line {
            if different.len() < least && !different.contains(&point.at) {
                different.push(point.at);
            }
        }
        if different.len() < least {
            let message = format!("{place} has {what} with fewer than {least} different points");
            return Err(Problem::new(message, "remove it, or draw it again"));
        }
        let has_height = |point: &Position| point.height.or(*height).is_some();
        let with = line.iter().filter(|point| has_height(point)).count();
        if with != 0 && with != line.len() {
            let first = line.iter().position(|point| !has_height(point)).unwrap_or(0);
            let message = format!("{place}: point {} has no height, and other points have", first + 1);
            return Err(Problem::new(message, "give all points of a line a height, or none"));
        }
    }
    Ok(())
}

/// How positions are placed.
struct Placing {
    coordinates: Coordinates,
    crs: Option<u32>,
    origin: [f64; 2],
}

impl Placing {
    fn new(features: &Features, reading: &ShapeReading) -> Result<Self, Problem> {
        let MapPlace { crs, origin } = reading.place;
        let coordinates = match reading.coordinates {
            Coordinates::Auto => guessed(features, crs)?,
            given => given,
        };
        match coordinates {
            Coordinates::Degrees => require_place(features, reading.place)?,
            Coordinates::Map => refuse_other_crs(features, crs)?,
            Coordinates::Local | Coordinates::Auto => {}
        }
        Ok(Self { coordinates, crs, origin: origin.unwrap_or_default() })
    }

    fn shape(&self, feature: Feature) -> Result<Shape, Problem> {
        let Feature { place, is_polygon, lines, height } = feature;
        let lines = lines.into_iter().map(|mut line| {
            if is_polygon && line.first().map(|point| point.at) != line.last().map(|point| point.at) {
                line.push(line[0]);
            }
            let points = line.iter().map(|point| self.point(point.at)).collect::<Result<Vec<_>, _>>();
            let points = points
                .map_err(|problem| Problem::new(format!("{place}: {}", problem.message), problem.help))?;
            let heights = line.iter().map(|point| point.height.or(height)).collect();
            Ok(Polyline { points, heights })
        });
        let mut lines = lines.collect::<Result<Vec<_>, Problem>>()?;
        Ok(if is_polygon { Shape::Polygon(lines) } else { Shape::Line(lines.swap_remove(0)) })
    }

    fn point(&self, at: [f64; 2]) -> Result<[f64; 2], Problem> {
        let [east, north] = match self.coordinates {
            Coordinates::Local | Coordinates::Auto => return Ok(at),
            Coordinates::Map => at,
            Coordinates::Degrees => self.project(at)?,
        };
        Ok([east - self.origin[0], self.origin[1] - north])
    }

    fn project(&self, at: [f64; 2]) -> Result<[f64; 2], Problem> {
        let code = self.crs.unwrap_or_default();
        let [longitude, latitude] = at;
        if longitude.abs() > 360.0 || latitude.abs() > 90.0 {
            let message = format!("{longitude}, {latitude} is no longitude and latitude in degrees");
            return Err(Problem::new(message, "set coordinates = \"map\" for metres"));
        }
        let projected = match Zone::of_code(code) {
            Some(zone) => zone.project(at),
            None if code == 3857 => web(at),
            None => {
                let message = format!("it is in degrees, and they cannot be projected to EPSG:{code} here");
                return Err(Problem::new(message, project_command(code)));
            }
        };
        projected.ok_or_else(|| {
            let message =
                format!("longitude {longitude}, latitude {latitude} is far from the map EPSG:{code}");
            Problem::new(message, "check the place of the domain, and whether longitudes come first")
        })
    }
}

fn project_command(code: u32) -> String {
    format!("project the file: `ogr2ogr -t_srs EPSG:{code} OUT.geojson IN`")
}

/// The meaning of the positions, from what the file says, or from their size. GeoJSON without a `crs` should be in degrees
/// (RFC 7946), but many programs write metres.
fn guessed(features: &Features, crs: Option<u32>) -> Result<Coordinates, Problem> {
    match features.crs {
        Some(Crs::Domain) => return Ok(Coordinates::Local),
        Some(Crs::Degrees) => return Ok(Coordinates::Degrees),
        Some(Crs::Code(_) | Crs::Metres) => return Ok(Coordinates::Map),
        None => {}
    }
    if !points(features).all(|[x, y]| x.abs() <= 180.0 && y.abs() <= 90.0) {
        return Ok(Coordinates::Map);
    }
    if crs.is_some() {
        return Ok(Coordinates::Degrees);
    }
    let message =
        "its positions may be metres or degrees: the file does not say it, and all of them are small";
    let help = "for metres, set coordinates = \"map\" (y up) or \"local\" (y down); for degrees, say where the domain \
                is: crs = 32632, east = 512000, north = 5213000";
    Err(Problem::new(message, help))
}

/// Refuses a file in another system than the domain's.
fn refuse_other_crs(features: &Features, crs: Option<u32>) -> Result<(), Problem> {
    let Some(Crs::Code(code)) = features.crs else { return Ok(()) };
    // Codes from 4001 to 4999 are degrees, with exceptions such as the zones of Gauss and Krüger in China.
    if (4001..5000).contains(&code) && points(features).all(|[x, y]| x.abs() <= 360.0 && y.abs() <= 90.0) {
        let message = format!("it is in EPSG:{code}, which is in degrees on another datum than WGS 84");
        return Err(Problem::new(message, project_command(crs.unwrap_or(4326))));
    }
    match crs {
        Some(other)
            if other != code
                && (Zone::of_code(other).is_none() || Zone::of_code(other) != Zone::of_code(code)) =>
        {
            let message = format!("it is in EPSG:{code}, and the domain is in EPSG:{other}");
            Err(Problem::new(message, project_command(other)))
        }
        _ => Ok(()),
    }
}

/// Refuses degrees if the place of the domain is not known. The help has a place that fits the shapes.
fn require_place(features: &Features, place: MapPlace) -> Result<(), Problem> {
    if place.crs.is_some() && place.origin.is_some() {
        return Ok(());
    }
    let [west, north] = points(features)
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[west, north], [x, y]| [west.min(x), north.max(y)]);
    let zone = Zone::at([west, north]);
    let corner =
        zone.project([west, north]).map(|corner| corner.map(|metres| (metres / 100.0).round() * 100.0));
    let message = "it is in degrees, and the place of the domain on a map is not known";
    let [east, north] = corner.unwrap_or([500_000.0, 0.0]);
    let help = format!(
        "set crs, and the east and north of the domain's top left corner; the shapes begin near crs = {}, east = \
         {east:.0}, north = {north:.0}",
        zone.code()
    );
    Err(Problem::new(message, help))
}

fn points(features: &Features) -> impl Iterator<Item = [f64; 2]> {
    features.shapes.iter().flat_map(|feature| &feature.lines).flatten().map(|position| position.at)
}
