//! A generator that the test controls: tiles of a simple planet, which arrive when the test allows it.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;
use std::sync::{Arc, Mutex, OnceLock};

use orogen_engine::bounds::Bounds;
use orogen_engine::generate::state::State;
use orogen_engine::generate::tile::{
    Answer, GenerateError, Planes, Request, Ticket, Tile, TileLocation, Version,
};
use orogen_engine::generate::{Generator, SharedImages};
use orogen_engine::lod::{Eye, SIDE, samples_of};
use orogen_engine::overlay::Layer;
use orogen_engine::planet::{Direction, Sphere, TileAddress};
use orogen_engine::recipe::Recipe;

/// Numbers that look random and are always the same (`SplitMix64`, Steele et al. 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn direction(&mut self) -> Direction {
        loop {
            let vector = [0; 3].map(|_| self.between(-1.0, 1.0));
            if (0.01..1.0).contains(&dot(vector, vector)) {
                return Direction::new(vector).unwrap();
            }
        }
    }
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

pub(crate) fn earth() -> Sphere {
    Sphere::new(6_371_000.0).unwrap()
}

/// An eye that looks straight down from a height above the sphere.
pub(crate) fn eye(direction: Direction, height: f64) -> Eye {
    let radius = earth().radius() + height;
    let (position, direction) = (direction.vector().map(|x| x * radius), direction.vector().map(|x| -x));
    Eye { position, direction, cone: 0.6, pixels_per_radian: 600.0 }
}

/// The directions of the waves.
const ALONG: [[f64; 3]; 5] =
    [[0.9, 0.3, -0.2], [-0.4, 0.8, 0.3], [0.1, -0.5, 0.8], [0.7, -0.6, -0.4], [-0.3, -0.2, -0.9]];

/// Waves with steeper hills than most planets have, one octave per level.
fn ground(level: u8, [x, y, z]: [f64; 3]) -> [f64; 4] {
    let mut sum = [0.0; 4];
    for octave in 0..level + 3 {
        let turn = f64::from(octave) * 2.4;
        let along = ALONG[usize::from(octave) % ALONG.len()];
        let rate = TAU * f64::from(1_u32 << octave.min(30)) / 7.0e6;
        let phase = rate * (along[0] * x + along[1] * y + along[2] * z) + turn;
        let amplitude = 0.02 / rate;
        sum[0] += amplitude * phase.sin();
        for axis in 0..3 {
            sum[1 + axis] += amplitude * rate * along[axis] * phase.cos();
        }
    }
    sum
}

/// The position of the ground, with all its octaves.
pub(crate) fn on_ground(direction: Direction) -> [f64; 3] {
    let at = earth().position(direction);
    let height = ground(24, at)[0];
    direction.vector().map(|x| x * (earth().radius() + height))
}

/// The lowest ground of very many places, in metres of height.
pub(crate) fn lowest() -> f64 {
    static LOWEST: OnceLock<f64> = OnceLock::new();
    *LOWEST.get_or_init(|| {
        let mut random = Random(0);
        let height = |_| ground(8, earth().position(random.direction()))[0];
        (0..40_000).map(height).fold(0.0, f64::min)
    })
}

/// Which requests are answered in a frame.
#[derive(Clone, Copy)]
pub(crate) enum Hands {
    /// All requests.
    Open,
    /// One request of this many.
    Slow(u64),
    /// All requests except those for one tile in this many, which never arrive.
    Withholding(u64),
}

#[derive(Default)]
struct Shared {
    tickets: u64,
    open: BTreeMap<Ticket, (Request, i32)>,
    version: u64,
    /// The sphere of the recipe, if it has one.
    sphere: Option<Sphere>,
    /// Tiles that cannot be made.
    refused: BTreeSet<TileAddress>,
    made: usize,
    /// Tiles that were made, each with its recipe, and how often a tile was made again.
    known: BTreeSet<(TileAddress, u64)>,
    repeated: usize,
}

/// The generator.
pub(crate) struct World {
    pub(crate) hands: Mutex<(Hands, Random)>,
    shared: Mutex<Shared>,
}

impl World {
    pub(crate) fn new(hands: Hands, seed: u64) -> Self {
        Self { hands: Mutex::new((hands, Random(seed))), shared: Mutex::default() }
    }

    pub(crate) fn set(&self, hands: Hands) {
        self.hands.lock().unwrap().0 = hands;
    }

    /// Switches to another recipe.
    pub(crate) fn exchange(&self) {
        self.shared.lock().unwrap().version += 1;
    }

    /// Switches to a recipe with another radius.
    pub(crate) fn resize(&self, sphere: Sphere) {
        self.exchange();
        self.shared.lock().unwrap().sphere = Some(sphere);
    }

    /// Stops refusing tiles.
    pub(crate) fn relent(&self) {
        self.shared.lock().unwrap().refused.clear();
    }

    pub(crate) fn refuse(&self, tile: TileAddress) {
        self.shared.lock().unwrap().refused.insert(tile);
    }

    /// Waiting requests, with their priorities.
    pub(crate) fn open(&self) -> Vec<(TileAddress, i32)> {
        let shared = self.shared.lock().unwrap();
        shared.open.values().map(|(request, priority)| (address(request), *priority)).collect()
    }

    /// Tiles made so far.
    pub(crate) fn made(&self) -> usize {
        self.shared.lock().unwrap().made
    }

    /// How many of these had been made before from the same recipe.
    pub(crate) fn repeated(&self) -> usize {
        self.shared.lock().unwrap().repeated
    }
}

fn address(request: &Request) -> TileAddress {
    match request.place {
        TileLocation::Tile(samples) => {
            assert!(request.slopes && samples == samples_of(samples.tile()));
            samples.tile()
        }
        TileLocation::Grid(_) => panic!("a grid was asked of a planet"),
    }
}

fn made(request: Request, version: u64, sphere: Sphere) -> Arc<Tile> {
    let tile = address(&request);
    let patch = samples_of(tile).patch(sphere).unwrap();
    let room = || Vec::with_capacity(SIDE * SIDE);
    let mut planes = Planes { height: room(), dx: room(), dy: room(), dz: room() };
    for sample in 0..SIDE * SIDE {
        let [height, dx, dy, dz] = ground(tile.level(), patch.position(sample)).map(|x| x as f32);
        planes.height.push(height + version as f32);
        planes.dx.push(dx);
        planes.dy.push(dy);
        planes.dz.push(dz);
    }
    Arc::new(Tile { request, planes, version: Version(version), made_by: "world".into() })
}

impl Generator for World {
    fn ask(&self, request: Request, priority: i32) -> Ticket {
        let mut shared = self.shared.lock().unwrap();
        shared.tickets += 1;
        let ticket = Ticket::numbered(shared.tickets);
        shared.open.insert(ticket, (request, priority));
        ticket
    }

    fn reprioritise(&self, ticket: Ticket, priority: i32) {
        // The call has no effect if the request has already been answered.
        if let Some(open) = self.shared.lock().unwrap().open.get_mut(&ticket) {
            open.1 = priority;
        }
    }

    fn cancel(&self, ticket: Ticket) {
        self.shared.lock().unwrap().open.remove(&ticket);
    }

    fn take(&self) -> Vec<Answer> {
        let (hands, random) = &mut *self.hands.lock().unwrap();
        let shared = &mut *self.shared.lock().unwrap();
        let lets = |request: &Request, random: &mut Random| match *hands {
            Hands::Open => true,
            Hands::Slow(of) => random.bits().is_multiple_of(of),
            // The faces always arrive, because otherwise nothing is drawn.
            Hands::Withholding(of) => {
                let tile = address(request);
                tile.level() == 0 || !Random(tile.bits()).bits().is_multiple_of(of)
            }
        };
        let done: Vec<_> =
            shared.open.iter().filter(|(_, (request, _))| lets(request, random)).map(|(t, _)| *t).collect();
        let answer = |ticket: Ticket| {
            let (request, _) = shared.open.remove(&ticket).unwrap();
            shared.made += 1;
            shared.repeated += usize::from(!shared.known.insert((address(&request), shared.version)));
            let tile = match shared.refused.contains(&address(&request)) {
                true => Err(GenerateError::Maker { maker: "world".into(), message: "refused".to_owned() }),
                false => Ok(made(request, shared.version, shared.sphere.unwrap_or_else(earth))),
            };
            Answer { ticket, tile }
        };
        done.into_iter().map(answer).collect()
    }

    fn replace(&self, _: Arc<Recipe>, _: SharedImages) -> Version {
        unreachable!("the test exchanges recipes")
    }

    fn sculpt(&self, _: Arc<dyn Layer>, _: Bounds) -> Version {
        unreachable!("nobody paints")
    }

    fn state(&self) -> Arc<State> {
        let shared = self.shared.lock().unwrap();
        Arc::new(State { version: Some(Version(shared.version)), sphere: shared.sphere, ..State::default() })
    }
}
