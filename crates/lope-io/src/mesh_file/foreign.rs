//! Formats that are known and not read: better a word on how to convert them than "unknown".

use super::error::{ReadError, ReadErrorKind};

/// Name, first bytes, endings, and what to do.
type Foreign = (&'static str, &'static [&'static [u8]], &'static [&'static str], &'static str);

const FOREIGN: &[Foreign] = &[
    (
        "USD",
        &[b"#usda", b"PXR-USDC"],
        &["usd", "usda", "usdc", "usdz"],
        "export the mesh as OBJ or PLY (usdview and Blender can), or its tetrahedra as .vtu or .msh",
    ),
    ("glTF", &[b"glTF"], &["gltf", "glb"], "export it as OBJ or PLY, in Blender for example"),
    (
        "HDF5",
        &[b"\x89HDF"],
        &["h5", "xdmf", "vtkhdf"],
        "convert it to .vtu, with meshio or ParaView for example",
    ),
    (
        "NetCDF",
        &[b"CDF\x01", b"CDF\x02"],
        &["e", "exo"],
        "convert it to .vtu, with meshio or ParaView for example",
    ),
    (
        "Abaqus",
        &[b"*HEADING", b"*Heading", b"*NODE", b"*Node"],
        &["inp"],
        "convert it to .vtu, with meshio for example",
    ),
    ("Medit binary", &[], &["meshb"], "write it as text (.mesh)"),
    ("COLLADA", &[], &["dae"], "export it as OBJ or PLY, in Blender for example"),
    ("FBX", &[b"Kaydara FBX"], &["fbx"], "export it as OBJ or PLY, in Blender for example"),
    ("OFF", &[b"OFF\n", b"OFF\r", b"OFF "], &["off"], "convert it to OBJ or PLY, with meshio for example"),
];

/// The name of the format and what to do, if it is one of those.
pub(super) fn refusal(bytes: &[u8], ending: &str) -> Option<(&'static str, ReadError)> {
    let by_content = FOREIGN.iter().find(|(_, heads, _, _)| heads.iter().any(|head| bytes.starts_with(head)));
    let found = by_content.or_else(|| FOREIGN.iter().find(|(_, _, endings, _)| endings.contains(&ending)));
    found.map(|(name, _, _, remedy)| {
        let message = format!("this is a file of the format {name}, which is not read");
        (*name, ReadError::new(ReadErrorKind::Unsupported, message).remedy(remedy))
    })
}
