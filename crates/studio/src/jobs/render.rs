//! Renders pictures, coarse to fine, with a graphics card or a CPU driver.

use std::ops::ControlFlow;
use std::sync::Arc;

use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_gpu::{Choice, Gpu};
use orogen_view::{
    GlobeGround, GlobeRenderer, GlobeShot, GroundExtent, Picture, Progress, ProgressCallback, Renderer, Shot,
    Style, Sun, Surface, ViewError,
};

use super::request_worker::RequestWorker;
use super::{Newest, Urgency, Waker};
use crate::draft::Rgba;
use crate::eye::Eye;
use crate::host::{Host, RefinementStep};
use crate::layer::{Layers, Since, Stamps, TerrainKey};

/// How the terrain is displayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The style.
    pub style: Style,
    /// How rays find the ground.
    pub surface: Surface,
    /// How far the ground extends.
    pub bounds: GroundExtent,
}

/// A request for a picture.
#[derive(Clone, Debug)]
pub struct RenderRequest {
    /// Identifies the results of this request.
    pub ticket: u64,
    /// The revision of the recipe, which identifies it.
    pub revision: u64,
    /// The recipe.
    pub recipe: Arc<Recipe>,
    /// The strokes.
    pub layers: Layers,
    /// The viewpoint.
    pub eye: Eye,
    /// The sun.
    pub sun: Sun,
    /// How the terrain is displayed.
    pub look: Look,
    /// The heights that colours span. `None`: those of the ground. Planets have none.
    pub colour_range: Option<[f32; 2]>,
    /// Columns and rows of the finest picture.
    pub size: [u32; 2],
}

/// An event of the renderer.
#[derive(Debug)]
pub enum RenderEvent {
    /// A device of this name is open; the flag says whether it is a CPU driver.
    Device(String, bool),
    /// The progress, 0 to 1, of the request with this ticket. It is reported only for CPU drivers.
    Progress(u64, f32),
    /// There is no device. The text says why.
    NoDevice(String),
    /// A picture.
    Picture {
        /// The ticket of the request.
        ticket: u64,
        /// The picture.
        picture: Rgba,
        /// The refinement step: higher is finer.
        step: usize,
        /// Whether it is the last step.
        last: bool,
    },
    /// The recipe or its strokes are invalid.
    Refused {
        /// The ticket of the request.
        ticket: u64,
        /// The revision of the recipe.
        revision: u64,
        /// The versions of the strokes.
        stamps: Stamps,
        /// The error.
        error: RecipeError,
    },
    /// The request with this ticket failed. The text says why.
    Failed(u64, String),
}

/// Renders pictures on its own thread.
#[derive(Debug)]
pub struct RenderWorker(RequestWorker<RenderRequest, RenderEvent>);

impl RenderWorker {
    /// Starts the worker, which then opens a device.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        RequestWorker::new("renderer", Urgency::Later, waker, move |requests, send| {
            work(&*host, requests, send);
        })
        .map(Self)
    }

    /// Requests pictures. This request replaces any earlier one.
    pub fn request(&self, request: RenderRequest) {
        self.0.request(request);
    }

    /// Cancels the current request.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// Events since the last call.
    pub fn events(&self) -> impl Iterator<Item = RenderEvent> {
        self.0.results()
    }
}

/// The renderer of the last request, and the keys of its recipe.
struct Cached {
    terrain: TerrainKey,
    heights: TerrainKey,
    renderer: AnyRenderer,
}

enum AnyRenderer {
    Plane(Box<Renderer>),
    Globe(Box<GlobeRenderer>),
}

fn work(host: &dyn Host, requests: &Newest<RenderRequest>, send: &dyn Fn(RenderEvent)) {
    let gpu = match orogen_view::open(&Choice::Gpu) {
        Ok(gpu) => gpu,
        Err(error) => {
            let help = "Only drafts are shown. Install a graphics driver, or Mesa's lavapipe (Debian: mesa-vulkan-drivers).";
            return send(RenderEvent::NoDevice(format!("{error}. {help}")));
        }
    };
    send(RenderEvent::Device(gpu.name().to_owned(), gpu.is_software()));
    let mut cached: Option<Cached> = None;
    while let Some(request) = requests.take() {
        match answer(host, &gpu, &request, &|| requests.is_stale(), &mut cached, send) {
            // After a stop, the renderer stays valid, and the next request follows soon.
            Ok(()) | Err(ViewError::Stopped) => {}
            Err(error) => {
                cached = None;
                let (ticket, revision, stamps) = (request.ticket, request.revision, request.layers.stamps());
                send(match error {
                    ViewError::Recipe(error) => RenderEvent::Refused { ticket, revision, stamps, error },
                    error => RenderEvent::Failed(ticket, error.to_string()),
                });
            }
        }
    }
}

/// Renders a picture, coarse to fine, until the request is outdated.
fn answer(
    host: &dyn Host,
    gpu: &Gpu,
    request: &RenderRequest,
    is_stale: &dyn Fn() -> bool,
    cached: &mut Option<Cached>,
    send: &dyn Fn(RenderEvent),
) -> Result<(), ViewError> {
    let steps = host.refinement_steps(gpu.is_software());
    let layers = &request.layers;
    let terrain = TerrainKey::new(&request.recipe, layers);
    let heights = TerrainKey::of_heights(&request.recipe, layers);
    if cached.as_ref().is_none_or(|cached| cached.terrain != terrain) {
        let since =
            cached.as_ref().map_or(Since::All, |cached| match terrain.since(&cached.terrain, layers) {
                Since::All if cached.heights == heights => Since::Same,
                since => since,
            });
        let last = cached.take().map(|cached| cached.renderer);
        *cached = Some(Cached { renderer: renderer(host, gpu, request, since, last)?, terrain, heights });
    }
    let Some(Cached { renderer, .. }) = cached else { return Ok(()) };
    let mut reported = 0.0;
    for (at, &RefinementStep { downscale, samples }) in steps.iter().enumerate() {
        // While something moves, a graphics card gets a request in each frame. If each request stopped the first step, no
        // picture would ever be finished.
        let is_first = at == 0 && !gpu.is_software();
        let callback: &mut ProgressCallback<'_> = &mut |progress| {
            if let (Progress::Samples { done, of }, true) = (progress, gpu.is_software()) {
                let progress = overall_progress(steps, at, done as f32 / of as f32);
                // The same CPU draws the window, so progress is reported in large steps only.
                if progress >= reported + 0.04 {
                    reported = progress;
                    send(RenderEvent::Progress(request.ticket, progress));
                }
            }
            match !is_first && is_stale() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let size = request.size.map(|side| (side / downscale).max(1));
        let picture = rgba(&renderer.render(request, size, samples, callback)?);
        let (ticket, last) = (request.ticket, at + 1 == steps.len());
        send(RenderEvent::Picture { ticket, picture, step: at, last });
    }
    Ok(())
}

/// The overall progress when a step is partly done. The work of a step is its number of samples.
fn overall_progress(steps: &[RefinementStep], at: usize, within: f32) -> f32 {
    let work = |step: &RefinementStep| step.samples as f32 / (step.downscale * step.downscale) as f32;
    let sum = |steps: &[RefinementStep]| steps.iter().map(work).sum::<f32>();
    (sum(&steps[..at]) + within * work(&steps[at])) / sum(steps)
}

/// A renderer for the recipe. Reuses the previous one if it is of the same kind.
fn renderer(
    host: &dyn Host,
    gpu: &Gpu,
    request: &RenderRequest,
    since: Since,
    cached: Option<AnyRenderer>,
) -> Result<AnyRenderer, ViewError> {
    let recipe = request.layers.recipe(&request.recipe);
    let images = request.layers.images(&recipe, host.watched(host.images()));
    Ok(match (request.eye, cached) {
        (Eye::Globe(_), Some(AnyRenderer::Globe(mut renderer))) => {
            let ground = GlobeGround::new(recipe, images)?;
            match since {
                Since::Within(changed) => renderer.sculpt(ground, &changed),
                Since::Same | Since::All => renderer.replace(ground)?,
            }
            AnyRenderer::Globe(renderer)
        }
        (Eye::Globe(_), _) => {
            AnyRenderer::Globe(Box::new(GlobeRenderer::new(gpu.clone(), GlobeGround::new(recipe, images)?)?))
        }
        (Eye::Plane(_), Some(AnyRenderer::Plane(mut renderer))) => {
            match since {
                Since::Within(changed) => renderer.sculpt(recipe, images, &changed)?,
                // Only colours differ.
                Since::Same => renderer.recolour(recipe),
                Since::All => renderer.replace(recipe, images)?,
            }
            AnyRenderer::Plane(renderer)
        }
        (Eye::Plane(_), _) => AnyRenderer::Plane(Box::new(Renderer::new(gpu.clone(), recipe, images)?)),
    })
}

impl AnyRenderer {
    fn render(
        &mut self,
        request: &RenderRequest,
        size: [u32; 2],
        samples: u32,
        callback: &mut ProgressCallback<'_>,
    ) -> Result<Picture, ViewError> {
        let (look, view) = (request.look, &request.recipe.view);
        match (self, request.eye) {
            (Self::Plane(renderer), Eye::Plane(_)) => {
                let Look { style, surface, bounds } = look;
                let shot = Shot {
                    sun: request.sun,
                    size,
                    style,
                    surface,
                    bounds,
                    samples,
                    colour_range: request.colour_range,
                    ..Shot::new(request.eye.camera()?)
                };
                renderer.render(&shot.with_looks(view), callback)
            }
            (Self::Globe(renderer), Eye::Globe(eye)) => {
                let at = eye.at().map_err(|error| ViewError::Shot(error.to_string()))?;
                // Planets support these two styles only.
                let style = if look.style == Style::Clay { Style::Clay } else { Style::Realistic };
                let shot = GlobeShot {
                    azimuth: eye.azimuth,
                    elevation: eye.elevation,
                    sun: request.sun,
                    size,
                    style,
                    samples,
                    ..GlobeShot::new(at, eye.altitude)
                };
                renderer.render(&shot.with_looks(view), callback)
            }
            _ => Err(ViewError::Shot("the viewpoint does not match the domain".to_owned())),
        }
    }
}

fn rgba(picture: &Picture) -> Rgba {
    let bytes =
        picture.to_srgb(0.0).chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
    Rgba { size: picture.size.map(|side| side as usize), bytes }
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;
    use orogen_strokes::brush::{Brush, Tool};
    use orogen_strokes::stroke::{Point, Stroke};

    use super::*;
    use crate::host::{
        ExportError, ExportMonitor, ExportOrder, Exported, FormatChoice, Preset, TargetChoice,
    };
    use crate::layer::EditedLayer;

    struct NoHost;

    impl Host for NoHost {
        fn presets(&self) -> Vec<Preset> {
            Vec::new()
        }

        fn images(&self) -> orogen_engine::generate::SharedImages {
            Arc::new(NoImages)
        }

        fn targets(&self) -> Vec<TargetChoice> {
            Vec::new()
        }

        fn formats(&self) -> Vec<FormatChoice> {
            Vec::new()
        }

        fn refinement_steps(&self, _: bool) -> &'static [RefinementStep] {
            &[RefinementStep { downscale: 2, samples: 1 }, RefinementStep { downscale: 1, samples: 2 }]
        }

        fn export(&self, _: &ExportOrder, _: &ExportMonitor) -> Result<Exported, ExportError> {
            unreachable!("no test exports")
        }
    }

    #[test]
    fn progress_rises_from_0_to_1() {
        for steps in [true, false].map(RefinementStep::usual) {
            let ends = (0..steps.len())
                .flat_map(|at| [overall_progress(steps, at, 0.0), overall_progress(steps, at, 1.0)]);
            let ends: Vec<_> = ends.collect();
            assert!(ends.is_sorted() && ends[0] == 0.0 && (ends[ends.len() - 1] - 1.0).abs() < 1e-6);
            assert!((1..steps.len()).all(|at| (ends[2 * at] - ends[2 * at - 1]).abs() < 1e-6), "{ends:?}");
        }
    }

    const HILLS: &str = "height = { field = \"hills\", scale = 60.0 }\n[fields.hills]\ntype = \"fbm\"\n\
                         wavelength = 300.0\noctaves = 4\n";

    fn request(domain: &str, rest: &str, layer: &EditedLayer) -> RenderRequest {
        let source = Source::new("test", format!("orogen = 1\ndomain = {{ {domain} }}\n{rest}"));
        let recipe = Arc::new(Recipe::parse(source, nodes::registry()).unwrap());
        let sun = Sun { elevation: 30.0, azimuth: 250.0 };
        let (eye, look, size) = (Eye::of(&recipe), Look::default(), [48, 27]);
        let layers = Layers::from(layer.clone());
        let (ticket, revision, colour_range) = (1, 1, None);
        RenderRequest { ticket, revision, recipe, layers, eye, sun, look, colour_range, size }
    }

    /// The last picture of a request.
    fn rendered(gpu: &Gpu, request: &RenderRequest, cached: &mut Option<Cached>) -> Vec<u8> {
        let (last, reports) = (std::cell::RefCell::new(Vec::new()), std::cell::RefCell::new(Vec::new()));
        let send = |rendered| match rendered {
            RenderEvent::Picture { picture, .. } => drop(last.replace(picture.bytes)),
            RenderEvent::Progress(1, progress) => reports.borrow_mut().push(progress),
            _ => panic!("{rendered:?}"),
        };
        answer(&NoHost, gpu, request, &|| false, cached, &send).unwrap();
        let reports = reports.into_inner();
        assert!(
            reports.is_sorted() && reports.last().is_none_or(|progress| *progress > 0.9 && *progress < 1.001)
        );
        assert_eq!(reports.is_empty(), !gpu.is_software());
        last.into_inner()
    }

    /// After strokes, an undo and a change of the recipe, each picture equals that of a new renderer.
    #[test]
    fn a_reused_renderer_makes_the_picture_of_a_new_one() {
        let gpu = orogen_view::open(&Choice::Gpu).expect("install mesa-vulkan-drivers");
        for (domain, radius, places) in [
            ("size = 1000.0", 120.0, [[500.0, 500.0], [430.0, 600.0]]),
            ("kind = \"planet\", radius = 3000.0", 500.0, [[10.0, 3.0], [-12.0, 9.0]]),
        ] {
            let bare = request(domain, HILLS, &EditedLayer::new(orogen_strokes::stroke::Surface::Plane));
            let mut layer = EditedLayer::new(EditedLayer::ground(&bare.recipe));
            let mut cached = None;
            let mut seen = Vec::new();
            let mut look = |layer: &EditedLayer, rest: &str| {
                let request = request(domain, rest, layer);
                let picture = rendered(&gpu, &request, &mut cached);
                assert!(picture == rendered(&gpu, &request, &mut None), "{domain}: picture {}", seen.len());
                seen.push(picture);
            };
            look(&layer, HILLS);
            for place in places {
                let brush = Brush::new(Tool::Raise { metres: 0.4 * radius }, radius);
                layer.push(Stroke { brush, points: vec![Point { position: place, pressure: 1.0 }] }).unwrap();
                look(&layer, HILLS);
            }
            layer.pop();
            look(&layer, HILLS);
            look(&layer, &HILLS.replace("60.0", "90.0"));
            look(&layer, &format!("{}[view]\npalette = \"canyon\"\n", HILLS.replace("60.0", "90.0")));
            let differs =
                |one: usize, other: usize| assert!(seen[one] != seen[other], "{domain}: {one} {other}");
            differs(0, 1);
            differs(1, 2);
            differs(3, 4);
            differs(4, 5);
            assert!(seen[3] == seen[1], "{domain}: an undo");
        }
    }

    /// Wherever a render is cancelled, the next picture equals that of a new renderer.
    #[test]
    fn a_cancelled_render_does_not_affect_the_next() {
        let gpu = orogen_view::open(&Choice::Gpu).expect("install mesa-vulkan-drivers");
        for domain in ["size = 1000.0", "kind = \"planet\", radius = 3000.0"] {
            let bare = request(domain, HILLS, &EditedLayer::new(orogen_strokes::stroke::Surface::Plane));
            let request = request(domain, HILLS, &EditedLayer::new(EditedLayer::ground(&bare.recipe)));
            let whole = rendered(&gpu, &request, &mut None);
            let mut cancelled = 0;
            for patience in (0..).map(|power| (1 << power) - 1) {
                let (mut cached, asked) = (None, std::cell::Cell::new(0));
                let is_stale = || asked.replace(asked.get() + 1) >= patience;
                match answer(&NoHost, &gpu, &request, &is_stale, &mut cached, &|_| {}) {
                    Ok(()) => break,
                    Err(ViewError::Stopped) => cancelled += 1,
                    Err(error) => panic!("{error}"),
                }
                assert!(
                    rendered(&gpu, &request, &mut cached) == whole,
                    "{domain}: cancelled after {patience}"
                );
            }
            assert!(cancelled >= 3, "{domain}: {cancelled}");
        }
    }
}
