//! The local step as one writes it with nalgebra, to compare with: one element at a time, straight from the formulas, with
//! nalgebra's decomposition and the same equations for the stretches.

use lope::energy::SplitNorms;
use lope::material::{Model, Parameters};
use nalgebra::{Matrix3, SVector, Vector3};

use super::super::plain::{Tet, rotations};

/// A material with a closed form, or with one equation, for its proximal map.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlainMaterial {
    Arap { kappa: f64 },
    SymmetricGradient { kappa: f64 },
    SymmetricDirichlet { kappa: f64 },
    NeoHookean { kappa: f64, lambda: f64 },
}

impl PlainMaterial {
    /// The plain version of a model; none for the models that have no equation of their own.
    pub(super) fn new(model: Model, Parameters { kappa, lambda, .. }: Parameters) -> Option<Self> {
        match model {
            Model::Arap => Some(Self::Arap { kappa }),
            Model::SymmetricGradient => Some(Self::SymmetricGradient { kappa }),
            Model::SymmetricDirichlet => Some(Self::SymmetricDirichlet { kappa }),
            Model::NeoHookean => Some(Self::NeoHookean { kappa, lambda }),
            _ => None,
        }
    }

    /// The Z that minimizes ψ(Z) + r/2‖Z − V‖².
    fn prox(self, v: &Matrix3<f64>, r: f64) -> Matrix3<f64> {
        let (left, s, right) = rotations(v);
        if let Self::Arap { kappa } = self {
            return (left * right.transpose() * kappa + v * r) / (kappa + r);
        }
        left * Matrix3::from_diagonal(&self.stretches(s, r)) * right.transpose()
    }

    fn stretches(self, s: Vector3<f64>, r: f64) -> Vector3<f64> {
        match self {
            Self::Arap { kappa } => s.map(|s| (kappa + r * s) / (kappa + r)),
            Self::SymmetricGradient { kappa } => s.map(|s| larger_root(s, r, kappa, kappa)),
            Self::SymmetricDirichlet { kappa } => {
                s.map(|s| quartic(r * s / (kappa + r), kappa / (kappa + r)))
            }
            Self::NeoHookean { kappa, lambda } => {
                let b = s * (0.5 * r / (kappa + r));
                stretches_of_volume(b, kappa / (kappa + r), lambda / (kappa + r))
            }
        }
    }
}

/// The larger z with (κ + r)z² − rsz − c = 0.
fn larger_root(s: f64, r: f64, kappa: f64, c: f64) -> f64 {
    let (b, c) = (0.5 * r * s / (kappa + r), c / (kappa + r));
    let root = (b * b + c).sqrt();
    if b < 0.0 { c / (root - b) } else { b + root }
}

/// The positive root of z⁴ − bz³ − c, by Newton's method on z − b − cz⁻³ from below.
fn quartic(b: f64, c: f64) -> f64 {
    let fourth = c.powf(0.25);
    let mut z = if b < 0.0 { 1.0 / (1.0 / fourth + (-b / c).cbrt()) } else { b.max(fourth) };
    for _ in 0..40 {
        let cube = c / (z * z * z);
        let change = (b - z + cube) / (1.0 + 3.0 * cube / z);
        z += change;
        if change.abs() <= 1e-9 * z {
            break;
        }
    }
    z
}

/// The roots z of z² − 2bz + λt − κ = 0 for which t = log of their product: the larger ones, by Newton's method in t, kept
/// between bounds. Where a body is blown up too much for that, the least stretch is the smaller root.
fn stretches_of_volume(b: Vector3<f64>, kappa: f64, lambda: f64) -> Vector3<f64> {
    let at = |t: f64| {
        let rest = kappa - lambda * t;
        let root = b.map(|b| (b * b + rest).max(0.0).sqrt());
        let z = b.zip_map(&root, |b, root| if b < 0.0 { rest / (root - b) } else { b + root });
        let slope = -0.5 * lambda * z.zip_map(&root, |z, root| 1.0 / (z * root)).sum() - 1.0;
        (z, z.product().ln() - t, slope)
    };
    let (_, first, slope) = at(0.0);
    let most = b.map(|b| (kappa + b.max(0.0) * b.max(0.0)) / lambda).min();
    if first > most && at(most).1 > 0.0 {
        return blown_up(b, kappa, lambda, most);
    }
    let (mut low, mut high) = if first > 0.0 { (0.0, first.min(most)) } else { (first, 0.0) };
    let kept = |next: f64, low: f64, high: f64| {
        if (low..=high).contains(&next) { next } else { 0.5 * (low + high) }
    };
    let mut t = kept(-first / slope, low, high);
    for _ in 0..60 {
        let (_, excess, slope) = at(t);
        if excess > 0.0 {
            low = t;
        } else {
            high = t;
        }
        let next = kept(t - excess / slope, low, high);
        let change = (next - t).abs();
        t = next;
        if change <= 1e-10 {
            break;
        }
    }
    at(t).0
}

/// The same with the smaller root for the least stretch, by bisection: that is rare.
fn blown_up(b: Vector3<f64>, kappa: f64, lambda: f64, most: f64) -> Vector3<f64> {
    let at = |t: f64| {
        let root = b.map(|b| (b * b + kappa - lambda * t).max(0.0).sqrt());
        Vector3::new(b[0] + root[0], b[1] + root[1], b[2] - root[2])
    };
    let (mut low, mut high) = (kappa / lambda, most);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if at(middle).product().ln() > middle {
            high = middle;
        } else {
            low = middle;
        }
    }
    at(0.5 * (low + high))
}

/// The split variables of one element, scaled like lope's.
pub(super) struct Element<'a> {
    pub(super) tet: &'a Tet,
    pub(super) material: PlainMaterial,
    /// Weight of the coupling per volume, Pa.
    pub(super) weight: f64,
}

impl Element<'_> {
    /// Z = prox(V) and the pull of the coupling on the nodes at positions `x`.
    pub(super) fn local(
        &self,
        x: &[f64],
        v: &Matrix3<f64>,
        z: &mut Matrix3<f64>,
        gradient: &mut SVector<f64, 12>,
        norms: &mut SplitNorms,
    ) {
        let square = self.weight * self.tet.volume();
        let q = square.sqrt();
        let f = self.tet.deformation(x);
        let wanted = v / q;
        let found = self.material.prox(&wanted, self.weight);
        let (apart, multiplier) = (f - found, wanted - found);
        let after = found * q;
        *norms += SplitNorms {
            primal: square * apart.norm_squared(),
            dual: (after - *z).norm_squared(),
            image: square * f.norm_squared(),
            copy: after.norm_squared(),
            multiplier: square * multiplier.norm_squared(),
            unit: 3.0 * square,
        };
        *z = after;
        let pull = (apart + multiplier) * square;
        for a in 0..4 {
            gradient.fixed_rows_mut::<3>(3 * a).copy_from(&(pull * self.tet.shape(a)));
        }
    }
}
