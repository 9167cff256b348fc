//! The socket of one page.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::hub::{Client, Hub, Parcel, Told};
use crate::protocol::{self, Hello, Request};

/// Bytes of a message from a page at most.
pub(crate) const MAX_MESSAGE: usize = 16 * 1024;
/// A page that takes nothing, or is not heard of, for so long is gone.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// How often a page is asked meanwhile whether it is there.
const PINGS: u32 = 4;
/// Messages within [`WINDOW`] that are too many.
const FLOOD: u32 = 1000;
/// How long they are counted.
const WINDOW: Duration = Duration::from_secs(2);

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
    Sent(u16, &'static str),
}

/// Talks to a page until one of both has enough.
pub(crate) async fn serve(socket: WebSocket, seat: Seat, patience: Duration) {
    let (mut sink, stream) = socket.split();
    if let End::Sent(code, reason) = talk(&mut sink, stream, &seat, patience).await {
        let farewell = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = timeout(Duration::from_secs(1), sink.send(farewell)).await;
    }
}

async fn talk(
    sink: &mut SplitSink<WebSocket, Message>,
    mut stream: SplitStream<WebSocket>,
    seat: &Seat,
    patience: Duration,
) -> End {
    let Seat { hub, client } = seat;
    let mut news = hub.listen();
    let mut told = Told::default();
    let mut meter = Meter::new();
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
                Parcel::Close => return End::Sent(close_code::AWAY, "the viewer has ended"),
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
                let Some(Ok(message)) = message else { return End::Gone };
                heard = Instant::now();
                if meter.floods(heard) {
                    return End::Sent(close_code::POLICY, "too many messages");
                }
                match message {
                    Message::Text(text) => match serde_json::from_str::<Request>(&text) {
                        Ok(request) => hub.request(*client, request),
                        Err(_) => return End::Sent(close_code::POLICY, "not a message of this protocol"),
                    },
                    Message::Binary(_) => return End::Sent(close_code::UNSUPPORTED, "pages send text"),
                    Message::Close(_) => return End::Gone,
                    Message::Ping(_) | Message::Pong(_) => {}
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
async fn put(
    sink: &mut SplitSink<WebSocket, Message>,
    message: Message,
    patience: Duration,
) -> Result<(), ()> {
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

/// Counts messages.
struct Meter {
    since: Instant,
    count: u32,
}

impl Meter {
    fn new() -> Self {
        Self { since: Instant::now(), count: 0 }
    }

    /// Counts one; whether there are too many.
    fn floods(&mut self, now: Instant) -> bool {
        if now.duration_since(self.since) > WINDOW {
            *self = Self { since: now, count: 0 };
        }
        self.count += 1;
        self.count > FLOOD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_more_than_500_a_second_over_2_s() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let mut meter = Meter { since: start, count: 0 };
        assert!(!(0..100_000).step_by(3).any(|ms| meter.floods(at(ms))), "333 a second");
        let mut meter = Meter { since: start, count: 0 };
        assert!((0..2000).any(|ms| meter.floods(at(ms))), "1000 a second");
    }
}
