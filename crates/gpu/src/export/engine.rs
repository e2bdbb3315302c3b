//! Files for engines: a library in the engine's language, and a small example project.

use orogen_engine::terrain::Terrain;

use super::{Code, ExportError, Language, Numbers, Options, Shader, Texture, godot};
use crate::ShaderError;

/// A game engine.
///
/// # Example
/// ```
/// use orogen_gpu::export::{Engine, Language};
///
/// assert_eq!(Engine::Unity.language(), Language::Hlsl);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A package with a library, a compute shader, a function for Shader Graph, and a shader.
    Unity,
    /// A plugin with a library for Custom nodes.
    Unreal,
    /// A project of Godot 4 with a plane that a shader displaces.
    Godot,
}

/// A file of an exported project.
///
/// # Example
/// ```
/// use orogen_gpu::export::{Contents, File};
///
/// let contents = Contents::Bytes(b"// HLSL".to_vec());
/// let file = File { path: "Shaders/Orogen.hlsl".into(), contents, is_example: false };
/// assert!(file.path.ends_with(".hlsl"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Path within the project's folder, with `/` as separator.
    pub path: String,
    /// The contents of the file.
    pub contents: Contents,
    /// Whether the file belongs to the example project around the functions. Users may have edited such a file, so an export
    /// should not replace it without asking.
    pub is_example: bool,
}

/// The contents of a file.
///
/// # Example
/// ```
/// use orogen_gpu::export::{Contents, Texture};
///
/// let texture = Texture { width: 1, height: 1, texels: vec![0.5], pictures: Vec::new() };
/// assert_ne!(Contents::Exr(texture.clone()), Contents::Bytes(texture.bytes()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// Bytes.
    Bytes(Vec<u8>),
    /// A texture to save in OpenEXR, with one channel of 32-bit floats. This crate does not write OpenEXR files.
    Exr(Texture),
}

impl Engine {
    /// The language of the engine's shaders.
    pub fn language(self) -> Language {
        match self {
            Self::Unity | Self::Unreal => Language::Hlsl,
            Self::Godot => Language::Gdshader,
        }
    }

    /// The files of a terrain that covers a square of `size` metres from the origin.
    pub(super) fn files(
        self,
        terrain: &Terrain,
        shader: Shader,
        size: f64,
        options: &Options,
    ) -> Result<Vec<File>, ExportError> {
        if self == Self::Unreal && options.numbers == Numbers::Uniform {
            return Err(ExportError::NoUniforms);
        }
        let Code::Text(library) = &shader.code else {
            return Err(ExportError::Translation(ShaderError::without_line("an engine needs text")));
        };
        let title = title(&options.name);
        // A terrain in space is cut at z = 0, measured from the origin.
        let place = match (self, terrain.dimensions()) {
            (_, 2) => "p",
            (Self::Godot, _) => "vec3(p, 0.0)",
            (Self::Unity | Self::Unreal, _) => "float3(p, 0.0)",
        };
        let name = &options.name;
        // In Unreal, the texture is one more argument.
        let place = match (self, &shader.texture) {
            (Self::Unreal, Some(_)) => format!("{place}, Texture"),
            _ => place.to_owned(),
        };
        let text = |text: &str| {
            let words = [
                ("PLACE", place.clone()),
                ("org.orogen.PACKAGE", format!("org.orogen.{}", name.to_lowercase())),
                ("OROGEN_", format!("{}_", name.to_uppercase())),
                ("Orogen", title.clone()),
                ("orogen.", format!("{name}.")),
                ("orogen_", format!("{name}_")),
            ];
            replace_all(text, &words).into_bytes()
        };
        let file = |path: &str, contents: Vec<u8>, is_example: bool| {
            let path = replace_all(path, &[("Orogen", title.clone()), ("orogen", name.clone())]);
            File { path, contents: Contents::Bytes(contents), is_example }
        };
        let guarded = || {
            // No other file's include guard ends in `_LIBRARY`, whatever the name of the library.
            let guard = format!("{}_LIBRARY", name.to_uppercase());
            format!("#ifndef {guard}\n#define {guard}\n{library}\n#endif\n").into_bytes()
        };
        let mut files = match self {
            Self::Unity => vec![
                file("Shaders/Orogen.hlsl", guarded(), false),
                file("package.json", text(include_str!("unity/package.json")), true),
                file(
                    "Shaders/OrogenHeights.compute",
                    text(include_str!("unity/OrogenHeights.compute")),
                    true,
                ),
                file("Shaders/OrogenGround.hlsl", text(include_str!("unity/OrogenGround.hlsl")), true),
                file("Shaders/OrogenGround.shader", text(include_str!("unity/OrogenGround.shader")), true),
            ],
            Self::Unreal => vec![
                file("Shaders/Orogen.ush", guarded(), false),
                file("Orogen.uplugin", text(include_str!("unreal/Orogen.uplugin")), true),
                file("README.md", text(include_str!("unreal/README.md")), true),
                file("Source/Orogen/Orogen.Build.cs", text(include_str!("unreal/Orogen.Build.cs")), true),
                file("Source/Orogen/Private/Orogen.cpp", text(include_str!("unreal/Orogen.cpp")), true),
            ],
            Self::Godot => {
                let ground =
                    String::from_utf8_lossy(&text(include_str!("godot/ground.gdshader"))).into_owned();
                vec![
                    file(
                        "orogen.gdshader",
                        format!("shader_type spatial;\n\n{library}{ground}").into_bytes(),
                        false,
                    ),
                    file("orogen.tres", godot::material(&shader, &options.name).into_bytes(), false),
                    file("project.godot", text(include_str!("godot/project.godot")), true),
                    file("ground.tscn", text(&godot::scene(options.parameters.heights(terrain), size)), true),
                ]
            }
        };
        if self != Self::Godot && !shader.numbers.is_empty() {
            files.push(file("Shaders/Orogen.numbers.bin", bytes(&shader.numbers), false));
        }
        match (self, shader.texture) {
            (_, None) => {}
            (Self::Unity, Some(texture)) => files.extend([
                file("Shaders/Orogen.texture.bytes", texture.bytes(), false),
                file("Runtime/OrogenTexture.cs", text(&unity_script(&texture)), false),
                file("Runtime/Orogen.asmdef", text(include_str!("unity/Orogen.asmdef")), true),
            ]),
            (Self::Unreal, Some(texture)) => {
                let exr = file("Orogen.texture.exr", Vec::new(), false);
                files.push(File { contents: Contents::Exr(texture), ..exr });
            }
            (Self::Godot, Some(texture)) => {
                files.push(file("orogen.texture.tres", godot::texture(&texture).into_bytes(), false));
            }
        }
        Ok(files)
    }
}

/// The script that loads the texture in Unity.
fn unity_script(texture: &Texture) -> String {
    let script = include_str!("unity/OrogenTexture.cs");
    script.replace("WIDTH", &texture.width.to_string()).replace("HEIGHT", &texture.height.to_string())
}

/// The words as little-endian bytes, as a uniform buffer takes them.
pub fn bytes(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Replaces words in a text. Inserted text is not searched again, because names may contain any of the words.
fn replace_all(text: &str, words: &[(&str, String)]) -> String {
    let (mut done, mut rest) = (String::new(), text);
    while let Some(letter) = rest.chars().next() {
        if let Some((word, by)) = words.iter().find(|(word, _)| rest.starts_with(word)) {
            done += by;
            rest = &rest[word.len()..];
        } else {
            done.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    done
}

/// A name with a capital first letter, as types and files use it.
fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
