//! Numbers for the vertices and the tetrahedra between them.
//!
//! Layers of the lattice are independent once the numbers of those before are known: count, add up, write. The
//! result is the same for any number of threads.

use rayon::prelude::*;

use super::super::mesh::TetMesh;
use super::cut::{Cut, find};
use super::grade::Levels;
use super::lattice::{CENTRE, DIRECTIONS, Lattice, Point, strides};
use super::stencil::{INSIDE, Stencils, ZERO};
use crate::math::vec3::Vec3;

/// A lattice that has been labelled, cut and warped.
pub(super) struct Stuffing<'a> {
    pub(super) lattice: &'a Lattice,
    pub(super) labels: &'a [i8],
    pub(super) cuts: &'a [Cut],
    pub(super) row_starts: &'a [usize],
    pub(super) warped: &'a [(Point, Vec3, i8)],
    pub(super) levels: Option<&'a Levels>,
}

/// What has no number.
const NONE: u32 = u32::MAX;

impl Stuffing<'_> {
    /// The mesh and which of its vertices are on the surface, or none if there would be more tetrahedra than
    /// numbers for their corners.
    pub(super) fn mesh(&self) -> Option<(TetMesh, Vec<bool>)> {
        let lattice = self.lattice;
        let layer_len = lattice.row_len() * lattice.counts[1];
        let layers: Vec<usize> = (0..lattice.counts[2]).collect();
        let points: Vec<Layer> = layers.par_iter().map(|k| self.number_layer(*k)).collect();
        let mut numbers = vec![NONE; lattice.len()];
        let mut cut_numbers = Vec::with_capacity(self.cuts.len());
        let mut first = Vec::with_capacity(layers.len());
        let mut total = 0;
        for layer in &points {
            first.push(total as u32);
            cut_numbers.extend(layer.cuts.iter().map(|n| n.wrapping_add(total as u32)));
            total += layer.positions.len();
        }
        if total as u64 >= u64::from(NONE) {
            return None;
        }
        numbers.par_chunks_mut(layer_len).enumerate().for_each(|(k, numbers)| {
            for (place, number) in &points[k].lattice {
                numbers[*place as usize] = first[k] + number;
            }
        });
        let (mut positions, mut on_surface) = (Vec::with_capacity(total), Vec::with_capacity(total));
        for layer in points {
            positions.extend(layer.positions);
            on_surface.extend(layer.on_surface);
        }
        let stencils = Stencils::new();
        let tets: Vec<Vec<[u32; 4]>> =
            layers.par_iter().map(|k| self.fill_layer(*k, &stencils, &numbers, &cut_numbers)).collect();
        let count: usize = tets.iter().map(Vec::len).sum();
        if 4 * count as u64 > u64::from(u32::MAX) {
            return None;
        }
        let mut all = Vec::with_capacity(count);
        tets.into_iter().for_each(|layer| all.extend(layer));
        Some((TetMesh { points: positions, tets: all, ..TetMesh::default() }, on_surface))
    }

    fn number_layer(&self, k: usize) -> Layer {
        let lattice = self.lattice;
        let (row_len, ny) = (lattice.row_len(), lattice.counts[1]);
        let strides = strides(lattice);
        let mut layer = Layer::default();
        for row in k * ny..(k + 1) * ny {
            for point in row * row_len..(row + 1) * row_len {
                if !self.is_vertex(point, &strides) {
                    continue;
                }
                let moved = if self.labels[point] == ZERO { self.moved(point) } else { None };
                layer.lattice.push(((point - k * ny * row_len) as u32, layer.positions.len() as u32));
                layer.positions.push(moved.unwrap_or_else(|| lattice.position(point)));
                layer.on_surface.push(self.labels[point] == ZERO);
            }
            for cut in &self.cuts[self.row_starts[row]..self.row_starts[row + 1]] {
                layer.cuts.push(layer.positions.len() as u32);
                if cut.alive {
                    layer.positions.push(cut.position);
                    layer.on_surface.push(true);
                }
            }
        }
        layer
    }

    /// Whether a lattice point is a corner of any tetrahedron: inside, or on the surface next to one inside.
    fn is_vertex(&self, point: Point, strides: &[isize; DIRECTIONS]) -> bool {
        match self.labels[point] {
            INSIDE => self.levels.is_none_or(|levels| levels.is_vertex(point)),
            ZERO => {
                let is_centre = point / self.lattice.counts[0] % 2 == CENTRE;
                let label =
                    |stride: isize| self.labels.get(point.wrapping_add_signed(stride)) == Some(&INSIDE);
                (0..3).any(|d| label(strides[d]) || label(-strides[d]))
                    || (3..DIRECTIONS).any(|d| label(if is_centre { strides[d] } else { -strides[d] }))
            }
            _ => false,
        }
    }

    fn moved(&self, point: Point) -> Option<Vec3> {
        self.warped.binary_search_by_key(&point, |(point, _, _)| *point).ok().map(|k| self.warped[k].1)
    }

    /// The tetrahedra that the cubes of a layer own.
    fn fill_layer(&self, k: usize, stencils: &Stencils, numbers: &[u32], cuts: &[u32]) -> Vec<[u32; 4]> {
        let [nx, ny, nz] = self.lattice.counts;
        let mut tets = Vec::new();
        if k + 1 == nz {
            return tets;
        }
        for j in 0..ny - 1 {
            for i in 0..nx - 1 {
                let place = [i, j, k];
                if let Some(levels) = self.levels {
                    levels.tets(self.lattice, place, &mut |tet| tets.push(tet.map(|p| numbers[p])));
                }
                self.fill_cube(place, stencils, numbers, cuts, &mut tets);
            }
        }
        tets
    }

    fn fill_cube(
        &self,
        place: [usize; 3],
        stencils: &Stencils,
        numbers: &[u32],
        cuts: &[u32],
        tets: &mut Vec<[u32; 4]>,
    ) {
        let lattice = self.lattice;
        let at = |(kind, [i, j, k]): (usize, [usize; 3])| {
            lattice.point(kind, [place[0] + i, place[1] + j, place[2] + k])
        };
        // A cube without an inside point in reach is the common case.
        if !self.reaches_inside(lattice.point(0, place)) {
            return;
        }
        for (number, tet) in stencils.tets.iter().enumerate() {
            if let Some(levels) = self.levels
                && !levels.is_uniform(place, number / 4)
            {
                continue;
            }
            let points = tet.corners.map(at);
            let labels = points.map(|p| self.labels[p]);
            for corners in stencils.get(number, labels).tets() {
                tets.push(corners.map(|corner| {
                    if corner < 4 {
                        return numbers[points[usize::from(corner)]];
                    }
                    let (owner, direction) = tet.edges[usize::from(corner) - 4];
                    let owner = points[owner];
                    let row = owner / lattice.row_len();
                    find(self.cuts, self.row_starts, row, owner, direction).map_or(NONE, |cut| cuts[cut])
                }));
            }
        }
    }

    /// Whether a corner or centre that the tetrahedra of a cube use is inside; asked by the cube's first corner.
    fn reaches_inside(&self, corner: Point) -> bool {
        let [nx, ny, _] = self.lattice.counts;
        let (row, layer) = (2 * nx, 2 * nx * ny);
        let inside = |p: Point| self.labels[p] == INSIDE;
        let centre = corner + nx;
        [centre, centre + 1, centre + row, centre + layer].into_iter().any(inside)
            || (1..8).any(|c| inside(corner + (c & 1) + (c >> 1 & 1) * row + (c >> 2) * layer))
    }
}

/// Vertices of a layer, numbered from 0.
#[derive(Default)]
struct Layer {
    positions: Vec<Vec3>,
    on_surface: Vec<bool>,
    /// Place in the layer and number of the lattice points.
    lattice: Vec<(u32, u32)>,
    /// Number of each cut; the one that follows for those that are gone.
    cuts: Vec<u32>,
}
