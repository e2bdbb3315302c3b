//! What brushes paint on: the ground, or a mask. Each has a session of its own; the session that is not in use is parked.

use std::path::PathBuf;
use std::sync::Arc;

use orogen_engine::nodes::is_painted;
use orogen_engine::recipe::spec::NodeSpec;
use orogen_engine::recipe::{DomainKind, Field, Recipe};

use super::{PaintSession, StrokeFile};
use crate::app::Studio;
use crate::app::project::Project;
use crate::document::{is_mask, nodes_for};
use crate::layer::{BrushSet, Layers};
use crate::map::{MapMode, MapSubject, MapView, height_of_map};

/// What brushes paint on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::app) enum PaintTarget {
    /// The ground, under the strokes of `[sculpt]`.
    #[default]
    Ground,
    /// The mask that is a field of this name.
    Mask(String),
}

impl PaintTarget {
    /// The name of the mask.
    pub(in crate::app) fn mask(&self) -> Option<&str> {
        match self {
            Self::Ground => None,
            Self::Mask(name) => Some(name),
        }
    }

    /// The stroke file that a recipe names for the target.
    pub(super) fn file(&self, recipe: &Recipe) -> Option<PathBuf> {
        match self {
            Self::Ground => recipe.sculpt.as_ref().map(|sculpt| sculpt.strokes.clone()),
            Self::Mask(name) => mask_field(recipe, name)?.files().next().map(|(_, file)| file.to_owned()),
        }
    }
}

/// The map beside the view before a mask was shown in it.
#[derive(Clone, Debug)]
pub(in crate::app) struct MapBefore {
    shown: bool,
    view: Option<MapView>,
}

/// The node of a painted mask, if the recipe's domain can have one.
pub(in crate::app) fn mask_node(recipe: &Recipe) -> Option<&'static NodeSpec> {
    nodes_for(recipe).find(|spec| is_painted(spec)).filter(|_| !recipe.domain.tile)
}

/// The field of a mask.
fn mask_field<'a>(recipe: &'a Recipe, name: &str) -> Option<&'a Field> {
    recipe.fields.get(name).filter(|field| is_mask(field))
}

impl Project {
    /// The sessions: the one in use, then the parked one.
    pub(in crate::app) fn sessions(&self) -> impl Iterator<Item = &PaintSession> {
        [&self.paint].into_iter().chain(&self.parked)
    }

    /// The session of the ground.
    pub(in crate::app) fn ground_paint(&self) -> &PaintSession {
        self.sessions().find(|session| session.target == PaintTarget::Ground).unwrap_or(&self.paint)
    }

    /// Why strokes cannot be read or written, and the part of the recipe that names them.
    pub(in crate::app) fn strokes_error(&self) -> Option<(&str, String)> {
        let place = |target: &PaintTarget| match target {
            PaintTarget::Ground => "sculpt".to_owned(),
            PaintTarget::Mask(name) => format!("fields.{name}.strokes"),
        };
        self.sessions().find_map(|session| Some((session.file_error()?, place(&session.target))))
    }

    /// All strokes. A pinned field has no ground.
    pub(in crate::app) fn layers(&self) -> Layers {
        let ground = self.ground_paint().layer.clone().filter(|_| !self.is_preview());
        let mut masks = self.masks.clone();
        let sessions = self.sessions().filter(|session| session.target != PaintTarget::Ground);
        masks.extend(sessions.filter_map(|session| {
            let StrokeFile::Open(file) = &session.file else { return None };
            Some((file.clone(), Arc::clone(session.layer.as_ref()?)))
        }));
        Layers { ground, masks }
    }

    /// Shows a mask in the map while it is painted.
    fn show_mask(&mut self, name: &str) {
        let Some((_, recipe)) = &self.shown else { return };
        let height = height_of_map(recipe);
        let view = self.inspection.view.clone();
        self.map_before.get_or_insert(MapBefore { shown: self.split, view: view.clone() });
        let subject = MapSubject::Field(name.to_owned());
        let view = view.unwrap_or_else(|| MapView::new(height));
        self.inspection.view = Some(MapView { subject, mode: MapMode::Mask, contours: false, ..view });
        self.split = true;
    }

    /// Shows in the map what it showed before.
    fn restore_map(&mut self) {
        if let Some(MapBefore { shown, view }) = self.map_before.take() {
            (self.split, self.inspection.view) = (shown, view);
        }
    }

    /// Follows masks that undo or redo has renamed: they keep their stroke files.
    pub(super) fn follow_renamed_masks(&mut self) {
        let Some((_, recipe)) = &self.shown else { return };
        let new_name = |session: &PaintSession| {
            let old = session.target.mask().filter(|name| mask_field(recipe, name).is_none())?;
            let StrokeFile::Open(file) = &session.file else { return None };
            let is_new =
                |name: &&String| PaintTarget::Mask((*name).clone()).file(recipe).as_ref() == Some(file);
            Some((old.to_owned(), recipe.fields.keys().find(is_new)?.clone()))
        };
        let renamed: Vec<_> = self.sessions().filter_map(new_name).collect();
        renamed.iter().for_each(|(old, new)| self.rename_target(old, new));
    }

    /// Follows a new name of a field.
    pub(in crate::app) fn rename_target(&mut self, from: &str, to: &str) {
        let target = PaintTarget::Mask(from.to_owned());
        for session in [&mut self.paint].into_iter().chain(&mut self.parked) {
            if session.target == target {
                session.target = PaintTarget::Mask(to.to_owned());
            }
        }
        if let Some(MapView { subject: MapSubject::Field(name), .. }) = &mut self.inspection.view
            && name == from
        {
            to.clone_into(name);
        }
    }
}

impl Studio {
    /// Paints a mask, or the ground again.
    pub(in crate::app) fn paint_target(&mut self, mask: Option<String>) {
        match mask {
            Some(name) => self.paint_mask(&name),
            None => self.paint_ground(),
        }
    }

    fn paint_mask(&mut self, name: &str) {
        let Some(Project { document, shown: Some((_, recipe)), .. }) = &self.project else { return };
        let is_plane = recipe.domain.kind == DomainKind::Plane && !recipe.domain.tile;
        let refusal = match mask_field(recipe, name) {
            None => "This field is not a mask that can be painted.",
            Some(_) if !is_plane => "Masks can be painted on planes that do not repeat.",
            Some(_) if document.path().is_none() => {
                self.ask_where_to_save();
                self.mask_to_paint = Some(name.to_owned());
                let text = "Save the recipe first: the strokes of a mask are saved beside it.";
                self.notice = Some((text.to_owned(), false));
                return;
            }
            Some(_) if self.has_unwritten_mask() => "Strokes of another mask are still being saved.",
            Some(_) => return self.use_mask(name),
        };
        self.notice = Some((refusal.to_owned(), true));
    }

    /// Whether a mask has strokes that its file needs before it is closed.
    fn has_unwritten_mask(&self) -> bool {
        let is_unwritten = |session: &PaintSession| {
            session.target.mask().is_some() && (session.is_busy() || session.has_unwritten_strokes())
        };
        self.project.as_ref().is_some_and(|project| project.sessions().any(is_unwritten))
    }

    /// Makes the session of a mask the one in use.
    fn use_mask(&mut self, name: &str) {
        self.project.iter_mut().for_each(|project| project.paint.cancel_stroke());
        let Some(project) = &mut self.project else { return };
        if project.paint.target == PaintTarget::Ground {
            project.parked.get_or_insert_default();
            self.swap_sessions();
        }
        let target = PaintTarget::Mask(name.to_owned());
        let Some(project) = &mut self.project else { return };
        let size = project.shown.as_ref().map_or(1.0, |(_, recipe)| recipe.domain.size);
        if project.paint.target != target {
            // The strokes of the other mask stay known.
            let layers = project.layers();
            project.masks = layers.masks;
            let Project { paint, orders, .. } = project;
            paint.keep_orders(orders);
            // The size of the brush stays.
            let last = project.paint.brushes.as_ref().or_else(|| project.parked.as_ref()?.brushes.as_ref());
            let brushes = last.map(|last| BrushSet::for_masks(size).with_radius(last.brush.radius));
            project.paint = PaintSession { target, brushes, ..PaintSession::default() };
            self.queue.forget_flush();
            self.strokes.close();
        }
        project.paint.active = true;
        project.measuring = false;
        project.show_mask(name);
        self.follow_strokes();
        let Some(project) = &mut self.project else { return };
        let across = project.across();
        project.paint.brushes.iter_mut().for_each(|brushes| brushes.fit(across));
        // The file exists before the first stroke, so that this stroke is seen while it is drawn.
        let is_named =
            project.shown.as_ref().is_some_and(|(_, recipe)| project.paint.target.file(recipe).is_some());
        if project.paint.file == StrokeFile::None && !is_named {
            self.create_stroke_file();
        }
    }

    /// Makes the session of the ground the one in use.
    pub(super) fn paint_ground(&mut self) {
        let Some(project) = self.project.as_mut().filter(|project| project.paint.target.mask().is_some())
        else {
            return;
        };
        project.paint.cancel_stroke();
        project.paint.active = false;
        project.restore_map();
        self.swap_sessions();
    }

    /// Exchanges the session in use and the parked one, with their files.
    fn swap_sessions(&mut self) {
        let Some(project) = &mut self.project else { return };
        if let Some(parked) = &mut project.parked {
            std::mem::swap(&mut project.paint, parked);
            std::mem::swap(&mut self.strokes, &mut self.parked_strokes);
        }
    }

    /// Does something as if the parked session were in use, if there is one.
    pub(in crate::app) fn with_parked(&mut self, act: impl FnOnce(&mut Self)) {
        if self.project.as_ref().is_some_and(|project| project.parked.is_some()) {
            self.swap_sessions();
            act(self);
            self.swap_sessions();
        }
    }

    /// Does something as if the session of the ground were in use.
    pub(in crate::app) fn on_ground<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        let is_parked =
            self.project.as_ref().is_some_and(|project| project.paint.target != PaintTarget::Ground);
        if is_parked {
            self.swap_sessions();
        }
        let result = act(self);
        if is_parked {
            self.swap_sessions();
        }
        result
    }

    /// Ends the session of a mask that is no longer a field of the recipe.
    pub(super) fn drop_lost_mask(&mut self) {
        let Some(Project { document, shown: Some((_, recipe)), paint, .. }) = &self.project else { return };
        let is_lost = paint.target.mask().is_some_and(|name| mask_field(recipe, name).is_none());
        if is_lost && document.error().is_none() {
            self.paint_ground();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, Edit};

    /// Undo of a new name leaves the mask that is painted as it is.
    #[test]
    fn undo_of_a_new_name_keeps_the_mask() {
        let text = "orogen = 1\ndomain.size = \"4 km\"\nheight.field = \"forest\"\n\
            [fields.forest]\ntype = \"painted\"\nstrokes = \"forest.strokes\"\n";
        let mut project = Project::new(Document::new("mine", text));
        project.paint = PaintSession::mask_for_tests("forest", "forest.strokes");
        let [from, to] = ["forest", "wood"].map(str::to_owned);
        project.document.apply(&Edit::RenameField { from: from.clone(), to: to.clone() }).unwrap();
        project.rename_target(&from, &to);
        for (undo, name) in [(true, "forest"), (false, "wood")] {
            if undo {
                project.document.undo();
            } else {
                project.document.redo();
            }
            project.update_shown();
            project.follow_renamed_masks();
            assert_eq!(project.paint.target.mask(), Some(name), "{}", project.document.text());
        }
    }
}
