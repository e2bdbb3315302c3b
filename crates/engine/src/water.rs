//! Rivers and lakes: their surface in samples, and their [lines and places](crate::terrain::water).

use crate::raster::Band;
use crate::recipe::Recipe;

pub use orogen_erosion::{Lake, River, RiverEnd, RiverPoint, Water};

/// The water of a recipe's `[water]` in the rows of a terrain.
///
/// # Example
/// ```
/// use orogen_engine::raster::Band;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::water::WaterSurface;
///
/// let text = "orogen = 1\ndomain.size = 90.0\nheight = { field = 'flat', offset = 5.0 }\nwater.field = 'lake'
///     [fields.flat]\ntype = 'constant'\n[fields.lake]\ntype = 'constant'\nvalue = 2.0";
/// let recipe = Recipe::parse(Source::new("lake.toml", text), orogen_engine::nodes::registry())?;
/// let water = WaterSurface::of(&recipe).ok_or("no water")?;
/// // The ground at 5 m, and the surface 2 m above it.
/// let band = Band { columns: 1, height: vec![5.0], others: vec![vec![2.0]], ..Band::default() };
/// assert_eq!(water.depth(&band, 0), 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaterSurface {
    /// The index of its plane among [`Band::others`].
    plane: usize,
    /// Metres per unit of the field.
    scale: f32,
    /// Metres where the field is 0.
    offset: f32,
}

impl WaterSurface {
    /// The water in samples with the [fields of scattered kinds](Recipe::scatter_fields), of which it is the last.
    pub(crate) fn last_of_scatter(recipe: &Recipe) -> Option<Self> {
        let alone = Self::alone(recipe)?;
        Some(Self { plane: recipe.scatter_fields().count().checked_sub(1)?, ..alone })
    }

    /// The water in rows with [all further fields](crate::terrain::Terrain::with_materials); `None` if the recipe has no
    /// `[water]`.
    pub fn of(recipe: &Recipe) -> Option<Self> {
        let alone = Self::alone(recipe)?;
        Some(Self { plane: recipe.further_fields().count() - recipe.exported.len() - 1, ..alone })
    }

    /// The water in rows with [no other further field](crate::terrain::Terrain::with_water); `None` if the recipe has no
    /// `[water]`.
    pub fn alone(recipe: &Recipe) -> Option<Self> {
        recipe.water.as_ref()?;
        let [scale, offset] = [recipe.height.scale, recipe.height.offset].map(|metres| metres as f32);
        Some(Self { plane: 0, scale, offset })
    }

    /// The index of the plane of the water's field among [`Band::others`].
    pub fn plane(&self) -> usize {
        self.plane
    }

    /// How high the water's surface is above the ground at a sample, in metres. On dry ground, the result is 0 or less. A band
    /// without the plane of the water's field counts as dry.
    #[inline(always)]
    pub fn depth(&self, band: &Band, at: usize) -> f32 {
        band.others
            .get(self.plane)
            .map_or(-1.0, |field| field[at] * self.scale + self.offset - band.height[at])
    }
}
