//! Figures about samples.

/// The quartiles of some figures: lower, median and upper, interpolated between neighbours.
pub(crate) fn quartiles(figures: &[f64]) -> [f64; 3] {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    [0.25, 0.5, 0.75].map(|share| {
        let place = share * (sorted.len() - 1) as f64;
        let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
        low + (high - low) * place.fract()
    })
}

pub(crate) fn median(figures: &[f64]) -> f64 {
    quartiles(figures)[1]
}

/// The standard deviation; not finite if one of the samples is not.
pub(crate) fn deviation(samples: &[f32]) -> f64 {
    let count = samples.len() as f64;
    let mean = samples.iter().map(|&x| f64::from(x)).sum::<f64>() / count;
    let variance = samples.iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_neighbours() {
        assert_eq!(quartiles(&[4.0, 1.0, 3.0, 2.0, 5.0]), [2.0, 3.0, 4.0]);
        assert_eq!(quartiles(&[1.0, 2.0]), [1.25, 1.5, 1.75]);
        assert_eq!(quartiles(&[7.0]), [7.0; 3]);
    }

    #[test]
    fn one_bad_sample_shows_in_the_deviation() {
        assert_eq!(deviation(&[1.0, 3.0]), 1.0);
        assert!(!deviation(&[1.0, f32::NAN]).is_finite());
    }
}
