//! A maker whose strings the test pulls: it makes nothing until it is told to.

use std::sync::{Arc, Mutex};

use orogen_engine::generate::maker::{Job, Maker, Preparation, Refusal};
use orogen_engine::generate::tile::{Planes, Request};

use crate::scene::until;

/// What the maker has been given and the test has not taken from it.
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
    /// The next job, waited for.
    pub(crate) fn job(&self) -> Job {
        until("a job", || (!self.jobs.lock().unwrap().is_empty()).then_some(()));
        self.jobs.lock().unwrap().remove(0)
    }

    /// The next preparation, waited for.
    pub(crate) fn preparation(&self) -> Preparation {
        until("a preparation", || (!self.preparations.lock().unwrap().is_empty()).then_some(()));
        self.preparations.lock().unwrap().remove(0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.jobs.lock().unwrap().is_empty() && self.preparations.lock().unwrap().is_empty()
    }

    /// Lets the next recipe be taken up.
    pub(crate) fn ready(&self) {
        self.preparation().finish(Ok(()));
    }

    /// Makes the next tile, all of whose numbers are `height`, and says which.
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

/// Makes a tile, all of whose numbers are `height`.
pub(crate) fn finish(job: Job, height: f32) {
    let samples = job.request().place.samples();
    let slopes = if job.request().slopes { samples } else { 0 };
    let height = vec![height; samples];
    job.finish(Ok(Planes { height, dx: vec![0.0; slopes], dy: vec![0.0; slopes], dz: Vec::new() }));
}
