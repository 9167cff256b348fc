use std::collections::BTreeMap;

use super::*;
use crate::geometry::shape;

fn solid(mesh: &TetMesh) -> Survey {
    Survey::new(&mesh.points, &mesh.tets, &[], &mesh.groups)
}

fn surface(points: &[Vec3], triangles: &[[u32; 3]]) -> Survey {
    Survey::new(points, &[], triangles, &BTreeMap::new())
}

fn tetrahedron() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    (points, vec![[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]])
}

#[track_caller]
fn says(survey: &Survey, severity: Severity, words: &[&str]) {
    let found = survey.findings();
    let fits = |f: &&Finding| f.severity == severity && words.iter().all(|word| f.message.contains(word));
    assert!(found.iter().any(|f| fits(&f)), "{words:?} is not in {found:?}");
}

#[test]
fn a_good_solid_has_nothing_to_say() {
    let survey = solid(&shape::cuboid([1.0, 2.0, 3.0], [2, 3, 4]).unwrap());
    assert_eq!((survey.vertices, survey.tets, survey.components), (60, 144, 1));
    assert!((survey.volume.unwrap() - 6.0).abs() < 1e-12 && (survey.area - 22.0).abs() < 1e-12);
    assert_eq!(survey.bounds, Some([[-0.5, -1.0, -1.5], [0.5, 1.0, 1.5]]));
    assert!(survey.skin.closed && survey.findings().is_empty(), "{:?}", survey.findings());
    assert_eq!(survey.angles.unwrap().counts.iter().sum::<u64>(), 6 * 144);
    assert_eq!(survey.aspects.unwrap().counts.iter().sum::<u64>(), 144);
    // Euler: a closed surface without handles.
    let skin = &survey.skin;
    assert_eq!(skin.vertices + skin.triangles, skin.edges + 2);
}

#[test]
fn a_good_surface_has_volume_and_no_boundary() {
    let (points, triangles) = tetrahedron();
    let survey = surface(&points, &triangles);
    assert!(survey.skin.closed && survey.findings().is_empty(), "{:?}", survey.findings());
    assert!((survey.volume.unwrap() - 1.0 / 6.0).abs() < 1e-15);
    assert_eq!(survey.lengths.unwrap().counts.iter().sum::<u64>(), 6);
    let inward: Vec<[u32; 3]> = triangles.iter().map(|t| [t[0], t[2], t[1]]).collect();
    let survey = surface(&points, &inward);
    assert!((survey.volume.unwrap() + 1.0 / 6.0).abs() < 1e-15);
    says(&survey, Severity::Warning, &["faces inwards"]);
}

#[test]
fn an_open_surface_knows_its_rim() {
    let (points, mut triangles) = tetrahedron();
    triangles.remove(0);
    let survey = surface(&points, &triangles);
    assert!(!survey.skin.closed && survey.volume.is_none());
    assert_eq!(survey.skin.boundary, [[1, 2], [1, 3], [2, 3]]);
    assert_eq!(survey.skin.holes, 1);
    says(&survey, Severity::Info, &["3 edges", "1 holes", "(0.5, 0.5, 0)"]);
}

#[test]
fn edges_that_are_not_of_a_surface() {
    let (points, mut triangles) = tetrahedron();
    triangles[0].swap(0, 1);
    let survey = surface(&points, &triangles);
    assert_eq!(survey.skin.inconsistent, [[1, 2], [1, 3], [2, 3]]);
    assert!(survey.skin.closed && survey.volume.is_none());
    says(&survey, Severity::Warning, &["3 edges", "opposite ways", "1–2"]);
    // A fin on an edge.
    let (mut points, mut triangles) = tetrahedron();
    points.push([-1.0, -1.0, 0.5]);
    triangles.push([0, 3, 4]);
    let survey = surface(&points, &triangles);
    assert_eq!(survey.skin.non_manifold, [[0, 3]]);
    assert_eq!(survey.skin.boundary, [[0, 4], [3, 4]]);
    says(&survey, Severity::Warning, &["more than two triangles", "0–3"]);
}

#[test]
fn two_cones_that_touch_in_their_tips() {
    let (mut points, mut triangles) = tetrahedron();
    points.extend([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]);
    triangles.extend([[4, 6, 5], [0, 5, 6], [0, 6, 4], [0, 4, 5]]);
    let survey = surface(&points, &triangles);
    assert!(survey.skin.closed);
    assert_eq!((survey.skin.non_manifold_vertices.as_slice(), survey.components), (&[0][..], 1));
    says(&survey, Severity::Warning, &["only touch", "(0, 0, 0)"]);
    assert_eq!(survey.self_intersections, []);
}

#[test]
fn bad_elements_are_named_with_their_place() {
    let mut mesh = shape::cuboid([1.0; 3], [2, 2, 2]).unwrap();
    mesh.tets[5].swap(0, 1);
    mesh.tets[7].swap(0, 1);
    let survey = solid(&mesh);
    assert_eq!(survey.inverted, [5, 7]);
    assert!((survey.volume.unwrap() - 1.0).abs() < 1e-14 && survey.skin.closed);
    says(&survey, Severity::Warning, &["2 inverted tetrahedra: 5, 7", "near ("]);

    let mut mesh = shape::cuboid([1.0; 3], [2, 2, 2]).unwrap();
    let count = mesh.points.len() as u32;
    mesh.tets.push([0, 1, 1, 2]);
    mesh.tets.push([0, 1, 2, count + 9]);
    mesh.tets.push(mesh.tets[3]);
    mesh.points.extend([[f64::NAN, 0.0, 0.0], mesh.points[4]]);
    let survey = solid(&mesh);
    let first = mesh.tets.len() as u32 - 3;
    assert_eq!(survey.degenerate, [first]);
    assert_eq!(survey.out_of_range, [first + 1]);
    assert_eq!(survey.repeated_elements, [first + 2]);
    assert_eq!(survey.non_finite, [count]);
    assert_eq!(survey.unreferenced, [count, count + 1]);
    assert_eq!(survey.duplicate_vertices, [count + 1]);
    for words in [["flat", "48"], ["does not exist", "49"], ["nothing uses", "27, 28"], ["not finite", "27"]]
    {
        says(&survey, Severity::Error, &words);
    }
    says(&survey, Severity::Warning, &["repeat an earlier one: 50"]);
    says(&survey, Severity::Warning, &["at the place of an earlier one: 28"]);
}

#[test]
fn parts_and_their_collisions() {
    let mut mesh = shape::cuboid([1.0; 3], [2, 2, 2]).unwrap();
    let offset = mesh.points.len() as u32;
    let other = mesh.clone();
    mesh.points.extend(other.points.iter().map(|p| [p[0] + 0.7, p[1] + 0.31, p[2] + 0.17]));
    mesh.tets.extend(other.tets.iter().map(|t| t.map(|v| v + offset)));
    let survey = solid(&mesh);
    assert_eq!(survey.components, 2);
    assert!(!survey.self_intersections.is_empty());
    for clash in &survey.self_intersections {
        assert!(clash.elements[0] < 48 && clash.elements[1] >= 48, "{clash:?}");
    }
    says(&survey, Severity::Warning, &["meets itself", "pairs of tetrahedra"]);
    says(&survey, Severity::Info, &["2 parts"]);
}

#[test]
fn thin_elements_are_pointed_at() {
    let (mut points, _) = tetrahedron();
    points[3] = [0.3, 0.3, 0.01];
    let survey = Survey::new(&points, &[[0, 1, 2, 3]], &[], &BTreeMap::new());
    says(&survey, Severity::Warning, &["smallest angle is 1.", "the worst is 0"]);
}

#[test]
fn nothing_is_an_error_and_not_a_panic() {
    let survey = surface(&[], &[]);
    assert!(!survey.skin.closed && survey.bounds.is_none());
    says(&survey, Severity::Error, &["no tetrahedra and no triangles"]);
    let survey = surface(&[[f64::NAN; 3]], &[[0, 5, 9]]);
    assert_eq!(survey.out_of_range, [0]);
}
