//! `[[body.pin]]` and `[[body.attach]]`: regions and motions.

use super::Check;
use crate::body::motion::{MotionError, MotionPart};
use crate::scene::model::{Attachment, Motion, Pin, Where};

impl Check {
    pub(super) fn pin(&mut self, at: &str, pin: &Pin) {
        self.region(&format!("{at}.where"), &pin.region);
        self.motion(at, pin.motion.as_ref());
        if let Some(release) = pin.release {
            self.not_negative(format!("{at}.release"), release, "s");
        }
        if pin.axes == [false; 3] {
            self.impossible(format!("{at}.axes"), "holds nothing; remove the pin");
        }
    }

    pub(super) fn attachment(&mut self, at: &str, attachment: &Attachment) {
        self.region(&format!("{at}.where"), &attachment.region);
        self.positive(format!("{at}.stiffness"), attachment.stiffness, "N/m");
        self.motion(at, attachment.motion.as_ref());
    }

    pub(super) fn region(&mut self, at: &str, region: &Where) {
        match region {
            Where::Box([min, max]) => {
                if let Some(axis) = (0..3).find(|&axis| min[axis] > max[axis]) {
                    let message = format!(
                        "the first corner must be the lesser one: {} > {} in {}",
                        min[axis],
                        max[axis],
                        ["x", "y", "z"][axis]
                    );
                    self.impossible(format!("{at}.box"), message);
                }
            }
            Where::Sphere { radius, .. } => self.positive(format!("{at}.sphere.radius"), *radius, "m"),
            Where::Plane { normal, .. } => self.direction(format!("{at}.plane.normal"), normal),
            Where::Vertices(list) if list.is_empty() => {
                self.impossible(format!("{at}.vertices"), "selects no vertex");
            }
            Where::All(false) => self.impossible(format!("{at}.all"), "can only be true"),
            Where::Vertices(_) | Where::All(true) | Where::Group(_) => {}
        }
    }

    pub(super) fn motion(&mut self, at: &str, motion: Option<&Motion>) {
        let Some(motion) = motion else { return };
        self.not_negative(format!("{at}.motion.start"), motion.start, "s");
        let Err(error) = motion.compile() else { return };
        let part = match &error {
            MotionError::Axis { part: MotionPart::Rotation } => "rotation.axis".into(),
            MotionError::Axis { part: MotionPart::Keyframe(index) } => {
                format!("keyframes.{index}.rotate.axis")
            }
            MotionError::Order { index, .. } => format!("keyframes.{index}.t"),
            MotionError::Axes { index } => format!("keyframes.{index}.rotate"),
            MotionError::Expression { coordinate, .. } | MotionError::Name { coordinate, .. } => {
                format!("expression.{coordinate}")
            }
        };
        self.impossible(format!("{at}.motion.{part}"), error);
    }
}
