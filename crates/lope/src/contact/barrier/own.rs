//! Pairs of members with themselves, which hold while members move as rigid bodies.
//!
//! A rigid motion changes no distance. So with a rotation R and a shift c of a member, points that are at R x₀ + c + e are nearer to
//! each other than at x₀ by |e| of both at most. Along a straight way u = c + ω × r + e a rotation only stretches,
//! |Δ + t ω × Δ| ≥ |Δ|, so again distances shrink by |e| of both at most. Any R, c and ω will do; near ones make e small.

use super::cage::{Cage, Ways};
use super::mesh::{CollisionMesh, Member};
use crate::math::rotation::nearest_rotation3;
use crate::math::small::{Matrix, identity, mul_vector};
use crate::math::vec3::{Vec3, along, cross, distance, sub};

/// The pairs of members with themselves; the margin of the cage is how much a point may be off a rigid motion.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnCage {
    pub(super) cage: Cage,
}

impl OwnCage {
    /// How much points `p` are off rigid motions since the pairs were found, m, as far as it matters: the pairs hold where the cage
    /// [allows](Cage::allows) it.
    pub(super) fn bend(&self, mesh: &CollisionMesh, p: &[Vec3]) -> f64 {
        self.most(mesh, p, |member| self.bend_of(member, p))
    }

    /// The same on the straight way from `p` to `q`.
    pub(super) fn bend_along(&self, mesh: &CollisionMesh, p: &[Vec3], q: &[Vec3]) -> f64 {
        self.most(mesh, p, |member| {
            let bend = self.bend_of(member, p);
            if self.cage.allows(bend) {
                bend + bend_along(member, p, q, self.cage.margin - bend)
            } else {
                bend
            }
        })
    }

    fn most(&self, mesh: &CollisionMesh, p: &[Vec3], of: impl Fn(&Member) -> f64) -> f64 {
        if self.cage.built_at.len() != p.len() {
            return f64::INFINITY;
        }
        let mut most = 0.0;
        for member in meeting(mesh) {
            most = of(member).max(most);
            if !self.cage.allows(most) {
                break;
            }
        }
        most
    }

    /// Finds the pairs at the points `p` that come nearer than `reach` while points are off a rigid motion by `slack` at most.
    pub(super) fn build(
        &mut self,
        mesh: &CollisionMesh,
        p: &[Vec3],
        (slack, reach): (f64, f64),
        meet: &(dyn Fn(usize, usize) -> bool + Sync),
    ) {
        self.cage.build(mesh, (p, Ways::None), (slack, reach), 1.0, meet);
        self.cage.sort();
    }

    /// The most that a point of a member is off a rigid motion since the pairs were found, m; no more than enough is looked at.
    fn bend_of(&self, member: &Member, p: &[Vec3]) -> f64 {
        let range = member.points.start as usize..member.points.end as usize;
        let (from, to) = (&self.cage.built_at[range.clone()], &p[range]);
        let (rotation, [before, after]) = turn(from, to);
        let off = |(x, y): (&Vec3, &Vec3)| distance(sub(*y, after), mul_vector(&rotation, &sub(*x, before)));
        largest(from.iter().zip(to).map(off), self.cage.margin)
    }
}

/// How far each point is off the instantaneous rigid motion of its member on the straight way from `p` to `q`, m.
pub(super) fn off_rigid(mesh: &CollisionMesh, p: &[Vec3], q: &[Vec3], out: &mut Vec<f64>) {
    out.clear();
    out.resize(p.len(), 0.0);
    for member in meeting(mesh) {
        let range = member.points.start as usize..member.points.end as usize;
        let off = Moving::new(&p[range.clone()], &q[range.clone()]);
        range.for_each(|point| out[point] = off.of(&p[point], &q[point]));
    }
}

/// The instantaneous rigid motion that is near the ways of some points.
struct Moving {
    means: [Vec3; 2],
    spin: Vec3,
}

impl Moving {
    fn new(from: &[Vec3], to: &[Vec3]) -> Self {
        let (r, means) = turn(from, to);
        let spin = [0.5 * (r[2][1] - r[1][2]), 0.5 * (r[0][2] - r[2][0]), 0.5 * (r[1][0] - r[0][1])];
        Self { means, spin }
    }

    /// How far a way from x to y is off it, m.
    fn of(&self, x: &Vec3, y: &Vec3) -> f64 {
        let arm = sub(*x, self.means[0]);
        distance(sub(sub(*y, self.means[1]), arm), cross(self.spin, arm))
    }
}

/// Members that may meet themselves.
fn meeting(mesh: &CollisionMesh) -> impl Iterator<Item = &Member> {
    mesh.members.iter().filter(|member| !member.led)
}

/// The most that the way of a point is off the instantaneous rigid motion of its member, m.
fn bend_along(member: &Member, p: &[Vec3], q: &[Vec3], enough: f64) -> f64 {
    let range = member.points.start as usize..member.points.end as usize;
    let (from, to) = (&p[range.clone()], &q[range]);
    let moving = Moving::new(from, to);
    largest(from.iter().zip(to).map(|(x, y)| moving.of(x, y)), enough)
}

/// The largest of some numbers, or the first that is more than enough; infinite where one is none.
fn largest(mut numbers: impl Iterator<Item = f64>, enough: f64) -> f64 {
    let mut most = 0.0;
    match numbers.find(|number| {
        most = number.max(most);
        number.is_nan() || *number > enough
    }) {
        Some(number) if number.is_nan() => f64::INFINITY,
        _ => most,
    }
}

/// The rotation that brings points nearest to where others are, both about their means, and these.
fn turn(from: &[Vec3], to: &[Vec3]) -> (Matrix<f64, 3>, [Vec3; 2]) {
    let share = 1.0 / from.len().max(1) as f64;
    let means = [from, to].map(|all| all.iter().fold([0.0; 3], |mean, x| along(mean, share, *x)));
    let mut moment = [[0.0; 3]; 3];
    for (x, y) in from.iter().zip(to) {
        let (x, y) = (sub(*x, means[0]), sub(*y, means[1]));
        for i in 0..3 {
            (0..3).for_each(|j| moment[i][j] += y[i] * x[j]);
        }
    }
    let rotation = nearest_rotation3(&moment);
    let finite = rotation.iter().flatten().all(|entry| entry.is_finite());
    (if finite { rotation } else { identity() }, means)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::barrier::mesh::Collider;
    use crate::energy::Weighted;

    /// A strip of triangles that folds onto itself: two long sheets above each other, joined at one end.
    fn fold() -> (CollisionMesh, Vec<Vec3>) {
        let rows = 12;
        let at = |i: usize, j: usize| {
            let along = if i <= rows { i as f64 } else { (2 * rows + 1 - i) as f64 };
            [along, j as f64, if i <= rows { 0.0 } else { 0.5 }]
        };
        let rest: Vec<Vec3> = (0..2 * rows + 2).flat_map(|i| [at(i, 0), at(i, 1)]).collect();
        let quads = (0..2 * rows as u32 + 1).map(|i| 2 * i);
        let triangles = quads.flat_map(|a| [[a, a + 1, a + 2], [a + 1, a + 3, a + 2]]).collect();
        let mut points = Weighted::default();
        for node in 0..rest.len() as u32 {
            points.push([(node, 1.0)]);
        }
        let collider = Collider {
            name: "fold".into(),
            points,
            rest: rest.clone(),
            triangles,
            young: 1.0,
            ..Collider::default()
        };
        (CollisionMesh::new(&[collider], Vec::new(), 1.0), rest)
    }

    fn rigid(x: &[Vec3], angle: f64, shift: f64) -> Vec<Vec3> {
        let (s, c) = angle.sin_cos();
        x.iter().map(|[x, y, z]| [c * x - s * z + shift, *y, s * x + c * z - shift]).collect()
    }

    #[test]
    fn pairs_outlast_rigid_motions_and_nothing_else() {
        let (mesh, x) = fold();
        let mut own = OwnCage::default();
        let holds = |own: &OwnCage, x: &[Vec3]| own.cage.allows(own.bend(&mesh, x));
        let along = |own: &OwnCage, x: &[Vec3], y: &[Vec3]| own.cage.allows(own.bend_along(&mesh, x, y));
        assert!(!holds(&own, &x));
        own.build(&mesh, &x, (0.1, 0.2), &|_, _| true);
        assert!(holds(&own, &x) && holds(&own, &rigid(&x, 2.0, 40.0)));
        // A straight way to what is turned by a little shrinks it by 1 − cos.
        assert!(along(&own, &x, &rigid(&x, 0.05, 40.0)));
        assert!(!along(&own, &x, &rigid(&x, 1.0, 40.0)));
        let mut bent = rigid(&x, 2.0, 40.0);
        bent[7][1] += 0.15;
        assert!(!holds(&own, &bent));
        assert!(!along(&own, &rigid(&x, 2.0, 40.0), &bent));
        bent[7][1] = f64::NAN;
        assert!(!holds(&own, &bent));
    }

    /// Whoever is nearer than the reach at a state for which the pairs hold is among them.
    #[test]
    fn nothing_near_is_missing() {
        let (mesh, x) = fold();
        let mut own = OwnCage::default();
        own.build(&mesh, &x, (0.1, 0.45), &|_, _| true);
        // Both sheets come nearer by less than twice the slack, turned and moved as a whole besides.
        let mut nearer = x.clone();
        nearer.iter_mut().for_each(|x| x[2] += if x[2] > 0.2 { -0.09 } else { 0.09 });
        let there = rigid(&nearer, 1.3, -7.0);
        assert!(own.cage.allows(own.bend(&mesh, &there)));
        let mut near = 0;
        for vertex in 0..x.len() as u32 {
            for (cell, of) in mesh.cells.iter().enumerate().filter(|(_, of)| !of.corners.contains(&vertex)) {
                let [a, b, c] = of.corners;
                let corners = [vertex, a, b, c].map(|point| there[point as usize]);
                if super::super::closest::vertex_triangle(&corners).0.squared < 0.45 * 0.45 {
                    near += 1;
                    let pair = [vertex, cell as u32];
                    let found = own.cage.vertex_cells.iter().find(|near| near.pair == pair);
                    // Nor is it passed over.
                    let bend = own.bend(&mesh, &there);
                    assert!(found.is_some_and(|near| !near.clears(0.45, 2.0 * bend)), "{vertex} {cell}");
                }
            }
        }
        assert!(near > 40, "{near}");
    }
}
