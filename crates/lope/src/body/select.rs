//! Which vertices of a body are meant: by place, by number, by group.

use std::collections::BTreeMap;

use crate::math::vec3::distance_squared;

/// A way to pick vertices.
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// Between two corners, the faces included.
    Box {
        /// Least coordinates, m.
        min: [f64; 3],
        /// Greatest coordinates, m.
        max: [f64; 3],
    },
    /// Within a radius of a point, the sphere included.
    Sphere {
        /// The point, m.
        center: [f64; 3],
        /// The radius, m.
        radius: f64,
    },
    /// Where n·(x − p) ≥ 0.
    HalfSpace {
        /// A point p of the plane, m.
        point: [f64; 3],
        /// The normal n, of any length.
        normal: [f64; 3],
    },
    /// By number, from 0.
    Vertices(Vec<u32>),
    /// Every vertex.
    All,
    /// A named group of the mesh.
    Group(String),
}

/// Named groups of vertices of a mesh.
pub type Groups = BTreeMap<String, Vec<u32>>;

/// Why a selection means nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SelectError {
    /// A number without vertex.
    #[error("there is no vertex {vertex}: the mesh has {count}, numbered from 0")]
    NoSuchVertex {
        /// The number.
        vertex: u32,
        /// Vertices of the mesh.
        count: usize,
    },
    /// A group the mesh does not have.
    #[error("the mesh has no group \"{group}\"; it has {}", list(known))]
    NoSuchGroup {
        /// The name asked for.
        group: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// Nothing is there.
    #[error("selects no vertex of the mesh, whose corners are {min:.3?} and {max:.3?}")]
    Nothing {
        /// Least coordinates of the mesh, m.
        min: [f64; 3],
        /// Greatest coordinates of the mesh, m.
        max: [f64; 3],
    },
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

impl Region {
    /// The vertices meant, in increasing order, each once.
    ///
    /// # Errors
    /// If there is no such vertex or group, or nothing is selected.
    pub fn select(&self, points: &[[f64; 3]], groups: &Groups) -> Result<Vec<u32>, SelectError> {
        let mut picked: Vec<u32> = match self {
            Self::Vertices(list) => list.clone(),
            Self::Group(group) => groups.get(group).cloned().ok_or_else(|| SelectError::NoSuchGroup {
                group: group.clone(),
                known: groups.keys().cloned().collect(),
            })?,
            _ => (0..).zip(points).filter(|(_, point)| self.contains(**point)).map(|(i, _)| i).collect(),
        };
        picked.sort_unstable();
        picked.dedup();
        match picked.last() {
            Some(&vertex) if vertex as usize >= points.len() => {
                Err(SelectError::NoSuchVertex { vertex, count: points.len() })
            }
            Some(_) => Ok(picked),
            None => {
                let extreme = |of: fn(f64, f64) -> f64, from: f64| {
                    [0, 1, 2].map(|i| points.iter().map(|p| p[i]).fold(from, of))
                };
                let (min, max) = (extreme(f64::min, f64::INFINITY), extreme(f64::max, f64::NEG_INFINITY));
                Err(SelectError::Nothing { min, max })
            }
        }
    }

    /// Whether a region of space holds the point; lists and groups hold none.
    fn contains(&self, x: [f64; 3]) -> bool {
        match self {
            Self::Box { min, max } => (0..3).all(|i| min[i] <= x[i] && x[i] <= max[i]),
            Self::Sphere { center, radius } => distance_squared(x, *center) <= radius * radius,
            Self::HalfSpace { point, normal } => {
                (0..3).map(|i| normal[i] * (x[i] - point[i])).sum::<f64>() >= 0.0
            }
            Self::All => true,
            Self::Vertices(_) | Self::Group(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(region: Region) -> Result<Vec<u32>, SelectError> {
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [1.0, 2.0, 3.0]];
        region.select(&points, &Groups::from([("top".into(), vec![3, 2])]))
    }

    #[test]
    fn regions_include_their_boundary() {
        assert_eq!(pick(Region::Box { min: [0.0; 3], max: [1.0, 2.0, 0.0] }), Ok(vec![0, 1, 2]));
        assert_eq!(pick(Region::Sphere { center: [0.0; 3], radius: 1.0 }), Ok(vec![0, 1]));
        assert_eq!(
            pick(Region::HalfSpace { point: [0.0, 2.0, 0.0], normal: [0.0, 5.0, 0.0] }),
            Ok(vec![2, 3])
        );
        assert_eq!(pick(Region::All), Ok(vec![0, 1, 2, 3]));
    }

    #[test]
    fn lists_are_sorted_and_checked() {
        assert_eq!(pick(Region::Vertices(vec![3, 1, 3])), Ok(vec![1, 3]));
        assert_eq!(pick(Region::Group("top".into())), Ok(vec![2, 3]));
        let error = |region| pick(region).unwrap_err().to_string();
        assert_eq!(error(Region::Vertices(vec![4])), "there is no vertex 4: the mesh has 4, numbered from 0");
        assert_eq!(error(Region::Group("tip".into())), "the mesh has no group \"tip\"; it has top");
        let nothing = error(Region::Sphere { center: [9.0; 3], radius: 1.0 });
        assert_eq!(
            nothing,
            "selects no vertex of the mesh, whose corners are [0.000, 0.000, 0.000] and [1.000, 2.000, 3.000]"
        );
    }
}
