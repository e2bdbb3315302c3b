//! Drafts compared with rendered pictures. A draft is a hill shade without fog, clouds and stars, so its colours may differ, but a
//! picture must not look like another time of day or another ground when it replaces a draft.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::generate::SharedImages;
use orogen_engine::image::NoImages;
use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Drafts;
use orogen_gpu::{Choice, Gpu};
use orogen_studio::draft::DraftShot;
use orogen_studio::eye::{Eye, Pose};
use orogen_studio::height_field::HeightField;
use orogen_view::{GlobeGround, GlobeRenderer, GlobeShot, GroundExtent, Picture, Renderer, Shot, Style, Sun};

/// Columns and rows. Pictures of planets from low down take many tiles, so they are small.
fn size_of(recipe: &Recipe) -> [usize; 2] {
    if recipe.domain.sphere().is_some() { [160, 90] } else { [320, 180] }
}

macro_rules! recipe {
    ($name:literal) => {
        ($name, include_str!(concat!("../../orogen/recipes/", $name, ".toml")))
    };
}

/// The recipe without clouds, which drafts do not have.
fn parsed((name, text): (&str, &str)) -> Arc<Recipe> {
    let mut recipe = Recipe::parse(Source::new(name, text), nodes::registry()).unwrap();
    recipe.view.clouds = None;
    Arc::new(recipe)
}

/// Renderers of planes and of planets. All cases share them, so that their shaders are compiled once.
#[derive(Default)]
struct Renderers {
    plane: Option<Renderer>,
    globe: Option<GlobeRenderer>,
}

impl Renderers {
    /// The bytes of a draft and of a picture, three per pixel.
    fn both(&mut self, recipe: &Arc<Recipe>, Case { style, sun, eye, .. }: &Case) -> [Vec<u8>; 2] {
        let samples = if recipe.domain.sphere().is_some() { 298 } else { 449 };
        let height_field = HeightField::new(recipe, &Drafts(NoImages), samples).unwrap();
        let eye = eye(match Eye::of(recipe) {
            Eye::Plane(eye) => Eye::Plane(Pose::new(eye).on(&height_field)),
            globe => globe,
        });
        let bounds = GroundExtent::Endless;
        let (height_field, colour_range) = (&height_field, None);
        let shot =
            DraftShot { height_field, recipe, style: *style, eye: &eye, sun: *sun, bounds, colour_range };
        let draft = shot.draw(size_of(recipe)).unwrap().bytes;
        let picture = self.render(recipe, *style, &eye, *sun).to_srgb(0.0);
        [draft.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(), picture]
    }

    fn render(&mut self, recipe: &Arc<Recipe>, style: Style, eye: &Eye, sun: Sun) -> Picture {
        let (size, samples, view) = (size_of(recipe).map(|side| side as u32), 2, &recipe.view);
        let progress = &mut |_| std::ops::ControlFlow::Continue(());
        match eye {
            Eye::Plane(_) => {
                let shot = Shot { sun, size, style, samples, ..Shot::new(eye.camera().unwrap()) };
                self.plane(recipe).render(&shot.with_looks(view), progress).unwrap()
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
                self.globe(recipe).render(&shot.with_looks(view), progress).unwrap()
            }
        }
    }

    fn plane(&mut self, recipe: &Arc<Recipe>) -> &mut Renderer {
        let recipe = Arc::clone(recipe);
        let renderer = match self.plane.take() {
            Some(mut last) => {
                last.replace(recipe, images()).unwrap();
                last
            }
            None => Renderer::new(gpu(), recipe, images()).unwrap(),
        };
        self.plane.insert(renderer)
    }

    fn globe(&mut self, recipe: &Arc<Recipe>) -> &mut GlobeRenderer {
        let ground = GlobeGround::new(Arc::clone(recipe), images()).unwrap();
        let renderer = match self.globe.take() {
            Some(mut last) => {
                last.replace(ground).unwrap();
                last
            }
            None => GlobeRenderer::new(gpu(), ground).unwrap(),
        };
        self.globe.insert(renderer)
    }
}

fn gpu() -> Gpu {
    orogen_view::open(&Choice::Gpu).expect("install mesa-vulkan-drivers")
}

fn images() -> SharedImages {
    Arc::new(Drafts(NoImages))
}

/// The mean colour of the upper and of the lower half of a picture.
fn halves(bytes: &[u8]) -> [[f64; 3]; 2] {
    let half = bytes.len() / 6 * 3;
    [&bytes[..half], &bytes[half..]].map(|bytes| {
        let mean = |k: usize| bytes.iter().skip(k).step_by(3).map(|byte| f64::from(*byte)).sum::<f64>();
        [0, 1, 2].map(|k| mean(k) * 3.0 / bytes.len() as f64)
    })
}

/// Saves the pictures for inspection: `OROGEN_SHOTS=folder`.
fn keep(name: &str, pictures: &[Vec<u8>], [columns, rows]: [usize; 2]) {
    if let Some(folder) = std::env::var_os("OROGEN_SHOTS") {
        let [columns, rows] = [columns, rows * pictures.len()].map(|side| side as u32);
        let picture = image::RgbImage::from_raw(columns, rows, pictures.concat()).unwrap();
        picture.save(Path::new(&folder).join(format!("tones-{name}.png"))).unwrap();
    }
}

/// Maximum difference of the mean colours of half a picture, of 255.
const MOST: f64 = 32.0;

/// A view to compare.
struct Case {
    name: &'static str,
    recipe: (&'static str, &'static str),
    style: Style,
    sun: Sun,
    eye: fn(Eye) -> Eye,
}

impl Case {
    fn of(name: &'static str, recipe: (&'static str, &'static str)) -> Self {
        let (style, sun) = (Style::Realistic, Sun { elevation: 32.0, azimuth: 120.0 });
        Self { name, recipe, style, sun, eye: |eye| eye }
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
fn drafts_have_about_the_tones_of_pictures() {
    let mut renderers = Renderers::default();
    for case in [
        Case::of("alps", recipe!("gullies")),
        Case { sun: Sun { elevation: 9.0, azimuth: 200.0 }, ..Case::of("evening", recipe!("gullies")) },
        Case::of("dusk", recipe!("gullies")).under(-2.0),
        Case { style: Style::Clay, ..Case::of("clay", recipe!("gullies")) },
        Case { style: Style::Map, ..Case::of("map", recipe!("gullies")) },
        Case { style: Style::Desert, ..Case::of("desert", recipe!("desert")) },
        Case::of("isle", recipe!("isle")),
        Case::of("craters", recipe!("craters")),
        Case::of("terra", recipe!("terra")),
        Case::of("terminator", recipe!("terra")).under(3.0),
        Case::of("limb", recipe!("terra")).near(|eye| over_the_coast(eye, 60e3, -8.0)),
        Case::of("coast", recipe!("terra")).near(|eye| over_the_coast(eye, 9e3, -12.0)),
        Case::of("mars", recipe!("mars")),
        Case::of("luna", recipe!("luna")),
    ] {
        let recipe = parsed(case.recipe);
        let pictures = renderers.both(&recipe, &case);
        keep(case.name, &pictures, size_of(&recipe));
        let [draft, picture] = pictures.each_ref().map(|bytes| halves(bytes));
        let apart =
            draft.iter().flatten().zip(picture.iter().flatten()).map(|(one, other)| (one - other).abs());
        let most = apart.fold(0.0, f64::max);
        println!("{}: {most:.1} of 255 apart", case.name);
        assert!(most < MOST, "{}: {most} apart\n{draft:.0?}\n{picture:.0?}", case.name);
    }
}
