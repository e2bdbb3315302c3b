//! Rivers and lakes of a recipe: the surface as a field, and the lines.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{Terrain, water};
use orogen_engine::water::{Lake, RiverEnd, RiverPoint, Water, WaterSurface};

/// Mountains of 12 km with lakes and wide rivers, solved every 32 m.
fn mountains(more: &str) -> Recipe {
    mountains_of(2, more)
}

fn mountains_of(seed: u32, more: &str) -> Recipe {
    let text = format!(
        "orogen = 1\nseed = {seed}\ndomain = {{ size = 12000.0, samples = 376 }}\n\
         height = {{ field = 'land', scale = 1600.0, offset = 300.0 }}\nwater.field = 'land.water'\n\
         [fields.hills]\ntype = 'fbm'\nbasis = 'perlin'\nwavelength = 5000.0\noctaves = 3\ngain = 0.3\n\
         [fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 1600.0\nlakes = 1.0\nriver_width = 3.0\n{more}"
    );
    Recipe::parse(Source::new("mountains.toml", text), registry()).unwrap()
}

fn lines(recipe: &Recipe) -> Water {
    water(recipe, &NoImages).unwrap()
}

/// The ground with the depth of water over it.
fn band(recipe: &Recipe, grid: Grid) -> (Band, WaterSurface) {
    let terrain = Terrain::with_materials(recipe, &NoImages, grid.spacing).unwrap();
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
    (band, WaterSurface::of(recipe).unwrap())
}

/// Lakes are level to a millimetre, also between the cells, except in four cells where rivers flow in and out.
#[test]
fn lakes_are_level_between_cells() {
    let seen: usize = [2, 5].map(|seed| samples_of_level_lakes(&mountains_of(seed, ""))).into_iter().sum();
    assert!(seen > 50, "{seen} samples of lakes");
}

fn samples_of_level_lakes(recipe: &Recipe) -> usize {
    let grid = Grid::square(1500, 8.0);
    let (band, surface) = band(recipe, grid);
    let lines = lines(recipe);
    // Rivers that end in a lake fall a little on their last cells.
    let ends: Vec<_> = lines
        .rivers
        .iter()
        .filter(|river| matches!(river.end, RiverEnd::Lake(_)))
        .filter_map(|river| river.points.last())
        .map(|point| point.position)
        .collect();
    let near = |a: [f32; 2], b: [f32; 2]| (a[0] - b[0]).hypot(a[1] - b[1]) < 130.0;
    let inside = |position: [f32; 2]| position.iter().all(|metres| (500.0..11_500.0).contains(metres));
    let mut seen = 0;
    for lake in lines.lakes.iter().filter(|lake| inside(lake.position)) {
        let [column, row] = lake.position.map(|metres| (metres / 8.0) as usize);
        let place = |at: usize| [at % grid.columns, row].map(|place| place as f32 * 8.0);
        // Along the row through the deepest place, as far as there is water, but not down the river from the outlet.
        for step in [-1_isize, 1] {
            let mut at = row * grid.columns + column;
            while surface.depth(&band, at) > 0.0 && !near(place(at), lake.outlet) {
                let is_beside_end = ends.iter().any(|&end| near(place(at), end));
                let level = band.height[at] + surface.depth(&band, at);
                assert!(
                    is_beside_end || (level - lake.level).abs() <= 1e-3,
                    "{level} m in a lake of {} m",
                    lake.level
                );
                seen += usize::from(!is_beside_end);
                at = at.wrapping_add_signed(step);
            }
        }
    }
    seen
}

/// Also between the cells, all water belongs to a river or a lake. There is no water on slopes or in other hollows.
#[test]
fn no_water_stands_elsewhere() {
    let recipe = mountains("");
    let grid = Grid::square(1500, 8.0);
    let (band, surface) = band(&recipe, grid);
    let lines = lines(&recipe);
    let mut near = vec![false; grid.len()];
    let mut mark = |[x, y]: [f32; 2], reach: f32| {
        let span = |along: f32| {
            ((along - reach) / 8.0).max(0.0) as usize..=((along + reach) / 8.0).min(1499.0) as usize
        };
        if x + reach >= 0.0 && y + reach >= 0.0 {
            span(y).for_each(|row| span(x).for_each(|column| near[row * grid.columns + column] = true));
        }
    };
    for point in lines.rivers.iter().flat_map(|river| &river.points) {
        mark(point.position, 0.5 * point.width + 64.0);
    }
    // A lake reaches as far as its shore does from its deepest place.
    for lake in &lines.lakes {
        let [x, y] = lake.position;
        let away = lake.shores[0].iter().map(|shore| (shore[0] - x).hypot(shore[1] - y)).fold(0.0, f32::max);
        mark(lake.position, away + 64.0);
    }
    let wet: Vec<_> = (0..grid.len()).filter(|&at| surface.depth(&band, at) > 0.0).collect();
    let stray = wet.iter().filter(|&&at| !near[at]).count();
    assert!(wet.len() > 1000 && stray == 0, "{stray} of {} wet samples are no river or lake", wet.len());
}

/// Rivers that are wider than the cells are wet all along, on the surface between the cells.
#[test]
fn wide_rivers_have_no_gaps() {
    let recipe = mountains("");
    let grid = Grid::square(1500, 8.0);
    let (band, surface) = band(&recipe, grid);
    let lines = lines(&recipe);
    // The surface is smooth, so it does not reach the lip of a fall.
    let falls = |river: &[RiverPoint]| river[0].surface - river[river.len() - 1].surface > 0.1 * 32.0 * 4.0;
    let points = lines
        .rivers
        .iter()
        .flat_map(|river| river.points.windows(5).filter(|near| !falls(near)).map(|near| near[2]));
    let inside = |point: &RiverPoint| point.position.iter().all(|along| (0.0..11_990.0).contains(along));
    let wide = points.filter(|point| point.width > 32.0 && inside(point));
    let (mut all, mut dry) = (0, 0);
    for point in wide {
        let [column, row] = point.position.map(|metres| (metres / 8.0).round() as usize);
        all += 1;
        dry += usize::from(surface.depth(&band, row * grid.columns + column) <= 0.0);
    }
    assert!(all > 100 && dry * 100 <= all, "{dry} of {all} points are dry");
}

/// The lines have the heights of the terrain, and a terrain without `[water]` has none.
#[test]
fn lines_have_the_heights_of_the_terrain() {
    let recipe = mountains("");
    let higher = Recipe {
        height: orogen_engine::recipe::Height { offset: 1300.0, ..recipe.height.clone() },
        ..recipe.clone()
    };
    let (low, high) = (lines(&recipe), lines(&higher));
    assert!(!low.rivers.is_empty() && low.rivers.len() == high.rivers.len());
    for (low, high) in low.rivers.iter().zip(&high.rivers) {
        assert!((high.points[0].surface - low.points[0].surface - 1000.0).abs() < 1e-2);
    }
    assert_eq!(lines(&Recipe { water: None, ..recipe }), Water::default());
}

/// `[water]` names a field, and only planes have it.
#[test]
fn a_table_of_water_is_checked() {
    let parse = |water: &str, kind: &str| {
        let text = format!(
            "orogen = 1\n{kind}\nheight = {{ field = 'land' }}\n{water}\n[fields.land]\ntype = 'constant'"
        );
        Recipe::parse(Source::new("land.toml", text), registry())
            .map(|recipe| recipe.water.is_some())
            .map_err(|error| error.to_string())
    };
    let plane = "domain.size = 900.0";
    assert_eq!(parse("water.field = 'land'", plane), Ok(true));
    assert_eq!(parse("water.field = '2 * land + level'\nparameters.level = 30.0", plane), Ok(true));
    assert_eq!(parse("water.field = 'level'\nparameters.level = 30.0", plane), Ok(true));
    assert!(parse("water = {}", plane).unwrap_err().contains("land.water"));
    assert!(parse("water.field = 'lake'", plane).unwrap_err().contains("no field is named `lake`"));
    assert!(parse("water.level = 3.0", plane).unwrap_err().contains("`level`"));
    let planet = "domain = { kind = 'planet', radius = '1000 km' }";
    assert!(parse("water.field = 'land'", planet).unwrap_err().contains("a planet has no rivers and lakes"));
}

/// In a domain that repeats, water that crosses an edge enters on the other side, and rivers end in the water beside their
/// ends.
#[test]
fn rivers_and_lakes_cross_the_edges_of_a_domain_that_repeats() {
    let apart = |a: [f32; 2], b: [f32; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let is_inside = |[x, y]: [f32; 2]| (0.0..12_000.0).contains(&x) && (0.0..12_000.0).contains(&y);
    let (mut inside, mut crossing, mut lakes) = (0, 0, 0);
    for seed in ["seed = 2", "seed = 3", "seed = 5"] {
        let text =
            mountains("floor = 150.0").source.text.replace("size = 12000.0", "size = 12000.0, tile = true");
        let text = text.replace("seed = 2", seed).replace("5000.0", "4000.0");
        let recipe = Recipe::parse(Source::new("mountains.toml", text), registry()).unwrap();
        let water = lines(&recipe);
        for river in &water.rivers {
            let positions = || river.points.iter().map(|point| point.position);
            assert!(positions().any(is_inside));
            let last = river.points[river.points.len() - 1].position;
            let way = match river.end {
                RiverEnd::River(end) => {
                    let points = water.rivers[end].points.iter();
                    points.map(|point| apart(point.position, last)).fold(f32::INFINITY, f32::min)
                }
                RiverEnd::Lake(end) => {
                    let points = water.lakes[end].shores.iter().flatten();
                    points.map(|&point| apart(point, last)).fold(f32::INFINITY, f32::min)
                }
                RiverEnd::Sea | RiverEnd::Outlet => 0.0,
            };
            assert!(way < 64.0, "{way} m from {last:?} to {:?}", river.end);
            inside +=
                usize::from(is_inside(last) && matches!(river.end, RiverEnd::River(_) | RiverEnd::Lake(_)));
            // Where the river leaves the domain, its copy enters.
            if let Some([x, y]) = positions().find(|&position| !is_inside(position)) {
                let position = [x.rem_euclid(12_000.0), y.rem_euclid(12_000.0)];
                let mut others = water.rivers.iter().flat_map(|river| &river.points);
                assert!(others.any(|point| apart(point.position, position) < 0.1), "{position:?}");
                crossing += 1;
            }
        }
        let across = |lake: &&Lake| {
            let xs = || lake.shores[0].iter().flatten();
            xs().any(|&along| along < 0.0) || xs().any(|&along| along > 12_000.0)
        };
        lakes += water.lakes.iter().filter(across).count();
    }
    assert!(inside > 30 && crossing > 6 && lakes >= 2, "{inside} {crossing} {lakes}");
}
