//! The settings of an export.

use std::path::{Path, PathBuf};

use crate::host::{ExportError, FileSettings, Flight, Product, Scene, Viewpoint};

/// What to export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExportKind {
    /// The files of the terrain.
    #[default]
    Files,
    /// A picture of the view.
    Picture,
    /// Frames of a turn around the terrain.
    Turntable,
    /// Frames of a flight through the saved views.
    Flight,
}

/// The settings of the export dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportForm {
    /// What to export.
    pub kind: ExportKind,
    /// Settings of files.
    pub files: FileSettings,
    /// Settings of pictures.
    pub pictures: PictureSettings,
    /// The destination, if the user chose one.
    pub chosen: Option<PathBuf>,
    /// Whether to overwrite files that no export wrote.
    pub force: bool,
    /// Whether the dialog shows the queue of exports instead of the settings.
    pub shows_queue: bool,
    /// The folder that contains the default destinations.
    beside: PathBuf,
    /// The name of the recipe.
    title: String,
}

/// Settings of pictures and frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureSettings {
    /// Columns and rows.
    pub size: [u32; 2],
    /// Samples per pixel.
    pub samples: u32,
    /// Frames of a turntable.
    pub frames: u32,
    /// Seconds between two views of a flight.
    pub seconds: f64,
}

impl ExportForm {
    /// The default settings for a recipe named `title`. Default destinations are inside the folder `beside`.
    pub fn new(beside: &Path, title: &str) -> Self {
        Self {
            kind: ExportKind::Files,
            files: FileSettings::default(),
            pictures: PictureSettings { size: [1920, 1080], samples: 16, frames: 90, seconds: 4.0 },
            chosen: None,
            force: false,
            shows_queue: false,
            beside: beside.to_owned(),
            title: title.to_owned(),
        }
    }

    /// Whether these settings are for this recipe.
    pub fn is_for(&self, beside: &Path, title: &str) -> bool {
        self.beside == beside && self.title == title
    }

    /// Sets what to export. A destination that the user chose for something else does not apply any more.
    pub fn set_kind(&mut self, kind: ExportKind) {
        if self.kind != kind {
            (self.kind, self.chosen) = (kind, None);
        }
    }

    /// The destination. By default, each target has its own folder, where a new export overwrites the previous one.
    pub fn output(&self) -> PathBuf {
        let title = &self.title;
        let name = match self.kind {
            ExportKind::Files => format!("{title}-{}", self.files.target.as_deref().unwrap_or("files")),
            ExportKind::Picture => format!("{title}.png"),
            ExportKind::Turntable => format!("{title}-turntable"),
            ExportKind::Flight => format!("{title}-flight"),
        };
        self.chosen.clone().unwrap_or_else(|| self.beside.join(name))
    }

    /// Sets the folder of the destination.
    pub fn set_folder(&mut self, folder: PathBuf) {
        let name = self.output().file_name().map(|name| folder.join(name));
        self.chosen = if self.kind == ExportKind::Picture { name } else { Some(folder) };
    }

    /// Whether the target accepts the tiles and the size. By default, the size is the nearest one that it accepts.
    pub fn has_accepted_size(&self, sizes: &Result<Option<Vec<usize>>, ExportError>) -> bool {
        match (sizes, self.files.size) {
            (Ok(Some(sizes)), Some(size)) => sizes.contains(&size),
            (sizes, _) => sizes.is_ok(),
        }
    }

    /// What to export. `scene` is the scene of the view, and `saved` are the saved views. `None` for a flight with fewer than two
    /// views.
    pub fn product(&self, scene: Scene, saved: Vec<Viewpoint>) -> Option<Product> {
        let PictureSettings { frames, seconds, .. } = self.pictures;
        Some(match self.kind {
            ExportKind::Files => Product::Files(self.files.clone()),
            ExportKind::Picture => Product::Picture(scene),
            ExportKind::Turntable => Product::Turntable(scene, frames),
            ExportKind::Flight if saved.len() < 2 => return None,
            ExportKind::Flight => Product::Flight(scene, Flight { keys: saved, seconds }),
        })
    }
}

/// The sizes next to a size: the largest one below it, and the smallest one above it.
pub fn around(sizes: &[usize], size: usize) -> impl Iterator<Item = usize> {
    let below = sizes.iter().rev().find(|known| **known < size);
    let above = sizes.iter().find(|known| **known > size);
    below.into_iter().chain(above).copied()
}

/// The size whose ratio to another one is nearest to 1.
pub fn nearest(sizes: &[usize], size: usize) -> Option<usize> {
    let ratio = |known: usize| (known as f64 / size as f64).max(size as f64 / known as f64);
    sizes.iter().copied().min_by(|one, other| ratio(*one).total_cmp(&ratio(*other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_the_rule_of_the_target() {
        let accepted: Vec<usize> = (5..=12).map(|power| (1 << power) + 1).collect();
        assert_eq!(around(&accepted, 1000).collect::<Vec<_>>(), [513, 1025]);
        assert_eq!(around(&accepted, 9000).collect::<Vec<_>>(), [4097]);
        assert_eq!([512, 1000, 9].map(|size| nearest(&accepted, size)), [Some(513), Some(1025), Some(33)]);
        let mut form = ExportForm::new(Path::new("here"), "mine");
        let accepted = Ok(Some(accepted));
        let mut accepts = |size| {
            form.files.size = size;
            form.has_accepted_size(&accepted)
        };
        assert_eq!([None, Some(513), Some(512)].map(&mut accepts), [true, true, false]);
        assert!(form.has_accepted_size(&Ok(None)), "any size");
    }

    #[test]
    fn each_target_has_a_default_destination() {
        let mut form = ExportForm::new(Path::new("here"), "my-files");
        let mut output = |kind, target: Option<&str>| {
            form.set_kind(kind);
            form.files.target = target.map(str::to_owned);
            form.output()
        };
        assert_eq!(output(ExportKind::Files, None), Path::new("here/my-files-files"));
        assert_eq!(output(ExportKind::Files, Some("unity")), Path::new("here/my-files-unity"));
        assert_eq!(output(ExportKind::Picture, None), Path::new("here/my-files.png"));
        assert_eq!(output(ExportKind::Flight, None), Path::new("here/my-files-flight"));
        form.set_kind(ExportKind::Files);
        form.set_folder("chosen".into());
        form.files.target = Some("unreal".to_owned());
        assert_eq!(form.output(), Path::new("chosen"));
        form.set_kind(ExportKind::Picture);
        assert_eq!(form.output(), Path::new("here/my-files.png"), "a folder is not a picture");
        form.set_folder("chosen".into());
        assert_eq!(form.output(), Path::new("chosen/my-files.png"));
    }
}
