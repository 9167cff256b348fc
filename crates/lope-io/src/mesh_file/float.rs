//! Decimal numbers, exactly rounded, mostly without the general algorithm.
//!
//! A number of at most 15 digits or so is an integer below 2⁵³ times or over a power of ten up to 10²², all of
//! which are exact in `f64`, so that a single rounding gives the nearest double (Clinger's fast path). Other
//! numbers go to the standard library, which is exact for all.

/// Powers of ten that are exact.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Integers up to here are exact.
const EXACT: u64 = 1 << 53;

/// The number that `bytes` starts with and its length, if the fast path can tell. The caller looks at what
/// follows.
pub(super) fn prefix(bytes: &[u8]) -> Option<(f64, usize)> {
    let mut at = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    let negative = bytes.first() == Some(&b'-');
    let (mut mantissa, first) = (0_u64, at);
    let mut digits = |at: &mut usize| {
        while let Some(digit) = bytes.get(*at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10)
        {
            // Wraps only after more digits than are accepted below.
            mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
            *at += 1;
        }
    };
    digits(&mut at);
    let mut count = at - first;
    let mut exponent = 0_i32;
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        let point = at;
        digits(&mut at);
        count += at - point;
        exponent = -i32::try_from(at - point).ok()?;
    }
    if count == 0 || count > 19 {
        return None;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let (power, length) = power(&bytes[at + 1..])?;
        exponent += power;
        at += 1 + length;
    }
    let scale = *POWERS.get(exponent.unsigned_abs() as usize)?;
    if mantissa > EXACT {
        return None;
    }
    let magnitude = if exponent < 0 { mantissa as f64 / scale } else { mantissa as f64 * scale };
    Some((if negative { -magnitude } else { magnitude }, at))
}

/// An exponent of up to three digits and its length.
fn power(bytes: &[u8]) -> Option<(i32, usize)> {
    let start = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || digits > 3 {
        return None;
    }
    let power = bytes[start..start + digits].iter().fold(0, |n, byte| 10 * n + i32::from(byte - b'0'));
    Some((if bytes.first() == Some(&b'-') { -power } else { power }, start + digits))
}

/// A whole word as a number, possibly not finite.
pub(super) fn parse(word: &[u8]) -> Option<f64> {
    match prefix(word) {
        Some((number, length)) if length == word.len() => Some(number),
        _ => std::str::from_utf8(word).ok()?.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn same(text: &str) {
        let (ours, theirs) = (parse(text.as_bytes()), text.parse::<f64>().ok());
        assert_eq!(ours.map(f64::to_bits), theirs.map(f64::to_bits), "{text}");
    }

    #[test]
    fn awkward_numbers() {
        for text in [
            "0",
            "-0",
            "-0.0",
            ".5",
            "5.",
            "+1",
            "1e22",
            "1e23",
            "1e-22",
            "9007199254740993",
            "1.",
            "-",
            ".",
            "e5",
            "1e",
            "1e+",
            "1e1000",
            "-1e-400",
            "0.1e-5",
            "00001.5",
            "nan",
            "inf",
            "-inf",
            "1_0",
            "0x10",
            "1e+05",
            "123456789012345678901234567890",
            "4.9e-324",
            "0.000000000000000000001",
            "1.7976931348623157e308",
        ] {
            same(text);
        }
    }

    proptest! {
        #[test]
        fn any_double_as_written_by_anyone(bits in any::<u64>(), decimals in 0_usize..20) {
            let number = f64::from_bits(bits);
            same(&format!("{number}"));
            same(&format!("{number:e}"));
            let tame = (bits as i64 as f64) / 1e15;
            same(&format!("{tame:.decimals$}"));
            same(&format!("{tame:.decimals$e}"));
        }

        #[test]
        fn any_text(text in "[-+]?[0-9]{0,22}\\.?[0-9]{0,22}([eE][-+]?[0-9]{0,4})?") {
            same(&text);
        }
    }
}
