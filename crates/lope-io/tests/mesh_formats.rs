//! Every format and variant that is read, and everything that is written, on small meshes.

// All of this is a test: what goes wrong should fail it.
#![allow(clippy::unwrap_used, clippy::panic)]

use lope::geometry::FileMesh;
use lope::geometry::Group;
use lope_io::mesh_file::{Format, Input, ReadError, ReadErrorKind, encode, read_bytes, read_input};
use proptest::prelude::*;

#[path = "mesh_sample/mod.rs"]
mod sample;

use sample::{POINTS, TETS, TRIANGLES};

fn group(vertices: &[u32], cells: &[u32]) -> Group {
    Group { vertices: vertices.into(), cells: cells.into() }
}

fn bits(points: &[[f64; 3]]) -> Vec<u64> {
    points.as_flattened().iter().map(|x| x.to_bits()).collect()
}

fn assert_solid(mesh: &FileMesh) {
    assert_eq!(bits(&mesh.points), bits(&POINTS), "{}", mesh.format);
    assert_eq!(mesh.tets, TETS, "{}", mesh.format);
}

/// The error of a text after an edit.
fn broken(text: &[u8], name: &str, from: &str, to: &str) -> ReadError {
    let text = String::from_utf8(text.to_vec()).unwrap();
    assert!(text.contains(from), "nothing to edit: {from}");
    read_bytes(text.replacen(from, to, 1).as_bytes(), name).unwrap_err()
}

#[test]
fn gmsh_22() {
    let mesh = read_bytes(&sample::gmsh22_text(), "").unwrap();
    assert_solid(&mesh);
    assert_eq!((mesh.format.as_str(), &*mesh.triangles), ("Gmsh 2.2 text", &[[0, 1, 2]][..]));
    assert_eq!(mesh.groups["body"], group(&[0, 1, 2, 3], &[0]));
    assert_eq!(mesh.groups["skin"], group(&[0, 1, 2], &[]));
    assert_eq!(mesh.groups["colour=4"], group(&[0, 1, 2, 3], &[0]));
    assert_eq!(mesh.groups["colour=5"], group(&[0, 1, 2, 4], &[1]));
    assert_eq!(mesh.groups["mark=9"], group(&[3, 4], &[]));
    for big in [false, true] {
        let mesh = read_bytes(&sample::gmsh22_binary(big), "").unwrap();
        assert_solid(&mesh);
        assert_eq!(mesh.format, if big { "Gmsh 2.2 binary, big-endian" } else { "Gmsh 2.2 binary" });
        assert_eq!(mesh.groups["body"].cells, [0, 1]);
        assert_eq!(mesh.groups["part=6"], group(&[0, 1, 2, 4], &[1]));
    }
}

#[test]
fn gmsh_41_big_endian() {
    let mesh = read_bytes(&sample::gmsh41_big_endian(), "").unwrap();
    assert_solid(&mesh);
    assert_eq!((mesh.format.as_str(), mesh.groups["body"].cells.len()), ("Gmsh 4.1 binary, big-endian", 2));
    assert_eq!(mesh.groups["colour=5"].cells, [1]);
}

#[test]
fn gmsh_22_errors() {
    let text = sample::gmsh22_text();
    for (from, to, kind) in [
        ("$Nodes\n5\n", "$Nodes\n", ReadErrorKind::Count),
        ("$Nodes\n5\n", "$Nodes\n6\n", ReadErrorKind::Count),
        ("$Elements\n3\n", "$Elements\n2\n", ReadErrorKind::Count),
        ("$Elements\n3\n", "$Elements\n", ReadErrorKind::Reference),
        ("2 4 0 1 3 2 5 \n", "2 4 0 1 3 2 6 \n", ReadErrorKind::Reference),
        ("2 4 0 1 3 2 5 \n", "2 99 0 1 3 2 5 \n", ReadErrorKind::Unsupported),
        ("\n2 1 0 0\n", "\n1 1 0 0\n", ReadErrorKind::Reference),
        ("\n2 1 0 0\n", "\n2 1 inf 0\n", ReadErrorKind::NotFinite),
        ("1 4 2 7 1 1 2 3 4", "1 4 99999999 7 1 1 2 3 4", ReadErrorKind::Count),
    ] {
        let error = broken(&text, "x.msh", from, to);
        assert_eq!(error.kind, kind, "{from:?} → {to:?}: {error}");
        assert!(error.line.is_some());
    }
}

/// A quadrangle is beside the tetrahedra in both of VTK's formats.
fn assert_vtk(mesh: &FileMesh) {
    assert_solid(mesh);
    assert_eq!(mesh.triangles, [[0, 1, 3], [0, 3, 2]], "{}", mesh.format);
    assert_eq!(mesh.groups["material=7"], group(&[0, 1, 2, 3], &[0]));
    assert_eq!(mesh.groups["material=8"], group(&[0, 1, 2, 4], &[1]));
    assert_eq!(mesh.groups["side=0"], group(&[0, 1, 2], &[]));
    assert_eq!(mesh.groups["side=2"], group(&[4], &[]));
    assert_eq!(mesh.notes, ["cut into triangles: 1 quadrangles", "not part of the solid: 1 quadrangles"]);
}

#[test]
fn vtk_legacy() {
    for (binary, new) in [(false, false), (false, true), (true, false), (true, true)] {
        let mesh = read_bytes(&sample::vtk(binary, new), "").unwrap();
        assert_vtk(&mesh);
        assert_eq!(mesh.groups["part no=1"].cells, [0, 1]);
        let (version, kind) = (if new { "5.1" } else { "3.0" }, if binary { "binary" } else { "text" });
        assert_eq!(mesh.format, format!("VTK legacy {version} {kind}"));
    }
}

#[test]
fn a_wrong_size_of_the_cells_is_noted_where_it_does_not_matter() {
    let text = String::from_utf8(sample::vtk(false, false)).unwrap().replace("CELLS 3 15", "CELLS 3 3");
    let mesh = read_bytes(text.as_bytes(), "").unwrap();
    assert_eq!(mesh.tets, TETS);
    assert!(mesh.notes[0].contains("15 numbers, the file says 3"), "{:?}", mesh.notes);
}

#[test]
fn vtk_legacy_polygons() {
    let text = "# vtk DataFile Version 2.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 5 float\n0 0 0 1 0 0 1 1 0 0 1 0 2 2 0\n\
                POLYGONS 1 5\n4 0 1 2 3\nLINES 1 3\n2 3 4\nCELL_DATA 2\nSCALARS m int\nLOOKUP_TABLE default\n5 6\n";
    let mesh = read_bytes(text.as_bytes(), "").unwrap();
    assert_eq!((mesh.triangles, mesh.edges), (vec![[0, 1, 2], [0, 2, 3]], vec![[3, 4]]));
    // Lines come before polygons in the numbering of the data.
    assert_eq!(mesh.groups["m=5"], group(&[3, 4], &[]));
    assert_eq!(mesh.groups["m=6"], group(&[0, 1, 2, 3], &[0, 1]));
}

#[test]
fn vtk_legacy_errors() {
    let (old, new) = (sample::vtk(false, false), sample::vtk(false, true));
    for (text, from, to, kind) in [
        (&old, "UNSTRUCTURED_GRID", "STRUCTURED_POINTS", ReadErrorKind::Unsupported),
        (&old, "POINTS 5 double", "POINTS 50000 double", ReadErrorKind::Count),
        (&old, "POINTS 5 double", "POINTS 5 quad", ReadErrorKind::Unsupported),
        (&old, "CELL_TYPES 3\n10 10 9", "CELL_TYPES 2\n10 10", ReadErrorKind::Count),
        (&old, "4 0 2 1 4", "4 0 2 1 5", ReadErrorKind::Reference),
        (&old, "CELL_TYPES 3\n10 10 9", "CELL_TYPES 3\n10 10 5", ReadErrorKind::Count),
        (&old, "CELL_DATA 3", "CELL_DATA 4", ReadErrorKind::Count),
        (&old, "ASCII", "HEX", ReadErrorKind::Unexpected),
        (&new, "0 4 8 12", "0 4 3 12", ReadErrorKind::Reference),
        (&new, "0 4 8 12", "0 4 8 11", ReadErrorKind::Count),
    ] {
        let error = broken(text, "x.vtk", from, to);
        assert_eq!(error.kind, kind, "{from:?} → {to:?}: {error}");
    }
}

#[test]
fn vtu_in_every_encoding() {
    for style in sample::vtu_styles() {
        let mesh = read_bytes(&sample::vtu(style), "").unwrap();
        assert_vtk(&mesh);
        let how = match style.encoding {
            "ascii" => "text",
            "inline" => "base64",
            other => other,
        };
        assert!(mesh.format.contains(how), "{}", mesh.format);
        assert_eq!(mesh.format.contains("zlib"), style.zlib);
        assert_eq!(mesh.format.contains("big-endian"), style.big);
    }
}

#[test]
fn vtu_in_pieces() {
    let one = String::from_utf8(sample::vtu(sample::vtu_styles()[0])).unwrap();
    let (start, end) = (one.find("<Piece").unwrap(), one.find("</UnstructuredGrid>").unwrap());
    let two = [&one[..end], &one[start..end], &one[end..]].concat();
    let mesh = read_bytes(two.as_bytes(), "").unwrap();
    assert_eq!((mesh.points.len(), mesh.tets.len()), (10, 4));
    assert_eq!(mesh.tets[2], [5, 6, 7, 8]);
    assert_eq!(mesh.groups["material=8"], group(&[0, 1, 2, 4, 5, 6, 7, 9], &[1, 3]));
    assert_eq!(mesh.groups["side=2"], group(&[4, 9], &[]));
}

#[test]
fn vtu_errors() {
    let text = sample::vtu(sample::vtu_styles()[0]);
    for (from, to, kind) in [
        ("type=\"UnstructuredGrid\"", "type=\"PolyData\"", ReadErrorKind::Unsupported),
        ("version=\"0.1\"", "compressor=\"vtkLZ4DataCompressor\"", ReadErrorKind::Unsupported),
        ("NumberOfPoints=\"5\"", "NumberOfPoints=\"6\"", ReadErrorKind::Count),
        ("NumberOfPoints=\"5\"", "NumberOfPoints=\"99999999999999\"", ReadErrorKind::Count),
        ("NumberOfPoints=\"5\"", "NumberOfPoints=\"many\"", ReadErrorKind::Unexpected),
        ("4 8 12", "4 8 11", ReadErrorKind::Count),
        ("4 8 12", "4 8 -1", ReadErrorKind::Reference),
        ("0 2 1 4", "0 2 1 5", ReadErrorKind::Reference),
        ("Name=\"offsets\"", "Name=\"setoffs\"", ReadErrorKind::Truncated),
        ("10 10 9", "10 10 999", ReadErrorKind::Unexpected),
        ("0.25 0.25 -1", "0.25 nan -1", ReadErrorKind::NotFinite),
    ] {
        let error = broken(&text, "x.vtu", from, to);
        assert_eq!(error.kind, kind, "{from:?} → {to:?}: {error}");
    }
}

#[test]
fn arrays_that_share_their_bytes_are_refused() {
    let style = sample::VtuStyle { encoding: "appended raw", big: false, long_header: true, zlib: true };
    let file = sample::vtu(style);
    let at = file.windows(10).position(|window| window == b"</CellData").unwrap();
    let again =
        "<DataArray type=\"Int32\" Name=\"m\" format=\"appended\" offset=\"0\" NumberOfComponents=\"1\"/>";
    let copies = again.repeat(1000).replace("offset=\"0\"", "offset=\"64\"");
    let many = [&file[..at], copies.as_bytes(), &file[at..]].concat();
    assert!(read_bytes(&many, "").is_err());
}

fn tetgen(node: &[u8], ele: &[u8]) -> Result<FileMesh, ReadError> {
    let beside = |_: &str| Ok(ele.to_vec());
    read_input(&Input { bytes: node, name: "x.node", beside: &beside })
}

#[test]
fn tetgen_pairs() {
    let (node, ele) = sample::tetgen();
    let mesh = tetgen(&node, &ele).unwrap();
    assert_solid(&mesh);
    assert_eq!(mesh.groups["marker=1"], group(&[3, 4], &[]));
    assert_eq!(mesh.groups["attribute=-1"], group(&[0, 1, 2, 3], &[0]));
    assert!(!mesh.groups.keys().any(|name| name.starts_with("node attribute")));
    let beside = |_: &str| Ok(node.clone());
    assert_eq!(read_input(&Input { bytes: &ele, name: "x.ele", beside: &beside }).unwrap(), mesh);
    let error = tetgen(&node, b"2 4 0\n1 1 2 3 4\n2 1 3 2 9\n").unwrap_err();
    assert!(error.kind == ReadErrorKind::Reference && error.message.contains("in .ele, line 3"), "{error}");
    for (node, ele, kind) in [
        (&b"5 2 0 0\n"[..], &ele[..], ReadErrorKind::Unsupported),
        (&node, b"2 5 0\n", ReadErrorKind::Unsupported),
        (&node, b"3 4 0\n1 1 2 3 4\n2 1 3 2 5\n", ReadErrorKind::Count),
        (&node, b"1 4 0\n1 1 2 3 4\n2 1 3 2 5\n", ReadErrorKind::Count),
        (b"99999999999 3 0 0\n", &ele, ReadErrorKind::Count),
    ] {
        assert_eq!(tetgen(node, ele).unwrap_err().kind, kind);
    }
    assert_eq!(read_bytes(&node, "x.node").unwrap_err().kind, ReadErrorKind::Partner);
}

#[test]
fn medit() {
    let text = sample::medit();
    let mesh = read_bytes(&text, "").unwrap();
    assert_solid(&mesh);
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 1, 2], [0, 2, 3]]);
    assert_eq!(mesh.groups["ref=5"].cells, [0]);
    assert_eq!(mesh.groups["triangle ref=9"], group(&[0, 1, 2], &[]));
    assert!(mesh.notes.contains(&"passed over: \"Future\"".to_owned()), "{:?}", mesh.notes);
    for (from, to, kind) in [
        ("1 3 2 5 6", "1 3 2 6 6", ReadErrorKind::Reference),
        ("1 3 2 5 6", "0 3 2 5 6", ReadErrorKind::Reference),
        ("Tetrahedra\n2", "Tetrahedra\n1", ReadErrorKind::Unexpected),
        ("Tetrahedra\n2", "Tetrahedra\n20000", ReadErrorKind::Count),
        ("Dimension\n3", "Dimension\n4", ReadErrorKind::Unexpected),
        ("0.25 0.25 -1", "0.25 inf -1", ReadErrorKind::NotFinite),
    ] {
        let error = broken(&text, "x.mesh", from, to);
        assert_eq!(error.kind, kind, "{from:?} → {to:?}: {error}");
        assert!(error.line.is_some());
    }
}

#[test]
fn obj_takes_positions_polygons_lines_and_names() {
    let text = sample::obj();
    let mesh = read_bytes(&text, "x.obj").unwrap();
    assert_eq!(bits(&mesh.points), bits(&POINTS));
    let fan = [[0, 1, 2], [0, 2, 3], [0, 3, 4]];
    assert_eq!(mesh.triangles, [&TRIANGLES[..], &fan].concat());
    assert_eq!(mesh.edges, [[3, 4], [4, 0]]);
    assert_eq!(mesh.groups["a"], group(&[0, 1, 2, 3], &[0, 1]));
    assert_eq!(mesh.groups["red"], mesh.groups["b"]);
    assert_eq!(mesh.groups["thing one"].cells.len(), 7);
    assert_eq!(mesh.groups["blue"].cells, [2, 3, 4, 5, 6]);
    for (from, to, kind) in [
        ("f 1 3 2\n", "f 1 3\n", ReadErrorKind::Count),
        ("f 1 3 2\n", "f 1 3 6\n", ReadErrorKind::Reference),
        ("f 1 3 2\n", "f 1 3 -6\n", ReadErrorKind::Reference),
        ("f 1 3 2\n", "f 1 3 0\n", ReadErrorKind::Unexpected),
        ("f 1 3 2\n", "f 1 3 two\n", ReadErrorKind::Unexpected),
        ("v 1 0 0\n", "v 1 0\n", ReadErrorKind::Unexpected),
        ("v 1 0 0\n", "v 1 nan 0\n", ReadErrorKind::NotFinite),
    ] {
        let error = broken(&text, "x.obj", from, to);
        assert_eq!(error.kind, kind, "{from:?} → {to:?}: {error}");
        let line = String::from_utf8_lossy(&text).lines().position(|line| line == from.trim()).map(|k| k + 1);
        assert_eq!(error.line, line);
    }
}

#[test]
fn obj_without_faces_is_points_or_lines() {
    let points = read_bytes(b"v 0 0 0\n", "x.obj").unwrap();
    assert_eq!((points.points.len(), points.triangles.len()), (1, 0));
    let lines = read_bytes(b"v 0 0 0\nv 1 0 0\nl 1 2\n", "").unwrap();
    assert_eq!(lines.edges, [[0, 1]]);
    assert_eq!(read_bytes(b"# nothing\n", "x.obj").unwrap_err().kind, ReadErrorKind::Nothing);
}

#[test]
fn stl_corners_at_one_place_are_one_vertex() {
    let mesh = read_bytes(&sample::stl_text(), "").unwrap();
    assert_eq!((mesh.format.as_str(), mesh.points.len()), ("STL text", 4));
    assert_eq!(mesh.triangles.len(), 4);
    assert_eq!(mesh.groups["first part"].cells, [0, 1]);
    assert!(mesh.notes[0].contains("12 corners are at 4 different places"), "{:?}", mesh.notes);
    let mut binary = encode(&sample::surface(), Format::Stl).unwrap();
    let mesh = read_bytes(&binary, "").unwrap();
    assert_eq!((mesh.format.as_str(), mesh.points.len(), mesh.triangles.len()), ("STL binary", 4, 4));
    // A head that says "solid" does not make a text of it.
    binary[..5].copy_from_slice(b"solid");
    assert_eq!(read_bytes(&binary, "x.stl").unwrap().triangles, mesh.triangles);
    binary.pop();
    assert_eq!(read_bytes(&binary, "x.stl").unwrap_err().kind, ReadErrorKind::Truncated);
    for (from, to) in [("endloop", "endlop"), ("vertex 1 0 0e0", "vertex 1 0"), ("endsolid first part", "")] {
        assert_eq!(broken(&sample::stl_text(), "x.stl", from, to).kind, ReadErrorKind::Unexpected);
    }
}

#[test]
fn ply_variants() {
    let mesh = read_bytes(&sample::ply_text(), "").unwrap();
    assert_eq!(bits(&mesh.points), bits(&POINTS));
    assert_eq!((&*mesh.triangles, &*mesh.edges), (&[[0, 1, 3], [0, 1, 2], [0, 2, 4]][..], &[[3, 4]][..]));
    assert_eq!(mesh.groups["part=5"].cells, [1, 2]);
    assert_eq!(mesh.groups.len(), 2);
    let mesh = read_bytes(&sample::ply_big_endian(), "").unwrap();
    assert_eq!((mesh.triangles, mesh.format.as_str()), (TRIANGLES.to_vec(), "PLY binary, big-endian"));
    assert_eq!(mesh.points[3][0], f64::from(0.1_f32));
    for (from, to, kind) in [
        ("3 0 1 3 4", "3 0 1 5 4", ReadErrorKind::Reference),
        ("3 0 1 3 4", "2 0 1 4", ReadErrorKind::Count),
        ("element face 2", "element face 20000", ReadErrorKind::Count),
        ("property double z", "property double w", ReadErrorKind::Unexpected),
        ("format ascii", "format hex", ReadErrorKind::Unexpected),
        ("format ascii 1.0\n", "", ReadErrorKind::Unexpected),
    ] {
        let error = broken(&sample::ply_text(), "x.ply", from, to);
        assert_eq!(error.kind, kind, "{from:?} → {to:?}: {error}");
    }
}

#[test]
fn every_truncation_of_a_binary_file_is_an_error() {
    let mesh = sample::mesh();
    let mut files = vec![sample::gmsh41_big_endian(), sample::gmsh22_binary(false), sample::vtk(true, false)];
    files.extend(
        [Format::Gmsh41Binary, Format::Ply, Format::Stl].map(|format| encode(&mesh, format).unwrap()),
    );
    // What may be missing at the end: the data of the samples, which follow the mesh.
    let needed = [b"$ElementData".as_slice(), b"$ElementData", b"CELL_DATA"];
    for (file, name) in files.iter().zip(["x.msh", "x.msh", "x.vtk", "x.msh", "x.ply", "x.stl"]) {
        let end = needed.iter().filter_map(|word| file.windows(word.len()).position(|w| w == *word)).min();
        for length in 0..end.unwrap_or(file.len()) - 2 {
            assert!(
                read_bytes(&file[..length], name).is_err(),
                "{name} cut at byte {length} of {}",
                file.len()
            );
        }
    }
}

#[test]
fn curved_and_other_cells_in_vtk() {
    let text = "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 12 double\n\
                0 0 0 1 0 0 0 1 0 0 0 1 .5 0 0 .5 .5 0 0 .5 0 0 0 .5 .5 0 .5 0 .5 .5 9 9 9 8 8 8\n\
                CELLS 2 17\n10 0 1 2 3 4 5 6 7 8 9\n5 0 1 2 3 10\nCELL_TYPES 2\n24 14\n";
    let mesh = read_bytes(text.as_bytes(), "").unwrap();
    // Neither the middles of edges nor the tip of the pyramid are kept; what no cell names is.
    assert_eq!((mesh.points.len(), mesh.points[4], &*mesh.tets), (5, [8.0; 3], &[[0, 1, 2, 3]][..]));
    assert!(mesh.notes[0].contains("10-node") && mesh.notes[1].contains("1 pyramids"), "{:?}", mesh.notes);
    assert!(mesh.notes[2].contains("left out 7 vertices"), "{:?}", mesh.notes);
}

/// What both keep: everything but format and notes.
fn assert_same(read: &FileMesh, written: &FileMesh) {
    assert_eq!(bits(&read.points), bits(&written.points), "{}", read.format);
    assert_eq!(read.tets, written.tets, "{}", read.format);
    assert_eq!(read.triangles, written.triangles, "{}", read.format);
    assert_eq!(read.edges, written.edges, "{}", read.format);
    assert_eq!(read.groups, written.groups, "{}", read.format);
}

#[test]
fn what_is_written_reads_back_the_same() {
    for mesh in [sample::mesh(), sample::surface()] {
        for format in [Format::Vtu, Format::Gmsh41Text, Format::Gmsh41Binary] {
            assert_same(&read_bytes(&encode(&mesh, format).unwrap(), "").unwrap(), &mesh);
        }
    }
    let surface = sample::surface();
    assert_same(&read_bytes(&encode(&surface, Format::Obj).unwrap(), "").unwrap(), &surface);
    let read = read_bytes(&encode(&surface, Format::Ply).unwrap(), "").unwrap();
    assert_same(&read, &FileMesh { groups: Default::default(), ..surface });
}

#[test]
fn the_boundary_of_a_solid_is_written_as_a_surface() {
    let mesh = FileMesh { triangles: Vec::new(), edges: Vec::new(), ..sample::mesh() };
    for format in [Format::Obj, Format::Ply, Format::Stl] {
        let read = read_bytes(&encode(&mesh, format).unwrap(), "").unwrap();
        assert_eq!((read.points.len(), read.triangles.len()), (5, 6), "{format:?}");
    }
    let obj = read_bytes(&encode(&mesh, Format::Obj).unwrap(), "").unwrap();
    assert_eq!((obj.groups["upper"].cells.len(), obj.groups["all_of_it"].cells.len()), (3, 6));
}

/// Any double that a file can hold.
fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite()),
        -1e3..1e3_f64,
        Just(-0.0),
        (-1000..1000_i32).prop_map(|n| f64::from(n) / 8.0),
    ]
}

prop_compose! {
    fn any_mesh()(points in prop::collection::vec([coordinate(), coordinate(), coordinate()], 1..30))(
        tets in prop::collection::vec(prop::array::uniform4(0..points.len() as u32), 0..20),
        triangles in prop::collection::vec(prop::array::uniform3(0..points.len() as u32), 0..20),
        edges in prop::collection::vec(prop::array::uniform2(0..points.len() as u32), 0..5),
        points in Just(points),
        members in prop::collection::btree_set(0_u32..20, 0..10),
        extra in prop::collection::btree_set(0_u32..30, 0..5),
    ) -> FileMesh {
        let count = if tets.is_empty() { triangles.len() } else { tets.len() } as u32;
        let cells: Vec<u32> = members.into_iter().filter(|cell| *cell < count).collect();
        let corners = cells.iter().flat_map(|cell| match tets.is_empty() {
            true => triangles[*cell as usize].to_vec(),
            false => tets[*cell as usize].to_vec(),
        });
        let extra = extra.into_iter().filter(|v| (*v as usize) < points.len());
        let vertices: std::collections::BTreeSet<u32> = corners.chain(extra).collect();
        let mut mesh = FileMesh { points, tets, triangles, edges, ..FileMesh::default() };
        if !vertices.is_empty() {
            mesh.groups.insert("some".into(), Group { vertices: vertices.into_iter().collect(), cells });
        }
        mesh
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_mesh_reads_back_bit_for_bit(mesh in any_mesh()) {
        for format in [Format::Vtu, Format::Gmsh41Text, Format::Gmsh41Binary] {
            let read = read_bytes(&encode(&mesh, format).unwrap(), "").unwrap();
            assert_same(&read, &mesh);
        }
        let surface = FileMesh { tets: Vec::new(), groups: Default::default(), ..mesh };
        for format in [Format::Obj, Format::Ply] {
            let read = read_bytes(&encode(&surface, format).unwrap(), "x.obj").unwrap();
            assert_same(&read, &surface);
        }
    }

    #[test]
    fn stl_keeps_single_precision(points in prop::collection::vec([-1e3..1e3_f32, -1e3..1e3_f32, -1e3..1e3_f32], 3..20)) {
        let points: Vec<[f64; 3]> = points.iter().map(|point| point.map(f64::from)).collect();
        let triangles: Vec<[u32; 3]> = (2..points.len() as u32).map(|k| [k - 2, k - 1, k]).collect();
        let mesh = FileMesh { points, triangles, ..FileMesh::default() };
        let read = read_bytes(&encode(&mesh, Format::Stl).unwrap(), "").unwrap();
        let places = |mesh: &FileMesh| -> Vec<[f64; 3]> {
            mesh.triangles.iter().flatten().map(|v| mesh.points[*v as usize]).collect()
        };
        prop_assert_eq!(places(&read), places(&mesh));
    }
}
