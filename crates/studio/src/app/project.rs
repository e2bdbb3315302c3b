//! A recipe that is open: its text, its terrain, and how one looks at it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use egui::TextureHandle;
use orogen::recipe::{Recipe, RecipeError};
use orogen_view::Sun;

use super::easel::{Easel, rescue_folder};
use super::painting::Painting;
use crate::document::Document;
use crate::eye::{Eye, Motion, PlaneEye, Stand};
use crate::jobs::Look;
use crate::panels::{ExportDraft, RecipeTab};
use crate::relief::{Ground, Relief};

/// The sun of a recipe that was just opened.
const SUN: Sun = Sun { elevation: 32.0, azimuth: 250.0 };

/// What pictures are wanted of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) revision: u64,
    pub(super) eye: Eye,
    pub(super) sun: Sun,
    pub(super) look: Look,
    pub(super) size: [u32; 2],
    /// Of what is painted.
    pub(super) stamp: Option<[u64; 2]>,
}

/// A recipe that is open.
pub(super) struct Project {
    pub(super) document: Document,
    pub(super) tab: RecipeTab,
    pub(super) eye: Eye,
    /// Where the eye stands since a hand moved it last, and where it was put over the present ground.
    stand: Option<(Stand, PlaneEye)>,
    pub(super) sun: Sun,
    pub(super) look: Look,
    /// The recipe that is shown, and the revision of the document that it was first of.
    pub(super) shown: Option<(u64, Arc<Recipe>)>,
    pub(super) relief: Option<Arc<Relief>>,
    pub(super) ground: Option<Arc<Ground>>,
    /// The recipe that the ground is of: that of the one before stays until it is made.
    exact_of: u64,
    /// What is doubtful in the recipe.
    pub(super) warnings: Vec<RecipeError>,
    pub(super) picture: Option<TextureHandle>,
    pub(super) painting: Painting,
    /// What was asked of exports last, and of which recipe: its folder and name.
    pub(super) exported: Option<(PathBuf, ExportDraft)>,
    pub(super) map: Option<TextureHandle>,
    /// Small pictures of fields.
    pub(super) pictures: BTreeMap<String, TextureHandle>,
    pub(super) wanted: Option<Wanted>,
    /// Columns and rows of the view.
    pub(super) size: [u32; 2],
    pub(super) pointed: Option<[f64; 2]>,
    pub(super) easel: Easel,
    pub(super) measuring: bool,
    pub(super) marks: Vec<[f64; 2]>,
    pub(super) bookmarks: Vec<Eye>,
    pub(super) compared: Option<Arc<str>>,
    pub(super) graph: bool,
    pub(super) split: bool,
    pub(super) scene: egui::Rect,
    /// The text that is kept for the case that the program ends early, and when it was last changed.
    pub(super) kept: Option<(u64, f64)>,
}

impl Project {
    pub(super) fn new(document: Document) -> Self {
        let eye = document
            .recipe()
            .map_or(Eye::Plane(crate::eye::PlaneEye::whole(1000.0)), |recipe| Eye::of(recipe));
        Self {
            // Without a terrain there is nothing but the text to work on.
            tab: if document.recipe().is_some() { RecipeTab::Fields } else { RecipeTab::Text },
            document,
            eye,
            stand: None,
            sun: SUN,
            look: Look::default(),
            shown: None,
            relief: None,
            ground: None,
            exact_of: 0,
            warnings: Vec::new(),
            picture: None,
            painting: Painting::new(),
            exported: None,
            map: None,
            pictures: BTreeMap::new(),
            wanted: None,
            size: [1; 2],
            pointed: None,
            easel: Easel::default(),
            measuring: false,
            marks: Vec::new(),
            bookmarks: Vec::new(),
            compared: None,
            graph: false,
            split: false,
            scene: egui::Rect::ZERO,
            kept: None,
        }
    }

    /// Takes up the recipe of the document, if it is another.
    pub(super) fn take_up(&mut self) {
        let Some(recipe) = self.document.recipe() else { return };
        if self.shown.as_ref().is_some_and(|(_, shown)| Arc::ptr_eq(shown, recipe)) {
            return;
        }
        if !self.eye.fits(recipe) || self.shown.is_none() {
            (self.eye, self.relief, self.stand) = (Eye::of(recipe), None, None);
        }
        self.shown = Some((self.document.revision(), Arc::clone(recipe)));
    }

    pub(super) fn revision(&self) -> u64 {
        self.shown.as_ref().map_or(0, |(revision, _)| *revision)
    }

    /// Where the eye stands, for ground that is not known yet; eyes over planets stay where they are.
    pub(super) fn stand(&self) -> Option<Stand> {
        let Eye::Plane(eye) = self.eye else { return None };
        Some(match (self.stand, &self.relief) {
            (Some((stand, here)), _) if here == eye => stand,
            (_, Some(relief)) => Stand::over(eye, relief),
            (_, None) => Stand::new(eye),
        })
    }

    /// Takes other ground under the eye; `exact`, once it is made.
    pub(super) fn stand_on(&mut self, relief: Arc<Relief>, exact: Option<Arc<Ground>>) {
        if let Some(exact) = exact {
            (self.ground, self.exact_of) = (Some(exact), self.revision());
        }
        let stand = self.stand();
        if let Some(stand) = stand {
            self.eye = Eye::Plane(stand.on(&relief));
        }
        self.relief = Some(relief);
        self.lift();
        if let (Eye::Plane(eye), Some(stand)) = (self.eye, stand) {
            self.stand = Some((stand, eye));
        }
    }

    /// Moves the eye.
    pub(super) fn shift(&mut self, motion: Motion, rows: f64) {
        self.eye.shift(motion, rows, self.relief.as_deref());
        self.lift();
    }

    /// Lifts the eye out of ground that the raster does not show.
    fn lift(&mut self) {
        let exact = self.ground.as_ref().filter(|_| self.exact_of == self.revision());
        let here = exact.and_then(|ground| ground.at(self.eye.below()));
        if let (Some([height, _]), Some(relief)) = (here, &self.relief) {
            self.eye.keep_over(relief.covered(height));
        }
    }

    /// From where all of the terrain is seen.
    pub(super) fn home(&self) -> Eye {
        let eye = self.shown.as_ref().map_or(self.eye, |(_, recipe)| Eye::of(recipe));
        match (eye, &self.relief) {
            (Eye::Plane(eye), Some(relief)) => Eye::Plane(Stand::new(eye).on(relief)),
            _ => eye,
        }
    }

    /// Whether what the brush does is seen in drafts: those of planets are as coarse as a picture of all of it.
    pub(super) fn drafts_show_the_brush(&self) -> bool {
        let (Some(relief), Some(kit)) = (&self.relief, &self.easel.kit) else { return true };
        relief.sphere.is_none() || kit.brush.radius > relief.detail()
    }

    /// What it is called on the command line: its file, or the preset that it still is.
    pub(super) fn called(&self) -> Option<String> {
        let path = self.document.path().map(|path| path.display().to_string());
        let name = path.unwrap_or_else(|| self.document.title().to_owned());
        (!self.document.is_changed()).then_some(name)
    }

    /// Where changes are kept for the case that the program ends early.
    pub(super) fn rescue(&self, state: Option<PathBuf>) -> Option<PathBuf> {
        match self.document.path() {
            Some(path) => {
                let name = path.file_name()?.to_string_lossy();
                Some(path.with_file_name(format!(".{name}.orogen-rescue")))
            }
            None => Some(rescue_folder(state)?.join(format!("{}.toml", self.document.title()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use orogen::image::NoImages;

    use super::*;
    use crate::document::{Edit, path_of};
    use crate::sketch;

    /// Changes two numbers, and takes the ground of the recipe as threads would bring it: coarse, exact, fine.
    fn change(project: &mut Project, size: f64, scale: f64) {
        for (path, value) in [("domain.size", size), ("height.scale", scale)] {
            project.document.apply(&Edit::number(path_of(path), value)).unwrap();
        }
        project.take_up();
        let recipe = Arc::clone(project.document.recipe().unwrap());
        for (samples, exactly) in [(97, false), (193, true), (449, false)] {
            let relief = Arc::new(Relief::new(&recipe, &NoImages, samples).unwrap());
            let exact = exactly.then(|| Arc::new(Ground::new(&recipe, &NoImages).unwrap()));
            project.stand_on(relief, exact);
        }
    }

    /// The eye is above the ground, and none of it is right before it.
    fn is_free(project: &Project, what: &str) {
        let (Eye::Plane(eye), Some(ground), Some(relief)) = (project.eye, &project.ground, &project.relief)
        else {
            panic!("a plane has ground");
        };
        let [x, y, z] = eye.place();
        let [height, _] = ground.at([x, y]).unwrap();
        assert!(z > height + 1.9, "{what}: the eye is at {z} m, the ground at {height} m");
        let seen = sketch::hit(relief, &project.eye.camera().unwrap(), 0.0, 0.0);
        let away = seen.map_or(f64::INFINITY, |[u, v]| (u - x).hypot(v - y));
        assert!(away > 0.1 * eye.distance, "{what}: ground {away} m before the eye");
    }

    #[test]
    fn the_eye_is_never_inside_of_slopes_and_comes_back_with_the_ground() {
        let text = include_str!("../../../../recipes/alps.toml");
        let (size, scale) = (16_384.0, 2900.0);
        for (near, turned) in [(false, 0.0), (true, 0.0), (true, 400.0), (false, 800.0)] {
            let mut project = Project::new(Document::new("alps", text));
            change(&mut project, size, scale);
            is_free(&project, "at first");
            project.shift(Motion::Orbit([turned, -20.0]), 500.0);
            if near {
                project.shift(Motion::Zoom(14.0), 500.0);
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
                before.place().iter().zip(after.place()).map(|(a, b)| (a - b).abs()).collect();
            assert!(moved.iter().all(|moved| *moved < 0.005 * size), "{moved:?}");
        }
    }

    #[test]
    fn home_looks_at_the_ground_and_not_at_the_sea_below_it() {
        let text = include_str!("../../../../recipes/alps.toml").replace("offset = ", "offset = 5000 # ");
        let mut project = Project::new(Document::new("alps", text));
        change(&mut project, 16_384.0, 2900.0);
        let Eye::Plane(home) = project.home() else { panic!("it is a plane") };
        let range = project.relief.as_ref().unwrap().range.map(f64::from);
        assert!((range[0]..range[1]).contains(&home.target[2]), "{range:?} {home:?}");
    }
}
