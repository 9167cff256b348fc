//! On which side a point is, decided exactly.
//!
//! A determinant in floating point has the right sign unless it is small against its terms, and an error bound
//! says when. Only then it is computed again without rounding, as a sum of floating-point numbers none of
//! which overlap, \[Shewchuk97\]. Coordinates whose products leave the range of `f64` are beyond it.

use crate::math::vec3::Vec3;

/// Half the distance from 1 to the next number.
const EPSILON: f64 = f64::EPSILON / 2.0;

/// Which side of the line through `a` and `b` a point `c` of the plane is on: positive on the left, 0 on it.
pub fn orient2d(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    let left = (a[0] - c[0]) * (b[1] - c[1]);
    let right = (a[1] - c[1]) * (b[0] - c[0]);
    let det = left - right;
    let magnitude = left.abs() + right.abs();
    if magnitude == 0.0 || det.abs() > (3.0 + 16.0 * EPSILON) * EPSILON * magnitude {
        return det;
    }
    let d = |p: f64, q: f64| Exact::difference(p, q);
    let left = d(a[0], c[0]).times(&d(b[1], c[1]));
    let right = d(a[1], c[1]).times(&d(b[0], c[0]));
    left.minus(&right).sign()
}

/// Which side of the plane through `a`, `b` and `c` a point `d` is on: positive where the three turn clockwise
/// seen from `d`, 0 on the plane.
pub fn orient3d(a: [f64; 3], b: [f64; 3], c: [f64; 3], d: [f64; 3]) -> f64 {
    let from = |p: Vec3| [p[0] - d[0], p[1] - d[1], p[2] - d[2]];
    let (p, q, r) = (from(a), from(b), from(c));
    let products = [
        (p[2], q[0] * r[1], q[1] * r[0]),
        (q[2], r[0] * p[1], r[1] * p[0]),
        (r[2], p[0] * q[1], p[1] * q[0]),
    ];
    let det: f64 = products.iter().map(|(z, x, y)| z * (x - y)).sum();
    let magnitude: f64 = products.iter().map(|(z, x, y)| z.abs() * (x.abs() + y.abs())).sum();
    if magnitude == 0.0 || det.abs() > (7.0 + 56.0 * EPSILON) * EPSILON * magnitude {
        return det;
    }
    let exact = |p: Vec3| [0, 1, 2].map(|k| Exact::difference(p[k], d[k]));
    let (p, q, r) = (exact(a), exact(b), exact(c));
    let minor =
        |z: &Exact, x: [&Exact; 2], y: [&Exact; 2]| z.times(&x[0].times(x[1]).minus(&y[0].times(y[1])));
    minor(&p[2], [&q[0], &r[1]], [&q[1], &r[0]])
        .plus(&minor(&q[2], [&r[0], &p[1]], [&r[1], &p[0]]))
        .plus(&minor(&r[2], [&p[0], &q[1]], [&p[1], &q[0]]))
        .sign()
}

/// A sum of numbers, smallest first, that do not overlap: its sign is that of the last.
struct Exact(Vec<f64>);

impl Exact {
    fn difference(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, -b);
        Self(vec![low, high])
    }

    /// \[Shewchuk97\] Grow-Expansion, without the zeros.
    fn grow(&mut self, mut term: f64) {
        let mut kept = 0;
        for k in 0..self.0.len() {
            let (high, low) = two_sum(term, self.0[k]);
            term = high;
            if low != 0.0 {
                self.0[kept] = low;
                kept += 1;
            }
        }
        self.0.truncate(kept);
        if term != 0.0 {
            self.0.push(term);
        }
    }

    fn plus(mut self, other: &Self) -> Self {
        other.0.iter().for_each(|term| self.grow(*term));
        self
    }

    fn minus(mut self, other: &Self) -> Self {
        other.0.iter().for_each(|term| self.grow(-term));
        self
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = Self(Vec::with_capacity(2 * self.0.len() * other.0.len()));
        for a in &self.0 {
            for b in &other.0 {
                let (high, low) = two_product(*a, *b);
                product.grow(low);
                product.grow(high);
            }
        }
        product
    }

    fn sign(&self) -> f64 {
        self.0.last().copied().unwrap_or(0.0)
    }
}

/// The rounded sum and what rounding took away, \[Shewchuk97\] Two-Sum.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// The rounded product and what rounding took away, \[Shewchuk97\] Two-Product.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let split = |x: f64| {
        let c = 134_217_729.0 * x;
        let high = c - (c - x);
        (high, x - high)
    };
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, al * bl - (((product - ah * bh) - al * bh) - ah * bl))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::noise::Noise;

    /// The determinant for coordinates that are whole numbers, in integers.
    fn whole3d(points: [[i64; 3]; 4]) -> i128 {
        let [p, q, r] = [0, 1, 2].map(|i| [0, 1, 2].map(|k| i128::from(points[i][k] - points[3][k])));
        p[2] * (q[0] * r[1] - q[1] * r[0])
            + q[2] * (r[0] * p[1] - r[1] * p[0])
            + r[2] * (p[0] * q[1] - p[1] * q[0])
    }

    #[test]
    fn signs_are_those_of_integer_arithmetic() {
        let mut noise = Noise::new(4);
        let mut zeros = 0;
        for round in 0..4000 {
            // Small coordinates are often coplanar; large ones, moved by one unit, nearly so.
            let size = if round % 2 == 0 { 4.0 } else { 1e12 };
            let mut point = || noise.point().map(|x| (x * size) as i64);
            let [a, b, c] = [point(), point(), point()];
            let d = if round % 2 == 0 {
                point()
            } else {
                let mut inside = [0, 1, 2].map(|k| a[k] + (b[k] - a[k]) / 2 + (c[k] - a[k]) / 4);
                inside[2] += i64::from(round % 3) - 1;
                inside
            };
            let expected = whole3d([a, b, c, d]).signum();
            let real = |p: [i64; 3]| p.map(|x| x as f64);
            let found = orient3d(real(a), real(b), real(c), real(d));
            assert_eq!(found.partial_cmp(&0.0), Some((expected as i32).cmp(&0)), "{a:?} {b:?} {c:?} {d:?}");
            zeros += i32::from(expected == 0);
        }
        assert!(zeros > 50, "{zeros}");
    }

    #[test]
    fn a_grid_of_neighbouring_numbers_is_divided_along_the_line() {
        // The classical picture: points one unit in the last place apart, near a line.
        let step = f64::EPSILON / 2.0;
        for i in 0..32 {
            for j in 0..32 {
                let p = [0.5 + f64::from(i) * step, 0.5 + f64::from(j) * step];
                let side = orient2d(p, [12.0; 2], [24.0; 2]);
                assert_eq!(side.partial_cmp(&0.0), Some(j.cmp(&i)), "{i} {j}");
            }
        }
    }

    #[test]
    fn orientation_is_as_said() {
        let [a, b, c] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        assert!(orient3d(a, b, c, [0.0, 0.0, -1.0]) > 0.0);
        assert!(orient3d(a, b, c, [0.0, 0.0, 1.0]) < 0.0);
        assert_eq!(orient3d(a, b, c, [0.3, 0.3, 0.0]), 0.0);
        assert!(orient2d([0.0, 0.0], [1.0, 0.0], [0.5, 1.0]) > 0.0);
    }
}
