//! Words that identify the files that a solution depends on.

use super::Solver;
use crate::image::Pictures;
use crate::nodes::{self, image};
use crate::recipe::{Recipe, RecipeError};

/// Adds words that identify the pictures that a recipe's fields read.
///
/// # Errors
/// A picture cannot be read. The error points at the line.
pub fn picture_words(
    recipe: &Recipe,
    pictures: &dyn Pictures,
    add: &mut dyn FnMut(u64),
) -> Result<(), RecipeError> {
    for field in recipe.fields.values().filter(|field| image::is_image(field.spec)) {
        image::load(&field.args, pictures)?.words().for_each(&mut *add);
    }
    Ok(())
}

impl Solver<'_> {
    /// Adds words that identify the files that the fields of a recipe read.
    pub(super) fn file_words(&self, recipe: &Recipe, add: &mut dyn FnMut(u64)) -> Result<(), RecipeError> {
        picture_words(recipe, &self.images, add)?;
        for field in recipe.fields.values().filter(|field| nodes::shapes::is_shapes(field.spec)) {
            super::shapes::words(&*self.shapes(field)?, add);
        }
        for field in recipe.fields.values().filter(|field| nodes::is_painted(field.spec)) {
            self.stroke_words(field, add)?;
        }
        Ok(())
    }
}
