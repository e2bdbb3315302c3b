//! Whether a client takes compressed answers.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// Whether the client takes gzip (RFC 9110, 8.4.1.3 and 12.5.3): it names it, `x-gzip` or `*`, and not with the weight 0.
pub(super) fn client_takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let weights: Vec<_> = lists.flat_map(|list| list.split(',')).filter_map(weight).collect();
    let of = |name: &str| weights.iter().find(|(coding, _)| coding.eq_ignore_ascii_case(name));
    of("gzip").or_else(|| of("x-gzip")).or_else(|| of("*")).is_some_and(|(_, weight)| *weight > 0.0)
}

/// A coding and its weight, which is 1 if none is given. `None` if the weight is wrong.
fn weight(part: &str) -> Option<(&str, f32)> {
    let Some((coding, parameter)) = part.split_once(';') else { return Some((part.trim(), 1.0)) };
    let (name, weight) = parameter.trim().split_once('=')?;
    name.eq_ignore_ascii_case("q").then_some((coding.trim(), weight.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn clients_say_what_they_take() {
        let takes = |value: &'static str| {
            client_takes_gzip(&HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]))
        };
        assert!(
            ["gzip", "br, gzip", "GZIP;q=0.5", "x-gzip", "*", "br;q=1.0, *;Q=0.1"].into_iter().all(takes)
        );
        assert!(!["", "br", "gzip;q=0", "gzip; q=0.0, *", "*;q=0", "gzip;q=x"].into_iter().any(takes));
        assert!(!client_takes_gzip(&HeaderMap::new()));
    }
}
