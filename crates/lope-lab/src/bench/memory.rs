//! The largest memory the process has had, where the system tells.

/// Peak resident memory in bytes: since the last [`forget_peak`], or since the start of the process.
pub(super) fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    parse(&status)
}

/// Starts a new peak. Returns whether the system can; otherwise earlier benchmarks count too.
pub(super) fn forget_peak() -> bool {
    std::fs::write("/proc/self/clear_refs", "5").is_ok()
}

fn parse(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024.0 * kibibytes)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_peak_is_read() {
        let status = "Name:\tlope\nVmPeak:\t  12 kB\nVmHWM:\t    2048 kB\nThreads:\t2\n";
        assert_eq!(super::parse(status), Some(2048.0 * 1024.0));
        assert_eq!(super::parse("Name:\tlope\n"), None);
    }
}
