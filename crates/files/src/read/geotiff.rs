//! The georeferencing tags of a TIFF.

use tiff::decoder::Decoder;
use tiff::tags::Tag;

use super::zstd::Unpacked;
use super::{Location, web_mercator};
use crate::geotiff::tags::{
    GDAL_METADATA, GDAL_NODATA, KEY_DIRECTORY, MODEL_PIXEL_SCALE, MODEL_TIEPOINT, MODEL_TRANSFORMATION,
};

/// Position of a raster and meaning of its numbers.
pub(super) struct GeoTags {
    /// Whether the file comes from a GIS. Its integers are then metres.
    pub(super) georeferenced: bool,
    /// Metres between neighbouring samples, and the largest relative difference from it.
    pub(super) spacing: Option<[f64; 2]>,
    pub(super) variation: f64,
    /// Its position, in degrees or metres.
    pub(super) location: Option<Location>,
    /// The number that means "no height".
    pub(super) nodata: Option<f64>,
    /// Heights are `scale · number + offset`.
    pub(super) scale: f64,
    pub(super) offset: f64,
}

impl GeoTags {
    /// Ignores invalid tags.
    pub(super) fn of(decoder: &mut Decoder<Unpacked<'_>>) -> Self {
        let mut numbers = |name| decoder.get_tag_f64_vec(tag(name)).ok();
        let (scale, matrix) = (numbers(MODEL_PIXEL_SCALE), numbers(MODEL_TRANSFORMATION));
        let tiepoint = numbers(MODEL_TIEPOINT);
        let keys = Keys(decoder.get_tag_u16_vec(tag(KEY_DIRECTORY)).unwrap_or_default());
        let nodata = decoder.get_tag_ascii_string(tag(GDAL_NODATA)).ok().and_then(|text| number(&text));
        let metadata = decoder.get_tag_ascii_string(tag(GDAL_METADATA)).unwrap_or_default();
        let georeferenced = scale.is_some() || matrix.is_some() || nodata.is_some();
        let transform = GeoTransform::new(scale.as_deref(), tiepoint.as_deref(), matrix.as_deref());
        let metres = keys.metres();
        let mut spacing = transform
            .as_ref()
            .zip(metres)
            .map(|(transform, metres)| transform.step.map(|step| step * metres));
        let location = transform.and_then(|transform| keys.location(&transform));
        let mut variation = 0.0;
        if let (Some(Location { crs: Some(web_mercator::CODE), origin: [_, north], .. }), Some(step)) =
            (location, &mut spacing)
        {
            let rows = decoder.dimensions().map_or(1, |(_, rows)| rows);
            let (ground, varies) = web_mercator::ground_between(north - f64::from(rows - 1) * step[1], north);
            *step = [step[0] * ground[0], step[1] * ground[1]];
            variation = varies;
        }
        Self {
            georeferenced,
            spacing,
            variation,
            location,
            nodata,
            scale: item(&metadata, "scale").unwrap_or(1.0),
            offset: item(&metadata, "offset").unwrap_or(0.0),
        }
    }
}

/// The affine map from samples to coordinates, north up.
struct GeoTransform {
    /// Coordinates of the raster position (0, 0).
    origin: [f64; 2],
    /// Distance between samples to the east and to the south.
    step: [f64; 2],
}

impl GeoTransform {
    /// `None` if the tags contain no transform, or a rotated one.
    fn new(scale: Option<&[f64]>, tiepoint: Option<&[f64]>, matrix: Option<&[f64]>) -> Option<Self> {
        let transform = match (scale, tiepoint, matrix) {
            (Some(&[dx, dy, ..]), Some(&[i, j, _, x, y, ..]), _) => {
                Self { origin: [x - i * dx, y + j * dy], step: [dx, dy] }
            }
            (Some(&[dx, dy, ..]), None, _) => Self { origin: [0.0; 2], step: [dx, dy] },
            (None, _, Some(&[dx, 0.0, _, x, 0.0, dy, _, y, ..])) => Self { origin: [x, y], step: [dx, -dy] },
            _ => return None,
        };
        let is_valid = transform.step.iter().all(|step| step.is_finite() && *step > 0.0);
        (is_valid && transform.origin.iter().all(|x| x.is_finite())).then_some(transform)
    }
}

/// The GeoKey directory: entries of four words. The first entry holds the number of keys.
struct Keys(Vec<u16>);

impl Keys {
    /// A key whose value is in the directory itself.
    fn get(&self, key: u16) -> Option<u16> {
        let mut entries = self.0.chunks_exact(4).skip(1);
        entries.find(|entry| entry[0] == key && entry[1] == 0).map(|entry| entry[3])
    }

    fn is_geographic(&self) -> bool {
        self.get(1024) == Some(2)
    }

    /// Metres per unit of the coordinates, for a projected or local system in a known unit.
    fn metres(&self) -> Option<f64> {
        let on_a_plane = matches!(self.get(1024), Some(1 | 32_767));
        let metres = match self.get(3076) {
            None | Some(9001) => 1.0,
            // The international foot and the US survey foot.
            Some(9002) => 0.3048,
            Some(9003) => 1200.0 / 3937.0,
            Some(_) => return None,
        };
        on_a_plane.then_some(metres)
    }

    fn location(&self, transform: &GeoTransform) -> Option<Location> {
        let code = if self.is_geographic() { self.get(2048) } else { self.get(3072) };
        let crs = code.filter(|code| (1024..=32_766).contains(code));
        // Samples are areas unless the file declares them as points. For areas, the raster position (0, 0) is a corner of
        // the first sample.
        let half = if self.get(1025) == Some(2) { 0.0 } else { 0.5 };
        let [x, y] = transform.origin;
        let origin = [x + half * transform.step[0], y - half * transform.step[1]];
        match (self.is_geographic(), self.metres()) {
            (true, _) => Some(Location { crs, origin, degrees: Some(transform.step) }),
            (false, Some(1.0)) => Some(Location { crs, origin, degrees: None }),
            _ => None,
        }
    }
}

/// The tag with this number; the `tiff` crate knows some by name.
fn tag(number: u16) -> Tag {
    Tag::from_u16_exhaustive(number)
}

fn number(text: &str) -> Option<f64> {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\0').parse().ok()
}

/// The number in the first item with this role in the metadata of GDAL: `<Item … role="scale">0.1</Item>`.
fn item(metadata: &str, role: &str) -> Option<f64> {
    let (_, rest) = metadata.split_once(&format!("role=\"{role}\""))?;
    let (_, rest) = rest.split_once('>')?;
    let value: f64 = rest.split_once('<')?.0.trim().parse().ok()?;
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_and_offset_are_found_by_their_roles() {
        let text = "<GDALMetadata><Item name=\"OFFSET\" sample=\"0\" role=\"offset\">-100</Item>\
                    <Item name=\"SCALE\" sample=\"0\" role=\"scale\">0.1</Item></GDALMetadata>";
        assert_eq!((item(text, "scale"), item(text, "offset")), (Some(0.1), Some(-100.0)));
        assert_eq!((item(text, "unittype"), item("role=\"scale\"", "scale")), (None, None));
    }

    #[test]
    fn degrees_have_no_metres_and_feet_are_converted() {
        let keys = |model, unit| Keys(vec![1, 1, 0, 2, 1024, 0, 1, model, 3076, 0, 1, unit]);
        assert_eq!((keys(1, 9001).metres(), keys(32_767, 9001).metres()), (Some(1.0), Some(1.0)));
        assert_eq!((keys(1, 9002).metres(), keys(1, 9036).metres()), (Some(0.3048), None));
        assert_eq!((keys(2, 9001).metres(), Keys(Vec::new()).metres()), (None, None));
        assert_eq!(Keys(vec![1, 1, 0, 1, 1024, 0, 1, 1]).metres(), Some(1.0));
    }

    #[test]
    fn the_origin_is_the_centre_of_an_area_or_a_point() {
        let transform = || {
            GeoTransform::new(Some(&[30.0, 20.0, 0.0]), Some(&[1.0, 1.0, 0.0, 500.0, 800.0, 0.0]), None)
                .unwrap()
        };
        let keys = |kind| Keys(vec![1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, kind, 3072, 0, 1, 2056]);
        let point = keys(2).location(&transform()).unwrap();
        assert_eq!(point, Location { crs: Some(2056), origin: [470.0, 820.0], degrees: None });
        assert_eq!(keys(1).location(&transform()).unwrap().origin, [485.0, 810.0]);
        let degrees = Keys(vec![1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]).location(&transform()).unwrap();
        assert_eq!((degrees.crs, degrees.degrees), (Some(4326), Some([30.0, 20.0])));
        let rotated = [1.0, 0.5, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0];
        assert!(GeoTransform::new(None, None, Some(&rotated)).is_none());
        let matrix = [30.0, 0.0, 0.0, 500.0, 0.0, -20.0, 0.0, 800.0];
        assert_eq!(GeoTransform::new(None, None, Some(&matrix)).unwrap().step, [30.0, 20.0]);
    }
}
