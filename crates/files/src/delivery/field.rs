//! The values of a further field of a recipe, in a format for heights.

use std::path::Path;

use orogen_engine::raster::{Band, Grid};

use super::{Format, FormatContext};
use crate::{FileError, FileInfo, HeightMapping, PendingOutput, Product};

/// A further field of the recipe, written in one of the formats for heights.
///
/// ```
/// use orogen_files::delivery::{FieldRaster, Format, Output};
///
/// let woods = FieldRaster { name: "woods".to_owned(), format: Format::Exr };
/// assert_eq!(Output::usual(Format::Field(Box::new(woods))).stem, "woods");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FieldRaster {
    /// The name of the field in the recipe.
    pub name: String,
    /// The format, one of those for heights.
    pub format: Format,
}

impl FieldRaster {
    pub(super) fn open(
        &self,
        path: &Path,
        grid: &Grid,
        context: &FormatContext,
    ) -> Result<Box<dyn Product>, FileError> {
        let Some((plane, interval)) = context.field(&self.name) else {
            let message = format!("the recipe has no field `{}`", self.name);
            return Err(FileError::new(path, message, "name a field of the recipe"));
        };
        let mapping = match self.mapping(context) {
            Some(mapping) => mapping,
            None if self.format.is_16_bit() => {
                let message = format!(
                    "the values of `{}` from {:e} to {:e} cannot be mapped to 16 bits",
                    self.name, interval.min, interval.max
                );
                return Err(FileError::new(path, message, "write 32-bit floats: --format f32"));
            }
            None => context.mapping,
        };
        let product =
            self.format.open(path, grid, &FormatContext { mapping, interval, ..context.clone() })?;
        Ok(Box::new(FieldProduct { plane, product }))
    }

    pub(super) fn info(&self, name: &str, context: &FormatContext) -> FileInfo {
        let mapping = self.mapping(context).filter(|_| self.format.is_16_bit());
        FileInfo {
            kind: "field".to_owned(),
            field: Some(self.name.clone()),
            values: mapping.map(|mapping| [mapping.min(), mapping.max()]),
            meaning: mapping.map(|_| MEANING.to_owned()),
            ..self.format.info(name, context)
        }
    }

    /// The mapping between 16-bit values and all values that the field can have.
    fn mapping(&self, context: &FormatContext) -> Option<HeightMapping> {
        let (_, interval) = context.field(&self.name)?;
        HeightMapping::spanning(interval.min, interval.max)
    }
}

/// What 16-bit values of a field mean.
const MEANING: &str = "field = values[0] + value * (values[1] - values[0]) / 65535";

/// Passes the values of a field to a product for heights, in the place of the heights.
struct FieldProduct {
    plane: usize,
    product: Box<dyn Product>,
}

impl Product for FieldProduct {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.product.write(&of_field(band, self.plane))
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        self.product.complete()
    }
}

/// A band with the values of a further field as its heights.
pub(crate) fn of_field(band: &Band, plane: usize) -> Band {
    let height = band.others.get(plane).cloned().unwrap_or_default();
    Band { first_row: band.first_row, columns: band.columns, height, ..Band::default() }
}
