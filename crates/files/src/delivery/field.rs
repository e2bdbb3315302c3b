//! The values of a further field of a recipe, in a format for heights.

use std::path::Path;

use orogen_engine::interval::Interval;
use orogen_engine::raster::{Band, Grid};

use super::{Format, FormatContext};
use crate::{FileError, FileInfo, HeightMapping, PendingOutput, Product};

/// A further field, written as heights are.
///
/// ```
/// use orogen_files::HeightMapping;
/// use orogen_files::delivery::{FieldRaster, Format, Output};
///
/// let mapping = HeightMapping::new(0.0, 1.0).unwrap();
/// let woods = FieldRaster { name: "woods".to_owned(), plane: 0, mapping, format: Format::Exr };
/// assert_eq!(Output::usual(Format::Field(Box::new(woods))).stem, "woods");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FieldRaster {
    /// Its name in the recipe.
    pub name: String,
    /// Its index among [`Band::others`].
    pub plane: usize,
    /// The mapping of 16-bit values.
    pub mapping: HeightMapping,
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
        let interval = Interval::new(self.mapping.min(), self.mapping.max());
        let context = FormatContext { mapping: self.mapping, interval, ..context.clone() };
        let product = self.format.open(path, grid, &context)?;
        Ok(Box::new(FieldProduct { plane: self.plane, product }))
    }

    pub(super) fn info(&self, name: &str, context: &FormatContext) -> FileInfo {
        let is_16_bit = matches!(self.format, Format::Png16 | Format::R16(_));
        FileInfo {
            kind: "field".to_owned(),
            field: Some(self.name.clone()),
            values: is_16_bit.then(|| [self.mapping.min(), self.mapping.max()]),
            meaning: is_16_bit.then(|| MEANING.to_owned()),
            ..self.format.info(name, context)
        }
    }
}

/// What 16-bit values of a field mean.
const MEANING: &str = "field = values[0] + value * (values[1] - values[0]) / 65535";

/// Gives a product for heights the values of a field.
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
