//! Thumbnails of fields and presets.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use orogen_engine::nodes;
use orogen_engine::query::QueryError;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Drafts;
use orogen_view::{GroundExtent, Style, Sun};

use super::{Thread, Waker, spawn};
use crate::draft::{self, DraftShot, Rgba};
use crate::eye::Eye;
use crate::height_field::HeightField;
use crate::host::{Host, Preset};

/// Samples per side of a field's thumbnail.
const FIELD: usize = 72;

/// Columns and rows of a preset's thumbnail.
const PRESET: [usize; 2] = [336, 189];
/// Samples per side of the ground of a preset's thumbnail.
const GROUND: usize = 257;

/// The sun of presets.
const SUN: Sun = Sun { elevation: 30.0, azimuth: 245.0 };

/// The subject of a thumbnail.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A field of a recipe.
    Field(Arc<Recipe>, String),
    /// A preset.
    Preset(Preset),
}

/// A thumbnail.
#[derive(Debug)]
pub struct Thumbnail {
    /// The key of the request.
    pub key: u64,
    /// The picture. `None` if it could not be made.
    pub picture: Option<Rgba>,
}

#[derive(Debug, Default)]
struct Queue {
    requests: VecDeque<(u64, Subject)>,
    closed: bool,
}

/// Makes thumbnails one after the other.
#[derive(Debug)]
pub struct ThumbnailWorker {
    queue: Arc<(Mutex<Queue>, Condvar)>,
    done: Receiver<Thumbnail>,
    _thread: Thread,
}

impl ThumbnailWorker {
    /// Starts the worker.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        let queue = Arc::new((Mutex::default(), Condvar::new()));
        let (sender, done) = channel();
        let shared = Arc::clone(&queue);
        let thread = spawn("thumbnails", move || work(&*host, &shared, &sender, &waker))?;
        Ok(Self { queue, done, _thread: thread })
    }

    /// Requests these thumbnails in order. Replaces all waiting requests.
    pub fn request(&self, requests: impl IntoIterator<Item = (u64, Subject)>) {
        let (queue, changed) = &*self.queue;
        queue.lock().unwrap_or_else(PoisonError::into_inner).requests = requests.into_iter().collect();
        changed.notify_one();
    }

    /// Thumbnails finished since the last call.
    pub fn done(&self) -> impl Iterator<Item = Thumbnail> {
        self.done.try_iter()
    }
}

impl Drop for ThumbnailWorker {
    fn drop(&mut self) {
        let (queue, changed) = &*self.queue;
        queue.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        changed.notify_one();
    }
}

fn work(host: &dyn Host, queue: &(Mutex<Queue>, Condvar), sender: &Sender<Thumbnail>, waker: &Waker) {
    while let Some((key, subject)) = next(queue) {
        let picture = match &subject {
            Subject::Field(recipe, name) => field(host, recipe, name),
            Subject::Preset(preset) => preset_picture(host, preset),
        };
        // The window may be gone; then the queue is closed, too.
        _ = sender.send(Thumbnail { key, picture });
        waker.wake();
    }
}

fn next((queue, changed): &(Mutex<Queue>, Condvar)) -> Option<(u64, Subject)> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if queue.closed {
            return None;
        }
        if let Some(request) = queue.requests.pop_front() {
            return Some(request);
        }
        queue = changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// A field from above: brighter where it is higher, over its own range, with slight shading from the upper left.
fn field(host: &dyn Host, recipe: &Recipe, name: &str) -> Option<Rgba> {
    let mut recipe = recipe.clone();
    name.clone_into(&mut recipe.height.field);
    (recipe.height.scale, recipe.height.offset, recipe.sea) = (1.0, 0.0, None);
    recipe.materials.clear();
    // Strokes apply to the terrain, not to its fields.
    recipe.sculpt = None;
    let height_field =
        height_field(host, &recipe, if recipe.domain.sphere().is_some() { FIELD } else { 2 * FIELD - 1 })
            .ok()?;
    let [low, high] = height_field.range.map(f64::from);
    let span = if high > low { high - low } else { 1.0 };
    let colour = |here: f64, rise: f64| draft::grey(0.12 + (0.76 * (here - low) + 1.2 * rise) / span);
    Some(draft::from_above(&height_field, [FIELD; 2], &colour))
}

fn preset_picture(host: &dyn Host, preset: &Preset) -> Option<Rgba> {
    let recipe = Recipe::parse(Source::new(preset.name, preset.text), nodes::registry()).ok()?;
    let height_field = height_field(host, &recipe, GROUND - 1).ok()?;
    let mut eye = Eye::of(&recipe);
    if let Eye::Plane(eye) = &mut eye {
        (eye.distance, eye.elevation) = (0.85 * eye.size, -28.0);
        eye.target[2] = f64::from(height_field.range[0] + height_field.range[1]) / 2.0;
    }
    let style = Style::Realistic;
    let shot = DraftShot {
        height_field: &height_field,
        recipe: &recipe,
        style,
        eye: &eye,
        sun: SUN,
        bounds: GroundExtent::Endless,
    };
    shot.draw(PRESET)
}

fn height_field(host: &dyn Host, recipe: &Recipe, samples: usize) -> Result<HeightField, QueryError> {
    HeightField::new(recipe, &Drafts(&*host.images()), samples)
}
