//! Joints: what holds two bodies together and leaves them some of their motions.
//!
//! A joint is made of gaps between points of its two sides. Points are linear in the nodes, a rigid body's wherever they are, so
//! most gaps are as well:
//!
//! ```text
//! g = p_b − p_a            two points that coincide
//! c = (p_b − p_a)·d − t    a product of two ways: a point in a plane that turns, the cosine of an angle
//! c = sin(φ − φ₀)          the angle by which a direction has turned from another
//! c = |p_b − p_a| − L      a distance
//! ```
//!
//! Each is held by the augmented Lagrangian k/2 |c + λ/k|² (\[Nocedal06\] §17.3): a spring with a multiplier λ that is its force. The
//! multiplier is taken anew at every minimum, λ ← λ + kc, and the minimum is sought again until no gap is wider than the tolerance;
//! where that is slow, k is doubled. A limit, c ≥ 0, only pushes: max(0, λ − kc)²/2k. A motor has no multiplier but a greatest
//! force. Multipliers are kept from step to step, so at rest they are right from the start.

mod element;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::{
    Abilities, Account, Between, Energy, Interaction, Lagging, Meeting, Part, Points, Reached, Remembering,
    Rounding, Slots, Source, Stencils, Timed, Want, Weighted, block_place, enlist, gradient_slot,
    hessian_slot,
};
use crate::math::Filter;
use crate::math::vec3::{Vec3, norm};
use element::{CORNERS, Grip};
pub use element::{Form, Hold};

/// A point of one side: a weighted sum of nodes, and a shift. In a body weights sum to one, a place in space has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct End {
    /// Nodes and weights.
    pub shares: Vec<(u32, f64)>,
    /// Shift, m.
    pub place: Vec3,
    /// Whether the force of the joint is told of this side.
    pub told: bool,
}

/// To the first point from the second.
pub type Way = [End; 2];

/// A number by time.
#[derive(Clone)]
pub struct ByTime(pub Arc<dyn Fn(f64) -> f64 + Send + Sync>);

impl fmt::Debug for ByTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number by time")
    }
}

/// What a gap follows from step to step, beside being held.
#[derive(Clone, Debug, Default)]
pub enum Drive {
    /// Nothing.
    #[default]
    None,
    /// It should be farther by its speed times the length of the step than where the step began.
    Motor {
        /// Speed, rad/s or m/s.
        speed: ByTime,
        /// Greatest torque or force, N m or N.
        most: ByTime,
    },
    /// It should be where the step began, with a force as large as its speed times this, N s/m.
    Damper(f64),
}

/// A gap of a joint.
#[derive(Clone, Debug)]
pub struct Gap {
    /// What it is.
    pub form: Form,
    /// The ways it is made of, as many as its form has.
    pub ways: Vec<Way>,
    /// How it is held.
    pub hold: Hold,
    /// Stiffness k, N/m; of an angle, N m.
    pub stiffness: f64,
    /// How many metres a gap of one is.
    pub reach: f64,
    /// What drives it.
    pub drive: Drive,
}

/// A joint, to be made.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Name where its force is told.
    pub name: String,
    /// Key of the scene that describes it.
    pub key: String,
    /// What holds it.
    pub gaps: Vec<Gap>,
    /// Widest gap that is none, m.
    pub tolerance: f64,
    /// Force at which it breaks, N.
    pub breaks: Option<f64>,
}

/// One gap among all.
#[derive(Clone, Debug)]
struct Element {
    joint: u32,
    form: Form,
    hold: Hold,
    drive: Drive,
    /// Constants added to the ways.
    shift: [Vec3; 3],
    stiffness: f64,
    reach: f64,
    /// Corners on which the force is told.
    on: u64,
    /// Whether a limit of an angle is on the near side, and the greatest force of a motor, in the step under way.
    near: bool,
    most: f64,
}

/// What a joint is besides its gaps.
#[derive(Clone, Debug)]
struct About {
    name: String,
    key: String,
    elements: Range<usize>,
    tolerance: f64,
    breaks: Option<f64>,
}

/// Times that multipliers are taken anew in a solve at most.
const MOST: usize = 40;
/// A gap that does not shrink to this part is held more stiffly.
const SHRINKS: f64 = 0.25;
/// Doublings of a stiffness at most.
const DOUBLINGS: f64 = 16.0;
/// Numbers that are kept of a gap: three multipliers, doublings, and one as long as it holds.
const KEPT: usize = 5;

/// All joints of a world.
#[derive(Clone, Debug)]
pub struct Joints {
    list: Vec<About>,
    elements: Vec<Element>,
    points: Points,
    numbers: Vec<u32>,
    /// What is kept of every gap, as it is in the solve under way, where that ended, and after the last step that was made.
    now: Vec<[f64; KEPT]>,
    after: Vec<[f64; KEPT]>,
    kept: Vec<[f64; KEPT]>,
    /// Widths of gaps when they were looked at before, m.
    width: Vec<f64>,
    /// The time of the last state, s.
    time: f64,
    wrong: Option<String>,
    left: Option<f64>,
    slots: Vec<f64>,
}

impl Joints {
    /// Joints that begin where everything is at rest.
    pub fn new(joints: Vec<Joint>) -> Self {
        let mut points = Weighted::default();
        let (mut list, mut elements, mut numbers) = (Vec::new(), Vec::<Element>::new(), Vec::new());
        for (number, joint) in joints.into_iter().enumerate() {
            let first = elements.len();
            for gap in joint.gaps {
                let (mut shift, mut on) = ([[0.0; 3]; 3], 0);
                // Ways that are not there repeat the last one, with derivatives of zero.
                let way = |k: usize| &gap.ways[place(gap.form, k).min(gap.ways.len() - 1)];
                for corner in 0..CORNERS {
                    let end = &way(corner / 2)[corner % 2];
                    numbers.push(points.push(end.shares.iter().copied()));
                    let sign = if corner % 2 == 0 { 1.0 } else { -1.0 };
                    (0..3).for_each(|i| shift[corner / 2][i] += sign * end.place[i]);
                    on |= u64::from(end.told) << corner;
                }
                elements.push(Element {
                    joint: number as u32,
                    form: gap.form,
                    hold: gap.hold,
                    drive: gap.drive,
                    shift,
                    stiffness: gap.stiffness,
                    reach: gap.reach,
                    on,
                    near: true,
                    most: 0.0,
                });
            }
            let Joint { name, key, tolerance, breaks, .. } = joint;
            list.push(About { name, key, elements: first..elements.len(), tolerance, breaks });
        }
        let count = elements.len();
        let whole = vec![[0.0, 0.0, 0.0, 0.0, 1.0]; count];
        Self {
            list,
            elements,
            points: Points::Weighted(points),
            numbers,
            now: whole.clone(),
            after: whole.clone(),
            kept: whole,
            width: vec![0.0; count],
            time: 0.0,
            wrong: None,
            left: None,
            slots: Vec::new(),
        }
    }

    fn ways(&self, element: usize, x: &[f64]) -> [Vec3; 3] {
        let at = |corner: usize| self.points.position(self.numbers[CORNERS * element + corner], x);
        [0, 1, 2].map(|k| {
            let (to, from, shift) = (at(2 * k), at(2 * k + 1), self.elements[element].shift[k]);
            [0, 1, 2].map(|i| to[i] - from[i] + shift[i])
        })
    }

    fn grip(&self, element: usize) -> Grip {
        let [a, b, c, doublings, whole] = self.now[element];
        let Element { stiffness, near, most, .. } = &self.elements[element];
        let stiffness = if *near { stiffness * doublings.exp2() * whole } else { 0.0 };
        Grip { multiplier: [a, b, c], stiffness, most: *most }
    }

    fn gap(&self, element: usize, x: &[f64]) -> Vec3 {
        self.elements[element].form.gap(self.ways(element, x))
    }

    /// Says for the step that ends at `end` where motors and dampers draw to, and which limits are near.
    fn aim(&mut self, x: &[f64], end: f64) {
        let h = (end - self.time).max(0.0);
        for element in 0..self.elements.len() {
            let here = self.elements[element].form.measure(self.ways(element, x));
            let one = &mut self.elements[element];
            match &one.drive {
                Drive::None => {}
                Drive::Motor { speed, most } => {
                    one.form = one.form.from(here + h * (speed.0)(end));
                    one.most = (most.0)(end).max(0.0);
                }
                Drive::Damper(damping) => {
                    one.form = one.form.from(here);
                    one.stiffness = if h > 0.0 { damping / h } else { 0.0 };
                }
            }
            if let (Form::Turn { target, .. }, Hold::Limit) = (one.form, one.hold) {
                one.near = (here - target).cos() > 0.0;
            }
        }
    }

    /// The force of a joint at `x`, on the side on which it is told.
    fn force(&mut self, joint: usize, x: &[f64]) -> Vec3 {
        let mut slot = std::mem::take(&mut self.slots);
        slot.resize(gradient_slot(CORNERS), 0.0);
        let mut sum = [0.0; 3];
        for element in self.list[joint].elements.clone() {
            let Element { form, hold, on, .. } = self.elements[element];
            let ways = self.ways(element, x);
            element::eval(form, hold, self.grip(element), ways, Filter::Raw, &mut slot, &mut []);
            for (_, g) in slot.chunks_exact(3).enumerate().filter(|(corner, _)| on >> corner & 1 == 1) {
                (0..3).for_each(|i| sum[i] -= g[i]);
            }
        }
        self.slots = slot;
        sum
    }
}

/// Which of the ways of a gap is A, B and D.
fn place(form: Form, k: usize) -> usize {
    match (form, k) {
        (Form::Product { .. }, 2) => 1,
        (Form::Turn { .. }, k) => k,
        _ => 0,
    }
}

enlist!(Joints: Joint);

impl Energy for Joints {
    fn name(&self) -> &str {
        "joints"
    }

    /// What is stored in a gap is no energy of the bodies.
    fn account(&self) -> Account {
        Account::UntrackedContact
    }

    fn stencils(&self) -> Stencils<'_> {
        Stencils { arity: CORNERS, nodes: &self.numbers }
    }

    fn begin(&mut self, x: &[f64], end: f64) {
        self.now.clone_from(&self.kept);
        self.after.clone_from(&self.kept);
        self.width.fill(f64::INFINITY);
        (self.wrong, self.left) = (None, None);
        self.aim(x, end);
    }

    fn remembering(&mut self) -> Option<&mut dyn Remembering> {
        Some(self)
    }

    fn lagging(&mut self) -> Option<&mut dyn Lagging> {
        Some(self)
    }

    fn timed(&mut self) -> Option<&mut dyn Timed> {
        Some(self)
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            not_projective: Some("multipliers of joints change from minimum to minimum"),
            rounding: Some(self),
            source: Some(self),
            remembering: Some(self),
            ..Abilities::default()
        }
    }

    fn eval(&self, x: &[f64], elements: Range<usize>, want: Want, filter: Filter, slots: Slots<'_>) -> f64 {
        let Slots { gradient, hessian } = slots;
        let mut sum = 0.0;
        for (k, element) in elements.enumerate() {
            let Element { form, hold, .. } = self.elements[element];
            let of = |slot: usize, wanted: bool| if wanted { slot * k..slot * (k + 1) } else { 0..0 };
            sum += element::eval(
                form,
                hold,
                self.grip(element),
                self.ways(element, x),
                filter,
                &mut gradient[of(gradient_slot(CORNERS), want >= Want::Gradient)],
                &mut hessian[of(hessian_slot(CORNERS), want >= Want::Hessian)],
            );
        }
        sum
    }

    /// Springs along the first way, and along the last where there are two.
    fn stand_in(&self, elements: Range<usize>, hessian: &mut [f64]) {
        hessian.fill(0.0);
        for (slot, element) in hessian.chunks_exact_mut(hessian_slot(CORNERS)).zip(elements) {
            let k = self.grip(element).stiffness;
            for (a, b, sign) in [(0, 0, 1.0), (0, 1, -1.0), (1, 1, 1.0)] {
                let block = &mut slot[9 * block_place(CORNERS, a, b)..][..9];
                (0..3).for_each(|i| block[4 * i] = sign * k);
            }
        }
    }
}

impl Remembering for Joints {
    fn accept(&mut self, x: &[f64], t: f64) {
        self.time = t;
        for joint in 0..self.list.len() {
            let Some(most) = self.list[joint].breaks else { continue };
            if norm(self.force(joint, x)) > most {
                self.list[joint].elements.clone().for_each(|element| self.after[element] = [0.0; KEPT]);
            }
        }
        self.kept.clone_from(&self.after);
    }

    fn memory(&self) -> &[f64] {
        self.kept.as_flattened()
    }

    fn recall(&mut self, numbers: &[f64]) {
        for (kept, numbers) in self.kept.iter_mut().zip(numbers.as_chunks::<KEPT>().0) {
            *kept = *numbers;
        }
        self.after.clone_from(&self.kept);
    }
}

impl Rounding for Joints {
    /// A gap is a difference of positions, and its error times the force is that of the energy.
    fn rounding(&self, elements: Range<usize>, value: f64, extent: f64) -> f64 {
        let stiffest = elements.map(|element| self.grip(element).stiffness).fold(0.0, f64::max);
        super::ROUNDING * (value + extent * (2.0 * stiffest * value).sqrt())
    }
}

impl Lagging for Joints {
    fn relag(&mut self, at: Reached<'_>, taken: usize) -> bool {
        let mut again = false;
        let mut worst = (0.0, 0);
        for element in 0..self.elements.len() {
            let Element { joint, hold, reach, .. } = self.elements[element];
            let grip = self.grip(element);
            if grip.stiffness <= 0.0 || !matches!(hold, Hold::Closed | Hold::Limit) {
                continue;
            }
            let next = hold.multiplier(self.gap(element, at.point), grip);
            let change = [0, 1, 2].map(|i| next[i] - grip.multiplier[i]);
            let width = norm(change) / grip.stiffness * reach;
            let part = width / self.list[joint as usize].tolerance;
            if part > worst.0 {
                worst = (part, joint);
            }
            let mut kept = [next[0], next[1], next[2], self.now[element][3], 1.0];
            if part > 1.0 {
                again = true;
                if width > SHRINKS * self.width[element] && kept[3] < DOUBLINGS {
                    kept[3] += 1.0;
                }
            } else if kept[3] > 0.0 && taken == 0 && part < 0.25 {
                kept[3] -= 1.0;
            }
            self.width[element] = width;
            self.after[element] = kept;
        }
        self.left = Some(worst.0);
        if again && taken < MOST {
            self.now.clone_from(&self.after);
            return true;
        }
        if again {
            let About { name, key, tolerance, .. } = &self.list[worst.1 as usize];
            self.wrong = Some(format!(
                "{key}: the sides of the joint {name} are still {:.2e} m apart after {MOST} tries, and its tolerance is \
                 {tolerance:.2e} m; joints, pins or contacts that contradict it, or a load it cannot bear: take one of them out, or \
                 take shorter steps",
                worst.0 * tolerance
            ));
        }
        false
    }

    fn lag_left(&self) -> Option<f64> {
        None
    }
}

impl Timed for Joints {
    fn clock(&mut self, _t: f64) {}

    fn mistake(&self) -> Option<String> {
        self.wrong.clone()
    }
}

impl Interaction for Joints {
    /// They are where they are.
    fn collect(&mut self, _x: &[f64]) {}

    fn points(&self) -> &Points {
        &self.points
    }
}

impl Source for Joints {
    fn names(&self) -> Vec<String> {
        self.list.iter().map(|about| about.name.clone()).collect()
    }

    fn part(&self) -> Part {
        Part::Hold
    }

    fn meeting(&self, element: usize) -> Meeting {
        let Element { joint, on, .. } = self.elements[element];
        Meeting { between: Between::Outside(joint), on }
    }
}
