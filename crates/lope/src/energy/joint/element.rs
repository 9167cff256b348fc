//! One gap of a joint, with two derivatives.
//!
//! A gap is a function of at most two vectors that are linear in points: Q and C. So its Hessian is one of order three or six, which
//! is filtered there and then spread over the points.

use crate::energy::block_place;
use crate::math::vec3::{Vec3, dot, norm, scaled};
use crate::math::{Filter, eigen};

/// Points of a gap: two of each of three ways.
pub(super) const CORNERS: usize = 6;

/// What a gap is made of: ways A, B and D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A itself: two points that coincide.
    Whole,
    /// ±(A·D − t).
    Product {
        /// t.
        target: f64,
        /// Which side of a limit is free.
        sign: f64,
    },
    /// ± the sine of the angle of D, as it turns from A to B, beyond an angle, rad.
    Turn {
        /// The angle.
        target: f64,
        /// Which side of a limit is free.
        sign: f64,
    },
    /// ±(|A| − L).
    Length {
        /// L.
        target: f64,
        /// Which side of a limit is free.
        sign: f64,
    },
}

/// How a gap is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It is zero.
    Closed,
    /// It is not negative.
    Limit,
    /// It is drawn to zero by no more than a greatest force.
    Motor,
    /// It is drawn to zero by a force as large as it is.
    Spring,
}

/// How a gap is held in the step under way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grip {
    pub(super) multiplier: Vec3,
    pub(super) stiffness: f64,
    /// Greatest force of a motor.
    pub(super) most: f64,
}

impl Form {
    fn target(&mut self) -> Option<&mut f64> {
        match self {
            Self::Whole => None,
            Self::Product { target, .. } | Self::Turn { target, .. } | Self::Length { target, .. } => {
                Some(target)
            }
        }
    }

    /// The same from another length or angle on.
    pub(super) fn from(mut self, value: f64) -> Self {
        if let Some(target) = self.target() {
            *target = value;
        }
        self
    }

    /// What Q is of A and B.
    fn mix(&self) -> [f64; 2] {
        match *self {
            Self::Turn { target, sign } => [-sign * target.sin(), sign * target.cos()],
            _ => [1.0, 0.0],
        }
    }

    /// The length or angle that the gap is measured from; of points their distance.
    pub(super) fn measure(&self, [a, b, d]: [Vec3; 3]) -> f64 {
        match self {
            Self::Whole | Self::Length { .. } => norm(a),
            Self::Product { .. } => dot(a, d),
            Self::Turn { .. } => dot(b, d).atan2(dot(a, d)),
        }
    }

    /// The gap of vectors: three numbers, or one.
    pub(super) fn gap(&self, [a, b, d]: [Vec3; 3]) -> Vec3 {
        let [one, other] = self.mix();
        match *self {
            Self::Whole => a,
            Self::Product { target, sign } => [sign * (dot(a, d) - target), 0.0, 0.0],
            Self::Turn { .. } => [one * dot(a, d) + other * dot(b, d), 0.0, 0.0],
            Self::Length { target, sign } => [sign * (norm(a) - target), 0.0, 0.0],
        }
    }
}

impl Hold {
    /// Energy, its slope and its curvature at one gap.
    fn answer(self, c: f64, multiplier: f64, grip: Grip) -> [f64; 3] {
        let k = grip.stiffness;
        if k <= 0.0 {
            return [0.0; 3];
        }
        let force = multiplier + k * c;
        match self {
            Self::Limit => {
                let push = (multiplier - k * c).max(0.0);
                [0.5 * push * push / k, -push, if push > 0.0 { k } else { 0.0 }]
            }
            Self::Motor if force.abs() > grip.most => {
                [grip.most * (force.abs() - 0.5 * grip.most) / k, grip.most * force.signum(), 0.0]
            }
            Self::Closed | Self::Motor | Self::Spring => [0.5 * force * force / k, force, k],
        }
    }

    /// The multiplier at the minimum, λ + kc or what a limit leaves of it.
    pub(super) fn multiplier(self, c: Vec3, grip: Grip) -> Vec3 {
        let of = |i: usize| match self {
            Self::Closed => grip.multiplier[i] + grip.stiffness * c[i],
            Self::Limit if i == 0 => (grip.multiplier[0] - grip.stiffness * c[0]).max(0.0),
            _ => 0.0,
        };
        [of(0), of(1), of(2)]
    }
}

/// Evaluates a gap at its ways. Fills what is not empty: a gradient slot and a Hessian slot of [`CORNERS`] points.
pub(super) fn eval(
    form: Form,
    hold: Hold,
    grip: Grip,
    ways: [Vec3; 3],
    filter: Filter,
    gradient: &mut [f64],
    hessian: &mut [f64],
) -> f64 {
    let [a, _, d] = ways;
    let mix = form.mix();
    let gap = form.gap(ways);
    // Derivatives by Q and C = D.
    let (mut slope, mut matrix, mut order) = ([0.0; 6], [0.0; 36], 3);
    let value;
    if form == Form::Whole {
        value = (0..3)
            .map(|i| {
                let [value, force, curvature] = hold.answer(gap[i], grip.multiplier[i], grip);
                slope[i] = force;
                matrix[4 * i] = curvature;
                value
            })
            .sum();
    } else {
        let [stored, force, curvature] = hold.answer(gap[0], grip.multiplier[0], grip);
        value = stored;
        match form {
            Form::Length { sign, .. } => {
                let length = norm(a);
                if length > 0.0 {
                    let n = scaled(a, 1.0 / length);
                    let across = sign * force / length;
                    for i in 0..3 {
                        slope[i] = sign * force * n[i];
                        for j in 0..3 {
                            let one = if i == j { across } else { 0.0 };
                            matrix[3 * j + i] = (curvature - across) * n[i] * n[j] + one;
                        }
                    }
                }
            }
            _ => {
                // The sign of a turn is in its mix.
                let sign = if let Form::Product { sign, .. } = form { sign } else { 1.0 };
                let q = [0, 1, 2].map(|i| mix[0] * ways[0][i] + mix[1] * ways[1][i]);
                let along = [d[0], d[1], d[2], q[0], q[1], q[2]];
                order = 6;
                for i in 0..6 {
                    slope[i] = sign * force * along[i];
                    for j in 0..6 {
                        let crossed = if i + 3 == j || j + 3 == i { sign * force } else { 0.0 };
                        matrix[6 * j + i] = curvature * along[i] * along[j] + crossed;
                    }
                }
            }
        }
    }
    let of_q = [mix[0], -mix[0], mix[1], -mix[1], 0.0, 0.0];
    let of_d = if order == 6 { [0.0, 0.0, 0.0, 0.0, 1.0, -1.0] } else { [0.0; 6] };
    for (corner, out) in gradient.chunks_exact_mut(3).enumerate() {
        (0..3).for_each(|i| out[i] = of_q[corner] * slope[i] + of_d[corner] * slope[3 + i]);
    }
    if hessian.is_empty() {
        return value;
    }
    if filter != Filter::Raw {
        eigen::project(&mut matrix[..order * order], order, filter);
    }
    let entry = |i: usize, j: usize| if i < order && j < order { matrix[order * j + i] } else { 0.0 };
    for (p, q) in (0..CORNERS).flat_map(|p| (p..CORNERS).map(move |q| (p, q))) {
        let block = &mut hessian[9 * block_place(CORNERS, p, q)..][..9];
        for (at, out) in block.iter_mut().enumerate() {
            let (i, j) = (at % 3, at / 3);
            *out = of_q[p] * of_q[q] * entry(i, j)
                + of_q[p] * of_d[q] * entry(i, 3 + j)
                + of_d[p] * of_q[q] * entry(3 + i, j)
                + of_d[p] * of_d[q] * entry(3 + i, 3 + j);
        }
    }
    value
}
