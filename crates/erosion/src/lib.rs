//! Erosion by rivers and slides on a grid of heights, and the water that follows from it.
//!
//! [`solve`] takes land of any shape and returns land that drains. Rivers cut into ground that rises, slopes slide where they
//! are too steep, sediment settles, and valleys widen with the water that they carry. Grids are solved from coarse to fine.
//! On a coarse grid with few cells, rivers find their courses over millions of years. Each finer grid adds the detail that it
//! can show.
//!
//! ```
//! use orogen_erosion::{Amount, Land, Settings, solve};
//!
//! // A dome, 200 m high, on a grid of 64 × 64 cells of 50 m.
//! let side = 64;
//! let height = (0..side * side).map(|cell| {
//!     let [x, y] = [cell % side, cell / side].map(|i| i as f32 / 31.5 - 1.0);
//!     200.0 * (1.0 - 0.5 * (x * x + y * y))
//! });
//! let land = Land::new(side, 50.0, height.collect());
//! let solution = solve(&land, &Settings::default(), &|_| true)?;
//! // Every cell inside drains to a lower neighbour.
//! let cell = 20 * side + 30;
//! let lower = |neighbour: usize| solution.height[neighbour] < solution.height[cell];
//! assert!([cell - side, cell - 1, cell + 1, cell + side, cell - side - 1, cell + side + 1].into_iter().any(lower));
//! # Ok::<(), orogen_erosion::Stopped>(())
//! ```
//!
//! The bits of a solution depend only on the land and the settings, not on the number of threads or the processor.
//!
//! # Sources
//! - J. Braun and S. D. Willett, 2013: *A very efficient O(n), implicit and parallel method to solve the stream power equation*
//! - R. Barnes, C. Lehman and D. Mulla, 2014: *Priority-Flood*
//! - X. P. Yuan, J. Braun, L. Guerit, D. Rouby and G. Cordonnier, 2019: *A new efficient method to solve the stream power law
//!   model taking into account sediment deposition*
//! - D. R. Montgomery and W. E. Dietrich, 1994: *A physically based model for the topographic control on shallow landsliding*
//! - L. B. Leopold and T. Maddock, 1953: *The hydraulic geometry of stream channels*
//! - T. C. Blair and J. G. McPherson, 1994: *Alluvial fans and their natural distinction from rivers*
//! - E. W. Lane, 1955: *The importance of fluvial morphology in hydraulic engineering*
//! - R. A. DiBiase, A. M. Heimsath and K. X. Whipple, 2012: *Hillslope response to tectonic forcing in threshold landscapes*
//! - J. B. Lindsay, 2016: *Efficient hybrid breaching-filling sink removal methods for flow path enforcement in digital elevation
//!   models*
//! - G. H. Roe, 2005: *Orographic precipitation*
//! - R. B. Smith and I. Barstad, 2004: *A linear theory of orographic precipitation*
//! - D. B. Bahr, M. F. Meier and S. D. Peckham, 1997: *The physical basis of glacier volume-area scaling*
//! - D. L. Egholm, S. B. Nielsen, V. K. Pedersen and J.-E. Lesemann, 2009: *Glacial effects limiting mountain height*
//! - W. B. Bull, 1990: *Stream-terrace genesis: implications for soil development*
//! - S. J. Gortler, R. Grzeszczuk, R. Szeliski and M. F. Cohen, 1996: *The Lumigraph*
//! - T. G. Freeman, 1991: *Calculating catchment area with divergent flow based on a regular grid*

mod breach;
mod deposits;
mod distance;
pub mod drainage;
mod flood;
mod grid;
mod ground;
mod hillslope;
mod ice;
mod keep;
mod land;
mod layers;
mod order;
mod queue;
pub mod raster;
mod refine;
mod routing;
mod shape;
mod solution;
mod solve;
mod spread;
mod step;
mod terraces;
mod texture;
mod water;
mod wind;

pub use distance::distances;
pub use ice::Ice;
pub use land::{Amount, Grains, Land, Settings, Strata};
pub use solution::{Solution, Stopped};
pub use solve::{COARSEST, solve};
pub use water::{COLLAR, DRY, Lake, River, RiverEnd, RiverPoint, Water};
pub use wind::Wind;

/// The version of the solver. Solutions of different versions may differ in their bits.
pub const VERSION: u32 = 7;
