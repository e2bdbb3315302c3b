//! The terrains that are exported.

use std::path::Path;

use orogen_engine::image::NoImages;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_gpu::export::{Code, ExportError, Language, Numbers, Options, export};

/// Terrains unlike any preset: no lattice, a space, and a domain that repeats.
const OTHERS: [(&str, &str); 3] = [
    (
        "level",
        "orogen = 1\ndomain.size = 100.0\nheight.field = 'level'\n[fields.level]\ntype = 'constant'\nvalue = 3.0\n",
    ),
    (
        "space",
        "orogen = 1\ndomain = { kind = 'space', size = 2000.0, z = 100.0 }\n\
         height = { field = 'rock', scale = 300.0 }\n\
         [fields.drift]\ntype = 'fbm'\nwavelength = 900.0\noctaves = 3\n\
         [fields.rock]\ntype = 'swiss'\nbasis = { type = 'simplex' }\nwavelength = 700.0\noctaves = 6\n\
         displace = { by = 'drift', strength = 90.0 }\n",
    ),
    (
        "tile",
        "orogen = 1\ndomain = { size = 1500.0, tile = true }\n\
         height = { field = 'sum', scale = 300.0 }\n\
         [fields.hills]\ntype = 'fbm'\nwavelength = 400.0\noctaves = 7\n\
         [fields.isle]\ntype = 'island'\nradius = 200.0\n\
         [fields.sum]\ntype = 'add'\na = 'hills'\nb = 'isle'\n",
    ),
];

/// All terrains with a program: name, terrain, metres between samples.
pub(crate) fn all() -> Vec<(String, Terrain)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../orogen/recipes");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let presets = files.iter().map(|path| {
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(path).unwrap())
    });
    // Solutions do not fit into a shader's text.
    let presets = presets.filter(|(_, text)| !text.contains("type = \"erosion\""));
    let others = OTHERS.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let terrains = presets.chain(others).map(|(name, text)| {
        let terrain = terrain(&name, &text);
        (name, terrain)
    });
    // Shaders of planets are not exported.
    let terrains = terrains.filter(|(_, terrain)| terrain.sphere().is_none());
    let all: Vec<_> =
        terrains.filter(|(_, terrain)| terrain.program(orogen_noise::jet::Order::Value).is_ok()).collect();
    assert!(all.len() >= 19, "only {} terrains", all.len());
    all
}

/// A terrain with the default spacing of its preset.
pub(crate) fn terrain(name: &str, text: &str) -> Terrain {
    let recipe = Recipe::parse(Source::new(name, text), orogen_engine::nodes::registry())
        .unwrap_or_else(|error| panic!("{name}: {} {}", error.message, error.help));
    let spacing = recipe.domain.size / 1024.0;
    Terrain::new(&recipe, &NoImages, spacing).unwrap_or_else(|error| panic!("{name}: {}", error.message))
}

pub(crate) fn options(numbers: Numbers, origin: [f64; 3]) -> Options {
    Options { numbers, name: "orogen".to_owned(), origin, about: vec!["A test.".to_owned()] }
}

/// The text of a library.
pub(crate) fn text(terrain: &Terrain, language: Language, numbers: Numbers, origin: [f64; 3]) -> String {
    match export(terrain, language, &options(numbers, origin)).map(|shader| shader.code) {
        Ok(Code::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

/// A solution of erosion is a raster too large for a text.
#[test]
fn eroded_terrains_are_errors() {
    let text = "orogen = 1\ndomain.size = 8000.0\nheight.field = 'land'\n[fields.a]\ntype = 'fbm'\nwavelength = 2000.0\n\
                [fields.land]\ntype = 'erosion'\ninput = 'a'\nscale = 300.0\ndetail = 32.0\n";
    let result = export(&terrain("eroded", text), Language::Glsl, &options(Numbers::Baked, [0.0; 3]));
    assert!(matches!(result, Err(ExportError::Pictures { .. })), "{:?}", result.err());
}

#[test]
fn terrains_that_cannot_be_exported_are_errors() {
    let hills = |wavelength: &str| {
        let text = format!(
            "orogen = 1\ndomain.size = 1000.0\nheight = {{ field = 'a', scale = 1.0 }}\n[fields.a]\ntype = 'fbm'\nwavelength = {wavelength}\noctaves = 32\n"
        );
        terrain("hills", &text)
    };
    let large = hills("5000.0");
    let refused = |options: &Options| export(&large, Language::Glsl, options).unwrap_err();
    let good = options(Numbers::Baked, [0.0; 3]);
    assert!(export(&large, Language::Glsl, &good).is_ok());
    for name in ["", "a__b", "2d", "hill top", "gl", "_a", "a_", "höhe"] {
        assert!(
            matches!(refused(&Options { name: name.to_owned(), ..good.clone() }), ExportError::Name(_)),
            "{name}"
        );
    }
    for (name, language) in
        [("fn", "WGSL"), ("attribute", "WGSL"), ("dFdx", "GLSL"), ("float4x4", "HLSL"), ("kernel", "MSL")]
    {
        let error = refused(&Options { name: name.to_owned(), ..good.clone() });
        assert_eq!(error, ExportError::Reserved { name: name.to_owned(), language });
        assert!(error.to_string().contains(language));
    }
    for x in [f64::NAN, f64::INFINITY] {
        assert_eq!(refused(&Options { origin: [0.0, x, 0.0], ..good.clone() }), ExportError::Origin);
    }
    let uniform = options(Numbers::Uniform, [0.0; 3]);
    assert_eq!(export(&large, Language::Spirv, &uniform), Err(ExportError::UniformModule));
    assert!(matches!(export(&hills("100.0"), Language::Glsl, &good), Err(ExportError::TooFine(_))));
    let many = (1..20).map(|k| {
        format!("[fields.f{k}]\ntype = 'fbm'\nwavelength = 99.0\noctaves = 16\n[fields.s{k}]\ntype = 'add'\na = 's{}'\nb = 'f{k}'\n", k - 1)
    });
    let many: String = many.collect();
    let many = format!(
        "orogen = 1\ndomain.size = 1000.0\nheight = {{ field = 's19', scale = 1.0 }}\n[fields.s0]\ntype = 'perlin'\nwavelength = 50.0\n{many}"
    );
    let many = terrain("many", &many);
    assert!(matches!(export(&many, Language::Hlsl, &uniform), Err(ExportError::TooManyNumbers(_))));
    assert!(export(&many, Language::Hlsl, &good).is_ok());
}
