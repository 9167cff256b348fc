//! The dynamic face of a model: what energies call, once per chunk of elements.

use std::fmt::Debug;

use crate::math::small::{Matrix, compose};
use crate::math::svd2::svd2;
use crate::math::svd3::svd3;
use crate::math::{Filter, Kernel, Lane, Quad, Spectrum, dispatch};

use super::invariants::Invariants;
use super::prox::ProxAll;
use super::{Isotropic, Model, Order, Response, pair};

/// ψ and P of four deformations in memory; P by rows, the first four used in the plane.
#[derive(Clone, Copy, Debug)]
pub struct Stress {
    /// ψ.
    pub psi: Quad,
    /// First Piola–Kirchhoff stress.
    pub p: [Quad; 9],
}

impl Stress {
    /// All zeros: a place to write to.
    pub const ZERO: Stress = Stress { psi: Quad::ZERO, p: [Quad::ZERO; 9] };
}

/// ψ(I₂, J) of four deformations in memory, with its partial derivatives.
#[derive(Clone, Copy, Debug)]
pub struct Curvature {
    /// ψ.
    pub psi: Quad,
    /// ∂ψ/∂I₂.
    pub p2: Quad,
    /// ∂ψ/∂J.
    pub pj: Quad,
    /// ∂²ψ/∂I₂².
    pub p22: Quad,
    /// ∂²ψ/∂J².
    pub pjj: Quad,
}

impl Curvature {
    /// All zeros: a place to write to.
    pub const ZERO: Curvature =
        Curvature { psi: Quad::ZERO, p2: Quad::ZERO, pj: Quad::ZERO, p22: Quad::ZERO, pjj: Quad::ZERO };
}

/// Which short ways there are to the derivatives of a density.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// Whether ψ does not depend on the rotation of F: it is smooth wherever it is finite.
    pub rotation_free: bool,
    /// Whether value and stress need no singular values: then [`Material::stress_all`] gives them.
    pub direct_stress: bool,
    /// Whether all derivatives come from I₂ and J without singular values: then [`Material::partials_all`] gives them.
    pub in_invariants: bool,
}

/// A hyperelastic density chosen at run time. Every [`Isotropic`] model is one; all else that can be asked of a material
/// follows from this.
pub trait Material: Debug + Send + Sync {
    /// Which model.
    fn model(&self) -> Model;

    /// Response at one set of signed singular values.
    fn respond1(&self, s: [f64; 3], order: Order) -> Response<f64>;

    /// Responses at the singular values of many quads of deformations.
    fn respond_all(&self, spectra: &[Spectrum], order: Order, out: &mut [Response<Quad>]);

    /// Which short ways there are.
    fn ways(&self) -> Ways;

    /// Value and stress of many quads of deformations (by rows) of dimension 2 or 3. Zero where the model is
    /// without [direct stress](Ways::direct_stress).
    fn stress_all(&self, dimension: usize, f: &[[Quad; 9]], out: &mut [Stress]);

    /// Partial derivatives at many quads of deformations (by rows) of dimension 2 or 3. Zero where the model is not
    /// [in invariants](Ways::in_invariants).
    fn partials_all(&self, dimension: usize, f: &[[Quad; 9]], out: &mut [Curvature]);

    /// The deformations Z that minimize ψ(Z) + r/2‖Z − V‖², r = `weight` in Pa, for many quads of deformations V (by rows)
    /// of dimension 2 or 3.
    fn prox_all(&self, dimension: usize, weight: f64, v: &[[Quad; 9]], z: &mut [[Quad; 9]]);
}

/// What follows. The functions of a single F are for tests, particles and plots; energies use those over slices. Tangents are
/// ∂P/∂F with F flattened by rows. In the plane (`…2`) the stretch out of it is one.
impl dyn Material + '_ {
    /// Name as in scene files.
    pub fn name(&self) -> &'static str {
        self.model().name()
    }

    /// Whether the density is +∞ where det F ≤ 0.
    pub fn needs_positive_det(&self) -> bool {
        self.model().needs_positive_det()
    }

    /// Whether the density has minima at which its gradient jumps.
    pub fn kinks_in_valleys(&self) -> bool {
        self.model().kinks_in_valleys()
    }

    /// Why ψ is not w/2‖F − R‖² with R the rotation nearest to F and w the `modulus`, if it is not.
    /// Where the singular values are one but for one of them, ψ tells λ: the stress of the others.
    pub fn not_projective(&self) -> Option<&'static str> {
        match self.model() {
            Model::Arap => None,
            Model::Corotated | Model::FixedCorotated => {
                let stress = self.respond1([2.0, 1.0, 1.0], Order::First).d;
                (stress[1] != 0.0).then_some("it resists changes of volume (lambda is not 0)")
            }
            Model::Stvk => Some("its energy grows with the fourth power of the stretch"),
            Model::StableNeoHookean => Some("it resists changes of volume"),
            model if model.needs_positive_det() => Some("its energy is infinite where the volume is 0"),
            _ => Some("its energy is not the square of a distance from rotations"),
        }
    }

    /// Whether ψ is finite everywhere, never negative and zero at rest, so that it is the square of something.
    pub fn square(&self) -> bool {
        matches!(self.model(), Model::Arap | Model::Corotated | Model::FixedCorotated | Model::Stvk)
    }

    /// Stiffness against stretch along one axis at rest, Pa: ∂²ψ/∂σ₁², which is 2μ + λ in models with both
    /// parameters. It scales the Laplacian of strain. \[Liu17\] §4 fit the slope of ∂ψ/∂σ₁ over the stretches
    /// expected; for stresses linear in σ₁ that is the same. On a stretched cube and a swinging ring twice as
    /// much took a fifth to a quarter more iterations of L-BFGS, and 2μ half as many evaluations again.
    pub fn modulus(&self) -> f64 {
        self.respond1([1.0; 3], Order::Second).a[0]
    }

    /// ψ(F).
    pub fn psi(&self, f: &Matrix<f64, 3>) -> f64 {
        self.respond1(svd3::<f64, false>(f).sigma, Order::Value).psi
    }

    /// First Piola–Kirchhoff stress ∂ψ/∂F.
    pub fn pk1(&self, f: &Matrix<f64, 3>) -> Matrix<f64, 3> {
        let svd = svd3::<f64, true>(f);
        compose(&svd.u, &self.respond1(svd.sigma, Order::First).d, &svd.v)
    }

    /// ∂²ψ/∂F², its eigenvalues filtered.
    pub fn tangent(&self, f: &Matrix<f64, 3>, filter: Filter) -> [[f64; 9]; 9] {
        let svd = svd3::<f64, true>(f);
        let mut response = self.respond1(svd.sigma, Order::Second);
        response.filter::<3>(filter);
        tangent(&svd.u, &svd.v, &response)
    }

    /// ψ of a plane deformation.
    pub fn psi2(&self, f: &Matrix<f64, 2>) -> f64 {
        let [a, b] = svd2(f).sigma;
        self.respond1([a, b, 1.0], Order::Value).psi
    }

    /// Stress of a plane deformation, in the plane.
    pub fn pk12(&self, f: &Matrix<f64, 2>) -> Matrix<f64, 2> {
        let svd = svd2(f);
        let d = self.respond1([svd.sigma[0], svd.sigma[1], 1.0], Order::First).d;
        compose(&svd.u, &[d[0], d[1]], &svd.v)
    }

    /// Tangent of a plane deformation, in the plane, its eigenvalues filtered.
    pub fn tangent2(&self, f: &Matrix<f64, 2>, filter: Filter) -> [[f64; 4]; 4] {
        let svd = svd2(f);
        let mut response = self.respond1([svd.sigma[0], svd.sigma[1], 1.0], Order::Second);
        response.filter::<2>(filter);
        tangent(&svd.u, &svd.v, &response)
    }
}

/// Σ over the sparse tangent in the frame of the singular vectors, turned back: M = D².
fn tangent<const D: usize, const M: usize>(
    u: &Matrix<f64, D>,
    v: &Matrix<f64, D>,
    r: &Response<f64>,
) -> [[f64; M]; M] {
    let mut t = [[0.0; M]; M];
    let mut add = |value: f64, (i, j): (usize, usize), (k, l): (usize, usize)| {
        for row in 0..M {
            let left = value * u[row / D][i] * v[row % D][j];
            for column in 0..M {
                t[row][column] += left * u[column / D][k] * v[column % D][l];
            }
        }
    };
    for i in 0..D {
        add(r.a[i], (i, i), (i, i));
        for j in (0..D).filter(|&j| j != i) {
            let at = pair(i, j);
            add(r.a[3 + at], (i, i), (j, j));
            add(0.5 * (r.flip[at] + r.twist[at]), (i, j), (i, j));
            add(0.5 * (r.flip[at] - r.twist[at]), (i, j), (j, i));
        }
    }
    t
}

impl<M: Isotropic> Material for M {
    fn model(&self) -> Model {
        M::MODEL
    }

    fn respond1(&self, s: [f64; 3], order: Order) -> Response<f64> {
        self.respond(s, order)
    }

    fn respond_all(&self, spectra: &[Spectrum], order: Order, out: &mut [Response<Quad>]) {
        dispatch(RespondAll { material: self, spectra, order, out });
    }

    fn ways(&self) -> Ways {
        Ways {
            rotation_free: M::ROTATION_FREE,
            direct_stress: M::DIRECT_STRESS,
            in_invariants: M::IN_INVARIANTS,
        }
    }

    fn partials_all(&self, dimension: usize, f: &[[Quad; 9]], out: &mut [Curvature]) {
        if dimension == 2 {
            dispatch(PartialsAll::<_, 2> { material: self, f, out });
        } else {
            dispatch(PartialsAll::<_, 3> { material: self, f, out });
        }
    }

    fn prox_all(&self, dimension: usize, weight: f64, v: &[[Quad; 9]], z: &mut [[Quad; 9]]) {
        if dimension == 2 {
            dispatch(ProxAll::<_, 2> { material: self, weight, v, z });
        } else {
            dispatch(ProxAll::<_, 3> { material: self, weight, v, z });
        }
    }

    fn stress_all(&self, dimension: usize, f: &[[Quad; 9]], out: &mut [Stress]) {
        if dimension == 2 {
            dispatch(StressAll::<_, 2> { material: self, f, out });
        } else {
            dispatch(StressAll::<_, 3> { material: self, f, out });
        }
    }
}

struct RespondAll<'a, M> {
    material: &'a M,
    spectra: &'a [Spectrum],
    order: Order,
    out: &'a mut [Response<Quad>],
}

impl<M: Isotropic> Kernel for RespondAll<'_, M> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        // One loop per order, each compiled without the derivatives it does not need.
        match self.order {
            Order::Value => self.each::<L>(Order::Value),
            Order::First => self.each::<L>(Order::First),
            Order::Second => self.each::<L>(Order::Second),
        }
    }
}

impl<M: Isotropic> RespondAll<'_, M> {
    #[inline(always)]
    fn each<L: Lane>(self, order: Order) {
        for (spectrum, out) in self.spectra.iter().zip(self.out) {
            let sigma = &spectrum.sigma;
            for part in 0..L::PER_QUAD {
                let s = [L::load(&sigma[0], part), L::load(&sigma[1], part), L::load(&sigma[2], part)];
                out.store(&self.material.respond(s, order), part, order);
            }
        }
    }
}

struct PartialsAll<'a, M, const D: usize> {
    material: &'a M,
    f: &'a [[Quad; 9]],
    out: &'a mut [Curvature],
}

impl<M: Isotropic, const D: usize> Kernel for PartialsAll<'_, M, D> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        for (quads, out) in self.f.iter().zip(self.out) {
            for part in 0..L::PER_QUAD {
                let p = self.material.partials(&Invariants::of(&load::<L, D>(quads, part)));
                p.psi.store(&mut out.psi, part);
                p.p2.store(&mut out.p2, part);
                p.pj.store(&mut out.pj, part);
                p.p22.store(&mut out.p22, part);
                p.pjj.store(&mut out.pjj, part);
            }
        }
    }
}

/// One pack of the matrices stored by rows in `quads`.
#[inline(always)]
fn load<L: Lane, const D: usize>(quads: &[Quad; 9], part: usize) -> Matrix<L, D> {
    let mut f = [[L::splat(0.0); D]; D];
    for i in 0..D {
        for j in 0..D {
            f[i][j] = L::load(&quads[D * i + j], part);
        }
    }
    f
}

struct StressAll<'a, M, const D: usize> {
    material: &'a M,
    f: &'a [[Quad; 9]],
    out: &'a mut [Stress],
}

impl<M: Isotropic, const D: usize> Kernel for StressAll<'_, M, D> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        if !M::DIRECT_STRESS {
            self.out.fill(Stress::ZERO);
            return;
        }
        for (quads, out) in self.f.iter().zip(self.out) {
            for part in 0..L::PER_QUAD {
                let (psi, p) = self.material.stress(&load::<L, D>(quads, part));
                psi.store(&mut out.psi, part);
                for i in 0..D {
                    for j in 0..D {
                        p[i][j].store(&mut out.p[D * i + j], part);
                    }
                }
            }
        }
    }
}
