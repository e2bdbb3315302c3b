//! Expressions and parameters: the fields that they become, and their errors. `tests/engine/expressions.rs` tests their values.

use orogen_engine::nodes::registry;
use orogen_engine::recipe::{Field, Input, Recipe, Settings, Source};
use proptest::prelude::*;

const FIELDS: &str = "[fields.a]\ntype = 'fbm'\nwavelength = 90.0\n[fields.b-c]\ntype = 'ramp'\n[fields.b]\ntype = 'ramp'\n\
    [fields.land]\ntype = 'erosion'\ninput = 'a'\n";

fn head(field: &str) -> String {
    format!("orogen = 1\ndomain.size = 1000\n[height]\nfield = \"{field}\"\n{FIELDS}")
}

fn parse(text: &str) -> Recipe {
    Recipe::parse(Source::new("r.toml", text), registry()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The node, the inputs and the parameters of a field, as a call.
fn shown(recipe: &Recipe, name: &str) -> String {
    let Some(Field { spec, inputs, args, .. }) = recipe.fields.get(name).filter(|field| field.is_expression)
    else {
        return name.to_owned();
    };
    let mut parts: Vec<String> = inputs
        .iter()
        .map(|input| match input {
            Input::Field(name, _) => shown(recipe, name),
            Input::Number(number, _) => number.to_string(),
        })
        .collect();
    parts.extend(
        spec.params
            .iter()
            .filter(|param| args.given(param.name))
            .map(|param| args.number(param.name).to_string()),
    );
    format!("{}({})", spec.name, parts.join(", "))
}

/// An expression, the nodes that it becomes, and the name of the last of them.
const MEANINGS: &[[&str; 3]] = &[
    ["a + b", "add(a, b)", "a + b"],
    ["land.flow-b", "subtract(land.flow, b)", "land.flow - b"],
    ["land.flow-1", "offset(land.flow, -1)", "land.flow - 1.0"],
    ["a+b", "add(a, b)", "a + b"],
    ["a - b - a", "subtract(subtract(a, b), a)", "a - b - a"],
    ["a - (b - a)", "subtract(a, subtract(b, a))", "a - (b - a)"],
    ["(a - b) - a", "subtract(subtract(a, b), a)", "a - b - a"],
    ["a + b * a", "add(a, multiply(b, a))", "a + b * a"],
    ["(a + b) * a", "multiply(add(a, b), a)", "(a + b) * a"],
    ["a / b / a", "divide(divide(a, b), a)", "a / b / a"],
    ["a / (b / a)", "divide(a, divide(b, a))", "a / (b / a)"],
    // Numbers are computed first, and become parameters of the node.
    ["a + 2", "offset(a, 2)", "a + 2.0"],
    ["2 + a", "offset(a, 2)", "2.0 + a"],
    ["a - 2", "offset(a, -2)", "a - 2.0"],
    ["2 - a", "subtract(2, a)", "2.0 - a"],
    ["60 * a * b", "multiply(scale(a, 60), b)", "60.0 * a * b"],
    ["a / 4", "scale(a, 0.25)", "a / 4.0"],
    ["4 / a", "divide(4, a)", "4.0 / a"],
    ["a * (1 + 2) * 3", "scale(scale(a, 3), 3)", "a * 3.0 * 3.0"],
    ["a * 2e12", "multiply(a, 2000000000000)", "a * 2000000000000.0"],
    ["a + 1.5 km", "offset(a, 1500)", "a + 1500.0"],
    ["a + 25cm", "offset(a, 0.25)", "a + 0.25"],
    ["a + 2_000", "offset(a, 2000)", "a + 2000.0"],
    ["a + 2e-1", "offset(a, 0.2)", "a + 0.2"],
    // Signs and powers.
    ["-a", "scale(a, -1)", "-a"],
    ["--a * b", "multiply(a, b)", "a * b"],
    ["-a^2", "scale(power(a, 2), -1)", "-a^2.0"],
    ["(-a)^2", "power(scale(a, -1), 2)", "(-a)^2.0"],
    ["a * -b", "multiply(a, scale(b, -1))", "a * -b"],
    ["a ^ (1 / 2)", "power(a, 0.5)", "a^0.5"],
    ["-5 * a", "scale(a, -5)", "-5.0 * a"],
    ["a - -5", "offset(a, 5)", "a - -5.0"],
    // A name with a hyphen is read as one name if there is such a field.
    ["b-c", "b-c", "b-c"],
    ["b-c + 1", "offset(b-c, 1)", "b-c + 1.0"],
    ["b-a", "subtract(b, a)", "b - a"],
    ["b-c-b", "subtract(b-c, b)", "b-c - b"],
    ["land.flow * a", "multiply(land.flow, a)", "land.flow * a"],
    // Functions are the modifiers and combiners.
    ["max(a, b)", "max(a, b)", "max(a, b)"],
    ["max(a, b, 3)", "max(max(a, b), 3)", "max(max(a, b), 3.0)"],
    ["smooth_min(a, b, 20)", "smooth-min(a, b, 20)", "smooth_min(a, b, radius = 20.0)"],
    ["smooth-min(a, b, radius = 20)", "smooth-min(a, b, 20)", "smooth_min(a, b, radius = 20.0)"],
    ["smoothstep(200, 400, a)", "smoothstep(a, 200, 400)", "smoothstep(a, low = 200.0, high = 400.0)"],
    ["smoothstep(a, high = 3)", "smoothstep(a, 3)", "smoothstep(a, high = 3.0)"],
    ["clamp(a, 0, 2 * 2)", "clamp(a, 0, 4)", "clamp(a, min = 0.0, max = 4.0)"],
    ["mix(a, b, mask = 0.5)", "mix(a, b, 0.5)", "mix(a, b, 0.5)"],
    ["pow(a, 3)", "power(a, 3)", "power(a, power = 3.0)"],
    ["abs(sin(a / 50 m))", "abs(sin(scale(a, 0.02)))", "abs(sin(a / 50.0))"],
    ["transform(a, 100, turn = 30)", "transform(a, 100, 30)", "transform(a, move_x = 100.0, turn = 30.0)"],
    [
        "transform(a + b, scale = 1 / 2) * 3",
        "scale(transform(add(a, b), 0.5), 3)",
        "transform(a + b, scale = 0.5) * 3.0",
    ],
    ["repeat(a, 500, 2 km)", "repeat(a, 500, 2000)", "repeat(a, period_x = 500.0, period_y = 2000.0)"],
    ["max(transform(a, turn = 90), a)", "max(transform(a, 90), a)", "max(transform(a, turn = 90.0), a)"],
    ["a * max(2, 3)", "scale(a, 3)", "a * 3.0"],
];

#[test]
fn expressions_become_nodes() {
    for [text, nodes, name] in MEANINGS {
        let recipe = parse(&head(text));
        assert_eq!(shown(&recipe, &recipe.height.field), *nodes, "{text}");
        assert_eq!(recipe.height.field, *name, "{text}");
        // The name, read as an expression, gives the same name.
        let again = parse(&head(name));
        assert_eq!(
            (&again.height.field, again.fields.len()),
            (&recipe.height.field, recipe.fields.len()),
            "{text}"
        );
        let canonical = recipe.canonical();
        assert_eq!(parse(&canonical).canonical(), canonical);
    }
}

#[test]
fn equal_expressions_are_one_field() {
    let text = head("max(a + b, 2 * (a+b))") + "[fields.more]\ntype = 'abs'\ninput = ' a + b '\n";
    let recipe = parse(&text);
    let names: Vec<_> =
        recipe.fields.values().filter(|field| field.is_expression).map(|field| &*field.name).collect();
    assert_eq!(names, ["2.0 * (a + b)", "a + b", "max(a + b, 2.0 * (a + b))"]);
    assert!(recipe.written_fields().all(|field| !field.is_expression));
}

/// Everything that names a field takes an expression.
#[test]
fn expressions_stand_wherever_a_field_does() {
    let text = "orogen = 1\ndomain.size = 1000\nheight.field = '7'\n\
        [[materials]]\nname = 'rock'\ncolor = '#808080'\n\
        [[materials]]\nname = 'sand'\ncolor = '#a08060'\nnoise = { field = 'a * b', range = [0.1, 0.2] }\n\
        [fields.x]\ntype = 'abs'\ninput = 'min(a, b)'\ndisplace = { by = 'a - b', strength = '2 * 40' }\n"
        .to_owned()
        + FIELDS;
    let recipe = parse(&text);
    let x = &recipe.fields["x"];
    assert!(matches!(&x.inputs[0], Input::Field(name, _) if name == "min(a, b)"));
    let displace = x.displace.as_ref().unwrap();
    assert_eq!((displace.by.as_str(), displace.strength), ("a - b", 80.0));
    assert_eq!(recipe.further_fields().collect::<Vec<_>>(), ["a * b"]);
    let height = &recipe.fields[&recipe.height.field];
    assert_eq!((height.spec.name, height.args.number("value")), ("constant", 7.0));
}

/// A text in quotes, the column of its error (the text begins in column 10), the message, and a part of the help.
const ERRORS: &[(&str, usize, &str, &str)] = &[
    ("a +", 13, "expected a field, a number, a function or `(`, found the end", "an expression is like"),
    ("a + * b", 14, "expected a field, a number, a function or `(`, found `*`", ""),
    ("a b", 12, "expected an operator or the end, found `b`", ""),
    ("a + 3 xy", 16, "expected an operator or the end, found `xy`", ""),
    ("(a + b", 16, "expected an operator or `)`, found the end", ""),
    ("max(a b)", 16, "expected `,` or `)`, found `b`", ""),
    ("max(a, b", 18, "expected `,` or `)`, found the end", ""),
    ("a + ä", 14, "expected a field, a number, a function or `(`, found `ä`", ""),
    ("a + hils", 14, "no field is named `hils`", "the fields: "),
    ("a + land.flou", 14, "no field is named `land.flou`", "its further results are `land.flow`"),
    ("maxx(a, b)", 10, "no function is named `maxx`", "did you mean `max`?"),
    ("1 + fbm(a)", 14, "`fbm` is not a function of fields", "type = \"fbm\""),
    ("max(a)", 10, "`max` lacks `b`", "write max(a, b)"),
    ("abs(a, b)", 17, "`abs` takes at most 1 values", "write abs(input)"),
    ("abs(a, size = b)", 24, "`abs` takes no `size` here", "write abs(input)"),
    ("clamp(a, min = b)", 25, "`min` must be a number", "no fields"),
    ("smooth_min(a, b, 0)", 27, "`radius` is out of range: 0", "choose a number from 1e-9"),
    ("mix(a, b, a = b, mask = 1)", 24, "`a` is given twice", "keep one"),
    ("a ^ b", 14, "an exponent must be a number from 0.05 to 20", "multiply"),
    ("2 ^ a", 14, "an exponent must be a number from 0.05 to 20", ""),
    ("a ^ 40", 14, "an exponent must be a number from 0.05 to 20", ""),
    ("a / (2 - 2)", 10, "this divides by 0", "another divisor"),
    ("a + 1 / 0", 14, "the result is not a finite number", "do not divide by 0"),
];

#[test]
fn errors_have_a_column_and_a_help() {
    for &(text, column, message, help) in ERRORS {
        let text = head(text);
        let error = Recipe::parse(Source::new("r.toml", &*text), registry()).unwrap_err();
        assert_eq!((error.line(), error.column(), &*error.message), (4, column, message), "{text}");
        assert!(error.help.contains(help), "{text}: {}", error.help);
    }
}

/// In a text with escapes, the place of an error is the whole text.
#[test]
fn escapes_hide_the_column() {
    let error = Recipe::parse(Source::new("r.toml", head("a\\u0020+ hils")), registry()).unwrap_err();
    assert_eq!((error.line(), error.column()), (4, 9));
}

#[test]
fn expressions_have_limits() {
    let error =
        |text: &str| Recipe::parse(Source::new("r.toml", head(text)), registry()).unwrap_err().message;
    assert!(error(&"(".repeat(65)).contains("expected fewer nested brackets"));
    assert!(error(&("a + ".repeat(65) + "a")).contains("more than 64 operators depend on each other"));
    assert!(error(&"a".repeat(2001 - 3)).contains("no field is named"));
    assert!(error(&(" ".repeat(2000) + "a")).contains("the expression is too long: 2001 bytes"));
    let many: String = (0..90)
        .map(|at| {
            format!(
                "[fields.x{at}]\ntype = 'abs'\ninput = 'a * {at} + b{}'\n",
                format!(" * {at}.5 + a").repeat(12)
            )
        })
        .collect();
    let text = head("a") + &many;
    let error = Recipe::parse(Source::new("r.toml", text), registry()).unwrap_err();
    assert!(error.message.contains("the recipe has more than 1000 operations"), "{error}");
}

/// Functions of more than two values take no longer than others, even at the deepest nesting.
#[test]
fn nested_functions_are_read_once() {
    let nested = |depth: usize| format!("{}a{}", "max(".repeat(depth), ", b, 3)".repeat(depth));
    let recipe = parse(&head(&nested(32)));
    assert_eq!(recipe.fields.values().filter(|field| field.is_expression).count(), 64);
    let canonical = recipe.canonical();
    assert_eq!(parse(&canonical).canonical(), canonical);
    let error = Recipe::parse(Source::new("r.toml", head(&nested(33))), registry()).unwrap_err();
    assert!(error.message.contains("more than 64 operators depend on each other"), "{error}");
}

/// An accepted text has a canonical text that is accepted too, so the length of names is limited too: numbers are longer in names
/// than in the text.
#[test]
fn names_are_no_longer_than_texts() {
    fn balanced(depth: usize) -> String {
        if depth == 0 { "1e15*a".to_owned() } else { format!("({0}+{0})", balanced(depth - 1)) }
    }
    let canonical = parse(&head(&balanced(5))).canonical();
    assert_eq!(parse(&canonical).canonical(), canonical);
    let text = balanced(7);
    assert!(text.len() < 2000);
    let error = Recipe::parse(Source::new("r.toml", head(&text)), registry()).unwrap_err();
    assert!(error.message.contains("the expression is too long: "), "{error}");
}

const PARAMETERS: &str = "[parameters]\nsize = '2 km'\n\
    rough = { value = 0.5, range = [0.0, 1.0], unit = '%', help = 'how rough' }\nfull-count = 4\n";

fn with_parameters(lines: &str) -> String {
    format!(
        "orogen = 1\ndomain.size = 'size * 4'\nheight = {{ field = 'x', scale = 'size / 8' }}\n\
         {PARAMETERS}[fields.x]\n{lines}\n{FIELDS}"
    )
}

#[test]
fn parameters_are_numbers() {
    let text = with_parameters(
        "type = 'fbm'\nwavelength = 'size / 2'\ngain = 'rough'\noctaves = 'full-count + 1'\n",
    );
    let recipe = parse(&text);
    let args = &recipe.fields["x"].args;
    assert_eq!((args.number("wavelength"), args.number("gain")), (1000.0, 0.5));
    assert_eq!((recipe.domain.size, recipe.height.scale), (8000.0, 250.0));
    let names: Vec<_> =
        recipe.parameters.iter().map(|parameter| (&*parameter.name, parameter.value)).collect();
    assert_eq!(names, [("size", 2000.0), ("rough", 0.5), ("full-count", 4.0)]);
    let rough = &recipe.parameters[1];
    assert_eq!((rough.range, &*rough.unit, &*rough.help), ([0.0, 1.0], "%", "how rough"));
    // The canonical text has the values of the parameters.
    assert!(!recipe.canonical().contains("rough"), "{}", recipe.canonical());
    // In an input, a parameter is a number.
    let recipe = parse(&with_parameters("type = 'mix'\na = 'a'\nb = 'rough'\nmask = 'rough * b'"));
    assert!(matches!(recipe.fields["x"].inputs[1], Input::Number(0.5, _)));
    assert!(recipe.fields.contains_key("0.5 * b"));
}

#[test]
fn parameters_are_set_by_callers() {
    let text = with_parameters("type = 'fbm'\nwavelength = 'size / 2'\ngain = 'rough'");
    let set = |name: &str, number: f64| {
        let recipe = Recipe { seed: 5, ..parse(&text) };
        recipe.with_settings(registry(), &Settings::from([(name.to_owned(), number)]))
    };
    let recipe = set("size", 3000.0).unwrap();
    assert_eq!((recipe.seed, recipe.settings()), (5, Settings::from([("size".to_owned(), 3000.0)])));
    assert_eq!(set("size", 2000.0).unwrap().settings(), Settings::new());
    assert_eq!(recipe.fields["x"].args.number("wavelength"), 1500.0);
    let error = set("rough", 1.5).unwrap_err();
    assert_eq!((error.line(), &*error.message), (6, "`rough` cannot be set to 1.5"));
    assert_eq!(error.help, "choose a number from 0 to 1");
    let error = set("roug", 1.0).unwrap_err();
    assert_eq!((error.line(), &*error.message), (4, "the recipe has no parameter `roug`"));
    assert!(error.help.starts_with("did you mean `rough`?"), "{}", error.help);
}

/// Lines of a field, and its error.
const NUMBER_ERRORS: &[(&str, &str, &str)] = &[
    ("type = 'fbm'\nwavelength = 'size * 1e9'", "`wavelength` is out of range: 2_000_000_000_000", ""),
    ("type = 'fbm'\nwavelength = 'sizes / 2'", "no parameter is named `sizes`", "did you mean `size`?"),
    ("type = 'fbm'\nwavelength = 'a'", "no parameter is named `a`", "the parameters: "),
    (
        "type = 'fbm'\nwavelength = 'size +'",
        "expected a field, a number, a function or `(`, found the end",
        "",
    ),
    (
        "type = 'fbm'\nwavelength = 'steepness(size)'",
        "`steepness` of 1 numbers cannot be used here",
        "functions of numbers",
    ),
    ("type = 'fbm'\nwavelength = 9\noctaves = 'rough'", "`octaves` is out of range: 0.5", "whole number"),
    (
        "type = 'fbm'\nwavelength = 9\ngain = '0.5'",
        "`gain` wants a number, found the string \"0.5\"",
        "without quotes",
    ),
    ("type = 'fbm'\nwavelength = 9\ngain = '5 km'", "`gain` wants a number, found the string \"5 km\"", ""),
];

#[test]
fn wrong_numbers_are_refused() {
    for (lines, message, help) in NUMBER_ERRORS {
        let error = Recipe::parse(Source::new("r.toml", with_parameters(lines)), registry()).unwrap_err();
        assert_eq!(error.message, *message);
        assert!(error.help.contains(help), "{error}");
    }
}

#[test]
fn wrong_parameters_are_refused() {
    for (line, message) in [
        ("1x = 2", "`1x` is not a valid name of a parameter"),
        ("a = 2", "`a` is a field and a parameter"),
        ("p = true", "`p` wants a number or a table, found true"),
        ("p = 'far'", "`p` wants a length in metres, found the string \"far\""),
        ("p = {}", "`p` lacks `value`"),
        ("p = { value = 2, rage = [1, 2] }", "`p` has no key `rage`"),
        ("p = { value = 3, range = [1, 2] }", "`value` is out of range: 3"),
        ("p = { value = 3, range = [4, 2] }", "`range` is out of range: 2"),
        (
            "p = { value = 3, range = [4] }",
            "`range` wants the least and the greatest value, found an array of 1",
        ),
    ] {
        let text = format!("{}[parameters]\n{line}\n", head("a"));
        let error = Recipe::parse(Source::new("r.toml", text), registry()).unwrap_err();
        assert_eq!(error.message, message);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// No text makes the parser panic, and an accepted text has a canonical text with the same meaning.
    #[test]
    fn any_text_is_taken_or_refused(text in "([a-c0-9.()+*/^, =_-]|max|min|land[.]flow|mix|km){0,40}") {
        let recipe = Recipe::parse(Source::new("r.toml", head(&text)), registry());
        if let Ok(recipe) = recipe {
            let canonical = recipe.canonical();
            let again = Recipe::parse(Source::new("r.toml", &*canonical), registry());
            prop_assert!(again.is_ok_and(|again| again.canonical() == canonical), "{text}: {canonical}");
        }
    }
}
