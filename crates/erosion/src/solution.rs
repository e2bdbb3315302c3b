//! The result of erosion: land with its water.

use crate::water::Water;

/// Land after erosion, on the grid of the land before erosion.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Heights of the ground in metres, also under water. Every dry cell, except an outlet, has a neighbour with lower ground or
    /// water. Outlets are the cells at the border or, on land that repeats, at the lowest places.
    pub height: Vec<f32>,
    /// Drainage area in square metres of average rain.
    pub area: Vec<f32>,
    /// The thickness in metres of the sediment that has settled.
    pub sediment: Vec<f32>,
    /// The share of bare rock, 0 to 1. Bare rock is steep ground without sediment.
    pub rock: Vec<f32>,
    /// The rivers and lakes of the land.
    pub water: Water,
}

/// The caller stopped the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the erosion was stopped")
    }
}

impl std::error::Error for Stopped {}

/// Number that identifies the random numbers for the flow of a level.
pub(crate) const FLOW: u64 = 1;
