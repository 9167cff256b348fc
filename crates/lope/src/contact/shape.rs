//! Shapes whose distance is known exactly, with the nearest point of the surface and the normal there.
//!
//! The expressions of `geometry::sdf` answer with bounds of the distance, which is enough to mesh them. A spring needs
//! to know how deep a point is and which way leads out, also where that way is not unique: at the centre of a ball,
//! on the axis of a capsule, along the diagonals of a box. One of the ways is chosen there, always the same.

/// Below this a direction is not computed from its components: their squares would lose their digits.
const NOWHERE: f64 = 1e-100;

/// A solid in its own coordinates, centred at the origin; its axis is y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// All points with n·x ≤ 0.
    HalfSpace {
        /// The outward normal n, of length 1.
        normal: [f64; 3],
    },
    /// A ball; in the plane, a disc.
    Ball {
        /// Its radius, m.
        radius: f64,
    },
    /// A cuboid.
    Cuboid {
        /// Half edge lengths, m. An infinite one has no faces across: in the plane, the one along z.
        half: [f64; 3],
    },
    /// A cylinder along y with round ends.
    Capsule {
        /// Radius of cylinder and ends, m.
        radius: f64,
        /// Half the distance between the centres of the ends, m.
        half: f64,
    },
}

/// Where the surface is, seen from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Distance of the point, negative inside, m.
    pub distance: f64,
    /// The nearest point of the surface, m.
    pub point: [f64; 3],
    /// The outward normal there, of length 1: `distance` = `normal` · (the point − `point`).
    pub normal: [f64; 3],
}

/// A level set at a point: φ < 0 inside, |∇φ| = 1 where it is a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// φ, m.
    pub value: f64,
    /// ∇φ.
    pub gradient: [f64; 3],
    /// ∇²φ, 1/m, rows first: for a distance the curvatures of the parallel surface through the point.
    pub hessian: [[f64; 3]; 3],
}

impl Shape {
    /// The level set with its derivatives.
    pub fn sample(&self, p: [f64; 3]) -> Sample {
        let Nearest { distance, normal, .. } = self.nearest(p);
        // The directions along which a round surface bends, each with its radius.
        let bend = |core: [f64; 3], along: Option<[f64; 3]>| {
            let from = sub(p, core);
            let radius = dot(from, from).sqrt();
            bent(normal, along, if radius > NOWHERE { 1.0 / radius } else { 0.0 })
        };
        let hessian = match *self {
            Shape::HalfSpace { .. } => [[0.0; 3]; 3],
            Shape::Ball { .. } => bend([0.0; 3], None),
            Shape::Capsule { half, .. } => {
                let side = p[1].abs() < half;
                bend([0.0, p[1].clamp(-half, half), 0.0], side.then_some([0.0, 1.0, 0.0]))
            }
            Shape::Cuboid { half } => {
                let beyond = [0, 1, 2].map(|i| p[i].abs() > half[i]);
                match beyond.iter().filter(|is| **is).count() {
                    // Along an edge the surface is straight, about a corner it is round.
                    2 => {
                        let free = [0, 1, 2].map(|i| f64::from(u8::from(!beyond[i])));
                        bent(normal, Some(free), 1.0 / distance)
                    }
                    3 => bent(normal, None, 1.0 / distance),
                    _ => [[0.0; 3]; 3],
                }
            }
        };
        Sample { value: distance, gradient: normal, hessian }
    }

    /// The nearest point of the surface.
    pub fn nearest(&self, p: [f64; 3]) -> Nearest {
        match *self {
            Shape::HalfSpace { normal } => {
                let distance = dot(normal, p);
                Nearest { distance, point: along(p, -distance, normal), normal }
            }
            Shape::Ball { radius } => round(p, [0.0; 3], radius, [0.0, 1.0, 0.0]),
            Shape::Cuboid { half } => cuboid(p, half),
            Shape::Capsule { radius, half } => {
                round(p, [0.0, p[1].clamp(-half, half), 0.0], radius, [1.0, 0.0, 0.0])
            }
        }
    }
}

/// The surface at a distance `radius` from the nearest point `core` of what is rounded; `otherwise` is the normal
/// where the point lies on it.
fn round(p: [f64; 3], core: [f64; 3], radius: f64, otherwise: [f64; 3]) -> Nearest {
    let from = sub(p, core);
    let length = dot(from, from).sqrt();
    let normal = if length > NOWHERE { from.map(|x| x / length) } else { otherwise };
    Nearest { distance: length - radius, point: along(core, radius, normal), normal }
}

/// κ (I − n nᵀ − s sᵀ): curvature κ across n, none along the straight direction s if there is one.
fn bent(n: [f64; 3], straight: Option<[f64; 3]>, curvature: f64) -> [[f64; 3]; 3] {
    let s = straight.unwrap_or_default();
    let entry = |i: usize, j: usize| f64::from(u8::from(i == j)) - n[i] * n[j] - s[i] * s[j];
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| curvature * entry(i, j)))
}

fn cuboid(p: [f64; 3], half: [f64; 3]) -> Nearest {
    let point = [0, 1, 2].map(|i| p[i].clamp(-half[i], half[i]));
    let from = sub(p, point);
    let distance = dot(from, from).sqrt();
    if distance > NOWHERE {
        return Nearest { distance, point, normal: from.map(|x| x / distance) };
    }
    // Inside: out through the nearest face; of several the first.
    let depth = |i: usize| half[i] - p[i].abs();
    let axis = (1..3).fold(0, |best, i| if depth(i) < depth(best) { i } else { best });
    let (mut point, mut normal) = (p, [0.0; 3]);
    normal[axis] = 1f64.copysign(p[axis]);
    point[axis] = half[axis] * normal[axis];
    Nearest { distance: -depth(axis), point, normal }
}

pub(super) fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a + s·d
pub(super) fn along(a: [f64; 3], s: f64, d: [f64; 3]) -> [f64; 3] {
    [a[0] + s * d[0], a[1] + s * d[1], a[2] + s * d[2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLIDS: [Shape; 5] = [
        Shape::HalfSpace { normal: [0.6, 0.0, -0.8] },
        Shape::Ball { radius: 0.7 },
        Shape::Cuboid { half: [0.5, 0.3, 0.8] },
        Shape::Cuboid { half: [0.4, 0.3, f64::INFINITY] },
        Shape::Capsule { radius: 0.3, half: 0.5 },
    ];

    /// Points of a lattice, some of them on axes, centres, edges and diagonals.
    fn lattice(n: i32, size: f64) -> impl Iterator<Item = [f64; 3]> {
        let at = move |i: i32| size * f64::from(i) / f64::from(n);
        (-n..=n).flat_map(move |i| (-n..=n).flat_map(move |j| (-n..=n).map(move |k| [at(i), at(j), at(k)])))
    }

    /// Whether a point is in the solid, from its definition alone.
    fn inside(shape: &Shape, p: [f64; 3]) -> bool {
        match *shape {
            Shape::HalfSpace { normal } => dot(normal, p) <= 0.0,
            Shape::Ball { radius } => dot(p, p) <= radius * radius,
            Shape::Cuboid { half } => (0..3).all(|i| p[i].abs() <= half[i]),
            Shape::Capsule { radius, half } => {
                let caps = [half, -half].map(|y| [p[0], p[1] - y, p[2]]);
                let side = p[1].abs() <= half && p[0] * p[0] + p[2] * p[2] <= radius * radius;
                side || caps.iter().any(|c| dot(*c, *c) <= radius * radius)
            }
        }
    }

    #[test]
    fn the_answer_is_a_point_of_the_surface_straight_along_its_normal() {
        for shape in SOLIDS {
            for p in lattice(6, 1.2) {
                let Nearest { distance, point, normal } = shape.nearest(p);
                assert!((dot(normal, normal) - 1.0).abs() < 1e-14, "{shape:?} {p:?}: {normal:?}");
                let back = along(point, distance, normal);
                assert!(dot(sub(back, p), sub(back, p)) < 1e-28, "{shape:?} {p:?}");
                assert_eq!(inside(&shape, p), distance <= 0.0, "{shape:?} {p:?}: {distance}");
                // Just outside along the normal is out, just inside is in.
                assert!(!inside(&shape, along(point, 1e-9, normal)), "{shape:?} {p:?}");
                assert!(inside(&shape, along(point, -1e-9, normal)), "{shape:?} {p:?}");
            }
        }
    }

    /// By brute force: no point of the other side is nearer than the answer, and some are hardly farther.
    #[test]
    fn no_sample_of_the_other_side_is_nearer() {
        let samples: Vec<[f64; 3]> = lattice(16, 1.5).collect();
        let pitch = 1.5 / 16.0 * 3f64.sqrt();
        for shape in SOLIDS {
            let far: Vec<bool> = samples.iter().map(|s| inside(&shape, *s)).collect();
            for p in lattice(4, 0.9) {
                let here = shape.nearest(p).distance;
                let other = samples.iter().zip(&far).filter(|(_, s)| **s != (here <= 0.0));
                let least =
                    other.map(|(s, _)| dot(sub(*s, p), sub(*s, p))).fold(f64::INFINITY, f64::min).sqrt();
                assert!(here.abs() <= least + 1e-12, "{shape:?} {p:?}: {here} but {least}");
                assert!(least <= here.abs() + 2.0 * pitch, "{shape:?} {p:?}: {here} but {least}");
            }
        }
    }

    #[test]
    fn where_the_way_out_is_not_unique_there_is_one() {
        for (shape, p, depth) in [
            (SOLIDS[1], [0.0; 3], 0.7),
            (SOLIDS[1], [1e-200, 0.0, -1e-170], 0.7),
            (SOLIDS[2], [0.0; 3], 0.3),
            (Shape::Cuboid { half: [0.5; 3] }, [0.25, -0.25, 0.25], 0.25),
            (Shape::Cuboid { half: [0.5; 3] }, [0.5, 0.5, -0.5], 0.0),
            (SOLIDS[4], [0.0, 0.2, 0.0], 0.3),
            (SOLIDS[4], [0.0, -0.5, 1e-180], 0.3),
        ] {
            let Nearest { distance, point, normal } = shape.nearest(p);
            assert!((distance + depth).abs() < 1e-15, "{shape:?}: {distance}");
            assert!(dot(normal, normal) == 1.0 && point.iter().all(|x| x.is_finite()), "{shape:?}");
            assert!(!inside(&shape, along(point, 1e-9, normal)), "{shape:?}");
        }
        // In the plane nothing is pushed along z.
        assert_eq!(SOLIDS[3].nearest([0.0, 0.1, 0.0]).normal, [0.0, 1.0, 0.0]);
    }
}
