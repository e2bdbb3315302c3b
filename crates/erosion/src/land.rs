//! What is given: land, and the parameters of the model.

use crate::grid::Grid;
use crate::ice::Ice;
use crate::raster::{doubled, halved};
use crate::wind::Wind;

/// A number for each cell, or one number for all cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// The same everywhere.
    Number(f32),
    /// Row by row.
    Raster(Vec<f32>),
}

impl Amount {
    /// The number of a cell.
    pub(crate) fn at(&self, cell: usize) -> f32 {
        match self {
            Self::Number(number) => *number,
            Self::Raster(numbers) => numbers[cell],
        }
    }

    /// The same on a grid of half as many cells along a side.
    fn halved(&self, side: usize) -> Self {
        match self {
            Self::Number(number) => Self::Number(*number),
            Self::Raster(numbers) => Self::Raster(halved(numbers, side)),
        }
    }
}

/// Layers of rock, alternately hard and soft, one above the other without end.
#[derive(Clone, Debug, PartialEq)]
pub struct Strata {
    /// Mean thickness of a layer in metres, greater than 0.
    pub thickness: f32,
    /// The greatest ratio between the hardness of a hard layer and that of a soft one, at least 1. Each layer has a hardness
    /// between 1/√contrast and √contrast. Harder layers have greater angles of repose.
    pub contrast: f32,
    /// How far the layers are shifted upwards at each cell, in metres. This gives the layers their dip and their folds.
    pub shift: Amount,
}

/// Land before erosion: a square grid. Water leaves over its border cells, which are not eroded themselves, so the land should
/// extend beyond the part that you need. Land that [repeats](Self::repeats) has no border: water leaves into the sea or, without
/// one, at the lowest places of the broad shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Land {
    /// Cells along a side, at least 8. The more often this number can be halved, the better.
    pub side: usize,
    /// Metres along a cell.
    pub spacing: f64,
    /// The position of the first corner of the grid along both axes, in metres. Random patterns of rock and rain depend on
    /// positions.
    pub corner: f64,
    /// Whether the land repeats beyond its edges.
    pub repeats: bool,
    /// Heights in metres at the centres of cells, row by row. Finite.
    pub height: Vec<f32>,
    /// The height of the sea's surface in metres, if there is a sea. Rivers end in the sea, and the ground below its surface
    /// stays as it is.
    pub sea: Option<f32>,
    /// A factor for the uplift that follows from the heights, 0 or greater.
    pub uplift: Amount,
    /// Resistance of the rock to rivers, as a factor greater than 0.
    pub hardness: Amount,
    /// Rain, as a factor greater than 0.
    pub rain: Amount,
    /// The angle of repose in degrees: the steepest slope of dry rock.
    pub repose: Amount,
    /// Layers of hard and soft rock, if there are any. Their hardness is multiplied by `hardness`.
    pub strata: Option<Strata>,
}

impl Land {
    /// Land of the same rock everywhere.
    pub fn new(side: usize, spacing: f64, height: Vec<f32>) -> Self {
        Self {
            side,
            spacing,
            corner: 0.0,
            repeats: false,
            height,
            sea: None,
            uplift: Amount::Number(1.0),
            hardness: Amount::Number(1.0),
            rain: Amount::Number(1.0),
            repose: Amount::Number(44.0),
            strata: None,
        }
    }

    /// Its grid.
    pub(crate) fn grid(&self) -> Grid {
        Grid { side: self.side, spacing: self.spacing }
    }

    /// A raster of land of half as many cells along a side, on this land's grid.
    pub(crate) fn doubled(&self, raster: &[f32]) -> Vec<f32> {
        doubled(raster, self.side / 2, self.repeats)
    }

    /// Whether a cell lies under the sea.
    pub(crate) fn is_sea(&self, cell: usize) -> bool {
        self.sea.is_some_and(|sea| self.height[cell] < sea)
    }

    /// The same land on a grid with half as many cells along a side. Its solution is a draft of the solution of this land: the
    /// valleys are the same, but the finest are missing.
    ///
    /// ```
    /// use orogen_erosion::Land;
    ///
    /// let land = Land::new(64, 10.0, vec![5.0; 64 * 64]).halved();
    /// assert_eq!((land.side, land.spacing), (32, 20.0));
    /// ```
    ///
    /// # Panics
    /// If the side is odd.
    #[must_use]
    pub fn halved(&self) -> Self {
        let side = self.side;
        assert!(side.is_multiple_of(2), "an odd number of cells cannot be halved");
        Self {
            side: side / 2,
            spacing: 2.0 * self.spacing,
            corner: self.corner,
            repeats: self.repeats,
            height: halved(&self.height, side),
            sea: self.sea,
            uplift: self.uplift.halved(side),
            hardness: self.hardness.halved(side),
            rain: self.rain.halved(side),
            repose: self.repose.halved(side),
            strata: self.strata.as_ref().map(|strata| Strata { shift: strata.shift.halved(side), ..*strata }),
        }
    }
}

/// A class of grains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grains {
    /// Metres of rock that very steep ground sheds as these grains. Ground whose slope is near the angle of the grains sheds
    /// less, and rivers shed none.
    pub amount: f64,
    /// The angle in degrees at which the grains settle on dry ground.
    pub angle: f64,
}

/// Parameters of the model.
///
/// ```
/// use orogen_erosion::{Land, Settings, solve};
///
/// // A ridge with a height every 32 m, repeated for cells of 4 m: its averages over 32 m stay.
/// let side = 256;
/// let height = (0..side * side).map(|cell| 300.0 - 2.0 * ((cell % side / 8) as f32 - 16.0).abs() * 8.0);
/// let land = Land::new(side, 4.0, height.collect());
/// let solution = solve(&land, &Settings { keep: Some(32.0), ..Settings::default() }, &|_| true)?;
/// let average = |height: &[f32]| {
///     (0..64).map(|k| height[(128 + k / 8) * side + 64 + k % 8]).sum::<f32>() / 64.0
/// };
/// assert!((average(&solution.height) - average(&land.height)).abs() < 1.0);
/// # Ok::<(), orogen_erosion::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Years of erosion on the coarsest grid. With [`keep`](Self::keep), steps of time are proportional to this number and to the
    /// spacing.
    pub duration: f64,
    /// Strength of rivers; 1 is common. The erodibility `K` is `1.2e-5` times this number, in metres^(1 − 2m) a year, with `m`
    /// the [`concavity`](Self::concavity).
    pub downcutting: f64,
    /// The exponent `m` of the drainage area: the concavity of rivers.
    pub concavity: f64,
    /// How much sediment rivers deposit on their way: the coefficient `G` of Yuan and others (2019), 0 for none.
    pub deposition: f64,
    /// Half the width in metres of the floor of a valley that drains a square kilometre.
    pub floor: f64,
    /// The height in metres of the steps between the terraces of a valley; 0 for none.
    pub terraces: f64,
    /// The share, 0 to 1, by which the tangent of the angle of repose is smaller on the wettest ground.
    pub wetness: f64,
    /// The diffusivity of creeping soil, in square metres a year. Creep rounds crests and hollows.
    pub creep: f64,
    /// Coarse, medium and fine sediment. After the last step of time, steep ground sheds it, and it settles below.
    pub sediment: [Grains; 3],
    /// The wind that brings rain.
    pub wind: Wind,
    /// Glaciers, if there were any.
    pub ice: Option<Ice>,
    /// How much the hardness of rock varies from place to place: 1 is common, and with 0 it is the same everywhere.
    pub variation: f64,
    /// The least drainage area in square metres that makes a river; 0 for no rivers.
    pub river_area: f64,
    /// A factor for the width of rivers.
    pub river_width: f64,
    /// The share of the valleys with room for a lake that have one, 0 to 1.
    pub lakes: f64,
    /// For measured land: the side in metres of the squares whose average heights stay the same, usually the distance between
    /// measured heights. Erosion adds only finer detail.
    pub keep: Option<f64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            duration: 5e6,
            downcutting: 1.0,
            concavity: 0.42,
            deposition: 0.5,
            floor: 60.0,
            terraces: 0.0,
            wetness: 0.4,
            creep: 0.0,
            sediment: [34.0, 12.0, 2.0].map(|angle| Grains { amount: 0.0, angle }),
            wind: Wind { direction: 0.0, strength: 0.0 },
            ice: None,
            variation: 1.0,
            river_area: 1e6,
            river_width: 1.0,
            lakes: 0.0,
            keep: None,
        }
    }
}
