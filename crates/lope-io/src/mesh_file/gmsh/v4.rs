//! The sections of format 4.1: entities, and blocks of nodes and elements for each entity.

use rayon::prelude::*;

use super::kinds::{MOST_NODES, kind};
use super::{Parser, ReadError, ReadErrorKind};
use crate::mesh_file::group::MOST_GROUPS;
use crate::mesh_file::harvest::Cells;
use crate::mesh_file::kind::{Kind, Shape};
use crate::mesh_file::lookup::Lookup;
use crate::mesh_file::scalar::Order;

/// Elements of one task.
const CHUNK: usize = 1 << 14;

impl Parser<'_> {
    fn dimension(&mut self) -> Result<u64, ReadError> {
        let dimension = self.fields.natural("a dimension, 0 to 3")?;
        if dimension > 3 {
            let message = format!("expected a dimension, 0 to 3, found {dimension}");
            return Err(self.fields.error(ReadErrorKind::Unexpected, message));
        }
        Ok(dimension)
    }

    pub(super) fn entities(&mut self) -> Result<(), ReadError> {
        let mut counts = [0; 4];
        for (dimension, count) in counts.iter_mut().enumerate() {
            let what = ["number of points", "number of curves", "number of surfaces", "number of volumes"]
                [dimension];
            let least = if dimension == 0 { [10, 36] } else { [18, 68] };
            *count = self.fields.room_for(what, least)?;
        }
        for (dimension, count) in counts.into_iter().enumerate() {
            for _ in 0..count {
                self.entity(dimension as u64)?;
            }
        }
        Ok(())
    }

    fn entity(&mut self, dimension: u64) -> Result<(), ReadError> {
        let tag = self.fields.int("the tag of an entity")?;
        for _ in 0..if dimension == 0 { 3 } else { 6 } {
            self.fields.real("a coordinate of the bounding box of an entity")?;
        }
        let count = self.fields.room_for("the number of physical groups of an entity", [2, 4])?;
        if count > MOST_GROUPS {
            let message = format!("an entity is in {count} physical groups, at most {MOST_GROUPS} are read");
            return Err(self.fields.error(ReadErrorKind::Unsupported, message).remedy("use fewer groups"));
        }
        let mut groups = Vec::with_capacity(count);
        for _ in 0..count {
            // A negative tag turns the orientation, which groups do not have here.
            groups.push(self.fields.int("the tag of a physical group")?.saturating_abs());
        }
        groups.sort_unstable();
        groups.dedup();
        self.memberships.insert((dimension, tag), groups);
        if dimension > 0 {
            for _ in 0..self.fields.room_for("the number of bounding entities", [2, 4])? {
                self.fields.int("the tag of a bounding entity")?;
            }
        }
        Ok(())
    }

    pub(super) fn nodes_v4(&mut self) -> Result<(), ReadError> {
        let blocks = self.fields.room_for("the number of blocks of nodes", [8, 20])?;
        let announced = self.fields.room_for("the number of nodes", [8, 32])?;
        let range = [self.fields.size("the lowest node tag")?, self.fields.size("the highest node tag")?];
        let before = self.tags.len();
        self.tags.reserve(announced);
        self.harvest.points.reserve(announced);
        for _ in 0..blocks {
            self.block_of_nodes()?;
        }
        let added = &self.tags[before..];
        if added.len() != announced {
            let message = format!("{announced} nodes are announced, the blocks have {}", added.len());
            return Err(self.fields.error(ReadErrorKind::Count, message));
        }
        if let (Some(low), Some(high)) = (added.iter().min(), added.iter().max())
            && range != [*low, *high]
        {
            let [from, to] = range;
            self.harvest
                .notes
                .push(format!("node tags run from {low} to {high}, the file says {from} to {to}"));
        }
        Ok(())
    }

    fn block_of_nodes(&mut self) -> Result<(), ReadError> {
        let dimension = self.dimension()?;
        self.fields.int("the tag of an entity")?;
        let parametric = self.fields.natural("0, or 1 for parametric nodes,")? != 0;
        let count = self.fields.room_for("the number of nodes in a block", [8, 32])?;
        let first = self.tags.len();
        if let Some(order) = self.fields.order {
            let words = self.fields.block(8 * count, "the tags of a block of nodes")?;
            self.tags.extend(words.as_chunks().0.iter().map(|word| order.u64(*word)));
            if !parametric {
                return self.coordinates(order, first, count);
            }
        } else {
            for _ in 0..count {
                let tag = self.fields.size("a node tag")?;
                self.tags.push(tag);
            }
        }
        for number in first..first + count {
            let tag = self.tags[number];
            let point = self.fields.point(tag)?;
            self.harvest.points.push(point);
            if parametric {
                for _ in 0..dimension {
                    self.fields.real(format_args!("a parameter of node {tag}"))?;
                }
            }
        }
        Ok(())
    }

    fn coordinates(&mut self, order: Order, first: usize, count: usize) -> Result<(), ReadError> {
        let bytes = self.fields.block(24 * count, "the coordinates of a block of nodes")?;
        let point = |row: &[u8; 24]| {
            let words = row.as_chunks::<8>().0;
            [order.f64(words[0]), order.f64(words[1]), order.f64(words[2])]
        };
        self.harvest.points.extend(bytes.as_chunks().0.iter().map(point));
        let added = &self.harvest.points[first..];
        match added.iter().position(|point| !point.iter().all(|x| x.is_finite())) {
            Some(place) => self.fields.finite(self.tags[first + place], added[place]).map(drop),
            None => Ok(()),
        }
    }

    pub(super) fn elements_v4(&mut self) -> Result<(), ReadError> {
        let blocks = self.fields.room_for("the number of blocks of elements", [8, 20])?;
        let announced = self.fields.room_for("the number of elements", [4, 16])?;
        self.fields.size("the lowest element tag")?;
        self.fields.size("the highest element tag")?;
        let mut found = 0;
        for _ in 0..blocks {
            found += self.block_of_elements()?;
        }
        if found != announced {
            let message = format!("{announced} elements are announced, the blocks have {found}");
            return Err(self.fields.error(ReadErrorKind::Count, message));
        }
        Ok(())
    }

    fn block_of_elements(&mut self) -> Result<usize, ReadError> {
        let dimension = self.dimension()?;
        let tag = self.fields.int("the tag of an entity")?;
        let number = self.fields.natural("an element type")?;
        let kind = kind(number);
        let fields = 1 + kind.map_or(1, |kind| kind.nodes);
        let count = self.fields.room_for("the number of elements in a block", [2 * fields, 8 * fields])?;
        let Some(kind) = kind else {
            self.skip_elements(number, count)?;
            return Ok(count);
        };
        self.harvest.count(kind, count);
        let before = self.harvest.mark();
        match (self.fields.order, kind.shape) {
            (Some(order), Shape::Tetrahedron) if kind.nodes == 4 => {
                let rows = self.fields.block(8 * 5 * count, "a block of elements")?;
                let result = bulk(&mut self.harvest.tets, rows, order, &self.lookup);
                result.map_err(|error| self.fields.error(ReadErrorKind::Reference, error))?;
            }
            (Some(order), Shape::Triangle) if kind.nodes == 3 => {
                let rows = self.fields.block(8 * 4 * count, "a block of elements")?;
                let result = bulk(&mut self.harvest.triangles, rows, order, &self.lookup);
                result.map_err(|error| self.fields.error(ReadErrorKind::Reference, error))?;
            }
            _ => self.elements_one_by_one(kind, count)?,
        }
        for physical in self.memberships.get(&(dimension, tag)).cloned().unwrap_or_default() {
            let group = self.group((dimension, physical));
            self.harvest.assign(group, before);
        }
        Ok(count)
    }

    fn elements_one_by_one(&mut self, kind: Kind, count: usize) -> Result<(), ReadError> {
        let mut nodes = [0; MOST_NODES];
        for _ in 0..count {
            let tag = self.fields.size("an element tag")?;
            for node in &mut nodes[..kind.nodes] {
                let name = self.fields.size(format_args!("a node of element {tag}"))?;
                *node = self.vertex(tag, name)?;
            }
            self.harvest.cell(kind, &nodes[..kind.nodes], tag);
        }
        Ok(())
    }

    /// Elements of a type that is not in the list: their length is not known, but in a text each has a line.
    fn skip_elements(&mut self, number: u64, count: usize) -> Result<(), ReadError> {
        self.harvest.count_unknown(number, count);
        if self.fields.order.is_some() && count > 0 {
            let message = format!("elements of type {number}, whose length is not known");
            let error = self.fields.error(ReadErrorKind::Unsupported, message);
            return Err(error.remedy("save the mesh as text, or without these elements"));
        }
        self.fields.scan.skip_line();
        for _ in 0..count {
            let word = self.fields.scan.peek();
            if word.is_empty() || word.starts_with(b"$") {
                self.fields.scan.count("an element tag")?;
            }
            self.fields.scan.skip_line();
        }
        Ok(())
    }
}

/// Reads rows of a tag and N nodes, all of eight bytes. The lists are cut at fixed places, so that the first
/// error is the same for any number of threads.
fn bulk<const N: usize>(
    cells: &mut Cells<N>,
    rows: &[u8],
    order: Order,
    lookup: &Lookup,
) -> Result<(), String> {
    let row = 8 * (N + 1);
    let tag = |k: usize| order.u64(*rows[k * row..].first_chunk().unwrap_or(&[0; 8]));
    let (first, start) = (tag(0), cells.list.len());
    let count = rows.len() / row;
    if start == 0 {
        cells.list = vec![[0; N]; count];
    } else {
        cells.list.resize(start + count, [0; N]);
    }
    let parts = rows.par_chunks(CHUNK * row).zip(cells.list[start..].par_chunks_mut(CHUNK)).enumerate();
    let read = parts.map(|(chunk, (rows, list))| {
        let mut expected = first.wrapping_add((chunk * CHUNK) as u64);
        let mut in_order = true;
        for (row, corners) in rows.chunks_exact(row).zip(list) {
            let words = row.as_chunks::<8>().0;
            let tag = order.u64(words[0]);
            in_order &= tag == expected;
            expected = expected.wrapping_add(1);
            for (corner, word) in corners.iter_mut().zip(&words[1..]) {
                let node = order.u64(*word);
                *corner = lookup
                    .find(node)
                    .ok_or_else(|| format!("element {tag} has node {node}, which is not among the nodes"))?;
            }
        }
        Ok(in_order)
    });
    let read: Vec<Result<bool, String>> = read.collect();
    let mut in_order = true;
    for chunk in read {
        in_order &= chunk?;
    }
    cells.add_runs(start, (0..if in_order { count.min(1) } else { count }).map(tag));
    Ok(())
}
