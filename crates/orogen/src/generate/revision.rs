//! A recipe as generators hold it: with a version, and with what was planned of it.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::SharedImages;
use super::tile::Version;
use crate::recipe::{Recipe, RecipeError};
use crate::terrain::Terrain;

/// Spacings whose plans are kept: more levels of detail than a viewer shows at once.
const PLANS: usize = 32;

/// One of the recipes that a generator was given. It is planned for each spacing once, by the first thread that asks;
/// of the plans, those used last are kept.
pub struct Revision {
    version: Version,
    recipe: Arc<Recipe>,
    images: SharedImages,
    /// By the bits of the spacing, the last used last.
    plans: Mutex<Vec<(u64, Arc<Planned>)>>,
}

type Planned = OnceLock<Result<Arc<Terrain>, RecipeError>>;

impl Revision {
    /// Nothing is planned yet.
    pub fn new(version: Version, recipe: Arc<Recipe>, images: SharedImages) -> Self {
        Self { version, recipe, images, plans: Mutex::default() }
    }

    /// Its place among those of its generator.
    pub fn version(&self) -> Version {
        self.version
    }

    /// The recipe.
    pub fn recipe(&self) -> &Arc<Recipe> {
        &self.recipe
    }

    /// The recipe, ready for samples `spacing` metres apart. Threads that ask for the same at once wait for one
    /// another; loading pictures takes most of that time.
    ///
    /// # Errors
    /// As [`Terrain::new`].
    pub fn terrain(&self, spacing: f64) -> Result<Arc<Terrain>, RecipeError> {
        let plan = || Terrain::new(&self.recipe, &*self.images, spacing).map(Arc::new);
        self.planned(spacing).get_or_init(plan).clone()
    }

    /// The same as one of all levels of detail, see [`Terrain::of_level`]: for makers that make programs of it, so that
    /// one will do. It is not kept.
    ///
    /// # Errors
    /// As [`Terrain::new`].
    pub fn level(&self, spacing: f64) -> Result<Arc<Terrain>, RecipeError> {
        Terrain::of_level(&self.recipe, &*self.images, spacing, 0.0).map(Arc::new)
    }

    /// The place of a spacing's plan, made or not.
    fn planned(&self, spacing: f64) -> Arc<Planned> {
        // Nothing that may panic happens under the lock.
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let bits = spacing.to_bits();
        let planned = match plans.iter().position(|&(of, _)| of == bits) {
            Some(at) => plans.remove(at).1,
            None => Arc::default(),
        };
        if plans.len() == PLANS {
            plans.remove(0);
        }
        plans.push((bits, Arc::clone(&planned)));
        planned
    }
}

impl fmt::Debug for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Revision").field("version", &self.version).finish_non_exhaustive()
    }
}
