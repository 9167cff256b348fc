//! From the arguments to valid scenes: everything that can be wrong with the input is found here.

use std::time::Duration;

use lope::scene::model::Body;
use lope::scene::schedule::Schedule;
use lope::scene::{Kind, Place, Problem, Problems, Scene, SceneError};

use super::CompareError;
use super::report::{label, short_keys};
use super::vary::{Choice, Varied, combinations, overlap, split};
use crate::scene_file::Loaded;

/// Most steps of a run that is compared.
const MOST_STEPS: u64 = 10_000_000;

/// What is to be compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// A scene file or the name of a built-in scene.
    pub scene: &'a str,
    /// Overrides `KEY=VALUE` of all variants.
    pub set: &'a [String],
    /// What is varied, `KEY=A,B,C` each.
    pub vary: &'a [String],
    /// Values `KEY=VALUE` of varied keys that name the reference among the variants. If nothing names one, it is the
    /// finest variant that finishes.
    pub reference: &'a [String],
    /// Overrides `KEY=VALUE` of one more run that is the reference.
    pub reference_set: &'a [String],
    /// At most this many steps in every run.
    pub steps: Option<u64>,
    /// Wall-clock time after which a run is stopped.
    pub time_limit: Option<Duration>,
}

/// A scene ready to be built.
pub(super) struct Case {
    pub(super) loaded: Loaded,
    pub(super) schedule: Schedule,
}

/// One row to be.
pub(super) struct Entry {
    pub(super) label: String,
    /// Its values of the varied keys.
    pub(super) choices: Vec<Option<Choice>>,
    /// The scene, or why it is refused.
    pub(super) case: Result<Case, String>,
    /// Where its overrides came from.
    given: Vec<Given>,
}

impl Entry {
    /// What is wrong with the scene, in the words of the command line.
    pub(super) fn reasons(&self, error: &SceneError) -> Vec<String> {
        match error.problems() {
            [] => vec![error.to_string()],
            problems => problems.iter().map(|problem| told(problem, &self.given)).collect(),
        }
    }
}

/// Runs that can be made: all input is valid.
pub struct Plan {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) keys: Vec<String>,
    pub(super) entries: Vec<Entry>,
    /// The entry that is the reference, if it is known before anything has run.
    pub(super) reference: Option<usize>,
    /// Wall-clock time after which a run is stopped.
    pub(super) time_limit: Option<Duration>,
}

/// An override and the option it came by.
#[derive(Clone)]
struct Given {
    flag: &'static str,
    text: String,
}

impl Given {
    fn new(flag: &'static str, text: impl Into<String>) -> Self {
        Self { flag, text: text.into() }
    }
}

/// A variant that cannot run.
struct Refused {
    combination: Vec<usize>,
    problems: Problems,
    given: Vec<Given>,
}

impl Refused {
    fn lines(&self) -> Vec<String> {
        self.problems.iter().map(|problem| told(problem, &self.given)).collect()
    }
}

impl Plan {
    /// Reads and validates every variant, and builds one of each geometry.
    ///
    /// A variant that only is a refused combination is kept, and becomes a row that says so.
    ///
    /// # Errors
    /// If an argument or the scene cannot be understood, if a value is wrong wherever it stands, if no variant can run,
    /// or if the reference cannot.
    pub fn new(request: &Request<'_>) -> Result<Self, CompareError> {
        let varied = Varied::parse_all(request.vary)?;
        let keys: Vec<String> = varied.iter().map(|varied| varied.key.clone()).collect();
        let combinations = combinations(&varied);
        let names = named(&varied, &combinations, request.reference)?;

        let mut entries = Vec::new();
        let mut refused = Vec::new();
        for combination in &combinations {
            let chosen: Vec<&Choice> = varied.iter().zip(combination).map(|(v, &i)| &v.choices[i]).collect();
            let mut given: Vec<Given> = request.set.iter().map(|set| Given::new("--set", set)).collect();
            let sets = keys.iter().zip(&chosen).map(|(key, choice)| format!("{key}={}", choice.text));
            given.extend(sets.map(|set| Given::new("--vary", set)));
            let case = match open(request, &given)? {
                Ok(case) => Ok(case),
                Err(problems) => {
                    let variant =
                        Refused { combination: combination.clone(), problems, given: given.clone() };
                    let reason = variant.lines().join("; ");
                    refused.push(variant);
                    Err(reason)
                }
            };
            let choices: Vec<Option<Choice>> = chosen.into_iter().cloned().map(Some).collect();
            entries.push(Entry { label: label(&short_keys(&keys), &choices), choices, case, given });
        }
        wrong_everywhere(&varied, &combinations, &refused)?;
        if refused.len() == entries.len() {
            return Err(unique(refused.iter().flat_map(Refused::lines)));
        }
        let mut reference = names;
        if !request.reference_set.is_empty() {
            entries.insert(0, extra(request, &keys)?);
            reference = Some(0);
        }
        too_many_steps(&entries)?;
        build_geometries(&mut entries)?;
        if let Some(Entry { label, case: Err(reason), .. }) = reference.map(|i| &entries[i]) {
            let message = format!("cannot run, so nothing can be measured against it: {reason}");
            return Err(CompareError::argument("reference", label, message));
        }
        let Some(Case { loaded, .. }) = entries.iter().find_map(|entry| entry.case.as_ref().ok()) else {
            return Err(unique(entries.into_iter().filter_map(|entry| entry.case.err())));
        };
        let (name, title) = (loaded.name.clone(), loaded.scene.title.clone());
        Ok(Self { name, title, keys, entries, reference, time_limit: request.time_limit })
    }

    /// The short name of the scene.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs that will be made: refused combinations are not among them.
    pub fn runs(&self) -> usize {
        self.cases().count()
    }

    /// Steps of all runs together.
    pub fn steps(&self) -> u64 {
        self.cases().map(|case| case.schedule.steps).sum()
    }

    /// The entries in the order in which they run: a reference that is known first, so that the others are compared as
    /// they go; or else the finest first, so that the first that finishes is the finest that does. Finer is a shorter
    /// step, and of equal steps a tighter tolerance; equals stay in their order.
    pub(super) fn order(&self) -> Vec<usize> {
        let fineness = |index: usize| match &self.entries[index].case {
            _ if self.reference == Some(index) => [0.0; 2],
            Ok(Case { loaded, schedule }) if self.reference.is_none() => {
                let Scene { time, solver, .. } = &loaded.scene;
                let tolerance = if time.explicit() { 0.0 } else { solver.tolerance };
                [schedule.step_length() / f64::from(time.substeps.unwrap_or(1)), tolerance]
            }
            _ => [f64::INFINITY; 2],
        };
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by(|&a, &b| {
            let ([h, e], [k, f]) = (fineness(a), fineness(b));
            h.total_cmp(&k).then(e.total_cmp(&f))
        });
        order
    }

    pub(super) fn cases(&self) -> impl Iterator<Item = &Case> {
        self.entries.iter().filter_map(|entry| entry.case.as_ref().ok())
    }
}

/// Loads a variant; the inner error is a combination that is understood and refused.
fn open(request: &Request<'_>, given: &[Given]) -> Result<Result<Case, Problems>, CompareError> {
    let overrides: Vec<String> = given.iter().map(|given| given.text.clone()).collect();
    match Loaded::open(request.scene, &overrides) {
        Ok(loaded) => {
            let schedule = Schedule::new(&loaded.scene.time);
            let schedule = request.steps.map_or(schedule, |steps| schedule.at_most(steps));
            Ok(Ok(Case { loaded, schedule }))
        }
        Err(SceneError::Invalid(problems)) => {
            let understood = |p: &Problem| matches!(p.kind, Kind::Impossible | Kind::Unsupported);
            if problems.iter().all(understood) {
                return Ok(Err(problems));
            }
            Err(unique(problems.iter().map(|problem| told(problem, given))))
        }
        Err(error) => Err(error.into()),
    }
}

/// The one more run that is the reference.
fn extra(request: &Request<'_>, keys: &[String]) -> Result<Entry, CompareError> {
    let mut given: Vec<Given> = request.set.iter().map(|set| Given::new("--set", set)).collect();
    given.extend(request.reference_set.iter().map(|set| Given::new("--reference-set", set)));
    let case = open(request, &given)?
        .map_err(|problems| unique(problems.iter().map(|problem| told(problem, &given))))?;
    let pairs: Vec<(&str, &str)> = request
        .reference_set
        .iter()
        .filter_map(|set| set.split_once('=').map(|(key, value)| (key.trim(), value.trim())))
        .collect();
    let choice =
        |key: &String| pairs.iter().rev().find(|(name, _)| name == key).map(|(_, text)| Choice::new(text));
    let owned: Vec<String> = pairs.iter().map(|(key, _)| (*key).to_owned()).collect();
    let set: Vec<Option<Choice>> = pairs.iter().map(|(_, text)| Some(Choice::new(text))).collect();
    let label = format!("reference: {}", label(&short_keys(&owned), &set));
    Ok(Entry { label, choices: keys.iter().map(choice).collect(), case: Ok(case), given })
}

/// The variant that `--reference` names.
fn named(
    varied: &[Varied],
    combinations: &[Vec<usize>],
    texts: &[String],
) -> Result<Option<usize>, CompareError> {
    if texts.is_empty() {
        return Ok(None);
    }
    let wrong = |message: String| CompareError::argument("--reference", texts.join(","), message);
    let mut wanted: Vec<(usize, usize)> = Vec::new();
    for text in texts {
        for part in split(text).map_err(&wrong)? {
            let Some((key, value)) = part.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
            else {
                // A value alone, if it is one of a single key.
                let value = Choice::new(part).value;
                let all = varied.iter().enumerate().flat_map(|(axis, varied)| {
                    let choices = varied.choices.iter().enumerate();
                    choices.map(move |(number, choice)| (axis, number, &choice.value))
                });
                let meant: Vec<_> = all.filter(|(_, _, known)| **known == value).collect();
                let [(axis, choice, _)] = meant[..] else {
                    return Err(wrong(format!(
                        "expected KEY=VALUE, or a value of one key, found \"{part}\""
                    )));
                };
                wanted.push((axis, choice));
                continue;
            };
            let Some(axis) = varied.iter().position(|varied| varied.key == key) else {
                let keys: Vec<&str> = varied.iter().map(|varied| varied.key.as_str()).collect();
                return Err(wrong(format!(
                    "{key} is not varied: varied are {}; --reference-set {part} adds a run with it",
                    keys.join(", ")
                )));
            };
            let choices = &varied[axis].choices;
            let value = Choice::new(value).value;
            let Some(choice) = choices.iter().position(|choice| choice.value == value) else {
                let texts: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
                return Err(wrong(format!(
                    "{key} takes {}; --reference-set {part} adds a run",
                    texts.join(", ")
                )));
            };
            wanted.push((axis, choice));
        }
    }
    let meets = |combination: &Vec<usize>| wanted.iter().all(|&(axis, choice)| combination[axis] == choice);
    let found: Vec<usize> = (0..combinations.len()).filter(|&i| meets(&combinations[i])).collect();
    match found[..] {
        [one] => Ok(Some(one)),
        [] => Err(wrong("no variant has all of these values".into())),
        _ => Err(wrong(format!("{} variants have these values: name more of the varied keys", found.len()))),
    }
}

/// A number that is impossible in every variant that has it is a mistake, and not a combination that is refused.
fn wrong_everywhere(
    varied: &[Varied],
    combinations: &[Vec<usize>],
    refused: &[Refused],
) -> Result<(), CompareError> {
    let complaint = |variant: &Refused, key: &str| {
        let about = |p: &&Problem| p.kind == Kind::Impossible && overlap(&p.key, key);
        variant.problems.iter().find(about).map(|problem| told(problem, &variant.given))
    };
    let mut lines = Vec::new();
    for (axis, Varied { key, choices }) in varied.iter().enumerate() {
        for (number, _) in choices.iter().enumerate().filter(|(_, choice)| !choice.is_name()) {
            let having = combinations.iter().filter(|combination| combination[axis] == number).count();
            let complaints: Vec<String> = refused
                .iter()
                .filter(|variant| variant.combination[axis] == number)
                .filter_map(|variant| complaint(variant, key))
                .collect();
            if complaints.len() == having {
                lines.extend(complaints.into_iter().next());
            }
        }
    }
    if lines.is_empty() { Ok(()) } else { Err(unique(lines.into_iter())) }
}

/// The times of all steps are held in memory.
fn too_many_steps(entries: &[Entry]) -> Result<(), CompareError> {
    let cases = || entries.iter().filter_map(|entry| Some((entry, entry.case.as_ref().ok()?)));
    match cases().find(|(_, case)| case.schedule.steps > MOST_STEPS) {
        None => Ok(()),
        Some((entry, case)) => Err(CompareError::Problems(vec![format!(
            "{}: {:.1e} steps are more than can be compared, {MOST_STEPS}; make fewer with --steps N",
            entry.label, case.schedule.steps as f64
        )])),
    }
}

/// Builds each different geometry once and drops it: what only building finds is then known before anything runs.
fn build_geometries(entries: &mut [Entry]) -> Result<(), CompareError> {
    let mut seen: Vec<(Vec<Body>, u8, Vec<String>)> = Vec::new();
    for entry in entries.iter_mut() {
        let Ok(Case { loaded, .. }) = &entry.case else { continue };
        let Scene { body, dimension, .. } = &loaded.scene;
        let known = seen.iter().find(|(other, flat, _)| other == body && flat == dimension);
        let reasons = match known {
            Some((_, _, reasons)) => reasons.clone(),
            None => {
                let reasons = loaded.build().err().map_or_else(Vec::new, |error| entry.reasons(&error));
                seen.push((body.clone(), *dimension, reasons.clone()));
                reasons
            }
        };
        if !reasons.is_empty() {
            entry.case = Err(reasons.join("; "));
        }
    }
    if entries.iter().any(|entry| entry.case.is_ok()) {
        return Ok(());
    }
    Err(unique(seen.into_iter().flat_map(|(_, _, reasons)| reasons)))
}

/// A problem with the option that caused it.
fn told(problem: &Problem, given: &[Given]) -> String {
    let about = |given: &&Given| {
        let key = given.text.split_once('=').map_or(given.text.as_str(), |(key, _)| key.trim());
        given.text == problem.key || overlap(key, &problem.key)
    };
    match given.iter().rev().find(about) {
        Some(Given { flag, .. }) if problem.place == Place::Override => {
            format!("{flag} {}: {}", problem.key, problem.message)
        }
        _ => problem.to_string(),
    }
}

/// Each line once, in order.
fn unique(lines: impl Iterator<Item = String>) -> CompareError {
    let mut kept: Vec<String> = Vec::new();
    for line in lines {
        if !kept.contains(&line) {
            kept.push(line);
        }
    }
    CompareError::Problems(kept)
}
