//! Writes the pictures of the documentation.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use anyhow::{Context, Result};
use image::DynamicImage;
use image::codecs::jpeg::JpegEncoder;

use crate::invocation::Invocation;

/// JPEG quality: no visible blocks, about 100 kB per picture.
const QUALITY: u8 = 88;

/// The folders of the pictures, and which pictures to make.
pub(crate) struct Album<'a> {
    /// The folder for temporary files.
    pub(crate) work: &'a Path,
    pub(crate) pictures: &'a Path,
    /// Make only the pictures with this text in their names.
    pub(crate) only: Option<&'a str>,
}

impl Album<'_> {
    /// Whether to make the picture of this name.
    pub(crate) fn includes(&self, name: &str) -> bool {
        self.only.is_none_or(|only| name.contains(only))
    }

    /// Writes a picture as a JPEG file.
    pub(crate) fn save(&self, picture: &DynamicImage, name: &str) -> Result<()> {
        save(picture, &self.pictures.join(format!("{name}.jpg")))
    }
}

/// Writes a picture as a JPEG file.
pub(crate) fn save(picture: &DynamicImage, path: &Path) -> Result<()> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let encoder = JpegEncoder::new_with_quality(BufWriter::new(file), QUALITY);
    picture.to_rgb8().write_with_encoder(encoder)?;
    Ok(())
}

/// The `orogen` command with arguments, which are split at white space.
pub(crate) fn orogen(arguments: &str) -> Invocation {
    Invocation::cargo(&format!("run --quiet --release --package orogen-cli --features gpu -- {arguments}"))
}

/// A picture of `orogen render`. `options` are a recipe and options.
pub(crate) fn rendered(work: &Path, options: &str) -> Result<DynamicImage> {
    let path = work.join("rendered.png");
    orogen(&format!("render --quiet --force {options} -o")).path(&path).run()?;
    image::open(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// The preview of a recipe, which is a preset or a file.
pub(crate) fn preview(work: &Path, recipe: &str, options: &str) -> Result<DynamicImage> {
    let out = work.join("preview");
    let job = orogen(&format!("generate --quiet --force {options} -o"));
    job.path(&out).argument(recipe).run()?;
    let path = out.join("preview.png");
    image::open(&path).with_context(|| format!("cannot read {}", path.display()))
}
