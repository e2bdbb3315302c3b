//! Strokes of a layer, with caches of their prepared data.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use orogen_engine::bounds::Bounds;
use orogen_engine::terrain::{Images, Terrain};

use crate::dab;
use crate::error::{ApplyError, StrokeError};
use crate::prepared_stroke::PreparedStroke;
use crate::prepared_strokes::{CacheBudget, NodeCache, brush_terrain, is_visible};
use crate::stroke::{Stroke, Surface};

/// The number of spacings that a stroke is cached for. A generator keeps plans for the same number of spacings.
const SPACINGS: usize = 32;

/// A stroke of a layer.
#[derive(Debug)]
pub(super) struct LayerStroke {
    pub(super) stroke: Arc<Stroke>,
    pub(super) bounds: Bounds,
    /// Words that identify the stroke, once they were asked for.
    words: OnceLock<Box<[u64]>>,
    /// Prepared strokes with the bits of their spacing, most recently used last. Only strokes whose brush has a recipe depend
    /// on the spacing.
    prepared: Mutex<Vec<(u64, Arc<PreparedStroke>)>>,
    /// Caches of nodes, most recently used last.
    node_caches: Mutex<Vec<CacheEntry>>,
}

/// The node cache of a stroke that blurs a planet, for one spacing (its bits) and one terrain without strokes. Copies of the
/// layer can share it: layers grow and shrink only at their end, so all copies have the same strokes before this stroke.
#[derive(Debug)]
struct CacheEntry {
    bits: u64,
    base: Arc<Terrain>,
    cache: Arc<NodeCache>,
}

/// The terrains of field brushes. The key is the bits of the spacing and the recipe's text. A terrain is kept as long as a
/// stroke uses it.
#[derive(Debug, Default)]
pub(super) struct BrushTerrains(Mutex<BTreeMap<(u64, String), Weak<Terrain>>>);

impl LayerStroke {
    pub(super) fn new(stroke: Arc<Stroke>, surface: Surface) -> Result<Self, StrokeError> {
        let (_, bounds) = dab::placed(&stroke, surface)?;
        Ok(Self {
            stroke,
            bounds,
            words: OnceLock::new(),
            prepared: Mutex::default(),
            node_caches: Mutex::default(),
        })
    }

    /// Words that identify the stroke: its text in a journal.
    pub(super) fn words(&self) -> &[u64] {
        self.words.get_or_init(|| {
            let text = serde_json::to_vec(&*self.stroke);
            let text = text.unwrap_or_else(|_| unreachable!("names and numbers always serialize"));
            // The length tells texts apart that differ only in zeros at the end.
            let word = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            [text.len() as u64].into_iter().chain(text.chunks(8).map(word)).collect()
        })
    }

    /// The stroke, prepared for a spacing.
    pub(super) fn prepared(
        &self,
        surface: Surface,
        images: &dyn Images,
        spacing: f64,
        fields: &BrushTerrains,
    ) -> Result<Arc<PreparedStroke>, ApplyError> {
        // Tools without a recipe are the same at every spacing.
        let bits = if self.stroke.brush.recipe().is_some() { spacing.to_bits() } else { 0 };
        if let Some((_, prepared)) = find_used(&mut locked(&self.prepared), |&(of, _)| of == bits) {
            return Ok(Arc::clone(prepared));
        }
        let field = |text: &str| fields.of(text, images, spacing);
        let prepared = Arc::new(PreparedStroke::new(&self.stroke, surface, images, field)?);
        insert(&mut locked(&self.prepared), (bits, Arc::clone(&prepared)));
        Ok(prepared)
    }

    /// The node cache of the stroke for `base`, the terrain without strokes. `None` unless the stroke is a visible blur on a
    /// planet.
    pub(super) fn node_cache(
        &self,
        base: &Arc<Terrain>,
        spacing: f64,
        budget: &CacheBudget,
    ) -> Option<Arc<NodeCache>> {
        let radius = self.stroke.brush.blur().filter(|_| base.sphere().is_some())?;
        if !is_visible(radius, spacing) {
            return None;
        }
        let bits = spacing.to_bits();
        let mut caches = locked(&self.node_caches);
        if let Some(entry) = find_used(&mut caches, |entry| entry.bits == bits && entry.base.is_copy_of(base))
        {
            return Some(Arc::clone(&entry.cache));
        }
        let cache = NodeCache::new(budget);
        insert(&mut caches, CacheEntry { bits, base: Arc::clone(base), cache: Arc::clone(&cache) });
        Some(cache)
    }
}

impl BrushTerrains {
    fn of(&self, text: &str, images: &dyn Images, spacing: f64) -> Result<Arc<Terrain>, ApplyError> {
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

/// Finds an entry and moves it to the end, as the most recently used.
fn find_used<T>(entries: &mut [T], is_it: impl FnMut(&T) -> bool) -> Option<&T> {
    let at = entries.iter().position(is_it)?;
    entries[at..].rotate_left(1);
    entries.last()
}

/// Adds an entry. If there are too many, drops the least recently used one.
fn insert<T>(entries: &mut Vec<T>, entry: T) {
    if entries.len() == SPACINGS {
        entries.remove(0);
    }
    entries.push(entry);
}

/// Locks a mutex. A panic leaves no half-written data, so poisoning is ignored.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::planet::Sphere;
    use orogen_engine::recipe::{Recipe, Source};

    use super::*;
    use crate::brush::{Brush, Tool};
    use crate::stroke::Point;

    #[test]
    fn node_caches_are_kept_by_terrain_and_spacing() {
        let text = "orogen = 1\ndomain = { kind = \"planet\", radius = 5000.0 }\nheight = { field = \"flat\" }\n\
                    [fields.flat]\ntype = \"constant\"\n";
        let recipe = Recipe::parse(Source::new("ball", text), orogen_engine::nodes::registry()).unwrap();
        let terrain = || Arc::new(Terrain::new(&recipe, &NoImages, 10.0).unwrap());
        let brush = Brush::new(Tool::Smooth { radius: 100.0 }, 200.0);
        let points = vec![Point { position: [0.0; 2], pressure: 1.0 }];
        let surface = Surface::Planet(Sphere::new(5000.0).unwrap());
        let stroke = LayerStroke::new(Arc::new(Stroke { brush, points }), surface).unwrap();
        let (all, base) = (CacheBudget::default(), terrain());
        let cache = |base: &Arc<Terrain>, spacing: f64| stroke.node_cache(base, spacing, &all).unwrap();
        let first = cache(&base, 10.0);
        let copy = Arc::new((*base).clone());
        assert!(Arc::ptr_eq(&first, &cache(&copy, 10.0)));
        assert!(!Arc::ptr_eq(&first, &cache(&base, 20.0)));
        assert!(!Arc::ptr_eq(&first, &cache(&terrain(), 10.0)));
        assert!(Arc::ptr_eq(&first, &cache(&base, 10.0)), "the first entry was evicted");
        assert!(stroke.node_cache(&base, 201.0, &all).is_none(), "samples do not show the blur");
    }
}
