//! A terrain: a recipe that is ready to evaluate.

mod crossings;
mod field;
mod generator;
mod grids;
mod points;
mod rasters;
mod tiles;

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use orogen_engine::generate::SharedImages;
use orogen_engine::generate::revision::Revision;
use orogen_engine::generate::tile::Version;
use orogen_engine::interval::Interval;
use orogen_engine::nodes;
use orogen_engine::planet::Sphere;
use orogen_engine::recipe::{Recipe, RecipeError, Source};
use orogen_engine::terrain;

use crate::error::Error;
use crate::files::Files;
use crate::position::Points;
use crate::presets::Preset;
use crate::recipe_file::read_recipe;

pub use tiles::Address;

/// A recipe that is ready to evaluate, on a plane or a planet.
///
/// A terrain keeps the recipe, the pictures and strokes that were read, and the engine's plans for the last 32 sample
/// spacings. Clones share all of that. All methods take `&self` and may be called from any thread.
///
/// # Example
/// ```
/// use orogen::{LatLon, Terrain};
///
/// let alps = Terrain::preset("alps")?.with_seed(40)?;
/// println!("{:.1} m", alps.at([120.0, 80.0])?.height);
///
/// let mars = Terrain::preset("mars")?;
/// println!("{:.1} m", mars.at(LatLon::new(18.65, -133.8)?)?.height);
/// # Ok::<(), orogen::Error>(())
/// ```
#[derive(Clone)]
pub struct Terrain(Arc<Inner>);

struct Inner {
    /// The recipe with the plans made so far.
    revision: Revision,
    files: SharedImages,
    /// The terrain at the recipe's own spacing.
    base: Arc<terrain::Terrain>,
    /// Prepared when the first point is requested.
    points: OnceLock<Result<Points, Error>>,
}

impl Terrain {
    /// Opens the recipe in a file, with the pictures and strokes that it names. Paths in the recipe are relative to the
    /// folder of the file.
    ///
    /// # Errors
    /// A file cannot be read, or the recipe is invalid.
    ///
    /// # Example
    /// ```
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("alps.toml");
    /// std::fs::write(&path, orogen::Preset::find("alps")?.text).unwrap();
    /// let terrain = orogen::Terrain::open(&path)?;
    /// assert_eq!(terrain.recipe().name, "Alps");
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::new(read_recipe(path)?, Arc::new(Files::default()))
    }

    /// A preset by its name. [`presets`](crate::presets()) lists them.
    ///
    /// # Errors
    /// There is no such preset.
    ///
    /// # Example
    /// ```
    /// let terrain = orogen::Terrain::preset("alps")?;
    /// assert_eq!(terrain.size(), 16_384.0);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn preset(name: &str) -> Result<Self, Error> {
        Self::new(Preset::find(name)?.recipe()?, Arc::new(Files::default()))
    }

    /// Parses the text of a recipe. Errors call the recipe `recipe`, and paths in it are relative to the current folder;
    /// [`from_source`](Self::from_source) takes a name and a folder.
    ///
    /// # Errors
    /// The recipe is invalid, or a file that it names cannot be read.
    ///
    /// # Example
    /// ```
    /// let text = r#"
    /// orogen = 1
    /// domain.size = "1 km"
    /// height = { field = "hills", scale = 50.0 }
    /// [fields.hills]
    /// type = "fbm"
    /// wavelength = "200 m"
    /// "#;
    /// let terrain = orogen::Terrain::parse(text)?;
    /// assert_eq!(terrain.heights(terrain.grid(64)?)?.len(), 64 * 64);
    ///
    /// let error = orogen::Terrain::parse(&text.replace("wavelength", "wavelenth")).unwrap_err();
    /// assert_eq!((error.line(), error.column()), (Some(7), Some(1)));
    /// assert!(error.to_string().contains("did you mean `wavelength`?"));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::from_source(Source::new("recipe", text))
    }

    /// Parses the text of a recipe with a name for errors and a folder for paths.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    ///
    /// # Example
    /// ```
    /// use orogen::{Source, Terrain};
    ///
    /// let source = Source::new("mine.toml", "orogen = 1").in_folder("maps");
    /// let error = Terrain::from_source(source).unwrap_err();
    /// assert!(error.to_string().starts_with("mine.toml:1:"), "{error}");
    /// ```
    pub fn from_source(source: Source) -> Result<Self, Error> {
        Self::new(Recipe::parse(source, nodes::registry())?, Arc::new(Files::default()))
    }

    /// A terrain of a checked recipe, with any reader of files. Use [`NoImages`](crate::NoImages) for untrusted recipes: this
    /// reader opens no files.
    ///
    /// # Errors
    /// A node's parameters, a picture or the strokes are wrong.
    ///
    /// # Example
    /// ```
    /// use std::sync::Arc;
    /// use orogen::{NoImages, Recipe, Source, Terrain, engine};
    ///
    /// let text = r#"
    /// orogen = 1
    /// domain.size = "1 km"
    /// height = { field = "picture", scale = 50.0 }
    /// [fields.picture]
    /// type = "image"
    /// file = "/etc/passwd"
    /// "#;
    /// let recipe = Recipe::parse(Source::new("upload.toml", text), engine::nodes::registry())?;
    /// let error = Terrain::new(recipe, Arc::new(NoImages)).unwrap_err();
    /// assert!(error.message().contains("cannot be read here"), "{error}");
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn new(recipe: Recipe, files: SharedImages) -> Result<Self, Error> {
        let spacing = recipe.domain.spacing();
        let revision = Revision::new(Version::default(), Arc::new(recipe), Arc::clone(&files));
        let base = revision.terrain(spacing)?;
        Ok(Self(Arc::new(Inner { revision, files, base, points: OnceLock::new() })))
    }

    /// The same recipe with another seed: another terrain of the same kind.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    ///
    /// # Example
    /// ```
    /// let terrain = orogen::Terrain::preset("hills")?;
    /// let other = terrain.with_seed(2)?;
    /// assert_ne!(terrain.at([0.0, 0.0])?.height, other.at([0.0, 0.0])?.height);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn with_seed(&self, seed: u64) -> Result<Self, Error> {
        Self::new(Recipe { seed, ..self.recipe().clone() }, Arc::clone(&self.0.files))
    }

    /// The recipe.
    ///
    /// # Example
    /// ```
    /// let terrain = orogen::Terrain::preset("alps")?;
    /// assert!(terrain.recipe().fields.contains_key("ranges"));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn recipe(&self) -> &Recipe {
        self.0.revision.recipe()
    }

    /// The reader of the files that the recipe names.
    #[cfg(feature = "edit")]
    pub(crate) fn files(&self) -> &SharedImages {
        &self.0.files
    }

    /// Bounds of the heights in metres at the recipe's own spacing. They are known before any sample is made.
    ///
    /// # Example
    /// ```
    /// let terrain = orogen::Terrain::preset("alps")?;
    /// let heights = terrain.interval();
    /// assert!(heights.contains(terrain.at([5000.0, 5000.0])?.height));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn interval(&self) -> Interval {
        self.0.base.interval()
    }

    /// Metres along a side of the domain; on a planet, around the equator.
    ///
    /// # Example
    /// ```
    /// assert_eq!(orogen::Terrain::preset("alps")?.size(), 16_384.0);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn size(&self) -> f64 {
        self.recipe().domain.size
    }

    /// Whether the terrain is a planet.
    ///
    /// # Example
    /// ```
    /// assert!(orogen::Terrain::preset("luna")?.is_planet());
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn is_planet(&self) -> bool {
        self.sphere().is_some()
    }

    /// The sphere that a planet's heights are measured from. `None` if the terrain is not a planet.
    ///
    /// # Example
    /// ```
    /// let luna = orogen::Terrain::preset("luna")?;
    /// assert_eq!(luna.sphere().map(|sphere| sphere.radius()), Some(1_737_400.0));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn sphere(&self) -> Option<Sphere> {
        self.0.base.sphere()
    }

    /// The height of the sea in metres, if there is one. Heights are those of the ground, also under water.
    ///
    /// # Example
    /// ```
    /// assert_eq!(orogen::Terrain::preset("isle")?.sea_level(), Some(0.0));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn sea_level(&self) -> Option<f64> {
        self.0.base.sea_level()
    }

    /// Warnings about the recipe, in the order of its text. They have the form of errors.
    ///
    /// # Example
    /// ```
    /// let text = r#"
    /// orogen = 1
    /// domain.size = 1000.0
    /// height = { field = "flat", scale = 2.0 }
    /// [fields.flat]
    /// type = "constant"
    /// [fields.spare]
    /// type = "constant"
    /// "#;
    /// let terrain = orogen::Terrain::parse(text)?;
    /// assert_eq!(terrain.warnings()[0].message, "the field `spare` is not used");
    /// assert_eq!(terrain.warnings()[0].line(), 7);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn warnings(&self) -> &[RecipeError] {
        self.0.base.warnings()
    }

    /// The engine's terrain for samples `spacing` metres apart. The terrains of the last 32 spacings are kept.
    ///
    /// # Errors
    /// The spacing is not a positive, finite number, or a file that the recipe names has changed and is wrong now.
    ///
    /// # Example
    /// ```
    /// use orogen::{Terrain, engine::level::Level};
    ///
    /// let terrain = Terrain::preset("alps")?.prepared(4.0)?;
    /// let samples = terrain.sample::<f32>(Level::best(), &[[120.0, 80.0, 0.0]]);
    /// assert_eq!(samples.len(), 1);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn prepared(&self, spacing: f64) -> Result<Arc<terrain::Terrain>, Error> {
        if !(spacing.is_finite() && spacing > 0.0) {
            let help = "give a finite number of metres greater than 0";
            return Err(Error::argument(format!("{spacing} m is not a spacing"), help));
        }
        Ok(self.0.revision.terrain(spacing)?)
    }
}

impl fmt::Debug for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let recipe = self.recipe();
        f.debug_struct("Terrain")
            .field("source", &recipe.source.name)
            .field("seed", &recipe.seed)
            .finish_non_exhaustive()
    }
}
