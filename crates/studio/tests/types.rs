//! Changing the node of a field, for every pair of nodes.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::image::{Image, PixelSize, Reading, SampleUnit};
use orogen_engine::nodes::{is_solved, registry};
use orogen_engine::recipe::spec::NodeSpec;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{Images, Terrain};
use orogen_studio::document::{Document, Edit, new_field, nodes_for, path_of};

/// Every file is the same small picture.
struct Pixels;

impl Images for Pixels {
    fn load(&self, _: &Path, _: Reading) -> Result<Arc<Image>, (String, String)> {
        let samples = (0..16_u8).map(|sample| f32::from(sample) / 16.0).collect();
        let (unit, pixel) = (SampleUnit::Fraction, PixelSize::Unknown);
        Ok(Arc::new(Image { width: 4, height: 4, samples, unit, pixel }))
    }
}

const PLANE: &str = "orogen = 1 # first\ndomain.size = \"4 km\"\nheight.field = \"low\"\n
[fields.low] # the base\ntype = \"fbm\"\nwavelength = \"1 km\"\n";

const PLANET: &str =
    "orogen = 1 # first\ndomain = { kind = \"planet\", radius = \"600 km\" }\nheight.field = \"low\"\n
[fields.low] # the base\ntype = \"fbm\"\nwavelength = \"100 km\"\n";

/// A recipe whose height is a new field of a node.
fn recipe_with(base: &str, node: &NodeSpec) -> Document {
    let mut document = Document::new("mine", base);
    let edit = new_field(document.recipe().unwrap(), node, Some("picture.png"));
    let Edit::AddField { name, .. } = &edit else { panic!("{edit:?}") };
    let height = Edit::Word { path: path_of("height.field"), value: name.clone() };
    document.apply(&edit).unwrap();
    document.apply(&height).unwrap();
    assert!(document.error().is_none(), "{} {:?}", document.text(), document.error());
    document.end_undo_group();
    document
}

/// Why a terrain cannot be made. Solved fields are only parsed, because solving takes long.
fn fault(recipe: &Recipe) -> Option<String> {
    if recipe.fields.values().any(|field| is_solved(field.spec)) {
        return None;
    }
    Terrain::new(recipe, &Pixels, recipe.domain.size / 64.0).err().map(|error| error.to_string())
}

/// The faults of all changes of types on a domain.
fn faults(base: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let start = Document::new("mine", base);
    let nodes: Vec<_> = nodes_for(start.recipe().unwrap()).collect();
    // Some nodes do not exist on planets, with any parameters.
    let works = |node: &NodeSpec| fault(recipe_with(base, node).recipe().unwrap()).is_none();
    let works: Vec<_> = nodes.iter().map(|node| works(node)).collect();
    for (from, from_works) in nodes.iter().zip(&works) {
        let before = recipe_with(base, from);
        let name = &before.recipe().unwrap().height.field;
        for (to, to_works) in nodes.iter().zip(&works).filter(|(to, _)| to.name != from.name) {
            let change = before.retype(name, to, Some("picture.png")).unwrap();
            let mut after = before.clone();
            after.apply(&change.edit).unwrap();
            let title = format!("{} to {}", from.name, to.name);
            if let Some(error) = after.error() {
                faults.push(format!("{title}: {error}\n{}", after.text()));
                continue;
            }
            let recipe = after.recipe().unwrap();
            assert_eq!(recipe.fields[name].spec.name, to.name);
            assert!(["# first", "# the base"].iter().all(|comment| after.text().contains(comment)));
            if let (true, true, Some(error)) = (from_works, to_works, fault(recipe)) {
                faults.push(format!("{title}: {error}\n{}", after.text()));
            }
            after.undo();
            assert_eq!(after.text(), before.text());
        }
    }
    faults
}

#[test]
fn every_type_can_become_every_other_on_a_plane() {
    assert_eq!(faults(PLANE), [""; 0]);
    let document = Document::new("mine", PLANE);
    assert!(nodes_for(document.recipe().unwrap()).count() > 50);
}

#[test]
fn every_type_can_become_every_other_on_a_planet() {
    assert_eq!(faults(PLANET), [""; 0]);
    let document = Document::new("mine", PLANET);
    assert_eq!(nodes_for(document.recipe().unwrap()).count(), registry().nodes().len());
}

const WORDY: &str = r##"orogen = 1
domain.size = "8 km"
[height]
field = "sum"
[water]
field = "land.water + 2"
[fields.base]
type = "fbm"
wavelength = "2 km" # wide
gain = 0.4   # rough
octaves = 6
# by the hills
displace = { by = "hills", strength = "90 m" }
[fields.hills]
type = "perlin"
wavelength = "1 km"
[fields.land]
type = "erosion"
input = "base" # as it was
duration = 3
[fields.sum]
type = "add"
a = "land"
b = "2 * land.flow"
[[materials]]
name = "rock"
color = "#777"
noise = { field = "land.flow", range = [0, 1] }
"##;

fn changed(field: &str, node: &str) -> (Document, Vec<String>, Vec<String>) {
    let mut document = Document::new("mine", WORDY);
    assert!(document.error().is_none(), "{:?}", document.error());
    let change = document.retype(field, registry().get(node).unwrap(), None).unwrap();
    document.apply(&change.edit).unwrap();
    assert!(document.error().is_none(), "{:?}\n{}", document.error(), document.text());
    (document, change.removed, change.redirected)
}

#[test]
fn what_fits_stays_and_the_rest_is_named() {
    let (document, removed, _) = changed("base", "perlin");
    assert_eq!(removed, ["gain", "octaves"]);
    let expected =
        WORDY.replacen("\"fbm\"", "\"perlin\"", 1).replace("gain = 0.4   # rough\noctaves = 6\n", "");
    assert_eq!(document.text(), expected);
    let (document, removed, _) = changed("base", "ridged");
    assert_eq!((removed.len(), document.text()), (0, &*WORDY.replacen("\"fbm\"", "\"ridged\"", 1)));
}

#[test]
fn inputs_move_to_the_inputs_of_the_new_type() {
    let (document, removed, _) = changed("sum", "scale");
    assert_eq!(removed, ["b"]);
    assert!(
        document.text().contains("type = \"scale\"\ninput = \"land\"\n[[materials]]"),
        "{}",
        document.text()
    );
    let (document, ..) = changed("hills", "mix");
    // `hills` cannot read `base`, which it displaces, nor what reads `base`.
    assert!(
        document.text().contains("type = \"mix\"\na = 0.5\nb = 0.5\nmask = 0.5\n"),
        "{}",
        document.text()
    );
}

#[test]
fn results_that_the_new_type_lacks_become_the_field() {
    let (document, removed, redirected) = changed("land", "fbm");
    assert_eq!(removed, ["input", "duration"]);
    assert_eq!(redirected, ["land.flow", "land.water"]);
    let text = document.text();
    for line in ["b = \"2 * land\"", "field = \"land + 2\"", "noise = { field = \"land\", range = [0, 1] }"] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn notices_name_what_was_removed() {
    let document = Document::new("mine", WORDY);
    let notice = |field: &str, node: &str| {
        document.retype(field, registry().get(node).unwrap(), None).unwrap().notice(node)
    };
    assert_eq!(notice("base", "ridged"), None);
    let text = notice("base", "perlin").unwrap();
    assert_eq!(
        text,
        "Removed, because `perlin` has no such keys: `gain`, `octaves`. Undo restores the field."
    );
    assert!(Recipe::parse(Source::new("mine", WORDY), registry()).is_ok());
}
