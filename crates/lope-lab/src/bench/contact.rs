//! Scenes with barriers against the C++ system of \[Fernandez26\], and what finding contacts costs.
//!
//! That system was measured on one thread of a machine of 14 GB/s a core. It has no continuous collision detection and
//! lets fast things through thin ones; here nothing passes.

use lope::scene::builtin;
use lope::scene::model::Scene;

use super::Session;
use super::row::{Goal, Row};
use super::timed::Timed;

/// Published CPU seconds a step: press, eight boxes.
const PRESS: f64 = 0.319;
const EIGHT: f64 = 1.43;
/// How many times as fast it should be.
const FASTER: f64 = 5.0;

/// So many layers of four boxes that fall into a container, turned every one another way.
fn boxes(layers: usize, steps: u64) -> Result<Scene, String> {
    let mut text = format!(
        "gravity = [0, 0, -9.81]\ntime = {{ step = \"1/30\", steps = {steps} }}\n\
         contact = {{ dhat = 5e-4, friction = 0.5, epsv = 0.1 }}\n"
    );
    for c in 0..4 * layers {
        let (i, j, l) = ((c % 2) as f64, (c / 2 % 2) as f64, (c / 4) as f64);
        let x = [(i - 0.5) * 0.18 + 0.02 * (l % 2.0), (j - 0.5) * 0.18 - 0.02 * (l % 2.0), 0.10 + 0.19 * l];
        let (turn, angle) = ([1, c as i64 % 3 - 1, c as i64 % 2], 20 + 5 * (c % 8));
        text += &format!(
            "[[body]]\nname = \"box{c}\"\nmesh = {{ shape = \"box\", size = [0.1, 0.1, 0.1], cells = [9, 9, 9] }}\n\
             rotate = {{ axis = {turn:?}, angle = {angle} }}\ntranslate = {x:?}\n\
             material = {{ model = \"stable-neo-hookean\", log = true, young = 1e5, poisson = 0.4, density = 1000 }}\n"
        );
    }
    let height = 0.4 * layers as f64;
    text += &format!(
        "[[obstacle]]\nshape = \"box\"\ninside = true\nsize = [0.42, 0.42, {height}]\ntranslate = [0, 0, {}]\n",
        0.5 * height
    );
    Scene::from_text("boxes.toml", &text, &[]).map_err(|error| error.to_string())
}

pub(super) fn measure(session: &mut Session<'_>) -> Result<(), String> {
    let press = builtin::find("press").ok_or("no scene press")?;
    let scene = press.scene(&[]).map_err(|error| error.to_string())?;
    against(session, "press", &scene, PRESS)?;
    against(session, "eight boxes", &boxes(2, 60)?, EIGHT)?;
    Ok(())
}

/// Seconds a step of a scene against the published ones, and two threads against one.
fn against(session: &mut Session<'_>, name: &str, scene: &Scene, published: f64) -> Result<(), String> {
    (session.say)(&format!("contact: {name}"));
    let one = Timed::run(name, scene, None, 1)?;
    let steps = one.steps as f64;
    let quantity = format!(
        "{name} ({:.1} iterations of {:.0} products)",
        one.report.iterations as f64 / steps,
        one.report.linear_iterations as f64 / one.report.iterations.max(1) as f64
    );
    let row = Row::new("contact", quantity, one.per_step(), "s/step");
    session.rows.push(row.times(
        published / one.per_step(),
        format!("published {published} s"),
        Some(Goal::AtLeast(FASTER)),
    ));
    let threads = rayon::current_num_threads();
    if threads > 1 {
        (session.say)(&format!("contact: {name}, {threads} threads"));
        let all = Timed::run(name, scene, None, threads)?;
        let row = Row::new("contact", format!("{name}, {threads} threads"), all.per_step(), "s/step");
        session.rows.push(row.times(one.seconds / all.seconds, "1 thread", Some(Goal::AtLeast(1.6))));
    }
    Ok(())
}
