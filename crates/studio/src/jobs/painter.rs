//! Pictures, from coarse to fine, by whatever paints: a graphics card, or a driver that computes on the processor.

use std::ops::ControlFlow;
use std::sync::Arc;

use orogen::recipe::{Recipe, RecipeError};
use orogen_gpu::{Choice, Gpu};
use orogen_view::{
    Bounds, GlobeGround, GlobePainter, GlobeShot, Painter, Picture, Progress, Shot, Style, Sun, Surface,
    ViewError, Watch,
};

use super::wishes::Wishes;
use super::{Newest, Waker};
use crate::eye::Eye;
use crate::host::Host;
use crate::sculpture::{Sculpture, Shown, Since};
use crate::sketch::Rgba;

/// How the ground looks, and how it is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// How it looks.
    pub style: Style,
    /// How it is found.
    pub surface: Surface,
    /// How far it goes.
    pub bounds: Bounds,
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct PaintWish {
    /// A number that what comes of it has, too.
    pub ticket: u64,
    /// A number of the recipe: other recipes have others.
    pub revision: u64,
    /// The recipe.
    pub recipe: Arc<Recipe>,
    /// What is painted over it; without that, what the recipe itself names is.
    pub sculpture: Option<Arc<Sculpture>>,
    /// From where.
    pub eye: Eye,
    /// In which light.
    pub sun: Sun,
    /// How it looks.
    pub look: Look,
    /// Columns and rows of the finest picture.
    pub size: [u32; 2],
}

impl PaintWish {
    fn stamp(&self) -> Option<[u64; 2]> {
        self.sculpture.as_ref().map(|sculpture| sculpture.stamp())
    }
}

/// What has come of a wish.
#[derive(Debug)]
pub enum Painted {
    /// There is a device of this name; the flag says that it computes on the processor.
    Device(String, bool),
    /// Of which wish how much is done, 0 to 1; only where a processor does it, which takes its time.
    Share(u64, f32),
    /// There is no device, and why.
    NoDevice(String),
    /// A picture, and whether a finer one follows.
    Picture {
        /// Of which wish.
        ticket: u64,
        /// Of which recipe.
        revision: u64,
        /// The picture.
        picture: Rgba,
        /// The later, the finer.
        step: usize,
        /// Whether it is the last.
        last: bool,
    },
    /// The recipe is unsound, or what is painted over it is.
    Refused {
        /// Which recipe.
        revision: u64,
        /// What is painted, by its stamp.
        stamp: Option<[u64; 2]>,
        /// Why.
        error: RecipeError,
    },
    /// Of which wish there is no picture, and why.
    Failed(u64, String),
}

/// Paints pictures.
#[derive(Debug)]
pub struct PainterWorker(Wishes<PaintWish, Painted>);

impl PainterWorker {
    /// Begins; the device is opened meanwhile.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        Wishes::new("painter", waker, move |wishes, tell| work(&*host, wishes, tell)).map(Self)
    }

    /// Wants this, and nothing before any more.
    pub fn want(&self, wish: PaintWish) {
        self.0.want(wish);
    }

    /// Wants nothing, until the next wish.
    pub fn hush(&self) {
        self.0.hush();
    }

    /// What has come since the last call.
    pub fn painted(&self) -> impl Iterator<Item = Painted> {
        self.0.news()
    }
}

/// A step of a picture: how many times coarser it is, and with how many samples.
type Step = (u32, u32);

/// A graphics card has the first picture within a frame.
const ON_A_CARD: [Step; 3] = [(1, 1), (1, 8), (1, 32)];

/// On a processor the draft stands meanwhile; what is half as fine already looks as it will.
const ON_A_PROCESSOR: [Step; 4] = [(3, 1), (2, 2), (1, 2), (1, 8)];

enum Any {
    Plane(Box<Painter>),
    Globe(Box<GlobePainter>),
}

fn work(host: &dyn Host, wishes: &Newest<PaintWish>, tell: &dyn Fn(Painted)) {
    let gpu = match orogen_view::open(&Choice::Gpu) {
        Ok(gpu) => gpu,
        Err(error) => {
            let mend = "Install the driver of the graphics card, or Mesa's lavapipe (Debian: mesa-vulkan-drivers). \
                        Drafts are drawn without it.";
            return tell(Painted::NoDevice(format!("{error}. {mend}")));
        }
    };
    tell(Painted::Device(gpu.name().to_owned(), gpu.is_software()));
    let mut held: Option<(Shown, Any)> = None;
    while let Some(wish) = wishes.take() {
        match answer(host, &gpu, &wish, &|| wishes.is_stale(), &mut held, tell) {
            // The next wish is near, and the painter as good as before.
            Ok(()) | Err(ViewError::Stopped) => {}
            Err(error) => {
                held = None;
                let (revision, stamp) = (wish.revision, wish.stamp());
                tell(match error {
                    ViewError::Recipe(error) => Painted::Refused { revision, stamp, error },
                    error => Painted::Failed(wish.ticket, error.to_string()),
                });
            }
        }
    }
}

/// Paints what is wished for, from coarse to fine, unless it is stale.
fn answer(
    host: &dyn Host,
    gpu: &Gpu,
    wish: &PaintWish,
    is_stale: &dyn Fn() -> bool,
    held: &mut Option<(Shown, Any)>,
    tell: &dyn Fn(Painted),
) -> Result<(), ViewError> {
    let steps: &[Step] = if gpu.is_software() { &ON_A_PROCESSOR } else { &ON_A_CARD };
    let shown = Shown::new(&wish.recipe, wish.sculpture.as_deref());
    let since = held.as_ref().map_or(Since::All, |(old, _)| shown.since(old, wish.sculpture.as_deref()));
    if since != Since::Same {
        *held = Some((shown, painter(host, gpu, wish, since, held.take())?));
    }
    let Some((_, painter)) = held else { return Ok(()) };
    let mut told = 0.0;
    for (at, &(coarser, samples)) in steps.iter().enumerate() {
        // A card is asked for a picture each frame: if none were finished, the view would stand still.
        let is_first = at == 0 && !gpu.is_software();
        let watch: &mut Watch<'_> = &mut |progress| {
            if let (Progress::Samples { done, of }, true) = (progress, gpu.is_software()) {
                let share = share(steps, at, done as f32 / of as f32);
                // Windows are drawn by the same processor: they are not to be drawn for less.
                if share >= told + 0.04 {
                    told = share;
                    tell(Painted::Share(wish.ticket, share));
                }
            }
            match !is_first && is_stale() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let size = wish.size.map(|side| (side / coarser).max(1));
        let picture = rgba(&painter.paint(wish, size, samples, watch)?);
        let (ticket, revision, last) = (wish.ticket, wish.revision, at + 1 == steps.len());
        tell(Painted::Picture { ticket, revision, picture, step: at, last });
    }
    Ok(())
}

/// How much of all steps is done with a share of one: their work is their samples.
fn share(steps: &[Step], at: usize, within: f32) -> f32 {
    let work = |(coarser, samples): &Step| *samples as f32 / (coarser * coarser) as f32;
    let sum = |steps: &[Step]| steps.iter().map(work).sum::<f32>();
    (sum(&steps[..at]) + within * work(&steps[at])) / sum(steps)
}

/// A painter of the recipe: the one before, if it is of the same kind.
fn painter(
    host: &dyn Host,
    gpu: &Gpu,
    wish: &PaintWish,
    since: Since,
    held: Option<(Shown, Any)>,
) -> Result<Any, ViewError> {
    let images = host.images();
    let (recipe, images) = match &wish.sculpture {
        Some(sculpture) => (sculpture.recipe(&wish.recipe), sculpture.images(images)),
        None => (Arc::clone(&wish.recipe), images),
    };
    let held = held.map(|(_, painter)| painter);
    Ok(match (wish.eye, held) {
        (Eye::Globe(_), Some(Any::Globe(mut painter))) => {
            let ground = GlobeGround::new(recipe, images)?;
            match since {
                Since::Within(changed) => painter.sculpt(ground, &changed),
                Since::Same | Since::All => painter.replace(ground)?,
            }
            Any::Globe(painter)
        }
        (Eye::Globe(_), _) => {
            Any::Globe(Box::new(GlobePainter::new(gpu.clone(), GlobeGround::new(recipe, images)?)?))
        }
        (Eye::Plane(_), Some(Any::Plane(mut painter))) => {
            match since {
                Since::Within(changed) => painter.sculpt(recipe, images, &changed)?,
                Since::Same | Since::All => painter.replace(recipe, images)?,
            }
            Any::Plane(painter)
        }
        (Eye::Plane(_), _) => Any::Plane(Box::new(Painter::new(gpu.clone(), recipe, images)?)),
    })
}

impl Any {
    fn paint(
        &mut self,
        wish: &PaintWish,
        size: [u32; 2],
        samples: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Picture, ViewError> {
        let (look, view) = (wish.look, &wish.recipe.view);
        match (self, wish.eye) {
            (Self::Plane(painter), Eye::Plane(_)) => {
                let Look { style, surface, bounds } = look;
                let shot = Shot {
                    sun: wish.sun,
                    size,
                    style,
                    surface,
                    bounds,
                    samples,
                    ..Shot::new(wish.eye.camera()?)
                };
                painter.paint(&shot.with_looks(view), watch)
            }
            (Self::Globe(painter), Eye::Globe(eye)) => {
                let at = eye.at().map_err(|error| ViewError::Shot(error.to_string()))?;
                // Planets have no other styles.
                let style = if look.style == Style::Clay { Style::Clay } else { Style::Realistic };
                let shot = GlobeShot {
                    azimuth: eye.azimuth,
                    elevation: eye.elevation,
                    sun: wish.sun,
                    size,
                    style,
                    samples,
                    ..GlobeShot::new(at, eye.altitude)
                };
                painter.paint(&shot.with_looks(view), watch)
            }
            _ => Err(ViewError::Shot("the eye is not of this ground".to_owned())),
        }
    }
}

fn rgba(picture: &Picture) -> Rgba {
    let bytes =
        picture.encoded(0.0).chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
    Rgba { size: picture.size.map(|side| side as usize), bytes }
}

#[cfg(test)]
mod tests {
    use orogen::image::NoImages;
    use orogen::nodes;
    use orogen::recipe::Source;
    use orogen_strokes::brush::{Brush, Tool};
    use orogen_strokes::stroke::{Point, Stroke};

    use super::*;
    use crate::host::{ExportError, ExportOrder, ExportWatch, Exported, FormatChoice, Preset, TargetChoice};

    struct NoHost;

    impl Host for NoHost {
        fn presets(&self) -> Vec<Preset> {
            Vec::new()
        }

        fn images(&self) -> orogen::generate::SharedImages {
            Arc::new(NoImages)
        }

        fn targets(&self) -> Vec<TargetChoice> {
            Vec::new()
        }

        fn formats(&self) -> Vec<FormatChoice> {
            Vec::new()
        }

        fn export(&self, _: &ExportOrder, _: &ExportWatch) -> Result<Exported, ExportError> {
            unreachable!("nothing is exported here")
        }
    }

    #[test]
    fn shares_rise_from_nothing_to_all() {
        for steps in [&ON_A_PROCESSOR[..], &ON_A_CARD] {
            let ends = (0..steps.len()).flat_map(|at| [share(steps, at, 0.0), share(steps, at, 1.0)]);
            let ends: Vec<_> = ends.collect();
            assert!(ends.is_sorted() && ends[0] == 0.0 && (ends[ends.len() - 1] - 1.0).abs() < 1e-6);
            assert!((1..steps.len()).all(|at| (ends[2 * at] - ends[2 * at - 1]).abs() < 1e-6), "{ends:?}");
        }
    }

    const HILLS: &str = "height = { field = \"hills\", scale = 60.0 }\n[fields.hills]\ntype = \"fbm\"\n\
                         feature = 300.0\noctaves = 4\n";

    fn wish(domain: &str, rest: &str, sculpture: &Sculpture) -> PaintWish {
        let source = Source::new("test", format!("orogen = 1\ndomain = {{ {domain} }}\n{rest}"));
        let recipe = Arc::new(Recipe::parse(source, nodes::registry()).unwrap());
        let sun = Sun { elevation: 30.0, azimuth: 250.0 };
        let (eye, look, size) = (Eye::of(&recipe), Look::default(), [96, 54]);
        let sculpture = Some(Arc::new(sculpture.clone()));
        PaintWish { ticket: 1, revision: 1, recipe, sculpture, eye, sun, look, size }
    }

    /// The last picture that comes of a wish.
    fn painted(gpu: &Gpu, wish: &PaintWish, held: &mut Option<(Shown, Any)>) -> Vec<u8> {
        let (last, shares) = (std::cell::RefCell::new(Vec::new()), std::cell::RefCell::new(Vec::new()));
        let tell = |painted| match painted {
            Painted::Picture { picture, .. } => drop(last.replace(picture.bytes)),
            Painted::Share(1, share) => shares.borrow_mut().push(share),
            _ => panic!("{painted:?}"),
        };
        answer(&NoHost, gpu, wish, &|| false, held, &tell).unwrap();
        let shares = shares.into_inner();
        assert!(shares.is_sorted() && shares.last().is_none_or(|share| *share > 0.9 && *share < 1.001));
        assert_eq!(shares.is_empty(), !gpu.is_software());
        last.into_inner()
    }

    /// Strokes, an undo and another recipe on the way: each picture is that of a painter who has seen nothing before.
    #[test]
    fn what_was_painted_before_does_not_show() {
        let gpu = orogen_view::open(&Choice::Gpu).expect("install mesa-vulkan-drivers");
        for (domain, radius, places) in [
            ("size = 1000.0", 120.0, [[500.0, 500.0], [430.0, 600.0]]),
            ("kind = \"planet\", radius = 3000.0", 500.0, [[10.0, 3.0], [-12.0, 9.0]]),
        ] {
            let bare = wish(domain, HILLS, &Sculpture::new(orogen_strokes::stroke::Ground::Plane));
            let mut sculpture = Sculpture::new(Sculpture::ground(&bare.recipe));
            let mut held = None;
            let mut seen = Vec::new();
            let mut look = |sculpture: &Sculpture, rest: &str| {
                let wish = wish(domain, rest, sculpture);
                let picture = painted(&gpu, &wish, &mut held);
                assert!(picture == painted(&gpu, &wish, &mut None), "{domain}: picture {}", seen.len());
                seen.push(picture);
            };
            look(&sculpture, HILLS);
            for place in places {
                let brush = Brush::new(Tool::Raise { metres: 0.4 * radius }, radius);
                sculpture.push(Stroke { brush, points: vec![Point { place, pressure: 1.0 }] }).unwrap();
                look(&sculpture, HILLS);
            }
            sculpture.pop();
            look(&sculpture, HILLS);
            look(&sculpture, &HILLS.replace("60.0", "90.0"));
            let differs =
                |one: usize, other: usize| assert!(seen[one] != seen[other], "{domain}: {one} {other}");
            differs(0, 1);
            differs(1, 2);
            differs(3, 4);
            assert!(seen[3] == seen[1], "{domain}: an undo");
        }
    }

    /// Whatever a painter was doing when the wish went stale, the picture that is asked of it next is that of a new one.
    #[test]
    fn a_picture_that_is_given_up_spoils_none() {
        let gpu = orogen_view::open(&Choice::Gpu).expect("install mesa-vulkan-drivers");
        for domain in ["size = 1000.0", "kind = \"planet\", radius = 3000.0"] {
            let bare = wish(domain, HILLS, &Sculpture::new(orogen_strokes::stroke::Ground::Plane));
            let wish = wish(domain, HILLS, &Sculpture::new(Sculpture::ground(&bare.recipe)));
            let whole = painted(&gpu, &wish, &mut None);
            let mut given_up = 0;
            for patience in (0..).map(|power| (1 << power) - 1) {
                let (mut held, asked) = (None, std::cell::Cell::new(0));
                let is_stale = || asked.replace(asked.get() + 1) >= patience;
                match answer(&NoHost, &gpu, &wish, &is_stale, &mut held, &|_| {}) {
                    Ok(()) => break,
                    Err(ViewError::Stopped) => given_up += 1,
                    Err(error) => panic!("{error}"),
                }
                assert!(painted(&gpu, &wish, &mut held) == whole, "{domain}: given up after {patience}");
            }
            assert!(given_up >= 3, "{domain}: {given_up}");
        }
    }
}
