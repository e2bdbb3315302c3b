//! Another recipe: tiles of the old one stay until newer ones come.

use orogen::generate::tile::Version;
use orogen::planet::detail::{Quadtree, Settings};

use crate::surface::{assert_closed, assert_covered};
use crate::world::{Hands, Random, World, earth, eye, lowest, on_ground};

#[test]
fn tiles_of_the_old_recipe_stay_until_newer_ones_come() {
    let (world, mut random) = (World::new(Hands::Open, 1), Random(1));
    let mut tree = Quadtree::new(earth(), Settings { threshold: 4.0, ..Settings::default() }).unwrap();
    let eye = eye(random.direction(), 200_000.0);
    let mut now = 0.0;
    let mut update = |tree: &mut Quadtree| {
        now += 0.1;
        tree.update(&eye, now, &world);
    };
    (0..200).for_each(|_| update(&mut tree));
    assert_eq!(tree.progress().lacking, 0);
    let before = tree.drawn().len();
    world.set(Hands::Slow(20));
    world.exchange();
    let mut mixed = 0;
    for _ in 0..400 {
        update(&mut tree);
        let new = tree.drawn().iter().filter(|drawn| drawn.tile.version == Version(1)).count();
        mixed += usize::from(new > 0 && new < tree.drawn().len());
        assert_covered(tree.drawn(), earth(), eye.position, 20, &mut random, lowest(), on_ground);
    }
    assert!(mixed > 3);
    assert_eq!(tree.progress().lacking, 0);
    assert!(tree.drawn().iter().all(|drawn| drawn.tile.version == Version(1)));
    assert!(tree.drawn().len().abs_diff(before) <= 4, "{} and {before}", tree.drawn().len());
    assert_closed(tree.drawn(), earth());
}
