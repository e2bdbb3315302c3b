//! Texts to start from: an empty recipe, and a recipe of a picture or an elevation model.

use std::path::Path;

use orogen_engine::image::{Image, PixelSize, Reading, SampleUnit};
use orogen_engine::raster::MAX_SIDE;
use orogen_engine::terrain::Images;

use super::number::Number;

/// A small recipe to begin with.
pub const NEW_RECIPE: &str = "\
orogen = 1
name = \"Untitled\"
seed = 1

[domain]
size = \"8 km\"

[fields.land]
type = \"fbm\"
wavelength = \"3 km\"

[height]
field = \"land\"
scale = 800.0                  # metres
";

/// The extensions of files that a field of type `image` reads.
pub const PICTURES: &[&str] =
    &["png", "jpg", "jpeg", "tif", "tiff", "exr", "asc", "hgt", "r16", "raw", "r32", "f32"];

/// The extensions of files that a field of type `shapes` reads.
pub const SHAPES: &[&str] = &["gpkg", "geojson", "json", "csv"];

/// Whether the name of a file has one of these extensions.
pub fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// A recipe whose height is a picture or an elevation model. Georeferenced models have their true size.
///
/// # Errors
/// The picture cannot be read. The message is for users.
pub fn recipe_of_picture(path: &Path, images: &dyn Images) -> Result<String, String> {
    let read = |fill| images.load(path, Reading { fill, ..Reading::default() });
    // Samples without a height become 0.
    let (image, has_gaps) = match read(None) {
        Ok(image) => (image, false),
        Err(error) => match read(Some(0.0)) {
            Ok(image) => (image, true),
            Err(_) => return Err([error.0, error.1].join("\n").trim_end().to_owned()),
        },
    };
    Ok(text(path, &image, has_gaps))
}

/// The side of the ground if the file does not say how large a pixel is.
const UNKNOWN_SIDE: f64 = 8000.0;

fn text(path: &Path, image: &Image, has_gaps: bool) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let steps = [image.width, image.height].map(|samples| samples.saturating_sub(1).max(1) as f64);
    let [across, down] = extent(image, steps);
    let side = across.min(down);
    let samples = image.width.min(image.height).clamp(2, MAX_SIDE);
    let length = |metres: f64| {
        let unit = if metres >= 1000.0 { "km" } else { "m" };
        Number::Length(unit).write(format!("{metres:.6e}").parse().unwrap_or(metres), false)
    };
    let quoted = |text: &str| toml_edit::Value::from(text).to_string();
    let mut field = format!("type = \"image\"\nfile = {}\n", quoted(&path.display().to_string()));
    match image.pixel {
        // Degrees are not lengths, and a picture without a size would be as wide as the domain.
        PixelSize::Degrees { .. } => {
            field += &format!("width = {}\nheight = {}\n", length(across), length(down));
        }
        PixelSize::Unknown if across > side => field += &format!("width = {}\n", length(across)),
        _ => {}
    }
    if has_gaps {
        field += "fill = 0.0                     # where the file has no height\n";
    }
    let scale = match image.unit {
        SampleUnit::Metres => String::new(),
        SampleUnit::Fraction => {
            format!("scale = {:.1}                 # metres from black to white\n", side / 8.0)
        }
    };
    format!(
        "orogen = 1\nname = {}\nseed = 1\n\n[domain]\nsize = {}\nsamples = {samples}\n\n[fields.model]\n{field}\n\
         [height]\nfield = \"model\"\n{scale}",
        quoted(&name),
        length(side),
    )
}

/// The width and height of a picture in metres, from the first pixel to the last.
fn extent(image: &Image, [columns, rows]: [f64; 2]) -> [f64; 2] {
    /// Metres along a degree of latitude, on a sphere with the mean radius of the Earth.
    const DEGREE: f64 = 6_371_008.8 * std::f64::consts::PI / 180.0;
    match image.pixel {
        PixelSize::Metres([x, y]) | PixelSize::Varying { middle: [x, y], .. } => [columns * x, rows * y],
        PixelSize::Degrees { size: [x, y], middle: [_, latitude] } => {
            [columns * x * DEGREE * libm::cos(latitude.to_radians()), rows * y * DEGREE]
        }
        PixelSize::Unknown => [columns, rows].map(|steps| UNKNOWN_SIDE * steps / columns.min(rows)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::Document;

    fn image(width: usize, height: usize, unit: SampleUnit, pixel: PixelSize) -> Image {
        Image { width, height, samples: Arc::from(vec![0.5; width * height]), unit, pixel }
    }

    fn lines(width: usize, height: usize, unit: SampleUnit, pixel: PixelSize) -> Vec<String> {
        let text = text(Path::new("/data/my dem.tif"), &image(width, height, unit, pixel), false);
        let document = Document::new("dem", text.as_str());
        assert!(document.error().is_none(), "{text} {:?}", document.error());
        let wanted = ["size", "samples", "width", "height =", "scale", "file"];
        text.lines()
            .filter(|line| wanted.iter().any(|key| line.starts_with(key)))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn models_have_their_true_size() {
        let metres = lines(1001, 501, SampleUnit::Metres, PixelSize::Metres([30.0, 30.0]));
        assert_eq!(metres, ["size = \"15 km\"", "samples = 501", "file = \"/data/my dem.tif\""]);
        let degrees = PixelSize::Degrees { size: [0.001, 0.001], middle: [11.0, 60.0] };
        let degrees = lines(101, 101, SampleUnit::Metres, degrees);
        assert_eq!(degrees[0], "size = \"5.559754 km\"");
        assert_eq!(degrees[3..], ["width = \"5.559754 km\"", "height = \"11.11951 km\""]);
    }

    #[test]
    fn pictures_cover_the_ground() {
        let wide = lines(201, 101, SampleUnit::Fraction, PixelSize::Unknown);
        assert_eq!(wide[..2], ["size = \"8 km\"", "samples = 101"]);
        assert_eq!(wide[3], "width = \"16 km\"");
        assert!(wide[4].starts_with("scale = 1000.0 "));
    }

    #[test]
    fn the_new_recipe_is_valid() {
        let document = Document::new("untitled", NEW_RECIPE);
        assert!(document.error().is_none() && document.recipe().is_some());
    }
}
