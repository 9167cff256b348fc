//! `[[body.load]]`, `[[load]]` and `[[tendon]]`.

use super::Check;
use crate::body::value;
use crate::energy::load;
use crate::scene::model::{Integrator, Load, Method, Number, Scene, Tendon, Value, Value3, Where};

/// What a number of a load may depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// Time.
    Time,
    /// The rest position.
    Place,
    /// Both.
    Both,
}

impl Check {
    pub(super) fn loads(&mut self, scene: &Scene) {
        for (body, described) in scene.body.iter().enumerate() {
            for (number, load) in described.load.iter().enumerate() {
                self.load(&format!("body.{body}.load.{number}"), load, scene);
            }
        }
        for (number, load) in scene.load.iter().enumerate() {
            let at = format!("load.{number}");
            if let Some(Where::Vertices(_) | Where::Group(_)) = load.region {
                let message = "numbers and groups are of one mesh, and this is a load of all bodies; use a box, a sphere, \
                     a plane or all, or make it a [[body.load]]";
                self.impossible(format!("{at}.where"), message);
            }
            self.load(&at, load, scene);
        }
        for (number, tendon) in scene.tendon.iter().enumerate() {
            self.tendon(&format!("tendon.{number}"), tendon, scene);
        }
    }

    fn load(&mut self, at: &str, load: &Load, scene: &Scene) {
        if let Some(region) = &load.region {
            self.region(&format!("{at}.where"), region);
        }
        self.window(at, load.start, load.end);
        match load.kinds()[..] {
            [_] => {}
            [] => self.impossible(at, format!("pushes nothing: give one of {}", Load::KINDS.join(", "))),
            [first, second, ..] => {
                let message = format!("given together with {at}.{first}; keep one, or make two loads of it");
                self.impossible(format!("{at}.{second}"), message);
            }
        }
        let flat = scene.dimension == 2;
        self.values(&format!("{at}.force"), load.force.as_ref(), Of::Time, flat);
        self.values(&format!("{at}.traction"), load.traction.as_ref(), Of::Both, flat);
        self.value(&format!("{at}.pressure"), load.pressure.as_ref(), Of::Both);
        self.values(&format!("{at}.torque"), load.torque.as_ref(), Of::Time, false);
        if let (true, Some(torque)) = (flat, &load.torque)
            && let Ok([x, y, _]) = torque.compile()
            && ![x, y].iter().all(is_zero)
        {
            self.impossible(
                format!("{at}.torque"),
                "in 2D things turn about z: the first two numbers must be 0",
            );
        }
        self.values(&format!("{at}.acceleration"), load.acceleration.as_ref(), Of::Both, flat);
        if let Some(wind) = &load.wind {
            let at = format!("{at}.wind");
            self.values(&format!("{at}.speed"), Some(&wind.speed), Of::Both, flat);
            self.not_negative(format!("{at}.drag"), wind.drag, "");
            self.not_negative(format!("{at}.lift"), wind.lift, "");
            self.not_negative(format!("{at}.density"), wind.density, "kg/m³");
            self.moves(&at, scene);
        }
        if let Some(muscle) = &load.muscle {
            self.values(&format!("{at}.muscle.direction"), Some(&muscle.direction), Of::Place, flat);
            if let Ok(direction) = muscle.direction.compile()
                && direction.iter().all(is_zero)
            {
                let message = "a vector of length 0 has no direction";
                self.impossible(format!("{at}.muscle.direction"), message);
            }
            self.value(&format!("{at}.muscle.stress"), Some(&muscle.stress), Of::Both);
        }
    }

    /// Wind needs velocities.
    fn moves(&mut self, at: &str, scene: &Scene) {
        if scene.time.integrator == Integrator::Quasistatic {
            let message = "wind pushes by velocities, and quasistatic has none; use traction or pressure";
            self.impossible(at, message);
        }
    }

    fn tendon(&mut self, at: &str, tendon: &Tendon, scene: &Scene) {
        self.name(at, &tendon.name);
        if let Some(other) = scene.tendon.iter().position(|other| other.name == tendon.name)
            && format!("tendon.{other}") != at
        {
            let message = format!("\"{}\" is already the name of tendon.{other}", tendon.name);
            self.impossible(format!("{at}.name"), message);
        }
        self.window(at, tendon.start, tendon.end);
        let (count, most) = (tendon.path.len(), load::Tendon::MOST);
        if !(2..=most).contains(&count) {
            self.impossible(format!("{at}.path"), format!("{count} places are impossible: give 2 to {most}"));
        }
        if tendon.path.iter().all(|guide| guide.body.is_none()) {
            self.impossible(format!("{at}.path"), "no place is in a body; name one by `body`");
        }
        match (&tendon.pull, &tendon.length) {
            (Some(_), Some(_)) => {
                self.impossible(format!("{at}.length"), "given together with pull; keep one of them");
            }
            (None, None) => self.impossible(at, "does nothing: give pull (N) or length (m)"),
            _ => {}
        }
        for (key, value) in [("pull", &tendon.pull), ("length", &tendon.length)] {
            let at = format!("{at}.{key}");
            self.value(&at, value.as_ref(), Of::Time);
            if let Some(Value::Fixed(number)) = value {
                self.not_negative(at, *number, if key == "pull" { "N" } else { "m" });
            }
        }
        if let Some(stiffness) = tendon.stiffness {
            self.positive(format!("{at}.stiffness"), stiffness, "N/m");
            if tendon.length.is_none() {
                let message =
                    "would have no effect: a tendon that pulls with a force has none; remove this key";
                self.impossible(format!("{at}.stiffness"), message);
            }
        }
        let method = scene.solver.method();
        if method == Method::Xpbd {
            let message = format!("{method} knows no tendons; use another solver.method");
            self.impossible(at, message);
        }
    }

    fn window(&mut self, at: &str, start: Option<Number>, end: Option<Number>) {
        for (key, time) in [("start", start), ("end", end)] {
            if let Some(time) = time {
                self.not_negative(format!("{at}.{key}"), time, "s");
            }
        }
        if let (Some(start), Some(end)) = (start, end)
            && start >= end
        {
            self.impossible(format!("{at}.end"), format!("{end} s is not after start = {start} s"));
        }
    }

    fn values(&mut self, at: &str, values: Option<&Value3>, of: Of, flat: bool) {
        let Some(values) = values else { return };
        match values.compile() {
            Ok(compiled) => {
                compiled
                    .iter()
                    .enumerate()
                    .for_each(|(i, value)| self.depends(&format!("{at}.{i}"), value, of));
                if flat && !is_zero(&compiled[2]) {
                    self.impossible(at, "in 2D everything stays in the xy plane: the third number must be 0");
                }
            }
            Err(complaint) => self.complain(at, vec![complaint]),
        }
    }

    fn value(&mut self, at: &str, value: Option<&Value>, of: Of) {
        match value.map(Value::compile) {
            Some(Ok(compiled)) => self.depends(at, &compiled, of),
            Some(Err(complaint)) => self.complain(at, vec![complaint]),
            None => {}
        }
    }

    fn depends(&mut self, at: &str, value: &value::Value, of: Of) {
        if value.varies() && of == Of::Time {
            self.impossible(
                at,
                "is one number for all that is selected: it may depend on t, and not on x, y, z",
            );
        }
        if value.changes() && of == Of::Place {
            self.impossible(at, "belongs to the body at rest: it may depend on x, y, z, and not on t");
        }
    }
}

/// Whether a number is nothing, as far as one can say.
fn is_zero(value: &value::Value) -> bool {
    match value {
        value::Value::Fixed(value) => *value == 0.0,
        value::Value::Table(list) => list.iter().all(|(_, value)| *value == 0.0),
        value::Value::Formula(formula) => {
            !formula.changes() && !formula.varies() && formula.eval(0.0, [0.0; 3]) == 0.0
        }
    }
}
