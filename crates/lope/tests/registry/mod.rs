//! Everything the laws of derivatives go over. Models, kinds of energies and shapes are matched one by one, so what is
//! added to the library and not here does not compile.

#![allow(dead_code, reason = "each law uses a part")]

mod barrier;
mod joint;
mod load;
mod shell;

use std::cell::RefCell;
use std::sync::Arc;

use lope::contact::self_collision::{self, Flesh, Scope, SelfCollision};
use lope::contact::{
    CollisionSpringLaw, CollisionSprings, Grid, Interpolation, Obstacle, Operation, Penalty, PlacedShape,
    Pose, Shape, Vertices,
};
use lope::energy::attachment::Attachment;
use lope::energy::drag::Drag;
use lope::energy::gravity::Gravity;
use lope::energy::rayleigh::Rayleigh;
use lope::energy::spring::{Form, Springs};
use lope::energy::strain::StrainEnergy;
use lope::energy::{Acts, Energy, Interaction, Kind, Points, Weighted};
use lope::geometry::{Primitive, PrimitiveKind};
use lope::material::{Material, Model, Parameters, build};

use crate::differences::Random;

pub(crate) const MU: f64 = 2.0;
pub(crate) const LAMBDA: f64 = 3.0;

/// Every material there is, with the logarithmic variant.
pub(crate) fn materials() -> Vec<Arc<dyn Material>> {
    let mut list = Vec::new();
    for model in Model::ALL {
        let make = |log| build(model, Parameters::from_lame(model, MU, LAMBDA), log);
        list.push(make(false));
        if model == Model::StableNeoHookean {
            list.push(make(true));
        }
    }
    list
}

/// An energy and a state to check it at.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) x: Vec<f64>,
    /// One of them.
    acts: RefCell<Acts>,
}

impl Case {
    /// The energy with what it has at a state.
    pub(crate) fn at<T>(&self, x: &[f64], ask: impl FnOnce(&dyn Energy) -> T) -> T {
        let mut acts = self.acts.borrow_mut();
        acts.collect(x);
        ask(acts.get(0))
    }

    /// What the stencils of the energy are made of.
    pub(crate) fn points(&self) -> Points {
        self.acts.borrow().interactions.first().map_or(Points::Nodes, |one| one.points().clone())
    }

    /// The same at the state of the case.
    pub(crate) fn here<T>(&self, ask: impl FnOnce(&dyn Energy) -> T) -> T {
        self.at(&self.x, ask)
    }
}

/// Nine points three times: at rest, a little stretched, and anywhere.
struct Places {
    rest: Vec<f64>,
    near: Vec<f64>,
    far: Vec<f64>,
}

/// Every energy there is.
pub(crate) fn energies() -> Vec<Case> {
    let mut random = Random(5);
    let rest: Vec<f64> = (0..27).map(|_| 2.0 * random.next()).collect();
    let near = rest.iter().map(|x| 1.1 * x + 1e-3 * random.next()).collect();
    let far = rest.iter().map(|_| 2.0 * random.next()).collect();
    let places = Places { rest, near, far };
    let mut list = Vec::new();
    for &kind in Kind::ALL {
        let cases = cases(kind, &places);
        assert!(!cases.is_empty(), "{kind:?} has no case");
        assert!(cases.iter().all(|case| case.here(|one| one.kind()) == kind), "{kind:?} has cases of others");
        list.extend(cases);
    }
    list
}

/// Points between nodes, and one that is a node.
fn between() -> Vertices {
    let mut points = Weighted::default();
    for k in 0..8 {
        points.push([(k, 0.94), ((k + 3) % 9, 0.07), ((k + 5) % 9, 0.04), ((k + 1) % 9, -0.05)]);
    }
    points.push([(8, 1.0)]);
    points.into()
}

fn case(name: impl Into<String>, energy: impl Energy, x: &[f64]) -> Case {
    let acts = Acts { energies: vec![Box::new(energy)], ..Acts::default() };
    Case { name: name.into(), x: x.to_vec(), acts: RefCell::new(acts) }
}

fn changing(name: impl Into<String>, interaction: impl Interaction, x: &[f64]) -> Case {
    let acts = Acts { interactions: vec![Box::new(interaction)], ..Acts::default() };
    Case { name: name.into(), x: x.to_vec(), acts: RefCell::new(acts) }
}

fn cases(kind: Kind, places: &Places) -> Vec<Case> {
    let Places { rest: _, near, far } = places;
    let mut random = Random(11);
    let points: Arc<[u32]> = (0..5).collect();
    let mass: Vec<f64> = (0..5).map(|_| 2.0 + random.next()).collect();
    let targets = (0..5).map(|_| [random.next(), random.next(), random.next()]).collect();
    match kind {
        Kind::Strain => strains(places)
            .into_iter()
            .flat_map(|(name, strain)| {
                let anywhere = !strain.material().needs_positive_det();
                let far_off = anywhere.then(|| case(format!("{name}, far off"), strain.clone(), far));
                [case(format!("{name}, near rest"), strain, near)].into_iter().chain(far_off)
            })
            .collect(),
        Kind::Rayleigh => strains(places)
            .into_iter()
            .map(|(name, strain)| {
                let mut damping = Rayleigh::new(Arc::new(strain), 0.3);
                damping.relag(near);
                case(format!("{name}, damping"), damping, far)
            })
            .collect(),
        Kind::Bending => shell::angles(places),
        Kind::QuadraticBending => shell::quadratic(places),
        Kind::Springs => [Form::Hookean, Form::Squared]
            .map(|form| {
                let pairs: Arc<[u32]> = (0..6).flat_map(|t| [t, t + 1, t + 2, t + 3]).collect();
                let springs = Springs::new(pairs, vec![0.9; 12], vec![3.0; 12], form);
                case(format!("{form:?} springs"), springs.expect("shapes that make sense"), far)
            })
            .into(),
        Kind::Attachment => {
            let places = [([0, 4, 7, 2], [0.4, 0.3, 0.2, 0.1]), ([5, 3, 2, 8], [0.5, 0.9, -0.3, -0.1])];
            let embedded = Attachment::embedded(places, Vec::clone(&targets), 4.0);
            vec![
                case("attachment", Attachment::new(points, targets, 4.0), far),
                case("attachment of points between nodes", embedded, far),
            ]
        }
        Kind::Gravity => vec![case("gravity", Gravity::new(points, mass, [0.1, -9.81, 0.4]), far)],
        Kind::Drag => vec![case("drag", Drag::new(points, mass, 0.7), far)],
        Kind::DeadLoad => load::dead(far),
        Kind::Pressure => load::pressures(places),
        Kind::Follower => load::followers(near, far),
        Kind::Wind => load::winds(near, far),
        Kind::Muscle => load::muscles(places),
        Kind::Tendon => load::tendons(places),
        Kind::Joint => joint::joints(places),
        Kind::CollisionSprings => {
            let springs = |(shape, obstacle): (String, Obstacle)| {
                let law = CollisionSpringLaw { stiffness: 4.0, friction: 0.3, margin: 0.1 };
                let mut made = [(0..9).collect(), between()]
                    .map(|vertices| CollisionSprings::new("solid", vertices, obstacle.clone(), law));
                for springs in &mut made {
                    springs.begin(far, 0.0);
                    let active = springs.active().count();
                    assert!((1..9).contains(&active), "{shape} has {active} contacts");
                }
                let [springs, embedded] = made;
                // Some have come out since, others are deeper.
                let later: Vec<f64> = far.iter().map(|x| x + 0.3 * random.next()).collect();
                [
                    changing(format!("springs out of {shape}, where they began"), springs.clone(), far),
                    changing(format!("springs out of {shape}, later"), springs, &later),
                    changing(format!("springs of points out of {shape}, later"), embedded, &later),
                ]
            };
            obstacles().into_iter().flat_map(springs).collect()
        }
        Kind::Penalty => {
            let penalty = |(shape, obstacle): (String, Obstacle)| {
                let penalty = Penalty::new("solid", (0..9).collect(), obstacle.clone(), 5.0, 0.3);
                let embedded = Penalty::new("solid", between(), obstacle, 5.0, 0.3);
                [
                    changing(format!("penalties of {shape}"), penalty, far),
                    changing(format!("penalties of {shape} on points"), embedded, far),
                ]
            };
            obstacles().into_iter().flat_map(penalty).collect()
        }
        Kind::SelfCollision => {
            let bodies = vec![cube([0.0; 3], 0), cube([0.8, 0.24, 0.1], 8)];
            let mut x: Vec<f64> =
                bodies.iter().flat_map(|body| body.rest.iter().flatten().copied()).collect();
            x.iter_mut().for_each(|x| *x += 0.03 * random.next());
            let law =
                self_collision::PenaltyLaw { friction: 0.3, ..self_collision::PenaltyLaw::new(3.0, 1.0) };
            vec![changing("collision", SelfCollision::new("contact", law, bodies, Scope::Between), &x)]
        }
        Kind::Barrier => barrier::barriers(),
        Kind::BarrierFriction => barrier::frictions(),
        Kind::Foreign => Vec::new(),
    }
}

/// A cube of five tetrahedra.
fn cube(offset: [f64; 3], first: u32) -> Flesh {
    let corner = |i: u32| [0, 1, 2].map(|axis| f64::from(i >> axis & 1) + offset[axis]);
    let tets = [[0, 1, 3, 5], [0, 3, 2, 6], [0, 5, 4, 6], [3, 5, 6, 7], [0, 3, 6, 5]];
    let tets = tets.map(|tet| tet.map(|node| node + first)).to_vec();
    Flesh { nodes: first..first + 8, tets, rest: (0..8).map(corner).collect() }
}

/// Solids and membranes of every material.
fn strains(places: &Places) -> Vec<(String, StrainEnergy)> {
    let tets: Arc<[u32]> = (0..6).flat_map(|t| [t, t + 1, t + 2, t + 3]).collect();
    let triangles: Arc<[u32]> = (0..7).flat_map(|t| [t, t + 1, t + 2]).collect();
    let mut list = Vec::new();
    for material in materials() {
        let solid = StrainEnergy::tets(&places.rest, tets.clone(), material.clone());
        let plane = StrainEnergy::triangles(&places.rest, triangles.clone(), material.clone());
        let membrane = StrainEnergy::membranes(&places.rest, triangles.clone(), 0.8, material.clone());
        for (kind, strain) in [("tets", solid), ("triangles", plane), ("membranes", membrane)] {
            list.push((format!("{} {kind}", material.name()), strain.expect("shapes that make sense")));
        }
    }
    list
}

/// Every shape there is, turned and shifted.
pub(crate) fn obstacles() -> Vec<(String, Obstacle)> {
    let turned = [[0.8, -0.6, 0.0], [0.6, 0.8, 0.0], [0.0, 0.0, 1.0]];
    let pose = Pose { rotation: turned, translation: [0.1, -0.2, 0.3] };
    let placed = |shape: Shape| (named(&shape), Obstacle::held(shape, pose));
    shapes().into_iter().map(placed).collect()
}

/// Every shape there is, about three metres large.
pub(crate) fn shapes() -> Vec<Shape> {
    let part = |shape: Shape, x: f64| PlacedShape {
        shape,
        pose: Pose { translation: [x, 0.0, 0.0], ..Pose::default() },
    };
    let ball = |radius: f64, x: f64| part(Shape::Simple(Primitive::Sphere { radius }), x);
    let grid = Grid::of_shape(&Shape::Simple(Primitive::Sphere { radius: 1.6 }), 24, Interpolation::Cubic);
    let list = vec![
        Shape::HalfSpace { normal: [0.6, 0.0, 0.8] },
        Shape::Simple(Primitive::Sphere { radius: 1.6 }),
        Shape::Simple(Primitive::Box { size: [2.4, 3.0, 3.2] }),
        Shape::Simple(Primitive::Capsule { radius: 1.3, height: 1.2 }),
        Shape::Simple(Primitive::Cylinder { radius: 1.5, height: 2.8 }),
        Shape::Simple(Primitive::Torus { radius: 1.2, tube: 0.7 }),
        Shape::Simple(Primitive::Cone { radius: 1.9, height: 2.8, top: 0.6 }),
        Shape::Plate { half: 0.9, hole: 0.6, rim: 0.4 },
        Shape::Simple(Primitive::Sphere { radius: 1.7 }).complement(),
        Shape::composed(Operation::Union, vec![ball(1.3, -0.5), ball(1.2, 0.6)]),
        Shape::Grid(Arc::new(grid.expect("a grid"))),
    ];
    let names: Vec<String> = list.iter().map(named).collect();
    assert!((1..list.len()).all(|i| !names[..i].contains(&names[i])) && names.len() == 11, "{names:?}");
    for kind in PrimitiveKind::ALL {
        assert!(names.contains(&format!("a {}", kind.name())), "{kind:?} is not in the list");
    }
    list
}

/// What a shape is called. A shape that is added gets a name here, and a place in the list above.
fn named(shape: &Shape) -> String {
    let name = match shape {
        Shape::HalfSpace { .. } => "a half space",
        Shape::Simple(solid) => return format!("a {}", solid.kind().name()),
        Shape::Plate { .. } => "a plate",
        Shape::Complement(_) => "a complement",
        Shape::Composite(_) => "a composite",
        Shape::Grid(_) => "a grid",
    };
    name.to_owned()
}
