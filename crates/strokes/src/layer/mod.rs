//! Strokes as a layer of a recipe.
//!
//! The engine applies the strokes as an [`overlay`] of the terrain, so every product includes them.

mod heights;
mod layer_stroke;
mod stroke_overlay;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_engine::bounds::Bounds;
use orogen_engine::image::{Image, Reading};
use orogen_engine::overlay::{self, Complaint, Layer, Overlay};
use orogen_engine::recipe::{Field, Recipe, Source};
use orogen_engine::terrain::{Images, picture_words};

use crate::brush::Tool;
use crate::error::{ApplyError, StrokeError};
use crate::journal::{self, JournalError};
use crate::prepared_strokes::{CacheBudget, PreparedStrokes};
use crate::stroke::{Stroke, Surface};
use layer_stroke::{BrushTerrains, LayerStroke};
use stroke_overlay::StrokeOverlay;

/// Strokes to apply to a recipe's terrain at any spacing: strokes that a recipe names in `[sculpt]`, or strokes that are
/// being painted.
///
/// Copies share prepared data. So a copy with one more stroke only has to prepare that stroke.
///
/// # Example
/// ```
/// use std::sync::Arc;
///
/// use orogen_engine::generate::Generator;
/// use orogen_engine::generate::cpu::CpuMaker;
/// use orogen_engine::generate::dispatcher::Dispatcher;
/// use orogen_engine::image::NoImages;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_strokes::brush::{Brush, Tool};
/// use orogen_strokes::layer::StrokeLayer;
/// use orogen_strokes::stroke::{Point, Stroke, Surface};
///
/// let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"hills\" }\n[fields.hills]\ntype = \"fbm\"\nwavelength = 90.0";
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let maker = Box::new(CpuMaker::new(CpuMaker::spare_threads())?);
/// let generator = Dispatcher::new(Arc::new(recipe), Arc::new(NoImages), vec![maker], 1 << 20)?;
///
/// // A user paints: the cache keeps tiles that the stroke does not touch.
/// let mut layer = StrokeLayer::new(Surface::Plane);
/// let brush = Brush::new(Tool::Raise { metres: 20.0 }, 150.0);
/// let changed = layer.push(Stroke { brush, points: vec![Point { position: [400.0, 300.0], pressure: 1.0 }] })?;
/// generator.sculpt(Arc::new(layer.clone()), changed);
/// // And undoes the stroke.
/// let changed = layer.pop().expect("there is a stroke");
/// generator.sculpt(Arc::new(layer.clone()), changed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StrokeLayer {
    surface: Surface,
    /// Paths of stamp pictures are relative to this folder.
    folder: PathBuf,
    strokes: Vec<Arc<LayerStroke>>,
    fields: Arc<BrushTerrains>,
    cache_budget: CacheBudget,
    /// Warnings about the file.
    doubts: Vec<Complaint>,
}

impl StrokeLayer {
    /// A layer without strokes, for terrains on this surface.
    pub fn new(surface: Surface) -> Self {
        let (folder, strokes, doubts) = (PathBuf::new(), Vec::new(), Vec::new());
        Self {
            surface,
            folder,
            strokes,
            fields: Arc::default(),
            cache_budget: CacheBudget::default(),
            doubts,
        }
    }

    /// The strokes of a [journal](journal::Journal), without those that were undone. Another program may have the file
    /// open for painting. Paths of pictures are relative to the file's folder.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        let recorded = journal::read(path)?;
        let mut layer = Self::new(recorded.surface).in_folder(path.parent().unwrap_or(Path::new("")));
        for stroke in recorded.strokes {
            layer.push_shared(stroke)?;
        }
        layer.doubts.extend(recorded.dropped.map(|line| {
            let message =
                format!("the last line of {}, number {line}, is incomplete and was ignored", path.display());
            (
                message,
                "the program that wrote it stopped before the end; the strokes before it are complete"
                    .to_owned(),
            )
        }));
        Ok(layer)
    }

    /// Sets the folder that paths of pictures are relative to. A layer from [`new`](Self::new) has no folder, so its paths are
    /// relative to the current directory.
    #[must_use]
    pub fn in_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), ..self }
    }

    /// The surface that the strokes are on.
    pub fn surface(&self) -> Surface {
        self.surface
    }

    /// Number of strokes.
    pub fn len(&self) -> usize {
        self.strokes.len()
    }

    /// Whether there are no strokes.
    pub fn is_empty(&self) -> bool {
        self.strokes.is_empty()
    }

    /// The strokes, in the order in which they are applied.
    pub fn strokes(&self) -> impl ExactSizeIterator<Item = &Stroke> {
        self.strokes.iter().map(|entry| &*entry.stroke)
    }

    /// The files that brushes read: pictures of stamps, and files that recipes of brushes name.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let files = self.strokes().flat_map(|stroke| match &stroke.brush.tool {
            Tool::Stamp { image, .. } => vec![PathBuf::from(image)],
            Tool::Field { recipe, .. } => files_of(recipe),
            _ => Vec::new(),
        });
        files.map(|file| self.folder.join(file)).collect()
    }

    /// Adds a stroke on top of the others. Returns the bounds of the ground that it may change.
    ///
    /// # Errors
    /// Fails if the stroke is invalid on this surface; the layer is then unchanged. Errors in its recipe or picture are
    /// reported only when the stroke is applied to [a terrain](Layer::over).
    pub fn push(&mut self, stroke: Stroke) -> Result<Bounds, StrokeError> {
        self.push_shared(Arc::new(stroke))
    }

    fn push_shared(&mut self, stroke: Arc<Stroke>) -> Result<Bounds, StrokeError> {
        let stroke = LayerStroke::new(stroke, self.surface)?;
        let bounds = stroke.bounds;
        self.strokes.push(Arc::new(stroke));
        Ok(bounds)
    }

    /// Removes the last stroke. Returns the bounds of the ground that it may have changed, or `None` if there is no stroke.
    pub fn pop(&mut self) -> Option<Bounds> {
        self.strokes.pop().map(|stroke| stroke.bounds)
    }

    /// A warning about strokes outside of a plane's domain.
    fn outside(&self, size: f64) -> Option<Complaint> {
        let domain = Bounds::of_plane([0.0, 0.0, size, size]);
        let mut outside = (1..).zip(&self.strokes).filter(|(_, stroke)| !stroke.bounds.meets(&domain));
        let (first, _) = outside.next()?;
        let count = 1 + outside.count();
        let message = format!(
            "{count} of {} strokes lie outside of the domain; the first is number {first}",
            self.len()
        );
        Some((
            message,
            "check that the file belongs to this recipe, and that `size` is the same as when the strokes were drawn"
                .to_owned(),
        ))
    }
}

impl Layer for StrokeLayer {
    fn over(&self, ground: overlay::LayerBase<'_>) -> Result<Arc<dyn Overlay>, Complaint> {
        let mut strokes = PreparedStrokes::new(Arc::clone(&ground.base), ground.spacing);
        if strokes.surface() != self.surface {
            return Err(misplaced(self.surface, strokes.surface()));
        }
        let images = InFolder { images: ground.images, folder: &self.folder };
        for (number, stroke) in (1..).zip(&self.strokes) {
            let prepared = stroke.prepared(self.surface, &images, ground.spacing, &self.fields);
            let prepared = prepared.map_err(|error| refused(number, &error))?;
            strokes
                .push_prepared(prepared, stroke.node_cache(&ground.base, ground.spacing, &self.cache_budget));
        }
        let mut doubts = self.doubts.clone();
        if self.surface == Surface::Plane {
            doubts.extend(self.outside(ground.recipe.domain.size));
        }
        Ok(Arc::new(StrokeOverlay::new(strokes, ground.base.interval(), doubts)))
    }

    fn words(&self, images: &dyn Images, add: &mut dyn FnMut(u64)) -> Result<(), Complaint> {
        let images = InFolder { images, folder: &self.folder };
        add(self.len() as u64);
        for (number, stroke) in (1..).zip(&self.strokes) {
            stroke.words().iter().for_each(|word| add(*word));
            let pictures = picture_words_of(&stroke.stroke.brush.tool, &images, add);
            pictures.map_err(|error| refused(number, &error))?;
        }
        Ok(())
    }
}

/// The recipe of a brush. `None` if it is invalid.
fn brush_recipe(text: &str) -> Option<Recipe> {
    Recipe::parse(Source::new("brush", text), orogen_engine::nodes::registry()).ok()
}

/// The files that a brush's recipe reads. Empty if the recipe is invalid.
fn files_of(recipe: &str) -> Vec<PathBuf> {
    let Some(recipe) = brush_recipe(recipe) else { return Vec::new() };
    recipe.fields.values().flat_map(Field::files).map(|(_, path)| path.to_owned()).collect()
}

/// Adds words that identify the pictures that a tool reads.
fn picture_words_of(tool: &Tool, images: &InFolder<'_>, add: &mut dyn FnMut(u64)) -> Result<(), ApplyError> {
    match tool {
        Tool::Stamp { image, .. } => {
            let image = images.load(Path::new(image), Reading::default());
            let image = image.map_err(|(message, help)| ApplyError::Image { message, help })?;
            image.words().for_each(add);
        }
        // An invalid recipe is an error when the stroke is applied.
        Tool::Field { recipe, .. } => {
            if let Some(recipe) = brush_recipe(recipe) {
                picture_words(&recipe, images, add)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Why a stroke cannot be applied.
fn refused(number: usize, error: &ApplyError) -> Complaint {
    match error {
        ApplyError::Image { message, help } => (format!("stroke {number}: {message}"), help.clone()),
        error => {
            let help = "fix the stroke or undo it in the program that drew it";
            (format!("stroke {number}: {error}"), help.to_owned())
        }
    }
}

/// The error for strokes that are on another surface than the terrain.
fn misplaced(strokes: Surface, terrain: Surface) -> Complaint {
    let name = |surface: Surface| match surface {
        Surface::Plane => "a plane".to_owned(),
        Surface::Planet(sphere) => format!("a planet with a radius of {} m", sphere.radius()),
    };
    let message = format!("the strokes are on {}, but this terrain is {}", name(strokes), name(terrain));
    (message, "name the stroke file that belongs to this recipe".to_owned())
}

/// Loads pictures by paths relative to a folder.
struct InFolder<'a> {
    images: &'a dyn Images,
    folder: &'a Path,
}

impl Images for InFolder<'_> {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        self.images.load(&self.folder.join(path), reading)
    }
}
