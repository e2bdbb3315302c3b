//! Whether the server works, and its figures.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::Context;
use super::answer;
use crate::metrics::Levels;

/// The process answers.
pub(super) async fn health() -> Response {
    answer::json(&json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }))
}

/// The server takes requests: not while it stops.
pub(super) async fn ready(State(shared): Context) -> Response {
    if shared.live.is_stopping() {
        return answer::later("the server is stopping", "ask another server");
    }
    answer::json(&json!({ "digest": shared.live.current().digest() }))
}

/// Figures for Prometheus.
pub(super) async fn metrics(State(shared): Context) -> Response {
    // The cache counts its bytes a little later than it changes.
    shared.cache.run_pending_tasks().await;
    let levels = Levels { cache_bytes: shared.cache.weighted_size(), load: shared.workers.load() };
    let text = shared.metrics.text(&levels);
    ([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text).into_response()
}
