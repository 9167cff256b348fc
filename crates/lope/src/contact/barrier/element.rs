//! The barrier of one contact, with two derivatives by its four points.
//!
//! The distance is d = min over the parameters of |u|, u = Σ cᵢxᵢ. With n = u/d, orthonormal directions e_k in which the nearest
//! points slide, c̃_k the slopes of c that belong to them, and m the directions across n in which they do not,
//!
//! ```text
//! ∇d = c⊗n
//! ∇²d = −Σ_k [(c⊗e_k)(c̃_k⊗n)ᵀ + (c̃_k⊗n)(c⊗e_k)ᵀ] − d Σ_k (c̃_k⊗n)(c̃_k⊗n)ᵀ + (1/d) Σ_m (c⊗m)(c⊗m)ᵀ
//! ```
//!
//! by the Schur complement of ½|u|², as the parameters follow. So the Hessian of B(d) lives in a space of at most five
//! dimensions: c⊗n, c̃_k⊗n and c⊗e_k, beside c⊗m, where it is B′/d ≤ 0. There it is filtered.

use super::Gap;
use super::closest::Closest;
use super::secant::Secant;
use crate::energy::{block_place, hessian_slot};
use crate::math::vec3::{Vec3, along, cross, dot, norm, scaled, sub, unit};
use crate::math::{Filter, eigen};

/// Order of the matrix of an element.
const ORDER: usize = 12;

/// Sine of the angle of two edges below which rounding decides where their common normal points.
const PARALLEL: f64 = 1e-7;

/// What bends with the angle of two edges: near parallel their nearest points jump, and the barrier is let down there,
/// \[Li20\] eq. 24.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mollifier {
    /// |a × b|² below which it acts, m⁴.
    pub(super) below: f64,
}

/// A contact: who meets, and how stiff it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    /// Numbers of the four points among all of the mesh.
    pub(super) points: [u32; 4],
    pub(super) closest: Closest,
    /// The normal of a plane, which is the same wherever its points are; else none.
    pub(super) plane: Option<Vec3>,
    /// B = `scale` β(s), J. Less than nothing where a surface would be counted twice.
    pub(super) scale: f64,
    /// Coefficient of friction.
    pub(super) friction: f64,
    /// Of two edges that are nearly parallel at rest or now.
    pub(super) mollifier: Option<Mollifier>,
    /// From where the force is the secant, if it is.
    pub(super) since: Option<Secant>,
}

/// The geometry of a contact.
struct Frame {
    n: Vec3,
    d: f64,
    /// Directions in which nearest points slide, and the slopes that belong to them.
    slides: [(Vec3, [f64; 4]); 2],
    count: usize,
    /// Directions across n in which they do not.
    fixed: [Vec3; 2],
}

impl Contact {
    /// A contact between these nearest points, with the slope of its barrier for its force.
    pub(super) fn new(points: [u32; 4], closest: Closest, scale: f64, friction: f64) -> Self {
        Self { points, closest, plane: None, scale, friction, mollifier: None, since: None }
    }

    /// u from the nearest point of the second to that of the first.
    fn between(&self, x: &[Vec3; 4]) -> Vec3 {
        combine(&self.closest.weights, x)
    }

    /// The distance and its direction.
    pub(super) fn normal(&self, x: &[Vec3; 4]) -> (Vec3, f64) {
        let u = self.between(x);
        if let Some(n) = self.plane {
            return (n, dot(n, u));
        }
        if self.closest.parameters == 2 {
            let [a, b] = self.closest.slopes.map(|slopes| combine(&slopes, x));
            let across = cross(a, b);
            let length = norm(across);
            // Of edges that are parallel but for rounding it is a direction of noise.
            if length > PARALLEL * norm(a) * norm(b) {
                // The direction of a small gap is lost in the difference of nearest points, not in the faces.
                let n = scaled(across, dot(u, across).signum() / length);
                return (n, dot(u, n));
            }
        }
        let d = norm(u);
        (scaled(u, 1.0 / d), d)
    }

    fn frame(&self, x: &[Vec3; 4]) -> Frame {
        let (n, d) = self.normal(x);
        let none = ([0.0; 3], [0.0; 4]);
        let mut frame = Frame { n, d, slides: [none; 2], count: 0, fixed: [[0.0; 3]; 2] };
        if self.plane.is_some() {
            return frame;
        }
        for slopes in &self.closest.slopes[..usize::from(self.closest.parameters)] {
            let (mut slide, mut slopes) = (combine(slopes, x), *slopes);
            for (e, other) in &frame.slides[..frame.count] {
                let part = dot(slide, *e);
                slide = along(slide, -part, *e);
                (0..4).for_each(|i| slopes[i] -= part * other[i]);
            }
            // Exactly across n: rounding would make it a direction of the gap.
            slide = along(slide, -dot(slide, n), n);
            let length = norm(slide);
            if length > 0.0 {
                frame.slides[frame.count] = (scaled(slide, 1.0 / length), slopes.map(|s| s / length));
                frame.count += 1;
            }
        }
        match frame.count {
            0 => {
                let aside = if n[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
                let first = unit(cross(n, aside));
                frame.fixed = [first, cross(n, first)];
            }
            1 => frame.fixed[0] = cross(n, frame.slides[0].0),
            _ => {}
        }
        frame
    }

    /// B and its derivatives by d.
    pub(super) fn barrier(&self, gap: &Gap, d: f64) -> [f64; 3] {
        let s = (d - gap.thickness) / gap.dhat;
        let [value, slope, bend] = self.since.map_or_else(|| gap.profile.at(s), |secant| secant.at(s));
        if value == 0.0 {
            return [0.0; 3];
        }
        [self.scale * value, self.scale * slope / gap.dhat, self.scale * bend / (gap.dhat * gap.dhat)]
    }

    pub(super) fn value(&self, gap: &Gap, x: &[Vec3; 4]) -> f64 {
        let [value, ..] = self.barrier(gap, self.normal(x).1);
        self.mollifier.map_or(value, |mollifier| mollifier.at(x)[0] * value)
    }

    /// The force between the two, N, without sign.
    pub(super) fn force(&self, gap: &Gap, x: &[Vec3; 4]) -> f64 {
        let [_, slope, _] = self.barrier(gap, self.normal(x).1);
        self.mollifier.map_or(1.0, |mollifier| mollifier.at(x)[0]) * slope.abs()
    }

    /// The gradient, 12 numbers; returns the value.
    pub(super) fn gradient(&self, gap: &Gap, x: &[Vec3; 4], g: &mut [f64]) -> f64 {
        let (n, d) = self.normal(x);
        let [value, slope, _] = self.barrier(gap, d);
        let Some(mollifier) = self.mollifier else {
            write(g, slope, &self.closest.weights, n);
            return value;
        };
        let [e, by_square, _] = mollifier.at(x);
        write(g, e * slope, &self.closest.weights, n);
        let aside = square_gradient(x);
        (0..ORDER).for_each(|i| g[i] += value * by_square * aside[i]);
        e * value
    }

    /// The Hessian as the blocks of a slot.
    pub(super) fn hessian(&self, gap: &Gap, x: &[Vec3; 4], filter: Filter, slot: &mut [f64]) {
        let frame = self.frame(x);
        let derivatives = self.barrier(gap, frame.d);
        match (self.mollifier, filter) {
            (None, Filter::Raw) => self.raw(&frame, derivatives, slot),
            (None, _) => self.filtered(&frame, derivatives, filter, slot),
            (Some(mollifier), _) => {
                self.raw(&frame, derivatives, slot);
                self.mollify(mollifier, x, (&frame, derivatives), filter, slot);
            }
        }
    }

    fn raw(&self, frame: &Frame, [_, slope, bend]: [f64; 3], slot: &mut [f64]) {
        let (c, n, d) = (&self.closest.weights, frame.n, frame.d);
        blocks(slot, |i, j, block| {
            let slides = &frame.slides[..frame.count];
            let square: f64 = slides.iter().map(|(_, s)| s[i] * s[j]).sum();
            outer(block, bend * c[i] * c[j] - slope * d * square, n, n);
            for (e, s) in slides {
                outer(block, -slope * c[i] * s[j], *e, n);
                outer(block, -slope * s[i] * c[j], n, *e);
            }
            if self.plane.is_none() {
                for m in &frame.fixed[..2 - frame.count] {
                    outer(block, slope / d * c[i] * c[j], *m, *m);
                }
            }
        });
    }

    /// The same with the eigenvalues filtered: those of at most five dimensions, and of the directions in which nearest points
    /// do not slide.
    fn filtered(&self, frame: &Frame, [_, slope, bend]: [f64; 3], filter: Filter, slot: &mut [f64]) {
        let (n, d, count) = (frame.n, frame.d, frame.count);
        // An orthonormal basis y of c and the slopes, and their coordinates in it.
        let c = self.closest.weights;
        let size = length(&c);
        let mut y = [[0.0; 4]; 3];
        y[0] = c.map(|c| c / size);
        let mut coordinates = [[0.0; 3]; 2];
        let mut rank = 1;
        for (k, (_, slopes)) in frame.slides[..count].iter().enumerate() {
            let mut rest = *slopes;
            for a in 0..rank {
                let part: f64 = (0..4).map(|i| rest[i] * y[a][i]).sum();
                coordinates[k][a] = part;
                (0..4).for_each(|i| rest[i] -= part * y[a][i]);
            }
            let left = length(&rest);
            if left > 1e-12 * length(slopes) {
                coordinates[k][rank] = left;
                y[rank] = rest.map(|r| r / left);
                rank += 1;
            }
        }
        let order = rank + count;
        let mut matrix = [0.0; 25];
        let s = &mut matrix[..order * order];
        for a in 0..rank {
            for b in 0..rank {
                let square: f64 = coordinates[..count].iter().map(|k| k[a] * k[b]).sum();
                s[a * order + b] = -slope * d * square;
            }
            for k in 0..count {
                let value = -slope * size * coordinates[k][a];
                (s[a * order + rank + k], s[(rank + k) * order + a]) = (value, value);
            }
        }
        s[0] += bend * size * size;
        eigen::project(s, order, filter);
        let aside = if self.plane.is_some() { 0.0 } else { filter.apply(slope / d * size * size) };
        blocks(slot, |i, j, block| {
            let unit = y[0][i] * y[0][j];
            let mut along_n = 0.0;
            for a in 0..rank {
                along_n += (0..rank).map(|b| s[a * order + b] * y[a][i] * y[b][j]).sum::<f64>();
            }
            outer(block, along_n, n, n);
            for k in 0..count {
                let (mut there, mut back) = (0.0, 0.0);
                for a in 0..rank {
                    there += s[a * order + rank + k] * y[a][i] * y[0][j];
                    back += s[a * order + rank + k] * y[0][i] * y[a][j];
                }
                outer(block, there, n, frame.slides[k].0);
                outer(block, back, frame.slides[k].0, n);
                for l in 0..count {
                    let value = s[(rank + k) * order + rank + l] * unit;
                    outer(block, value, frame.slides[k].0, frame.slides[l].0);
                }
            }
            for m in &frame.fixed[..2 - count] {
                outer(block, aside * unit, *m, *m);
            }
        });
    }

    /// Makes the Hessian of eB of that of B in the slot, and filters it as a whole: few contacts are between parallel edges.
    fn mollify(
        &self,
        mollifier: Mollifier,
        x: &[Vec3; 4],
        (frame, [value, slope, _]): (&Frame, [f64; 3]),
        filter: Filter,
        slot: &mut [f64],
    ) {
        let [e, by_square, bend] = mollifier.at(x);
        let mut g = [0.0; ORDER];
        write(&mut g, slope, &self.closest.weights, frame.n);
        let aside = square_gradient(x);
        let mut matrix = [0.0; ORDER * ORDER];
        square_hessian(x, &mut matrix);
        for i in 0..ORDER {
            for j in 0..ORDER {
                matrix[ORDER * i + j] = value
                    * (by_square * matrix[ORDER * i + j] + bend * aside[i] * aside[j])
                    + by_square * (aside[i] * g[j] + g[i] * aside[j]);
            }
        }
        blocks_with(slot, |i, j, row, column, entry| {
            matrix[ORDER * (3 * i + row) + 3 * j + column] += e * entry;
            if i != j {
                matrix[ORDER * (3 * j + column) + 3 * i + row] += e * entry;
            }
            0.0
        });
        eigen::project(&mut matrix, ORDER, filter);
        blocks_with(slot, |i, j, row, column, _| matrix[ORDER * (3 * i + row) + 3 * j + column]);
    }
}

impl Mollifier {
    /// The factor as a function of q = |a × b|²: 2q/ε − q²/ε² below ε, with its two derivatives by q.
    fn at(&self, x: &[Vec3; 4]) -> [f64; 3] {
        let across = cross(sub(x[1], x[0]), sub(x[3], x[2]));
        let (q, limit) = (dot(across, across), self.below);
        if q >= limit {
            return [1.0, 0.0, 0.0];
        }
        let y = q / limit;
        [y * (2.0 - y), 2.0 * (1.0 - y) / limit, -2.0 / (limit * limit)]
    }
}

/// Gradient of |a × b|² = a²b² − (a·b)² by the ends of the edges a and b.
fn square_gradient(x: &[Vec3; 4]) -> [f64; ORDER] {
    let (a, b) = (sub(x[1], x[0]), sub(x[3], x[2]));
    let (aa, bb, ab) = (dot(a, a), dot(b, b), dot(a, b));
    let by_a = [0, 1, 2].map(|i| 2.0 * (bb * a[i] - ab * b[i]));
    let by_b = [0, 1, 2].map(|i| 2.0 * (aa * b[i] - ab * a[i]));
    let mut g = [0.0; ORDER];
    for i in 0..3 {
        (g[i], g[3 + i], g[6 + i], g[9 + i]) = (-by_a[i], by_a[i], -by_b[i], by_b[i]);
    }
    g
}

/// Its Hessian, by rows.
fn square_hessian(x: &[Vec3; 4], out: &mut [f64]) {
    let (a, b) = (sub(x[1], x[0]), sub(x[3], x[2]));
    let (aa, bb, ab) = (dot(a, a), dot(b, b), dot(a, b));
    for i in 0..3 {
        for j in 0..3 {
            let one = f64::from(u8::from(i == j));
            let entry = [
                [2.0 * (bb * one - b[i] * b[j]), 2.0 * (2.0 * a[i] * b[j] - b[i] * a[j] - ab * one)],
                [2.0 * (2.0 * b[i] * a[j] - a[i] * b[j] - ab * one), 2.0 * (aa * one - a[i] * a[j])],
            ];
            for (p, q) in (0..4).flat_map(|p| (0..4).map(move |q| (p, q))) {
                let sign = if p % 2 == q % 2 { 1.0 } else { -1.0 };
                out[ORDER * (3 * p + i) + 3 * q + j] = sign * entry[p / 2][q / 2];
            }
        }
    }
}

/// Σ wᵢxᵢ of weights without a sum, from differences.
fn combine(weights: &[f64; 4], x: &[Vec3; 4]) -> Vec3 {
    let mut sum = [0.0; 3];
    for i in 1..4 {
        sum = along(sum, weights[i], sub(x[i], x[0]));
    }
    sum
}

fn length(a: &[f64; 4]) -> f64 {
    a.iter().map(|a| a * a).sum::<f64>().sqrt()
}

/// g = f c⊗n.
fn write(g: &mut [f64], f: f64, c: &[f64; 4], n: Vec3) {
    for (g, c) in g.chunks_exact_mut(3).zip(c) {
        (0..3).for_each(|i| g[i] = f * c * n[i]);
    }
}

/// Adds f·a bᵀ to a block, which is stored by columns.
fn outer(block: &mut [f64], f: f64, a: Vec3, b: Vec3) {
    for j in 0..3 {
        (0..3).for_each(|i| block[3 * j + i] += f * a[i] * b[j]);
    }
}

/// Fills the blocks (i, j), i ≤ j, of a slot.
fn blocks(slot: &mut [f64], mut fill: impl FnMut(usize, usize, &mut [f64])) {
    slot[..hessian_slot(4)].fill(0.0);
    for i in 0..4 {
        for j in i..4 {
            fill(i, j, &mut slot[9 * block_place(4, i, j)..][..9]);
        }
    }
}

/// Replaces every entry of the blocks of a slot: block (i, j), row, column and the entry that was there.
fn blocks_with(slot: &mut [f64], mut change: impl FnMut(usize, usize, usize, usize, f64) -> f64) {
    for i in 0..4 {
        for j in i..4 {
            let block = &mut slot[9 * block_place(4, i, j)..][..9];
            for (place, entry) in block.iter_mut().enumerate() {
                *entry = change(i, j, place % 3, place / 3, *entry);
            }
        }
    }
}
