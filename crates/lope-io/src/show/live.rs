//! A world as it runs.

use lope::body::{Body, Inclusion, Strained};
use lope::energy::CHUNK;
use lope::energy::strain::StrainEnergy;
use lope::math::vec3::norm;
use lope::scene::build::Scenery;
use lope::world::World;
use rayon::prelude::*;

use super::compact::{Around, Compact, Merge};
use super::patch::Patches;
use super::surface::{behind, leaders, surface};
use super::{Colour, Role, Shown, ShownPart, Snapshot, gap};

/// What is seen of a world. Belongs to the world it was made for.
pub struct Live {
    parts: Vec<ShownPart>,
    bodies: Vec<Seen>,
    obstacles: Vec<Scenery>,
    scratch: Scratch,
}

/// How the vertices of a body follow from its nodes.
struct Seen {
    /// The node that leads each vertex, among those of the world; without a skin, the one it is.
    nodes: Vec<u32>,
    around: Around,
    /// Made when somebody asks for pressures.
    patches: Option<Patches>,
    skin: bool,
}

/// Room that is kept from moment to moment.
#[derive(Default)]
struct Scratch {
    /// Vectors of the vertices of a skin.
    fine: Vec<f64>,
    /// Vectors of all nodes.
    nodes: Vec<f64>,
    /// One number an element.
    elements: Vec<f64>,
    /// Several numbers an element.
    strained: Vec<f64>,
    /// One number an element of another material.
    inclusion: Vec<f64>,
}

impl Live {
    /// Finds what there is to see.
    pub fn new(world: &World, obstacles: &[Scenery]) -> Self {
        let (mut parts, bodies): (Vec<ShownPart>, Vec<Seen>) = world.bodies().iter().map(of_body).unzip();
        parts.extend(obstacles.iter().map(|scenery| ShownPart {
            name: scenery.name.clone(),
            role: Role::Obstacle,
            shown: Shown::Faces,
            corners: scenery.surface.triangles.as_flattened().to_vec(),
            vertices: scenery.surface.points.len(),
            moves: scenery.obstacle.moves(),
        }));
        Self { parts, bodies, obstacles: obstacles.to_vec(), scratch: Scratch::default() }
    }

    /// The parts: the bodies in their order, then the obstacles.
    pub fn parts(&self) -> &[ShownPart] {
        &self.parts
    }

    /// The node of the world that leads a vertex most: what to take hold of. None of obstacles.
    pub fn node_of(&self, part: usize, vertex: usize) -> Option<u32> {
        self.bodies.get(part)?.nodes.get(vertex).copied()
    }

    /// Of a part whose vertices ride along in elements, nodes of the world and weights of each vertex; none of others, whose
    /// vertices are nodes.
    pub fn points_of<'a>(
        &self,
        world: &'a World,
        part: usize,
    ) -> Option<impl Iterator<Item = ([u32; 4], [f64; 4])> + use<'a>> {
        self.bodies.get(part).filter(|seen| seen.skin)?;
        let body = world.bodies().get(part)?;
        let first = body.nodes.start as u32;
        let points = body.skin.as_ref()?.embedding.points();
        Some(points.map(move |(nodes, weights)| (nodes.map(|node| first + node), weights)))
    }

    /// Takes down where everything is. Allocates nothing once the snapshot has its size, but for forces on nodes.
    pub fn capture(&mut self, world: &World, colour: Colour, out: &mut Snapshot) {
        let state = world.state();
        (out.time, out.step) = (state.t, world.step_number());
        out.poses.resize_with(self.parts.len(), Default::default);
        let (bodies, obstacles) = out.poses.split_at_mut(self.bodies.len());
        let scratch = &mut self.scratch;
        let forces = match colour {
            Colour::Contact | Colour::Pressure => {
                let [normal, _] = world.contact_forces();
                normal
            }
            Colour::Reaction => world.reactions(),
            _ => Vec::new(),
        };
        if colour == Colour::Displacement {
            let gone = state.x.iter().zip(world.rest()).map(|(x, rest)| x - rest);
            scratch.nodes.clear();
            scratch.nodes.extend(gone);
        }
        for ((body, seen), pose) in world.bodies().iter().zip(&mut self.bodies).zip(bodies) {
            pose.points.clear();
            vectors(body, seen, &state.x, &mut scratch.fine, |p| pose.points.extend(p.map(|x| x as f32)));
            pose.values.clear();
            let values = &mut pose.values;
            match colour {
                Colour::Body | Colour::Gap => {}
                // Nodes feel it, which are not the vertices of a skin.
                Colour::Contact | Colour::Pressure | Colour::Reaction if seen.skin => {}
                Colour::Pressure => {
                    let nodes = 3 * body.nodes.start..3 * body.nodes.end;
                    let patches = seen.patches.get_or_insert_with(|| Patches::new(body));
                    let pressures = patches.pressures(&state.x[nodes.clone()], &forces[nodes]);
                    let of =
                        |pressures: &[f64], node: &u32| pressures[*node as usize - body.nodes.start] as f32;
                    values
                        .extend(pressures.iter().flat_map(|all| seen.nodes.iter().map(|node| of(all, node))));
                }
                Colour::Displacement => vectors(body, seen, &scratch.nodes, &mut scratch.fine, |gone| {
                    values.push(norm(gone) as f32);
                }),
                Colour::Stress => {
                    if body.strained(Strained::VonMises, world.rest(), &state.x, &mut scratch.elements) {
                        seen.around.gather(&scratch.elements, Merge::Mean, values);
                    }
                }
                Colour::Stretch => {
                    if body.strained(Strained::Stretch, world.rest(), &state.x, &mut scratch.strained) {
                        scratch.elements.clear();
                        scratch.elements.extend(scratch.strained.iter().step_by(3));
                        seen.around.gather(&scratch.elements, Merge::Mean, values);
                    }
                }
                Colour::Contact | Colour::Reaction => vectors(body, seen, &forces, &mut scratch.fine, |f| {
                    values.push(norm(f) as f32);
                }),
                Colour::Speed => vectors(body, seen, &state.v, &mut scratch.fine, |v| {
                    values.push(norm(v) as f32);
                }),
                Colour::Energy => {
                    if densities(body, &state.x, scratch) {
                        seen.around.gather(&scratch.elements, Merge::Mean, values);
                    }
                }
                Colour::Det => {
                    if let Some(strain) = &body.strain {
                        dets(strain, &state.x, body.cells.len(), &mut scratch.elements);
                        seen.around.gather(&scratch.elements, Merge::Least, values);
                    }
                }
                Colour::Projected => {
                    let flag = |&node: &u32| f32::from(u8::from(world.assembler().projected(node as usize)));
                    values.extend(seen.nodes.iter().map(flag));
                }
            }
        }
        for (scenery, pose) in self.obstacles.iter().zip(obstacles) {
            let place = scenery.obstacle.pose(state.t);
            pose.points.clear();
            pose.points.extend(scenery.surface.points.iter().flat_map(|p| place.apply(*p)).map(|x| x as f32));
            pose.values.clear();
        }
        if colour == Colour::Gap {
            gap::measure(&self.parts, &mut out.poses);
        }
    }
}

fn of_body(body: &Body) -> (ShownPart, Seen) {
    let (shown, corners) = surface(body);
    let first = body.nodes.start as u32;
    let (kept, corners, around) = match &body.skin {
        Some(skin) => {
            let count = skin.embedding.len();
            let all: Vec<u32> = (0..count as u32).collect();
            let cells = skin.triangles.iter().map(|t| t.as_slice()).zip(behind(skin));
            let around = Around::new(&all, count, cells);
            (leaders(skin), corners, around)
        }
        None => {
            let Compact { kept, corners } = Compact::new(&corners, body.nodes.len());
            let cells = (0..body.cells.len()).map(|e| (body.cells.nodes(e), e as u32));
            let around = Around::new(&kept, body.nodes.len(), cells);
            (kept, corners, around)
        }
    };
    let part = ShownPart {
        name: body.name.clone(),
        role: Role::Body,
        shown,
        corners,
        vertices: kept.len(),
        moves: true,
    };
    let nodes = kept.into_iter().map(|node| node + first).collect();
    (part, Seen { nodes, around, patches: None, skin: body.skin.is_some() })
}

/// Hands the vector of every vertex over, made from those of all nodes.
fn vectors(body: &Body, seen: &Seen, all: &[f64], fine: &mut Vec<f64>, mut take: impl FnMut([f64; 3])) {
    match body.skin.as_ref().filter(|_| seen.skin) {
        Some(skin) => {
            fine.resize(3 * skin.embedding.len(), 0.0);
            skin.embedding.apply(&all[3 * body.nodes.start..3 * body.nodes.end], fine);
            fine.as_chunks().0.iter().for_each(|v| take(*v));
        }
        None => seen.nodes.iter().for_each(|&node| {
            let start = 3 * node as usize;
            take([all[start], all[start + 1], all[start + 2]]);
        }),
    }
}

fn dets(strain: &StrainEnergy, x: &[f64], count: usize, out: &mut Vec<f64>) {
    out.resize(count, 0.0);
    out.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, out)| {
        let start = chunk * CHUNK;
        strain.dets(x, start..start + out.len(), out);
    });
}

/// The density of strain energy of every element; false where nothing resists strain.
fn densities(body: &Body, x: &[f64], scratch: &mut Scratch) -> bool {
    let Some(strain) = &body.strain else { return false };
    density(strain, x, body.cells.len(), &mut scratch.elements);
    for Inclusion { strain, elements } in &body.inclusions {
        density(strain, x, elements.len(), &mut scratch.inclusion);
        let own = elements.iter().zip(&scratch.inclusion);
        own.for_each(|(&element, density)| scratch.elements[element as usize] = *density);
    }
    true
}

fn density(strain: &StrainEnergy, x: &[f64], count: usize, out: &mut Vec<f64>) {
    out.resize(count, 0.0);
    out.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, out)| {
        let start = chunk * CHUNK;
        strain.densities(x, start..start + out.len(), out);
    });
}
