//! Recipes that use others, without a window system.

mod driver;
mod host;

use std::fs;

use driver::{Program, click, shows, text, until};
use egui::Vec2;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use host::TestHost;
use orogen_studio::Startup;

const USED: &str = "orogen = 1\ndomain.size = 900\nheight = { field = \"hills\", scale = 50 }\n[parameters]\nwide = { value = 200.0, range = [100.0, 300.0] }\n\
    [fields.hills]\ntype = \"fbm\"\nwavelength = \"wide\"\n";

const MINE: &str = "orogen = 1\ndomain.size = 900\nheight.field = \"land\"\n\
    [fields.other]\ntype = \"constant\"\n[fields.land]\nuse = \"used.toml\"\nseed = 5\nhills = \"other\"\n";

fn has_slider(program: &Program, label: &str) -> bool {
    program.query_by_role_and_label(Role::Slider, label).is_some()
}

#[test]
fn the_form_of_a_use_has_its_seed_and_replaced_fields_and_follows_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let [mine, used] = ["mine.toml", "used.toml"].map(|name| folder.path().join(name));
    fs::write(&used, USED).unwrap();
    fs::write(&mine, MINE).unwrap();
    let host = TestHost::of(&["downs"]);
    let mut program = driver::start(host, Startup::File(mine), Vec2::new(1360.0, 1200.0));
    until(&mut program, "the file", |program| text(program) == MINE);
    program.run_steps(3);
    assert!(shows(&program, "seed of the field: 5"));
    // A reset removes the field that takes the place of another.
    click(&mut program, "reset hills");
    assert_eq!(text(&program), MINE.replace("hills = \"other\"\n", ""));
    // Another program renames a parameter of the used recipe.
    fs::write(&used, USED.replace("wide", "broad")).unwrap();
    until(&mut program, "the new parameter", |program| has_slider(program, "broad"));
    fs::write(&used, USED.replace("wide", "long")).unwrap();
    until(&mut program, "the mended parameter", |program| has_slider(program, "long"));
}
