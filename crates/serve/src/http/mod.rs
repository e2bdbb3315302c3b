//! Routes, and what all answers have in common.

mod answer;
mod coding;
mod conditional;
mod events;
mod in_flight;
mod observe;
mod pages;
mod status;
mod tile;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header::{ETAG, HeaderValue, RETRY_AFTER};
use axum::http::{Method, Uri};
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::get;
use orogen_files::Problem;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::services::ServeDir;

use crate::live::Live;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::work::Workers;
use tile::{Cache, InFlight};

/// What handlers share.
pub(crate) struct Shared {
    pub(crate) live: Live,
    pub(crate) workers: Workers,
    pub(crate) cache: Cache,
    pub(crate) in_flight: InFlight,
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
        let (cache, in_flight) = (tile::cache(options.cache_bytes), InFlight::new());
        Self { live, workers, cache, in_flight, metrics: Metrics::new(), timeout: options.timeout, caching }
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
        .route("/three", get(pages::three))
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
    for package in ["maplibre-gl", "cesium", "three", "3d-tiles-renderer"] {
        if let Some(folder) = &options.libraries {
            let files = ServeDir::new(folder.join(package)).append_index_html_on_directories(false);
            router = router.nest_service(&format!("/node_modules/{package}"), files);
        }
    }
    let router = router
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(cors(options)?)
        .layer(map_response(answer::harden))
        .layer(from_fn_with_state(Arc::clone(shared), observe::observe))
        .with_state(Arc::clone(shared));
    Ok(router)
}

fn cors(options: &Options) -> Result<CorsLayer, Problem> {
    let origin = match &options.allow_origin {
        None => AllowOrigin::any(),
        Some(text) => AllowOrigin::exact(origin(text).ok_or_else(|| {
            let help = "write a scheme and a host, with a port if there is one, such as https://example.org";
            Problem::new(format!("{text:?} is not an origin"), help)
        })?),
    };
    let cors = CorsLayer::new().allow_origin(origin).allow_methods([Method::GET, Method::HEAD]);
    Ok(cors.expose_headers([ETAG, RETRY_AFTER]))
}

/// An origin as browsers write it (RFC 6454, 6.2): nothing but the scheme, the host and the port, in small letters.
fn origin(text: &str) -> Option<HeaderValue> {
    let uri: Uri = text.parse().ok()?;
    let scheme = uri.scheme_str().filter(|scheme| ["http", "https"].contains(scheme))?;
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
    // Browsers leave out the usual port.
    let usual = if scheme == "https" { 443 } else { 80 };
    let has_port = authority.port_u16().is_some_and(|port| port != usual);
    let ends_in_host = authority.as_str().ends_with(authority.host());
    let is_origin = text == format!("{scheme}://{authority}")
        && text == text.to_ascii_lowercase()
        && (has_port || ends_in_host);
    HeaderValue::try_from(text).ok().filter(|_| is_origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_no_address() {
        let is_origin = |text: &&str| origin(text).is_some();
        assert!(
            ["https://example.org", "http://localhost:8080", "http://[::1]:8080", "http://[::1]"]
                .iter()
                .all(is_origin)
        );
        let others = [
            "*",
            "",
            "null",
            "example.org",
            "https://",
            "https://a.example/",
            "https://a.example/map",
            "ftp://a.example",
        ];
        assert!(!others.iter().any(is_origin));
        let others = [
            "https://A.example",
            "https://me@a.example",
            "https://a.example?b",
            "https://a b",
            "https://a:443",
            "http://a:80",
        ];
        assert!(!others.iter().any(is_origin));
        assert!(!["https://a:", "https://a:70000", "https://a:b"].iter().any(is_origin));
    }
}
