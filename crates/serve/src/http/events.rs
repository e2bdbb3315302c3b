//! Server-sent events, which report a new terrain, or the error that prevents it.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use serde_json::json;

use super::Context;
use crate::live::News;

/// The current news, then each change. The stream ends when the server stops.
pub(super) async fn events(State(shared): Context) -> impl IntoResponse {
    let mut news = shared.live.news();
    news.mark_changed();
    let events = stream::unfold(news, |mut news| async move {
        news.changed().await.ok()?;
        let now = news.borrow_and_update().clone();
        (!now.is_stopping).then(|| (Ok::<_, Infallible>(event(&now)), news))
    });
    // A periodic comment detects clients that have gone.
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

fn event(News { digest, error, .. }: &News) -> Event {
    Event::default().data(json!({ "digest": digest, "error": error }).to_string())
}
