//! Orogen studio: a recipe, its terrain, and what is made of it, in one window.
//!
//! ```text
//!  hand ──▶ panels ──▶ actions ──▶ document ──▶ wishes ──▶ jobs (threads) ──▶ news ──▶ panels
//! ```
//! The text of the recipe is the only truth ([`document`]); panels are functions of what there is to show and say what a hand
//! asks for ([`panels`], [`action`]); whatever takes time is done on threads that know nothing of windows ([`jobs`]), and what
//! lies outside of the program is behind one trait ([`host`]).
//!
//! It compiles for browsers, too: there a page gives [`Studio`], which is an [`eframe::App`], a canvas to draw on, and `run` is not
//! there. What it needs threads for is refused as long as the page has none ([`jobs`]).

pub mod action;
mod app;
pub mod document;
pub mod eye;
pub mod host;
pub mod jobs;
pub mod panels;
pub mod relief;
pub mod sculpture;
pub mod sketch;
#[cfg(feature = "sound")]
pub mod sound;
pub mod theme;
pub mod wind;
mod witness;

pub use app::{Begin, Studio};

/// Opens the window, and returns when it is closed. Into the folder of a `witness` it writes where its widgets are, and how long
/// its frames take.
///
/// # Errors
/// There is no display, or no way to draw on it: said in words for people.
#[cfg(not(target_arch = "wasm32"))]
pub fn run(
    host: std::sync::Arc<dyn host::Host>,
    begin: Begin,
    witness: Option<std::path::PathBuf>,
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
            if let Some(folder) = witness {
                creation.egui_ctx.add_plugin(witness::Witness::new(folder)?);
            }
            Ok(Box::new(Studio::new(&creation.egui_ctx, host, begin)?))
        }),
    );
    app.map_err(|error| error.to_string())
}
