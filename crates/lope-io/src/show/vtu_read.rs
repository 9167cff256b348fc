//! Reads the frames of a recording back, for rendering and viewing: one piece, all cells of one shape, and every
//! quantity. The arrays are found and decoded by the mesh reader of the same format.

use std::path::Path;

use crate::mesh_file::scalar::Numbers;
use crate::mesh_file::vtk::document::{Array, Document, Section};
use crate::output::vtu::CellKind;
use crate::output::{OutputError, Result, atomic};

/// A quantity of a frame, owned.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldData {
    /// Name of the quantity.
    pub name: String,
    /// Numbers per point or cell.
    pub components: usize,
    /// The numbers.
    pub values: Vec<f64>,
}

/// A frame of one body as read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Interleaved xyz.
    pub points: Vec<f64>,
    /// Shape of the cells.
    pub kind: CellKind,
    /// Point numbers, [`CellKind::arity`] per cell.
    pub cells: Vec<u32>,
    /// Quantities on the points.
    pub point_data: Vec<FieldData>,
    /// Quantities on the cells.
    pub cell_data: Vec<FieldData>,
}

/// Reads a frame written by [`crate::output::vtu::write`].
pub fn read(path: &Path) -> Result<Frame> {
    let bytes = atomic::read(path)?;
    decode(&bytes).map_err(|what| {
        OutputError::content(
            path,
            what,
            "only frames written by lope can be read; write it again with `lope run`",
        )
    })
}

type Decoded<T> = std::result::Result<T, String>;

fn decode(bytes: &[u8]) -> Decoded<Frame> {
    let document = Document::read(bytes).map_err(|error| error.message)?;
    let [piece] = document.pieces.as_slice() else {
        return Err(format!("has {} pieces, frames have one", document.pieces.len()));
    };
    let field = |array: &Array<'_>, count: usize| {
        let values = document.reals(array, count).map_err(|error| error.message)?;
        Ok(FieldData { name: array.name.clone(), components: array.components, values })
    };
    let of = |section: Section, count: usize| -> Decoded<Vec<FieldData>> {
        piece
            .arrays
            .iter()
            .filter(|array| array.section == section)
            .map(|array| field(array, count))
            .collect()
    };
    let array = |section: Section, name: &str| piece.array(section, name).map_err(|error| error.message);
    let types =
        document.numbers(array(Section::Cells, "types")?, piece.cells).map_err(|error| error.message)?;
    let kind = kind_of(&types)?;
    let corners = kind.arity().checked_mul(piece.cells).ok_or("has more cells than memory")?;
    let cells = array(Section::Cells, "connectivity")?;
    let cells = document.indices(cells, corners).map_err(|error| error.message)?;
    if cells.iter().any(|&n| n as usize >= piece.points) {
        return Err("a cell names a point that is not there".into());
    }
    let points = field(array(Section::Points, "Points")?, piece.points)?;
    if points.components != 3 {
        return Err(format!("its points have {} coordinates", points.components));
    }
    Ok(Frame {
        points: points.values,
        kind,
        cells,
        point_data: of(Section::PointData, piece.points)?,
        cell_data: of(Section::CellData, piece.cells)?,
    })
}

/// The one shape of all cells.
fn kind_of(types: &Numbers<'_>) -> Decoded<CellKind> {
    let Some(first) = types.integer(0) else { return Ok(CellKind::Vertex) };
    let all = |k: &CellKind| (0..types.len()).all(|i| types.integer(i) == Some(i64::from(k.vtk_type())));
    [CellKind::Vertex, CellKind::Line, CellKind::Triangle, CellKind::Tetrahedron]
        .into_iter()
        .find(all)
        .ok_or_else(|| {
            format!("has cells of type {first} mixed with others, or of a shape lope does not write")
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::test_directory::TestDirectory;
    use crate::output::vtu::{Compression, Grid, write};

    #[test]
    fn a_frame_cut_anywhere_is_refused_and_named() {
        let dir = TestDirectory::new("vtu-cut");
        let path = dir.path().join("frame.vtu");
        let x: Vec<f64> = (0..12).map(f64::from).collect();
        let grid = Grid {
            points: &x,
            kind: CellKind::Tetrahedron,
            cells: &[0, 1, 2, 3],
            point_data: &[],
            cell_data: &[],
        };
        for compression in [Compression::None, Compression::default()] {
            write(&path, &grid, compression).unwrap();
            let bytes = std::fs::read(&path).unwrap();
            let foot = b"\n  </AppendedData>\n</VTKFile>\n".len();
            for length in 0..bytes.len() - foot {
                let what = decode(&bytes[..length]);
                assert!(what.is_err(), "accepted {length} bytes");
            }
            std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
            let message = read(&path).unwrap_err().to_string();
            assert!(message.contains("frame.vtu"), "{message}");
        }
    }

    #[test]
    fn damaged_bytes_never_panic() {
        let dir = TestDirectory::new("vtu-damage");
        let path = dir.path().join("frame.vtu");
        let x: Vec<f64> = (0..12).map(f64::from).collect();
        let grid = Grid { points: &x, kind: CellKind::Line, cells: &[0, 1], point_data: &[], cell_data: &[] };
        write(&path, &grid, Compression::default()).unwrap();
        let good = std::fs::read(&path).unwrap();
        let mut refused = 0;
        for place in 0..good.len() {
            for flip in [1, 0x80] {
                let mut bytes = good.clone();
                bytes[place] ^= flip;
                refused += usize::from(decode(&bytes).is_err());
            }
        }
        assert!(refused > good.len() / 2);
    }
}
