//! Exports terrains as shader functions for other programs.
//!
//! The functions use the same generated WGSL as the grids of this crate. But here a position is a vector in metres from an origin
//! that is fixed at export (`positions.wgsl`). Lattice positions are computed from this vector in integers, so they are the same
//! with every compiler. Naga translates the text to the other languages (`translate`). Then a header comment is added, and
//! example files for some engines ([`Engine`]).
//!
//! Naga translates the code, but the tests compile it with glslang. So an error of naga's translator makes a test fail.

mod declaration;
mod engine;
mod godot;
mod header_comment;
mod lattice_axes;
mod library;
mod live;
mod reserved;
mod texture;
mod translate;

use orogen_engine::program::NoProgram;
use orogen_engine::terrain::Terrain;
use orogen_wgsl::NEAR_WORDS;

use crate::ShaderError;
pub use engine::{Contents, Engine, File, bytes};
pub use library::Library;
pub use live::{Parameter, Parameters};
use texture::MAX_SIDE;
pub use texture::{Texture, TexturePart};

/// Maximum bytes of a uniform buffer: the limit of WebGPU and Direct3D. OpenGL and Vulkan guarantee a quarter of it;
/// most devices have more.
const MAX_NUMBERS_BYTES: usize = 4 * NEAR_WORDS;

/// The language of a shader.
///
/// # Example
/// ```
/// use orogen_gpu::export::{Engine, Language};
///
/// assert_eq!(Engine::Godot.language(), Language::Gdshader);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// WGSL, for WebGPU.
    Wgsl,
    /// GLSL 4.50, for OpenGL and Vulkan.
    Glsl,
    /// GLSL ES 3.00, for mobile devices and WebGL 2.
    GlslEs,
    /// HLSL for Direct3D, shader model 5.
    Hlsl,
    /// Godot's language, for the top of a `.gdshader` file. The numbers are always uniform, because Godot's compiler copies a
    /// constant array for each look-up.
    Gdshader,
    /// Metal's language.
    Msl,
    /// SPIR-V for Vulkan: a complete compute module instead of a library.
    Spirv,
}

/// Where the numbers of a terrain are stored.
///
/// # Example
/// ```
/// use orogen_gpu::export::{Numbers, Options};
///
/// let options = Options { numbers: Numbers::Uniform, name: "moor".into(), ..Options::default() };
/// assert_ne!(options.numbers, Numbers::Baked);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// The numbers are constants in the text. [`Language::Gdshader`] ignores this choice.
    Baked,
    /// The numbers are in a uniform buffer that the engine fills with [`Shader::numbers`]. For example, a change of the seed
    /// changes these numbers but not the functions.
    Uniform,
}

/// The options of an export.
///
/// # Example
/// ```
/// use orogen_gpu::export::Options;
///
/// // Functions `alps_height` and `alps_height_gradient`, with the origin in the centre of a domain of 50 km.
/// let origin = [25_000.0, 25_000.0, 0.0];
/// let options = Options { name: "alps".into(), origin, about: vec!["Alps".into()], ..Options::default() };
/// assert_eq!(options.name, "alps");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Where the terrain's numbers are stored.
    pub numbers: Numbers,
    /// The prefix of the functions' names: `orogen` for `orogen_height`.
    pub name: String,
    /// The position of the origin in the recipe's domain, in metres.
    pub origin: [f64; 3],
    /// Lines for the header comment, to identify the terrain.
    pub about: Vec<String>,
    /// The parameters of the recipe that the shader can change, and those that it cannot.
    pub parameters: Parameters,
}

impl Default for Options {
    /// The numbers are constants, the functions are `orogen_height` and `orogen_height_gradient`, and the origin is that of the
    /// domain.
    fn default() -> Self {
        Self {
            numbers: Numbers::Baked,
            name: "orogen".to_owned(),
            origin: [0.0; 3],
            about: Vec::new(),
            parameters: Parameters::default(),
        }
    }
}

/// An exported shader.
///
/// # Example
/// ```
/// use orogen_gpu::export::{Code, Shader, bytes};
///
/// let code = Code::Text("float orogen_height(vec2 p);".into());
/// let shader = Shader { code, numbers: vec![1, 2, 3, 4], texture: None };
/// assert_eq!(bytes(&shader.numbers).len(), 16);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shader {
    /// The code of the shader.
    pub code: Code,
    /// The contents of the uniform buffer: words, four to a vector. Empty if the numbers are baked in.
    pub numbers: Vec<u32>,
    /// The terrain's pictures and solutions of erosion, if it has any.
    pub texture: Option<Texture>,
}

/// The code of a shader.
///
/// # Example
/// ```
/// use orogen_gpu::export::{Code, bytes};
///
/// let file = match Code::Words(vec![0x0723_0203]) {
///     Code::Text(text) => text.into_bytes(),
///     Code::Words(words) => bytes(&words),
/// };
/// assert_eq!(file, [0x03, 0x02, 0x23, 0x07]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Code {
    /// Text to include in other shaders.
    Text(String),
    /// SPIR-V.
    Words(Vec<u32>),
}

/// Why a terrain cannot be exported.
///
/// # Example
/// ```
/// use orogen_gpu::export::ExportError;
///
/// let error = ExportError::Reserved { name: "texture".into(), language: "GLSL" };
/// assert!(error.to_string().contains("a reserved word of GLSL"));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExportError {
    /// One of the terrain's nodes cannot be exported.
    #[error(transparent)]
    NoProgram(#[from] NoProgram),
    /// The name is not an identifier in every language.
    #[error(
        "`{0}` cannot begin the names of functions: use letters, digits and single underscores between them, \
         and begin with a letter"
    )]
    Name(String),
    /// The name is a reserved word of a language.
    #[error("`{name}` cannot begin the names of functions: it is a reserved word of {language}")]
    Reserved {
        /// The name.
        name: String,
        /// The language.
        language: &'static str,
    },
    /// A coordinate of the origin is infinite or NaN.
    #[error("the origin is invalid: its coordinates must be finite numbers of metres")]
    Origin,
    /// The features are too small for the precision of positions.
    #[error("features of {0:e} m are too small: a shader resolves positions down to 2 µm")]
    TooFine(f64),
    /// The terrain's pictures and solutions of erosion have more numbers than [`Library::of_levels`] accepts.
    #[error(
        "the terrain's pictures and solutions of erosion have {pixels} numbers, but a shader holds at most {max}"
    )]
    Pictures {
        /// How many numbers they have.
        pixels: usize,
        /// Largest number allowed.
        max: usize,
    },
    /// The terrain's pictures and solutions of erosion are too large for a texture.
    #[error(
        "the terrain's pictures and solutions of erosion need a texture of {width} × {height}, but most devices take at \
         most {MAX_SIDE} along a side"
    )]
    Texture {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The terrain has more numbers than fit in a uniform buffer of 64 KiB, the limit of WebGPU and Direct3D.
    #[error("the terrain has {0} bytes of numbers, but a uniform buffer holds at most {MAX_NUMBERS_BYTES}")]
    TooManyNumbers(usize),
    /// Unreal's materials cannot fill uniform buffers.
    #[error("Unreal's materials cannot fill a uniform buffer: bake the numbers in")]
    NoUniforms,
    /// A SPIR-V module cannot have its numbers in a uniform buffer: use [`Numbers::Baked`].
    #[error("SPIR-V cannot have its numbers in a uniform buffer: bake them in")]
    UniformModule,
    /// The translation failed. This is a bug in this crate, not an error in the recipe.
    #[error("the translation of {0} failed: this is a bug in Orogen")]
    Translation(ShaderError),
}

/// Exports a terrain in a shader language.
///
/// In every language except SPIR-V, the result is a library without entry points. The library has the functions `NAME_height`
/// and `NAME_height_gradient`, with [`Options::name`] in place of `NAME`. They take a position in metres. A comment at the head
/// of the library describes them.
///
/// # Errors
/// See [`ExportError`].
///
/// # Example
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::Terrain;
/// use orogen_gpu::export::{Code, Language, Options, export};
///
/// let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = 'hills', scale = 50.0 }\n[fields.hills]\ntype = 'fbm'\nwavelength = 200.0\noctaves = 6\n";
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let terrain = Terrain::new(&recipe, &NoImages, 1.0)?;
/// let options = Options { about: vec!["hills".into()], ..Options::default() };
/// let shader = export(&terrain, Language::Glsl, &options).unwrap();
/// let Code::Text(text) = shader.code else { unreachable!() };
/// assert!(text.contains("float orogen_height(vec2 p)"));
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
pub fn export(terrain: &Terrain, language: Language, options: &Options) -> Result<Shader, ExportError> {
    if language == Language::Spirv && options.numbers == Numbers::Uniform {
        return Err(ExportError::UniformModule);
    }
    check(options)?;
    let library = Library::new(terrain, options, &parameters(language, options))?;
    export_library(terrain, library, language, options)
}

fn export_library(
    terrain: &Terrain,
    library: Library,
    language: Language,
    options: &Options,
) -> Result<Shader, ExportError> {
    let baked = options.numbers == Numbers::Baked && language != Language::Gdshader;
    let numbers = if baked { Vec::new() } else { library.numbers.clone() };
    if 4 * numbers.len() > MAX_NUMBERS_BYTES {
        return Err(ExportError::TooManyNumbers(4 * numbers.len()));
    }
    if language == Language::Spirv {
        let texture = library.texture.clone();
        return Ok(Shader { code: Code::Words(translate::spirv(library)?), numbers, texture });
    }
    let comment = header_comment::header_comment(terrain, &library, language, options);
    let texture = library.texture.clone();
    let text = format!("{comment}\n{}", translate::text(library, language, options)?);
    Ok(Shader { code: Code::Text(renamed(&text, &options.name)), numbers, texture })
}

/// Exports a terrain as files for an engine, with an example that shows `size` × `size` metres of it.
///
/// # Errors
/// See [`ExportError`].
pub fn export_for(
    terrain: &Terrain,
    engine: Engine,
    size: f64,
    options: &Options,
) -> Result<Vec<File>, ExportError> {
    check(options)?;
    let mut library = Library::new(terrain, options, &options.parameters)?;
    if engine == Engine::Unreal && library.texture.is_some() {
        library = library.with_texture_argument();
    }
    let shader = export_library(terrain, library, engine.language(), options)?;
    engine.files(terrain, shader, size, options)
}

/// The parameters of a shader. A complete module has no variables that a caller could set.
fn parameters(language: Language, options: &Options) -> Parameters {
    match language {
        Language::Spirv => options.parameters.all_fixed("SPIR-V modules have no variables to set"),
        _ => options.parameters.clone(),
    }
}

fn check(options: &Options) -> Result<(), ExportError> {
    let name = &options.name;
    let letters = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let ends = name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name.ends_with('_');
    // GLSL reserves names with two underscores and names that begin with `gl_`; WebGL reserves `webgl_`.
    let is_reserved =
        ["gl_", "webgl_"].iter().any(|prefix| format!("{name}_").to_ascii_lowercase().starts_with(prefix));
    if !letters || !ends || name.contains("__") || is_reserved {
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

/// Replaces the prefixes of names. All names outside of functions begin with `orogen_`, except names that naga added, which begin
/// with `naga_`.
fn renamed(text: &str, name: &str) -> String {
    let name = format!("{name}_");
    text.replace("naga_", "orogen_").replace("orogen_", &name)
}
