//! Shells: which nodes the elements of bending have.
//!
//! A membrane has the triangles of the surface. What bends is an edge with both its triangles, or a triangle with all those beyond its
//! edges.

use crate::geometry::hinge::{HingeError, neighbours};

/// Nodes of the elements of bending, numbered as the triangles are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bends {
    /// Every edge that two triangles share: the apex of one, the ends, the other's apex.
    pub edges: Vec<u32>,
    /// Every triangle with an edge like that: three corners, then the apexes beyond its edges, of which the first is opposite of the
    /// first corner. By how many such edges they have, 1 to 3.
    pub triangles: [Vec<u32>; 3],
}

impl Bends {
    /// Of a surface.
    ///
    /// # Errors
    /// If more than two triangles share an edge, or two triangles are the same.
    pub fn new(triangles: &[[u32; 3]]) -> Result<Self, HingeError> {
        let mut found = Self::default();
        for (number, (corners, beyond)) in triangles.iter().zip(neighbours(triangles)?).enumerate() {
            for k in 0..3 {
                if let Some(other) = beyond[k].filter(|other| other.triangle as usize > number) {
                    let turned = [0, 1, 2].map(|i| corners[(k + i) % 3]);
                    found.edges.extend(turned);
                    found.edges.push(other.apex);
                }
            }
            let inner: Vec<usize> = (0..3).filter(|&k| beyond[k].is_some()).collect();
            // Turned so that edges with something beyond come first.
            let start = match *inner {
                [] => continue,
                [0, 2] => 2,
                [k, ..] => k,
            };
            let turned = [0, 1, 2].map(|k| (start + k) % 3);
            let set = &mut found.triangles[inner.len() - 1];
            set.extend(turned.map(|k| corners[k]));
            set.extend(turned.iter().filter_map(|&k| Some(beyond[k]?.apex)));
        }
        Ok(found)
    }

    /// The same with all numbers counted from `first`.
    #[must_use]
    pub fn from(mut self, first: u32) -> Self {
        let lists = std::iter::once(&mut self.edges).chain(&mut self.triangles);
        lists.flatten().for_each(|node| *node += first);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fan_bends_at_its_inner_edges() {
        // Four triangles around vertex 0, open between 1 and 5.
        let fan = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
        let bends = Bends::new(&fan).unwrap();
        assert_eq!(bends.edges, [1, 2, 0, 3, 2, 3, 0, 4, 3, 4, 0, 5]);
        assert_eq!(bends.triangles[0], [1, 2, 0, 3, 5, 0, 4, 3]);
        assert_eq!(bends.triangles[1], [2, 3, 0, 4, 1, 3, 4, 0, 5, 2]);
        assert!(bends.triangles[2].is_empty());
        assert_eq!(bends.clone().from(7).edges[0], 8);
    }
}
