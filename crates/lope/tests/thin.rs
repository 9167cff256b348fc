//! Thin things under loads: a balloon against the theory of membranes, a flag against its drag.

mod fixture;

use std::collections::BTreeMap;
use std::sync::Arc;

use fixture::{good_step, scene, world};
use lope::geometry::FileMesh;
use lope::material::{Model, Parameters, build as material};
use lope::math::vec3::{cross, dot, norm, scaled, sub};
use lope::scene::build::build;

/// A thin ball of one layer of prisms, each three tetrahedra, over an octahedron whose sides are cut into n² triangles. Its first
/// vertices, inside and outside in turn, are those at ±x, ±y and ±z.
fn ball(n: usize, radii: [f64; 2]) -> FileMesh {
    let mut numbers: BTreeMap<[i64; 3], u32> = BTreeMap::new();
    let mut places: Vec<[i64; 3]> = Vec::new();
    let mut number = |place: [i64; 3]| {
        *numbers.entry(place).or_insert_with(|| {
            places.push(place);
            places.len() as u32 - 1
        })
    };
    let m = n as i64;
    let axes = [[m, 0, 0], [-m, 0, 0], [0, m, 0], [0, -m, 0], [0, 0, m], [0, 0, -m]];
    axes.into_iter().for_each(|place| _ = number(place));
    let mut triangles = Vec::new();
    for signs in 0..8 {
        let sign = [0, 1, 2].map(|axis| if signs >> axis & 1 == 0 { 1 } else { -1 });
        let mut at = |i: i64, j: i64| number([sign[0] * i, sign[1] * j, sign[2] * (m - i - j)]);
        for i in 0..m {
            for j in 0..m - i {
                triangles.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
                if i + j < m - 1 {
                    triangles.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
                }
            }
        }
    }
    let layers = places.iter().flat_map(|place| {
        let direction = place.map(|x| x as f64);
        radii.map(|r| scaled(direction, r / norm(direction)))
    });
    let tets = triangles.into_iter().flat_map(|mut corners| {
        // The same diagonals on both sides of a wall.
        corners.sort_unstable();
        let [[a, d], [b, e], [c, f]] = corners.map(|corner| [2 * corner, 2 * corner + 1]);
        [[a, b, c, f], [a, b, e, f], [a, d, e, f]]
    });
    FileMesh { points: layers.collect(), tets: tets.collect(), ..FileMesh::default() }
}

/// A balloon of thickness T and radius R that is λ times as wide: p = 2 P₁ T/(λ² R), with P₁ the stress along the skin at the stretches λ, λ
/// and the one across that leaves no stress across. A tenth wider it is far from small strain, and still on the way up.
#[test]
fn a_balloon_is_as_wide_as_membrane_theory_says() {
    let (thickness, young, poisson, wide) = (0.02, 1e5, 0.45, 1.15);
    let model = material(
        Model::StableNeoHookean,
        Parameters::from_young_poisson(Model::StableNeoHookean, young, poisson),
        false,
    );
    let stress = |across: f64| {
        let p = model.pk1(&[[wide, 0.0, 0.0], [0.0, wide, 0.0], [0.0, 0.0, across]]);
        [p[0][0], p[2][2]]
    };
    // No stress across: by halves.
    let (mut low, mut high) = (0.3, 1.5);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if stress(middle)[1] > 0.0 { high = middle } else { low = middle }
    }
    let pressure = 2.0 * stress(low)[0] * thickness / (wide * wide);
    let found = |n: usize| {
        let text = format!(
            r#"
gravity = [0, 0, 0]
[time]
step = 0.25
steps = 4
integrator = "quasistatic"
[solver]
method = "projected-newton"
linear = "cholesky"
tolerance = 1e-9
[[body]]
mesh = {{ shape = "box", size = [1, 1, 1], cells = [1, 1, 1] }}
material = {{ model = "stable-neo-hookean", young = {young}, poisson = {poisson} }}
[[body.load]]
where = {{ sphere = {{ center = [0, 0, 0], radius = 1 }} }}
pressure = "{pressure}*t"
[[body.pin]]
where = {{ vertices = [0, 2] }}
axes = [false, true, true]
[[body.pin]]
where = {{ vertices = [4, 6] }}
axes = [true, false, true]
[[body.pin]]
where = {{ vertices = [8, 10] }}
axes = [true, true, false]
"#
        );
        let mut scene = scene(&text, &[]);
        let mesh = ball(n, [1.0 - 0.5 * thickness, 1.0 + 0.5 * thickness]);
        scene.body[0].mesh = lope::scene::model::Mesh { memory: Some(Arc::new(mesh)), ..Default::default() };
        let mut world = build(&scene).expect("a world").world;
        (0..4).for_each(|_| _ = good_step(&mut world, 0.25));
        let points = world.points_of(0);
        points.iter().map(|x| norm(*x)).sum::<f64>() / points.len() as f64
    };
    let errors = [6, 12].map(|n| found(n) / wide - 1.0);
    assert!(errors[1].abs() < 0.01 && errors[1].abs() < 0.5 * errors[0].abs(), "{errors:?}");
}

/// A flag that hangs from a line and has come to rest in the wind: every face feels its drag, the line all of them and the weight.
#[test]
fn a_flag_feels_the_drag_of_its_shape() {
    let text = r#"
gravity = [0, -9.81, 0]
[time]
step = 0.1
steps = 80
[solver]
tolerance = 1e-9
[[body]]
kind = "springs"
mesh = { shape = "sheet", size = [1, 0.6], cells = [8, 5] }
rotate = { axis = [1, 0, 0], angle = 90 }
springs = { stiffness = 400, shear = 200, bending = 20, density = 0.5 }
damping = { drag = 4 }
[[body.pin]]
where = { box = [[-1, -1, -0.31], [1, 1, -0.29]] }
[[body.load]]
wind = { speed = [0.5, 0, 2.5], drag = 1.2 }
"#;
    let mut world = world(text, &[]);
    world.tell_forces(false);
    (0..80).for_each(|_| _ = good_step(&mut world, 0.1));
    let fastest = world.velocities().iter().map(|v| norm(*v)).fold(0.0, f64::max);
    assert!(fastest < 1e-3, "it is at rest: {fastest} m/s");
    let (points, air) = (world.points_of(0), [0.5, 0.0, 2.5]);
    let lope::body::Cells::Triangles(faces) = &world.bodies()[0].cells else { unreachable!() };
    let mut drag = [0.0; 3];
    for face in faces {
        let [a, b, c] = face.map(|node| points[node as usize]);
        let normal = cross(sub(b, a), sub(c, a));
        let (area, n) = (0.5 * norm(normal), scaled(normal, 1.0 / norm(normal)));
        let across = dot(air, n);
        let force = scaled(n, 0.5 * 1.2 * 1.2 * area * across.abs() * across);
        drag = [0, 1, 2].map(|i| drag[i] + force[i]);
    }
    let forces = world.forces().expect("forces");
    let named = |name: &str| {
        let number = world.force_sources().iter().position(|one| one.name == name).expect("a source");
        forces[number].total()
    };
    let (wind, line) = (named("body.load0"), named("body.pin0"));
    let weight = 0.5 * 0.6 * 9.81;
    assert!(norm(drag) > 0.3 * weight, "it is lifted off: {drag:?}");
    for i in 0..3 {
        assert!((wind[i] - drag[i]).abs() < 0.01 * norm(drag), "{wind:?} {drag:?}");
        let rest = line[i] + wind[i] - if i == 1 { weight } else { 0.0 };
        assert!(rest.abs() < 1e-3 * weight, "the line holds it: {line:?} {wind:?}");
    }
}
