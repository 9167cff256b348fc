//! Whether anything goes through anything else: every edge against every triangle, by exact signs.

use std::collections::BTreeSet;

use lope::body::Cells;
use lope::geometry::mesh::TetMesh;
use lope::geometry::predicates::orient3d;
use lope::geometry::surface::boundary;
use lope::world::World;

type Point = [f64; 3];

/// The surfaces of all bodies, by the numbers of nodes.
pub(super) struct Skin {
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
}

impl Skin {
    /// Of the bodies of a world.
    pub(super) fn of(world: &World) -> Self {
        let (mut triangles, mut edges) = (Vec::new(), BTreeSet::new());
        for body in world.bodies() {
            let first = body.nodes.start as u32;
            match &body.cells {
                Cells::Tets(tets) => {
                    let points = vec![[0.0; 3]; body.nodes.len()];
                    let mesh = TetMesh { points, tets: tets.clone(), ..TetMesh::default() };
                    triangles.extend(boundary(&mesh).triangles.iter().map(|t| t.map(|i| i + first)));
                }
                Cells::Triangles(all) => triangles.extend(all.iter().map(|t| t.map(|i| i + first))),
                Cells::Lines(lines) => edges.extend(lines.iter().map(|l| l.map(|i| i + first))),
                Cells::Points(_) => {}
            }
        }
        for &[a, b, c] in &triangles {
            edges.extend([[a, b], [b, c], [c, a]].map(|[p, q]: [u32; 2]| [p.min(q), p.max(q)]));
        }
        Self { triangles, edges: edges.into_iter().collect() }
    }

    /// How many edges and triangles cross, where the nodes are at `x`.
    pub(super) fn crossings(&self, x: &[Point]) -> usize {
        // In the order of their least x, so that only neighbours are compared.
        let mut boxes: Vec<([Point; 2], [u32; 3])> =
            self.triangles.iter().map(|t| (around(&t.map(|i| x[i as usize])), *t)).collect();
        boxes.sort_by(|a, b| a.0[0][0].total_cmp(&b.0[0][0]));
        let widest = boxes.iter().map(|([low, high], _)| high[0] - low[0]).fold(0.0, f64::max);
        let mut count = 0;
        for edge in &self.edges {
            let ends = edge.map(|i| x[i as usize]);
            let [low, high] = around(&ends);
            let first = boxes.partition_point(|(b, _)| b[0][0] < low[0] - widest);
            for ([least, most], triangle) in boxes[first..].iter().take_while(|(b, _)| b[0][0] <= high[0]) {
                let near = (0..3).all(|i| low[i] <= most[i] && least[i] <= high[i]);
                if near && edge.iter().all(|node| !triangle.contains(node)) {
                    count += usize::from(crosses(ends, triangle.map(|i| x[i as usize])));
                }
            }
        }
        count
    }
}

fn around(points: &[Point]) -> [Point; 2] {
    let mut both = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for point in points {
        for i in 0..3 {
            both[0][i] = both[0][i].min(point[i]);
            both[1][i] = both[1][i].max(point[i]);
        }
    }
    both
}

/// Whether an edge and a triangle have a point in common; not if the edge lies in the plane of the triangle.
fn crosses([p, q]: [Point; 2], [a, b, c]: [Point; 3]) -> bool {
    let sign = |value: f64| if value == 0.0 { 0.0 } else { value.signum() };
    let (above, below) = (sign(orient3d(a, b, c, p)), sign(orient3d(a, b, c, q)));
    if above * below > 0.0 || (above == 0.0 && below == 0.0) {
        return false;
    }
    let turns = [[a, b], [b, c], [c, a]].map(|[s, t]| sign(orient3d(p, q, s, t)));
    turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0)
}
