//! Normal maps.

use orogen_engine::raster::{Band, Grid};
use orogen_files::normal::{self, Green};

use crate::terrain::{GRID, MAKERS, decode, terrain, write};

#[test]
fn normals_follow_the_formula() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("normal.png");
    write(MAKERS[3].1, &path, &[23]);
    let (info, bytes, is_srgb) = decode(&path);
    assert_eq!(
        (info.color_type, info.bit_depth, is_srgb),
        (png::ColorType::Rgb, png::BitDepth::Eight, false)
    );
    let Band { dx, dy, .. } = terrain();
    for (i, rgb) in bytes.chunks_exact(3).enumerate() {
        let (x, y) = (-f64::from(dx[i]), f64::from(dy[i]));
        let length = (x * x + y * y + 1.0).sqrt();
        for (byte, n) in rgb.iter().zip([x, y, 1.0]) {
            let exact = (n / length * 0.5 + 0.5) * 255.0;
            assert!((f64::from(*byte) - exact).abs() <= 0.5 + 1e-4, "sample {i}: {byte} for {exact}");
        }
    }
}

/// The normal of one sample.
fn normal_of(dx: f32, dy: f32) -> [u8; 3] {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("normal.png");
    let mut product = normal::png(&path, &Grid::square(1, 1.0), Green::Up).unwrap();
    product
        .write(&Band {
            first_row: 0,
            columns: 1,
            height: vec![0.0],
            dx: vec![dx],
            dy: vec![dy],
            ..Band::default()
        })
        .unwrap();
    product.finish().unwrap();
    decode(&path).1.try_into().unwrap()
}

#[test]
fn normals_follow_the_opengl_convention() {
    assert_eq!(normal_of(0.0, 0.0), [128, 128, 255]);
    // The normal of ground that rises to the right points to the left: little red. The normal of ground that rises down the
    // picture points up the picture: much green.
    assert_eq!(normal_of(1.0, 0.0), [37, 128, 218]);
    assert_eq!(normal_of(0.0, 1.0), [128, 218, 218]);
    assert_eq!(normal_of(f32::MAX, 0.0), [0, 128, 128]);
    assert_eq!(normal_of(0.0, f32::MIN), [128, 0, 128]);
}

#[test]
fn a_normal_map_without_slopes_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut product = normal::png(&folder.path().join("normal.png"), &GRID, Green::Up).unwrap();
    let error = product.write(&Band { dx: Vec::new(), dy: Vec::new(), ..terrain() }).unwrap_err();
    assert!(error.help.contains("slopes"), "{error}");
}
