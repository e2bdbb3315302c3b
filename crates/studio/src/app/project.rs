//! A recipe that is open: its text, its terrain, and how one looks at it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use egui::TextureHandle;
use orogen::recipe::{Recipe, RecipeError};
use orogen_view::Sun;

use crate::document::Document;
use crate::eye::Eye;
use crate::jobs::Look;
use crate::panels::RecipeTab;
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
}

/// A recipe that is open.
pub(super) struct Project {
    pub(super) document: Document,
    pub(super) tab: RecipeTab,
    pub(super) eye: Eye,
    pub(super) sun: Sun,
    pub(super) look: Look,
    /// The recipe that is shown, and the revision of the document that it was first of.
    pub(super) shown: Option<(u64, Arc<Recipe>)>,
    pub(super) relief: Option<Arc<Relief>>,
    pub(super) ground: Option<Arc<Ground>>,
    /// What is doubtful in the recipe.
    pub(super) warnings: Vec<RecipeError>,
    pub(super) picture: Option<TextureHandle>,
    /// Whether the picture is painted as wanted, and with how many samples.
    pub(super) painted: Option<u32>,
    pub(super) map: Option<TextureHandle>,
    /// Small pictures of fields.
    pub(super) pictures: BTreeMap<String, TextureHandle>,
    pub(super) wanted: Option<Wanted>,
    /// When the painter is to begin, in seconds of the program.
    pub(super) paint_at: Option<f64>,
    /// Columns and rows of the view.
    pub(super) size: [u32; 2],
    pub(super) pointed: Option<[f64; 2]>,
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
            sun: SUN,
            look: Look::default(),
            shown: None,
            relief: None,
            ground: None,
            warnings: Vec::new(),
            picture: None,
            painted: None,
            map: None,
            pictures: BTreeMap::new(),
            wanted: None,
            paint_at: None,
            size: [1; 2],
            pointed: None,
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

    /// Takes up the recipe of the document, if it is another; whether it is.
    pub(super) fn take_up(&mut self) -> bool {
        let Some(recipe) = self.document.recipe() else { return false };
        if self.shown.as_ref().is_some_and(|(_, shown)| Arc::ptr_eq(shown, recipe)) {
            return false;
        }
        if !self.eye.fits(recipe) || self.shown.is_none() {
            self.eye = Eye::of(recipe);
        }
        if let (Eye::Plane(eye), size) = (&mut self.eye, recipe.domain.size) {
            eye.size = size;
        }
        self.shown = Some((self.document.revision(), Arc::clone(recipe)));
        true
    }

    pub(super) fn revision(&self) -> u64 {
        self.shown.as_ref().map_or(0, |(revision, _)| *revision)
    }

    /// Where changes are kept for the case that the program ends early.
    pub(super) fn rescue(&self, state: Option<PathBuf>) -> Option<PathBuf> {
        match self.document.path() {
            Some(path) => {
                let name = path.file_name()?.to_string_lossy();
                Some(path.with_file_name(format!(".{name}.orogen-rescue")))
            }
            None => Some(state?.join("rescue").join(format!("{}.toml", self.document.title()))),
        }
    }
}
