//! Renders the pictures of a run, one after another.

use std::ops::ControlFlow;
use std::path::PathBuf;

use orogen_engine::recipe::Recipe;
use orogen_files::CreatedFolders;
use orogen_gpu::Gpu;
use orogen_view::{Picture, Progress as Step, ProgressCallback, ViewError};

use super::exposures::{Exposures, metering_size};
use super::files::{self, Format};
use super::{Args, of_view, open};
use crate::failure::Failure;
use crate::inputs;
use crate::interrupt::Interrupt;
use crate::picture_files;
use crate::printable;
use crate::progress::Progress;

/// The pictures of a run: their paths and frame numbers.
pub(super) struct Frames {
    pub(super) paths: Vec<PathBuf>,
    pub(super) first: usize,
    pub(super) is_sequence: bool,
    /// The number of the last frame of the whole sequence.
    last: usize,
    format: Format,
    /// Folders that were created for them. They are removed on drop if they are empty.
    _created: CreatedFolders,
    interrupt: Interrupt,
}

/// Starts to watch for a request to stop.
pub(super) type Watch<'a> = &'a dyn Fn() -> Result<Interrupt, Failure>;

/// Renders the frame with this number and reports progress.
type RenderFrame<'a> =
    dyn FnMut(usize, Quality, &mut ProgressCallback<'_>) -> Result<Picture, ViewError> + 'a;

/// The quality of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quality {
    /// As requested.
    Full,
    /// Enough to meter the exposure.
    Metering,
}

impl Quality {
    /// The size and the samples, if these are requested.
    pub(super) fn of(self, size: [u32; 2], samples: u32) -> ([u32; 2], u32) {
        match self {
            Self::Full => (size, samples),
            Self::Metering => (metering_size(size), 1),
        }
    }
}

impl Frames {
    /// Selects the frames to render from `all`, creates their folders, and starts to watch for a request to stop.
    pub(super) fn new(args: &Args, recipe: &Recipe, all: usize, watch: Watch<'_>) -> Result<Self, Failure> {
        let (format, is_sequence, first, paths) = Self::select(args, all)?;
        inputs::refuse(&args.recipe, recipe, &paths)?;
        // Handle Ctrl-C before folders are created that it must remove.
        let interrupt = watch()?;
        let created = picture_files::prepare(&paths, args.force)?;
        Ok(Self { paths, first, is_sequence, last: all - 1, format, _created: created, interrupt })
    }

    /// The format of the frames, whether they are a sequence, the number of the first one to render, and their paths.
    fn select(args: &Args, all: usize) -> Result<(Format, bool, usize, Vec<PathBuf>), Failure> {
        if args.turntable.is_none() && args.flyover.is_none() {
            if args.first_frame().is_some() || args.to.is_some() {
                let help = "leave out --from and --to, or render a sequence with --turntable or --flyover";
                return Err(Failure::usage("a single picture has no frames to select", help));
            }
            return Ok((Format::of(&args.output)?, false, 0, vec![args.output.clone()]));
        }
        if args.output.is_file() {
            let message = format!("{} is a file, but frames need a folder", args.output.display());
            return Err(Failure::usage(message, "give a folder with -o; it is created if missing"));
        }
        let first = args.first_frame().unwrap_or(0);
        let last = args.to.map_or(all - 1, |to| to as usize);
        if first > last || last >= all {
            let message =
                format!("cannot render frames {first} to {last}: the sequence has frames 0 to {}", all - 1);
            let help = "--from must not be greater than --to, and both must be frames of the sequence";
            return Err(Failure::usage(message, help));
        }
        let paths = (first..=last).map(|number| files::frame(&args.output, number)).collect();
        Ok((Format::Png, true, first, paths))
    }

    /// Renders the frames with `render`. Each file appears when it is complete. Returns the exposure of the last frame.
    pub(super) fn render(&self, args: &Args, render: &mut RenderFrame<'_>) -> Result<f32, Failure> {
        let bar = Progress::of_steps(!args.report.quiet);
        let mut exposure = 0.0;
        let mut exposures = Exposures::default();
        let go_on =
            || if self.interrupt.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        for (done, path) in self.paths.iter().enumerate() {
            let number = self.first + done;
            let name = if self.is_sequence { format!("frame {number}: ") } else { String::new() };
            let mut most = 0.0_f64;
            let mut progress = |step: Step| {
                // The number of tiles that are needed grows while they are loaded.
                most = most.max(share_of_frame(step));
                let parts = ((done as f64 + most) * PARTS as f64).round() as u64;
                let parts = (parts, self.paths.len() as u64 * PARTS);
                show(&bar, &name, step, parts);
                self.interrupt.report_progress(parts.0, parts.1);
                go_on()
            };
            let rendered = self.exposure(number, &mut exposures, render, &go_on).and_then(|exposure| {
                let picture = render(number, Quality::Full, &mut progress)?;
                Ok(Picture { exposure: exposure.unwrap_or(picture.exposure), ..picture })
            });
            let picture = match rendered {
                Err(ViewError::Stopped) => return Err(self.stopped(done)),
                picture => picture.map_err(of_view)?,
            };
            if self.interrupt.is_requested() {
                return Err(self.stopped(done));
            }
            self.format.write(path, &picture, args.stops as f32)?;
            exposure = picture.exposure;
        }
        Ok(exposure)
    }

    /// The exposure of a frame of a sequence. A single picture has its own.
    fn exposure(
        &self,
        number: usize,
        exposures: &mut Exposures,
        render: &mut RenderFrame<'_>,
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Result<Option<f32>, ViewError> {
        let mut meter = |frame| Ok(render(frame, Quality::Metering, &mut |_| go_on())?.exposure);
        self.is_sequence.then(|| exposures.of(number, self.last, &mut meter)).transpose()
    }

    /// Opens a device and builds the renderer on it. Returns the renderer and the name of the device. Fails if Ctrl-C was
    /// pressed meanwhile.
    pub(super) fn renderer<P>(
        &self,
        args: &Args,
        new: impl FnOnce(Gpu) -> Result<P, ViewError>,
    ) -> Result<(P, String), Failure> {
        let gpu = open(args)?;
        let device = gpu.name().to_owned();
        self.check()?;
        let renderer = new(gpu).map_err(of_view)?;
        self.check()?;
        Ok((renderer, device))
    }

    /// Fails if Ctrl-C was pressed while the device was opened, which cannot be cancelled.
    fn check(&self) -> Result<(), Failure> {
        if self.interrupt.is_requested() { Err(self.stopped(0)) } else { Ok(()) }
    }

    /// The paths of the frames, in words.
    pub(super) fn name(&self) -> String {
        match &self.paths[..] {
            [one] => printable::path(one),
            [first, .., last] => format!("{} to {}", printable::path(first), printable::path(last)),
            [] => String::new(),
        }
    }

    /// The failure at the user's request. Folders that were created are removed if they are empty.
    fn stopped(&self, done: usize) -> Failure {
        let next = self.first + done;
        if done == 0 {
            Failure::job("stopped: nothing was written", "")
        } else {
            let message = format!("stopped: frames {} to {} are complete", self.first, next - 1);
            // Another --from may give a camera position, which must stay.
            let instead =
                if self.first > 0 { format!(" instead of `--from {}`", self.first) } else { String::new() };
            Failure::job(message, format!("to continue, run the same command with `--from {next}`{instead}"))
        }
    }
}

/// The parts of a frame that progress is counted in.
const PARTS: u64 = 1000;

/// The share of a frame that is counted for its ground. With few samples, loading the ground takes most of the time.
const GROUND: f64 = 0.3;

/// How much of a frame is done, 0 to 1.
fn share_of_frame(step: Step) -> f64 {
    match step {
        Step::Surroundings => 0.0,
        Step::Tiles { done, known } => GROUND * done as f64 / known.max(1) as f64,
        Step::Samples { done, of } => GROUND + (1.0 - GROUND) * f64::from(done) / f64::from(of.max(1)),
    }
}

/// Shows the current work, and how many parts of all frames are done.
fn show(bar: &Progress, name: &str, step: Step, parts: (u64, u64)) {
    let what = match step {
        Step::Surroundings => "loading ground".to_owned(),
        Step::Tiles { done, known } => format!("loading ground, {done} of {known} tiles"),
        Step::Samples { .. } => "rendering".to_owned(),
    };
    bar.show(format!("{name}{what}"), parts);
}
