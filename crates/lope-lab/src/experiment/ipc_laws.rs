//! What barriers and their friction must show, \[Li20\] and textbooks: gaps, forces, slopes, and that nothing ever crosses.

use lope::contact::barrier::Profile;
use lope::math::vec3::{Vec3, distance, norm};
use lope::minimize::Outcome;
use lope::observe::StepRecord;
use lope::world::World;

use super::crossing::Skin;
use super::ipc_shapes;
use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The laws of contact by barriers.
pub(super) struct Laws;

/// Runs scenes, and counts what must not be.
pub(super) struct Court<'a> {
    task: &'a Task<'a>,
    /// Edges through triangles, after any step of any scene.
    pub(super) crossings: usize,
    /// Steps made, and those of them that did not converge.
    pub(super) steps: usize,
    pub(super) unsolved: usize,
    table: String,
}

impl Court<'_> {
    pub(super) fn full(&self) -> bool {
        self.task.size == Size::Full
    }

    /// Runs a scene to its end, or to the first step that is not made; calls `watch` after every step.
    pub(super) fn play(
        &mut self,
        name: &str,
        text: &str,
        watch: &mut dyn FnMut(&World, &StepRecord),
    ) -> Result<World, ExperimentError> {
        let mut stage = SceneRun::new("ipc-laws", text, self.task.overrides)?;
        let skin = Skin::of(&stage.world, &stage.obstacles)?;
        while let Some(record) = stage.advance() {
            let made = self.witness(name, &stage.world, &skin, &record);
            watch(&stage.world, &record);
            if !made {
                break;
            }
        }
        Ok(stage.world)
    }

    /// Counts a step; whether it was made.
    pub(super) fn witness(&mut self, name: &str, world: &World, skin: &Skin, record: &StepRecord) -> bool {
        let crossed = skin.crossings(world.points());
        self.crossings += crossed;
        self.steps += 1;
        self.unsolved += usize::from(record.report.outcome != Outcome::Converged);
        let (word, iterations) = (record.report.outcome.word(), record.report.iterations);
        let (step, time) = (record.step, record.time);
        self.table += &format!("{name},{step},{time:.5},{word},{iterations},{crossed}\n");
        record.committed
    }
}

/// The start of a scene with barriers, in steps of `h`.
pub(super) fn head(gravity: Vec3, h: f64, steps: usize, tolerance: f64, contact: &str) -> String {
    format!(
        "gravity = {gravity:?}\n[time]\nstep = {h}\nsteps = {steps}\n[solver]\ntolerance = {tolerance:e}\n\
         max_iterations = 400\n[contact]\n{contact}\n"
    )
}

/// A box of rubber of the density of water.
pub(super) fn block(size: Vec3, cells: [u32; 3], at: Vec3, young: f64, more: &str) -> String {
    format!(
        "[[body]]\nmesh = {{ shape = \"box\", size = {size:?}, cells = {cells:?} }}\ntranslate = {at:?}\n\
         material = {{ model = \"stable-neo-hookean\", log = true, young = {young:e}, poisson = 0.4, density = 1000 }}\n{more}\n"
    )
}

/// A box that does not give way.
pub(super) fn wall(size: Vec3, at: Vec3, more: &str) -> String {
    format!("[[obstacle]]\nshape = \"box\"\nsize = {size:?}\ntranslate = {at:?}\n{more}\n")
}

pub(super) const PLANE: &str = "[[obstacle]]\nshape = \"plane\"\n";
pub(super) const DOWN: Vec3 = [0.0, -9.81, 0.0];

/// The centre of mass of a body.
fn center(world: &World, body: usize) -> Vec3 {
    let nodes = world.bodies()[body].nodes.clone();
    let mass = &world.mass()[nodes.clone()];
    let sum: f64 = mass.iter().sum();
    [0, 1, 2].map(|i| mass.iter().zip(world.points_of(body)).map(|(m, p)| m * p[i]).sum::<f64>() / sum)
}

/// Gravity on a slope, the slope being level.
fn slope(tangent: f64) -> Vec3 {
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    [9.81 * tangent * cosine, -9.81 * cosine, 0.0]
}

/// A block of half a kilogram on a slope.
fn sledge(tangent: f64, (h, steps): (f64, usize), cells: [u32; 3], contact: &str) -> String {
    let block = block([0.1, 0.05, 0.1], cells, [0.0, 0.0252, 0.0], 1e7, "");
    head(slope(tangent), h, steps, 1e-7, contact) + &block + PLANE
}

fn slopes(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let cells = if court.full() { [6, 3, 6] } else { [2, 1, 2] };
    let scene = |mu: f64| sledge(0.5, (0.01, 250), cells, &format!("friction = {mu}\nepsv = 1e-4"));
    let world = court.play("stick", &scene(0.5), &mut |_, _| {})?;
    let moved = 1e3 * center(&world, 0)[0];
    claims.push(Claim::number(
        "slope of atan 0.5, friction 0.5: moved in 2.5 s",
        "at most 0.3 mm",
        (moved, "mm"),
        Asked::AtMost(0.3),
    ));
    let mut speeds = Vec::new();
    court.play("slide", &scene(0.49), &mut |world, record| {
        speeds.push((record.time, world.ledger().momentum[0] / 0.5));
    })?;
    // From a second on, when it has come loose.
    let (early, late) = (speeds[99], speeds[speeds.len() - 1]);
    let acceleration = (late.1 - early.1) / (late.0 - early.0);
    let exact = slope(0.5)[0] + 0.49 * slope(0.5)[1];
    claims.push(
        Claim::number(
            "slope of atan 0.5, friction 0.49: acceleration off by",
            "0.0877 m/s²",
            (100.0 * (acceleration / exact - 1.0).abs(), "%"),
            Asked::AtMost(2.0),
        )
        .noting(format!("{acceleration:.4} m/s²")),
    );
    let tangent = 20_f64.to_radians().tan();
    let creep = 1e-3 * (1.0 - (1.0 - tangent / 0.6).sqrt());
    let mut worst: f64 = 0.0;
    let mut meshes = vec![[2, 1, 2], [5, 2, 4]];
    meshes.extend(court.full().then_some([12, 6, 12]));
    for cells in meshes {
        for h in [1.0 / 30.0, 1.0 / 240.0] {
            let scene = sledge(tangent, (h, 60), cells, "friction = 0.6");
            let world = court.play("creep", &scene, &mut |_, _| {})?;
            worst = worst.max(world.ledger().momentum[0] / 0.5 / creep);
        }
    }
    claims.push(
        Claim::number(
            "slope of 20°, friction 0.6: fastest creep of all meshes and steps, of the formula",
            "epsv (1 − √(1 − tan θ/μ)); ours: to 0.1 %",
            (100.0 * worst, "%"),
            Asked::AtMost(100.1),
        )
        .noting(format!("the formula gives {:.3} mm/s", 1e3 * creep)),
    );
    Ok(())
}

/// The radius of the ball that rolls, m.
const BALL: f64 = 0.1;

/// A ball on a slope of 10°.
fn ball(cells: u32, (h, steps): (f64, usize), dhat: f64) -> String {
    let contact = format!("friction = 0.8\ndhat = {dhat}\nstiffness = 1e5");
    head(slope(10_f64.to_radians().tan()), h, steps, 1e-6, &contact)
        + &format!(
            "[[body]]\nmesh = {{ shape = \"sphere\", radius = {BALL}, cells = {cells} }}\ntranslate = [0, {}, 0]\n\
             material = {{ model = \"stable-neo-hookean\", log = true, young = 1e6, poisson = 0.4, density = 1000 }}\n",
            BALL + 0.7 * dhat
        )
        + PLANE
}

/// How far a ball rolls with the acceleration a of its centre if its rotation is damped as backward Euler does: a body that turns
/// by φ in a step turns by φ − φ³ in the next one, dω/dt = −hω³, and of the inertia of a ball that rolls 2/7 is its rotation's.
fn damped(a: f64, h: f64, time: f64) -> f64 {
    let (parts, mut x, mut v) = (100_000, 0.0, 0.0_f64);
    let dt = time / f64::from(parts);
    for _ in 0..parts {
        let middle = v + 0.5 * dt * a;
        v += dt * (a - 2.0 / 7.0 * h * middle.powi(3) / (BALL * BALL));
        x += dt * middle;
    }
    x
}

fn rolling(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let (cells, steps, dhat) = if court.full() { (16, 600, 5e-3) } else { (8, 200, 1e-2) };
    let h = 1e-3;
    let gravity = slope(10_f64.to_radians().tan());
    let scene = ball(cells, (h, steps), dhat);
    let (mut slid, mut of) = (0.0, 0.0);
    let world = court.play("roll", &scene, &mut |world, record| {
        if record.step as usize <= steps / 2 {
            return;
        }
        let speed = world.ledger().momentum[0] / world.mass().iter().sum::<f64>();
        for (point, v) in world.points_of(0).iter().zip(world.velocities()) {
            let s = point[1] / dhat;
            if s > 0.0 && s < 1.0 {
                let force = Profile::Log.at(s)[1].abs();
                slid += force * v[0].hypot(v[2]);
                of += force * speed;
            }
        }
    })?;
    let time = h * steps as f64;
    let acceleration = 2.0 * center(&world, 0)[0] / (time * time);
    claims.push(
        Claim::number(
            "a ball rolls down 10° at h = 1/1000: acceleration off by",
            "5/7 g sin θ",
            (100.0 * (acceleration / (5.0 / 7.0 * gravity[0]) - 1.0).abs(), "%"),
            Asked::AtMost(1.0),
        )
        .noting(format!("{acceleration:.4} m/s²")),
    );
    claims.push(Claim::number(
        "touching vertices slide, by their forces, of the speed of the centre",
        "at most 2 %",
        (100.0 * slid / of, "%"),
        Asked::AtMost(2.0),
    ));
    let (h, steps) = (1e-2, 80);
    let world = court.play("roll, long steps", &ball(cells, (h, steps), dhat), &mut |_, _| {})?;
    let (way, time) = (center(&world, 0)[0], h * steps as f64);
    let a = 5.0 / 7.0 * gravity[0];
    let (free, exact) = (0.5 * a * time * time, damped(a, h, time));
    claims.push(
        Claim::number(
            "the same at h = 1/100, the damping of rotation by backward Euler counted: way off by",
            "dω/dt = 5/7 g sin θ/r − 2/7 hω³; ours: to 2 %",
            (100.0 * (way / exact - 1.0).abs(), "%"),
            Asked::AtMost(2.0),
        )
        .noting(format!("{way:.4} m in {time} s, {exact:.4} m by the formula, {free:.4} m without damping")),
    );
    Ok(())
}

fn gaps(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let meshes = if court.full() { [6, 12, 24] } else { [3, 6, 12] };
    for (name, floor) in
        [("a plane", PLANE.to_owned()), ("a mesh", wall([1.0, 0.1, 1.0], [0.03, -0.05, 0.02], ""))]
    {
        let mut found = [0.0; 3];
        for (s, cells) in found.iter_mut().zip(meshes) {
            let scene = head(DOWN, 0.1, 20, 1e-6, "stiffness = 1e4\ndhat = 1e-3")
                + &block([0.12; 3], [cells; 3], [0.0, 0.0609, 0.0], 1e7, "")
                + &floor;
            let world = court.play("rest", &scene, &mut |_, _| {})?;
            let below = world.points_of(0).iter().map(|p| p[1]).filter(|y| *y < 1.5e-3);
            let (sum, count) = below.fold((0.0, 0.0), |(sum, count), y| (sum + y, count + 1.0));
            *s = sum / count / 1e-3;
        }
        let limit = 2.0 * found[2] - found[1];
        let [a, b, c] = found;
        claims.push(
            Claim::number(
                format!("rest gap of a box on {name}, under refinement, off by"),
                "s = 0.815",
                ((limit - 0.815).abs(), ""),
                Asked::AtMost(0.005),
            )
            .noting(format!("{a:.3}, {b:.3}, {c:.3} for {meshes:?} cells, tending to {limit:.3}")),
        );
    }
    let steps = if court.full() { 600 } else { 120 };
    let scene = head(DOWN, 1.0 / 60.0, steps, 1e-7, "stiffness = 1e4")
        + &block([0.12; 3], [4; 3], [0.0, 0.061, 0.0], 1e5, "")
        + &wall([1.0, 0.1, 1.0], [0.03, -0.05, 0.02], "");
    let world = court.play("drift", &scene, &mut |_, _| {})?;
    let [x, _, z] = center(&world, 0);
    claims.push(Claim::number(
        format!("a box without friction on a mesh: drift in {} s", steps / 60),
        "none; ours: 0.1 mm",
        (1e3 * x.hypot(z), "mm"),
        Asked::AtMost(0.1),
    ));
    Ok(())
}

fn impulses(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let (h, mu, mass) = (0.002, 0.3, 0.5);
    let scene = head(DOWN, h, 25, 1e-7, "friction = 0.3")
        + &block([0.1, 0.05, 0.1], [2, 1, 2], [0.0, 0.03, 0.0], 1e7, "velocity = [1, -1, 0]")
        + PLANE;
    let (mut before, mut worst, mut first) = ([mass, -mass, 0.0], 0.0_f64, None);
    court.play("landing", &scene, &mut |world, record| {
        let now = world.ledger().momentum;
        let normal = now[1] - before[1] + mass * 9.81 * h;
        if normal > 1e-3 {
            let off = ((before[0] - now[0]) / normal / mu - 1.0).abs();
            worst = worst.max(off);
            first.get_or_insert((record.step, off));
        }
        before = now;
    })?;
    let (step, off) = first.unwrap_or((0, f64::NAN));
    claims.push(
        Claim::number(
            "landing with a speed along the ground: impulse of friction over μ × that of the ground, off by",
            "equal in the same step; ours: 2 %",
            (100.0 * if first.is_some() { worst } else { f64::NAN }, "%"),
            Asked::AtMost(2.0),
        )
        .noting(format!("{:.2} % in step {step}, where it lands", 100.0 * off)),
    );
    let scene = head([0.0; 3], 0.01, 40, 1e-10, "friction = 0.3")
        + &block([0.1; 3], [2; 3], [-0.06, 0.0, 0.0], 1e5, "velocity = [1, 0.2, 0]")
        + &block([0.1; 3], [3, 2, 2], [0.06, 0.03, 0.02], 1e5, "rotate = { axis = [0, 1, 1], angle = 10 }");
    let (mut off, mut touched, start) = (0.0_f64, false, [1.0, 0.2, 0.0]);
    court.play("collision", &scene, &mut |world, _| {
        let now = world.ledger();
        touched |= now.contact > 0.0;
        off = off.max(distance(now.momentum, start) / norm(start));
    })?;
    claims.push(Claim::number(
        "two free bodies collide: change of linear momentum, of all",
        "none, to 1e-10",
        (if touched { off } else { f64::NAN }, ""),
        Asked::AtMost(1e-10),
    ));
    Ok(())
}

impl Experiment for Laws {
    fn name(&self) -> &'static str {
        "ipc-laws"
    }

    fn source(&self) -> &'static str {
        "Li et al. 2020, and textbooks"
    }

    fn summary(&self) -> &'static str {
        "contact by barriers: slopes, rolling, gaps, impacts, and not a single intersection"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let table = "scene,step,time,outcome,iterations,crossings\n".to_owned();
        let mut court = Court { task, crossings: 0, steps: 0, unsolved: 0, table };
        let mut claims = Vec::new();
        type Part = fn(&mut Court<'_>, &mut Vec<Claim>) -> Result<(), ExperimentError>;
        let parts: [(&str, Part); 8] = [
            ("slopes", slopes),
            ("rolling", rolling),
            ("gaps", gaps),
            ("plates", ipc_shapes::plates),
            ("impulses", impulses),
            ("what is hard to meet", ipc_shapes::pairs),
            ("what is slender", ipc_shapes::slender),
            ("plates that meet", ipc_shapes::squeezed),
        ];
        for (number, (name, part)) in parts.iter().enumerate() {
            progress(number as f64 / parts.len() as f64, name);
            part(&mut court, &mut claims)?;
            task.write("steps.csv", &court.table)?;
        }
        let of = format!("of {} steps", court.steps);
        let none = |claim: &str, count: usize| {
            Claim::number(claim, "none", (count as f64, ""), Asked::AtMost(0.0)).noting(of.clone())
        };
        claims.push(none("edges through triangles after any step of all scenes", court.crossings));
        claims.push(none("steps that do not converge, but for plates that meet", court.unsolved));
        Ok(claims)
    }
}
