use crate::sparse::testing::{grid, laplacian, on_threads, random_vector, residual_norm};
use crate::sparse::{AxisCholesky, BlockMatrix, Operator, vector};

/// A Laplacian that leaves the axes alone, z stiffer by `factor`.
fn matrix(size: [usize; 3], factor: f64) -> BlockMatrix {
    let mut a = laplacian(grid(size[0], size[1], size[2]), 0.1);
    let values = 9 * a.pattern().blocks();
    for block in a.values_mut()[..values].chunks_exact_mut(9) {
        let value = block[0];
        block.copy_from_slice(&[value, 0.0, 0.0, 0.0, value, 0.0, 0.0, 0.0, factor * value]);
    }
    a
}

#[test]
fn packed_solutions_are_those_of_the_factor_as_it_was() {
    // From one node to a tree of many units; lines and sheets have long thin trees.
    let sizes =
        [[1, 1, 1], [2, 1, 1], [3, 3, 3], [40, 1, 1], [60, 60, 1], [17, 16, 15], [300, 5, 5], [26, 25, 24]];
    for size in sizes {
        for factor in [1.0, 2.0] {
            let a = matrix(size, factor);
            let mut packed = AxisCholesky::new(a.pattern()).unwrap();
            let mut plain = AxisCholesky::unpacked(a.pattern()).unwrap();
            packed.factor(&a).unwrap();
            plain.factor(&a).unwrap();
            let b = random_vector(a.len(), 4);
            let (mut x, mut y) = (vec![0.0; a.len()], vec![0.0; a.len()]);
            packed.solve(&b, &mut x);
            plain.solve(&b, &mut y);
            let size_of = vector::max_abs(&y);
            assert!(x.iter().zip(&y).all(|(x, y)| (x - y).abs() < 1e-13 * size_of), "{size:?} {factor}");
            assert!(residual_norm(&a, &x, &b) < 1e-13 * vector::norm(&b), "{size:?} {factor}");
        }
    }
}

#[test]
fn same_bits_for_any_number_of_threads() {
    let a = matrix([26, 26, 26], 1.0);
    let b = random_vector(a.len(), 5);
    let solve = |threads| {
        on_threads(threads, || {
            let mut cholesky = AxisCholesky::new(a.pattern()).unwrap();
            cholesky.factor(&a).unwrap();
            assert!(cholesky.tasks() > 8, "{} tasks", cholesky.tasks());
            let mut x = vec![0.0; a.len()];
            cholesky.solve(&b, &mut x);
            x
        })
    };
    let one = solve(1);
    assert!(one == solve(2), "two threads");
    assert!(one == solve(3), "three threads");
}
