//! `lope render`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use lope::scene::model::{Number, View};
use lope::scene::schedule::Schedule;
use lope_io::Loaded;
use lope_io::preview::Theme;
use lope_io::render::{Film, Format, Look, Pick, Studio, animate, frame_rate, montage, still};
use lope_io::show::{Colour, Recording};

use super::mesh::size;
use crate::failure::{Done, Failure};
use crate::progress::{Frames, Progress};
use crate::signals::interrupts;
use crate::terminal::print;

/// Width and height of one picture of a montage, where no size is given.
const PANEL: [usize; 2] = [480, 420];

#[derive(Args)]
pub(crate) struct Arguments {
    /// Directory of a run or of its failed step, or a scene: a file or the name of a built-in one, which is simulated first
    source: String,
    /// File to write; its ending says what: .png, .gif, .apng, .mp4, .webm [default: plots/render.png of a run, <scene>.png]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Width and height in pixels [default: 1280x720]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[usize; 2]>,
    /// Frame of a picture: its number from 0, or `last` [default: last]
    #[arg(long, value_name = "N", value_parser = frame, conflicts_with_all = ["time", "montage"])]
    frame: Option<Frame>,
    /// Frame of a picture: the one nearest to this time, s
    #[arg(long, value_name = "T", allow_negative_numbers = true, conflicts_with = "montage")]
    time: Option<f64>,
    /// Several frames side by side, as in papers: --montage 0,10,20
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    montage: Vec<usize>,
    /// Pictures of a montage in a row [default: all]
    #[arg(long, value_name = "N", requires = "montage")]
    columns: Option<usize>,
    /// What colours say
    #[arg(long, visible_alias = "color", value_name = "WHAT", default_value = "body", value_parser = colours())]
    colour: Colour,
    /// Values of the first and the last colour: --range 0,2
    #[arg(long, value_name = "LO,HI", value_parser = range, allow_hyphen_values = true)]
    range: Option<[f64; 2]>,
    /// Draw the edges of triangles
    #[arg(long)]
    wire: bool,
    /// Leave out the body or obstacle of this name; may be given several times
    #[arg(long, value_name = "NAME")]
    hide: Vec<String>,
    /// See through the body or obstacle of this name; may be given several times
    #[arg(long, value_name = "NAME")]
    glass: Vec<String>,
    /// Leave the floor out
    #[arg(long)]
    no_floor: bool,
    /// Surroundings
    #[arg(long, value_enum, default_value = "light")]
    theme: Surroundings,
    /// Angle around the vertical axis, degrees
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    azimuth: Option<f64>,
    /// Angle above the horizon, degrees
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    elevation: Option<f64>,
    /// Where the camera stands, m
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    eye: Option<[f64; 3]>,
    /// What the camera looks at, m
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    at: Option<[f64; 3]>,
    /// Angle from the lower to the upper edge of the picture, degrees
    #[arg(long, value_name = "DEGREES")]
    fov: Option<f64>,
    /// Lay a plot over the picture
    #[arg(long, value_enum, value_name = "PLOT", conflicts_with = "montage")]
    inset: Option<Inset>,
    /// Write the time below the picture
    #[arg(long)]
    label: bool,
    /// Show every so many frames of a film
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Frames a second of a film [default: as fast as it happened]
    #[arg(long, value_name = "RATE")]
    fps: Option<f64>,
    /// Override a scene key by its dotted path; scenes only
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug)]
enum Frame {
    Last,
    Number(usize),
}

#[derive(Clone, Copy, ValueEnum)]
enum Surroundings {
    Light,
    Dark,
}

#[derive(Clone, Copy, ValueEnum)]
enum Inset {
    /// Energies over time
    Energy,
}

pub(crate) fn render(arguments: &Arguments) -> Done {
    super::run::use_threads(arguments.threads)?;
    let directory = Some(Path::new(&arguments.source)).filter(|path| path.is_dir());
    let path = output(arguments, directory);
    let format = Format::of(&path)?;
    let pick = pick(arguments, format)?;
    let look = look(arguments)?;
    format.available()?;
    if path.is_dir() {
        return Err(Failure::input(format!("{}: is a directory; name a file with -o", path.display())));
    }
    let interrupted = interrupts();
    let mut glass = arguments.glass.clone();
    let film = match directory {
        Some(directory) => {
            if !arguments.set.is_empty() {
                return Err(Failure::input("--set changes scenes; this is the directory of a run"));
            }
            let recording = Recording::open(directory).map_err(Failure::input)?;
            let film = Film::of_recording(&recording, &pick, look.colour)?;
            // A failed step is looked at for the pair that was in the way, which is between bodies.
            if let Some(pair) = recording.blocking().filter(|_| glass.is_empty() && recording.is_bundle()) {
                let hidden = |name: &String| arguments.hide.contains(name);
                glass.extend(pair.pieces.iter().map(|piece| piece.of.clone()).filter(|name| !hidden(name)));
            }
            film
        }
        None => {
            let loaded = Loaded::open(&arguments.source, &arguments.set)?;
            let built = loaded.build()?;
            let schedule = Schedule::new(&loaded.scene.time);
            let mut progress = Progress::new(schedule.steps, 0, arguments.quiet, interrupted.clone());
            let film = Film::of_scene(&loaded.scene, built, schedule, &pick, look.colour, &mut progress);
            progress.done();
            film?
        }
    };
    let film = film.without(&arguments.hide)?.through(&glass)?;
    let [width, height] = look.size;
    let what = if !arguments.montage.is_empty() {
        let columns = arguments.columns.unwrap_or(arguments.montage.len());
        let [width, height] = montage(&film, &look, columns, &path)?;
        format!("{} frames, {width} × {height} pixels", film.moments.len())
    } else if format.moves() {
        let fps = arguments.fps.unwrap_or_else(|| frame_rate(&film));
        let studio = Studio::new(&film, &look)?;
        let mut frames = Frames::new(film.moments.len(), arguments.quiet, interrupted);
        let made = animate(&studio, format, fps, &path, &mut |done, _| frames.at(done));
        frames.done();
        made?;
        let count = film.moments.len();
        format!("{count} frames, {width} × {height} pixels, {:.1} s", count as f64 / fps)
    } else {
        still(&Studio::new(&film, &look)?, &path)?;
        format!("t = {:.3} s, {width} × {height} pixels", film.moments[0].time)
    };
    if !arguments.quiet {
        print(&format!("{}: {what}\n", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

fn output(arguments: &Arguments, directory: Option<&Path>) -> PathBuf {
    match (&arguments.output, directory) {
        (Some(path), _) => path.clone(),
        (None, Some(directory)) => directory.join("plots").join("render.png"),
        (None, None) => {
            let stem = Path::new(&arguments.source).file_stem().unwrap_or_default();
            Path::new(stem).with_extension("png")
        }
    }
}

fn pick(arguments: &Arguments, format: Format) -> Result<Pick, Failure> {
    let alone = !arguments.montage.is_empty() || arguments.frame.is_some() || arguments.time.is_some();
    if format.moves() && alone {
        return Err(Failure::input(
            "--frame, --time and --montage are for pictures; end the name of the file in .png",
        ));
    }
    if arguments.every == 0 {
        return Err(Failure::input("--every: 0 would show nothing; give 1 or more"));
    }
    if let Some(fps) = arguments.fps
        && !(fps > 0.0 && fps <= 240.0)
    {
        return Err(Failure::input(format!("--fps: {fps} is impossible: greater than 0, up to 240")));
    }
    Ok(match (arguments.frame, arguments.time) {
        _ if format.moves() => Pick::Every(arguments.every),
        _ if !arguments.montage.is_empty() => Pick::Frames(arguments.montage.clone()),
        (Some(Frame::Number(number)), _) => Pick::Frames(vec![number]),
        (_, Some(time)) => Pick::Time(time),
        (Some(Frame::Last) | None, None) => Pick::Last,
    })
}

fn look(arguments: &Arguments) -> Result<Look, Failure> {
    let number = |value: Option<f64>| value.map(Number);
    let view = View {
        azimuth: number(arguments.azimuth),
        elevation: number(arguments.elevation),
        eye: arguments.eye.map(|eye| eye.map(Number)),
        at: arguments.at.map(|at| at.map(Number)),
        fov: number(arguments.fov),
    };
    // The same rules as in a scene.
    if let Some(problem) = view.problems().into_iter().next() {
        return Err(Failure::input(format!("--{}: {}", problem.0, problem.1)));
    }
    let panels = arguments.montage.len();
    let columns = arguments.columns.unwrap_or(panels).clamp(1, panels.max(1));
    let sheet = [PANEL[0] * columns, PANEL[1] * panels.div_ceil(columns)];
    let size = arguments.size.unwrap_or(if panels > 0 { sheet } else { Look::default().size });
    Ok(Look {
        size,
        colour: arguments.colour,
        range: arguments.range,
        wire: arguments.wire,
        floor: !arguments.no_floor,
        theme: match arguments.theme {
            Surroundings::Light => Theme::Light,
            Surroundings::Dark => Theme::Dark,
        },
        view,
        inset: matches!(arguments.inset, Some(Inset::Energy)),
        label: arguments.label,
    })
}

/// The words that `--colour` takes; help and messages list them.
fn colours() -> impl TypedValueParser<Value = Colour> {
    PossibleValuesParser::new(Colour::ALL.map(Colour::word)).try_map(|word| word.parse::<Colour>())
}

fn frame(text: &str) -> Result<Frame, String> {
    match text {
        "last" => Ok(Frame::Last),
        number => number.parse().map(Frame::Number).map_err(|_| "expected a number from 0, or last".into()),
    }
}

fn range(text: &str) -> Result<[f64; 2], String> {
    match numbers(text) {
        Some([low, high]) if low < high => Ok([low, high]),
        _ => Err("expected two numbers, the lower first, like 0,2".into()),
    }
}

fn point(text: &str) -> Result<[f64; 3], String> {
    numbers(text).ok_or_else(|| "expected three numbers, like 1,0.5,-2".into())
}

/// So many finite numbers between commas.
fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    let numbers: [f64; N] = numbers?.try_into().ok()?;
    numbers.iter().all(|x| x.is_finite()).then_some(numbers)
}
