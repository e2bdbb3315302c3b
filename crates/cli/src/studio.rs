//! `orogen studio`: a recipe and its terrain in a window.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::{FromArgMatches, ValueEnum};
use orogen::generate::SharedImages;
use orogen::nodes;
use orogen::recipe::{Recipe, Source};
use orogen_studio::Begin;
use orogen_studio::host::{
    ExportError, ExportOrder, ExportWatch, Exported, FormatChoice, Host, Preset, TargetChoice,
};
use serde_json::Value;

use crate::failure::Failure;
use crate::generate::{self, Done, FormatName, Remarks};
use crate::images::PictureFiles;
use crate::interrupt::Interrupt;
use crate::{presets, recipe};

/// Work on a recipe in a window: change it with sliders and see its terrain at once.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file, or the name of a preset [default: a page to choose one].
    recipe: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  orogen studio
  orogen studio alps
  orogen studio mine.toml";

/// Names a folder that is told where the window's widgets are and how long its frames take: for programs that drive it.
const WITNESS: &str = "OROGEN_STUDIO_WITNESS";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let begin = match &args.recipe {
        None => Begin::StartPage,
        Some(name) => match name.to_str().and_then(presets::find) {
            Some(preset) => Begin::Preset(shown(preset)),
            // What has an ending may have been a file, of which there is a copy to go on with.
            None if name.extension().is_none() && !name.exists() => return Err(recipe::absent(name)),
            None => Begin::File(std::path::absolute(name).unwrap_or_else(|_| name.clone())),
        },
    };
    let witness = std::env::var_os(WITNESS).map(PathBuf::from);
    orogen_studio::run(Arc::new(Program), begin, witness).map_err(|error| {
        let help = "it needs a display (X11 or Wayland) and a graphics driver; without a graphics card Mesa's lavapipe will do \
                    (Debian: mesa-vulkan-drivers)";
        Failure::of_job(format!("the window cannot be opened: {error}"), help)
    })
}

fn shown(preset: presets::Preset) -> Preset {
    Preset { name: preset.name, text: preset.text }
}

/// What the studio gets from the command.
struct Program;

impl Host for Program {
    fn presets(&self) -> Vec<Preset> {
        presets::all().map(shown).collect()
    }

    fn images(&self) -> SharedImages {
        Arc::new(PictureFiles::default())
    }

    fn targets(&self) -> Vec<TargetChoice> {
        generate::programs().into_iter().map(|(name, help)| TargetChoice { name, help }).collect()
    }

    fn formats(&self) -> Vec<FormatChoice> {
        let values = FormatName::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let choice = |value: clap::builder::PossibleValue| FormatChoice {
            name: value.get_name().to_owned(),
            help: value.get_help().map_or_else(String::new, ToString::to_string),
            usual: value.get_name() == "png16",
        };
        values.map(choice).collect()
    }

    fn state_folder(&self) -> Option<PathBuf> {
        let folder =
            |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
        // As XDG's base directories have it, and on Windows.
        let state = folder("XDG_STATE_HOME")
            .or_else(|| folder("LOCALAPPDATA"))
            .or_else(|| folder("HOME").map(|home| home.join(".local/state")));
        state.map(|state| state.join("orogen"))
    }

    fn export(&self, order: &ExportOrder, watch: &ExportWatch) -> Result<Exported, ExportError> {
        exported(order, watch).map_err(|failure| {
            let (message, help) = match &failure {
                Failure::Recipe(error) => {
                    (format!("line {}: {}", error.line(), error.message), error.help.clone())
                }
                Failure::Use { message, help } | Failure::Job { message, help } => {
                    (message.clone(), help.clone())
                }
                Failure::Told(_) | Failure::Closed => ("the export failed".to_owned(), String::new()),
            };
            // The command's words for what the window has a box to tick for.
            let help = help.replace("replace it with --force", "tick “Replace files of others”");
            ExportError { message, help, cancelled: watch.unwanted().load(Ordering::Relaxed) }
        })
    }
}

/// The same as `orogen generate` with the words of the order, but for the text, which need not stand in a file yet.
fn exported(order: &ExportOrder, watch: &ExportWatch) -> Result<Exported, Failure> {
    let words = [
        vec!["generate".to_owned(), "--quiet".to_owned()],
        order.arguments(&order.path.display().to_string()).split_off(1),
    ]
    .concat();
    let command = <generate::Args as clap::Args>::augment_args(clap::Command::new("generate"));
    let matches = command.try_get_matches_from(words);
    let args = matches.and_then(|matches| generate::Args::from_arg_matches(&matches)).map_err(|error| {
        let text = error.to_string();
        Failure::of_use(text.lines().next().unwrap_or_default().trim_start_matches("error: "), "")
    })?;
    let folder = order.path.parent().unwrap_or(Path::new(""));
    let source = Source::new(order.path.display().to_string(), Arc::clone(&order.text)).in_folder(folder);
    let recipe = Recipe::parse(source, nodes::registry())?;
    // The watch outlives the job, which knows it by what it shares.
    let Done { info, remarks: Remarks { to_type, hint, .. }, .. } =
        generate::make(&args, &recipe, || Ok(Interrupt::by(watch.unwanted(), watch.teller())))?;
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
            .chain([generate::DESCRIPTION.to_owned()])
            .collect(),
        to_type: to_type.iter().map(|number| (number.label.to_owned(), text(&number.value))).collect(),
        remarks,
    })
}
