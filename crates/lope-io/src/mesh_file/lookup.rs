//! From the tags a file gives its nodes and elements to numbers.

/// From tags to numbers.
#[derive(Debug)]
pub(super) enum Lookup {
    /// Tags one after the other, from this one; so many.
    Run(u64, u64),
    /// Number by tag, for tags with few gaps.
    Dense(Vec<u32>),
    /// (tag, number), ascending.
    Sparse(Vec<(u64, u32)>),
}

impl Lookup {
    const NONE: u32 = u32::MAX;

    /// The numbers of these tags. A tag that comes twice is the error.
    pub(super) fn new(tags: &[u64]) -> Result<Lookup, u64> {
        let first = tags.first().copied().unwrap_or(0);
        if tags.iter().zip(0..).all(|(tag, k)| tag.wrapping_sub(first) == k) {
            return Ok(Lookup::Run(first, tags.len() as u64));
        }
        let highest = tags.iter().copied().max().unwrap_or(0);
        if highest <= 4 * tags.len() as u64 + 64 {
            let mut numbers = vec![Self::NONE; highest as usize + 1];
            for (number, tag) in tags.iter().enumerate() {
                if std::mem::replace(&mut numbers[*tag as usize], number as u32) != Self::NONE {
                    return Err(*tag);
                }
            }
            return Ok(Lookup::Dense(numbers));
        }
        let mut pairs: Vec<(u64, u32)> = tags.iter().copied().zip(0..).collect();
        pairs.sort_unstable();
        match pairs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(pair[0].0),
            None => Ok(Lookup::Sparse(pairs)),
        }
    }

    /// The number of a tag.
    #[inline]
    pub(super) fn find(&self, tag: u64) -> Option<u32> {
        match self {
            Lookup::Run(first, count) => {
                let number = tag.wrapping_sub(*first);
                (number < *count).then_some(number as u32)
            }
            Lookup::Dense(numbers) => {
                let number = *numbers.get(usize::try_from(tag).ok()?)?;
                (number != Self::NONE).then_some(number)
            }
            Lookup::Sparse(pairs) => {
                pairs.binary_search_by_key(&tag, |pair| pair.0).ok().map(|place| pairs[place].1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_is_found_and_no_other() {
        for tags in
            [vec![], vec![7, 8, 9], vec![1, 3, 2, 60], vec![u64::MAX, 5, 1 << 40], vec![u64::MAX, 0, 1]]
        {
            let lookup = Lookup::new(&tags).unwrap();
            for (number, tag) in tags.iter().enumerate() {
                assert_eq!(lookup.find(*tag), Some(number as u32), "{tags:?}");
            }
            for other in [4, 10, 61, 1 << 39] {
                assert_eq!(lookup.find(other), None, "{tags:?}");
            }
        }
    }

    #[test]
    fn tags_given_twice_are_told() {
        assert_eq!(Lookup::new(&[1, 2, 1]).unwrap_err(), 1);
        assert_eq!(Lookup::new(&[1 << 50, 2, 1 << 50]).unwrap_err(), 1 << 50);
    }
}
