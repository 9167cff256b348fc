//! Element kernels against the same formulas in plain nalgebra.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use lope::body::Bends;
use lope::energy::bending::{Bending, RestAngle};
use lope::energy::strain::StrainEnergy;
use lope::energy::{CHUNK, Energy, Slots, Want, gradient_slot, hessian_slot};
use lope::geometry::sheet::{Pattern, sheet};
use lope::material::{Model, Parameters, build};
use lope::math::{Filter, Kernel, Lane, Quad, Spectrum, dispatch};
use nalgebra::{Matrix3, SMatrix, SVector};

use super::clock::compete;
use super::plain::{FixedCorotated, Tet, rotations};
use super::row::{Goal, Row};
use super::{Session, cube};

/// Cells along the edge of the cube: 24,576 tetrahedra.
const CELLS: u32 = 16;

/// Largest displacement of a node, in edges of a cell.
const SHAKEN: f64 = 0.12;

/// Goal for energy, gradient and Hessian together.
const OF_PLAIN: Goal = Goal::AtLeast(3.0);

/// Time for each quantity.
const BUDGET: Duration = Duration::from_millis(1500);

/// Measures the kernels on one thread.
pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    (session.say)("element: fixed-corotated tetrahedra");
    let mesh = cube::mesh(CELLS)?;
    let rest: Vec<f64> = mesh.points.iter().flatten().copied().collect();
    let x = cube::shaken(&rest, CELLS, SHAKEN);
    let nodes: Arc<[u32]> = mesh.tets.iter().flatten().copied().collect();
    let strain = cube::strain(&rest, nodes)?;
    let tets: Vec<Tet> = mesh.tets.iter().filter_map(|&nodes| Tet::new(&rest, nodes)).collect();
    let count = tets.len() as f64;
    let p = Parameters::from_young_poisson(Model::FixedCorotated, cube::YOUNG, cube::POISSON);
    let material = FixedCorotated { mu: p.mu, lambda: p.lambda };

    let (mut gradient, mut hessian) = (SVector::zeros(), SMatrix::zeros());
    let mut lope = Chunked::new(&strain, &x);
    for (quantity, want, goal) in [
        ("energy", Want::Value, None),
        ("energy, gradient", Want::Gradient, None),
        ("energy, gradient, Hessian", Want::Hessian, Some(OF_PLAIN)),
    ] {
        let mut plain = || {
            let x = black_box(&x[..]);
            for tet in &tets {
                black_box(match want {
                    Want::Value => tet.value(material, x),
                    Want::Gradient => tet.gradient(material, x, black_box(&mut gradient)),
                    Want::Hessian => {
                        tet.hessian(material, x, black_box(&mut gradient), black_box(&mut hessian))
                    }
                });
            }
        };
        let [fast, slow] = compete(BUDGET, [&mut || lope.eval(want), &mut plain]);
        let against = format!("nalgebra, {:.0} ns", 1e9 * slow / count);
        let row = Row::new("element", quantity, 1e9 * fast / count, "ns/tet");
        session.rows.push(row.times(slow / fast, against, goal));
    }

    let f: Vec<Matrix3<f64>> = tets.iter().map(|tet| tet.deformation(&x)).collect();
    let quads = packed(&f);
    let mut spectra = vec![Spectrum::ZERO; quads.len()];
    let [fast, slow] = compete(
        BUDGET,
        [&mut || dispatch(Decompose(black_box(&quads), &mut spectra)), &mut || {
            for f in &f {
                black_box(rotations(black_box(f)));
            }
        }],
    );
    let against = format!("nalgebra, {:.0} ns", 1e9 * slow / count);
    let row = Row::new("element", "singular value decomposition", 1e9 * fast / count, "ns/matrix");
    session.rows.push(row.times(slow / fast, against, None));
    shell(session)
}

/// Membranes and bending of a crumpled sheet of 32,768 triangles, exact and filtered.
fn shell(session: &mut Session<'_>) -> Result<(), String> {
    (session.say)("element: shells");
    let made = sheet([1.0, 1.0], [128, 128], Pattern::Random { seed: 1 }).map_err(|e| e.to_string())?;
    let rest = made.points.concat();
    let cell = 1.0 / 128.0;
    let x: Vec<f64> =
        made.points.iter().flat_map(|p| [p[0], 0.3 * cell * (900.0 * p[0] * p[2]).sin(), p[2]]).collect();
    let bends = Bends::new(&made.triangles).map_err(|e| e.to_string())?;
    let p = Parameters::from_young_poisson(Model::NeoHookean, cube::YOUNG, cube::POISSON).in_plane_stress();
    let nodes: Arc<[u32]> = made.triangles.as_flattened().into();
    let membrane = StrainEnergy::membranes(&rest, nodes, 1e-3, build(Model::NeoHookean, p, false));
    let membrane = membrane.map_err(|e| e.to_string())?;
    let [_, _, inner] = bends.triangles;
    let hinges = Bending::of_edges(&rest, bends.edges, 1e-4, RestAngle::Mesh);
    let triangles = Bending::of_triangles(&rest, inner, 3, (1e-4, 0.3), RestAngle::Mesh);
    let all: [(&str, &dyn Energy, &'static str); 3] = [
        ("membrane", &membrane, "ns/triangle"),
        ("bending of edges", &hinges, "ns/edge"),
        ("bending of triangles", &triangles, "ns/triangle"),
    ];
    for (name, energy, unit) in all {
        let count = energy.stencils().len() as f64;
        let (mut gradient, mut hessian) = (Chunked::new(energy, &x), Chunked::new(energy, &x));
        let [short, long] =
            compete(BUDGET, [&mut || gradient.eval(Want::Gradient), &mut || hessian.eval(Want::Hessian)]);
        let against = format!("energy, gradient, {:.0} ns", 1e9 * short / count);
        let row = Row::new("element", format!("{name}: energy, gradient, Hessian"), 1e9 * long / count, unit);
        session.rows.push(row.times(short / long, against, None));
    }
    Ok(())
}

/// lope's energy, chunk by chunk into the same slots.
struct Chunked<'a> {
    energy: &'a dyn Energy,
    x: &'a [f64],
    gradient: Vec<f64>,
    hessian: Vec<f64>,
}

impl<'a> Chunked<'a> {
    fn new(energy: &'a dyn Energy, x: &'a [f64]) -> Self {
        let arity = energy.stencils().arity;
        let (gradient, hessian) =
            (vec![0.0; CHUNK * gradient_slot(arity)], vec![0.0; CHUNK * hessian_slot(arity)]);
        Self { energy, x, gradient, hessian }
    }

    fn eval(&mut self, want: Want) {
        let count = self.energy.stencils().len();
        for start in (0..count).step_by(CHUNK) {
            let slots = Slots { gradient: &mut self.gradient, hessian: &mut self.hessian };
            let elements = start..count.min(start + CHUNK);
            black_box(self.energy.eval(black_box(self.x), elements, want, Filter::Raw, slots));
        }
    }
}

/// Decompositions with the widest lanes there are.
struct Decompose<'a>(&'a [[Quad; 9]], &'a mut [Spectrum]);

impl Kernel for Decompose<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        L::svd3(self.0, self.1);
    }
}

/// Matrices in fours, by rows, the last filled up with zeros.
fn packed(matrices: &[Matrix3<f64>]) -> Vec<[Quad; 9]> {
    let mut quads = vec![[Quad::ZERO; 9]; matrices.len().div_ceil(Quad::LEN)];
    for (k, m) in matrices.iter().enumerate() {
        for i in 0..3 {
            for j in 0..3 {
                quads[k / Quad::LEN][3 * i + j].0[k % Quad::LEN] = m[(i, j)];
            }
        }
    }
    quads
}
