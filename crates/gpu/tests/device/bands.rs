//! Rows of a raster, computed by a device.

use orogen_engine::raster::{Band, Grid};
use orogen_gpu::{Bands, GpuError};
use orogen_noise::jet::Order;

use crate::harness::{agree, by_processor, largest, terrain};
use crate::land::{LAND, gpu};

/// There are several times more pieces than can be in flight. The sizes of strips and bands do not divide the size of the
/// raster.
#[test]
fn bands_computed_ahead_have_the_same_bits() {
    let (gpu, terrain) = (gpu(), terrain(LAND, 10.0));
    let grid = Grid { first_column: -700, first_row: 31, columns: 4500, rows: 45, spacing: 10.0 };
    let program = terrain.program(Order::Gradient).unwrap();
    let pipeline = gpu.pipeline(&program).unwrap();
    let alone =
        gpu.run(&pipeline, &program, &terrain.shares(&grid).unwrap(), [grid.columns, grid.rows]).unwrap();
    let mut bands = Bands::new(gpu, &terrain, grid, false).unwrap();
    let mut band = Band::default();
    // Requests bands in order and out of order. Out of order, the rows computed ahead are useless.
    for first in [0, 10, 20, 30, 40, 10, 20, 20, 40, 0] {
        let rows = 10.min(grid.rows - first);
        bands.make(first, rows, &mut band).unwrap();
        assert_eq!((band.first_row, band.columns, band.rows()), (first, grid.columns, rows));
        for (plane, found) in [&band.height, &band.dx, &band.dy].into_iter().enumerate() {
            let expected = &alone[plane * grid.len() + first * grid.columns..][..found.len()];
            assert!(found == expected, "plane {plane} of the rows from {first} on");
        }
    }
}

const MATERIALS: &str = "
[fields.patches]
type = 'fbm'
wavelength = 900.0
octaves = 4
[[materials]]
name = 'rock'
color = '#7d7568'
[[materials]]
name = 'moss'
color = '#4f5b32'
curvature = [0.0, 1.0]
noise = { field = 'patches', range = [0.0, 0.4] }
";

#[test]
fn curvature_and_material_fields_are_computed() {
    let (gpu, terrain) = (gpu(), terrain(&format!("{LAND}{MATERIALS}"), 10.0));
    let grid = Grid { first_column: 3, first_row: -5, columns: 200, rows: 100, spacing: 10.0 };
    let expected = by_processor(&terrain, grid, true);
    assert_eq!(expected.others.len(), 1);
    let mut bands = Bands::new(gpu, &terrain, grid, true).unwrap();
    let (mut band, mut all) = (Band::default(), vec![Vec::new(); 5]);
    for first in [0, 64] {
        bands.make(first, 64.min(grid.rows - first), &mut band).unwrap();
        let planes = [&band.height, &band.dx, &band.dy, &band.curvature, &band.others[0]];
        all.iter_mut().zip(planes).for_each(|(all, plane)| all.extend(plane));
    }
    let range = terrain.interval().max - terrain.interval().min;
    agree(&all[0], &expected.height, 2e-6 * range);
    let planes = [&expected.dx, &expected.dy, &expected.curvature, &expected.others[0]];
    for (found, expected) in all[1..].iter().zip(planes) {
        assert!(largest(expected) > 0.0);
        agree(found, expected, 1e-4 * largest(expected));
    }
}

#[test]
fn a_space_is_cut() {
    let text = LAND.replace("domain.size = 8000.0", "domain = { kind = 'space', size = 8000.0, z = 77.0 }");
    let (gpu, terrain) = (gpu(), terrain(&text, 10.0));
    let grid = Grid::square(120, 10.0);
    let expected = by_processor(&terrain, grid, false);
    let mut band = Band::default();
    Bands::new(gpu, &terrain, grid, false).unwrap().make(0, grid.rows, &mut band).unwrap();
    assert!(band.others.is_empty());
    let range = terrain.interval().max - terrain.interval().min;
    agree(&band.height, &expected.height, 2e-6 * range);
    agree(&band.dx, &expected.dx, 1e-4 * largest(&expected.dx));
    agree(&band.dy, &expected.dy, 1e-4 * largest(&expected.dy));
}

#[test]
fn a_terrain_of_one_height_has_no_lattice() {
    let text = "orogen = 1\ndomain.size = 100.0\nheight = { field = 'flat', scale = 2.0 }\n\
        [fields.flat]\ntype = 'constant'\nvalue = 0.5\n";
    let terrain = terrain(text, 1.0);
    let mut band = Band::default();
    Bands::new(gpu(), &terrain, Grid::square(9, 1.0), false).unwrap().make(0, 9, &mut band).unwrap();
    assert_eq!((band.height, band.dx), (vec![1.0; 81], vec![0.0; 81]));
}

/// Losing the device at any time is an error, never a panic.
#[test]
fn a_lost_device_is_an_error() {
    let terrain = terrain(LAND, 10.0);
    let grid = Grid::square(300, 10.0);
    for lost_at in [0, 2, 3] {
        let gpu = gpu();
        let mut band = Band::default();
        let made = Bands::new(gpu.clone(), &terrain, grid, false).and_then(|mut bands| {
            (0..5).try_for_each(|number| {
                if number == lost_at {
                    gpu.lose();
                }
                bands.make(60 * number, 60, &mut band)
            })
        });
        assert!(matches!(made, Err(GpuError::Lost(_))), "{made:?}");
        let again = Bands::new(gpu, &terrain, grid, false).map(drop);
        assert!(matches!(again, Err(GpuError::Lost(_))), "{again:?}");
    }
}
