//! Barriers between everything there is: bodies, obstacles, planes.
//!
//! An obstacle has nodes of its own, without mass and held where its script has them: so whatever goes for pins goes for it. It
//! advances as far as is free, its push is the force on them, and its work that of pins.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Workshop;
use super::files::Files;
use super::mesh::Wrong;
use super::obstacle::is_scripted;
use super::start::Start;
use crate::body::motion::Motion;
use crate::body::{Body, Cells, Pin};
use crate::contact::barrier::{
    Barrier, BarrierFriction, Collider, CollisionMesh, Gap, Plane, Preflight, Profile, Rules, Sticking,
    Surfaces,
};
use crate::contact::{Obstacle, Outline, Shape, outline, surface};
use crate::energy::Weighted;
use crate::geometry::TriMesh;
use crate::geometry::mesh::{TetMesh, bounds};
use crate::geometry::surface::boundary;
use crate::math::vec3::distance;
use crate::scene::model::{self, BarrierProfile, Contact, ContactModel, Mollifier, Number, array};
use crate::scene::problem::{Kind, Problem};

/// Default of d̂, of the diagonal of what moves.
const OF_SCENE: f64 = 1e-3;
/// The same, of the median edge of surfaces.
const OF_EDGE: f64 = 0.25;
/// The same, of the least distance within a body at rest.
const OF_REST: f64 = 0.5;
/// Less than this of the diagonal is no distance.
const TOUCHING: f64 = 1e-12;
/// Default of the speed below which friction sticks, m/s.
const EPSV: f64 = 1e-3;
/// Default of how often friction is taken anew.
const FRICTION_ITERATIONS: u32 = 2;
/// κ between things that do not give way, Pa.
const RIGID: f64 = 1e8;

/// An obstacle on its way into the world: a surface or a plane with the number of its first node.
enum Met {
    Surface(Collider),
    Plane(Plane),
}

impl Workshop<'_> {
    /// Makes barriers and friction, once all bodies and the obstacles that are shown are there.
    pub(super) fn barriers(&mut self, contact: &Contact, placed: &[(usize, Obstacle)]) {
        let mut colliders: Vec<Collider> = Vec::new();
        // Copies have the name of the body in the scene.
        let names: Vec<usize> = self
            .scene
            .body
            .iter()
            .enumerate()
            .flat_map(|(number, body)| {
                let copies = body.copies.map_or(1, |copies| copies.count.iter().product::<u32>());
                (0..copies).map(move |_| number)
            })
            .collect();
        for (body, &number) in self.made.bodies.iter().zip(&names) {
            colliders.push(self.collider(body, &self.scene.body[number]));
        }
        let (movable, pins) = (colliders.len(), self.made.pins.len());
        let mut starts: Vec<[f64; 3]> = self.made.state.x.as_chunks().0.to_vec();
        // Nodes of a rigid body are within it.
        let rigid = self.made.bodies.iter().zip(&colliders).filter(|(body, _)| body.rigid);
        starts.extend(rigid.flat_map(|(_, collider)| collider.rest.iter().copied()));
        let [low, high] = bounds(&starts).unwrap_or_default();
        let diagonal = distance(low, high);
        let (mut planes, mut obstacles) = (Vec::new(), Vec::new());
        for (number, obstacle) in placed {
            let described = &self.scene.obstacle[*number];
            match self.met(described, obstacle, [low, high]) {
                Ok(Met::Surface(collider)) => {
                    obstacles.push((*number, true, colliders.len()));
                    colliders.push(collider);
                }
                Ok(Met::Plane(plane)) => {
                    obstacles.push((*number, false, planes.len()));
                    planes.push(plane);
                }
                Err((key, message)) => {
                    let key = format!("obstacle.{number}.{key}");
                    self.problems.push(Problem::new(Kind::Impossible, key, message));
                }
            }
        }
        if !self.problems.is_empty() {
            return;
        }
        let rules = self.rules(contact, (&names, movable), colliders.len(), &obstacles);
        let number = |number: Option<Number>, default: f64| number.map_or(default, Number::get);
        let thickness = number(contact.thickness, 0.0);
        let mut mesh = CollisionMesh::new(&colliders, planes.clone(), 0.0);
        let Some((dhat, origin)) = self.dhat(contact, &mesh, &rules, diagonal, movable) else { return };
        if colliders.iter().any(|collider| !collider.flat && collider.triangles.is_empty()) {
            mesh = CollisionMesh::new(&colliders, planes, thickness + dhat);
        }
        let profile = match contact.profile() {
            BarrierProfile::Log => Profile::Log,
            BarrierProfile::Rational => Profile::Rational,
            BarrierProfile::LogSquared => Profile::LogSquared,
        };
        let (rubs, gap) = (rules.rubs(), Gap { profile, dhat, thickness });
        let sticking = match contact.mollifier.unwrap_or(Mollifier::C1) {
            Mollifier::C1 => Sticking::C1,
            Mollifier::C0 => Sticking::C0,
        };
        let epsv = number(contact.epsv, EPSV);
        let culprits = Preflight::new(&mesh, &rules, &self.made.state.x).culprits(thickness);
        let surfaces = Surfaces::new(mesh, rules.clone(), gap);
        let surfaces = if contact.by_secant() { surfaces.by_secant() } else { surfaces };
        let start = Start {
            surfaces: surfaces.clone(),
            rules: Arc::new(rules),
            gap,
            origin,
            sticking: (epsv, sticking),
            gravity: array(&self.scene.gravity),
            masses: self.masses(movable),
            rest: self.made.rest.clone(),
            x: self.made.state.x.clone(),
            culprits,
            led: self.made.pins[pins..].to_vec(),
        };
        self.problems.extend(start.problems());
        if !start.is_blocked() {
            self.notes.extend(start.notes());
        }
        self.start = Some(start);
        self.made.acts.interactions.push(Box::new(Barrier::new(surfaces.clone())));
        if rubs {
            let most = contact.friction_iterations.unwrap_or(FRICTION_ITERATIONS) as usize;
            let friction = BarrierFriction::new(surfaces, epsv, sticking, most);
            self.made.acts.interactions.push(Box::new(friction));
        }
    }

    /// d̂ and where it comes from; none if the surfaces leave no room for it.
    fn dhat(
        &mut self,
        contact: &Contact,
        mesh: &CollisionMesh,
        rules: &Rules,
        diagonal: f64,
        movable: usize,
    ) -> Option<(f64, &'static str)> {
        let thickness = contact.thickness.map_or(0.0, Number::get);
        let given = contact.dhat.map(|dhat| (dhat.get(), "contact.dhat"));
        if let Some(given) = given.filter(|_| thickness == 0.0) {
            return Some(given);
        }
        // Within a body at rest: what touches another at the start must not make it zero.
        let least = Preflight::new(mesh, rules, &self.made.rest).nearest_within();
        let room = least.map_or(f64::INFINITY, |least| least.distance - thickness);
        if let Some(least) = least.filter(|_| room <= TOUCHING * diagonal) {
            let (name, distance) = (mesh.name(least.pieces[0].member), least.distance);
            let (key, message) = if thickness > 0.0 {
                let message = format!(
                    "must be smaller than what is between parts of {name} at rest, {distance:.3e} m; use a smaller one, or \
                     let it not meet itself by [[contact.pair]] bodies = [\"{name}\", \"{name}\"], collide = false"
                );
                ("contact.thickness", message)
            } else {
                let message = format!(
                    "{name} touches itself at rest, so there is no default for contact.dhat; set it, repair the mesh, or let \
                     it not meet itself by [[contact.pair]] bodies = [\"{name}\", \"{name}\"], collide = false"
                );
                ("contact", message)
            };
            self.problems.push(Problem::new(Kind::Impossible, key, message));
            return None;
        }
        let choices = [
            (OF_SCENE * diagonal, "a thousandth of the diagonal"),
            (OF_EDGE * mesh.median_edge_of(movable), "a quarter of the median edge"),
            (OF_REST * room, "half of the least distance at rest"),
        ];
        let least = choices.into_iter().reduce(|least, one| if one.0 < least.0 { one } else { least });
        given.or(least)
    }

    fn masses(&self, movable: usize) -> Vec<f64> {
        let bodies = &self.made.bodies[..movable];
        bodies.iter().map(|body| self.made.mass[body.nodes.clone()].iter().sum()).collect()
    }

    /// Who meets whom, and with how much friction.
    fn rules(
        &self,
        contact: &Contact,
        (names, movable): (&[usize], usize),
        members: usize,
        obstacles: &[(usize, bool, usize)],
    ) -> Rules {
        let (mut pairs, mut apart) = (BTreeMap::new(), BTreeSet::new());
        // Members and planes that a name of the scene means.
        let meant = |name: &str| -> Vec<u32> {
            let bodies = (0..movable).filter(|i| self.scene.body[names[*i]].name == name);
            let met = obstacles.iter().filter(|(number, ..)| self.scene.obstacle[*number].name == name);
            let met = met.map(|(_, is_surface, place)| if *is_surface { *place } else { members + place });
            bodies.chain(met).map(|member| member as u32).collect()
        };
        for a in 0..movable as u32 {
            for b in a..movable as u32 {
                let rigid = a == b && self.made.bodies[a as usize].rigid;
                if rigid || if a == b { !contact.within } else { !contact.between } {
                    apart.insert([a, b]);
                }
            }
        }
        // What is jointed may be inside each other.
        apart.extend(self.jointed().filter(|pair| pair.iter().all(|body| (*body as usize) < movable)));
        for (number, is_surface, place) in obstacles {
            let described = &self.scene.obstacle[*number];
            let other = if *is_surface { *place } else { members + place } as u32;
            for body in 0..movable {
                let name = &self.scene.body[names[body]].name;
                let pair = [body as u32, other];
                pairs.insert(pair, described.friction.get().max(contact.friction.get()));
                if !described.bodies.is_empty() && !described.bodies.contains(name) {
                    apart.insert(pair);
                }
            }
        }
        for pair in &contact.pair {
            let [one, other] = [0, 1].map(|i| meant(&pair.bodies[i]));
            for (a, b) in one.iter().flat_map(|a| other.iter().map(move |b| (*a, *b))) {
                let both = [a.min(b), a.max(b)];
                if let Some(friction) = pair.friction {
                    pairs.insert(both, friction.get());
                }
                if !pair.collide {
                    apart.insert(both);
                }
            }
        }
        let stiffness = contact.stiffness.map(Number::get);
        Rules { stiffness, rigid: RIGID, friction: contact.friction.get(), pairs, apart }
    }

    /// A body as others meet it: by its skin if it has one, as that is what is seen.
    fn collider(&self, body: &Body, described: &model::Body) -> Collider {
        let first = body.nodes.start as u32;
        let rest: &[[f64; 3]] = &self.made.rest.as_chunks().0[body.nodes.clone()];
        let mut collider = Collider {
            name: body.name.clone(),
            young: if body.rigid { f64::INFINITY } else { young(described, rest, &body.cells) },
            ..Collider::default()
        };
        if let Some(skin) = &body.skin {
            for (nodes, weights) in skin.embedding.points() {
                collider.points.push(nodes.into_iter().map(|node| node + first).zip(weights));
            }
            let mut points = vec![0.0; 3 * skin.embedding.len()];
            skin.embedding.apply(rest.as_flattened(), &mut points);
            collider.rest = points.as_chunks().0.to_vec();
            collider.triangles.clone_from(&skin.triangles);
            return collider;
        }
        let (triangles, edges, points): (Vec<[u32; 3]>, Vec<[u32; 2]>, Vec<u32>) = match &body.cells {
            Cells::Tets(tets) => {
                let mesh = TetMesh { points: rest.to_vec(), tets: tets.clone(), ..TetMesh::default() };
                (boundary(&mesh).triangles, Vec::new(), Vec::new())
            }
            Cells::Triangles(triangles) if self.scene.dimension == 2 => {
                collider.flat = true;
                (Vec::new(), super::obstacle::outline_edges(triangles), Vec::new())
            }
            Cells::Triangles(triangles) => (triangles.clone(), Vec::new(), Vec::new()),
            Cells::Lines(lines) => (Vec::new(), lines.clone(), Vec::new()),
            Cells::Points(points) => (Vec::new(), Vec::new(), points.as_flattened().to_vec()),
        };
        // The vertices that are used, in their order.
        let corners = triangles.as_flattened().iter().chain(edges.as_flattened()).chain(&points);
        let used: BTreeSet<u32> = corners.copied().collect();
        let place: BTreeMap<u32, u32> = used.iter().enumerate().map(|(i, node)| (*node, i as u32)).collect();
        for node in used {
            collider.points.push([(first + node, 1.0)]);
            collider.rest.push(rest[node as usize]);
            collider.vertices.push(node);
        }
        collider.triangles = triangles.iter().map(|t| t.map(|corner| place[&corner])).collect();
        collider.edges = edges.iter().map(|e| e.map(|corner| place[&corner])).collect();
        collider
    }

    /// Puts the nodes of an obstacle into the world, held where it is led.
    fn met(
        &mut self,
        described: &model::Obstacle,
        obstacle: &Obstacle,
        around: [[f64; 3]; 2],
    ) -> Result<Met, (String, String)> {
        let pose = obstacle.pose(0.0);
        if let Shape::HalfSpace { normal } = *obstacle.shape()
            && !is_scripted(described)
        {
            let node = self.lead(described, &[pose.translation], pose.translation)?;
            return Ok(Met::Plane(Plane { name: described.name.clone(), node, normal: pose.turn(normal) }));
        }
        let mut collider =
            Collider { name: described.name.clone(), young: f64::INFINITY, led: true, ..Collider::default() };
        let mesh = if is_scripted(described) {
            let (mesh, edges) = scripted(described, self.files)?;
            collider.edges = edges;
            mesh
        } else {
            let center = pose.back([0, 1, 2].map(|i| 0.5 * (around[0][i] + around[1][i])));
            let radius = 0.5 * distance(around[0], around[1]);
            if self.scene.dimension == 2 {
                collider.flat = true;
                let Outline { points, edges } = outline(obstacle.shape(), center, radius);
                collider.edges = edges;
                TriMesh { points, ..TriMesh::default() }
            } else {
                surface(obstacle.shape(), center, radius)
            }
        };
        let points: Vec<[f64; 3]> = mesh.points.iter().map(|p| pose.apply(*p)).collect();
        let first = self.lead(described, &points, pose.translation)?;
        let mut weighted = Weighted::default();
        for point in 0..points.len() as u32 {
            weighted.push([(first + point, 1.0)]);
        }
        collider.points = weighted;
        collider.rest = points;
        collider.triangles = mesh.triangles;
        Ok(Met::Surface(collider))
    }

    /// Adds nodes that a script leads; returns the number of the first.
    fn lead(
        &mut self,
        described: &model::Obstacle,
        points: &[[f64; 3]],
        origin: [f64; 3],
    ) -> Result<u32, (String, String)> {
        let motion = described.motion.as_ref().map_or_else(|| Ok(Motion::held()), model::Motion::compile);
        let motion = motion.map_err(|error| ("motion".to_owned(), error.to_string()))?.rigid_about(origin);
        let first = self.made.mass.len() as u32;
        self.made.pins.push(Pin {
            key: format!("obstacle {}", described.name),
            nodes: (first..first + points.len() as u32).collect(),
            start: points.to_vec(),
            motion,
            axes: [true; 3],
            release: None,
        });
        self.made.rest.extend(points.as_flattened());
        self.made.state.x.extend(points.as_flattened());
        self.made.state.v.extend(vec![0.0; 3 * points.len()]);
        self.made.mass.extend(vec![0.0; points.len()]);
        Ok(first)
    }

    /// Whether barriers keep bodies apart.
    pub(super) fn has_barriers(&self) -> bool {
        self.scene.contact.as_ref().is_some_and(|contact| contact.model == ContactModel::Ipc)
    }
}

/// Triangles, edges and points of a file, as they are; of tetrahedra the triangles around them.
pub(super) fn scripted(
    described: &model::Obstacle,
    files: &Files<'_>,
) -> Result<(TriMesh, Vec<[u32; 2]>), Wrong> {
    let path = described.path.as_deref().unwrap_or_default();
    let scale = described.scale.map_or(1.0, Number::get);
    let wrong = |message: String| ("path".to_owned(), message);
    let read = files.mesh(path).map_err(wrong)?;
    if let Some(vertex) = read.points.iter().position(|point| point.iter().any(|x| !x.is_finite())) {
        return Err(wrong(format!("{path}: vertex {vertex} has a coordinate that is not a finite number")));
    }
    if read.points.is_empty() {
        return Err(wrong(format!("{path}: has no vertices, and an obstacle needs some to be met")));
    }
    let triangles = read.surface();
    let sides: BTreeSet<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    let loose = |[a, b]: &[u32; 2]| read.tets.is_empty() && !sides.contains(&[*a.min(b), *a.max(b)]);
    let edges: Vec<[u32; 2]> = read.edges.iter().copied().filter(loose).collect();
    // The vertices inside of tetrahedra are met by nobody.
    let kept: BTreeSet<u32> = match read.tets.is_empty() {
        true => (0..read.points.len() as u32).collect(),
        false => triangles.as_flattened().iter().copied().collect(),
    };
    let place: BTreeMap<u32, u32> = kept.iter().zip(0..).map(|(vertex, i)| (*vertex, i)).collect();
    let points = kept.iter().map(|vertex| read.points[*vertex as usize].map(|x| scale * x)).collect();
    let triangles = triangles.iter().map(|corners| corners.map(|corner| place[&corner])).collect();
    let edges = edges.iter().map(|ends| ends.map(|end| place[&end])).collect();
    Ok((TriMesh { points, triangles, ..TriMesh::default() }, edges))
}

/// How stiff a body is where it is touched, Pa: of springs their stiffness over a rest length.
fn young(body: &model::Body, rest: &[[f64; 3]], cells: &Cells) -> f64 {
    if let Some(constants) = body.material.as_ref().and_then(|material| material.constants().ok()) {
        return constants.young();
    }
    let Some(springs) = &body.springs else { return RIGID };
    let edges = cells.edges();
    let lengths = edges.iter().map(|[a, b]| distance(rest[*a as usize], rest[*b as usize]));
    let mean = lengths.sum::<f64>() / edges.len().max(1) as f64;
    springs.stiffness.get() / if mean > 0.0 { mean } else { 1.0 }
}
