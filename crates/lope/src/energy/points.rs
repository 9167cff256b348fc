//! Points that are linear in nodes.

/// What is drawn, attached or pressed against something: points x = Σ wᵢxᵢ. A force on a point goes back to its nodes by the
/// same weights, and so does a matrix: what is positive semidefinite on points is so on nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Points {
    /// The nodes themselves.
    #[default]
    Nodes,
    /// Weighted means of nodes.
    Weighted(Weighted),
}

/// Lists of nodes with weights, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weighted {
    /// Where the list of each point ends.
    ends: Vec<u32>,
    nodes: Vec<u32>,
    weights: Vec<f64>,
}

impl Weighted {
    /// Adds a point; returns its number.
    pub fn push(&mut self, shares: impl IntoIterator<Item = (u32, f64)>) -> u32 {
        for (node, weight) in shares {
            self.nodes.push(node);
            self.weights.push(weight);
        }
        self.ends.push(self.nodes.len() as u32);
        self.ends.len() as u32 - 1
    }

    /// Adds a point of another list; returns its number.
    pub fn push_from(&mut self, other: &Self, point: u32) -> u32 {
        self.push(other.shares(point))
    }

    /// The nodes that the points are, if every point is one.
    pub fn nodes(&self) -> Option<Vec<u32>> {
        let single = self.ends.iter().enumerate().all(|(point, end)| *end as usize == point + 1);
        (single && self.weights.iter().all(|weight| *weight == 1.0)).then(|| self.nodes.clone())
    }

    /// Takes all points out.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.nodes.clear();
        self.weights.clear();
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn shares(&self, point: u32) -> impl Iterator<Item = (u32, f64)> + '_ {
        let start = point.checked_sub(1).map_or(0, |before| self.ends[before as usize] as usize);
        let range = start..self.ends[point as usize] as usize;
        self.nodes[range.clone()].iter().copied().zip(self.weights[range].iter().copied())
    }
}

impl Points {
    /// Calls `visit` with the nodes of a point and their weights.
    pub fn each(&self, point: u32, mut visit: impl FnMut(u32, f64)) {
        match self {
            Self::Nodes => visit(point, 1.0),
            Self::Weighted(weighted) => weighted.shares(point).for_each(|(node, weight)| visit(node, weight)),
        }
    }

    /// The nodes of a point and their weights.
    pub fn shares(&self, point: u32) -> impl Iterator<Item = (u32, f64)> {
        let (own, list) = match self {
            Self::Nodes => (Some((point, 1.0)), None),
            Self::Weighted(weighted) => (None, Some(weighted.shares(point))),
        };
        own.into_iter().chain(list.into_iter().flatten())
    }

    /// Where a point is if the nodes are at `x`, interleaved xyz.
    #[inline]
    pub fn position(&self, point: u32, x: &[f64]) -> [f64; 3] {
        let at = |node: u32| 3 * node as usize;
        match self {
            Self::Nodes => [0, 1, 2].map(|i| x[at(point) + i]),
            Self::Weighted(weighted) => weighted.shares(point).fold([0.0; 3], |mut sum, (node, weight)| {
                (0..3).for_each(|i| sum[i] += weight * x[at(node) + i]);
                sum
            }),
        }
    }

    /// How heavy a point is whose nodes have these masses, kg: an impulse j on it changes its velocity by j/m and that of a node by
    /// its weight times j over the mass of the node. Nodes without mass do not move. A point names each of its nodes once.
    pub fn mass(&self, point: u32, mass: &[f64]) -> f64 {
        match self {
            Self::Nodes => mass[point as usize],
            Self::Weighted(weighted) => {
                let moved = weighted.shares(point).filter(|(node, _)| mass[*node as usize] > 0.0);
                moved.fold(0.0, |sum, (node, weight)| sum + weight * weight / mass[node as usize]).recip()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_where_their_weights_say() {
        let mut weighted = Weighted::default();
        assert!(weighted.is_empty());
        assert_eq!(weighted.push([(0, 0.25), (1, 0.75)]), 0);
        assert_eq!(weighted.push([]), 1);
        assert_eq!(weighted.push([(1, 1.0)]), 2);
        assert_eq!(weighted.len(), 3);
        let (x, points) = ([0.0, 0.0, 4.0, 8.0, 0.0, 0.0], Points::Weighted(weighted));
        assert_eq!(points.position(0, &x), [6.0, 0.0, 1.0]);
        assert_eq!(points.position(1, &x), [0.0; 3]);
        assert_eq!(points.position(2, &x), Points::Nodes.position(1, &x));
        assert_eq!(points.shares(0).collect::<Vec<_>>(), [(0, 0.25), (1, 0.75)]);
        assert_eq!(Points::Nodes.shares(1).collect::<Vec<_>>(), points.shares(2).collect::<Vec<_>>());
    }

    #[test]
    fn an_impulse_changes_the_velocity_of_a_point_by_its_mass() {
        let mut weighted = Weighted::default();
        weighted.push([(0, 0.25), (1, 0.75)]);
        let (points, mass) = (Points::Weighted(weighted), [2.0, 3.0]);
        let mut v = [0.0; 6];
        points.each(0, |node, weight| v[3 * node as usize] += 5.0 * weight / mass[node as usize]);
        let change = points.position(0, &v)[0];
        assert!((change - 5.0 / points.mass(0, &mass)).abs() < 1e-14);
        assert_eq!(Points::Nodes.mass(1, &mass), 3.0);
        assert_eq!(points.mass(0, &[0.0, 0.0]), f64::INFINITY);
    }
}
