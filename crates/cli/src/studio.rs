//! `orogen studio`: edits a recipe and shows its terrain in a window.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::{FromArgMatches, ValueEnum};
use orogen_engine::generate::SharedImages;
use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, Source};
use orogen_studio::Startup;
use orogen_studio::host::{
    ExportError, ExportMonitor, ExportOrder, Exported, FormatChoice, Host, Preset, TargetChoice,
};
use serde_json::Value;

use crate::failure::Failure;
use crate::generate::{self, FormatName, Generated, Notes};
use crate::interrupt::Interrupt;
use crate::{output, presets, recipe};
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

/// Runs `orogen generate` with the arguments of the order. The recipe's text comes from the order, since it may not be
/// saved yet.
fn exported(order: &ExportOrder, monitor: &ExportMonitor) -> Result<Exported, Failure> {
    let words = [
        vec!["generate".to_owned(), "--quiet".to_owned()],
        order.arguments(&order.path.display().to_string()).split_off(1),
    ]
    .concat();
    let command = <generate::Args as clap::Args>::augment_args(clap::Command::new("generate"));
    let matches = command.try_get_matches_from(words);
    let args = matches.and_then(|matches| generate::Args::from_arg_matches(&matches)).map_err(|error| {
        let text = error.to_string();
        Failure::usage(text.lines().next().unwrap_or_default().trim_start_matches("error: "), "")
    })?;
    let folder = order.path.parent().unwrap_or(Path::new(""));
    let source = Source::new(order.path.display().to_string(), Arc::clone(&order.text)).in_folder(folder);
    let recipe = Recipe::parse(source, nodes::registry())?;
    // The job shares the flag and the callback of the monitor.
    let Generated { info, notes: Notes { import_settings, hint, .. }, .. } =
        generate::generate(&args, &recipe, &crate::solving::files(false), || {
            Ok(Interrupt::from_flag(monitor.cancel_flag(), monitor.progress_callback()))
        })?;
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
