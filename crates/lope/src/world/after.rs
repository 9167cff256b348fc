//! The step after the step: what stops, rubs, damps and mends once the minimum is found.

use super::{Parts, World, solve};
use crate::after::{NonrigidDamping, StepEnd};
use crate::contact::PostProcess;
use crate::energy::{Acts, Part};
use crate::time::Candidate;

/// What is done to the candidate of a step before it is committed, beside the friction of what acts.
#[derive(Default)]
pub struct After {
    /// What takes from velocities what is not a rigid motion.
    pub damping: Vec<NonrigidDamping>,
    /// Obstacles that are heeded now.
    pub posts: Vec<PostProcess>,
}

impl World {
    /// Lets what is pushed by constraints stay on them; returns the energy that stopping there took.
    pub(super) fn arrest(&mut self, h: f64, step_end: f64) -> f64 {
        let Self { parts, candidate, remembered, telling, .. } = self;
        let Parts { mass, contacts, state, pins, .. } = parts;
        let Some(constraints) = contacts.constraints.as_ref().filter(|all| !all.pushes().is_empty()) else {
            return 0.0;
        };
        let Candidate { x, v, momentum, .. } = candidate;
        let end = StepEnd { x, h, mass };
        let told = telling.is_asked();
        let staggered = !momentum.is_empty();
        let solved = if told { if staggered { momentum.clone() } else { v.clone() } } else { Vec::new() };
        // How much of each impulse is told, and how much a scheme of two steps takes for acceleration.
        let mut arrest = |from: &[f64], v: &mut [f64], factors: [f64; 2]| {
            constraints.arrest([&state.x, from], &end, contacts.lasting, v, &mut |push, impulse| {
                if let Some(source) = telling.constraint(push.constraint).filter(|_| told) {
                    telling.met((source, push.node), end.x, (Part::Normal, impulse), factors);
                }
            })
        };
        let taken = arrest(&state.v, v, if staggered { [0.0; 2] } else { [1.0; 2] });
        if !remembered.is_empty() {
            arrest(&state.v, remembered, [0.0, -1.0]);
        }
        let taken = if staggered { arrest(state.momentum(), momentum, [1.0; 2]) } else { taken };
        if told {
            let present = if staggered { momentum } else { v };
            telling.held(pins, step_end, [present, &solved], (mass, end.x));
        }
        taken
    }

    /// Collisions after the step; returns the energy they took, less than nothing where they deform what they touch.
    pub(super) fn mend(&mut self, h: f64, end: f64) -> f64 {
        let Self { parts, candidate, assembler, scratch, held, telling, .. } = self;
        let Parts { mass, acts, after: After { posts, .. }, .. } = parts;
        if posts.is_empty() {
            return 0.0;
        }
        let mut energy = |candidate: &Candidate| {
            let Candidate { x, v, momentum, .. } = candidate;
            let present = if momentum.is_empty() { v } else { momentum };
            scratch.valued.stored(assembler, acts, x) + solve::kinetic(mass, present)
        };
        let before = energy(candidate);
        let Candidate { x, v, momentum, .. } = &mut *candidate;
        let told = telling.is_asked();
        for (number, post) in posts.iter().enumerate() {
            let mut met = Vec::new();
            let mut tell = |node: u32, added: [[f64; 3]; 2]| {
                if told {
                    met.push((node, added));
                }
            };
            if momentum.is_empty() {
                post.mend(x, &mut [v], held, (h, end), &mut tell);
            } else {
                post.mend(x, &mut [v, momentum], held, (h, end), &mut tell);
            }
            for (node, added) in met {
                for (part, added) in [Part::Normal, Part::Friction].into_iter().zip(added) {
                    let impulse = added.map(|v| mass[node as usize] * v);
                    telling.met((telling.posts[number], node), x, (part, impulse), [1.0; 2]);
                }
            }
        }
        before - energy(candidate)
    }

    /// Damping and friction that come after the solve; returns the energy they took.
    pub(super) fn impulses(&mut self, h: f64, step_end: f64) -> f64 {
        let Self { parts, candidate, held, scratch, remembered, telling, .. } = self;
        let Parts { mass, acts, contacts, pins, after: After { damping, .. }, .. } = parts;
        let told = telling.is_asked();
        let rubs = |acts: &Acts| acts.iter().any(|energy| energy.abilities().impulse.is_some());
        if !rubs(acts) && damping.is_empty() && !contacts.impulsive() {
            return 0.0;
        }
        // Velocities that belong to the time of the positions.
        let staggered = !candidate.momentum.is_empty();
        let Candidate { x, v, momentum, .. } = candidate;
        let (present, other) = if staggered { (momentum, v) } else { (v, momentum) };
        let before = solve::kinetic(mass, present);
        let solved = scratch.velocities(present);
        let end = StepEnd { x, h, mass };
        damping.iter_mut().for_each(|damping| damping.impulse(&end, present));
        if rubs(acts) {
            acts.collect(x);
        }
        if told {
            acts.interactions.iter().enumerate().for_each(|(number, one)| {
                telling.rub(number, one.as_ref(), &end, present);
            });
        } else {
            acts.iter().filter_map(|one| one.abilities().impulse).for_each(|one| one.impulse(&end, present));
        }
        contacts.impulse(&end, present, &mut |push, impulse| {
            if let Some(source) = telling.constraint(push.constraint).filter(|_| told) {
                telling.met((source, push.node), end.x, (Part::Friction, impulse), [1.0, 0.0]);
            }
        });
        if told {
            telling.held(pins, step_end, [present, solved], (mass, x));
        }
        for i in 0..present.len() {
            if held[i / 3] >> (i % 3) & 1 == 1 {
                present[i] = solved[i];
            }
            let other = other.get_mut(i).into_iter().chain(remembered.get_mut(i));
            other.for_each(|v| *v += present[i] - solved[i]);
        }
        before - solve::kinetic(mass, present)
    }
}
