//! Eigenvalues of small dense symmetric matrices, for the numeric projection of element Hessians that have no
//! analytic one.
//!
//! Householder tridiagonalization followed by implicit QL, the pair EISPACK made standard: several times
//! fewer operations than Jacobi rotations at the 12×12 of a tetrahedron. Everything lives on the stack.

use super::Filter;

/// Largest order taken.
pub const MAX_ORDER: usize = 24;

/// QL iterations per eigenvalue at most; two or three are usual.
const MAX_ITERATIONS: usize = 60;

/// Replaces the symmetric `a` (order n, by rows) by its eigenvectors in the columns, and returns the
/// eigenvalues in the first n places, in no order.
///
/// Gives nothing where an entry is not finite or n is above [`MAX_ORDER`]; `a` is then left in no useful
/// state.
pub fn eigen(a: &mut [f64], n: usize) -> Option<[f64; MAX_ORDER]> {
    if n > MAX_ORDER || a.len() != n * n || a.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let mut d = [0.0; MAX_ORDER];
    let mut e = [0.0; MAX_ORDER];
    if n == 0 {
        return Some(d);
    }
    tridiagonalize(a, n, &mut d, &mut e);
    diagonalize(a, n, &mut d, &mut e).then_some(d)
}

/// Filters the eigenvalues of a symmetric matrix (order n, by rows). Tells whether it changed: a matrix with
/// nothing below the floor, and one that cannot be decomposed, is left bit for bit.
pub fn project(matrix: &mut [f64], n: usize, filter: Filter) -> bool {
    let Some(floor) = filter.floor() else { return false };
    if n > MAX_ORDER || matrix.len() != n * n {
        return false;
    }
    let mut work = [0.0; MAX_ORDER * MAX_ORDER];
    let q = &mut work[..n * n];
    q.copy_from_slice(matrix);
    let Some(values) = eigen(q, n) else { return false };
    if values[..n].iter().all(|&value| value >= floor) {
        return false;
    }
    matrix.fill(0.0);
    for k in 0..n {
        let value = filter.apply(values[k]);
        for i in 0..n {
            let scaled = value * q[i * n + k];
            for j in 0..=i {
                matrix[i * n + j] += scaled * q[j * n + k];
            }
        }
    }
    for i in 0..n {
        for j in 0..i {
            matrix[j * n + i] = matrix[i * n + j];
        }
    }
    true
}

/// Householder reduction from the last row up. On return `d` is the diagonal, `e[1..]` the off-diagonal, and
/// `a` the orthogonal matrix that brought it there.
fn tridiagonalize(a: &mut [f64], n: usize, d: &mut [f64; MAX_ORDER], e: &mut [f64; MAX_ORDER]) {
    for i in (1..n).rev() {
        let row = i * n;
        let scale: f64 = a[row..row + i].iter().map(|x| x.abs()).sum();
        if i == 1 || scale == 0.0 {
            e[i] = a[row + i - 1];
            d[i] = 0.0;
            continue;
        }
        let mut h = 0.0;
        for k in 0..i {
            a[row + k] /= scale;
            h += a[row + k] * a[row + k];
        }
        // The reflector u is the row with its last entry shifted; h becomes |u|²/2.
        let f = a[row + i - 1];
        let g = -f.signum() * h.sqrt();
        e[i] = scale * g;
        h -= f * g;
        a[row + i - 1] = f - g;
        let mut along = 0.0;
        for j in 0..i {
            a[j * n + i] = a[row + j] / h;
            let mut g = 0.0;
            for k in 0..=j {
                g += a[j * n + k] * a[row + k];
            }
            for k in j + 1..i {
                g += a[k * n + j] * a[row + k];
            }
            e[j] = g / h;
            along += e[j] * a[row + j];
        }
        let half = along / (h + h);
        for j in 0..i {
            let f = a[row + j];
            e[j] -= half * f;
            let g = e[j];
            for k in 0..=j {
                a[j * n + k] -= f * e[k] + g * a[row + k];
            }
        }
        d[i] = h;
    }
    d[0] = 0.0;
    e[0] = 0.0;
    for i in 0..n {
        if d[i] != 0.0 {
            for j in 0..i {
                let mut g = 0.0;
                for k in 0..i {
                    g += a[i * n + k] * a[k * n + j];
                }
                for k in 0..i {
                    a[k * n + j] -= g * a[k * n + i];
                }
            }
        }
        d[i] = a[i * n + i];
        a[i * n + i] = 1.0;
        for j in 0..i {
            a[j * n + i] = 0.0;
            a[i * n + j] = 0.0;
        }
    }
}

/// Implicit QL with Wilkinson shifts on the tridiagonal matrix (d, e); rotates the columns of `q` along.
fn diagonalize(q: &mut [f64], n: usize, d: &mut [f64; MAX_ORDER], e: &mut [f64; MAX_ORDER]) -> bool {
    e.copy_within(1..n, 0);
    e[n - 1] = 0.0;
    for l in 0..n {
        for iteration in 0.. {
            // The first off-diagonal entry from l on that is nothing beside its neighbours splits the matrix.
            let m = (l..n - 1)
                .find(|&m| e[m].abs() <= f64::EPSILON * (d[m].abs() + d[m + 1].abs()))
                .unwrap_or(n - 1);
            if m == l {
                break;
            }
            if iteration == MAX_ITERATIONS {
                return false;
            }
            let shift = (d[l + 1] - d[l]) / (2.0 * e[l]);
            let mut g = d[m] - d[l] + e[l] / (shift + shift.hypot(1.0).copysign(shift));
            let (mut s, mut c, mut p) = (1.0, 1.0, 0.0);
            let mut split = false;
            for i in (l..m).rev() {
                let f = s * e[i];
                let b = c * e[i];
                let r = f.hypot(g);
                e[i + 1] = r;
                if r == 0.0 {
                    d[i + 1] -= p;
                    e[m] = 0.0;
                    split = true;
                    break;
                }
                s = f / r;
                c = g / r;
                g = d[i + 1] - p;
                let t = (d[i] - g) * s + 2.0 * c * b;
                p = s * t;
                d[i + 1] = g + p;
                g = c * t - b;
                for row in q.chunks_exact_mut(n) {
                    let f = row[i + 1];
                    row[i + 1] = s * row[i] + c * f;
                    row[i] = c * row[i] - s * f;
                }
            }
            if !split {
                d[l] -= p;
                e[l] = g;
                e[m] = 0.0;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(a: &[f64], n: usize) {
        let mut q = a.to_vec();
        let values = eigen(&mut q, n).unwrap();
        let size = a.iter().fold(1e-300, |m: f64, x| m.max(x.abs()));
        for i in 0..n {
            for j in 0..n {
                let back: f64 = (0..n).map(|k| q[i * n + k] * values[k] * q[j * n + k]).sum();
                assert!((back - a[i * n + j]).abs() < 1e-13 * size, "order {n}: {back} {}", a[i * n + j]);
                let unit: f64 = (0..n).map(|k| q[k * n + i] * q[k * n + j]).sum();
                assert!((unit - f64::from(u8::from(i == j))).abs() < 1e-13);
            }
        }
    }

    fn symmetric(entries: &[f64], n: usize) -> Vec<f64> {
        (0..n * n).map(|k| entries[(k / n).max(k % n) * 24 + (k / n).min(k % n)]).collect()
    }

    proptest! {
        #[test]
        fn diagonalizes(n in 1..25usize, entries in prop::collection::vec(-1.0..1.0f64, 576)) {
            check(&symmetric(&entries, n), n);
        }

        #[test]
        fn projection_filters_the_spectrum(n in 1..13usize, entries in prop::collection::vec(-1.0..1.0f64, 576)) {
            let a = symmetric(&entries, n);
            for filter in [Filter::Clamp(0.1), Filter::Mirror(0.1)] {
                let mut projected = a.clone();
                project(&mut projected, n, filter);
                let mut before = eigen(&mut a.clone(), n).unwrap()[..n].to_vec();
                before.iter_mut().for_each(|x| *x = filter.apply(*x));
                let mut after = eigen(&mut projected, n).unwrap()[..n].to_vec();
                before.sort_by(f64::total_cmp);
                after.sort_by(f64::total_cmp);
                for (x, y) in before.iter().zip(&after) {
                    prop_assert!((x - y).abs() < 1e-13);
                }
            }
        }
    }

    #[test]
    fn degenerate_matrices() {
        check(&[0.0; 144], 12);
        check(&[1.0; 144], 12);
        check(&symmetric(&[1e-200; 576], 5), 5);
        let mut low_rank = vec![0.0; 144];
        for i in 0..12 {
            for j in 0..12 {
                low_rank[12 * i + j] = (i as f64 - 5.0) * (j as f64 - 5.0);
            }
        }
        check(&low_rank, 12);
        assert!(eigen(&mut [f64::NAN], 1).is_none());
    }

    #[test]
    fn a_definite_matrix_is_left_alone() {
        let mut a = [2.0, 0.3, 0.3, 1.0];
        assert!(!project(&mut a, 2, Filter::Clamp(1e-8)));
        assert_eq!(a, [2.0, 0.3, 0.3, 1.0]);
    }
}
