//! Laws of the mesher: exact shapes converge, angles stay within their limits, surfaces are closed.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use lope::geometry::mesher::{MesherError, MesherSettings, tetrahedralize};
use lope::geometry::sdf::{Field, Sdf};
use lope::geometry::{Primitive, TetMesh, Transform, boundary, inspect, quality, zoo};

/// Numbers in [0, 1) from a linear congruential generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    fn three(&mut self, low: f64, high: f64) -> [f64; 3] {
        [0; 3].map(|_| self.within(low, high))
    }

    fn primitive(&mut self) -> Sdf {
        let (radius, height) = (self.within(0.15, 0.4), self.within(0.2, 0.8));
        match (7.0 * self.next()) as u32 {
            0 => Sdf::Simple(Primitive::Box { size: self.three(0.2, 0.8) }),
            1 => Sdf::Simple(Primitive::Sphere { radius }),
            2 => Sdf::Ellipsoid { radii: self.three(0.15, 0.5) },
            3 => Sdf::Simple(Primitive::Torus { radius: radius + 0.1, tube: self.within(0.3, 0.8) * radius }),
            4 => Sdf::Simple(Primitive::Cylinder { radius, height }),
            5 => Sdf::Simple(Primitive::Capsule { radius, height }),
            _ => Sdf::Simple(Primitive::Cone { radius, height, top: 0.0 }),
        }
    }

    /// A tree of operations with primitives at its leaves.
    fn expression(&mut self, depth: u32) -> Sdf {
        if depth == 0 {
            let (turn, translation) = (self.three(-3.0, 3.0), self.three(-0.25, 0.25));
            return self.primitive().placed(turn, translation);
        }
        let kind = (9.0 * self.next()) as u32;
        let mut parts = |n: usize| (0..n).map(|_| self.expression(depth - 1)).collect::<Vec<_>>();
        match kind {
            0 => Sdf::Union(parts(3)),
            1 => Sdf::Intersection(parts(2)),
            2 | 3 => Sdf::Difference(parts(2)),
            4 => Sdf::SmoothUnion { parts: parts(3), radius: 0.1 },
            5 => Sdf::Twist { part: Box::new(self.expression(depth - 1)), rate: self.within(-3.0, 3.0) },
            6 => shell(self.expression(depth - 1), self.within(0.1, 0.2)),
            7 => {
                let spacing = self.three(0.3, 0.9);
                Sdf::Repeat { part: Box::new(self.expression(depth - 1)), count: [2, 1, 2], spacing }
            }
            _ => {
                let by = Transform { scale: self.three(0.6, 1.6), ..Transform::default() };
                let by = by.rotated(self.three(-2.0, 2.0));
                Sdf::Transform { part: Box::new(self.expression(depth - 1)), by }
            }
        }
    }
}

fn shell(part: Sdf, thickness: f64) -> Sdf {
    Sdf::Shell { part: Box::new(part), thickness }
}

fn mesh(solid: &Sdf, edge: f64) -> TetMesh {
    tetrahedralize(solid, &MesherSettings::new(edge), &mut |_| {}).expect("a mesh")
}

/// Nothing wrong with the mesh, angles within the limits, and a closed surface of manifold edges and vertices.
fn assert_good(name: &str, mesh: &TetMesh) {
    assert!(inspect(mesh).is_clean(), "{name}: {:?}", inspect(mesh));
    let measured = quality(mesh).expect("tetrahedra");
    assert!(measured.min_dihedral >= 10.0 && measured.max_dihedral <= 165.0, "{name}: {measured:?}");
    let surface = boundary(mesh);
    let mut edges = BTreeMap::<[u32; 2], [u32; 2]>::new();
    let mut after = BTreeMap::<u32, BTreeMap<u32, u32>>::new();
    for [a, b, c] in &surface.triangles {
        for (from, to, third) in [(a, b, c), (b, c, a), (c, a, b)] {
            edges.entry([*from.min(to), *from.max(to)]).or_default()[usize::from(from < to)] += 1;
            after.entry(*from).or_default().insert(*to, *third);
        }
    }
    assert!(edges.values().all(|sides| *sides == [1, 1]), "{name}: an edge without two triangles");
    for (vertex, next) in after {
        // Walking around the vertex meets all of its triangles.
        let first = *next.keys().next().expect("a neighbour");
        let (mut at, mut steps) = (next[&first], 1);
        while at != first {
            (at, steps) = (next[&at], steps + 1);
        }
        assert_eq!(steps, next.len(), "{name}: two surfaces meet in vertex {vertex}");
    }
}

/// Connected pieces of a mesh.
fn pieces(mesh: &TetMesh) -> usize {
    let mut of: Vec<usize> = (0..mesh.points.len()).collect();
    fn root(of: &mut [usize], mut v: usize) -> usize {
        while of[v] != v {
            of[v] = of[of[v]];
            v = of[v];
        }
        v
    }
    for tet in &mesh.tets {
        let first = root(&mut of, tet[0] as usize);
        for v in &tet[1..] {
            let other = root(&mut of, *v as usize);
            of[other] = first;
        }
    }
    (0..of.len()).filter(|v| of[*v] == *v).count()
}

#[test]
fn volumes_converge_to_those_of_the_shapes() {
    let cases = [
        ("sphere", Sdf::Simple(Primitive::Sphere { radius: 0.5 }), PI / 6.0),
        ("ellipsoid", Sdf::Ellipsoid { radii: [0.6, 0.4, 0.5] }, 4.0 / 3.0 * PI * 0.12),
        ("torus", Sdf::Simple(Primitive::Torus { radius: 0.5, tube: 0.25 }), 2.0 * PI * PI * 0.5 * 0.0625),
        ("cylinder", Sdf::Simple(Primitive::Cylinder { radius: 0.5, height: 0.8 }), PI * 0.2),
        (
            "capsule",
            Sdf::Simple(Primitive::Capsule { radius: 0.4, height: 0.5 }),
            PI * 0.16 * 0.5 + 4.0 / 3.0 * PI * 0.064,
        ),
        ("cone", Sdf::Simple(Primitive::Cone { radius: 0.6, height: 0.9, top: 0.0 }), PI * 0.36 * 0.3),
        (
            "shell",
            shell(Sdf::Simple(Primitive::Sphere { radius: 0.5 }), 0.2),
            4.0 / 3.0 * PI * (0.125 - 0.027),
        ),
    ];
    for (name, solid, volume) in cases {
        let errors = [0.08, 0.04].map(|edge| {
            let made = mesh(&solid, edge);
            assert_good(name, &made);
            (made.volume() - volume).abs() / volume
        });
        println!("{name}: relative errors of the volume {:.1e} {:.1e}", errors[0], errors[1]);
        // Second order: a quarter for half the edge.
        assert!(errors[1] < 4e-3 && errors[0] / errors[1] > 3.0, "{name}: {errors:?}");
    }
}

#[test]
fn boxes_keep_their_corners_edges_and_faces() {
    let size = [1.0, 0.7, 0.5];
    for (turn, edge) in [([0.0; 3], 0.1), ([0.0; 3], 0.063), ([0.3, 0.5, 0.1], 0.1), ([-0.7, 0.2, 1.0], 0.07)]
    {
        let by = Transform::default().rotated(turn);
        let solid = Sdf::Transform { part: Box::new(Sdf::Simple(Primitive::Box { size })), by };
        let made = mesh(&solid, edge);
        assert_good("box", &made);
        assert!((made.volume() / 0.35 - 1.0).abs() < 1e-9, "{turn:?}, {edge}: {}", made.volume());
        for corner in 0..8 {
            let corner = by.apply([0, 1, 2].map(|k| size[k] * ((corner >> k & 1) as f64 - 0.5)));
            let near = |p: &[f64; 3]| (0..3).all(|k| (p[k] - corner[k]).abs() < 1e-10);
            assert!(made.points.iter().any(near), "{turn:?}, {edge}: no vertex at {corner:?}");
        }
        let surface = boundary(&made).vertices();
        let points: Vec<[f64; 3]> = surface.iter().map(|v| made.points[*v as usize]).collect();
        let mut values = vec![0.0; points.len()];
        solid.values(&points, &mut values);
        assert!(values.iter().all(|value| value.abs() < 1e-10), "{turn:?}, {edge}");
    }
}

#[test]
fn rims_of_cylinders_and_notches_are_kept() {
    let cylinder = mesh(&Sdf::Simple(Primitive::Cylinder { radius: 0.5, height: 0.8 }), 0.08);
    let on_rim = |p: &&[f64; 3]| (p[0].hypot(p[2]) - 0.5).abs() < 1e-6 && (p[1] - 0.4).abs() < 1e-6;
    // A circle of length π cut into edges of about the asked length.
    let rim = cylinder.points.iter().filter(on_rim).count() as f64;
    assert!((0.7..1.5).contains(&(rim * 0.08 / PI)), "{rim}");
    let notch = Sdf::Simple(Primitive::Box { size: [0.5, 0.4, 0.6] }).moved([0.0, 0.2, 0.0]);
    let notched = Sdf::Difference(vec![Sdf::Simple(Primitive::Box { size: [1.0, 0.7, 0.5] }), notch]);
    let made = mesh(&notched, 0.07);
    assert_good("notch", &made);
    assert!((made.volume() - (0.35 - 0.5 * 0.35 * 0.5)).abs() < 1e-6, "{}", made.volume());
}

#[test]
fn a_hundred_random_expressions_have_good_meshes() {
    let (mut meshed, mut seed, mut worst) = (0, 0, [180.0_f64, 0.0_f64]);
    while meshed < 100 {
        seed += 1;
        let mut random = Random(77 * seed);
        random.primitive();
        let solid = random.expression(1 + (seed % 2) as u32);
        solid.check().unwrap();
        let grading = if seed % 4 == 0 { 4.0 } else { 1.0 };
        let settings = MesherSettings { grading, ..MesherSettings::new(0.09) };
        let made = match tetrahedralize(&solid, &settings, &mut |_| {}) {
            Ok(made) => made,
            // Intersections may be empty.
            Err(MesherError::Empty { .. } | MesherError::Bounds { .. }) => continue,
            Err(other) => panic!("{other}"),
        };
        assert_good(&format!("seed {seed}: {solid:?}"), &made);
        let measured = quality(&made).unwrap();
        worst = [worst[0].min(measured.min_dihedral), worst[1].max(measured.max_dihedral)];
        meshed += 1;
    }
    println!("100 of {seed} expressions meshed, dihedral angles {:.2}° to {:.2}°", worst[0], worst[1]);
}

#[test]
fn every_character_is_one_good_piece_at_three_resolutions() {
    for name in zoo::names() {
        let solid = zoo::character(name).unwrap();
        let mut volumes = Vec::new();
        for edge in [0.04, 0.028, 0.02] {
            let made = mesh(&solid, edge);
            assert_good(name, &made);
            assert_eq!(pieces(&made), 1, "{name} at {edge}");
            volumes.push(made.volume());
        }
        assert!((volumes[1] / volumes[2] - 1.0).abs() < 0.03, "{name}: {volumes:?}");
    }
}

#[test]
fn grading_saves_tetrahedra_and_keeps_the_surface() {
    let solid = Sdf::Simple(Primitive::Sphere { radius: 0.5 });
    let uniform = mesh(&solid, 0.03);
    let settings = MesherSettings { grading: 4.0, ..MesherSettings::new(0.03) };
    let graded = tetrahedralize(&solid, &settings, &mut |_| {}).unwrap();
    assert_good("graded", &graded);
    assert!(
        3 * graded.tets.len() < 2 * uniform.tets.len(),
        "{} of {}",
        graded.tets.len(),
        uniform.tets.len()
    );
    assert!((graded.volume() - uniform.volume()).abs() < 1e-10);
    assert_eq!(boundary(&graded).triangles.len(), boundary(&uniform).triangles.len());
    let longest = quality(&graded).unwrap().max_edge / 0.03;
    assert!((3.5..4.5).contains(&longest), "{longest}");
}

#[test]
fn meshes_do_not_depend_on_the_number_of_threads() {
    let solid = Sdf::Union(vec![
        zoo::character("skull").unwrap(),
        Sdf::Simple(Primitive::Box { size: [0.5, 0.2, 0.3] }).placed([0.4, 0.1, 0.3], [0.3, 0.4, 0.0]),
    ]);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| mesh(&solid, 0.04))
    };
    let one = with(1);
    for threads in [2, 3] {
        let other = with(threads);
        assert_eq!(one.tets, other.tets);
        let bits = |mesh: &TetMesh| mesh.points.iter().flatten().map(|x| x.to_bits()).collect::<Vec<u64>>();
        assert_eq!(bits(&one), bits(&other));
    }
}

#[test]
fn impossible_requests_are_refused_with_a_remedy() {
    let ball = Sdf::Simple(Primitive::Sphere { radius: 1.0 });
    let refused =
        |solid: &Sdf, settings: MesherSettings| tetrahedralize(solid, &settings, &mut |_| {}).unwrap_err();
    let far = Sdf::Intersection(vec![ball.clone(), ball.clone().moved([5.0, 0.0, 0.0])]);
    for error in [
        refused(&ball, MesherSettings::new(0.0)),
        refused(&ball, MesherSettings::new(f64::NAN)),
        refused(&ball, MesherSettings::new(1e-5)),
        refused(&ball, MesherSettings { grading: 0.5, ..MesherSettings::new(0.1) }),
        refused(
            &Sdf::Simple(Primitive::Cylinder { radius: 0.001, height: 1.0 }).moved([0.02, 0.0, 0.03]),
            MesherSettings::new(0.3),
        ),
        refused(&far, MesherSettings::new(0.1)),
        refused(&Sdf::Simple(Primitive::Sphere { radius: f64::INFINITY }), MesherSettings::new(0.1)),
    ] {
        let text = error.to_string();
        assert!(text.contains("give ") || text.contains("check "), "{text}");
    }
}

#[test]
fn values_are_bounds_of_the_distance_inside_their_boxes() {
    let mut random = Random(11);
    let mut worst: f64 = 0.0;
    for seed in 0..60 {
        let solid = match seed % 2 {
            0 => random.primitive().placed([0.3, 0.8, -0.4], [0.1, 0.2, 0.0]),
            _ => random.expression(2),
        };
        let [low, high] = solid.bounds();
        let margin = 0.3;
        let points: Vec<[f64; 3]> = (0..400)
            .map(|_| {
                [0, 1, 2].map(|k| random.within(low[k].min(high[k]) - margin, high[k].max(low[k]) + margin))
            })
            .collect();
        let mut values = vec![0.0; points.len()];
        solid.values(&points, &mut values);
        for (p, value) in points.iter().zip(&values) {
            let inside_box = (0..3).all(|k| (low[k]..=high[k]).contains(&p[k]));
            assert!(inside_box || *value > 0.0, "{solid:?} at {p:?}");
        }
        // A point of the other sign is at least as far away as both values say together.
        for (i, p) in points.iter().enumerate() {
            for (j, q) in points.iter().enumerate().skip(i + 1) {
                if values[i] * values[j] < 0.0 {
                    let distance = (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt();
                    worst = worst.max((values[i].abs().max(values[j].abs())) / distance);
                }
            }
        }
        // One at a time, nothing changes.
        for (p, value) in points.iter().zip(&values).take(40) {
            let mut alone = [0.0];
            solid.values(&[*p], &mut alone);
            assert_eq!(alone[0].to_bits(), value.to_bits(), "{solid:?} at {p:?}");
        }
    }
    println!("largest value over distance: {worst:.4}");
    assert!(worst <= 1.0 + 1e-12, "{worst}");
}
