//! Frames as Wavefront OBJ surfaces, one file a frame: what Blender and other animation tools import as a
//! sequence.
//!
//! Only points of the surface are written, in the order of their numbers: files of one body have the same
//! topology, so a tool may read the faces once and the points of every frame.

use std::io::Write as _;
use std::path::Path;

use crate::output::{OutputError, Result, atomic};
use crate::show::Shown;

/// The keyword of a line that holds one of these.
const fn keyword(shown: Shown) -> &'static str {
    match shown {
        Shown::Faces => "f",
        Shown::Lines => "l",
        Shown::Points => "p",
    }
}

/// Writes triangles, lines or points (their point numbers, one after the other) among `points` (interleaved xyz).
pub(super) fn write(path: &Path, name: &str, points: &[f64], shown: Shown, corners: &[u32]) -> Result<()> {
    atomic::write_parts(path, &[&encode(name, points, shown, corners)?], false)
}

fn encode(name: &str, points: &[f64], shown: Shown, corners: &[u32]) -> Result<Vec<u8>> {
    let (arity, word) = (shown.arity(), keyword(shown));
    let count = points.len() / 3;
    if points.len() != 3 * count || !corners.len().is_multiple_of(arity) {
        return Err(OutputError::shape(format!(
            "a surface has {} coordinates and {} corners, not multiples of 3 and {arity}",
            points.len(),
            corners.len()
        )));
    }
    let mut used = vec![false; count];
    for &node in corners {
        *used
            .get_mut(node as usize)
            .ok_or_else(|| OutputError::shape(format!("a surface names point {node} of {count}")))? = true;
    }

    let mut text = Vec::with_capacity(60 * count / 2 + 8 * corners.len());
    let name: String =
        name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect();
    // Writing to memory cannot fail, so the results are not looked at.
    let _ = writeln!(text, "o {name}");
    let mut number = vec![0_usize; count];
    let mut written = 0;
    for node in (0..count).filter(|&n| used[n]) {
        written += 1;
        number[node] = written;
        let [x, y, z] = [points[3 * node], points[3 * node + 1], points[3 * node + 2]];
        let _ = writeln!(text, "v {x:?} {y:?} {z:?}");
    }
    for cell in corners.chunks_exact(arity) {
        let _ = text.write_all(word.as_bytes());
        for &node in cell {
            let _ = write!(text, " {}", number[node as usize]);
        }
        text.push(b'\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_the_points_in_use_and_counts_from_one() {
        let points = [9.0, 9.0, 9.0, 0.1, 0.0, -0.0, 1e-9, 1.0, 0.0, 0.0, 0.0, 1.0];
        let text = encode("my body", &points, Shown::Faces, &[1, 2, 3]).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "o my_body\nv 0.1 0.0 -0.0\nv 1e-9 1.0 0.0\nv 0.0 0.0 1.0\nf 1 2 3\n");
        let back: Vec<f64> = text
            .lines()
            .filter_map(|l| l.strip_prefix("v "))
            .flat_map(|l| l.split(' ').map(|w| w.parse::<f64>().unwrap()))
            .collect();
        assert!(back.iter().zip(&points[3..]).all(|(a, b)| a.to_bits() == b.to_bits()));
    }

    #[test]
    fn lines_and_points_are_written_as_such() {
        let text = |shown, corners: &[u32]| {
            String::from_utf8(encode("a", &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], shown, corners).unwrap()).unwrap()
        };
        assert_eq!(text(Shown::Lines, &[1, 0]), "o a\nv 0.0 1.0 2.0\nv 3.0 4.0 5.0\nl 2 1\n");
        assert_eq!(text(Shown::Points, &[1]), "o a\nv 3.0 4.0 5.0\np 1\n");
    }

    #[test]
    fn a_triangle_without_its_point_is_refused() {
        let message = encode("a", &[0.0; 9], Shown::Faces, &[0, 1, 3]).unwrap_err().to_string();
        assert!(message.contains("point 3 of 3"), "{message}");
        assert!(encode("a", &[0.0; 9], Shown::Faces, &[0, 1]).is_err());
    }
}
