//! Compares fields that are transformed and repeated, in one another and displaced, on the GPU with the processor.

use orogen_engine::image::NoImages;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

use crate::nodes::check;
use crate::pipelines::Pipelines;

const FIELDS: &str = "[fields.soft]\ntype = 'fbm'\nwavelength = 300.0\n\
    [fields.ranges]\ntype = 'swiss'\nwavelength = 260.0\ndisplace = { by = 'drift', strength = 35.0 }\n\
    [fields.drift]\ntype = 'transform'\ninput = 'soft'\nturn = 20.0\nscale = 0.7\n\
    [fields.turned]\ntype = 'transform'\ninput = 'ranges'\nturn = 33.0\nmove_x = 71.0\nscale = 0.8\n\
    displace = { by = 'soft', strength = 25.0 }\n\
    [fields.boxes]\ntype = 'repeat'\ninput = 'turned'\nperiod_x = 230.0\nperiod_y = 170.0\nmirror = true\n\
    [fields.hit]\ntype = 'craters'\ninput = 0\nlargest = 300.0\n\
    [fields.moved]\ntype = 'transform'\ninput = 'hit'\nturn = 50.0\nmirror = 'y'\n";

#[test]
fn transformed_fields_agree() {
    let mut pipelines = Pipelines::new();
    for field in ["turned", "boxes", "moved"] {
        let head = format!("orogen = 1\nseed = 5\ndomain.size = 1000.0\nheight.field = '{field}'\n");
        let recipe =
            Recipe::parse(Source::new("recipe.toml", head + FIELDS), orogen_engine::nodes::registry())
                .unwrap();
        let terrain = Terrain::new(&recipe, &NoImages, 2.0).unwrap();
        for first_column in [-100, 5_000_000] {
            let grid = Grid { first_column, first_row: -7, ..Grid::square(121, 2.0) };
            let fault = check(&mut pipelines, &terrain, grid, false);
            assert_eq!(fault, None, "{field} from column {first_column}");
        }
    }
}
