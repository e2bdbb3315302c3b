//! A recipe as generators hold it, with a version and the terrains planned so far.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::SharedImages;
use super::tile::Version;
use crate::bounds::Bounds;
use crate::overlay::Layer;
use crate::recipe::{Recipe, RecipeError};
use crate::terrain::Terrain;

/// Number of terrains kept: more levels of detail than a viewer shows at once.
const PLANS: usize = 32;

/// One of the recipes of a generator, or another layer over one. The first thread that needs a terrain of some spacing plans
/// it; the most recently used terrains are kept.
pub struct Revision {
    version: Version,
    recipe: Arc<Recipe>,
    images: SharedImages,
    /// Terrains without the layer, shared by revisions that differ in their layers.
    bases: Arc<Plans>,
    sculpted: Option<LayeredPlans>,
}

/// A layer over the recipe, and the recipe under it.
struct LayeredPlans {
    layer: Arc<dyn Layer>,
    /// Where it differs from the revision before.
    changed: Bounds,
    plans: Plans,
}

type Planned = OnceLock<Result<Arc<Terrain>, RecipeError>>;

/// Terrains by the bits of their spacing. The most recently used is the last.
#[derive(Default)]
struct Plans(Mutex<Vec<(u64, Arc<Planned>)>>);

impl Revision {
    /// A recipe of which nothing is planned yet.
    pub fn new(version: Version, recipe: Arc<Recipe>, images: SharedImages) -> Self {
        Self { version, recipe, images, bases: Arc::default(), sculpted: None }
    }

    /// The same recipe with another layer. The terrains of the recipe are shared. `changed` contains every point whose height
    /// differs from this revision's.
    #[must_use]
    pub fn sculpted(&self, version: Version, layer: Arc<dyn Layer>, changed: Bounds) -> Self {
        let (recipe, bases) = match &self.recipe.sculpt {
            None => (Arc::clone(&self.recipe), Arc::clone(&self.bases)),
            // The terrains of a recipe include the strokes that it names.
            Some(_) => (Arc::new(Recipe { sculpt: None, ..(*self.recipe).clone() }), Arc::default()),
        };
        let sculpted = Some(LayeredPlans { layer, changed, plans: Plans::default() });
        Self { version, recipe, images: Arc::clone(&self.images), bases, sculpted }
    }

    /// Its number among the revisions of its generator.
    pub fn version(&self) -> Version {
        self.version
    }

    /// The recipe; without its own `[sculpt]` if it has another layer.
    pub fn recipe(&self) -> &Arc<Recipe> {
        &self.recipe
    }

    /// Contains every point where it differs from the revision before; `None` for another recipe.
    pub fn changed(&self) -> Option<Bounds> {
        self.sculpted.as_ref().map(|sculpted| sculpted.changed)
    }

    /// The terrain of the recipe for samples `spacing` metres apart. Threads that need the same terrain at once wait for one of
    /// them to plan it; loading pictures takes most of that time.
    ///
    /// # Errors
    /// As [`Terrain::new`].
    pub fn terrain(&self, spacing: f64) -> Result<Arc<Terrain>, RecipeError> {
        let base = || Terrain::new(&self.recipe, &*self.images, spacing).map(Arc::new);
        let base = || self.bases.of(spacing).get_or_init(base).clone();
        let Some(sculpted) = &self.sculpted else { return base() };
        let under = || self.under(sculpted, &*base()?, spacing).map(Arc::new);
        sculpted.plans.of(spacing).get_or_init(under).clone()
    }

    /// The same terrain as one of all levels of detail, see [`Terrain::of_level`], so that one program serves all levels. It is
    /// not kept.
    ///
    /// # Errors
    /// As [`Terrain::new`].
    pub fn level(&self, spacing: f64) -> Result<Arc<Terrain>, RecipeError> {
        let base = Terrain::of_level(&self.recipe, &*self.images, spacing, 0.0)?;
        match &self.sculpted {
            Some(sculpted) => self.under(sculpted, &base, spacing).map(Arc::new),
            None => Ok(Arc::new(base)),
        }
    }

    fn under(&self, sculpted: &LayeredPlans, base: &Terrain, spacing: f64) -> Result<Terrain, RecipeError> {
        base.clone().under(&*sculpted.layer, &self.recipe, &*self.images, spacing)
    }
}

impl Plans {
    /// The slot of a spacing, filled or not.
    fn of(&self, spacing: f64) -> Arc<Planned> {
        // Nothing that may panic happens under the lock.
        let mut plans = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
