//! Pictures, from coarse to fine, by whatever paints: a graphics card, or a driver that computes on the processor.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use orogen::recipe::{Recipe, RecipeError};
use orogen_gpu::{Choice, Gpu};
use orogen_view::{
    Bounds, GlobeGround, GlobePainter, GlobeShot, Painter, Picture, Shot, Style, Sun, Surface, ViewError,
};

use super::{Newest, Waker, spawn};
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

/// What has come of a wish.
#[derive(Debug)]
pub enum Painted {
    /// There is a device of this name; the flag says that it computes on the processor.
    Device(String, bool),
    /// A picture; of how many samples a pixel, and whether a finer one follows.
    Picture {
        /// Of which recipe.
        revision: u64,
        /// From where.
        eye: Eye,
        /// The picture.
        picture: Rgba,
        /// Samples of a pixel.
        samples: u32,
        /// Whether it is the last.
        last: bool,
    },
    /// The recipe is unsound.
    Refused(u64, RecipeError),
    /// There is no picture, and why.
    Failed(u64, String),
}

/// Paints pictures.
#[derive(Debug)]
pub struct PainterWorker {
    wishes: Arc<Newest<PaintWish>>,
    painted: Receiver<Painted>,
}

impl PainterWorker {
    /// Begins; the device is opened meanwhile.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        let wishes = Arc::new(Newest::default());
        let (tell, painted) = channel();
        let slot = Arc::clone(&wishes);
        spawn("painter", move || Studio { host, tell, waker }.work(&slot))?;
        Ok(Self { wishes, painted })
    }

    /// Wants this, and nothing before any more.
    pub fn want(&self, wish: PaintWish) {
        self.wishes.put(wish);
    }

    /// Wants nothing, until the next wish.
    pub fn hush(&self) {
        self.wishes.hush();
    }

    /// What has come since the last call.
    pub fn painted(&self) -> impl Iterator<Item = Painted> {
        self.painted.try_iter()
    }
}

impl Drop for PainterWorker {
    fn drop(&mut self) {
        self.wishes.close();
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

struct Studio {
    host: Arc<dyn Host>,
    tell: Sender<Painted>,
    waker: Waker,
}

impl Studio {
    fn work(&self, wishes: &Newest<PaintWish>) {
        let gpu = match orogen_view::open(&Choice::Gpu) {
            Ok(gpu) => gpu,
            Err(error) => {
                let mend = "Install the driver of the graphics card, or Mesa's lavapipe (Debian: mesa-vulkan-drivers). \
                            Drafts are drawn without it.";
                self.send(Painted::Failed(0, format!("{error}. {mend}")));
                return;
            }
        };
        self.send(Painted::Device(gpu.name().to_owned(), gpu.is_software()));
        let mut held: Option<(Shown, Any)> = None;
        while let Some(wish) = wishes.take() {
            // What is being dragged is not painted: the next wish is near.
            if let Err(error) = self.answer(&gpu, &wish, wishes, &mut held) {
                held = None;
                match error {
                    ViewError::Recipe(error) => self.send(Painted::Refused(wish.revision, error)),
                    error => self.send(Painted::Failed(wish.revision, error.to_string())),
                }
            }
        }
    }

    fn answer(
        &self,
        gpu: &Gpu,
        wish: &PaintWish,
        wishes: &Newest<PaintWish>,
        held: &mut Option<(Shown, Any)>,
    ) -> Result<(), ViewError> {
        let steps: &[Step] = if gpu.is_software() { &ON_A_PROCESSOR } else { &ON_A_CARD };
        let shown = Shown::new(&wish.recipe, wish.sculpture.as_deref());
        let since = held.as_ref().map_or(Since::All, |(old, _)| shown.since(old, wish.sculpture.as_deref()));
        if since != Since::Same {
            *held = Some((shown, self.painter(gpu, wish, since, held.take())?));
        }
        let Some((_, painter)) = held else { return Ok(()) };
        for (at, &(coarser, samples)) in steps.iter().enumerate() {
            if wishes.is_stale() {
                return Ok(());
            }
            let size = wish.size.map(|side| (side / coarser).max(1));
            let painted = painter.paint(wish, size, samples)?;
            let picture = rgba(&painted);
            self.send(Painted::Picture {
                revision: wish.revision,
                eye: wish.eye,
                picture,
                samples,
                last: at + 1 == steps.len(),
            });
        }
        Ok(())
    }

    /// A painter of the recipe: the one before, where both are of planes.
    fn painter(
        &self,
        gpu: &Gpu,
        wish: &PaintWish,
        since: Since,
        held: Option<(Shown, Any)>,
    ) -> Result<Any, ViewError> {
        let images = self.host.images();
        let (recipe, images) = match &wish.sculpture {
            Some(sculpture) => (sculpture.recipe(&wish.recipe), sculpture.images(images)),
            None => (Arc::clone(&wish.recipe), images),
        };
        match (wish.eye, held) {
            (Eye::Globe(_), _) => {
                let ground = GlobeGround::new(recipe, images)?;
                Ok(Any::Globe(Box::new(GlobePainter::new(gpu.clone(), ground)?)))
            }
            (Eye::Plane(_), Some((_, Any::Plane(mut painter)))) => {
                match since {
                    Since::Within(changed) => painter.sculpt(recipe, images, &changed)?,
                    Since::Same | Since::All => painter.replace(recipe, images)?,
                }
                Ok(Any::Plane(painter))
            }
            (Eye::Plane(_), _) => Ok(Any::Plane(Box::new(Painter::new(gpu.clone(), recipe, images)?))),
        }
    }

    fn send(&self, painted: Painted) {
        // The window may be gone; then the slot is closed, too.
        _ = self.tell.send(painted);
        self.waker.wake();
    }
}

impl Any {
    fn paint(&mut self, wish: &PaintWish, size: [u32; 2], samples: u32) -> Result<Picture, ViewError> {
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
                painter.paint(&shot.with_looks(view), &mut |_| ())
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
                painter.paint(&shot.with_looks(view), &mut |_| ())
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
