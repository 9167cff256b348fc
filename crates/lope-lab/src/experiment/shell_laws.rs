//! What plates and membranes must show, by textbooks: strips that hang, buckle and twist, a sheet that is pulled, a balloon.

use lope::geometry::FileMesh;
use lope::geometry::sheet::{Pattern, sheet};
use lope::math::vec3::norm;
use lope::minimize::Outcome;
use lope::scene::Scene;
use lope::scene::model::Mesh;

use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The laws of shells.
pub(super) struct Laws;

/// Tip drops of the heavy elastica: Γ = ρgtL³/D, and the drop of the tip over the length.
const ELASTICA: [(f64, f64); 3] = [(1.0, 0.12347), (10.0, 0.70020), (100.0, 0.93752)];

const MODELS: [&str; 3] = ["triangle", "hinge", "quadratic"];

const PATTERNS: [(&str, Pattern); 4] = [
    ("random", Pattern::Random { seed: 1 }),
    ("crossed", Pattern::Crossed),
    ("regular", Pattern::Regular),
    ("diagonal", Pattern::Diagonal),
];

/// A strip in the plane y = 0, clamped where x is at most zero.
#[derive(Clone, Copy)]
struct Strip {
    width: f64,
    thickness: f64,
    poisson: f64,
    /// Cells along a metre and across.
    cells: [u32; 2],
    pattern: Pattern,
    model: &'static str,
}

/// Young's modulus, Pa, and density, kg/m³, of all of them.
const YOUNG: f64 = 1e6;
const DENSITY: f64 = 100.0;

impl Strip {
    /// D, N·m.
    fn stiffness(&self) -> f64 {
        YOUNG * self.thickness.powi(3) / (12.0 * (1.0 - self.poisson * self.poisson))
    }

    /// A metre of it, and one column of cells more that is clamped.
    fn mesh(&self) -> Result<FileMesh, ExperimentError> {
        let made = sheet([1.0, self.width], self.cells, self.pattern);
        let made = made.map_err(|error| ExperimentError::Scene(error.to_string()))?;
        let (mut points, mut triangles) = (made.points, made.triangles);
        points.iter_mut().for_each(|p| p[0] += 0.5);
        let mut border: Vec<u32> =
            (0..points.len() as u32).filter(|i| points[*i as usize][0] < 1e-9).collect();
        border.sort_by(|a, b| points[*a as usize][2].total_cmp(&points[*b as usize][2]));
        let first = points.len() as u32;
        for vertex in &border {
            let [x, y, z] = points[*vertex as usize];
            points.push([x - 1.0 / f64::from(self.cells[0]), y, z]);
        }
        for (k, pair) in (first..).zip(border.windows(2)) {
            triangles.extend([[pair[0], k, pair[1]], [pair[1], k, k + 1]]);
        }
        Ok(FileMesh { points, triangles, ..FileMesh::default() })
    }

    /// It and what happens to it in `steps` steps of a second each, by loads and pins in words of the format.
    fn run(&self, steps: u32, acts: &str, task: &Task<'_>) -> Result<SceneRun, ExperimentError> {
        let Self { thickness, poisson, model, .. } = self;
        let text = format!(
            "gravity = [0, 0, 0]\n[time]\nstep = 1\nsteps = {steps}\nintegrator = \"quasistatic\"\n\
             [solver]\nmethod = \"stabilized-newton\"\nlinear = \"cholesky\"\ntolerance = 1e-9\nmax_iterations = 2000\n\
             [[body]]\nname = \"strip\"\nkind = \"shell\"\nmesh = {{ shape = \"sheet\", cells = 1 }}\n\
             material = {{ model = \"neo-hookean\", young = {YOUNG:e}, poisson = {poisson}, density = {DENSITY} }}\n\
             shell = {{ thickness = {thickness}, model = \"{model}\" }}\n{acts}"
        );
        let scene = Scene::from_text("shell-laws", &text, task.overrides);
        let mut scene = scene.map_err(|error| ExperimentError::Scene(error.to_string()))?;
        scene.body[0].mesh = Mesh::from(self.mesh()?);
        SceneRun::of(&scene)
    }
}

const CLAMPED: &str = "[[body.pin]]\nwhere = { box = [[-9, -9, -9], [1e-9, 9, 9]] }\n";

/// Runs to the end; false if a step was not solved.
fn play(run: &mut SceneRun, watch: &mut dyn FnMut(&SceneRun)) -> bool {
    let mut solved = true;
    while let Some(record) = run.advance() {
        solved &= record.report.outcome == Outcome::Converged;
        watch(run);
    }
    solved
}

/// The mean of a coordinate where a metre of strip ends.
fn tip(run: &SceneRun, mesh: &FileMesh, axis: usize) -> f64 {
    let places = mesh.points.iter().zip(run.world.points_of(0));
    let ends: Vec<f64> = places.filter(|(rest, _)| rest[0] > 1.0 - 1e-9).map(|(_, p)| p[axis]).collect();
    ends.iter().sum::<f64>() / ends.len().max(1) as f64
}

/// Drops of the tip over those of the elastica, at each Γ.
fn hanging(strip: &Strip, task: &Task<'_>) -> Result<[f64; 3], ExperimentError> {
    let unit = strip.stiffness() / (DENSITY * strip.thickness);
    let acts = format!("{CLAMPED}[[load]]\nacceleration = [0, \"-{unit:e}*10^((t-2)/3)\", 0]\n");
    let (mesh, mut run) = (strip.mesh()?, strip.run(8, &acts, task)?);
    let (mut found, mut step) = ([f64::NAN; 3], 0);
    let solved = play(&mut run, &mut |run| {
        step += 1;
        if let Some(k) = [2, 5, 8].iter().position(|at| *at == step) {
            found[k] = -tip(run, &mesh, 1) / ELASTICA[k].1;
        }
    });
    Ok(if solved { found } else { [f64::NAN; 3] })
}

/// The load at which a strip buckles, of one that theory gives as an acceleration along `axis`: from how a small load across grows
/// with it (\[Timoshenko61\], Southwell's plot). A blade does not care which way the load points, and grows with its square: then
/// `power` is 2.
fn buckling(
    strip: &Strip,
    axis: usize,
    (critical, power): (f64, i32),
    task: &Task<'_>,
) -> Result<f64, ExperimentError> {
    let levels = [0.8_f64, 0.9];
    let mut vector = ["0".to_owned(), String::new(), "0".to_owned()];
    let load = format!("{:e}*({} + {}*(t-1))", critical, levels[0], levels[1] - levels[0]);
    vector[axis] = format!("\"-{load}\"");
    vector[1] = format!("\"1e-5*{load}\"");
    let acts = format!("{CLAMPED}[[load]]\nacceleration = [{}]\n", vector.join(", "));
    let (mesh, mut run) = (strip.mesh()?, strip.run(2, &acts, task)?);
    let mut sways = Vec::new();
    let solved = play(&mut run, &mut |run| sways.push(tip(run, &mesh, 1)));
    let [first, second] = sways[..] else { return Ok(f64::NAN) };
    let growth = (second / levels[1]) / (first / levels[0]);
    let [low, high] = levels.map(|level: f64| level.powi(power));
    let found = ((growth * high - low) / (growth - 1.0)).powf(1.0 / f64::from(power));
    Ok(if solved && growth > 1.0 { found } else { f64::NAN })
}

/// The stiffness against torsion over that of the plate, 2D(1−ν)b: from the energy of a strip whose ends turn.
fn torsion(strip: &Strip, task: &Task<'_>) -> Result<f64, ExperimentError> {
    let angle = 2e-3;
    let pin = |low: f64, high: f64, rate: f64| {
        format!(
            "[[body.pin]]\nwhere = {{ box = [[{low}, -9, -9], [{high}, 9, 9]] }}\n\
             motion = {{ rotation = {{ axis = [1, 0, 0], center = [0, 0, 0], rate = {rate} }} }}\n"
        )
    };
    // The ends are free to warp.
    let acts = pin(-1e-9, 1e-9, 0.0) + &pin(1.0 - 1e-9, 9.0, angle);
    let mut run = strip.run(1, &acts, task)?;
    let solved = play(&mut run, &mut |_| {});
    let plate = 0.5 * 2.0 * strip.stiffness() * (1.0 - strip.poisson) * strip.width * angle * angle;
    Ok(if solved { run.world.ledger().elastic / plate } else { f64::NAN })
}

/// Young's modulus and Poisson's ratio of a sheet that is pulled, over those it has.
fn pulled(task: &Task<'_>) -> Result<[f64; 2], ExperimentError> {
    let (epsilon, strip) = (
        1e-4,
        Strip {
            width: 0.25,
            thickness: 2e-3,
            poisson: 0.4,
            cells: [16, 4],
            pattern: PATTERNS[0].1,
            model: "hinge",
        },
    );
    let acts = format!(
        "[[body.pin]]\nwhere = {{ all = true }}\naxes = [false, true, false]\n\
         [[body.pin]]\nwhere = {{ vertices = [0] }}\naxes = [false, false, true]\n\
         [[body.pin]]\nwhere = {{ box = [[-9, -9, -9], [-1e-9, 9, 9]] }}\naxes = [true, false, false]\n\
         [[body.pin]]\nwhere = {{ box = [[0.999999, -9, -9], [9, 9, 9]] }}\naxes = [true, false, false]\n\
         motion = {{ velocity = [{}, 0, 0] }}\n",
        epsilon * (1.0 + 1.0 / 16.0)
    );
    let (mesh, mut run) = (strip.mesh()?, strip.run(1, &acts, task)?);
    let solved = play(&mut run, &mut |_| {});
    let volume = (1.0 + 1.0 / 16.0) * strip.width * strip.thickness;
    let young = 2.0 * run.world.ledger().elastic / (volume * epsilon * epsilon) / YOUNG;
    let width = |points: &[[f64; 3]]| {
        let z = points.iter().map(|p| p[2]);
        z.clone().fold(f64::MIN, f64::max) - z.fold(f64::MAX, f64::min)
    };
    let thinner = 1.0 - width(run.world.points_of(0)) / width(&mesh.points);
    Ok(if solved { [young, thinner / epsilon / strip.poisson] } else { [f64::NAN; 2] })
}

/// The growth of a balloon over pr(1−ν)/2Et.
fn balloon(cells: u32, task: &Task<'_>) -> Result<f64, ExperimentError> {
    let (radius, thickness, poisson, growth) = (0.5, 0.005, 0.45, 1e-3);
    let pressure = growth * 2.0 * YOUNG * thickness / (radius * (1.0 - poisson));
    let text = format!(
        "gravity = [0, 0, 0]\n[time]\nstep = 1\nsteps = 1\nintegrator = \"quasistatic\"\n[solver]\ntolerance = 1e-7\n\
         [[body]]\nkind = \"shell\"\nmesh = {{ shape = \"sphere\", radius = {radius}, cells = {cells} }}\n\
         material = {{ model = \"neo-hookean\", young = {YOUNG:e}, poisson = {poisson}, density = {DENSITY} }}\n\
         shell = {{ thickness = {thickness} }}\n[[body.load]]\npressure = {pressure:e}\n"
    );
    let mut run = SceneRun::new("shell-laws", &text, task.overrides)?;
    let mean = |run: &SceneRun| {
        let points = run.world.points_of(0);
        let center =
            points.iter().fold([0.0; 3], |c, p| [0, 1, 2].map(|i| c[i] + p[i] / points.len() as f64));
        points.iter().map(|p| norm([0, 1, 2].map(|i| p[i] - center[i]))).sum::<f64>() / points.len() as f64
    };
    let before = mean(&run);
    let solved = play(&mut run, &mut |_| {});
    Ok(if solved { (mean(&run) / before - 1.0) / growth } else { f64::NAN })
}

/// How far from one, %.
fn off(ratio: f64) -> (f64, &'static str) {
    (100.0 * (ratio - 1.0).abs(), "%")
}

impl Experiment for Laws {
    fn name(&self) -> &'static str {
        "shell-laws"
    }

    fn source(&self) -> &'static str {
        "textbooks of plates and membranes"
    }

    fn summary(&self) -> &'static str {
        "shells: hanging, buckling and twisted strips over meshes and refinement, a pulled sheet, a balloon"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let meshes: &[[u32; 2]] = match task.size {
            Size::Smoke => &[[12, 3], [24, 6]],
            Size::Full => &[[12, 3], [24, 6], [48, 12]],
        };
        let mut table = "model,pattern,along,across,drop_1,drop_10,drop_100,torsion\n".to_owned();
        let mut claims = Vec::new();
        let count = (meshes.len() * MODELS.len() * PATTERNS.len()) as f64;
        let mut done = 0.0;
        for model in MODELS {
            for (name, pattern) in PATTERNS {
                for &cells in meshes {
                    let strip = Strip { width: 0.25, thickness: 0.02, poisson: 0.0, cells, pattern, model };
                    let drops = hanging(&strip, task)?;
                    let strip = Strip { thickness: 0.005, poisson: 0.3, ..strip };
                    let twist = torsion(&strip, task)?;
                    let ([a, b, c], [along, across]) = (drops, cells);
                    table += &format!("{model},{name},{along},{across},{a:.4},{b:.4},{c:.4},{twist:.4}\n");
                    done += 1.0;
                    progress(0.8 * done / count, &format!("{model}, {name}, {along} × {across}"));
                    task.write("strips.csv", &table)?;
                    if (model, name) == ("triangle", "random") && cells == meshes[meshes.len() - 1] {
                        for ((gamma, drop), ratio) in ELASTICA.iter().zip(drops) {
                            let claim = format!(
                                "triangle, random mesh: tip of a strip under its weight, Γ = {gamma}, off by"
                            );
                            let published = format!("{drop} of its length; ours: 3 %");
                            claims.push(Claim::number(claim, published, off(ratio), Asked::AtMost(3.0)));
                        }
                        let claim = "triangle, random mesh: stiffness against torsion, ν = 0.3, off by";
                        claims.push(Claim::number(
                            claim,
                            "2D(1−ν)b; ours: 10 %",
                            off(twist),
                            Asked::AtMost(10.0),
                        ));
                    }
                }
            }
        }
        progress(0.8, "buckling");
        let cells = meshes[meshes.len() - 1];
        let triangle = |width: f64, thickness: f64, poisson: f64| Strip {
            width,
            thickness,
            poisson,
            cells,
            pattern: PATTERNS[0].1,
            model: "triangle",
        };
        let column = triangle(0.25, 0.01, 0.0);
        let critical = 7.837 * column.stiffness() / (DENSITY * column.thickness);
        let found = buckling(&column, 0, (critical, 1), task)?;
        claims.push(
            Claim::number(
                "a column buckles under its weight, off by",
                "7.837; ours: 5 %",
                off(found),
                Asked::AtMost(5.0),
            )
            .noting(format!("{:.3}", 7.837 * found)),
        );
        let blade = triangle(0.1, 0.002, 0.3);
        let both = (1.0 - 0.09_f64) * 2.0 * 0.7;
        let critical = 12.85 * blade.stiffness() * both.sqrt() / (DENSITY * blade.thickness);
        let found = buckling(&blade, 2, (critical, 2), task)?;
        claims.push(
            Claim::number(
                "a blade buckles sideways under its weight, off by",
                "12.85; ours: 5 %",
                off(found),
                Asked::AtMost(5.0),
            )
            .noting(format!("{:.3}", 12.85 * found)),
        );
        progress(0.9, "membranes");
        let [young, poisson] = pulled(task)?;
        claims.push(Claim::number(
            "a pulled sheet: force off by",
            "Eεbt; ours: 0.1 %",
            off(young),
            Asked::AtMost(0.1),
        ));
        claims.push(Claim::number(
            "a pulled sheet: contraction off by",
            "νε; ours: 0.1 %",
            off(poisson),
            Asked::AtMost(0.1),
        ));
        let cells = if task.size == Size::Full { 24 } else { 12 };
        let claim = "a balloon: growth off by";
        claims.push(Claim::number(
            claim,
            "pr(1−ν)/2Et; ours: 3 %",
            off(balloon(cells, task)?),
            Asked::AtMost(3.0),
        ));
        Ok(claims)
    }
}
