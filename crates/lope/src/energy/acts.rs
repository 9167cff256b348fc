//! All that acts, in one list.

use std::time::Duration;

use super::{Adaptive, At, Energy, InTheWay, Interaction, NodeMaker, Points, Reached, Timed};

/// What acts in a world. Energies have the first numbers, interactions the ones after them.
#[derive(Default)]
pub struct Acts {
    /// What is laid out for good.
    pub energies: Vec<Box<dyn Energy>>,
    /// What comes and goes with the state.
    pub interactions: Vec<Box<dyn Interaction>>,
}

impl Acts {
    /// One by its number.
    pub fn get(&self, number: usize) -> &dyn Energy {
        match self.energies.get(number) {
            Some(energy) => energy.as_ref(),
            None => self.interactions[number - self.energies.len()].as_ref(),
        }
    }

    /// What the stencils of one are made of.
    pub fn points(&self, number: usize) -> &Points {
        let changing = number.checked_sub(self.energies.len());
        changing.map_or(&Points::Nodes, |number| self.interactions[number].points())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.energies.len() + self.interactions.len()
    }

    /// Whether nothing acts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them, by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Energy> {
        let changing = self.interactions.iter().map(|interaction| interaction.as_ref() as &dyn Energy);
        self.energies.iter().map(Box::as_ref).chain(changing)
    }

    /// The same, to be told something.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut dyn Energy> {
        let changing =
            self.interactions.iter_mut().map(|interaction| interaction.as_mut() as &mut dyn Energy);
        self.energies.iter_mut().map(|energy| energy.as_mut() as &mut dyn Energy).chain(changing)
    }

    /// Tells all that a step begins.
    pub fn begin(&mut self, x: &[f64], end: f64) {
        self.iter_mut().for_each(|energy| energy.begin(x, end));
    }

    /// Tells all of a state that is accepted.
    pub fn accept(&mut self, x: &[f64], t: f64) {
        self.iter_mut().filter_map(Energy::remembering).for_each(|one| one.accept(x, t));
    }

    /// What all keep from step to step beside the state, one after the other.
    pub fn memory(&self) -> Vec<f64> {
        let keepers = self.iter().filter_map(|energy| energy.abilities().remembering);
        keepers.flat_map(|one| one.memory().iter().copied()).collect()
    }

    /// Takes up what [`memory`](Self::memory) gave; numbers that nobody keeps mean nothing.
    pub fn recall(&mut self, mut numbers: &[f64]) {
        for one in self.iter_mut().filter_map(Energy::remembering) {
            let Some((own, others)) = numbers.split_at_checked(one.memory().len()) else { return };
            one.recall(own);
            numbers = others;
        }
    }

    /// Whether forces of interactions are means over a step that began at `start`, or those at a state.
    pub fn since(&mut self, start: Option<&[f64]>) {
        self.interactions.iter_mut().for_each(|interaction| interaction.since(start));
    }

    /// Who makes nodes for every step.
    pub fn makers(&mut self) -> impl Iterator<Item = &mut dyn NodeMaker> {
        self.interactions.iter_mut().filter_map(|interaction| interaction.maker())
    }

    /// Takes what lags anew where a minimum was found, after so often in this solve; whether that makes it another one.
    pub fn relag(&mut self, at: Reached<'_>, taken: usize) -> bool {
        let lagging = self.iter_mut().filter_map(Energy::lagging);
        lagging.fold(false, |changed, one| one.relag(at, taken) | changed)
    }

    /// Whether anything lags.
    pub fn lags(&mut self) -> bool {
        self.iter_mut().any(|one| one.lagging().is_some())
    }

    /// Tells all at which time forces are taken.
    pub fn clock(&mut self, t: f64) {
        self.timed().for_each(|one| one.clock(t));
    }

    /// Lets all that follows take its forces.
    pub fn take(&mut self, x: &[f64], v: &[f64]) {
        self.timed().for_each(|one| one.take(x, v));
    }

    /// What is wrong with a script.
    pub fn mistake(&mut self) -> Option<String> {
        self.timed().find_map(|one| one.mistake())
    }

    fn timed(&mut self) -> impl Iterator<Item = &mut dyn Timed> {
        self.iter_mut().filter_map(Energy::timed)
    }

    /// The largest part by which anything lags behind the minimum last found; none where nothing lags.
    pub fn lag_left(&mut self) -> Option<f64> {
        let lagging = self.iter_mut().filter_map(Energy::lagging);
        lagging.filter_map(|one| one.lag_left()).reduce(f64::max)
    }

    /// What adapts from step to step.
    pub fn adaptive(&mut self) -> impl Iterator<Item = &mut dyn Adaptive> {
        self.interactions.iter_mut().filter_map(|one| one.adaptive())
    }

    /// What it has come to.
    pub fn adaptations(&self) -> impl Iterator<Item = [f64; 4]> {
        self.iter().filter_map(|one| Some(one.abilities().adaptive?.adaptation()))
    }

    /// The least gaps of what adapts, where the last step ended.
    pub fn margins(&self) -> impl Iterator<Item = f64> {
        self.iter().filter_map(|one| Some(one.abilities().adaptive?.margin()))
    }

    /// Who is first in the way last asked about.
    pub fn in_the_way(&mut self) -> Option<InTheWay> {
        let all = self.interactions.iter_mut().filter(|one| one.at() != At::Velocity);
        all.filter_map(|one| one.in_the_way()).reduce(|a, b| if b.free < a.free { b } else { a })
    }

    /// Time that interactions spent on finding who meets since it was asked for last.
    pub fn spent(&mut self) -> Duration {
        self.interactions.iter_mut().map(|interaction| interaction.spent()).sum()
    }

    /// Collects what interactions have at the state `x`.
    pub fn collect(&mut self, x: &[f64]) {
        self.interactions.iter_mut().for_each(|interaction| interaction.collect(x));
    }
}

impl From<Vec<Box<dyn Energy>>> for Acts {
    fn from(energies: Vec<Box<dyn Energy>>) -> Self {
        Self { energies, interactions: Vec::new() }
    }
}
