//! The hot loops of strain: deform, decompose, respond, contract.
//!
//! Elements go through in blocks small enough for the first-level cache, phase by phase: each phase is a
//! tight loop, the material is called once per block through its vtable, and the decomposition is shared by
//! everyone.

use crate::energy::{Slots, Want, block_place, gradient_slot, hessian_slot};
use crate::material::{Curvature, Material, Order, Response, Stress, pair};
use crate::math::small::{Matrix, cofactor, det, mul, mul_transposed, mul_vector, transposed_mul_vector};
use crate::math::svd2::svd2;
use crate::math::{Filter, Kernel, Lane, Quad, Spectrum};

/// Quads per block.
pub(super) const BLOCK: usize = 16;

/// The Hessian slots of a pack of elements, before they are taken apart.
type HessianSlots<L> = [L; hessian_slot(4)];

/// Four elements at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch<const D: usize> {
    /// Gradients of the shape functions of nodes 1…D: `g[a − 1][j]`.
    pub g: [[Quad; D]; D],
    /// Rest volumes.
    pub volume: Quad,
    /// Node numbers, `nodes[a][lane]`; the fourth row is not used by triangles.
    pub nodes: [[u32; Quad::LEN]; 4],
}

impl<const D: usize> Batch<D> {
    pub(super) const ZERO: Self =
        Batch { g: [[Quad::ZERO; D]; D], volume: Quad::ZERO, nodes: [[0; Quad::LEN]; 4] };

    #[inline(always)]
    pub(super) fn gradients<L: Lane>(&self, part: usize) -> Matrix<L, D> {
        let mut g = [[L::splat(0.0); D]; D];
        for a in 0..D {
            for j in 0..D {
                g[a][j] = L::load(&self.g[a][j], part);
            }
        }
        g
    }

    /// F of one pack of elements.
    #[inline(always)]
    pub(super) fn deformation<L: Lane>(&self, x: &[f64], part: usize) -> Matrix<L, D> {
        let g = self.gradients::<L>(part);
        let first = part * L::N;
        let origin = L::gather3(x, &self.nodes[0][first..]);
        let mut f = [[L::splat(0.0); D]; D];
        for a in 0..D {
            let corner = L::gather3(x, &self.nodes[a + 1][first..]);
            for i in 0..D {
                let edge = corner[i] - origin[i];
                for j in 0..D {
                    f[i][j] = edge.mul_add(g[a][j], f[i][j]);
                }
            }
        }
        f
    }
}

/// Computes det F.
pub(super) struct Deform<'a, const D: usize> {
    pub x: &'a [f64],
    pub batches: &'a [Batch<D>],
    pub det: &'a mut [f64],
}

impl<const D: usize> Kernel for Deform<'_, D> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        for (batch, out) in self.batches.iter().zip(self.det.chunks_mut(Quad::LEN)) {
            let mut quad = Quad::ZERO;
            for part in 0..L::PER_QUAD {
                det(&batch.deformation::<L>(self.x, part)).store(&mut quad, part);
            }
            out.copy_from_slice(&quad.0[..out.len()]);
        }
    }
}

/// Evaluates a chunk.
pub(super) struct Eval<'a, const D: usize> {
    pub x: &'a [f64],
    pub batches: &'a [Batch<D>],
    /// Elements in the chunk: the last batch may be partly beyond it.
    pub len: usize,
    pub material: &'a dyn Material,
    pub want: Want,
    pub filter: Filter,
    pub slots: Slots<'a>,
    /// Energies of the elements one by one; empty where only their sum is wanted.
    pub each: &'a mut [f64],
}

impl<const D: usize> Kernel for Eval<'_, D> {
    type Out = f64;

    #[inline(always)]
    fn run<L: Lane>(mut self) -> f64 {
        let mut f = [[Quad::ZERO; 9]; BLOCK];
        let mut values = [L::splat(0.0); hessian_slot(4)];
        if self.want < Want::Hessian && self.material.direct_stress() {
            let mut stress = [Stress::ZERO; BLOCK];
            let mut sum = 0.0;
            for block in 0..self.batches.len().div_ceil(BLOCK) {
                sum += self.stress_block::<L>(block * BLOCK, &mut f, &mut stress);
            }
            return sum;
        }
        if self.want == Want::Hessian && self.filter == Filter::Raw && self.material.in_invariants() {
            let mut curvature = [Curvature::ZERO; BLOCK];
            let mut sum = 0.0;
            for block in 0..self.batches.len().div_ceil(BLOCK) {
                sum += self.invariant_block::<L>(block * BLOCK, &mut f, &mut curvature, &mut values);
            }
            return sum;
        }
        let mut spectra = [Spectrum::ZERO; BLOCK];
        let mut responses = [Response::ZERO; BLOCK];
        let mut sum = 0.0;
        for block in 0..self.batches.len().div_ceil(BLOCK) {
            sum += self.spectral_block::<L>(block * BLOCK, &mut f, &mut spectra, &mut responses, &mut values);
        }
        sum
    }
}

impl<'a, const D: usize> Eval<'a, D> {
    /// Value and gradient without singular values.
    #[inline(always)]
    fn stress_block<L: Lane>(&mut self, start: usize, f: &mut [[Quad; 9]], stress: &mut [Stress]) -> f64 {
        let batches = self.deform::<L>(start, f);
        self.material.stress_all(D, &f[..batches.len()], stress);
        let mut sum = 0.0;
        for (b, batch) in batches.iter().enumerate() {
            sum += self.energy(start + b, &batch.volume, &stress[b].psi);
            if self.want < Want::Gradient {
                continue;
            }
            for part in 0..L::PER_QUAD {
                let volume = L::load(&batch.volume, part);
                let mut p = [[L::splat(0.0); D]; D];
                for i in 0..D {
                    for j in 0..D {
                        p[i][j] = L::load(&stress[b].p[D * i + j], part) * volume;
                    }
                }
                let g = batch.gradients::<L>(part);
                let mut forces = [[L::splat(0.0); D]; D];
                for a in 0..D {
                    forces[a] = mul_vector(&p, &g[a]);
                }
                self.write_gradient::<L>(start + b, part, &forces);
            }
        }
        sum
    }

    /// Everything from I₂ and J, without singular values. With F gₐ = aₐ and cof(F) gₐ = cₐ,
    ///   forceₐ = 2ψ₂ aₐ + ψ_J cₐ,
    ///   Hₐ_b = 2ψ₂ (gₐ·g_b) 1 + 4ψ₂₂ aₐ a_bᵀ + ψ_JJ cₐ c_bᵀ + ψ_J ∂²J/∂xₐ∂x_b,
    /// and the last is the matrix of the cross product with F(gₐ × g_b), whose entry (i, j) is ε_ijp of it.
    #[inline(always)]
    fn invariant_block<L: Lane>(
        &mut self,
        start: usize,
        f: &mut [[Quad; 9]],
        curvature: &mut [Curvature],
        values: &mut HessianSlots<L>,
    ) -> f64 {
        let batches = self.deform::<L>(start, f);
        self.material.partials_all(D, &f[..batches.len()], curvature);
        let mut sum = 0.0;
        for (b, batch) in batches.iter().enumerate() {
            sum += self.energy(start + b, &batch.volume, &curvature[b].psi);
            for part in 0..L::PER_QUAD {
                let volume = L::load(&batch.volume, part);
                let deformation = load::<L, D>(&f[b], part);
                let cofactors = cofactor(&deformation);
                let g = batch.gradients::<L>(part);
                let twice = L::load(&curvature[b].p2, part) * L::splat(2.0) * volume;
                let four = L::load(&curvature[b].p22, part) * L::splat(4.0) * volume;
                let pj = L::load(&curvature[b].pj, part) * volume;
                let pjj = L::load(&curvature[b].pjj, part) * volume;
                let (mut a, mut c, mut forces) = (g, g, g);
                for m in 0..D {
                    a[m] = mul_vector(&deformation, &g[m]);
                    c[m] = mul_vector(&cofactors, &g[m]);
                    for i in 0..D {
                        forces[m][i] = twice.mul_add(a[m][i], pj * c[m][i]);
                    }
                }
                self.write_gradient::<L>(start + b, part, &forces);
                let blocks = FromInvariants { f: deformation, g, a, c, twice, four, pj, pjj };
                self.write_hessian::<L>(start + b, part, values, &blocks);
            }
        }
        sum
    }

    /// Everything, in the frame of the singular vectors.
    #[inline(always)]
    fn spectral_block<L: Lane>(
        &mut self,
        start: usize,
        f: &mut [[Quad; 9]],
        spectra: &mut [Spectrum],
        responses: &mut [Response<Quad>],
        values: &mut HessianSlots<L>,
    ) -> f64 {
        let batches = self.deform::<L>(start, f);
        let (f, spectra) = (&f[..batches.len()], &mut spectra[..batches.len()]);
        let order = match self.want {
            Want::Value => Order::Value,
            Want::Gradient => Order::First,
            Want::Hessian => Order::Second,
        };
        if D == 2 {
            decompose2::<L>(f, spectra);
        } else if self.want == Want::Value {
            L::singular3(f, spectra);
        } else {
            L::svd3(f, spectra);
        }
        self.material.respond_all(spectra, order, responses);
        let mut sum = 0.0;
        for (b, batch) in batches.iter().enumerate() {
            sum += self.energy(start + b, &batch.volume, &responses[b].psi);
            if self.want < Want::Gradient {
                continue;
            }
            for part in 0..L::PER_QUAD {
                let volume = L::load(&batch.volume, part);
                let (u, v) = (load::<L, D>(&spectra[b].u, part), load::<L, D>(&spectra[b].v, part));
                let g = batch.gradients::<L>(part);
                let mut turned = g;
                for a in 0..D {
                    turned[a] = transposed_mul_vector(&v, &g[a]);
                }
                let mut response = responses[b].load::<L>(part, order);
                let mut forces = turned;
                for a in 0..D {
                    for i in 0..D {
                        forces[a][i] = forces[a][i] * response.d[i] * volume;
                    }
                    forces[a] = mul_vector(&u, &forces[a]);
                }
                self.write_gradient::<L>(start + b, part, &forces);
                if self.want == Want::Hessian {
                    response.filter::<D>(self.filter);
                    let contraction = Contraction::new(u, turned, &response, volume);
                    self.write_hessian::<L>(start + b, part, values, &contraction);
                }
            }
        }
        sum
    }

    /// Deformations of one block into `f`; returns its batches.
    #[inline(always)]
    fn deform<L: Lane>(&self, start: usize, f: &mut [[Quad; 9]]) -> &'a [Batch<D>] {
        let batches = &self.batches[start..self.batches.len().min(start + BLOCK)];
        for (batch, out) in batches.iter().zip(f) {
            for part in 0..L::PER_QUAD {
                let m = batch.deformation::<L>(self.x, part);
                for i in 0..D {
                    for j in 0..D {
                        m[i][j].store(&mut out[D * i + j], part);
                    }
                }
            }
        }
        batches
    }

    /// Volume-weighted sum over the elements of one quad, in their order.
    #[inline(always)]
    fn energy(&mut self, batch: usize, volume: &Quad, psi: &Quad) -> f64 {
        let first = batch * Quad::LEN;
        let count = (self.len - first).min(Quad::LEN);
        let mut sum = 0.0;
        for lane in 0..count {
            let own = volume.0[lane] * psi.0[lane];
            sum += own;
            if let Some(each) = self.each.get_mut(first + lane) {
                *each = own;
            }
        }
        sum
    }

    /// First element of a pack, and how many of the pack are in the chunk.
    #[inline(always)]
    fn extent<L: Lane>(&self, batch: usize, part: usize) -> (usize, usize) {
        let first = batch * Quad::LEN + part * L::N;
        (first, self.len.saturating_sub(first).min(L::N))
    }

    #[inline(always)]
    fn write_gradient<L: Lane>(&mut self, batch: usize, part: usize, forces: &Matrix<L, D>) {
        let (first, count) = self.extent::<L>(batch, part);
        if count > 0 {
            store_forces(forces, &mut self.slots.gradient[first * gradient_slot(D + 1)..], count);
        }
    }

    /// Writes the blocks of nodes 1…D, given for m ≤ n. The blocks of node 0 follow from the others: moving all
    /// nodes together changes nothing. `values` is room that is filled anew; in the plane what belongs to the third
    /// axis is zero and stays so.
    #[inline(always)]
    fn write_hessian<L: Lane>(
        &mut self,
        batch: usize,
        part: usize,
        values: &mut HessianSlots<L>,
        blocks: &impl Blocks<L, D>,
    ) {
        let arity = D + 1;
        let mut corner = [[L::splat(0.0); D]; D];
        let mut edge = [corner; D];
        // Written out, so that blocks stay in registers.
        macro_rules! block {
            ($m:literal, $n:literal) => {
                let block = blocks.block($m, $n);
                let place = 9 * block_place(arity, $m + 1, $n + 1);
                for i in 0..D {
                    for j in 0..D {
                        let entry = block[i][j];
                        values[place + 3 * j + i] = entry;
                        edge[$n][i][j] = edge[$n][i][j] - entry;
                        if $m != $n {
                            edge[$m][j][i] = edge[$m][j][i] - entry;
                        }
                    }
                }
            };
        }
        block!(0, 0);
        block!(0, 1);
        block!(1, 1);
        if D == 3 {
            block!(0, 2);
            block!(1, 2);
            block!(2, 2);
        }
        for n in 0..D {
            let place = 9 * block_place(arity, 0, n + 1);
            for i in 0..D {
                for j in 0..D {
                    values[place + 3 * j + i] = edge[n][i][j];
                    corner[i][j] = corner[i][j] - edge[n][i][j];
                }
            }
        }
        for i in 0..D {
            for j in 0..D {
                values[3 * j + i] = corner[i][j];
            }
        }
        let (first, count) = self.extent::<L>(batch, part);
        let stride = hessian_slot(arity);
        if count > 0 {
            L::store_transposed(&values[..stride], &mut self.slots.hessian[first * stride..], stride, count);
        }
    }
}

/// Writes the forces of nodes 1…D of the first `count` elements of a pack to their gradient slots, and their opposite to
/// node 0.
#[inline(always)]
pub(super) fn store_forces<L: Lane, const D: usize>(forces: &Matrix<L, D>, out: &mut [f64], count: usize) {
    let mut values = [L::splat(0.0); 12];
    for i in 0..D {
        let mut sum = forces[0][i];
        values[3 + i] = forces[0][i];
        for a in 1..D {
            values[3 * (a + 1) + i] = forces[a][i];
            sum = sum + forces[a][i];
        }
        values[i] = -sum;
    }
    let stride = gradient_slot(D + 1);
    L::store_transposed(&values[..stride], out, stride, count);
}

/// Blocks of the Hessian of a pack of elements, for nodes 1…D.
trait Blocks<L, const D: usize> {
    /// The block of nodes m + 1 and n + 1, m ≤ n.
    fn block(&self, m: usize, n: usize) -> Matrix<L, D>;
}

/// What [`Eval::invariant_block`] makes blocks of.
struct FromInvariants<L, const D: usize> {
    f: Matrix<L, D>,
    g: Matrix<L, D>,
    a: Matrix<L, D>,
    c: Matrix<L, D>,
    twice: L,
    four: L,
    pj: L,
    pjj: L,
}

impl<L: Lane, const D: usize> Blocks<L, D> for FromInvariants<L, D> {
    #[inline(always)]
    fn block(&self, m: usize, n: usize) -> Matrix<L, D> {
        let Self { f, g, a, c, twice, four, pj, pjj } = self;
        let mut dot = g[m][0] * g[n][0];
        for k in 1..D {
            dot = g[m][k].mul_add(g[n][k], dot);
        }
        let mut block = *f;
        for i in 0..D {
            let (left, right) = (*four * a[m][i], *pjj * c[m][i]);
            for j in 0..D {
                block[i][j] = left.mul_add(a[n][j], right * c[n][j]);
            }
            block[i][i] = twice.mul_add(dot, block[i][i]);
        }
        if m != n {
            add_volume_curvature(&mut block, f, &g[m], &g[n], *pj);
        }
        block
    }
}

/// The tangent in the frame of the singular vectors, contracted with node gradients.
struct Contraction<L, const D: usize> {
    u: Matrix<L, D>,
    /// Vᵀgₐ.
    g: Matrix<L, D>,
    a: [L; 6],
    same: [L; 3],
    swapped: [L; 3],
}

impl<L: Lane, const D: usize> Contraction<L, D> {
    #[inline(always)]
    fn new(u: Matrix<L, D>, g: Matrix<L, D>, r: &Response<L>, volume: L) -> Self {
        let half = L::splat(0.5) * volume;
        let mut a = r.a;
        let (mut same, mut swapped) = (r.flip, r.twist);
        for k in 0..6 {
            a[k] = a[k] * volume;
        }
        for k in 0..3 {
            (same[k], swapped[k]) = ((r.flip[k] + r.twist[k]) * half, (r.flip[k] - r.twist[k]) * half);
        }
        Self { u, g, a, same, swapped }
    }
}

impl<L: Lane, const D: usize> Blocks<L, D> for Contraction<L, D> {
    /// Block (m, n) is volume · U·Ĥ·Uᵀ with
    ///   Ĥᵢᵢ = Aᵢᵢ âᵢ b̂ᵢ + Σⱼ Bᵢⱼ âⱼ b̂ⱼ,  Ĥᵢₖ = Aᵢₖ âᵢ b̂ₖ + Cᵢₖ âₖ b̂ᵢ,
    /// â = Vᵀg_m, b̂ = Vᵀg_n, B and C half the sum and difference of flip and twist.
    #[inline(always)]
    fn block(&self, m: usize, n: usize) -> Matrix<L, D> {
        let Self { u, g, a, same, swapped } = self;
        let mut h = [[L::splat(0.0); D]; D];
        for i in 0..D {
            let mut diagonal = a[i] * (g[m][i] * g[n][i]);
            for k in 0..D {
                if k != i {
                    let at = pair(i, k);
                    diagonal = same[at].mul_add(g[m][k] * g[n][k], diagonal);
                    let other = swapped[at] * (g[m][k] * g[n][i]);
                    h[i][k] = a[3 + at].mul_add(g[m][i] * g[n][k], other);
                }
            }
            h[i][i] = diagonal;
        }
        mul_transposed(&mul(u, &h), u)
    }
}

/// Adds factor · ∂²J/∂x∂y for the nodes with gradients `g` and `k`; in the plane the axis is the third one.
#[inline(always)]
fn add_volume_curvature<L: Lane, const D: usize>(
    block: &mut Matrix<L, D>,
    f: &Matrix<L, D>,
    g: &[L; D],
    k: &[L; D],
    factor: L,
) {
    let normal = |i: usize, j: usize| (g[i] * k[j] - g[j] * k[i]) * factor;
    let third = normal(0, 1);
    if D == 2 {
        block[0][1] = block[0][1] + third;
        block[1][0] = block[1][0] - third;
        return;
    }
    let cross = [normal(1, 2), normal(2, 0), third];
    for p in 0..3 {
        let (i, j) = ((p + 1) % 3, (p + 2) % 3);
        let along = f[p][2].mul_add(cross[2], f[p][1].mul_add(cross[1], f[p][0] * cross[0]));
        block[i][j] = block[i][j] + along;
        block[j][i] = block[j][i] - along;
    }
}

/// Decompositions of plane deformations; the stretch out of the plane is one.
#[inline(always)]
fn decompose2<L: Lane>(f: &[[Quad; 9]], spectra: &mut [Spectrum]) {
    for (f, out) in f.iter().zip(spectra) {
        for part in 0..L::PER_QUAD {
            let svd = svd2(&load::<L, 2>(f, part));
            for i in 0..2 {
                svd.sigma[i].store(&mut out.sigma[i], part);
                for j in 0..2 {
                    svd.u[i][j].store(&mut out.u[2 * i + j], part);
                    svd.v[i][j].store(&mut out.v[2 * i + j], part);
                }
            }
        }
        out.sigma[2] = Quad::ONE;
    }
}

/// One pack of the D×D matrices stored by rows in `quads`.
#[inline(always)]
pub(super) fn load<L: Lane, const D: usize>(quads: &[Quad; 9], part: usize) -> Matrix<L, D> {
    let mut m = [[L::splat(0.0); D]; D];
    for i in 0..D {
        for j in 0..D {
            m[i][j] = L::load(&quads[D * i + j], part);
        }
    }
    m
}
