//! Scattered things in every format.

use std::sync::Arc;

use orogen_engine::image::NoImages;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::scatter::Scatter;
use orogen_files::HeightMapping;
use orogen_files::scatter::{PointFormat, points};

use crate::python::check;

const TEXT: &str = "orogen = 1\ndomain.size = 640.0\ndomain.samples = 65\n\
    height = { field = 'hills', scale = 60.0, offset = 100.0 }\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = 300.0\n\
    [[scatter]]\nname = 'pine'\nspacing = 9.0\nslope = [30, 20]\nscale = [0.5, 2]\n\
    [[scatter]]\nname = 'rock'\nspacing = 20.0\nshape = 'rock'\ntilt = 1\n";

#[test]
fn numpy_and_pygltflib_read_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = Recipe::parse(Source::new("x", TEXT), orogen_engine::nodes::registry()).unwrap();
    let scatter = Arc::new(Scatter::new(&recipe, &NoImages, 10.0).unwrap());
    let grid = Grid::new([100.0, 200.0], 10.0, 41, 31).unwrap();
    let mapping = HeightMapping::new(0.0, 200.0).unwrap();
    for format in
        [PointFormat::Csv, PointFormat::Glb, PointFormat::Unity, PointFormat::Unreal, PointFormat::Godot]
    {
        let path = folder.path().join(format!("{}.{}", format.stem(), format.extension()));
        points(&path, &grid, Some(&scatter), mapping, format).unwrap().finish().unwrap();
    }
    check("check_scatter.py", folder.path());
}
