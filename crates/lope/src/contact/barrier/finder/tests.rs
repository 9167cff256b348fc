use super::*;
use crate::contact::barrier::Profile;
use crate::contact::barrier::mesh::{Collider, Plane};
use crate::contact::barrier::tests::Dice;
use crate::energy::Weighted;

const ROWS: usize = 8;

/// A sheet of triangles that is folded: half of it lies above the other half.
fn folded(first: u32, height: f64) -> (Collider, Vec<Vec3>) {
    let at = |i: usize, j: usize| {
        let along = if i <= ROWS { i } else { 2 * ROWS + 1 - i } as f64;
        [along, j as f64, height + if i <= ROWS { 0.0 } else { 0.3 }]
    };
    let rest: Vec<Vec3> = (0..2 * ROWS + 2).flat_map(|i| (0..3).map(move |j| at(i, j))).collect();
    let quads = (0..2 * ROWS as u32 + 1).flat_map(|i| [3 * i, 3 * i + 1]);
    let triangles = quads.flat_map(|a| [[a, a + 1, a + 3], [a + 1, a + 4, a + 3]]).collect();
    let mut points = Weighted::default();
    for node in 0..rest.len() as u32 {
        points.push([(first + node, 1.0)]);
    }
    let name = format!("sheet {height}");
    (Collider { name, points, rest: rest.clone(), triangles, young: 1.0, ..Collider::default() }, rest)
}

/// Two folded sheets above each other and above a plane, and where their nodes are; the last node is the plane's.
fn scene() -> (Finder, Vec<Vec3>) {
    let ((one, below), (other, above)) = (folded(0, 0.0), folded(6 * ROWS as u32 + 6, 0.6));
    let mut x = [below, above].concat();
    let plane = Plane { name: "floor".into(), node: x.len() as u32, normal: [0.0, 0.0, 1.0] };
    x.push([0.0, 0.0, -0.3]);
    let rules =
        Rules { stiffness: None, rigid: 1e8, friction: 0.0, pairs: BTreeMap::new(), apart: BTreeSet::new() };
    let gap = Gap { profile: Profile::Log, dhat: 0.35, thickness: 0.01 };
    (Finder::new(Arc::new(CollisionMesh::new(&[one, other], vec![plane], 1.0)), rules, gap), x)
}

/// Every node a little elsewhere, and all of it turned and moved: by little, then by much, then back again.
fn walk(x: &[Vec3], dice: &mut Dice, step: usize) -> Vec<f64> {
    let (wild, far) = ([0.001, 0.02, 0.05, 0.12][step % 4], [0.0, 0.0, 0.3, 5.0][step / 4 % 4]);
    let (sin, cos) = (far * 0.3 * step as f64).sin_cos();
    let moved = x.iter().flat_map(|[x, y, z]| {
        let shaken = [*x, *y, *z].map(|x| x + wild * dice.roll());
        let [x, y, z] = shaken;
        [cos * x - sin * y + far, sin * x + cos * y, z]
    });
    moved.collect()
}

/// What is found, and how much of a way is free, does not depend on where the cages were built: a finder that keeps them agrees
/// with one that has just been made, to the last bit.
#[test]
fn cages_say_where_to_look_and_nothing_else() {
    let (mut kept, x) = scene();
    let mut dice = Dice(5);
    let mut last: Option<Vec<f64>> = None;
    let (mut contacts, mut fresh_contacts, mut most, mut cut) = (Vec::new(), Vec::new(), 0, 0);
    for step in 0..64 {
        let here = walk(&x, &mut dice, step);
        kept.find(&here, &mut contacts);
        let (mut fresh, _) = scene();
        fresh.find(&here, &mut fresh_contacts);
        assert_eq!(format!("{contacts:?}"), format!("{fresh_contacts:?}"), "step {step}");
        most = most.max(contacts.len());
        if let Some(from) = last.replace(here.clone()) {
            // Some ways end where the next state is, others go on through what is there.
            let on = [1.0, 4.0][step % 2];
            let to: Vec<f64> = from.iter().zip(&here).map(|(from, to)| from + on * (to - from)).collect();
            let (mut fresh, _) = scene();
            let free = kept.reach(&from, &to);
            assert_eq!(free.to_bits(), fresh.reach(&from, &to).to_bits(), "step {step}");
            assert_eq!(kept.is_free(&from, &to), free == 1.0);
            cut += usize::from(free < 1.0);
        }
    }
    assert!(most > 100 && cut > 3 && cut < 60, "{most} {cut}");
}
