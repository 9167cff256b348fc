//! Nodes held near places by springs of no length.

use std::ops::Range;
use std::sync::Arc;

use crate::math::Filter;

use super::{
    ALONE, Abilities, Account, Compliance, Energy, Meeting, Part, Passing, Slots, Source, Stencils, Want,
    enlist, hessian_slot, point, write_isotropic,
};
use crate::sparse::RankOne;

/// ½k|x − target|² for each of some nodes.
#[derive(Clone)]
pub struct Attachment {
    nodes: Arc<[u32]>,
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
        Self { nodes, targets, stiffness, script: None, passing: false, called: String::new() }
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

    /// The nodes.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
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
        Stencils { arity: 1, nodes: &self.nodes }
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
            let at = 3 * self.nodes[element] as usize;
            let t = self.targets[element];
            let d = [x[at] - t[0], x[at + 1] - t[1], x[at + 2] - t[2]];
            sum += 0.5 * k * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            point::write(&mut slots, element - start, want, filter, d.map(|d| k * d), k);
        }
        sum
    }

    /// The Hessian itself, which is constant.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        for (_, block) in elements.zip(hessian.chunks_exact_mut(hessian_slot(1))) {
            write_isotropic(block, self.stiffness, 3);
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
        ALONE
    }
}

impl Passing for Attachment {
    fn terms(&self, visit: &mut dyn FnMut(RankOne)) {
        let weight = self.stiffness;
        for &node in self.nodes.iter() {
            for normal in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
                visit(RankOne { node, normal, weight });
            }
        }
    }
}

/// C = √k |x − target|.
impl Compliance for Attachment {
    fn constrain(&self, x: &[f64], places: Range<usize>, c: &mut [f64], gradient: &mut [f64]) {
        let root = self.stiffness.sqrt();
        for ((place, c), gradient) in places.zip(c).zip(gradient.chunks_exact_mut(3)) {
            let (at, target) = (3 * self.nodes[place] as usize, self.targets[place]);
            let d = [0, 1, 2].map(|i| x[at + i] - target[i]);
            let length = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
            *c = root * length;
            let per_length = if length > 0.0 { root / length } else { 0.0 };
            gradient.copy_from_slice(&d.map(|d| per_length * d));
        }
    }
}
