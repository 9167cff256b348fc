//! Loads of bodies and of all of them, and tendons.

use std::sync::Arc;

use super::{Kind, Problem, Workshop, model};
use crate::body::select::{Groups, SelectError};
use crate::body::value::Value;
use crate::body::{Body, Cells};
use crate::energy::load::{
    Air, DeadLoad, Faces, Fibres, Fill, Follower, Guide, Muscle, Pressure, Pull, Tendon, Wind, Window,
};
use crate::energy::{Energy, Interaction};
use crate::geometry::Embedding;
use crate::geometry::mesh::{TetMesh, Transform};
use crate::geometry::surface::boundary;
use crate::math::vec3::{Vec3, distance, distance_squared, norm};
use crate::scene::model::{Method, Number, Where, array};
use crate::world::Spot;

/// What regions of a body select from, once it is among the nodes of the world.
pub(super) struct Outline {
    /// Number of the body in the scene, of which there may be copies.
    pub(super) described: usize,
    /// Vertices in the mesh's own coordinates.
    pub(super) own: Vec<Vec3>,
    pub(super) groups: Groups,
    /// From there to the world.
    pub(super) place: Transform,
    /// How stiff it is, 2μ + λ of the stiffest of its materials, Pa.
    pub(super) modulus: f64,
}

/// What a load acts on, or a probe measures.
pub(super) struct Target {
    /// Nodes selected, ascending.
    pub(super) nodes: Vec<u32>,
    /// Faces all of whose nodes are selected, pointing out of solids.
    pub(super) faces: Vec<Vec<u32>>,
    /// Whether they belong to solids.
    pub(super) solid: bool,
    /// Elements all of whose nodes are selected.
    pub(super) cells: Vec<Vec<u32>>,
    /// Whether one of the bodies is a shell.
    pub(super) thin: bool,
    /// Whether everything was meant.
    pub(super) all: bool,
    /// Of a rigid body the weights of its nodes in the mean of the vertices selected.
    pub(super) weights: Option<Vec<f64>>,
}

/// The key and the name of a load.
type Names<'a> = [&'a str; 2];

impl Workshop<'_> {
    /// Makes all loads and tendons, once all bodies are there.
    pub(super) fn loads(&mut self) {
        let scene = self.scene;
        for world in 0..self.made.bodies.len() {
            let described = self.outlines.get(world).map(|outline| outline.described);
            let Some((described, body)) = described.and_then(|n| Some((n, scene.body.get(n)?))) else {
                continue;
            };
            for (number, load) in body.load.iter().enumerate() {
                let key = format!("body.{described}.load.{number}");
                let name = format!("{}.load{number}", self.made.bodies[world].name);
                if let Some(target) = self.target_of(&key, world, load.region.as_ref()) {
                    self.load([&name, &key], load, &target);
                }
            }
        }
        for (number, load) in scene.load.iter().enumerate() {
            let (key, name) = (format!("load.{number}"), format!("load{number}"));
            if let Some(target) = self.target_of_all(&key, load.region.as_ref()) {
                self.load([&name, &key], load, &target);
            }
        }
        for (number, tendon) in scene.tendon.iter().enumerate() {
            self.tendon(&format!("tendon.{number}"), tendon);
        }
    }

    pub(super) fn refuse(&mut self, key: String, message: impl Into<String>) {
        self.problems.push(Problem::new(Kind::Impossible, key, message.into()));
    }

    fn rest(&self, node: u32) -> Vec3 {
        let at = 3 * node as usize;
        [0, 1, 2].map(|i| self.made.rest[at + i])
    }

    /// What a region of one body selects.
    pub(super) fn target_of(&mut self, key: &str, body: usize, region: Option<&Where>) -> Option<Target> {
        let (own, groups) = (&self.outlines[body].own, &self.outlines[body].groups);
        let picked = region.unwrap_or(&Where::All(true)).region().select(own, groups);
        match picked {
            Ok(picked) if self.made.bodies[body].rigid => Some(self.target_of_rigid(body, &picked, region)),
            Ok(picked) => {
                let first = self.made.bodies[body].nodes.start as u32;
                let nodes = picked.into_iter().map(|node| node + first).collect();
                Some(self.target(nodes, &[body], region))
            }
            Err(error) => {
                self.refuse(format!("{key}.where"), error.to_string());
                None
            }
        }
    }

    /// What a region of the world selects of all bodies at rest.
    fn target_of_all(&mut self, key: &str, region: Option<&Where>) -> Option<Target> {
        let bodies: Vec<usize> = (0..self.made.bodies.len()).collect();
        let rest: Vec<Vec3> = self.made.rest.as_chunks().0.to_vec();
        let mut nodes = Vec::new();
        for body in &bodies {
            let range = self.made.bodies[*body].nodes.clone();
            if self.made.bodies[*body].rigid {
                nodes.extend(self.rigid_in(*body, region));
                continue;
            }
            let picked =
                region.unwrap_or(&Where::All(true)).region().select(&rest[range.clone()], &Groups::new());
            nodes.extend(picked.unwrap_or_default().into_iter().map(|node| node + range.start as u32));
        }
        if nodes.is_empty() {
            let extreme = |of: fn(f64, f64) -> f64, from: f64| {
                [0, 1, 2].map(|i| rest.iter().map(|p| p[i]).fold(from, of))
            };
            let (min, max) = (extreme(f64::min, f64::INFINITY), extreme(f64::max, f64::NEG_INFINITY));
            self.refuse(format!("{key}.where"), SelectError::Nothing { min, max }.to_string());
            return None;
        }
        Some(self.target(nodes, &bodies, region))
    }

    fn target(&self, nodes: Vec<u32>, bodies: &[usize], region: Option<&Where>) -> Target {
        let mut picked = vec![false; self.made.mass.len()];
        nodes.iter().for_each(|node| picked[*node as usize] = true);
        let whole = |part: &[u32]| part.iter().all(|node| picked[*node as usize]);
        let (mut faces, mut cells, mut solid) = (Vec::new(), Vec::new(), false);
        for body in bodies.iter().map(|body| &self.made.bodies[*body]) {
            if body.rigid {
                continue; // its nodes have no surface
            }
            let (own, is_solid) = surface(body, &self.made.rest, self.scene.dimension);
            solid |= is_solid;
            faces.extend(own.into_iter().filter(|face| whole(face)));
            let first = body.nodes.start as u32;
            let all = (0..body.cells.len()).map(|element| body.cells.nodes(element));
            let all = all.map(|element| element.iter().map(|node| node + first).collect::<Vec<u32>>());
            cells.extend(all.filter(|element| whole(element)));
        }
        let all = matches!(region, None | Some(Where::All(_)));
        let is_shell =
            |body: &usize| self.made.bodies[*body].strain.as_ref().is_some_and(|strain| strain.is_membrane());
        let thin = bodies.iter().any(is_shell);
        Target { nodes, faces, solid, cells, thin, all, weights: None }
    }

    /// The parts of nodes in a total: by area where a piece of surface was selected, by mass otherwise.
    fn spread(&self, target: &Target) -> Vec<f64> {
        if let Some(weights) = &target.weights {
            return weights.clone();
        }
        let areas = self.areas(target);
        let on_surface = !target.all && areas.iter().all(|area| *area > 0.0);
        let shares = match on_surface {
            true => areas,
            false => target.nodes.iter().map(|node| self.made.mass[*node as usize]).collect(),
        };
        let total: f64 = shares.iter().sum();
        shares.into_iter().map(|share| share / total).collect()
    }

    /// The part of the area at rest that belongs to each node, m².
    fn areas(&self, target: &Target) -> Vec<f64> {
        let mut areas = vec![0.0; target.nodes.len()];
        let Some(faces) = target.faces() else { return areas };
        for face in 0..faces.len() {
            let share = norm(faces.area_normal(&self.made.rest, face)) / faces.arity() as f64;
            for node in faces.face(face) {
                areas[target.nodes.partition_point(|other| other < node)] += share;
            }
        }
        areas
    }

    fn load(&mut self, [name, key]: Names<'_>, load: &model::Load, target: &Target) {
        let window = || window(load.start, load.end);
        let places = || target.nodes.iter().map(|node| self.rest(*node)).collect::<Vec<_>>();
        let nodes = || Arc::<[u32]>::from(target.nodes.as_slice());
        let dead = |kind: &str, values: [Value; 3], factors: Vec<f64>| {
            let (key, changes) = (format!("{key}.{kind}"), values.iter().any(Value::changes));
            let law = fill3(values, places(), factors);
            DeadLoad::new([name, &key], nodes(), places(), window(), changes, law)
        };
        let made: Option<Box<dyn Energy>> = if let Some(values) = compiled3(load.force.as_ref()) {
            Some(Box::new(dead("force", values, self.spread(target))))
        } else if let Some(values) = compiled3(load.acceleration.as_ref()) {
            let masses = target.nodes.iter().map(|node| self.made.mass[*node as usize]).collect();
            Some(Box::new(dead("acceleration", values, masses)))
        } else if let Some(values) = compiled3(load.traction.as_ref()) {
            match target.faces() {
                Some(_) => Some(Box::new(dead("traction", values, self.areas(target)))),
                None => self.without_faces(key, "traction"),
            }
        } else if let Some(values) = compiled3(load.torque.as_ref()) {
            let (key, changes) = (format!("{key}.torque"), values.iter().any(Value::changes));
            let law = fill3(values, vec![[0.0; 3]], vec![1.0]);
            // A rigid body is turned by it wherever it acts.
            let shares = match target.weights {
                Some(_) => vec![1.0; target.nodes.len()],
                None => self.spread(target),
            };
            Some(Box::new(Follower::torque(
                [name, &key],
                target.nodes.clone(),
                shares,
                window(),
                changes,
                law,
            )))
        } else if let Some(Ok(value)) = load.pressure.as_ref().map(model::Value::compile) {
            self.pressure([name, key], value, window(), target)
        } else if let Some(wind) = &load.wind {
            self.wind([name, key], wind, window(), target)
        } else if let Some(muscle) = &load.muscle {
            self.muscle([name, key], muscle, window(), target)
        } else {
            None
        };
        if let Some(mut made) = made {
            made.begin(self.made.state.x.as_slice(), 0.0);
            if let Some(mistake) = made.timed().and_then(|timed| timed.mistake()) {
                let (key, message) = mistake.split_once(": ").unwrap_or((key, &mistake));
                self.refuse(key.to_owned(), message);
            }
            self.made.acts.energies.push(made);
        }
    }

    fn without_faces<T>(&mut self, key: &str, kind: &str) -> Option<T> {
        let message = format!(
            "{kind} acts on a surface, and no face of one has all its vertices there; select more of the surface, or use force \
             or acceleration"
        );
        self.refuse(format!("{key}.where"), message);
        None
    }

    fn pressure(
        &mut self,
        [name, key]: Names<'_>,
        value: Value,
        window: Window,
        target: &Target,
    ) -> Option<Box<dyn Energy>> {
        let Some(faces) = target.faces() else { return self.without_faces(key, "a pressure") };
        // Against a solid, and out of what a sheet encloses.
        let faces = if target.solid { faces.turned() } else { faces };
        let held = |node: &u32| {
            let mut pins =
                self.made.pins.iter().filter(|pin| pin.release.is_none() && pin.nodes.contains(node));
            pins.any(|pin| pin.axes[0] && pin.axes[1] && (pin.axes[2] || self.scene.dimension == 2))
        };
        let rim = faces.rim();
        let moves = rim.iter().filter(|node| !held(node)).count();
        let method = self.scene.solver.method();
        let potential = matches!(method, Method::LocalGlobal | Method::Admm | Method::Xpbd);
        let why = if moves > 0 {
            Some(format!("{moves} vertices of the rim of its surface are free"))
        } else if value.varies() {
            Some("it is not the same everywhere".to_owned())
        } else {
            potential.then(|| format!("{method} has no use for its potential"))
        };
        let (key, changes) = (format!("{key}.pressure"), value.changes());
        let names = [name, key.as_str()];
        Some(match why {
            Some(why) => {
                let note = "the pressure is taken anew until it changes by less than a hundredth";
                self.notes.push(format!("{key}: {why}; {note}"));
                let law = fill1(value, self.centers(&faces));
                Box::new(Follower::pressure(names, faces, window, changes, law))
            }
            None => {
                let law = fill1(value, vec![[0.0; 3]]);
                Box::new(Pressure::new(names, faces, &self.made.rest, window, changes, law))
            }
        })
    }

    fn centers(&self, faces: &Faces) -> Vec<Vec3> {
        (0..faces.len()).map(|face| faces.mean(&self.made.rest, face)).collect()
    }

    fn wind(
        &mut self,
        [name, key]: Names<'_>,
        wind: &model::Wind,
        window: Window,
        target: &Target,
    ) -> Option<Box<dyn Energy>> {
        let Some(faces) = target.faces() else { return self.without_faces(key, "wind") };
        let speed = compiled3(Some(&wind.speed))?;
        let air = Air {
            density: wind.density.get(),
            drag: wind.drag.get(),
            lift: wind.lift.get(),
            one_sided: target.solid,
        };
        let (key, changes) = (format!("{key}.wind.speed"), speed.iter().any(Value::changes));
        let law = fill3(speed, self.centers(&faces), vec![1.0; faces.len()]);
        Some(Box::new(Wind::new([name, &key], faces, air, &self.made.rest, window, changes, law)))
    }

    fn muscle(
        &mut self,
        [name, key]: Names<'_>,
        muscle: &model::Muscle,
        window: Window,
        target: &Target,
    ) -> Option<Box<dyn Energy>> {
        let arity = target.cells.first().map_or(0, Vec::len);
        if arity < 3 || target.cells.iter().any(|cell| cell.len() != arity) {
            let message = "a muscle is made of elements, and no tetrahedron or triangle has all its vertices there; select more of \
                           a solid or a sheet";
            self.refuse(format!("{key}.where"), message);
            return None;
        }
        if target.thin {
            let message = "a muscle is in solids; a shell has none: remove it, or use force or pressure";
            self.refuse(format!("{key}.muscle"), message);
            return None;
        }
        let direction = compiled3(Some(&muscle.direction))?;
        let stress = muscle.stress.compile().ok()?;
        let center = |cell: &Vec<u32>| {
            let sum = cell.iter().fold([0.0; 3], |sum, node| {
                let x = self.rest(*node);
                [0, 1, 2].map(|i| sum[i] + x[i])
            });
            sum.map(|x| x / arity as f64)
        };
        let centers: Vec<Vec3> = target.cells.iter().map(center).collect();
        let directions: Vec<Vec3> = centers.iter().map(|x| at3(&direction, 0.0, *x)).collect();
        if let Some(number) = directions.iter().position(|d| !(norm(*d) > 0.0 && norm(*d).is_finite())) {
            let message = format!(
                "is {:?} at {:.4?}, which is no direction; give one everywhere, or select less",
                directions[number], centers[number]
            );
            self.refuse(format!("{key}.muscle.direction"), message);
            return None;
        }
        let nodes = target.cells.concat().into();
        let fibres = Fibres::new(arity, nodes, &self.made.rest, &directions);
        let (key, changes) = (format!("{key}.muscle.stress"), stress.changes());
        let law = fill1(stress, centers);
        Some(Box::new(Muscle::new([name, &key], fibres, window, changes, law)))
    }

    fn tendon(&mut self, key: &str, tendon: &model::Tendon) {
        let (mut guides, mut modulus) = (Vec::new(), 0.0_f64);
        for (number, guide) in tendon.path.iter().enumerate() {
            let point = array(&guide.point);
            let Some(body) = &guide.body else {
                guides.push(Guide::Fixed(point));
                continue;
            };
            match self.locate(body, point) {
                Ok((shares, stiff)) => {
                    modulus = modulus.max(stiff);
                    guides.push(Guide::Point(shares));
                }
                Err((below, message)) => return self.refuse(format!("{key}.path.{number}.{below}"), message),
            }
        }
        let (which, value) = match (&tendon.pull, &tendon.length) {
            (Some(pull), _) => ("pull", pull),
            (None, Some(length)) => ("length", length),
            (None, None) => return,
        };
        let Ok(value) = value.compile() else { return };
        let changes = value.changes();
        let place = |guide: &Guide| match guide {
            Guide::Fixed(place) => *place,
            Guide::Point(shares) => shares.iter().fold([0.0; 3], |sum, (node, weight)| {
                let x = self.rest(*node);
                [0, 1, 2].map(|i| sum[i] + weight * x[i])
            }),
        };
        let places: Vec<Vec3> = guides.iter().map(place).collect();
        let length: f64 = places.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
        let pull = match which {
            "pull" => Pull::Force,
            _ => Pull::Length { stiffness: tendon.stiffness.map_or(10.0 * modulus * length, Number::get) },
        };
        if matches!(pull, Pull::Length { stiffness } if stiffness <= 0.0) {
            let message = "has no default here: no body that it runs through has a material; give one, N/m";
            return self.refuse(format!("{key}.stiffness"), message);
        }
        let (law, key) = (fill1(value, vec![[0.0; 3]]), format!("{key}.{which}"));
        let window = window(tendon.start, tendon.end);
        let names = [tendon.name.as_str(), key.as_str()];
        let mut made = Tendon::new(names, &guides, pull, &self.made.rest, window, changes, law);
        made.begin(&self.made.state.x, 0.0);
        if let Some(mistake) = made.timed().and_then(|timed| timed.mistake()) {
            let (key, message) = mistake.split_once(": ").unwrap_or((&key, &mistake));
            self.refuse(key.to_owned(), message);
        }
        self.made.acts.interactions.push(Box::new(made) as Box<dyn Interaction>);
    }

    /// Nodes and weights of a place in a body, in the coordinates of its mesh, and how stiff the body is: the place in the
    /// tetrahedron it is in, or of a net the nearest vertex.
    pub(super) fn locate(&self, body: &str, point: Vec3) -> Result<(Spot, f64), (&'static str, String)> {
        let Some(number) = self.made.bodies.iter().position(|one| one.name == body) else {
            let names: Vec<&str> = self.made.bodies.iter().map(|one| one.name.as_str()).collect();
            return Err(("body", format!("there is no body \"{body}\"; there are {}", names.join(", "))));
        };
        let (body, outline) = (&self.made.bodies[number], &self.outlines[number]);
        let first = body.nodes.start as u32;
        let rest: Vec<Vec3> = body.nodes.clone().map(|node| self.rest(node as u32)).collect();
        let there = outline.place.apply(point);
        if let ([a, b, c, d], true) = (&rest[..], body.rigid) {
            let shares = Embedding::affine([*a, *b, *c, *d], &[there]).points().next().unwrap_or_default();
            let shares = shares.0.into_iter().zip(shares.1).map(|(node, weight)| (node + first, weight));
            return Ok((shares.collect(), outline.modulus));
        }
        if let Cells::Tets(tets) = &body.cells {
            let mesh = TetMesh { points: rest, tets: tets.clone(), ..TetMesh::default() };
            let found = Embedding::new(&mesh, &[there]).map_err(|error| ("point", error.to_string()))?;
            if found.outside() > 0 {
                let [low, high] = crate::geometry::mesh::bounds(&outline.own).unwrap_or_default();
                let message = format!(
                    "{point:?} is outside of the body, whose mesh has the corners {low:.3?} and {high:.3?}; move it inside"
                );
                return Err(("point", message));
            }
            let (nodes, weights) = found.points().next().unwrap_or_default();
            let shares = nodes.into_iter().zip(weights).filter(|(_, weight)| *weight != 0.0);
            return Ok((shares.map(|(node, weight)| (node + first, weight)).collect(), outline.modulus));
        }
        let nearest = (0..rest.len()).min_by(|a, b| {
            let apart = |i: usize| distance_squared(rest[i], there);
            apart(*a).total_cmp(&apart(*b))
        });
        Ok((vec![(first + nearest.unwrap_or(0) as u32, 1.0)], outline.modulus))
    }
}

impl Target {
    pub(super) fn faces(&self) -> Option<Faces> {
        match self.faces.first()?.len() {
            2 => Some(Faces::edges(self.faces.concat().as_chunks().0)),
            _ => Some(Faces::triangles(self.faces.concat().as_chunks().0)),
        }
    }
}

/// The faces of a body, pointing out of a solid, and whether it is one.
pub(super) fn surface(body: &Body, rest: &[f64], dimension: u8) -> (Vec<Vec<u32>>, bool) {
    let first = body.nodes.start as u32;
    let lift = |nodes: &[u32]| nodes.iter().map(|node| node + first).collect::<Vec<u32>>();
    match &body.cells {
        Cells::Tets(tets) => {
            let points = vec![[0.0; 3]; body.nodes.len()];
            let skin = boundary(&TetMesh { points, tets: tets.clone(), ..TetMesh::default() });
            (skin.triangles.iter().map(|face| lift(face)).collect(), true)
        }
        Cells::Triangles(triangles) if dimension == 2 => {
            let mut sides: Vec<([u32; 2], [u32; 2])> = Vec::new();
            for triangle in triangles {
                let at = |k: usize| 3 * (triangle[k] + first) as usize;
                let from = |k: usize| [rest[at(k)] - rest[at(0)], rest[at(k) + 1] - rest[at(0) + 1]];
                let ([ax, ay], [bx, by]) = (from(1), from(2));
                let [a, b, c] = *triangle;
                let round = if ax * by - ay * bx < 0.0 { [a, c, b] } else { [a, b, c] };
                for k in 0..3 {
                    let (one, other) = (round[k], round[(k + 1) % 3]);
                    sides.push(([one.min(other), one.max(other)], [one, other]));
                }
            }
            sides.sort_unstable();
            let alone = sides.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() == 1);
            (alone.map(|same| lift(&same[0].1)).collect(), true)
        }
        Cells::Triangles(triangles) => (triangles.iter().map(|face| lift(face)).collect(), false),
        Cells::Lines(lines) if dimension == 2 => (lines.iter().map(|face| lift(face)).collect(), false),
        Cells::Lines(_) | Cells::Points(_) => (Vec::new(), false),
    }
}

fn window(start: Option<Number>, end: Option<Number>) -> Window {
    Window { start: start.map(Number::get), end: end.map(Number::get) }
}

fn compiled3(values: Option<&model::Value3>) -> Option<[Value; 3]> {
    values?.compile().ok()
}

fn at3(values: &[Value; 3], t: f64, place: Vec3) -> Vec3 {
    [0, 1, 2].map(|i| values[i].at(t, place))
}

/// A value at each place.
fn fill1(value: Value, places: Vec<Vec3>) -> Fill<f64> {
    let varies = value.varies();
    Arc::new(move |t, out| match varies {
        true => out.iter_mut().zip(&places).for_each(|(out, place)| *out = value.at(t, *place)),
        false => out.fill(value.at(t, [0.0; 3])),
    })
}

/// A vector at each place, times a factor of its own.
fn fill3(values: [Value; 3], places: Vec<Vec3>, factors: Vec<f64>) -> Fill<Vec3> {
    let varies = values.iter().any(Value::varies);
    Arc::new(move |t, out| {
        let uniform = if varies { [0.0; 3] } else { at3(&values, t, [0.0; 3]) };
        for ((out, place), factor) in out.iter_mut().zip(&places).zip(&factors) {
            let value = if varies { at3(&values, t, *place) } else { uniform };
            *out = value.map(|v| factor * v);
        }
    })
}
