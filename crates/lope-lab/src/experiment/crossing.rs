//! Whether anything goes through anything else: every edge against every triangle, by exact signs.

use std::collections::BTreeSet;

use lope::body::Cells;
use lope::contact::Shape;
use lope::geometry::mesh::TetMesh;
use lope::geometry::predicates::orient3d;
use lope::geometry::surface::boundary;
use lope::math::vec3::{dot, sub};
use lope::scene::build::Scenery;
use lope::world::World;

use super::ExperimentError;

type Point = [f64; 3];

/// The surfaces of all bodies and obstacles, by the numbers of nodes.
pub(super) struct Skin {
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
    /// Nodes on planes that have a side, and their normals.
    planes: Vec<(u32, Point)>,
    /// Vertices of bodies that planes keep on their side.
    vertices: Vec<u32>,
    /// The first node that belongs to an obstacle: these may cross each other.
    led: u32,
}

impl Skin {
    /// Of the bodies of a world, and of the obstacles that are shown with it. With barriers these have nodes of their own, which pins
    /// lead.
    pub(super) fn of(world: &World, obstacles: &[Scenery]) -> Result<Self, ExperimentError> {
        let (mut triangles, mut edges, mut planes) = (Vec::new(), BTreeSet::new(), Vec::new());
        let led = world.bodies().iter().map(|body| body.nodes.end as u32).max().unwrap_or(0);
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
        let own: BTreeSet<u32> =
            triangles.iter().copied().chain(edges.iter().map(|&[a, b]| [a, b, b])).flatten().collect();
        for (scenery, pin) in obstacles
            .iter()
            .zip(world.pins().iter().filter(|pin| pin.nodes.first().is_some_and(|node| *node >= led)))
        {
            if let Shape::HalfSpace { normal } = *scenery.obstacle.shape() {
                planes.push((pin.nodes[0], scenery.obstacle.pose(0.0).turn(normal)));
            } else if scenery.surface.points.len() == pin.nodes.len() {
                triangles.extend(scenery.surface.triangles.iter().map(|t| t.map(|i| pin.nodes[i as usize])));
            } else {
                return Err(ExperimentError::Scene(format!(
                    "{}: shown and met are not the same",
                    scenery.name
                )));
            }
        }
        for &[a, b, c] in &triangles {
            edges.extend([[a, b], [b, c], [c, a]].map(|[p, q]: [u32; 2]| [p.min(q), p.max(q)]));
        }
        Ok(Self {
            triangles,
            edges: edges.into_iter().collect(),
            planes,
            vertices: own.into_iter().collect(),
            led,
        })
    }

    /// How many edges and triangles cross and how many vertices are not above a plane, where the nodes are at `x`.
    pub(super) fn crossings(&self, x: &[Point]) -> usize {
        // In the order of their least x, so that only neighbours are compared.
        let mut boxes: Vec<([Point; 2], [u32; 3])> =
            self.triangles.iter().map(|t| (around(&t.map(|i| x[i as usize])), *t)).collect();
        boxes.sort_by(|a, b| a.0[0][0].total_cmp(&b.0[0][0]));
        let widest = boxes.iter().map(|([low, high], _)| high[0] - low[0]).fold(0.0, f64::max);
        let mut count = 0;
        for (node, normal) in &self.planes {
            let below = |vertex: &&u32| dot(*normal, sub(x[**vertex as usize], x[*node as usize])) <= 0.0;
            count += self.vertices.iter().filter(below).count();
        }
        for edge in &self.edges {
            let ends = edge.map(|i| x[i as usize]);
            let [low, high] = around(&ends);
            let first = boxes.partition_point(|(b, _)| b[0][0] < low[0] - widest);
            for ([least, most], triangle) in boxes[first..].iter().take_while(|(b, _)| b[0][0] <= high[0]) {
                let near = (0..3).all(|i| low[i] <= most[i] && least[i] <= high[i]);
                let both_led = edge[0] >= self.led && triangle[0] >= self.led;
                if near && !both_led && edge.iter().all(|node| !triangle.contains(node)) {
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

#[cfg(test)]
mod tests {
    use super::super::scene_run::SceneRun;
    use super::*;

    /// A box among obstacles: a floor of triangles, a plane below it, and a second box that crosses the floor.
    const SCENE: &str = "[time]\nstep = 0.01\nsteps = 1\n[contact]\ndhat = 1e-3\n\
        [[body]]\nmesh = { shape = \"box\", size = [0.1, 0.1, 0.1], cells = [1, 1, 1] }\ntranslate = [0, 0.06, 0]\n\
        material = { model = \"stable-neo-hookean\", young = 1e5, poisson = 0.4 }\n\
        [[obstacle]]\nshape = \"plane\"\ntranslate = [0, -0.5, 0]\n\
        [[obstacle]]\nshape = \"box\"\nsize = [1, 0.1, 1]\ntranslate = [0, -0.05, 0]\n\
        [[obstacle]]\nshape = \"box\"\nsize = [0.1, 0.2, 0.1]\ntranslate = [0.3, 0, 0]\n";

    #[test]
    fn floors_planes_and_walls_are_crossed_by_bodies_and_not_by_each_other() {
        let stage = SceneRun::new("crossing", SCENE, &[]).unwrap();
        let skin = Skin::of(&stage.world, &stage.obstacles).unwrap();
        let start = stage.world.points().to_vec();
        assert_eq!(skin.crossings(&start), 0);
        let moved = |by: Point| {
            let mut x = start.clone();
            x[..8].iter_mut().for_each(|p| *p = [p[0] + by[0], p[1] + by[1], p[2] + by[2]]);
            skin.crossings(&x)
        };
        // Through the floor; beside it and above the plane; below the plane with its four lower corners; in the other box.
        assert!(moved([0.0, -0.05, 0.0]) > 0);
        assert_eq!(moved([2.0, -0.4, 0.0]), 0);
        assert_eq!(moved([2.0, -0.55, 0.0]), 4);
        assert!(moved([0.23, 0.02, 0.0]) > 0);
    }
}
