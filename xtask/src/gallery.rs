//! Makes the gallery: a picture of every preset by the command itself, and the page that shows them.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Result;
use clap::Args;
use image::imageops::FilterType;

use crate::album::{Album, preview};
use crate::invocation::ROOT;
use crate::presets::{self, Preset};
use crate::{erosion_pictures, flights, preset_pictures, renders};

/// Pixels along a side of a gallery picture.
const SIDE: u32 = 640;

#[derive(Args)]
pub(crate) struct Options {
    /// Make only the pictures with this text in their names, such as `flight-` or `alps`; the page is always written
    #[arg(long)]
    only: Option<String>,
}

/// Makes `docs/gallery.md` and its pictures.
///
/// # Errors
/// The command cannot be built or fails, or a file cannot be written.
pub(crate) fn run(options: &Options) -> Result<()> {
    let docs = Path::new(ROOT).join("docs");
    let pictures = docs.join("gallery");
    fs::create_dir_all(&pictures)?;
    let work = tempfile::tempdir()?;
    let presets = presets::all()?;
    let mut page = String::from(
        "# Gallery\n\nThis page shows pictures that `orogen render` made, then the `preview.png` that `orogen generate NAME -o out` \
         writes for every preset. \
         The recipes are in [`crates/orogen/recipes/`](../crates/orogen/recipes).\n\nMade by `cargo xtask gallery`.\n",
    );
    let album = Album { work: work.path(), pictures: &pictures, only: options.only.as_deref() };
    page += &preset_pictures::run(&album, &presets)?;
    page += &renders::run(&album)?;
    page += &flights::run(&album)?;
    page += "\n## From above\n";
    for preset in &presets {
        let Preset { name, title, description, domain } = preset;
        if album.includes(name) {
            let size = if domain == "planet" { "--equirect 1024" } else { "--size 1024" };
            let picture = preview(work.path(), name, size)?;
            album.save(&picture.resize(SIDE, SIDE, FilterType::Lanczos3), name)?;
        }
        write!(
            page,
            "\n### {title}\n\n{description}: [`{name}`](../crates/orogen/recipes/{name}.toml)\n\n![{title}](gallery/{name}.jpg)\n"
        )?;
    }
    erosion_pictures::run(&album)?;
    fs::write(docs.join("gallery.md"), page)?;
    println!("gallery: {} presets in docs/gallery.md", presets.len());
    Ok(())
}
