//! What is asked of a generator and what it answers.

use std::fmt;
use std::sync::Arc;

use crate::raster::Grid;
use crate::recipe::RecipeError;

/// Most samples along a side of a tile. Larger rasters are made of several, or by
/// [`Terrain::rows`](crate::terrain::Terrain::rows).
pub const MAX_TILE_SIDE: usize = 4097;

/// A tile that is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// Where its samples lie. Tiles of one spacing whose indices meet share the samples there, bit for bit.
    pub grid: Grid,
    /// Whether slopes are wanted beside heights.
    pub slopes: bool,
}

/// What a cache knows a request by: its numbers, bit for bit.
pub(crate) type Key = ([i64; 2], [usize; 2], u64, bool);

impl Request {
    /// Equal for requests that are answered by the same tile, and ordered.
    pub(crate) fn key(&self) -> Key {
        let Grid { first_column, first_row, columns, rows, spacing } = self.grid;
        ([first_column, first_row], [columns, rows], spacing.to_bits(), self.slopes)
    }

    /// Whether there can be such a tile.
    pub(crate) fn check(&self) -> Result<(), GenerateError> {
        let Grid { first_column, first_row, columns, rows, spacing } = self.grid;
        let sound = |side: usize| (1..=MAX_TILE_SIDE).contains(&side);
        if !(sound(columns) && sound(rows)) {
            let message = format!(
                "a tile of {columns} × {rows} samples cannot be made: \
                 ask for 1 to {MAX_TILE_SIDE} samples along a side"
            );
            return Err(GenerateError::Request(message));
        }
        let ends = [(first_column, columns), (first_row, rows)];
        let reach =
            |(first, count): (i64, usize)| first.checked_add(count as i64).map(|end| end as f64 * spacing);
        if !(spacing > 0.0 && ends.map(reach).iter().all(|end| end.is_some_and(f64::is_finite))) {
            let message = format!(
                "the tile that begins at column {first_column} and row {first_row}, {spacing} m apart, lies nowhere: \
                 its spacing has to be greater than 0 and its places finite"
            );
            return Err(GenerateError::Request(message));
        }
        Ok(())
    }
}

/// Names a request among those of one generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub(crate) u64);

/// Counts the recipes that a generator was given; the first is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u64);

/// Heights and slopes of a grid, row by row from the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Planes {
    /// Metres.
    pub height: Vec<f32>,
    /// ∂height/∂x in metres per metre; empty when slopes were not asked for.
    pub dx: Vec<f32>,
    /// ∂height/∂y in metres per metre (`y` grows down the picture); empty when slopes were not asked for.
    pub dy: Vec<f32>,
}

/// A tile that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// What was asked for.
    pub request: Request,
    /// Its samples.
    pub planes: Planes,
    /// Of which recipe it is.
    pub version: Version,
    /// The [name](super::maker::Maker::name) of who made it: tiles of different makers agree within the makers'
    /// bounds, those of one maker to the last bit.
    pub made_by: Arc<str>,
}

impl Tile {
    /// Bytes of memory that the tile takes.
    pub fn bytes(&self) -> usize {
        let planes = [&self.planes.height, &self.planes.dx, &self.planes.dy];
        size_of::<Self>() + planes.iter().map(|plane| plane.capacity() * size_of::<f32>()).sum::<usize>()
    }
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Which request is answered.
    pub ticket: Ticket,
    /// The tile, or why there is none.
    pub tile: Result<Arc<Tile>, GenerateError>,
}

/// Why a tile was not made, or a recipe not taken up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// There can be no such tile; what is wrong and the mend.
    Request(String),
    /// The recipe is unsound.
    Recipe(RecipeError),
    /// Whoever should have made it could not, and there is nobody else.
    Maker {
        /// Its name.
        maker: Arc<str>,
        /// What happened.
        message: String,
    },
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Request(message) => f.write_str(message),
            GenerateError::Recipe(error) => error.fmt(f),
            GenerateError::Maker { maker, message } => write!(f, "{maker}: {message}"),
        }
    }
}

impl std::error::Error for GenerateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            GenerateError::Recipe(error) => Some(error),
            GenerateError::Request(_) | GenerateError::Maker { .. } => None,
        }
    }
}
