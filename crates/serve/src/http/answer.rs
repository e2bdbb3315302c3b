//! Answers that are not tiles: JSON and errors.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use orogen_files::Problem;
use serde_json::{Value, json};

use crate::tiles::Refusal;

/// JSON that may change with the recipe.
pub(super) fn json(value: &Value) -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")], value.to_string()).into_response()
}

/// An error: what is wrong, and what to do.
pub(super) fn error(status: StatusCode, Problem { message, help }: &Problem) -> Response {
    (status, json(&json!({ "error": message, "help": help }))).into_response()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        error(StatusCode::from_u16(self.status()).unwrap_or(StatusCode::BAD_REQUEST), self.problem())
    }
}

/// An error that may be gone in a second.
pub(super) fn later(message: &str, help: &str) -> Response {
    let answer = error(StatusCode::SERVICE_UNAVAILABLE, &Problem::new(message, help));
    ([(RETRY_AFTER, "1")], answer).into_response()
}

pub(super) async fn no_page() -> Response {
    Refusal::not_found("there is no such page", "open / for a map, or ask for /terrarium/ZOOM/X/Y.png")
        .into_response()
}

pub(super) async fn no_method() -> Response {
    error(StatusCode::METHOD_NOT_ALLOWED, &Problem::new("this server only answers GET and HEAD", "use GET"))
}

/// Browsers must not guess what an answer is.
pub(super) async fn harden(mut response: Response) -> Response {
    const OPTIONS: HeaderName = HeaderName::from_static("x-content-type-options");
    response.headers_mut().insert(OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
