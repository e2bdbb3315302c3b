//! Rivers and lakes: the water on eroded land, and its channels and basins.

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
pub use channels::{COLLAR, DRY};
pub(crate) use tree::{NONE, Tree};

/// Rivers and lakes, and the surface of their water. Positions are in metres from the first corner of the grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Water {
    /// Heights of the water's surface in metres, for each cell. The ground is dry where the surface is below it.
    ///
    /// The heights are coefficients of a cubic B-spline, which is level where they are equal.
    pub surface: Vec<f32>,
    /// The rivers, sorted by their drainage area, the largest last.
    pub rivers: Vec<River>,
    /// The lakes, in the order in which a flood from the outlets reaches them.
    pub lakes: Vec<Lake>,
}

/// A river. It begins at its source or at a lake.
#[derive(Clone, Debug, PartialEq)]
pub struct River {
    /// Points of the river, in the direction of its flow. There are at least two. The surface at each point is lower than at
    /// the point before.
    pub points: Vec<RiverPoint>,
    /// Where the river ends.
    pub end: RiverEnd,
}

/// A point on a river's middle line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RiverPoint {
    /// Position in metres from the first corner of the grid.
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
    /// At an outlet: at the border of the grid or, on land that repeats, at one of its lowest places.
    Outlet,
    /// In the sea.
    Sea,
    /// In the lake with this index.
    Lake(usize),
    /// In the river with this index, which continues.
    River(usize),
}

/// A lake: level water in a basin.
#[derive(Clone, Debug, PartialEq)]
pub struct Lake {
    /// The height of the lake's surface in metres. This is the height of the ground at the outlet.
    pub level: f32,
    /// The greatest depth in metres.
    pub depth: f32,
    /// The area of the lake in square metres.
    pub area: f32,
    /// The position of the lake's deepest place.
    pub position: [f32; 2],
    /// The position of the ground over which the lake flows out.
    pub outlet: [f32; 2],
    /// Rings of points: the outer shore of the lake, then the shores of its islands. The first point of a ring is not
    /// repeated at its end.
    pub shores: Vec<Vec<[f32; 2]>>,
}

impl River {
    /// Moves the river by metres along x and y.
    pub fn move_by(&mut self, way: [f64; 2]) {
        self.points.iter_mut().for_each(|point| point.position = moved(point.position, way));
    }
}

impl Lake {
    /// Moves the lake by metres along x and y.
    pub fn move_by(&mut self, way: [f64; 2]) {
        let places =
            [&mut self.position, &mut self.outlet].into_iter().chain(self.shores.iter_mut().flatten());
        places.for_each(|place| *place = moved(*place, way));
    }
}

fn moved(position: [f32; 2], way: [f64; 2]) -> [f32; 2] {
    [0, 1].map(|axis| (f64::from(position[axis]) + way[axis]) as f32)
}

/// A position moved by whole sides of the grid, so that it is nearest to another position. This is for lines that cross an
/// edge of land that repeats.
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
    /// The rivers and lakes, without the surface, as a list of numbers for a file.
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

    /// Water from the numbers of [`to_numbers`](Self::to_numbers) and a surface. `None` if the numbers are invalid.
    pub fn from_numbers(numbers: &[f32], surface: Vec<f32>) -> Option<Self> {
        let (rivers, lakes) = numbers::from_numbers(numbers)?;
        Some(Self { surface, rivers, lakes })
    }

    /// The water on land whose depressions are lakes. Fills depressions that are too small to be lakes, and cuts the channels of rivers
    /// that are wide enough to be visible on the grid. At cells of the sea, `height` is the height of the sea's surface
    /// before the call, and of its bed after it. `flood` becomes the flood of the water's surface.
    pub(crate) fn of(
        land: &Land,
        ground: &Ground,
        settings: &Settings,
        height: &mut [f32],
        flood: &mut Flood,
    ) -> Self {
        let grid = land.grid();
        flood.run(grid, height, &ground.outlets, None);
        let basins = Basins::of(grid, flood, &ground.outlets, height);
        let tree = Tree::of(grid, flood, &ground.outlets, &ground.rain);
        let (rivers, lakes) =
            (courses::rivers(land, &ground.outlets, settings, &tree, &basins, height, flood), basins.lakes);
        let channels = Channels::of(land, &rivers);
        channels.carve(grid, &basins.lake, &ground.outlets, height);
        // Beside channels, some cells have no lower neighbour, so a second flood raises them. In rivers and lakes, this flood
        // begins with the height of the water, not that of the bed.
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
        // Until now, `height` was the surface of the sea. Now it becomes the bed.
        for cell in (0..grid.cells()).filter(|&cell| ground.outlets[cell] && land.is_sea(cell)) {
            height[cell] = land.height[cell];
        }
        let surface = channels.surface(grid, &basins.lake, &lakes, height);
        channels.deepen(grid, &basins.lake, &surface, height);
        Self { surface, rivers, lakes }
    }
}
