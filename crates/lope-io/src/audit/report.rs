//! What an audit found.

use std::io;
use std::path::Path;

use lope::scene::Scene;
use lope::scene::build::Finding;
use lope::scene::model::ContactModel;
use lope::scene::schedule::Schedule;
use serde::Serialize;

use crate::output::atomic;
use crate::output::stats::StatsRow;

/// Intersections of a frame that are told one by one.
const TOLD: usize = 8;

/// Two that cross.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Intersection {
    /// Who: `triangle 3-4-5 of ball`.
    pub between: [String; 2],
    /// Where, m.
    pub place: [f64; 3],
    /// How deep a vertex is below a plane, m; zero of all others.
    pub depth: f64,
}

/// A frame that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrameAudit {
    /// Its number.
    pub frame: usize,
    /// Its time, s.
    pub time: f64,
    /// The least distance of what has no corner in common, less the thickness, m; none where nothing may meet.
    pub gap: Option<f64>,
    /// Between whom.
    pub between: Option<[String; 2]>,
    /// Pairs that cross.
    pub intersections: usize,
    /// Pairs that are as near as rounding, which the table of steps does not know to be apart.
    pub undecided: usize,
    /// The first of those that cross.
    pub first: Vec<Intersection>,
}

/// A step as the table has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepAudit {
    /// Its number.
    pub step: u64,
    /// The time at its end, s.
    pub time: f64,
    /// The least gap at its end, m; none where nothing was near.
    pub gap: Option<f64>,
}

/// What an audit found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Whether nothing crosses, nothing is undecided, and every step that tells of its gap has one.
    pub clean: bool,
    /// How things are kept apart, in the words of the scene format.
    pub models: Vec<String>,
    /// Gaps that are not larger are rounding, m: the largest of all frames.
    pub rounding: f64,
    /// All frames.
    pub frames: Vec<FrameAudit>,
    /// All steps of which the table tells the gap.
    pub steps: Vec<StepAudit>,
    /// What else is to be known.
    pub notes: Vec<String>,
    /// Steps the table has.
    #[serde(skip)]
    made: u64,
}

impl Report {
    pub(super) fn new(models: &[ContactModel], rows: &[StatsRow]) -> Self {
        let step = |row: &StatsRow| {
            let gap = row.gap?;
            Some(StepAudit {
                step: row.step,
                time: row.time,
                gap: Some(gap).filter(|gap| *gap != f64::INFINITY),
            })
        };
        Self {
            clean: true,
            models: models.iter().map(ToString::to_string).collect(),
            rounding: 0.0,
            frames: Vec::new(),
            steps: rows.iter().filter_map(step).collect(),
            notes: Vec::new(),
            made: rows.last().map_or(0, |row| row.step),
        }
    }

    /// Takes what was found in a frame; `margin` is the gap that the table has for it.
    pub(super) fn take(&mut self, frame: usize, time: f64, finding: Finding, margin: Option<f64>) {
        let Finding { crossings, undecided, least, rounding } = finding;
        self.rounding = self.rounding.max(rounding);
        // The solver looked at the same positions before they were written.
        let known = margin.is_some_and(|margin| margin > 0.0);
        let (gap, between) = least.map_or((None, None), |(gap, who)| (Some(gap), Some(who)));
        let intersections = crossings.len();
        let told = crossings.into_iter().take(TOLD);
        let first = told.map(|one| Intersection { between: one.who, place: one.place, depth: one.depth });
        let undecided = if known { 0 } else { undecided };
        let first = first.collect();
        self.frames.push(FrameAudit { frame, time, gap, between, intersections, undecided, first });
    }

    /// Comes to its verdict.
    pub(super) fn close(&mut self, scene: &Scene) {
        let crossed = self.frames.iter().any(|frame| frame.intersections + frame.undecided > 0);
        self.clean = !crossed && self.closed_steps() == 0;
        if self.models.is_empty() {
            self.notes.push("the scene has no contact: nothing keeps things apart in it".into());
        } else if self.models != ["ipc"] {
            let models = self.models.join(" and ");
            self.notes.push(format!(
                "contact of the scene is {models}, which lets things into each other, and its steps keep no record of gaps: \
                 frames alone are audited, with obstacles as they are drawn"
            ));
        }
        let steps = Schedule::new(&scene.time).steps;
        if self.made < steps {
            self.notes.push(format!("the run is not complete: {} of {steps} steps are made", self.made));
        }
    }

    /// Steps whose gap is closed.
    pub fn closed_steps(&self) -> usize {
        // What is no number is no gap.
        let closed = |step: &&StepAudit| step.gap.is_some_and(|gap| gap.is_nan() || gap <= 0.0);
        self.steps.iter().filter(closed).count()
    }

    /// Writes it as JSON.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let json = serde_json::to_string_pretty(self)?;
        atomic::replace(path, &[json.as_bytes(), b"\n"], true)
    }

    /// Frames, the worst first: those with most intersections, then those with the least gap.
    pub fn worst(&self) -> Vec<&FrameAudit> {
        let mut all: Vec<&FrameAudit> = self.frames.iter().collect();
        let gap = |frame: &FrameAudit| frame.gap.unwrap_or(f64::INFINITY);
        all.sort_by(|a, b| {
            let counts = |frame: &FrameAudit| (frame.intersections, frame.undecided);
            counts(b).cmp(&counts(a)).then(gap(a).total_cmp(&gap(b))).then(a.frame.cmp(&b.frame))
        });
        all
    }

    /// The verdict, in one line.
    pub fn verdict(&self) -> String {
        let count = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        let mut looked = count(self.frames.len(), "frame");
        if !self.steps.is_empty() {
            looked += &format!(" and {}", count(self.steps.len(), "step"));
        }
        let with = |of: fn(&FrameAudit) -> usize| {
            let frames = self.frames.iter().filter(|frame| of(frame) > 0).count();
            (self.frames.iter().map(of).sum::<usize>(), frames)
        };
        let ((crossings, crossed), (undecided, unknown)) =
            (with(|frame| frame.intersections), with(|frame| frame.undecided));
        if crossings > 0 {
            let worst = self.worst()[0];
            let who = worst.first.first().map_or_else(String::new, |one| {
                let [a, b] = &one.between;
                format!(", for example {a} and {b}")
            });
            let (all, frames) = (count(crossings, "intersection"), count(crossed, "frame"));
            return format!("{looked}: {all} in {frames}; most at t = {} s{who}", short(worst.time));
        }
        if undecided > 0 {
            let frames = count(unknown, "frame");
            return format!(
                "{looked}: not proven; {} in {frames} not farther apart than rounding, {:.1e} m",
                if undecided == 1 { "1 pair is".into() } else { format!("{undecided} pairs are") },
                self.rounding
            );
        }
        match self.closed_steps() {
            0 => format!("{looked}: no intersection; {}", self.least()),
            closed => format!("{looked}: the gap is closed at the end of {}", count(closed, "step")),
        }
    }

    /// The least gap of all, and where it is.
    fn least(&self) -> String {
        let frames = self.frames.iter().filter_map(|frame| Some((frame.gap?, frame.time, &frame.between)));
        let steps = self.steps.iter().filter_map(|step| Some((step.gap?, step.time, &None)));
        // Of equals the frame is told, which knows who it is.
        let less = |a: f64, b: f64| a < b - 1e-9 * b.abs();
        let least = frames.chain(steps).reduce(|a, b| if less(b.0, a.0) { b } else { a });
        let Some((gap, time, between)) = least else { return "nothing may meet".into() };
        let who = match between {
            Some([a, b]) => format!("between {a} and {b}"),
            None => "in a step that is no frame".into(),
        };
        format!("least gap {gap:.3e} m at t = {} s {who}", short(time))
    }
}

/// A time as one reads it.
fn short(time: f64) -> String {
    let text = format!("{time:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(gaps: &[Option<f64>]) -> Vec<StatsRow> {
        let row = |(i, gap): (usize, &Option<f64>)| StatsRow {
            step: i as u64 + 1,
            time: 0.1 * (i + 1) as f64,
            gap: *gap,
            ..StatsRow::default()
        };
        gaps.iter().enumerate().map(row).collect()
    }

    fn finding(gap: f64, undecided: usize) -> Finding {
        let least = Some((gap, ["vertex 1 of a".to_owned(), "the plane b".to_owned()]));
        Finding { crossings: Vec::new(), undecided, least, rounding: 1e-15 }
    }

    fn report(gaps: &[Option<f64>]) -> Report {
        Report::new(&[ContactModel::Ipc], &rows(gaps))
    }

    #[test]
    fn a_step_between_frames_can_have_the_least_gap_and_frames_name_who() {
        let mut report = report(&[Some(f64::INFINITY), Some(1e-4), Some(2e-4)]);
        report.take(3, 0.3, finding(2e-4, 0), Some(2e-4));
        assert_eq!(
            report.verdict(),
            "1 frame and 3 steps: no intersection; least gap 1.000e-4 m at t = 0.2 s in a step that is no frame"
        );
        report.take(4, 0.4, finding(1e-4, 0), None);
        let verdict = report.verdict();
        assert!(verdict.ends_with("at t = 0.4 s between vertex 1 of a and the plane b"), "{verdict}");
    }

    #[test]
    fn what_is_as_near_as_rounding_is_undecided_unless_the_table_knows() {
        let mut sure = report(&[Some(1e-16)]);
        sure.take(1, 0.1, finding(1e-16, 2), Some(1e-16));
        assert_eq!(sure.frames[0].undecided, 0);
        for margin in [None, Some(0.0), Some(f64::NAN)] {
            let mut unsure = report(&[None]);
            unsure.take(1, 0.1, finding(1e-16, 2), margin);
            assert_eq!(unsure.frames[0].undecided, 2, "{margin:?}");
            let verdict = unsure.verdict();
            assert!(verdict.contains("not proven; 2 pairs are in 1 frame not farther"), "{verdict}");
        }
    }

    #[test]
    fn a_gap_that_is_closed_is_not_clean() {
        for bad in [0.0, -1e-9, f64::NAN] {
            let mut report = report(&[Some(1e-4), Some(bad)]);
            report.take(1, 0.1, finding(1e-4, 0), Some(1e-4));
            // NaN is kept: it is not finite, and no gap either.
            assert_eq!(report.closed_steps(), 1, "{bad}");
            assert!(report.verdict().contains("the gap is closed at the end of 1 step"), "{bad}");
        }
        assert_eq!(report(&[Some(f64::INFINITY), None]).closed_steps(), 0);
    }
}
