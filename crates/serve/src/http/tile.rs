//! Tiles: from the cache, or made.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::path::{ErrorKind, Path};
use axum::extract::rejection::PathRejection;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use orogen_files::Problem;

use super::observe::Label;
use super::{Context, Shared, answer, coding, conditional};
use crate::gzip;
use crate::tiles::{Address, Refusal, Tiles};
use crate::work::Failure;

/// Tiles by their entity tags. Meshes are [compressed](gzip).
pub(crate) type Cache = moka::future::Cache<String, Bytes>;

/// The tiles that are being made.
pub(crate) type InFlight = super::in_flight::InFlight<Result<Bytes, NoTile>>;

/// Bytes of the cache for a tile, besides those of the tile.
const OVERHEAD: usize = 256;

/// A cache of at most this many bytes.
pub(super) fn cache(bytes: u64) -> Cache {
    let weight = |_: &String, tile: &Bytes| u32::try_from(tile.len() + OVERHEAD).unwrap_or(u32::MAX);
    Cache::builder().weigher(weight).max_capacity(bytes).build()
}

/// Why there is no tile.
#[derive(Clone, Debug)]
pub(crate) enum NoTile {
    /// The queue is full, or the evaluation panicked.
    Failed(Failure),
    /// The terrain cannot be shown so.
    Wrong(Problem),
    /// The time limit has passed.
    Late,
}

pub(super) async fn tile(
    State(shared): Context,
    path: Result<Path<[String; 4]>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let tile = match path {
        Ok(Path([layer, zoom, x, file])) => Address::parse(&layer, &zoom, &x, &file),
        Err(rejection) => Err(refused(rejection)),
    };
    match tile {
        Ok(tile) => {
            (axum::Extension(Label(tile.layer)), answer(&shared, tile, &headers).await).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// A path that is not text.
fn refused(rejection: PathRejection) -> Refusal {
    let is_text = match rejection {
        PathRejection::FailedToDeserializePathParams(error) => {
            !matches!(error.kind(), ErrorKind::InvalidUtf8InPathParam { .. })
        }
        _ => true,
    };
    let message = if is_text { "this is not the address of a tile" } else { "the path is not UTF-8 text" };
    Refusal::bad_request(message, "write /LAYER/ZOOM/X/Y.png")
}

async fn answer(shared: &Arc<Shared>, tile: Address, headers: &HeaderMap) -> Response {
    let tiles = shared.live.current();
    let tag = tiles.entity_tag(&tile);
    // All tags are weak, because meshes have two forms, compressed and plain, with one tag (RFC 9110, 8.8.3).
    let known = [(ETAG, format!("W/\"{tag}\"")), (CACHE_CONTROL, shared.caching.to_owned())];
    let is_compressed = tile.layer.is_compressed();
    let varies = is_compressed.then_some([(VARY, "accept-encoding")]);
    if conditional::client_has(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, known, varies, ()).into_response();
    }
    let bytes = match bytes(shared, tiles, tile, &tag).await {
        Ok(bytes) => bytes,
        Err(why) => return no_tile(shared, &why),
    };
    let found = (known, varies, [(CONTENT_TYPE, tile.layer.media_type())]);
    match (is_compressed, coding::client_takes_gzip(headers)) {
        (true, true) => (found, [(CONTENT_ENCODING, "gzip")], bytes).into_response(),
        (true, false) => match tokio::task::spawn_blocking(move || gzip::plain(&bytes)).await {
            Ok(plain) => (found, plain).into_response(),
            Err(_) => no_tile(shared, &NoTile::Failed(Failure::Panicked)),
        },
        (false, _) => (found, bytes).into_response(),
    }
}

/// The bytes of a tile as the cache keeps them.
async fn bytes(shared: &Arc<Shared>, tiles: Arc<Tiles>, tile: Address, tag: &str) -> Result<Bytes, NoTile> {
    if let Some(bytes) = shared.cache.get(tag).await {
        shared.metrics.hits.inc();
        return Ok(bytes);
    }
    shared.metrics.misses.inc();
    let made =
        shared.in_flight.join_or_start(tag, || make(Arc::clone(shared), tiles, tile, tag.to_owned()).boxed());
    tokio::time::timeout(shared.timeout, made).await.unwrap_or(Err(NoTile::Late))
}

/// Makes a tile for the cache, which gets it also if no request waits for it any more.
async fn make(shared: Arc<Shared>, tiles: Arc<Tiles>, tile: Address, tag: String) -> Result<Bytes, NoTile> {
    // Another request may have made it since this one has looked.
    if let Some(bytes) = shared.cache.get(&tag).await {
        return Ok(bytes);
    }
    let turn = shared.workers.turn().await.map_err(NoTile::Failed)?;
    // Later requests join this job, also if all requests that wait now go away.
    let held = shared.in_flight.get(&tag);
    let (keeper, runtime) = (Arc::clone(&shared), tokio::runtime::Handle::current());
    let job = move || {
        let _held = held;
        let bytes = tiles.make(&tile)?;
        let bytes = kept(if tile.layer.is_compressed() { gzip::compressed(&bytes) } else { bytes });
        keeper.metrics.made.inc();
        runtime.block_on(keeper.cache.insert(tag, bytes.clone()));
        Ok(bytes)
    };
    turn.run(job).await.map_err(NoTile::Failed)?.map_err(NoTile::Wrong)
}

/// Bytes for the cache, which counts their number. A vector may have room for twice as many, and `Bytes` would keep it.
fn kept(bytes: Vec<u8>) -> Bytes {
    bytes.into_boxed_slice().into()
}

fn no_tile(shared: &Shared, why: &NoTile) -> Response {
    match why {
        NoTile::Failed(Failure::Busy) => {
            shared.metrics.rejected.inc();
            answer::later("too many tiles are being made", "ask again in a second")
        }
        NoTile::Failed(Failure::Panicked) => {
            let problem = Problem::new("making the tile failed", "please report the recipe and the address");
            answer::error(StatusCode::INTERNAL_SERVER_ERROR, &problem)
        }
        NoTile::Wrong(problem) => answer::error(StatusCode::UNPROCESSABLE_ENTITY, problem),
        NoTile::Late => answer::later(
            "making the tile takes longer than the time limit",
            "ask again later: it may be in the cache then; or raise --timeout",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_keeps_no_spare_memory() {
        let mut bytes = Vec::with_capacity(1000);
        bytes.extend(b"tile");
        let capacity = kept(bytes).try_into_mut().map(|bytes| bytes.capacity());
        assert_eq!(capacity, Ok(4));
    }
}
