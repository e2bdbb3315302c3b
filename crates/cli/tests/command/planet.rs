//! Maps of planets.

use std::path::Path;

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::planet::{Direction, Face, LatLon};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{PlanetSample, Terrain};
use serde_json::json;

use crate::harness::{HILLS, Outcome, description, generate, heights, names, orogen, try_generate};

const PLANET: &str = "orogen = 1\nname = 'Ball'\nseed = 4\n\
    domain = { kind = 'planet', radius = '20 km', samples = 64 }\n\
    height = { field = 'land', scale = 1000.0 }\n\
    [fields.land]\ntype = 'fbm'\nwavelength = '15 km'\noctaves = 4\n";

fn recipe(folder: &Path) -> String {
    let path = folder.join("ball.toml");
    std::fs::write(&path, PLANET).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The terrain by the engine, in some directions.
fn ground(directions: &[Direction]) -> Vec<PlanetSample> {
    let recipe = Recipe::parse(Source::new("ball", PLANET), orogen_engine::nodes::registry()).unwrap();
    let terrain = Terrain::new(&recipe, &NoImages, 1.0).unwrap();
    terrain.sample_at::<f64>(Level::best(), directions).unwrap()
}

/// Generates a map and verifies it.
fn made(more: &[&str]) -> (tempfile::TempDir, Outcome) {
    let folder = tempfile::tempdir().unwrap();
    let recipe = recipe(folder.path());
    let out = folder.path().join("out");
    let outcome = generate(&recipe, &out, more);
    let verified = orogen(&["verify".as_ref(), out.as_os_str()]);
    assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
    (folder, outcome)
}

fn place(latitude: f64, longitude: f64) -> Direction {
    LatLon::new(latitude, longitude).unwrap().direction()
}

/// Compares heights with the terrain, within single precision for a planet of this size.
fn assert_near(heights: &[f32], directions: &[Direction]) {
    assert_eq!(heights.len(), directions.len());
    for (i, (height, sample)) in heights.iter().zip(ground(directions)).enumerate() {
        assert!((f64::from(*height) - sample.height).abs() < 5e-3, "sample {i}: {height} {}", sample.height);
    }
}

#[test]
fn the_default_map_is_equirectangular() {
    let (folder, outcome) = made(&["--format", "f32,png16,exr,tiff,slope,aspect,curvature"]);
    let out = folder.path().join("out");
    assert!(
        outcome.out.contains("64 × 32 samples") && outcome.out.contains("the whole planet"),
        "{}",
        outcome.out
    );
    let directions = (0..32 * 64).map(|i| {
        let (column, row) = (f64::from(i % 64), f64::from(i / 64));
        place(90.0 - (row + 0.5) * 180.0 / 32.0, -180.0 + (column + 0.5) * 360.0 / 64.0)
    });
    assert_near(&heights(&out), &directions.collect::<Vec<_>>());
    let told = description(&out);
    assert_eq!(
        (&told["domain"], &told["width"], &told["height"]),
        (&json!("planet"), &json!(64), &json!(32))
    );
    assert_eq!(
        (&told["planet"]["radius"], &told["planet"]["projection"]),
        (&json!(20_000.0), &json!("equirectangular"))
    );
    let spacing = std::f64::consts::TAU * 20_000.0 / 64.0;
    assert!((told["metres_per_sample"].as_f64().unwrap() - spacing).abs() < 1e-9);
    let (other, _) = made(&["--format", "f32", "--equirect", "64"]);
    assert_eq!(heights(&other.path().join("out")), heights(&out), "--equirect is the default");
}

/// Compares stored normals with the terrain's own, in the frame of east, south and up.
#[test]
fn normal_maps_are_correct_at_the_poles() {
    let (folder, _) = made(&["--equirect", "128"]);
    let file = std::fs::File::open(folder.path().join("out/normal.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    for (column, row) in [(0, 0), (77, 0), (127, 63), (5, 63), (64, 32), (100, 20)] {
        let at = LatLon::new(
            90.0 - (f64::from(row) + 0.5) * 180.0 / 64.0,
            -180.0 + (f64::from(column) + 0.5) * 360.0 / 128.0,
        )
        .unwrap();
        let normal = ground(&[at.direction()])[0].normal;
        let [east, south] = at.east_south();
        let dot = |axis: [f64; 3]| (0..3).map(|k| axis[k] * normal[k]).sum::<f64>();
        let expected = [dot(east), -dot(south), dot(at.direction().vector())];
        for (k, expected) in expected.iter().enumerate() {
            let found = f64::from(pixels[3 * (row * 128 + column) as usize + k]) / 127.5 - 1.0;
            assert!((found - expected).abs() < 0.006, "{column}, {row}: {found} {expected}");
        }
    }
}

#[test]
fn a_cube_map_is_six_files_with_their_faces() {
    let (folder, _) = made(&["--cube", "16", "--format", "f32"]);
    let out = folder.path().join("out");
    for face in Face::ALL {
        let bytes = std::fs::read(out.join(format!("height_{face}.f32"))).unwrap();
        let heights: Vec<_> = bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect();
        let [axis, right, down] = face.axes();
        let directions = (0..16 * 16).map(|i| {
            let [s, t] = [i % 16, i / 16].map(|k| (2.0 * f64::from(k) + 1.0) / 16.0 - 1.0);
            Direction::new([0, 1, 2].map(|k| axis[k] + s * right[k] + t * down[k])).unwrap()
        });
        assert_near(&heights, &directions.collect::<Vec<_>>());
        assert!(
            out.join(format!("normal_{face}.png")).exists()
                && out.join(format!("preview_{face}.png")).exists()
        );
    }
    let told = description(&out);
    assert_eq!(told["planet"]["projection"], "cube");
    let files = told["files"].as_array().unwrap();
    assert_eq!(files.len(), 18);
    assert!(files.iter().all(|file| {
        file["name"].as_str().unwrap().contains(&format!("_{}.", file["face"].as_str().unwrap()))
    }));
    // Changes are found face by face.
    std::fs::write(out.join("height_py.f32"), std::fs::read(out.join("height_nz.f32")).unwrap()).unwrap();
    let verified = orogen(&["verify".as_ref(), out.as_os_str()]);
    assert_eq!(verified.status, Some(1));
    assert!(
        verified.out.contains("height_py.f32") || verified.err.contains("height_py.f32"),
        "{}",
        verified.out
    );
}

#[test]
fn faces_and_tiles_share_their_samples() {
    let (folder, outcome) = made(&["--face", "px", "--level", "1", "--format", "f32"]);
    assert!(outcome.out.contains("129 × 129 samples"), "{}", outcome.out);
    let face = heights(&folder.path().join("out"));
    let (folder, _) = made(&["--tile", "px/1/1/0", "--format", "f32"]);
    let tile = heights(&folder.path().join("out"));
    assert_eq!(tile.len(), 65 * 65);
    assert!((0..65 * 65).all(|i| tile[i] == face[i / 65 * 129 + 64 + i % 65]));
    let (folder, _) = made(&["--tile", "py/1/0/0", "--format", "f32"]);
    let next = heights(&folder.path().join("out"));
    assert!((0..65).all(|row| tile[row * 65 + 64] == next[row * 65]), "over the edge of the cube");
    let (folder, _) = made(&["--face", "px", "--level", "1", "--tiles", "2", "--format", "f32"]);
    assert!(names(&folder.path().join("out")).contains(&"height_x1_y0.f32".to_owned()));
    let bytes = std::fs::read(folder.path().join("out/height_x1_y0.f32")).unwrap();
    assert!(bytes == tile.iter().flat_map(|height| height.to_le_bytes()).collect::<Vec<_>>());
}

/// Regions in the Alps, across the date line, beside a pole and at both poles. The test computes positions by spherical
/// trigonometry.
#[test]
fn regions_lie_anywhere() {
    for (latitude, longitude) in
        [(46.5_f64, 8.0_f64), (-17.0, 180.0), (86.0, 170.0), (90.0, 30.0), (-90.0, -100.0)]
    {
        let region = format!("{latitude},{longitude},4000");
        let (folder, outcome) = made(&["--region", &region, "--size", "33", "--format", "f32,glb,geotiff"]);
        assert!(outcome.out.contains("33 × 33 samples, 125 m apart, 4000 × 4000 m"), "{}", outcome.out);
        let directions = (0..33 * 33).map(|i| {
            let [x, y] = [i % 33, i / 33].map(|k| (f64::from(k) - 16.0) * 125.0);
            let (angle, bearing) = (x.hypot(y) / 20_000.0, x.atan2(-y));
            let lat = latitude.to_radians();
            let there =
                (lat.sin() * angle.cos() + lat.cos() * angle.sin() * bearing.cos()).clamp(-1.0, 1.0).asin();
            let turn = (bearing.sin() * angle.sin() * lat.cos()).atan2(angle.cos() - lat.sin() * there.sin());
            // The meridian of the longitude goes down from the north pole, and up from the south pole.
            let turn = match latitude {
                90.0 => std::f64::consts::PI - bearing,
                -90.0 => bearing,
                _ => turn,
            };
            place(there.to_degrees().clamp(-90.0, 90.0), longitude + turn.to_degrees())
        });
        assert_near(&heights(&folder.path().join("out")), &directions.collect::<Vec<_>>());
        let told = description(&folder.path().join("out"));
        assert_eq!(told["planet"]["size"], 4000.0);
        assert_eq!(told["metres_per_sample"], 125.0);
    }
    let (folder, _) = made(&["--region", "10,20,1 km", "--spacing", "30", "--format", "f32"]);
    let told = description(&folder.path().join("out"));
    assert_eq!(
        (&told["width"], &told["metres_per_sample"], &told["planet"]["size"]),
        (&json!(34), &json!(30.0), &json!(990.0))
    );
}

/// Keys of GeoTIFFs by the `tiff` crate: a sphere in degrees, a plane around a position.
#[test]
fn geotiffs_know_the_sphere() {
    let keys = |path: &Path| {
        let mut decoder = tiff::decoder::Decoder::new(std::fs::File::open(path).unwrap()).unwrap();
        let mut numbers =
            |tag: u16| decoder.get_tag_f64_vec(tiff::tags::Tag::from_u16_exhaustive(tag)).unwrap();
        let (scale, tie, doubles) = (numbers(33_550), numbers(33_922), numbers(34_736));
        let directory = decoder.get_tag_u16_vec(tiff::tags::Tag::from_u16_exhaustive(34_735)).unwrap();
        (scale, tie, doubles, directory.chunks(4).map(|key| (key[0], key[3])).collect::<Vec<_>>())
    };
    let (folder, _) = made(&["--equirect", "64", "--format", "geotiff"]);
    let (scale, tie, doubles, directory) = keys(&folder.path().join("out/height.tif"));
    assert_eq!(
        (&scale[..2], &tie[3..5]),
        (&[5.625, 5.625][..], &[-180.0, 90.0][..]),
        "areas from the corner"
    );
    assert_eq!(doubles[..2], [20_000.0; 2]);
    assert!(directory.contains(&(1024, 2)) && directory.contains(&(1025, 1)));
    let (folder, _) = made(&["--region", "46.5,8,4000", "--size", "41", "--format", "geotiff"]);
    let (scale, tie, doubles, directory) = keys(&folder.path().join("out/height.tif"));
    assert_eq!((&scale[..2], &tie[3..5]), (&[100.0, 100.0][..], &[-2000.0, 2000.0][..]));
    assert!(directory.contains(&(1024, 1)) && directory.contains(&(3075, 12)));
    // EllipsoidSemiMajorAxis, ProjCenterLong and ProjCenterLat.
    for (key, expected) in [(2057, 20_000.0), (3088, 8.0), (3089, 46.5)] {
        let (_, index) = directory.iter().find(|(known, _)| *known == key).unwrap();
        assert_eq!(doubles[usize::from(*index)], expected, "{key}");
    }
}

#[test]
fn programs_take_regions() {
    let (folder, outcome) = made(&["--region", "46.5,8,4000", "--for", "unity"]);
    assert!(names(&folder.path().join("out")).contains(&"ball.raw".to_owned()), "{}", outcome.out);
    let (_folder, outcome) = made(&["--region", "46.5,8,4000", "--for", "gis", "--size", "33"]);
    assert!(outcome.out.contains("azimuthal equidistant around 46.5, 8"), "{}", outcome.out);
    let folder = tempfile::tempdir().unwrap();
    let refuse = |more: &[&str], phrases: &[&str]| {
        try_generate(&recipe(folder.path()), &folder.path().join("out"), more).refuses(2, phrases);
    };
    refuse(&["--for", "unity"], &["--for unity needs flat terrain", "--region LAT,LON,SIZE"]);
    refuse(&["--for", "unity", "--cube", "16"], &["this recipe is a planet"]);
    refuse(&["--for", "web", "--region", "1,2,4000"], &["web maps show the Earth"]);
    refuse(
        &["--for", "gis", "--region", "1,2,4000", "--origin", "0,0"],
        &["--origin conflicts with --region"],
    );
}

#[test]
fn invalid_maps_are_refused_with_a_fix() {
    let folder = tempfile::tempdir().unwrap();
    let ball = recipe(folder.path());
    let refuse = |more: &[&str], phrases: &[&str]| {
        try_generate(&ball, &folder.path().join("out"), more).refuses(2, phrases);
        assert!(!folder.path().join("out").join("terrain.json").exists());
    };
    refuse(&["--region", "100,0,4000"], &["latitude 100", "−90"]);
    refuse(&["--region", "1,2,0"], &["a region of 0 m"]);
    refuse(&["--region", "1,2,1e9"], &["a region of 1000000000 m", "quarter turn"]);
    refuse(&["--region", "0,0,4,4"], &["a square around a position", "46.5,8.0,20km"]);
    refuse(&["--region", "1,2"], &["latitude,longitude,size: 46.5,8.0,20km"]);
    refuse(&["--face", "zz"], &["`zz` is not a face", "px, nx"]);
    refuse(&["--face", "px", "--level", "99"], &["0 to 11"]);
    refuse(&["--level", "3"], &["--face"]);
    refuse(&["--tile", "px/3/8/0"], &["there is no tile 8, 0 on level 3"]);
    refuse(&["--tile", "px/29/0/0"], &["there is no level 29"]);
    refuse(&["--tile", "hello"], &["not the address of a tile"]);
    refuse(&["--tile", "px/28/0/0", "--size", "129"], &["take a coarser level"]);
    refuse(&["--tile", "px/3/0/0", "--size", "100"], &["100 samples per side", "65, 129"]);
    refuse(&["--equirect", "63"], &["63 columns", "even"]);
    refuse(&["--equirect", "64", "--cube", "16"], &["cannot be used with"]);
    refuse(&["--size", "64"], &["--size is for regions and tiles", "--equirect N"]);
    refuse(&["--spacing", "64"], &["their spacing varies"]);
    refuse(&["--format", "glb"], &["would be flat", "--region"]);
    refuse(&["--cube", "16", "--format", "geotiff"], &["cube faces", "--format tiff"]);
    refuse(&["--tiles", "2"], &["pixel centres", "--face"]);
    refuse(&["--face", "px", "--level", "0", "--tiles", "3"], &["65 samples", "power of two"]);
    let hills = folder.path().join("hills.toml");
    std::fs::write(&hills, HILLS).unwrap();
    let hills = hills.to_str().unwrap();
    for (more, phrase) in [
        (&["--equirect", "64"][..], "--equirect is for planets"),
        (&["--cube", "64"], "--cube is for planets"),
        (&["--face", "px"], "--face is for planets"),
        (&["--tile", "px/0/0/0"], "--tile is for planets"),
        (&["--region", "1,2,3"], "but this recipe is not a planet"),
    ] {
        try_generate(hills, &folder.path().join("out"), more).refuses(2, &[phrase]);
    }
}

#[test]
fn radii_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ball.toml");
    for radius in ["0", "-5", "999", "1e30", "nan", "'100001 km'"] {
        std::fs::write(&path, PLANET.replace("'20 km'", radius)).unwrap();
        let path = path.to_str().unwrap();
        for verb in [&["check", path][..], &["render", path, "-o", "a.png"], &["sample", path, "--at", "1,2"]]
        {
            orogen(verb)
                .refuses(2, &["`radius`", "ball.toml:4:", "choose a number from 1000 to 100_000_000 m"]);
        }
    }
}

#[test]
fn other_commands_suggest_alternatives() {
    let folder = tempfile::tempdir().unwrap();
    let ball = recipe(folder.path());
    orogen(&["shader", &ball, "--lang", "wgsl"])
        .refuses(2, &["planets cannot be exported as shaders", "--cube"]);
    orogen(&["inspect", &ball]).refuses(2, &["statistics need a plane", "--region"]);
    let checked = orogen(&["check", &ball]);
    assert_eq!(checked.status, Some(0), "{}", checked.err);
    let (map, _) = made(&["--region", "1,2,4000", "--size", "65", "--format", "f32"]);
    let inspected = orogen(&["inspect".as_ref(), map.path().join("out").as_os_str()]);
    assert_eq!(inspected.status, Some(0), "{}", inspected.err);
    // Maps of planets are not taken for planes, whether the argument is a file, the folder or the description.
    for more in [
        &["--equirect", "64"][..],
        &["--cube", "8"],
        &["--face", "px", "--level", "0"],
        &["--tile", "px/3/0/0"],
    ] {
        let (map, _) = made(&[more, &["--format", "f32"]].concat());
        let out = map.path().join("out");
        let heights = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path());
        let heights = heights.filter(|path| path.extension().is_some_and(|ending| ending == "f32"));
        for path in heights.chain([out.clone(), out.join("terrain.json")]) {
            orogen(&["inspect".as_ref(), path.as_os_str()])
                .refuses(2, &["is a map of a planet, but statistics need a plane", "--region"]);
        }
    }
}

/// A sea, hills of red earth and, at the maxima of a field that nothing else reads, green stones.
const WORLD: &str = "orogen = 1\nname = 'World'\nseed = 4\nsea = { level = 100 }\nview = { palette = 'grey' }\n\
    domain = { kind = 'planet', radius = '20 km', samples = 128 }\n\
    height = { field = 'land', scale = 1000.0 }\n\
    [fields.land]\ntype = 'fbm'\nwavelength = '15 km'\noctaves = 4\n\
    [fields.stones]\ntype = 'fbm'\nwavelength = '9 km'\noctaves = 1\n\
    [[materials]]\nname = 'earth'\ncolor = '#c03010'\n\
    [[materials]]\nname = 'stones'\ncolor = '#20c020'\nnoise = { field = 'stones', range = [0.299, 0.301] }\n";

/// A picture's pixels.
fn pixels(path: &Path) -> Vec<[u8; 3]> {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    bytes.as_chunks().0.to_vec()
}

#[test]
fn pictures_of_planets_show_their_seas_and_materials() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("world.toml"), folder.path().join("out"));
    std::fs::write(&path, WORLD).unwrap();
    generate(path.to_str().unwrap(), &out, &["--format", "f32,colour"]);
    let verified = orogen(&["verify".as_ref(), out.as_os_str()]);
    assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
    let heights = heights(&out);
    let colours = pixels(&out.join("colour.png"));
    let mut sea: Vec<_> = heights.iter().zip(&colours).filter(|(height, _)| **height < 100.0).collect();
    sea.sort_by(|one, other| other.0.total_cmp(one.0));
    // Water is blue, and darker where it is deeper.
    assert!(
        sea.len() > heights.len() / 4
            && sea.iter().all(|(_, [red, green, blue])| red < green && green < blue)
    );
    assert!(sea.windows(2).all(|pair| (0..3).all(|channel| pair[0].1[channel] >= pair[1].1[channel])));
    let (mut earth, mut stones) = (0, 0);
    for (_, colour) in heights.iter().zip(&colours).filter(|(height, _)| **height >= 100.0) {
        earth += usize::from(*colour == [0xc0, 0x30, 0x10]);
        stones += usize::from(*colour == [0x20, 0xc0, 0x20]);
    }
    // Hardly any pixel is between the two.
    assert!(earth + stones + sea.len() > heights.len() * 98 / 100);
    assert!(earth > 1000 && stones > 100, "{earth} {stones}");
    // The preview is shaded and blurs the shore.
    let preview = pixels(&out.join("preview.png"));
    let is_seen = |(colour, [red, green, blue]): (&[u8; 3], &[u8; 3])| match colour {
        [0xc0, 0x30, 0x10] => red > green && red > blue,
        [0x20, 0xc0, 0x20] => green > red && green > blue,
        _ => blue > red,
    };
    let seen = colours.iter().zip(&preview).filter(|&pair| is_seen(pair)).count();
    assert!(seen > heights.len() * 9 / 10, "{seen} of {}", heights.len());
}

#[test]
fn a_map_of_another_planet_is_refused() {
    let (folder, _) = made(&["--equirect", "64", "--format", "f32"]);
    let path = folder.path().join("out/terrain.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = text.replace("\"radius\": 20000.0", "\"radius\": 20001.0");
    assert_ne!(text, changed);
    std::fs::write(&path, changed).unwrap();
    let verified = orogen(&["verify".as_ref(), folder.path().join("out").as_os_str()]);
    assert_eq!(verified.status, Some(1), "{}", verified.out);
    assert!(!verified.err.contains("panicked"), "{}", verified.err);
}

#[test]
fn points_are_latitudes_and_longitudes() {
    let folder = tempfile::tempdir().unwrap();
    let ball = recipe(folder.path());
    let sample = |more: &[&str]| orogen(&[&["sample", &ball], more].concat());
    let outcome = sample(&["--at", "46.5,8.0", "--precision", "f64"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    let mut lines = outcome.out.lines();
    assert_eq!(lines.next(), Some("lat,lon,height,east,north,nx,ny,nz"));
    let found: Vec<f64> = lines.next().unwrap().split(',').map(|number| number.parse().unwrap()).collect();
    let at = LatLon::new(46.5, 8.0).unwrap();
    let expected = ground(&[at.direction()])[0];
    let parts = [&[46.5, 8.0, expected.height][..], &expected.east_north(at), &expected.normal].concat();
    assert_eq!(found, parts);
    let points = folder.path().join("points.csv");
    std::fs::write(&points, "name,lon,lat\nsummit,8.0,46.5\npole,370,90\n").unwrap();
    let outcome = sample(&["--points", points.to_str().unwrap(), "--precision", "f64"]);
    assert!(outcome.out.starts_with("name,lon,lat,height"), "{}{}", outcome.out, outcome.err);
    assert!(outcome.out.lines().nth(1).unwrap().starts_with(&format!("summit,8.0,46.5,{}", expected.height)));
    sample(&["--at", "100,0"]).refuses(2, &["--at: lat is `100`", "-90 to 90"]);
    // The heights have the detail of the ground, not that of a map with samples kilometres apart.
    let fine = folder.path().join("fine.toml");
    std::fs::write(&fine, PLANET.replace("octaves = 4", "octaves = 'auto'")).unwrap();
    let at = |more: &[&str]| {
        let place = ["sample", fine.to_str().unwrap(), "--at", "46.5,8.0"];
        orogen(&[&place[..], more].concat()).out
    };
    assert_eq!(at(&[]), at(&["--spacing", "1"]));
    assert_ne!(at(&[]), at(&["--spacing", "1963"]));
    sample(&["--at", "1,2,3"]).refuses(2, &["latitude and longitude"]);
    sample(&["--at", "a,b"]).refuses(2, &["`a`"]);
    std::fs::write(&points, "x,y\n1,2\n").unwrap();
    sample(&["--points", points.to_str().unwrap()]).refuses(2, &["no columns lat and lon"]);
    let hills = folder.path().join("hills.toml");
    std::fs::write(&hills, HILLS).unwrap();
    let outcome = orogen(&["sample", hills.to_str().unwrap(), "--at", "120,-80"]);
    assert!(outcome.out.starts_with("x,y,height,dx,dy\n120,-80,"), "{}{}", outcome.out, outcome.err);
}
