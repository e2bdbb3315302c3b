//! What is asked of the levels of detail.

use super::errors::weight;
use super::hierarchy::Hierarchy;
use crate::{Problem, Tiling};

/// How many times more triangles a level has than the next.
const RATIO: u64 = 4;

/// Most triangles of the finest level: with all coarser levels, at most 4 GiB in one file.
pub(super) const MAX_TRIANGLES: u64 = 1 << 26;

/// What is asked of the levels of detail.
///
/// ```
/// use orogen_engine::raster::Grid;
/// use orogen_files::Tiling;
/// use orogen_files::mesh::lod::LevelsOfDetail;
///
/// let tiling = Tiling::new(&Grid::square(257, 8.0), 2, 2).unwrap();
/// let levels = LevelsOfDetail { triangles: 20_000, levels: 4, separate: false, collision_error: None };
/// assert!(levels.check(&tiling).is_ok());
/// // A quarter of the triangles for each next level does not leave two for each of four tiles.
/// let few = LevelsOfDetail { triangles: 100, ..levels };
/// assert!(few.check(&tiling).unwrap_err().help.contains("--triangles 2560"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelsOfDetail {
    /// The most triangles of the finest level of the whole terrain, all tiles and skirts included. Each next level has at most
    /// a quarter.
    pub triangles: u64,
    /// The number of levels, from 1 to [`MAX_LEVELS`](Self::MAX_LEVELS).
    pub levels: usize,
    /// Whether each level is also a file of its own.
    pub separate: bool,
    /// The largest vertical error in metres of meshes for collisions, if they are written. If they need more than 2²⁶ triangles,
    /// no file is written, and the error names the least that works.
    pub collision_error: Option<f64>,
}

/// The content of a file of a tile.
///
/// ```
/// use orogen_files::mesh::lod::{LevelsOfDetail, LodPart};
///
/// let asked = LevelsOfDetail { triangles: 1_000, levels: 1, separate: true, collision_error: None };
/// let files = [("hill".to_owned(), LodPart::All), ("hill_lod0".to_owned(), LodPart::Level(0))];
/// assert_eq!(asked.files("hill"), files);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LodPart {
    /// All levels.
    All,
    /// One level; 0 is the finest.
    Level(usize),
    /// The mesh for collisions.
    Collision,
}

impl LevelsOfDetail {
    /// The largest number of levels.
    pub const MAX_LEVELS: usize = 8;

    /// The names of a tile's files, without the extension: `stem`, `stem_lod0`, `stem_collision`.
    pub fn files(&self, stem: &str) -> Vec<(String, LodPart)> {
        let levels = if self.separate { self.levels } else { 0 };
        let mut files = vec![(stem.to_owned(), LodPart::All)];
        files.extend((0..levels).map(|level| (format!("{stem}_lod{level}"), LodPart::Level(level))));
        files.extend(self.collision_error.map(|_| (format!("{stem}_collision"), LodPart::Collision)));
        files
    }

    /// The most triangles of each level, the finest first.
    pub(super) fn budgets(&self) -> impl Iterator<Item = u64> + use<> {
        let this = *self;
        (0..this.levels as u32).map(move |level| this.triangles / RATIO.pow(level))
    }

    /// Whether borders have skirts: a single level of a single tile has no neighbour that could differ.
    pub(super) fn has_skirts(&self, tiling: &Tiling) -> bool {
        self.levels > 1 || tiling.counts() != [1, 1]
    }

    /// Checks that every level of a terrain can have the triangles asked for.
    ///
    /// # Errors
    /// A number is out of range. The help gives the nearest that works.
    pub fn check(&self, tiling: &Tiling) -> Result<(), Problem> {
        let (levels, most_levels) = (self.levels, Self::MAX_LEVELS);
        if !(1..=most_levels).contains(&levels) {
            let message = format!("{levels} levels of detail are not possible");
            return Err(Problem::new(message, format!("choose --levels from 1 to {most_levels}")));
        }
        if let Some(error) = self.collision_error.filter(|error| !(*error > 0.0 && error.is_finite())) {
            let message = format!("a collision mesh cannot have an error of {error} m");
            return Err(Problem::new(message, "choose a --collision-error greater than 0"));
        }
        let samples = tiling.size();
        if samples[0].saturating_mul(samples[1]) > u32::MAX as usize {
            let message =
                format!("tiles of {} × {} samples are too large for a mesh", samples[0], samples[1]);
            return Err(Problem::new(message, "choose more --tiles"));
        }
        let (least, most) = (self.least(tiling), self.most(tiling));
        let last = RATIO.pow(levels as u32 - 1);
        if self.triangles / last < least {
            let message = match levels {
                1 => format!("{} triangles are too few: these samples need {least} or more", self.triangles),
                _ => format!(
                    "{} triangles are too few: the coarsest of {levels} levels would have {}, but needs {least}",
                    self.triangles,
                    self.triangles / last
                ),
            };
            return Err(Problem::new(message, self.help_of_too_few(tiling)));
        }
        if self.triangles > most.min(MAX_TRIANGLES) {
            let message = match most <= MAX_TRIANGLES {
                true => format!("{} triangles are more than the samples have: {most}", self.triangles),
                false => format!("{} triangles are more than a mesh can have", self.triangles),
            };
            let help = format!("choose --triangles {} or fewer", most.min(MAX_TRIANGLES));
            return Err(Problem::new(message, help));
        }
        Ok(())
    }

    /// What to choose if there are too few triangles: more of them, or fewer levels.
    fn help_of_too_few(&self, tiling: &Tiling) -> String {
        let with = |levels: usize| Self { levels, ..*self };
        let needed = |levels: usize| with(levels).least(tiling) * RATIO.pow(levels as u32 - 1);
        let is_possible = |levels: &usize| needed(*levels) <= with(*levels).most(tiling).min(MAX_TRIANGLES);
        let fewer = (1..self.levels).rev().find(|&fewer| self.triangles >= needed(fewer));
        let more = is_possible(&self.levels).then(|| format!("--triangles {}", needed(self.levels)));
        match (more, fewer) {
            (Some(more), Some(fewer)) => format!("choose {more} or --levels {fewer}"),
            (Some(more), None) if self.levels == 1 => format!("choose {more}"),
            (None, Some(fewer)) => format!("choose --levels {fewer}"),
            (more, None) => {
                let more = more.map_or_else(String::new, |more| format!(", or {more}"));
                format!("choose --levels 1 and --triangles {}{more}", needed(1))
            }
        }
    }

    /// The fewest triangles that a level can have.
    pub fn least(&self, tiling: &Tiling) -> u64 {
        let hierarchy = Hierarchy::new(tiling.size());
        let skirts = self.has_skirts(tiling);
        tiles(tiling) * hierarchy.roots().map(|root| weight(&hierarchy, &root, skirts)).sum::<u64>()
    }

    /// The most triangles that a level can have: two for each cell, and two of a skirt for each step along a border.
    pub fn most(&self, tiling: &Tiling) -> u64 {
        let [across, down] = tiling.size().map(|count| count as u64 - 1);
        let skirts = if self.has_skirts(tiling) { 4 * (across + down) } else { 0 };
        tiles(tiling) * (2 * across * down + skirts)
    }
}

/// The number of tiles.
fn tiles(tiling: &Tiling) -> u64 {
    tiling.counts().iter().map(|&count| count as u64).product()
}
