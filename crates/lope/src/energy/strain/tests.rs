use super::*;
use crate::energy::{CHUNK, gradient_slot, hessian_slot};
use crate::material::{Model, Parameters, build};
use crate::math::Kernel;

/// A chain of `count` elements of `arity` nodes each, and two sets of positions that look random.
fn chain(count: usize, arity: usize) -> (Arc<[u32]>, Vec<f64>, Vec<f64>) {
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    let nodes = (0..count as u32).flat_map(|e| (e..e + arity as u32).collect::<Vec<_>>()).collect();
    let rest: Vec<f64> = (0..3 * (count + arity)).map(|_| random()).collect();
    // Stretched and sheared, so that thin elements stay upright.
    let x =
        rest.chunks(3).flat_map(|p| [1.2 * p[0] + 0.3 * p[1], 0.9 * p[1] - 0.2 * p[0], p[2] + 0.4 * p[0]]);
    let x = x.map(|x| x + 1e-6 * random()).collect();
    (nodes, rest, x)
}

fn strain(model: Model, arity: usize, nodes: Arc<[u32]>, rest: &[f64]) -> StrainEnergy {
    let material = build(model, Parameters::from_lame(model, 2.0, 3.0), false);
    let make = if arity == 4 { StrainEnergy::tets } else { StrainEnergy::triangles };
    make(rest, nodes, material).unwrap()
}

#[test]
fn wide_and_single_lanes_agree_and_chunks_join() {
    for arity in [3, 4] {
        let count = CHUNK + 75;
        let (nodes, rest, x) = chain(count, arity);
        for model in Model::ALL {
            let energy = strain(model, arity, nodes.clone(), &rest);
            for want in [Want::Value, Want::Gradient, Want::Hessian] {
                for chunk in [0..CHUNK, CHUNK..count] {
                    let (mut g, mut h) =
                        (vec![0.0; CHUNK * gradient_slot(arity)], vec![0.0; CHUNK * hessian_slot(arity)]);
                    let (mut g1, mut h1) = (g.clone(), h.clone());
                    let filter = Filter::Clamp(0.1);
                    let slots = Slots { gradient: &mut g, hessian: &mut h };
                    let wide = energy.eval(&x, chunk.clone(), want, filter, slots);
                    let slots = Slots { gradient: &mut g1, hessian: &mut h1 };
                    let (len, material) = (chunk.len(), &*energy.material);
                    let single = match &*energy.shapes {
                        Shapes::Triangles(all) => {
                            let batches = cover(all, &chunk);
                            Eval::<2, 2> { x: &x, batches, len, material, want, filter, slots, each: &mut [] }
                                .run::<f64>()
                        }
                        Shapes::Membranes(all) => {
                            let batches = cover(all, &chunk);
                            Eval::<3, 2> { x: &x, batches, len, material, want, filter, slots, each: &mut [] }
                                .run::<f64>()
                        }
                        Shapes::Tets(all) => {
                            let batches = cover(all, &chunk);
                            Eval::<3, 3> { x: &x, batches, len, material, want, filter, slots, each: &mut [] }
                                .run::<f64>()
                        }
                    };
                    assert!((wide - single).abs() <= 1e-12 * single.abs(), "{model} {wide} {single}");
                    for (a, b) in [(&g, &g1), (&h, &h1)] {
                        let size = b.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
                        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-11 * size), "{model}");
                    }
                    assert!(
                        want < Want::Gradient || g[len * gradient_slot(arity)..].iter().all(|&v| v == 0.0)
                    );
                }
            }
        }
    }
}

#[test]
fn determinants_and_densities() {
    for arity in [3, 4] {
        let (nodes, rest, x) = chain(CHUNK + 9, arity);
        let energy = strain(Model::NeoHookean, arity, nodes, &rest);
        let turned: Vec<f64> = rest.chunks(3).flat_map(|p| [2.0 * p[1], -2.0 * p[0], p[2]]).collect();
        let mut det = vec![0.0; CHUNK + 9];
        energy.dets(&turned, 0..CHUNK + 9, &mut det);
        assert!(det.iter().all(|d| (d - 4.0).abs() < 1e-6), "{det:?}");
        let mirrored: Vec<f64> = rest.chunks(3).flat_map(|p| [-p[0], p[1], p[2]]).collect();
        let (least, inverted) = energy.deformation(&mirrored, 0..CHUNK + 9);
        assert!((least + 1.0).abs() < 1e-6 && inverted == CHUNK + 9);
        let mut density = vec![0.0; 9];
        energy.densities(&x, CHUNK..CHUNK + 9, &mut density);
        let sum: f64 = density.iter().enumerate().map(|(e, d)| d * energy.volume(CHUNK + e)).sum();
        let slots = Slots { gradient: &mut [], hessian: &mut [] };
        let value = energy.eval(&x, CHUNK..CHUNK + 9, Want::Value, Filter::Raw, slots);
        assert!((sum - value).abs() < 1e-12 * value);
    }
}

#[test]
fn steps_stop_before_collapse() {
    let rest = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let to = [0.0, 0.0, 0.0, -3.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let near = [0.0, 0.0, 0.0, 0.2, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    for arity in [3, 4] {
        let nodes: Arc<[u32]> = (0..arity as u32).collect();
        let barred = strain(Model::NeoHookean, arity, nodes.clone(), &rest);
        let domain = barred.abilities().domain.expect("it is infinite where det F is not positive");
        assert!((domain.reach(&rest, &to, 0..1) - 0.25 * SAFETY).abs() < 1e-12);
        assert_eq!(domain.reach(&rest, &near, 0..1), 1.0);
        assert!(strain(Model::Arap, arity, nodes, &rest).abilities().domain.is_none());
    }
}

#[test]
fn impossible_meshes_are_refused() {
    let material = build(Model::Arap, Parameters::from_kappa(Model::Arap, 1.0, 0.0), false);
    let flat = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 1.0, 0.0];
    let refuse = |nodes: &[u32]| StrainEnergy::tets(&flat, nodes.into(), material.clone()).unwrap_err();
    assert_eq!(refuse(&[0, 1, 2, 3]), StrainError::Flat { element: 0 });
    assert_eq!(refuse(&[0, 1, 2, 4]), StrainError::NoSuchNode { element: 0, node: 4, nodes: 4 });
    assert_eq!(refuse(&[0, 1, 2]), StrainError::Ragged { numbers: 3, arity: 4 });
    assert!(StrainEnergy::tets(&flat, [].into(), material).unwrap().stencils().is_empty());
}

/// A membrane that is moved and turned stores what the same triangles store in the plane, and nothing at rest, wherever it is.
#[test]
fn membranes_store_what_triangles_in_the_plane_do() {
    let rest = [0.0, 0.0, 0.0, 1.0, 0.1, 0.0, 0.2, 0.9, 0.0, 1.3, 1.1, 0.0];
    let stretched = [0.1, 0.0, 0.0, 1.3, 0.2, 0.0, 0.2, 1.0, 0.0, 1.2, 1.4, 0.0];
    // A turn by 3-4-5 in two planes, and a shift.
    let turned = |x: &[f64]| -> Vec<f64> {
        let turn = |x: &[f64]| {
            let [a, b] = [0.6 * x[0] - 0.8 * x[1], 0.8 * x[0] + 0.6 * x[1]];
            [a + 2.0, 0.6 * b - 0.8 * x[2] - 1.0, 0.8 * b + 0.6 * x[2] + 3.0]
        };
        x.chunks_exact(3).flat_map(turn).collect()
    };
    let nodes: Arc<[u32]> = [0, 1, 2, 2, 1, 3].into();
    for model in Model::ALL {
        let material = build(model, Parameters::from_lame(model, 2.0, 3.0), false);
        let plane = StrainEnergy::triangles(&rest, nodes.clone(), material.clone()).unwrap();
        let space = StrainEnergy::membranes(&turned(&rest), nodes.clone(), 1.0, material).unwrap();
        let (value, gradient) = evaluated(&plane, &stretched);
        let (other, forces) = evaluated(&space, &turned(&stretched));
        assert!((value - other).abs() < 1e-12 * (1.0 + value.abs()), "{model}: {value} {other}");
        let size = |forces: &[f64]| forces.iter().map(|f| f * f).sum::<f64>().sqrt();
        assert!((size(&gradient) - size(&forces)).abs() < 1e-12 * size(&gradient), "{model}");
        let (calm, none) = evaluated(&space, &turned(&turned(&rest)));
        assert!(
            (calm - evaluated(&plane, &rest).0).abs() < 1e-12 && size(&none) < 1e-12,
            "{model}: {none:?}"
        );
        let (mut det, mut density) = ([0.0; 2], [0.0; 2]);
        space.dets(&turned(&stretched), 0..2, &mut det);
        space.densities(&turned(&stretched), 0..2, &mut density);
        let (mut flat, mut same) = ([0.0; 2], [0.0; 2]);
        plane.dets(&stretched, 0..2, &mut flat);
        plane.densities(&stretched, 0..2, &mut same);
        for e in 0..2 {
            assert!((det[e] - flat[e]).abs() < 1e-12 && (density[e] - same[e]).abs() < 1e-11, "{model}");
        }
    }
}

fn evaluated(strain: &StrainEnergy, x: &[f64]) -> (f64, Vec<f64>) {
    let mut gradient = vec![0.0; 18];
    let slots = Slots { gradient: &mut gradient, hessian: &mut [] };
    let value = strain.eval(x, 0..2, Want::Gradient, Filter::Raw, slots);
    (value, gradient)
}
