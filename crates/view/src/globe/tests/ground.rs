//! The ground that is drawn.

use glam::DVec3;
use orogen_engine::level::Level;
use orogen_engine::patch::Patch;
use orogen_engine::planet::{Direction, TileAddress};

use super::*;
use crate::globe::mesh::Vertex;

const HILLS: &str = "type = \"fbm\"\nwavelength = 60000.0\noctaves = \"auto\"\ngain = 0.5";
const SCALED: &str = "type = \"scale\"\ninput = \"hills\"\nfactor = 1500.0\n[fields.hills]";
const RADIUS: f64 = 400_000.0;

/// Numbers from 0 to 1 (D. Lehmer, 1951).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        self.0 as f64 / 2_147_483_647.0
    }
}

fn hills() -> GlobeRenderer {
    renderer(RADIUS, &format!("{SCALED}\n{HILLS}"), "")
}

/// Tests eyes from two metres to two radii above the ground, in all directions. Every ray that meets a sphere below all
/// ground shows ground, and depths match the ground within a pixel.
#[test]
fn the_ground_has_no_holes_and_matches_heights() {
    let (mut renderer, mut random) = (hills(), Random(7));
    let [lowest, _] = renderer.heights.map(f64::from);
    let size = [96, 54];
    let (mut looked_at, mut compared) = (0, 0);
    for step in 0..18 {
        let at = position(180.0 * random.next() - 90.0, 360.0 * random.next());
        let above = 2.0 * (RADIUS).powf(f64::from(step) / 17.0);
        let altitude = renderer.ground.height(at) + above;
        let shot = GlobeShot::above(renderer.ground.sphere(), at, altitude, above);
        let tilt = 30.0 * random.next() - 20.0;
        let shot = GlobeShot {
            azimuth: 360.0 * random.next(),
            elevation: (shot.elevation + tilt).clamp(-90.0, 90.0),
            size,
            ..shot
        };
        let pixels = renderer.ground_buffer(&shot);
        let eye = Eye::new(&shot, renderer.ground.sphere()).unwrap();
        for (k, pixel) in (0..).zip(&pixels) {
            let way = ray(&eye, size, k % size[0], k / size[0]);
            // The point of the ray nearest to the planet's centre, in front of the eye.
            let ahead = -way.dot(eye.position) / way.length_squared();
            let nearest = (eye.position + way * ahead.max(0.0)).length();
            if nearest < RADIUS + 2.0 * lowest - 200.0 {
                looked_at += 1;
                assert!(pixel[0] > 0.0, "a hole from {above} m: pixel {k} of {shot:?}");
            }
            if pixel[0] > 0.0 && k % 61 == 0 {
                compared += 1;
                let seen = eye.position + way * f64::from(pixel[0]);
                let footprint = eye.camera.pixel(size[1], f64::from(pixel[0]));
                let off = (seen.length() - RADIUS - height(&renderer, seen)).abs();
                assert!(off < 1.5 * footprint + 0.01, "{off} m off at {} m from {above} m", pixel[0]);
            }
        }
    }
    assert!(looked_at > 20_000 && compared > 400, "{looked_at} {compared}");
}

/// Height of the ground in a direction, at full detail.
fn height(renderer: &GlobeRenderer, position: DVec3) -> f64 {
    let direction = Direction::new(position.to_array()).unwrap();
    renderer.ground.height(LatLon::of(direction))
}

/// On a small planet whose hills are finer than the coarsest tiles, no hill is missing and there are no
/// holes.
#[test]
fn hills_finer_than_the_coarsest_tiles_are_drawn() {
    let radius = 3000.0;
    let hills = "type = \"scale\"\ninput = \"hills\"\nfactor = 900.0\n[fields.hills]\ntype = \"fbm\"\nwavelength = 130.0";
    let mut renderer = renderer(radius, hills, "");
    let [lowest, highest] = renderer.heights;
    assert!(highest - lowest > 400.0, "{lowest} to {highest}");
    let [least, most] = renderer.ground.interval();
    assert!(least <= f64::from(lowest) && f64::from(highest) <= most);
    let size = [64, 64];
    let mut looked_at = 0;
    for (latitude, over) in [(10.0, 9000.0), (-50.0, 2500.0), (70.0, 600.0), (35.0, 40.0)] {
        let at = position(latitude, 3.0 * latitude);
        let altitude = renderer.ground.height(at) + over;
        let shot = GlobeShot { size, ..GlobeShot::above(renderer.ground.sphere(), at, altitude, over) };
        let eye = Eye::new(&shot, renderer.ground.sphere()).unwrap();
        for (k, pixel) in (0..).zip(&renderer.ground_buffer(&shot)) {
            let way = ray(&eye, size, k % size[0], k / size[0]);
            let ahead = -way.dot(eye.position) / way.length_squared();
            let nearest = (eye.position + way * ahead.max(0.0)).length();
            if nearest < radius + least {
                looked_at += 1;
                assert!(pixel[0] > 0.0, "a hole from {over} m: pixel {k}");
            }
        }
    }
    assert!(looked_at > 2000, "{looked_at}");
    // Bounds of coarse tiles contain the heights of fine ones.
    let at = position(35.0, 105.0);
    let shot = GlobeShot { size, ..GlobeShot::new(at, renderer.ground.height(at) + 40.0) };
    let eye = Eye::new(&shot, renderer.ground.sphere()).unwrap();
    let selector = TileSelector::new(eye, size, CELL_PIXELS, 0.0, 40.0, renderer.lowest());
    for tile in renderer.tiles.load(&selector, &mut Progress::ignore).unwrap() {
        let heights = &renderer.tiles.get(tile).unwrap().relief.height;
        let mut above = tile.parent();
        while let Some(coarse) = above {
            let [least, most] = renderer.tiles.get(coarse).unwrap().heights;
            let is_within = heights.iter().all(|&height| (least..=most).contains(&f64::from(height)));
            assert!(is_within, "{tile} is not within {least} to {most} m of {coarse}");
            above = coarse.parent();
        }
    }
}

/// Two eyes are a millimetre apart, a metre above the ground of a planet of the Earth's size. Vertices near them differ by
/// this millimetre.
#[test]
fn vertices_near_the_eye_do_not_jitter() {
    let mut renderer = renderer(6_371_000.0, &format!("{SCALED}\n{HILLS}"), "");
    let at = position(46.5, 8.1);
    let altitude = renderer.ground.height(at) + 1.0;
    let mut vertices = |at: LatLon, altitude: f64| -> (Eye, Vec<(TileAddress, Vec<Vertex>)>) {
        let shot = GlobeShot { elevation: -30.0, size: [192, 108], ..GlobeShot::new(at, altitude) };
        let eye = Eye::new(&shot, renderer.ground.sphere()).unwrap();
        let selector = TileSelector::new(
            eye,
            shot.size,
            CELL_PIXELS,
            renderer.ground.finest_spacing(),
            1.0,
            renderer.lowest(),
        );
        let drawn = renderer.tiles.load(&selector, &mut Progress::ignore).unwrap();
        let made =
            drawn.iter().map(|&tile| (tile, renderer.mesh.vertices(&eye, &selector, &renderer.tiles, tile)));
        (eye, made.collect())
    };
    let (eye, first) = vertices(at, altitude);
    // A millimetre to the north is 9·10⁻⁹ degrees.
    let north = position(46.5 + (0.001 / 6_371_000.0_f64).to_degrees(), 8.1);
    for (moved, altitude) in [(at, altitude + 0.001), (north, altitude)] {
        let (moved, second) = vertices(moved, altitude);
        let shift = eye.axes.to_local(moved.position - eye.position);
        assert!((shift.length() - 0.001).abs() < 1e-6);
        let mut near = 0;
        for (tile, before) in &first {
            let Some((_, after)) = second.iter().find(|(known, _)| known == tile) else { continue };
            for (one, other) in before.iter().zip(after) {
                let [one, other] = [one, other].map(|vertex| DVec3::from(vertex.position.map(f64::from)));
                if one.length() < 20.0 {
                    near += 1;
                    assert!((one - other - shift).length() < 1e-4, "{one} {other} {shift}");
                }
            }
        }
        assert!(near > 10_000, "{near}");
    }
}

/// There are no cracks where tiles of equal or different levels meet, on one face or on two. Each edge vertex of the smaller
/// tile equals a vertex of the larger tile to the bit, and no vertex of the larger tile on this edge is left out.
#[test]
fn tiles_share_their_edges() {
    let mut renderer = hills();
    // A corner of the cube is in the picture.
    let at = position(35.26, 45.0);
    let altitude = renderer.ground.height(at) + 300.0;
    let shot = GlobeShot { elevation: -45.0, degrees: 120.0, size: [96, 54], ..GlobeShot::new(at, altitude) };
    let eye = Eye::new(&shot, renderer.ground.sphere()).unwrap();
    let selector = TileSelector::new(eye, shot.size, CELL_PIXELS, 0.0, 300.0, renderer.lowest());
    let drawn = renderer.tiles.load(&selector, &mut Progress::ignore).unwrap();
    let faces = drawn.iter().map(|tile| tile.face()).collect::<std::collections::BTreeSet<_>>();
    let levels = drawn.iter().map(|tile| tile.level()).collect::<std::collections::BTreeSet<_>>();
    assert!(faces.len() == 3 && levels.len() > 2, "{faces:?} {levels:?}");
    let made = |tile: TileAddress| renderer.mesh.vertices(&eye, &selector, &renderer.tiles, tile);
    let mut shared = 0;
    for &tile in &drawn {
        for edge in orogen_engine::planet::Edge::ALL {
            let mut over = tile.across(edge).neighbour;
            while !drawn.contains(&over) {
                let Some(parent) = over.parent() else { break };
                over = parent;
            }
            if !drawn.contains(&over) {
                continue;
            }
            let bits = |vertex: &Vertex| vertex.position.map(f32::to_bits);
            let there: std::collections::BTreeSet<_> = made(over).iter().map(bits).collect();
            let side = |k: usize| match edge {
                orogen_engine::planet::Edge::Top => k,
                orogen_engine::planet::Edge::Bottom => 64 * 65 + k,
                orogen_engine::planet::Edge::Left => 65 * k,
                orogen_engine::planet::Edge::Right => 65 * k + 64,
            };
            let here = made(tile);
            let lost = (0..65).filter(|&k| !there.contains(&bits(&here[side(k)]))).count();
            assert_eq!(lost, 0, "{tile} {edge:?} {over}");
            // Beside a larger tile, every second vertex has moved to its neighbour.
            let positions: std::collections::BTreeSet<_> = (0..65).map(|k| bits(&here[side(k)])).collect();
            assert!(over.level() == tile.level() || positions.len() == 33, "{tile} {edge:?} {over}");
            shared += 1;
        }
    }
    assert!(shared > 100, "{shared}");
}

/// Points of the shadow rasters lie on the ground.
#[test]
fn rasters_for_shadows_lie_on_the_ground() {
    let renderer = hills();
    let at = position(-20.0, 130.0);
    let ground = renderer.ground.height(at);
    let eye = Eye::new(&GlobeShot::new(at, ground + 2.0), renderer.ground.sphere()).unwrap();
    let grid = orogen_engine::raster::Grid {
        first_column: -40,
        first_row: -40,
        columns: 81,
        rows: 81,
        spacing: 64.0,
    };
    let heights =
        tangent::tangent_heights(&renderer.ground.recipe, &*renderer.ground.images, &eye, ground, &grid)
            .unwrap();
    for (k, height) in heights.iter().enumerate().step_by(37) {
        let from = [grid.x(k % 81), grid.y(k / 81), f64::from(*height) - eye.altitude];
        let there = eye.position + eye.axes.to_planet(from);
        let terrain =
            orogen_engine::terrain::Terrain::new(&renderer.ground.recipe, &*renderer.ground.images, 64.0)
                .unwrap();
        let unit = there.normalize() * RADIUS;
        let relief = terrain.patch::<f64>(Level::best(), &Patch::new(&[unit.to_array()]).unwrap()).unwrap();
        let off = there.length() - RADIUS - relief.height[0];
        assert!(off.abs() < 1.0, "{off} m at {from:?}");
    }
}
