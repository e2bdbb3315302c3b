//! Tiles of heights, by decoders written from the formulas of the formats.

use std::f64::consts::PI;
use std::sync::Arc;

use orogen::engine::level::Level;
use orogen::engine::planet::LatLon;
use orogen::{Files, Terrain};
use orogen_serve::{Address, Layer};

use crate::harness::{HILLS, MOON, PLACE, Running, recipe, tiles};

/// The red, green and blue of a PNG.
pub(crate) fn decode(bytes: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let (width, height) = (reader.info().width, reader.info().height);
    assert_eq!((width, reader.info().color_type), (height, png::ColorType::Rgb));
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    (width as usize, pixels.as_chunks().0.to_vec())
}

fn terrarium([red, green, blue]: [u8; 3]) -> f64 {
    f64::from(red) * 256.0 + f64::from(green) + f64::from(blue) / 256.0 - 32_768.0
}

fn mapbox([red, green, blue]: [u8; 3]) -> f64 {
    -10_000.0 + (f64::from(red) * 65_536.0 + f64::from(green) * 256.0 + f64::from(blue)) * 0.1
}

/// Longitude and latitude of a pixel's centre in radians.
fn centre(zoom: u8, tile: [u32; 2], side: usize, pixel: usize) -> [f64; 2] {
    let world = side as f64 * f64::from(1_u32 << zoom);
    let [x, y] = [pixel % side, pixel / side].map(|at| at as f64 + 0.5);
    let east = (f64::from(tile[0]) * side as f64 + x) / world;
    let south = (f64::from(tile[1]) * side as f64 + y) / world;
    [2.0 * PI * (east - 0.5), (PI * (1.0 - 2.0 * south)).sinh().atan()]
}

/// The side of the map's square in the plane at [`PLACE`].
pub(crate) fn width() -> f64 {
    2.0 * PI * 6_378_137.0 * PLACE[0].to_radians().cos()
}

/// Heights of the plane in double precision at longitudes and latitudes in radians.
pub(crate) fn on_plane(terrain: &Terrain, spacing: f64, places: &[[f64; 2]]) -> Vec<f64> {
    let mercator = |latitude: f64| latitude.tan().asinh();
    let [latitude, longitude] = PLACE.map(f64::to_radians);
    let metres = width() / (2.0 * PI);
    let point = |&[lon, lat]: &[f64; 2]| {
        [4000.0 + metres * (lon - longitude), 4000.0 - metres * (mercator(lat) - mercator(latitude)), 0.0]
    };
    let points: Vec<_> = places.iter().map(point).collect();
    let samples = terrain.prepared(spacing).unwrap().sample::<f64>(Level::best(), &points);
    samples.iter().map(|sample| sample.height).collect()
}

/// Far and near, at fine and coarse levels, in both sizes: every pixel has the height of its position, to half a step. Single
/// precision adds less than a millimetre here.
#[test]
fn pixels_of_a_plane_have_the_heights_of_their_positions() {
    let server = Running::of(HILLS);
    let terrain = Terrain::new(recipe(HILLS), Arc::new(Files::default())).unwrap();
    for (zoom, [x, y]) in [
        (0, [0, 0]),
        (3, [4, 2]),
        (10, [534, 362]),
        (14, [8556, 5795]),
        (15, [17_112, 11_591]),
        (19, [273_794, 185_468]),
        (22, [2_190_358, 1_483_748]),
    ] {
        for (layer, decode_height, step) in
            [("terrarium", terrarium as fn(_) -> f64, 1.0 / 256.0), ("mapbox", mapbox, 0.1)]
        {
            for (ending, side) in [(".png", 256), ("@2x.png", 512)] {
                let answer = server.get(&format!("/{layer}/{zoom}/{x}/{y}{ending}"));
                let (width_in_pixels, pixels) = decode(&answer.body);
                assert_eq!((answer.status, answer.header("content-type")), (200, "image/png"));
                assert_eq!(width_in_pixels, side);
                let some: Vec<_> = (0..side * side).step_by(317).collect();
                let places: Vec<_> = some.iter().map(|&at| centre(zoom, [x, y], side, at)).collect();
                let spacing = width() / (side as f64 * f64::from(1_u32 << zoom));
                let heights = on_plane(&terrain, spacing, &places);
                for (&at, height) in some.iter().zip(heights) {
                    let error = (decode_height(pixels[at]) - height).abs();
                    assert!(error <= 0.5 * step + 1e-3, "{layer}/{zoom}/{x}/{y}{ending} {at}: {error} m");
                }
            }
        }
    }
}

/// A planet's tiles are by its own latitudes and longitudes.
#[test]
fn pixels_of_a_planet_have_the_heights_of_their_positions() {
    let server = Running::of(MOON);
    let terrain = Terrain::new(recipe(MOON), Arc::new(Files::default())).unwrap();
    for (zoom, [x, y]) in [(0, [0, 0]), (2, [3, 3]), (9, [300, 180]), (16, [40_000, 25_000])] {
        let (_, pixels) = decode(&server.get(&format!("/terrarium/{zoom}/{x}/{y}.png")).body);
        let spacing = 2.0 * PI * 300e3 / (256.0 * f64::from(1_u32 << zoom));
        let some: Vec<_> = (0..256 * 256).step_by(211).collect();
        let place = |&at: &usize| {
            let [longitude, latitude] = centre(zoom, [x, y], 256, at).map(f64::to_degrees);
            LatLon::new(latitude, longitude).unwrap().direction()
        };
        let places: Vec<_> = some.iter().map(place).collect();
        let samples = terrain.prepared(spacing).unwrap().sample_at::<f64>(Level::best(), &places).unwrap();
        for (&at, sample) in some.iter().zip(samples) {
            let error = (terrarium(pixels[at]) - sample.height).abs();
            assert!(error <= 0.5 / 256.0 + 2e-3, "{zoom}/{x}/{y} {at}: {error} m");
        }
    }
}

/// The bytes do not depend on threads, on the order of requests, or on the cache.
#[test]
fn tiles_have_the_same_bytes_always() {
    for text in [HILLS, MOON] {
        let addresses: Vec<Address> = Layer::ALL
            .into_iter()
            .flat_map(|layer| (0..3).map(move |x| Address::new(layer, 256, 5, 15 + x, 11).unwrap()))
            .collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let alone: Vec<_> = pool.install(|| {
            let tiles = tiles(text);
            addresses.iter().map(|tile| tiles.make(tile).unwrap()).collect()
        });
        let server = Running::of(text);
        std::thread::scope(|scope| {
            for turn in 0..4 {
                let (server, addresses, alone) = (&server, &addresses, &alone);
                scope.spawn(move || {
                    for at in 0..addresses.len() {
                        let at = (at * 7 + 3 * turn) % addresses.len();
                        let answer = server.get(&format!("/{}", addresses[at]));
                        assert!(answer.body == alone[at], "{}", addresses[at]);
                    }
                });
            }
        });
    }
}

/// Floats are the numbers that colours round, and a GeoTIFF has the same numbers.
#[test]
fn floats_are_exact() {
    for text in [HILLS, MOON] {
        let server = Running::of(text);
        for (side, double) in [(256, ""), (512, "@2x")] {
            let get =
                |layer: &str, ending: &str| server.get(&format!("/{layer}/11/1071/728{double}.{ending}"));
            let (_, pixels) = decode(&get("terrarium", "png").body);
            let raw = get("raw", "f32");
            assert_eq!(raw.header("content-type"), "application/octet-stream");
            let (floats, rest) = raw.body.as_chunks::<4>();
            assert!(rest.is_empty() && floats.len() == side * side);
            let heights: Vec<_> = floats.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            for (height, pixel) in heights.iter().zip(pixels) {
                assert!((f64::from(*height) - terrarium(pixel)).abs() <= 0.5 / 256.0, "{height} m");
            }
            assert!(heights.iter().any(|height| height.fract() != 0.0));
            let tif = get("geotiff", "tif");
            assert_eq!(tif.header("content-type"), "image/tiff");
            let mut decoder = tiff::decoder::Decoder::new(std::io::Cursor::new(tif.body)).unwrap();
            assert_eq!(decoder.dimensions().unwrap(), (side as u32, side as u32));
            let tiff::decoder::DecodingResult::F32(stored) = decoder.read_image().unwrap() else { panic!() };
            assert_eq!(stored, heights);
        }
    }
}

/// A layer that cannot store a height says which one can.
#[test]
fn heights_out_of_range_are_refused() {
    let deep = HILLS.replace("offset = 50.0", "offset = -11_000.0");
    let server = Running::of(&deep);
    server.get("/mapbox/14/8556/5795.png").refuses(422, "mapbox colours cannot store");
    assert_eq!(server.get("/terrarium/14/8556/5795.png").status, 200);
}
