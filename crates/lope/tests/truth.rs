//! The law of truth: a step is called converged exactly when it is. Materials, stiffnesses, densities, lengths of steps and
//! methods are crossed on small bodies, and at the state that each minimization returns the Newton step is solved by a
//! factorization: it is below the tolerance if and only if the minimization says that it converged.

mod fixture;

use std::sync::{Arc, Mutex};

use fixture::{step, world};
use lope::material::{Curvature, Model, Parameters, Stress, build};
use lope::math::{Filter, Quad};
use lope::minimize::{Minimizer, Objective, Outcome, Report, Watch};
use lope::scene::model::Method;
use lope::scene::validate::METHODS;
use lope::sparse::Cholesky;

/// What a minimization said, and what a factorization says of where it ended: the speed of the Newton step, m/s, or none
/// where the Hessian is indefinite; and the same with filtered elements.
#[derive(Clone, Debug)]
#[allow(dead_code, reason = "what is not judged is printed")]
struct Verdict {
    outcome: Outcome,
    residual: f64,
    iterations: usize,
    truth: Option<f64>,
    filtered: Option<f64>,
}

/// A method whose results are checked.
struct Audited {
    inner: Box<dyn Minimizer>,
    verdicts: Arc<Mutex<Vec<Verdict>>>,
}

/// The speed of the exact Newton step at `x`.
fn newton_speed(f: &mut dyn Objective, x: &[f64], filter: Filter) -> Option<f64> {
    let mut x = x.to_vec();
    let (mut g, mut p) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    f.release();
    f.confine(&mut x);
    f.gradient(&x, &mut g);
    f.register(&x, &mut g);
    f.hessian(&x, filter);
    let matrix = f.operator().blocks().expect("assembled");
    let mut cholesky = Cholesky::new(matrix.pattern()).expect("small");
    if cholesky.factor(matrix).is_ok() {
        cholesky.solve(&g, &mut p);
        return Some(f.size(&p));
    }
    // A light and stiff body is positive definite by less than rounding errors: a slight shift, and its effect taken back by
    // iterative refinement.
    let mut shifted = matrix.clone();
    for node in 0..shifted.rows() {
        let place = shifted.find(node, node).expect("diagonal");
        let block = shifted.block_mut(place);
        [0, 4, 8].into_iter().for_each(|i| block[i] *= 1.0 + SHIFT);
    }
    cholesky.factor(&shifted).ok()?;
    let (mut product, mut more) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    let mut corrections = Vec::new();
    for _ in 0..REFINEMENTS {
        f.operator().apply(&p, &mut product);
        let rest: Vec<f64> = g.iter().zip(&product).map(|(g, product)| g - product).collect();
        cholesky.solve(&rest, &mut more);
        corrections.push(f.size(&more));
        p.iter_mut().zip(&more).for_each(|(p, more)| *p += more);
    }
    // They shrink by δ/(λ + δ) along each eigenvector, for a shift of δ, and grow where its eigenvalue λ is negative.
    let is_indefinite = corrections.last() > corrections.first();
    (!is_indefinite).then(|| f.size(&p))
}

/// Part of the diagonal added where rounding makes a matrix indefinite, and how often its effect is taken back.
const SHIFT: f64 = 1e-14;
const REFINEMENTS: usize = 50;

impl Minimizer for Audited {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn minimize(&mut self, f: &mut dyn Objective, x: &mut [f64], watch: &mut Watch<'_>) -> Report {
        let report = self.inner.minimize(f, x, watch);
        let all = [Filter::Raw, Filter::Clamp(1e-8), Filter::Mirror(1e-8)];
        let [truth, clamped, mirrored] = all.map(|filter| newton_speed(f, x, filter));
        let filtered = clamped.zip(mirrored).map(|(clamped, mirrored)| clamped.min(mirrored));
        let Report { outcome, residual, iterations, .. } = report;
        let verdict = Verdict { outcome, residual, iterations, truth, filtered };
        self.verdicts.lock().expect("not poisoned").push(verdict);
        report
    }
}

/// A bar that is clamped, one that floats, and one that is pressed on a curved obstacle.
const PLACES: [(&str, &str); 3] = [
    ("clamped", "[[body.pin]]\nwhere = { plane = { point = [-0.149, 0, 0], normal = [-1, 0, 0] } }"),
    ("free", ""),
    (
        "constraint",
        "[[obstacle]]\nshape = \"sphere\"\nradius = 1\ntranslate = [0.02, -1.05, 0.01]\nmodel = \"constraint\"\nfriction = 0.3",
    ),
];

const TOLERANCE: f64 = 1e-3;

fn text(place: &str) -> String {
    format!(
        "[time]\nstep = 1\nsteps = 1\n[solver]\ntolerance = {TOLERANCE}\n[[body]]\n\
         mesh = {{ shape = \"box\", size = [0.3, 0.1, 0.1], cells = [3, 1, 1] }}\n\
         velocity = [0.1, -0.2, 0.05]\n{place}\n"
    )
}

/// Every model, and the variant that one has.
fn variants() -> Vec<String> {
    let mut all: Vec<String> = Model::ALL.iter().map(|model| format!("model = \"{model}\"")).collect();
    all.push(format!("model = \"{}\", log = true", Model::StableNeoHookean));
    all
}

const YOUNG: [f64; 6] = [1e2, 1e4, 1e6, 1e8, 1e10, 1e12];
const DENSITY: [f64; 3] = [10.0, 300.0, 1e4];
const STEP: [f64; 5] = [1e-4, 1e-3, 1e-2, 1.0 / 24.0, 1.0];

/// One case of the lattice: three steps, and what is false about them.
fn case(place: usize, variant: &str, (young, density, h): (f64, f64, f64), method: Method) -> Vec<String> {
    let material =
        format!("body.0.material={{ {variant}, young = {young:e}, poisson = 0.3, density = {density:e} }}");
    let set = [format!("time.step={h:e}"), format!("solver.method={method}"), material];
    let verdicts = Arc::new(Mutex::new(Vec::new()));
    let audited = verdicts.clone();
    let mut world = world(&text(PLACES[place].1), &set.each_ref().map(String::as_str))
        .with_minimizer(|inner| Box::new(Audited { inner, verdicts: audited }));
    let all_made = (0..3).all(|_| step(&mut world, h).committed);
    let what = |verdict: &Verdict| {
        format!("{} {variant} E {young:e} ρ {density} h {h:.0e} {method}: {verdict:?}", PLACES[place].0)
    };
    let all = verdicts.lock().expect("not poisoned");
    let mut found: Vec<String> = all.iter().filter(|verdict| is_lie(verdict, method)).map(what).collect();
    // Plain Newton may fail, at a kink there is nothing to find, and a steel bar that rocks on a sphere may go round in circles
    // from one set of touching nodes to the next. Otherwise a minimum is found.
    let sound =
        method != Method::Newton && !variant.contains("\"corotated\"") && PLACES[place].0 != "constraint";
    if !all_made && sound {
        found.extend(all.last().map(|last| format!("failed: {}", what(last))));
    }
    found
}

/// «Converged» is true where the exact step is below the tolerance; anything else where it is not. Methods that project
/// mean the step of their own system, with some or all elements filtered; so does everybody where the Hessian is indefinite.
/// Plain Newton looks for a root of the gradient, which need not be a minimum.
fn is_lie(verdict: &Verdict, method: Method) -> bool {
    let below = |speed: Option<f64>, most: f64| speed.is_some_and(|speed| speed < most);
    let Verdict { outcome, truth, filtered, .. } = *verdict;
    if outcome != Outcome::Converged {
        // At the limit of iterations the last step was taken, and where it led has not been looked at.
        return outcome != Outcome::MaxIterations && below(truth, TOLERANCE);
    }
    let projects = matches!(
        method,
        Method::ProjectedNewton | Method::ProjectOnDemand | Method::Progressive | Method::Auto
    );
    let there = below(truth, TOLERANCE)
        || ((projects || truth.is_none()) && below(filtered, TOLERANCE))
        || (method == Method::Newton && truth.is_none());
    !there
}

/// The whole lattice with a method.
fn hold_to_the_truth(method: Method) {
    assert!(METHODS.contains(&method));
    let (mut lies, mut cases) = (Vec::new(), 0);
    for (place, (name, _)) in PLACES.iter().enumerate() {
        if method == Method::Lbfgs && *name == "constraint" {
            // It cannot follow the curved paths of constraints, and is refused.
            continue;
        }
        for variant in variants() {
            for young in YOUNG {
                for density in DENSITY {
                    for h in STEP {
                        lies.extend(case(place, &variant, (young, density, h), method));
                        cases += 1;
                    }
                }
            }
        }
    }
    assert!(lies.is_empty(), "{} of {cases} cases:\n{}", lies.len(), lies.join("\n"));
}

/// A test for every method that stops by the length of a Newton step; a new method does not compile until it is in one of the
/// two lists.
macro_rules! truth {
    (judged: $($test:ident = $method:ident),+; not: $($other:ident),+) => {
        $(#[test]
        fn $test() {
            hold_to_the_truth(Method::$method);
        })+

        #[allow(dead_code, reason = "it is there to be compiled")]
        fn every_method_is_listed(method: Method) {
            match method {
                $(Method::$method => {})+
                $(Method::$other => {})+
            }
        }
    };
}

truth! {
    judged: newton_says_converged_exactly_when_it_is = Newton,
        stabilized_newton_says_converged_exactly_when_it_is = StabilizedNewton,
        projected_newton_says_converged_exactly_when_it_is = ProjectedNewton,
        project_on_demand_says_converged_exactly_when_it_is = ProjectOnDemand,
        progressive_says_converged_exactly_when_it_is = Progressive,
        auto_says_converged_exactly_when_it_is = Auto,
        lbfgs_says_converged_exactly_when_it_is = Lbfgs;
    // They stop by residuals of their own, or after a fixed number of sweeps.
    not: LocalGlobal, Admm, Xpbd
}

/// At a strain of 1e-7 every density is that of linear elasticity to seven digits, whatever the rotation: it does not
/// drown in the error of numbers near one, of which it is the difference.
#[test]
fn densities_keep_their_digits_near_rest() {
    let strain: f64 = 1e-7;
    let e: [[f64; 3]; 3] = [[0.7, 0.2, -0.4], [0.2, -0.5, 0.3], [-0.4, 0.3, 0.9]];
    let (c, s) = (0.6, 0.8);
    let turns = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[c, -s, 0.0], [s * c, c * c, -s], [s * s, s * c, c]],
    ];
    for model in Model::ALL {
        for log in [false, true] {
            let parameters = Parameters::from_young_poisson(model, 2e11, 0.3);
            let material = build(model, parameters, log);
            let lambda = if model.has_both_lame() { parameters.lambda } else { 0.0 };
            for turn in turns {
                for dimension in [2, 3] {
                    let r = if dimension == 2 { [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]] } else { turn };
                    let mut f = [[Quad::ZERO; 9]];
                    let (mut trace, mut square) = (0.0, 0.0);
                    let mut whole = [[0.0; 3]; 3];
                    for i in 0..dimension {
                        trace += strain * e[i][i];
                        for k in 0..dimension {
                            square += (strain * e[i][k]).powi(2);
                            let bent: f64 = (0..dimension)
                                .map(|m| r[i][m] * (strain * e[m][k] + if m == k { 1.0 } else { 0.0 }))
                                .sum();
                            whole[i][k] = bent;
                            f[0][dimension * i + k] = Quad([bent; 4]);
                        }
                    }
                    let linear = parameters.mu * square + 0.5 * lambda * trace * trace;
                    let what = format!("{model}, log {log}, dimension {dimension}");
                    let near = |psi: f64, how: &str| {
                        let off = (psi / linear - 1.0).abs();
                        assert!(off < 1e-5, "{what}, {how}: {off:e}");
                    };
                    if dimension == 3 {
                        near(material.psi(&whole), "by singular values");
                    } else {
                        near(
                            material.psi2(&[[whole[0][0], whole[0][1]], [whole[1][0], whole[1][1]]]),
                            "by them",
                        );
                    }
                    if material.ways().direct_stress {
                        let mut out = [Stress::ZERO];
                        material.stress_all(dimension, &f, &mut out);
                        out[0].psi.0.iter().for_each(|&psi| near(psi, "with the stress"));
                    }
                    if material.ways().in_invariants {
                        let mut out = [Curvature::ZERO];
                        material.partials_all(dimension, &f, &mut out);
                        out[0].psi.0.iter().for_each(|&psi| near(psi, "by invariants"));
                    }
                }
            }
        }
    }
}
