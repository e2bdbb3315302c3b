//! Tiles: from the cache, or made once for all requests that wait for them.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::path::{ErrorKind, Path};
use axum::extract::rejection::PathRejection;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use orogen_files::Problem;

use super::observe::Label;
use super::{Context, Shared, answer, conditional};
use crate::live::Generation;
use crate::tiles::{Address, Refusal};
use crate::work::Failure;

/// Tiles by the number of their terrain and their address.
pub(crate) type Cache = moka::future::Cache<(u64, Address), Bytes>;

/// Bytes of the cache for a tile, besides those of the tile.
const OVERHEAD: usize = 256;

/// A cache of at most this many bytes.
pub(super) fn cache(bytes: u64) -> Cache {
    let weight = |_: &(u64, Address), tile: &Bytes| u32::try_from(tile.len() + OVERHEAD).unwrap_or(u32::MAX);
    Cache::builder().weigher(weight).max_capacity(bytes).build()
}

/// Why there is no tile.
#[derive(Clone, Debug)]
enum NoTile {
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
    let generation = shared.live.current();
    let tag = generation.tiles.entity_tag(&tile);
    let known = [(ETAG, format!("\"{tag}\"")), (CACHE_CONTROL, shared.caching.to_owned())];
    if conditional::client_has(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, known).into_response();
    }
    match bytes(shared, generation, tile).await {
        Ok(bytes) => (known, [(CONTENT_TYPE, tile.layer.media_type())], bytes).into_response(),
        Err(why) => no_tile(shared, &why),
    }
}

/// The bytes of a tile.
async fn bytes(shared: &Arc<Shared>, generation: Arc<Generation>, tile: Address) -> Result<Bytes, NoTile> {
    let key = (generation.number, tile);
    if let Some(bytes) = shared.cache.get(&key).await {
        shared.metrics.hits.inc();
        return Ok(bytes);
    }
    shared.metrics.misses.inc();
    let made = shared.cache.try_get_with(key, make(Arc::clone(shared), generation, tile));
    match tokio::time::timeout(shared.timeout, made).await {
        Ok(made) => made.map_err(|why| (*why).clone()),
        Err(_) => Err(NoTile::Late),
    }
}

/// Makes a tile. If no request waits for it any more, it goes to the cache all the same.
async fn make(shared: Arc<Shared>, generation: Arc<Generation>, tile: Address) -> Result<Bytes, NoTile> {
    let key = (generation.number, tile);
    let (cache, runtime) = (shared.cache.clone(), tokio::runtime::Handle::current());
    let job = move || generation.tiles.make(&tile).map(Bytes::from);
    let keep = move |made: Result<Bytes, Problem>| {
        if let Ok(bytes) = made {
            runtime.spawn(async move { cache.insert(key, bytes).await });
        }
    };
    shared.workers.run(job, keep).await.map_err(NoTile::Failed)?.map_err(NoTile::Wrong)
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
