//! The law of derivatives: every material and every energy agrees with finite differences of itself, and its
//! filtered Hessians are what they promise. The registry goes over `Model::ALL` and `Kind::ALL` through exhaustive
//! matches, so a model or an energy that is not covered does not compile.

mod differences;
mod registry;

use std::sync::Arc;

use differences::{Random, difference, distance, norm, sweep};
use lope::after::{NonrigidDamping, StepEnd};
use lope::energy::attachment::Attachment;
use lope::energy::drag::Drag;
use lope::energy::rayleigh::Rayleigh;
use lope::energy::spring::{Form, Springs};
use lope::energy::strain::StrainEnergy;
use lope::energy::{
    Account, Compliance, Energy, FILLER, Kind, Points, Slots, Want, block_place, gradient_slot, hessian_slot,
};
use lope::material::{Curvature, Material, Order, Parameters, Response, Stress, build};
use lope::math::eigen::{eigen, project};
use lope::math::svd2::svd2;
use lope::math::svd3::svd3;
use lope::math::{Filter, Quad, Spectrum};
use registry::{Case, LAMBDA, MU, energies, materials};

/// A deformation, flattened by rows.
struct State {
    name: &'static str,
    f: Vec<f64>,
    /// Whether the rotation of F jumps here.
    kink: bool,
    /// Whether det F = 0.
    flat: bool,
}

fn identity(n: usize) -> Vec<f64> {
    (0..n * n).map(|k| f64::from(u8::from(k / n == k % n))).collect()
}

fn states(n: usize) -> Vec<State> {
    let mut random = Random(17);
    let unit = identity(n);
    let mut list = vec![State { name: "rest", f: unit.clone(), kink: false, flat: false }];
    let mut add = |name, kink, f| {
        let flat = matches!(name, "rank one" | "zero");
        list.push(State { name, f, kink, flat });
    };
    for _ in 0..6 {
        add("moderate", false, unit.iter().map(|x| x + 0.3 * random.next()).collect());
        let mut inverted: Vec<f64> = unit.iter().map(|x| x + 0.2 * random.next()).collect();
        inverted[..n].iter_mut().for_each(|x| *x *= -0.4);
        add("inverted", false, inverted);
        add("anything", false, (0..n * n).map(|_| 2.0 * random.next()).collect());
        add("huge", false, unit.iter().map(|x| 1e6 * (2.0 * x + random.next())).collect());
    }
    // In space a line has no rotation of its own; in the plane it has.
    let line = |k: usize| [0.7, -0.4, 1.1][k / n] * [0.5, 0.9, -0.3][k % n];
    add("rank one", n == 3, (0..n * n).map(line).collect());
    add("zero", true, vec![0.0; n * n]);
    let mut mirrored = unit.clone();
    mirrored[0] = -1.0;
    add("mirrored", true, mirrored);
    list
}

fn matrix<const D: usize>(f: &[f64]) -> [[f64; D]; D] {
    std::array::from_fn(|i| std::array::from_fn(|j| f[D * i + j]))
}

fn psi(material: &dyn Material, f: &[f64]) -> f64 {
    if f.len() == 9 { material.psi(&matrix(f)) } else { material.psi2(&matrix(f)) }
}

fn pk1(material: &dyn Material, f: &[f64]) -> Vec<f64> {
    if f.len() == 9 { material.pk1(&matrix(f)).concat() } else { material.pk12(&matrix(f)).concat() }
}

fn tangent(material: &dyn Material, f: &[f64], filter: Filter) -> Vec<f64> {
    if f.len() == 9 {
        material.tangent(&matrix(f), filter).concat()
    } else {
        material.tangent2(&matrix(f), filter).concat()
    }
}

fn everywhere(mut check: impl FnMut(&str, &dyn Material, &State)) {
    for material in materials() {
        for n in [2, 3] {
            for state in states(n) {
                check(&format!("{} in {n}D, {}", material.name(), state.name), &*material, &state);
            }
        }
    }
}

#[test]
fn stress_and_tangent_match_differences() {
    let mut checked = 0;
    everywhere(|what, material, state| {
        let f = &state.f;
        let (value, p, t) = (psi(material, f), pk1(material, f), tangent(material, f, Filter::Raw));
        assert!(p.iter().chain(&t).all(|x| x.is_finite()), "{what}: {p:?} {t:?}");
        if value == f64::INFINITY {
            assert!(material.needs_positive_det(), "{what}");
            assert!(p.iter().chain(&t).all(|&x| x == 0.0), "{what}");
            return;
        }
        assert!(!(state.flat && material.needs_positive_det()), "{what}: finite on the edge of its domain");
        // At a kink finite is all.
        if state.kink && !material.ways().rotation_free {
            return;
        }
        checked += 1;
        // Errors relative to the natural size of each derivative at this state.
        let size = norm(f).max(0.1);
        let scale = norm(&p).max(size * norm(&t).max(MU));
        let error =
            sweep(size, |step| distance(&p, &difference(f, step, |f| vec![psi(material, f)])) / scale);
        assert!(error < 1e-6, "{what}: stress off by {error:e}");
        let scale = norm(&t).max(norm(&p) / size).max(MU);
        let error = sweep(size, |step| distance(&t, &difference(f, step, |f| pk1(material, f))) / scale);
        assert!(error < 1e-6, "{what}: tangent off by {error:e}");
    });
    assert!(checked > 300, "only {checked} states were checked");
}

#[test]
fn filtered_tangents_have_the_filtered_spectrum() {
    everywhere(|what, material, state| {
        let n = state.f.len();
        let raw = tangent(material, &state.f, Filter::Raw);
        let size = norm(&raw).max(1.0);
        let least = eigen(&mut raw.clone(), n).unwrap()[..n].iter().fold(f64::INFINITY, |a, &b| a.min(b));
        for filter in [Filter::Clamp(0.0), Filter::Clamp(0.3), Filter::Mirror(0.0), Filter::Mirror(0.3)] {
            let floor = filter.floor().unwrap();
            let filtered = tangent(material, &state.f, filter);
            let mut expected = raw.clone();
            project(&mut expected, n, filter);
            let error = distance(&filtered, &expected) / size;
            assert!(error < 1e-13, "{what}, {filter:?}: off by {error:e}");
            let values = eigen(&mut filtered.clone(), n).unwrap();
            assert!(values[..n].iter().all(|&v| v >= floor - 1e-13 * size), "{what}, {filter:?}: {values:?}");
            if least > floor + 1e-12 * size {
                assert!(distance(&filtered, &raw) <= 1e-15 * size, "{what}, {filter:?}: changed a safe one");
            }
        }
    });
}

#[test]
fn rest_is_free_of_energy_and_stress() {
    for material in materials() {
        for n in [2, 3] {
            assert!(psi(&*material, &identity(n)).abs() < 1e-14, "{}", material.name());
            assert!(norm(&pk1(&*material, &identity(n))) < 1e-14, "{}", material.name());
        }
    }
}

#[test]
fn models_linearize_to_the_same_elasticity() {
    let delta = |a: usize, b: usize| f64::from(u8::from(a == b));
    for material in materials() {
        for n in [2, 3] {
            let t = tangent(&*material, &identity(n), Filter::Raw);
            for k in 0..n * n {
                for l in 0..n * n {
                    // σ = 2μ sym(∇u) + λ tr(∇u) I; models of one stiffness share the shear.
                    let (i, j, p, q) = (k / n, k % n, l / n, l % n);
                    let shear = MU * (delta(i, p) * delta(j, q) + delta(i, q) * delta(j, p));
                    let volume = LAMBDA * delta(i, j) * delta(p, q);
                    if material.model().has_both_lame() || i != j {
                        let error = (t[n * n * k + l] - shear - volume).abs();
                        assert!(error < 1e-13, "{}: off by {error:e}", material.name());
                    }
                }
            }
        }
    }
}

/// ψ of flat deformations by every path that there is: single, in vectors, with stress, with curvature, from elements.
#[test]
fn a_flat_deformation_has_infinite_energy_on_every_path() {
    let mut random = Random(23);
    let flat = |n: usize, rank: usize, random: &mut Random| {
        let mut f = vec![0.0; n * n];
        for _ in 0..rank {
            let [u, v] = [0; 2].map(|_| [0; 3].map(|_| random.next()));
            f.iter_mut().enumerate().for_each(|(k, f)| *f += u[k / n] * v[k % n]);
        }
        f
    };
    let mut checked = 0;
    for material in materials().into_iter().filter(|material| material.needs_positive_det()) {
        for n in [2, 3] {
            for (rank, scale) in
                (0..n).flat_map(|rank| [1e-6, 1e-3, 1.0, 37.0, 1e6].map(|scale| (rank, scale)))
            {
                for _ in 0..20 {
                    let f: Vec<f64> = flat(n, rank, &mut random).iter().map(|f| scale * f).collect();
                    for (path, value) in values_by_every_path(&*material, &f) {
                        let name = material.name();
                        assert_eq!(value, f64::INFINITY, "{name} {path}, rank {rank} in {n}D: {f:?}");
                        checked += 1;
                    }
                }
            }
            // And where nothing is flat, all are finite and the same, also of thin ones.
            for thin in [1.0, 1e-3, 1e-9] {
                let mut f: Vec<f64> = identity(n).iter().map(|x| x + 0.2 * random.next()).collect();
                f[..n].iter_mut().for_each(|x| *x *= thin);
                let paths = values_by_every_path(&*material, &f);
                let first = paths[0].1;
                for (path, value) in paths {
                    let close = (value - first).abs() <= 1e-6 * first.abs();
                    assert!(close && value.is_finite(), "{} {path} {thin}: {value} {first}", material.name());
                }
            }
        }
    }
    assert!(checked > 2000, "{checked}");
}

/// ψ by every path, with its name.
fn values_by_every_path(material: &dyn Material, f: &[f64]) -> Vec<(&'static str, f64)> {
    let n = if f.len() == 9 { 3 } else { 2 };
    let mut all = vec![("alone", psi(material, f))];
    let mut quads = [Quad::ZERO; 9];
    f.iter().enumerate().for_each(|(k, f)| quads[k] = Quad([*f; 4]));
    let (mut stress, mut curvature) = ([Stress::ZERO], [Curvature::ZERO]);
    if material.ways().direct_stress {
        material.stress_all(n, &[quads], &mut stress);
        all.push(("with stress", stress[0].psi.0[1]));
    }
    if material.ways().in_invariants {
        material.partials_all(n, &[quads], &mut curvature);
        all.push(("with curvature", curvature[0].psi.0[2]));
    }
    let sigma = if n == 3 {
        svd3::<f64, false>(&matrix(f)).sigma
    } else {
        let [a, b] = svd2(&matrix(f)).sigma;
        [a, b, 1.0]
    };
    let spectrum = Spectrum { sigma: sigma.map(|s| Quad([s; 4])), ..Spectrum::ZERO };
    let mut response = [Response::ZERO];
    material.respond_all(&[spectrum], Order::Second, &mut response);
    all.push(("from singular values", response[0].psi.0[3]));
    // Five elements: a full vector and what is left. Their rest shape is a corner of a cube, so F is exact.
    let corner = |k: usize| -> Vec<f64> { (0..3).map(|i| f64::from(u8::from(k == i + 1))).collect() };
    let rest: Vec<f64> = (0..=n).flat_map(corner).collect();
    let elements: Arc<[u32]> = (0..5).flat_map(|_| 0..=n as u32).collect();
    let x: Vec<f64> = (0..3 * (n + 1))
        .map(|k| if k / 3 == 0 || k % 3 >= n { 0.0 } else { f[(k % 3) * n + k / 3 - 1] })
        .collect();
    let material = build(material.model(), Parameters::from_lame(material.model(), MU, LAMBDA), false);
    let strain = if n == 3 {
        StrainEnergy::tets(&rest, elements, material)
    } else {
        StrainEnergy::triangles(&rest, elements, material)
    };
    let strain = strain.expect("shapes that make sense");
    // Energies are volumes times densities.
    let volume = 5.0 / if n == 3 { 6.0 } else { 2.0 };
    for (name, want, filter) in [
        ("of elements", Want::Value, Filter::Raw),
        ("of elements with gradients", Want::Gradient, Filter::Raw),
        ("of elements with Hessians", Want::Hessian, Filter::Raw),
        ("of elements with filtered Hessians", Want::Hessian, Filter::Clamp(0.0)),
    ] {
        all.push((name, slots(&strain, &x, want, filter).0 / volume));
    }
    all
}

/// Value and slots of all elements. Slots start as not-a-number: whatever is not written shows.
fn slots(energy: &dyn Energy, x: &[f64], want: Want, filter: Filter) -> (f64, Vec<f64>, Vec<f64>) {
    let (arity, count) = (energy.stencils().arity, energy.stencils().len());
    let gradients = if want >= Want::Gradient { count * gradient_slot(arity) } else { 0 };
    let hessians =
        if want >= Want::Hessian && !energy.abilities().is_linear { count * hessian_slot(arity) } else { 0 };
    let (mut gradient, mut hessian) = (vec![f64::NAN; gradients], vec![f64::NAN; hessians]);
    let value =
        energy.eval(x, 0..count, want, filter, Slots { gradient: &mut gradient, hessian: &mut hessian });
    (value, gradient, hessian)
}

/// The dense matrix (by rows) of a Hessian slot.
fn dense(slot: &[f64], arity: usize) -> Vec<f64> {
    let n = 3 * arity;
    let mut out = vec![0.0; n * n];
    for a in 0..arity {
        for b in a..arity {
            for (k, entry) in slot[9 * block_place(arity, a, b)..][..9].iter().enumerate() {
                let (row, column) = (3 * a + k % 3, 3 * b + k / 3);
                out[row * n + column] = *entry;
                out[column * n + row] = *entry;
            }
        }
    }
    out
}

/// Value, gradient and dense Hessian of all nodes; what points have goes to their nodes by the weights.
fn gathered(energy: &dyn Energy, points: &Points, x: &[f64], want: Want) -> (f64, Vec<f64>, Vec<f64>) {
    let (value, gradients, hessians) = slots(energy, x, want, Filter::Raw);
    let stencils = energy.stencils();
    let (arity, n) = (stencils.arity, x.len());
    let (mut g, mut h) = (vec![0.0; n], vec![0.0; n * n]);
    // Where a coordinate of an element goes, and with which weights.
    let places = |e: usize, k: usize| {
        let mut list = Vec::new();
        points.each(stencils.nodes[e * arity + k / 3], |node, weight| {
            list.push((3 * node as usize + k % 3, weight));
        });
        list
    };
    for (e, slot) in gradients.chunks(gradient_slot(arity)).enumerate() {
        for (k, entry) in slot.iter().enumerate() {
            places(e, k).into_iter().for_each(|(i, weight)| g[i] += weight * entry);
        }
    }
    for (e, slot) in hessians.chunks(hessian_slot(arity)).enumerate() {
        let all: Vec<_> = (0..3 * arity).map(|k| places(e, k)).collect();
        for (k, entry) in dense(slot, arity).iter().enumerate() {
            for (i, one) in &all[k / (3 * arity)] {
                for (j, other) in &all[k % (3 * arity)] {
                    h[i * n + j] += one * other * entry;
                }
            }
        }
    }
    (value, g, h)
}

#[test]
fn energies_match_differences() {
    for case in energies() {
        let Case { name, x, .. } = &case;
        let points = case.points();
        let gathered = |x: &[f64], want: Want| case.at(x, |energy| gathered(energy, &points, x, want));
        let (value, g, h) = gathered(x, Want::Hessian);
        assert!(value.is_finite(), "{name}");
        let (also, again, _) = gathered(x, Want::Gradient);
        let alone = gathered(x, Want::Value).0;
        let size = value.abs() + norm(&g);
        assert!((value - also).abs() <= 1e-12 * size && (value - alone).abs() <= 1e-12 * size, "{name}");
        assert!(distance(&g, &again) <= 1e-11 * norm(&g), "{name}: gradients differ by what is wanted");
        let of_value = |x: &[f64]| vec![gathered(x, Want::Value).0];
        let scale = norm(&g);
        let error = sweep(1.0, |step| distance(&g, &difference(x, step, of_value)) / scale);
        assert!(error < 1e-6, "{name}: gradient off by {error:e}");
        let of_gradient = |x: &[f64]| gathered(x, Want::Gradient).1;
        let scale = norm(&h).max(scale);
        let error = sweep(1.0, |step| distance(&h, &difference(x, step, of_gradient)) / scale);
        assert!(error < 1e-6, "{name}: Hessian off by {error:e}");
    }
}

/// What acts after a step, against things at rest, only takes kinetic energy.
#[test]
fn impulses_only_take_kinetic_energy() {
    let mut random = Random(31);
    let mass: Vec<f64> = (0..16).map(|_| 1.5 + random.next()).collect();
    let kinetic = |v: &[f64]| -> f64 { v.iter().enumerate().map(|(i, v)| 0.5 * mass[i / 3] * v * v).sum() };
    let mut taken = 0;
    let mut check = |name: &str, x: &[f64], impulse: &mut dyn FnMut(&StepEnd<'_>, &mut [f64])| {
        let mut v: Vec<f64> = x.iter().map(|_| 3.0 * random.next()).collect();
        let before = kinetic(&v);
        impulse(&StepEnd { x, h: 0.05, mass: &mass }, &mut v);
        assert!(kinetic(&v) < before, "{name}: {} J from {before} J", kinetic(&v));
        taken += 1;
    };
    for case in energies() {
        case.here(|energy| {
            if let Some(one) = energy.abilities().impulse {
                check(&case.name, &case.x, &mut |end, v| one.impulse(end, v));
            }
        });
    }
    let mut damping = NonrigidDamping::new(0..9, 0.4);
    let x: Vec<f64> = (0..27).map(|i| f64::from(i * i % 11)).collect();
    check("nonrigid damping", &x, &mut |end, v| damping.impulse(end, v));
    assert!(taken > 20, "{taken}");
}

/// E = ½ΣC² and ∇E = C∇C, element by element, in any order, and nothing of fillers.
#[test]
fn constraints_are_square_roots_of_energies() {
    let mut taken = 0;
    for case in energies() {
        taken += usize::from(case.here(|energy| is_square_root(&case.name, energy, &case.x)));
    }
    assert!(taken > 20, "{taken}");
}

/// Whether an energy is compliant constraints; they must be its square root then.
fn is_square_root(name: &str, energy: &dyn Energy, x: &[f64]) -> bool {
    let Some(compliance) = energy.abilities().compliance else { return false };
    let (value, gradients, _) = slots(energy, x, Want::Gradient, Filter::Raw);
    let stride = gradient_slot(energy.stencils().arity);
    let read = |compliance: &dyn Compliance, count: usize| {
        let (mut c, mut gradient) = (vec![f64::NAN; count], vec![f64::NAN; count * stride]);
        compliance.constrain(x, 0..count, &mut c, &mut gradient);
        // What only pushes stores nothing where there is nothing to push.
        let stored = c.iter().map(|&c| if compliance.one_sided() { c.min(0.0) } else { c }).collect();
        (stored, gradient)
    };
    let (c, gradient): (Vec<f64>, Vec<f64>) = read(compliance, energy.stencils().len());
    let half = 0.5 * c.iter().map(|c| c * c).sum::<f64>();
    assert!((half - value).abs() < 1e-12 * value, "{name}: {half} is not {value}");
    let products: Vec<f64> =
        gradient.chunks(stride).zip(&c).flat_map(|(g, c)| g.iter().map(move |g| c * g)).collect();
    assert!(distance(&products, &gradients) < 1e-11 * norm(&gradients), "{name}: gradients");

    let order: Vec<u32> = (0..c.len() as u32).rev().flat_map(|element| [element, FILLER]).collect();
    let Some(arranged) = compliance.arranged(&order) else {
        assert_eq!(energy.stencils().arity, 1, "{name}");
        return true;
    };
    let (other, others): (Vec<f64>, Vec<f64>) = read(&*arranged, order.len());
    for (place, &element) in order.iter().enumerate() {
        let got = &others[place * stride..][..stride];
        if element == FILLER {
            assert!(other[place] == 0.0 && got.iter().all(|&g| g == 0.0), "{name}: a filler acts");
            continue;
        }
        let element = element as usize;
        let own = &gradient[element * stride..][..stride];
        assert!((other[place] - c[element]).abs() <= 1e-14 * c[element].abs(), "{name}");
        assert!(distance(own, got) <= 1e-13 * norm(own), "{name}");
    }
    true
}

#[test]
fn filtered_element_hessians_are_positive() {
    for case in energies() {
        let Case { name, x, .. } = &case;
        case.here(|energy| {
            // Others are filtered numerically, whatever they are.
            if energy.abilities().is_linear || !energy.abilities().filters {
                return;
            }
            let arity = energy.stencils().arity;
            let n = 3 * arity;
            let raw = slots(energy, x, Want::Hessian, Filter::Raw).2;
            for filter in [Filter::Clamp(0.0), Filter::Mirror(0.0)] {
                let filtered = slots(energy, x, Want::Hessian, filter).2;
                for (raw, filtered) in
                    raw.chunks(hessian_slot(arity)).zip(filtered.chunks(hessian_slot(arity)))
                {
                    let (raw, filtered) = (dense(raw, arity), dense(filtered, arity));
                    let least = |m: &[f64]| {
                        eigen(&mut m.to_vec(), n).unwrap()[..n].iter().fold(f64::INFINITY, |a, &b| a.min(b))
                    };
                    assert!(least(&filtered) >= -1e-12 * norm(&filtered), "{name}, {filter:?}");
                    // A filter only adds.
                    let added: Vec<f64> = filtered.iter().zip(&raw).map(|(a, b)| a - b).collect();
                    let size = norm(&filtered).max(norm(&raw));
                    assert!(least(&added) >= -1e-12 * size, "{name}, {filter:?}");
                }
            }
        });
    }
}

#[test]
fn springs_of_no_length_are_finite() {
    for form in [Form::Hookean, Form::Squared] {
        let springs = Springs::new([0, 1].into(), vec![0.5], vec![3.0], form).unwrap();
        for filter in [Filter::Raw, Filter::Clamp(0.0), Filter::Mirror(0.0)] {
            let (value, gradient, hessian) = slots(&springs, &[0.25; 6], Want::Hessian, filter);
            assert!(value.is_finite() && gradient.iter().chain(&hessian).all(|x| x.is_finite()), "{form:?}");
        }
    }
}

/// The slots of all stand-ins. Slots start as not-a-number: whatever is not written shows.
fn stand_ins(energy: &dyn Energy) -> Vec<f64> {
    let (arity, count) = (energy.stencils().arity, energy.stencils().len());
    let mut slots =
        vec![f64::NAN; if !energy.abilities().is_linear { count * hessian_slot(arity) } else { 0 }];
    energy.stand_in(0..count, &mut slots);
    slots
}

fn least_eigenvalue(matrix: &[f64], n: usize) -> f64 {
    eigen(&mut matrix.to_vec(), n).expect("finite, and not too large")[..n]
        .iter()
        .fold(f64::INFINITY, |a, &b| a.min(b))
}

#[test]
fn stand_ins_are_positive_isotropic_and_blind_to_translation() {
    // Contacts come and go: theirs is another in every step.
    for case in energies() {
        let name = &case.name;
        case.here(|energy| {
            if matches!(energy.account(), Account::Contact | Account::UntrackedContact)
                || energy.kind() == Kind::BarrierFriction
            {
                return;
            }
            let arity = energy.stencils().arity;
            let n = 3 * arity;
            let plane = name.contains("triangles");
            for slot in stand_ins(energy).chunks(hessian_slot(arity)) {
                for block in slot.chunks(9) {
                    let z = if plane { 0.0 } else { block[0] };
                    let isotropic = [block[0], 0.0, 0.0, 0.0, block[0], 0.0, 0.0, 0.0, z];
                    assert_eq!(block, isotropic, "{name}: turns with the state");
                }
                let full = dense(slot, arity);
                assert!(norm(&full) > 0.0, "{name}");
                assert!(least_eigenvalue(&full, n) > -1e-12 * norm(&full), "{name}");
                // What holds something at a place does resist, air does, and a tendon with a fixed end.
                if arity > 1 && !matches!(energy.kind(), Kind::Attachment | Kind::Wind | Kind::Tendon) {
                    for row in full.chunks(n) {
                        let moved: f64 = row.iter().step_by(3).sum();
                        assert!(moved.abs() < 1e-12 * norm(&full), "{name}: resists a translation");
                    }
                }
            }
        });
    }
}

#[test]
fn stand_ins_of_contacts_are_the_hessian_of_those_inside() {
    let mut inside = 0;
    for case in energies() {
        let Case { name, x, .. } = &case;
        case.here(|energy| {
            let is_contact = matches!(energy.account(), Account::Contact | Account::UntrackedContact);
            if !is_contact || energy.abilities().not_projective.is_some() {
                return;
            }
            let hessians = slots(energy, x, Want::Hessian, Filter::Raw).2;
            for (laplacian, hessian) in stand_ins(energy).chunks(9).zip(hessians.chunks(9)) {
                assert!(least_eigenvalue(laplacian, 3) >= -1e-14 * norm(laplacian), "{name}");
                assert!(norm(hessian) == 0.0 || hessian == laplacian, "{name}");
                inside += usize::from(norm(hessian) > 0.0);
            }
        });
    }
    assert!(inside > 8, "{inside}");
}

/// The largest eigenvalue of linear elasticity is 2μ + 3λ, less than three times the modulus 2μ + λ.
#[test]
fn stand_ins_bound_the_hessian_at_rest() {
    let mut random = Random(8);
    let rest: Vec<f64> = (0..18).map(|_| 2.0 * random.next()).collect();
    let mut list: Vec<(String, Box<dyn Energy>, f64)> = Vec::new();
    for material in materials() {
        assert!(material.modulus() > 0.0);
        let tets = StrainEnergy::tets(&rest, (0..3).flat_map(|t| t..t + 4).collect(), material.clone());
        let triangles =
            StrainEnergy::triangles(&rest, (0..4).flat_map(|t| t..t + 3).collect(), material.clone());
        let membranes =
            StrainEnergy::membranes(&rest, (0..4).flat_map(|t| t..t + 3).collect(), 0.8, material.clone());
        for strain in [tets, triangles, membranes] {
            let strain = Arc::new(strain.expect("shapes that make sense"));
            let mut damping = Rayleigh::new(strain.clone(), 0.3);
            damping.relag(&rest);
            let name = format!("{} in {}D", material.name(), strain.dimension());
            list.push((format!("damping of {name}"), Box::new(damping), 3.0));
            list.push((name, Box::new(strain), 3.0));
        }
    }
    let length: f64 = (0..3).map(|i| (rest[3 + i] - rest[i]).powi(2)).sum::<f64>().sqrt();
    for form in [Form::Hookean, Form::Squared] {
        let spring = Springs::new([0, 1].into(), vec![length], vec![3.0], form).expect("a spring");
        list.push((format!("{form:?} spring"), Box::new(spring), 1.0));
    }
    let points: Arc<[u32]> = (0..2).collect();
    list.push(("attachment".into(), Box::new(Attachment::new(points.clone(), vec![], 4.0)), 1.0));
    list.push(("drag".into(), Box::new(Drag::new(points, vec![2.0, 3.0], 0.7)), 1.0));
    for (name, energy, factor) in list {
        let arity = energy.stencils().arity;
        let hessians = slots(&*energy, &rest, Want::Hessian, Filter::Raw).2;
        for (laplacian, hessian) in
            stand_ins(&*energy).chunks(hessian_slot(arity)).zip(hessians.chunks(hessian_slot(arity)))
        {
            let (laplacian, hessian) = (dense(laplacian, arity), dense(hessian, arity));
            let rest: Vec<f64> = laplacian.iter().zip(&hessian).map(|(l, h)| factor * l - h).collect();
            assert!(least_eigenvalue(&rest, 3 * arity) > -1e-12 * norm(&hessian), "{name}");
        }
    }
}
