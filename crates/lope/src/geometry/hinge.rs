//! Which triangles meet at which edges: what a surface bends about.

use thiserror::Error;

use super::topology::{HalfEdge, edges, half_edges};

/// Beyond an edge of a triangle: the triangle there, and its corner opposite of the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// The triangle.
    pub triangle: u32,
    /// Its corner that the edge has not.
    pub apex: u32,
}

/// Why triangles are no surface that could bend.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum HingeError {
    /// A branch.
    #[error(
        "the edge from vertex {} to vertex {} belongs to {} triangles ({}); a shell has two at most: separate its layers, or join \
         bodies of their own", .edge[0], .edge[1], .triangles.len(), listed(.triangles)
    )]
    Branch {
        /// Its ends.
        edge: [u32; 2],
        /// The triangles.
        triangles: Vec<u32>,
    },
    /// The same triangle twice.
    #[error("triangles {} and {} have the same vertices; remove one of them", .0[0], .0[1])]
    Twice([u32; 2]),
}

fn listed(numbers: &[u32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What is beyond the edge opposite of each corner of each triangle; nothing at a border.
///
/// # Errors
/// If an edge belongs to more than two triangles, or two triangles are the same.
pub fn neighbours(triangles: &[[u32; 3]]) -> Result<Vec<[Option<Beyond>; 3]>, HingeError> {
    let mut found = vec![[None; 3]; triangles.len()];
    let sides = half_edges(triangles);
    for sides in edges(&sides) {
        let [a, b] = match sides {
            [_] => continue,
            [a, b] => [a, b],
            more => {
                let edge = [more[0].low, more[0].high];
                return Err(HingeError::Branch {
                    edge,
                    triangles: more.iter().map(|side| side.triangle).collect(),
                });
            }
        };
        let place = |side: &HalfEdge| {
            let corners = triangles[side.triangle as usize];
            corners.iter().position(|&v| v != side.low && v != side.high).unwrap_or(0)
        };
        let apex = |side: &HalfEdge| triangles[side.triangle as usize][place(side)];
        if apex(a) == apex(b) {
            return Err(HingeError::Twice([a.triangle, b.triangle]));
        }
        for [own, other] in [[a, b], [b, a]] {
            found[own.triangle as usize][place(own)] =
                Some(Beyond { triangle: other.triangle, apex: apex(other) });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_beyond() {
        let found = neighbours(&[[0, 1, 2], [2, 1, 3]]).unwrap();
        assert_eq!(found[0], [Some(Beyond { triangle: 1, apex: 3 }), None, None]);
        assert_eq!(found[1], [None, None, Some(Beyond { triangle: 0, apex: 0 })]);
    }

    #[test]
    fn branches_and_copies_are_refused() {
        let branch = neighbours(&[[0, 1, 2], [0, 1, 3], [1, 0, 4]]).unwrap_err();
        assert_eq!(branch, HingeError::Branch { edge: [0, 1], triangles: vec![0, 1, 2] });
        assert!(branch.to_string().contains("from vertex 0 to vertex 1 belongs to 3 triangles (0, 1, 2)"));
        assert_eq!(neighbours(&[[0, 1, 2], [1, 0, 2]]).unwrap_err(), HingeError::Twice([0, 1]));
    }
}
