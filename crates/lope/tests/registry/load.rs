//! Loads for the laws of derivatives.

use std::sync::Arc;

use lope::energy::load::{
    Air, DeadLoad, Faces, Fibres, Fill, Follower, Guide, Muscle, Pressure, Pull, Tendon, Wind, Window,
};
use lope::energy::{Energy, Timed};

use super::{Case, Places, case, changing};

const NAMES: [&str; 2] = ["load", "body.0.load.0"];

fn steady<T: Copy + Send + Sync + 'static>(value: T) -> Fill<T> {
    Arc::new(move |_, values| values.fill(value))
}

pub(super) fn dead(x: &[f64]) -> Vec<Case> {
    let law: Fill<[f64; 3]> = Arc::new(|_, values| {
        values.iter_mut().zip([0.3, -1.0, 2.0, 0.1, -0.4]).for_each(|(f, k)| *f = [k, 2.0 * k, 1.0 - k]);
    });
    let load =
        DeadLoad::new(NAMES, (0..5).collect(), vec![[0.2, 0.1, -0.3]; 5], Window::default(), false, law);
    vec![case("dead load", load, x)]
}

/// Closed surfaces: of a cube in space, and of a ring of edges in the plane.
pub(super) fn pressures(places: &Places) -> Vec<Case> {
    let cube = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7]];
    let ends = [[0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]];
    let faces = Faces::triangles(&[&cube[..], &ends].concat());
    assert!(faces.rim().is_empty(), "{:?}", faces.rim());
    let ring = Faces::edges(&[[0, 3], [3, 1], [1, 5], [5, 0]]);
    let flat = |x: &[f64]| -> Vec<f64> {
        x.iter().enumerate().map(|(i, x)| if i % 3 == 2 { 0.0 } else { *x }).collect()
    };
    let pressure =
        |faces: Faces, rest: &[f64]| Pressure::new(NAMES, faces, rest, Window::default(), false, steady(1.7));
    vec![
        case("pressure in space", pressure(faces.clone(), &places.rest), &places.near),
        case("pressure far off", pressure(faces, &places.rest), &places.far),
        case("pressure in the plane", pressure(ring, &flat(&places.rest)), &flat(&places.far)),
    ]
}

pub(super) fn followers(near: &[f64], far: &[f64]) -> Vec<Case> {
    let faces = Faces::triangles(&[[0, 1, 2], [2, 1, 3], [4, 5, 6]]);
    let mut pressure = Follower::pressure(NAMES, faces, Window::default(), false, steady(0.8));
    let mut torque = Follower::torque(
        NAMES,
        (0..6).collect(),
        vec![1.0, 0.5, 2.0, 1.0, 0.1, 0.7],
        Window::default(),
        false,
        steady([0.3, -1.0, 0.6]),
    );
    pressure.begin(near, 0.0);
    torque.begin(near, 0.0);
    vec![case("pressure that lags", pressure, far), case("torque", torque, far)]
}

pub(super) fn winds(near: &[f64], far: &[f64]) -> Vec<Case> {
    let wind = |faces: Faces, one_sided: bool| {
        let air = Air { density: 1.2, drag: 0.9, lift: 0.6, one_sided };
        let mut wind = Wind::new(NAMES, faces, air, near, Window::default(), false, steady([1.0, 0.4, -0.7]));
        wind.begin(near, 0.0);
        let velocity: Vec<f64> = far.iter().map(|x| 0.3 * x).collect();
        wind.take(near, &velocity);
        wind
    };
    let faces = Faces::triangles(&[[0, 1, 2], [2, 1, 3], [4, 5, 6], [6, 7, 8]]);
    let edges = Faces::edges(&[[0, 1], [1, 2], [2, 3]]);
    vec![
        case("wind", wind(faces.clone(), false), far),
        case("wind on a solid", wind(faces, true), far),
        case("wind in the plane", wind(edges, false), far),
    ]
}

pub(super) fn muscles(places: &Places) -> Vec<Case> {
    let muscle = |arity: usize, nodes: Vec<u32>, stress: f64| {
        let count = nodes.len() / arity;
        let fibres = Fibres::new(arity, nodes.into(), &places.rest, &vec![[0.3, 1.0, -0.4]; count]);
        Muscle::new(NAMES, fibres, Window::default(), false, steady(stress))
    };
    vec![
        case("muscle", muscle(4, vec![0, 1, 2, 3, 3, 4, 5, 6], 2.5), &places.far),
        case("muscle of a sheet", muscle(3, vec![0, 1, 2, 2, 5, 7], 2.5), &places.far),
    ]
}

pub(super) fn tendons(places: &Places) -> Vec<Case> {
    let inside = |a: u32| Guide::Point(vec![(a, 0.4), (a + 1, 0.3), (a + 2, 0.2), (a + 3, 0.1)]);
    let guides =
        [Guide::Fixed([0.5, 1.0, 0.2]), inside(0), inside(3), Guide::Point(vec![(8, 1.0)]), inside(1)];
    let tendon = |pull: Pull, value: f64| {
        Tendon::new(NAMES, &guides, pull, &places.rest, Window::default(), false, steady(value))
    };
    vec![
        changing("tendon that pulls", tendon(Pull::Force, 1.3), &places.far),
        changing("tendon that is wound up", tendon(Pull::Length { stiffness: 3.0 }, 0.7), &places.far),
    ]
}
