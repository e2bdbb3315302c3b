//! Painting: the brush in the hand, the stroke that is being drawn, and the file that strokes are kept in.

mod file;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen::recipe::Recipe;
use orogen_strokes::brush::Tool;
use orogen_strokes::stroke::{MAX_POINTS, Point, Stroke};

use super::Studio;
use super::project::Project;
use crate::action::Draw;
use crate::panels::Footprint;
use crate::sculpture::{Kit, Sculpture};
pub(super) use file::rescue_folder;

/// From one point of a stroke to the next, as a share of the brush's radius: the spline bends between.
const APART: f64 = 0.1;

/// What is painted, and with what.
#[derive(Default)]
pub(super) struct Easel {
    /// The brushes, once it is known how large the ground is.
    pub(super) kit: Option<Kit>,
    /// Whether one of them is in the hand.
    pub(super) in_hand: bool,
    /// What is painted, with the stroke that is being drawn.
    pub(super) sculpture: Option<Arc<Sculpture>>,
    file: StrokeFile,
    /// How many strokes can be laid again.
    pub(super) undone: usize,
    /// Whether one is about to be.
    redoing: bool,
    drawing: Option<Drawn>,
    /// Strokes over which the brush was lifted, until they are known to be sound.
    waiting: Vec<Drawn>,
    /// The last tool that the ground was made with.
    proved: Option<Tool>,
}

/// The file that strokes are kept in.
#[derive(Clone, Debug, Default, PartialEq)]
enum StrokeFile {
    /// There is none.
    #[default]
    None,
    /// A new one is about to be.
    Beginning,
    /// It is being read.
    Opening(PathBuf),
    /// Strokes are written into it.
    Open(PathBuf),
    /// It cannot be read, or not be written, and why.
    Closed(PathBuf, String),
}

/// A stroke that was drawn, or is being drawn.
struct Drawn {
    stroke: Stroke,
    /// The stamp of the first sculpture that has it.
    stamp: [u64; 2],
    /// Whether it may be kept: pictures and fields of brushes may be unsound, which is known only once the ground is made.
    is_sound: bool,
}

impl Easel {
    /// How many strokes there are.
    pub(super) fn len(&self) -> usize {
        self.sculpture.as_ref().map_or(0, |sculpture| sculpture.layer().len())
    }

    /// That of what is painted.
    pub(super) fn stamp(&self) -> Option<[u64; 2]> {
        self.sculpture.as_ref().map(|sculpture| sculpture.stamp())
    }

    /// Whether a stroke is being drawn.
    pub(super) fn is_drawing(&self) -> bool {
        self.drawing.is_some()
    }

    /// Whether there are strokes that the recipe does not know of yet.
    pub(super) fn is_unkept(&self) -> bool {
        !self.waiting.is_empty() || self.file == StrokeFile::Beginning
    }

    /// Whether it is about to be known what is painted.
    pub(super) fn is_opening(&self) -> bool {
        matches!(self.file, StrokeFile::Opening(_))
    }

    /// Why strokes cannot be read, or not be written, if so.
    pub(super) fn why_closed(&self) -> Option<&str> {
        match &self.file {
            StrokeFile::Closed(_, why) => Some(why),
            _ => None,
        }
    }

    /// Whether all strokes are on their way to the disk.
    pub(super) fn is_at_rest(&self) -> bool {
        !self.is_unkept() && !self.is_opening()
    }

    /// Whether strokes are written into a file.
    pub(super) fn has_file(&self) -> bool {
        matches!(self.file, StrokeFile::Open(_))
    }

    /// Whether strokes can be taken back, and laid again.
    pub(super) fn can_undo_redo(&self) -> [bool; 2] {
        let busy = self.drawing.is_some() || !self.waiting.is_empty() || self.redoing;
        let free = !busy && matches!(self.file, StrokeFile::Open(_));
        [free && self.len() > 0, free && self.undone > 0]
    }

    /// The circles of the brush on the ground.
    pub(super) fn footprint(&self) -> Option<Footprint> {
        let kit = self.kit.as_ref().filter(|_| self.in_hand)?;
        let drawing = self.is_drawing();
        Some(Footprint { radius: kit.brush.radius, inner: kit.brush.inner, drawing })
    }

    fn changed(&mut self, change: impl FnOnce(&mut Sculpture)) {
        if let Some(sculpture) = &mut self.sculpture {
            change(Arc::make_mut(sculpture));
        }
    }

    /// Takes the stroke that is being drawn away again.
    pub(super) fn drop_drawing(&mut self) {
        if self.drawing.take().is_some() {
            self.changed(Sculpture::pop);
        }
    }

    /// Takes the strokes away that are not known to be sound, and lays those again that are.
    fn drop_unsound(&mut self) {
        self.drop_drawing();
        let waiting = std::mem::take(&mut self.waiting);
        waiting.iter().for_each(|_| self.changed(Sculpture::pop));
        for drawn in waiting.into_iter().filter(|drawn| drawn.is_sound) {
            // It lay there a moment ago.
            self.changed(|sculpture| _ = sculpture.push(drawn.stroke.clone()));
            self.waiting.push(drawn);
        }
    }

    /// Forgets what is painted.
    fn clear(&mut self) {
        (self.sculpture, self.drawing, self.undone, self.redoing) = (None, None, 0, false);
        self.waiting.clear();
    }
}

/// Metres between two places of a ground, nearly.
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
    fn begin_stroke(&mut self, place: [f64; 2], pressure: f64, inverse: bool) -> Result<(), String> {
        let Some((_, recipe)) = &self.shown else { return Ok(()) };
        let easel = &mut self.easel;
        match &easel.file {
            StrokeFile::Opening(_) => return Err("The strokes are being read: a moment.".to_owned()),
            StrokeFile::Closed(path, _) => {
                return Err(format!(
                    "Strokes cannot be kept in {}, so there is no painting.",
                    path.display()
                ));
            }
            StrokeFile::None | StrokeFile::Beginning | StrokeFile::Open(_) => {}
        }
        if easel.redoing || easel.drawing.is_some() {
            return Ok(());
        }
        let Some(kit) = &easel.kit else { return Ok(()) };
        let exact = self.ground.as_ref().and_then(|ground| ground.at(place)).map(|[height, _]| height);
        let coarse = || self.relief.as_ref().and_then(|relief| relief.height(place[0], place[1]));
        let height = exact.or_else(coarse).unwrap_or(0.0);
        let brush = kit.brush(recipe, height, inverse).map_err(|error| format!("No stroke: {error}."))?;
        let stroke = Stroke { brush, points: vec![Point { place, pressure }] };
        let mut sculpture =
            easel.sculpture.take().unwrap_or_else(|| Arc::new(Sculpture::new(Sculpture::ground(recipe))));
        let laid = Arc::make_mut(&mut sculpture).push(stroke.clone());
        let stamp = sculpture.stamp();
        easel.sculpture = Some(sculpture);
        laid.map_err(|error| format!("No stroke: {error}."))?;
        let tool = &stroke.brush.tool;
        let is_sound =
            !matches!(tool, Tool::Field { .. } | Tool::Stamp { .. }) || easel.proved.as_ref() == Some(tool);
        easel.drawing = Some(Drawn { stroke, stamp, is_sound });
        Ok(())
    }

    fn go_on_with_stroke(&mut self, place: [f64; 2], pressure: f64) {
        let (Some((_, recipe)), easel) = (&self.shown, &mut self.easel) else { return };
        let Some(drawing) = easel.drawing.as_mut() else { return };
        let stroke = &mut drawing.stroke;
        let near = APART * stroke.brush.radius;
        let far = stroke.points.last().is_none_or(|last| distance(recipe, last.place, place) >= near);
        if far && stroke.points.len() < MAX_POINTS {
            stroke.points.push(Point { place, pressure });
            let grown = stroke.clone();
            if let Some(sculpture) = &mut easel.sculpture
                && Arc::make_mut(sculpture).grow(grown).is_err()
            {
                // It has become too long: it ends where it was.
                stroke.points.pop();
            }
        }
    }
}

impl Studio {
    /// Leads the brush.
    pub(super) fn draw(&mut self, draw: Draw) {
        let Some(project) = &mut self.project else { return };
        match draw {
            Draw::Begin { place, pressure, inverse } => {
                if let Err(said) = project.begin_stroke(place, pressure, inverse) {
                    self.notice = Some((said, true));
                }
            }
            Draw::Go { place, pressure } => project.go_on_with_stroke(place, pressure),
            Draw::End => {
                if let Some(drawn) = project.easel.drawing.take() {
                    project.easel.changed(Sculpture::settle);
                    project.easel.waiting.push(drawn);
                }
                self.keep_strokes();
            }
            Draw::Drop => project.easel.drop_drawing(),
        }
    }

    /// Keeps the strokes that were drawn, as far as they are known to be sound.
    fn keep_strokes(&mut self) {
        let state = self.host.state_folder();
        let Some(project) = &mut self.project else { return };
        let easel = &mut project.easel;
        let sound = easel.waiting.iter().take_while(|drawn| drawn.is_sound).count();
        if sound == 0 {
            return;
        }
        easel.undone = 0;
        if easel.file == StrokeFile::None {
            let folder = match project.document.path().and_then(Path::parent) {
                Some(folder) => folder.to_owned(),
                None => rescue_folder(state).unwrap_or_else(std::env::temp_dir),
            };
            if let Some((_, recipe)) = &project.shown {
                let ground = easel.sculpture.as_ref().map(|sculpture| sculpture.layer().ground());
                let ground = ground.unwrap_or_else(|| Sculpture::ground(recipe));
                self.strokes.begin(&folder, project.document.title(), ground);
            }
            easel.file = StrokeFile::Beginning;
        }
        easel.waiting.drain(..sound).for_each(|drawn| self.strokes.push(drawn.stroke));
    }

    /// The ground was made with what has this stamp, or could not be, for this reason; whether that is the fault of strokes that
    /// are not kept yet.
    pub(super) fn prove(&mut self, stamp: Option<[u64; 2]>, refused: Option<&str>) -> bool {
        let Some(project) = &mut self.project else { return false };
        let easel = &mut project.easel;
        let drawn = easel.waiting.iter_mut().chain(&mut easel.drawing);
        let laid: Vec<_> = drawn.filter(|drawn| stamp >= Some(drawn.stamp)).collect();
        if laid.is_empty() {
            return false;
        }
        if let Some(reason) = refused {
            // If all are sound, something else is not.
            if laid.iter().all(|drawn| drawn.is_sound) {
                return false;
            }
            easel.drop_unsound();
            self.notice = Some((format!("No stroke: {reason}."), true));
            return true;
        }
        for drawn in laid.into_iter().filter(|drawn| !drawn.is_sound) {
            drawn.is_sound = true;
            easel.proved = Some(drawn.stroke.brush.tool.clone());
        }
        self.keep_strokes();
        false
    }

    /// Takes the last stroke back.
    pub(super) fn undo_stroke(&mut self) {
        let Some(easel) = self.project.as_mut().map(|project| &mut project.easel) else { return };
        if easel.can_undo_redo()[0] {
            easel.changed(Sculpture::pop);
            easel.undone += 1;
            self.strokes.undo();
        }
    }

    /// Lays the stroke again that was taken back last.
    pub(super) fn redo_stroke(&mut self) {
        let Some(easel) = self.project.as_mut().map(|project| &mut project.easel) else { return };
        if easel.can_undo_redo()[1] {
            easel.redoing = true;
            self.strokes.redo();
        }
    }
}

/// The radius of the largest brush that makes sense on a ground, in metres.
pub(super) fn largest_brush(recipe: &Recipe) -> f64 {
    recipe.domain.sphere().map_or(recipe.domain.size, |sphere| 0.5 * sphere.radius())
}
