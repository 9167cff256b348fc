//! Contacts against differences, and what two plates feel.

use super::closest::{self, Closest};
use super::element::Mollifier;
use super::*;
use crate::energy::{block_place, hessian_slot};
use crate::math::eigen;

const LAW: Gap = Gap { profile: Profile::Log, dhat: 1.0, thickness: 0.05 };

/// Numbers of a fixed sequence, from −1 to 1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn contact(closest: Closest, mollifier: Option<Mollifier>) -> Contact {
    Contact { points: [0, 1, 2, 3], closest, plane: None, scale: 3.0, friction: 0.0, mollifier }
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
