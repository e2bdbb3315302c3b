//! Level of detail: which tiles of a planet to draw for a camera.
//!
//! A [`Quadtree`] over the six faces is [updated](Quadtree::update) once a frame with an [`Eye`]. It requests the tiles that it
//! lacks from a [`Generator`]. An update returns the tiles to draw. These tiles cover the visible part of the sphere once,
//! without gaps. Each tile comes with the samples of its parent, and with numbers that say how far its vertices have moved
//! towards the parent's samples.
//!
//! The tree uses no clock, device or thread, so tests can run it frame by frame, with tiles that arrive late or never. An
//! update processes a limited number of answers. Memory is limited, too: if it does not suffice, the error threshold rises.

mod corners;
mod draw;
mod drawn;
mod eye;
mod forest;
mod measure;
mod memory;
mod requests;
mod walk;

use std::collections::{BTreeMap, VecDeque};

use crate::generate::Generator;
use crate::generate::tile::{Answer, GenerateError, Ticket};
use crate::planet::{Face, Sphere, TileAddress, TileSamples};
use forest::{Forest, Id};
use requests::Demand;

pub use drawn::{Drawn, Morph, Vertex};
pub use eye::{Eye, SettingError, Settings};

/// Samples along a side of a tile.
pub const SIDE: usize = 65;

/// The samples that a [`Quadtree`] requests for a tile.
pub fn samples_of(tile: TileAddress) -> TileSamples {
    TileSamples::new(tile, 6, 0).unwrap_or_else(|_| unreachable!("there are tiles of 2⁶ steps"))
}

/// Levels of detail of a planet, for one eye.
///
/// # Error
/// A tile is drawn instead of its children while its error is below the [threshold](Settings::threshold) in pixels. The error
/// in pixels is the error in metres divided by the distance to the tile's bounds, times the pixels per radian. The error in
/// metres is measured at the children's samples. Before the children have arrived, the error is estimated as half the error of
/// the tile's half mesh, which has every other sample. Errors and bounds are nested: a tile's error is at least as large as the
/// errors of its descendants, and its bounds contain their bounds.
///
/// # No gaps and no jumps
/// Tiles that share a corner or an edge differ by at most one level, across the edges of the cube too. A tile splits when its
/// four children have arrived. The children start with the shape of the tile and move to their own shape over time. They move
/// back before the tile merges again. Tiles that share a vertex move it to the same place, see [`Morph`].
///
/// # Another recipe
/// When the generator switches to another recipe, tiles of the old recipe stay until new tiles replace them. Coarse tiles are
/// replaced first. Meanwhile the edges of old and new tiles do not meet. If the [sphere](Self::sphere) has another radius, the
/// tree restarts empty.
///
/// # Example
/// In the crate `orogen`, `Terrain::generator` makes the generator; the example `camera` of that crate shows how.
///
/// ```
/// use std::sync::Arc;
/// use orogen_engine::generate::cpu::CpuMaker;
/// use orogen_engine::generate::dispatcher::Dispatcher;
/// use orogen_engine::image::NoImages;
/// use orogen_engine::lod::{Eye, Quadtree, Settings};
/// use orogen_engine::recipe::{Recipe, Source};
///
/// let text = r#"
/// orogen = 1
/// domain = { kind = "planet", radius = "1000 km" }
/// height = { field = "hills", scale = 5000.0 }
/// [fields.hills]
/// type = "fbm"
/// wavelength = 300_000.0
/// octaves = "auto"
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let mut tree = Quadtree::new(recipe.domain.sphere().expect("a planet"), Settings::default())?;
/// let maker = Box::new(CpuMaker::new(CpuMaker::spare_threads())?);
/// let generator = Dispatcher::new(Arc::new(recipe), Arc::new(NoImages), vec![maker], 16 << 20)?;
///
/// let eye = Eye::looking([0.0, 0.0, 3_000_000.0], [0.0, 0.0, -1.0], 60.0, [1280, 720]);
/// for frame in 0.. {
///     let _drawn = tree.update(&eye, f64::from(frame) / 60.0, &generator);
///     if tree.progress().is_settled() {
///         break;
///     }
/// # std::thread::sleep(std::time::Duration::from_millis(1));
/// }
/// assert!(tree.progress().error <= 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Quadtree {
    sphere: Sphere,
    settings: Settings,
    /// The finest level that the settings and the radius allow.
    finest: u8,
    forest: Forest,
    /// The nodes in the tree, by level.
    levels: Vec<Vec<Id>>,
    /// Answers that are not processed yet.
    inbox: VecDeque<Answer>,
    /// Requests in flight.
    asked: BTreeMap<Ticket, Id>,
    demands: Vec<Demand>,
    /// Whether the coarse tiles that are always kept have arrived.
    has_kept: bool,
    drawn: Vec<Drawn>,
    progress: Progress,
    fault: Option<GenerateError>,
    /// Time and position of the last update.
    last: Option<(f64, [f64; 3])>,
    /// Bytes of memory in tiles.
    bytes: usize,
    /// The factor that raises the threshold.
    pressure: f64,
    /// Number of updates so far.
    updates: u64,
}

/// The result of an update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Number of tiles that are needed but not drawn yet in their final shape. Tiles in flight may be split further when they
    /// arrive, so 0 is final only if nothing is [in flight](Self::in_flight): see [`is_settled`](Self::is_settled).
    pub lacking: usize,
    /// The greatest error of the drawn tiles, in pixels.
    pub error: f64,
    /// Number of tiles visited.
    pub visited: usize,
    /// Number of answers processed.
    pub taken: usize,
    /// Number of tiles requested by this update.
    pub asked: usize,
    /// Number of requests in flight.
    pub in_flight: usize,
    /// Bytes of memory in tiles and nodes.
    pub bytes: usize,
    /// The factor that raises the threshold while memory is short; 1 otherwise.
    pub pressure: f64,
}

impl Progress {
    /// Whether further updates for the same eye would draw the same tiles in the same shapes.
    pub fn is_settled(&self) -> bool {
        self.lacking == 0 && self.in_flight == 0
    }
}

impl Quadtree {
    /// An empty tree.
    ///
    /// # Errors
    /// A setting is out of range.
    pub fn new(sphere: Sphere, settings: Settings) -> Result<Self, SettingError> {
        settings.check()?;
        let tile = |level| TileAddress::new(Face::Px, level, 0, 0);
        let exists = |&level: &u8| tile(level).is_ok_and(|tile| samples_of(tile).check(sphere).is_ok());
        let finest = (0..=settings.finest).take_while(exists).last().unwrap_or_default();
        Ok(Self {
            sphere,
            settings,
            finest,
            forest: Forest::new(),
            levels: vec![Vec::new(); usize::from(finest) + 1],
            inbox: VecDeque::new(),
            asked: BTreeMap::new(),
            demands: Vec::new(),
            has_kept: false,
            drawn: Vec::new(),
            progress: Progress::default(),
            fault: None,
            last: None,
            bytes: 0,
            pressure: 1.0,
            updates: 0,
        })
    }

    /// Call this once a frame: it takes the generator's answers, decides which tiles are drawn, and requests the tiles that the
    /// tree lacks. `now` is in seconds and must not decrease. The tree takes all answers of the generator, so the generator must
    /// have no other user. Nothing is drawn until the six faces have arrived. From then on the drawn tiles cover the
    /// whole planet, except parts that are certainly beyond the horizon.
    ///
    /// If the recipe has another radius, the tree restarts empty with that [sphere](Self::sphere).
    pub fn update(&mut self, eye: &Eye, now: f64, generator: &dyn Generator) -> &[Drawn] {
        self.updates += 1;
        self.progress = Progress::default();
        // A tile of a newer recipe with another sphere may arrive in `take` below. Then the next update restarts the tree,
        // which drops the tile.
        let state = generator.state();
        if let Some(sphere) = state.sphere.filter(|&sphere| sphere != self.sphere) {
            self.restart(sphere, generator);
        }
        self.take(generator);
        let pass = self.begin_pass(eye, now, state.version);
        self.walk(&pass);
        self.demand(&pass);
        self.ask(&pass, generator);
        self.draw();
        self.report();
        &self.drawn
    }

    /// The tiles that the last update decided to draw.
    pub fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// The result of the last update.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Why the generator last failed to make a tile. Such a tile is requested again with the next recipe.
    pub fn fault(&self) -> Option<&GenerateError> {
        self.fault.as_ref()
    }

    /// The sphere of the generator's recipe at the last update. Before the first recipe is ready, it is the sphere that
    /// [`new`](Self::new) got.
    pub fn sphere(&self) -> Sphere {
        self.sphere
    }

    /// Drops everything and starts with another sphere.
    fn restart(&mut self, sphere: Sphere, generator: &dyn Generator) {
        self.cancel(generator);
        let updates = self.updates;
        let empty = Self::new(sphere, self.settings);
        *self = empty.unwrap_or_else(|_| unreachable!("the settings were sound before"));
        self.updates = updates;
    }

    /// Cancels all requests. Call this before another tree uses the generator.
    pub fn cancel(&mut self, generator: &dyn Generator) {
        self.withdraw(generator, |_, _| true);
        self.inbox.clear();
    }
}
