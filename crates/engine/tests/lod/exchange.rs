//! Another recipe: tiles of the old one stay until newer ones come.

use orogen_engine::generate::tile::Version;
use orogen_engine::lod::{Eye, Quadtree, Settings};
use orogen_engine::planet::{Face, Sphere, TileAddress};

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

/// A tile that was refused for the old recipe is requested for the new one, even if the refusal arrived after the new recipe.
#[test]
fn a_refusal_is_that_of_the_recipe_that_was_asked() {
    let (world, mut random) = (World::new(Hands::Open, 2), Random(2));
    let mut tree = Quadtree::new(earth(), Settings::default()).unwrap();
    let eye = eye(random.direction(), 1e7);
    let mut now = 0.0;
    let mut update = |tree: &mut Quadtree| {
        now += 0.1;
        tree.update(&eye, now, &world);
    };
    world.refuse(TileAddress::root(Face::Px));
    // The first update requests, the second takes the answer.
    update(&mut tree);
    world.exchange();
    update(&mut tree);
    assert!(tree.fault().is_some() && tree.drawn().is_empty());
    world.relent();
    (0..200).for_each(|_| update(&mut tree));
    assert_eq!(tree.progress().lacking, 0);
    assert!(!tree.drawn().is_empty());
}

/// A recipe with another radius: no tile of the old sphere stays, and the tree has the new sphere.
#[test]
fn another_radius_is_another_planet() {
    let (world, mut random) = (World::new(Hands::Open, 3), Random(3));
    let settings = Settings { threshold: 4.0, ..Settings::default() };
    let mut tree = Quadtree::new(earth(), settings).unwrap();
    let small = Sphere::new(500_000.0).unwrap();
    let eye = eye(random.direction(), 200_000.0);
    let mut now = 0.0;
    let mut update = |tree: &mut Quadtree, eye: &Eye| {
        now += 0.1;
        tree.update(eye, now, &world);
    };
    (0..200).for_each(|_| update(&mut tree, &eye));
    assert_eq!((tree.progress().lacking, tree.sphere()), (0, earth()));
    world.resize(small);
    update(&mut tree, &eye);
    assert_eq!((tree.drawn().len(), tree.sphere()), (0, small));
    let near = Eye { position: eye.position.map(|x| 0.0775 * x), ..eye };
    (0..300).for_each(|_| update(&mut tree, &near));
    assert_eq!(tree.progress().lacking, 0);
    assert!(tree.drawn().iter().all(|drawn| drawn.tile.version == Version(1)));
    let finest = tree.drawn().iter().map(|drawn| drawn.address.level()).max();
    assert!(finest > Some(1), "{finest:?} {:?}", tree.progress());
    assert_closed(tree.drawn(), small);
    // Another recipe with the same radius keeps the tiles.
    world.exchange();
    update(&mut tree, &near);
    assert!(!tree.drawn().is_empty());
}

/// A picture without pixels needs only the coarsest tiles, wherever the eye is.
#[test]
fn a_picture_without_pixels_wants_no_detail() {
    let (world, mut random) = (World::new(Hands::Open, 4), Random(4));
    let mut tree = Quadtree::new(earth(), Settings::default()).unwrap();
    // Within the bounds of tiles of all levels.
    let eye = eye(random.direction(), -10.0);
    for (frame, pixels_per_radian) in
        [f64::NAN, f64::INFINITY, -600.0, 0.0].into_iter().cycle().take(200).enumerate()
    {
        tree.update(&Eye { pixels_per_radian, ..eye }, 0.1 * frame as f64, &world);
    }
    let progress = tree.progress();
    assert_eq!((progress.lacking, progress.error, progress.pressure), (0, 0.0, 1.0));
    assert!(!tree.drawn().is_empty() && tree.drawn().iter().all(|drawn| drawn.address.level() == 0));
    (0..300).for_each(|frame| {
        tree.update(&eye, 20.0 + 0.1 * f64::from(frame), &world);
    });
    assert!(tree.drawn().len() > 20);
}
