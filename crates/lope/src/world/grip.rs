//! Taking hold of nodes while a world runs.
//!
//! Attachments are springs from nodes, or points between them, to places. Their places may be moved between steps, and nodes may be taken hold
//! of and let go. The energy that this puts in or takes out is booked at once, so that an integrator that keeps the
//! energy knows of it (\[Dinev18\] Algorithm 1, lines 5 to 8).

use std::any::Any;

use thiserror::Error;

use super::World;
use crate::assemble::Arguments;
use crate::energy::Energy;
use crate::energy::attachment::Attachment;

/// A hold on nodes or points: an attachment of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grip(usize);

/// Why a world could not be taken hold of.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum GripError {
    /// There is no such node.
    #[error("there is no node {node}: the world has {nodes}")]
    NoNode {
        /// The node asked for.
        node: u32,
        /// Nodes there are.
        nodes: usize,
    },
    /// A point between nodes that no element joins.
    #[error("point {point} is between nodes of different elements: take hold of points of one element")]
    Apart {
        /// Its place among those asked for.
        point: usize,
    },
    /// Weights that are no numbers, or none but zeros.
    #[error("the weights of point {point} must be finite, and not all zero")]
    Weights {
        /// Its place among those asked for.
        point: usize,
    },
    /// A stiffness that no spring has.
    #[error("{stiffness} N/m is impossible: must be greater than 0 and finite")]
    Stiffness {
        /// The stiffness asked for.
        stiffness: f64,
    },
    /// A place that is not one.
    #[error("a target is not finite")]
    Target,
    /// Not as many places as nodes or points.
    #[error("{targets} targets for {nodes} nodes or points")]
    Count {
        /// Places given.
        targets: usize,
        /// Nodes or points held.
        nodes: usize,
    },
    /// A script leads it.
    #[error("a script of the scene leads this attachment: it cannot be moved by hand")]
    Scripted,
    /// It has been let go.
    #[error("nothing is held there any more")]
    Gone,
}

impl World {
    /// The attachments of the scene and the holds of now.
    pub fn grips(&self) -> impl Iterator<Item = (Grip, &Attachment)> {
        let all = self.parts.acts.energies.iter().enumerate();
        let holds = all.filter_map(|(number, energy)| Some((Grip(number), attachment(energy.as_ref())?)));
        holds.filter(|(_, hold)| hold.stiffness() > 0.0)
    }

    /// Takes hold of `nodes` where they are, with springs of this stiffness, N/m.
    ///
    /// ```
    /// use lope::{Body, Integrator, Material, Mesh, Method, Model, Simulation};
    ///
    /// let rubber = Material::new(Model::Arap).young(1e5).poisson(0.3);
    /// let mut world = Simulation::new()
    ///     .integrator(Integrator::Stabilized)
    ///     .method(Method::LocalGlobal)
    ///     .body(Body::solid(Mesh::cuboid([1.0; 3], [2; 3]), rubber))
    ///     .build()?;
    /// let grip = world.grab(&[0], 1e4)?;
    /// let mut work = 0.0;
    /// for _ in 0..30 {
    ///     work += world.drag(grip, &[[-0.5, world.time() - 0.4, -0.5]])?;
    ///     world.advance(1.0 / 30.0);
    /// }
    /// assert!(work > 0.0, "the hand lifts");
    /// assert!((world.books().added - work).abs() < 1e-9 * work);
    /// world.let_go(grip)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grab(&mut self, nodes: &[u32], stiffness: f64) -> Result<Grip, GripError> {
        self.check_hold(nodes, stiffness)?;
        let x = &self.parts.state.x;
        let targets = nodes.iter().map(|&n| [0, 1, 2].map(|axis| x[3 * n as usize + axis])).collect();
        Ok(self.hold(Attachment::new(nodes.into(), targets, stiffness)))
    }

    /// Takes hold of points where they are: of each the four nodes of an element, and their weights, as an
    /// [embedding](crate::geometry::Embedding::points) has them. So a surface is held where it is seen. Elsewise as
    /// [`World::grab`].
    ///
    /// # Errors
    /// If there is no such node, nodes of a point do not belong to one element, or weights or stiffness mean nothing.
    pub fn grab_points(
        &mut self,
        points: &[([u32; 4], [f64; 4])],
        stiffness: f64,
    ) -> Result<Grip, GripError> {
        for (number, (nodes, weights)) in points.iter().enumerate() {
            self.check_hold(nodes, stiffness)?;
            if !weights.iter().all(|weight| weight.is_finite()) || weights.iter().all(|weight| *weight == 0.0)
            {
                return Err(GripError::Weights { point: number });
            }
            // A hold has no part in the pattern of the matrix: what it couples has to be coupled.
            let matrix = self.assembler.matrix();
            let joined = |k: usize| {
                (0..k).all(|j| {
                    nodes[j] != nodes[k] && matrix.find(nodes[j] as usize, nodes[k] as usize).is_some()
                })
            };
            if !(0..4).all(joined) {
                return Err(GripError::Apart { point: number });
            }
        }
        self.check_hold(&[], stiffness)?;
        let x = &self.parts.state.x;
        let place = |(nodes, weights): &([u32; 4], [f64; 4])| {
            [0, 1, 2].map(|axis| (0..4).map(|k| weights[k] * x[3 * nodes[k] as usize + axis]).sum())
        };
        let targets = points.iter().map(place).collect();
        Ok(self.hold(Attachment::embedded(points.iter().copied(), targets, stiffness)))
    }

    fn check_hold(&self, nodes: &[u32], stiffness: f64) -> Result<(), GripError> {
        let count = self.parts.mass.len();
        if let Some(&node) = nodes.iter().find(|&&node| node as usize >= count) {
            return Err(GripError::NoNode { node, nodes: count });
        }
        if !(stiffness > 0.0 && stiffness.is_finite()) {
            return Err(GripError::Stiffness { stiffness });
        }
        Ok(())
    }

    /// Adds an attachment that will not stay for long.
    fn hold(&mut self, hold: Attachment) -> Grip {
        let hold = Box::new(hold.passing());
        let energies = &mut self.parts.acts.energies;
        // In the place of one that was let go, so that they do not pile up.
        let idle = |a: &Attachment| a.is_passing() && a.stiffness() == 0.0;
        let place = energies.iter().position(|e| attachment(e.as_ref()).is_some_and(idle));
        let place = place.unwrap_or(energies.len());
        if place < energies.len() {
            energies[place] = hold;
        } else {
            energies.push(hold);
        }
        self.assembler.lay_out_again(&self.parts.acts.energies);
        Grip(place)
    }

    /// Moves the places of a hold, one for each of its nodes or points. Returns the energy this put in, J.
    pub fn drag(&mut self, grip: Grip, targets: &[[f64; 3]]) -> Result<f64, GripError> {
        if targets.iter().flatten().any(|t| !t.is_finite()) {
            return Err(GripError::Target);
        }
        let nodes = self.held_by(grip)?.targets().len();
        if targets.len() != nodes {
            return Err(GripError::Count { targets: targets.len(), nodes });
        }
        self.change(grip, |hold| hold.targets_mut().copy_from_slice(targets))
    }

    /// Lets go. Returns the energy this put in, J: less than nothing if springs were stretched.
    pub fn let_go(&mut self, grip: Grip) -> Result<f64, GripError> {
        self.held_by(grip)?;
        self.change(grip, Attachment::let_go)
    }

    fn held_by(&self, grip: Grip) -> Result<&Attachment, GripError> {
        match self.parts.acts.energies.get(grip.0).and_then(|energy| attachment(energy.as_ref())) {
            Some(hold) if hold.is_led() => Err(GripError::Scripted),
            Some(hold) if hold.stiffness() > 0.0 => Ok(hold),
            _ => Err(GripError::Gone),
        }
    }

    /// Changes a hold and books what that puts in.
    fn change(&mut self, grip: Grip, act: impl FnOnce(&mut Attachment)) -> Result<f64, GripError> {
        let before = self.stored(grip);
        let energy = self.parts.acts.energies.get_mut(grip.0).map(|energy| energy.as_mut() as &mut dyn Any);
        act(energy.and_then(|energy| energy.downcast_mut()).ok_or(GripError::Gone)?);
        let added = self.stored(grip) - before;
        self.books.added += added;
        self.present = self.audit();
        Ok(added)
    }

    /// Energy in the springs of a hold.
    fn stored(&mut self, grip: Grip) -> f64 {
        let now = Arguments::state(&self.parts.state.x);
        let values = self.scratch.valued.scratch();
        self.assembler.values(&mut self.parts.acts, now, values);
        values.get(grip.0).copied().unwrap_or(0.0)
    }
}

/// An energy as the attachment that it is, if it is one.
fn attachment(energy: &dyn Energy) -> Option<&Attachment> {
    (energy as &dyn Any).downcast_ref()
}
