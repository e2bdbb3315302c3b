//! Rivers and lakes: where water lies on eroded land, and the channels and basins that hold it.

mod basins;
mod channels;
mod courses;
mod numbers;
mod shores;
mod tree;

use crate::flood::{Flood, QUANTUM};
use crate::grid::Grid;
use crate::ground::Ground;
use crate::land::{Land, Settings};
pub(crate) use basins::overdeepen;
use basins::{Basins, NO_LAKE};
use channels::Channels;
pub(crate) use tree::{NONE, Tree};

/// Rivers and lakes, and the surface of their water. Positions are metres from the first corner of the grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Water {
    /// Heights of the water's surface in metres, for each cell. The ground is dry where they lie below it.
    ///
    /// They are meant as the coefficients of a cubic B-spline, which is level where they are.
    pub surface: Vec<f32>,
    /// Those that drain most come last.
    pub rivers: Vec<River>,
    /// In the order in which a flood from the outlets reaches them.
    pub lakes: Vec<Lake>,
}

/// A river from its source, from a lake or from the border of the grid to where it ends.
#[derive(Clone, Debug, PartialEq)]
pub struct River {
    /// At least two, downstream. Each surface is lower than the one before.
    pub points: Vec<RiverPoint>,
    /// Where it ends.
    pub end: RiverEnd,
}

/// A point on a river's middle line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RiverPoint {
    /// Metres from the first corner of the grid.
    pub position: [f32; 2],
    /// The height of the water's surface in metres.
    pub surface: f32,
    /// The depth of the water in metres.
    pub depth: f32,
    /// The width of the water in metres.
    pub width: f32,
    /// The drainage area in square metres of average rain.
    pub area: f32,
}

/// Where a river ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiverEnd {
    /// At an outlet: at the border of the grid, or at a lowest place of land that repeats.
    Outlet,
    /// In the sea.
    Sea,
    /// In the lake of an index.
    Lake(usize),
    /// In the river of an index, which goes on.
    River(usize),
}

/// A lake: level water in a basin.
#[derive(Clone, Debug, PartialEq)]
pub struct Lake {
    /// The height of its surface in metres: that of the ground at its outlet.
    pub level: f32,
    /// The greatest depth in metres.
    pub depth: f32,
    /// Its surface in square metres.
    pub area: f32,
    /// A position in it, at its deepest place.
    pub position: [f32; 2],
    /// The position of the ground that it flows over.
    pub outlet: [f32; 2],
    /// Rings of points around it, without the first again at the end: its shore, then those of its islands.
    pub shores: Vec<Vec<[f32; 2]>>,
}

impl River {
    /// Moves it by metres along x and y.
    pub fn move_by(&mut self, way: [f64; 2]) {
        self.points.iter_mut().for_each(|point| point.position = moved(point.position, way));
    }
}

impl Lake {
    /// Moves it by metres along x and y.
    pub fn move_by(&mut self, way: [f64; 2]) {
        let places =
            [&mut self.position, &mut self.outlet].into_iter().chain(self.shores.iter_mut().flatten());
        places.for_each(|place| *place = moved(*place, way));
    }
}

fn moved(position: [f32; 2], way: [f64; 2]) -> [f32; 2] {
    [0, 1].map(|axis| (f64::from(position[axis]) + way[axis]) as f32)
}

/// A position moved by whole sides of the grid to where it is nearest to another, for lines that cross an edge of land that
/// repeats.
fn beside(grid: Grid, [x, y]: [f32; 2], other: [f32; 2]) -> [f32; 2] {
    let extent = grid.side as f32 * grid.spacing as f32;
    let nearest = |along: f32, other: f32| along - ((along - other) / extent).round() * extent;
    [nearest(x, other[0]), nearest(y, other[1])]
}

/// The centre of a cell, in metres from the first corner of the grid.
fn centre(grid: Grid, cell: usize) -> [f32; 2] {
    let spacing = grid.spacing as f32;
    [cell % grid.side, cell / grid.side].map(|place| (place as f32 + 0.5) * spacing)
}

impl Water {
    /// The rivers and lakes, without the surface, as a row of numbers for a file.
    ///
    /// ```
    /// use orogen_erosion::Water;
    ///
    /// let numbers = Water::default().to_numbers();
    /// assert_eq!(Water::from_numbers(&numbers, vec![]), Some(Water::default()));
    /// assert_eq!(Water::from_numbers(&[0.5], vec![]), None);
    /// ```
    pub fn to_numbers(&self) -> Vec<f32> {
        numbers::to_numbers(&self.rivers, &self.lakes)
    }

    /// Moves the rivers and lakes by metres along x and y.
    ///
    /// ```
    /// use orogen_erosion::{Lake, Water};
    ///
    /// let lake = Lake {
    ///     level: 5.0,
    ///     depth: 1.0,
    ///     area: 9.0,
    ///     position: [2.0, 3.0],
    ///     outlet: [4.0, 3.0],
    ///     shores: vec![],
    /// };
    /// let mut water = Water { lakes: vec![lake], ..Water::default() };
    /// water.move_by([-2.0, 1.0]);
    /// assert_eq!(water.lakes[0].outlet, [2.0, 4.0]);
    /// ```
    pub fn move_by(&mut self, way: [f64; 2]) {
        self.rivers.iter_mut().for_each(|river| river.move_by(way));
        self.lakes.iter_mut().for_each(|lake| lake.move_by(way));
    }

    /// Water with the rivers and lakes of [`to_numbers`](Self::to_numbers), or `None` if the numbers are others.
    pub fn from_numbers(numbers: &[f32], surface: Vec<f32>) -> Option<Self> {
        let (rivers, lakes) = numbers::from_numbers(numbers)?;
        Some(Self { surface, rivers, lakes })
    }

    /// The water on land whose depressions are lakes. Fills those that are too small, and cuts the channels of rivers that are
    /// wide enough to be seen on the grid. `height` is that of the sea's surface where the sea is, and becomes that of its bed. `flood`
    /// becomes that of the water's surface.
    pub(crate) fn of(
        land: &Land,
        ground: &Ground,
        settings: &Settings,
        height: &mut [f32],
        flood: &mut Flood,
    ) -> Self {
        let grid = land.grid();
        flood.run(grid, height, &ground.outlets, None);
        let basins = Basins::of(grid, flood, height);
        let tree = Tree::of(grid, flood, &ground.outlets, &ground.rain);
        let (rivers, lakes) =
            (courses::rivers(land, &ground.outlets, settings, &tree, &basins, height, flood), basins.lakes);
        let channels = Channels::of(land, &rivers);
        channels.carve(grid, &basins.lake, &ground.outlets, height);
        // Channels leave some cells beside them without a lower neighbour. Water stands as high as it does, not as its bed.
        let standing = |cell: usize| match basins.lake[cell] {
            NO_LAKE => channels.water(cell).map_or(height[cell], |surface| surface.max(height[cell])),
            lake => lakes[lake as usize].level,
        };
        let surface: Vec<f32> = (0..grid.cells()).map(standing).collect();
        flood.run(grid, &surface, &ground.outlets, None);
        let is_dry = |cell: &usize| basins.lake[*cell] == NO_LAKE && channels.water(*cell).is_none();
        for cell in (0..grid.cells()).filter(is_dry) {
            height[cell] = flood.level[cell] as f32 * QUANTUM;
        }
        // The sea's bed, which its surface stood for until now.
        for cell in (0..grid.cells()).filter(|&cell| ground.outlets[cell] && land.is_sea(cell)) {
            height[cell] = land.height[cell];
        }
        let surface = channels.surface(grid, &basins.lake, &lakes, height);
        Self { surface, rivers, lakes }
    }
}
