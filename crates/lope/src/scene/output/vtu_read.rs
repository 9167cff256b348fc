//! Reads the frames of a recording back, for rendering and viewing: the subset of VTU that [`super::vtu`]
//! writes, with nothing taken on trust.

use std::path::Path;

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::vtu::CellKind;
use super::{OutputError, Result, atomic, xml};

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

/// Reads a frame written by [`super::vtu::write`].
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

/// Which part of the file an array belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    PointData,
    CellData,
    Points,
    Cells,
}

type Decoded<T> = std::result::Result<T, String>;

fn decode(bytes: &[u8]) -> Decoded<Frame> {
    const MARK: &[u8] = b"<AppendedData encoding=\"raw\">\n   _";
    let place = bytes.windows(MARK.len()).position(|w| w == MARK).ok_or("has no appended raw data")?;
    let head = std::str::from_utf8(&bytes[..place]).map_err(|_| "its head is not text")?;
    let arrays = &bytes[place + MARK.len()..];
    let file = xml::tags(head).find(|t| xml::opens(t, "VTKFile")).ok_or("is not a VTK file")?;
    if xml::attribute(file, "header_type").as_deref() != Some("UInt64") {
        return Err("its block headers are not UInt64".into());
    }
    let compressed = xml::attribute(file, "compressor").is_some();

    let mut frame = Frame {
        points: Vec::new(),
        kind: CellKind::Vertex,
        cells: Vec::new(),
        point_data: Vec::new(),
        cell_data: Vec::new(),
    };
    let (mut points, mut cells, mut part) = (0, 0, Part::PointData);
    for tag in xml::tags(head) {
        if xml::opens(tag, "Piece") {
            points = number(tag, "NumberOfPoints")?;
            cells = number(tag, "NumberOfCells")?;
        } else if xml::opens(tag, "DataArray") {
            let array = Array::read(tag, arrays, compressed)?;
            match part {
                Part::PointData => frame.point_data.push(array.field(points)?),
                Part::CellData => frame.cell_data.push(array.field(cells)?),
                Part::Points => frame.points = array.field(points)?.values,
                Part::Cells => match array.name.as_str() {
                    "connectivity" => frame.cells = array.integers()?,
                    "types" => frame.kind = kind_of(&array.bytes)?,
                    _ => {}
                },
            }
        } else {
            let parts = [Part::PointData, Part::CellData, Part::Points, Part::Cells];
            let names = ["PointData", "CellData", "Points", "Cells"];
            part = names.iter().zip(parts).find(|(n, _)| xml::opens(tag, n)).map_or(part, |(_, p)| p);
        }
    }
    let corners = frame.kind.arity().checked_mul(cells);
    if frame.points.len() != 3 * points || Some(frame.cells.len()) != corners {
        return Err("its points or cells are fewer than it says".into());
    }
    if frame.cells.iter().any(|&n| n as usize >= points) {
        return Err("a cell names a point that is not there".into());
    }
    Ok(frame)
}

fn number(tag: &str, name: &str) -> Decoded<usize> {
    let text = xml::attribute(tag, name).ok_or_else(|| format!("has no {name}"))?;
    text.parse().map_err(|_| format!("{name} is `{text}`, not a count"))
}

/// The one shape of all cells.
fn kind_of(types: &[u8]) -> Decoded<CellKind> {
    let Some(&first) = types.first() else { return Ok(CellKind::Vertex) };
    [CellKind::Vertex, CellKind::Line, CellKind::Triangle, CellKind::Tetrahedron]
        .into_iter()
        .find(|k| types.iter().all(|&t| t == k.vtk_type()))
        .ok_or_else(|| {
            format!("has cells of type {first} mixed with others, or of a shape lope does not write")
        })
}

/// One array, its bytes as they were before compression.
struct Array {
    name: String,
    kind: String,
    components: usize,
    bytes: Vec<u8>,
}

impl Array {
    fn read(tag: &str, arrays: &[u8], compressed: bool) -> Decoded<Self> {
        let name = xml::attribute(tag, "Name").ok_or("an array has no name")?;
        let kind = xml::attribute(tag, "type").ok_or("an array has no type")?;
        let components = number(tag, "NumberOfComponents")?;
        let from = number(tag, "offset")?;
        let stored = arrays.get(from..).ok_or_else(|| format!("array `{name}` begins behind the end"))?;
        let bytes = if compressed { inflate(stored) } else { plain(stored) };
        let bytes = bytes.ok_or_else(|| format!("array `{name}` is cut short or damaged"))?;
        Ok(Self { name, kind, components, bytes })
    }

    fn field(self, count: usize) -> Decoded<FieldData> {
        if self.kind != "Float64" || Some(self.bytes.len()) != count.checked_mul(8 * self.components) {
            return Err(format!("array `{}` is not {} × {count} Float64", self.name, self.components));
        }
        let values = words(&self.bytes).map(f64::from_le_bytes).collect();
        Ok(FieldData { name: self.name, components: self.components, values })
    }

    fn integers(&self) -> Decoded<Vec<u32>> {
        let bad = || format!("array `{}` is not point numbers", self.name);
        match self.kind.as_str() {
            "Int32" => Ok(words(&self.bytes).map(u32::from_le_bytes).collect()),
            "Int64" => {
                words(&self.bytes).map(|w| u32::try_from(u64::from_le_bytes(w)).map_err(|_| bad())).collect()
            }
            _ => Err(bad()),
        }
    }
}

fn words<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    bytes.as_chunks::<N>().0.iter().copied()
}

fn word(bytes: &[u8], i: usize) -> Option<usize> {
    let word = bytes.get(i.checked_mul(8)?..)?.first_chunk::<8>()?;
    usize::try_from(u64::from_le_bytes(*word)).ok()
}

fn plain(stored: &[u8]) -> Option<Vec<u8>> {
    let length = word(stored, 0)?;
    Some(stored.get(8..)?.get(..length)?.to_vec())
}

fn inflate(stored: &[u8]) -> Option<Vec<u8>> {
    let (blocks, size, last) = (word(stored, 0)?, word(stored, 1)?, word(stored, 2)?);
    let mut place = blocks.checked_add(3)?.checked_mul(8)?;
    let mut bytes = Vec::new();
    for b in 0..blocks {
        let end = place.checked_add(word(stored, 3 + b)?)?;
        let expected = if b + 1 == blocks && last != 0 { last } else { size };
        let block = decompress_to_vec_zlib_with_limit(stored.get(place..end)?, expected).ok()?;
        if block.len() != expected {
            return None;
        }
        bytes.extend(block);
        place = end;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::test_directory::TestDirectory;
    use super::super::vtu::{Compression, Grid, write};
    use super::*;

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
