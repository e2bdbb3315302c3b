//! Continents: how much land there is, and which heights are common.

use orogen_engine::level::Level;
use orogen_engine::patch::Patch;
use orogen_engine::planet::{Direction, Sphere};
use orogen_engine::terrain::Terrain;

use crate::field::{Field, Pictures, parse, points};

const EARTH: f64 = 6_371_000.0;

/// Heights at 10⁵ places spread evenly over a planet.
fn heights(seed: u32, more: &str) -> Vec<f32> {
    const PLACES: usize = 100_000;
    let text = format!(
        "orogen = 1\nseed = {seed}\ndomain = {{ kind = 'planet', radius = {EARTH:?} }}\nheight.field = 'x'\n\
         [fields.x]\ntype = 'continents'\n{more}\n"
    );
    let terrain = Terrain::new(&parse(&text).unwrap(), &Pictures, 30_000.0).unwrap();
    let sphere = Sphere::new(EARTH).unwrap();
    let place = |k: usize| {
        // A different spiral from the one that the node measures along.
        let z = 1.0 - (2 * k + 1) as f64 / PLACES as f64;
        let turn = std::f64::consts::TAU * (k as f64 * 0.754_877_666_246_692_8).fract();
        let across = (1.0 - z * z).sqrt();
        sphere.position(Direction::new([across * turn.cos(), across * turn.sin(), z]).unwrap())
    };
    let places: Vec<_> = (0..PLACES).map(place).collect();
    terrain.patch::<f32>(Level::best(), &Patch::new(&places).unwrap()).unwrap().height
}

fn share(heights: &[f32], test: impl Fn(f32) -> bool) -> f64 {
    heights.iter().filter(|height| test(**height)).count() as f64 / heights.len() as f64
}

/// The middle of the most common step of 200 m between two heights.
fn mode(heights: &[f32], from: f32, to: f32) -> f32 {
    let steps = ((to - from) / 200.0) as usize;
    let middle = |step: usize| from + 200.0 * (step as f32 + 0.5);
    let count = |step: usize| heights.iter().filter(|height| (*height - middle(step)).abs() < 100.0).count();
    middle((0..steps).max_by_key(|step| count(*step)).unwrap())
}

/// For every seed: the share of land, and the two modes of heights with little between them.
#[test]
fn land_and_sea_have_their_shares_and_their_heights() {
    for seed in 1..=6 {
        let heights = heights(seed, "");
        let land = share(&heights, |height| height > 0.0);
        let (floor, plain) = (mode(&heights, -6000.0, -1600.0), mode(&heights, -1600.0, 2000.0));
        let between = share(&heights, |height| (-2600.0..-1400.0).contains(&height));
        println!("seed {seed}: {land} land, modes {floor} m and {plain} m, {between} on slopes");
        assert!((land - 0.29).abs() < 0.012, "{land} of land with seed {seed}");
        assert!((floor + 4200.0).abs() < 500.0 && (0.0..800.0).contains(&plain), "{floor} m and {plain} m");
        assert!(between < 0.06, "{between} of the ground on continental slopes");
    }
}

#[test]
fn parameters_are_what_they_say() {
    for land in [0.1, 0.6, 0.85] {
        let heights =
            heights(9, &format!("land = {land:?}\nheight = 900\ndepth = 3000\nwarp = 1.0\ngain = 0.65"));
        let found = share(&heights, |height| height > 0.0);
        assert!((found - land).abs() < 0.02, "{found} of land, {land} asked for");
        let floor = mode(&heights, -6000.0, -1200.0);
        assert!((floor + 3000.0).abs() < 500.0, "{floor} m");
    }
    // A shelf goes down to a twentieth of the depth.
    let shelf = |part: f64| {
        let heights = heights(4, &format!("shelf = {part:?}"));
        share(&heights, |height| (-189.0..0.0).contains(&height)) / 0.71
    };
    assert!((shelf(0.08) - 0.08).abs() < 0.02 && (shelf(0.25) - 0.25).abs() < 0.03);
}

/// On a plane the share is that of the domain.
#[test]
fn a_plane_has_its_share_too() {
    let field = Field::<2>::new("x", "[fields.x]\ntype = 'continents'\nland = 0.4\n");
    let within: Vec<_> = points::<2>(30_000)
        .into_iter()
        .filter(|place: &[f64; 2]| place.iter().all(|x| (0.0..1000.0).contains(x)))
        .collect();
    let heights: Vec<_> = field.values::<f32>(&within).iter().map(|height| *height as f32).collect();
    let land = share(&heights, |height| height > 0.0);
    assert!((land - 0.4).abs() < 0.02, "{land}");
}
