//! The ground around an eye as a raster over the tangent plane below it. This raster casts shadows.

use glam::DVec3;
use orogen_engine::level::Level;
use orogen_engine::patch::Patch;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::{Images, Terrain};
use rayon::prelude::*;

use super::shot::Eye;
use crate::ViewError;

/// Heights over the plane that touches the sphere below the eye, at the samples of a grid on it.
///
/// Let *R* be the planet's radius. Ground of height *h*, at an angle θ from the eye's vertical as seen from the planet's
/// centre, is (*R* + *h*)·sin θ away from the vertical, and (*R* + *h*)·cos θ − *R* over the plane. For a point of the plane,
/// θ is computed as if *h* were the height of the ground below the eye. This shifts ground that is higher by *d* outwards by
/// the share *d*/*R*. To avoid cancellation in the second number, 1 − cos θ is computed as sin² θ/(1 + cos θ).
pub(super) fn tangent_heights(
    recipe: &Recipe,
    images: &dyn Images,
    eye: &Eye,
    ground: f64,
    grid: &Grid,
) -> Result<Vec<f32>, ViewError> {
    let terrain = Terrain::new(recipe, images, grid.spacing)?;
    let (radius, up) = (eye.sphere.radius(), eye.axes.up);
    let row = |row: usize| {
        let angles = (0..grid.columns).map(|column| {
            let across = [grid.x(column), grid.y(row), 0.0].map(|along| along / (radius + ground));
            let sine = across[0].hypot(across[1]).min(1.0);
            (eye.axes.to_planet(across), sine * sine / (1.0 + (1.0 - sine * sine).sqrt()))
        });
        let angles: Vec<(DVec3, f64)> = angles.collect();
        let positions: Vec<_> =
            angles.iter().map(|&(across, lost)| ((up * (1.0 - lost) + across) * radius).to_array()).collect();
        let patch = Patch::new(&positions)
            .unwrap_or_else(|_| unreachable!("every radius is within the range of positions"));
        let relief = terrain.patch::<f32>(Level::best(), &patch);
        let heights = relief.unwrap_or_else(|_| unreachable!("planets are not periodic")).height;
        let over = |(height, (_, lost)): (f32, &(DVec3, f64))| {
            let height = f64::from(height);
            (height * (1.0 - lost) - radius * lost) as f32
        };
        heights.into_iter().zip(&angles).map(over).collect::<Vec<_>>()
    };
    Ok((0..grid.rows).into_par_iter().flat_map_iter(row).collect())
}
