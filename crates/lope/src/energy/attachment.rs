//! Nodes, or points between them, held near places by springs of no length.

use std::ops::Range;
use std::sync::Arc;

use crate::math::Filter;

use super::{
    ALONE, Abilities, Account, Compliance, Energy, FILLER, Meeting, Part, Passing, Slots, Source, Stencils,
    Want, block_place, enlist, gradient_slot, hessian_slot, point, write_isotropic,
};
use crate::math::vec3::scaled;
use crate::sparse::RankOnes;

/// ½k|x − target|² for each of some points: nodes, or weighted means x = Σ wᵢxᵢ of four.
#[derive(Clone)]
pub struct Attachment {
    /// One of each point, or four.
    nodes: Arc<[u32]>,
    /// The weights of four nodes of each point; none if points are nodes.
    weights: Option<Arc<[[f64; 4]]>>,
    targets: Vec<[f64; 3]>,
    stiffness: f64,
    script: Option<Arc<Script>>,
    passing: bool,
    /// What it is called where forces are told; empty if they are not.
    called: String,
}

/// Where the i-th target is at a time, s.
type Script = dyn Fn(f64, usize) -> [f64; 3] + Send + Sync;

impl Attachment {
    /// Holds `nodes` at `targets` with stiffness k, N/m. Missing targets are the origin.
    pub fn new(nodes: Arc<[u32]>, mut targets: Vec<[f64; 3]>, stiffness: f64) -> Self {
        targets.resize(nodes.len(), [0.0; 3]);
        let called = String::new();
        Self { nodes, weights: None, targets, stiffness, script: None, passing: false, called }
    }

    /// The same of means of four nodes, each of them another one.
    pub fn embedded(
        points: impl IntoIterator<Item = ([u32; 4], [f64; 4])>,
        targets: Vec<[f64; 3]>,
        stiffness: f64,
    ) -> Self {
        let (nodes, weights): (Vec<[u32; 4]>, Vec<[f64; 4]>) = points.into_iter().unzip();
        let mut this = Self::new(Arc::default(), Vec::new(), stiffness);
        this.targets = targets;
        this.targets.resize(nodes.len(), [0.0; 3]);
        (this.nodes, this.weights) = (nodes.as_flattened().into(), Some(weights.into()));
        this
    }

    /// Gives it a name by which its force is told.
    pub fn called(mut self, name: impl Into<String>) -> Self {
        self.called = name.into();
        self
    }

    /// Lets a script move the targets: `script(t, i)` is where the i-th is at time t.
    pub fn led(mut self, script: impl Fn(f64, usize) -> [f64; 3] + Send + Sync + 'static) -> Self {
        self.script = Some(Arc::new(script));
        self
    }

    /// Says that it will not stay for long: methods with a prefactored matrix correct for it instead of factoring anew.
    pub fn passing(mut self) -> Self {
        self.passing = true;
        self
    }

    /// Whether it will not stay for long.
    pub fn is_passing(&self) -> bool {
        self.passing
    }

    /// Whether a script leads it.
    pub fn is_led(&self) -> bool {
        self.script.is_some()
    }

    /// Holds nothing from now on.
    pub fn let_go(&mut self) {
        self.stiffness = 0.0;
    }

    /// The nodes: one for each place, or four of an [embedded](Self::embedded) point.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// Nodes of each point.
    fn arity(&self) -> usize {
        if self.weights.is_some() { 4 } else { 1 }
    }

    /// Whether points are means of nodes.
    pub fn is_embedded(&self) -> bool {
        self.weights.is_some()
    }

    /// The nodes of a point and their weights.
    fn shares(&self, element: usize) -> impl Iterator<Item = (u32, f64)> {
        let weight = move |k: usize| self.weights.as_ref().map_or(1.0, |weights| weights[element][k]);
        let nodes = &self.nodes[self.arity() * element..][..self.arity()];
        nodes.iter().enumerate().map(move |(k, node)| (*node, weight(k)))
    }

    /// How far a point is from its target.
    fn apart(&self, x: &[f64], element: usize) -> [f64; 3] {
        let target = self.targets[element];
        if self.weights.is_none() {
            let at = 3 * self.nodes[element] as usize;
            return [0, 1, 2].map(|i| x[at + i] - target[i]);
        }
        self.shares(element).fold(target.map(|t| -t), |d, (node, weight)| {
            [0, 1, 2].map(|i| d[i] + weight * x[3 * node as usize + i])
        })
    }

    /// Writes (a wᵢwⱼ + b δᵢⱼ) times the identity into a Hessian slot.
    fn write(&self, element: usize, slot: &mut [f64], a: f64, b: f64) {
        let arity = self.arity();
        for (i, (_, one)) in self.shares(element).enumerate() {
            for (j, (_, other)) in self.shares(element).enumerate().skip(i) {
                let block = &mut slot[9 * block_place(arity, i, j)..][..9];
                write_isotropic(block, a * one * other + if i == j { b } else { 0.0 }, 3);
            }
        }
    }

    /// Where the nodes are held.
    pub fn targets(&self) -> &[[f64; 3]] {
        &self.targets
    }

    /// Where the nodes are held, to be moved.
    pub fn targets_mut(&mut self) -> &mut [[f64; 3]] {
        &mut self.targets
    }

    /// Stiffness, N/m.
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }
}

enlist!(Attachment: Attachment);

impl Energy for Attachment {
    fn name(&self) -> &str {
        "attachment"
    }

    fn account(&self) -> Account {
        Account::Elastic
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: self.arity(), nodes: &self.nodes }
    }

    fn begin(&mut self, _x: &[f64], end: f64) {
        if let Some(script) = &self.script {
            self.targets.iter_mut().enumerate().for_each(|(i, target)| *target = script(end, i));
        }
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            is_scripted: self.script.is_some(),
            compliance: Some(self),
            passing: if self.passing { Some(self) } else { None },
            source: if self.called.is_empty() { None } else { Some(self) },
            ..Abilities::default()
        }
    }

    fn eval(
        &self,
        x: &[f64],
        elements: Range<usize>,
        want: Want,
        filter: Filter,
        mut slots: Slots<'_>,
    ) -> f64 {
        let start = elements.start;
        let k = self.stiffness;
        let mut sum = 0.0;
        for element in elements {
            let (place, d) = (element - start, self.apart(x, element));
            sum += 0.5 * k * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            if self.weights.is_none() {
                point::write(&mut slots, place, want, filter, d.map(|d| k * d), k);
                continue;
            }
            if want >= Want::Gradient {
                let slot = &mut slots.gradient[gradient_slot(4) * place..][..gradient_slot(4)];
                for ((_, weight), slot) in self.shares(element).zip(slot.chunks_exact_mut(3)) {
                    slot.copy_from_slice(&d.map(|d| weight * k * d));
                }
            }
            if want >= Want::Hessian {
                // k wwᵀ has the eigenvalues k|w|² and 0.
                let size: f64 = self.shares(element).map(|(_, weight)| weight * weight).sum();
                let rest = filter.apply(0.0);
                let slot = &mut slots.hessian[hessian_slot(4) * place..][..hessian_slot(4)];
                self.write(element, slot, (filter.apply(k * size) - rest) / size, rest);
            }
        }
        sum
    }

    /// The Hessian itself, which is constant.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        for (element, slot) in elements.zip(hessian.chunks_exact_mut(hessian_slot(self.arity()))) {
            self.write(element, slot, self.stiffness, 0.0);
        }
    }
}

impl Source for Attachment {
    fn names(&self) -> Vec<String> {
        vec![self.called.clone()]
    }

    fn part(&self) -> Part {
        Part::Hold
    }

    fn meeting(&self, _: usize) -> Meeting {
        Meeting { on: if self.is_embedded() { 0b1111 } else { 1 }, ..ALONE }
    }
}

impl Passing for Attachment {
    fn terms(&self, into: &mut RankOnes) {
        for element in 0..self.targets.len() {
            for normal in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
                let parts = self.shares(element).map(|(node, weight)| (node, scaled(normal, weight)));
                into.push(self.stiffness, parts);
            }
        }
    }
}

/// C = √k |x − target|.
impl Compliance for Attachment {
    fn constrain(&self, x: &[f64], places: Range<usize>, c: &mut [f64], gradient: &mut [f64]) {
        let root = self.stiffness.sqrt();
        let slots = gradient.chunks_exact_mut(gradient_slot(self.arity()));
        for ((place, c), slot) in places.zip(c).zip(slots) {
            if self.arity() > 1 && self.nodes[4 * place] == FILLER {
                *c = 0.0;
                slot.fill(0.0);
                continue;
            }
            let d = self.apart(x, place);
            let length = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
            *c = root * length;
            let per_length = if length > 0.0 { root / length } else { 0.0 };
            for ((_, weight), slot) in self.shares(place).zip(slot.chunks_exact_mut(3)) {
                slot.copy_from_slice(&d.map(|d| weight * (per_length * d)));
            }
        }
    }

    fn arranged(&self, order: &[u32]) -> Option<Box<dyn Compliance>> {
        let weights = self.weights.as_ref()?;
        let nodes = |element: usize| std::array::from_fn(|k| self.nodes[4 * element + k]);
        let point = |element: &u32| match *element {
            FILLER => ([FILLER; 4], [0.0; 4]),
            element => (nodes(element as usize), weights[element as usize]),
        };
        let target = |element: &u32| self.targets.get(*element as usize).copied().unwrap_or_default();
        let targets = order.iter().map(target).collect();
        Some(Box::new(Self::embedded(order.iter().map(point), targets, self.stiffness)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two points of six nodes.
    fn held() -> (Attachment, Vec<f64>) {
        let points = [([0, 1, 2, 3], [0.4, 0.3, 0.2, 0.1]), ([5, 3, 2, 4], [0.5, 0.9, -0.3, -0.1])];
        let targets = vec![[0.1, 0.2, 0.3], [1.0, -1.0, 0.5]];
        let x = (0..18).map(|i| f64::from(i * i % 7) - 0.3 * f64::from(i)).collect();
        (Attachment::embedded(points, targets, 7.0), x)
    }

    #[test]
    fn an_embedded_point_is_drawn_to_its_target_and_shares_the_force_by_its_weights() {
        let (held, x) = held();
        let mut gradient = [0.0; 24];
        let slots = Slots { gradient: &mut gradient, hessian: &mut [] };
        let value = held.eval(&x, 0..2, Want::Gradient, Filter::Raw, slots);
        let position = |nodes: [usize; 4], weights: [f64; 4]| {
            [0, 1, 2].map(|i| (0..4).map(|k| weights[k] * x[3 * nodes[k] + i]).sum::<f64>())
        };
        let first = position([0, 1, 2, 3], [0.4, 0.3, 0.2, 0.1]);
        let second = position([5, 3, 2, 4], [0.5, 0.9, -0.3, -0.1]);
        let apart = [0, 1, 2].map(|i| [first[i] - held.targets[0][i], second[i] - held.targets[1][i]]);
        let expected: f64 = apart.iter().flatten().map(|d| 3.5 * d * d).sum();
        assert!((value - expected).abs() < 1e-12 * expected, "{value} {expected}");
        for i in 0..3 {
            let force: f64 = (0..4).map(|k| gradient[3 * k + i]).sum();
            assert!((force - 7.0 * apart[i][0]).abs() < 1e-12, "the weights sum to one");
            assert!((gradient[3 + i] - 0.3 * 7.0 * apart[i][0]).abs() < 1e-12);
        }
    }

    #[test]
    fn constraints_in_another_order_are_the_same_and_those_that_fill_up_do_nothing() {
        let (held, x) = held();
        let (mut c, mut gradient) = ([0.0; 2], [0.0; 24]);
        held.constrain(&x, 0..2, &mut c, &mut gradient);
        // ½ΣC² is the energy, and C∇C its gradient.
        let mut slope = [0.0; 24];
        let slots = Slots { gradient: &mut slope, hessian: &mut [] };
        let value = held.eval(&x, 0..2, Want::Gradient, Filter::Raw, slots);
        assert!((value - 0.5 * (c[0] * c[0] + c[1] * c[1])).abs() < 1e-12 * value);
        assert!((0..24).all(|i| (slope[i] - c[i / 12] * gradient[i]).abs() < 1e-12));
        let arranged = held.arranged(&[1, FILLER, 0, FILLER]).expect("it has an order");
        let (mut turned, mut slots) = ([1.0; 4], [1.0; 48]);
        arranged.constrain(&x, 0..4, &mut turned, &mut slots);
        assert_eq!((turned, &slots[..12]), ([c[1], 0.0, c[0], 0.0], &gradient[12..]));
        assert_eq!((&slots[24..36], &slots[36..]), (&gradient[..12], &[0.0; 12][..]));
    }
}
