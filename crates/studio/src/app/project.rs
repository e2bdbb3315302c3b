//! The open recipe: its text, its terrain and its view.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use egui::TextureHandle;
use orogen_engine::nodes::is_painted;
use orogen_engine::recipe::{Field, Recipe, RecipeError};
use orogen_view::Sun;

use super::inspect::Inspection;
use super::paint::{MapBefore, Orders, PaintSession, recovery_folder};
use super::preview::Preview;
use super::render::RenderState;
use super::side_file::SideState;
use crate::document::{Document, order};
use crate::export_form::ExportForm;
use crate::eye::{Eye, Flight, PlaneEye, Pose};
use crate::height_field::{GroundQuery, HeightField};
use crate::jobs::{Look, recovery_file_in, recovery_file_of};
use crate::layer::{EditedLayer, RecipeKey, Stamps, TerrainKey};
use crate::panels::{GraphState, RecipeTab};

/// The sun of a newly opened recipe.
const SUN: Sun = Sun { elevation: 32.0, azimuth: 250.0 };

/// Everything a picture depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) terrain: TerrainKey,
    pub(super) eye: Eye,
    pub(super) sun: Sun,
    pub(super) look: Look,
    /// The heights that colours span, if they are held.
    pub(super) colour_range: Option<[f32; 2]>,
    pub(super) size: [u32; 2],
}

/// The open recipe.
pub(super) struct Project {
    pub(super) document: Document,
    pub(super) tab: RecipeTab,
    pub(super) eye: Eye,
    /// The pose that the user set last, and the eye that followed from it on the current ground.
    pub(super) pose: Option<(Pose, PlaneEye)>,
    pub(super) sun: Sun,
    pub(super) look: Look,
    /// The revision whose files are followed.
    followed: u64,
    /// The recipe that is shown, and the revision of the document where it first occurred.
    pub(super) shown: Option<(u64, Arc<Recipe>)>,
    pub(super) height_field: Option<Arc<HeightField>>,
    /// The revision of `height_field`: the previous one stays until the new one is ready.
    pub(super) height_revision: u64,
    /// The heights that colours span while strokes are drawn, and the revision that they are for.
    pub(super) held_range: Option<(u64, [f32; 2])>,
    pub(super) ground: Option<Arc<GroundQuery>>,
    /// The revision that `ground` belongs to: the previous ground stays until the new one is ready.
    pub(super) query_revision: u64,
    /// Warnings about the recipe.
    pub(super) warnings: Vec<RecipeError>,
    /// The messages of warnings that the user has hidden.
    pub(super) hidden_warnings: BTreeSet<String>,
    /// The revision of the document that `warnings` are about.
    warned: u64,
    pub(super) picture: Option<TextureHandle>,
    pub(super) render: RenderState,
    /// The last export settings.
    pub(super) exported: Option<ExportForm>,
    pub(super) inspection: Inspection,
    /// Thumbnails of fields.
    pub(super) pictures: BTreeMap<String, TextureHandle>,
    pub(super) wanted: Option<Wanted>,
    /// The revision and the versions of the strokes of the last draft.
    pub(super) drafted: Option<(u64, Stamps)>,
    /// The key of the recipe of a revision, with or without a layer for the ground.
    recipe_key: Option<(u64, bool, RecipeKey)>,
    /// When `wanted` or the recipe last changed, in seconds since the program started.
    pub(super) moved_at: f64,
    /// Columns and rows of the view.
    pub(super) size: [u32; 2],
    pub(super) pointed: Option<[f64; 2]>,
    /// The painting of what brushes paint on now.
    pub(super) paint: PaintSession,
    /// The painting of the ground while a mask is painted; else that of the last mask.
    pub(super) parked: Option<PaintSession>,
    /// The strokes of masks that were painted before, by their files.
    pub(super) masks: BTreeMap<PathBuf, Arc<EditedLayer>>,
    /// The orders of the strokes in files that are closed.
    pub(super) orders: BTreeMap<PathBuf, Orders>,
    /// The newest step that was done so far.
    pub(super) newest: i64,
    /// The map before a mask was shown in it.
    pub(super) map_before: Option<MapBefore>,
    pub(super) measuring: bool,
    pub(super) marks: Vec<[f64; 2]>,
    /// The bookmarks in the side file that fit the ground.
    pub(super) bookmarks: Vec<Eye>,
    pub(super) side: SideState,
    /// The flight in progress.
    pub(super) flight: Option<Flight>,
    /// Whether the user walks on the ground.
    pub(super) walking: bool,
    pub(super) compared: Option<Arc<str>>,
    /// Whether the compared recipe is shown beside the view.
    pub(super) beside: bool,
    pub(super) graph: bool,
    pub(super) split: bool,
    pub(super) graph_state: GraphState,
    /// The field that is shown in place of the heights.
    pub(super) preview: Option<Preview>,
    /// The least and the greatest value of each field in its thumbnail.
    pub(super) ranges: BTreeMap<String, [f64; 2]>,
    /// The revision to write to the recovery file, and when it last changed; infinite once it is written.
    pub(super) recovery_state: Option<(u64, f64)>,
}

impl Project {
    pub(super) fn new(document: Document) -> Self {
        let eye = document
            .recipe()
            .map_or(Eye::Plane(crate::eye::PlaneEye::overview(1000.0)), |recipe| Eye::of(recipe));
        Self {
            // Without a valid recipe there is only the text to edit.
            tab: if document.recipe().is_some() { RecipeTab::Fields } else { RecipeTab::Text },
            inspection: Inspection::new(document.revision()),
            document,
            eye,
            pose: None,
            sun: SUN,
            look: Look::default(),
            followed: 0,
            shown: None,
            height_field: None,
            height_revision: 0,
            held_range: None,
            ground: None,
            query_revision: 0,
            warnings: Vec::new(),
            warned: 0,
            picture: None,
            render: RenderState::new(),
            exported: None,
            pictures: BTreeMap::new(),
            wanted: None,
            drafted: None,
            hidden_warnings: BTreeSet::new(),
            recipe_key: None,
            moved_at: 0.0,
            size: [1; 2],
            pointed: None,
            paint: PaintSession::default(),
            parked: None,
            masks: BTreeMap::new(),
            orders: BTreeMap::new(),
            newest: order::OPEN,
            map_before: None,
            measuring: false,
            marks: Vec::new(),
            bookmarks: Vec::new(),
            side: SideState::default(),
            flight: None,
            walking: false,
            compared: None,
            beside: false,
            graph: false,
            split: false,
            graph_state: GraphState::default(),
            preview: None,
            ranges: BTreeMap::new(),
            recovery_state: None,
        }
    }

    /// Shows the document's recipe, if it has changed, or the pinned field of it.
    pub(super) fn update_shown(&mut self) {
        let preview = self.preview();
        let Some(recipe) = self.document.recipe() else { return };
        let (revision, recipe) = preview.unwrap_or_else(|| (self.document.revision(), Arc::clone(recipe)));
        if self.shown.as_ref().is_some_and(|(_, shown)| Arc::ptr_eq(shown, &recipe)) {
            return;
        }
        if !self.eye.fits(&recipe) || self.shown.is_none() {
            (self.eye, self.height_field, self.pose) = (Eye::of(&recipe), None, None);
        }
        self.shown = Some((revision, recipe));
    }

    /// The recipes and pictures that the shown recipe reads, if they are not followed yet. Stroke files are not among them: the
    /// studio itself writes them.
    pub(super) fn files_to_follow(&mut self) -> Option<Vec<PathBuf>> {
        let (revision, recipe) = self.shown.as_ref()?;
        if std::mem::replace(&mut self.followed, *revision) == *revision {
            return None;
        }
        let fields = recipe.fields.values().filter(|field| !is_painted(field.spec));
        let pictures = fields.flat_map(Field::files).map(|(_, path)| path.to_owned());
        Some(recipe.files.iter().cloned().chain(pictures).collect())
    }

    /// Takes warnings about the shown recipe. With a pinned field, it is not the document's recipe: its other fields have no effect
    /// there. The last warnings about the document then stay until it changes.
    pub(super) fn take_warnings(&mut self, warnings: Vec<RecipeError>) {
        if !self.is_preview() {
            (self.warnings, self.warned) = (warnings, self.document.revision());
        } else if self.warned != self.document.revision() {
            self.warnings.clear();
        }
    }

    /// The key of the terrain that is shown. What its files contain is not in it: a change of a file requests the picture again.
    pub(super) fn terrain_key(&mut self) -> Option<TerrainKey> {
        let (revision, recipe) = self.shown.clone()?;
        let layers = self.layers();
        let has_ground = layers.ground.is_some();
        let known = self.recipe_key.take();
        let key = match &known {
            Some((of, with, key)) if (*of, *with) == (revision, has_ground) => key.clone(),
            _ => RecipeKey::new(&recipe, has_ground),
        };
        // The colours of the same terrain stay.
        if let (Some((before, _, same)), Some((held, _))) = (&known, &mut self.held_range)
            && (*held, same) == (*before, &key)
        {
            *held = revision;
        }
        let terrain = key.with(&layers);
        self.recipe_key = Some((revision, has_ground, key));
        Some(terrain)
    }

    pub(super) fn revision(&self) -> u64 {
        self.shown.as_ref().map_or(0, |(revision, _)| *revision)
    }

    /// Whether drafts are fine enough to show brush strokes. Drafts of planets are as coarse as a view of the whole planet
    /// needs, so they show only large brushes.
    pub(super) fn drafts_show_brush(&self) -> bool {
        let (Some(height_field), Some(brushes)) = (&self.height_field, &self.paint.brushes) else {
            return true;
        };
        height_field.sphere.is_none() || brushes.brush.radius > height_field.detail()
    }

    /// The name of the recipe on the command line: its file or its preset. `None` if the recipe has unsaved changes.
    pub(super) fn cli_name(&self) -> Option<String> {
        let path = self.document.path().map(|path| path.display().to_string());
        let name = path.unwrap_or_else(|| self.document.title().to_owned());
        (!self.document.is_changed()).then_some(name)
    }

    /// The recovery file for unsaved changes.
    pub(super) fn recovery_path(&self, state: Option<PathBuf>) -> Option<PathBuf> {
        match self.document.path() {
            Some(path) => recovery_file_of(path),
            None => Some(recovery_file_in(&recovery_folder(state)?, self.document.title())),
        }
    }
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;

    use super::*;
    use crate::document::{Edit, path_of};
    use crate::draft;
    use crate::eye::Motion;

    /// Changes two numbers, then sets the ground in the order in which the worker sends it: coarse, exact, fine.
    fn change(project: &mut Project, size: f64, scale: f64) {
        for (path, value) in [("domain.size", size), ("height.scale", scale)] {
            project.document.apply(&Edit::number(path_of(path), value)).unwrap();
        }
        project.update_shown();
        let recipe = Arc::clone(project.document.recipe().unwrap());
        for (samples, exactly) in [(97, false), (193, true), (449, false)] {
            let height_field = Arc::new(HeightField::new(&recipe, &NoImages, samples).unwrap());
            let exact = exactly.then(|| Arc::new(GroundQuery::new(&recipe, &NoImages).unwrap()));
            let revision = project.revision();
            project.set_ground(revision, height_field, exact);
        }
    }

    /// Asserts that the eye is above the ground, and that no ground is close in front of it.
    fn is_free(project: &Project, what: &str) {
        let (Eye::Plane(eye), Some(ground), Some(height_field)) =
            (project.eye, &project.ground, &project.height_field)
        else {
            panic!("a plane has ground");
        };
        let [x, y, z] = eye.position();
        let [height, _] = ground.at([x, y]).unwrap();
        assert!(z > height + 1.9, "{what}: the eye is at {z} m, the ground at {height} m");
        let seen = draft::pick(height_field, &project.eye.camera().unwrap(), 0.0, 0.0);
        let away = seen.map_or(f64::INFINITY, |[u, v]| (u - x).hypot(v - y));
        assert!(away > 0.1 * eye.distance, "{what}: ground {away} m before the eye");
    }

    #[test]
    fn the_eye_stays_above_the_ground_and_returns_with_it() {
        let text = include_str!("../../../orogen/recipes/gullies.toml");
        let (size, scale) = (16_384.0, 2900.0);
        for (near, turned) in [(false, 0.0), (true, 0.0), (true, 400.0), (false, 800.0)] {
            let mut project = Project::new(Document::new("gullies", text));
            change(&mut project, size, scale);
            is_free(&project, "at first");
            project.move_eye(Motion::Orbit([turned, -20.0]), 500.0);
            if near {
                project.move_eye(Motion::Zoom(14.0), 500.0);
            }
            is_free(&project, "moved");
            let Eye::Plane(before) = project.eye else { panic!("it is a plane") };
            for (wider, higher) in
                [(10.0, 1.0), (10.0, 10.0), (0.25, 1.0), (1.0, 10.0), (1.0, 0.1), (1.0, 1.0)]
            {
                change(&mut project, wider * size, higher * scale);
                is_free(&project, &format!("{wider} times as wide and {higher} times as high"));
            }
            let Eye::Plane(after) = project.eye else { panic!("it is a plane") };
            let moved: Vec<_> =
                before.position().iter().zip(after.position()).map(|(a, b)| (a - b).abs()).collect();
            assert!(moved.iter().all(|moved| *moved < 0.005 * size), "{moved:?}");
        }
    }

    /// The view shows one field, whose readers have no effect there. They are not unused for that.
    #[test]
    fn a_pinned_field_gives_no_warnings() {
        let text = "orogen = 1\ndomain.size = 1000\nheight.field = \"land\"\n[fields.base]\ntype = \"fbm\"\nwavelength = 400\n\
                    [fields.land]\ntype = \"invert\"\ninput = \"base\"\n";
        let mut project = Project::new(Document::new("mine", text));
        let warnings = |project: &mut Project| {
            project.update_shown();
            let (_, recipe) = project.shown.clone().unwrap();
            let ground = GroundQuery::new(&recipe, &NoImages).unwrap();
            project.take_warnings(ground.warnings().to_vec());
            (ground.warnings().len(), project.warnings.len())
        };
        assert_eq!(warnings(&mut project), (0, 0));
        project.graph_state.pinned = Some("base".to_owned());
        let (of_view, shown) = warnings(&mut project);
        assert!(of_view > 0 && shown == 0, "{of_view} {shown}");
    }

    #[test]
    fn home_looks_at_the_ground_and_not_at_the_sea_below_it() {
        let text =
            include_str!("../../../orogen/recipes/gullies.toml").replace("offset = ", "offset = 5000 # ");
        let mut project = Project::new(Document::new("gullies", text));
        change(&mut project, 16_384.0, 2900.0);
        let Eye::Plane(home) = project.home() else { panic!("it is a plane") };
        let range = project.height_field.as_ref().unwrap().range.map(f64::from);
        assert!((range[0]..range[1]).contains(&home.target[2]), "{range:?} {home:?}");
    }
}
