//! Nanoseconds of the local step of one tetrahedron, on one thread.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use lope::energy::strain::StrainEnergy;
use lope::energy::{CHUNK, Coupling, SplitNorms, Splitting, gradient_slot};
use lope::material::{Model, Parameters, build};
use lope::math::Quad;
use nalgebra::{Matrix3, SVector};

use super::super::clock::compete;
use super::super::cube;
use super::super::plain::Tet;
use super::super::row::{Goal, Row};
use super::Session;
use super::plain::{Element, PlainMaterial};

const MODELS: [Model; 4] =
    [Model::Arap, Model::SymmetricGradient, Model::SymmetricDirichlet, Model::NeoHookean];

/// Cells along the edge of the cube: 24,576 tetrahedra.
const CELLS: u32 = 16;

/// Largest displacement of a node, in edges of a cell.
const SHAKEN: f64 = 0.12;

/// The coupling that scenes have if they do not say.
const COUPLING: Coupling = Coupling { penalty: 0.5, relaxation: 1.0 };

const OF_PLAIN: Goal = Goal::AtLeast(3.0);

/// Time for each material.
const BUDGET: Duration = Duration::from_millis(1500);

pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    for model in MODELS {
        (session.say)(&format!("admm: local step, {model}"));
        let bench = Bench::new(model, CELLS, SHAKEN)?;
        let (mut ours, mut plain) = (Ours::new(&bench), Plain::new(&bench));
        let [fast, slow] = compete(BUDGET, [&mut || ours.local(), &mut || plain.local()]);
        let each = |seconds: f64| 1e9 * seconds / bench.tets.len() as f64;
        let row = Row::new("admm", format!("local step, {model}, 1 thread"), each(fast), "ns/tet");
        session.rows.push(row.times(slow / fast, format!("nalgebra, {:.0} ns", each(slow)), Some(OF_PLAIN)));
    }
    Ok(())
}

/// A cube in the middle of an iteration: V is of another state than the positions.
struct Bench {
    strain: StrainEnergy,
    tets: Vec<Tet>,
    plain: PlainMaterial,
    x: Vec<f64>,
    v: Vec<f64>,
}

impl Bench {
    fn new(model: Model, cells: u32, part: f64) -> Result<Self, String> {
        let mesh = cube::mesh(cells)?;
        let rest: Vec<f64> = mesh.points.iter().flatten().copied().collect();
        let nodes: Arc<[u32]> = mesh.tets.iter().flatten().copied().collect();
        let parameters = Parameters::from_young_poisson(model, cube::YOUNG, cube::POISSON);
        let plain =
            PlainMaterial::new(model, parameters).ok_or_else(|| format!("{model} has no plain version"))?;
        let material = build(model, parameters, false);
        let strain = StrainEnergy::tets(&rest, nodes, material).map_err(|e| e.to_string())?;
        let tets: Vec<Tet> = mesh.tets.iter().filter_map(|&nodes| Tet::new(&rest, nodes)).collect();
        let x = cube::shaken(&rest, cells, part);
        // The state before was stretched; its multipliers are those of its stress.
        let earlier: Vec<f64> = rest.iter().zip(&x).map(|(rest, x)| 0.3 * rest + 0.8 * x).collect();
        let count = tets.len();
        let mut v = vec![0.0; count.div_ceil(Quad::LEN) * strain.width()];
        for start in (0..count).step_by(CHUNK) {
            let elements = start..count.min(start + CHUNK);
            let own = own(&strain, &elements);
            strain.start(&earlier, elements, COUPLING, &mut v[own]);
        }
        Ok(Self { strain, tets, plain, x, v })
    }
}

/// Where the split variables of a chunk are.
fn own(strain: &StrainEnergy, elements: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let place = |element: usize| element.div_ceil(Quad::LEN) * strain.width();
    place(elements.start)..place(elements.end)
}

/// lope's local step, chunk by chunk into the same slots.
struct Ours<'a> {
    bench: &'a Bench,
    z: Vec<f64>,
    gradient: Vec<f64>,
    norms: SplitNorms,
}

impl<'a> Ours<'a> {
    fn new(bench: &'a Bench) -> Self {
        let gradient = vec![0.0; bench.tets.len() * gradient_slot(4)];
        Self { bench, z: vec![0.0; bench.v.len()], gradient, norms: SplitNorms::default() }
    }

    fn local(&mut self) {
        let Bench { strain, tets, x, v, .. } = self.bench;
        self.norms = SplitNorms::default();
        for start in (0..tets.len()).step_by(CHUNK) {
            let elements = start..tets.len().min(start + CHUNK);
            let own = own(strain, &elements);
            let gradient = &mut self.gradient[start * gradient_slot(4)..elements.end * gradient_slot(4)];
            let (v, z) = (&v[own.clone()], &mut self.z[own]);
            self.norms += strain.local(black_box(x), elements, COUPLING, v, z, gradient);
        }
    }
}

/// The plain local step, element by element.
struct Plain<'a> {
    bench: &'a Bench,
    weight: f64,
    v: Vec<Matrix3<f64>>,
    z: Vec<Matrix3<f64>>,
    gradient: Vec<SVector<f64, 12>>,
    norms: SplitNorms,
}

impl<'a> Plain<'a> {
    fn new(bench: &'a Bench) -> Self {
        let count = bench.tets.len();
        let v = (0..count).map(|element| unpacked(&bench.v, element)).collect();
        let weight = COUPLING.penalty * bench.strain.material().modulus();
        let (z, gradient) = (vec![Matrix3::zeros(); count], vec![SVector::zeros(); count]);
        Self { bench, weight, v, z, gradient, norms: SplitNorms::default() }
    }

    fn local(&mut self) {
        let Bench { tets, plain, x, .. } = self.bench;
        self.norms = SplitNorms::default();
        let x = black_box(&x[..]);
        for (k, tet) in tets.iter().enumerate() {
            let element = Element { tet, material: *plain, weight: self.weight };
            element.local(x, &self.v[k], &mut self.z[k], &mut self.gradient[k], &mut self.norms);
        }
    }
}

/// The matrix of one element among those that lie by fours.
fn unpacked(packed: &[f64], element: usize) -> Matrix3<f64> {
    let four = &packed[element / Quad::LEN * 9 * Quad::LEN..];
    Matrix3::from_fn(|i, j| four[(3 * i + j) * Quad::LEN + element % Quad::LEN])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lope_and_nalgebra_make_the_same_local_step() {
        for model in MODELS {
            // Moderate strain in one chunk; three chunks with elements crushed, inverted and blown up.
            for (cells, part) in [(3, SHAKEN), (5, 0.4)] {
                let mut bench = Bench::new(model, cells, SHAKEN).unwrap();
                let size = bench.v.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
                let noise = cube::noise(bench.v.len(), 7);
                bench.v.iter_mut().zip(noise).for_each(|(v, noise)| *v += part * size * noise);
                let (mut ours, mut plain) = (Ours::new(&bench), Plain::new(&bench));
                // Twice: the second step has copies to come from.
                for _ in 0..2 {
                    ours.local();
                    plain.local();
                }
                let most = |of: &[f64]| of.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
                let pull = most(&ours.gradient);
                for k in 0..bench.tets.len() {
                    let off = (unpacked(&ours.z, k) - plain.z[k]).amax();
                    assert!(off <= 1e-8 * most(&ours.z), "{model} {part}: copy {k} off by {off}");
                    let slot = SVector::<f64, 12>::from_column_slice(&ours.gradient[12 * k..12 * k + 12]);
                    let off = (slot - plain.gradient[k]).amax();
                    assert!(off <= 1e-8 * pull, "{model} {part}: pull {k} off by {off} of {pull}");
                }
                let numbers = |n: SplitNorms| [n.primal, n.dual, n.image, n.copy, n.multiplier, n.unit];
                for (a, b) in numbers(ours.norms).into_iter().zip(numbers(plain.norms)) {
                    assert!((a - b).abs() <= 1e-8 * ours.norms.copy, "{model} {part}: norm {a} {b}");
                }
            }
        }
    }
}
