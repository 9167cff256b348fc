//! What a run says when it is over: what it did, what is wrong with it, and what to do next.

use std::path::Path;

use lope_io::run::{End, Finished};

/// The last lines.
pub(super) fn closing(finished: &Finished, path: &Path) -> String {
    let Finished { end, summary, evidence, .. } = finished;
    let path = path.display();
    let mut text = format!(
        "{} steps to t = {:.4} s in {:.1} s; {:.1} linear solves a step; energy {:.4e} J",
        summary.steps,
        summary.time,
        summary.wall_s,
        evidence.mean_linear_solves,
        summary.energies.total.unwrap_or(0.0),
    );
    // Bodies of springs have no det F.
    if evidence.min_det.is_finite() {
        text += &format!("; smallest det F {:.3}", evidence.min_det);
    }
    text.push('\n');
    if summary.failures > 0 {
        text += &format!(
            "{} steps did not converge (see the column `outcome` of {path}/stats.csv; `lope help outcomes` says what the words mean)\n",
            summary.failures
        );
    }
    if summary.inverted > 0 {
        text += &format!(
            "warning: at the end {} of {} elements are inverted, inside out, and what they say of strain means nothing: \
             `lope render {path} --colour det` shows where; a smaller time.step, a finer mesh or a material that resists \
             inversion (neo-hookean, symmetric-dirichlet) may avoid it; see `lope help inverted`\n",
            summary.inverted, summary.elements
        );
    }
    text + &match end {
        End::Failed { .. } => format!(
            "to do next:  lope run {path}/failure --set solver.method=auto   the failed step alone, another way\n\
             \x20            lope render {path} -o last.png                  the last state before it\n\
             \x20            {path}/failure/README.txt                       what happened in it\n",
        ),
        End::Done | End::Interrupted => format!(
            "look at it:  lope render {path} -o film.gif   a film, or film.png\n\
             \x20            lope plot {path}                 energy, momentum and solver plots\n\
             \x20            {path}/frames/lope.pvd           open in ParaView\n\
             \x20            {path}/stats.csv                 one row a step\n",
        ),
    }
}
