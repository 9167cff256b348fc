//! Forces that follow what they act on and are no gradient: a pressure on a surface whose rim moves, a torque.
//!
//! They are constant while a minimum is searched, and taken anew where it was found.

use std::ops::Range;
use std::sync::Arc;

use super::clock::{Clock, Fill, Window};
use super::face::{Faces, place};
use super::{ALL, MOST, SAME, change};
use crate::energy::{
    Abilities, Account, Energy, Lagging, Meeting, Part, Reached, Slots, Source, Stencils, Timed, Want, enlist,
};
use crate::math::Filter;
use crate::math::small::inverse;
use crate::math::vec3::{Vec3, along, cross, dot, norm, sub};

/// What the forces follow.
#[derive(Clone)]
enum Law {
    /// p A n, shared by the corners of each face.
    Pressure {
        faces: Faces,
        /// Of every corner its place among the nodes.
        corners: Vec<u32>,
        clock: Clock<f64>,
    },
    /// A couple: forces wᵢ α × rᵢ about the centre of the nodes weighted by w, with α such that their torque is the one asked for.
    Torque { weights: Vec<f64>, clock: Clock<Vec3> },
}

/// −f·(x − x₀) with forces f that lag.
#[derive(Clone)]
pub struct Follower {
    called: String,
    nodes: Arc<[u32]>,
    law: Law,
    /// The forces, where they were taken, and those before.
    forces: Vec<Vec3>,
    origin: Vec<Vec3>,
    former: Vec<Vec3>,
    lag: Option<f64>,
    wrong: Option<String>,
}

/// Nodes that lie on a line cannot be turned about it: a torque that is missed by more than this part of it.
const MISSED: f64 = 1e-6;

impl Follower {
    /// A pressure on faces, Pa, by a law of one value for each: it pushes them to the side they point to.
    pub fn pressure(names: [&str; 2], faces: Faces, window: Window, changes: bool, law: Fill<f64>) -> Self {
        let mut nodes = faces.nodes().to_vec();
        nodes.sort_unstable();
        nodes.dedup();
        let corner = |node: &u32| nodes.partition_point(|other| other < node) as u32;
        let corners = faces.nodes().iter().map(corner).collect();
        let clock = Clock::new(names[1], window, changes, faces.len(), law);
        Self::new(names[0], nodes, Law::Pressure { faces, corners, clock })
    }

    /// A torque on nodes, N m, by a law of one value; each node gets a part by its weight and its distance from the centre.
    pub fn torque(
        names: [&str; 2],
        nodes: Vec<u32>,
        mut weights: Vec<f64>,
        window: Window,
        changes: bool,
        law: Fill<Vec3>,
    ) -> Self {
        weights.resize(nodes.len(), 0.0);
        let clock = Clock::new(names[1], window, changes, 1, law);
        Self::new(names[0], nodes, Law::Torque { weights, clock })
    }

    fn new(called: &str, nodes: Vec<u32>, law: Law) -> Self {
        let zero = vec![[0.0; 3]; nodes.len()];
        Self {
            called: called.to_owned(),
            nodes: nodes.into(),
            law,
            forces: zero.clone(),
            origin: zero,
            former: Vec::new(),
            lag: None,
            wrong: None,
        }
    }
}

/// The couple on nodes at `r` from their centre; none if they lie on a line that the torque is about.
fn couple(weights: &[f64], r: &[Vec3], torque: Vec3, forces: &mut [Vec3]) -> bool {
    let mut inertia = [[0.0; 3]; 3];
    for (w, r) in weights.iter().zip(r) {
        for (i, row) in inertia.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += w * (if i == j { dot(*r, *r) } else { 0.0 } - r[i] * r[j]);
            }
        }
    }
    // Nodes on a line have no inertia about it. Whether a torque asks for some shows in what it gets.
    let trace = inertia[0][0] + inertia[1][1] + inertia[2][2];
    (0..3).for_each(|i| inertia[i][i] += 1e-13 * trace);
    let Some(inverse) = inverse(&inertia) else { return false };
    let alpha = inverse.map(|row| dot(row, torque));
    let mut got = [0.0; 3];
    for ((w, r), force) in weights.iter().zip(r).zip(forces) {
        *force = cross(alpha, *r).map(|f| w * f);
        got = along(got, 1.0, cross(*r, *force));
    }
    norm(sub(got, torque)) <= MISSED * norm(torque)
}

enlist!(Follower: Follower);

impl Energy for Follower {
    fn name(&self) -> &str {
        &self.called
    }

    fn account(&self) -> Account {
        Account::Work
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: 1, nodes: &self.nodes }
    }

    fn begin(&mut self, x: &[f64], end: f64) {
        match &mut self.law {
            Law::Pressure { clock, .. } => clock.begin(end),
            Law::Torque { clock, .. } => clock.begin(end),
        }
        self.lag = None;
        self.take(x, &[]);
    }

    fn lagging(&mut self) -> Option<&mut dyn Lagging> {
        Some(self)
    }

    fn timed(&mut self) -> Option<&mut dyn Timed> {
        Some(self)
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities { is_linear: true, is_driven: true, source: Some(self), ..Abilities::default() }
    }

    fn stand_in(&self, _elements: Range<usize>, _hessian: &mut [f64]) {
        // Linear: no slots.
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, _filter: Filter, slots: Slots<'_>) -> f64 {
        let start = elements.start;
        let mut sum = 0.0;
        for element in elements {
            let f = self.forces[element];
            sum -= dot(f, sub(place(x, self.nodes[element]), self.origin[element]));
            if want >= Want::Gradient {
                slots.gradient[3 * (element - start)..][..3].copy_from_slice(&f.map(|f| -f));
            }
        }
        sum
    }
}

impl Timed for Follower {
    fn clock(&mut self, t: f64) {
        match &mut self.law {
            Law::Pressure { clock, .. } => clock.set(t),
            Law::Torque { clock, .. } => clock.set(t),
        }
    }

    fn take(&mut self, x: &[f64], _v: &[f64]) {
        let Self { law, nodes, forces, origin, wrong, .. } = self;
        origin.clear();
        origin.extend(nodes.iter().map(|node| place(x, *node)));
        forces.fill([0.0; 3]);
        *wrong = None;
        match law {
            Law::Pressure { faces, corners, clock } => {
                let arity = faces.arity();
                for (face, corners) in corners.chunks_exact(arity).enumerate() {
                    let share = clock.values()[face] / arity as f64;
                    let n = faces.area_normal(x, face);
                    corners.iter().for_each(|corner| {
                        forces[*corner as usize] = along(forces[*corner as usize], share, n);
                    });
                }
            }
            Law::Torque { weights, clock } => {
                let torque = clock.values()[0];
                let total: f64 = weights.iter().sum();
                let center = weights.iter().zip(&*origin).fold([0.0; 3], |c, (w, x)| along(c, w / total, *x));
                let r: Vec<Vec3> = origin.iter().map(|x| sub(*x, center)).collect();
                if torque != [0.0; 3] && !couple(weights, &r, torque, forces) {
                    *wrong = Some(clock.mistake(&format!(
                        "the vertices lie on a line, and nothing turns them about it by {torque:?} N m; select more of them"
                    )));
                }
            }
        }
    }

    fn mistake(&self) -> Option<String> {
        let wrong = match &self.law {
            Law::Pressure { clock, .. } => clock.wrong(),
            Law::Torque { clock, .. } => clock.wrong(),
        };
        wrong.or(self.wrong.as_deref()).map(str::to_owned)
    }
}

impl Lagging for Follower {
    /// The last time forces are only compared.
    fn relag(&mut self, at: Reached<'_>, taken: usize) -> bool {
        self.former.clone_from(&self.forces);
        self.take(at.point, at.velocity);
        let lag = change(&self.former, &self.forces);
        self.lag = Some(lag);
        let anew = lag > SAME && taken < MOST;
        if !anew {
            std::mem::swap(&mut self.former, &mut self.forces);
        }
        anew
    }

    fn lag_left(&self) -> Option<f64> {
        self.lag
    }
}

impl Source for Follower {
    fn names(&self) -> Vec<String> {
        vec![self.called.clone()]
    }

    fn part(&self) -> Part {
        Part::Load
    }

    fn meeting(&self, _: usize) -> Meeting {
        ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of forces and that of their torques about the origin.
    fn sums(load: &Follower) -> [Vec3; 2] {
        let each = load.forces.iter().zip(&load.origin);
        each.fold([[0.0; 3]; 2], |[f, m], (force, x)| {
            [along(f, 1.0, *force), along(m, 1.0, cross(*x, *force))]
        })
    }

    #[test]
    fn a_torque_is_a_couple_wherever_its_nodes_are() {
        let x: Vec<f64> = (0..15).map(|i| f64::from(i * i % 7) + 0.1 * f64::from(i)).collect();
        let torque = [0.3, -2.0, 1.0];
        let law: Fill<Vec3> = Arc::new(move |_, values| values[0] = torque);
        let weights = vec![1.0, 2.0, 0.5, 0.7, 1.3];
        let mut load =
            Follower::torque(["torque", "load"], (0..5).collect(), weights, Window::default(), false, law);
        load.begin(&x, 0.0);
        let [force, turn] = sums(&load);
        assert!(norm(force) < 1e-12 && norm(sub(turn, torque)) < 1e-10, "{force:?} {turn:?}");
        assert!(load.mistake().is_none());
    }

    #[test]
    fn nodes_on_a_line_can_be_turned_across_it_and_not_about_it() {
        let x = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.0];
        for (torque, fine) in [([0.0, 0.0, 2.0], true), ([0.0, 2.0, 0.0], false)] {
            let law: Fill<Vec3> = Arc::new(move |_, values| values[0] = torque);
            let names = ["torque", "body.0.load.0.torque"];
            let mut load =
                Follower::torque(names, vec![0, 1, 2], vec![1.0; 3], Window::default(), false, law);
            load.begin(&x, 0.5);
            let mistake = load.mistake();
            assert_eq!(mistake.is_none(), fine, "{mistake:?}");
            assert!(mistake.is_none_or(|text| text.starts_with("body.0.load.0.torque: at t = 0.5 s")));
        }
    }

    #[test]
    fn a_pressure_pushes_to_where_faces_point() {
        let x = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        let law: Fill<f64> = Arc::new(|_, values| values.fill(6.0));
        let faces = Faces::triangles(&[[0, 1, 2]]);
        let mut load = Follower::pressure(["pressure", "load"], faces, Window::default(), false, law);
        load.begin(&x, 0.0);
        assert_eq!(load.forces, [[0.0, 0.0, 2.0]; 3]);
    }
}
