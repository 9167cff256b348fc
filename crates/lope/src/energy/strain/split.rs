//! Strain taken apart from the positions: the local steps of splitting methods.
//!
//! Four elements at a time, phase by phase in blocks that stay in the cache, as in the kernels of derivatives: load and
//! scale, the material's proximal map (one call a block), then residuals and forces.

use std::ops::Range;

use super::decompose::load;
use super::kernel::{BLOCK, Batch, store_forces};
use super::{Shapes, StrainEnergy, cover};
use crate::energy::{Coupling, SplitNorms, Splitting, gradient_slot};
use crate::material::{Material, Order, Response};
use crate::math::small::{Matrix, compose, mul_vector};
use crate::math::svd2::svd2;
use crate::math::{Kernel, Lane, Quad, Spectrum, dispatch};

/// What all local steps of a chunk share.
struct Chunk<'a, const D: usize> {
    x: &'a [f64],
    batches: &'a [Batch<D>],
    /// Elements in the chunk: the last batch may be partly beyond it.
    len: usize,
    material: &'a dyn Material,
    coupling: Coupling,
}

impl<'a, const D: usize> Chunk<'a, D> {
    fn new(
        of: &'a StrainEnergy,
        batches: &'a [Batch<D>],
        x: &'a [f64],
        elements: &Range<usize>,
        coupling: Coupling,
    ) -> Self {
        let batches = cover(batches, elements);
        Self { x, batches, len: elements.len(), material: &*of.material, coupling }
    }

    /// Weight of the coupling per volume, Pa.
    fn weight(&self) -> f64 {
        self.coupling.penalty * self.material.modulus()
    }

    /// q² and q of one pack, and 1/q; zero for what fills the last four.
    #[inline(always)]
    fn scales<L: Lane>(&self, batch: usize, part: usize, weight: f64) -> [L; 3] {
        let volume = L::load(&self.batches[batch].volume, part);
        let left = self.len.saturating_sub(batch * Quad::LEN + part * L::N);
        let there = L::from_fn(|lane| f64::from(u8::from(lane < left)));
        let square = volume * L::splat(weight);
        let root = square.sqrt();
        [square, root * there, there / root]
    }
}

/// Numbers in the split variables of four elements of dimension D.
const fn width(dimension: usize) -> usize {
    Quad::LEN * dimension * dimension
}

#[inline(always)]
fn read<L: Lane, const D: usize>(of: &[f64], batch: usize, part: usize) -> Matrix<L, D> {
    let at = &of[batch * width(D)..][..width(D)];
    let mut m = [[L::splat(0.0); D]; D];
    for i in 0..D {
        for j in 0..D {
            let mut quad = Quad::ZERO;
            quad.0.copy_from_slice(&at[Quad::LEN * (D * i + j)..][..Quad::LEN]);
            m[i][j] = L::load(&quad, part);
        }
    }
    m
}

#[inline(always)]
fn write<L: Lane, const D: usize>(m: &Matrix<L, D>, to: &mut [f64], batch: usize, part: usize) {
    let at = &mut to[batch * width(D)..][..width(D)];
    for i in 0..D {
        for j in 0..D {
            let entry = &mut at[Quad::LEN * (D * i + j)..][..Quad::LEN];
            let mut quad = Quad::ZERO;
            quad.0.copy_from_slice(entry);
            m[i][j].store(&mut quad, part);
            entry.copy_from_slice(&quad.0);
        }
    }
}

#[inline(always)]
fn put<L: Lane, const D: usize>(m: &Matrix<L, D>, to: &mut [Quad; 9], part: usize) {
    for i in 0..D {
        for j in 0..D {
            m[i][j].store(&mut to[D * i + j], part);
        }
    }
}

/// f of each pair of entries.
#[inline(always)]
fn zip<L: Lane, const D: usize>(a: &Matrix<L, D>, b: &Matrix<L, D>, f: impl Fn(L, L) -> L) -> Matrix<L, D> {
    let mut m = *a;
    for i in 0..D {
        for j in 0..D {
            m[i][j] = f(a[i][j], b[i][j]);
        }
    }
    m
}

/// Σ of the squares of the entries, onto `sum`.
#[inline(always)]
fn add_square<L: Lane, const D: usize>(m: &Matrix<L, D>, factor: L, sum: &mut L) {
    let mut own = L::splat(0.0);
    for row in m {
        for &entry in row {
            own = entry.mul_add(entry, own);
        }
    }
    *sum = factor.mul_add(own, *sum);
}

struct Start<'a, const D: usize> {
    chunk: Chunk<'a, D>,
    v: &'a mut [f64],
}

impl<const D: usize> Kernel for Start<'_, D> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { chunk, v } = self;
        let weight = chunk.weight();
        let mut spectra = [Spectrum::ZERO];
        let mut responses = [Response::ZERO];
        for (number, batch) in chunk.batches.iter().enumerate() {
            let mut f = [[Quad::ZERO; 9]];
            for part in 0..L::PER_QUAD {
                put(&batch.deformation::<L, D>(chunk.x, part), &mut f[0], part);
            }
            if D == 3 {
                L::svd3(&f, &mut spectra);
            } else {
                for part in 0..L::PER_QUAD {
                    let svd = svd2(&load::<L, 2, 2>(&f[0], part));
                    put(&svd.u, &mut spectra[0].u, part);
                    put(&svd.v, &mut spectra[0].v, part);
                    (0..2).for_each(|i| svd.sigma[i].store(&mut spectra[0].sigma[i], part));
                }
                spectra[0].sigma[2] = Quad::ONE;
            }
            chunk.material.respond_all(&spectra, Order::First, &mut responses);
            for part in 0..L::PER_QUAD {
                let [_, q, _] = chunk.scales::<L>(number, part, weight);
                let (left, right) =
                    (load::<L, D, D>(&spectra[0].u, part), load::<L, D, D>(&spectra[0].v, part));
                let mut sum = [L::splat(0.0); D];
                for (i, sum) in sum.iter_mut().enumerate() {
                    let stress = L::load(&responses[0].d[i], part) * L::splat(1.0 / weight);
                    *sum = (L::load(&spectra[0].sigma[i], part) + stress) * q;
                }
                write(&compose(&left, &sum, &right), v, number, part);
            }
        }
    }
}

struct Advance<'a, const D: usize> {
    chunk: Chunk<'a, D>,
    v: &'a [f64],
    z: &'a [f64],
    out: &'a mut [f64],
}

impl<const D: usize> Kernel for Advance<'_, D> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { chunk, v, z, out } = self;
        let weight = chunk.weight();
        let relaxation = L::splat(chunk.coupling.relaxation);
        for (number, batch) in chunk.batches.iter().enumerate() {
            for part in 0..L::PER_QUAD {
                let [_, q, _] = chunk.scales::<L>(number, part, weight);
                let f = batch.deformation::<L, D>(chunk.x, part);
                let z = read::<L, D>(z, number, part);
                // V + relaxation · (F − Z)
                let ahead = zip(&f, &z, |f, z| f.mul_add(q, -z) * relaxation);
                write(&zip(&ahead, &read(v, number, part), |a, v| a + v), out, number, part);
            }
        }
    }
}

struct Local<'a, const D: usize> {
    chunk: Chunk<'a, D>,
    v: &'a [f64],
    z: &'a mut [f64],
    gradient: &'a mut [f64],
}

impl<const D: usize> Kernel for Local<'_, D> {
    type Out = SplitNorms;

    #[inline(always)]
    fn run<L: Lane>(self) -> SplitNorms {
        let Self { chunk, v, z, gradient } = self;
        let weight = chunk.weight();
        let (mut wanted, mut found) = ([[Quad::ZERO; 9]; BLOCK], [[Quad::ZERO; 9]; BLOCK]);
        let mut sums = [L::splat(0.0); 6];
        for start in (0..chunk.batches.len()).step_by(BLOCK) {
            let count = BLOCK.min(chunk.batches.len() - start);
            for (k, wanted) in wanted[..count].iter_mut().enumerate() {
                for part in 0..L::PER_QUAD {
                    let [_, _, inverse] = chunk.scales::<L>(start + k, part, weight);
                    let v = read::<L, D>(v, start + k, part);
                    put(&zip(&v, &v, |v, _| v * inverse), wanted, part);
                }
            }
            chunk.material.prox_all(D, weight, &wanted[..count], &mut found[..count]);
            for k in 0..count {
                for part in 0..L::PER_QUAD {
                    let number = start + k;
                    let batch = &chunk.batches[number];
                    let [square, q, _] = chunk.scales::<L>(number, part, weight);
                    let f = batch.deformation::<L, D>(chunk.x, part);
                    let (wanted, found) =
                        (load::<L, D, D>(&wanted[k], part), load::<L, D, D>(&found[k], part));
                    let before = read::<L, D>(z, number, part);
                    let after = zip(&found, &found, |z, _| z * q);
                    let multiplier = zip(&wanted, &found, |v, z| v - z);
                    let apart = zip(&f, &found, |f, z| f - z);
                    let norm = q * q;
                    add_square(&apart, norm, &mut sums[0]);
                    add_square(&zip(&after, &before, |a, b| a - b), L::splat(1.0), &mut sums[1]);
                    add_square(&f, norm, &mut sums[2]);
                    add_square(&after, L::splat(1.0), &mut sums[3]);
                    add_square(&multiplier, norm, &mut sums[4]);
                    sums[5] = norm.mul_add(L::splat(D as f64), sums[5]);
                    write(&after, z, number, part);

                    let pull = zip(&apart, &multiplier, |a, t| (a + t) * square);
                    let g = batch.gradients::<L>(part);
                    let mut forces = [[L::splat(0.0); D]; D];
                    for a in 0..D {
                        forces[a] = mul_vector(&pull, &g[a]);
                    }
                    let first = number * Quad::LEN + part * L::N;
                    let count = chunk.len.saturating_sub(first).min(L::N);
                    let stride = gradient_slot(D + 1);
                    if count > 0 {
                        store_forces::<L, D, D>(&forces, &mut gradient[first * stride..], count);
                    }
                }
            }
        }
        let [primal, dual, image, copy, multiplier, unit] =
            sums.map(|sum| (0..L::N).map(|lane| sum.get(lane)).sum());
        SplitNorms { primal, dual, image, copy, multiplier, unit }
    }
}

/// Not offered by membranes: copies of F would be 3×2, and the proximal maps are of square ones.
impl Splitting for StrainEnergy {
    fn width(&self) -> usize {
        width(self.dimension())
    }

    fn start(&self, x: &[f64], elements: Range<usize>, coupling: Coupling, v: &mut [f64]) {
        match &*self.shapes {
            Shapes::Triangles(b) => {
                dispatch(Start { chunk: Chunk::new(self, b, x, &elements, coupling), v });
            }
            Shapes::Membranes(_) => {}
            Shapes::Tets(b) => dispatch(Start { chunk: Chunk::new(self, b, x, &elements, coupling), v }),
        }
    }

    fn advance(
        &self,
        x: &[f64],
        elements: Range<usize>,
        coupling: Coupling,
        (v, z): (&[f64], &[f64]),
        out: &mut [f64],
    ) {
        match &*self.shapes {
            Shapes::Triangles(b) => {
                dispatch(Advance { chunk: Chunk::new(self, b, x, &elements, coupling), v, z, out });
            }
            Shapes::Membranes(_) => {}
            Shapes::Tets(b) => {
                dispatch(Advance { chunk: Chunk::new(self, b, x, &elements, coupling), v, z, out });
            }
        }
    }

    fn local(
        &self,
        x: &[f64],
        elements: Range<usize>,
        coupling: Coupling,
        v: &[f64],
        z: &mut [f64],
        gradient: &mut [f64],
    ) -> SplitNorms {
        match &*self.shapes {
            Shapes::Triangles(b) => {
                dispatch(Local { chunk: Chunk::new(self, b, x, &elements, coupling), v, z, gradient })
            }
            Shapes::Membranes(_) => SplitNorms::default(),
            Shapes::Tets(b) => {
                dispatch(Local { chunk: Chunk::new(self, b, x, &elements, coupling), v, z, gradient })
            }
        }
    }
}
