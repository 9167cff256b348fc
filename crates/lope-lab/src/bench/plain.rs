//! Fixed-corotated tetrahedra as one writes them with nalgebra, to compare with.
//!
//! No lanes, no batches: one element at a time, straight from the formulas, with small matrices that the
//! compiler knows the size of and nothing on the heap. The tangent is taken in the frame of the singular
//! vectors, as lope does it, and contracted with the gradients of the shape functions rather than multiplied
//! by a 9×12 matrix full of zeros, so that the comparison is one of kernels and not of needless work.

use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

/// A tetrahedron at rest.
pub(super) struct Tet {
    nodes: [usize; 4],
    volume: f64,
    /// Gradients of the shape functions.
    g: [Vector3<f64>; 4],
}

/// Lamé's parameters, Pa.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixedCorotated {
    pub(super) mu: f64,
    pub(super) lambda: f64,
}

/// F = U·diag(σ)·Vᵀ with rotations U and V; the last σ may be negative.
struct Decomposition {
    u: Matrix3<f64>,
    sigma: Vector3<f64>,
    v: Matrix3<f64>,
}

impl Tet {
    /// The element of these nodes among rest positions; none if it has no volume.
    pub(super) fn new(rest: &[f64], nodes: [u32; 4]) -> Option<Self> {
        let nodes = nodes.map(|n| n as usize);
        let [a, b, c, d] = nodes.map(|n| point(rest, n));
        let edges = Matrix3::from_columns(&[b - a, c - a, d - a]);
        let inverse = edges.try_inverse()?;
        let rows = [0, 1, 2].map(|k| inverse.row(k).transpose());
        let g = [-(rows[0] + rows[1] + rows[2]), rows[0], rows[1], rows[2]];
        Some(Self { nodes, volume: edges.determinant().abs() / 6.0, g })
    }

    /// F = Σ xₐ ⊗ gₐ.
    pub(super) fn deformation(&self, x: &[f64]) -> Matrix3<f64> {
        let origin = point(x, self.nodes[0]);
        let mut f = Matrix3::zeros();
        for a in 1..4 {
            f += (point(x, self.nodes[a]) - origin) * self.g[a].transpose();
        }
        f
    }

    /// Volume at rest.
    pub(super) fn volume(&self) -> f64 {
        self.volume
    }

    /// Gradient of the shape function of a node.
    pub(super) fn shape(&self, node: usize) -> Vector3<f64> {
        self.g[node]
    }

    /// The energy.
    pub(super) fn value(&self, material: FixedCorotated, x: &[f64]) -> f64 {
        self.volume * material.psi(&signed_values(&self.deformation(x)))
    }

    /// The energy and its gradient.
    pub(super) fn gradient(&self, material: FixedCorotated, x: &[f64], out: &mut SVector<f64, 12>) -> f64 {
        let svd = decompose(&self.deformation(x));
        self.write_gradient(material, &svd, out);
        self.volume * material.psi(&svd.sigma)
    }

    /// The energy, its gradient and its Hessian.
    pub(super) fn hessian(
        &self,
        material: FixedCorotated,
        x: &[f64],
        gradient: &mut SVector<f64, 12>,
        hessian: &mut SMatrix<f64, 12, 12>,
    ) -> f64 {
        let svd = decompose(&self.deformation(x));
        self.write_gradient(material, &svd, gradient);
        let tangent = material.tangent(&svd);
        for b in 0..4 {
            // Change of P when node b moves along k: nine numbers for each k.
            let mut moved = SMatrix::<f64, 9, 3>::zeros();
            for l in 0..3 {
                moved += tangent.fixed_view::<9, 3>(0, 3 * l) * (self.volume * self.g[b][l]);
            }
            for a in 0..4 {
                let mut block = Matrix3::zeros();
                for j in 0..3 {
                    block += moved.fixed_view::<3, 3>(3 * j, 0) * self.g[a][j];
                }
                hessian.fixed_view_mut::<3, 3>(3 * a, 3 * b).copy_from(&block);
            }
        }
        self.volume * material.psi(&svd.sigma)
    }

    fn write_gradient(&self, material: FixedCorotated, svd: &Decomposition, out: &mut SVector<f64, 12>) {
        let p = svd.u * Matrix3::from_diagonal(&material.stress(&svd.sigma)) * svd.v.transpose();
        for a in 0..4 {
            out.fixed_rows_mut::<3>(3 * a).copy_from(&(p * self.g[a] * self.volume));
        }
    }
}

impl FixedCorotated {
    /// ψ = μ Σ(σᵢ−1)² + λ/2 (J−1)².
    fn psi(self, s: &Vector3<f64>) -> f64 {
        let growth = s.product() - 1.0;
        self.mu * s.add_scalar(-1.0).norm_squared() + 0.5 * self.lambda * growth * growth
    }

    /// ∂ψ/∂σ.
    fn stress(self, s: &Vector3<f64>) -> Vector3<f64> {
        let volume = self.lambda * (s.product() - 1.0);
        s.add_scalar(-1.0) * (2.0 * self.mu) + others(s) * volume
    }

    /// ∂P/∂F as a 9×9 matrix, both by columns.
    fn tangent(self, svd: &Decomposition) -> SMatrix<f64, 9, 9> {
        let Decomposition { u, sigma: s, v } = svd;
        let other = others(s);
        let volume = self.lambda * (s.product() - 1.0);
        // In the frame of the singular vectors: diagonal entries mix by `scale`, the entries (i, j) and (j, i)
        // by half the sum and difference of flip and twist.
        let mut scale = other * other.transpose() * self.lambda;
        let (mut same, mut swapped) = (Matrix3::zeros(), Matrix3::zeros());
        for i in 0..3 {
            scale[(i, i)] += 2.0 * self.mu;
            for j in 0..3 {
                if i != j {
                    let third = s[3 - i - j];
                    scale[(i, j)] += volume * third;
                    let twist = 2.0 * self.mu - 4.0 * self.mu / (s[i] + s[j]) + volume * third;
                    let flip = 2.0 * self.mu - volume * third;
                    same[(i, j)] = 0.5 * (flip + twist);
                    swapped[(i, j)] = 0.5 * (twist - flip);
                }
            }
        }
        let mut tangent = SMatrix::<f64, 9, 9>::zeros();
        for l in 0..3 {
            for k in 0..3 {
                // Uᵀ(eₖ eₗᵀ)V
                let df = u.row(k).transpose() * v.row(l);
                let mut dp = same.component_mul(&df) - swapped.component_mul(&df.transpose());
                let diagonal = scale * df.diagonal();
                for i in 0..3 {
                    dp[(i, i)] = diagonal[i];
                }
                let turned = u * dp * v.transpose();
                tangent.column_mut(3 * l + k).copy_from_slice(turned.as_slice());
            }
        }
        tangent
    }
}

/// The products of the other two: J/σᵢ.
fn others(s: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(s[1] * s[2], s[0] * s[2], s[0] * s[1])
}

fn point(x: &[f64], node: usize) -> Vector3<f64> {
    Vector3::from_column_slice(&x[3 * node..3 * node + 3])
}

/// Singular values alone, the last with the sign of det F.
fn signed_values(f: &Matrix3<f64>) -> Vector3<f64> {
    let mut sigma = f.singular_values();
    sigma[2] = sigma[2].copysign(f.determinant());
    sigma
}

fn decompose(f: &Matrix3<f64>) -> Decomposition {
    let (u, sigma, v) = rotations(f);
    Decomposition { u, sigma, v }
}

/// nalgebra's decomposition with its reflections moved into the last singular value.
pub(super) fn rotations(f: &Matrix3<f64>) -> (Matrix3<f64>, Vector3<f64>, Matrix3<f64>) {
    let svd = f.svd(true, true);
    let mut u = svd.u.unwrap_or_else(Matrix3::identity);
    let mut v = svd.v_t.map_or_else(Matrix3::identity, |v| v.transpose());
    let mut sigma = svd.singular_values;
    if u.determinant() < 0.0 {
        u.column_mut(2).neg_mut();
        sigma[2] = -sigma[2];
    }
    if v.determinant() < 0.0 {
        v.column_mut(2).neg_mut();
        sigma[2] = -sigma[2];
    }
    (u, sigma, v)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lope::energy::{CHUNK, Energy, Slots, Want, block_place, gradient_slot, hessian_slot};
    use lope::material::{Model, Parameters};
    use lope::math::Filter;

    use super::*;
    use crate::bench::cube;

    /// Both contenders on the same cube, shaken by so much of an edge.
    fn compare(part: f64) {
        let cells = 3;
        let mesh = cube::mesh(cells).unwrap();
        let rest: Vec<f64> = mesh.points.iter().flatten().copied().collect();
        let x = cube::shaken(&rest, cells, part);
        let tets: Arc<[u32]> = mesh.tets.iter().flatten().copied().collect();
        let strain = cube::strain(&rest, tets).unwrap();
        let p = Parameters::from_young_poisson(Model::FixedCorotated, cube::YOUNG, cube::POISSON);
        let material = FixedCorotated { mu: p.mu, lambda: p.lambda };
        let count = mesh.tets.len();
        assert!(count <= CHUNK);
        let mut g = vec![0.0; count * gradient_slot(4)];
        let mut h = vec![0.0; count * hessian_slot(4)];
        let slots = Slots { gradient: &mut g, hessian: &mut h };
        let total = strain.eval(&x, 0..count, Want::Hessian, Filter::Raw, slots);

        let (mut plain_total, mut gradient, mut hessian) = (0.0, SVector::zeros(), SMatrix::zeros());
        for (e, &nodes) in mesh.tets.iter().enumerate() {
            let tet = Tet::new(&rest, nodes).unwrap();
            let value = tet.hessian(material, &x, &mut gradient, &mut hessian);
            let close = |a: f64, b: f64, size: f64| assert!((a - b).abs() <= 1e-9 * size, "{part}: {a} {b}");
            close(tet.value(material, &x), value, value);
            let mut alone = SVector::zeros();
            close(tet.gradient(material, &x, &mut alone), value, value);
            assert_eq!(alone, gradient);
            plain_total += value;
            for i in 0..12 {
                close(g[12 * e + i], gradient[i], gradient.amax());
                for j in 0..12 {
                    let (a, b) = (i / 3, j / 3);
                    let (r, c) = (i % 3, j % 3);
                    let entry = if a <= b {
                        h[90 * e + 9 * block_place(4, a, b) + 3 * c + r]
                    } else {
                        h[90 * e + 9 * block_place(4, b, a) + 3 * r + c]
                    };
                    close(entry, hessian[(i, j)], hessian.amax());
                }
            }
        }
        assert!((total - plain_total).abs() <= 1e-9 * total);
    }

    #[test]
    fn lope_and_nalgebra_compute_the_same_energy_gradient_and_hessian() {
        compare(0.12);
    }

    #[test]
    fn they_agree_on_inverted_elements_too() {
        compare(0.9);
    }
}
