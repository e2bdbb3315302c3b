//! The pictures of the parameters of erosion. The picture of a parameter shows the same land twice, with a low and with a high
//! value.

use std::fs;
use std::path::Path;

use anyhow::Result;
use image::imageops::{FilterType, replace};
use image::{DynamicImage, Rgb, RgbImage};

use crate::album::{Album, preview};

/// Pixels along a side of each of the two images in a picture, and between the two images.
const SIDE: u32 = 200;
const GAP: u32 = 6;

/// A parameter with two values, and the other parameters of the land.
struct Parameter {
    name: &'static str,
    values: [&'static str; 2],
    others: &'static str,
    /// Kilometres along a side of the domain.
    size: f64,
}

const fn parameter(
    name: &'static str,
    values: [&'static str; 2],
    others: &'static str,
    size: f64,
) -> Parameter {
    Parameter { name, values, others, size }
}

const PARAMETERS: [Parameter; 33] = [
    parameter("scale", ["300.0", "1500.0"], "", 6.0),
    parameter("detail", ["12.0", "60.0"], "", 6.0),
    parameter("duration", ["0.3", "20.0"], "", 6.0),
    parameter("downcutting", ["0.2", "5.0"], "", 6.0),
    parameter("concavity", ["0.32", "0.55"], "", 6.0),
    parameter("deposition", ["0.0", "1.2"], "", 6.0),
    parameter("floor", ["0.0", "150.0"], "", 6.0),
    parameter("terraces", ["0.0", "25.0"], "floor = 250.0", 4.0),
    parameter("wetness", ["0.0", "0.8"], "", 6.0),
    parameter("creep", ["0.0", "0.05"], "", 4.0),
    parameter("variation", ["0.0", "2.0"], "", 6.0),
    parameter("uplift", ["0.3", "2.0"], "", 6.0),
    parameter("hardness", ["0.3", "4.0"], "", 6.0),
    parameter("rain", ["0.3", "3.0"], "", 6.0),
    parameter("repose", ["25.0", "50.0"], "", 6.0),
    parameter("ice", ["300.0", "2000.0"], "", 8.0),
    parameter("ice_width", ["60.0", "250.0"], "ice = 300.0", 8.0),
    parameter("shadow", ["0.0", "1.0"], "wind = 90.0", 8.0),
    parameter("wind", ["0.0", "180.0"], "shadow = 1.0", 8.0),
    parameter("coarse", ["0.0", "200.0"], "", 2.0),
    parameter("coarse_angle", ["24.0", "42.0"], "coarse = 200.0", 2.0),
    parameter("medium", ["0.0", "200.0"], "", 2.0),
    parameter("medium_angle", ["5.0", "24.0"], "medium = 200.0", 2.0),
    parameter("fine", ["0.0", "200.0"], "", 2.0),
    parameter("fine_angle", ["0.5", "8.0"], "fine = 200.0", 2.0),
    parameter("strata", ["30.0", "150.0"], "contrast = 8.0\nuplift = 0.0", 3.0),
    parameter("contrast", ["1.5", "20.0"], "strata = 100.0\nuplift = 0.0", 3.0),
    parameter("fold", ["0.0", "\"300 * hills\""], "strata = 100.0\nuplift = 0.0", 3.0),
    parameter("keep", ["100.0", "400.0"], "", 4.0),
    parameter("river_area", ["0.5", "5.0"], "river_width = 4.0", 6.0),
    parameter("river_width", ["2.0", "8.0"], "", 6.0),
    parameter("lakes", ["0.0", "1.0"], "", 12.0),
    parameter("sea", ["-500.0", "350.0"], "[sea]\nlevel = 350.0", 8.0),
];

/// The recipe of the land, with a value of the parameter.
fn recipe(Parameter { name, others, size, .. }: &Parameter, value: &str) -> String {
    format!(
        "orogen = 1\nname = \"Land\"\nseed = 3\n\n[domain]\nsize = \"{size} km\"\n\n\
         [fields.hills]\ntype = \"fbm\"\nwavelength = \"4 km\"\noctaves = 3\ngain = 0.4\n\n\
         [fields.ranges]\ntype = \"smoothstep\"\ninput = \"hills\"\nlow = -0.9\nhigh = 1.0\n\n\
         [fields.dem]\ntype = \"erosion\"\ninput = \"ranges\"\nscale = 1200.0\ndetail = 50.0\n\n\
         [fields.land]\ntype = \"erosion\"\ninput = \"{}\"\n{}{}{name} = {value}\n{others}\n\n\
         [height]\nfield = \"land\"\nscale = {}\n\n[water]\nfield = \"land.water\"\n\n\
         [view]\npalette = \"grey\"\n",
        if *name == "keep" { "dem" } else { "ranges" },
        if *name == "scale" { "" } else { "scale = 1200.0\n" },
        if *name == "detail" { "" } else { "detail = 12.0\n" },
        if *name == "scale" { value } else { "1200.0" },
    )
}

/// Makes `docs/gallery/erosion-NAME.jpg` for each parameter.
pub(crate) fn run(album: &Album<'_>) -> Result<()> {
    for parameter in &PARAMETERS {
        let name = format!("erosion-{}", parameter.name);
        if album.includes(&name) {
            let [less, more] = parameter.values.map(|value| picture(album.work, &recipe(parameter, value)));
            let mut both = RgbImage::from_pixel(2 * SIDE + GAP, SIDE, Rgb([255; 3]));
            replace(&mut both, &less?.to_rgb8(), 0, 0);
            replace(&mut both, &more?.to_rgb8(), i64::from(SIDE + GAP), 0);
            album.save(&both.into(), &name)?;
        }
    }
    Ok(())
}

fn picture(work: &Path, recipe: &str) -> Result<DynamicImage> {
    let file = work.join("land.toml");
    fs::write(&file, recipe)?;
    let picture = preview(work, &file.to_string_lossy(), "--size 512")?;
    Ok(picture.resize_exact(SIDE, SIDE, FilterType::Lanczos3))
}
