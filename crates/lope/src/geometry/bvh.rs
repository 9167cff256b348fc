//! A hierarchy of boxes over anything that has one: triangles, tetrahedra, edges, points.
//!
//! The tree knows boxes only; what is inside them is the caller's, who gets item numbers and answers with
//! distances or decisions. It is one flat array in depth-first order: the first child follows its parent, and
//! a pass from back to front sees children before parents. Building splits by the surface area heuristic over
//! bins, \[Wald07\]; the result depends on the boxes alone, not on threads.

use rayon::prelude::*;

use crate::math::vec3::Vec3;

/// Items in a leaf, at most.
const LEAF: usize = 4;
/// Candidates for a split along each axis.
const BINS: usize = 12;
/// Below so many items a subtree is built by one thread.
const SERIAL: usize = 8192;
/// Deepest tree: beyond the first half, splits are at the median, so that 2³² items fit.
const DEPTH: usize = 96;

/// An axis-aligned box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Least coordinates.
    pub low: [f64; 3],
    /// Greatest coordinates.
    pub high: [f64; 3],
}

impl Aabb {
    /// The box of nothing, neutral under [`union`](Self::union).
    pub const EMPTY: Self = Self { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };

    /// The box around points.
    pub fn around(points: &[[f64; 3]]) -> Self {
        points.iter().fold(Self::EMPTY, |all, point| all.union(&Self { low: *point, high: *point }))
    }

    /// The box around two boxes.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            low: [0, 1, 2].map(|k| self.low[k].min(other.low[k])),
            high: [0, 1, 2].map(|k| self.high[k].max(other.high[k])),
        }
    }

    /// The box, larger by `margin` on every side.
    pub fn grown(&self, margin: f64) -> Self {
        Self { low: self.low.map(|x| x - margin), high: self.high.map(|x| x + margin) }
    }

    /// Whether the boxes have a point in common; boxes that touch do.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        (0..3).all(|k| self.low[k] <= other.high[k] && other.low[k] <= self.high[k])
    }

    /// Whether a point is inside or on the box.
    #[inline]
    pub fn contains(&self, point: [f64; 3]) -> bool {
        // Without branches: which of the six fails is hard to predict.
        let within = |k: usize| (self.low[k] <= point[k]) & (point[k] <= self.high[k]);
        within(0) & within(1) & within(2)
    }

    /// Squared distance of a point from the box, 0 inside.
    #[inline]
    pub fn distance_squared(&self, point: [f64; 3]) -> f64 {
        let away = |k: usize| (self.low[k] - point[k]).max(point[k] - self.high[k]).max(0.0);
        let [x, y, z] = [away(0), away(1), away(2)];
        x * x + y * y + z * z
    }

    /// Where the box is along each axis.
    pub fn center(&self) -> [f64; 3] {
        [0, 1, 2].map(|k| 0.5 * (self.low[k] + self.high[k]))
    }

    /// Length of the diagonal; 0 for the box of nothing.
    pub fn diagonal(&self) -> f64 {
        let square = |k: usize| (self.high[k] - self.low[k]).max(0.0).powi(2);
        (square(0) + square(1) + square(2)).sqrt()
    }

    /// Half the area of the surface, 0 for the box of nothing.
    fn half_area(&self) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|k| (self.high[k] - self.low[k]).max(0.0));
        x * y + y * z + z * x
    }
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Around everything below.
    pub bounds: Aabb,
    /// Of a leaf: its first place in [`Bvh::items`]. Of an inner node: how far behind it its second child is.
    start: u32,
    /// Items of a leaf; 0 for an inner node.
    count: u32,
}

/// The tree.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    nodes: Vec<Node>,
    items: Vec<u32>,
    /// Boxes in the order of `items`.
    boxes: Vec<Aabb>,
}

/// What is at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Places `start..end` of [`Bvh::items`].
    Leaf {
        /// First place.
        start: usize,
        /// One behind the last.
        end: usize,
    },
    /// Two nodes.
    Inner {
        /// Numbers of the children.
        children: [usize; 2],
    },
}

impl Bvh {
    /// Builds the tree over boxes; item numbers are their places in the slice.
    pub fn new(boxes: &[Aabb]) -> Self {
        let mut items: Vec<u32> = (0..boxes.len() as u32).collect();
        let centers: Vec<Vec3> = boxes.iter().map(Aabb::center).collect();
        let nodes = if boxes.is_empty() {
            Vec::new()
        } else {
            Builder { boxes, centers: &centers }.build(&mut items, 0, 0)
        };
        let boxes = items.iter().map(|item| boxes[*item as usize]).collect();
        Self { nodes, items, boxes }
    }

    /// Numbers the items anew, in the order of the leaves, so that those who are looked at together are next to each other
    /// in memory. Gives back the old numbers in the new order.
    pub fn renumber(&mut self) -> Vec<u32> {
        let renumbered = (0..self.items.len() as u32).collect();
        std::mem::replace(&mut self.items, renumbered)
    }

    /// All nodes, the root first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Item numbers in the order of the leaves.
    pub fn items(&self) -> &[u32] {
        &self.items
    }

    /// Around everything.
    pub fn bounds(&self) -> Aabb {
        self.nodes.first().map_or(Aabb::EMPTY, |root| root.bounds)
    }

    /// What is at a node.
    #[inline]
    pub fn kind(&self, node: usize) -> Kind {
        let Node { start, count, .. } = self.nodes[node];
        if count > 0 {
            Kind::Leaf { start: start as usize, end: (start + count) as usize }
        } else {
            Kind::Inner { children: [node + 1, node + start as usize] }
        }
    }

    /// Makes the boxes follow items that moved; the tree stays, and stays valid. `boxes` are by item number.
    pub fn refit(&mut self, boxes: &[Aabb]) {
        self.refit_with(|item| boxes[item as usize]);
    }

    /// The same with boxes that are computed on the way, in parallel.
    pub fn refit_with(&mut self, box_of: impl Fn(u32) -> Aabb + Sync) {
        let places = self.boxes.par_iter_mut().zip(self.items.par_iter());
        places.with_min_len(SERIAL).for_each(|(place, item)| *place = box_of(*item));
        refit_nodes(&mut self.nodes, &self.boxes);
    }

    /// What `look` answers to the first item, in the order of the leaves, that it has an answer to; it is asked about
    /// items only whose boxes contain `point`.
    #[inline]
    pub fn first_at<T>(&self, point: [f64; 3], mut look: impl FnMut(u32) -> Option<T>) -> Option<T> {
        let mut stack = Stack::new();
        let mut node = 0;
        if !self.bounds().contains(point) {
            return None;
        }
        loop {
            match self.kind(node) {
                Kind::Leaf { start, end } => {
                    let here = (start..end).filter(|place| self.boxes[*place].contains(point));
                    if let Some(answer) = here.map(|place| self.items[place]).find_map(&mut look) {
                        return Some(answer);
                    }
                }
                Kind::Inner { children: [a, b] } => {
                    let [left, right] = [a, b].map(|child| self.nodes[child].bounds.contains(point));
                    if left {
                        if right {
                            stack.push(b);
                        }
                        node = a;
                        continue;
                    } else if right {
                        node = b;
                        continue;
                    }
                }
            }
            node = stack.pop()?;
        }
    }

    /// Visits the items whose boxes meet `query`, in the order of the leaves.
    pub fn overlapping(&self, query: &Aabb, mut visit: impl FnMut(u32)) {
        if self.nodes.is_empty() {
            return;
        }
        let mut stack = Stack::new();
        stack.push(0);
        while let Some(node) = stack.pop() {
            if !self.nodes[node].bounds.meets(query) {
                continue;
            }
            match self.kind(node) {
                Kind::Leaf { start, end } => {
                    for place in start..end {
                        if self.boxes[place].meets(query) {
                            visit(self.items[place]);
                        }
                    }
                }
                Kind::Inner { children: [a, b] } => {
                    stack.push(b);
                    stack.push(a);
                }
            }
        }
    }

    /// What `look` finds in pairs of items (lower number first) whose boxes meet, ascending by pair. In
    /// parallel, with the same result for any number of threads.
    pub fn pairs<T: Send>(&self, look: impl Fn(u32, u32) -> Option<T> + Sync) -> Vec<T> {
        let place_of = |place: usize| {
            let item = self.items[place];
            let mut found = Vec::new();
            self.overlapping(&self.boxes[place], |other| {
                if other > item
                    && let Some(result) = look(item, other)
                {
                    found.push(([item, other], result));
                }
            });
            found
        };
        let mut found: Vec<([u32; 2], T)> =
            (0..self.items.len()).into_par_iter().with_min_len(64).flat_map_iter(place_of).collect();
        found.sort_unstable_by_key(|(pair, _)| *pair);
        found.into_iter().map(|(_, result)| result).collect()
    }

    /// Goes through the leaves that may hold something nearer to `point` than `bound` (squared), nearest
    /// boxes first. `visit` gets the places of a leaf in [`items`](Self::items) and the bound, and gives back
    /// the bound from then on.
    #[inline]
    pub fn nearest(&self, point: [f64; 3], bound: f64, mut visit: impl FnMut(usize, usize, f64) -> f64) {
        if self.nodes.is_empty() {
            return;
        }
        let mut bound = bound;
        let mut waiting = [(0_u32, 0.0_f64); DEPTH];
        let mut count = 0;
        let mut node = 0;
        let mut distance = self.nodes[0].bounds.distance_squared(point);
        loop {
            if distance < bound {
                match self.kind(node) {
                    Kind::Leaf { start, end } => bound = visit(start, end, bound),
                    Kind::Inner { children } => {
                        let [a, b] = children.map(|child| self.nodes[child].bounds.distance_squared(point));
                        let (near, far) = if b < a { (1, 0) } else { (0, 1) };
                        let distances = [a, b];
                        if distances[far] < bound && count < DEPTH {
                            waiting[count] = (children[far] as u32, distances[far]);
                            count += 1;
                        }
                        (node, distance) = (children[near], distances[near]);
                        continue;
                    }
                }
            }
            if count == 0 {
                return;
            }
            count -= 1;
            (node, distance) = (waiting[count].0 as usize, waiting[count].1);
        }
    }
}

/// Numbers of nodes still to be visited; as long as a tree can be deep.
pub(super) struct Stack {
    nodes: [u32; DEPTH + 2],
    count: usize,
}

impl Stack {
    #[inline]
    pub(super) fn new() -> Self {
        Self { nodes: [0; DEPTH + 2], count: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, node: usize) {
        self.nodes[self.count] = node as u32;
        self.count += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        self.count = self.count.checked_sub(1)?;
        Some(self.nodes[self.count] as usize)
    }
}

fn union(boxes: &[Aabb]) -> Aabb {
    boxes.iter().fold(Aabb::EMPTY, |all, one| all.union(one))
}

/// Boxes of a subtree from those of the items. Subtrees are contiguous and address their children relatively, so that
/// large ones are done side by side.
fn refit_nodes(nodes: &mut [Node], boxes: &[Aabb]) {
    let of_leaf = |node: &Node| union(&boxes[node.start as usize..(node.start + node.count) as usize]);
    if nodes.len() > SERIAL
        && let Some((root, below)) = nodes.split_first_mut()
        && root.count == 0
    {
        let (left, right) = below.split_at_mut(root.start as usize - 1);
        rayon::join(|| refit_nodes(left, boxes), || refit_nodes(right, boxes));
        root.bounds = left[0].bounds.union(&right[0].bounds);
        return;
    }
    for node in (0..nodes.len()).rev() {
        let Node { start, count, .. } = nodes[node];
        nodes[node].bounds = if count > 0 {
            of_leaf(&nodes[node])
        } else {
            nodes[node + 1].bounds.union(&nodes[node + start as usize].bounds)
        };
    }
}

struct Builder<'a> {
    boxes: &'a [Aabb],
    centers: &'a [Vec3],
}

impl Builder<'_> {
    /// The subtree over items that begin at place `first`. Children are addressed relative to their parent, so
    /// subtrees can be put behind each other as they are.
    fn build(&self, items: &mut [u32], first: usize, depth: usize) -> Vec<Node> {
        let bounds = items.iter().fold(Aabb::EMPTY, |all, item| all.union(&self.boxes[*item as usize]));
        if items.len() <= LEAF {
            return vec![Node { bounds, start: first as u32, count: items.len() as u32 }];
        }
        let middle = self.split(items, depth);
        let (left, right) = items.split_at_mut(middle);
        let halves = (left.len(), right.len());
        let make_left = |items: &mut [u32]| self.build(items, first, depth + 1);
        let make_right = |items: &mut [u32]| self.build(items, first + middle, depth + 1);
        let (left, right) = if halves.0 + halves.1 > SERIAL {
            rayon::join(|| make_left(left), || make_right(right))
        } else {
            (make_left(left), make_right(right))
        };
        let mut nodes = Vec::with_capacity(1 + left.len() + right.len());
        nodes.push(Node { bounds, start: 1 + left.len() as u32, count: 0 });
        nodes.extend(left);
        nodes.extend(right);
        nodes
    }

    /// Parts the items in two and says where the second part begins; neither is empty.
    fn split(&self, items: &mut [u32], depth: usize) -> usize {
        let spread = items.iter().fold(Aabb::EMPTY, |all, item| {
            let center = self.centers[*item as usize];
            all.union(&Aabb { low: center, high: center })
        });
        let extent = [0, 1, 2].map(|k| spread.high[k] - spread.low[k]);
        let longest = (0..3).fold(0, |best, k| if extent[k] > extent[best] { k } else { best });
        if depth < DEPTH / 2
            && extent[longest] > 0.0
            && extent[longest].is_finite()
            && let Some((axis, cut)) = self.best_cut(items, &spread, extent)
        {
            let bin = |item: &u32| bin(self.centers[*item as usize][axis], spread.low[axis], extent[axis]);
            // A stable partition: the order within the parts follows from the items alone.
            let (low, high): (Vec<u32>, Vec<u32>) = items.iter().partition(|item| bin(item) < cut);
            let middle = low.len();
            if middle > 0 && !high.is_empty() {
                items[..middle].copy_from_slice(&low);
                items[middle..].copy_from_slice(&high);
                return middle;
            }
        }
        let middle = items.len() / 2;
        items.select_nth_unstable_by(middle, |a, b| {
            let at = |item: u32| self.centers[item as usize][longest];
            at(*a).total_cmp(&at(*b)).then(a.cmp(b))
        });
        // The selection leaves an order that is not specified; this one is.
        items[..middle].sort_unstable();
        items[middle..].sort_unstable();
        middle
    }

    /// Axis and first bin of the second part where areas times counts are least.
    fn best_cut(&self, items: &[u32], spread: &Aabb, extent: Vec3) -> Option<(usize, usize)> {
        let mut best = (f64::INFINITY, None);
        for axis in (0..3).filter(|axis| extent[*axis] > 0.0) {
            let mut bins = [(Aabb::EMPTY, 0_usize); BINS];
            for item in items {
                let place = bin(self.centers[*item as usize][axis], spread.low[axis], extent[axis]);
                bins[place].0 = bins[place].0.union(&self.boxes[*item as usize]);
                bins[place].1 += 1;
            }
            let mut behind = [0.0; BINS];
            let mut gathered = (Aabb::EMPTY, 0);
            for cut in (1..BINS).rev() {
                gathered = (gathered.0.union(&bins[cut].0), gathered.1 + bins[cut].1);
                behind[cut] = gathered.0.half_area() * gathered.1 as f64;
            }
            let mut gathered = (Aabb::EMPTY, 0);
            for cut in 1..BINS {
                gathered = (gathered.0.union(&bins[cut - 1].0), gathered.1 + bins[cut - 1].1);
                let cost = gathered.0.half_area() * gathered.1 as f64 + behind[cut];
                if gathered.1 > 0 && gathered.1 < items.len() && cost < best.0 {
                    best = (cost, Some((axis, cut)));
                }
            }
        }
        best.1
    }
}

fn bin(center: f64, low: f64, extent: f64) -> usize {
    (((center - low) / extent * BINS as f64) as usize).min(BINS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::noise::Noise;
    use crate::math::vec3::along;

    fn random_boxes(count: usize, size: f64) -> Vec<Aabb> {
        let mut noise = Noise::new(7);
        let mut one = || {
            let corner = noise.point();
            let other = noise.point();
            Aabb::around(&[corner, along(corner, size, other)])
        };
        (0..count).map(|_| one()).collect()
    }

    #[test]
    fn pairs_are_those_of_brute_force() {
        for (count, size) in [(0, 0.1), (1, 0.1), (5, 1.0), (300, 0.2), (300, 0.0)] {
            let boxes = random_boxes(count, size);
            let found = Bvh::new(&boxes).pairs(|a, b| Some([a, b]));
            let mut expected = Vec::new();
            for a in 0..count {
                let all = (a + 1..count).filter(|b| boxes[a].meets(&boxes[*b]));
                expected.extend(all.map(|b| [a as u32, b as u32]));
            }
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_refitted_tree_answers_like_a_new_one() {
        let mut tree = Bvh::new(&random_boxes(200, 0.1));
        let mut moved = random_boxes(200, 0.1);
        moved.rotate_left(17);
        tree.refit(&moved);
        let ask = |tree: &Bvh| tree.pairs(|a, b| Some([a, b]));
        assert_eq!(ask(&tree), ask(&Bvh::new(&moved)));
        assert_eq!(tree.bounds(), Bvh::new(&moved).bounds());
    }

    /// More nodes than one thread refits.
    #[test]
    fn a_large_tree_is_refitted_in_parts() {
        let mut tree = Bvh::new(&random_boxes(30_000, 0.01));
        assert!(tree.nodes().len() > 2 * SERIAL);
        let moved = random_boxes(30_001, 0.02).split_off(1);
        tree.refit(&moved);
        for (number, node) in tree.nodes().iter().enumerate() {
            let expected = match tree.kind(number) {
                Kind::Leaf { start, end } => {
                    tree.items()[start..end].iter().fold(Aabb::EMPTY, |all, i| all.union(&moved[*i as usize]))
                }
                Kind::Inner { children: [a, b] } => tree.nodes()[a].bounds.union(&tree.nodes()[b].bounds),
            };
            assert_eq!(node.bounds, expected);
        }
    }

    #[test]
    fn renumbered_items_are_the_same_boxes() {
        let boxes = random_boxes(300, 0.3);
        let mut tree = Bvh::new(&boxes);
        let expected = tree.pairs(|a, b| Some([a, b]));
        let order = tree.renumber();
        tree.refit_with(|item| boxes[order[item as usize] as usize]);
        let mut found = tree.pairs(|a, b| {
            let mut pair = [a, b].map(|item| order[item as usize]);
            pair.sort_unstable();
            Some(pair)
        });
        found.sort_unstable();
        assert!(found == expected && tree.items().is_sorted());
    }

    #[test]
    fn items_at_a_point_are_those_of_brute_force() {
        let boxes = random_boxes(400, 0.5);
        let tree = Bvh::new(&boxes);
        let mut noise = Noise::new(5);
        for _ in 0..100 {
            let point = noise.point();
            let mut seen = Vec::new();
            assert_eq!(
                tree.first_at(point, |item| -> Option<()> {
                    seen.push(item);
                    None
                }),
                None
            );
            let first = seen.first().copied();
            assert_eq!(tree.first_at(point, Some), first);
            seen.sort_unstable();
            assert!(seen.into_iter().eq((0..400).filter(|item| boxes[*item as usize].contains(point))));
        }
        assert_eq!(Bvh::default().first_at([0.0; 3], Some), None);
    }

    #[test]
    fn equal_and_broken_boxes_still_make_a_tree() {
        let same = vec![Aabb::around(&[[1.0; 3]]); 1000];
        assert_eq!(Bvh::new(&same).pairs(|a, b| Some([a, b])).len(), 1000 * 999 / 2);
        let mut broken = random_boxes(100, 0.1);
        broken[3].low[0] = f64::NAN;
        broken[4].high = [f64::INFINITY; 3];
        let mut seen = Bvh::new(&broken).items().to_vec();
        seen.sort_unstable();
        assert!(seen.iter().copied().eq(0..100));
    }

    #[test]
    fn the_nearest_box_is_found_from_any_bound() {
        let boxes = random_boxes(500, 0.05);
        let tree = Bvh::new(&boxes);
        let mut noise = Noise::new(3);
        for _ in 0..200 {
            let point = noise.point();
            let least = boxes.iter().map(|one| one.distance_squared(point)).fold(f64::INFINITY, f64::min);
            for start in [f64::INFINITY, 1.5 * least + 1e-9] {
                let mut best = start;
                tree.nearest(point, start, |from, to, bound| {
                    best = (from..to)
                        .map(|place| boxes[tree.items()[place] as usize].distance_squared(point))
                        .fold(bound, f64::min);
                    best
                });
                assert_eq!(best, least);
            }
        }
    }
}
