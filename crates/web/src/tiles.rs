//! Tiles of planes and planets.

use orogen::{Address, Error, PlaneTile, Terrain, TileAddress};
use wasm_bindgen::JsValue;

use crate::errors::exception;

/// On a plane the height and both slopes of each sample, on a planet the height, the gradient and the normal; one array after the
/// other.
pub(crate) fn tile(terrain: &Terrain, address: &str, samples: f64) -> Result<Vec<f32>, JsValue> {
    if !terrain.is_planet() {
        let tile = made::<PlaneTile>(terrain, address, samples)?;
        return Ok([tile.height, tile.dx, tile.dy].concat());
    }
    let tile = made::<TileAddress>(terrain, address, samples)?;
    let normals = tile.normals().into_iter().flatten().map(|part| part as f32).collect();
    let [x, y, z] = tile.gradient;
    Ok([tile.height, x, y, z, normals].concat())
}

/// The points of the ground.
pub(crate) fn positions(terrain: &Terrain, address: &str, samples: f64) -> Result<Vec<f64>, JsValue> {
    Ok(made::<TileAddress>(terrain, address, samples)?.positions().into_flattened())
}

fn made<A>(terrain: &Terrain, address: &str, samples: f64) -> Result<A::Tile, JsValue>
where
    A: Address + std::str::FromStr,
    Error: From<A::Err>,
{
    // A number that is not whole, or too large, becomes one that the terrain refuses.
    let side = if samples.fract() == 0.0 { samples as usize } else { 0 };
    let address = address.parse::<A>().map_err(|error| exception(&error.into()))?;
    terrain.tile(address, side).map_err(|error| exception(&error))
}
