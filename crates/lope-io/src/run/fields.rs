//! The quantities that a frame carries.

use lope::body::{Body, Strained};
use lope::scene::model::Field;
use lope::world::World;

use crate::show::patch::Patches;
use crate::show::surface::{behind, carried, leaders};

/// What the numbers are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum On {
    /// Vertices.
    Vertices,
    /// Elements.
    Elements,
}

/// A quantity of a body.
pub(super) struct Quantity {
    pub(super) name: &'static str,
    pub(super) on: On,
    /// Numbers of each.
    pub(super) components: usize,
    pub(super) values: Vec<f64>,
}

/// A quantity of a body as a frame shows it; none where it does not have it. Patches are needed for pressures alone.
pub(super) fn of(field: Field, world: &World, body: &Body, patches: &Patches) -> Option<Quantity> {
    let state = world.state();
    let nodes = 3 * body.nodes.start..3 * body.nodes.end;
    let vertices = |components: usize, values: Vec<f64>| {
        Some(Quantity { name: field.name(), on: On::Vertices, components, values })
    };
    // Vectors of nodes, as vertices of a skin have them.
    let vectors = |values: &[f64]| match &body.skin {
        Some(skin) => vertices(3, carried(skin, values)),
        None => vertices(3, values.to_vec()),
    };
    // Nodes feel forces, which are not the vertices of a skin.
    let forces = |all: Vec<f64>| match &body.skin {
        Some(_) => None,
        None => vertices(3, all[nodes.clone()].to_vec()),
    };
    let strained = |what: Strained| {
        let mut values = Vec::new();
        let there = body.strained(what, world.rest(), &state.x, &mut values);
        there.then(|| elements(field, body, what.components(), values))
    };
    match field {
        Field::Velocity => vectors(&state.v[nodes]),
        Field::Displacement => {
            let gone = state.x[nodes.clone()].iter().zip(&world.rest()[nodes]).map(|(x, rest)| x - rest);
            vectors(&gone.collect::<Vec<_>>())
        }
        Field::Det => body.dets(&state.x).map(|values| elements(field, body, 1, values)),
        Field::Energy => body.densities(&state.x).map(|values| elements(field, body, 1, values)),
        Field::Stress => strained(Strained::Stress),
        Field::VonMises => strained(Strained::VonMises),
        Field::FirstPiola => strained(Strained::FirstPiola),
        Field::Stretch => strained(Strained::Stretch),
        Field::Projected => vertices(1, projected(world, body)),
        Field::ContactForce => {
            let [normal, _] = world.contact_forces();
            forces(normal)
        }
        Field::FrictionForce => {
            let [_, friction] = world.contact_forces();
            forces(friction)
        }
        Field::ContactPressure if body.skin.is_some() => None,
        Field::ContactPressure => {
            let [normal, _] = world.contact_forces();
            let pressures = patches.pressures(&state.x[nodes.clone()], &normal[nodes.clone()]);
            pressures.and_then(|values| vertices(1, values))
        }
        Field::Reaction => forces(world.reactions()),
    }
}

/// Quantities of elements are shown on a skin by the element behind each triangle.
fn elements(field: Field, body: &Body, components: usize, values: Vec<f64>) -> Quantity {
    let values = match &body.skin {
        Some(skin) => behind(skin)
            .flat_map(|element| &values[components * element as usize..][..components])
            .copied()
            .collect(),
        None => values,
    };
    Quantity { name: field.name(), on: On::Elements, components, values }
}

/// 1 for every vertex with an element around it whose Hessian was projected in the last iteration, else 0.
fn projected(world: &World, body: &Body) -> Vec<f64> {
    let flag = |node: usize| f64::from(u8::from(world.assembler().projected(body.nodes.start + node)));
    match &body.skin {
        Some(skin) => leaders(skin).into_iter().map(|node| flag(node as usize)).collect(),
        None => (0..body.nodes.len()).map(flag).collect(),
    }
}
