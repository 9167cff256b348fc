//! What may touch an obstacle.

use std::sync::Arc;

use crate::energy::{Points, Weighted};

/// Points that may touch: nodes, or what is seen of a body whose surface rides along in others.
#[derive(Clone, Debug, Default)]
pub struct Vertices {
    points: Arc<Points>,
    numbers: Arc<[u32]>,
}

impl Vertices {
    /// What they are.
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// Their numbers among the points.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Where one is, by its number among the points, if the nodes are at `x`; or how fast, if these are velocities.
    #[inline]
    pub fn at(&self, x: &[f64], point: u32) -> [f64; 3] {
        self.points.position(point, x)
    }
}

/// Nodes.
impl FromIterator<u32> for Vertices {
    fn from_iter<I: IntoIterator<Item = u32>>(nodes: I) -> Self {
        Self { points: Arc::default(), numbers: nodes.into_iter().collect() }
    }
}

/// Points of which some are means of nodes. Where each is one node, these nodes.
impl From<Weighted> for Vertices {
    fn from(points: Weighted) -> Self {
        match points.nodes() {
            Some(nodes) => nodes.into_iter().collect(),
            None => {
                let numbers = (0..points.len() as u32).collect();
                Self { points: Points::Weighted(points).into(), numbers }
            }
        }
    }
}
