//! What was painted over the terrain: a value that knows what has changed since when, so that whoever shows the ground makes
//! no more of it anew than that.

mod kit;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use orogen::bounds::Bounds;
use orogen::generate::SharedImages;
use orogen::image::{Image, Reading};
use orogen::overlay::Layer;
use orogen::recipe::{Recipe, Sculpt};
use orogen::terrain::Images;
use orogen_strokes::error::StrokeError;
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::{Ground, Stroke};

pub use kit::{Kind, Kit, NoBrush};

/// Changes that are remembered: whoever is further behind makes all anew.
const REMEMBERED: usize = 256;

/// What was painted over the terrain, as a value that can be handed to threads.
///
/// ```
/// use orogen_strokes::brush::{Brush, Tool};
/// use orogen_strokes::stroke::{Ground, Point, Stroke};
/// use orogen_studio::sculpture::{Sculpture, Since};
///
/// let mut sculpture = Sculpture::new(Ground::Plane);
/// let seen = sculpture.version();
/// let points = vec![Point { place: [50.0, 50.0], pressure: 1.0 }];
/// sculpture.push(Stroke { brush: Brush::new(Tool::Raise { metres: 2.0 }, 10.0), points })?;
/// assert!(matches!(sculpture.since(seen), Since::Within(_)));
/// assert!(matches!(sculpture.since(sculpture.version()), Since::Same));
/// # Ok::<(), orogen_strokes::error::StrokeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sculpture {
    /// Another for each that was begun or read.
    number: u64,
    /// Whether there was nothing in the beginning.
    is_whole: bool,
    layer: StrokeLayer,
    version: u64,
    /// What the newest versions have changed, the newest last.
    changes: VecDeque<Bounds>,
}

/// What has changed since a version.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Since {
    /// Nothing.
    Same,
    /// What lies in a box.
    Within(Bounds),
    /// Maybe everything.
    All,
}

impl Sculpture {
    /// No strokes yet.
    pub fn new(ground: Ground) -> Self {
        Self::of_layer(StrokeLayer::new(ground))
    }

    /// Strokes that were read.
    pub fn of_layer(layer: StrokeLayer) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        Self { number, is_whole: layer.is_empty(), layer, version: 0, changes: VecDeque::new() }
    }

    /// The strokes.
    pub fn layer(&self) -> &StrokeLayer {
        &self.layer
    }

    /// A number that grows with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// A sculpture and its version: what is painted later has a greater one.
    pub fn stamp(&self) -> [u64; 2] {
        [self.number, self.version]
    }

    /// What lies in the way from a version to this one.
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

    /// Lays a stroke over the others.
    ///
    /// # Errors
    /// It cannot lie on this ground; nothing has changed.
    pub fn push(&mut self, stroke: Stroke) -> Result<(), StrokeError> {
        let bounds = self.layer.push(stroke)?;
        self.changed(bounds);
        Ok(())
    }

    /// Takes the last stroke away, if there is one.
    pub fn pop(&mut self) {
        if let Some(bounds) = self.layer.pop() {
            self.changed(bounds);
        }
    }

    /// Lays a longer stroke in the place of the last one, its beginning. Only its end is told to have changed, so that a long
    /// stroke is as quick to draw as a short one. The way bends up to two points before a new one, and no further; as what is
    /// told is still a guess, [`settle`](Self::settle) has to follow once the stroke is whole.
    ///
    /// # Errors
    /// It cannot lie on this ground; the last one is as before.
    pub fn grow(&mut self, stroke: Stroke) -> Result<(), StrokeError> {
        let end = |stroke: &Stroke| {
            let first = stroke.points.len().saturating_sub(4);
            let end = Stroke { brush: stroke.brush.clone(), points: stroke.points[first..].to_vec() };
            StrokeLayer::new(self.layer.ground()).push(end)
        };
        let before = self.layer.strokes().last().map(end).transpose()?.unwrap_or(Bounds::NONE);
        let bounds = before.hull(&end(&stroke)?);
        let margin = 0.25 * stroke.brush.radius;
        let mut layer = self.layer.clone();
        layer.pop();
        layer.push(stroke)?;
        self.layer = layer;
        self.changed(bounds.widened(margin));
        Ok(())
    }

    /// Tells of all that the last stroke may have changed.
    pub fn settle(&mut self) {
        let Some(stroke) = self.layer.strokes().last().cloned() else { return };
        self.pop();
        // It lay there a moment ago.
        _ = self.push(stroke);
    }

    fn changed(&mut self, bounds: Bounds) {
        self.version += 1;
        self.changes.push_back(bounds);
        if self.changes.len() > REMEMBERED {
            self.changes.pop_front();
        }
    }

    /// The recipe as one with strokes, whether its text names a file of them or not yet.
    pub fn recipe(&self, recipe: &Arc<Recipe>) -> Arc<Recipe> {
        if recipe.sculpt.is_some() {
            return Arc::clone(recipe);
        }
        let (strokes, written, span) = (PathBuf::new(), String::new(), recipe.domain.span);
        Arc::new(Recipe { sculpt: Some(Sculpt { strokes, written, span }), ..(**recipe).clone() })
    }

    /// The ground that strokes of a recipe lie on.
    pub fn ground(recipe: &Recipe) -> Ground {
        recipe.domain.sphere().map_or(Ground::Plane, Ground::Planet)
    }

    /// Pictures from elsewhere, and these strokes, whatever file they are asked for by.
    pub fn images(&self, images: SharedImages) -> SharedImages {
        Arc::new(Painted { images, layer: Arc::new(self.layer.clone()) })
    }
}

/// What there is of a ground, for whoever shows it: which recipe it is of, and how far what is painted has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The recipe but for its strokes, in [canonical](Recipe::canonical) form, with absolute paths.
    base: String,
    /// The sculpture's stamp.
    sculpted: Option<[u64; 2]>,
}

impl Shown {
    /// What is to be shown.
    pub fn new(recipe: &Recipe, sculpture: Option<&Sculpture>) -> Self {
        // Strokes that nobody has read yet come from the file that the recipe names.
        let sculpt = if sculpture.is_some() { None } else { recipe.sculpt.clone() };
        let base = Recipe { sculpt, ..recipe.with_absolute_paths() }.canonical();
        Self { base, sculpted: sculpture.map(Sculpture::stamp) }
    }

    /// What has changed on the way from an older one, whose sculpture has become this.
    pub fn since(&self, old: &Self, sculpture: Option<&Sculpture>) -> Since {
        match (sculpture, old.sculpted) {
            _ if self == old => Since::Same,
            (Some(sculpture), Some([number, version]))
                if self.base == old.base && number == sculpture.number =>
            {
                sculpture.since(version)
            }
            // The bare ground is that before the first stroke.
            (Some(sculpture), None) if self.base == old.base && sculpture.is_whole => sculpture.since(0),
            _ => Since::All,
        }
    }
}

/// Pictures from elsewhere, and strokes that are being painted.
struct Painted {
    images: SharedImages,
    layer: Arc<StrokeLayer>,
}

impl Images for Painted {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
        self.images.load(path, reading)
    }

    fn strokes(&self, _path: &Path) -> Result<Arc<dyn Layer>, (String, String)> {
        Ok(Arc::<StrokeLayer>::clone(&self.layer))
    }
}

#[cfg(test)]
mod tests {
    use orogen::nodes;
    use orogen::recipe::Source;
    use orogen_strokes::brush::{Brush, Tool};
    use orogen_strokes::stroke::Point;

    use super::*;
    use crate::relief::Relief;

    const TEXT: &str = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"hills\", scale = 40.0 }\n\
                        [fields.hills]\ntype = \"fbm\"\nfeature = 300.0\noctaves = 4\n";

    fn recipe() -> Arc<Recipe> {
        Arc::new(Recipe::parse(Source::new("test", TEXT), nodes::registry()).unwrap())
    }

    fn stroke(places: &[[f64; 2]]) -> Stroke {
        let brush = Brush::new(Tool::Raise { metres: 5.0 }, 80.0);
        let points = places.iter().map(|&place| Point { place, pressure: 1.0 }).collect();
        Stroke { brush, points }
    }

    fn relief(sculpture: &Sculpture) -> Relief {
        let images = sculpture.images(Arc::new(orogen::image::NoImages));
        Relief::new(&sculpture.recipe(&recipe()), &*images, 97).unwrap()
    }

    /// What is painted with a field that reads a picture, and a recipe that is saved elsewhere.
    #[test]
    fn pictures_are_those_of_the_folder_that_the_recipe_was_in() {
        let text = "orogen = 1\ndomain.size = 1000.0\nheight.field = \"scan\"\n\
                    [fields.scan]\ntype = \"image\"\nfile = \"a.png\"\n";
        let [here, there] = ["here", "there"].map(|folder| {
            let source = Source::new("test", text).in_folder(std::path::absolute(folder).unwrap());
            Recipe::parse(source, nodes::registry()).unwrap()
        });
        assert_ne!(Shown::new(&here, None), Shown::new(&there, None));
        let kit = Kit { kind: Kind::Field, field: "scan".to_owned(), ..Kit::new(1000.0, 90.0) };
        let mut layer = StrokeLayer::new(Ground::Plane).in_folder("elsewhere");
        let points = vec![Point { place: [50.0; 2], pressure: 1.0 }];
        layer.push(Stroke { brush: kit.brush(&here, 0.0, false).unwrap(), points }).unwrap();
        assert_eq!(
            layer.files().into_iter().collect::<Vec<_>>(),
            [std::path::absolute("here/a.png").unwrap()]
        );
    }

    /// A raster that is brought up to date within what is told to have changed is the raster that is made at once.
    #[test]
    fn what_is_brought_up_to_date_is_what_is_made_at_once() {
        let mut sculpture = Sculpture::new(Ground::Plane);
        let (mut held, mut version) = (relief(&sculpture), sculpture.version());
        let way =
            [[200.0, 300.0], [260.0, 310.0], [300.0, 380.0], [420.0, 400.0], [430.0, 520.0], [600.0, 560.0]];
        let bring = |held: &mut Relief, version: &mut u64, sculpture: &Sculpture| {
            let Since::Within(bounds) = sculpture.since(*version) else { panic!("too much") };
            let images = sculpture.images(Arc::new(orogen::image::NoImages));
            *held = held.sculpted(&sculpture.recipe(&recipe()), &*images, &bounds).unwrap();
            *version = sculpture.version();
            bounds
        };
        sculpture.push(stroke(&way[..1])).unwrap();
        bring(&mut held, &mut version, &sculpture);
        for end in 2..=way.len() {
            sculpture.grow(stroke(&way[..end])).unwrap();
            bring(&mut held, &mut version, &sculpture);
            assert!(held == relief(&sculpture), "{end} points");
        }
        // The last piece alone was told of.
        let last = sculpture.since(version - 1);
        assert!(matches!(last, Since::Within(bounds) if bounds.min[0] > 150.0), "{last:?}");
        sculpture.settle();
        let whole = bring(&mut held, &mut version, &sculpture);
        // The brush reaches 80 m, and dabs are 20 m apart.
        assert!(whole.min[0] < 125.0 && whole.max[0] > 655.0, "{whole:?}");
        sculpture.pop();
        bring(&mut held, &mut version, &sculpture);
        assert_eq!(held, relief(&Sculpture::new(Ground::Plane)));
    }

    #[test]
    fn strokes_too_small_to_be_seen_have_to_be_sound_too() {
        let stamp = Tool::Stamp { image: "none.png".to_owned(), metres: 1.0, turn: false };
        let planet = TEXT.replace("domain.size = 1000.0", "domain = { kind = \"planet\", radius = 5000.0 }");
        for text in [TEXT, &planet] {
            let recipe = Arc::new(Recipe::parse(Source::new("test", text), nodes::registry()).unwrap());
            let mut sculpture = Sculpture::new(Sculpture::ground(&recipe));
            let over = |sculpture: &Sculpture| {
                (sculpture.recipe(&recipe), sculpture.images(Arc::new(orogen::image::NoImages)))
            };
            let (named, images) = over(&sculpture);
            let held = Relief::new(&named, &*images, 64).unwrap();
            let points = vec![Point { place: [10.3, 10.4], pressure: 1.0 }];
            sculpture.push(Stroke { brush: Brush::new(stamp.clone(), 0.1), points }).unwrap();
            let Since::Within(bounds) = sculpture.since(0) else { panic!() };
            let (named, images) = over(&sculpture);
            assert!(held.sculpted(&named, &*images, &bounds).is_err());
        }
    }

    #[test]
    fn who_is_too_far_behind_makes_all_anew() {
        let mut sculpture = Sculpture::new(Ground::Plane);
        let seen = sculpture.version();
        for _ in 0..REMEMBERED {
            sculpture.push(stroke(&[[0.0, 0.0]])).unwrap();
        }
        assert!(matches!(sculpture.since(seen), Since::Within(_)));
        sculpture.pop();
        assert_eq!(sculpture.since(seen), Since::All);
        assert_eq!(sculpture.since(sculpture.version() + 1), Since::All, "of another sculpture");
    }

    #[test]
    fn a_stroke_that_cannot_lie_there_changes_nothing() {
        let mut sculpture = Sculpture::new(Ground::Plane);
        sculpture.push(stroke(&[[1.0, 2.0]])).unwrap();
        let version = sculpture.version();
        assert!(sculpture.push(stroke(&[])).is_err());
        assert!(sculpture.grow(stroke(&[[f64::NAN, 0.0]])).is_err());
        assert_eq!((sculpture.version(), sculpture.layer().len()), (version, 1));
    }

    #[test]
    fn what_a_recipe_says_of_its_strokes_is_not_its_ground() {
        let bare = recipe();
        let named = Recipe::parse(
            Source::new("test", format!("{TEXT}[sculpt]\nstrokes = \"a.strokes\"\n")),
            nodes::registry(),
        );
        let named = named.unwrap();
        let sculpture = Sculpture::new(Ground::Plane);
        let [one, other] = [&*bare, &named].map(|recipe| Shown::new(recipe, Some(&sculpture)));
        assert_eq!(other.since(&one, Some(&sculpture)), Since::Same);
        // Before it is read, and where nothing is painted, it is.
        assert_eq!(other.since(&Shown::new(&named, None), Some(&sculpture)), Since::All);
        assert_ne!(Shown::new(&bare, None), Shown::new(&named, None));
        let mut painted = sculpture;
        painted.push(stroke(&[[500.0, 500.0]])).unwrap();
        let first = Shown::new(&bare, Some(&painted)).since(&Shown::new(&bare, None), Some(&painted));
        assert!(matches!(first, Since::Within(_)), "{first:?}");
        let read = Sculpture::of_layer(painted.layer().clone());
        assert_eq!(Shown::new(&bare, Some(&read)).since(&Shown::new(&bare, None), Some(&read)), Since::All);
        // Another sculpture is another ground, whatever its version.
        let again = Sculpture::new(Ground::Plane);
        assert_eq!(Shown::new(&bare, Some(&again)).since(&one, Some(&again)), Since::All);
    }
}
