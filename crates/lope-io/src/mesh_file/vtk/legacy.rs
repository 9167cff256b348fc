//! VTK's old format (`.vtk`), versions 1 to 5.1, as text and as big-endian bytes.
//!
//! Four lines of head, then keywords, each followed by its array. Since 5.1 cells are two arrays, where their
//! nodes begin and the nodes; before, each cell's nodes follow their number. Unstructured grids are read, and
//! the polygons of polygonal data.

use std::borrow::Cow;

use super::cells;
use crate::mesh_file::error::{ReadError, ReadErrorKind};
use crate::mesh_file::harvest::Harvest;
use crate::mesh_file::scalar::{Numbers, Order, Scalar};
use crate::mesh_file::scan::{Scanner, shown};
use crate::mesh_file::{FileMesh, Input, MeshReader};

/// The reader of VTK's old format.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh_file) struct Legacy;

impl MeshReader for Legacy {
    fn name(&self) -> &'static str {
        "VTK legacy"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["vtk"]
    }

    fn recognizes(&self, bytes: &[u8]) -> bool {
        bytes.trim_ascii_start().starts_with(b"# vtk DataFile")
    }

    fn read(&self, input: &Input<'_>) -> Result<FileMesh, ReadError> {
        let mut parser = Parser::new(input.bytes)?;
        parser.sections()?;
        parser.finish()
    }
}

/// Cells as they are in the file: their types may come later.
#[derive(Default)]
pub(super) struct List {
    ends: Vec<usize>,
    nodes: Vec<u32>,
    /// The type of all, in polygonal data.
    code: Option<u8>,
}

pub(super) struct Parser<'a> {
    pub(super) scan: Scanner<'a>,
    pub(super) binary: bool,
    version: String,
    pub(super) harvest: Harvest,
    lists: Vec<List>,
    types: Vec<u8>,
    points: bool,
}

impl<'a> Parser<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let mut scan = Scanner::new(bytes);
        scan.expect("#").map_err(|error| error.remedy("this is not a VTK file, export it as .vtu"))?;
        scan.expect("vtk")?;
        scan.expect("DataFile")?;
        scan.expect("Version")?;
        let version = String::from_utf8_lossy(scan.word("the version of the format")?).into_owned();
        scan.end_line();
        scan.end_line();
        let binary = match scan.word("ASCII or BINARY")?.to_ascii_uppercase().as_slice() {
            b"ASCII" => false,
            b"BINARY" => true,
            word => return Err(scan.unexpected("ASCII or BINARY", word)),
        };
        let (harvest, lists) = (Harvest::default(), Vec::new());
        Ok(Parser { scan, binary, version, harvest, lists, types: Vec::new(), points: false })
    }

    fn sections(&mut self) -> Result<(), ReadError> {
        self.scan.expect("DATASET")?;
        let dataset = self.scan.word("the kind of dataset")?.to_ascii_uppercase();
        if dataset != b"UNSTRUCTURED_GRID" && dataset != b"POLYDATA" {
            let message =
                format!("the dataset is {}, only UNSTRUCTURED_GRID and POLYDATA are read", shown(&dataset));
            let error = self.scan.error(ReadErrorKind::Unsupported, message);
            return Err(error.remedy("convert it to an unstructured grid, with ParaView for example"));
        }
        while !self.scan.at_end() {
            let word = self.scan.word("a keyword")?.to_ascii_uppercase();
            match word.as_slice() {
                b"POINTS" => self.read_points()?,
                b"CELLS" => self.cells(None)?,
                b"VERTICES" => self.cells(Some(2))?,
                b"LINES" => self.cells(Some(4))?,
                b"POLYGONS" => self.cells(Some(7))?,
                b"TRIANGLE_STRIPS" => self.cells(Some(6))?,
                b"CELL_TYPES" => {
                    let count = self.scan.room_for("the number of cell types", 1)?;
                    self.read_types(count)?;
                }
                b"CELL_DATA" => self.data(false)?,
                b"POINT_DATA" => self.data(true)?,
                b"FIELD" => self.field(None)?,
                b"METADATA" => self.metadata(),
                _ => return Err(self.scan.unexpected("a keyword such as POINTS or CELLS", &word)),
            }
        }
        if dataset == b"UNSTRUCTURED_GRID" && self.lists.is_empty() {
            return Err(self.scan.error(ReadErrorKind::Truncated, "the file has no CELLS".into()));
        }
        Ok(())
    }

    fn read_points(&mut self) -> Result<(), ReadError> {
        let count = self.scan.room_for("the number of points", 6)?;
        let scalar = self.scalar()?;
        if std::mem::replace(&mut self.points, true) {
            return Err(self.scan.error(ReadErrorKind::Unexpected, "POINTS come twice".into()));
        }
        if !self.binary {
            for number in 0..count {
                let point = self.scan.point(format_args!("point {number} (from 0)"))?;
                self.harvest.points.push(point);
            }
            return Ok(());
        }
        let numbers = self.numbers(3, count, scalar, "the points")?;
        self.harvest.points = cells::points(numbers.into_reals())?;
        Ok(())
    }

    /// The number of points that data may be on.
    pub(super) fn point_count(&self) -> usize {
        self.harvest.points.len()
    }

    /// The number of cells that data may be on.
    pub(super) fn cell_count(&self) -> usize {
        self.lists.iter().map(|list| list.ends.len()).sum()
    }

    fn cells(&mut self, code: Option<u8>) -> Result<(), ReadError> {
        let [count, size] =
            [self.scan.count("the number of cells")?, self.scan.count("the size of the cells")?];
        let mut list = if self.scan.follows("OFFSETS") {
            self.offsets_and_nodes(count, size)?
        } else {
            let count = self.scan.check_room(count, 2, "the number of cells")?;
            self.counted_nodes(count, size)?
        };
        list.code = code;
        self.lists.push(list);
        Ok(())
    }

    /// The layout since 5.1: there is one offset more than there are cells.
    fn offsets_and_nodes(&mut self, offsets: u64, nodes: u64) -> Result<List, ReadError> {
        let mut arrays = Vec::new();
        for (name, count) in [("OFFSETS", offsets), ("CONNECTIVITY", nodes)] {
            let word = self.scan.word(name)?;
            if !word.eq_ignore_ascii_case(name.as_bytes()) {
                return Err(self.scan.unexpected(name, word));
            }
            let scalar = self.scalar()?;
            let count = self.scan.check_room(count, 1, format_args!("the length of {name}"))?;
            arrays.push(self.numbers(1, count, scalar, name)?);
        }
        let nodes = self.indices(&arrays[1])?;
        let mut ends = cells::ends(&arrays[0], nodes.len())?;
        if ends.first().is_some_and(|first| *first != 0)
            || ends.last().is_some_and(|last| *last != nodes.len())
        {
            let message = "OFFSETS do not go from 0 to the length of CONNECTIVITY".to_owned();
            return Err(self.scan.error(ReadErrorKind::Count, message));
        }
        if !ends.is_empty() {
            ends.remove(0);
        }
        Ok(List { ends, nodes, code: None })
    }

    /// The layout before: each cell is the number of its nodes, then the nodes.
    fn counted_nodes(&mut self, count: usize, size: u64) -> Result<List, ReadError> {
        let mut list = List::default();
        let mut found = 0;
        if self.binary {
            let size = self.scan.check_room(size, 4, "the size of the cells")?;
            let all = self.numbers(1, size, Scalar::I32, "the cells")?;
            let all = self.indices(&all)?;
            let mut rest = all.as_slice();
            for cell in 0..count {
                let nodes =
                    rest.split_first().and_then(|(length, rest)| rest.split_at_checked(*length as usize));
                let Some((nodes, after)) = nodes else {
                    let message =
                        format!("the nodes of cell {cell} (from 0) go beyond the size of the cells, {size}");
                    return Err(self.scan.error(ReadErrorKind::Count, message));
                };
                list.nodes.extend(nodes);
                list.ends.push(list.nodes.len());
                rest = after;
            }
            found = all.len() - rest.len();
        } else {
            for cell in 0..count {
                let length =
                    self.scan.room_for(format_args!("the number of nodes of cell {cell} (from 0)"), 2)?;
                for _ in 0..length {
                    let node = self.scan.count(format_args!("a node of cell {cell} (from 0)"))?;
                    list.nodes.push(u32::try_from(node).unwrap_or(u32::MAX));
                }
                list.ends.push(list.nodes.len());
                found += 1 + length;
            }
        }
        if found as u64 != size {
            let text = format!("the cells have {found} numbers, the file says {size}");
            if self.binary {
                return Err(self.scan.error(ReadErrorKind::Count, text));
            }
            self.harvest.notes.push(text);
        }
        Ok(list)
    }

    fn indices(&self, numbers: &Numbers<'_>) -> Result<Vec<u32>, ReadError> {
        numbers.indices().map_err(|place| {
            let message = format!("number {place} (from 0) of the cells is not a point number");
            self.scan.error(ReadErrorKind::Reference, message)
        })
    }

    fn read_types(&mut self, count: usize) -> Result<(), ReadError> {
        let numbers = self.numbers(1, count, Scalar::I32, "the cell types")?;
        let code = |i| numbers.integer(i).and_then(|code| u8::try_from(code).ok());
        let types: Option<Vec<u8>> = (0..numbers.len()).map(code).collect();
        let message = "a cell type is not a number from 0 to 255".to_owned();
        self.types = types.ok_or_else(|| self.scan.error(ReadErrorKind::Unexpected, message))?;
        Ok(())
    }

    /// The name of a type of numbers.
    pub(super) fn scalar(&mut self) -> Result<Scalar, ReadError> {
        let word = self.scan.word("a type of numbers")?;
        scalar(word).ok_or_else(|| {
            let error = self.scan.unexpected("a type of numbers such as double or int", word);
            ReadError { kind: ReadErrorKind::Unsupported, ..error }
        })
    }

    /// An array of `count` times `components` numbers.
    pub(super) fn numbers(
        &mut self,
        components: usize,
        count: usize,
        scalar: Scalar,
        what: &str,
    ) -> Result<Numbers<'a>, ReadError> {
        let total = count.saturating_mul(components);
        if self.binary {
            self.scan.end_line();
            let size = total.saturating_mul(scalar.size());
            let bytes = self.scan.bytes(size, what)?;
            return Ok(Numbers::Bytes(scalar, Order::Big, Cow::Borrowed(bytes)));
        }
        let total = self.scan.check_room(total as u64, 2, format_args!("the length of {what}"))?;
        if scalar.is_integer() {
            let list: Result<Vec<i64>, _> = (0..total).map(|_| self.scan.integer(what)).collect();
            return list.map(Numbers::Integers);
        }
        let list: Result<Vec<f64>, _> = (0..total).map(|_| self.scan.number(what)).collect();
        list.map(Numbers::Reals)
    }

    fn finish(mut self) -> Result<FileMesh, ReadError> {
        let mut first = 0;
        let points = self.harvest.points.len();
        if self.lists.iter().any(|list| list.code.is_none()) && self.types.len() != self.cell_count() {
            let message = format!("{} cells have {} types", self.cell_count(), self.types.len());
            return Err(ReadError::new(ReadErrorKind::Count, message));
        }
        // Data of polygonal files number the cells in this order, whatever the order in the file.
        self.lists.sort_by_key(|list| list.code.map(|code| [2, 4, 7, 6].iter().position(|c| *c == code)));
        for list in &mut self.lists {
            let count = list.ends.len();
            let fixed = list.code.map(|code| vec![code; count]);
            let types = fixed.as_deref().unwrap_or(&self.types);
            cells::add(&mut self.harvest, types, &list.ends, &mut list.nodes, (0, points), first)?;
            first += count as u64;
        }
        let kind = if self.binary { "binary" } else { "text" };
        self.harvest.finish(format!("VTK legacy {} {kind}", self.version))
    }
}

fn scalar(word: &[u8]) -> Option<Scalar> {
    Some(match word.to_ascii_lowercase().as_slice() {
        b"char" | b"signed_char" | b"vtktypeint8" => Scalar::I8,
        b"unsigned_char" | b"vtktypeuint8" => Scalar::U8,
        b"short" | b"vtktypeint16" => Scalar::I16,
        b"unsigned_short" | b"vtktypeuint16" => Scalar::U16,
        b"int" | b"vtktypeint32" | b"vtkidtype" => Scalar::I32,
        b"unsigned_int" | b"vtktypeuint32" => Scalar::U32,
        b"long" | b"vtktypeint64" => Scalar::I64,
        b"unsigned_long" | b"vtktypeuint64" => Scalar::U64,
        b"float" => Scalar::F32,
        b"double" => Scalar::F64,
        _ => return None,
    })
}
