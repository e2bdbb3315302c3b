//! What the window shows and how long its frames take, written into files for whoever drives it from outside: tests with a
//! real mouse find buttons by their names, and measure.
//!
//! A folder gets two files. `widgets.tsv` is replaced whenever the window shows something else, and has a line for each widget
//! with a name: left, top, width and height in points, its role, its name. `frames.txt` grows by a line a frame: the
//! milliseconds that the interface took, and those of the whole frame before it, with drawing.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use egui::accesskit::TreeUpdate;
use egui::{Context, FullOutput, Plugin, Ui};

/// Writes into a folder what the window shows.
pub(crate) struct Witness {
    folder: PathBuf,
    frames: File,
    began: Option<Instant>,
    whole: f32,
    told: String,
}

impl Witness {
    /// Begins; the folder is there.
    ///
    /// # Errors
    /// The folder cannot be written into.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn new(folder: PathBuf) -> std::io::Result<Self> {
        let frames = File::create(folder.join("frames.txt"))?;
        Ok(Self { folder, frames, began: None, whole: 0.0, told: String::new() })
    }

    /// Takes note of the seconds that the whole frame before took.
    pub(crate) fn took(&mut self, whole: f32) {
        self.whole = whole;
    }

    fn tell(&mut self, widgets: String) -> std::io::Result<()> {
        let half = self.folder.join("widgets.part");
        fs::write(&half, &widgets)?;
        fs::rename(half, self.folder.join("widgets.tsv"))?;
        self.told = widgets;
        Ok(())
    }
}

impl Plugin for Witness {
    fn debug_name(&self) -> &'static str {
        "witness"
    }

    fn setup(&mut self, ctx: &Context) {
        ctx.enable_accesskit();
    }

    fn on_begin_pass(&mut self, _: &mut Ui) {
        self.began = Some(Instant::now());
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        let took = self.began.take().map_or(0.0, |began| 1000.0 * began.elapsed().as_secs_f64());
        let widgets = output.platform_output.accesskit_update.as_ref().map(widgets);
        // Whoever wanted it may be gone, and the folder with it: the program goes on.
        _ = writeln!(self.frames, "{took:.3} {:.3}", 1000.0 * self.whole);
        if let Some(widgets) = widgets.filter(|widgets| *widgets != self.told) {
            _ = self.tell(widgets);
        }
    }
}

/// A line for each widget that has a name and a place.
fn widgets(update: &TreeUpdate) -> String {
    let mut lines = String::new();
    for (_, node) in &update.nodes {
        let name = node.label().or_else(|| node.value()).filter(|name| !name.is_empty());
        if let (Some(name), Some(place)) = (name, node.bounds()) {
            let (width, height) = (place.x1 - place.x0, place.y1 - place.y0);
            let name = name.replace(['\t', '\n'], " ");
            // Text takes whatever is written into it.
            _ = writeln!(
                lines,
                "{:.0}\t{:.0}\t{width:.0}\t{height:.0}\t{:?}\t{name}",
                place.x0,
                place.y0,
                node.role()
            );
        }
    }
    lines
}
