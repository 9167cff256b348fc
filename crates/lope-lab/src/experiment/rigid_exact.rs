//! Exact solutions that rigid bodies are held against.

use lope::math::vec3::{Vec3, add, cross, dot, scaled};

/// A free top by Euler's equations, in small steps of the classical Runge–Kutta method.
pub(super) struct Top {
    moments: Vec3,
    /// Angular velocity in the axes of the body, and these axes.
    omega: Vec3,
    axes: [Vec3; 3],
}

/// Length of a step, s.
const STEP: f64 = 1e-4;

impl Top {
    /// A top whose axes lie along x, y and z.
    pub(super) fn new(moments: Vec3, omega: Vec3) -> Self {
        Self { moments, omega, axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
    }

    fn slope(&self, omega: Vec3, axes: &[Vec3; 3]) -> (Vec3, [Vec3; 3]) {
        let torque = cross(omega, [0, 1, 2].map(|i| self.moments[i] * omega[i]));
        let spin = (0..3).fold([0.0; 3], |sum, i| add(sum, scaled(axes[i], omega[i])));
        ([0, 1, 2].map(|i| -torque[i] / self.moments[i]), [0, 1, 2].map(|i| cross(spin, axes[i])))
    }

    /// Its axes a time later.
    pub(super) fn step(&mut self, time: f64) -> [Vec3; 3] {
        let count = (time / STEP).ceil().max(1.0);
        let h = time / count;
        for _ in 0..count as usize {
            let go = |(dw, da): &(Vec3, [Vec3; 3]), h: f64| {
                (add(self.omega, scaled(*dw, h)), [0, 1, 2].map(|i| add(self.axes[i], scaled(da[i], h))))
            };
            let a = self.slope(self.omega, &self.axes);
            let (w, x) = go(&a, 0.5 * h);
            let b = self.slope(w, &x);
            let (w, x) = go(&b, 0.5 * h);
            let c = self.slope(w, &x);
            let (w, x) = go(&c, h);
            let d = self.slope(w, &x);
            for (part, weight) in [(a, 1.0), (b, 2.0), (c, 2.0), (d, 1.0)] {
                self.omega = add(self.omega, scaled(part.0, weight * h / 6.0));
                (0..3).for_each(|i| self.axes[i] = add(self.axes[i], scaled(part.1[i], weight * h / 6.0)));
            }
        }
        self.axes
    }

    /// Its axes after a time from the start.
    pub(super) fn after(mut self, time: f64) -> [Vec3; 3] {
        self.step(time)
    }
}

/// The angle between two attitudes, rad.
pub(super) fn turned_by(a: &[Vec3; 3], b: &[Vec3; 3]) -> f64 {
    let trace: f64 = (0..3).map(|i| dot(a[i], b[i])).sum();
    (0.5 * (trace - 1.0)).clamp(-1.0, 1.0).acos()
}
