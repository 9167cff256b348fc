//! Wavefront OBJ: positions, polygons and lines.
//!
//! A corner of a face may name a texture coordinate and a normal beside its position. Only the position
//! counts: two corners at one position are one vertex, whatever else they say.

use super::error::{ReadError, ReadErrorKind};
use super::group::MOST_GROUPS;
use super::harvest::Harvest;
use super::kind::{LINE, POINT, POLYLINE, polygon};
use super::scan::{Scanner, shown};
use super::{FileMesh, Input, MeshReader};

/// The reader of OBJ files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obj;

/// Keywords that say how things look, or are of no use here; with the least and most words after them.
const PASSED_OVER: &[&[u8]] =
    &[b"vt", b"vn", b"s", b"mtllib", b"usemap", b"maplib", b"bevel", b"c_interp", b"d_interp", b"lod", b"mg"];

/// How many bytes of a file are looked at to recognize it.
const HEAD: usize = 4096;

impl MeshReader for Obj {
    fn name(&self) -> &'static str {
        "OBJ"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["obj"]
    }

    /// All lines must start with a keyword, and one must be a vertex.
    fn recognizes(&self, bytes: &[u8]) -> bool {
        let head = &bytes[..bytes.len().min(HEAD)];
        let whole =
            if bytes.len() > HEAD { head.iter().rposition(|byte| *byte == b'\n') } else { Some(head.len()) };
        let mut scan = Scanner::with_comments(&head[..whole.unwrap_or(0)]);
        let mut vertices = 0;
        while !scan.at_end() {
            let keyword = scan.word_in_line().unwrap_or_default();
            let words = std::iter::from_fn(|| scan.word_in_line()).count();
            match keyword {
                b"v" if (3..8).contains(&words) => vertices += 1,
                b"f" if words >= 3 => {}
                b"s" if words == 1 => {}
                b"l" | b"p" | b"g" | b"o" | b"usemtl" | b"vt" | b"vn" | b"vp" | b"mtllib" => {}
                _ => return false,
            }
        }
        vertices > 0
    }

    fn read(&self, input: &Input<'_>) -> Result<FileMesh, ReadError> {
        let mut parser = Parser {
            scan: Scanner::with_comments(input.bytes),
            harvest: Harvest::default(),
            current: [Vec::new(), Vec::new(), Vec::new()],
            corners: Vec::new(),
            next_cell: 0,
            highest: (0, 0),
            passed_over: 0,
        };
        parser.lines()?;
        parser.finish()
    }
}

struct Parser<'a> {
    scan: Scanner<'a>,
    harvest: Harvest,
    /// The groups that faces are in now: by `g`, `o` and `usemtl`.
    current: [Vec<usize>; 3],
    /// Corners of the face that is read.
    corners: Vec<u32>,
    next_cell: u64,
    /// The highest vertex that a face names, from 1, and its line.
    highest: (u32, usize),
    /// Statements of curved surfaces.
    passed_over: usize,
}

impl Parser<'_> {
    fn lines(&mut self) -> Result<(), ReadError> {
        while !self.scan.at_end() {
            let Some(keyword) = self.scan.word_in_line() else { continue };
            match keyword {
                b"v" => self.vertex()?,
                b"f" | b"fo" => self.element(3, "a face")?,
                b"l" => self.element(2, "a line")?,
                b"p" => self.element(1, "a point")?,
                b"g" => self.groups(0)?,
                b"o" => self.groups(1)?,
                b"usemtl" => self.groups(2)?,
                _ if PASSED_OVER.contains(&keyword) => while self.scan.word_in_line().is_some() {},
                _ if keyword.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_') => {
                    self.passed_over += 1;
                    while self.scan.word_in_line().is_some() {}
                }
                _ => return Err(self.scan.unexpected("a keyword such as v or f", keyword)),
            }
        }
        Ok(())
    }

    /// A position; a weight or a colour may follow.
    fn vertex(&mut self) -> Result<(), ReadError> {
        let number = self.harvest.points.len() + 1;
        let mut point = [0.0; 3];
        for (x, axis) in point.iter_mut().zip(["x", "y", "z"]) {
            let word = self.scan.word_in_line().unwrap_or_default();
            *x = super::float::parse(word).ok_or_else(|| {
                self.scan.unexpected(format_args!("{axis} of vertex {number} (a number)"), word)
            })?;
            if !x.is_finite() {
                let message = format!("{axis} of vertex {number} is {x}, expected a finite number");
                return Err(self.scan.error(ReadErrorKind::NotFinite, message));
            }
        }
        self.harvest.points.push(point);
        while self.scan.word_in_line().is_some() {}
        Ok(())
    }

    fn element(&mut self, least: usize, what: &str) -> Result<(), ReadError> {
        self.corners.clear();
        while let Some(word) = self.scan.word_in_line() {
            let corner = self.corner(word)?;
            self.corners.push(corner);
        }
        let count = self.corners.len();
        if count < least {
            let message = format!("{what} has {count} corners, it needs {least}");
            return Err(self.scan.error(ReadErrorKind::Count, message));
        }
        let kind = match (least, count) {
            (3, _) => polygon(count),
            (2, 2) => LINE,
            (2, _) => POLYLINE,
            _ => POINT,
        };
        let before = self.harvest.mark();
        if least == 1 {
            self.corners.iter().for_each(|v| self.harvest.dots.push([*v], self.next_cell));
        } else {
            self.harvest.cell(kind, &self.corners, self.next_cell);
        }
        self.harvest.count(kind, if least == 1 { count } else { 1 });
        self.next_cell += 1;
        for group in self.current.iter().flatten() {
            self.harvest.assign(*group, before);
        }
        Ok(())
    }

    /// The position of `7`, `7/1`, `7//3`, `7/1/3` or, counted back from the last, `-2`.
    fn corner(&mut self, word: &[u8]) -> Result<u32, ReadError> {
        let position = word.split(|byte| *byte == b'/').next().unwrap_or_default();
        let number: Option<i64> = std::str::from_utf8(position).ok().and_then(|text| text.parse().ok());
        let Some(number) = number.filter(|number| *number != 0) else {
            return Err(self.scan.unexpected("a vertex number, not 0,", word));
        };
        let count = self.harvest.points.len() as i64;
        let vertex = if number < 0 { count.saturating_add(number) } else { number - 1 };
        match u32::try_from(vertex).ok().filter(|vertex| *vertex < u32::MAX) {
            Some(vertex) => {
                self.highest = self.highest.max((vertex + 1, self.scan.line()));
                Ok(vertex)
            }
            None => {
                let message = format!("vertex {number} is named, there are {count} so far");
                Err(self.scan.error(ReadErrorKind::Reference, message))
            }
        }
    }

    fn groups(&mut self, place: usize) -> Result<(), ReadError> {
        let mut groups = Vec::new();
        if place == 0 {
            while let Some(word) = self.scan.word_in_line() {
                groups.push(self.harvest.groups.named(&String::from_utf8_lossy(word)));
            }
        } else {
            // Names of objects and materials may have spaces in them.
            let name = String::from_utf8_lossy(self.scan.rest_of_line()).into_owned();
            if !name.is_empty() {
                groups.push(self.harvest.groups.named(&name));
            }
        }
        groups.sort_unstable();
        groups.dedup();
        if groups.len() > MOST_GROUPS {
            let message = format!("{} groups at once, at most {MOST_GROUPS} are read", groups.len());
            return Err(self.scan.error(ReadErrorKind::Unsupported, message).remedy("use fewer groups"));
        }
        self.current[place] = groups;
        Ok(())
    }

    fn finish(mut self) -> Result<FileMesh, ReadError> {
        let ((highest, line), count) = (self.highest, self.harvest.points.len());
        if highest as usize > count {
            let message = format!("vertex {highest} is named, there are {count}");
            let error = self.scan.error(ReadErrorKind::Reference, message);
            return Err(ReadError { line: Some(line), ..error });
        }
        if self.harvest.points.is_empty() {
            let shown = shown(self.scan.all());
            let message = format!("the file has no vertices; it starts with {shown}");
            return Err(ReadError::new(ReadErrorKind::Nothing, message)
                .remedy("this is not an OBJ file, or an empty one"));
        }
        if self.passed_over > 0 {
            self.harvest
                .notes
                .push(format!("passed over {} statements that are no polygons", self.passed_over));
        }
        let mut mesh = self.harvest.finish("OBJ".into())?;
        // A name that was given and never used is not a part.
        mesh.groups.retain(|_, group| !group.vertices.is_empty());
        Ok(mesh)
    }
}
