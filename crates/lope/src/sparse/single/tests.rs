use super::*;
use crate::sparse::Operator;
use crate::sparse::testing::{
    diagonal, grid, laplacian, on_threads, random_spd, random_vector, residual_norm,
};
use crate::sparse::{BlockJacobi, Identity, Jacobi, Nodes, Pattern, Preconditioner, TwoLevel};

const COARSE: KrylovParams = KrylovParams { relative_tolerance: 1e-4, max_iterations: 5000 };

fn solve(
    a: &BlockMatrix,
    m: &mut dyn Preconditioner,
    b: &[f64],
    params: &KrylovParams,
) -> (KrylovInfo, Vec<f64>) {
    let mut x = vec![9.0; b.len()];
    let info = SingleCg::default().solve((a, None), m.levels().unwrap(), b, &mut x, params);
    (info, x)
}

#[test]
fn every_preconditioner_leads_to_the_solution() {
    // Forty layers: enough for one triangle; and a matrix with numbers far from one.
    let mut a = random_spd(grid(5, 4, 60), 11);
    a.values_mut().iter_mut().for_each(|value| *value *= 1e9);
    let b: Vec<f64> = random_vector(a.len(), 12).iter().map(|b| 1e-7 * b).collect();
    let (mut jacobi, mut block, mut two) = (Jacobi::default(), BlockJacobi::default(), TwoLevel::default());
    jacobi.update(&a);
    block.update(&a);
    let (positions, held) = (random_vector(a.len(), 5), vec![0; a.rows()]);
    assert!(two.refresh(&a, None, Nodes { positions: &positions, held: &held, rigid: &[] }));
    let all: [&mut dyn Preconditioner; 4] = [&mut Identity, &mut jacobi, &mut block, &mut two];
    for m in all {
        let (info, x) = solve(&a, m, &b, &COARSE);
        assert_eq!(info.answer, Answer::Solved);
        let residual = residual_norm(&a, &x, &b);
        assert!(residual <= 1.01e-4 * vector::norm(&b), "{residual} {info:?}");
        assert!((residual - info.residual_norm).abs() < 1e-6 * vector::norm(&b));
    }
}

/// Numbered at random nearly everything is beyond the chunk, and the matrix is kept whole.
#[test]
fn numbering_does_not_matter() {
    let chain = |of: &dyn Fn(u32) -> u32| {
        let pairs: Vec<u32> = (0..2999).flat_map(|i| [of(i), of(i + 1)]).collect();
        laplacian(std::sync::Arc::new(Pattern::from_stencils(3000, [(2, &pairs[..])])), 0.1)
    };
    let shuffled = |i: u32| i * 1009 % 3000;
    let (ordered, mixed) = (chain(&|i| i), chain(&shuffled));
    assert!(!SingleMatrix::new(&ordered).is_whole() && SingleMatrix::new(&mixed).is_whole());
    let b = random_vector(ordered.len(), 3);
    let mut b_mixed = vec![0.0; b.len()];
    for i in 0..3000 {
        let to = 3 * shuffled(i as u32) as usize;
        b_mixed[to..to + 3].copy_from_slice(&b[3 * i..3 * i + 3]);
    }
    let fine = KrylovParams { relative_tolerance: 1e-5, ..COARSE };
    let (one, x) = solve(&ordered, &mut Identity, &b, &fine);
    let (two, x_mixed) = solve(&mixed, &mut Identity, &b_mixed, &fine);
    assert_eq!((one.answer, two.answer), (Answer::Solved, Answer::Solved));
    for i in 0..3000 {
        let to = 3 * shuffled(i as u32) as usize;
        (0..3).for_each(|c| assert!((x[3 * i + c] - x_mixed[to + c]).abs() < 1e-3));
    }
}

#[test]
fn contact_blocks_take_part() {
    let a = random_spd(grid(3, 3, 40), 2);
    let mut contacts = ContactBlocks::default();
    contacts.replace([(5, 300), (7, 200)].into_iter(), |k| [0.1 + k as f64; 9].map(|v| 0.1 * v));
    let b = random_vector(a.len(), 4);
    let mut x = vec![0.0; b.len()];
    let mut identity = Identity;
    let levels = identity.levels().unwrap();
    let info = SingleCg::default().solve((&a, Some(&contacts)), levels, &b, &mut x, &COARSE);
    assert_eq!(info.answer, Answer::Solved);
    let mut residual = b.clone();
    let mut product = vec![0.0; b.len()];
    crate::sparse::Joined { matrix: &a, contacts: &contacts }.apply(&x, &mut product);
    residual.iter_mut().zip(&product).for_each(|(r, q)| *r -= q);
    assert!(vector::norm(&residual) < 1.01e-4 * vector::norm(&b));
}

#[test]
fn negative_curvature_is_an_answer_and_says_along_what() {
    let a = diagonal(&[3.0, 2.0, 1.0, -1e-3, 5.0, 7.0]);
    let b = [1.0, 2.0, 3.0, 1.0, 1.0, 1.0];
    let mut x = [0.0; 6];
    let mut cg = SingleCg::default();
    let info = cg.solve((&a, None), Identity.levels().unwrap(), &b, &mut x, &COARSE);
    let Answer::Indefinite { at_iteration } = info.answer else { panic!("{info:?}") };
    assert!(at_iteration > 0);
    let mut p = [0.0; 6];
    cg.direction(&mut p);
    let curvature: f64 = [3.0, 2.0, 1.0, -1e-3, 5.0, 7.0].iter().zip(&p).map(|(a, p)| a * p * p).sum();
    assert!(curvature <= 0.0);
    // At once: what comes back is the right-hand side.
    let a = diagonal(&[-1.0, -2.0, -3.0, 4.0, 1.0, 1.0]);
    let info = cg.solve((&a, None), Identity.levels().unwrap(), &b, &mut x, &COARSE);
    assert_eq!(info.answer, Answer::Indefinite { at_iteration: 0 });
    x.iter().zip(&b).for_each(|(x, b)| assert!((x - b).abs() < 1e-6));
    // Nothing to do, and nothing to be done.
    let info = cg.solve((&a, None), Identity.levels().unwrap(), &[0.0; 6], &mut x, &COARSE);
    assert_eq!((info.answer, x), (Answer::Solved, [0.0; 6]));
    let info = cg.solve((&a, None), Identity.levels().unwrap(), &[f64::NAN; 6], &mut x, &COARSE);
    assert_eq!(info.answer, Answer::Breakdown);
}

#[test]
fn same_bits_for_any_number_of_threads() {
    let a = laplacian(grid(12, 11, 120), 0.01);
    let b = random_vector(a.len(), 3);
    let mut m = BlockJacobi::default();
    m.update(&a);
    let mut solve = |threads| on_threads(threads, || solve(&a, &mut m, &b, &COARSE));
    let one = solve(1);
    assert_eq!(one.0.answer, Answer::Solved);
    assert!(one == solve(2) && one == solve(3));
}
