//! `orogen studio`: edits a recipe and shows its terrain in a window.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::ValueEnum;
use orogen_engine::generate::SharedImages;
use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, Source};
use orogen_files::{CreatedFolders, Problem};
use orogen_studio::Startup;
use orogen_studio::host::{
    ExportError, ExportMonitor, ExportOrder, Exported, FLIGHT_HEADER, FormatChoice, Host, Preset, Product,
    TargetChoice,
};
use serde_json::Value;

use crate::failure::Failure;
use crate::generate::{self, FormatName, Generated, Notes};
use crate::interrupt::Interrupt;
use crate::{output, presets, recipe, render};
use orogen::Files;

/// Edit a recipe in a window with sliders, and see its terrain immediately.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file or preset name [default: show the start page].
    recipe: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  orogen studio
  orogen studio alps
  orogen studio mine.toml";

/// Names a folder to which the studio writes the positions of its widgets and its frame times, for programs that drive it.
const LOG_FOLDER: &str = "OROGEN_STUDIO_LOG";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let startup = match &args.recipe {
        None => Startup::StartPage,
        Some(name) => match name.to_str().and_then(presets::find) {
            Some(preset) => Startup::Preset(shown(preset)),
            // A path with an extension may be a deleted file of which the studio has a recovery copy.
            None if name.extension().is_none() && !name.exists() => return Err(recipe::absent(name)),
            None => Startup::File(std::path::absolute(name).unwrap_or_else(|_| name.clone())),
        },
    };
    let log_folder = std::env::var_os(LOG_FOLDER).map(PathBuf::from);
    orogen_studio::run(Arc::new(Program), startup, log_folder).map_err(|error| {
        let help = "the studio needs a display (X11 or Wayland) and a graphics driver; without a graphics card, install Mesa's \
                    lavapipe (Debian: mesa-vulkan-drivers)";
        Failure::job(format!("cannot open a window: {error}"), help)
    })
}

fn shown(preset: &orogen::Preset) -> Preset {
    Preset { name: preset.name, text: preset.text }
}

/// The command as the host of the studio.
struct Program;

impl Host for Program {
    fn presets(&self) -> Vec<Preset> {
        orogen::presets().iter().map(shown).collect()
    }

    fn images(&self) -> SharedImages {
        Arc::new(Files::default())
    }

    fn targets(&self) -> Vec<TargetChoice> {
        generate::programs().into_iter().map(|(name, help)| TargetChoice { name, help }).collect()
    }

    fn accepted_sizes(&self, target: &str, tiles: usize) -> Result<Option<Vec<usize>>, ExportError> {
        generate::accepted_sizes(target, tiles).map_err(|Problem { message, help }| ExportError {
            message,
            help,
            cancelled: false,
        })
    }

    fn open_folder(&self, folder: &Path) -> Result<(), String> {
        open::that(folder).map_err(|error| format!("Cannot show {}: {error}", folder.display()))
    }

    fn formats(&self) -> Vec<FormatChoice> {
        let values = FormatName::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let choice = |value: clap::builder::PossibleValue| FormatChoice {
            name: value.get_name().to_owned(),
            help: value.get_help().map_or_else(String::new, ToString::to_string),
            is_default: value.get_name() == "png16",
        };
        values.map(choice).collect()
    }

    fn state_folder(&self) -> Option<PathBuf> {
        let folder =
            |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
        // The XDG base directory, or its counterpart on Windows.
        let state = folder("XDG_STATE_HOME")
            .or_else(|| folder("LOCALAPPDATA"))
            .or_else(|| folder("HOME").map(|home| home.join(".local/state")));
        state.map(|state| state.join("orogen"))
    }

    fn export(&self, order: &ExportOrder, monitor: &ExportMonitor) -> Result<Exported, ExportError> {
        exported(order, monitor).map_err(|failure| {
            let (message, help) = match &failure {
                Failure::Recipe(error) => {
                    (format!("line {}: {}", error.line(), error.message), error.help.clone())
                }
                Failure::Usage(problem) | Failure::Job(problem) => {
                    (problem.message.clone(), problem.help.clone())
                }
                Failure::Reported(_) | Failure::Closed => ("the export failed".to_owned(), String::new()),
            };
            // The window has a check box for this option.
            let help = help.replace("overwrite with --force", "tick “Overwrite existing files”");
            ExportError { message, help, cancelled: monitor.cancel_flag().load(Ordering::Relaxed) }
        })
    }
}

/// Runs the command of the order. The recipe's text comes from the order, since it may not be saved yet.
fn exported(order: &ExportOrder, monitor: &ExportMonitor) -> Result<Exported, Failure> {
    let folder = order.path.parent().unwrap_or(Path::new(""));
    let source = Source::new(order.path.display().to_string(), Arc::clone(&order.text)).in_folder(folder);
    let recipe = Recipe::parse(source, nodes::registry())?;
    // The job shares the flag and the callback of the monitor.
    let watch = || Ok(Interrupt::from_flag(monitor.cancel_flag(), monitor.progress_callback()));
    match &order.product {
        Product::Files(_) => generated(&arguments(order)?, &recipe, watch),
        Product::Picture(_) | Product::Turntable(..) | Product::Flight(..) => {
            let mut keys = FlightKeys::write(order)?;
            let files = render::render(&arguments(order)?, recipe, &watch)?;
            keys.iter_mut().for_each(|keys| keys.is_kept = true);
            let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
            Ok(Exported { files: files.iter().filter_map(name).collect(), ..Exported::default() })
        }
    }
}

/// The arguments of the order, as the command line reads them.
fn arguments<A: clap::Args>(order: &ExportOrder) -> Result<A, Failure> {
    let mut words = order.arguments(&order.path.display().to_string());
    words.insert(1, "--quiet".to_owned());
    let matches = A::augment_args(clap::Command::new("orogen")).try_get_matches_from(words);
    matches.and_then(|matches| A::from_arg_matches(&matches)).map_err(|error| {
        let text = error.to_string();
        Failure::usage(text.lines().next().unwrap_or_default().trim_start_matches("error: "), "")
    })
}

/// The file with the keys of a flight. If no frame follows, it is removed on drop, with the folders that were created for it.
struct FlightKeys {
    path: PathBuf,
    is_kept: bool,
    /// Dropped after the file is removed.
    _created: CreatedFolders,
}

impl FlightKeys {
    /// Writes the file. `None` if the order is no flight.
    fn write(order: &ExportOrder) -> Result<Option<Self>, Failure> {
        let Some((path, text)) = order.flight_file() else { return Ok(None) };
        let known = std::fs::read_to_string(&path);
        let is_foreign = path.exists() && !known.as_ref().is_ok_and(|text| text.starts_with(FLIGHT_HEADER));
        if is_foreign && !order.force {
            let message = format!("refusing to overwrite {}: not written by the studio", path.display());
            return Err(Failure::job(message, "choose another folder, or overwrite existing files"));
        }
        let created = CreatedFolders::prepare(&order.output)?;
        std::fs::write(&path, text)
            .map_err(|error| Failure::job(format!("cannot write {}: {error}", path.display()), ""))?;
        Ok(Some(Self { path, is_kept: known.is_ok(), _created: created }))
    }
}

impl Drop for FlightKeys {
    fn drop(&mut self) {
        // Frames that are complete stay, and their keys with them.
        let others = self.path.parent().and_then(|folder| std::fs::read_dir(folder).ok());
        if !self.is_kept && others.is_some_and(|files| files.count() == 1) {
            _ = std::fs::remove_file(&self.path);
        }
    }
}

fn generated(
    args: &generate::Args,
    recipe: &Recipe,
    watch: impl FnOnce() -> Result<Interrupt, Failure>,
) -> Result<Exported, Failure> {
    let Generated { info, notes: Notes { import_settings, hint, .. }, .. } =
        generate::generate(args, recipe, &crate::solving::files(false), watch)?;
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut remarks = vec![format!(
        "{} × {} samples, {:.4} m apart; heights from {:.2} to {:.2} m",
        info.width, info.height, info.metres_per_sample, info.min_height, info.max_height
    )];
    remarks.extend(hint);
    Ok(Exported {
        files: info
            .files
            .iter()
            .map(|file| file.name.clone())
            .chain([output::DESCRIPTION.to_owned()])
            .collect(),
        import_settings: import_settings
            .iter()
            .map(|setting| (setting.label.to_owned(), text(&setting.value)))
            .collect(),
        remarks,
    })
}

#[cfg(test)]
mod tests {
    use orogen_studio::eye::{Eye, PlaneEye};
    use orogen_studio::host::{Flight, Scene, Viewpoint};
    use orogen_view::{GroundExtent, Style, Sun, Surface};

    use super::*;

    /// A picture, a turntable and a flight of the preset `downs`, with pictures of 48 × 27 pixels.
    fn orders(folder: &Path) -> [ExportOrder; 3] {
        let preset = orogen::presets().iter().find(|preset| preset.name == "downs").unwrap();
        let recipe = Recipe::parse(Source::new("downs", preset.text), nodes::registry()).unwrap();
        let mut eye = PlaneEye::overview(recipe.domain.size);
        eye.target[2] = 0.2 * recipe.domain.size;
        let viewpoint = Viewpoint { eye: Eye::Plane(eye), over: 100.0 };
        let scene = Scene {
            viewpoint,
            sun: Sun { elevation: 30.0, azimuth: 250.0 },
            style: Style::Clay,
            surface: Surface::Mesh,
            bounds: GroundExtent::Domain,
            size: [48, 27],
            samples: 1,
        };
        let there = Viewpoint { eye: Eye::Plane(PlaneEye { azimuth: 340.0, ..eye }), ..viewpoint };
        let flight = Flight { keys: vec![viewpoint, there], seconds: 0.08 };
        let order = |name: &str, product| ExportOrder {
            text: preset.text.into(),
            path: folder.join("downs.toml"),
            output: folder.join(name),
            product,
            force: false,
        };
        [
            order("a.png", Product::Picture(scene.clone())),
            order("turn", Product::Turntable(scene.clone(), 2)),
            order("flight", Product::Flight(scene, flight)),
        ]
    }

    #[test]
    fn pictures_and_frames_are_rendered_with_progress() {
        let folder = tempfile::tempdir().unwrap();
        for (order, files) in orders(folder.path()).into_iter().zip([1, 2, 3]) {
            let monitor = ExportMonitor::default();
            let exported = exported(&order, &monitor).unwrap();
            assert_eq!(exported.files.len(), files, "{exported:?}");
            assert_eq!(monitor.progress(), 1.0);
        }
        for file in ["a.png", "turn/frame_00001.png", "flight/frame_00002.png", "flight/flight.toml"] {
            assert!(folder.path().join(file).is_file(), "{file}");
        }
    }

    /// With one sample, most of the time goes to the ground: that is progress, too.
    #[test]
    fn a_picture_with_one_sample_reports_progress_before_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let [picture, ..] = orders(folder.path());
        let recipe =
            Recipe::parse(Source::new("downs", Arc::clone(&picture.text)), nodes::registry()).unwrap();
        let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
        let watch = || {
            let seen = Arc::clone(&seen);
            let report = move |done: u64, all: u64| seen.lock().unwrap().push(done as f64 / all as f64);
            Ok(Interrupt::from_flag(Arc::default(), Box::new(report)))
        };
        render::render(&arguments(&picture).unwrap(), recipe, &watch).unwrap();
        let seen = seen.lock().unwrap();
        assert!(seen.is_sorted() && seen.last() == Some(&1.0), "{seen:?}");
        assert!(seen.iter().filter(|done| (0.01..0.99).contains(*done)).count() >= 2, "{seen:?}");
    }

    /// The window offers the sizes that the export then accepts.
    #[test]
    fn targets_accept_the_sizes_that_the_window_offers() {
        let sizes = |target, tiles| Program.accepted_sizes(target, tiles);
        assert_eq!(sizes("unity", 1).unwrap().unwrap()[4..6], [513, 1025]);
        assert_eq!(sizes("unity", 2).unwrap().unwrap()[4], 1025);
        assert_eq!(sizes("unreal", 1).unwrap().unwrap()[2], 505);
        assert_eq!(sizes("blender", 3).unwrap(), None);
        assert!(sizes("worldpainter", 2).unwrap_err().message.contains("does not import tiles"));
    }

    #[test]
    fn a_cancelled_picture_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let [_, turntable, flight] = orders(folder.path());
        for order in [turntable, flight] {
            let monitor = ExportMonitor::default();
            monitor.cancel();
            let failure = exported(&order, &monitor).unwrap_err();
            let Failure::Job(problem) = &failure else { panic!("{failure:?}") };
            assert!(problem.message.contains("nothing was written"), "{}", problem.message);
            assert!(!order.output.exists());
        }
    }

    #[test]
    fn keys_of_others_are_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let [_, _, flight] = orders(folder.path());
        let (path, _) = flight.flight_file().unwrap();
        std::fs::create_dir(&flight.output).unwrap();
        std::fs::write(&path, "# mine\n").unwrap();
        let failure = exported(&flight, &ExportMonitor::default()).unwrap_err();
        assert!(
            matches!(&failure, Failure::Job(problem) if problem.message.contains("refusing to overwrite"))
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "# mine\n");
        let forced = ExportOrder { force: true, ..flight };
        drop(FlightKeys::write(&forced).unwrap());
        assert!(std::fs::read_to_string(&path).unwrap().starts_with(FLIGHT_HEADER));
    }
}
