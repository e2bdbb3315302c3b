//! Reads the pictures, shapes and strokes that a recipe names.

#[cfg(feature = "pictures")]
mod pictures;
#[cfg(feature = "pictures")]
mod shapes;
#[cfg(feature = "cache")]
mod solutions;
#[cfg(feature = "strokes")]
mod strokes;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use orogen_engine::image::{Image, Reading};
use orogen_engine::overlay::{Complaint, Layer};
#[cfg(feature = "pictures")]
use orogen_engine::shapes::MapPlace;
use orogen_engine::shapes::{ShapeReading, Shapes};
use orogen_engine::terrain::Images;

#[cfg(feature = "pictures")]
pub use orogen_files::Location;
#[cfg(feature = "strokes")]
pub use orogen_strokes::layer::StrokeLayer;
#[cfg(feature = "cache")]
pub use solutions::{KeptSolution, SolutionCache};
#[cfg(feature = "strokes")]
pub use strokes::read_strokes;

/// Reads the pictures, shapes and strokes that recipes name, and keeps the solutions of their erosion. The reader keeps what it
/// has read in memory, so terrains that share a reader share the files.
///
/// [`Terrain::open`](crate::Terrain::open) makes its own reader. A program that opens several recipes with the same pictures
/// can share one reader, as in this example.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use orogen::{Files, Preset, Terrain};
///
/// let files = Arc::new(Files::default());
/// let alps = Terrain::new(Preset::find("alps")?.recipe()?, files.clone())?;
/// let dunes = Terrain::new(Preset::find("dunes")?.recipe()?, files)?;
/// # Ok::<(), orogen::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Files {
    #[cfg(feature = "pictures")]
    pictures: pictures::Pictures,
    #[cfg(feature = "pictures")]
    shapes: shapes::ShapeFiles,
    #[cfg(feature = "strokes")]
    strokes: strokes::Strokes,
    #[cfg(feature = "cache")]
    solutions: SolutionCache,
    progress: Option<Progress>,
}

/// Called with the name of a field and the share of its solution that is done. Returns whether to continue.
type OnProgress = dyn Fn(&str, f32) -> bool + Send + Sync;

struct Progress(Box<OnProgress>);

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}

impl Files {
    /// The same reader, with a callback for the progress of erosion, which may take seconds. The callback gets the name of a
    /// field and the share of the work that is done, from 0 to 1. If the callback returns false, the terrain cannot be made, and
    /// the caller gets an error.
    ///
    /// # Example
    /// ```
    /// use orogen::Files;
    ///
    /// let files = Files::default().on_progress(|field, done| {
    ///     println!("{field}: {:.0} %", 100.0 * done);
    ///     true
    /// });
    /// ```
    #[must_use]
    pub fn on_progress(self, progress: impl Fn(&str, f32) -> bool + Send + Sync + 'static) -> Self {
        Self { progress: Some(Progress(Box::new(progress))), ..self }
    }

    /// The same reader, with solutions kept in another cache.
    ///
    /// # Example
    /// ```
    /// use orogen::{Files, SolutionCache};
    ///
    /// let files = Files::default().cached_in(SolutionCache::at("build/solutions"));
    /// ```
    #[cfg(feature = "cache")]
    #[must_use]
    pub fn cached_in(self, solutions: SolutionCache) -> Self {
        Self { solutions, ..self }
    }
}

#[cfg(feature = "pictures")]
impl Files {
    /// The georeference of a picture that was read, if its file has one.
    ///
    /// # Example
    /// ```
    /// use orogen::{Files, Location};
    ///
    /// let files = Files::default();
    /// let location: Option<Location> = files.location("dem.tif".as_ref());
    /// assert_eq!(location, None);
    /// ```
    pub fn location(&self, path: &Path) -> Option<Location> {
        self.pictures.location(path)
    }
}

impl Images for Files {
    #[cfg(feature = "pictures")]
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        self.pictures.load(path, reading)
    }

    #[cfg(not(feature = "pictures"))]
    fn load(&self, path: &Path, _reading: Reading) -> Result<Arc<Image>, Complaint> {
        Err(not_built("picture", "pictures", path))
    }

    #[cfg(feature = "pictures")]
    fn shapes(&self, path: &Path, reading: &ShapeReading) -> Result<Arc<Shapes>, Complaint> {
        self.shapes.load(path, reading)
    }

    #[cfg(not(feature = "pictures"))]
    fn shapes(&self, path: &Path, _reading: &ShapeReading) -> Result<Arc<Shapes>, Complaint> {
        Err(not_built("shapes", "pictures", path))
    }

    #[cfg(feature = "pictures")]
    fn map_place(&self, path: &Path) -> Option<MapPlace> {
        let Location { crs, origin, degrees } = self.location(path)?;
        degrees.is_none().then_some(MapPlace { crs: crs.map(u32::from), origin: Some(origin) })
    }

    #[cfg(feature = "strokes")]
    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        self.strokes.load(path)
    }

    #[cfg(feature = "cache")]
    fn recall(&self, key: &str) -> Option<Vec<f32>> {
        self.solutions.recall(key)
    }

    #[cfg(feature = "cache")]
    fn keep(&self, key: &str, numbers: &[f32]) -> Result<(), Complaint> {
        self.solutions.keep(key, numbers)
    }

    fn solving(&self, field: &str, done: f32) -> bool {
        self.progress.as_ref().is_none_or(|progress| progress.0(field, done))
    }

    #[cfg(not(feature = "strokes"))]
    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        Err(not_built("strokes", "strokes", path))
    }
}

/// The error if this program was built without a feature.
#[cfg(not(all(feature = "pictures", feature = "strokes")))]
fn not_built(what: &str, feature: &str, path: &Path) -> Complaint {
    let message = format!("the {what} {} cannot be read here", path.display());
    (message, format!("build this program with the feature `{feature}` of the crate `orogen`"))
}
