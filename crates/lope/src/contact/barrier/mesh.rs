//! What meets: the surfaces of all bodies and obstacles, as one mesh of points, edges and cells.
//!
//! A cell is a triangle, an edge that belongs to none, or a point that belongs to neither; in the plane, an edge of an outline.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::energy::{Points, Weighted};
use crate::math::vec3::{Vec3, cross, distance, dot, norm, sub, unit};

/// A body or an obstacle as others meet it.
#[derive(Clone, Debug, Default)]
pub struct Collider {
    /// Its name.
    pub name: String,
    /// Nodes and weights of its points.
    pub points: Weighted,
    /// Where its points are at rest, m.
    pub rest: Vec<Vec3>,
    /// Numbers of its points in the mesh it is made of; empty where they are the same.
    pub vertices: Vec<u32>,
    /// Triangles of points.
    pub triangles: Vec<[u32; 3]>,
    /// Edges that belong to no triangle.
    pub edges: Vec<[u32; 2]>,
    /// Young's modulus of what is behind the surface, Pa; infinite where nothing gives way.
    pub young: f64,
    /// Whether no minimum moves it: two like that do not meet.
    pub led: bool,
    /// Whether it is the outline of something in the plane, one metre thick.
    pub flat: bool,
}

/// A half-space that nothing enters.
#[derive(Clone, Debug)]
pub struct Plane {
    /// Its name.
    pub name: String,
    /// The node that it goes through.
    pub node: u32,
    /// Where it faces; of length 1.
    pub normal: Vec3,
}

/// A piece of surface: a triangle, an edge or a point, by as many of its corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) corners: [u32; 3],
    pub(super) count: u8,
}

impl Cell {
    pub(super) fn corners(&self) -> &[u32] {
        &self.corners[..usize::from(self.count)]
    }
}

/// One member of the mesh.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) points: Range<u32>,
    /// Their numbers in the mesh it is made of; empty where they are the same.
    pub(super) vertices: Vec<u32>,
    pub(super) cells: Range<u32>,
    pub(super) edges: Range<u32>,
    pub(super) young: f64,
    pub(super) led: bool,
    /// Mean area of a vertex, m².
    pub(super) grain: f64,
}

/// Edges that are bent more than this at rest count as sharp: the cosine of the angle between the normals.
const SHARP: f64 = 0.866;

/// The surfaces of all members.
#[derive(Clone, Debug, Default)]
pub struct CollisionMesh {
    pub(super) members: Vec<Member>,
    /// The points, linear in nodes.
    pub(super) points: Points,
    /// The number of each point in `points`.
    pub(super) numbers: Vec<u32>,
    /// The member of each point.
    pub(super) member: Vec<u32>,
    /// Rest area of each point, m².
    pub(super) area: Vec<f64>,
    pub(super) edges: Vec<[u32; 2]>,
    /// Of each edge: rest area over length, m; whether it is sharp.
    pub(super) width: Vec<f64>,
    pub(super) sharp: Vec<bool>,
    /// Rest length of each edge, squared, m².
    pub(super) squared: Vec<f64>,
    pub(super) cells: Vec<Cell>,
    /// The edges of each triangle, opposite to its corners; `u32::MAX` where there is none. Of a cell that is an edge, itself.
    pub(super) cell_edges: Vec<[u32; 3]>,
    /// Cells around each point, and around each edge.
    pub(super) around_point: Lists,
    pub(super) around_edge: Lists,
    /// Edges around each point.
    pub(super) edges_of_point: Lists,
    pub(super) planes: Vec<Plane>,
    /// Whether all is in a plane, where edges meet at their ends.
    pub(super) flat: bool,
}

/// Lists of numbers, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Of pairs (list, item), in their order.
    fn new(lists: usize, pairs: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut pairs: Vec<(u32, u32)> = pairs.collect();
        pairs.sort_unstable();
        let starts = (0..=lists as u32).map(|list| pairs.partition_point(|pair| pair.0 < list) as u32);
        Self { starts: starts.collect(), items: pairs.into_iter().map(|(_, item)| item).collect() }
    }

    pub(super) fn of(&self, list: u32) -> &[u32] {
        &self.items[self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize]
    }
}

impl CollisionMesh {
    /// The mesh of some members and planes.
    pub fn new(colliders: &[Collider], planes: Vec<Plane>, width: f64) -> Self {
        let flat = colliders.iter().any(|collider| collider.flat);
        let mut mesh = Self { planes, flat, ..Self::default() };
        let mut weighted = Weighted::default();
        let mut rest: Vec<Vec3> = Vec::new();
        for collider in colliders {
            mesh.add(collider, &mut weighted, &mut rest, width);
        }
        // Points that are nodes are called by the numbers of nodes.
        if let Some(nodes) = weighted.nodes() {
            mesh.numbers = nodes;
            mesh.numbers.extend(mesh.planes.iter().map(|plane| plane.node));
        } else {
            for plane in &mesh.planes {
                weighted.push([(plane.node, 1.0)]);
            }
            mesh.numbers = (0..weighted.len() as u32).collect();
            mesh.points = Points::Weighted(weighted);
        }
        mesh.index();
        mesh
    }

    /// How many points belong to members; those of planes come after them.
    pub(super) fn len(&self) -> usize {
        self.member.len()
    }

    /// The point a plane goes through.
    pub(super) fn plane_point(&self, plane: usize) -> u32 {
        (self.len() + plane) as u32
    }

    /// Positions of all points.
    pub(crate) fn positions(&self, x: &[f64], out: &mut Vec<Vec3>) {
        out.clear();
        let nodes: &[Vec3] = x.as_chunks().0;
        match &self.points {
            Points::Nodes => out.extend(self.numbers.iter().map(|&node| nodes[node as usize])),
            weighted => out.extend(self.numbers.iter().map(|&point| weighted.position(point, x))),
        }
    }

    /// Puts the points of a member where the vertices of the mesh it is made of are; false if there are too few of them.
    pub(crate) fn place(&self, member: usize, vertices: &[Vec3], out: &mut [Vec3]) -> bool {
        let Member { points, vertices: own, .. } = &self.members[member];
        points.clone().enumerate().all(|(i, point)| {
            let vertex = own.get(i).map_or(i, |vertex| *vertex as usize);
            vertices.get(vertex).is_some_and(|place| {
                out[point as usize] = *place;
                true
            })
        })
    }

    /// The vertices of the mesh a member is made of, where those of its points are known; else how many points it has.
    pub(crate) fn spread(&self, member: usize, points: Vec<Vec3>) -> Result<Vec<Vec3>, usize> {
        let Member { points: range, vertices: own, .. } = &self.members[member];
        if range.len() != points.len() {
            return Err(range.len());
        }
        let Some(last) = own.iter().max() else { return Ok(points) };
        let mut all = vec![[0.0; 3]; *last as usize + 1];
        own.iter().zip(points).for_each(|(vertex, place)| all[*vertex as usize] = place);
        Ok(all)
    }

    fn add(&mut self, collider: &Collider, weighted: &mut Weighted, rest: &mut Vec<Vec3>, width: f64) {
        let first = rest.len() as u32;
        let (cells, edges) = (self.cells.len() as u32, self.edges.len() as u32);
        let number = self.members.len() as u32;
        for point in 0..collider.rest.len() as u32 {
            weighted.push_from(&collider.points, point);
        }
        rest.extend_from_slice(&collider.rest);
        let at = |point: u32| collider.rest[point as usize];
        let mut area = vec![0.0; collider.rest.len()];
        let mut found: BTreeMap<[u32; 2], ([Vec3; 2], u8, f64)> = BTreeMap::new();
        let mut used = vec![false; collider.rest.len()];
        for &[a, b, c] in &collider.triangles {
            let across = cross(sub(at(b), at(a)), sub(at(c), at(a)));
            let third = norm(across) / 6.0;
            for corner in [a, b, c] {
                area[corner as usize] += third;
                used[corner as usize] = true;
            }
            for [p, q] in [[a, b], [b, c], [c, a]] {
                let edge = found.entry([p.min(q), p.max(q)]).or_insert(([[0.0; 3]; 2], 0, 0.0));
                edge.0[usize::from(edge.1.min(1))] = unit(across);
                edge.1 = edge.1.saturating_add(1);
                edge.2 += third;
            }
            self.cells.push(Cell { corners: [first + a, first + b, first + c], count: 3 });
        }
        for &[a, b] in &collider.edges {
            let share = 0.5 * distance(at(a), at(b)) * if collider.flat { 1.0 } else { width };
            for corner in [a, b] {
                area[corner as usize] += share;
                used[corner as usize] = true;
            }
            found.insert([a.min(b), a.max(b)], ([[0.0; 3]; 2], 0, 2.0 * share));
            self.cells.push(Cell { corners: [first + a, first + b, first + b], count: 2 });
        }
        for point in (0..collider.rest.len() as u32).filter(|point| !used[*point as usize]) {
            area[point as usize] = width * width;
            self.cells.push(Cell { corners: [first + point; 3], count: 1 });
        }
        for ([a, b], (normals, faces, area)) in found {
            let squared = dot(sub(at(b), at(a)), sub(at(b), at(a)));
            self.edges.push([first + a, first + b]);
            self.squared.push(squared);
            self.width.push(if squared > 0.0 { area / squared.sqrt() } else { 0.0 });
            self.sharp.push(faces != 2 || dot(normals[0], normals[1]) < SHARP);
        }
        let points = first..rest.len() as u32;
        let grain = area.iter().sum::<f64>() / area.len().max(1) as f64;
        self.member.extend(points.clone().map(|_| number));
        self.area.extend(area);
        self.members.push(Member {
            name: collider.name.clone(),
            points,
            vertices: collider.vertices.clone(),
            cells: cells..self.cells.len() as u32,
            edges: edges..self.edges.len() as u32,
            young: collider.young,
            led: collider.led,
            grain,
        });
    }

    /// Lists who is around whom.
    fn index(&mut self) {
        let mut number: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        for (edge, ends) in self.edges.iter().enumerate() {
            number.insert(*ends, edge as u32);
        }
        let find = |a: u32, b: u32| number.get(&[a.min(b), a.max(b)]).copied().unwrap_or(u32::MAX);
        let edges_of = |cell: &Cell| match cell.count {
            3 => [[1, 2], [2, 0], [0, 1]].map(|[i, j]| find(cell.corners[i], cell.corners[j])),
            2 => [find(cell.corners[0], cell.corners[1]), u32::MAX, u32::MAX],
            _ => [u32::MAX; 3],
        };
        self.cell_edges = self.cells.iter().map(edges_of).collect();
        let points = self.len();
        let corners =
            |(cell, of): (usize, &Cell)| of.corners().to_vec().into_iter().map(move |c| (c, cell as u32));
        self.around_point = Lists::new(points, self.cells.iter().enumerate().flat_map(corners));
        let sides = self.cell_edges.iter().enumerate().flat_map(|(cell, edges)| {
            edges.iter().filter(|edge| **edge != u32::MAX).map(move |edge| (*edge, cell as u32))
        });
        self.around_edge = Lists::new(self.edges.len(), sides);
        let ends = self.edges.iter().enumerate().flat_map(|(e, ends)| ends.map(|end| (end, e as u32)));
        self.edges_of_point = Lists::new(points, ends);
    }

    /// How often an edge counts in the sum over all that a vertex meets: cells count once, and what they share once less.
    /// What belongs to a cell of the vertex itself is left out of the mesh.
    pub(super) fn edge_count(&self, edge: u32, vertex: u32) -> i32 {
        let triangles = self.around_edge.of(edge).iter().map(|cell| &self.cells[*cell as usize]);
        let count =
            triangles.filter(|cell| cell.count == 3 && !cell.corners.contains(&vertex)).count() as i32;
        // An edge of no triangle is a cell, which has been counted.
        if count > 0 { 1 - count } else { 0 }
    }

    /// The same of a point.
    pub(super) fn point_count(&self, point: u32, vertex: u32) -> i32 {
        let cells = self.around_point.of(point).iter().map(|cell| &self.cells[*cell as usize]);
        let own = cells.filter(|cell| !cell.corners().contains(&vertex)).count() as i32;
        let edges = self.edges_of_point.of(point).iter();
        let shared: i32 = edges
            .filter(|edge| !self.edges[**edge as usize].contains(&vertex))
            .map(|edge| self.edge_count(*edge, vertex))
            .sum();
        if own > 0 { 1 - own - shared } else { 0 }
    }

    /// Whether two members, or a member and a plane, may meet at all.
    pub(super) fn may_meet(&self, a: usize, b: usize) -> bool {
        let led = |one: usize| self.members.get(one).is_none_or(|member| member.led);
        !(led(a) && led(b))
    }

    /// Median length of the edges of the first members at rest, m; infinite without edges.
    pub fn median_edge_of(&self, members: usize) -> f64 {
        let count = self.members[..members].iter().map(|member| member.edges.end).max().unwrap_or(0) as usize;
        let mut squared = self.squared[..count].to_vec();
        if squared.is_empty() {
            return f64::INFINITY;
        }
        squared.select_nth_unstable_by(count / 2, f64::total_cmp).1.sqrt()
    }
}
