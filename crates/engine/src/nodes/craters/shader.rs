//! The numbers of a shader for craters that differ from terrain to terrain. The text is in the `.wgsl` files.

use std::sync::Arc;

use super::population::{LOBES, Octave, Population};

/// The function of a surface: its own text, then what is the same on all.
macro_rules! details {
    ($surface:literal) => {
        Foreign {
            name: "orogen_craters",
            result: "orogen_Craters",
            text: concat!(
                include_str!($surface),
                "\n",
                include_str!("population.wgsl"),
                "\n",
                include_str!("outline.wgsl"),
                "\n",
                include_str!("profile.wgsl"),
                "\n",
                include_str!("rows.wgsl")
            ),
        }
    };
}
pub(super) use details;

/// What the text is told, in the order in which it asks.
#[derive(Debug)]
pub(super) struct Told {
    /// What all octaves have in common, and each octave's own. They follow the table's place in the literals.
    pub(super) words: Vec<u32>,
    /// The numbers of all sizes, octave after octave, and the thresholds of their counts. These are words too, but how
    /// many there are differs from domain to domain; among the literals they would make texts differ.
    pub(super) table: Arc<[f32]>,
}

impl Told {
    /// What tells of some octaves, of which the first ones are `visible`.
    pub(super) fn new(
        population: &Population,
        octaves: &[Octave],
        visible: usize,
        softness: f64,
        ejecta: f64,
    ) -> Self {
        let bits = |number: f64| (number as f32).to_bits();
        let mut words = vec![visible as u32, bits(softness), bits(ejecta)];
        words.extend(LOBES.map(|most| bits(population.bend * most)));
        words.extend(population.ball.map(|ball| bits(ball.radius)));
        let mut table: Vec<_> = octaves.iter().flat_map(sizes).collect();
        for octave in octaves {
            words.extend([bits(1.0 / octave.cell), table.len() as u32, octave.counts.len() as u32]);
            match population.ball {
                None => words.extend([octave.keys[0], octave.keys[1], octave.period.unwrap_or(0)]),
                Some(ball) => {
                    words.extend(octave.keys);
                    let steps = octave.steps(&ball);
                    words.extend([bits(ball.radius / octave.cell), steps.bits]);
                    words.extend([(steps.square >> 32) as u32, steps.square as u32]);
                }
            }
            table.extend(octave.counts.iter().copied().flat_map(halves));
        }
        Self { words, table: table.into() }
    }
}

/// The numbers of an octave's sizes.
fn sizes(octave: &Octave) -> impl Iterator<Item = f32> + '_ {
    octave.sizes.iter().zip(&octave.reach).flat_map(|(size, reach)| {
        let scale = octave.cell / size.radius;
        // Nothing is within the reach of what cannot be shown.
        let reach = if size.weight > 0.0 { 1.001 * reach * reach } else { 0.0 };
        let own = [scale * scale, reach, size.depth, size.rim, size.floor, size.peak];
        own.into_iter().chain([size.terraces, size.class as f64, size.weight]).map(|number| number as f32)
    })
}

/// The halves of a word, the upper one first: numbers hold 24 bits.
fn halves(word: u32) -> [f32; 2] {
    [word >> 16, word & 0xffff].map(|half| half as f32)
}

#[cfg(test)]
mod tests {
    use orogen_noise::hash::{combine, unit};
    use orogen_noise::interval::Interval;
    use orogen_noise::lanes::Scalar64;
    use orogen_noise::octaves::MAX_OCTAVES;
    use orogen_noise::rows::STRIP;

    use super::super::Craters;
    use super::super::plane::{DETAILS, Plane};
    use super::super::profile::{Measures, REACH};
    use super::super::surface::{Sites, Surface, To};
    use super::*;

    /// As crowded craters as there can be.
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
            told: Told::new(&population, &octaves, octaves.len(), 1.0, 0.6),
            octaves,
            ejecta: 0.6,
            softness: 1.0,
            bend: 1.0,
            tile: None,
            extremes: Interval::new(-1.0, 1.0),
        }
    }

    /// How many craters reach a sample anywhere.
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
            let to = To { cell: crater.cell, centre: crater.centre, spot: (), sites, stand: &() };
            let sight = Plane.sight(l, &to, 0, &Plane.way(l, &to, 0));
            let ready = craters.ready(impact);
            ready.square(l, &sight, &ready.lobe(l, sight.direction), 1.0).v < REACH * REACH
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
}
