//! A registry with one parameter of every kind.

use orogen_engine::recipe::spec::{Group, InputSpec, NodeSpec, Octaves, ParamSpec, Unit};
use orogen_engine::recipe::{Input, Recipe, RecipeError, Registry, Source};

pub(crate) static REGISTRY: Registry =
    Registry::new(&[&CONSTANT, &IMAGE, &PERLIN, &CELLULAR, &FBM, &CURVE, &MIX]);

const EMPTY: NodeSpec = NodeSpec {
    name: "",
    group: Group::Source,
    summary: "for tests",
    help: "for tests",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[],
};

const WAVELENGTH: ParamSpec = ParamSpec::required_number(
    "wavelength",
    f64::MIN_POSITIVE..=1e9,
    Unit::Metres,
    "wavelength in metres of the coarsest octave",
)
.formerly(&["feature"]);

static CONSTANT: NodeSpec = NodeSpec {
    name: "constant",
    params: &[ParamSpec::number("value", 0.0, -1e9..=1e9, Unit::None, "the number")],
    ..EMPTY
};

static IMAGE: NodeSpec = NodeSpec {
    name: "image",
    params: &[
        ParamSpec::file("file", "a grey picture"),
        ParamSpec::flag("smooth", true, "bicubic, not bilinear"),
    ],
    ..EMPTY
};

static PERLIN: NodeSpec =
    NodeSpec { name: "perlin", group: Group::Basis, params: &[WAVELENGTH.field_only()], ..EMPTY };

static CELLULAR: NodeSpec = NodeSpec {
    name: "cellular",
    group: Group::Basis,
    params: &[
        WAVELENGTH.field_only(),
        ParamSpec::number("jitter", 1.0, 0.0..=1.0, Unit::None, "how far points stray").formerly(&["stray"]),
        ParamSpec::choice(
            "metric",
            "euclidean",
            &[("euclidean", "round cells"), ("manhattan", "diamonds"), ("chebyshev", "squares")],
            "how distance is measured",
        ),
    ],
    ..EMPTY
};

static FBM: NodeSpec = NodeSpec {
    name: "fbm",
    group: Group::Fractal,
    params: &[
        WAVELENGTH,
        ParamSpec::octaves("octaves", Octaves::Auto, "how many"),
        ParamSpec::number("gain", 0.5, 0.0..=2.0, Unit::None, "amplitude of each octave to the last")
            .idle_with(&["hurst", "roughness"]),
        ParamSpec::number("lacunarity", 2.0, 1.0..=8.0, Unit::None, "frequency of each octave to the last"),
        ParamSpec::optional_number("hurst", 0.0..=2.0, Unit::None, "in place of gain"),
        ParamSpec::roughness("roughness", "in place of gain"),
        ParamSpec::number("rotate", 0.0, -360.0..=360.0, Unit::Degrees, "turn of each octave"),
        ParamSpec::basis("basis", "perlin", "the noise summed"),
    ],
    ..EMPTY
};

static CURVE: NodeSpec = NodeSpec {
    name: "curve",
    group: Group::Modifier,
    outputs: &[],
    inputs: &[InputSpec::new("of", "what to bend")],
    params: &[ParamSpec::points("points", "through these")],
    ..EMPTY
};

static MIX: NodeSpec = NodeSpec {
    name: "mix",
    group: Group::Combiner,
    outputs: &[],
    inputs: &[
        InputSpec::new("a", "where the mask is 0"),
        InputSpec::new("b", "where the mask is 1"),
        InputSpec::new("mask", "which of both"),
    ],
    ..EMPTY
};

pub(crate) fn parse(text: &str) -> Result<Recipe, RecipeError> {
    Recipe::parse(Source::new("test.toml", text), &REGISTRY)
}

#[test]
fn the_registry_is_sound() {
    assert_eq!(REGISTRY.faults(), Vec::<String>::new());
}

#[test]
fn faults_of_a_registry_are_found() {
    static BROKEN: NodeSpec = NodeSpec {
        name: "broken",
        help: "",
        outputs: &[],
        inputs: &[InputSpec::new("seed", "clashes"), InputSpec::new("along", "").or("across")],
        params: &[
            ParamSpec::number("gain", 3.0, 0.0..=2.0, Unit::None, "out of its range").idle_with(&["hurst"]),
            ParamSpec::basis("basis", "nothing", "").formerly(&["noise"]),
            ParamSpec::flag("tidy", true, "has a former name that is taken").formerly(&["gain"]),
        ],
        ..EMPTY
    };
    static TWICE: Registry = Registry::new(&[&BROKEN, &BROKEN]);
    let faults = TWICE.faults().join("\n");
    for part in [
        "declared twice",
        "lacks a summary",
        "named `seed`",
        "`broken.gain` has",
        "`broken.basis` lacks help",
        "idle with `hurst`",
        "reads `across`",
        "two keys named `gain`",
        "`broken.basis` is a table",
    ] {
        assert!(faults.contains(part), "{part} in {faults}");
    }
}

static CARVE: NodeSpec = NodeSpec {
    name: "carve",
    group: Group::Modifier,
    outputs: &[],
    inputs: &[InputSpec::new("input", "what is carved"), InputSpec::new("along", "along this").or("input")],
    ..EMPTY
};

#[test]
fn an_input_left_out_reads_what_its_default_reads() {
    static CARVING: Registry = Registry::new(&[&CONSTANT, &CARVE]);
    assert_eq!(CARVING.faults(), Vec::<String>::new());
    let head = "orogen = 1\ndomain.size = 9\nheight.field = 'x'\nfields.a = { type = 'constant' }\n";
    let inputs = |keys: &str| {
        let text = format!("{head}fields.x = {{ type = 'carve', {keys} }}\n");
        let recipe = Recipe::parse(Source::new("test.toml", text), &CARVING).unwrap();
        let named = |input: &Input| match input {
            Input::Field(name, _) => name.clone(),
            Input::Number(number, _) => number.to_string(),
        };
        recipe.fields["x"].inputs.iter().map(named).collect::<Vec<_>>()
    };
    assert_eq!(inputs("input = 'a'"), ["a", "a"]);
    assert_eq!(inputs("input = 'a', along = 3"), ["a", "3"]);
    assert_eq!(inputs("input = 3, along = 'a'"), ["3", "a"]);
}
