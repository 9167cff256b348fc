//! VTK's unstructured grids in XML (`.vtu`), in all the ways their arrays can be stored.

use super::cells;
use super::document::{Document, Piece, Section};
use crate::mesh_file::error::{ReadError, ReadErrorKind};
use crate::mesh_file::group::{Data, Labels, On};
use crate::mesh_file::harvest::Harvest;
use crate::mesh_file::{FileMesh, Input, MeshReader};

/// The reader of `.vtu` files.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh_file) struct Vtu;

/// How many bytes of a file are searched for its first tag: declarations and comments may come before.
const HEAD: usize = 4096;

impl MeshReader for Vtu {
    fn name(&self) -> &'static str {
        "VTK XML"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["vtu"]
    }

    fn recognizes(&self, bytes: &[u8]) -> bool {
        let head = &bytes[..bytes.len().min(HEAD)];
        head.trim_ascii_start().starts_with(b"<") && head.windows(8).any(|window| window == b"<VTKFile")
    }

    fn read(&self, input: &Input<'_>) -> Result<FileMesh, ReadError> {
        let document = Document::read(input.bytes)?;
        let mut harvest = Harvest::default();
        let mut first_cell = 0;
        for piece in &document.pieces {
            add_piece(&document, piece, first_cell, &mut harvest)?;
            first_cell += piece.cells as u64;
        }
        harvest.finish(format!("VTK XML {}", document.variant()))
    }
}

fn add_piece<'a>(
    document: &Document<'a>,
    piece: &Piece<'a>,
    first_cell: u64,
    harvest: &mut Harvest,
) -> Result<(), ReadError> {
    let first_point = harvest.points.len() as u32;
    if piece.points > 0 {
        let array = piece.array(Section::Points, "Points")?;
        if array.components != 3 {
            let message = format!("points have {} coordinates, expected 3", array.components);
            return Err(ReadError::new(ReadErrorKind::Count, message));
        }
        harvest.points.extend(cells::points(document.reals(array, piece.points)?)?);
    }
    if piece.cells > 0 {
        let types = document.numbers(piece.array(Section::Cells, "types")?, piece.cells)?;
        let code = |i| types.integer(i).and_then(|code| u8::try_from(code).ok());
        let types: Option<Vec<u8>> = (0..types.len()).map(code).collect();
        let message = "a cell type is not a number from 0 to 255".to_owned();
        let types = types.ok_or_else(|| ReadError::new(ReadErrorKind::Unexpected, message))?;
        let offsets = document.numbers(piece.array(Section::Cells, "offsets")?, piece.cells)?;
        let nodes = offsets.integer(piece.cells - 1).and_then(|end| usize::try_from(end).ok());
        let ends = cells::ends(&offsets, nodes.unwrap_or(0))?;
        let nodes = ends.last().copied().unwrap_or(0);
        let mut nodes = document.indices(piece.array(Section::Cells, "connectivity")?, nodes)?;
        cells::add(harvest, &types, &ends, &mut nodes, (first_point, piece.points), first_cell)?;
    }
    for array in piece.arrays.iter().filter(|array| array.is_label()) {
        let (count, on) = match array.section {
            Section::PointData => (piece.points, On::Vertices(first_point)),
            Section::CellData => (piece.cells, On::Cells(first_cell)),
            _ => continue,
        };
        let numbers = document.numbers(array, count)?;
        if let Some(labels) = Labels::new((0..count).map(|i| numbers.integer(i))) {
            harvest.data.push(Data { name: array.name.clone(), on, labels });
        }
    }
    Ok(())
}
