//! Versions of crates, and which of them a requirement means.

use std::cmp::Ordering;
use std::fmt;

/// A version: three numbers, and what stands behind a hyphen. What stands behind a plus says nothing of order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Version {
    numbers: [u64; 3],
    before: String,
}

impl Version {
    /// Reads `1.2.3`, `1.2`, `1.2.3-rc.1+build`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a version");
        let plain = text.trim().split('+').next().unwrap_or_default();
        let (numbers, before) = plain.split_once('-').unwrap_or((plain, ""));
        let mut parts = numbers.split('.');
        let mut next = || parts.next().map_or(Ok(0), |part| part.parse::<u64>().map_err(|_| wrong()));
        let numbers = [next()?, next()?, next()?];
        if parts.next().is_some() { Err(wrong()) } else { Ok(Self { numbers, before: before.into() }) }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(f, "{major}.{minor}.{patch}")?;
        if self.before.is_empty() { Ok(()) } else { write!(f, "-{}", self.before) }
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        // A release comes after what was tried before it.
        let released = |version: &Self| version.before.is_empty();
        self.numbers
            .cmp(&other.numbers)
            .then(released(self).cmp(&released(other)))
            .then_with(|| self.before.cmp(&other.before))
    }
}

/// Whether a version meets a requirement such as `>= 1.8.4, < 1.9.0` or `^1.8.1`: all of its parts.
pub(crate) fn meets(version: &Version, requirement: &str) -> Result<bool, String> {
    for part in requirement.split(',').map(str::trim) {
        let end = part.find(|c: char| c.is_ascii_digit()).ok_or(format!("`{part}` is not a requirement"))?;
        let (sign, bound) = (part[..end].trim(), Version::parse(&part[end..])?);
        let met = match sign {
            ">=" => *version >= bound,
            ">" => *version > bound,
            "<=" => *version <= bound,
            "<" => *version < bound,
            "=" => *version == bound,
            "^" | "" => {
                let fixed = bound.numbers.iter().position(|n| *n > 0).unwrap_or(2);
                *version >= bound && version.numbers[..=fixed] == bound.numbers[..=fixed]
            }
            _ => return Err(format!("`{part}` is not a requirement")),
        };
        if !met {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_in_order() {
        let ascending =
            ["0.2.9", "0.10.0-rc.1", "0.10.0", "0.10.1", "1.0.0-alpha", "1.0.0-rc.1", "1.0.0+x", "1.10.2"];
        let versions: Vec<Version> = ascending.iter().map(|text| Version::parse(text).unwrap()).collect();
        assert!(versions.is_sorted());
        assert_eq!(Version::parse("1.2").unwrap(), Version::parse("1.2.0+build").unwrap());
        assert!(Version::parse("1.x").is_err() && Version::parse("1.2.3.4").is_err());
    }

    #[test]
    fn all_parts_of_a_requirement_count() {
        let meets =
            |version: &str, requirement: &str| meets(&Version::parse(version).unwrap(), requirement).unwrap();
        assert!(meets("1.8.4", ">= 1.8.4, < 1.9.0") && !meets("1.9.0", ">= 1.8.4, < 1.9.0"));
        assert!(meets("0.9.3", "< 0.10.0, >= 0.9.3") && !meets("0.10.0", "< 0.10.0, >= 0.9.3"));
        assert!(meets("1.9.0", "^1.8.1") && !meets("2.0.0", "^1.8.1") && !meets("1.8.0", "^1.8.1"));
        assert!(meets("0.20.5", "^0.20.2") && !meets("0.21.0", "^0.20.2"));
        assert!(meets("0.5.11", "<= 0.5.11") && meets("0.3.20", ">=0.3.20"));
        assert!(super::meets(&Version::parse("1.0.0").unwrap(), "about 3").is_err());
    }
}
