//! Frames of runs that a scene goes on from. They are only read.

use std::path::Path;

use lope::scene::build::{FrameBody, NamedFrame};

use crate::input;
use crate::output::checkpoint::checksum;
use crate::output::pvd::{self, Collection, Entry};
use crate::output::{frame_file_name, nodes_file_name};
use crate::show::vtu_read;

/// Where the frames of a run are.
const FRAMES: &str = "frames";

/// Reads a frame, the last one if no number is given. Its bodies are nodes.
pub(super) fn read(run: &Path, number: Option<u32>) -> Result<NamedFrame, String> {
    let frames = run.join(FRAMES);
    if !frames.join(pvd::FILE_NAME).is_file() {
        return Err(match (run.is_dir(), run.exists()) {
            (true, _) => "it has no frames; a run has them with \"vtu\" among output.formats".into(),
            (false, true) => "is a file: name the directory of a run".into(),
            (false, false) => "there is no such directory; paths are relative to the scene file".into(),
        });
    }
    let list = Collection::load(&frames).map_err(|error| error.to_string())?;
    let bodies = list.entries.iter().filter_map(|entry| Some((number_of(entry)?, entry)));
    let bodies: Vec<(u32, &Entry)> = bodies.collect();
    let numbers: Vec<u32> = bodies.iter().map(|(number, _)| *number).collect();
    let last = numbers.iter().max().copied().ok_or("it has no frame yet; wait until it has one")?;
    let number = number.unwrap_or(last);
    if !numbers.contains(&number) {
        return Err(format!("there is no frame {number}: it has {}", ranges(numbers)));
    }
    let mut found = NamedFrame { number, ..NamedFrame::default() };
    let mut sums = Vec::new();
    for (_, entry) in bodies.iter().filter(|(other, _)| *other == number) {
        found.time = entry.time;
        let nodes = frames.join(nodes_file_name(&entry.name, number as usize));
        let path = if nodes.is_file() { nodes } else { frames.join(&entry.file) };
        sums.push(format!("{:016x}", checksum(&input::read(&path).map_err(|error| error.to_string())?)));
        found.bodies.push(body(&entry.name, &path)?);
    }
    found.digest = sums.join("-");
    Ok(found)
}

/// The number of the frame that a file belongs to; none of obstacles, and of what has no name of a frame.
fn number_of(entry: &Entry) -> Option<u32> {
    let (front, _) = entry.file.rsplit_once('.')?;
    let number: u32 = front.rsplit_once('_')?.1.parse().ok()?;
    (entry.file == frame_file_name(&entry.name, number as usize, "vtu")).then_some(number)
}

fn body(name: &str, path: &Path) -> Result<FrameBody, String> {
    let frame = vtu_read::read(path).map_err(|error| error.to_string())?;
    let velocity = frame.point_data.iter().find(|field| field.name == "velocity" && field.components == 3);
    Ok(FrameBody {
        name: name.into(),
        points: frame.points.as_chunks().0.to_vec(),
        velocities: velocity.map_or_else(Vec::new, |field| field.values.as_chunks().0.to_vec()),
        arity: frame.kind.arity(),
        cells: frame.cells,
    })
}

/// `0 to 12, 15`.
fn ranges(mut numbers: Vec<u32>) -> String {
    numbers.sort_unstable();
    numbers.dedup();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match *run {
        [only] => only.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn frames_are_told_in_short() {
        assert_eq!(ranges(vec![3, 0, 1, 2, 2, 7]), "0 to 3, 7");
    }
}
