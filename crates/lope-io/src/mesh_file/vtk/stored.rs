//! How the XML formats store the bytes of an array: as they are or in base64, deflated in blocks or not, behind
//! a head of sizes.

use std::borrow::Cow;

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use rayon::prelude::*;

use crate::mesh_file::scalar::{Order, Scalar};

/// The most that deflate can make of a byte: what announces more is a lie, and not inflated.
const HIGHEST_RATIO: usize = 1032;

/// Bytes of a file from the start of an array on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'a> {
    Raw(&'a [u8]),
    Base64(&'a [u8]),
}

impl<'a> Source<'a> {
    /// The first bytes; none if there are fewer.
    fn first(self, count: usize) -> Option<Cow<'a, [u8]>> {
        match self {
            Source::Raw(bytes) => bytes.get(..count).map(Cow::Borrowed),
            Source::Base64(text) => base64(text, count).map(Cow::Owned),
        }
    }
}

/// How the numbers in the head of an array are written, and whether what follows is deflated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) order: Order,
    pub(super) header: Scalar,
    pub(super) compressed: bool,
}

/// The bytes of an array, which must be `expected` many, and how many of the file they took.
pub(super) fn decode(
    source: Source<'_>,
    layout: Layout,
    expected: usize,
) -> Result<(Cow<'_, [u8]>, usize), String> {
    let cut = || "is cut off".to_owned();
    let length = layout.header.size();
    let word = |bytes: &[u8], k: usize| {
        let number = layout.header.integer(layout.order, bytes.get(k * length..)?);
        number.and_then(|number| usize::try_from(number).ok())
    };
    let wrong = |total: Option<usize>| match total {
        Some(total) => format!("has {total} bytes, expected {expected}"),
        None => "has sizes that no file has".to_owned(),
    };
    if !layout.compressed {
        let head = source.first(length).ok_or_else(cut)?;
        let total = word(&head, 0);
        if total != Some(expected) {
            return Err(wrong(total));
        }
        let end = length.checked_add(expected).ok_or_else(cut)?;
        let bytes = source.first(end).ok_or_else(cut)?;
        return Ok((behind(bytes, length), end));
    }
    let head = source.first(3 * length).ok_or_else(cut)?;
    let sizes = (word(&head, 0), word(&head, 1), word(&head, 2));
    let (Some(blocks), Some(size), Some(last)) = sizes else { return Err(wrong(None)) };
    let whole = if last == 0 { Some(blocks) } else { blocks.checked_sub(1) };
    let total =
        whole.and_then(|whole| whole.checked_mul(size)?.checked_add(if blocks > 0 { last } else { 0 }));
    if total != Some(expected) {
        return Err(wrong(total));
    }
    let start = blocks.checked_add(3).and_then(|words| words.checked_mul(length)).ok_or_else(cut)?;
    let head = source.first(start).ok_or_else(cut)?;
    let mut places = Vec::with_capacity(blocks);
    let mut end = start;
    for block in 0..blocks {
        let from = end;
        end = word(&head, 3 + block).and_then(|size| end.checked_add(size)).ok_or_else(cut)?;
        let plain = if block + 1 == blocks && last != 0 { last } else { size };
        if plain / HIGHEST_RATIO > end - from {
            return Err(format!("has a block of {} bytes that should inflate to {plain}", end - from));
        }
        places.push((from, end, plain));
    }
    let bytes = source.first(end).ok_or_else(cut)?;
    let inflate = |(from, end, plain): &(usize, usize, usize)| {
        let block = decompress_to_vec_zlib_with_limit(bytes.get(*from..*end)?, *plain).ok()?;
        (block.len() == *plain).then_some(block)
    };
    let inflated: Vec<Option<Vec<u8>>> = places.par_iter().map(inflate).collect();
    let mut all = Vec::with_capacity(if inflated.iter().all(Option::is_some) { expected } else { 0 });
    for block in inflated {
        all.extend(block.ok_or("has a block that does not inflate")?);
    }
    Ok((Cow::Owned(all), end))
}

fn behind(bytes: Cow<'_, [u8]>, start: usize) -> Cow<'_, [u8]> {
    match bytes {
        Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[start..]),
        Cow::Owned(mut bytes) => {
            bytes.drain(..start);
            Cow::Owned(bytes)
        }
    }
}

/// The first bytes of a text in base64; none if there are fewer. Space is passed over. Padding ends a stretch,
/// and another may follow: some writers encode the head by itself, others together with the data.
fn base64(text: &[u8], count: usize) -> Option<Vec<u8>> {
    if count > text.len() {
        return None;
    }
    let mut bytes = Vec::with_capacity(count + 3);
    let (mut bits, mut signs) = (0_u32, 0);
    for sign in text {
        if bytes.len() >= count {
            break;
        }
        let value = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                // Two signs make a byte, three make two.
                if signs >= 2 {
                    bytes.push((bits << (24 - 6 * signs) >> 16) as u8);
                }
                if signs == 3 {
                    bytes.push((bits << 6 >> 8) as u8);
                }
                (bits, signs) = (0, 0);
                continue;
            }
            sign if sign.is_ascii_whitespace() => continue,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        signs += 1;
        if signs == 4 {
            bytes.extend(&bits.to_be_bytes()[1..]);
            (bits, signs) = (0, 0);
        }
    }
    bytes.truncate(count);
    (bytes.len() == count).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_in_one_stretch_or_several() {
        for (text, bytes) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), (" Zm9v\nYmE=", "fooba")]
        {
            assert_eq!(base64(text.as_bytes(), bytes.len()).as_deref(), Some(bytes.as_bytes()), "{text}");
        }
        assert_eq!(base64(b"Zm8=Zg==Zm9v", 6).as_deref(), Some(&b"foffoo"[..]));
        assert_eq!(base64(b"Zm9vYmFy", 4).as_deref(), Some(&b"foob"[..]));
        assert_eq!(base64(b"Zm9v", 4), None);
        assert_eq!(base64(b"Zm_v", 3), None);
        assert_eq!(base64(b"Zm9v", usize::MAX), None);
    }

    #[test]
    fn sizes_that_lie_are_refused_before_anything_is_inflated() {
        let layout = Layout { order: Order::Little, header: Scalar::U64, compressed: true };
        let words = |list: &[u64]| list.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
        for (head, expected) in [
            (words(&[1, 1 << 40, 0, 8]), 1 << 40),
            (words(&[u64::MAX, 1, 0, 8]), 10),
            (words(&[1 << 60, 1 << 10, 0]), 1 << 20),
            (words(&[0, 0, 5]), 5),
            (words(&[1, 100, 0, u64::MAX]), 100),
        ] {
            assert!(decode(Source::Raw(&head), layout, expected).is_err());
        }
    }
}
