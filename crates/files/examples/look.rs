//! scratch
use orogen::{image::NoImages, level::Level, raster::*, recipe::*, terrain::Terrain};
use orogen_files::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let size: usize = args[3].parse().unwrap();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let recipe =
        Recipe::parse(Source::new(args[1].clone(), text), orogen::nodes::registry()).unwrap_or_else(|e| {
            eprintln!("{e}");
            std::process::exit(2)
        });
    let grid = Grid::over(recipe.domain.size, size, recipe.domain.tile);
    let terrain = Terrain::new(&recipe, &NoImages, grid.spacing).unwrap_or_else(|e| {
        eprintln!("{e}");
        std::process::exit(2)
    });
    let maker = terrain.rows(Level::best(), grid);
    let mut band = Band::default();
    let t = std::time::Instant::now();
    maker.make(0, size, true, &mut band);
    let s = t.elapsed().as_secs_f64();
    let (min, max) = band.height.iter().fold((f32::MAX, f32::MIN), |(a, b), &h| (a.min(h), b.max(h)));
    println!(
        "{} {:?}: {min}..{max}, {:.1} ns/sample·2threads",
        args[1],
        terrain.interval(),
        s * 1e9 / (size * size) as f64
    );
    let palette = preview::Palette::from_name(recipe.view.palette).unwrap();
    let mut p =
        preview::png(std::path::Path::new(&args[2]), &grid, preview::Style { palette, sea_level: Some(0.0) })
            .unwrap();
    p.write(&band).unwrap();
    p.finish().unwrap();
}
