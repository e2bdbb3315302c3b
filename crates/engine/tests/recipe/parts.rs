//! The parts that recipes use by name.

use orogen_engine::image::NoImages;
use orogen_engine::nodes::registry;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_noise::Level;

/// Every part is described, may be used, and makes ground of the height that its parameters promise.
#[test]
fn parts_are_described_and_make_ground() {
    assert!(registry().parts().len() >= 6);
    for part in registry().parts() {
        assert!(part.summary().len() > 10, "{} has no comment at its start", part.name);
        let alone = part.recipe(registry()).unwrap_or_else(|error| panic!("{error}"));
        assert!(alone.warnings.is_empty());
        for parameter in &alone.parameters {
            assert!(!parameter.help.is_empty(), "{}: {} has no help", part.name, parameter.name);
        }
        let text = format!(
            "orogen = 1\ndomain.size = '16 km'\nheight.field = 'a'\n[fields.a]\nuse = '{}'\n",
            part.name
        );
        let recipe = Recipe::parse(Source::new("mine.toml", text), registry()).unwrap();
        let terrain = Terrain::new(&recipe, &NoImages, recipe.domain.spacing()).unwrap();
        let points: Vec<[f64; 3]> =
            (0..400).map(|k| [800.0 * f64::from(k % 20), 790.0 * f64::from(k / 20), 0.0]).collect();
        let samples = terrain.sample::<f32>(Level::best(), &points);
        let heights = || samples.iter().map(|sample| sample.height);
        let (least, most) = (heights().fold(f64::MAX, f64::min), heights().fold(f64::MIN, f64::max));
        assert!(most - least > 5.0 && least > -1000.0 && most < 3000.0, "{}: {least} to {most} m", part.name);
        let warnings: Vec<String> = terrain.warnings().iter().map(ToString::to_string).collect();
        assert!(warnings.is_empty(), "{}: {warnings:?}", part.name);
    }
}
