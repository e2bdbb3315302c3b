//! Drafts: the height field of the newest recipe, coarse first, and a picture of it.

use std::sync::Arc;

use orogen_engine::generate::SharedImages;
use orogen_engine::query::QueryError;
use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_engine::terrain::Drafts;
use orogen_view::{GroundExtent, Style, Sun};

use super::request_worker::RequestWorker;
use super::{Newest, Waker};
use crate::draft::{self, DraftShot, Rgba};
use crate::eye::{Eye, Pose};
use crate::height_field::{GroundQuery, HeightField};
use crate::host::Host;
use crate::layer::{EditedLayer, Since, TerrainKey};

/// Samples per side of the height field, coarse to fine.
const RESOLUTIONS: [usize; 3] = [97, 193, 449];

/// A request for drafts.
#[derive(Clone, Debug)]
pub struct DraftRequest {
    /// The revision of the recipe, which identifies it.
    pub revision: u64,
    /// The recipe.
    pub recipe: Arc<Recipe>,
    /// The strokes. `None`: those that the recipe names, if any.
    pub layer: Option<Arc<EditedLayer>>,
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
    /// Columns and rows of the picture.
    pub size: [usize; 2],
}

/// A result of a request.
#[derive(Debug)]
pub struct DraftResult {
    /// The revision of the recipe.
    pub revision: u64,
    /// The version of the strokes.
    pub stamp: Option<[u64; 2]>,
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
        /// A map. `None` while a stroke is being drawn.
        map: Option<Rgba>,
        /// Warnings about the recipe.
        warnings: Vec<RecipeError>,
    },
    /// A picture from this viewpoint.
    Picture(Eye, Rgba),
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
        RequestWorker::new("drafts", waker, move |requests, send| work(&*host, requests, send)).map(Self)
    }

    /// Requests drafts. This request replaces any earlier one.
    pub fn request(&self, request: DraftRequest) {
        self.0.request(request);
    }

    /// Results since the last call.
    pub fn results(&self) -> impl Iterator<Item = DraftResult> {
        self.0.results()
    }
}

/// The height field made last.
struct Cached {
    revision: u64,
    shown: TerrainKey,
    height_field: Arc<HeightField>,
    /// Index of the next resolution in [`RESOLUTIONS`].
    next: usize,
}

/// The recipe with its strokes, as the engine takes it.
struct Subject {
    recipe: Arc<Recipe>,
    images: SharedImages,
}

impl Subject {
    fn of(request: &DraftRequest, images: SharedImages) -> Self {
        match &request.layer {
            Some(layer) => Self { recipe: layer.recipe(&request.recipe), images: layer.images(images) },
            None => Self { recipe: Arc::clone(&request.recipe), images },
        }
    }
}

fn work(host: &dyn Host, requests: &Newest<DraftRequest>, send: &dyn Fn(DraftResult)) {
    let mut cached: Option<Cached> = None;
    // Images are read once per recipe, not once per point of a stroke.
    let mut read: Option<(u64, SharedImages)> = None;
    while let Some(request) = requests.take() {
        let known = read.take_if(|(revision, _)| *revision == request.revision);
        let (_, images) = read.insert(known.unwrap_or_else(|| (request.revision, host.images())));
        let subject = Subject::of(&request, Arc::clone(images));
        let send = |draft| {
            let stamp = request.layer.as_ref().map(|layer| layer.stamp());
            send(DraftResult { revision: request.revision, stamp, draft });
        };
        if let Err(error) = answer(&request, &subject, requests, &mut cached, &send) {
            (cached, read) = (None, None);
            match error {
                QueryError::Recipe(error) => send(Draft::Refused(error)),
                error => send(Draft::Failed(error.to_string())),
            }
        }
    }
}

fn answer(
    request: &DraftRequest,
    subject: &Subject,
    requests: &Newest<DraftRequest>,
    cached: &mut Option<Cached>,
    send: &dyn Fn(Draft),
) -> Result<(), QueryError> {
    let shown = TerrainKey::new(&request.recipe, request.layer.as_deref());
    let since =
        cached.as_ref().map_or(Since::All, |cached| shown.since(&cached.shown, request.layer.as_deref()));
    match (since, cached.as_mut()) {
        (Since::All, _) | (_, None) => *cached = None,
        (Since::Within(bounds), Some(old)) => {
            old.height_field = Arc::new(old.height_field.with_changed_strokes(
                &subject.recipe,
                &Drafts(&*subject.images),
                &bounds,
            )?);
            picture(request, request.eye, &old.height_field, send);
            // Exact heights can wait while a stroke is being drawn.
            ground(request, subject, &old.height_field, !request.interactive, send)?;
        }
        (Since::Same, Some(old)) => {
            picture(request, request.eye, &old.height_field, send);
            if old.revision != request.revision {
                ground(request, subject, &old.height_field, true, send)?;
            }
        }
    }
    let mut next = 0;
    if let Some(cached) = cached {
        (cached.revision, cached.shown, next) = (request.revision, shown.clone(), cached.next);
    }
    while next < RESOLUTIONS.len() && !requests.is_stale() {
        let height_field = Arc::new(build(subject, RESOLUTIONS[next])?);
        ground(request, subject, &height_field, next > 0, send)?;
        // The receiver of this ground computes the same eye.
        let eye = request.pose.map(|pose| Eye::Plane(pose.on(&height_field))).or(request.eye);
        picture(request, eye, &height_field, send);
        next += 1;
        *cached = Some(Cached { revision: request.revision, shown: shown.clone(), height_field, next });
    }
    Ok(())
}

fn build(subject: &Subject, samples: usize) -> Result<HeightField, QueryError> {
    let Subject { recipe, images } = subject;
    // Samples on a planet cost several times as much as on a plane.
    let samples = if recipe.domain.sphere().is_some() { samples / 3 * 2 / 2 * 2 } else { samples };
    HeightField::new(recipe, &Drafts(&**images), samples)
}

/// Sends the ground. If `exactly`, a query for exact heights comes with it.
fn ground(
    request: &DraftRequest,
    subject: &Subject,
    height_field: &Arc<HeightField>,
    exactly: bool,
    send: &dyn Fn(Draft),
) -> Result<(), QueryError> {
    let exact =
        exactly.then(|| GroundQuery::new(&subject.recipe, &*subject.images)).transpose()?.map(Arc::new);
    let warnings = exact.as_ref().map_or_else(Vec::new, |ground| ground.warnings().to_vec());
    let map = (!request.interactive).then(|| draft::map(height_field));
    send(Draft::Ground { height_field: Arc::clone(height_field), exact, map, warnings });
    Ok(())
}

fn picture(request: &DraftRequest, eye: Option<Eye>, height_field: &HeightField, send: &dyn Fn(Draft)) {
    let Some(eye) = eye else { return };
    let DraftRequest { recipe, style, sun, bounds, .. } = request;
    let shot = DraftShot { height_field, recipe, style: *style, eye: &eye, sun: *sun, bounds: *bounds };
    if let Some(picture) = shot.draw(request.size) {
        send(Draft::Picture(eye, picture));
    }
}
