//! Runs the program without a window system.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Vec2;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use orogen_studio::host::Host;
use orogen_studio::{Startup, Studio};

/// The program, run frame by frame.
pub(crate) type Program = Harness<'static, Option<Studio>>;

/// Starts the program in a window of this size, for a user who has seen the tour.
pub(crate) fn start(host: impl Host, startup: Startup, size: Vec2) -> Program {
    if let Some(state) = host.state_folder() {
        std::fs::create_dir_all(&state).unwrap();
        std::fs::write(state.join("tour-seen"), "").unwrap();
    }
    start_as_is(host, startup, size)
}

/// Starts the program in a window of this size. If the host has an empty state folder, the user is new.
pub(crate) fn start_as_is(host: impl Host, startup: Startup, size: Vec2) -> Program {
    let host = Arc::new(host);
    let app = move |ui: &mut egui::Ui, state: &mut Option<Studio>| {
        let ctx = ui.ctx().clone();
        let start = || Studio::new(&ctx, host.clone(), startup.clone()).expect("threads");
        state.get_or_insert_with(start).show(ui);
    };
    let builder = Harness::builder().with_size(size).allow_missing_glyphs();
    let mut program = builder.wgpu().build_ui_state(app, None);
    program.step();
    program
}

/// Runs frames until a condition holds.
pub(crate) fn until(program: &mut Program, what: &str, holds: impl Fn(&Program) -> bool) {
    let start = Instant::now();
    while !holds(program) {
        if start.elapsed() > Duration::from_secs(180) {
            keep(program, "late");
            panic!("timed out waiting for {what}");
        }
        program.step();
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Saves a screenshot for inspection: `OROGEN_SHOTS=folder`.
pub(crate) fn keep(program: &mut Program, name: &str) {
    if let Some(folder) = std::env::var_os("OROGEN_SHOTS") {
        program.render().unwrap().save(Path::new(&folder).join(format!("{name}.png"))).unwrap();
    }
}

/// The recipe's text.
pub(crate) fn text(program: &Program) -> &str {
    program.state().as_ref().and_then(Studio::text).unwrap_or_default()
}

/// Whether there is a widget with this label.
pub(crate) fn shows(program: &Program, label: &str) -> bool {
    program.query_by_label(label).is_some()
}

/// Clicks the widget with this label that is not a plain label.
pub(crate) fn click(program: &mut Program, label: &str) {
    let acts = |node: &egui_kittest::Node<'_>| node.accesskit_node().role() != Role::Label;
    program
        .query_all_by_label(label)
        .find(acts)
        .unwrap_or_else(|| panic!("no widget is labelled `{label}`"))
        .click();
    program.run_steps(3);
}
