//! Projection of single element Hessians in an assembled matrix.

mod fixture;

use std::sync::Arc;

use fixture::{distance, step, world};
use lope::assemble::{Assembler, Projection, StageObjective};
use lope::energy::Acts;
use lope::energy::strain::StrainEnergy;
use lope::geometry::shape::cuboid;
use lope::material::{Model, Parameters, build};
use lope::math::Filter;
use lope::minimize::{Objective, Outcome, Summed};
use lope::sparse::Operator;
use lope::time::Stage;

/// A crumpled box of 48 tetrahedra with some nodes held.
struct Crumpled {
    acts: Acts,
    assembler: Assembler,
    stage: Stage,
    mass: Vec<f64>,
    held: Vec<u8>,
    x: Vec<f64>,
}

impl Crumpled {
    fn new(model: Model, projection: Projection) -> Self {
        let mesh = cuboid([1.0; 3], [2; 3]).expect("a box");
        let rest: Vec<f64> = mesh.points.iter().flatten().copied().collect();
        let tets: Arc<[u32]> = mesh.tets.iter().flatten().copied().collect();
        let parameters = Parameters::from_young_poisson(model, 1e4, 0.4);
        let strain = StrainEnergy::tets(&rest, tets, build(model, parameters, false)).expect("good elements");
        let acts = Acts { energies: vec![Box::new(strain)], ..Acts::default() };
        let nodes = rest.len() / 3;
        let mut assembler = Assembler::new(nodes, &acts.energies);
        assembler.set_projection(projection);
        let x = rest.iter().enumerate().map(|(i, x)| x + 0.4 * (i as f64 * 1.7).sin()).collect();
        let stage = Stage { kappa: 100.0, target: rest, theta: 1.0, h: 0.1, ..Stage::default() };
        let held = (0..nodes).map(|n| if n == 0 { 7 } else { u8::from(n % 5 == 0) }).collect();
        Self { acts, assembler, stage, mass: vec![0.5; nodes], held, x }
    }

    fn objective(&mut self) -> (StageObjective<'_>, &[f64]) {
        let Self { acts, assembler, stage, mass, held, x } = self;
        (StageObjective::new(assembler, acts, stage, mass, held), x)
    }

    fn matrix(&mut self) -> Vec<f64> {
        let (f, _) = self.objective();
        f.operator().blocks().expect("assembled").values().to_vec()
    }
}

fn least_curvature(values: &dyn Operator) -> f64 {
    // Power iteration on s − A finds the smallest eigenvalue of A.
    let n = values.len();
    let blocks = values.blocks().expect("assembled");
    let shift: f64 = blocks.values().iter().map(|v| v.abs()).fold(0.0, f64::max) * 40.0;
    let mut v: Vec<f64> = (0..n).map(|i| (i as f64 * 0.37).sin() + 0.01).collect();
    let (mut y, mut least) = (vec![0.0; n], 0.0);
    for _ in 0..6000 {
        let length = v.iter().map(|v| v * v).sum::<f64>().sqrt();
        v.iter_mut().for_each(|v| *v /= length);
        least = values.apply_dot(&v, &mut y);
        v.iter_mut().zip(&y).for_each(|(v, y)| *v = shift * *v - y);
    }
    least
}

const MODELS: [Model; 3] = [Model::StableNeoHookean, Model::FixedCorotated, Model::Stvk];

#[test]
fn projecting_in_place_equals_assembling_projected() {
    for model in MODELS {
        for projection in [Projection::Analytic, Projection::Numeric] {
            for filter in [Filter::Clamp(1e-8), Filter::Mirror(1e-8)] {
                let mut box_of = Crumpled::new(model, projection);
                let (mut f, x) = box_of.objective();
                let x = x.to_vec();
                f.hessian(&x, filter);
                let whole = box_of.matrix();

                let mut g = vec![0.0; x.len()];
                let (mut f, _) = box_of.objective();
                f.gradient(&x, &mut g);
                f.hessian(&x, Filter::Raw);
                let largest = g.iter().fold(0.0, |m: f64, g| m.max(g.abs()));
                let mut counts = Vec::new();
                for above in [0.8 * largest, 0.3 * largest, 0.3 * largest, -1.0] {
                    counts.push(f.project(&x, &g, above, filter));
                }
                assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
                assert_eq!(counts[2], 0, "an element is projected once");
                assert_eq!(counts.iter().sum::<usize>(), f.elements());
                let scale = whole.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
                let apart = distance(&box_of.matrix(), &whole);
                assert!(apart <= 1e-12 * scale, "{model} {projection:?} {filter:?}: {apart} of {scale}");
            }
        }
    }
}

#[test]
fn the_exact_matrix_is_indefinite_and_both_projections_mend_it() {
    for model in [Model::StableNeoHookean, Model::FixedCorotated] {
        for projection in [Projection::Analytic, Projection::Numeric] {
            let mut crumpled = Crumpled::new(model, projection);
            let (mut f, x) = crumpled.objective();
            f.hessian(x, Filter::Raw);
            assert!(least_curvature(f.operator()) < -1.0, "{model}: nothing to mend");
            f.project(x, &vec![1.0; x.len()], 0.5, Filter::Clamp(1e-8));
            let least = least_curvature(f.operator());
            assert!(least > 0.0, "{model} {projection:?}: {least}");
        }
    }
}

const METHODS: [&str; 3] = ["projected-newton", "project-on-demand", "progressive"];

const SCENE: &str = r#"
gravity = [0, 0, 0]
[time]
step = "1/30"
steps = 5
[solver]
tolerance = 1e-6
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [3, 3, 3] }
material = { model = "stable-neo-hookean", young = 1e5, poisson = 0.4, density = 1000 }
"#;

/// Every method, linear solver, filter and way to find eigenvalues.
fn ways() -> Vec<[String; 4]> {
    let mut ways = Vec::new();
    for method in METHODS {
        for linear in ["pcg", "cholesky"] {
            for filter in ["clamp", "mirror"] {
                for projection in ["analytic", "numeric"] {
                    ways.push([
                        format!("solver.method={method}"),
                        format!("solver.linear={linear}"),
                        format!("solver.filter={filter}"),
                        format!("solver.projection={projection}"),
                    ]);
                }
            }
        }
    }
    ways
}

fn with<'a>(way: &'a [String; 4], more: &[&'a str]) -> Vec<&'a str> {
    way.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

#[test]
fn a_body_turned_inside_out_comes_back() {
    for way in ways() {
        let mut world = world(SCENE, &with(&way, &["body.0.start={ stretch = [-1, 1, 1] }"]));
        let mut record = step(&mut world, 1.0 / 30.0);
        assert_eq!(record.report.outcome, Outcome::Converged, "{way:?}");
        // On demand and progressive never project more than each element once an iteration.
        assert!(record.report.projected <= record.report.iterations * record.elements, "{way:?}");
        for _ in 0..4 {
            record = step(&mut world, 1.0 / 30.0);
            assert_eq!(record.report.outcome, Outcome::Converged, "{way:?}");
        }
    }
}

#[test]
fn one_tetrahedron_is_enough() {
    let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for way in ways() {
        let mut scene = fixture::scene(SCENE, &with(&way, &["body.0.start={ stretch = [2, -0.5, 1] }"]));
        scene.body[0].mesh = lope::Mesh::tets(points.clone(), vec![[0, 1, 2, 3]]);
        let mut world = fixture::built(&scene).world;
        for _ in 0..5 {
            let record = step(&mut world, 1.0 / 30.0);
            assert_eq!(record.report.outcome, Outcome::Converged, "{way:?}");
        }
    }
}

#[test]
fn at_rest_nothing_is_solved() {
    for way in ways() {
        let mut world = world(SCENE, &with(&way, &[]));
        let record = step(&mut world, 1.0 / 30.0);
        assert_eq!(record.report.outcome, Outcome::Converged, "{way:?}");
        assert!(record.report.iterations <= 1 && record.report.projected <= record.elements, "{way:?}");
    }
}

#[test]
fn projected_counts_are_those_of_the_paper() {
    let crumple = "body.0.start={ random = { seed = 3 } }";
    let count = |method: &str| {
        let method = format!("solver.method={method}");
        let mut world =
            world(SCENE, &[&method, crumple, "solver.tolerance=1e-3", "solver.max_iterations=3000"]);
        let record = step(&mut world, 1.0 / 30.0);
        assert_eq!(record.report.outcome, Outcome::Converged, "{method}");
        (record.report.projected, record.report.iterations * record.elements, record.elements)
    };
    let (projected, most, _) = count("projected-newton");
    assert_eq!(projected, most, "every element in every iteration");
    let (projected, most, elements) = count("project-on-demand");
    assert!(projected % elements == 0 && projected > 0 && projected <= most, "all or none: {projected}");
    let (progressive, most, _) = count("progressive");
    assert!(progressive > 0 && progressive < most, "{progressive} of {most}");
}
