//! The names that errors suggest.

use orogen_engine::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};
use orogen_engine::recipe::{Recipe, Registry, Source};

const fn number(name: &'static str) -> ParamSpec {
    ParamSpec::number(name, 0.0, 0.0..=1.0, Unit::None, "a number")
}

/// A name as long as the longest names that are compared.
const LONG: &str = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

static SPEC: NodeSpec = NodeSpec {
    name: "numbers",
    group: Group::Source,
    summary: "for tests",
    help: "for tests",
    source: "",
    outputs: &[],
    inputs: &[],
    params: &[
        number("wavelength"),
        number("octaves"),
        number("gain"),
        number("lacunarity"),
        number("smooth-max"),
        number(LONG),
    ],
};
static REGISTRY: Registry = Registry::new(&[&SPEC]);

fn suggested(key: &str) -> Option<String> {
    let head = "orogen = 1\ndomain.size = 1000\nheight.field = 'a'\n[fields.a]\ntype = 'numbers'\n";
    let source = Source::new("test.toml", format!("{head}\"{key}\" = 0\n"));
    let help = Recipe::parse(source, &REGISTRY).unwrap_err().help;
    let (_, rest) = help.split_once("did you mean `")?;
    Some(rest.split_once('`').unwrap().0.to_owned())
}

#[test]
fn near_names_are_suggested_and_far_ones_are_not() {
    for (typed, meant) in [
        ("octave", Some("octaves")),
        ("Gian", Some("gain")),
        ("persistence", Some("gain")),
        ("lacunrity", Some("lacunarity")),
        ("smooth_maxx", Some("smooth-max")),
        ("erosion", None),
        ("", None),
    ] {
        assert_eq!(suggested(typed).as_deref(), meant, "{typed}");
    }
}

#[test]
fn names_beyond_the_limit_are_not_compared() {
    // Errors shorten such a name.
    assert!(suggested(&LONG[1..]).is_some_and(|name| LONG.starts_with(name.trim_end_matches('…'))));
    assert_eq!(suggested(&format!("{LONG}x")), None);
}
