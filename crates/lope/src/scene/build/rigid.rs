//! Rigid bodies: four nodes for the mass, and the surface that rides along.

use std::sync::Arc;

use super::load::Target;
use super::mesh::{Placed, Wrong};
use super::{Workshop, model};
use crate::body::select::Groups;
use crate::body::{Cells, Heft, Skin};
use crate::energy::strain::{StrainEnergy, StrainError};
use crate::geometry::inertia::{Moments, open_edges};
use crate::geometry::inspect::prepare;
use crate::geometry::mesh::{Transform, extreme};
use crate::geometry::orient::orient;
use crate::geometry::{Embedding, FileMesh, boundary};
use crate::material::{self, Material, Model, Parameters};
use crate::math::small::{mul, transpose};
use crate::math::vec3::{Vec3, cross, norm, scaled, sub};

/// A volume below this part of the cube of the largest extent is none.
const FLAT: f64 = 1e-12;

/// Places a rigid body: `named` adds the file to what is wrong with the mesh.
pub(super) fn place(
    body: &model::Body,
    read: FileMesh,
    place: Transform,
    named: &dyn Fn(String) -> Wrong,
) -> Result<Placed, Wrong> {
    let mut notes = read.notes.clone();
    let (own, groups, triangles, moments) = match read.tets.is_empty() {
        true => surface(read, &place, &mut notes).map_err(named)?,
        false => solid(read, &place, &mut notes).map_err(named)?,
    };
    let points: Vec<Vec3> = own.iter().map(|point| place.apply(*point)).collect();
    let size = extreme(&points).unwrap_or(0.0);
    if size > 0.0 {
        return Err(named(crate::geometry::inspect::Problem::Extreme { size }.to_string()));
    }
    let extent = crate::geometry::mesh::bounds(&points)
        .map_or(0.0, |[low, high]| sub(high, low).into_iter().fold(0.0, f64::max));
    if moments.volume <= FLAT * extent.powi(3) {
        return Err(named(
            "encloses no volume, and a rigid body needs one; use kind = \"springs\" for a sheet".into(),
        ));
    }
    let mass = match (&body.mass, &body.material) {
        (Some(mass), _) => mass.get(),
        (None, Some(material)) => material.mass_per_volume().get() * moments.volume,
        (None, None) => 0.0,
    };
    let density = mass / moments.volume;
    let second = moments.second.map(|row| scaled(row, density));
    let mut heft = Heft { mass, center: moments.center, second };
    if let Some(own) = body.rigid.as_ref().and_then(|rigid| rigid.tensor().ok().flatten()) {
        let turned = mul(&mul(&place.rotation, &own), &transpose(&place.rotation));
        heft = heft.with_inertia(turned).ok_or_else(|| {
            let message =
                "is that of no body: every moment must be positive and no more than the other two together";
            ("rigid.inertia".to_owned(), message.to_owned())
        })?;
    }
    let solid = heft.solid();
    let corners = [0, 1, 2, 3].map(|k| solid.points[k]);
    let embedding = Embedding::affine(corners, &points);
    let skin = Some(Skin { triangles, embedding });
    let volume = moments.volume;
    Ok(Placed { solid, fine: own.clone(), own, groups, notes, skin, grid: None, place, volume: Some(volume) })
}

/// Vertices in the mesh's own coordinates, their groups, triangles that face outwards, and what is inside once it is in its place.
type Hull = (Vec<Vec3>, Groups, Vec<[u32; 3]>, Moments);

fn solid(read: FileMesh, place: &Transform, notes: &mut Vec<String>) -> Result<Hull, String> {
    let mesh = read.into_mesh();
    let own = mesh.points.clone();
    let mut placed = mesh;
    placed.transform(place);
    let (mesh, found) = prepare(placed).map_err(|error| error.to_string())?;
    notes.extend(found.iter().map(ToString::to_string));
    let moments = Moments::of_tets(&mesh.points, &mesh.tets);
    let skin = boundary(&mesh);
    let kept = skin.vertices();
    let new = |vertex: u32| kept.binary_search(&vertex).ok().map(|k| k as u32);
    let triangles = skin.triangles.iter().map(|t| t.map(|v| new(v).unwrap_or(0))).collect();
    let groups = mesh.groups.iter();
    let groups = groups.map(|(name, group)| {
        (name.clone(), group.vertices.iter().filter_map(|vertex| new(*vertex)).collect())
    });
    Ok((kept.iter().map(|v| own[*v as usize]).collect(), groups.collect(), triangles, moments))
}

fn surface(read: FileMesh, place: &Transform, notes: &mut Vec<String>) -> Result<Hull, String> {
    let FileMesh { points: own, triangles, groups, .. } = read;
    if triangles.is_empty() {
        return Err("has no triangles: a rigid body needs a closed surface or tetrahedra".into());
    }
    if let Some(vertex) = own.iter().position(|point| point.iter().any(|x| !x.is_finite())) {
        return Err(format!("vertex {vertex} has a coordinate that is not a finite number"));
    }
    if let Some(number) = triangles.iter().position(|t| t.iter().any(|v| *v as usize >= own.len())) {
        return Err(format!("triangle {number} names a vertex beyond the {} there are", own.len()));
    }
    let mut used = vec![false; own.len()];
    triangles.iter().flatten().for_each(|v| used[*v as usize] = true);
    let points: Vec<Vec3> = own.iter().map(|point| place.apply(*point)).collect();
    let (triangles, turned) = orient(&points, &triangles);
    let open = open_edges(&triangles);
    if open > 0 {
        return Err(format!(
            "its surface is open at {open} edges, and a rigid body needs a closed one; merge vertices that are at one place by \
             merge = 1e-6, or close it"
        ));
    }
    if turned.turned > 0 {
        notes.push(format!("turned {} triangles of the surface to face outwards", turned.turned));
    }
    let mut new = vec![u32::MAX; own.len()];
    new.iter_mut()
        .zip(&used)
        .filter(|(_, used)| **used)
        .zip(0..)
        .for_each(|((new, _), number)| *new = number);
    let moments = Moments::of_surface(&points, &triangles);
    let groups = groups.iter().map(|(name, group)| {
        let own = group.vertices.iter().map(|v| new[*v as usize]).filter(|v| *v != u32::MAX);
        (name.clone(), own.collect())
    });
    let triangles = triangles.iter().map(|t| t.map(|v| new[v as usize])).collect();
    let own = own.into_iter().zip(used).filter_map(|(point, used)| used.then_some(point)).collect();
    Ok((own, groups.collect(), triangles, moments))
}

impl Workshop<'_> {
    /// What keeps the shape of a rigid body whose nodes are numbered from `first`: κ/2 ‖F − R‖² in all of its volume. Its four
    /// nodes have a smaller one.
    pub(super) fn stiffening(
        &self,
        body: &model::Body,
        placed: &Placed,
        first: u32,
    ) -> Result<Arc<StrainEnergy>, StrainError> {
        let stiffness = body.rigid.clone().unwrap_or_default().stiffness.get();
        let held = |kappa: f64| -> Arc<dyn Material> {
            material::build(Model::Arap, Parameters::from_kappa(Model::Arap, kappa, 0.0), false)
        };
        let Cells::Tets(tets) = &placed.solid.cells else { return Err(StrainError::Flat { element: 0 }) };
        let nodes: Arc<[u32]> = tets.as_flattened().iter().map(|node| node + first).collect();
        let own = StrainEnergy::tets(&self.made.rest, nodes.clone(), held(stiffness))?.volume(0);
        let kappa = stiffness * placed.volume.unwrap_or(own) / own;
        Ok(Arc::new(StrainEnergy::tets(&self.made.rest, nodes, held(kappa))?.named(&body.name)))
    }

    /// The nodes that a pin of a rigid body leads: all of them.
    pub(super) fn whole(&mut self, key: &str, region: &model::Where, placed: &Placed) -> Option<Vec<u32>> {
        let picked = self.select(key, region, placed)?.len();
        if picked < placed.own.len() {
            let message = format!(
                "selects {picked} of {} vertices, and a rigid body is held as a whole: select all of it by all = true, or hold a \
                 point of it by a [[joint]] with \"world\"",
                placed.own.len()
            );
            self.refuse(format!("{key}.where"), message);
            return None;
        }
        Some((0..placed.solid.points.len() as u32).collect())
    }

    /// What vertices of a rigid body select: all of it, pushed at the middle of the faces there.
    pub(super) fn target_of_rigid(
        &self,
        body: usize,
        picked: &[u32],
        region: Option<&model::Where>,
    ) -> Target {
        let all = matches!(region, None | Some(model::Where::All(_)));
        let body = &self.made.bodies[body];
        let nodes: Vec<u32> = body.nodes.clone().map(|node| node as u32).collect();
        let mut weights = vec![0.25; nodes.len()];
        if let Some(skin) = body.skin.as_ref().filter(|_| !all) {
            let mut points = vec![0.0; 3 * skin.embedding.len()];
            skin.embedding.apply(&self.made.rest[3 * body.nodes.start..3 * body.nodes.end], &mut points);
            let areas = shares(&skin.triangles, points.as_chunks().0, picked);
            weights.fill(0.0);
            for (area, (corners, parts)) in areas.iter().zip(skin.embedding.points()) {
                corners.iter().zip(parts).for_each(|(corner, part)| weights[*corner as usize] += area * part);
            }
        }
        Target {
            nodes,
            faces: Vec::new(),
            solid: false,
            cells: Vec::new(),
            thin: false,
            all,
            weights: Some(weights),
        }
    }

    /// The nodes of a rigid body whose centre is in a region of the world.
    pub(super) fn rigid_in(&self, body: usize, region: Option<&model::Where>) -> Vec<u32> {
        let nodes = self.made.bodies[body].nodes.clone();
        let points: &[Vec3] = &self.made.rest.as_chunks().0[nodes.clone()];
        let whole = model::Where::All(true);
        let picked = region.unwrap_or(&whole).region().select(&[super::mean(points)], &Groups::new());
        if picked.is_ok_and(|picked| !picked.is_empty()) {
            nodes.map(|node| node as u32).collect()
        } else {
            Vec::new()
        }
    }
}

/// The part of each vertex in the area of the faces all of whose corners are picked; where there is no such face, all that are
/// picked have the same.
fn shares(triangles: &[[u32; 3]], points: &[Vec3], picked: &[u32]) -> Vec<f64> {
    let mut same = vec![0.0; points.len()];
    picked.iter().for_each(|vertex| same[*vertex as usize] = 1.0);
    let mut areas = vec![0.0; points.len()];
    for triangle in triangles.iter().filter(|t| t.iter().all(|vertex| same[*vertex as usize] > 0.0)) {
        let [a, b, c] = triangle.map(|vertex| points[vertex as usize]);
        let area = norm(cross(sub(b, a), sub(c, a)));
        triangle.iter().for_each(|vertex| areas[*vertex as usize] += area);
    }
    let found = if areas.iter().any(|area| *area > 0.0) { areas } else { same };
    let total: f64 = found.iter().sum();
    found.into_iter().map(|area| area / total).collect()
}
