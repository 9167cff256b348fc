//! The checkpoint: what `--resume` needs to go on bit for bit.
//!
//! The file is `[magic | version | length | checksum | body]`, little endian. The body is a JSON head (its
//! length first) that names the arrays and carries the meta data, then the arrays as 8-byte words. A file
//! that is cut short, longer than it says or changed in any bit is refused with a message, never believed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{OutputError, Result, atomic};

/// Directory of the checkpoint in the directory of a run.
pub const DIRECTORY: &str = "checkpoint";
/// Name of the file in it.
pub const FILE_NAME: &str = "state.lope";

const MAGIC: &[u8; 8] = b"lopeckpt";
const VERSION: u64 = 2;
/// Bytes before the body.
const HEAD: usize = 32;

/// The state of a run as named arrays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoint {
    /// Named arrays of numbers, kept to the bit.
    pub sections: Vec<(String, Vec<f64>)>,
    /// Named arrays of counts.
    pub integers: Vec<(String, Vec<u64>)>,
    /// What is not an array: step, scene, version.
    pub meta: BTreeMap<String, String>,
}

/// The head of the body: names and lengths in the order of the arrays.
#[derive(Serialize, Deserialize)]
struct Index {
    meta: BTreeMap<String, String>,
    sections: Vec<(String, usize)>,
    integers: Vec<(String, usize)>,
}

impl Checkpoint {
    /// The array of numbers called `name`.
    pub fn section(&self, name: &str) -> Option<&[f64]> {
        self.sections.iter().find(|(n, _)| n == name).map(|(_, values)| values.as_slice())
    }

    /// The array of counts called `name`.
    pub fn integer_section(&self, name: &str) -> Option<&[u64]> {
        self.integers.iter().find(|(n, _)| n == name).map(|(_, values)| values.as_slice())
    }

    /// Where the checkpoint of the run in `run` is.
    pub fn path(run: &Path) -> PathBuf {
        run.join(DIRECTORY).join(FILE_NAME)
    }

    /// Writes the checkpoint of the run in `run`, replacing the last one only when this one is on the disk.
    pub fn save(&self, run: &Path) -> Result<()> {
        atomic::create_directory(&run.join(DIRECTORY))?;
        atomic::write(&Self::path(run), &self.encode()?)
    }

    /// Reads the checkpoint of the run in `run`.
    pub fn load(run: &Path) -> Result<Self> {
        let path = Self::path(run);
        if run.is_dir() && !path.exists() {
            return Err(OutputError::content(
                run,
                "has no checkpoint to resume from",
                "run without --resume, or name the directory of an interrupted run with -o DIR",
            ));
        }
        Self::decode(&atomic::read(&path)?).map_err(|what| {
            OutputError::content(&path, what, "it cannot be resumed; run again without --resume")
        })
    }

    fn encode(&self) -> Result<Vec<u8>> {
        let index = Index {
            meta: self.meta.clone(),
            sections: self.sections.iter().map(|(n, v)| (n.clone(), v.len())).collect(),
            integers: self.integers.iter().map(|(n, v)| (n.clone(), v.len())).collect(),
        };
        let json = serde_json::to_vec(&index)
            .map_err(|e| OutputError::shape(format!("the checkpoint's head does not fit JSON: {e}")))?;
        let mut bytes = vec![0; HEAD];
        bytes.extend((json.len() as u64).to_le_bytes());
        bytes.extend(json);
        for (_, values) in &self.sections {
            bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        }
        for (_, values) in &self.integers {
            bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        }
        let (length, sum) = (bytes.len() as u64, checksum(&bytes[HEAD..]));
        let head = [u64::from_le_bytes(*MAGIC), VERSION, length, sum];
        for (place, word) in bytes.chunks_exact_mut(8).zip(head) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        Ok(bytes)
    }

    fn decode(bytes: &[u8]) -> std::result::Result<Self, String> {
        let mut reader = Reader { rest: bytes };
        let [magic, version, length, sum] = [reader.word()?, reader.word()?, reader.word()?, reader.word()?];
        if magic != u64::from_le_bytes(*MAGIC) {
            return Err("is not a checkpoint of lope".into());
        }
        if version != VERSION {
            return Err(format!("has format version {version}, and this lope reads {VERSION}"));
        }
        if length != bytes.len() as u64 {
            return Err(format!("is torn: it has {} bytes of {length}", bytes.len()));
        }
        if sum != checksum(&bytes[HEAD..]) {
            return Err("is corrupted: its checksum does not match".into());
        }
        let json_length = reader.word()?;
        let json = reader.take(json_length)?;
        let index: Index =
            serde_json::from_slice(json).map_err(|e| format!("its head does not read: {e}"))?;
        let mut checkpoint = Self { meta: index.meta, ..Self::default() };
        for (name, count) in index.sections {
            checkpoint.sections.push((name, reader.words(count)?.map(f64::from_bits).collect()));
        }
        for (name, count) in index.integers {
            checkpoint.integers.push((name, reader.words(count)?.collect()));
        }
        if reader.rest.is_empty() { Ok(checkpoint) } else { Err("has bytes behind its last array".into()) }
    }
}

/// Takes bytes off the front, and says so where there are none.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: u64) -> std::result::Result<&'a [u8], String> {
        let split = usize::try_from(count).ok().and_then(|n| self.rest.split_at_checked(n));
        let (front, rest) = split.ok_or("is torn: it ends too early")?;
        self.rest = rest;
        Ok(front)
    }

    fn word(&mut self) -> std::result::Result<u64, String> {
        Ok(self.words(1)?.next().unwrap_or_default())
    }

    fn words(&mut self, count: usize) -> std::result::Result<impl Iterator<Item = u64> + use<'a>, String> {
        let length = (count as u64).checked_mul(8).ok_or("is corrupted: an array is too long")?;
        Ok(self.take(length)?.as_chunks::<8>().0.iter().map(|w| u64::from_le_bytes(*w)))
    }
}

/// A 64-bit hash of words in the manner of FNV-1a, with a rotation that brings high bits down. Each round is
/// a bijection of the state for a given word and of the word for a given state, so a change confined to one
/// word is always seen.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let round = |h: u64, word: u64| (h ^ word).wrapping_mul(PRIME).rotate_left(29);
    let (words, tail) = bytes.as_chunks::<8>();
    let mut hash = words.iter().fold(0xcbf2_9ce4_8422_2325, |h, w| round(h, u64::from_le_bytes(*w)));
    for &byte in tail {
        hash = round(hash, u64::from(byte));
    }
    round(hash, bytes.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::super::test_directory::TestDirectory;
    use super::*;

    fn sample() -> Checkpoint {
        Checkpoint {
            sections: vec![
                ("x".into(), vec![0.1 + 0.2, -0.0, f64::NAN, f64::NEG_INFINITY, 5e-324]),
                ("empty".into(), vec![]),
            ],
            integers: vec![("rng".into(), vec![u64::MAX, 0, 1 << 63])],
            meta: [("step".to_owned(), "12".to_owned()), ("title".to_owned(), "a \"b\"\n".to_owned())].into(),
        }
    }

    #[test]
    fn saves_and_loads_every_bit() {
        let dir = TestDirectory::new("checkpoint");
        let saved = sample();
        saved.save(dir.path()).unwrap();
        saved.save(dir.path()).unwrap();
        let loaded = Checkpoint::load(dir.path()).unwrap();
        let bits = |c: &Checkpoint| c.section("x").unwrap().iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&loaded), bits(&saved));
        assert_eq!(loaded.integers, saved.integers);
        assert_eq!(loaded.meta, saved.meta);
        assert_eq!(loaded.section("empty"), Some(&[][..]));
        assert_eq!(loaded.section("y"), None);
        assert_eq!(loaded.integer_section("rng").unwrap()[0], u64::MAX);
        assert_eq!(std::fs::read_dir(dir.path().join(DIRECTORY)).unwrap().count(), 1);
    }

    #[test]
    fn a_file_cut_at_any_length_is_refused() {
        let bytes = sample().encode().unwrap();
        for length in 0..bytes.len() {
            let what = Checkpoint::decode(&bytes[..length]).unwrap_err();
            assert!(what.contains("torn"), "{length}: {what}");
        }
        assert!(Checkpoint::decode(&[bytes.as_slice(), &[0]].concat()).is_err());
    }

    #[test]
    fn every_flipped_bit_is_seen() {
        let good = sample().encode().unwrap();
        assert!(Checkpoint::decode(&good).is_ok());
        for bit in 0..8 * good.len() {
            let mut bytes = good.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Checkpoint::decode(&bytes).is_err(), "bit {bit} of byte {}", bit / 8);
        }
    }

    #[test]
    fn a_wrong_length_behind_a_right_checksum_is_refused() {
        let mut bytes = sample().encode().unwrap();
        let place = bytes.windows(5).position(|w| w == b"\"x\",5").unwrap() + 4;
        for digit in b"4679" {
            bytes[place] = *digit;
            let sum = checksum(&bytes[HEAD..]);
            bytes[24..32].copy_from_slice(&sum.to_le_bytes());
            assert!(Checkpoint::decode(&bytes).is_err());
        }
    }

    #[test]
    fn what_cannot_be_resumed_is_named() {
        let dir = TestDirectory::new("checkpoint-missing");
        let message = Checkpoint::load(dir.path()).unwrap_err().to_string();
        assert!(message.contains("no checkpoint") && message.contains("--resume"), "{message}");
        sample().save(dir.path()).unwrap();
        let path = Checkpoint::path(dir.path());
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        let message = Checkpoint::load(dir.path()).unwrap_err().to_string();
        assert!(message.contains("state.lope") && message.contains("torn"), "{message}");
    }
}
