//! What can be wrong with a mesh, and the gate every mesh passes before it is simulated.
//!
//! A flipped cell is a question of numbering and is repaired with a note. A degenerate cell has no rest shape,
//! a vertex without cells has no mass, and no simulation recovers from either: those are errors, told before the
//! first step and with the numbers needed to find them.

use std::fmt;

use super::mesh::{LENGTHS, TetMesh, TriMesh, extreme, six_volumes, two_areas};
use crate::math::vec3::{Vec3, cross, norm, sub};

/// A cell is degenerate if its volume (area) is below this fraction of the cube (square) of its longest edge.
/// A regular tetrahedron has 0.118; a flat one read from a file with twelve digits has about 1e-12.
pub const DEGENERATE: f64 = 1e-9;

/// How many numbers a message lists before it says "and n more".
const LISTED: usize = 5;

/// What is wrong with a mesh. Every list is ascending; cells are tetrahedra or triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// Vertices with a coordinate that is not a finite number.
    pub non_finite: Vec<u32>,
    /// Vertices off the plane z = 0, in a mesh of triangles.
    pub off_plane: Vec<u32>,
    /// Cells that name a vertex the mesh does not have.
    pub out_of_range: Vec<u32>,
    /// Cells that name a vertex twice.
    pub repeated: Vec<u32>,
    /// Cells too flat to have a shape, see [`DEGENERATE`].
    pub degenerate: Vec<u32>,
    /// Cells of negative volume or area.
    pub flipped: Vec<u32>,
    /// Vertices that no cell names.
    pub unreferenced: Vec<u32>,
}

impl Inspection {
    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        *self == Inspection::default()
    }
}

/// A repair that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// These cells had negative orientation, and two of their vertices were exchanged.
    Reoriented(Vec<u32>),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Note::Reoriented(cells) = self;
        write!(f, "turned {} flipped cells to positive orientation: {}", cells.len(), listed(cells))
    }
}

/// Why a mesh cannot be simulated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    /// There is nothing to simulate.
    #[error("the mesh has no cells; give it at least one tetrahedron, or triangle in 2D")]
    Empty,
    /// A coordinate is NaN or infinite.
    #[error("vertices with a coordinate that is not finite: {}; export the mesh again", listed(.vertices))]
    NonFinite {
        /// The vertices.
        vertices: Vec<u32>,
    },
    /// A 2D mesh leaves its plane.
    #[error("vertices of a 2D mesh off the plane z = 0: {}; rotate and translate 2D meshes only within \
             that plane", listed(.vertices))]
    OffPlane {
        /// The vertices.
        vertices: Vec<u32>,
    },
    /// Lengths whose products are not numbers any more.
    #[error("the mesh is {size:e} m long; lengths from {:e} to {:e} m can be computed with: give it another scale",
            LENGTHS.start(), LENGTHS.end())]
    Extreme {
        /// Its largest extent.
        size: f64,
    },
    /// A vertex number is too large.
    #[error("cells that name a vertex beyond the {points} there are: {}; vertices count from 0", listed(.cells))]
    OutOfRange {
        /// The cells.
        cells: Vec<u32>,
        /// Number of vertices of the mesh.
        points: usize,
    },
    /// A cell names a vertex twice.
    #[error("cells that name a vertex twice: {}; remove them from the mesh", listed(.cells))]
    Repeated {
        /// The cells.
        cells: Vec<u32>,
    },
    /// A cell is flat.
    #[error("flat cells, with a volume (area) below {DEGENERATE:e} of their longest edge cubed (squared): {}, \
             the first near ({}, {}, {}); remove them or mesh the shape again with a better minimal angle",
             listed(.cells), .near[0], .near[1], .near[2])]
    Degenerate {
        /// The cells.
        cells: Vec<u32>,
        /// Centre of the first one.
        near: [f64; 3],
    },
    /// A vertex belongs to no cell and would have no mass.
    #[error("vertices that belong to no cell and so have no mass: {}, the first at ({}, {}, {}); remove them \
             from the mesh", listed(.vertices), .near[0], .near[1], .near[2])]
    Unreferenced {
        /// The vertices.
        vertices: Vec<u32>,
        /// Position of the first one.
        near: [f64; 3],
    },
}

/// Looks for everything that can be wrong with a mesh of tetrahedra. Never panics.
pub fn inspect(mesh: &TetMesh) -> Inspection {
    inspect_cells(&mesh.points, &mesh.tets, |corners| {
        six_volumes(corners) / (6.0 * longest(&corners).powi(3))
    })
}

/// Looks for everything that can be wrong with a mesh of triangles. Never panics.
pub fn inspect_triangles(mesh: &TriMesh) -> Inspection {
    let relative_area = |corners| two_areas(corners) / (2.0 * longest(&corners).powi(2));
    let mut found = inspect_cells(&mesh.points, &mesh.triangles, relative_area);
    found.off_plane = numbers(&mesh.points, |point| point[2] != 0.0);
    found
}

/// Makes a mesh of tetrahedra fit for simulation: turns flipped cells, and refuses what cannot be repaired.
pub fn prepare(mut mesh: TetMesh) -> Result<(TetMesh, Vec<Note>), Problem> {
    let found = inspect(&mesh);
    refuse(&found, &mesh.points, &mesh.tets)?;
    found.flipped.iter().for_each(|tet| mesh.tets[*tet as usize].swap(2, 3));
    Ok((mesh, notes(found)))
}

/// Makes a mesh of triangles fit for simulation: turns flipped cells, and refuses what cannot be repaired.
pub fn prepare_triangles(mut mesh: TriMesh) -> Result<(TriMesh, Vec<Note>), Problem> {
    let found = inspect_triangles(&mesh);
    refuse(&found, &mesh.points, &mesh.triangles)?;
    found.flipped.iter().for_each(|triangle| mesh.triangles[*triangle as usize].swap(1, 2));
    Ok((mesh, notes(found)))
}

/// Checks that triangles in space are fit for simulation; which way they face is nobody's business.
pub fn prepare_surface(mesh: TriMesh) -> Result<TriMesh, Problem> {
    let relative_area =
        |[a, b, c]: [Vec3; 3]| norm(cross(sub(b, a), sub(c, a))) / (2.0 * longest(&[a, b, c]).powi(2));
    let found = inspect_cells(&mesh.points, &mesh.triangles, relative_area);
    refuse(&found, &mesh.points, &mesh.triangles)?;
    Ok(mesh)
}

pub(super) fn inspect_cells<const N: usize>(
    points: &[Vec3],
    cells: &[[u32; N]],
    relative_measure: impl Fn([Vec3; N]) -> f64,
) -> Inspection {
    let finite = |point: &Vec3| point.iter().all(|x| x.is_finite());
    let mut found =
        Inspection { non_finite: numbers(points, |point| !finite(point)), ..Inspection::default() };
    let mut referenced = vec![false; points.len()];
    for (number, cell) in cells.iter().enumerate() {
        let number = number as u32;
        cell.iter().filter_map(|v| referenced.get_mut(*v as usize).map(|flag| *flag = true)).for_each(drop);
        let in_range = cell.iter().all(|v| (*v as usize) < points.len());
        let repeats = (1..N).any(|k| cell[..k].contains(&cell[k]));
        if !in_range {
            found.out_of_range.push(number);
        }
        if repeats {
            found.repeated.push(number);
        }
        if !in_range || repeats {
            continue;
        }
        let corners = cell.map(|v| points[v as usize]);
        if !corners.iter().all(finite) {
            continue;
        }
        let measure = relative_measure(corners);
        // Written so that NaN, from edges too short or too long to be cubed, counts as degenerate.
        if !(measure.is_finite() && measure.abs() >= DEGENERATE) {
            found.degenerate.push(number);
        } else if measure < 0.0 {
            found.flipped.push(number);
        }
    }
    found.unreferenced = numbers(&referenced, |flag| !flag);
    found
}

/// The errors, what spoils other checks first.
fn refuse<const N: usize>(found: &Inspection, points: &[Vec3], cells: &[[u32; N]]) -> Result<(), Problem> {
    if cells.is_empty() {
        return Err(Problem::Empty);
    }
    if !found.non_finite.is_empty() {
        return Err(Problem::NonFinite { vertices: found.non_finite.clone() });
    }
    if !found.off_plane.is_empty() {
        return Err(Problem::OffPlane { vertices: found.off_plane.clone() });
    }
    if !found.out_of_range.is_empty() {
        return Err(Problem::OutOfRange { cells: found.out_of_range.clone(), points: points.len() });
    }
    if !found.repeated.is_empty() {
        return Err(Problem::Repeated { cells: found.repeated.clone() });
    }
    if let Some(size) = extreme(points) {
        return Err(Problem::Extreme { size });
    }
    if let Some(first) = found.degenerate.first() {
        let corners = cells[*first as usize].map(|v| points[v as usize]);
        let near = [0, 1, 2].map(|k| corners.iter().map(|corner| corner[k]).sum::<f64>() / N as f64);
        return Err(Problem::Degenerate { cells: found.degenerate.clone(), near });
    }
    if let Some(first) = found.unreferenced.first() {
        let near = points[*first as usize];
        return Err(Problem::Unreferenced { vertices: found.unreferenced.clone(), near });
    }
    Ok(())
}

fn notes(found: Inspection) -> Vec<Note> {
    if found.flipped.is_empty() { Vec::new() } else { vec![Note::Reoriented(found.flipped)] }
}

pub(super) fn longest<const N: usize>(corners: &[Vec3; N]) -> f64 {
    let from = |k: usize| (0..k).map(move |j| norm(sub(corners[k], corners[j])));
    (1..N).flat_map(from).fold(0.0, f64::max)
}

/// The numbers of the items that are as asked.
fn numbers<T>(items: &[T], asked: impl Fn(&T) -> bool) -> Vec<u32> {
    items.iter().enumerate().filter(|(_, item)| asked(item)).map(|(number, _)| number as u32).collect()
}

/// The first few numbers, and how many more there are.
pub(super) fn listed(numbers: &[u32]) -> String {
    let first: Vec<String> = numbers.iter().take(LISTED).map(u32::to_string).collect();
    let first = first.join(", ");
    if numbers.len() > LISTED { format!("{first} and {} more", numbers.len() - LISTED) } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn two_tets() -> TetMesh {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0; 3]];
        TetMesh { points, tets: vec![[0, 1, 2, 3], [1, 4, 2, 3]], ..TetMesh::default() }
    }

    fn square() -> TriMesh {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        TriMesh { points, triangles: vec![[0, 1, 2], [0, 2, 3]], ..TriMesh::default() }
    }

    #[test]
    fn clean_meshes_pass_unchanged() {
        assert!(inspect(&two_tets()).is_clean());
        assert_eq!(prepare(two_tets()), Ok((two_tets(), vec![])));
        assert_eq!(prepare_triangles(square()), Ok((square(), vec![])));
    }

    #[test]
    fn flipped_cells_are_turned_with_a_note() {
        let mut mesh = two_tets();
        mesh.tets[1].swap(0, 1);
        let (turned, notes) = prepare(mesh).unwrap();
        assert!(inspect(&turned).is_clean());
        assert_eq!(notes, vec![Note::Reoriented(vec![1])]);
        let mut mesh = square();
        mesh.triangles[0].swap(0, 1);
        let (turned, notes) = prepare_triangles(mesh).unwrap();
        assert!(inspect_triangles(&turned).is_clean());
        assert_eq!(notes[0].to_string(), "turned 1 flipped cells to positive orientation: 0");
    }

    #[test]
    fn flat_cells_are_named_with_their_place() {
        let mut mesh = two_tets();
        mesh.points[4] = [1.0 / 3.0 + 1e-11, 1.0 / 3.0, 1.0 / 3.0];
        let problem = prepare(mesh).unwrap_err();
        let Problem::Degenerate { cells, near } = &problem else { panic!("{problem}") };
        assert_eq!(cells, &vec![1]);
        assert!((near[0] - 1.0 / 3.0).abs() < 1e-10);
        assert!(problem.to_string().contains("flat cells"), "{problem}");
    }

    #[test]
    fn a_very_small_but_well_shaped_mesh_is_not_degenerate() {
        let mut mesh = two_tets();
        mesh.points.iter_mut().flatten().for_each(|x| *x *= 1e-9);
        assert!(inspect(&mesh).is_clean());
    }

    #[test]
    fn loose_vertices_are_refused_by_number() {
        let mut mesh = two_tets();
        mesh.points.extend([[7.0; 3]; 8]);
        let problem = prepare(mesh).unwrap_err();
        assert!(
            problem.to_string().contains("5, 6, 7, 8, 9 and 3 more, the first at (7, 7, 7)"),
            "{problem}"
        );
    }

    #[test]
    fn bad_numbers_are_refused() {
        let mut mesh = two_tets();
        mesh.points[3][1] = f64::NAN;
        assert_eq!(prepare(mesh), Err(Problem::NonFinite { vertices: vec![3] }));
        let mut mesh = two_tets();
        mesh.tets[0][2] = 99;
        assert_eq!(prepare(mesh), Err(Problem::OutOfRange { cells: vec![0], points: 5 }));
        let mut mesh = two_tets();
        mesh.tets[1] = [4, 2, 4, 3];
        assert_eq!(prepare(mesh), Err(Problem::Repeated { cells: vec![1] }));
        assert_eq!(prepare(TetMesh::default()), Err(Problem::Empty));
        let mut mesh = square();
        mesh.points[2][2] = 0.1;
        assert_eq!(prepare_triangles(mesh), Err(Problem::OffPlane { vertices: vec![2] }));
    }

    proptest! {
        #[test]
        fn whatever_comes_in_what_comes_out_is_clean(
            points in prop::collection::vec(prop::array::uniform3(prop_oneof![
                8 => -2.0..2.0, 1 => Just(f64::NAN), 1 => Just(1e300), 1 => Just(1e-300)]), 0..7),
            tets in prop::collection::vec(prop::array::uniform4(0_u32..8), 0..5),
        ) {
            if let Ok((mesh, _)) = prepare(TetMesh { points, tets, ..TetMesh::default() }) {
                prop_assert!(inspect(&mesh).is_clean());
            }
        }
    }
}
