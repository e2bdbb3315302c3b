//! Former names of parameters: warnings, errors and the migration of a text.

use std::sync::Arc;

use crate::registry::{REGISTRY, parse};
use orogen_engine::recipe::{Source, migrate};

const HEAD: &str = "orogen = 1\ndomain.size = 1000\nheight.field = \"a\"\n";

fn migrated(text: &str) -> Option<String> {
    migrate(&Arc::new(Source::new("recipe.toml", text)), &REGISTRY).unwrap()
}

#[test]
fn a_former_name_is_the_current_one_with_a_warning() {
    let former = parse(&format!("{HEAD}[fields.a]\ntype = 'fbm'\nfeature = 300\n")).unwrap();
    let current = parse(&format!("{HEAD}[fields.a]\ntype = 'fbm'\nwavelength = 300\n")).unwrap();
    assert_eq!(former.fields["a"].args.number("wavelength"), 300.0);
    assert!(former.fields["a"].args.given("wavelength"));
    assert_eq!(former.canonical(), current.canonical());
    assert!(current.warnings.is_empty());
    let warnings: Vec<_> = former.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["test.toml:6:1: `feature` is now called `wavelength`\n  \
          help: write `wavelength`; `orogen check --migrate FILE` renames all such keys in a file"]
    );
}

#[test]
fn both_names_at_once_are_an_error_that_names_both_lines() {
    for (text, column) in [
        ("[fields.a]\ntype = 'fbm'\nwavelength = 300\nfeature = 300\n", "7:1"),
        ("fields.a.feature = 1\nfields.a.wavelength = 2\nfields.a.type = 'perlin'\n", "4:10"),
    ] {
        let error = parse(&format!("{HEAD}{text}")).unwrap_err().to_string();
        assert!(error.starts_with(&format!("test.toml:{column}: `feature` in line ")), "{error}");
        assert!(error.contains("and `wavelength` in line "), "{error}");
        assert!(
            error.ends_with("`feature` is the former name of `wavelength`: remove one of the two"),
            "{error}"
        );
        assert!(migrate(&Arc::new(Source::new("x", format!("{HEAD}{text}"))), &REGISTRY).is_err());
    }
}

#[test]
fn only_parameters_of_the_node_are_renamed() {
    for (text, message) in [
        ("[fields.a]\ntype = 'constant'\nfeature = 3\n", "`constant` has no key `feature`"),
        (
            "[fields.a]\ntype = 'fbm'\nwavelength = 3\nbasis = { type = 'perlin', feature = 3 }\n",
            "`feature` is not a key of a basis inside a fractal",
        ),
        ("[fields.a]\nfeature = 3\n", "field `a` lacks `type`"),
    ] {
        assert_eq!(parse(&format!("{HEAD}{text}")).unwrap_err().message, message);
        assert_eq!(migrated(&format!("{HEAD}{text}")), None);
    }
    let version = "orogen = 2\nfields.a = { type = 'fbm', feature = 1, wavelength = 1 }\n";
    assert!(parse(version).unwrap_err().message.contains("format version 2"), "the version comes first");
}

#[test]
fn a_migration_keeps_all_other_bytes_and_happens_once() {
    let text = |wavelength: &str, quoted: &str, jitter: &str| {
        format!(
            "\u{feff}# feature = 1\r\norogen = 1 # é\r\nname = \"feature = 2\"\r\n\
             domain.size = 1000\r\nheight.field = 'feature'\r\n\r\n\
             [fields.feature]\r\n  type = 'fbm'\r\n\t{quoted}\t= \"3 km\"  # the feature\r\n\
             basis = {{ {jitter}=0.5, type = 'cellular' }}\r\n\
             [fields.b]\r\n{wavelength}   =   5 \r\n type = 'perlin'"
        )
    };
    let former = text("feature", "\"feature\"", "stray");
    let current = text("wavelength", "wavelength", "jitter");
    assert_eq!(migrated(&former).as_deref(), Some(&*current));
    assert_eq!(migrated(&current), None);
    let [former, current] = [&former, &current].map(|text| parse(text).unwrap());
    assert_eq!(former.canonical(), current.canonical());
    assert_eq!(former.warnings.len(), 3);
}

#[test]
fn inline_and_dotted_keys_are_migrated() {
    for (former, current) in [
        ("fields.a = { feature=4, 'type' = 'perlin' }", "fields.a = { wavelength=4, 'type' = 'perlin' }"),
        (
            "fields.a.type = 'fbm'\nfields . a . feature = 5",
            "fields.a.type = 'fbm'\nfields . a . wavelength = 5",
        ),
        (
            "[fields.a]\ntype = 'fbm'\nfeature = 1\n[fields.a.basis]\ntype = 'cellular'\nstray = 1",
            "[fields.a]\ntype = 'fbm'\nwavelength = 1\n[fields.a.basis]\ntype = 'cellular'\njitter = 1",
        ),
        ("view.sand.sparkle = 3", "view.sand.glitter_exponent = 3"),
        ("[view.sand]\nglitter = 2\nalong = 0", "[view.sand]\nglitter = 2\nripple_specular = 0"),
    ] {
        assert_eq!(migrated(former).as_deref(), Some(current));
    }
}

#[test]
fn texts_with_errors_are_not_migrated_blindly() {
    assert!(migrate(&Arc::new(Source::new("x", "fields.a = {")), &REGISTRY).is_err());
    for text in ["", "fields = 3", "fields.a = 3", "view = 3", "view.sand = []", "fields.a.type = 3"] {
        assert_eq!(migrated(text), None);
    }
}
