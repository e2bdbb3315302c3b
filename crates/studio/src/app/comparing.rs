//! Recipe B beside the view: requests for its pictures, and their results.

use std::sync::Arc;

use egui::{Context, TextureHandle};
use orogen_engine::recipe::Recipe;

use super::Studio;
use super::results::put;
use crate::host::Host;
use crate::jobs::{Draft, DraftRequest, DraftWorker, RenderEvent, RenderRequest, RenderWorker, Waker};

/// The picture of recipe B.
pub(super) struct Comparison {
    /// The text of B, and its recipe.
    text: Arc<str>,
    recipe: Arc<Recipe>,
    /// Identifies the recipe for the workers.
    revision: u64,
    drafts: DraftWorker,
    renderer: RenderWorker,
    pub(super) picture: Option<TextureHandle>,
    /// The render whose pictures are shown; drafts are not shown after it has begun to arrive.
    ticket: u64,
    is_rendered: bool,
    /// Why there is no picture of the newest B.
    pub(super) error: Option<String>,
}

impl Comparison {
    fn new(
        host: &Arc<dyn Host>,
        waker: &Waker,
        text: Arc<str>,
        recipe: Arc<Recipe>,
    ) -> std::io::Result<Self> {
        Ok(Self {
            text,
            recipe,
            revision: 1,
            drafts: DraftWorker::new(Arc::clone(host), waker.clone())?,
            renderer: RenderWorker::new(Arc::clone(host), waker.clone())?,
            picture: None,
            ticket: 0,
            is_rendered: false,
            error: None,
        })
    }

    /// Requests a draft with the same view as another one.
    pub(super) fn draft(&mut self, like: &DraftRequest) {
        let (revision, recipe) = (self.revision, Arc::clone(&self.recipe));
        let (pose, colour_range) = (None, None);
        self.drafts.request(DraftRequest { revision, recipe, pose, colour_range, ..like.clone() });
        self.is_rendered = false;
        self.ticket = 0;
        self.renderer.cancel();
    }

    /// Requests pictures with the same view as another request.
    pub(super) fn render(&mut self, like: &RenderRequest) {
        let (revision, recipe) = (self.revision, Arc::clone(&self.recipe));
        self.ticket = like.ticket;
        self.renderer.request(RenderRequest { revision, recipe, colour_range: None, ..like.clone() });
    }

    /// Forgets the picture, and stops the work on it. The workers stay: to wait for their threads could stop the window for long.
    pub(super) fn clear(&mut self) {
        (self.picture, self.ticket) = (None, 0);
        self.drafts.cancel();
        self.renderer.cancel();
    }

    fn take_results(&mut self, ctx: &Context) {
        let drafts: Vec<_> = self.drafts.results().collect();
        for result in drafts.into_iter().filter(|result| result.revision == self.revision) {
            match result.draft {
                Draft::Picture(picture) if !self.is_rendered => {
                    put(&mut self.picture, ctx, &picture);
                    self.error = None;
                }
                Draft::Refused(error) => self.error = Some(error.message),
                Draft::Failed(error) => self.error = Some(error),
                Draft::Picture(_) | Draft::Ground { .. } => {}
            }
        }
        for event in self.renderer.events() {
            if let RenderEvent::Picture { ticket, picture, .. } = event
                && ticket == self.ticket
            {
                put(&mut self.picture, ctx, &picture);
                self.is_rendered = true;
            }
        }
    }
}

impl Studio {
    /// Shows or hides recipe B.
    pub(super) fn show_comparison(&mut self, on: bool) {
        let Some(project) = &mut self.project else { return };
        project.beside = on && project.compared.is_some();
        // Both pictures are requested again.
        project.wanted = None;
        if !project.beside {
            self.comparison.iter_mut().for_each(Comparison::clear);
        }
        self.update_comparison();
    }

    /// Reads recipe B if its text has changed.
    pub(super) fn update_comparison(&mut self) {
        let Some(project) = &mut self.project else { return };
        let (true, Some(text)) = (project.beside, &project.compared) else { return };
        if self.comparison.as_ref().is_some_and(|comparison| comparison.text == *text) {
            return;
        }
        let Some(recipe) = project.document.parsed(Arc::clone(text)) else {
            self.notice = Some(("B is not a valid recipe.".to_owned(), true));
            project.beside = false;
            return;
        };
        match &mut self.comparison {
            Some(comparison) => {
                (comparison.text, comparison.recipe, comparison.error) = (Arc::clone(text), recipe, None);
                comparison.revision += 1;
            }
            None => match Comparison::new(&self.host, &self.waker, Arc::clone(text), recipe) {
                Ok(comparison) => self.comparison = Some(comparison),
                Err(error) => {
                    self.notice = Some((error.to_string(), true));
                    project.beside = false;
                }
            },
        }
        project.wanted = None;
    }

    /// Takes pictures of recipe B.
    pub(super) fn take_comparison(&mut self, ctx: &Context) {
        self.comparison.iter_mut().for_each(|comparison| comparison.take_results(ctx));
    }
}
