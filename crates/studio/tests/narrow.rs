//! The studio in a window of 1040 × 760 points.

mod driver;
mod host;

use driver::{click, keep};
use egui::Vec2;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use host::{TestHost, preset};
use orogen_studio::Startup;

/// Between the panels, there is room for a map below the view, and not beside it.
#[test]
fn the_map_and_the_view_have_room() {
    let host = TestHost { presets: &["downs"], state: None, steps: 20 };
    let mut program = driver::start(host, Startup::Preset(preset("downs")), Vec2::new(1040.0, 760.0));
    click(&mut program, "Map view");
    program.run_steps(10);
    keep(&mut program, "narrow");
    for (picture, least) in [("map", Vec2::new(300.0, 150.0)), ("terrain", Vec2::new(300.0, 200.0))] {
        let size = program.get_by_role_and_label(Role::Image, picture).rect().size();
        assert!(size.x >= least.x && size.y >= least.y, "{picture}: {size}");
    }
}
