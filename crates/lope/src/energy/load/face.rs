//! Pieces of a surface: triangles in space, edges in the plane.

use std::sync::Arc;

use crate::math::vec3::{Vec3, cross, sub};

/// Triangles, or edges of a plane, in which everything is one metre deep. A triangle (a, b, c) points along (b − a) × (c − a), an
/// edge (a, b) to the right of the way from a to b: out of what lies to the left.
#[derive(Clone, Debug, PartialEq)]
pub struct Faces {
    /// Nodes of each: 3, or 2.
    arity: usize,
    nodes: Arc<[u32]>,
}

impl Faces {
    /// Triangles.
    pub fn triangles(triangles: &[[u32; 3]]) -> Self {
        Self { arity: 3, nodes: triangles.as_flattened().into() }
    }

    /// Edges of the plane.
    pub fn edges(edges: &[[u32; 2]]) -> Self {
        Self { arity: 2, nodes: edges.as_flattened().into() }
    }

    /// The same that point to the other side.
    pub fn turned(&self) -> Self {
        let mut nodes = self.nodes.to_vec();
        nodes.chunks_exact_mut(self.arity).for_each(|face| face.reverse());
        Self { arity: self.arity, nodes: nodes.into() }
    }

    /// Nodes of each.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// All nodes, face by face.
    pub fn nodes(&self) -> &Arc<[u32]> {
        &self.nodes
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len() / self.arity
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes of one.
    pub fn face(&self, face: usize) -> &[u32] {
        &self.nodes[self.arity * face..][..self.arity]
    }

    /// The normal of a face, as long as its area, m².
    pub fn area_normal(&self, x: &[f64], face: usize) -> Vec3 {
        let nodes = self.face(face);
        let at = |k: usize| place(x, nodes[k]);
        if self.arity == 3 {
            return cross(sub(at(1), at(0)), sub(at(2), at(0))).map(|n| 0.5 * n);
        }
        let [dx, dy, _] = sub(at(1), at(0));
        [dy, -dx, 0.0]
    }

    /// The mean of a value of nodes over a face.
    pub fn mean(&self, v: &[f64], face: usize) -> Vec3 {
        let nodes = self.face(face);
        let sum = nodes.iter().fold([0.0; 3], |sum, node| {
            let v = place(v, *node);
            [0, 1, 2].map(|i| sum[i] + v[i])
        });
        sum.map(|v| v / self.arity as f64)
    }

    /// The volume between a face and a point, m³: of all faces of a closed surface together what it encloses.
    pub fn cone(&self, x: &[f64], tip: Vec3, face: usize) -> f64 {
        let nodes = self.face(face);
        let at = |k: usize| sub(place(x, nodes[k]), tip);
        let (a, b) = (at(0), at(1));
        if self.arity == 3 {
            let n = cross(b, at(2));
            return (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 6.0;
        }
        0.5 * (a[0] * b[1] - a[1] * b[0])
    }

    /// Nodes of the rim, ascending: those of edges (in the plane: ends) that two faces do not share in opposite directions. A
    /// surface without rim is closed.
    pub fn rim(&self) -> Vec<u32> {
        let mut sides: Vec<(Vec<u32>, i32)> = Vec::new();
        for face in self.nodes.chunks_exact(self.arity) {
            if let &[a, b] = face {
                sides.extend([(vec![a], -1), (vec![b], 1)]);
                continue;
            }
            for k in 0..3 {
                let (a, b) = (face[k], face[(k + 1) % 3]);
                sides.push((vec![a.min(b), a.max(b)], if a < b { 1 } else { -1 }));
            }
        }
        sides.sort_unstable();
        let open = |same: &&[(Vec<u32>, i32)]| same.iter().map(|(_, way)| way).sum::<i32>() != 0;
        let mut rim: Vec<u32> =
            sides.chunk_by(|a, b| a.0 == b.0).filter(open).flat_map(|same| same[0].0.clone()).collect();
        rim.sort_unstable();
        rim.dedup();
        rim
    }
}

/// Where a node is.
pub(super) fn place(x: &[f64], node: u32) -> Vec3 {
    let at = 3 * node as usize;
    [x[at], x[at + 1], x[at + 2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tetrahedron_is_closed_and_has_its_volume_from_any_point() {
        let x = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0];
        let faces = Faces::triangles(&[[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]]);
        assert_eq!(faces.rim(), [0; 0]);
        let volume = |tip| (0..4).map(|face| faces.cone(&x, tip, face)).sum::<f64>();
        assert!((volume([0.3, 7.0, -2.0]) - 1.0).abs() < 1e-12 && (volume([0.0; 3]) - 1.0).abs() < 1e-12);
        assert!((faces.turned().cone(&x, [5.0; 3], 0) + faces.cone(&x, [5.0; 3], 0)).abs() < 1e-14);
        let open = Faces::triangles(&[[1, 2, 3], [0, 3, 2]]);
        assert_eq!(open.rim(), [0, 1, 2, 3]);
        let fan = Faces::triangles(&[[0, 1, 2], [0, 2, 3], [0, 3, 1]]);
        assert_eq!(fan.rim(), [1, 2, 3], "the tip is inside");
    }

    #[test]
    fn edges_of_a_square_point_out_of_it() {
        let x = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 1.0, 0.0];
        let faces = Faces::edges(&[[0, 1], [1, 2], [2, 3], [3, 0]]);
        assert_eq!((faces.rim(), faces.area_normal(&x, 0)), (vec![], [0.0, -2.0, 0.0]));
        let area: f64 = (0..4).map(|face| faces.cone(&x, [9.0, -3.0, 0.0], face)).sum();
        assert!((area - 2.0).abs() < 1e-12);
        assert_eq!(Faces::edges(&[[0, 1], [1, 2]]).rim(), [0, 2]);
    }
}
