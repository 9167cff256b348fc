//! Springs between the vertices of a body: beside its material, or all it is made of.

use super::mesh::{Placed, Wrong};
use super::{Kind, Problem, Workshop, model};
use crate::body::Cells;
use crate::energy::spring::{Form, Springs};
use crate::geometry::net::{self, Pairs};
use crate::math::vec3::distance;
use crate::scene::model::{BodyKind, Diagonals, SpringLaw};

/// Springs of one stiffness, N/m.
type Set = (Pairs, f64);

impl Workshop<'_> {
    /// Makes the springs of a body whose nodes are numbered from `first`, and tells how many.
    pub(super) fn springs(&mut self, key: &str, body: &model::Body, placed: &Placed, first: usize) -> usize {
        let Some(springs) = &body.springs else { return 0 };
        let sets = match body.kind {
            BodyKind::Springs => net(springs, placed),
            _ => Ok(vec![(placed.solid.cells.edges(), springs.stiffness.get())]),
        };
        let sets = match sets {
            Ok(sets) => sets,
            Err(wrong) => {
                self.wrong(key, wrong);
                return 0;
            }
        };
        let points = &placed.solid.points;
        let length = |&[a, b]: &[u32; 2]| distance(points[a as usize], points[b as usize]);
        let pairs = || sets.iter().flat_map(|(pairs, _)| pairs);
        let nodes = pairs().flatten().map(|node| node + first as u32).collect();
        let stiffness = sets.iter().flat_map(|(pairs, k)| pairs.iter().map(|_| *k)).collect();
        let form = match springs.law {
            SpringLaw::Hookean => Form::Hookean,
            SpringLaw::Squared => Form::Squared,
        };
        match Springs::new(nodes, pairs().map(length).collect(), stiffness, form) {
            Ok(springs) if !springs.lengths().is_empty() => self.made.acts.energies.push(Box::new(springs)),
            Ok(_) => {}
            Err(error) => {
                let key = format!("{key}.springs");
                self.problems.push(Problem::new(Kind::Impossible, key, error.to_string()));
            }
        }
        pairs().count()
    }
}

/// The springs of a body of springs.
fn net(springs: &model::Springs, placed: &Placed) -> Result<Vec<Set>, Wrong> {
    let wanted = |k: Option<model::Number>| k.map(model::Number::get).filter(|k| *k > 0.0);
    let (k, shear, bending) = (springs.stiffness.get(), wanted(springs.shear), wanted(springs.bending));
    let cells = &placed.solid.cells;
    if let Some(grid) = placed.grid {
        let alternating = springs.diagonals == Some(Diagonals::Alternating);
        let mut sets = vec![(net::grid_lines(grid), k)];
        sets.extend(shear.map(|k| (net::grid_diagonals(grid, alternating), k)));
        sets.extend(bending.map(|k| (net::grid_bends(grid), k)));
        return Ok(sets);
    }
    if shear.is_some() {
        let message = "only a grid has cells with diagonals: a sheet of the pattern regular, or a rectangle; of other \
                       meshes all edges have the stiffness of springs.stiffness. Remove this key";
        return Err(("springs.shear".into(), message.into()));
    }
    let mut sets = vec![(cells.edges(), k)];
    if let Some(k) = bending {
        let pairs = match cells {
            Cells::Triangles(triangles) => net::triangle_bends(triangles),
            Cells::Lines(lines) => net::line_bends(lines),
            Cells::Tets(_) | Cells::Points(_) => {
                let message = "only lines and surfaces bend: remove this key";
                return Err(("springs.bending".into(), message.into()));
            }
        };
        sets.push((pairs, k));
    }
    Ok(sets)
}
