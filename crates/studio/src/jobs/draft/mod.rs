//! Drafts: the height field of the newest recipe, and a picture of it.
//!
//! While requests keep coming, each is answered by one draft, as fine as its time allows: `drafter::BUDGET` for the height field,
//! and the same for the picture. Then drafts get finer until the next request. A draft has three stages: heights, their light,
//! and a picture. Only the stages that a change affects are made again.

mod drafter;

use std::sync::Arc;

use orogen_engine::generate::SharedImages;
use orogen_engine::query::QueryError;
use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_view::{GroundExtent, Style, Sun};

use super::image_cache::ImageCache;
use super::request_worker::RequestWorker;
use super::{Newest, Urgency, Waker};
use crate::draft::Rgba;
use crate::eye::{Eye, Pose};
use crate::height_field::{GroundQuery, HeightField};
use crate::host::Host;
use crate::layer::{Layers, Stamps};
use drafter::Drafter;

/// A request for drafts.
#[derive(Clone, Debug)]
pub struct DraftRequest {
    /// Identifies the results of this request. Later requests have greater tickets.
    pub ticket: u64,
    /// The revision of the recipe, which identifies it.
    pub revision: u64,
    /// The recipe.
    pub recipe: Arc<Recipe>,
    /// The strokes.
    pub layers: Layers,
    /// The viewpoint. `None`: no picture is drawn.
    pub eye: Option<Eye>,
    /// The pose that gives the eye on new ground. `None`: the eye stays in place.
    pub pose: Option<Pose>,
    /// The sun.
    pub sun: Sun,
    /// Whether a stroke is being drawn. If so, drafts leave out the slow parts.
    pub interactive: bool,
    /// How far the ground extends.
    pub bounds: GroundExtent,
    /// The style.
    pub style: Style,
    /// The heights that colours span. `None`: those of the ground.
    pub colour_range: Option<[f32; 2]>,
    /// Columns per row of the picture.
    pub aspect: f64,
}

/// A result of a request.
#[derive(Debug)]
pub struct DraftResult {
    /// The ticket of the request.
    pub ticket: u64,
    /// The revision of the recipe.
    pub revision: u64,
    /// The versions of the strokes.
    pub stamps: Stamps,
    /// The result.
    pub draft: Draft,
}

/// A draft.
#[derive(Debug)]
pub enum Draft {
    /// The ground.
    Ground {
        /// The height field.
        height_field: Arc<HeightField>,
        /// Exact heights, once they are ready.
        exact: Option<Arc<GroundQuery>>,
        /// Warnings about the recipe.
        warnings: Vec<RecipeError>,
    },
    /// A picture.
    Picture(Rgba),
    /// The recipe is invalid.
    Refused(RecipeError),
    /// The draft failed for another reason.
    Failed(String),
}

/// Makes drafts on its own thread.
#[derive(Debug)]
pub struct DraftWorker(RequestWorker<DraftRequest, DraftResult>);

impl DraftWorker {
    /// Starts the worker.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        RequestWorker::new("drafts", Urgency::Now, waker, move |requests, send| {
            // The threads of the global pool may have a low priority.
            match rayon::ThreadPoolBuilder::new().build() {
                Ok(pool) => pool.install(|| work(&*host, requests, send)),
                Err(_) => work(&*host, requests, send),
            }
        })
        .map(Self)
    }

    /// Requests drafts. This request replaces any earlier one.
    pub fn request(&self, request: DraftRequest) {
        self.0.request(request);
    }

    /// Stops after the draft in progress.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// Results since the last call.
    pub fn results(&self) -> impl Iterator<Item = DraftResult> {
        self.0.results()
    }
}

/// The recipe with its strokes, as the engine takes it.
struct Subject {
    recipe: Arc<Recipe>,
    images: SharedImages,
}

impl Subject {
    fn of(request: &DraftRequest, images: SharedImages) -> Self {
        let recipe = request.layers.recipe(&request.recipe);
        let images = request.layers.images(&recipe, images);
        Self { recipe, images }
    }

    fn is_planet(&self) -> bool {
        self.recipe.domain.sphere().is_some()
    }
}

fn work(host: &dyn Host, requests: &Newest<DraftRequest>, send: &dyn Fn(DraftResult)) {
    let mut drafter = Drafter::new();
    let mut cache = ImageCache::default();
    while let Some(request) = requests.take() {
        let subject = Subject::of(&request, cache.of(host, request.revision, &request.recipe));
        let send = |draft| {
            let stamps = request.layers.stamps();
            send(DraftResult { ticket: request.ticket, revision: request.revision, stamps, draft });
        };
        if let Err(error) = drafter.answer(&request, &subject, &|| !requests.is_stale(), &send) {
            drafter.forget();
            cache.clear();
            match error {
                QueryError::Recipe(error) => send(Draft::Refused(error)),
                error => send(Draft::Failed(error.to_string())),
            }
        }
    }
}

#[cfg(test)]
mod tests;
