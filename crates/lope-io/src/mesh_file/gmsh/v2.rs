//! The sections of format 2.2: a list of nodes, and a list of elements that each name their groups.

use super::kinds::{MOST_NODES, kind};
use super::{Parser, ReadError, ReadErrorKind};
use crate::mesh_file::kind::Kind;

impl Parser<'_> {
    pub(super) fn nodes_v2(&mut self) -> Result<(), ReadError> {
        // The count is text in binary files too.
        let count = self.fields.scan.count("the number of nodes")?;
        let count = self.fields.room(count, [8, 28], "the number of nodes")?;
        self.start_of_bytes();
        self.tags.reserve(count);
        self.harvest.points.reserve(count);
        for _ in 0..count {
            let tag = self.fields.natural("a node number")?;
            let point = self.fields.point(tag)?;
            self.tags.push(tag);
            self.harvest.points.push(point);
        }
        Ok(())
    }

    /// Moves behind the line of a count if bytes follow it.
    fn start_of_bytes(&mut self) {
        if self.fields.order.is_some() {
            self.fields.scan.end_line();
        }
    }

    pub(super) fn elements_v2(&mut self) -> Result<(), ReadError> {
        let count = self.fields.scan.count("the number of elements")?;
        let count = self.fields.room(count, [8, 8], "the number of elements")?;
        self.start_of_bytes();
        let mut found = 0;
        while found < count {
            found += if self.fields.order.is_some() {
                self.binary_elements(count - found)?
            } else {
                let tag = self.fields.natural("an element number")?;
                let number = self.fields.natural(format_args!("the type of element {tag}"))?;
                let kind = self.kind(number)?;
                let tags = self.tag_count(tag)?;
                self.harvest.count(kind, 1);
                self.element(tag, kind, tags)?;
                1
            };
        }
        Ok(())
    }

    /// A block of elements of one type.
    fn binary_elements(&mut self, most: usize) -> Result<usize, ReadError> {
        let number = self.fields.natural("an element type")?;
        let kind = self.kind(number)?;
        let count = self.fields.natural("the number of elements in a block")?;
        let tags = self.tag_count(0)?;
        let least = 4 * (1 + tags + kind.nodes);
        let count = self.fields.room(count, [least; 2], "the number of elements in a block")?;
        if count == 0 || count > most {
            let message = format!("a block has {count} elements where {most} are left");
            return Err(self.fields.error(ReadErrorKind::Count, message));
        }
        self.harvest.count(kind, count);
        for _ in 0..count {
            let tag = self.fields.natural("an element number")?;
            self.element(tag, kind, tags)?;
        }
        Ok(count)
    }

    fn kind(&mut self, number: u64) -> Result<Kind, ReadError> {
        kind(number).ok_or_else(|| {
            let message = format!("elements of type {number}, whose length is not known");
            let error = self.fields.error(ReadErrorKind::Unsupported, message);
            error.remedy("save the mesh in format 4.1, or without these elements")
        })
    }

    fn tag_count(&mut self, element: u64) -> Result<usize, ReadError> {
        let count = self.fields.natural(format_args!("the number of tags of element {element}"))?;
        self.fields.room(count, [2, 4], "the number of tags of an element")
    }

    fn element(&mut self, tag: u64, kind: Kind, tags: usize) -> Result<(), ReadError> {
        let mut physical = 0;
        for k in 0..tags {
            let value = self.fields.int(format_args!("a tag of element {tag}"))?;
            if k == 0 {
                physical = value.saturating_abs();
            }
        }
        let mut nodes = [0; MOST_NODES];
        for node in &mut nodes[..kind.nodes] {
            let name = self.fields.natural(format_args!("a node of element {tag}"))?;
            *node = self.vertex(tag, name)?;
        }
        let before = self.harvest.mark();
        self.harvest.cell(kind, &nodes[..kind.nodes], tag);
        if let Some(dimension) = kind.dimension().filter(|_| physical != 0) {
            let group = self.group((dimension as u64, physical));
            self.harvest.assign(group, before);
        }
        Ok(())
    }
}
