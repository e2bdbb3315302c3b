//! Drafts compared with rendered pictures: colours must not change when a picture replaces a draft.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::generate::SharedImages;
use orogen_engine::image::NoImages;
use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Drafts;
use orogen_gpu::Choice;
use orogen_studio::draft::DraftShot;
use orogen_studio::eye::{Eye, Pose};
use orogen_studio::height_field::HeightField;
use orogen_view::{GlobeGround, GlobeRenderer, GlobeShot, GroundExtent, Picture, Renderer, Shot, Style, Sun};

/// Columns and rows. Pictures of planets from low down take many tiles, so they are small.
fn size_of(recipe: &Recipe) -> [usize; 2] {
    if recipe.domain.sphere().is_some() { [160, 90] } else { [320, 180] }
}

/// Columns and rows of parts whose mean colours are compared.
const PARTS: [usize; 2] = [4, 3];

macro_rules! recipe {
    ($name:literal) => {
        ($name, include_str!(concat!("../../orogen/recipes/", $name, ".toml")))
    };
}

fn parsed((name, text): (&str, &str)) -> Arc<Recipe> {
    Arc::new(Recipe::parse(Source::new(name, text), nodes::registry()).unwrap())
}

/// The bytes of a draft and of a picture, three per pixel.
fn both(recipe: &Arc<Recipe>, Case { style, sun, eye, .. }: &Case) -> [Vec<u8>; 2] {
    let samples = if recipe.domain.sphere().is_some() { 298 } else { 449 };
    let height_field = HeightField::new(recipe, &Drafts(NoImages), samples).unwrap();
    let eye = eye(match Eye::of(recipe) {
        Eye::Plane(eye) => Eye::Plane(Pose::new(eye).on(&height_field)),
        globe => globe,
    });
    let bounds = GroundExtent::Endless;
    let shot = DraftShot { height_field: &height_field, recipe, style: *style, eye: &eye, sun: *sun, bounds };
    let draft = shot.draw(size_of(recipe)).unwrap().bytes;
    let picture = rendered(recipe, *style, &eye, *sun).to_srgb(0.0);
    [draft.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(), picture]
}

fn rendered(recipe: &Arc<Recipe>, style: Style, eye: &Eye, sun: Sun) -> Picture {
    let gpu = orogen_view::open(&Choice::Gpu).expect("install mesa-vulkan-drivers");
    let images: SharedImages = Arc::new(Drafts(NoImages));
    let (size, samples, view) = (size_of(recipe).map(|side| side as u32), 2, &recipe.view);
    let progress = &mut |_| std::ops::ControlFlow::Continue(());
    match eye {
        Eye::Plane(_) => {
            let shot = Shot { sun, size, style, samples, ..Shot::new(eye.camera().unwrap()) };
            let mut renderer = Renderer::new(gpu, Arc::clone(recipe), images).unwrap();
            renderer.render(&shot.with_looks(view), progress).unwrap()
        }
        Eye::Globe(eye) => {
            let (azimuth, elevation) = (eye.azimuth, eye.elevation);
            let shot = GlobeShot {
                azimuth,
                elevation,
                sun,
                size,
                style,
                samples,
                ..GlobeShot::new(eye.at().unwrap(), eye.altitude)
            };
            let ground = GlobeGround::new(Arc::clone(recipe), images).unwrap();
            GlobeRenderer::new(gpu, ground).unwrap().render(&shot.with_looks(view), progress).unwrap()
        }
    }
}

/// The mean colours of the parts of a picture.
fn parts(bytes: &[u8], [columns, rows]: [usize; 2]) -> Vec<[f64; 3]> {
    let mut sums = vec![[0.0; 4]; PARTS[0] * PARTS[1]];
    for (at, pixel) in bytes.chunks_exact(3).enumerate() {
        let [x, y] = [at % columns * PARTS[0] / columns, at / columns * PARTS[1] / rows];
        let sum = &mut sums[y * PARTS[0] + x];
        (0..3).for_each(|k| sum[k] += f64::from(pixel[k]));
        sum[3] += 1.0;
    }
    sums.into_iter().map(|[red, green, blue, count]| [red, green, blue].map(|sum| sum / count)).collect()
}

/// Saves the pictures for inspection: `OROGEN_SHOTS=folder`.
fn keep(name: &str, pictures: &[Vec<u8>], [columns, rows]: [usize; 2]) {
    if let Some(folder) = std::env::var_os("OROGEN_SHOTS") {
        let [columns, rows] = [columns, rows * pictures.len()].map(|side| side as u32);
        let picture = image::RgbImage::from_raw(columns, rows, pictures.concat()).unwrap();
        picture.save(Path::new(&folder).join(format!("tones-{name}.png"))).unwrap();
    }
}

/// A view to compare.
struct Case {
    name: &'static str,
    /// The preset, and text appended to it.
    recipe: (&'static str, &'static str),
    more: &'static str,
    style: Style,
    sun: Sun,
    eye: fn(Eye) -> Eye,
    /// Maximum differences of mean colours, of 255: of the whole picture, and of a part.
    most: [f64; 2],
}

impl Case {
    fn of(name: &'static str, recipe: (&'static str, &'static str)) -> Self {
        let (style, sun) = (Style::Realistic, Sun { elevation: 32.0, azimuth: 120.0 });
        Self { name, recipe, more: "", style, sun, eye: |eye| eye, most: [5.0, 18.0] }
    }

    fn under(self, elevation: f64) -> Self {
        Self { sun: Sun { elevation, ..self.sun }, ..self }
    }

    fn near(self, eye: fn(Eye) -> Eye) -> Self {
        Self { eye, ..self }
    }
}

/// Over a coast of `terra`, at this altitude in metres and elevation in degrees.
fn over_the_coast(eye: Eye, altitude: f64, elevation: f64) -> Eye {
    let Eye::Globe(mut eye) = eye else { panic!("a planet") };
    (eye.altitude, eye.elevation) = (altitude, elevation);
    (eye.latitude, eye.longitude, eye.azimuth) = (8.0, 12.0, 70.0);
    Eye::Globe(eye)
}

#[test]
fn drafts_have_the_tones_of_pictures() {
    let fog = "\n[view.fog]\nvisibility = \"9 km\"\nlevel = 1100\nfalloff = 500\n";
    for case in [
        Case::of("alps", recipe!("gullies")),
        Case { sun: Sun { elevation: 9.0, azimuth: 200.0 }, ..Case::of("evening", recipe!("gullies")) },
        Case { most: [11.0, 24.0], ..Case::of("dusk", recipe!("gullies")) }.under(-2.0),
        Case { more: fog, ..Case::of("fog", recipe!("gullies")) },
        Case { style: Style::Clay, ..Case::of("clay", recipe!("gullies")) },
        Case { style: Style::Map, ..Case::of("map", recipe!("gullies")) },
        Case { style: Style::Desert, most: [11.0, 38.0], ..Case::of("desert", recipe!("desert")) },
        Case::of("isle", recipe!("isle")),
        Case::of("craters", recipe!("craters")),
        Case::of("terra", recipe!("terra")),
        Case::of("terminator", recipe!("terra")).under(3.0),
        Case { most: [7.0, 16.0], ..Case::of("limb", recipe!("terra")) }
            .near(|eye| over_the_coast(eye, 60e3, -8.0)),
        Case { most: [5.0, 10.0], ..Case::of("coast", recipe!("terra")) }
            .near(|eye| over_the_coast(eye, 9e3, -12.0)),
        Case::of("mars", recipe!("mars")),
    ] {
        let (of, text) = case.recipe;
        let recipe = parsed((of, &format!("{text}{}", case.more)));
        let pictures = both(&recipe, &case);
        let size = size_of(&recipe);
        keep(case.name, &pictures, size);
        let [draft, picture] = pictures.each_ref().map(|bytes| parts(bytes, size));
        let apart = |k: usize| draft.iter().zip(&picture).map(move |(one, other)| one[k] - other[k]);
        let part = (0..3).flat_map(apart).fold(0.0, |worst: f64, apart| worst.max(apart.abs()));
        let mean = |k: usize| apart(k).sum::<f64>() / draft.len() as f64;
        let mean = (0..3).map(mean).fold(0.0, |worst: f64, apart| worst.max(apart.abs()));
        println!("{}: {mean:.1} of 255 apart, parts {part:.1}", case.name);
        let is_near = mean < case.most[0] && part < case.most[1];
        assert!(is_near, "{}: {mean} apart, {part}\n{draft:.0?}\n{picture:.0?}", case.name);
    }
}
