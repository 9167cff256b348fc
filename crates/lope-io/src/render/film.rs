//! The moments to be shown.

use lope::minimize::{Control, Outcome};
use lope::observe::{Event, Observer};
use lope::scene::Scene;
use lope::scene::build::Built;
use lope::scene::model::View;
use lope::scene::schedule::Schedule;
use rayon::prelude::*;

use super::{RenderError, Result};
use crate::output::stats::StatsRow;
use crate::run::row;
use crate::show::{Colour, Live, Recording, ShownPart, Snapshot};

/// Which frames of a run are shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// The last.
    Last,
    /// Those with these numbers, from 0.
    Frames(Vec<usize>),
    /// The one nearest to a time, s.
    Time(f64),
    /// Every so many.
    Every(usize),
}

impl Pick {
    /// The numbers of the frames among those at `times`.
    fn of(&self, times: &[f64]) -> Result<Vec<usize>> {
        let last = times.len().saturating_sub(1);
        match self {
            Self::Last => Ok(vec![last]),
            Self::Frames(frames) => match frames.iter().find(|&&frame| frame > last) {
                Some(frame) => Err(RenderError::Pick(format!(
                    "there is no frame {frame}: there are frames 0 to {last}, at {} to {} s",
                    times[0], times[last]
                ))),
                None if frames.is_empty() => Err(RenderError::Pick("no frame is named".into())),
                None => Ok(frames.clone()),
            },
            Self::Time(time) => {
                let beyond = 0.5 * (times[last] - times[0]) / last.max(1) as f64;
                if !(*time >= times[0] - beyond && *time <= times[last] + beyond) {
                    return Err(RenderError::Pick(format!(
                        "there is no frame at {time} s: frames are from {} to {} s",
                        times[0], times[last]
                    )));
                }
                let nearer = |a: &usize, b: &usize| {
                    (times[*a] - time).abs().total_cmp(&(times[*b] - time).abs()).then(a.cmp(b))
                };
                Ok((0..=last).min_by(nearer).into_iter().collect())
            }
            Self::Every(step) => Ok((0..=last).step_by((*step).max(1)).collect()),
        }
    }
}

/// Moments of a run, and what is known of the whole.
#[derive(Clone, Debug)]
pub struct Film {
    /// What is shown.
    pub parts: Vec<ShownPart>,
    /// When; at least one.
    pub moments: Vec<Snapshot>,
    /// The steps of the run.
    pub rows: Vec<StatsRow>,
    /// Title of the scene.
    pub title: String,
    /// Where the scene wants to be seen from.
    pub view: View,
    /// Parts that one sees through.
    pub glass: Vec<usize>,
}

impl Film {
    /// Takes the frames of a recording.
    ///
    /// # Errors
    /// If a frame is not there or does not read, or none holds the quantity that colours are to say.
    pub fn of_recording(recording: &Recording, pick: &Pick, colour: Colour) -> Result<Self> {
        let chosen = pick.of(recording.times())?;
        let read = |&frame: &usize| Ok(recording.read(frame, colour)?);
        let moments = chosen.par_iter().map(read).collect::<Result<_>>()?;
        let film = Self {
            parts: recording.parts().to_vec(),
            moments,
            rows: recording.rows().to_vec(),
            title: recording.title().to_owned(),
            view: recording.view(),
            glass: Vec::new(),
        };
        let field = colour.field().unwrap_or_default();
        film.with(colour, || {
            if colour.field().is_none() {
                return "there is nothing else that a body could be near".to_owned();
            }
            format!(
                "its frames do not hold `{field}`; run again with --set 'output.fields=[\"velocity\", \"{field}\"]', \
                 or render the scene itself"
            )
        })
    }

    /// Simulates a scene as far as its frames are wanted.
    ///
    /// # Errors
    /// If a frame will not be there, a step fails under the policy `stop`, the observer asks to stop, or no body has
    /// the quantity that colours are to say.
    pub fn of_scene(
        scene: &Scene,
        built: Built,
        schedule: Schedule,
        pick: &Pick,
        colour: Colour,
        observer: &mut dyn Observer,
    ) -> Result<Self> {
        let Built { mut world, obstacles, .. } = built;
        if colour.is_force() {
            world.tell_forces(true);
        }
        let steps = (1..=schedule.steps).filter(|step| schedule.frame(*step).is_some());
        let frames: Vec<u64> = std::iter::once(0).chain(steps).collect();
        let times: Vec<f64> = frames.iter().map(|&step| schedule.time(step)).collect();
        let chosen = pick.of(&times)?;
        let end = chosen.iter().max().map_or(0, |&last| frames[last]);
        let mut live = Live::new(&world, &obstacles);
        let mut seen: Vec<Option<Snapshot>> = vec![None; frames.len()];
        let mut rows = Vec::new();
        for (index, &frame) in frames.iter().enumerate() {
            while world.step_number() < frame.min(end) {
                let step = world.step_number() + 1;
                let record = world.advance_to(schedule.length(step), schedule.time(step), observer);
                let stop = observer.on(&Event::Step(&record)) == Control::Stop;
                if stop || record.report.outcome == Outcome::Interrupted {
                    return Err(RenderError::Interrupted);
                }
                if !record.committed {
                    return Err(RenderError::Failed { step, outcome: record.report.outcome });
                }
                rows.push(row(&record));
            }
            if chosen.contains(&index) {
                let mut moment = Snapshot::default();
                live.capture(&world, colour, &mut moment);
                seen[index] = Some(moment);
            }
        }
        let moments = chosen.iter().filter_map(|&index| seen[index].clone()).collect();
        let parts = live.parts().to_vec();
        let film =
            Self { parts, moments, rows, title: scene.title.clone(), view: scene.view, glass: Vec::new() };
        film.with(colour, || match colour {
            Colour::Gap => "there is nothing else that a body could be near".to_owned(),
            Colour::Contact | Colour::Pressure | Colour::Reaction => {
                "bodies with a skin do not tell it".to_owned()
            }
            _ => "no body of the scene has it; springs have no strain".to_owned(),
        })
    }

    /// The film without some of its bodies and obstacles.
    ///
    /// # Errors
    /// If there is none of a name.
    pub fn without(mut self, names: &[String]) -> Result<Self> {
        let hidden = self.named(names)?;
        // From the last on, so that the numbers of those before stay.
        for &part in hidden.iter().rev() {
            self.parts.remove(part);
            self.moments.iter_mut().for_each(|moment| drop(moment.poses.remove(part)));
        }
        Ok(self)
    }

    /// The film with some of its bodies and obstacles as of glass.
    ///
    /// # Errors
    /// If there is none of a name.
    pub fn through(mut self, names: &[String]) -> Result<Self> {
        self.glass = self.named(names)?;
        Ok(self)
    }

    /// The numbers of the parts with these names.
    fn named(&self, names: &[String]) -> Result<Vec<usize>> {
        let known = |name: &String| self.parts.iter().any(|part| part.name == *name);
        if let Some(unknown) = names.iter().find(|name| !known(name)) {
            let all: Vec<&str> = self.parts.iter().map(|part| part.name.as_str()).collect();
            return Err(RenderError::Asked(format!(
                "there is no body or obstacle \"{unknown}\"; there are: {}",
                all.join(", ")
            )));
        }
        Ok((0..self.parts.len()).filter(|&part| names.contains(&self.parts[part].name)).collect())
    }

    /// The film, if a part of it has the quantity.
    fn with(self, colour: Colour, why: impl Fn() -> String) -> Result<Self> {
        let there = colour == Colour::Body
            || self.moments.iter().any(|moment| moment.poses.iter().any(|pose| !pose.values.is_empty()));
        if there { Ok(self) } else { Err(RenderError::Colour { colour, why: why() }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_found_by_number_and_time() {
        let times = [0.0, 0.5, 1.0, 1.5];
        assert_eq!(Pick::Last.of(&times).unwrap(), [3]);
        assert_eq!(Pick::Frames(vec![2, 0]).of(&times).unwrap(), [2, 0]);
        assert_eq!(Pick::Time(0.7).of(&times).unwrap(), [1]);
        assert_eq!(Pick::Time(1.6).of(&times).unwrap(), [3]);
        assert_eq!(Pick::Every(2).of(&times).unwrap(), [0, 2]);
        let says = |pick: Pick, words: &str| {
            let message = pick.of(&times).unwrap_err().to_string();
            assert!(message.contains(words), "{message}");
        };
        says(Pick::Frames(vec![0, 4]), "no frame 4: there are frames 0 to 3");
        says(Pick::Time(2.0), "from 0 to 1.5 s");
        says(Pick::Time(f64::NAN), "no frame at NaN");
    }
}
