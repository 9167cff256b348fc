//! Tetrahedra between points of a grid, without a rounding error.
//!
//! Lifted to the height |p|² above space, the lower side of the convex hull of points is their Delaunay triangulation. Points
//! of a grid lie on common spheres by the dozen, so every height is raised by a random amount that is less than the height by
//! which the nearest point lies below a plane through others: no five are then on a plane, flat tetrahedra, which stand
//! upright up there, never belong to the lower side, and every point is a corner. From one triangle of the surface the
//! hull is unwrapped tetrahedron by tetrahedron. All is computed in whole numbers.

use std::collections::BTreeSet;

use super::noise::Noise;

/// Heights are counted in such parts of the square of a cell, ...
const UNIT: i64 = 1 << 24;
/// ... and raised by less than so many.
const RAISE: f64 = (1 << 20) as f64;

/// A point and its height.
type Lifted = [i64; 4];

/// The tetrahedra of points that are distinct, fill a box from 0 to `cells`, and contain its corners and the point (1, 0, 0).
pub(super) fn delaunay(points: &[[i64; 3]], cells: [i64; 3]) -> Vec<[u32; 4]> {
    let whole = 6 * cells.iter().product::<i64>();
    // Heights that do not tell all points apart make tetrahedra that overlap or stop short: others are drawn then.
    (0..).find_map(|seed| unwrap(&lift(points, seed), whole)).unwrap_or_default()
}

fn lift(points: &[[i64; 3]], seed: u64) -> Vec<Lifted> {
    let mut noise = Noise::new(seed);
    let raise = |noise: &mut Noise| (RAISE * 0.5 * (noise.signed() + 1.0)) as i64;
    points.iter().map(|&[x, y, z]| [x, y, z, UNIT * (x * x + y * y + z * z) + raise(&mut noise)]).collect()
}

/// The lower side of the hull, if its tetrahedra fill the volume (six times that is given) and no more.
fn unwrap(points: &[Lifted], whole: i64) -> Option<Vec<[u32; 4]>> {
    let (mut tets, mut filled) = (Vec::new(), 0);
    let first = first_triangle(points)?;
    let mut faces = vec![first];
    let mut open = BTreeSet::from([sorted(first)]);
    while let Some(face) = faces.pop() {
        if !open.remove(&sorted(face)) {
            continue;
        }
        let Some((apex, volume)) = lowest_ahead(points, face) else { continue };
        filled += volume;
        if filled > whole {
            return None;
        }
        let ([a, b, c], d) = (face, apex);
        tets.push([a, b, c, d]);
        // The other faces, with what is not yet filled ahead; one that waited is between two tetrahedra now.
        for face in [[a, d, c], [a, b, d], [b, c, d]] {
            if !open.remove(&sorted(face)) {
                open.insert(sorted(face));
                faces.push(face);
            }
        }
    }
    (filled == whole).then_some(tets)
}

fn sorted(mut face: [u32; 3]) -> [u32; 3] {
    face.sort_unstable();
    face
}

/// The triangle over the edge from the origin to (1, 0, 0) in the plane z = 0.
fn first_triangle(points: &[Lifted]) -> Option<[u32; 3]> {
    let find = |at: [i64; 3]| points.iter().position(|p| p[..3] == at);
    let (a, b) = (find([0; 3])?, find([1, 0, 0])?);
    let rise = points[b][3] - points[a][3];
    let slope = |p: &Lifted| (i128::from(p[3] - points[a][3] - p[0] * rise), i128::from(p[1]));
    let flat = (0..points.len()).filter(|&i| points[i][2] == 0 && points[i][1] > 0);
    let third = flat.min_by(|&i, &j| {
        let ((rise_i, run_i), (rise_j, run_j)) = (slope(&points[i]), slope(&points[j]));
        (rise_i * run_j).cmp(&(rise_j * run_i))
    })?;
    Some([a, b, third].map(|i| i as u32))
}

/// The point ahead of a triangle whose plane with it has all others above, and six times the volume of the tetrahedron.
fn lowest_ahead(points: &[Lifted], face: [u32; 3]) -> Option<(u32, i64)> {
    let [a, b, c] = face.map(|i| points[i as usize]);
    let (u, v) = (minus(b, a), minus(c, a));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let mut best = None;
    let mut plane = [0_i128; 4];
    for (index, &point) in points.iter().enumerate() {
        let d = minus(point, a);
        let volume = normal[0] * d[0] + normal[1] * d[1] + normal[2] * d[2];
        if volume <= 0 {
            continue;
        }
        let height: i128 = (0..4).map(|k| plane[k] * i128::from(d[k])).sum();
        if best.is_none() || height < 0 {
            best = Some((index as u32, volume));
            plane = through(u, v, d);
        }
    }
    best
}

fn minus(p: Lifted, q: Lifted) -> Lifted {
    [0, 1, 2, 3].map(|k| p[k] - q[k])
}

/// What a fourth row makes of the determinant of three: the volume of these in space for the height.
fn through(u: Lifted, v: Lifted, w: Lifted) -> [i128; 4] {
    let minor = |[i, j, k]: [usize; 3]| {
        let [u, v, w] = [u, v, w].map(|row| [i, j, k].map(|column| i128::from(row[column])));
        u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0])
            + u[2] * (v[0] * w[1] - v[1] * w[0])
    };
    [-minor([1, 2, 3]), minor([0, 2, 3]), -minor([0, 1, 3]), minor([0, 1, 2])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_point_is_inside_a_circumscribed_sphere() {
        let grid: Vec<[i64; 3]> = (0..5 * 4 * 3).map(|i| [i % 5, i / 5 % 4, i / 20]).collect();
        let tets = delaunay(&grid, [4, 3, 2]);
        for tet in &tets {
            let [a, b, c, d] =
                tet.map(|i| grid[i as usize]).map(|[x, y, z]| [x, y, z, x * x + y * y + z * z]);
            let plane = through(minus(b, a), minus(c, a), minus(d, a));
            assert!(plane[3] > 0, "turned over or flat");
            for &[x, y, z] in &grid {
                let e = minus([x, y, z, x * x + y * y + z * z], a);
                assert!((0..4).map(|k| plane[k] * i128::from(e[k])).sum::<i128>() >= 0);
            }
        }
    }

    #[test]
    fn points_that_fill_no_box_are_not_searched_for_ever() {
        let corner = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
        assert_eq!(unwrap(&lift(&corner, 0), 6), None);
        assert_eq!(unwrap(&lift(&corner, 0), 1).map(|tets| tets.len()), Some(1));
    }
}
