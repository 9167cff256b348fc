//! Contacts against differences, and what two plates feel.

mod jet;
mod secant;

use super::closest::{self, Closest};
use super::element::Mollifier;
use super::*;
use crate::energy::{block_place, hessian_slot};
use crate::math::eigen;
use jet::{Jet, Jet3};

const LAW: Gap = Gap { profile: Profile::Log, dhat: 1.0, thickness: 0.05 };

/// Numbers of a fixed sequence, from −1 to 1.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn contact(closest: Closest, mollifier: Option<Mollifier>) -> Contact {
    Contact { mollifier, ..Contact::new([0, 1, 2, 3], closest, 3.0, 0.0) }
}

/// A law that finds nearest points at every state.
fn contact_at(x: &[Vec3; 4], edges: bool, below: f64) -> Contact {
    if edges {
        let across =
            crate::math::vec3::cross(crate::math::vec3::sub(x[1], x[0]), crate::math::vec3::sub(x[3], x[2]));
        let mollifier = (crate::math::vec3::dot(across, across) < below).then_some(Mollifier { below });
        contact(closest::edge_edge(x), mollifier)
    } else {
        contact(closest::vertex_triangle(x).0, None)
    }
}

fn dense(slot: &[f64]) -> [f64; 144] {
    let mut out = [0.0; 144];
    for i in 0..4 {
        for j in i..4 {
            for (k, entry) in slot[9 * block_place(4, i, j)..][..9].iter().enumerate() {
                let (row, column) = (3 * i + k % 3, 3 * j + k / 3);
                out[12 * row + column] = *entry;
                out[12 * column + row] = *entry;
            }
        }
    }
    out
}

/// Holds derivatives of a contact against differences; returns how many parameters it has.
fn check(x: &[Vec3; 4], edges: bool, below: f64) -> u8 {
    let one = contact_at(x, edges, below);
    let (mut g, mut slot) = ([0.0; 12], vec![0.0; hessian_slot(4)]);
    let value = one.gradient(&LAW, x, &mut g);
    assert!((value - one.value(&LAW, x)).abs() <= 1e-12 * value.abs());
    one.hessian(&LAW, x, Filter::Raw, &mut slot);
    let exact = dense(&slot);
    let size = one.normal(x).1;
    let e = 1e-6 * size.min(0.1);
    let (largest, bent) =
        (g.iter().fold(0.0_f64, |m, g| m.max(g.abs())), exact.iter().fold(0.0_f64, |m, h| m.max(h.abs())));
    for i in 0..12 {
        let shifted = |by: f64| {
            let mut y = *x;
            y[i / 3][i % 3] += by;
            let (one, mut g) = (contact_at(&y, edges, below), [0.0; 12]);
            let value = one.gradient(&LAW, &y, &mut g);
            (value, g)
        };
        let (after, before) = (shifted(e), shifted(-e));
        let slope = (after.0 - before.0) / (2.0 * e);
        assert!((slope - g[i]).abs() < 1e-4 * largest + 1e-9, "gradient {i}: {slope} and {} at {x:?}", g[i]);
        for j in 0..12 {
            let bend = (after.1[j] - before.1[j]) / (2.0 * e);
            let here = exact[12 * i + j];
            assert!((bend - here).abs() < 1e-4 * bent + 1e-9, "Hessian {i} {j}: {bend} and {here} at {x:?}");
        }
    }
    // Filtered: positive semidefinite, and the same as by the whole matrix.
    for filter in [Filter::Clamp(0.0), Filter::Mirror(0.0)] {
        one.hessian(&LAW, x, filter, &mut slot);
        let (found, mut whole) = (dense(&slot), exact);
        eigen::project(&mut whole, 12, filter);
        let apart = found.iter().zip(&whole).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        assert!(apart < 1e-8 * bent.max(1.0), "{filter:?}: {apart} of {bent} at {x:?}");
    }
    one.closest.parameters
}

#[test]
fn derivatives_of_contacts_agree_with_differences_at_every_kind_of_nearest_points() {
    let mut dice = Dice(7);
    let mut counts = [[0; 3]; 2];
    for round in 0..4000 {
        let mut x: [Vec3; 4] = std::array::from_fn(|_| std::array::from_fn(|_| dice.roll()));
        if round % 4 == 0 {
            // Small gaps.
            for p in &mut x {
                p[2] *= 0.1;
            }
        }
        for edges in [false, true] {
            let d = contact_at(&x, edges, 0.0).normal(&x).1;
            if d > 0.06 && d < 1.0 {
                counts[usize::from(edges)][usize::from(check(&x, edges, 0.0))] += 1;
            }
        }
    }
    assert!(counts.as_flattened().iter().all(|count| *count > 50), "{counts:?}");
}

#[test]
fn derivatives_of_nearly_parallel_edges_agree_with_differences() {
    let mut dice = Dice(3);
    for _ in 0..200 {
        let tilt = 0.15 * dice.roll();
        let x = [
            [-1.0, 0.02 * dice.roll(), 0.0],
            [1.0, 0.02 * dice.roll(), 0.0],
            [-1.1 + 0.1 * dice.roll(), -tilt, 0.5 + 0.1 * dice.roll()],
            [0.9 + 0.1 * dice.roll(), tilt, 0.5 + 0.1 * dice.roll()],
        ];
        if tilt.abs() > 0.03 {
            check(&x, true, 4.0);
        }
    }
}

#[test]
fn tiny_gaps_have_finite_derivatives_of_the_right_size() {
    for gap in [1e-3, 1e-6, 1e-9] {
        let law = Gap { thickness: 0.0, ..LAW };
        let x = [[0.2, 0.3, gap], [0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let one = contact_at(&x, false, 0.0);
        let (mut g, mut slot) = ([0.0; 12], vec![0.0; hessian_slot(4)]);
        let value = one.gradient(&law, &x, &mut g);
        let [b, slope, bend] = Profile::Log.at(gap).map(|beta| 3.0 * beta);
        assert!((value / b - 1.0).abs() < 1e-6 && (g[2] / slope - 1.0).abs() < 1e-6);
        for filter in [Filter::Raw, Filter::Clamp(0.0)] {
            one.hessian(&law, &x, filter, &mut slot);
            // Clamping adds what the slide of the nearest point takes: some squares of the gap.
            let off = (dense(&slot)[12 * 2 + 2] / bend - 1.0).abs();
            assert!(off < 50.0 * gap * gap + 1e-6, "{gap} {filter:?}: {off}");
        }
    }
}

/// B of a distance as jets, without thickness.
fn barrier_of(distance: &Jet) -> Jet {
    let [value, slope, bend] = Profile::Log.at(distance.value);
    distance.map([3.0 * value, 3.0 * slope, 3.0 * bend])
}

/// The distance of two parallel planes through the first and the third point, across both vectors.
fn between_planes(a: &Jet3, b: &Jet3, u: &Jet3) -> Jet {
    let n = jet::cross(a, b);
    let d = &jet::dot(u, &n) / &jet::dot(&n, &n).sqrt();
    let sign = d.value.signum();
    d.map([sign * d.value, sign, 0.0])
}

/// Holds a contact of what lies flat at two heights against jets. Entries of z with z, of z with others, and the others are of
/// different sizes where gaps are small: each kind is held to its own.
fn check_flat(x: &[Vec3; 4], one: &Contact, exact: &Jet, tolerance: f64, what: &str) {
    let law = Gap { thickness: 0.0, ..LAW };
    let (mut g, mut slot) = ([0.0; 12], vec![0.0; hessian_slot(4)]);
    let value = one.gradient(&law, x, &mut g);
    assert!((value - exact.value).abs() <= tolerance * exact.value.abs(), "{what}: {value}, {}", exact.value);
    assert_eq!(value, one.value(&law, x), "{what}");
    let force = exact.g.iter().fold(0.0_f64, |most, g| most.max(g.abs()));
    for (i, (g, exact)) in g.iter().zip(&exact.g).enumerate() {
        assert!((g - exact).abs() <= tolerance * force, "{what}, gradient {i}: {g} and {exact}");
    }
    one.hessian(&law, x, Filter::Raw, &mut slot);
    let raw = dense(&slot);
    let kind = |entry: usize| usize::from(entry / 12 % 3 == 2) + usize::from(entry % 12 % 3 == 2);
    let mut sizes = [force; 3];
    exact.h.iter().enumerate().for_each(|(k, h)| sizes[kind(k)] = sizes[kind(k)].max(h.abs()));
    for (k, (h, exact)) in raw.iter().zip(exact.h.iter()).enumerate() {
        // Rounding of jets is that of the largest terms, which cancel: of a sliver those of its height, squared.
        let most = tolerance * sizes[kind(k)] + 1e-15 * sizes[0].max(sizes[1]).max(sizes[2]);
        let off = (h - exact).abs();
        assert!(off <= most, "{what}, Hessian {} {}: {h} and {exact}", k / 12, k % 12);
    }
    for filter in [Filter::Clamp(0.0), Filter::Mirror(0.0)] {
        one.hessian(&law, x, filter, &mut slot);
        let (found, mut whole) = (dense(&slot), raw);
        eigen::project(&mut whole, 12, filter);
        let apart = found.iter().zip(&whole).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        let size = sizes[0].max(sizes[1]).max(sizes[2]);
        assert!(apart <= 1e-8 * size, "{what}, {filter:?}: {apart} of {size}");
    }
}

const GAPS: [f64; 4] = [0.3, 1e-3, 1e-6, 1e-9];

/// Edges of any lengths that cross at any angle, down to a billionth of d̂ apart.
#[test]
fn crossing_edges_have_exact_derivatives_at_tiny_gaps() {
    let mut dice = Dice(11);
    for round in 0..400 {
        let gap = GAPS[round % 4];
        // One is a millionth as long as the other in every fifth.
        let size = if round % 5 == 0 { 1e-6 } else { 1.0 };
        let (sin, cos) = (0.2 + 1.3 * dice.roll().abs()).sin_cos();
        let [p, q, r, s] = [0; 4].map(|_| 0.6 + 0.4 * dice.roll());
        let x = [
            [-p, 0.0, gap],
            [q, 0.0, gap],
            [-r * size * cos, -r * size * sin, 0.0],
            [s * size * cos, s * size * sin, 0.0],
        ];
        let one = contact_at(&x, true, 0.0);
        assert_eq!(one.closest.parameters, 2);
        let points = jet::points(&x);
        let (a, b) = (jet::sub(&points[1], &points[0]), jet::sub(&points[3], &points[2]));
        let d = between_planes(&a, &b, &jet::sub(&points[0], &points[2]));
        check_flat(&x, &one, &barrier_of(&d), 1e-6, &format!("gap {gap}, round {round}"));
    }
}

/// Triangles that are a millionth as high as they are long, with a vertex above them.
#[test]
fn slivers_have_exact_derivatives_at_tiny_gaps() {
    let mut dice = Dice(12);
    for round in 0..400 {
        let (gap, height) = (GAPS[round % 4], [1.0, 1e-2, 1e-4, 1e-6][round / 4 % 4]);
        let (mut u, mut v) = (0.5 + 0.4 * dice.roll(), 0.5 + 0.4 * dice.roll());
        if u + v > 0.95 {
            (u, v) = (0.5 * u, 0.5 * v);
        }
        let apex = 0.5 + 0.4 * dice.roll();
        let x = [[u + v * apex, v * height, gap], [0.0; 3], [1.0, 0.0, 0.0], [apex, height, 0.0]];
        let one = contact_at(&x, false, 0.0);
        assert_eq!(one.closest.parameters, 2, "above the triangle: {x:?}");
        let points = jet::points(&x);
        let (a, b) = (jet::sub(&points[2], &points[1]), jet::sub(&points[3], &points[1]));
        let d = between_planes(&a, &b, &jet::sub(&points[0], &points[1]));
        check_flat(&x, &one, &barrier_of(&d), 1e-6, &format!("gap {gap}, height {height}"));
    }
}

/// e B with nearest points that do not slide, as nearest points of parallel edges do not.
fn mollified(x: &[Vec3; 4], one: &Contact, below: f64) -> Jet {
    let points = jet::points(x);
    let (a, b) = (jet::sub(&points[1], &points[0]), jet::sub(&points[3], &points[2]));
    let across = jet::cross(&a, &b);
    let q = jet::dot(&across, &across);
    let y = q.value / below;
    let e = q.map([y * (2.0 - y), 2.0 * (1.0 - y) / below, -2.0 / (below * below)]);
    let weighted = |i: usize| {
        let terms = (0..4).map(|k| &points[k][i] * &Jet::constant(one.closest.weights[k]));
        terms.fold(Jet::constant(0.0), |sum, term| &sum + &term)
    };
    let u: Jet3 = std::array::from_fn(weighted);
    &e * &barrier_of(&jet::dot(&u, &u).sqrt())
}

/// Exactly parallel edges push nobody, and bend as the mollifier says; those at an angle of a billionth do so up to that.
#[test]
fn parallel_edges_have_exact_derivatives() {
    let mut dice = Dice(13);
    for round in 0..400 {
        let (gap, tilt) = (GAPS[round % 4], [0.0, 1e-9][round / 4 % 2]);
        // Side by side, with a part in common, and with none.
        let shift = [0.0, 0.7 * dice.roll(), 2.5][round / 8 % 3];
        let x = [[-1.0, 0.0, gap], [1.0, 0.0, gap], [shift - 1.0, -tilt, 0.0], [shift + 1.0, tilt, 0.0]];
        let below = 1e-3 * 16.0;
        let one = contact_at(&x, true, below);
        assert!(one.mollifier.is_some());
        let what = format!("gap {gap}, tilt {tilt}, shift {shift}");
        if tilt == 0.0 {
            let mut g = [0.0; 12];
            let law = Gap { thickness: 0.0, ..LAW };
            assert_eq!((one.gradient(&law, &x, &mut g), g), (0.0, [0.0; 12]), "{what}");
            check_flat(&x, &one, &mollified(&x, &one, below), 1e-9, &what);
        } else if gap > 1e-4 {
            // Nearer, it matters where on the edges the nearest points are; see below.
            check_flat(&x, &one, &mollified(&x, &one, below), 1e-5, &what);
        }
    }
}

/// As near as they are parallel, nearest points are anywhere, and the barrier is let down so far that nobody feels it: the force is
/// a billionth of that of edges that cross, and everything is finite.
#[test]
fn nearly_parallel_edges_at_tiny_gaps_are_let_down() {
    let law = Gap { thickness: 0.0, ..LAW };
    for (gap, tilt) in [1e-6, 1e-9].into_iter().flat_map(|gap| [1e-7, 1e-9, 1e-11].map(|tilt| (gap, tilt))) {
        let x = [[-1.0, 0.0, gap], [1.0, 0.0, gap], [-0.8, -tilt, 0.0], [1.2, tilt, 0.0]];
        let one = contact_at(&x, true, 0.016);
        let (mut g, mut slot) = ([0.0; 12], vec![0.0; hessian_slot(4)]);
        let value = one.gradient(&law, &x, &mut g);
        let [full, slope, _] = Profile::Log.at(gap).map(|beta| 3.0 * beta.abs());
        // e ≈ 2q/ε with q = 16 tilt².
        let e = 2.0 * 16.0 * tilt * tilt / 0.016;
        assert!(value >= 0.0 && value <= 1.01 * e * full, "{gap} {tilt}: {value}");
        // That of the barrier, let down, and that of the mollifier, which turns the edges.
        let most = 1.01 * (e * slope + full * 2.0 * e / tilt);
        assert!(g.iter().all(|g| g.abs() <= most), "{gap} {tilt}: {g:?}, {most}");
        for filter in [Filter::Raw, Filter::Clamp(0.0), Filter::Mirror(0.0)] {
            one.hessian(&law, &x, filter, &mut slot);
            assert!(slot.iter().all(|h| h.is_finite()), "{gap} {tilt} {filter:?}");
        }
    }
}
