//! Who pushes whom: members that nothing leads are bodies, the others and planes are outside.

use super::{Barrier, BarrierFriction, Surfaces};
use crate::energy::{Between, Meeting, Part, Source};

/// Whose a point is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Party {
    Body(u32),
    Outside(u32),
}

impl Surfaces {
    fn bodies(&self) -> usize {
        // They come first.
        self.mesh.members.partition_point(|member| !member.led)
    }

    fn party(&self, point: u32, bodies: u32) -> Party {
        let (mesh, point) = (&self.mesh, point as usize);
        let members = mesh.members.len() as u32;
        match mesh.member.get(point) {
            Some(&member) if member < bodies => Party::Body(member),
            Some(&member) => Party::Outside(member - bodies),
            None => Party::Outside(members - bodies + (point - mesh.len()) as u32),
        }
    }

    fn outside(&self) -> Vec<String> {
        let led = self.mesh.members[self.bodies()..].iter().map(|member| member.name.clone());
        led.chain(self.mesh.planes.iter().map(|plane| plane.name.clone())).collect()
    }

    fn meeting(&self, points: &[u32; 4]) -> Meeting {
        let bodies = self.bodies() as u32;
        let parties = points.map(|point| self.party(point, bodies));
        let outside = parties.iter().find_map(|party| match party {
            Party::Outside(number) => Some(*number),
            Party::Body(_) => None,
        });
        let body = |party: &Party| match party {
            Party::Body(number) => Some(*number),
            Party::Outside(_) => None,
        };
        let low = parties.iter().filter_map(body).min().unwrap_or(0);
        let high = parties.iter().filter_map(body).max().unwrap_or(0);
        let corners = |is: &dyn Fn(&Party) -> bool| {
            parties.iter().enumerate().fold(0, |bits, (i, party)| bits | u64::from(is(party)) << i)
        };
        match outside {
            Some(number) => {
                Meeting { between: Between::Outside(number), on: corners(&|party| body(party).is_some()) }
            }
            None if low == high => Meeting { between: Between::Within, on: 0 },
            None => Meeting {
                between: Between::Bodies([low, high]),
                on: corners(&|party| *party == Party::Body(low)),
            },
        }
    }
}

impl Source for Barrier {
    fn names(&self) -> Vec<String> {
        self.surfaces.outside()
    }

    fn part(&self) -> Part {
        Part::Normal
    }

    fn meeting(&self, element: usize) -> Meeting {
        self.surfaces.meeting(&self.contacts[element].points)
    }
}

impl Source for BarrierFriction {
    fn names(&self) -> Vec<String> {
        self.surfaces.outside()
    }

    fn part(&self) -> Part {
        Part::Friction
    }

    fn meeting(&self, element: usize) -> Meeting {
        self.surfaces.meeting(&self.lagged[element].points)
    }
}
