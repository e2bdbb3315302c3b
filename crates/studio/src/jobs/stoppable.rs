//! Images whose solvers stop once a newer request waits.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::generate::SharedImages;
use orogen_engine::image::{Image, Reading};
use orogen_engine::overlay::{Complaint, Layer};
use orogen_engine::shapes::{MapPlace, ShapeReading, Shapes};
use orogen_engine::terrain::Images;

use crate::height_field::Watch;

/// The same images. Solvers of fields stop with an error soon after `go_on` has returned false.
pub(super) struct Stoppable<'a> {
    pub(super) images: &'a SharedImages,
    pub(super) go_on: Watch<'a>,
}

impl Images for Stoppable<'_> {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        self.images.load(path, reading)
    }

    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        self.images.strokes(path)
    }

    fn shapes(&self, path: &Path, reading: &ShapeReading) -> Result<Arc<Shapes>, Complaint> {
        self.images.shapes(path, reading)
    }

    fn map_place(&self, path: &Path) -> Option<MapPlace> {
        self.images.map_place(path)
    }

    fn draft(&self) -> u32 {
        self.images.draft()
    }

    fn recall(&self, key: &str) -> Option<Vec<f32>> {
        self.images.recall(key)
    }

    fn keep(&self, key: &str, numbers: &[f32]) -> Result<(), Complaint> {
        self.images.keep(key, numbers)
    }

    fn solving(&self, field: &str, done: f32) -> bool {
        (self.go_on)() && self.images.solving(field, done)
    }
}
