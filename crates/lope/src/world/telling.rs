//! Telling who pushes whom: the impulse that every named source gives to bodies in a step.
//!
//! Forces are taken where the scheme takes them and weighed as it weighs them ([`Books::push`]), so that all impulses
//! together, with that of the weight, are the change of momentum. What a pin gives follows from the balance of what it holds:
//! the change of its momentum less what everything else gives to it. Nothing is done unless somebody asks.
//!
//! [`Books::push`]: crate::time::Books::push

use std::collections::BTreeMap;

use super::{Contacts, Parts, Pin, World};
use crate::after::StepEnd;
use crate::assemble::{Arguments, Assembler};
use crate::energy::{
    Acts, At, Between, CHUNK, Energy, Interaction, Part, Points, Slots, Source, Want, gradient_slot,
};
use crate::math::Filter;
use crate::math::vec3::{cross, sub};
use crate::time::{Candidate, Impulses, PER_PIN, PER_SOURCE};

/// What a source of forces is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A pin.
    Pin,
    /// An attachment or a joint.
    Attachment,
    /// An obstacle.
    Obstacle,
    /// A load.
    Load,
    /// Two bodies that touched: the force on the first of them. That on the second is the opposite.
    Pair,
}

impl SourceKind {
    /// Whether its force has a part across surfaces and one along them.
    pub fn is_contact(self) -> bool {
        matches!(self, Self::Obstacle | Self::Pair)
    }
}

/// A source of forces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceSource {
    /// Its name, which no other has.
    pub name: String,
    /// What it is.
    pub kind: SourceKind,
}

/// The mean force of a source on bodies in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Force {
    /// Across surfaces, or all of what is no contact, N.
    pub normal: [f64; 3],
    /// Along surfaces, N.
    pub friction: [f64; 3],
    /// Torque of both about the origin, N m.
    pub torque: [f64; 3],
}

impl Force {
    /// Both parts together, N.
    pub fn total(&self) -> [f64; 3] {
        [0, 1, 2].map(|i| self.normal[i] + self.friction[i])
    }
}

/// Lists of nodes: what attachments give, what pins give, and what all else gives to what pins hold.
const HELD: usize = 2;
const PINNED: usize = 3;
const GIVEN: usize = 4;

/// Numbers of the sources of one who acts, by the order of its names.
type Numbers = Vec<u32>;

/// Who is told of, and what they did in the step under way.
#[derive(Default)]
pub(super) struct Telling {
    asked: bool,
    of_nodes: bool,
    sources: Vec<ForceSource>,
    pins: Vec<Option<u32>>,
    energies: Vec<Numbers>,
    interactions: Vec<Numbers>,
    constraints: Numbers,
    pub(super) posts: Numbers,
    /// Pairs of bodies that touched, in the order in which they did.
    touched: Vec<[u32; 2]>,
    pairs: BTreeMap<[u32; 2], u32>,
    bodies: Vec<String>,
    /// What is done after the solve of the step under way, and what of it a scheme of two steps takes for acceleration.
    pub(super) after: Impulses,
    pub(super) carry: Impulses,
    /// All of the step, which may have parts, and its length so far, s.
    total: Impulses,
    length: f64,
    force: Vec<f64>,
    slots: Vec<f64>,
    claimed: Vec<u8>,
    /// Corner, node and velocity of what an impulse changes.
    before: Vec<(usize, u32, [f64; 3])>,
}

/// Where impulses of one source go.
pub(super) struct Entry<'a> {
    pub(super) impulses: &'a mut Impulses,
    pub(super) source: Option<u32>,
    pub(super) part: Part,
}

impl Entry<'_> {
    /// Adds an impulse at a place.
    pub(super) fn add(&mut self, impulse: [f64; 3], place: [f64; 3]) {
        let Some(source) = self.source else { return };
        let first = PER_SOURCE * source as usize;
        let list = &mut self.impulses.sources;
        list.resize(list.len().max(first + PER_SOURCE), 0.0);
        let part = if self.part == Part::Friction { 3 } else { 0 };
        let turn = cross(place, impulse);
        for i in 0..3 {
            list[first + part + i] += impulse[i];
            list[first + 6 + i] += turn[i];
        }
    }

    /// Adds a share of an impulse to a node, where somebody asks for that.
    pub(super) fn add_to_node(&mut self, node: u32, weight: f64, impulse: [f64; 3]) {
        let list = match self.part {
            Part::Load => return,
            Part::Normal => &mut self.impulses.nodes[0],
            Part::Friction => &mut self.impulses.nodes[1],
            Part::Hold => &mut self.impulses.nodes[HELD],
        };
        if let Some(here) = list.get_mut(3 * node as usize..3 * node as usize + 3) {
            (0..3).for_each(|i| here[i] += weight * impulse[i]);
        }
    }
}

impl Telling {
    /// Lists who is told of.
    fn ask(&mut self, parts: &Parts, of_nodes: bool) {
        let touched = std::mem::take(&mut self.touched);
        *self = Self { asked: true, of_nodes, ..Self::default() };
        self.bodies = parts.bodies.iter().map(|body| body.name.clone()).collect();
        let mut counts = vec![0; parts.bodies.len()];
        for pin in &parts.pins {
            // What has no mass is an obstacle.
            let first = pin.nodes.first().map(|node| *node as usize).filter(|node| parts.mass[*node] > 0.0);
            let body = first.and_then(|node| parts.bodies.iter().position(|body| body.nodes.contains(&node)));
            let number = body.map(|body| {
                let own = pin.key.rsplit('.').next().and_then(|end| end.parse().ok()).unwrap_or(counts[body]);
                counts[body] = own + 1;
                self.list(format!("{}.pin{own}", self.bodies[body]), SourceKind::Pin)
            });
            self.pins.push(number);
        }
        for energy in &parts.acts.energies {
            let numbers = self.list_all(energy.as_ref(), SourceKind::Attachment);
            self.energies.push(numbers);
        }
        for interaction in &parts.acts.interactions {
            let numbers = self.list_all(interaction.as_ref(), SourceKind::Obstacle);
            self.interactions.push(numbers);
        }
        for constraint in parts.contacts.constraints.iter().flat_map(|all| all.list()) {
            let number = self.list(constraint.name.clone(), SourceKind::Obstacle);
            self.constraints.push(number);
        }
        for post in &parts.after.posts {
            let number = self.list(post.name.clone(), SourceKind::Obstacle);
            self.posts.push(number);
        }
        touched.into_iter().for_each(|pair| {
            self.pair(pair);
        });
    }

    fn list_all(&mut self, energy: &dyn Energy, kind: SourceKind) -> Numbers {
        let source = energy.abilities().source;
        let kind = match source.map(Source::part) {
            Some(Part::Load) => SourceKind::Load,
            Some(Part::Hold) => SourceKind::Attachment,
            _ => kind,
        };
        let names = source.map(Source::names).unwrap_or_default();
        names.into_iter().map(|name| self.list(name, kind)).collect()
    }

    /// The number of an obstacle or a load, which several may act for, or of something new by a name that nobody has.
    fn list(&mut self, name: String, kind: SourceKind) -> u32 {
        let many = matches!(kind, SourceKind::Obstacle | SourceKind::Load);
        let shared = |one: &ForceSource| many && one.kind == kind && one.name == name;
        if let Some(number) = self.sources.iter().position(shared) {
            return number as u32;
        }
        let is_taken = |name: &str| self.sources.iter().any(|one| one.name == name);
        let mut unique = name.clone();
        let mut count = 2;
        while is_taken(&unique) {
            unique = format!("{name}~{count}");
            count += 1;
        }
        self.sources.push(ForceSource { name: unique, kind });
        self.sources.len() as u32 - 1
    }

    fn pair(&mut self, bodies: [u32; 2]) -> u32 {
        if let Some(number) = self.pairs.get(&bodies) {
            return *number;
        }
        let name = |body: u32| self.bodies.get(body as usize).map_or("", String::as_str);
        let number = self.list(format!("{}-{}", name(bodies[0]), name(bodies[1])), SourceKind::Pair);
        self.pairs.insert(bodies, number);
        self.touched.push(bodies);
        number
    }

    /// The number of who acts in an element.
    fn source(&mut self, between: Between, numbers: &[u32]) -> Option<u32> {
        match between {
            Between::Outside(number) => numbers.get(number as usize).copied(),
            Between::Bodies(bodies) => Some(self.pair(bodies)),
            Between::Within => None,
        }
    }

    /// Whether somebody asks.
    pub(super) fn is_asked(&self) -> bool {
        self.asked
    }

    /// A step begins, perhaps of several parts.
    pub(super) fn start(&mut self) {
        self.total.clear();
        self.length = 0.0;
    }

    /// A part of a step begins.
    pub(super) fn begin(&mut self) {
        self.after.clear();
        self.carry.clear();
    }

    fn fit(&self, impulses: &mut Impulses, coordinates: usize) {
        impulses
            .sources
            .resize(PER_SOURCE * self.sources.len().max(impulses.sources.len() / PER_SOURCE), 0.0);
        impulses.pins.resize(PER_PIN * self.pins.len(), 0.0);
        if self.of_nodes {
            impulses.nodes.iter_mut().for_each(|list| list.resize(coordinates, 0.0));
        }
    }

    /// Adds the impulses of forces that are taken at `at` and last for `lasting` seconds.
    pub(super) fn measure(
        &mut self,
        (assembler, acts, contacts): (&mut Assembler, &mut Acts, &Contacts),
        (pins, end): (&[Pin], f64),
        (lasting, at): (f64, Arguments<'_>),
        impulses: &mut Impulses,
    ) {
        self.fit(impulses, at.end.len());
        let argument = |energy: &dyn Energy| match energy.at() {
            At::ForcePoint => at.stage,
            At::End => at.end,
            At::Velocity => at.velocity,
        };
        for (number, energy) in acts.energies.iter().enumerate() {
            let x = argument(energy.as_ref());
            self.act(number, (energy.as_ref(), &Points::Nodes), [x, at.stage], lasting, impulses);
        }
        let first = acts.energies.len();
        for (number, one) in acts.interactions.iter_mut().enumerate() {
            let x = argument(one.as_ref());
            if !x.is_empty() && one.abilities().source.is_some() {
                one.collect(x);
                let place = if one.at() == At::ForcePoint { at.stage } else { at.end };
                let who = (one.as_ref() as &dyn Energy, one.points());
                self.act(first + number, who, [x, place], lasting, impulses);
            }
        }
        for push in contacts.constraints.iter().flat_map(|all| all.pushes()) {
            let impulse = push.normal.map(|n| contacts.lasting * push.force * n);
            let source = self.constraints.get(push.constraint as usize).copied();
            let mut entry = Entry { impulses, source, part: Part::Normal };
            entry.add(impulse, place(at.end, push.node));
            entry.add_to_node(push.node, 1.0, impulse);
        }
        if self.pins.iter().all(Option::is_none) {
            return;
        }
        let mut force = std::mem::take(&mut self.force);
        force.resize(at.end.len(), 0.0);
        assembler.forces(acts, at, |_| true, &mut force);
        force.iter_mut().for_each(|force| *force *= -lasting);
        for push in contacts.constraints.iter().flat_map(|all| all.pushes()) {
            let here = &mut force[3 * push.node as usize..][..3];
            (0..3).for_each(|i| here[i] += contacts.lasting * push.force * push.normal[i]);
        }
        self.others(pins, end, [&force, at.end], impulses);
        self.force = force;
    }

    /// Adds what one who acts does.
    fn act(
        &mut self,
        number: usize,
        (energy, points): (&dyn Energy, &Points),
        [x, at]: [&[f64]; 2],
        lasting: f64,
        impulses: &mut Impulses,
    ) {
        let Some(source) = energy.abilities().source.filter(|_| !x.is_empty()) else { return };
        let (stencils, part) = (energy.stencils(), source.part());
        let row = gradient_slot(stencils.arity);
        let numbers = match number.checked_sub(self.energies.len()) {
            Some(number) => self.interactions.get(number).cloned(),
            None => self.energies.get(number).cloned(),
        };
        let numbers = numbers.unwrap_or_default();
        let mut slots = std::mem::take(&mut self.slots);
        for start in (0..stencils.len()).step_by(CHUNK) {
            let elements = start..(start + CHUNK).min(stencils.len());
            slots.clear();
            slots.resize(row * elements.len(), 0.0);
            let room = Slots { gradient: &mut slots, hessian: &mut [] };
            energy.eval(x, elements.clone(), Want::Gradient, Filter::Raw, room);
            for (element, slot) in elements.zip(slots.chunks_exact(row)) {
                let meeting = source.meeting(element);
                let number = self.source(meeting.between, &numbers);
                let mut entry = Entry { impulses, source: number, part };
                let stencil = &stencils.nodes[stencils.arity * element..][..stencils.arity];
                for (corner, (point, g)) in stencil.iter().zip(slot.as_chunks::<3>().0).enumerate() {
                    let impulse = g.map(|g| -lasting * g);
                    if meeting.on >> corner & 1 == 1 {
                        entry.add(impulse, points.position(*point, at));
                    }
                    points.each(*point, |node, weight| entry.add_to_node(node, weight, impulse));
                }
            }
        }
        self.slots = slots;
    }

    /// Adds to every pin what the impulses of all else give to the coordinates that it holds.
    pub(super) fn others(&mut self, pins: &[Pin], end: f64, [given, x]: [&[f64]; 2], into: &mut Impulses) {
        into.pins.resize(PER_PIN * self.pins.len(), 0.0);
        self.each_held(pins, end, |pin, node, axes| {
            let impulse = [0, 1, 2].map(|i| if axes[i] { given[3 * node as usize + i] } else { 0.0 });
            let turn = cross(place(x, node), impulse);
            let sums = &mut into.pins[PER_PIN * pin..][..PER_PIN];
            (0..3).for_each(|i| (sums[i], sums[3 + i]) = (sums[i] + impulse[i], sums[3 + i] + turn[i]));
            if let Some(here) = into.nodes[GIVEN].get_mut(3 * node as usize..3 * node as usize + 3) {
                (0..3).for_each(|i| here[i] += impulse[i]);
            }
        });
    }

    /// Calls `visit` with every pin that holds, its nodes and the coordinates of theirs that no pin before it holds.
    fn each_held(&mut self, pins: &[Pin], end: f64, mut visit: impl FnMut(usize, u32, [bool; 3])) {
        self.claimed.clear();
        let most = pins.iter().flat_map(|pin| &pin.nodes).max().map_or(0, |node| *node as usize + 1);
        self.claimed.resize(most, 0);
        let told = pins.iter().zip(&self.pins).enumerate().filter(|(_, (_, number))| number.is_some());
        for (number, (pin, _)) in told.filter(|(_, (pin, _))| pin.holds_at(end)) {
            for &node in &pin.nodes {
                let claimed = &mut self.claimed[node as usize];
                let axes = [0, 1, 2].map(|axis| pin.axes[axis] && *claimed >> axis & 1 == 0);
                (0..3).filter(|axis| pin.axes[*axis]).for_each(|axis| *claimed |= 1 << axis);
                visit(number, node, axes);
            }
        }
    }

    /// Lets an interaction change velocities once a step is solved, one element after the other, and adds what each did.
    pub(super) fn rub(&mut self, number: usize, one: &dyn Interaction, end: &StepEnd<'_>, v: &mut [f64]) {
        let abilities = one.abilities();
        let Some(impulse) = abilities.impulse else { return };
        let Some(source) = abilities.source else { return impulse.impulse(end, v) };
        let (points, stencils) = (one.points(), one.stencils());
        let numbers = self.interactions.get(number).cloned().unwrap_or_default();
        let mut before = std::mem::take(&mut self.before);
        let mut after = std::mem::take(&mut self.after);
        self.fit(&mut after, end.x.len());
        for element in 0..impulse.elements() {
            let stencil = &stencils.nodes[stencils.arity * element..][..stencils.arity];
            before.clear();
            for (corner, point) in stencil.iter().enumerate() {
                before.extend(points.shares(*point).map(|(node, _)| (corner, node, place(v, node))));
            }
            impulse.impulse_of(element..element + 1, end, v);
            let meeting = source.meeting(element);
            let number = self.source(meeting.between, &numbers);
            let mut entry = Entry { impulses: &mut after, source: number, part: Part::Friction };
            for &(corner, node, before) in &before {
                let given = sub(place(v, node), before).map(|change| end.mass[node as usize] * change);
                if meeting.on >> corner & 1 == 1 {
                    entry.add(given, place(end.x, node));
                }
                entry.add_to_node(node, 1.0, given);
            }
        }
        (self.after, self.before) = (after, before);
    }

    /// Adds to every pin what changes of velocities after the solve give to what it holds, before it takes them back.
    pub(super) fn held(
        &mut self,
        pins: &[Pin],
        end: f64,
        [now, before]: [&[f64]; 2],
        (mass, x): (&[f64], &[f64]),
    ) {
        let mut force = std::mem::take(&mut self.force);
        force.clear();
        force.extend((0..now.len()).map(|i| mass[i / 3] * (now[i] - before[i])));
        let mut after = std::mem::take(&mut self.after);
        self.fit(&mut after, x.len());
        self.others(pins, end, [&force, x], &mut after);
        (self.after, self.force) = (after, force);
    }

    /// Adds an impulse that an obstacle gives to a node after the solve, by how much of it is told and how much of it a scheme of
    /// two steps takes for acceleration.
    pub(super) fn met(
        &mut self,
        (source, node): (u32, u32),
        x: &[f64],
        (part, impulse): (Part, [f64; 3]),
        factors: [f64; 2],
    ) {
        let [mut after, mut carry] = [&mut self.after, &mut self.carry].map(std::mem::take);
        for (factor, impulses) in factors.into_iter().zip([&mut after, &mut carry]) {
            if factor != 0.0 {
                self.fit(impulses, x.len());
                let impulse = impulse.map(|i| factor * i);
                let mut entry = Entry { impulses, source: Some(source), part };
                entry.add(impulse, place(x, node));
                entry.add_to_node(node, 1.0, impulse);
            }
        }
        (self.after, self.carry) = (after, carry);
    }

    /// The number of a constraint.
    pub(super) fn constraint(&self, number: u16) -> Option<u32> {
        self.constraints.get(number as usize).copied()
    }

    /// Books a part of a step of length `h`: `change` is that of the momentum of all coordinates. `solved` becomes what a
    /// scheme of two steps goes on with.
    pub(super) fn commit(
        &mut self,
        solved: &mut Impulses,
        (pins, end, h): (&[Pin], f64, f64),
        [change, x]: [&[f64]; 2],
    ) {
        self.fit(solved, x.len());
        let mut balance = Impulses::default();
        self.fit(&mut balance, x.len());
        self.others(pins, end, [change, x], &mut balance);
        self.after.pins.resize(solved.pins.len(), 0.0);
        self.balance_nodes(solved, (pins, end), &balance);
        for (pin, number) in self.pins.iter().enumerate() {
            let Some(number) = number.filter(|_| pins[pin].holds_at(end)) else { continue };
            let mut numbers = [0.0; PER_SOURCE];
            for i in 0..PER_PIN {
                let place = PER_PIN * pin + i;
                let given = balance.pins[place] - solved.pins[place] - self.after.pins[place];
                numbers[if i < 3 { i } else { 3 + i }] = given;
            }
            solved.sources[PER_SOURCE * number as usize..][..PER_SOURCE].copy_from_slice(&numbers);
        }
        self.total.add(1.0, solved);
        self.total.add(1.0, &self.after);
        self.length += h;
        solved.add(1.0, &self.carry);
    }
}

impl Telling {
    /// Gives every coordinate that is held what it needs: the change of its momentum less what all else gives.
    fn balance_nodes(&mut self, solved: &mut Impulses, (pins, end): (&[Pin], f64), balance: &Impulses) {
        if !self.of_nodes {
            return;
        }
        let after = std::mem::take(&mut self.after);
        self.each_held(pins, end, |_, node, axes| {
            for i in (0..3).filter(|i| axes[*i]).map(|i| 3 * node as usize + i) {
                let later = after.nodes[GIVEN].get(i).copied().unwrap_or(0.0);
                solved.nodes[PINNED][i] = balance.nodes[GIVEN][i] - solved.nodes[GIVEN][i] - later;
            }
        });
        self.after = after;
    }
}

impl World {
    /// Takes down what the step that is about to be committed did.
    pub(super) fn tell(&mut self, h: f64, end: f64) {
        let Self { parts, candidate, telling, .. } = self;
        if !telling.asked {
            return;
        }
        let Candidate { x, v, momentum, impulses, .. } = candidate;
        let (now, before) = (if momentum.is_empty() { v } else { momentum }, parts.state.momentum());
        let mut change = std::mem::take(&mut telling.force);
        change.clear();
        change.extend((0..now.len()).map(|i| parts.mass[i / 3] * (now[i] - before[i])));
        telling.commit(impulses, (&parts.pins, end, h), [&change, x]);
        telling.force = change;
    }

    /// Asks for the forces of pins, attachments, loads, obstacles and bodies that touch, from the next step on; `of_nodes`, for those of
    /// contact, pins and attachments on every node as well. To be asked before the first step: schemes that look back need all of them.
    pub fn tell_forces(&mut self, of_nodes: bool) {
        self.telling.ask(&self.parts, of_nodes);
    }

    /// Asks for what another world is asked for, which this one takes the place of.
    pub fn tell_forces_as(&mut self, other: &Self) {
        if other.telling.asked {
            self.telling.touched.clone_from(&other.telling.touched);
            self.tell_forces(other.telling.of_nodes);
        }
    }

    /// Who pushes, of which forces are told. Pairs of bodies are added at the end when they first touch.
    pub fn force_sources(&self) -> &[ForceSource] {
        &self.telling.sources
    }

    /// Pairs of bodies that touched so far, by their numbers: to be given back when a run is resumed.
    pub fn touched(&self) -> &[[u32; 2]] {
        &self.telling.touched
    }

    /// Gives back the pairs of bodies that touched.
    pub fn recall_touched(&mut self, pairs: &[[u32; 2]]) {
        pairs.iter().for_each(|pair| {
            self.telling.pair(*pair);
        });
    }

    /// The mean forces of all sources in the last step, in the order of [`force_sources`](Self::force_sources); none where the
    /// scheme does not know them, nobody asked, or no step was made.
    pub fn forces(&self) -> Option<Vec<Force>> {
        let Telling { asked, sources, total, length, .. } = &self.telling;
        if !asked || total.unknown || *length <= 0.0 {
            return None;
        }
        let number = |at: usize| total.sources.get(at).map_or(0.0, |sum| sum / length);
        let three = |at: usize| [at, at + 1, at + 2].map(number);
        let force = |source: usize| {
            let first = PER_SOURCE * source;
            Force { normal: three(first), friction: three(first + 3), torque: three(first + 6) }
        };
        Some((0..sources.len()).map(force).collect())
    }

    /// The mean forces of contact on all nodes in the last step, across surfaces and along them, N, interleaved xyz; zero before
    /// the first step and where nobody asked.
    pub fn contact_forces(&self) -> [Vec<f64>; 2] {
        [0, 1].map(|part| self.of_nodes(part).collect())
    }

    /// The mean forces of pins and attachments on all nodes in the last step, N, interleaved xyz; zero as those of contact.
    pub fn reactions(&self) -> Vec<f64> {
        self.of_nodes(HELD).zip(self.of_nodes(PINNED)).map(|(held, pinned)| held + pinned).collect()
    }

    fn of_nodes(&self, list: usize) -> impl Iterator<Item = f64> {
        let Telling { total, length, .. } = &self.telling;
        let length = *length;
        let known = total.nodes[list].iter().map(move |sum| if length > 0.0 { sum / length } else { 0.0 });
        known.chain(std::iter::repeat(0.0)).take(self.parts.state.x.len())
    }
}

/// Where a node is.
fn place(x: &[f64], node: u32) -> [f64; 3] {
    let first = 3 * node as usize;
    [x[first], x[first + 1], x[first + 2]]
}
