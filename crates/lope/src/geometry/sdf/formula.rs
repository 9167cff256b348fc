//! The formulas, for many points at once.
//!
//! Loops over the lanes of a batch without branches, which the compiler turns into vector instructions.

use super::super::primitive::Primitive;

/// Points evaluated together: enough to hide the walk through an expression, few enough for the stack.
pub(super) const LANES: usize = 16;

/// Up to [`LANES`] points, coordinate by coordinate.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    pub(super) len: usize,
    pub(super) x: [f64; LANES],
    pub(super) y: [f64; LANES],
    pub(super) z: [f64; LANES],
}

impl Lanes {
    pub(super) fn empty(len: usize) -> Self {
        Lanes { len, x: [0.0; LANES], y: [0.0; LANES], z: [0.0; LANES] }
    }

    /// At most [`LANES`] points.
    pub(super) fn new(points: &[[f64; 3]]) -> Self {
        let mut lanes = Lanes::empty(points.len().min(LANES));
        for (i, point) in points.iter().take(LANES).enumerate() {
            (lanes.x[i], lanes.y[i], lanes.z[i]) = (point[0], point[1], point[2]);
        }
        lanes
    }
}

/// The values of a simple shape at all lanes.
pub(super) fn simple(solid: &Primitive, p: &Lanes, out: &mut [f64; LANES]) {
    match *solid {
        Primitive::Box { size } => {
            let half = size.map(|s| s / 2.0);
            each(p, out, |x, y, z| {
                let q = [x.abs() - half[0], y.abs() - half[1], z.abs() - half[2]];
                let [a, b, c] = q.map(|q| q.max(0.0));
                (a * a + b * b + c * c).sqrt() + q[0].max(q[1]).max(q[2]).min(0.0)
            });
        }
        Primitive::Sphere { radius } => each(p, out, |x, y, z| (x * x + y * y + z * z).sqrt() - radius),
        Primitive::Torus { radius, tube } => each(p, out, |x, y, z| {
            let across = (x * x + z * z).sqrt() - radius;
            (across * across + y * y).sqrt() - tube
        }),
        Primitive::Cylinder { radius, height } => {
            let half = height / 2.0;
            each(p, out, |x, y, z| {
                let (side, cap) = ((x * x + z * z).sqrt() - radius, y.abs() - half);
                let (a, b) = (side.max(0.0), cap.max(0.0));
                (a * a + b * b).sqrt() + side.max(cap).min(0.0)
            });
        }
        Primitive::Capsule { radius, height } => {
            let half = height / 2.0;
            each(p, out, |x, y, z| {
                let y = (y.abs() - half).max(0.0);
                (x * x + y * y + z * z).sqrt() - radius
            });
        }
        Primitive::Cone { radius, height, top } => {
            let (half, narrows) = (height / 2.0, radius - top);
            let slant = narrows.hypot(height);
            // A tip is the end of the side: the face above is infinitely far.
            let far = if top > 0.0 { 0.0 } else { f64::INFINITY };
            each(p, out, |x, y, z| {
                let r = (x * x + z * z).sqrt();
                // Down from the upper end; nearest points of the slanted side, of the base and of the upper end.
                let (down, beyond) = (half - y, r - top);
                let t = ((beyond * narrows + down * height) / (slant * slant)).clamp(0.0, 1.0);
                let (a, b) = (beyond - t * narrows, down - t * height);
                let (c, d) = ((r - radius).max(0.0), y + half);
                let e = beyond.max(0.0);
                let side = (beyond * height - down * narrows) / slant;
                let distance = (a * a + b * b).min(c * c + d * d).min(e * e + down * down + far).sqrt();
                distance.copysign(side.max(-d).max(-down - far))
            });
        }
    }
}

/// The values of an ellipsoid, of its inverse radii and the smallest radius.
pub(super) fn ellipsoid(inverse: [f64; 3], smallest: f64, p: &Lanes, out: &mut [f64; LANES]) {
    each(p, out, |x, y, z| {
        // g = |x/r| is convex and 1 on the surface. So (g − 1)/|∇g| is a bound of the distance outside,
        // and (1 − g)·(smallest radius) inside, where |∇g| is at most one over that radius.
        let u = [x * inverse[0], y * inverse[1], z * inverse[2]];
        let g = (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]).sqrt();
        let v = [u[0] * inverse[0], u[1] * inverse[1], u[2] * inverse[2]];
        let slope = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        let outside = (g - 1.0) * g / slope.max(f64::MIN_POSITIVE);
        if g > 1.0 { outside } else { (g - 1.0) * smallest }
    });
}

#[inline(always)]
fn each(p: &Lanes, out: &mut [f64; LANES], formula: impl Fn(f64, f64, f64) -> f64) {
    let n = p.len.min(LANES);
    let (x, y, z, out) = (&p.x[..n], &p.y[..n], &p.z[..n], &mut out[..n]);
    for i in 0..n {
        out[i] = formula(x[i], y[i], z[i]);
    }
}
