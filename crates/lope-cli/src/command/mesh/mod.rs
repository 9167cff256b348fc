//! `lope mesh`: make, convert, inspect, tetrahedralize and draw meshes.

mod info;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use lope::geometry::WindingField;
use lope::geometry::mesher::{MesherSettings, tetrahedralize};
use lope::geometry::{FileMesh, merge_duplicates};
use lope::scene::mesh_spec;
use lope_io::mesh_file::{Format, read_mesh, write_mesh};
use lope_io::plot::palette;
use lope_io::preview::{Direction, Options, Paint, PreviewMesh, render};
use lope_io::{make_mesh, mesh_info};

use crate::failure::{Done, Failure};
use crate::progress::Share;
use crate::terminal::print;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say everything there is to know about a mesh file
    Info(InfoArguments),
    /// Make a mesh as a scene would and write it to a file
    Make(MakeArguments),
    /// Write a mesh in another format
    Convert(ConvertArguments),
    /// Fill a surface with tetrahedra; holes and self-intersections do not matter
    Tetrahedralize(TetArguments),
    /// Draw a picture of a mesh
    Preview(PreviewArguments),
}

#[derive(Args)]
struct InfoArguments {
    /// A mesh file
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct MakeArguments {
    /// What a scene has behind `mesh =`, like '{ shape = "sphere", radius = 0.5, cells = 16 }', or a shape's name
    spec: String,
    /// File to write; its ending says the format
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Set a key of the mesh
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

#[derive(Args)]
struct ConvertArguments {
    /// File to read
    input: PathBuf,
    /// File to write; its ending says the format
    output: PathBuf,
    /// Multiply all coordinates
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, allow_negative_numbers = true)]
    scale: f64,
    /// Make one of vertices at one place, or within a distance: --merge=1e-6
    #[arg(long, value_name = "DISTANCE", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    merge: Option<f64>,
}

#[derive(Args)]
struct TetArguments {
    /// File to read: a surface, or a solid to mesh again
    input: PathBuf,
    /// File to write; its ending says the format
    output: PathBuf,
    /// Length of edges at the surface, in the units of the file
    #[arg(long, value_name = "LENGTH")]
    edge: f64,
    /// How many times longer edges may be far inside
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    grading: f64,
}

#[derive(Args)]
struct PreviewArguments {
    /// A mesh file
    file: PathBuf,
    /// Picture to write, a .png
    #[arg(short, long, value_name = "PNG")]
    output: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x960", value_parser = size)]
    size: [usize; 2],
    /// Draw the edges of triangles
    #[arg(long)]
    wire: bool,
    /// Show every triangle flat
    #[arg(long)]
    flat: bool,
    /// Angle around the vertical axis, degrees
    #[arg(long, value_name = "DEGREES", default_value_t = 32.0, allow_negative_numbers = true)]
    azimuth: f64,
    /// Angle above the horizon, degrees
    #[arg(long, value_name = "DEGREES", default_value_t = 20.0, allow_negative_numbers = true)]
    elevation: f64,
}

/// Longest side of a picture.
const LONGEST: usize = 16_384;

pub(crate) fn mesh(arguments: &Arguments) -> Done {
    match &arguments.command {
        Command::Info(arguments) => information(arguments)?,
        Command::Make(arguments) => make(arguments)?,
        Command::Convert(arguments) => convert(arguments)?,
        Command::Tetrahedralize(arguments) => fill(arguments)?,
        Command::Preview(arguments) => preview(arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn information(arguments: &InfoArguments) -> Result<(), Failure> {
    let mesh = read(&arguments.file)?;
    let survey = mesh.survey();
    if arguments.json {
        print(&mesh_info::json(&mesh, &survey));
        print("\n");
    } else {
        print(&info::text(&arguments.file, &mesh, &survey));
    }
    Ok(())
}

fn make(arguments: &MakeArguments) -> Result<(), Failure> {
    writable(&arguments.output)?;
    let spec = mesh_spec(&arguments.spec, &arguments.set).map_err(Failure::input)?;
    let bar = Share::new();
    let mesh = make_mesh(&spec, "", &mut |done| bar.set(done));
    bar.done();
    let mesh = mesh.map_err(Failure::input)?;
    write(&arguments.output, &mesh)
}

fn convert(arguments: &ConvertArguments) -> Result<(), Failure> {
    writable(&arguments.output)?;
    let ConvertArguments { scale, merge, .. } = *arguments;
    if !(scale.is_finite() && scale != 0.0) {
        return Err(Failure::input(format!("--scale {scale}: give a finite factor that is not 0")));
    }
    if merge.is_some_and(|distance| !(distance.is_finite() && distance >= 0.0)) {
        return Err(Failure::input("--merge: give a finite distance of 0 or more"));
    }
    let mut mesh = read(&arguments.input)?;
    let before = mesh.notes.len();
    if let Some(distance) = merge {
        merge_duplicates(&mut mesh, distance);
    }
    mesh.points.iter_mut().flatten().for_each(|x| *x *= scale);
    if scale < 0.0 {
        // A mirror turns every cell over.
        mesh.tets.iter_mut().for_each(|tet| tet.swap(2, 3));
        mesh.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
    mesh.notes[before..].iter().for_each(|note| print(&format!("note: {note}\n")));
    write(&arguments.output, &mesh)
}

fn fill(arguments: &TetArguments) -> Result<(), Failure> {
    writable(&arguments.output)?;
    let mesh = read(&arguments.input)?;
    let triangles = drawable(&arguments.input, &mesh)?;
    let (field, found) = WindingField::new(&mesh.points, &triangles);
    if found.turned > 0 {
        print(&format!("note: turned {} of {} triangles to face outwards\n", found.turned, triangles.len()));
    }
    if found.guessed > 0 {
        let parts = found.guessed;
        print(&format!("note: guessed the outside of {parts} open parts from where rays leave\n"));
    }
    if !field.is_closed() {
        print("note: the surface has holes; the solid is closed there where the winding number is a half\n");
    }
    let settings = MesherSettings { grading: arguments.grading, ..MesherSettings::new(arguments.edge) };
    let bar = Share::new();
    let solid = tetrahedralize(&field, &settings, &mut |done| bar.set(done));
    bar.done();
    let solid = solid.map_err(|e| Failure::input(format!("{}: {e}", arguments.input.display())))?;
    let solid =
        FileMesh { points: solid.points, tets: solid.tets, groups: solid.groups, ..FileMesh::default() };
    write(&arguments.output, &solid)
}

fn preview(arguments: &PreviewArguments) -> Result<(), Failure> {
    drawn_as_png(&arguments.output)?;
    let mesh = read(&arguments.file)?;
    let triangles = drawable(&arguments.file, &mesh)?;
    let [width, height] = arguments.size;
    let from = Direction { azimuth: arguments.azimuth, elevation: arguments.elevation };
    let options =
        Options { width, height, wire: arguments.wire, smooth: !arguments.flat, from, ..Options::default() };
    let paint = Paint::Plain(palette::Color(224, 122, 60));
    let picture = render(&[PreviewMesh { points: &mesh.points, triangles: &triangles, paint }], &options);
    picture.save_png(&arguments.output).map_err(Failure::input)?;
    print(&format!("{}: {width} × {height} pixels\n", arguments.output.display()));
    Ok(())
}

fn read(path: &Path) -> Result<FileMesh, Failure> {
    read_mesh(path).map_err(Failure::input)
}

/// The surface of a file that has one.
fn drawable(path: &Path, mesh: &FileMesh) -> Result<Vec<[u32; 3]>, Failure> {
    if let Some(bad) = mesh.points.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
        let text = format!("{}: vertex {bad} is not at a finite position", path.display());
        return Err(Failure::input(text));
    }
    let triangles = mesh.surface();
    if triangles.is_empty() {
        let text = format!("{}: no triangles and no tetrahedra, only points", path.display());
        return Err(Failure::input(text));
    }
    Ok(triangles)
}

/// Refuses a picture whose ending says anything but PNG, before any work is done.
fn drawn_as_png(path: &Path) -> Result<(), Failure> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    if ending.eq_ignore_ascii_case("png") {
        return Ok(());
    }
    let name = path.display();
    Err(Failure::input(format!(
        "-o {name}: pictures of meshes are PNG; end the name in .png, and convert it after"
    )))
}

/// Refuses a file whose ending says no format before any work is done.
fn writable(path: &Path) -> Result<(), Failure> {
    match Format::of(path) {
        Some(_) => Ok(()),
        None => Err(Failure::input(format!(
            "{}: which format? End the name in .vtu, .msh, .obj, .ply or .stl",
            path.display()
        ))),
    }
}

fn write(path: &Path, mesh: &FileMesh) -> Result<(), Failure> {
    write_mesh(path, mesh, None).map_err(Failure::input)?;
    let FileMesh { points, tets, triangles, edges, .. } = mesh;
    let (count, what) = match (tets.len(), triangles.len()) {
        (0, 0) => (edges.len(), "edges"),
        (0, triangles) => (triangles, "triangles"),
        (tets, _) => (tets, "tetrahedra"),
    };
    print(&format!("{}: {} vertices, {count} {what}\n", path.display(), points.len()));
    Ok(())
}

pub(super) fn size(text: &str) -> Result<[usize; 2], String> {
    let sides = text.split_once(['x', '×']).and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    match sides {
        Some(sides) if sides.iter().all(|side| (1..=LONGEST).contains(side)) => Ok(sides),
        _ => Err(format!("expected WIDTHxHEIGHT, like 1280x960, each from 1 to {LONGEST}")),
    }
}
