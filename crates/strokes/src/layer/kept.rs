//! Strokes of a layer, with what was made ready of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use orogen::bounds::Bounds;
use orogen::terrain::{Images, Terrain};

use crate::dab;
use crate::error::{SculptError, StrokeError};
use crate::prepared::Prepared;
use crate::sculpted::{Remembered, Seen, brush_terrain, is_visible};
use crate::stroke::{Ground, Stroke};

/// Spacings that a stroke is kept ready for: as many as a generator keeps plans of.
const SPACINGS: usize = 32;

/// A stroke of a layer.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) stroke: Arc<Stroke>,
    pub(super) bounds: Bounds,
    /// By the bits of the spacing, the last used last. Only recipes of brushes depend on it.
    ready: Mutex<Vec<(u64, Arc<Prepared>)>>,
    /// The last used is last.
    known: Mutex<Vec<Known>>,
}

/// What is known of the ground under a stroke that blurs a planet, by the bits of the spacing and the terrain under all strokes:
/// those before this one are the same in whatever copy of the layer, as layers grow and shrink at their ends only.
#[derive(Debug)]
struct Known {
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
        Ok(Self { stroke, bounds, ready: Mutex::default(), known: Mutex::default() })
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
        if let Some((_, prepared)) = used(&mut locked(&self.ready), |&(of, _)| of == bits) {
            return Ok(Arc::clone(prepared));
        }
        let field = |text: &str| fields.of(text, images, spacing);
        let prepared = Arc::new(Prepared::new(&self.stroke, ground, images, field)?);
        keep(&mut locked(&self.ready), (bits, Arc::clone(&prepared)));
        Ok(prepared)
    }

    /// What is remembered of the ground under the stroke, `base` being the one without any, if it is a blur that is seen.
    pub(super) fn seen(&self, base: &Arc<Terrain>, spacing: f64, all: &Remembered) -> Option<Arc<Seen>> {
        let radius = self.stroke.brush.blur().filter(|_| base.sphere().is_some())?;
        if !is_visible(radius, spacing) {
            return None;
        }
        let bits = spacing.to_bits();
        let mut all_known = locked(&self.known);
        if let Some(known) = used(&mut all_known, |known| known.bits == bits && known.base.is_copy_of(base)) {
            return Some(Arc::clone(&known.seen));
        }
        let seen = Seen::new(all);
        keep(&mut all_known, Known { bits, base: Arc::clone(base), seen: Arc::clone(&seen) });
        Some(seen)
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

/// Finds an entry, which becomes the last used.
fn used<T>(entries: &mut [T], is_it: impl FnMut(&T) -> bool) -> Option<&T> {
    let at = entries.iter().position(is_it)?;
    entries[at..].rotate_left(1);
    entries.last()
}

/// Adds an entry; of too many, the one goes that was not used for the longest time.
fn keep<T>(entries: &mut Vec<T>, entry: T) {
    if entries.len() == SPACINGS {
        entries.remove(0);
    }
    entries.push(entry);
}

/// What the mutex guards: nothing that is half done may lie there.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use orogen::image::NoImages;
    use orogen::planet::Sphere;
    use orogen::recipe::{Recipe, Source};

    use super::*;
    use crate::brush::{Brush, Tool};
    use crate::stroke::Point;

    #[test]
    fn grounds_are_remembered_by_terrain_and_spacing() {
        let text = "orogen = 1\ndomain = { kind = \"planet\", radius = 5000.0 }\nheight = { field = \"flat\" }\n\
                    [fields.flat]\ntype = \"constant\"\n";
        let recipe = Recipe::parse(Source::new("ball", text), orogen::nodes::registry()).unwrap();
        let terrain = || Arc::new(Terrain::new(&recipe, &NoImages, 10.0).unwrap());
        let brush = Brush::new(Tool::Smooth { radius: 100.0 }, 200.0);
        let points = vec![Point { place: [0.0; 2], pressure: 1.0 }];
        let ground = Ground::Planet(Sphere::new(5000.0).unwrap());
        let kept = Kept::new(Arc::new(Stroke { brush, points }), ground).unwrap();
        let (all, base) = (Remembered::default(), terrain());
        let seen = |base: &Arc<Terrain>, spacing: f64| kept.seen(base, spacing, &all).unwrap();
        let first = seen(&base, 10.0);
        let copy = Arc::new((*base).clone());
        assert!(Arc::ptr_eq(&first, &seen(&copy, 10.0)));
        assert!(!Arc::ptr_eq(&first, &seen(&base, 20.0)));
        assert!(!Arc::ptr_eq(&first, &seen(&terrain(), 10.0)));
        assert!(Arc::ptr_eq(&first, &seen(&base, 10.0)), "the others are not in its place");
        assert!(kept.seen(&base, 201.0, &all).is_none(), "it is not seen");
    }
}
