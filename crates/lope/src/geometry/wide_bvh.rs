//! A hierarchy of boxes in single precision, eight to a node, for pairs of trees that are compared often.
//!
//! Eight boxes that are next to each other are compared with a box at once. The tree has no pointers: node k of a level holds the
//! bounds of the nodes 8k … 8k + 7 of the level below, and those of the lowest level hold the boxes of items. So a refit is one pass.
//! Boxes are rounded outward: who meets in double precision meets here.

use std::ops::Range;

use rayon::prelude::*;

use super::bvh::{Aabb, Bvh};
use crate::math::eight::boxes_meet;
use crate::math::vec3::Vec3;

/// Boxes of a node.
const WIDE: usize = 8;
/// Nodes that are refitted by one thread in one go.
const TOGETHER: usize = 256;

/// An axis-aligned box in single precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box32 {
    /// Least coordinates.
    pub low: [f32; 3],
    /// Greatest coordinates.
    pub high: [f32; 3],
}

impl Box32 {
    /// The box of nothing, neutral under [`union`](Self::union).
    pub const EMPTY: Self = Self { low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };

    /// Around the straight way between two places, larger by `margin` on every side, seen from `origin`.
    #[inline]
    pub fn around([from, to]: [Vec3; 2], margin: f64, origin: Vec3) -> Self {
        let (mut low, mut high) = ([0.0; 3], [0.0; 3]);
        for k in 0..3 {
            let (a, b) = (from[k] - origin[k], to[k] - origin[k]);
            // Four times what rounding may take away.
            let outward = |x: f32| 4.0 * f32::EPSILON * x.abs() + f32::MIN_POSITIVE;
            let (least, most) = ((a.min(b) - margin) as f32, (a.max(b) + margin) as f32);
            (low[k], high[k]) = (least - outward(least), most + outward(most));
        }
        Self { low, high }
    }

    /// The box around two boxes.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            low: [0, 1, 2].map(|k| self.low[k].min(other.low[k])),
            high: [0, 1, 2].map(|k| self.high[k].max(other.high[k])),
        }
    }

    /// Whether the boxes have a point in common; boxes that touch do.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        (0..3).all(|k| self.low[k] <= other.high[k] && other.low[k] <= self.high[k])
    }

    /// The greatest of n·p over the box.
    pub fn support(&self, n: Vec3) -> f64 {
        let of = |k: usize| (n[k] * f64::from(self.low[k])).max(n[k] * f64::from(self.high[k]));
        of(0) + of(1) + of(2)
    }
}

/// Eight boxes, coordinate by coordinate.
#[derive(Clone, Copy, Debug)]
struct Packet {
    low: [[f32; WIDE]; 3],
    high: [[f32; WIDE]; 3],
}

impl Packet {
    const EMPTY: Self = Self { low: [[f32::INFINITY; WIDE]; 3], high: [[f32::NEG_INFINITY; WIDE]; 3] };

    fn put(&mut self, lane: usize, one: &Box32) {
        for k in 0..3 {
            (self.low[k][lane], self.high[k][lane]) = (one.low[k], one.high[k]);
        }
    }

    #[inline]
    fn lane(&self, lane: usize) -> Box32 {
        Box32 { low: [0, 1, 2].map(|k| self.low[k][lane]), high: [0, 1, 2].map(|k| self.high[k][lane]) }
    }

    #[inline]
    fn bounds(&self) -> Box32 {
        (0..WIDE).fold(Box32::EMPTY, |all, lane| all.union(&self.lane(lane)))
    }

    /// Which of the boxes meet another: a bit each.
    #[inline]
    fn meets(&self, other: &Box32) -> u32 {
        boxes_meet(&self.low, &self.high, [other.low, other.high])
    }
}

/// Two nodes of trees that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Nodes {
    levels: [u8; 2],
    numbers: [u32; 2],
}

/// The tree.
#[derive(Clone, Debug, Default)]
pub struct WideBvh {
    items: Vec<u32>,
    /// From the lowest level to that of one node.
    levels: Vec<Vec<Packet>>,
}

impl WideBvh {
    /// A tree of the items with these numbers, in the order in which they are near each other now; it has no boxes before it is
    /// [fitted](Self::refit).
    pub fn new(items: Range<u32>, box_of: impl Fn(u32) -> Box32) -> Self {
        let boxes: Vec<Aabb> = items
            .clone()
            .map(|item| {
                let Box32 { low, high } = box_of(item);
                Aabb { low: low.map(f64::from), high: high.map(f64::from) }
            })
            .collect();
        let items: Vec<u32> = Bvh::new(&boxes).items().iter().map(|item| items.start + item).collect();
        let mut levels = Vec::new();
        let mut count = items.len();
        while count > 1 || (levels.is_empty() && count > 0) {
            count = count.div_ceil(WIDE);
            levels.push(vec![Packet::EMPTY; count]);
        }
        Self { items, levels }
    }

    /// Makes the boxes follow the items.
    pub fn refit(&mut self, box_of: impl Fn(u32) -> Box32 + Sync) {
        let Self { items, levels } = self;
        let Some((lowest, above)) = levels.split_first_mut() else { return };
        lowest.par_iter_mut().zip(items.par_chunks(WIDE)).with_min_len(TOGETHER).for_each(
            |(packet, items)| {
                items.iter().enumerate().for_each(|(lane, item)| packet.put(lane, &box_of(*item)));
            },
        );
        let mut below = &*lowest;
        for level in above {
            level.par_iter_mut().zip(below.par_chunks(WIDE)).with_min_len(TOGETHER).for_each(
                |(packet, below)| {
                    below.iter().enumerate().for_each(|(lane, of)| packet.put(lane, &of.bounds()));
                },
            );
            below = level;
        }
    }

    /// Around everything.
    pub fn bounds(&self) -> Box32 {
        self.levels.last().map_or(Box32::EMPTY, |top| top[0].bounds())
    }

    /// The roots of two trees; none if one of them is empty.
    pub fn roots(trees: [&Self; 2]) -> Option<Nodes> {
        let [a, b] = trees.map(|tree| tree.levels.len());
        (a > 0 && b > 0).then(|| Nodes { levels: [a as u8 - 1, b as u8 - 1], numbers: [0, 0] })
    }

    /// Pushes the pairs of nodes below a pair that meet; false if both are of the lowest level. Of `same` trees, which are one,
    /// every pair comes once.
    pub fn split(trees: [&Self; 2], same: bool, pair: Nodes, mut push: impl FnMut(Nodes)) -> bool {
        let Nodes { levels: [la, lb], numbers: [a, b] } = pair;
        let [mine, theirs] = pair.packets(trees);
        let below = |number: u32, lane: u32| number * WIDE as u32 + lane;
        match la.cmp(&lb) {
            std::cmp::Ordering::Equal if la == 0 => return false,
            std::cmp::Ordering::Equal => {
                let twice = same && a == b;
                for i in 0..WIDE as u32 {
                    let met = theirs.meets(&mine.lane(i as usize)) & if twice { !0 << i } else { !0 };
                    bits(met).for_each(|j| {
                        push(Nodes { levels: [la - 1; 2], numbers: [below(a, i), below(b, j)] })
                    });
                }
            }
            std::cmp::Ordering::Greater => bits(mine.meets(&theirs.bounds()))
                .for_each(|i| push(Nodes { levels: [la - 1, lb], numbers: [below(a, i), b] })),
            std::cmp::Ordering::Less => bits(theirs.meets(&mine.bounds()))
                .for_each(|j| push(Nodes { levels: [la, lb - 1], numbers: [a, below(b, j)] })),
        }
        true
    }

    /// Visits the pairs of items of two nodes of the lowest level whose boxes meet.
    #[inline]
    pub fn items_of(trees: [&Self; 2], same: bool, pair: Nodes, mut visit: impl FnMut(u32, u32)) {
        let Nodes { numbers: [a, b], .. } = pair;
        let [mine, theirs] = pair.packets(trees);
        let twice = same && a == b;
        let item =
            |side: usize, number: u32, lane: u32| trees[side].items[number as usize * WIDE + lane as usize];
        for i in 0..WIDE as u32 {
            let met = theirs.meets(&mine.lane(i as usize)) & if twice { !0 << i << 1 } else { !0 };
            bits(met).for_each(|j| visit(item(0, a, i), item(1, b, j)));
        }
    }
}

impl Nodes {
    fn packets<'a>(&self, trees: [&'a WideBvh; 2]) -> [&'a Packet; 2] {
        [0, 1].map(|side| &trees[side].levels[self.levels[side] as usize][self.numbers[side] as usize])
    }
}

/// The places of the bits that are set.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes at random, as many as are said.
    fn boxes(count: usize, mut seed: u64) -> Vec<Box32> {
        let mut roll = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut place = || [roll(), roll(), roll()].map(|x| 10.0 * x);
        (0..count)
            .map(|_| {
                let from = place();
                Box32::around([from, from], 0.5, [0.0; 3])
            })
            .collect()
    }

    fn tree(boxes: &[Box32]) -> WideBvh {
        let mut tree = WideBvh::new(0..boxes.len() as u32, |item| boxes[item as usize]);
        tree.refit(|item| boxes[item as usize]);
        tree
    }

    fn found(trees: [&WideBvh; 2], same: bool) -> Vec<[u32; 2]> {
        let (mut pairs, mut stack) = (Vec::new(), Vec::from_iter(WideBvh::roots(trees)));
        while let Some(nodes) = stack.pop() {
            if !WideBvh::split(trees, same, nodes, |pair| stack.push(pair)) {
                WideBvh::items_of(trees, same, nodes, |a, b| {
                    pairs.push(if same { [a.min(b), a.max(b)] } else { [a, b] });
                });
            }
        }
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn finds_all_pairs_once() {
        for (m, n) in [(0, 5), (1, 1), (1, 70), (8, 9), (65, 64), (513, 40), (700, 700)] {
            let (a, b) = (boxes(m, 7), boxes(n, 11));
            let all = (0..m as u32).flat_map(|i| (0..n as u32).map(move |j| [i, j]));
            let meet: Vec<_> = all.filter(|&[i, j]| a[i as usize].meets(&b[j as usize])).collect();
            assert_eq!(found([&tree(&a), &tree(&b)], false), meet, "{m} {n}");
            let own = (0..n as u32).flat_map(|i| (i + 1..n as u32).map(move |j| [i, j]));
            let meet: Vec<_> = own.filter(|&[i, j]| b[i as usize].meets(&b[j as usize])).collect();
            assert_eq!(found([&tree(&b), &tree(&b)], true), meet, "{n}");
        }
    }

    #[test]
    fn boxes_are_rounded_outward() {
        for x in [0.1, -0.3, 1e5 + 0.1, 1e-30, -1e9, 0.0] {
            let one = Box32::around([[x; 3], [x + 1e-9; 3]], 1e-12, [0.0; 3]);
            assert!(f64::from(one.low[0]) <= x - 1e-12 && f64::from(one.high[2]) >= x + 1e-9 + 1e-12, "{x}");
        }
    }
}
