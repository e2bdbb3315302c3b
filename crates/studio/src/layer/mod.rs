//! The strokes over the terrain: a value that records what has changed since a version, so that only that region is rebuilt.

mod brush_set;
mod key;
mod layers;
mod stamps;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

use orogen_engine::bounds::Bounds;
use orogen_engine::recipe::Recipe;
use orogen_strokes::error::StrokeError;
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::{Stroke, Surface};

pub use brush_set::{BrushError, BrushSet, Kind};
pub use key::{FileStamp, RecipeKey, TerrainKey, stamp_of};
pub use layers::{Layers, Stamps};
pub use stamps::{STAMPS, Stamp};

/// The number of recorded changes. Since an older version, everything counts as changed.
const MAX_CHANGES: usize = 256;

/// The strokes over the terrain, as a value that can be shared with threads.
///
/// ```
/// use orogen_strokes::brush::{Brush, Tool};
/// use orogen_strokes::stroke::{Point, Stroke, Surface};
/// use orogen_studio::layer::{EditedLayer, Since};
///
/// let mut layer = EditedLayer::new(Surface::Plane);
/// let seen = layer.version();
/// let points = vec![Point { position: [50.0, 50.0], pressure: 1.0 }];
/// layer.push(Stroke { brush: Brush::new(Tool::Raise { metres: 2.0 }, 10.0), points })?;
/// assert!(matches!(layer.since(seen), Since::Within(_)));
/// assert!(matches!(layer.since(layer.version()), Since::Same));
/// # Ok::<(), orogen_strokes::error::StrokeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EditedLayer {
    /// Unique for each layer that is created or read.
    id: u64,
    /// Whether it was created empty.
    starts_empty: bool,
    strokes: StrokeLayer,
    version: u64,
    /// The regions that the latest versions changed, newest last.
    changes: VecDeque<Bounds>,
}

/// What has changed since a version.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Since {
    /// Nothing has changed.
    Same,
    /// Only this region has changed.
    Within(Bounds),
    /// Everything may have changed.
    All,
}

impl EditedLayer {
    /// An empty layer.
    pub fn new(ground: Surface) -> Self {
        Self::from_strokes(StrokeLayer::new(ground))
    }

    /// A layer of strokes that were read.
    pub fn from_strokes(strokes: StrokeLayer) -> Self {
        static NEXT_ID: AtomicU64 = AtomicU64::new(0);
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Self { id, starts_empty: strokes.is_empty(), strokes, version: 0, changes: VecDeque::new() }
    }

    /// The strokes.
    pub fn stroke_layer(&self) -> &StrokeLayer {
        &self.strokes
    }

    /// A number that grows with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The id of the layer and its version. Later versions compare greater.
    pub fn stamp(&self) -> [u64; 2] {
        [self.id, self.version]
    }

    /// What has changed since a version.
    pub fn since(&self, version: u64) -> Since {
        match self.version.checked_sub(version) {
            Some(0) => Since::Same,
            Some(steps) if steps <= self.changes.len() as u64 => {
                let newest = self.changes.iter().rev().take(steps as usize);
                newest.copied().reduce(|one, other| one.hull(&other)).map_or(Since::All, Since::Within)
            }
            _ => Since::All,
        }
    }

    /// Adds a stroke.
    ///
    /// # Errors
    /// The stroke does not fit this ground. The layer is then unchanged.
    pub fn push(&mut self, stroke: Stroke) -> Result<(), StrokeError> {
        let bounds = self.strokes.push(stroke)?;
        self.changed(bounds);
        Ok(())
    }

    /// Removes the last stroke, if there is one.
    pub fn pop(&mut self) {
        if let Some(bounds) = self.strokes.pop() {
            self.changed(bounds);
        }
    }

    /// Replaces the last stroke by a longer stroke with the same beginning. Records only the end of the stroke as changed, so
    /// that long strokes are as fast to draw as short ones: a new point bends the spline at most two points back. This is an
    /// estimate, so call [`finish_last`](Self::finish_last) once the stroke is complete.
    ///
    /// # Errors
    /// The stroke does not fit this ground. The layer is then unchanged.
    pub fn extend_last(&mut self, stroke: Stroke) -> Result<(), StrokeError> {
        let end = |stroke: &Stroke| {
            let first = stroke.points.len().saturating_sub(4);
            let end = Stroke { brush: stroke.brush.clone(), points: stroke.points[first..].to_vec() };
            StrokeLayer::new(self.strokes.surface()).push(end)
        };
        let before = self.strokes.strokes().last().map(end).transpose()?.unwrap_or(Bounds::NONE);
        let bounds = before.hull(&end(&stroke)?);
        let margin = 0.25 * stroke.brush.radius;
        let mut strokes = self.strokes.clone();
        strokes.pop();
        strokes.push(stroke)?;
        self.strokes = strokes;
        self.changed(bounds.widened(margin));
        Ok(())
    }

    /// Records the whole last stroke as changed.
    pub fn finish_last(&mut self) {
        let Some(stroke) = self.strokes.strokes().last().cloned() else { return };
        self.pop();
        // The stroke was accepted before, so this cannot fail.
        _ = self.push(stroke);
    }

    fn changed(&mut self, bounds: Bounds) {
        self.version += 1;
        self.changes.push_back(bounds);
        if self.changes.len() > MAX_CHANGES {
            self.changes.pop_front();
        }
    }

    /// The surface on which the strokes of a recipe are drawn.
    pub fn ground(recipe: &Recipe) -> Surface {
        recipe.domain.sphere().map_or(Surface::Plane, Surface::Planet)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use orogen_engine::generate::SharedImages;
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;
    use orogen_engine::terrain::water;
    use orogen_strokes::brush::{Brush, Tool};
    use orogen_strokes::stroke::Point;

    use super::*;
    use crate::height_field::HeightField;

    const TEXT: &str = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"hills\", scale = 40.0 }\n\
                        [fields.hills]\ntype = \"fbm\"\nwavelength = 300.0\noctaves = 4\n";

    fn recipe() -> Arc<Recipe> {
        Arc::new(Recipe::parse(Source::new("test", TEXT), nodes::registry()).unwrap())
    }

    fn stroke(places: &[[f64; 2]]) -> Stroke {
        let brush = Brush::new(Tool::Raise { metres: 5.0 }, 80.0);
        let points = places.iter().map(|&place| Point { position: place, pressure: 1.0 }).collect();
        Stroke { brush, points }
    }

    /// A recipe under a layer, as the engine takes it.
    fn over(layer: &EditedLayer, recipe: &Arc<Recipe>) -> (Arc<Recipe>, SharedImages) {
        let layers = Layers::from(layer.clone());
        let recipe = layers.recipe(recipe);
        let images = layers.images(&recipe, Arc::new(NoImages));
        (recipe, images)
    }

    fn height_field(layer: &EditedLayer) -> HeightField {
        let (recipe, images) = over(layer, &recipe());
        HeightField::new(&recipe, &*images, 97).unwrap()
    }

    /// A field brush that reads an image, and a recipe that is saved elsewhere.
    #[test]
    fn image_paths_are_relative_to_the_folder_of_the_recipe() {
        let text = "orogen = 1\ndomain.size = 1000.0\nheight.field = \"scan\"\n\
                    [fields.scan]\ntype = \"image\"\nfile = \"a.png\"\n";
        let [here, there] = ["here", "there"].map(|folder| {
            let source = Source::new("test", text).in_folder(std::path::absolute(folder).unwrap());
            Recipe::parse(source, nodes::registry()).unwrap()
        });
        let none = Layers::default();
        assert_ne!(TerrainKey::new(&here, &none), TerrainKey::new(&there, &none));
        let brushes = BrushSet { kind: Kind::Field, field: "scan".to_owned(), ..BrushSet::new(1000.0, 90.0) };
        let mut layer = StrokeLayer::new(Surface::Plane).in_folder("elsewhere");
        let points = vec![Point { position: [50.0; 2], pressure: 1.0 }];
        layer.push(Stroke { brush: brushes.brush(&here, 0.0, false).unwrap(), points }).unwrap();
        assert_eq!(
            layer.files().into_iter().collect::<Vec<_>>(),
            [std::path::absolute("here/a.png").unwrap()]
        );
    }

    /// Updating only the region reported as changed gives the same height field as building it from scratch.
    #[test]
    fn updates_equal_a_rebuild() {
        let mut layer = EditedLayer::new(Surface::Plane);
        let (mut held, mut version) = (height_field(&layer), layer.version());
        let way =
            [[200.0, 300.0], [260.0, 310.0], [300.0, 380.0], [420.0, 400.0], [430.0, 520.0], [600.0, 560.0]];
        let bring = |held: &mut HeightField, version: &mut u64, layer: &EditedLayer| {
            let Since::Within(bounds) = layer.since(*version) else { panic!("too much") };
            let (recipe, images) = over(layer, &recipe());
            *held = held.with_changed_strokes(&recipe, &*images, &bounds).unwrap();
            *version = layer.version();
            bounds
        };
        layer.push(stroke(&way[..1])).unwrap();
        bring(&mut held, &mut version, &layer);
        for end in 2..=way.len() {
            layer.extend_last(stroke(&way[..end])).unwrap();
            bring(&mut held, &mut version, &layer);
            assert!(held == height_field(&layer), "{end} points");
        }
        // Only the last piece was reported.
        let last = layer.since(version - 1);
        assert!(matches!(last, Since::Within(bounds) if bounds.min[0] > 150.0), "{last:?}");
        layer.finish_last();
        let whole = bring(&mut held, &mut version, &layer);
        // The brush reaches 80 m, and dabs are 20 m apart.
        assert!(whole.min[0] < 125.0 && whole.max[0] > 655.0, "{whole:?}");
        layer.pop();
        bring(&mut held, &mut version, &layer);
        assert_eq!(held, height_field(&EditedLayer::new(Surface::Plane)));
    }

    /// The same, with rivers and lakes: a trench lowers rivers, and a lake whose outlet it lowers.
    #[test]
    fn updates_of_water_equal_a_rebuild() {
        let text = "orogen = 1\nseed = 4\ndomain.size = 9000.0\nheight = { field = 'land', scale = 900.0 }
            water.field = 'land.water'\n[[materials]]\nname = 'rock'\ncolor = '#707070'
            [fields.hills]\ntype = 'fbm'\nwavelength = 4000.0\noctaves = 3
            [fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 900.0\ndetail = 50.0\nlakes = 1.0\nriver_width = 10.0";
        let base = Arc::new(Recipe::parse(Source::new("test", text), nodes::registry()).unwrap());
        let lakes = water(&base, &NoImages).unwrap().lakes;
        let [x, y] =
            lakes.iter().max_by(|one, other| one.area.total_cmp(&other.area)).unwrap().outlet.map(f64::from);
        let mut layer = EditedLayer::new(Surface::Plane);
        let whole = |layer: &EditedLayer| {
            let (recipe, images) = over(layer, &base);
            HeightField::new(&recipe, &*images, 193).unwrap()
        };
        let before = whole(&layer);
        let brush = Brush::new(Tool::Raise { metres: -10.0 }, 200.0);
        let points =
            [[x - 300.0, y], [x + 300.0, y]].map(|position| Point { position, pressure: 1.0 }).to_vec();
        layer.push(Stroke { brush, points }).unwrap();
        let Since::Within(bounds) = layer.since(0) else { panic!() };
        let (recipe, images) = over(&layer, &base);
        assert!(before.with_changed_strokes(&recipe, &*images, &bounds).unwrap() == whole(&layer));
    }

    #[test]
    fn strokes_too_small_to_be_seen_must_be_valid_too() {
        let stamp = Tool::Stamp { image: "none.png".to_owned(), metres: 1.0, turn: false };
        let planet = TEXT.replace("domain.size = 1000.0", "domain = { kind = \"planet\", radius = 5000.0 }");
        for text in [TEXT, &planet] {
            let recipe = Arc::new(Recipe::parse(Source::new("test", text), nodes::registry()).unwrap());
            let mut layer = EditedLayer::new(EditedLayer::ground(&recipe));
            let (named, images) = over(&layer, &recipe);
            let held = HeightField::new(&named, &*images, 64).unwrap();
            let points = vec![Point { position: [10.3, 10.4], pressure: 1.0 }];
            layer.push(Stroke { brush: Brush::new(stamp.clone(), 0.1), points }).unwrap();
            let Since::Within(bounds) = layer.since(0) else { panic!() };
            let (named, images) = over(&layer, &recipe);
            assert!(held.with_changed_strokes(&named, &*images, &bounds).is_err());
        }
    }

    #[test]
    fn versions_too_far_behind_rebuild_everything() {
        let mut layer = EditedLayer::new(Surface::Plane);
        let seen = layer.version();
        for _ in 0..MAX_CHANGES {
            layer.push(stroke(&[[0.0, 0.0]])).unwrap();
        }
        assert!(matches!(layer.since(seen), Since::Within(_)));
        layer.pop();
        assert_eq!(layer.since(seen), Since::All);
        assert_eq!(layer.since(layer.version() + 1), Since::All, "a version of another layer");
    }

    #[test]
    fn an_invalid_stroke_changes_nothing() {
        let mut layer = EditedLayer::new(Surface::Plane);
        layer.push(stroke(&[[1.0, 2.0]])).unwrap();
        let version = layer.version();
        assert!(layer.push(stroke(&[])).is_err());
        assert!(layer.extend_last(stroke(&[[f64::NAN, 0.0]])).is_err());
        assert_eq!((layer.version(), layer.stroke_layer().len()), (version, 1));
    }

    #[test]
    fn the_name_of_the_stroke_file_does_not_change_the_terrain() {
        let bare = recipe();
        let named = Recipe::parse(
            Source::new("test", format!("{TEXT}[sculpt]\nstrokes = \"a.strokes\"\n")),
            nodes::registry(),
        );
        let named = named.unwrap();
        let none = Layers::default();
        let layer = EditedLayer::new(Surface::Plane);
        let empty = Layers::from(layer.clone());
        let [one, other] = [&*bare, &named].map(|recipe| TerrainKey::new(recipe, &empty));
        assert_eq!(other.since(&one, &empty), Since::Same);
        // The names matter before the strokes are read, and without a layer.
        assert_eq!(other.since(&TerrainKey::new(&named, &none), &empty), Since::All);
        assert_ne!(TerrainKey::new(&bare, &none), TerrainKey::new(&named, &none));
        let mut painted = layer;
        painted.push(stroke(&[[500.0, 500.0]])).unwrap();
        let read = Layers::from(EditedLayer::from_strokes(painted.stroke_layer().clone()));
        let painted = Layers::from(painted);
        let first = TerrainKey::new(&bare, &painted).since(&TerrainKey::new(&bare, &none), &painted);
        assert!(matches!(first, Since::Within(_)), "{first:?}");
        assert_eq!(TerrainKey::new(&bare, &read).since(&TerrainKey::new(&bare, &none), &read), Since::All);
        // Another layer is other terrain, whatever its version.
        let again = Layers::from(EditedLayer::new(Surface::Plane));
        assert_eq!(TerrainKey::new(&bare, &again).since(&one, &again), Since::All);
    }
}
