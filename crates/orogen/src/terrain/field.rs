//! Fields of a recipe as terrains.

use std::sync::Arc;

use orogen_engine::recipe::{Field, Height, Recipe};

use super::Terrain;
use crate::error::Error;

impl Terrain {
    /// The names of the recipe's fields, sorted: also fields of used recipes, such as `coast.sand`, and further results of
    /// fields, such as `land.flow`.
    ///
    /// # Example
    /// ```
    /// let terrain = orogen::Terrain::preset("alps")?;
    /// assert!(terrain.fields().contains(&"ranges".to_owned()));
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn fields(&self) -> Vec<String> {
        let with_results =
            |field: &Field| [field.name.clone()].into_iter().chain(field.results()).collect::<Vec<_>>();
        let mut names: Vec<_> = self.recipe().defined_fields().flat_map(with_results).collect();
        names.sort();
        names.dedup();
        names
    }

    /// A terrain whose heights are the values of a field of this terrain's recipe, in the unit of the field, without strokes. Its
    /// slopes are those of the field per metre.
    ///
    /// # Errors
    /// The recipe has no such field.
    ///
    /// # Example
    /// ```
    /// let alps = orogen::Terrain::preset("alps")?;
    /// let ranges = alps.of_field("ranges")?;
    /// let [low, high] = ranges.raster(ranges.grid(128)?)?.range();
    /// assert!(low < high && high < 2.0);
    /// assert_eq!(alps.of_field("range").unwrap_err().message(), "the recipe has no field `range`");
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn of_field(&self, name: &str) -> Result<Self, Error> {
        let recipe = self.recipe().clone();
        let mut recipe =
            recipe.exporting(&[name]).map_err(|(message, help)| Error::argument(message, help))?;
        recipe.exported.clear();
        let Height { field_span, .. } = recipe.height;
        let height =
            Height { field: name.to_owned(), field_span, scale: 1.0, offset: 0.0, offset_span: field_span };
        Self::new(Recipe { height, sculpt: None, sea: None, ..recipe }, Arc::clone(&self.0.files))
    }
}
