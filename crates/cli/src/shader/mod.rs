//! `orogen shader`: the terrain as a function in shaders of other programs.

use std::io::{self, Write};
use std::path::PathBuf;

use orogen::recipe::Recipe;
use orogen::terrain::Terrain;
use orogen_gpu::export::{self, Code, Engine, ExportError, Numbers, Options, Shader};

use crate::failure::{self, Failure};
use crate::images::PictureFiles;
use crate::numbers::{self, plain};
use crate::{hash, recipe};
use origin::Origin;

mod origin;
mod written;

/// Write the terrain as functions for shaders: height and exact slopes at a position in metres.
///
/// The text is a library without dependencies, to be included in shaders of any program: `NAME_height(p)` and
/// `NAME_height_gradient(p)`, explained in a comment at its head. With `--for` it comes with what the engine wants around
/// it. SPIR-V is a whole compute module that reads places and writes heights and slopes.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file, or the name of a preset.
    recipe: PathBuf,
    /// The language.
    #[arg(long, value_enum, required_unless_present = "engine")]
    lang: Option<Lang>,
    /// Which GLSL: 4.50 for OpenGL and Vulkan, or ES 3.00 for mobile devices and WebGL 2 [default: core].
    #[arg(long, value_enum)]
    profile: Option<Profile>,
    /// The engine: writes a folder with a library in its language and a small example.
    #[arg(long = "for", id = "engine", value_enum, conflicts_with_all = ["lang", "profile"], requires = "output")]
    engine: Option<For>,
    /// The place in the recipe's domain, in metres, from which positions are counted: X,Y or, in a space, X,Y,Z
    /// [default: 0,0 and, in a space, where the recipe cuts it].
    #[arg(long, value_name = "X,Y[,Z]", allow_hyphen_values = true, value_parser = Origin::parse)]
    origin: Option<Origin>,
    /// Metres between samples, for fractals that are as fine as those [default: as `generate` makes them].
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = numbers::metres)]
    spacing: Option<f64>,
    /// Another seed than the recipe's: decimal, or as 0x9e37.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: Option<u64>,
    /// Where the numbers are: constants in the text, or a uniform buffer and a file of what to put into it.
    #[arg(long, value_enum, default_value = "baked")]
    params: Params,
    /// What the names of the functions begin with, so that several terrains fit into one shader.
    #[arg(long, default_value = "orogen")]
    name: String,
    /// The file; a folder with `--for`, or if it is one [default: stdout].
    #[arg(short, long, value_name = "FILE-OR-FOLDER")]
    output: Option<PathBuf>,
    /// Replace files that orogen did not write.
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen shader alps --lang wgsl -o alps.wgsl
  orogen shader alps --lang glsl --profile es --origin 4000,2500 --spacing 2
  orogen shader mine.toml --lang hlsl --params uniform -o Shaders/mine.hlsl
  orogen shader alps --for godot -o alps-godot";

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Lang {
    Wgsl,
    Glsl,
    Hlsl,
    Msl,
    Spirv,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Profile {
    Core,
    Es,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum For {
    Unity,
    Unreal,
    Godot,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Params {
    Baked,
    Uniform,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let recipe = recipe::load(&args.recipe, args.seed)?;
    let domain = &recipe.domain;
    if domain.sphere().is_some() {
        let help =
            "take maps of it: orogen generate RECIPE -o DIR --cube 1024, or a part: --region 46.5,8.0,20km";
        return Err(Failure::of_use("there are no shaders of planets", help));
    }
    if recipe.sculpt.is_some() {
        let help = "take [sculpt] out for a shader of the ground without strokes, or the strokes' terrain as files: \
                    orogen generate RECIPE -o DIR";
        return Err(Failure::of_use("there are no shaders of strokes", help));
    }
    let spacing = args.spacing.unwrap_or_else(|| domain.spacing());
    let terrain = Terrain::new(&recipe, &PictureFiles::default(), spacing)?;
    failure::warn(terrain.warnings());
    let origin = match &args.origin {
        Some(origin) => origin.on(&terrain, domain.z)?,
        None => [0.0, 0.0, domain.z],
    };
    let numbers = if args.params == Params::Uniform { Numbers::Uniform } else { Numbers::Baked };
    let about = about(args, &recipe, spacing)?;
    let options = Options { numbers, name: args.name.clone(), origin, about };
    let refused = |error: ExportError| refused(&error);
    if let Some(engine) = args.engine {
        let engine = match engine {
            For::Unity => Engine::Unity,
            For::Unreal => Engine::Unreal,
            For::Godot => Engine::Godot,
        };
        let files = export::export_for(&terrain, engine, domain.size, &options).map_err(refused)?;
        let folder = args.output.clone().unwrap_or_default();
        return written::folder(&folder, &files, args.force);
    }
    let lang = args.lang.unwrap_or(Lang::Wgsl);
    if args.profile.is_some() && lang != Lang::Glsl {
        return Err(Failure::of_use("GLSL alone has profiles", "leave --profile out, or take `--lang glsl`"));
    }
    let language = match (lang, args.profile) {
        (Lang::Wgsl, _) => export::Language::Wgsl,
        (Lang::Glsl, Some(Profile::Es)) => export::Language::GlslEs,
        (Lang::Glsl, _) => export::Language::Glsl,
        (Lang::Hlsl, _) => export::Language::Hlsl,
        (Lang::Msl, _) => export::Language::Msl,
        (Lang::Spirv, _) => export::Language::Spirv,
    };
    let shader = export::export(&terrain, language, &options).map_err(refused)?;
    match &args.output {
        Some(path) => written::file(path, &format!("{}.{}", args.name, lang.ending()), &shader, args.force),
        None => print(&shader),
    }
}

impl Lang {
    /// How files in it end.
    fn ending(self) -> &'static str {
        match self {
            Self::Wgsl => "wgsl",
            Self::Glsl => "glsl",
            Self::Hlsl => "hlsl",
            Self::Msl => "metal",
            Self::Spirv => "spv",
        }
    }
}

fn print(shader: &Shader) -> Result<(), Failure> {
    match &shader.code {
        Code::Text(text) if shader.numbers.is_empty() => {
            Ok(io::stdout().lock().write_all(text.as_bytes())?)
        }
        Code::Text(_) => {
            let message = "with `--params uniform` there are two files, and stdout takes one";
            Err(Failure::of_use(
                message,
                "name the shader's file with -o; that of the numbers comes to lie beside it",
            ))
        }
        Code::Words(_) => Err(Failure::of_use("SPIR-V is no text for stdout", "name its file with -o")),
    }
}

/// Which terrain it is, and who wrote it: lines of the comment at the head.
fn about(args: &Args, recipe: &Recipe, spacing: f64) -> Result<Vec<String>, Failure> {
    let name = args.recipe.file_stem().unwrap_or_default().to_string_lossy();
    let title = if recipe.name.is_empty() { name.into_owned() } else { recipe.name.clone() };
    // What a line of a comment cannot hold.
    let title: String = title.chars().filter(|letter| !letter.is_control() && *letter != '\\').collect();
    Ok(vec![
        format!("The terrain \"{title}\", {} Orogen {}.", written::MARK, env!("CARGO_PKG_VERSION")),
        format!("Recipe {}, seed {}.", hash::of(recipe)?.recipe, recipe.seed),
        format!(
            "As fine as samples {} m apart can show, where the recipe's octaves are \"auto\".",
            plain(spacing)
        ),
    ])
}

fn refused(error: &ExportError) -> Failure {
    match error {
        ExportError::NoProgram(_) | ExportError::Translation(_) => Failure::of_job(
            error.to_string(),
            "this is a mistake of orogen's: please report it with the recipe",
        ),
        ExportError::TooManyNumbers(_) => {
            Failure::of_job(error.to_string(), "bake them in, with `--params baked`, or make fields simpler")
        }
        ExportError::UniformModule | ExportError::NoUniforms => {
            Failure::of_use(error.to_string(), "leave `--params uniform` out, or take another language")
        }
        ExportError::Name(_) | ExportError::Reserved { .. } => {
            Failure::of_use(error.to_string(), "choose another --name")
        }
        ExportError::Pictures { .. } => {
            Failure::of_job(error.to_string(), "sample the picture in the engine, and export the rest")
        }
        ExportError::Origin => Failure::of_use(error.to_string(), "choose another --origin"),
        ExportError::TooFine(_) => {
            Failure::of_use(error.to_string(), "give the field fewer octaves, or let them be \"auto\"")
        }
    }
}
