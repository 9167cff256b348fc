//! Lines and points as things that light falls on: tubes and balls.

use std::f64::consts::TAU;

use lope::math::vec3::{Vec3, add, cross, dot, scaled, sub, unit};

/// Sides of a tube.
const SIDES: usize = 8;
/// More balls than this are drawn with fewer triangles.
const MANY: usize = 20_000;

/// A tube of a radius around each line, with its vertices' numbers among the points of the lines. Balls close the ends
/// and bends.
pub fn tubes(points: &[Vec3], lines: &[[u32; 2]], radius: f64) -> Strokes {
    let mut strokes = Strokes::default();
    for &[a, b] in lines {
        let (Some(&from), Some(&to)) = (points.get(a as usize), points.get(b as usize)) else { continue };
        let along = unit(sub(to, from));
        // The axis it is least along gives the best side.
        let thin = (0..3).fold(0, |thin, k| if along[k].abs() < along[thin].abs() { k } else { thin });
        let mut axis = [0.0; 3];
        axis[thin] = 1.0;
        let right = unit(cross(along, axis));
        let up = cross(along, right);
        let first = strokes.points.len() as u32;
        for (end, owner) in [(from, a), (to, b)] {
            for side in 0..SIDES {
                let (sine, cosine) = (TAU * side as f64 / SIDES as f64).sin_cos();
                let out = add(scaled(right, radius * cosine), scaled(up, radius * sine));
                strokes.points.push(add(end, out));
                strokes.owners.push(owner);
            }
        }
        let count = SIDES as u32;
        for side in 0..count {
            let next = (side + 1) % count;
            let [a, b, c, d] = [side, next, count + side, count + next].map(|v| v + first);
            strokes.triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    let mut ends: Vec<u32> =
        lines.as_flattened().iter().copied().filter(|v| (*v as usize) < points.len()).collect();
    ends.sort_unstable();
    ends.dedup();
    strokes.add_balls(points, &ends, radius);
    strokes
}

/// A ball of a radius around each of the points named.
pub fn balls(points: &[Vec3], which: &[u32], radius: f64) -> Strokes {
    let mut strokes = Strokes::default();
    strokes.add_balls(points, which, radius);
    strokes
}

/// Surfaces made for lines and points.
#[derive(Clone, Debug, Default)]
pub struct Strokes {
    /// Vertex positions.
    pub points: Vec<Vec3>,
    /// Triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Number of the point that each vertex was made for.
    pub owners: Vec<u32>,
}

impl Strokes {
    fn add_balls(&mut self, points: &[Vec3], which: &[u32], radius: f64) {
        let (directions, faces) = ball(if which.len() > MANY { 0 } else { 2 });
        for &owner in which {
            let Some(&center) = points.get(owner as usize) else { continue };
            let first = self.points.len() as u32;
            self.points.extend(directions.iter().map(|d| add(center, scaled(*d, radius))));
            self.owners.resize(self.points.len(), owner);
            self.triangles.extend(faces.iter().map(|f| f.map(|v| v + first)));
        }
    }
}

/// An octahedron whose faces are cut into four so many times, blown up.
fn ball(cuts: usize) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut points: Vec<Vec3> = vec![
        [1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, -1.0],
    ];
    let mut faces: Vec<[u32; 3]> =
        vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    for _ in 0..cuts {
        let mut middle = |a: u32, b: u32| {
            let p = unit(add(points[a as usize], points[b as usize]));
            match points.iter().position(|q| dot(sub(*q, p), sub(*q, p)) < 1e-12) {
                Some(known) => known as u32,
                None => {
                    points.push(p);
                    points.len() as u32 - 1
                }
            }
        };
        let cut = |[a, b, c]: [u32; 3]| {
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        };
        faces = faces.into_iter().flat_map(cut).collect();
    }
    (points, faces)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six times the volume inside, positive if all faces look outwards.
    fn volume(points: &[Vec3], triangles: &[[u32; 3]]) -> f64 {
        triangles.iter().map(|t| t.map(|v| points[v as usize])).map(|[a, b, c]| dot(a, cross(b, c))).sum()
    }

    #[test]
    fn balls_and_tubes_look_outwards() {
        let (points, faces) = ball(2);
        assert_eq!((points.len(), faces.len()), (66, 128));
        let whole = 6.0 * 4.0 / 3.0 * std::f64::consts::PI;
        assert!((0.9..1.0).contains(&(volume(&points, &faces) / whole)));
        let line = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
        let tube = tubes(&line, &[[0, 1]], 0.1);
        let own = &tube.triangles[..2 * SIDES];
        // The sides alone: their flux through the origin's cone is that of the whole tube but for its caps.
        assert!(volume(&tube.points, own) > 0.0);
        assert_eq!(tube.points.len(), 2 * SIDES + 2 * 66);
        assert!(tube.owners.iter().all(|&owner| owner < 2));
        assert!(tubes(&line, &[[0, 9]], 0.1).triangles.len() == 128, "only the end that is there");
    }
}
