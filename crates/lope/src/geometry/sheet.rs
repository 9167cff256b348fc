//! Cloth and rope: triangles of a sheet and edges of a line, and places for copies.

use super::mesh::TriMesh;
use super::shape::{ShapeError, check_cells, check_length};

/// How a sheet is cut into triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Two triangles a cell, with diagonals that alternate.
    Regular,
    /// Two triangles a cell, with diagonals that are all parallel.
    Diagonal,
    /// Four triangles a cell, around its middle.
    Crossed,
    /// As many vertices as regular, moved at random, with Delaunay's triangles between them: no direction is
    /// preferred, no angle is below 25° in square cells, the boundary stays straight.
    Random {
        /// The same seed makes the same sheet.
        seed: u64,
    },
}

/// Points and the pairs of them that edges join.
pub type Line = (Vec<[f64; 3]>, Vec<[u32; 2]>);

/// How often the vertices of a random sheet are moved, and the triangles between them chosen anew.
const ROUNDS: usize = 4;
/// How far a move may go, in cells.
const MOVE: f64 = 0.35;
/// The least sine of an angle after a move, about 25°, in a sheet of square cells.
const LEAST_SINE: f64 = 0.423;

/// A sheet of edge lengths `size` along x and z in the plane y = 0, centred at the origin, of `cells` cells along
/// each. Triangles are counter-clockwise seen from above.
pub fn sheet(size: [f64; 2], cells: [u32; 2], pattern: Pattern) -> Result<TriMesh, ShapeError> {
    for k in 0..2 {
        check_length("sheet", ["size along x", "size along z"][k], size[k])?;
        check_cells("sheet", ["along x", "along z"][k], cells[k], 1)?;
    }
    let [nx, ny] = cells.map(f64::from);
    let corners = 3.0 * if pattern == Pattern::Crossed { 4.0 } else { 2.0 } * nx * ny;
    if corners > f64::from(u32::MAX) {
        return Err(ShapeError::TooMany { shape: "sheet", count: corners });
    }
    let mut flat = Flat::grid(cells, pattern);
    if let Pattern::Random { seed } = pattern {
        let mut random = Random(seed);
        for _ in 0..ROUNDS {
            flat.shake(cells, &mut random);
            flat.turn_edges();
        }
    }
    let place = |[u, v]: [f64; 2]| [size[0] * (u / nx - 0.5), 0.0, size[1] * (0.5 - v / ny)];
    let points = flat.points.into_iter().map(place).collect();
    Ok(TriMesh { points, triangles: flat.triangles, ..TriMesh::default() })
}

/// An open tube about the y axis, centred at the origin, of `cells` cells around and along it; diagonals alternate where there is an
/// even number around. Triangles are counter-clockwise seen from outside.
pub fn tube(radius: f64, height: f64, cells: [u32; 2]) -> Result<TriMesh, ShapeError> {
    check_length("tube", "radius", radius)?;
    check_length("tube", "height", height)?;
    check_cells("tube", "around the axis", cells[0], 3)?;
    check_cells("tube", "along the axis", cells[1], 1)?;
    let mut rolled = sheet([1.0, 1.0], cells, Pattern::Regular)?;
    let row = cells[0] + 1;
    // The last column is the first one again.
    let mut kept = Vec::with_capacity(rolled.points.len());
    for (number, [x, _, z]) in (0u32..).zip(&rolled.points) {
        if number % row < cells[0] {
            let (sin, cos) = (std::f64::consts::TAU * (x + 0.5)).sin_cos();
            kept.push([radius * sin, -height * z, radius * cos]);
        }
    }
    rolled
        .triangles
        .as_flattened_mut()
        .iter_mut()
        .for_each(|v| *v = *v / row * cells[0] + *v % row % cells[0]);
    Ok(TriMesh { points: kept, ..rolled })
}

/// A straight rope along x, centred at the origin: points and the edges between neighbours.
pub fn rope(rope_length: f64, segments: u32) -> Result<Line, ShapeError> {
    check_length("rope", "length", rope_length)?;
    check_cells("rope", "along the rope", segments, 1)?;
    let at = |i: u32| [rope_length * (f64::from(i) / f64::from(segments) - 0.5), 0.0, 0.0];
    Ok(((0..=segments).map(at).collect(), (0..segments).map(|i| [i, i + 1]).collect()))
}

/// Places for a grid of copies, `spacing` apart along each axis and centred at the origin; x first, then y (up), so
/// that a count of [1, n, 1] is a stack from below.
pub fn copies(count: [u32; 3], spacing: [f64; 3]) -> impl Iterator<Item = [f64; 3]> {
    let at = move |k: usize, i: u32| spacing[k] * (f64::from(i) - (f64::from(count[k]) - 1.0) / 2.0);
    (0..count[2]).flat_map(move |c| {
        (0..count[1]).flat_map(move |b| (0..count[0]).map(move |a| [at(0, a), at(1, b), at(2, c)]))
    })
}

/// Numbers in [−1, 1) from a linear congruential generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Triangles in the plane, in units of cells.
struct Flat {
    points: Vec<[f64; 2]>,
    /// Counter-clockwise.
    triangles: Vec<[u32; 3]>,
}

impl Flat {
    fn grid(cells: [u32; 2], pattern: Pattern) -> Self {
        let [nx, ny] = cells;
        let row = nx + 1;
        let mut points: Vec<[f64; 2]> =
            (0..=ny).flat_map(|j| (0..=nx).map(move |i| [f64::from(i), f64::from(j)])).collect();
        let mut triangles = Vec::new();
        for j in 0..ny {
            for i in 0..nx {
                let a = i + j * row;
                let [b, c, d] = [a + 1, a + row + 1, a + row];
                if pattern == Pattern::Crossed {
                    let m = points.len() as u32;
                    points.push([f64::from(i) + 0.5, f64::from(j) + 0.5]);
                    triangles.extend([[a, b, m], [b, c, m], [c, d, m], [d, a, m]]);
                } else if (i + j) % 2 == 0 || pattern == Pattern::Diagonal {
                    triangles.extend([[a, b, c], [a, c, d]]);
                } else {
                    triangles.extend([[a, b, d], [b, c, d]]);
                }
            }
        }
        Flat { points, triangles }
    }

    /// Moves every vertex at random, along the boundary if it is there, unless an angle around it gets too small.
    fn shake(&mut self, cells: [u32; 2], random: &mut Random) {
        let mut star = vec![Vec::new(); self.points.len()];
        for (t, triangle) in self.triangles.iter().enumerate() {
            triangle.iter().for_each(|v| star[*v as usize].push(t));
        }
        for v in 0..self.points.len() {
            let old = self.points[v];
            let fixed = [0, 1].map(|k| old[k] == 0.0 || old[k] == f64::from(cells[k]));
            let step = [random.next(), random.next()];
            self.points[v] = [0, 1].map(|k| if fixed[k] { old[k] } else { old[k] + MOVE * step[k] });
            if !star[v].iter().all(|t| self.least_sine(*t) > LEAST_SINE) {
                self.points[v] = old;
            }
        }
    }

    /// The least sine of the angles of a triangle; negative if it is turned over.
    fn least_sine(&self, triangle: usize) -> f64 {
        let [a, b, c] = self.triangles[triangle].map(|v| self.points[v as usize]);
        let edge = |p: [f64; 2], q: [f64; 2]| (q[0] - p[0]).hypot(q[1] - p[1]);
        let [x, y, z] = [edge(a, b), edge(b, c), edge(c, a)];
        let area = cross(a, b, c);
        (area / (x * y)).min(area / (y * z)).min(area / (z * x))
    }

    /// Turns edges until every triangle is one of Delaunay's: the two angles opposite to an edge sum to 180° at most.
    fn turn_edges(&mut self) {
        loop {
            let mut sides: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * self.triangles.len());
            for (t, [a, b, c]) in self.triangles.iter().enumerate() {
                sides.extend([(a, b), (b, c), (c, a)].map(|(p, q)| ([*p.min(q), *p.max(q)], t as u32)));
            }
            sides.sort_unstable();
            let mut touched = vec![false; self.triangles.len()];
            let mut turned = false;
            for pair in sides.chunk_by(|a, b| a.0 == b.0).filter(|pair| pair.len() == 2) {
                let [s, t] = [pair[0].1 as usize, pair[1].1 as usize];
                if touched[s] || touched[t] {
                    continue;
                }
                if let Some(turned_pair) = self.better_pair(s, t, pair[0].0) {
                    [self.triangles[s], self.triangles[t]] = turned_pair;
                    [touched[s], touched[t], turned] = [true; 3];
                }
            }
            if !turned {
                return;
            }
        }
    }

    /// The two triangles over the other diagonal, if it is the better one.
    fn better_pair(&self, s: usize, t: usize, [p, q]: [u32; 2]) -> Option<[[u32; 3]; 2]> {
        let third = |t: usize| self.triangles[t].into_iter().find(|v| *v != p && *v != q);
        let (mut c, mut d) = (third(s)?, third(t)?);
        let at = |v: u32| self.points[v as usize];
        // c on the left of the edge from p to q.
        if cross(at(p), at(q), at(c)) < 0.0 {
            (c, d) = (d, c);
        }
        let angle = |v: u32| {
            let [u, w] = [p, q].map(|end| [at(end)[0] - at(v)[0], at(end)[1] - at(v)[1]]);
            (u[0] * w[1] - u[1] * w[0]).abs().atan2(u[0] * w[0] + u[1] * w[1])
        };
        (angle(c) + angle(d) > std::f64::consts::PI + 1e-9).then_some([[d, q, c], [p, d, c]])
    }
}

/// Twice the signed area of a triangle.
fn cross(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_covers_the_sheet_face_up() {
        for pattern in [Pattern::Regular, Pattern::Diagonal, Pattern::Crossed, Pattern::Random { seed: 7 }] {
            let made = sheet([2.0, 1.0], [20, 10], pattern).unwrap();
            let mut area = 0.0;
            for t in 0..made.triangles.len() {
                let [a, b, c] = made.corners(t);
                let up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
                assert!(up > 0.0, "{pattern:?}: triangle {t}");
                area += up / 2.0;
            }
            assert!((area - 2.0).abs() < 1e-12, "{pattern:?}: {area}");
            assert_eq!(made.bounds(), Some([[-1.0, 0.0, -0.5], [1.0, 0.0, 0.5]]));
            // A disc: points − edges + triangles = 1, and the boundary has the edges of the cells.
            let (p, e, f) = (made.points.len(), made.edges().len(), made.triangles.len());
            assert_eq!((p + f, 2 * e - 3 * f), (e + 1, 60), "{pattern:?}");
        }
    }

    #[test]
    fn tubes_are_round_open_and_face_outwards() {
        let made = tube(0.5, 2.0, [24, 6]).unwrap();
        assert_eq!((made.points.len(), made.triangles.len()), (24 * 7, 24 * 6 * 2));
        // Two rims, no other border: points − edges + triangles = 0.
        assert_eq!(made.points.len() + made.triangles.len(), made.edges().len());
        assert!(made.points.iter().all(|p| (p[0].hypot(p[2]) - 0.5).abs() < 1e-12));
        assert_eq!(made.bounds().map(|[low, high]| [low[1], high[1]]), Some([-1.0, 1.0]));
        // By its faces the volume is that of a prism without its ends, which have a third of it.
        let prism = 0.5 * 24.0 * 0.25 * (std::f64::consts::TAU / 24.0).sin() * 2.0;
        assert!((made.enclosed_volume() - 2.0 / 3.0 * prism).abs() < 1e-12, "{}", made.enclosed_volume());
        assert!(tube(1.0, 1.0, [2, 1]).is_err() && tube(0.0, 1.0, [8, 1]).is_err());
    }

    #[test]
    fn random_sheets_look_random_and_have_good_angles() {
        let made = |seed| sheet([1.0, 1.0], [24, 24], Pattern::Random { seed }).unwrap();
        assert_eq!(made(3), made(3));
        let (a, regular) = (made(3), sheet([1.0, 1.0], [24, 24], Pattern::Regular).unwrap());
        assert_ne!(a.points, made(4).points);
        let moved = a.points.iter().zip(&regular.points).filter(|(p, q)| p != q).count();
        assert!(2 * moved > a.points.len(), "{moved} of {}", a.points.len());
        let mut valence = vec![0; a.points.len()];
        a.triangles.iter().flatten().for_each(|v| valence[*v as usize] += 1);
        assert!([5, 6, 7].iter().all(|n| valence.iter().filter(|v| *v == n).count() > 20));
        let flat =
            Flat { points: a.points.iter().map(|p| [p[0], -p[2]]).collect(), triangles: a.triangles.clone() };
        let least = (0..flat.triangles.len()).map(|t| flat.least_sine(t)).fold(1.0, f64::min);
        assert!(least > LEAST_SINE - 1e-9, "{least}");
    }

    #[test]
    fn ropes_and_copies_are_centred() {
        let (points, edges) = rope(2.0, 4).unwrap();
        assert_eq!((points[0], points[4]), ([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]));
        assert_eq!(edges, [[0, 1], [1, 2], [2, 3], [3, 4]]);
        let stack: Vec<[f64; 3]> = copies([1, 3, 1], [1.0, 0.5, 1.0]).collect();
        assert_eq!(stack, [[0.0, -0.5, 0.0], [0.0, 0.0, 0.0], [0.0, 0.5, 0.0]]);
        for error in [
            rope(-1.0, 3).unwrap_err(),
            rope(1.0, 0).unwrap_err(),
            sheet([1.0, f64::NAN], [2, 2], Pattern::Regular).unwrap_err(),
            sheet([1.0, 1.0], [0, 2], Pattern::Regular).unwrap_err(),
            sheet([1.0, 1.0], [u32::MAX; 2], Pattern::Crossed).unwrap_err(),
        ] {
            assert!(error.to_string().contains("give "), "{error}");
        }
    }
}
