//! A GIS: GeoTIFF with overviews.

use orogen_engine::digits::significant;

use super::accepted_sizes::AcceptedSizes;
use super::{GeneratedTerrain, ImportSetting, Request, Target, output};
use crate::Problem;
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

    fn accepted_sizes(&self, _tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem> {
        Ok(AcceptedSizes::Any)
    }

    fn delivery(&self, request: &Request<'_>) -> Result<Delivery, Problem> {
        let place = Georeference {
            crs: self.crs,
            origin: self.origin,
            spacing: request.grid.spacing,
            registration: Registration::Point,
        };
        let outputs =
            vec![output(request.name, "", "tif", Format::Tiff(Some(place))), Output::usual(Format::Preview)];
        Ok(Delivery { outputs, tiling: request.tiling, names: TileNames::FromTop })
    }

    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting> {
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
            ImportSetting::new("Coordinate system", system),
            // Twelve digits are precise to a tenth of a millimetre anywhere on Earth.
            ImportSetting::new("Easting of the first sample", significant(east + terrain.grid.x(0), 12)),
            ImportSetting::new("Northing of the first sample", significant(north - terrain.grid.y(0), 12)),
            ImportSetting::rounded("Metres per sample", terrain.grid.spacing),
        ]
    }
}
