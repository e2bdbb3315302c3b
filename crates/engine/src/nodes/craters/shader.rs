//! The numbers in the shader for craters that differ from terrain to terrain. The shader's text is in the `.wgsl` files.

use std::sync::Arc;

use super::population::{LOBES, Octave, Population};

/// The shader function of a surface: its own text, then the text that all surfaces share.
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

/// The inputs of the shader for craters, in the order in which the shader reads them.
#[derive(Debug)]
pub struct ShaderData {
    /// The words that all octaves share, then those of each octave. In the program's literals, these words come
    /// after the position of the table.
    pub words: Vec<u32>,
    /// The numbers of all sizes, octave after octave, then the thresholds of the numbers of craters. The thresholds are words
    /// too, but their count differs from domain to domain. As literals, they would make the shader's text differ.
    pub table: Arc<[f32]>,
}

impl ShaderData {
    /// The data of some octaves, of which the first `visible` ones can be shown.
    pub fn new(
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
        // Craters that cannot be shown reach nothing.
        let reach = if size.weight > 0.0 { 1.001 * reach * reach } else { 0.0 };
        let own = [scale * scale, reach, size.depth, size.rim, size.floor, size.peak];
        own.into_iter().chain([size.terraces, size.class as f64, size.weight]).map(|number| number as f32)
    })
}

/// The halves of a word, the upper one first, because an `f32` holds only 24 bits.
fn halves(word: u32) -> [f32; 2] {
    [word >> 16, word & 0xffff].map(|half| half as f32)
}
