//! What is told of forces: the impulses that named sources give in a step.

/// Numbers of a source: its impulse across surfaces, that along them, and its angular impulse about the origin.
pub const PER_SOURCE: usize = 9;
/// Numbers of a pin: impulse and angular impulse.
pub const PER_PIN: usize = 6;

/// Impulses in a step, as lists that are summed and blended like the step itself. Empty where nobody asks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impulses {
    /// Of every source, [`PER_SOURCE`] numbers, N s and N m s; sources that were not met yet are missing at the end.
    pub sources: Vec<f64>,
    /// Of every pin, what all else gives to the coordinates that it holds: [`PER_PIN`] numbers.
    pub pins: Vec<f64>,
    /// What contact gives to every node, across surfaces and along them, N s; empty where nobody asks for that.
    pub nodes: [Vec<f64>; 2],
    /// Whether the scheme does not know them.
    pub unknown: bool,
}

impl Impulses {
    /// Forgets all.
    pub fn clear(&mut self) {
        let Self { sources, pins, nodes: [normal, friction], unknown } = self;
        [sources, pins, normal, friction].into_iter().for_each(Vec::clear);
        *unknown = false;
    }

    fn lists(&mut self) -> [&mut Vec<f64>; 4] {
        let Self { sources, pins, nodes: [normal, friction], .. } = self;
        [sources, pins, normal, friction]
    }

    /// Adds `factor` times another.
    pub fn add(&mut self, factor: f64, other: &Self) {
        let theirs = [&other.sources, &other.pins, &other.nodes[0], &other.nodes[1]];
        for (mine, theirs) in self.lists().into_iter().zip(theirs) {
            mine.resize(mine.len().max(theirs.len()), 0.0);
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += factor * theirs);
        }
        self.unknown |= other.unknown;
    }

    /// Multiplies all by `factor`.
    pub fn scale(&mut self, factor: f64) {
        self.lists().into_iter().flatten().for_each(|number| *number *= factor);
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
