//! The difference between noise and land that water has shaped: water finds its way out, and runs in valleys.

mod drainage;

use drainage::HeightRaster;
use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

const HEAD: &str = "orogen = 1\nheight = { field = 'land', scale = 1800.0 }\ndomain.size = '15.36 km'\n";

/// Fractional Brownian motion down to the samples.
const PLAIN: &str = "fields.land = { type = 'fbm', wavelength = '5 km' }\n";

/// Two octaves of this noise, and gullies of the default size.
const CARVED: &str = "fields.hills = { type = 'fbm', wavelength = '5 km', octaves = 2, gain = 0.2 }\n\
    fields.land = { type = 'gullies', input = 'hills', scale = 1800.0 }\n";

const SEEDS: u64 = 6;

/// Undrained area and share of channels in valleys, each the mean over some seeds.
fn score(fields: &str) -> [f64; 2] {
    let scores = (1..=SEEDS).map(|seed| {
        let text = format!("seed = {seed}\n{HEAD}{fields}");
        let recipe = Recipe::parse(Source::new("recipe.toml", text), registry()).unwrap();
        let grid = Grid::over(recipe.domain.size, 512, false);
        let terrain = Terrain::new(&recipe, &NoImages, grid.spacing).unwrap();
        let mut band = Band::default();
        terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, false, &mut band);
        let heights = band.height.iter().map(|&height| f64::from(height)).collect();
        let relief = HeightRaster { side: 512, spacing: grid.spacing, heights };
        let drainage = relief.drainage();
        let score = [drainage.undrained, relief.channels_in_valleys(&drainage)];
        println!("seed {seed}: {score:.4?}");
        score
    });
    scores.fold([0.0; 2], |sum, score| [0, 1].map(|part| sum[part] + score[part] / SEEDS as f64))
}

#[test]
fn gullies_let_the_land_drain() {
    let [undrained, in_valleys] = score(PLAIN);
    assert!(undrained > 0.2 && in_valleys < 0.65, "plain: {undrained} undrained, {in_valleys} in valleys");
    let [undrained, in_valleys] = score(CARVED);
    assert!(undrained < 0.12 && in_valleys > 0.7, "carved: {undrained} undrained, {in_valleys} in valleys");
}
