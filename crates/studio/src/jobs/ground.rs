//! Drafts: the ground of the newest recipe as a raster, coarse first, and what the eye sees of it.

use std::sync::Arc;

use orogen::generate::SharedImages;
use orogen::query::QueryError;
use orogen::recipe::{Recipe, RecipeError};
use orogen_view::{Bounds, Style, Sun};

use super::wishes::Wishes;
use super::{Newest, Waker};
use crate::eye::{Eye, Stand};
use crate::host::Host;
use crate::relief::{Ground, Relief};
use crate::sculpture::{Sculpture, Shown, Since};
use crate::sketch::{self, Rgba, Sketch};

/// Samples along a side of the raster, coarse to fine.
const FINENESS: [usize; 3] = [97, 193, 449];

/// What is wanted.
#[derive(Clone, Debug)]
pub struct DraftWish {
    /// A number of the recipe: other recipes have others.
    pub revision: u64,
    /// The recipe.
    pub recipe: Arc<Recipe>,
    /// What is painted over it; without that, what the recipe itself names is.
    pub sculpture: Option<Arc<Sculpture>>,
    /// From where; without one, no picture is drawn.
    pub eye: Option<Eye>,
    /// Where it stands, for ground that is not known yet; without, it stays where it is.
    pub stand: Option<Stand>,
    /// In which light.
    pub sun: Sun,
    /// Whether it is one of many, while something is drawn.
    pub hasty: bool,
    /// How far the ground goes.
    pub bounds: Bounds,
    /// How it looks.
    pub style: Style,
    /// Columns and rows.
    pub size: [usize; 2],
}

/// What was made of a wish.
#[derive(Debug)]
pub struct Drafted {
    /// Of which recipe.
    pub revision: u64,
    /// With what painted over it, by its stamp.
    pub stamp: Option<[u64; 2]>,
    /// What it is.
    pub draft: Draft,
}

/// What was made.
#[derive(Debug)]
pub enum Draft {
    /// The ground.
    Ground {
        /// As a raster.
        relief: Arc<Relief>,
        /// To the last bit, once that is made.
        exact: Option<Arc<Ground>>,
        /// From above, but for hasty wishes.
        map: Option<Rgba>,
        /// What is doubtful in the recipe.
        warnings: Vec<RecipeError>,
    },
    /// What an eye sees of it.
    Picture(Eye, Rgba),
    /// The recipe is unsound.
    Refused(RecipeError),
    /// It cannot be made for another reason.
    Failed(String),
}

/// Makes drafts.
#[derive(Debug)]
pub struct DraftWorker(Wishes<DraftWish, Drafted>);

impl DraftWorker {
    /// Begins.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        Wishes::new("drafts", waker, move |wishes, tell| work(&*host, wishes, tell)).map(Self)
    }

    /// Wants this, and nothing before any more.
    pub fn want(&self, wish: DraftWish) {
        self.0.want(wish);
    }

    /// What was made since the last call.
    pub fn drafts(&self) -> impl Iterator<Item = Drafted> {
        self.0.news()
    }
}

/// What the ground of a recipe has come to.
struct Held {
    revision: u64,
    shown: Shown,
    relief: Arc<Relief>,
    /// What is made next, of [`FINENESS`].
    next: usize,
}

/// What a wish is about, as the engine takes it.
struct Subject {
    recipe: Arc<Recipe>,
    images: SharedImages,
}

impl Subject {
    fn of(wish: &DraftWish, images: SharedImages) -> Self {
        match &wish.sculpture {
            Some(sculpture) => {
                Self { recipe: sculpture.recipe(&wish.recipe), images: sculpture.images(images) }
            }
            None => Self { recipe: Arc::clone(&wish.recipe), images },
        }
    }
}

fn work(host: &dyn Host, wishes: &Newest<DraftWish>, tell: &dyn Fn(Drafted)) {
    let mut held: Option<Held> = None;
    // A recipe's pictures are read once, and not for each point of a stroke.
    let mut read: Option<(u64, SharedImages)> = None;
    while let Some(wish) = wishes.take() {
        let known = read.take_if(|(revision, _)| *revision == wish.revision);
        let (_, images) = read.insert(known.unwrap_or_else(|| (wish.revision, host.images())));
        let subject = Subject::of(&wish, Arc::clone(images));
        let tell = |draft| {
            let stamp = wish.sculpture.as_ref().map(|sculpture| sculpture.stamp());
            tell(Drafted { revision: wish.revision, stamp, draft });
        };
        if let Err(error) = answer(&wish, &subject, wishes, &mut held, &tell) {
            (held, read) = (None, None);
            match error {
                QueryError::Recipe(error) => tell(Draft::Refused(error)),
                error => tell(Draft::Failed(error.to_string())),
            }
        }
    }
}

fn answer(
    wish: &DraftWish,
    subject: &Subject,
    wishes: &Newest<DraftWish>,
    held: &mut Option<Held>,
    tell: &dyn Fn(Draft),
) -> Result<(), QueryError> {
    let shown = Shown::new(&wish.recipe, wish.sculpture.as_deref());
    let since = held.as_ref().map_or(Since::All, |held| shown.since(&held.shown, wish.sculpture.as_deref()));
    match (since, held.as_mut()) {
        (Since::All, _) | (_, None) => *held = None,
        (Since::Within(bounds), Some(old)) => {
            old.relief = Arc::new(old.relief.sculpted(&subject.recipe, &*subject.images, &bounds)?);
            picture(wish, wish.eye, &old.relief, tell);
            // As long as a stroke is drawn, nobody asks for the last bit.
            ground(wish, subject, &old.relief, !wish.hasty, tell)?;
        }
        (Since::Same, Some(old)) => {
            picture(wish, wish.eye, &old.relief, tell);
            if old.revision != wish.revision {
                ground(wish, subject, &old.relief, true, tell)?;
            }
        }
    }
    let mut next = 0;
    if let Some(held) = held {
        (held.revision, held.shown, next) = (wish.revision, shown.clone(), held.next);
    }
    while next < FINENESS.len() && !wishes.is_stale() {
        let relief = Arc::new(made(subject, FINENESS[next])?);
        ground(wish, subject, &relief, next > 0, tell)?;
        // Whoever gets the ground finds the same place for the eye.
        let eye = wish.stand.map(|stand| Eye::Plane(stand.on(&relief))).or(wish.eye);
        picture(wish, eye, &relief, tell);
        next += 1;
        *held = Some(Held { revision: wish.revision, shown: shown.clone(), relief, next });
    }
    Ok(())
}

fn made(subject: &Subject, samples: usize) -> Result<Relief, QueryError> {
    let Subject { recipe, images } = subject;
    // Around a planet a sample costs several times as much as on a plane.
    let samples = if recipe.domain.sphere().is_some() { samples / 3 * 2 / 2 * 2 } else { samples };
    Relief::new(recipe, &**images, samples)
}

/// Tells of the ground: `exactly`, with what says its height to the last bit.
fn ground(
    wish: &DraftWish,
    subject: &Subject,
    relief: &Arc<Relief>,
    exactly: bool,
    tell: &dyn Fn(Draft),
) -> Result<(), QueryError> {
    let exact = exactly.then(|| Ground::new(&subject.recipe, &*subject.images)).transpose()?.map(Arc::new);
    let warnings = exact.as_ref().map_or_else(Vec::new, |ground| ground.warnings().to_vec());
    let map = (!wish.hasty).then(|| sketch::map(relief));
    tell(Draft::Ground { relief: Arc::clone(relief), exact, map, warnings });
    Ok(())
}

fn picture(wish: &DraftWish, eye: Option<Eye>, relief: &Relief, tell: &dyn Fn(Draft)) {
    let Some(eye) = eye else { return };
    let DraftWish { recipe, style, sun, bounds, .. } = wish;
    let sketch = Sketch { relief, recipe, style: *style, eye: &eye, sun: *sun, bounds: *bounds };
    if let Some(picture) = sketch.draw(wish.size) {
        tell(Draft::Picture(eye, picture));
    }
}
