//! Probes: what is measured of bodies as they move. They look; they change nothing.

use std::sync::Arc;

use super::World;
use crate::body::strained::{edges, gradient};
use crate::energy::load::Faces;
use crate::material::Material;
use crate::math::small::{det, mul_transposed};
use crate::math::vec3::{Vec3, along, distance, dot, norm, sub};

/// A mean of nodes: their numbers and weights, which sum to one.
pub type Spot = Vec<(u32, f64)>;

/// An element whose stress is told.
#[derive(Clone)]
pub struct Piece {
    /// Its nodes: four of a tetrahedron, three of a triangle of the plane.
    pub nodes: Vec<u32>,
    /// What it is made of.
    pub material: Arc<dyn Material>,
}

/// Something that is measured.
#[derive(Clone)]
pub enum Measure {
    /// Where a spot is, m.
    Position(Spot),
    /// How far it is from its rest position, m.
    Displacement(Spot),
    /// How fast it is, m/s.
    Velocity(Spot),
    /// Mean Cauchy stress of elements, Pa, by their volumes as they are: xx, yy, zz, yz, xz, xy.
    Stress(Vec<Piece>),
    /// What elements fill, m³.
    Content(Vec<Vec<u32>>),
    /// What a closed surface encloses, m³.
    Enclosed(Faces),
    /// Area of a surface, m².
    Area(Faces),
    /// Length of the way through spots, m.
    Distance(Vec<Spot>),
    /// Angle at the second of three spots, degrees.
    Angle([Spot; 3]),
}

/// A probe: what it measures, under a name.
#[derive(Clone)]
pub struct Probe {
    /// Its name.
    pub name: String,
    /// What it measures.
    pub measures: Vec<Measure>,
}

impl Measure {
    /// Endings of its columns.
    fn endings(&self) -> &'static [&'static str] {
        match self {
            Self::Position(_) => &["x", "y", "z"],
            Self::Displacement(_) => &["dx", "dy", "dz"],
            Self::Velocity(_) => &["vx", "vy", "vz"],
            Self::Stress(_) => &["sxx", "syy", "szz", "syz", "sxz", "sxy"],
            Self::Content(_) | Self::Enclosed(_) => &["volume"],
            Self::Area(_) => &["area"],
            Self::Distance(_) => &["distance"],
            Self::Angle(_) => &["angle"],
        }
    }

    fn take(&self, rest: &[f64], x: &[f64], v: &[f64], out: &mut Vec<f64>) {
        match self {
            Self::Position(spot) => out.extend(mean(spot, x)),
            Self::Displacement(spot) => out.extend(sub(mean(spot, x), mean(spot, rest))),
            Self::Velocity(spot) => out.extend(mean(spot, v)),
            Self::Stress(pieces) => out.extend(stress(pieces, rest, x)),
            Self::Content(elements) => out.push(elements.iter().map(|nodes| content(nodes, x)).sum()),
            Self::Enclosed(faces) => {
                let tip = faces.nodes().first().map_or([0.0; 3], |node| place(x, *node));
                out.push((0..faces.len()).map(|face| faces.cone(x, tip, face)).sum());
            }
            Self::Area(faces) => {
                out.push((0..faces.len()).map(|face| norm(faces.area_normal(x, face))).sum());
            }
            Self::Distance(spots) => {
                let pairs = spots.windows(2).map(|pair| distance(mean(&pair[0], x), mean(&pair[1], x)));
                out.push(pairs.sum());
            }
            Self::Angle([a, b, c]) => {
                let [a, b, c] = [a, b, c].map(|spot| mean(spot, x));
                let (one, other) = (sub(a, b), sub(c, b));
                let across = crate::math::vec3::cross(one, other);
                out.push(norm(across).atan2(dot(one, other)).to_degrees());
            }
        }
    }
}

fn place(x: &[f64], node: u32) -> Vec3 {
    let at = 3 * node as usize;
    [x[at], x[at + 1], x[at + 2]]
}

fn mean(spot: &Spot, x: &[f64]) -> Vec3 {
    spot.iter().fold([0.0; 3], |sum, (node, weight)| along(sum, *weight, place(x, *node)))
}

fn content(nodes: &[u32], x: &[f64]) -> f64 {
    let simplex = if nodes.len() == 4 { 6.0 } else { 2.0 };
    det(&edges(nodes, 0, x)) / simplex
}

/// σ = P Fᵀ/J, weighted by volumes.
fn stress(pieces: &[Piece], rest: &[f64], x: &[f64]) -> [f64; 6] {
    let (mut sum, mut volume) = ([0.0; 6], 0.0);
    for Piece { nodes, material } in pieces {
        let Some(f) = gradient(nodes, 0, rest, x) else { continue };
        let size = content(nodes, rest).abs();
        // J σ V₀ = P Fᵀ V₀.
        let tau = mul_transposed(&material.pk1(&f), &f);
        for (sum, [i, j]) in sum.iter_mut().zip([[0, 0], [1, 1], [2, 2], [1, 2], [0, 2], [0, 1]]) {
            *sum += size * tau[i][j];
        }
        volume += size * det(&f);
    }
    sum.map(|sum| sum / volume)
}

impl World {
    /// The same before its first step, with probes; `rest` is where all nodes are at rest.
    pub fn with_probes(mut self, probes: Vec<Probe>, rest: Vec<f64>) -> Self {
        (self.probes, self.rest) = (probes, rest);
        self
    }

    /// Where all nodes are at rest, interleaved xyz.
    pub fn rest(&self) -> &[f64] {
        &self.rest
    }

    /// Names of what probes measure, one for each number of [`measured`](Self::measured).
    pub fn probe_columns(&self) -> Vec<String> {
        let of = |probe: &Probe| {
            let endings = probe.measures.iter().flat_map(Measure::endings);
            endings.map(|ending| format!("{}.{ending}", probe.name)).collect::<Vec<_>>()
        };
        self.probes.iter().flat_map(of).collect()
    }

    /// What probes measure of the accepted state.
    pub fn measured(&self) -> Vec<f64> {
        let state = &self.parts.state;
        let mut out = Vec::new();
        for measure in self.probes.iter().flat_map(|probe| &probe.measures) {
            measure.take(&self.rest, &state.x, state.momentum(), &mut out);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::{Model, Parameters, build};

    const REST: [f64; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

    fn taken(measure: Measure, x: &[f64]) -> Vec<f64> {
        let mut out = Vec::new();
        measure.take(&REST, x, &[2.0; 12], &mut out);
        assert_eq!(out.len(), measure.endings().len());
        out
    }

    fn spot(node: u32) -> Spot {
        vec![(node, 1.0)]
    }

    #[test]
    fn lengths_angles_and_volumes_are_those_of_geometry() {
        let x: Vec<f64> = REST.iter().map(|x| 2.0 * x + 1.0).collect();
        assert_eq!(taken(Measure::Position(vec![(1, 0.5), (2, 0.5)]), &x), [2.0, 2.0, 1.0]);
        assert_eq!(taken(Measure::Displacement(spot(1)), &x), [2.0, 1.0, 1.0]);
        assert_eq!(taken(Measure::Velocity(spot(1)), &x), [2.0; 3]);
        assert!((taken(Measure::Content(vec![vec![0, 1, 2, 3]]), &x)[0] - 8.0 / 6.0).abs() < 1e-14);
        let faces = Faces::triangles(&[[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]]);
        assert!((taken(Measure::Enclosed(faces.clone()), &x)[0] - 8.0 / 6.0).abs() < 1e-14);
        assert!((taken(Measure::Area(faces), &x)[0] - 6.0 - 12_f64.sqrt()).abs() < 1e-13);
        assert!((taken(Measure::Distance(vec![spot(1), spot(0), spot(2)]), &x)[0] - 4.0).abs() < 1e-14);
        assert!((taken(Measure::Angle([spot(1), spot(0), spot(2)]), &x)[0] - 90.0).abs() < 1e-12);
        assert!((taken(Measure::Angle([spot(0), spot(1), spot(2)]), &x)[0] - 45.0).abs() < 1e-12);
    }

    /// σ of small strain is 2με + λ tr ε, and it turns with the body.
    #[test]
    fn stress_is_cauchys() {
        let (mu, lambda, strain) = (2.0, 3.0, 1e-6);
        let material = build(Model::Stvk, Parameters::from_lame(Model::Stvk, mu, lambda), false);
        let pieces = || vec![Piece { nodes: vec![0, 1, 2, 3], material: material.clone() }];
        let mut x = REST;
        x[3] += strain;
        let along_x = (2.0 * mu + lambda) * strain;
        let found = taken(Measure::Stress(pieces()), &x);
        assert!((found[0] / along_x - 1.0).abs() < 1e-5 && (found[1] / (lambda * strain) - 1.0).abs() < 1e-5);
        // A quarter turn about z: x goes to y.
        let turned: Vec<f64> = x.chunks_exact(3).flat_map(|p| [-p[1], p[0], p[2]]).collect();
        let found = taken(Measure::Stress(pieces()), &turned);
        assert!((found[1] / along_x - 1.0).abs() < 1e-5 && found[5].abs() < 1e-4 * along_x, "{found:?}");
    }
}
