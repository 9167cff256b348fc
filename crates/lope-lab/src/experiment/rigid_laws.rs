//! What rigid bodies and joints must show: formulas of textbooks of mechanics, at steps as long as in use.

use std::f64::consts::TAU;

use lope::math::vec3::{Vec3, add, distance, norm, scaled, sub, unit};
use lope::world::World;

use super::rigid_exact::{Top, turned_by};
use super::scene_run::SceneRun;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The laws of rigid bodies.
pub(super) struct Laws;

const G: f64 = 9.81;
const FLOOR: &str = "[[obstacle]]\nname = \"floor\"\nshape = \"plane\"\n";

/// Runs scenes.
struct Court<'a> {
    task: &'a Task<'a>,
    steps: usize,
    unsolved: usize,
}

impl Court<'_> {
    fn full(&self) -> bool {
        self.task.size == Size::Full
    }

    /// Runs a scene to its end; `watch` hears of the start and of every step.
    fn play(&mut self, text: &str, watch: &mut dyn FnMut(&World)) -> Result<World, ExperimentError> {
        let mut stage = SceneRun::new("rigid-laws", text, self.task.overrides)?;
        watch(&stage.world);
        while let Some(record) = stage.advance() {
            self.steps += 1;
            self.unsolved += usize::from(record.report.outcome.word() != "converged");
            if !record.committed {
                break;
            }
            watch(&stage.world);
        }
        Ok(stage.world)
    }
}

/// The start of a scene.
fn head(gravity: Vec3, h: f64, time: f64, more: &str) -> String {
    format!("gravity = {gravity:?}\n[time]\nstep = {h:e}\nduration = {time}\n{more}\n")
}

/// A box of the density of water.
fn block(name: &str, size: Vec3, at: Vec3, more: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nkind = \"rigid\"\nmesh = {{ shape = \"box\", size = {size:?}, cells = [1, 1, 1] }}\n\
         translate = {at:?}\nmaterial = {{ density = 1000 }}\n{more}\n"
    )
}

/// The centre of the nodes of a body.
fn center(world: &World, body: usize) -> Vec3 {
    let points = world.points_of(body);
    scaled(points.iter().copied().fold([0.0; 3], add), 1.0 / points.len() as f64)
}

fn speed(world: &World, body: usize) -> Vec3 {
    let nodes = world.bodies()[body].nodes.clone();
    let v = &world.velocities()[nodes];
    scaled(v.iter().copied().fold([0.0; 3], add), 0.25)
}

/// The directions at present that were along x, y and z when the nodes of a box along the axes were at `rest`.
fn axes(world: &World, body: usize, rest: &[Vec3]) -> [Vec3; 3] {
    let (now, middle) = (world.points_of(body), center(world, body));
    let before = scaled(rest.iter().copied().fold([0.0; 3], add), 0.25);
    [0, 1, 2].map(|axis| {
        let sum = now.iter().zip(rest).fold([0.0; 3], |sum, (x, rest)| {
            add(sum, scaled(sub(*x, middle), (rest[axis] - before[axis]).signum()))
        });
        unit(sum)
    })
}

/// Gravity on a slope, the slope being level.
fn slope(tangent: f64) -> Vec3 {
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    [G * tangent * cosine, -G * cosine, 0.0]
}

fn percent(found: f64, exact: f64) -> (f64, &'static str) {
    (100.0 * (found / exact - 1.0).abs(), "%")
}

/// A free asymmetric top, 0.3 × 0.2 × 0.1 m, about its middle axis and a little about the others.
fn flight(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let omega = [0.3, TAU, 0.3];
    let time = 5.0;
    let scene = head([0.0; 3], 1.0 / 30.0, time, "")
        + &block("top", [0.3, 0.2, 0.1], [0.0; 3], &format!("angular_velocity = {omega:?}"));
    let (mut start, mut rest, mut lost, mut off) = (None, Vec::new(), 0.0_f64, 0.0_f64);
    let mut up = Vec::new();
    let world = court.play(&scene, &mut |world| {
        let now = world.ledger();
        if rest.is_empty() {
            rest = world.points_of(0).to_vec();
        }
        let (l, k) = *start.get_or_insert((now.angular_momentum, now.kinetic));
        off = off.max(distance(now.angular_momentum, l) / norm(l));
        lost = lost.max((now.kinetic / k - 1.0).abs());
        up.push(axes(world, 0, &rest)[1][1]);
    })?;
    let moments = [0.025, 0.05, 0.065];
    let exact = Top::new(moments, omega).after(time);
    claims.push(Claim::number(
        "free top, h = 1/30, 5 s: change of angular momentum, of all",
        "none, to 1e-10",
        (off, ""),
        Asked::AtMost(1e-10),
    ));
    claims.push(Claim::number(
        "the same: change of energy",
        "none; ours: 0.2 %",
        (100.0 * lost, "%"),
        Asked::AtMost(0.2),
    ));
    claims.push(Claim::number(
        "the same: attitude off by",
        "Euler's equations; ours: 2°",
        (turned_by(&axes(&world, 0, &rest), &exact).to_degrees(), "°"),
        Asked::AtMost(2.0),
    ));
    // Dzhanibekov: the middle axis turns over.
    let flip = |up: &dyn Fn(usize) -> f64, h: f64, steps: usize| {
        (1..steps).find(|k| up(*k) < 0.0).map_or(f64::NAN, |k| {
            let (a, b) = (up(k - 1), up(k));
            h * (k as f64 - 1.0 + a / (a - b))
        })
    };
    let mut top = Top::new(moments, omega);
    let fine: Vec<f64> = (0..5000).map(|_| top.step(1e-3)[1][1]).collect();
    let (found, expected) = (flip(&|k| up[k], 1.0 / 30.0, up.len()), flip(&|k| fine[k], 1e-3, fine.len()));
    claims.push(
        Claim::number(
            "the same: its middle axis turns over after a time off by",
            "Euler's equations; ours: 2 %",
            percent(found, expected),
            Asked::AtMost(2.0),
        )
        .noting(format!("{found:.3} s, {expected:.3} s by the equations")),
    );
    Ok(())
}

/// A fast top on its tip whose axis lies: it goes round at mgl/(I₃ω₃), and stays level if it starts so.
fn gyroscope(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let (mass, arm, about, across, spin) = (2.0, 0.15, 0.01, 0.008, 60.0);
    let rate = mass * G * arm / (about * spin);
    let body = format!(
        "[[body]]\nname = \"top\"\nkind = \"rigid\"\nmesh = {{ shape = \"box\", size = [0.1, 0.2, 0.2], cells = [1, 1, 1] }}\n\
         translate = [{arm}, 0, 0]\nmass = {mass}\nrigid = {{ inertia = [{about}, {across}, {across}] }}\n\
         velocity = [0, 0, {}]\nangular_velocity = [{spin}, {rate}, 0]\n",
        -rate * arm
    );
    let joint =
        "[[joint]]\ntype = \"ball\"\nbetween = [\"world\", \"top\"]\nat = [0, 0, 0]\ntolerance = 1e-6\n";
    let time = 0.5;
    let scene = head([0.0, -G, 0.0], 1e-3, time, "[solver]\ntolerance = 1e-6") + &body + joint;
    let mut low = 0.0_f64;
    let world = court.play(&scene, &mut |world| low = low.max((center(world, 0)[1] / arm).abs()))?;
    let [x, _, z] = center(&world, 0);
    let mut angle = (-z).atan2(x);
    let expected = rate * time;
    angle += TAU * ((expected - angle) / TAU).round();
    claims.push(
        Claim::number(
            "heavy top, level: rate of precession off by",
            "mgl/(I₃ω₃)",
            percent(angle, expected),
            Asked::AtMost(1.0),
        )
        .noting(format!(
            "{:.4} rad/s, {rate:.4} rad/s by the formula; it tilts by {:.2}°",
            angle / time,
            low.asin().to_degrees()
        )),
    );
    Ok(())
}

/// A bar of 1 m on a hinge at its end.
fn pendulum(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let angle = 5_f64.to_radians();
    let (h, at) = (1e-3, [0.5 * angle.sin(), -0.5 * angle.cos(), 0.0]);
    let scene = head([0.0, -G, 0.0], h, 1.3, "[solver]\ntolerance = 1e-6")
        + &block("bar", [0.06, 1.0, 0.06], at, "rotate = { axis = [0, 0, 1], angle = 5 }")
        + "[[joint]]\ntype = \"hinge\"\nbetween = [\"world\", \"bar\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\ntolerance = 1e-6\n";
    let mut way: Vec<f64> = Vec::new();
    let mut wide = 0.0_f64;
    court.play(&scene, &mut |world| {
        let c = center(world, 0);
        way.push(c[0]);
        wide = wide.max((norm(c) - 0.5).abs());
    })?;
    let crossings: Vec<f64> = (1..way.len())
        .filter(|k| way[k - 1] * way[*k] < 0.0)
        .map(|k| h * (k as f64 - 1.0 + way[k - 1] / (way[k - 1] - way[k])))
        .collect();
    let found = if let [first, second, ..] = crossings[..] { 2.0 * (second - first) } else { f64::NAN };
    let inertia = (1.0 + 0.06 * 0.06) / 12.0 + 0.25;
    let exact = TAU * (inertia / (G * 0.5)).sqrt() * (1.0 + angle * angle / 16.0);
    claims.push(
        Claim::number(
            "compound pendulum: period off by",
            "2π √(I/mgl)",
            percent(found, exact),
            Asked::AtMost(0.3),
        )
        .noting(format!("{found:.4} s, {exact:.4} s by the formula; the hinge gives way by {:.1e} m", wide)),
    );
    Ok(())
}

/// A ball that slides at first, and a block on slopes.
fn friction(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let (cells, h, dhat) = if court.full() { (16, 5e-4, 5e-3) } else { (10, 1e-3, 1e-2) };
    let (radius, v0, mu) = (0.1, 2.0, 0.2);
    let time = 2.0 * v0 / (7.0 * mu * G);
    let contact =
        format!("[solver]\ntolerance = 1e-6\n[contact]\nfriction = {mu}\ndhat = {dhat}\nstiffness = 1e5");
    let ball = format!(
        "[[body]]\nname = \"ball\"\nkind = \"rigid\"\nmesh = {{ shape = \"sphere\", radius = {radius}, cells = {cells} }}\n\
         translate = [0, {}, 0]\nvelocity = [{v0}, 0, 0]\nmaterial = {{ density = 1000 }}\n",
        radius + 0.7 * dhat
    );
    let scene = head([0.0, -G, 0.0], h, 1.5 * time, &contact) + &ball + FLOOR;
    let (mut track, mut t) = (Vec::new(), 0.0);
    court.play(&scene, &mut |world| {
        track.push((t, center(world, 0)[0], speed(world, 0)[0]));
        t += h;
    })?;
    let (_, x, v) = track[track.len() - 1];
    let rolled = 5.0 / 7.0 * v0;
    // It slides as long as it is slowed by μg.
    let slides = (v0 - rolled) / (mu * G);
    let stops = track
        .iter()
        .find(|(_, _, v)| *v < rolled + 0.02 * v0)
        .map_or(f64::NAN, |(t, ..)| t + 0.02 * v0 / (mu * G));
    let way = 12.0 * v0 * v0 / (49.0 * mu * G) + rolled * 0.5 * time;
    claims.push(
        Claim::number(
            "a ball that slides comes to roll: speed then off by",
            "5/7 v₀",
            percent(v, rolled),
            Asked::AtMost(2.0),
        )
        .noting(format!("{v:.4} m/s")),
    );
    claims.push(
        Claim::number(
            "the same: time until it rolls off by",
            "2v₀/7μg",
            percent(stops, slides),
            Asked::AtMost(4.0),
        )
        .noting(format!("{stops:.4} s, {slides:.4} s by the formula")),
    );
    claims.push(
        Claim::number(
            "the same: way after one and a half of that time off by",
            "12v₀²/49μg and on",
            percent(x, way),
            Asked::AtMost(2.0),
        )
        .noting(format!("{x:.4} m")),
    );

    let sledge = |tangent: f64, mu: f64, time: f64| {
        head(slope(tangent), 0.01, time, &format!("[solver]\ntolerance = 1e-7\n[contact]\nfriction = {mu}"))
            + &block("sledge", [0.1, 0.05, 0.1], [0.0, 0.0252, 0.0], "")
            + FLOOR
    };
    let grid: &[(f64, f64)] = if court.full() {
        &[(10.0, 0.3), (15.0, 0.3), (20.0, 0.4), (20.0, 0.6), (25.0, 0.5), (30.0, 0.6)]
    } else {
        &[(15.0, 0.3), (20.0, 0.6)]
    };
    let mut worst = 0.0_f64;
    for (degrees, mu) in grid {
        let tangent = degrees.to_radians().tan();
        let world = court.play(&sledge(tangent, *mu, 0.6), &mut |_| {})?;
        let creep = 1e-3 * (1.0 - (1.0 - tangent / mu).sqrt());
        worst = worst.max(speed(&world, 0)[0] / creep);
    }
    claims.push(Claim::number(
        "a block that sticks on slopes: fastest creep, of the formula",
        "epsv (1 − √(1 − tan θ/μ)); ours: to 0.1 %",
        (100.0 * worst, "%"),
        Asked::AtMost(100.1),
    ));
    let mut off = 0.0_f64;
    for (degrees, mu) in [(25.0, 0.3), (35.0, 0.5)] {
        let tangent = f64::to_radians(degrees).tan();
        let time = 0.5;
        let world = court.play(&sledge(tangent, mu, time), &mut |_| {})?;
        let [along, across, _] = slope(tangent);
        off = off.max((speed(&world, 0)[0] / (time * (along + mu * across)) - 1.0).abs());
    }
    claims.push(Claim::number(
        "a block that slides down slopes: speed off by",
        "g (sin θ − μ cos θ) t",
        (100.0 * off, "%"),
        Asked::AtMost(1.0),
    ));
    Ok(())
}

/// A box on a slope topples where b/h < tan θ.
fn stability(court: &mut Court<'_>, claims: &mut Vec<Claim>) -> Result<(), ExperimentError> {
    let (b, height) = (0.1, 0.25);
    let falls = |court: &mut Court<'_>, part: f64| -> Result<bool, ExperimentError> {
        let scene = head(slope(part * b / height), 0.01, 2.0, "[contact]\nfriction = 0.9\ndhat = 2e-4")
            + &block("box", [b, height, b], [0.0, 0.5 * height + 1e-4, 0.0], "")
            + FLOOR;
        let world = court.play(&scene, &mut |_| {})?;
        Ok(center(&world, 0)[1] < 0.8 * 0.5 * height)
    };
    let (below, above) = (falls(court, 0.97)?, falls(court, 1.03)?);
    claims.push(Claim::new(
        "a box on a slope of 0.97 and 1.03 of tan θ = b/h",
        "stands; falls",
        format!("{}; {}", if below { "falls" } else { "stands" }, if above { "falls" } else { "stands" }),
        !below && above,
    ));
    let time = if court.full() { 10.0 } else { 1.0 };
    let boxes: String = (0..10)
        .map(|k| block(&format!("box{k}"), [0.2; 3], [0.0, 0.1005 + 0.2005 * f64::from(k), 0.0], ""))
        .collect();
    let scene =
        head([0.0, -G, 0.0], 1.0 / 60.0, time, "[contact]\nfriction = 0.5\ndhat = 1e-3") + &boxes + FLOOR;
    let world = court.play(&scene, &mut |_| {})?;
    let top = center(&world, 9);
    claims.push(Claim::number(
        format!("a stack of ten boxes after {time} s: the highest has moved aside by"),
        "it stands; ours: 1 mm",
        (1e3 * top[0].hypot(top[2]), "mm"),
        Asked::AtMost(1.0),
    ));
    Ok(())
}

impl Experiment for Laws {
    fn name(&self) -> &'static str {
        "rigid-laws"
    }

    fn source(&self) -> &'static str {
        "textbooks of mechanics"
    }

    fn summary(&self) -> &'static str {
        "rigid bodies and joints: flight, precession, pendulums, rolling, slopes, stacks"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let mut court = Court { task, steps: 0, unsolved: 0 };
        let mut claims = Vec::new();
        type Part = fn(&mut Court<'_>, &mut Vec<Claim>) -> Result<(), ExperimentError>;
        let parts: [(&str, Part); 5] = [
            ("flight", flight),
            ("precession", gyroscope),
            ("pendulum", pendulum),
            ("friction", friction),
            ("stability", stability),
        ];
        for (number, (name, part)) in parts.iter().enumerate() {
            progress(number as f64 / parts.len() as f64, name);
            part(&mut court, &mut claims)?;
        }
        let (steps, unsolved) = (court.steps, court.unsolved);
        claims.push(Claim::number(
            format!("steps of {steps} that did not converge"),
            "none",
            (unsolved as f64, ""),
            Asked::AtMost(0.0),
        ));
        Ok(claims)
    }
}
