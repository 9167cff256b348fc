//! The elastic cube that the benchmarks measure on: nothing in it is random, so every run does the same work.

use std::sync::Arc;

use lope::assemble::{Arguments, Assembler, Held, StageObjective};
use lope::body::Solid;
use lope::energy::strain::StrainEnergy;
use lope::energy::{Energy, Want};
use lope::geometry::TetMesh;
use lope::geometry::shape::cuboid;
use lope::material::{Model, Parameters, build};
use lope::math::Filter;
use lope::time::Stage;

/// Young's modulus, Pa.
pub(super) const YOUNG: f64 = 1e5;
/// Poisson's ratio.
pub(super) const POISSON: f64 = 0.4;
/// Density, kg/m³.
const DENSITY: f64 = 1000.0;
/// Length of the step, s: a frame of film.
const STEP: f64 = 1.0 / 24.0;

/// The unit cube of so many cells along each axis.
pub(super) fn mesh(cells: u32) -> Result<TetMesh, String> {
    cuboid([1.0; 3], [cells; 3]).map_err(|e| e.to_string())
}

/// Numbers in [−1, 1) from a linear congruential generator.
pub(super) fn noise(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

/// Positions moved at random by so much of a cell's edge.
pub(super) fn shaken(rest: &[f64], cells: u32, part: f64) -> Vec<f64> {
    let size = part / f64::from(cells);
    rest.iter().zip(noise(rest.len(), 3)).map(|(x, r)| x + size * r).collect()
}

/// The strain energy of fixed-corotated tetrahedra.
pub(super) fn strain(rest: &[f64], tets: Arc<[u32]>) -> Result<StrainEnergy, String> {
    let parameters = Parameters::from_young_poisson(Model::FixedCorotated, YOUNG, POISSON);
    StrainEnergy::tets(rest, tets, build(Model::FixedCorotated, parameters, false)).map_err(|e| e.to_string())
}

/// An elastic cube in one step of backward Euler.
pub(super) struct Cube {
    energies: Vec<Box<dyn Energy>>,
    assembler: Assembler,
    stage: Stage,
    mass: Vec<f64>,
    held: Vec<Held>,
    /// A state under moderate strain.
    x: Vec<f64>,
}

impl Cube {
    pub(super) fn new(cells: u32) -> Result<Self, String> {
        let mesh = mesh(cells)?;
        let rest: Vec<f64> = mesh.points.iter().flatten().copied().collect();
        let solid = Solid::tets(mesh, DENSITY);
        let parameters = Parameters::from_young_poisson(Model::FixedCorotated, YOUNG, POISSON);
        let material = build(Model::FixedCorotated, parameters, false);
        let strain = solid.strain(&rest, 0, material).map_err(|e| e.to_string())?;
        let energies: Vec<Box<dyn Energy>> = vec![Box::new(strain)];
        let nodes = solid.mass.len();
        let assembler = Assembler::new(nodes, &energies);
        let x = shaken(&rest, cells, 0.05);
        let stage = Stage {
            kappa: 1.0 / (STEP * STEP),
            target: rest,
            theta: 1.0,
            rate: 1.0 / STEP,
            offset: x.iter().map(|x| -x / STEP).collect(),
            end: STEP,
            h: STEP,
            ..Stage::default()
        };
        Ok(Self { energies, assembler, stage, mass: solid.mass, held: vec![0; nodes], x })
    }

    pub(super) fn unknowns(&self) -> usize {
        self.x.len()
    }

    /// What a minimizer sees of it, and the state to evaluate at.
    pub(super) fn objective(&mut self) -> (StageObjective<'_>, &[f64]) {
        let Self { energies, assembler, stage, mass, held, x } = self;
        (StageObjective::new(assembler, energies, stage, mass, held), x)
    }

    /// The element kernels alone, into their slots.
    pub(super) fn evaluate(&mut self, want: Want) {
        let Self { energies, assembler, x, .. } = self;
        assembler.evaluate(energies, Arguments::state(x), want, Filter::Raw);
    }
}
