//! The recipes that noise brushes write.

use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::noise_brush::{Noise, NoiseBrush};
use orogen_strokes::prepared_strokes::PreparedStrokes;

use crate::scene::{HILLS, MOON, Pictures, prepared_strokes, stroke, terrain};

fn with(noise: NoiseBrush) -> PreparedStrokes {
    let brush = Brush { inner: 0.9, ..Brush::new(noise.tool().unwrap(), 800.0) };
    prepared_strokes(&terrain(HILLS, 8.0), 8.0, &[stroke(brush, &[[1000.0, 1000.0, 1.0]])])
}

/// The heights that the brush adds at some positions.
fn heights(noise: NoiseBrush) -> Vec<f64> {
    let places: Vec<_> =
        (0..40).map(|i| [700.0 + 15.0 * f64::from(i), 1250.0 - 13.0 * f64::from(i)]).collect();
    let [with, without] = [with(noise), prepared_strokes(&terrain(HILLS, 8.0), 8.0, &[])]
        .map(|ground| ground.sample_exactly(&places).unwrap());
    with.iter().zip(&without).map(|(one, other)| one.height - other.height).collect()
}

#[test]
fn every_noise_is_a_valid_recipe_with_and_without_its_controls() {
    for noise in Noise::ALL {
        for planet in [false, true] {
            let plain = NoiseBrush { planet, ..NoiseBrush::new(noise, 100.0) };
            let turned = Grain::Ground { angle: 45.0, ratio: 2.0 };
            let all =
                NoiseBrush { peaks: 1.7, displacement: 80.0, coarse: 0.4, fine: 0.6, grain: turned, ..plain };
            for brush in [plain, all] {
                let ground = terrain(if planet { MOON } else { HILLS }, 8.0);
                let mut ground = PreparedStrokes::new(ground, 8.0);
                let stroke = stroke(Brush::new(brush.tool().unwrap(), 500.0), &[[10.0, 10.0, 1.0]]);
                assert!(ground.push(&stroke, &Pictures).is_ok(), "{brush:?}");
            }
        }
    }
}

#[test]
fn every_control_changes_the_ground() {
    let noise = NoiseBrush { wavelength: 400.0, ..NoiseBrush::new(Noise::Ridged, 100.0) };
    let plain = heights(noise);
    assert_eq!(plain, heights(NoiseBrush { octaves: 8, ..noise }));
    for other in [
        NoiseBrush { seed: 1, ..noise },
        NoiseBrush { wavelength: 500.0, ..noise },
        NoiseBrush { octaves: 3, ..noise },
        NoiseBrush { coarse: 0.3, ..noise },
        NoiseBrush { fine: 0.8, ..noise },
        NoiseBrush { peaks: 2.0, ..noise },
        NoiseBrush { displacement: 50.0, ..noise },
        NoiseBrush { grain: Grain::Ground { angle: 0.0, ratio: 2.0 }, ..noise },
        NoiseBrush { noise: Noise::Billow, ..noise },
    ] {
        assert_ne!(plain, heights(other), "{other:?}");
    }
}

/// Ridged noise is in 0 to 1, and peaks to the power of 2 are squares of this noise.
#[test]
fn peaks_are_a_power_of_the_noise() {
    let noise = NoiseBrush { wavelength: 400.0, ..NoiseBrush::new(Noise::Ridged, 1.0) };
    let squared = heights(NoiseBrush { peaks: 2.0, ..noise });
    for (plain, squared) in heights(noise).iter().zip(squared) {
        assert!((plain * plain - squared).abs() < 1e-3 && *plain > 0.0, "{plain} {squared}");
    }
}

#[test]
fn controls_out_of_range_are_errors() {
    let noise = NoiseBrush { octaves: 40, ..NoiseBrush::new(Noise::Swiss, 1.0) };
    assert_eq!(noise.tool().unwrap_err().to_string(), "octaves is 40: it must be from 1 to 20");
    let tool = NoiseBrush { octaves: 4, ..noise }.tool().unwrap();
    assert!(matches!(tool, Tool::Field { metres: 1.0, .. }));
}
