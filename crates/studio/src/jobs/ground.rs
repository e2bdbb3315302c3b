//! Drafts: the ground of the newest recipe as a raster, coarse first, and what the eye sees of it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use orogen::query::QueryError;
use orogen::recipe::{Recipe, RecipeError};
use orogen_view::Sun;

use super::{Newest, Waker, spawn};
use crate::eye::{Eye, Stand};
use crate::host::Host;
use crate::relief::{Ground, Relief};
use crate::sketch::{self, Rgba, Tint};

/// Samples along a side of the raster, coarse to fine.
const FINENESS: [usize; 3] = [97, 193, 449];

/// What is wanted.
#[derive(Clone, Debug)]
pub struct DraftWish {
    /// A number of the recipe: other recipes have others.
    pub revision: u64,
    /// The recipe.
    pub recipe: Arc<Recipe>,
    /// From where; without one, no picture is drawn.
    pub eye: Option<Eye>,
    /// Where it stands, for ground that is not known yet; without, it stays where it is.
    pub stand: Option<Stand>,
    /// In which light.
    pub sun: Sun,
    /// Whether all is of clay.
    pub clay: bool,
    /// Columns and rows.
    pub size: [usize; 2],
}

/// What was made of a wish.
#[derive(Debug)]
pub struct Drafted {
    /// Of which recipe.
    pub revision: u64,
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
        /// From above.
        map: Rgba,
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
pub struct DraftWorker {
    wishes: Arc<Newest<DraftWish>>,
    drafts: Receiver<Drafted>,
}

impl DraftWorker {
    /// Begins.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        let wishes = Arc::new(Newest::default());
        let (tell, drafts) = channel();
        let slot = Arc::clone(&wishes);
        spawn("drafts", move || work(&*host, &slot, &tell, &waker))?;
        Ok(Self { wishes, drafts })
    }

    /// Wants this, and nothing before any more.
    pub fn want(&self, wish: DraftWish) {
        self.wishes.put(wish);
    }

    /// What was made since the last call.
    pub fn drafts(&self) -> impl Iterator<Item = Drafted> {
        self.drafts.try_iter()
    }
}

impl Drop for DraftWorker {
    fn drop(&mut self) {
        self.wishes.close();
    }
}

fn work(host: &dyn Host, wishes: &Newest<DraftWish>, tell: &Sender<Drafted>, waker: &Waker) {
    let mut held: Option<(u64, Arc<Relief>, usize)> = None;
    while let Some(wish) = wishes.take() {
        let tell = |draft| {
            // The window may be gone; then the slot is closed, too.
            _ = tell.send(Drafted { revision: wish.revision, draft });
            waker.wake();
        };
        let old = held.as_ref().filter(|(revision, ..)| *revision == wish.revision);
        let mut next = old.map_or(0, |(_, _, next)| *next);
        if let Some((_, relief, _)) = old {
            picture(&wish, wish.eye, relief, &tell);
        } else {
            held = None;
        }
        while next < FINENESS.len() && !wishes.is_stale() {
            match made(host, &wish.recipe, FINENESS[next], next == 1) {
                Ok((relief, ground, warnings)) => {
                    let relief = Arc::new(relief);
                    let map = sketch::map(&relief);
                    // Whoever gets the ground finds the same place for the eye.
                    let eye = wish.stand.map(|stand| Eye::Plane(stand.on(&relief))).or(wish.eye);
                    tell(Draft::Ground {
                        relief: Arc::clone(&relief),
                        exact: ground.map(Arc::new),
                        map,
                        warnings,
                    });
                    picture(&wish, eye, &relief, &tell);
                    next += 1;
                    held = Some((wish.revision, relief, next));
                }
                Err(QueryError::Recipe(error)) => {
                    tell(Draft::Refused(error));
                    break;
                }
                Err(error) => {
                    tell(Draft::Failed(error.to_string()));
                    break;
                }
            }
        }
    }
}

type Made = (Relief, Option<Ground>, Vec<RecipeError>);

fn made(host: &dyn Host, recipe: &Recipe, samples: usize, exactly: bool) -> Result<Made, QueryError> {
    let images = host.images();
    // Around a planet a sample costs several times as much as on a plane.
    let samples = if recipe.domain.sphere().is_some() { samples / 3 * 2 / 2 * 2 } else { samples };
    let relief = Relief::new(recipe, &*images, samples)?;
    let ground = exactly.then(|| Ground::new(recipe, &*images)).transpose()?;
    let warnings = ground.as_ref().map_or_else(Vec::new, |ground| ground.warnings().to_vec());
    Ok((relief, ground, warnings))
}

fn picture(wish: &DraftWish, eye: Option<Eye>, relief: &Relief, tell: &dyn Fn(Draft)) {
    let Some(eye) = eye else { return };
    let tint = Tint::of(&wish.recipe);
    let tint = if wish.clay { tint.clay() } else { tint };
    if let Some(picture) = sketch::draw(relief, &tint, &eye, wish.sun, wish.size) {
        tell(Draft::Picture(eye, picture));
    }
}
