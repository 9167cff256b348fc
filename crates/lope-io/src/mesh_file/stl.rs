//! STL, as text and as bytes: triangles without any sharing of vertices. Corners at the same position are one
//! vertex here, or there would be no surface.

use std::collections::HashMap;

use super::error::{ReadError, ReadErrorKind};
use super::harvest::Harvest;
use super::kind::TRIANGLE;
use super::scalar::Order;
use super::scan::Scanner;
use super::{FileMesh, Input, MeshReader};

/// The reader of STL files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stl;

/// Bytes before the first triangle: a text of no meaning, and the number of triangles.
const HEAD: usize = 84;
/// Bytes of a triangle: normal, three corners, an attribute.
const ROW: usize = 50;

impl MeshReader for Stl {
    fn name(&self) -> &'static str {
        "STL"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["stl"]
    }

    fn recognizes(&self, bytes: &[u8]) -> bool {
        is_binary(bytes) || is_text(bytes)
    }

    fn read(&self, input: &Input<'_>) -> Result<FileMesh, ReadError> {
        // Binary files may start with "solid" too; their length tells.
        let mut welder = Welder::default();
        let format = if !is_binary(input.bytes) && is_text(input.bytes) {
            text(input.bytes, &mut welder)?;
            "STL text"
        } else {
            binary(input.bytes, &mut welder)?;
            "STL binary"
        };
        let mut harvest = welder.harvest;
        let (corners, vertices) = (3 * harvest.triangles.list.len(), harvest.points.len());
        harvest.count(TRIANGLE, corners / 3);
        if corners > 0 {
            harvest.notes.push(format!(
                "{corners} corners are at {vertices} different places, which are the vertices"
            ));
        }
        harvest.finish(format.into())
    }
}

fn triangles(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(HEAD - 4..)?.first_chunk()?;
    Some(Order::Little.u32(*count) as usize)
}

fn is_binary(bytes: &[u8]) -> bool {
    triangles(bytes).is_some_and(|count| count > 0 && count.checked_mul(ROW) == Some(bytes.len() - HEAD))
}

fn is_text(bytes: &[u8]) -> bool {
    let mut scan = Scanner::new(&bytes[..bytes.len().min(1024)]);
    if !scan.peek().eq_ignore_ascii_case(b"solid") {
        return false;
    }
    scan.skip_line();
    let next = scan.peek();
    [&b"facet"[..], b"endsolid"].iter().any(|word| next.eq_ignore_ascii_case(word))
}

/// Makes one vertex of the corners at one position.
#[derive(Default)]
struct Welder {
    harvest: Harvest,
    by_place: HashMap<[u64; 3], u32>,
}

impl Welder {
    fn vertex(&mut self, point: [f64; 3]) -> u32 {
        // Zero has two signs and is one place.
        let place = point.map(|x| (x + 0.0).to_bits());
        *self.by_place.entry(place).or_insert_with(|| {
            self.harvest.points.push(point);
            (self.harvest.points.len() - 1) as u32
        })
    }

    fn triangle(&mut self, corners: [[f64; 3]; 3]) {
        let corners = corners.map(|corner| self.vertex(corner));
        let number = self.harvest.triangles.list.len() as u64;
        self.harvest.triangles.push(corners, number);
    }
}

fn binary(bytes: &[u8], welder: &mut Welder) -> Result<(), ReadError> {
    let Some(count) = triangles(bytes) else {
        let message = format!("the file has {} bytes, an STL file at least {HEAD}", bytes.len());
        return Err(ReadError::new(ReadErrorKind::Truncated, message));
    };
    let rows = bytes[HEAD..].as_chunks::<ROW>().0;
    if count > rows.len() {
        let message = format!("the file announces {count} triangles and has {}", rows.len());
        return Err(ReadError::new(ReadErrorKind::Truncated, message));
    }
    for (number, row) in rows[..count].iter().enumerate() {
        let mut corners = [[0.0; 3]; 3];
        for (x, word) in corners.as_flattened_mut().iter_mut().zip(row[12..48].as_chunks().0) {
            *x = f64::from(Order::Little.f32(*word));
            if !x.is_finite() {
                let message = format!("a corner of triangle {number} (from 0) has the coordinate {x}");
                return Err(ReadError::new(ReadErrorKind::NotFinite, message));
            }
        }
        welder.triangle(corners);
    }
    let extra = bytes.len() - HEAD - ROW * count;
    if extra > 0 {
        welder.harvest.notes.push(format!("passed over {extra} bytes behind the last triangle"));
    }
    Ok(())
}

/// Takes a keyword, in capitals or not.
fn keyword(scan: &mut Scanner<'_>, expected: &str) -> Result<(), ReadError> {
    let word = scan.word(expected)?;
    if word.eq_ignore_ascii_case(expected.as_bytes()) { Ok(()) } else { Err(scan.unexpected(expected, word)) }
}

fn text(bytes: &[u8], welder: &mut Welder) -> Result<(), ReadError> {
    let mut scan = Scanner::new(bytes);
    while !scan.at_end() {
        keyword(&mut scan, "solid")?;
        let name = String::from_utf8_lossy(scan.rest_of_line()).into_owned();
        let before = welder.harvest.mark();
        while scan.peek().eq_ignore_ascii_case(b"facet") {
            keyword(&mut scan, "facet")?;
            keyword(&mut scan, "normal")?;
            for _ in 0..3 {
                scan.number("a component of a normal")?;
            }
            keyword(&mut scan, "outer")?;
            keyword(&mut scan, "loop")?;
            let mut corners = [[0.0; 3]; 3];
            for corner in &mut corners {
                keyword(&mut scan, "vertex")?;
                *corner = scan.point("a corner")?;
            }
            keyword(&mut scan, "endloop")?;
            keyword(&mut scan, "endfacet")?;
            welder.triangle(corners);
        }
        keyword(&mut scan, "endsolid")?;
        scan.skip_line();
        if !name.is_empty() && welder.harvest.mark() != before {
            let group = welder.harvest.groups.named(&name);
            welder.harvest.assign(group, before);
        }
    }
    Ok(())
}
