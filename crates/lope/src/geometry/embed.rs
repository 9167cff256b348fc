//! A fine surface that rides along in a coarse mesh: simulated coarse, shown fine.
//!
//! Every fine vertex is held by one tetrahedron: by the one it is in, or else by the one behind the nearest face
//! of the boundary, continued beyond that face. Its position is a weighted mean of four nodes, with weights that
//! sum to one, so that every affine motion of the coarse mesh is followed exactly.

use rayon::prelude::*;

use super::bvh::{Aabb, Bvh};
use super::closest::TriangleTree;
use super::mesh::TetMesh;
use super::surface::boundary;
use crate::math::vec3::{Vec3, cross, dot, sub};

/// Vertices moved by one thread in one go.
const CHUNK: usize = 1024;
/// A point is in a tetrahedron if no weight is below this: on a face it may be in either.
const INSIDE: f64 = -1e-12;

/// The coarse tetrahedra that hold fine vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    /// The four nodes that hold each vertex.
    nodes: Vec<[u32; 4]>,
    /// Their weights.
    weights: Vec<[f64; 4]>,
    /// The tetrahedron of each vertex.
    tets: Vec<u32>,
    outside: usize,
}

/// Why a surface cannot be embedded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// There is nothing to embed in.
    #[error("there are no tetrahedra to embed a surface in")]
    NoTets,
    /// A vertex has no place.
    #[error("vertex {0} of the surface is not at a finite position")]
    NonFinite(u32),
}

impl Embedding {
    /// Finds the tetrahedra that hold `points`. The mesh must have passed [`prepare`](super::prepare).
    ///
    /// # Errors
    /// If there are no tetrahedra, or a point is not finite.
    pub fn new(mesh: &TetMesh, points: &[[f64; 3]]) -> Result<Self, EmbedError> {
        if mesh.tets.is_empty() {
            return Err(EmbedError::NoTets);
        }
        if let Some(bad) = points.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            return Err(EmbedError::NonFinite(bad as u32));
        }
        let boxes: Vec<Aabb> = (0..mesh.tets.len()).map(|tet| Aabb::around(&mesh.corners(tet))).collect();
        let tree = Bvh::new(&boxes);
        let skin = boundary(mesh);
        let faces = TriangleTree::new(&mesh.points, &skin.triangles);
        let hold = |p: &Vec3| {
            let mut best: Option<(u32, [f64; 4], f64)> = None;
            tree.overlapping(&Aabb { low: *p, high: *p }, |tet| {
                let weights = barycentric(mesh.corners(tet as usize), *p);
                let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
                let better = |(old, _, most): (u32, _, f64)| least > most || (least == most && tet < old);
                if least >= INSIDE && best.is_none_or(better) {
                    best = Some((tet, weights, least));
                }
            });
            best.map(|(tet, weights, _)| (tet, weights, false)).unwrap_or_else(|| {
                let face = faces.nearest(*p).map_or(0, |nearest| nearest.triangle);
                let tet = skin.tets.get(face as usize).copied().unwrap_or(0);
                (tet, barycentric(mesh.corners(tet as usize), *p), true)
            })
        };
        let held: Vec<(u32, [f64; 4], bool)> = points.par_iter().with_min_len(CHUNK / 16).map(hold).collect();
        Ok(Self {
            nodes: held.iter().map(|(tet, ..)| mesh.tets[*tet as usize]).collect(),
            weights: held.iter().map(|(_, weights, _)| *weights).collect(),
            tets: held.iter().map(|(tet, ..)| *tet).collect(),
            outside: held.iter().filter(|(.., outside)| *outside).count(),
        })
    }

    /// Holds all `points` by one tetrahedron, wherever they are: they follow its affine motion.
    pub fn affine(corners: [Vec3; 4], points: &[Vec3]) -> Self {
        let count = points.len();
        let weights = points.iter().map(|point| barycentric(corners, *point)).collect();
        Self { nodes: vec![[0, 1, 2, 3]; count], weights, tets: vec![0; count], outside: 0 }
    }

    /// Number of vertices held.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no vertex is held.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The tetrahedron of each vertex.
    pub fn tets(&self) -> &[u32] {
        &self.tets
    }

    /// Nodes and weights of each vertex.
    pub fn points(&self) -> impl Iterator<Item = ([u32; 4], [f64; 4])> {
        self.nodes.iter().copied().zip(self.weights.iter().copied())
    }

    /// How many vertices are in no tetrahedron and continue the nearest one.
    pub fn outside(&self) -> usize {
        self.outside
    }

    /// Positions of the fine vertices (three numbers each, as many as fit into `out`) from those of the nodes.
    /// In parallel, without allocation, the same bits for any number of threads.
    pub fn apply(&self, nodes: &[f64], out: &mut [f64]) {
        let chunks = self.nodes.par_chunks(CHUNK).zip(self.weights.par_chunks(CHUNK));
        out.par_chunks_mut(3 * CHUNK).zip(chunks).for_each(|(out, (stencils, weights))| {
            for ((x, stencil), weights) in out.chunks_exact_mut(3).zip(stencils).zip(weights) {
                let node = stencil.map(|v| 3 * v as usize);
                for k in 0..3 {
                    x[k] = (0..4).map(|a| weights[a] * nodes[node[a] + k]).sum();
                }
            }
        });
    }
}

/// The weights of a tetrahedron's corners whose mean is `p`. One step of refinement takes back what rounding
/// in a thin tetrahedron costs.
fn barycentric(corners: [Vec3; 4], p: Vec3) -> [f64; 4] {
    let [a, b, c, d] = corners;
    let (u, v, w) = (sub(b, a), sub(c, a), sub(d, a));
    let (vw, wu, uv) = (cross(v, w), cross(w, u), cross(u, v));
    let det = dot(u, vw);
    let solve = |r: Vec3| [dot(r, vw) / det, dot(r, wu) / det, dot(r, uv) / det];
    let mut y = solve(sub(p, a));
    let rest = [0, 1, 2].map(|k| (p[k] - a[k]) - (y[0] * u[k] + y[1] * v[k] + y[2] * w[k]));
    let more = solve(rest);
    (0..3).for_each(|k| y[k] += more[k]);
    [1.0 - y[0] - y[1] - y[2], y[0], y[1], y[2]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::noise::Noise;
    use crate::geometry::{Transform, shape};

    fn flat(points: &[Vec3]) -> Vec<f64> {
        points.iter().flatten().copied().collect()
    }

    fn fine() -> Vec<Vec3> {
        shape::sphere(1.0, 18).unwrap().points
    }

    #[test]
    fn at_rest_every_vertex_is_where_it_was() {
        let coarse = shape::sphere(1.0, 4).unwrap();
        let embedding = Embedding::new(&coarse, &fine()).unwrap();
        assert!(embedding.outside() > 0 && embedding.outside() < embedding.len());
        let mut out = vec![0.0; 3 * fine().len()];
        embedding.apply(&flat(&coarse.points), &mut out);
        let worst = out.iter().zip(flat(&fine())).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-14, "{worst}");
    }

    #[test]
    fn affine_motion_is_followed_exactly() {
        let mut coarse = shape::sphere(1.0, 4).unwrap();
        let points: Vec<Vec3> = fine().iter().map(|p| p.map(|x| 1.02 * x)).collect();
        let embedding = Embedding::new(&coarse, &points).unwrap();
        let by = Transform { scale: [1.5, 0.7, 1.1], translation: [3.0, -2.0, 0.5], ..Transform::default() }
            .rotated([0.4, 1.0, -0.3]);
        coarse.transform(&by);
        let mut out = vec![0.0; 3 * points.len()];
        embedding.apply(&flat(&coarse.points), &mut out);
        for (x, p) in out.chunks_exact(3).zip(&points) {
            let expected = by.apply(*p);
            assert!((0..3).all(|k| (x[k] - expected[k]).abs() < 1e-12), "{x:?} {expected:?}");
        }
    }

    #[test]
    fn a_vertex_is_held_by_the_tet_it_is_in() {
        let coarse = shape::cuboid([2.0; 3], [3, 3, 3]).unwrap();
        let mut noise = Noise::new(8);
        let points: Vec<Vec3> = (0..300).map(|_| noise.point()).collect();
        let embedding = Embedding::new(&coarse, &points).unwrap();
        assert_eq!(embedding.outside(), 0);
        for ((nodes, weights), tet) in embedding.points().zip(embedding.tets()) {
            assert_eq!(nodes, coarse.tets[*tet as usize]);
            assert!(weights.iter().all(|w| *w >= INSIDE));
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        }
        // The nodes themselves, on the faces of many tetrahedra, are inside too.
        assert_eq!(Embedding::new(&coarse, &coarse.points).unwrap().outside(), 0);
    }

    #[test]
    fn thin_tets_keep_the_digits() {
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.3, 0.3, 1e-6]];
        let mesh = TetMesh { points: corners.to_vec(), tets: vec![[0, 1, 2, 3]], ..TetMesh::default() };
        let point = [0.4, 0.1, 2e-6];
        let embedding = Embedding::new(&mesh, &[point]).unwrap();
        let mut out = [0.0; 3];
        embedding.apply(&flat(&mesh.points), &mut out);
        assert!((0..3).all(|k| (out[k] - point[k]).abs() < 1e-15), "{out:?}");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let coarse = shape::cuboid([1.0; 3], [1, 1, 1]).unwrap();
        assert_eq!(Embedding::new(&TetMesh::default(), &[]), Err(EmbedError::NoTets));
        assert_eq!(Embedding::new(&coarse, &[[0.0; 3], [f64::NAN; 3]]), Err(EmbedError::NonFinite(1)));
        assert!(Embedding::new(&coarse, &[]).unwrap().is_empty());
    }
}
