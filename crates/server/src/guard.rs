//! What every request passes: who may talk to this server, and how often.

use crate::app::App;
use crate::error::ApiError;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Host without its port.
fn bare(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Whether browsers may call this server by `host`. A foreign name that was
/// made to point here (DNS rebinding) is refused.
fn known_host(app: &App, host: &str) -> bool {
    let name = bare(host).trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
    if app.config.hosts.iter().any(|h| h.eq_ignore_ascii_case(&name)) || name == "localhost" {
        return true;
    }
    match name.parse::<IpAddr>() {
        Ok(ip) if app.config.listen.ip().is_loopback() => ip.is_loopback(),
        Ok(_) => true,
        Err(_) => false,
    }
}

/// Whether the request comes from a page of this server, or from no page.
fn own_origin(headers: &HeaderMap, host: &str) -> bool {
    if headers.get("sec-fetch-site").is_some_and(|v| v == "cross-site" || v == "same-site") {
        return false;
    }
    match headers.get(header::ORIGIN) {
        None => true,
        Some(origin) => origin
            .to_str()
            .ok()
            .and_then(|o| o.split_once("://"))
            .is_some_and(|(_, from)| from.eq_ignore_ascii_case(host)),
    }
}

fn refusal(app: &App, request: &Request, from: IpAddr) -> Option<ApiError> {
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|h| h.to_str().ok())
        .or_else(|| request.uri().authority().map(|a| a.as_str()))
        .unwrap_or("");
    if !known_host(app, host) {
        return Some(ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            "unknown_host",
            "this server does not go by that name; name it with --host",
        ));
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let upgrade = request.headers().contains_key(header::UPGRADE);
    if (!reads || upgrade) && !own_origin(request.headers(), host) {
        return Some(ApiError::new(
            StatusCode::FORBIDDEN,
            "foreign_origin",
            "requests from pages of other sites are refused",
        ));
    }
    if request.uri().path().starts_with("/api/") && !app.admits(from) {
        return Some(ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many",
            "too many requests; slow down",
        ));
    }
    None
}

/// The guard at the door, and the headers on every answer.
pub async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut answer = match refusal(&app, &request, from.ip()) {
        Some(no) => no.into_response(),
        None => next.run(request).await,
    };
    let headers = answer.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    answer
}
