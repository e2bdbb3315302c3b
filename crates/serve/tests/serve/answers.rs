//! Headers, conditional requests, compression, errors and descriptions.

use std::io::Read;

use orogen_serve::Options;

use crate::harness::{HILLS, MOON, Running, tiles};

const TILE: &str = "/terrarium/14/8556/5795.png";

/// The tag is the same in every server with this recipe, and changes with the recipe, the place and the address.
#[test]
fn tags_identify_tiles() {
    let (one, other) = (Running::of(HILLS), Running::of(HILLS));
    let tag = one.get(TILE).header("etag").to_owned();
    assert!(tag.starts_with("W/\"") && tag.len() == 36, "{tag}");
    assert_eq!(other.get(TILE).header("etag"), tag);
    assert_ne!(one.get("/terrarium/14/8556/5796.png").header("etag"), tag);
    assert_ne!(one.get("/mapbox/14/8556/5795.png").header("etag"), tag);
    let changed = Running::of(&HILLS.replace("900.0", "901.0"));
    assert_ne!(changed.get(TILE).header("etag"), tag);
    // A comment and another name change no tile.
    let same = Running::of(&HILLS.replace("name = ", "# hills\nname = "));
    assert_eq!(same.get(TILE).header("etag"), tag);
}

#[test]
fn a_client_with_the_tile_gets_no_bytes() {
    let server = Running::of(HILLS);
    let tag = server.get(TILE).header("etag").to_owned();
    let before = server.figure("orogen_cache_misses_total");
    for given in [&*tag, &tag[2..], "*", &format!("\"x\", {tag}")] {
        let answer = server.ask("GET", TILE, &[("if-none-match", given)]);
        assert_eq!((answer.status, answer.body.len(), answer.header("etag")), (304, 0, &*tag));
    }
    // Not even an evaluation is needed.
    let elsewhere = "/terrarium/14/8000/5000.png";
    let other = Running::of(HILLS).get(elsewhere).header("etag").to_owned();
    assert_eq!(server.ask("GET", elsewhere, &[("if-none-match", &other)]).status, 304);
    assert_eq!(server.figure("orogen_cache_misses_total"), before);
    assert_eq!(server.ask("GET", TILE, &[("if-none-match", "\"other\"")]).status, 200);
}

#[test]
fn head_has_the_headers_of_get() {
    let server = Running::of(HILLS);
    let (get, head) = (server.get(TILE), server.ask("HEAD", TILE, &[]));
    assert_eq!((head.status, head.body.len()), (200, 0));
    for name in ["etag", "content-type", "content-length", "cache-control"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
        assert!(!get.header(name).is_empty(), "{name}");
    }
}

#[test]
fn pages_of_other_servers_may_read_tiles() {
    let server = Running::of(HILLS);
    assert_eq!(
        server.ask("GET", TILE, &[("origin", "https://a.example")]).header("access-control-allow-origin"),
        "*"
    );
    let asked = [("origin", "https://a.example"), ("access-control-request-method", "GET")];
    assert!(server.ask("OPTIONS", TILE, &asked).header("access-control-allow-methods").contains("GET"));
    let origin = Some("https://b.example".to_owned());
    let strict = Running::new(HILLS, Options { allow_origin: origin, ..Options::default() });
    let allowed = strict.ask("GET", TILE, &[("origin", "https://a.example")]);
    assert_eq!(allowed.header("access-control-allow-origin"), "https://b.example");
}

/// Pictures are compressed already. Meshes and JSON are compressed for clients that take it.
#[test]
fn what_is_not_compressed_is_compressed() {
    let server = Running::of(HILLS);
    let ask = |path: &str, coding: &str| server.ask("GET", path, &[("accept-encoding", coding)]);
    let picture = ask(TILE, "gzip");
    assert_eq!((picture.header("content-encoding"), picture.header("vary")), ("", ""));
    for mesh in ["/terrain/13/8556/6212.terrain", "/gltf/13/4278/6212.glb", "/vector/14/8556/5795.mvt"] {
        let (packed, plain) = (ask(mesh, "br, gzip"), ask(mesh, "br"));
        assert_eq!((packed.header("content-encoding"), plain.header("content-encoding")), ("gzip", ""));
        assert!(packed.body.len() < plain.body.len());
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&*packed.body).read_to_end(&mut unpacked).unwrap();
        assert!(unpacked == plain.body);
        assert_eq!(packed.header("etag"), plain.header("etag"));
        let known = server.ask("GET", mesh, &[("if-none-match", plain.header("etag"))]);
        assert_eq!(known.status, 304);
        for answer in [packed, plain, known] {
            assert_eq!(answer.header("vary"), "accept-encoding");
        }
    }
    assert_eq!(ask("/terrain/layer.json", "gzip").header("content-encoding"), "gzip");
}

/// With `--watch`, browsers ask each time; without, they keep tiles.
#[test]
fn browsers_keep_tiles_that_cannot_change() {
    assert_eq!(Running::of(HILLS).get(TILE).header("cache-control"), "public, max-age=3600");
    let watching = Running::new(HILLS, Options { is_watching: true, ..Options::default() });
    assert_eq!(watching.get(TILE).header("cache-control"), "no-cache");
}

#[test]
fn errors_say_what_to_do() {
    let server = Running::of(HILLS);
    server.get("/terrarium/-1/0/0.png").refuses(400, "not a number");
    server.get("/terrarium/23/0/0.png").refuses(404, "no zoom level 23");
    server.get("/terrarium/1000/0/0.png").refuses(404, "no zoom level 1000");
    server.get("/terrarium/2/4/0.png").refuses(404, "no tile 4/0");
    server.get("/moon/2/0/0.png").refuses(404, "no such layer");
    server.get("/moon.json").refuses(404, "no such layer");
    server.get("/terrain.json").refuses(404, "no TileJSON");
    server.get("/terrarium/2/0/0.webp").refuses(404, "no such file");
    server.get("/elsewhere/file").refuses(404, "no such page");
    server.get("/favicon.ico").refuses(404, "no such page");
    let posted = server.ask("POST", TILE, &[]);
    posted.refuses(405, "only answers GET");
    assert_eq!(server.get("/terrarium/%ff/0/0.png").status, 400);
    assert_eq!(server.get(TILE).header("x-content-type-options"), "nosniff");
}

#[test]
fn tile_json_describes_the_layers() {
    let server = Running::of(HILLS);
    let json = server.get("/terrarium.json").json();
    let digest = json["orogen"]["digest"].as_str().unwrap();
    let tiles = format!("http://{}/terrarium/{{z}}/{{x}}/{{y}}.png?v={digest}", server.address);
    assert_eq!((&json["tiles"][0], &json["encoding"]), (&tiles.into(), &"terrarium".into()));
    assert_eq!((&json["tileSize"], &json["maxzoom"]), (&256.into(), &22.into()));
    let [west, south, east, north] = [0, 1, 2, 3].map(|at| json["orogen"]["domain"][at].as_f64().unwrap());
    // 8 km, as long as at the place in the middle.
    let metres = 6_378_137.0 * (east - west).to_radians() * 46.5_f64.to_radians().cos();
    assert!((metres - 8000.0).abs() < 1e-3, "{metres}");
    assert!((west + east - 16.0).abs() < 1e-9 && south < 46.5 && north > 46.5);
    let centre = &json["center"];
    assert!((centre[0].as_f64().unwrap() - 8.0).abs() < 1e-9 && centre[2] == 11.0, "{centre}");
    let double = server.get("/mapbox@2x.json").json();
    assert_eq!((&double["tileSize"], &double["encoding"]), (&512.into(), &"mapbox".into()));
    assert!(double["tiles"][0].as_str().unwrap().contains("{y}@2x.png?v="));
    assert_eq!(server.get("/shade.json").json()["encoding"], serde_json::Value::Null);
    // Behind a proxy.
    let proxied =
        server.ask("GET", "/colour.json", &[("x-forwarded-proto", "https"), ("host", "maps.example")]);
    let tiles = proxied.json()["tiles"][0].as_str().unwrap().to_owned();
    assert!(tiles.starts_with("https://maps.example/colour/{z}/{x}/{y}.png?v="), "{tiles}");
    assert_eq!(Running::of(MOON).get("/terrarium.json").json()["orogen"]["radius"], 300e3);
}

/// The name of the recipe is text in the pages.
#[test]
fn pages_show_the_terrain() {
    let server = Running::of(HILLS);
    for path in ["/", "/globe", "/three"] {
        let answer = server.get(path);
        assert_eq!((answer.status, answer.header("content-type")), (200, "text/html; charset=utf-8"));
        let text = answer.text();
        assert!(text.contains("<title>Hills &lt;b&gt;</title>"));
        let json = text.split_once("id=\"terrain\">").unwrap().1.split_once("</script>").unwrap().0;
        let json: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(json["digest"], *tiles(HILLS).digest(), "{json}");
        assert!(path != "/" || json["vector"] == "vector.json", "{json}");
    }
    let globe = Running::of(MOON).get("/globe").text();
    assert!(globe.contains("\"radii\":[300000.0,300000.0,300000.0]"));
}

/// Only the packages of the pages are served, from their folder.
#[test]
fn libraries_come_from_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let packages = folder.path().join("node_modules");
    std::fs::create_dir_all(packages.join("maplibre-gl/dist")).unwrap();
    std::fs::create_dir_all(packages.join("secret")).unwrap();
    std::fs::write(packages.join("maplibre-gl/dist/maplibre-gl.mjs"), "export default 1;").unwrap();
    std::fs::write(packages.join("secret/key"), "secret").unwrap();
    std::fs::write(folder.path().join("key"), "secret").unwrap();
    let server = Running::new(HILLS, Options { libraries: Some(packages), ..Options::default() });
    let library = server.get("/node_modules/maplibre-gl/dist/maplibre-gl.mjs");
    assert_eq!((library.status, library.text()), (200, "export default 1;".to_owned()));
    assert!(library.header("content-type").contains("javascript"));
    let part = server.ask("GET", "/node_modules/maplibre-gl/dist/maplibre-gl.mjs", &[("range", "bytes=0-5")]);
    assert_eq!((part.status, part.text()), (206, "export".to_owned()));
    for path in [
        "/node_modules/secret/key",
        "/node_modules/maplibre-gl/../secret/key",
        "/node_modules/maplibre-gl/..%2fsecret/key",
        "/node_modules/maplibre-gl/%2e%2e/%2e%2e/key",
        "/node_modules/maplibre-gl/../../key",
        "/node_modules/maplibre-gl//etc/passwd",
        "/node_modules/maplibre-gl/..%5c..%5ckey",
        "/node_modules/maplibre-gl/",
    ] {
        let answer =
            server.send(format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes());
        assert!(
            !answer.contains("secret\"") && !answer.ends_with("secret") && !answer.contains("root:"),
            "{path}"
        );
        assert!(answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400"), "{path}: {answer}");
    }
}
