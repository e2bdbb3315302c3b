//! What is in the window: each panel is a function of what there is to show, and says what a hand asks for.

mod banner;
mod bar;
mod brushes;
mod chooser;
mod export;
mod field;
mod graph;
mod map;
mod number;
mod param;
mod recipe;
mod settings;
#[cfg(feature = "sound")]
mod sound;
mod start;
mod status;
mod text;
mod tools;
mod viewport;

pub use banner::{Said, banners};
pub use bar::bar;
pub use brushes::Table;
pub use chooser::{Chooser, Chosen, Purpose, chooser};
pub use export::{Choices, ExportDraft, ExportStep, Running, export};
pub use graph::graph;
pub use map::map;
pub use recipe::{RecipeTab, RecipeView, recipe};
#[cfg(feature = "sound")]
pub use sound::SoundView;
pub use start::{Start, start};
pub use status::{Status, status};
pub use tools::{ToolsView, tools};
pub use viewport::{Footprint, Seen, View, viewport};
