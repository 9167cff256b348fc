//! The sections `$ElementData` and `$NodeData`, the same in both formats: a head of tags, then a row for each
//! element or node. Whole numbers become labels; anything else is a quantity, and is passed over.

use super::{Parser, ReadError};
use crate::mesh_file::group::Labels;
use crate::mesh_file::scalar::whole;

/// One such section.
pub(super) struct Values {
    pub(super) name: String,
    pub(super) on_nodes: bool,
    /// The elements or nodes of the rows.
    pub(super) tags: Vec<u64>,
    /// A label for each row, if they are labels.
    pub(super) labels: Option<Labels>,
}

impl Parser<'_> {
    pub(super) fn data(&mut self, on_nodes: bool) -> Result<(), ReadError> {
        // The head is text in binary files too.
        let scan = &mut self.fields.scan;
        let mut name = String::from("data");
        for k in 0..scan.room_for("the number of names of the data", 2)? {
            let text = scan.quoted("a name of the data")?;
            if k == 0 {
                name = text;
            }
        }
        for _ in 0..scan.room_for("the number of real tags of the data", 2)? {
            scan.number("a real tag of the data")?;
        }
        // Step of time, components, rows, partition.
        let mut tags = [0, 1, 0, 0];
        for k in 0..scan.room_for("the number of integer tags of the data", 2)? {
            let tag = scan.integer("an integer tag of the data")?;
            if let Some(place) = tags.get_mut(k) {
                *place = tag;
            }
        }
        let components = u64::try_from(tags[1]).unwrap_or(0).max(1);
        let components = self.fields.room(components, [2, 8], "the number of components of the data")?;
        let rows = u64::try_from(tags[2]).unwrap_or(u64::MAX);
        let rows = self.fields.room(
            rows,
            [2 + 2 * components, 4 + 8 * components],
            "the number of rows of the data",
        )?;
        if self.fields.order.is_some() {
            self.fields.scan.end_line();
        }
        let mut values =
            Values { name, on_nodes, tags: Vec::new(), labels: (components == 1).then(Labels::default) };
        for _ in 0..rows {
            let tag = self.fields.natural("the number of an element or node")?;
            for _ in 0..components {
                let value = self.fields.real(format_args!("the data of {tag}"))?;
                let labelled = values.labels.as_mut().and_then(|labels| labels.push(whole(value)?));
                match labelled {
                    Some(()) => values.tags.push(tag),
                    None => values.labels = None,
                }
            }
        }
        self.values.push(values);
        Ok(())
    }
}
