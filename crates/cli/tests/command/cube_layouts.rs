//! Cube maps for other programs, put together on the sphere by the lookup rules of these programs.

use std::fs;
use std::path::Path;

use crate::harness::{description, generate, orogen};
use crate::verify::verify;

const SIDE: usize = 96;

/// A planet whose ground differs everywhere, but smoothly.
const PLANET: &str = "orogen = 1\n[domain]\nkind = 'planet'\nradius = '100 km'\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = '150 km'\noctaves = 2\n[height]\nfield = 'hills'\nscale = 5000\n";

/// The face and the coordinates `s` and `t`, 0 to 1, of a direction: the Vulkan specification, "Cube Map Face Selection", and
/// OpenGL 4.6, table 8.19. The names are those of the major axes.
fn looked_up([rx, ry, rz]: [f64; 3]) -> (&'static str, [f64; 2]) {
    let [ax, ay, az] = [rx, ry, rz].map(f64::abs);
    let (face, sc, tc, ma) = if az >= ax && az >= ay {
        if rz > 0.0 { ("pz", rx, -ry, az) } else { ("nz", -rx, -ry, az) }
    } else if ay >= ax {
        if ry > 0.0 { ("py", rx, rz, ay) } else { ("ny", rx, -rz, ay) }
    } else if rx > 0.0 {
        ("px", -rz, -ry, ax)
    } else {
        ("nx", rz, -ry, ax)
    };
    (face, [sc, tc].map(|c| 0.5 * (c / ma + 1.0)))
}

/// A direction of a program as latitude and longitude in degrees. Longitude 0 is ahead and the north pole is up. East is on the
/// left of someone in the planet's centre who looks ahead, and programs say where their left is.
fn on_planet(layout: &str, [x, y, z]: [f64; 3]) -> [f64; 2] {
    let (ahead, left, up) = match layout {
        // Right-handed: with +y up and +z ahead, +x is on the left.
        "opengl" | "vulkan" | "godot" => (z, x, y),
        // Left-handed, +x right, +y up, +z forward.
        "unity" => (z, -x, y),
        // Left-handed, +x forward, +y right, +z up.
        "unreal" => (x, -y, z),
        _ => unreachable!("{layout} is not a layout"),
    };
    [up.atan2(ahead.hypot(left)).to_degrees(), left.atan2(ahead).to_degrees()]
}

fn height_of(folder: &Path, face: &str, column: usize, row: usize) -> f64 {
    let bytes = fs::read(folder.join(format!("height_{face}.f32"))).unwrap();
    f32::from_le_bytes(bytes.as_chunks().0[row * SIDE + column]).into()
}

/// Directions all over the sphere (a Fibonacci lattice), and pairs on both sides of the edges of the cube.
fn directions() -> Vec<[f64; 3]> {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let all = (0..400).map(|k| {
        let z = 1.0 - (2.0 * f64::from(k) + 1.0) / 400.0;
        let (sin, cos) = (golden * f64::from(k)).sin_cos();
        [(1.0 - z * z).sqrt() * cos, (1.0 - z * z).sqrt() * sin, z]
    });
    let signs = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let edges = signs.into_iter().flat_map(|(a, b)| {
        [-0.9, -0.31, 0.44, 0.83].into_iter().flat_map(move |along| {
            [1.0 - 1e-6, 1.0 + 1e-6]
                .into_iter()
                .flat_map(move |far| [[a, b * far, along], [along, a, b * far], [b * far, along, a]])
        })
    });
    all.chain(edges).collect()
}

#[test]
fn every_layout_shows_the_planet_where_its_program_looks() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("planet.toml");
    fs::write(&recipe, PLANET).unwrap();
    let recipe = recipe.to_str().unwrap();
    for layout in ["opengl", "vulkan", "godot", "unity", "unreal"] {
        let out = folder.path().join(layout);
        let side = SIDE.to_string();
        generate(
            recipe,
            &out,
            &["--cube", &side, "--cube-layout", layout, "--format", "f32,slope", "--no-preview"],
        );
        let directions = directions();
        let places: Vec<_> = directions.iter().map(|&direction| on_planet(layout, direction)).collect();
        let points = folder.path().join("points.csv");
        let lines: Vec<_> =
            places.iter().map(|[latitude, longitude]| format!("{latitude},{longitude}")).collect();
        fs::write(&points, format!("lat,lon\n{}\n", lines.join("\n"))).unwrap();
        let sampled = orogen(&["sample", recipe, "--points", points.to_str().unwrap()]);
        assert_eq!(sampled.status, Some(0), "{}", sampled.err);
        let mut rows = sampled.out.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let at = rows.next().unwrap().iter().position(|name| *name == "height").unwrap();
        let samples: Vec<f64> = rows.map(|row| row[at].parse().unwrap()).collect();
        assert_eq!(samples.len(), directions.len());
        let mut worst = 0.0_f64;
        for (direction, expected) in directions.iter().zip(&samples) {
            let (face, st) = looked_up(*direction);
            let [column, row] = st.map(|c| ((c * SIDE as f64) as usize).min(SIDE - 1));
            let found = height_of(&out, face, column, row);
            worst = worst.max((found - expected).abs());
        }
        // Ground half a pixel away, about 1 km, is up to 200 m higher or lower; ground elsewhere differs by thousands.
        assert!(worst < 200.0, "{layout}: {worst} m");
        let planet = &description(&out)["planet"];
        assert_eq!((&planet["projection"], &planet["layout"]), (&"cube".into(), &layout.into()));
        let verified = verify(&out, &[]);
        assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
    }
}

/// Normals belong to the picture's own axes: where the ground rises to the right of a picture, they lean to the left.
#[test]
fn slopes_are_along_the_axes_of_the_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("planet.toml");
    fs::write(&recipe, PLANET).unwrap();
    for layout in ["unity", "unreal", "godot"] {
        let out = folder.path().join(layout);
        let side = SIDE.to_string();
        generate(
            recipe.to_str().unwrap(),
            &out,
            &["--cube", &side, "--cube-layout", layout, "--format", "f32", "--no-preview"],
        );
        for face in ["px", "ny", "pz"] {
            let decoder = png::Decoder::new(std::io::BufReader::new(
                fs::File::open(out.join(format!("normal_{face}.png"))).unwrap(),
            ));
            let mut reader = decoder.read_info().unwrap();
            let mut normals = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut normals).unwrap();
            // Near the middle of the face, where a pixel is 100 km · 2 / 96 wide.
            let step = 2.0 * 200_000.0 / SIDE as f64;
            for (column, row) in [(48, 48), (40, 52), (55, 43), (50, 38)] {
                let at = |column, row| height_of(&out, face, column, row);
                let right = (at(column + 1, row) - at(column - 1, row)) / step;
                let down = (at(column, row + 1) - at(column, row - 1)) / step;
                let pixel = &normals[3 * (row * SIDE + column)..][..3];
                let [x, y, z] = [0, 1, 2].map(|c| f64::from(pixel[c]) * 2.0 / 255.0 - 1.0);
                // The normal is (−right, down, 1) with green up the picture.
                assert!(
                    (x / z + right).abs() < 0.02 && (y / z - down).abs() < 0.02,
                    "{layout} {face}: {x} {y} {z}, {right} {down}"
                );
            }
        }
    }
}

#[test]
fn unknown_layouts_are_refused() {
    let words = ["generate", "terra", "-o", "none", "--cube", "8", "--cube-layout", "maya"];
    let refused = orogen(&words);
    assert_eq!(refused.status, Some(2));
    assert!(refused.err.contains("layouts are opengl, vulkan, godot, unity and unreal"), "{}", refused.err);
    assert_eq!(orogen(&["generate", "terra", "-o", "none", "--cube-layout", "unity"]).status, Some(2));
}
