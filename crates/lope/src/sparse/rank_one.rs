//! Terms of rank one, k u uᵀ with u at a few nodes.

use crate::math::vec3::Vec3;

/// A term k u uᵀ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankOne<'a> {
    /// u: a vector at each of some nodes, whose lengths count. Everywhere else it is zero.
    pub parts: &'a [(u32, Vec3)],
    /// k.
    pub weight: f64,
}

/// Terms, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankOnes {
    /// Where the parts of each term end, and its weight.
    terms: Vec<(u32, f64)>,
    parts: Vec<(u32, Vec3)>,
}

impl RankOnes {
    /// Adds a term.
    pub fn push(&mut self, weight: f64, parts: impl IntoIterator<Item = (u32, Vec3)>) {
        self.parts.extend(parts);
        self.terms.push((self.parts.len() as u32, weight));
    }

    /// Changes the terms from number `first` on: multiplies their weights and lets `change` change the parts. Those of which
    /// nothing is left go.
    pub fn amend(&mut self, first: usize, factor: f64, change: impl Fn(u32, &mut Vec3)) {
        let start = first.checked_sub(1).map_or(0, |before| self.terms[before].0 as usize);
        let (mut kept, mut end, mut from) = (first, start, start);
        for number in first..self.terms.len() {
            let (to, weight) = self.terms[number];
            let (own, begin) = (from..to as usize, end);
            from = own.end;
            for place in own {
                let (node, mut part) = self.parts[place];
                change(node, &mut part);
                if part != [0.0; 3] {
                    self.parts[end] = (node, part);
                    end += 1;
                }
            }
            if factor * weight > 0.0 && end > begin {
                self.terms[kept] = (end as u32, weight * factor);
                kept += 1;
            } else {
                end = begin;
            }
        }
        self.terms.truncate(kept);
        self.parts.truncate(end);
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        self.terms.clear();
        self.parts.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = RankOne<'_>> {
        let mut start = 0;
        self.terms.iter().map(move |&(end, weight)| {
            let own = start..end as usize;
            start = own.end;
            RankOne { parts: &self.parts[own], weight }
        })
    }

    /// The parts of all terms.
    pub fn parts(&self) -> &[(u32, Vec3)] {
        &self.parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amended_terms_lose_what_is_zero_and_earlier_ones_stay() {
        let mut terms = RankOnes::default();
        let x = [1.0, 0.0, 0.0];
        terms.push(2.0, [(0, x)]);
        terms.push(3.0, [(0, x), (1, [0.0, 1.0, 0.0])]);
        terms.push(4.0, [(0, x)]);
        terms.push(0.0, [(1, x)]);
        terms.push(5.0, [(1, x), (2, x)]);
        terms.amend(1, 2.0, |node, part| part[0] *= f64::from(u8::from(node != 0)));
        let all: Vec<(f64, Vec<(u32, Vec3)>)> =
            terms.iter().map(|term| (term.weight, term.parts.to_vec())).collect();
        let expected = [(2.0, vec![(0, x)]), (6.0, vec![(1, [0.0, 1.0, 0.0])]), (10.0, vec![(1, x), (2, x)])];
        assert_eq!(all, expected);
        assert_eq!((terms.len(), terms.parts().len()), (3, 4));
    }
}
