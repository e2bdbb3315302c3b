//! The panels of the window. Each is a function of the state, and returns actions.

mod banner;
mod bar;
mod brushes;
mod export;
mod expression;
mod field;
mod file_dialog;
mod graph;
mod map;
mod number;
mod param;
mod parameters;
mod recipe;
mod settings;
#[cfg(feature = "sound")]
mod sound;
mod start;
mod status;
mod text;
mod tools;
mod viewport;

pub use banner::{Messages, banners};
pub use bar::bar;
pub use brushes::BrushPanel;
pub use export::{Choices, ExportForm, ExportState, ExportStep, export};
pub use file_dialog::{FileChoice, FileDialog, Purpose, file_dialog};
pub use graph::graph;
pub use map::map;
pub use recipe::{RecipeTab, RecipeView, recipe};
#[cfg(feature = "sound")]
pub use sound::SoundView;
pub use start::{Start, start};
pub use status::{Status, status};
pub use tools::{ToolsView, tools};
pub use viewport::{Footprint, View, ViewportResponse, viewport};
