//! Joints for the laws of derivatives: one of every form and hold.

use std::sync::Arc;

use lope::energy::joint::{ByTime, Drive, End, Form, Gap, Hold, Joint, Joints, Way};
use lope::energy::{Energy, Remembering, Slots, Want};
use lope::math::Filter;

use super::{Case, Places, changing};

/// A mean of four nodes.
fn inside(first: u32, told: bool) -> End {
    let shares = (first..first + 4).zip([0.7, 0.5, -0.4, 0.2]).collect();
    End { shares, told, ..End::default() }
}

/// Ways between and within two sides, and to a place.
fn ways(count: usize) -> Vec<Way> {
    let place = End { place: [0.4, -0.3, 0.2], ..End::default() };
    let all =
        [[inside(0, true), inside(4, false)], [inside(1, false), inside(5, false)], [inside(3, true), place]];
    all[..count].to_vec()
}

fn joint(form: Form, hold: Hold, drive: Drive) -> Joints {
    let count = match form {
        Form::Whole | Form::Length { .. } => 1,
        Form::Product { .. } => 2,
        Form::Turn { .. } => 3,
    };
    let gap = Gap { form, ways: ways(count), hold, stiffness: 2.5, reach: 1.0, drive };
    let (name, key) = ("joint".to_owned(), "joint.0".to_owned());
    Joints::new(vec![Joint { name, key, gaps: vec![gap], tolerance: 1e-4, breaks: None }])
}

/// Forms with both signs of a limit, so that one of them pushes.
pub(super) fn joints(places: &Places) -> Vec<Case> {
    let forms = |sign: f64| {
        [
            ("points", Form::Whole),
            ("product", Form::Product { target: 0.3, sign }),
            ("turn", Form::Turn { target: 0.4, sign }),
            ("length", Form::Length { target: 0.9, sign }),
        ]
    };
    let weak = || Drive::Motor { speed: ByTime(Arc::new(|_| 30.0)), most: ByTime(Arc::new(|_| 0.02)) };
    let strong = || Drive::Motor { speed: ByTime(Arc::new(|_| 0.3)), most: ByTime(Arc::new(|_| 1e6)) };
    let mut list = Vec::new();
    for (name, form) in forms(1.0).into_iter().chain(forms(-1.0)) {
        let mut holds = vec![(Hold::Closed, Drive::None), (Hold::Spring, Drive::Damper(0.7))];
        if form != Form::Whole {
            holds.push((Hold::Limit, Drive::None));
            holds.push((Hold::Motor, weak()));
            holds.push((Hold::Motor, strong()));
        }
        for (hold, drive) in holds {
            let mut made = joint(form, hold, drive);
            // A step of 0.1 s.
            made.accept(&places.rest, 0.0);
            if matches!(hold, Hold::Closed | Hold::Limit) {
                made.recall(&[0.4, -0.2, 0.3, 0.0, 1.0]);
            }
            made.begin(&places.rest, 0.1);
            for (where_to, x) in [("", &places.near), (", far off", &places.far)] {
                // A limit may be far.
                let none = Slots { gradient: &mut [], hessian: &mut [] };
                if made.eval(x, 0..1, Want::Value, Filter::Raw, none) > 0.0 {
                    list.push(changing(format!("joint, {hold:?} {name}{where_to}"), made.clone(), x));
                }
            }
        }
    }
    assert!(list.len() > 40, "{}", list.len());
    list
}
