//! A pyramid of two tetrahedra and a jelly cube fall on the ground and on a ball, beside a bar that is stretched and let go.
//!
//! Run it with `cargo run --release -p lope --example drop`.

#![allow(clippy::print_stdout, reason = "what an example has to say goes to the terminal")]

use lope::{
    Body, Contact, ContactModel, Integrator, Material, Mesh, Model, Motion, Obstacle, Pin, Simulation,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rubber = Material::new(Model::StableNeoHookean).young(2e5).poisson(0.4);
    let jelly = Material::new(Model::FixedCorotated).young(5e4).poisson(0.45).density(1100.0);

    // A mesh of one's own: points, and the four corners of every tetrahedron.
    let points =
        vec![[-0.2, 0.0, -0.2], [0.2, 0.0, -0.2], [0.2, 0.0, 0.2], [-0.2, 0.0, 0.2], [0.0, 0.3, 0.0]];
    let pyramid = Mesh::tets(points, vec![[0, 2, 1, 4], [0, 3, 2, 4]]);
    let bar = Mesh::cuboid([1.0, 0.2, 0.2], [10, 2, 2]);
    let pulled = Pin::new(|[x, _, _]| x > 0.49).motion(Motion::new().velocity([1.0, 0.0, 0.0])).release(0.4);

    let ground = Obstacle::plane([0.0; 3], [0.0, 1.0, 0.0]);
    let ball = Obstacle::sphere([1.0, 0.1, 0.0], 0.3);
    let simulation = Simulation::new()
        .integrator(Integrator::Bdf2)
        .body(Body::solid(pyramid, rubber.clone()).name("pyramid").translate([0.0, 0.3, 0.0]))
        .body(Body::solid(Mesh::cuboid([0.4; 3], [4; 3]), jelly).name("cube").translate([1.1, 0.8, 0.0]))
        .body(
            Body::solid(bar, rubber)
                .name("bar")
                .translate([0.0, 2.0, 0.0])
                .pin(|p| p[0] < -0.49)
                .pin_with(pulled),
        )
        .obstacle(ground.model(ContactModel::Penalty).stiffness(1e6).friction(0.3))
        .obstacle(ball.model(ContactModel::Penalty).stiffness(1e6))
        .contact(Contact::penalty(1e6));

    // The notes of its maker: what is no error, and worth knowing.
    let built = lope::scene::build::build(&simulation.scene()?)?;
    built.notes.iter().for_each(|note| println!("{note}"));

    let mut world = built.world;
    println!("   time   pyramid    cube     bar (mean height, m)   energy, J");
    for _ in 0..48 {
        let step = world.advance(1.0 / 48.0);
        if !step.committed {
            return Err(format!("step {} failed: {}", step.step, step.report.outcome.word()).into());
        }
        if step.step.is_multiple_of(6) {
            let mean = |body: usize| {
                let points = world.points_of(body);
                points.iter().map(|point| point[1]).sum::<f64>() / points.len() as f64
            };
            let energy = world.ledger().total();
            println!("{:7.3} {:8.3} {:8.3} {:8.3} {energy:30.2}", world.time(), mean(0), mean(1), mean(2));
        }
    }
    Ok(())
}
