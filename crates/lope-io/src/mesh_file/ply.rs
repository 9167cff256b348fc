//! PLY, as text and as bytes of either order.
//!
//! The head describes elements and their properties; rows follow in the same order. Vertices, faces and edges
//! are taken, other elements are read over. A property is a number or a list behind its length.

use super::error::{ReadError, ReadErrorKind};
use super::group::{Data, Labels, On};
use super::harvest::Harvest;
use super::kind::{LINE, TRIANGLE, polygon};
use super::scalar::{Order, Scalar, whole};
use super::scan::Scanner;
use super::{FileMesh, Input, MeshReader};

/// The reader of PLY files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply;

/// Properties that are no labels, though whole numbers.
const COLOURS: [&str; 4] = ["red", "green", "blue", "alpha"];

impl MeshReader for Ply {
    fn name(&self) -> &'static str {
        "PLY"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["ply"]
    }

    fn recognizes(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(b"ply\n") || bytes.starts_with(b"ply\r") || bytes.starts_with(b"ply ")
    }

    fn read(&self, input: &Input<'_>) -> Result<FileMesh, ReadError> {
        let mut scan = Scanner::new(input.bytes);
        scan.expect("ply").map_err(|error| error.remedy("this is not a PLY file"))?;
        let (order, elements) = head(&mut scan)?;
        let mut rows = Rows { scan, order, harvest: Harvest::default(), next_cell: 0, numbers: Vec::new() };
        // Faces may name any vertex, so vertices must be known: they come first in every file there is.
        for element in &elements {
            rows.element(element)?;
        }
        let format = match order {
            None => "PLY text",
            Some(Order::Little) => "PLY binary",
            Some(Order::Big) => "PLY binary, big-endian",
        };
        rows.harvest.finish(format.into())
    }
}

struct Property {
    name: String,
    scalar: Scalar,
    /// The type of the length, if it is a list.
    length: Option<Scalar>,
}

struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
}

/// Reads up to the end of the head; the order is none for text.
fn head(scan: &mut Scanner<'_>) -> Result<(Option<Order>, Vec<Element>), ReadError> {
    let (mut order, mut elements) = (None, Vec::<Element>::new());
    loop {
        let keyword = scan.word("end_header")?;
        match keyword {
            b"format" => {
                order = Some(match scan.word("the kind of file")? {
                    b"ascii" => None,
                    b"binary_little_endian" => Some(Order::Little),
                    b"binary_big_endian" => Some(Order::Big),
                    word => {
                        return Err(scan.unexpected("ascii, binary_little_endian or binary_big_endian", word));
                    }
                });
                scan.skip_line();
            }
            b"comment" | b"obj_info" => scan.skip_line(),
            b"element" => {
                let name = String::from_utf8_lossy(scan.word("the name of an element")?).into_owned();
                let count = scan.count(format_args!("the number of {name}"))?;
                elements.push(Element { name, count, properties: Vec::new() });
            }
            b"property" => {
                let property = property(scan)?;
                match elements.last_mut() {
                    Some(element) => element.properties.push(property),
                    None => return Err(scan.unexpected("an element before its properties", keyword)),
                }
            }
            b"end_header" => break,
            word => return Err(scan.unexpected("element, property or end_header", word)),
        }
    }
    scan.end_line();
    let missing =
        || scan.error(ReadErrorKind::Unexpected, "the head has no line that starts with format".into());
    Ok((order.ok_or_else(missing)?, elements))
}

fn property(scan: &mut Scanner<'_>) -> Result<Property, ReadError> {
    let mut length = None;
    if scan.peek() == b"list" {
        scan.word("list")?;
        length = Some(scalar(scan)?);
    }
    let scalar = scalar(scan)?;
    let name = String::from_utf8_lossy(scan.word("the name of a property")?).into_owned();
    Ok(Property { name, scalar, length })
}

fn scalar(scan: &mut Scanner<'_>) -> Result<Scalar, ReadError> {
    Ok(match scan.word("a type of numbers")? {
        b"char" | b"int8" => Scalar::I8,
        b"uchar" | b"uint8" => Scalar::U8,
        b"short" | b"int16" => Scalar::I16,
        b"ushort" | b"uint16" => Scalar::U16,
        b"int" | b"int32" => Scalar::I32,
        b"uint" | b"uint32" => Scalar::U32,
        b"float" | b"float32" => Scalar::F32,
        b"double" | b"float64" => Scalar::F64,
        b"int64" => Scalar::I64,
        b"uint64" => Scalar::U64,
        word => return Err(scan.unexpected("a type of numbers such as float or int", word)),
    })
}

struct Rows<'a> {
    scan: Scanner<'a>,
    order: Option<Order>,
    harvest: Harvest,
    /// Number of the next row of faces or edges.
    next_cell: u64,
    /// The list that was read last.
    numbers: Vec<f64>,
}

impl Rows<'_> {
    fn error(&self, kind: ReadErrorKind, message: String) -> ReadError {
        let error = self.scan.error(kind, message);
        // Lines of a binary file mean nothing.
        if self.order.is_some() { ReadError { line: None, ..error } } else { error }
    }

    fn number(&mut self, scalar: Scalar, of: &str) -> Result<f64, ReadError> {
        let Some(order) = self.order else { return self.scan.number(of) };
        let bytes = self.scan.take(scalar.size());
        let number = bytes.and_then(|bytes| scalar.real(order, bytes));
        number.ok_or_else(|| self.error(ReadErrorKind::Truncated, format!("the file ends, expected {of}")))
    }

    /// Reads a list into `numbers`.
    fn list(&mut self, length: Scalar, property: &Property) -> Result<(), ReadError> {
        let count = self.number(length, &property.name)?;
        let Some(count) = whole(count).and_then(|count| u64::try_from(count).ok()) else {
            let message = format!("a list {} has the length {count}", property.name);
            return Err(self.error(ReadErrorKind::Unexpected, message));
        };
        let least = if self.order.is_some() { property.scalar.size() } else { 2 };
        let count =
            self.scan.check_room(count, least, format_args!("the length of a list {}", property.name));
        let count = count.map_err(|error| self.error(error.kind, error.message))?;
        self.numbers.clear();
        for _ in 0..count {
            let number = self.number(property.scalar, &property.name)?;
            self.numbers.push(number);
        }
        Ok(())
    }

    fn element(&mut self, element: &Element) -> Result<(), ReadError> {
        let least = |property: &Property| match self.order {
            Some(_) => property.length.unwrap_or(property.scalar).size(),
            None => 2,
        };
        let least: usize = element.properties.iter().map(least).sum();
        if least == 0 {
            // Rows of nothing: there is nothing to read, however many there are.
            return match element.name.as_str() {
                "vertex" if element.count > 0 => {
                    Err(self.error(ReadErrorKind::Unexpected, "vertices have no properties".into()))
                }
                _ => Ok(()),
            };
        }
        let count =
            self.scan.check_room(element.count, least, format_args!("the number of {}", element.name));
        let count = count.map_err(|error| self.error(error.kind, error.message))?;
        let labelled = |property: &Property| {
            property.length.is_none() && property.scalar.is_integer() && !COLOURS.contains(&&*property.name)
        };
        let ours = matches!(element.name.as_str(), "vertex" | "face" | "edge");
        let mut labels: Vec<Option<Labels>> = element
            .properties
            .iter()
            .map(|property| (ours && labelled(property)).then(Labels::default))
            .collect();
        let first_cell = self.next_cell;
        self.next_cell += count as u64;
        for number in 0..count {
            self.row(element, number, first_cell + number as u64, &mut labels)?;
        }
        for (property, labels) in element.properties.iter().zip(labels) {
            let ends = matches!(property.name.as_str(), "vertex1" | "vertex2");
            if let Some(labels) = labels.filter(|labels| !labels.all_zero() && !ends) {
                let on = if element.name == "vertex" { On::Vertices(0) } else { On::Cells(first_cell) };
                self.harvest.data.push(Data { name: property.name.clone(), on, labels });
            }
        }
        Ok(())
    }

    fn row(
        &mut self,
        element: &Element,
        number: usize,
        cell: u64,
        labels: &mut [Option<Labels>],
    ) -> Result<(), ReadError> {
        let mut point = [None; 3];
        let mut ends = [None; 2];
        for (property, labels) in element.properties.iter().zip(labels) {
            let name = property.name.as_str();
            if let Some(length) = property.length {
                self.list(length, property)?;
                if element.name == "face" && matches!(name, "vertex_indices" | "vertex_index") {
                    self.face(number, cell)?;
                }
                continue;
            }
            let value = self.number(property.scalar, name)?;
            if let Some(found) = labels
                && whole(value).and_then(|value| found.push(value)).is_none()
            {
                *labels = None;
            }
            match (element.name.as_str(), name) {
                ("vertex", "x") => point[0] = Some(value),
                ("vertex", "y") => point[1] = Some(value),
                ("vertex", "z") => point[2] = Some(value),
                ("edge", "vertex1") => ends[0] = Some(value),
                ("edge", "vertex2") => ends[1] = Some(value),
                _ => {}
            }
        }
        match element.name.as_str() {
            "vertex" => self.vertex(number, point),
            "edge" => match ends {
                [Some(a), Some(b)] => {
                    let ends = [self.index(a)?, self.index(b)?];
                    self.harvest.count(LINE, 1);
                    self.harvest.edges.push(ends, cell);
                    Ok(())
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn vertex(&mut self, number: usize, point: [Option<f64>; 3]) -> Result<(), ReadError> {
        let [Some(x), Some(y), Some(z)] = point else {
            return Err(
                self.error(ReadErrorKind::Unexpected, "vertices need the properties x, y and z".into())
            );
        };
        if ![x, y, z].iter().all(|x| x.is_finite()) {
            let message = format!("vertex {number} (from 0) is at ({x}, {y}, {z}), expected finite numbers");
            return Err(self.error(ReadErrorKind::NotFinite, message));
        }
        self.harvest.points.push([x, y, z]);
        Ok(())
    }

    fn index(&self, value: f64) -> Result<u32, ReadError> {
        let count = self.harvest.points.len();
        let index = whole(value).and_then(|value| usize::try_from(value).ok()).filter(|index| *index < count);
        index.map(|index| index as u32).ok_or_else(|| {
            let message = format!("vertex {value} is named, there are {count} (from 0)");
            self.error(ReadErrorKind::Reference, message)
        })
    }

    fn face(&mut self, number: usize, cell: u64) -> Result<(), ReadError> {
        let count = self.numbers.len();
        if count < 3 {
            let message = format!("face {number} (from 0) has {count} corners");
            return Err(self.error(ReadErrorKind::Count, message));
        }
        if let [a, b, c] = self.numbers[..] {
            let corners = [self.index(a)?, self.index(b)?, self.index(c)?];
            self.harvest.count(TRIANGLE, 1);
            self.harvest.triangles.push(corners, cell);
            return Ok(());
        }
        let corners: Result<Vec<u32>, ReadError> =
            self.numbers.iter().map(|value| self.index(*value)).collect();
        self.harvest.count(polygon(count), 1);
        self.harvest.cell(polygon(count), &corners?, cell);
        Ok(())
    }
}
