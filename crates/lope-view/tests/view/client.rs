//! A page without a browser.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Longer than anything here takes on a busy machine: what does not come by then does not come.
const FOREVER: Duration = Duration::from_secs(90);

/// Something a server says.
#[derive(Clone, Debug)]
pub(crate) enum Heard {
    Text(Value),
    Topology(Vec<u8>),
    Frame(Frame),
}

/// A frame, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) bytes: Vec<u8>,
    pub(crate) generation: u32,
    pub(crate) step: u32,
    pub(crate) number: u32,
    pub(crate) time: f64,
    pub(crate) seq: u32,
    pub(crate) colour: u32,
    pub(crate) range: [f32; 2],
    pub(crate) parts: Vec<MovingPart>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MovingPart {
    pub(crate) index: u32,
    pub(crate) points: Vec<f32>,
    pub(crate) values: Vec<f32>,
}

impl Frame {
    fn read(bytes: &[u8]) -> Self {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let real = |at: usize| f32::from_bits(word(at));
        let mut at = 48;
        let parts = (0..word(40)).map(|_| {
            let [index, vertices, values] = [0, 4, 8].map(|k| word(at + k));
            at += 12;
            let mut reals = |count: u32| -> Vec<f32> {
                let list = (0..count as usize).map(|k| real(at + 4 * k)).collect();
                at += 4 * count as usize;
                list
            };
            MovingPart { index, points: reals(3 * vertices), values: reals(values) }
        });
        let parts = parts.collect();
        assert_eq!(at, bytes.len(), "nothing is left over");
        assert_eq!(word(44), 0);
        Self {
            generation: word(4),
            step: word(8),
            number: word(12),
            time: f64::from_le_bytes(bytes[16..24].try_into().unwrap()),
            seq: word(24),
            colour: word(28),
            range: [real(32), real(36)],
            parts,
            bytes: bytes.to_vec(),
        }
    }
}

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<TcpStream>,
    /// Says that it is ready whenever a frame came.
    pub(crate) eager: bool,
    /// The last step it heard of.
    step: Option<u64>,
}

/// Opens a socket with an `Origin` and a `Host`.
pub(crate) async fn handshake(
    address: SocketAddr,
    origin: Option<&str>,
    host: Option<&str>,
) -> Result<WebSocketStream<TcpStream>, tungstenite::Error> {
    handshake_at(address, "/socket", origin, host).await
}

/// The same at a path.
pub(crate) async fn handshake_at(
    address: SocketAddr,
    path: &str,
    origin: Option<&str>,
    host: Option<&str>,
) -> Result<WebSocketStream<TcpStream>, tungstenite::Error> {
    let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", origin.parse().unwrap());
    }
    if let Some(host) = host {
        request.headers_mut().insert("Host", host.parse().unwrap());
    }
    let stream = TcpStream::connect(address).await.unwrap();
    timeout(FOREVER, client_async(request, stream)).await.unwrap().map(|(socket, _)| socket)
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        Self::connect_at(address, "/socket").await
    }

    pub(crate) async fn connect_at(address: SocketAddr, path: &str) -> Self {
        let origin = format!("http://{address}");
        let socket = handshake_at(address, path, Some(&origin), None).await.unwrap();
        Self { socket, eager: true, step: None }
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(crate) async fn ask(&mut self, word: &str) {
        self.say(json!({ "type": word })).await;
    }

    /// The next message; none when the server has closed the socket.
    pub(crate) async fn hear(&mut self) -> Option<Heard> {
        loop {
            let message = timeout(FOREVER, self.socket.next()).await.expect("the server says something");
            match message? {
                Ok(Message::Text(text)) => {
                    let text: Value = serde_json::from_str(&text).unwrap();
                    if text["type"] == "state" {
                        self.step = text["step"].as_u64();
                    }
                    return Some(Heard::Text(text));
                }
                Ok(Message::Binary(bytes)) if bytes[..4] == 1_u32.to_le_bytes() => {
                    return Some(Heard::Topology(bytes.to_vec()));
                }
                Ok(Message::Binary(bytes)) => {
                    assert_eq!(bytes[..4], 2_u32.to_le_bytes());
                    if self.eager {
                        self.ask("ready").await;
                    }
                    return Some(Heard::Frame(Frame::read(&bytes)));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits for a text of this type that fits.
    pub(crate) async fn text(&mut self, kind: &str, mut fits: impl FnMut(&Value) -> bool) -> Value {
        let wait = async {
            loop {
                match self.hear().await.expect("the socket is open") {
                    Heard::Text(text) if text["type"] == kind && fits(&text) => return text,
                    _ => {}
                }
            }
        };
        timeout(FOREVER, wait).await.unwrap_or_else(|_| panic!("no {kind} that fits"))
    }

    /// Waits for a state that fits.
    pub(crate) async fn state(&mut self, fits: impl FnMut(&Value) -> bool) -> Value {
        self.text("state", fits).await
    }

    /// Waits for a frame that fits.
    pub(crate) async fn frame(&mut self, mut fits: impl FnMut(&Frame) -> bool) -> Frame {
        let wait = async {
            loop {
                match self.hear().await.expect("the socket is open") {
                    Heard::Frame(frame) if fits(&frame) => return frame,
                    _ => {}
                }
            }
        };
        timeout(FOREVER, wait).await.expect("a frame that fits")
    }

    /// Makes one step and waits for its frame.
    pub(crate) async fn step(&mut self) -> Frame {
        let before = match self.step {
            Some(step) => step,
            None => self.state(|_| true).await["step"].as_u64().unwrap(),
        };
        self.ask("step").await;
        self.frame(|frame| u64::from(frame.step) == before + 1).await
    }

    /// Whether the server closes the socket, whatever it says before.
    pub(crate) async fn is_sent_away(&mut self) -> bool {
        let wait = async { while self.hear().await.is_some() {} };
        timeout(FOREVER, wait).await.is_ok()
    }
}
