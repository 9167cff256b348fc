//! Readers against damaged files: whatever the bytes, a reader returns, in time, with bounded memory.
//!
//! Each reader gets 100,000 inputs: small good files with bits flipped, pieces cut out, spliced or repeated,
//! numbers replaced by others, among them huge ones, and tags nested deeply. The generator is our own and its
//! seeds are fixed, so a failure names an input that can be made again.

// All of this is a test: what goes wrong should fail it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::io;
use std::time::{Duration, Instant};

use lope::geometry::FileMesh;
use lope_io::mesh_file::{Format, Input, encode, read_input};
use rayon::prelude::*;

#[path = "mesh_sample/mod.rs"]
mod sample;

/// Inputs for each reader.
const INPUTS: u64 = 100_000;

/// No input of a few kilobytes may take longer, on a machine however busy.
const LONGEST: Duration = Duration::from_secs(5);

/// What a reader may keep for each byte of a file without compressed arrays.
const MEMORY: usize = 160;

/// Deflate's own bound for what a byte can become.
const RATIO: usize = 1032;

/// Marsaglia's generator of 64 bits.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// A part of a file of some length.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let end = start + self.below((length - start).min(200) + 1);
        start..end
    }
}

const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "3",
    "65536",
    "2147483647",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "1e308",
    "nan",
];

/// Replaces a run of digits by another number.
fn swap_number(bytes: &mut Vec<u8>, random: &mut Random) {
    let from = random.below(bytes.len());
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|k| from + k) else { return };
    let end = bytes[start..].iter().position(|b| !b.is_ascii_digit()).map_or(bytes.len(), |k| start + k);
    let number = NUMBERS[random.below(NUMBERS.len())];
    bytes.splice(start..end, number.bytes());
}

/// Overwrites a binary number with a small, a huge or a random one.
fn swap_word(bytes: &mut [u8], random: &mut Random) {
    let value = match random.below(4) {
        0 => random.next() % 64,
        1 => u64::MAX,
        2 => 1 << random.below(64),
        _ => random.next(),
    };
    let word = if random.below(2) == 0 { value.to_le_bytes() } else { value.to_be_bytes() };
    let size = [1, 2, 4, 8][random.below(4)].min(bytes.len());
    let at = random.below(bytes.len() - size + 1);
    bytes[at..at + size].copy_from_slice(&word[..size]);
}

fn mutate(good: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            break;
        }
        match random.below(9) {
            0 => {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
            1 => {
                let at = random.below(bytes.len());
                bytes[at] = random.next() as u8;
            }
            2 => bytes.truncate(random.below(bytes.len())),
            3 => drop(bytes.drain(random.range(bytes.len()))),
            4 => {
                let piece = other[random.range(other.len())].to_vec();
                let at = random.below(bytes.len() + 1);
                bytes.splice(at..at, piece);
            }
            5 => {
                let piece = bytes[random.range(bytes.len())].to_vec();
                let at = random.below(bytes.len() + 1);
                bytes.splice(at..at, piece.repeat(1 + random.below(3)));
            }
            6 | 7 => swap_number(&mut bytes, random),
            _ => swap_word(&mut bytes, random),
        }
    }
    if random.below(400) == 0 {
        let at = random.below(bytes.len() + 1);
        let nested = b"<Piece><DataArray>".repeat(200);
        bytes.splice(at..at, nested);
    }
    bytes
}

/// Bytes that a mesh keeps.
fn kept(mesh: &FileMesh) -> usize {
    let groups = mesh
        .groups
        .iter()
        .map(|(name, group)| name.capacity() + 4 * (group.vertices.capacity() + group.cells.capacity()));
    24 * mesh.points.capacity()
        + 16 * mesh.tets.capacity()
        + 12 * mesh.triangles.capacity()
        + 8 * mesh.edges.capacity()
        + groups.sum::<usize>()
        + mesh.notes.iter().map(String::capacity).sum::<usize>()
}

/// Whatever a mesh names is there.
fn is_sound(mesh: &FileMesh) -> bool {
    let points = mesh.points.len();
    let cells = if mesh.tets.is_empty() { mesh.triangles.len() } else { mesh.tets.len() };
    let named =
        mesh.tets.as_flattened().iter().chain(mesh.triangles.as_flattened()).chain(mesh.edges.as_flattened());
    let members = mesh.groups.values().flat_map(|group| &group.vertices);
    named.chain(members).all(|v| (*v as usize) < points)
        && mesh.groups.values().all(|group| {
            group.vertices.is_sorted_by(|a, b| a < b)
                && group.cells.is_sorted_by(|a, b| a < b)
                && group.cells.last().is_none_or(|cell| (*cell as usize) < cells)
        })
        && mesh.points.iter().flatten().all(|x| x.is_finite())
}

/// One damaged file, read.
fn try_one(name: &str, seed: u64, good: &[u8], other: &[u8], partner: Option<&[u8]>) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    random.next();
    let bytes = mutate(good, other, &mut random);
    // Of a pair, one or both are damaged.
    let partner = partner
        .map(|good| if random.below(2) == 0 { good.to_vec() } else { mutate(good, other, &mut random) });
    let length = bytes.len() + partner.as_ref().map_or(0, Vec::len);
    let beside = |_: &str| partner.clone().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound));
    let start = Instant::now();
    let read = read_input(&Input { bytes: &bytes, name, beside: &beside });
    assert!(start.elapsed() < LONGEST, "{name}, seed {seed}: took {:?}", start.elapsed());
    if let Ok(mesh) = read {
        let zlib = bytes.windows(4).any(|window| window == b"ZLib");
        let bound = MEMORY * (length + 64) * if zlib { RATIO } else { 1 };
        assert!(
            kept(&mesh) <= bound,
            "{name}, seed {seed}: {} bytes of {length} became {}",
            length,
            kept(&mesh)
        );
        assert!(is_sound(&mesh), "{name}, seed {seed}: a mesh that names what is not there");
    }
}

/// All good files of a format get the same share of the inputs.
fn fuzz(name: &str, files: &[Vec<u8>], partner: Option<&[u8]>) {
    let (count, start) = (files.len() as u64, Instant::now());
    (0..INPUTS).into_par_iter().for_each(|seed| {
        let good = &files[(seed % count) as usize];
        let other = &files[((seed / count) % count) as usize];
        try_one(name, seed, good, other, partner);
    });
    println!("{name}: {INPUTS} inputs in {:.1} s", start.elapsed().as_secs_f64());
}

fn encoded(formats: &[Format]) -> Vec<Vec<u8>> {
    formats.iter().map(|format| encode(&sample::mesh(), *format).unwrap()).collect()
}

#[test]
fn gmsh() {
    let mut files = encoded(&[Format::Gmsh41Text, Format::Gmsh41Binary]);
    files.extend([
        sample::gmsh41_big_endian(),
        sample::gmsh22_text(),
        sample::gmsh22_binary(false),
        sample::gmsh22_binary(true),
    ]);
    fuzz("x.msh", &files, None);
}

#[test]
fn vtk_legacy() {
    let files = [false, true].map(|binary| [false, true].map(|new| sample::vtk(binary, new))).concat();
    fuzz("x.vtk", &files, None);
}

#[test]
fn vtu() {
    let mut files = encoded(&[Format::Vtu]);
    files.extend(sample::vtu_variants());
    fuzz("x.vtu", &files, None);
}

#[test]
fn tetgen() {
    let (node, ele) = sample::tetgen();
    fuzz("x.node", std::slice::from_ref(&node), Some(&ele));
    fuzz("x.ele", &[ele], Some(&node));
}

#[test]
fn medit() {
    fuzz("x.mesh", &[sample::medit()], None);
}

#[test]
fn obj() {
    let mut files = encoded(&[Format::Obj]);
    files.push(sample::obj());
    fuzz("x.obj", &files, None);
}

#[test]
fn stl() {
    let mut files = encoded(&[Format::Stl]);
    files.push(sample::stl_text());
    fuzz("x.stl", &files, None);
}

#[test]
fn ply() {
    let mut files = encoded(&[Format::Ply]);
    files.extend([sample::ply_text(), sample::ply_big_endian()]);
    fuzz("x.ply", &files, None);
}

#[test]
fn any_name_and_any_content() {
    let files = [
        sample::medit(),
        sample::obj(),
        sample::stl_text(),
        sample::gmsh22_binary(false),
        sample::vtk(true, true),
    ];
    for name in ["x", "x.msh", "x.stl", "x.obj", "x.ply"] {
        (0..4000_u64).into_par_iter().for_each(|seed| {
            try_one(name, seed, &files[seed as usize % 5], &files[seed as usize / 5 % 5], None);
        });
    }
}
