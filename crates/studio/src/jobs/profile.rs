//! Profiles along lines.

use std::sync::Arc;

use orogen_engine::planet::Sphere;

use super::request_worker::RequestWorker;
use super::{Urgency, Waker};
use crate::height_field::GroundQuery;
use crate::profile::Profile;

/// A request for a profile.
#[derive(Clone, Debug)]
pub struct ProfileRequest {
    /// The ground.
    pub ground: Arc<GroundQuery>,
    /// The sphere of a planet.
    pub sphere: Option<Sphere>,
    /// The ends of the line: x and y in metres or, on a planet, latitude and longitude in degrees.
    pub ends: [[f64; 2]; 2],
}

/// Computes profiles on its own thread.
#[derive(Debug)]
pub struct ProfileWorker(RequestWorker<ProfileRequest, Profile>);

impl ProfileWorker {
    /// Starts the worker.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(waker: Waker) -> std::io::Result<Self> {
        let worker = RequestWorker::<ProfileRequest, Profile>::new(
            "profiles",
            Urgency::Later,
            waker,
            |requests, send| {
                while let Some(ProfileRequest { ground, sphere, ends: [from, to] }) = requests.take() {
                    if let Some(profile) = Profile::new(&ground, sphere, from, to) {
                        send(profile);
                    }
                }
            },
        );
        worker.map(Self)
    }

    /// Requests a profile. This request replaces any earlier one.
    pub fn request(&self, request: ProfileRequest) {
        self.0.request(request);
    }

    /// Profiles finished since the last call.
    pub fn results(&self) -> impl Iterator<Item = Profile> {
        self.0.results()
    }
}
