//! What the tags of a TIFF say about the world.

use tiff::decoder::Decoder;
use tiff::tags::Tag;

use super::Source;

const MODEL_PIXEL_SCALE: u16 = 33_550;
const MODEL_TRANSFORMATION: u16 = 34_264;
const KEY_DIRECTORY: u16 = 34_735;
const GDAL_METADATA: u16 = 42_112;
const GDAL_NODATA: u16 = 42_113;

/// What is known of a raster's place and numbers.
pub(super) struct World {
    /// Whether it lies somewhere: then its integers are metres.
    pub(super) placed: bool,
    /// Metres between neighbouring samples.
    pub(super) spacing: Option<[f64; 2]>,
    /// The number that stands where no height is known.
    pub(super) nodata: Option<f64>,
    /// Heights are `scale · number + offset`.
    pub(super) scale: f64,
    pub(super) offset: f64,
}

impl World {
    /// Tags that are broken say nothing.
    pub(super) fn of<R: Source>(decoder: &mut Decoder<R>) -> Self {
        let scale = decoder.get_tag_f64_vec(tag(MODEL_PIXEL_SCALE)).ok();
        let matrix = decoder.get_tag_f64_vec(tag(MODEL_TRANSFORMATION)).ok();
        let keys = decoder.get_tag_u16_vec(tag(KEY_DIRECTORY)).unwrap_or_default();
        let nodata = decoder.get_tag_ascii_string(tag(GDAL_NODATA)).ok().and_then(|text| number(&text));
        let metadata = decoder.get_tag_ascii_string(tag(GDAL_METADATA)).unwrap_or_default();
        let spacing = match scale.as_deref() {
            Some(&[x, y, ..]) if in_metres(&keys) && x > 0.0 && y > 0.0 && (x + y).is_finite() => {
                Some([x, y])
            }
            _ => None,
        };
        Self {
            placed: scale.is_some() || matrix.is_some() || nodata.is_some(),
            spacing,
            nodata,
            scale: item(&metadata, "scale").unwrap_or(1.0),
            offset: item(&metadata, "offset").unwrap_or(0.0),
        }
    }
}

/// Private tags are those that the crate knows by name, or by number.
fn tag(number: u16) -> Tag {
    Tag::from_u16_exhaustive(number)
}

fn number(text: &str) -> Option<f64> {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\0').parse().ok()
}

/// Whether the coordinates are metres on a plane: a projected or local system whose unit is not another.
fn in_metres(keys: &[u16]) -> bool {
    const MODEL_TYPE: u16 = 1024;
    const LINEAR_UNITS: u16 = 3076;
    let key = |key| {
        keys.chunks_exact(4).skip(1).find(|entry| entry[0] == key && entry[1] == 0).map(|entry| entry[3])
    };
    matches!(key(MODEL_TYPE), Some(1 | 32_767)) && matches!(key(LINEAR_UNITS), None | Some(9001))
}

/// The number of the first item with this role in GDAL's metadata: `<Item … role="scale">0.1</Item>`.
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
    fn degrees_and_feet_are_no_metres() {
        let keys = |model, unit| [1, 1, 0, 2, 1024, 0, 1, model, 3076, 0, 1, unit];
        assert!(in_metres(&keys(1, 9001)) && in_metres(&keys(32_767, 9001)));
        assert!(!in_metres(&keys(2, 9001)) && !in_metres(&keys(1, 9002)) && !in_metres(&[]));
        assert!(in_metres(&[1, 1, 0, 1, 1024, 0, 1, 1]));
    }
}
