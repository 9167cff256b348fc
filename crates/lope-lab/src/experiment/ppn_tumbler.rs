//! Rigid cubes in a drum that turns: \[Fernandez26\] Figure 14, smaller.

use super::contest::{Contest, WITH_AUTO};
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::Claim;

/// Many rigid bodies that hit each other.
pub(super) struct Tumbler;

/// Side of a cube and of the drum, and distance of the centres of cubes, m.
const CUBE: f64 = 0.048;
const DRUM: f64 = 0.5;
const APART: f64 = 0.085;

/// n³ cubes, each turned in its own way, in a closed drum that makes a quarter of a turn a second.
fn scene(n: u32, steps: usize) -> String {
    let mut text = format!(
        "[time]\nstep = \"1/300\"\nsteps = {steps}\n[contact]\nfriction = 0.3\ndhat = 5e-4\n\
         [[obstacle]]\nname = \"drum\"\nshape = \"box\"\ninside = true\nsize = [{DRUM}, {DRUM}, {DRUM}]\n\
         motion = {{ rotation = {{ axis = [1, 0, 0], rate = {} }} }}\n",
        std::f64::consts::FRAC_PI_2
    );
    let middle = 0.5 * f64::from(n - 1);
    for (i, j, l) in (0..n * n * n).map(|k| (k % n, k / n % n, k / (n * n))) {
        let angle = 10 * ((i + 2 * j + 3 * l) % 7);
        let (x, z) = (APART * (f64::from(i) - middle), APART * (f64::from(j) - middle));
        let y = -0.19 + APART * f64::from(l);
        text += &format!(
            "[[body]]\nname = \"cube-{i}-{j}-{l}\"\nkind = \"rigid\"\nmaterial = {{ density = 1000 }}\n\
             mesh = {{ shape = \"box\", size = [{CUBE}, {CUBE}, {CUBE}], cells = [1, 1, 1] }}\n\
             translate = [{x}, {y}, {z}]\nrotate = {{ axis = [1, 2, 3], angle = {angle} }}\n"
        );
    }
    text
}

impl Experiment for Tumbler {
    fn name(&self) -> &'static str {
        "ppn-tumbler"
    }

    fn source(&self) -> &'static str {
        "Fernández-Fernández et al. 2026, Figure 14"
    }

    fn summary(&self) -> &'static str {
        "rigid cubes in a drum that turns, with barriers and friction"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let (n, steps) = match task.size {
            Size::Smoke => (2, 60),
            Size::Full => (5, 240),
        };
        let mut contest = Contest::new(&scene(n, steps), &[], &WITH_AUTO, task)?;
        contest.run(progress);
        task.write("steps.csv", &contest.steps)?;
        let [pn, pdn, ppn, auto] = WITH_AUTO.map(|(name, _)| contest.tally(name));
        let failed = pn.failed + pdn.failed + ppn.failed + auto.failed;
        let mut claims =
            vec![Claim::new("every step converges", "yes", format!("{failed} do not"), failed == 0)];
        let each = [pn, pdn, ppn, auto].map(|tally| format!("{:.1}", tally.iterations_a_step()));
        let published = "PN more than five times as many as PPN";
        claims.push(Claim::beside("iterations a step of PN, PDN, PPN and auto", published, each.join(", ")));
        let shares = format!("{:.1} %, {:.1} %", 100.0 * pdn.share(), 100.0 * ppn.share());
        claims.push(Claim::beside("part of the element Hessians that PDN and PPN project", "–", shares));
        if task.size == Size::Full {
            let saved = |other: f64| format!("{:.1} %", 100.0 * (1.0 - ppn.seconds / other));
            let both = format!("{}, {}", saved(pn.seconds), saved(pdn.seconds));
            claims.push(Claim::beside("time that PPN saves of PN's and of PDN's", "86.5 %, 10.4 %", both));
        }
        Ok(claims)
    }
}
