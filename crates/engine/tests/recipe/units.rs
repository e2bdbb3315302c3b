//! Lengths, numbers and ranges, as recipes give them and errors print them.

use orogen_engine::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};
use orogen_engine::recipe::{Recipe, RecipeError, Registry, Source};

static NUMBERS: NodeSpec = NodeSpec {
    name: "numbers",
    group: Group::Source,
    summary: "for tests",
    help: "for tests",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[
        ParamSpec::number("share", 0.5, 0.0..=1.0, Unit::None, "a share"),
        ParamSpec::number("turn", 0.0, -90.0..=90.0, Unit::Degrees, "an angle"),
        ParamSpec::number("width", 1.0, f64::MIN_POSITIVE..=1e9, Unit::Metres, "a width"),
        ParamSpec::number("depth", 2.0, 2.0..=f64::MAX, Unit::Metres, "a depth"),
        ParamSpec::number("level", 0.0, f64::NEG_INFINITY..=f64::INFINITY, Unit::Metres, "a level"),
    ],
};
static REGISTRY: Registry = Registry::new(&[&NUMBERS]);

fn parse(key: &str, value: &str) -> Result<Recipe, RecipeError> {
    let head = "orogen = 1\ndomain.size = 1000\nheight.field = 'a'\n[fields.a]\ntype = 'numbers'\n";
    Recipe::parse(Source::new("test.toml", format!("{head}{key} = {value}\n")), &REGISTRY)
}

#[test]
fn lengths() {
    for (text, metres) in [
        ("6 km", 6000.0),
        ("6km", 6000.0),
        (" 1_500 m ", 1500.0),
        ("35 cm", 0.35),
        ("5 mm", 0.005),
        ("-2.5e1 m", -25.0),
    ] {
        let level = parse("level", &format!("'{text}'")).unwrap().fields["a"].args.number("level");
        assert_eq!(level, metres, "{text}");
    }
    for text in ["", "m", "km", "6", "6 miles", "inf m", "nan km", "1e999 m", "6 k m", "é m"] {
        assert!(parse("level", &format!("'{text}'")).is_err(), "{text}");
    }
}

#[test]
fn numbers_and_ranges_in_errors() {
    let error = |key: &str, value: &str| {
        let error = parse(key, value).unwrap_err();
        (error.message, error.help)
    };
    for (key, value, printed, range) in [
        ("share", "1e9", "1_000_000_000", "from 0 to 1"),
        ("share", "-12345", "-12_345", "from 0 to 1"),
        ("share", "4033", "4033", "from 0 to 1"),
        ("share", "-0.25", "-0.25", "from 0 to 1"),
        ("share", "1e300", "1e300", "from 0 to 1"),
        ("turn", "91", "91", "from -90 to 90°"),
        ("width", "0", "0", "greater than 0 and at most 1_000_000_000 m"),
        ("depth", "1", "1", "of at least 2 m"),
    ] {
        let expected = (format!("`{key}` is out of range: {printed}"), format!("choose a number {range}"));
        assert_eq!(error(key, value), expected);
    }
    assert_eq!(error("level", "nan").1, "choose a number that is finite");
}
