//! The table of steps as pages need it, in bounded room.

use std::collections::VecDeque;

use crate::protocol::Row;

/// Rows of the last steps that are kept whole.
const RECENT: usize = 4096;
/// Rows that a page which comes later is sent at most.
const THINNED: usize = 2000;
/// Rows of a recording at most.
const RECORDED: usize = 4000;

/// Rows of a run.
#[derive(Debug)]
pub(crate) struct History {
    recent: VecDeque<Row>,
    /// Rows there have been.
    count: u64,
    /// Every so manieth row, from the first.
    thinned: Vec<Row>,
    stride: u64,
}

impl Default for History {
    fn default() -> Self {
        Self { recent: VecDeque::new(), count: 0, thinned: Vec::new(), stride: 1 }
    }
}

impl History {
    /// The table of a recording, thinned, with its last row.
    pub(crate) fn of(rows: impl ExactSizeIterator<Item = Row>) -> Self {
        let last = rows.len().saturating_sub(1);
        let stride = rows.len().div_ceil(RECORDED - 1).max(1);
        let kept = rows.enumerate().filter(|(n, _)| n % stride == 0 || *n == last);
        Self { thinned: kept.map(|(_, row)| row).collect(), ..Self::default() }
    }

    pub(crate) fn push(&mut self, row: Row) {
        if self.count.is_multiple_of(self.stride) {
            if self.thinned.len() >= THINNED - 1 {
                let mut keep = false;
                self.thinned.retain(|_| {
                    keep = !keep;
                    keep
                });
                self.stride *= 2;
            }
            if self.count.is_multiple_of(self.stride) {
                self.thinned.push(row.clone());
            }
        }
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(row);
        self.count += 1;
    }

    /// Rows after the first `seen`; to a page that has seen none, the whole run, thinned. With them how many there are.
    pub(crate) fn since(&self, seen: Option<u64>) -> (Vec<Row>, u64) {
        let rows = match seen {
            None => {
                let newer = |row: &&Row| self.thinned.last().is_none_or(|last| last.step < row.step);
                self.thinned.iter().chain(self.recent.back().filter(newer)).cloned().collect()
            }
            Some(seen) => {
                let missing = usize::try_from(self.count - seen.min(self.count)).unwrap_or(usize::MAX);
                self.recent.iter().skip(self.recent.len().saturating_sub(missing)).cloned().collect()
            }
        };
        (rows, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(step: u64) -> Row {
        Row { step, ..Row::default() }
    }

    #[test]
    fn a_long_run_is_thinned_evenly_from_first_to_last() {
        let mut history = History::default();
        (1..=100_000).for_each(|step| history.push(row(step)));
        let (rows, count) = history.since(None);
        assert_eq!(count, 100_000);
        assert!((1000..=2000).contains(&rows.len()), "{}", rows.len());
        assert_eq!((rows[0].step, rows[rows.len() - 1].step), (1, 100_000));
        let gap = rows[1].step - rows[0].step;
        assert!(rows.windows(2).rev().skip(1).all(|pair| pair[1].step - pair[0].step == gap));
        assert!(history.recent.len() <= RECENT);
    }

    #[test]
    fn a_page_gets_each_row_once() {
        let mut history = History::default();
        (1..=10).for_each(|step| history.push(row(step)));
        let (rows, seen) = history.since(None);
        assert_eq!(rows.len(), 10);
        assert!(history.since(Some(seen)).0.is_empty());
        history.push(row(11));
        assert_eq!(history.since(Some(seen)), (vec![row(11)], 11));
    }

    #[test]
    fn a_recording_is_thinned_too() {
        for n in [0, 1, 5, 4000, 4001, 12_345] {
            let (rows, _) = History::of((1..=n).map(row).collect::<Vec<_>>().into_iter()).since(None);
            assert!(rows.len() <= RECORDED && rows.len() as u64 >= n.min(2000), "{n}: {}", rows.len());
            assert_eq!(rows.last().map(|row| row.step), (n > 0).then_some(n));
        }
    }
}
