//! Bodies of several materials: which element is of which, and what follows for masses and energies.

use std::sync::Arc;

use super::mesh::Placed;
use super::{Workshop, model};
use crate::body::{Cells, Inclusion, Solid, extent};
use crate::energy::strain::{StrainEnergy, StrainError};
use crate::material::Material;

/// The elements of one material.
pub(super) struct Share {
    pub(super) material: Arc<dyn Material>,
    /// Density above that of the body, kg/m³.
    excess: f64,
    /// Numbers within the body.
    pub(super) elements: Vec<u32>,
}

impl Workshop<'_> {
    /// The body's own elements, then those of every inclusion; none if a material or a region is impossible, and no
    /// share at all of a body without material.
    pub(super) fn shares(&mut self, key: &str, body: &model::Body, placed: &Placed) -> Option<Vec<Share>> {
        let solid = &placed.solid;
        let material = body.material.as_ref().filter(|_| placed.volume.is_none());
        let Some(material) = material else { return Some(Vec::new()) };
        let own = self.material(key, material, body.shell.is_some());
        let mut owner = vec![0; solid.cells.len()];
        let mut others = Vec::new();
        for (number, inclusion) in body.inclusion.iter().enumerate() {
            let key = format!("{key}.inclusion.{number}");
            let of_inclusion = self.material(&key, &inclusion.material, false);
            let picked = self.select(&key, &inclusion.region, placed);
            let (Some(of_inclusion), Some(picked)) = (of_inclusion, picked) else { continue };
            let mut inside = vec![false; solid.points.len()];
            picked.iter().for_each(|&node| inside[node as usize] = true);
            let mut count = 0;
            for (element, owner) in owner.iter_mut().enumerate() {
                if solid.cells.nodes(element).iter().all(|&node| inside[node as usize]) {
                    *owner = number + 1;
                    count += 1;
                }
            }
            if count == 0 {
                let message = "no element of the mesh has all its vertices there".to_owned();
                self.wrong(&key, ("where".to_owned(), message));
            }
            let excess = inclusion.material.mass_per_volume().get() - material.mass_per_volume().get();
            others.push(Share { material: of_inclusion, excess, elements: Vec::new() });
        }
        if others.len() < body.inclusion.len() {
            return None;
        }
        let own = Share { material: own?, excess: 0.0, elements: Vec::new() };
        let mut shares: Vec<Share> = std::iter::once(own).chain(others).collect();
        (0..).zip(owner).for_each(|(element, owner)| shares[owner].elements.push(element));
        Some(shares)
    }
}

/// Gives the elements of inclusions their own densities. Each element gives equal parts of its mass to its corners.
pub(super) fn weigh(solid: &mut Solid, shares: &[Share]) {
    for Share { excess, elements, .. } in shares.iter().skip(1) {
        for &element in elements {
            let nodes = solid.cells.nodes(element as usize);
            let more = excess * extent(&solid.points, nodes) / nodes.len() as f64;
            nodes.iter().for_each(|&node| solid.mass[node as usize] += more);
        }
    }
}

/// The strain energy of all elements as if they were of the body's material, and one for each share: the same one if
/// there is but one; nothing without shares.
pub(super) fn strains(
    name: &str,
    solid: &Solid,
    rest: &[f64],
    first: u32,
    shares: &[Share],
) -> Result<(Option<Arc<StrainEnergy>>, Vec<Inclusion>), StrainError> {
    let Some(own) = shares.first() else { return Ok((None, Vec::new())) };
    let whole = solid.strain(rest, first, own.material.clone())?;
    let whole = Arc::new(whole.named(name));
    if let [only] = shares {
        return Ok((Some(whole.clone()), vec![Inclusion { strain: whole, elements: only.elements.clone() }]));
    }
    let part = |(number, share): (usize, &Share)| {
        let numbers: Arc<[u32]> = share
            .elements
            .iter()
            .flat_map(|&e| solid.cells.nodes(e as usize))
            .map(|node| node + first)
            .collect();
        let material = share.material.clone();
        let strain = match solid.cells {
            Cells::Tets(_) => StrainEnergy::tets(rest, numbers, material),
            _ => StrainEnergy::triangles(rest, numbers, material),
        }?;
        let name = if number == 0 { name.to_owned() } else { format!("{name}.inclusion.{}", number - 1) };
        Ok(Inclusion { strain: Arc::new(strain.named(name)), elements: share.elements.clone() })
    };
    Ok((Some(whole), shares.iter().enumerate().map(part).collect::<Result<_, _>>()?))
}
