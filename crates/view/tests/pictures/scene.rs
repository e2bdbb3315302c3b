//! Scenes that the tests share.

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;

use orogen_engine::image::NoImages;
use orogen_engine::query::HeightQuery;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Drafts;
use orogen_gpu::Choice;
use orogen_view::{Camera, Lens, Renderer, Shot, ground_detail};

/// The recipe of a preset.
pub(crate) fn preset(name: &str) -> Arc<Recipe> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../orogen/recipes/{name}.toml"));
    let text = std::fs::read_to_string(&path).unwrap();
    Arc::new(Recipe::parse(Source::new(name, text), orogen_engine::nodes::registry()).unwrap())
}

/// The names of all presets of flat ground.
pub(crate) fn presets() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../orogen/recipes");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(|name: &String| preset(name).domain.sphere().is_none())
        .collect();
    names.sort();
    assert!(names.len() >= 18);
    names
}

/// A renderer of a draft of the ground, whose erosion takes a fraction of the time.
pub(crate) fn renderer(recipe: &Arc<Recipe>) -> Renderer {
    let gpu = orogen_view::open(&Choice::Gpu).expect("install mesa-vulkan-drivers");
    Renderer::new(gpu, Arc::clone(recipe), Arc::new(Drafts(NoImages))).unwrap()
}

thread_local! {
    /// The recipe and the renderer of the last call of [`draw`]. The renderer is not dropped, because wgpu would need values of this
    /// thread that are gone by then.
    static LAST: RefCell<Option<(Arc<Recipe>, ManuallyDrop<Renderer>)>> = const { RefCell::new(None) };
}

/// Draws with a renderer of a draft of the ground. All calls of a test share it, so that its shaders are compiled once.
pub(crate) fn draw<T>(recipe: &Arc<Recipe>, act: impl FnOnce(&mut Renderer) -> T) -> T {
    LAST.with_borrow_mut(|last| {
        let renderer = match last.take() {
            Some((known, renderer)) if Arc::ptr_eq(&known, recipe) => renderer,
            Some((_, mut renderer)) => {
                renderer.replace(Arc::clone(recipe), Arc::new(Drafts(NoImages))).unwrap();
                renderer
            }
            None => ManuallyDrop::new(renderer(recipe)),
        };
        let (_, renderer) = last.insert((Arc::clone(recipe), renderer));
        act(renderer)
    })
}

/// Queries of the same draft.
pub(crate) fn ground(recipe: &Recipe) -> HeightQuery {
    HeightQuery::new(recipe, &Drafts(NoImages), ground_detail(recipe)).unwrap()
}

/// A view from a height over the ground at one position towards another position. Positions are in shares of the domain's
/// sides.
pub(crate) fn shot(recipe: &Recipe, eye: [f64; 2], above: f64, target: [f64; 2]) -> Shot {
    let ground = ground(recipe);
    let size = recipe.domain.size;
    let height = |[x, y]: [f64; 2]| ground.sample(x * size, y * size).height;
    let water = recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |sea| sea.level);
    let eye = [eye[0] * size, eye[1] * size, height(eye).max(water) + above];
    let target = [target[0] * size, target[1] * size, height(target).max(water)];
    let mut shot = Shot::new(Camera::new(eye, target, Lens::Perspective { degrees: 50.0 }).unwrap());
    (shot.size, shot.samples) = ([160, 90], 1);
    shot
}

/// Deterministic numbers from 0 to 1.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The position of a pixel's centre at a depth.
pub(crate) fn position(shot: &Shot, pixel: usize, depth: f64) -> [f64; 3] {
    let camera = shot.camera;
    let Lens::Perspective { degrees } = camera.lens() else { panic!("parallel rays") };
    let half = (degrees / 2.0).to_radians().tan();
    let [columns, rows] = shot.size.map(f64::from);
    let across = ((pixel % shot.size[0] as usize) as f64 + 0.5) / columns * 2.0 - 1.0;
    let up = 1.0 - ((pixel / shot.size[0] as usize) as f64 + 0.5) / rows * 2.0;
    let [eye, right, top, forward] = [camera.eye(), camera.right(), camera.up(), camera.forward()];
    std::array::from_fn(|k| {
        eye[k] + depth * (forward[k] + half * (across * columns / rows * right[k] + up * top[k]))
    })
}
