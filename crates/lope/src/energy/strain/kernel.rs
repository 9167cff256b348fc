//! The hot loops of strain: deform, decompose, respond, contract.
//!
//! F has R rows, the axes of space, and C columns, the axes of the element: 3×3 for tetrahedra, 2×2 for triangles in the plane, 3×2
//! for membranes in space. With F = UΣVᵀ the response is the same function of the singular values for all of them; a membrane
//! also resists leaving its plane, by (∂ψ/∂σᵢ)/σᵢ for its normal and each axis.
//!
//! Elements go through in blocks small enough for the first-level cache, phase by phase: each phase is a
//! tight loop, the material is called once per block through its vtable, and the decomposition is shared by
//! everyone.

use crate::energy::{Slots, Want, block_place, gradient_slot, hessian_slot};
use crate::material::{Curvature, Material, Order, Response, Stress};
use crate::math::small::{Matrix, cofactor, cross, det, dot, mul_vector, transposed_mul_vector};
use crate::math::{Filter, Kernel, Lane, Quad, Spectrum};

use super::blocks::{Blocks, Contraction, FromInvariants};
use super::decompose::{column, decompose2, decompose32, load};

/// Stretch below which the resistance of a membrane against leaving its plane no longer grows.
const THINNEST: f64 = 1e-8;

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
    pub(super) fn deformation<L: Lane, const R: usize>(&self, x: &[f64], part: usize) -> [[L; D]; R] {
        let g = self.gradients::<L>(part);
        let first = part * L::N;
        let origin = L::gather3(x, &self.nodes[0][first..]);
        let mut f = [[L::splat(0.0); D]; R];
        for a in 0..D {
            let corner = L::gather3(x, &self.nodes[a + 1][first..]);
            for i in 0..R {
                let edge = corner[i] - origin[i];
                for j in 0..D {
                    f[i][j] = edge.mul_add(g[a][j], f[i][j]);
                }
            }
        }
        f
    }
}

/// Computes det F; of membranes, by how much their area has grown.
pub(super) struct Deform<'a, const R: usize, const C: usize> {
    pub x: &'a [f64],
    pub batches: &'a [Batch<C>],
    pub det: &'a mut [f64],
}

impl<const D: usize> Kernel for Deform<'_, D, D> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        self.each::<L>(|f| det(&f));
    }
}

impl Kernel for Deform<'_, 3, 2> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        self.each::<L>(|f| {
            let normal = cross(&column(&f, 0), &column(&f, 1));
            dot(&normal, &normal).sqrt()
        });
    }
}

impl<const R: usize, const C: usize> Deform<'_, R, C> {
    #[inline(always)]
    fn each<L: Lane>(self, of: impl Fn([[L; C]; R]) -> L) {
        for (batch, out) in self.batches.iter().zip(self.det.chunks_mut(Quad::LEN)) {
            let mut quad = Quad::ZERO;
            for part in 0..L::PER_QUAD {
                of(batch.deformation::<L, R>(self.x, part)).store(&mut quad, part);
            }
            out.copy_from_slice(&quad.0[..out.len()]);
        }
    }
}

/// Evaluates a chunk.
pub(super) struct Eval<'a, const R: usize, const C: usize> {
    pub x: &'a [f64],
    pub batches: &'a [Batch<C>],
    /// Elements in the chunk: the last batch may be partly beyond it.
    pub len: usize,
    pub material: &'a dyn Material,
    pub want: Want,
    pub filter: Filter,
    pub slots: Slots<'a>,
    /// Energies of the elements one by one; empty where only their sum is wanted.
    pub each: &'a mut [f64],
}

impl<const D: usize> Kernel for Eval<'_, D, D> {
    type Out = f64;

    #[inline(always)]
    fn run<L: Lane>(mut self) -> f64 {
        let mut f = [[Quad::ZERO; 9]; BLOCK];
        let mut values = [L::splat(0.0); hessian_slot(4)];
        if self.want < Want::Hessian && self.material.ways().direct_stress {
            let mut stress = [Stress::ZERO; BLOCK];
            let mut sum = 0.0;
            for block in 0..self.batches.len().div_ceil(BLOCK) {
                sum += self.stress_block::<L>(block * BLOCK, &mut f, &mut stress);
            }
            return sum;
        }
        if self.want == Want::Hessian && self.filter == Filter::Raw && self.material.ways().in_invariants {
            let mut curvature = [Curvature::ZERO; BLOCK];
            let mut sum = 0.0;
            for block in 0..self.batches.len().div_ceil(BLOCK) {
                sum += self.invariant_block::<L>(block * BLOCK, &mut f, &mut curvature, &mut values);
            }
            return sum;
        }
        let want = self.want;
        self.spectral::<L>(|f, spectra| {
            if D == 2 {
                decompose2::<L>(f, spectra);
            } else if want == Want::Value {
                L::singular3(f, spectra);
            } else {
                L::svd3(f, spectra);
            }
        })
    }
}

impl Kernel for Eval<'_, 3, 2> {
    type Out = f64;

    #[inline(always)]
    fn run<L: Lane>(mut self) -> f64 {
        self.spectral::<L>(decompose32::<L>)
    }
}

impl<const D: usize> Eval<'_, D, D> {
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
                let deformation = load::<L, D, D>(&f[b], part);
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
}

impl<'a, const R: usize, const C: usize> Eval<'a, R, C> {
    /// All blocks, in the frame of the singular vectors that `decompose` finds.
    #[inline(always)]
    fn spectral<L: Lane>(&mut self, decompose: impl Fn(&[[Quad; 9]], &mut [Spectrum])) -> f64 {
        let mut f = [[Quad::ZERO; 9]; BLOCK];
        let mut spectra = [Spectrum::ZERO; BLOCK];
        let mut responses = [Response::ZERO; BLOCK];
        let mut values = [L::splat(0.0); hessian_slot(4)];
        let mut sum = 0.0;
        for block in 0..self.batches.len().div_ceil(BLOCK) {
            let start = block * BLOCK;
            let batches = self.deform::<L>(start, &mut f);
            let spectra = &mut spectra[..batches.len()];
            decompose(&f[..batches.len()], spectra);
            sum += self.spectral_block::<L>(start, batches, spectra, &mut responses, &mut values);
        }
        sum
    }

    /// One block.
    #[inline(always)]
    fn spectral_block<L: Lane>(
        &mut self,
        start: usize,
        batches: &[Batch<C>],
        spectra: &[Spectrum],
        responses: &mut [Response<Quad>],
        values: &mut HessianSlots<L>,
    ) -> f64 {
        let order = match self.want {
            Want::Value => Order::Value,
            Want::Gradient => Order::First,
            Want::Hessian => Order::Second,
        };
        self.material.respond_all(spectra, order, responses);
        let mut sum = 0.0;
        for (b, batch) in batches.iter().enumerate() {
            sum += self.energy(start + b, &batch.volume, &responses[b].psi);
            if self.want < Want::Gradient {
                continue;
            }
            for part in 0..L::PER_QUAD {
                let volume = L::load(&batch.volume, part);
                let u: [[L; C]; R] = load(&spectra[b].u, part);
                let v: [[L; C]; C] = load(&spectra[b].v, part);
                let g = batch.gradients::<L>(part);
                let mut turned = g;
                for a in 0..C {
                    turned[a] = transposed_mul_vector(&v, &g[a]);
                }
                let mut response = responses[b].load::<L>(part, order);
                let mut forces = [[L::splat(0.0); R]; C];
                for a in 0..C {
                    let mut along = turned[a];
                    for i in 0..C {
                        along[i] = along[i] * response.d[i] * volume;
                    }
                    forces[a] = mul_vector(&u, &along);
                }
                self.write_gradient::<L>(start + b, part, &forces);
                if self.want == Want::Hessian {
                    let mut across = [L::splat(0.0); C];
                    if R > C {
                        for i in 0..C {
                            let stretch = L::load(&spectra[b].sigma[i], part).max(L::splat(THINNEST));
                            across[i] = self.filter.apply(response.d[i] / stretch) * volume;
                        }
                    }
                    response.filter::<C>(self.filter);
                    let contraction = Contraction::new(u, turned, &response, across, volume);
                    self.write_hessian::<L>(start + b, part, values, &contraction);
                }
            }
        }
        sum
    }

    /// Deformations of one block into `f`; returns its batches.
    #[inline(always)]
    fn deform<L: Lane>(&self, start: usize, f: &mut [[Quad; 9]]) -> &'a [Batch<C>] {
        let batches = &self.batches[start..self.batches.len().min(start + BLOCK)];
        for (batch, out) in batches.iter().zip(f) {
            for part in 0..L::PER_QUAD {
                let m = batch.deformation::<L, R>(self.x, part);
                for i in 0..R {
                    for j in 0..C {
                        m[i][j].store(&mut out[C * i + j], part);
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
    fn write_gradient<L: Lane>(&mut self, batch: usize, part: usize, forces: &[[L; R]; C]) {
        let (first, count) = self.extent::<L>(batch, part);
        if count > 0 {
            store_forces(forces, &mut self.slots.gradient[first * gradient_slot(C + 1)..], count);
        }
    }

    /// Writes the blocks of nodes 1…C, given for m ≤ n. The blocks of node 0 follow from the others: moving all
    /// nodes together changes nothing. `values` is room that is filled anew; in the plane what belongs to the third
    /// axis is zero and stays so.
    #[inline(always)]
    fn write_hessian<L: Lane>(
        &mut self,
        batch: usize,
        part: usize,
        values: &mut HessianSlots<L>,
        blocks: &impl Blocks<L, R>,
    ) {
        let arity = C + 1;
        let mut corner = [[L::splat(0.0); R]; R];
        let mut edge = [corner; C];
        // Written out, so that blocks stay in registers.
        macro_rules! block {
            ($m:literal, $n:literal) => {
                let block = blocks.block($m, $n);
                let place = 9 * block_place(arity, $m + 1, $n + 1);
                for i in 0..R {
                    for j in 0..R {
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
        if C == 3 {
            block!(0, 2);
            block!(1, 2);
            block!(2, 2);
        }
        for n in 0..C {
            let place = 9 * block_place(arity, 0, n + 1);
            for i in 0..R {
                for j in 0..R {
                    values[place + 3 * j + i] = edge[n][i][j];
                    corner[i][j] = corner[i][j] - edge[n][i][j];
                }
            }
        }
        for i in 0..R {
            for j in 0..R {
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

/// Writes the forces of nodes 1…C of the first `count` elements of a pack to their gradient slots, and their opposite to
/// node 0.
#[inline(always)]
pub(super) fn store_forces<L: Lane, const R: usize, const C: usize>(
    forces: &[[L; R]; C],
    out: &mut [f64],
    count: usize,
) {
    let mut values = [L::splat(0.0); 12];
    for i in 0..R {
        let mut sum = forces[0][i];
        values[3 + i] = forces[0][i];
        for a in 1..C {
            values[3 * (a + 1) + i] = forces[a][i];
            sum = sum + forces[a][i];
        }
        values[i] = -sum;
    }
    let stride = gradient_slot(C + 1);
    L::store_transposed(&values[..stride], out, stride, count);
}
