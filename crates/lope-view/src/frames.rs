//! How much a page may say: a stream that counts the frames it brings, and ends when they are too many.
//!
//! Frames and not messages: a message may come in any number of fragments, empty ones too, and of those nobody above
//! the socket hears before the last. So they are counted below it, before anybody spends time on them.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Frames within [`WINDOW`] that are too many.
const FLOOD: u32 = 1000;
/// How long they are counted.
const WINDOW: Duration = Duration::from_secs(2);

/// A stream of a page, after the handshake.
pub(crate) struct Counted<S> {
    stream: S,
    frames: Frames,
    meter: Meter,
}

impl<S> Counted<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self { stream, frames: Frames::default(), meter: Meter { since: Instant::now(), count: 0 } }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context, into: &mut ReadBuf) -> Poll<io::Result<()>> {
        let Self { stream, frames, meter } = self.get_mut();
        let before = into.filled().len();
        ready!(Pin::new(stream).poll_read(cx, into))?;
        let new = frames.count(&into.filled()[before..]);
        Poll::Ready(match meter.floods(new, Instant::now()) {
            true => Err(io::ErrorKind::QuotaExceeded.into()),
            false => Ok(()),
        })
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

/// Finds the frames in a stream of bytes, wherever it is cut (RFC 6455, section 5.2).
#[derive(Default)]
struct Frames {
    /// The head that is being read: flags, length, and two or eight bytes of a longer length.
    head: [u8; 10],
    /// Bytes of it that are there.
    have: usize,
    /// Bytes that follow a head: mask and content.
    rest: u64,
}

impl Frames {
    /// How many heads end in these bytes.
    fn count(&mut self, mut bytes: &[u8]) -> u32 {
        let mut count = 0;
        loop {
            let content = bytes.len().min(usize::try_from(self.rest).unwrap_or(usize::MAX));
            bytes = &bytes[content..];
            self.rest -= content as u64;
            let Some((&byte, after)) = bytes.split_first() else { return count };
            bytes = after;
            self.head[self.have] = byte;
            self.have += 1;
            if let Some(length) = self.length() {
                let mask = if self.head[1] & 0x80 == 0 { 0 } else { 4 };
                (self.have, self.rest) = (0, length.saturating_add(mask));
                count += 1;
            }
        }
    }

    /// The length of the content, when the head is whole.
    fn length(&self) -> Option<u64> {
        let [_, second, long @ ..] = self.head;
        let number = |digits: &[u8]| digits.iter().fold(0, |sum, &digit| sum << 8 | u64::from(digit));
        match (second & 0x7f, self.have) {
            (_, 0 | 1) => None,
            (126, have) => (have == 4).then(|| number(&long[..2])),
            (127, have) => (have == 10).then(|| number(&long)),
            (short, _) => Some(u64::from(short)),
        }
    }
}

/// Counts within a window of time.
struct Meter {
    since: Instant,
    count: u32,
}

impl Meter {
    /// Counts so many more; whether there are too many.
    fn floods(&mut self, more: u32, now: Instant) -> bool {
        if now.duration_since(self.since) > WINDOW {
            *self = Self { since: now, count: 0 };
        }
        self.count = self.count.saturating_add(more);
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
        assert!(!(0..100_000).step_by(3).any(|ms| meter.floods(1, at(ms))), "333 a second");
        let mut meter = Meter { since: start, count: 0 };
        assert!((0..2000).any(|ms| meter.floods(1, at(ms))), "1000 a second");
    }

    #[test]
    fn frames_of_every_length_are_found_wherever_they_are_cut() {
        let frame = |length: usize, masked: bool| {
            let mask = if masked { 0x80 } else { 0 };
            let mut bytes = vec![0x80];
            match length {
                0..126 => bytes.push(mask | length as u8),
                126..65536 => {
                    bytes.push(mask | 126);
                    bytes.extend((length as u16).to_be_bytes());
                }
                _ => {
                    bytes.push(mask | 127);
                    bytes.extend((length as u64).to_be_bytes());
                }
            }
            // Content that looks like heads.
            bytes.extend(std::iter::repeat_n(0x7f, length + if masked { 4 } else { 0 }));
            bytes
        };
        let lengths = [0, 0, 1, 125, 126, 127, 300, 65535, 65536, 70_000, 0];
        let stream: Vec<u8> =
            lengths.iter().flat_map(|&n| [frame(n, true), frame(n, false)].concat()).collect();
        for cut in [1, 2, 3, 7, 1000, stream.len()] {
            let mut frames = Frames::default();
            let found: u32 = stream.chunks(cut).map(|bytes| frames.count(bytes)).sum();
            assert_eq!(found as usize, 2 * lengths.len(), "cut every {cut} bytes");
        }
        let endless = [0x80, 0xff, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0];
        assert_eq!(Frames::default().count(&endless), 1, "a length beyond all numbers is one frame");
    }
}
