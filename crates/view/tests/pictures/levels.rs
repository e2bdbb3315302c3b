//! Accuracy of levels of detail.

use crate::scene::{draw, ground, position, preset, shot};

/// Nearly all points of the mesh are at the height of the ground, within 2.5 pixels.
#[test]
fn the_mesh_lies_on_the_ground() {
    for name in ["alps", "dunes", "hills"] {
        let recipe = preset(name);
        let shot = shot(&recipe, [0.5, 0.9], 0.02 * recipe.domain.size, [0.5, 0.4]);
        let ground_buffer = draw(&recipe, |renderer| {
            renderer.ground_buffer(&shot, &mut orogen_view::Progress::ignore).unwrap()
        });
        let (ground, camera) = (ground(&recipe), shot.camera);
        let mut off = Vec::new();
        for at in (0..ground_buffer.depth.len()).step_by(7).filter(|&at| ground_buffer.depth[at] > 0.0) {
            let [x, y, z] = position(&shot, at, f64::from(ground_buffer.depth[at]));
            assert!(
                (z - f64::from(ground_buffer.height[at])).abs() < 1e-3 * camera.eye()[2].abs().max(100.0)
            );
            let pixel = f64::from(ground_buffer.depth[at]) * 2.0 * 25.0_f64.to_radians().tan() / 90.0;
            off.push((ground.sample(x, y).height - z).abs() / pixel);
        }
        off.sort_by(f64::total_cmp);
        let [median, most] = [0.5, 0.98].map(|share| off[(share * off.len() as f64) as usize]);
        assert!(off.len() > 500 && median < 0.35 && most < 2.5, "{name}: {median} {most} pixels");
    }
}
