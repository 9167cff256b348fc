//! The numbers of a Gmsh file, written as text or as bytes: the same calls read both.

use std::fmt::Display;

use crate::mesh_file::error::{ReadError, ReadErrorKind};
use crate::mesh_file::scalar::Order;
use crate::mesh_file::scan::Scanner;

/// A place in a Gmsh file.
pub(super) struct Fields<'a> {
    pub(super) scan: Scanner<'a>,
    /// The byte order, if numbers are bytes.
    pub(super) order: Option<Order>,
}

impl<'a> Fields<'a> {
    pub(super) fn error(&self, kind: ReadErrorKind, message: String) -> ReadError {
        let mut error = self.scan.error(kind, message);
        if self.order.is_some() {
            // Lines of a binary file mean nothing.
            error.line = None;
            if !self.scan.section.is_empty() {
                error.message = format!("in ${}: {}", self.scan.section, error.message);
            }
        }
        error
    }

    fn bytes<const N: usize>(&mut self, expected: impl Display) -> Result<[u8; N], ReadError> {
        match self.scan.take(N).and_then(|bytes| bytes.first_chunk()) {
            Some(bytes) => Ok(*bytes),
            None => Err(self.error(ReadErrorKind::Truncated, format!("the file ends, expected {expected}"))),
        }
    }

    /// So many bytes of a binary file.
    pub(super) fn block(&mut self, count: usize, expected: &str) -> Result<&'a [u8], ReadError> {
        let bytes = self.scan.bytes(count, expected);
        bytes.map_err(|error| self.error(error.kind, error.message))
    }

    /// A number of four bytes.
    #[inline]
    pub(super) fn int(&mut self, expected: impl Display) -> Result<i64, ReadError> {
        match self.order {
            None => self.scan.integer(expected),
            Some(order) => Ok(i64::from(order.i32(self.bytes(expected)?))),
        }
    }

    /// A number of four bytes that is not negative.
    #[inline]
    pub(super) fn natural(&mut self, expected: impl Display) -> Result<u64, ReadError> {
        if self.order.is_none() {
            return self.scan.count(expected);
        }
        let number = self.int(&expected)?;
        u64::try_from(number).map_err(|_| {
            self.error(ReadErrorKind::Unexpected, format!("expected {expected}, found {number}"))
        })
    }

    /// A number of eight bytes.
    #[inline]
    pub(super) fn size(&mut self, expected: impl Display) -> Result<u64, ReadError> {
        match self.order {
            None => self.scan.count(expected),
            Some(order) => Ok(order.u64(self.bytes(expected)?)),
        }
    }

    #[inline]
    pub(super) fn real(&mut self, expected: impl Display) -> Result<f64, ReadError> {
        match self.order {
            None => self.scan.number(expected),
            Some(order) => Ok(order.f64(self.bytes(expected)?)),
        }
    }

    /// Three coordinates, which must be finite.
    #[inline]
    pub(super) fn point(&mut self, node: u64) -> Result<[f64; 3], ReadError> {
        let Some(order) = self.order else { return self.scan.point(format_args!("node {node}")) };
        let bytes: [u8; 24] = self.bytes("the coordinates of a node")?;
        let mut point = [0.0; 3];
        for (x, word) in point.iter_mut().zip(bytes.as_chunks().0) {
            *x = order.f64(*word);
        }
        self.finite(node, point)
    }

    pub(super) fn finite(&self, node: u64, point: [f64; 3]) -> Result<[f64; 3], ReadError> {
        match point.iter().zip(["x", "y", "z"]).find(|(x, _)| !x.is_finite()) {
            None => Ok(point),
            Some((x, axis)) => {
                let message = format!("{axis} of node {node} is {x}, expected a finite number");
                Err(self.error(ReadErrorKind::NotFinite, message))
            }
        }
    }

    /// The count, if the rest of the file can hold as many things of at least so many bytes, as text and as
    /// bytes.
    pub(super) fn room(
        &self,
        count: u64,
        [text, binary]: [usize; 2],
        expected: impl Display,
    ) -> Result<usize, ReadError> {
        let least = if self.order.is_none() { text } else { binary };
        self.scan.check_room(count, least, expected).map_err(|error| self.error(error.kind, error.message))
    }

    /// A count of eight bytes, checked by [`room`](Self::room).
    pub(super) fn room_for(&mut self, expected: &str, least: [usize; 2]) -> Result<usize, ReadError> {
        let count = self.size(expected)?;
        self.room(count, least, expected)
    }
}
