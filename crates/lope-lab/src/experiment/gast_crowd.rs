//! Many bodies and many obstacles: \[Gast14\] Figures 1, 13 and 14.

use super::Size;
use super::crash::{Collision, Crash, Take};
use crate::{Asked, Claim};

/// \[Gast14\] Figure 14.
pub(super) const BOXES: Collision = Collision {
    name: "gast-boxes",
    source: "Gast & Schroeder 2014, Figure 14",
    summary: "a pyramid of soft and ten times stiffer boxes is struck by a cube at the frame rate",
    scene: || include_str!("gast_boxes.toml").to_owned(),
    smaller: &[
        "body.0.mesh.cells=[3,3,3]",
        "body.1.mesh.cells=[3,3,3]",
        "body.2.mesh.cells=[3,3,3]",
        "body.3.mesh.cells=[3,3,3]",
        "body.4.mesh.cells=[3,3,3]",
        "body.5.mesh.cells=[3,3,3]",
        // A sixteenth of the vertices share the load.
        "contact.stiffness=1e6",
        "time.duration=1",
    ],
    unknowns: "138k",
    takes: &[Take { name: "stabilized", changes: &[], to_failure: false }],
    claims: |takes, size| {
        let ours = &takes[0];
        let (edge, top) = (0.4, ours.top(ours.bodies.len() - 1));
        vec![
            ours.converges(),
            ours.clear(&["ground", "cube"], edge),
            ours.apart("boxes inside each other, of their edge", edge),
            Claim::beside("the top of the pyramid, from 2.4 m", "falls", format!("{top:.2} m")),
            Claim::beside("inverted elements, at most", "–", format!("{}", ours.inverted)),
            ours.solves(6.9),
            ours.pace(1, 17.1, size),
        ]
    },
};

/// \[Gast14\] Figure 13.
pub(super) const SQUEEZE: Collision = Collision {
    name: "gast-squeeze",
    source: "Gast & Schroeder 2014, Figure 13",
    summary: "a character squeezed by 32 cubes, at 1, 2, 4 and 8 steps a frame",
    scene: squeeze,
    smaller: &["body.0.mesh.edge=0.07", "time.duration=0.7"],
    unknowns: "73.8k",
    takes: &[
        Take { name: "1 step a frame", changes: &["time.step='1/24'"], to_failure: false },
        Take { name: "2 steps a frame", changes: &["time.step='1/48'"], to_failure: false },
        Take { name: "4 steps a frame", changes: &["time.step='1/96'"], to_failure: false },
        Take { name: "8 steps a frame", changes: &["time.step='1/192'"], to_failure: false },
    ],
    claims: |takes, size| {
        let names: Vec<String> = (0..CUBES).map(|i| format!("cube-{i}")).collect();
        let most = |take: &Crash| names.iter().map(|name| take.inside(name)).fold(0.0, f64::max);
        let deepest = takes.iter().map(most).fold(0.0, f64::max);
        let mut claims: Vec<Claim> = takes.iter().map(|take| take.converges()).collect();
        claims.push(Claim::new(
            "no vertex inside any cube, to 1e-9 of the size",
            "constraint",
            format!("{deepest:.1e} m after any step"),
            deepest <= super::crash::ROUNDING,
        ));
        for (take, (steps, published)) in takes.iter().zip([(1, 46.0), (2, 58.0), (4, 88.0), (8, 117.0)]) {
            claims.push(take.pace(steps, published, size));
        }
        claims.push(takes[0].solves(34.7));
        let frame = |take: &Crash, steps: f64| steps * take.tally.seconds_a_step();
        let growth = frame(&takes[3], 8.0) / frame(&takes[0], 1.0);
        let growth = Claim::number(
            "time of a frame of 8 steps, of one of 1",
            "2.54×",
            (growth, "×"),
            Asked::AtMost(2.54),
        );
        claims.push(growth.judged(size == Size::Full));
        claims
    },
};

/// How many cubes squeeze.
const CUBES: usize = 32;

/// The character among cubes that close in from all sides: their centres are on a spiral around a ball that shrinks.
fn squeeze() -> String {
    let mut scene = include_str!("gast_squeeze.toml").to_owned();
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    for i in 0..CUBES {
        let y = 1.0 - (2.0 * i as f64 + 1.0) / CUBES as f64;
        let (ring, angle) = ((1.0 - y * y).sqrt(), golden * i as f64);
        let out = [ring * angle.cos(), y, ring * angle.sin()];
        // The face inwards is square to the way: the axis that turns y to it is their cross product.
        let turn = y.acos().to_degrees();
        let [x, y, z] = out.map(|c| FAR * c);
        let [dx, dy, dz] = out.map(|c| (NEAR - FAR) * c);
        scene += &format!(
            "\n[[obstacle]]\nname = \"cube-{i}\"\nshape = \"box\"\nsize = [{EDGE}, {EDGE}, {EDGE}]\n\
             rotate = {{ axis = [{}, 0, {}], angle = {turn} }}\ntranslate = [{x}, {y}, {z}]\n\
             motion = {{ keyframes = [{{ t = 0 }}, {{ t = 1, translate = [{dx}, {dy}, {dz}] }}] }}\n\
             model = \"constraint\"\n",
            out[2], -out[0],
        );
    }
    scene
}

/// How far the middles of the cubes are from that of the character at first and in the end, and their edges, m. They
/// do not meet: on the ball they end on, neighbours are more than a diagonal apart.
const FAR: f64 = 0.66;
const NEAR: f64 = 0.3;
const EDGE: f64 = 0.11;

/// \[Gast14\] Figure 1.
pub(super) const BOWL: Collision = Collision {
    name: "gast-bowl",
    source: "Gast & Schroeder 2014, Figure 1",
    summary: "tori dropped into a bowl: constraints, penalties on a grid and self-collision together",
    scene: || include_str!("gast_bowl.toml").to_owned(),
    smaller: &[
        "body.0.mesh.cells=[12,4]",
        "body.0.copies.count=[2,2,2]",
        // Beside the middle, where the wall is.
        "body.0.translate=[0.8,1.6,0.03]",
        "obstacle.1.grid.cells=48",
        // A sixth of the vertices share the load.
        "contact.stiffness=6e6",
        "time.duration=0.5",
    ],
    unknowns: "984k",
    takes: &[Take { name: "stabilized", changes: &[], to_failure: false }],
    claims: |takes, size| {
        let ours = &takes[0];
        let tube = 0.1;
        let bowl = ours.inside("bowl");
        vec![
            ours.converges(),
            ours.clear(&["ground"], 0.7),
            Claim::number(
                "tori inside the bowl, of the radius of their tube",
                "stopped by penalties",
                (100.0 * bowl / tube, "%"),
                Asked::AtMost(10.0),
            ),
            ours.apart("tori inside each other, of the radius of their tube", tube),
            Claim::new(
                "tori meet the bowl and each other",
                "tough collisions",
                format!("{:.1e} and {:.1e} m deep", bowl, ours.inside_bodies()),
                bowl > 0.0 && ours.inside_bodies() > 0.0,
            ),
            Claim::beside("inverted elements, at most", "–", format!("{}", ours.inverted)),
            ours.solves(2.2),
            ours.pace(5, 200.0, size),
        ]
    },
};
