//! The makers of a generator, the preferred one first.

use std::sync::Arc;

use crate::generate::maker::Maker;
use crate::generate::tile::GenerateError;

pub(super) struct Roster(Vec<Hired>);

struct Hired {
    maker: Box<dyn Maker>,
    name: Arc<str>,
    /// Jobs it was given and has not reported.
    in_hand: usize,
    /// Why it is lost for good.
    lost: Option<String>,
}

impl Roster {
    pub(super) fn new(makers: Vec<Box<dyn Maker>>) -> Self {
        let hire = |maker: Box<dyn Maker>| Hired { name: maker.name().into(), maker, in_hand: 0, lost: None };
        Self(makers.into_iter().map(hire).collect())
    }

    /// The first from number `from` on that is not lost.
    pub(super) fn present(&self, from: usize) -> Option<usize> {
        (from..self.0.len()).find(|&maker| self.0[maker].lost.is_none())
    }

    pub(super) fn name(&self, maker: usize) -> Arc<str> {
        Arc::clone(&self.0[maker].name)
    }

    /// Why one is lost for good, if it is.
    pub(super) fn lost(&self, maker: usize) -> Option<&str> {
        self.0[maker].lost.as_deref()
    }

    pub(super) fn lose(&mut self, maker: usize, reason: String) {
        self.0[maker].lost.get_or_insert(reason);
    }

    /// What to say when none is present any more.
    pub(super) fn nobody(&self) -> GenerateError {
        let last = self.0.last();
        let maker = last.map_or_else(|| "no maker".into(), |last| Arc::clone(&last.name));
        let message = last.and_then(|last| last.lost.clone());
        GenerateError::Maker {
            maker,
            message: message.unwrap_or_else(|| "nobody is there to make tiles".into()),
        }
    }

    /// Whether one wants another job.
    pub(super) fn has_room(&self, maker: usize) -> bool {
        let hired = &self.0[maker];
        hired.in_hand < hired.maker.capacity().max(1)
    }

    /// Notes that one was given a job.
    pub(super) fn gave(&mut self, maker: usize) {
        self.0[maker].in_hand += 1;
    }

    /// Notes that one has reported a job.
    pub(super) fn got_back(&mut self, maker: usize) {
        self.0[maker].in_hand -= 1;
    }

    pub(super) fn get(&mut self, maker: usize) -> &mut dyn Maker {
        self.0[maker].maker.as_mut()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}
