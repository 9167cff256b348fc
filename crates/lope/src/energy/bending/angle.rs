//! Bending measured by signed angles: ½ Σ Kᵢⱼ (θᵢ−θ̄ᵢ)(θⱼ−θ̄ⱼ) over the edges of an element.
//!
//! An element is an edge with its two triangles (\[Grinspun03\]), or a triangle with those beyond its edges (\[Grinspun06\]). Of the latter
//! the curvature is b = Σ θᵢ lᵢ/2A nᵢ⊗nᵢ: by the divergence theorem, with the mean of both normals at every edge.

use std::ops::Range;
use std::sync::Arc;

use super::hinge::Hinge;
use super::{HINGES, MOST_NODES, RestAngle, corners, edge_stiffness, laplacian};
use crate::energy::{
    Abilities, Account, CHUNK, Compliance, Energy, FILLER, Rounding, Slots, Stencils, Want, block_place,
    enlist, gradient_slot, hessian_slot, rounding_of_strain, write_isotropic,
};
use crate::math::Filter;
use crate::math::vec3::{cross, distance, dot, norm, sub};

/// Numbers of a symmetric matrix of order n, row by row from the diagonal on.
const fn triangle(n: usize) -> usize {
    n * (n + 1) / 2
}

/// Place of (i, j), i ≤ j, in one of order n.
const fn entry(n: usize, i: usize, j: usize) -> usize {
    i * n - i * (i + 1) / 2 + j
}

/// Energy of angles.
#[derive(Clone, Debug)]
pub struct Bending {
    name: String,
    /// Edges of an element: 1, 2 or 3.
    edges: usize,
    nodes: Arc<[u32]>,
    /// Of each element, J.
    stiffness: Arc<[f64]>,
    /// Angles at rest, one for each edge of each element.
    rest: Arc<[f64]>,
    /// Weights of the stand-in, four for each edge of each element, 1/m.
    weights: Arc<[f64]>,
    /// What each chunk would store at angles of one over the height of the triangles, J.
    unit: Arc<[f64]>,
}

impl Bending {
    /// Every edge for itself: ½ D |e|/h̄ (θ−θ̄)². `x` are the rest positions of all nodes; an element has the apex of a triangle, the
    /// ends of the edge and the apex of the other triangle.
    pub fn of_edges(x: &[f64], nodes: Vec<u32>, stiffness: f64, rest: RestAngle) -> Self {
        let of = |nodes: &[u32]| vec![edge_stiffness(stiffness, corners(x, nodes, 0))];
        Self::new(x, 1, nodes, &of, rest)
    }

    /// Triangles with those beyond their edges, which know Poisson's ratio `poisson`. An element has the corners of a triangle and the
    /// apexes beyond its first 1, 2 or 3 `edges`, the first of which is opposite of the first corner. At its other edges, which are
    /// borders, it is bent as costs least.
    pub fn of_triangles(
        x: &[f64],
        nodes: Vec<u32>,
        edges: usize,
        (stiffness, poisson): (f64, f64),
        rest: RestAngle,
    ) -> Self {
        let of = |nodes: &[u32]| triangle_stiffness(x, nodes, edges, stiffness, poisson);
        Self::new(x, edges, nodes, &of, rest)
    }

    fn new(x: &[f64], edges: usize, nodes: Vec<u32>, of: &dyn Fn(&[u32]) -> Vec<f64>, at: RestAngle) -> Self {
        let arity = 3 + edges;
        let (mut stiffness, mut rest, mut weights, mut unit) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (element, nodes) in nodes.chunks_exact(arity).enumerate() {
            let own = of(nodes);
            let mut scale = 0.0;
            for hinge in 0..edges {
                let corners = corners(x, nodes, hinge);
                rest.push(if at == RestAngle::Flat { 0.0 } else { Hinge::new(corners).angle });
                let laplacian = laplacian(corners);
                let size =
                    laplacian.iter().map(|w| w.abs()).fold(0.0, f64::max) * distance(corners[0], corners[1]);
                scale += own[entry(edges, hinge, hinge)] * size * size;
                weights.extend(laplacian);
            }
            stiffness.extend(own);
            if element.is_multiple_of(CHUNK) {
                unit.push(0.0);
            }
            if let Some(unit) = unit.last_mut() {
                *unit += scale;
            }
        }
        Self {
            name: "bending".into(),
            edges,
            nodes: nodes.into(),
            stiffness: stiffness.into(),
            rest: rest.into(),
            weights: weights.into(),
            unit: unit.into(),
        }
    }

    /// Gives it another name for logs.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Angles of all edges of all elements at `x`.
    pub fn angles(&self, x: &[f64]) -> Vec<f64> {
        let elements = self.nodes.chunks_exact(3 + self.edges);
        elements.flat_map(|nodes| (0..self.edges).map(|j| Hinge::new(corners(x, nodes, j)).angle)).collect()
    }

    /// Angles at rest, in the same order.
    pub fn rest(&self) -> &[f64] {
        &self.rest
    }

    fn element<const N: usize>(
        &self,
        x: &[f64],
        element: usize,
        want: Want,
        filter: Filter,
        out: Slots<'_>,
    ) -> f64 {
        let nodes = &self.nodes[(3 + N) * element..][..3 + N];
        let stiffness = &self.stiffness[triangle(N) * element..][..triangle(N)];
        let rest = &self.rest[N * element..][..N];
        let hinges: [Hinge; N] = std::array::from_fn(|j| Hinge::new(corners(x, nodes, j)));
        let k = |i: usize, j: usize| stiffness[entry(N, i.min(j), i.max(j))];
        let change: [f64; N] = std::array::from_fn(|j| hinges[j].angle - rest[j]);
        let moment: [f64; N] = std::array::from_fn(|i| (0..N).map(|j| k(i, j) * change[j]).sum());
        let value: f64 = 0.5 * (0..N).map(|i| moment[i] * change[i]).sum::<f64>();
        if want < Want::Gradient {
            return value;
        }
        // Of each angle, by the nodes of the element.
        let mut slopes = [[[0.0; 3]; MOST_NODES]; N];
        for (j, slopes) in slopes.iter_mut().enumerate() {
            let [a, b, own, other] = HINGES[j];
            for (flap, nodes) in hinges[j].flaps.iter().zip([[a, b, own], [a, b, other]]) {
                for (corner, node) in nodes.into_iter().enumerate() {
                    let gradient = flap.gradient(corner);
                    (0..3).for_each(|i| slopes[node][i] += gradient[i]);
                }
            }
        }
        for (node, out) in out.gradient.chunks_exact_mut(3).enumerate() {
            for i in 0..3 {
                out[i] = (0..N).map(|j| moment[j] * slopes[j][node][i]).sum();
            }
        }
        if want < Want::Hessian {
            return value;
        }
        let arity = 3 + N;
        for a in 0..arity {
            for b in a..arity {
                let block = &mut out.hessian[9 * block_place(arity, a, b)..][..9];
                for column in 0..3 {
                    for row in 0..3 {
                        let mut sum = 0.0;
                        for i in 0..N {
                            let across: f64 = (0..N).map(|j| k(i, j) * slopes[j][b][column]).sum();
                            sum += slopes[i][a][row] * across;
                        }
                        block[3 * column + row] = sum;
                    }
                }
            }
        }
        for (j, hinge) in hinges.iter().enumerate() {
            let [p, q, own, other] = HINGES[j];
            // (m|H| + |m||H|)/2 is what is left of mH without its negative eigenvalues.
            let (own_part, absolute_part) = match filter {
                Filter::Raw => (moment[j], 0.0),
                Filter::Clamp(_) => (0.5 * moment[j], 0.5 * moment[j].abs()),
                Filter::Mirror(_) => (0.0, moment[j].abs()),
            };
            for (flap, nodes) in hinge.flaps.iter().zip([[p, q, own], [p, q, other]]) {
                let absolute = flap.absolute();
                for i in 0..3 {
                    for l in 0..3 {
                        let (a, b) = (nodes[i], nodes[l]);
                        if a > b {
                            continue;
                        }
                        let exact = flap.hessian(i, l);
                        let block = &mut out.hessian[9 * block_place(arity, a, b)..][..9];
                        if absolute_part == 0.0 {
                            add(block, own_part, &exact);
                        } else {
                            add(block, own_part, &exact);
                            add(block, absolute_part, &flap.absolute_hessian(&absolute, i, l));
                        }
                    }
                }
            }
        }
        value
    }

    fn each(
        &self,
        x: &[f64],
        elements: Range<usize>,
        want: Want,
        filter: Filter,
        slots: Slots<'_>,
        mut each: impl FnMut(usize, f64),
    ) {
        let arity = 3 + self.edges;
        let (row, block) = (gradient_slot(arity), hessian_slot(arity));
        let start = elements.start;
        for element in elements {
            let place = element - start;
            let gradient =
                if want >= Want::Gradient { &mut slots.gradient[place * row..][..row] } else { &mut [] };
            let hessian =
                if want >= Want::Hessian { &mut slots.hessian[place * block..][..block] } else { &mut [] };
            let own = Slots { gradient, hessian };
            let value = match self.edges {
                1 => self.element::<1>(x, element, want, filter, own),
                2 => self.element::<2>(x, element, want, filter, own),
                _ => self.element::<3>(x, element, want, filter, own),
            };
            each(place, value);
        }
    }
}

fn add(block: &mut [f64], factor: f64, matrix: &[[f64; 3]; 3]) {
    for column in 0..3 {
        for row in 0..3 {
            block[3 * column + row] += factor * matrix[row][column];
        }
    }
}

/// A·BᵀCB of a triangle, with b = Bθ, for the angles at its first `inner` edges: for the others the energy is least.
fn triangle_stiffness(x: &[f64], nodes: &[u32], inner: usize, stiffness: f64, poisson: f64) -> Vec<f64> {
    let at = |k: usize| super::place(x, nodes[k % 3]);
    let normal = cross(sub(at(1), at(0)), sub(at(2), at(0)));
    let area = 0.5 * norm(normal);
    // bₓₓ, b_yy and 2bₓ_y of a unit of each angle, the first axis along the first edge.
    let axis = sub(at(2), at(1));
    let columns = [0, 1, 2].map(|k| {
        let edge = sub(at(k + 2), at(k + 1));
        let length = norm(edge);
        let scale = 1.0 / (length * norm(axis));
        let (cos, sin) = (dot(axis, edge) * scale, dot(cross(axis, edge), normal) * scale / (2.0 * area));
        // The normal of the edge in the plane is (sin, −cos).
        let weight = length / (2.0 * area);
        [weight * sin * sin, weight * cos * cos, -2.0 * weight * sin * cos]
    });
    let mut full = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            let ([a, b, c], [p, q, r]) = (columns[i], columns[j]);
            let plate = a * p + b * q + poisson * (a * q + b * p) + 0.5 * (1.0 - poisson) * c * r;
            full[i][j] = area * stiffness * plate;
        }
    }
    // Eliminates the angles at borders, from the last on.
    for last in (inner..3).rev() {
        for i in 0..last {
            for j in 0..last {
                full[i][j] -= full[i][last] * full[last][j] / full[last][last];
            }
        }
    }
    (0..inner).flat_map(|i| (i..inner).map(move |j| (i, j))).map(|(i, j)| full[i][j]).collect()
}

enlist!(Bending: Bending);

impl Energy for Bending {
    fn name(&self) -> &str {
        &self.name
    }

    fn account(&self) -> Account {
        Account::Elastic
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 3 + self.edges, nodes: &self.nodes }
    }

    /// The filter acts on the curvature of each angle in each triangle for itself; floors above zero are not reached.
    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let mut sum = 0.0;
        self.each(x, elements, want, filter, slots, |_, value| sum += value);
        sum
    }

    /// Σ Kᵢⱼ wᵢ wⱼᵀ, where |Σ w x| is θ near the flat state: the Hessian there, for every direction.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        let (edges, arity) = (self.edges, 3 + self.edges);
        for (element, slot) in elements.zip(hessian.chunks_exact_mut(hessian_slot(arity))) {
            let stiffness = &self.stiffness[triangle(edges) * element..][..triangle(edges)];
            let mut weights = [[0.0; MOST_NODES]; 3];
            for (j, weights) in weights[..edges].iter_mut().enumerate() {
                let own = &self.weights[4 * (edges * element + j)..][..4];
                HINGES[j].iter().zip(own).for_each(|(&node, weight)| weights[node] = *weight);
            }
            for a in 0..arity {
                for b in a..arity {
                    let mut sum = 0.0;
                    for i in 0..edges {
                        for j in 0..edges {
                            sum +=
                                stiffness[entry(edges, i.min(j), i.max(j))] * weights[i][a] * weights[j][b];
                        }
                    }
                    write_isotropic(&mut slot[9 * block_place(arity, a, b)..][..9], sum, 3);
                }
            }
        }
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            not_projective: Some("angles are no linear function of the positions"),
            rounding: Some(self),
            compliance: Some(self),
            ..Abilities::default()
        }
    }
}

impl Rounding for Bending {
    /// An angle has the rounding error of the edges over the height of a triangle.
    fn rounding(&self, elements: Range<usize>, value: f64, _extent: f64) -> f64 {
        rounding_of_strain(value, self.unit[elements.start / CHUNK])
    }
}

/// One constraint each, C = √(2E).
impl Compliance for Bending {
    fn constrain(&self, x: &[f64], places: Range<usize>, c: &mut [f64], gradient: &mut [f64]) {
        let stride = gradient_slot(3 + self.edges);
        let slots = Slots { gradient: &mut *gradient, hessian: &mut [] };
        self.each(x, places, Want::Gradient, Filter::Raw, slots, |place, value| {
            c[place] = (2.0 * value).max(0.0).sqrt();
        });
        for (c, gradient) in c.iter().zip(gradient.chunks_exact_mut(stride)) {
            let factor = if *c > 0.0 { 1.0 / c } else { 0.0 };
            gradient.iter_mut().for_each(|entry| *entry *= factor);
        }
    }

    fn arranged(&self, order: &[u32]) -> Option<Box<dyn Compliance>> {
        let edges = self.edges;
        fn pick<T: Copy>(from: &[T], order: &[u32], stride: usize, filler: impl Fn(T) -> T) -> Arc<[T]> {
            let of = |&place: &u32| {
                let start = if place == FILLER { 0 } else { stride * place as usize };
                from[start..start + stride].iter().map(move |value| (place == FILLER, *value))
            };
            order
                .iter()
                .flat_map(of)
                .map(|(is_filler, value)| if is_filler { filler(value) } else { value })
                .collect()
        }
        Some(Box::new(Self {
            name: self.name.clone(),
            edges,
            nodes: pick(&self.nodes, order, 3 + edges, |node| node),
            stiffness: pick(&self.stiffness, order, triangle(edges), |_| 0.0),
            rest: pick(&self.rest, order, edges, |angle| angle),
            weights: pick(&self.weights, order, 4 * edges, |weight| weight),
            unit: self.unit.clone(),
        }))
    }
}
