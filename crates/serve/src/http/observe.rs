//! A line in the log and figures for every request.

use std::sync::Arc;
use std::time::Instant;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::Shared;
use crate::metrics::Known;
use crate::tiles::Layer;

/// Marks an answer with the layer that it is about.
#[derive(Clone, Copy)]
pub(super) struct Label(pub(super) Layer);

pub(super) async fn observe(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    let (time, status) = (start.elapsed(), response.status().as_u16());
    let label = response.extensions().get::<Label>().map_or("none", |Label(layer)| layer.name());
    shared.metrics.count(Known(label), status, time);
    // Unknown if the answer is compressed while it is sent.
    let bytes = response.body().size_hint().exact();
    let milliseconds = time.as_secs_f64() * 1e3;
    tracing::info!(%method, path, status, milliseconds, bytes, "request");
    response
}
