//! The rivers and lakes on a grid.

use orogen_engine::raster::Grid;
use orogen_engine::water::{Lake, River, RiverEnd, RiverPoint, Water};

/// The runoff of ground in metres of water a year, where the rain has a factor of 1.
const RUNOFF: f64 = 1.0;

/// Seconds of a year.
const YEAR: f64 = 365.25 * 86_400.0;

/// The cubic metres of water a second from a drainage area in square metres, for a runoff of 1 m of water a year.
///
/// ```
/// use orogen_files::water::discharge;
///
/// // A square kilometre.
/// assert!((discharge(1e6) - 0.0317).abs() < 1e-4);
/// ```
pub fn discharge(area: f32) -> f64 {
    f64::from(area) * RUNOFF / YEAR
}

/// The rivers and lakes on a grid. Rivers are cut at the edges of the grid. A lake with a point of its shores on the grid is
/// complete.
///
/// ```
/// use orogen_engine::raster::Grid;
/// use orogen_engine::water::{River, RiverEnd, RiverPoint, Water};
/// use orogen_files::water::OnGrid;
///
/// let point = |x| RiverPoint { position: [x, 5.0], surface: 9.0 - x, depth: 0.1, width: 2.0, area: 900.0 };
/// let river = River { points: vec![point(1.0), point(4.0), point(9.0), point(12.0)], end: RiverEnd::Sea };
/// let water = Water { rivers: vec![river], ..Water::default() };
/// let grid = Grid::square(11, 1.0);
/// let parts: Vec<_> = OnGrid { grid: &grid, water: &water }.rivers().collect();
/// assert_eq!((parts.len(), parts[0].points.len(), &*parts[0].into), (1, 3, "edge"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OnGrid<'a> {
    /// The grid. Its samples on the edges are inside.
    pub grid: &'a Grid,
    /// Rivers and lakes in metres in the grid's domain.
    pub water: &'a Water,
}

/// A part of a river: neighbouring points on a grid, two or more.
///
/// ```
/// use orogen_files::water::RiverPart;
///
/// let part = RiverPart { river: 3, points: &[], into: "lake 1".to_owned() };
/// assert_eq!(part.into, "lake 1");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RiverPart<'a> {
    /// The number of the river.
    pub river: usize,
    /// The points, in the direction of the flow.
    pub points: &'a [RiverPoint],
    /// Where the part ends: `sea`, `outlet`, `lake 3`, `river 7`, or `edge` for the edge of the grid.
    pub into: String,
}

impl<'a> OnGrid<'a> {
    /// The parts of the rivers.
    pub fn rivers(self) -> impl Iterator<Item = RiverPart<'a>> {
        self.water.rivers.iter().enumerate().flat_map(move |(index, river)| self.river(index, river))
    }

    /// The lakes with their numbers.
    pub fn lakes(self) -> impl Iterator<Item = (usize, &'a Lake)> {
        self.water.lakes.iter().enumerate().filter(move |(_, lake)| self.shows(lake))
    }

    fn river(self, index: usize, river: &'a River) -> impl Iterator<Item = RiverPart<'a>> {
        let parts =
            river.points.split(move |point| !self.holds(point.position)).filter(|part| part.len() > 1);
        parts.map(move |points| {
            let reaches_end = points.as_ptr_range().end == river.points.as_ptr_range().end;
            let into = self.name(if reaches_end { Some(river.end) } else { None });
            RiverPart { river: index, points, into }
        })
    }

    /// The name of the end of a river, or of a part that ends at the edge of the grid.
    fn name(self, end: Option<RiverEnd>) -> String {
        match end {
            Some(RiverEnd::Outlet) => "outlet".to_owned(),
            Some(RiverEnd::Sea) => "sea".to_owned(),
            Some(RiverEnd::Lake(lake)) if self.shows(&self.water.lakes[lake]) => format!("lake {lake}"),
            Some(RiverEnd::River(other)) => format!("river {other}"),
            Some(RiverEnd::Lake(_)) | None => "edge".to_owned(),
        }
    }

    fn holds(self, [x, y]: [f32; 2]) -> bool {
        let Grid { columns, rows, .. } = *self.grid;
        let [right, bottom] = [self.grid.x(columns - 1), self.grid.y(rows - 1)];
        let (x, y) = (f64::from(x), f64::from(y));
        (self.grid.x(0)..=right).contains(&x) && (self.grid.y(0)..=bottom).contains(&y)
    }

    fn shows(self, lake: &Lake) -> bool {
        lake.shores.iter().flatten().any(|&position| self.holds(position))
    }
}
