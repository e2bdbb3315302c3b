//! Tiles of planes and planets.

use std::mem;

use orogen::{Address, Error, PlaneTile, Terrain, TileAddress};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::exception;

/// The numbers of a tile. Each method gives its numbers away.
#[wasm_bindgen]
pub struct NativeTile {
    numbers: Vec<f32>,
    positions: Vec<f64>,
}

#[wasm_bindgen]
impl NativeTile {
    /// On a plane the height and both slopes of each sample, on a planet the height, the gradient and the normal; one array after the
    /// other.
    pub fn numbers(&mut self) -> Vec<f32> {
        mem::take(&mut self.numbers)
    }

    /// The points of a planet's ground, in metres from its centre.
    pub fn positions(&mut self) -> Vec<f64> {
        mem::take(&mut self.positions)
    }
}

pub(crate) fn tile(terrain: &Terrain, address: &str, samples: f64) -> Result<NativeTile, JsValue> {
    if !terrain.is_planet() {
        let tile = made::<PlaneTile>(terrain, address, samples)?;
        let numbers = [tile.height, tile.dx, tile.dy].concat();
        return Ok(NativeTile { numbers, positions: Vec::new() });
    }
    let tile = made::<TileAddress>(terrain, address, samples)?;
    let positions = tile.positions().into_flattened();
    let normals = tile.normals().into_iter().flatten().map(|part| part as f32).collect();
    let [x, y, z] = tile.gradient;
    Ok(NativeTile { numbers: [tile.height, x, y, z, normals].concat(), positions })
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
