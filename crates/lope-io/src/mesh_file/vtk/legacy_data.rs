//! Data on the points and cells of VTK's old format: labels are kept, everything else is passed over.

use super::legacy::Parser;
use crate::mesh_file::error::{ReadError, ReadErrorKind};
use crate::mesh_file::group::{Data, Labels, On};
use crate::mesh_file::scalar::{Numbers, Scalar};

/// What data are on, and how many there are.
#[derive(Clone, Copy)]
pub(super) struct Place {
    points: bool,
    count: usize,
}

impl Parser<'_> {
    pub(super) fn data(&mut self, points: bool) -> Result<(), ReadError> {
        let count = self.scan.count("the number of points or cells with data")?;
        let there = if points { self.point_count() } else { self.cell_count() };
        if count != there as u64 {
            let of = if points { "points" } else { "cells" };
            let message = format!("data are announced for {count} {of}, there are {there}");
            return Err(self.scan.error(ReadErrorKind::Count, message));
        }
        let place = Place { points, count: there };
        loop {
            let keyword = self.scan.peek().to_ascii_uppercase();
            match keyword.as_slice() {
                b"SCALARS" => self.scalars(place)?,
                b"COLOR_SCALARS" => self.colours(count as usize)?,
                b"LOOKUP_TABLE" => self.table()?,
                b"VECTORS" | b"NORMALS" => self.fixed(3, place)?,
                b"TENSORS" => self.fixed(9, place)?,
                b"TENSORS6" => self.fixed(6, place)?,
                b"GLOBAL_IDS" | b"PEDIGREE_IDS" => self.fixed(1, place)?,
                b"TEXTURE_COORDINATES" => {
                    self.named()?;
                    let components = self.components()?;
                    let scalar = self.scalar()?;
                    self.numbers(components, place.count, scalar, "texture coordinates")?;
                }
                b"FIELD" => {
                    self.scan.word("FIELD")?;
                    self.field(Some(place))?;
                }
                b"METADATA" => {
                    self.scan.word("METADATA")?;
                    self.metadata();
                }
                _ => return Ok(()),
            }
        }
    }

    /// Takes the keyword and the name after it.
    fn named(&mut self) -> Result<String, ReadError> {
        self.scan.word("a keyword")?;
        let name = self.scan.word("the name of the data")?;
        Ok(decoded(name))
    }

    fn components(&mut self) -> Result<usize, ReadError> {
        self.scan.room_for("the number of components", 1)
    }

    fn scalars(&mut self, place: Place) -> Result<(), ReadError> {
        let name = self.named()?;
        let scalar = self.scalar()?;
        let components = match self.scan.word_in_line() {
            None => 1,
            Some(word) => match std::str::from_utf8(word).ok().and_then(|word| word.parse().ok()) {
                Some(count @ 1..=4) => count,
                _ => return Err(self.scan.unexpected("the number of components, 1 to 4", word)),
            },
        };
        if self.scan.follows("LOOKUP_TABLE") {
            self.scan.word("LOOKUP_TABLE")?;
            self.scan.word("the name of a lookup table")?;
        }
        let numbers = self.numbers(components, place.count, scalar, "scalars")?;
        self.keep(name, place, components, scalar, &numbers);
        Ok(())
    }

    fn colours(&mut self, count: usize) -> Result<(), ReadError> {
        self.named()?;
        let components = self.components()?;
        // Bytes in a binary file, numbers from 0 to 1 in a text.
        let scalar = if self.binary { Scalar::U8 } else { Scalar::F32 };
        self.numbers(components, count, scalar, "colours").map(drop)
    }

    fn table(&mut self) -> Result<(), ReadError> {
        self.named()?;
        let size = self.scan.room_for("the size of a lookup table", 4)?;
        let scalar = if self.binary { Scalar::U8 } else { Scalar::F32 };
        self.numbers(4, size, scalar, "a lookup table").map(drop)
    }

    fn fixed(&mut self, components: usize, place: Place) -> Result<(), ReadError> {
        self.named()?;
        let scalar = self.scalar()?;
        self.numbers(components, place.count, scalar, "data").map(drop)
    }

    /// Named arrays. Outside of point and cell data they are on nothing.
    pub(super) fn field(&mut self, place: Option<Place>) -> Result<(), ReadError> {
        self.scan.word("the name of the field")?;
        for _ in 0..self.scan.room_for("the number of arrays of the field", 6)? {
            while self.scan.peek().eq_ignore_ascii_case(b"METADATA") {
                self.scan.word("METADATA")?;
                self.metadata();
            }
            let name = decoded(self.scan.word("the name of an array")?);
            let components = self.components()?;
            let count = self.scan.room_for("the length of an array", 1)?;
            if self.scan.peek() == b"string" {
                let message = format!("the array \"{name}\" holds text, which is not read");
                let error = self.scan.error(ReadErrorKind::Unsupported, message);
                return Err(error.remedy("save the file without it, or as .vtu"));
            }
            let scalar = self.scalar()?;
            let numbers = self.numbers(components, count, scalar, "an array of a field")?;
            if let Some(place) = place.filter(|place| place.count == count) {
                self.keep(name, place, components, scalar, &numbers);
            }
        }
        Ok(())
    }

    /// Lines up to an empty one.
    pub(super) fn metadata(&mut self) {
        self.scan.end_line();
        while self.scan.left() > 0 && !self.scan.rest_of_line().is_empty() {
            self.scan.end_line();
        }
    }

    fn keep(&mut self, name: String, place: Place, components: usize, scalar: Scalar, numbers: &Numbers<'_>) {
        if components != 1 || !scalar.is_integer() {
            return;
        }
        if let Some(labels) = Labels::new((0..place.count).map(|i| numbers.integer(i))) {
            let on = if place.points { On::Vertices(0) } else { On::Cells(0) };
            self.harvest.data.push(Data { name, on, labels });
        }
    }
}

/// A name with its `%20` and the like replaced.
fn decoded(name: &[u8]) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((byte, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| *byte == b'%');
        bytes.push(code.unwrap_or(*byte));
        rest = &after[if code.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
