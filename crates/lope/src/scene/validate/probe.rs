//! `[[probe]]`.

use super::Check;
use crate::scene::model::{Probe, Quantity, Scene};

impl Check {
    pub(super) fn probes(&mut self, scene: &Scene) {
        for (number, probe) in scene.probe.iter().enumerate() {
            let at = format!("probe.{number}");
            self.name(&at, &probe.name);
            if let Some(first) = scene.probe[..number].iter().position(|other| other.name == probe.name) {
                let message = format!("\"{}\" is already the name of probe.{first}", probe.name);
                self.impossible(format!("{at}.name"), message);
            }
            let given = [probe.region.is_some(), probe.point.is_some(), probe.points.is_some()];
            if given.iter().filter(|given| **given).count() != 1 {
                self.impossible(&at, "needs one of where, point and points");
            }
            if let Some(region) = &probe.region {
                self.region(&format!("{at}.where"), region);
            }
            if probe.record.is_empty() {
                self.impossible(format!("{at}.record"), "records nothing; remove the probe");
            }
            for (place, quantity) in probe.record.iter().enumerate() {
                let at = format!("{at}.record.{place}");
                if probe.record[..place].contains(quantity) {
                    self.impossible(&at, format!("{quantity} is there already"));
                }
                self.quantity(&at, probe, *quantity);
            }
        }
    }

    fn quantity(&mut self, at: &str, probe: &Probe, quantity: Quantity) {
        let count = probe.points.as_ref().map(Vec::len);
        let wrong = match (quantity, count) {
            (Quantity::Distance, Some(0 | 1) | None) => Some("is between points: give points, two or more"),
            (Quantity::Angle, count) if count != Some(3) => {
                Some("is at the second of three points: give points")
            }
            (Quantity::Distance | Quantity::Angle, _) => None,
            (_, Some(_)) => Some("is of one place: give point or where"),
            (Quantity::Volume | Quantity::Area, None) if probe.region.is_none() => {
                Some("is of a region: give where")
            }
            _ => None,
        };
        if let Some(message) = wrong {
            self.impossible(at, format!("{quantity} {message}"));
        }
    }
}
