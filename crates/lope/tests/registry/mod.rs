//! Everything the laws of derivatives go over. Models, kinds of energies and shapes are matched one by one, so what is
//! added to the library and not here does not compile.

#![allow(dead_code, reason = "each law uses a part")]

use std::sync::Arc;

use lope::contact::{
    CollisionSprings, Grid, Interpolation, Law, Obstacle, Operation, Part, Penalty, Pose, Shape,
};
use lope::energy::attachment::Attachment;
use lope::energy::drag::Drag;
use lope::energy::gravity::Gravity;
use lope::energy::nonrigid_damping::NonrigidDamping;
use lope::energy::rayleigh::Rayleigh;
use lope::energy::spring::{Form, Springs};
use lope::energy::strain::StrainEnergy;
use lope::energy::{Energy, Kind};
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
        match model {
            Model::StableNeoHookean => list.push(make(true)),
            Model::FixedCorotated
            | Model::Corotated
            | Model::Arap
            | Model::Stvk
            | Model::NeoHookean
            | Model::SymmetricDirichlet
            | Model::SymmetricGradient => {}
        }
    }
    list
}

/// An energy and a state to check it at.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) energy: Box<dyn Energy>,
    pub(crate) x: Vec<f64>,
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
        assert!(cases.iter().all(|case| case.energy.kind() == kind), "{kind:?} has cases of others");
        list.extend(cases);
    }
    list
}

fn case(name: impl Into<String>, energy: impl Energy + 'static, x: &[f64]) -> Case {
    Case { name: name.into(), energy: Box::new(energy), x: x.to_vec() }
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
                let mut damping = Rayleigh::new(strain.into(), 0.3);
                damping.relag(near);
                case(format!("{name}, damping"), damping, far)
            })
            .collect(),
        Kind::Springs => [Form::Hookean, Form::Squared]
            .map(|form| {
                let pairs: Arc<[u32]> = (0..6).flat_map(|t| [t, t + 1, t + 2, t + 3]).collect();
                let springs = Springs::new(pairs, vec![0.9; 12], vec![3.0; 12], form);
                case(format!("{form:?} springs"), springs.expect("shapes that make sense"), far)
            })
            .into(),
        Kind::Attachment => vec![case("attachment", Attachment::new(points, targets, 4.0), far)],
        Kind::Gravity => vec![case("gravity", Gravity::new(points, mass, [0.1, -9.81, 0.4]), far)],
        Kind::Drag => vec![case("drag", Drag::new(points, mass, 0.7), far)],
        Kind::NonrigidDamping => vec![case("nonrigid damping", NonrigidDamping::new(0..9, 0.4), far)],
        Kind::CollisionSprings => {
            let springs = |(shape, obstacle): (String, Obstacle)| {
                let law = Law { stiffness: 4.0, friction: 0.3, margin: 0.1 };
                let mut springs = CollisionSprings::new("solid", (0..9).collect(), obstacle, law);
                springs.begin_step(far, 0.0);
                let active = springs.active().count();
                assert!((1..9).contains(&active), "{shape} has {active} contacts");
                // Some have come out since, others are deeper.
                let later: Vec<f64> = far.iter().map(|x| x + 0.3 * random.next()).collect();
                [
                    case(format!("springs out of {shape}, where they began"), springs.clone(), far),
                    case(format!("springs out of {shape}, later"), springs, &later),
                ]
            };
            obstacles().into_iter().flat_map(springs).collect()
        }
        Kind::Penalty => {
            let penalty = |(shape, obstacle): (String, Obstacle)| {
                let penalty = Penalty::new("solid", (0..9).collect(), obstacle, 5.0, 0.3);
                case(format!("penalties of {shape}"), penalty, far)
            };
            obstacles().into_iter().map(penalty).collect()
        }
        Kind::Foreign => Vec::new(),
    }
}

/// Solids and membranes of every material.
fn strains(places: &Places) -> Vec<(String, StrainEnergy)> {
    let tets: Arc<[u32]> = (0..6).flat_map(|t| [t, t + 1, t + 2, t + 3]).collect();
    let triangles: Arc<[u32]> = (0..7).flat_map(|t| [t, t + 1, t + 2]).collect();
    let mut list = Vec::new();
    for material in materials() {
        let solid = StrainEnergy::tets(&places.rest, tets.clone(), material.clone());
        let plane = StrainEnergy::triangles(&places.rest, triangles.clone(), material.clone());
        for (kind, strain) in [("tets", solid), ("triangles", plane)] {
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
    let part =
        |shape: Shape, x: f64| Part { shape, pose: Pose { translation: [x, 0.0, 0.0], ..Pose::default() } };
    let ball = |radius: f64, x: f64| part(Shape::Ball { radius }, x);
    let grid = Grid::of_shape(&Shape::Ball { radius: 1.6 }, 24, Interpolation::Cubic);
    let list = vec![
        Shape::HalfSpace { normal: [0.6, 0.0, 0.8] },
        Shape::Ball { radius: 1.6 },
        Shape::Cuboid { half: [1.2, 1.5, 1.6] },
        Shape::Capsule { radius: 1.3, half: 0.6 },
        Shape::Cylinder { radius: 1.5, half: 1.4 },
        Shape::Torus { radius: 1.2, tube: 0.7 },
        Shape::Cone { base: 1.9, top: 0.6, half: 1.4 },
        Shape::Plate { half: 0.9, hole: 0.6, rim: 0.4 },
        Shape::Ball { radius: 1.7 }.complement(),
        Shape::composed(Operation::Union, vec![ball(1.3, -0.5), ball(1.2, 0.6)]),
        Shape::Grid(Arc::new(grid.expect("a grid"))),
    ];
    let names: Vec<String> = list.iter().map(named).collect();
    assert!((1..list.len()).all(|i| !names[..i].contains(&names[i])) && names.len() == 11, "{names:?}");
    list
}

/// What a shape is called. A shape that is added gets a name here, and a place in the list above.
fn named(shape: &Shape) -> String {
    let name = match shape {
        Shape::HalfSpace { .. } => "a half space",
        Shape::Ball { .. } => "a ball",
        Shape::Cuboid { .. } => "a cuboid",
        Shape::Capsule { .. } => "a capsule",
        Shape::Cylinder { .. } => "a cylinder",
        Shape::Torus { .. } => "a torus",
        Shape::Cone { .. } => "a cone",
        Shape::Plate { .. } => "a plate",
        Shape::Complement(_) => "a complement",
        Shape::Composite(_) => "a composite",
        Shape::Grid(_) => "a grid",
    };
    name.to_owned()
}
