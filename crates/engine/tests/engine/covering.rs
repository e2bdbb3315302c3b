//! Where materials occur, and the colours that they mix to.

use orogen_engine::covering::Covering;
use orogen_engine::raster::Band;
use orogen_engine::recipe::{Recipe, Source};
use proptest::prelude::*;

const HEAD: &str = "orogen = 1\ndomain.size = 9\nheight.field = \"a\"\n[fields.a]\ntype = \"constant\"\n";

fn covering(materials: &str) -> Covering {
    let source = Source::new("x", HEAD.to_owned() + materials);
    Covering::new(&Recipe::parse(source, orogen_engine::nodes::registry()).unwrap().materials)
}

fn ground() -> Covering {
    covering(
        "[[materials]]\nname = \"rock\"\ncolor = \"#808080\"\nheight = [5, 6]\n\
         [[materials]]\nname = \"grass\"\ncolor = \"#208010\"\nslope = [35, 25]\nheight = [0, 10, 20, 40]\n\
         [[materials]]\nname = \"scree\"\ncolor = \"#a09080\"\ncurvature = [1, 3]\nslope = [20, 30]\n\
         [[materials]]\nname = \"flowers\"\ncolor = \"#ffffff\"\nnoise = { field = \"a\", range = [0.2, 0.4] }\n",
    )
}

fn place(height: f32, slope: f32, curvature: f32, noise: f32) -> Band {
    Band {
        columns: 1,
        height: vec![height],
        dx: vec![slope.to_radians().tan()],
        dy: vec![0.0],
        curvature: vec![curvature / 1000.0],
        others: vec![vec![noise]],
        ..Band::default()
    }
}

fn weights(height: f32, slope: f32, curvature: f32, noise: f32) -> [f32; 4] {
    let mut weights = [0.0; 4];
    ground().weights(&place(height, slope, curvature, noise), 0, &mut weights);
    weights
}

#[test]
fn each_rule_decides_where_it_should() {
    assert_eq!(weights(-5.0, 0.0, 0.0, 0.0), [1.0, 0.0, 0.0, 0.0], "the lowest lies everywhere");
    assert_eq!(weights(15.0, 10.0, 0.0, 0.0), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(weights(30.0, 10.0, 0.0, 0.0), [0.5, 0.5, 0.0, 0.0], "half way down");
    assert_eq!(weights(15.0, 40.0, 0.0, 0.0), [1.0, 0.0, 0.0, 0.0], "too steep for grass");
    assert_eq!(weights(15.0, 40.0, 5.0, 0.0), [0.0, 0.0, 1.0, 0.0], "a steep hollow");
    assert_eq!(weights(15.0, 40.0, 2.0, 0.0), [0.5, 0.0, 0.5, 0.0]);
    assert_eq!(weights(15.0, 10.0, 0.0, 0.5), [0.0, 0.0, 0.0, 1.0]);
    let patchy = weights(15.0, 10.0, 0.0, 0.3);
    assert!((patchy[1] - 0.5).abs() < 1e-6 && (patchy[3] - 0.5).abs() < 1e-6, "{patchy:?}");
}

#[test]
fn colours_mix_as_light() {
    let covering = covering(
        "[[materials]]\nname = \"black\"\ncolor = \"#000000\"\n[[materials]]\nname = \"white\"\ncolor = \"#ffffff\"\n",
    );
    assert_eq!(covering.color(&[0.0, 1.0]), [255; 3]);
    assert_eq!(covering.color(&[1.0, 0.0]), [0; 3]);
    // Half the light of white is 188 in sRGB, not 128.
    assert_eq!(covering.color(&[0.5, 0.5]), [188; 3]);
}

/// The weights of [`ground`] by the formula, without shortcuts.
fn formula(height: f64, slope: f64, curvature: f64, noise: f64) -> [f64; 4] {
    let smooth = |from: f64, to: f64, x: f64| {
        let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    let grass = smooth(35.0, 25.0, slope) * smooth(0.0, 10.0, height) * smooth(40.0, 20.0, height);
    let scree = smooth(1.0, 3.0, curvature) * smooth(20.0, 30.0, slope);
    let flowers = smooth(0.2, 0.4, noise);
    let below = [1.0, 1.0 - flowers, (1.0 - flowers) * (1.0 - scree)];
    [below[2] * (1.0 - grass), below[2] * grass, below[1] * scree, below[0] * flowers]
}

proptest! {
    #[test]
    fn weights_follow_the_formula(
        height in -10.0_f32..60.0,
        slope in 0.0_f32..80.0,
        curvature in -9.0_f32..9.0,
        noise in 0.0_f32..0.6,
    ) {
        let expected = formula(height.into(), slope.into(), curvature.into(), noise.into());
        for (weight, expected) in weights(height, slope, curvature, noise).into_iter().zip(expected) {
            prop_assert!((f64::from(weight) - expected).abs() < 1e-4, "{weight} is not {expected}");
        }
    }

    #[test]
    fn weights_sum_to_one_and_bytes_to_255(
        height in -10.0_f32..60.0,
        slope in 0.0_f32..89.0,
        curvature in -9.0_f32..9.0,
        noise in 0.0_f32..0.6,
    ) {
        let weights = weights(height, slope, curvature, noise);
        prop_assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{weights:?}");
        let (mut scratch, mut bytes) = ([0.0; 4], [0; 4]);
        ground().bytes(&place(height, slope, curvature, noise), 0, &mut scratch, &mut bytes);
        prop_assert_eq!(bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>(), 255);
        for (byte, weight) in bytes.iter().zip(weights) {
            prop_assert!((f32::from(*byte) - 255.0 * weight).abs() <= 1.0, "{bytes:?} {weights:?}");
        }
    }
}
