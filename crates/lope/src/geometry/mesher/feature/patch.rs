//! The part of a mesh that may move: vertices with the tetrahedra around them and what they must stay on.

use std::collections::BTreeMap;

use super::super::super::mesh::TetMesh;
use super::super::angle::score;
use super::probe::{Probe, unit};
use crate::math::vec3::{Vec3, along, cross, dot, sub};

/// What a vertex stays on when it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// Anywhere inside.
    Inside,
    /// On a smooth side with this normal.
    Face(Vec3),
    /// On the crease between two sides with these normals.
    Crease([Vec3; 2]),
    /// In a corner, or at the rim of the patch: it does not move.
    Fixed,
}

impl Role {
    /// The normals of the sides a vertex is on; none if it is on no side or on unknown ones.
    pub(super) fn sides(&self) -> &[Vec3] {
        match self {
            Role::Face(normal) => std::slice::from_ref(normal),
            Role::Crease(normals) => normals,
            Role::Inside | Role::Fixed => &[],
        }
    }
}

/// A vertex that may move.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) role: Role,
    /// Tetrahedra around it.
    pub(super) star: Vec<u32>,
}

/// A part of a mesh.
pub(super) struct Patch<'a> {
    pub(super) mesh: &'a mut TetMesh,
    pub(super) probe: Probe<'a>,
    pub(super) sites: BTreeMap<u32, Site>,
}

/// Lengths of trial steps, in edge lengths.
const STEPS: [f64; 4] = [0.2, 0.08, 0.03, 0.01];

impl<'a> Patch<'a> {
    /// The vertices within `rings` edges of the seeds.
    pub(super) fn new(
        mesh: &'a mut TetMesh,
        probe: Probe<'a>,
        on_surface: &[bool],
        seeds: impl Iterator<Item = u32>,
        rings: usize,
    ) -> Self {
        let mut marked = vec![false; mesh.points.len()];
        seeds.for_each(|v| marked[v as usize] = true);
        for _ in 0..rings {
            let before = marked.clone();
            for tet in mesh.tets.iter().filter(|tet| tet.iter().any(|v| before[*v as usize])) {
                tet.iter().for_each(|v| marked[*v as usize] = true);
            }
        }
        let mut sites = BTreeMap::new();
        for (t, tet) in mesh.tets.iter().enumerate() {
            for v in tet.iter().filter(|v| marked[**v as usize]) {
                let role = if on_surface[*v as usize] { Role::Fixed } else { Role::Inside };
                sites.entry(*v).or_insert_with(|| Site { role, star: Vec::new() }).star.push(t as u32);
            }
        }
        let surface: Vec<u32> =
            sites.iter().filter(|(_, site)| site.role == Role::Fixed).map(|(v, _)| *v).collect();
        let normals = super::detect::normals(&probe, &mesh.points, &surface);
        for (v, normal) in surface.iter().zip(normals) {
            if let Some(site) = sites.get_mut(v)
                && normal != [0.0; 3]
            {
                site.role = Role::Face(normal);
            }
        }
        Patch { mesh, probe, sites }
    }

    /// What a vertex stays on; outside of the patch it does not move.
    pub(super) fn role(&self, vertex: u32) -> Role {
        self.sites.get(&vertex).map_or(Role::Fixed, |site| site.role)
    }

    /// The least score around a vertex, if it were at `at`.
    pub(super) fn score_at(&self, vertex: u32, star: &[u32], at: Vec3) -> f64 {
        let corner = |v: u32| if v == vertex { at } else { self.mesh.points[v as usize] };
        star.iter()
            .map(|t| score(self.mesh.tets[*t as usize].map(corner), self.probe.h))
            .fold(f64::INFINITY, f64::min)
    }

    /// The same if it is larger than `least`.
    fn better_at(&self, vertex: u32, star: &[u32], at: Vec3, least: f64) -> Option<f64> {
        let corner = |v: u32| if v == vertex { at } else { self.mesh.points[v as usize] };
        let mut worst = f64::INFINITY;
        for t in star {
            worst = worst.min(score(self.mesh.tets[*t as usize].map(corner), self.probe.h));
            if worst <= least {
                return None;
            }
        }
        Some(worst)
    }

    pub(super) fn score(&self, vertex: u32) -> f64 {
        self.sites.get(&vertex).map_or(f64::INFINITY, |site| {
            self.score_at(vertex, &site.star, self.mesh.points[vertex as usize])
        })
    }

    /// The neighbours of a vertex that belong to the patch, ascending.
    pub(super) fn ring(&self, vertex: u32) -> Vec<u32> {
        let star = self.sites.get(&vertex).map_or(&[][..], |site| &site.star);
        let mut ring: Vec<u32> = star.iter().flat_map(|t| self.mesh.tets[*t as usize]).collect();
        ring.sort_unstable();
        ring.dedup();
        ring.retain(|v| *v != vertex && self.sites.contains_key(v));
        ring
    }

    /// Moves a vertex to where the least score around it is larger, as far as its role allows. The score around
    /// no vertex gets worse by it, unless it was better than that of the moved one.
    pub(super) fn relax(&mut self, vertex: u32) {
        let Some(site) = self.sites.get(&vertex).cloned() else { return };
        let mut at = self.mesh.points[vertex as usize];
        let mut best = self.score_at(vertex, &site.star, at);
        let mut role = site.role;
        for step in STEPS {
            for _ in 0..3 {
                let mut improved = false;
                for direction in directions(role) {
                    let wished = along(at, step * self.probe.h, direction);
                    // Before asking the field: a move that is no good without it is no good with it.
                    if self.better_at(vertex, &site.star, wished, best).is_none() {
                        continue;
                    }
                    let Some((moved, new_role)) = self.constrained(wished, role) else { continue };
                    if let Some(score) = self.better_at(vertex, &site.star, moved, best) {
                        (at, best, role, improved) = (moved, score, new_role, true);
                    }
                }
                if !improved {
                    break;
                }
            }
        }
        self.mesh.points[vertex as usize] = at;
        if let Some(site) = self.sites.get_mut(&vertex) {
            site.role = role;
        }
    }

    /// The place that a role allows next to a wished one.
    fn constrained(&self, wished: Vec3, role: Role) -> Option<(Vec3, Role)> {
        match role {
            Role::Inside => Some((wished, role)),
            Role::Face(normal) => {
                let at = self.probe.onto_face(wished, normal)?;
                let found = self.probe.gradients(&[at]).1[0];
                (dot(found, normal) > 0.93).then_some((at, Role::Face(found)))
            }
            Role::Crease(normals) => {
                self.probe.onto_crease(wished, normals).map(|(at, normals)| (at, Role::Crease(normals)))
            }
            Role::Fixed => None,
        }
    }
}

/// The directions in which a vertex may be moved.
fn directions(role: Role) -> Vec<Vec3> {
    match role {
        Role::Inside => {
            let mut all = Vec::with_capacity(14);
            for k in 0..3 {
                let mut axis = [0.0; 3];
                axis[k] = 1.0;
                all.extend([axis, axis.map(|x: f64| -x)]);
            }
            let d = 1.0 / 3.0_f64.sqrt();
            all.extend((0..8).map(|c| [0, 1, 2].map(|k| if c >> k & 1 == 1 { d } else { -d })));
            all
        }
        Role::Face(normal) => {
            let least = (0..3).min_by(|a, b| normal[*a].abs().total_cmp(&normal[*b].abs())).unwrap_or(0);
            let mut axis = [0.0; 3];
            axis[least] = 1.0;
            let u = unit(cross(normal, axis)).unwrap_or(axis);
            let v = cross(normal, u);
            (0..8)
                .map(|k| {
                    let (sin, cos) = (f64::from(k) * std::f64::consts::FRAC_PI_4).sin_cos();
                    along(u.map(|x| cos * x), sin, v)
                })
                .collect()
        }
        Role::Crease([a, b]) => unit(cross(a, b)).map_or(vec![], |axis| vec![axis, sub([0.0; 3], axis)]),
        Role::Fixed => vec![],
    }
}
