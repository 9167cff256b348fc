//! `[[joint]]`.

use super::Check;
use crate::scene::model::joint::WORLD;
use crate::scene::model::{Joint, JointType, Scene, Value};
use crate::scene::problem::{Kind, Problem};

impl Check {
    pub(super) fn joints(&mut self, scene: &Scene) {
        for (number, joint) in scene.joint.iter().enumerate() {
            let at = format!("joint.{number}");
            self.name(&at, &joint.name);
            if let Some(other) = scene.joint[..number].iter().position(|other| other.name == joint.name) {
                let message = format!("\"{}\" is already the name of joint.{other}", joint.name);
                self.impossible(format!("{at}.name"), message);
            }
            self.joint(&at, joint);
        }
        if !scene.joint.is_empty() && (scene.dimension == 2 || scene.time.explicit()) {
            let message = "joints are solved for, in space; set dimension = 3 and use backward-euler";
            self.impossible("joint", message);
        }
    }

    fn joint(&mut self, at: &str, joint: &Joint) {
        use JointType::{Cone, Distance, Hinge, Slider, Spring};
        let kind = joint.kind;
        let [a, b] = &joint.between;
        if a == b {
            let message =
                format!("\"{a}\" cannot be jointed to itself; name two bodies, or one and \"{WORLD}\"");
            self.impossible(format!("{at}.between"), message);
        }
        let fit: [(&str, bool, &[JointType]); 7] = [
            ("axis", joint.axis.is_some(), &[Hinge, Slider, Cone]),
            ("limits", joint.limits.is_some(), &[Hinge, Slider, Distance, Cone]),
            ("motor", joint.motor.is_some(), &[Hinge, Slider]),
            ("to", joint.to.is_some(), &[Distance, Spring]),
            ("length", joint.length.is_some(), &[Distance, Spring]),
            ("stiffness", joint.stiffness.is_some(), &[Spring]),
            ("damping", joint.damping.is_some(), &[Spring]),
        ];
        for (key, _, kinds) in fit.iter().filter(|(_, given, kinds)| *given && !kinds.contains(&kind)) {
            let names = kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
            self.impossible(
                format!("{at}.{key}"),
                format!("a {kind} has none, only {names}; remove this key"),
            );
        }
        let needed = [
            ("axis", joint.axis.is_none(), &[Hinge, Slider, Cone][..]),
            ("limits", joint.limits.is_none(), &[Cone]),
            ("stiffness", joint.stiffness.is_none(), &[Spring]),
        ];
        for (key, ..) in needed.iter().filter(|(_, missing, kinds)| *missing && kinds.contains(&kind)) {
            let message = format!("required by a {kind}, but missing");
            self.found.push(Problem::new(Kind::Missing, format!("{at}.{key}"), message));
        }
        if let Some(axis) = &joint.axis {
            self.direction(format!("{at}.axis"), axis);
        }
        if let Some([low, high]) = joint.limits.map(|limits| limits.map(|limit| limit.get())) {
            let message = match kind {
                _ if low > high => Some("the first must not be greater than the second"),
                Hinge if low < -180.0 || high > 180.0 => Some("angles go from -180 to 180 degrees"),
                Cone if low != 0.0 || high <= 0.0 || high >= 180.0 => {
                    Some("give 0 and the greatest tilt, more than 0 and less than 180 degrees")
                }
                Distance if low < 0.0 => Some("a length is 0 or more"),
                Hinge | Slider if low > 0.0 || high < 0.0 => {
                    Some("the start is 0, which must be within them")
                }
                _ => None,
            };
            if let Some(message) = message {
                self.impossible(format!("{at}.limits"), format!("[{low}, {high}] is impossible: {message}"));
            }
            if joint.length.is_some() {
                self.impossible(format!("{at}.length"), "given together with limits; keep one of them");
            }
        }
        if let Some(motor) = &joint.motor {
            self.by_time(&format!("{at}.motor.speed"), &motor.speed);
            self.by_time(&format!("{at}.motor.max"), &motor.max);
        }
        for (key, value, unit) in [
            ("stiffness", joint.stiffness, "N/m"),
            ("tolerance", joint.tolerance, "m"),
            ("breaks", joint.breaks, "N"),
        ] {
            if let Some(value) = value {
                self.positive(format!("{at}.{key}"), value, unit);
            }
        }
        for (key, value, unit) in [("damping", joint.damping, "N s/m"), ("length", joint.length, "m")] {
            if let Some(value) = value {
                self.not_negative(format!("{at}.{key}"), value, unit);
            }
        }
    }

    fn by_time(&mut self, at: &str, value: &Value) {
        match value.compile() {
            Err((below, message)) => {
                let key = if below.is_empty() { at.to_owned() } else { format!("{at}.{below}") };
                self.impossible(key, message);
            }
            Ok(value) if value.varies() => {
                self.impossible(at, "a motor is at one place: use only t and pi");
            }
            Ok(_) => {}
        }
    }
}
