//! Which blocks of a matrix can be nonzero.

use rayon::prelude::*;

use super::chunk::MAX_CHUNKS;

/// Blocks in a chunk of rows at least: about ten microseconds of work.
const CHUNK_BLOCKS: usize = 2048;

/// Rows handed to one task while the pattern is built.
const BUILD_ROWS: usize = 4096;

/// A symmetric set of pairs of nodes, the diagonal included, stored row by row with sorted columns.
///
/// It is built once for a set of stencils and shared by every matrix on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    row_start: Vec<usize>,
    columns: Vec<u32>,
    diagonal: Vec<usize>,
    /// Bounds of chunks of rows with about equally many blocks. They depend on the pattern alone.
    chunks: Vec<usize>,
}

impl Pattern {
    /// Two nodes are neighbours if an element has both. Stencils come as (arity, node numbers), `arity` numbers
    /// per element.
    ///
    /// # Panics
    /// If a node number is not below `nodes`, or if nodes or elements cannot be counted in 32 bits.
    pub fn from_stencils<'a>(nodes: usize, stencils: impl IntoIterator<Item = (usize, &'a [u32])>) -> Self {
        let mut element_start = vec![0];
        let mut members = Vec::new();
        for (arity, numbers) in stencils {
            if arity == 0 {
                continue;
            }
            let base = members.len();
            members.extend_from_slice(&numbers[..numbers.len() / arity * arity]);
            element_start.extend((1..=numbers.len() / arity).map(|e| base + e * arity));
        }
        let most = u32::MAX as usize;
        assert!(nodes < most && element_start.len() < most, "nodes and elements are counted in 32 bits");
        let incidence = Incidence::new(nodes, &element_start, &members);

        let firsts: Vec<usize> = (0..nodes).step_by(BUILD_ROWS).collect();
        let parts: Vec<(Vec<usize>, Vec<u32>)> = firsts
            .into_par_iter()
            .map_init(
                || vec![u32::MAX; nodes],
                |seen, first| {
                    let mut lengths = Vec::with_capacity(BUILD_ROWS);
                    let mut columns = Vec::new();
                    for node in first..nodes.min(first + BUILD_ROWS) {
                        let start = columns.len();
                        seen[node] = node as u32;
                        columns.push(node as u32);
                        for &element in incidence.of(node) {
                            let element = element as usize;
                            for &other in &members[element_start[element]..element_start[element + 1]] {
                                if seen[other as usize] != node as u32 {
                                    seen[other as usize] = node as u32;
                                    columns.push(other);
                                }
                            }
                        }
                        columns[start..].sort_unstable();
                        lengths.push(columns.len() - start);
                    }
                    (lengths, columns)
                },
            )
            .collect();

        let mut row_start = Vec::with_capacity(nodes + 1);
        row_start.push(0);
        let mut columns = Vec::with_capacity(parts.iter().map(|(_, columns)| columns.len()).sum());
        let mut end = 0;
        for (lengths, part) in &parts {
            for length in lengths {
                end += length;
                row_start.push(end);
            }
            columns.extend_from_slice(part);
        }
        Self::from_rows(row_start, columns)
    }

    fn from_rows(row_start: Vec<usize>, columns: Vec<u32>) -> Self {
        let rows = row_start.len() - 1;
        let diagonal = (0..rows)
            .map(|i| {
                let row = &columns[row_start[i]..row_start[i + 1]];
                row_start[i] + row.partition_point(|&j| (j as usize) < i)
            })
            .collect();
        let blocks = columns.len();
        let count = (blocks / CHUNK_BLOCKS).clamp(1, MAX_CHUNKS);
        let mut chunks: Vec<usize> =
            (0..=count).map(|k| row_start.partition_point(|&start| start < blocks * k / count)).collect();
        chunks[0] = 0;
        chunks[count] = rows;
        Self { row_start, columns, diagonal, chunks }
    }

    /// The same with more places, given by row and column, in both triangles and in any order.
    pub fn joined(&self, places: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut more: Vec<(u32, u32)> = places.collect();
        more.sort_unstable();
        more.dedup();
        let mut more = more.into_iter().peekable();
        let mut columns = Vec::with_capacity(self.columns.len() + more.len());
        let mut row_start = vec![0];
        let mut whole = Vec::new();
        for row in 0..self.rows() {
            whole.clear();
            whole.extend_from_slice(self.row(row));
            while let Some((_, column)) = more.next_if(|(of, _)| *of as usize == row) {
                whole.push(column);
            }
            whole.sort_unstable();
            whole.dedup();
            columns.extend_from_slice(&whole);
            row_start.push(columns.len());
        }
        Self::from_rows(row_start, columns)
    }

    /// Number of rows of blocks, that is, of nodes.
    pub fn rows(&self) -> usize {
        self.diagonal.len()
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.columns.len()
    }

    /// First block of each row, and the number of blocks at the end.
    pub fn row_start(&self) -> &[usize] {
        &self.row_start
    }

    /// Column of each block.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// Sorted columns of row `i`.
    pub fn row(&self, i: usize) -> &[u32] {
        &self.columns[self.row_start[i]..self.row_start[i + 1]]
    }

    /// Place of the diagonal block of each row.
    pub fn diagonal(&self) -> &[usize] {
        &self.diagonal
    }

    /// Place of block (i, j) if it is in the pattern.
    pub fn find(&self, i: usize, j: usize) -> Option<usize> {
        let column = u32::try_from(j).ok()?;
        let start = *self.row_start.get(i)?;
        let end = *self.row_start.get(i + 1)?;
        self.columns[start..end].binary_search(&column).ok().map(|k| start + k)
    }

    /// Bounds of the chunks of rows.
    pub(super) fn chunks(&self) -> &[usize] {
        &self.chunks
    }
}

/// The elements of each node, by a counting sort.
struct Incidence {
    start: Vec<usize>,
    elements: Vec<u32>,
}

impl Incidence {
    fn new(nodes: usize, element_start: &[usize], members: &[u32]) -> Self {
        let mut start = vec![0; nodes + 2];
        for &node in members {
            start[node as usize + 2] += 1;
        }
        for node in 2..nodes + 2 {
            start[node] += start[node - 1];
        }
        // start[node + 1] is the next free place of the node, and ends as the end of its list.
        let mut elements = vec![0; members.len()];
        for (element, bounds) in element_start.windows(2).enumerate() {
            for &node in &members[bounds[0]..bounds[1]] {
                let place = &mut start[node as usize + 1];
                elements[*place] = element as u32;
                *place += 1;
            }
        }
        start.pop();
        Self { start, elements }
    }

    fn of(&self, node: usize) -> &[u32] {
        &self.elements[self.start[node]..self.start[node + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_an_element() {
        // Two triangles on an edge, a spring, and a node on its own.
        let pattern = Pattern::from_stencils(6, [(3, &[0, 2, 1, 1, 2, 3][..]), (2, &[4, 0])]);
        let rows: Vec<&[u32]> = (0..6).map(|i| pattern.row(i)).collect();
        assert_eq!(rows, [&[0, 1, 2, 4][..], &[0, 1, 2, 3], &[0, 1, 2, 3], &[1, 2, 3], &[0, 4], &[5]]);
        assert_eq!(pattern.diagonal(), [0, 5, 10, 14, 16, 17]);
        assert_eq!(pattern.find(1, 3), Some(7));
        assert_eq!(pattern.find(3, 0), None);
        assert_eq!(pattern.find(9, 9), None);
    }

    #[test]
    fn chunks_cover_all_rows_evenly() {
        let springs: Vec<u32> = (0..39_999).flat_map(|i| [i, i + 1]).collect();
        let pattern = Pattern::from_stencils(40_000, [(2, &springs[..])]);
        let chunks = pattern.chunks();
        assert!(chunks.len() > 10);
        assert_eq!((chunks[0], chunks[chunks.len() - 1]), (0, 40_000));
        for bounds in chunks.windows(2) {
            let blocks = pattern.row_start()[bounds[1]] - pattern.row_start()[bounds[0]];
            assert!((CHUNK_BLOCKS..2 * CHUNK_BLOCKS).contains(&blocks));
        }
    }

    #[test]
    fn an_empty_pattern_is_allowed() {
        let pattern = Pattern::from_stencils(0, []);
        assert_eq!((pattern.rows(), pattern.blocks()), (0, 0));
    }
}
