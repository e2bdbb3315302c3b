//! Painting: the active brush, the stroke being drawn, and the file that strokes are saved in.
//!
//! The window shows a stroke before it is saved. A stroke with a picture or a field is saved only after the ground was
//! computed with it, because only then is the stroke known to be valid.

mod file;
mod orders;
mod target;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_engine::recipe::Recipe;
use orogen_strokes::brush::Tool;
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::{MAX_POINTS, Point, Stroke};

use super::Studio;
use super::project::Project;
use crate::action::BrushEvent;
use crate::document::order;
use crate::layer::{BrushSet, EditedLayer};
use crate::panels::Footprint;
pub(super) use file::recovery_folder;
pub(super) use orders::Orders;
pub(super) use target::{MapBefore, PaintTarget, mask_node};

/// Distance between points of a stroke, in brush radii. The spline interpolates between them.
const POINT_SPACING: f64 = 0.1;

/// The painting state of the ground or of a mask.
#[derive(Default)]
pub(super) struct PaintSession {
    /// What is painted.
    pub(super) target: PaintTarget,
    /// The brushes. `None` until the size of the ground is known.
    pub(super) brushes: Option<BrushSet>,
    /// Whether a brush is active.
    pub(super) active: bool,
    /// All strokes, with the one being drawn.
    pub(super) layer: Option<Arc<EditedLayer>>,
    file: StrokeFile,
    pub(super) orders: Orders,
    /// The number of redos in progress.
    redoing: usize,
    drawing: Option<PendingStroke>,
    /// Finished strokes that are not known to be valid yet.
    waiting: Vec<PendingStroke>,
    /// The last tool that the ground was built with.
    checked_tool: Option<Tool>,
}

/// The file that strokes are saved in.
#[derive(Clone, Debug, Default, PartialEq)]
enum StrokeFile {
    /// There is no file.
    #[default]
    None,
    /// The file is being created.
    Creating,
    /// The file is being read.
    Opening(PathBuf),
    /// The file is open.
    Open(PathBuf),
    /// The file cannot be read or written, and why.
    Unusable(PathBuf, String),
}

/// A stroke that is being drawn, or that is not saved yet.
struct PendingStroke {
    stroke: Stroke,
    /// Its place in the order of all steps, once it is finished.
    order: i64,
    /// The version of the first layer that contains the stroke.
    stamp: [u64; 2],
    /// Whether the stroke may be saved. Images and fields of brushes may be invalid, which is known only once the ground is
    /// built.
    is_valid: bool,
}

impl PaintSession {
    /// The number of strokes.
    pub(super) fn len(&self) -> usize {
        self.layer.as_ref().map_or(0, |layer| layer.stroke_layer().len())
    }

    /// Whether a stroke is being drawn.
    pub(super) fn is_drawing(&self) -> bool {
        self.drawing.is_some()
    }

    /// Whether there are strokes that have not been sent to the file.
    pub(super) fn has_unwritten_strokes(&self) -> bool {
        !self.waiting.is_empty() || self.file == StrokeFile::Creating
    }

    /// Whether the file is being read.
    pub(super) fn is_opening(&self) -> bool {
        matches!(self.file, StrokeFile::Opening(_))
    }

    /// Why strokes cannot be read or written.
    pub(super) fn file_error(&self) -> Option<&str> {
        match &self.file {
            StrokeFile::Unusable(_, why) => Some(why),
            _ => None,
        }
    }

    /// Whether all strokes have been sent to the file.
    pub(super) fn is_written(&self) -> bool {
        !self.has_unwritten_strokes() && !self.is_opening()
    }

    /// Whether the file is open.
    pub(super) fn has_file(&self) -> bool {
        matches!(self.file, StrokeFile::Open(_))
    }

    /// Whether the strokes are about to change: one is being drawn or redone, or their file is being created or read.
    pub(super) fn is_busy(&self) -> bool {
        let is_changing = self.file == StrokeFile::Creating || self.is_opening();
        self.is_drawing() || is_changing || self.redoing > 0
    }

    /// Whether strokes of the file can be undone and redone now.
    fn is_ready(&self) -> bool {
        !self.is_busy() && self.has_file() && self.waiting.is_empty()
    }

    /// Keeps the orders of the strokes beside those of other files. Call this before the file is closed.
    pub(super) fn keep_orders(&mut self, kept: &mut BTreeMap<PathBuf, Orders>) {
        if let StrokeFile::Open(file) = &self.file {
            kept.insert(file.clone(), std::mem::take(&mut self.orders));
        }
    }

    /// The circles of the brush on the ground.
    pub(super) fn footprint(&self) -> Option<Footprint> {
        let brushes = self.brushes.as_ref().filter(|_| self.active)?;
        let drawing = self.is_drawing();
        Some(Footprint { radius: brushes.brush.radius, inner: brushes.brush.inner, drawing })
    }

    fn changed(&mut self, change: impl FnOnce(&mut EditedLayer)) {
        if let Some(layer) = &mut self.layer {
            change(Arc::make_mut(layer));
        }
    }

    /// Undoes the last stroke. Returns whether the file has it. A stroke that waits for its ground is discarded: it cannot be redone.
    pub(super) fn undo(&mut self) -> bool {
        if self.is_busy() {
            return false;
        }
        if self.waiting.pop().is_some() {
            self.changed(EditedLayer::pop);
            self.orders.done.pop();
            return false;
        }
        let has_stroke = self.has_file() && self.len() > 0;
        if has_stroke {
            self.changed(EditedLayer::pop);
            self.orders.undo();
        }
        has_stroke
    }

    /// Discards the stroke being drawn.
    pub(super) fn cancel_stroke(&mut self) {
        if self.drawing.take().is_some() {
            self.changed(EditedLayer::pop);
        }
    }

    /// Removes strokes that are not known to be valid, and puts back those that are.
    fn remove_invalid(&mut self) {
        self.cancel_stroke();
        let waiting = std::mem::take(&mut self.waiting);
        waiting.iter().for_each(|_| self.changed(EditedLayer::pop));
        self.orders.done.truncate(self.orders.done.len().saturating_sub(waiting.len()));
        for pending in waiting.into_iter().filter(|pending| pending.is_valid) {
            // The stroke was accepted before, so this cannot fail.
            self.changed(|layer| _ = layer.push(pending.stroke.clone()));
            self.orders.done.push(pending.order);
            self.waiting.push(pending);
        }
    }

    /// Sets the strokes of a file that was opened, and the number of those that can be redone. `known` are their orders, if this
    /// session had the file open before.
    fn set_opened(&mut self, layer: StrokeLayer, undone: usize, known: Option<Orders>) {
        self.clear();
        self.orders = Orders::of_file(known, layer.len(), undone);
        self.layer = Some(Arc::new(EditedLayer::from_strokes(layer)));
    }

    /// Forgets all strokes.
    fn clear(&mut self) {
        (self.layer, self.drawing, self.redoing) = (None, None, 0);
        self.orders = Orders::default();
        self.waiting.clear();
    }
}

/// Approximate distance in metres between two points on the ground.
fn distance(recipe: &Recipe, from: [f64; 2], to: [f64; 2]) -> f64 {
    let [a, b] = [to[0] - from[0], to[1] - from[1]];
    match recipe.domain.sphere() {
        None => a.hypot(b),
        Some(sphere) => {
            let round = (b + 180.0).rem_euclid(360.0) - 180.0;
            a.hypot(round * libm::cos(from[0].to_radians())).to_radians() * sphere.radius()
        }
    }
}

impl Project {
    /// Begins a stroke. Changes of the recipe before and after it are two steps of undo.
    pub(super) fn begin_stroke(
        &mut self,
        place: [f64; 2],
        pressure: f64,
        inverse: bool,
    ) -> Result<(), String> {
        self.document.end_undo_group();
        if self.is_preview() && self.paint.target == PaintTarget::Ground {
            return Err("A pinned field has no strokes. Unpin it to paint.".to_owned());
        }
        let Some((_, recipe)) = &self.shown else { return Ok(()) };
        let paint = &mut self.paint;
        match &paint.file {
            StrokeFile::Opening(_) => return Err("Strokes are still loading.".to_owned()),
            StrokeFile::Unusable(path, _) => {
                return Err(format!("Cannot paint: strokes cannot be saved to {}.", path.display()));
            }
            StrokeFile::None | StrokeFile::Creating | StrokeFile::Open(_) => {}
        }
        if paint.redoing > 0 || paint.drawing.is_some() {
            return Ok(());
        }
        let Some(brushes) = &paint.brushes else { return Ok(()) };
        let exact = self.ground.as_ref().and_then(|ground| ground.at(place)).map(|[height, _]| height);
        let coarse =
            || self.height_field.as_ref().and_then(|height_field| height_field.height(place[0], place[1]));
        let height = exact.or_else(coarse).unwrap_or(0.0);
        let brush = brushes
            .brush(recipe, height, inverse)
            .map_err(|error| format!("Stroke not applied: {error}."))?;
        let stroke = Stroke { brush, points: vec![Point { position: place, pressure }] };
        let mut layer =
            paint.layer.take().unwrap_or_else(|| Arc::new(EditedLayer::new(EditedLayer::ground(recipe))));
        let laid = Arc::make_mut(&mut layer).push(stroke.clone());
        let stamp = layer.stamp();
        paint.layer = Some(layer);
        laid.map_err(|error| format!("Stroke not applied: {error}."))?;
        let tool = &stroke.brush.tool;
        let is_valid = !matches!(tool, Tool::Field { .. } | Tool::Stamp { .. })
            || paint.checked_tool.as_ref() == Some(tool);
        paint.drawing = Some(PendingStroke { stroke, order: 0, stamp, is_valid });
        self.hold_colours();
        Ok(())
    }

    fn extend_stroke(&mut self, place: [f64; 2], pressure: f64) {
        let (Some((_, recipe)), paint) = (&self.shown, &mut self.paint) else { return };
        let Some(drawing) = paint.drawing.as_mut() else { return };
        let stroke = &mut drawing.stroke;
        let near = POINT_SPACING * stroke.brush.radius;
        let far = stroke.points.last().is_none_or(|last| distance(recipe, last.position, place) >= near);
        if far && stroke.points.len() < MAX_POINTS {
            stroke.points.push(Point { position: place, pressure });
            let grown = stroke.clone();
            if let Some(layer) = &mut paint.layer
                && Arc::make_mut(layer).extend_last(grown).is_err()
            {
                // The stroke is too long: it ends at its previous point.
                stroke.points.pop();
            }
        }
    }
}

impl Studio {
    /// Handles a brush event.
    pub(super) fn draw(&mut self, draw: BrushEvent) {
        let Some(project) = &mut self.project else { return };
        match draw {
            BrushEvent::Begin { place, pressure, inverse } => {
                if let Err(message) = project.begin_stroke(place, pressure, inverse) {
                    self.notice = Some((message, true));
                }
            }
            BrushEvent::Move { place, pressure } => project.extend_stroke(place, pressure),
            BrushEvent::End => {
                if let Some(pending) = project.paint.drawing.take() {
                    let order = order::next();
                    project.paint.changed(EditedLayer::finish_last);
                    project.paint.orders.done.push(order);
                    project.paint.waiting.push(PendingStroke { order, ..pending });
                }
                self.write_strokes();
            }
            BrushEvent::Cancel => project.paint.cancel_stroke(),
        }
    }

    /// Sends the strokes that are known to be valid to the file.
    fn write_strokes(&mut self) {
        let Some(project) = &mut self.project else { return };
        let paint = &mut project.paint;
        let sound = paint.waiting.iter().take_while(|pending| pending.is_valid).count();
        if sound == 0 {
            return;
        }
        paint.orders.undone.clear();
        if paint.file == StrokeFile::None {
            self.create_stroke_file();
        }
        let Some(project) = &mut self.project else { return };
        project.paint.waiting.drain(..sound).for_each(|pending| self.strokes.push(pending.stroke));
    }

    /// Creates the file of the session beside the recipe. A recipe without a file gets one in the recovery folder.
    fn create_stroke_file(&mut self) {
        let state = self.host.state_folder();
        let Some(project) = &mut self.project else { return };
        let Project { document, paint, shown, .. } = project;
        let folder = match document.path().and_then(Path::parent) {
            Some(folder) => folder.to_owned(),
            None => recovery_folder(state).unwrap_or_else(std::env::temp_dir),
        };
        if let Some((_, recipe)) = shown {
            let surface = paint.layer.as_ref().map(|layer| layer.stroke_layer().surface());
            let surface = surface.unwrap_or_else(|| EditedLayer::ground(recipe));
            let name = paint.target.mask().unwrap_or(document.title());
            self.strokes.create(&folder, name, surface);
        }
        paint.file = StrokeFile::Creating;
    }

    /// Handles the result of building the ground with the layer of this version. `refused` is the error, if there was one.
    /// Returns whether unsaved strokes caused it.
    pub(super) fn check_strokes(&mut self, stamp: Option<[u64; 2]>, refused: Option<&str>) -> bool {
        let Some(project) = &mut self.project else { return false };
        let paint = &mut project.paint;
        let pending = paint.waiting.iter_mut().chain(&mut paint.drawing);
        let laid: Vec<_> = pending.filter(|pending| stamp >= Some(pending.stamp)).collect();
        if laid.is_empty() {
            return false;
        }
        if let Some(reason) = refused {
            // If all strokes are valid, something else caused the error.
            if laid.iter().all(|pending| pending.is_valid) {
                return false;
            }
            paint.remove_invalid();
            self.notice = Some((format!("Stroke not applied: {reason}."), true));
            return true;
        }
        for pending in laid.into_iter().filter(|pending| !pending.is_valid) {
            pending.is_valid = true;
            paint.checked_tool = Some(pending.stroke.brush.tool.clone());
        }
        self.write_strokes();
        false
    }

    /// Undoes the last stroke.
    pub(super) fn undo_stroke(&mut self) {
        let Some(project) = &mut self.project else { return };
        if project.paint.undo() {
            self.strokes.undo();
        }
    }

    /// Redoes the stroke that was undone last.
    pub(super) fn redo_stroke(&mut self) {
        let Some(paint) = self.project.as_mut().map(|project| &mut project.paint) else { return };
        if paint.is_ready() && !paint.orders.undone.is_empty() {
            paint.redoing = 1;
            self.strokes.redo();
        }
    }

    /// Undoes or redoes strokes until there are `count` of them.
    pub(super) fn jump_to_stroke(&mut self, count: usize) {
        let Some(paint) = self.project.as_mut().map(|project| &mut project.paint) else { return };
        let now = paint.len();
        if count < now {
            (count..now).for_each(|_| self.undo_stroke());
        } else if paint.is_ready() {
            paint.redoing = (count - now).min(paint.orders.undone.len());
            (0..paint.redoing).for_each(|_| self.strokes.redo());
        }
    }
}

/// The largest sensible brush radius on this ground, in metres.
pub(super) fn largest_brush(recipe: &Recipe) -> f64 {
    recipe.domain.sphere().map_or(recipe.domain.size, |sphere| 0.5 * sphere.radius())
}

#[cfg(test)]
impl PaintSession {
    /// A session with an open file.
    pub(super) fn open_for_tests(file: &str) -> Self {
        Self { file: StrokeFile::Open(PathBuf::from(file)), ..Self::default() }
    }

    /// The session of a mask with an open file.
    pub(super) fn mask_for_tests(name: &str, file: &str) -> Self {
        Self { target: PaintTarget::Mask(name.to_owned()), ..Self::open_for_tests(file) }
    }

    /// Finishes a stroke that waits for its ground.
    pub(super) fn wait_for_tests(&mut self) {
        let point = Point { position: [0.0; 2], pressure: 1.0 };
        let (power, spacing) = (1.0, 0.5);
        let (tool, radius, inner, strength) = (Tool::Erase, 9.0, 0.0, 1.0);
        let brush = orogen_strokes::brush::Brush {
            tool,
            radius,
            inner,
            power,
            strength,
            spacing,
            up: true,
            down: true,
        };
        let stroke = Stroke { brush, points: vec![point] };
        let order = order::next();
        self.orders.done.push(order);
        self.waiting.push(PendingStroke { stroke, order, stamp: [0; 2], is_valid: false });
    }

    /// Begins to redo a stroke.
    pub(super) fn redo_for_tests(&mut self) {
        self.redoing = 1;
    }

    /// The file can no longer be used.
    pub(super) fn lose_file_for_tests(&mut self) {
        self.file = StrokeFile::Unusable(PathBuf::new(), "it is gone".to_owned());
    }
}
