//! Single precision on ground a metre across, of a planet as large as the Earth.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::planet::{Direction, TileSamples};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

use crate::{Random, cross, dot, earth, length};

/// 24 octaves, from mountains to a centimetre.
const MOUNTAINS: &str = "orogen = 1\ndomain = { kind = 'planet', radius = '6371 km' }\n\
    height = { field = 'land', scale = 2000.0 }\n\
    [fields.land]\ntype = 'fbm'\nwavelength = 84_000.0\noctaves = 24\n";

/// Heights to a millimetre and normals to a tenth of a degree, against double precision.
#[test]
fn a_metre_of_ground() {
    let recipe =
        Recipe::parse(Source::new("mountains", MOUNTAINS), orogen_engine::nodes::registry()).unwrap();
    let mut random = Random(5);
    for _ in 0..6 {
        let samples = TileSamples::new(random.tile(23), 6, 0).unwrap();
        let (patch, terrain) = (
            samples.patch(earth()).unwrap(),
            Terrain::new(&recipe, &NoImages, samples.level_spacing(earth())).unwrap(),
        );
        let found = terrain.patch::<f32>(Level::best(), &patch).unwrap();
        let exact = terrain.patch::<f64>(Level::best(), &patch).unwrap();
        let (mut apart, mut angle) = (0.0_f64, 0.0_f64);
        for at in 0..patch.len() {
            apart = apart.max((f64::from(found.height[at]) - exact.height[at]).abs());
            let up = Direction::new(patch.position(at)).unwrap();
            let normal = |height, gradient| earth().normal(up, height, gradient);
            let one = normal(found.height[at].into(), [0, 1, 2].map(|k: usize| found.slopes[k][at].into()));
            let other = normal(exact.height[at], [0, 1, 2].map(|k: usize| exact.slopes[k][at]));
            angle = angle.max(length(cross(one, other)).atan2(dot(one, other)).to_degrees());
        }
        let relief = exact.height.iter().fold([f64::MAX, f64::MIN], |[a, b], &h| [a.min(h), b.max(h)]);
        println!("{}: {apart:.6} m, {angle:.5}°, relief {:.4} m", samples.tile(), relief[1] - relief[0]);
        assert!(apart < 1e-3 && angle < 0.1, "{}: {apart} m, {angle}°", samples.tile());
        assert!(relief[1] - relief[0] > 0.01, "it is flat");
    }
}
