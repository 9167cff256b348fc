//! Bending: flat, bent, folded until triangles touch, with needles, and anywhere.

use std::f64::consts::PI;

use lope::body::Bends;
use lope::energy::bending::{Bending, QuadraticBending, RestAngle};

use super::{Case, Places, case};
use crate::differences::Random;

/// A fan of five triangles with one inner vertex, and two more: elements with one, two and three edges, at these heights and with a
/// needle if asked.
fn surface(needle: bool) -> (Vec<f64>, Vec<[u32; 3]>) {
    let mut points = vec![[0.0, 0.1, 0.0]];
    points.extend((0..5).map(|k| {
        let angle = 1.3 * f64::from(k);
        [1.1 * angle.cos(), 0.05 * f64::from(k), angle.sin()]
    }));
    points.push([1.6, 0.2, 1.3]);
    points.push(if needle { [0.7, 0.1, 0.4005] } else { [2.4, -0.1, 0.2] });
    let mut triangles: Vec<[u32; 3]> = (0..5).map(|k| [0, 1 + (k + 1) % 5, 1 + k]).collect();
    triangles.extend([[1, 2, 6], [1, 6, 7]]);
    (points.concat(), triangles)
}

/// Two triangles at the z axis, folded by an angle.
fn folded(angle: f64) -> Vec<f64> {
    let turned = [-(angle.cos()), angle.sin(), 0.7];
    [[1.0, 0.0, 0.3], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0], turned].concat()
}

pub(super) fn angles(_places: &Places) -> Vec<Case> {
    let mut random = Random(3);
    let mut list = Vec::new();
    for needle in [false, true] {
        let (rest, triangles) = surface(needle);
        let bends = Bends::new(&triangles).expect("a surface");
        let near: Vec<f64> =
            rest.iter().map(|x| x + if needle { 1e-4 } else { 0.1 } * random.next()).collect();
        let far: Vec<f64> = rest.iter().map(|x| x + 0.7 * random.next()).collect();
        let states = [("at rest", &rest), ("near rest", &near), ("far off", &far)];
        for (state, x) in states {
            for at in [RestAngle::Mesh, RestAngle::Flat] {
                let name = format!("{state}, from {at:?}, needle {needle}");
                let edges = Bending::of_edges(&rest, bends.edges.clone(), 2.0, at);
                // At rest nothing is to be compared.
                if state != "at rest" || at == RestAngle::Flat {
                    list.push(case(format!("bending of edges {name}"), edges, x));
                    for (edges, nodes) in (1..).zip(bends.triangles.clone()) {
                        let set = Bending::of_triangles(&rest, nodes, edges, (2.0, 0.3), at);
                        list.push(case(format!("bending about {edges} edges of a triangle {name}"), set, x));
                    }
                }
            }
        }
    }
    let flat = folded(0.0);
    for degrees in [1e-3_f64, 40.0, 90.0, -150.0, 179.9, -179.9] {
        let x = folded(degrees.to_radians());
        let hinge = Bending::of_edges(&flat, vec![0, 1, 2, 3], 2.0, RestAngle::Flat);
        let size = hinge.angles(&x)[0].abs();
        assert!((size - (degrees.abs() * PI / 180.0)).abs() < 1e-9, "{size} at {degrees}");
        list.push(case(format!("bending of an edge folded by {degrees}°"), hinge, &x));
    }
    list
}

pub(super) fn quadratic(places: &Places) -> Vec<Case> {
    let (rest, triangles) = surface(false);
    let bends = Bends::new(&triangles).expect("a surface");
    let bending = || QuadraticBending::of_edges(&rest, bends.edges.clone(), 2.0);
    let far: Vec<f64> = rest.iter().zip(places.far.iter().cycle()).map(|(x, y)| x + 0.4 * y).collect();
    vec![
        case("quadratic bending at rest", bending(), &rest),
        case("quadratic bending far off", bending(), &far),
    ]
}
