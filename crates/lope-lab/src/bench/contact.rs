//! Scenes with barriers against the C++ system of \[Fernandez26\], and what finding contacts costs.
//!
//! That system was measured on one thread of a machine of 14 GB/s a core. It has no continuous collision detection and
//! lets fast things through thin ones; here nothing passes.

use std::time::Duration;

use lope::contact::barrier::Pair;
use lope::math::vec3::{Vec3, distance};
use lope::scene::builtin;
use lope::scene::model::Scene;

use super::Session;
use super::clock::compete;
use super::row::{Goal, Row};
use super::timed::Timed;

/// A scene of that system.
struct Published {
    name: &'static str,
    /// CPU seconds a step, by PPN.
    seconds: f64,
    /// The mean of all nodes in the end, m, with y up.
    mean: Vec3,
    /// Whether the end is judged by it: where boxes tumble, small differences decide which way.
    judged: bool,
}

const PUBLISHED: [Published; 3] = [
    Published { name: "press", seconds: 0.319, mean: [-0.0006, 0.0399, -0.0024], judged: true },
    Published { name: "roll", seconds: 0.075, mean: [0.8932, 0.0325, -0.0049], judged: true },
    Published { name: "eight", seconds: 1.43, mean: [0.031, 0.074, 0.026], judged: false },
];
/// That system takes the forces of friction once, where a step begins.
const ONCE: &str = "contact.friction_iterations=0";
/// How many times as fast it should be.
const FASTER: f64 = 5.0;
/// How far from the published end is still the same, m.
const SAME: f64 = 5e-3;
/// Steps in which the growth of work is measured: the boxes fall, land and lie on each other.
const GROWTH_STEPS: u64 = 20;
/// Part of the time that detection may take.
const DETECTION: f64 = 0.15;
/// Nanoseconds that a query of continuous collision detection may take.
const QUERY: f64 = 300.0;

/// As many boxes along every side and as many layers of them, turned every one another way, that fall into a container: `eight` is
/// two of each.
fn boxes(side: usize) -> Result<Scene, String> {
    let mut text = String::from(
        "gravity = [0, 0, -9.81]\ntime = { step = \"1/30\", steps = 60 }\n\
         contact = { dhat = 5e-4, friction = 0.5, epsv = 0.1 }\n",
    );
    let middle = 0.5 * (side - 1) as f64;
    for c in 0..side.pow(3) {
        let (i, j, l) = ((c % side) as f64, (c / side % side) as f64, (c / side / side) as f64);
        let aside = 0.02 * (l % 2.0);
        let x = [(i - middle) * 0.18 + aside, (j - middle) * 0.18 - aside, 0.10 + 0.19 * l];
        let (turn, angle) = ([1, c as i64 % 3 - 1, c as i64 % 2], 20 + 5 * (c % 8));
        text += &format!(
            "[[body]]\nname = \"box{c}\"\nmesh = {{ shape = \"box\", size = [0.1, 0.1, 0.1], cells = [9, 9, 9] }}\n\
             rotate = {{ axis = {turn:?}, angle = {angle} }}\ntranslate = {x:?}\n\
             material = {{ model = \"stable-neo-hookean\", log = true, young = 1e5, poisson = 0.4, density = 1000 }}\n"
        );
    }
    let (width, height) = (0.06 + 0.18 * side as f64, 0.4 * side as f64);
    text += &format!(
        "[[obstacle]]\nshape = \"box\"\ninside = true\nsize = [{width}, {width}, {height}]\ntranslate = [0, 0, {}]\n",
        0.5 * height
    );
    Scene::from_text("boxes.toml", &text, &[]).map_err(|error| error.to_string())
}

pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    queries(session);
    for published in &PUBLISHED {
        against(session, published)?;
    }
    growth(session)
}

/// Seconds a step of a scene against the published ones, its end, what detection takes, and two threads against one.
fn against(session: &mut Session<'_>, published: &Published) -> Result<(), String> {
    let Published { name, seconds, mean, judged } = *published;
    (session.say)(&format!("contact: {name}"));
    let scene = builtin::find(name).ok_or_else(|| format!("no scene {name}"))?;
    let scene = |set: &[String]| scene.scene(set).map_err(|error| error.to_string());
    let mut compared = |what: String, run: &Timed, goal: Option<Goal>| {
        let iterations = run.report.iterations as f64 / run.steps as f64;
        let products = run.report.linear_iterations as f64 / run.report.iterations.max(1) as f64;
        let quantity = format!("{what} ({iterations:.1} iterations of {products:.0} products)");
        let row = Row::new("contact", quantity, run.per_step(), "s/step");
        session.rows.push(row.times(seconds / run.per_step(), format!("published {seconds} s"), goal));
    };
    let anew = Timed::run(name, &scene(&[])?, None, 1)?;
    compared(format!("{name}, friction taken anew"), &anew, None);
    let scene = scene(&[ONCE.to_owned()])?;
    let one = Timed::run(name, &scene, None, 1)?;
    compared(name.to_owned(), &one, Some(Goal::AtLeast(FASTER)));
    let steps = one.steps as f64;
    let [x, y, z] = one.mean;
    let quantity = format!("{name}: from the published end ({x:.4}, {y:.4}, {z:.4})");
    let off = distance(one.mean, mean);
    let row = Row::new("contact", quantity, 1e3 * off, "mm");
    let goal = judged.then_some(Goal::AtMost(1.0));
    session.rows.push(row.times(off / SAME, format!("{} mm", 1e3 * SAME), goal));
    let detection = one.report.contact_time.as_secs_f64();
    let row = Row::new("contact", format!("{name}: collision detection"), detection / steps, "s/step");
    session.rows.push(row.percent(detection / one.seconds, "all", Some(Goal::AtMost(DETECTION))));
    let threads = rayon::current_num_threads();
    if threads > 1 {
        (session.say)(&format!("contact: {name}, {threads} threads"));
        let all = Timed::run(name, &scene, None, threads)?;
        let row = Row::new("contact", format!("{name}, {threads} threads"), all.per_step(), "s/step");
        session.rows.push(row.times(one.seconds / all.seconds, "1 thread", Some(Goal::AtLeast(1.6))));
    }
    Ok(())
}

/// Time for one box and one step: 64 boxes against eight.
fn growth(session: &mut Session<'_>) -> Result<(), String> {
    let mut each = [0.0; 2];
    for (each, side) in each.iter_mut().zip([2, 4]) {
        let count = side * side * side;
        (session.say)(&format!("contact: {count} boxes, {GROWTH_STEPS} steps"));
        let run = Timed::run("boxes", &boxes(side)?, Some(GROWTH_STEPS), 1)?;
        *each = run.per_step() / count as f64;
        let iterations = run.report.iterations as f64 / run.steps as f64;
        let products = run.report.linear_iterations as f64 / run.report.iterations.max(1) as f64;
        let quantity = format!("{count} boxes ({iterations:.1} iterations of {products:.0} products)");
        session.rows.push(Row::new("contact", quantity, 1e3 * *each, "ms/step/box"));
    }
    let row = Row::new("contact", "64 boxes, a box", 1e3 * each[1], "ms/step");
    session.rows.push(row.times(each[1] / each[0], "a box of eight", Some(Goal::AtMost(1.1))));
    Ok(())
}

/// Corners of a pair before and after.
type Query = [[Vec3; 4]; 2];

/// Pairs at random, of the size 1, whose boxes meet on the way: those that a broad phase leaves over.
fn near(pair: Pair, count: usize) -> Vec<Query> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut roll = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    let mine = if pair == Pair::VertexTriangle { 1 } else { 2 };
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let from: [Vec3; 4] = std::array::from_fn(|_| std::array::from_fn(|_| roll()));
        let to = from.map(|x| x.map(|x| x + 0.5 * roll()));
        let span = |corners: std::ops::Range<usize>, k: usize| {
            corners
                .flat_map(|i| [from[i][k], to[i][k]])
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
        };
        let meet = (0..3).all(|k| {
            let ([a, b], [c, d]) = (span(0..mine, k), span(mine..4, k));
            a <= d && c <= b
        });
        if meet {
            found.push([from, to]);
        }
    }
    found
}

/// Nanoseconds of a query of continuous collision detection.
fn queries(session: &mut Session<'_>) {
    (session.say)("contact: continuous collision detection");
    for (name, pair) in [("vertex and triangle", Pair::VertexTriangle), ("two edges", Pair::EdgeEdge)] {
        let all = near(pair, 20_000);
        let mut cut = 0;
        let mut ask = || {
            let free = all.iter().map(|[from, to]| pair.free([from, to], 0.0, 0.1));
            cut = free.filter(|free| *free < 1.0).count();
        };
        let [seconds] = compete(Duration::from_millis(500), [&mut ask]);
        let each = 1e9 * seconds / all.len() as f64;
        let part = 100 * cut / all.len();
        let row = Row::new("contact", format!("query, {name} ({part} % meet)"), each, "ns");
        session.rows.push(row.times(each / QUERY, format!("{QUERY} ns"), Some(Goal::AtMost(1.0))));
    }
}
