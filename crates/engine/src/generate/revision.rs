//! A recipe of a generator, with its version and the terrains planned so far.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::SharedImages;
use super::tile::Version;
use crate::bounds::Bounds;
use crate::overlay::Layer;
use crate::recipe::{Recipe, RecipeError};
use crate::terrain::Terrain;

/// Number of terrains that are kept. A viewer shows fewer levels of detail at once.
const PLANS: usize = 32;

/// A recipe of a generator, with the strokes that it names or with another layer in their place. The first thread that needs the
/// terrain for a spacing plans this terrain. The most recently used terrains are kept.
pub struct Revision {
    version: Version,
    recipe: Arc<Recipe>,
    images: SharedImages,
    /// Terrains without the layer, shared by revisions that differ only in their layers.
    bases: Arc<Plans>,
    sculpted: Option<LayeredPlans>,
}

/// A layer over the recipe, and the terrains planned with this layer.
struct LayeredPlans {
    layer: Arc<dyn Layer>,
    /// Where the terrain differs from that of the revision before.
    changed: Bounds,
    plans: Plans,
}

type Planned = OnceLock<Result<Arc<Terrain>, RecipeError>>;

/// Terrains by the bits of their spacing. The most recently used is the last.
#[derive(Default)]
struct Plans(Mutex<Vec<(u64, Arc<Planned>)>>);

impl Revision {
    /// A recipe for which no terrain is planned yet.
    pub fn new(version: Version, recipe: Arc<Recipe>, images: SharedImages) -> Self {
        Self { version, recipe, images, bases: Arc::default(), sculpted: None }
    }

    /// The same recipe with another layer. Both revisions share the terrains of the recipe without a layer, unless the recipe
    /// names strokes. `changed` must contain every point whose height differs between the two.
    #[must_use]
    pub fn sculpted(&self, version: Version, layer: Arc<dyn Layer>, changed: Bounds) -> Self {
        let (recipe, bases) = match &self.recipe.sculpt {
            None => (Arc::clone(&self.recipe), Arc::clone(&self.bases)),
            // The terrains of the recipe include the strokes that the recipe names, so they cannot be shared.
            Some(_) => (Arc::new(Recipe { sculpt: None, ..(*self.recipe).clone() }), Arc::default()),
        };
        let sculpted = Some(LayeredPlans { layer, changed, plans: Plans::default() });
        Self { version, recipe, images: Arc::clone(&self.images), bases, sculpted }
    }

    /// The number of this revision among the revisions of its generator.
    pub fn version(&self) -> Version {
        self.version
    }

    /// The recipe. If the revision has another layer, the recipe has no `[sculpt]`.
    pub fn recipe(&self) -> &Arc<Recipe> {
        &self.recipe
    }

    /// A box that contains every point where the terrain differs from that of the revision before; `None` if the recipe itself
    /// is new.
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

    /// The terrain with the heights of [`terrain`](Self::terrain), but planned as one of several levels of detail, see
    /// [`Terrain::of_level`]. So one program serves all levels. The terrain is not kept.
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
