//! The page: files that are part of the program. No name in a request ever becomes a path.

use axum::body::Body;
use axum::http::{Response, StatusCode, header};

/// Address and content of every file of the page.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What a browser may do with the page: load what comes from here, nothing else.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
                      connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The answer to a request for `path`.
pub(crate) fn answer(path: &str) -> Response<Body> {
    let name = if path == "/" { "/index.html" } else { path };
    let found = FILES.iter().find(|(file, _)| *file == name);
    let (status, kind, content) = match found {
        Some((file, content)) => (StatusCode::OK, kind(file), *content),
        None if path == "/" => (
            StatusCode::OK,
            "text/plain; charset=utf-8",
            "this build has no page; the socket works\n".as_bytes(),
        ),
        None => (StatusCode::NOT_FOUND, "text/plain; charset=utf-8", "there is nothing here\n".as_bytes()),
    };
    let mut response = Response::new(Body::from(content));
    *response.status_mut() = status;
    let fixed = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, header::HeaderValue::from_static(value));
    }
    response
}

fn kind(file: &str) -> &'static str {
    match file.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("json" | "map") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_put_in_is_handed_out() {
        for path in
            ["/../Cargo.toml", "/assets/../../Cargo.toml", "/%2e%2e/Cargo.toml", "/etc/passwd", "//", ""]
        {
            assert_eq!(answer(path).status(), StatusCode::NOT_FOUND, "{path}");
        }
        assert_eq!(answer("/").status(), StatusCode::OK);
    }
}
