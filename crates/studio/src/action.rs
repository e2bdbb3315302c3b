//! Requests of the user: panels return them, and the program carries them out.

use std::path::PathBuf;

use orogen_engine::recipe::spec::NodeSpec;
use orogen_view::Sun;

use crate::document::{Edit, Key, Wiring};
use crate::export_form::ExportForm;
use crate::eye::{Eye, Motion};
use crate::host::Preset;
use crate::jobs::Look;
use crate::layer::{BrushSet, Stamp};
use crate::map::MapView;
use crate::varied::Varied;

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

/// What a file is chosen for.
#[derive(Clone, Debug, PartialEq)]
pub enum FileUse {
    /// The value of a parameter of a field.
    Value {
        /// The path of the parameter.
        path: Vec<Key>,
        /// The node of the field.
        node: &'static NodeSpec,
    },
    /// A new node for a field.
    Type {
        /// The field.
        field: String,
        /// The node.
        node: &'static NodeSpec,
    },
    /// A new field.
    NewField {
        /// Its node.
        node: &'static NodeSpec,
        /// What it is connected to, if it is added to the graph.
        wiring: Option<Wiring>,
    },
}

impl FileUse {
    /// The node that reads the file.
    pub fn node(&self) -> &'static NodeSpec {
        match self {
            Self::Value { node, .. } | Self::Type { node, .. } | Self::NewField { node, .. } => node,
        }
    }
}

/// A request of the user.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Open a preset.
    OpenPreset(Preset),
    /// Open a recipe, or make one of a picture or an elevation model.
    OpenFile(PathBuf),
    /// Open a new recipe.
    New,
    /// Open the recovered changes of a recipe without a file that has this title.
    OpenRecovered(String),
    /// Remove a recovery file.
    RemoveRecovered(PathBuf),
    /// Remove a recipe from the recent ones.
    RemoveRecent(PathBuf),
    /// Show the start page, or return to the recipe.
    ShowPresets(bool),
    /// Move the focus to the search for presets.
    Search,
    /// Show the help page.
    Help,
    /// Start the tour.
    StartTour,
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
    /// Reset a value, if the recipe stays valid.
    Reset(Edit),
    /// Change the node of a field.
    SetNode {
        /// The field.
        field: String,
        /// The node.
        node: &'static NodeSpec,
    },
    /// Add a field.
    AddNode {
        /// Its node. If the node reads a file, ask for the file first.
        node: &'static NodeSpec,
        /// What the field is connected to, if it is added to the graph. `None`: its required inputs read the field that is the
        /// terrain.
        wiring: Option<Wiring>,
    },
    /// Hide the warning with this message.
    HideWarning(String),
    /// Add a field for a painted mask, and start painting it.
    NewMask,
    /// Show the dialog for choosing the file of a field.
    ChooseFileFor(FileUse),
    /// Use a file.
    UseFile(FileUse, PathBuf),
    /// End an edit: the next edit is a separate undo step.
    EndEdit,
    /// Replace the recipe's text with typed text.
    Type(String),
    /// Undo the last step: an edit or a stroke.
    Undo,
    /// Redo the step that was undone last.
    Redo,
    /// Go to the state after the step with this order, see [`Step`](crate::panels::Step).
    JumpTo(i64),
    /// Resolve a conflict: load the changed file (`true`), or keep the editor's text (`false`).
    ResolveConflict(bool),
    /// Move the camera. The motion is in pixels of a picture; the number is the number of rows of this picture.
    Move(Motion, f64),
    /// Set the camera.
    SetEye(Eye),
    /// Fly to a point on the ground: x and y in metres or, on a planet, latitude and longitude in degrees.
    FlyTo([f64; 2]),
    /// Start or stop walking on the ground.
    Walk(bool),
    /// Set the sun.
    SetSun(Sun),
    /// Set how the terrain is displayed.
    Look(Look),
    /// Add a point to the measurement.
    MeasurePoint([f64; 2]),
    /// Replace the measured points.
    SetMarks(Vec<[f64; 2]>),
    /// Start or stop painting.
    UseBrush(bool),
    /// Set the brushes.
    SetBrushes(Box<BrushSet>),
    /// Select a stamp that ships with the studio.
    UseStamp(Stamp),
    /// Show the dialog for choosing the stamp image.
    ChooseStamp,
    /// Begin, continue or end a brush stroke.
    Brush(BrushEvent),
    /// Paint the mask that is this field; `None` paints the ground again.
    PaintMask(Option<String>),
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
    /// Show or hide the stored recipe beside the view.
    ShowComparison(bool),
    /// Show variations of the recipe; `None` closes them.
    Vary(Option<Box<Varied>>),
    /// Allow or cancel solutions, such as erosion.
    AllowSolving(bool),
    /// Show or hide the field graph.
    ShowGraph(bool),
    /// Show or hide the map beside the view.
    ShowMap(bool),
    /// Set what the map shows.
    SetMap(MapView),
    /// Move the view to a position on the map, given as fractions of the map's width and height.
    LookAt([f64; 2]),
    /// Show the export dialog.
    OpenExport,
    /// Show the queue of exports.
    ShowExports,
    /// Show the folder of an export in the system's file manager.
    OpenFolder(PathBuf),
    /// Add an export to the queue.
    Export(Box<ExportForm>),
    /// Cancel the export with this index if it is running. Otherwise, remove it from the queue.
    RemoveExport(usize),
    /// Set the sound.
    #[cfg(feature = "sound")]
    SetSound(crate::sound::SoundSettings),
    /// Show the dialog for choosing a music file.
    #[cfg(feature = "sound")]
    ChooseMusic,
    /// Dismiss the notice.
    Dismiss,
}
