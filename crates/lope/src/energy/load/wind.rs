//! Wind on surfaces: drag and lift of thin plates.
//!
//! A face of the area A and the normal n that moves at u through the air gets −½ ρ C_D A |u·n| (u·n) n, and by the lift
//! ½ ρ C_L A (|w| (w·n) n − (w·n)² w/|w|) with w = −u, across the way of the air. The drag is the gradient of
//! ½ ρ C_D A |u·n|³/3 as long as the face keeps its place: so faces lag, and the lift with them.

use std::ops::Range;

use super::clock::{Clock, Fill, Window};
use super::face::Faces;
use super::{ALL, MOST, SAME, change};
use crate::energy::{
    Abilities, Account, At, Energy, Lagging, Meeting, Part, Reached, Slots, Source, Stencils, Timed, Want,
    block_place, enlist, gradient_slot, hessian_slot,
};
use crate::math::Filter;
use crate::math::vec3::{Vec3, along, dot, norm, sub};

/// What the air is, and what a face does in it.
#[derive(Clone, Copy, Debug)]
pub struct Air {
    /// Its density ρ, kg/m³.
    pub density: f64,
    /// Coefficient of drag C_D of a plate across the wind.
    pub drag: f64,
    /// Coefficient of lift C_L of a plate in the wind.
    pub lift: f64,
    /// Whether only faces that the air meets from outside feel it: those of solids.
    pub one_sided: bool,
}

/// The potential of the velocities whose negative gradient are the forces of wind.
#[derive(Clone)]
pub struct Wind {
    called: String,
    faces: Faces,
    air: Air,
    clock: Clock<Vec3>,
    /// Normals as long as areas, and forces of lift, where they were taken.
    normals: Vec<Vec3>,
    lifts: Vec<Vec3>,
    /// Velocities of the last time, for the lift where nobody says them.
    before: Vec<Vec3>,
    after: Vec<Vec3>,
    former: (Vec<Vec3>, Vec<Vec3>),
    /// Areas at rest, m².
    areas: Vec<f64>,
    lag: Option<f64>,
}

impl Wind {
    /// Wind on faces, m/s, by a law of one value for each; `rest` is where all nodes are at rest.
    pub fn new(
        [called, key]: [&str; 2],
        faces: Faces,
        air: Air,
        rest: &[f64],
        window: Window,
        changes: bool,
        law: Fill<Vec3>,
    ) -> Self {
        let count = faces.len();
        let areas = (0..count).map(|face| norm(faces.area_normal(rest, face))).collect();
        let clock = Clock::new(key, window, changes, count, law);
        let zero = vec![[0.0; 3]; count];
        Self {
            called: called.to_owned(),
            faces,
            air,
            clock,
            normals: zero.clone(),
            lifts: zero,
            before: Vec::new(),
            after: Vec::new(),
            former: (Vec::new(), Vec::new()),
            areas,
            lag: None,
        }
    }

    /// The speed of a face through the air along its normal, its area and the normal; none where the air does not meet it.
    fn meets(&self, v: &[f64], face: usize) -> Option<(f64, f64, Vec3)> {
        let area = norm(self.normals[face]);
        if area == 0.0 {
            return None;
        }
        let n = self.normals[face].map(|n| n / area);
        let speed = dot(sub(self.faces.mean(v, face), self.clock.values()[face]), n);
        (speed > 0.0 || !self.air.one_sided).then_some((speed, area, n))
    }

    fn lift(&self, v: &[f64], face: usize) -> Vec3 {
        let Some((speed, area, n)) = self.meets(v, face).filter(|_| self.air.lift != 0.0) else {
            return [0.0; 3];
        };
        let w = sub(self.clock.values()[face], self.faces.mean(v, face));
        let fast = norm(w);
        if fast == 0.0 {
            return [0.0; 3];
        }
        let factor = 0.5 * self.air.density * self.air.lift * area;
        let across = n.map(|n| -fast * speed * n);
        along(across, -speed * speed / fast, w).map(|f| factor * f)
    }

    /// The force on every face with what was taken.
    fn forces(&self, v: &[f64], out: &mut Vec<Vec3>) {
        out.clear();
        out.extend((0..self.faces.len()).map(|face| {
            let drag = self.meets(v, face).map_or([0.0; 3], |(speed, area, n)| {
                n.map(|n| -0.5 * self.air.density * self.air.drag * area * speed.abs() * speed * n)
            });
            along(drag, 1.0, self.lifts[face])
        }));
    }
}

enlist!(Wind: Wind);

impl Energy for Wind {
    fn name(&self) -> &str {
        &self.called
    }

    fn at(&self) -> At {
        At::Velocity
    }

    fn account(&self) -> Account {
        Account::Work
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: self.faces.arity(), nodes: self.faces.nodes() }
    }

    fn begin(&mut self, x: &[f64], end: f64) {
        self.clock.begin(end);
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
        Abilities {
            is_driven: true,
            not_projective: Some("its drag grows with the square of the velocity"),
            source: Some(self),
            ..Abilities::default()
        }
    }

    /// Its Hessian is positive semidefinite as it is: |u|³ is convex.
    fn eval(&self, v: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let (start, arity) = (elements.start, self.faces.arity());
        let (row, slot, share) = (gradient_slot(arity), hessian_slot(arity), 1.0 / arity as f64);
        let k = 0.5 * self.air.density * self.air.drag;
        let mut sum = 0.0;
        for element in elements {
            let place = element - start;
            let (speed, area, n) = self.meets(v, element).unwrap_or_default();
            let lift = self.lifts[element];
            sum += k * area * speed.abs().powi(3) / 3.0 - dot(lift, self.faces.mean(v, element));
            if want >= Want::Gradient {
                let g = along(n.map(|n| k * area * speed.abs() * speed * n), -1.0, lift);
                let own = &mut slots.gradient[place * row..][..row];
                own.chunks_exact_mut(3).for_each(|corner| corner.copy_from_slice(&g.map(|g| share * g)));
            }
            if want >= Want::Hessian {
                let own = &mut slots.hessian[place * slot..][..slot];
                let bend = 2.0 * k * area * speed.abs() * share * share;
                let floor = filter.apply(0.0);
                for (a, b) in (0..arity).flat_map(|a| (a..arity).map(move |b| (a, b))) {
                    for (at, entry) in own[9 * block_place(arity, a, b)..][..9].iter_mut().enumerate() {
                        let (i, j) = (at % 3, at / 3);
                        *entry = bend * n[i] * n[j] + if a == b && i == j { floor } else { 0.0 };
                    }
                }
            }
        }
        sum
    }

    /// That of faces across a steady wind.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        let (arity, k) = (self.faces.arity(), self.air.density * self.air.drag);
        for (element, slot) in elements.zip(hessian.chunks_exact_mut(hessian_slot(arity))) {
            let speed = if self.clock.is_driven() { 0.0 } else { norm(self.clock.values()[element]) };
            let bend = k * speed * self.areas[element] / (arity * arity) as f64;
            for block in slot.chunks_exact_mut(9) {
                block.copy_from_slice(&[bend, 0.0, 0.0, 0.0, bend, 0.0, 0.0, 0.0, bend]);
            }
        }
    }
}

impl Timed for Wind {
    fn clock(&mut self, t: f64) {
        self.clock.set(t);
    }

    fn take(&mut self, x: &[f64], v: &[f64]) {
        for face in 0..self.faces.len() {
            self.normals[face] = self.faces.area_normal(x, face);
        }
        for face in 0..self.faces.len() {
            self.lifts[face] = if v.is_empty() { [0.0; 3] } else { self.lift(v, face) };
        }
    }

    fn mistake(&self) -> Option<String> {
        self.clock.wrong().map(str::to_owned)
    }
}

impl Lagging for Wind {
    /// The last time forces are only compared.
    fn relag(&mut self, at: Reached<'_>, taken: usize) -> bool {
        let [mut before, mut after] = [&mut self.before, &mut self.after].map(std::mem::take);
        self.forces(at.velocity, &mut before);
        self.former.0.clone_from(&self.normals);
        self.former.1.clone_from(&self.lifts);
        self.take(at.point, at.velocity);
        self.forces(at.velocity, &mut after);
        let lag = change(&before, &after);
        self.lag = Some(lag);
        let anew = lag > SAME && taken < MOST;
        if !anew {
            std::mem::swap(&mut self.former.0, &mut self.normals);
            std::mem::swap(&mut self.former.1, &mut self.lifts);
        }
        (self.before, self.after) = (before, after);
        anew
    }

    fn lag_left(&self) -> Option<f64> {
        self.lag
    }
}

impl Source for Wind {
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
    use std::sync::Arc;

    /// The force on a right triangle of half a square metre whose normal is (cos φ, sin φ, 0), in a wind of 10 m/s along x.
    fn force(angle: f64, drag: f64, lift: f64, one_sided: bool) -> Vec3 {
        let (sin, cos) = angle.sin_cos();
        let x = [0.0, 0.0, 0.0, -sin, cos, 0.0, 0.0, 0.0, 1.0];
        let air = Air { density: 1.2, drag, lift, one_sided };
        let law: Fill<Vec3> = Arc::new(|_, values| values.fill([10.0, 0.0, 0.0]));
        let faces = Faces::triangles(&[[0, 1, 2]]);
        let mut wind = Wind::new(["wind", "load"], faces, air, &x, Window::default(), false, law);
        wind.take(&x, &[0.0; 9]);
        let mut out = Vec::new();
        wind.forces(&[0.0; 9], &mut out);
        out[0]
    }

    #[test]
    fn a_plate_across_the_wind_feels_half_rho_v_squared() {
        let f = force(0.0, 1.28, 0.7, false);
        assert!((f[0] - 0.5 * 1.2 * 1.28 * 0.5 * 100.0).abs() < 1e-12 && f[1].abs() < 1e-12, "{f:?}");
        assert!(norm(force(std::f64::consts::FRAC_PI_2, 1.28, 0.7, false)) < 1e-12, "along the wind nothing");
    }

    #[test]
    fn lift_is_across_the_wind_and_grows_with_the_sine_of_twice_the_angle() {
        for angle in [0.2_f64, 0.7, 1.2, 2.0] {
            let f = force(angle, 0.0, 0.7, false);
            let expected = 0.5 * 1.2 * 0.7 * 0.5 * 100.0 * angle.sin() * angle.cos();
            assert!(f[0].abs() < 1e-12 && (f[1] - expected).abs() < 1e-12, "{angle}: {f:?} {expected}");
        }
    }

    #[test]
    fn the_lee_of_a_solid_feels_nothing() {
        assert!(norm(force(0.0, 1.0, 0.5, true)) == 0.0, "the normal points with the wind");
        assert!(force(std::f64::consts::PI, 1.0, 0.5, true)[0] > 29.9);
    }
}
