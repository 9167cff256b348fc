//! Clamping against mirroring without inertia: \[Fernandez26\] Figure 8.

use super::contest::{Contest, PROJECTING};
use super::heat::{Panel, heat_map};
use super::scene_run::Tally;
use super::{Experiment, ExperimentError, Progress, Size, Task};
use crate::{Asked, Claim};

/// The experiment.
pub(super) struct Quasistatic;

const SCENE: &str = include_str!("ppn_quasistatic.toml");

/// Cells along an edge of the box, at each size.
const SMOKE: [u32; 3] = [6, 9, 13];
const FULL: [u32; 3] = [12, 18, 26];

/// Poisson's ratios.
const POISSON: [f64; 3] = [0.3, 0.4, 0.49];

const FILTERS: [&str; 2] = ["clamp", "mirror"];

/// One solve.
struct Case {
    cells: u32,
    poisson: f64,
    filter: &'static str,
    method: String,
    tally: Tally,
}

impl Experiment for Quasistatic {
    fn name(&self) -> &'static str {
        "ppn-quasistatic"
    }

    fn source(&self) -> &'static str {
        "Fernández-Fernández et al. 2026, Figure 8"
    }

    fn summary(&self) -> &'static str {
        "a box stretched without inertia: mirrored eigenvalues against clamped ones"
    }

    fn run(&self, task: &Task<'_>, progress: &mut Progress<'_>) -> Result<Vec<Claim>, ExperimentError> {
        let resolutions = match task.size {
            Size::Smoke => SMOKE,
            Size::Full => FULL,
        };
        let mut table = format!("cells,poisson,projection,filter,method,{},work\n", Tally::HEAD);
        let (mut cases, mut closed) = (Vec::new(), Vec::new());
        let mut apart = 0.0_f64;
        let settings = resolutions.iter().flat_map(|&cells| POISSON.map(|poisson| (cells, poisson)));
        for (done, (cells, poisson)) in settings.enumerate() {
            for filter in FILTERS {
                for projection in projections(task.size) {
                    let own = [
                        format!("body.0.mesh.cells={cells}"),
                        format!("body.0.material.poisson={poisson}"),
                        format!("solver.filter={filter}"),
                        format!("solver.projection={projection}"),
                    ];
                    let mut contest = Contest::new(SCENE, &own, &methods(filter, projection), task)?;
                    contest.run(&mut |part, note| {
                        let part = (done as f64 + part) / 9.0;
                        progress(
                            part,
                            &format!("{cells} cells, ν = {poisson}, {filter}, {projection}, {note}"),
                        );
                    });
                    apart = apart.max(contest.apart.largest());
                    for lane in &contest.lanes {
                        let (method, tally) = (lane.name.clone(), lane.tally);
                        let (row, work) = (tally.row(), tally.work());
                        table +=
                            &format!("{cells},{poisson},{projection},{filter},{method},{row},{work:e}\n");
                        let case = Case { cells, poisson, filter, method, tally };
                        let published = *projection == projections(task.size)[0];
                        if published { &mut cases } else { &mut closed }.push(case);
                    }
                }
            }
        }
        task.write("cases.csv", &table)?;
        task.draw("ppn-quasistatic.png", &picture(&cases, resolutions))?;
        let mut claims = claims(&cases, resolutions, apart);
        let failed: u64 = cases.iter().chain(&closed).map(|case| case.tally.failed).sum();
        claims.insert(0, Claim::new("every solve converges", "yes", format!("{failed} do not"), failed == 0));
        claims.push(auto(if closed.is_empty() { &cases } else { &closed }, task.size));
        Ok(claims)
    }
}

/// How Hessians are projected: numerically as published, and in closed form, which is what `auto` is made for.
fn projections(size: Size) -> &'static [&'static str] {
    match size {
        Size::Smoke => &["analytic"],
        Size::Full => &["numeric", "analytic"],
    }
}

/// The methods that take part; the one that chooses for itself once, since it chooses the filter too.
fn methods(filter: &str, projection: &str) -> Vec<(&'static str, &'static str)> {
    let plays = filter == FILTERS[0] && projection == "analytic";
    let auto = plays.then_some(("auto", "solver.method=auto"));
    PROJECTING.into_iter().chain(auto).collect()
}

fn claims(cases: &[Case], resolutions: [u32; 3], apart: f64) -> Vec<Claim> {
    let sum = |pick: &dyn Fn(&Case) -> bool| {
        cases.iter().filter(|case| pick(case)).fold(Tally::default(), |sum, case| sum.and(&case.tally))
    };
    let mut claims = vec![Claim::beside(
        "largest distance between the methods' surfaces, of the box",
        "–",
        format!("{:.2} %", 100.0 * apart),
    )];
    for poisson in POISSON {
        for (name, _) in PROJECTING {
            let of = |filter: &str| {
                sum(&|case: &Case| case.poisson == poisson && case.filter == filter && case.method == name)
                    .iterations
            };
            claims.push(Claim::beside(
                format!(
                    "ν = {poisson}, {name}: iterations by clamping and by mirroring, three meshes together"
                ),
                "as bars",
                format!("{} and {}", of("clamp"), of("mirror")),
            ));
        }
    }
    let projecting = |case: &Case| case.method != "auto";
    let of = |filter: &str, cells: u32, poisson: f64| {
        let one = |c: &Case| c.filter == filter && c.cells == cells && c.poisson == poisson && projecting(c);
        sum(&one).iterations
    };
    let boxes = resolutions.iter().flat_map(|&cells| POISSON.map(|poisson| (cells, poisson)));
    let worse = boxes.filter(|&(cells, nu)| of("mirror", cells, nu) > of("clamp", cells, nu));
    claims.push(
        Claim::number(
            "boxes for which mirroring needs more iterations, all methods together",
            "mirroring is better",
            (worse.count() as f64, ""),
            Asked::AtMost(0.0),
        )
        .noting("of 9"),
    );
    let (clamp, mirror) = (of("clamp", resolutions[2], 0.49), of("mirror", resolutions[2], 0.49));
    claims.push(Claim::new(
        "ν = 0.49, finest mesh: mirroring needs fewer iterations, all methods together",
        "mirroring is better",
        format!("{mirror} against {clamp}"),
        mirror < clamp,
    ));
    let clamped = |name: &str| sum(&|c: &Case| c.filter == "clamp" && c.method == name).iterations as f64;
    for name in ["PDN", "PPN"] {
        claims.push(Claim::number(
            format!("{name}, clamped: iterations of all boxes, of PN's"),
            "faces challenges",
            (100.0 * clamped(name) / clamped("PN"), "%"),
            Asked::AtLeast(100.0),
        ));
    }
    claims
}

/// How far the method that chooses for itself is from the best choice, in time at full size and in work else.
fn auto(cases: &[Case], size: Size) -> Claim {
    let cost = |case: &Case| match size {
        Size::Smoke => case.tally.work_in_closed_form(),
        Size::Full => case.tally.seconds,
    };
    let worst = cases.iter().filter(|case| case.method == "auto").map(|auto| {
        let same =
            cases.iter().filter(|c| c.method != "auto" && c.cells == auto.cells && c.poisson == auto.poisson);
        cost(auto) / same.map(cost).fold(f64::INFINITY, f64::min)
    });
    let worst = worst.fold(0.0, f64::max);
    Claim::new(
        "in closed form, auto is within 10 % of the best everywhere",
        "–",
        format!("{worst:.2} of it at worst"),
        worst <= 1.1,
    )
}

/// Iterations: a panel a Poisson's ratio, meshes below each other, methods and filters side by side.
fn picture(cases: &[Case], resolutions: [u32; 3]) -> lope_io::plot::Image {
    let columns: Vec<String> =
        PROJECTING.iter().flat_map(|(name, _)| FILTERS.map(|filter| format!("{name} {filter}"))).collect();
    let value = |cells: u32, poisson: f64, name: &str, filter: &str| {
        let found = cases
            .iter()
            .find(|c| c.cells == cells && c.poisson == poisson && c.method == name && c.filter == filter);
        found.map_or(f64::NAN, |case| case.tally.iterations as f64)
    };
    let panels = POISSON.map(|poisson| Panel {
        title: format!("nu = {poisson}"),
        values: resolutions
            .iter()
            .flat_map(|&cells| {
                PROJECTING.iter().flat_map(move |&(name, _)| FILTERS.map(|f| (cells, name, f)))
            })
            .map(|(cells, name, filter)| value(cells, poisson, name, filter))
            .collect(),
        digits: 0,
    });
    let rows = resolutions.map(|cells| format!("{cells} cells"));
    heat_map("Newton iterations of a quasistatic stretch", &rows, &columns, &panels)
}
