//! Who gets in, and what those who misbehave get.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use futures_util::SinkExt;
use lope_view::{Server, ViewError};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::{self, Message};

use crate::client::{Client, handshake, handshake_at};
use crate::server::{CUBE, LOCALHOST, Running};

fn refused(answer: Result<impl Sized, tungstenite::Error>) -> Option<u16> {
    match answer {
        Err(tungstenite::Error::Http(response)) => Some(response.status().as_u16()),
        _ => None,
    }
}

#[tokio::test]
async fn foreign_pages_and_names_are_refused() {
    let viewer = Running::paused(CUBE);
    let (address, port) = (viewer.address, viewer.address.port());
    for origin in ["http://evil.example", "null", "http://127.0.0.1", &format!("https://127.0.0.1:{port}")] {
        assert_eq!(refused(handshake(address, Some(origin), None).await), Some(403), "{origin}");
    }
    let evil = format!("evil.example:{port}");
    assert_eq!(refused(handshake(address, None, Some(&evil)).await), Some(403));
    assert_eq!(refused(handshake(address, Some(&format!("http://{evil}")), Some(&evil)).await), Some(403));
    let local = format!("localhost:{port}");
    assert!(handshake(address, Some(&format!("http://{local}")), Some(&local)).await.is_ok());
    assert!(handshake(address, None, None).await.is_ok(), "programs send no origin");
}

/// Sends a request as it is and returns the answer.
fn raw(viewer: &Running, request: &str) -> String {
    let mut stream = TcpStream::connect(viewer.address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_page_and_nothing_else() {
    let viewer = Running::paused(CUBE);
    let get = |path: &str, host: &str| {
        raw(&viewer, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    };
    let host = viewer.address.to_string();
    let page = get("/", &host);
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("text/html") && page.contains("<html"),
        "{page}"
    );
    assert!(page.to_lowercase().contains("content-security-policy: default-src 'self'"));
    assert!(get("/", "evil.example").starts_with("HTTP/1.1 403"));
    for path in [
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/assets/%2e%2e/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
    ] {
        let answer = get(path, &host);
        assert!(answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400"), "{path}: {answer}");
    }
    let post = raw(
        &viewer,
        &format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    );
    assert!(post.starts_with("HTTP/1.1 405"), "{post}");
    assert!(raw(&viewer, "GET / HTTP/1.0\r\n\r\n").starts_with("HTTP/1.0 403"), "no host");
    let huge = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    assert!(!raw(&viewer, &huge).starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn who_misbehaves_is_sent_away_alone() {
    let viewer = Running::paused(CUBE);
    let mut good = Client::connect(viewer.address).await;
    let long = format!(r#"{{"type":"set","key":"{}","value":1}}"#, "x".repeat(20_000));
    let wrong = [
        Message::text(long),
        Message::text("not json"),
        Message::text(r#"{"type":"format","disk":"c"}"#),
        Message::text(r#"{"type":"drag","target":[1e999,0,0],"seq":1}"#),
        Message::text("[".repeat(10_000)),
        Message::binary(vec![0; 100]),
    ];
    for message in wrong {
        let mut bad = Client::connect(viewer.address).await;
        bad.socket.send(message.clone()).await.unwrap();
        bad.eager = false;
        assert!(bad.is_sent_away().await, "{message:?}");
    }
    let mut flood = Client::connect(viewer.address).await;
    for _ in 0..3000 {
        if flood.socket.send(Message::text(r#"{"type":"ready"}"#)).await.is_err() {
            break;
        }
    }
    flood.eager = false;
    assert!(flood.is_sent_away().await);
    good.state(|state| state["clients"] == 1).await;
    assert_eq!(good.step().await.step, 1, "nobody else noticed");
}

/// A text in fragments that never ends: six bytes each, and no message above the socket that could be counted.
#[tokio::test]
async fn a_flood_of_empty_fragments_is_cut_off_and_starves_nobody() {
    const ROUNDS: usize = 1000;
    let viewer = Running::paused(CUBE);
    let mut good = Client::connect(viewer.address).await;
    let mut floods = Vec::new();
    for _ in 0..3 {
        let mut socket = handshake(viewer.address, None, None).await.unwrap();
        floods.push(tokio::spawn(async move {
            let stream = socket.get_mut();
            stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.unwrap();
            let fragments = [0x00, 0x80, 0, 0, 0, 0].repeat(10_000);
            let mut taken = 0;
            while taken < ROUNDS && stream.write_all(&fragments).await.is_ok() {
                taken += 1;
            }
            taken
        }));
    }
    for step in 1..=10 {
        assert_eq!(good.step().await.step, step);
    }
    for flood in floods {
        let taken = flood.await.unwrap();
        // What is less than this may have been on its way.
        assert!(taken < ROUNDS / 2, "{taken} times 10,000 fragments were taken");
    }
    good.state(|state| state["clients"] == 1).await;
}

#[tokio::test]
async fn a_flood_of_pings_is_cut_off() {
    let viewer = Running::paused(CUBE);
    let mut flood = Client::connect(viewer.address).await;
    flood.eager = false;
    for _ in 0..3000 {
        if flood.socket.send(Message::Ping(Default::default())).await.is_err() {
            break;
        }
    }
    assert!(flood.is_sent_away().await);
}

/// A server that other machines reach answers only below the secret in the address it prints.
#[tokio::test]
async fn other_machines_need_the_token() {
    let viewer = Running::everywhere(CUBE);
    let (address, port) = (viewer.address, viewer.address.port());
    let secret = viewer.url.strip_prefix(&format!("http://127.0.0.1:{port}")).unwrap().trim_end_matches('/');
    assert_eq!(secret.len(), 33, "{secret}");
    let get = |path: &str| {
        raw(&viewer, &format!("GET {path} HTTP/1.1\r\nHost: box.lan:{port}\r\nConnection: close\r\n\r\n"))
    };
    let other = Running::everywhere(CUBE);
    let foreign = other.url.rsplit('/').nth(1).unwrap().to_owned();
    assert!(!secret.ends_with(&foreign), "every server has its own");
    for path in ["", "/assets/lope.js", "/socket", &format!("/{foreign}")] {
        assert!(get(&format!("{path}/")).starts_with("HTTP/1.1 403"), "{path}/");
        assert!(get(if path.is_empty() { "/" } else { path }).starts_with("HTTP/1.1 403"), "{path}");
        assert_eq!(refused(handshake_at(address, &format!("{path}/socket"), None, None).await), Some(403));
    }
    assert!(get(&format!("{secret}/")).contains("<html"));
    assert!(get(&format!("{secret}/assets/lope.js")).starts_with("HTTP/1.1 200"));
    let moved = get(secret).to_lowercase();
    assert!(
        moved.starts_with("http/1.1 307") && moved.contains(&format!("location: {secret}/\r\n")),
        "{moved}"
    );
    let socket = format!("{secret}/socket");
    let evil = handshake_at(address, &socket, Some("http://evil.example"), None).await;
    assert_eq!(refused(evil), Some(403), "a page from elsewhere");
    assert_eq!(Client::connect_at(address, &socket).await.step().await.step, 1);
}

#[tokio::test]
async fn there_is_room_for_64_pages() {
    let viewer = Running::paused(CUBE);
    let mut pages = Vec::new();
    for _ in 0..64 {
        pages.push(Client::connect(viewer.address).await);
    }
    assert_eq!(refused(handshake(viewer.address, None, None).await), Some(503));
    pages.truncate(10);
    pages[0].state(|state| state["clients"] == 10).await;
    let mut late = Client::connect(viewer.address).await;
    assert_eq!(late.step().await.step, 1);
}

#[tokio::test]
async fn half_a_request_keeps_nobody_out() {
    let viewer = Running::paused(CUBE);
    let mut slow: Vec<TcpStream> = (0..40).map(|_| TcpStream::connect(viewer.address).unwrap()).collect();
    slow.iter_mut().for_each(|stream| stream.write_all(b"GET / HTTP/1.1\r\nHo").unwrap());
    let mut page = Client::connect(viewer.address).await;
    assert_eq!(page.step().await.step, 1);
}

/// Sockets whose pages are gone without a word, as after a cable was pulled: they answer nothing and take nothing.
#[tokio::test]
async fn pages_that_are_not_heard_of_are_let_go() {
    let viewer = Running::impatient(CUBE, Duration::from_millis(500));
    let mut good = Client::connect(viewer.address).await;
    let mut gone = Vec::new();
    for _ in 0..3 {
        gone.push(handshake(viewer.address, None, None).await.unwrap());
    }
    good.state(|state| state["clients"] == 4).await;
    good.state(|state| state["clients"] == 1).await;
    assert_eq!(good.step().await.step, 1, "who answers stays");
}

#[tokio::test]
async fn the_end_of_the_viewer_is_told() {
    let viewer = Running::paused(CUBE);
    let mut page = Client::connect(viewer.address).await;
    page.state(|_| true).await;
    let end = tokio::task::spawn_blocking(move || viewer.end());
    assert!(page.is_sent_away().await);
    assert!(end.await.unwrap().recorded.is_none());
}

#[test]
fn a_port_that_is_taken() {
    let first = Server::bind(LOCALHOST, None).unwrap();
    let second = Server::bind(LOCALHOST, None).unwrap();
    assert_ne!(first.address().port(), second.address().port());
    let third = Server::bind(LOCALHOST, Some(first.address().port()));
    assert!(matches!(third, Err(ViewError::Listen { .. })));
    assert_eq!(second.url(), format!("http://127.0.0.1:{}/", second.address().port()));
}
