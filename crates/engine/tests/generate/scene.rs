//! Recipes, requests, and waiting without hanging.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen_engine::generate::Generator;
use orogen_engine::generate::dispatcher::Dispatcher;
use orogen_engine::generate::maker::Maker;
use orogen_engine::generate::tile::{Answer, GenerateError, Request, Ticket, Tile};
use orogen_engine::image::NoImages;
use orogen_engine::nodes::registry;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::{Recipe, Source};

/// A small valid recipe.
pub(crate) const HILLS: &str = "orogen = 1\ndomain.size = 1000.0\nheight = { field = 'hills', scale = 50.0 }\n\
                                [fields.hills]\ntype = 'fbm'\nwavelength = 200.0\n";

/// A recipe whose picture does not exist: valid as a text, and refused when it is planned.
pub(crate) const NO_PICTURE: &str = "orogen = 1\ndomain.size = 1000.0\nheight = { field = 'map', scale = 50.0 }\n\
                                     [fields.map]\ntype = 'image'\nfile = 'lost.png'\n";

pub(crate) fn recipe(text: &str) -> Arc<Recipe> {
    Arc::new(Recipe::parse(Source::new("recipe.toml", text), registry()).unwrap())
}

pub(crate) fn preset(name: &str) -> Arc<Recipe> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../orogen/recipes").join(name);
    recipe(&std::fs::read_to_string(path).unwrap())
}

/// A generator of hills with a cache for a few hundred tiles.
pub(crate) fn generator(makers: Vec<Box<dyn Maker>>) -> Dispatcher {
    Dispatcher::new(recipe(HILLS), Arc::new(NoImages), makers, 1 << 20).unwrap()
}

/// The `number`th tile of 9 × 9 samples in a row of tiles that share their edges.
pub(crate) fn tile(number: i64) -> Request {
    let grid = Grid { first_column: 8 * number, first_row: 0, columns: 9, rows: 9, spacing: 4.0 };
    Request::new(grid, false)
}

/// Waits until `there` returns a value.
pub(crate) fn until<T>(what: &str, there: impl Fn() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(it) = there() {
            return it;
        }
        assert!(begin.elapsed() < Duration::from_secs(120), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Waits for `count` answers, and takes them.
pub(crate) fn answers(generator: &dyn Generator, count: usize) -> Vec<Answer> {
    let taken = std::cell::RefCell::new(Vec::new());
    until("answers", || {
        taken.borrow_mut().extend(generator.take());
        (taken.borrow().len() >= count).then_some(())
    });
    assert_eq!(taken.borrow().len(), count, "more answers than requests");
    taken.into_inner()
}

/// Waits for the one answer that is due.
pub(crate) fn answer(generator: &dyn Generator, ticket: Ticket) -> Result<Arc<Tile>, GenerateError> {
    let answer = answers(generator, 1).remove(0);
    assert_eq!(answer.ticket, ticket, "the answer to another ticket");
    answer.tile
}

/// Waits until `count` tiles are queued. Then all earlier messages have been read.
pub(crate) fn queued(generator: &dyn Generator, count: usize) {
    until("the queue", || (generator.state().queued == count).then_some(()));
}
