//! The sheet of variations.

use std::sync::Arc;

use egui::{Context, TextureHandle, Ui};

use super::Studio;
use super::results::texture;
use crate::action::Action;
use crate::document::{Key, new_revision};
use crate::jobs::Subject;
use crate::panels::{self, VariationSheet};
use crate::varied::{COUNT, Varied};

/// The open sheet.
pub(super) struct Variations {
    varied: Varied,
    choices: Vec<Varied>,
    /// The revision of the recipe that varies.
    revision: u64,
    /// The key of the first picture.
    first: u64,
    /// `None`: not made yet.
    pictures: Vec<Option<Option<TextureHandle>>>,
}

impl Studio {
    /// Opens the sheet or changes what varies; `None` closes it.
    pub(super) fn vary(&mut self, varied: Option<Varied>) {
        // A picture for an earlier sheet may arrive late.
        let first = new_revision() * COUNT as u64;
        self.variation_thumbnails.request([]);
        self.variations = None;
        let (Some(varied), Some(project)) = (varied, &self.project) else { return };
        let Some((revision, recipe)) = &project.shown else { return };
        let document = &project.document;
        let is_plain = |path: &[Key]| document.expression(path).is_none();
        let choices = Varied::all(recipe, &is_plain);
        let sources = varied.values().into_iter().map(|value| document.varied(&varied.edit(value)));
        let sources: Vec<_> = sources.collect();
        let pictures = sources.iter().map(|source| source.is_err().then_some(None)).collect();
        let requests = sources.into_iter().enumerate();
        self.variation_thumbnails.request(
            requests.filter_map(|(at, source)| {
                Some((first + at as u64, Subject::Recipe(Arc::new(source.ok()?))))
            }),
        );
        self.variations = Some(Variations { varied, choices, revision: *revision, first, pictures });
    }

    /// Takes pictures that have arrived. Closes the sheet if the recipe has changed.
    pub(super) fn take_variations(&mut self, ctx: &Context) {
        let thumbnails: Vec<_> = self.variation_thumbnails.done().collect();
        let revision = self.project.as_ref().map(super::project::Project::revision);
        if self.variations.as_ref().is_some_and(|sheet| Some(sheet.revision) != revision) {
            self.vary(None);
        }
        let Some(sheet) = &mut self.variations else { return };
        for thumbnail in thumbnails {
            let at = thumbnail.key.checked_sub(sheet.first).map(|at| at as usize);
            if let Some(place) = at.and_then(|at| sheet.pictures.get_mut(at)) {
                *place = Some(thumbnail.picture.map(|picture| texture(ctx, "variation", &picture)));
            }
        }
    }

    pub(super) fn variation_sheet(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        if let Some(Variations { varied, choices, pictures, .. }) = &self.variations {
            panels::variations(ui, &VariationSheet { varied, choices, pictures }, actions);
        }
    }
}
