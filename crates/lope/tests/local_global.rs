//! What local/global iterations promise: they are the textbook's, they always go down, they come to the place the others
//! come to, and a matrix is factored once.

mod fixture;

use std::sync::Arc;

use fixture::{built, distance, good_step, scene, world};
use lope::assemble::{Assembler, StageObjective};
use lope::energy::attachment::Attachment;
use lope::energy::drag::Drag;
use lope::energy::rayleigh::Rayleigh;
use lope::energy::spring::{Form, Springs};
use lope::energy::strain::StrainEnergy;
use lope::energy::{Abilities, Account, Acts, Energy, Kind, Member, Passing, Slots, Stencils, Want};
use lope::material::{Model, Parameters, build};
use lope::math::Filter;
use lope::minimize::{
    ConstantMatrix, Control, Limits, LocalGlobal, LocalGlobalSettings, Minimizer, Objective, Outcome, Stop,
};
use lope::sparse::RankOnes;
use lope::time::Stage;
use nalgebra::{DMatrix, Matrix3, Vector3};

const H: f64 = 1.0 / 30.0;

fn settings(iterations: Option<usize>) -> LocalGlobalSettings {
    LocalGlobalSettings {
        iterations,
        refining_iterations: 1,
        linear_max_iterations: 1000,
        stop: Stop::Step(1e-9),
        limits: Limits { max_iterations: 2000, min_iterations: 0 },
    }
}

/// Numbers in [−1, 1).
fn noise(n: usize, mut state: u64) -> Vec<f64> {
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

/// A block of two by one by one cells: rest positions and tetrahedra.
fn block() -> (Vec<f64>, Arc<[u32]>) {
    let mesh = lope::geometry::shape::cuboid([2.0, 1.0, 1.0], [2, 1, 1]).expect("a box");
    (mesh.points.iter().flatten().copied().collect(), mesh.tets.iter().flatten().copied().collect())
}

/// A node on a one-sided plane spring: passing.
struct Floor {
    nodes: Vec<u32>,
    stiffness: f64,
    normal: [f64; 3],
}

impl Member for Floor {
    fn kind(&self) -> Kind {
        Kind::Foreign
    }
}

impl Energy for Floor {
    fn name(&self) -> &str {
        "floor"
    }
    fn account(&self) -> Account {
        Account::Contact
    }
    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 1, nodes: &self.nodes }
    }
    fn eval(
        &self,
        x: &[f64],
        elements: std::ops::Range<usize>,
        want: Want,
        _filter: Filter,
        slots: Slots<'_>,
    ) -> f64 {
        let start = elements.start;
        let mut sum = 0.0;
        for element in elements {
            let at = 3 * self.nodes[element] as usize;
            let depth = (0..3).map(|i| x[at + i] * self.normal[i]).sum::<f64>() + 0.2;
            sum += 0.5 * self.stiffness * depth * depth;
            for i in 0..3 {
                if want >= Want::Gradient {
                    slots.gradient[3 * (element - start) + i] = self.stiffness * depth * self.normal[i];
                }
                for j in (0..3).filter(|_| want >= Want::Hessian) {
                    let entry = self.stiffness * self.normal[i] * self.normal[j];
                    slots.hessian[9 * (element - start) + 3 * j + i] = entry;
                }
            }
        }
        sum
    }
    fn stand_in(&self, _elements: std::ops::Range<usize>, _hessian: &mut [f64]) {
        unreachable!("passing")
    }
    fn abilities(&self) -> Abilities<'_> {
        Abilities { passing: Some(self), ..Abilities::default() }
    }
}

impl Passing for Floor {
    fn terms(&self, into: &mut RankOnes) {
        for &node in &self.nodes {
            into.push(self.stiffness, [(node, self.normal)]);
        }
    }
}

/// Everything projective on a small block, in a stage of a scheme.
struct Case {
    acts: Acts,
    mass: Vec<f64>,
    held: Vec<u8>,
    stage: Stage,
    x: Vec<f64>,
}

impl Case {
    fn new(model: Model, kappa: f64, theta: f64) -> Self {
        let (rest, tets) = block();
        let n = rest.len();
        let parameters = Parameters::from_lame(model, 4e3, 0.0);
        let strain =
            Arc::new(StrainEnergy::tets(&rest, tets, build(model, parameters, false)).expect("tets"));
        let nodes = n as u32 / 3;
        let mut rayleigh = Rayleigh::new(strain.clone(), 0.01);
        let shaken: Vec<f64> = rest.iter().zip(noise(n, 5)).map(|(x, r)| x + 0.2 * r).collect();
        rayleigh.relag(&shaken);
        let pairs: Arc<[u32]> = (0..nodes).flat_map(|i| [i, (i + 5) % nodes]).collect();
        let count = pairs.len() / 2;
        let springs =
            Springs::new(pairs, vec![0.7; count], vec![300.0; count], Form::Hookean).expect("springs");
        let mass: Vec<f64> = (0..nodes).map(|i| 1.0 + 0.1 * f64::from(i)).collect();
        let energies: Vec<Box<dyn Energy>> = vec![
            Box::new(strain),
            Box::new(rayleigh),
            Box::new(springs),
            Box::new(Drag::new((0..nodes).collect(), mass.clone(), 0.4)),
            Box::new(Attachment::new([0, 3].into(), vec![[0.0, 2.0, 0.0]; 2], 500.0)),
            Box::new(Floor { nodes: vec![2, 5], stiffness: 4e3, normal: [0.0, 0.8, 0.6] }),
        ];
        let held: Vec<u8> = (0..nodes).map(|i| if i % 7 == 1 { 7 } else { 0 }).collect();
        let shift = if theta == 1.0 { Vec::new() } else { rest.iter().map(|x| (1.0 - theta) * x).collect() };
        let stage = Stage {
            kappa,
            target: rest.iter().zip(noise(n, 9)).map(|(x, r)| x + 0.3 * r).collect(),
            theta,
            shift,
            rate: theta / H,
            offset: shaken.iter().map(|x| -x / H).collect(),
            end: H,
            h: H,
            mean: false,
            refining: false,
            half_push: false,
        };
        Self { acts: energies.into(), mass, held, stage, x: shaken }
    }

    fn with<T>(&mut self, act: impl FnOnce(&mut StageObjective<'_>) -> T) -> T {
        let mut assembler = Assembler::new(self.mass.len(), &self.acts.energies);
        act(&mut StageObjective::new(&mut assembler, &mut self.acts, &self.stage, &self.mass, &self.held))
    }
}

/// Backward Euler, implicit midpoint, trapezoid, BDF2.
fn schemes() -> [(&'static str, f64, f64); 4] {
    let kappa = 1.0 / (H * H);
    [
        ("backward Euler", kappa, 1.0),
        ("implicit midpoint", 2.0 * kappa, 0.5),
        ("trapezoid", 4.0 * kappa, 1.0),
        ("BDF2", 2.25 * kappa, 1.0),
    ]
}

/// [Dinev18] eq. 28 and 30, from nothing but positions: project every element and spring, then solve.
#[test]
fn one_iteration_is_that_of_the_textbook() {
    for model in [Model::Arap, Model::Corotated, Model::FixedCorotated] {
        for (scheme, kappa, theta) in schemes() {
            let mut case = Case::new(model, kappa, theta);
            // Strain, springs, attachments: what the paper has.
            case.acts.energies.remove(5);
            case.acts.energies.remove(3);
            case.acts.energies.remove(1);
            case.held.fill(0);
            let (rest, tets) = block();
            let n = case.mass.len();
            let mut a = DMatrix::<f64>::zeros(n, n);
            let mut b = DMatrix::<f64>::zeros(n, 3);
            let at = |x: &[f64], i: u32| Vector3::from_column_slice(&x[3 * i as usize..][..3]);
            let mut point = vec![0.0; 3 * n];
            case.stage.force_point(&case.x, &mut point);
            let shift = if case.stage.shift.is_empty() { vec![0.0; 3 * n] } else { case.stage.shift.clone() };
            for i in 0..n {
                a[(i, i)] += kappa * case.mass[i];
                let target = kappa * case.mass[i] * at(&case.stage.target, i as u32);
                (0..3).for_each(|k| b[(i, k)] += target[k]);
            }
            // Σ w‖Σ gₐ(θxₐ + bₐ) − p‖²/(2θ): the matrix gets θw gₐg_b, the right-hand side w gₐ(p − Σ g_b b_b).
            let mut add = |w: f64, g: &[(u32, f64)], p: Vector3<f64>| {
                let moved: Vector3<f64> = g.iter().map(|&(i, g)| g * at(&shift, i)).sum();
                for &(i, gi) in g {
                    for &(j, gj) in g {
                        a[(i as usize, j as usize)] += theta * w * gi * gj;
                    }
                    (0..3).for_each(|k| b[(i as usize, k)] += w * gi * (p[k] - moved[k]));
                }
            };
            for tet in tets.chunks_exact(4) {
                let edges = |x: &[f64]| Matrix3::from_fn(|i, j| at(x, tet[j + 1])[i] - at(x, tet[0])[i]);
                let inverse = edges(&rest).try_inverse().expect("a tetrahedron");
                let volume = edges(&rest).determinant().abs() / 6.0;
                let svd = (edges(&point) * inverse).svd(true, true);
                let (u, v_t) = (svd.u.expect("u"), svd.v_t.expect("v"));
                // Singular values are sorted: the last axis is turned where a reflection is nearer.
                let turn = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, (u * v_t).determinant()));
                let rotation = u * turn * v_t;
                for axis in 0..3 {
                    let g: Vec<(u32, f64)> = std::iter::once((tet[0], -inverse.column(axis).sum()))
                        .chain((0..3).map(|k| (tet[k + 1], inverse[(k, axis)])))
                        .collect();
                    // κ = 2μ.
                    add(8e3 * volume, &g, rotation.column(axis).into());
                }
            }
            for i in 0..n as u32 {
                let other = (i + 5) % n as u32;
                let d = at(&point, other) - at(&point, i);
                add(300.0, &[(i, -1.0), (other, 1.0)], 0.7 * d.normalize());
            }
            for node in [0, 3] {
                add(500.0, &[(node, 1.0)], Vector3::new(0.0, 2.0, 0.0));
            }
            let expected = a.cholesky().expect("definite").solve(&b);

            let mut x = case.x.clone();
            let mut method = LocalGlobal::new(settings(Some(1)));
            let report = case.with(|f| method.minimize(f, &mut x, &mut |_| Control::Continue));
            assert_eq!((report.outcome, report.iterations), (Outcome::Converged, 1));
            for i in 0..3 * n {
                let off: f64 = x[i] - expected[(i / 3, i % 3)];
                assert!(off.abs() < 1e-10, "{model}, {scheme}, {i}: {off} m off");
            }
        }
    }
}

/// E(x⁺) ≤ E(x) − ½∇EᵀA⁻¹∇E: with everything that acts, passing springs and held nodes too.
#[test]
fn every_iteration_goes_down_at_least_as_far_as_its_model_promises() {
    for (scheme, kappa, theta) in schemes() {
        let mut case = Case::new(Model::Arap, kappa, theta);
        let mut method = LocalGlobal::new(settings(Some(1)));
        let (mut x, start_held, start_x) = (case.x.clone(), case.held.clone(), case.x.clone());
        let mut g = vec![0.0; x.len()];
        case.with(|f| {
            let mut before = f.gradient(&x, &mut g);
            let first = before;
            for number in 0..60 {
                let start = x.clone();
                method.minimize(f, &mut x, &mut |_| Control::Continue);
                let promised: f64 =
                    0.5 * g.iter().zip(&start).zip(&x).map(|((g, s), x)| g * (s - x)).sum::<f64>();
                let after = f.gradient(&x, &mut g);
                let slack = 1e-13 * first.abs();
                assert!(
                    promised >= 0.0 && after <= before - promised + slack,
                    "{scheme}, {number}: {before} {after}"
                );
                for (i, &held) in start_held.iter().enumerate().filter(|(_, held)| **held != 0) {
                    let axes = (0..3).filter(|axis| held >> axis & 1 == 1);
                    axes.for_each(|axis| assert_eq!(x[3 * i + axis], start_x[3 * i + axis]));
                }
                before = after;
            }
        });
        assert_eq!(method.prepared().factorizations(), 1, "{scheme}");
    }
}

/// The matrix is at least the exact Hessian: random directions at random states, all energies but passing ones.
#[test]
fn the_matrix_majorizes_the_hessian() {
    for seed in 0..20 {
        let mut case = Case::new(Model::Arap, 100.0, 0.5);
        case.acts.energies.pop();
        let n = case.x.len();
        let x: Vec<f64> = case.x.iter().zip(noise(n, seed)).map(|(x, r)| x + 0.5 * r).collect();
        let p = noise(n, 100 + seed);
        let (mut hp, mut ap) = (vec![0.0; n], vec![0.0; n]);
        case.with(|f| {
            f.hessian(&x, Filter::Raw);
            f.operator().apply(&p, &mut hp);
            f.assemble();
            f.operator().apply(&p, &mut ap);
        });
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        assert!(dot(&p, &hp) <= dot(&p, &ap) * (1.0 + 1e-12));
    }
}

/// To convergence, it comes to where progressive projection comes.
#[test]
fn converged_iterations_agree_with_progressive_projection() {
    let text = r#"
[time]
step = "1/30"
steps = 3
[solver]
tolerance = 1e-8
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [3, 3, 3] }
material = { model = "arap", young = 1e5, poisson = 0.3 }
damping = { drag = 0.1, rayleigh = 0.005 }
springs = { stiffness = 100 }
angular_velocity = [0, 3, 0]
[[body.pin]]
where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }
motion = { velocity = [-1, 0, 0.5] }
"#;
    for axes in ["[true, true, true]", "[true, false, true]"] {
        let axes = format!("body.0.pin.0.axes={axes}");
        let mut ours = world(text, &["solver.method=local-global", &axes]);
        let mut theirs = world(text, &["solver.method=progressive", &axes]);
        for _ in 0..3 {
            good_step(&mut ours, H);
            good_step(&mut theirs, H);
        }
        let apart = distance(&ours.state().x, &theirs.state().x);
        assert!(apart < 1e-6, "{apart} m apart");
    }
}

/// Stages that alternate keep their factors; what changes a matrix makes a new one.
#[test]
fn matrices_are_factored_once_and_known_again() {
    let mut case = Case::new(Model::Arap, 900.0, 1.0);
    let midpoint = Case::new(Model::Arap, 1800.0, 0.5).stage;
    let euler = case.stage.clone();
    let mut method = LocalGlobal::new(settings(Some(2)));
    let mut assembler = Assembler::new(case.mass.len(), &case.acts.energies);
    let mut x = case.x.clone();
    let mut solve = |stage: &Stage, held: &[u8]| {
        let mut f = StageObjective::new(&mut assembler, &mut case.acts, stage, &case.mass, held);
        let report = method.minimize(&mut f, &mut x, &mut |_| Control::Continue);
        assert_eq!(report.outcome, Outcome::Converged);
        (method.prepared().factorizations(), report.iterations)
    };
    for number in 0..5 {
        assert_eq!(solve(&euler, &case.held).0, if number == 0 { 1 } else { 2 });
        assert_eq!(solve(&midpoint, &case.held).0, 2);
    }
    let refining = Stage { refining: true, ..euler.clone() };
    assert_eq!(solve(&refining, &case.held), (2, 1), "a stage that refines makes fewer iterations");
    case.held[4] = 2;
    assert_eq!(solve(&euler, &case.held).0, 3, "another coordinate is held");
    assert_eq!(solve(&euler, &case.held).0, 3);
}

/// Announced stages are factored then, and not when they are solved.
#[test]
fn announced_matrices_are_ready() {
    let mut case = Case::new(Model::Arap, 900.0, 1.0);
    let midpoint = Case::new(Model::Arap, 1800.0, 0.5).stage;
    // Of the state nothing is needed.
    let outline = Stage { target: Vec::new(), shift: Vec::new(), offset: Vec::new(), ..case.stage.clone() };
    let mut method = LocalGlobal::new(settings(Some(2)));
    let mut assembler = Assembler::new(case.mass.len(), &case.acts.energies);
    let mut x = case.x.clone();
    for _ in 0..2 {
        let mut f = StageObjective::new(&mut assembler, &mut case.acts, &outline, &case.mass, &case.held);
        method.prepare(&mut f);
        for stage in [&midpoint, &case.stage] {
            let mut f = StageObjective::new(&mut assembler, &mut case.acts, stage, &case.mass, &case.held);
            method.minimize(&mut f, &mut x, &mut |_| Control::Continue);
            assert_eq!(method.prepared().factorizations(), 2);
        }
    }
}

/// Springs that are too many to be corrected for are put into the matrix.
#[test]
fn many_passing_springs_are_factored_and_few_are_not() {
    let world = built(&scene(
        "[time]\nstep = 0.01\nsteps = 1\n[[body]]\nmesh = { shape = \"box\", cells = [5, 5, 5] }\nmaterial = { model = \
         \"arap\", kappa = 1e4 }\n",
        &[],
    ))
    .world;
    let (mass, rest) = (world.mass(), &world.state().x);
    let solve = |floor: u32, copies: usize, normal: [f64; 3]| {
        let mut energies: Vec<Box<dyn Energy>> = vec![Box::new(world.bodies()[0].strain.clone().unwrap())];
        let stiffness = 1e3 / copies as f64;
        for _ in 0..copies {
            let nodes = (0..floor).collect();
            energies.push(Box::new(Floor { nodes, stiffness, normal }));
        }
        let mut assembler = Assembler::new(mass.len(), &energies);
        let stage = Stage { kappa: 100.0, target: rest.clone(), theta: 1.0, h: 0.1, ..Stage::default() };
        let held = vec![0; mass.len()];
        let mut x: Vec<f64> = rest.iter().zip(noise(rest.len(), 2)).map(|(x, r)| x + 0.02 * r).collect();
        let mut method = LocalGlobal::new(settings(Some(10)));
        let mut acts = Acts::from(energies);
        let mut f = StageObjective::new(&mut assembler, &mut acts, &stage, mass, &held);
        let report = method.minimize(&mut f, &mut x, &mut |_| Control::Continue);
        assert_eq!(report.outcome, Outcome::Converged);
        (x, method.prepared().factorizations())
    };
    // The same springs, once each and, beyond what is corrected for, cut in three; on a slope, and on a floor that
    // leans by a rounding error.
    for normal in [[0.0, 0.6, 0.8], [6e-17, 1.0, 0.0]] {
        let (few, one) = solve(200, 1, normal);
        let (many, two) = solve(200, 3, normal);
        assert_eq!((one, two), (1, 2));
        assert!(distance(&few, &many) < 1e-10, "{}", distance(&few, &many));
    }
}
