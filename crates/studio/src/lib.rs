//! Orogen studio: edit a recipe, see its terrain and export it, in one window.
//!
//! ```text
//!  input ──▶ panels ──▶ actions ──▶ document ──▶ requests ──▶ jobs (threads) ──▶ results ──▶ panels
//! ```
//! - The recipe's text is the single source of truth ([`document`]).
//! - Panels are functions of the state; they return actions ([`panels`], [`action`]).
//! - Slow work runs on threads that do not know the window ([`jobs`]).
//! - Everything outside the program is behind one trait ([`host`]).
//!
//! The crate also compiles for browsers: a page gives a canvas to [`Studio`], which is an [`eframe::App`]; `run` does not
//! exist there. Without threads, whatever needs one returns an error ([`jobs`]). Waiting for a device does not work there
//! either, because a page's device answers only between frames. WebGL 2 has no compute shaders, so it can show only drafts.

pub mod action;
mod app;
pub mod document;
pub mod draft;
pub mod export_form;
pub mod eye;
pub mod height_field;
pub mod host;
pub mod jobs;
pub mod layer;
pub mod map;
pub mod panels;
pub mod profile;
pub mod shortcuts;
#[cfg(feature = "sound")]
pub mod sound;
pub mod theme;
mod ui_log;
pub mod varied;
pub mod wind;

pub use app::{Liveness, Startup, Studio};

/// Opens the window, and returns when it is closed. With a `log_folder`, it writes the positions of the window's widgets and
/// the times of the window's frames to files in that folder.
///
/// # Errors
/// There is no display, or no way to draw on it. The message is meant for users.
#[cfg(not(target_arch = "wasm32"))]
pub fn run(
    host: std::sync::Arc<dyn host::Host>,
    startup: Startup,
    log_folder: Option<std::path::PathBuf>,
) -> Result<(), String> {
    let viewport = egui::ViewportBuilder::default()
        .with_title("Orogen studio")
        .with_app_id("orogen")
        .with_inner_size([1360.0, 860.0])
        .with_min_inner_size([900.0, 560.0]);
    let options = eframe::NativeOptions { viewport, ..eframe::NativeOptions::default() };
    let app = eframe::run_native(
        "Orogen studio",
        options,
        Box::new(move |creation| {
            if let Some(folder) = log_folder {
                creation.egui_ctx.add_plugin(ui_log::UiLog::new(folder)?);
            }
            Ok(Box::new(Studio::new(&creation.egui_ctx, host, startup)?))
        }),
    );
    app.map_err(|error| error.to_string())
}
