//! What crosses or touches at the start of a scene, as meshes and a picture.
//!
//! A body or obstacle that is involved gets a mesh of its culprits, `ball.vtu`. `culprits.png` shows all of them where they are,
//! culprits in red, and beside that the culprits alone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lope::geometry::FileMesh;
use lope::math::vec3::{Vec3, distance};
use lope::scene::build::Suspect;

use crate::mesh_file::{Format, encode};
use crate::output::{OutputError, Result, atomic};
use crate::plot::{Color, Image};
use crate::preview::{Options, Paint, PreviewMesh, balls, render, tubes};

/// The mark of a directory that may be written again: it lists the files that were.
const MARK: &str = ".lope-culprits";
/// How a mark begins.
const MAGIC: &str = "lope culprits 1";
/// What there is to see.
const PICTURE: &str = "culprits.png";
/// What crosses.
const SIGNAL: Color = Color(222, 24, 36);
/// What is around it, one colour after the other.
const AROUND: [Color; 3] = [Color(196, 201, 207), Color(160, 178, 196), Color(206, 196, 172)];
/// Size of each half of the picture.
const SIZE: [usize; 2] = [960, 840];
/// Radius of lines and points in the picture, of what is drawn.
const STROKE: f64 = 4e-3;

/// Checks that culprits may be written into `path`: a new or empty directory, or one that holds earlier culprits.
///
/// # Errors
/// If it holds something else.
pub fn check_directory(path: &Path) -> Result<()> {
    let read = |e| OutputError::io("read", path, e);
    if path.is_file() {
        let remedy = "move it away, or choose another directory";
        return Err(OutputError::content(path, "is a file, where a directory is needed", remedy));
    }
    let marked = earlier(path).is_some();
    if path.is_dir() && !marked && fs::read_dir(path).map_err(read)?.next().is_some() {
        return Err(OutputError::content(
            path,
            "is not empty and holds no culprits of an earlier check (it has no mark .lope-culprits)",
            "choose another directory",
        ));
    }
    Ok(())
}

/// The files of an earlier check, if the directory is marked.
fn earlier(path: &Path) -> Option<Vec<String>> {
    let text = fs::read_to_string(path.join(MARK)).ok()?;
    let mut lines = text.lines();
    (lines.next() == Some(MAGIC)).then(|| lines.map(str::to_owned).collect())
}

/// Writes culprits into a directory, in the place of earlier ones; gives back the files.
///
/// # Errors
/// If the directory holds something else, or cannot be written.
pub fn write(path: &Path, suspects: &[Suspect]) -> Result<Vec<PathBuf>> {
    check_directory(path)?;
    atomic::create_directory(path)?;
    for name in earlier(path).unwrap_or_default() {
        // A mark that was tampered with leads nowhere else.
        let plain = !name.contains(['/', '\\']) && (name.ends_with(".vtu") || name == PICTURE);
        match if plain { fs::remove_file(path.join(&name)) } else { Ok(()) } {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(OutputError::io("replace", &path.join(&name), error));
            }
            _ => {}
        }
    }
    let mut names: Vec<String> = Vec::new();
    let mut contents: Vec<Vec<u8>> = Vec::new();
    for suspect in suspects.iter().filter(|suspect| !suspect.plane) {
        names.push(file_name(&suspect.name, &names));
        contents.push(encode(&mesh(suspect), Format::Vtu).map_err(OutputError::shape)?);
    }
    names.push(PICTURE.to_owned());
    contents.push(picture(suspects).to_png()?);
    // The mark comes first: whatever is written is known to be lope's.
    let mark = format!("{MAGIC}\n{}\n", names.join("\n"));
    atomic::write(&path.join(MARK), mark.as_bytes())?;
    for (name, content) in names.iter().zip(&contents) {
        atomic::write(&path.join(name), content)?;
    }
    Ok(names.iter().map(|name| path.join(name)).collect())
}

/// A name for a file that none of the others has.
fn file_name(name: &str, taken: &[String]) -> String {
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    let name: String = name.chars().map(safe).take(60).collect();
    let name = if name.is_empty() { "body".to_owned() } else { name };
    let candidates = (1..).map(|k| if k == 1 { format!("{name}.vtu") } else { format!("{name}-{k}.vtu") });
    candidates.into_iter().find(|candidate| !taken.contains(candidate)).unwrap_or_default()
}

/// The culprits of one, without what is around them.
fn mesh(suspect: &Suspect) -> FileMesh {
    let (triangles, edges, points) = &suspect.culprits;
    let mut used: Vec<u32> =
        triangles.as_flattened().iter().chain(edges.as_flattened()).chain(points).copied().collect();
    used.sort_unstable();
    used.dedup();
    let place = |corner: u32| used.partition_point(|vertex| *vertex < corner) as u32;
    FileMesh {
        points: used.iter().filter_map(|vertex| suspect.points.get(*vertex as usize)).copied().collect(),
        triangles: triangles.iter().map(|corners| corners.map(place)).collect(),
        edges: edges.iter().map(|ends| ends.map(place)).collect(),
        ..FileMesh::default()
    }
}

/// A surface to be drawn.
struct Drawn {
    points: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    color: Color,
}

fn picture(suspects: &[Suspect]) -> Image {
    let extent = |points: &mut dyn Iterator<Item = Vec3>| {
        let (low, high) = points.fold(([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]), |(low, high), p| {
            ([0, 1, 2].map(|k| p[k].min(low[k])), [0, 1, 2].map(|k| p[k].max(high[k])))
        });
        let size = distance(low, high);
        if size.is_finite() && size > 0.0 { size } else { 1.0 }
    };
    let whole = extent(&mut suspects.iter().flat_map(|suspect| suspect.points.iter().copied()));
    let used = |suspect: &Suspect| mesh(suspect).points;
    let alone = extent(&mut suspects.iter().flat_map(used));
    let mut left: Vec<Drawn> = Vec::new();
    for (number, suspect) in suspects.iter().enumerate() {
        let guilty = &suspect.culprits.0;
        let innocent = suspect.triangles.iter().filter(|corners| guilty.binary_search(corners).is_err());
        let color = AROUND[number % AROUND.len()];
        let lines = tubes(&suspect.points, &suspect.edges, 0.5 * STROKE * whole);
        left.push(Drawn { points: suspect.points.clone(), triangles: innocent.copied().collect(), color });
        left.push(Drawn { points: lines.points, triangles: lines.triangles, color });
        left.extend(guilty_parts(suspect, STROKE * whole));
    }
    let right: Vec<Drawn> =
        suspects.iter().flat_map(|suspect| guilty_parts(suspect, STROKE * alone)).collect();
    let [width, height] = SIZE;
    let mut image = Image::new(2 * width, height, Color(255, 255, 255));
    for (side, drawn) in [left, right].iter().enumerate() {
        let options = Options { width, height, wire: true, smooth: false, ..Options::default() };
        let meshes: Vec<PreviewMesh<'_>> = drawn
            .iter()
            .filter(|drawn| !drawn.triangles.is_empty())
            .map(|Drawn { points, triangles, color }| PreviewMesh {
                points,
                triangles,
                paint: Paint::Plain(*color),
            })
            .collect();
        image.lay(&render(&meshes, &options), (side * width) as isize, 0, 1.0);
    }
    image
}

/// What crosses of one, in the colour of signals; points are balls, and lines tubes.
fn guilty_parts(suspect: &Suspect, radius: f64) -> [Drawn; 3] {
    let (triangles, edges, vertices) = &suspect.culprits;
    let lines = tubes(&suspect.points, edges, radius);
    let points = balls(&suspect.points, vertices, 1.5 * radius);
    [
        Drawn { points: suspect.points.clone(), triangles: triangles.clone(), color: SIGNAL },
        Drawn { points: lines.points, triangles: lines.triangles, color: SIGNAL },
        Drawn { points: points.points, triangles: points.triangles, color: SIGNAL },
    ]
}
