//! Named parts of a mesh: collected as ranges of simplices, and turned into lists of vertices and cells at the
//! end, when it is known what the cells are.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use lope::geometry::Group;

use super::error::{ReadError, ReadErrorKind};
use super::harvest::{Harvest, Mark};
use super::lookup::Lookup;

/// An array with more different values than this is a quantity, not a set of labels.
const MOST_VALUES: usize = 256;

/// A cell in more groups than this is an attempt to exhaust memory: it is listed in each.
pub(super) const MOST_GROUPS: usize = 64;

/// Arrays whose name starts so say with 1 and 0 what is in a group and what is not.
pub(super) const GROUP_PREFIX: &str = "group:";

/// Numbers, ascending, as ranges.
#[derive(Debug, Default)]
struct Ranges(Vec<Range<u32>>);

impl Ranges {
    fn push(&mut self, range: Range<u32>) {
        match self.0.last_mut() {
            _ if range.is_empty() => {}
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.0.push(range),
        }
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        self.0.iter().cloned().flatten()
    }
}

/// A group while the file is read.
#[derive(Debug, Default)]
struct Draft {
    name: String,
    /// By dimension.
    simplices: [Ranges; 4],
    vertices: Ranges,
}

/// All groups while the file is read.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    list: Vec<Draft>,
    by_name: HashMap<String, usize>,
}

impl Drafts {
    /// The number of the group of this name.
    pub(super) fn named(&mut self, name: &str) -> usize {
        if let Some(number) = self.by_name.get(name) {
            return *number;
        }
        self.by_name.insert(name.to_owned(), self.list.len());
        self.list.push(Draft { name: name.to_owned(), ..Draft::default() });
        self.list.len() - 1
    }

    /// Whether there is a group of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Puts the simplices between two marks into a group.
    pub(super) fn assign(&mut self, group: usize, from: Mark, to: Mark) {
        for dimension in 0..4 {
            self.list[group].simplices[dimension].push(from[dimension]..to[dimension]);
        }
    }

    /// The groups as lists.
    pub(super) fn finish(self, mesh: &Harvest) -> BTreeMap<String, Group> {
        if self.list.is_empty() {
            return BTreeMap::new();
        }
        let count = mesh.points.len();
        let cells = if mesh.tets.list.is_empty() { 2 } else { 3 };
        // The last group that has each vertex, so that none is listed twice.
        let mut seen = vec![0_u32; count];
        let mut groups = BTreeMap::new();
        for (number, draft) in (1..).zip(self.list) {
            let mut vertices = Vec::new();
            let mut add = |v: u32| {
                if let Some(seen) = seen.get_mut(v as usize).filter(|seen| **seen != number) {
                    *seen = number;
                    vertices.push(v);
                }
            };
            let [dots, edges, triangles, tets] = &draft.simplices;
            draft.vertices.numbers().for_each(&mut add);
            dots.numbers().flat_map(|i| mesh.dots.list[i as usize]).for_each(&mut add);
            edges.numbers().flat_map(|i| mesh.edges.list[i as usize]).for_each(&mut add);
            triangles.numbers().flat_map(|i| mesh.triangles.list[i as usize]).for_each(&mut add);
            tets.numbers().flat_map(|i| mesh.tets.list[i as usize]).for_each(&mut add);
            if vertices.len() > count / 4 {
                vertices.clear();
                vertices.extend((0..count as u32).filter(|v| seen[*v as usize] == number));
            } else {
                vertices.sort_unstable();
            }
            vertices.shrink_to_fit();
            let mut cells: Vec<u32> = draft.simplices[cells].numbers().collect();
            if !cells.is_sorted() {
                cells.sort_unstable();
            }
            cells.dedup();
            groups.insert(draft.name, Group { vertices, cells });
        }
        groups
    }
}

/// Whole numbers of which only a few are different, a byte for each.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// The values, in the order they were met.
    values: Vec<i64>,
    numbers: BTreeMap<i64, u8>,
    list: Vec<u8>,
}

impl Labels {
    /// The labels in a list; none if one is not whole, or if there are too many different ones.
    pub(super) fn new(values: impl Iterator<Item = Option<i64>>) -> Option<Labels> {
        let mut labels = Labels::default();
        for value in values {
            labels.push(value?)?;
        }
        Some(labels)
    }

    /// Adds a value; none if it is one too many.
    pub(super) fn push(&mut self, value: i64) -> Option<()> {
        let last = self.list.last().filter(|number| self.values[**number as usize] == value);
        let number = match last {
            Some(number) => *number,
            None => match self.numbers.get(&value) {
                Some(number) => *number,
                None if self.values.len() == MOST_VALUES => return None,
                None => {
                    let number = self.values.len() as u8;
                    self.values.push(value);
                    self.numbers.insert(value, number);
                    number
                }
            },
        };
        self.list.push(number);
        Some(())
    }

    /// The value of an entry.
    pub(super) fn at(&self, entry: usize) -> Option<i64> {
        self.list.get(entry).map(|number| self.values[*number as usize])
    }

    /// Whether all are 0, which in most formats means that nobody labelled anything.
    pub(super) fn all_zero(&self) -> bool {
        self.values.iter().all(|value| *value == 0)
    }
}

/// What a label belongs to.
#[derive(Debug)]
pub(super) enum On {
    /// The vertices from this one on, in order.
    Vertices(u32),
    /// The cells from this one on, in order.
    Cells(u64),
    /// The cells of these tags.
    Tags(Vec<u64>),
}

/// Labels on the cells or vertices of a file.
#[derive(Debug)]
pub(super) struct Data {
    pub(super) name: String,
    pub(super) on: On,
    pub(super) labels: Labels,
}

impl Data {
    /// Makes a group of each value. `lists` has the cell of each simplex, by dimension.
    pub(super) fn into_groups(self, drafts: &mut Drafts, lists: &[Vec<u64>; 4]) -> Result<(), ReadError> {
        let group = |value: &i64| match self.name.strip_prefix(GROUP_PREFIX) {
            Some(name) => (*value != 0).then(|| drafts.named(name)),
            None => Some(drafts.named(&format!("{}={value}", self.name))),
        };
        let groups: Vec<Option<usize>> = self.labels.values.iter().map(group).collect();
        let labels = &self.labels.list;
        let by_tag = match &self.on {
            On::Vertices(first) => {
                for (v, label) in (*first..).zip(labels) {
                    if let Some(group) = groups[*label as usize] {
                        drafts.list[group].vertices.push(v..v + 1);
                    }
                }
                return Ok(());
            }
            On::Cells(first) => Lookup::Run(*first, labels.len() as u64),
            On::Tags(tags) => Lookup::new(tags).map_err(|tag| {
                let message = format!("data \"{}\" are given twice for element {tag}", self.name);
                ReadError::new(ReadErrorKind::Reference, message)
            })?,
        };
        for (dimension, cells) in lists.iter().enumerate() {
            for (simplex, cell) in (0..).zip(cells) {
                let label = by_tag.find(*cell).and_then(|number| labels.get(number as usize));
                if let Some(group) = label.and_then(|label| groups[*label as usize]) {
                    drafts.list[group].simplices[dimension].push(simplex..simplex + 1);
                }
            }
        }
        Ok(())
    }
}
