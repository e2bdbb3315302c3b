//! Conditional requests: the browser has a tile, and asks whether it is still the same.

use axum::http::HeaderMap;
use axum::http::header::IF_NONE_MATCH;

/// Whether the client has the entity with this tag. `If-None-Match` is compared weakly (RFC 9110, 13.1.2): the compressed
/// and the plain form of a tile have one tag.
pub(super) fn client_has(headers: &HeaderMap, tag: &str) -> bool {
    let tags = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    tags.flat_map(|tags| tags.split(',')).map(str::trim).any(|given| {
        let opaque = given.strip_prefix("W/").unwrap_or(given);
        given == "*" || opaque.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) == Some(tag)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn tags_are_compared_weakly() {
        let has = |value: &'static str| {
            client_has(&HeaderMap::from_iter([(IF_NONE_MATCH, HeaderValue::from_static(value))]), "ab")
        };
        assert!(["\"ab\"", "W/\"ab\"", "\"x\", \"ab\"", "*"].into_iter().all(has));
        assert!(!["ab", "\"abc\"", "\"a\"", "", "W/ab", "\""].into_iter().any(has));
        assert!(!client_has(&HeaderMap::new(), "ab"));
    }
}
