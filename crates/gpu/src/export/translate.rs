//! Translates WGSL to the other languages, with naga.

use naga::back::{glsl, hlsl, msl, spv};
use naga::valid::{Capabilities, ModuleInfo};
use orogen_wgsl::Listing;

use super::declaration::{declaration, placeholder, texture, texture_placeholder, uniform};
use super::library::Library;
use super::{ExportError, Language, Numbers, Options};
use crate::{ShaderError, shader_error};

/// An entry point for naga, which writes GLSL only for an entry point. The entry point is removed from the result.
const ENTRY: &str = "@fragment fn orogen_entry() {}\n";

/// The entry point for a library with a texture. If the entry point does not read the texture, naga omits the functions that read
/// it.
const ENTRY_WITH_TEXTURE: &str = "@fragment fn orogen_entry() { _ = orogen_texel(0u, 0u, 0u, 0u); }\n";

/// Without these lines, fragment shaders of GLSL ES compute in 16 bits.
const PRECISION: &str = "precision highp float;\nprecision highp int;\n\n";

/// A placeholder for the numbers until naga has finished.
const PLACEHOLDER: [u32; 4] = [0; 4];

/// The code that makes a library a complete module.
const MODULE: &str = include_str!("module.wgsl");

/// The library in a language, without a header comment.
pub(super) fn text(library: Library, language: Language, options: &Options) -> Result<String, ExportError> {
    let own = declaration(language, options.numbers, &library.numbers);
    let has_texture = library.has_texture_variable();
    let with_texture = |declared: &str, language| match has_texture {
        true => format!("{declared}{}", texture(language)),
        false => declared.to_owned(),
    };
    let Some(beginning) = placeholder(language) else {
        let source = whole(&with_texture(&own, language), library.functions, "");
        let (module, info) = parse(&source)?;
        return match language {
            Language::Msl => msl_text(&module, &info).map(|text| with_prefix(&text)),
            _ => Ok(source.text),
        };
    };
    let declared = with_texture(&declaration(Language::Msl, Numbers::Baked, &PLACEHOLDER), Language::Msl);
    let mut entry = if has_texture { ENTRY_WITH_TEXTURE } else { ENTRY }.to_owned();
    if options.parameters.live().next().is_some() {
        entry = entry.replace('}', "_ = orogen_word(0u); }");
    }
    let (module, info) = parse(&whole(&declared, library.functions, &entry))?;
    let text = match language {
        Language::Hlsl => hlsl_text(&module, &info)?,
        Language::Glsl => glsl_text(&module, &info, glsl::Version::Desktop(450))?,
        _ => glsl_text(&module, &info, glsl::Version::Embedded { version: 300, is_webgl: false })?,
    };
    let text = if language == Language::Gdshader { small_numbers_as_bits(&text) } else { text };
    let mut text = replace_declaration(&with_prefix(&text), beginning, &own)?;
    if let Some(beginning) = texture_placeholder(language).filter(|_| has_texture) {
        text = replace_declaration(&text, beginning, texture(language))?;
    }
    if language == Language::Gdshader {
        for parameter in options.parameters.live() {
            let beginning = format!("float {} = ", parameter.variable);
            text = replace_declaration(&text, &beginning, &uniform(parameter))?;
        }
    }
    let precise = if language == Language::GlslEs { PRECISION } else { "" };
    Ok(precise.to_owned() + &text)
}

/// The library with an entry point, as SPIR-V.
pub(super) fn spirv(library: Library) -> Result<Vec<u32>, ExportError> {
    let mut declared = declaration(Language::Spirv, Numbers::Baked, &library.numbers);
    if library.has_texture_variable() {
        declared += texture(Language::Spirv);
    }
    let result = match library.dimensions {
        2 => "vec4<f32>(orogen_height_gradient(p.xy), 0.0)",
        _ => "orogen_height_gradient(p.xyz)",
    };
    let main = MODULE.replace("RESULT", result);
    let (module, info) = parse(&whole(&declared, library.functions, &format!("\n{main}")))?;
    let options =
        spv::Options { lang_version: (1, 3), flags: spv::WriterFlags::empty(), ..spv::Options::default() };
    spv::write_vec(&module, &info, &options, None).map_err(failed)
}

/// A complete text: the declaration of the numbers, the library, and the code that calls it.
fn whole(declared: &str, library: Listing, caller: &str) -> Listing {
    let mut whole = Listing::default();
    whole.push(declared);
    whole.push("\n");
    whole.append(library);
    whole.push(caller);
    whole
}

fn parse(source: &Listing) -> Result<(naga::Module, ModuleInfo), ExportError> {
    shader_error::parse(source, Capabilities::empty()).map_err(ExportError::Translation)
}

/// The library in GLSL, without the line `#version`, the default precisions, and the entry point.
fn glsl_text(
    module: &naga::Module,
    info: &ModuleInfo,
    version: glsl::Version,
) -> Result<String, ExportError> {
    let options = glsl::Options {
        version,
        writer_flags: glsl::WriterFlags::empty(),
        binding_map: glsl::BindingMap::default(),
        zero_initialize_workgroup_memory: false,
    };
    let pipeline = glsl::PipelineOptions {
        shader_stage: naga::ShaderStage::Fragment,
        entry_point: "orogen_entry".to_owned(),
        multiview: None,
    };
    let mut text = String::new();
    let policies = naga::proc::BoundsCheckPolicies::default();
    glsl::Writer::new(&mut text, module, info, &options, &pipeline, policies)
        .and_then(|mut writer| writer.write())
        .map_err(failed)?;
    let functions = text.split("void main()").next().unwrap_or_default();
    let is_code = |line: &&str| !line.starts_with("#version") && !line.starts_with("precision ");
    Ok(functions.lines().filter(is_code).map(|line| format!("{line}\n")).collect())
}

fn hlsl_text(module: &naga::Module, info: &ModuleInfo) -> Result<String, ExportError> {
    let options = hlsl::Options {
        shader_model: hlsl::ShaderModel::V5_0,
        restrict_indexing: false,
        force_loop_bounding: false,
        ..hlsl::Options::default()
    };
    let mut text = String::new();
    hlsl::Writer::new(&mut text, &options, &hlsl::PipelineOptions::default())
        .write(module, info, None)
        .map_err(failed)?;
    Ok(without_clearing(&text))
}

/// Writes small numbers as bits: Godot's compiler prints numbers with only 14 decimals.
fn small_numbers_as_bits(text: &str) -> String {
    replace_words(text, |word| {
        let number = word.parse::<f32>().ok().filter(|_| word.contains("e-"))?;
        Some(format!("uintBitsToFloat({}u)", number.to_bits()))
    })
}

/// Prefixes of the names that naga gives to unnamed types and their constructors.
const UNNAMED: [&str; 5] = ["type_", "Construct", "ret_Construct", "ZeroValue", "ret_ZeroValue"];

/// The name that naga gives to the texture in GLSL.
const GLSL_TEXTURE: &str = "_group_0_binding_1_fs";

/// Adds the prefix to names that naga invented, because two libraries in one shader must not have the same names.
fn with_prefix(text: &str) -> String {
    replace_words(text, |word| {
        let is_unnamed = UNNAMED.iter().any(|stem| word.starts_with(stem)) && !word.contains("orogen_");
        match word {
            GLSL_TEXTURE => Some("orogen_texture".to_owned()),
            _ => is_unnamed.then(|| format!("orogen_{word}")),
        }
    })
}

/// Replaces those names and numbers of a text for which `other` returns a replacement.
fn replace_words(text: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let (mut done, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_alphanumeric() || letter == '_') {
        let (before, word) = rest.split_at(at);
        done += before;
        let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
        let mut last = ' ';
        let end = word.find(|letter: char| {
            let exponent = is_number && (letter == '.' || (letter == '-' && last == 'e'));
            last = letter;
            !(letter.is_ascii_alphanumeric() || letter == '_' || exponent)
        });
        let (word, after) = word.split_at(end.unwrap_or(word.len()));
        match other(word) {
            Some(other) => done += &other,
            None => done += word,
        }
        rest = after;
    }
    done + rest
}

/// Removes the initialisation of arrays, which not all compilers can parse. The text writes arrays before it reads
/// them.
fn without_clearing(text: &str) -> String {
    let line = |line: &str| match line.split_once(" = (") {
        Some((declaration, clearing)) if clearing.ends_with("])0;") => format!("{declaration};\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn msl_text(module: &naga::Module, info: &ModuleInfo) -> Result<String, ExportError> {
    let options =
        msl::Options { lang_version: (2, 0), force_loop_bounding: false, ..msl::Options::default() };
    let (text, _) =
        msl::write_string(module, info, &options, &msl::PipelineOptions::default()).map_err(failed)?;
    Ok(text)
}

/// Replaces the declaration that starts with `beginning`.
fn replace_declaration(text: &str, beginning: &str, declaration: &str) -> Result<String, ExportError> {
    let mut found = 0;
    let lines = text.lines().map(|line| {
        let is_it = line.starts_with(beginning);
        found += usize::from(is_it);
        if is_it { declaration.to_owned() } else { format!("{line}\n") }
    });
    let text = lines.collect();
    if found == 1 { Ok(text) } else { Err(failed(format!("{found} declarations of {beginning}"))) }
}

fn failed(error: impl std::fmt::Display) -> ExportError {
    ExportError::Translation(ShaderError::without_line(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::recipe::{Recipe, Source};
    use orogen_engine::terrain::Terrain;

    use super::*;

    /// Tests every language, since the code before the functions differs.
    #[test]
    fn an_error_names_the_field_of_its_line() {
        let recipe = "orogen = 1\ndomain.size = 800.0\nheight = { field = 'bent', scale = 90.0 }\n\
            [fields.bent]\ntype = 'scale'\ninput = 'hills'\nfactor = 1.2345\n\
            [fields.hills]\ntype = 'perlin'\nwavelength = 200.0\n";
        let recipe = Recipe::parse(Source::new("bent", recipe), orogen_engine::nodes::registry()).unwrap();
        let terrain = Terrain::new(&recipe, &NoImages, 2.0).unwrap();
        let options = Options::default();
        let library = || Library::new(&terrain, &options, &options.parameters).unwrap();
        let listing = library().functions;
        let bent = |line: u32| listing.owners(line).iter().any(|owner| owner.to_string().contains("bent"));
        let factor = listing.text.lines().position(|line| line.ends_with("= 1.2345f;")).unwrap() as u32 + 1;
        let last = (factor..).take_while(|&line| bent(line)).last().unwrap();
        let wrong = || {
            let mut wrong = library();
            let lines = (1..).zip(listing.text.lines());
            let changed = |(number, line)| format!("{line}{}\n", if number == last { "!" } else { "" });
            wrong.functions.text = lines.map(changed).collect();
            wrong
        };
        let languages = [Language::Glsl, Language::GlslEs, Language::Hlsl, Language::Msl, Language::Wgsl];
        let found = languages.map(|language| text(wrong(), language, &options).map(|_| ()));
        for error in found.into_iter().chain([spirv(wrong()).map(|_| ())]) {
            let Err(ExportError::Translation(fault)) = error else { panic!("{error:?}") };
            assert!(fault.line > Some(last), "{fault}");
            let owners: Vec<_> = fault.owners.iter().map(ToString::to_string).collect();
            assert_eq!(owners, [r#"the field "bent" (scale)"#], "{fault}");
        }
    }

    #[test]
    fn small_numbers_are_written_as_bits() {
        let text = "float x = (y1e_3 - 1e-30) * 5.9604645e-8 + 2.5 - 1e3 - z.x;";
        let bits = [1e-30_f32, 5.960_464_5e-8].map(f32::to_bits);
        let expected = format!(
            "float x = (y1e_3 - uintBitsToFloat({}u)) * uintBitsToFloat({}u) + 2.5 - 1e3 - z.x;",
            bits[0], bits[1]
        );
        assert_eq!(small_numbers_as_bits(text), expected);
    }

    #[test]
    fn names_from_naga_get_the_prefix() {
        let text = "type_2 x; a.type_2 = ret_Constructarray1_uint4_(b_type_2, Constructorogen_Here(1.0));";
        let expected = "orogen_type_2 x; a.orogen_type_2 = orogen_ret_Constructarray1_uint4_(b_type_2, Constructorogen_Here(1.0));";
        assert_eq!(with_prefix(text), expected);
    }

    #[test]
    fn arrays_are_not_cleared() {
        let text = "uint births[256] = (uint[256])0;\nfloat x = (float)0;\n";
        assert_eq!(without_clearing(text), "uint births[256];\nfloat x = (float)0;\n");
    }
}
