//! The elastic cube that the benchmarks measure on: nothing in it is random, so every run does the same work.

use std::sync::Arc;

use lope::assemble::{Arguments, Assembler, Held, StageObjective};
use lope::body::Solid;
use lope::energy::strain::StrainEnergy;
use lope::energy::{Acts, Energy, Want};
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
    acts: Acts,
    assembler: Assembler,
    stage: Stage,
    mass: Vec<f64>,
    held: Vec<Held>,
    /// A state under moderate strain.
    x: Vec<f64>,
}

impl Cube {
    pub(super) fn new(cells: u32) -> Result<Self, String> {
        Self::shaken(cells, 0.05)
    }

    /// With its nodes moved at random by so much of a cell's edge.
    pub(super) fn shaken(cells: u32, part: f64) -> Result<Self, String> {
        Self::of(mesh(cells)?, cells, part)
    }

    /// So many cubes in one system, which do not know of each other.
    pub(super) fn crowd(cells: u32, count: u32) -> Result<Self, String> {
        let one = mesh(cells)?;
        let (mut all, nodes) = (one.clone(), one.points.len() as u32);
        for copy in 1..count {
            all.points.extend(&one.points);
            all.tets.extend(one.tets.iter().map(|tet| tet.map(|node| node + copy * nodes)));
        }
        Self::of(all, cells, 0.05)
    }

    fn of(mesh: TetMesh, cells: u32, part: f64) -> Result<Self, String> {
        let rest: Vec<f64> = mesh.points.iter().flatten().copied().collect();
        let solid = Solid::tets(mesh, DENSITY);
        let parameters = Parameters::from_young_poisson(Model::FixedCorotated, YOUNG, POISSON);
        let material = build(Model::FixedCorotated, parameters, false);
        let strain = solid.strain(&rest, 0, material).map_err(|e| e.to_string())?;
        let acts = Acts { energies: vec![Box::new(strain)], ..Acts::default() };
        let nodes = solid.mass.len();
        let assembler = Assembler::new(nodes, &acts.energies);
        let x = shaken(&rest, cells, part);
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
        Ok(Self { acts, assembler, stage, mass: solid.mass, held: vec![0; nodes], x })
    }

    pub(super) fn unknowns(&self) -> usize {
        self.x.len()
    }

    pub(super) fn elements(&self) -> usize {
        self.assembler.elements()
    }

    /// Energies, assembler and state.
    pub(super) fn parts(&mut self) -> (&[Box<dyn Energy>], &mut Assembler, &[f64]) {
        (&self.acts.energies, &mut self.assembler, &self.x)
    }

    /// What a minimizer sees of it, and the state to evaluate at.
    pub(super) fn objective(&mut self) -> (StageObjective<'_>, &[f64]) {
        let Self { acts, assembler, stage, mass, held, x } = self;
        (StageObjective::new(assembler, acts, stage, mass, held), x)
    }

    /// The element kernels alone, into their slots.
    pub(super) fn evaluate(&mut self, want: Want) {
        let Self { acts, assembler, x, .. } = self;
        assembler.evaluate(&acts.energies, Arguments::state(x), want, Filter::Raw);
    }
}

#[cfg(test)]
mod tests {
    use lope::minimize::Objective;
    use nalgebra::{SMatrix, SVector};

    use super::*;
    use crate::bench::clock::pool;
    use crate::bench::plain::{FixedCorotated, Tet};

    /// Gradient at the cube's state and product of its Hessian with `v`.
    fn assembled(threads: usize, v: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut cube = Cube::new(11).unwrap();
        let (mut g, mut hv) = (vec![0.0; v.len()], vec![0.0; v.len()]);
        pool(threads).unwrap().install(|| {
            let (mut f, x) = cube.objective();
            f.gradient(x, &mut g);
            f.hessian(x, Filter::Raw);
            f.operator().apply(v, &mut hv);
        });
        (g, hv)
    }

    #[test]
    fn what_is_assembled_is_the_sum_of_plain_elements() {
        let mesh = mesh(11).unwrap();
        let rest: Vec<f64> = mesh.points.iter().flatten().copied().collect();
        let x = shaken(&rest, 11, 0.05);
        let v = noise(rest.len(), 9);
        let p = Parameters::from_young_poisson(Model::FixedCorotated, YOUNG, POISSON);
        let material = FixedCorotated { mu: p.mu, lambda: p.lambda };
        let mass = Solid::tets(mesh.clone(), DENSITY).mass;
        let kappa = 1.0 / (STEP * STEP);
        let mut g: Vec<f64> = (0..x.len()).map(|i| kappa * mass[i / 3] * (x[i] - rest[i])).collect();
        let mut hv: Vec<f64> = (0..x.len()).map(|i| kappa * mass[i / 3] * v[i]).collect();
        let (mut gradient, mut hessian) = (SVector::zeros(), SMatrix::zeros());
        for nodes in &mesh.tets {
            Tet::new(&rest, *nodes).unwrap().hessian(material, &x, &mut gradient, &mut hessian);
            let at = |i: usize| 3 * nodes[i / 3] as usize + i % 3;
            let product = hessian * SVector::<f64, 12>::from_fn(|i, _| v[at(i)]);
            for i in 0..12 {
                g[at(i)] += gradient[i];
                hv[at(i)] += product[i];
            }
        }
        let (one, two, three) = (assembled(1, &v), assembled(2, &v), assembled(3, &v));
        assert!(one == two && one == three, "bits depend on the number of threads");
        for (ours, plain) in [(&one.0, &g), (&one.1, &hv)] {
            let size = plain.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
            assert!(ours.iter().zip(plain).all(|(a, b)| (a - b).abs() <= 1e-9 * size));
        }
    }
}
