//! The GeoTIFF tags and keys of a georeferenced raster: OGC GeoTIFF 1.1 (2019).

use std::io::{Seek, Write};

use tiff::TiffResult;
use tiff::encoder::{DirectoryEncoder, TiffKind};

use super::directory::Field;
use super::tags::{KEY_DIRECTORY, KEY_DOUBLES, KEY_TEXT, MODEL_PIXEL_SCALE, MODEL_TIEPOINT};
use super::{Crs, Georeference, Registration};

/// The code of a system that is not in the tables of the standard.
const USER_DEFINED: u16 = 32_767;
const METRE: u16 = 9001;
const DEGREE: u16 = 9102;

/// The fields of the first directory that georeference the raster, sorted by tag.
pub(super) fn fields(georeference: &Georeference) -> Vec<Field> {
    let [x, y] = georeference.origin;
    // The tiepoint is the raster position (0, 0): the first sample if samples are points, else the outer corner of the
    // square around the first sample.
    let half = match georeference.registration {
        Registration::Point => 0.0,
        Registration::Area => 0.5 * georeference.spacing,
    };
    let keys = keys(georeference);
    let mut fields = vec![
        Field::double(MODEL_PIXEL_SCALE, &[georeference.spacing, georeference.spacing, 0.0]),
        Field::double(MODEL_TIEPOINT, &[0.0, 0.0, 0.0, x - half, y + half, 0.0]),
        Field::short(KEY_DIRECTORY, &keys.directory),
        Field::double(KEY_DOUBLES, &keys.doubles),
        Field::ascii(KEY_TEXT, &keys.text),
    ];
    fields.retain(|field| !field.is_empty());
    fields
}

/// Writes the fields that georeference a raster to a directory of the crate `tiff`.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write_georeference<W: Write + Seek, K: TiffKind>(
    georeference: &Georeference,
    directory: &mut DirectoryEncoder<'_, W, K>,
) -> TiffResult<()> {
    fields(georeference).iter().try_for_each(|field| field.write(directory))
}

fn keys(georeference: &Georeference) -> Keys {
    let raster_type = match georeference.registration {
        Registration::Area => 1,
        Registration::Point => 2,
    };
    let mut keys = Keys::new();
    match georeference.crs {
        Crs::Epsg(code) => {
            keys.short(1024, 1); // GTModelType: projected
            keys.short(1025, raster_type);
            keys.short(3072, code); // ProjectedCRS
        }
        Crs::Local => {
            keys.short(1024, USER_DEFINED);
            keys.short(1025, raster_type);
            keys.text(1026, "Local coordinates of no real place"); // GTCitation
            keys.short(3076, METRE); // ProjLinearUnits
        }
        Crs::Sphere { radius } => {
            keys.short(1024, 2); // GTModelType: geographic
            keys.short(1025, raster_type);
            keys.sphere(radius);
        }
        Crs::Azimuthal { radius, latitude, longitude } => {
            keys.short(1024, 1); // GTModelType: projected
            keys.short(1025, raster_type);
            keys.sphere(radius);
            keys.short(3072, USER_DEFINED); // ProjectedCRS
            keys.text(3073, &format!("Azimuthal equidistant around {latitude}, {longitude}")); // ProjectedCitation
            keys.short(3074, USER_DEFINED); // Projection
            keys.short(3075, 12); // ProjMethod: CT_AzimuthalEquidistant
            keys.short(3076, METRE); // ProjLinearUnits
            keys.double(3082, 0.0); // ProjFalseEasting
            keys.double(3083, 0.0); // ProjFalseNorthing
            keys.double(3088, longitude); // ProjCenterLong
            keys.double(3089, latitude); // ProjCenterLat
        }
    }
    keys
}

/// The GeoKey directory, with the numbers and text that it refers to.
struct Keys {
    directory: Vec<u16>,
    doubles: Vec<f64>,
    text: String,
}

impl Keys {
    fn new() -> Self {
        // Version 1, revision 1.0, no keys yet.
        Self { directory: vec![1, 1, 0, 0], doubles: Vec::new(), text: String::new() }
    }

    fn entry(&mut self, key: u16, [location, count, value]: [u16; 3]) {
        self.directory.extend([key, location, count, value]);
        self.directory[3] += 1;
    }

    fn short(&mut self, key: u16, value: u16) {
        self.entry(key, [0, 1, value]);
    }

    fn double(&mut self, key: u16, value: f64) {
        self.entry(key, [KEY_DOUBLES, 1, self.doubles.len() as u16]);
        self.doubles.push(value);
    }

    /// Adds the keys of coordinates in degrees on a sphere, from a zero meridian.
    fn sphere(&mut self, radius: f64) {
        let name = format!("Sphere of radius {radius} m");
        let citation = format!("GCS Name = {name}|Datum = {name}|Ellipsoid = {name}|Primem = Zero meridian");
        self.short(2048, USER_DEFINED); // GeodeticCRS
        self.text(2049, &citation); // GeodeticCitation
        self.short(2050, USER_DEFINED); // GeodeticDatum
        self.short(2054, DEGREE); // GeogAngularUnits
        self.short(2056, USER_DEFINED); // Ellipsoid
        self.double(2057, radius); // EllipsoidSemiMajorAxis
        self.double(2058, radius); // EllipsoidSemiMinorAxis
        self.double(2061, 0.0); // PrimeMeridianLongitude
    }

    fn text(&mut self, key: u16, value: &str) {
        self.entry(key, [KEY_TEXT, value.len() as u16 + 1, self.text.len() as u16]);
        self.text += value;
        self.text.push('|');
    }
}
