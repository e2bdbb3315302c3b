//! Small pictures: of fields, beside their parameters, and of presets, to choose one by.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use orogen::nodes;
use orogen::query::QueryError;
use orogen::recipe::{Recipe, Source};
use orogen_view::{Bounds, Style, Sun};

use super::{Thread, Waker, spawn};
use crate::eye::Eye;
use crate::host::{Host, Preset};
use crate::relief::Relief;
use crate::sketch::{self, Rgba, Sketch};

/// Samples along a side of a field's picture.
const FIELD: usize = 72;

/// Columns and rows of a preset's picture, and samples along a side of its ground.
const PRESET: [usize; 2] = [336, 189];
const GROUND: usize = 257;

/// The sun of presets.
const SUN: Sun = Sun { elevation: 30.0, azimuth: 245.0 };

/// What is to be shown.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A field of a recipe.
    Field(Arc<Recipe>, String),
    /// A preset.
    Preset(Preset),
}

/// A small picture; none, where there is nothing to show.
#[derive(Debug)]
pub struct Thumbnail {
    /// What it was asked for by.
    pub key: u64,
    /// The picture.
    pub picture: Option<Rgba>,
}

#[derive(Debug, Default)]
struct Queue {
    wishes: VecDeque<(u64, Subject)>,
    closed: bool,
}

/// Makes small pictures, one after the other.
#[derive(Debug)]
pub struct ThumbnailWorker {
    queue: Arc<(Mutex<Queue>, Condvar)>,
    done: Receiver<Thumbnail>,
    _thread: Thread,
}

impl ThumbnailWorker {
    /// Begins.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        let queue = Arc::new((Mutex::default(), Condvar::new()));
        let (tell, done) = channel();
        let shared = Arc::clone(&queue);
        let thread = spawn("thumbnails", move || work(&*host, &shared, &tell, &waker))?;
        Ok(Self { queue, done, _thread: thread })
    }

    /// Wants these, in order, and none of those before that are not done.
    pub fn want(&self, wishes: impl IntoIterator<Item = (u64, Subject)>) {
        let (queue, changed) = &*self.queue;
        queue.lock().unwrap_or_else(PoisonError::into_inner).wishes = wishes.into_iter().collect();
        changed.notify_one();
    }

    /// Those done since the last call.
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

fn work(host: &dyn Host, queue: &(Mutex<Queue>, Condvar), tell: &Sender<Thumbnail>, waker: &Waker) {
    while let Some((key, subject)) = next(queue) {
        let picture = match &subject {
            Subject::Field(recipe, name) => field(host, recipe, name),
            Subject::Preset(preset) => preset_picture(host, preset),
        };
        // The window may be gone; then the queue is closed, too.
        _ = tell.send(Thumbnail { key, picture });
        waker.wake();
    }
}

fn next((queue, changed): &(Mutex<Queue>, Condvar)) -> Option<(u64, Subject)> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if queue.closed {
            return None;
        }
        if let Some(wish) = queue.wishes.pop_front() {
            return Some(wish);
        }
        queue = changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// A field seen from above: bright where it is high, within its own range, with a little light from the upper left.
fn field(host: &dyn Host, recipe: &Recipe, name: &str) -> Option<Rgba> {
    let mut recipe = recipe.clone();
    name.clone_into(&mut recipe.height.field);
    (recipe.height.scale, recipe.height.offset, recipe.sea) = (1.0, 0.0, None);
    recipe.materials.clear();
    // Strokes lie over the terrain, not over its fields.
    recipe.sculpt = None;
    let relief =
        relief(host, &recipe, if recipe.domain.sphere().is_some() { FIELD } else { 2 * FIELD - 1 }).ok()?;
    let [low, high] = relief.range.map(f64::from);
    let span = if high > low { high - low } else { 1.0 };
    let colour = |here: f64, rise: f64| sketch::grey(0.12 + (0.76 * (here - low) + 1.2 * rise) / span);
    Some(sketch::from_above(&relief, [FIELD; 2], &colour))
}

fn preset_picture(host: &dyn Host, preset: &Preset) -> Option<Rgba> {
    let recipe = Recipe::parse(Source::new(preset.name, preset.text), nodes::registry()).ok()?;
    let relief = relief(host, &recipe, GROUND - 1).ok()?;
    let mut eye = Eye::of(&recipe);
    if let Eye::Plane(eye) = &mut eye {
        (eye.distance, eye.elevation) = (0.85 * eye.size, -28.0);
        eye.target[2] = f64::from(relief.range[0] + relief.range[1]) / 2.0;
    }
    let style = Style::Realistic;
    let sketch =
        Sketch { relief: &relief, recipe: &recipe, style, eye: &eye, sun: SUN, bounds: Bounds::Endless };
    sketch.draw(PRESET)
}

fn relief(host: &dyn Host, recipe: &Recipe, samples: usize) -> Result<Relief, QueryError> {
    Relief::new(recipe, &*host.images(), samples)
}
