//! The samples of a job.

use std::fmt;
use std::str::FromStr;

use orogen_engine::raster::{Grid, MAX_SIDE};
use orogen_engine::recipe::Domain;
use orogen_files::Tiling;

use super::planet::PlanetRegion;
use crate::failure::Failure;
use crate::numbers::plain;

/// The fewest samples along a side of the domain.
pub(crate) const MIN_SIDE: i64 = 2;

/// A part of a domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Region {
    /// On a plane.
    Rectangle(Rectangle),
    /// On a planet.
    Planet(PlanetRegion),
}

impl FromStr for Region {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split(',').count() {
            3 => text.parse().map(Self::Planet),
            _ => text.parse().map(Self::Rectangle),
        }
    }
}

impl Region {
    /// The rectangle on a plane.
    pub(crate) fn on_plane(self) -> Result<Rectangle, Failure> {
        match self {
            Self::Rectangle(rectangle) => Ok(rectangle),
            Self::Planet(region) => {
                let message =
                    format!("the region {region} has three numbers, but this recipe is not a planet");
                Err(Failure::usage(message, "give four numbers in metres, x0,y0,x1,y1: 0,0,4000,4000"))
            }
        }
    }
}

/// A rectangle in metres: x0, y0, x1 and y1, with x0 < x1 and y0 < y1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rectangle([f64; 4]);

impl FromStr for Rectangle {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || {
            "give four numbers in metres, x0,y0,x1,y1: 0,0,4000,4000; on a planet latitude,longitude,size: 46.5,8.0,20km"
                .to_owned()
        };
        let numbers: Vec<f64> = text
            .split(',')
            .map(|number| number.trim().parse())
            .collect::<Result<_, _>>()
            .map_err(|_| form())?;
        let &[x0, y0, x1, y1] = numbers.as_slice() else {
            return Err(form());
        };
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(form());
        }
        if x0 > x1 || y0 > y1 {
            return Err("the region is empty: give the smaller x and y first, x0,y0,x1,y1".to_owned());
        }
        if x0 == x1 || y0 == y1 {
            return Err("the region is empty: x1 must be greater than x0, and y1 greater than y0".to_owned());
        }
        Ok(Self([x0, y0, x1, y1]))
    }
}

impl Rectangle {
    /// Its edges x0, y0, x1 and y1, if it is inside the domain.
    pub(crate) fn within(self, domain: &Domain) -> Result<[f64; 4], Failure> {
        let edge = domain.size * (1.0 + 1e-9);
        let inside = |metres: &f64| (-1e-9 * domain.size..=edge).contains(metres);
        if !self.0.iter().all(inside) {
            let message = format!("the region {self} extends beyond the domain");
            let help = format!("the domain covers 0 to {} m along x and y", plain(domain.size));
            return Err(Failure::usage(message, help));
        }
        Ok(self.0.map(|metres| metres.max(0.0)))
    }
}

impl fmt::Display for Rectangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x0, y0, x1, y1] = self.0.map(plain);
        write!(f, "{x0},{y0},{x1},{y1}")
    }
}

/// The samples of a job, as a part of the samples of the domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// The samples to generate.
    pub(crate) grid: Grid,
    whole: Grid,
    /// Metres along a side of the domain.
    side: f64,
}

impl Extent {
    /// The samples of a domain at a size or a spacing, cropped to a region.
    pub(crate) fn new(
        domain: &Domain,
        size: Option<i64>,
        spacing: Option<f64>,
        region: Option<Rectangle>,
    ) -> Result<Self, Failure> {
        let whole = match spacing {
            Some(spacing) => spaced(domain, spacing)?,
            None => Grid::over(domain.size, size.map_or(domain.samples, |size| size as usize), domain.tile),
        };
        let grid = match region {
            Some(region) => cropped(domain, &whole, region)?,
            None => whole,
        };
        if grid.columns.max(grid.rows) > MAX_SIDE {
            let message = format!("{} × {} samples are too many", grid.columns, grid.rows);
            let help =
                format!("the limit is {MAX_SIDE} × {MAX_SIDE}: choose a wider spacing or a smaller region");
            return Err(Failure::usage(message, help));
        }
        Ok(Self { grid, whole, side: domain.size })
    }

    /// All samples of a grid that does not follow from the domain.
    pub(crate) fn of(grid: Grid) -> Self {
        Self { grid, whole: grid, side: (grid.columns - 1) as f64 * grid.spacing }
    }

    /// The options to choose if these samples cannot be split into `counts` tiles across and down.
    pub(crate) fn tiling_help(&self, counts: [usize; 2]) -> String {
        if self.grid == self.whole {
            return match Tiling::nearest_square(self.grid.columns, counts, MAX_SIDE) {
                Some(size) => format!("choose --size {size}"),
                None => "choose fewer tiles: no size allows this many".to_owned(),
            };
        }
        // Round the samples down. A margin of a quarter of the spacing makes the last digits of the region irrelevant.
        let end = |samples: usize, tiles: usize| (samples - 1) / tiles * tiles;
        let [columns, rows] =
            [(self.grid.columns, counts[0]), (self.grid.rows, counts[1])].map(|(n, tiles)| end(n, tiles));
        if columns == 0 || rows == 0 {
            return "choose fewer tiles, or a larger --region".to_owned();
        }
        let quarter = 0.25 * self.grid.spacing;
        let low = |metres: f64| plain((metres - quarter).max(0.0));
        let high = |metres: f64| plain((metres + quarter).min(self.side));
        let (x, y) = (self.grid.x(0), self.grid.y(0));
        format!(
            "choose --region {},{},{},{}: {} × {} samples",
            low(x),
            low(y),
            high(self.grid.x(columns)),
            high(self.grid.y(rows)),
            columns + 1,
            rows + 1
        )
    }

    /// A description of which samples of the domain these are, or `None` if they are all.
    pub(crate) fn crop_note(&self) -> Option<String> {
        let Self { grid, whole, .. } = self;
        (grid != whole).then(|| {
            format!(
                "columns {}..{} and rows {}..{} of the {} × {} samples of the domain",
                grid.first_column,
                grid.first_column + grid.columns as i64,
                grid.first_row,
                grid.first_row + grid.rows as i64,
                whole.columns,
                whole.rows
            )
        })
    }
}

/// The grid of a domain with a spacing in metres. If the spacing does not divide the domain's side, the last samples
/// fall short of the edge.
fn spaced(domain: &Domain, spacing: f64) -> Result<Grid, Failure> {
    let steps = domain.size / spacing;
    let (apart, side) = (plain(spacing), plain(domain.size));
    let whole = (steps + 1e-6).floor();
    if whole < 1.0 {
        let message = format!("a spacing of {apart} m is too wide for a domain of {side} m");
        return Err(Failure::usage(message, format!("choose a spacing of at most {side} m")));
    }
    // Beyond 2⁵³ samples per side, their indices are no longer exact. This is far above the limit of any region.
    if whole > 9e15 {
        let message = format!("a spacing of {apart} m is too fine for a domain of {side} m");
        return Err(Failure::usage(message, "choose a wider spacing"));
    }
    if !domain.tile {
        return Ok(Grid::square(whole as usize + 1, spacing));
    }
    if (steps - steps.round()).abs() > 1e-6 {
        let message = format!("a spacing of {apart} m does not divide the period of {side} m");
        let help = format!(
            "choose --size {} instead: samples {} m apart",
            steps.round(),
            plain(domain.size / steps.round())
        );
        return Err(Failure::usage(message, help));
    }
    Ok(Grid::square(steps.round() as usize, spacing))
}

fn cropped(domain: &Domain, whole: &Grid, region: Rectangle) -> Result<Grid, Failure> {
    let [x0, y0, x1, y1] = region.within(domain)?;
    // In a periodic domain the far edge equals the near edge, and is not among the samples.
    let last = (whole.columns - 1) as f64 * whole.spacing;
    whole.crop([x0, y0, x1.min(last), y1.min(last)]).ok_or_else(|| {
        let message = format!("the region {region} contains no sample");
        Failure::usage(message, format!("make it larger: samples are {} m apart", plain(whole.spacing)))
    })
}
