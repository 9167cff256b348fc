//! Nodes that must stay out of regions: what is minimized is E(x) = E′(P(x)) instead of E′(x), \[Gast15\] §3.2.

/// A node kept on surfaces during an iteration of a minimization.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    /// The node.
    pub node: u32,
    /// Projector Q onto the directions that the surfaces leave free, symmetric.
    pub tangent: [[f64; 3]; 3],
    /// What the bending of the surfaces under the push adds to the Hessian, within the free directions, N/m.
    pub curvature: [[f64; 3]; 3],
}

/// Regions that nodes must not enter, with the projection P out of them.
///
/// In every iteration some constraints are *active*: the nodes are pressed against them, and stay on the surface for
/// the rest of the iteration. The others only act where they would be violated. `held` says which coordinates of each
/// node cannot move (bit 0 is x, bit 1 is y, bit 2 is z).
pub trait Confinement: Send + Sync {
    /// No constraint is active any more.
    fn release(&mut self);

    /// Replaces `x` by P(x): nodes that are inside, or active, go to the surface. Remembers the derivative of P there.
    fn confine(&mut self, x: &mut [f64], held: &[u8]);

    /// The derivative of E along the path P(x + αp) at the point last confined, where E′ has the gradient `g`.
    fn slope(&self, g: &[f64], p: &[f64]) -> f64;

    /// Labels the constraints that nodes touch at `x` and that the gradient `g` of E′ presses them against as active, and
    /// leaves of `g` what they leave free: the gradient of E.
    fn register(&mut self, x: &[f64], g: &mut [f64], held: &[u8]);

    /// The nodes with active constraints, ascending.
    fn kept(&self) -> &[Kept];
}
