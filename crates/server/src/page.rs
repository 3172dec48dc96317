//! The built page, carried inside the binary.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

mod files {
    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

/// Whether the page was built when this crate was compiled.
pub const BUILT: bool = files::BUILT;

fn find(name: &str) -> Option<&'static [u8]> {
    let at = files::FILES.binary_search_by(|(n, _)| (*n).cmp(name)).ok()?;
    Some(files::FILES[at].1)
}

fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.split(',').any(|c| c.split(';').next().map(str::trim) == Some(coding)))
}

/// The same from a folder on disk, for those who work on the page.
pub fn from_disk(dir: &std::path::Path, path: &str) -> Response {
    let path = path.trim_start_matches('/');
    let last = path.rsplit('/').next().unwrap_or("");
    let name = if last.contains('.') { path } else { "index.html" };
    let inside = !name.split('/').any(|part| part == ".." || part.starts_with('.'));
    let Some(bytes) = inside.then(|| std::fs::read(dir.join(name)).ok()).flatten() else {
        let mut missing = Response::new(Body::from("there is no such file"));
        *missing.status_mut() = StatusCode::NOT_FOUND;
        return missing;
    };
    let mut answer = Response::new(Body::from(bytes));
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(mime(name)));
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

/// The file at `path`, packed where the browser takes it so. A path without a
/// dot is a place inside the page: it gets `index.html`.
pub fn serve(path: &str, headers: &HeaderMap) -> Response {
    let path = path.trim_start_matches('/');
    let last = path.rsplit('/').next().unwrap_or("");
    let name = if last.contains('.') { path } else { "index.html" };
    let found = if accepts(headers, "br") {
        find(&format!("{name}.br")).map(|b| (b, Some("br")))
    } else if accepts(headers, "gzip") {
        find(&format!("{name}.gz")).map(|b| (b, Some("gzip")))
    } else {
        None
    };
    let Some((bytes, coding)) = found.or_else(|| find(name).map(|b| (b, None))) else {
        let mut missing = Response::new(Body::from("there is no such file"));
        *missing.status_mut() = StatusCode::NOT_FOUND;
        return missing;
    };
    let mut answer = Response::new(Body::from(bytes));
    let h = answer.headers_mut();
    h.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime(name)));
    h.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // Names under assets/ carry a hash of their content.
    let keep = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    h.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Some(coding) = coding {
        h.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    answer
}
