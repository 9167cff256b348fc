//! Elastic energy of tetrahedra in space, of triangles in the plane and of membranes in space.
//!
//! On a linear element the deformation gradient is constant, F = Σ xₐ ⊗ gₐ with gₐ the gradient of node a's
//! shape function at rest. The energy is volume · ψ(F); its derivatives go through F, so node gradients and
//! a material are all there is. Triangles use x and y of their nodes, are in plane strain, one unit thick,
//! and leave z alone. Membranes are triangles in space, with the same density of their two stretches.

mod blocks;
mod compliance;
mod decompose;
mod kernel;
mod split;

use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use crate::material::{Material, first_collapse};
use crate::math::small::{Matrix, det, inverse};
use crate::math::vec3;
use crate::math::{Filter, Quad, dispatch};

use super::{
    Abilities, Account, CHUNK, Domain, Energy, Rounding, Slots, Stencils, Want, block_place, enlist,
    hessian_slot, rounding_of_strain, write_isotropic,
};
use kernel::{Batch, Deform, Eval};

/// Part of the way to collapse that [`Domain::reach`] allows.
const SAFETY: f64 = 0.9;

/// Why a set of elements is not one that can carry strain.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum StrainError {
    /// A node number beyond the positions given.
    #[error("element {element} has node {node}, but there are only {nodes} nodes")]
    NoSuchNode {
        /// The element.
        element: usize,
        /// Its node.
        node: u32,
        /// Nodes there are.
        nodes: usize,
    },
    /// No volume at rest (or not a number): there is no shape to return to.
    #[error("element {element} is flat at rest")]
    Flat {
        /// The element.
        element: usize,
    },
    /// Node numbers that do not divide into elements.
    #[error("{numbers} node numbers do not divide into elements of {arity}")]
    Ragged {
        /// Node numbers given.
        numbers: usize,
        /// Nodes per element.
        arity: usize,
    },
}

#[derive(Debug)]
enum Shapes {
    /// In the plane: F is 2×2.
    Triangles(Vec<Batch<2>>),
    /// In space: F is 3×2.
    Membranes(Vec<Batch<2>>),
    Tets(Vec<Batch<3>>),
}

/// Elastic energy of a mesh of one material.
#[derive(Clone, Debug)]
pub struct StrainEnergy {
    name: String,
    nodes: Arc<[u32]>,
    shapes: Arc<Shapes>,
    /// Energy of each chunk if all its elements were strained by one, J: see [`Energy::rounding`].
    unit: Arc<[f64]>,
    material: Arc<dyn Material>,
}

impl StrainEnergy {
    /// Tetrahedra at rest positions `rest` (interleaved xyz), four node numbers each, in either orientation.
    pub fn tets(rest: &[f64], nodes: Arc<[u32]>, material: Arc<dyn Material>) -> Result<Self, StrainError> {
        let batches = batches::<3>(rest, &nodes, edges)?;
        let unit = unit_energies(rest, &batches, nodes.len() / 4, material.modulus());
        Ok(Self { name: "strain".into(), nodes, shapes: Arc::new(Shapes::Tets(batches)), unit, material })
    }

    /// Triangles in the xy plane, three node numbers each, in either orientation.
    pub fn triangles(
        rest: &[f64],
        nodes: Arc<[u32]>,
        material: Arc<dyn Material>,
    ) -> Result<Self, StrainError> {
        let batches = batches::<2>(rest, &nodes, edges)?;
        let unit = unit_energies(rest, &batches, nodes.len() / 3, material.modulus());
        let shapes = Arc::new(Shapes::Triangles(batches));
        Ok(Self { name: "strain".into(), nodes, shapes, unit, material })
    }

    /// Triangles in space, `thickness` thick, three node numbers each, in either orientation. The density is that of their two
    /// stretches, the third one being 1: with Lamé's λ of [plane stress](crate::material::Parameters::in_plane_stress) they are sheets
    /// that may grow thin.
    pub fn membranes(
        rest: &[f64],
        nodes: Arc<[u32]>,
        thickness: f64,
        material: Arc<dyn Material>,
    ) -> Result<Self, StrainError> {
        let mut batches = batches::<2>(rest, &nodes, unfolded)?;
        for batch in &mut batches {
            batch.volume.0.iter_mut().for_each(|volume| *volume *= thickness);
        }
        let unit = unit_energies(rest, &batches, nodes.len() / 3, material.modulus());
        let shapes = Arc::new(Shapes::Membranes(batches));
        Ok(Self { name: "strain".into(), nodes, shapes, unit, material })
    }

    /// Gives it another name for logs.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The material.
    pub fn material(&self) -> &Arc<dyn Material> {
        &self.material
    }

    /// The node numbers, shared.
    pub fn nodes(&self) -> &Arc<[u32]> {
        &self.nodes
    }

    /// 3 for tetrahedra, 2 for triangles.
    pub fn dimension(&self) -> usize {
        match &*self.shapes {
            Shapes::Triangles(_) | Shapes::Membranes(_) => 2,
            Shapes::Tets(_) => 3,
        }
    }

    /// Whether it is triangles in space.
    pub fn is_membrane(&self) -> bool {
        matches!(*self.shapes, Shapes::Membranes(_))
    }

    /// Rest volume of an element, m³.
    pub fn volume(&self, element: usize) -> f64 {
        let (batch, lane) = (element / Quad::LEN, element % Quad::LEN);
        match &*self.shapes {
            Shapes::Triangles(batches) | Shapes::Membranes(batches) => batches[batch].volume.0[lane],
            Shapes::Tets(batches) => batches[batch].volume.0[lane],
        }
    }

    /// Writes det F of each of `elements` to `out`. Like [`Energy::eval`] it takes ranges that start at a
    /// multiple of [`Quad::LEN`].
    pub fn dets(&self, x: &[f64], elements: Range<usize>, out: &mut [f64]) {
        match &*self.shapes {
            Shapes::Triangles(batches) => {
                dispatch(Deform::<2, 2> { x, batches: cover(batches, &elements), det: out })
            }
            Shapes::Membranes(batches) => {
                dispatch(Deform::<3, 2> { x, batches: cover(batches, &elements), det: out })
            }
            Shapes::Tets(batches) => {
                dispatch(Deform::<3, 3> { x, batches: cover(batches, &elements), det: out })
            }
        }
    }

    /// Writes ψ(F), J/m³, of each of `elements` to `out`.
    pub fn densities(&self, x: &[f64], elements: Range<usize>, out: &mut [f64]) {
        for (element, out) in elements.zip(out) {
            *out = match &*self.shapes {
                Shapes::Triangles(batches) => self.material.psi2(&deformation(batches, element, x)),
                Shapes::Membranes(batches) => {
                    let f: [[f64; 2]; 3] = deformation(batches, element, x);
                    // Of the same length and at the same angle in the plane: the density does not see the rest.
                    self.material.psi2(&in_plane(f))
                }
                Shapes::Tets(batches) => self.material.psi(&deformation(batches, element, x)),
            };
        }
    }

    /// The smallest det F among `elements` (+∞ if there is none), and how many are inverted (det F ≤ 0). A triangle in space has no
    /// side that is in: it can only collapse.
    pub fn deformation(&self, x: &[f64], elements: Range<usize>) -> (f64, usize) {
        let (mut least, mut inverted) = (f64::INFINITY, 0);
        let mut start = elements.start;
        while start < elements.end {
            let mut det = [0.0; super::CHUNK];
            let count = (elements.end - start).min(super::CHUNK);
            self.dets(x, start..start + count, &mut det[..count]);
            for &d in &det[..count] {
                least = least.min(d);
                inverted += usize::from(d <= 0.0);
            }
            start += count;
        }
        (least, inverted)
    }
}

enlist!(StrainEnergy: Strain);

impl Energy for StrainEnergy {
    fn name(&self) -> &str {
        &self.name
    }

    fn account(&self) -> Account {
        Account::Elastic
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: self.dimension() + 1, nodes: &self.nodes }
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let material = &*self.material;
        let len = elements.len();
        match &*self.shapes {
            Shapes::Triangles(batches) => {
                let batches = cover(batches, &elements);
                dispatch(Eval::<2, 2> { x, batches, len, material, want, filter, slots, each: &mut [] })
            }
            Shapes::Membranes(batches) => {
                let batches = cover(batches, &elements);
                dispatch(Eval::<3, 2> { x, batches, len, material, want, filter, slots, each: &mut [] })
            }
            Shapes::Tets(batches) => {
                let batches = cover(batches, &elements);
                dispatch(Eval::<3, 3> { x, batches, len, material, want, filter, slots, each: &mut [] })
            }
        }
    }

    /// Volume · w gₐ·g_b, the Hessian of ½w‖F‖²: a Laplacian on each coordinate with the modulus w of the material
    /// (\[Liu17\] §4).
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        let modulus = self.material.modulus();
        match &*self.shapes {
            Shapes::Triangles(batches) => laplacian(batches, modulus, elements, 2, hessian),
            Shapes::Membranes(batches) => laplacian(batches, modulus, elements, 3, hessian),
            Shapes::Tets(batches) => laplacian(batches, modulus, elements, 3, hessian),
        }
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            not_projective: self.material.not_projective(),
            rounding: Some(self),
            splitting: Some(self),
            compliance: if self.material.square() { Some(self) } else { None },
            // A triangle in space does not turn inside out.
            domain: if self.material.needs_positive_det() && !self.is_membrane() { Some(self) } else { None },
            ..Abilities::default()
        }
    }
}

impl Rounding for StrainEnergy {
    /// F has the rounding error of the edges times the gradients gₐ, e, and that times the stress P is the error of ψ. With
    /// ψ = w/2 ε² and P = wε the sum over a chunk is at most e√(2UW) where it stores U and would store ½W at ε = 1.
    fn rounding(&self, elements: Range<usize>, value: f64, _extent: f64) -> f64 {
        rounding_of_strain(value, self.unit[elements.start / CHUNK])
    }
}

impl Domain for StrainEnergy {
    fn reach(&self, from: &[f64], to: &[f64], elements: Range<usize>) -> f64 {
        let mut reach = 1.0_f64;
        for element in elements {
            let collapse = match &*self.shapes {
                Shapes::Triangles(b) => collapse_between(b, element, from, to),
                Shapes::Membranes(_) => None,
                Shapes::Tets(b) => collapse_between(b, element, from, to),
            };
            if let Some(part) = collapse {
                reach = reach.min(SAFETY * part);
            }
        }
        reach
    }

    fn is_wall(&self) -> bool {
        false
    }
}

/// The batches that hold `elements`, which start at the first lane of one.
fn cover<'a, const D: usize>(batches: &'a [Batch<D>], elements: &Range<usize>) -> &'a [Batch<D>] {
    debug_assert_eq!(elements.start % Quad::LEN, 0, "chunks start at whole batches");
    &batches[elements.start / Quad::LEN..elements.end.div_ceil(Quad::LEN)]
}

/// What each chunk of elements would store at a strain of one, by their modulus: the volume of an element times the square
/// of Σ |edge||g|, by which its shape makes rounding errors larger.
fn unit_energies<const D: usize>(
    rest: &[f64],
    batches: &[Batch<D>],
    count: usize,
    modulus: f64,
) -> Arc<[f64]> {
    let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let of = |element: usize| {
        let (batch, lane) = (&batches[element / Quad::LEN], element % Quad::LEN);
        let corner = |a: usize| &rest[3 * batch.nodes[a][lane] as usize..][..3];
        let shape: f64 = (0..D)
            .map(|a| {
                let mut edge = [0.0; 3];
                (0..3).for_each(|i| edge[i] = corner(a + 1)[i] - corner(0)[i]);
                length(&edge) * length(&batch.g[a].map(|g| g.0[lane]))
            })
            .sum();
        modulus * batch.volume.0[lane] * shape * shape
    };
    (0..count).step_by(CHUNK).map(|start| (start..count.min(start + CHUNK)).map(of).sum()).collect()
}

/// At which part of the straight way between two states an element first has no volume; none if it keeps it.
fn collapse_between<const D: usize>(
    batches: &[Batch<D>],
    element: usize,
    from: &[f64],
    to: &[f64],
) -> Option<f64> {
    let start: Matrix<f64, D> = deformation(batches, element, from);
    let end: Matrix<f64, D> = deformation(batches, element, to);
    let change = std::array::from_fn(|i| std::array::from_fn(|j| end[i][j] - start[i][j]));
    first_collapse(&start, &change)
}

/// F of a single element.
fn deformation<const R: usize, const C: usize>(
    batches: &[Batch<C>],
    element: usize,
    x: &[f64],
) -> [[f64; C]; R] {
    let (batch, lane) = (&batches[element / Quad::LEN], element % Quad::LEN);
    let origin = 3 * batch.nodes[0][lane] as usize;
    let mut f = [[0.0; C]; R];
    for a in 0..C {
        let node = 3 * batch.nodes[a + 1][lane] as usize;
        for i in 0..R {
            for j in 0..C {
                f[i][j] += (x[node + i] - x[origin + i]) * batch.g[a][j].0[lane];
            }
        }
    }
    f
}

/// Volume · modulus · gₐ·g_b times the identity, for every pair of nodes.
fn laplacian<const D: usize>(
    batches: &[Batch<D>],
    modulus: f64,
    elements: Range<usize>,
    axes: usize,
    hessian: &mut [f64],
) {
    let arity = D + 1;
    for (element, slot) in elements.zip(hessian.chunks_exact_mut(hessian_slot(arity))) {
        let (batch, lane) = (&batches[element / Quad::LEN], element % Quad::LEN);
        let mut g = [[0.0; D]; 4];
        for a in 0..D {
            for j in 0..D {
                g[a + 1][j] = batch.g[a][j].0[lane];
                g[0][j] -= g[a + 1][j];
            }
        }
        let weight = modulus * batch.volume.0[lane];
        for a in 0..arity {
            for b in a..arity {
                let dot: f64 = g[a].iter().zip(&g[b]).map(|(a, b)| a * b).sum();
                write_isotropic(&mut slot[9 * block_place(arity, a, b)..][..9], weight * dot, axes);
            }
        }
    }
}

/// Rest shapes in fours; the last four filled up with copies of the last element.
fn batches<const D: usize>(
    rest: &[f64],
    nodes: &[u32],
    edges: impl Fn(&[f64], &[u32]) -> Matrix<f64, D>,
) -> Result<Vec<Batch<D>>, StrainError> {
    let arity = D + 1;
    if !nodes.len().is_multiple_of(arity) {
        return Err(StrainError::Ragged { numbers: nodes.len(), arity });
    }
    let count = nodes.len() / arity;
    let mut batches = vec![Batch::<D>::ZERO; count.div_ceil(Quad::LEN)];
    for place in 0..batches.len() * Quad::LEN {
        let element = place.min(count - 1);
        let (batch, lane) = (&mut batches[place / Quad::LEN], place % Quad::LEN);
        let corners = &nodes[arity * element..][..arity];
        if let Some(&node) = corners.iter().find(|&&node| 3 * node as usize + 3 > rest.len()) {
            return Err(StrainError::NoSuchNode { element, node, nodes: rest.len() / 3 });
        }
        // Rows of the inverse of the edge matrix are the gradients of nodes 1…D; node 0 takes minus their sum.
        let edges = edges(rest, corners);
        for a in 0..D {
            batch.nodes[a][lane] = corners[a];
        }
        batch.nodes[D][lane] = corners[D];
        let size = edges.iter().flatten().fold(0.0, |a: f64, b| a.max(b.abs()));
        let volume = det(&edges).abs();
        let gradients = inverse(&edges).filter(|_| volume > 1e-14 * size.powi(D as i32));
        let Some(gradients) = gradients else { return Err(StrainError::Flat { element }) };
        for a in 0..D {
            for j in 0..D {
                batch.g[a][j].0[lane] = gradients[a][j];
            }
        }
        batch.volume.0[lane] = volume / if D == 3 { 6.0 } else { 2.0 };
    }
    Ok(batches)
}

/// Edges from the first corner to the others, by columns.
fn edges<const D: usize>(rest: &[f64], corners: &[u32]) -> Matrix<f64, D> {
    let mut edges = [[0.0; D]; D];
    for a in 0..D {
        for i in 0..D {
            edges[i][a] = rest[3 * corners[a + 1] as usize + i] - rest[3 * corners[0] as usize + i];
        }
    }
    edges
}

/// Edges of a triangle in space, laid into the plane.
fn unfolded(rest: &[f64], corners: &[u32]) -> Matrix<f64, 2> {
    let edge = |a: usize, i: usize| rest[3 * corners[a] as usize + i] - rest[3 * corners[0] as usize + i];
    in_plane([0, 1, 2].map(|i| [edge(1, i), edge(2, i)]))
}

/// Two vectors of space laid into the plane, the first along its first axis: lengths and angle stay as they are.
fn in_plane(f: [[f64; 2]; 3]) -> Matrix<f64, 2> {
    let [a, b] = [0, 1].map(|j| [f[0][j], f[1][j], f[2][j]]);
    let length = vec3::norm(a);
    let along = if length > 0.0 { vec3::dot(a, b) / length } else { 0.0 };
    let height = if length > 0.0 { vec3::norm(vec3::cross(a, b)) / length } else { vec3::norm(b) };
    [[length, along], [0.0, height]]
}

#[cfg(test)]
mod tests;
