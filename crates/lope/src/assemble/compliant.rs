//! A stage as compliant constraints, solved one after the other.
//!
//! Constraints without a common node do not see each other, so colours of them can be solved at once, and give the same
//! bits by any number of threads. What a colour does to the nodes is computed in parallel and applied after it.

use std::ops::Range;

use rayon::prelude::*;

use super::objective::StageObjective;
use crate::energy::{Acts, At, CHUNK, Compliance, Energy, FILLER, Points, Stencils, gradient_slot};
use crate::math::Quad;
use crate::minimize::Compliant;

/// The constraints of all that acts.
#[derive(Default)]
pub(super) struct Plan {
    /// Whether the sets of energies are filled in; those of interactions follow them, as they are in this minimization.
    made: bool,
    sets: Vec<Set>,
    fixed: usize,
    /// One multiplier for each place.
    multipliers: Vec<f64>,
    /// C and ∇C of a colour; the latter becomes what its nodes move by.
    c: Vec<f64>,
    moves: Vec<f64>,
    /// θ by the inertia and drag κm + k of each coordinate, zero where held.
    mobility: Vec<f64>,
    /// Blocks of a chunk of what resists without being a constraint.
    resistance: Vec<f64>,
    /// Force point, and where it was when the sweep began.
    y: Vec<f64>,
    before: Vec<f64>,
}

/// The constraints of one energy.
struct Set {
    /// Its number among all that acts.
    number: usize,
    /// The energy's constraints by colours, where their order matters.
    arranged: Option<Box<dyn Compliance>>,
    arity: usize,
    /// Nodes of each place; those of fillers are any.
    nodes: Vec<u32>,
    /// Places of each colour.
    colours: Vec<Range<usize>>,
    /// Where its multipliers start.
    first: usize,
    /// Whether its elements act on points of several nodes. They come and go, may share nodes, and are solved one by one.
    one_by_one: bool,
}

impl Plan {
    fn make(&mut self, acts: &Acts, nodes: usize) {
        let first = if self.made { acts.energies.len() } else { 0 };
        let mut next = self.fixed;
        for (number, own) in acts.iter().enumerate().skip(first) {
            let Some(compliance) = own.abilities().compliance else { continue };
            let places = next.checked_sub(1).map_or(0, |last| self.sets[last].end());
            match self.sets.get_mut(next) {
                Some(set) => set.remake(number, compliance, own.stencils(), nodes, places),
                None => self.sets.push(Set::new(number, compliance, own.stencils(), nodes, places)),
            }
            self.sets[next].one_by_one = matches!(acts.points(number), Points::Weighted(_));
            next += 1;
            self.fixed = if number < acts.energies.len() { next } else { self.fixed };
        }
        self.made = true;
        self.sets.truncate(next);
        let widest = |set: &Set| set.colours.iter().map(Range::len).max().unwrap_or(0);
        let moves = |set: &Set| widest(set) * gradient_slot(set.arity);
        self.multipliers.resize(self.sets.last().map_or(0, Set::end), 0.0);
        self.c.resize(self.sets.iter().map(widest).max().unwrap_or(0), 0.0);
        self.moves.resize(self.sets.iter().map(moves).max().unwrap_or(0), 0.0);
        self.mobility.resize(3 * nodes, 0.0);
        self.y.resize(3 * nodes, 0.0);
        self.before.resize(3 * nodes, 0.0);
    }

    /// Solves all constraints once, moving y.
    fn sweep(&mut self, acts: &Acts) {
        let Self { sets, multipliers, c, moves, mobility, y, .. } = self;
        for set in &*sets {
            let own = acts.get(set.number).abilities().compliance;
            let Some(compliance) = set.arranged.as_deref().or(own) else { continue };
            let (arity, stride) = (set.arity, gradient_slot(set.arity));
            let one_sided = compliance.one_sided();
            if set.one_by_one {
                let multipliers = &mut multipliers[set.first..set.end()];
                one_by_one(compliance, (acts.points(set.number), &set.nodes), multipliers, mobility, y);
                continue;
            }
            for colour in &set.colours {
                let multipliers = &mut multipliers[set.first + colour.start..set.first + colour.end];
                let (c, moves) = (&mut c[..colour.len()], &mut moves[..colour.len() * stride]);
                let nodes = &set.nodes[arity * colour.start..arity * colour.end];
                let (at, mobility) = (&*y, &*mobility);
                let parts = multipliers.par_chunks_mut(CHUNK).zip(c.par_chunks_mut(CHUNK));
                let parts =
                    parts.zip(moves.par_chunks_mut(CHUNK * stride)).zip(nodes.par_chunks(CHUNK * arity));
                parts.enumerate().for_each(|(chunk, (((multipliers, c), moves), nodes))| {
                    let start = colour.start + chunk * CHUNK;
                    compliance.constrain(at, start..start + c.len(), c, moves);
                    let each = multipliers.iter_mut().zip(&*c).zip(moves.chunks_exact_mut(stride));
                    for (((multiplier, &c), moves), nodes) in each.zip(nodes.chunks_exact(arity)) {
                        solve(multiplier, c, moves, nodes, mobility, one_sided);
                    }
                });
                for (moves, &node) in moves.chunks_exact(3).zip(nodes) {
                    let at = 3 * node as usize;
                    (0..3).for_each(|axis| y[at + axis] += moves[axis]);
                }
            }
        }
    }
}

/// One constraint: the change of its multiplier, and in place of its gradient what that moves its nodes by
/// (\[Macklin16\] eqs. 17, 18).
#[inline(always)]
fn solve(
    multiplier: &mut f64,
    c: f64,
    gradient: &mut [f64],
    nodes: &[u32],
    mobility: &[f64],
    one_sided: bool,
) {
    let mut give = 0.0;
    for (gradient, &node) in gradient.chunks_exact(3).zip(nodes) {
        let mobility = &mobility[3 * node as usize..][..3];
        (0..3).for_each(|axis| give += mobility[axis] * gradient[axis] * gradient[axis]);
    }
    let change = advance(multiplier, c, give, one_sided);
    for (gradient, &node) in gradient.chunks_exact_mut(3).zip(nodes) {
        let mobility = &mobility[3 * node as usize..][..3];
        (0..3).for_each(|axis| gradient[axis] *= mobility[axis] * change);
    }
}

/// Changes a multiplier, and says by how much.
#[inline(always)]
fn advance(multiplier: &mut f64, c: f64, give: f64, one_sided: bool) -> f64 {
    let mut next = *multiplier - (c + *multiplier) / (1.0 + give);
    if one_sided {
        next = next.max(0.0);
    }
    let change = next - *multiplier;
    *multiplier = next;
    change
}

/// The constraints of single points, one after the other: ∂C/∂xᵢ is the weight of node i times the gradient by the point.
fn one_by_one(
    compliance: &dyn Compliance,
    (points, numbers): (&Points, &[u32]),
    multipliers: &mut [f64],
    mobility: &[f64],
    y: &mut [f64],
) {
    let one_sided = compliance.one_sided();
    for (place, (multiplier, &point)) in multipliers.iter_mut().zip(numbers).enumerate() {
        let (mut c, mut gradient) = ([0.0], [0.0; 3]);
        compliance.constrain(y, place..place + 1, &mut c, &mut gradient);
        let mut give = 0.0;
        points.each(point, |node, weight| {
            for (axis, mobility) in mobility[3 * node as usize..][..3].iter().enumerate() {
                give += mobility * (weight * gradient[axis]) * (weight * gradient[axis]);
            }
        });
        let change = advance(multiplier, c[0], give, one_sided);
        points.each(point, |node, weight| {
            for (axis, mobility) in mobility[3 * node as usize..][..3].iter().enumerate() {
                y[3 * node as usize + axis] += weight * gradient[axis] * mobility * change;
            }
        });
    }
}

impl Set {
    /// Where its multipliers end.
    fn end(&self) -> usize {
        self.first + self.nodes.len() / self.arity
    }

    /// Takes the elements of another minimization, in the room there is if they have one node each.
    fn remake(
        &mut self,
        number: usize,
        compliance: &dyn Compliance,
        stencils: Stencils<'_>,
        count: usize,
        first: usize,
    ) {
        if stencils.arity != 1 || self.arity != 1 {
            *self = Self::new(number, compliance, stencils, count, first);
            return;
        }
        (self.number, self.first) = (number, first);
        self.nodes.clear();
        self.nodes.extend_from_slice(stencils.nodes);
        self.colours[0] = 0..stencils.nodes.len();
    }

    fn new(
        number: usize,
        compliance: &dyn Compliance,
        Stencils { arity, nodes }: Stencils<'_>,
        count: usize,
        first: usize,
    ) -> Self {
        if arity == 1 {
            let colours = std::iter::once(0..nodes.len()).collect();
            let nodes = nodes.to_vec();
            return Self { number, arranged: None, arity, nodes, colours, first, one_by_one: false };
        }
        let (order, colours) = coloured(Stencils { arity, nodes }, count);
        let corner = |(&element, corner)| match element {
            FILLER => nodes[corner],
            element => nodes[arity * element as usize + corner],
        };
        let own = order.iter().flat_map(|element| (0..arity).map(move |corner| (element, corner)));
        let nodes = own.map(corner).collect();
        let arranged = compliance.arranged(&order);
        Self { number, arranged, arity, nodes, colours, first, one_by_one: false }
    }
}

/// Elements by colours, in which none shares a node with another, each filled up to whole fours: the first colour that
/// is free, in the order of the elements.
fn coloured(stencils: Stencils<'_>, count: usize) -> (Vec<u32>, Vec<Range<usize>>) {
    let mut used: Vec<Vec<u64>> = vec![Vec::new(); count];
    let mut members: Vec<Vec<u32>> = Vec::new();
    for (element, nodes) in (0..).zip(stencils.nodes.chunks_exact(stencils.arity)) {
        let mut word = 0;
        let colour = loop {
            let taken = nodes.iter().fold(0, |all, &node| all | used[node as usize].get(word).unwrap_or(&0));
            if taken != u64::MAX {
                break 64 * word + taken.trailing_ones() as usize;
            }
            word += 1;
        };
        for &node in nodes {
            let own = &mut used[node as usize];
            own.resize(own.len().max(word + 1), 0);
            own[word] |= 1 << (colour % 64);
        }
        if colour == members.len() {
            members.push(Vec::new());
        }
        members[colour].push(element);
    }
    let (mut order, mut colours) = (Vec::new(), Vec::new());
    for colour in members {
        let start = order.len();
        order.extend(colour);
        order.resize(order.len().next_multiple_of(Quad::LEN), FILLER);
        colours.push(start..order.len());
    }
    (order, colours)
}

/// Adds the stiffness of an energy of single nodes, a multiple of the identity, to their coordinates.
fn add_resistance(energy: &dyn Energy, factor: f64, blocks: &mut Vec<f64>, sum: &mut [f64]) {
    let nodes = energy.stencils().nodes;
    for (chunk, nodes) in nodes.chunks(CHUNK).enumerate() {
        blocks.resize(9 * CHUNK, 0.0);
        energy.stand_in(chunk * CHUNK..chunk * CHUNK + nodes.len(), blocks);
        for (block, &node) in blocks.chunks_exact(9).zip(nodes) {
            (0..3).for_each(|axis| sum[3 * node as usize + axis] += factor * block[4 * axis]);
        }
    }
}

impl Compliant for StageObjective<'_> {
    fn begin(&mut self, x: &mut [f64]) {
        let (stage, mass, held) = (self.stage, self.mass, self.held);
        self.assembler.workspace.compliant.make(self.acts, mass.len());
        let mut plan = std::mem::take(&mut self.assembler.workspace.compliant);
        plan.multipliers.fill(0.0);
        let Plan { mobility, resistance, before: force, .. } = &mut plan;
        for (i, inertia) in mobility.iter_mut().enumerate() {
            *inertia = stage.kappa * mass[i / 3];
            if held[i / 3] >> (i % 3) & 1 == 0 {
                x[i] = stage.target[i];
            }
        }
        let is_other = |energy: &dyn Energy| energy.abilities().compliance.is_none();
        let is_drag = |energy: &dyn Energy| energy.at() == At::Velocity && !energy.abilities().is_linear;
        for drag in self.acts.energies.iter().filter(|one| is_other(one.as_ref()) && is_drag(one.as_ref())) {
            add_resistance(drag.as_ref(), stage.rate, resistance, mobility);
        }
        // All of these are linear, and act on every node for itself: one step is exact.
        self.at(x, |f, at| f.assembler.forces_of(&f.acts.energies, at, is_other, force));
        for (i, mobility) in mobility.iter_mut().enumerate() {
            if held[i / 3] >> (i % 3) & 1 == 0 {
                x[i] -= force[i] / *mobility;
                *mobility = stage.theta / *mobility;
            } else {
                *mobility = 0.0;
            }
        }
        self.assembler.workspace.compliant = plan;
    }

    fn sweep(&mut self, x: &mut [f64]) {
        let stage = self.stage;
        let plan = &mut self.assembler.workspace.compliant;
        stage.force_point(x, &mut plan.y);
        plan.before.copy_from_slice(&plan.y);
        plan.sweep(self.acts);
        // Coordinates that are held have not moved, and stay the same to the bit.
        for ((x, y), before) in x.iter_mut().zip(&plan.y).zip(&plan.before) {
            *x += (y - before) / stage.theta;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_of_a_colour_share_a_node_and_none_is_lost() {
        // A fan: all share node 0, so each needs a colour of its own; more of them than bits in a word.
        let fan: Vec<u32> = (1..=70).flat_map(|node| [0, node]).collect();
        let (order, colours) = coloured(Stencils { arity: 2, nodes: &fan }, 71);
        assert_eq!((order.len(), colours.len()), (4 * 70, 70));
        // A chain needs two.
        let chain: Vec<u32> = (0..10).flat_map(|node| [node, node + 1]).collect();
        let (order, colours) = coloured(Stencils { arity: 2, nodes: &chain }, 11);
        assert_eq!(colours, [0..8, 8..16]);
        let mut found: Vec<u32> = order.iter().copied().filter(|&element| element != FILLER).collect();
        found.sort_unstable();
        assert_eq!(found, (0..10).collect::<Vec<_>>());
        for colour in colours {
            let mut nodes: Vec<u32> = order[colour]
                .iter()
                .filter(|&&element| element != FILLER)
                .flat_map(|&element| [element, element + 1])
                .collect();
            let all = nodes.len();
            nodes.sort_unstable();
            nodes.dedup();
            assert_eq!(nodes.len(), all);
        }
    }
}
