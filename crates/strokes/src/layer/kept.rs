//! Strokes of a layer, with what was made ready of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use orogen::bounds::Bounds;
use orogen::image::Images;
use orogen::terrain::Terrain;

use crate::dab;
use crate::error::{SculptError, StrokeError};
use crate::prepared::Prepared;
use crate::sculpted::{Seen, brush_terrain};
use crate::stroke::{Ground, Stroke};

/// Spacings that a stroke is kept ready for: as many as a generator keeps plans of.
const SPACINGS: usize = 32;

/// Spacings for which the ground under a stroke is remembered: levels of detail that are near the eye at once.
const LEVELS: usize = 6;

/// A stroke of a layer.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) stroke: Arc<Stroke>,
    pub(super) bounds: Bounds,
    /// By the bits of the spacing, the last used last. Only recipes of brushes depend on it.
    ready: Mutex<Vec<(u64, Arc<Prepared>)>>,
    /// The last used is last.
    remembered: Mutex<Vec<Remembered>>,
}

/// What is known of the ground under a stroke that blurs a planet, by the bits of the spacing and the terrain under all strokes:
/// those before this one are the same in whatever copy of the layer.
#[derive(Clone, Debug)]
struct Remembered {
    bits: u64,
    base: Arc<Terrain>,
    seen: Arc<Seen>,
}

/// The terrains of brushes by the bits of the spacing and by their recipes' texts, as long as a stroke needs them.
#[derive(Debug, Default)]
pub(super) struct Fields(Mutex<BTreeMap<(u64, String), Weak<Terrain>>>);

impl Kept {
    pub(super) fn new(stroke: Arc<Stroke>, ground: Ground) -> Result<Self, StrokeError> {
        let (_, bounds) = dab::placed(&stroke, ground)?;
        Ok(Self { stroke, bounds, ready: Mutex::default(), remembered: Mutex::default() })
    }

    /// The stroke made ready for a spacing.
    pub(super) fn prepared(
        &self,
        ground: Ground,
        images: &dyn Images,
        spacing: f64,
        fields: &Fields,
    ) -> Result<Arc<Prepared>, SculptError> {
        // The tools that have no recipe are the same at every spacing.
        let bits = if self.stroke.brush.recipe().is_some() { spacing.to_bits() } else { 0 };
        let known = |ready: &mut Vec<(u64, Arc<Prepared>)>| {
            let at = ready.iter().position(|&(of, _)| of == bits)?;
            let entry = ready.remove(at);
            ready.push(entry.clone());
            Some(entry.1)
        };
        if let Some(prepared) = known(&mut locked(&self.ready)) {
            return Ok(prepared);
        }
        let field = |text: &str| fields.of(text, images, spacing);
        let prepared = Arc::new(Prepared::new(&self.stroke, ground, images, field)?);
        let mut ready = locked(&self.ready);
        if ready.len() == SPACINGS {
            ready.remove(0);
        }
        ready.push((bits, Arc::clone(&prepared)));
        Ok(prepared)
    }
}

impl Kept {
    /// What is known of the ground under the stroke, `base` being the one without any.
    pub(super) fn seen(&self, base: &Arc<Terrain>, spacing: f64) -> Arc<Seen> {
        if self.stroke.brush.blur().is_none() {
            return Arc::default();
        }
        let bits = spacing.to_bits();
        let mut all = locked(&self.remembered);
        let known = all.iter().position(|known| known.bits == bits && known.base.is_copy_of(base));
        let known = match known {
            Some(at) => all.remove(at),
            None => Remembered { bits, base: Arc::clone(base), seen: Arc::default() },
        };
        if all.len() == LEVELS {
            all.remove(0);
        }
        let seen = Arc::clone(&known.seen);
        all.push(known);
        seen
    }
}

impl Fields {
    fn of(&self, text: &str, images: &dyn Images, spacing: f64) -> Result<Arc<Terrain>, SculptError> {
        let key = (spacing.to_bits(), text.to_owned());
        if let Some(field) = locked(&self.0).get(&key).and_then(Weak::upgrade) {
            return Ok(field);
        }
        let field = Arc::new(brush_terrain(text, images, spacing)?);
        let mut fields = locked(&self.0);
        fields.retain(|_, field| field.strong_count() > 0);
        fields.insert(key, Arc::downgrade(&field));
        Ok(field)
    }
}

/// What the mutex guards: nothing that is half done may lie there.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
