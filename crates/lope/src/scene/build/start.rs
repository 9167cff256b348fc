//! The start of a scene with barriers: what stands in their way, and what there is to know before a run.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::body::Pin;
use crate::contact::barrier::{Apart, Culprit, Fault, Gap, Piece, Preflight, Rules, Sticking, Surfaces};
use crate::math::vec3::{Vec3, norm, scaled};
use crate::scene::problem::{Kind, Problem};

/// Pairs of bodies that are named one by one; what is beyond is counted.
const NAMED: usize = 4;

/// A body or an obstacle that something is wrong with, where it starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suspect {
    /// Its name.
    pub name: String,
    /// Whether it is a plane: a piece of it is there to be seen.
    pub plane: bool,
    /// Where its vertices are.
    pub points: Vec<[f64; 3]>,
    /// All triangles of its surface.
    pub triangles: Vec<[u32; 3]>,
    /// All edges that belong to no triangle.
    pub edges: Vec<[u32; 2]>,
    /// Triangles, edges and points that cross or touch something.
    pub culprits: (Vec<[u32; 3]>, Vec<[u32; 2]>, Vec<u32>),
}

/// Barriers at the start of a scene.
#[derive(Clone, Debug)]
pub struct Start {
    pub(super) surfaces: Surfaces,
    pub(super) rules: Arc<Rules>,
    pub(super) gap: Gap,
    /// Where d̂ comes from.
    pub(super) origin: &'static str,
    /// Speed and kind of sticking.
    pub(super) sticking: (f64, Sticking),
    pub(super) gravity: Vec3,
    /// Masses of the members that move, kg.
    pub(super) masses: Vec<f64>,
    /// Rest positions and positions at the start.
    pub(super) rest: Vec<f64>,
    pub(super) x: Vec<f64>,
    pub(super) culprits: Vec<Culprit>,
    /// What leads the obstacles.
    pub(super) led: Vec<Pin>,
}

impl Start {
    fn name(&self, member: usize) -> &str {
        self.surfaces.mesh().name(member)
    }

    /// `triangle 3-4-5 of ball`.
    fn called(&self, piece: &Piece) -> String {
        self.surfaces.mesh().called(piece)
    }

    /// What makes it impossible to start.
    pub(super) fn problems(&self) -> Vec<Problem> {
        let mut pairs: BTreeMap<[usize; 2], Vec<&Culprit>> = BTreeMap::new();
        for culprit in &self.culprits {
            let [a, b] = culprit.pieces.map(|piece| piece.member);
            pairs.entry([a.min(b), a.max(b)]).or_default().push(culprit);
        }
        let refused = |message: String| Problem::new(Kind::Impossible, "contact", message);
        let mut problems: Vec<Problem> = pairs
            .iter()
            .take(NAMED)
            .map(|(pair, culprits)| refused(self.complaint(*pair, culprits)))
            .collect();
        if pairs.len() > NAMED {
            let more = pairs.len() - NAMED;
            problems.push(refused(format!(
                "{more} more pairs of bodies cross or touch at the start; `lope check SCENE --culprits DIR` writes all of them"
            )));
        }
        problems
    }

    /// What is said of two members.
    fn complaint(&self, [a, b]: [usize; 2], culprits: &[&Culprit]) -> String {
        let depth = |culprit: &Culprit| match culprit.fault {
            Fault::Crossing(depth) => depth,
            Fault::Near(_) => 0.0,
        };
        let crosses = |culprit: &&&Culprit| matches!(culprit.fault, Fault::Crossing(_));
        let crossing = culprits.iter().filter(crosses).count();
        // The worst is shown: the deepest, or the first that crosses, or the first.
        let worst = culprits
            .iter()
            .filter(crosses)
            .fold(None, |worst: Option<&&Culprit>, one| match worst {
                Some(worst) if depth(worst) >= depth(one) => Some(worst),
                _ => Some(one),
            })
            .unwrap_or(&culprits[0]);
        let place = worst.place.map(|x| format!("{x:.4}")).join(", ");
        let plane = worst.pieces.iter().any(|piece| piece.corners().is_empty());
        let pieces = worst.pieces.map(|piece| self.called(&piece));
        let [one, other] = [a, b].map(|member| self.name(member));
        let (dhat, thickness) = (self.gap.dhat, self.gap.thickness);
        let number = culprits.len();
        let count = if plane { format!("{number} vertices") } else { format!("{number} pairs") };
        let (what, how) = match worst.fault {
            Fault::Crossing(depth) if plane => (
                format!("{one} is below the plane {other}"),
                format!("{count}, the deepest by {} m, {} at ({place})", short(depth), pieces[0]),
            ),
            Fault::Crossing(_) => (
                if a == b { format!("{one} crosses itself") } else { format!("{one} and {other} cross") },
                format!("{count}, for example {} and {} at ({place})", pieces[0], pieces[1]),
            ),
            Fault::Near(distance) => {
                let touch = distance <= 1e-12 * (1.0 + norm(worst.place));
                let what = match (touch, a == b) {
                    (true, true) => format!("{one} touches itself"),
                    (true, false) => format!("{one} and {other} touch"),
                    (false, true) => {
                        format!("{one} is nearer to itself than the thickness {} m", short(thickness))
                    }
                    (false, false) => {
                        format!(
                            "{one} and {other} are not farther apart than the thickness {} m",
                            short(thickness)
                        )
                    }
                };
                (what, format!("{count}, for example {} and {} at ({place})", pieces[0], pieces[1]))
            }
        };
        let gap = short(thickness + dhat);
        let remedy = if a == b {
            format!(
                "repair its mesh, or let it not meet itself by [[contact.pair]] bodies = [\"{one}\", \"{one}\"], collide = false"
            )
        } else if plane {
            let up = short(depth(worst) + thickness + dhat);
            format!("move it up, best by {up} m or more, or move the plane")
        } else if crossing > 0 {
            format!(
                "move them apart, best by {gap} m or more, or let them not meet by [[contact.pair]] bodies = [\"{one}\", \
                 \"{other}\"], collide = false"
            )
        } else if thickness > 0.0 {
            format!(
                "barriers need a gap: move them apart, best by {gap} m or more, or make contact.thickness smaller"
            )
        } else {
            format!("barriers need a gap: move them apart, best by {gap} m or more")
        };
        format!("{what} at the start: {how}; {remedy}; `lope check SCENE --culprits DIR` draws them")
    }

    /// Whether anything crosses or touches; then the scene is refused.
    pub fn is_blocked(&self) -> bool {
        !self.culprits.is_empty()
    }

    /// All that something is wrong with, in the order of the scene, obstacles after bodies and planes last.
    pub fn suspects(&self) -> Vec<Suspect> {
        let flight = Preflight::new(self.surfaces.mesh(), &self.rules, &self.x);
        let mut by_member: BTreeMap<usize, Suspect> = BTreeMap::new();
        let planes_after = self.surfaces.mesh().members();
        for piece in self.culprits.iter().flat_map(|culprit| &culprit.pieces) {
            let suspect = by_member.entry(piece.member).or_insert_with(|| {
                let name = self.name(piece.member).to_owned();
                if piece.member >= planes_after {
                    return Suspect { name, plane: true, ..Suspect::default() };
                }
                let (points, triangles, edges) = flight.surface(piece.member);
                Suspect { name, points, triangles, edges, ..Suspect::default() }
            });
            let (triangles, edges, points) = &mut suspect.culprits;
            match *piece.corners() {
                [a, b, c] => triangles.push([a, b, c]),
                [a, b] => edges.push([a, b]),
                [a] => points.push(a),
                _ => {}
            }
        }
        for suspect in by_member.values_mut() {
            let (triangles, edges, points) = &mut suspect.culprits;
            triangles.sort_unstable();
            triangles.dedup();
            edges.sort_unstable();
            edges.dedup();
            points.sort_unstable();
            points.dedup();
        }
        let all: Vec<Vec3> = by_member.values().flat_map(|suspect| suspect.points.clone()).collect();
        for (member, suspect) in by_member.iter_mut().filter(|(_, suspect)| suspect.plane) {
            let corners = flight.piece_of_plane(member - planes_after, &all);
            suspect.points = corners.to_vec();
            suspect.triangles = vec![[0, 1, 2], [0, 2, 3]];
        }
        by_member.into_values().collect()
    }

    /// Who starts nearer than barriers begin: names and distances.
    pub(super) fn notes(&self) -> Vec<String> {
        let near = self.surfaces.near(&self.x);
        let between: Vec<_> = near.iter().filter(|one| one.members[0] != one.members[1]).collect();
        let reach = short(self.gap.thickness + self.gap.dhat);
        let told = between.iter().take(NAMED).map(|one| {
            let [a, b] = one.members.map(|member| self.name(member));
            let distance = short(one.distance);
            format!("{a} and {b} start {distance} m apart: barriers begin at {reach} m, so they push from the first step")
        });
        let mut notes: Vec<String> = told.collect();
        if between.len() > NAMED {
            notes.push(format!("{} more pairs of bodies start nearer than {reach} m", between.len() - NAMED));
        }
        notes
    }

    /// What there is to know before a run, a line each.
    pub fn report(&self) -> Vec<String> {
        let mesh = self.surfaces.mesh();
        let Gap { profile, dhat, thickness } = self.gap;
        let mut lines = Vec::new();
        lines.push(format!(
            "d̂ {} m ({}), thickness {} m, κ {}",
            short(dhat),
            self.origin,
            short(thickness),
            self.stiffness()
        ));
        let [vertices, edges, triangles] = mesh.counts();
        lines.push(format!("surfaces of {vertices} vertices, {edges} edges, {triangles} triangles"));
        lines.push(self.least_gap());
        let within: Vec<_> = self.surfaces.near(&self.rest);
        let within: usize =
            within.iter().filter(|one| one.members[0] == one.members[1]).map(|one| one.count).sum();
        lines.push(match within {
            0 => "no surface is nearer to itself at rest than d̂".to_owned(),
            count => {
                let nearest = Preflight::new(mesh, &self.rules, &self.rest).nearest_within();
                let named = nearest.map_or_else(String::new, |Apart { pieces, distance }| {
                    let [a, b] = pieces.map(|piece| self.called(&piece));
                    format!(" The nearest are {} m apart: {a} and {b}", short(distance))
                });
                format!(
                    "{count} contacts of surfaces with themselves at rest, which are under pressure from the start; a smaller d̂ \
                     has fewer.{named}"
                )
            }
        });
        let (g, flight) = (norm(self.gravity), Preflight::new(mesh, &self.rules, &self.x));
        let kappa: BTreeMap<usize, f64> =
            mesh.stiffnesses(&self.rules).into_iter().map(|([a, _], k)| (a, k)).collect();
        let mut told: Vec<String> = Vec::new();
        for (member, mass) in self.masses.iter().enumerate().filter(|_| g > 0.0) {
            let area = flight.seen_area(member, scaled(self.gravity, 1.0 / g));
            let Some(kappa) = kappa.get(&member) else { continue };
            let s = profile.at_pressure(mass * g / area / kappa);
            let distance = short(thickness + s * dhat);
            told.push(format!(
                "{} would rest about {distance} m above a floor: d̂ × {s:.2}",
                self.name(member)
            ));
        }
        let more = told.len().saturating_sub(NAMED);
        told.truncate(NAMED);
        lines.extend(told);
        if more > 0 {
            lines.push(format!("{more} more bodies would rest in the same way"));
        }
        lines.extend(self.creep());
        lines
    }

    /// κ, or the least and the most of it.
    fn stiffness(&self) -> String {
        let mesh = self.surfaces.mesh();
        let all = mesh.stiffnesses(&self.rules);
        let by = |x: &&([usize; 2], f64), y: &&([usize; 2], f64)| x.1.total_cmp(&y.1);
        let (Some(least), Some(most)) = (all.iter().min_by(by), all.iter().max_by(by)) else {
            return "nowhere, as nothing meets".to_owned();
        };
        let who = |[a, b]: [usize; 2]| format!("{} and {}", mesh.name(a), mesh.name(b));
        if least.1 == most.1 {
            return format!("{} Pa", short(least.1));
        }
        format!("from {} Pa ({}) to {} Pa ({})", short(least.1), who(least.0), short(most.1), who(most.0))
    }

    fn least_gap(&self) -> String {
        let flight = Preflight::new(self.surfaces.mesh(), &self.rules, &self.x);
        let between = flight.nearest_between();
        let Some(nearest) = between else { return "no two things meet each other".to_owned() };
        let [a, b] = nearest.pieces.map(|piece| self.called(&piece));
        format!("least gap at the start {} m: {a} and {b}", short(nearest.distance - self.gap.thickness))
    }

    /// How fast things creep that stick on a slope.
    fn creep(&self) -> Vec<String> {
        let (epsv, sticking) = self.sticking;
        let frictions = self.rules.frictions();
        let told = frictions.iter().take(NAMED).map(|mu| {
            let half = 0.5 * mu.atan();
            let share = half.tan() / mu;
            let creep = epsv * match sticking {
                Sticking::C1 => 1.0 - (1.0 - share).sqrt(),
                Sticking::C0 => share,
            };
            format!(
                "friction {mu}, epsv {} m/s: what sticks on a slope of {:.1}°, half of the angle of friction, creeps at {} m/s",
                short(epsv),
                half.to_degrees(),
                short(creep)
            )
        });
        told.collect()
    }
}

/// What rounds up to the next power of ten has its digits.
const ROUNDED: f64 = 1.0005;

/// Three digits, as one reads them.
fn short(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    let digits = (2.0 - (x.abs() * ROUNDED).log10().floor()).clamp(0.0, 5.0) as usize;
    if (1e-3..1e4).contains(&(x.abs() * ROUNDED)) { format!("{x:.digits$}") } else { format!("{x:.2e}") }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_short() {
        let table = [
            (0.0, "0"),
            (1.0, "1.00"),
            (0.00125, "0.00125"),
            (1e-4, "1.00e-4"),
            (1e6, "1.00e6"),
            (123.4, "123"),
        ];
        for (x, text) in table {
            assert_eq!(short(x), text);
        }
    }
}
