//! Numbers with their two derivatives by twelve coordinates: formulas differentiate themselves, without differences, so that gaps
//! may be as small as they like.

use std::ops::{Add, Div, Mul, Sub};

const N: usize = 12;

/// A value, its gradient and its Hessian.
#[derive(Clone, Debug)]
pub(super) struct Jet {
    pub(super) value: f64,
    pub(super) g: [f64; N],
    pub(super) h: Box<[f64; N * N]>,
}

impl Jet {
    pub(super) fn constant(value: f64) -> Self {
        Self { value, g: [0.0; N], h: Box::new([0.0; N * N]) }
    }

    /// A coordinate by its number.
    pub(super) fn coordinate(value: f64, number: usize) -> Self {
        let mut jet = Self::constant(value);
        jet.g[number] = 1.0;
        jet
    }

    /// f of it, by f, f′ and f″ at its value.
    pub(super) fn map(&self, [f, d, dd]: [f64; 3]) -> Self {
        let mut jet = Self::constant(f);
        for i in 0..N {
            jet.g[i] = d * self.g[i];
            for j in 0..N {
                jet.h[N * i + j] = d * self.h[N * i + j] + dd * self.g[i] * self.g[j];
            }
        }
        jet
    }

    pub(super) fn sqrt(&self) -> Self {
        let root = self.value.sqrt();
        self.map([root, 0.5 / root, -0.25 / (root * self.value)])
    }

    fn join(&self, other: &Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let mut jet = Self::constant(f(self.value, other.value));
        (0..N).for_each(|i| jet.g[i] = f(self.g[i], other.g[i]));
        (0..N * N).for_each(|i| jet.h[i] = f(self.h[i], other.h[i]));
        jet
    }
}

impl Add for &Jet {
    type Output = Jet;
    fn add(self, other: &Jet) -> Jet {
        self.join(other, |a, b| a + b)
    }
}

impl Sub for &Jet {
    type Output = Jet;
    fn sub(self, other: &Jet) -> Jet {
        self.join(other, |a, b| a - b)
    }
}

impl Mul for &Jet {
    type Output = Jet;
    fn mul(self, other: &Jet) -> Jet {
        let mut jet = Jet::constant(self.value * other.value);
        for i in 0..N {
            jet.g[i] = self.value * other.g[i] + other.value * self.g[i];
            for j in 0..N {
                jet.h[N * i + j] = self.value * other.h[N * i + j]
                    + other.value * self.h[N * i + j]
                    + self.g[i] * other.g[j]
                    + other.g[i] * self.g[j];
            }
        }
        jet
    }
}

impl Div for &Jet {
    type Output = Jet;
    fn div(self, other: &Jet) -> Jet {
        let v = other.value;
        self * &other.map([1.0 / v, -1.0 / (v * v), 2.0 / (v * v * v)])
    }
}

/// A vector of them.
pub(super) type Jet3 = [Jet; 3];

/// Four points as jets of their coordinates.
pub(super) fn points(x: &[[f64; 3]; 4]) -> [Jet3; 4] {
    std::array::from_fn(|a| std::array::from_fn(|i| Jet::coordinate(x[a][i], 3 * a + i)))
}

pub(super) fn sub(a: &Jet3, b: &Jet3) -> Jet3 {
    std::array::from_fn(|i| &a[i] - &b[i])
}

pub(super) fn dot(a: &Jet3, b: &Jet3) -> Jet {
    &(&(&a[0] * &b[0]) + &(&a[1] * &b[1])) + &(&a[2] * &b[2])
}

pub(super) fn cross(a: &Jet3, b: &Jet3) -> Jet3 {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &(&a[j] * &b[k]) - &(&a[k] * &b[j])
    })
}
