//! The state a body starts from.

use super::mesh::Wrong;
use crate::body::Solid;
use crate::geometry::mesh::bounds;
use crate::math::vec3::sub;
use crate::scene::model::{self, Start, array};

/// Positions and velocities.
pub(super) type State = (Vec<[f64; 3]>, Vec<[f64; 3]>);

/// Positions and velocities at the start.
pub(super) fn state(body: &model::Body, solid: &Solid) -> Result<State, Wrong> {
    let x = positions(body.start.as_ref(), solid)?;
    let total: f64 = solid.mass.iter().sum();
    let mut center = [0.0; 3];
    for (x, m) in x.iter().zip(&solid.mass) {
        (0..3).for_each(|i| center[i] += m * x[i] / total);
    }
    let (velocity, omega) = (array(&body.velocity), array(&body.angular_velocity));
    let v = x.iter().map(|x| {
        let r = sub(*x, center);
        [
            velocity[0] + omega[1] * r[2] - omega[2] * r[1],
            velocity[1] + omega[2] * r[0] - omega[0] * r[2],
            velocity[2] + omega[0] * r[1] - omega[1] * r[0],
        ]
    });
    let v = v.collect();
    Ok((x, v))
}

fn positions(start: Option<&Start>, solid: &Solid) -> Result<Vec<[f64; 3]>, Wrong> {
    let rest = &solid.points;
    Ok(match start {
        None => rest.clone(),
        Some(Start::Point(point)) => vec![array(point); rest.len()],
        Some(Start::Positions(places)) => {
            let (found, wanted) = (places.len(), rest.len());
            if found != wanted {
                let message =
                    format!("has {found} places, but the mesh has {wanted} vertices: give one for each");
                return Err(("start.positions".into(), message));
            }
            places.iter().map(array).collect()
        }
        Some(Start::Stretch(factors)) => {
            let [low, high] = bounds(rest).unwrap_or_default();
            let factors = array(factors);
            let stretch = |x: &[f64; 3]| {
                [0, 1, 2].map(|i| {
                    let middle = 0.5 * (low[i] + high[i]);
                    middle + factors[i] * (x[i] - middle)
                })
            };
            rest.iter().map(stretch).collect()
        }
        Some(Start::Random { seed }) => {
            let [low, high] = bounds(rest).unwrap_or_default();
            let mut random = SplitMix(u64::from(*seed));
            rest.iter().map(|_| [0, 1, 2].map(|i| low[i] + (high[i] - low[i]) * random.unit())).collect()
        }
    })
}

/// Steele, Lea & Flood's generator: the same numbers for a seed on every machine.
struct SplitMix(u64);

impl SplitMix {
    /// A number in [0, 1).
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / 2f64.powi(64)
    }
}
