//! Collision springs as constraints C = √k d·n ≥ 0.

use std::ops::Range;

use super::CollisionSprings;
use crate::energy::Compliance;

impl Compliance for CollisionSprings {
    fn constrain(&self, x: &[f64], places: Range<usize>, c: &mut [f64], gradient: &mut [f64]) {
        let root = self.law.stiffness.sqrt();
        for ((place, c), gradient) in places.zip(c).zip(gradient.chunks_exact_mut(3)) {
            let (distance, normal) = self.apart(x, place);
            *c = root * distance;
            gradient.copy_from_slice(&normal.map(|n| root * n));
        }
    }

    fn one_sided(&self) -> bool {
        true
    }
}
