//! The socket of one page.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::frames::Counted;
use crate::hub::{Client, Hub, Parcel, Told};
use crate::protocol::{self, Hello, Request};

/// Bytes of a message from a page at most.
const MAX_MESSAGE: usize = 16 * 1024;
/// A page that takes nothing, or is not heard of, for so long is gone.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// How often a page is asked meanwhile whether it is there.
const PINGS: u32 = 4;

type Socket = WebSocketStream<Counted<TokioIo<Upgraded>>>;

/// A page that was let in; leaves when dropped.
pub(crate) struct Seat {
    hub: Arc<Hub>,
    client: Client,
}

impl Seat {
    /// A seat, if one is free.
    pub(crate) fn take(hub: &Arc<Hub>) -> Option<Self> {
        hub.join().map(|client| Self { hub: hub.clone(), client })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.hub.leave(self.client);
    }
}

/// Why a socket ends.
enum End {
    /// The page went away, or the network did.
    Gone,
    /// The page is sent away, with a code and a reason.
    Sent(CloseCode, &'static str),
}

/// Talks to a page until one of both has enough.
pub(crate) async fn serve(stream: Upgraded, seat: Seat, patience: Duration) {
    let limits = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE))
        .read_buffer_size(MAX_MESSAGE)
        .write_buffer_size(0);
    let counted = Counted::new(TokioIo::new(stream));
    let socket = Socket::from_raw_socket(counted, Role::Server, Some(limits)).await;
    let (mut sink, stream) = socket.split();
    if let End::Sent(code, reason) = talk(&mut sink, stream, &seat, patience).await {
        let farewell = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = timeout(Duration::from_secs(1), sink.send(farewell)).await;
    }
}

async fn talk(
    sink: &mut SplitSink<Socket, Message>,
    mut stream: SplitStream<Socket>,
    seat: &Seat,
    patience: Duration,
) -> End {
    let Seat { hub, client } = seat;
    let mut news = hub.listen();
    let mut told = Told::default();
    let mut heard = Instant::now();
    let mut ping = interval(patience / PINGS);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    if put(sink, Message::text(hello(hub, *client)), patience).await.is_err() {
        return End::Gone;
    }
    loop {
        for parcel in hub.collect(*client, &mut told) {
            let message = match parcel {
                Parcel::Text(text) => Message::text(text),
                Parcel::Binary(bytes) => Message::Binary(bytes),
                Parcel::Close => return End::Sent(CloseCode::Away, "the viewer has ended"),
            };
            if put(sink, message, patience).await.is_err() {
                return End::Gone;
            }
        }
        tokio::select! {
            changed = news.changed() => {
                if changed.is_err() {
                    return End::Gone;
                }
            }
            message = stream.next() => {
                let message = match message {
                    Some(Ok(message)) => message,
                    Some(Err(Error::Io(error))) if error.kind() == ErrorKind::QuotaExceeded => {
                        return End::Sent(CloseCode::Policy, "too many frames");
                    }
                    _ => return End::Gone,
                };
                heard = Instant::now();
                match message {
                    Message::Text(text) => match serde_json::from_str::<Request>(&text) {
                        Ok(request) => hub.request(*client, request),
                        Err(_) => return End::Sent(CloseCode::Policy, "not a message of this protocol"),
                    },
                    Message::Binary(_) => return End::Sent(CloseCode::Unsupported, "pages send text"),
                    Message::Close(_) => return End::Gone,
                    Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > patience || put(sink, Message::Ping(Default::default()), patience).await.is_err() {
                    return End::Gone;
                }
            }
        }
    }
}

/// Sends, but does not wait forever for a page that takes nothing.
async fn put(sink: &mut SplitSink<Socket, Message>, message: Message, patience: Duration) -> Result<(), ()> {
    match timeout(patience, sink.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(()),
    }
}

fn hello(hub: &Hub, client: Client) -> String {
    let welcome = &hub.welcome;
    let hello = Hello {
        version: env!("CARGO_PKG_VERSION"),
        mode: welcome.mode,
        scenes: &welcome.scenes,
        record: welcome.record.as_deref(),
        client,
    };
    protocol::Message::Hello(hello).to_json()
}
