//! The messages in binary: topology and frames, little endian.

use axum::body::Bytes;
use lope_io::show::{Colour, Pose, ShownPart, Snapshot};

/// First number of a message of topology.
const TOPOLOGY: u32 = 1;
/// First number of a frame.
const FRAME: u32 = 2;
/// Bytes of a frame before its parts.
pub(crate) const HEADER: usize = 48;
/// Where a frame tells the number of the last drag it contains.
const SEQ_AT: usize = 24;

/// What stands before the parts of a frame beside time and step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stamp {
    pub(crate) generation: u32,
    /// Grows with every frame.
    pub(crate) number: u32,
    pub(crate) colour: Colour,
}

/// What stays: corners of all parts, and the points of those that do not move.
pub(crate) fn topology(generation: u32, parts: &[ShownPart], poses: &[Pose]) -> Bytes {
    let corners: usize = parts.iter().map(|part| part.corners.len()).sum();
    let mut out = Vec::with_capacity(4 * (3 + 2 * parts.len() + corners));
    put(&mut out, [TOPOLOGY, generation, count(parts.len())]);
    for (part, pose) in parts.iter().zip(poses) {
        put(&mut out, [count(part.corners.len())]);
        put(&mut out, part.corners.iter().copied());
        if part.moves {
            put(&mut out, [0]);
        } else {
            put(&mut out, [count(pose.points.len() / 3)]);
            put_reals(&mut out, &pose.points);
        }
    }
    out.into()
}

/// What moves, at one moment.
pub(crate) fn frame(stamp: Stamp, parts: &[ShownPart], shot: &Snapshot) -> Bytes {
    let moving = || parts.iter().zip(&shot.poses).enumerate().filter(|(_, (part, _))| part.moves);
    let reals: usize = moving().map(|(_, (_, pose))| pose.points.len() + pose.values.len()).sum();
    let mut out = Vec::with_capacity(HEADER + 4 * (3 * parts.len() + reals));
    put(&mut out, [FRAME, stamp.generation, shot.step as u32, stamp.number]);
    out.extend_from_slice(&shot.time.to_le_bytes());
    let colour = Colour::ALL.iter().position(|colour| *colour == stamp.colour).unwrap_or(0);
    put(&mut out, [0, count(colour)]);
    put_reals(&mut out, &shot.range().unwrap_or_default());
    put(&mut out, [count(moving().count()), 0]);
    for (index, (_, pose)) in moving() {
        put(&mut out, [count(index), count(pose.points.len() / 3), count(pose.values.len())]);
        put_reals(&mut out, &pose.points);
        put_reals(&mut out, &pose.values);
    }
    out.into()
}

/// The frame for a page whose last drag in it has this number; others share the bytes as they are.
pub(crate) fn with_seq(frame: &Bytes, seq: u32) -> Bytes {
    if seq == 0 {
        return frame.clone();
    }
    let mut own = frame.to_vec();
    if let Some(place) = own.get_mut(SEQ_AT..SEQ_AT + 4) {
        place.copy_from_slice(&seq.to_le_bytes());
    }
    own.into()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn put(out: &mut Vec<u8>, numbers: impl IntoIterator<Item = u32>) {
    numbers.into_iter().for_each(|n| out.extend_from_slice(&n.to_le_bytes()));
}

fn put_reals(out: &mut Vec<u8>, numbers: &[f32]) {
    numbers.iter().for_each(|n| out.extend_from_slice(&n.to_le_bytes()));
}

#[cfg(test)]
mod tests {
    use lope_io::show::{Role, Shown};

    use super::*;

    fn parts() -> Vec<ShownPart> {
        let part = |name: &str, role, moves| ShownPart {
            name: name.into(),
            role,
            shown: Shown::Faces,
            corners: vec![0, 1, 2],
            vertices: 3,
            moves,
        };
        vec![part("floor", Role::Obstacle, false), part("leaf", Role::Body, true)]
    }

    fn shot() -> Snapshot {
        let pose = |x: f32, values: Vec<f32>| Pose { points: vec![x; 9], values };
        Snapshot { time: 0.5, step: 30, poses: vec![pose(1.0, vec![]), pose(2.0, vec![-1.0, 4.0, 3.0])] }
    }

    #[test]
    fn topology_byte_for_byte() {
        let mut expected = Vec::new();
        for n in [1_u32, 7, 2, 3, 0, 1, 2, 3] {
            expected.extend(n.to_le_bytes());
        }
        (0..9).for_each(|_| expected.extend(1.0_f32.to_le_bytes()));
        for n in [3_u32, 0, 1, 2, 0] {
            expected.extend(n.to_le_bytes());
        }
        assert_eq!(topology(7, &parts(), &shot().poses), expected);
    }

    #[test]
    fn frame_byte_for_byte() {
        let mut expected = Vec::new();
        for n in [2_u32, 7, 30, 9] {
            expected.extend(n.to_le_bytes());
        }
        expected.extend(0.5_f64.to_le_bytes());
        for n in [0_u32, 1] {
            expected.extend(n.to_le_bytes());
        }
        for x in [-1.0_f32, 4.0] {
            expected.extend(x.to_le_bytes());
        }
        for n in [1_u32, 0, 1, 3, 3] {
            expected.extend(n.to_le_bytes());
        }
        (0..9).for_each(|_| expected.extend(2.0_f32.to_le_bytes()));
        for x in [-1.0_f32, 4.0, 3.0] {
            expected.extend(x.to_le_bytes());
        }
        let stamp = Stamp { generation: 7, number: 9, colour: Colour::Speed };
        let made = frame(stamp, &parts(), &shot());
        assert_eq!(made, expected);
        assert_eq!(with_seq(&made, 0), made);
        expected[24] = 5;
        assert_eq!(with_seq(&made, 5), expected);
    }
}
