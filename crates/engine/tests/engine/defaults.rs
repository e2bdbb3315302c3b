//! The basis of fractals and the rotation of their octaves, where a recipe gives neither.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::terrain::Terrain;

use crate::field::{head, parse};

/// Heights of a fractal with these parameters, where all its octaves matter.
fn heights(kind: &str, node: &str, parameters: &str) -> Vec<f64> {
    let text = format!(
        "{}[fields.land]\ntype = '{node}'\nwavelength = 270.0\noctaves = 5\n{parameters}",
        head(kind, "land")
    );
    let terrain = Terrain::new(&parse(&text).unwrap(), &NoImages, 1.0).unwrap();
    let places: Vec<_> = (0..40).map(|i| [f64::from(i) * 17.3, f64::from(i * i) * 1.9, 11.0]).collect();
    terrain.sample::<f64>(Level::best(), &places).iter().map(|sample| sample.height).collect()
}

const GOLDEN: &str = "rotate = 34.37694101250946\n";

#[test]
fn sums_on_planes_are_of_hermite_noise_along_the_grid() {
    for node in ["fbm", "ridges"] {
        let given = heights("plane", node, "");
        assert_eq!(given, heights("plane", node, "basis = 'hermite'\nrotate = 0.0\n"), "{node}");
        assert_ne!(given, heights("plane", node, "basis = 'perlin'\n"), "{node}");
        assert_ne!(given, heights("plane", node, GOLDEN), "{node}");
    }
}

#[test]
fn everything_else_is_rotated() {
    let others =
        ["billow", "ridged", "damped", "swiss", "jordan", "ridged-multifractal", "hybrid-multifractal"];
    for node in others {
        let given = heights("plane", node, "");
        assert_eq!(given, heights("plane", node, &format!("basis = 'perlin'\n{GOLDEN}")), "{node}");
        assert_ne!(given, heights("plane", node, "rotate = 0.0\n"), "{node}");
        let hermite = heights("plane", node, "basis = 'hermite'\n");
        assert_eq!(hermite, heights("plane", node, &format!("basis = 'hermite'\n{GOLDEN}")), "{node}");
    }
    for basis in ["perlin", "simplex", "value"] {
        let basis = format!("basis = '{basis}'\n");
        assert_eq!(heights("plane", "fbm", &basis), heights("plane", "fbm", &format!("{basis}{GOLDEN}")));
    }
}

#[test]
fn space_has_perlin_noise_that_is_rotated() {
    let given = heights("space", "fbm", "");
    assert_eq!(given, heights("space", "fbm", &format!("basis = 'perlin'\n{GOLDEN}")));
    assert_ne!(given, heights("space", "fbm", "rotate = 0.0\n"));
}
