use proptest::prelude::*;

use super::super::small::{compose, det, mul_transposed};
use super::super::{Kernel, dispatch};
use super::*;

type M3 = Matrix<f64, 3>;

fn largest(m: &M3) -> f64 {
    m.iter().flatten().fold(0.0, |a: f64, b| a.max(b.abs()))
}

fn difference(a: &M3, b: &M3) -> f64 {
    (0..9).map(|k| (a[k / 3][k % 3] - b[k / 3][k % 3]).abs()).fold(0.0, f64::max)
}

/// All promises of the decomposition, to rounding.
fn check(f: &M3, svd: &Svd<f64, 3>) {
    let size = largest(f);
    let tolerance = 3e-15 * size.max(1e-300);
    let [s0, s1, s2] = svd.sigma;
    assert!(difference(&compose(&svd.u, &svd.sigma, &svd.v), f) <= 3.0 * tolerance, "{f:?} {svd:?}");
    for r in [&svd.u, &svd.v] {
        assert!(difference(&mul_transposed(r, r), &identity()) < 4e-15, "{f:?} {svd:?}");
        assert!((det(r) - 1.0).abs() < 6e-15, "{f:?} {svd:?}");
    }
    assert!(s0 >= 0.0 && s0 >= s1 - tolerance && s1 >= s2.abs() - tolerance, "{f:?} {svd:?}");
    let mut scaled = *f;
    scaled.iter_mut().flatten().for_each(|x| *x /= size.max(1e-300));
    let d = det(&scaled);
    if d.abs() > 1e-14 {
        assert_eq!(d > 0.0, s2 > 0.0, "{f:?} {svd:?}");
    }
}

struct Batch(Vec<M3>);

impl Kernel for Batch {
    type Out = Vec<Svd<f64, 3>>;
    #[inline(always)]
    fn run<L: Lane>(self) -> Self::Out {
        let mut quads = vec![[Quad::ZERO; 9]; self.0.len().div_ceil(4)];
        for (e, f) in self.0.iter().enumerate() {
            for k in 0..9 {
                quads[e / 4][k].0[e % 4] = f[k / 3][k % 3];
            }
        }
        let mut out = vec![Spectrum::ZERO; quads.len()];
        L::svd3(&quads, &mut out);
        let mut alone = vec![Spectrum::ZERO; quads.len()];
        L::singular3(&quads, &mut alone);
        (0..self.0.len())
            .map(|e| {
                let (o, lane) = (&out[e / 4], e % 4);
                let m =
                    |q: &[Quad; 9]| std::array::from_fn(|i| std::array::from_fn(|j| q[3 * i + j].0[lane]));
                let sigma = o.sigma.map(|s| s.0[lane]);
                let size = sigma[0].max(1e-300);
                for i in 0..3 {
                    let difference = (alone[e / 4].sigma[i].0[lane] - sigma[i]).abs();
                    assert!(difference <= 2e-15 * size, "{:?} against {sigma:?}", alone[e / 4].sigma);
                }
                Svd { u: m(&o.u), sigma, v: m(&o.v) }
            })
            .collect()
    }
}

fn matrix() -> impl Strategy<Value = M3> {
    let entries = prop::array::uniform9(-2.0..2.0f64);
    (entries, 0..6u8, -150..150i32).prop_map(|(a, kind, exponent)| {
        let mut m = [[a[0], a[1], a[2]], [a[3], a[4], a[5]], [a[6], a[7], a[8]]];
        match kind {
            // Rank two, rank one, nearly the identity, graded columns, repeated values.
            1 => m[2] = [0, 1, 2].map(|j| m[0][j] + 0.5 * m[1][j]),
            2 => m = [0, 1, 2].map(|i| [0, 1, 2].map(|j| a[i] * a[3 + j])),
            3 => m = [0, 1, 2].map(|i| [0, 1, 2].map(|j| f64::from(u8::from(i == j)) + 1e-9 * a[3 * i + j])),
            4 => m.iter_mut().for_each(|row| {
                row[1] *= 1e-9;
                row[2] *= 1e-40;
            }),
            5 => {
                let svd = svd3::<f64, true>(&m);
                m = compose(&svd.u, &[a[0].abs(), a[0].abs(), a[0]], &svd.v);
            }
            _ => {}
        }
        m.iter_mut().flatten().for_each(|x| *x *= 10f64.powi(exponent));
        m
    })
}

proptest! {
    #[test]
    fn decomposes_any_matrix(f in matrix()) {
        check(&f, &svd3::<f64, true>(&f));
    }

    #[test]
    fn wide_lanes_agree_with_single_ones(fs in prop::collection::vec(matrix(), 1..19)) {
        let wide = dispatch(Batch(fs.clone()));
        let single = Batch(fs.clone()).run::<f64>();
        for ((f, a), b) in fs.iter().zip(&wide).zip(&single) {
            check(f, a);
            check(f, b);
            for i in 0..3 {
                prop_assert!((a.sigma[i] - b.sigma[i]).abs() <= 3e-15 * a.sigma[0].max(1e-300));
            }
        }
    }
}

#[test]
fn degenerate_matrices_have_rotations_too() {
    let mut list = vec![zero_but(&[]), identity(), zero_but(&[(0, 0, -1.0)]), zero_but(&[(2, 1, 5.0)])];
    list.push(zero_but(&[(0, 0, -1.0), (1, 1, -1.0), (2, 2, -1.0)]));
    list.push([[1.0; 3]; 3]);
    list.push(zero_but(&[(0, 1, 1e150), (1, 2, 1e-150)]));
    list.push(zero_but(&[(0, 1, 1e-310), (1, 2, 1e-310)]));
    for f in &list {
        check(f, &svd3::<f64, true>(f));
    }
    for (f, svd) in list.iter().zip(dispatch(Batch(list.clone()))) {
        check(f, &svd);
    }
}

#[test]
fn input_that_is_not_a_number_ends() {
    for bad in [f64::NAN, f64::INFINITY] {
        let svd = svd3::<f64, true>(&[[bad, 1.0, 0.0], [0.0, 1.0, 2.0], [1.0, 1.0, 1.0]]);
        assert!(svd.sigma.iter().any(|s| !s.is_finite()));
    }
}

fn zero_but(entries: &[(usize, usize, f64)]) -> M3 {
    let mut m = [[0.0; 3]; 3];
    for &(i, j, value) in entries {
        m[i][j] = value;
    }
    m
}
