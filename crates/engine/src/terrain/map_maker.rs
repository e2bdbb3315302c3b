//! Computes the rows of a map of a planet on all threads. Each row is a patch; its gradients in space become slopes along the
//! axes of the map. So file formats for planes also serve maps.

use std::ops::Range;

use orogen_noise::level::Level;
use rayon::prelude::*;

use super::Terrain;
use crate::patch::PatchSamples;
use crate::planet::vector::{dot, scaled, sum};
use crate::planet::{Direction, DirectionGrid, Sphere};
use crate::raster::Band;

/// Makes the rows of a map on all threads of the current pool. The bits of a height depend only on the recipe, the spacing and
/// the sample's position on the sphere.
///
/// # What slopes mean
/// The planes `dx` and `dy` of a [`Band`] have the slopes along the picture's own axes at each sample, [to the right and
/// down](DirectionGrid::axes). They are in metres of height per metre along the sphere through the ground. At the height *h*,
/// lengths on that sphere are 1 + *h*/*R* times as long as on the planet's sphere of radius *R*. So (−`dx`, −`dy`, 1) is the
/// [normal](Sphere::normal) of the ground in the frame of these axes and of the direction from the centre. Normal maps and masks
/// of slope and aspect, which are computed from both slopes, are correct on any map, also at the poles. On a map by latitude and
/// longitude that frame is east, south and up.
#[derive(Debug)]
pub struct MapMaker<'a> {
    terrain: &'a Terrain,
    sphere: Sphere,
    level: Level,
    grid: DirectionGrid,
    curvature: bool,
}

/// Samples that one task of the thread pool makes: enough to be worth its preparations.
const TASK: usize = 1 << 12;

/// The part that one task makes: some samples of a row, in each plane of the band.
struct Run<'a> {
    row: usize,
    columns: Range<usize>,
    planes: Vec<&'a mut [f32]>,
}

/// The number of planes before those of other fields: height, and slopes to the right and down.
const FIRST_OTHER: usize = 3;

impl<'a> MapMaker<'a> {
    pub(super) fn new(terrain: &'a Terrain, sphere: Sphere, level: Level, grid: DirectionGrid) -> Self {
        Self { terrain, sphere, level, grid, curvature: false }
    }

    /// The same rows with curvature, the Laplacian of the height on the sphere. The curvature is computed from the slopes at four
    /// points around each sample, one step of the map away along the picture's axes. With curvature, the rows take about five
    /// times as long.
    pub fn with_curvature(self) -> Self {
        Self { curvature: true, ..self }
    }

    /// Makes rows `first..first + rows` of the map. `band` is overwritten, and its memory reused. Without slopes, only
    /// `height` is filled, even [with curvature](Self::with_curvature).
    ///
    /// # Panics
    /// If the map has fewer than `first + rows` rows.
    pub fn make(&self, first: usize, rows: usize, slopes: bool, band: &mut Band) {
        assert!(first + rows <= self.grid.rows(), "rows of the map");
        let columns = self.grid.columns();
        let samples = rows * columns;
        let sloped = if slopes { samples } else { 0 };
        band.first_row = first;
        band.columns = columns;
        band.height.resize(samples, 0.0);
        band.dx.resize(sloped, 0.0);
        band.dy.resize(sloped, 0.0);
        band.curvature.resize(if self.curvature { sloped } else { 0 }, 0.0);
        band.others.resize_with(self.terrain.others(), Vec::new);
        band.others.iter_mut().for_each(|other| other.resize(sloped, 0.0));
        let curvature = (slopes && self.curvature).then_some(&mut band.curvature);
        let planes = [&mut band.height, &mut band.dx, &mut band.dy].into_iter().chain(&mut band.others);
        let wanted = if slopes { usize::MAX } else { 1 };
        let runs = runs(first, rows, columns, planes.take(wanted).chain(curvature));
        runs.into_par_iter().for_each(|run| self.run(run));
    }

    fn run(&self, Run { row, columns, mut planes }: Run<'_>) {
        let relief = self.relief(columns.clone(), row);
        planes[0].copy_from_slice(&relief.height);
        if planes.len() == 1 {
            return;
        }
        let axes: Vec<_> = columns.clone().map(|column| self.grid.axes(column, row)).collect();
        for (i, axes) in axes.iter().enumerate() {
            let nearer = 1.0 / (1.0 + f64::from(relief.height[i]) / self.sphere.radius());
            for (plane, axis) in planes[1..FIRST_OTHER].iter_mut().zip(axes) {
                plane[i] = (along(&relief, i, *axis) * nearer) as f32;
            }
        }
        for (plane, other) in planes[FIRST_OTHER..].iter_mut().zip(&relief.others) {
            plane.copy_from_slice(other);
        }
        if let Some(plane) = planes.get_mut(FIRST_OTHER + relief.others.len()) {
            let directions: Vec<_> = columns.map(|column| self.grid.direction(column, row)).collect();
            self.curvature(&directions, &axes, plane);
        }
    }

    /// The terrain at some samples of a row.
    fn relief(&self, columns: Range<usize>, row: usize) -> PatchSamples<f32> {
        let patch = self.grid.crop(columns, row..row + 1).patch(self.sphere, 0..1);
        self.terrain.on_planet(self.level, &patch)
    }

    /// The Laplacian on the sphere is the sum of the second derivatives along any two great circles at right angles. At an
    /// angle *a* along the circle through *r* with the tangent *t*, the point is *r*·cos *a* + *t*·sin *a*, and the tangent is
    /// *t*·cos *a* − *r*·sin *a*. The differences are taken between slopes along these tangents.
    fn curvature(&self, directions: &[Direction], axes: &[[[f64; 3]; 2]], out: &mut [f32]) {
        let (angle, radius) = (self.grid.step(), self.sphere.radius());
        let per_metre = 0.5 / (angle * radius);
        let mut sums = vec![0.0; out.len()];
        for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            let (sin, cos) = (sign * libm::sin(angle), libm::cos(angle));
            let places =
                directions.iter().zip(axes).map(|(direction, axes)| (direction.vector(), axes[axis]));
            let places: Vec<_> =
                places.map(|(r, t)| (turned(r, t, [cos, sin]), turned(t, r, [cos, -sin]))).collect();
            let patch = self.sphere.patch(places.iter().map(|(place, _)| *place));
            let relief = self.terrain.on_planet::<f32>(self.level, &patch);
            for (i, (sum, (_, tangent))) in sums.iter_mut().zip(&places).enumerate() {
                *sum += sign * along(&relief, i, *tangent);
            }
        }
        out.iter_mut().zip(sums).for_each(|(out, sum)| *out = (sum * per_metre) as f32);
    }
}

/// *a*·cos + *b*·sin.
fn turned(a: [f64; 3], b: [f64; 3], [cos, sin]: [f64; 2]) -> [f64; 3] {
    sum(scaled(a, cos), scaled(b, sin))
}

/// The slope of a sample along a unit vector.
fn along(relief: &PatchSamples<f32>, sample: usize, axis: [f64; 3]) -> f64 {
    dot([0, 1, 2].map(|k| f64::from(relief.slopes[k][sample])), axis)
}

/// Cuts the planes of a band into runs.
fn runs<'a>(
    first: usize,
    rows: usize,
    columns: usize,
    planes: impl Iterator<Item = &'a mut Vec<f32>>,
) -> Vec<Run<'a>> {
    let across = columns.div_ceil(TASK);
    let run = |index: usize| {
        let from = index % across * TASK;
        Run { row: first + index / across, columns: from..columns.min(from + TASK), planes: Vec::new() }
    };
    let mut runs: Vec<_> = (0..rows * across).map(run).collect();
    for plane in planes {
        let parts = plane.chunks_mut(columns).flat_map(|row| row.chunks_mut(TASK));
        runs.iter_mut().zip(parts).for_each(|(run, part)| run.planes.push(part));
    }
    runs
}
