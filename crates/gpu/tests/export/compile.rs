//! Compiles every language with every available compiler.

use orogen_gpu::export::{Code, Language, Numbers, export};
use orogen_passthrough::validate;

use crate::presets::{all, options, text};
use crate::run::separate;
use crate::tools::{glslang, glslang_only};

const ORIGIN: [f64; 3] = [1234.5, -77.25, 10.0];

/// A shader that calls a library.
fn vertex(version: &str, library: &str, place: &str) -> String {
    let main = format!("void main() {{ gl_Position = vec4(orogen_height({place}), 0.0, 0.0, 1.0); }}");
    format!("#version {version}\nprecision highp float;\nprecision highp int;\n{library}\n{main}\n")
}

#[test]
fn compilers_take_every_preset() {
    for (name, terrain) in all() {
        println!("{name}");
        let place = if terrain.dimensions() == 2 { "vec2(1.0)" } else { "vec3(1.0)" };
        // Texts with uniform numbers differ only in the declaration of the numbers, so few are compiled.
        let few = ["gullies", "space", "tile"].contains(&&*name);
        for numbers in [Numbers::Baked, Numbers::Uniform].into_iter().take(1 + usize::from(few)) {
            let library = |language| text(&terrain, language, numbers, ORIGIN);
            let parsed = naga::front::wgsl::parse_str(&library(Language::Wgsl)).unwrap();
            check(&parsed);
            let core = vertex("450", &library(Language::Glsl), place);
            glslang(&core, &["-V", "-S", "vert"]);
            glslang_only(&vertex("300 es", &library(Language::GlslEs), place), "vert");
            let parsed = naga::front::glsl::Frontend::default()
                .parse(&naga::front::glsl::Options::from(naga::ShaderStage::Vertex), &separate(&core))
                .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&core)));
            check(&parsed);
            let place = place
                .replace("vec", "float")
                .replace("(1.0)", if terrain.dimensions() == 2 { "(1.0, 1.0)" } else { "(1.0, 1.0, 1.0)" });
            let pixel = format!(
                "{}\nfloat4 main() : SV_Target {{ return float4(orogen_height({place}), 0.0, 0.0, 1.0); }}\n",
                library(Language::Hlsl)
            );
            glslang(&pixel, &["-D", "-V", "-Od", "-S", "frag", "-e", "main", "--auto-map-bindings"]);
        }
        let module = export(&terrain, Language::Spirv, &options(Numbers::Baked, ORIGIN)).unwrap();
        let Code::Words(words) = module.code else { panic!("{name}: text") };
        validate(&words);
    }
}

pub(crate) fn check(module: &naga::Module) {
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty());
    validator.validate(module).unwrap();
}
