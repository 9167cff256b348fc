//! When steps end and frames are written.

use super::model::Time;

/// The steps of a run, as a function of their number: a resumed run makes the same ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Number of steps.
    pub steps: u64,
    step: f64,
    end: f64,
    /// Steps between two frames.
    per_frame: u64,
    /// Frames a second that must be met exactly.
    rate: Option<f64>,
}

impl Schedule {
    /// With a frame rate, the time between two frames is cut into equal steps no longer than the one asked
    /// for, so that frames lie at exact frame times. Without one, the steps are as asked for and each is a frame.
    pub fn new(time: &Time) -> Self {
        let step = time.step.get();
        let end = time.end();
        match time.frame_rate {
            Some(rate) => {
                let rate = rate.get();
                let interval = 1.0 / rate;
                let per_frame = ceil(interval / step).max(1);
                let step = interval / per_frame as f64;
                let steps = match time.steps {
                    Some(steps) => steps,
                    None => ceil(end / step),
                };
                let end = if time.steps.is_some() { f64::INFINITY } else { end };
                Self { steps, step, end, per_frame, rate: Some(rate) }
            }
            None => {
                let end = if time.steps.is_some() { f64::INFINITY } else { end };
                Self { steps: time.step_count(), step, end, per_frame: 1, rate: None }
            }
        }
    }

    /// The same schedule with no more than `steps` steps.
    pub fn at_most(self, steps: u64) -> Self {
        Self { steps: self.steps.min(steps), ..self }
    }

    /// The same steps without an end.
    pub fn open_ended(self) -> Self {
        Self { steps: u64::MAX, end: f64::INFINITY, ..self }
    }

    /// Length of a step, s (the last may be shorter).
    pub fn step_length(&self) -> f64 {
        self.step
    }

    /// Time at the end of step `number`, from 1; 0 is the start.
    pub fn time(&self, number: u64) -> f64 {
        let exact = match self.rate {
            Some(rate) => {
                let (frame, rest) = (number / self.per_frame, number % self.per_frame);
                (frame as f64 + rest as f64 / self.per_frame as f64) / rate
            }
            None => number as f64 * self.step,
        };
        exact.min(self.end)
    }

    /// Length of step `number`.
    pub fn length(&self, number: u64) -> f64 {
        let begin = self.time(number - 1);
        // The nominal length keeps all but the last step equal to the bit.
        if number as f64 * self.step <= self.end * (1.0 + 1e-12) { self.step } else { self.end - begin }
    }

    /// The number of the frame written after step `number`, if one is.
    pub fn frame(&self, number: u64) -> Option<u64> {
        if number.is_multiple_of(self.per_frame) {
            Some(number / self.per_frame)
        } else {
            (number == self.steps).then(|| number / self.per_frame + 1)
        }
    }
}

fn ceil(ratio: f64) -> u64 {
    let whole = ratio.round();
    if (ratio - whole).abs() <= 1e-9 * whole.max(1.0) { whole as u64 } else { ratio.ceil() as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::model::{Integrator, Number};

    fn schedule(step: f64, duration: f64, rate: Option<f64>) -> Schedule {
        Schedule::new(&Time {
            step: Number(step),
            duration: Some(Number(duration)),
            steps: None,
            integrator: Integrator::BackwardEuler,
            substeps: None,
            stabilize: None,
            epsilon: None,
            frame_rate: rate.map(Number),
        })
    }

    #[test]
    fn frames_lie_at_exact_times() {
        let s = schedule(0.01, 2.0, Some(24.0));
        assert_eq!(s.steps, 2 * 24 * 5);
        for number in 0..=s.steps {
            if let Some(frame) = s.frame(number) {
                assert_eq!(s.time(number), frame as f64 / 24.0);
            }
        }
        assert!((s.length(7) - 1.0 / 120.0).abs() < 1e-15);
    }

    #[test]
    fn a_rest_is_a_shorter_step_and_a_last_frame() {
        let s = schedule(0.1, 0.25, None);
        assert_eq!((s.steps, s.time(3)), (3, 0.25));
        assert!((s.length(3) - 0.05).abs() < 1e-15 && s.length(2) == 0.1);
        assert_eq!(s.frame(3), Some(3));
        let s = schedule(0.01, 0.055, Some(20.0));
        assert_eq!((s.frame(4), s.frame(5), s.frame(6)), (None, Some(1), Some(2)));
    }

    #[test]
    fn without_a_frame_rate_every_step_is_a_frame() {
        let s = schedule(1.0 / 60.0, 4.0, None);
        assert_eq!(s.steps, 240);
        assert!((1..=240).all(|number| s.frame(number) == Some(number)));
    }

    #[test]
    fn the_sum_of_the_steps_is_the_duration() {
        for (step, duration, rate) in
            [(1.0 / 24.0, 3.0, None), (0.03, 1.0, Some(24.0)), (0.3, 1.0, Some(30.0))]
        {
            let s = schedule(step, duration, rate);
            let sum: f64 = (1..=s.steps).map(|n| s.length(n)).sum();
            assert!((sum - duration).abs() < 1e-9, "{step} {duration} {rate:?}: {sum}");
        }
    }
}
