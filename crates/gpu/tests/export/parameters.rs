//! Shaders whose parameters are set at run time, against terrains of recipes with the same parameters.

use naga::back::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use orogen_engine::image::NoImages;
use orogen_engine::nodes::registry;
use orogen_engine::recipe::{Recipe, Settings, Source};
use orogen_engine::terrain::Terrain;
use orogen_gpu::export::{Code, Language, Numbers, Options, Parameters, Shader, export};
use orogen_passthrough::{Driver, Resources};

use crate::compile;
use crate::metal;
use crate::run::{ORIGINS, by_processor, compare, glsl, hlsl, places};
use crate::tools::glslang_only;

/// `relief`, `coast`, `blend`, `lift` and `k1` are live: in factors, in the quotient of a step, in a sum, in the height's scale.
/// The others are not.
const RECIPE: &str = "orogen = 1\nseed = 3\ndomain.size = 2000.0\n\
    height = { field = 'land', scale = '80 + 40 * k1', offset = 'lift + deep' }\n\
    [parameters]\nrelief = { value = 0.5, range = [0.1, 2.0], help = 'how high the hills are' }\n\
    coast = { value = -0.2, range = [-0.6, 0.1] }\nblend = { value = 0.3, range = [0.0, 1.0] }\n\
    lift = '20 m'\nk1 = 0.25\ndeep = -3.0\n\
    size = { value = 400.0, range = [300.0, 500.0], unit = 'm' }\ncount = { value = 4, range = [2, 6] }\n\
    twice = { value = 0.5, range = [0.4, 0.6] }\nidle = 1.0\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = 'size'\noctaves = 'count'\n\
    [fields.drift]\ntype = 'fbm'\nwavelength = 300.0\noctaves = 3\n\
    [fields.land]\ntype = 'mix'\na = '1.5 * relief * hills'\nb = 'drift * (twice * twice)'\n\
    mask = 'smoothstep(coast, 0.5, hills) * blend'\n";

fn recipe(settings: &[(&str, f64)]) -> Recipe {
    let recipe = Recipe::parse(Source::new("recipe.toml", RECIPE), registry()).unwrap();
    let settings: Settings = settings.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    recipe.with_settings(registry(), &settings).unwrap()
}

fn terrain(recipe: &Recipe) -> Terrain {
    Terrain::new(recipe, &NoImages, 1.0).unwrap()
}

fn exported(language: Language, numbers: Numbers) -> (Shader, Parameters) {
    exported_with(&[], language, numbers)
}

fn exported_with(values: &[(&str, f64)], language: Language, numbers: Numbers) -> (Shader, Parameters) {
    let recipe = recipe(values);
    let parameters =
        Parameters::new(&recipe, registry(), |recipe| Terrain::new(recipe, &NoImages, 1.0)).unwrap();
    let options =
        Options { numbers, origin: ORIGINS[0], parameters: parameters.clone(), ..Options::default() };
    (export(&terrain(&recipe), language, &options).unwrap(), parameters)
}

fn text(shader: &Shader) -> &str {
    match &shader.code {
        Code::Text(text) => text,
        Code::Words(_) => panic!("words"),
    }
}

/// Values for the live parameters: those of the recipe, and two others.
const VALUES: [&[(&str, f64)]; 3] = [
    &[],
    &[("relief", 1.7), ("coast", 0.05), ("blend", 0.9)],
    &[("relief", 0.2), ("coast", -0.55), ("lift", -12.5), ("k1", 1.1)],
];

/// Statements that set the parameters.
fn set(values: &[(&str, f64)]) -> String {
    let name = |name: &str| if name == "k1" { "k1_x".to_owned() } else { name.to_owned() };
    values.iter().map(|(key, value)| format!("orogen_parameter_{} = {value:?}; ", name(key))).collect()
}

/// A compute shader in WGSL that sets parameters and calls a library for many positions, as SPIR-V.
fn wgsl(library: &str, values: &[(&str, f64)]) -> Vec<u32> {
    let library =
        library.replace("@binding(0) var<uniform> orogen_words", "@binding(3) var<uniform> orogen_words");
    let text = format!(
        "{library}\n@group(0) @binding(0) var<storage, read> places: array<vec4<f32>>;\n\
         @group(0) @binding(1) var<storage, read_write> results: array<vec4<f32>>;\n\
         @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{\n\
         if id.x < arrayLength(&places) {{ {} results[id.x] = vec4<f32>(orogen_height_gradient(places[id.x].xy), 0.0); }} }}\n",
        set(values)
    );
    let module =
        naga::front::wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).unwrap();
    let options =
        spv::Options { lang_version: (1, 3), flags: spv::WriterFlags::empty(), ..spv::Options::default() };
    spv::write_vec(&module, &info, &options, None).unwrap()
}

/// Runs a shader with each of the [`VALUES`], and compares it with the processor's terrain of these values.
fn agrees(language: Language, numbers: Numbers, compile: impl Fn(&str, &[(&str, f64)]) -> Vec<u32>) {
    let (driver, places) = (Driver::open(), places(2));
    let (shader, _) = exported(language, numbers);
    for values in VALUES {
        let terrain = terrain(&recipe(values));
        let loaded = driver.load(&compile(text(&shader), values));
        let resources = Resources { texture: None, uniform: &shader.numbers };
        let groups = places.len().div_ceil(64) as u32;
        let found = driver.run(&loaded, groups, places.as_flattened(), 4 * places.len(), &resources);
        let expected = by_processor(&terrain, ORIGINS[0], &places);
        compare(&format!("{language:?} {values:?}"), &terrain, found.as_chunks::<4>().0, &expected).unwrap();
    }
}

#[test]
fn set_parameters_give_the_terrain_of_the_recipe() {
    agrees(Language::Wgsl, Numbers::Uniform, wgsl);
    let in_glsl = |library: &str, values: &[(&str, f64)]| glsl(library, 2, &set(values));
    agrees(Language::Glsl, Numbers::Uniform, in_glsl);
    agrees(Language::Hlsl, Numbers::Uniform, |library, values| hlsl(library, 2, &set(values)));
}

/// The numbers of a recipe with other values, live and fixed, fit the shader that was exported before.
#[test]
fn numbers_of_another_export_fit_a_shader() {
    let export = |values: &[(&str, f64)]| exported_with(values, Language::Wgsl, Numbers::Uniform).0;
    let (shader, other) =
        (export(&[]), export(&[("relief", 1.2), ("coast", -0.5), ("deep", -9.0), ("twice", 0.45)]));
    let code = |shader: &Shader| -> Vec<String> {
        let is_code =
            |line: &&str| !line.starts_with("//") && !line.starts_with("var<private> orogen_parameter_");
        text(shader).lines().filter(is_code).map(str::to_owned).collect()
    };
    assert_eq!(code(&shader), code(&other));
    let set = [("relief", 0.3), ("coast", 0.05), ("blend", 0.8), ("lift", 7.0), ("k1", 0.4)];
    let terrain = terrain(&recipe(&[&set[..], &[("deep", -9.0), ("twice", 0.45)]].concat()));
    let (driver, places) = (Driver::open(), places(2));
    let loaded = driver.load(&wgsl(text(&shader), &set));
    let resources = Resources { texture: None, uniform: &other.numbers };
    let groups = places.len().div_ceil(64) as u32;
    let found = driver.run(&loaded, groups, places.as_flattened(), 4 * places.len(), &resources);
    let expected = by_processor(&terrain, ORIGINS[0], &places);
    compare("other numbers", &terrain, found.as_chunks::<4>().0, &expected).unwrap();
}

/// The heights in the head are those of all values of the live parameters.
#[test]
fn the_head_has_the_heights_of_all_values() {
    let (shader, _) = exported(Language::Wgsl, Numbers::Baked);
    let line = text(&shader).lines().find_map(|line| line.strip_prefix("// Heights are between ")).unwrap();
    let (least, most) = line.strip_suffix(" m.").unwrap().split_once(" and ").unwrap();
    let [least, most] = [least, most].map(|number| number.parse::<f64>().unwrap());
    for relief in [0.1, 0.7, 2.0] {
        for [blend, lift, k1] in [[0.0, 10.0, 0.375], [0.5, 20.0, 0.2], [1.0, 30.0, 0.125]] {
            let values = [("relief", relief), ("blend", blend), ("lift", lift), ("k1", k1)];
            let range = terrain(&recipe(&values)).interval();
            assert!(least <= range.min && range.max <= most, "{range:?} is not in {line} at {values:?}");
        }
    }
}

/// Where the numbers are constants, live parameters are live, too.
#[test]
fn constants_follow_the_parameters() {
    agrees(Language::Wgsl, Numbers::Baked, wgsl);
}

/// Each parameter is live or fixed, for the reason that it has.
#[test]
fn every_parameter_is_listed() {
    let (shader, parameters) = exported(Language::Wgsl, Numbers::Baked);
    let state: Vec<_> =
        parameters.list().iter().map(|parameter| (&*parameter.name, parameter.fixed)).collect();
    let expected = [
        ("relief", None),
        ("coast", None),
        ("blend", None),
        ("lift", None),
        ("k1", None),
        ("deep", Some("it changes a number together with another parameter")),
        ("size", Some("it changes positions")),
        ("count", Some("it changes the operations of the shader")),
        ("twice", Some("it changes numbers by a formula that the shader does not know")),
        ("idle", Some("it changes nothing in this shader")),
    ];
    assert_eq!(state, expected);
    let heading: String = text(&shader).lines().take_while(|line| line.starts_with("//")).collect();
    for phrase in [
        "orogen_parameter_relief = 0.5, from 0.1 to 2: how high the hills are",
        "size = 400 m is fixed, because it changes positions",
        "count = 4 is fixed",
        "Set the variables",
    ] {
        assert!(heading.contains(phrase), "no `{phrase}` in {heading}");
    }
}

/// Compilers accept the text in every language, and Godot has sliders.
#[test]
fn every_language_has_the_variables() {
    for numbers in [Numbers::Baked, Numbers::Uniform] {
        let of = |language| text(&exported(language, numbers).0).to_owned();
        let wgsl = of(Language::Wgsl);
        compile::check(&naga::front::wgsl::parse_str(&wgsl).unwrap());
        assert!(wgsl.contains("var<private> orogen_parameter_relief: f32 = 0.5f;"));
        let vertex = |library: &str| {
            format!(
                "#version 300 es\nprecision highp float;\nprecision highp int;\n{library}\n\
                 void main() {{ gl_Position = vec4(orogen_height(vec2(1.0))); }}\n"
            )
        };
        let es = of(Language::GlslEs);
        glslang_only(&vertex(&es), "vert");
        assert!(es.contains("float orogen_parameter_relief = 0.5;"), "{es}");
        assert!(of(Language::Hlsl).contains("static float orogen_parameter_relief = 0.5;"));
        let godot = of(Language::Gdshader);
        assert!(
            godot.contains("uniform float orogen_parameter_relief : hint_range(0.1, 2.0, 0.0019) = 0.5;")
        );
        let slider =
            |line: &str| line.split(" : hint_range").next().map(|start| format!("{start};\n")).unwrap();
        let plain: String = godot
            .lines()
            .map(|line| if line.contains("hint_range") { slider(line) } else { format!("{line}\n") })
            .collect();
        glslang_only(&vertex(&plain), "vert");
        let msl = of(Language::Msl);
        assert!(msl.contains("thread float& orogen_parameter_relief"), "{msl}");
        metal::compile(&msl, &["-fsyntax-only"]);
    }
}
