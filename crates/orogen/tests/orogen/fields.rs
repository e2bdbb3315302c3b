//! Fields as terrains.

use orogen::{Grid, Terrain};

use super::{bits, plane, planet};

#[test]
fn a_field_has_its_own_values_without_the_scale_of_the_heights() {
    for terrain in [plane(), planet()] {
        let field = terrain.of_field("hills").unwrap();
        assert_eq!(field.is_planet(), terrain.is_planet());
        assert!(field.interval().min >= -1.0 && field.interval().max <= 1.0);
        assert_eq!(terrain.fields(), ["hills"]);
    }
    let (plane, grid) = (plane(), Grid::square(65, 60.0));
    let field = plane.of_field("hills").unwrap().raster(grid).unwrap();
    let heights = plane.raster(grid).unwrap();
    let scaled: Vec<f32> = field.height.iter().map(|value| value * 300.0 + 20.0).collect();
    assert_eq!(bits(&scaled), bits(&heights.height));
    let scaled: Vec<f32> = field.dx.iter().map(|slope| slope * 300.0).collect();
    assert_eq!(bits(&scaled), bits(&heights.dx));
}

#[test]
fn further_results_are_fields() {
    let text = "orogen = 1\ndomain.size = 900\nheight.field = 'road'\n[fields.road]\ntype = 'shapes'\nfile = 'a.csv'";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.csv"), "x,y\n100,100\n800,500\n").unwrap();
    std::fs::write(folder.path().join("road.toml"), text).unwrap();
    let terrain = Terrain::open(folder.path().join("road.toml")).unwrap();
    assert!(terrain.fields().contains(&"road.side".to_owned()), "{:?}", terrain.fields());
    assert!(terrain.of_field("road.side").is_ok());
}

#[test]
fn an_unknown_field_is_an_error() {
    let error = plane().of_field("hils").unwrap_err();
    assert_eq!(error.message(), "the recipe has no field `hils`");
    assert!(error.help().contains("did you mean `hills`?"));
}
