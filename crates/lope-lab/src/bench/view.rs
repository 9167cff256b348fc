//! The viewer under load: how much many pages, and pages that never read, slow the simulation.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lope::scene::builtin;
use lope_view::{Server, Viewer};
use serde_json::Value;

use super::Session;
use super::memory::{forget_peak, peak};
use super::row::{Goal, Row};

/// Sockets that are open in the crowd, besides the page that measures.
const SOCKETS: usize = 50;
/// How long the crowd stays.
const CROWD: Duration = Duration::from_secs(30);
/// How long the page is alone, before and after.
const ALONE: Duration = Duration::from_secs(15);
/// Steps that do not count: matrices are factored, buffers grow.
const WARM_UP: u64 = 20;

/// Part of the rate that must be left.
const KEPT: Goal = Goal::AtLeast(0.9);
/// Growth of the memory at most, as a part of what one page needs.
const GROWTH: Goal = Goal::AtMost(0.25);

/// One page alone, a crowd, one page alone again.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    let mut turn = |what: &str, crowd: usize, time: Duration| {
        (session.say)(&format!("view: {what}, {} s", time.as_secs()));
        forget_peak();
        let rate = rate(crowd, time)?;
        Ok::<_, String>((rate, peak()))
    };
    let (before, room) = turn("one page", 0, ALONE)?;
    let (crowded, crowded_room) = turn("51 pages, 25 of them never read", SOCKETS, CROWD)?;
    let (after, _) = turn("one page", 0, ALONE)?;
    let alone = 0.5 * (before + after);
    let row = |what: &str, number: f64, unit: &str| Row::new("view", what, number, unit);
    session.rows.push(row("steps with one page", alone, "steps/s").times(
        after / before,
        "before the crowd",
        None,
    ));
    let kept = row("steps with 50 more, half of which never read", crowded, "steps/s");
    session.rows.push(kept.percent(crowded / alone, "one page", Some(KEPT)));
    if let (Some(room), Some(crowded_room)) = (room, crowded_room) {
        let grown = row("memory with 50 more", 1e-6 * crowded_room, "MB");
        session.rows.push(grown.percent(crowded_room / room - 1.0, "growth over one page", Some(GROWTH)));
    }
    Ok(())
}

/// Steps a second with a crowd of so many.
fn rate(crowd: usize, time: Duration) -> Result<f64, String> {
    let scene = builtin::find(builtin::TOUCH).ok_or("view: no scene to touch")?;
    let scene = lope_io::Loaded::builtin(scene, &[]).map_err(|e| e.to_string())?;
    let viewer = Viewer::live(scene, None, true).map_err(|e| e.to_string())?;
    let server = Server::bind(IpAddr::V4(Ipv4Addr::LOCALHOST), Some(0)).map_err(|e| e.to_string())?;
    let (address, stop) = (server.address(), Arc::new(AtomicBool::new(false)));
    let flag = stop.clone();
    let visitors = thread::spawn(move || {
        let rate = visit(address, crowd, time, &flag);
        flag.store(true, Ordering::SeqCst);
        rate
    });
    // The simulation is on this thread, which is one of the pool.
    server.run(viewer, &stop).map_err(|e| e.to_string())?;
    visitors.join().map_err(|_| "view: the visitors broke")?.map_err(|e| format!("view: {e}"))
}

/// Opens the sockets and counts steps.
fn visit(address: SocketAddr, crowd: usize, time: Duration, stop: &Arc<AtomicBool>) -> io::Result<f64> {
    let mut page = Page::open(address)?;
    let mut deaf = Vec::new();
    let mut readers = Vec::new();
    for number in 0..crowd {
        let mut other = Page::open(address)?;
        if number % 2 == 0 {
            deaf.push(other);
        } else {
            let stop = stop.clone();
            readers
                .push(thread::spawn(move || while !stop.load(Ordering::SeqCst) && other.hear().is_ok() {}));
        }
    }
    page.say(r#"{"type":"speed","value":0}"#)?;
    page.say(r#"{"type":"play"}"#)?;
    let mut begun: Option<(Instant, u64)> = None;
    let mut asked = Instant::now();
    loop {
        if asked.elapsed() > Duration::from_millis(33) {
            // They ask for every frame, and take none. The server sends them away in the end.
            deaf.iter_mut().for_each(|page| _ = page.say(READY));
            asked = Instant::now();
        }
        let Some(step) = page.hear()? else { continue };
        match begun {
            None if step >= WARM_UP => begun = Some((Instant::now(), step)),
            Some((at, first)) if at.elapsed() >= time => {
                stop.store(true, Ordering::SeqCst);
                let rate = (step - first) as f64 / at.elapsed().as_secs_f64();
                drop(page);
                readers.into_iter().for_each(|reader| _ = reader.join());
                return Ok(rate);
            }
            _ => {}
        }
    }
}

const READY: &str = r#"{"type":"ready"}"#;

/// As much of a WebSocket as is needed: handshake, short texts out, whole messages in.
struct Page {
    stream: TcpStream,
}

impl Page {
    fn open(address: SocketAddr) -> io::Result<Self> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        stream.set_write_timeout(Some(Duration::from_secs(1)))?;
        write!(
            stream,
            "GET /socket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bG9wZSBiZW5jaCB2aWV3IQ==\r\n\r\n"
        )?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        if head.starts_with(b"HTTP/1.1 101") {
            Ok(Self { stream })
        } else {
            Err(io::Error::other(String::from_utf8_lossy(&head).into_owned()))
        }
    }

    /// Sends a text of fewer than 126 bytes. A mask of zeros leaves it as it is.
    fn say(&mut self, text: &str) -> io::Result<()> {
        let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
        frame.extend_from_slice(text.as_bytes());
        self.stream.write_all(&frame)
    }

    /// Takes a message: the step, if it is a state. After a frame it asks for another.
    fn hear(&mut self) -> io::Result<Option<u64>> {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head)?;
        let length = match head[1] & 0x7f {
            126 => {
                let mut long = [0; 2];
                self.stream.read_exact(&mut long)?;
                u64::from(u16::from_be_bytes(long))
            }
            127 => {
                let mut long = [0; 8];
                self.stream.read_exact(&mut long)?;
                u64::from_be_bytes(long)
            }
            short => u64::from(short),
        };
        let mut content = Vec::new();
        (&mut self.stream).take(length).read_to_end(&mut content)?;
        match head[0] & 0x0f {
            1 => {
                let text: Value = serde_json::from_slice(&content).unwrap_or_default();
                Ok(text["step"].as_u64().filter(|_| text["type"] == "state"))
            }
            2 if content.starts_with(&[2, 0, 0, 0]) => self.say(READY).map(|()| None),
            8 => Err(io::Error::other("the server closed the socket")),
            9 => {
                self.stream.write_all(&[0x8a, 0x80, 0, 0, 0, 0])?;
                Ok(None)
            }
            _ => Ok(None),
        }
    }
}
