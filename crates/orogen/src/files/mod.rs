//! Reads the pictures and strokes that a recipe names.

#[cfg(feature = "pictures")]
mod pictures;
#[cfg(feature = "strokes")]
mod strokes;

use std::path::Path;
use std::sync::Arc;

use orogen_engine::image::{Image, Reading};
use orogen_engine::overlay::{Complaint, Layer};
use orogen_engine::terrain::Images;

#[cfg(feature = "pictures")]
pub use orogen_files::Location;
#[cfg(feature = "strokes")]
pub use orogen_strokes::layer::StrokeLayer;
#[cfg(feature = "strokes")]
pub use strokes::read_strokes;

/// Reads the pictures and strokes that recipes name. Each file is read once and kept.
///
/// [`Terrain::open`](crate::Terrain::open) has its own. A program that opens several recipes with the same pictures can share one:
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
    #[cfg(feature = "strokes")]
    strokes: strokes::Strokes,
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

    #[cfg(feature = "strokes")]
    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        self.strokes.load(path)
    }

    #[cfg(not(feature = "strokes"))]
    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        Err(not_built("strokes", "strokes", path))
    }
}

/// This program was built without a feature.
#[cfg(not(all(feature = "pictures", feature = "strokes")))]
fn not_built(what: &str, feature: &str, path: &Path) -> Complaint {
    let message = format!("the {what} {} cannot be read here", path.display());
    (message, format!("build this program with the feature `{feature}` of the crate `orogen`"))
}
