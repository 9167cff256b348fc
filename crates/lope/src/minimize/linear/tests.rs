//! When systems are factored.

use super::*;
use crate::sparse::testing::{grid, laplacian, random_vector};

/// So many solves to a tolerance, after what was learnt; the iterations of the first and the last, and what is learnt then.
fn solves(method: LinearMethod, [nx, ny, nz]: [usize; 3], count: usize, learnt: f64) -> ([usize; 2], f64) {
    let a = laplacian(grid(nx, ny, nz), 1e-7);
    let positions: Vec<f64> = (0..nx * ny * nz)
        .flat_map(|n| [(n % nx) as f64, (n / nx % ny) as f64, (n / nx / ny) as f64])
        .collect();
    let held = vec![0; a.rows()];
    let nodes = Nodes { positions: &positions, held: &held, rigid: &[] };
    let settings =
        LinearSettings { method, preconditioner: PreconditionerKind::Auto, max_iterations: 10_000 };
    let mut linear = Linear::new(settings);
    linear.recall(true, learnt);
    let (b, mut x) = (random_vector(a.len(), 5), vec![0.0; a.len()]);
    let mut counts = Vec::new();
    for _ in 0..count {
        let solve = linear.solve(&a, Some(nodes), &b, &mut x, 1e-10);
        assert_eq!(solve.answer, Answer::Solved);
        assert!(Cg::new(a.len()).true_residual(&a, &b, &x) <= 1e-8 * norm(&b));
        counts.push(solve.iterations);
    }
    ([counts[0], counts[count - 1]], linear.tedium())
}

#[test]
fn few_nodes_whose_solves_take_many_iterations_are_factored_in_the_end() {
    let ([first, last], tedium) = solves(LinearMethod::Auto, [100, 2, 2], 60, 0.0);
    assert!(first as f64 > TEDIOUS && tedium > TEDIOUS, "{first}, {tedium}");
    assert_eq!(last, 1);
    let ([_, second], tedium) = solves(LinearMethod::Auto, [100, 2, 2], 2, 0.0);
    assert!(second > 1 && tedium < TEDIOUS, "two solves are no habit");
    let ([first, last], tedium) = solves(LinearMethod::Auto, [101, 2, 2], 60, 0.0);
    assert!(last == first && tedium == 0.0, "404 nodes are too many");
    let ([first, last], tedium) = solves(LinearMethod::Cg, [100, 2, 2], 60, 0.0);
    assert!(last == first && tedium == 0.0, "nobody asked");
    assert_eq!(solves(LinearMethod::Auto, [100, 2, 2], 1, TEDIOUS + 1.0).0, [1, 1], "it is kept");
}
