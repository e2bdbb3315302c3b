//! Pages, and the descriptions of tiles that they read.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST};
use axum::http::uri::Authority;
use axum::response::{IntoResponse, Response};
use orogen_files::web::{Libraries, LivePage, html};

use super::{Context, answer};
use crate::tiles::{Address, Coverage, Layer, Refusal, subtree as subtree_of};

/// The page with MapLibre.
pub(super) async fn map(State(shared): Context) -> Response {
    let tiles = shared.live.current();
    let page = tiles.page();
    let page = LivePage {
        name: page.name,
        tilejson: "terrarium.json",
        vector: "vector.json",
        events: "events",
        digest: tiles.digest(),
        heights: page.heights,
        sea_level: page.sea_level,
        exaggeration: page.exaggeration,
    };
    self::page(page.text())
}

/// The page with Cesium.
pub(super) async fn globe(State(shared): Context) -> Response {
    let tiles = shared.live.current();
    let libraries = Libraries::on_server("CesiumJS", "cesium");
    page(html(include_str!("../pages/globe.html"), tiles.page().name, &libraries, &tiles.globe_json()))
}

/// The page with three.js.
pub(super) async fn three(State(shared): Context) -> Response {
    let tiles = shared.live.current();
    let libraries = Libraries::on_server("three.js and 3DTilesRendererJS", "three 3d-tiles-renderer");
    page(html(include_str!("../pages/three.html"), tiles.page().name, &libraries, &tiles.globe_json()))
}

fn page(text: String) -> Response {
    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-cache")], text).into_response()
}

/// TileJSON: `/terrarium.json`, `/terrarium@2x.json` and so on.
pub(super) async fn tile_json(
    State(shared): Context,
    file: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let file = file.map(|Path(file)| file).unwrap_or_default();
    let Some(name) = file.strip_suffix(".json") else {
        return answer::no_page().await;
    };
    let (name, side) = name.strip_suffix("@2x").map_or((name, 256), |name| (name, 512));
    let layer = match Layer::from_name(name) {
        Ok(layer) if layer.is_mercator() && (side == 256 || layer.has_double()) => layer,
        Ok(layer) if layer.is_mercator() => {
            let help = format!("ask for /{}.json", layer.name());
            return Refusal::not_found("this layer has one size of tiles", help).into_response();
        }
        Ok(_) => {
            let help = "meshes are described by /terrain/layer.json and /gltf/tileset.json";
            return Refusal::not_found("this layer has no TileJSON", help).into_response();
        }
        Err(refusal) => return refusal.into_response(),
    };
    let address = format!("{}{}/{{z}}/{{x}}/{{y}}{}", base(&headers), layer.name(), layer.ending_of(side));
    answer::json(&shared.live.current().tile_json(&Coverage::whole(layer), side, &address))
}

/// The description of meshes.
pub(super) async fn layer_json(State(shared): Context) -> Response {
    answer::json(&shared.live.current().layer_json())
}

/// The description of 3D Tiles.
pub(super) async fn tileset_json(State(shared): Context) -> Response {
    answer::json(&shared.live.current().tileset_json(&Coverage::whole(Layer::Gltf)))
}

/// The availability of a part of the 3D Tiles.
pub(super) async fn subtree(path: Result<Path<[String; 3]>, PathRejection>) -> Response {
    let bytes = path.ok().and_then(|Path([zoom, x, file])| {
        let y = file.strip_suffix(".subtree")?;
        let tile = Address::parse(Layer::Gltf.name(), &zoom, &x, &format!("{y}.glb")).ok()?;
        subtree_of(&Coverage::whole(Layer::Gltf), &tile)
    });
    let help = "tileset.json has the addresses of subtrees";
    match bytes {
        Some(bytes) => {
            ([(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-cache")], bytes).into_response()
        }
        None => Refusal::not_found("there is no such subtree", help).into_response(),
    }
}

/// The address of this server as the client knows it. MapLibre needs absolute addresses of tiles. A proxy that speaks HTTPS says so.
fn base(headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST.as_str()).and_then(|host| host.parse::<Authority>().ok());
    let scheme = if text("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    host.map_or_else(|| "/".to_owned(), |host| format!("{scheme}://{host}/"))
}
