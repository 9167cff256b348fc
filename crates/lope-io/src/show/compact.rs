//! Only what is seen: vertices in use, numbered anew, and the elements around them.

/// The vertices that are in use, and what they were called before.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Compact {
    /// The old number of each vertex, ascending.
    pub(super) kept: Vec<u32>,
    /// The corners in new numbers.
    pub(super) corners: Vec<u32>,
}

impl Compact {
    /// Keeps the vertices that `corners` name, of `count`.
    pub(super) fn new(corners: &[u32], count: usize) -> Self {
        let mut number = vec![0_u32; count];
        corners.iter().for_each(|&old| number[old as usize] = 1);
        let mut kept = Vec::new();
        for (old, number) in number.iter_mut().enumerate() {
            if *number == 1 {
                *number = kept.len() as u32;
                kept.push(old as u32);
            }
        }
        Self { corners: corners.iter().map(|&old| number[old as usize]).collect(), kept }
    }
}

/// The elements around each vertex that is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    start: Vec<u32>,
    elements: Vec<u32>,
}

/// How the numbers of elements become one of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Merge {
    Mean,
    Least,
}

impl Around {
    /// `cells` are the vertices of each element, and its number; vertices are those kept, of `count` before.
    pub(super) fn new<'a>(
        kept: &[u32],
        count: usize,
        cells: impl Iterator<Item = (&'a [u32], u32)> + Clone,
    ) -> Self {
        let mut number = vec![u32::MAX; count];
        kept.iter().enumerate().for_each(|(new, &old)| number[old as usize] = new as u32);
        let place = |old: &u32| number.get(*old as usize).copied().filter(|&new| new != u32::MAX);
        let mut start = vec![0_u32; kept.len() + 1];
        for (cell, _) in cells.clone() {
            cell.iter().filter_map(place).for_each(|v| start[v as usize + 1] += 1);
        }
        (1..start.len()).for_each(|v| start[v] += start[v - 1]);
        let mut next = start.clone();
        let mut elements = vec![0; start.last().map_or(0, |&end| end as usize)];
        for (cell, element) in cells {
            for v in cell.iter().filter_map(place) {
                elements[next[v as usize] as usize] = element;
                next[v as usize] += 1;
            }
        }
        Self { start, elements }
    }

    /// The value of each vertex, made of those of the elements around it.
    pub(super) fn gather(&self, values: &[f64], merge: Merge, out: &mut Vec<f32>) {
        out.clear();
        out.extend(self.start.windows(2).map(|ends| {
            let around = &self.elements[ends[0] as usize..ends[1] as usize];
            let values = around.iter().map(|&element| values[element as usize]);
            let value = match merge {
                Merge::Mean if around.is_empty() => 0.0,
                Merge::Mean => values.sum::<f64>() / around.len() as f64,
                Merge::Least => values.fold(f64::INFINITY, f64::min),
            };
            value as f32
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_in_use_keep_their_order() {
        let compact = Compact::new(&[5, 2, 7, 2, 5, 0], 9);
        assert_eq!(compact.kept, [0, 2, 5, 7]);
        assert_eq!(compact.corners, [2, 1, 3, 1, 2, 0]);
    }

    #[test]
    fn elements_meet_at_their_vertices() {
        let cells: [[u32; 3]; 2] = [[0, 1, 2], [2, 3, 5]];
        let around = Around::new(&[1, 2, 5], 6, cells.iter().map(|c| c.as_slice()).zip([1, 0]));
        let mut out = Vec::new();
        around.gather(&[10.0, 4.0], Merge::Mean, &mut out);
        assert_eq!(out, [4.0, 7.0, 10.0]);
        around.gather(&[10.0, 4.0], Merge::Least, &mut out);
        assert_eq!(out, [4.0, 4.0, 10.0]);
    }
}
