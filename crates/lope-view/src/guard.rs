//! Who may ask: pages of this server, called by a name of this machine.
//!
//! A server on the loopback address is reachable from every page the user has open. Two headers that pages cannot set
//! tell them apart. `Origin` names the page that opens a socket: it must be ours. `Host` names what the browser thinks it
//! talks to: a foreign name that was made to point to 127.0.0.1 (DNS rebinding) is not one of ours.
//!
//! A server that other machines can reach has a token besides: the first part of every path. Page, files and socket
//! are found below it, so whoever opens the address that was printed has it, and nobody else.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io;
use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, header};

/// The names a server answers to, and its secret.
#[derive(Debug)]
pub(crate) struct Guard {
    bound: SocketAddr,
    token: Option<Token>,
}

impl Guard {
    pub(crate) fn new(bound: SocketAddr, token: Option<Token>) -> Self {
        Self { bound, token }
    }

    /// What a request asks for, if it may be answered: its path without the token.
    pub(crate) fn admits<'a>(&self, path: &'a str, headers: &HeaderMap) -> Option<&'a str> {
        let rest = match &self.token {
            None => Some(path),
            Some(token) => token.leads(path),
        };
        rest.filter(|_| self.calls_us(headers))
    }

    fn calls_us(&self, headers: &HeaderMap) -> bool {
        let Some(host) = single(headers, header::HOST) else { return false };
        let origin_fits = match headers.contains_key(header::ORIGIN) {
            false => true,
            true => single(headers, header::ORIGIN)
                .and_then(|origin| origin.strip_prefix("http://"))
                .is_some_and(|origin| origin.eq_ignore_ascii_case(host)),
        };
        // Who has made a foreign name point to us does not know the token, so with one a name is just a name.
        origin_fits && (self.token.is_some() || self.is_ours(host))
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
            Ok(ip) => ip == self.bound.ip() || ip.is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// A secret of 128 bits, in hexadecimal digits.
pub(crate) struct Token(String);

impl Token {
    /// One that nobody has seen yet.
    pub(crate) fn random() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let mut text = String::new();
        bytes.iter().for_each(|byte| _ = write!(text, "{byte:02x}"));
        Ok(Self(text))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// What follows the token in a path: nothing, or more that starts with a slash.
    fn leads<'a>(&self, path: &'a str) -> Option<&'a str> {
        let (given, rest) = path.strip_prefix('/')?.split_at_checked(self.0.len())?;
        // All bytes are compared, so the time it takes does not tell how many of them fit.
        let differ = given.bytes().zip(self.0.bytes()).fold(0, |sum, (a, b)| black_box(sum | (a ^ b)));
        (differ == 0 && (rest.is_empty() || rest.starts_with('/'))).then_some(rest)
    }
}

/// Shown in no log.
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Token")
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
        Guard::new(bound.parse().unwrap(), None).admits("/", &headers).is_some()
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
        let guard = Guard::new(([127, 0, 0, 1], 7878).into(), None);
        assert_eq!(guard.admits("/", &headers), None);
        headers.append(header::HOST, "127.0.0.1:7878".parse().unwrap());
        assert_eq!(guard.admits("/", &headers), Some("/"));
        headers.append(header::HOST, "127.0.0.1:7878".parse().unwrap());
        assert_eq!(guard.admits("/", &headers), None);
    }

    #[test]
    fn a_token_is_asked_for_by_every_path() {
        let token = Token::random().unwrap();
        let (text, other) = (token.text().to_owned(), Token::random().unwrap());
        assert!(text.len() == 32 && text != other.text());
        let guard = Guard::new(([0, 0, 0, 0], 7878).into(), Some(token));
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "box.example:7878".parse().unwrap());
        for (path, rest) in
            [("", ""), ("/", "/"), ("/socket", "/socket"), ("/assets/lope.js", "/assets/lope.js")]
        {
            assert_eq!(guard.admits(&format!("/{text}{path}"), &headers), Some(rest));
            assert_eq!(guard.admits(path, &headers), None, "{path}");
            assert_eq!(guard.admits(&format!("/{}{path}", other.text()), &headers), None);
        }
        let (first, last) = text.split_at(31);
        let wrong = if last == "0" { "1" } else { "0" };
        for path in
            [format!("/{first}"), format!("/{first}{wrong}/"), format!("/{text}x/"), format!("//{text}/")]
        {
            assert_eq!(guard.admits(&path, &headers), None, "{path}");
        }
        assert_eq!(guard.admits("/äääääääääääääääx/", &headers), None, "a cut inside a letter");
        headers.insert(header::ORIGIN, "http://evil.example".parse().unwrap());
        assert_eq!(guard.admits(&format!("/{text}/"), &headers), None, "a page from elsewhere");
    }
}
