//! Surfaces that are near each other at every kind of nearest features.

use std::collections::{BTreeMap, BTreeSet};

use lope::contact::barrier::{
    Barrier, BarrierFriction, Collider, CollisionMesh, Gap, Plane, Profile, Rules, Sticking, Surfaces,
};
use lope::energy::{Energy, Interaction, Weighted};

use super::{Case, changing};
use crate::differences::Random;

type Point = [f64; 3];

/// The surface of a tetrahedron.
const SIDES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];

/// Surfaces and where their nodes are.
struct Place {
    name: String,
    mesh: CollisionMesh,
    gap: Gap,
    x: Vec<f64>,
    /// Nodes before those of the second collider, and of what comes after it.
    second: [usize; 2],
}

impl Place {
    fn surfaces(&self, gap: Gap) -> Surfaces {
        let rules = Rules {
            stiffness: None,
            rigid: 5.0,
            friction: 0.4,
            pairs: BTreeMap::new(),
            apart: BTreeSet::new(),
        };
        Surfaces::new(self.mesh.clone(), rules, gap)
    }

    /// The same with the second collider elsewhere, or, if there is one alone, all but what it is above.
    fn moved(&self, by: Point, random: &mut Random, noise: f64) -> Vec<f64> {
        let [first, end] = self.second;
        let mut x = self.x.clone();
        for (node, p) in x.chunks_exact_mut(3).enumerate() {
            let by = if (first..end).contains(&node) { by } else { [0.0; 3] };
            (0..3).for_each(|i| p[i] += by[i] + noise * random.next());
        }
        x
    }
}

/// Colliders of a place, in the order of their nodes.
#[derive(Default)]
struct Maker {
    colliders: Vec<Collider>,
    planes: Vec<Plane>,
    x: Vec<f64>,
    profile: Option<Profile>,
    thickness: f64,
}

impl Maker {
    /// Puts points there, each a node, with triangles or edges.
    fn put(mut self, points: &[Point], triangles: &[[u32; 3]], edges: &[[u32; 2]]) -> Self {
        let first = self.x.len() as u32 / 3;
        let mut nodes = Weighted::default();
        (0..points.len() as u32).for_each(|k| _ = nodes.push([(first + k, 1.0)]));
        self.x.extend(points.as_flattened());
        self.colliders.push(Collider {
            points: nodes,
            rest: points.to_vec(),
            triangles: triangles.to_vec(),
            edges: edges.to_vec(),
            young: 40.0,
            ..Collider::default()
        });
        self
    }

    fn solid(self, points: [Point; 4]) -> Self {
        self.put(&points, &SIDES, &[])
    }

    /// The last one is led.
    fn led(mut self) -> Self {
        let last = self.colliders.last_mut().expect("one");
        (last.led, last.young) = (true, f64::INFINITY);
        self
    }

    /// The last one is an outline in the plane.
    fn flat(mut self) -> Self {
        self.colliders.last_mut().expect("one").flat = true;
        self
    }

    fn plane(mut self, through: Point, normal: Point) -> Self {
        self.planes.push(Plane { name: "plane".into(), node: self.x.len() as u32 / 3, normal });
        self.x.extend(through);
        self
    }

    /// The points of the last one are means of its nodes from now on.
    fn embedded(mut self) -> Self {
        let last = self.colliders.last_mut().expect("one");
        let (count, first) = (last.rest.len() as u32, self.x.len() as u32 / 3 - last.rest.len() as u32);
        let mut points = Weighted::default();
        for k in 0..count {
            let node = |j: u32| first + (k + j) % count;
            points.push([(node(0), 0.8), (node(1), 0.1), (node(2), 0.06), (node(3), 0.04)]);
        }
        last.points = points;
        self
    }

    fn profile(mut self, profile: Profile, thickness: f64) -> Self {
        (self.profile, self.thickness) = (Some(profile), thickness);
        self
    }

    fn place(self, name: impl Into<String>) -> Place {
        let profile = self.profile.unwrap_or(Profile::Log);
        let gap = Gap { profile, dhat: 0.5, thickness: self.thickness };
        let mesh = CollisionMesh::new(&self.colliders, self.planes, 0.3);
        let sizes: Vec<usize> = self.colliders.iter().map(|collider| collider.rest.len()).collect();
        let second = if sizes.len() > 1 { [sizes[0], sizes[0] + sizes[1]] } else { [0, sizes[0]] };
        Place { name: name.into(), mesh, gap, x: self.x, second }
    }
}

/// A tetrahedron that points down with its first corner, at the origin.
const DART: [Point; 4] = [[0.0; 3], [0.7, 0.1, 1.3], [-0.4, 0.6, 1.2], [-0.3, -0.7, 1.4]];

fn moved(points: [Point; 4], by: Point) -> [Point; 4] {
    points.map(|p| [0, 1, 2].map(|i| p[i] + by[i]))
}

fn places() -> Vec<Place> {
    // A face, an edge and a corner on top.
    let face = [[-1.0, -1.1, 0.0], [1.4, -0.8, 0.1], [0.1, 1.5, -0.1], [0.1, 0.0, -1.4]];
    let roof = [[-1.3, 0.1, 0.0], [1.2, -0.1, 0.05], [0.1, 1.0, -1.2], [-0.1, -1.1, -1.3]];
    let peak = DART.map(|p| [p[0], p[1], -p[2]]);
    let across = [[0.15, -1.2, 0.0], [0.0, 1.1, 0.1], [1.1, 0.1, 1.2], [-1.0, 0.0, 1.3]];
    let mut all = vec![
        Maker::default().solid(face).solid(moved(DART, [0.13, 0.07, 0.3])).place("a corner over a face"),
        Maker::default().solid(roof).solid(moved(DART, [0.1, 0.04, 0.29])).place("a corner over an edge"),
        Maker::default().solid(peak).solid(moved(DART, [0.05, 0.08, 0.27])).place("a corner over a corner"),
        Maker::default().solid(roof).solid(moved(across, [0.0, 0.0, 0.2])).place("crossing edges"),
        Maker::default().solid(face).led().solid(moved(DART, [0.2, 0.1, 0.25])).place("over what is led"),
        Maker::default().solid(DART).plane([0.4, 0.2, -0.3], [0.28, 0.0, 0.96]).place("over a plane"),
        Maker::default()
            .solid(roof)
            .embedded()
            .solid(moved(DART, [0.1, 0.04, -0.15]))
            .embedded()
            .place("embedded surfaces"),
        Maker::default()
            .solid(roof)
            .solid(moved(DART, [0.1, 0.04, 0.0]))
            .embedded()
            .plane([0.0, 0.1, -1.6], [0.0, 0.0, 1.0])
            .place("an embedded surface over another and a plane"),
    ];
    // Edges a little off parallel: 0.02 of an angle.
    let beside = [[-0.9, 0.12, 0.25], [1.1, -0.03, 0.27], [0.1, 0.9, 1.3], [-0.1, -1.0, 1.2]];
    all.push(Maker::default().solid(roof).solid(beside).place("nearly parallel edges"));
    // Cloth over itself, ropes and points.
    let [near, far] = [[0.2, 0.3, 0.35], [-1.1, 1.2, 0.7]];
    let fold = [[-1.0, -1.0, 0.0], [1.0, -0.9, 0.05], [0.1, 1.0, 0.0], near, [1.5, 1.6, 0.6], far];
    all.push(Maker::default().put(&fold, &[[0, 1, 2], [2, 4, 5], [3, 4, 5]], &[]).place("cloth on itself"));
    let rope = [[-1.0, 0.05, 0.0], [0.2, 0.0, 0.05], [1.2, 0.1, 0.0]];
    let other = [[0.1, -1.0, 0.25], [0.0, 0.1, 0.3], [0.05, 1.1, 0.2]];
    let both = [[0, 1], [1, 2]];
    all.push(Maker::default().put(&rope, &[], &both).put(&other, &[], &both).place("ropes"));
    let dust = [[0.1, 0.2, 0.3], [-0.2, 0.1, 0.24], [0.1, 0.4, 0.5]];
    all.push(Maker::default().solid(face).put(&dust, &[], &[]).place("points over a face, and each other"));
    // In the plane: corner over edge, corner over corner.
    let square = |x: f64, y: f64| {
        [[x - 0.5, y - 0.6, 0.0], [x + 0.55, y - 0.5, 0.0], [x + 0.5, y + 0.5, 0.0], [x - 0.4, y + 0.5, 0.0]]
    };
    let around = [[0, 1], [1, 2], [2, 3], [3, 0]];
    for (name, x, y) in [("over an edge", 0.13, 1.35), ("at a corner", 1.2, 1.3)] {
        let maker = Maker::default().put(&square(0.0, 0.0), &[], &around).flat();
        let maker = maker.put(&square(x, y), &[], &around).flat();
        all.push(maker.plane([0.0, -0.9, 0.0], [0.0, 1.0, 0.0]).place(format!("outlines, {name}")));
    }
    for profile in [Profile::Rational, Profile::LogSquared] {
        let maker = Maker::default().solid(roof).solid(moved(DART, [0.1, 0.04, 0.3]));
        all.push(maker.profile(profile, 0.08).place(format!("{profile:?} and thick")));
    }
    all.extend(anyhow());
    all
}

/// Pairs of tetrahedra as they fall.
fn anyhow() -> Vec<Place> {
    let mut random = Random(91);
    let mut all = Vec::new();
    while all.len() < 12 {
        let [mut a, mut b] = [[[0.0; 3]; 4]; 2];
        a.iter_mut().chain(&mut b).flatten().for_each(|x| *x = random.next());
        b.iter_mut().for_each(|p| p[2] += 1.7);
        let place = Maker::default().solid(a).solid(b).place(format!("anyhow {}", all.len()));
        let mut barrier = Barrier::new(place.surfaces(place.gap));
        barrier.collect(&place.x);
        // Not through each other: one is above the other.
        let above = a.iter().all(|a| b.iter().all(|b| a[2] < b[2]));
        if above && barrier.least_gap() > 0.05 && barrier.least_gap() < 0.8 {
            all.push(place);
        }
    }
    all
}

pub(super) fn barriers() -> Vec<Case> {
    let make = |place: Place| {
        let mut barrier = Barrier::new(place.surfaces(place.gap));
        barrier.collect(&place.x);
        let gap = barrier.least_gap();
        assert!(!barrier.is_empty() && gap > 0.02 && gap < 0.9, "{}: {gap}", place.name);
        changing(format!("barrier: {}", place.name), barrier, &place.x)
    };
    let secants = places().into_iter().flat_map(|place| secants(&place));
    places().into_iter().map(make).chain(secants).collect()
}

/// The secant of what stays, has come a little nearer or farther, has come from out of range, and has gone there.
fn secants(place: &Place) -> Vec<Case> {
    let mut random = Random(23);
    let here = place.x.clone();
    let near = place.moved([0.02, 0.01, 0.03], &mut random, 0.01);
    // Upwards in space, to the side and upwards in the plane.
    let away = if place.name.starts_with("outlines") { [0.3, 0.9, 0.0] } else { [0.1, 0.2, 0.9] };
    let far = place.moved(away, &mut random, 0.0);
    let ways =
        [("stays", &here, &here), ("moves", &near, &here), ("comes", &far, &here), ("goes", &here, &far)];
    let mut all = Vec::new();
    for (how, from, to) in ways {
        let gap = Gap { profile: Profile::Rational, ..place.gap };
        let mut barrier = Barrier::new(place.surfaces(gap).by_secant());
        barrier.since(Some(from));
        barrier.collect(to);
        assert!(!barrier.is_empty(), "{}, {how}", place.name);
        all.push(changing(format!("secant, {how}: {}", place.name), barrier, to));
    }
    all
}

/// At velocities at which all stick, at which all slide, and at which some do.
pub(super) fn frictions() -> Vec<Case> {
    let mut random = Random(57);
    let mut all = Vec::new();
    for (number, place) in places().into_iter().enumerate() {
        let sticking = [Sticking::C1, Sticking::C0][number % 2];
        for (how, speed) in [("sticks", 0.1), ("slides", 30.0), ("begins to slide", 0.8)] {
            // A kink has no second derivative.
            if sticking == Sticking::C0 && how == "begins to slide" {
                continue;
            }
            let mut friction = BarrierFriction::new(place.surfaces(place.gap), 0.2, sticking, 2);
            friction.begin(&place.x, 0.0);
            assert!(!friction.stencils().is_empty(), "{}", place.name);
            let v: Vec<f64> = place.x.iter().map(|_| 0.2 * speed * random.next()).collect();
            all.push(changing(format!("friction {how}, {sticking:?}: {}", place.name), friction, &v));
        }
    }
    all
}
