//! Gmsh's formats 4.1 and 2.2, as text and as bytes of either order.
//!
//! A file is a list of sections, each between `$Name` and `$EndName`. Nodes have tags, in any order and with
//! gaps, by which elements refer to them. Elements belong to physical groups, which may have names: in 4.1
//! through the geometric entity whose block they are in, in 2.2 each by itself. Sections this reader does not
//! know are skipped, as the format demands.

mod data;
mod fields;
mod kinds;
mod v2;
mod v4;

use std::collections::{BTreeMap, HashMap};

use self::data::Values;
use self::fields::Fields;
use super::error::{ReadError, ReadErrorKind};
use super::group::{Data, Labels, On};
use super::harvest::Harvest;
use super::lookup::Lookup;
use super::scalar::Order;
use super::scan::Scanner;
use super::{FileMesh, Input, MeshReader};

/// The reader of Gmsh files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gmsh;

/// How many bytes of a file are searched for its first section: comments may come before.
const HEAD: usize = 4096;

impl MeshReader for Gmsh {
    fn name(&self) -> &'static str {
        "Gmsh 2.2 and 4.1"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["msh"]
    }

    fn recognizes(&self, bytes: &[u8]) -> bool {
        let mut lines = bytes[..bytes.len().min(HEAD)].split(|byte| *byte == b'\n');
        lines.any(|line| line.trim_ascii().ends_with(b"$MeshFormat"))
    }

    fn read(&self, input: &Input<'_>) -> Result<FileMesh, ReadError> {
        let mut parser = Parser::new(input.bytes);
        parser.sections()?;
        let format = parser.variant();
        parser.into_harvest()?.finish(format)
    }
}

/// An entity or a physical group: dimension and tag.
type Place = (u64, i64);

/// The two versions that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    V2,
    V4,
}

struct Parser<'a> {
    fields: Fields<'a>,
    version: Version,
    harvest: Harvest,
    /// Tag of each point.
    tags: Vec<u64>,
    lookup: Lookup,
    /// Names of physical groups.
    names: BTreeMap<Place, String>,
    /// Physical groups of entities.
    memberships: BTreeMap<Place, Vec<i64>>,
    /// Numbers of physical groups in the harvest.
    groups: HashMap<Place, usize>,
    values: Vec<Values>,
}

impl<'a> Parser<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Parser {
            fields: Fields { scan: Scanner::new(bytes), order: None },
            version: Version::V4,
            harvest: Harvest::default(),
            tags: Vec::new(),
            lookup: Lookup::Run(0, 0),
            names: BTreeMap::new(),
            memberships: BTreeMap::new(),
            groups: HashMap::new(),
            values: Vec::new(),
        }
    }

    fn variant(&self) -> String {
        let version = if self.version == Version::V2 { "2.2" } else { "4.1" };
        match self.fields.order {
            None => format!("Gmsh {version} text"),
            Some(Order::Little) => format!("Gmsh {version} binary"),
            Some(Order::Big) => format!("Gmsh {version} binary, big-endian"),
        }
    }

    fn sections(&mut self) -> Result<(), ReadError> {
        while self.fields.scan.peek() == b"$Comments" {
            self.fields.scan.skip_past("$EndComments")?;
        }
        if self.fields.scan.peek() != b"$MeshFormat" {
            return Err(self.not_gmsh());
        }
        self.fields.scan.expect("$MeshFormat")?;
        self.format()?;
        self.fields.scan.expect("$EndMeshFormat")?;
        let (mut nodes, mut elements) = (false, false);
        while !self.fields.scan.at_end() {
            let word = self.fields.scan.word("a section")?;
            let name = std::str::from_utf8(word).ok().and_then(|word| word.strip_prefix('$'));
            let Some(name) = name.filter(|name| !name.is_empty() && !name.starts_with("End")) else {
                let word = super::scan::shown(word);
                let message = format!("expected a section such as $Nodes, found {word}");
                return Err(self.fields.error(ReadErrorKind::Unexpected, message));
            };
            self.fields.scan.section = name;
            if self.fields.order.is_some() {
                self.fields.scan.end_line();
            }
            let end = format!("$End{name}");
            let known = self.section(name)?;
            nodes |= name == "Nodes";
            elements |= name == "Elements";
            if known {
                self.close(&end)?;
            } else if self.fields.order.is_none() {
                self.fields.scan.skip_past(&end)?;
            } else if !self.fields.scan.skip_bytes(end.as_bytes()) {
                return Err(self
                    .fields
                    .error(ReadErrorKind::Truncated, format!("the file ends, expected {end}")));
            }
            self.fields.scan.section = "";
        }
        for (name, there) in [("$Nodes", nodes), ("$Elements", elements)] {
            if !there {
                let message = format!("the file has no section {name}");
                return Err(self.fields.error(ReadErrorKind::Truncated, message));
            }
        }
        Ok(())
    }

    /// Reads a section up to its end; false if it is not one of those that are read.
    fn section(&mut self, name: &str) -> Result<bool, ReadError> {
        match (name, self.version) {
            ("PhysicalNames", _) => self.physical_names()?,
            ("Entities", Version::V4) => self.entities()?,
            ("Nodes", Version::V2) => self.nodes_v2()?,
            ("Nodes", Version::V4) => self.nodes_v4()?,
            ("Elements", version) => {
                self.lookup = Lookup::new(&self.tags).map_err(|tag| {
                    self.fields.error(ReadErrorKind::Reference, format!("node tag {tag} is given twice"))
                })?;
                match version {
                    Version::V2 => self.elements_v2()?,
                    Version::V4 => self.elements_v4()?,
                }
            }
            ("ElementData" | "NodeData", _) => self.data(name == "NodeData")?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The end of a section. Anything else there is a row more than its counts announce.
    fn close(&mut self, end: &str) -> Result<(), ReadError> {
        let word = self.fields.scan.peek();
        if !word.is_empty() && !word.starts_with(b"$") {
            let message = format!("expected {end}: the section has more entries than its counts announce");
            return Err(self.fields.error(ReadErrorKind::Count, message));
        }
        self.fields.scan.expect(end).map_err(|error| self.fields.error(error.kind, error.message))
    }

    fn format(&mut self) -> Result<(), ReadError> {
        let scan = &mut self.fields.scan;
        let version = scan.word("the version of the format")?.escape_ascii().to_string();
        let binary = scan.count("the file type, 0 for text or 1 for binary,")? != 0;
        let size = scan.count("the size of a number")?;
        self.version = match version.as_str() {
            "4.1" => Version::V4,
            "2.2" | "2.1" | "2.0" | "2" => Version::V2,
            _ => {
                let message = format!("this is Gmsh format {version}, only 2.2 and 4.1 are read");
                let error = self.fields.error(ReadErrorKind::Unsupported, message);
                return Err(error.remedy("convert it: gmsh -save -format msh41 -o new.msh old.msh"));
            }
        };
        if binary {
            if size != 8 {
                let message = format!("numbers of {size} bytes, only 8 are read");
                return Err(self.fields.error(ReadErrorKind::Unsupported, message));
            }
            scan.end_line();
            let one = scan.bytes(4, "the number 1")?;
            self.fields.order = Some(match one {
                [1, 0, 0, 0] => Order::Little,
                [0, 0, 0, 1] => Order::Big,
                _ => {
                    let message = "expected the number 1 as four bytes, which tells their order".to_owned();
                    return Err(self.fields.error(ReadErrorKind::Unexpected, message));
                }
            });
        }
        Ok(())
    }

    /// Names are text in binary files too.
    fn physical_names(&mut self) -> Result<(), ReadError> {
        let scan = &mut self.fields.scan;
        for _ in 0..scan.room_for("the number of physical names", 6)? {
            let dimension = scan.count("a dimension, 0 to 3")?;
            let place = (dimension, scan.integer("the tag of a physical group")?);
            let name = scan.quoted("the name of a physical group")?;
            self.names.insert(place, name);
        }
        Ok(())
    }

    /// The group in the harvest of a physical group: those without a name are called after dimension and tag,
    /// like `volume_3`. A volume and a surface of the same name are one group.
    fn group(&mut self, place: Place) -> usize {
        if let Some(group) = self.groups.get(&place) {
            return *group;
        }
        let kind = ["point", "curve", "surface"].get(place.0 as usize).unwrap_or(&"volume");
        let unnamed = || format!("{kind}_{}", place.1);
        let name = self.names.get(&place).cloned().unwrap_or_else(unnamed);
        let group = self.harvest.groups.named(&name);
        self.groups.insert(place, group);
        group
    }

    /// The number of a node that an element names.
    #[inline]
    fn vertex(&self, element: u64, node: u64) -> Result<u32, ReadError> {
        self.lookup.find(node).ok_or_else(|| {
            let message = format!("element {element} has node {node}, which is not among the nodes");
            self.fields.error(ReadErrorKind::Reference, message)
        })
    }

    fn into_harvest(self) -> Result<Harvest, ReadError> {
        let mut harvest = self.harvest;
        for name in self.names.values().filter(|name| !harvest.groups.has(name)) {
            harvest.notes.push(format!("physical group \"{name}\" has no elements"));
        }
        for values in self.values {
            let Some(labels) = values.labels else { continue };
            if !values.on_nodes {
                harvest.data.push(Data { name: values.name, on: On::Tags(values.tags), labels });
                continue;
            }
            // As a label for each point only where each has one.
            let lookup = Lookup::new(&values.tags).ok();
            let label = |tag: &u64| labels.at(lookup.as_ref()?.find(*tag)? as usize);
            if let Some(labels) = Labels::new(self.tags.iter().map(label)) {
                harvest.data.push(Data { name: values.name, on: On::Vertices(0), labels });
            }
        }
        Ok(harvest)
    }

    /// What a file that should be Gmsh's is.
    fn not_gmsh(&mut self) -> ReadError {
        let found = super::scan::shown(self.fields.scan.peek());
        let (kind, message) = (ReadErrorKind::Unexpected, format!("expected $MeshFormat, found {found}"));
        let remedy = "this is not a Gmsh file, export it as Gmsh 4.1";
        if self.fields.scan.peek() == b"$NOD" {
            let message = "this is Gmsh format 1, only 2.2 and 4.1 are read".to_owned();
            let remedy = "convert it: gmsh -save -format msh41 -o new.msh old.msh";
            return self.fields.error(ReadErrorKind::Unsupported, message).remedy(remedy);
        }
        if is_mujoco(self.fields.scan.all()) {
            let message =
                "this is not Gmsh's .msh but MuJoCo's old binary surface format of the same ending".into();
            let error = ReadError::new(ReadErrorKind::Unsupported, message);
            return error.remedy("convert it to OBJ or STL (MuJoCo's compiler can)");
        }
        self.fields.error(kind, message).remedy(remedy)
    }
}

/// Four counts (vertices, normals, texture coordinates, faces), then as many floats and indices.
fn is_mujoco(bytes: &[u8]) -> bool {
    let Some((head, rest)) = bytes.split_first_chunk::<16>() else { return false };
    let mut counts = [0_i128; 4];
    for (count, word) in counts.iter_mut().zip(head.as_chunks().0) {
        *count = i128::from(Order::Little.i32(*word));
    }
    let [vertices, normals, texture, faces] = counts;
    let length = 12 * vertices + 12 * normals + 8 * texture + 12 * faces;
    vertices > 0 && counts.iter().all(|count| *count >= 0) && length == rest.len() as i128
}

#[cfg(test)]
mod tests;
