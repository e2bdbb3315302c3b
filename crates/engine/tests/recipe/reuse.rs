//! `use`: fields of other recipes, and their errors.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use orogen_engine::image::{Image, NoImages, Reading};
use orogen_engine::nodes::registry;
use orogen_engine::recipe::{Recipe, RecipeError, Settings, Source};
use orogen_engine::terrain::{Images, Terrain};
use orogen_noise::Level;

/// A recipe with a parameter, whose heights are `2 · (level + 3 · bumps) + 10`.
const GROUND: &str = "orogen = 1\ndomain.size = 1000\nheight = { field = 'sum', scale = 2, offset = 10 }\n\
    [parameters]\nlevel = { value = 1.0, range = [0, 100] }\n\
    [fields.base]\ntype = 'constant'\nvalue = 'level'\n\
    [fields.bumps]\ntype = 'fbm'\nwavelength = 90.0\n\
    [fields.sum]\ntype = 'add'\na = 'base'\nb = '3 * bumps'\n";

fn head(field: &str) -> String {
    format!("orogen = 1\ndomain.size = 1000\n[height]\nfield = \"{field}\"\n")
}

/// Parses a text as the recipe `mine.toml` of a folder with other files.
fn with_files(files: &[(&str, &str)], text: &str) -> Result<Recipe, RecipeError> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::write(folder.path().join("binary.toml"), [0xFF, 0xFE, 0]).unwrap();
    Recipe::parse(Source::new("mine.toml", text).in_folder(folder.path()), registry())
}

/// Parses a text beside `ground.toml`.
fn with_ground(text: &str) -> Result<Recipe, RecipeError> {
    with_files(&[("ground.toml", GROUND)], text)
}

/// Heights of a recipe at positions that no lattice favours.
fn heights(recipe: &Recipe) -> Vec<f64> {
    let terrain = Terrain::new(recipe, &NoImages, recipe.domain.spacing()).unwrap();
    let points: Vec<[f64; 3]> =
        (0..64).map(|k| [13.7 * f64::from(k), 911.3 - 7.1 * f64::from(k), 0.0]).collect();
    terrain.sample::<f64>(Level::best(), &points).iter().map(|sample| sample.height).collect()
}

#[test]
fn heights_are_those_of_the_used_recipe_in_metres() {
    let text = head("a") + "[fields.a]\nuse = 'ground.toml'\nlevel = 4\nbumps = 0.5\n";
    let recipe = with_ground(&text).unwrap();
    assert!(heights(&recipe).iter().all(|&height| height == 2.0 * (4.0 + 1.5) + 10.0));
    let uses = recipe.fields["a"].uses.as_ref().unwrap();
    assert_eq!((uses.name.as_str(), uses.parameters[0].value), ("ground.toml", 4.0));
    assert_eq!(recipe.written_fields().map(|field| &*field.name).collect::<Vec<_>>(), ["a"]);
    assert!(recipe.files.iter().any(|file| file.ends_with("ground.toml")), "{:?}", recipe.files);
}

#[test]
fn fields_of_used_recipes_have_names() {
    let text = head("a.base + 2 * a.bumps - a") + "[fields.a]\nuse = 'ground.toml'\nbumps = 0.25\n";
    let recipe = with_ground(&text).unwrap();
    let expected = 1.0 + 0.5 - (2.0 * (1.0 + 0.75) + 10.0);
    assert!(heights(&recipe).iter().all(|&height| height == expected));
    // They can be exported, and settings of the recipe reach them.
    let recipe = with_ground(
        "orogen = 1\ndomain.size = 1000\nheight.field = 'a'\n[parameters]\nhigh = 7.0\n\
         [fields.a]\nuse = 'ground.toml'\nlevel = '2 * high'\nbumps = 0\n",
    );
    let recipe = recipe.unwrap().exporting(&["a.base"]).unwrap();
    assert_eq!(recipe.further_fields().collect::<Vec<_>>(), ["a.base"]);
    assert!(heights(&recipe).iter().all(|&height| height == 2.0 * 14.0 + 10.0));
}

#[test]
fn parameters_of_the_recipe_reach_the_one_that_it_uses() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ground.toml"), GROUND).unwrap();
    let text = "orogen = 1\ndomain.size = 1000\nheight.field = 'a'\n[parameters]\nhigh = 7.0\n\
                [fields.a]\nuse = 'ground.toml'\nlevel = 'high'\nbumps = 0\n";
    let recipe = Recipe::parse(Source::new("mine.toml", text).in_folder(folder.path()), registry()).unwrap();
    let higher = recipe.with_settings(registry(), &Settings::from([("high".to_owned(), 9.0)])).unwrap();
    assert!(heights(&higher).iter().all(|&height| height == 2.0 * 9.0 + 10.0));
}

/// Two uses differ, uses with the same seed agree, and the seed of the recipe changes all.
#[test]
fn seeds_follow_the_name_or_the_seed_of_the_field() {
    let of = |seed: u64, field: &str, seeds: [&str; 2]| {
        let use_of = |name: &str, seed: &str| format!("[fields.{name}]\nuse = 'ground.toml'\n{seed}\n");
        let text =
            format!("seed = {seed}\n{}{}{}", head(field), use_of("a", seeds[0]), use_of("b", seeds[1]));
        heights(&with_ground(&text).unwrap())
    };
    assert_ne!(of(1, "a", ["", ""]), of(1, "b", ["", ""]));
    assert_eq!(of(1, "a", ["seed = 5", "seed = 5"]), of(1, "b", ["seed = 5", "seed = 5"]));
    assert_ne!(of(1, "a", ["", ""]), of(2, "a", ["", ""]));
}

/// `a` uses `b.toml`, whose `b` uses `ground.toml`.
#[test]
fn used_recipes_may_use_others() {
    let inner = head("b + 1") + "[fields.b]\nuse = '../ground.toml'\nlevel = 3\nbumps = 0\n";
    let text = head("a + a.b.base") + "[fields.a]\nuse = 'parts/b.toml'\n";
    let recipe = with_files(&[("ground.toml", GROUND), ("parts/b.toml", &inner)], &text).unwrap();
    assert!(heights(&recipe).iter().all(|&height| height == 2.0 * 3.0 + 10.0 + 1.0 + 3.0));
    assert_eq!(recipe.files.len(), 2);
}

#[test]
fn fields_of_the_recipe_take_the_place_of_used_ones() {
    let rest = "[fields.hills]\ntype = 'fbm'\nwavelength = 300\nseed = 3\n";
    let used = head("a") + rest + "[fields.a]\nuse = 'ground.toml'\nbase = '4 * hills'\nbumps = 0\n";
    let by_hand = head("8 * hills + 10") + rest;
    let [used, by_hand] = [used, by_hand].map(|text| heights(&with_ground(&text).unwrap()));
    for (used, by_hand) in used.iter().zip(by_hand) {
        assert!((used - by_hand).abs() < 1e-9, "{used} and {by_hand}");
    }
}

#[test]
fn the_field_can_be_displaced() {
    let rest = "[fields.one]\ntype = 'constant'\nvalue = 1\n[fields.a]\nuse = 'ground.toml'\n";
    let moved = with_ground(&(head("a") + rest + "displace = { by = 'one', strength = 50 }\n")).unwrap();
    assert_ne!(heights(&moved), heights(&with_ground(&(head("a") + rest)).unwrap()));
}

#[test]
fn canonical_texts_need_no_other_file() {
    let text = "seed = 9\n".to_owned()
        + &head("a.base + 2 * a")
        + "[fields.hills]\ntype = 'fbm'\nwavelength = 300\n\
           [fields.a]\nuse = 'ground.toml'\nbase = '4 * hills'\n\
           [fields.c]\nuse = 'coast'\n";
    let recipe = with_ground(&text).unwrap();
    let canonical = recipe.canonical();
    let again = Recipe::parse(Source::new("canonical", canonical.as_str()), registry());
    let again = again.unwrap_or_else(|error| panic!("{error}\n{canonical}"));
    assert_eq!(again.canonical(), canonical);
    assert_eq!(heights(&again), heights(&recipe));
}

/// Pictures of used recipes are found from their own folder.
#[test]
fn paths_are_relative_to_the_recipe_that_has_them() {
    let inner = head("dem") + "[fields.dem]\ntype = 'image'\nfile = 'dem.png'\n";
    let text = head("a") + "[fields.a]\nuse = 'parts/b.toml'\n";
    let recipe = with_files(&[("parts/b.toml", &inner)], &text).unwrap();
    let (_, path) = recipe.fields["a.dem"].files().next().unwrap();
    assert!(path.ends_with("parts/dem.png"), "{path:?}");
    assert!(recipe.canonical().contains("file = \"parts/dem.png\""), "{}", recipe.canonical());
}

/// A section for `[fields.a]`, and what the error says.
const WRONG: &[(&str, &[&str])] = &[
    ("use = 'lost.toml'", &["mine.toml:6:7", "cannot read `lost.toml`", "from the folder of this recipe"]),
    ("use = 'cost'", &["no part is named `cost`", "did you mean `coast`?"]),
    ("use = 'cost'\ntype = 'fbm'", &["no part is named `cost`"]),
    ("use = 3", &["mine.toml:6:7", "wants a part or the path of a recipe"]),
    ("use = '.'", &["cannot read `.`: it is a folder"]),
    ("use = 'binary.toml'", &["it is not UTF-8 text"]),
    ("use = 'seeded.toml'", &["has a parameter `seed`", "rename the parameter"]),
    ("use = 'ground.toml'\nbase = true", &["mine.toml:7:8", "a field, an expression or a number"]),
    (
        "use = 'ground.toml'\n[fields.\"a.base\"]\ntype = 'constant'",
        &["`a.base` belongs to the recipe that `a` uses"],
    ),
    ("use = 'ground.toml'\ntype = 'fbm'", &["mine.toml:7:1", "a `type` or a `use`, not both"]),
    (
        "use = 'ground.toml'\nlevl = 2",
        &["mine.toml:7:1", "no parameter or field `levl`", "did you mean `level`?"],
    ),
    ("use = 'ground.toml'\nlevel = 200", &["mine.toml:7:9", "out of range: 200"]),
    ("use = 'ground.toml'\nbase = 'lost'", &["mine.toml:7:8", "no field is named `lost`"]),
    ("use = 'ground.toml'\nbase = 'a'", &["mine.toml:7:8", "in a cycle"]),
    (
        "use = 'broken.toml'",
        &["broken.toml:4:8", "no node is named `fmb`", "`a` uses this recipe: mine.toml:5:9"],
    ),
    (
        "use = 'lacking.toml'",
        &["lacking.toml:3:20", "no field is named `lost`", "`a` uses this recipe: mine.toml:5"],
    ),
    ("use = 'one.toml'", &["two.toml:4:7", "`one.toml` uses itself", "one.toml:3", "mine.toml:5"]),
];

#[test]
fn errors_say_where_and_what_to_do() {
    let files = [
        ("ground.toml", GROUND),
        ("broken.toml", "orogen = 1\ndomain.size = 1\n[fields.x]\ntype = 'fmb'\n"),
        (
            "lacking.toml",
            "orogen = 1\ndomain.size = 1\nheight = { field = 'lost' }\n[fields.x]\ntype = 'constant'\n",
        ),
        (
            "seeded.toml",
            "orogen = 1\ndomain.size = 1\nheight.field = 'x'\n[parameters]\nseed = 1\n[fields.x]\ntype = 'constant'\n",
        ),
        ("one.toml", "orogen = 1\ndomain.size = 1\n[fields.x]\nuse = 'two.toml'\n[height]\nfield = 'x'\n"),
        ("two.toml", "orogen = 1\ndomain.size = 1\n[fields.y]\nuse = 'one.toml'\n[height]\nfield = 'y'\n"),
    ];
    for (section, parts) in WRONG {
        let text = head("a") + "[fields.a]\n" + section + "\n";
        let error = with_files(&files, &text).expect_err(section).to_string();
        for part in *parts {
            assert!(error.contains(part), "`{part}` is not in\n{error}\nof\n{section}");
        }
    }
}

/// A chain of 20 recipes is refused, and so are 1000 uses, which would take long.
#[test]
fn many_uses_are_refused() {
    let chain: Vec<(String, String)> = (0..20)
        .map(|k| (format!("{k}.toml"), format!("{}[fields.a]\nuse = '{}.toml'\n", head("a"), k + 1)))
        .collect();
    let chain: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (&**name, &**text)).collect();
    let error = with_files(&chain, &(head("a") + "[fields.a]\nuse = '0.toml'\n")).unwrap_err();
    assert_eq!(error.message, "too many recipes use one another");
    let many: String = (0..1000).map(|k| format!("[fields.a{k}]\nuse = 'coast'\n")).collect();
    let error = with_ground(&(head("a1") + &many)).unwrap_err();
    assert_eq!(error.message, "too many recipes use one another");
}

/// A name with a dot belongs to a used recipe in a canonical text. It must not replace a result.
#[test]
fn names_with_dots_do_not_replace_results() {
    let land =
        "[fields.hills]\ntype = 'fbm'\nwavelength = 300\n[fields.land]\ntype = 'erosion'\ninput = 'hills'\n";
    let text = head("land") + land + "[fields.'land.flow']\ntype = 'constant'\n";
    let error = with_ground(&text).unwrap_err();
    assert_eq!(error.message, "`land.flow` is already a result of `land`");
    let odd = with_ground(&(head("land") + land + "[fields.'sea.1']\ntype = 'constant'\n"));
    assert_eq!(odd.unwrap_err().message, "`sea.1` is not a valid name of a field");
}

/// Only the fields of a used recipe have an effect. Its water and its materials may name any field.
#[test]
fn sections_of_used_recipes_have_no_effect() {
    let inner = GROUND.to_owned()
        + "[water]\nfield = 'base'\n[[materials]]\nname = 'rock'\ncolor = '#777777'\nnoise = { field = 'bumps', range = [0, 1] }\n\
           [sculpt]\nstrokes = 'lost.strokes'\n";
    let recipe = with_files(&[("in.toml", &inner)], &(head("a") + "[fields.a]\nuse = 'in.toml'\n")).unwrap();
    assert!(recipe.water.is_none() && recipe.materials.is_empty() && recipe.sculpt.is_none());
    heights(&recipe);
}

/// Whoever reads only `a.bumps` also uses `a`.
#[test]
fn fields_whose_inner_fields_are_read_are_used() {
    let warnings = |field: &str| {
        let recipe =
            with_ground(&(head(field) + "[fields.a]\nuse = 'ground.toml'\n[fields.b]\ntype = 'constant'\n"));
        let recipe = recipe.unwrap();
        let terrain = Terrain::new(&recipe, &NoImages, 10.0).unwrap();
        terrain.warnings().iter().map(|warning| warning.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(warnings("100 * a.bumps"), ["the field `b` is not used"]);
    assert_eq!(warnings("100 * b"), ["the field `a` is not used"]);
}

/// A replaced field has no results: reading one is an error at the place in the used recipe.
#[test]
fn results_of_replaced_fields_are_gone() {
    let inner = head("land + 0.1 * land.flow")
        + "[fields.hills]\ntype = 'fbm'\nwavelength = 300\n[fields.land]\ntype = 'erosion'\ninput = 'hills'\n";
    let text = head("a") + "[fields.a]\nuse = 'in.toml'\nland = 3\n";
    let error = with_files(&[("in.toml", &inner)], &text).unwrap_err().to_string();
    assert!(error.contains("in.toml:4:") && error.contains("no field is named `a.land.flow`"), "{error}");
}

/// Errors of nodes are found when the terrain is built. They, too, say where the recipe is used.
#[test]
fn errors_of_nodes_say_where_the_recipe_is_used() {
    let inner = head("x")
        + "[fields.x]\ntype = 'curve'\ninput = 'y'\npoints = [[0.0, 0.0]]\n[fields.y]\ntype = 'ramp'\n";
    let recipe = with_files(&[("in.toml", &inner)], &(head("a") + "[fields.a]\nuse = 'in.toml'\n")).unwrap();
    let error = Terrain::new(&recipe, &NoImages, 10.0).unwrap_err().to_string();
    assert!(error.contains("in.toml:8:10"), "{error}");
    assert!(error.ends_with("`a` uses this recipe: mine.toml:5:9"), "{error}");
}

/// Values of parameters change without the disk: the files of these recipes are gone.
#[test]
fn used_files_are_read_once() {
    let text = head("a + b").replace("[height]", "[parameters]\nhigh = 7.0\n[height]");
    let uses = |name: &str| format!("[fields.{name}]\nuse = 'ground.toml'\nlevel = 'high'\nbumps = 0\n");
    let recipe = with_ground(&(text + &uses("a") + &uses("b"))).unwrap();
    let higher = recipe.with_settings(registry(), &Settings::from([("high".to_owned(), 9.0)])).unwrap();
    assert!(heights(&higher).iter().all(|&height| height == 2.0 * (2.0 * 9.0 + 10.0)));
    let edited =
        Source { text: recipe.source.text.replace("a + b", "a - b").into(), ..(*recipe.source).clone() };
    let edited = Recipe::parse_with(edited, registry(), recipe.texts).unwrap();
    assert!(heights(&edited).iter().all(|&height| height == 0.0));
    // Without the texts, the file is missing.
    assert!(Recipe::parse((*higher.source).clone(), registry()).unwrap_err().message.contains("cannot read"));
}

/// The product that the heights of a used recipe need is an expression, which no name reaches.
#[test]
fn the_parser_adds_no_named_fields() {
    let recipe = with_ground(&(head("a") + "[fields.a]\nuse = 'ground.toml'\n")).unwrap();
    let names: Vec<_> = recipe.defined_fields().map(|field| &*field.name).collect();
    assert_eq!(names, ["a", "a.base", "a.bumps", "a.sum"]);
    let error = with_ground(&(head("a.scaled") + "[fields.a]\nuse = 'ground.toml'\n")).unwrap_err();
    assert!(error.message.contains("no field is named"), "{error}");
    // The height of a used recipe may be an expression, and a number.
    for (field, expected) in
        [("base + 2", 2.0 * 3.0 + 10.0), ("base * base", 12.0), ("3", 16.0), ("level", 12.0)]
    {
        let ground = GROUND.replace("'sum'", &format!("'{field}'"));
        let recipe =
            with_files(&[("in.toml", &ground)], &(head("a") + "[fields.a]\nuse = 'in.toml'\n")).unwrap();
        assert!(heights(&recipe).iter().all(|&height| height == expected), "{field}");
        let again = Recipe::parse(Source::new("again.toml", recipe.canonical()), registry()).unwrap();
        assert_eq!(again.canonical(), recipe.canonical());
    }
}

#[test]
fn uses_have_their_seed_and_the_fields_that_they_replace() {
    let text =
        head("a") + "[fields.a]\nuse = 'ground.toml'\nseed = 5\nlevel = 2\nbumps = 0\nbase = 'a.sum'\n";
    let error = with_ground(&text).unwrap_err();
    assert!(error.message.contains("cycle") || error.message.contains("itself"), "{error}");
    let recipe = with_ground(&text.replace("'a.sum'", "4")).unwrap();
    let uses = recipe.fields["a"].uses.as_ref().unwrap();
    assert_eq!((uses.seed, uses.replaced.join(" ")), (Some(5), "bumps base".to_owned()));
}

/// Counts solutions that were not known before.
#[derive(Default)]
struct Counting(AtomicUsize);

impl Images for Counting {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
        NoImages.load(path, reading)
    }

    fn draft(&self) -> u32 {
        4
    }

    fn keep(&self, _key: &str, _numbers: &[f32]) -> Result<(), (String, String)> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

#[test]
fn equal_erosion_is_solved_once() {
    let land = "orogen = 1\ndomain.size = 4000\nheight = { field = 'land', scale = 700, offset = 20 }\n\
        [parameters]\nhigh = 700.0\n[fields.hills]\ntype = 'fbm'\nwavelength = 1900\noctaves = 3\n\
        [fields.shift]\ntype = 'ramp'\n[fields.bent]\ntype = 'scale'\ninput = 'hills + 0.1 * shift'\nfactor = 0.9\n\
        displace = { by = 'hills', strength = 90.0 }\n\
        [fields.land]\ntype = 'erosion'\ninput = 'bent'\nscale = 'high'\ndetail = 50\n";
    let solutions = |seed: u32, a: &str, b: &str| {
        let uses = |name: &str, rest: &str| format!("[fields.{name}]\nuse = 'land.toml'\n{rest}\n");
        let text =
            head("a + 2 * other + b.land.flow").replace("orogen = 1", &format!("orogen = 1\nseed = {seed}"));
        let text =
            text.replace("size = 1000", "size = 4000") + &uses("a", a) + &uses("other", b) + &uses("b", a);
        let recipe = with_files(&[("land.toml", land)], &text).unwrap();
        let counting = Counting::default();
        let terrain = Terrain::new(&recipe, &counting, 50.0).unwrap();
        assert!(terrain.warnings().is_empty(), "{:?}", terrain.warnings());
        counting.0.into_inner()
    };
    assert_eq!(solutions(1, "seed = 5", "seed = 5"), 1);
    // Another seed of the recipe, of a use, and another parameter.
    assert_eq!(solutions(2, "seed = 5", "seed = 6"), 2);
    assert_eq!(solutions(3, "seed = 5", "seed = 5\nhigh = 600"), 2);
    // A name is the default of a seed.
    assert_eq!(solutions(4, "", ""), 3);
}
