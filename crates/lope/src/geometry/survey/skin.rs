//! The edges and corners of a surface: is it closed, does it have a side, is it a surface at all?

use crate::geometry::topology::{Sets, edges, half_edges};
use crate::math::vec3::Vec3;

/// Facts about the edges and corners of a surface. Edges are pairs of vertex numbers, lower first, ascending.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Number of triangles.
    pub triangles: usize,
    /// Number of edges.
    pub edges: usize,
    /// Number of vertices on it.
    pub vertices: usize,
    /// Whether every edge has exactly two triangles. A surface of nothing is not closed.
    pub closed: bool,
    /// Edges of one triangle only.
    pub boundary: Vec<[u32; 2]>,
    /// Edges of three or more triangles.
    pub non_manifold: Vec<[u32; 2]>,
    /// Edges of two triangles that disagree on what is outside.
    pub inconsistent: Vec<[u32; 2]>,
    /// Vertices where two or more sheets of the surface meet in nothing but that vertex.
    pub non_manifold_vertices: Vec<u32>,
    /// Closed lines that the boundary edges form.
    pub holes: usize,
    /// Middles of the first boundary, non-manifold and inconsistent edge.
    pub(super) near: [Option<Vec3>; 3],
}

impl Skin {
    /// Looks at triangles whose vertices exist.
    pub(super) fn new(points: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let half = half_edges(triangles);
        let mut skin = Self { triangles: triangles.len(), ..Self::default() };
        // Corners of triangles, joined where triangles share an edge at that corner: one set a sheet.
        let mut sheets = Sets::new(3 * triangles.len());
        let corner = |t: u32, v: u32| {
            let place = triangles[t as usize].iter().position(|other| *other == v).unwrap_or(0);
            3 * t + place as u32
        };
        let mut rim = Sets::new(points.len());
        for edge in edges(&half) {
            let ends = [edge[0].low, edge[0].high];
            skin.edges += 1;
            match edge {
                [_] => {
                    skin.boundary.push(ends);
                    rim.join(ends[0], ends[1]);
                }
                [a, b] if a.forward == b.forward => skin.inconsistent.push(ends),
                [_, _] => {}
                _ => skin.non_manifold.push(ends),
            }
            for pair in edge.windows(2) {
                for v in ends {
                    sheets.join(corner(pair[0].triangle, v), corner(pair[1].triangle, v));
                }
            }
        }
        skin.closed = skin.edges > 0 && skin.boundary.is_empty() && skin.non_manifold.is_empty();
        let mut seen: Vec<Option<u32>> = vec![None; points.len()];
        for (place, v) in triangles.iter().flatten().enumerate() {
            let sheet = sheets.root(place as u32);
            match seen[*v as usize] {
                None => {
                    seen[*v as usize] = Some(sheet);
                    skin.vertices += 1;
                }
                Some(first) if first != sheet => skin.non_manifold_vertices.push(*v),
                Some(_) => {}
            }
        }
        skin.non_manifold_vertices.sort_unstable();
        skin.non_manifold_vertices.dedup();
        let mut roots: Vec<u32> = skin.boundary.iter().map(|edge| rim.root(edge[0])).collect();
        roots.sort_unstable();
        roots.dedup();
        skin.holes = roots.len();
        let middle = |list: &[[u32; 2]]| {
            let [a, b] = list.first()?.map(|v| points[v as usize]);
            Some([0, 1, 2].map(|k| 0.5 * (a[k] + b[k])))
        };
        skin.near = [middle(&skin.boundary), middle(&skin.non_manifold), middle(&skin.inconsistent)];
        skin
    }
}
