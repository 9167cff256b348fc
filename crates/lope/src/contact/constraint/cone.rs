//! The directions that surfaces leave to a node that touches them.

use crate::math::vec3::{along, dot, norm};

/// Surfaces that one node can touch at once. More are possible in a corner of a corner: the first are taken.
const MOST: usize = 4;

/// Every choice of at most three faces, small ones first, as bits.
const CHOICES: [u8; 15] = [0, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14];

/// Normals with less than this left after others are taken out are combinations of them.
const DEPENDENT: f64 = 1e-6;

/// A surface at the node.
#[derive(Clone, Copy, Debug, Default)]
struct Face {
    constraint: u16,
    /// Within the free coordinates, of length 1.
    normal: [f64; 3],
    hessian: [[f64; 3]; 3],
}

/// The surfaces at a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cone {
    faces: [Face; MOST],
    count: usize,
}

impl Cone {
    /// Whether nothing is touched.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a surface, if there is room; one across which the node cannot move is none.
    pub(super) fn add(
        &mut self,
        constraint: u16,
        normal: [f64; 3],
        hessian: [[f64; 3]; 3],
        held: u8,
    ) -> bool {
        let way = free(normal, held);
        let length = norm(way);
        let fits = length > DEPENDENT && self.count < MOST;
        if fits {
            self.faces[self.count] = Face { constraint, normal: way.map(|n| n / length), hessian };
            self.count += 1;
        }
        fits
    }

    /// The normals of a constraint's surfaces.
    pub(super) fn normals(&self, constraint: u16) -> impl Iterator<Item = [f64; 3]> + '_ {
        let own = self.faces[..self.count].iter().filter(move |face| face.constraint == constraint);
        own.map(|face| face.normal)
    }
}

/// A direction within the coordinates that are free.
fn free(way: [f64; 3], held: u8) -> [f64; 3] {
    [0, 1, 2].map(|i| if held >> i & 1 == 1 { 0.0 } else { way[i] })
}

/// What is left of a gradient where surfaces are in the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pressed {
    faces: [Face; 3],
    /// Multipliers: the pushes of the faces.
    forces: [f64; 3],
    count: usize,
    /// An orthonormal basis of the normals.
    basis: [[f64; 3]; 3],
    /// The gradient within the directions that are free.
    pub(super) free: [f64; 3],
}

/// The nearest point to −g in the cone of directions with n_i·d ≥ 0 for all faces, as −`free`, with the faces that push.
pub(super) fn press(cone: &Cone, g: [f64; 3]) -> Pressed {
    let nothing =
        Pressed { faces: [Face::default(); 3], forces: [0.0; 3], count: 0, basis: [[0.0; 3]; 3], free: g };
    let faces = &cone.faces[..cone.count];
    let scale = norm(g);
    // The nearest point is unique.
    for choice in CHOICES.into_iter().filter(|choice| usize::from(*choice) < 1 << faces.len()) {
        let Some(pressed) = pressed_by(faces, choice, g, nothing) else { continue };
        let leads_in = |face: &Face| dot(face.normal, pressed.free) > 1e-12 * scale;
        if pressed.forces[..pressed.count].iter().all(|force| *force >= 0.0) && !faces.iter().any(leads_in) {
            return pressed;
        }
    }
    nothing
}

/// The gradient without its part along the chosen faces, and the multipliers; none if their normals are dependent.
fn pressed_by(faces: &[Face], choice: u8, g: [f64; 3], nothing: Pressed) -> Option<Pressed> {
    let mut pressed = nothing;
    // Gram–Schmidt: normal_i = Σ_{j ≤ i} r_ij basis_j.
    let mut r = [[0.0; 3]; 3];
    for (k, face) in faces.iter().enumerate().filter(|(k, _)| choice >> k & 1 == 1) {
        let (i, mut rest) = (pressed.count, faces[k].normal);
        for j in 0..i {
            r[i][j] = dot(rest, pressed.basis[j]);
            rest = along(rest, -r[i][j], pressed.basis[j]);
        }
        r[i][i] = norm(rest);
        if r[i][i] < DEPENDENT {
            return None;
        }
        pressed.basis[i] = rest.map(|x| x / r[i][i]);
        pressed.faces[i] = *face;
        pressed.count += 1;
    }
    for j in 0..pressed.count {
        let part = dot(pressed.free, pressed.basis[j]);
        pressed.free = along(pressed.free, -part, pressed.basis[j]);
    }
    // g − free = Σ λ_i normal_i, from the last to the first.
    for j in (0..pressed.count).rev() {
        let known: f64 = (j + 1..pressed.count).map(|i| pressed.forces[i] * r[i][j]).sum();
        pressed.forces[j] = (dot(g, pressed.basis[j]) - known) / r[j][j];
    }
    Some(pressed)
}

impl Pressed {
    /// Where the node goes: down what is left of the gradient.
    pub(super) fn way(&self, held: u8) -> [f64; 3] {
        free(self.free.map(|g| -g), held)
    }

    /// The faces that push: number of the constraint, normal and force.
    pub(super) fn pushing(&self) -> impl Iterator<Item = (u16, [f64; 3], f64)> + '_ {
        let faces = self.faces[..self.count].iter().zip(&self.forces);
        faces.map(|(face, force)| (face.constraint, face.normal, *force))
    }

    /// The projector onto what is free.
    pub(super) fn tangent(&self) -> [[f64; 3]; 3] {
        let across = |i: usize, j: usize| -> f64 {
            self.basis[..self.count].iter().map(|basis| basis[i] * basis[j]).sum()
        };
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| f64::from(u8::from(i == j)) - across(i, j)))
    }

    /// −Σ λ_i Q ∇²φ_i Q.
    pub(super) fn curvature(&self) -> [[f64; 3]; 3] {
        let mut sum = [[0.0; 3]; 3];
        for (face, force) in self.faces[..self.count].iter().zip(&self.forces) {
            (0..3).for_each(|i| (0..3).for_each(|j| sum[i][j] -= force * face.hessian[i][j]));
        }
        let q = self.tangent();
        let half = q.map(|row| [0, 1, 2].map(|j| (0..3).map(|k| row[k] * sum[k][j]).sum::<f64>()));
        half.map(|row| [0, 1, 2].map(|j| dot(row, q[j])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cone(normals: &[[f64; 3]]) -> Cone {
        let mut cone = Cone::default();
        for (k, n) in normals.iter().enumerate() {
            cone.add(k as u16, *n, [[0.0; 3]; 3], 0);
        }
        cone
    }

    #[test]
    fn a_face_pushes_or_lets_go() {
        let floor = cone(&[[0.0, 1.0, 0.0]]);
        let down = press(&floor, [1.0, 3.0, 0.0]);
        assert_eq!(down.pushing().collect::<Vec<_>>(), [(0, [0.0, 1.0, 0.0], 3.0)]);
        assert_eq!(down.free, [1.0, 0.0, 0.0]);
        let up = press(&floor, [1.0, -3.0, 0.0]);
        assert_eq!((up.pushing().count(), up.free), (0, [1.0, -3.0, 0.0]));
    }

    /// The nearest point of a cone, found by brute force among all sets of faces, is never beaten by random directions
    /// that lead into no face.
    #[test]
    fn the_direction_left_is_the_nearest_one() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        for faces in 1..=4 {
            for _ in 0..200 {
                let normals: Vec<[f64; 3]> =
                    (0..faces).map(|_| [random(), random() + 1.2, random()]).collect();
                let cone = cone(&normals);
                let g = [2.0 * random(), 2.0 * random(), 2.0 * random()];
                let pressed = press(&cone, g);
                let d = pressed.free.map(|x| -x);
                assert!(normals.iter().all(|n| dot(*n, d) >= -1e-9), "{normals:?} {g:?}: {d:?}");
                let distance = |d: [f64; 3]| (0..3).map(|i| (d[i] + g[i]).powi(2)).sum::<f64>();
                for _ in 0..200 {
                    let other = [0, 1, 2].map(|i| d[i] + 0.3 * random());
                    if normals.iter().all(|n| dot(*n, other) >= 0.0) {
                        assert!(distance(other) >= distance(d) - 1e-9, "{normals:?} {g:?}");
                    }
                }
                // What is taken is what the faces push.
                let sum = pressed.pushing().fold([0.0; 3], |sum, (_, n, force)| along(sum, force, n));
                assert!((0..3).all(|i| (g[i] - pressed.free[i] - sum[i]).abs() < 1e-9));
                assert!(pressed.pushing().all(|(.., force)| force >= 0.0));
            }
        }
    }
}
