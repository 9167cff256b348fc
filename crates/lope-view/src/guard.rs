//! Who may ask: pages of this server, called by a name of this machine.
//!
//! A server on the loopback address is reachable from every page the user has open. Two headers that pages cannot set
//! tell them apart. `Origin` names the page that opens a socket: it must be ours. `Host` names what the browser thinks it
//! talks to: a foreign name that was made to point to 127.0.0.1 (DNS rebinding) is not one of ours.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, header};

/// The names a server answers to.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    bound: SocketAddr,
}

impl Guard {
    pub(crate) fn new(bound: SocketAddr) -> Self {
        Self { bound }
    }

    /// Whether a request with these headers may be answered.
    pub(crate) fn admits(&self, headers: &HeaderMap) -> bool {
        let Some(host) = single(headers, header::HOST) else { return false };
        let origin_fits = match headers.contains_key(header::ORIGIN) {
            false => true,
            true => single(headers, header::ORIGIN)
                .and_then(|origin| origin.strip_prefix("http://"))
                .is_some_and(|origin| origin.eq_ignore_ascii_case(host)),
        };
        origin_fits && self.is_ours(host)
    }

    fn is_ours(&self, host: &str) -> bool {
        // `[::1]:80`, `localhost:80`, and without the port if it is the usual one.
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !name.is_empty() && !port.contains(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.bound.port()) {
            return false;
        }
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        match bare.parse::<IpAddr>() {
            // Bound to every address, any number will do: only names can be made to point somewhere else.
            Ok(ip) => ip == self.bound.ip() || ip.is_loopback() || self.bound.ip().is_unspecified(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// The value of a header that is there once.
fn single(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(bound: &str, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        Guard::new(bound.parse().unwrap()).admits(&headers)
    }

    #[test]
    fn names_of_this_machine_with_the_port() {
        for host in ["127.0.0.1:7878", "localhost:7878", "LocalHost:7878", "[::1]:7878"] {
            assert!(admits("127.0.0.1:7878", host, None), "{host}");
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:7878",
            "192.168.0.5:7878",
            "localhost.evil.example:7878",
            "",
            ":7878",
            "[::1]",
            "::1:7878x",
            "127.0.0.1:7878.evil.example",
        ] {
            assert!(!admits("127.0.0.1:7878", host, None), "{host}");
        }
        assert!(admits("127.0.0.1:80", "localhost", None));
        assert!(admits("192.168.0.5:7878", "192.168.0.5:7878", None));
        assert!(admits("0.0.0.0:7878", "192.168.0.5:7878", None));
        assert!(!admits("0.0.0.0:7878", "evil.example:7878", None));
    }

    #[test]
    fn pages_of_this_server_only() {
        let host = "127.0.0.1:7878";
        assert!(admits(host, host, Some("http://127.0.0.1:7878")));
        for origin in [
            "http://evil.example",
            "http://localhost:7878",
            "https://127.0.0.1:7878",
            "null",
            "",
            "http://127.0.0.1",
        ] {
            assert!(!admits(host, host, Some(origin)), "{origin}");
        }
    }

    #[test]
    fn a_header_given_twice_is_no_answer() {
        let mut headers = HeaderMap::new();
        assert!(!Guard::new(([127, 0, 0, 1], 7878).into()).admits(&headers));
        headers.append(header::HOST, "127.0.0.1:7878".parse().unwrap());
        assert!(Guard::new(([127, 0, 0, 1], 7878).into()).admits(&headers));
        headers.append(header::HOST, "127.0.0.1:7878".parse().unwrap());
        assert!(!Guard::new(([127, 0, 0, 1], 7878).into()).admits(&headers));
    }
}
