//! Medit's text format (`.mesh`), which Mmg, TetWild and INRIA's tools write.
//!
//! Keywords, each followed by a count and as many rows; rows of cells end in a reference, which becomes a
//! label. The order of the keywords is free, so vertex numbers are checked when all vertices are known.

use super::error::{ReadError, ReadErrorKind};
use super::group::{Data, Labels, On};
use super::harvest::Harvest;
use super::kind::{
    HEXAHEDRON, Kind, LINE, PRISM, PYRAMID, QUADRANGLE, Shape, TETRAHEDRON, TETRAHEDRON_10, TRIANGLE,
};
use super::scan::Scanner;
use super::{FileMesh, Input, MeshReader};

/// The reader of Medit's text format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Medit;

impl MeshReader for Medit {
    fn name(&self) -> &'static str {
        "Medit text"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["mesh"]
    }

    fn recognizes(&self, bytes: &[u8]) -> bool {
        let mut scan = Scanner::with_comments(&bytes[..bytes.len().min(4096)]);
        scan.peek().eq_ignore_ascii_case(b"MeshVersionFormatted")
    }

    fn read(&self, input: &Input<'_>) -> Result<FileMesh, ReadError> {
        let mut parser = Parser {
            scan: Scanner::with_comments(input.bytes),
            harvest: Harvest::default(),
            plane: false,
            next_cell: 0,
            highest: (0, 0),
        };
        parser.keywords()?;
        parser.harvest.finish("Medit text".into())
    }
}

struct Parser<'a> {
    scan: Scanner<'a>,
    harvest: Harvest,
    /// Whether vertices have two coordinates.
    plane: bool,
    next_cell: u64,
    /// The highest vertex that a cell names, from 1, and its line.
    highest: (u32, usize),
}

/// Unknown keywords that are told, at most.
const MOST_NOTES: usize = 8;

/// Kind of the rows of a keyword, and what its references are called.
fn cells(keyword: &[u8]) -> Option<(Kind, &'static str)> {
    Some(match keyword {
        b"edges" => (LINE, "edge ref"),
        b"edgesp2" => (Kind::curved("3-node lines", Shape::Line, 2, 3), "edge ref"),
        b"triangles" => (TRIANGLE, "triangle ref"),
        b"trianglesp2" => (Kind::curved("6-node triangles", Shape::Triangle, 3, 6), "triangle ref"),
        b"quadrilaterals" => (QUADRANGLE, "triangle ref"),
        b"tetrahedra" => (TETRAHEDRON, "ref"),
        b"tetrahedrap2" => (TETRAHEDRON_10, "ref"),
        b"hexahedra" | b"hexaedra" => (HEXAHEDRON, "hexahedron ref"),
        b"prisms" | b"pentahedra" | b"wedges" => (PRISM, "prism ref"),
        b"pyramids" => (PYRAMID, "pyramid ref"),
        _ => return None,
    })
}

/// Numbers in a row of the keywords that are passed over.
fn passed_over(keyword: &[u8]) -> Option<usize> {
    Some(match keyword {
        b"corners"
        | b"ridges"
        | b"requiredvertices"
        | b"requirededges"
        | b"requiredtriangles"
        | b"requiredquadrilaterals"
        | b"requiredtetrahedra"
        | b"requiredhexahedra" => 1,
        b"normalatvertices" | b"tangentatvertices" | b"tangentatedges" => 2,
        b"normals" | b"tangents" => 3,
        b"subdomainfrommesh" | b"subdomain" | b"subdomainfromgeom" => 4,
        _ => return None,
    })
}

impl Parser<'_> {
    fn keywords(&mut self) -> Result<(), ReadError> {
        let first = self.scan.peek();
        if !first.eq_ignore_ascii_case(b"MeshVersionFormatted") {
            let error = self.scan.unexpected("MeshVersionFormatted", first);
            return Err(error.remedy("this is not a Medit text file, export it as .vtu or .msh"));
        }
        while !self.scan.at_end() {
            let word = self.scan.word("a keyword")?;
            let keyword = word.to_ascii_lowercase();
            match keyword.as_slice() {
                b"meshversionformatted" => {
                    self.scan.count("the version of the format")?;
                }
                b"dimension" => self.dimension()?,
                b"vertices" => self.vertices()?,
                b"end" => return self.check(),
                _ => match (cells(&keyword), passed_over(&keyword)) {
                    (Some((kind, label)), _) => self.cells(kind, label)?,
                    (_, Some(columns)) => self.pass_over(columns)?,
                    _ if word[0].is_ascii_alphabetic() => self.unknown(word),
                    _ => {
                        let message = "a keyword: the section before has more rows than it announces";
                        return Err(self.scan.unexpected(message, word));
                    }
                },
            }
        }
        // Some programs write no End.
        self.check()
    }

    fn check(&self) -> Result<(), ReadError> {
        let ((highest, line), count) = (self.highest, self.harvest.points.len());
        if highest as usize > count {
            let message = format!("a cell has vertex {highest}, there are {count} vertices");
            let error = self.scan.error(ReadErrorKind::Reference, message);
            return Err(ReadError { line: Some(line), ..error });
        }
        Ok(())
    }

    fn dimension(&mut self) -> Result<(), ReadError> {
        let dimension = self.scan.count("the dimension, 2 or 3")?;
        self.plane = match dimension {
            2 => true,
            3 => false,
            _ => return Err(self.scan.unexpected("the dimension, 2 or 3", dimension.to_string().as_bytes())),
        };
        Ok(())
    }

    fn vertices(&mut self) -> Result<(), ReadError> {
        let count = self.scan.room_for("the number of vertices", 6)?;
        let first = self.harvest.points.len() as u32;
        let mut labels = Some(Labels::default());
        for _ in 0..count {
            let number = self.harvest.points.len() + 1;
            let mut point = [0.0; 3];
            if self.plane {
                for x in &mut point[..2] {
                    *x = self.scan.number(format_args!("a coordinate of vertex {number}"))?;
                }
                if !point.iter().all(|x| x.is_finite()) {
                    let message = format!("vertex {number} is not at a finite place");
                    return Err(self.scan.error(ReadErrorKind::NotFinite, message));
                }
            } else {
                point = self.scan.point(format_args!("vertex {number}"))?;
            }
            self.harvest.points.push(point);
            let label = self.scan.integer(format_args!("the reference of vertex {number}"))?;
            labels = labels.and_then(|mut labels| labels.push(label).map(|()| labels));
        }
        self.label("vertex ref", On::Vertices(first), labels);
        Ok(())
    }

    fn cells(&mut self, kind: Kind, name: &str) -> Result<(), ReadError> {
        let count = self.scan.room_for(format_args!("the number of {}", kind.name), 2 * (kind.nodes + 1))?;
        self.harvest.count(kind, count);
        let first = self.next_cell;
        let mut labels = Some(Labels::default());
        let mut nodes = [0; 16];
        for _ in 0..count {
            for node in &mut nodes[..kind.nodes] {
                let number = self.scan.count(format_args!("a vertex of the {}", kind.name))?;
                let Some(number) = u32::try_from(number).ok().filter(|number| *number > 0) else {
                    let message =
                        format!("vertex {number} among the {}: vertices are counted from 1", kind.name);
                    return Err(self.scan.error(ReadErrorKind::Reference, message));
                };
                self.highest = self.highest.max((number, self.scan.line()));
                *node = number - 1;
            }
            self.harvest.cell(kind, &nodes[..kind.nodes], self.next_cell);
            self.next_cell += 1;
            let label = self.scan.integer(format_args!("the reference of one of the {}", kind.name))?;
            labels = labels.and_then(|mut labels| labels.push(label).map(|()| labels));
        }
        self.label(name, On::Cells(first), labels);
        Ok(())
    }

    fn label(&mut self, name: &str, on: On, labels: Option<Labels>) {
        if let Some(labels) = labels.filter(|labels| !labels.all_zero()) {
            self.harvest.data.push(Data { name: name.into(), on, labels });
        }
    }

    fn pass_over(&mut self, columns: usize) -> Result<(), ReadError> {
        let rows = self.scan.room_for("the number of rows", 2 * columns)?;
        for _ in 0..rows * columns {
            self.scan.number("a number")?;
        }
        Ok(())
    }

    /// Moves to the next keyword.
    fn unknown(&mut self, word: &[u8]) {
        if self.harvest.notes.len() < MOST_NOTES {
            self.harvest.notes.push(format!("passed over: {}", super::scan::shown(word)));
        }
        while !self.scan.at_end() && !self.scan.peek()[0].is_ascii_alphabetic() {
            self.scan.skip_line();
        }
    }
}
