//! The samples of a tile, and where they are.
//!
//! Coordinates are those of most programs that draw: y points up. On a plane, x and z are the recipe's x and y, and y is the height. On
//! a planet, y is the axis to the north pole, and x and z are the recipe's x and −y.

use std::rc::Rc;

use glam::DVec3;
use orogen::engine::level::Level;
use orogen::engine::raster::Band;
use orogen::engine::terrain;
use orogen::{DirectionGrid, Error, Grid};

/// Where the samples of a tile are, and the terrain that they are of.
pub(crate) struct Survey {
    pub(crate) terrain: Rc<terrain::Terrain>,
    /// Whether the samples have curvature.
    pub(crate) curvature: bool,
    pub(crate) places: Places,
    /// Samples beyond each edge of the tile.
    apron: usize,
    /// Metres between samples.
    spacing: f64,
}

pub(crate) enum Places {
    Plane(Grid),
    /// Directions, and the radius.
    Planet(DirectionGrid, f64),
}

/// The samples of a tile, row by row.
pub(crate) struct Samples {
    pub(crate) band: Band,
    survey: Survey,
    /// Samples along a side, those of the apron included.
    side: usize,
    /// Steps from one texel of the pictures to the next.
    stride: usize,
}

/// The position of a sample at height 0, and unit vectors: up, along rows, and along columns.
pub(crate) struct Frame {
    pub(crate) position: DVec3,
    pub(crate) up: DVec3,
    axes: [DVec3; 2],
}

impl Survey {
    /// Those of a plane's tile: a sample for each texel.
    pub(crate) fn of_plane(terrain: Rc<terrain::Terrain>, grid: Grid, curvature: bool) -> Self {
        Self { terrain, curvature, places: Places::Plane(grid), apron: 0, spacing: grid.spacing }
    }

    /// Those of a plane's tile whose grid has two steps from one texel to the next.
    pub(crate) fn of_fine_plane(terrain: Rc<terrain::Terrain>, grid: Grid, curvature: bool) -> Self {
        Self { apron: 1, ..Self::of_plane(terrain, grid.widened(), curvature) }
    }

    /// Those of a planet's tile, `spacing` metres apart.
    pub(crate) fn of_planet(
        terrain: Rc<terrain::Terrain>,
        grid: DirectionGrid,
        spacing: f64,
        curvature: bool,
    ) -> Result<Self, Error> {
        let radius = terrain.sphere().ok_or(terrain::NotAPlanet)?.radius();
        Ok(Self { terrain, curvature, places: Places::Planet(grid, radius), apron: 0, spacing })
    }

    /// The samples, made by the processor.
    pub(crate) fn samples(self) -> Result<Samples, Error> {
        let mut band = Band::default();
        match &self.places {
            Places::Plane(grid) => {
                let maker = self.terrain.rows(Level::best(), *grid)?;
                let maker = if self.curvature { maker.with_curvature() } else { maker };
                maker.make(0, grid.rows, true, &mut band);
            }
            Places::Planet(grid, _) => {
                let maker = self.terrain.map(Level::best(), grid.clone())?;
                let maker = if self.curvature { maker.with_curvature() } else { maker };
                maker.make(0, grid.rows(), true, &mut band);
            }
        }
        Ok(self.with(band))
    }

    /// The samples with the numbers of a band.
    pub(crate) fn with(self, band: Band) -> Samples {
        Samples { side: band.columns, stride: self.apron + 1, band, survey: self }
    }
}

impl Samples {
    /// Whether a texel covers a single sample.
    pub(crate) fn has_one_a_texel(&self) -> bool {
        self.stride == 1
    }

    /// Metres from one texel to the next.
    pub(crate) fn texel(&self) -> f64 {
        self.stride as f64 * self.survey.spacing
    }

    /// The samples at every `step`th texel of the tile, along rows and columns.
    pub(crate) fn texels(&self, step: usize) -> impl Iterator<Item = usize> {
        let (side, first, end, step) =
            (self.side, self.survey.apron, self.side - self.survey.apron, step * self.stride);
        let lines = move || (first..end).step_by(step);
        lines().flat_map(move |row| lines().map(move |column| row * side + column))
    }

    /// The samples that a texel covers, with weights that sum to 1: of each neighbour half as much as of the sample itself.
    pub(crate) fn around(&self, at: usize) -> impl Iterator<Item = (usize, f32)> {
        let line: &'static [(isize, f32)] =
            if self.has_one_a_texel() { &[(0, 1.0)] } else { &[(-1, 0.25), (0, 0.5), (1, 0.25)] };
        let side = self.side as isize;
        line.iter().flat_map(move |&(down, one)| {
            line.iter().map(move |&(right, other)| (at.wrapping_add_signed(down * side + right), one * other))
        })
    }

    pub(crate) fn frame(&self, at: usize) -> Frame {
        let (column, row) = (at % self.side, at / self.side);
        match &self.survey.places {
            Places::Plane(grid) => Frame {
                position: DVec3::new(grid.x(column), 0.0, grid.y(row)),
                up: DVec3::Y,
                axes: [DVec3::X, DVec3::Z],
            },
            Places::Planet(grid, radius) => {
                let up = turned(grid.direction(column, row).vector());
                Frame { position: up * *radius, up, axes: grid.axes(column, row).map(turned) }
            }
        }
    }

    /// The unit normal of a sample below water of a depth; where there is some, that of its level surface.
    pub(crate) fn normal(&self, at: usize, depth: f32) -> DVec3 {
        let Frame { up, axes: [right, down], .. } = self.frame(at);
        if depth > 0.0 {
            return up;
        }
        (up - right * f64::from(self.band.dx[at]) - down * f64::from(self.band.dy[at])).normalize()
    }
}

/// The recipe's axes of a planet as those of a surface.
fn turned([x, y, z]: [f64; 3]) -> DVec3 {
    DVec3::new(x, z, -y)
}
