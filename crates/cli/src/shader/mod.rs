//! `orogen shader`: exports the terrain as a function for shaders of other programs.

use std::io::{self, Write};
use std::path::PathBuf;

use orogen::Hashes;
use orogen_engine::nodes;
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Terrain;
use orogen_gpu::export::{self, Code, Engine, ExportError, Numbers, Options, Parameters, Shader};

use crate::failure::{self, Failure};
use crate::numbers::{self, plain};
use crate::recipe;
use crate::solving;
use origin::Origin;

mod origin;
mod written;

/// Export the terrain as shader functions: height and exact slopes at a position in metres.
///
/// The result is a library without dependencies, to include in any shader. A comment at the top explains its functions
/// `NAME_height(p)` and `NAME_height_gradient(p)`. Pictures and solutions of erosion are in a texture, which is a separate
/// file. With `--for`, the library comes with the files that the engine needs. SPIR-V is a complete compute module that reads
/// positions and writes heights and slopes.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file or preset name; `-` reads the recipe from standard input.
    recipe: PathBuf,
    /// The shading language.
    #[arg(long, value_enum, required_unless_present = "engine")]
    lang: Option<Lang>,
    /// The GLSL profile: 4.50 for OpenGL and Vulkan, or ES 3.00 for mobile devices and WebGL 2 [default: core].
    #[arg(long, value_enum)]
    profile: Option<Profile>,
    /// The engine; writes a folder with a library in its language and a small example.
    #[arg(long = "for", id = "engine", value_enum, conflicts_with_all = ["lang", "profile"], requires = "output")]
    engine: Option<For>,
    /// The origin of positions in the recipe's domain, in metres: X,Y or, in a space, X,Y,Z [default: 0,0 and, in a
    /// space, the z at which the recipe slices it].
    #[arg(long, value_name = "X,Y[,Z]", allow_hyphen_values = true, value_parser = Origin::parse)]
    origin: Option<Origin>,
    /// Spacing in metres that limits the detail of fractals [default: as in `generate`].
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = numbers::metres)]
    spacing: Option<f64>,
    #[command(flatten)]
    choices: recipe::Choices,
    /// Write the recipe's numbers as constants into the code, or into a file for a uniform buffer.
    #[arg(long, value_enum, default_value = "baked")]
    params: Params,
    /// Prefix of the function names, so that several terrains fit into one shader.
    #[arg(long, default_value = "orogen")]
    name: String,
    /// The output file or an existing folder; with `--for`, always a folder [default: stdout].
    #[arg(short, long, value_name = "FILE-OR-FOLDER")]
    output: Option<PathBuf>,
    /// Overwrite files that orogen did not write.
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen shader gullies --lang wgsl -o gullies.wgsl
  orogen shader gullies --lang glsl --profile es --origin 4000,2500 --spacing 2
  orogen shader mine.toml --lang hlsl --params uniform -o Shaders/mine.hlsl
  orogen shader gullies --for godot -o gullies-godot
  orogen shader alps --lang glsl -o alps.glsl        # writes alps.texture.bin, too";

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
    let recipe = recipe::load(&args.recipe, &args.choices)?;
    let domain = &recipe.domain;
    if domain.sphere().is_some() {
        let help = "generate maps of it: orogen generate RECIPE -o DIR --cube 1024, or of a part: --region 46.5,8.0,20km";
        return Err(Failure::usage("planets cannot be exported as shaders", help));
    }
    if recipe.sculpt.is_some() {
        let help = "remove [sculpt] to export the terrain without strokes, or generate files with the strokes: \
                    orogen generate RECIPE -o DIR";
        return Err(Failure::usage("brush strokes cannot be exported as shaders", help));
    }
    let spacing = args.spacing.unwrap_or_else(|| domain.spacing());
    let terrain = Terrain::new(&recipe, &solving::files(true), spacing)?;
    failure::warn(terrain.warnings());
    let origin = match &args.origin {
        Some(origin) => origin.in_terrain(&terrain, domain.z)?,
        None => [0.0, 0.0, domain.z],
    };
    let numbers = if args.params == Params::Uniform { Numbers::Uniform } else { Numbers::Baked };
    let about = about(args, &recipe, spacing)?;
    let parameters = Parameters::new(&recipe, nodes::registry(), |recipe| {
        Terrain::new(recipe, &solving::files(true), spacing)
    })?;
    let options = Options { numbers, name: args.name.clone(), origin, about, parameters };
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
        return Err(Failure::usage("only GLSL has profiles", "leave out --profile, or use `--lang glsl`"));
    }
    let language = match (lang, args.profile) {
        (Lang::Wgsl, _) => export::Language::Wgsl,
        (Lang::Glsl, Some(Profile::Es)) => export::Language::GlslEs,
        (Lang::Glsl, _) => export::Language::Glsl,
        (Lang::Hlsl, _) => export::Language::Hlsl,
        (Lang::Msl, _) => export::Language::Msl,
        (Lang::Spirv, _) => export::Language::Spirv,
    };
    if language == export::Language::Spirv && !recipe.parameters.is_empty() {
        let names: Vec<_> =
            recipe.parameters.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
        eprintln!("note: a SPIR-V module has fixed parameters: export again to change {}", names.join(", "));
    }
    let shader = export::export(&terrain, language, &options).map_err(refused)?;
    match &args.output {
        Some(path) => written::file(path, &format!("{}.{}", args.name, lang.ending()), &shader, args.force),
        None => print(&shader),
    }
}

impl Lang {
    /// The extension of its files.
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
        Code::Text(_) if shader.texture.is_some() => {
            let message = "pictures or solutions of erosion need a second file, but stdout takes only one";
            Err(Failure::usage(message, "give the shader's file with -o; the texture is written beside it"))
        }
        Code::Text(text) if shader.numbers.is_empty() => {
            Ok(io::stdout().lock().write_all(text.as_bytes())?)
        }
        Code::Text(_) => {
            let message = "`--params uniform` writes two files, but stdout takes only one";
            Err(Failure::usage(message, "give the shader's file with -o; the numbers are written beside it"))
        }
        Code::Words(_) => {
            Err(Failure::usage("SPIR-V is binary and cannot be printed to stdout", "give a file with -o"))
        }
    }
}

/// The lines of the comment at the top: the terrain, and the program that wrote it.
fn about(args: &Args, recipe: &Recipe, spacing: f64) -> Result<Vec<String>, Failure> {
    let name = recipe::stem(&args.recipe);
    let title = if recipe.name.is_empty() { name.into_owned() } else { recipe.name.clone() };
    // Remove characters that a comment line cannot contain.
    let title: String = title.chars().filter(|letter| !letter.is_control() && *letter != '\\').collect();
    Ok(vec![
        format!("The terrain \"{title}\", {} Orogen {}.", written::MARK, env!("CARGO_PKG_VERSION")),
        format!("Recipe {}, seed {}.", Hashes::of(recipe)?.recipe, recipe.seed),
        format!(
            "As fine as samples {} m apart can show, where the recipe's octaves are \"auto\".",
            plain(spacing)
        ),
    ])
}

fn refused(error: &ExportError) -> Failure {
    match error {
        ExportError::NoProgram(_) | ExportError::Translation(_) => {
            Failure::job(error.to_string(), "this is a bug in orogen: please report it with the recipe")
        }
        ExportError::TooManyNumbers(_) => {
            Failure::job(error.to_string(), "use `--params baked`, or simplify the fields")
        }
        ExportError::UniformModule | ExportError::NoUniforms => {
            Failure::usage(error.to_string(), "leave out `--params uniform`, or use another language")
        }
        ExportError::Name(_) | ExportError::Reserved { .. } => {
            Failure::usage(error.to_string(), "choose another --name")
        }
        ExportError::Texture { .. } | ExportError::Pictures { .. } => Failure::job(
            error.to_string(),
            "make the pictures smaller, or give the eroded fields a coarser `detail`",
        ),
        ExportError::Origin => Failure::usage(error.to_string(), "choose another --origin"),
        ExportError::TooFine(_) => {
            Failure::usage(error.to_string(), "give the field fewer octaves, or set octaves = \"auto\"")
        }
    }
}
