//! What a hand asks for: panels say it, and the program does it.

use std::path::PathBuf;

use orogen_view::Sun;

use crate::document::Edit;
use crate::eye::{Eye, Motion};
use crate::host::Preset;
use crate::jobs::Look;
use crate::sculpture::Kit;

/// How a brush is led over the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Draw {
    /// It touches the ground.
    Begin {
        /// Where.
        place: [f64; 2],
        /// How hard, 0 to 1.
        pressure: f64,
        /// Whether it is to lower with what raises.
        inverse: bool,
    },
    /// It goes on.
    Go {
        /// To where.
        place: [f64; 2],
        /// How hard, 0 to 1.
        pressure: f64,
    },
    /// It is lifted.
    End,
    /// What was drawn is not wanted.
    Drop,
}

/// What a hand asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Begin with a preset.
    OpenPreset(Preset),
    /// Begin with a file.
    OpenFile(PathBuf),
    /// Back to the start page.
    Close,
    /// Choose a file to open.
    ChooseFile,
    /// Save, where it came from or where one chooses.
    Save,
    /// Save where one chooses.
    SaveAs,
    /// Save here.
    SaveTo(PathBuf),
    /// Change the recipe.
    Edit(Edit),
    /// What was changed is finished: what comes is undone apart.
    Seal,
    /// A text was typed.
    Type(String),
    /// Undo.
    Undo,
    /// Take back an undo.
    Redo,
    /// Take the text that somebody else wrote into the file (or keep one's own).
    Settle(bool),
    /// Move the camera; pixels are of a picture of so many rows.
    Move(Motion, f64),
    /// Put the camera elsewhere.
    See(Eye),
    /// Put the sun elsewhere.
    Shine(Sun),
    /// Look at the ground in another way.
    Look(Look),
    /// A place on the ground was pointed out.
    Point([f64; 2]),
    /// Take a brush into the hand, or put it away.
    TakeBrush(bool),
    /// Set the brushes.
    SetKit(Box<Kit>),
    /// Choose the picture of the stamp.
    ChooseStamp,
    /// Lead the brush.
    Draw(Draw),
    /// Take the last stroke back.
    UndoStroke,
    /// Lay the stroke again that was taken back last.
    RedoStroke,
    /// Begin to measure, or end.
    Measure(bool),
    /// Keep the present view.
    Bookmark,
    /// Forget a view.
    Forget(usize),
    /// Keep the present recipe to compare with.
    KeepForComparison,
    /// Exchange the present recipe and the one that was kept.
    Exchange,
    /// Show the fields and which feeds which.
    ShowGraph(bool),
    /// Show the map beside the view.
    Split(bool),
    /// Ask what to export.
    AskExport,
    /// Export what the dialog says.
    Export,
    /// Ask a running export to end, or put the finished away.
    EndExport,
    /// Hear this.
    #[cfg(feature = "sound")]
    Hear(crate::sound::Hearing),
    /// Choose a file to hear.
    #[cfg(feature = "sound")]
    ChooseMusic,
    /// Put away what was said.
    Dismiss,
}
