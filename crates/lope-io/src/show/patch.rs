//! The area around every node of a surface: what a force there is spread over.

use lope::body::{Body, Cells};
use lope::geometry::mesh::TetMesh;
use lope::geometry::surface::boundary;
use lope::math::vec3::{Vec3, cross, norm, sub};

/// The faces of a surface: triangles in space, edges of a solid in the plane, which is one metre deep. Ropes and points have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Patches {
    /// No surface.
    #[default]
    None,
    /// Triangles.
    Triangles(Vec<[u32; 3]>),
    /// Edges.
    Edges(Vec<[u32; 2]>),
}

impl Patches {
    /// Those of a body, by its own nodes.
    pub(crate) fn new(body: &Body) -> Self {
        match &body.cells {
            Cells::Tets(tets) => {
                let points = vec![[0.0; 3]; body.nodes.len()];
                let mesh = TetMesh { points, tets: tets.clone(), groups: Default::default() };
                Self::Triangles(boundary(&mesh).triangles)
            }
            // A solid in the plane.
            Cells::Triangles(triangles) if body.strain.is_some() => Self::Edges(rim(triangles)),
            Cells::Triangles(triangles) => Self::Triangles(triangles.clone()),
            Cells::Lines(_) | Cells::Points(_) => Self::None,
        }
    }

    /// The forces on the nodes of a body by the areas around them as they are, Pa; zero inside. None without a surface.
    pub(crate) fn pressures(&self, x: &[f64], forces: &[f64]) -> Option<Vec<f64>> {
        let (x, forces): (&[Vec3], &[Vec3]) = (x.as_chunks().0, forces.as_chunks().0);
        let mut areas = vec![0.0; x.len()];
        match self {
            Self::None => return None,
            Self::Triangles(triangles) => triangles.iter().for_each(|triangle| {
                let [a, b, c] = triangle.map(|node| x[node as usize]);
                let third = norm(cross(sub(b, a), sub(c, a))) / 6.0;
                triangle.iter().for_each(|node| areas[*node as usize] += third);
            }),
            Self::Edges(edges) => edges.iter().for_each(|edge| {
                let [a, b] = edge.map(|node| x[node as usize]);
                edge.iter().for_each(|node| areas[*node as usize] += 0.5 * norm(sub(b, a)));
            }),
        }
        let pressure = |(force, area): (&Vec3, &f64)| if *area > 0.0 { norm(*force) / area } else { 0.0 };
        Some(forces.iter().zip(&areas).map(pressure).collect())
    }
}

/// Edges that belong to one triangle only.
fn rim(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let sides = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let mut edges: Vec<[u32; 2]> =
        triangles.iter().flat_map(sides).map(|[a, b]| [a.min(b), a.max(b)]).collect();
    edges.sort_unstable();
    edges.chunk_by(|a, b| a == b).filter(|same| same.len() == 1).map(|same| same[0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_force_is_spread_over_what_is_around_it() {
        let square = [[0, 1, 2], [0, 2, 3]];
        let x = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        let force = [[0.0, 0.0, 6.0], [0.0, 3.0, 0.0], [0.0; 3], [0.0; 3]];
        let of = |patches: &Patches| patches.pressures(x.as_flattened(), force.as_flattened());
        let sheet = Patches::Triangles(square.to_vec());
        assert_eq!(of(&sheet), Some(vec![9.0, 9.0, 0.0, 0.0]), "two thirds and one third of a square metre");
        let plane = Patches::Edges(rim(&square));
        assert_eq!(of(&plane), Some(vec![4.0, 2.0, 0.0, 0.0]), "one metre and a half");
        assert_eq!(of(&Patches::None), None);
    }
}
