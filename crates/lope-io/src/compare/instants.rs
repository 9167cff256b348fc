//! The times at which runs are compared.

use lope::scene::schedule::Schedule;

/// Whether two times are the same but for rounding.
pub(super) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// The ends of steps that all schedules share; where there are none, those that two or more share. Runs are only
/// compared where both have a state, and all runs at the same times if that is possible.
pub(super) fn shared(schedules: &[Schedule]) -> Vec<f64> {
    let mut different: Vec<(Schedule, usize)> = Vec::new();
    for schedule in schedules {
        match different.iter_mut().find(|(other, _)| other == schedule) {
            Some((_, count)) => *count += 1,
            None => different.push((*schedule, 1)),
        }
    }
    let mut ends: Vec<(f64, usize)> = different
        .iter()
        .flat_map(|(schedule, count)| (1..=schedule.steps).map(|step| (schedule.time(step), *count)))
        .collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut met: Vec<(f64, usize)> = Vec::new();
    for (time, count) in ends {
        match met.last_mut() {
            Some((last, total)) if same(*last, time) => *total += count,
            _ => met.push((time, count)),
        }
    }
    let at_least = |count: usize| -> Vec<f64> {
        met.iter().filter(|(_, met)| *met >= count).map(|(time, _)| *time).collect()
    };
    match at_least(schedules.len().max(1)) {
        none if none.is_empty() => at_least(2),
        all => all,
    }
}

#[cfg(test)]
mod tests {
    use lope::scene::model::{Integrator, Number, Time};

    use super::*;

    fn schedule(step: f64, steps: Option<u64>) -> Schedule {
        Schedule::new(&Time {
            step: Number(step),
            duration: steps.is_none().then_some(Number(1.0)),
            steps,
            integrator: Integrator::BackwardEuler,
            substeps: None,
            stabilize: None,
            epsilon: None,
            frame_rate: None,
        })
    }

    #[test]
    fn equal_steps_share_all_of_their_ends() {
        let one = schedule(1.0 / 24.0, None);
        assert_eq!(shared(&[one, one]).len(), 24);
        assert_eq!(shared(&[one]).len(), 24);
        assert_eq!(shared(&[]), [0.0; 0]);
    }

    #[test]
    fn different_steps_share_the_common_multiples() {
        let times = shared(&[schedule(1.0 / 24.0, None), schedule(1.0 / 36.0, None)]);
        assert_eq!(times.len(), 12);
        assert!(times.iter().enumerate().all(|(i, &time)| same(time, (i + 1) as f64 / 12.0)), "{times:?}");
        let halves = shared(&[schedule(0.1, Some(4)), schedule(0.05, Some(4))]);
        assert_eq!(halves.len(), 2, "as far as the shorter goes: {halves:?}");
    }

    #[test]
    fn what_only_some_share_is_better_than_nothing() {
        let times = shared(&[schedule(0.1, Some(2)), schedule(0.1, Some(2)), schedule(0.07, Some(2))]);
        assert_eq!(times, [0.1, 0.2]);
        assert_eq!(shared(&[schedule(0.1, Some(2)), schedule(0.07, Some(2))]), [0.0; 0]);
    }
}
