//! Layers over a terrain, and where terrains get pictures and layers from.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use orogen_noise::level::Level;

use super::Terrain;
use super::overlay::{Complaint, Laid, Overlay, always};
use super::sunken::Sunken;
use crate::image::{Image, NoImages, Pictures, Reading};
use crate::recipe::{Domain, DomainKind, Recipe, RecipeError, Sculpt};
use crate::shapes::{self, MapPlace, ShapeReading, Shapes};

/// Reads the files that a recipe names: pictures, strokes and shapes.
pub trait Images {
    /// The picture at `path`, with finite samples.
    ///
    /// # Errors
    /// Message and help.
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint>;

    /// The strokes at `path`, which a recipe names in `[sculpt]` or in a field of the node `painted`. The default implementation
    /// returns an error, because the terrain without its strokes would be a different one.
    ///
    /// # Errors
    /// Message and help.
    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        let message = format!("the strokes {} cannot be read here", path.display());
        Err((message, "this program was not given a way to read strokes".to_owned()))
    }

    /// The lines and polygons at `path`, which a field of the node `shapes` names.
    ///
    /// # Errors
    /// Message and help.
    fn shapes(&self, path: &Path, _reading: &ShapeReading) -> Result<Arc<Shapes>, Complaint> {
        Err(shapes::unreadable(path))
    }

    /// The place on a map of a domain whose corner is the centre of the first pixel of a picture that was [loaded](Self::load), in
    /// metres. `None` if the picture's file does not give it in metres.
    fn map_place(&self, _path: &Path) -> Option<MapPlace> {
        None
    }

    /// The number of finest levels that solutions may leave out. Each level that is left out reduces the time to about a quarter,
    /// and only the finest valleys are missing. This is for previews only, because heights differ.
    fn draft(&self) -> u32 {
        0
    }

    /// The numbers that were [kept](Self::keep) under a key, if there are any.
    fn recall(&self, _key: &str) -> Option<Vec<f32>> {
        None
    }

    /// Keeps the numbers of a solution under a key. The key is a hash of everything that the solution depends on.
    ///
    /// # Errors
    /// The numbers cannot be kept. The message and help become a warning.
    fn keep(&self, _key: &str, _numbers: &[f32]) -> Result<(), Complaint> {
        Ok(())
    }

    /// Called repeatedly while a field of a node such as `erosion` is solved for the whole domain, with the share of the work
    /// that is done. If it returns false, solving stops with an error.
    fn solving(&self, _field: &str, _done: f32) -> bool {
        true
    }
}

impl<I: Images + ?Sized> Images for &I {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        (**self).load(path, reading)
    }

    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        (**self).strokes(path)
    }

    fn shapes(&self, path: &Path, reading: &ShapeReading) -> Result<Arc<Shapes>, Complaint> {
        (**self).shapes(path, reading)
    }

    fn map_place(&self, path: &Path) -> Option<MapPlace> {
        (**self).map_place(path)
    }

    fn draft(&self) -> u32 {
        (**self).draft()
    }

    fn recall(&self, key: &str) -> Option<Vec<f32>> {
        (**self).recall(key)
    }

    fn keep(&self, key: &str, numbers: &[f32]) -> Result<(), Complaint> {
        (**self).keep(key, numbers)
    }

    fn solving(&self, field: &str, done: f32) -> bool {
        (**self).solving(field, done)
    }
}

/// Reads the same files as the inner [`Images`], but requests drafts: solutions leave out up to two of the finest levels. Without
/// two levels, a solution has a sixteenth of the cells.
///
/// # Example
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::level::Level;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::{Drafts, Terrain};
///
/// let text = "orogen = 1\ndomain.size = 4000.0\nheight.field = 'land'\n\
///     [fields.hills]\ntype = 'fbm'\nwavelength = 900.0\n[fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 500.0\ndetail = 16.0";
/// let recipe = Recipe::parse(Source::new("land.toml", text), orogen_engine::nodes::registry())?;
/// let draft = Terrain::new(&recipe, &Drafts(NoImages), 64.0)?;
/// let sample = draft.sample::<f32>(Level::best(), &[[2000.0, 1000.0, 0.0]])[0];
/// assert!(sample.height.abs() < 1000.0);
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Drafts<I>(pub I);

impl<I: Images> Images for Drafts<I> {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        self.0.load(path, reading)
    }

    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        self.0.strokes(path)
    }

    fn shapes(&self, path: &Path, reading: &ShapeReading) -> Result<Arc<Shapes>, Complaint> {
        self.0.shapes(path, reading)
    }

    fn map_place(&self, path: &Path) -> Option<MapPlace> {
        self.0.map_place(path)
    }

    fn draft(&self) -> u32 {
        2
    }

    fn recall(&self, key: &str) -> Option<Vec<f32>> {
        self.0.recall(key)
    }

    fn keep(&self, key: &str, numbers: &[f32]) -> Result<(), Complaint> {
        self.0.keep(key, numbers)
    }

    fn solving(&self, field: &str, done: f32) -> bool {
        self.0.solving(field, done)
    }
}

impl<I: Images> Pictures for I {
    fn picture(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        self.load(path, reading)
    }
}

impl Images for NoImages {
    fn load(&self, path: &Path, _reading: Reading) -> Result<Arc<Image>, Complaint> {
        let message = format!("the picture {} cannot be read here", path.display());
        Err((message, "this program was not given a way to read pictures".to_owned()))
    }
}

/// The ground that a layer is prepared for.
#[derive(Clone)]
pub struct LayerBase<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The recipe's terrain without the layer.
    pub base: Arc<Terrain>,
    /// Reads pictures.
    pub images: &'a dyn Images,
    /// Metres between samples. This spacing decides how fine the octaves of `octaves = "auto"` are.
    pub spacing: f64,
}

/// Strokes over the terrain of a recipe. The implementation decides how strokes are represented and stored.
pub trait Layer: Debug + Send + Sync {
    /// Prepares the layer for a ground.
    ///
    /// # Errors
    /// The layer does not fit this ground: message and help.
    fn over(&self, ground: LayerBase<'_>) -> Result<Arc<dyn Overlay>, Complaint>;

    /// Adds words that identify the layer: layers with the same words change the same ground in the same way. `images` reads
    /// pictures.
    ///
    /// # Errors
    /// A picture cannot be read: message and help.
    fn words(&self, images: &dyn Images, add: &mut dyn FnMut(u64)) -> Result<(), Complaint>;
}

impl Terrain {
    /// This terrain under the strokes that its recipe names.
    pub(super) fn sculpted(
        self,
        recipe: &Recipe,
        sculpt: &Sculpt,
        images: &dyn Images,
        spacing: f64,
    ) -> Result<Self, RecipeError> {
        let refused =
            |(message, help): Complaint| RecipeError::new(&recipe.source, sculpt.span, message).help(help);
        let layer = images.strokes(&sculpt.strokes).map_err(refused)?;
        self.under(&*layer, recipe, images, spacing)
    }

    /// Puts a layer over this terrain, and returns the terrain with the layer. `recipe` and `spacing` are those that the terrain was made from.
    ///
    /// # Errors
    /// The layer does not fit this ground. The error points at the recipe's `[sculpt]` or `[domain]`.
    pub fn under(
        self,
        layer: &dyn Layer,
        recipe: &Recipe,
        images: &dyn Images,
        spacing: f64,
    ) -> Result<Self, RecipeError> {
        let span = recipe.sculpt.as_ref().map_or(recipe.domain.span, |sculpt| sculpt.span);
        let complaint =
            |(message, help): Complaint| RecipeError::new(&recipe.source, span, message).help(help);
        if let Some(reason) = no_ground(&recipe.domain) {
            return Err(complaint(reason));
        }
        self.laid(layer, recipe, images, spacing, &complaint)
    }

    /// As [`under`](Self::under). `complaint` makes the errors and warnings about the layer.
    pub(super) fn laid(
        self,
        layer: &dyn Layer,
        recipe: &Recipe,
        images: &dyn Images,
        spacing: f64,
        complaint: &dyn Fn(Complaint) -> RecipeError,
    ) -> Result<Self, RecipeError> {
        let base = Arc::new(self);
        let ground = LayerBase { recipe, base: Arc::clone(&base), images, spacing };
        let overlay = layer.over(ground).map_err(complaint)?;
        let doubts = overlay.doubts().iter().cloned().map(complaint);
        let mut warnings = base.warnings.clone();
        warnings.extend(doubts);
        let falls = base.falls(&*overlay);
        let laid = Laid { overlay, water: Sunken::new(Arc::clone(&base.water), falls) };
        Ok(Self { overlay: Some(laid), warnings, ..(*base).clone() })
    }

    /// By how many metres an overlay lowers the outlet of each lake of this terrain.
    fn falls(&self, overlay: &dyn Overlay) -> Vec<f64> {
        let outlets: Vec<_> = self.water.outlets().map(|[x, y]| [x, y, self.z]).collect();
        let before = self.sample::<f64>(Level::best(), &outlets);
        let mut after = before.clone();
        overlay.lay_on_samples(&outlets, &mut after, true, &always);
        before.iter().zip(&after).map(|(before, after)| (before.height - after.height).max(0.0)).collect()
    }
}

/// Why a domain cannot have a layer; `None` if it can.
pub(super) fn no_ground(domain: &Domain) -> Option<Complaint> {
    let reason = match domain.kind {
        DomainKind::Space => ["a space has no ground to sculpt", "write kind = \"plane\" in [domain]"],
        DomainKind::Plane if domain.tile => [
            "a terrain that repeats cannot be sculpted: strokes over its edge would not be repeated with it",
            "leave `tile = true` out",
        ],
        DomainKind::Plane | DomainKind::Planet(_) => return None,
    };
    Some(reason.map(str::to_owned).into())
}
