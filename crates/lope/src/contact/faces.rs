//! The smooth faces of a composite, and the nearest point of its surface among them.
//!
//! Every formula is a tree of "all of" and "any of" over solids with one smooth face: half spaces, balls, endless
//! cylinders and cones, rings. A point q of the surfaces of some of them is on the surface of the whole if among the
//! sectors that these surfaces cut its neighbourhood into some are inside and some outside. That also settles parts
//! that merely touch: of a face that two parts share, both sides are inside. Where one of these parts ends, as at the foot
//! of a step, the same plane is a face of the whole again, but two solids have it, and see it from opposite sides: the
//! normal is that of the side on which the whole is not.
//!
//! Faces are visited from near to far. The distance to the surface of a face bounds the distance to each of its
//! creases, so close to the whole, where contact is, few are looked at.

use rayon::prelude::*;

use super::composite::{Composite, Operation};
use super::crease::{Crease, Root, corner, crease};
use super::obstacle::Pose;
use super::revolve::{Side, funnel, turned};
use super::shape::{Sample, Shape};
use crate::geometry::Primitive;
use crate::math::vec3::{along, dot, norm, sub};

/// Sectors are looked into at this share of the size of things.
const PROBE: f64 = 1e-7;
/// Nearer than this share of the size of things, a direction is not taken from a difference of points.
const TOUCHING: f64 = 1e-12;

/// A solid with one smooth face.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Face {
    kind: Kind,
    pose: Pose,
    /// Whether the outside is meant.
    turned: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Simple(Shape),
    /// A cone without a base, its tip at the origin, with the normal of its side along ρ and y.
    Funnel([f64; 2]),
}

impl Kind {
    /// A length of it, if it has one.
    fn length(&self) -> f64 {
        match *self {
            Self::Simple(Shape::Simple(
                Primitive::Sphere { radius }
                | Primitive::Capsule { radius, .. }
                | Primitive::Torus { radius, .. },
            )) => radius,
            _ => 0.0,
        }
    }
}

impl Face {
    pub(super) fn sample(&self, p: [f64; 3]) -> Sample {
        let own = self.pose.back(p);
        let sample = match &self.kind {
            Kind::Simple(shape) => shape.sample(own),
            Kind::Funnel(normal) => turned(own, |at| funnel(at, *normal)),
        };
        let sample = self.pose.carry(sample);
        if self.turned { sample.negated() } else { sample }
    }

    /// Directions from its point q with the normal n to its two sides. At the tip of a cone −n may miss its inside.
    fn sides(&self, q: [f64; 3], n: [f64; 3], near: f64) -> [[f64; 3]; 2] {
        let tip = sub(q, self.pose.translation);
        if matches!(self.kind, Kind::Funnel(_)) && norm(tip) < near {
            let down = self.pose.turn([0.0, -1.0, 0.0]);
            return [down, down.map(|d| -d)];
        }
        [n, n.map(|n| -n)]
    }
}

/// How faces make a solid.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Face(usize),
    Any(Vec<Tree>),
    All(Vec<Tree>),
}

/// A composite as a tree over its smooth faces.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Faces {
    faces: Vec<Face>,
    tree: Tree,
    /// A length that says how large things are.
    size: f64,
    /// Points of the crease of faces i and j < i, at i (i − 1)/2 + j: where to look for the nearest one.
    seeds: Vec<Vec<[f64; 3]>>,
}

/// What the nearest point is found on.
enum Found {
    Face(Sample),
    Edge(Root),
}

impl Faces {
    /// None if a part is a grid.
    pub(super) fn of(whole: &Composite) -> Option<Self> {
        let mut faces = Self { faces: Vec::new(), tree: Tree::Any(Vec::new()), size: 0.0, seeds: Vec::new() };
        faces.tree = faces.composite(whole, Pose::default(), false)?;
        let pairs: Vec<[usize; 2]> =
            (0..faces.faces.len()).flat_map(|i| (0..i).map(move |j| [i, j])).collect();
        faces.seeds = pairs.par_iter().map(|pair| faces.scout(*pair)).collect();
        Some(faces)
    }

    /// Points of the crease of two faces, nearest to points all around.
    fn scout(&self, pair: [usize; 2]) -> Vec<[f64; 3]> {
        let [one, other] = pair.map(|i| &self.faces[i]);
        let center = [0, 1, 2].map(|k| 0.5 * (one.pose.translation[k] + other.pose.translation[k]));
        let size = self.size.max(1e-12);
        // Off every plane and axis of symmetry.
        let across = [-0.91, 0.07, 0.97];
        let mut seeds: Vec<[f64; 3]> = Vec::new();
        for n in 0..27 {
            let direction = [across[n % 3], 1.01 * across[n / 3 % 3], 0.98 * across[n / 9]];
            let p = along(center, size, direction);
            let Some(met) = crease(p, [one, other], p, 4.0 * size) else { continue };
            let far =
                |seed: &[f64; 3]| dot(sub(*seed, met.point), sub(*seed, met.point)) > 0.01 * size * size;
            if seeds.iter().all(far) {
                seeds.push(met.point);
            }
        }
        seeds
    }

    /// The nearest point of the crease of two faces that is found from p and from the nearest of its known points.
    fn crease(&self, p: [f64; 3], [i, j]: [usize; 2], scale: f64) -> Option<Crease> {
        let [i, j] = [i.max(j), i.min(j)];
        let seeds = &self.seeds[i * (i - 1) / 2 + j];
        let apart = |seed: &[f64; 3]| dot(sub(*seed, p), sub(*seed, p));
        let seed = seeds.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
        let pair = [&self.faces[i], &self.faces[j]];
        let met = [p, *seed].into_iter().filter_map(|start| crease(p, pair, start, scale));
        met.min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    fn composite(&mut self, whole: &Composite, pose: Pose, turned: bool) -> Option<Tree> {
        let operation = whole.operation();
        let mut below = Vec::new();
        for (i, part) in whole.parts().iter().enumerate() {
            let taken = operation == Operation::Difference && i > 0;
            below.push(self.split(&part.shape, pose.then(&part.pose), turned ^ taken)?);
        }
        // The outside of a union is the intersection of the outsides.
        Some(if (operation == Operation::Union) ^ turned { Tree::Any(below) } else { Tree::All(below) })
    }

    /// Takes a shape apart; `turned` if its outside is meant.
    fn split(&mut self, shape: &Shape, pose: Pose, turned: bool) -> Option<Tree> {
        match shape {
            Shape::Complement(inner) => return self.split(inner, pose, !turned),
            Shape::Composite(whole) => return self.composite(whole, pose, turned),
            Shape::Grid(_) => return None,
            _ => {}
        }
        let mut pieces = Vec::new();
        for piece in pieces_of(shape) {
            let mut faces = Vec::new();
            for (kind, shift, flipped) in piece {
                let translation = pose.apply(shift);
                let lengths = translation.into_iter().chain([kind.length()]);
                self.size = lengths.fold(self.size, |size, x| size.max(x.abs()));
                self.faces.push(Face { kind, pose: Pose { translation, ..pose }, turned: turned ^ flipped });
                faces.push(Tree::Face(self.faces.len() - 1));
            }
            pieces.push(if turned { Tree::Any(faces) } else { Tree::All(faces) });
        }
        Some(if turned { Tree::All(pieces) } else { Tree::Any(pieces) })
    }

    /// Whether a point is in the solid, or nearer to it than `slack`: parts that share a face have no gap.
    fn inside(&self, tree: &Tree, p: [f64; 3], slack: f64) -> bool {
        match tree {
            Tree::Face(i) => self.faces[*i].sample(p).value <= slack,
            Tree::Any(below) => below.iter().any(|tree| self.inside(tree, p, slack)),
            Tree::All(below) => below.iter().all(|tree| self.inside(tree, p, slack)),
        }
    }

    /// The way out of the whole from a point q where surfaces meet: the middle of the sectors around it that are outside.
    /// `into` are directions into each of them. None if all are alike, and q is not on the surface of the whole.
    fn outward(&self, q: [f64; 3], into: &[[f64; 3]], scale: f64) -> Option<[f64; 3]> {
        let (mut out, mut outside) = ([0.0; 3], 0);
        let (mut any_out, mut any_in) = (None, None);
        for d in into.iter().map(|d| d.map(|x| x / dot(*d, *d).sqrt())) {
            if self.inside(&self.tree, along(q, PROBE * scale, d), TOUCHING * scale) {
                any_in = Some(d);
            } else {
                any_out = any_out.or(Some(d));
                (out, outside) = (along(out, 1.0, d), outside + 1);
            }
        }
        let (some_out, some_in) = (any_out?, any_in?);
        let length = norm(out);
        Some(match outside {
            1 => some_out,
            _ if outside + 1 == into.len() => some_in.map(|d| -d),
            // Solids that touch at an edge: either way leads out.
            _ if length < 1e-3 => some_out,
            _ => out.map(|d| d / length),
        })
    }

    /// The level set; none if no point of the surface is found.
    pub(super) fn sample(&self, p: [f64; 3]) -> Option<Sample> {
        let scale = self.scale(p);
        let mut near: Vec<(usize, Sample)> =
            self.faces.iter().enumerate().map(|(i, face)| (i, face.sample(p))).collect();
        near.sort_by(|(_, a), (_, b)| a.value.abs().total_cmp(&b.value.abs()));
        let mut best = f64::INFINITY;
        let mut found = None;
        for (i, sample) in &near {
            let q = along(p, -sample.value, sample.gradient);
            let sides = self.faces[*i].sides(q, sample.gradient, TOUCHING * scale);
            if let Some(out) = self.outward(q, &sides, scale) {
                let facing = dot(out, sample.gradient) >= 0.0;
                let sample = if facing { *sample } else { sample.negated() };
                (best, found) = (sample.value.abs(), Some(Found::Face(sample)));
                break;
            }
        }
        // A crease that is as near as a face is where that face ends.
        let nearer = |best: f64| best - TOUCHING * scale;
        let mut creases: Vec<(usize, usize, Crease)> = Vec::new();
        for (a, (i, one)) in near.iter().enumerate() {
            if one.value.abs() >= nearer(best) {
                break;
            }
            for (b, (j, _)) in near[..a].iter().enumerate() {
                let Some(met) = self.crease(p, [*i, *j], scale) else { continue };
                if met.distance < nearer(best) {
                    if let Some(out) = self.outward(met.point, &met.sectors(), scale) {
                        (best, found) = (met.distance, Some(Found::Edge(met.root(out))));
                    }
                    creases.push((a, b, met));
                }
            }
        }
        for (a, b, met) in &creases {
            for (c, (k, third)) in near.iter().enumerate() {
                if met.distance >= nearer(best) || third.value.abs() >= nearer(best) {
                    break;
                }
                if c == *a || c == *b {
                    continue;
                }
                let faces = [&self.faces[near[*a].0], &self.faces[near[*b].0], &self.faces[*k]];
                for start in [met.point, p] {
                    let Some((q, sectors)) = corner(faces, start, scale) else { continue };
                    let from = sub(p, q);
                    let distance = norm(from);
                    if distance < nearer(best)
                        && let Some(out) = self.outward(q, &sectors, scale)
                    {
                        let root = Root { point: q, out, tangent: [0.0; 3], along: 0.0 };
                        (best, found) = (distance, Some(Found::Edge(root)));
                    }
                }
            }
        }
        Some(match found? {
            Found::Face(sample) => sample,
            Found::Edge(root) => root.sample(p, self.is_inside(p, best, scale), TOUCHING * scale),
        })
    }

    /// Whether a point that is at a distance from the surface is inside: also where it lies on a face that parts
    /// share.
    fn is_inside(&self, p: [f64; 3], distance: f64, scale: f64) -> bool {
        let aside = (PROBE * scale).min(0.5 * distance);
        self.inside(&self.tree, along(p, aside, [0.36, 0.48, 0.8]), 0.0)
    }

    /// How large things are, seen from a point.
    fn scale(&self, p: [f64; 3]) -> f64 {
        p.iter().fold(self.size, |size, x| size.max(x.abs())).max(1e-12)
    }

    /// Whether a value at a point may be nothing but rounding.
    pub(super) fn is_rounding(&self, p: [f64; 3], value: f64) -> bool {
        value.abs() <= TOUCHING * self.scale(p)
    }
}

/// What is on one side of a smooth face: of which kind, shifted by how much, and whether its outside is meant.
type Half = (Kind, [f64; 3], bool);

/// A simple shape as a union of intersections.
fn pieces_of(shape: &Shape) -> Vec<Vec<Half>> {
    let level = |y: f64| {
        let normal = [0.0, 1f64.copysign(y), 0.0];
        (Kind::Simple(Shape::HalfSpace { normal }), [0.0, y, 0.0], false)
    };
    let wall = |radius: f64, outside: bool| {
        let endless = Primitive::Capsule { radius, height: f64::INFINITY };
        (Kind::Simple(endless.into()), [0.0; 3], outside)
    };
    let tube = |radius: f64, half: f64| vec![wall(radius, false), level(half), level(-half)];
    match *shape {
        Shape::Simple(Primitive::Box { size }) => {
            let half = size.map(|length| 0.5 * length);
            let finite = (0..3).filter(|axis| half[*axis].is_finite());
            let sides = finite.flat_map(|axis| [(axis, 1.0), (axis, -1.0)]);
            let plane = |(axis, side): (usize, f64)| {
                let mut normal = [0.0; 3];
                normal[axis] = side;
                (Kind::Simple(Shape::HalfSpace { normal }), normal.map(|n| n * half[axis]), false)
            };
            vec![sides.map(plane).collect()]
        }
        Shape::Simple(Primitive::Cylinder { radius, height }) => vec![tube(radius, 0.5 * height)],
        Shape::Simple(Primitive::Cone { radius, height, top }) if radius <= top => {
            vec![tube(radius, 0.5 * height)]
        }
        Shape::Simple(Primitive::Cone { radius, height, top }) => {
            let half = 0.5 * height;
            let normal = Side::new(radius, top, half).normal;
            let tip = half + top * normal[0] / normal[1];
            let mut faces = vec![(Kind::Funnel(normal), [0.0, tip, 0.0], false), level(-half)];
            // At a tip the upper end has no face.
            faces.extend((top > 0.0).then(|| level(half)));
            vec![faces]
        }
        Shape::Plate { half, hole, rim } => {
            let slab = |half: f64, hole: f64| vec![wall(hole, true), level(half), level(-half)];
            if rim == 0.0 {
                return vec![slab(half, hole)];
            }
            // Flat parts that end where the rounding begins, and the rounding: together without a crease.
            let ring = |y: f64| {
                let round = Primitive::Torus { radius: hole + rim, tube: rim };
                vec![(Kind::Simple(round.into()), [0.0, y, 0.0], false)]
            };
            let mut pieces = vec![slab(half, hole + rim), ring(half - rim)];
            if half > rim {
                pieces.extend([ring(rim - half), slab(half - rim, hole)]);
            }
            pieces
        }
        Shape::Simple(Primitive::Sphere { .. } | Primitive::Torus { .. } | Primitive::Capsule { .. })
        | Shape::HalfSpace { .. }
        | Shape::Complement(_)
        | Shape::Composite(_)
        | Shape::Grid(_) => vec![vec![(Kind::Simple(shape.clone()), [0.0; 3], false)]],
    }
}
