//! Nets of masses: cloth, ropes, and whatever else springs are to join.
//!
//! A net needs no volume: its elements may be lines, triangles anywhere in space, tetrahedra or single points, and only
//! say how its mass is spread and what is shown.

use thiserror::Error;

use super::solid::{Cells, Solid};
use crate::math::vec3::{cross, dot, norm, sub};

/// How the mass of a net is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weight {
    /// Per length, area or volume, kg/m, kg/m² or kg/m³.
    Density(f64),
    /// Of the whole, kg.
    Total(f64),
    /// Of every vertex, kg.
    Vertex(f64),
}

/// A vertex that could not be moved.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("vertex {vertex} would have a mass of {mass} kg: it belongs to no element that has an extent")]
pub struct NoMass {
    /// The vertex.
    pub vertex: usize,
    /// Its mass, kg.
    pub mass: f64,
}

impl Solid {
    /// A net whose elements have one kilogram per metre, square metre or cubic metre, and points one each.
    pub fn net(points: Vec<[f64; 3]>, cells: Cells) -> Self {
        let mut mass = vec![0.0; points.len()];
        for element in 0..cells.len() {
            let nodes = cells.nodes(element);
            let share = extent(&points, nodes) / nodes.len() as f64;
            nodes.iter().for_each(|&node| mass[node as usize] += share);
        }
        Self { points, mass, cells }
    }

    /// Gives a net of unit density its mass.
    ///
    /// # Errors
    /// If a vertex has none.
    pub fn weighed(mut self, weight: Weight) -> Result<Self, NoMass> {
        match weight {
            Weight::Vertex(mass) => self.mass.fill(mass),
            Weight::Density(density) => self.mass.iter_mut().for_each(|mass| *mass *= density),
            Weight::Total(total) => {
                let sum: f64 = self.mass.iter().sum();
                self.mass.iter_mut().for_each(|mass| *mass *= total / sum);
            }
        }
        match self.mass.iter().position(|mass| !(mass.is_finite() && *mass > 0.0)) {
            Some(vertex) => Err(NoMass { vertex, mass: self.mass[vertex] }),
            None => Ok(self),
        }
    }
}

/// The length, area or volume of an element; 1 of a point.
pub fn extent(points: &[[f64; 3]], nodes: &[u32]) -> f64 {
    let from = |k: usize| sub(points[nodes[k] as usize], points[nodes[0] as usize]);
    match nodes.len() {
        0 | 1 => 1.0,
        2 => norm(from(1)),
        3 => norm(cross(from(1), from(2))) / 2.0,
        _ => dot(cross(from(1), from(2)), from(3)).abs() / 6.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A right triangle of 3 by 4 off the coordinate planes.
    fn triangle() -> Solid {
        let points = vec![[0.0, 1.0, 0.0], [3.0, 1.0, 0.0], [3.0, 1.0, 4.0]];
        Solid::net(points, Cells::Triangles(vec![[0, 1, 2]]))
    }

    #[test]
    fn masses_follow_length_area_and_volume() {
        assert_eq!(triangle().weighed(Weight::Density(0.5)).unwrap().mass, [1.0; 3]);
        let line = Solid::net(triangle().points, Cells::Lines(vec![[0, 1], [1, 2]]));
        assert_eq!(line.weighed(Weight::Density(2.0)).unwrap().mass, [3.0, 7.0, 4.0]);
        let points = [triangle().points, vec![[0.0, 7.0, 0.0]]].concat();
        let tet = Solid::net(points.clone(), Cells::Tets(vec![[0, 1, 2, 3]]));
        let volume = 12.0;
        assert_eq!(tet.weighed(Weight::Density(1.0)).unwrap().mass, [volume / 4.0; 4]);
        let dots = Solid::net(points, Cells::Points((0..4).map(|i| [i]).collect()));
        assert_eq!(dots.weighed(Weight::Total(2.0)).unwrap().mass, [0.5; 4]);
    }

    #[test]
    fn a_total_is_spread_and_a_vertex_mass_is_exact() {
        assert_eq!(triangle().weighed(Weight::Total(6.0)).unwrap().mass, [2.0; 3]);
        assert_eq!(triangle().weighed(Weight::Vertex(0.1)).unwrap().mass, [0.1; 3]);
    }

    #[test]
    fn a_vertex_without_mass_is_named() {
        let mut points = triangle().points;
        points.push([9.0; 3]);
        let loose = || Solid::net(points.clone(), Cells::Triangles(vec![[0, 1, 2]]));
        for weight in [Weight::Density(1.0), Weight::Total(1.0)] {
            assert_eq!(loose().weighed(weight).err(), Some(NoMass { vertex: 3, mass: 0.0 }));
        }
        assert!(loose().weighed(Weight::Vertex(1.0)).is_ok());
        let nothing = Solid::net(vec![[1.0; 3]; 2], Cells::Lines(vec![[0, 1]]));
        assert!(nothing.weighed(Weight::Total(1.0)).is_err(), "no length to spread it over");
    }
}
