//! Contact of bodies with each other and with themselves.

use super::Workshop;
use crate::body::Cells;
use crate::contact::self_collision::{Flesh, PenaltyLaw, Penetration, Scope, SelfCollision};
use crate::scene::model::{Contact, Number};

impl Workshop<'_> {
    /// Makes what acts between bodies, and tells who starts inside whom.
    pub(super) fn contact(&mut self) {
        let Some(contact) = self.scene.contact.as_ref().filter(|_| !self.has_barriers()) else { return };
        let (rest, _) = self.made.rest.as_chunks::<3>();
        let solids = || self.made.bodies.iter().filter(|body| matches!(body.cells, Cells::Tets(_)));
        let flesh = solids().filter_map(|body| {
            let Cells::Tets(tets) = &body.cells else { return None };
            let first = body.nodes.start as u32;
            Some(Flesh {
                nodes: first..body.nodes.end as u32,
                tets: tets.iter().map(|tet| tet.map(|corner| first + corner)).collect(),
                rest: rest[body.nodes.clone()].to_vec(),
            })
        });
        let flesh: Vec<Flesh> = flesh.collect();
        let smallest = flesh.iter().map(Flesh::size).fold(f64::INFINITY, f64::min);
        let law = PenaltyLaw {
            friction: contact.friction.get(),
            ..PenaltyLaw::new(contact.stiffness.map_or(0.0, Number::get), smallest)
        };
        let mut collision = SelfCollision::new("contact", law, flesh, scope(contact));
        let names: Vec<&str> = solids().map(|body| body.name.as_str()).collect();
        self.notes.extend(told(&collision.penetrations(&self.made.state.x), &names));
        let all = (0..).zip(&self.made.bodies);
        let numbers = all.filter(|(_, body)| matches!(body.cells, Cells::Tets(_))).map(|(number, _)| number);
        let collision = collision.numbered(numbers.collect());
        self.made.acts.interactions.push(Box::new(collision));
    }
}

fn scope(contact: &Contact) -> Scope {
    match (contact.within, contact.between) {
        (true, false) => Scope::Within,
        (false, _) => Scope::Between,
        (true, true) => Scope::All,
    }
}

/// Pairs of bodies told one by one; more are summed up.
const MOST: usize = 8;

/// One line for every pair of bodies that start inside each other.
fn told(found: &[Penetration], names: &[&str]) -> Vec<String> {
    let mut sorted: Vec<&Penetration> = found.iter().collect();
    sorted.sort_by_key(|one| (one.body_of_node, one.body_entered));
    let pair = |all: &[&Penetration]| {
        let deepest = all.iter().copied().reduce(|a, b| if b.depth > a.depth { b } else { a })?;
        let place = deepest.position.map(|x| format!("{x:.3}")).join(", ");
        let (one, other) = (names[deepest.body_of_node], names[deepest.body_entered]);
        let other = if one == other { "itself" } else { other };
        Some(format!(
            "{one}: {} vertices start inside {other}, the deepest by {:.3} m at ({place}); they are pushed out",
            all.len(),
            deepest.depth
        ))
    };
    let pairs: Vec<&[&Penetration]> = sorted
        .chunk_by(|a, b| (a.body_of_node, a.body_entered) == (b.body_of_node, b.body_entered))
        .collect();
    let mut lines: Vec<String> = pairs.iter().take(MOST).filter_map(|all| pair(all)).collect();
    if pairs.len() > MOST {
        lines.push(format!("{} more pairs of bodies start inside each other", pairs.len() - MOST));
    }
    lines
}
