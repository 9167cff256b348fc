//! The facts as sentences: what is wrong, how bad, where.

use std::fmt;

use super::Survey;
use crate::geometry::inspect::listed;
use crate::geometry::intersect::Meeting;
use crate::math::vec3::Vec3;

/// Dihedral angles below this, in degrees, slow solvers down.
const SMALL_ANGLE: f64 = 2.0;
/// How many pairs a message lists.
const LISTED: usize = 3;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know.
    Info,
    /// Can be simulated, but may not be what was meant.
    Warning,
    /// Cannot be simulated as it is.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Info => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One thing to know about a mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is, with numbers of elements or vertices and a place.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.severity, self.message)
    }
}

impl Survey {
    /// What a user should know, the worst first.
    pub fn findings(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut say = |severity, message: String| found.push(Finding { severity, message });
        let elements = self.element_name();
        let solid = self.tets > 0;
        let mut list = |severity, numbers: &[u32], what: String, place: Option<&Vec3>, advice: &str| {
            if !numbers.is_empty() {
                let near = place.map(|p| format!(", the first {}", near(*p))).unwrap_or_default();
                let count = numbers.len();
                say(severity, format!("{count} {what}: {}{near}{advice}", listed(numbers)));
            }
        };
        let at = |name: &str| self.places.get(name);
        use Severity::{Error, Info, Warning};
        list(Error, &self.non_finite, "vertices with a coordinate that is not finite".into(), None, "");
        list(
            Error,
            &self.out_of_range,
            format!("{elements} that name a vertex that does not exist"),
            None,
            "",
        );
        list(Error, &self.degenerate, format!("flat {elements}"), at("degenerate"), "");
        list(
            if solid { Error } else { Warning },
            &self.unreferenced,
            "vertices that nothing uses".into(),
            at("unreferenced"),
            "",
        );
        list(
            Warning,
            &self.inverted,
            format!("inverted {elements}"),
            at("inverted"),
            "; they are turned when the mesh is used",
        );
        list(
            Warning,
            &self.repeated_elements,
            format!("{elements} that repeat an earlier one"),
            at("repeated"),
            "",
        );
        list(
            Warning,
            &self.duplicate_vertices,
            "vertices at the place of an earlier one".into(),
            at("duplicate"),
            "; the mesh is not joined there",
        );
        let corners = &self.skin.non_manifold_vertices;
        list(Warning, corners, "vertices where sheets of the surface only touch".into(), at("corner"), "");
        self.edges(solid, &mut say);
        self.clashes(&mut say);
        if let (Some(angles), true) = (&self.angles, solid)
            && angles.least < SMALL_ANGLE
            && self.degenerate.is_empty()
        {
            let where_ =
                self.worst.zip(at("worst")).map(|(n, p)| format!("; the worst is {n}, {}", near(*p)));
            let angle = angles.least;
            say(
                Warning,
                format!("thin tetrahedra: the smallest angle is {angle:.2}°{}", where_.unwrap_or_default()),
            );
        }
        if let Some(volume) = self.volume
            && volume < 0.0
        {
            say(Warning, format!("the surface faces inwards: it encloses {volume:.4e}"));
        }
        if self.components > 1 {
            say(Info, format!("{} parts that share no vertex", self.components));
        }
        if self.tets == 0 && self.triangles == 0 {
            say(Error, "there are no tetrahedra and no triangles".into());
        }
        found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        found
    }

    fn edges(&self, solid: bool, say: &mut dyn FnMut(Severity, String)) {
        let skin = &self.skin;
        let place = |k: usize| skin.near[k].map(|p| format!(", the first {}", near(p))).unwrap_or_default();
        let pairs = |edges: &[[u32; 2]]| {
            let first: Vec<String> = edges.iter().take(LISTED).map(|[a, b]| format!("{a}–{b}")).collect();
            let more = if edges.len() > LISTED { ", …" } else { "" };
            first.join(", ") + more
        };
        let mut edge = |severity, list: &[[u32; 2]], what: &str, k: usize| {
            if !list.is_empty() {
                say(severity, format!("{} {what}: {}{}", list.len(), pairs(list), place(k)));
            }
        };
        edge(Severity::Warning, &skin.non_manifold, "edges with more than two triangles", 1);
        edge(Severity::Warning, &skin.inconsistent, "edges whose two triangles face opposite ways", 2);
        let open = format!("edges with one triangle, around {} holes", skin.holes);
        edge(if solid { Severity::Warning } else { Severity::Info }, &skin.boundary, &open, 0);
    }

    fn clashes(&self, say: &mut dyn FnMut(Severity, String)) {
        let Some(first) = self.self_intersections.first() else { return };
        let over = self.self_intersections.iter().filter(|c| c.meeting == Meeting::Overlapping).count();
        let over = if over > 0 { format!(" ({over} of them lie on each other)") } else { String::new() };
        let pairs: Vec<String> = self
            .self_intersections
            .iter()
            .take(LISTED)
            .map(|clash| format!("{} and {}", clash.elements[0], clash.elements[1]))
            .collect();
        let more = if self.self_intersections.len() > LISTED { ", …" } else { "" };
        say(
            Severity::Warning,
            format!(
                "the surface meets itself in {} pairs of {}{over}: {}{more}, the first {}",
                self.self_intersections.len(),
                self.element_name(),
                pairs.join(", "),
                near(first.near),
            ),
        );
    }
}

/// A place, short enough to read and long enough to find.
fn near([x, y, z]: Vec3) -> String {
    let short = |x: f64| format!("{x:.6}").trim_end_matches('0').trim_end_matches('.').to_owned();
    format!("near ({}, {}, {})", short(x), short(y), short(z))
}
