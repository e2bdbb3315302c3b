//! The seeds of the fuzzers. Every run of the tests passes them to the same functions.

use std::fs;
use std::path::Path;

use orogen_engine::image::NoImages;
use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

/// Name and bytes of every seed of a target, sorted.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut seeds: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    seeds.sort();
    assert!(!seeds.is_empty());
    seeds
}

/// The name of each recipe in the repository says where it fails: `…-parse` in the parser, `…-build` in the engine. All others
/// give a terrain.
#[test]
fn recipes() {
    let mut ends = [0; 3];
    for (name, bytes) in seeds("recipe") {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let recipe = Recipe::parse(Source::new(&*name, text), nodes::registry());
        let terrain = recipe.as_ref().ok().map(|recipe| Terrain::new(recipe, &NoImages, 16.0));
        let end = match (recipe, terrain) {
            (Err(_), _) => 0,
            (_, Some(Err(_))) => 1,
            _ => 2,
        };
        ends[end] += 1;
        let said = if name.ends_with("-parse") {
            0
        } else if name.ends_with("-build") {
            1
        } else {
            2
        };
        assert!(!name.starts_with("seed-") || end == said, "{name} ends in {end}");
    }
    assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
}

/// Expressions as the heights of a recipe. Their canonical texts are expressions with the same meaning.
#[test]
fn expressions() {
    for (name, bytes) in seeds("expression") {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let recipe = |field: &str| {
            let text = format!(
                "orogen = 1\ndomain.size = 900.0\nheight.field = {}\n[parameters]\nlevel = 0.5\n\
                 [fields.land]\ntype = 'fbm'\nwavelength = 100.0\n[fields.hills]\ntype = 'constant'\nvalue = 2.0\n",
                serde_json::to_string(field).unwrap()
            );
            Recipe::parse(Source::new(&*name, text), nodes::registry())
        };
        let first = recipe(&text);
        assert!(!name.starts_with("seed-") || first.is_ok(), "{name}: {}", first.unwrap_err());
        if let Ok(first) = first {
            let again = recipe(&first.height.field).unwrap();
            assert!(again.fields.keys().eq(first.fields.keys()), "{name}");
            Terrain::new(&again, &NoImages, 16.0).unwrap();
        }
    }
}

/// Recipes that use others: lines of `---` separate the texts of the recipe and of `1.toml` to `4.toml`. The names say which are
/// errors. The canonical text needs no files.
#[test]
fn uses() {
    for (name, bytes) in seeds("use") {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let folder = tempfile::tempdir().unwrap();
        let mut texts = text.split("\n---\n");
        let root = texts.next().unwrap_or_default();
        for (number, text) in (1..=4).zip(texts) {
            fs::write(folder.path().join(format!("{number}.toml")), text).unwrap();
        }
        let source = Source::new(&*name, root).in_folder(folder.path());
        let recipe = Recipe::parse(source, nodes::registry());
        let says = !name.ends_with("-parse");
        assert!(!name.starts_with("seed-") || recipe.is_ok() == says, "{name}: {:?}", recipe.err());
        if let Ok(recipe) = recipe {
            let canonical = recipe.canonical();
            let again = Recipe::parse(Source::new(&*name, &*canonical), nodes::registry()).unwrap();
            assert_eq!(again.canonical(), canonical, "{name}");
            Terrain::new(&recipe, &NoImages, 16.0).unwrap();
        }
    }
}

#[test]
fn images() {
    let outcomes: Vec<_> =
        seeds("image").iter().map(|(_, bytes)| orogen_files::read_png_bytes(bytes).is_ok()).collect();
    assert!(outcomes.contains(&true) && outcomes.contains(&false));
}
