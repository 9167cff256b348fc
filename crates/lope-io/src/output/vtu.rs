//! Frames as VTK unstructured grids (`.vtu`), which ParaView, VisIt, PyVista and Blender add-ons read.
//!
//! The layout is VTK's "appended raw": an XML head that says where each array starts, then the arrays as
//! little-endian bytes. Each array is cut into blocks and every block is a zlib stream of its own, so blocks
//! are deflated in parallel and the bytes do not depend on the number of threads. Before a compressed array
//! stand `[blocks, block size, size of the last block if it is partial, compressed sizes…]`, before a plain
//! one its length in bytes; all of them `UInt64`.

use std::fmt::Write as _;
use std::path::Path;

use miniz_oxide::deflate::compress_to_vec_zlib;
use rayon::prelude::*;

use super::{OutputError, Result, atomic, xml};

/// Bytes of one compressed block before compression. Large enough for deflate's 32 KiB window to pay, small
/// enough to share an array among threads.
const BLOCK: usize = 1 << 18;

/// The shape that all cells of a grid have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// One point: particles.
    Vertex,
    /// Two points: springs.
    Line,
    /// Three points: shells and plane problems.
    Triangle,
    /// Four points: solids.
    Tetrahedron,
}

impl CellKind {
    /// Points of one cell.
    pub const fn arity(self) -> usize {
        match self {
            Self::Vertex => 1,
            Self::Line => 2,
            Self::Triangle => 3,
            Self::Tetrahedron => 4,
        }
    }

    /// VTK's number of the shape.
    pub const fn vtk_type(self) -> u8 {
        match self {
            Self::Vertex => 1,
            Self::Line => 3,
            Self::Triangle => 5,
            Self::Tetrahedron => 10,
        }
    }
}

/// A named quantity on the points or on the cells.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// Name shown in the viewer.
    pub name: &'a str,
    /// Numbers per point or cell: 1 a scalar, 3 a vector, 9 a tensor.
    pub components: usize,
    /// The numbers, those of one point after those of another.
    pub values: &'a [f64],
}

/// What one frame of one body shows. Borrowed: writing a frame copies nothing.
#[derive(Clone, Copy, Debug)]
pub struct Grid<'a> {
    /// Interleaved xyz.
    pub points: &'a [f64],
    /// Shape of the cells.
    pub kind: CellKind,
    /// Point numbers, [`CellKind::arity`] per cell.
    pub cells: &'a [u32],
    /// Quantities on the points.
    pub point_data: &'a [Field<'a>],
    /// Quantities on the cells.
    pub cell_data: &'a [Field<'a>],
}

/// How the arrays are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// As they are: fastest, and larger.
    None,
    /// Deflated: 1 is fast, 9 is small. Level 1 already takes the most of connectivity.
    Zlib(u8),
}

impl Default for Compression {
    fn default() -> Self {
        Self::Zlib(1)
    }
}

/// Writes a frame; readers see it whole or not at all.
pub fn write(path: &Path, grid: &Grid<'_>, compression: Compression) -> Result<()> {
    let (head, arrays) = encode(grid, compression)?;
    let mut parts: Vec<&[u8]> = vec![head.as_bytes()];
    parts.extend(arrays.iter().map(Vec::as_slice));
    parts.push(FOOT);
    atomic::write_parts(path, &parts, false)
}

pub(crate) const FOOT: &[u8] = b"\n  </AppendedData>\n</VTKFile>\n";

/// The head of the file up to the mark `_` that begins the arrays, and the arrays.
fn encode(grid: &Grid<'_>, compression: Compression) -> Result<(String, Vec<Vec<u8>>)> {
    let points = grid.points.len() / 3;
    let cells = grid.cells.len() / grid.kind.arity();
    check(grid, points, cells)?;

    let mut file = Appended::new(compression, points, cells);
    for (element, fields) in [("PointData", grid.point_data), ("CellData", grid.cell_data)] {
        file.line(&format!("      <{element}>"));
        for field in fields {
            file.array("Float64", field.name, field.components, f64_bytes(field.values));
        }
        file.line(&format!("      </{element}>"));
    }
    file.line("      <Points>");
    file.array("Float64", "Points", 3, f64_bytes(grid.points));
    file.line("      </Points>\n      <Cells>");
    let (integer, connectivity, offsets) = topology(grid);
    file.array(integer, "connectivity", 1, connectivity);
    file.array(integer, "offsets", 1, offsets);
    file.array("UInt8", "types", 1, vec![grid.kind.vtk_type(); cells]);
    Ok(file.finish())
}

/// Everything a reader would stumble over later.
fn check(grid: &Grid<'_>, points: usize, cells: usize) -> Result<()> {
    let arity = grid.kind.arity();
    if grid.points.len() != 3 * points || grid.cells.len() != arity * cells {
        return Err(OutputError::shape(format!(
            "a frame has {} coordinates and {} cell corners, not multiples of 3 and {arity}",
            grid.points.len(),
            grid.cells.len()
        )));
    }
    if let Some(node) = grid.cells.iter().find(|&&n| n as usize >= points) {
        return Err(OutputError::shape(format!("a cell of a frame names point {node} of {points}")));
    }
    let point_data = grid.point_data.iter().map(|f| (f, points, "points"));
    let cell_data = grid.cell_data.iter().map(|f| (f, cells, "cells"));
    for (field, count, of) in point_data.chain(cell_data) {
        if field.components == 0 || field.values.len() != field.components * count {
            return Err(OutputError::shape(format!(
                "frame data `{}` has {} numbers, not {} for each of {count} {of}",
                field.name,
                field.values.len(),
                field.components
            )));
        }
    }
    Ok(())
}

/// Connectivity and offsets, as 32-bit integers where they fit: half the bytes to deflate.
fn topology(grid: &Grid<'_>) -> (&'static str, Vec<u8>, Vec<u8>) {
    let arity = grid.kind.arity();
    let ends = (0..grid.cells.len() / arity).map(|c| (c + 1) * arity);
    if grid.cells.len() <= i32::MAX as usize && grid.points.len() / 3 <= i32::MAX as usize {
        let connectivity = bytes_of(grid.cells.iter().map(|n| n.to_le_bytes()));
        ("Int32", connectivity, bytes_of(ends.map(|e| (e as u32).to_le_bytes())))
    } else {
        let connectivity = bytes_of(grid.cells.iter().map(|&n| u64::from(n).to_le_bytes()));
        ("Int64", connectivity, bytes_of(ends.map(|e| (e as u64).to_le_bytes())))
    }
}

pub(crate) fn f64_bytes(values: &[f64]) -> Vec<u8> {
    bytes_of(values.iter().map(|v| v.to_le_bytes()))
}

/// Words one after the other. Of known length, so that the copy is one of vectors.
pub(crate) fn bytes_of<const N: usize>(words: impl ExactSizeIterator<Item = [u8; N]>) -> Vec<u8> {
    let mut bytes = vec![0; N * words.len()];
    for (place, word) in bytes.as_chunks_mut::<N>().0.iter_mut().zip(words) {
        *place = word;
    }
    bytes
}

/// The file as it grows: a head of text, and arrays with their places.
pub(crate) struct Appended {
    compression: Compression,
    head: String,
    arrays: Vec<Vec<u8>>,
    offset: usize,
}

impl Appended {
    /// The start of a grid of so many points and cells.
    pub(crate) fn new(compression: Compression, points: usize, cells: usize) -> Self {
        let compressor = match compression {
            Compression::None => "",
            Compression::Zlib(_) => " compressor=\"vtkZLibDataCompressor\"",
        };
        let mut file = Appended { compression, head: String::new(), arrays: Vec::new(), offset: 0 };
        file.line(&format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" \
             byte_order=\"LittleEndian\" header_type=\"UInt64\"{compressor}>\n  <UnstructuredGrid>\n    \
             <Piece NumberOfPoints=\"{points}\" NumberOfCells=\"{cells}\">"
        ));
        file
    }

    /// Ends the cells and the grid: the head of the file up to the mark `_` that begins the arrays, and the
    /// arrays.
    pub(crate) fn finish(mut self) -> (String, Vec<Vec<u8>>) {
        self.line("      </Cells>\n    </Piece>\n  </UnstructuredGrid>\n  <AppendedData encoding=\"raw\">");
        self.head.push_str("   _");
        (self.head, self.arrays)
    }

    pub(crate) fn line(&mut self, text: &str) {
        self.head.push_str(text);
        self.head.push('\n');
    }

    pub(crate) fn array(&mut self, kind: &str, name: &str, components: usize, bytes: Vec<u8>) {
        let (name, offset) = (xml::escape(name), self.offset);
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.head,
            "        <DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" \
             format=\"appended\" offset=\"{offset}\"/>"
        );
        let stored = match self.compression {
            Compression::None => plain(&bytes),
            Compression::Zlib(level) => deflated(&bytes, level),
        };
        self.offset += stored.len();
        self.arrays.push(stored);
    }
}

fn plain(bytes: &[u8]) -> Vec<u8> {
    let mut stored = Vec::with_capacity(8 + bytes.len());
    stored.extend((bytes.len() as u64).to_le_bytes());
    stored.extend(bytes);
    stored
}

fn deflated(bytes: &[u8], level: u8) -> Vec<u8> {
    // Ordered collect of independent blocks: the same bytes for any number of threads.
    let blocks: Vec<Vec<u8>> =
        bytes.par_chunks(BLOCK).map(|block| compress_to_vec_zlib(block, level.min(10))).collect();
    let head = [blocks.len(), BLOCK, bytes.len() % BLOCK];
    let sizes = head.into_iter().chain(blocks.iter().map(Vec::len));
    let mut stored: Vec<u8> = sizes.flat_map(|n| (n as u64).to_le_bytes()).collect();
    for block in &blocks {
        stored.extend(block);
    }
    stored
}

#[cfg(test)]
mod tests {
    use super::super::test_directory::TestDirectory;
    use super::*;
    use crate::show::vtu_read::{self, Frame};

    fn bits(values: &[f64]) -> Vec<u64> {
        values.iter().map(|v| v.to_bits()).collect()
    }

    /// A strip of cells that needs several blocks, with awkward numbers among the values.
    fn sample(kind: CellKind, cells: usize) -> (Vec<f64>, Vec<u32>, Vec<f64>, Vec<f64>) {
        let points = cells + kind.arity() - 1;
        let mut x: Vec<f64> = (0..3 * points).map(|i| (i as f64 * 0.7).sin() * 1e3).collect();
        x[0] = -0.0;
        x[1] = f64::MIN_POSITIVE / 4.0;
        let nodes = (0..cells).flat_map(|c| (0..kind.arity()).map(move |a| (c + a) as u32)).collect();
        let velocity = x.iter().map(|v| v.cbrt()).collect();
        let mut stress: Vec<f64> = (0..cells).map(|i| 1.0 / (i as f64 + 0.1)).collect();
        stress[0] = f64::NAN;
        (x, nodes, velocity, stress)
    }

    fn round_trip(kind: CellKind, cells: usize, compression: Compression) -> Frame {
        let dir = TestDirectory::new(&format!("vtu-{kind:?}-{cells}-{compression:?}"));
        let path = dir.path().join("frame.vtu");
        let (x, nodes, velocity, stress) = sample(kind, cells);
        let grid = Grid {
            points: &x,
            kind,
            cells: &nodes,
            point_data: &[Field { name: "velocity <m/s>", components: 3, values: &velocity }],
            cell_data: &[Field { name: "stress", components: 1, values: &stress }],
        };
        write(&path, &grid, compression).unwrap();
        let frame = vtu_read::read(&path).unwrap();
        assert_eq!(bits(&frame.points), bits(&x));
        assert_eq!(frame.cells, nodes);
        assert_eq!(frame.kind, kind);
        assert_eq!(frame.point_data[0].name, "velocity <m/s>");
        assert_eq!(bits(&frame.point_data[0].values), bits(&velocity));
        assert_eq!(bits(&frame.cell_data[0].values), bits(&stress));
        assert_eq!((frame.point_data[0].components, frame.cell_data[0].components), (3, 1));
        frame
    }

    #[test]
    fn every_shape_and_compression_reads_back_bit_for_bit() {
        for kind in [CellKind::Vertex, CellKind::Line, CellKind::Triangle, CellKind::Tetrahedron] {
            for compression in [Compression::None, Compression::Zlib(0), Compression::default()] {
                round_trip(kind, 7, compression);
            }
        }
        round_trip(CellKind::Tetrahedron, 40_000, Compression::default());
    }

    #[test]
    fn arrays_that_fill_their_last_block_say_so() {
        let bytes: Vec<u8> = (0..2 * BLOCK).map(|i| (i % 251) as u8).collect();
        let stored = deflated(&bytes, 1);
        let word = |i: usize| u64::from_le_bytes(stored[8 * i..8 * i + 8].try_into().unwrap()) as usize;
        assert_eq!((word(0), word(1), word(2)), (2, BLOCK, 0));
        assert_eq!(stored.len(), 8 * 5 + word(3) + word(4));
        assert_eq!(deflated(&[], 1).len(), 24);
    }

    #[test]
    fn bytes_do_not_depend_on_the_number_of_threads() {
        let bytes = f64_bytes(&sample(CellKind::Line, 100_000).0);
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| deflated(&bytes, 1))
        };
        assert!(with(1) == with(3));
    }

    #[test]
    fn the_head_is_what_vtk_expects() {
        let grid = Grid {
            points: &[0.0; 9],
            kind: CellKind::Triangle,
            cells: &[0, 1, 2],
            point_data: &[],
            cell_data: &[],
        };
        let (head, arrays) = encode(&grid, Compression::None).unwrap();
        assert!(
            head.starts_with("<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\"")
        );
        assert!(head.contains("byte_order=\"LittleEndian\" header_type=\"UInt64\">"));
        assert!(head.contains("<Piece NumberOfPoints=\"3\" NumberOfCells=\"1\">"));
        assert!(
            head.contains("Name=\"connectivity\" NumberOfComponents=\"1\" format=\"appended\" offset=\"80\"")
        );
        assert!(head.ends_with("<AppendedData encoding=\"raw\">\n   _"));
        assert_eq!(arrays[0].len(), 8 + 72);
        assert_eq!(arrays[3], [1, 0, 0, 0, 0, 0, 0, 0, 5]);
    }

    #[test]
    fn data_that_do_not_fit_are_refused() {
        let refuse = |points: &[f64], cells: &[u32], values: &[f64], says: &str| {
            let field = [Field { name: "heat", components: 1, values }];
            let grid = Grid { points, kind: CellKind::Line, cells, point_data: &field, cell_data: &[] };
            let message = encode(&grid, Compression::None).unwrap_err().to_string();
            assert!(message.contains(says), "{message}");
        };
        refuse(&[0.0; 7], &[0, 1], &[0.0; 2], "7 coordinates");
        refuse(&[0.0; 6], &[0, 2], &[0.0; 2], "point 2 of 2");
        refuse(&[0.0; 6], &[0, 1], &[0.0; 3], "`heat` has 3 numbers");
    }
}
