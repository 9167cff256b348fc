//! Interactions: elements that come and go, on points that are weighted means of nodes.
//!
//! The interaction of these tests pulls every pair of points together that is nearer than a radius. It has its own points, so what
//! is gathered must be the derivative by nodes; and as it is smooth, differences tell.

use std::ops::Range;

use lope::assemble::{Assembler, StageObjective};
use lope::energy::{
    Abilities, Account, Acts, At, Energy, Interaction, Kind, Member, Points, Slots, Stencils, Want, Weighted,
};
use lope::math::Filter;
use lope::minimize::{Objective, Summed};
use lope::time::Stage;

const NODES: usize = 12;
const RADIUS: f64 = 1.1;

/// Φ = Σ (1 − r²/R²)³ over the pairs nearer than R.
struct Pull {
    at: At,
    points: Points,
    count: u32,
    pairs: Vec<[u32; 2]>,
}

impl Pull {
    /// Every point is a mean of up to four nodes; one names a node twice.
    fn new(at: At, weighted: bool) -> Self {
        let mut points = Weighted::default();
        for k in 0..NODES as u32 {
            let next = |j: u32| (k + j) % NODES as u32;
            match k % 4 {
                0 => points.push([(k, 1.0)]),
                1 => points.push([(k, 0.75), (next(5), 0.25)]),
                2 => points.push([(k, 0.5), (next(1), 0.3), (next(2), 0.2), (k, 0.1)]),
                _ => points.push([(k, 1.5), (next(3), -0.5)]),
            };
        }
        let points = if weighted { Points::Weighted(points) } else { Points::Nodes };
        Self { at, points, count: NODES as u32, pairs: Vec::new() }
    }

    fn apart(&self, x: &[f64], a: u32, b: u32) -> [f64; 3] {
        let (a, b) = (self.points.position(a, x), self.points.position(b, x));
        [0, 1, 2].map(|i| a[i] - b[i])
    }
}

impl Member for Pull {
    fn kind(&self) -> Kind {
        Kind::Foreign
    }
}

impl Interaction for Pull {
    fn collect(&mut self, x: &[f64]) {
        let all = (0..self.count).flat_map(|a| (0..a).map(move |b| [a, b]));
        let near = |pair: &[u32; 2]| {
            self.apart(x, pair[0], pair[1]).iter().map(|d| d * d).sum::<f64>() < RADIUS * RADIUS
        };
        self.pairs = all.filter(near).collect();
    }

    fn points(&self) -> &Points {
        &self.points
    }
}

impl Energy for Pull {
    fn name(&self) -> &str {
        "pull"
    }

    fn at(&self) -> At {
        self.at
    }

    fn account(&self) -> Account {
        Account::Contact
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 2, nodes: self.pairs.as_flattened() }
    }

    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        hessian[..27 * elements.len()].fill(0.0);
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities { filters: false, ..Abilities::default() }
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, _: Filter, slots: Slots<'_>) -> f64 {
        let mut sum = 0.0;
        for (place, pair) in self.pairs[elements].iter().enumerate() {
            let d = self.apart(x, pair[0], pair[1]);
            let over = 1.0 / (RADIUS * RADIUS);
            let s = 1.0 - over * d.iter().map(|d| d * d).sum::<f64>();
            sum += s.powi(3);
            // ∂/∂d = −6s²d/R², ∂²/∂d² = 24s ddᵀ/R⁴ − 6s²/R².
            if want >= Want::Gradient {
                let slot = &mut slots.gradient[6 * place..][..6];
                for i in 0..3 {
                    slot[i] = -6.0 * s * s * d[i] * over;
                    slot[3 + i] = -slot[i];
                }
            }
            if want >= Want::Hessian {
                let slot = &mut slots.hessian[27 * place..][..27];
                for j in 0..3 {
                    for i in 0..3 {
                        let same = if i == j { 6.0 * s * s * over } else { 0.0 };
                        let entry = 24.0 * s * d[i] * d[j] * over * over - same;
                        slot[3 * j + i] = entry;
                        slot[9 + 3 * j + i] = -entry;
                        slot[18 + 3 * j + i] = entry;
                    }
                }
            }
        }
        sum
    }
}

fn noise(n: usize, mut state: u64) -> Vec<f64> {
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

/// Calls `act` with the objective of a stage at which forces are taken in the middle.
fn with<T>(pull: Pull, act: impl FnOnce(&mut StageObjective<'_>) -> T) -> T {
    let target = noise(3 * NODES, 7);
    let stage = Stage {
        kappa: 0.3,
        theta: 0.5,
        shift: target.iter().map(|x| 0.4 * x).collect(),
        target,
        h: 0.1,
        ..Stage::default()
    };
    let mass: Vec<f64> = (0..NODES).map(|k| 1.0 + 0.1 * k as f64).collect();
    let mut held = vec![0; NODES];
    (held[3], held[7]) = (0b101, 0b111);
    let mut assembler = Assembler::new(NODES, &[]);
    let mut acts = Acts { interactions: vec![Box::new(pull)], ..Acts::default() };
    act(&mut StageObjective::new(&mut assembler, &mut acts, &stage, &mass, &held))
}

#[test]
fn derivatives_by_nodes_match_differences() {
    for (at, weighted) in [(At::ForcePoint, false), (At::ForcePoint, true), (At::End, false), (At::End, true)]
    {
        with(Pull::new(at, weighted), |f| {
            let (x, n) = (noise(3 * NODES, 3), 3 * NODES);
            let held = f.held().expect("nodes").to_vec();
            let is_free = |i: usize| held[i / 3] >> (i % 3) & 1 == 0;
            let (mut g, mut high, mut low, mut row) =
                (vec![0.0; n], vec![0.0; n], vec![0.0; n], vec![0.0; n]);
            f.gradient(&x, &mut g);
            f.hessian(&x, Filter::Raw);
            assert!(f.elements() > 20, "{} pairs are near", f.elements());
            for i in (0..n).filter(|&i| is_free(i)) {
                let moved = |by: f64| {
                    let mut x = x.clone();
                    x[i] += by;
                    x
                };
                let step = 1e-5;
                let slope = (f.value(&moved(step)) - f.value(&moved(-step))) / (2.0 * step);
                assert!(
                    (slope - g[i]).abs() < 1e-7 * (1.0 + slope.abs()),
                    "{at:?} {weighted} {i}: {slope} {}",
                    g[i]
                );
                f.gradient(&moved(step), &mut high);
                f.gradient(&moved(-step), &mut low);
                let mut unit = vec![0.0; n];
                unit[i] = 1.0;
                f.hessian(&x, Filter::Raw);
                f.operator().apply(&unit, &mut row);
                for j in (0..n).filter(|&j| is_free(j)) {
                    let bend = (high[j] - low[j]) / (2.0 * step);
                    assert!((bend - row[j]).abs() < 1e-6 * (1.0 + bend.abs()), "{at:?} {weighted} {i} {j}");
                }
            }
        });
    }
}

/// Filtered on points, positive semidefinite on nodes; and projecting everything afterwards is the same as at once.
#[test]
fn filtered_elements_stay_so_when_expanded() {
    for at in [At::ForcePoint, At::End] {
        with(Pull::new(at, true), |f| {
            let (x, n) = (noise(3 * NODES, 3), 3 * NODES);
            let (mut g, mut y, mut z) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
            f.gradient(&x, &mut g);
            let mut indefinite = 0;
            for seed in 0..50 {
                let mut p = noise(n, 100 + seed);
                p.iter_mut()
                    .enumerate()
                    .for_each(|(i, p)| *p *= f64::from(u8::from(i / 3 % 12 == seed as usize % 12)));
                f.hessian(&x, Filter::Clamp(0.0));
                f.operator().apply(&p, &mut y);
                let curvature: f64 = p.iter().zip(&y).map(|(p, y)| p * y).sum();
                assert!(curvature >= 0.0, "{at:?} {seed}: {curvature}");
                f.hessian(&x, Filter::Raw);
                f.operator().apply(&p, &mut z);
                indefinite += usize::from(p.iter().zip(&z).map(|(p, z)| p * z).sum::<f64>() < 0.0);
                assert!(f.project(&x, &g, -1.0, Filter::Clamp(0.0)) > 20);
                f.operator().apply(&p, &mut z);
                assert!(y.iter().zip(&z).all(|(y, z)| (y - z).abs() < 1e-12 * (1.0 + y.abs())));
            }
            assert!(indefinite > 5, "{indefinite} of 50 directions have negative curvature");
        });
    }
}

#[test]
fn sums_have_the_same_bits_for_any_number_of_threads() {
    let sums = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            with(Pull::new(At::End, true), |f| {
                let (x, p) = (noise(3 * NODES, 3), noise(3 * NODES, 4));
                let (mut g, mut y) = (vec![0.0; 3 * NODES], vec![0.0; 3 * NODES]);
                let value = f.gradient(&x, &mut g);
                f.hessian(&x, Filter::Clamp(0.0));
                f.operator().apply(&p, &mut y);
                g.extend(y);
                g.push(value);
                g
            })
        })
    };
    assert_eq!(sums(1), sums(2));
    assert_eq!(sums(1), sums(5));
}
