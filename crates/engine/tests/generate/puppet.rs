//! A maker that the test controls: it makes nothing until the test tells it to.

use std::sync::{Arc, Mutex};

use orogen_engine::generate::maker::{Job, Maker, Preparation, Refusal};
use orogen_engine::generate::tile::{Planes, Request};

use crate::scene::until;

/// The jobs and preparations that the maker has received and the test has not taken yet.
#[derive(Default)]
pub(crate) struct Hands {
    jobs: Mutex<Vec<Job>>,
    preparations: Mutex<Vec<Preparation>>,
}

pub(crate) struct Puppet {
    name: &'static str,
    capacity: usize,
    hands: Arc<Hands>,
}

impl Puppet {
    pub(crate) fn new(name: &'static str, capacity: usize) -> (Box<Self>, Arc<Hands>) {
        let hands = Arc::<Hands>::default();
        (Box::new(Self { name, capacity, hands: Arc::clone(&hands) }), hands)
    }
}

impl Maker for Puppet {
    fn name(&self) -> &str {
        self.name
    }

    fn capacity(&self) -> usize {
        self.capacity
    }

    fn prepare(&mut self, preparation: Preparation) {
        self.hands.preparations.lock().unwrap().push(preparation);
    }

    fn make(&mut self, job: Job) {
        self.hands.jobs.lock().unwrap().push(job);
    }
}

impl Hands {
    /// Waits for the next job.
    pub(crate) fn job(&self) -> Job {
        until("a job", || (!self.jobs.lock().unwrap().is_empty()).then_some(()));
        self.jobs.lock().unwrap().remove(0)
    }

    /// Waits for the next preparation.
    pub(crate) fn preparation(&self) -> Preparation {
        until("a preparation", || (!self.preparations.lock().unwrap().is_empty()).then_some(()));
        self.preparations.lock().unwrap().remove(0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.jobs.lock().unwrap().is_empty() && self.preparations.lock().unwrap().is_empty()
    }

    /// Lets the next recipe take effect.
    pub(crate) fn ready(&self) {
        self.preparation().finish(Ok(()));
    }

    /// Makes the next tile, with `height` for all its numbers, and returns its request.
    pub(crate) fn make(&self, height: f32) -> Request {
        let job = self.job();
        let request = *job.request();
        finish(job, height);
        request
    }

    pub(crate) fn refuse(&self, refusal: Refusal) {
        self.job().finish(Err(refusal));
    }
}

/// Makes a tile, with `height` for all its numbers.
pub(crate) fn finish(job: Job, height: f32) {
    let samples = job.request().place.samples();
    let slopes = if job.request().slopes { samples } else { 0 };
    let height = vec![height; samples];
    job.finish(Ok(Planes { height, dx: vec![0.0; slopes], dy: vec![0.0; slopes], dz: Vec::new() }));
}
