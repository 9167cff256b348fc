//! Being asked to stop: Ctrl-C, and the signals of those who end processes from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once somebody asked to stop: by Ctrl-C, by `kill`, or by closing the terminal.
pub(crate) fn interrupts() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    // The second time ends the program at once: the first was polite.
    let _ = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::SeqCst) {
            #[allow(clippy::exit)]
            std::process::exit(i32::from(crate::failure::INTERRUPTED));
        }
    });
    flag
}

/// A command started by `nohup` is to outlive its terminal: a hangup that is ignored at the start stays so. Call it
/// before there are threads, which inherit what is blocked.
#[cfg(target_os = "linux")]
pub(crate) fn keep_ignoring_hangups() {
    use nix::sys::signal::{SigSet, Signal};
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    if ignored & 1 << (Signal::SIGHUP as u64 - 1) != 0 {
        let _ = SigSet::from(Signal::SIGHUP).thread_block();
    }
}

/// Elsewhere there is no safe way to ask.
#[cfg(not(target_os = "linux"))]
pub(crate) fn keep_ignoring_hangups() {}
