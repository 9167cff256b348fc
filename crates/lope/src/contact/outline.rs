//! Outlines of obstacles in the plane z = 0: what barriers meet in two dimensions.

use std::collections::HashMap;

use super::profile::Profile;
use super::shape::Shape;
use super::surface::lattice;
use crate::geometry::Primitive;
use crate::math::vec3::mix;

/// Cells along the longest edge of what has no outline of its own.
const CELLS: u32 = 400;
/// How far from the outline corners of cells are at least, in cells.
const NEAR: f64 = 0.02;

/// Points and the edges between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// Places, z being 0, m.
    pub points: Vec<[f64; 3]>,
    /// Pairs of points.
    pub edges: Vec<[u32; 2]>,
}

/// The outline of a shape in its own coordinates. What has no end is taken as far as it lies around a disc of things to
/// meet: its centre, in the same coordinates, and its radius.
pub fn outline(shape: &Shape, center: [f64; 3], radius: f64) -> Outline {
    match *shape {
        // Its corners alone: the middle of a side would be a corner more to be met.
        Shape::Simple(Primitive::Box { size: [width, height, _] }) => {
            let [x, y] = [0.5 * width, 0.5 * height];
            let mut outline = Outline::default();
            outline.ring([[-x, -y], [x, -y], [x, y], [-x, y]].into_iter());
            outline
        }
        Shape::Simple(solid) => mirrored(&Profile::of(solid)),
        Shape::Plate { half, hole, rim } => {
            mirrored(&Profile::plate(half, hole, rim, hole + 2.0 * radius + center[0].abs()))
        }
        Shape::Complement(ref inner) => outline(inner, center, radius),
        Shape::HalfSpace { .. } | Shape::Composite(_) | Shape::Grid(_) => marched(shape, center, radius),
    }
}

impl Outline {
    /// Adds a closed polygon.
    fn ring(&mut self, corners: impl Iterator<Item = [f64; 2]>) {
        let first = self.points.len() as u32;
        self.points.extend(corners.map(|[x, y]| [x, y, 0.0]));
        let count = self.points.len() as u32 - first;
        self.edges.extend((0..count).map(|i| [first + i, first + (i + 1) % count]));
    }
}

fn mirrored(profile: &Profile) -> Outline {
    let mut outline = Outline::default();
    let mirror = |[x, y]: [f64; 2]| [-x, y];
    match profile {
        Profile::Open(points) => {
            // The ends lie on the axis: once each, and not at all in the middle of a flat end.
            let corner = |end: usize, next: usize| points[end][1] != points[next][1];
            let last = points.len() - 1;
            let from = usize::from(!corner(0, 1));
            let to = if corner(last, last - 1) { last } else { last - 1 };
            let back = (1..last).rev().map(|i| mirror(points[i]));
            outline.ring(points[from..=to].iter().copied().chain(back));
        }
        Profile::Closed(points) => {
            outline.ring(points.iter().copied());
            outline.ring(points.iter().copied().map(mirror));
        }
    }
    outline
}

/// By marching over triangles, two to a cell: corners are cut off within a cell.
fn marched(shape: &Shape, center: [f64; 3], radius: f64) -> Outline {
    let mut outline = Outline::default();
    let [low, high] = lattice(shape, center, radius, (CELLS, 2));
    let spacing = (high[0] - low[0]).max(high[1] - low[1]) / f64::from(CELLS);
    if !(spacing.is_finite() && spacing > 0.0) {
        return outline;
    }
    let count = [0, 1].map(|i| ((high[i] - low[i]) / spacing).ceil() as usize + 1);
    let point = |n: usize| {
        let at = [n % count[0], n / count[0]];
        [low[0] + at[0] as f64 * spacing, low[1] + at[1] as f64 * spacing, 0.0]
    };
    // What is nearly on the outline is inside, or edges would have no length.
    let near = NEAR * spacing;
    let clear = |value: f64| if value.abs() < near { -near } else { value };
    let values: Vec<f64> = (0..count[0] * count[1]).map(|n| clear(shape.bound(point(n)))).collect();
    let mut known: HashMap<[usize; 2], u32> = HashMap::new();
    for n in 0..values.len() {
        if n % count[0] + 1 == count[0] || n / count[0] + 1 == count[1] {
            continue;
        }
        let diagonal = n + 1 + count[0];
        for corners in [[n, n + 1, diagonal], [n, diagonal, n + count[0]]] {
            let sides = [0, 1, 2].map(|i| {
                let (a, b) = (corners[i], corners[(i + 1) % 3]);
                [a.min(b), a.max(b)]
            });
            let crossed = sides.into_iter().filter(|&[a, b]| (values[a] <= 0.0) != (values[b] <= 0.0));
            let ends: Vec<u32> = crossed
                .map(|[a, b]| {
                    *known.entry([a, b]).or_insert_with(|| {
                        let t = values[a] / (values[a] - values[b]);
                        outline.points.push(mix(point(a), point(b), t));
                        outline.points.len() as u32 - 1
                    })
                })
                .collect();
            if let [a, b] = ends[..] {
                outline.edges.push([a, b]);
            }
        }
    }
    outline
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::contact::{Operation, PlacedShape, Pose};
    use crate::geometry::PrimitiveKind;
    use crate::math::vec3::distance;

    /// Its length, if every point has two edges.
    fn length(outline: &Outline) -> f64 {
        let mut met = vec![0; outline.points.len()];
        outline.edges.as_flattened().iter().for_each(|&point| met[point as usize] += 1);
        assert!(met.iter().all(|&count| count == 2), "{met:?}");
        let point = |i: u32| outline.points[i as usize];
        outline.edges.iter().map(|&[a, b]| distance(point(a), point(b))).sum()
    }

    #[test]
    fn outlines_are_closed_and_lie_on_their_shapes() {
        for kind in PrimitiveKind::ALL {
            let solid = kind.example();
            let exact = match solid {
                Primitive::Box { size: [x, y, _] } => 2.0 * (x + y),
                Primitive::Sphere { radius } => 2.0 * PI * radius,
                Primitive::Torus { tube, .. } => 4.0 * PI * tube,
                Primitive::Cylinder { radius, height } => 4.0 * radius + 2.0 * height,
                Primitive::Capsule { radius, height } => 2.0 * PI * radius + 2.0 * height,
                Primitive::Cone { radius, height, top } => {
                    2.0 * (radius + top) + 2.0 * height.hypot(radius - top)
                }
            };
            let shape = Shape::Simple(solid);
            for shape in [shape.clone(), shape.complement()] {
                let found = outline(&shape, [0.0; 3], 1.0);
                assert!(
                    found.points.iter().all(|p| p[2] == 0.0 && shape.nearest(*p).distance.abs() < 1e-14),
                    "{kind:?}"
                );
                let share = length(&found) / exact;
                assert!((0.995..1.0 + 1e-12).contains(&share), "{kind:?}: {share}");
            }
        }
        let plate = Shape::Plate { half: 0.1, hole: 0.5, rim: 0.05 };
        assert!(length(&outline(&plate, [0.0; 3], 1.0)) > 8.0);
    }

    #[test]
    fn compositions_have_outlines() {
        let part = |x| PlacedShape {
            shape: Shape::Simple(Primitive::Sphere { radius: 0.5 }),
            pose: Pose { translation: [x, 0.0, 0.0], ..Pose::default() },
        };
        // Two discs through each other's middle: two arcs of 240 degrees.
        let both = Shape::composed(Operation::Union, vec![part(-0.25), part(0.25)]);
        let found = outline(&both, [0.0; 3], 1.0);
        let share = length(&found) / (2.0 * 4.0 / 3.0 * PI * 0.5);
        assert!((share - 1.0).abs() < 5e-3, "{share}");
        let edge = |&[a, b]: &[u32; 2]| distance(found.points[a as usize], found.points[b as usize]);
        assert!(found.edges.iter().all(|ends| edge(ends) > 1e-5));
    }
}
