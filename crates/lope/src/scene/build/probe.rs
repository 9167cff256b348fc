//! Probes of bodies.

use std::collections::BTreeSet;

use super::load::Target;
use super::{Workshop, model};
use crate::energy::load::Faces;
use crate::math::vec3::Vec3;
use crate::scene::model::{Quantity, array};
use crate::world::{Measure, Piece, Probe, Spot};

impl Workshop<'_> {
    /// Makes all probes, once all bodies are there.
    pub(super) fn probes(&mut self) -> Vec<Probe> {
        let scene = self.scene;
        let mut made = Vec::new();
        for (number, probe) in scene.probe.iter().enumerate() {
            let key = format!("probe.{number}");
            let Some(body) = self.body_of(&key, probe) else { continue };
            let measures: Option<Vec<Measure>> = self.measures(&key, probe, body);
            made.extend(measures.map(|measures| Probe { name: probe.name.clone(), measures }));
        }
        made
    }

    fn body_of(&mut self, key: &str, probe: &model::Probe) -> Option<usize> {
        let names: Vec<String> = self.made.bodies.iter().map(|body| body.name.clone()).collect();
        let found = match &probe.body {
            Some(name) => names.iter().position(|other| other == name),
            None => (names.len() == 1).then_some(0),
        };
        if found.is_none() {
            let what = probe.body.as_ref().map_or_else(
                || "is needed where there are several".to_owned(),
                |name| format!("there is no body \"{name}\""),
            );
            self.refuse(format!("{key}.body"), format!("{what}; there are {}", names.join(", ")));
        }
        found
    }

    fn measures(&mut self, key: &str, probe: &model::Probe, body: usize) -> Option<Vec<Measure>> {
        let name = self.made.bodies[body].name.clone();
        let mut locate = |key: String, point: Vec3| match self.locate(&name, point) {
            Ok((spot, _)) => Some(spot),
            Err((_, message)) => {
                self.refuse(key, message);
                None
            }
        };
        if let Some(points) = &probe.points {
            let places = points.iter().enumerate();
            let spots: Option<Vec<Spot>> =
                places.map(|(i, point)| locate(format!("{key}.points.{i}"), array(point))).collect();
            let spots = spots?;
            let of = |quantity: &Quantity| match quantity {
                Quantity::Angle => spots.clone().try_into().ok().map(Measure::Angle),
                _ => Some(Measure::Distance(spots.clone())),
            };
            return probe.record.iter().map(of).collect();
        }
        let (spot, target) = match &probe.point {
            Some(point) => {
                let spot = locate(format!("{key}.point"), array(point))?;
                let mut nodes: Vec<u32> = spot.iter().map(|(node, _)| *node).collect();
                nodes.sort_unstable();
                (spot, self.around(nodes, body))
            }
            None => {
                let target = self.target_of(key, body, probe.region.as_ref())?;
                let mass = |node: &u32| self.made.mass[*node as usize];
                let total: f64 = target.nodes.iter().map(mass).sum();
                let by_mass = || target.nodes.iter().map(|node| mass(node) / total).collect();
                let weights = target.weights.clone().unwrap_or_else(by_mass);
                (target.nodes.iter().copied().zip(weights).collect(), target)
            }
        };
        probe.record.iter().map(|quantity| self.measure(key, *quantity, body, &spot, &target)).collect()
    }

    /// The elements that have all of some nodes.
    fn around(&self, nodes: Vec<u32>, body: usize) -> Target {
        let body = &self.made.bodies[body];
        let first = body.nodes.start as u32;
        let all = (0..body.cells.len()).map(|element| body.cells.nodes(element));
        let all = all.map(|element| element.iter().map(|node| node + first).collect::<Vec<u32>>());
        // Of a rigid body the one element has the volume of four nodes.
        let around = |element: &Vec<u32>| !body.rigid && nodes.iter().all(|node| element.contains(node));
        let cells = all.filter(around).collect();
        Target { nodes, faces: Vec::new(), solid: false, cells, thin: false, all: false, weights: None }
    }

    fn measure(
        &mut self,
        key: &str,
        quantity: Quantity,
        body: usize,
        spot: &Spot,
        target: &Target,
    ) -> Option<Measure> {
        let spot = || spot.clone();
        match quantity {
            Quantity::Position => Some(Measure::Position(spot())),
            Quantity::Displacement => Some(Measure::Displacement(spot())),
            Quantity::Velocity => Some(Measure::Velocity(spot())),
            Quantity::Stress
                if self.made.bodies[body].strain.as_ref().is_some_and(|strain| strain.is_membrane()) =>
            {
                let message = "stress is measured in solids, not in shells: remove it";
                self.refuse(format!("{key}.record"), message);
                None
            }
            Quantity::Stress => {
                let pieces = self.pieces(body, target);
                if pieces.is_empty() {
                    let message = "stress is of elements of a material, and none has all its vertices there; select more";
                    self.refuse(format!("{key}.where"), message);
                    return None;
                }
                Some(Measure::Stress(pieces))
            }
            Quantity::Area => match target.faces() {
                Some(faces) => Some(Measure::Area(faces)),
                None => {
                    let message =
                        "area is of a surface, and no face of one has all its vertices there; select more";
                    self.refuse(format!("{key}.where"), message);
                    None
                }
            },
            Quantity::Volume => {
                let cells = || target.cells.iter().filter(|cell| cell.len() == self.filling());
                let filled: BTreeSet<u32> = cells().flatten().copied().collect();
                let closed = target.faces().filter(|faces: &Faces| faces.rim().is_empty());
                let bare = target.nodes.iter().any(|node| !filled.contains(node));
                if !(filled.is_empty() || bare && closed.is_some()) {
                    return Some(Measure::Content(cells().cloned().collect()));
                }
                let Some(faces) = closed else {
                    let message = "volume is of elements or of what a closed surface encloses, and this is an open region; select all \
                                   of a cavity or of the body";
                    self.refuse(format!("{key}.where"), message);
                    return None;
                };
                // Out of a cavity, into the body.
                Some(Measure::Enclosed(if target.solid { faces.turned() } else { faces }))
            }
            Quantity::Distance | Quantity::Angle => None,
        }
    }

    /// Nodes of an element that fills space.
    fn filling(&self) -> usize {
        if self.scene.dimension == 2 { 3 } else { 4 }
    }

    /// The elements of a target with their materials.
    fn pieces(&self, body: usize, target: &Target) -> Vec<Piece> {
        let body = &self.made.bodies[body];
        let Some(own) = &body.strain else { return Vec::new() };
        let first = body.nodes.start as u32;
        let mut materials = vec![own.material(); body.cells.len()];
        for inclusion in &body.inclusions {
            inclusion.elements.iter().for_each(|element| {
                materials[*element as usize] = inclusion.strain.material();
            });
        }
        let wanted: BTreeSet<&[u32]> = target.cells.iter().map(Vec::as_slice).collect();
        let piece = |element: usize| {
            let nodes: Vec<u32> = body.cells.nodes(element).iter().map(|node| node + first).collect();
            let material = materials[element].clone();
            wanted.contains(nodes.as_slice()).then_some(Piece { nodes, material })
        };
        (0..body.cells.len()).filter_map(piece).collect()
    }
}
