//! The check of a file with the values of a further field.

use orogen_engine::raster::{Band, Grid};

use super::{Check, Findings, Needs, Unit};
use crate::FileError;
use crate::delivery::of_field;

/// A check for heights that gets the values of a field in the place of the heights.
pub(super) struct FieldCheck {
    /// The index of the field among [`Band::others`].
    plane: usize,
    check: Box<dyn Check>,
}

impl FieldCheck {
    pub(super) fn boxed(plane: usize, check: Box<dyn Check>) -> Box<dyn Check> {
        Box::new(Self { plane, check })
    }
}

impl Check for FieldCheck {
    fn grid(&self) -> Grid {
        self.check.grid()
    }

    fn needs(&self) -> Needs {
        Needs::Slopes
    }

    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.check.write(&of_field(band, self.plane))
    }

    fn complete(self: Box<Self>) -> Result<Findings, FileError> {
        Ok(Findings { unit: Unit::Values, ..self.check.complete()? })
    }
}
