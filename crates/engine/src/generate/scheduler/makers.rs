//! The makers of a generator, the preferred one first.

use std::sync::Arc;

use crate::generate::maker::Maker;
use crate::generate::tile::GenerateError;

pub(super) struct Makers(Vec<Entry>);

struct Entry {
    maker: Box<dyn Maker>,
    name: Arc<str>,
    /// Number of jobs that the maker has not reported yet.
    jobs: usize,
    /// Why the maker is lost, if it is lost.
    lost: Option<String>,
}

impl Makers {
    pub(super) fn new(makers: Vec<Box<dyn Maker>>) -> Self {
        let entry = |maker: Box<dyn Maker>| Entry { name: maker.name().into(), maker, jobs: 0, lost: None };
        Self(makers.into_iter().map(entry).collect())
    }

    /// The first maker from number `from` on that is not lost.
    pub(super) fn available(&self, from: usize) -> Option<usize> {
        (from..self.0.len()).find(|&maker| self.0[maker].lost.is_none())
    }

    pub(super) fn name(&self, maker: usize) -> Arc<str> {
        Arc::clone(&self.0[maker].name)
    }

    /// Why a maker is lost, if it is lost.
    pub(super) fn lost(&self, maker: usize) -> Option<&str> {
        self.0[maker].lost.as_deref()
    }

    pub(super) fn lose(&mut self, maker: usize, reason: String) {
        self.0[maker].lost.get_or_insert(reason);
    }

    /// The error for a tile or recipe if no maker is left for it.
    pub(super) fn none_left(&self) -> GenerateError {
        let last = self.0.last();
        let maker = last.map_or_else(|| "no maker".into(), |last| Arc::clone(&last.name));
        let message = last.and_then(|last| last.lost.clone());
        GenerateError::Maker { maker, message: message.unwrap_or_else(|| "there is no maker left".into()) }
    }

    /// Whether a maker takes another job.
    pub(super) fn has_room(&self, maker: usize) -> bool {
        let entry = &self.0[maker];
        entry.jobs < entry.maker.capacity().max(1)
    }

    /// Counts a job that a maker was given.
    pub(super) fn job_begun(&mut self, maker: usize) {
        self.0[maker].jobs += 1;
    }

    /// Counts a job that a maker has reported.
    pub(super) fn job_ended(&mut self, maker: usize) {
        self.0[maker].jobs -= 1;
    }

    pub(super) fn get(&mut self, maker: usize) -> &mut dyn Maker {
        self.0[maker].maker.as_mut()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}
