//! The capacity of the shader for craters.

use orogen_noise::hash::{combine, unit};
use orogen_noise::interval::Interval;
use orogen_noise::lanes::Scalar64;
use orogen_noise::octaves::MAX_OCTAVES;
use orogen_noise::rows::STRIP;

use orogen_engine::nodes::craters::Craters;
use orogen_engine::nodes::craters::plane::{DETAILS, Plane};
use orogen_engine::nodes::craters::population::{Octave, Population};
use orogen_engine::nodes::craters::profile::{Measures, REACH};
use orogen_engine::nodes::craters::shader::ShaderData;
use orogen_engine::nodes::craters::surface::{Sites, Surface, To};

/// The most crowded craters that a recipe can have.
fn crowded() -> Craters<Plane, 2> {
    let measures = Measures { depth: 1.0, rim: 1.0, peak: 1.0, transition: 15e3, spacing: 0.0 };
    let population = Population { seed: 8, coverage: 0.5, bend: 1.0, tile: None, ball: None };
    let sizes = (0..MAX_OCTAVES).map(|octave| measures.sizes(octave, 1e6)).enumerate();
    let octaves: Vec<_> =
        sizes.map(|(index, sizes)| Octave::new(&population, index, sizes).unwrap()).collect();
    Craters {
        surface: Plane,
        lattices: octaves.iter().map(Octave::map).collect(),
        visible: octaves.len(),
        shader_data: ShaderData::new(&population, &octaves, octaves.len(), 1.0, 0.6),
        octaves,
        ejecta: 0.6,
        softness: 1.0,
        bend: 1.0,
        tile: None,
        extremes: Interval::new(-1.0, 1.0),
    }
}

/// How many craters reach a sample at a random position. The number `sample` chooses the position.
fn reaching(craters: &Craters<Plane, 2>, sample: u64) -> usize {
    let word = |octave: usize, axis: u64| combine(sample, 4 * octave as u64 + axis);
    let site = |octave| Sites {
        cells: [0, 1].map(|axis| [word(octave, axis) as u32; STRIP]),
        fractions: [2, 3].map(|axis| [unit(word(octave, axis)); STRIP]),
    };
    let sites: Vec<Sites<f64, 2>> = (0..craters.visible).map(site).collect();
    let reached = craters.impacts(&sites, &(), 1).into_iter().filter(|impact| {
        let (l, crater) = (Scalar64, &impact.crater);
        let sites = &sites[impact.octave];
        let to = To { cell: crater.cell, centre: crater.centre, spot: (), sites, position: &() };
        let to_centre = Plane.to_centre(l, &to, 0, &Plane.way(l, &to, 0));
        let ready = craters.ready(impact);
        ready.square(l, &to_centre, &ready.lobe(l, to_centre.direction), 1.0).v < REACH * REACH
    });
    reached.count()
}

/// The mean and the variance are those that the shader's capacity is derived from.
#[test]
fn a_shader_has_room_for_all_impacts() {
    for line in [
        "const orogen_IMPACTS: u32 = 256u;".to_owned(),
        format!("const orogen_CLASSES: u32 = {}u;", 2 * MAX_OCTAVES),
    ] {
        assert!(DETAILS.text.contains(&line), "{line}");
    }
    let craters = crowded();
    let counts: Vec<_> = (0..3000).map(|sample| reaching(&craters, sample) as f64).collect();
    let mean = counts.iter().sum::<f64>() / counts.len() as f64;
    let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / counts.len() as f64;
    let most = counts.iter().copied().fold(0.0, f64::max);
    println!("{mean} ± {} impacts, {most} at most", variance.sqrt());
    assert!((mean - 144.5).abs() < 1.0, "{mean} impacts on the average");
    assert!((variance / mean - 1.0).abs() < 0.12, "{variance} about {mean}");
    assert!(most < 210.0, "{most} impacts");
}
