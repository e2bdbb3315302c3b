//! Shading and colours.

use orogen::engine::covering::Covering;
use orogen::engine::level::Level;
use orogen::{Band, Files};
use orogen_files::materials;

use crate::harness::{HILLS, Running, recipe};
use crate::heights::decode;

/// Ground with a slope of 45° in the whole domain, which rises along `angle`, 0 to the east and 90 to the south, or falls.
fn slope(angle: f64, scale: f64) -> String {
    format!(
        "orogen = 1\ndomain.size = '8 km'\nheight = {{ field = 'x', scale = {scale:?} }}\n[fields.x]\ntype = 'ramp'\n\
         length = '8 km'\nangle = {angle:?}\n"
    )
}

fn grey(bytes: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Grayscale);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

/// The sun is in the north-west and 45° high, in the direction (−1, 1, √2)/2. The normals of slopes of 45° are (±1, 0, 1)/√2 and
/// (0, ±1, 1)/√2; those that face the west or the north are bright.
#[test]
fn slopes_towards_the_sun_are_bright() {
    let half = 0.5_f64.sqrt();
    let [bright, dark] = [255.0 * (half + 0.5) * half, 255.0 * (half - 0.5) * half];
    for (angle, scale, expected) in
        [(0.0, 8e3, bright), (0.0, -8e3, dark), (90.0, 8e3, bright), (90.0, -8e3, dark)]
    {
        let pixels = grey(&Running::of(&slope(angle, scale)).get("/shade/15/17112/11591.png").body);
        let found = f64::from(pixels[128 * 256 + 128]);
        assert!((found - expected).abs() < 1.0, "{angle}° {scale}: {found}, not {expected}");
    }
}

/// Colours of materials with curvature have the bytes of `colour.png`, from rows of a grid.
#[test]
fn colours_of_materials_are_those_of_generate() {
    let text = format!(
        "{HILLS}\n[[materials]]\nname = 'rock'\ncolor = '#777777'\n[[materials]]\nname = 'grass'\ncolor = '#3f7a2c'\n\
         slope = [40, 20]\n[[materials]]\nname = 'moss'\ncolor = '#2a4a20'\ncurvature = [-1, 2]\n"
    )
    .replace("sea.level = 0.0\n", "");
    let server = Running::of(&text);
    let (_, pixels) = decode(&server.get("/colour/14/8556/5795.png").body);
    let recipe = recipe(&text);
    // The same positions, as three columns and rows around each of some pixels.
    let width = 2.0 * std::f64::consts::PI * 6_378_137.0 * 46.5_f64.to_radians().cos();
    let spacing = width / (256.0 * 16_384.0);
    let terrain =
        orogen::engine::terrain::Terrain::with_materials(&recipe, &Files::default(), spacing).unwrap();
    let covering = Covering::new(&recipe.materials);
    let south = |latitude: f64| 0.5 - latitude.to_radians().tan().asinh() / (2.0 * std::f64::consts::PI);
    let mut kinds = std::collections::BTreeSet::new();
    for [column, row] in [[0, 0], [100, 50], [255, 255], [31, 200], [180, 90], [60, 60]] {
        let around = |middle: f64| [-1.0, 0.0, 1.0].map(|step| middle + step * spacing);
        let x = 4000.0 + width * ((8556.0 * 256.0 + column as f64 + 0.5) / 4_194_304.0 - (8.0 / 360.0 + 0.5));
        let y = 4000.0 + width * ((5795.0 * 256.0 + row as f64 + 0.5) / 4_194_304.0 - south(46.5));
        let band = terrain.crossings(Level::best(), [&around(x), &around(y)], true).unwrap();
        let mut middle = Band::default();
        orogen::engine::curvature::inside(&band, spacing, 0, &mut middle);
        let expected = materials::pixels(&covering, None, &middle);
        let found = pixels[row * 256 + column];
        // Positions were rounded otherwise, so a colour may be one step off.
        let off = found.iter().zip(&expected).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
        assert!(off <= 1, "{column}, {row}: {found:?}, not {expected:?}");
        kinds.insert(found);
    }
    assert!(kinds.len() > 2, "{kinds:?}");
}

/// Without materials, the palette colours the ground, and the sea is blue.
#[test]
fn the_palette_colours_ground_and_sea() {
    let server = Running::of(HILLS);
    let colours = decode(&server.get("/colour/12/2139/1448.png").body).1;
    let heights = decode(&server.get("/terrarium/12/2139/1448.png").body).1;
    let (mut sea, mut land) = (0, 0);
    for ([red, green, blue], [high, ..]) in colours.iter().zip(heights) {
        if high >= 128 {
            land += 1;
            assert!(blue <= green || red.abs_diff(*blue) < 40, "land is {red} {green} {blue}");
        } else {
            sea += 1;
            assert!(blue > red, "sea is {red} {green} {blue}");
        }
    }
    assert!(sea > 1000 && land > 1000, "{sea} {land}");
}
