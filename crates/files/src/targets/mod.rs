//! What the programs that terrain is made for take: which files, of which sizes, under which names, and the numbers
//! that somebody has to type into them.
//!
//! A [`Target`] is asked three times. Before a grid is made it tells the [sizes](Target::sides) it takes; for a grid it
//! tells the [files](Target::delivery) and what their [16 bits](Target::mapping) are to mean; and of what was made it
//! tells what [to type](Target::to_type). Nothing here touches a disk.
//!
//! ```
//! use orogen::raster::Grid;
//! use orogen_files::targets::{Made, Target, Unreal, Wish};
//!
//! let target = Unreal { raw: false };
//! let grid = Grid::square(1009, 2.0);
//! let delivery = target.delivery(&Wish { name: "alps", grid: &grid, tiling: None, materials: &[] })?;
//! assert_eq!(delivery.outputs[0].stem, "alps");
//! let mapping = target.mapping([100.0, 612.0], grid.spacing, None)?.unwrap();
//! let numbers = target.to_type(&Made { grid: &grid, tiling: None, mapping, sea_level: None });
//! let scale = numbers.iter().find(|number| number.label == "Z scale").unwrap();
//! // 512 m are what Unreal's 16 bits span at a scale of 100, but for one step of 65536.
//! assert!((scale.value.as_f64().unwrap() - 100.0).abs() < 0.01);
//! # Ok::<(), orogen_files::targets::Refusal>(())
//! ```

mod blender;
mod gis;
mod godot;
mod hterrain;
mod names;
mod sides;
mod unity;
mod unreal;
mod web;
mod worldpainter;

use orogen::digits::rounded;
use orogen::raster::Grid;
use serde_json::Value;

pub use blender::Blender;
pub use gis::Gis;
pub use godot::Godot;
pub use hterrain::Hterrain;
pub use names::file_name;
pub use sides::{Sides, nearest};
pub use unity::Unity;
pub use unreal::Unreal;
pub use web::Web;
pub use worldpainter::Worldpainter;

use crate::delivery::{Delivery, Format, Output};
use crate::{HeightMapping, Tiling};

/// Why a target cannot take a terrain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}; {mend}")]
pub struct Refusal {
    /// What is wrong.
    pub what: String,
    /// What the user can do about it.
    pub mend: String,
}

impl Refusal {
    fn new(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { what: what.into(), mend: mend.into() }
    }
}

/// What is to be delivered.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// What the files are called after: a [`file_name`].
    pub name: &'a str,
    /// The samples of the whole.
    pub grid: &'a Grid,
    /// The tiles, if any are wanted.
    pub tiling: Option<Tiling>,
    /// Names of the recipe's materials.
    pub materials: &'a [&'a str],
}

/// What was made.
#[derive(Clone, Copy, Debug)]
pub struct Made<'a> {
    /// The samples of the whole.
    pub grid: &'a Grid,
    /// The tiles, if there are any.
    pub tiling: Option<Tiling>,
    /// What 16-bit values mean.
    pub mapping: HeightMapping,
    /// Height of the sea's surface in metres.
    pub sea_level: Option<f64>,
}

impl Made<'_> {
    /// Samples of a file across and down.
    fn file_size(&self) -> [usize; 2] {
        self.tiling.map_or([self.grid.columns, self.grid.rows], |tiling| tiling.size())
    }

    /// Metres from the first to the last sample of a file, across and down.
    fn file_metres(&self) -> [f64; 2] {
        self.file_size().map(|samples| (samples - 1) as f64 * self.grid.spacing)
    }
}

/// A number or a word to type, and what the field it goes to is called.
#[derive(Clone, Debug, PartialEq)]
pub struct ToType {
    /// What the program calls it.
    pub label: &'static str,
    /// A number, or text for people.
    pub value: Value,
}

impl ToType {
    /// As it has to be typed, to the last digit.
    fn new(label: &'static str, value: impl Into<Value>) -> Self {
        Self { label, value: value.into() }
    }

    /// A length or height, or a scale of one, to as many digits as a person types: no file is off by that, for its steps
    /// are far wider.
    fn rounded(label: &'static str, number: f64) -> Self {
        Self::new(label, rounded(number))
    }
}

/// A program that terrain is made for.
pub trait Target {
    /// What it is called on the command line.
    fn name(&self) -> &'static str;

    /// The samples along a side of the whole that it takes, cut into so many tiles.
    ///
    /// # Errors
    /// It does not take such tiles.
    fn sides(&self, tiles: Option<[usize; 2]>) -> Result<Sides, Refusal>;

    /// The files.
    ///
    /// # Errors
    /// A name that the program would misread.
    fn delivery(&self, wish: &Wish<'_>) -> Result<Delivery, Refusal>;

    /// What 16 bits are to mean for these heights (the lowest and the highest, in metres), where the program wants more
    /// than that they span them.
    ///
    /// # Errors
    /// The program cannot hold such heights.
    fn mapping(
        &self,
        _heights: [f64; 2],
        _spacing: f64,
        _sea_level: Option<f64>,
    ) -> Result<Option<HeightMapping>, Refusal> {
        Ok(None)
    }

    /// What somebody has to type, in the order in which they are asked.
    fn to_type(&self, made: &Made<'_>) -> Vec<ToType>;
}

/// A file that is called `NAME`, or `NAME_part`.
fn output(name: &str, part: &str, extension: &'static str, format: Format) -> Output {
    let stem = if part.is_empty() { name.to_owned() } else { format!("{name}_{part}") };
    Output { format, stem, extension }
}

/// Splat maps, four materials each.
fn splats<'a>(wish: &'a Wish<'_>) -> impl Iterator<Item = Output> + use<'a> {
    let groups = wish.materials.len().div_ceil(crate::materials::CHANNELS);
    (0..groups).map(|group| output(wish.name, &format!("splat{group}"), "png", Format::Splat(group)))
}

/// The materials' colours, if there are any.
fn colour(wish: &Wish<'_>) -> Option<Output> {
    (!wish.materials.is_empty()).then(|| output(wish.name, "colour", "png", Format::Colour))
}
