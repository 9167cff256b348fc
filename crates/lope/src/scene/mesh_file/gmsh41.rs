//! Gmsh's format 4.1, text variant: the current one.
//!
//! A file is a list of sections. Nodes and elements come in blocks, one per geometric entity; nodes have tags,
//! in any order and with gaps, by which elements refer to them; entities belong to physical groups, which may
//! have names. Sections this reader does not know are skipped, as the format demands.

use std::collections::BTreeMap;

use super::error::{ReadError, ReadErrorKind};
use super::gmsh_element::{Kind, kind};
use super::gmsh_finish::finish;
use super::scan::Scanner;
use super::{FileMesh, MeshReader};
use crate::geometry::Group;

/// The reader of Gmsh 4.1 text files.
#[derive(Clone, Copy, Debug)]
pub struct Gmsh41;

impl MeshReader for Gmsh41 {
    fn name(&self) -> &'static str {
        "Gmsh 4.1 text"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["msh"]
    }

    fn recognizes(&self, head: &[u8]) -> bool {
        // Comments may come first.
        head.split(|byte| *byte == b'\n').any(|line| line.trim_ascii().ends_with(b"$MeshFormat"))
    }

    fn read(&self, bytes: &[u8]) -> Result<FileMesh, ReadError> {
        let mut parser = Parser::new(bytes);
        parser.sections()?;
        finish(parser.content, parser.scan.error(ReadErrorKind::NoTetrahedra, String::new()))
    }
}

/// An entity or a physical group: dimension and tag.
pub(super) type Place = (u64, i64);

/// Set for nodes that are a corner of some element.
pub(super) const CORNER: u8 = 1;
/// Set for nodes that lie between the corners of some element.
pub(super) const BETWEEN: u8 = 2;

/// An entity in more groups than this is an attempt to exhaust memory: each of its elements is listed in each.
const MOST_GROUPS: usize = 256;

/// What was read so far.
#[derive(Default)]
pub(super) struct Content {
    pub(super) points: Vec<[f64; 3]>,
    /// Tag of each point.
    tags: Vec<u64>,
    /// [`CORNER`], [`BETWEEN`] or both, for each point.
    pub(super) role: Vec<u8>,
    pub(super) tets: Vec<[u32; 4]>,
    /// Names of physical groups.
    pub(super) names: BTreeMap<Place, String>,
    /// Members of physical groups, with repetitions.
    pub(super) groups: BTreeMap<Place, Group>,
    /// How many elements there are of each kind.
    pub(super) kinds: BTreeMap<u64, (Option<Kind>, usize)>,
    pub(super) notes: Vec<String>,
}

struct Parser<'a> {
    scan: Scanner<'a>,
    content: Content,
    /// Physical groups of entities.
    memberships: BTreeMap<Place, Vec<i64>>,
    lookup: Lookup,
}

impl<'a> Parser<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let (content, lookup) = (Content::default(), Lookup::Dense(Vec::new()));
        Parser { scan: Scanner::new(bytes), content, memberships: BTreeMap::new(), lookup }
    }

    fn sections(&mut self) -> Result<(), ReadError> {
        while self.scan.peek() == b"$Comments" {
            self.scan.skip_past("$EndComments")?;
        }
        self.scan.expect("$MeshFormat").map_err(|error| match error.kind {
            ReadErrorKind::Unexpected => error.remedy("this is not a Gmsh file, export it as Gmsh 4.1 text"),
            _ => error,
        })?;
        self.format()?;
        self.scan.expect("$EndMeshFormat")?;
        let (mut nodes, mut elements) = (false, false);
        while !self.scan.at_end() {
            let word = self.scan.word("a section")?;
            let name = std::str::from_utf8(word).ok().and_then(|word| word.strip_prefix('$'));
            let Some(name) = name.filter(|name| !name.is_empty() && !name.starts_with("End")) else {
                return Err(self.scan.error(
                    ReadErrorKind::Unexpected,
                    format!("expected a section such as $Nodes, found \"{}\"", word.escape_ascii()),
                ));
            };
            self.scan.section = name;
            match name {
                "PhysicalNames" => self.physical_names()?,
                "Entities" => self.entities()?,
                "Nodes" => {
                    self.nodes()?;
                    nodes = true;
                }
                "Elements" => {
                    self.lookup = Lookup::new(&self.content.tags)
                        .map_err(|message| self.scan.error(ReadErrorKind::Reference, message))?;
                    self.elements()?;
                    elements = true;
                }
                _ => {}
            }
            let end = format!("$End{name}");
            match name {
                "PhysicalNames" | "Entities" | "Nodes" | "Elements" => self.close(&end)?,
                _ => self.scan.skip_past(&end)?,
            }
            self.scan.section = "";
        }
        for (name, there) in [("$Nodes", nodes), ("$Elements", elements)] {
            if !there {
                let message = format!("the file has no section {name}");
                return Err(self.scan.error(ReadErrorKind::Truncated, message));
            }
        }
        Ok(())
    }

    /// The end of a section. Anything else there is a row more than its counts announce.
    fn close(&mut self, end: &str) -> Result<(), ReadError> {
        let word = self.scan.peek();
        if !word.is_empty() && !word.starts_with(b"$") {
            let message = format!("expected {end}: the section has more entries than its counts announce");
            return Err(self.scan.error(ReadErrorKind::Count, message));
        }
        self.scan.expect(end)
    }

    fn format(&mut self) -> Result<(), ReadError> {
        let version = self.scan.word("the version of the format")?.escape_ascii().to_string();
        let binary = self.scan.count("the file type, 0 for text or 1 for binary,")? != 0;
        if version != "4.1" || binary {
            let variant = if binary { "binary" } else { "text" };
            let message = format!("this is Gmsh {version} {variant}, only 4.1 text is read yet");
            let error = self.scan.error(ReadErrorKind::Unsupported, message);
            return Err(error.remedy("convert it: gmsh -save -format msh41 -o new.msh old.msh"));
        }
        self.scan.count("the size of a number").map(drop)
    }

    fn physical_names(&mut self) -> Result<(), ReadError> {
        for _ in 0..self.scan.room_for("the number of physical names", 6)? {
            let place = (self.dimension()?, self.scan.integer("the tag of a physical group")?);
            let name = self.scan.quoted("the name of a physical group")?;
            self.content.names.insert(place, name);
        }
        Ok(())
    }

    fn dimension(&mut self) -> Result<u64, ReadError> {
        let dimension = self.scan.count("a dimension, 0 to 3")?;
        if dimension > 3 {
            return Err(self.scan.unexpected("a dimension, 0 to 3", dimension.to_string().as_bytes()));
        }
        Ok(dimension)
    }

    fn entities(&mut self) -> Result<(), ReadError> {
        let mut counts = [0; 4];
        for (dimension, count) in counts.iter_mut().enumerate() {
            let kind = ["points", "curves", "surfaces", "volumes"][dimension];
            *count = self
                .scan
                .room_for(format_args!("the number of {kind}"), if dimension == 0 { 10 } else { 18 })?;
        }
        for (dimension, count) in counts.into_iter().enumerate() {
            for _ in 0..count {
                self.entity(dimension as u64)?;
            }
        }
        Ok(())
    }

    fn entity(&mut self, dimension: u64) -> Result<(), ReadError> {
        let tag = self.scan.integer("the tag of an entity")?;
        for _ in 0..if dimension == 0 { 3 } else { 6 } {
            self.scan.number("a coordinate of the bounding box of an entity")?;
        }
        let count = self.scan.room_for("the number of physical groups of an entity", 2)?;
        if count > MOST_GROUPS {
            let message = format!("an entity is in {count} physical groups, at most {MOST_GROUPS} are read");
            return Err(self.scan.error(ReadErrorKind::Unsupported, message).remedy("use fewer groups"));
        }
        let mut groups = Vec::with_capacity(count);
        for _ in 0..count {
            // A negative tag turns the orientation, which groups do not have here.
            groups.push(self.scan.integer("the tag of a physical group")?.saturating_abs());
        }
        groups.sort_unstable();
        groups.dedup();
        self.memberships.insert((dimension, tag), groups);
        if dimension > 0 {
            for _ in 0..self.scan.room_for("the number of bounding entities", 2)? {
                self.scan.integer("the tag of a bounding entity")?;
            }
        }
        Ok(())
    }

    fn nodes(&mut self) -> Result<(), ReadError> {
        let blocks = self.scan.room_for("the number of blocks of nodes", 8)?;
        let announced = self.scan.room_for("the number of nodes", 8)?;
        let range = [self.scan.count("the lowest node tag")?, self.scan.count("the highest node tag")?];
        let before = self.content.tags.len();
        self.content.tags.reserve(announced);
        self.content.points.reserve(announced);
        for _ in 0..blocks {
            self.block_of_nodes()?;
        }
        let added = &self.content.tags[before..];
        if added.len() != announced {
            let message = format!("{announced} nodes are announced, the blocks have {}", added.len());
            return Err(self.scan.error(ReadErrorKind::Count, message));
        }
        if self.content.tags.len() >= u32::MAX as usize {
            let message = "more nodes than 32 bits can number".into();
            return Err(self.scan.error(ReadErrorKind::Unsupported, message).remedy("use a coarser mesh"));
        }
        if let (Some(low), Some(high)) = (added.iter().min(), added.iter().max())
            && range != [*low, *high]
        {
            let [from, to] = range;
            self.content
                .notes
                .push(format!("node tags run from {low} to {high}, the file says {from} to {to}"));
        }
        self.content.role.resize(self.content.points.len(), 0);
        Ok(())
    }

    fn block_of_nodes(&mut self) -> Result<(), ReadError> {
        let dimension = self.dimension()?;
        self.scan.integer("the tag of an entity")?;
        let parametric = self.scan.count("0, or 1 for parametric nodes,")? != 0;
        let count = self.scan.room_for("the number of nodes in a block", 8)?;
        let first = self.content.tags.len();
        for _ in 0..count {
            let tag = self.scan.count("a node tag")?;
            self.content.tags.push(tag);
        }
        for number in first..first + count {
            let tag = self.content.tags[number];
            let mut point = [0.0; 3];
            for (k, coordinate) in point.iter_mut().enumerate() {
                let axis = ["x", "y", "z"][k];
                *coordinate = self.scan.number(format_args!("{axis} of node {tag}"))?;
                if !coordinate.is_finite() {
                    let message = format!("{axis} of node {tag} is {coordinate}, expected a finite number");
                    return Err(self.scan.error(ReadErrorKind::NotFinite, message));
                }
            }
            self.content.points.push(point);
            if parametric {
                for _ in 0..dimension {
                    self.scan.number(format_args!("a parameter of node {tag}"))?;
                }
            }
        }
        Ok(())
    }

    fn elements(&mut self) -> Result<(), ReadError> {
        let blocks = self.scan.room_for("the number of blocks of elements", 8)?;
        let announced = self.scan.room_for("the number of elements", 4)?;
        self.scan.count("the lowest element tag")?;
        self.scan.count("the highest element tag")?;
        let mut found = 0;
        for _ in 0..blocks {
            found += self.block_of_elements()?;
        }
        if found != announced {
            let message = format!("{announced} elements are announced, the blocks have {found}");
            return Err(self.scan.error(ReadErrorKind::Count, message));
        }
        Ok(())
    }

    fn block_of_elements(&mut self) -> Result<usize, ReadError> {
        let dimension = self.dimension()?;
        let tag = self.scan.integer("the tag of an entity")?;
        let number = self.scan.count("an element type")?;
        let kind = kind(number);
        let least_bytes = 2 * (1 + kind.map_or(1, |kind| kind.nodes));
        let count = self.scan.room_for("the number of elements in a block", least_bytes)?;
        self.content.kinds.entry(number).or_insert((kind, 0)).1 += count;
        let Some(kind) = kind else {
            self.skip_rows(count)?;
            return Ok(count);
        };
        let groups = self.memberships.get(&(dimension, tag)).cloned().unwrap_or_default();
        let first_tet = self.content.tets.len() as u32;
        let mut members = Vec::new();
        for _ in 0..count {
            self.element(kind, (!groups.is_empty()).then_some(&mut members))?;
        }
        members.sort_unstable();
        members.dedup();
        for physical in groups {
            let group = self.content.groups.entry((dimension, physical)).or_default();
            group.vertices.extend(&members);
            group.cells.extend(first_tet..self.content.tets.len() as u32);
        }
        Ok(count)
    }

    fn element(&mut self, kind: Kind, members: Option<&mut Vec<u32>>) -> Result<(), ReadError> {
        let tag = self.scan.count("an element tag")?;
        let mut corners = [0; 8];
        for k in 0..kind.nodes {
            let node = self.scan.count(format_args!("a node of element {tag}"))?;
            let Some(v) = self.lookup.find(node) else {
                let message = format!("element {tag} has node {node}, which is not among the nodes");
                return Err(self.scan.error(ReadErrorKind::Reference, message));
            };
            self.content.role[v as usize] |= if k < kind.corners { CORNER } else { BETWEEN };
            if k < kind.corners {
                corners[k] = v;
            }
        }
        if let Some(members) = members {
            members.extend_from_slice(&corners[..kind.corners]);
        }
        if kind.is_tetrahedron() {
            let [a, b, c, d, ..] = corners;
            self.content.tets.push([a, b, c, d]);
        }
        Ok(())
    }

    fn skip_rows(&mut self, count: usize) -> Result<(), ReadError> {
        self.scan.skip_line();
        for _ in 0..count {
            let word = self.scan.peek();
            if word.is_empty() || word.starts_with(b"$") {
                self.scan.count("an element tag")?;
            }
            self.scan.skip_line();
        }
        Ok(())
    }
}

/// From tags to numbers.
enum Lookup {
    /// Number by tag, for tags with few gaps.
    Dense(Vec<u32>),
    /// (tag, number), ascending.
    Sparse(Vec<(u64, u32)>),
}

impl Lookup {
    const NONE: u32 = u32::MAX;

    fn new(tags: &[u64]) -> Result<Lookup, String> {
        let twice = |tag: u64| format!("node tag {tag} is given twice");
        let highest = tags.iter().copied().max().unwrap_or(0);
        if highest <= 4 * tags.len() as u64 + 64 {
            let mut numbers = vec![Self::NONE; highest as usize + 1];
            for (number, tag) in tags.iter().enumerate() {
                if std::mem::replace(&mut numbers[*tag as usize], number as u32) != Self::NONE {
                    return Err(twice(*tag));
                }
            }
            return Ok(Lookup::Dense(numbers));
        }
        let mut pairs: Vec<(u64, u32)> = tags.iter().copied().zip(0..).collect();
        pairs.sort_unstable();
        match pairs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(twice(pair[0].0)),
            None => Ok(Lookup::Sparse(pairs)),
        }
    }

    fn find(&self, tag: u64) -> Option<u32> {
        match self {
            Lookup::Dense(numbers) => {
                let number = *numbers.get(usize::try_from(tag).ok()?)?;
                (number != Self::NONE).then_some(number)
            }
            Lookup::Sparse(pairs) => {
                pairs.binary_search_by_key(&tag, |pair| pair.0).ok().map(|place| pairs[place].1)
            }
        }
    }
}

#[cfg(test)]
#[path = "gmsh41_tests.rs"]
mod tests;
