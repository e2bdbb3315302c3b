//! Strokes as a layer over recipes: what brings them into everything that is made of a terrain.

mod heights;
mod kept;
mod laid;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen::bounds::Bounds;
use orogen::image::{Image, Reading};
use orogen::overlay::{self, Complaint, Layer, Overlay};
use orogen::recipe::spec::ParamKind;
use orogen::recipe::{Recipe, Source};
use orogen::terrain::Images;

use crate::brush::Tool;
use crate::error::{SculptError, StrokeError};
use crate::journal::{self, JournalError};
use crate::sculpted::{Remembered, Sculpted};
use crate::stroke::{Ground, Stroke};
use kept::{Fields, Kept};
use laid::Laid;

/// Strokes to be laid over a recipe's terrain, whatever the spacing: what a recipe names in `[sculpt]`, or what is being painted.
///
/// A copy shares with the original what was made ready, so that a layer with one stroke more costs that stroke.
///
/// # Example
/// ```
/// use std::sync::Arc;
///
/// use orogen::generate::Generator;
/// use orogen::generate::cpu::CpuMaker;
/// use orogen::generate::dispatcher::Dispatcher;
/// use orogen::image::NoImages;
/// use orogen::recipe::{Recipe, Source};
/// use orogen_strokes::brush::{Brush, Tool};
/// use orogen_strokes::layer::StrokeLayer;
/// use orogen_strokes::stroke::{Ground, Point, Stroke};
///
/// let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"hills\" }\n[fields.hills]\ntype = \"fbm\"\nfeature = 90.0";
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let maker = Box::new(CpuMaker::new(CpuMaker::spare_threads())?);
/// let generator = Dispatcher::new(Arc::new(recipe), Arc::new(NoImages), vec![maker], 1 << 20)?;
///
/// // Somebody paints: tiles that the stroke does not touch are kept.
/// let mut layer = StrokeLayer::new(Ground::Plane);
/// let brush = Brush::new(Tool::Raise { metres: 20.0 }, 150.0);
/// let changed = layer.push(Stroke { brush, points: vec![Point { place: [400.0, 300.0], pressure: 1.0 }] })?;
/// generator.sculpt(Arc::new(layer.clone()), changed);
/// // And takes it back.
/// let changed = layer.pop().expect("there is a stroke");
/// generator.sculpt(Arc::new(layer.clone()), changed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StrokeLayer {
    ground: Ground,
    /// Where pictures of stamps are looked for.
    folder: PathBuf,
    strokes: Vec<Arc<Kept>>,
    fields: Arc<Fields>,
    remembered: Remembered,
    /// What is doubtful about the file.
    doubts: Vec<Complaint>,
}

impl StrokeLayer {
    /// No strokes, for terrains that lie on this ground.
    pub fn new(ground: Ground) -> Self {
        let (folder, strokes, doubts) = (PathBuf::new(), Vec::new(), Vec::new());
        Self { ground, folder, strokes, fields: Arc::default(), remembered: Remembered::default(), doubts }
    }

    /// The strokes of a [journal](journal::Journal), but for those undone. Its file may be open for painting elsewhere; paths of
    /// pictures are relative to its folder.
    ///
    /// # Errors
    /// It cannot be read, or is broken.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        let recorded = journal::read(path)?;
        let mut layer = Self::new(recorded.ground).in_folder(path.parent().unwrap_or(Path::new("")));
        for stroke in recorded.strokes {
            layer.push_shared(stroke)?;
        }
        layer.doubts.extend(recorded.dropped.map(|line| {
            let message =
                format!("the last line of {}, number {line}, is torn and was left out", path.display());
            (message, "whoever wrote it was ended meanwhile; the strokes before it are whole".to_owned())
        }));
        Ok(layer)
    }

    /// The same with paths of pictures relative to `folder`; without it, to the current one.
    #[must_use]
    pub fn in_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), ..self }
    }

    /// What the strokes lie on.
    pub fn ground(&self) -> Ground {
        self.ground
    }

    /// How many strokes there are.
    pub fn len(&self) -> usize {
        self.strokes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.strokes.is_empty()
    }

    /// The strokes, in the order in which they are laid.
    pub fn strokes(&self) -> impl ExactSizeIterator<Item = &Stroke> {
        self.strokes.iter().map(|kept| &*kept.stroke)
    }

    /// The files that brushes read: pictures of stamps, and those that recipes of brushes name.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let files = self.strokes().flat_map(|stroke| match &stroke.brush.tool {
            Tool::Stamp { image, .. } => vec![PathBuf::from(image)],
            Tool::Field { recipe, .. } => files_of(recipe),
            _ => Vec::new(),
        });
        files.map(|file| self.folder.join(file)).collect()
    }

    /// Lays a stroke over those before it. What it may change is returned.
    ///
    /// # Errors
    /// It cannot be laid on this ground; nothing is changed. What is wrong with the recipe or picture of its brush is only known
    /// [over a terrain](Layer::over).
    pub fn push(&mut self, stroke: Stroke) -> Result<Bounds, StrokeError> {
        self.push_shared(Arc::new(stroke))
    }

    fn push_shared(&mut self, stroke: Arc<Stroke>) -> Result<Bounds, StrokeError> {
        let kept = Kept::new(stroke, self.ground)?;
        let bounds = kept.bounds;
        self.strokes.push(Arc::new(kept));
        Ok(bounds)
    }

    /// Takes the last stroke away. What it may have changed is returned.
    pub fn pop(&mut self) -> Option<Bounds> {
        self.strokes.pop().map(|kept| kept.bounds)
    }

    /// Strokes that lie nowhere in the domain of a plane.
    fn outside(&self, size: f64) -> Option<Complaint> {
        let domain = Bounds::of_plane([0.0, 0.0, size, size]);
        let mut outside = (1..).zip(&self.strokes).filter(|(_, kept)| !kept.bounds.meets(&domain));
        let (first, _) = outside.next()?;
        let count = 1 + outside.count();
        let message = format!(
            "{count} of {} strokes lie outside of the domain; the first is number {first}",
            self.len()
        );
        Some((
            message,
            "is it the file of this recipe, and `size` as it was when they were drawn?".to_owned(),
        ))
    }
}

impl Layer for StrokeLayer {
    fn over(&self, ground: overlay::Ground<'_>) -> Result<Arc<dyn Overlay>, Complaint> {
        let mut sculpted = Sculpted::new(Arc::clone(&ground.base), ground.spacing);
        if sculpted.ground() != self.ground {
            return Err(misplaced(self.ground, sculpted.ground()));
        }
        let images = InFolder { images: ground.images, folder: &self.folder };
        for (number, kept) in (1..).zip(&self.strokes) {
            let prepared = kept.prepared(self.ground, &images, ground.spacing, &self.fields);
            let prepared = prepared.map_err(|error| refused(number, &error))?;
            sculpted.lay_prepared(prepared, kept.seen(&ground.base, ground.spacing, &self.remembered));
        }
        let mut doubts = self.doubts.clone();
        if self.ground == Ground::Plane {
            doubts.extend(self.outside(ground.recipe.domain.size));
        }
        Ok(Arc::new(Laid::new(sculpted, ground.base.interval(), doubts)))
    }
}

/// The files that a brush's recipe reads, if it is sound.
fn files_of(recipe: &str) -> Vec<PathBuf> {
    let Ok(recipe) = Recipe::parse(Source::new("brush", recipe), orogen::nodes::registry()) else {
        return Vec::new();
    };
    let fields = recipe.fields.values().flat_map(|field| {
        let params = field.spec.params.iter().filter(|param| param.kind == ParamKind::File);
        params.map(|param| field.args.file(param.name).to_owned())
    });
    fields.collect()
}

/// Why a stroke cannot be laid.
fn refused(number: usize, error: &SculptError) -> Complaint {
    match error {
        SculptError::Image { message, help } => (format!("stroke {number}: {message}"), help.clone()),
        error => {
            let help = "mend the stroke, or take it back, in the program that drew it";
            (format!("stroke {number}: {error}"), help.to_owned())
        }
    }
}

/// Why strokes of one ground are none of another.
fn misplaced(strokes: Ground, terrain: Ground) -> Complaint {
    let name = |ground: Ground| match ground {
        Ground::Plane => "a plane".to_owned(),
        Ground::Planet(sphere) => format!("a planet with a radius of {} m", sphere.radius()),
    };
    let message = format!("the strokes lie on {}, and this terrain is {}", name(strokes), name(terrain));
    (message, "name the file of strokes that belongs to this recipe".to_owned())
}

/// Pictures whose paths are relative to a folder.
struct InFolder<'a> {
    images: &'a dyn Images,
    folder: &'a Path,
}

impl Images for InFolder<'_> {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        self.images.load(&self.folder.join(path), reading)
    }
}
