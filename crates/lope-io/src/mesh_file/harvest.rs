//! What a reader has found so far, whatever the format: every reader fills a [`Harvest`], and one place makes
//! a mesh of it.
//!
//! Cells are cut into simplices as they come. Each list of simplices remembers which cell of the file its
//! entries come from, in runs, so that data on cells find their simplices without an entry for each.

use std::collections::BTreeMap;

use super::FileMesh;
use super::error::{ReadError, ReadErrorKind};
use super::group::{Data, Drafts};
use super::kind::{Kind, Shape};

/// Simplices of one dimension.
#[derive(Debug, Default)]
pub(super) struct Cells<const N: usize> {
    pub(super) list: Vec<[u32; N]>,
    /// (simplex, cell): from this simplex on, each comes from the cell after that of the one before.
    runs: Vec<(u32, u64)>,
}

impl<const N: usize> Cells<N> {
    #[inline]
    pub(super) fn push(&mut self, corners: [u32; N], cell: u64) {
        self.run_at(self.list.len(), cell);
        self.list.push(corners);
    }

    /// The cells of simplices that are in the list already, from this place on; the first alone stands for all
    /// if the others follow it.
    pub(super) fn add_runs(&mut self, start: usize, cells: impl Iterator<Item = u64>) {
        for (place, cell) in (start..).zip(cells) {
            self.run_at(place, cell);
        }
    }

    #[inline]
    fn run_at(&mut self, place: usize, cell: u64) {
        let place = place as u32;
        let expected = self.runs.last().map(|run| run.1.wrapping_add(u64::from(place - run.0)));
        if expected != Some(cell) {
            self.runs.push((place, cell));
        }
    }

    /// The cell of each simplex.
    pub(super) fn origins(&self) -> impl Iterator<Item = u64> {
        let ends = self.runs.iter().skip(1).map(|run| run.0).chain([self.list.len() as u32]);
        self.runs
            .iter()
            .zip(ends)
            .flat_map(|(run, end)| (0..u64::from(end - run.0)).map(|k| run.1.wrapping_add(k)))
    }
}

/// How many simplices there are of each dimension.
pub(super) type Mark = [u32; 4];

/// What a reader has found so far.
#[derive(Debug, Default)]
pub(super) struct Harvest {
    pub(super) points: Vec<[f64; 3]>,
    pub(super) dots: Cells<1>,
    pub(super) edges: Cells<2>,
    pub(super) triangles: Cells<3>,
    pub(super) tets: Cells<4>,
    /// Nodes that are no corner of anything taken, as far as the cell that names them is concerned.
    pub(super) left_out: Vec<u32>,
    /// How many cells there are of each kind, by its name.
    kinds: BTreeMap<&'static str, (Kind, usize)>,
    /// The same for kinds without a name, by their number.
    unknown: BTreeMap<u64, usize>,
    pub(super) groups: Drafts,
    pub(super) data: Vec<Data>,
    pub(super) notes: Vec<String>,
}

impl Harvest {
    /// Counts cells for the notes.
    pub(super) fn count(&mut self, kind: Kind, number: usize) {
        self.kinds.entry(kind.name).or_insert((kind, 0)).1 += number;
    }

    /// Counts cells of a kind that only has a number.
    pub(super) fn count_unknown(&mut self, kind: u64, number: usize) {
        *self.unknown.entry(kind).or_default() += number;
    }

    /// Where the next simplices begin.
    pub(super) fn mark(&self) -> Mark {
        let lengths =
            [self.dots.list.len(), self.edges.list.len(), self.triangles.list.len(), self.tets.list.len()];
        lengths.map(|length| length as u32)
    }

    /// Puts all simplices since a mark into a group.
    pub(super) fn assign(&mut self, group: usize, since: Mark) {
        let now = self.mark();
        self.groups.assign(group, since, now);
    }

    /// Takes a cell apart. It must have [`Kind::least_nodes`].
    #[inline]
    pub(super) fn cell(&mut self, kind: Kind, nodes: &[u32], cell: u64) {
        if let (Shape::Tetrahedron, [a, b, c, d]) = (kind.shape, nodes) {
            self.tets.push([*a, *b, *c, *d], cell);
            return;
        }
        self.other_cell(kind, nodes, cell);
    }

    fn other_cell(&mut self, kind: Kind, nodes: &[u32], cell: u64) {
        let corners = if kind.corners == 0 { nodes.len() } else { kind.corners.min(nodes.len()) };
        let (corner, between) = nodes.split_at(corners);
        self.left_out.extend(between);
        match (kind.shape, corner) {
            (Shape::Dots, _) => corner.iter().for_each(|v| self.dots.push([*v], cell)),
            (Shape::Line, _) => corner.windows(2).for_each(|pair| self.edges.push([pair[0], pair[1]], cell)),
            (Shape::Pixel, [a, b, c, d]) => {
                self.triangles.push([*a, *b, *d], cell);
                self.triangles.push([*a, *d, *c], cell);
            }
            (Shape::Strip, _) => {
                for (k, three) in corner.windows(3).enumerate() {
                    let (b, c) = if k % 2 == 0 { (three[1], three[2]) } else { (three[2], three[1]) };
                    self.triangles.push([three[0], b, c], cell);
                }
            }
            (Shape::Triangle | Shape::Polygon, [hub, rim @ ..]) => {
                rim.windows(2).for_each(|pair| self.triangles.push([*hub, pair[0], pair[1]], cell));
            }
            (Shape::Tetrahedron, [a, b, c, d, ..]) => self.tets.push([*a, *b, *c, *d], cell),
            _ => self.left_out.extend(corner),
        }
    }

    /// Makes the mesh.
    pub(super) fn finish(mut self, format: String) -> Result<FileMesh, ReadError> {
        self.check()?;
        self.note_kinds();
        if !self.data.is_empty() {
            let lists = [
                self.dots.origins().collect::<Vec<_>>(),
                self.edges.origins().collect(),
                self.triangles.origins().collect(),
                self.tets.origins().collect(),
            ];
            for data in std::mem::take(&mut self.data) {
                data.into_groups(&mut self.groups, &lists)?;
            }
        }
        let groups = std::mem::take(&mut self.groups).finish(&self);
        let mut mesh = FileMesh {
            format,
            points: self.points,
            tets: self.tets.list,
            triangles: self.triangles.list,
            edges: self.edges.list,
            groups,
            notes: self.notes,
        };
        if !self.left_out.is_empty() {
            drop_left_out(&mut mesh, &self.dots.list, &self.left_out);
        }
        Ok(mesh)
    }

    /// Refuses what cannot become a mesh.
    fn check(&self) -> Result<(), ReadError> {
        let count = self.points.len();
        if count >= u32::MAX as usize
            || self.triangles.list.len().max(self.tets.list.len()) >= u32::MAX as usize
        {
            let message = "more vertices or cells than 32 bits can number".into();
            return Err(ReadError::new(ReadErrorKind::Unsupported, message).remedy("use a coarser mesh"));
        }
        let lists = [
            self.dots.list.as_flattened(),
            self.edges.list.as_flattened(),
            self.triangles.list.as_flattened(),
            self.tets.list.as_flattened(),
            &self.left_out,
        ];
        let highest = lists.into_iter().filter_map(|list| list.iter().max()).max();
        if let Some(v) = highest.filter(|v| **v as usize >= count) {
            let message = format!("a cell has vertex {v} (from 0), there are {count} vertices");
            return Err(ReadError::new(ReadErrorKind::Reference, message));
        }
        let nothing = [self.edges.list.len(), self.triangles.list.len(), self.tets.list.len()] == [0; 3];
        let others = self.listed(|kind| kind.is_none_or(|kind| kind.shape == Shape::Other));
        if nothing && (count == 0 || !others.is_empty()) {
            let message = match (others.is_empty(), count) {
                (false, _) => format!("the file has no tetrahedra and no triangles, only {others}"),
                (true, _) => "the file has no vertices and no cells".to_owned(),
            };
            let remedy = if others.is_empty() {
                "export the mesh again"
            } else {
                "mesh the volume with tetrahedra, or the surface with triangles"
            };
            return Err(ReadError::new(ReadErrorKind::Nothing, message).remedy(remedy));
        }
        Ok(())
    }

    /// "24 triangles, 8 points", of the kinds that are wanted; none stands for an unknown one.
    fn listed(&self, wanted: impl Fn(Option<Kind>) -> bool) -> String {
        let known = self.kinds.values().filter(|(kind, count)| *count > 0 && wanted(Some(*kind)));
        let unknown = self.unknown.iter().filter(|(_, count)| **count > 0 && wanted(None));
        let known = known.map(|(kind, count)| format!("{count} {}", kind.name));
        let unknown = unknown.map(|(number, count)| format!("{count} elements of type {number}"));
        known.chain(unknown).collect::<Vec<_>>().join(", ")
    }

    fn note_kinds(&mut self) {
        let top = match (self.tets.list.is_empty(), self.triangles.list.is_empty()) {
            (false, _) => 3,
            (true, false) => 2,
            _ => 1,
        };
        let whole = ["", "lines", "surface", "solid"][top];
        let dimension = |kind: Option<Kind>| kind.and_then(Kind::dimension);
        let fans = |kind: Option<Kind>| {
            kind.is_some_and(|kind| matches!(kind.shape, Shape::Polygon | Shape::Pixel | Shape::Strip))
        };
        let curved = |kind: Option<Kind>| {
            dimension(kind).is_some_and(|d| d == top) && kind.is_some_and(Kind::is_curved)
        };
        let notes = [
            ("reduced to their corners", self.listed(curved)),
            ("cut into triangles", self.listed(fans)),
            (&*format!("not part of the {whole}"), self.listed(|kind| dimension(kind) != Some(top))),
        ];
        let notes = notes.into_iter().filter(|(_, list)| !list.is_empty());
        let notes: Vec<String> = notes.map(|(what, list)| format!("{what}: {list}")).collect();
        self.notes.extend(notes);
    }
}

/// Removes the nodes that only lie between the corners of cells, or belong to cells that are left out.
fn drop_left_out(mesh: &mut FileMesh, dots: &[[u32; 1]], left_out: &[u32]) {
    let mut kept = vec![true; mesh.points.len()];
    left_out.iter().for_each(|v| kept[*v as usize] = false);
    let flat = [dots.as_flattened(), mesh.edges.as_flattened(), mesh.triangles.as_flattened()];
    for v in flat.into_iter().chain([mesh.tets.as_flattened()]).flatten() {
        kept[*v as usize] = true;
    }
    let dropped = kept.iter().filter(|kept| !**kept).count();
    if dropped == 0 {
        return;
    }
    mesh.keep_points(&kept);
    mesh.notes.push(format!("left out {dropped} vertices that are corners of nothing that was taken"));
}
