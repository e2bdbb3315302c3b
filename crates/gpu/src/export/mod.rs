//! Terrains as functions in shaders of other programs.
//!
//! What a terrain computes is written down once, as for the grids of this crate by the same module; but positions
//! are numbers here, metres from an origin that is fixed when the text is made (`places`). Naga puts the text into the
//! other languages (`translate`). Then come a heading for people, and for some engines examples ([`Engine`]).

mod declaration;
mod engine;
mod heading;
mod library;
mod places;
mod reserved;
mod translate;

use orogen::program::NoProgram;
use orogen::terrain::Terrain;

use crate::ShaderFault;
use crate::wgsl::NEAR_WORDS;
pub use engine::{Engine, File, bytes};
pub use library::Library;

/// Bytes of a uniform buffer: the limit of WebGPU and Direct3D. OpenGL and Vulkan promise a quarter of it; most have more.
const MOST_BYTES: usize = 4 * NEAR_WORDS;

/// The language of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Of WebGPU.
    Wgsl,
    /// GLSL 4.50, for OpenGL and Vulkan.
    Glsl,
    /// GLSL ES 3.00, for mobile devices and WebGL 2.
    GlslEs,
    /// Of Direct3D, shader model 5.
    Hlsl,
    /// Godot's, for the head of a `.gdshader`. Its numbers are always uniform: Godot's compiler copies constants for each
    /// look-up.
    Gdshader,
    /// Of Metal.
    Msl,
    /// Words of Vulkan's: not a library but a whole compute module.
    Spirv,
}

/// Where the numbers of a terrain are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// In the text, as constants.
    Baked,
    /// In a uniform buffer that the engine fills with [`Shader::numbers`]: another seed or other parameters are other
    /// numbers for the same text.
    Uniform,
}

/// How a terrain is to be exported.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Where its numbers are to be.
    pub numbers: Numbers,
    /// What the names of its functions begin with: `orogen` for `orogen_height`.
    pub name: String,
    /// Where the origin of the positions lies in the recipe's domain, in metres.
    pub origin: [f64; 3],
    /// Lines for the heading: which terrain this is.
    pub about: Vec<String>,
}

/// A shader.
#[derive(Clone, Debug, PartialEq)]
pub struct Shader {
    /// What it consists of.
    pub code: Code,
    /// What the engine is to put into the uniform buffer: words, four to a vector. Nothing if they are baked in.
    pub numbers: Vec<u32>,
}

/// What a shader consists of.
#[derive(Clone, Debug, PartialEq)]
pub enum Code {
    /// Text, to be included in that of other shaders.
    Text(String),
    /// SPIR-V.
    Words(Vec<u32>),
}

/// Why a terrain cannot be exported.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExportError {
    /// One of its nodes cannot be written down.
    #[error(transparent)]
    NoProgram(#[from] NoProgram),
    /// A name that is not one in every language.
    #[error(
        "`{0}` cannot begin the names of functions: it takes letters, digits and single underscores between them, and begins with a letter"
    )]
    Name(String),
    /// A name that is a word of some language.
    #[error("`{name}` cannot begin the names of functions: it is a word of {language}")]
    Reserved {
        /// The name.
        name: String,
        /// The language.
        language: &'static str,
    },
    /// The origin is not a place.
    #[error("the origin is not a place: its coordinates are finite numbers of metres")]
    Origin,
    /// Features are so small that positions cannot be told.
    #[error("features of {0:e} m are too small: a shader tells places down to 2 µm apart")]
    TooFine(f64),
    /// Its pictures are too large for a text.
    #[error("its pictures have {pixels} pixels, and a shader has room for {most}")]
    Pictures {
        /// How many there are.
        pixels: usize,
        /// How many there may be.
        most: usize,
    },
    /// A terrain knows more numbers than every device takes in one uniform buffer.
    #[error("the terrain has {0} bytes of numbers, and uniform buffers take {MOST_BYTES}")]
    TooManyNumbers(usize),
    /// A material of Unreal's has nothing to fill a uniform buffer with.
    #[error("materials of Unreal's cannot fill a uniform buffer")]
    NoUniforms,
    /// A whole module has no buffer for numbers.
    #[error("SPIR-V is a whole module here, its numbers baked in")]
    UniformModule,
    /// The translation failed: a mistake of this crate, not of the recipe.
    #[error("the translation does not take {0}")]
    Translation(ShaderFault),
}

/// Puts a terrain into a language.
///
/// Text is a library without entry points: functions `NAME_height` and `NAME_height_gradient` of a position in metres,
/// described in a comment at its head.
///
/// # Errors
/// See [`ExportError`].
///
/// # Example
/// ```
/// use orogen::image::NoImages;
/// use orogen::recipe::{Recipe, Source};
/// use orogen::terrain::Terrain;
/// use orogen_gpu::export::{Code, Language, Numbers, Options, export};
///
/// let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = 'hills', scale = 50.0 }\n[fields.hills]\ntype = 'fbm'\nfeature = 200.0\noctaves = 6\n";
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let terrain = Terrain::new(&recipe, &NoImages, 1.0)?;
/// let options =
///     Options { numbers: Numbers::Baked, name: "orogen".into(), origin: [0.0; 3], about: vec!["hills".into()] };
/// let shader = export(&terrain, Language::Glsl, &options).unwrap();
/// let Code::Text(text) = shader.code else { unreachable!() };
/// assert!(text.contains("float orogen_height(vec2 p)"));
/// # Ok::<(), orogen::recipe::RecipeError>(())
/// ```
pub fn export(terrain: &Terrain, language: Language, options: &Options) -> Result<Shader, ExportError> {
    if language == Language::Spirv && options.numbers == Numbers::Uniform {
        return Err(ExportError::UniformModule);
    }
    check(options)?;
    let library = library::Library::new(terrain, options.numbers, options.origin)?;
    let baked = options.numbers == Numbers::Baked && language != Language::Gdshader;
    let numbers = if baked { Vec::new() } else { library.numbers.clone() };
    if 4 * numbers.len() > MOST_BYTES {
        return Err(ExportError::TooManyNumbers(4 * numbers.len()));
    }
    if language == Language::Spirv {
        return Ok(Shader { code: Code::Words(translate::spirv(library)?), numbers });
    }
    let text = translate::text(library, language, options.numbers)?;
    let text = format!("{}\n{}", heading::heading(terrain, language, options), text);
    Ok(Shader { code: Code::Text(renamed(&text, &options.name)), numbers })
}

/// Puts a terrain into the files that an engine wants, with an example that shows `size` metres a side of it.
///
/// # Errors
/// See [`ExportError`].
pub fn export_for(
    terrain: &Terrain,
    engine: Engine,
    size: f64,
    options: &Options,
) -> Result<Vec<File>, ExportError> {
    let shader = export(terrain, engine.language(), options)?;
    engine.files(terrain, shader, size, options)
}

fn check(options: &Options) -> Result<(), ExportError> {
    let name = &options.name;
    let letters = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let ends = name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name.ends_with('_');
    // GLSL keeps names with two underscores and those that begin with `gl_` for itself, WebGL those with `webgl_`.
    let kept = ["gl_", "webgl_"].iter().any(|kept| format!("{name}_").to_ascii_lowercase().starts_with(kept));
    if !letters || !ends || name.contains("__") || kept {
        return Err(ExportError::Name(name.clone()));
    }
    if let Some(language) = reserved::language(name) {
        return Err(ExportError::Reserved { name: name.clone(), language });
    }
    if !options.origin.iter().all(|metres| metres.is_finite()) {
        return Err(ExportError::Origin);
    }
    Ok(())
}

/// All names outside of functions begin with `orogen_`, and those of what naga adds with `naga_`.
fn renamed(text: &str, name: &str) -> String {
    let name = format!("{name}_");
    text.replace("naga_", "orogen_").replace("orogen_", &name)
}
