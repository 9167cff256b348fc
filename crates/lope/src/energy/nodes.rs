//! Nodes that are made anew for every step.

/// Nodes, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nodes {
    /// Positions, interleaved xyz, m.
    pub x: Vec<f64>,
    /// Velocities, interleaved xyz, m/s.
    pub v: Vec<f64>,
    /// Masses, kg.
    pub mass: Vec<f64>,
    /// Held coordinates of each: bit 0 is x, bit 1 is y, bit 2 is z.
    pub held: Vec<u8>,
}

impl Nodes {
    /// Adds one.
    pub fn push(&mut self, x: [f64; 3], v: [f64; 3], mass: f64, held: u8) {
        self.x.extend(x);
        self.v.extend(v);
        self.mass.push(mass);
        self.held.push(held);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.mass.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.mass.is_empty()
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Leaves the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.x.truncate(3 * count);
        self.v.truncate(3 * count);
        self.mass.truncate(count);
        self.held.truncate(count);
    }
}

/// A body whose nodes are made anew for every step, as particles do that give mass and velocity to a grid and take them back.
/// What acts on such nodes is the [`Interaction`](super::Interaction) that makes them: its elements may be others in every step.
pub trait NodeMaker: Send + Sync {
    /// Adds the nodes of a step that begins now to `nodes`. The first of them will have the number `first`.
    fn make(&mut self, first: u32, nodes: &mut Nodes);

    /// Takes back where its nodes are at the end of a step that was accepted, and their velocities.
    fn take_back(&mut self, x: &[f64], v: &[f64]);

    /// Remembers the present state.
    fn mark(&mut self);

    /// Goes back to the state last remembered.
    fn rewind(&mut self);
}
