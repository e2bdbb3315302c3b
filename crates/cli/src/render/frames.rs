//! The pictures of a run, one after the other.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process;

use orogen_files::MadeFolders;
use orogen_gpu::Gpu;
use orogen_view::{Picture, Progress as Step, ViewError, Watch};

use super::files::{self, Format};
use super::{Args, of_view, open};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// The pictures of a run: where each goes, and which of all frames it is.
pub(super) struct Frames {
    pub(super) paths: Vec<PathBuf>,
    pub(super) first: usize,
    pub(super) is_sequence: bool,
    format: Format,
    /// Folders that were made for them.
    made: MadeFolders,
    interrupt: Interrupt,
}

/// Paints the frame of a number, and tells how far it is.
type Paint<'a> = dyn FnMut(usize, &mut Watch<'_>) -> Result<Picture, ViewError> + 'a;

impl Frames {
    /// Settles which of so many frames are painted and where they go, makes room for them, and watches for Ctrl-C from there on.
    pub(super) fn new(args: &Args, all: usize) -> Result<Self, Failure> {
        let (format, is_sequence, first, paths) = Self::settled(args, all)?;
        // Before there are folders that have to go again.
        let interrupt = Interrupt::watch()?;
        let made = files::prepare(&paths, args.force)?;
        Ok(Self { paths, first, is_sequence, format, made, interrupt })
    }

    /// Of so many frames: their format, whether they are a sequence, the number of the first that is painted, and where all go.
    fn settled(args: &Args, all: usize) -> Result<(Format, bool, usize, Vec<PathBuf>), Failure> {
        if args.turntable.is_none() && args.flyover.is_none() {
            if args.first_frame().is_some() || args.to.is_some() {
                let help = "leave --from and --to out, or ask for a sequence by --turntable or --flyover";
                return Err(Failure::of_use("one picture has no other frames", help));
            }
            return Ok((Format::of(&args.output)?, false, 0, vec![args.output.clone()]));
        }
        if args.output.is_file() {
            let message = format!("{} is a file, and frames want a folder", args.output.display());
            return Err(Failure::of_use(message, "name a folder with -o; it is made if it is not there"));
        }
        let first = args.first_frame().unwrap_or(0);
        let last = args.to.map_or(all - 1, |to| to as usize);
        if first > last || last >= all {
            let message =
                format!("frames {first} to {last} cannot be painted: there are frames 0 to {}", all - 1);
            return Err(Failure::of_use(
                message,
                "let --from be at most --to, and both be frames that there are",
            ));
        }
        let paths = (first..=last).map(|number| files::frame(&args.output, number)).collect();
        Ok((Format::Png, true, first, paths))
    }

    /// Paints them, each of which `paint` makes by its number; each appears when it is whole. Returns the exposure of the last.
    pub(super) fn paint(&self, args: &Args, paint: &mut Paint<'_>) -> Result<f32, Failure> {
        let bar = Progress::of_steps(!args.quiet);
        let mut exposure = 0.0;
        for (done, path) in self.paths.iter().enumerate() {
            let number = self.first + done;
            let name = if self.is_sequence { format!("frame {number}: ") } else { String::new() };
            let mut watch = |step: Step| {
                show(&bar, &name, step, done as u64, self.paths.len() as u64);
                if self.interrupt.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let picture = match paint(number, &mut watch) {
                Err(ViewError::Stopped) => self.stop(done),
                picture => picture.map_err(of_view)?,
            };
            if self.interrupt.is_asked() {
                self.stop(done);
            }
            self.format.write(path, &picture, args.stops as f32)?;
            exposure = picture.exposure;
        }
        Ok(exposure)
    }

    /// Opens a device and makes what paints on it, beside whose name is that of the device. Ends the program if that was asked
    /// meanwhile.
    pub(super) fn painter<P>(
        &self,
        args: &Args,
        new: impl FnOnce(Gpu) -> Result<P, ViewError>,
    ) -> Result<(P, String), Failure> {
        let gpu = open(args)?;
        let device = gpu.name().to_owned();
        self.check();
        let painter = new(gpu).map_err(of_view)?;
        self.check();
        Ok((painter, device))
    }

    /// Ends the program if that was asked while the device was opened.
    fn check(&self) {
        if self.interrupt.is_asked() {
            self.stop(0);
        }
    }

    /// What is told of where they went.
    pub(super) fn name(&self) -> String {
        match &self.paths[..] {
            [one] => one.display().to_string(),
            [first, .., last] => format!("{} to {}", first.display(), last.display()),
            [] => String::new(),
        }
    }

    /// Ends the program as was asked: opening a device cannot be called off, but no file is open meanwhile.
    fn stop(&self, done: usize) -> ! {
        let next = self.first + done;
        let failure = if done == 0 {
            Failure::of_job("stopped: nothing was written", "")
        } else {
            let message = format!("stopped: frames {} to {} are there", self.first, next - 1);
            // A place, where one is said, stays.
            let instead = if self.first > 0 {
                format!(" in the place of `--from {}`", self.first)
            } else {
                String::new()
            };
            Failure::of_job(message, format!("the same command with `--from {next}`{instead} goes on"))
        };
        failure.tell();
        self.made.remove_empty();
        process::exit(failure.status().into())
    }
}

/// Shows how far a frame is, and of how many.
fn show(bar: &Progress, name: &str, step: Step, frame: u64, frames: u64) {
    match step {
        Step::Surroundings => bar.show(format!("{name}ground"), None),
        Step::Tiles { done, known } => bar.show(format!("{name}ground, {done} of {known} tiles"), None),
        Step::Samples { done, of } => {
            bar.show(
                format!("{name}light"),
                Some((frame * u64::from(of) + u64::from(done), frames * u64::from(of))),
            );
        }
    }
}
