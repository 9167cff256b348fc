//! Joints between bodies.

use std::sync::Arc;

use super::{Workshop, model};
use crate::body::Cells;
use crate::energy::joint::{ByTime, Drive, End, Form, Gap, Hold, Joint, Joints, Way};
use crate::geometry::Embedding;
use crate::geometry::mesh::{TetMesh, bounds};
use crate::math::vec3::{Vec3, add, along, cross, distance, norm, scaled, sub, unit};
use crate::scene::model::joint::WORLD;
use crate::scene::model::{JointType, Number, array};

/// Stiffness of a gap: so many times the mass of both over h². Of a motor, which has no multiplier, more.
const GAMMA: f64 = 100.0;
const MOTOR: f64 = 100.0 * GAMMA;
/// Default of the tolerance, of the size of the smaller body.
const TOLERANCE: f64 = 1e-4;

/// One side of a joint: a body with the four nodes that its points are means of, or the world.
struct Side {
    /// Nodes and where they are, of a tetrahedron; one of a net.
    nodes: Vec<u32>,
    corners: Vec<Vec3>,
    /// Of a body its mass, kg, and its radius of gyration, m.
    mass: f64,
    radius: f64,
    told: bool,
}

impl Side {
    fn world() -> Self {
        Self { nodes: Vec::new(), corners: Vec::new(), mass: 0.0, radius: f64::INFINITY, told: false }
    }

    fn is_world(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The point that is at `place`.
    fn end(&self, place: Vec3) -> End {
        let told = self.told;
        match self.corners[..] {
            [] => End { place, told, ..End::default() },
            [a, b, c, d] => {
                let weights = Embedding::affine([a, b, c, d], &[place]).points().next().unwrap_or_default().1;
                End { shares: self.nodes.iter().copied().zip(weights).collect(), place: [0.0; 3], told }
            }
            // The nearest vertex, a little off.
            _ => End { shares: vec![(self.nodes[0], 1.0)], place: [0.0; 3], told },
        }
    }
}

impl Workshop<'_> {
    /// Makes all joints, once all bodies are there.
    pub(super) fn joints(&mut self) {
        let scene = self.scene;
        let mut made = Vec::new();
        for (number, joint) in scene.joint.iter().enumerate() {
            match self.joint(&format!("joint.{number}"), joint) {
                Ok(joint) => made.push(joint),
                Err((below, message)) => self.refuse(format!("joint.{number}.{below}"), message),
            }
        }
        if !made.is_empty() {
            self.made.acts.interactions.push(Box::new(Joints::new(made)));
        }
    }

    /// Numbers of the bodies that joints keep from meeting each other.
    pub(super) fn jointed(&self) -> impl Iterator<Item = [u32; 2]> {
        let number = |name: &String| self.made.bodies.iter().position(|body| body.name == *name);
        let apart = self.scene.joint.iter().filter(|joint| !joint.collide);
        apart.filter_map(move |joint| {
            let [a, b] = [number(&joint.between[0])? as u32, number(&joint.between[1])? as u32];
            Some([a.min(b), a.max(b)])
        })
    }

    fn side(&self, name: &str, place: Vec3, aims: bool) -> Result<Side, String> {
        if name == WORLD {
            return Ok(Side::world());
        }
        let Some(body) = self.made.bodies.iter().find(|body| body.name == name) else {
            let names: Vec<&str> = self.made.bodies.iter().map(|body| body.name.as_str()).collect();
            return Err(format!(
                "there is no body \"{name}\"; there are {}, and \"{WORLD}\"",
                names.join(", ")
            ));
        };
        let first = body.nodes.start as u32;
        let points: &[Vec3] = &self.made.state.x.as_chunks().0[body.nodes.clone()];
        let masses = &self.made.mass[body.nodes.clone()];
        let mass: f64 = masses.iter().sum();
        let weighted = points.iter().zip(masses);
        let center = weighted.clone().fold([0.0; 3], |sum, (x, m)| along(sum, m / mass, *x));
        let square: f64 = weighted.map(|(x, m)| m * distance(*x, center).powi(2)).sum();
        let radius = (square / mass).sqrt();
        let nodes: Vec<u32> = match &body.cells {
            Cells::Tets(tets) => {
                let mesh = TetMesh { points: points.to_vec(), tets: tets.clone(), ..TetMesh::default() };
                let found = Embedding::new(&mesh, &[place]).map_err(|error| error.to_string())?;
                let [low, high] = bounds(points).unwrap_or_default();
                let size = distance(low, high);
                let out = [0, 1, 2].map(|i| (low[i] - place[i]).max(place[i] - high[i]).max(0.0));
                if !body.rigid && norm(out) > 0.1 * size {
                    return Err(format!(
                        "{place:?} is {:.3} m outside of {name}, which is soft and has no points there; move it onto the body",
                        norm(out)
                    ));
                }
                tets[found.tets()[0] as usize].to_vec()
            }
            _ if aims => {
                return Err(format!(
                    "{name} is a net, whose points have no directions; use ball, distance or spring"
                ));
            }
            _ => {
                let near = |i: &usize| distance(points[*i], place);
                let nearest = (0..points.len()).min_by(|a, b| near(a).total_cmp(&near(b)));
                vec![nearest.unwrap_or(0) as u32]
            }
        };
        let corners = nodes.iter().map(|node| points[*node as usize]).collect();
        Ok(Side {
            nodes: nodes.iter().map(|node| node + first).collect(),
            corners,
            mass,
            radius,
            told: false,
        })
    }

    fn joint(&self, key: &str, joint: &model::Joint) -> Result<Joint, (String, String)> {
        let kind = joint.kind;
        let p: Vec3 = array(&joint.at);
        let q = joint.to.as_ref().map_or(p, array);
        let aims = !matches!(kind, JointType::Ball | JointType::Distance | JointType::Spring);
        let wrong = |place: usize| move |message: String| (format!("between.{place}"), message);
        let mut a = self.side(&joint.between[0], p, aims).map_err(wrong(0))?;
        let mut b = self.side(&joint.between[1], q, aims).map_err(wrong(1))?;
        // The force is told on b, or on the only body.
        if b.is_world() {
            a.told = true
        } else {
            b.told = true
        };
        let h = self.scene.time.step.get() / f64::from(self.scene.time.substeps.unwrap_or(1).max(1));
        let radius = a.radius.min(b.radius);
        let size = if radius > 0.0 && radius.is_finite() { radius } else { 1.0 };
        let k = GAMMA * (a.mass + b.mass) / (h * h);
        let n = unit(joint.axis.as_ref().map_or([0.0, 0.0, 1.0], array));
        // A direction across the axis, from the coordinate that is least along it.
        let least = (0..3).min_by(|i, j| n[*i].abs().total_cmp(&n[*j].abs())).unwrap_or(0);
        let mut across = [0.0; 3];
        across[least] = 1.0;
        let e = unit(cross(cross(n, across), n));
        let m = cross(n, e);
        let frame = Frame { a: &a, b: &b, p, size, k };
        let by_time = |value: &model::Value| -> Result<ByTime, (String, String)> {
            let value = value.compile()?;
            Ok(ByTime(Arc::new(move |t| value.at(t, [0.0; 3]))))
        };
        let drive = match &joint.motor {
            Some(motor) => Drive::Motor { speed: by_time(&motor.speed)?, most: by_time(&motor.max)? },
            None => Drive::None,
        };
        let limits = joint.limits.map(|limits| limits.map(Number::get));
        let mut gaps = Vec::new();
        match kind {
            JointType::Ball => gaps.push(frame.point([0.0; 3])),
            JointType::Cone => {
                gaps.push(frame.point([0.0; 3]));
                let most = limits.map_or(0.0, |limits| limits[1]).to_radians().cos();
                gaps.push(frame.product(n, n, Form::Product { target: most, sign: 1.0 }, Hold::Limit));
            }
            JointType::Weld => {
                gaps.extend([[0.0; 3], n, e, m].map(|arm| frame.point(scaled(arm, size))));
            }
            JointType::Hinge => {
                gaps.extend([n, scaled(n, -1.0)].map(|arm| frame.point(scaled(arm, size))));
                let turn = |target: f64, sign: f64| Form::Turn { target, sign };
                for (limit, sign) in limits.into_iter().flat_map(|[low, high]| [(low, 1.0), (high, -1.0)]) {
                    gaps.push(frame.turn([e, m], turn(limit.to_radians(), sign), Hold::Limit));
                }
                if let Drive::Motor { .. } = drive {
                    let gap = frame.turn([e, m], turn(0.0, 1.0), Hold::Motor);
                    gaps.push(Gap { drive, stiffness: gap.stiffness * MOTOR / GAMMA, ..gap });
                }
            }
            JointType::Slider => {
                let still = Form::Product { target: 0.0, sign: 1.0 };
                gaps.extend([(e, m), (m, n), (n, e)].map(|(b, a)| frame.product(a, b, still, Hold::Closed)));
                gaps.extend([e, m].map(|side| frame.along(side, still, Hold::Closed)));
                let way = |target: f64, sign: f64| Form::Product { target, sign };
                for (limit, sign) in limits.into_iter().flat_map(|[low, high]| [(low, 1.0), (high, -1.0)]) {
                    gaps.push(frame.along(n, way(limit, sign), Hold::Limit));
                }
                if let Drive::Motor { .. } = drive {
                    let gap = frame.along(n, way(0.0, 1.0), Hold::Motor);
                    gaps.push(Gap { drive, stiffness: gap.stiffness * MOTOR / GAMMA, ..gap });
                }
            }
            JointType::Distance | JointType::Spring => {
                let rest = joint.length.map_or_else(|| norm(sub(q, p)), Number::get);
                let length = |target: f64, sign: f64| Form::Length { target, sign };
                let ways = || vec![[b.end(q), a.end(p)]];
                let gap = |form: Form, hold: Hold, stiffness: f64, drive: Drive| Gap {
                    form,
                    ways: ways(),
                    hold,
                    stiffness,
                    reach: 1.0,
                    drive,
                };
                match (kind, limits) {
                    (JointType::Spring, _) => {
                        let stiffness = joint.stiffness.map_or(0.0, Number::get);
                        gaps.push(gap(length(rest, 1.0), Hold::Spring, stiffness, Drive::None));
                        let damping = joint.damping.map_or(0.0, Number::get);
                        if damping > 0.0 {
                            gaps.push(gap(length(rest, 1.0), Hold::Spring, 0.0, Drive::Damper(damping)));
                        }
                    }
                    (_, Some([low, high])) => {
                        gaps.push(gap(length(low, 1.0), Hold::Limit, k, Drive::None));
                        gaps.push(gap(length(high, -1.0), Hold::Limit, k, Drive::None));
                    }
                    // Two points at one place have no direction, but coincide.
                    (_, None) if rest == 0.0 => gaps.push(Gap {
                        form: Form::Whole,
                        ..gap(length(0.0, 1.0), Hold::Closed, k, Drive::None)
                    }),
                    (_, None) => gaps.push(gap(length(rest, 1.0), Hold::Closed, k, Drive::None)),
                }
            }
        }
        Ok(Joint {
            name: joint.name.clone(),
            key: key.to_owned(),
            gaps,
            tolerance: joint.tolerance.map_or(TOLERANCE * size, Number::get),
            breaks: joint.breaks.map(Number::get),
        })
    }
}

/// Two sides that meet at a point.
struct Frame<'a> {
    a: &'a Side,
    b: &'a Side,
    p: Vec3,
    size: f64,
    k: f64,
}

impl Frame<'_> {
    fn gap(&self, form: Form, ways: Vec<Way>, hold: Hold) -> Gap {
        Gap { form, ways, hold, stiffness: self.k, reach: 1.0, drive: Drive::None }
    }

    /// A direction of a side.
    fn direction(&self, side: &Side, d: Vec3) -> Way {
        [side.end(add(self.p, d)), side.end(self.p)]
    }

    /// The points of both sides at `arm` from the joint coincide.
    fn point(&self, arm: Vec3) -> Gap {
        let place = add(self.p, arm);
        self.gap(Form::Whole, vec![[self.b.end(place), self.a.end(place)]], Hold::Closed)
    }

    /// The product of a direction of a and one of b.
    fn product(&self, of_a: Vec3, of_b: Vec3, form: Form, hold: Hold) -> Gap {
        let ways = vec![self.direction(self.b, of_b), self.direction(self.a, of_a)];
        self.angle(self.gap(form, ways, hold))
    }

    /// The angle by which b's direction has turned from a's, in the plane of the two given.
    fn turn(&self, [e, m]: [Vec3; 2], form: Form, hold: Hold) -> Gap {
        let ways = vec![self.direction(self.a, e), self.direction(self.a, m), self.direction(self.b, e)];
        self.angle(self.gap(form, ways, hold))
    }

    /// The way of b along a direction of a.
    fn along(&self, of_a: Vec3, form: Form, hold: Hold) -> Gap {
        let ways = vec![[self.b.end(self.p), self.a.end(self.p)], self.direction(self.a, of_a)];
        self.gap(form, ways, hold)
    }

    fn angle(&self, gap: Gap) -> Gap {
        Gap { stiffness: gap.stiffness * self.size * self.size, reach: self.size, ..gap }
    }
}
