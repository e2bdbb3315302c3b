//! Which tiles of a planet are drawn, from wherever one looks.
//!
//! A [`Quadtree`] over the six faces is [updated](Quadtree::update) once a frame with an [`Eye`] and asks a
//! [`Generator`] for the tiles it lacks. It answers with the tiles to draw: they cover what can be seen of the sphere once,
//! without gaps, each with its parent's samples and numbers that say how far its vertices have moved towards them. It has
//! no clock, device or thread of its own.

mod around;
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
use requests::Wish;

pub use drawn::{Drawn, Morph, Vertex};
pub use eye::{Eye, SettingError, Settings};

/// Samples along a side of a tile.
pub const SIDE: usize = 65;

/// The samples of a tile as they are asked for.
pub fn samples_of(tile: TileAddress) -> TileSamples {
    TileSamples::new(tile, 6, 0).unwrap_or_else(|_| unreachable!("there are tiles of 2⁶ steps"))
}

/// Levels of detail of a planet, for one eye.
///
/// # How far off
/// A tile is drawn in place of its children while that is off by less than the [threshold](Settings::threshold) in pixels:
/// metres by the distance to the tile's bounds. Children measure it, sample by sample; before they are there, half of what
/// the tile's own half mesh is off stands for it. Errors and bounds are nested, so a tile is never off by less than what it
/// holds.
///
/// # No gaps and no jumps
/// Tiles around a corner or an edge differ by one level at most, over the edges of the cube too. A tile is split when its four
/// children are there; these have its shape at first, and move to their own in time; and they have to be back before it is
/// merged. Vertices that several tiles share move by the same number, see [`Morph`].
///
/// # Another recipe
/// When the generator takes up another recipe, tiles of the old one stay until newer ones come, coarse ones first. Until all
/// have come, tiles of two recipes lie side by side, and do not meet. Tiles of another [sphere](Self::sphere) would not even
/// lie there: a planet with another radius is begun anew.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use orogen::generate::cpu::CpuMaker;
/// use orogen::generate::dispatcher::Dispatcher;
/// use orogen::image::NoImages;
/// use orogen::lod::{Eye, Quadtree, Settings};
/// use orogen::recipe::{Recipe, Source};
///
/// let text = r#"
/// orogen = 1
/// domain = { kind = "planet", radius = "1000 km" }
/// height = { field = "hills", scale = 5000.0 }
/// [fields.hills]
/// type = "fbm"
/// feature = 300_000.0
/// octaves = "auto"
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let mut tree = Quadtree::new(recipe.domain.sphere().expect("a planet"), Settings::default())?;
/// let maker = Box::new(CpuMaker::new(CpuMaker::spare_threads())?);
/// let generator = Dispatcher::new(Arc::new(recipe), Arc::new(NoImages), vec![maker], 16 << 20)?;
///
/// let eye = Eye {
///     position: [0.0, 0.0, 3_000_000.0],
///     direction: [0.0, 0.0, -1.0],
///     cone: 0.5,
///     pixels_per_radian: 500.0,
/// };
/// for frame in 0.. {
///     let _drawn = tree.update(&eye, f64::from(frame) / 60.0, &generator);
///     if tree.progress().lacking == 0 {
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
    /// The finest level that there is.
    finest: u8,
    forest: Forest,
    /// The nodes in the tree, by level.
    levels: Vec<Vec<Id>>,
    /// Answers that are not taken up.
    inbox: VecDeque<Answer>,
    /// Requests under way.
    asked: BTreeMap<Ticket, Id>,
    wishes: Vec<Wish>,
    /// Whether the coarse tiles that are always kept are there.
    has_kept: bool,
    drawn: Vec<Drawn>,
    progress: Progress,
    fault: Option<GenerateError>,
    /// When and from where the last update looked.
    last: Option<(f64, [f64; 3])>,
    /// Bytes that tiles take.
    bytes: usize,
    /// What the threshold is raised by.
    pressure: f64,
    /// Number of the update.
    updates: u64,
}

/// What an update found and did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Tiles that the eye wants and that are not drawn yet: 0 when nothing is left to come and all have their final shape.
    pub lacking: usize,
    /// Pixels by which the ground drawn may be off at worst.
    pub error: f64,
    /// Tiles looked at.
    pub visited: usize,
    /// Answers taken up.
    pub taken: usize,
    /// Tiles asked for now.
    pub asked: usize,
    /// Requests under way.
    pub in_flight: usize,
    /// Bytes of memory that tiles take.
    pub bytes: usize,
    /// By how much the threshold is raised because memory is short: 1 when it is not.
    pub pressure: f64,
}

impl Quadtree {
    /// With nothing in it yet.
    ///
    /// # Errors
    /// If a setting is out of its range.
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
            wishes: Vec::new(),
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

    /// Once a frame: takes what the generator has made, decides what is drawn, and asks for what is lacking. `now` is in
    /// seconds and does not go back. The generator is this tree's alone, as it takes all its answers. What is drawn is
    /// nothing until the six faces are there, and from then on the whole planet but for what is certainly behind the
    /// horizon.
    ///
    /// A recipe with another radius than the last has the tree take up that [sphere](Self::sphere), with nothing in it.
    pub fn update(&mut self, eye: &Eye, now: f64, generator: &dyn Generator) -> &[Drawn] {
        self.updates += 1;
        self.progress = Progress::default();
        // A tile of a newer recipe may come in below; it goes with the others when the next update sees that recipe.
        let state = generator.state();
        if let Some(sphere) = state.sphere.filter(|&sphere| sphere != self.sphere) {
            self.begin_anew(sphere, generator);
        }
        self.take(generator);
        let look = self.look(eye, now, state.version);
        self.walk(&look);
        self.wish(&look);
        self.ask(&look, generator);
        self.draw();
        self.report();
        &self.drawn
    }

    /// What the last update decided.
    pub fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// What the last update found and did.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Why the generator could not make a tile the last time that it could not. Such a tile is asked for again when there is
    /// another recipe.
    pub fn fault(&self) -> Option<&GenerateError> {
        self.fault.as_ref()
    }

    /// The sphere: that which it was made with, or that of the generator's recipe if that has another.
    pub fn sphere(&self) -> Sphere {
        self.sphere
    }

    /// Forgets all, and holds another sphere.
    fn begin_anew(&mut self, sphere: Sphere, generator: &dyn Generator) {
        self.cancel(generator);
        let updates = self.updates;
        let anew = Self::new(sphere, self.settings);
        *self = anew.unwrap_or_else(|_| unreachable!("the settings were sound before"));
        self.updates = updates;
    }

    /// Withdraws all requests: before the generator is given to somebody else.
    pub fn cancel(&mut self, generator: &dyn Generator) {
        self.withdraw(generator, |_, _| true);
        self.inbox.clear();
    }
}
