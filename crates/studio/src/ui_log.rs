//! Writes widget positions and frame times to files. With them, tests that use a real mouse find buttons by name, and measure
//! frames.
//!
//! The folder gets two files. `widgets.tsv` is rewritten whenever the widgets change. It has a line for each named widget:
//! left, top, width and height in points, role, name. `frames.txt` gets a line per frame, after its widgets: the milliseconds of
//! the interface, the milliseconds of the whole previous frame with drawing, the number of pictures of the terrain shown so far,
//! for how many milliseconds the one that is shown has been outdated, and the milliseconds to the next frame if nothing happens,
//! or -1 if none follows.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui::accesskit::{Affine, Node, NodeId, TreeUpdate};
use egui::{Context, FullOutput, Plugin, Ui};

/// Writes widget positions and frame times to a folder.
pub(crate) struct UiLog {
    folder: PathBuf,
    frames: File,
    began: Option<Instant>,
    /// Seconds of the whole previous frame.
    frame_time: f32,
    /// Pictures shown so far, and for how many seconds the last one has been outdated.
    liveness: (u64, f64),
    /// The widgets written last.
    written: String,
}

impl UiLog {
    /// Creates the log in an existing folder.
    ///
    /// # Errors
    /// The folder is not writable.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn new(folder: PathBuf) -> std::io::Result<Self> {
        std::fs::create_dir_all(&folder)?;
        let frames = File::create(folder.join("frames.txt"))?;
        Ok(Self { folder, frames, began: None, frame_time: 0.0, liveness: (0, 0.0), written: String::new() })
    }

    /// Records how many seconds the whole previous frame took.
    pub(crate) fn set_frame_time(&mut self, seconds: f32) {
        self.frame_time = seconds;
    }

    /// Records the number of pictures shown so far, and for how many seconds the last one has been outdated.
    pub(crate) fn set_liveness(&mut self, pictures: u64, age: f64) {
        self.liveness = (pictures, age);
    }

    fn write_widgets(&mut self, widgets: String) -> std::io::Result<()> {
        let partial = self.folder.join("widgets.part");
        fs::write(&partial, &widgets)?;
        fs::rename(partial, self.folder.join("widgets.tsv"))?;
        self.written = widgets;
        Ok(())
    }
}

impl Plugin for UiLog {
    fn debug_name(&self) -> &'static str {
        "ui log"
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
        let next = output.viewport_output.values().map(|window| window.repaint_delay).min();
        // Without a next frame, the delay is the longest one that there is.
        let next =
            next.filter(|delay| *delay < Duration::MAX).map_or(-1.0, |delay| 1000.0 * delay.as_secs_f64());
        // The reader may be gone, and the folder with it: errors are ignored.
        if let Some(widgets) = widgets.filter(|widgets| *widgets != self.written) {
            _ = self.write_widgets(widgets);
        }
        let (pictures, age) = self.liveness;
        let whole = 1000.0 * self.frame_time;
        _ = writeln!(self.frames, "{took:.3} {whole:.3} {pictures} {:.1} {next:.0}", 1000.0 * age);
    }
}

/// A line for each widget that has a name and bounds.
fn widgets(update: &TreeUpdate) -> String {
    let nodes: BTreeMap<NodeId, &Node> = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let root = update.tree.as_ref().and_then(|tree| nodes.get(&tree.root));
    let mut lines = String::new();
    // The root's own transform is from points to pixels.
    let children =
        |node: &Node, to_window| node.children().iter().rev().map(move |id| (*id, to_window)).collect();
    let mut open: Vec<(NodeId, Affine)> = root.map_or_else(Vec::new, |root| children(root, Affine::IDENTITY));
    while let Some((id, outside)) = open.pop() {
        let Some(node) = nodes.get(&id) else { continue };
        let to_window = node.transform().map_or(outside, |transform| outside * *transform);
        open.extend::<Vec<_>>(children(node, to_window));
        let name = node.label().or_else(|| node.value()).filter(|name| !name.is_empty());
        if let (Some(name), Some(bounds)) = (name, node.bounds()) {
            let bounds = to_window.transform_rect_bbox(bounds);
            let (width, height) = (bounds.x1 - bounds.x0, bounds.y1 - bounds.y0);
            let name = name.replace(['\t', '\n'], " ");
            // Writing to a string cannot fail.
            _ = writeln!(
                lines,
                "{:.0}\t{:.0}\t{width:.0}\t{height:.0}\t{:?}\t{name}",
                bounds.x0,
                bounds.y0,
                node.role()
            );
        }
    }
    lines
}
