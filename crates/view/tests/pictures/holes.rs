//! The ground has no holes: where a ray meets the ground, the picture shows ground.

use orogen_engine::query::{HeightQuery, Ray};
use orogen_engine::recipe::Recipe;
use orogen_view::{Camera, GroundExtent, Lens, Shot, ViewFinder};

use crate::scene::{Random, draw, ground, position, preset, presets};

/// Cameras per preset.
fn cameras() -> usize {
    if std::env::var_os("OROGEN_SWEEP").is_some() { 20 } else { 1 }
}

/// Tests random positions up to a domain's size above the ground, in all directions and with all lenses. Where the picture
/// shows sky below ground, a ray must reach the sky, too.
#[test]
fn the_sky_does_not_shine_through() {
    let mut random = Random(1);
    let mut columns_with_ground = 0;
    for name in presets() {
        let recipe = preset(&name);
        let ground = ground(&recipe);
        for _ in 0..cameras() {
            let shot = random_shot(&mut random, &ground, &recipe);
            let ground_buffer = draw(&recipe, |renderer| {
                renderer.ground_buffer(&shot, &mut orogen_view::Progress::ignore).unwrap()
            });
            let [columns, rows] = shot.size.map(|side| side as usize);
            for column in 0..columns {
                let is_ground = |row: &usize| ground_buffer.depth[row * columns + column] > 0.0;
                let first = (0..rows).find(is_ground).unwrap_or(rows);
                columns_with_ground += usize::from(first < rows);
                for row in (first + 1..rows).filter(|row| !is_ground(row)) {
                    let meets = around([column, row], [columns, rows])
                        .all(|[column, row]| meets(&shot, &ground, row * columns + column));
                    assert!(!meets, "{name}: column {column}, row {row}, {:?}", shot.camera);
                }
            }
        }
    }
    assert!(columns_with_ground > 1000, "{columns_with_ground}");
}

/// A pixel and its neighbours. At the edge of the ground, a ray may hit or miss it.
fn around(pixel: [usize; 2], size: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
    let [columns, rows] = [0, 1].map(|k| pixel[k].saturating_sub(1)..=(pixel[k] + 1).min(size[k] - 1));
    rows.flat_map(move |row| columns.clone().map(move |column| [column, row]))
}

fn random_shot(random: &mut Random, ground: &HeightQuery, recipe: &Recipe) -> Shot {
    let size = recipe.domain.size;
    let sea = recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |sea| sea.level);
    let [x, y] = [random.next() * size, random.next() * size];
    let height = ground.sample(x, y).height.max(sea) + 0.5 * (2.0 * size).powf(random.next());
    let (turn, tilt) = (random.next() * 6.3, random.next() * 1.4 - 1.2);
    let target = [x + 100.0 * turn.cos(), y + 100.0 * turn.sin(), height + 100.0 * tilt];
    let lens = Lens::Perspective { degrees: 15.0 + 75.0 * random.next() };
    let mut shot = Shot::new(Camera::new([x, y, height], target, lens).unwrap());
    shot.size = [192, 108];
    shot
}

/// Whether the ray of a pixel meets the ground within 10 km.
fn meets(shot: &Shot, ground: &HeightQuery, pixel: usize) -> bool {
    let (eye, ahead) = (shot.camera.eye(), position(shot, pixel, 1.0));
    let ray = Ray::new(eye, std::array::from_fn(|k| ahead[k] - eye[k]), 10_000.0).unwrap();
    ground.cast(&ray).is_some()
}

/// In a cutaway, the ground in a column of the picture is one piece: below the uppermost ground there is ground down to the
/// lower edge. Columns are not exactly vertical, so a few may cross a notch in the block's side. Cracks along a wall would
/// break many columns.
#[test]
fn cut_ground_has_no_holes() {
    for (name, azimuth) in [("mesas", 210.0), ("canyon", 130.0), ("alps", 40.0)] {
        let recipe = preset(name);
        let ground = ground(&recipe);
        let size = [480, 270];
        let camera =
            ViewFinder::new(&recipe, &ground).whole(azimuth, 25.0, GroundExtent::Domain, size, 40.0).unwrap();
        let mut shot = Shot::new(camera);
        (shot.size, shot.bounds) = (size, GroundExtent::Domain);
        let ground_buffer = draw(&recipe, |renderer| {
            renderer.ground_buffer(&shot, &mut orogen_view::Progress::ignore).unwrap()
        });
        let [columns, rows] = size.map(|side| side as usize);
        let pieces = |column: usize| {
            let is_ground = |row: usize| ground_buffer.depth[row * columns + column] > 0.0;
            (0..rows).filter(|&row| is_ground(row) && (row == 0 || !is_ground(row - 1))).count()
        };
        let torn: Vec<_> = (0..columns).filter(|&column| pieces(column) > 1).collect();
        assert!(torn.len() <= 8, "{name}: {torn:?}");
    }
}
