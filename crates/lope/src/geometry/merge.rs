//! Vertices at one place made one.

use std::collections::HashMap;

use super::FileMesh;

/// Makes one vertex of those that lie within `tolerance` of an earlier one (at the same place, for 0), and
/// returns how many went. The first stays where it is. Cells that lose a corner to it are left out with a
/// note.
pub fn merge_duplicates(mesh: &mut FileMesh, tolerance: f64) -> usize {
    let target = targets(&mesh.points, tolerance);
    let kept: Vec<bool> = target.iter().enumerate().map(|(v, to)| v == *to as usize).collect();
    let merged = kept.iter().filter(|kept| !**kept).count();
    if merged == 0 {
        return 0;
    }
    let lists = [mesh.edges.as_flattened_mut(), mesh.triangles.as_flattened_mut()];
    let vertices = mesh.groups.values_mut().flat_map(|group| &mut group.vertices);
    lists.into_iter().chain([mesh.tets.as_flattened_mut()]).flatten().chain(vertices).for_each(|v| {
        *v = target[*v as usize];
    });
    for group in mesh.groups.values_mut() {
        group.vertices.sort_unstable();
        group.vertices.dedup();
    }
    drop_collapsed(mesh);
    mesh.keep_points(&kept);
    mesh.notes.push(format!("{merged} vertices at the place of another are one with it"));
    merged
}

/// For each point the first one that it is made one with: itself, if none.
fn targets(points: &[[f64; 3]], tolerance: f64) -> Vec<u32> {
    let largest = points.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    // Below the spacing of doubles there is nothing to search for.
    let exact = !(tolerance > 0.0 && tolerance > largest * f64::EPSILON);
    if exact {
        let mut first = HashMap::with_capacity(points.len());
        let place = |point: &[f64; 3]| point.map(|x| (x + 0.0).to_bits());
        return (0..).zip(points).map(|(v, point)| *first.entry(place(point)).or_insert(v)).collect();
    }
    // Points within the tolerance are in the same box of a grid or in one beside it.
    let place = |point: &[f64; 3]| point.map(|x| (x / tolerance).floor() as i64);
    let close = |a: &[f64; 3], b: &[f64; 3]| {
        (0..3).map(|k| (a[k] - b[k]) * (a[k] - b[k])).sum::<f64>() <= tolerance * tolerance
    };
    let mut boxes: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    let mut target = Vec::with_capacity(points.len());
    for (v, point) in (0..).zip(points) {
        let [x, y, z] = place(point);
        let mut found = v;
        for near in (0..27).map(|k| [x + k / 9 - 1, y + k / 3 % 3 - 1, z + k % 3 - 1]) {
            let there = boxes.get(&near).map(Vec::as_slice).unwrap_or_default();
            let first = there.iter().find(|other| close(&points[**other as usize], point));
            found = first.map_or(found, |first| found.min(*first));
        }
        if found == v {
            boxes.entry([x, y, z]).or_default().push(v);
        }
        target.push(found);
    }
    target
}

/// Leaves out the cells that name a vertex twice, and renumbers those of the groups.
fn drop_collapsed(mesh: &mut FileMesh) {
    fn whole<const N: usize>(cell: &[u32; N]) -> bool {
        (1..N).all(|k| !cell[..k].contains(&cell[k]))
    }
    let good: Vec<bool> = match mesh.tets.is_empty() {
        false => mesh.tets.iter().map(whole).collect(),
        true => mesh.triangles.iter().map(whole).collect(),
    };
    let before = mesh.edges.len() + mesh.triangles.len() + mesh.tets.len();
    mesh.edges.retain(whole);
    mesh.triangles.retain(whole);
    mesh.tets.retain(whole);
    let lost = before - mesh.edges.len() - mesh.triangles.len() - mesh.tets.len();
    if lost == 0 {
        return;
    }
    let mut new = Vec::with_capacity(good.len());
    let mut count = 0;
    for good in &good {
        new.push(count);
        count += u32::from(*good);
    }
    for group in mesh.groups.values_mut() {
        group.cells.retain(|cell| good[*cell as usize]);
        group.cells.iter_mut().for_each(|cell| *cell = new[*cell as usize]);
    }
    mesh.notes.push(format!("left out {lost} cells with two corners at one place"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Group;

    fn split_square(gap: f64) -> FileMesh {
        let points = vec![
            [0.0; 3],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0 + gap, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [-0.0, 1.0, 0.0],
        ];
        let group = Group { vertices: vec![3, 4, 5], cells: vec![1] };
        let triangles = vec![[0, 1, 2], [3, 4, 5], [1, 3, 4]];
        FileMesh { points, triangles, groups: [("b".to_owned(), group)].into(), ..FileMesh::default() }
    }

    #[test]
    fn equal_places_become_one_vertex() {
        let mut mesh = split_square(0.0);
        assert_eq!(merge_duplicates(&mut mesh, 0.0), 2);
        assert_eq!((mesh.points.len(), &*mesh.triangles), (4, &[[0, 1, 2], [1, 3, 2]][..]));
        assert_eq!(mesh.groups["b"], Group { vertices: vec![1, 2, 3], cells: vec![1] });
        assert_eq!(mesh.notes.len(), 2);
        assert_eq!(merge_duplicates(&mut mesh, 0.0), 0);
    }

    #[test]
    fn the_tolerance_is_a_distance() {
        assert_eq!(merge_duplicates(&mut split_square(0.01), 0.0), 1);
        assert_eq!(merge_duplicates(&mut split_square(0.01), 0.009), 1);
        assert_eq!(merge_duplicates(&mut split_square(0.01), 0.011), 2);
        assert_eq!(merge_duplicates(&mut split_square(0.01), 1e-300), 1);
        assert_eq!(merge_duplicates(&mut split_square(0.01), f64::NAN), 1);
    }
}
