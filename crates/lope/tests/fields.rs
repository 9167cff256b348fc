//! Fields of elements: stresses are the textbook's, where strain is the same everywhere to round-off, and beside a hole in the limit of
//! fine meshes.

mod fixture;

use std::sync::Arc;

use fixture::{good_step, scene};
use lope::body::Strained;
use lope::geometry::FileMesh;
use lope::scene::build::build;
use lope::world::World;

const HEAD: &str = r#"
gravity = [0, 0, 0]
[time]
step = 1
steps = 1
integrator = "quasistatic"
[solver]
method = "projected-newton"
linear = "cholesky"
tolerance = 1e-12
"#;

fn field(world: &World, what: Strained) -> Vec<Vec<f64>> {
    let mut out = Vec::new();
    assert!(world.bodies()[0].strained(what, world.rest(), &world.state().x, &mut out));
    out.chunks(what.components()).map(<[f64]>::to_vec).collect()
}

/// All elements of a patch have one stress, that of the load on the area as it is, and what is not pulled has none. An inclusion of
/// the same material changes nothing.
#[test]
fn a_patch_has_the_stress_of_its_load_in_space() {
    let text = format!(
        r#"{HEAD}
[[body]]
name = "block"
mesh = {{ shape = "box", size = [2, 1, 0.5], cells = [4, 3, 2] }}
material = {{ model = "stable-neo-hookean", young = 1e5, poisson = 0.3 }}
[[body.inclusion]]
where = {{ box = [[-0.1, -1, -1], [2, 1, 1]] }}
material = {{ model = "stable-neo-hookean", young = 1e5, poisson = 0.3 }}
[[body.pin]]
where = {{ box = [[-1.01, -1, -1], [-0.99, 1, 1]] }}
axes = [true, false, false]
[[body.pin]]
where = {{ box = [[-1.01, -0.51, -0.26], [-0.99, -0.49, -0.24]] }}
[[body.pin]]
where = {{ box = [[-1.01, 0.49, -0.26], [-0.99, 0.51, -0.24]] }}
axes = [false, false, true]
[[body.load]]
where = {{ box = [[0.99, -1, -1], [1.01, 1, 1]] }}
traction = [30000, 0, 0]
[[probe]]
where = {{ box = [[0.99, -1, -1], [1.01, 1, 1]] }}
record = ["area"]
"#
    );
    let mut world = build(&scene(&text, &[])).expect("a world").world;
    good_step(&mut world, 1.0);
    let pulled = 30000.0 * 0.5 / world.measured()[0];
    let (stress, mises) = (field(&world, Strained::Stress), field(&world, Strained::VonMises));
    let (piola, stretch) = (field(&world, Strained::FirstPiola), field(&world, Strained::Stretch));
    assert!(pulled > 31000.0, "{pulled}");
    for element in 0..stress.len() {
        let exact = [pulled, 0.0, 0.0, 0.0, 0.0, 0.0];
        let off = fixture::distance(&stress[element], &exact);
        assert!(off < 1e-8 * pulled, "element {element}: {:?}, not {pulled} Pa", stress[element]);
        assert!((mises[element][0] / pulled - 1.0).abs() < 1e-8);
        assert!(
            (piola[element][0] / 30000.0 - 1.0).abs() < 1e-8,
            "on the area at rest: {:?}",
            piola[element]
        );
        let [long, wide, thin] = stretch[element][..] else { unreachable!() };
        assert!((wide - thin).abs() < 1e-9 && (wide * thin - 30000.0 / pulled).abs() < 1e-9 && long > 1.2);
    }
}

/// In the plane nothing gives way along z: there is a stress there, of ν times that in the plane at small strain.
#[test]
fn a_patch_has_the_stress_of_plane_strain_in_the_plane() {
    let text = format!(
        r#"dimension = 2
{HEAD}
[[body]]
mesh = {{ shape = "rectangle", size = [2, 1], cells = [5, 3] }}
material = {{ model = "stvk", young = 1e5, poisson = 0.3 }}
[[body.pin]]
where = {{ box = [[-1.01, -1, -1], [-0.99, 1, 1]] }}
axes = [true, false, false]
[[body.pin]]
where = {{ box = [[-1.01, -0.51, -1], [-0.99, -0.49, 1]] }}
[[body.load]]
where = {{ box = [[0.99, -1, -1], [1.01, 1, 1]] }}
traction = [0.1, 0, 0]
"#
    );
    let mut world = build(&scene(&text, &[])).expect("a world").world;
    good_step(&mut world, 1.0);
    for stress in field(&world, Strained::Stress) {
        let off = fixture::distance(&stress, &[0.1, 0.0, 0.03, 0.0, 0.0, 0.0]);
        assert!(off < 1e-5 * 0.1, "{stress:?}");
    }
    let mises = (0.5_f64 * (0.1_f64.powi(2) + 0.07_f64.powi(2) + 0.03_f64.powi(2))).sqrt();
    assert!(field(&world, Strained::VonMises).iter().all(|found| (found[0] / mises - 1.0).abs() < 1e-5));
    let stretch = field(&world, Strained::Stretch);
    assert!(stretch.iter().all(|found| found.contains(&1.0)), "across the plane: {:?}", stretch[0]);
}

/// A quarter of a square plate, twelve times as wide as its hole: rings around the hole that become a square, finer at the rim.
fn plate(around: usize, rings: usize, half: f64) -> FileMesh {
    let angle = |k: usize| std::f64::consts::FRAC_PI_2 * k as f64 / around as f64;
    let point = |ring: usize, k: usize| {
        let direction = [angle(k).cos(), angle(k).sin()];
        let far = half / direction[0].max(direction[1]);
        let part = (ring as f64 / rings as f64).powi(2);
        let r = 1.0 + part * (far - 1.0);
        // On the axes to the bit, where the pins are.
        [if k == around { 0.0 } else { r * direction[0] }, if k == 0 { 0.0 } else { r * direction[1] }, 0.0]
    };
    let points = (0..=rings).flat_map(|ring| (0..=around).map(move |k| point(ring, k))).collect();
    let node = |ring: usize, k: usize| (ring * (around + 1) + k) as u32;
    let cells = (0..rings).flat_map(|ring| (0..around).map(move |k| (ring, k)));
    let triangles = cells.flat_map(|(ring, k)| {
        let [a, b, c, d] = [node(ring, k), node(ring + 1, k), node(ring + 1, k + 1), node(ring, k + 1)];
        [[a, b, c], [a, c, d]]
    });
    FileMesh { points, triangles: triangles.collect(), ..FileMesh::default() }
}

/// \[Kirsch98\]: beside a hole, across the pull, the stress is three times as large; at its ends there is a pressure of once. Plane strain
/// does not change that, and at this width the plate's finite size adds a few parts in a thousand.
#[test]
fn beside_a_hole_the_stress_is_three_times_as_large() {
    let half = 12.0;
    let found = |around: usize, rings: usize| {
        let text = format!(
            r#"dimension = 2
{HEAD}
[[body]]
mesh = {{ shape = "rectangle", size = [2, 1], cells = [1, 1] }}
material = {{ model = "stvk", young = 1e5, poisson = 0.3 }}
[[body.pin]]
where = {{ box = [[-1e-9, 0, -1], [1e-9, 99, 1]] }}
axes = [true, false, false]
[[body.pin]]
where = {{ box = [[0, -1e-9, -1], [99, 1e-9, 1]] }}
axes = [false, true, false]
[[body.load]]
where = {{ box = [[{}, -1, -1], [99, 99, 1]] }}
traction = [1, 0, 0]
"#,
            half - 1e-6
        );
        let mut scene = scene(&text, &[]);
        let mesh = plate(around, rings, half);
        let (triangles, points) = (mesh.triangles.clone(), mesh.points.clone());
        scene.body[0].mesh = lope::scene::model::Mesh { memory: Some(Arc::new(mesh)), ..Default::default() };
        let mut world = build(&scene).expect("a world").world;
        good_step(&mut world, 1.0);
        let stress = field(&world, Strained::Stress);
        // The elements around a point of the rim.
        let at = |place: [f64; 2], component: usize| {
            let near = |node: &u32| {
                let p = points[*node as usize];
                (p[0] - place[0]).hypot(p[1] - place[1]) < 1e-9
            };
            let there: Vec<f64> = triangles
                .iter()
                .zip(&stress)
                .filter(|(triangle, _)| triangle.iter().any(near))
                .map(|(_, stress)| stress[component])
                .collect();
            there.iter().sum::<f64>() / there.len() as f64
        };
        [at([0.0, 1.0], 0), at([1.0, 0.0], 1)]
    };
    let (coarse, fine) = (found(16, 16), found(48, 48));
    assert!((fine[0] - 3.0).abs() < 0.05 * 3.0, "{fine:?}");
    assert!((fine[1] + 1.0).abs() < 0.1, "{fine:?}");
    assert!((fine[0] - 3.0).abs() < 0.6 * (coarse[0] - 3.0).abs(), "{coarse:?} {fine:?}");
}

/// The force of a pin that draws a bar is the derivative of its energy, and EA ε where it is drawn a little.
#[test]
fn the_force_of_a_pin_is_the_derivative_of_the_energy() {
    let text = format!(
        r#"{HEAD}
[[body]]
name = "bar"
mesh = {{ shape = "box", size = [1, 0.1, 0.1], cells = [10, 2, 2] }}
material = {{ model = "stable-neo-hookean", young = 1e5, poisson = 0.3 }}
[[body.pin]]
where = {{ box = [[0.499, -1, -1], [0.501, 1, 1]] }}
axes = [true, false, false]
motion = {{ velocity = [0.1, 0, 0] }}
[[body.pin]]
where = {{ box = [[-0.501, -1, -1], [-0.499, 1, 1]] }}
axes = [true, false, false]
[[body.pin]]
where = {{ box = [[-0.501, -0.051, -0.051], [-0.499, -0.049, -0.049]] }}
[[body.pin]]
where = {{ box = [[-0.501, 0.049, -0.051], [-0.499, 0.051, -0.049]] }}
axes = [false, false, true]
"#
    );
    let mut world = build(&scene(&text, &[])).expect("a world").world;
    world.tell_forces(false);
    let mut drawn = |h: f64| {
        good_step(&mut world, h);
        (world.ledger().elastic, world.forces().expect("forces")[0].total()[0])
    };
    let (_, little) = drawn(1e-4);
    assert!((little / (1e5 * 0.01 * 1e-5) - 1.0).abs() < 1e-4, "{little} N");
    // A fifth of its length, and a thousandth less and more.
    let [(less, _), (_, force), (more, _)] = [1.9899, 0.01, 0.01].map(&mut drawn);
    let slope = (more - less) / 0.002;
    assert!((force / slope - 1.0).abs() < 1e-5 && force > 150.0, "{force} N, {slope} J/m");
}
