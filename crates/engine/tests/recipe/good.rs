//! Valid recipes, and their meaning.

use std::path::Path;

use crate::registry::{REGISTRY, parse};
use orogen_engine::recipe::spec::Octaves;
use orogen_engine::recipe::{Air, Clouds, DomainKind, Fog, Input, Palette, Recipe, Sand, Source};

/// A recipe with a value of every kind.
pub(crate) const FULL: &str = r##"
orogen = 1                    # version of the recipe format
name = "Prüfung"
seed = 7

[domain]
kind = "space"
size = "16.384 km"
samples = 2_048
tile = true
z = "-30 cm"

[fields.drift]
type = "fbm"
wavelength = 5_000
octaves = 4
seed = "0xffff_ffff_ffff_ffff"

[fields.ranges]
type = "fbm"
wavelength = "6 km"
octaves = "auto"
gain = 0.6
roughness = { coarse = 0.3, fine = 0.7 }
basis = { type = "cellular", metric = "manhattan" }
displace = { by = "drift", strength = "0.9 km" }

[fields.bent]
type = "curve"
of = "ranges"
points = [[0, 0], [0.5, 0.25], [1, 1]]

[fields.scan]
type = "image"
file = "scans/valley.png"
smooth = false

[fields.all]
type = "mix"
a = "bent"
b = 0.25
mask = "scan"

[height]
field = "all"
scale = "3.2 km"
offset = -12.5

[sea]
level = "-40 m"

[view]
palette = "moon"
air = "mars"
haze = 0.5
stones = 0.25
trees = 0.5

[view.fog]
visibility = "1.5 km"
falloff = 90

[view.sand]
low = "#a41"
high = "#e0b080"
ripple = "30 cm"
wind = -45
"##;

/// The least recipe.
const LEAST: &str = "\
orogen = 1
[domain]
size = 1000
[fields.a]
type = \"fbm\"
wavelength = 100
[height]
field = \"a\"
";

#[test]
fn every_kind_of_value_is_read() {
    let recipe = Recipe::parse(Source::new("x", FULL).in_folder("/maps"), &REGISTRY).unwrap();
    assert_eq!((recipe.version, recipe.seed, recipe.name.as_str()), (1, 7, "Prüfung"));
    let domain = &recipe.domain;
    assert_eq!((domain.kind, domain.size, domain.samples), (DomainKind::Space, 16_384.0, 2048));
    assert_eq!((domain.tile, domain.z), (true, -0.3));
    assert_eq!(recipe.source.slice(domain.size_span), "\"16.384 km\"");
    let ranges = &recipe.fields["ranges"];
    assert_eq!(recipe.source.slice(ranges.span), "ranges");
    assert_eq!(ranges.args.number("wavelength"), 6000.0);
    assert_eq!(ranges.args.octaves("octaves"), Octaves::Auto);
    assert_eq!(ranges.args.roughness("roughness"), Some((0.3, 0.7)));
    assert!(ranges.args.given("gain"), "given beside what takes its place: for the node to refuse");
    assert_eq!(ranges.args.seed(), None);
    let (basis, args) = ranges.args.basis("basis");
    assert_eq!((basis.name, args.choice("metric"), args.number("jitter")), ("cellular", "manhattan", 1.0));
    let displace = ranges.displace.as_ref().unwrap();
    assert_eq!((displace.by.as_str(), displace.strength), ("drift", 900.0));
    let drift = &recipe.fields["drift"].args;
    assert_eq!((drift.octaves("octaves"), drift.seed()), (Octaves::Count(4), Some(u64::MAX)));
    assert_eq!(recipe.fields["bent"].args.points("points"), [[0.0, 0.0], [0.5, 0.25], [1.0, 1.0]]);
    let scan = &recipe.fields["scan"].args;
    assert_eq!(scan.file("file"), Path::new("/maps/scans/valley.png"));
    assert!(!scan.flag("smooth"));
    assert!(matches!(&recipe.fields["all"].inputs[..],
        [Input::Field(a, _), Input::Number(0.25, _), Input::Field(mask, _)] if a == "bent" && mask == "scan"));
    assert_eq!(
        (recipe.height.field.as_str(), recipe.height.scale, recipe.height.offset),
        ("all", 3200.0, -12.5)
    );
    assert_eq!(recipe.sea.map(|sea| sea.level), Some(-40.0));
    let view = &recipe.view;
    assert_eq!((view.palette, view.air, view.haze), (Palette::Moon, Air::Mars, 0.5));
    assert_eq!((view.stones, view.trees), (0.25, 0.5));
    assert_eq!(view.fog, Some(Fog { visibility: 1500.0, level: -40.0, falloff: 90.0 }));
    let sand = Sand {
        low: [0xaa, 0x44, 0x11],
        high: [0xe0, 0xb0, 0x80],
        ripple: 0.3,
        wind: -45.0,
        ..Sand::default()
    };
    assert_eq!(view.sand, sand);
}

#[test]
fn defaults_are_filled_in() {
    let recipe = parse(LEAST).unwrap();
    let domain = &recipe.domain;
    assert_eq!((domain.kind, domain.samples, domain.tile, domain.z), (DomainKind::Plane, 1024, false, 0.0));
    assert_eq!((recipe.name.as_str(), recipe.seed, recipe.view.palette), ("", 0, Palette::Alpine));
    assert_eq!((recipe.height.scale, recipe.height.offset, recipe.sea), (1.0, 0.0, None));
    assert_eq!((recipe.view.air, recipe.view.haze, recipe.view.fog), (Air::Earth, 3.0, None));
    assert_eq!((recipe.view.stones, recipe.view.trees, recipe.view.sand), (1.0, 1.0, Sand::default()));
    let args = &recipe.fields["a"].args;
    assert_eq!(
        (args.number("gain"), args.optional_number("hurst"), args.roughness("roughness")),
        (0.5, None, None)
    );
    assert_eq!(args.basis("basis").0.name, "perlin");
    assert!(args.given("wavelength") && !args.given("gain"));
    assert_eq!(recipe.source.slice(args.span("wavelength")), "100");
    assert_eq!(args.span("gain"), recipe.fields["a"].span);
    let error = args.error("wavelength", "too long", "shorten it");
    assert_eq!(error.to_string(), "test.toml:6:14: too long\n  help: shorten it");
}

/// The least recipe of a planet.
const PLANET: &str = "\
orogen = 1
[domain]
kind = \"planet\"
radius = \"6371 km\"
[fields.a]
type = \"fbm\"
wavelength = 100
[height]
field = \"a\"
";

#[test]
fn a_planet_goes_by_its_radius() {
    let domain = parse(PLANET).unwrap().domain;
    assert_eq!(domain.sphere().map(|sphere| sphere.radius()), Some(6_371_000.0));
    assert!((domain.size - 40_030_173.592_041).abs() < 1e-6, "once around");
    assert_eq!((domain.samples, domain.tile, domain.kind.name()), (2048, false, "planet"));
    assert!((domain.spacing() - 19_545.983).abs() < 1e-3);
    let wide = parse(&PLANET.replace("kind", "samples = 720\nkind")).unwrap().domain;
    assert_eq!(wide.samples, 720);
    for (text, metres) in [("1 km", 1e3), ("100000 km", 1e8)] {
        let domain = parse(&PLANET.replace("6371 km", text)).unwrap().domain;
        assert_eq!(domain.sphere().map(|sphere| sphere.radius()), Some(metres));
    }
    assert_eq!(parse(LEAST).unwrap().domain.sphere(), None);
}

#[test]
fn a_sea_lies_at_zero_unless_it_says_otherwise() {
    let level = |lines: &str| parse(&format!("{LEAST}{lines}")).unwrap().sea.map(|sea| sea.level);
    assert_eq!(level(""), None);
    assert_eq!(level("[sea]"), Some(0.0));
    assert_eq!(level("[sea]\nlevel = 12"), Some(12.0));
    let canonical = |lines: &str| parse(&format!("{LEAST}{lines}")).unwrap().canonical();
    assert_eq!(canonical("[sea]"), canonical("[sea]\nlevel = \"0 m\""));
    assert_ne!(canonical("[sea]"), canonical(""));
}

#[test]
fn strokes_are_named_by_a_path_in_the_folder_of_the_recipe() {
    let text = format!("{LEAST}[sculpt]\nstrokes = \"sub/a.strokes\"\n");
    let source = Source::new("recipe.toml", text.as_str()).in_folder("project");
    let recipe = Recipe::parse(source, &super::registry::REGISTRY).unwrap();
    let sculpt = recipe.sculpt.as_ref().unwrap();
    assert_eq!(sculpt.strokes, std::path::Path::new("project/sub/a.strokes"));
    assert_eq!(recipe.source.slice(sculpt.span), "\"sub/a.strokes\"");
    assert!(recipe.canonical().contains("sculpt.strokes = \"sub/a.strokes\"\n"));
    assert_eq!(parse(LEAST).unwrap().sculpt, None);
}

/// Each kind of air has its own default haze, and the default level of fog is that of the sea.
#[test]
fn what_pictures_leave_out_follows_from_the_rest() {
    let view = |lines: &str| parse(&format!("{LEAST}{lines}")).unwrap().view;
    for air in Air::ALL {
        let view = view(&format!("[view]\nair = \"{}\"", air.name()));
        assert_eq!((view.air, view.haze), (air, air.haze()));
    }
    let level = |lines: &str| view(lines).fog.map(|fog| fog.level);
    assert_eq!(level("[view.fog]"), Some(0.0));
    assert_eq!(level("[view.fog]\n[sea]\nlevel = 30"), Some(30.0));
    assert_eq!(level("[view.fog]\nlevel = \"1 km\"\n[sea]\nlevel = 30"), Some(1000.0));
}

/// Clouds accept both ends of their ranges and survive the canonical text. They need air, and on planets they have no thickness.
#[test]
fn clouds_are_read_where_there_is_air_to_hold_them() {
    let planet = LEAST.replace("size = 1000", "kind = \"planet\"\nradius = \"6371 km\"");
    assert_ne!(planet, LEAST);
    for land in [LEAST, &planet] {
        let parsed = |lines: &str| parse(&format!("{land}{lines}"));
        let clear = parsed("").unwrap();
        assert_eq!(clear.view.clouds, None);
        let usual = Clouds::usual(&clear.domain);
        assert_eq!(parsed("[view.clouds]").unwrap().view.clouds, Some(usual));
        for key in Clouds::numbers(&clear.domain) {
            for end in [key.least, key.most] {
                let recipe = parsed(&format!("[view.clouds]\n{} = {end:?}", key.name)).unwrap();
                assert_eq!(recipe.view.clouds.map(|clouds| key.get(&clouds)), Some(end));
                assert_eq!(parse(&recipe.canonical()).unwrap().view, recipe.view);
                let beyond = if end == key.least { end - 1.0 } else { end + 1.0 };
                assert!(parsed(&format!("[view.clouds]\n{} = {beyond:?}", key.name)).is_err());
            }
        }
        let error = parsed("[view]\nair = \"none\"\nclouds = {}").unwrap_err().to_string();
        assert!(error.contains("without air"), "{error}");
    }
    let error = parse(&format!("{planet}[view.clouds]\nthickness = 500")).unwrap_err().to_string();
    assert!(error.contains("no thickness"), "{error}");
}

/// Every number accepts both ends of its range and nothing beyond, and survives the canonical text. Its default is between the
/// ends, and the canonical text omits it.
#[test]
fn numbers_of_sand_are_read_where_they_belong() {
    let parsed = |name: &str, number: f64| parse(&format!("{LEAST}[view.sand]\n{name} = {number:?}"));
    for key in &Sand::NUMBERS {
        let usual = key.get(&Sand::default());
        assert!(!key.help.is_empty() && key.least < usual && usual < key.most, "{}", key.name);
        assert_eq!(parsed(key.name, usual).unwrap().canonical(), parse(LEAST).unwrap().canonical());
        for end in [key.least, key.most] {
            let recipe = parsed(key.name, end).unwrap();
            let mut expected = Sand::default();
            key.set(&mut expected, end);
            assert_eq!((recipe.view.sand, key.get(&expected)), (expected, end), "{}", key.name);
            assert!(format!("{expected:?}").contains(&format!(" {}: {end:?}", key.name)), "{expected:?}");
            assert_eq!(expected.fault(), None);
            assert_eq!(parse(&recipe.canonical()).unwrap().view, recipe.view);
        }
        for beyond in [key.least - 1.0, key.most + 1.0] {
            let error = parsed(key.name, beyond).unwrap_err();
            assert_eq!((error.line(), error.label.as_str()), (10, "out of range"), "{error}");
            let mut wrong = Sand::default();
            key.set(&mut wrong, beyond);
            assert!(wrong.fault().unwrap().contains(key.name));
        }
    }
}

#[test]
fn seeds_reach_the_upper_half() {
    for (written, seed) in [
        ("9223372036854775807", i64::MAX as u64),
        ("18446744073709551615", u64::MAX),
        ("0xdead_beef", 0xdead_beef),
        ("\"18446744073709551615\"", u64::MAX),
        ("\"0x8000000000000000\"", 1 << 63),
    ] {
        let text = LEAST.replacen('\n', &format!("\nseed = {written}\n"), 1);
        assert_eq!(parse(&text).unwrap().seed, seed, "{written}");
    }
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_change_nothing() {
    let windows = format!("\u{feff}{}", FULL.replace('\n', "\r\n"));
    assert_eq!(parse(&windows).unwrap().canonical(), parse(FULL).unwrap().canonical());
}

#[test]
fn the_canonical_text_is_a_recipe_of_the_same_meaning() {
    for text in [FULL, LEAST, PLANET] {
        let canonical = parse(text).unwrap().canonical();
        assert_eq!(parse(&canonical).unwrap().canonical(), canonical);
    }
    let odd = FULL.replace("scans/valley.png", r#"a\\b \"c\"\u0007\t é"#);
    let canonical = parse(&odd).unwrap().canonical();
    assert_eq!(parse(&canonical).unwrap().fields["scan"].args.file("file"), Path::new("a\\b \"c\"\u{7}\t é"));
}

#[test]
fn a_recipe_with_absolute_paths_finds_its_files_from_any_folder() {
    let source = Source::new("recipe.toml", FULL).in_folder("project");
    let absolute = Recipe::parse(source, &super::registry::REGISTRY).unwrap().with_absolute_paths();
    let again = parse(&absolute.canonical()).unwrap();
    let whole = std::path::absolute("project/scans/valley.png").unwrap();
    assert_eq!(parse(FULL).unwrap().fields["scan"].args.written_file("file"), Some("scans/valley.png"));
    assert_eq!([&absolute, &again].map(|recipe| recipe.fields["scan"].args.file("file")), [&*whole; 2]);
}

#[test]
fn the_canonical_text_is_stable() {
    let expected = r#"domain.kind = "plane"
domain.samples = 1024
domain.size = 1000.0
domain.tile = false
fields.a.basis.type = "perlin"
fields.a.gain = 0.5
fields.a.lacunarity = 2.0
fields.a.octaves = "auto"
fields.a.rotate = 0.0
fields.a.type = "fbm"
fields.a.wavelength = 100.0
height.field = "a"
height.offset = 0.0
height.scale = 1.0
orogen = 1
seed = "0x0000000000000000"
view.palette = "alpine"
"#;
    assert_eq!(parse(LEAST).unwrap().canonical(), expected);
}

#[test]
fn a_default_whose_place_another_takes_is_not_written() {
    for other in ["hurst = 1.0", "roughness = { coarse = 0.3, fine = 0.6 }"] {
        let canonical = parse(&LEAST.replace("wavelength = 100", &format!("wavelength = 100\n{other}")))
            .unwrap()
            .canonical();
        assert!(
            canonical.contains("fields.a.lacunarity = 2.0\n") && !canonical.contains("gain"),
            "{canonical}"
        );
    }
}

#[test]
fn only_the_meaning_reaches_the_canonical_text() {
    let canonical = |text: &str| parse(text).unwrap().canonical();
    let same = [
        LEAST.replace("1000", "\"1 km\""),
        LEAST.replace("= 100\n", "= 1e2 # metres\ngain = 0.50\nrotate = -0.0\n"),
        LEAST.replacen('\n', "\nname = \"Alps\"\n\n", 1),
        LEAST.to_owned() + "[view]\nair = \"earth\"\nhaze = 3\nstones = 1\ntrees = 1\nsand = { grain = 0.6, low = \"#B87f4a\" }",
        "domain = { size = 1_000 }\norogen = 1\nheight.field = \"a\"\n[fields]\na = { wavelength = 100.0, type = 'fbm' }"
            .to_owned(),
    ];
    for text in same {
        assert_eq!(canonical(&text), canonical(LEAST), "{text}");
    }
    for (from, to) in [
        ("size = 1000", "size = 1001"),
        ("wavelength = 100", "wavelength = 100\ngain = 0.6"),
        ("wavelength = 100", "wavelength = 100\nhurst = 1.0"),
        ("wavelength = 100", "wavelength = 100\nbasis = \"cellular\""),
        ("wavelength = 100", "wavelength = 100\nseed = 0"),
        ("field = \"a\"", "field = \"a\"\noffset = 1"),
        ("field = \"a\"", "field = \"a\"\n[view]\nair = \"none\""),
        ("field = \"a\"", "field = \"a\"\n[view]\nhaze = 1"),
        ("field = \"a\"", "field = \"a\"\n[view]\nstones = 0"),
        ("field = \"a\"", "field = \"a\"\n[view]\ntrees = 0"),
        ("field = \"a\"", "field = \"a\"\n[view.fog]"),
        ("field = \"a\"", "field = \"a\"\n[view.sand]\nlow = \"#000\""),
    ] {
        assert_ne!(canonical(&LEAST.replace(from, to)), canonical(LEAST), "{to}");
    }
}

#[test]
fn a_thousand_fields_in_a_chain_are_walked() {
    let mut text = LEAST.to_owned();
    for i in 1..1000 {
        let before = if i == 1 { "a".to_owned() } else { format!("f{}", i - 1) };
        text += &format!("[fields.f{i}]\ntype = \"mix\"\na = \"{before}\"\nb = \"a\"\nmask = 0\n");
    }
    assert_eq!(parse(&text).unwrap().fields.len(), 1000);
    let error = parse(&(text + "[fields.g]\ntype = \"perlin\"\nwavelength = 1")).unwrap_err();
    assert_eq!(error.message, "the recipe has 1001 fields");
}

#[test]
fn short_colours_are_as_in_css() {
    let colors = |color: &str| {
        let text = "orogen = 1\ndomain.size = 9\nheight.field = 'a'\nfields.a = { type = 'constant' }\n";
        let source =
            Source::new("colour.toml", format!("{text}materials = [{{ name = 'a', color = '{color}' }}]\n"));
        Recipe::parse(source, &super::registry::REGISTRY).unwrap().materials[0].color
    };
    assert_eq!((colors("#fff"), colors("#1aE")), ([255; 3], [0x11, 0xaa, 0xee]));
    assert_eq!(colors("#1a2b3c"), [0x1a, 0x2b, 0x3c]);
}

/// The canonical text of scattered kinds is a recipe with the same kinds, and every key of a kind changes it.
#[test]
fn scattered_kinds_have_a_canonical_text() {
    const TEXT: &str = "orogen = 1\ndomain.size = 9\nheight.field = 'a'\nfields.a = { type = 'constant' }\n\
        materials = [{ name = 'wood', color = '#fff' }, { name = 'rock', color = '#000' }]\n\
        [[scatter]]\nname = 'pine'\nspacing = '6 m'\nmaterials = ['wood']\nheight = [1, 2]\nslope = [40, 30]\n\
        curvature = [0, 1, 2, 3]\nnoise = { field = 'a', range = [0, 1] }\nscale = [0.5, 1.5]\nyaw = [0, 90]\n\
        tilt = 0.5\nseed = 3\nshape = 'tree'\ncolor = '#123456'\nunder_water = true\n\
        [[scatter]]\nname = 'rock'\ndensity = 120\nnoise = [{ field = 'a', range = [0, 1] }, { field = 'a', range = [2, 1] }]\n";
    let recipe = parse(TEXT).unwrap();
    let [pine, rock] = &recipe.scatter[..] else { panic!("two kinds") };
    assert_eq!((pine.spacing, pine.scale, pine.rules.materials.len()), (6.0, [0.5, 1.5], 1));
    assert_eq!((rock.yaw, rock.tilt, rock.rules.noises.len()), ([0.0, 360.0], 0.0, 2));
    let again = parse(&recipe.canonical()).unwrap();
    assert_eq!(again.canonical(), recipe.canonical());
    for (from, to) in [
        ("'pine'", "'larch'"),
        ("6 m", "7 m"),
        ("['wood']", "['rock']"),
        ("[1, 2]", "[1, 3]"),
        ("[40, 30]", "[45, 30]"),
        ("[0, 1, 2, 3]", "[0, 1, 2, 4]"),
        ("'a', range = [0, 1] }\nscale", "'a', range = [0, 2] }\nscale"),
        ("1.5", "1.6"),
        ("90", "80"),
        ("tilt = 0.5", "tilt = 0.25"),
        ("seed = 3", "seed = 4"),
        ("'tree'", "'grass'"),
        ("#123456", "#123457"),
        ("true", "false"),
        ("120", "121"),
    ] {
        assert!(TEXT.contains(from), "{from}");
        let changed = parse(&TEXT.replace(from, to)).unwrap();
        assert_ne!(changed.canonical(), recipe.canonical(), "{from}");
    }
}
