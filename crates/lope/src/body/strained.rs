//! What strain does to elements: deformation gradients, stresses, stretches, to be looked at.
//!
//! On a linear element F is constant, so all of these are. In the plane the stretch out of it is one, and the stress there is what plane
//! strain takes.

use rayon::prelude::*;

use super::Body;
use crate::energy::CHUNK;
use crate::material::Material;
use crate::math::small::{Matrix, det, inverse, mul, mul_transposed};
use crate::math::svd3::svd3;
use crate::math::vec3::sub;

/// A quantity of elements that follows from their strain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strained {
    /// Cauchy stress σ = P Fᵀ/J, Pa: xx, yy, zz, xy, yz, xz, the order of VTK.
    Stress,
    /// The equivalent stress of von Mises, √(3/2 s : s) with s the deviator of σ, Pa.
    VonMises,
    /// First Piola–Kirchhoff stress P = ∂ψ/∂F, force on an area at rest, Pa: by rows.
    FirstPiola,
    /// Principal stretches, the singular values of F, the largest first; the last is negative where the element is inverted.
    Stretch,
}

impl Strained {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Stress, Self::VonMises, Self::FirstPiola, Self::Stretch];

    /// Numbers of an element.
    pub const fn components(self) -> usize {
        match self {
            Self::Stress => 6,
            Self::VonMises => 1,
            Self::FirstPiola => 9,
            Self::Stretch => 3,
        }
    }

    /// Writes the numbers of an element.
    fn write(self, f: &Matrix<f64, 3>, material: &dyn Material, out: &mut [f64]) {
        match self {
            Self::Stress => {
                let s = cauchy(f, material);
                let places = [[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [0, 2]];
                out.iter_mut().zip(places).for_each(|(out, [i, j])| *out = s[i][j]);
            }
            Self::VonMises => out[0] = von_mises(&cauchy(f, material)),
            Self::FirstPiola => out.copy_from_slice(material.pk1(f).as_flattened()),
            Self::Stretch => out.copy_from_slice(&svd3::<f64, false>(f).sigma),
        }
    }
}

/// σ = P Fᵀ/J.
pub(crate) fn cauchy(f: &Matrix<f64, 3>, material: &dyn Material) -> Matrix<f64, 3> {
    let j = det(f);
    mul_transposed(&material.pk1(f), f).map(|row| row.map(|tau| tau / j))
}

/// √(3/2 s : s).
fn von_mises(s: &Matrix<f64, 3>) -> f64 {
    let normal = (s[0][0] - s[1][1]).powi(2) + (s[1][1] - s[2][2]).powi(2) + (s[2][2] - s[0][0]).powi(2);
    let shear = s[0][1].powi(2) + s[1][2].powi(2) + s[0][2].powi(2);
    (0.5 * normal + 3.0 * shear).sqrt()
}

/// The edges of an element from its first node, as columns; a triangle of the plane is one metre deep. Nodes are numbered from `first`.
pub(crate) fn edges(nodes: &[u32], first: usize, x: &[f64]) -> Matrix<f64, 3> {
    let place = |k: usize| {
        let start = 3 * (first + nodes[k] as usize);
        [x[start], x[start + 1], x[start + 2]]
    };
    let edge = |k: usize| sub(place(k), place(0));
    let (a, b) = (edge(1), edge(2));
    let c = if nodes.len() == 4 { edge(3) } else { [0.0, 0.0, 1.0] };
    [0, 1, 2].map(|i| [a[i], b[i], c[i]])
}

/// F of an element; none if it has no volume at rest.
pub(crate) fn gradient(nodes: &[u32], first: usize, rest: &[f64], x: &[f64]) -> Option<Matrix<f64, 3>> {
    Some(mul(&edges(nodes, first, x), &inverse(&edges(nodes, first, rest))?))
}

impl Body {
    /// A quantity of every element, the numbers of one after those of another; `rest` and `x` are places of all nodes of the world.
    /// False, and nothing written, where nothing resists strain. What is flat and has no stress is not a number.
    pub fn strained(&self, what: Strained, rest: &[f64], x: &[f64], out: &mut Vec<f64>) -> bool {
        out.clear();
        let Some(own) = &self.strain else { return false };
        let (first, size) = (self.nodes.start, what.components());
        out.resize(size * self.cells.len(), f64::NAN);
        let one = |element: usize, material: &dyn Material, out: &mut [f64]| {
            if let Some(f) = gradient(self.cells.nodes(element), first, rest, x) {
                what.write(&f, material, out);
            }
        };
        let material = own.material();
        out.par_chunks_mut(size * CHUNK).enumerate().for_each(|(chunk, out)| {
            let elements = (CHUNK * chunk..).zip(out.chunks_exact_mut(size));
            elements.for_each(|(element, out)| one(element, material.as_ref(), out));
        });
        for inclusion in &self.inclusions {
            let material = inclusion.strain.material();
            for element in inclusion.elements.iter().map(|element| *element as usize) {
                one(element, material.as_ref(), &mut out[size * element..size * (element + 1)]);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::{Model, Parameters, build};

    fn of(what: Strained, f: &Matrix<f64, 3>) -> Vec<f64> {
        let material = build(Model::Stvk, Parameters::from_lame(Model::Stvk, 2.0, 3.0), false);
        let mut out = vec![0.0; what.components()];
        what.write(f, material.as_ref(), &mut out);
        out
    }

    /// Simple shear of small strain γ: σ_xy = μγ, √3 of it by von Mises, and stretches 1 ± γ/2.
    #[test]
    fn small_shear_is_the_textbooks() {
        let gamma = 1e-6;
        let mut f = crate::math::small::identity::<f64, 3>();
        f[0][1] = gamma;
        let stress = of(Strained::Stress, &f);
        assert!((stress[3] / (2.0 * gamma) - 1.0).abs() < 1e-5, "{stress:?}");
        assert!(stress.iter().enumerate().all(|(i, s)| i == 3 || s.abs() < 1e-4 * gamma), "{stress:?}");
        assert!((of(Strained::VonMises, &f)[0] / (3.0_f64.sqrt() * 2.0 * gamma) - 1.0).abs() < 1e-5);
        let stretch = of(Strained::Stretch, &f);
        assert!(
            (stretch[0] - 1.0 - 0.5 * gamma).abs() < 1e-11 && (stretch[2] - 1.0 + 0.5 * gamma).abs() < 1e-11
        );
        let p = of(Strained::FirstPiola, &f);
        assert!(
            (p[1] / (2.0 * gamma) - 1.0).abs() < 1e-5 && (p[3] / (2.0 * gamma) - 1.0).abs() < 1e-5,
            "{p:?}"
        );
    }

    /// Along one axis: σ = (λ + 2μ) ε there, P σ by the area at rest, the difference of σ by von Mises.
    #[test]
    fn a_pull_has_its_stress_on_the_area_as_it_is() {
        let mut f = crate::math::small::identity::<f64, 3>();
        (f[0][0], f[1][1]) = (1.5, 0.8);
        let (stress, p) = (of(Strained::Stress, &f), of(Strained::FirstPiola, &f));
        // F diag(a, b, c): σ_xx = P_xx / (b c).
        assert!((stress[0] - p[0] / 0.8).abs() < 1e-12 && (stress[1] - p[4] / 1.5).abs() < 1e-12);
        assert!((stress[2] - p[8] / 1.2).abs() < 1e-12);
        assert_eq!(of(Strained::Stretch, &f), [1.5, 1.0, 0.8]);
        // St. Venant–Kirchhoff: P = F (λ tr E + 2μ E).
        let e = [0.5 * (1.5 * 1.5 - 1.0), 0.5 * (0.8 * 0.8 - 1.0)];
        assert!((p[0] - 1.5 * (3.0 * (e[0] + e[1]) + 4.0 * e[0])).abs() < 1e-12);
        f[2][2] = -1.0;
        assert_eq!(of(Strained::Stretch, &f)[1..], [1.0, -0.8].map(|s: f64| s));
    }
}
