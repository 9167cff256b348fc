//! Small files of every format, made here: two tetrahedra over a common triangle, or their surface.

// Each test uses some of them.
#![allow(dead_code)]

use std::collections::BTreeMap;

use lope::geometry::FileMesh;
use lope::geometry::Group;

/// Vertices of all samples.
pub(crate) const POINTS: [[f64; 3]; 5] =
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.1, 0.2, 1.0], [0.25, 0.25, -1.0]];
/// Tetrahedra of the samples of solids.
pub(crate) const TETS: [[u32; 4]; 2] = [[0, 1, 2, 3], [0, 2, 1, 4]];
/// Triangles of the samples of surfaces.
pub(crate) const TRIANGLES: [[u32; 3]; 4] = [[0, 1, 3], [1, 2, 3], [2, 0, 3], [0, 2, 1]];

/// The mesh that the writers get: everything at once.
pub(crate) fn mesh() -> FileMesh {
    let group = |vertices: &[u32], cells: &[u32]| Group { vertices: vertices.into(), cells: cells.into() };
    let groups = [
        ("upper", group(&[0, 1, 2, 3], &[0])),
        ("all of it", group(&[0, 1, 2, 3, 4], &[0, 1])),
        ("tips", group(&[3, 4], &[])),
        ("more", group(&[0, 1, 2, 3, 4], &[1])),
    ];
    FileMesh {
        format: String::new(),
        points: POINTS.to_vec(),
        tets: TETS.to_vec(),
        triangles: vec![[0, 1, 2], [0, 1, 3]],
        edges: vec![[3, 4]],
        groups: groups.map(|(name, group)| (name.to_owned(), group)).into(),
        notes: Vec::new(),
    }
}

/// The surface that the writers get.
pub(crate) fn surface() -> FileMesh {
    let group = |vertices: &[u32], cells: &[u32]| Group { vertices: vertices.into(), cells: cells.into() };
    let groups: BTreeMap<String, Group> =
        [("base".to_owned(), group(&[0, 1, 2], &[3])), ("two".to_owned(), group(&[0, 1, 2, 3], &[0, 1]))]
            .into();
    FileMesh {
        points: POINTS[..4].to_vec(),
        triangles: TRIANGLES.to_vec(),
        edges: vec![[0, 3]],
        groups,
        ..FileMesh::default()
    }
}

/// Bytes of numbers in either order.
pub(crate) struct Bytes {
    pub(crate) bytes: Vec<u8>,
    pub(crate) big: bool,
}

impl Bytes {
    pub(crate) fn new(big: bool) -> Bytes {
        Bytes { bytes: Vec::new(), big }
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.bytes.extend(text.as_bytes());
        self
    }

    fn push<const N: usize>(&mut self, mut big: [u8; N]) {
        if !self.big {
            big.reverse();
        }
        self.bytes.extend(big);
    }

    pub(crate) fn i32(&mut self, list: &[i32]) -> &mut Self {
        list.iter().for_each(|n| self.push(n.to_be_bytes()));
        self
    }

    pub(crate) fn u64(&mut self, list: &[u64]) -> &mut Self {
        list.iter().for_each(|n| self.push(n.to_be_bytes()));
        self
    }

    pub(crate) fn f64(&mut self, list: &[f64]) -> &mut Self {
        list.iter().for_each(|x| self.push(x.to_be_bytes()));
        self
    }

    pub(crate) fn f32(&mut self, list: &[f32]) -> &mut Self {
        list.iter().for_each(|x| self.push(x.to_be_bytes()));
        self
    }
}

pub(crate) fn gmsh41_big_endian() -> Vec<u8> {
    let mut out = Bytes::new(true);
    out.text("$MeshFormat\n4.1 1 8\n").i32(&[1]).text("\n$EndMeshFormat\n");
    out.text("$PhysicalNames\n1\n3 7 \"body\"\n$EndPhysicalNames\n$Entities\n");
    out.u64(&[0, 0, 0, 1]).i32(&[1]).f64(&[0.0; 6]).u64(&[1]).i32(&[7]).u64(&[0]).text("\n$EndEntities\n");
    // A section nobody knows, with bytes in it.
    out.text("$Extra\n").u64(&[3]).text("\n$EndExtra\n");
    out.text("$Nodes\n").u64(&[1, 5, 1, 5]).i32(&[3, 1, 0]).u64(&[5, 1, 2, 3, 4, 5]);
    out.f64(POINTS.as_flattened())
        .text("\n$EndNodes\n$Elements\n")
        .u64(&[1, 2, 1, 2])
        .i32(&[3, 1, 4])
        .u64(&[2]);
    for (number, tet) in TETS.iter().enumerate() {
        out.u64(&[number as u64 + 1]).u64(&tet.map(|v| u64::from(v) + 1));
    }
    out.text("\n$EndElements\n");
    out.text("$ElementData\n1\n\"colour\"\n1\n0\n3\n0\n1\n2\n").i32(&[1]).f64(&[4.0]).i32(&[2]).f64(&[5.0]);
    out.text("\n$EndElementData\n");
    out.bytes
}

fn points_text(with: impl Fn(usize) -> String) -> String {
    POINTS
        .iter()
        .enumerate()
        .map(|(v, [x, y, z])| with(v).replace("XYZ", &format!("{x} {y} {z}")) + "\n")
        .collect()
}

pub(crate) fn gmsh22_text() -> Vec<u8> {
    let mut text =
        String::from("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n3 7 \"body\"\n2 3 \"skin\"\n");
    text += "$EndPhysicalNames\n$ElementData\n1\n\"colour\"\n1\n0.0\n3\n0\n1\n2\n1 4\n2 5\n$EndElementData\n$Nodes\n5\n";
    text += &points_text(|v| format!("{} XYZ", v + 1));
    text += "$EndNodes\n$Elements\n3\n1 4 2 7 1 1 2 3 4 \n2 4 0 1 3 2 5 \n3 2 2 3 1 1 2 3\n$EndElements\n";
    text += "$NodeData\n1\n\"mark\"\n1\n0\n3\n0\n1\n5\n1 8\n2 8\n3 8\n4 9\n5 9\n$EndNodeData\n";
    text.into_bytes()
}

pub(crate) fn gmsh22_binary(big: bool) -> Vec<u8> {
    let mut out = Bytes::new(big);
    out.text("$MeshFormat\n2.2 1 8\n").i32(&[1]).text("\n$EndMeshFormat\n$PhysicalNames\n1\n3 7 \"body\"\n");
    out.text("$EndPhysicalNames\n$Nodes\n5\n");
    for (v, point) in (1..).zip(&POINTS) {
        out.i32(&[v]).f64(point);
    }
    out.text("\n$EndNodes\n$Elements\n3\n").i32(&[4, 2, 2]);
    for (number, tet) in (1..).zip(&TETS) {
        out.i32(&[number, 7, 1]).i32(&tet.map(|v| v as i32 + 1));
    }
    out.i32(&[2, 1, 0, 3, 1, 2, 3]).text("\n$EndElements\n");
    out.text("$ElementData\n1\n\"part\"\n1\n0\n3\n0\n1\n1\n")
        .i32(&[2])
        .f64(&[6.0])
        .text("\n$EndElementData\n");
    out.bytes
}

/// A quadrangle stands beside the tetrahedra, with data on all.
pub(crate) fn vtk(binary: bool, new: bool) -> Vec<u8> {
    let mut out = Bytes::new(true);
    let version = if new { "5.1" } else { "3.0" };
    let kind = if binary { "BINARY" } else { "ASCII" };
    out.text(&format!(
        "# vtk DataFile Version {version}\na title\n{kind}\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n"
    ));
    let ints = |out: &mut Bytes, list: &[i32], long: bool| {
        match (binary, long) {
            (true, false) => out.i32(list),
            (true, true) => out.u64(&list.iter().map(|n| *n as u64).collect::<Vec<_>>()),
            _ => out.text(&list.iter().map(|n| format!("{n} ")).collect::<String>()),
        };
        out.text("\n");
    };
    match binary {
        true => out.f64(POINTS.as_flattened()).text("\n"),
        false => out.text(&points_text(|_| "XYZ".into())),
    };
    if new {
        out.text("CELLS 4 12\nOFFSETS vtktypeint64\n");
        ints(&mut out, &[0, 4, 8, 12], true);
        out.text("CONNECTIVITY vtktypeint64\n");
        ints(&mut out, &[0, 1, 2, 3, 0, 2, 1, 4, 0, 1, 3, 2], true);
    } else {
        out.text("CELLS 3 15\n");
        ints(&mut out, &[4, 0, 1, 2, 3, 4, 0, 2, 1, 4, 4, 0, 1, 3, 2], false);
    }
    out.text("CELL_TYPES 3\n");
    ints(&mut out, &[10, 10, 9], false);
    out.text("CELL_DATA 3\nSCALARS material int 1\nLOOKUP_TABLE default\n");
    ints(&mut out, &[7, 8, 7], false);
    out.text("FIELD FieldData 1\npart%20no 1 3 int\n");
    ints(&mut out, &[1, 1, 2], false);
    out.text("METADATA\nINFORMATION 0\n\nPOINT_DATA 5\nVECTORS v double\n");
    match binary {
        true => out.f64(&[0.5; 15]).text("\n"),
        false => out.text(&"0.5 ".repeat(15)).text("\n"),
    };
    out.text("SCALARS side int\nLOOKUP_TABLE default\n");
    ints(&mut out, &[0, 0, 0, 1, 2], false);
    out.bytes
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |three: &[u8]| {
        let mut bits = 0_u32;
        (0..3).for_each(|k| bits = bits << 8 | u32::from(three.get(k).copied().unwrap_or(0)));
        let sign = |k: usize| SIGNS[(bits >> (18 - 6 * k) & 63) as usize] as char;
        (0..4).map(|k| if k <= three.len() { sign(k) } else { '=' }).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

/// How a `.vtu` file is made.
#[derive(Clone, Copy)]
pub(crate) struct VtuStyle {
    pub(crate) encoding: &'static str,
    pub(crate) big: bool,
    pub(crate) long_header: bool,
    pub(crate) zlib: bool,
}

/// All ways to store arrays.
pub(crate) fn vtu_styles() -> Vec<VtuStyle> {
    let mut styles = vec![VtuStyle { encoding: "ascii", big: false, long_header: false, zlib: false }];
    for encoding in ["inline", "appended base64", "appended raw"] {
        for bits in 0..8 {
            styles.push(VtuStyle {
                encoding,
                big: bits & 1 > 0,
                long_header: bits & 2 > 0,
                zlib: bits & 4 > 0,
            });
        }
    }
    styles
}

pub(crate) fn vtu_variants() -> Vec<Vec<u8>> {
    vtu_styles().into_iter().map(vtu).collect()
}

/// An array's bytes behind their head. In base64 a compressed array's head is encoded by itself.
fn stored(style: VtuStyle, plain: &[u8]) -> Vec<u8> {
    let word = |list: &[usize]| {
        let mut out = Bytes::new(style.big);
        for n in list {
            if style.long_header {
                out.u64(&[*n as u64])
            } else {
                out.i32(&[*n as i32])
            };
        }
        out.bytes
    };
    let raw = style.encoding == "appended raw";
    if !style.zlib {
        let all = [word(&[plain.len()]), plain.to_vec()].concat();
        return if raw { all } else { base64(&all).into_bytes() };
    }
    // Two blocks, so that there is a partial one.
    let size = plain.len() / 2 + 1;
    let blocks: Vec<Vec<u8>> =
        plain.chunks(size).map(|block| miniz_oxide::deflate::compress_to_vec_zlib(block, 6)).collect();
    let mut head = vec![blocks.len(), size, plain.len() % size];
    head.extend(blocks.iter().map(Vec::len));
    let (head, data) = (word(&head), blocks.concat());
    if raw { [head, data].concat() } else { (base64(&head) + &base64(&data)).into_bytes() }
}

pub(crate) fn vtu(style: VtuStyle) -> Vec<u8> {
    let order = if style.big { "BigEndian" } else { "LittleEndian" };
    let header = if style.long_header { " header_type='UInt64'" } else { "" };
    let zlib = if style.zlib { " compressor=\"vtkZLibDataCompressor\"" } else { "" };
    let mut head = format!(
        "<?xml version=\"1.0\"?>\n<!-- a > b -->\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"{order}\"{header}{zlib}>\n\
         <UnstructuredGrid>\n<Piece NumberOfPoints=\"5\" NumberOfCells=\"3\">\n"
    );
    let mut appended = Vec::new();
    let mut array =
        |head: &mut String, kind: &str, name: &str, components: usize, text: &str, bytes: Vec<u8>| {
            let tag = format!(
                "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format="
            );
            match style.encoding {
                "ascii" => *head += &format!("{tag}\"ascii\">\n{text}\n</DataArray>\n"),
                "inline" => {
                    let text = String::from_utf8(stored(style, &bytes)).unwrap();
                    *head += &format!("{tag}\"binary\">\n  {text}\n</DataArray>\n");
                }
                _ => {
                    *head += &format!("{tag}\"appended\" offset=\"{}\"/>\n", appended.len());
                    appended.extend(stored(style, &bytes));
                }
            }
        };
    let join = |list: &[i32]| list.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
    let ints = |list: &[i32]| std::mem::take(&mut Bytes::new(style.big).i32(list).bytes);
    let longs = |list: &[i32]| {
        std::mem::take(
            &mut Bytes::new(style.big).u64(&list.iter().map(|n| *n as u64).collect::<Vec<_>>()).bytes,
        )
    };
    head += "<PointData>\n";
    array(&mut head, "Int32", "side", 1, &join(&[0, 0, 0, 1, 2]), ints(&[0, 0, 0, 1, 2]));
    head += "</PointData>\n<CellData Scalars=\"material\">\n";
    array(&mut head, "Int32", "material", 1, &join(&[7, 8, 7]), ints(&[7, 8, 7]));
    head += "</CellData>\n<Points>\n";
    let coordinates = points_text(|_| "XYZ".into());
    let bytes = std::mem::take(&mut Bytes::new(style.big).f64(POINTS.as_flattened()).bytes);
    array(&mut head, "Float64", "Points", 3, &coordinates, bytes);
    head += "</Points>\n<Cells>\n";
    let nodes = [0, 1, 2, 3, 0, 2, 1, 4, 0, 1, 3, 2];
    array(&mut head, "Int64", "connectivity", 1, &join(&nodes), longs(&nodes));
    array(&mut head, "Int64", "offsets", 1, &join(&[4, 8, 12]), longs(&[4, 8, 12]));
    array(&mut head, "UInt8", "types", 1, "10 10 9", vec![10, 10, 9]);
    head += "</Cells>\n</Piece>\n</UnstructuredGrid>\n";
    let mut bytes = head.into_bytes();
    if let Some(encoding) = style.encoding.strip_prefix("appended ") {
        bytes.extend(format!("<AppendedData encoding=\"{encoding}\">\n_").bytes());
        bytes.extend(appended);
        bytes.extend(b"\n</AppendedData>\n");
    }
    bytes.extend(b"</VTKFile>\n");
    bytes
}

/// `.node` and `.ele`, counted from 1.
pub(crate) fn tetgen() -> (Vec<u8>, Vec<u8>) {
    let mut node = String::from("# nodes\n5 3 1 1\n");
    node += &points_text(|v| format!("{} XYZ 0.5 {}", v + 1, v / 3));
    let ele = "2 4 1 # two\n1 1 2 3 4 -1\n2 1 3 2 5 6\n# end\n";
    (node.into_bytes(), ele.as_bytes().to_vec())
}

pub(crate) fn medit() -> Vec<u8> {
    let mut text = String::from(
        "MeshVersionFormatted 2\n# by hand\nDimension\n3\nTetrahedra\n2\n1 2 3 4 5\n1 3 2 5 6\nVertices 5\n",
    );
    text += &points_text(|_| "XYZ 0".into());
    text += "Triangles\n1\n1 2 3 9\nQuadrilaterals 1\n1 2 3 4 0\nCorners 2\n1 2\nHexahedra\n0\nFuture 2\n1 2 3\n4 5 6\nEnd\n";
    text.into_bytes()
}

pub(crate) fn obj() -> Vec<u8> {
    let mut text = String::from("# an object\nmtllib none.mtl\no thing one\nvt 0 0\nvn 0 0 1\n");
    text += &points_text(|_| "v XYZ".into());
    text += "usemtl red\ng a b\nf 1/1/1 2/1/1 4/1/1\ns off\nf 2//1 3//1 4//1\ng\nusemtl blue\nf -3 \\\n -5 -2\nf 1 3 2\n";
    text += "f 1 2 3 4 5\nl 4 5 1\np 1\ncurv 0 1 2\n";
    text.into_bytes()
}

pub(crate) fn stl_text() -> Vec<u8> {
    let mut text = String::new();
    for (name, triangles) in [("first part", &TRIANGLES[..2]), ("", &TRIANGLES[2..])] {
        text += &format!("solid {name}\n");
        for triangle in triangles {
            text += "  facet normal 0 0 0\n    outer loop\n";
            for v in triangle {
                let [x, y, z] = POINTS[*v as usize];
                text += &format!("      vertex {x} {y} {z:e}\n");
            }
            text += "    endloop\n  endfacet\n";
        }
        text += &format!("endsolid {name}\n");
    }
    text.into_bytes()
}

pub(crate) fn ply_text() -> Vec<u8> {
    let mut text = String::from(
        "ply\nformat ascii 1.0\ncomment by hand\nelement vertex 5\nproperty float nx\nproperty double x\n",
    );
    text += "property double y\nproperty double z\nproperty uchar red\nelement nothing 3\nelement face 2\n";
    text += "property list uchar int vertex_indices\nproperty int part\nelement edge 1\nproperty int vertex1\nproperty int vertex2\n";
    text += "element other 1\nproperty list uchar float w\nend_header\n";
    text += &points_text(|v| format!("0.5 XYZ {v}"));
    text += "3 0 1 3 4\n4 0 1 2 4 5\n3 4\n2 0.5 0.5\n";
    text.into_bytes()
}

pub(crate) fn ply_big_endian() -> Vec<u8> {
    let mut out = Bytes::new(true);
    out.text(
        "ply\r\nformat binary_big_endian 1.0\r\nelement vertex 5\r\nproperty float x\r\nproperty float y\r\n",
    );
    out.text(
        "property float z\r\nelement face 4\r\nproperty list uint8 uint32 vertex_index\r\nend_header\r\n",
    );
    out.f32(&POINTS.as_flattened().iter().map(|x| *x as f32).collect::<Vec<_>>());
    for triangle in &TRIANGLES {
        out.bytes.push(3);
        out.i32(&triangle.map(|v| v as i32));
    }
    out.bytes
}
