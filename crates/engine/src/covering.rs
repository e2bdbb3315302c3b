//! The weight of each material at a sample, for splat maps and pictures.
//!
//! Materials are stacked in the order of the recipe, the lowest first. A material that covers a share `c` of the ground leaves
//! `1 − c` of the materials below it visible. So material `k` has the weight `wₖ = cₖ·Π(1 − cⱼ)`, with the product over all
//! materials `j` above it. The lowest material covers everything, so the weights sum to one.

use crate::raster::Band;
use crate::recipe::{Material, Reach};
use crate::srgb;

/// Converts curvature from 1/m, as in bands, to 1/km, as in recipes.
pub(crate) const PER_KILOMETRE: f32 = 1000.0;

/// The materials of a recipe, prepared to compute weights.
///
/// ```
/// use orogen_engine::covering::Covering;
/// use orogen_engine::raster::Band;
/// # use orogen_engine::recipe::{Recipe, Source};
/// # let text = r##"
/// # orogen = 1
/// # domain.size = 1000.0
/// # height.field = "flat"
/// # fields.flat = { type = "constant" }
/// # materials = [{ name = "rock", color = "#777777" }, { name = "snow", color = "#ffffff", height = [1000, 2000] }]
/// # "##;
/// # let recipe = Recipe::parse(Source::new("x", text), orogen_engine::nodes::registry())?;
/// // rock everywhere, snow from 1000 m, nothing but snow from 2000 m on
/// let covering = Covering::new(&recipe.materials);
/// let band = Band { columns: 1, height: vec![1500.0], dx: vec![0.0], dy: vec![0.0], ..Band::default() };
/// let mut weights = [0.0; 2];
/// covering.weights(&band, 0, &mut weights);
/// assert_eq!(weights, [0.5, 0.5]);
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Covering {
    materials: Vec<Material>,
    /// The colours of the materials as linear light.
    light: Vec<[f32; 3]>,
    /// For each material with a noise rule, the index in [`Band::others`] of the field that the rule reads.
    noises: Vec<Option<usize>>,
}

impl Covering {
    /// A covering of materials, the lowest first.
    pub fn new(materials: &[Material]) -> Self {
        let mut count = 0..;
        let noises = materials.iter().map(|material| material.noise.as_ref().and_then(|_| count.next()));
        let light = materials.iter().map(|material| material.color.map(srgb::decode)).collect();
        Self { noises: noises.collect(), materials: materials.to_vec(), light }
    }

    /// The materials.
    pub fn materials(&self) -> &[Material] {
        &self.materials
    }

    /// Whether bands must have curvature for [`weights`](Self::weights).
    pub fn needs_curvature(&self) -> bool {
        self.materials.iter().any(|material| material.curvature.is_some())
    }

    /// Number of [other fields](Band::others) that bands must have for [`weights`](Self::weights).
    pub fn others(&self) -> usize {
        self.noises.iter().flatten().count()
    }

    /// The weights of all materials at sample `at` of a band. The band must have slopes, and curvature if it is
    /// [needed](Self::needs_curvature). The band's other fields must begin with the fields that the materials' noise rules
    /// name, in the order of the materials.
    pub fn weights(&self, band: &Band, at: usize, weights: &mut [f32]) {
        let mut slope = None;
        let mut left = 1.0_f32;
        for (index, weight) in weights[..self.materials.len()].iter_mut().enumerate().rev() {
            let cover = match index {
                _ if left == 0.0 => 0.0,
                0 => 1.0,
                _ => self.cover(index, band, at, &mut slope),
            };
            *weight = left * cover;
            left *= 1.0 - cover;
        }
    }

    /// The share of the ground at sample `at` of a band that a material covers. `slope` is the slope in degrees once a material
    /// needs it.
    fn cover(&self, index: usize, band: &Band, at: usize, slope: &mut Option<f32>) -> f32 {
        let material = &self.materials[index];
        let mut cover = share(material.height, band.height[at]);
        if cover > 0.0 && material.slope.is_some() {
            cover *= share(material.slope, *slope.get_or_insert_with(|| degrees(band.dx[at], band.dy[at])));
        }
        if cover > 0.0 && material.curvature.is_some() {
            cover *= share(material.curvature, PER_KILOMETRE * band.curvature[at]);
        }
        if let (true, Some(noise), Some(other)) = (cover > 0.0, &material.noise, self.noises[index]) {
            cover *= share(Some(noise.reach), band.others[other][at]);
        }
        cover
    }

    /// The weights as bytes that sum to 255; a weight of 1 is 255. Weights are rounded down, and the rest goes to the weights
    /// with the largest remainders. Of equal remainders, the lowest material comes first.
    pub fn bytes(&self, band: &Band, at: usize, weights: &mut [f32], bytes: &mut [u8]) {
        self.weights(band, at, weights);
        let mut left = 255;
        for (byte, weight) in bytes.iter_mut().zip(weights.iter_mut()) {
            let share = (255.0 * *weight).clamp(0.0, 255.0);
            *byte = share as u8;
            left -= i32::from(*byte);
            *weight = share - f32::from(*byte);
        }
        while left > 0 {
            let most = (0..weights.len()).rev().max_by(|&a, &b| weights[a].total_cmp(&weights[b]));
            let Some(most) = most else { return };
            bytes[most] += 1;
            weights[most] -= 1.0;
            left -= 1;
        }
    }

    /// The colour of the ground in sRGB: the materials' colours, mixed as linear light by their weights.
    pub fn color(&self, weights: &[f32]) -> [u8; 3] {
        self.light(weights).map(srgb::encode_byte)
    }

    /// The colour of the ground as linear red, green and blue reflectance, 0 to 1.
    pub fn light(&self, weights: &[f32]) -> [f32; 3] {
        std::array::from_fn(|channel| {
            weights.iter().zip(&self.light).map(|(weight, light)| weight * light[channel]).sum()
        })
    }
}

/// The angle of a slope in degrees. libm's arc tangent has the same bits on every machine; the platform's does not.
pub(crate) fn degrees(dx: f32, dy: f32) -> f32 {
    libm::atanf((dx * dx + dy * dy).sqrt()).to_degrees()
}

/// The coverage of a rule at `x`, 0 to 1. It rises and falls as a cubic smoothstep. Without a rule it is 1.
pub(crate) fn share(reach: Option<Reach>, x: f32) -> f32 {
    let Some(Reach { from, whole, to }) = reach else { return 1.0 };
    let x = f64::from(x);
    // Most samples are where the coverage is 0 or 1. The formula gives the same bits there, but needs divisions.
    if whole[0] <= x && x <= whole[1] {
        return 1.0;
    }
    if x <= from || to <= x {
        return 0.0;
    }
    formula(&Reach { from, whole, to }, x)
}

/// The coverage, as two smoothsteps.
fn formula(&Reach { from, whole, to }: &Reach, x: f64) -> f32 {
    let rising = if from.is_finite() { step((x - from) / (whole[0] - from)) } else { 1.0 };
    let falling = if to.is_finite() { step((to - x) / (to - whole[1])) } else { 1.0 };
    (rising * falling) as f32
}

fn step(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::{formula, share};
    use crate::recipe::Reach;

    /// The shortcuts have the bits of the formula, at the numbers of rules and beside them, too.
    #[test]
    fn shortcuts_keep_the_bits() {
        let rules: [&[f64]; 5] =
            [&[5.0, 6.0], &[35.0, 25.0], &[0.0, 10.0, 20.0, 40.0], &[-3.0, 0.1, 0.1, 7.0], &[0.2, 0.4]];
        for numbers in rules {
            let reach = Reach::new(numbers).unwrap();
            let near = numbers.iter().flat_map(|&number| {
                let number = number as f32;
                [number.next_down(), number, number.next_up()]
            });
            let others = (-500..500).map(|k| k as f32 * 0.1);
            for x in near.chain(others).chain([f32::INFINITY, f32::NEG_INFINITY]) {
                let expected = formula(&reach, f64::from(x));
                assert_eq!(share(Some(reach), x).to_bits(), expected.to_bits(), "{x} {numbers:?}");
            }
        }
    }
}
