//! What comes out: land with its water.

use crate::water::Water;

/// Land after erosion, in the cells of the land before.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Heights of the ground in metres, also under water. Every dry cell but those at the border has a lower neighbour, of ground or
    /// water.
    pub height: Vec<f32>,
    /// Drainage area in square metres of average rain.
    pub area: Vec<f32>,
    /// The thickness of sediment in metres: what came to rest and was not carried on.
    pub sediment: Vec<f32>,
    /// The share of bare rock, 0 to 1: steep ground without sediment.
    pub rock: Vec<f32>,
    /// Its rivers and lakes.
    pub water: Water,
}

/// The caller did not want the solution any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the erosion was stopped")
    }
}

impl std::error::Error for Stopped {}

/// The seed of a level's flow.
pub(crate) const FLOW: u64 = 1;
