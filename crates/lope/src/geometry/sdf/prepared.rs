//! An expression made ready for many evaluations: boxes around the parts, transforms inverted.
//!
//! Parts whose box is too far away to matter are skipped, point by point in meaning and batch by batch in fact:
//! the value at a point never depends on its neighbours in the batch.

use super::super::primitive::Primitive;
use super::formula::{self, LANES, Lanes};
use super::support::reach_from_axis;
use super::{Field, Sdf};

/// An expression ready to be evaluated.
#[derive(Clone, Debug)]
pub struct Prepared {
    root: Node,
    has_features: bool,
}

impl Prepared {
    /// Makes an expression ready.
    pub fn new(solid: &Sdf) -> Self {
        Prepared { root: Node::new(solid), has_features: solid.has_features() }
    }
}

impl Field for Prepared {
    fn values(&self, points: &[[f64; 3]], out: &mut [f64]) {
        let mut values = [0.0; LANES];
        for (points, out) in points.chunks(LANES).zip(out.chunks_mut(LANES)) {
            self.root.values(&Lanes::new(points), &mut values);
            out.copy_from_slice(&values[..out.len()]);
        }
    }

    fn bounds(&self) -> [[f64; 3]; 2] {
        self.root.bounds
    }

    fn has_features(&self) -> bool {
        self.has_features
    }
}

#[derive(Clone, Debug)]
struct Node {
    bounds: [[f64; 3]; 2],
    /// Outside, the value is at least this fraction of the distance to the solid; 0 if nothing is known.
    exactness: f64,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Simple(Primitive),
    /// Inverse radii and the smallest radius.
    Ellipsoid([f64; 3], f64),
    /// Smooth if the radius is positive.
    Union(Vec<Node>, f64),
    /// The signs tell the parts to keep (1) from those to remove (−1).
    Intersection(Vec<(f64, Node)>),
    Shell(Box<Node>, f64),
    Twist(Box<Node>, f64),
    Repeat(Box<Node>, [u32; 3], [f64; 3]),
    /// The inverse: rows of the matrix, translation, and the smallest factor of the scale.
    Transform(Box<Node>, [[f64; 3]; 3], [f64; 3], f64),
}

impl Node {
    fn new(solid: &Sdf) -> Self {
        let nodes = |parts: &[Sdf]| parts.iter().map(Node::new).collect::<Vec<_>>();
        let least = |parts: &[Node]| parts.iter().map(|part| part.exactness).fold(1.0, f64::min);
        let (kind, exactness) = match solid {
            Sdf::Simple(solid) => (Kind::Simple(*solid), 1.0),
            Sdf::Ellipsoid { radii } => {
                let smallest = radii.iter().copied().fold(f64::INFINITY, f64::min);
                let largest = radii.iter().copied().fold(0.0, f64::max);
                (Kind::Ellipsoid(radii.map(|r| 1.0 / r), smallest), smallest / largest)
            }
            Sdf::Union(parts) => {
                let parts = nodes(parts);
                let exactness = least(&parts);
                (Kind::Union(parts, 0.0), exactness)
            }
            Sdf::SmoothUnion { parts, radius } => {
                let parts = nodes(parts);
                // The box has grown by as much as the values may have sunk.
                let exactness = if least(&parts) == 1.0 { 1.0 } else { 0.0 };
                (Kind::Union(parts, radius.max(0.0)), exactness)
            }
            Sdf::Intersection(parts) => {
                (Kind::Intersection(nodes(parts).into_iter().map(|part| (1.0, part)).collect()), 0.0)
            }
            Sdf::Difference(parts) => {
                let signed = nodes(parts).into_iter().enumerate();
                let signed = signed.map(|(i, part)| (if i == 0 { 1.0 } else { -1.0 }, part));
                (Kind::Intersection(signed.collect()), 0.0)
            }
            Sdf::Shell { part, thickness } => {
                let part = Node::new(part);
                let exactness = part.exactness;
                (Kind::Shell(Box::new(part), *thickness), exactness)
            }
            Sdf::Twist { part, rate } => (Kind::Twist(Box::new(Node::new(part)), *rate), 0.0),
            Sdf::Repeat { part, count, spacing } => {
                let part = Node::new(part);
                let exactness = part.exactness;
                (Kind::Repeat(Box::new(part), *count, *spacing), exactness)
            }
            Sdf::Transform { part, by } => {
                let part = Node::new(part);
                let inverse =
                    [0, 1, 2].map(|row| [0, 1, 2].map(|column| by.rotation[column][row] / by.scale[row]));
                let factor = by.scale.iter().fold(f64::INFINITY, |least: f64, s| least.min(s.abs()));
                let largest = by.scale.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
                let exactness = part.exactness * factor / largest;
                (Kind::Transform(Box::new(part), inverse, by.translation, factor), exactness)
            }
        };
        Node { bounds: solid.bounds(), exactness, kind }
    }

    fn values(&self, p: &Lanes, out: &mut [f64; LANES]) {
        match &self.kind {
            Kind::Simple(solid) => formula::simple(solid, p, out),
            Kind::Ellipsoid(inverse, smallest) => formula::ellipsoid(*inverse, *smallest, p, out),
            Kind::Union(parts, radius) => union(parts, *radius, p, out),
            Kind::Intersection(parts) => {
                out[..p.len].fill(if parts.is_empty() { f64::INFINITY } else { f64::NEG_INFINITY });
                let mut values = [0.0; LANES];
                for (sign, part) in parts {
                    part.values(p, &mut values);
                    (0..p.len).for_each(|i| out[i] = out[i].max(sign * values[i]));
                }
            }
            Kind::Shell(part, thickness) => {
                part.values(p, out);
                out[..p.len].iter_mut().for_each(|value| *value = value.max(-thickness - *value));
            }
            Kind::Twist(part, rate) => twist(part, *rate, p, out),
            Kind::Repeat(part, count, spacing) => repeat(part, *count, *spacing, p, out),
            Kind::Transform(part, inverse, translation, factor) => {
                let mut q = Lanes::empty(p.len);
                for i in 0..p.len {
                    let d = [p.x[i] - translation[0], p.y[i] - translation[1], p.z[i] - translation[2]];
                    let [a, b, c] = inverse;
                    q.x[i] = a[0] * d[0] + a[1] * d[1] + a[2] * d[2];
                    q.y[i] = b[0] * d[0] + b[1] * d[1] + b[2] * d[2];
                    q.z[i] = c[0] * d[0] + c[1] * d[1] + c[2] * d[2];
                }
                part.values(&q, out);
                out[..p.len].iter_mut().for_each(|value| *value *= factor);
            }
        }
    }

    /// Distance of each lane from the box around the solid; 0 inside.
    fn distance_to_bounds(&self, p: &Lanes, out: &mut [f64; LANES]) {
        let [low, high] = self.bounds;
        for i in 0..p.len {
            let x = (low[0] - p.x[i]).max(p.x[i] - high[0]).max(0.0);
            let y = (low[1] - p.y[i]).max(p.y[i] - high[1]).max(0.0);
            let z = (low[2] - p.z[i]).max(p.z[i] - high[2]).max(0.0);
            out[i] = (x * x + y * y + z * z).sqrt();
        }
    }
}

/// The least value, or the blend of values nearer to each other than `radius`: the polynomial smooth minimum
/// min(a, b) − (radius − |a − b|)₊² / (4 radius), whose slopes are weighted means of those of a and b.
fn union(parts: &[Node], radius: f64, p: &Lanes, out: &mut [f64; LANES]) {
    let n = p.len.min(LANES);
    out[..n].fill(f64::INFINITY);
    let (mut values, mut far) = ([0.0; LANES], [0.0; LANES]);
    for (number, part) in parts.iter().enumerate() {
        // A part that is farther than the least value by the radius changes nothing. In a plain union its value
        // may be less than its distance: that changes values outside, but neither signs nor the surface.
        let exactness = if radius > 0.0 { part.exactness } else { 1.0 };
        if number > 0 && exactness > 0.0 {
            part.distance_to_bounds(p, &mut far);
            if (0..n).all(|i| exactness * far[i] >= out[i] + radius) {
                continue;
            }
        } else {
            far[..n].fill(0.0);
        }
        part.values(p, &mut values);
        if radius > 0.0 && number > 0 {
            for i in 0..n {
                let h = (radius - (out[i] - values[i]).abs()).max(0.0);
                let blended = out[i].min(values[i]) - h * h / (4.0 * radius);
                out[i] = if exactness * far[i] >= out[i] + radius { out[i] } else { blended };
            }
        } else {
            for i in 0..n {
                out[i] = if far[i] >= out[i] { out[i] } else { out[i].min(values[i]) };
            }
        }
    }
}

/// A twist shears by rate·r at the distance r from the axis, which stretches by at most (s + √(s² + 4))/2 for a
/// shear s. The way from a point to the surface stays within the larger of its own r and that of the part.
fn twist(part: &Node, rate: f64, p: &Lanes, out: &mut [f64; LANES]) {
    let mut q = *p;
    for i in 0..p.len {
        let (sin, cos) = (rate * p.y[i]).sin_cos();
        q.x[i] = cos * p.x[i] - sin * p.z[i];
        q.z[i] = sin * p.x[i] + cos * p.z[i];
    }
    part.values(&q, out);
    let reach = reach_from_axis(part.bounds);
    for i in 0..p.len {
        let shear = rate.abs() * p.x[i].hypot(p.z[i]).max(reach);
        out[i] *= 2.0 / (shear + (shear * shear + 4.0).sqrt());
    }
}

/// The union of the copies that can be nearest: those whose centres are within the part's size and a step.
fn repeat(part: &Node, count: [u32; 3], spacing: [f64; 3], p: &Lanes, out: &mut [f64; LANES]) {
    let [low, high] = part.bounds;
    let most = count.map(|n| f64::from(n.saturating_sub(1)));
    // Copies on either side of the nearest one; fewer than all only where there are many.
    let reach = [0, 1, 2].map(|k| (low[k].abs().max(high[k].abs()) / spacing[k]).floor() + 1.0);
    let some = [0, 1, 2].map(|k| 2.0 * reach[k] < most[k]);
    let copies = [0, 1, 2].map(|k| if some[k] { 2.0 * reach[k] } else { most[k] } as u32);
    // Where the copy of a number is, counted from the first, or from `reach` before the nearest.
    let shifted = |k: usize, x: f64, number: u32| {
        let nearest = (x / spacing[k] + most[k] / 2.0).round();
        let first = if some[k] { (nearest - reach[k]).clamp(0.0, most[k] - 2.0 * reach[k]) } else { 0.0 };
        x - (first + f64::from(number) - most[k] / 2.0) * spacing[k]
    };
    out[..p.len].fill(f64::INFINITY);
    let (mut q, mut values, mut far) = (Lanes::empty(p.len), [0.0; LANES], [0.0; LANES]);
    for c in 0..=copies[2] {
        (0..p.len).for_each(|i| q.z[i] = shifted(2, p.z[i], c));
        for b in 0..=copies[1] {
            (0..p.len).for_each(|i| q.y[i] = shifted(1, p.y[i], b));
            for a in 0..=copies[0] {
                (0..p.len).for_each(|i| q.x[i] = shifted(0, p.x[i], a));
                part.distance_to_bounds(&q, &mut far);
                if (0..p.len).all(|i| far[i] >= out[i]) {
                    continue;
                }
                part.values(&q, &mut values);
                for i in 0..p.len {
                    out[i] = if far[i] >= out[i] { out[i] } else { out[i].min(values[i]) };
                }
            }
        }
    }
}
