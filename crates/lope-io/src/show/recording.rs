//! A run that was written to a directory, finished or not.

use std::path::{Path, PathBuf};

use lope::minimize::Outcome;
use lope::scene::Scene;
use lope::scene::model::View;

use super::blocking::Blocking;
use super::compact::{Around, Compact, Merge};
use super::surface::seen;
use super::{Colour, Pose, Role, ShownPart, Snapshot, gap};
use crate::output::pvd::{self, Collection, Entry};
use crate::output::stats::{self, StatsRow};
use crate::output::{OBSTACLES, OutputError, atomic};
use crate::show::vtu_read::{self, FieldData, Frame};

/// Where the frames of a run are.
const FRAMES: &str = "frames";

/// The frames of a run. Of a run under way, those that were there when it was opened.
#[derive(Debug)]
pub struct Recording {
    directory: PathBuf,
    title: String,
    view: View,
    parts: Vec<ShownPart>,
    sources: Vec<Source>,
    times: Vec<f64>,
    /// File of each part in each frame, frame after frame.
    files: Vec<PathBuf>,
    rows: Vec<StatsRow>,
    /// Who was in each other's way in the step that ended the run.
    blocking: Option<Blocking>,
}

/// How the vertices of a part follow from the points of its files.
#[derive(Debug)]
struct Source {
    kept: Vec<u32>,
    around: Around,
    points: usize,
    cells: usize,
    /// Of a part that does not move: where it is.
    still: Option<Pose>,
}

impl Recording {
    /// Opens the directory of a run.
    ///
    /// # Errors
    /// If it is none, has no frames, or what is there does not read.
    pub fn open(directory: &Path) -> Result<Self, OutputError> {
        let scene = directory.join("scene.toml");
        if !scene.is_file() {
            let what = if directory.is_dir() {
                "is not the directory of a run: it has no scene.toml"
            } else {
                "there is no such directory"
            };
            return Err(OutputError::content(directory, what, "make one with `lope run SCENE -o DIR`"));
        }
        let frames = directory.join(FRAMES);
        if !frames.join(pvd::FILE_NAME).is_file() {
            return Err(OutputError::content(
                &frames,
                "has no list of frames (lope.pvd)",
                "run again with `vtu` among output.formats",
            ));
        }
        let list = Collection::load(&frames)?;
        let (times, files, first) = Self::frames(&frames, &list)?;
        let count = first.len();
        let (mut parts, mut sources) = (Vec::new(), Vec::new());
        for (number, entry) in first.into_iter().enumerate() {
            let moves = files.iter().skip(number).step_by(count).any(|file| *file != files[number]);
            let frame = vtu_read::read(&files[number])?;
            let (part, source) = read_part(entry, &frame, moves);
            parts.push(part);
            sources.push(source);
        }
        let text = atomic::read_text(&scene)?;
        let title = title(&text).unwrap_or_else(|| {
            directory.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        });
        // A scene of another version may not read; its frames do.
        let view = Scene::from_text("scene.toml", &text, &[]).map(|scene| scene.view).unwrap_or_default();
        let rows = match directory.join(stats::FILE_NAME).is_file() {
            true => stats::read(directory)?,
            false => Vec::new(),
        };
        // A run that went on after a failed step still has its bundle.
        let locked = rows.last().is_some_and(|row| row.outcome == Outcome::Locked.word());
        let blocking = Blocking::load(directory, locked)?;
        let marks = blocking.iter().flat_map(|pair| &pair.pieces).filter_map(|piece| piece.mark());
        parts.extend(marks);
        Ok(Self { directory: directory.into(), title, view, parts, sources, times, files, rows, blocking })
    }

    /// Times, files frame after frame, and the entries of the first frame.
    #[expect(clippy::type_complexity)]
    fn frames<'a>(
        directory: &Path,
        list: &'a Collection,
    ) -> Result<(Vec<f64>, Vec<PathBuf>, Vec<&'a Entry>), OutputError> {
        let path = directory.join(pvd::FILE_NAME);
        let bad = |what: String| OutputError::content(&path, what, "run again, or restore it");
        let (mut times, mut files): (Vec<f64>, Vec<PathBuf>) = Default::default();
        let mut first: Vec<&Entry> = Vec::new();
        for frame in list.entries.chunk_by(|a, b| a.time == b.time) {
            if first.is_empty() {
                first = frame.iter().collect();
            }
            let same = |(a, b): (&Entry, &&Entry)| a.part == b.part && a.name == b.name;
            if frame.len() != first.len() || !frame.iter().zip(&first).all(same) {
                return Err(bad(format!("the frame at {} s has other parts than the first", frame[0].time)));
            }
            for entry in frame {
                // Frames are in one directory and obstacles in another: nothing else is opened.
                let name = match entry.file.strip_prefix("../") {
                    Some(rest) => rest.strip_prefix(OBSTACLES).and_then(|rest| rest.strip_prefix('/')),
                    None => Some(entry.file.as_str()),
                };
                match name {
                    Some(name) if !name.contains(['/', '\\']) && !name.starts_with("..") => {
                        files.push(directory.join(&entry.file));
                    }
                    _ => return Err(bad(format!("names the file {}, which is elsewhere", entry.file))),
                }
            }
            times.push(frame[0].time);
        }
        if times.is_empty() {
            return Err(OutputError::content(
                &path,
                "lists no frame",
                "wait until the run has written one, or run again",
            ));
        }
        Ok((times, files, first))
    }

    /// The parts: bodies, then obstacles.
    pub fn parts(&self) -> &[ShownPart] {
        &self.parts
    }

    /// The time of each frame, s.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The table of steps; empty if there is none.
    pub fn rows(&self) -> &[StatsRow] {
        &self.rows
    }

    /// Title of the scene, or else the name of the directory.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Where the scene wants to be seen from.
    pub fn view(&self) -> View {
        self.view
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Reads a frame.
    ///
    /// # Errors
    /// If there is no such frame, or its files do not read or do not fit the first ones.
    pub fn read(&self, index: usize, colour: Colour) -> Result<Snapshot, OutputError> {
        let Some(&time) = self.times.get(index) else {
            return Err(OutputError::shape(format!(
                "there is no frame {index}: {} has frames 0 to {}",
                self.directory.display(),
                self.times.len() - 1
            )));
        };
        let files = self.files.chunks_exact(self.sources.len()).nth(index).unwrap_or_default();
        let pose = |(file, source): (&PathBuf, &Source)| match &source.still {
            Some(pose) => Ok(pose.clone()),
            None => source.pose(file, &vtu_read::read(file)?, colour),
        };
        let mut poses = files.iter().zip(&self.sources).map(pose).collect::<Result<Vec<_>, _>>()?;
        self.mark(&mut poses);
        if colour == Colour::Gap {
            gap::measure(&self.parts, &mut poses);
        }
        Ok(Snapshot { time, step: self.step_at(time), poses })
    }

    /// Who was in each other's way in the step that ended the run, if somebody was.
    pub fn blocking(&self) -> Option<&Blocking> {
        self.blocking.as_ref()
    }

    /// Whether it is the bundle of a failed step, with the state before it.
    pub fn is_bundle(&self) -> bool {
        self.directory.join("iterations.csv").is_file()
    }

    /// Puts the marks of a blocking pair where its pieces are; nowhere if the frames do not have them.
    fn mark(&self, poses: &mut Vec<Pose>) {
        for piece in self.blocking.iter().flat_map(|pair| &pair.pieces).filter(|piece| piece.mark().is_some())
        {
            let part = self.parts.iter().position(|part| part.role != Role::Mark && part.name == piece.of);
            let at = |corner: &u32| {
                let kept = &self.sources[part?].kept;
                let place = kept.binary_search(corner).ok()?;
                poses[part?].points.as_chunks::<3>().0.get(place).copied()
            };
            let points = piece.corners.iter().map(|corner| at(corner).unwrap_or([f32::NAN; 3]));
            let points = points.flatten().collect();
            poses.push(Pose { points, values: Vec::new() });
        }
    }

    /// The points of the bodies of a frame as they were written: nodes, or vertices of a skin.
    ///
    /// # Errors
    /// If there is no such frame, or its files do not read or do not fit the first ones.
    pub fn bodies(&self, index: usize) -> Result<Vec<Vec<[f64; 3]>>, OutputError> {
        let files = self.files.chunks_exact(self.sources.len()).nth(index).unwrap_or_default();
        let all = files.iter().zip(&self.sources).zip(&self.parts);
        all.filter(|(_, part)| part.role == Role::Body)
            .map(|((file, source), _)| {
                let frame = vtu_read::read(file)?;
                source.fits(file, &frame)?;
                Ok(frame.points.as_chunks().0.to_vec())
            })
            .collect()
    }

    /// The last step that ended by `time`.
    fn step_at(&self, time: f64) -> u64 {
        let after = self.rows.partition_point(|row| row.time <= time * (1.0 + 1e-12));
        after.checked_sub(1).map_or(0, |last| self.rows[last].step)
    }
}

fn title(scene: &str) -> Option<String> {
    let table: toml::Table = scene.parse().ok()?;
    Some(table.get("title")?.as_str()?.to_owned()).filter(|title| !title.is_empty())
}

fn read_part(entry: &Entry, frame: &Frame, moves: bool) -> (ShownPart, Source) {
    let points = frame.points.len() / 3;
    let (shown, corners) = seen(frame.kind, &frame.cells, points);
    let Compact { kept, corners } = Compact::new(&corners, points);
    let cells = frame.cells.chunks_exact(frame.kind.arity()).zip(0..);
    let around = Around::new(&kept, points, cells);
    let role = if entry.file.starts_with("../") { Role::Obstacle } else { Role::Body };
    // A body may be moved later, also where the run has only one frame yet.
    let moves = moves || role == Role::Body;
    let mut source = Source { kept, around, points, cells: frame.cells.len(), still: None };
    let vertices = source.kept.len();
    if !moves {
        source.still = Some(Pose { points: source.positions(frame), values: Vec::new() });
    }
    (ShownPart { name: entry.name.clone(), role, shown, corners, vertices, moves }, source)
}

impl Source {
    fn positions(&self, frame: &Frame) -> Vec<f32> {
        let points = frame.points.as_chunks::<3>().0;
        self.kept.iter().flat_map(|&v| points[v as usize]).map(|x| x as f32).collect()
    }

    fn fits(&self, file: &Path, frame: &Frame) -> Result<(), OutputError> {
        if (frame.points.len() / 3, frame.cells.len()) == (self.points, self.cells) {
            return Ok(());
        }
        Err(OutputError::content(
            file,
            "has other points or cells than the first frame",
            "its frames are of several runs; run again into an empty directory",
        ))
    }

    fn pose(&self, file: &Path, frame: &Frame, colour: Colour) -> Result<Pose, OutputError> {
        self.fits(file, frame)?;
        let named = |fields: &'_ [FieldData], components: usize| {
            let name = colour.field()?;
            let fits = |f: &&FieldData| f.name == name && f.components == components;
            fields.iter().find(fits).map(|field| field.values.clone())
        };
        let mut values = Vec::new();
        match colour {
            // The gap is that to other parts.
            Colour::Body | Colour::Gap => {}
            Colour::Speed | Colour::Contact | Colour::Displacement | Colour::Reaction => {
                let vectors = named(&frame.point_data, 3).unwrap_or_default();
                let length = |v: &u32| {
                    let start = 3 * *v as usize;
                    vectors[start..start + 3].iter().map(|x| x * x).sum::<f64>().sqrt() as f32
                };
                if !vectors.is_empty() {
                    values.extend(self.kept.iter().map(length));
                }
            }
            Colour::Projected | Colour::Pressure => {
                if let Some(numbers) = named(&frame.point_data, 1) {
                    values.extend(self.kept.iter().map(|&v| numbers[v as usize] as f32));
                }
            }
            Colour::Stretch => {
                if let Some(stretches) = named(&frame.cell_data, 3) {
                    let largest: Vec<f64> = stretches.iter().step_by(3).copied().collect();
                    self.around.gather(&largest, Merge::Mean, &mut values);
                }
            }
            Colour::Energy | Colour::Det | Colour::Stress => {
                let merge = if colour == Colour::Det { Merge::Least } else { Merge::Mean };
                if let Some(elements) = named(&frame.cell_data, 1) {
                    self.around.gather(&elements, merge, &mut values);
                }
            }
        }
        Ok(Pose { points: self.positions(frame), values })
    }
}
