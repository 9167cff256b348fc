//! Every proximal map against a search that knows nothing of it.

use proptest::prelude::*;

use super::*;
use crate::material::{Material, Model, Parameters, build};
use crate::math::small::{det, identity, mul, transpose};
use crate::math::svd3::svd3;

fn materials() -> Vec<std::sync::Arc<dyn Material>> {
    let stiff = |model, poisson| Parameters::from_young_poisson(model, 3.0, poisson);
    let mut all = Vec::new();
    for model in Model::ALL {
        for poisson in [0.0, 0.3, 0.45] {
            all.push(build(model, stiff(model, poisson), false));
        }
    }
    all.push(build(Model::StableNeoHookean, stiff(Model::StableNeoHookean, 0.3), true));
    all
}

fn prox(material: &dyn Material, dimension: usize, r: f64, v: &[f64; 9]) -> [f64; 9] {
    let mut z = [[Quad::ZERO; 9]];
    material.prox_all(dimension, r, &[v.map(|v| Quad([v; 4]))], &mut z);
    assert!(z[0].iter().all(|quad| quad.0.iter().all(|&z| z.to_bits() == quad.0[0].to_bits())));
    z[0].map(|quad| quad.0[0])
}

fn square(m: &[f64; 9]) -> [[f64; 3]; 3] {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| m[3 * i + j]))
}

fn plane(m: &[f64; 9]) -> [[f64; 2]; 2] {
    [[m[0], m[1]], [m[2], m[3]]]
}

/// ψ(Z) + r/2‖Z − V‖².
fn weighed(material: &dyn Material, dimension: usize, r: f64, v: &[f64; 9], z: &[f64; 9]) -> f64 {
    let psi = if dimension == 2 { material.psi2(&plane(z)) } else { material.psi(&square(z)) };
    let count = dimension * dimension;
    psi + 0.5 * r * (0..count).map(|i| (z[i] - v[i]) * (z[i] - v[i])).sum::<f64>()
}

/// The lowest point a search by shrinking steps finds: along every entry of Z, from several starts.
fn searched(material: &dyn Material, dimension: usize, r: f64, v: &[f64; 9]) -> f64 {
    let count = dimension * dimension;
    let unit: [f64; 9] = if dimension == 2 {
        [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    } else {
        [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    };
    let rotation = if dimension == 2 {
        let svd = svd2(&plane(v));
        let m = crate::math::small::mul_transposed(&svd.u, &svd.v);
        [m[0][0], m[0][1], m[1][0], m[1][1], 0.0, 0.0, 0.0, 0.0, 0.0]
    } else {
        let svd = svd3::<f64, true>(&square(v));
        let m = crate::math::small::mul_transposed(&svd.u, &svd.v);
        [m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]]
    };
    let mut best = f64::INFINITY;
    for start in [*v, unit, rotation] {
        let mut z = start;
        let mut lowest = weighed(material, dimension, r, v, &z);
        let mut step = 0.5;
        while step > 1e-7 {
            let mut improved = false;
            for i in 0..count {
                for sign in [-1.0, 1.0] {
                    let mut other = z;
                    other[i] += sign * step;
                    let there = weighed(material, dimension, r, v, &other);
                    if there < lowest {
                        (z, lowest, improved) = (other, there, true);
                    }
                }
            }
            if !improved {
                step *= 0.5;
            }
        }
        best = best.min(lowest);
    }
    best
}

fn check(material: &dyn Material, dimension: usize, r: f64, v: &[f64; 9]) {
    let z = prox(material, dimension, r, v);
    let (ours, theirs) = (weighed(material, dimension, r, v, &z), searched(material, dimension, r, v));
    let size = 1.0 + theirs.abs();
    assert!(
        ours <= theirs + 1e-6 * size,
        "{:?} {dimension}D, r = {r}, V = {v:?}: {ours} at {z:?}, {theirs} by search",
        material
    );
}

/// Its volume is 33 times what it should be: the least stretch gives way.
#[test]
fn a_body_that_is_far_too_large_is_flattened() {
    let neo_hookean = crate::material::NeoHookean { kappa: 1.0344827586206897, lambda: 9.31034482758621 };
    let s = [6.102493880399533, 3.729427016075767, 1.4496316253032575];
    let z = crate::material::Isotropic::prox::<f64, 3>(&neo_hookean, s, 45.51724137931036);
    assert!((z[2] - 0.10166504).abs() < 1e-6, "{z:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn no_search_finds_lower(v in prop::array::uniform9(-1.5..1.5f64), far in 0.5..3.0f64) {
        for material in materials() {
            for factor in [1.0, 4.0] {
                let r = factor * material.modulus();
                let scaled = v.map(|v| far * v);
                check(&*material, 3, r, &scaled);
                check(&*material, 2, r, &scaled);
            }
        }
    }

    /// Lanes, and closed forms, against Newton's method on the same stretches.
    #[test]
    fn closed_forms_are_the_minimum_newton_finds(v in prop::array::uniform9(-2.0..2.0f64), r in 0.1..10.0f64) {
        use crate::material::{NeoHookean, SymmetricDirichlet, SymmetricGradient};
        let s = svd3::<f64, true>(&square(&v)).sigma;
        let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-7 * (1.0 + b[i].abs()));
        let (a, b) = (SymmetricGradient { kappa: 1.5 }, SymmetricDirichlet { kappa: 0.7 });
        let c = NeoHookean { kappa: 1.2, lambda: 2.0 };
        let d = NeoHookean { kappa: 1.2, lambda: 0.0 };
        let value = |z: [f64; 3]| c.respond(z, Order::Value).psi
            + 0.5 * r * (0..3).map(|i| (z[i] - s[i]).powi(2)).sum::<f64>();
        prop_assert!(near(a.prox::<f64, 3>(s, r), newton::<_, 3>(&a, s, r)), "{s:?}");
        prop_assert!(near(b.prox::<f64, 3>(s, r), newton::<_, 3>(&b, s, r)), "{s:?}");
        prop_assert!(near(d.prox::<f64, 3>(s, r), newton::<_, 3>(&d, s, r)), "{s:?}");
        let (ours, theirs) = (value(c.prox::<f64, 3>(s, r)), value(newton::<_, 3>(&c, s, r)));
        prop_assert!(ours < theirs + 1e-9 * (1.0 + theirs.abs()), "{s:?}: {ours} {theirs}");
    }
}

/// A turn, to hide the axes.
fn turned(s: [f64; 3]) -> [f64; 9] {
    let turn = svd3::<f64, true>(&[[0.3, 1.0, -0.2], [0.5, -0.7, 0.9], [1.1, 0.4, 0.1]]);
    let m = compose(&turn.u, &s, &turn.v);
    [m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]]
}

#[test]
fn edges() {
    for material in materials() {
        let r = material.modulus();
        for s in [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [1.0, 1.0, 1.0],
            [1.0, 1.0, -1.0],
            [2.0, 1.0, -0.5],
            [1.0, 1e-9, -1e-9],
            [30.0, 20.0, 1e-3],
            [5.0, 5.0, -5.0],
        ] {
            check(&*material, 3, r, &turned(s));
        }
        // What is huge stays finite, and inside where there is an inside.
        for s in [[1e6, 1e6, 1e6], [1e8, 1.0, 1e-8], [1e6, 1e6, -1e6], [1e-200, 0.0, 0.0]] {
            let z = prox(&*material, 3, r, &turned(s));
            assert!(z.iter().all(|z| z.is_finite()), "{material:?} {s:?}: {z:?}");
            if material.needs_positive_det() {
                assert!(det(&square(&z)) > 0.0, "{material:?} {s:?}: {z:?}");
            }
        }
        // Rest is a fixed point.
        let z = prox(&*material, 3, r, &turned([1.0; 3]));
        assert!(z.iter().zip(turned([1.0; 3])).all(|(z, v)| (z - v).abs() < 1e-12), "{material:?}");
    }
}

/// Rotation and stretch in turn, as \[Mattos25\] (10) and (11) have it, come to what this finds at once.
#[test]
fn alternating_updates_come_to_the_same_place() {
    let v = square(&turned([1.6, 0.9, 0.4]));
    let material = crate::material::SymmetricGradient { kappa: 1.3 };
    let r = 2.6;
    let mut u = identity::<f64, 3>();
    let mut p = identity::<f64, 3>();
    for _ in 0..400 {
        // (10): the rotation nearest to VP + cU, with c a proximal weight.
        let mut m = mul(&v, &p);
        for i in 0..3 {
            for j in 0..3 {
                m[i][j] += 0.5 * u[i][j];
            }
        }
        let svd = svd3::<f64, true>(&m);
        u = mul(&svd.u, &transpose(&svd.v));
        // (38) on the symmetric part Q of UᵀV, with wκ and ρ in the ratio κ : r.
        let q = mul(&transpose(&u), &v);
        let mut symmetric = q;
        for i in 0..3 {
            for j in 0..3 {
                symmetric[i][j] = 0.5 * (q[i][j] + q[j][i]);
            }
        }
        let (values, axes) = crate::math::eigen3::eigen3([
            symmetric[0][0],
            symmetric[1][1],
            symmetric[2][2],
            symmetric[0][1],
            symmetric[0][2],
            symmetric[1][2],
        ]);
        let (w, rho) = (material.kappa, r);
        let stretch =
            values.map(|q| (rho * q + (rho * rho * q * q + 4.0 * w * (w + rho)).sqrt()) / (2.0 * (w + rho)));
        p = compose(&axes, &stretch, &axes);
    }
    let theirs = mul(&u, &p);
    let ours = square(&prox(&material, 3, r, &turned([1.6, 0.9, 0.4])));
    for i in 0..3 {
        for j in 0..3 {
            assert!((ours[i][j] - theirs[i][j]).abs() < 1e-9, "{ours:?} {theirs:?}");
        }
    }
}
