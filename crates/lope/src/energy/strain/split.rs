//! Strain taken apart from the positions: the local steps of splitting methods.
//!
//! Four elements at a time, phase by phase in blocks that stay in the cache, as in the kernels of derivatives: load and
//! scale, the material's proximal map (one call a block), then residuals and forces.

use std::ops::Range;

use super::decompose::{decompose32, load, orthonormal};
use super::kernel::{BLOCK, Batch, store_forces};
use super::{Shapes, StrainEnergy, cover};
use crate::energy::{Coupling, SplitNorms, Splitting, gradient_slot};
use crate::material::{Material, Order, Response};
use crate::math::small::{mul, mul_vector, transpose};
use crate::math::svd2::svd2;
use crate::math::{Kernel, Lane, Quad, Spectrum, dispatch};

/// What all local steps of a chunk share.
struct Chunk<'a, const C: usize> {
    x: &'a [f64],
    batches: &'a [Batch<C>],
    /// Elements in the chunk: the last batch may be partly beyond it.
    len: usize,
    material: &'a dyn Material,
    coupling: Coupling,
}

impl<'a, const C: usize> Chunk<'a, C> {
    fn new(
        of: &'a StrainEnergy,
        batches: &'a [Batch<C>],
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

/// Numbers in the split variables of four elements whose F has so many rows and columns.
const fn width(rows: usize, columns: usize) -> usize {
    Quad::LEN * rows * columns
}

/// F, or a copy of it.
type Copy<L, const R: usize, const C: usize> = [[L; C]; R];

#[inline(always)]
fn read<L: Lane, const R: usize, const C: usize>(of: &[f64], batch: usize, part: usize) -> Copy<L, R, C> {
    let at = &of[batch * width(R, C)..][..width(R, C)];
    let mut m = [[L::splat(0.0); C]; R];
    for i in 0..R {
        for j in 0..C {
            let mut quad = Quad::ZERO;
            quad.0.copy_from_slice(&at[Quad::LEN * (C * i + j)..][..Quad::LEN]);
            m[i][j] = L::load(&quad, part);
        }
    }
    m
}

#[inline(always)]
fn write<L: Lane, const R: usize, const C: usize>(
    m: &Copy<L, R, C>,
    to: &mut [f64],
    batch: usize,
    part: usize,
) {
    let at = &mut to[batch * width(R, C)..][..width(R, C)];
    for i in 0..R {
        for j in 0..C {
            let entry = &mut at[Quad::LEN * (C * i + j)..][..Quad::LEN];
            let mut quad = Quad::ZERO;
            quad.0.copy_from_slice(entry);
            m[i][j].store(&mut quad, part);
            entry.copy_from_slice(&quad.0);
        }
    }
}

#[inline(always)]
fn put<L: Lane, const R: usize, const C: usize>(m: &Copy<L, R, C>, to: &mut [Quad; 9], part: usize) {
    for i in 0..R {
        for j in 0..C {
            m[i][j].store(&mut to[C * i + j], part);
        }
    }
}

/// f of each pair of entries.
#[inline(always)]
fn zip<L: Lane, const R: usize, const C: usize>(
    a: &Copy<L, R, C>,
    b: &Copy<L, R, C>,
    f: impl Fn(L, L) -> L,
) -> Copy<L, R, C> {
    let mut m = *a;
    for i in 0..R {
        for j in 0..C {
            m[i][j] = f(a[i][j], b[i][j]);
        }
    }
    m
}

/// Σ of the squares of the entries, onto `sum`.
#[inline(always)]
fn add_square<L: Lane, const R: usize, const C: usize>(m: &Copy<L, R, C>, factor: L, sum: &mut L) {
    let mut own = L::splat(0.0);
    for row in m {
        for &entry in row {
            own = entry.mul_add(entry, own);
        }
    }
    *sum = factor.mul_add(own, *sum);
}

struct Start<'a, const R: usize, const C: usize> {
    chunk: Chunk<'a, C>,
    v: &'a mut [f64],
}

impl<const R: usize, const C: usize> Kernel for Start<'_, R, C> {
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
                put::<L, R, C>(&batch.deformation::<L, R>(chunk.x, part), &mut f[0], part);
            }
            if R > C {
                decompose32::<L>(&f, &mut spectra);
            } else if C == 3 {
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
                    (load::<L, R, C>(&spectra[0].u, part), load::<L, C, C>(&spectra[0].v, part));
                let mut sum = [L::splat(0.0); C];
                for (i, sum) in sum.iter_mut().enumerate() {
                    let stress = L::load(&responses[0].d[i], part) * L::splat(1.0 / weight);
                    *sum = (L::load(&spectra[0].sigma[i], part) + stress) * q;
                }
                let mut scaled = left;
                for row in &mut scaled {
                    (0..C).for_each(|i| row[i] = row[i] * sum[i]);
                }
                write(&mul(&scaled, &transpose(&right)), v, number, part);
            }
        }
    }
}

struct Advance<'a, const R: usize, const C: usize> {
    chunk: Chunk<'a, C>,
    v: &'a [f64],
    z: &'a [f64],
    out: &'a mut [f64],
}

impl<const R: usize, const C: usize> Kernel for Advance<'_, R, C> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { chunk, v, z, out } = self;
        let weight = chunk.weight();
        let relaxation = L::splat(chunk.coupling.relaxation);
        for (number, batch) in chunk.batches.iter().enumerate() {
            for part in 0..L::PER_QUAD {
                let [_, q, _] = chunk.scales::<L>(number, part, weight);
                let f = batch.deformation::<L, R>(chunk.x, part);
                let z = read::<L, R, C>(z, number, part);
                // V + relaxation · (F − Z)
                let ahead = zip(&f, &z, |f, z| f.mul_add(q, -z) * relaxation);
                write(&zip(&ahead, &read(v, number, part), |a, v| a + v), out, number, part);
            }
        }
    }
}

struct Local<'a, const R: usize, const C: usize> {
    chunk: Chunk<'a, C>,
    v: &'a [f64],
    z: &'a mut [f64],
    gradient: &'a mut [f64],
}

impl<const R: usize, const C: usize> Kernel for Local<'_, R, C> {
    type Out = SplitNorms;

    #[inline(always)]
    fn run<L: Lane>(self) -> SplitNorms {
        let Self { chunk, v, z, gradient } = self;
        let weight = chunk.weight();
        let (mut wanted, mut found) = ([[Quad::ZERO; 9]; BLOCK], [[Quad::ZERO; 9]; BLOCK]);
        // Of membranes: two orthonormal columns, and what is left in their plane.
        let (mut frames, mut plane) = (found, found);
        let mut sums = [L::splat(0.0); 6];
        for start in (0..chunk.batches.len()).step_by(BLOCK) {
            let count = BLOCK.min(chunk.batches.len() - start);
            for (k, wanted) in wanted[..count].iter_mut().enumerate() {
                for part in 0..L::PER_QUAD {
                    let [_, _, inverse] = chunk.scales::<L>(start + k, part, weight);
                    let v = read::<L, R, C>(v, start + k, part);
                    let v = zip(&v, &v, |v, _| v * inverse);
                    put(&v, wanted, part);
                    if R > C {
                        let (frame, inside) = orthonormal(&v);
                        put(&frame, &mut frames[k], part);
                        put(&inside, &mut plane[k], part);
                    }
                }
            }
            let of = if R > C { &plane[..count] } else { &wanted[..count] };
            chunk.material.prox_all(C, weight, of, &mut found[..count]);
            for k in 0..count {
                for part in 0..L::PER_QUAD {
                    let number = start + k;
                    let batch = &chunk.batches[number];
                    let [square, q, _] = chunk.scales::<L>(number, part, weight);
                    let f = batch.deformation::<L, R>(chunk.x, part);
                    let wanted = load::<L, R, C>(&wanted[k], part);
                    let found = if R > C {
                        mul(&load::<L, R, C>(&frames[k], part), &load::<L, C, C>(&found[k], part))
                    } else {
                        load::<L, R, C>(&found[k], part)
                    };
                    let before = read::<L, R, C>(z, number, part);
                    let after = zip(&found, &found, |z, _| z * q);
                    let multiplier = zip(&wanted, &found, |v, z| v - z);
                    let apart = zip(&f, &found, |f, z| f - z);
                    let norm = q * q;
                    add_square(&apart, norm, &mut sums[0]);
                    add_square(&zip(&after, &before, |a, b| a - b), L::splat(1.0), &mut sums[1]);
                    add_square(&f, norm, &mut sums[2]);
                    add_square(&after, L::splat(1.0), &mut sums[3]);
                    add_square(&multiplier, norm, &mut sums[4]);
                    sums[5] = norm.mul_add(L::splat(C as f64), sums[5]);
                    write(&after, z, number, part);

                    let pull = zip(&apart, &multiplier, |a, t| (a + t) * square);
                    let g = batch.gradients::<L>(part);
                    let mut forces = [[L::splat(0.0); R]; C];
                    for a in 0..C {
                        forces[a] = mul_vector(&pull, &g[a]);
                    }
                    let first = number * Quad::LEN + part * L::N;
                    let count = chunk.len.saturating_sub(first).min(L::N);
                    let stride = gradient_slot(C + 1);
                    if count > 0 {
                        store_forces::<L, R, C>(&forces, &mut gradient[first * stride..], count);
                    }
                }
            }
        }
        let [primal, dual, image, copy, multiplier, unit] =
            sums.map(|sum| (0..L::N).map(|lane| sum.get(lane)).sum());
        SplitNorms { primal, dual, image, copy, multiplier, unit }
    }
}

impl Splitting for StrainEnergy {
    fn width(&self) -> usize {
        width(if self.is_membrane() { 3 } else { self.dimension() }, self.dimension())
    }

    fn start(&self, x: &[f64], elements: Range<usize>, coupling: Coupling, v: &mut [f64]) {
        match &*self.shapes {
            Shapes::Triangles(b) => {
                dispatch(Start::<2, 2> { chunk: Chunk::new(self, b, x, &elements, coupling), v })
            }
            Shapes::Membranes(b) => {
                dispatch(Start::<3, 2> { chunk: Chunk::new(self, b, x, &elements, coupling), v })
            }
            Shapes::Tets(b) => {
                dispatch(Start::<3, 3> { chunk: Chunk::new(self, b, x, &elements, coupling), v })
            }
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
                dispatch(Advance::<2, 2> { chunk: Chunk::new(self, b, x, &elements, coupling), v, z, out })
            }
            Shapes::Membranes(b) => {
                dispatch(Advance::<3, 2> { chunk: Chunk::new(self, b, x, &elements, coupling), v, z, out })
            }
            Shapes::Tets(b) => {
                dispatch(Advance::<3, 3> { chunk: Chunk::new(self, b, x, &elements, coupling), v, z, out })
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
                dispatch(Local::<2, 2> { chunk: Chunk::new(self, b, x, &elements, coupling), v, z, gradient })
            }
            Shapes::Membranes(b) => {
                dispatch(Local::<3, 2> { chunk: Chunk::new(self, b, x, &elements, coupling), v, z, gradient })
            }
            Shapes::Tets(b) => {
                dispatch(Local::<3, 3> { chunk: Chunk::new(self, b, x, &elements, coupling), v, z, gradient })
            }
        }
    }
}
