//! Shells: a membrane, and what resists bending.

use std::sync::Arc;

use super::mesh::{Placed, Wrong};
use super::{Workshop, model};
use crate::body::{Bends, Cells, Inclusion, Solid};
use crate::energy::Energy;
use crate::energy::bending::{Bending, QuadraticBending, RestAngle};
use crate::energy::rayleigh::Rayleigh;
use crate::energy::strain::StrainEnergy;
use crate::geometry::mesh::Transform;
use crate::geometry::{FileMesh, TriMesh, prepare_surface};
use crate::material::Material;
use crate::scene::model::{ShellModel, ShellRest};

/// Angle below which a surface is flat, from coordinates with five digits.
const FLAT: f64 = 1e-4;

/// The surface of a mesh in its place, and the groups that are left of it: its triangles, or the boundary of a solid.
pub(super) fn surface(read: FileMesh, place: &Transform) -> Result<(Vec<[f64; 3]>, TriMesh), String> {
    let triangles = read.surface();
    if triangles.is_empty() {
        return Err("has no triangles: a shell is a surface, give a sheet, a surface from a file, or a solid shape for its skin".into());
    }
    let mut read = FileMesh { triangles, ..read };
    if !read.tets.is_empty() {
        read.tets.clear();
        let mut used = vec![false; read.points.len()];
        read.triangles.as_flattened().iter().for_each(|v| used[*v as usize] = true);
        read.groups.values_mut().for_each(|group| group.cells.clear());
        read.edges.clear();
        read.keep_points(&used);
        read.groups.retain(|_, group| !group.vertices.is_empty());
    }
    let mut mesh = read.into_surface();
    let own = mesh.points.clone();
    mesh.transform(place);
    let mesh = prepare_surface(mesh).map_err(|error| error.to_string())?;
    Bends::new(&mesh.triangles).map_err(|error| error.to_string())?;
    Ok((own, mesh))
}

impl Workshop<'_> {
    /// Puts what holds a shell together into the world; returns its membrane.
    pub(super) fn shell(
        &mut self,
        body: &model::Body,
        shell: &model::Shell,
        placed: &Placed,
        first: u32,
        material: &Arc<dyn Material>,
    ) -> Result<(Option<Arc<StrainEnergy>>, Vec<Inclusion>), Wrong> {
        let solid = &placed.solid;
        let Cells::Triangles(triangles) = &solid.cells else { return Ok((None, Vec::new())) };
        let in_mesh = |error: String| ("mesh".to_owned(), error);
        let numbers: Arc<[u32]> = solid.cells.flat().iter().map(|node| node + first).collect();
        let membrane =
            StrainEnergy::membranes(&self.made.rest, numbers, shell.thickness.get(), material.clone());
        let membrane = Arc::new(membrane.map_err(|error| in_mesh(error.to_string()))?.named(&body.name));
        let constants = body.material.as_ref().and_then(|material| material.constants().ok());
        let Some(constants) = constants else { return Ok((None, Vec::new())) };
        let (stiffness, poisson) = (shell.stiffness(&constants), constants.poisson());
        let rest = match shell.rest {
            ShellRest::Mesh => RestAngle::Mesh,
            ShellRest::Flat => RestAngle::Flat,
        };
        if shell.model == ShellModel::Quadratic
            && rest == RestAngle::Mesh
            && stiffness > 0.0
            && !is_flat(solid, triangles)
        {
            let message = "quadratic bends back to a flat shape, and the mesh has another one; use hinge or triangle, or say \
                           shell.rest = \"flat\"";
            return Err(("shell.model".to_owned(), message.to_owned()));
        }
        let bends = Bends::new(triangles).map_err(|error| in_mesh(error.to_string()))?.from(first);
        let (x, name) = (&self.made.rest[..], format!("{}.bending", body.name));
        let mut bending: Vec<Arc<dyn Energy>> = Vec::new();
        match shell.model {
            _ if stiffness == 0.0 => {}
            ShellModel::Hinge => {
                bending.push(Arc::new(Bending::of_edges(x, bends.edges, stiffness, rest).named(name)));
            }
            ShellModel::Quadratic => {
                bending.push(Arc::new(QuadraticBending::of_edges(x, bends.edges, stiffness).named(name)));
            }
            ShellModel::Triangle => {
                for (edges, nodes) in (1..).zip(bends.triangles) {
                    let set = Bending::of_triangles(x, nodes, edges, (stiffness, poisson), rest);
                    bending.push(Arc::new(set.named(name.clone())));
                }
            }
        }
        bending.retain(|one| !one.stencils().is_empty());
        let rayleigh = body.damping.rayleigh.get();
        for one in bending {
            if rayleigh > 0.0 {
                self.made.acts.energies.push(Box::new(Rayleigh::new(one.clone(), rayleigh)));
            }
            self.made.acts.energies.push(Box::new(one));
        }
        let elements = (0..triangles.len() as u32).collect();
        Ok((Some(membrane.clone()), vec![Inclusion { strain: membrane, elements }]))
    }
}

/// Whether all triangles are in one plane.
fn is_flat(solid: &Solid, triangles: &[[u32; 3]]) -> bool {
    let Ok(bends) = Bends::new(triangles) else { return true };
    let bending = Bending::of_edges(solid.points.as_flattened(), bends.edges, 1.0, RestAngle::Mesh);
    bending.rest().iter().all(|angle| angle.abs() < FLAT)
}
