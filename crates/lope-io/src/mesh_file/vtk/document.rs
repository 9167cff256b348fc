//! The arrays of a VTK file in XML: where they are, and their numbers on request.
//!
//! An array is text, or base64 in place, or lies in a last part of the file, in base64 or raw. Nothing is
//! decoded before it is asked for, and then only if the announced length is the one that was asked for.

use std::cell::Cell;

use super::stored::{Layout, Source, decode};
use super::xml::Tag;
use crate::mesh_file::error::{ReadError, ReadErrorKind};
use crate::mesh_file::scalar::{Numbers, Order, Scalar};
use crate::mesh_file::scan::Scanner;

/// Which section of the file an array belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// Quantities on points.
    PointData,
    /// Quantities on cells.
    CellData,
    /// Positions.
    Points,
    /// Nodes and types of cells.
    Cells,
    /// What belongs to the whole.
    Field,
}

/// Where the numbers of an array are.
#[derive(Clone, Copy, Debug)]
enum Stored<'a> {
    Text(&'a [u8]),
    Inline(&'a [u8]),
    Appended(usize),
}

/// An array that has not been decoded.
#[derive(Clone, Debug)]
pub(crate) struct Array<'a> {
    /// What it belongs to.
    pub(crate) section: Section,
    /// Its name; may be empty.
    pub(crate) name: String,
    /// Numbers per point or cell.
    pub(crate) components: usize,
    scalar: Option<Scalar>,
    stored: Stored<'a>,
}

impl Array<'_> {
    /// Whether it has one whole number for each point or cell.
    pub(crate) fn is_label(&self) -> bool {
        self.components == 1 && self.scalar.is_some_and(Scalar::is_integer)
    }
}

/// A part of the grid with points and cells of its own.
#[derive(Clone, Debug)]
pub(crate) struct Piece<'a> {
    /// Number of points.
    pub(crate) points: usize,
    /// Number of cells.
    pub(crate) cells: usize,
    /// All arrays.
    pub(crate) arrays: Vec<Array<'a>>,
}

impl<'a> Piece<'a> {
    /// An array by name; the points have only one, whatever it is called.
    pub(crate) fn array(&self, section: Section, name: &str) -> Result<&Array<'a>, ReadError> {
        let fits = |array: &&Array<'_>| {
            array.section == section && (section == Section::Points || array.name == name)
        };
        let message = || format!("the array \"{name}\" is missing");
        self.arrays.iter().find(fits).ok_or_else(|| ReadError::new(ReadErrorKind::Truncated, message()))
    }
}

/// A file with its tags read.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    bytes: &'a [u8],
    layout: Layout,
    appended: Option<Source<'a>>,
    /// The parts of the grid.
    pub(crate) pieces: Vec<Piece<'a>>,
    /// Bytes of the file that arrays have taken so far. Together they cannot take more than there are, unless
    /// they share them, which no program writes, and which would multiply the memory needed.
    taken: Cell<usize>,
}

fn wrong(kind: ReadErrorKind, message: impl Into<String>) -> ReadError {
    ReadError::new(kind, message.into())
}

impl<'a> Document<'a> {
    /// Reads the tags of an unstructured grid.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Document<'a>, ReadError> {
        let layout = Layout { order: Order::Little, header: Scalar::U32, compressed: false };
        let mut document =
            Document { bytes, layout, appended: None, pieces: Vec::new(), taken: Cell::new(0) };
        let (mut at, mut section, mut file) = (0, Section::Field, false);
        while let Some(tag) = Tag::next(bytes, at) {
            at = tag.end;
            match tag.name {
                "VTKFile" => {
                    document.layout = layout_of(&tag)?;
                    file = true;
                }
                "Piece" => document.pieces.push(Piece {
                    points: number(&tag, "NumberOfPoints")?,
                    cells: number(&tag, "NumberOfCells")?,
                    arrays: Vec::new(),
                }),
                "PointData" => section = Section::PointData,
                "CellData" => section = Section::CellData,
                "Points" => section = Section::Points,
                "Cells" => section = Section::Cells,
                "FieldData" => section = Section::Field,
                "DataArray" => {
                    let array = array(&tag, section, &bytes[at..])?;
                    if let Some(piece) = document.pieces.last_mut().filter(|_| section != Section::Field) {
                        piece.arrays.push(array);
                    }
                }
                "AppendedData" => {
                    document.appended = Some(appended(&tag, &bytes[at..])?);
                    break;
                }
                "/VTKFile" => break,
                _ => {}
            }
        }
        if !file {
            return Err(wrong(ReadErrorKind::Unexpected, "expected the tag <VTKFile>"));
        }
        if document.pieces.is_empty() {
            return Err(wrong(ReadErrorKind::Truncated, "the file has no <Piece>"));
        }
        Ok(document)
    }

    /// How the file is written, for the name of its format.
    pub(crate) fn variant(&self) -> String {
        let stored = self.pieces.iter().flat_map(|piece| &piece.arrays).map(|array| array.stored).next();
        let (how, binary) = match (stored, self.appended) {
            (Some(Stored::Appended(_)), Some(Source::Raw(_))) => ("appended raw", true),
            (Some(Stored::Appended(_)), _) => ("appended base64", true),
            (Some(Stored::Inline(_)), _) => ("base64", true),
            _ => ("text", false),
        };
        let zlib = if binary && self.layout.compressed { ", zlib" } else { "" };
        let order = if binary && self.layout.order == Order::Big { ", big-endian" } else { "" };
        format!("{how}{zlib}{order}")
    }

    /// The numbers of an array, which must be so many.
    pub(crate) fn numbers(&self, array: &Array<'a>, count: usize) -> Result<Numbers<'a>, ReadError> {
        let name = &array.name;
        let damaged = |what: String| wrong(ReadErrorKind::Count, format!("the array \"{name}\" {what}"));
        let scalar = array.scalar.ok_or_else(|| damaged("has a type that is not read".into()))?;
        let behind = || damaged("begins behind the end of the file".into());
        let source = match array.stored {
            Stored::Text(text) => {
                return numbers_of_text(text, scalar, count).map_err(|what| damaged(what.message));
            }
            Stored::Inline(text) => Source::Base64(text),
            Stored::Appended(offset) => match self.appended.ok_or_else(behind)? {
                Source::Raw(bytes) => Source::Raw(bytes.get(offset..).ok_or_else(behind)?),
                Source::Base64(text) => Source::Base64(text.get(offset..).ok_or_else(behind)?),
            },
        };
        let size = count.checked_mul(scalar.size()).ok_or_else(|| damaged("is too long".into()))?;
        let (bytes, taken) = decode(source, self.layout, size).map_err(damaged)?;
        self.taken.set(self.taken.get().saturating_add(taken));
        if self.taken.get() > self.bytes.len() {
            return Err(damaged("shares its bytes with another".into()));
        }
        Ok(Numbers::Bytes(scalar, self.layout.order, bytes))
    }

    /// The numbers of an array as doubles, `components` for each of `count` points or cells.
    pub(crate) fn reals(&self, array: &Array<'a>, count: usize) -> Result<Vec<f64>, ReadError> {
        let total = count.saturating_mul(array.components);
        self.numbers(array, total).map(Numbers::into_reals)
    }

    /// The numbers of an array as point numbers.
    pub(crate) fn indices(&self, array: &Array<'a>, count: usize) -> Result<Vec<u32>, ReadError> {
        self.numbers(array, count)?.indices().map_err(|place| {
            let message = format!("entry {place} of the array \"{}\" is not a point number", array.name);
            wrong(ReadErrorKind::Reference, message)
        })
    }
}

fn layout_of(tag: &Tag<'_>) -> Result<Layout, ReadError> {
    let kind = tag.attribute("type").unwrap_or_default();
    if kind != "UnstructuredGrid" {
        let message = format!("the file holds {kind}, only UnstructuredGrid is read");
        let remedy = "convert it to an unstructured grid, with ParaView for example";
        return Err(wrong(ReadErrorKind::Unsupported, message).remedy(remedy));
    }
    let order = match tag.attribute("byte_order").as_deref() {
        Some("BigEndian") => Order::Big,
        _ => Order::Little,
    };
    let header = match tag.attribute("header_type").as_deref() {
        Some("UInt64") => Scalar::U64,
        _ => Scalar::U32,
    };
    let compressed = match tag.attribute("compressor").as_deref() {
        None | Some("") => false,
        Some("vtkZLibDataCompressor") => true,
        Some(other) => {
            let message = format!("the arrays are compressed by {other}, only vtkZLibDataCompressor is read");
            return Err(
                wrong(ReadErrorKind::Unsupported, message).remedy("save it with zlib or uncompressed")
            );
        }
    };
    Ok(Layout { order, header, compressed })
}

fn number(tag: &Tag<'_>, name: &str) -> Result<usize, ReadError> {
    let text = tag.attribute(name).unwrap_or_default();
    let message = || format!("{name} is \"{text}\", expected a whole number");
    text.trim().parse().map_err(|_| wrong(ReadErrorKind::Unexpected, message()))
}

/// The array of a tag; `rest` is what follows the tag.
fn array<'a>(tag: &Tag<'_>, section: Section, rest: &'a [u8]) -> Result<Array<'a>, ReadError> {
    let text = &rest[..rest.iter().position(|byte| *byte == b'<').unwrap_or(rest.len())];
    let stored = match tag.attribute("format").as_deref() {
        Some("ascii") | None => Stored::Text(text),
        Some("binary") => Stored::Inline(text),
        Some("appended") => Stored::Appended(number(tag, "offset")?),
        Some(other) => {
            return Err(wrong(ReadErrorKind::Unexpected, format!("an array has the format \"{other}\"")));
        }
    };
    let components = match tag.attribute("NumberOfComponents") {
        None => 1,
        Some(_) => number(tag, "NumberOfComponents")?.max(1),
    };
    let scalar = match tag.attribute("type").as_deref() {
        Some("Int8") => Some(Scalar::I8),
        Some("UInt8") => Some(Scalar::U8),
        Some("Int16") => Some(Scalar::I16),
        Some("UInt16") => Some(Scalar::U16),
        Some("Int32") => Some(Scalar::I32),
        Some("UInt32") => Some(Scalar::U32),
        Some("Int64") => Some(Scalar::I64),
        Some("UInt64") => Some(Scalar::U64),
        Some("Float32") => Some(Scalar::F32),
        Some("Float64") => Some(Scalar::F64),
        _ => None,
    };
    Ok(Array { section, name: tag.attribute("Name").unwrap_or_default(), components, scalar, stored })
}

/// What follows the `_` after the tag.
fn appended<'a>(tag: &Tag<'_>, rest: &'a [u8]) -> Result<Source<'a>, ReadError> {
    let start = rest.iter().position(|byte| !byte.is_ascii_whitespace()).filter(|place| rest[*place] == b'_');
    let bytes = match start {
        Some(start) => &rest[start + 1..],
        None => return Err(wrong(ReadErrorKind::Unexpected, "expected _ before the appended data")),
    };
    match tag.attribute("encoding").as_deref() {
        Some("raw") => Ok(Source::Raw(bytes)),
        // What closes the part is no base64.
        _ => Ok(Source::Base64(&bytes[..bytes.iter().position(|byte| *byte == b'<').unwrap_or(bytes.len())])),
    }
}

fn numbers_of_text(text: &[u8], scalar: Scalar, count: usize) -> Result<Numbers<'static>, ReadError> {
    let mut scan = Scanner::new(text);
    scan.check_room(count as u64, 2, "its length")?;
    let numbers = if scalar.is_integer() {
        let list: Result<_, _> = (0..count).map(|_| scan.integer("a whole number")).collect();
        Numbers::Integers(list?)
    } else {
        let list: Result<_, _> = (0..count).map(|_| scan.number("a number")).collect();
        Numbers::Reals(list?)
    };
    if !scan.at_end() {
        let message = format!("has more than {count} numbers");
        return Err(wrong(ReadErrorKind::Count, message));
    }
    Ok(numbers)
}
