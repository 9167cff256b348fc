//! The law of derivatives: every material and every energy agrees with finite differences of itself, and its
//! filtered Hessians are what they promise. The registry goes over `Model::ALL` through an exhaustive match,
//! so a model that is not covered does not compile.

mod differences;

use std::sync::Arc;

use differences::{Random, difference, distance, norm, sweep};
use lope::contact::{CollisionSprings, Law, Obstacle, Penalty, Pose, Shape};
use lope::energy::attachment::Attachment;
use lope::energy::drag::Drag;
use lope::energy::gravity::Gravity;
use lope::energy::rayleigh::Rayleigh;
use lope::energy::spring::{Form, Springs};
use lope::energy::strain::StrainEnergy;
use lope::energy::{
    Account, Compliance, Energy, FILLER, Slots, Want, block_place, gradient_slot, hessian_slot,
};
use lope::material::{Material, Model, Parameters, build};
use lope::math::Filter;
use lope::math::eigen::{eigen, project};

const MU: f64 = 2.0;
const LAMBDA: f64 = 3.0;

/// Every material there is, with the logarithmic variant.
fn materials() -> Vec<Arc<dyn Material>> {
    let mut list = Vec::new();
    for model in Model::ALL {
        let make = |log| build(model, Parameters::from_lame(model, MU, LAMBDA), log);
        list.push(make(false));
        match model {
            Model::StableNeoHookean => list.push(make(true)),
            Model::FixedCorotated
            | Model::Corotated
            | Model::Arap
            | Model::Stvk
            | Model::NeoHookean
            | Model::SymmetricDirichlet
            | Model::SymmetricGradient => {}
        }
    }
    list
}

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
        // At a kink, and on the edge of the domain (where rounding decides the sign of det F), finite is all.
        let edge = state.flat && material.needs_positive_det();
        if edge || (state.kink && !material.rotation_free()) {
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

/// An energy and a state to check it at.
struct Case {
    name: String,
    energy: Box<dyn Energy>,
    x: Vec<f64>,
}

/// Every energy there is.
fn energies() -> Vec<Case> {
    let mut random = Random(5);
    let rest: Vec<f64> = (0..27).map(|_| 2.0 * random.next()).collect();
    let near: Vec<f64> = rest.iter().map(|x| 1.1 * x + 1e-3 * random.next()).collect();
    let far: Vec<f64> = rest.iter().map(|_| 2.0 * random.next()).collect();
    let tets: Arc<[u32]> = (0..6).flat_map(|t| [t, t + 1, t + 2, t + 3]).collect();
    let triangles: Arc<[u32]> = (0..7).flat_map(|t| [t, t + 1, t + 2]).collect();
    let points: Arc<[u32]> = (0..5).collect();
    let mass: Vec<f64> = (0..5).map(|_| 2.0 + random.next()).collect();
    let targets = (0..5).map(|_| [random.next(), random.next(), random.next()]).collect();
    let mut list = Vec::new();
    let mut add = |name: String, energy: Box<dyn Energy>, x: &[f64]| {
        list.push(Case { name, energy, x: x.to_vec() });
    };
    for material in materials() {
        let name = material.name();
        let solid =
            StrainEnergy::tets(&rest, tets.clone(), material.clone()).expect("shapes that make sense");
        let plane = StrainEnergy::triangles(&rest, triangles.clone(), material.clone())
            .expect("shapes that make sense");
        for (kind, strain) in [("tets", solid), ("triangles", plane)] {
            add(format!("{name} {kind}, near rest"), Box::new(strain.clone()), &near);
            if !material.needs_positive_det() {
                add(format!("{name} {kind}, far off"), Box::new(strain.clone()), &far);
            }
            let mut damping = Rayleigh::new(strain.into(), 0.3);
            damping.relag(&near);
            add(format!("{name} {kind}, damping"), Box::new(damping), &far);
        }
    }
    for form in [Form::Hookean, Form::Squared] {
        let springs =
            Springs::new(tets.clone(), vec![0.9; 12], vec![3.0; 12], form).expect("shapes that make sense");
        add(format!("{form:?} springs"), Box::new(springs), &far);
    }
    add("attachment".into(), Box::new(Attachment::new(points.clone(), targets, 4.0)), &far);
    add("gravity".into(), Box::new(Gravity::new(points.clone(), mass.clone(), [0.1, -9.81, 0.4])), &far);
    add("drag".into(), Box::new(Drag::new(points, mass, 0.7)), &far);
    let all: Arc<[u32]> = (0..9).collect();
    for shape in [
        Shape::HalfSpace { normal: [0.6, 0.0, 0.8] },
        Shape::Ball { radius: 1.6 },
        Shape::Cuboid { half: [1.2, 1.5, 1.6] },
        Shape::Capsule { radius: 1.3, half: 0.6 },
        Shape::Torus { radius: 1.2, tube: 0.7 },
        Shape::Ball { radius: 1.7 }.complement(),
    ] {
        let turned = [[0.8, -0.6, 0.0], [0.6, 0.8, 0.0], [0.0, 0.0, 1.0]];
        let pose = Pose { rotation: turned, translation: [0.1, -0.2, 0.3] };
        let law = Law { stiffness: 4.0, friction: 0.3, margin: 0.1 };
        let obstacle = Obstacle::held(shape.clone(), pose);
        add(
            format!("penalties of {shape:?}"),
            Box::new(Penalty::new("solid", all.clone(), obstacle.clone(), 5.0, 0.0)),
            &far,
        );
        let mut springs = CollisionSprings::new("solid", all.clone(), obstacle, law);
        springs.begin_step(&far, 0.0);
        let active = springs.active().count();
        assert!((1..9).contains(&active), "{shape:?} has {active} contacts");
        add(format!("springs out of {shape:?}, where they began"), Box::new(springs.clone()), &far);
        // Some have come out since, others are deeper.
        let later: Vec<f64> = far.iter().map(|x| x + 0.3 * random.next()).collect();
        add(format!("springs out of {shape:?}, later"), Box::new(springs), &later);
    }
    list
}

/// Value and slots of all elements. Slots start as not-a-number: whatever is not written shows.
fn slots(energy: &dyn Energy, x: &[f64], want: Want, filter: Filter) -> (f64, Vec<f64>, Vec<f64>) {
    let (arity, count) = (energy.stencils().arity, energy.stencils().len());
    let gradients = if want >= Want::Gradient { count * gradient_slot(arity) } else { 0 };
    let hessians = if want >= Want::Hessian && energy.curved() { count * hessian_slot(arity) } else { 0 };
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

/// Value, gradient and dense Hessian of all nodes.
fn gathered(energy: &dyn Energy, x: &[f64], want: Want) -> (f64, Vec<f64>, Vec<f64>) {
    let (value, gradients, hessians) = slots(energy, x, want, Filter::Raw);
    let stencils = energy.stencils();
    let (arity, n) = (stencils.arity, x.len());
    let (mut g, mut h) = (vec![0.0; n], vec![0.0; n * n]);
    let index = |e: usize, k: usize| 3 * stencils.nodes[e * arity + k / 3] as usize + k % 3;
    for (e, slot) in gradients.chunks(gradient_slot(arity)).enumerate() {
        for (k, entry) in slot.iter().enumerate() {
            g[index(e, k)] += entry;
        }
    }
    for (e, slot) in hessians.chunks(hessian_slot(arity)).enumerate() {
        for (k, entry) in dense(slot, arity).iter().enumerate() {
            h[index(e, k / (3 * arity)) * n + index(e, k % (3 * arity))] += entry;
        }
    }
    (value, g, h)
}

#[test]
fn energies_match_differences() {
    for Case { name, energy, x } in energies() {
        let (value, g, h) = gathered(&*energy, &x, Want::Hessian);
        assert!(value.is_finite(), "{name}");
        let (also, again, _) = gathered(&*energy, &x, Want::Gradient);
        let alone = gathered(&*energy, &x, Want::Value).0;
        let size = value.abs() + norm(&g);
        assert!((value - also).abs() < 1e-12 * size && (value - alone).abs() < 1e-12 * size, "{name}");
        assert!(distance(&g, &again) < 1e-11 * norm(&g), "{name}: gradients differ by what is wanted");
        let of_value = |x: &[f64]| vec![gathered(&*energy, x, Want::Value).0];
        let error = sweep(1.0, |step| distance(&g, &difference(&x, step, of_value)) / norm(&g));
        assert!(error < 1e-6, "{name}: gradient off by {error:e}");
        let of_gradient = |x: &[f64]| gathered(&*energy, x, Want::Gradient).1;
        let scale = norm(&h).max(norm(&g));
        let error = sweep(1.0, |step| distance(&h, &difference(&x, step, of_gradient)) / scale);
        assert!(error < 1e-6, "{name}: Hessian off by {error:e}");
    }
}

/// E = ½ΣC² and ∇E = C∇C, element by element, in any order, and nothing of fillers.
#[test]
fn constraints_are_square_roots_of_energies() {
    let mut taken = 0;
    for Case { name, energy, x } in energies() {
        let Some(compliance) = energy.compliance() else { continue };
        taken += 1;
        let (value, gradients, _) = slots(&*energy, &x, Want::Gradient, Filter::Raw);
        let stride = gradient_slot(energy.stencils().arity);
        let read = |compliance: &dyn Compliance, count: usize| {
            let (mut c, mut gradient) = (vec![f64::NAN; count], vec![f64::NAN; count * stride]);
            compliance.constrain(&x, 0..count, &mut c, &mut gradient);
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
            continue;
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
    }
    assert!(taken > 20, "{taken}");
}

#[test]
fn filtered_element_hessians_are_positive() {
    for Case { name, energy, x } in energies().into_iter().filter(|case| case.energy.curved()) {
        let arity = energy.stencils().arity;
        let n = 3 * arity;
        let raw = slots(&*energy, &x, Want::Hessian, Filter::Raw).2;
        for filter in [Filter::Clamp(0.0), Filter::Mirror(0.0)] {
            let filtered = slots(&*energy, &x, Want::Hessian, filter).2;
            for (raw, filtered) in raw.chunks(hessian_slot(arity)).zip(filtered.chunks(hessian_slot(arity))) {
                let (raw, filtered) = (dense(raw, arity), dense(filtered, arity));
                let least = |m: &[f64]| {
                    eigen(&mut m.to_vec(), n).unwrap()[..n].iter().fold(f64::INFINITY, |a, &b| a.min(b))
                };
                assert!(least(&filtered) >= -1e-12 * norm(&filtered), "{name}, {filter:?}");
                // A filter only adds.
                let added: Vec<f64> = filtered.iter().zip(&raw).map(|(a, b)| a - b).collect();
                assert!(least(&added) >= -1e-12 * norm(&filtered), "{name}, {filter:?}");
            }
        }
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

/// The Laplacian slots of all elements. Slots start as not-a-number: whatever is not written shows.
fn laplacians(energy: &dyn Energy) -> Vec<f64> {
    let (arity, count) = (energy.stencils().arity, energy.stencils().len());
    let mut slots = vec![f64::NAN; if energy.curved() { count * hessian_slot(arity) } else { 0 }];
    energy.laplacian(0..count, &mut slots);
    slots
}

fn least_eigenvalue(matrix: &[f64], n: usize) -> f64 {
    eigen(&mut matrix.to_vec(), n).expect("finite, and not too large")[..n]
        .iter()
        .fold(f64::INFINITY, |a, &b| a.min(b))
}

#[test]
fn laplacians_are_positive_isotropic_and_blind_to_translation() {
    // Contacts come and go: theirs is another in every step.
    let lasting = |case: &Case| case.energy.account() != Account::Contact;
    for Case { name, energy, .. } in energies().into_iter().filter(lasting) {
        let arity = energy.stencils().arity;
        let n = 3 * arity;
        let plane = name.contains("triangles");
        for slot in laplacians(&*energy).chunks(hessian_slot(arity)) {
            for block in slot.chunks(9) {
                let z = if plane { 0.0 } else { block[0] };
                let isotropic = [block[0], 0.0, 0.0, 0.0, block[0], 0.0, 0.0, 0.0, z];
                assert_eq!(block, isotropic, "{name}: turns with the state");
            }
            let full = dense(slot, arity);
            assert!(norm(&full) > 0.0, "{name}");
            assert!(least_eigenvalue(&full, n) > -1e-12 * norm(&full), "{name}");
            if arity > 1 {
                for row in full.chunks(n) {
                    let moved: f64 = row.iter().step_by(3).sum();
                    assert!(moved.abs() < 1e-12 * norm(&full), "{name}: resists a translation");
                }
            }
        }
    }
}

#[test]
fn laplacians_of_contacts_are_the_hessian_of_those_inside() {
    let mut inside = 0;
    for Case { name, energy, x } in energies() {
        if energy.account() != Account::Contact || energy.not_projective().is_some() {
            continue;
        }
        let hessians = slots(&*energy, &x, Want::Hessian, Filter::Raw).2;
        for (laplacian, hessian) in laplacians(&*energy).chunks(9).zip(hessians.chunks(9)) {
            assert!(least_eigenvalue(laplacian, 3) >= -1e-14 * norm(laplacian), "{name}");
            assert!(norm(hessian) == 0.0 || hessian == laplacian, "{name}");
            inside += usize::from(norm(hessian) > 0.0);
        }
    }
    assert!(inside > 8, "{inside}");
}

/// The largest eigenvalue of linear elasticity is 2μ + 3λ, less than three times the modulus 2μ + λ.
#[test]
fn laplacians_bound_the_hessian_at_rest() {
    let mut random = Random(8);
    let rest: Vec<f64> = (0..18).map(|_| 2.0 * random.next()).collect();
    let mut list: Vec<(String, Box<dyn Energy>, f64)> = Vec::new();
    for material in materials() {
        assert!(material.modulus() > 0.0);
        let tets = StrainEnergy::tets(&rest, (0..3).flat_map(|t| t..t + 4).collect(), material.clone());
        let triangles =
            StrainEnergy::triangles(&rest, (0..4).flat_map(|t| t..t + 3).collect(), material.clone());
        for strain in [tets, triangles] {
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
            laplacians(&*energy).chunks(hessian_slot(arity)).zip(hessians.chunks(hessian_slot(arity)))
        {
            let (laplacian, hessian) = (dense(laplacian, arity), dense(hessian, arity));
            let rest: Vec<f64> = laplacian.iter().zip(&hessian).map(|(l, h)| factor * l - h).collect();
            assert!(least_eigenvalue(&rest, 3 * arity) > -1e-12 * norm(&hessian), "{name}");
        }
    }
}
