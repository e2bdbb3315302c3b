//! Requests of the user: panels return them, and the program carries them out.

use std::path::PathBuf;

use orogen_view::Sun;

use crate::document::Edit;
use crate::eye::{Eye, Motion};
use crate::host::Preset;
use crate::jobs::Look;
use crate::layer::BrushSet;

/// One step of a brush stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BrushEvent {
    /// The stroke begins.
    Begin {
        /// Position on the ground: x and y in metres or, on a planet, latitude and longitude in degrees.
        place: [f64; 2],
        /// Pen pressure, 0 to 1.
        pressure: f64,
        /// Whether to lower with a brush that raises, and the reverse.
        inverse: bool,
    },
    /// The stroke continues.
    Move {
        /// Position on the ground, as for [`Begin`](Self::Begin).
        place: [f64; 2],
        /// Pen pressure, 0 to 1.
        pressure: f64,
    },
    /// The stroke ends.
    End,
    /// The stroke is discarded.
    Cancel,
}

/// A request of the user.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Open a preset.
    OpenPreset(Preset),
    /// Open a file.
    OpenFile(PathBuf),
    /// Return to the start page.
    Close,
    /// Show the dialog for opening a file.
    ChooseFile,
    /// Save to the recipe's file. If the recipe has no file, ask where to save.
    Save,
    /// Ask where to save.
    SaveAs,
    /// Save to this file.
    SaveTo(PathBuf),
    /// Change the recipe.
    Edit(Edit),
    /// End an edit: the next edit is a separate undo step.
    EndEdit,
    /// Replace the recipe's text with typed text.
    Type(String),
    /// Undo the last edit.
    Undo,
    /// Redo the edit that was undone last.
    Redo,
    /// Resolve a conflict: load the changed file (`true`), or keep the editor's text (`false`).
    ResolveConflict(bool),
    /// Move the camera. The motion is in pixels of a picture; the number is the number of rows of this picture.
    Move(Motion, f64),
    /// Set the camera.
    SetEye(Eye),
    /// Set the sun.
    SetSun(Sun),
    /// Set how the terrain is displayed.
    Look(Look),
    /// Add a point to the measurement.
    MeasurePoint([f64; 2]),
    /// Start or stop painting.
    UseBrush(bool),
    /// Set the brushes.
    SetBrushes(Box<BrushSet>),
    /// Show the dialog for choosing the stamp image.
    ChooseStamp,
    /// Begin, continue or end a brush stroke.
    Brush(BrushEvent),
    /// Undo the last stroke.
    UndoStroke,
    /// Redo the stroke that was undone last.
    RedoStroke,
    /// Start or stop measuring.
    Measure(bool),
    /// Add the current view to the bookmarks.
    Bookmark,
    /// Remove the bookmark with this index.
    RemoveBookmark(usize),
    /// Store the current recipe for comparison.
    KeepForComparison,
    /// Swap the current recipe and the stored one.
    Swap,
    /// Show or hide the field graph.
    ShowGraph(bool),
    /// Show or hide the map beside the view.
    ShowMap(bool),
    /// Show the export dialog.
    OpenExport,
    /// Export with the settings of the dialog.
    Export,
    /// Cancel a running export, or dismiss a finished one.
    CloseExport,
    /// Set the sound.
    #[cfg(feature = "sound")]
    SetSound(crate::sound::SoundSettings),
    /// Show the dialog for choosing a music file.
    #[cfg(feature = "sound")]
    ChooseMusic,
    /// Dismiss the notice.
    Dismiss,
}
