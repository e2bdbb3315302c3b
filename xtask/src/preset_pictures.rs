//! The picture that `orogen render` makes of each preset without options: for the gallery, and its exposure.

use std::fmt::Write;

use anyhow::Result;
use clap::Args;
use image::RgbImage;

use crate::album::{Album, rendered};
use crate::presets::{self, Preset};

/// Makes the pictures, and the part of the page that shows them.
pub(crate) fn run(album: &Album<'_>, presets: &[Preset]) -> Result<String> {
    let mut page = String::from(
        "\n## Presets\n\n`orogen render NAME -o NAME.png` made these pictures, without other options.\n",
    );
    for Preset { name, title, .. } in presets {
        let file = format!("preset-{name}");
        if album.includes(&file) {
            album.save(&rendered(album.work, name)?, &file)?;
        }
        write!(
            page,
            "\n### {title}\n\n`orogen render {name} -o {name}.png`\n\n![{title}](gallery/{file}.jpg)\n"
        )?;
    }
    Ok(page)
}

#[derive(Args)]
pub(crate) struct Options {
    /// Measure only the presets with this text in their names
    #[arg(long)]
    only: Option<String>,
}

/// Prints the shares of overexposed and underexposed pixels in the pictures of all presets, each with its own seed and two others.
///
/// # Errors
/// The command cannot be built or fails.
pub(crate) fn measure(options: &Options) -> Result<()> {
    let work = tempfile::tempdir()?;
    let album = Album { work: work.path(), pictures: work.path(), only: options.only.as_deref() };
    println!("Percent of overexposed pixels, and of underexposed ones. Space is underexposed.");
    for Preset { name, .. } in presets::all()?.iter().filter(|preset| album.includes(&preset.name)) {
        for seed in ["", " --seed 1", " --seed 2"] {
            let picture = rendered(album.work, &format!("{name}{seed} --size 480x270 --samples 4"))?;
            let [over, under] = badly_exposed(&picture.to_rgb8()).map(|share| 100.0 * share);
            println!("{name:12}{seed:9} {over:6.2} {under:6.2}");
        }
    }
    Ok(())
}

/// The share of pixels in which all colours are above 245, and of those in which all are below 8.
fn badly_exposed(picture: &RgbImage) -> [f64; 2] {
    let share = |is: &dyn Fn(u8) -> bool| {
        let count = picture.pixels().filter(|pixel| pixel.0.iter().all(|part| is(*part))).count();
        count as f64 / picture.pixels().len() as f64
    };
    [share(&|part| part > 245), share(&|part| part < 8)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_is_badly_exposed_if_all_its_colours_are() {
        let pixels = [[255, 250, 246], [255, 255, 200], [7, 0, 3], [0, 0, 40]];
        let picture = RgbImage::from_raw(2, 2, pixels.concat()).unwrap();
        assert_eq!(badly_exposed(&picture), [0.25; 2]);
    }
}
