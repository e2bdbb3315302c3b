//! How the weight of a dab falls from its centre to its edge.

/// The falloff of a dab: 1 up to the inner radius, 0 from the outer radius on.
///
/// Let *d* be the distance, *r* the outer and *r*ᵢ the inner radius. Then *t* = (*r* − *d*) / (*r* − *r*ᵢ) is 0 at the outer
/// radius and 1 at the inner radius. The weight is S(*t*)ᵖ, where S(*t*) = *t*³(6*t*² − 15*t* + 10) is the quintic step
/// (Perlin 2002) and *p* the exponent. S′ = 30 *t*²(1 − *t*)² vanishes at both ends. Near *t* = 0, the weight is about (10
/// *t*³)ᵖ. Its slope tends to 0 for every *p* > ⅓. So the slope is continuous for all valid exponents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Falloff {
    outer: f64,
    inner: f64,
    /// 1 / (r − rᵢ).
    steep: f64,
    power: f64,
}

impl Falloff {
    pub(crate) fn new(outer: f64, inner_share: f64, power: f64) -> Self {
        let inner = outer * inner_share;
        Self { outer, inner, steep: 1.0 / (outer - inner), power }
    }

    /// The weight at a distance, and its derivative with respect to the distance.
    #[inline]
    pub(crate) fn at(&self, distance: f64) -> [f64; 2] {
        if distance <= self.inner {
            return [1.0, 0.0];
        }
        let t = (self.outer - distance) * self.steep;
        if t <= 0.0 {
            return [0.0, 0.0];
        }
        let step = t * t * t * (t * (6.0 * t - 15.0) + 10.0);
        let slope = -30.0 * self.steep * (t * t) * ((1.0 - t) * (1.0 - t));
        if self.power == 1.0 {
            return [step, slope];
        }
        // The weight and its derivative both follow from S^(p−1).
        let raised = libm::pow(step, self.power - 1.0);
        [raised * step, self.power * raised * slope]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POWERS: [f64; 5] = [0.5, 0.8, 1.0, 2.0, 8.0];

    #[test]
    fn the_derivative_is_that_of_the_weight() {
        for power in POWERS {
            let falloff = Falloff::new(50.0, 0.3, power);
            for i in 0..1000 {
                let (d, h) = (15.1 + 34.8 * f64::from(i) / 1000.0, 1e-5);
                let [_, exact] = falloff.at(d);
                let difference = (falloff.at(d + h)[0] - falloff.at(d - h)[0]) / (2.0 * h);
                assert!((exact - difference).abs() < 1e-6, "power {power}, {d} m: {exact} and {difference}");
            }
        }
    }

    #[test]
    fn weight_and_slope_are_continuous_at_both_ends() {
        for power in POWERS {
            let falloff = Falloff::new(50.0, 0.3, power);
            let near = [falloff.at(15.0 + 1e-7), falloff.at(50.0 - 1e-7)];
            assert!((near[0][0] - 1.0).abs() < 1e-12 && near[0][1].abs() < 1e-6, "{power}: {near:?}");
            assert!(near[1][0] < 1e-9 && near[1][1].abs() < 1e-4, "{power}: {near:?}");
            assert_eq!(
                [falloff.at(15.0), falloff.at(50.0), falloff.at(60.0)],
                [[1.0, 0.0], [0.0; 2], [0.0; 2]]
            );
        }
    }

    #[test]
    fn it_never_rises_and_lies_in_0_to_1() {
        for power in POWERS {
            let falloff = Falloff::new(50.0, 0.0, power);
            let weights: Vec<_> = (0..=5000).map(|i| falloff.at(f64::from(i) * 0.01)[0]).collect();
            assert!(weights.is_sorted_by(|one, next| one >= next));
            assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)), "power {power}");
        }
    }
}
