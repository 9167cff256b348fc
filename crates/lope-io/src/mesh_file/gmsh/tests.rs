//! Tests of the reader of Gmsh files; the text variant of 4.1 has the most of them, the others share its code.

use lope::geometry::Group;
use proptest::prelude::*;

use super::*;
use crate::mesh_file::read_bytes;

/// Two tetrahedra over a common triangle, with names, parametric nodes, gaps in the tags, and most other things
/// a file can have.
const FULL: &str = r#"$Comments
anything
$EndComments
$MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
4
2 31 "side a"
3 41 "upper"
3 42 "lower"
1 7 "empty"
$EndPhysicalNames
$Entities
1 1 1 2
1 0 0 0 0
1 0 0 0 1 0 0 0 2 1 -1
9 0 0 0 1 1 1 2 -31 32 0
1 0 0 0 1 1 1 1 41 1 9
2 0 0 -1 1 1 0 1 42 0
$EndEntities
$Periodic
0
$EndPeriodic
$Nodes
2 5 10 1000
2 9 1 2
1000
20
0 0 0 0.5 0.5
1 0 0 0.25 0.125
3 1 0 3
30
10
50
0 1 0
0 0 1e0
0 0 -1
$EndNodes
$Elements
5 6 1 6
0 1 15 1
1 1000
2 9 2 2
2 1000 20 30
3 1000 20 10
2 9 999 1
4 1 2 3
3 1 4 1
5 1000 20 30 10
3 2 4 1
6 1000 30 20 50
$EndElements
"#;

fn read(text: &str) -> Result<FileMesh, ReadError> {
    read_bytes(text.as_bytes(), "x.msh")
}

/// The error of the file after an edit.
fn broken(from: &str, to: &str) -> ReadError {
    assert!(FULL.contains(from), "nothing to edit: {from}");
    read(&FULL.replacen(from, to, 1)).unwrap_err()
}

/// The line of the file that starts with this text.
fn line_of(start: &str) -> Option<usize> {
    FULL.lines().position(|line| line.starts_with(start)).map(|before| before + 1)
}

#[test]
fn full_file() {
    let mesh = read(FULL).unwrap();
    assert_eq!(mesh.points[1], [1.0, 0.0, 0.0]);
    assert_eq!(mesh.points[3], [0.0, 0.0, 1.0]);
    assert_eq!(mesh.tets, vec![[0, 1, 2, 3], [0, 2, 1, 4]]);
    let group = |vertices: &[u32], cells: &[u32]| Group { vertices: vertices.into(), cells: cells.into() };
    let expected = [
        ("lower", group(&[0, 1, 2, 4], &[1])),
        ("side a", group(&[0, 1, 2, 3], &[])),
        ("surface_32", group(&[0, 1, 2, 3], &[])),
        ("upper", group(&[0, 1, 2, 3], &[0])),
    ];
    assert_eq!(mesh.groups, expected.map(|(name, group)| (name.to_owned(), group)).into());
    assert_eq!(
        mesh.notes,
        [
            "physical group \"empty\" has no elements",
            "not part of the solid: 1 points, 2 triangles, 1 elements of type 999"
        ]
    );
    assert_eq!(mesh.triangles, vec![[0, 1, 2], [0, 1, 3]]);
    assert_eq!(mesh.format, "Gmsh 4.1 text");
    assert!(lope::geometry::inspect(&mesh.into_mesh()).is_clean());
}

#[test]
fn windows_line_ends_and_huge_tags() {
    let text = FULL.replace('\n', "\r\n").replace("1000", "18446744073709551615");
    let mesh = read(&text).unwrap();
    assert_eq!((mesh.points, mesh.tets), (read(FULL).unwrap().points, read(FULL).unwrap().tets));
}

#[test]
fn curved_tets_are_reduced_to_their_corners() {
    let text = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 10 1 10\n3 1 0 10\n5\n6\n7\n8\n9\n10\n1\n2\n3\n4\n\
                .5 0 0\n.5 .5 0\n0 .5 0\n0 0 .5\n0 .5 .5\n.5 0 .5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n\
                $Elements\n1 1 1 1\n3 1 11 1\n1 1 2 3 4 5 6 7 8 9 10\n$EndElements";
    let mesh = read(text).unwrap();
    assert_eq!(mesh.points, vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!(mesh.tets, vec![[0, 1, 2, 3]]);
    assert_eq!(
        mesh.notes,
        [
            "reduced to their corners: 1 10-node tetrahedra",
            "left out 6 vertices that are corners of nothing that was taken"
        ]
    );
}

#[test]
fn other_versions_are_named() {
    for (edit, named) in [("4 0 8", "format 4,"), ("3.0 0 8", "format 3.0"), ("1 1 8", "format 1,")] {
        let error = broken("4.1 0 8", edit);
        assert_eq!(error.kind, ReadErrorKind::Unsupported);
        assert!(error.message.contains(named) && error.message.contains("2.2 and 4.1"), "{error}");
    }
}

#[test]
fn wrong_counts_are_found() {
    for (from, to) in [
        ("2 5 10 1000", "2 6 10 1000"),
        ("2 5 10 1000", "1 5 10 1000"),
        ("3 1 0 3", "3 1 0 2"),
        ("3 1 0 3\n30", "3 1 0 4\n30\n31"),
        ("0 0 -1\n$EndNodes", "$EndNodes"),
        ("0 0 -1\n$EndNodes", "0 0 -1\n0 0 7\n$EndNodes"),
        ("5 6 1 6", "5 7 1 7"),
        ("6 1000 30 20 50\n", ""),
        ("6 1000 30 20 50\n", "6 1000 30 20 50\n7 1000 30 20 50\n"),
        ("2 5 10 1000", "2 99999999999 10 1000"),
        ("3 1 4 1\n", "3 1 4 18446744073709551615\n"),
    ] {
        let error = broken(from, to);
        let kinds = [ReadErrorKind::Count, ReadErrorKind::Unexpected];
        assert!(kinds.contains(&error.kind) && error.line.is_some(), "{from} → {to}: {error:?}");
    }
}

#[test]
fn bad_references_and_numbers_are_found_by_line() {
    let error = broken("5 1000 20 30 10", "5 1000 20 30 11");
    assert_eq!((error.kind, error.line), (ReadErrorKind::Reference, line_of("5 1000 20 30 10")));
    assert!(error.message.contains("element 5 has node 11"), "{error}");
    let error = broken("\n30\n10\n", "\n30\n20\n");
    assert!(error.kind == ReadErrorKind::Reference && error.message.contains("twice"), "{error}");
    let error = broken("0 0 1e0", "0 zero 1e0");
    assert_eq!((error.kind, error.line), (ReadErrorKind::Unexpected, line_of("0 0 1e0")));
    assert!(error.message.contains("expected y of node 10 (a number), found \"zero\""), "{error}");
    for bad in ["nan", "inf", "-Infinity", "1e999"] {
        let error = broken("0 0 1e0", &format!("0 {bad} 1e0"));
        assert_eq!((error.kind, error.line), (ReadErrorKind::NotFinite, line_of("0 0 1e0")));
    }
    assert_eq!(broken("3 1 0 3", "5 1 0 3").kind, ReadErrorKind::Unexpected);
}

#[test]
fn elements_before_nodes_have_no_nodes() {
    let start = FULL.find("$Nodes").unwrap();
    let end = FULL.find("$Elements").unwrap();
    let swapped = [&FULL[..start], &FULL[end..], &FULL[start..end]].concat();
    assert_eq!(read(&swapped).unwrap_err().kind, ReadErrorKind::Reference);
}

#[test]
fn surfaces_alone_are_surfaces_and_their_groups_have_cells() {
    let edited = FULL.replace("5 6 1 6", "3 4 1 4").replace("3 1 4 1\n5 1000 20 30 10\n", "");
    let mesh = read(&edited.replace("3 2 4 1\n6 1000 30 20 50\n", "")).unwrap();
    assert_eq!((mesh.tets.len(), mesh.triangles.len(), mesh.points.len()), (0, 2, 5));
    assert_eq!(mesh.groups["side a"], Group { vertices: vec![0, 1, 2, 3], cells: vec![0, 1] });
}

#[test]
fn other_cells_alone_are_refused_with_their_count() {
    let text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 0 1\n6 0 1 1\n\
                $EndNodes\n$Elements\n1\n1 6 0 1 2 3 4 5 6\n$EndElements\n";
    let error = read(text).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::Nothing);
    assert!(error.message.contains("no tetrahedra and no triangles, only 1 prisms"), "{error}");
}

#[test]
fn mujocos_files_of_the_same_ending_are_named() {
    let mut bytes = Vec::new();
    [3_i32, 0, 0, 1].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
    bytes.extend([0; 36 + 12]);
    let error = read_bytes(&bytes, "x.msh").unwrap_err();
    assert!(error.message.contains("MuJoCo") && error.message.contains("not Gmsh"), "{error}");
    bytes.push(0);
    assert!(!read_bytes(&bytes, "x.msh").unwrap_err().message.contains("MuJoCo"));
}

#[test]
fn every_truncation_is_an_error() {
    for length in 0..FULL.trim_end().len() {
        assert!(read(&FULL[..length]).is_err(), "cut at byte {length}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn damaged_files_never_panic_and_never_give_bad_indices(
        flips in prop::collection::vec((0..FULL.len(), any::<u8>()), 1..6),
        length in 0..2 * FULL.len(),
    ) {
        let mut bytes = FULL.as_bytes().to_vec();
        flips.iter().for_each(|(at, byte)| bytes[*at] = *byte);
        bytes.truncate(length);
        if let Ok(mesh) = read_bytes(&bytes, "x.msh") {
            let all = mesh.tets.iter().flatten().chain(mesh.groups.values().flat_map(|group| &group.vertices));
            prop_assert!(all.into_iter().all(|v| (*v as usize) < mesh.points.len()));
            prop_assert!(mesh.points.iter().flatten().all(|x| x.is_finite()));
        }
    }

    #[test]
    fn swapped_digits_never_panic(places in prop::collection::vec((0..FULL.len(), 0_u8..10), 1..4)) {
        let mut bytes = FULL.as_bytes().to_vec();
        for (at, digit) in places {
            if bytes[at].is_ascii_digit() {
                bytes[at] = b'0' + digit;
            }
        }
        let _ = read_bytes(&bytes, "x.msh");
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_bytes(&bytes, "x.msh");
    }
}
