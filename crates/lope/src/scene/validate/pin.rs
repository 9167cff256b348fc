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

    /// `embeds` tells whether a surface rides along in the body.
    pub(super) fn attachment(&mut self, at: &str, attachment: &Attachment, embeds: bool) {
        if attachment.embedded && !embeds {
            let message = "the body has no embedded surface; leave it out, or embed one by mesh.embed = true";
            self.impossible(format!("{at}.embedded"), message);
        }
        if let (true, Where::Group(_)) = (attachment.embedded, &attachment.region) {
            let message = "groups are of the solid, and an embedded surface has none; use a box, a sphere, a plane, \
                           all or vertices";
            self.impossible(format!("{at}.where.group"), message);
        }
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
