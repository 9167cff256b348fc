//! Blocks of element Hessians, contracted from what the material says.

use crate::material::{Response, pair};
use crate::math::Lane;
use crate::math::small::{Matrix, mul, mul_transposed};

/// Blocks of the Hessian of a pack of elements, for all nodes but the first.
pub(super) trait Blocks<L, const R: usize> {
    /// The block of nodes m + 1 and n + 1, m ≤ n.
    fn block(&self, m: usize, n: usize) -> Matrix<L, R>;
}

/// What blocks are made of where there are no singular values: see the kernel.
pub(super) struct FromInvariants<L, const D: usize> {
    pub f: Matrix<L, D>,
    pub g: Matrix<L, D>,
    pub a: Matrix<L, D>,
    pub c: Matrix<L, D>,
    pub twice: L,
    pub four: L,
    pub pj: L,
    pub pjj: L,
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
pub(super) struct Contraction<L, const R: usize, const C: usize> {
    u: [[L; C]; R],
    /// Vᵀgₐ.
    g: Matrix<L, C>,
    a: [L; 6],
    same: [L; 3],
    swapped: [L; 3],
    /// Resistance against leaving the plane of the element, along each axis.
    across: [L; C],
}

impl<L: Lane, const R: usize, const C: usize> Contraction<L, R, C> {
    #[inline(always)]
    pub(super) fn new(u: [[L; C]; R], g: Matrix<L, C>, r: &Response<L>, across: [L; C], volume: L) -> Self {
        let half = L::splat(0.5) * volume;
        let mut a = r.a;
        let (mut same, mut swapped) = (r.flip, r.twist);
        for k in 0..6 {
            a[k] = a[k] * volume;
        }
        for k in 0..3 {
            (same[k], swapped[k]) = ((r.flip[k] + r.twist[k]) * half, (r.flip[k] - r.twist[k]) * half);
        }
        Self { u, g, a, same, swapped, across }
    }
}

impl<L: Lane, const R: usize, const C: usize> Blocks<L, R> for Contraction<L, R, C> {
    /// Block (m, n) is volume · U·Ĥ·Uᵀ with
    ///   Ĥᵢᵢ = Aᵢᵢ âᵢ b̂ᵢ + Σⱼ Bᵢⱼ âⱼ b̂ⱼ,  Ĥᵢₖ = Aᵢₖ âᵢ b̂ₖ + Cᵢₖ âₖ b̂ᵢ,
    /// â = Vᵀg_m, b̂ = Vᵀg_n, B and C half the sum and difference of flip and twist; of membranes with the normal n also
    /// Σᵢ (∂ψ/∂σᵢ)/σᵢ âᵢ b̂ᵢ n nᵀ.
    #[inline(always)]
    fn block(&self, m: usize, n: usize) -> Matrix<L, R> {
        let Self { u, g, a, same, swapped, across } = self;
        let mut h = [[L::splat(0.0); C]; C];
        for i in 0..C {
            let mut diagonal = a[i] * (g[m][i] * g[n][i]);
            for k in 0..C {
                if k != i {
                    let at = pair(i, k);
                    diagonal = same[at].mul_add(g[m][k] * g[n][k], diagonal);
                    let other = swapped[at] * (g[m][k] * g[n][i]);
                    h[i][k] = a[3 + at].mul_add(g[m][i] * g[n][k], other);
                }
            }
            h[i][i] = diagonal;
        }
        let mut block = mul_transposed(&mul(u, &h), u);
        if R > C {
            let mut stiffness = across[0] * (g[m][0] * g[n][0]);
            for i in 1..C {
                stiffness = across[i].mul_add(g[m][i] * g[n][i], stiffness);
            }
            let normal = normal(u);
            for i in 0..R {
                for j in 0..R {
                    block[i][j] = (stiffness * normal[i]).mul_add(normal[j], block[i][j]);
                }
            }
        }
        block
    }
}

/// The direction across two orthonormal columns in space.
#[inline(always)]
fn normal<L: Lane, const R: usize, const C: usize>(u: &[[L; C]; R]) -> [L; R] {
    let mut out = [L::splat(0.0); R];
    for i in 0..R {
        let (p, q) = ((i + 1) % R, (i + 2) % R);
        out[i] = L::neg_mul_add(u[q][0], u[p][C - 1], u[p][0] * u[q][C - 1]);
    }
    out
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
