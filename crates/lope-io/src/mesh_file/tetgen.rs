//! TetGen's pair of text files: vertices in `.node`, tetrahedra in `.ele`. Either may be given; the other is
//! found beside it. Vertices are counted from 0 or 1, as the first row says.

use super::error::{ReadError, ReadErrorKind};
use super::group::{Data, Labels, On};
use super::harvest::Harvest;
use super::kind::{TETRAHEDRON, TETRAHEDRON_10};
use super::lookup::Lookup;
use super::scalar::whole;
use super::scan::Scanner;
use super::{FileMesh, Input, MeshReader};

/// The reader of TetGen's files.
#[derive(Clone, Copy, Debug)]
pub(super) struct TetGen;

impl MeshReader for TetGen {
    fn name(&self) -> &'static str {
        "TetGen"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["node", "ele"]
    }

    /// Nothing in the content says what it is.
    fn recognizes(&self, _: &[u8]) -> bool {
        false
    }

    fn read(&self, input: &Input<'_>) -> Result<FileMesh, ReadError> {
        let given_nodes = input.ending() == "node";
        let ending = if given_nodes { "ele" } else { "node" };
        let other = (input.beside)(ending).map_err(|error| {
            let message = format!("needs the .{ending} file of the same name beside it: {error}");
            ReadError::new(ReadErrorKind::Partner, message)
        })?;
        let (nodes, elements) = if given_nodes { (input.bytes, &*other) } else { (&*other, input.bytes) };
        let in_file = |error: ReadError, given: bool| match given {
            true => error,
            // The line is one of the other file.
            false => {
                let line = error.line.map_or(String::new(), |line| format!(", line {line}"));
                ReadError { line: None, message: format!("in .{ending}{line}: {}", error.message), ..error }
            }
        };
        let mut harvest = Harvest::default();
        let lookup = read_nodes(nodes, &mut harvest).map_err(|error| in_file(error, given_nodes))?;
        read_elements(elements, &lookup, &mut harvest).map_err(|error| in_file(error, !given_nodes))?;
        harvest.finish("TetGen .node/.ele".into())
    }
}

/// Labels in a column, while they are labels.
struct Column {
    name: String,
    labels: Option<Labels>,
}

impl Column {
    fn new(name: &str, number: usize, of: usize) -> Column {
        let name = if of == 1 { name.to_owned() } else { format!("{name}{}", number + 1) };
        Column { name, labels: Some(Labels::default()) }
    }

    fn push(&mut self, value: f64) {
        let labels = self.labels.take();
        self.labels = labels.and_then(|mut labels| labels.push(whole(value)?).map(|()| labels));
    }

    fn keep(self, on: On, harvest: &mut Harvest) {
        if let Some(labels) = self.labels.filter(|labels| !labels.all_zero()) {
            harvest.data.push(Data { name: self.name, on, labels });
        }
    }
}

/// The number of attributes of a head.
fn attributes(scan: &mut Scanner<'_>) -> Result<usize, ReadError> {
    scan.room_for("the number of attributes", 1)
}

fn read_nodes(bytes: &[u8], harvest: &mut Harvest) -> Result<Lookup, ReadError> {
    let mut scan = Scanner::with_comments(bytes);
    let count = scan.count("the number of nodes")?;
    let dimension = scan.count("the dimension, 3")?;
    if dimension != 3 {
        let message = format!("the nodes have {dimension} coordinates, only 3 are read");
        return Err(scan.error(ReadErrorKind::Unsupported, message));
    }
    let attributes = attributes(&mut scan)?;
    let markers = scan.count("0, or 1 if there are boundary markers,")? != 0;
    let count = scan.check_room(count, 2 * (4 + attributes + usize::from(markers)), "the number of nodes")?;
    let mut columns: Vec<Column> = (0..if count > 0 { attributes } else { 0 })
        .map(|k| Column::new("node attribute", k, attributes))
        .collect();
    columns.extend(markers.then(|| Column::new("marker", 0, 1)));
    let mut tags = Vec::with_capacity(count);
    for _ in 0..count {
        let tag = scan.count("the number of a node")?;
        tags.push(tag);
        harvest.points.push(scan.point(format_args!("node {tag}"))?);
        for column in &mut columns {
            column.push(scan.number(format_args!("an attribute or marker of node {tag}"))?);
        }
    }
    end(&mut scan, "nodes")?;
    columns.into_iter().for_each(|column| column.keep(On::Vertices(0), harvest));
    Lookup::new(&tags)
        .map_err(|tag| scan.error(ReadErrorKind::Reference, format!("node {tag} is given twice")))
}

fn read_elements(bytes: &[u8], lookup: &Lookup, harvest: &mut Harvest) -> Result<(), ReadError> {
    let mut scan = Scanner::with_comments(bytes);
    let count = scan.count("the number of tetrahedra")?;
    let kind = match scan.count("the number of nodes of a tetrahedron, 4 or 10")? {
        4 => TETRAHEDRON,
        10 => TETRAHEDRON_10,
        other => {
            let message = format!("tetrahedra of {other} nodes, expected 4 or 10");
            return Err(scan.error(ReadErrorKind::Unsupported, message));
        }
    };
    let attributes = attributes(&mut scan)?;
    let count = scan.check_room(count, 2 * (1 + kind.nodes + attributes), "the number of tetrahedra")?;
    harvest.count(kind, count);
    let mut columns: Vec<Column> = (0..if count > 0 { attributes } else { 0 })
        .map(|k| Column::new("attribute", k, attributes))
        .collect();
    let mut nodes = [0; 10];
    for cell in 0..count as u64 {
        let tag = scan.count("the number of a tetrahedron")?;
        for node in &mut nodes[..kind.nodes] {
            let name = scan.count(format_args!("a node of tetrahedron {tag}"))?;
            *node = lookup.find(name).ok_or_else(|| {
                let message = format!("tetrahedron {tag} has node {name}, which is not among the nodes");
                scan.error(ReadErrorKind::Reference, message)
            })?;
        }
        harvest.cell(kind, &nodes[..kind.nodes], cell);
        for column in &mut columns {
            column.push(scan.number(format_args!("an attribute of tetrahedron {tag}"))?);
        }
    }
    end(&mut scan, "tetrahedra")?;
    columns.into_iter().for_each(|column| column.keep(On::Cells(0), harvest));
    Ok(())
}

fn end(scan: &mut Scanner<'_>, what: &str) -> Result<(), ReadError> {
    if scan.at_end() {
        return Ok(());
    }
    Err(scan.error(ReadErrorKind::Count, format!("there are more {what} than the first line announces")))
}
