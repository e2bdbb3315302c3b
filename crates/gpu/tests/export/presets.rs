//! The terrains that are exported.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::image::{Image, PixelSize, Reading, SampleUnit};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{Drafts, Images, Terrain};
use orogen_gpu::export::{Code, ExportError, Language, Numbers, Options, export};

/// Terrains unlike any preset: without a lattice, in space, with a domain that repeats, and with pictures of several sizes
/// together with craters, which also have tables.
const OTHERS: [(&str, &str); 4] = [
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
    (
        "pictures",
        "orogen = 1\ndomain.size = 4000.0\nheight = { field = 'sum', scale = 300.0 }\n\
         [fields.wide]\ntype = 'image'\nfile = '40'\nwidth = 3000.0\nheight = 2500.0\nx = 200.0\nedge = 'extend'\n\
         [fields.small]\ntype = 'image'\nfile = '9'\nwidth = 500.0\nheight = 500.0\nedge = 'repeat'\n\
         [fields.craters]\ntype = 'craters'\ninput = 0.0\n\
         [fields.both]\ntype = 'add'\na = 'wide'\nb = 'small'\n\
         [fields.pits]\ntype = 'scale'\ninput = 'craters'\nfactor = 0.002\n\
         [fields.sum]\ntype = 'add'\na = 'both'\nb = 'pits'\n",
    ),
];

/// All terrains with a program, with their names.
pub(crate) fn all() -> Vec<(String, Terrain)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../orogen/recipes");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let presets = files.iter().map(|path| {
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(path).unwrap())
    });
    // Erosion is solved on a coarse grid to save time.
    let presets = presets
        .map(|(name, text)| (name, text.replace("type = \"erosion\"", "type = \"erosion\"\ndetail = 64.0")));
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

/// Pictures of waves. The name of a file is its number of columns. Wide pictures have few rows.
struct Waves;

impl Images for Waves {
    fn load(&self, file: &Path, _: Reading) -> Result<Arc<Image>, (String, String)> {
        let width: usize = file.to_string_lossy().parse().unwrap();
        let height = if width > 100 { 2 } else { width + 3 };
        let pixel = |at: usize| (0.9 * (at % width) as f32).sin() * (0.7 * (at / width) as f32).cos();
        let samples = (0..width * height).map(pixel).collect();
        let (unit, pixel) = (SampleUnit::Fraction, PixelSize::Unknown);
        Ok(Arc::new(Image { width, height, samples, unit, pixel }))
    }
}

/// A draft with the default spacing of its preset.
pub(crate) fn terrain(name: &str, text: &str) -> Terrain {
    let recipe = Recipe::parse(Source::new(name, text), orogen_engine::nodes::registry())
        .unwrap_or_else(|error| panic!("{name}: {} {}", error.message, error.help));
    let spacing = recipe.domain.size / 1024.0;
    Terrain::new(&recipe, &Drafts(Waves), spacing).unwrap_or_else(|error| panic!("{name}: {}", error.message))
}

pub(crate) fn options(numbers: Numbers, origin: [f64; 3]) -> Options {
    Options { numbers, origin, about: vec!["A test.".to_owned()], ..Options::default() }
}

/// The text of a library.
pub(crate) fn text(terrain: &Terrain, language: Language, numbers: Numbers, origin: [f64; 3]) -> String {
    match export(terrain, language, &options(numbers, origin)).map(|shader| shader.code) {
        Ok(Code::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

/// Pictures are below one another. A solution is stored as the coefficients of the level that the samples read.
#[test]
fn textures_hold_pictures_and_solutions() {
    let texture = |name: &str| {
        let (_, terrain) = all().into_iter().find(|(known, _)| known == name).unwrap();
        export(&terrain, Language::Wgsl, &options(Numbers::Baked, [0.0; 3])).unwrap().texture.unwrap()
    };
    let pictures = texture("pictures");
    assert_eq!([pictures.width, pictures.height], [40, 43 + 12]);
    let parts: Vec<_> = pictures.pictures.iter().map(|part| (&*part.owner, part.corner, part.size)).collect();
    let expected = [("wide", [0, 0], [40, 43]), ("small", [0, 43], [9, 12])];
    let owners = expected.map(|(name, ..)| format!("the field {name:?} (image)"));
    for ((part, (_, corner, size)), owner) in parts.iter().zip(expected).zip(&owners) {
        assert_eq!(part, &(&**owner, corner, size));
    }
    assert_eq!(pictures.pictures[0].spacing, [3000.0 / 39.0, 2500.0 / 42.0]);
    for [name, column, row, left, top] in
        [["40", "39", "42", "0", "0"], ["9", "8", "11", "0", "43"], ["9", "0", "0", "0", "43"]]
    {
        let number = |text: &str| text.parse::<usize>().unwrap();
        let Ok(picture) = Waves.load(Path::new(name), Reading::default()) else { panic!("{name}") };
        let texel = (number(top) + number(row)) * pictures.width + number(left) + number(column);
        assert_eq!(pictures.texels[texel], picture.samples[number(row) * picture.width + number(column)]);
    }
    assert!(pictures.texels[43 * 40 + 9..44 * 40].iter().all(|&texel| texel == 0.0));
    // 8 km with a margin of 12 % on each side, in cells of 64 m, as a multiple of 64.
    let hills = texture("hills");
    assert_eq!([hills.width, hills.height, hills.texels.len()], [192, 192, 192 * 192]);
    assert_eq!(hills.pictures[0].spacing, [64.0; 2]);
}

/// Widely spaced samples read a coarser level. The side of a texture is limited.
#[test]
fn textures_have_a_size() {
    let land = |detail: f64, spacing: f64| {
        let text = format!(
            "orogen = 1\ndomain.size = 8000.0\nheight.field = 'land'\n[fields.a]\ntype = 'fbm'\nwavelength = 2000.0\n\
             [fields.land]\ntype = 'erosion'\ninput = 'a'\nscale = 300.0\ndetail = {detail:?}\n"
        );
        let recipe = Recipe::parse(Source::new("land", text), orogen_engine::nodes::registry()).unwrap();
        let terrain = Terrain::new(&recipe, &Drafts(Waves), spacing).unwrap();
        let texture =
            export(&terrain, Language::Hlsl, &options(Numbers::Uniform, [0.0; 3])).unwrap().texture.unwrap();
        (texture.width, texture.pictures[0].spacing)
    };
    assert_eq!(land(64.0, 32.0), (192, [64.0; 2]));
    assert_eq!(land(64.0, 300.0), (48, [256.0; 2]));
    let wide = "orogen = 1\ndomain.size = 800.0\nheight.field = 'wide'\n[fields.wide]\ntype = 'image'\nfile = '16385'\n";
    let error =
        export(&terrain("wide", wide), Language::Glsl, &options(Numbers::Baked, [0.0; 3])).unwrap_err();
    assert_eq!(error, ExportError::Texture { width: 16_385, height: 2 });
    assert!(error.to_string().contains("16384 along a side"), "{error}");
}

#[test]
fn terrains_that_cannot_be_exported_are_errors() {
    let hills = |wavelength: &str| {
        let text = format!(
            "orogen = 1\ndomain.size = 1000.0\nheight = {{ field = 'a', scale = 1.0 }}\n[fields.a]\n\
             type = 'fbm'\nwavelength = {wavelength}\noctaves = 32\n"
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
        format!(
            "[fields.f{k}]\ntype = 'fbm'\nwavelength = 99.0\noctaves = 16\n[fields.s{k}]\ntype = 'add'\n\
             a = 's{}'\nb = 'f{k}'\n",
            k - 1
        )
    });
    let many: String = many.collect();
    let many = format!(
        "orogen = 1\ndomain.size = 1000.0\nheight = {{ field = 's19', scale = 1.0 }}\n[fields.s0]\n\
         type = 'perlin'\nwavelength = 50.0\n{many}"
    );
    let many = terrain("many", &many);
    assert!(matches!(export(&many, Language::Hlsl, &uniform), Err(ExportError::TooManyNumbers(_))));
    assert!(export(&many, Language::Hlsl, &good).is_ok());
}
