//! Routes, and what all answers have in common.

mod answer;
mod conditional;
mod events;
mod observe;
mod pages;
mod status;
mod tile;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::Method;
use axum::http::header::{CONTENT_ENCODING, ETAG, HeaderValue, RETRY_AFTER};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::get;
use orogen_files::Problem;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::services::ServeDir;

use crate::live::Live;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::work::Workers;
use tile::Cache;

/// What handlers share.
pub(crate) struct Shared {
    pub(crate) live: Live,
    pub(crate) workers: Workers,
    pub(crate) cache: Cache,
    pub(crate) metrics: Metrics,
    pub(crate) timeout: Duration,
    /// The value of `Cache-Control` for tiles.
    pub(crate) caching: &'static str,
}

type Context = State<Arc<Shared>>;

impl Shared {
    pub(crate) fn new(options: &Options, live: Live, workers: Workers) -> Self {
        // Without `--watch`, a terrain changes only if the server is started again.
        let caching = if options.is_watching { "no-cache" } else { "public, max-age=3600" };
        let cache = tile::cache(options.cache_bytes);
        Self { live, workers, cache, metrics: Metrics::new(), timeout: options.timeout, caching }
    }
}

/// All routes.
///
/// # Errors
/// The allowed origin is not one.
pub(crate) fn router(shared: &Arc<Shared>, options: &Options) -> Result<Router, Problem> {
    let mut router = Router::new()
        .route("/", get(pages::map))
        .route("/globe", get(pages::globe))
        .route("/events", get(events::events))
        .route("/health", get(status::health))
        .route("/ready", get(status::ready))
        .route("/metrics", get(status::metrics))
        .route("/{file}", get(pages::tile_json))
        .route("/terrain/layer.json", get(pages::layer_json))
        .route("/gltf/tileset.json", get(pages::tileset_json))
        .route("/gltf/subtrees/{zoom}/{x}/{file}", get(pages::subtree))
        .route("/{layer}/{zoom}/{x}/{file}", get(tile::tile))
        .fallback(answer::no_page)
        .method_not_allowed_fallback(answer::no_method);
    // Only the packages that the pages need, not all that is installed beside them.
    for package in ["maplibre-gl", "cesium"] {
        if let Some(folder) = &options.libraries {
            let files = ServeDir::new(folder.join(package)).append_index_html_on_directories(false);
            router = router.nest_service(&format!("/node_modules/{package}"), files);
        }
    }
    let router = router
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(map_response(weaken))
        .layer(cors(options)?)
        .layer(map_response(answer::harden))
        .layer(from_fn_with_state(Arc::clone(shared), observe::observe))
        .with_state(Arc::clone(shared));
    Ok(router)
}

fn cors(options: &Options) -> Result<CorsLayer, Problem> {
    let origin = match &options.allow_origin {
        None => AllowOrigin::any(),
        Some(origin) => AllowOrigin::exact(HeaderValue::try_from(origin).map_err(|_| {
            Problem::new("the allowed origin is not an origin", "write it as https://example.org")
        })?),
    };
    let cors = CorsLayer::new().allow_origin(origin).allow_methods([Method::GET, Method::HEAD]);
    Ok(cors.expose_headers([ETAG, RETRY_AFTER]))
}

/// A compressed answer has other bytes than the plain one, so both cannot have the same strong tag (RFC 9110, 8.8.3).
async fn weaken(mut response: Response) -> Response {
    let headers = response.headers_mut();
    if headers.contains_key(CONTENT_ENCODING)
        && let Some(tag) = headers.get(ETAG).and_then(|tag| tag.to_str().ok())
        && !tag.starts_with("W/")
        && let Ok(weak) = HeaderValue::try_from(format!("W/{tag}"))
    {
        headers.insert(ETAG, weak);
    }
    response
}
