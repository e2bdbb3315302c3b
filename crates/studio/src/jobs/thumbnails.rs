//! Thumbnails of fields, presets, recipe files and variations. Those of presets and files are kept between runs.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use orogen_engine::generate::SharedImages;
use orogen_engine::nodes;
use orogen_engine::query::QueryError;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Drafts;
use orogen_view::{GroundExtent, Style, Sun};

use super::thumbnail_cache::{ThumbnailCache, digest};
use super::{Thread, Urgency, Waker, spawn};
use crate::document::load;
use crate::draft::{self, DraftShot, Rgba};
use crate::eye::Eye;
use crate::height_field::HeightField;
use crate::host::{Host, Preset};
use crate::layer::{Layers, Stamp};
use crate::map::field_alone;

/// Samples per side of a field's thumbnail.
const FIELD: usize = 72;

/// Columns and rows of the thumbnail of a terrain.
const PRESET: [usize; 2] = [336, 189];
/// Samples per side of its ground.
const GROUND: usize = 257;

/// The sun in recipes' thumbnails.
const SUN: Sun = Sun { elevation: 30.0, azimuth: 245.0 };

/// The subject of a thumbnail.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A field of a recipe, with the strokes of its masks.
    Field(Arc<Recipe>, String, Layers),
    /// A preset.
    Preset(Preset),
    /// The terrain of a recipe.
    Recipe(Arc<Source>),
    /// A recipe file.
    File(PathBuf),
    /// A stamp, whose heights are also saved to this file.
    Stamp(Stamp, PathBuf),
}

/// A thumbnail.
#[derive(Debug)]
pub struct Thumbnail {
    /// The key of the request.
    pub key: u64,
    /// The subject of the request.
    pub subject: Subject,
    /// The picture. `None` if it could not be made.
    pub picture: Option<Rgba>,
    /// The least and the greatest value of a field.
    pub range: [f64; 2],
}

#[derive(Debug, Default)]
struct Queue {
    requests: VecDeque<(u64, Subject)>,
    /// Recipes whose thumbnails are not in the cache: they wait until all that are in the cache are shown.
    uncached: VecDeque<(u64, Subject, Uncached)>,
    closed: bool,
}

/// A recipe, and the name of its thumbnail in the cache.
#[derive(Debug)]
struct Uncached {
    recipe: Box<Recipe>,
    digest: String,
}

/// Makes thumbnails one after the other.
#[derive(Debug)]
pub struct ThumbnailWorker {
    queue: Arc<(Mutex<Queue>, Condvar)>,
    done: Receiver<Thumbnail>,
    _thread: Thread,
}

impl ThumbnailWorker {
    /// Starts the worker. `of_recipe` reads the files of the open recipe's fields, and `host` those of all other subjects.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(host: Arc<dyn Host>, of_recipe: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        let queue = Arc::new((Mutex::default(), Condvar::new()));
        let (sender, done) = channel();
        let shared = Arc::clone(&queue);
        let thread = spawn("thumbnails", Urgency::Later, move || {
            work([&*host, &*of_recipe], &shared, &sender, &waker);
        })?;
        Ok(Self { queue, done, _thread: thread })
    }

    /// Requests these thumbnails in order. Replaces all waiting requests.
    pub fn request(&self, requests: impl IntoIterator<Item = (u64, Subject)>) {
        let (queue, changed) = &*self.queue;
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.requests = requests.into_iter().collect();
        queue.uncached.clear();
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

fn work(
    [host, of_recipe]: [&dyn Host; 2],
    queue: &(Mutex<Queue>, Condvar),
    sender: &Sender<Thumbnail>,
    waker: &Waker,
) {
    let cache = ThumbnailCache::new(host.state_folder());
    let send = |key, subject, picture, range| {
        // The window may be gone; then the queue is closed, too.
        _ = sender.send(Thumbnail { key, subject, picture, range });
        waker.wake();
    };
    while let Some(task) = next(queue) {
        match task {
            Next::Request(key, subject) => {
                let picture = match &subject {
                    Subject::Field(recipe, name, layers) => {
                        let (picture, range) = field(of_recipe, recipe, name, layers).unzip();
                        send(key, subject, picture, range.unwrap_or_default());
                        continue;
                    }
                    Subject::Stamp(stamp, path) => stamp_picture(stamp, path),
                    Subject::Recipe(_) => {
                        recipe_of(&subject).and_then(|recipe| recipe_picture(host, &recipe))
                    }
                    Subject::Preset(_) | Subject::File(_) => match kept(&cache, &subject) {
                        Ok(picture) => picture,
                        Err(uncached) => {
                            let mut queue = queue.0.lock().unwrap_or_else(PoisonError::into_inner);
                            queue.uncached.push_back((key, subject, uncached));
                            continue;
                        }
                    },
                };
                send(key, subject, picture, [0.0; 2]);
            }
            Next::Uncached(key, subject, Uncached { recipe, digest }) => {
                let picture = recipe_picture(host, &recipe);
                if let Some(picture) = &picture {
                    cache.keep(&digest, picture);
                }
                send(key, subject, picture, [0.0; 2]);
            }
        }
    }
}

/// The next thing to do.
enum Next {
    /// Look in the cache, or make a field's thumbnail.
    Request(u64, Subject),
    /// Make a recipe's thumbnail.
    Uncached(u64, Subject, Uncached),
}

fn next((queue, changed): &(Mutex<Queue>, Condvar)) -> Option<Next> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if queue.closed {
            return None;
        }
        if let Some((key, subject)) = queue.requests.pop_front() {
            return Some(Next::Request(key, subject));
        }
        if let Some((key, subject, uncached)) = queue.uncached.pop_front() {
            return Some(Next::Uncached(key, subject, uncached));
        }
        queue = changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// The kept thumbnail of a recipe; `None` if the recipe is not valid. The error is a recipe without a kept thumbnail.
fn kept(cache: &ThumbnailCache, subject: &Subject) -> Result<Option<Rgba>, Uncached> {
    let Some(recipe) = recipe_of(subject) else { return Ok(None) };
    let digest = digest(&recipe, PRESET);
    cache.read(&digest, PRESET).map(Some).ok_or(Uncached { recipe: Box::new(recipe), digest })
}

/// The recipe of a preset, a file or a text, if it is valid.
fn recipe_of(subject: &Subject) -> Option<Recipe> {
    let source = match subject {
        Subject::Field(..) | Subject::Stamp(..) => return None,
        Subject::Preset(preset) => Source::new(preset.name, preset.text),
        Subject::Recipe(source) => (**source).clone(),
        Subject::File(path) => {
            Source::new(path.display().to_string(), load(path).ok()?).in_folder(path.parent()?)
        }
    };
    Recipe::parse(source, nodes::registry()).ok()
}

/// A field from above, and its range: brighter where it is higher, with slight shading from the upper left.
fn field(host: &dyn Host, recipe: &Recipe, name: &str, layers: &Layers) -> Option<(Rgba, [f64; 2])> {
    let recipe = field_alone(recipe, name);
    let images = layers.only_masks().images(&recipe, host.watched(host.images()));
    let samples = if recipe.domain.sphere().is_some() { FIELD } else { 2 * FIELD - 1 };
    let height_field = height_field(&images, &recipe, samples).ok()?;
    let [low, high] = height_field.range.map(f64::from);
    let span = if high > low { high - low } else { 1.0 };
    let colour = |here: f64, rise: f64| draft::grey(0.12 + (0.76 * (here - low) + 1.2 * rise) / span);
    Some((draft::from_above(&height_field, [FIELD; 2], &colour), [low, high]))
}

/// A stamp from above. `None` if its heights cannot be saved: it cannot be used then.
fn stamp_picture(stamp: &Stamp, path: &Path) -> Option<Rgba> {
    let height_field = stamp.height_field().ok()?;
    stamp.save(&height_field, path).ok()?;
    Some(Stamp::thumbnail(&height_field))
}

fn recipe_picture(host: &dyn Host, recipe: &Recipe) -> Option<Rgba> {
    let height_field = height_field(&host.watched(host.images()), recipe, GROUND - 1).ok()?;
    let mut eye = Eye::of(recipe);
    if let Eye::Plane(eye) = &mut eye {
        (eye.distance, eye.elevation) = (0.85 * eye.size, -28.0);
        eye.target[2] = f64::from(height_field.range[0] + height_field.range[1]) / 2.0;
    }
    let style = Style::Realistic;
    let shot = DraftShot {
        height_field: &height_field,
        recipe,
        style,
        eye: &eye,
        sun: SUN,
        bounds: GroundExtent::Endless,
        colour_range: None,
    };
    shot.draw(PRESET)
}

fn height_field(images: &SharedImages, recipe: &Recipe, samples: usize) -> Result<HeightField, QueryError> {
    HeightField::new(recipe, &Drafts(&**images), samples)
}
