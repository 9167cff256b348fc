//! Items by their keys, in linear time.

/// Numbers of items, those of the same key together, the keys ascending: a counting sort, which keeps the order of what has the
/// same key.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// Where the items of each key start; one more than there are keys.
    starts: Vec<u32>,
    items: Vec<u32>,
    /// Keys with items.
    keys: Vec<u32>,
}

impl Groups {
    /// Groups the items of `order` by their keys.
    pub fn sort(&mut self, order: impl Iterator<Item = u32> + Clone, key: impl Fn(u32) -> u32) {
        let Self { starts, items, keys } = self;
        starts.clear();
        let mut count = 0;
        for item in order.clone() {
            // Two places on: once items have found theirs, the starts are where they belong.
            let place = key(item) as usize + 2;
            if starts.len() <= place {
                starts.resize(place + 1, 0);
            }
            starts[place] += 1;
            count += 1;
        }
        let mut sum = 0;
        for start in &mut *starts {
            sum += *start;
            *start = sum;
        }
        items.resize(count, 0);
        for item in order {
            let start = &mut starts[key(item) as usize + 1];
            items[*start as usize] = item;
            *start += 1;
        }
        keys.clear();
        let some = starts.windows(2).enumerate().filter(|(_, ends)| ends[0] < ends[1]);
        keys.extend(some.map(|(key, _)| key as u32));
    }

    /// Takes all items out.
    pub fn clear(&mut self) {
        self.starts.clear();
        self.items.clear();
        self.keys.clear();
    }

    /// All keys that items have, ascending.
    pub fn keys(&self) -> &[u32] {
        &self.keys
    }

    /// The items of a key.
    pub fn of(&self, key: u32) -> &[u32] {
        &self.items[self.starts[key as usize] as usize..self.starts[key as usize + 1] as usize]
    }

    /// All items, by their keys.
    pub fn items(&self) -> &[u32] {
        &self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_sorted_by_keys_and_keep_their_order() {
        let mut groups = Groups::default();
        // The second time there is room already, and fewer keys.
        for (count, most) in [(1000, 37), (90, 11), (0, 1), (1, 1)] {
            let key = |item: u32| item.wrapping_mul(2_654_435_761) % most;
            groups.sort(0..count, key);
            let mut expected: Vec<u32> = (0..count).collect();
            expected.sort_by_key(|item| key(*item));
            assert_eq!(groups.items(), expected);
            let of_keys: Vec<u32> =
                groups.keys().iter().flat_map(|key| groups.of(*key).iter().copied()).collect();
            assert_eq!(of_keys, expected);
            assert!(
                groups
                    .keys()
                    .iter()
                    .all(|number| groups.of(*number).iter().all(|item| key(*item) == *number))
            );
        }
    }

    #[test]
    fn two_sorts_order_by_two_keys() {
        let pairs: Vec<(u32, u32)> = (0..500u32).map(|k| (k * 7919 % 13, k * 104_729 % 17)).collect();
        let (mut columns, mut rows) = (Groups::default(), Groups::default());
        columns.sort(0..500, |k| pairs[k as usize].1);
        rows.sort(columns.items().iter().copied(), |k| pairs[k as usize].0);
        let mut expected: Vec<u32> = (0..500).collect();
        expected.sort_by_key(|k| (pairs[*k as usize], *k));
        assert_eq!(rows.items(), expected);
    }
}
