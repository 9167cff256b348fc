//! Timing on machines that are never quite idle.
//!
//! Whatever disturbs a measurement makes it slower, never faster: the best of many runs is what the code can
//! do. Contenders take turns, so that a slow minute of the machine hits all of them alike.

use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// A contender's turn lasts at least this long, so that what fits into a cache gets into it.
const TURN: Duration = Duration::from_millis(3);

/// Turns each contender has at least, whatever the budget.
const LEAST_ROUNDS: usize = 3;

/// Best seconds of each contender, who take turns until the budget is spent.
pub(super) fn compete<const N: usize>(budget: Duration, contenders: [&mut dyn FnMut(); N]) -> [f64; N] {
    compete_by(budget, |k| contenders[k]())
}

/// The same for contenders that share what they work on: `work` gets the number of the one whose turn it is.
pub(super) fn compete_by<const N: usize>(budget: Duration, mut work: impl FnMut(usize)) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    let start = Instant::now();
    let mut round = 0;
    while round < LEAST_ROUNDS || start.elapsed() < budget {
        for (k, best) in best.iter_mut().enumerate() {
            *best = best.min(turn(&mut || work(k)));
        }
        round += 1;
    }
    best
}

/// Best seconds of the runs that fit into one turn.
fn turn(work: &mut dyn FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    let start = Instant::now();
    while best == f64::INFINITY || start.elapsed() < TURN {
        best = best.min(seconds(&mut *work));
    }
    best
}

/// Seconds of one run.
pub(super) fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// A pool of its own.
pub(super) fn pool(threads: usize) -> Result<ThreadPool, String> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|e| format!("cannot start threads: {e}"))
}

/// "1 thread", "2 threads".
pub(super) fn count(threads: usize) -> String {
    format!("{threads} thread{}", if threads == 1 { "" } else { "s" })
}

/// One thread and all of them, if that is not the same.
pub(super) fn one_and_all(threads: usize) -> Vec<usize> {
    if threads > 1 { vec![1, threads] } else { vec![1] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contenders_take_turns_and_the_best_time_counts() {
        let pause = |ms| std::thread::sleep(Duration::from_millis(ms));
        let (mut calls, mut other) = (0, 0);
        let [short, long] = compete(
            Duration::ZERO,
            [
                &mut || {
                    calls += 1;
                    pause(if calls == 1 { 30 } else { 5 });
                },
                &mut || {
                    other += 1;
                    pause(12);
                },
            ],
        );
        assert_eq!((calls, other), (LEAST_ROUNDS, LEAST_ROUNDS));
        assert!((0.005..0.03).contains(&short) && long >= 0.012, "{short} {long}");
    }
}
