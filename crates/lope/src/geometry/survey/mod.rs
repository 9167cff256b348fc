//! Everything there is to know about a mesh before it is simulated.
//!
//! A mesh of tetrahedra is looked at as a solid: facts about its surface are those of its boundary. A mesh of
//! triangles only is a surface. Files are read as they are; nothing here is repaired, and nothing panics on
//! what is broken: elements that name vertices that do not exist are reported and left out of the rest.

mod findings;
mod histogram;
mod skin;

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::inspect::{inspect_cells, longest};
use super::intersect::{Meeting, self_intersections};
use super::mesh::{Group, TetMesh, TriMesh, six_volumes};
use super::quality::{dihedral_angles, tet_aspect, triangle_angles, triangle_aspect};
use super::surface::{Surface, boundary};
use super::topology::{Sets, first_at_position};
use crate::math::vec3::{Vec3, cross, norm, sub};

pub use findings::{Finding, Severity};
pub use histogram::Histogram;
pub use skin::Skin;

/// Bounds of the bins of aspect ratios.
const ASPECTS: [f64; 10] = [1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0, 1000.0, f64::INFINITY];
/// Bins of edge lengths.
const LENGTHS: usize = 10;

/// Two elements whose surfaces go through each other or lie on each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clash {
    /// Tetrahedra, or triangles of a mesh without tetrahedra.
    pub elements: [u32; 2],
    /// How they meet.
    pub meeting: Meeting,
    /// Where, about.
    pub near: [f64; 3],
}

/// The facts. Elements are tetrahedra, or triangles in a mesh without tetrahedra. Lists are ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of tetrahedra.
    pub tets: usize,
    /// Number of triangles that the mesh has of its own.
    pub triangles: usize,
    /// Least and greatest coordinates of the vertices that are finite.
    pub bounds: Option<[[f64; 3]; 2]>,
    /// Volume of the tetrahedra, each counted as positive; or what a closed and consistent surface encloses,
    /// negative if it faces inwards. None for other surfaces.
    pub volume: Option<f64>,
    /// Area of the surface.
    pub area: f64,
    /// Parts that share no vertex.
    pub components: usize,
    /// The surface: its edges and corners.
    pub skin: Skin,
    /// Pairs of elements that meet where they should not.
    pub self_intersections: Vec<Clash>,
    /// Vertices with a coordinate that is not finite.
    pub non_finite: Vec<u32>,
    /// Elements that name a vertex that does not exist.
    pub out_of_range: Vec<u32>,
    /// Elements of negative volume.
    pub inverted: Vec<u32>,
    /// Elements that are flat or name a vertex twice.
    pub degenerate: Vec<u32>,
    /// Elements with the same vertices as an earlier one.
    pub repeated_elements: Vec<u32>,
    /// Vertices that no element names.
    pub unreferenced: Vec<u32>,
    /// Vertices at the very position of an earlier one.
    pub duplicate_vertices: Vec<u32>,
    /// Angles between faces of tetrahedra, or at corners of triangles, in degrees.
    pub angles: Option<Histogram>,
    /// Longest edge over smallest height, 1 for a regular element.
    pub aspects: Option<Histogram>,
    /// Lengths of edges, each edge once.
    pub lengths: Option<Histogram>,
    /// The element of the largest aspect ratio.
    pub worst: Option<u32>,
    /// Names of groups, with their numbers of vertices and elements.
    pub groups: Vec<(String, usize, usize)>,
    /// Centres of the elements and places of the vertices that the lists begin with, for messages.
    places: BTreeMap<&'static str, Vec3>,
}

impl Survey {
    /// Looks at a mesh. Triangles beside tetrahedra are counted and keep vertices from being unreferenced.
    pub fn new(
        points: &[[f64; 3]],
        tets: &[[u32; 4]],
        triangles: &[[u32; 3]],
        groups: &BTreeMap<String, Group>,
    ) -> Self {
        let mut survey = if tets.is_empty() {
            let mut survey = Self::counted(points, triangles, |corners: [Vec3; 3]| {
                let [a, b, c] = corners;
                norm(cross(sub(b, a), sub(c, a))) / (2.0 * longest(&corners).powi(2))
            });
            let good = survey.good(points, triangles);
            let mesh =
                TriMesh { points: points.to_vec(), triangles: pick(triangles, &good), ..TriMesh::default() };
            survey.look_at_surface(&mesh, &good);
            let closed = survey.skin.closed && survey.skin.inconsistent.is_empty();
            survey.volume = closed.then(|| enclosed_volume(&mesh));
            survey.measure(
                &mesh.points,
                &mesh.triangles,
                &good,
                degrees(12, 180.0),
                triangle_angles,
                triangle_aspect,
            );
            survey
        } else {
            let mut survey = Self::counted(points, tets, |corners: [Vec3; 4]| {
                six_volumes(corners) / (6.0 * longest(&corners).powi(3))
            });
            let good = survey.good(points, tets);
            let mut mesh = TetMesh { points: points.to_vec(), tets: pick(tets, &good), ..TetMesh::default() };
            survey.measure(&mesh.points, &mesh.tets, &good, degrees(18, 180.0), dihedral_angles, tet_aspect);
            for tet in 0..mesh.tets.len() {
                if mesh.tet_volume(tet) < 0.0 {
                    mesh.tets[tet].swap(2, 3);
                }
            }
            survey.volume = Some(mesh.volume());
            let Surface { triangles: skin, tets: behind } = boundary(&mesh);
            let behind: Vec<u32> = behind.iter().map(|tet| good[*tet as usize]).collect();
            let TetMesh { points, .. } = mesh;
            survey.look_at_surface(&TriMesh { points, triangles: skin, ..TriMesh::default() }, &behind);
            survey
        };
        (survey.tets, survey.triangles) = (tets.len(), triangles.len());
        let mut used = vec![false; points.len()];
        for v in tets.iter().flatten().chain(triangles.iter().flatten()) {
            used.get_mut(*v as usize).into_iter().for_each(|flag| *flag = true);
        }
        survey.unreferenced = (0..points.len() as u32).filter(|v| !used[*v as usize]).collect();
        let first = first_at_position(points);
        survey.duplicate_vertices = (0..points.len() as u32).filter(|v| first[*v as usize] != *v).collect();
        let size = |(name, group): (&String, &Group)| (name.clone(), group.vertices.len(), group.cells.len());
        survey.groups = groups.iter().map(size).collect();
        for (list, of) in [
            ("unreferenced", &survey.unreferenced),
            ("duplicate", &survey.duplicate_vertices),
            ("corner", &survey.skin.non_manifold_vertices),
        ] {
            if let Some(first) = of.first() {
                survey.places.insert(list, points[*first as usize]);
            }
        }
        survey
    }

    /// What needs no more than one look at each element.
    fn counted<const N: usize>(
        points: &[Vec3],
        cells: &[[u32; N]],
        relative: impl Fn([Vec3; N]) -> f64,
    ) -> Self {
        let found = inspect_cells(points, cells, relative);
        let mut degenerate = [found.degenerate, found.repeated].concat();
        degenerate.sort_unstable();
        degenerate.dedup();
        let mut sets = Sets::new(points.len());
        let mut named = vec![false; points.len()];
        let known = |cell: &&[u32; N]| cell.iter().all(|v| (*v as usize) < points.len());
        for cell in cells.iter().filter(known) {
            cell.iter().for_each(|v| named[*v as usize] = true);
            cell.windows(2).for_each(|pair| sets.join(pair[0], pair[1]));
        }
        let components =
            (0..points.len() as u32).filter(|v| named[*v as usize] && sets.root(*v) == *v).count();
        let mut keys: Vec<([u32; N], u32)> = cells.iter().copied().zip(0..).collect();
        keys.par_iter_mut().for_each(|(cell, _)| cell.sort_unstable());
        keys.par_sort_unstable();
        let mut repeated_elements: Vec<u32> =
            keys.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).collect();
        repeated_elements.sort_unstable();
        let finite = points.iter().filter(|p| p.iter().all(|x| x.is_finite()));
        let bounds = finite.fold(None, |bounds: Option<[Vec3; 2]>, p| {
            let [low, high] = bounds.unwrap_or([*p, *p]);
            Some([[0, 1, 2].map(|k| low[k].min(p[k])), [0, 1, 2].map(|k| high[k].max(p[k]))])
        });
        let mut places = BTreeMap::new();
        for (list, of) in
            [("degenerate", &degenerate), ("inverted", &found.flipped), ("repeated", &repeated_elements)]
        {
            if let Some(first) = of.first()
                && known(&&cells[*first as usize])
            {
                places.insert(list, middle(points, &cells[*first as usize]));
            }
        }
        Self {
            vertices: points.len(),
            tets: 0,
            triangles: 0,
            bounds,
            volume: None,
            area: 0.0,
            components,
            skin: Skin::default(),
            self_intersections: Vec::new(),
            non_finite: found.non_finite,
            out_of_range: found.out_of_range,
            inverted: if N == 4 { found.flipped } else { Vec::new() },
            degenerate,
            repeated_elements,
            unreferenced: Vec::new(),
            duplicate_vertices: Vec::new(),
            angles: None,
            aspects: None,
            lengths: None,
            worst: None,
            groups: Vec::new(),
            places,
        }
    }

    /// Numbers of the elements that can be measured: they name finite vertices, none of them twice.
    fn good<const N: usize>(&self, points: &[Vec3], cells: &[[u32; N]]) -> Vec<u32> {
        let finite = |v: u32| points.get(v as usize).is_some_and(|p| p.iter().all(|x| x.is_finite()));
        let distinct = |cell: &[u32; N]| (1..N).all(|k| !cell[..k].contains(&cell[k]));
        let good = |cell: &[u32; N]| cell.iter().all(|v| finite(*v)) && distinct(cell);
        (0..cells.len() as u32).filter(|cell| good(&cells[*cell as usize])).collect()
    }

    /// Facts about the surface; `element` says which element each triangle belongs to.
    fn look_at_surface(&mut self, surface: &TriMesh, element: &[u32]) {
        self.area = surface.area() + 0.0;
        self.skin = Skin::new(&surface.points, &surface.triangles);
        let clash = |found: super::intersect::Intersection| {
            let mut elements = found.triangles.map(|t| element[t as usize]);
            elements.sort_unstable();
            Clash { elements, meeting: found.meeting, near: found.near }
        };
        let found = self_intersections(&surface.points, &surface.triangles);
        self.self_intersections = found.into_iter().map(clash).collect();
    }

    fn measure<const N: usize, const A: usize>(
        &mut self,
        points: &[Vec3],
        cells: &[[u32; N]],
        numbers: &[u32],
        bounds: Vec<f64>,
        angles: impl Fn([Vec3; N]) -> [f64; A] + Sync,
        aspect: impl Fn([Vec3; N]) -> f64 + Sync,
    ) {
        let corners = |cell: usize| cells[cell].map(|v| points[v as usize]);
        self.angles = Histogram::gather(bounds, cells.len(), |cell| angles(corners(cell)));
        let aspects: Vec<f64> = (0..cells.len()).into_par_iter().map(|cell| aspect(corners(cell))).collect();
        self.aspects = Histogram::gather(ASPECTS.to_vec(), cells.len(), |cell| [aspects[cell]]);
        let worst = (0..cells.len()).reduce(|a, b| if aspects[b] > aspects[a] { b } else { a });
        if let Some(worst) = worst {
            self.worst = Some(numbers[worst]);
            self.places.insert("worst", middle(points, &cells[worst]));
        }
        let mut edges: Vec<[u32; 2]> = Vec::with_capacity(cells.len() * N * (N - 1) / 2);
        for cell in cells {
            for i in 0..N {
                edges.extend((i + 1..N).map(|j| [cell[i].min(cell[j]), cell[i].max(cell[j])]));
            }
        }
        edges.par_sort_unstable();
        edges.dedup();
        let length = |[a, b]: &[u32; 2]| norm(sub(points[*a as usize], points[*b as usize]));
        self.lengths = Histogram::even(&edges.par_iter().map(length).collect::<Vec<f64>>(), LENGTHS);
    }

    /// What an element is called in messages.
    pub(crate) fn element_name(&self) -> &'static str {
        if self.tets > 0 { "tetrahedra" } else { "triangles" }
    }
}

/// Measured from the middle of its box, so that a surface far from the origin keeps its digits.
fn enclosed_volume(surface: &TriMesh) -> f64 {
    let Some([low, high]) = surface.bounds() else { return 0.0 };
    let middle = [0, 1, 2].map(|k| 0.5 * (low[k] + high[k]));
    let volume = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| surface.points[v as usize]);
        six_volumes([middle, a, b, c]) / 6.0
    };
    surface.triangles.iter().map(volume).sum()
}

fn degrees(bins: usize, most: f64) -> Vec<f64> {
    (0..=bins).map(|k| most * k as f64 / bins as f64).collect()
}

fn pick<const N: usize>(cells: &[[u32; N]], numbers: &[u32]) -> Vec<[u32; N]> {
    numbers.iter().map(|number| cells[*number as usize]).collect()
}

fn middle<const N: usize>(points: &[Vec3], cell: &[u32; N]) -> Vec3 {
    [0, 1, 2].map(|k| cell.iter().map(|v| points[*v as usize][k]).sum::<f64>() / N as f64)
}

#[cfg(test)]
mod tests;
