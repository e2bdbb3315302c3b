//! The gallery: a picture of every preset, made by the command itself, and the page that shows them.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;
use image::DynamicImage;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use serde::Deserialize;

use crate::invocation::{Invocation, ROOT};
use crate::{flights, renders};

/// Pixels along a side of a gallery picture.
const SIDE: u32 = 640;
/// JPEG quality: no visible blocks, about 100 kB a picture.
const QUALITY: u8 = 88;

#[derive(Deserialize)]
struct Listing {
    presets: Vec<Preset>,
}

#[derive(Deserialize)]
struct Preset {
    name: String,
    title: String,
    description: String,
    /// Its kind.
    domain: String,
}

#[derive(Args)]
pub(crate) struct Options {
    /// Make only the pictures that have this in their names, e.g. `flight-` or `alps`; the page is written in any case
    #[arg(long)]
    only: Option<String>,
}

/// Where pictures go, and which are made.
pub(crate) struct Album<'a> {
    pub(crate) work: &'a Path,
    pictures: &'a Path,
    only: Option<&'a str>,
}

impl Album<'_> {
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.only.is_none_or(|only| name.contains(only))
    }

    /// Writes a picture as a JPEG file.
    pub(crate) fn save(&self, picture: &DynamicImage, name: &str) -> Result<()> {
        save(picture, &self.pictures.join(format!("{name}.jpg")))
    }
}

/// Makes `docs/gallery.md`, its pictures, and the picture of the README.
///
/// # Errors
/// The command cannot be built or fails, or a file cannot be written.
pub(crate) fn run(options: &Options) -> Result<()> {
    let docs = Path::new(ROOT).join("docs");
    let pictures = docs.join("gallery");
    fs::create_dir_all(&pictures)?;
    let work = tempfile::tempdir()?;
    let listed = orogen("presets --json").output()?;
    let Listing { presets } =
        serde_json::from_slice(&listed).context("`orogen presets --json` is not as expected")?;
    let mut page = String::from(
        "# Gallery\n\nPictures by `orogen render`, and below every preset as `orogen generate NAME -o out` shows it \
         (`preview.png`). The recipes are in [`recipes/`](../recipes).\n\nMade by `cargo xtask gallery`.\n",
    );
    let album = Album { work: work.path(), pictures: &pictures, only: options.only.as_deref() };
    page += &renders::run(&album)?;
    page += &flights::run(&album)?;
    page += "\n# From above\n";
    for preset in &presets {
        let Preset { name, title, description, domain } = preset;
        if album.wants(name) {
            let size = if domain == "planet" { "--equirect 1024" } else { "--size 1024" };
            let picture = preview(work.path(), name, size)?;
            album.save(&picture.resize(SIDE, SIDE, FilterType::Lanczos3), name)?;
        }
        write!(
            page,
            "\n## {title}\n\n{description}: [`{name}`](../recipes/{name}.toml)\n\n![{title}](gallery/{name}.jpg)\n"
        )?;
    }
    fs::write(docs.join("gallery.md"), page)?;
    if album.wants("alps") {
        let banner = preview(work.path(), "alps", "--size 1024 --region 0,3000,16384,11192")?;
        save(&banner, &docs.join("alps.jpg"))?;
    }
    println!("gallery: {} presets in docs/gallery.md", presets.len());
    Ok(())
}

/// The preview that the command makes of a preset.
fn preview(work: &Path, name: &str, options: &str) -> Result<DynamicImage> {
    let out = work.join(name);
    orogen(&format!("generate {name} --quiet {options} -o")).argument(&out.to_string_lossy()).run()?;
    let path = out.join("preview.png");
    image::open(&path).with_context(|| format!("cannot read {}", path.display()))
}

pub(crate) fn save(picture: &DynamicImage, path: &Path) -> Result<()> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let encoder = JpegEncoder::new_with_quality(BufWriter::new(file), QUALITY);
    picture.to_rgb8().write_with_encoder(encoder)?;
    Ok(())
}

pub(crate) fn orogen(arguments: &str) -> Invocation {
    Invocation::cargo(&format!("run --quiet --release --package orogen-cli -- {arguments}"))
}
