//! Tests of what all formats share.

use std::fs;

use super::*;

const TET: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n\
                   0 1 0\n0 0 1\n$EndNodes\n$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n";

/// A file of its own for each test, gone when the test is over.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str, content: &[u8]) -> Scratch {
        let path = std::env::temp_dir().join(format!("lope-{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn content_counts_more_than_the_ending() {
    let file = Scratch::new("wrong-ending.obj", TET.as_bytes());
    let mesh = read_mesh(&file.0).unwrap();
    assert_eq!((mesh.points.len(), mesh.tets), (4, vec![[0, 1, 2, 3]]));
}

#[test]
fn ending_decides_where_content_does_not() {
    let file = Scratch::new("not-gmsh.MSH", b"\x01\x02\x03 something");
    let text = read_mesh(&file.0).unwrap_err().to_string();
    assert!(text.contains("not-gmsh.MSH:1: expected $MeshFormat"), "{text}");
}

#[test]
fn errors_name_the_file_and_the_remedy() {
    let missing = read_mesh(Path::new("no/such/mesh.msh")).unwrap_err();
    assert!(matches!(missing, MeshFileError::Missing { .. }));
    assert!(missing.to_string().contains("no/such/mesh.msh"), "{missing}");
    let folder = read_mesh(&std::env::temp_dir()).unwrap_err();
    assert!(matches!(folder, MeshFileError::Unreadable { .. }), "{folder}");
    let empty = Scratch::new("empty.msh", b" \n");
    assert!(matches!(read_mesh(&empty.0), Err(MeshFileError::Empty { .. })));
    let unknown = Scratch::new("unknown.xyz", b"hello");
    let text = read_mesh(&unknown.0).unwrap_err().to_string();
    for format in ["Gmsh 2.2 and 4.1 (.msh)", "TetGen (.node, .ele)", "OBJ (.obj)"] {
        assert!(text.contains(format), "{text}");
    }
    let cut = Scratch::new("cut.msh", &TET.as_bytes()[..TET.len() - 30]);
    let text = read_mesh(&cut.0).unwrap_err().to_string();
    assert!(text.contains("cut.msh:18: the file ends in $Elements") && text.contains("cut off"), "{text}");
}

#[test]
fn known_formats_that_are_not_read_say_what_to_do() {
    for (name, bytes) in
        [("a.usda", &b"#usda 1.0"[..]), ("a.bin", b"PXR-USDC\0"), ("a.glb", b"glTF"), ("a.meshb", b"\x01")]
    {
        let file = Scratch::new(name, bytes);
        let text = read_mesh(&file.0).unwrap_err().to_string();
        assert!(text.contains("which is not read") && text.contains(name), "{text}");
    }
}

#[test]
fn the_partner_of_a_file_is_found_beside_it() {
    let node = Scratch::new("pair.node", b"4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n");
    let alone = read_mesh(&node.0).unwrap_err().to_string();
    assert!(alone.contains("pair.node") && alone.contains(".ele"), "{alone}");
    let ele = Scratch::new("pair.ele", b"1 4 0\n0 0 1 2 3\n");
    for file in [&node, &ele] {
        assert_eq!(read_mesh(&file.0).unwrap().tets, vec![[0, 1, 2, 3]]);
    }
}

#[test]
fn what_cannot_be_written_is_told() {
    let mesh = read_bytes(TET.as_bytes(), "").unwrap();
    let place = std::env::temp_dir();
    let unknown = write_mesh(&place.join("x.xyz"), &mesh, None).unwrap_err();
    assert!(unknown.to_string().contains(".vtu"), "{unknown}");
    let nowhere = write_mesh(Path::new("no/such/folder/x.vtu"), &mesh, None).unwrap_err();
    assert!(matches!(nowhere, MeshFileError::Unwritable { .. }));
    let broken = FileMesh { tets: vec![[0, 1, 2, 9]], ..mesh.clone() };
    for format in [Format::Vtu, Format::Gmsh41Binary, Format::Obj] {
        assert!(encode(&broken, format).unwrap_err().contains("vertex 9"));
    }
    let far = FileMesh { points: vec![[1e300, 0.0, 0.0]; 4], ..mesh };
    assert!(encode(&far, Format::Stl).unwrap_err().contains("single precision"));
}
