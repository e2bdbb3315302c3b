//! A GIS: GeoTIFF with overviews.

use orogen_engine::digits::significant;

use super::sides::Sides;
use super::{Made, Refusal, Target, ToType, Wish, output};
use crate::delivery::{Delivery, Format, Output, TileNames};
use crate::geotiff::{Crs, Georeference, Registration};

/// QGIS, GDAL and every other reader of GeoTIFF.
///
/// ```
/// use orogen_files::geotiff::Crs;
/// use orogen_files::targets::{Gis, Target};
///
/// let target = Gis { crs: Crs::Epsg(2056), origin: [2_600_000.0, 1_200_000.0] };
/// assert_eq!(target.name(), "gis");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gis {
    /// The coordinate reference system.
    pub crs: Crs,
    /// Easting and northing in metres of the terrain's origin, where its x and y are 0.
    pub origin: [f64; 2],
}

impl Target for Gis {
    fn name(&self) -> &'static str {
        "gis"
    }

    fn sides(&self, _tiles: Option<[usize; 2]>) -> Result<Sides, Refusal> {
        Ok(Sides::Any)
    }

    fn delivery(&self, wish: &Wish<'_>) -> Result<Delivery, Refusal> {
        let place = Georeference {
            crs: self.crs,
            origin: self.origin,
            spacing: wish.grid.spacing,
            registration: Registration::Point,
        };
        let outputs =
            vec![output(wish.name, "", "tif", Format::Tiff(Some(place))), Output::usual(Format::Preview)];
        Ok(Delivery { outputs, tiling: wish.tiling, names: TileNames::FromTop })
    }

    fn to_type(&self, made: &Made<'_>) -> Vec<ToType> {
        let [east, north] = self.origin;
        let system = match self.crs {
            Crs::Epsg(code) => format!("EPSG:{code}"),
            Crs::Local | Crs::Sphere { .. } => "local, in metres".to_owned(),
            Crs::Azimuthal { latitude, longitude, .. } => {
                format!(
                    "azimuthal equidistant around {latitude}, {longitude}, in metres; the file contains it"
                )
            }
        };
        vec![
            ToType::new("Coordinate system", system),
            // To a tenth of a millimetre anywhere on Earth.
            ToType::new("Easting of the first sample", significant(east + made.grid.x(0), 12)),
            ToType::new("Northing of the first sample", significant(north - made.grid.y(0), 12)),
            ToType::rounded("Metres per sample", made.grid.spacing),
        ]
    }
}
