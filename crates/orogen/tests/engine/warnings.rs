//! What is doubtful but not refused: place, message and mend, word for word.

use orogen::terrain::Terrain;

use crate::field::{Pictures, parse, presets};

const HEAD: &str = "orogen = 1\nheight.field = \"x\"\n[domain]\nsize = 1000.0\n";
const FBM: &str = "[fields.x]\ntype = 'fbm'\nfeature = 100\n";

fn warnings(text: &str) -> Vec<String> {
    let recipe = parse(text).unwrap();
    let terrain = Terrain::new(&recipe, &Pictures, 10.0).unwrap();
    terrain.warnings().iter().map(ToString::to_string).collect()
}

#[track_caller]
fn check(lines: &str, expected: &[&str]) {
    let expected: Vec<_> = expected.iter().map(|line| format!("recipe.toml:{line}")).collect();
    assert_eq!(warnings(&(HEAD.to_owned() + lines)), expected, "{lines}");
}

#[test]
fn fields_that_nothing_leads_to() {
    let help = "help: name it in [height] or in a field that is used, or take it out";
    check(FBM, &[]);
    check(
        &format!("{FBM}[fields.spare]\ntype = 'abs'\ninput = 'other'\n[fields.other]\ntype = 'ramp'\n"),
        &[
            &format!("8:9: the field `spare` is not used\n  {help}"),
            &format!("11:9: the field `other` is not used\n  {help}"),
        ],
    );
    // What displaces is used.
    check(
        &format!("{FBM}displace = {{ by = 'b', strength = 3 }}\n[fields.b]\ntype = 'simplex'\nfeature = 9\n"),
        &[],
    );
}

#[test]
fn ranges_without_digits() {
    let field = |amount: &str| {
        let text = "[fields.x]\ntype = 'abs'\ninput = 'high'\n[fields.high]\ntype = 'offset'\ninput = 'low'\namount = ";
        format!("{text}{amount}\n[fields.low]\ntype = 'fbm'\nfeature = 100\n")
    };
    // Numbers below 2^14 have steps of 2^-10, those above of 2^-9: of a range of 2, 2048 and 1024.
    check(&field("16_000"), &[]);
    check(&field("32_000"), &[]);
    check(
        &field("40_000"),
        &[
            "8:9: the values of `high` lie from 39999 to 40001, where single precision counts in steps of 0.00390625\n  \
            help: bring it nearer to 0: its range holds less than 1000 of these steps",
        ],
    );
    // A number is no range.
    check("[fields.x]\ntype = 'constant'\nvalue = 1e9\n", &[]);
}

#[test]
fn heights_without_digits() {
    let with = |height: &str| {
        let text = HEAD.replace("height.field = \"x\"", &format!("height = {{ field = \"x\", {height} }}"));
        warnings(&(text + FBM))
    };
    assert_eq!(with("scale = 20, offset = 260_000"), Vec::<String>::new());
    assert_eq!(
        with("scale = 10, offset = 270_000"),
        [
            "recipe.toml:2:46: heights lie from 269990 to 270010 m, where single precision counts in steps of 0.03125 m\n  \
            help: make `offset` smaller: the range of heights holds less than 1000 of these steps"
        ]
    );
    // So little that even double precision sees no range.
    assert_eq!(with("scale = 1e-9, offset = 1e9").len(), 1);
    assert_eq!(with("scale = 0, offset = 1e9"), Vec::<String>::new());
}

#[test]
fn features_that_do_not_fit_into_a_domain_that_repeats() {
    let fbm = |feature: &str| {
        format!(
            "tile = true\n[fields.x]\ntype = 'fbm'\nfeature = {feature}\ndisplace = {{ by = 'y', strength = 9 }}\n\
             [fields.y]\ntype = 'perlin'\nfeature = 200\n"
        )
    };
    check(&fbm("250"), &[]);
    check(&fbm("248"), &[]);
    check(
        &fbm("240"),
        &["8:11: a feature of 240 m becomes one of 250 m, so that the terrain repeats\n  \
            help: choose the domain's 1000 m divided by a whole number"],
    );
    check(
        "tile = true\n[fields.x]\ntype = 'dunes'\nfeature = 300\n",
        &["8:11: a feature of 300 m becomes one of 333.3333333333333 m, so that the terrain repeats\n  \
            help: choose the domain's 1000 m divided by a whole number"],
    );
    // Evaluated once an axis, told once.
    check(
        &fbm("250").replace("200", "'0.3 km'"),
        &["12:11: a feature of 300 m becomes one of 333.3333333333333 m, so that the terrain repeats\n  \
            help: choose the domain's 1000 m divided by a whole number"],
    );
    check(&fbm("240").replace("tile = true", "tile = false"), &[]);
}

#[test]
fn presets_are_beyond_doubt() {
    for (name, recipe) in presets() {
        let terrain = Terrain::new(&recipe, &Pictures, 10.0).unwrap();
        assert_eq!(terrain.warnings(), [], "{name}");
    }
}
