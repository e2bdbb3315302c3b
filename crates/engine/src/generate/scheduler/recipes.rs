//! Replaces one recipe by another.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Candidate, Message, Scheduler};
use crate::generate::maker::{Preparation, Refusal};
use crate::generate::revision::Revision;
use crate::generate::tile::{GenerateError, Version};

impl Scheduler {
    /// Whether there is a current recipe, or one that is being prepared or waits.
    pub(super) fn has_recipe(&self) -> bool {
        self.current.is_some() || self.preparing.is_some() || self.waiting.is_some()
    }

    pub(super) fn replace(&mut self, revision: Arc<Revision>) {
        if self.latest < Some(revision.version()) {
            self.latest = Some(revision.version());
            self.history.note(&revision);
            self.waiting = Some(revision);
            self.prepare_waiting();
        }
    }

    /// Starts to prepare the waiting recipe, unless another recipe is being prepared. A preparation is always finished:
    /// otherwise, while new recipes keep arriving, none of them would take effect.
    fn prepare_waiting(&mut self) {
        if self.preparing.is_none()
            && let Some(revision) = self.waiting.take()
        {
            self.prepare(Candidate { revision, maker: 0, declined: BTreeMap::new() });
        }
    }

    /// Prepares a recipe with the first maker that is not lost, from the candidate's maker on.
    fn prepare(&mut self, mut candidate: Candidate) {
        let Some(maker) = self.makers.available(candidate.maker) else {
            let error = self.makers.none_left();
            return self.failed(candidate.revision.version(), error);
        };
        candidate.maker = maker;
        let recipe = candidate.revision.recipe();
        let spacing = self.place.and_then(|place| place.spacing(recipe).ok());
        let spacing = spacing.unwrap_or_else(|| recipe.domain.spacing());
        let mailbox = self.mailbox.clone();
        let report = move |outcome| mailbox.send(Message::Prepared(outcome));
        let preparation = Preparation::new(Arc::clone(&candidate.revision), spacing, report);
        self.preparing = Some(candidate);
        self.call(maker, |maker| maker.prepare(preparation));
    }

    pub(super) fn prepared(&mut self, outcome: Result<(), Refusal>) {
        let Some(mut candidate) = self.preparing.take() else { return };
        let (version, name) = (candidate.revision.version(), self.makers.name(candidate.maker));
        match outcome {
            Ok(()) => {
                self.take_up(candidate);
            }
            Err(Refusal::Recipe(error)) => self.failed(version, GenerateError::Recipe(error)),
            Err(Refusal::Failed(message)) => {
                self.failed(version, GenerateError::Maker { maker: name, message });
            }
            Err(Refusal::Declined(reason)) => {
                candidate.declined.insert(candidate.maker, reason);
                candidate.maker += 1;
                self.prepare(candidate);
            }
            Err(Refusal::Lost(reason)) => {
                self.lose(candidate.maker, reason);
                self.prepare(candidate);
            }
        }
        self.prepare_waiting();
    }

    /// Makes tiles of this recipe from now on. The cache keeps only tiles that this recipe does not change, and only if their
    /// maker stays the same.
    fn take_up(&mut self, candidate: Candidate) {
        let maker = |candidate: &Candidate| self.makers.available(candidate.maker);
        let same_maker = self.current.as_ref().is_some_and(|before| maker(before) == maker(&candidate));
        let (sphere, now) = (candidate.revision.recipe().domain.sphere(), candidate.revision.version());
        let history = &self.history;
        self.cache.retain(|tile| same_maker && history.holds(&tile.request.place, sphere, tile.version, now));
        self.current = Some(candidate);
        self.fault = None;
        self.queue.renew();
    }

    /// Rejects a recipe. If there is no other recipe, not even one that waits, the queued requests fail with the error.
    fn failed(&mut self, version: Version, error: GenerateError) {
        if !self.has_recipe() {
            for ticket in self.queue.remove_queued().iter().flat_map(|work| work.tickets.iter()) {
                self.answer(ticket, Err(error.clone()));
            }
        }
        self.fault = Some((version, error));
    }
}
