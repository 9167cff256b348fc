//! What is told of forces: the impulses that named sources give in a step.

/// Numbers of a source: its impulse across surfaces, that along them, and its angular impulse about the origin.
pub const PER_SOURCE: usize = 9;
/// Numbers of a pin: impulse and angular impulse.
pub const PER_PIN: usize = 6;
/// Lists of nodes.
pub const PER_NODE: usize = 5;

/// Impulses in a step, as lists that are summed and blended like the step itself. Empty where nobody asks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impulses {
    /// Of every source, [`PER_SOURCE`] numbers, N s and N m s; sources that were not met yet are missing at the end.
    pub sources: Vec<f64>,
    /// Of every pin, what all else gives to the coordinates that it holds: [`PER_PIN`] numbers.
    pub pins: Vec<f64>,
    /// Of every node, N s: what contact gives it across surfaces and along them, what attachments give it, what its pins give it, and
    /// what all else gives to those of its coordinates that are held. Empty where nobody asks for that.
    pub nodes: [Vec<f64>; PER_NODE],
    /// Whether the scheme does not know them.
    pub unknown: bool,
}

impl Impulses {
    /// Forgets all.
    pub fn clear(&mut self) {
        let Self { sources, pins, nodes, unknown } = self;
        [sources, pins].into_iter().chain(nodes).for_each(Vec::clear);
        *unknown = false;
    }

    fn lists(&mut self) -> impl Iterator<Item = &mut Vec<f64>> {
        let Self { sources, pins, nodes, .. } = self;
        [sources, pins].into_iter().chain(nodes)
    }

    /// Adds `factor` times another.
    pub fn add(&mut self, factor: f64, other: &Self) {
        let theirs = [&other.sources, &other.pins].into_iter().chain(&other.nodes);
        for (mine, theirs) in self.lists().zip(theirs) {
            mine.resize(mine.len().max(theirs.len()), 0.0);
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += factor * theirs);
        }
        self.unknown |= other.unknown;
    }

    /// Multiplies all by `factor`.
    pub fn scale(&mut self, factor: f64) {
        self.lists().flatten().for_each(|number| *number *= factor);
    }

    /// Goes `part` of the way to another.
    pub(super) fn toward(&mut self, other: &Self, part: f64) {
        self.scale(1.0 - part);
        self.add(part, other);
    }

    /// Becomes a copy of another, in the memory it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.clear();
        self.add(1.0, other);
    }
}
