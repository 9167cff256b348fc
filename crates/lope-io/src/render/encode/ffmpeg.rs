//! MP4 and WebM by ffmpeg, where it is installed: pictures go in through a pipe, the file comes out whole.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::super::{RenderError, Result};
use super::{Format, Sink};
use crate::output::OutputError;
use crate::plot::Image;

const PROGRAM: &str = "ffmpeg";

/// Whether ffmpeg is there.
pub(super) fn found() -> Result<()> {
    let tried = Command::new(PROGRAM)
        .arg("-version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match tried {
        Ok(status) if status.success() => Ok(()),
        _ => Err(RenderError::Asked(
            "MP4 and WebM need the program ffmpeg, which is not there; install it, or choose .gif or .apng"
                .into(),
        )),
    }
}

/// A film on its way through ffmpeg. Dropped before it is finished, it leaves nothing behind.
pub(super) struct Ffmpeg {
    child: Child,
    path: PathBuf,
    temporary: PathBuf,
}

impl Ffmpeg {
    pub(super) fn new(path: &Path, [width, height]: [usize; 2], fps: f64, format: Format) -> Result<Self> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = path.with_file_name(format!(".{name}.tmp"));
        let codec: &[&str] = match format {
            Format::WebM => &["-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-row-mt", "1", "-f", "webm"],
            _ => {
                &["-c:v", "libx264", "-crf", "18", "-preset", "slow", "-movflags", "+faststart", "-f", "mp4"]
            }
        };
        let child = Command::new(PROGRAM)
            .args(["-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgb24"])
            .args(["-video_size", &format!("{width}x{height}"), "-framerate", &format!("{fps}"), "-i", "-"])
            // The codecs need even sides, and players this arrangement of colours.
            .args(["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"])
            .args(codec)
            .arg(&temporary)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| RenderError::Encoder(error.to_string()))?;
        Ok(Self { child, path: path.into(), temporary })
    }

    /// What ffmpeg said before it ended.
    fn complaint(&mut self) -> RenderError {
        drop(self.child.stdin.take());
        let mut text = String::new();
        if let Some(err) = &mut self.child.stderr {
            let _ = err.read_to_string(&mut text);
        }
        RenderError::Encoder(text.lines().last().unwrap_or("it ended without a word").to_owned())
    }
}

impl Sink for Ffmpeg {
    fn take(&mut self, picture: &Image) -> Result<()> {
        let written = self.child.stdin.as_mut().map(|pipe| pipe.write_all(picture.pixels()));
        match written {
            Some(Ok(())) => Ok(()),
            _ => Err(self.complaint()),
        }
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        drop(self.child.stdin.take());
        match self.child.wait() {
            Ok(status) if status.success() => Ok(std::fs::rename(&self.temporary, &self.path)
                .map_err(|error| OutputError::io("write", &self.path, error))?),
            _ => Err(self.complaint()),
        }
    }
}

impl Drop for Ffmpeg {
    fn drop(&mut self) {
        // Nothing to do about a child that has ended, or a file that was renamed.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.temporary);
    }
}
